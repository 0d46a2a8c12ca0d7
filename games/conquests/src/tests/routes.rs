//! Whole stacks to far places by one click. Rulebook 10.1, 10.3.

use engine::{Game, PieceKey, Recorder, Route, SpaceRef};

use super::field::{Field, at, units, wander};
use crate::action::Action;
use crate::movement::{routes, together};
use crate::nations::Nation::{self, Austria, England, France, Prussia};
use crate::state::FrigateId;
use crate::troops::{Kind, Troops};
use crate::view::{keys, space};

impl Field {
    fn routes(&self, pieces: &[PieceKey], via: &[&str]) -> Vec<Route<Action>> {
        let via: Vec<SpaceRef> = via.iter().map(|id| space(at(id))).collect();
        routes::routes(&self.game, self.game.seat(self.asked()), pieces, &via)
    }

    fn route(&self, pieces: &[PieceKey], to: &str) -> Option<Route<Action>> {
        self.routes(pieces, &[]).into_iter().find(|route| route.way.last() == Some(&space(at(to))))
    }

    fn go(&mut self, route: &Route<Action>) {
        for action in &route.actions {
            self.act(*action);
        }
    }
}

fn stack(nation: Nation, land: &str) -> Vec<PieceKey> {
    [Kind::Infantry, Kind::Cavalry, Kind::Cannon].map(|kind| keys::units(nation, kind, at(land))).to_vec()
}

fn named(way: &[SpaceRef]) -> Vec<&'static str> {
    way.iter().map(|at| crate::view::area_at(*at).expect("it is on the map").id()).collect()
}

/// A French corps and an infantry in Alsace, Prussia in Saxony; France has so many movement points.
fn alsace(points: u16) -> Field {
    Field::new()
        .put(France, units(2, 1, 1), "alsace")
        .put(Prussia, units(1, 0, 0), "saxony")
        .points(France, points)
        .everybody_somewhere()
        .moves(France)
}

// proves N-10.1-corps, N-10.1-costs
#[test]
fn a_stack_goes_over_two_lands_in_one_go() {
    let mut field = alsace(8);
    let route = field.route(&stack(France, "alsace"), "bavaria").expect("it is two lands away");
    assert_eq!(route.way.len(), 2, "{:?}", named(&route.way));
    assert_eq!(
        route.choice.cost.expect("it is paid for").to_string(),
        "6 MP",
        "a corps and an infantry, twice"
    );
    field.go(&route);
    assert_eq!(field.troops(France, "bavaria"), units(2, 1, 1));
    assert_eq!((field.troops(France, "alsace"), field.game.movement.group), (Troops::NONE, None));
    assert_eq!(field.game.treasury.whole_points(France), 2);
}

// proves N-10-free-range
#[test]
fn nobody_is_offered_a_way_that_he_cannot_pay() {
    let field = alsace(5);
    assert!(field.route(&stack(France, "alsace"), "rhineland").is_some());
    assert!(field.route(&stack(France, "alsace"), "bavaria").is_none(), "that takes 6 MP");
    let rider = [keys::units(France, Kind::Cavalry, at("alsace"))];
    assert_eq!(field.route(&rider, "bavaria").and_then(|route| route.choice.cost).unwrap().halves, 2);
    assert!(field.routes(&stack(Prussia, "saxony"), &[]).is_empty(), "those are not his");
    assert!(routes::routes(&field.game, field.game.seat(Austria), &stack(France, "alsace"), &[]).is_empty());
}

// proves N-10.1-corps
#[test]
fn a_corps_counter_goes_with_the_units_of_its_corps() {
    let mut field = alsace(8);
    let route = field.route(&[keys::corps(France, at("alsace"))], "bavaria").expect("it can be paid");
    assert_eq!(route.choice.cost.unwrap().to_string(), "4 MP");
    field.go(&route);
    assert_eq!(field.troops(France, "bavaria"), units(1, 1, 1));
    assert_eq!(field.troops(France, "alsace"), units(1, 0, 0));
}

// proves N-10.1-attacker
#[test]
fn a_way_leads_over_the_lands_that_one_names_and_says_whom_it_meets() {
    let field = alsace(10);
    let rider = [keys::units(France, Kind::Cavalry, at("alsace"))];
    let routes = field.routes(&rider, &["rhineland", "westphalia"]);
    assert!(routes.iter().all(|route| named(&route.way)[..2] == ["rhineland", "westphalia"]), "{routes:?}");
    assert!(!routes.is_empty());
    let attack = field.route(&rider, "saxony").expect("it is near");
    assert_eq!(attack.choice.label, "Attack in Saxony");
    assert_eq!(attack.choice.effect.expect("it is an attack").words, "attacks Prussia");
    let beyond = field.routes(&rider, &["saxony"]);
    assert_eq!(beyond.len(), 1, "whoever attacks goes no further: {beyond:?}");
}

// proves N-10.1-regroup
#[test]
fn another_stack_goes_once_the_first_has_arrived() {
    let mut field = alsace(10).put(France, units(1, 0, 0), "paris");
    let corps = field.route(&[keys::corps(France, at("alsace"))], "rhineland").expect("it is beside");
    // The group could go on, and has not been told to stay.
    for action in corps.actions.iter().filter(|action| **action != Action::Done) {
        field.act(*action);
    }
    assert!(field.game.movement.group.is_some());
    let other = [keys::units(France, Kind::Infantry, at("paris"))];
    let route = field.route(&other, "burgundy").expect("it is beside");
    assert_eq!(route.actions[0], Action::Done);
    field.go(&route);
    assert_eq!(field.troops(France, "burgundy"), units(1, 0, 0));
}

// proves N-10.3-cost
#[test]
fn frigates_sail_over_several_seas_together() {
    let mut field =
        Field::new().ship(England, "irish_sea", Troops::NONE).ship(England, "irish_sea", Troops::NONE);
    field = field.everybody_somewhere().moves(England);
    let fleet: Vec<PieceKey> = FrigateId::of(England).take(2).map(|frigate| PieceKey::of(&frigate)).collect();
    let far =
        field.routes(&fleet, &[]).into_iter().find(|route| route.way.len() == 2).expect("seas lie beyond");
    assert_eq!(far.choice.cost.unwrap().to_string(), "4 MP", "two light frigates, two seas");
    assert_eq!(far.actions.len(), 4);
    field.go(&far);
    let berths: Vec<_> =
        FrigateId::of(England).take(2).map(|id| field.game.forces.frigate(id).at.map(space)).collect();
    assert_eq!(berths, [far.way.last().copied(); 2]);
}

#[test]
fn whatever_route_is_offered_can_be_gone_and_leads_everybody_there() {
    let mut gone = 0;
    for (scenario, players, seed) in [("short", 5, 3), ("campaign", 3, 9)] {
        wander(scenario, players, seed, |game, seat, _| {
            if !together::is_moving(game) {
                return;
            }
            for land in crate::areas::Area::lands() {
                for nation in game.nations(seat).iter().filter(|nation| game.forces.stands_in(*nation, land))
                {
                    let troops = game.forces.troops(nation, land);
                    let pieces: Vec<_> = troops.kinds().map(|kind| keys::units(nation, kind, land)).collect();
                    for route in routes::routes(game, seat, &pieces, &[]) {
                        gone += 1;
                        let mut after = game.clone();
                        for action in &route.actions {
                            after.apply(seat, action, &mut Recorder::silent()).expect("every step is legal");
                        }
                        let to = crate::view::area_at(*route.way.last().unwrap()).unwrap();
                        assert!(after.forces.troops(nation, to).includes(troops), "{route:?}");
                        assert!(after.forces.troops(nation, land).is_empty(), "{route:?}");
                    }
                }
            }
        });
    }
    assert!(gone > 100, "{gone}");
}
