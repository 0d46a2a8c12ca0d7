//! What goes wrong with a server, and how it is brought about on this machine.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};

use crate::program::Program;

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The server is killed.
    Kill,
    /// There is no more room.
    Full,
    /// The files cannot be written.
    Unwritable,
    /// Another process holds the write lock.
    Locked,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Kill, Kind::Full, Kind::Unwritable, Kind::Locked];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Kill => "SIGKILL",
            Kind::Full => "disk full",
            Kind::Unwritable => "files unwritable",
            Kind::Locked => "write lock held",
        })
    }
}

/// How files are kept from being written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// A file system of our own that is made smaller. Only root can.
    SmallDisk,
    /// `chattr +i`. Only root can, and only where the file system heeds it.
    Immutable,
    /// A limit on the size of the server's files, which anybody may set.
    SizeLimit,
    /// A second connection to the database.
    Connection,
    /// A signal.
    Signal,
}

impl Means {
    /// How to bring about a fault of this kind; nothing if that is not possible here. Only where it is wanted is anything
    /// tried that needs privileges.
    pub fn of(kind: Kind, privileged: bool, folder: &Path) -> Option<Means> {
        let limit = || succeeds("prlimit", &["--version"]).then_some(Means::SizeLimit);
        match kind {
            Kind::Kill => Some(Means::Signal),
            Kind::Locked => Some(Means::Connection),
            Kind::Full if privileged && SmallDisk::mount(&folder.join("trial")).is_some() => {
                Some(Means::SmallDisk)
            }
            Kind::Unwritable if privileged && heeds_immutable(&folder.join("immutable")) => {
                Some(Means::Immutable)
            }
            Kind::Full | Kind::Unwritable => limit(),
        }
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Means::SmallDisk => "a tmpfs made smaller",
            Means::Immutable => "chattr +i",
            Means::SizeLimit => "RLIMIT_FSIZE",
            Means::Connection => "BEGIN IMMEDIATE of another process",
            Means::Signal => "kill -9",
        })
    }
}

/// A fault that lasts until it is lifted.
pub enum Fault {
    Limit { process: u32 },
    Immutable { files: Vec<PathBuf> },
    Smaller { disk: PathBuf },
    Lock(SqliteConnection),
}

impl Fault {
    /// Brings it about for a running server with its database in `folder`; `room` is how much can still be written.
    pub async fn inflict(
        kind: Kind,
        means: Means,
        program: &Program,
        database: &Path,
        room: u64,
    ) -> Result<Fault, String> {
        let wal = PathBuf::from(format!("{}-wal", database.display()));
        match means {
            Means::SizeLimit => {
                let bytes = if kind == Kind::Full { room } else { 0 };
                let fault = Fault::Limit { process: program.id() };
                limit(program.id(), &bytes.to_string())
                    .then_some(fault)
                    .ok_or("no limit can be set".to_owned())
            }
            Means::Immutable => {
                let files: Vec<PathBuf> =
                    [database.to_owned(), wal].into_iter().filter(|file| file.exists()).collect();
                let done = files.iter().all(|file| attribute("+i", file));
                done.then_some(Fault::Immutable { files }).ok_or("nothing can be made immutable".to_owned())
            }
            Means::SmallDisk => {
                let disk = database.parent().ok_or("no folder")?.to_owned();
                // The files grow while we look: after a few attempts one is in time.
                for _ in 0..20 {
                    let used = used(&disk).ok_or("the disk does not say how full it is")?;
                    if resize(&disk, used + room / 8) {
                        return Ok(Fault::Smaller { disk });
                    }
                }
                Err("the disk cannot be made smaller".to_owned())
            }
            Means::Connection => {
                let url = format!("sqlite://{}", database.display());
                let mut holder = SqliteConnection::connect(&url).await.map_err(|error| error.to_string())?;
                let held = sqlx::query("BEGIN IMMEDIATE").execute(&mut holder).await;
                held.map_err(|error| error.to_string())?;
                Ok(Fault::Lock(holder))
            }
            Means::Signal => Err("who is killed is not mended".to_owned()),
        }
    }

    /// Mends it.
    pub async fn lift(self) -> Result<(), String> {
        let lifted = match self {
            Fault::Limit { process } => limit(process, "unlimited"),
            Fault::Immutable { files } => files.iter().all(|file| attribute("-i", file)),
            Fault::Smaller { disk } => resize(&disk, LARGE),
            Fault::Lock(mut holder) => {
                let released = sqlx::query("ROLLBACK").execute(&mut holder).await;
                released.is_ok() && holder.close().await.is_ok()
            }
        };
        lifted.then_some(()).ok_or("the fault cannot be lifted".to_owned())
    }
}

/// How large a disk of ours is, in bytes, while nothing is wrong with it.
const LARGE: u64 = 1 << 30;

/// A file system in memory, until it is dropped.
pub struct SmallDisk {
    pub folder: PathBuf,
}

impl SmallDisk {
    pub fn mount(folder: &Path) -> Option<SmallDisk> {
        fs::create_dir_all(folder).ok()?;
        let (size, folder) = (format!("size={LARGE}"), folder.to_owned());
        let mounted = succeeds("mount", &["-t", "tmpfs", "-o", &size, "tmpfs", folder.to_str()?]);
        mounted.then_some(SmallDisk { folder })
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        succeeds("umount", &[&self.folder.to_string_lossy()]);
    }
}

fn resize(disk: &Path, bytes: u64) -> bool {
    succeeds("mount", &["-o", &format!("remount,size={bytes}"), &disk.to_string_lossy()])
}

/// How many bytes of a disk are used.
fn used(disk: &Path) -> Option<u64> {
    let said = Command::new("df").args(["-B1", "--output=used"]).arg(disk).output().ok()?;
    String::from_utf8(said.stdout).ok()?.lines().nth(1)?.trim().parse().ok()
}

/// Sets how large the files of a process may become.
fn limit(process: u32, bytes: &str) -> bool {
    succeeds("prlimit", &["--pid", &process.to_string(), &format!("--fsize={bytes}:")])
}

fn attribute(change: &str, file: &Path) -> bool {
    succeeds("chattr", &[change, &file.to_string_lossy()])
}

/// Whether a file that is made immutable cannot be written even by who has it open.
fn heeds_immutable(probe: &Path) -> bool {
    let Ok(mut file) = fs::File::create(probe) else { return false };
    let heeded = attribute("+i", probe) && file.write_all(b"x").is_err();
    attribute("-i", probe);
    heeded
}

fn succeeds(program: &str, args: &[&str]) -> bool {
    let run = Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

/// What a kind of fault came to.
#[derive(Default)]
pub struct Figures {
    pub faults: usize,
    /// How many of them were felt: something could not be written.
    pub felt: usize,
    /// Requests that were refused because of it.
    pub refused: usize,
    /// Actions acknowledged in the lives of the server with such a fault.
    pub acknowledged: usize,
    /// How long it took, once the fault was over, until something was written again.
    pub recoveries: Vec<Duration>,
    /// How often bots were seen to go on by themselves.
    pub went_on: usize,
}
