//! Accepts connections, bounds how long each may take, and closes them when the server stops.
//!
//! A client that does not ask, or does not take its answer, is shown out after a while, so that nobody holds a
//! connection for nothing. A live-update stream is an answer that goes on: it may stay open for ever.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::address::{ClientAddress, Proxies};
use crate::config::Patience;
use crate::permits::{Permit, PermitPool};

/// When the machine has no more connections to give, it gets so long to find some.
const BREATHER: Duration = Duration::from_millis(500);

/// The way in.
pub struct Acceptor {
    /// Where one knocks.
    pub listener: TcpListener,
    /// Who answers.
    pub router: Router,
    /// How many may be in.
    pub permits: Arc<PermitPool>,
    /// Who comes for others.
    pub proxies: Proxies,
    /// How long they are waited for.
    pub patience: Patience,
    /// When to close.
    pub closing: CancellationToken,
}

impl Acceptor {
    /// Lets clients in until it is to close; ends when the last has had the answer he waited for.
    pub async fn keep(self) {
        let clients = TaskTracker::new();
        while let Some(accepted) = self.closing.run_until_cancelled(self.listener.accept()).await {
            match accepted {
                Ok((stream, from)) => match self.permits.reserve(self.counted(from), 1) {
                    Ok(place) => {
                        clients.spawn(self.attend(stream, from, place));
                    }
                    Err(_) => turn_away(&stream),
                },
                Err(error) => stumble(error).await,
            }
        }
        drop(self.listener);
        clients.close();
        clients.wait().await;
    }

    /// Whose connection it is. Those of a proxy are of many clients.
    fn counted(&self, from: SocketAddr) -> Option<ClientAddress> {
        (!self.proxies.trust(from.ip())).then(|| from.ip().into())
    }

    /// Serves one client, request after request.
    fn attend(&self, stream: TcpStream, from: SocketAddr, place: Permit) -> impl Future<Output = ()> + use<> {
        let (router, patience, closing) = (self.router.clone(), self.patience, self.closing.clone());
        async move {
            let _held_as_long_as_the_connection = place;
            // Answers are short and waited for.
            let _ = stream.set_nodelay(true);
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(patience.taken));
            let answer = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(ConnectInfo(from));
                router.clone().oneshot(request)
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience.asked)
                .serve_connection(TokioIo::new(Box::pin(stream)), answer);
            let mut connection = pin!(connection);
            let ended = match closing.run_until_cancelled(connection.as_mut()).await {
                Some(ended) => ended,
                None => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::trace!(%from, %error, "a connection breaks off");
            }
        }
    }
}

/// Says why, as far as that can be said without waiting.
fn turn_away(stream: &TcpStream) {
    let body = crate::api::crowded();
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         retry-after: 1\r\nconnection: close\r\n\r\n{body}"
    );
    let _ = stream.try_write(answer.as_bytes());
}

/// A client that was gone before it came in is nothing; anything else is the machine's fault and may pass.
async fn stumble(error: io::Error) {
    let gone = [ErrorKind::ConnectionRefused, ErrorKind::ConnectionAborted, ErrorKind::ConnectionReset];
    if !gone.contains(&error.kind()) {
        tracing::error!(%error, "nobody can be let in");
        tokio::time::sleep(BREATHER).await;
    }
}
