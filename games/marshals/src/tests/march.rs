//! Land Movement: prices, allowances, and who goes where.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::field::{Muster, Record};
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, way, ways};
use crate::map::{MAP, Terrain};
use crate::movement::price::size_penalty;

/// The price of a step over a river-free side without mountains, or what is added to it.
fn price(field: &Field, from: &str, to: &str) -> u8 {
    field.game.step_price(&way(hex(from), hex(to)).expect("they touch"))
}

// proves M-move-7, M-terrain-5, M-terrain-6
#[test]
fn woods_and_rivers_cost_one_more() {
    let field = Field::of("ulm-1805");
    assert_eq!(price(&field, "2752", "2652"), 1, "clear");
    assert_eq!(price(&field, "2652", "2651"), 2, "woods");
    assert_eq!(price(&field, "2752", "2853"), 2, "a river");
}

// proves M-terrain-1, M-terrain-7, M-terrain-8
#[test]
fn what_a_step_meets_is_added_up() {
    let fair = Field::of("ulm-1805");
    let poor = Field::of("ulm-1805").on("1805 Nov-Dec 2");
    let mut mountains = 0;
    for from in LandId::all().map(LandId::hex) {
        for way in ways(from).iter().filter(|way| !way.side.lake) {
            let woods = u8::from(MAP.terrain(way.to) == Terrain::Woods);
            let (river, mountain) = (u8::from(way.side.river), u8::from(way.side.mountain));
            assert_eq!(fair.game.step_price(way), 1 + woods + river + mountain);
            assert_eq!(poor.game.step_price(way), 1 + woods + river + 2 * mountain);
            mountains += u32::from(mountain == 1 && woods + river == 2);
        }
    }
    assert!(mountains > 0, "some ways lead over a river and mountains into woods");
}

// proves M-weather-9
#[test]
fn rivers_and_lakes_of_the_north_are_crossed_on_the_ice() {
    let frozen = Field::of("eylau-1807").on("1807 Jan-Feb 4");
    let open = Field::of("eylau-1807").on("1807 Mar-Apr 4");
    let (mut lakes, mut rivers) = (0, 0);
    for from in LandId::all().map(LandId::hex) {
        for way in ways(from).iter().filter(|way| way.side.river && frozen.game.is_frozen(way)) {
            assert_eq!(frozen.game.step_price(way) + 1, open.game.step_price(way));
            rivers += 1;
        }
        lakes += ways(from).iter().filter(|way| way.side.lake && frozen.game.is_frozen(way)).count();
    }
    assert!(rivers > 0 && lakes > 0);
    let paris = ways(hex("Paris")).iter().filter(|way| way.side.river);
    assert!(paris.clone().count() > 0 && paris.clone().all(|way| frozen.game.step_price(way) == 2));
}

// proves M-terrain-2
#[test]
fn cities_and_forts_cost_nothing() {
    let field = Field::of("ulm-1805");
    assert_eq!((price(&field, "2852", "Orleans"), price(&field, "4748", "Prague")), (1, 2));
}

// proves M-stack-23
#[test]
fn large_stacks_are_slower() {
    let penalties = [1, 10, 11, 15, 16, 40].map(size_penalty);
    assert_eq!(penalties, [0, 0, 1, 1, 2, 2]);
}

fn corps(factors: Factors) -> Field {
    Field::bare("ulm-1805").put("France", factors, "Orleans").lead("Davout", "Orleans").turn_of("France")
}

// proves M-units-9, M-lead-15, M-move-11
#[test]
fn a_marshal_moves_his_stack_at_his_rating_and_one_more() {
    let mut field = corps(Factors::infantry(5));
    field.march("Davout");
    assert_eq!((field.gauge("movement left"), field.gauge("factors on the march")), ("5".into(), "5".into()));
    field.step("2652").step("2552").step("2452");
    assert_eq!(field.gauge("movement left"), "2");
    assert_eq!(field.open("France", "2452"), Factors::infantry(5));
    assert_eq!(field.game.staff.hex(leader("Davout")), Some(hex("2452")));
}

// proves M-lead-18, M-reform-4
#[test]
fn leaders_of_reformed_nations_are_one_faster() {
    let reach = |is_reformed| {
        let mut field = Field::bare("ulm-1805")
            .put("Austria", Factors::infantry(4), "Prague")
            .lead("Hiller", "Prague")
            .reformed("Austria", is_reformed)
            .turn_of("Austria");
        field.march("Hiller");
        field.gauge("movement left")
    };
    assert_eq!((reach(false), reach(true)), ("3".into(), "4".into()));
}

// proves M-move-10
#[test]
fn a_march_ends_where_the_movement_does() {
    let mut field = corps(Factors::infantry(5));
    field.march("Davout").step("2652").step("2651").step("2550");
    let denied = field.refusal(Action::Step(hex("2450")));
    assert_eq!(denied.rule.as_str(), "M-move-10", "{}", denied.why);
}

// proves M-lead-34
#[test]
fn the_first_hex_is_always_within_reach() {
    let mut field = Field::bare("eylau-1807").on("1807 Jan-Feb 3");
    let (from, to) = LandId::all()
        .map(LandId::hex)
        .filter(|hex| field.game.home(*hex) == Some(nation("Prussia")))
        .flat_map(|from| ways(from).iter().map(move |way| (from, way)))
        .find(|(from, way)| {
            let game = &field.game;
            let prussian = game.controls(way.to) == game.side(nation("Prussia"));
            prussian && !way.side.lake && game.step_price(way) > 2 && game.is_wintry(*from)
        })
        .expect("a river runs along woods in the north");
    let place = MAP.grid.name(from).to_string();
    field = field.put("Russia", Factors::infantry(4), &place).lead("Buxhowden", &place);
    field = field.stored("Russia", 1, 0, &place).turn_of("Russia");
    field.march("Buxhowden");
    assert_eq!(field.gauge("movement left"), "1", "his 2, less the winter");
    field.act(Action::Step(to.to));
    assert_eq!(field.gauge("movement left"), "0");
}

// proves M-lead-19, M-lead-20
#[test]
fn a_leader_of_cavalry_is_fast_with_a_few() {
    let reach = |factors| {
        let mut field = Field::bare("ulm-1805").put("France", factors, "Orleans").lead("Murat", "Orleans");
        field = field.turn_of("France");
        field.march("Murat");
        field.gauge("movement left")
    };
    assert_eq!(reach(Factors::new(2, 1, 0)), "6");
    assert_eq!(reach(Factors::new(0, 3, 0)), "6");
    assert_eq!(reach(Factors::new(3, 0, 0)), "5", "three of infantry");
    assert_eq!(reach(Factors::new(0, 4, 0)), "5", "four factors");
    assert_eq!(reach(Factors::new(0, 1, 1)), "5", "artillery");
}

// proves M-units-3
#[test]
fn counters_alone_move_at_the_pace_of_their_arm() {
    let reach = |factors: Factors, arm| {
        let mut field = Field::bare("ulm-1805").put("France", factors, "Orleans").turn_of("France");
        field.act(Action::Detach { hex: hex("Orleans"), nation: nation("France"), arm });
        field.gauge("movement left")
    };
    assert_eq!(reach(Factors::infantry(5), Arm::Infantry), "4");
    assert_eq!(reach(Factors::new(0, 1, 0), Arm::Cavalry), "5");
    assert_eq!(reach(Factors::new(0, 0, 1), Arm::Artillery), "4");
}

// proves M-move-2
#[test]
fn a_stack_moves_once_in_a_turn() {
    let mut field = corps(Factors::infantry(6)).lead("Ney", "2652");
    field.march("Davout").step("2652").act(Action::Halt);
    assert_eq!(field.refused(Action::March(leader("Davout"))), "M-move-2");
    assert_eq!(field.refused(Action::Activate(leader("Ney"))), "M-command-3", "nobody there may still move");
    let detach = Action::Detach { hex: hex("2652"), nation: nation("France"), arm: Arm::Infantry };
    assert_eq!(field.refused(detach), "M-command-2");
}

// proves M-move-18
#[test]
fn what_factors_did_is_forgotten_when_the_turn_ends() {
    let mut field = corps(Factors::infantry(6)).put("France", Factors::infantry(2), "2652");
    field.march("Davout").step("2652").act(Action::Halt);
    let fresh = Muster::fresh(hex("2652"), nation("France"));
    let forces = |field: &Field| {
        (field.game.forces.factors(fresh), field.game.forces.factors(fresh.with(Record::Moved)))
    };
    assert_eq!(forces(&field), (Factors::infantry(2), Factors::infantry(6)));
    field.act(Action::Done);
    assert_eq!(forces(&field), (Factors::infantry(8), Factors::NONE));
}

// proves M-move-17, M-stack-5
#[test]
fn nobody_marches_into_enemies_unless_they_are_inside_a_fort() {
    let stand = |field: Field| {
        let mut field = field.lead("Davout", "4849").put("France", Factors::infantry(6), "4849");
        field = field.turn_of("France");
        field.march("Davout");
        field
    };
    let field = stand(Field::bare("ulm-1805").put("Austria", Factors::infantry(1), "Prague"));
    assert_eq!(field.refused(Action::Step(hex("Prague"))), "M-move-17");
    let fort = hex("Josephstadt");
    assert!(MAP.fort(fort) > 0);
    let mut field = Field::bare("ulm-1805")
        .garrison("Austria", Factors::infantry(1), "Josephstadt")
        .put("France", Factors::infantry(6), "5049")
        .lead("Davout", "5049")
        .turn_of("France");
    field.march("Davout").step("Josephstadt");
    assert_eq!(field.holder("Josephstadt"), "Austria", "the garrison keeps it");
}

// proves M-lead-35
#[test]
fn nobody_enters_the_land_of_a_neutral() {
    let neutral = nation("Prussia");
    let mut field = Field::bare("ulm-1805");
    let (from, to) = LandId::all()
        .map(LandId::hex)
        .flat_map(|from| ways(from).iter().map(move |way| (from, way.to)))
        .find(|(from, to)| {
            field.game.control.get(*from) == Some(nation("Austria"))
                && field.game.control.get(*to) == Some(neutral)
        })
        .expect("Austria and Prussia have a border");
    let place = MAP.grid.name(from).to_string();
    field = field.put("Austria", Factors::infantry(4), &place).lead("Hiller", &place).turn_of("Austria");
    field.march("Hiller");
    assert_eq!(field.refused(Action::Step(to)), "M-lead-35");
}

// proves M-lead-25
#[test]
fn a_leader_alone_gets_out_of_the_way() {
    let mut field = corps(Factors::infantry(6))
        .lead("Hiller", "2652")
        .put("Austria", Factors::infantry(1), "Prague")
        .turn_of("France");
    field.march("Davout").step("2652");
    assert_eq!(field.game.staff.hex(leader("Hiller")), Some(hex("Prague")));
}

// proves M-lead-36, M-command-8, M-command-9
#[test]
fn a_leader_alone_rides_ten_hexes_past_no_enemy() {
    let mut field = Field::bare("ulm-1805")
        .lead("Ney", "Paris")
        .put("Austria", Factors::infantry(4), "2550")
        .lead("Hiller", "2550")
        .turn_of("France");
    let points = field.game.realm(nation("France")).points;
    field.act(Action::Ride(leader("Ney")));
    let to = |place: &str| Action::To(hex(place));
    assert!(field.actions().contains(&to("Orleans")));
    assert_eq!(field.refused(to("2550")), "M-lead-36", "an enemy stands there");
    assert_eq!(field.refused(to("2651")), "M-lead-36", "a zone of control covers it");
    assert_eq!(field.refused(to("Milan")), "M-lead-36", "too far");
    let far = field.actions().into_iter().filter_map(|action| match action {
        Action::To(hex) => Some(MAP.grid.distance(hex, super::field::hex("Paris"))),
        _ => None,
    });
    assert_eq!(far.max(), Some(10));
    field.act(to("Orleans"));
    assert_eq!(field.game.realm(nation("France")).points, points);
    assert_eq!(field.game.staff.hex(leader("Ney")), Some(hex("Orleans")));
}
