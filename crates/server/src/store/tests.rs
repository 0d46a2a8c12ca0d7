use engine::{AnySession, Seats, Seed};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use super::*;
use crate::account::Account;
use crate::room::advance;

/// A store in a file of its own, and a connection of another program.
pub(super) struct Scratch {
    folder: TempDir,
    pub store: Store,
}

impl Scratch {
    pub async fn open() -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("games.db"), Arc::default()).await.unwrap();
        Scratch { folder, store }
    }

    pub async fn other(&self) -> SqliteConnection {
        SqliteConnection::connect(&format!("sqlite://{}", self.database().display())).await.unwrap()
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    /// Plays `count` actions, each in a transaction of its own.
    pub async fn play(&self, id: &str, session: &mut dyn AnySession, count: usize) {
        for _ in 0..count {
            let from = session.entries();
            self.store.advance(play(id, session, 1, from)).await.unwrap();
        }
    }

    async fn entries(&self, game: &str) -> Vec<i64> {
        let numbers = sqlx::query_scalar("SELECT number FROM entries WHERE game = $1 ORDER BY number");
        numbers.bind(game).fetch_all(&mut self.other().await).await.unwrap()
    }

    /// A new game, of which nothing but its start is kept.
    pub async fn game(&self, id: &str) -> Box<dyn AnySession> {
        let rules = registry::games()[0];
        let setup = Setup::new(rules.info().scenarios[0].id, 2, Seed::from_number(1));
        let session = rules.start(setup.clone()).unwrap();
        let new = NewGame {
            id: id.to_owned(),
            game: rules.info().id.to_owned(),
            revision: rules.info().revision,
            setup,
            seats: vec![Player::Human { name: None }; 2],
            auto: false,
            created: 0,
            account: Account(1),
            seed_chosen: true,
            tokens: Vec::new(),
        };
        self.store.create(new, advance(id, &*session, 0, Seats::NONE)).await.unwrap();
        session
    }
}

/// Plays `count` actions; all entries from `from` on are to be kept.
fn play(id: &str, session: &mut dyn AnySession, count: usize, from: usize) -> Advance {
    for _ in 0..count {
        let seat = session.to_act().iter().next().unwrap();
        let action = session.choices(seat)[0].action.clone();
        session.act(seat, &action).unwrap();
    }
    advance(id, session, from, Seats::NONE)
}

#[tokio::test]
async fn a_journal_gets_no_gap_and_no_entry_twice() {
    let scratch = Scratch::open().await;
    let mut session = scratch.game("one").await;
    scratch.store.advance(play("one", &mut *session, 2, 0)).await.unwrap();
    // Of five entries only the last is given, then the last four, then too many.
    let mut ahead = session.boxed_clone();
    let gap = play("one", &mut *ahead, 3, 4);
    let twice = play("one", &mut *ahead, 0, 1);
    let mut shifted = play("one", &mut *ahead, 0, 2);
    shifted.standing.number = 2;
    for wrong in [gap, twice, shifted] {
        let refused = scratch.store.advance(wrong).await;
        assert!(refused.is_err(), "a gap");
        assert_eq!(scratch.entries("one").await, [1, 2]);
        assert_eq!(scratch.store.load("one").await.unwrap().unwrap().listed.standing.number, 2);
    }
    scratch.store.advance(play("one", &mut *session, 1, 2)).await.unwrap();
    assert_eq!(scratch.entries("one").await, [1, 2, 3]);
    // Nothing new but how it stands is no gap.
    scratch.store.advance(play("one", &mut *session, 0, 3)).await.unwrap();
}

#[tokio::test]
async fn one_that_cannot_be_written_does_not_spoil_the_others() {
    let scratch = Scratch::open().await;
    let ids = ["a", "b", "c", "d", "e"];
    let mut good = Vec::new();
    for id in ids {
        let mut session = scratch.game(id).await;
        good.push(play(id, &mut *session, 2, 0));
    }
    let mut bad = good[2].clone();
    bad.entries.remove(0);
    // Sent before any of them is taken from the queue, they go into one transaction.
    let mut others: Vec<Advance> = good.clone();
    others[2] = bad;
    let written = futures_util::future::join_all(others.into_iter().map(|one| scratch.store.advance(one)));
    let written: Vec<bool> = written.await.iter().map(Result::is_ok).collect();
    assert_eq!(written, [true, true, false, true, true]);
    for (id, written) in ids.iter().zip(written) {
        assert_eq!(scratch.entries(id).await.len(), if written { 2 } else { 0 });
    }
    scratch.store.advance(good.remove(2)).await.unwrap();
}

#[tokio::test]
async fn nothing_is_read_half() {
    let scratch = Scratch::open().await;
    let mut session = scratch.game("one").await;
    scratch.store.advance(play("one", &mut *session, 1, 0)).await.unwrap();
    let mut read = scratch.store.readers.begin().await.unwrap();
    let count = "SELECT COUNT(*) FROM entries";
    assert_eq!(sqlx::query_scalar::<_, i64>(count).fetch_one(&mut *read).await.unwrap(), 1);
    scratch.store.advance(play("one", &mut *session, 1, 1)).await.unwrap();
    assert_eq!(sqlx::query_scalar::<_, i64>(count).fetch_one(&mut *read).await.unwrap(), 1);
    // Dropped in the middle, it leaves nothing to the next.
    drop(read);
    let mut read = scratch.store.readers.begin().await.unwrap();
    assert_eq!(sqlx::query_scalar::<_, i64>(count).fetch_one(&mut *read).await.unwrap(), 2);
    let written = sqlx::query("DELETE FROM entries").execute(&mut *read).await;
    assert!(written.is_err(), "who reads does not write");
}

#[tokio::test]
async fn journals_that_are_not_whole_are_found() {
    let scratch = Scratch::open().await;
    for id in ["whole", "gap", "short", "long", "new"] {
        let mut session = scratch.game(id).await;
        if id != "new" {
            scratch.store.advance(play(id, &mut *session, 6, 0)).await.unwrap();
        }
    }
    let mut other = scratch.other().await;
    assert_eq!(check::journals(&mut other).await.unwrap(), []);
    for damage in [
        "DELETE FROM entries WHERE game = 'gap' AND number IN (1, 3, 4)",
        "DELETE FROM entries WHERE game = 'short' AND number = 6",
        "UPDATE standings SET number = 5 WHERE game_id = 'long'",
        "DELETE FROM entries WHERE game = 'whole'",
        "UPDATE standings SET outcome = '{}' WHERE game_id = 'whole'",
    ] {
        sqlx::query(damage).execute(&mut other).await.unwrap();
    }
    let flaws = check::journals(&mut other).await.unwrap();
    let flaws: Vec<_> = flaws.iter().map(|flaw| (flaw.game.as_str(), flaw.what.as_str())).collect();
    assert_eq!(
        flaws,
        [
            ("gap", "it stands at entry 6, and of its entries these are missing: 1, 3 to 4"),
            ("long", "it stands at entry 5, and entries after that: 1"),
            ("short", "it stands at entry 6, and of its entries these are missing: 6"),
        ]
    );
}

#[tokio::test]
async fn after_the_end_nothing_is_written_or_read() {
    let scratch = Scratch::open().await;
    let mut session = scratch.game("one").await;
    let last = scratch.store.advance(play("one", &mut *session, 1, 0));
    let (last, ()) = tokio::join!(last, scratch.store.close());
    last.unwrap();
    assert!(matches!(scratch.store.ping().await, Err(StoreError::Closed)));
    assert!(matches!(scratch.store.load("one").await, Err(StoreError::Closed)));
    assert!(!scratch.folder.path().join("games.db-wal").exists(), "the database was not closed");
    let again = Store::open(&scratch.folder.path().join("games.db"), Arc::default()).await.unwrap();
    assert_eq!(again.load("one").await.unwrap().unwrap().entries.len(), 1);
}
