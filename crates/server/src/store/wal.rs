//! Transactions that SQLite would drop from a damaged write-ahead log without a word.
//!
//! SQLite reads the log up to the first frame whose checksum is wrong and takes the rest for a write that was interrupted. If
//! that frame was damaged on disk, committed transactions behind it are gone. So the log is examined before SQLite opens it.
//! Two things tell damage from an interrupted write:
//!
//! - Frames behind the first wrong one. A checksum continues the one stored in the frame before, so two neighbours prove
//!   each other whatever came earlier. A server writes one transaction at a time and waits until it is on disk: an
//!   interrupted write leaves at most one end of a transaction there, the one that nobody was told of. Two ends mean that
//!   at least one was acknowledged.
//! - The index in the `-shm` file, which counts the frames of committed transactions and is written after them. It outlives
//!   the process. After a power cut it may be older than the log, but never newer.
//!
//! What remains open is a single end of a transaction behind the first wrong frame, with an index that is lost or older, as
//! after a power cut: the system may have written the end of the last transaction before its beginning, or its beginning
//! was damaged later. The bytes are the same. And without an index, nothing is left to see if the last frame was damaged
//! or the file cut short: that is what an interrupted write looks like.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::check::NAMED;
use super::{StoreError, count, file};

/// The only version of the format there is, in log and index.
const VERSION: u32 = 3_007_000;

/// How a log begins; one more if its checksums are of numbers in big-endian order.
const MAGIC: u32 = 0x377f_0682;

/// The size of pages in the databases of servers.
const PAGE: usize = 4096;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The index has its header twice, and then the number of frames that are in the database, too.
const INDEX_HEADER: usize = 48;

/// A larger database is not rebuilt to see which games have lost entries.
const REBUILT: u64 = 256 * 1024 * 1024;

type Sum = [u32; 2];
type Salt = [u8; 8];

/// What SQLite drops of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Loss {
    /// Whether some of it was acknowledged; if not, it may all be the write that was interrupted.
    certain: bool,
    /// So many transactions at least.
    transactions: usize,
    /// Where the damage begins in the log.
    offset: u64,
    page_size: usize,
    /// The frames that are whole, up to the last that was committed, and the page that each holds.
    pages: Vec<(usize, u32)>,
    /// The size of the database after the last of them, in pages.
    database_pages: u32,
}

/// A log was damaged.
pub(super) struct Damage {
    /// How many entries each game had before, if that can be told.
    before: Option<BTreeMap<String, usize>>,
}

#[derive(Clone, Copy)]
struct Frame {
    page: u32,
    /// The size of the database in pages if a transaction ends here, else 0.
    end: u32,
    salt: Salt,
    /// Whether it continues the checksum that is stored in the frame before it.
    continues: bool,
}

struct Log {
    page_size: usize,
    /// None if the header is damaged: then SQLite reads nothing.
    salt: Option<Salt>,
    frames: Vec<Frame>,
}

struct Index {
    salt: Salt,
    committed: usize,
    /// Frames that are in the database, too.
    checkpointed: usize,
}

/// Examines the log of a database that nobody in this process has open. Damage is logged, and a copy of the log put aside
/// before SQLite writes over it.
pub(super) async fn examine(database: &Path) -> Option<Damage> {
    let loss = match loss(database) {
        Ok(loss) => loss?,
        Err(error) => {
            let log = file::beside(database, "-wal");
            tracing::warn!(%error, "{} cannot be read to see whether it is damaged", log.display());
            return None;
        }
    };
    loss.report(database);
    Some(Damage { before: loss.entries(database).await })
}

impl Damage {
    /// Logs which entries are missing now that SQLite has read what it can, and empties the log, so that what it has
    /// dropped is not found again at the next start.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn settle(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        match (self.before, standings(connection).await) {
            (Some(before), Ok(now)) => report_missing(&missing(&before, &now)),
            _ => tracing::warn!("which games have lost entries cannot be told"),
        }
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await?;
        Ok(())
    }
}

fn loss(database: &Path) -> io::Result<Option<Loss>> {
    let log = match File::open(file::beside(database, "-wal")) {
        Ok(log) => Log::read(BufReader::new(log))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Log::empty(),
        Err(error) => return Err(error),
    };
    Ok(log.loss(Index::read(&file::beside(database, "-shm"))))
}

impl Log {
    fn empty() -> Log {
        Log { page_size: PAGE, salt: None, frames: Vec::new() }
    }

    fn read(mut from: impl Read) -> io::Result<Log> {
        let mut header = [0; HEADER];
        if fill(&mut from, &mut header)? < HEADER {
            return Ok(Log::empty());
        }
        let (magic, version, size) = (number(&header, 0), number(&header, 4), number(&header, 8) as usize);
        let known = magic & !1 == MAGIC && version == VERSION;
        let sized = size.is_power_of_two() && (512..=65536).contains(&size);
        let mut before = [number(&header, 24), number(&header, 28)];
        let sound = known && sized && sum([0, 0], &header[..24], magic & 1 == 1) == before;
        // What a damaged header says is not believed: then the log is as servers make it.
        let page_size = if sound { size } else { PAGE };
        let big_endian = if sound { magic & 1 == 1 } else { cfg!(target_endian = "big") };
        let mut salt_before: Salt = part(&header, 16);
        let mut log = Log { page_size, salt: sound.then_some(salt_before), frames: Vec::new() };
        let mut bytes = vec![0; FRAME_HEADER + page_size];
        while fill(&mut from, &mut bytes)? == bytes.len() {
            let (salt, stored) = (part(&bytes, 8), [number(&bytes, 16), number(&bytes, 20)]);
            let continued = sum(sum(before, &bytes[..8], big_endian), &bytes[FRAME_HEADER..], big_endian);
            let continues = salt == salt_before && continued == stored && number(&bytes, 0) > 0;
            log.frames.push(Frame { page: number(&bytes, 0), end: number(&bytes, 4), salt, continues });
            (salt_before, before) = (salt, stored);
        }
        Ok(log)
    }

    /// What SQLite does not read of it although it should.
    fn loss(&self, index: Option<Index>) -> Option<Loss> {
        // A log that is begun anew keeps older frames behind the new ones, with another salt.
        let proved = || self.frames.iter().find(|frame| frame.continues).map(|frame| frame.salt);
        let salt = self.salt.or_else(proved);
        let index = index.filter(|index| match salt {
            Some(salt) => index.salt == salt,
            None => index.committed > index.checkpointed,
        });
        let salt = salt.or(index.as_ref().map(|index| index.salt))?;
        let ours = |frame: &Frame| frame.salt == salt;
        let sound = |frame: &&Frame| frame.continues && ours(frame);
        let readable = match self.salt {
            Some(_) => self.frames.iter().take_while(sound).count(),
            None => 0,
        };
        let ended =
            |frames: &[Frame]| frames.iter().rposition(|frame| frame.end > 0).map_or(0, |last| last + 1);
        let read = ended(&self.frames[..readable]);
        let proved_ends =
            |frames: &[Frame]| frames.iter().filter(sound).filter(|frame| frame.end > 0).count();
        let behind = proved_ends(&self.frames[readable..]);
        let committed = index.as_ref().map_or(0, |index| index.committed);
        let certain = behind > 1 || committed > read;
        if !certain && (behind == 0 || index.is_some() && committed == read) {
            return None;
        }
        let last_proved = self.frames.iter().rposition(|frame| sound(&frame) && frame.end > 0);
        let last = last_proved.map_or(0, |last| last + 1).max(committed).min(self.frames.len());
        let lost = &self.frames[read.min(last)..last];
        let pages: Vec<(usize, u32)> = (0..last)
            .zip(&self.frames)
            .filter(|(number, frame)| *number < readable || sound(frame))
            .map(|(number, frame)| (number, frame.page))
            .collect();
        let database_pages =
            pages.iter().rev().map(|(number, _)| self.frames[*number].end).find(|end| *end > 0);
        Some(Loss {
            certain,
            transactions: lost.iter().filter(|frame| ours(frame) && frame.end > 0).count().max(1),
            offset: if self.salt.is_some() { self.offset(readable) } else { 0 },
            page_size: self.page_size,
            pages,
            database_pages: database_pages.unwrap_or(0),
        })
    }

    fn offset(&self, frame: usize) -> u64 {
        offset(self.page_size, frame)
    }
}

/// Where a frame begins in the log.
fn offset(page_size: usize, frame: usize) -> u64 {
    (HEADER + frame * (FRAME_HEADER + page_size)) as u64
}

impl Index {
    /// The index, if it is whole.
    fn read(path: &Path) -> Option<Index> {
        let mut bytes = [0; 2 * INDEX_HEADER + 4];
        File::open(path).and_then(|mut file| file.read_exact(&mut bytes)).ok()?;
        let (header, copy) = bytes[..2 * INDEX_HEADER].split_at(INDEX_HEADER);
        // In the order of bytes of this machine, but for the salt.
        let number = |at| u32::from_ne_bytes(part(&bytes, at));
        let sums = [number(INDEX_HEADER - 8), number(INDEX_HEADER - 4)];
        let native = sum([0, 0], &header[..INDEX_HEADER - 8], cfg!(target_endian = "big"));
        let ready = header[12] == 1;
        (header == copy && number(0) == VERSION && ready && native == sums).then(|| Index {
            salt: part(header, 32),
            committed: number(16) as usize,
            checkpointed: number(2 * INDEX_HEADER) as usize,
        })
    }
}

impl Loss {
    /// Says in the log what is lost, and puts a copy of the damaged file aside before SQLite writes over it.
    fn report(&self, database: &Path) {
        let log = file::beside(database, "-wal");
        let kept = match set_aside(&log) {
            Ok(copy) => format!("a copy of it is kept as {}", copy.display()),
            Err(error) => format!("no copy of it can be kept: {error}"),
        };
        let Loss { certain, transactions, offset, .. } = self;
        let log = log.display();
        if *certain {
            tracing::warn!(
                "{log} is damaged from byte {offset} on: at least {transactions} transactions after that are lost, \
                 and players were told that they were saved; {kept}"
            );
        } else {
            tracing::warn!(
                "{log} ends in a transaction that is not whole, from byte {offset} on, and is dropped: either the \
                 machine went down while writing it, before any player was told, or the file is damaged; {kept}"
            );
        }
    }

    /// How many entries each game had with what is lost, as far as it can be told. To find out, the database is put together
    /// in a file of its own, of which nothing remains.
    async fn entries(&self, database: &Path) -> Option<BTreeMap<String, usize>> {
        let size = database.metadata().ok()?.len() + self.pages.len() as u64 * self.page_size as u64;
        if size > REBUILT {
            return None;
        }
        let rebuilt = file::beside(database, &format!(".{}.rebuilt", std::process::id()));
        file::create(&rebuilt).ok()?;
        let entries = match self.rebuild(database, &rebuilt) {
            Ok(()) => standings_of(&rebuilt).await,
            Err(_) => None,
        };
        let _ = std::fs::remove_file(&rebuilt);
        entries
    }

    /// Puts together what is in the database and in the frames of the log that are whole.
    fn rebuild(&self, database: &Path, rebuilt: &Path) -> io::Result<()> {
        let mut to = OpenOptions::new().write(true).open(rebuilt)?;
        io::copy(&mut File::open(database)?, &mut to)?;
        let mut log = File::open(file::beside(database, "-wal"))?;
        let mut bytes = vec![0; self.page_size];
        for &(frame, page) in &self.pages {
            log.seek(SeekFrom::Start(offset(self.page_size, frame) + FRAME_HEADER as u64))?;
            log.read_exact(&mut bytes)?;
            to.seek(SeekFrom::Start(u64::from(page - 1) * self.page_size as u64))?;
            to.write_all(&bytes)?;
        }
        if self.database_pages > 0 {
            to.set_len(u64::from(self.database_pages) * self.page_size as u64)?;
        }
        // It has no log of its own.
        to.seek(SeekFrom::Start(18))?;
        to.write_all(&[1, 1])
    }
}

/// Says in the log which entries are missing.
fn report_missing(missing: &[(String, String)]) {
    for (game, what) in missing.iter().take(NAMED) {
        tracing::warn!(game, "missing since the log was damaged: {what}");
    }
    if missing.len() > NAMED {
        tracing::warn!("{} more games have lost entries", missing.len() - NAMED);
    }
    if missing.is_empty() {
        tracing::warn!("no game is known to have lost an entry; letters or orders may be missing");
    }
}

/// What games had `before` and do not have `now`.
fn missing(before: &BTreeMap<String, usize>, now: &BTreeMap<String, usize>) -> Vec<(String, String)> {
    let lost = before.iter().filter_map(|(game, &had)| {
        let what = match now.get(game) {
            None => format!("the whole game, with {had} entries"),
            Some(&has) if has + 1 == had => format!("entry {had}"),
            Some(&has) if has < had => format!("entries {} to {had}", has + 1),
            Some(_) => return None,
        };
        Some((game.clone(), what))
    });
    lost.collect()
}

async fn standings_of(database: &Path) -> Option<BTreeMap<String, usize>> {
    let options = SqliteConnectOptions::new().filename(database).read_only(true).immutable(true);
    let mut connection = options.connect().await.ok()?;
    let found = standings(&mut connection).await.ok();
    let _ = connection.close().await;
    found
}

async fn standings(connection: &mut SqliteConnection) -> Result<BTreeMap<String, usize>, StoreError> {
    let rows = sqlx::query_as::<_, (String, i64)>("SELECT game_id, number FROM standings");
    rows.fetch_all(connection).await?.into_iter().map(|(game, number)| Ok((game, count(number)?))).collect()
}

/// Copies a file to a new one beside it that only its owner reads.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1;
    let copy = loop {
        let copy = file::beside(path, &format!(".damaged-{number}"));
        match file::create(&copy) {
            Ok(()) => break copy,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    };
    let copied = File::open(path).and_then(|mut from| {
        let mut to = OpenOptions::new().write(true).open(&copy)?;
        io::copy(&mut from, &mut to)?;
        to.sync_all()
    });
    if let Err(error) = copied {
        let _ = std::fs::remove_file(&copy);
        return Err(error);
    }
    Ok(copy)
}

/// SQLite's checksum of `bytes`, continued from `before`.
fn sum(before: Sum, bytes: &[u8], big_endian: bool) -> Sum {
    let word = |bytes: &[u8]| {
        if big_endian { u32::from_be_bytes(part(bytes, 0)) } else { u32::from_le_bytes(part(bytes, 0)) }
    };
    let [mut first, mut second] = before;
    for pair in bytes.chunks_exact(8) {
        first = first.wrapping_add(word(pair)).wrapping_add(second);
        second = second.wrapping_add(word(&pair[4..])).wrapping_add(first);
    }
    [first, second]
}

/// The number at `at` in the log.
fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(part(bytes, at))
}

fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("there are as many")
}

/// Reads until `bytes` is full or nothing is left; how much was read.
fn fill(from: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match from.read(&mut bytes[filled..])? {
            0 => break,
            more => filled += more,
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use tempfile::TempDir;

    use super::*;
    use crate::store::Store;
    use crate::store::tests::Scratch;

    /// The files of a database as a process leaves them that is killed.
    struct Image {
        folder: TempDir,
    }

    impl Image {
        fn of(database: &Path) -> Image {
            let folder = tempfile::tempdir().unwrap();
            for ending in ["", "-wal", "-shm"] {
                fs::copy(file::beside(database, ending), folder.path().join(format!("games.db{ending}")))
                    .unwrap();
            }
            Image { folder }
        }

        fn database(&self) -> PathBuf {
            self.folder.path().join("games.db")
        }

        fn beside(&self, ending: &str) -> PathBuf {
            file::beside(&self.database(), ending)
        }

        fn without_index(self) -> Image {
            fs::remove_file(self.beside("-shm")).unwrap();
            self
        }

        fn log(&self) -> Log {
            Log::read(File::open(self.beside("-wal")).unwrap()).unwrap()
        }

        /// The numbers of the frames that end transactions.
        fn ends(&self) -> Vec<usize> {
            let frames = self.log().frames;
            (0..frames.len()).filter(|&number| frames[number].end > 0).collect()
        }

        /// Changes a byte of a page in the log.
        fn damage(self, frame: usize) -> Image {
            self.flip(offset(PAGE, frame) + FRAME_HEADER as u64 + 1000)
        }

        fn flip(self, at: u64) -> Image {
            let mut bytes = fs::read(self.beside("-wal")).unwrap();
            bytes[at as usize] ^= 1;
            fs::write(self.beside("-wal"), bytes).unwrap();
            self
        }

        fn cut(self, length: u64) -> Image {
            OpenOptions::new().write(true).open(self.beside("-wal")).unwrap().set_len(length).unwrap();
            self
        }

        fn loss(&self) -> Option<Loss> {
            loss(&self.database()).unwrap()
        }

        /// Whether something acknowledged is lost for certain, and how many transactions at least.
        fn verdict(&self) -> Option<(bool, usize)> {
            self.loss().map(|loss| (loss.certain, loss.transactions))
        }

        /// How many entries the game has as SQLite reads it.
        async fn entries(&self) -> usize {
            let options = SqliteConnectOptions::new().filename(self.database());
            let mut connection = options.connect().await.unwrap();
            standings(&mut connection).await.unwrap()["game"]
        }
    }

    /// A store with a game of `count` entries, each of them a transaction.
    async fn store(count: usize) -> Scratch {
        let scratch = Scratch::open().await;
        let mut session = scratch.game("game").await;
        scratch.play("game", &mut *session, count).await;
        scratch
    }

    #[tokio::test]
    async fn a_log_that_is_whole_has_lost_nothing() {
        let scratch = store(12).await;
        assert_eq!(Image::of(&scratch.database()).verdict(), None);
        assert_eq!(Image::of(&scratch.database()).without_index().verdict(), None);
        assert!(Image::of(&scratch.database()).ends().len() > 12);
    }

    #[tokio::test]
    async fn damage_in_the_middle_is_found_and_what_is_missing_is_named() {
        let scratch = store(12).await;
        let ends = Image::of(&scratch.database()).ends();
        // In the page of a frame, in its checksum, in its salt: within the ninth transaction from the end.
        let frame = ends[ends.len() - 10] + 1;
        for at in [FRAME_HEADER as u64 + 1000, 18, 9] {
            for index in [true, false] {
                let image = Image::of(&scratch.database()).flip(offset(PAGE, frame) + at);
                let image = if index { image } else { image.without_index() };
                let loss = image.loss().unwrap();
                assert_eq!((loss.certain, loss.offset), (true, offset(PAGE, frame)), "{at} {index}");
                // The end of a transaction counts only if its own frame says so.
                assert!((8..=9).contains(&loss.transactions), "{at} {index}: {loss:?}");
                let before = loss.entries(&image.database()).await.unwrap();
                assert_eq!((before["game"], image.entries().await), (12, 3), "{at} {index}");
            }
        }
    }

    /// A transaction that was being written when the power failed, as far as bytes can tell.
    #[tokio::test]
    async fn an_interrupted_write_is_told_from_damage_by_the_index() {
        let scratch = Scratch::open().await;
        let mut session = scratch.game("game").await;
        scratch.play("game", &mut *session, 6).await;
        let before = Image::of(&scratch.database());
        scratch.play("game", &mut *session, 1).await;
        let after = || Image::of(&scratch.database());
        let ends = after().ends();
        let (first, last) = (ends[ends.len() - 2] + 1, ends[ends.len() - 1]);
        assert!(last > first, "one frame cannot be out of order");
        // Its end is there, its beginning is not.
        assert_eq!(after().damage(first).verdict(), Some((true, 1)));
        assert_eq!(after().damage(first).without_index().verdict(), Some((false, 1)));
        let interrupted = after().damage(first);
        fs::copy(before.beside("-shm"), interrupted.beside("-shm")).unwrap();
        assert_eq!(interrupted.verdict(), None);
        // Its beginning is there, its end is not.
        let short = offset(PAGE, last) + 100;
        assert_eq!(after().cut(short).verdict(), Some((true, 1)));
        assert_eq!(after().cut(short).without_index().verdict(), None);
        assert_eq!(after().damage(last).verdict(), Some((true, 1)));
        assert_eq!(after().damage(last).without_index().verdict(), None);
    }

    #[tokio::test]
    async fn a_log_without_its_header_or_without_anything_is_found() {
        let scratch = store(6).await;
        let image = || Image::of(&scratch.database());
        for at in [0, 3, 9, 10, 17, 25] {
            assert_eq!(
                image().flip(at).loss().map(|loss| (loss.certain, loss.offset)),
                Some((true, 0)),
                "{at}"
            );
            assert!(image().flip(at).without_index().loss().unwrap().certain, "{at}");
        }
        assert!(image().cut(0).loss().unwrap().certain);
        let gone = image();
        fs::remove_file(gone.beside("-wal")).unwrap();
        assert!(gone.loss().unwrap().certain);
        assert_eq!(gone.without_index().loss(), None);
        // All of it is in the database: nothing is lost with it.
        sqlx::query("PRAGMA wal_checkpoint(FULL)").execute(&mut scratch.other().await).await.unwrap();
        assert_eq!(image().cut(0).loss(), None);
    }

    #[tokio::test]
    async fn what_an_older_log_or_an_abandoned_transaction_has_left_behind_is_no_loss() {
        let scratch = store(12).await;
        let mut other = scratch.other().await;
        let long = Image::of(&scratch.database()).log().frames.len();
        sqlx::query("PRAGMA wal_checkpoint(RESTART)").execute(&mut other).await.unwrap();
        scratch.store.ping().await.unwrap();
        let anew = Image::of(&scratch.database());
        assert_eq!((anew.verdict(), anew.log().frames.len()), (None, long));
        assert_eq!(anew.without_index().verdict(), None);

        // So large that it does not wait in memory for its end, which never comes.
        for statement in [
            "PRAGMA cache_size = 10",
            "CREATE TABLE ballast (load BLOB)",
            "BEGIN IMMEDIATE",
            "INSERT INTO ballast VALUES (zeroblob(4000000))",
        ] {
            sqlx::query(statement).execute(&mut other).await.unwrap();
        }
        sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        scratch.store.ping().await.unwrap();
        let abandoned = Image::of(&scratch.database());
        assert!(abandoned.log().frames.len() > 500);
        assert_eq!(abandoned.verdict(), None);
        assert_eq!(abandoned.without_index().verdict(), None);
    }

    #[tokio::test]
    async fn a_server_starts_on_a_damaged_log_and_keeps_a_copy_of_it() {
        let scratch = store(12).await;
        let ends = Image::of(&scratch.database()).ends();
        let image = Image::of(&scratch.database()).damage(ends[ends.len() - 4] + 1);
        let damaged = fs::read(image.beside("-wal")).unwrap();
        let store = Store::open(&image.database(), Arc::default()).await.unwrap();
        let kept = store.load("game").await.unwrap().unwrap();
        assert_eq!(kept.entries.len(), 9);
        assert_eq!(fs::read(image.beside("-wal.damaged-1")).unwrap(), damaged);
        // It is found once, and not again however the server ends.
        assert_eq!(Image::of(&image.database()).verdict(), None);
        assert_eq!(Image::of(&image.database()).without_index().verdict(), None);
        let files = fs::read_dir(image.folder.path()).unwrap().map(|file| file.unwrap().file_name());
        let rebuilt = files.into_iter().find(|name| name.to_string_lossy().contains("rebuilt"));
        assert_eq!(rebuilt, None);
    }

    #[test]
    fn what_is_missing_of_each_game_is_named() {
        let games =
            |list: &[(&str, usize)]| list.iter().map(|(game, had)| (game.to_string(), *had)).collect();
        let before = games(&[("a", 7), ("b", 7), ("c", 7), ("d", 7)]);
        let now = games(&[("a", 7), ("b", 6), ("c", 3), ("e", 9)]);
        let expected = [("b", "entry 7"), ("c", "entries 4 to 7"), ("d", "the whole game, with 7 entries")];
        assert_eq!(missing(&before, &now), expected.map(|(game, what)| (game.to_owned(), what.to_owned())));
    }
}
