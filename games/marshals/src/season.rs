//! What happens between turns without anybody's decision: the end of a turn and of a season, and what only one scenario knows of
//! them. Rulebook: Turn Sequence, National Morale.

use engine::Recorder;

use crate::event::Event;
use crate::ground::LandId;
use crate::ids::{LeaderId, NationId};
use crate::scenarios::Part;
use crate::scenarios::special::Special;
use crate::staff::Post;
use crate::state::Marshals;

/// Where national morale settles from one season to the next (M-nm-30).
const CALM: u8 = 5;
const LOW: u8 = 2;

impl Marshals {
    /// The operational turn is over: whoever must sues for peace, what the scenario watches for comes about, and the calendar goes on.
    pub(crate) fn close_turn(&mut self, log: &mut Recorder<Event>) {
        self.settle_peace(log);
        self.leave_the_continent(log);
        self.award(log);
        turn_coats(self, log);
        self.recall_corps(log);
        if self.date.ends_season() {
            close_season(self, log);
        }
        match self.date.next().filter(|date| *date <= self.scenario().last_turn) {
            _ if self.is_over => {}
            Some(date) => self.date = date,
            None => self.finish(log),
        }
    }
}

/// The season is over: high spirits sink, low ones rise in a nation that is stronger at home than its enemies (M-nm-30).
fn close_season(game: &mut Marshals, log: &mut Recorder<Event>) {
    for power in &game.scenario().power {
        let nation = power.nation;
        let (own, enemies) = game.country(nation).at_home();
        match game.realm(nation).morale {
            morale if morale > CALM => game.change_morale(nation, -1, log),
            morale if morale <= LOW && own > enemies => game.change_morale(nation, 1, log),
            _ => {}
        }
    }
}

/// Clients change sides and states fall apart, where the scenario has it so.
fn turn_coats(game: &mut Marshals, log: &mut Recorder<Event>) {
    for special in &game.scenario().special {
        match special {
            Special::Defection { nation, under, when, at } => {
                let is_due = at.is_some_and(|at| game.date >= at) || when.is_so(game);
                if is_due && game.side(*nation).is_some() && game.realm(*nation).patron != Some(*under) {
                    defect(game, *nation, *under, log);
                }
            }
            Special::Dissolution { nation, when } if game.side(*nation).is_some() && when.is_so(game) => {
                game.realm_mut(*nation).part = Some(Part::Open);
                game.send_home(*nation);
                let nation = *nation;
                log.record(|| Event::Dissolved(nation));
                game.settle_all(log);
            }
            _ => {}
        }
    }
}

/// A client goes over to a power of the other side with its land and its troops, even if that power has left the war. Those who then
/// stand among enemies go home; their leaders can be called back.
fn defect(game: &mut Marshals, nation: NationId, under: NationId, log: &mut Recorder<Event>) {
    let part = game.side(nation).map(|side| Part::On(side.enemy()));
    for land in LandId::all() {
        let hex = land.hex();
        let held = game.control.get(hex).is_some_and(|holder| game.realm(nation).patron == Some(holder));
        if held
            && game.home(hex) == Some(nation)
            && game.forces.at(hex).iter().all(|force| force.factors.is_empty())
        {
            game.control.set(hex, nation);
        }
    }
    let realm = game.realm_mut(nation);
    (realm.patron, realm.part) = (Some(under), part);
    log.record(|| Event::Defected(nation, under));
    let serving: Vec<LeaderId> = game.staff.in_play().map(|(leader, _)| leader).collect();
    game.leave_from(nation, |game, hex| {
        let others = game.forces.at(hex).iter().filter(|other| !other.factors.is_empty());
        others.map(|other| other.muster.nation).any(|other| game.are_enemies(other, nation))
    });
    let gone = serving.into_iter().filter(|leader| game.staff.post(*leader) == Post::Away);
    let gone: Vec<LeaderId> = gone.collect();
    gone.into_iter().for_each(|leader| {
        game.staff.resting.insert(leader);
    });
    game.settle_all(log);
}
