//! `grognard games`: what there is to play.

use std::io::Write;

use anyhow::Result;
use engine::{Info, OptionSpec};

use super::write_json;
use crate::args::GamesArgs;
use crate::setup::info;
use crate::style::{BOLD, DIM, KEY, hanging, wrapped};

/// Lists the games.
pub fn games(args: &GamesArgs, out: &mut dyn Write) -> Result<()> {
    let infos = match &args.game {
        Some(id) => vec![info(id)?],
        None => registry::infos(),
    };
    if args.json {
        write_json(out, &infos)?;
        return Ok(());
    }
    for info in &infos {
        overview(info, out)?;
        if args.game.is_some() {
            details(info, out)?;
        }
    }
    if args.game.is_none() {
        writeln!(out, "{DIM}`grognard games GAME` shows its options, `grognard play GAME` plays it.{DIM:#}")?;
    }
    Ok(())
}

fn overview(info: &Info, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{KEY}{}{KEY:#}  {BOLD}{}{BOLD:#}, {} players", info.id, info.title, info.seats)?;
    writeln!(out, "{}\n", wrapped(info.blurb, 2))?;
    writeln!(out, "  {BOLD}Scenarios{BOLD:#} {DIM}--scenario ID; the first if none is named{DIM:#}")?;
    let width = info.scenarios.iter().map(|scenario| scenario.id.len()).max().unwrap_or(0);
    for scenario in &info.scenarios {
        let head = format!("    {:<width$}  ", scenario.id);
        let players = if scenario.seats == info.seats {
            String::new()
        } else {
            format!(" ({} players)", scenario.seats)
        };
        writeln!(out, "{}", hanging(&head, &format!("{}{players}. {}", scenario.title, scenario.blurb)))?;
    }
    writeln!(out)?;
    Ok(())
}

fn details(info: &Info, out: &mut dyn Write) -> Result<()> {
    if !info.presets.is_empty() {
        writeln!(out, "  {BOLD}Presets{BOLD:#} {DIM}--preset ID{DIM:#}")?;
        let width = info.presets.iter().map(|preset| preset.id.len()).max().unwrap_or(0);
        for preset in &info.presets {
            let head = format!("    {:<width$}  ", preset.id);
            let options: Vec<String> =
                preset.options.iter().map(|(id, value)| format!("{id}={value}")).collect();
            let text =
                format!("{}. {} ({}: {})", preset.title, preset.help, preset.scenario, options.join(", "));
            writeln!(out, "{}", hanging(&head, &text))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "  {BOLD}Options{BOLD:#} {DIM}--option ID=VALUE{DIM:#}")?;
    let mut groups: Vec<&str> = Vec::new();
    for option in &info.options {
        if !groups.contains(&option.group) {
            groups.push(option.group);
        }
    }
    let width = info.options.iter().map(|option| option.id.len()).max().unwrap_or(0);
    for group in groups {
        writeln!(out, "   {DIM}{group}{DIM:#}")?;
        for option in info.options.iter().filter(|option| option.group == group) {
            let head = format!("    {:<width$}  ", option.id);
            writeln!(out, "{}", hanging(&head, &described(info, option)))?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// What an option does, what it takes, what it is if nothing is said.
fn described(info: &Info, option: &OptionSpec) -> String {
    let mut text = format!("{}. {} Takes {}; {}", option.title, option.help, option.takes(), option.default);
    for scenario in &info.scenarios {
        if let Some((_, value)) = scenario.defaults.iter().find(|(id, _)| *id == option.id) {
            text += &format!(", {value} in {}", scenario.id);
        }
    }
    text += " if not given.";
    if !option.needs.is_empty() {
        text += &format!(" Needs {}.", option.needs.join(", "));
    }
    if !option.excludes.is_empty() {
        text += &format!(" Not with {}.", option.excludes.join(", "));
    }
    text
}
