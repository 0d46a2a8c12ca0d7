//! The server: games over HTTP.
//!
//! A game lives in a [room](room) in memory and in the [store] on disk. Whatever happens in it is written down before
//! anybody is told; so the server can be stopped at any moment, and goes on where it was when it starts again. Bots
//! [think](bot_pool) on threads of their own. The [`api`] knows seats, tokens and tables, but no game.

mod acceptor;
mod account;
mod address;
mod api;
mod bot_pool;
mod calculator;
mod config;
mod frame;
mod games;
mod letter;
mod load;
mod metrics;
mod open_files;
mod permits;
mod player;
mod queue;
mod recovery;
mod room;
mod seeds;
mod store;
mod text;
mod tile_renderer;
mod token;
mod view;
mod web;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

use acceptor::Acceptor;
use bot_pool::{BotPool, Times};
pub use config::{BotLimits, BotLoad, Capacity, Config, Limits, Patience, Proxies, Rate};
use games::GameRegistry;
use metrics::Metrics;
use permits::PermitPool;
use store::Store;
pub use store::{Backup, BackupError, StoreError, backup};

/// How often games that nobody uses are dropped from memory.
const SWEEP: Duration = Duration::from_secs(60);

/// A bot that was told to stop gets so long to come to an end.
const GRACE: Duration = Duration::from_secs(20);

/// So many may read the figures of the server at once.
const OPERATORS: usize = 16;
/// Beyond its budget a bot may take so much longer before it is told to stop.
const SLACK: Duration = Duration::from_secs(1);

/// Why a server does not start or go on.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be had.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The store cannot be opened.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The machine does not do its part.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A part of the server has broken down.
    #[error("the server has broken down: {0}")]
    Broken(#[from] JoinError),
}

/// A server that runs. Dropping it stops it; nothing that was acknowledged is lost by that.
pub struct Running {
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    games: Arc<GameRegistry>,
    tasks: JoinSet<Result<(), ServeError>>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its figures can be read, if anywhere.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Waits until it breaks down.
    ///
    /// # Errors
    /// What broke down.
    pub async fn wait(&mut self) -> Result<(), ServeError> {
        while let Some(ended) = self.tasks.join_next().await {
            ended??;
        }
        Ok(())
    }

    /// Stops it: lets nobody in any more, answers who has asked, ends the streams, leaves the bots' thoughts for the
    /// next time and closes the database. Whatever takes longer than the farewell allows is broken off.
    ///
    /// # Errors
    /// If something broke down at the last moment.
    pub async fn stop(mut self) -> Result<(), ServeError> {
        let games = self.games.clone();
        games.closing.cancel();
        let ended = timeout(games.config.patience.farewell, async {
            self.wait().await?;
            games.tasks.close();
            games.tasks.wait().await;
            Ok(())
        });
        let ended = ended.await.unwrap_or_else(|_| {
            tracing::warn!("something takes too long to come to an end: it is broken off");
            Ok(())
        });
        self.tasks.shutdown().await;
        games.keep_uses().await;
        games.store.close().await;
        tracing::info!("the server has stopped");
        ended
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.games.closing.cancel();
    }
}

/// Starts a server and goes on with the games it finds.
///
/// # Errors
/// If it cannot listen or open its database.
pub async fn start(mut config: Config) -> Result<Running, ServeError> {
    config.limits.connections = open_files::make_room(config.limits.connections);
    let metrics = Arc::new(Metrics::default());
    let listener = listen(config.listen).await?;
    let address = listener.local_addr()?;
    let for_operator = match config.metrics {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let metrics_address = for_operator.as_ref().map(TcpListener::local_addr).transpose()?;
    let store = Store::open(&config.database, metrics.clone()).await?;
    let times = Times { turn: config.bot_turn + SLACK, grace: GRACE };
    let bot_pool = BotPool::new(config.bot_threads, times, &metrics);
    let accounts = store.account_key().await?;
    let games = Arc::new(GameRegistry::new(store, metrics, bot_pool, accounts, config));
    lay_out_maps()?;
    let mut tasks = JoinSet::new();
    let acceptor = |listener, router, connections, gauge, proxies| Acceptor {
        listener,
        router,
        permits: PermitPool::new(connections, gauge),
        proxies,
        patience: games.config.patience,
        closing: games.closing.clone(),
    };
    let connections = games.config.limits.connections;
    let (gauge, proxies) = (games.metrics.connections.clone(), games.config.proxies.clone());
    let mut doors = vec![acceptor(listener, api::router(games.clone()), connections, gauge, proxies)];
    doors.extend(for_operator.map(|listener| {
        let few = Capacity { most: OPERATORS, per_address: OPERATORS };
        acceptor(listener, api::operator(games.clone()), few, Gauge::default(), Proxies::None)
    }));
    for acceptor in doors {
        tasks.spawn(async move {
            acceptor.keep().await;
            Ok(())
        });
    }
    tasks.spawn(look_after(games.clone()));
    tracing::info!(%address, "the server listens");
    Ok(Running { address, metrics: metrics_address, games, tasks })
}

async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen { address, error })
}

/// Lays out the maps before anybody asks for them, on a thread that nobody waits for.
fn lay_out_maps() -> io::Result<()> {
    let all = || registry::CHARTS.iter().for_each(|chart| drop(registry::boards(chart.id)));
    std::thread::Builder::new().name("maps".to_owned()).spawn(all).map(drop)
}

/// Goes on with the games it finds, and drops from memory what nobody uses.
async fn look_after(games: Arc<GameRegistry>) -> Result<(), ServeError> {
    if let Some(resumed) = games.closing.run_until_cancelled(games.resume()).await {
        resumed?;
    }
    while games.closing.run_until_cancelled(tokio::time::sleep(SWEEP)).await.is_some() {
        games.keep_uses().await;
        games.sweep();
    }
    Ok(())
}

/// The description of the API in OpenAPI, as it is served.
pub fn openapi() -> serde_json::Value {
    api::routes().finish().1
}
