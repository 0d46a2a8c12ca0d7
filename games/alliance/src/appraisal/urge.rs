//! How likely a sensible player is to do something, at first sight. Cheap: asked of every action in long lists.

use std::ops::Deref;

use atlas::topology::Id;
use engine::Seat;

use crate::action::Action;
use crate::blocks::{BlockId, Kind};
use crate::places::Place;
use crate::state::{Alliance, Phase};

/// How a sensible player of a seat is inclined.
pub(crate) struct Urge<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) seat: Seat,
}

impl Deref for Urge<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// How a sensible player of `seat` is inclined.
    pub(crate) fn urge(&self, seat: Seat) -> Urge<'_> {
        Urge { game: self, seat }
    }
}

impl Urge<'_> {
    /// How likely a sensible player is to do this, against 1 for an ordinary action.
    pub(crate) fn inclination(&self, action: Action) -> f32 {
        match action {
            Action::Abandon(_) | Action::Break(_) | Action::Disband(_) | Action::Bar(_) => 0.002,
            Action::Surrender => 0.001,
            Action::Grant(_) | Action::Claim(_) | Action::Counter => 0.003,
            Action::Propose(_) => 0.05,
            Action::Accept => 0.5,
            Action::Ally | Action::Send => 2.0,
            Action::Admit(_) => 3.0,
            Action::Hold(_) => 0.02,
            Action::Fire(_) => 4.0,
            Action::Retreat { .. } => 0.3,
            Action::Lose(block) => 1.0 / (0.2 + self.worth_of(block)),
            Action::Hit(block) | Action::Suffer(block) => 1.0 / (0.1 + self.worth_of(block)),
            Action::Levy(block) => 0.3 + 0.3 * f32::from(block.printed().fire.number),
            Action::Build { block, .. } => 0.2 + 0.2 * f32::from(block.printed().fire.number),
            Action::Bid { target, gold } => {
                let great = if target.is_empire() { 2.0 } else { 0.4 };
                great * if gold == 1 { 1.0 } else { 0.5 }
            }
            Action::Aid { .. } => 0.5,
            Action::Step { block, to } => self.urge_to_step(block, to),
            Action::Invade { to, .. } => 0.3 + f32::from(to.value()),
            Action::Ship { to, .. } => 0.2 + 0.2 * f32::from(to.value()),
            Action::Group(place) => self.urge_to_group(place),
            Action::Regroup { .. } => 0.3,
            Action::Pursue { .. } => 0.6,
            Action::Done => match self.phase {
                Phase::Actions if self.fight.is_none() && self.turn.points > 0 => 0.3,
                _ => 2.0,
            },
            _ => 1.0,
        }
    }

    /// What a block's fire is worth, in hits a round.
    fn worth_of(&self, block: BlockId) -> f32 {
        f32::from(self.strengths[block.index()].max(1)) * f32::from(block.printed().fire.number) / 6.0
            + if block.kind() == Kind::Hq { 2.0 } else { 0.0 }
    }

    /// Into battles that are already opened, to what counts; away from one's own cities rather not.
    fn urge_to_step(&self, block: BlockId, to: Place) -> f32 {
        if self.is_embattled(to) {
            return 4.0;
        }
        let home = to.home().and_then(|home| self.led_by(home));
        let mut urge = match home {
            Some(owner) if owner == self.seat => 0.8,
            Some(_) => 1.2 + 2.0 * f32::from(to.value()),
            None => 0.7 + 0.8 * f32::from(to.value()),
        };
        let from = self.place(block).map_or(0, |place| if place.is_sea() { 0 } else { place.value() });
        urge /= 1.0 + f32::from(from);
        if self.turn.march.is_some_and(|march| march.block == block) { 1.5 * urge } else { urge }
    }

    /// Groups near others' land sooner than those deep at home.
    fn urge_to_group(&self, place: Place) -> f32 {
        let foreign =
            place.links().iter().any(|link| link.to.home().is_some_and(|home| Some(home) != place.home()));
        if foreign { 1.2 } else { 0.6 }
    }
}
