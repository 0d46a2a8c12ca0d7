//! The lines of Torres Vedras. Rulebook "Forts and Combat", Torres Vedras.
//!
//! Britain pays for them in six strategic turns; until then they have no effect.

use std::sync::LazyLock;

use atlas::topology::{HexId, SideId};
use engine::{Denied, Recorder, rule};

use crate::event::Event;
use crate::ids::{LeaderId, NationId};
use crate::map::MAP;
use crate::nations::Side;
use crate::state::{Country, Marshals};
use crate::wording::words;

/// In how many strategic turns they are paid for (M-fort-7).
pub(crate) const FINISHED: u8 = 6;

/// The level of the fort that they are.
const LEVEL: u8 = 2;

/// Who builds them.
static BUILDERS: LazyLock<Vec<LeaderId>> =
    LazyLock::new(|| ["Wellesley", "Wellington"].into_iter().filter_map(LeaderId::find).collect());

/// Where they are.
pub(crate) static LINES: LazyLock<HexId> =
    LazyLock::new(|| MAP.site("Torres Vedras").expect("Torres Vedras is on the map"));

impl Marshals {
    /// The level of the fort in a hex: forts are neither built nor destroyed, but for Torres Vedras (M-units-11).
    #[inline]
    pub fn fort(&self, hex: HexId) -> u8 {
        if has_lines(self) && hex == *LINES { LEVEL } else { MAP.fort(hex) }
    }

    /// Whether works along a side are mountains to whoever fights over it (M-fort-9).
    pub(crate) fn is_entrenched(&self, over: SideId) -> bool {
        has_lines(self) && MAP.side(over).works
    }

    /// Another point has been paid. Everybody hears when they are finished (M-fort-11).
    pub(crate) fn build_works(&mut self, log: &mut Recorder<Event>) {
        self.works += 1;
        if has_lines(self) {
            log.record(|| Event::Entrenched(*LINES));
        }
    }

    /// Control of a hex has changed: the French undo what is not finished (M-fort-8).
    pub(crate) fn overrun_works(&mut self, hex: HexId, by: NationId) {
        if hex == *LINES && !has_lines(self) && self.side(by) == Some(Side::French) {
            self.works = 0;
        }
    }

    /// Whether a side that defends a hex need not retreat: the Coalition behind the finished lines (M-fort-10).
    pub(crate) fn stands_on_lines(&self, hex: HexId, attacker: NationId) -> bool {
        has_lines(self) && hex == *LINES && self.side(attacker) == Some(Side::French)
    }
}

impl Country<'_> {
    /// Whether a nation can pay for the works in this strategic turn (M-fort-7).
    pub(crate) fn may_build_works(self) -> Result<(), Denied> {
        let deny = |why: String| Err(Denied::new(rule!("M-fort-7"), why));
        if self.nation != NationId::BRITAIN {
            return deny("Only Britain builds the lines of Torres Vedras.".into());
        }
        if !BUILDERS.iter().any(|leader| self.staff.hex(*leader).is_some()) {
            return deny("Wellington is not in play.".into());
        }
        if !self.control.get(*LINES).is_some_and(|holder| self.are_friends(holder, self.nation)) {
            return deny("Torres Vedras is not in British or allied hands.".into());
        }
        let (works, ordered) = (self.works, self.treasury(self.nation).orders.works);
        if works >= FINISHED || ordered {
            return deny(words!("{works} of {FINISHED} points are paid, one in a strategic turn."));
        }
        Ok(())
    }
}

fn has_lines(game: &Marshals) -> bool {
    game.works >= FINISHED
}
