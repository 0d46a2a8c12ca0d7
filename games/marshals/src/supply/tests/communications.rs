//! Chains of depots, their breaks, and what moves along them.

use super::*;
use crate::forces::{Arm, Factors};
use crate::ground::LandId;
use crate::supply::{Base, Communications, RANGE, WITH_BERTHIER};

/// France round Mainz, with depots on the way to the east.
struct Chain {
    position: Position,
    home: BoxSet<HexId>,
    sources: BoxSet<HexId>,
    depots: Vec<HexId>,
    range: u8,
}

impl Chain {
    fn with_depots(depots: &[HexId]) -> Chain {
        let position = Position { friends: set(depots.iter().copied()), ..Position::empty() };
        let (home, sources) = (around("Mainz", 2), set([hex("Mainz")]));
        Chain { position, home, sources, depots: depots.to_vec(), range: RANGE }
    }

    fn laid(&mut self) -> Communications {
        let mut communications = Communications::default();
        let (tracer, obstacles) = self.position.both();
        let depots = set(self.depots.iter().copied());
        let base = Base { home: &self.home, sources: &self.sources, depots: &depots, range: self.range };
        communications.lay(tracer, &obstacles, &base);
        communications
    }

    fn linked(&mut self) -> Vec<HexId> {
        self.laid().linked().iter().collect()
    }
}

fn at(steps: &[usize]) -> Vec<HexId> {
    let way = eastwards("Mainz", 14);
    steps.iter().map(|step| way[*step]).collect()
}

/// A wall of hexes so many columns east of Mainz, from far north to far south.
fn wall(step: usize) -> BoxSet<HexId> {
    let middle = eastwards("Mainz", 14)[step];
    let next = |way: [Direction; 2]| {
        let mut turn = way.into_iter().cycle();
        std::iter::successors(Some(middle), move |here| MAP.grid.neighbour(*here, turn.next()?)).take(9)
    };
    let north = next([Direction::NorthEast, Direction::NorthWest]);
    set(north.chain(next([Direction::SouthEast, Direction::SouthWest])))
}

// proves M-loc-5, M-loc-14, M-supply-2
#[test]
fn depots_at_most_four_hexes_apart_lead_home() {
    let mut chain = Chain::with_depots(&at(&[4, 8, 12]));
    let laid = chain.laid();
    assert_eq!(laid.linked().iter().collect::<Vec<_>>(), at(&[4, 8, 12]));
    let lengths: Vec<u8> = laid.lines(at(&[12])[0]).map(|line| line.length()).collect();
    assert_eq!(lengths, [4, 4, 4]);
    assert_eq!(laid.lines(at(&[12])[0]).last().map(|line| line.end()), Some(hex("Mainz")));
    chain.depots = at(&[4, 12]);
    assert_eq!(chain.linked(), at(&[4]), "8 hexes lie between the depots");
    chain.depots = at(&[4, 8, 12]);
    chain.sources.clear();
    assert_eq!(chain.linked(), [], "the chain must lead to a source of the major power");
}

#[test]
fn berthier_bridges_five_hexes_while_he_is_with_napoleon() {
    let mut chain = Chain::with_depots(&at(&[5, 10]));
    assert_eq!(chain.linked(), []);
    chain.range = WITH_BERTHIER;
    assert_eq!(chain.linked(), at(&[5, 10]));
    chain.range = RANGE;
    assert_eq!((chain.linked(), chain.laid().cut().len()), (vec![], 2), "he has left");
}

// proves M-loc-8, M-loc-15
#[test]
fn supply_units_come_at_depots_of_the_line_only() {
    // A depot at Dresden in a valid line to the fort of Mainz.
    let way: Vec<HexId> = MAP.grid.line(hex("Mainz"), hex("Dresden")).collect();
    let mut depots: Vec<HexId> = way.iter().copied().step_by(4).skip(1).collect();
    depots.push(hex("Dresden"));
    let mut chain = Chain::with_depots(&depots);
    let (none, prague) = (set([]), set([hex("Prague")]));
    let laid = chain.laid();
    assert_eq!(laid.may_build(hex("Dresden"), &none), Ok(()));
    assert_eq!(laid.may_build(hex("Prague"), &none).unwrap_err(), "M-loc-8");
    assert_eq!(laid.may_build(hex("Prague"), &prague), Ok(()), "a city under control");
    chain.depots.remove(0);
    assert_eq!(chain.laid().may_build(hex("Dresden"), &none).unwrap_err(), "M-loc-15");
}

// proves M-loc-14, M-loc-16
#[test]
fn zones_of_control_break_a_line_until_a_friend_comes() {
    let mut chain = Chain::with_depots(&at(&[4, 8]));
    chain.position.zones = wall(6);
    let laid = chain.laid();
    assert_eq!(laid.linked().iter().collect::<Vec<_>>(), at(&[4]));
    assert_eq!(laid.cut().iter().collect::<Vec<_>>(), at(&[8]));
    chain.position.friends.insert(at(&[6])[0]);
    assert_eq!(chain.linked(), at(&[4, 8]));
}

// proves M-loc-3
#[test]
fn at_home_the_line_is_everywhere_unless_the_enemy_cuts_it() {
    let mut chain = Chain::with_depots(&at(&[10]));
    chain.home = set(MAP.grid.within(hex("Mainz"), 12));
    assert_eq!(chain.linked(), at(&[10]), "ten hexes from the source, but at home");
    assert!(chain.laid().band().contains(at(&[12])[0]));
    chain.position.enemy = wall(7);
    assert!(chain.laid().band().contains(at(&[6])[0]));
    let mut small = Chain { home: set(at(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])), ..chain };
    assert_eq!(small.linked(), [], "the enemy stands across the way");
    small.position.enemy.clear();
    assert_eq!(small.linked(), at(&[10]));
}

// proves M-loc-9, M-control-7
#[test]
fn the_band_is_what_a_line_reaches_and_no_enemy_covers() {
    let mut chain = Chain::with_depots(&at(&[4, 8]));
    let laid = chain.laid();
    assert!(laid.band().contains(at(&[12])[0]) && !laid.band().contains(at(&[13])[0]));
    chain.position.zones = set(at(&[11]));
    chain.position.enemy = set(at(&[10]));
    let laid = chain.laid();
    assert!(!laid.band().contains(at(&[11])[0]) && !laid.band().contains(at(&[10])[0]));
    assert!(laid.band().contains(at(&[9])[0]));
}

#[test]
fn no_line_runs_where_anothers_runs_already() {
    let mut first = Chain::with_depots(&at(&[4, 8]));
    let course = first.laid().course().clone();
    assert!(at(&[0, 4, 6, 8]).iter().all(|hex| course.contains(*hex)));
    let mut second = Chain::with_depots(&at(&[3, 7]));
    assert_eq!(second.linked(), at(&[3, 7]));
    second.position.taken = course;
    assert_eq!(second.linked(), []);
}

// proves M-loc-25
#[test]
fn five_infantry_a_turn_move_along_the_line_at_any_distance() {
    let mut chain = Chain::with_depots(&at(&[4, 8]));
    let laid = chain.laid();
    let may = |factors, led, moved| laid.may_move(hex("Mainz"), factors, led, moved, &set([]));
    assert_eq!(may(Factors::infantry(5), false, 0), Ok(()));
    assert_eq!(may(Factors::infantry(2), false, 3), Ok(()));
    let refusal = may(Factors::infantry(3), false, 3).unwrap_err();
    assert_eq!(refusal, "M-loc-25");
    assert!(refusal.why.contains("2 are left, 3 want to"), "{refusal}");
    assert_eq!(may(Factors::infantry(1), true, 0).unwrap_err(), "M-loc-25");
    assert_eq!(may(Factors::of(Arm::Cavalry, 1), false, 0).unwrap_err(), "M-loc-25");
    let outside = laid.may_move(at(&[13])[0], Factors::infantry(1), false, 0, &set([]));
    assert_eq!(outside.unwrap_err(), "M-loc-25");
    let reach = laid.reach(ground(), &chain.position.zones, hex("Mainz"), |_, _| true);
    let reaches = |step: usize| reach.contains(LandId::of(at(&[step])[0]).unwrap());
    assert!(reaches(12) && !reaches(13));
}

// proves M-loc-27
#[test]
fn who_moves_along_the_line_enters_a_zone_only_where_a_friend_is() {
    let mut chain = Chain::with_depots(&at(&[4, 8]));
    chain.position.zones = set(at(&[10]));
    let reaches = |chain: &mut Chain| {
        let laid = chain.laid();
        let way = eastwards("Mainz", 14);
        let reach = laid.reach(ground(), &chain.position.zones, hex("Mainz"), |_, to| way.contains(&to));
        [10, 11].map(|step| reach.contains(LandId::of(way[step]).unwrap()))
    };
    assert_eq!(reaches(&mut chain), [false, false]);
    chain.position.friends.insert(at(&[10])[0]);
    assert_eq!(reaches(&mut chain), [true, false], "and stops there");
    let zones = set(at(&[10]));
    let leaving = chain.laid().may_move(at(&[10])[0], Factors::infantry(1), false, 0, &zones);
    assert_eq!(leaving.unwrap_err(), "M-loc-25");
}

// proves M-loc-1
#[test]
fn a_chain_feeds_units_moves_infantry_and_brings_supply_units_forward() {
    let mut chain = Chain::with_depots(&at(&[4, 8]));
    let laid = chain.laid();
    let front = at(&[12])[0];
    assert_eq!(chain.position.line(front, laid.linked()).map(|line| line.end()), Some(at(&[8])[0]));
    assert_eq!(laid.may_move(at(&[2])[0], Factors::infantry(5), false, 0, &set([])), Ok(()));
    assert_eq!(laid.may_build(at(&[8])[0], &set([])), Ok(()));
}

// proves M-loc-13
#[test]
fn depots_of_a_client_link_its_controller_and_bring_supply_units_of_both() {
    let (own, clients) = (at(&[4])[0], at(&[8])[0]);
    let mut chain = Chain::with_depots(&[own, clients]);
    let laid = chain.laid();
    assert_eq!(laid.lines(clients).last().map(|line| line.end()), Some(hex("Mainz")));
    let at_home = set([hex("Munich")]);
    for place in [hex("Munich"), own, clients] {
        assert_eq!(laid.may_build(place, &at_home), Ok(()));
    }
    chain.depots = vec![clients];
    assert_eq!(chain.linked(), [], "without the depot between it leads to nobody's source");
    assert!(chain.laid().may_build(clients, &at_home).is_err());
}
