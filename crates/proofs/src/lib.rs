//! Which tests prove which rules.
//!
//! A test that proves rules says so in a comment right above it: `// proves C-4.1-infantry, C-4.1-cavalry`. A list
//! that does not fit on a line goes on in another such comment. Attributes, doc comments and other comments may
//! stand between the comment and the test.
//!
//! [`scan`] reads one file, [`Tree::read`] the whole source tree. Nothing here knows a ledger: whether an id exists is
//! for the caller to say.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A test that says it proves a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Proof {
    /// The rule's id.
    pub rule: String,
    /// The name of the test function.
    pub test: String,
    /// The line of the test function, counted from 1.
    pub line: usize,
}

/// A rule that the code names with `rule!`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Citation {
    /// The rule's id.
    pub rule: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// A `// proves` comment that proves nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    /// What is wrong with it.
    pub what: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// What one file says of rules.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Scan {
    /// The tests and what they prove, in order.
    pub proofs: Vec<Proof>,
    /// The rules the code names, in order.
    pub citations: Vec<Citation>,
    /// Comments that do not do what they seem to.
    pub faults: Vec<Fault>,
}

/// What stands directly above the line being read: comments and attributes, nothing else in between.
#[derive(Default)]
struct Above {
    claims: Vec<(String, usize)>,
    is_test: bool,
    /// The list of the last comment ended in a comma.
    goes_on: bool,
    /// Brackets of an attribute that are still open.
    open: i32,
}

/// Reads the text of one Rust file.
pub fn scan(text: &str) -> Scan {
    let mut scan = Scan::default();
    let mut above = Above::default();
    for (line, raw) in (1..).zip(text.lines()) {
        let code = raw.trim();
        if above.open > 0 || code.starts_with("#[") {
            above.attribute(code);
        } else if let Some(comment) = code.strip_prefix("//") {
            above.comment(comment, line, &mut scan.faults);
        } else {
            std::mem::take(&mut above).settle(code, line, &mut scan);
            scan.citations.extend(citations(code).map(|rule| Citation { rule: rule.to_owned(), line }));
        }
    }
    above.settle("", 0, &mut scan);
    scan
}

impl Above {
    /// Takes in a comment, given without its slashes.
    fn comment(&mut self, comment: &str, line: usize, faults: &mut Vec<Fault>) {
        let Some(list) = comment.strip_prefix(" proves ").or(self.goes_on.then_some(comment)) else { return };
        self.goes_on = list.trim_end().ends_with(',');
        for id in list.split(',').map(str::trim).filter(|id| !id.is_empty()) {
            if id.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c)) {
                self.claims.push((id.to_owned(), line));
            } else {
                faults.push(Fault { what: format!("\"{id}\" is not the id of a rule"), line });
            }
        }
    }

    /// Takes in a line of an attribute, which may be one of several.
    fn attribute(&mut self, code: &str) {
        let name = code.trim_start_matches("#[").split(['(', ']', ' ']).next().unwrap_or_default();
        self.is_test |= self.open == 0 && name.ends_with("test");
        for c in code.chars() {
            match c {
                '[' | '(' | '{' => self.open += 1,
                ']' | ')' | '}' => self.open -= 1,
                _ => {}
            }
        }
        self.open = self.open.max(0);
        self.goes_on = false;
    }

    /// Gives what was claimed to the test that begins on this line, if one does.
    fn settle(self, code: &str, line: usize, scan: &mut Scan) {
        let test = function_name(code).filter(|_| self.is_test);
        for (rule, claimed) in self.claims {
            match test {
                Some(test) => scan.proofs.push(Proof { rule, test: test.to_owned(), line }),
                None => scan.faults.push(Fault {
                    what: format!("\"proves {rule}\" does not stand above a test"),
                    line: claimed,
                }),
            }
        }
    }
}

/// The name of the function that begins on this line.
fn function_name(code: &str) -> Option<&str> {
    let mut rest = code;
    for word in ["pub ", "async ", "const ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let rest = rest.strip_prefix("fn ")?.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

/// The ids in `rule!` calls on this line.
fn citations(code: &str) -> impl Iterator<Item = &str> {
    code.split("rule!(\"").skip(1).filter_map(|rest| rest.split_once('"').map(|(id, _)| id))
}

/// A file and what it says.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path, from the root of the source tree, with `/` between its parts.
    pub path: String,
    /// The game it belongs to, if it lies in one's folder.
    pub game: Option<String>,
    /// What it says.
    pub scan: Scan,
}

/// Everything the source tree says of rules.
#[derive(Clone, Default, Debug)]
pub struct Tree {
    /// The files, in order of their paths; those that say nothing are left out.
    pub files: Vec<File>,
}

impl Tree {
    /// Reads `games/*/src`, `games/*/tests`, `crates/*/src` and `crates/*/tests` under `root`.
    ///
    /// # Errors
    /// If a folder or file cannot be read.
    pub fn read(root: &Path) -> io::Result<Tree> {
        let mut tree = Tree::default();
        for folder in folders(root)? {
            let game = folder.strip_prefix(root.join("games")).ok().and_then(|inside| {
                inside.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned())
            });
            for path in rust_files(&folder)? {
                let scan = scan(&fs::read_to_string(&path)?);
                if scan != Scan::default() {
                    let path = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                    tree.files.push(File { path, game: game.clone(), scan });
                }
            }
        }
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    /// Every proof with the file it stands in.
    pub fn proofs(&self) -> impl Iterator<Item = (&File, &Proof)> {
        self.files.iter().flat_map(|file| file.scan.proofs.iter().map(move |proof| (file, proof)))
    }
}

/// The folders [`Tree::read`] looks into, for a build script to watch.
///
/// # Errors
/// If `games` or `crates` cannot be read.
pub fn folders(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for part in ["crates", "games"] {
        for member in sorted(&root.join(part))? {
            found.extend(
                ["src", "tests"].map(|name| member.join(name)).into_iter().filter(|dir| dir.is_dir()),
            );
        }
    }
    Ok(found)
}

fn rust_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in sorted(folder)? {
        if path.is_dir() {
            found.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Scan {
        scan(&lines.join("\n"))
    }

    fn proved(lines: &[&str]) -> Vec<(String, String)> {
        let scan = read(lines);
        assert_eq!(scan.faults, []);
        scan.proofs.into_iter().map(|proof| (proof.rule, proof.test)).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(rule, test)| ((*rule).to_owned(), (*test).to_owned())).collect()
    }

    #[test]
    fn a_comment_claims_its_rules_for_the_test_below() {
        let found =
            proved(&["// proves X-1, X-2.1-a", "#[test]", "fn one() {", "}", "#[test]", "fn two() {}"]);
        assert_eq!(found, pairs(&[("X-1", "one"), ("X-2.1-a", "one")]));
    }

    #[test]
    fn a_long_list_goes_on_in_the_next_comment() {
        let found = proved(&["// proves X-1,", "// X-2", "// proves X-3", "#[test]", "fn one() {}"]);
        assert_eq!(found, pairs(&[("X-1", "one"), ("X-2", "one"), ("X-3", "one")]));
    }

    #[test]
    fn attributes_and_comments_may_stand_between() {
        let found = proved(&[
            "    #[test]",
            "    // proves X-1",
            "    /// What it is about.",
            "    // And why.",
            "    #[expect(",
            "        clippy::too_many_lines",
            "    )]",
            "    pub fn one() {}",
        ]);
        assert_eq!(found, pairs(&[("X-1", "one")]));
    }

    #[test]
    fn a_comment_above_anything_but_a_test_is_a_fault() {
        let what =
            |lines: &[&str]| read(lines).faults.into_iter().map(|f| (f.line, f.what)).collect::<Vec<_>>();
        let astray = vec![(1, "\"proves X-1\" does not stand above a test".to_owned())];
        assert_eq!(what(&["// proves X-1", "fn helper() {}"]), astray);
        assert_eq!(what(&["// proves X-1", "", "#[test]", "fn one() {}"]), astray);
        assert_eq!(what(&["// proves X-1"]), astray);
        let wordy = what(&["// proves X-1, and more", "#[test]", "fn one() {}"]);
        assert_eq!(wordy, [(1, "\"and more\" is not the id of a rule".to_owned())]);
    }

    #[test]
    fn the_rules_that_code_names_are_found() {
        let scan = read(&["let a = (rule!(\"X-1\"), rule!(\"X-2\"));", "// rule!(\"X-3\") in a comment"]);
        let found: Vec<_> = scan.citations.iter().map(|c| (c.rule.as_str(), c.line)).collect();
        assert_eq!(found, [("X-1", 1), ("X-2", 1)]);
    }
}
