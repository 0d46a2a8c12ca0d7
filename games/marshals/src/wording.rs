//! Why something is refused, in words.
//!
//! While a list is made, refusals come by the thousand and nobody reads them. They stay without words then: which rule is in the way
//! is all that counts.

use std::cell::Cell;

thread_local! {
    static UNREAD: Cell<bool> = const { Cell::new(false) };
}

/// Until it is dropped, nobody reads refusals on this thread.
struct Unread {
    before: bool,
}

impl Drop for Unread {
    fn drop(&mut self) {
        UNREAD.set(self.before);
    }
}

/// Does something whose refusals nobody reads.
pub(crate) fn unread<T>(work: impl FnOnce() -> T) -> T {
    let _unread = Unread { before: UNREAD.replace(true) };
    work()
}

/// Whether somebody reads why something is refused.
#[inline]
pub(crate) fn is_read() -> bool {
    !UNREAD.get()
}

/// A sentence like that of `format!`, put together only if somebody reads it.
macro_rules! words {
    ($($part:tt)*) => {
        if $crate::wording::is_read() { format!($($part)*) } else { String::new() }
    };
}

pub(crate) use words;
