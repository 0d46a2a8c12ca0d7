//! Lands and seas as the rules use them. Rulebook 3.4, 11.7, 11.8, 17.1, 17.3.
//!
//! An area is a land or a sea, by number: the lands come first.

use std::collections::VecDeque;
use std::fmt;
use std::sync::LazyLock;

use atlas::topology::{ArraySet, Id};

use crate::effects::Domain;
use crate::map::MAP;
use crate::nations::{NATIONS, Nation};

/// Lands and seas.
pub(crate) const AREAS: usize = 104;

/// Lands; the areas after them are seas.
pub(crate) const LANDS: usize = 78;

atlas::id! {
    /// A land or a sea.
    pub struct Area(u8): Display;
}

/// Any number of areas.
pub type AreaSet = ArraySet<Area, 2>;

/// What follows from the map, in tables.
struct Board {
    /// What touches each area: all, lands only, seas only.
    links: [[AreaSet; 3]; AREAS],
    homes: [Option<Nation>; AREAS],
    homelands: [AreaSet; NATIONS],
    capitals: [Area; NATIONS],
    /// By the order of the track (N-8.5-order).
    neutral_capitals: [Area; 4],
    /// How many steps over lands and seas it is to the capital of each nation.
    distances: [[u8; AREAS]; NATIONS],
    malta: Area,
    corsica: Area,
    irish_sea: Area,
    great_britain: AreaSet,
    mediterranean: AreaSet,
}

static BOARD: LazyLock<Board> = LazyLock::new(Board::new);

impl Board {
    fn new() -> Board {
        let numbers = MAP.numbers();
        let area = |id: &str| Area::from_index(usize::from(numbers[id]));
        let mut links = [[AreaSet::EMPTY; 3]; AREAS];
        for (a, b) in MAP.adjacency.pairs() {
            for (from, to) in [(area(a), area(b)), (area(b), area(a))] {
                links[from.index()][0].insert(to);
                links[from.index()][1 + usize::from(to.is_sea())].insert(to);
            }
        }
        let mut homes = [None; AREAS];
        let mut homelands = [AreaSet::EMPTY; NATIONS];
        for (land, number) in MAP.lands.iter().zip(0..) {
            let home = Nation::all().find(|nation| nation.name().eq_ignore_ascii_case(&land.home));
            homes[number] = home;
            if let Some(nation) = home {
                homelands[nation.index()].insert(Area::from_index(number));
            }
        }
        let capitals = std::array::from_fn(|nation| {
            let number = (0..LANDS)
                .find(|land| MAP.lands[*land].capital && homelands[nation].contains(Area::from_index(*land)));
            Area::from_index(number.expect("every nation has a capital"))
        });
        let feeding = |domain| {
            let number = MAP.lands.iter().position(|land| land.neutral_capital == Some(domain));
            Area::from_index(number.expect("every domain has its neutral capital"))
        };
        let neutral_capitals =
            [Domain::Morale, Domain::Society, Domain::Diplomacy, Domain::Finance].map(feeding);
        let distances = std::array::from_fn(|nation| steps(&links, capitals[nation]));
        let set = |ids: &[String]| ids.iter().map(|id| area(id)).collect();
        Board {
            links,
            homes,
            homelands,
            capitals,
            neutral_capitals,
            distances,
            malta: area("malta"),
            corsica: area("corsica"),
            irish_sea: area("irish_sea"),
            great_britain: set(&MAP.regions["great_britain"]),
            mediterranean: set(&MAP.sea_groups["mediterranean"]),
        }
    }
}

/// How many steps every area is away from this one.
fn steps(links: &[[AreaSet; 3]; AREAS], from: Area) -> [u8; AREAS] {
    let mut steps = [u8::MAX; AREAS];
    steps[from.index()] = 0;
    let mut fresh = VecDeque::from([from]);
    while let Some(area) = fresh.pop_front() {
        for next in links[area.index()][0].iter() {
            if steps[next.index()] == u8::MAX {
                steps[next.index()] = steps[area.index()] + 1;
                fresh.push_back(next);
            }
        }
    }
    steps
}

impl Area {
    /// Every land and sea.
    pub fn all() -> impl Iterator<Item = Area> {
        (0..AREAS).map(Area::from_index)
    }

    /// Every land.
    pub fn lands() -> impl Iterator<Item = Area> {
        (0..LANDS).map(Area::from_index)
    }

    /// Every sea.
    pub fn seas() -> impl Iterator<Item = Area> {
        (LANDS..AREAS).map(Area::from_index)
    }

    /// The area of this id.
    pub fn by_id(id: &str) -> Option<Area> {
        Area::all().find(|area| area.id() == id)
    }

    /// What the data calls it.
    pub fn id(self) -> &'static str {
        match self.is_sea() {
            false => &MAP.lands[self.index()].id,
            true => &MAP.seas[self.index() - LANDS].id,
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self.is_sea() {
            false => &MAP.lands[self.index()].name,
            true => &MAP.seas[self.index() - LANDS].name,
        }
    }

    /// Whether it is a sea.
    #[inline]
    pub fn is_sea(self) -> bool {
        self.index() >= LANDS
    }

    /// What it touches (N-17.3-adjacent).
    #[inline]
    pub fn neighbours(self) -> AreaSet {
        BOARD.links[self.index()][0]
    }

    /// The lands it touches.
    #[inline]
    pub(crate) fn lands_beside(self) -> AreaSet {
        BOARD.links[self.index()][1]
    }

    /// The seas it touches.
    #[inline]
    pub(crate) fn seas_beside(self) -> AreaSet {
        BOARD.links[self.index()][2]
    }

    /// The nation whose colour it has.
    #[inline]
    pub(crate) fn home(self) -> Option<Nation> {
        BOARD.homes[self.index()]
    }

    /// The lands in the colour of a nation.
    #[inline]
    pub fn homeland(nation: Nation) -> AreaSet {
        BOARD.homelands[nation.index()]
    }

    /// The capital of a nation (N-11.8-list).
    #[inline]
    pub fn capital(nation: Nation) -> Area {
        BOARD.capitals[nation.index()]
    }

    /// The nation whose capital it is.
    #[inline]
    pub(crate) fn capital_of(self) -> Option<Nation> {
        self.home().filter(|nation| Area::capital(*nation) == self)
    }

    /// Madrid, Rome, Stockholm and Constantinople, in the order in which their powers are used (N-8.5-order).
    #[inline]
    pub fn neutral_capitals() -> [Area; 4] {
        BOARD.neutral_capitals
    }

    /// Whether it is a neutral capital.
    #[inline]
    pub(crate) fn is_neutral_capital(self) -> bool {
        BOARD.neutral_capitals.contains(&self)
    }

    /// Whether it is the capital of a nation or a neutral one.
    #[inline]
    pub(crate) fn is_capital(self) -> bool {
        self.capital_of().is_some() || self.is_neutral_capital()
    }

    /// How many steps over lands and seas it is to the capital of a nation.
    #[inline]
    pub(crate) fn steps_to_capital(self, nation: Nation) -> u8 {
        BOARD.distances[nation.index()][self.index()]
    }

    /// Malta, whose fort helps England (N-11.2-malta).
    #[inline]
    pub(crate) fn malta() -> Area {
        BOARD.malta
    }

    /// Corsica, which need not be held to hold all France.
    #[inline]
    pub fn corsica() -> Area {
        BOARD.corsica
    }

    /// The Irish Sea, where an English frigate begins.
    pub(crate) fn irish_sea() -> Area {
        BOARD.irish_sea
    }

    /// The three lands of Great Britain.
    pub fn great_britain() -> AreaSet {
        BOARD.great_britain
    }

    /// The seas of the Mediterranean (N-17.1-mediterranean).
    pub(crate) fn mediterranean() -> AreaSet {
        BOARD.mediterranean
    }

    /// The areas a list of the data means: ids, and "@name" for a region or a group of seas.
    pub(crate) fn listed(ids: &[String]) -> Result<AreaSet, String> {
        let mut areas = AreaSet::EMPTY;
        for id in ids {
            let members = match id.strip_prefix('@') {
                Some(set) => {
                    let found = MAP.regions.get(set).or_else(|| MAP.sea_groups.get(set));
                    found.ok_or_else(|| format!("there is no region \"{set}\""))?.as_slice()
                }
                None => std::slice::from_ref(id),
            };
            for id in members {
                areas.insert(Area::by_id(id).ok_or_else(|| format!("there is no area \"{id}\""))?);
            }
        }
        Ok(areas)
    }
}

impl fmt::Display for Area {
    /// As one says it within a sentence: "the Irish Sea".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self.is_sea() {
            true if name.starts_with("Cape") => write!(f, "the waters off {name}"),
            true => write!(f, "the {name}"),
            false if name.ends_with("States") => write!(f, "the {name}"),
            false => f.write_str(name),
        }
    }
}

engine::by_name!(Area, "land or sea", Area::id);

#[cfg(test)]
mod tests {
    use super::*;

    fn at(id: &str) -> Area {
        Area::by_id(id).unwrap_or_else(|| panic!("there is no {id}"))
    }

    // proves N-11.8-list, N-8.5-order
    #[test]
    fn capitals_are_known() {
        let capitals = Nation::all().map(|nation| Area::capital(nation).id());
        assert_eq!(capitals.collect::<Vec<_>>(), ["paris", "london", "berlin", "vienna", "moscow"]);
        assert_eq!(
            Area::neutral_capitals().map(Area::id),
            ["madrid", "rome", "stockholm", "european_turkey"]
        );
        assert_eq!((at("vienna").capital_of(), at("tyrol").capital_of()), (Some(Nation::Austria), None));
    }

    // proves N-17.3-adjacent
    #[test]
    fn areas_touch_by_border_or_coast() {
        let saxony = at("saxony");
        assert!(saxony.neighbours().contains(at("berlin")) && saxony.seas_beside().is_empty());
        assert!(
            at("malta").lands_beside().is_empty() && at("malta").seas_beside().contains(at("malta_channel"))
        );
        assert!(at("rome").neighbours().contains(at("tyrrhenian_sea")));
        assert!(!saxony.neighbours().contains(at("paris")));
    }

    #[test]
    fn steps_to_a_capital_go_over_land_and_sea() {
        let steps = |id: &str| at(id).steps_to_capital(Nation::Prussia);
        assert_eq!((steps("berlin"), steps("saxony"), steps("bohemia")), (0, 1, 2));
        assert!(Area::all().all(|area| area.steps_to_capital(Nation::England) < 20));
    }

    #[test]
    fn a_list_of_the_data_names_areas_and_regions() {
        let set = Area::listed(&["@low_countries".to_owned(), "malta".to_owned()]).unwrap();
        assert_eq!(set.iter().map(Area::id).collect::<Vec<_>>().len(), 3);
        assert!(
            Area::listed(&["@atlantis".to_owned()]).is_err() && Area::listed(&["ys".to_owned()]).is_err()
        );
    }
}
