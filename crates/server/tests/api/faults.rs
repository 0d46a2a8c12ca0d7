//! A database that fails for a while: nothing is acknowledged that is not on disk, and the server goes on by itself.

use std::time::{Duration, Instant};

use engine::{Chance, Seed, Stream};
use serde_json::Value as Json;
use sqlx::{Connection, SqliteConnection};

use crate::server::{Made, TestServer, choices};

/// Whatever is waited for comes sooner than this.
const PATIENCE: Duration = Duration::from_secs(60);

impl TestServer {
    /// Another program that has the database open.
    pub async fn intruder(&self) -> SqliteConnection {
        SqliteConnection::connect(&format!("sqlite://{}", self.database().display())).await.unwrap()
    }

    /// From now on no entry can be written, and SQLite rolls back by itself, as it does when a disk is full.
    async fn sabotage(&self) {
        let trigger = "CREATE TRIGGER full BEFORE INSERT ON entries \
                       BEGIN SELECT RAISE(ROLLBACK, 'as if the disk were full'); END";
        sqlx::query(trigger).execute(&mut self.intruder().await).await.unwrap();
    }

    async fn mend(&self) {
        sqlx::query("DROP TRIGGER full").execute(&mut self.intruder().await).await.unwrap();
    }

    /// Whether an entry is on disk, as any other program sees it.
    async fn is_on_disk(&self, made: &Made, number: u64) -> bool {
        let found = sqlx::query("SELECT 1 FROM entries WHERE game = $1 AND number = $2")
            .bind(&made.id)
            .bind(number as i64)
            .fetch_optional(&mut self.intruder().await)
            .await;
        found.unwrap().is_some()
    }

    /// Does anything at all.
    async fn act_somehow(&self, made: &Made, chance: &mut Stream) -> crate::server::Answer {
        let view = self.view(made, &made.host).await;
        let choice = chance.pick(choices(&view)).unwrap();
        self.act(made, &made.host, &view, &choice["action"]).await
    }

    async fn health(&self) -> u16 {
        self.send(reqwest::Method::GET, "/healthz", "", None).await.unwrap().status().as_u16()
    }
}

fn number(view: &Json) -> u64 {
    view["number"].as_u64().unwrap()
}

#[tokio::test]
async fn what_is_acknowledged_after_a_fault_is_on_disk() {
    let mut server = TestServer::open().await;
    let mut chance = Stream::from_number(3);
    let mut games = Vec::new();
    for seed in 0..6 {
        games.push(server.game(&["human", "human"], Seed::from_number(seed), false).await);
    }
    for _ in 0..3 {
        server.sabotage().await;
        for (index, made) in games.iter().enumerate() {
            let before = number(&server.view(made, &made.host).await);
            let refused = server.act_somehow(made, &mut chance).await;
            assert!(refused.status >= 500, "{refused:?}");
            assert!(!server.is_on_disk(made, before + 1).await);
            assert_eq!(number(&server.view(made, &made.host).await), before, "what was refused is shown");
            // Whoever reads takes turns with whoever writes in ever new ways.
            for _ in 0..index % 3 {
                server.get("/api/games", "").await.ok();
            }
        }
        server.mend().await;
        for made in games.iter().chain(&games) {
            let acted = server.act_somehow(made, &mut chance).await.ok();
            assert!(server.is_on_disk(made, number(&acted)).await, "acknowledged and not written");
        }
    }
    let mut before = Vec::new();
    for made in &games {
        before.push(server.view(made, &made.host).await["table"].clone());
    }
    server.kill().await;
    server.start().await;
    for (made, before) in games.iter().zip(&before) {
        assert_eq!(server.view(made, &made.host).await["table"], *before);
    }
}

#[tokio::test]
async fn a_lock_that_another_program_holds_is_waited_for_and_healthz_says_so() {
    let server = TestServer::open().await;
    let made = server.game(&["human", "human"], Seed::from_number(1), false).await;
    let mut chance = Stream::from_number(4);
    assert_eq!(server.health().await, 200);
    let mut intruder = server.intruder().await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut intruder).await.unwrap();
    let (acted, ()) = tokio::join!(server.act_somehow(&made, &mut chance), async {
        server.get("/healthz", "").await.is(503, "unavailable");
        sqlx::query("ROLLBACK").execute(&mut intruder).await.unwrap();
    });
    // If this machine is too slow, the lock was held for longer than anybody waits.
    match acted.status {
        200 => assert!(server.is_on_disk(&made, number(&acted.body)).await),
        _ => assert!(acted.status >= 500, "{acted:?}"),
    }
    let acted = server.act_somehow(&made, &mut chance).await.ok();
    assert!(server.is_on_disk(&made, number(&acted)).await);
    assert_eq!(server.health().await, 200);
}

#[tokio::test]
async fn bots_go_on_by_themselves_when_the_fault_is_over() {
    let server = TestServer::open().await;
    server.sabotage().await;
    for seed in 0..8 {
        server.game(&["random", "human"], Seed::from_number(seed), false).await;
    }
    // The lobby is read from disk: nobody opens the games but the server itself.
    let bots_to_act = async || {
        let lobby = server.get("/api/games", "").await.ok();
        let bots = lobby.as_array().unwrap().iter().filter(|game| game["to_act"] == serde_json::json!([0]));
        bots.count()
    };
    assert!(bots_to_act().await > 0, "no bot moves first");
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(bots_to_act().await > 0, "nothing is wrong");
    server.mend().await;
    let begun = Instant::now();
    while bots_to_act().await > 0 {
        assert!(begun.elapsed() < PATIENCE, "the bots do not go on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
