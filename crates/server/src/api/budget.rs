//! A budget for answers under way: how many bytes wait for clients that are slow to take them.
//!
//! Each request reserves a little before it is dealt with, so that nothing is done for whoever does not take what he has
//! asked for. The answer then counts with its size until its last byte has gone to the system.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};

use super::problem::Problem;
use crate::permits::Permit;

/// So many bytes are set aside for an answer before anything is known of it.
pub const RESERVE: usize = 16 * 1024;

/// Smaller answers do not count.
const SMALL: u64 = 1024;

/// Charges an answer to the place that was reserved for it. If there is no room it is dropped, and who asked is told to
/// come back; but an answer to anything else than a question goes out in any case: it says what was done.
pub fn charge(method: &Method, response: Response, mut place: Permit) -> Response {
    // A stream has no size, and a place of its own.
    let Some(size) = response.body().size_hint().exact().filter(|&size| size > SMALL) else {
        return response;
    };
    let size = size as usize;
    if let Err(full) = place.resize(size) {
        if matches!(*method, Method::GET | Method::HEAD) {
            return Problem::busy(full).into_response();
        }
        place.set(size);
    }
    let place = Arc::new(place);
    response.map(|body| Body::new(Charged { body, place }))
}

/// A body whose bytes hold a place for as long as anybody holds one of them.
struct Charged {
    body: Body,
    place: Arc<Permit>,
}

/// Bytes that hold a place.
struct Held {
    bytes: Bytes,
    _place: Arc<Permit>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for Charged {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        let hold = |bytes| Bytes::from_owner(Held { bytes, _place: self.place.clone() });
        frame.map(|frame| frame.map(|frame| frame.map(|frame| frame.map_data(hold))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use prometheus_client::metrics::gauge::Gauge;

    use super::*;
    use crate::permits::{Capacity, PermitPool};

    fn permits() -> (Arc<PermitPool>, Gauge) {
        let gauge = Gauge::default();
        (PermitPool::new(Capacity { most: 100_000, per_address: 100_000 }, gauge.clone()), gauge)
    }

    fn reserve(permits: &Arc<PermitPool>) -> Permit {
        permits.reserve(Some(IpAddr::from([192, 0, 2, 1]).into()), RESERVE).unwrap()
    }

    #[tokio::test]
    async fn an_answer_counts_until_its_last_byte_is_gone() {
        let (permits, gauge) = permits();
        let answer = charge(&Method::GET, vec![b'x'; 50_000].into_response(), reserve(&permits));
        assert_eq!((answer.body().size_hint().exact(), gauge.get()), (Some(50_000), 50_000));
        let mut body = answer.into_body();
        let mut poll = Context::from_waker(std::task::Waker::noop());
        let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut body).poll_frame(&mut poll) else {
            panic!("no frame")
        };
        // As a connection does: the body is done with, its bytes are not.
        drop(body);
        let mut bytes = frame.into_data().unwrap();
        assert_eq!(gauge.get(), 50_000);
        let rest = bytes.split_off(49_999);
        drop(bytes);
        assert_eq!((gauge.get(), &rest[..]), (50_000, &b"x"[..]));
        drop(rest);
        assert_eq!(gauge.get(), 0);
    }

    #[tokio::test]
    async fn who_does_not_take_his_answers_gets_no_others_but_hears_what_was_done() {
        let (permits, gauge) = permits();
        let large = || vec![b'x'; 70_000].into_response();
        let first = charge(&Method::GET, large(), reserve(&permits));
        let refused = charge(&Method::GET, large(), reserve(&permits));
        assert_eq!((first.status().as_u16(), refused.status().as_u16()), (200, 429));
        assert_eq!(refused.headers()["retry-after"], "1");
        assert_eq!(gauge.get(), 70_000);
        let done = charge(&Method::POST, large(), reserve(&permits));
        assert_eq!((done.status().as_u16(), gauge.get()), (200, 140_000));
        assert_eq!(permits.reserve(None, RESERVE).err(), Some(crate::permits::Full::All));
        drop((first, done));
        assert_eq!(gauge.get(), 0);
        let small = charge(&Method::GET, "ok".into_response(), reserve(&permits));
        assert_eq!((small.status().as_u16(), gauge.get()), (200, 0));
    }
}
