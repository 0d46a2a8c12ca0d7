//! What the rulebook, and the history that it follows, say of the scenarios.

use super::*;

#[test]
fn eight_scenarios_of_so_many_turns() {
    let lengths: Vec<(&str, u16)> =
        SCENARIOS.iter().map(|one| (one.id.as_str(), one.last_turn.since(one.first_turn) + 1)).collect();
    let expected = [
        ("ulm-1805", 10),
        ("jena-1806", 9),
        ("eylau-1807", 16),
        ("wagram-1809", 15),
        ("russia-1812", 19),
        ("leipzig-1813", 27),
        ("france-1814", 12),
        ("hundred-days-1815", 8),
    ];
    assert_eq!(lengths, expected);
}

/// Nations with their factors.
type Sums = Vec<(&'static str, u16)>;

/// The factors of each nation at first, and those that come later.
fn factors(id: &str) -> (Sums, Sums) {
    let sum = |forces: &[Force]| {
        let of = |nation: NationId| {
            let own = forces.iter().filter(|force| force.nation == nation);
            (nation.key(), own.map(|force| u16::from(force.troops.factors())).sum())
        };
        NationId::all().map(of).filter(|(_, factors)| *factors > 0).collect()
    };
    (sum(&scenario(id).setup), sum(&scenario(id).reinforcements))
}

#[test]
fn ulm() {
    let (first, later) = factors("ulm-1805");
    assert_eq!(first, [("France", 53), ("Austria", 36), ("Russia", 8), ("Bavaria", 5)]);
    assert_eq!(later, [("France", 3), ("Austria", 5), ("Russia", 12)]);
    let ulm = scenario("ulm-1805");
    assert_eq!(
        (holder(ulm, "Munich"), holder(ulm, "Wurzburg"), holder(ulm, "Pescara")),
        ("Austria", "Bavaria", "France")
    );
    let mack = &ulm.withdrawals[0];
    assert_eq!((mack.leader.key(), mack.or_when_lost.map(|lost| lost.factors)), ("Mack", Some(5)));
    let kutuzov = &ulm.chief[0];
    assert_eq!((kutuzov.leader.key(), kutuzov.after.map(LeaderId::key)), ("Kutuzov", Some("Mack")));
}

#[test]
fn jena() {
    let (first, later) = factors("jena-1806");
    assert_eq!(first, [("France", 57), ("Prussia", 43), ("Saxony", 4), ("Bavaria", 3)]);
    assert_eq!(later, [("Russia", 22)]);
    let jena = scenario("jena-1806");
    let places = |nation: NationId| {
        let is = |place: &PlaceId| {
            let holding = jena.holdings().get(place.hex()).unwrap();
            holding.home == nation && (place.get().stars > 0 || place.get().fort > 0)
        };
        PlaceId::all().filter(is).count()
    };
    assert_eq!(places(NationId::PRUSSIA), 13, "production cities and forts in which Prussia mobilizes");
    let braunau = jena
        .setup
        .iter()
        .find(|force| matches!(force.spot, Spot::Land(place, _) if place.key() == "Braunau"));
    assert_eq!(braunau.unwrap().troops.supply, 1, "nothing else supplies Marmont");
}

#[test]
fn eylau() {
    let (first, later) = factors("eylau-1807");
    let expected =
        [("France", 57), ("Prussia", 8), ("Russia", 24), ("Sweden", 2), ("Saxony", 1), ("Bavaria", 2)];
    assert_eq!(first, expected);
    assert_eq!(later, [("France", 9), ("Britain", 2), ("Prussia", 2), ("Russia", 8)]);
    assert_eq!(scenario("eylau-1807").moves_first, NationId::RUSSIA);
}

#[test]
fn wagram() {
    let (first, later) = factors("wagram-1809");
    assert_eq!((first[0], first[1]), (("France", 44), ("Austria", 60)));
    assert_eq!(later, [("France", 8), ("Britain", 7)]);
    let wagram = scenario("wagram-1809");
    assert_eq!(wagram.mobilization_box[0].infantry, 12);
    assert_eq!(wagram.moves_first, NationId::AUSTRIA);
    let walcheren = wagram.reinforcements.last().unwrap();
    assert!(matches!(walcheren.spot, Spot::Sea(sea) if sea.name() == "Dutch Coast"));
    assert_eq!(walcheren.troops.ships, 6);
}

#[test]
fn the_invasion_of_russia() {
    let (first, later) = factors("russia-1812");
    let expected = [
        ("France", 73),
        ("Prussia", 6),
        ("Austria", 6),
        ("Russia", 59),
        ("Naples", 1),
        ("Saxony", 3),
        ("Bavaria", 5),
        ("Wurttemberg", 2),
        ("Poland", 8),
        ("Westphalia", 3),
    ];
    assert_eq!(first, expected);
    assert_eq!(later, [("France", 5), ("Russia", 38)]);
    let russia = scenario("russia-1812");
    for power in [NationId::AUSTRIA, NationId::PRUSSIA] {
        assert_eq!(russia.side(power), Some(Side::French));
    }
    let powers = [NationId::AUSTRIA, NationId::PRUSSIA].map(|power| *russia.power(power).unwrap());
    assert_eq!(powers.map(|power| (power.morale, power.balance, power.command)), [(4, 10, 0), (3, 6, 0)]);
}

#[test]
fn leipzig() {
    let (first, later) = factors("leipzig-1813");
    assert_eq!(first[..3], [("France", 62), ("Prussia", 21), ("Russia", 32)]);
    assert_eq!(
        later,
        [("France", 24), ("Britain", 2), ("Prussia", 15), ("Austria", 39), ("Russia", 16), ("Sweden", 4)]
    );
    let leipzig = scenario("leipzig-1813");
    assert_eq!(leipzig.part(NationId::AUSTRIA), Some(Part::Neutral));
    let modlin = PlaceId::find("Modlin").unwrap();
    assert_eq!(modlin.get().fort, 1);
    let garrison = leipzig.setup.iter().find(|force| force.spot == Spot::Land(modlin, Stands::Fort)).unwrap();
    assert_eq!((garrison.troops.infantry, garrison.troops.supply), (1, 1));
}

#[test]
fn the_campaign_of_france() {
    let (first, later) = factors("france-1814");
    let coalition: u16 = first[1..].iter().map(|(_, factors)| factors).sum();
    assert_eq!((first[0], coalition), (("France", 69), 125));
    assert_eq!(later, [("France", 7), ("Prussia", 3), ("Russia", 3)]);
    let france = scenario("france-1814");
    assert_eq!(france.power(NationId::FRANCE).unwrap().morale, 2);
    assert_eq!(france.side(nation("Naples")), Some(Side::Coalition));
    let murat = france.setup.iter().find(|force| force.nation == nation("Naples")).unwrap();
    assert_eq!((murat.leaders[0].key(), murat.troops.supply), ("Murat (Naples)", 1));
}

#[test]
fn the_hundred_days() {
    let (first, later) = factors("hundred-days-1815");
    let expected = [
        ("France", 46),
        ("Britain", 11),
        ("Prussia", 30),
        ("Austria", 32),
        ("Bavaria", 6),
        ("Wurttemberg", 3),
        ("Netherlands", 10),
    ];
    assert_eq!(first, expected);
    assert_eq!(later, [("France", 5), ("Prussia", 5), ("Russia", 27)]);
    let days = scenario("hundred-days-1815");
    let borders = [
        ("Brussels", "Netherlands"),
        ("Mainz", "Austria"),
        ("Cologne", "Prussia"),
        ("Speyer", "Bavaria"),
        ("Turin", "Piedmont"),
        ("Chambery", "France"),
        ("Geneva", "Switzerland"),
        ("Strasburg", "France"),
    ];
    for (place, owner) in borders {
        assert_eq!(holder(days, place), owner, "{place}");
    }
    assert_eq!(days.part(nation("Switzerland")), Some(Part::Neutral));
}

// proves M-players-1
#[test]
fn powers_are_grouped_under_players_as_the_scenario_says() {
    let together = |id: &str, players, a: &str, b: &str| {
        let seat = |name| scenario(id).seat(players, nation(name)).unwrap();
        seat(a) == seat(b)
    };
    for one in SCENARIOS.iter() {
        assert_eq!(one.players().next(), Some(2), "{}", one.id);
        for players in one.players() {
            assert_eq!(one.seat(players, NationId::FRANCE), Some(0));
            for power in NationId::major().filter(|power| one.side(*power) == Some(Side::Coalition)) {
                assert_ne!(one.seat(players, power), Some(0), "{}", one.id);
            }
        }
    }
    assert!(together("leipzig-1813", 2, "Britain", "Prussia"));
    assert!(
        together("leipzig-1813", 3, "Britain", "Russia") && together("leipzig-1813", 3, "Austria", "Prussia")
    );
    assert!(!together("leipzig-1813", 3, "Russia", "Prussia"));
    assert!(
        !together("leipzig-1813", 4, "Britain", "Russia")
            && together("leipzig-1813", 4, "Austria", "Prussia")
    );
    assert!(together("hundred-days-1815", 3, "Wurttemberg", "Austria"), "a client sits with its patron");
    assert_eq!(scenario("jena-1806").players().collect::<Vec<_>>(), [2]);
    assert_eq!(scenario("france-1814").players().collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn sides_at_first() {
    let side = |id, name| scenario(id).side(nation(name));
    assert_eq!(side("ulm-1805", "Kingdom of Italy"), Some(Side::French));
    assert_eq!(side("ulm-1805", "Tuscany"), Some(Side::French), "as the client of France");
    assert_eq!(side("ulm-1805", "Saxony"), None);
    assert_eq!(side("jena-1806", "Saxony"), Some(Side::Coalition));
    assert_eq!(side("eylau-1807", "Saxony"), Some(Side::French));
    assert_eq!(scenario("wagram-1809").part(NationId::SPAIN), Some(Part::Closed));
    assert_eq!(scenario("ulm-1805").part(nation("Small German states")), Some(Part::Open));
    assert_eq!(scenario("ulm-1805").part(nation("Poland")), None, "there is none yet");
}

#[test]
fn leaders_have_the_rank_of_the_year() {
    let rank = |id: &str, name: &str| {
        let leader = LeaderId::find(name).unwrap();
        let (date, _) = scenario(id).arrivals().find(|(_, force)| force.leaders.contains(&leader)).unwrap();
        leader.get().rank(date)
    };
    use crate::leaders::Rank;
    assert_eq!(rank("ulm-1805", "Massena (army)"), Rank::Army);
    assert_eq!(rank("wagram-1809", "Charles (reformed)"), Rank::National);
    assert_eq!(rank("leipzig-1813", "DeTolly"), Rank::Army);
    assert_eq!(rank("france-1814", "DeTolly"), Rank::National);
    assert_eq!(rank("hundred-days-1815", "Wellington"), Rank::National);
}

#[test]
fn what_is_unbuilt_is_the_counters_less_what_comes() {
    let unbuilt = |id: &str, name: &str| scenario(id).unbuilt(nation(name));
    let austria =
        Troops { infantry: 102 - 30 - 5, cavalry: 1, artillery: 2, ships: 2, supply: 4, ..Troops::default() };
    assert_eq!(unbuilt("ulm-1805", "Austria"), austria);
    assert_eq!(unbuilt("wagram-1809", "Austria").infantry, 102 - 52 - 12, "Landwehr waits in its box");
    assert_eq!(
        unbuilt("hundred-days-1815", "Britain").infantry,
        68 - 8 - 10,
        "the Netherlands have its counters"
    );
    assert_eq!(unbuilt("hundred-days-1815", "Netherlands"), Troops::default());
}

#[test]
fn who_dies_and_who_only_leaves() {
    let all = SCENARIOS.iter().flat_map(|one| &one.withdrawals);
    let dying: Vec<&str> = all.clone().filter(|one| one.dies).map(|one| one.leader.key()).collect();
    let leaving: Vec<&str> = all.filter(|one| !one.dies).map(|one| one.leader.key()).collect();
    assert_eq!(
        dying,
        ["Lannes", "Bagration (army)", "Tuchkov", "Kutuzov (1812)", "Bessieres", "Poniatowski"]
    );
    assert_eq!(leaving, ["Mack", "Massena", "Jerome", "Eugene"]);
}

/// Depots lie in chains of at most four hexes from link to link, back to a city or fort of their nation or its clients.
#[test]
fn depots_hang_on_a_home_source() {
    for one in SCENARIOS.iter() {
        let depots: Vec<(NationId, PlaceId)> = one
            .setup
            .iter()
            .filter(|force| force.troops.depots > 0)
            .filter_map(|force| match force.spot {
                Spot::Land(place, _) => Some((force.nation, place)),
                Spot::Sea(_) => None,
            })
            .collect();
        for &(nation, depot) in &depots {
            let near = |a: PlaceId, b: PlaceId| MAP.grid.distance(a.hex(), b.hex()) <= 4;
            let is_source = |place: &PlaceId| {
                let home = one.holdings().get(place.hex()).is_some_and(|holding| {
                    holding.home == nation || one.patron(holding.home) == Some(nation)
                });
                home && (place.get().stars > 0 || place.get().fort > 0)
            };
            let mut chain = vec![depot];
            let mut next = 0;
            while let Some(&link) = chain.get(next) {
                let more = depots.iter().filter(|(of, other)| *of == nation && near(link, *other));
                let more: Vec<PlaceId> =
                    more.map(|(_, other)| *other).filter(|other| !chain.contains(other)).collect();
                chain.extend(more);
                next += 1;
            }
            let hangs =
                chain.iter().any(|link| PlaceId::all().any(|place| is_source(&place) && near(*link, place)));
            assert!(hangs, "{}: the depot at {} hangs in the air", one.id, depot.key());
        }
    }
}

/// A supply unit, a depot or a city or fort at home, of its own nation, its patron or its patron's clients. Cossacks need none.
#[test]
fn everybody_has_supply_near_by_at_first() {
    for one in SCENARIOS.iter() {
        let family = |nation: NationId| one.patron(nation).unwrap_or(nation);
        for force in one.setup.iter().filter(|force| force.troops.factors() > force.troops.cossacks) {
            let Spot::Land(here, _) = force.spot else { continue };
            let near = |place: PlaceId| MAP.grid.distance(here.hex(), place.hex()) <= 4;
            let own = |nation: NationId| family(nation) == family(force.nation);
            let carried = one.setup.iter().any(|other| {
                let has = other.troops.supply > 0 || other.troops.depots > 0;
                has && own(other.nation) && matches!(other.spot, Spot::Land(place, _) if near(place))
            });
            let at_home =
                PlaceId::all().filter(|place| place.get().stars > 0 || place.get().fort > 0).any(|place| {
                    let holding = one.holdings().get(place.hex()).unwrap();
                    own(holding.home) && own(holding.control) && near(place)
                });
            assert!(carried || at_home, "{}: {} at {} has no supply", one.id, force.nation.key(), here.key());
        }
    }
}
