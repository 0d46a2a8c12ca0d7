//! Firing and hits. Rulebook 7.3, 8.3.

use engine::{Chance, Denied, Recorder, Seat, Seats, Viewer, rule};

use super::{Melee, Side};
use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::control::{Lay, Unit};
use crate::event::Event;
use crate::state::{Alliance, Stage};
use crate::states::State;

impl Alliance {
    /// A block takes its turn.
    pub(super) fn take_turn(&mut self, action: Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let (Action::Fire(block) | Action::Hold(block) | Action::Retreat { block, .. } | Action::Lose(block)) =
            action
        else {
            return Err(Denied::new(rule!("A-7.21-turn"), "a block must fire, retreat or hold fire now"));
        };
        let fight = self.fight();
        if !self.melee(fight).acting().contains(block) {
            return Err(self.melee(fight).why_not_acting(block));
        }
        match action {
            Action::Fire(_) => {
                self.melee(fight).may_fire(block)?;
                self.fire(block, log);
            }
            Action::Hold(_) => {
                self.melee(fight).may_stay(block)?;
                self.fight_mut().acted.insert(block);
            }
            Action::Retreat { to, .. } => self.retreat(block, to, log)?,
            _ => {
                if !self.melee(fight).must_retreat(block) || self.melee(fight).can_retreat(block) {
                    let why = "only a block that must retreat and cannot is lost";
                    return Err(Denied::new(rule!("A-7.4-stuck"), why));
                }
                let by = self.unit(block).opponent();
                self.eliminate(block, by, log);
            }
        }
        Ok(())
    }

    /// Rolls a block's dice (A-7.3-fire).
    fn fire(&mut self, block: BlockId, log: &mut Recorder<Event>) {
        let number = self.melee(self.fight()).firepower(block);
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

    /// The owner chooses which of his strongest blocks takes a hit.
    pub(super) fn take_hit(
        &mut self,
        side: Side,
        hits: u8,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let Action::Hit(block) = action else {
            return Err(Denied::new(rule!("A-7.31-immediate"), "take the hits first"));
        };
        if !self.melee(self.fight()).targets(side).contains(block) {
            return Err(Denied::new(rule!("A-7.31-strongest"), "the strongest block takes the hit"));
        }
        self.strike(block, side, hits, log);
        Ok(())
    }

    /// A block takes a hit, a fortress half of one (A-7.32-double); the rest are still to be taken.
    pub(super) fn strike(&mut self, block: BlockId, side: Side, hits: u8, log: &mut Recorder<Event>) {
        self.set_stage(Stage::Hits { side, hits: hits - 1 });
        let cracked = &mut self.fight_mut().cracked[side.index()];
        if block.is_fortress() && *cracked != Some(block) {
            *cracked = Some(block);
            log.record(|| Event::Cracked { block });
            return;
        }
        *cracked = None;
        self.weaken(block, log);
    }

    /// A block loses a step, or is eliminated (A-7.31-dead).
    pub(super) fn weaken(&mut self, block: BlockId, log: &mut Recorder<Event>) {
        if self.strength(block) > block.least() {
            self.blocks.strengths[block] -= 1;
            log.record(|| Event::Weakened { block, strength: self.strength(block) });
        } else {
            let by = self.unit(block).opponent();
            self.eliminate(block, by, log);
        }
    }
}

impl Unit<'_> {
    /// The player with the highest card on the other side of the battle.
    fn opponent(&self) -> Option<Seat> {
        let foes = self.ranks(self.fight().place, self.side_of(self.block).other());
        let leaders: Seats = foes.iter().filter_map(|foe| self.led_by(foe.state())).collect();
        self.order().find(|seat| leaders.contains(*seat))
    }
}

impl Melee<'_> {
    /// The highest roll that hits, for a block in the battle under way (A-3.3-cap, A-8.3-minus).
    pub(crate) fn firepower(&self, block: BlockId) -> u8 {
        let ashore = i8::from(block.is_fleet() && !self.fight.place.is_sea());
        let printed = block.printed().fire.number;
        printed.saturating_add_signed(self.event_on_fire(block) - ashore)
    }

    /// Whether a block can fire now.
    fn may_fire(&self, block: BlockId) -> Result<(), Denied> {
        self.may_stay(block)?;
        if self.strength(block) == 0 {
            return Err(Denied::new(rule!("A-8.2-zero"), "a fleet with 0 steps cannot fire"));
        }
        if self.panics(block) {
            return Err(Denied::new(rule!("A-3.3-selim"), "it panics and cannot fire this round"));
        }
        Ok(())
    }

    /// What stops a block from staying in the battle in its turn, if anything (A-7.21-turn).
    fn may_stay(&self, block: BlockId) -> Result<(), Denied> {
        if self.flees(block) {
            return Err(Denied::new(rule!("A-12.2-battles"), "an enemy with 1 step must retreat"));
        }
        match self.must_retreat(block) {
            true => Err(Denied::new(rule!("A-7.2-round4"), "it must retreat this round")),
            false => Ok(()),
        }
    }

    /// Everything that the blocks whose turn it is can do; they are one player's.
    pub(super) fn list_deeds(&self, out: &mut Vec<Action>) {
        let mut look: Option<(State, Lay)> = None;
        for block in self.acting().iter() {
            if self.may_fire(block).is_ok() {
                out.push(Action::Fire(block));
            }
            let before = out.len();
            // Nobody retreats in round 1 and has to look around.
            if self.fight.round > 1 {
                let state = block.state();
                let known = look.take().filter(|(of, _)| *of == state);
                let (_, lay) = look.insert(known.unwrap_or_else(|| (state, self.outlook(block))));
                self.list_retreats(lay, block, out);
            }
            let stuck = out.len() == before;
            if self.may_stay(block).is_ok() {
                out.push(Action::Hold(block));
            } else if stuck {
                out.push(Action::Lose(block));
            }
        }
    }

    /// Why it is not a block's turn.
    fn why_not_acting(&self, block: BlockId) -> Denied {
        let waits = self.blocks_at(self.fight.place).contains(block) && self.reserves.contains(block);
        // What waits in reserve is not shown: nobody is told of those that he does not see.
        if waits && self.sees(Viewer::Seat(self.fighter()), block) {
            return Denied::new(rule!("A-7.23-round1"), "reserves wait in round 1");
        }
        if waits || !self.blocks_at(self.fight.place).contains(block) {
            return Denied::new(rule!("A-7.21-turn"), "it is not in the ranks of this battle");
        }
        if self.fight.acted.contains(block) {
            return Denied::new(rule!("A-7.21-turn"), "it has acted this round");
        }
        let first = self.acting().first().expect("somebody acts while there is fire");
        if first.printed().fire.letter != block.printed().fire.letter {
            return Denied::new(rule!("A-2.3.3-letters"), "blocks act in the order of their letters");
        }
        if self.side_of(first) != self.side_of(block) {
            return Denied::new(
                rule!("A-2.3.3-defender"),
                "defenders act before attackers of the same letter",
            );
        }
        Denied::new(rule!("A-7.8-card"), "blocks of the player with the higher card act first")
    }

    /// The blocks one of which takes the next hit: a fortress that has taken half a hit, else the strongest (A-7.31-strongest,
    /// A-7.32-half, A-7.32-strength).
    pub(crate) fn targets(&self, side: Side) -> BlockSet {
        if let Some(fortress) = self.fight.cracked[side.index()] {
            return BlockSet::EMPTY.with(fortress);
        }
        let mut found = BlockSet::EMPTY;
        let mut most = None;
        for block in self.ranks(self.fight.place, side).iter() {
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
}
