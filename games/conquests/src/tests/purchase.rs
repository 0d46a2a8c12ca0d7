//! The Military zone: units enlisted and movement points bought. 8.6.1 to 8.6.3.

use super::field::{Field, at, card, units};
use crate::action::Action;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::{Bond, Phase};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

fn enlist(kind: Kind, area: &str) -> Action {
    Action::Enlist { kind, at: at(area) }
}

/// A nation buys on a Military space.
fn buyer(field: Field, nation: Nation, space: u8, money: u16) -> Field {
    field.money(nation, money).points(nation, 0).advisor(nation, Zone::Military, space).resolve()
}

/// Two nations were Allies until the end of the last turn, and have not parted yet.
fn former_allies(field: Field, initiator: Nation, other: Nation) -> Field {
    let mut field = field.allied(initiator, &[other]);
    field.game.treaties.list[0].made = 0;
    field.game.treaties.list[0].state = Bond::Over;
    field
}

/// Buys movement points as often as can be; how many whole ones were bought.
fn buy_points(field: &mut Field, nation: Nation) -> u16 {
    let before = field.game.treasury.whole_points(nation);
    while field.actions().contains(&Action::BuyPoints) {
        field.act(Action::BuyPoints);
    }
    field.game.treasury.whole_points(nation) - before
}

// proves N-8.6.2-space-1, N-8.6.3-costs, N-3.1-reserve-use
#[test]
fn russia_enlists_cavalry_and_cannon_and_buys_four_points() {
    let far = Field::new().put(France, units(1, 0, 0), "norway");
    let mut field = buyer(far, Russia, 1, 8);
    let (reserve, contingent) = (field.game.forces.reserves[Russia], field.game.forces.contingent(Russia));
    field.act(enlist(Kind::Cavalry, "moscow")).act(enlist(Kind::Cannon, "moscow"));
    assert_eq!(field.game.treasury.money[Russia], 2);
    assert_eq!(reserve - field.game.forces.reserves[Russia], units(0, 1, 1));
    assert_eq!(field.game.forces.contingent(Russia), contingent);
    assert!(field.actions().contains(&enlist(Kind::Infantry, "moscow")));
    assert_eq!(buy_points(&mut field, Russia), 4);
    assert_eq!(field.game.treasury.money[Russia], 0);
    // Nothing can be bought, no card is held: the advisor stays, and the turn goes on.
    assert_eq!(field.game.phase, Phase::Move(0));
    assert_eq!(field.game.council.advisor(Zone::Military, 0), Some(Russia));
}

// proves N-8.6.2-cap, N-8.6.2-one-special, N-8.6.2-mp-caps
#[test]
fn every_unit_leaves_two_points_less_to_buy() {
    let caps = (1..=6).map(|space| buy_points(&mut buyer(Field::new(), Russia, space, 30), Russia));
    assert_eq!(caps.collect::<Vec<_>>(), [10, 8, 8, 6, 6, 4]);

    let mut field = buyer(Field::new(), Russia, 1, 30);
    field.act(enlist(Kind::Cavalry, "moscow")).act(enlist(Kind::Cannon, "moscow"));
    assert_eq!(field.refused(enlist(Kind::Cavalry, "moscow")), "N-8.6.2-one-special");
    assert_eq!(field.refused(enlist(Kind::Cannon, "moscow")), "N-8.6.2-one-special");
    let mut sparing = field.clone();
    assert_eq!(buy_points(&mut sparing, Russia), 6);
    // Four units in all leave 2 of the 10 points.
    field.act(enlist(Kind::Frigate, "baltic_east")).act(enlist(Kind::Infantry, "moscow"));
    assert_eq!(field.refused(enlist(Kind::Infantry, "moscow")), "N-8.6.2-space-1");
    assert_eq!(buy_points(&mut field, Russia), 2);
}

// proves N-8.6.2-space-2, N-8.6.2-deploy, N-8.6.4-free-units
#[test]
fn napoleon_enlists_in_paris_and_rome_and_gets_holland_for_nothing() {
    let field = Field::new().put(France, units(1, 0, 0), "rome").put(France, units(1, 0, 0), "belgium");
    let field = field.put(France, units(1, 0, 0), "madrid").hand(France, &[105]);
    let mut field = buyer(field, France, 2, 8);
    // Madrid's and Rome's powers come first.
    while matches!(field.game.phase, Phase::Powers(_)) {
        field.done();
    }
    assert_eq!(field.refused(enlist(Kind::Frigate, "channel_west")), "N-8.6.2-space-2");
    assert_eq!(field.refused(enlist(Kind::Cavalry, "belgium")), "N-8.6.2-deploy");
    field.act(enlist(Kind::Cannon, "rome"));
    // One in all goes abroad, not one to each city.
    assert_eq!(field.refused(enlist(Kind::Cavalry, "rome")), "N-8.6.2-deploy");
    assert_eq!(field.refused(enlist(Kind::Cavalry, "madrid")), "N-8.6.2-deploy");
    field.act(enlist(Kind::Cavalry, "paris"));
    assert_eq!(buy_points(&mut field, France), 4);
    assert_eq!(field.game.treasury.money[France], 0);
    let (reserve, contingent) = (field.game.forces.reserves[France], field.game.forces.contingent(France));
    field.act(Action::Play(card(105)));
    let place = Action::Place { kind: Kind::Infantry, at: at("holland") };
    field.act(place).act(place);
    assert_eq!(field.game.forces.troops(France, at("holland")), units(2, 0, 0));
    assert_eq!(field.game.forces.reserves[France], reserve);
    assert_eq!(contingent - field.game.forces.contingent(France), units(2, 0, 0));
    assert_eq!(field.game.council.advisors(France, Zone::Military), 0);
}

// proves N-8.6.2-space-4, N-8.6.4-card-enlist, N-17.2.4-enlist-kinds
#[test]
fn prussia_buys_six_points_and_enlists_three_units_by_card() {
    let mut field = buyer(Field::new().hand(Prussia, &[89]), Prussia, 4, 14);
    assert_eq!(field.refused(enlist(Kind::Cavalry, "berlin")), "N-8.6.2-space-4");
    assert_eq!(field.refused(enlist(Kind::Cannon, "berlin")), "N-8.6.2-space-4");
    assert!(field.actions().contains(&enlist(Kind::Frigate, "baltic_west")));
    assert_eq!(buy_points(&mut field, Prussia), 6);
    assert_eq!(field.game.treasury.money[Prussia], 11);
    field.act(Action::Play(card(89)));
    assert_eq!(field.game.treasury.money[Prussia], 0);
    assert_eq!(field.refused(enlist(Kind::Frigate, "baltic_west")), "N-17.2.4-enlist-kinds");
    let reserve = field.game.forces.reserves[Prussia];
    field.act(enlist(Kind::Cavalry, "berlin"));
    assert_eq!(field.refused(enlist(Kind::Cavalry, "berlin")), "N-17.2.4-enlist-kinds");
    field.act(enlist(Kind::Cannon, "berlin")).act(enlist(Kind::Infantry, "berlin"));
    assert_eq!(field.game.forces.troops(Prussia, at("berlin")), units(1, 1, 1));
    assert_eq!(reserve - field.game.forces.reserves[Prussia], units(1, 1, 1));
    assert_eq!(
        (field.game.treasury.whole_points(Prussia), field.game.council.advisors(Prussia, Zone::Military)),
        (6, 0)
    );
}

// proves N-8.6.1-napoleon-bonus, N-8.6.4-keep-advisor, N-8.6.2-spaces-5-6
#[test]
fn a_second_advisor_brings_napoleon_two_points() {
    for keeps_first in [false, true] {
        let field = Field::new().advisor(France, Zone::Military, 1).hand(France, &[18]);
        let mut field = buyer(field, France, 6, 5);
        assert_eq!(field.game.treasury.points[France], 0);
        field.done().act(if keeps_first { Action::Done } else { Action::BuyCard });
        let Phase::Resolve(Zone::Military, 5, _) = field.game.phase else {
            panic!("the sixth space is next")
        };
        assert_eq!(field.game.treasury.whole_points(France), 2);
        assert_eq!(field.refused(enlist(Kind::Cavalry, "paris")), "N-8.6.2-spaces-5-6");
        assert_eq!(buy_points(&mut field, France), 4);
        assert_eq!(field.game.treasury.whole_points(France), 6);
        // All is bought that this space sells: what is left is the card.
        field.done();
        assert_eq!(field.game.council.advisor(Zone::Military, 5), Some(France));
        assert_eq!(field.game.council.advisor(Zone::Military, 0), keeps_first.then_some(France));
    }
    // One advisor alone brings none, nor do two of others.
    let field = buyer(Field::new().advisor(Russia, Zone::Military, 1), France, 6, 0);
    assert_eq!(field.game.treasury.whole_points(France), 0);
}

// proves N-8.6.2-space-3, N-8.6.2-spaces-5-6
#[test]
fn later_spaces_offer_less() {
    let mut third = buyer(Field::new(), Austria, 3, 30);
    assert_eq!(third.refused(enlist(Kind::Infantry, "vienna")), "N-8.6.2-space-3");
    third.act(enlist(Kind::Cavalry, "vienna"));
    assert_eq!(third.refused(enlist(Kind::Cannon, "vienna")), "N-8.6.2-space-3");
    assert_eq!(buy_points(&mut third, Austria), 6);

    let infantry = |space| {
        let mut field = buyer(Field::new(), Austria, space, 30);
        while field.actions().contains(&enlist(Kind::Infantry, "vienna")) {
            field.act(enlist(Kind::Infantry, "vienna"));
        }
        let count = field.game.forces.troops(Austria, at("vienna")).len();
        (count, buy_points(&mut field, Austria))
    };
    assert_eq!([2, 4, 5, 6].map(infantry), [(3, 2), (2, 2), (2, 2), (1, 2)]);
}

// proves N-8.6.2-deploy-england
#[test]
fn english_units_appear_in_london_or_malta() {
    let mut field = buyer(Field::new(), England, 1, 30);
    assert_eq!(field.refused(enlist(Kind::Infantry, "scotland")), "N-8.6.2-deploy-england");
    field.act(enlist(Kind::Infantry, "malta")).act(enlist(Kind::Cannon, "malta"));
    field.act(enlist(Kind::Infantry, "london"));
    assert_eq!(field.game.forces.troops(England, at("malta")), units(1, 0, 1));
    let field = buyer(Field::new().put(France, units(1, 0, 0), "malta"), England, 1, 30);
    assert_eq!(field.refused(enlist(Kind::Infantry, "malta")), "N-8.6.2-deploy-england");
    // A former Ally that has not left yet bars nothing.
    let shared = Field::new().put(England, units(1, 0, 0), "malta").put(Austria, units(1, 0, 0), "malta");
    buyer(former_allies(shared, England, Austria), England, 1, 30).act(enlist(Kind::Infantry, "malta"));
    // With London lost there is Malta, and one land at home.
    let mut field = buyer(Field::new().put(France, units(1, 0, 0), "london"), England, 2, 30);
    field.act(enlist(Kind::Infantry, "scotland")).act(enlist(Kind::Cannon, "malta"));
    assert_eq!(field.refused(enlist(Kind::Cavalry, "ireland")), "N-8.6.2-capital-lost");
    field.act(enlist(Kind::Cavalry, "scotland"));
}

// proves N-8.6.2-deploy-frigate
#[test]
fn frigates_appear_beside_the_home() {
    let field = Field::new().ship(France, "baltic_west", Troops::NONE);
    let mut prussia = buyer(field, Prussia, 4, 30);
    assert_eq!(prussia.refused(enlist(Kind::Frigate, "north_sea_south")), "N-8.6.2-deploy-frigate");
    prussia.act(enlist(Kind::Frigate, "baltic_west"));
    assert!(!prussia.game.control.is_disputed(at("baltic_west")));
    assert_eq!(prussia.game.forces.fleet(Prussia, at("baltic_west")).count(), 1);

    let inland = buyer(Field::new(), Austria, 4, 30);
    assert_eq!(inland.refused(enlist(Kind::Frigate, "adriatic_sea")), "N-8.6.2-deploy-frigate");
    let mut coastal = buyer(Field::new().put(Austria, units(1, 0, 0), "venetia"), Austria, 4, 30);
    coastal.act(enlist(Kind::Frigate, "adriatic_sea"));
    let shared = Field::new().put(Austria, units(1, 0, 0), "venetia").put(Russia, units(1, 0, 0), "venetia");
    let shared = buyer(shared.allied(Austria, &[Russia]), Austria, 4, 30);
    assert_eq!(shared.refused(enlist(Kind::Frigate, "adriatic_sea")), "N-8.6.2-deploy-frigate");
}

// proves N-8.6.2-capital-lost, N-8.6.2-no-home
#[test]
fn without_its_capital_a_nation_raises_units_in_one_home_land() {
    let lost = || Field::new().put(France, units(1, 0, 0), "berlin").put(Prussia, units(1, 0, 0), "silesia");
    let mut field = buyer(lost().put(France, units(1, 0, 0), "poland"), Prussia, 2, 30);
    assert_eq!(field.refused(enlist(Kind::Infantry, "berlin")), "N-8.6.2-capital-lost");
    assert_eq!(field.refused(enlist(Kind::Infantry, "poland")), "N-8.6.2-capital-lost");
    field.act(enlist(Kind::Infantry, "pomerania"));
    assert_eq!(field.refused(enlist(Kind::Cavalry, "silesia")), "N-8.6.2-capital-lost");
    field.act(enlist(Kind::Cavalry, "pomerania"));
    // An Ally in it does not bar it.
    let mut field = buyer(lost().allied(France, &[Prussia]), Prussia, 2, 30);
    field.act(enlist(Kind::Infantry, "berlin"));
    // Not even a neutral capital takes units in while no land is left at home; points can be bought.
    let mut field = Field::new().put(Prussia, units(1, 0, 0), "stockholm");
    for land in ["berlin", "pomerania", "west_prussia", "east_prussia", "silesia", "poland"] {
        field = field.put(France, units(1, 0, 0), land);
    }
    let mut field = buyer(field, Prussia, 1, 30);
    for refused in [enlist(Kind::Infantry, "stockholm"), enlist(Kind::Frigate, "baltic_east")] {
        assert_eq!(field.refused(refused), "N-8.6.2-no-home");
    }
    assert_eq!(buy_points(&mut field, Prussia), 10);
}

// proves N-8.6.2-capital-lost
#[test]
fn all_that_a_nation_without_its_capital_enlists_in_a_turn_goes_to_one_land() {
    let lost = |field: Field| field.put(France, units(1, 0, 0), "berlin").hand(Prussia, &[89]);
    let mut field = buyer(lost(Field::new()), Prussia, 2, 30);
    field.act(enlist(Kind::Infantry, "pomerania")).done().act(Action::Play(card(89)));
    assert_eq!(field.refused(enlist(Kind::Cavalry, "silesia")), "N-8.6.2-capital-lost", "nor by card");
    field.act(enlist(Kind::Cavalry, "pomerania")).done();
    // So do the units of Napoleon's second advisor; in the next turn another land can be chosen.
    let occupied = Field::new().put(Austria, units(1, 0, 0), "paris").advisor(France, Zone::Military, 1);
    let mut field = buyer(occupied, France, 2, 30);
    field.act(enlist(Kind::Infantry, "burgundy")).done().done();
    assert_eq!(field.refused(enlist(Kind::Infantry, "alsace")), "N-8.6.2-capital-lost");
    field.act(enlist(Kind::Infantry, "burgundy")).done();
    field.game.begin_military(&mut field.log);
    field.act(enlist(Kind::Infantry, "alsace"));
    // Austria can enlist at home without Vienna, but has no coast there.
    let inland = buyer(Field::new().put(France, units(1, 0, 0), "vienna"), Austria, 4, 30);
    assert_eq!(inland.refused(enlist(Kind::Frigate, "adriatic_sea")), "N-8.6.2-deploy-frigate");
}

// proves N-8.6.2-capital-lost, N-8.1-russia-blocked
#[test]
fn a_captor_bars_the_capital_although_it_is_an_ally_now() {
    let mut lost = Field::new().put(France, units(1, 0, 0), "moscow").allied(France, &[Russia]);
    lost.game.control.captors[Russia] = Some(France);
    let mut field = buyer(lost.clone(), Russia, 1, 30);
    assert_eq!(field.refused(enlist(Kind::Infantry, "moscow")), "N-8.6.2-capital-lost");
    field.act(enlist(Kind::Infantry, "smolensk"));
    assert_eq!(field.refused(enlist(Kind::Infantry, "ukraine")), "N-8.6.2-capital-lost");
    // Beside units of its own that have come back it enlists again.
    let mut back = buyer(lost.clone().put(Russia, units(1, 0, 0), "moscow"), Russia, 1, 30);
    back.act(enlist(Kind::Infantry, "moscow"));
    // A captor that has left bars nothing, and Russia's own infantry finds its place beside an Ally.
    let mut gone = lost.clone();
    gone.game.take(France, units(1, 0, 0), at("moscow"));
    buyer(gone, Russia, 1, 30).act(enlist(Kind::Infantry, "moscow"));
    let first = lost.order([Russia, France, England, Prussia, Austria]).resolve();
    assert_eq!(first.troops(Russia, "moscow"), units(1, 0, 0));
}

// proves N-3.1-reserve-empty, N-8.6.2-empty-reserve
#[test]
fn an_empty_reserve_still_sells_points() {
    let mut field = Field::new();
    field.game.forces.reserves[Prussia] = Troops::NONE;
    assert!(field.game.forces.contingent(Prussia).count(Kind::Infantry) > 0);
    let mut field = buyer(field, Prussia, 1, 30);
    assert_eq!(field.refused(enlist(Kind::Infantry, "berlin")), "N-3.1-reserve-empty");
    assert_eq!(buy_points(&mut field, Prussia), 10);
}

// proves N-8.6.1-two-actions
#[test]
fn purchases_come_before_the_card() {
    let far = Field::new().put(France, units(1, 0, 0), "norway");
    let mut field = buyer(far.hand(France, &[7]), France, 1, 10);
    assert_eq!(field.refused(Action::Play(card(7))), "N-8.6.1-two-actions");
    assert_eq!(field.refused(Action::BuyCard), "N-8.6.1-two-actions");
    field.done();
    assert_eq!(field.refused(Action::BuyPoints), "N-8.6.1-two-actions");
    assert_eq!(field.refused(enlist(Kind::Infantry, "paris")), "N-8.6.1-two-actions");
    field.act(Action::Play(card(7)));
    assert_eq!((field.game.treasury.whole_points(France), field.game.treasury.money[France]), (5, 10));
}

// proves N-8.1-russia, N-8.1-russia-blocked
#[test]
fn russia_first_in_the_order_raises_infantry_in_moscow() {
    let raised = |field: Field, first: Nation| {
        let order = match first {
            Russia => [Russia, France, England, Prussia, Austria],
            _ => [France, Russia, England, Prussia, Austria],
        };
        field.order(order).resolve().game.forces.troops(Russia, at("moscow")).len()
    };
    assert_eq!((raised(Field::new(), Russia), raised(Field::new().turn(1), Russia)), (1, 1));
    assert_eq!(raised(Field::new(), France), 0);
    assert_eq!(raised(Field::new().put(France, units(1, 0, 0), "moscow"), Russia), 0);
    let allied = Field::new().put(Austria, units(1, 0, 0), "moscow").allied(Austria, &[Russia]);
    assert_eq!(raised(allied, Russia), 1);
    let shared = Field::new().put(Austria, units(1, 0, 0), "moscow").put(Russia, units(1, 0, 0), "moscow");
    assert_eq!(raised(former_allies(shared, Austria, Russia), Russia), 2, "its own units still stand there");
    let spent = Field::new().put(Russia, units(6, 0, 0), "smolensk");
    assert_eq!((spent.game.forces.contingent(Russia).count(Kind::Infantry), raised(spent, Russia)), (0, 0));
}
