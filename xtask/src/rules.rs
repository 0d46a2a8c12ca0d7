//! Which rules of the ledgers are proved, and whether all that is named exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use engine::Ledger;
use proofs::Tree;

/// Prints how many rules are proved and which are not.
///
/// # Errors
/// If something names a rule that is in no ledger, or, when `strict`, if a rule is not proved.
pub fn report(root: &Path, only: Option<&str>, strict: bool) -> Result<()> {
    let ledgers = ledgers(root)?;
    if let Some(game) = only
        && !ledgers.contains_key(game)
    {
        let known: Vec<_> = ledgers.keys().map(String::as_str).collect();
        bail!("there is no ledger of \"{game}\"; there are: {}", known.join(", "));
    }
    let tree = Tree::read(root).context("cannot read the source tree")?;
    let (mut text, mut open) = (String::new(), 0);
    for (game, ledger) in ledgers.iter().filter(|(game, _)| only.is_none_or(|only| only == *game)) {
        open += unproved(game, ledger, &tree, &mut text)?;
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
    if strict && open > 0 {
        bail!("{open} rules are not proved by any test; write one and put `// proves ID` above it");
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
            let ledger = Ledger::parse(&text).map_err(|why| anyhow!("{}: {why}", path.display()))?;
            let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            ledgers.insert(game, ledger);
        }
    }
    Ok(ledgers)
}

/// Writes the state of one ledger and says how many of its rules are not proved.
fn unproved(game: &str, ledger: &Ledger, tree: &Tree, text: &mut String) -> Result<usize> {
    let claims: Vec<_> = tree.proofs().filter(|(_, proof)| ledger.get(&proof.rule).is_some()).collect();
    let proved: BTreeSet<_> = claims.iter().map(|(_, proof)| proof.rule.as_str()).collect();
    let tests: BTreeSet<_> = claims.iter().map(|(file, proof)| (&file.path, &proof.test)).collect();
    let all = ledger.rules().len();
    writeln!(text, "{game}: {} of {all} rules proved by {} tests", proved.len(), tests.len())?;
    let open: Vec<_> = ledger.rules().iter().filter(|rule| !proved.contains(rule.id.as_str())).collect();
    for rule in &open {
        writeln!(text, "  not proved: {:<24} {}", rule.id, shortened(&rule.text, 80))?;
    }
    Ok(open.len())
}

/// Lines that name rules there are not. A file in a game's folder may only name that game's rules; `rule!` elsewhere
/// belongs to examples.
fn faults(ledgers: &BTreeMap<String, Ledger>, tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    for file in &tree.files {
        let own = file.game.as_ref().and_then(|game| ledgers.get(game));
        let exists = |rule: &str| match own {
            Some(ledger) => ledger.get(rule).is_some(),
            None => ledgers.values().any(|ledger| ledger.get(rule).is_some()),
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
