//! Ports, lanes and landings.

use atlas::topology::HexId;
use marshals::map::{Anchorage, MAP};

use super::{distance, hex};

/// Ports on rivers, to which ships come from the sea.
const RIVER_PORTS: [&str; 6] = ["Antwerp", "London", "Hamburg", "Bremen", "Stettin", "Kherson"];

#[test]
fn ports_are_on_a_coast() {
    let ports = MAP.sources.places.iter().filter(|place| MAP.sources.is_port(&place.name));
    let inland = ports.filter(|place| !MAP.is_coastal(hex(&place.name)));
    assert_eq!(inland.map(|place| place.name.as_str()).collect::<Vec<_>>(), RIVER_PORTS);
}

#[test]
fn only_ports_build_ships() {
    for place in MAP.sources.places.iter().filter(|place| place.builds_ships) {
        assert!(MAP.sources.is_port(&place.name), "{}", place.name);
    }
}

#[test]
fn lanes_go_both_ways_and_lead_somewhere() {
    let boxes = &MAP.sources.boxes;
    for sea in boxes {
        for lane in &sea.lanes {
            let other = boxes.iter().find(|other| other.name == *lane).unwrap_or_else(|| panic!("{lane}"));
            assert!(other.lanes.contains(&sea.name), "{} and {lane}", sea.name);
            assert_ne!(*lane, sea.name);
        }
        for port in &sea.ports {
            assert!(matches!(MAP.anchorage(port), Some(Anchorage::Port(_))), "{port}");
        }
        assert!(MAP.moves("English Channel", &sea.name).is_some(), "{} is cut off", sea.name);
    }
}

#[test]
fn coasts_run_from_port_to_port_of_the_box() {
    for sea in &MAP.sources.boxes {
        let ends = sea.coasts.iter().flatten();
        assert!(ends.clone().all(|port| sea.ports.contains(port)), "{}", sea.name);
        assert_eq!(sea.ports.is_empty(), ends.count() == 0, "{}", sea.name);
    }
}

#[test]
fn sea_distances_of_the_examples() {
    assert_eq!(MAP.moves("Valencia", "Lisbon"), Some(4));
    assert_eq!(MAP.moves("Lisbon", "Plymouth"), Some(4));
    assert_eq!(MAP.moves("London", "Hamburg"), Some(3));
    assert_eq!(MAP.moves("Dover", "Boulogne"), Some(2));
    assert_eq!(MAP.moves("Naples", "Palermo"), Some(2));
    assert_eq!(MAP.moves("Cadiz", "Finisterre"), Some(3));
    assert_eq!(MAP.moves("Paris", "London"), None);
}

#[test]
fn a_landing_between_le_havre_and_dieppe_calls_up_the_coast_around() {
    assert_eq!(distance("Le Havre", "Dieppe"), 2);
    let dieppe = hex("Dieppe");
    let between =
        |hex: &HexId| MAP.is_coastal(*hex) && MAP.grid.adjacent(*hex, dieppe) && MAP.place(*hex).is_none();
    let landing: Vec<HexId> = MAP.grid.neighbours(hex("Le Havre")).filter(between).collect();
    assert_eq!(landing.len(), 1, "one coastal hex lies between the two");
    let near = |name: &str| MAP.grid.distance(landing[0], hex(name)) <= 4;
    for name in ["Le Havre", "Dieppe", "Cherbourg", "Calais", "Caen", "St. Lo", "Abbeville", "Boulogne"] {
        assert!(near(name) && MAP.is_coastal(hex(name)), "{name}");
    }
    assert!(!near("Dunkirk"));
    assert!(!MAP.is_coastal(hex("Rouen")));
}

// proves M-invasion-11
#[test]
fn landings_reach_from_the_hex_before_the_first_port_to_the_hex_behind_the_last() {
    let sea = |name: &str| MAP.sources.boxes.iter().find(|sea| sea.name == name).unwrap();
    let channel = MAP.landings(sea("English Channel"));
    for name in
        ["Dunkirk", "Calais", "Boulogne", "Abbeville", "Dieppe", "Le Havre", "Caen", "Cherbourg", "Dover"]
    {
        assert!(channel.contains(&hex(name)), "{name}");
    }
    for name in ["Rouen", "Paris", "Brest", "Amsterdam", "London"] {
        assert!(!channel.contains(&hex(name)), "{name}");
    }
    // The hex next to Dunkirk on the far side, and no farther.
    let beyond = |hex: &HexId| {
        MAP.grid.adjacent(*hex, self::hex("Dunkirk")) && !MAP.grid.adjacent(*hex, self::hex("Calais"))
    };
    assert!(channel.iter().any(|hex| beyond(hex) && MAP.place(*hex).is_none()));
    assert!(!channel.contains(&hex("Ostend")));
    for sea in &MAP.sources.boxes {
        let landings = MAP.landings(sea);
        assert!(landings.iter().all(|hex| MAP.is_coastal(*hex)), "{}", sea.name);
        for port in &sea.ports {
            let near = landings.iter().map(|landing| MAP.grid.distance(*landing, hex(port))).min();
            let far = if MAP.is_coastal(hex(port)) { 0 } else { 3 };
            assert!(near.is_some_and(|near| near <= far), "no landing at {port} from {}", sea.name);
        }
    }
    let yarmouth = MAP.landings(sea("North Sea"));
    assert!(
        yarmouth.len() > 2
            && yarmouth.iter().all(|landing| MAP.grid.distance(*landing, hex("Yarmouth")) <= 2)
    );
}
