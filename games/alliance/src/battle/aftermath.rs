//! What the victor does: regroup, pursue, make room. Rulebook 7.22, 7.5, 7.62.

use engine::{Denied, Recorder, Seat, rule};

use super::Melee;
use super::retreat::Leave;
use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::control::{Lay, Player};
use crate::event::Event;
use crate::movement::Arrival;
use crate::places::{Link, Place, Room};
use crate::state::{Alliance, Engagement, Stage};

impl Alliance {
    pub(super) fn act_after(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let Stage::Aftermath(seats) = fight.stage else {
            return Err(Denied::new(rule!("A-7.5-regroup"), "the battle is not won yet"));
        };
        if seats.is_empty() {
            return match (action, self.melee(fight).must_lose()) {
                (Action::Lose(block), Some(blocks)) if blocks.contains(block) => {
                    self.eliminate(block, None, log);
                    Ok(())
                }
                _ => Err(Denied::new(
                    rule!("A-7.22-nolimit"),
                    "there is no room for all: give up a block first",
                )),
            };
        }
        match action {
            Action::Done => {
                self.set_stage(Stage::Aftermath(seats.without(seat)));
                Ok(())
            }
            Action::Regroup { block, to } => {
                self.player(seat).is_victor(block)?;
                self.regroup(seat, block, to, log)
            }
            Action::Pursue { block, to } => {
                self.player(seat).is_victor(block)?;
                self.pursue(seat, block, to, log)
            }
            _ => Err(Denied::new(rule!("A-7.5-regroup"), "regroup or pursue")),
        }
    }

    /// Moves a victorious block (A-7.5-regroup). Reserves that were never in the battle are not shown.
    fn regroup(
        &mut self,
        seat: Seat,
        block: BlockId,
        to: Place,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let from = self.fight().place;
        let shown = !self.reserves.contains(block);
        self.leave(block, to, Leave::Regroup, log)?;
        log.record(|| Event::Regrouped { seat, block, from, to, shown });
        Ok(())
    }

    /// Pursues with a block: into an attack of its own, fought at once, or as a reserve into a battle that is to be fought
    /// (A-7.62-attack, A-7.62-reinforce). The first block of an empire into a region costs a step of its HQ.
    fn pursue(
        &mut self,
        seat: Seat,
        block: BlockId,
        to: Place,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let (from, empire) = (fight.place, block.state());
        let link = from.link(to);
        let link = link
            .ok_or_else(|| Denied::new(rule!("A-7.62-attack"), "a pursuit goes into an adjacent region"))?;
        let arrival = self.melee(fight).may_pursue(&self.lay(seat), block, link)?;
        if !fight.pursuits.contains(&(empire, to)) {
            let hq = self.hq_to_spend(self.blocks_at(from), empire)?;
            self.blocks.strengths[hq] -= 1;
            self.fight_mut().pursuits.push((empire, to));
            log.record(|| Event::Pursued { empire, from, to });
        }
        self.count_leaving(block, link.border, seat);
        self.blocks.spots[block] = to.into();
        self.forget_battle(block);
        self.blocks.origins[block] = from.into();
        match arrival {
            Arrival::Attack => {
                self.engagements.push(Engagement { place: to, by: seat, main: Some(link.border) });
                self.urgent.insert(to);
                self.attackers.insert(block);
            }
            Arrival::Join { attacking } => {
                if attacking {
                    self.attackers.insert(block);
                }
                let opened = Engagement { place: to, by: seat, main: Some(link.border) };
                if !(attacking && self.urgent.contains(to) && self.engagements.contains(&opened)) {
                    self.reserves.insert(block);
                }
            }
            Arrival::Quiet => {}
        }
        Ok(())
    }
}

impl Player<'_> {
    /// Whether a player leads a block that has won the battle.
    fn is_victor(&self, block: BlockId) -> Result<(), Denied> {
        match self.place(block) == Some(self.fight().place) && self.leads(self.seat, block) {
            true => Ok(()),
            false => Err(Denied::new(rule!("A-7.5-regroup"), "you lead no such block in this battle")),
        }
    }
}

impl Melee<'_> {
    pub(super) fn list_aftermath(&self, out: &mut Vec<Action>) {
        let Stage::Aftermath(seats) = self.fight.stage else { return };
        if seats.is_empty() {
            let surplus = self.must_lose().unwrap_or(BlockSet::EMPTY);
            out.extend(surplus.iter().map(Action::Lose));
            return;
        }
        let seat = self.fighter();
        let lay = self.lay(seat);
        let here = self.blocks_at(self.fight.place) - BlockId::fortresses();
        for block in here.iter().filter(|block| self.leads(seat, *block)) {
            let home = self.way_home(&lay, block);
            for link in self.fight.place.links() {
                if Some(link.to) != home && self.may_leave(&lay, block, *link, Leave::Regroup).is_ok() {
                    out.push(Action::Regroup { block, to: link.to });
                }
                if self.may_pursue(&lay, block, *link).is_ok() {
                    out.push(Action::Pursue { block, to: link.to });
                }
            }
            out.extend(home.map(|to| Action::Regroup { block, to }));
        }
        out.push(Action::Done);
    }

    /// What stops a block from pursuing over a border, if anything (7.62).
    fn may_pursue(&self, lay: &Lay, block: BlockId, link: Link) -> Result<Arrival, Denied> {
        let empire = block.state();
        if block.is_fortress() || block.is_fleet() {
            return Err(Denied::new(rule!("A-7.62-attack"), "only armies pursue, and over land"));
        }
        self.is_walkable(link.crossing)?;
        if !self.fight.pursuits.contains(&(empire, link.to)) {
            self.hq_to_spend(self.blocks_at(self.fight.place), empire)?;
        }
        if lay.at(link.to).meets(lay.circle.neutral) {
            return Err(Denied::new(rule!("A-7.62-attack"), "blocks cannot pursue into neutral regions"));
        }
        let (arrival, _) = self.ground(lay).arrival(block, link.to)?;
        if arrival == Arrival::Quiet {
            return Err(Denied::new(rule!("A-7.62-attack"), "no enemy is there"));
        }
        let left = self.left_over(link.border, lay.circle.seat);
        if let Err(full) = self.unit(block).takes_more(link.crossing, left, 0) {
            return Err(full.out_of_battle());
        }
        self.unit(block).fits_island(link.to, arrival)?;
        Ok(arrival)
    }

    /// Where the victors are too many for the region: the blocks one of which has to go, as its owner chooses
    /// (A-7.22-nolimit). On an island only armies or only fleets may be too many.
    pub(super) fn must_lose(&self) -> Option<BlockSet> {
        let here = self.blocks_at(self.fight.place);
        let crowds = match self.fight.place.room() {
            Room::Island => [here & BlockId::fleets(), here - BlockId::fleets()],
            Room::Blocks(_) | Room::Sea => [here, BlockSet::EMPTY],
        };
        crowds.into_iter().find(|crowd| self.surplus(*crowd, self.fight.place) > 0)
    }
}
