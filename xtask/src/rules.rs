//! Which rules of the ledgers are proved, and whether all that is named exists.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use proofs::Tree;

use crate::ledger::{LayerNumber, Ledger};

/// Prints how many rules are proved and which are not.
///
/// # Errors
/// If something names a rule that is in no ledger, or, when `strict`, if a rule is not proved that is not in a layer under
/// construction, or if such a layer has not as many proved rules as its ledger says.
pub fn report(root: &Path, only: Option<&str>, strict: bool) -> Result<()> {
    let ledgers = ledgers(root)?;
    if let Some(game) = only
        && !ledgers.contains_key(game)
    {
        let known: Vec<_> = ledgers.keys().map(String::as_str).collect();
        bail!("there is no ledger of \"{game}\"; there are: {}", known.join(", "));
    }
    let tree = Tree::read(root).context("cannot read the source tree")?;
    let (mut text, mut wrong) = (String::new(), Vec::new());
    for (game, ledger) in ledgers.iter().filter(|(game, _)| only.is_none_or(|only| only == *game)) {
        wrong.extend(
            survey(game, ledger, &tree, &mut text)?.into_iter().map(|what| format!("{game}: {what}")),
        );
    }
    // A reader that has seen enough and hangs up is no failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
    let faults = faults(&ledgers, &tree);
    for fault in &faults {
        eprintln!("{fault}");
    }
    if !faults.is_empty() {
        bail!("{} of the lines that name rules are wrong", faults.len());
    }
    if strict && !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    Ok(())
}

/// Every game's ledger, by the name of its folder.
fn ledgers(root: &Path) -> Result<BTreeMap<String, Ledger>> {
    let mut ledgers = BTreeMap::new();
    for entry in fs::read_dir(root.join("games")).context("cannot list the games")? {
        let folder = entry?.path();
        let path = folder.join("rules.toml");
        if path.is_file() {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let ledger = Ledger::parse(&text).with_context(|| format!("cannot read {}", path.display()))?;
            let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            ledgers.insert(game, ledger);
        }
    }
    Ok(ledgers)
}

/// Writes the state of one ledger, and says what is wrong with it.
fn survey(game: &str, ledger: &Ledger, tree: &Tree, text: &mut String) -> Result<Vec<String>> {
    let claims: Vec<_> = tree.proofs().filter(|(_, proof)| ledger.has(&proof.rule)).collect();
    let proved: BTreeSet<_> = claims.iter().map(|(_, proof)| proof.rule.as_str()).collect();
    let tests: BTreeSet<_> = claims.iter().map(|(file, proof)| (&file.path, &proof.test)).collect();
    let all = ledger.rules.len();
    writeln!(text, "{game}: {} of {all} rules proved by {} tests", proved.len(), tests.len())?;
    let mut wrong = Vec::new();
    for layer in ledger.layers() {
        let (done, open): (Vec<_>, Vec<_>) =
            ledger.in_layer(layer).partition(|rule| proved.contains(rule.id.as_str()));
        let claimed = layer.and_then(|layer| Some((layer, ledger.open(layer)?)));
        if let Some(layer) = layer {
            let state = if claimed.is_some() { "under construction" } else { "complete" };
            writeln!(
                text,
                "  layer {layer}, {state}: {} of {} rules proved",
                done.len(),
                done.len() + open.len()
            )?;
        }
        wrong.extend(match claimed {
            Some((layer, claimed)) => standing(layer, claimed, done.len(), open.len()),
            None if open.is_empty() => None,
            None => Some(format!(
                "{} rules are not proved by any test; write one and put `// proves ID` above it",
                open.len()
            )),
        });
        // Of what is under construction the most is open; a list of it tells nobody anything.
        for rule in open.iter().filter(|_| claimed.is_none()) {
            writeln!(text, "  not proved: {:<24} {}", rule.id, shortened(&rule.text, 80))?;
        }
    }
    Ok(wrong)
}

/// What is wrong with a layer under construction. The number of its proved rules is written down, so that none is lost unnoticed.
fn standing(layer: LayerNumber, claimed: usize, proved: usize, open: usize) -> Option<String> {
    if open == 0 {
        return Some(format!("all of layer {layer} is proved; strike it from [open_layers]"));
    }
    match proved.cmp(&claimed) {
        Ordering::Less => {
            Some(format!("layer {layer} had {claimed} rules proved and has {proved}; a proof was lost"))
        }
        Ordering::Greater => {
            Some(format!("layer {layer} has {proved} rules proved; write that in [open_layers]"))
        }
        Ordering::Equal => None,
    }
}

/// Lines that name rules there are not. A file in a game's folder may only name that game's rules; `rule!` elsewhere
/// belongs to examples.
fn faults(ledgers: &BTreeMap<String, Ledger>, tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    for file in &tree.files {
        let own = file.game.as_ref().and_then(|game| ledgers.get(game));
        let exists = |rule: &str| match own {
            Some(ledger) => ledger.has(rule),
            None => ledgers.values().any(|ledger| ledger.has(rule)),
        };
        let scan = &file.scan;
        let proofs = scan.proofs.iter().map(|proof| (&proof.rule, proof.line));
        let citations = scan.citations.iter().filter(|_| own.is_some()).map(|cite| (&cite.rule, cite.line));
        let unknown = proofs.chain(citations).filter(|(rule, _)| !exists(rule));
        faults
            .extend(unknown.map(|(rule, line)| format!("{}:{line}: no ledger has a rule {rule}", file.path)));
        faults
            .extend(scan.faults.iter().map(|fault| format!("{}:{}: {}", file.path, fault.line, fault.what)));
    }
    faults
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a ledger of rules, of which these are proved.
    fn wrong(layers: [&str; 4], open: &str, proved: &[&str]) -> Vec<String> {
        let rule = |(number, layer): (usize, &str)| {
            format!("[[rule]]\nid = \"X-{number}\"\nsection = \"1\"\ntext = \"One.\"\n{layer}\n")
        };
        let rules: String = (1..).zip(layers).map(rule).collect();
        let ledger = Ledger::parse(&format!("[open_layers]\n{open}\n{rules}")).unwrap();
        let tests: String =
            proved.iter().map(|id| format!("// proves {id}\n#[test]\nfn one() {{}}\n")).collect();
        let file =
            proofs::File { path: "games/x/src/x.rs".to_owned(), game: None, scan: proofs::scan(&tests) };
        survey("x", &ledger, &Tree { files: vec![file] }, &mut String::new()).unwrap()
    }

    const LAYERS: [&str; 4] = ["layer = 1", "layer = 1", "layer = 2", "layer = 2"];

    #[test]
    fn every_rule_of_a_complete_ledger_is_proved() {
        assert!(wrong([""; 4], "", &["X-1", "X-2", "X-3", "X-4"]).is_empty());
        let lost = wrong([""; 4], "", &["X-1", "X-3", "X-4"]);
        assert!(lost[0].starts_with("1 rules are not proved"), "{lost:?}");
        assert!(wrong(LAYERS, "", &["X-1", "X-2", "X-3"])[0].starts_with("1 rules are not proved"));
    }

    #[test]
    fn a_layer_under_construction_keeps_what_is_proved() {
        assert!(wrong(LAYERS, "2 = 1", &["X-1", "X-2", "X-4"]).is_empty());
        let one = |proved: &[&str]| wrong(LAYERS, "2 = 1", proved).join("; ");
        assert_eq!(one(&["X-1", "X-2"]), "layer 2 had 1 rules proved and has 0; a proof was lost");
        assert!(one(&["X-1", "X-3"]).starts_with("1 rules are not proved"), "layer 1 is complete");
        assert_eq!(
            one(&["X-1", "X-2", "X-3", "X-4"]),
            "all of layer 2 is proved; strike it from [open_layers]"
        );
        let more = wrong(LAYERS, "2 = 0", &["X-1", "X-2", "X-4"]);
        assert_eq!(more, ["layer 2 has 1 rules proved; write that in [open_layers]"]);
    }
}
