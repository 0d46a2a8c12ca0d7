//! Firing and hits. Rulebook 7.3, 8.3.

use atlas::topology::Id;
use engine::{Chance, Denied, Recorder, rule};

use super::Side;
use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::cards::Leader;
use crate::event::Event;
use crate::state::{Alliance, Fight, Stage};

impl Alliance {
    /// The highest roll that hits, for a block in the battle under way (A-3.3-cap, A-8.3-minus).
    pub(crate) fn firepower(&self, fight: &Fight, block: BlockId) -> u8 {
        let mut number = block.printed().fire.number;
        if block.is_fleet() && !fight.place.is_sea() {
            number -= 1;
        }
        if fight.favoured == Some(block) {
            number += 1;
        }
        if fight.hindered == Some((Leader::ReverseSlope, Some(block))) {
            number -= 1;
        }
        number
    }

    /// Whether a block can fire now.
    fn may_fire(&self, fight: &Fight, block: BlockId) -> Result<(), Denied> {
        self.may_stay(fight, block)?;
        if self.strength(block) == 0 {
            return Err(Denied::new(rule!("A-8.2-zero"), "a fleet without steps does not fire"));
        }
        if fight.hindered == Some((Leader::Panic, Some(block))) {
            return Err(Denied::new(rule!("A-3.3-selim"), "it panics and does not fire this round"));
        }
        Ok(())
    }

    /// Everything a block can do in its turn.
    pub(super) fn list_deeds(&self, fight: &Fight, block: BlockId, out: &mut Vec<Action>) {
        if self.may_fire(fight, block).is_ok() {
            out.push(Action::Fire(block));
        }
        let before = out.len();
        self.list_retreats(fight, block, out);
        let stuck = out.len() == before;
        if self.may_stay(fight, block).is_ok() {
            out.push(Action::Hold(block));
        } else if stuck {
            out.push(Action::Lose(block));
        }
    }

    /// A block takes its turn.
    pub(super) fn take_turn(&mut self, action: Action, log: &mut impl Recorder<Event>) -> Result<(), Denied> {
        let fight = self.fight();
        let acting = self.acting(fight);
        let check = |block: BlockId| match acting.contains(block) {
            true => Ok(()),
            false => Err(Denied::new(rule!("A-7.21-turn"), "it is not that block's turn")),
        };
        match action {
            Action::Fire(block) => {
                check(block)?;
                self.may_fire(fight, block)?;
                self.fire(block, log);
            }
            Action::Hold(block) => {
                check(block)?;
                self.may_stay(fight, block)?;
                self.fight_mut().acted.insert(block);
            }
            Action::Retreat { block, to } => {
                check(block)?;
                self.retreat(block, to, log)?;
            }
            Action::Lose(block) => {
                check(block)?;
                let mut ways = Vec::new();
                self.list_retreats(fight, block, &mut ways);
                if !self.must_retreat(fight, block) || !ways.is_empty() {
                    return Err(Denied::new(
                        rule!("A-7.4-stuck"),
                        "only what must retreat and cannot is lost",
                    ));
                }
                let by = self.opponent(block);
                self.eliminate(block, by, log);
            }
            _ => return Err(Denied::new(rule!("A-7.21-turn"), "a block fires, retreats or holds its fire")),
        }
        Ok(())
    }

    /// Rolls a block's dice (A-7.3-fire).
    fn fire(&mut self, block: BlockId, log: &mut impl Recorder<Event>) {
        let number = self.firepower(self.fight(), block);
        let mut rolls = arrayvec::ArrayVec::<u8, 4>::new();
        for _ in 0..self.strength(block) {
            rolls.push(self.dice.die(6));
        }
        let hits = rolls.iter().filter(|roll| **roll <= number).count() as u8;
        self.fight_mut().acted.insert(block);
        log.record(|| Event::Fired { block, rolls: rolls.clone(), number });
        let side = self.side_of(block).other();
        self.set_stage(Stage::Hits { side, hits });
    }

    /// The blocks one of which takes the next hit: a fortress that has taken half a hit, else the strongest (A-7.31-strongest,
    /// A-7.32-half).
    pub(crate) fn targets(&self, fight: &Fight, side: Side) -> BlockSet {
        if let Some(fortress) = fight.cracked[usize::from(side == Side::Defending)] {
            return BlockSet::EMPTY.with(fortress);
        }
        let mut found = BlockSet::EMPTY;
        let mut most = None;
        for block in self.ranks(fight.place, side).iter() {
            let strength = Some(self.strength(block));
            if strength > most {
                (most, found) = (strength, BlockSet::EMPTY);
            }
            if strength == most {
                found.insert(block);
            }
        }
        found
    }

    /// A block takes a hit; the rest are still to be taken.
    pub(super) fn strike(&mut self, block: BlockId, side: Side, hits: u8, log: &mut impl Recorder<Event>) {
        self.set_stage(Stage::Hits { side, hits: hits - 1 });
        let cracked = &mut self.fight_mut().cracked[usize::from(side == Side::Defending)];
        if block.is_fortress() && *cracked != Some(block) {
            *cracked = Some(block);
            log.record(|| Event::Cracked { block });
            return;
        }
        *cracked = None;
        self.weaken(block, side.other(), log);
    }

    /// A block loses a step, or is eliminated (A-7.31-dead).
    pub(super) fn weaken(&mut self, block: BlockId, by: Side, log: &mut impl Recorder<Event>) {
        if self.strength(block) > block.least() {
            self.strengths[block.index()] -= 1;
            log.record(|| Event::Weakened { block, strength: self.strength(block) });
        } else {
            debug_assert!(self.side_of(block) != by);
            let by = self.opponent(block);
            self.eliminate(block, by, log);
        }
    }

    /// The player with the highest card on the other side of the battle.
    pub(super) fn opponent(&self, block: BlockId) -> Option<engine::Seat> {
        let fight = self.fight();
        let foes = self.ranks(fight.place, self.side_of(block).other());
        let leaders: engine::Seats = foes.iter().filter_map(|foe| self.led_by(foe.state())).collect();
        self.order().find(|seat| leaders.contains(*seat))
    }
}
