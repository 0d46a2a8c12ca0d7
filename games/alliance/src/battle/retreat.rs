//! Retreats. Rulebook 7.4, 8.31, 8.5.

use engine::{Denied, Recorder, Seat, rule};

use super::Melee;
use crate::action::Action;
use crate::blocks::BlockId;
use crate::control::{Control, Lay, Unit};
use crate::event::Event;
use crate::map::BorderKind;
use crate::movement::Ground;
use crate::places::{BorderId, Crossing, Link, Place, Room};
use crate::state::{Alliance, Crossed};
use crate::states::State;

/// Why a block leaves a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Leave {
    /// It retreats.
    Retreat,
    /// It has won.
    Regroup,
}

impl Alliance {
    /// Whether armies can cross such a border on foot now (A-8.31-armies).
    pub(super) fn is_walkable(&self, crossing: Crossing) -> Result<(), Denied> {
        match crossing {
            Crossing::Land(BorderKind::Lake) if !self.is_winter() => {
                Err(Denied::new(rule!("A-11.12-onega"), "the lake freezes in Winter only"))
            }
            Crossing::Land(_) => Ok(()),
            _ => Err(Denied::new(rule!("A-8.31-armies"), "an army cannot leave by sea")),
        }
    }

    /// How many blocks of a player have left over a border this round: all, and those that are not Russian (A-7.4-limits).
    pub(super) fn left_over(&self, border: BorderId, seat: Seat) -> (u8, u8) {
        let left = self.fight().left.iter().find(|(who, crossed)| *who == seat && crossed.border == border);
        left.map_or((0, 0), |(_, crossed)| (crossed.all, crossed.foreign))
    }

    /// Counts a block of a player that leaves over a border.
    pub(super) fn count_leaving(&mut self, block: BlockId, border: BorderId, seat: Seat) {
        let foreign = u8::from(block.state() != State::Russia);
        let left = &mut self.fight_mut().left;
        match left.iter_mut().find(|(who, crossed)| *who == seat && crossed.border == border) {
            Some((_, crossed)) => {
                crossed.all += 1;
                crossed.foreign += foreign;
            }
            None => left.push((seat, Crossed { border, all: 1, foreign })),
        }
    }

    /// Retreats a block.
    pub(super) fn retreat(
        &mut self,
        block: BlockId,
        to: Place,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let from = self.fight().place;
        self.leave(block, to, Leave::Retreat, log)?;
        log.record(|| Event::Retreated { block, from, to });
        Ok(())
    }

    /// Takes a block out of the battle, by sea or over a border.
    pub(super) fn leave(
        &mut self,
        block: BlockId,
        to: Place,
        why: Leave,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let lay = self.melee(fight).outlook(block);
        let by_sea =
            self.melee(fight).way_home(&lay, block) == Some(to) && (why == Leave::Regroup || fight.round > 1);
        if !by_sea {
            let link = fight.place.link(to).ok_or_else(|| self.ground(&lay).why_not_home(block, to))?;
            self.melee(fight).may_leave(&lay, block, link, why)?;
            self.go_over(&lay, block, link, log);
        }
        self.blocks.spots[block] = to.into();
        self.forget_battle(block);
        debug_assert!(!self.is_embattled(to), "nobody retreats into a battle");
        Ok(())
    }

    /// A block crosses a border out of the battle. A vacant neutral region is roused by others than its own, also by neutrals,
    /// whom somebody leads for the time of the battle (A-7.4-neutral, A-7.5-neutral).
    fn go_over(&mut self, lay: &Lay, block: BlockId, link: Link, log: &mut Recorder<Event>) {
        let seat = lay.circle.seat;
        self.count_leaving(block, link.border, seat);
        let vacant = lay.at(link.to).is_empty();
        let home = link.to.home().filter(|home| vacant && lay.circle.neutral.contains(*home));
        if let Some(home) = home.filter(|home| self.head(block.state()) != self.head(*home)) {
            self.rouse_all(home.into(), seat, log);
        }
    }
}

impl Unit<'_> {
    /// Nobody retreats over a border by which the enemy came, unless his own side came by it too (A-7.4-where).
    fn is_not_cut_off(&self, to: Place) -> Result<(), Denied> {
        let side = self.side_of(self.block);
        match self.ways(side.other()).contains(to) && !self.ways(side).contains(to) {
            true => Err(Denied::new(rule!("A-7.4-where"), "the enemy came over that border")),
            false => Ok(()),
        }
    }
}

impl Melee<'_> {
    /// Adds every retreat of a block. `lay` is the map before whoever decides for it, here and in what follows.
    pub(super) fn list_retreats(&self, lay: &Lay, block: BlockId, out: &mut Vec<Action>) {
        if self.fight.round < 2 || block.is_fortress() {
            return;
        }
        let home = self.way_home(lay, block);
        for link in self.fight.place.links().iter().filter(|link| Some(link.to) != home) {
            if self.may_leave(lay, block, *link, Leave::Retreat).is_ok() {
                out.push(Action::Retreat { block, to: link.to });
            }
        }
        out.extend(home.map(|to| Action::Retreat { block, to }));
    }

    /// The map as it lies before a block in a battle: before its leader, or, if nobody leads it, before its own state.
    pub(super) fn outlook(&self, block: BlockId) -> Lay {
        self.lay_of(block.state(), self.decides(block))
    }

    /// Whether a block can retreat anywhere.
    pub(super) fn can_retreat(&self, block: BlockId) -> bool {
        let lay = self.outlook(block);
        let leaves = |link: &Link| self.may_leave(&lay, block, *link, Leave::Retreat).is_ok();
        self.fight.place.links().iter().any(leaves) || self.way_home(&lay, block).is_some()
    }

    /// The naval base to which an invader can sail back (A-8.5-retreat).
    pub(super) fn way_home(&self, lay: &Lay, block: BlockId) -> Option<Place> {
        if !self.invaders.contains(block) {
            return None;
        }
        let base = self.blocks.origins[block].place()?;
        let room = self.surplus(self.blocks_at(base).with(block), base) == 0;
        (room && self.may_put_back(lay, block, base).is_ok()).then_some(base)
    }

    /// Whether an invader may sail back to his base: over friendly seas, and whoever holds it lets him in (A-8.5-retreat,
    /// A-6.2-passage).
    fn may_put_back(&self, lay: &Lay, block: BlockId, base: Place) -> Result<(), Denied> {
        self.ground(lay).may_sail_back(self.fight.place, base)?;
        self.ground(lay).is_haven(block, base, Leave::Retreat)
    }

    /// What stops a block from leaving the battle over a border, if anything.
    pub(super) fn may_leave(&self, lay: &Lay, block: BlockId, link: Link, why: Leave) -> Result<(), Denied> {
        if block.is_fortress() {
            return Err(Denied::new(rule!("A-2.13-fortress"), "a fortress neither retreats nor regroups"));
        }
        if why == Leave::Retreat && self.fight.round < 2 {
            return Err(Denied::new(rule!("A-7.4-option"), "nobody retreats in round 1"));
        }
        if block.is_fleet() {
            self.ground(lay).may_put_to_sea(link)?;
        } else {
            self.is_walkable(link.crossing)?;
            if why == Leave::Retreat {
                self.unit(block).is_not_cut_off(link.to)?;
            }
        }
        self.ground(lay).is_haven(block, link.to, why)?;
        let left = self.left_over(link.border, lay.circle.seat);
        if let Err(full) = self.unit(block).takes_more(link.crossing, left, 0) {
            return Err(full.out_of_battle());
        }
        if self.surplus(self.blocks_at(link.to).with(block), link.to) > 0 {
            return Err(Denied::new(rule!("A-7.4-stack"), full_house(link.to)));
        }
        Ok(())
    }
}

impl Ground<'_> {
    /// A fleet leaves for an adjacent sea: from a region, one on which its naval base opens (A-8.3-toSea, A-8.31-anyborder).
    fn may_put_to_sea(&self, link: Link) -> Result<(), Denied> {
        match link.crossing {
            Crossing::Sea => Ok(()),
            Crossing::Narrows(shores) => self.are_open(shores),
            Crossing::Coast { base: true } if link.to.is_sea() => Ok(()),
            Crossing::Coast { .. } | Crossing::Land(_) => {
                Err(Denied::new(rule!("A-8.3-toSea"), "a fleet leaves for an adjacent sea"))
            }
        }
    }

    /// Whether a place takes in a block that leaves a battle: it is friendly, or vacant (A-7.4-where, A-7.4-noenemy).
    fn is_haven(&self, block: BlockId, to: Place, why: Leave) -> Result<(), Denied> {
        let there = self.lay.at(to);
        let control = self.lay.control(to);
        if control == Control::Embattled {
            return Err(Denied::new(rule!("A-7.4-noenemy"), "a battle will be fought there"));
        }
        // Neutrals are at peace with each other, but not friends.
        let led = self.led_by(block.state()).is_some();
        let friend = |other: State| match led {
            true => self.at_peace(block.state(), other),
            false => self.head(block.state()) == self.head(other),
        };
        if !there.iter().all(friend) {
            return Err(Denied::new(rule!("A-7.4-noenemy"), "others hold it"));
        }
        let invader = self.invaders.contains(block);
        if invader && why == Leave::Retreat && control != Control::Friendly {
            let why = "invaders retreat by sea or to friendly regions";
            return Err(Denied::new(rule!("A-8.5-retreat"), why));
        }
        let owners = if there.is_empty() { to.home().into_iter().collect() } else { there };
        owners.iter().try_for_each(|owner| self.lets_in(self.lay.circle.seat, &self.lay.circle, owner))
    }

    /// Why a block cannot go to a place that is not adjacent.
    fn why_not_home(&self, block: BlockId, to: Place) -> Denied {
        let came = self.invaders.contains(block) && self.blocks.origins[block].place() == Some(to);
        let cut = came.then(|| self.melee(self.fight()).may_put_back(self.lay, block, to).err()).flatten();
        cut.unwrap_or_else(|| Denied::new(rule!("A-7.4-where"), "blocks leave for adjacent places"))
    }
}

/// What is said where as many blocks are as may stay.
fn full_house(place: Place) -> &'static str {
    match place.room() {
        Room::Island => "1 army and 1 fleet may stay there; 1 does",
        Room::Blocks(2) => "2 blocks may stay there; 2 do",
        Room::Blocks(3) => "3 blocks may stay there; 3 do",
        Room::Blocks(_) | Room::Sea => "4 blocks may stay there; 4 do",
    }
}
