//! How a bot is told to stop thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a bot, on whatever thread, to decide at once with what it knows by now. A bot looks at it as often as at its
/// clock.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Tells it, for good.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been told.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
