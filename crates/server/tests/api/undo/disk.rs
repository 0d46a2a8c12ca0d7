//! What the server has on disk of a game, replayed.

use engine::{AnySession, Entry, Raw, Seat, Setup, Viewer, What};
use serde_json::{Value as Json, json};
use sqlx::{Connection, Row, SqliteConnection};

use crate::server::TestServer;

/// A game as its journal on disk tells it.
pub struct Disk {
    connection: SqliteConnection,
    id: String,
    session: Box<dyn AnySession>,
}

impl Disk {
    pub async fn open(server: &TestServer, id: &str) -> Disk {
        let file = format!("sqlite://{}", server.database().display());
        let mut connection = SqliteConnection::connect(&file).await.unwrap();
        let row = sqlx::query("SELECT game, setup FROM games WHERE id = $1")
            .bind(id)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        let setup: Setup = serde_json::from_str(row.get("setup")).unwrap();
        let session = registry::game(row.get("game")).unwrap().start(setup).unwrap();
        Disk { connection, id: id.to_owned(), session }
    }

    /// Plays what has been written since. Numbers follow each other, and every entry leads where it says.
    pub async fn read_on(&mut self) -> &dyn AnySession {
        let rows =
            sqlx::query("SELECT number, entry FROM entries WHERE game = $1 AND number > $2 ORDER BY number")
                .bind(&self.id)
                .bind(self.session.entries() as i64)
                .fetch_all(&mut self.connection)
                .await
                .unwrap();
        for row in rows {
            let number = row.get::<i64, _>("number") as usize;
            assert_eq!(number, self.session.entries() + 1, "the journal of {} has a gap", self.id);
            let entry: Entry<Json> = serde_json::from_str(row.get("entry")).unwrap();
            match &entry.what {
                What::Act(action) => drop(self.session.act(entry.seat, &Raw::of(action)).unwrap()),
                What::Undo { to, consent } => {
                    self.session.undo_by_consent(entry.seat, *to, *consent).unwrap();
                }
            }
            assert_eq!(self.session.hash(), entry.hash, "entry {number} of {}", self.id);
        }
        &*self.session
    }

    /// Whether the server's memory, seen by one of its people, is what its disk says.
    pub async fn holds(&mut self, view: &Json) {
        let session = self.read_on().await;
        assert_eq!(view["number"], session.entries(), "memory and disk differ");
        let seat = view["seat"].as_u64().map(|seat| Seat(seat as u8));
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        assert_eq!(view["table"], json!(session.table(viewer)), "memory and disk differ");
        if let Some(seat) = seat {
            assert_eq!(view["table"]["choices"], json!(session.choices(seat)), "memory and disk differ");
        }
    }
}
