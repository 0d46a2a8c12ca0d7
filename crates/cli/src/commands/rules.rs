//! `grognard rules`: the ledger, and which tests prove it.

use std::io::Write;

use anyhow::Result;
use engine::{Info, Rule};
use registry::Proof;
use serde::Serialize;

use super::write_json;
use crate::args::RulesArgs;
use crate::mistake::{Mistake, nearest};
use crate::setup::info;
use crate::style::{BAD, BOLD, DIM, KEY, columns, shortened, wrapped};

/// A rule with its proofs, as JSON.
#[derive(Serialize)]
struct Proved<'a> {
    #[serde(flatten)]
    rule: &'a Rule,
    proved_by: Vec<&'static str>,
}

/// Prints the rules of a game.
pub fn rules(args: &RulesArgs, out: &mut dyn Write) -> Result<()> {
    let info = info(&args.game)?;
    let found = match &args.id {
        Some(id) => find(info, id)?,
        None => info.ledger.rules().iter().collect(),
    };
    if args.json {
        let list: Vec<_> = found
            .iter()
            .map(|rule| Proved {
                rule,
                proved_by: registry::proofs(&rule.id).map(|proof| proof.test).collect(),
            })
            .collect();
        write_json(out, &list)?;
        return Ok(());
    }
    if args.id.is_some() || args.full {
        for rule in &found {
            writeln!(out, "{}", in_full(rule))?;
        }
        return Ok(());
    }
    let width = found.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let mut section = "";
    for rule in &found {
        if rule.section != section {
            section = &rule.section;
            writeln!(out, "{BOLD}{section}{BOLD:#}")?;
        }
        let proved = if registry::proofs(&rule.id).next().is_some() { ' ' } else { '?' };
        // A terminal shows a line each; a file or a pipe gets every word.
        let text = match columns() {
            Some(columns) => shortened(&rule.text, columns.min(96).saturating_sub(width + 6).max(20)),
            None => rule.text.clone(),
        };
        writeln!(out, " {BAD}{proved}{BAD:#}{KEY}{:<width$}{KEY:#}  {text}", rule.id)?;
    }
    let open = found.iter().filter(|rule| registry::proofs(&rule.id).next().is_none()).count();
    writeln!(
        out,
        "\n{} rules; {} proved by tests{}.",
        found.len(),
        found.len() - open,
        if open > 0 { " (? marks the others)" } else { "" }
    )?;
    writeln!(out, "{DIM}`grognard rules {} ID` shows one in full, `--full` all of them.{DIM:#}", info.id)?;
    Ok(())
}

/// The rules that an id or a section means.
///
/// # Errors
/// If there are none.
pub fn find<'a>(info: &'a Info, id: &str) -> Result<Vec<&'a Rule>, Mistake> {
    let rules = info.ledger.rules();
    let lower = id.to_lowercase();
    let pick =
        |fits: &dyn Fn(&Rule) -> bool| -> Vec<&'a Rule> { rules.iter().filter(|rule| fits(rule)).collect() };
    let mut found = pick(&|rule| rule.id.to_lowercase() == lower);
    if found.is_empty() {
        found = pick(&|rule| rule.section == id || rule.section.starts_with(&format!("{id}.")));
    }
    if found.is_empty() {
        found = pick(&|rule| rule.id.to_lowercase().starts_with(&format!("{lower}-")));
    }
    if found.is_empty() {
        let hint = match nearest(id, rules.iter().map(|rule| rule.id.as_str())) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("`grognard rules {}` lists them all", info.id),
        };
        return Err(Mistake::new(format!("{} has no rule or section \"{id}\"", info.title), hint));
    }
    Ok(found)
}

/// A rule with everything known about it.
pub fn in_full(rule: &Rule) -> String {
    let mut text = format!("{KEY}{}{KEY:#} {DIM}section {}", rule.id, rule.section);
    text += &format!(", {}", rule.topic.title().to_lowercase());
    if let Some(option) = &rule.option {
        text += &format!(", with {option}");
    }
    if !rule.scenarios.is_empty() {
        text += &format!(", only in {}", rule.scenarios.join(" and "));
    }
    text += &format!("{DIM:#}\n{}\n", wrapped(&rule.text, 2));
    for (name, value) in [("For example", &rule.example), ("We read it so", &rule.interpretation)] {
        if let Some(value) = value {
            text += &format!("{}\n", wrapped(&format!("{name}: {value}"), 2));
        }
    }
    let proofs: Vec<&Proof> = registry::proofs(&rule.id).collect();
    if proofs.is_empty() {
        text += &format!("  {BAD}no test proves it{BAD:#}\n");
    }
    for proof in proofs {
        text +=
            &format!("  {DIM}proved by{DIM:#} {} {DIM}{}:{}{DIM:#}\n", proof.test, proof.file, proof.line);
    }
    text
}
