//! What counters, hexes and marks of the map mean.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::calendar::{Date, Poor};
use crate::combat::{Contingent, Stack};
use crate::counters::mix;
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, way};
use crate::ids::{LeaderId, NationId};
use crate::map::{MAP, Terrain, Weather};
use crate::nations::Side;
use crate::zones::makes_zone;

fn corps(factors: Factors) -> Field {
    Field::bare("ulm-1805").put("France", factors, "Orleans").lead("Davout", "Orleans").turn_of("France")
}

fn detach(arm: Arm) -> Action {
    Action::Detach { hex: hex("Orleans"), nation: nation("France"), arm }
}

// proves M-units-1, M-leadsum-5, M-leadsum-6
#[test]
fn counters_of_one_to_five_are_changed_at_will_within_a_hex() {
    for nation in NationId::all().filter_map(mix) {
        let sum = u16::from(nation.five) * 5
            + u16::from(nation.four) * 4
            + u16::from(nation.three) * 3
            + u16::from(nation.small) * 2;
        assert!(u16::from(nation.infantry()) <= sum);
    }
    // Of seven factors a counter of five, four, three, two or one marches, however they lay before.
    for count in 1..=5 {
        let mut field = corps(Factors::infantry(7));
        field.act(detach(Arm::Infantry)).leave("France", Arm::Infantry, 5 - count);
        assert_eq!(field.gauge("factors on the march"), count.to_string());
        assert_eq!(field.open("France", "Orleans"), Factors::infantry(7), "the sum is the same");
        field.step("2652").act(Action::Halt);
        assert_eq!(field.open("France", "Orleans").infantry, 7 - count, "only a march moves factors");
    }
    let value = |factors: u8| {
        Stack::new(&[Contingent::new(NationId::FRANCE, Factors::infantry(factors))], &[]).strength().value()
    };
    assert_eq!((1..=5).map(value).collect::<Vec<_>>(), [1, 2, 3, 4, 5], "its value is its combat value");
}

// proves M-units-2
#[test]
fn only_the_sum_of_factors_matters() {
    let split = corps(Factors::infantry(2)).put("France", Factors::infantry(3), "Orleans");
    let whole = corps(Factors::infantry(5));
    assert_eq!(split.game.forces, whole.game.forces);
    assert_eq!(split.game.zones_of(Side::French), whole.game.zones_of(Side::French));
}

// proves M-units-4
#[test]
fn horse_and_guns_are_a_factor_each() {
    for arm in [Arm::Cavalry, Arm::Artillery, Arm::Cossack] {
        let one = Stack::new(&[Contingent::new(NationId::RUSSIA, Factors::of(arm, 1))], &[]);
        assert_eq!((one.strength().value(), one.all().total()), (1, 1), "{arm}");
        assert!(makes_zone(false, Factors::infantry(3) + Factors::of(arm, 1)), "{arm}");
    }
    let mut field = corps(Factors::new(5, 1, 1));
    field.march("Davout");
    assert_eq!(field.gauge("factors on the march"), "6");
    let last = Action::Take { nation: nation("France"), arm: Arm::Artillery };
    assert_eq!(field.refused(last), "M-lead-17", "a marshal commands six of any arm");
    field.act(Action::Halt);
    field.act(detach(Arm::Artillery));
    assert_eq!(field.gauge("factors on the march"), "1");
}

// proves M-command-5, M-command-10
#[test]
fn without_points_supply_units_leaders_and_the_line_still_move() {
    let field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(6), "Paris")
        .stored("France", 1, 0, "Paris")
        .lead("Davout", "Paris")
        .turn_of("France")
        .points("France", 0);
    let (paris, france) = (hex("Paris"), nation("France"));
    let free = [
        Action::Haul { hex: paris, nation: france },
        Action::Ride(leader("Davout")),
        Action::UseLine(france),
    ];
    for action in free {
        assert!(field.actions().contains(&action), "{action:?}");
    }
    assert_eq!(field.refused(Action::Activate(leader("Davout"))), "M-command-1");
    let arm = Arm::Infantry;
    assert_eq!(field.refused(Action::Detach { hex: paris, nation: france, arm }), "M-command-1");
    let mut field = field.points("France", 2);
    field.act(free[0]);
    assert_eq!(field.game.realm(france).points, 2, "it costs none");
}

// proves M-move-16
#[test]
fn whoever_is_at_peace_moves_on_his_own_land() {
    let field = Field::bare("leipzig-1813");
    let (austria, prague) = (nation("Austria"), hex("Prague"));
    assert_eq!(field.game.side(austria), None);
    let field =
        field.put("Austria", Factors::infantry(4), "Prague").lead("Klenau", "Prague").points("Austria", 2);
    let own = |hex: &atlas::topology::HexId| field.game.control.get(*hex) == Some(austria);
    let next = crate::ground::ways(prague).iter().map(|way| way.to).find(own).expect("Bohemia is wide");
    assert_eq!(field.game.may_come(austria, prague, next), Ok(()));
    let dresden = hex("Dresden");
    let denied = field.game.may_come(austria, crate::ground::ways(dresden)[0].to, dresden).unwrap_err();
    assert_eq!(denied.rule.as_str(), "M-move-16");
    assert_eq!(field.game.seat(austria), field.game.seat(nation("Russia")), "and a seat moves it");
}

// proves M-map-1, M-map-7
#[test]
fn land_is_clear_or_woods_and_holds_cities_forts_and_ports() {
    let mut seen = [0; 2];
    for land in LandId::all() {
        match MAP.terrain(land.hex()) {
            Terrain::Clear => seen[0] += 1,
            Terrain::Woods => seen[1] += 1,
            other => panic!("{other:?} is no land"),
        }
        assert!(MAP.fort(land.hex()) <= 2);
    }
    assert!(seen[0] > seen[1] && seen[1] > 500);
    let place = |name: &str| MAP.place(hex(name)).expect("a place");
    assert!(place("Vienna").stars > 0 && place("Weimar").stars == 0, "a star and a dot");
    assert_eq!((place("Hamburg").fort, place("Modlin").fort, place("Paris").fort), (2, 1, 0));
    assert!(MAP.sources.boxes.iter().any(|sea| sea.ports.iter().any(|port| port == "Hamburg")), "a port");
}

// proves M-terrain-4
#[test]
fn what_ships_sail_along_is_no_river() {
    let mut coasts = 0;
    for sea in &MAP.sources.boxes {
        for port in &sea.ports {
            let Some(from) = MAP.site(port).filter(|from| LandId::of(*from).is_some()) else { continue };
            for way in crate::ground::ways(from) {
                let along = MAP.grid.neighbours(way.to).any(|near| !MAP.is_land(near));
                let is_river = MAP.rivers.iter().any(|river| river.sides.contains(&way.over));
                assert_eq!(way.side.river, is_river, "{port}");
                coasts += usize::from(along && !is_river);
            }
        }
    }
    assert!(coasts > 100);
    let field = Field::bare("ulm-1805");
    let (calais, boulogne) = (hex("Calais"), hex("Boulogne"));
    let coast = way(calais, boulogne).expect("they lie on one coast");
    assert_eq!(field.game.step_price(&coast), 1);
}

// proves M-weather-1
#[test]
fn the_weather_is_remote_in_the_north_and_in_iberia() {
    let january: Date = "1807 Jan-Feb 1".parse().unwrap();
    let (march, october): (Date, Date) =
        ("1807 Mar-Apr 1".parse().unwrap(), "1806 Sep-Oct 4".parse().unwrap());
    for name in ["Konigsberg", "Smolensk", "Stockholm", "Riga"] {
        assert_eq!(january.weather(MAP.weather(hex(name))), Poor::Everywhere, "{name}");
        assert!(MAP.is_remote(hex(name)), "{name}");
    }
    for name in ["Madrid", "Lisbon"] {
        assert!(MAP.is_remote(hex(name)), "{name}");
        assert_eq!(MAP.weather(hex(name)), Weather::South, "{name}");
        assert_eq!(october.weather(MAP.weather(hex(name))), Poor::Nowhere, "{name}: from November on");
    }
    // The Ottoman Empire is remote for supply only.
    let constantinople = hex("Constantinople");
    assert!(MAP.is_remote(constantinople));
    for date in [october, january, march] {
        assert_eq!(date.weather(MAP.weather(constantinople)), Poor::InMountains);
    }
}

// proves M-lead-21
#[test]
fn some_lose_their_cavalry_with_an_army() {
    let loses =
        |leader: &LeaderId| leader.get().is_cavalry && leader.versions().any(|other| !other.get().is_cavalry);
    let names: Vec<&str> = LeaderId::all().filter(loses).map(LeaderId::key).collect();
    assert_eq!(names, ["Murat", "Frimont", "Blucher"]);
    let horse = Factors::new(0, 2, 0);
    let zone = |name: &str| {
        let field = Field::bare("france-1814").put("Austria", horse, "Troyes").lead(name, "Troyes");
        field.zone(Side::Coalition, "Troyes")
    };
    assert_eq!((zone("Frimont"), zone("Frimont (army)")), (true, false));
}

// proves M-loc-4
#[test]
fn home_is_what_it_was_when_the_war_began() {
    let mut field = Field::bare("ulm-1805").put("France", Factors::infantry(6), "Munich");
    let (munich, before) = (hex("Munich"), field.game.home(hex("Munich")));
    for place in ["Vienna", "Linz"] {
        field = field.put("France", Factors::infantry(6), place);
        assert_eq!((field.holder(place), field.game.home(hex(place))), ("France", Some(nation("Austria"))));
    }
    assert_eq!(field.game.home(munich), before);
    // In 1814 Belgium is French no more.
    let home = |id: &'static str| Field::bare(id).game.home(hex("Brussels"));
    assert_eq!(home("ulm-1805"), Some(nation("France")));
    assert_ne!(home("hundred-days-1815"), Some(nation("France")));
}

// proves M-loc-7
#[test]
fn a_depot_stays_a_depot() {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(4), "Mainz")
        .stored("France", 0, 1, "Mainz")
        .turn_of("France");
    let (mainz, france) = (hex("Mainz"), nation("France"));
    assert_eq!(field.refused(Action::Convert { hex: mainz, nation: france }), "M-loc-21");
    assert_eq!(field.refused(Action::Haul { hex: mainz, nation: france }), "M-loc-21");
    field.act(Action::Demolish { hex: mainz, nation: france, is_depot: true });
    assert!(field.game.forces.iter().all(|force| force.supply == 0 && force.depots == 0));
}
