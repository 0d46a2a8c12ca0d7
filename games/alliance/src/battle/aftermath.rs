//! What the victor does: regroup, pursue, make room. Rulebook 7.22, 7.5, 7.62.

use atlas::topology::Id;
use engine::{Denied, Recorder, Seat, rule};

use super::retreat::Leave;
use crate::action::Action;
use crate::blocks::{BlockId, BlockSet, Kind};
use crate::event::Event;
use crate::movement::Arrival;
use crate::places::{Crossing, Link, Place};
use crate::state::{Alliance, Engagement, Fight, Stage};
use crate::states::State;

impl Alliance {
    pub(super) fn list_aftermath(&self, fight: &Fight, out: &mut Vec<Action>) {
        let Stage::Aftermath(seats) = fight.stage else { return };
        if seats.is_empty() {
            out.extend(
                self.must_lose(fight)
                    .into_iter()
                    .flat_map(|blocks| blocks.iter().collect::<Vec<_>>())
                    .map(Action::Lose),
            );
            return;
        }
        let seat = self.fighter(fight);
        for block in self.blocks_at(fight.place).iter().filter(|block| self.leads(seat, *block)) {
            if block.is_fortress() || fight.acted.contains(block) {
                continue;
            }
            for link in fight.place.links() {
                if self.may_leave(fight, block, *link, Leave::Regroup).is_ok() {
                    out.push(Action::Regroup { block, to: link.to });
                }
                if self.may_pursue(fight, seat, block, *link).is_ok() {
                    out.push(Action::Pursue { block, to: link.to });
                }
            }
            if let Some(base) = self.way_home(fight, block) {
                out.push(Action::Regroup { block, to: base });
            }
        }
        out.push(Action::Done);
    }

    pub(super) fn act_after(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let Stage::Aftermath(seats) = fight.stage else {
            return Err(Denied::new(rule!("A-7.5-regroup"), "the battle is not won yet"));
        };
        if seats.is_empty() {
            return match (action, self.must_lose(fight)) {
                (Action::Lose(block), Some(blocks)) if blocks.contains(block) => {
                    self.eliminate(block, None, log);
                    Ok(())
                }
                _ => Err(Denied::new(rule!("A-7.22-nolimit"), "there is no room for all: give up a block")),
            };
        }
        match action {
            Action::Done => {
                self.fight_mut().pursuing = None;
                self.set_stage(Stage::Aftermath(seats.without(seat)));
                Ok(())
            }
            Action::Regroup { block, to } => self.regroup(seat, block, to, log),
            Action::Pursue { block, to } => self.pursue(seat, block, to, log),
            _ => Err(Denied::new(rule!("A-7.5-regroup"), "the victor regroups or pursues")),
        }
    }

    fn regroup(
        &mut self,
        seat: Seat,
        block: BlockId,
        to: Place,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let from = fight.place;
        if self.place(block) != Some(from) || !self.leads(seat, block) {
            return Err(Denied::new(
                rule!("A-7.5-regroup"),
                "you regroup blocks that you lead, from the battle",
            ));
        }
        match from.link(to) {
            Some(link) if self.may_leave(fight, block, link, Leave::Regroup).is_ok() => {
                self.go_over(block, link, log);
            }
            _ if self.way_home(fight, block) == Some(to) => {
                self.spots[block.index()] = to.into();
                self.invaders.remove(block);
                self.attackers.remove(block);
                self.origins[block.index()] = crate::state::Origin::NONE;
            }
            Some(link) => self.may_leave(fight, block, link, Leave::Regroup)?,
            None => return Err(Denied::new(rule!("A-7.5-regroup"), "blocks regroup to what is adjacent")),
        }
        log.record(|| Event::Regrouped { block, from, to });
        Ok(())
    }

    /// What stops a block from pursuing over a border, if anything (7.62).
    fn may_pursue(&self, fight: &Fight, seat: Seat, block: BlockId, link: Link) -> Result<Arrival, Denied> {
        let empire = block.state();
        if block.is_fortress() || block.is_fleet() || fight.place.is_sea() {
            return Err(Denied::new(rule!("A-7.62-attack"), "armies pursue, over land"));
        }
        match link.crossing {
            Crossing::Land(crate::map::BorderKind::Lake) if !self.is_winter() => {
                return Err(Denied::new(rule!("A-11.12-onega"), "the lake is frozen only in Winter"));
            }
            Crossing::Land(_) => {}
            _ => return Err(Denied::new(rule!("A-7.62-attack"), "armies pursue, over land")),
        }
        match fight.pursuing {
            Some((pursuer, to)) if pursuer == empire && to == link.to => {}
            Some(_) => return Err(Denied::new(rule!("A-7.62-attack"), "a pursuit goes into one region")),
            None => _ = self.hq_to_spend(fight, empire)?,
        }
        let lay = self.lay(seat);
        let there = lay.at(link.to);
        if there.meets(lay.circle.neutral) {
            return Err(Denied::new(rule!("A-7.62-attack"), "nobody pursues into neutral regions"));
        }
        let arrival = match self.is_embattled(link.to) {
            true => self.joins(empire, link.to)?,
            false => self.arrival(&lay, block, link.to)?.0,
        };
        if arrival == Arrival::Quiet {
            return Err(Denied::new(rule!("A-7.62-attack"), "no enemy is there"));
        }
        let (limit, rule) = self.limit(link.crossing, empire == State::Russia);
        if self.left_over(link.border, seat) >= limit {
            return Err(Denied::new(rule, "no more blocks may cross that border"));
        }
        self.fits_island(block, link.to, arrival)?;
        Ok(arrival)
    }

    /// The HQ of an empire in the battle that can spend a step (A-7.6-step, A-7.6-notself, A-7.6-others).
    fn hq_to_spend(&self, fight: &Fight, empire: State) -> Result<BlockId, Denied> {
        let here = self.blocks_at(fight.place);
        let hq = here.iter().find(|block| block.kind() == Kind::Hq && block.state() == empire);
        let hq = hq.ok_or_else(|| Denied::new(rule!("A-7.6-others"), "its own HQ is not there"))?;
        match self.strength(hq) {
            0 | 1 => Err(Denied::new(rule!("A-7.6-notself"), "the HQ cannot spend its last step")),
            _ => Ok(hq),
        }
    }

    fn pursue(
        &mut self,
        seat: Seat,
        block: BlockId,
        to: Place,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let fight = self.fight();
        let from = fight.place;
        if self.place(block) != Some(from) || !self.leads(seat, block) {
            return Err(Denied::new(rule!("A-7.62-attack"), "you pursue with blocks that you lead"));
        }
        let link = from.link(to);
        let link =
            link.ok_or_else(|| Denied::new(rule!("A-7.62-attack"), "a pursuit goes into what is adjacent"))?;
        let arrival = self.may_pursue(fight, seat, block, link)?;
        if fight.pursuing.is_none() {
            let hq = self.hq_to_spend(fight, block.state())?;
            self.strengths[hq.index()] -= 1;
            self.fight_mut().pursuing = Some((block.state(), to));
            log.record(|| Event::Pursued { empire: block.state(), from, to });
        }
        self.count_leaving(link.border, seat);
        self.spots[block.index()] = to.into();
        self.origins[block.index()] = from.into();
        self.attackers.remove(block);
        self.invaders.remove(block);
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
                if !self.urgent.contains(to) {
                    self.reserves.insert(block);
                }
            }
            Arrival::Quiet => {}
        }
        Ok(())
    }

    /// Where the victors are too many for the region: the blocks one of which has to go (A-7.22-nolimit).
    pub(super) fn must_lose(&self, fight: &Fight) -> Option<BlockSet> {
        let here = self.blocks_at(fight.place);
        if self.surplus(here, fight.place) == 0 {
            return None;
        }
        let movable = here - BlockId::fortresses();
        Some(if movable.is_empty() { here } else { movable })
    }
}
