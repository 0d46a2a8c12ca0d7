//! Leaders who travel alone. Rulebook: Solo Leader Movement.

use atlas::topology::{HexId, Id};
use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, PieceKey, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::control::around;
use crate::event::{Event, hex_at, hex_name, space};
use crate::ground::{LandId, LandSet, ways};
use crate::ids::{LeaderId, NationId};
use crate::nations::Side;
use crate::questions::Question;
use crate::scenarios::Part;
use crate::staff::Post;
use crate::state::{General, Marshals};
use crate::view::waiting;
use crate::wording::words;

/// How many hexes a leader rides (M-command-8).
const RIDE: u8 = 10;

impl General<'_> {
    /// Whether a leader can ride anywhere.
    pub(crate) fn can_ride(self, from: HexId) -> bool {
        let enemy = self.side(self.leader.get().nation).map(Side::enemy);
        let is_covered = |hex| enemy.is_some_and(|enemy| self.is_in_zone(enemy, hex));
        rides_from(self.game, self.leader, from, is_covered).next().is_some()
    }
}

/// Whether a leader alone may come into a hex: through friendly or neutral land, past zones only where friends stand
/// (M-lead-36).
fn lets_ride(game: &Marshals, leader: LeaderId, hex: HexId, is_covered: impl Fn(HexId) -> bool) -> bool {
    let nation = leader.get().nation;
    let holder = game.control.get(hex);
    if game.part_of(hex) == Some(Part::Closed)
        || holder.is_some_and(|holder| game.are_enemies(holder, nation))
    {
        return false;
    }
    let of = |stands: &dyn Fn(NationId) -> bool| {
        let here = game.forces.at(hex).iter();
        here.filter(|force| !force.factors.is_empty()).any(|force| stands(force.muster.nation))
    };
    !of(&|other| game.are_enemies(other, nation))
        && (of(&|other| game.are_friends(other, nation)) || !is_covered(hex))
}

/// The hexes next to one into which a leader alone may come.
fn rides_from(
    game: &Marshals,
    leader: LeaderId,
    hex: HexId,
    is_covered: impl Fn(HexId) -> bool,
) -> impl Iterator<Item = HexId> {
    let open = ways(hex).iter().filter(|way| game.is_open(way));
    open.map(|way| way.to).filter(move |to| lets_ride(game, leader, *to, &is_covered))
}

/// Where a leader can ride, the nearest first.
fn destinations(game: &Marshals, leader: LeaderId) -> impl Iterator<Item = HexId> + '_ {
    let nation = leader.get().nation;
    let enemy = game.side(nation).map(Side::enemy);
    let mut barred = enemy.map_or(LandSet::EMPTY, |enemy| game.zones_of(enemy));
    let (mut friends, mut enemies) = (LandSet::EMPTY, LandSet::EMPTY);
    for force in game.forces.iter().filter(|force| !force.factors.is_empty()) {
        let Some(land) = LandId::of(force.muster.hex) else { continue };
        if game.are_friends(force.muster.nation, nation) {
            friends.insert(land);
        } else if game.are_enemies(force.muster.nation, nation) {
            enemies.insert(land);
        }
    }
    barred.subtract(&friends);
    barred.unite(&enemies);
    // Whose land is shut: that of enemies, and of those who take no part.
    let shut: [bool; 64] = std::array::from_fn(|number| {
        let holder = NationId(number as u8);
        number < game.realms.len()
            && (game.realm(holder).part == Some(Part::Closed) || game.are_enemies(holder, nation))
    });
    let mut reached: Vec<(HexId, u8)> = Vec::with_capacity(320);
    reached.extend(game.staff.hex(leader).map(|from| (from, 0)));
    // Nobody comes where he is barred: that is as good as seen.
    let mut seen = barred;
    seen.extend(reached.iter().filter_map(|(from, _)| LandId::of(*from)));
    let (mut number, mut turned) = (0, 0);
    let next = move || {
        loop {
            let (from, ridden) = *reached.get(number).filter(|(_, ridden)| *ridden < RIDE)?;
            for way in &ways(from)[turned..] {
                turned += 1;
                if !seen.contains(way.land)
                    && game.is_open(way)
                    && !shut[game.control.of_land(way.land).index()]
                {
                    seen.insert(way.land);
                    reached.push((way.to, ridden + 1));
                    return Some(way.to);
                }
            }
            (number, turned) = (number + 1, 0);
        }
    };
    std::iter::from_fn(next).filter(move |hex| game.may_stay(*hex, [], &[leader]).is_ok())
}

/// A leader alone rides up to ten hexes, without a command point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Riding {
    /// Who.
    pub(crate) leader: LeaderId,
}

impl OneOf for Riding {
    type Game = Marshals;
    type Item = HexId;

    fn decider(&self, game: &Marshals) -> Seat {
        game.seat(self.leader.get().nation).expect("who rides is played")
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = HexId> {
        destinations(game, self.leader)
    }

    fn action(&self, hex: HexId) -> Action {
        Action::To(hex)
    }

    fn chosen(self, game: &mut Marshals, hex: HexId, log: &mut Recorder<Event>) -> Flow<Question> {
        let seat = self.decider(game);
        let from = game.staff.hex(self.leader);
        game.staff.send(self.leader, Post::Open(hex));
        game.staff.moved.insert(self.leader);
        game.staff.rode.insert(self.leader);
        let known = game.confidants(self.leader.get().nation);
        log.record(|| Event::Rode { seat, leader: self.leader, to: hex, known });
        // Where he was there may be no zone of control any more; where he is there may be one now.
        game.settle_control(from.into_iter().flat_map(around).chain(around(hex)), log);
        Flow::End
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        Prompt::new("ride", format!("Choose where {} rides.", self.leader.name()))
    }

    fn show(&self, _game: &Marshals, hex: HexId) -> Choice {
        let target = Target::Move { piece: PieceKey::of(&self.leader), to: space(hex) };
        Choice::new(Verb::Redeploy, format!("Ride to {}", hex_name(hex)), target)
    }

    fn clicked(&self, _game: &Marshals, target: &Target) -> Option<HexId> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => hex_at(to),
            _ => None,
        }
    }

    fn insist(&self, _game: &Marshals) -> Denied {
        let why =
            words!("{} rides {RIDE} hexes at most, through friendly or neutral land.", self.leader.name());
        Denied::new(rule!("M-lead-36"), why)
    }
}
