//! Leaders left alone, and leaders captured. Rulebook "Capturing and Exchanging Leaders", "Retreat After Combat" 3.

use atlas::topology::HexId;
use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::control::around;
use crate::event::{Event, hex_at, hex_name, space};
use crate::field::Stance;
use crate::ground::ways;
use crate::ids::{LeaderId, PlaceId};
use crate::leaders::Rank;
use crate::map::MAP;
use crate::questions::Question;
use crate::staff::Post;
use crate::state::Marshals;
use crate::view::waiting;
use crate::wording::words;

/// Where a leader who has lost his troops goes: the owner chooses (M-combat-36).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Refuge {
    leader: LeaderId,
    from: HexId,
}

impl Marshals {
    /// Leaders of a surrounded defender are captured if a factor has come into their hex (M-combat-39, M-lead-22).
    pub(super) fn capture_leaders(&mut self, log: &mut Recorder<Event>) {
        let battle = self.fray();
        let (target, captor) = (battle.target, battle.nation);
        let Some(clash) = &battle.clash else { return };
        if !clash.surrounded || !clash.advanced {
            return;
        }
        let leaders: Vec<LeaderId> =
            left_alone(self, target).filter(|leader| self.are_enemies(leader.get().nation, captor)).collect();
        for leader in leaders {
            self.capture(leader, captor, log);
        }
    }
}

/// Leaders in a hex without a friendly factor beside them.
fn left_alone(game: &Marshals, hex: HexId) -> impl Iterator<Item = LeaderId> + '_ {
    game.staff.at(hex, Stance::Open).filter(move |leader| {
        let nation = leader.get().nation;
        game.side(nation).is_some()
            && !leader.get().is_admiral()
            && game.forces.open(hex, |other| game.are_friends(other, nation)).is_empty()
    })
}

/// Where a leader without troops can go: an adjacent hex with friends; or the nearest national military leader, production city
/// or stack of his side (M-combat-36).
fn refuges(game: &Marshals, leader: LeaderId, from: HexId) -> Vec<HexId> {
    let nation = leader.get().nation;
    let is_friend = |other| game.are_friends(other, nation);
    let friends: Vec<HexId> = game
        .forces
        .iter()
        .filter(|force| force.is_in_the_open() && is_friend(force.muster.nation) && force.muster.hex != from)
        .map(|force| force.muster.hex)
        .collect();
    let is_safe = |hex: &HexId| *hex != from && !game.faces_enemies(nation, *hex);
    let next_to = ways(from).iter().map(|way| way.to).filter(|hex| friends.contains(hex));
    let mut refuges: Vec<HexId> = next_to.collect();
    let chiefs = game.staff.in_play().filter_map(|(other, post)| match post {
        Post::Open(hex) if other != leader && is_friend(other.get().nation) => {
            (game.general(other).rank() == Rank::National).then_some(hex)
        }
        _ => None,
    });
    let cities = PlaceId::all().filter(|place| place.get().stars > 0).map(PlaceId::hex);
    let held = cities.filter(|hex| game.control.get(*hex).is_some_and(is_friend));
    let kinds: [Vec<HexId>; 3] = [chiefs.collect(), held.collect(), friends];
    for kind in kinds {
        let open = kind.into_iter().filter(is_safe);
        refuges.extend(open.min_by_key(|hex| (MAP.grid.distance(from, *hex), *hex)));
    }
    refuges.sort_unstable();
    refuges.dedup();
    refuges
}

impl Refuge {
    /// The next leader of the battle who is alone. One who can go nowhere leaves the map.
    pub(super) fn next(game: &mut Marshals) -> Option<Refuge> {
        let battle = game.fray();
        let mut hexes = vec![battle.target];
        hexes.extend(game.staff.engaged.iter().filter_map(|leader| game.staff.hex(leader)));
        if let Some(clash) = &battle.clash {
            hexes.extend(&clash.hexes);
        }
        let alone = |hex: HexId| {
            let of_battle = |leader: &LeaderId| {
                game.staff.engaged.contains(*leader)
                    || hex == battle.target && game.are_enemies(leader.get().nation, battle.nation)
            };
            let found = left_alone(game, hex).find(of_battle);
            found.map(|leader| Refuge { leader, from: hex })
        };
        hexes.into_iter().find_map(alone)
    }
}

impl OneOf for Refuge {
    type Game = Marshals;
    type Item = Option<HexId>;

    fn decider(&self, game: &Marshals) -> Seat {
        game.keeper(self.leader.get().nation)
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Option<HexId>> {
        let refuges = refuges(game, self.leader, self.from);
        let nowhere = refuges.is_empty().then_some(None);
        refuges.into_iter().map(Some).chain(nowhere)
    }

    fn action(&self, hex: Option<HexId>) -> Action {
        hex.map_or(Action::Done, Action::To)
    }

    fn chosen(self, game: &mut Marshals, hex: Option<HexId>, log: &mut Recorder<Event>) -> Flow<Question> {
        let Refuge { leader, from } = self;
        if game.staff.engaged.contains(leader) {
            game.staff.engaged.remove(leader);
            game.staff.fights(leader);
        }
        game.staff.send(leader, hex.map_or(Post::Away, Post::Open));
        log.record(|| Event::Displaced(leader, hex));
        game.settle_control(around(from).chain(hex.into_iter().flat_map(around)), log);
        Flow::End
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        Prompt::new("refuge", format!("{} has no troops left: choose where he goes.", self.leader.name()))
    }

    fn show(&self, _game: &Marshals, hex: Option<HexId>) -> Choice {
        match hex {
            Some(hex) => {
                let label = format!("Send {} to {}", self.leader.name(), hex_name(hex));
                Choice::new(Verb::Retreat, label, Target::Space(space(hex)))
            }
            None => Choice::button(Verb::Done, format!("{} leaves the theatre of war", self.leader.name())),
        }
    }

    fn clicked(&self, _game: &Marshals, target: &Target) -> Option<Option<HexId>> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => hex_at(to).map(Some),
            _ => None,
        }
    }

    fn insist(&self, _game: &Marshals) -> Denied {
        let why =
            words!("{} goes to friends next to him, or to the nearest of his side.", self.leader.name());
        Denied::new(rule!("M-combat-36"), why)
    }
}
