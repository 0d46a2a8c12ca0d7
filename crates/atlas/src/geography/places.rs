//! Towns, battlefields, islands, seas and regions.

use std::collections::HashMap;

use super::shapes::Point;

/// A place with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlace {
    /// What it is called here.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Where it is; for a sea or a region, somewhere in the middle.
    pub at: Point,
    /// Its modern name, if that is another.
    pub modern: Option<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// 1 for the greatest, 3 for the smallest; when to letter it on a map.
    pub rank: u8,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The seat of a government.
    Capital,
    /// A town without works or harbour to speak of.
    City,
    /// A fortified town.
    Fortress,
    /// A town with a harbour.
    Port,
    /// A town or village known for a battle.
    Battle,
    /// Waters known for a battle.
    FleetBattle,
    /// Ruins.
    Historical,
    /// An island.
    Island,
    /// A lake.
    Lake,
    /// A way over or through mountains.
    Pass,
    /// A land or province.
    Region,
    /// A sea, or a part of one.
    Sea,
    /// A narrow sea.
    Strait,
}

impl Kind {
    /// Whether people live there: on dry land, at one spot.
    pub fn is_settlement(self) -> bool {
        matches!(self, Kind::Capital | Kind::City | Kind::Fortress | Kind::Port | Kind::Battle)
    }

    fn parse(word: &str) -> Option<Kind> {
        Some(match word {
            "capital" => Kind::Capital,
            "city" => Kind::City,
            "fortress" => Kind::Fortress,
            "port" => Kind::Port,
            "battle" => Kind::Battle,
            "fleet-battle" => Kind::FleetBattle,
            "historical" => Kind::Historical,
            "island" => Kind::Island,
            "lake" => Kind::Lake,
            "pass" => Kind::Pass,
            "region" => Kind::Region,
            "sea" => Kind::Sea,
            "strait" => Kind::Strait,
            _ => return None,
        })
    }
}

/// Reads the list: name, kind, lon, lat, rank, modern name, aliases with semicolons between; one place to a line.
pub(super) fn parse(text: &str) -> Result<Vec<NamedPlace>, String> {
    text.lines()
        .skip(1)
        .map(|line| place(line).ok_or_else(|| format!("cannot read the place {line:?}")))
        .collect()
}

fn place(line: &str) -> Option<NamedPlace> {
    let fields: Vec<&str> = line.split(',').collect();
    let [name, kind, lon, lat, rank, modern, aliases] = fields[..] else { return None };
    let words =
        |text: &str| text.split(';').filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    Some(NamedPlace {
        name: name.to_owned(),
        kind: Kind::parse(kind)?,
        at: Point { lon: lon.parse().ok()?, lat: lat.parse().ok()? },
        modern: words(modern).pop(),
        aliases: words(aliases),
        rank: rank.parse().ok()?,
    })
}

/// Which place a name means, in small letters: first the names used here, then others of the time, then modern ones.
pub(super) fn names(places: &[NamedPlace]) -> HashMap<String, usize> {
    let mut names = HashMap::new();
    let name = places.iter().enumerate().map(|(i, place)| (i, &place.name));
    let alias =
        places.iter().enumerate().flat_map(|(i, place)| place.aliases.iter().map(move |alias| (i, alias)));
    let modern =
        places.iter().enumerate().flat_map(|(i, place)| place.modern.iter().map(move |name| (i, name)));
    for (i, name) in name.chain(alias).chain(modern) {
        names.entry(name.to_lowercase()).or_insert(i);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_place() {
        let places = parse("head\nRatisbonne,fortress,12.10,49.02,2,Regensburg,Regensburg;Ratisbon").unwrap();
        assert_eq!(places[0].kind, Kind::Fortress);
        assert_eq!(places[0].modern.as_deref(), Some("Regensburg"));
        assert_eq!(places[0].aliases, ["Regensburg", "Ratisbon"]);
        assert_eq!(names(&places)["ratisbon"], 0);
    }

    #[test]
    fn a_bad_line_is_named() {
        assert!(parse("head\nAtlantis,myth,0,0,1,,").unwrap_err().contains("Atlantis"));
    }

    #[test]
    fn a_name_used_here_goes_before_a_modern_one() {
        let list = "head\nBrest-Litovsk,fortress,23.7,52.1,2,Brest,\nBrest,port,-4.49,48.39,2,,";
        assert_eq!(names(&parse(list).unwrap())["brest"], 1);
    }
}
