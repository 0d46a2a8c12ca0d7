//! The server: games over HTTP.
//!
//! A game lives in a [room](room) in memory and in the [store] on disk. Whatever happens in it is written down before
//! anybody is told; so the server can be stopped at any moment, and goes on where it was when it starts again. Bots
//! [think](thinkers) on threads of their own. The [`api`] knows seats, tokens and tables, but no game.

mod api;
mod config;
mod door;
mod hall;
mod letter;
mod metrics;
mod places;
mod player;
mod press;
mod recovery;
mod room;
mod store;
mod thinkers;
mod token;
mod view;
mod web;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

pub use config::{Capacity, Config, Limits, Patience, Rate};
use door::Door;
use hall::Hall;
use metrics::Metrics;
use places::Places;
use store::Store;
pub use store::StoreError;
use thinkers::Thinkers;

/// How often games that nobody uses are dropped from memory.
const SWEEP: Duration = Duration::from_secs(60);

/// Beyond its budget a bot gets so long to come to an end.
const GRACE: Duration = Duration::from_secs(20);

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
    hall: Arc<Hall>,
    tasks: JoinSet<Result<(), ServeError>>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
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
        let hall = self.hall.clone();
        hall.closing.cancel();
        let ended = timeout(hall.config.patience.farewell, async {
            self.wait().await?;
            hall.tasks.close();
            hall.tasks.wait().await;
            Ok(())
        });
        let ended = ended.await.unwrap_or_else(|_| {
            tracing::warn!("something takes too long to come to an end: it is broken off");
            Ok(())
        });
        self.tasks.shutdown().await;
        hall.store.close().await;
        tracing::info!("the server has stopped");
        ended
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.hall.closing.cancel();
    }
}

/// Starts a server and goes on with the games it finds.
///
/// # Errors
/// If it cannot listen or open its database.
pub async fn start(config: Config) -> Result<Running, ServeError> {
    let metrics = Arc::new(Metrics::default());
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await;
    let listener = listener.map_err(|error| ServeError::Listen { address: listen, error })?;
    let address = listener.local_addr()?;
    let store = Store::open(&config.database, metrics.clone()).await?;
    let thinkers = Thinkers::start(config.thinkers, config.bot_turn + GRACE, &metrics)?;
    let hall = Arc::new(Hall::new(store, metrics, thinkers, config));
    lay_out_maps()?;
    let mut tasks = JoinSet::new();
    let mut connections = hall.config.limits.connections;
    if hall.config.behind_proxy {
        // They all come from the same address.
        connections.per_address = connections.most;
    }
    let door = Door {
        listener,
        router: api::router(hall.clone()),
        places: Places::new(connections, hall.metrics.connections.clone()),
        patience: hall.config.patience,
        closing: hall.closing.clone(),
    };
    tasks.spawn(async move {
        door.keep().await;
        Ok(())
    });
    tasks.spawn(look_after(hall.clone()));
    tracing::info!(%address, "the server listens");
    Ok(Running { address, hall, tasks })
}

/// Lays out the maps before anybody asks for them, on a thread that nobody waits for.
fn lay_out_maps() -> io::Result<()> {
    let all = || registry::CHARTS.iter().for_each(|chart| drop(registry::boards(chart.id)));
    std::thread::Builder::new().name("maps".to_owned()).spawn(all).map(drop)
}

/// Goes on with the games it finds, and drops from memory what nobody uses.
async fn look_after(hall: Arc<Hall>) -> Result<(), ServeError> {
    if let Some(resumed) = hall.closing.run_until_cancelled(hall.resume()).await {
        resumed?;
    }
    while hall.closing.run_until_cancelled(tokio::time::sleep(SWEEP)).await.is_some() {
        hall.sweep();
    }
    Ok(())
}

/// The description of the API in OpenAPI, as it is served.
pub fn openapi() -> serde_json::Value {
    api::routes().finish().1
}
