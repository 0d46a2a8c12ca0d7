//! What is on disk, read from a copy: nobody but the server itself puts the file in order after a crash.

use std::collections::HashMap;
use std::path::Path;

use engine::{Entry, SavedGame, Setup, Snapshot, What};
use serde_json::Value as Json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{Row, SqlitePool};

use crate::player::{Game, Sent};

/// A copy of the database as the last crash left it.
pub struct Disk {
    pool: SqlitePool,
    /// How many entries each game has, and whether it is over.
    pub games: HashMap<String, (usize, bool)>,
}

impl Disk {
    /// Copies the file and what lies beside it, and reads how the games stand.
    pub async fn copy(database: &Path, to: &Path) -> Result<Disk, String> {
        Disk::transfer(database, to)?;
        let options = SqliteConnectOptions::new().filename(to).create_if_missing(true);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
        let mut disk = Disk { pool: pool.map_err(|error| error.to_string())?, games: HashMap::new() };
        disk.games = disk.stand().await?;
        Ok(disk)
    }

    /// Puts a copy of the file, and of what lies beside it, in the place of another. Nobody may be using them.
    pub fn transfer(database: &Path, to: &Path) -> Result<(), String> {
        for ending in ["", "-wal", "-shm"] {
            let (from, to) = (format!("{}{ending}", database.display()), format!("{}{ending}", to.display()));
            std::fs::remove_file(&to).ok();
            // What is in shared memory is made anew.
            if ending != "-shm" && Path::new(&from).exists() {
                std::fs::copy(from, to).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// Every game, whose journal must have as many entries as it says, without gaps.
    async fn stand(&self) -> Result<HashMap<String, (usize, bool)>, String> {
        // Killed before it had made its tables, the server has promised nothing.
        if self.rows("SELECT name FROM sqlite_master WHERE name = 'tokens'").await?.is_empty() {
            return Ok(HashMap::new());
        }
        let rows = self.rows(
            "SELECT id, outcome, standings.number AS number, \
                    (SELECT COUNT(*) FROM entries WHERE game = id) AS entries, \
                    (SELECT MAX(number) FROM entries WHERE game = id) AS last \
             FROM games LEFT JOIN standings ON game_id = id",
        );
        let mut games = HashMap::new();
        for row in rows.await? {
            let id: String = row.get("id");
            let number = row.get::<Option<i64>, _>("number").ok_or(format!("{id} stands nowhere"))?;
            let (entries, last) = (row.get::<i64, _>("entries"), row.get::<Option<i64>, _>("last"));
            if entries != number || last.unwrap_or(0) != number {
                return Err(format!("{id} has {entries} entries, the last {last:?}, and stands at {number}"));
            }
            games.insert(id, (number as usize, row.get::<Option<String>, _>("outcome").is_some()));
        }
        Ok(games)
    }

    async fn rows(&self, sql: &'static str) -> Result<Vec<sqlx::sqlite::SqliteRow>, String> {
        sqlx::query(sql).fetch_all(&self.pool).await.map_err(|error| format!("{error}: {sql}"))
    }

    /// Whether the journal has this entry.
    pub async fn has(&self, game: &Game, sent: &Sent) -> Result<bool, String> {
        let row = sqlx::query("SELECT entry FROM entries WHERE game = $1 AND number = $2")
            .bind(&game.id)
            .bind(sent.number as i64)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| error.to_string())?;
        let Some(row) = row else { return Ok(false) };
        let entry = read(&row.get::<String, _>("entry"))?;
        let same = match (&entry.what, &sent.action) {
            (What::Act(done), Some(action)) => done == action,
            (What::Undo { .. }, None) => true,
            _ => false,
        };
        Ok(same && entry.seat == sent.seat)
    }

    /// Checks that nothing of `game` is lost that anybody was told, from its promise number `since` on.
    pub async fn keeps(&self, game: &Game, since: usize) -> Result<(), String> {
        let Some(&(number, _)) = self.games.get(&game.id) else {
            return Err(format!("the game {} is lost", game.id));
        };
        if number < game.shown {
            return Err(format!("{} was shown with {} entries and has {number}", game.id, game.shown));
        }
        for sent in &game.promised[since..] {
            if !self.has(game, sent).await? {
                return Err(format!("{} has lost what was acknowledged: {sent:?}", game.id));
            }
        }
        Ok(())
    }

    /// Replays every journal, every hash compared, and lets SQLite check the file; gives how many entries there are.
    pub async fn replay(&self) -> Result<usize, String> {
        let sound: String = sqlx::query("PRAGMA integrity_check").fetch_one(&self.pool).await.unwrap().get(0);
        if sound != "ok" {
            return Err(format!("the file is not sound: {sound}"));
        }
        let mut count = 0;
        let games = "SELECT id, games.game AS game, revision, setup, number, state \
                     FROM games LEFT JOIN snapshots ON snapshots.game = id";
        for row in self.rows(games).await? {
            let id: String = row.get("id");
            let rows = sqlx::query("SELECT entry FROM entries WHERE game = $1 ORDER BY number")
                .bind(&id)
                .fetch_all(&self.pool)
                .await
                .map_err(|error| error.to_string())?;
            let entries = rows.iter().map(|row| read(row.get("entry"))).collect::<Result<Vec<_>, _>>()?;
            count += entries.len();
            let Some(hash) = entries.last().map(|entry| entry.hash) else { continue };
            let game: String = row.get("game");
            let setup: Setup = serde_json::from_str(row.get("setup")).map_err(|error| error.to_string())?;
            let state = serde_json::from_str(row.get("state")).map_err(|error| error.to_string())?;
            let saved = SavedGame {
                players: Vec::new(),
                engine: String::new(),
                revision: row.get::<i64, _>("revision") as u32,
                setup,
                position: None,
                history: Vec::new(),
                entries,
                told: Vec::new(),
                snapshot: Snapshot { at: row.get::<i64, _>("number") as usize, state },
                hash,
                game: game.clone(),
            };
            let rules = registry::game(&game).map_err(|error| error.to_string())?;
            let (_, loaded) = rules.load(saved).map_err(|error| format!("{id} does not replay: {error}"))?;
            if let Some(resumed) = loaded.resumed {
                return Err(format!("{id} does not replay: {}", resumed.because));
            }
        }
        Ok(count)
    }

    pub async fn close(self) {
        self.pool.close().await;
    }
}

fn read(text: &str) -> Result<Entry<Json>, String> {
    serde_json::from_str(text).map_err(|error| format!("an entry cannot be read: {error}"))
}
