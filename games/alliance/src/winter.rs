//! Winter. Rulebook 3.5.

use engine::{Denied, Recorder, Seat, Seats, rule};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::control::{States, Unit};
use crate::event::Event;
use crate::state::{Alliance, EndReason, Phase, Spot, Talk};

impl Alliance {
    /// Gold is collected, blocks stand up, and players may disband; after the last Winter the game is over (A-3.5-sequence,
    /// A-3.5-last).
    pub(crate) fn begin_winter(&mut self, log: &mut Recorder<Event>) {
        // What somebody collects can tell with whom he is.
        log.reveal();
        for seat in Seat::first(self.players()) {
            let gold = self.player(seat).income().total();
            self.treasuries[seat] += u16::from(gold);
            let who = self.party(seat);
            log.record(|| Event::Collected { who, gold });
        }
        if self.year >= self.rules.last_year {
            self.finish(EndReason::Years, Seats::NONE, log);
            return;
        }
        self.stand_up();
        self.phase = Phase::Disband(0);
    }

    pub(crate) fn list_disbanding(&self, seat: Seat, out: &mut Vec<Action>) {
        let blocks = self.blocks_of(seat);
        out.extend(
            blocks.iter().filter(|block| self.unit(*block).may_disband(seat).is_ok()).map(Action::Disband),
        );
        out.push(Action::Done);
    }

    pub(crate) fn disband(
        &mut self,
        seat: Seat,
        block: BlockId,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        self.unit(block).may_disband(seat)?;
        let at = self.place(block);
        self.blocks.spots[block] = Spot::DOWN;
        self.blocks.strengths[block] = block.least();
        log.record(|| Event::Dismissed { seat, block, at });
        Ok(())
    }

    /// The blocks that the player who is choosing has disbanded so far.
    pub(crate) fn disbanded(&self, seat: Seat) -> BlockSet {
        let down = |block: &BlockId| self.blocks.spots[*block] == Spot::DOWN;
        self.blocks_of(seat).iter().filter(down).collect()
    }

    /// What a player has disbanded is shown, and the next one disbands; after the last, cards are dealt and players negotiate.
    pub(crate) fn end_disbanding(&mut self, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let Phase::Disband(done) = self.phase else { return Ok(()) };
        if let Some(seat) = self.order().nth(done.into()) {
            let (who, blocks) = (self.party(seat), self.disbanded(seat));
            if !blocks.is_empty() {
                log.reveal();
                log.record(|| Event::Shown { who, blocks: blocks.iter().collect() });
            }
        }
        if done + 1 < self.players() {
            self.phase = Phase::Disband(done + 1);
            return Ok(());
        }
        self.year += 1;
        self.game_turn = 1;
        self.deal(log);
        self.slayers = Default::default();
        self.fallen = States::NONE;
        self.talk = Talk::default();
        self.phase = Phase::Talks(Seats::NONE);
        Ok(())
    }
}

impl Unit<'_> {
    fn may_disband(&self, seat: Seat) -> Result<(), Denied> {
        if !self.leads(seat, self.block) {
            return Err(Denied::new(rule!("A-4.0-never"), "you do not lead that self.block"));
        }
        if self.place(self.block).is_none() {
            return Err(Denied::new(rule!("A-3.5-disband"), "it is not on the map"));
        }
        if self.block.is_napoleon() {
            return Err(Denied::new(rule!("A-3.5-disband"), "Napoléon cannot be disbanded"));
        }
        Ok(())
    }
}
