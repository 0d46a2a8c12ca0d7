//! Refusals, with or without words.
//!
//! The same predicate lists what is legal and tells why something is not. A sentence with figures in it takes longer to write
//! than the rule to check: where only the yes or no is wanted, it is not written.

use engine::{Denied, RuleId};

/// How a predicate refuses.
pub(crate) trait Refusal: From<Denied> {
    /// Refuses under a rule, for a reason that is put into words if anybody reads it.
    fn worded(rule: RuleId, why: impl FnOnce() -> String) -> Self;
}

impl Refusal for Denied {
    fn worded(rule: RuleId, why: impl FnOnce() -> String) -> Denied {
        Denied::new(rule, why())
    }
}

/// A refusal that nobody reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct No;

impl From<Denied> for No {
    #[inline]
    fn from(_: Denied) -> No {
        No
    }
}

impl Refusal for No {
    #[inline]
    fn worded(_: RuleId, _: impl FnOnce() -> String) -> No {
        No
    }
}
