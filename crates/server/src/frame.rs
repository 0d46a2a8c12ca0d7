//! Events of a stream as they are sent: written once and compressed once, for however many streams.
//!
//! A compressed stream is one gzip file that grows. Every event in it is compressed by itself and ends on a whole byte, so that
//! it does not wait for what comes later and can be put into any stream; nothing in it refers to what others were sent.

use std::cell::RefCell;
use std::fmt;
use std::io::Write;
use std::sync::{Arc, LazyLock, OnceLock};

use axum::body::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};
use futures_util::{Stream, StreamExt, stream};
use serde::Serialize;

/// About how long an event is, in bytes: most are shorter.
const USUAL: usize = 2048;

/// An event of a stream.
pub struct EventFrame {
    plain: Bytes,
    packed: OnceLock<Bytes>,
}

impl EventFrame {
    /// An event with its name, its id and its data, which is written as JSON on one line.
    pub fn new(name: &str, id: impl fmt::Display, data: &impl Serialize) -> EventFrame {
        let mut bytes = Vec::with_capacity(USUAL);
        write!(bytes, "event: {name}\nid: {id}\ndata: ").expect("memory takes everything");
        serde_json::to_writer(&mut bytes, data).expect("what is sent can be written");
        bytes.extend_from_slice(b"\n\n");
        EventFrame::of(bytes)
    }

    /// An event without an id, whose data is nothing.
    pub fn bare(name: &str) -> EventFrame {
        EventFrame::of(format!("event: {name}\ndata: {{}}\n\n"))
    }

    /// Nothing but a sign of life.
    pub fn heartbeat() -> Arc<EventFrame> {
        static HEARTBEAT: LazyLock<Arc<EventFrame>> =
            LazyLock::new(|| Arc::new(EventFrame::of(":\n\n".to_owned())));
        HEARTBEAT.clone()
    }

    fn of(bytes: impl Into<Bytes>) -> EventFrame {
        EventFrame { plain: bytes.into(), packed: OnceLock::new() }
    }

    /// As it is.
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// Compressed: deflate blocks, none of which is the last.
    pub fn packed(&self) -> &Bytes {
        self.packed.get_or_init(|| pack(&self.plain))
    }
}

impl fmt::Debug for EventFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.plain))
    }
}

/// Of what is hardly worth the time, the fastest that finds whole words again.
const LEVEL: Compression = Compression::new(2);

fn pack(plain: &[u8]) -> Bytes {
    thread_local! {
        static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(LEVEL, false));
    }
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        let mut packed = Vec::with_capacity(plain.len() / 2 + 64);
        loop {
            let rest = &plain[compressor.total_in() as usize..];
            compressor.compress_vec(rest, &mut packed, FlushCompress::Sync).expect("memory takes everything");
            // Where there is room left, all is out.
            if packed.len() < packed.capacity() && compressor.total_in() == plain.len() as u64 {
                return packed.into();
            }
            packed.reserve(plain.len() / 2 + 64);
        }
    })
}

/// How a gzip file begins: deflated, without a name, a date or anything else.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// A last block with nothing in it.
const LAST: [u8; 2] = [3, 0];

/// Events as the bytes of a gzip file.
pub fn gzip(
    frames: impl Stream<Item = Arc<EventFrame>> + Send + 'static,
) -> impl Stream<Item = Bytes> + Send {
    let body = stream::unfold(Some((frames.boxed(), Crc::new())), |following| async move {
        let (mut frames, mut crc) = following?;
        match frames.next().await {
            Some(frame) => {
                crc.update(frame.plain());
                Some((frame.packed().clone(), Some((frames, crc))))
            }
            None => {
                let end = [&LAST[..], &crc.sum().to_le_bytes(), &crc.amount().to_le_bytes()].concat();
                Some((end.into(), None))
            }
        }
    });
    stream::iter([Bytes::from_static(&HEAD)]).chain(body)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[tokio::test]
    async fn a_stream_of_packed_events_is_a_gzip_file() {
        let event = |nth: usize| Arc::new(EventFrame::new("update", nth, &vec![[1, 2]; nth * nth]));
        let mut frames: Vec<_> = (0..60).map(event).collect();
        frames.insert(7, EventFrame::heartbeat());
        frames.push(Arc::new(EventFrame::bare("deleted")));
        let plain: Vec<u8> = frames.iter().flat_map(|frame| frame.plain().to_vec()).collect();
        let packed: Vec<Bytes> = gzip(stream::iter(frames.clone())).collect().await;
        assert_eq!(packed.len(), frames.len() + 2);
        let mut read = Vec::new();
        GzDecoder::new(&packed.concat()[..]).read_to_end(&mut read).unwrap();
        assert_eq!(read, plain);
        assert!(plain.starts_with(b"event: update\nid: 0\ndata: []\n\n"));
        // Whatever was packed before, an event is packed in the same way.
        assert_eq!(packed[31], *event(29).packed());
    }
}
