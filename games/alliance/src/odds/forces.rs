//! Who would fight, as one player knows them.

use arrayvec::ArrayVec;
use engine::{Chance, Seat, Target, Viewer};

use super::battle::{Fighter, MOST_FIGHTERS};
use crate::blocks::{BlockId, BlockSet};
use crate::places::{Crossing, Link, Place};
use crate::state::{Alliance, Phase};

/// Who would fight where.
pub(crate) struct Forces {
    pub(crate) place: Place,
    slots: Vec<Slot>,
}

/// A block in the battle, or what is known of it.
struct Slot {
    attacks: bool,
    reserve: bool,
    who: Who,
}

enum Who {
    /// A block at its strength.
    Known(BlockId, u8),
    /// One of these.
    Hidden(BlockSet),
}

/// How many steps a hidden block may have lost, at most: as in the worlds that bots imagine.
const LOST: u32 = 2;

impl Alliance {
    /// Who would fight where a player asks, if anybody would.
    pub(crate) fn forces_for(&self, seat: Seat, target: &Target) -> Option<Forces> {
        let (at, only) = match *target {
            Target::Space(at) => (at, None),
            Target::Move { piece, to } => {
                let block = BlockId::all().find(|block| u16::from(block.0) == piece.0)?;
                if !self.leads(seat, block) {
                    return None;
                }
                (to, Some(self.place(block)?))
            }
            Target::Piece { .. } | Target::Button => return None,
        };
        let place = self.place_at(at)?;
        let here = self.blocks_at(place);
        if self.ended.is_some() || here.is_empty() {
            return None;
        }
        if self.is_embattled(place) {
            let side = |block: BlockId| (self.attackers.contains(block), self.reserves.contains(block));
            let slots = here.iter().map(|block| self.slot(seat, block, side(block))).collect();
            return Some(Forces::new(place, slots));
        }
        let foe = |block: BlockId| match self.led_by(block.state()) {
            Some(leader) => !self.are_allied(leader, seat),
            None => true,
        };
        if !here.iter().all(foe) {
            return None;
        }
        let mut slots = self.attackers_on(seat, place, only);
        if slots.is_empty() {
            return None;
        }
        slots.extend(here.iter().map(|block| self.slot(seat, block, (false, false))));
        Some(Forces::new(place, slots))
    }

    fn slot(&self, seat: Seat, block: BlockId, (attacks, reserve): (bool, bool)) -> Slot {
        let who = match self.sees(Viewer::Seat(seat), block) {
            true => Who::Known(block, self.strength(block)),
            false => Who::Hidden(self.could_all_be(seat, block)),
        };
        Slot { attacks, reserve, who }
    }

    /// All blocks that a hidden one could be, for all that a player can see.
    fn could_all_be(&self, seat: Seat, at: BlockId) -> BlockSet {
        let viewer = Viewer::Seat(seat);
        let mut all = BlockSet::EMPTY;
        for block in BlockId::of(at.state()).iter() {
            if !self.sees(viewer, block) && self.could_be_at(block, at) {
                all.insert(block);
            }
        }
        all
    }

    /// The blocks with which a player could attack a place: all that stand around it, as many as borders and his points let
    /// over. The border over which most come is that of the main attack.
    fn attackers_on(&self, seat: Seat, place: Place, only: Option<Place>) -> Vec<Slot> {
        let links = place.links().iter().filter(|link| only.is_none_or(|from| from == link.to));
        let mut columns: Vec<(Place, Vec<BlockId>)> = links
            .map(|link| (link.to, self.column_over(seat, *link)))
            .filter(|(_, column)| !column.is_empty())
            .collect();
        let force = |column: &[BlockId]| -> u32 { column.iter().map(|block| self.fire_of(*block)).sum() };
        columns.sort_by_key(|(_, column)| std::cmp::Reverse(force(column)));
        if self.is_moving(seat) {
            let mut points = self.budget();
            columns.retain(|(from, _)| {
                let free = self.turn.group == Some(*from);
                let can = free || points > 0;
                points -= u8::from(can && !free);
                can
            });
        }
        let mut slots = Vec::new();
        for (number, (_, column)) in columns.into_iter().enumerate() {
            slots.extend(column.into_iter().map(|block| self.slot(seat, block, (true, number > 0))));
        }
        slots
    }

    /// The player is about to move.
    fn is_moving(&self, seat: Seat) -> bool {
        self.phase == Phase::Actions && self.turn.seat == seat && self.fight.is_none()
    }

    fn fire_of(&self, block: BlockId) -> u32 {
        u32::from(self.strength(block)) * u32::from(block.printed().fire.number)
    }

    /// Who could come over a border.
    fn column_over(&self, seat: Seat, link: Link) -> Vec<BlockId> {
        let fleets = match link.crossing {
            Crossing::Land(_) => false,
            Crossing::Coast { base: false } => return Vec::new(),
            _ => true,
        };
        if self.is_embattled(link.to) {
            return Vec::new();
        }
        let can = |block: &BlockId| {
            let rested = !self.is_moving(seat)
                || !(self.turn.moved.contains(*block) || self.turn.levied.contains(*block));
            self.leads(seat, *block) && !block.is_fortress() && block.is_fleet() == fleets && rested
        };
        let mut column: Vec<BlockId> = self.blocks_at(link.to).iter().filter(can).collect();
        column.sort_by_key(|block| std::cmp::Reverse(self.fire_of(*block)));
        let (limit, _) =
            self.limit(link.crossing, column.iter().all(|block| block.state() == crate::State::Russia));
        column.truncate(limit.into());
        column
    }
}

impl Forces {
    fn new(place: Place, mut slots: Vec<Slot>) -> Forces {
        // The order of hidden blocks must not tell which they are.
        slots.sort_by_key(|slot| {
            let (known, first) = match &slot.who {
                Who::Known(block, _) => (true, Some(*block)),
                Who::Hidden(all) => (false, all.first()),
            };
            (slot.attacks, slot.reserve, known, first, slot.candidates())
        });
        slots.truncate(MOST_FIGHTERS);
        Forces { place, slots }
    }

    /// Whether every block is known.
    pub(crate) fn is_known(&self) -> bool {
        self.slots.iter().all(|slot| matches!(slot.who, Who::Known(..)))
    }

    /// The steps of each side, the attackers first; of hidden blocks what is to be expected.
    pub(crate) fn steps(&self) -> [f64; 2] {
        let mut steps = [0.0; 2];
        for slot in &self.slots {
            steps[usize::from(!slot.attacks)] += match &slot.who {
                Who::Known(_, strength) => f64::from(*strength),
                Who::Hidden(all) => {
                    let each = all
                        .iter()
                        .map(|block| (0..=LOST).map(|lost| f64::from(weakened(block, lost))).sum::<f64>());
                    each.sum::<f64>() / f64::from(LOST + 1) / all.len().max(1) as f64
                }
            };
        }
        steps
    }

    /// Fighters that fit what is known.
    pub(crate) fn draw(&self, chance: &mut impl Chance) -> Vec<Fighter> {
        let at_sea = self.place.is_sea();
        let mut taken = BlockSet::EMPTY;
        let fighter = |slot: &Slot| {
            let (block, strength) = match &slot.who {
                Who::Known(block, strength) => (*block, *strength),
                Who::Hidden(all) => {
                    let mut free: ArrayVec<BlockId, 32> = (*all - taken).iter().take(32).collect();
                    if free.is_empty() {
                        free.extend(all.first());
                    }
                    let block = free[chance.index(free.len())];
                    taken.insert(block);
                    (block, weakened(block, chance.below(LOST + 1)))
                }
            };
            Fighter::new(block, strength, at_sea, slot.attacks, slot.reserve)
        };
        self.slots.iter().map(fighter).collect()
    }
}

impl Slot {
    fn candidates(&self) -> usize {
        match &self.who {
            Who::Known(..) => 1,
            Who::Hidden(all) => all.len(),
        }
    }
}

/// A block's strength after it has lost so many steps.
fn weakened(block: BlockId, lost: u32) -> u8 {
    block.printed().steps.saturating_sub(lost as u8).max(block.least())
}
