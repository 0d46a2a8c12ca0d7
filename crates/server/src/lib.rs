//! The server: games over HTTP.
//!
//! A game lives in a [room](room) in memory and in the [store] on disk. Whatever happens in it is written down before
//! anybody is told; so the server can be stopped at any moment, and goes on where it was when it starts again. Bots
//! [think](thinkers) on threads of their own. The [`api`] knows seats, tokens and tables, but no game.

mod api;
mod config;
mod hall;
mod metrics;
mod player;
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

use axum::serve::ListenerExt;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::{JoinError, JoinSet};

pub use config::{Config, Limits, Rate};
use hall::Hall;
use metrics::Metrics;
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

/// A server that runs. Dropping it stops it at once; nothing that was acknowledged is lost by that.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
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
    pub async fn wait(mut self) -> Result<(), ServeError> {
        while let Some(ended) = self.tasks.join_next().await {
            ended??;
        }
        Ok(())
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
    let mut tasks = JoinSet::new();
    let app = api::router(hall.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let listener = listener.tap_io(|stream| {
        // Answers are short and waited for.
        let _ = stream.set_nodelay(true);
    });
    tasks.spawn(async move { Ok(axum::serve(listener, app).await?) });
    tasks.spawn(async move {
        hall.resume().await?;
        loop {
            tokio::time::sleep(SWEEP).await;
            hall.sweep();
        }
    });
    tracing::info!(%address, "the server listens");
    Ok(Running { address, tasks })
}

/// The description of the API in OpenAPI, as it is served.
pub fn openapi() -> serde_json::Value {
    api::routes().finish().1
}

/// Runs a server until it breaks down.
///
/// # Errors
/// If it cannot start, or what broke down.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    start(config).await?.wait().await
}
