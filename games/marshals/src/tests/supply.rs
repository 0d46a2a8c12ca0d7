//! Supply in the turn: who has a source, what hunger costs, forage, depots, and stores on the road.

use atlas::topology::HexId;
use engine::Game;

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::boxes::Case;
use crate::field::{Force, Muster};
use crate::forces::{Arm, Factors};
use crate::ground::LandId;
use crate::ids::NationId;
use crate::scenarios::SCENARIOS;
use crate::supply::{Commissariat, Event};

#[test]
fn armies_are_in_supply_when_a_scenario_begins() {
    for scenario in SCENARIOS.iter() {
        let field = Field::of(&scenario.id);
        for nation in NationId::all().filter(|nation| field.game.side(*nation).is_some()) {
            let open = |force: &&Force| force.is_in_the_open() && force.muster.nation == nation;
            let mut commissariat = Commissariat::of(&field.game, nation);
            for force in field.game.forces.iter().filter(open) {
                let place = crate::event::hex_name(force.muster.hex);
                assert!(
                    commissariat.feeds(force.muster.hex),
                    "{}: {} at {place}",
                    scenario.id,
                    nation.name()
                );
            }
        }
    }
}

/// Six Frenchmen deep in Bohemia, where nothing feeds them.
pub(super) fn lost() -> Field {
    let field = Field::bare("ulm-1805").put("France", Factors::infantry(6), "Prague").lead("Ney", "Prague");
    assert!(!field.game.is_supplied(nation("France"), hex("Prague")));
    field.turn_of("France")
}

pub(super) fn end_turn(field: &mut Field) {
    let now = field.game.date;
    while field.game.date == now && !field.game.is_over {
        field.act(Action::Done);
    }
}

// proves M-supply-14, M-move-8
#[test]
fn who_has_no_source_marches_at_half_the_rate() {
    let fed = |supply| {
        let mut field = lost().stored("France", supply, 0, "Prague");
        field.march("Ney");
        field.gauge("movement left").parse::<u8>().unwrap()
    };
    assert_eq!(fed(0), fed(1) / 2);
    assert_eq!(lost().stored("France", 1, 0, "Prague").march("Ney").gauge("supply"), "full");
    assert_eq!(lost().march("Ney").gauge("supply"), "none");
}

// proves M-supply-11, M-supply-9
#[test]
fn who_forages_pays_two_movement_factors_and_cannot_attack_from_it() {
    let mut field = lost();
    field.march("Ney");
    field.act(Action::Forage);
    let full = lost().stored("France", 1, 0, "Prague").march("Ney").gauge("movement left");
    let left = field.gauge("movement left");
    assert_eq!(left.parse::<u8>().unwrap(), full.parse::<u8>().unwrap() - 2);
    assert_eq!(field.refused(Action::Forage), "M-supply-14");
    field.act(Action::Halt);
    assert!(field.game.is_supplied(nation("France"), hex("Prague")));
    let denied = field.game.may_supply_attack(nation("France"), hex("Prague"), 6).unwrap_err();
    assert_eq!(denied.rule.as_str(), "M-supply-3");
    // Who is in supply can do so, to leave nothing to others.
    let mut fed = lost().stored("France", 1, 0, "Prague");
    fed.march("Ney").act(Action::Forage);
    assert_eq!(fed.gauge("movement left"), left);
}

// proves M-supply-9
#[test]
fn every_stack_that_lives_on_a_foraged_hex_pays_for_it() {
    let left = |forages: bool, supply| {
        let mut field = lost().put("France", Factors::infantry(4), "Prague").lead("Lannes", "Prague");
        field.march("Ney").leave("France", Arm::Infantry, 5);
        if forages {
            field.act(Action::Forage);
        }
        field.act(Action::Halt);
        let mut field = field.stored("France", supply, 0, "Prague");
        field.march("Lannes");
        (field.gauge("movement left").parse::<u8>().unwrap(), field.gauge("supply"))
    };
    let (full, _) = left(false, 1);
    assert_eq!(left(false, 0), (full / 2, "none".to_owned()));
    assert_eq!(left(true, 0), (full - 2, "from the land".to_owned()));
    assert_eq!(left(true, 1), (full, "full".to_owned()));
}

// proves M-turn-11, M-supply-10, M-supply-13
#[test]
fn foraged_land_feeds_until_the_owners_next_turn_and_is_bare_for_the_year() {
    let mut field = lost();
    field.march("Ney").act(Action::Forage).act(Action::Halt);
    field.act(Action::Done);
    assert!(field.game.is_supplied(nation("France"), hex("Prague")), "through the enemy's turn");
    end_turn(&mut field);
    field = field.turn_of("France");
    assert!(!field.game.is_supplied(nation("France"), hex("Prague")));
    assert_eq!(field.game.may_forage_at(hex("Prague")).unwrap_err().rule.as_str(), "M-supply-12");
    field.game.date = "1806 Jan-Feb 1".parse().unwrap();
    field.game.open_season();
    assert_eq!(field.game.may_forage_at(hex("Prague")), Ok(()));
}

fn at_prague(field: &Field) -> u16 {
    field.open("France", "Prague").total()
}

// proves M-attr-1, M-attr-2, M-attr-5
#[test]
fn the_second_turn_without_a_source_costs_half() {
    // Enough stay at home that the losses do not shake the nation in another way.
    let mut field = lost().put("France", Factors::infantry(60), "Paris");
    field.game.forces.put(Muster::fresh(hex("Prague"), nation("France")), Factors::infantry(5));
    let morale = field.game.realm(nation("France")).morale;
    let mut strengths = vec![at_prague(&field)];
    for _ in 0..4 {
        end_turn(&mut field);
        strengths.push(at_prague(&field));
    }
    assert_eq!(strengths, [11, 11, 6, 3, 2]);
    assert_eq!(field.game.realm(nation("France")).morale, morale - 1, "five were lost in one turn");
    let lost = field.game.boxes.factors(nation("France"), |case| !case.is_disrupted());
    assert_eq!(lost, Factors::infantry(9));
    assert!(field.game.boxes.factors(nation("France"), Case::is_disrupted).is_empty());
}

// proves M-nm-21
#[test]
fn british_morale_falls_by_british_hunger_only() {
    let change =
        |whose: &str| {
            let mut field = Field::bare("hundred-days-1815")
                .put("Britain", Factors::infantry(20), "London")
                .put(whose, Factors::infantry(10), "Prague");
            assert!(!field.game.is_supplied(nation(whose), hex("Prague")));
            let before = field.game.realm(nation("Britain")).morale;
            end_turn(&mut field);
            end_turn(&mut field);
            assert_eq!(field.open(whose, "Prague").total(), 5);
            before - field.game.realm(nation("Britain")).morale
        };
    assert_eq!([change("Netherlands"), change("Britain")], [0, 1]);
}

#[test]
fn hunger_goes_with_the_stack_and_ends_where_it_finds_a_source() {
    let mut field = lost();
    end_turn(&mut field);
    field.march("Ney").step("4849").act(Action::Halt);
    assert_eq!(field.game.hunger.of(nation("France"), hex("4849")), 1);
    end_turn(&mut field);
    assert_eq!(field.open("France", "4849"), Factors::infantry(3));
    let mut field = field.stored("France", 1, 0, "4849");
    end_turn(&mut field);
    assert_eq!(field.open("France", "4849"), Factors::infantry(3));
    assert_eq!(field.game.hunger.of(nation("France"), hex("4849")), 0);
}

#[test]
fn the_owner_chooses_what_starves() {
    let mut field = lost();
    field.game.forces.put(Muster::fresh(hex("Prague"), nation("France")), Factors::new(0, 1, 1));
    end_turn(&mut field);
    field.act(Action::Done);
    let starve = |arm| Action::Perish { nation: nation("France"), arm };
    assert_eq!(field.refused(starve(Arm::Cossack)), "M-attr-2");
    field.act(starve(Arm::Cavalry)).act(starve(Arm::Infantry)).act(starve(Arm::Artillery));
    assert_eq!(field.open("France", "Prague"), Factors::infantry(4), "the rest is infantry anyway");
}

// proves M-loc-6, M-cost-12
#[test]
fn a_supply_unit_becomes_a_depot_for_two_points() {
    let mut field = lost().stored("France", 2, 0, "Prague");
    let order = Action::Convert { hex: hex("Prague"), nation: nation("France") };
    field.game.realm_mut(nation("France")).balance = 3;
    field.act(order);
    assert_eq!(field.game.realm(nation("France")).balance, 1);
    assert_eq!(field.refused(order), "M-loc-6");
    let force = field.game.forces.at(hex("Prague"))[0];
    assert_eq!((force.supply, force.depots), (1, 1));
}

// proves M-loc-21
#[test]
fn the_owner_destroys_his_stores_in_his_turn_and_can_build_them_again() {
    let mut field = lost().stored("France", 1, 1, "Prague");
    field.reconcile();
    let free = field.game.treasury(nation("France")).unbuilt_supply;
    for is_depot in [false, true] {
        field.act(Action::Demolish { hex: hex("Prague"), nation: nation("France"), is_depot });
    }
    assert_eq!(field.game.treasury(nation("France")).unbuilt_supply, free + 2);
    let again = Action::Demolish { hex: hex("Prague"), nation: nation("France"), is_depot: true };
    assert_eq!(field.refused(again), "M-loc-21");
}

// proves M-move-12, M-supply-17
#[test]
fn a_supply_unit_goes_two_by_itself_without_a_command_point() {
    let mut field = Field::bare("ulm-1805").stored("Austria", 1, 0, "Vienna").turn_of("Austria");
    let points = field.game.realm(nation("Austria")).points;
    field.act(Action::Haul { hex: hex("Vienna"), nation: nation("Austria") });
    let mut gone = 0;
    loop {
        let actions = field.actions();
        let Some(step) = actions.iter().find(|action| matches!(action, Action::Step(_))) else { break };
        field.act(*step);
        gone += 1;
    }
    assert!((1..=2).contains(&gone));
    field.act(Action::Halt);
    assert_eq!(field.game.realm(nation("Austria")).points, points);
    let there = field.game.forces.iter().find(|force| force.supply > 0).unwrap().muster;
    assert_eq!(
        field.refused(Action::Haul { hex: there.hex, nation: there.nation }),
        "M-loc-21",
        "it has moved"
    );
}

/// How many hexes a supply unit of a nation can go from a place, at most.
fn hauled(field: Field, whose: &str, place: &str) -> usize {
    fn further(field: &Field, steps: usize) -> usize {
        let actions = field.actions();
        let on = actions.iter().filter(|action| matches!(action, Action::Step(_)));
        let longest = on.map(|step| {
            let mut field = Field { game: field.game.clone(), log: engine::Recorder::default() };
            field.act(*step);
            further(&field, steps + 1)
        });
        longest.max().unwrap_or(steps)
    }
    let mut field = field.turn_of(whose);
    field.act(Action::Haul { hex: hex(place), nation: nation(whose) });
    further(&field, 0)
}

// proves M-terrain-11
#[test]
fn carts_go_slower_in_the_winter_of_the_north() {
    let at = |date| Field::bare("russia-1812").on(date).stored("France", 1, 0, "Minsk");
    assert_eq!(hauled(at("1812 Jul-Aug 2"), "France", "Minsk"), 2);
    assert_eq!(hauled(at("1812 Nov-Dec 2"), "France", "Minsk"), 1);
}

// proves M-zoc-6
#[test]
fn an_enemy_zone_costs_carts_as_much_as_troops() {
    // From each hex two steps from Prague into one next to it, where friends stand: can they go on?
    let goes_on = |from: HexId, to: HexId, is_covered: bool| {
        let mut field = Field::bare("ulm-1805");
        field.game.forces.put(Muster::fresh(to, nation("Austria")), Factors::infantry(2));
        field.game.forces.store(Muster::fresh(from, nation("Austria")), 1, 0);
        if is_covered {
            field = field.put("France", Factors::infantry(4), "Prague").lead("Davout", "Prague");
        }
        let mut field = field.turn_of("Austria");
        field.act(Action::Haul { hex: from, nation: nation("Austria") }).act(Action::Step(to));
        field.actions().iter().any(|action| matches!(action, Action::Step(_)))
    };
    let near = || crate::ground::ways(hex("Prague")).iter().map(|way| way.to);
    let pairs = near().flat_map(|to| crate::ground::ways(to).iter().map(move |way| (way.to, to)));
    let pairs: Vec<_> =
        pairs.filter(|(from, _)| *from != hex("Prague") && near().all(|near| near != *from)).collect();
    assert!(pairs.iter().any(|(from, to)| goes_on(*from, *to, false)));
    assert!(pairs.iter().all(|(from, to)| !goes_on(*from, *to, true)));
}

/// A French stack next to an Austrian depot and a supply unit.
fn plunderer() -> Field {
    Field::bare("ulm-1805")
        .put("France", Factors::infantry(3), "4849")
        .lead("Ney", "4849")
        .stored("France", 1, 0, "4849")
        .stored("Austria", 1, 1, "Prague")
        .turn_of("France")
}

// proves M-loc-2, M-loc-17, M-loc-19, M-loc-20, M-units-5, M-units-6
#[test]
fn whoever_comes_upon_stores_keeps_or_destroys_them() {
    let mut field = plunderer();
    field.march("Ney");
    assert!(!field.actions().contains(&Action::Attack(hex("Prague"))), "they are overrun, not attacked");
    field.step("Prague");
    let balance = field.game.realm(nation("France")).balance;
    assert_eq!(field.refused(Action::Halt), "M-terms-4", "first the captor decides");
    field.act(Action::Seize);
    field.act(Action::Raze);
    assert_eq!(field.game.realm(nation("France")).balance, balance + 2);
    let stores: Vec<_> =
        field.game.forces.at(hex("Prague")).iter().filter(|force| force.supply > 0).collect();
    assert_eq!((stores.len(), stores[0].muster.nation), (1, nation("France")));
    assert!(field.game.forces.at(hex("Prague")).iter().all(|force| force.depots == 0));
    field.act(Action::Halt);
}

// proves M-loc-18
#[test]
fn stores_left_in_a_hex_fall_to_whoever_advances_into_it() {
    let mut field = plunderer();
    field.game.forces.put(Muster::fresh(hex("Prague"), nation("France")), Factors::infantry(1));
    field.game.control.set(hex("Prague"), nation("France"));
    engine::steps::settle(&mut field.game, &mut field.log);
    field.act(Action::Seize).act(Action::Seize);
    let mine =
        field.game.forces.at(hex("Prague")).iter().all(|force| force.muster.nation == nation("France"));
    assert!(mine);
}

// proves M-command-6, M-loc-25, M-loc-26
#[test]
fn five_factors_go_along_the_line_and_do_nothing_else() {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(6), "Paris")
        .lead("Ney", "Paris")
        .turn_of("France");
    let france = nation("France");
    field.act(Action::UseLine(france));
    for _ in 0..5 {
        field.act(Action::Forward { hex: hex("Paris"), nation: france }).act(Action::To(hex("Strasburg")));
    }
    assert_eq!(field.refused(Action::UseLine(france)), "M-command-6");
    assert_eq!(field.open("France", "Strasburg"), Factors::infantry(5));
    let alone = Action::Detach { hex: hex("Strasburg"), nation: france, arm: Arm::Infantry };
    assert_eq!(field.refused(alone), "M-command-2");
    let denied = {
        let mut field =
            Field::bare("ulm-1805").put("France", Factors::infantry(1), "Paris").turn_of("France");
        field.act(Action::UseLine(france)).act(Action::Forward { hex: hex("Paris"), nation: france });
        field.refused(Action::To(hex("Prague")))
    };
    assert_eq!(denied, "M-loc-25");
}

// proves M-lead-35
#[test]
fn infantry_on_the_line_goes_round_closed_land() {
    let field = Field::bare("ulm-1805").stored("France", 0, 1, "Munich");
    let commissariat = Commissariat::of(&field.game, nation("France"));
    let from = hex("Strasburg");
    let reached: Vec<HexId> = commissariat.reach(from).iter().map(LandId::hex).collect();
    assert!(reached.contains(&hex("Paris")));
    let open = |hex: &HexId| field.game.may_pass(nation("France"), from, *hex).is_ok();
    assert!(reached.iter().all(open));
    // Each of them has a way there from another.
    let next = |hex: HexId| crate::ground::ways(hex).iter().map(|way| way.to);
    assert!(reached.iter().all(|hex| *hex == from || next(*hex).any(|near| reached.contains(&near))));
    let band = commissariat.communications().band();
    let beyond = band.iter().filter(|hex| open(hex) && !reached.contains(hex));
    assert!(beyond.count() > 0, "there is land of the line behind closed land");
}

// proves M-turn-12
#[test]
fn supply_is_asked_anew_at_every_march() {
    let mut field = lost().stored("France", 0, 1, "Prague");
    assert!(!field.actions().iter().any(|action| matches!(action, Action::Haul { .. })), "a depot stays");
    field.march("Ney");
    assert_eq!(field.gauge("supply"), "full", "a depot that is cut off gives movement supply");
    field.act(Action::Halt);
    field.act(Action::Demolish { hex: hex("Prague"), nation: nation("France"), is_depot: true });
    assert!(!field.game.is_supplied(nation("France"), hex("Prague")));
}

/// Frenchmen at Minsk in the winter of 1812, with so many supply units.
pub(super) fn in_the_snow(factors: u8, supply: u8) -> Field {
    Field::bare("russia-1812")
        .on("1812 Nov-Dec 2")
        .put("France", Factors::infantry(factors), "Minsk")
        .lead("Napoleon (early)", "Minsk")
        .stored("France", supply, 0, "Minsk")
        .turn_of("France")
}

// proves M-weather-7
#[test]
fn a_march_in_the_snow_costs_a_factor_for_every_five() {
    let march = |factors: u8, supply| {
        let mut field = in_the_snow(factors, supply);
        let french = |field: &Field| {
            let own = field.game.forces.iter().filter(|force| force.muster.nation == nation("France"));
            own.map(|force| force.factors.total()).sum::<u16>()
        };
        let before = french(&field);
        field.march("Napoleon (early)");
        let step = *field.actions().iter().find(|action| matches!(action, Action::Step(_))).unwrap();
        field.act(step).act(Action::Halt);
        before - french(&field)
    };
    assert_eq!([march(11, 0), march(11, 1), march(11, 3)], [3, 3, 0]);
    assert_eq!([march(5, 0), march(5, 1)], [1, 0]);
}

// proves M-supply-22
#[test]
fn six_factors_burn_basic_supply_in_the_north_or_move_at_half() {
    let mut field = in_the_snow(6, 1);
    field.march("Napoleon (early)");
    let half = field.gauge("movement left").parse::<u8>().unwrap();
    field.act(Action::Feed);
    assert!(field.gauge("movement left").parse::<u8>().unwrap() > half);
    assert!(field.game.forces.at(hex("Minsk")).iter().all(|force| force.supply == 0));
    let mut small = in_the_snow(5, 1);
    small.march("Napoleon (early)");
    assert_eq!(small.refused(Action::Feed), "M-supply-22");
    assert_eq!(small.gauge("supply"), "full");
}

fn stores(field: &Field, whose: &str) -> u8 {
    let own = field.game.forces.iter().filter(|force| force.muster.nation == nation(whose));
    own.map(|force| force.supply).sum()
}

// proves M-supply-22
#[test]
fn what_is_burned_to_move_counts_for_the_attack_of_the_same_turn() {
    let mut field = in_the_snow(6, 2);
    field.march("Napoleon (early)").act(Action::Feed);
    let step = *field.actions().iter().find(|action| matches!(action, Action::Step(_))).unwrap();
    field.act(step);
    let Action::Step(to) = step else { panic!("a step") };
    let attack = field.game.provision(Event::Attack, nation("France"), to, 6).unwrap();
    assert_eq!((attack.served, attack.burned.len()), (6, 1), "one of two is burned already");
    // Those who set out after him near the same supply have it, too.
    let mut field = in_the_snow(12, 1).lead("Davout", "Minsk");
    field.act(Action::Activate(leader("Napoleon (early)"))).act(Action::Summon(leader("Davout")));
    field.act(Action::March(leader("Napoleon (early)"))).act(Action::Feed).act(Action::Halt);
    field.act(Action::March(leader("Davout")));
    assert_eq!((field.gauge("factors on the march"), field.gauge("supply")), ("6".into(), "full".into()));
    assert_eq!(field.refused(Action::Feed), "M-supply-22");
}

// proves M-supply-22
#[test]
fn six_who_stay_in_the_north_burn_a_supply_unit_when_their_turn_ends() {
    let left = |factors, units, depots| {
        let mut field = in_the_snow(factors, units).stored("France", 0, depots, "Minsk");
        field.act(Action::Done);
        let own = field.game.forces.iter().filter(|force| force.muster.nation == nation("France"));
        (stores(&field, "France"), own.map(|force| force.depots).sum::<u8>())
    };
    assert_eq!([left(12, 2, 0), left(5, 2, 0), left(12, 0, 1)], [(1, 0), (2, 0), (0, 1)]);
    // At home nobody does, nor who lives off the land, nor two stacks in reach of the same supply.
    let mut russia = in_the_snow(1, 0).put("Russia", Factors::infantry(12), "Moscow");
    russia = russia.lead("Bagration", "Moscow").stored("Russia", 2, 0, "Moscow").turn_of("Russia");
    let before = stores(&russia, "Russia");
    russia.act(Action::Done);
    assert_eq!(stores(&russia, "Russia"), before);
    let mut two = in_the_snow(6, 2);
    let near = crate::ground::ways(hex("Minsk")).iter().map(|way| way.to).next().unwrap();
    two.game.forces.put(Muster::fresh(near, nation("France")), Factors::infantry(8));
    two.act(Action::Done);
    assert_eq!(stores(&two, "France"), 1);
    let mut forage = in_the_snow(6, 1);
    let seat = forage.asked();
    forage.game.foraged.push((seat, hex("Minsk")));
    forage.act(Action::Done);
    assert_eq!(stores(&forage, "France"), 1);
}

#[test]
fn the_layer_of_supply_shows_a_seat_its_own_lines() {
    use engine::{Layer, OverlayKind, Viewer};
    let field = Field::of("russia-1812");
    let french = field.game.seat(nation("France")).unwrap();
    let kinds = |viewer| {
        let overlays = field.game.layer(viewer, Layer::Supply);
        overlays.iter().map(|overlay| overlay.kind).collect::<Vec<_>>()
    };
    assert!(kinds(Viewer::Seat(french)).contains(&OverlayKind::Supplied));
    assert_eq!(kinds(Viewer::Spectator), []);
    let mut lost = lost();
    lost.reconcile();
    let overlays = lost.game.layer(Viewer::Seat(lost.asked()), Layer::Supply);
    let cut = overlays.iter().find(|overlay| overlay.kind == OverlayKind::CutOff).unwrap();
    assert_eq!(cut.spaces, std::iter::once(crate::event::space(hex("Prague"))).collect());
}

#[test]
fn supply_units_burned_in_an_attack_are_gone() {
    let france = nation("France");
    let mut field = lost().stored("France", 1, 0, "Prague").put("Austria", Factors::infantry(20), "4849");
    field.march("Ney").act(Action::Attack(hex("4849"))).act(Action::Fight);
    assert!(field.game.forces.iter().all(|force| force.muster.nation != france || force.supply == 0));
    // It covers all fighting round it for the rest of the turn.
    assert!(field.game.may_supply_attack(france, hex("Prague"), 6).is_ok());
    assert_eq!(field.game.spent.len(), 1);
}

// proves M-loc-22
#[test]
fn few_depots_are_destroyed_by_order_and_others_on_the_spot() {
    let france = nation("France");
    let raze = |place: &str| Action::Demolish { hex: hex(place), nation: france, is_depot: true };
    let field = |sparing: bool| {
        let mut field = Field::bare("ulm-1805")
            .put("France", Factors::infantry(5), "Orleans")
            .lead("Davout", "Orleans")
            .stored("France", 0, 2, "Paris")
            .stored("France", 0, 1, "2652");
        field.game.optional.sparing = sparing;
        field.turn_of("France")
    };
    let mut free = field(false);
    free.act(raze("Paris")).act(raze("Paris")).act(raze("2652"));
    let mut few = field(true);
    few.act(raze("Paris"));
    assert_eq!(few.refused(raze("Paris")), "M-loc-22");
    few.march("Davout").step("2652");
    let left: u8 = few.gauge("movement left").parse().unwrap();
    few.act(raze("2652"));
    assert_eq!(few.gauge("movement left"), (left - 1).to_string());
    assert_eq!(few.refused(raze("2652")), "M-loc-21", "it is gone");
    let mut free = field(false);
    free.march("Davout").step("2652");
    assert_eq!(free.refused(raze("2652")), "M-loc-22", "without the option it is done by order");
}
