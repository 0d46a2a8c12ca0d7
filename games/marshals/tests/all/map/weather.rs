//! Weather lines and seas that freeze.

use marshals::map::{MAP, Weather};

use super::hex;

#[test]
fn frozen_seas_lie_beyond_the_third_line() {
    for sea in &MAP.sources.boxes {
        for port in &sea.ports {
            let ice = MAP.grid.within(hex(port), 2).any(|hex| MAP.weather(hex) == Weather::Ice);
            // Stockholm and Gotland's ports lie between two boxes, Libau just outside the line.
            if sea.freezes {
                assert!(ice, "{port} freezes with {}", sea.name);
            }
        }
    }
    for port in ["Copenhagen", "Danzig", "Konigsberg", "Karlskrona", "London", "Bergen"] {
        assert!(!MAP.grid.within(hex(port), 2).any(|hex| MAP.weather(hex) == Weather::Ice), "{port}");
    }
}

// proves M-supply-20
#[test]
fn weather_lines_part_what_they_should() {
    for hex in MAP.grid.hexes().filter(|hex| MAP.is_land(*hex)) {
        let (weather, name) = (MAP.weather(hex), MAP.grid.name(hex));
        let region = MAP.region(hex).unwrap_or_else(|| panic!("{name} belongs to nobody"));
        let nation = region.nation.as_deref().unwrap();
        match (nation, region.name.as_str()) {
            (_, "Corsica" | "Elba") => assert_eq!(weather, Weather::South, "{name}"),
            ("Kingdom of Italy" | "France" | "Ottoman Empire" | "Austria", _) => {
                assert!(weather >= Weather::Middle, "{name} in {}", region.name);
            }
            ("Spain" | "Portugal" | "Naples", _) => assert_eq!(weather, Weather::South, "{name}"),
            ("Norway" | "Finland", _)
            | (_, "East Prussia" | "Sweden" | "Russia" | "Lithuania" | "Livonia") => {
                assert_eq!(weather, Weather::North, "{name} in {}", region.name);
            }
            _ => {}
        }
        assert_eq!(
            MAP.is_remote(hex),
            weather == Weather::North
                || matches!(nation, "Spain" | "Portugal" | "Ottoman Empire")
                || region.name == "Gibraltar",
            "{name}"
        );
    }
    assert_eq!(MAP.weather(hex("Rome")), Weather::South);
    assert_eq!(MAP.weather(hex("Berlin")), Weather::Middle);
}
