//! Rounds of battle: whose turn it is, reserves, the last round and its extension. Rulebook 7.2, 7.6.

use engine::{Denied, Recorder, rule};

use super::{Melee, Side};
use crate::action::Action;
use crate::blocks::{BlockId, BlockSet, Kind, Letter};
use crate::event::Event;
use crate::places::Place;
use crate::state::{Alliance, Fight, Stage};
use crate::states::State;

/// The round in which attackers must leave (A-7.2-round4).
const LAST: u8 = 4;

impl Alliance {
    /// Goes on until somebody has to decide, or the battle is over.
    pub(crate) fn go_on_fighting(&mut self, log: &mut Recorder<Event>) {
        loop {
            let fight = self.fight();
            match fight.stage {
                Stage::Events(seats) if seats.is_empty() => self.set_stage(Stage::Fire),
                Stage::Events(_) | Stage::Victim(_) => return,
                Stage::Hits { side, hits } => {
                    let targets = self.melee(fight).targets(side);
                    match targets.first().filter(|_| hits > 0) {
                        // Hits beyond what there is to hit are lost (A-7.23-switch).
                        None => self.set_stage(Stage::Fire),
                        Some(block) if targets.len() == 1 => self.strike(block, side, hits, log),
                        Some(_) => return,
                    }
                }
                // A side is gone, with nobody on his way to it, or those who are left are friends (A-7.2-end, A-7.23-norsv).
                Stage::Fire if !self.is_contested(fight.place) => self.conclude(log),
                Stage::Fire if self.melee(fight).acting().is_empty() => self.end_round(log),
                Stage::Fire => return,
                Stage::Extend(asked) if self.extender(asked).is_none() => self.begin_round(log),
                Stage::Extend(_) => return,
                Stage::Aftermath(seats) => {
                    if seats.is_empty() && self.melee(fight).must_lose().is_none() {
                        self.end_fight();
                    }
                    return;
                }
            }
        }
    }

    /// Ends a round: reserves arrive after the first, HQs may extend the battle from the third on (7.23, 7.61).
    fn end_round(&mut self, log: &mut Recorder<Event>) {
        let Fight { round, place, .. } = *self.fight();
        if round == 1 {
            self.bring_reserves(place, log);
        }
        if round + 1 >= LAST {
            self.fight_mut().extended = 0;
            self.set_stage(Stage::Extend(0));
        } else {
            self.begin_round(log);
        }
    }

    fn begin_round(&mut self, log: &mut Recorder<Event>) {
        let fight = self.fight_mut();
        fight.round += 1;
        fight.acted = BlockSet::EMPTY;
        fight.left.clear();
        fight.events.clear();
        fight.stage = Stage::Fire;
        let (place, round) = (fight.place, fight.round);
        log.record(|| Event::Round { place, round });
    }

    /// Reserves join the ranks (A-7.23-round1). Where the defenders are gone, those who come for them attack, a step weaker
    /// (A-7.23-switch, A-7.23-loss).
    fn bring_reserves(&mut self, place: Place, log: &mut Recorder<Event>) {
        let switched =
            self.ranks(place, Side::Defending).is_empty() && !self.ranks(place, Side::Attacking).is_empty();
        let coming = self.blocks_at(place) & self.reserves;
        self.reserves.subtract(&coming);
        if !coming.is_empty() {
            log.reveal();
            log.record(|| Event::Reserves { place, blocks: self.roll_call(coming) });
        }
        if switched {
            log.record(|| Event::Switched { place });
            let late = coming - self.attackers;
            let here = self.blocks_at(place);
            self.attackers.subtract(&here);
            self.attackers.unite(&late);
            let fight = self.fight_mut();
            fight.ways.swap(0, 1);
            fight.cracked.swap(0, 1);
            for block in late.iter() {
                self.weaken(block, log);
            }
        }
    }

    /// The next empire whose HQ may extend the battle, of those not asked yet, the highest card first (A-7.61-extend,
    /// A-7.61-again).
    pub(crate) fn extender(&self, asked: u8) -> Option<State> {
        let fight = self.fight();
        let ranks = self.ranks(fight.place, Side::Attacking);
        let leaders = ranks.iter().filter(|block| block.kind() == Kind::Hq && self.strength(*block) > 1);
        let open = leaders.map(BlockId::state).filter(|empire| asked >> empire.index() & 1 == 0);
        open.max_by_key(|empire| {
            let leader = self.led_by(*empire).unwrap_or(fight.steward);
            self.hands[leader].played
        })
    }

    /// Spends a step of an HQ so that its empire's attackers fight on, or does not (A-7.61-extend).
    pub(super) fn answer_extension(
        &mut self,
        asked: u8,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let place = self.fight().place;
        let next = self.extender(asked).expect("somebody is asked");
        match action {
            Action::Done => {}
            Action::Extend(empire) => {
                let hq = self.hq_to_spend(self.ranks(place, Side::Attacking), empire)?;
                if empire != next {
                    return Err(Denied::new(rule!("A-7.8-card"), "another empire's HQ decides first"));
                }
                self.blocks.strengths[hq] -= 1;
                self.fight_mut().extended |= 1 << empire.index();
                log.record(|| Event::Extended { empire, place });
            }
            _ => {
                return Err(Denied::new(
                    rule!("A-7.61-extend"),
                    "extend the battle with the HQ, or break it off",
                ));
            }
        }
        self.set_stage(Stage::Extend(asked | 1 << next.index()));
        Ok(())
    }

    /// The HQ of an empire among these blocks, if it can spend a step (A-7.6-step, A-7.6-notself, A-7.6-others).
    pub(super) fn hq_to_spend(&self, blocks: BlockSet, empire: State) -> Result<BlockId, Denied> {
        let hq = (blocks & BlockId::of(empire)).iter().find(|block| block.kind() == Kind::Hq);
        let hq =
            hq.ok_or_else(|| Denied::new(rule!("A-7.6-others"), "the HQ of its own empire is not there"))?;
        match self.strength(hq) {
            0 | 1 => Err(Denied::new(rule!("A-7.6-notself"), "the HQ cannot spend its last step")),
            _ => Ok(hq),
        }
    }
}

impl Melee<'_> {
    /// The blocks that may act next: of the first letter, defenders before attackers, of one player (A-7.21-turn,
    /// A-2.3.3-letters, A-2.3.3-defender, A-7.21-samegroup). A side whose ranks are gone waits for its reserves, and nobody
    /// fires meanwhile.
    pub(crate) fn acting(&self) -> BlockSet {
        let mut best: Option<(Letter, bool, u8)> = None;
        let mut found = BlockSet::EMPTY;
        let both = Side::BOTH.map(|side| self.ranks(self.fight.place, side));
        if both.iter().any(BlockSet::is_empty) {
            return found;
        }
        for block in ((both[0] | both[1]) - self.fight.acted).iter() {
            let card = self.hands[self.decides(block)].played;
            let rank = u8::MAX - card.map_or(0, |card| card.number());
            let key = (block.printed().fire.letter, self.attackers.contains(block), rank);
            match best {
                Some(first) if first < key => {}
                Some(first) if first == key => _ = found.insert(block),
                _ => (best, found) = (Some(key), BlockSet::EMPTY.with(block)),
            }
        }
        found
    }

    /// Whether a block must leave in its turn (A-7.2-round4, A-12.2-battles).
    pub(crate) fn must_retreat(&self, block: BlockId) -> bool {
        let attacks = self.attackers.contains(block);
        let extended = block.state().is_empire() && self.fight.extended >> block.state().index() & 1 == 1;
        let over = self.fight.round >= LAST && attacks && !extended;
        over || self.flees(block)
    }
}
