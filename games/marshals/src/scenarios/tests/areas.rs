//! Parts of the map of which conditions speak.

use atlas::topology::{Components, HexId};

use super::conditions::Area;
use super::special::Special;
use super::*;

fn lies(area: &Area, place: &str) -> bool {
    area.contains(MAP.site(place).unwrap(), scenario("russia-1812").holdings())
}

#[test]
fn rivers_part_east_and_west() {
    let sides = [
        ("Rhine", ["Wurzburg", "Frankfurt", "Munich", "Cassel"], ["Metz", "Brussels", "Nancy", "Luxembourg"]),
        ("Elbe", ["Berlin", "Bautzen", "Stettin", "Lubeck"], ["Leipzig", "Hanover", "Erfurt", "Bremen"]),
        (
            "Vistula",
            ["Konigsberg", "Pultusk", "Lublin", "Suwalki"],
            ["Berlin", "Posen", "Breslau", "Kolberg"],
        ),
    ];
    for (river, east, west) in sides {
        let (to_east, to_west) = (Area::EastOfRiver(river.to_owned()), Area::WestOfRiver(river.to_owned()));
        for place in east {
            assert!(lies(&to_east, place) && !lies(&to_west, place), "{place} is east of the {river}");
        }
        for place in west {
            assert!(lies(&to_west, place) && !lies(&to_east, place), "{place} is west of the {river}");
        }
    }
}

#[test]
fn east_of_a_place_and_the_home_of_nations() {
    let munich = Area::EastOfPlace(PlaceId::find("Munich").unwrap());
    assert!(lies(&munich, "Vienna") && !lies(&munich, "Munich") && !lies(&munich, "Ulm"));
    let east = Area::HomeOf(vec![NationId::RUSSIA, nation("Poland")]);
    for (place, inside) in [("Vilna", true), ("Warsaw", true), ("Krakow", true), ("Konigsberg", false)] {
        assert_eq!(lies(&east, place), inside, "{place}");
    }
}

/// The hexes that a side can march to over land that is neither closed nor neutral.
fn marches(one: &Scenario, side: Side) -> Components<HexId> {
    let passage = |hex: HexId| {
        one.special.iter().any(|special| match special {
            Special::Passage { side: of, regions } => {
                *of == side && MAP.region_id(hex).is_some_and(|region| regions.contains(&region))
            }
            _ => false,
        })
    };
    let open = |hex: HexId| {
        let part = one.holdings().get(hex).and_then(|holding| one.part(holding.control));
        matches!(part, Some(Part::On(_) | Part::Open)) || passage(hex)
    };
    Components::new(&MAP.grid, |a, b, over| MAP.can_cross(over) && open(a) && open(b))
}

#[test]
fn armies_can_march_against_each_other() {
    let duels = [
        ("ulm-1805", "Strasburg", "Ulm"),
        ("ulm-1805", "Wurzburg", "Ulm"),
        ("ulm-1805", "Mantua", "Verona"),
        ("jena-1806", "Bamberg", "Weimar"),
        ("eylau-1807", "Warsaw", "Heilsberg"),
        ("wagram-1809", "Regensburg", "Vienna"),
        ("wagram-1809", "Warsaw", "Krakow"),
        ("russia-1812", "Suwalki", "Moscow"),
        ("leipzig-1813", "Erfurt", "Dresden"),
        ("france-1814", "Paris", "Basel"),
        ("france-1814", "Bayonne", "Pamplona"),
        ("hundred-days-1815", "Maubeuge", "Brussels"),
    ];
    for (id, from, to) in duels {
        let marches = marches(scenario(id), Side::French);
        let [from, to] = [from, to].map(|place| MAP.site(place).unwrap());
        assert!(marches.joined(from, to), "{id}: {} to {}", MAP.grid.name(from), MAP.grid.name(to));
    }
    let ulm = marches(scenario("ulm-1805"), Side::French);
    let berlin = MAP.site("Berlin").unwrap();
    assert!(!ulm.joined(MAP.site("Strasburg").unwrap(), berlin), "Prussia is neutral");
}
