//! Free units, enlistment by card, units lost by cards, the Guard. 8.6.4, 15, 17.2.4.

use super::field::{Field, at, card, units};
use crate::action::Action;
use crate::areas::AreaSet;
use crate::by::By;
use crate::gifts;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::{FrigateId, Phase, Step};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

fn place(kind: Kind, area: &str) -> Action {
    Action::Place { kind, at: at(area) }
}

fn enlist(kind: Kind, area: &str) -> Action {
    Action::Enlist { kind, at: at(area) }
}

fn strike(nation: Nation, kind: Kind, area: &str) -> Action {
    Action::Strike { nation, kind, at: at(area) }
}

fn set(areas: &[&str]) -> AreaSet {
    areas.iter().map(|area| at(area)).collect()
}

/// A nation holds a card and has come to playing it in the Military zone.
fn plays(field: Field, nation: Nation, number: u8) -> Field {
    let mut field = field.hand(nation, &[number]).advisor(nation, Zone::Military, 6).resolve();
    while !matches!(field.game.phase, Phase::Resolve(Zone::Military, _, Step::Card)) {
        field.done();
    }
    field
}

/// The same, and it has played it.
fn played(field: Field, nation: Nation, number: u8) -> Field {
    let mut field = plays(field, nation, number);
    field.act(Action::Play(card(number)));
    field
}

fn guards(count: u8) -> Troops {
    std::iter::repeat_n(Kind::GuardInfantry, count.into()).collect()
}

// proves N-8.6.4-free-units
#[test]
fn free_units_need_a_neighbour_and_no_stranger() {
    let far = plays(Field::new().put(France, units(1, 0, 0), "paris"), France, 105);
    assert_eq!(far.refused(Action::Play(card(105))), "N-17.2.1-partial");
    assert!(far.actions().contains(&Action::PlayForPoints(card(105))));
    let taken = Field::new().put(France, units(1, 0, 0), "belgium").put(England, units(1, 0, 0), "holland");
    assert_eq!(plays(taken, France, 105).refused(Action::Play(card(105))), "N-17.2.1-partial");
    // A forced Ally's unit there is enough, and so is a frigate off the coast.
    let allied = Field::new().put(Prussia, units(1, 0, 0), "holland").allied(France, &[Prussia]);
    assert_eq!(played(allied, France, 105).actions(), [place(Kind::Infantry, "holland")]);
    let afloat = Field::new().ship(France, "north_sea_south", Troops::NONE);
    assert_eq!(played(afloat, France, 105).actions(), [place(Kind::Infantry, "holland")]);
}

// proves N-17.2.4-free-region, N-17.2.4-free-capital
#[test]
fn a_cannon_appears_in_or_next_to_italy() {
    let field = played(Field::new().put(France, units(1, 0, 0), "provence"), France, 24);
    assert_eq!(field.actions(), [place(Kind::Cannon, "piedmont")]);
    assert_eq!(field.refused(place(Kind::Cannon, "lombardy")), "N-8.6.4-free-units");
    assert_eq!(field.refused(place(Kind::Cannon, "provence")), "N-17.2.4-free-region");
    // From the sea all coasts are near; the garrison of Rome keeps it.
    let field = played(Field::new().ship(France, "tyrrhenian_sea", Troops::NONE), France, 24);
    let rooms: AreaSet = field
        .actions()
        .iter()
        .filter_map(|action| match action {
            Action::Place { at, .. } => Some(*at),
            _ => None,
        })
        .collect();
    assert_eq!(rooms, set(&["tuscany", "naples", "sicily", "sardinia"]));
    assert_eq!(field.refused(place(Kind::Cannon, "rome")), "N-17.2.4-free-capital");
    // With a unit of his in Rome already it can come there.
    let mut field = played(Field::new().put(France, units(1, 0, 0), "rome"), France, 24);
    field.act(place(Kind::Cannon, "rome"));
}

// proves N-17.2.4-free-capital
#[test]
fn a_gift_does_not_take_an_empty_capital() {
    let berlin = Some(set(&["berlin"]));
    let field = Field::new().put(France, units(1, 0, 0), "saxony");
    assert!(gifts::gift_places(&field.game, France, Kind::Infantry, berlin).is_empty());
    assert_eq!(
        gifts::gift_places(&field.put(France, units(1, 0, 0), "berlin").game, France, Kind::Infantry, berlin),
        set(&["berlin"])
    );
    let own = Field::new().put(Prussia, units(1, 0, 0), "saxony");
    assert_eq!(gifts::gift_places(&own.game, Prussia, Kind::Infantry, berlin), set(&["berlin"]));
}

// proves N-17.2.4-free-anywhere, N-17.2.4-free-frigate
#[test]
fn a_gift_without_a_place_stays_near() {
    let field = Field::new().put(Austria, units(1, 0, 0), "vienna").put(Russia, units(1, 0, 0), "galicia");
    let field = field.put(Prussia, units(1, 0, 0), "berlin").put(France, units(1, 0, 0), "bavaria");
    assert_eq!(gifts::gift_places(&field.game, Austria, Kind::Infantry, None), set(&["vienna"]));
    assert!(gifts::gift_places(&field.game, Austria, Kind::Frigate, None).is_empty());
    assert!(
        gifts::gift_places(&field.game, Prussia, Kind::Frigate, None).is_empty(),
        "Berlin is not on the Baltic"
    );
    let field = field.allied(Austria, &[Russia]).put(Prussia, units(1, 0, 0), "pomerania");
    assert_eq!(gifts::gift_places(&field.game, Austria, Kind::Infantry, None), set(&["vienna", "galicia"]));
    assert!(gifts::gift_places(&field.game, Prussia, Kind::Frigate, None).contains(at("baltic_west")));
    let field = field.put(Austria, units(1, 0, 0), "illyria");
    assert_eq!(gifts::gift_places(&field.game, Austria, Kind::Frigate, None), set(&["adriatic_sea"]));
}

// proves N-17.2.1-partial, N-3.1-contingent-empty
#[test]
fn half_a_gift_is_a_gift() {
    let mut field = Field::new().put(Austria, units(1, 0, 0), "venetia");
    field.game.forces.reserves[Austria] = units(5, 6, 3);
    let mut field = played(field, Austria, 52);
    field.act(place(Kind::Infantry, "venetia"));
    // No cavalry is left in the Contingent.
    assert!(field.game.errands.is_empty());
    assert_eq!(field.game.forces.on_map(Austria), units(2, 0, 0));
}

// proves N-17.2.4-plain-mp
#[test]
fn points_from_a_card_come_on_top_of_the_ceiling() {
    let mut field = Field::new()
        .put(France, units(1, 0, 0), "norway")
        .hand(France, &[105])
        .points(France, 0)
        .advisor(France, Zone::Military, 6)
        .resolve();
    field.act(Action::BuyPoints).act(Action::BuyPoints);
    field.act(Action::PlayForPoints(card(105)));
    assert_eq!((field.game.treasury.whole_points(France), field.game.treasury.money[France]), (4 + 6, 8));
    let mut field = plays(Field::new().put(France, units(1, 0, 0), "norway").points(France, 0), France, 7);
    assert_eq!(field.refused(Action::PlayForPoints(card(7))), "N-17.2.4-plain-mp");
    field.act(Action::Play(card(7)));
    assert_eq!(field.game.treasury.whole_points(France), 5);
}

// proves N-17.2.4-enlist-place
#[test]
fn one_unit_enlisted_by_card_appears_in_a_foreign_capital() {
    let abroad = || {
        Field::new()
            .put(Prussia, units(1, 0, 0), "paris")
            .put(Prussia, units(1, 0, 0), "rome")
            .money(Prussia, 20)
    };
    let mut zone = abroad().advisor(Prussia, Zone::Military, 1).resolve();
    assert_eq!(zone.refused(enlist(Kind::Infantry, "paris")), "N-8.6.2-deploy");
    zone.act(enlist(Kind::Infantry, "rome"));
    let mut field = played(abroad(), Prussia, 89);
    field.act(enlist(Kind::Cannon, "paris"));
    assert_eq!(field.refused(enlist(Kind::Cavalry, "rome")), "N-17.2.4-enlist-place");
    assert_eq!(field.refused(enlist(Kind::Cavalry, "silesia")), "N-17.2.4-enlist-place");
    field.act(enlist(Kind::Cavalry, "berlin")).act(enlist(Kind::Infantry, "berlin"));
}

// proves N-17.2.4-enlist-place
#[test]
fn nobody_enlists_by_card_as_a_guest_in_the_capital_of_an_ally() {
    let abroad = || Field::new().put(Prussia, units(1, 0, 0), "vienna").money(Prussia, 20);
    let offers = |field: &Field| field.actions().contains(&enlist(Kind::Cannon, "vienna"));
    assert!(offers(&played(abroad(), Prussia, 89)));
    let mut captor = abroad().allied(Austria, &[Prussia]);
    let guest = played(captor.clone(), Prussia, 89);
    assert!(!offers(&guest));
    assert_eq!(guest.refused(enlist(Kind::Cannon, "vienna")), "N-17.2.4-enlist-place");
    captor.game.control.captors[Austria] = Some(Prussia);
    assert!(offers(&played(captor, Prussia, 89)));
}

// proves N-17.2.4-enlist-price, N-17.2.4-enlist-kinds
#[test]
fn the_price_is_due_in_full_for_fewer_units() {
    let mut field = Field::new().money(Prussia, 12);
    field.game.forces.reserves[Prussia] = units(1, 1, 0);
    let mut field = played(field, Prussia, 89);
    assert_eq!(field.game.treasury.money[Prussia], 1);
    assert_eq!(field.refused(Action::Done), "N-17.2.4-enlist-price");
    assert_eq!(field.refused(enlist(Kind::Cannon, "berlin")), "N-3.1-reserve-empty");
    field.act(enlist(Kind::Cavalry, "berlin"));
    let mut declined = field.clone();
    declined.done();
    assert_eq!(declined.troops(Prussia, "berlin"), units(0, 1, 0));
    field.act(enlist(Kind::Infantry, "berlin"));
    // Nothing is left to enlist: nobody is asked.
    assert!(field.game.errands.is_empty());
    let mut none = Field::new().money(Prussia, 12);
    none.game.forces.reserves[Prussia] = Troops::of([0, 0, 0, 2]);
    assert_eq!(plays(none, Prussia, 89).refused(Action::Play(card(89))), "N-17.2.1-partial");
}

// proves N-17.2.4-lose-unit, N-3.1-losses
#[test]
fn a_card_takes_a_unit_its_player_names() {
    let field = Field::new().put(France, units(2, 1, 0), "paris").put(France, units(1, 1, 0), "provence");
    let mut field = played(field.put(France, units(3, 0, 0), "belgium"), Russia, 97);
    assert_eq!(field.actions(), [strike(France, Kind::Infantry, "provence")]);
    for (kind, land) in [(Kind::Infantry, "paris"), (Kind::Infantry, "belgium"), (Kind::Cavalry, "provence")]
    {
        assert_eq!(field.refused(strike(France, kind, land)), "N-17.2.4-lose-unit");
    }
    let (reserve, contingent) = (field.game.forces.reserves[France], field.game.forces.contingent(France));
    field.act(strike(France, Kind::Infantry, "provence"));
    assert_eq!(field.game.forces.troops(France, at("provence")), units(0, 1, 0));
    assert_eq!(field.game.forces.reserves[France], reserve);
    assert_eq!(field.game.forces.contingent(France) - contingent, units(1, 0, 0));
    // The capital is the last choice.
    let mut field = played(Field::new().put(France, units(2, 1, 0), "paris"), Russia, 97);
    field.act(strike(France, Kind::Infantry, "paris"));
    let none = plays(Field::new().put(France, units(2, 1, 0), "belgium"), Russia, 97);
    assert_eq!(none.refused(Action::Play(card(97))), "N-17.2.1-partial");
}

// proves N-17.2.4-lose-grognard, N-15-grognard-pool
#[test]
fn the_guard_is_the_last_to_be_lost() {
    let field =
        Field::new().put(France, units(1, 0, 0) + guards(1), "provence").put(France, guards(1), "brittany");
    let mut field = played(field, Russia, 97);
    assert_eq!(field.refused(strike(France, Kind::GuardInfantry, "provence")), "N-17.2.4-lose-grognard");
    let mut choices = field.actions();
    choices.sort_by_key(|choice| format!("{choice:?}"));
    assert_eq!(
        choices,
        [strike(France, Kind::GuardInfantry, "brittany"), strike(France, Kind::Infantry, "provence")]
    );
    field.act(strike(France, Kind::GuardInfantry, "brittany"));
    assert_eq!(field.game.forces.contingent(France).count(Kind::GuardInfantry), 4);
}

// proves N-17.2.4-lose-frigate
#[test]
fn a_frigate_with_troops_is_the_last_to_be_lost() {
    let ship = |field: Field, troops| field.ship(France, "gulf_of_lion", troops);
    let first = FrigateId::of(France).next().expect("France has frigates");
    let field = ship(ship(Field::new(), units(1, 1, 0)), Troops::NONE);
    let mut field = played(field, England, 43);
    assert_eq!(field.actions(), [strike(France, Kind::Frigate, "gulf_of_lion")]);
    assert_eq!(field.refused(Action::Sink(first)), "N-17.2.4-lose-frigate");
    field.act(strike(France, Kind::Frigate, "gulf_of_lion"));
    assert_eq!(field.game.forces.on_map(France), units(1, 1, 0) + Troops::one(Kind::Frigate));

    // Laden ones only: those aboard come ashore for 1 MP each, or are lost.
    let field =
        ship(Field::new(), units(2, 1, 0)).points(France, 2).put(Austria, units(1, 0, 0), "catalonia");
    let mut field = played(field, England, 43);
    assert_eq!(field.refused(strike(France, Kind::Frigate, "gulf_of_lion")), "N-17.2.4-lose-frigate");
    field.act(Action::Sink(first));
    assert_eq!(field.game.decider(), Some(France));
    let land = |kind, to: &str| Action::Land { kind, frigate: first, to: at(to) };
    assert_eq!(field.refused(land(Kind::Infantry, "catalonia")), "N-11-cargo");
    field.act(land(Kind::Cavalry, "provence")).act(land(Kind::Infantry, "languedoc"));
    // The points are spent: the last infantry goes down with the ship.
    assert_eq!(field.game.forces.on_map(France), units(1, 1, 0));
    assert_eq!((field.game.treasury.points[France], field.game.errands.len()), (0, 0));
    let mut helpless = played(ship(Field::new(), units(1, 0, 0)).points(France, 0), England, 43);
    helpless.act(Action::Sink(first));
    assert!(helpless.game.forces.on_map(France).is_empty());
}

// proves N-17.2.4-convert, N-15-grognard-pool, N-17.2.1-duration
#[test]
fn the_guard_is_formed_from_units_at_peace() {
    let field = Field::new().put(France, units(2, 0, 0), "paris").put(France, units(1, 0, 0), "alsace");
    let mut field = plays(field.put(Austria, units(1, 0, 0), "alsace"), France, 93);
    field.game.control.attackers[at("alsace")] = Some(Austria);
    field.act(Action::Play(card(93)));
    let convert = |land: &str| Action::Convert { kind: Kind::Infantry, at: at(land) };
    assert_eq!(field.actions(), [convert("paris")]);
    assert_eq!(field.refused(convert("alsace")), "N-17.2.4-convert");
    let infantry = field.game.forces.contingent(France).count(Kind::Infantry);
    field.act(convert("paris"));
    assert_eq!(field.game.forces.troops(France, at("paris")), units(1, 0, 0) + guards(1));
    assert_eq!(field.game.forces.contingent(France).count(Kind::Infantry), infantry + 1);
    assert_eq!(field.game.forces.contingent(France).count(Kind::GuardInfantry), 4);
    // It lasts beyond the turn.
    field.game.control.attackers = By::all(None);
    field.game.next_turn(&mut field.log);
    assert_eq!(field.game.forces.troops(France, at("paris")), units(1, 0, 0) + guards(1));
    let spent = Field::new().put(France, units(2, 0, 0) + guards(5), "paris");
    assert_eq!(plays(spent, France, 93).refused(Action::Play(card(93))), "N-17.2.1-partial");
    // Nobody else forms it, be he given the card.
    let given = Field::new().put(France, units(2, 0, 0), "paris").allied(France, &[Austria]);
    assert_eq!(plays(given, Austria, 93).refused(Action::Play(card(93))), "N-17.2.4-convert");
}
