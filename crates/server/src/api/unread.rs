//! Requests that are answered before they were heard to the end.
//!
//! A connection in the middle of a body is of no use for the next request: the client is told that it will be closed.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use http_body::{Frame, SizeHint};

/// A body that notes when it has been read to its end.
struct Watched {
    body: Body,
    ended: Arc<AtomicBool>,
}

impl Watched {
    fn note_end(&self) {
        if self.body.is_end_stream() {
            self.ended.store(true, Ordering::Relaxed);
        }
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        match polled {
            Poll::Ready(None) => self.ended.store(true, Ordering::Relaxed),
            Poll::Ready(_) => self.note_end(),
            Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Says `connection: close` with an answer to a request whose body was not read to the end.
pub async fn hang_up(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let ended = Arc::new(AtomicBool::new(false));
    let watched = ended.clone();
    let request = request.map(|body| Body::new(Watched { body, ended: watched }));
    let mut response = next.run(request).await;
    if !ended.load(Ordering::Relaxed) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
