//! Retreats. Rulebook 7.4, 8.31, 8.5.

use atlas::topology::Id;
use engine::{Denied, Recorder, Seat, rule};

use crate::action::Action;
use crate::blocks::BlockId;
use crate::control::Control;
use crate::event::Event;
use crate::map::BorderKind;
use crate::places::{BorderId, Crossing, Link, Place};
use crate::state::{Alliance, Fight, Origin};
use crate::states::State;

/// Why a block leaves a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leave {
    /// It retreats.
    Retreat,
    /// It has won.
    Regroup,
}

impl Alliance {
    pub(super) fn list_retreats(&self, fight: &Fight, block: BlockId, out: &mut Vec<Action>) {
        if fight.round < 2 || block.is_fortress() {
            return;
        }
        for link in fight.place.links() {
            if self.may_leave(fight, block, *link, Leave::Retreat).is_ok() {
                out.push(Action::Retreat { block, to: link.to });
            }
        }
        if let Some(base) = self.way_home(fight, block) {
            out.push(Action::Retreat { block, to: base });
        }
    }

    /// The naval base to which an invader can sail back (A-8.5-retreat), unless it is adjacent by land anyway.
    pub(super) fn way_home(&self, fight: &Fight, block: BlockId) -> Option<Place> {
        if !self.invaders.contains(block) {
            return None;
        }
        let base = self.origins[block.index()].place()?;
        let seat = self.decides(fight, block);
        let room = self.surplus(self.blocks_at(base).with(block), base) == 0;
        (room && self.may_sail_back(seat, fight.place, base).is_ok()).then_some(base)
    }

    /// What stops a block from leaving the battle over a border, if anything.
    pub(super) fn may_leave(
        &self,
        fight: &Fight,
        block: BlockId,
        link: Link,
        why: Leave,
    ) -> Result<(), Denied> {
        if block.is_fortress() {
            return Err(Denied::new(rule!("A-2.13-fortress"), "a fortress neither retreats nor regroups"));
        }
        if why == Leave::Retreat && fight.round < 2 {
            return Err(Denied::new(rule!("A-7.4-option"), "nobody retreats in round 1"));
        }
        let seat = self.decides(fight, block);
        match (block.is_fleet(), link.crossing) {
            (true, _) if !link.to.is_sea() => {
                return Err(Denied::new(rule!("A-8.3-toSea"), "a fleet goes back to a sea"));
            }
            (true, Crossing::Narrows(shores)) => self.are_open(&self.lay_of(block.state()), shores)?,
            (true, _) => {}
            (false, Crossing::Land(BorderKind::Lake)) if !self.is_winter() => {
                return Err(Denied::new(rule!("A-11.12-onega"), "the lake is frozen only in Winter"));
            }
            (false, Crossing::Land(_)) => {}
            (false, _) => return Err(Denied::new(rule!("A-8.31-armies"), "armies do not retreat by sea")),
        }
        if why == Leave::Retreat && !block.is_fleet() {
            let enemy = self.ways(self.side_of(block).other());
            let own = self.ways(self.side_of(block));
            if enemy.contains(link.to) && !own.contains(link.to) {
                return Err(Denied::new(rule!("A-7.4-where"), "the enemy came over that border"));
            }
        }
        self.is_haven(seat, block, link.to, why)?;
        let (limit, rule) = self.limit(link.crossing, block.state() == State::Russia);
        if self.left_over(link.border, seat) >= limit {
            return Err(Denied::new(rule, "no more blocks may leave over that border this round"));
        }
        if self.surplus(self.blocks_at(link.to).with(block), link.to) > 0 {
            return Err(Denied::new(rule!("A-7.4-stack"), "there is no room for another block"));
        }
        Ok(())
    }

    /// Whether a place takes in a block that leaves a battle: it is friendly, or vacant (A-7.4-where, A-7.4-noenemy).
    fn is_haven(&self, seat: Seat, block: BlockId, to: Place, why: Leave) -> Result<(), Denied> {
        let lay = self.lay_of(block.state());
        let there = lay.at(to);
        let control = lay.control(to);
        if control == Control::Embattled {
            return Err(Denied::new(rule!("A-7.4-noenemy"), "a battle is to be fought there"));
        }
        if !there.iter().all(|other| self.at_peace(block.state(), other)) {
            return Err(Denied::new(rule!("A-7.4-noenemy"), "it is occupied by others"));
        }
        let invader = self.invaders.contains(block);
        if invader && why == Leave::Retreat && control != Control::Friendly {
            let why = "invaders go back by sea or to friendly regions";
            return Err(Denied::new(rule!("A-8.5-retreat"), why));
        }
        let owners = if there.is_empty() { to.home().into_iter().collect() } else { there };
        owners.iter().try_for_each(|owner| self.lets_in(seat, &lay.circle, owner))
    }

    /// How many blocks of a player have left over a border this round.
    pub(super) fn left_over(&self, border: BorderId, seat: Seat) -> u8 {
        let left = self.fight().retreated.iter().find(|(over, who, _)| *over == border && *who == seat);
        left.map_or(0, |(_, _, count)| *count)
    }

    /// Counts a block of a player that leaves over a border.
    pub(super) fn count_leaving(&mut self, border: BorderId, seat: Seat) {
        let retreated = &mut self.fight_mut().retreated;
        match retreated.iter_mut().find(|(over, who, _)| *over == border && *who == seat) {
            Some((_, _, count)) => *count += 1,
            None => retreated.push((border, seat, 1)),
        }
    }

    /// Retreats a block.
    pub(super) fn retreat(
        &mut self,
        block: BlockId,
        to: Place,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let from = fight.place;
        let link = from.link(to);
        if self.way_home(fight, block) == Some(to) && fight.round >= 2 {
            self.leave(block, to, log);
        } else {
            let link =
                link.ok_or_else(|| Denied::new(rule!("A-7.4-where"), "blocks retreat to what is adjacent"))?;
            self.may_leave(fight, block, link, Leave::Retreat)?;
            self.go_over(block, link, log);
        }
        log.record(|| Event::Retreated { block, from, to });
        Ok(())
    }

    /// Takes a block over a border, out of the battle.
    pub(super) fn go_over(&mut self, block: BlockId, link: Link, log: &mut impl Recorder<Event>) {
        let seat = self.decides(self.fight(), block);
        self.count_leaving(link.border, seat);
        // A vacant neutral region is roused (A-7.4-neutral, A-7.5-neutral).
        let vacant = self.states_at(link.to).is_empty();
        let home = link.to.home().filter(|home| vacant && self.circle(seat).neutral.contains(*home));
        if let Some(home) = home {
            self.rouse(home, seat, log);
        }
        self.leave(block, link.to, log);
    }

    fn leave(&mut self, block: BlockId, to: Place, _log: &mut impl Recorder<Event>) {
        self.spots[block.index()] = to.into();
        self.origins[block.index()] = Origin::NONE;
        self.attackers.remove(block);
        self.reserves.remove(block);
        self.invaders.remove(block);
        debug_assert!(!self.is_embattled(to), "nobody retreats into a battle");
    }
}
