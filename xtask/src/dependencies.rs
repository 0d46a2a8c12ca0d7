//! What the program is built from: every crate from the registry, as the lock file says, under a licence that we can pass on, and
//! in one version unless others hold it back.
//!
//! Advisories are for `cargo audit`, which needs a database from the network; this needs nothing but what is built anyway.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// Licences that ask for no more than that they are passed on.
const LICENCES: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "IJG",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates of which others still ask for an older version.
const IN_SEVERAL_VERSIONS: [&str; 12] = [
    "base64",
    "cpufeatures",
    "embedded-io",
    "foldhash",
    "getrandom",
    "hashbrown",
    "miniz_oxide",
    "rand",
    "rand_chacha",
    "rand_core",
    "syn",
    "tower-http",
];

/// How the lock file begins the source of what comes from a registry, where versions never change.
const REGISTRY: &str = "registry+";

/// A crate, as `cargo metadata` or the lock file has it.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    source: Option<String>,
    license: Option<String>,
    checksum: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct LockFile {
    package: Vec<Package>,
}

/// Looks at everything that is built here.
///
/// # Errors
/// Whatever is not as it should be.
pub fn check(root: &Path) -> Result<()> {
    let built: Metadata = serde_json::from_slice(&metadata(root)?).context("cargo metadata")?;
    let locked = std::fs::read_to_string(root.join("Cargo.lock")).context("cannot read Cargo.lock")?;
    let locked: LockFile = toml::from_str(&locked).context("Cargo.lock")?;
    let faults: Vec<String> =
        [unlicensed(&built.packages), unpinned(&locked.package), doubled(&built.packages)].concat();
    for fault in &faults {
        eprintln!("{fault}");
    }
    if !faults.is_empty() {
        bail!("{} dependencies are not as they should be: see xtask/src/dependencies.rs", faults.len());
    }
    println!("{} crates: licences, sources and versions are as they should be", built.packages.len());
    Ok(())
}

/// What cargo knows of all crates that are built on this machine.
fn metadata(root: &Path) -> Result<Vec<u8>> {
    let run = |args: &[&str]| -> Result<Vec<u8>> {
        let output = Command::new(crate::program()).args(args).current_dir(root).output();
        let output = output.context("cannot start cargo")?;
        if !output.status.success() {
            bail!("`cargo {}`: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(output.stdout)
    };
    let version = String::from_utf8(run(&["-vV"])?).context("cargo -vV")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("cargo names no host")?;
    run(&["metadata", "--locked", "--format-version", "1", "--filter-platform", host])
}

/// Crates whose licence is not on our list.
fn unlicensed(packages: &[Package]) -> Vec<String> {
    let refused = packages.iter().filter(|package| !package.license.as_deref().is_some_and(is_allowed));
    let told = |package: &Package| {
        let licence = package.license.as_deref().unwrap_or("no licence");
        format!("{} {}: {licence}", package.name, package.version)
    };
    refused.map(told).collect()
}

/// Whether we may use something under this expression of licences: of each part we must have one. Taken strictly where `AND` and
/// `OR` are mixed without parentheses.
fn is_allowed(expression: &str) -> bool {
    let one = |part: &str| {
        let mut choices = part.trim_matches(['(', ')', ' ']).split(" OR ").flat_map(|part| part.split('/'));
        choices.any(|licence| LICENCES.contains(&licence.trim()))
    };
    expression.split(" AND ").all(one)
}

/// Crates that come from anywhere but a registry, or without a checksum. Our own have no source.
fn unpinned(packages: &[Package]) -> Vec<String> {
    let pinned = |package: &&Package| match package.source.as_deref() {
        None => true,
        Some(source) => source.starts_with(REGISTRY) && package.checksum.is_some(),
    };
    let told = |package: &Package| {
        let source = package.source.as_deref().unwrap_or("a folder");
        format!("{} {}: from {source}, where it can change", package.name, package.version)
    };
    packages.iter().filter(|package| !pinned(package)).map(told).collect()
}

/// Crates that are built in several versions, but those of our list.
fn doubled(packages: &[Package]) -> Vec<String> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().push(&package.version);
    }
    let several = versions.iter().filter(|(_, versions)| versions.len() > 1);
    let new = several.filter(|(name, _)| !IN_SEVERAL_VERSIONS.contains(*name));
    new.map(|(name, versions)| format!("{name}: in several versions, {}", versions.join(" and "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, licence: &str) -> Package {
        Package {
            name: name.to_owned(),
            version: version.to_owned(),
            source: Some(REGISTRY.to_owned()),
            license: Some(licence.to_owned()),
            checksum: Some("0f".to_owned()),
        }
    }

    #[test]
    fn of_each_part_of_a_licence_one_choice_must_be_allowed() {
        for allowed in ["MIT", "GPL-3.0 OR MIT", "Unlicense/MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND (GPL-2.0 OR GPL-3.0)", ""] {
            assert!(!is_allowed(refused), "{refused}");
        }
        assert_eq!(unlicensed(&[package("a", "1.0.0", "GPL-3.0")]), ["a 1.0.0: GPL-3.0"]);
        let none = Package { license: None, ..package("a", "1.0.0", "") };
        assert_eq!(unlicensed(&[none]), ["a 1.0.0: no licence"]);
    }

    #[test]
    fn everything_comes_from_the_registry_with_its_checksum() {
        let sound = package("a", "1.0.0", "MIT");
        let from_git =
            Package { source: Some("git+https://a.b/c".to_owned()), ..package("b", "1.0.0", "MIT") };
        let unchecked = Package { checksum: None, ..package("c", "1.0.0", "MIT") };
        let faults = unpinned(&[sound, from_git, unchecked]);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].starts_with("b 1.0.0: from git+https"), "{faults:?}");
    }

    #[test]
    fn a_second_version_is_noticed_unless_it_is_known() {
        let twice = |name| [package(name, "1.0.0", "MIT"), package(name, "2.0.0", "MIT")];
        assert_eq!(doubled(&twice("geo")), ["geo: in several versions, 1.0.0 and 2.0.0"]);
        assert!(doubled(&twice(IN_SEVERAL_VERSIONS[0])).is_empty());
    }
}
