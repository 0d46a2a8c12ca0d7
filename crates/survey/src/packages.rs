//! The Debian packages the data comes from.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Natural Earth in shapefiles, and ETOPO5.
const PACKAGES: [(&str, &str); 2] = [("libmagics++-data", "4.13.0-1"), ("ferret-datasets", "7.6.0-5")];

/// Where the files of the packages are.
pub struct Source {
    /// What a package would put into `/`.
    root: PathBuf,
}

impl Source {
    /// A file of Natural Earth at 1:10 million, without its ending.
    pub fn natural_earth(&self, name: &str) -> PathBuf {
        self.root.join("usr/share/magics/10m").join(format!("ne_10m_{name}.shp"))
    }

    /// The grid of heights.
    pub fn etopo5(&self) -> PathBuf {
        self.root.join("usr/share/ferret-vis/data/etopo5.cdf")
    }
}

/// Fetches and unpacks into `dir` what is not there yet.
pub fn unpacked(dir: &Path) -> Result<Source> {
    let source = Source { root: dir.join("root") };
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    for (name, version) in PACKAGES {
        let done = dir.join(format!("{name}_{version}.unpacked"));
        if done.exists() {
            continue;
        }
        let archive = format!("{name}_{version}_all.deb");
        if !dir.join(&archive).exists() {
            run(dir, "apt-get", &["download", &format!("{name}={version}")])
                .with_context(|| format!("cannot fetch {archive}; put it into {} by hand", dir.display()))?;
        }
        run(dir, "dpkg-deb", &["-x", &archive, "root"])?;
        std::fs::write(&done, "").with_context(|| format!("cannot write {}", done.display()))?;
    }
    Ok(source)
}

fn run(dir: &Path, program: &str, args: &[&str]) -> Result<()> {
    let status = Command::new(program).args(args).current_dir(dir).status();
    match status.with_context(|| format!("cannot start {program}"))? {
        status if status.success() => Ok(()),
        status => bail!("{program} {}: {status}", args.join(" ")),
    }
}
