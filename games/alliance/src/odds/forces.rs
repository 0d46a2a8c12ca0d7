//! Who would fight, as one player knows them.

use std::ops::Deref;

use engine::{Seat, Target, Viewer};

use super::battle::{Fighter, MOST_FIGHTERS};
use crate::blocks::BlockId;
use crate::places::{Crossing, Link, Place};
use crate::state::{Alliance, Phase};
use crate::states::State;

/// What a seat can foretell, from what it knows.
pub(crate) struct Forecaster<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) seat: Seat,
}

impl Deref for Forecaster<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// What `seat` can foretell.
    pub(crate) fn forecaster(&self, seat: Seat) -> Forecaster<'_> {
        Forecaster { game: self, seat }
    }
}

/// Who would fight where.
pub(crate) struct Forces {
    pub(crate) place: Place,
    pub(crate) fighters: Vec<Fighter>,
    /// The player sees every one of them.
    pub(crate) known: bool,
}

/// A block with its side, and whether it joins in round 2.
type Placed = (BlockId, bool, bool);

impl Forecaster<'_> {
    /// Who would fight where a player asks, if anybody would. What he does not see is taken as it is: he is told nothing but of
    /// worlds that he imagines.
    pub(crate) fn forces_for(&self, target: &Target) -> Option<Forces> {
        let (at, only) = match *target {
            Target::Space(at) => (at, None),
            Target::Move { piece, to } => {
                let block: BlockId = piece.get()?;
                if !self.leads(self.seat, block) {
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
        let mut blocks: Vec<Placed>;
        if self.is_embattled(place) {
            let side =
                |block: BlockId| (block, self.attackers.contains(block), self.reserves.contains(block));
            blocks = here.iter().map(side).collect();
        } else {
            let foe = |block: BlockId| match self.led_by(block.state()) {
                Some(leader) => !self.are_allied(leader, self.seat),
                None => true,
            };
            blocks = self.attackers_on(place, only);
            if blocks.is_empty() || !here.iter().all(foe) {
                return None;
            }
            blocks.extend(here.iter().map(|block| (block, false, false)));
        }
        blocks.truncate(MOST_FIGHTERS);
        let known = blocks.iter().all(|(block, ..)| self.sees(Viewer::Seat(self.seat), *block));
        let fighter = |(block, attacks, reserve): Placed| {
            Fighter::new(block, self.strength(block), place.is_sea(), attacks, reserve)
        };
        Some(Forces { place, fighters: blocks.into_iter().map(fighter).collect(), known })
    }

    /// The blocks with which a player could attack a place: all that stand around it, as many as borders and his points let
    /// over. The border over which most come is that of the main attack.
    fn attackers_on(&self, place: Place, only: Option<Place>) -> Vec<Placed> {
        let links = place.links().iter().filter(|link| only.is_none_or(|from| from == link.to));
        let mut columns: Vec<(Place, Vec<BlockId>)> = links
            .map(|link| (link.to, self.column_over(*link)))
            .filter(|(_, column)| !column.is_empty())
            .collect();
        let force = |column: &[BlockId]| -> u32 { column.iter().map(|block| self.fire_of(*block)).sum() };
        columns.sort_by_key(|(_, column)| std::cmp::Reverse(force(column)));
        if self.is_moving() {
            let mut points = self.budget();
            columns.retain(|(from, _)| {
                let free = self.turn.group == Some(*from);
                let can = free || points > 0;
                points -= u8::from(can && !free);
                can
            });
        }
        let mut blocks = Vec::new();
        for (number, (_, column)) in columns.into_iter().enumerate() {
            blocks.extend(column.into_iter().map(|block| (block, true, number > 0)));
        }
        blocks
    }

    /// The player is about to move.
    fn is_moving(&self) -> bool {
        self.phase == Phase::Actions && self.turn.seat == self.seat && self.fight.is_none()
    }

    fn fire_of(&self, block: BlockId) -> u32 {
        u32::from(self.strength(block)) * u32::from(block.printed().fire.number)
    }

    /// Who could come over a border.
    fn column_over(&self, link: Link) -> Vec<BlockId> {
        let fleets = match link.crossing {
            Crossing::Land(_) => false,
            Crossing::Coast { base: false } => return Vec::new(),
            _ => true,
        };
        if self.is_embattled(link.to) {
            return Vec::new();
        }
        let can = |block: &BlockId| {
            let rested =
                !self.is_moving() || !(self.turn.moved.contains(*block) || self.turn.levied.contains(*block));
            self.leads(self.seat, *block) && !block.is_fortress() && block.is_fleet() == fleets && rested
        };
        let mut column: Vec<BlockId> = self.blocks_at(link.to).iter().filter(can).collect();
        column.sort_by_key(|block| std::cmp::Reverse(self.fire_of(*block)));
        let russian = column.iter().all(|block| block.state() == State::Russia);
        let (limit, _) = self.limit(link.crossing, russian);
        column.truncate(limit.into());
        column
    }
}
