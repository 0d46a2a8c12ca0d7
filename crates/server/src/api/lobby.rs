//! The lobby: the newest games, found out once for all who ask at the same time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Outcome, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Mutex;

use super::App;
use super::describe::{Answers, Operation};
use super::problem::Problem;
use crate::player::Player;
use crate::store::Listed as StoredGame;

/// A game in the lobby.
#[derive(Serialize, JsonSchema)]
pub struct Listed {
    /// Its id.
    id: String,
    /// Which game it is of.
    game: String,
    /// The name of that game.
    title: &'static str,
    /// The scenario's id.
    scenario: String,
    /// When it was made, in milliseconds since 1970.
    created: i64,
    /// How many entries the journal has.
    number: usize,
    /// Who must decide.
    to_act: Vec<Seat>,
    /// Who sits where.
    seats: Vec<Player>,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// When somebody last did something, in milliseconds since 1970; left out where that was not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<i64>,
    /// Where it stands, in a few words; left out where that was not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    /// What the seats play; left out where that was not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<String>>,
}

impl From<StoredGame> for Listed {
    fn from(kept: StoredGame) -> Listed {
        let (stage, parts) = kept.standing.sight.map(|sight| (sight.stage, sight.parts)).unzip();
        Listed {
            moved: kept.standing.moved,
            stage,
            parts,
            id: kept.id,
            title: registry::info(&kept.game).map_or("", |info| info.title),
            game: kept.game,
            scenario: kept.setup.scenario,
            created: kept.created,
            number: kept.standing.number,
            to_act: kept.standing.to_act,
            seats: kept.seats,
            outcome: kept.standing.outcome,
        }
    }
}

/// Something that is found out at most once in a while, by one for all who ask.
#[derive(Debug)]
pub struct Cached<T> {
    age: Duration,
    found: Mutex<Option<(Instant, T)>>,
}

impl<T: Clone> Cached<T> {
    /// Nothing yet.
    pub fn new(age: Duration) -> Cached<T> {
        Cached { age, found: Mutex::new(None) }
    }

    /// What was found before `now`, if it is not too old; else what `find` finds. Whoever asks meanwhile waits for that.
    ///
    /// # Errors
    /// Those of `find`. The next one tries again.
    pub async fn get<E>(&self, now: Instant, find: impl AsyncFnOnce() -> Result<T, E>) -> Result<T, E> {
        let mut found = self.found.lock().await;
        if let Some((since, value)) = &*found
            && now.saturating_duration_since(*since) < self.age
        {
            return Ok(value.clone());
        }
        let value = find().await?;
        *found = Some((Instant::now().max(now), value.clone()));
        Ok(value)
    }

    /// It is out of date.
    pub async fn forget(&self) {
        *self.found.lock().await = None;
    }
}

/// The newest games, as JSON.
pub type Lobby = Arc<Cached<Bytes>>;

/// The list of games, as it was written for whoever asked first.
pub struct Newest(Bytes);

impl IntoResponse for Newest {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

impl Answers for Newest {
    fn answer(operation: &mut Operation<'_>) {
        operation.json::<Vec<Listed>>(StatusCode::OK);
    }
}

/// `GET /api/games`
pub async fn lobby(State(app): State<App>) -> Result<Newest, Problem> {
    let find = async || {
        let newest = app.games.store.newest(app.games.config.limits.lobby).await?;
        let listed: Vec<Listed> = newest.into_iter().map(Listed::from).collect();
        let json = serde_json::to_vec(&listed).map_err(|error| Problem::internal(&error))?;
        Ok::<_, Problem>(Bytes::from(json))
    };
    app.lobby.get(Instant::now(), find).await.map(Newest)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn it_is_found_out_once_for_all_who_ask() {
        let cached = Cached::new(Duration::from_secs(1));
        let count = AtomicUsize::new(0);
        let find = async || {
            tokio::task::yield_now().await;
            Ok::<_, ()>(count.fetch_add(1, Ordering::Relaxed) + 1)
        };
        let now = Instant::now();
        let all = futures_util::future::join_all((0..50).map(|_| cached.get(now, find))).await;
        assert!(all.iter().all(|found| *found == Ok(1)));
        assert_eq!(cached.get(now + Duration::from_millis(500), find).await, Ok(1));
        assert_eq!(cached.get(now + Duration::from_secs(60), find).await, Ok(2));
        cached.forget().await;
        assert_eq!(cached.get(now + Duration::from_secs(60), find).await, Ok(3));
    }

    #[tokio::test]
    async fn a_failure_is_not_kept() {
        let cached = Cached::new(Duration::from_secs(1));
        let now = Instant::now();
        assert_eq!(cached.get(now, async || Err::<u8, _>("no")).await, Err("no"));
        assert_eq!(cached.get(now, async || Ok::<_, ()>(1)).await, Ok(1));
    }
}
