//! Weather: marches in the snow, and hexsides on a weather line.

use super::field::{Field, hex, nation};
use super::supply::{end_turn, in_the_snow, lost};
use crate::Action;
use crate::calendar::Poor;
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, Way, ways};
use crate::map::{MAP, Terrain, Weather};

fn name(hex: atlas::topology::HexId) -> &'static str {
    MAP.grid.name(hex).to_string().leak()
}

fn french(field: &Field) -> u16 {
    let own = field.game.forces.iter().filter(|force| force.muster.nation == nation("France"));
    own.map(|force| force.factors.total()).sum()
}

// proves M-weather-7
#[test]
fn a_march_that_ends_in_an_attack_pays_for_the_snow() {
    let (step, target) = ways(hex("Minsk"))
        .iter()
        .flat_map(|way| ways(way.to).iter().map(move |next| (way.to, next.to)))
        .find(|(_, target)| MAP.grid.distance(hex("Minsk"), *target) == 2)
        .expect("hexes lie behind each other");
    let mut field = in_the_snow(11, 1).put("Russia", Factors::infantry(4), name(target));
    let before = french(&field);
    field.march("Napoleon (early)").act(Action::Step(step)).act(Action::Attack(target));
    assert_eq!(before - french(&field), 3);
    assert!(field.game.battle().is_some());
    field.act(Action::Fight).finish();
}

// proves M-weather-7
#[test]
fn whoever_is_left_behind_in_the_snow_is_counted() {
    let mut field = in_the_snow(11, 0);
    let before = french(&field);
    field.march("Napoleon (early)");
    let step = *field.actions().iter().find(|action| matches!(action, Action::Step(_))).unwrap();
    field.act(step).leave("France", Arm::Infantry, 10).act(Action::Halt);
    assert_eq!(before - french(&field), 3);
}

// proves M-attr-2
#[test]
fn hunger_goes_along_on_a_march_that_ends_in_an_attack() {
    let mut field = lost();
    end_turn(&mut field);
    let mut field =
        field.stored("France", 1, 0, "4648").put("Austria", Factors::infantry(2), "4748").turn_of("France");
    field.march("Ney").leave("France", Arm::Infantry, 1).step("4849");
    field.leave("France", Arm::Infantry, 1).step("4749");
    let hunger = |place| field.game.hunger.of(nation("France"), hex(place));
    assert_eq!(hunger("4849"), 1, "they were left behind");
    field.act(Action::Attack(hex("4748")));
    assert_eq!(field.game.hunger.of(nation("France"), hex("4749")), 1);
}

fn all_ways() -> impl Iterator<Item = (atlas::topology::HexId, &'static Way)> {
    LandId::all().map(LandId::hex).flat_map(|from| ways(from).iter().map(move |way| (from, way)))
}

// proves M-terrain-7, M-terrain-8, M-weather-9
#[test]
fn a_march_pays_the_price_of_the_ground() {
    for date in ["1806 Jul-Aug 1", "1806 Sep-Oct 4", "1806 Nov-Dec 1", "1807 Jan-Feb 4"] {
        let mut field = Field::of("ulm-1805");
        field.game.date = date.parse().unwrap();
        let ground = crate::march::Ground::on(field.game.date);
        for (from, way) in all_ways() {
            let price = field.game.is_open(way).then(|| field.game.step_price(way));
            assert_eq!(price, ground.price(from, way.to, way.over), "{} {date}", name(from));
        }
    }
}

// proves M-terrain-8
#[test]
fn mountains_cost_the_same_from_both_sides() {
    let october = Field::of("ulm-1805").on("1805 Sep-Oct 4");
    let woods = |hex| u8::from(MAP.terrain(hex) == Terrain::Woods);
    let mut on_the_line = 0;
    for (from, way) in all_ways().filter(|(_, way)| way.side.mountain && !way.side.lake) {
        let poor = |hex| october.game.date.weather(MAP.weather(hex)) != Poor::Nowhere;
        let mountains = if poor(from) || poor(way.to) { 2 } else { 1 };
        let price = 1 + woods(way.to) + u8::from(way.side.river) + mountains;
        assert_eq!(october.game.step_price(way), price);
        on_the_line += usize::from(poor(from) != poor(way.to));
    }
    assert!(on_the_line > 0, "weather line 1 runs through mountains");
}

// proves M-weather-9
#[test]
fn waters_freeze_where_both_banks_lie_in_the_north() {
    let frozen = Field::of("eylau-1807").on("1807 Jan-Feb 4");
    let open = Field::of("eylau-1807").on("1807 Mar-Apr 4");
    let north = |hex| MAP.weather(hex) >= Weather::North;
    let mut on_the_line = 0;
    for (from, way) in all_ways() {
        let ice = north(from) && north(way.to);
        if way.side.lake {
            assert_eq!((frozen.game.reaches(from, way.to), open.game.reaches(from, way.to)), (ice, false));
        } else if way.side.river {
            let cheaper = open.game.step_price(way) - frozen.game.step_price(way);
            assert_eq!(cheaper, u8::from(ice));
            on_the_line += usize::from(north(from) != north(way.to));
        }
    }
    assert!(on_the_line > 0, "rivers run along weather line 2");
}

/// A way into the wintry north, over nothing and through clear country, with another hex before it.
fn northwards() -> (&'static str, &'static str, &'static str) {
    let clear = |way: &&Way| {
        !way.side.river && !way.side.mountain && !way.side.lake && MAP.terrain(way.to) == Terrain::Clear
    };
    let winter = |hex| MAP.weather(hex) >= Weather::North;
    let german = |hex| MAP.region_id(hex) == MAP.region_id(super::field::hex("Berlin"));
    let (first, second, third) = all_ways()
        .filter(|(first, way)| clear(way) && !winter(*first) && !winter(way.to))
        .flat_map(|(first, way)| ways(way.to).iter().filter(clear).map(move |next| (first, way.to, next.to)))
        .filter(|(first, _, third)| winter(*third) && MAP.grid.distance(*first, *third) == 2)
        .min_by_key(|(first, ..)| !german(*first))
        .expect("clear country on weather line 2");
    (name(first), name(second), name(third))
}

// proves M-terrain-11
#[test]
fn whoever_comes_into_the_winter_of_the_north_has_one_movement_factor_less() {
    let (first, second, third) = northwards();
    let march = |date| {
        let mut field = Field::bare("leipzig-1813").on(date);
        for place in [first, second, third] {
            field.give(place, "France");
        }
        let mut field = field.put("France", Factors::infantry(4), first).lead("Ney", first);
        field = field.stored("France", 1, 0, first).turn_of("France");
        field.march("Ney");
        let full: u8 = field.gauge("movement left").parse().unwrap();
        field.step(second);
        let before: u8 = field.gauge("movement left").parse().unwrap();
        field.step(third);
        let after: u8 = field.gauge("movement left").parse().unwrap();
        (full - before, before - after)
    };
    assert_eq!(march("1813 Jul-Aug 1"), (1, 1));
    assert_eq!(march("1813 Nov-Dec 1"), (1, 2));
}

// proves M-terrain-11
#[test]
fn carts_are_slower_in_the_winter_of_the_north() {
    let clear = |way: &&Way| {
        !way.side.river && !way.side.mountain && !way.side.lake && MAP.terrain(way.to) == Terrain::Clear
    };
    let russian = |hex| MAP.region_id(hex) == MAP.region_id(super::field::hex("Moscow"));
    let (from, first, second) = all_ways()
        .filter(|(from, way)| clear(way) && russian(*from) && russian(way.to))
        .flat_map(|(from, way)| ways(way.to).iter().filter(clear).map(move |next| (from, way.to, next.to)))
        .find(|(from, _, second)| MAP.grid.distance(*from, *second) == 2)
        .expect("clear country round Moscow");
    let hauled = |date| {
        let field = Field::bare("russia-1812").on(date).stored("Russia", 1, 0, name(from));
        let mut field = field.turn_of("Russia");
        field.act(Action::Haul { hex: from, nation: nation("Russia") }).act(Action::Step(first));
        field.actions().contains(&Action::Step(second))
    };
    assert!(hauled("1812 Jul-Aug 2"));
    assert!(!hauled("1812 Nov-Dec 2"));
}

// proves M-move-9, M-move-8
#[test]
fn a_marshal_moves_five_in_germany_two_unsupplied_and_three_in_a_russian_november() {
    let left = |field: &Field| field.gauge("movement left");
    let mut unsupplied = lost();
    assert_eq!(left(unsupplied.march("Ney")), "2");
    let mut supplied = lost().stored("France", 1, 0, "Prague");
    assert_eq!(left(supplied.march("Ney")), "5");
    let russia = Field::bare("russia-1812").on("1812 Nov-Dec 2").stored("France", 3, 0, "Minsk");
    let russia = russia.put("France", Factors::infantry(12), "Minsk").lead("Davout (army)", "Minsk");
    let mut russia = russia.turn_of("France");
    assert_eq!(left(russia.march("Davout (army)").act(Action::Feed)), "3");
}
