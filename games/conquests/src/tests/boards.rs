//! What is printed on the boards. 8.

use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::nations::Side;
use crate::tables::Bonus::{self, Guard, Money, Morale, Mp, Unit};
use crate::tables::{MORALE_TOP, MilitarySpace, SOCIETY_TOP, Zone, morale_bonus, prices, society_bonus};
use crate::troops::Kind::{Cannon, Cavalry, Frigate, Infantry};

/// What the levels of a nation's Morale pay, from this one on.
fn paid(nation: Nation, levels: impl Iterator<Item = u8>) -> Vec<(u8, Bonus)> {
    levels.filter_map(|level| Some((level, morale_bonus(nation, level)?))).collect()
}

// proves N-8.3-table-france
#[test]
fn the_morale_of_france_pays() {
    let expected = [
        (8, Money(4)),
        (9, Unit(Cavalry)),
        (10, Mp(4)),
        (12, Money(6)),
        (13, Guard(Infantry)),
        (14, Mp(8)),
        (16, Guard(Cavalry)),
    ];
    assert_eq!(paid(France, 0..=MORALE_TOP), expected);
}

// proves N-8.3-table-coalition
#[test]
fn the_morale_of_the_coalition_pays() {
    let above = |nation| paid(nation, 5..=MORALE_TOP);
    let (inf, cav) = (Unit(Infantry), Unit(Cavalry));
    assert_eq!(above(England), [(8, inf), (9, Money(4)), (13, inf), (14, Mp(4)), (16, cav)]);
    assert_eq!(above(Austria), [(6, Mp(4)), (11, Money(4)), (13, inf), (16, cav)]);
    assert_eq!(above(Prussia), [(6, inf), (8, Mp(4)), (10, inf), (13, Money(4)), (16, cav)]);
    assert_eq!(above(Russia), [(6, Mp(4)), (8, cav), (10, Money(4)), (13, Mp(4)), (16, cav)]);
}

// proves N-8.3-table-low
#[test]
fn the_lowest_levels_raise_units() {
    let below = |nation| paid(nation, 0..5);
    let (inf, cav) = (Unit(Infantry), Unit(Cavalry));
    assert_eq!(below(England), [(1, inf), (2, inf), (4, Mp(4))]);
    assert_eq!(below(Russia), [(1, inf), (2, inf)]);
    assert_eq!(below(Prussia), [(1, inf), (2, cav)]);
    assert_eq!(below(Austria), [(1, inf), (2, cav)]);
    assert!(below(France).is_empty());
}

// proves N-8.4-table
#[test]
fn society_pays() {
    let paid = |side| {
        let levels = (0..=SOCIETY_TOP).filter_map(|level| Some((level, society_bonus(side, level)?)));
        levels.collect::<Vec<(u8, Bonus)>>()
    };
    let (inf, cav) = (Unit(Infantry), Unit(Cavalry));
    let coalition = [(4, inf), (6, Money(2)), (8, Morale(1)), (9, inf), (12, Money(6)), (14, inf)];
    assert_eq!(paid(Side::Coalition), coalition);
    assert_eq!(paid(Side::France), [(5, inf), (7, inf), (8, Money(4)), (10, Mp(4)), (11, cav)]);
}

// proves N-8.2-spaces, N-8.3-space-1, N-8.3-spaces-others, N-8.4-spaces, N-8.7-space-2, N-8.7-spaces-others
#[test]
fn spaces_pay_their_advisors() {
    let pays = |zone: Zone| {
        (1..=zone.spaces()).map(move |number| {
            let space = zone.space(number);
            (space.cards, space.fg, space.mp, space.morale)
        })
    };
    let all = |zone| pays(zone).collect::<Vec<_>>();
    assert_eq!(all(Zone::Finance), [(0, 2, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0)]);
    assert_eq!(all(Zone::Morale), [(0, 0, 0, 1), (1, 0, 0, 0), (0, 1, 0, 0)]);
    assert_eq!(all(Zone::Society), [(1, 0, 0, 0), (0, 2, 0, 0), (0, 1, 0, 0)]);
    assert_eq!(all(Zone::Diplomacy), [(1, 2, 0, 0), (1, 1, 0, 0), (0, 0, 0, 0)]);
    assert!(pays(Zone::Military).all(|pay| pay == (0, 0, 0, 0)));
}

// proves N-8.6.2-mp-caps, N-8.6.3-costs
#[test]
fn the_military_zone_sells_less_from_space_to_space() {
    let ceilings = (1..=6).map(|space| MilitarySpace::numbered(space).ceiling);
    assert_eq!(ceilings.collect::<Vec<_>>(), [10, 8, 8, 6, 6, 4]);
    assert_eq!([Infantry, Cavalry, Cannon, Frigate].map(|kind| prices().unit(kind)), [2, 3, 3, 4]);
    assert_eq!((prices().mp_per_fg, prices().card), (2, 1));
}
