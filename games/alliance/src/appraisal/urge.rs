//! How likely a sensible player is to do something, at first sight. Cheap: asked of every action in long lists.

use std::ops::Deref;

use engine::{Seat, Temper};

use crate::action::Action;
use crate::blocks::{BlockId, Kind};
use crate::places::Place;
use crate::state::{Alliance, Phase, Stage};

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
    pub(crate) fn prior(&self, action: Action) -> f32 {
        match action {
            Action::Abandon(_) | Action::Disband(_) | Action::Bar(_) => 0.002,
            // Nobody breaks his word in the turn in which he has given it.
            Action::Break(ally) if self.talk.asked.contains(ally) => 0.002,
            Action::Break(_) => 0.03,
            Action::Surrender => 0.001,
            Action::Grant(_) | Action::Claim(_) | Action::Counter => 0.003,
            // Nobody asks whom he does not want, not even the only opponent.
            Action::Propose(to) if !self.suits(to) => 0.002,
            Action::Propose(_) => 0.05,
            Action::Accept => 0.5,
            Action::Ally | Action::Send => 2.0,
            Action::Admit(_) => 3.0,
            // A fleet without guns does no good by staying (8.2).
            Action::Hold(block) if self.strength(block) == 0 => 0.002,
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

    /// What doing this says about a player: whether he seeks battle, and whether he stands by his friends.
    pub(crate) fn temper(&self, action: Action) -> Temper {
        let bold = |boldness: f32| Temper { boldness, loyalty: 0.0 };
        let loyal = |loyalty: f32| Temper { boldness: 0.0, loyalty };
        match action {
            Action::Step { block, to } | Action::Aid { block, to } if self.meets_enemy(block, to) => {
                bold(1.0)
            }
            Action::Invade { .. } | Action::Pursue { .. } => bold(1.0),
            Action::Extend(_) => bold(0.7),
            Action::Fire(_) => bold(0.2),
            Action::Bid { .. } | Action::Match => bold(0.3),
            Action::Retreat { .. } => bold(-1.0),
            Action::Hold(_) => bold(-0.5),
            Action::Levy(_) | Action::Build { .. } => bold(-0.3),
            Action::Surrender => bold(-1.0),
            Action::Done if self.may_fight_on() => bold(-0.7),
            Action::Accept | Action::Ally => loyal(1.0),
            Action::Propose(_) | Action::Admit(_) => loyal(0.4),
            Action::Break(_) | Action::Abandon(_) => loyal(-1.0),
            Action::Bar(_) => loyal(-0.5),
            Action::Done if self.talk.proposal.is_some_and(|open| open.sent) => loyal(-0.4),
            _ => Temper::default(),
        }
    }

    /// Whether an alliance with a player would suit both: neither has enough friends, and neither is about to win against the other.
    fn suits(&self, to: Seat) -> bool {
        let most = self.most_friends();
        let free = |seat: Seat| self.pacts.allied[seat].len() < most;
        if self.are_allied(self.seat, to) || !free(self.seat) || !free(to) {
            return false;
        }
        let scores = self.scores();
        let is_rival = |other: Seat, seat: Seat| {
            let theirs = scores[other.index()];
            let others = || Seat::first(self.players()).filter(|third| *third != seat);
            let ahead = others().filter(|third| scores[third.index()] > theirs).count();
            theirs > scores[seat.index()] && ahead + 1 < others().count()
        };
        !is_rival(to, self.seat) && !is_rival(self.seat, to)
    }

    /// Whether a block that goes there meets somebody with whom it is not at peace.
    fn meets_enemy(&self, block: BlockId, to: Place) -> bool {
        self.states_at(to).iter().any(|other| !self.at_peace(block.state(), other))
    }

    /// Whether an HQ is asked to fight on.
    fn may_fight_on(&self) -> bool {
        self.fight.as_ref().is_some_and(|fight| matches!(fight.stage, Stage::Extend(_)))
    }

    /// What a block's fire is worth, in hits a round.
    fn worth_of(&self, block: BlockId) -> f32 {
        f32::from(self.blocks.strengths[block].max(1)) * f32::from(block.printed().fire.number) / 6.0
            + if block.kind() == Kind::Hq { 2.0 } else { 0.0 }
    }

    /// Into battles that are already opened, to what counts; away from one's own cities rather not.
    fn urge_to_step(&self, block: BlockId, to: Place) -> f32 {
        // Nobody marches to and fro.
        if self.turn.group == Some(to) {
            return 0.002;
        }
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
