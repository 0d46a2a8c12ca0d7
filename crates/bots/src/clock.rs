//! Clocks that bots go by.

use std::cell::Cell;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Tells the time.
pub type Clock = fn() -> Instant;

/// To ask for the processor time of a thread takes a call of the system. Within so short a time it is taken to have gone on with the
/// wall clock, which costs next to nothing.
const NEARLY: Duration = Duration::from_micros(40);

/// Goes on only while this thread is at work, so that nothing depends on what else the machine does. Its times are comparable on
/// one thread alone. Two that lie close together may be a few hundredths of a millisecond too far apart.
pub fn processor_clock() -> Instant {
    static DAWN: LazyLock<Instant> = LazyLock::new(Instant::now);
    thread_local! {
        static WORK: ThreadTime = ThreadTime::now();
        /// When the system was last asked, and what it said.
        static ASKED: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
    }
    let now = Instant::now();
    if let Some((then, work)) = ASKED.get() {
        let since = now.duration_since(then);
        if since < NEARLY {
            return *DAWN + work + since;
        }
    }
    let work = WORK.with(ThreadTime::elapsed);
    ASKED.set(Some((now, work)));
    *DAWN + work
}
