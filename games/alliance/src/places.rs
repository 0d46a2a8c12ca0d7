//! Regions and seas as the rules use them. Rulebook 1, 4.2, 11.
//!
//! A place is a region or a sea, by number: the regions come first.

use std::fmt;
use std::sync::LazyLock;

use atlas::topology::{ArraySet, Id};
use engine::{RuleId, rule};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::map::{self, MAP, Region, Terrain};
use crate::states::{STATES, State};

/// Regions and seas.
pub(crate) const PLACES: usize = 133;

/// Regions; the places after them are seas.
pub(crate) const REGIONS: usize = 113;

/// Seas.
pub(crate) const SEAS: usize = PLACES - REGIONS;

atlas::id! {
    /// A region or a sea.
    pub struct Place(u8): Display;
}

/// Any number of places.
pub type PlaceSet = ArraySet<Place, 3>;

atlas::id! {
    /// A border: between two regions, two seas, or a region and a sea. In JSON it is written as the two.
    pub struct BorderId(u16): Display;
}

impl BorderId {
    /// What lies on either side of it.
    fn between(self) -> Option<[Place; 2]> {
        let beyond = |place: Place| place.links().iter().find(|link| link.border == self).map(|link| link.to);
        Place::all().find_map(|place| beyond(place).map(|to| [place, to]))
    }
}

impl fmt::Display for BorderId {
    /// "Saxony-Bavaria".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.between() {
            Some([one, other]) => write!(f, "{one}-{other}"),
            None => write!(f, "border {}", self.0),
        }
    }
}

impl Serialize for BorderId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.between().filter(|_| serializer.is_human_readable()) {
            Some(between) => between.serialize(serializer),
            None => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for BorderId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BorderId, D::Error> {
        // Games that were saved under revision 1 have the number.
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u16),
            Between([Place; 2]),
        }
        if !deserializer.is_human_readable() {
            return u16::deserialize(deserializer).map(BorderId);
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number) if BorderId(number).between().is_some() => Ok(BorderId(number)),
            Written::Number(number) => Err(de::Error::custom(format!("there is no border {number}"))),
            Written::Between([a, b]) => {
                let link = a.link(b).ok_or_else(|| de::Error::custom(format!("{a} and {b} do not touch")))?;
                Ok(link.border)
            }
        }
    }
}

/// How a border is crossed (4.2, 8.1, 11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crossing {
    /// From region to region.
    Land(map::BorderKind),
    /// Between a region and a sea, by armies that invade and, where a naval base opens on that sea, by fleets.
    Coast {
        /// Whether a naval base opens on the sea.
        base: bool,
    },
    /// From sea to sea.
    Sea,
    /// From sea to sea past two shores, either of which can close it.
    Narrows([Place; 2]),
}

impl Crossing {
    /// Land and sea meet at naval bases alone (A-4.4-bases); a lake carries supply only when it is frozen.
    fn carries_supply(self, winter: bool) -> bool {
        match self {
            Crossing::Land(map::BorderKind::Lake) => winter,
            Crossing::Coast { base } => base,
            Crossing::Land(_) | Crossing::Sea | Crossing::Narrows(_) => true,
        }
    }
}

/// What lies beyond a border.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// The place.
    pub to: Place,
    /// The border, the same from either side.
    pub border: BorderId,
    /// How it is crossed.
    pub crossing: Crossing,
}

/// A border with what lies on either side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Border {
    between: [Place; 2],
    crossing: Crossing,
}

/// What follows from the map, in tables.
struct Board {
    links: Vec<Vec<Link>>,
    homes: Vec<Option<State>>,
    homelands: [PlaceSet; STATES],
    values: Vec<u8>,
    rooms: Vec<Room>,
    /// More blocks than this are too many for sure, or on an island perhaps.
    takes: [u8; PLACES],
    bases: PlaceSet,
    cities: PlaceSet,
    /// Everything that is worth something.
    worthy: PlaceSet,
    seas: PlaceSet,
    /// Land that is nobody's homeland, and all seas.
    unclaimed: PlaceSet,
    /// Where supply goes on from each place: out of Winter, and in it.
    supply: [Vec<PlaceSet>; 2],
    /// The regions that each place touches over a coast.
    coasts: Vec<PlaceSet>,
    /// The sea between the Bosphorus and the Dardanelles.
    marmara: Place,
}

/// How many blocks a place takes (1.4, 11.4, 11.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Room {
    /// So many blocks of any kind.
    Blocks(u8),
    /// One army and one fleet, in battle too.
    Island,
    /// Fleets without limit.
    Sea,
}

static BOARD: LazyLock<Board> = LazyLock::new(Board::new);

impl Board {
    fn new() -> Board {
        let numbers = MAP.numbers();
        let place = |name: &str| Place::from_index(usize::from(numbers[name]));
        let mut borders = Vec::new();
        for border in &MAP.borders {
            let between = [place(&border.a), place(&border.b)];
            borders.push(Border { between, crossing: Crossing::Land(border.kind) });
        }
        for region in &MAP.regions {
            for sea in &region.coast {
                let crossing = Crossing::Coast { base: region.opens.contains(sea) };
                borders.push(Border { between: [place(&region.name), place(sea)], crossing });
            }
        }
        for passage in &MAP.passages {
            let crossing = match passage.guards.as_slice() {
                [a, b] => Crossing::Narrows([place(a), place(b)]),
                _ => Crossing::Sea,
            };
            borders.push(Border { between: [place(&passage.a), place(&passage.b)], crossing });
        }
        let mut links = vec![Vec::new(); PLACES];
        for (number, &Border { between: [a, b], crossing }) in borders.iter().enumerate() {
            let border = BorderId::from_index(number);
            links[a.index()].push(Link { to: b, border, crossing });
            links[b.index()].push(Link { to: a, border, crossing });
        }
        let (mut bases, mut cities) = (PlaceSet::EMPTY, PlaceSet::EMPTY);
        let mut homelands = [PlaceSet::EMPTY; STATES];
        let (mut homes, mut values, mut rooms) = (Vec::new(), Vec::new(), Vec::new());
        for (region, number) in MAP.regions.iter().zip(0..) {
            let here = Place::from_index(number);
            let state = region.state.as_deref().map(|name| State::named(name).expect("a state of the game"));
            let home = state.filter(|_| region.homeland);
            homes.push(home);
            values.push(region.value);
            rooms.push(match region.terrain {
                _ if state.is_some() && !region.homeland => Room::Island,
                Terrain::Clear => Room::Blocks(4),
                Terrain::Forest => Room::Blocks(3),
                Terrain::Mountain => Room::Blocks(2),
            });
            if let Some(home) = home {
                homelands[home.index()].insert(here);
            }
            if !region.opens.is_empty() {
                bases.insert(here);
            }
            if region.city.is_some() {
                cities.insert(here);
            }
        }
        for sea in &MAP.seas {
            homes.push(None);
            values.push(sea.star);
            rooms.push(Room::Sea);
        }
        let takes = std::array::from_fn(|place| match rooms[place] {
            Room::Blocks(most) => most,
            Room::Island => 1,
            Room::Sea => u8::MAX,
        });
        let worthy = Place::all().filter(|place| values[place.index()] > 0).collect();
        let seas = Place::seas().collect();
        let unclaimed = Place::all().filter(|place| homes[place.index()].is_none());
        let unclaimed = unclaimed.fold(PlaceSet::EMPTY, PlaceSet::with);
        let supply = [false, true].map(|winter| {
            let next = |links: &Vec<Link>| {
                let carrying = links.iter().filter(|link| link.crossing.carries_supply(winter));
                carrying.fold(PlaceSet::EMPTY, |next, link| next.with(link.to))
            };
            links.iter().map(next).collect()
        });
        let coasts = links.iter().map(|links| {
            let coasts = links.iter().filter(|link| matches!(link.crossing, Crossing::Coast { .. }));
            coasts.map(|link| link.to).filter(|to| !to.is_sea()).collect()
        });
        let coasts = coasts.collect();
        let marmara = place("Sea of Marmara");
        Board {
            links,
            homes,
            homelands,
            values,
            rooms,
            takes,
            bases,
            cities,
            worthy,
            seas,
            unclaimed,
            supply,
            coasts,
            marmara,
        }
    }
}

impl Place {
    /// Every region and sea.
    pub fn all() -> impl Iterator<Item = Place> {
        (0..PLACES).map(Place::from_index)
    }

    /// Every region.
    pub fn regions() -> impl Iterator<Item = Place> {
        (0..REGIONS).map(Place::from_index)
    }

    /// Every sea.
    pub fn seas() -> impl Iterator<Item = Place> {
        (REGIONS..PLACES).map(Place::from_index)
    }

    /// The place of this name.
    pub fn named(name: &str) -> Option<Place> {
        Place::all().find(|place| place.name() == name)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self.region() {
            Some(region) => &region.name,
            None => &MAP.seas[self.index() - REGIONS].name,
        }
    }

    #[inline]
    pub(crate) fn is_sea(self) -> bool {
        self.index() >= REGIONS
    }

    /// What the map says of a region.
    pub(crate) fn region(self) -> Option<&'static Region> {
        MAP.regions.get(self.index())
    }

    /// What it touches.
    #[inline]
    pub(crate) fn links(self) -> &'static [Link] {
        &BOARD.links[self.index()]
    }

    /// How it touches another place.
    pub(crate) fn link(self, to: Place) -> Option<Link> {
        self.links().iter().copied().find(|link| link.to == to)
    }

    /// The state whose homeland it is.
    #[inline]
    pub(crate) fn home(self) -> Option<State> {
        BOARD.homes[self.index()]
    }

    /// The homeland of a state.
    #[inline]
    pub(crate) fn homeland(state: State) -> PlaceSet {
        BOARD.homelands[state.index()]
    }

    /// The victory points of its city or its star (1.2, 1.3).
    #[inline]
    pub(crate) fn value(self) -> u8 {
        BOARD.values[self.index()]
    }

    /// How many blocks it takes.
    #[inline]
    pub(crate) fn room(self) -> Room {
        BOARD.rooms[self.index()]
    }

    /// The rule by which the shores of these narrows can close them (8.1, 11.1).
    pub(crate) fn narrows_rule(shores: [Place; 2]) -> RuleId {
        let marmara = BOARD.marmara;
        match shores.into_iter().all(|shore| shore.link(marmara).is_some()) {
            true => rule!("A-11.1-straits"),
            false => rule!("A-8.1-strait"),
        }
    }

    /// Whether it is one of the small islands (11.5): Gibraltar, which takes as few blocks, can be reached by land.
    pub(crate) fn is_small_island(self) -> bool {
        let by_land = |link: &Link| matches!(link.crossing, Crossing::Land(_));
        self.room() == Room::Island && !self.links().iter().any(by_land)
    }

    /// The rule that says how many blocks it takes.
    pub(crate) fn room_rule(self) -> RuleId {
        match self.room() {
            Room::Sea => rule!("A-1.4-sea"),
            Room::Blocks(2) => rule!("A-1.4-mountain"),
            Room::Blocks(3) => rule!("A-1.4-forest"),
            Room::Blocks(_) => rule!("A-1.4-four"),
            Room::Island if self.is_small_island() => rule!("A-11.5-stack"),
            Room::Island => rule!("A-11.4-stack"),
        }
    }

    /// How many blocks each place takes; an island perhaps one more.
    #[inline]
    pub(crate) fn takes() -> &'static [u8; PLACES] {
        &BOARD.takes
    }

    /// Whether it has a naval base.
    #[inline]
    pub(crate) fn is_base(self) -> bool {
        BOARD.bases.contains(self)
    }

    /// Whether it has a victory city.
    #[inline]
    pub(crate) fn is_city(self) -> bool {
        BOARD.cities.contains(self)
    }

    /// All victory cities.
    pub(crate) fn cities() -> PlaceSet {
        BOARD.cities
    }

    /// Everything that is worth victory points.
    pub(crate) fn worthy() -> PlaceSet {
        BOARD.worthy
    }

    /// All naval bases.
    pub(crate) fn bases() -> PlaceSet {
        BOARD.bases
    }

    /// All seas.
    pub(crate) fn waters() -> PlaceSet {
        BOARD.seas
    }

    /// Land that is nobody's homeland, and all seas.
    pub(crate) fn unclaimed() -> PlaceSet {
        BOARD.unclaimed
    }

    /// Where supply goes on from here.
    #[inline]
    pub(crate) fn supplies(self, winter: bool) -> PlaceSet {
        BOARD.supply[usize::from(winter)][self.index()]
    }

    /// The regions on the coasts of a sea.
    #[inline]
    pub(crate) fn coasts(self) -> PlaceSet {
        BOARD.coasts[self.index()]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

engine::by_name!(Place, "region or sea", Place::name);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::BorderKind;
    use crate::states::EMPIRES;

    fn at(name: &str) -> Place {
        Place::named(name).unwrap_or_else(|| panic!("there is no {name}"))
    }

    // proves A-1.1-areas, A-1.1-homeland, A-1.1-british
    #[test]
    fn every_empire_has_regions_and_only_those_inside_are_homeland() {
        assert_eq!((Place::regions().count(), Place::seas().count()), (113, 20));
        assert!(EMPIRES.iter().all(|empire| Place::homeland(*empire).len() > 3));
        let britain: Vec<&str> = Place::homeland(State::Britain).iter().map(Place::name).collect();
        assert_eq!(britain, ["London", "Wessex", "Wales", "Humbria", "Scotland", "Ireland"]);
        assert!(["Gibraltar", "Malta", "Hanover", "Italy"].iter().all(|name| at(name).home().is_none()));
    }

    // proves A-1.2-values, A-1.2-minors
    #[test]
    fn every_empire_has_three_or_four_cities_and_some_minors_one() {
        let cities = |state| Place::homeland(state).iter().filter(|place| place.is_city()).count();
        assert!(EMPIRES.iter().all(|empire| (3..=4).contains(&cities(*empire))));
        assert!([State::Denmark, State::Portugal].iter().all(|minor| cities(*minor) == 1));
    }

    // proves A-1.3-city-base, A-1.3-estuary, A-1.3-islands
    #[test]
    fn coastal_cities_estuaries_and_islands_have_naval_bases() {
        let coast =
            |place: &Place| place.links().iter().any(|link| matches!(link.crossing, Crossing::Coast { .. }));
        let cities: Vec<Place> = Place::cities().iter().filter(coast).collect();
        assert_eq!(cities.len(), 21);
        assert!(cities.iter().all(|city| city.is_base()));
        let port = |name: &str| at(name).region().and_then(|region| region.port.as_deref());
        assert_eq!((port("Gascony"), port("Hansa")), (Some("Bordeaux"), Some("Hamburg")));
        assert!(at("Gascony").is_base() && at("Hansa").is_base());
        assert!(Place::regions().filter(|place| place.room() == Room::Island).all(Place::is_base));
    }

    // proves A-1.4-four, A-1.4-forest, A-1.4-mountain, A-1.4-sea, A-11.6-regions
    #[test]
    fn a_place_takes_four_blocks_three_in_woods_two_in_mountains() {
        assert_eq!(at("Paris").room(), Room::Blocks(4));
        assert_eq!(at("Auvergne").room(), Room::Blocks(3));
        assert_eq!(at("North Sea").room(), Room::Sea);
        let mountains: Vec<&str> =
            Place::regions().filter(|place| place.room() == Room::Blocks(2)).map(Place::name).collect();
        let mut expected = [
            "Armenia",
            "Calabria",
            "Corsica",
            "Greece",
            "Kurdistan",
            "Norway",
            "Sardinia",
            "Scotland",
            "Swiss",
            "Syria",
            "Tyrol",
            "Wales",
        ];
        let mut found = mountains.clone();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    // proves A-11.5-islands, A-11.5-nothome
    #[test]
    fn the_small_islands_and_gibraltar_are_nobodys_homeland() {
        let islands = Place::regions().filter(|place| place.room() == Room::Island);
        let mut islands: Vec<&str> = islands.map(Place::name).collect();
        islands.sort_unstable();
        assert_eq!(islands, ["Corfu", "Cyprus", "Gibraltar", "Majorca", "Malta", "Rhodes"]);
        assert!(islands.iter().all(|name| at(name).home().is_none()));
        let owner = |name: &str| at(name).region().and_then(|region| region.state.as_deref());
        assert_eq!(
            ["Corfu", "Cyprus", "Rhodes", "Majorca", "Malta"].map(owner),
            [Some("Russia"), Some("Turkey"), Some("Turkey"), Some("Spain"), Some("Britain"),]
        );
    }

    // proves A-11.1-marmara, A-11.2-denmark, A-11.3-egypt, A-11.4-sea, A-11.7-naples, A-11.11-italy
    #[test]
    fn the_gazetteer_holds() {
        let crossing = |a: &str, b: &str| at(a).link(at(b)).map(|link| link.crossing);
        let strait = Some(Crossing::Land(BorderKind::Strait));
        let guards = |a: &str, b: &str| Some(Crossing::Narrows([at(a), at(b)]));
        assert_eq!(crossing("Sea of Marmara", "Black Sea"), guards("Thracia", "Bithynia"));
        assert_eq!(crossing("Aegean", "Sea of Marmara"), guards("Thracia", "Smyrna"));
        assert_eq!((crossing("Thracia", "Bithynia"), crossing("Thracia", "Smyrna")), (strait, strait));
        assert_eq!(crossing("Skagerrak", "Danish Sea"), guards("Denmark", "Sweden"));
        assert_eq!(crossing("Danish Sea", "Baltic"), Some(Crossing::Sea));
        assert_eq!(crossing("Denmark", "Sweden"), strait);
        assert!(crossing("Egypt", "Syria").is_some() && crossing("Egypt", "Levant Sea").is_some());
        for sea in ["Mid-Atlantic", "Alboran"] {
            assert_eq!(crossing("Gibraltar", sea), Some(Crossing::Coast { base: true }));
        }
        assert_eq!(crossing("Mid-Atlantic", "Alboran"), Some(Crossing::Sea));
        assert_eq!(crossing("Gibraltar", "Morocco"), None);
        let naples: Vec<&str> = Place::homeland(State::Naples).iter().map(Place::name).collect();
        assert_eq!(naples, ["Calabria", "Apulia", "Sicily"]);
        assert_eq!((at("Italy").home(), at("Italy").value(), at("Sicily").is_base()), (None, 1, true));
    }

    #[test]
    fn places_are_written_by_name() {
        let place = at("St. Petersburg");
        assert_eq!(serde_json::to_string(&place).unwrap(), "\"St. Petersburg\"");
        assert_eq!(serde_json::from_str::<Place>("\"St. Petersburg\"").unwrap(), place);
        assert!(serde_json::from_str::<Place>("\"Petrograd\"").is_err());
    }

    #[test]
    fn borders_are_written_by_what_they_part() {
        for place in Place::all() {
            for link in place.links() {
                let text = serde_json::to_string(&link.border).unwrap();
                assert!(text.contains(place.name()) && text.contains(link.to.name()), "{text}");
                assert_eq!(serde_json::from_str::<BorderId>(&text).unwrap(), link.border);
                let number = link.border.index().to_string();
                assert_eq!(serde_json::from_str::<BorderId>(&number).unwrap(), link.border, "as it was");
            }
        }
        assert!(serde_json::from_str::<BorderId>("[\"Paris\", \"Moscow\"]").is_err());
        assert!(serde_json::from_str::<BorderId>("60000").is_err());
    }
}
