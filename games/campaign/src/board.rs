//! The board. Rulebook, contents; 0.2, 1.2, 3.1, 6.2.
//!
//! The board is data (`data/board.toml`), read once. Everything asked of it while a game runs is kept as a
//! [`Mask`]: one bit per square, one word per row, with a margin of two squares so that no look beside the edge
//! needs a test.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::components::{Country, Kind, Power};

/// Columns of the board.
pub const COLUMNS: u16 = 35;
/// Rows of the board.
pub const ROWS: u16 = 24;
pub(crate) const SQUARES: u16 = COLUMNS * ROWS;
/// Squares are numbered inside with this much room to a row, so that column and row are bits of the number.
const STRIDE: u16 = 64;
/// One more than the highest number of a square, for tables by square.
pub(crate) const NUMBERS: u16 = ROWS * STRIDE;

/// A square, written as column and row, both from 0 at the top left: `11,7` is Paris.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u16);

impl Square {
    /// The square in this column and row, if there is one.
    pub fn at(column: i32, row: i32) -> Option<Square> {
        ((0..i32::from(COLUMNS)).contains(&column) && (0..i32::from(ROWS)).contains(&row))
            .then(|| Square((row * i32::from(STRIDE) + column) as u16))
    }

    /// Its column.
    pub fn column(self) -> i32 {
        i32::from(self.0 % STRIDE)
    }

    /// Its row.
    pub fn row(self) -> i32 {
        i32::from(self.0 / STRIDE)
    }

    /// The square so many columns and rows away, if there is one.
    pub(crate) fn step(self, columns: i32, rows: i32) -> Option<Square> {
        Square::at(self.column() + columns, self.row() + rows)
    }

    /// The squares that touch it at a side or corner.
    pub(crate) fn neighbours(self) -> impl Iterator<Item = Square> {
        AROUND.into_iter().filter_map(move |(columns, rows)| self.step(columns, rows))
    }

    /// How many steps a king of chess needs.
    pub(crate) fn distance(self, to: Square) -> i32 {
        (self.column() - to.column()).abs().max((self.row() - to.row()).abs())
    }

    /// Even or odd, as the colours of a chequered board.
    pub fn is_even(self) -> bool {
        (self.column() + self.row()) % 2 == 0
    }

    /// Every square, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).filter_map(Square::from_space)
    }

    /// The square as a number into tables of [`NUMBERS`].
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The number of the square on the table: row by row, without gaps.
    pub(crate) fn space(self) -> u16 {
        self.0 / STRIDE * COLUMNS + self.0 % STRIDE
    }

    /// The square with this number on the table.
    pub(crate) fn from_space(space: u16) -> Option<Square> {
        (space < SQUARES).then(|| Square(space / COLUMNS * STRIDE + space % COLUMNS))
    }

    /// The square as a bare number, and back: for packing it with other things.
    #[inline]
    pub(crate) fn to_bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn from_bits(bits: u16) -> Option<Square> {
        (bits < NUMBERS).then_some(Square(bits))
    }

    /// A square so many columns and rows away that is known to be on the board.
    #[inline]
    pub(crate) fn shifted(self, columns: i32, rows: i32) -> Square {
        Square((i32::from(self.0) + rows * i32::from(STRIDE) + columns) as u16)
    }
}

/// The eight directions.
pub(crate) const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column(), self.row())
    }
}

impl std::str::FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Square, String> {
        text.split_once(',')
            .and_then(|(column, row)| Square::at(column.trim().parse().ok()?, row.trim().parse().ok()?))
            .ok_or_else(|| format!("\"{text}\" is no square: write column and row, such as 11,7"))
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

const MARGIN: i32 = 2;
const MASK_ROWS: usize = ROWS as usize + 2 * MARGIN as usize;

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mask([u64; MASK_ROWS]);

impl Mask {
    pub(crate) const EMPTY: Mask = Mask([0; MASK_ROWS]);

    #[inline]
    fn bit(square: Square) -> (usize, u32) {
        (usize::from(square.0 / STRIDE) + MARGIN as usize, u32::from(square.0 % STRIDE) + MARGIN as u32)
    }

    #[inline]
    pub(crate) fn has(&self, square: Square) -> bool {
        let (row, column) = Mask::bit(square);
        self.0[row] >> column & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, square: Square) {
        let (row, column) = Mask::bit(square);
        self.0[row] |= 1 << column;
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        let (row, column) = Mask::bit(square);
        self.0[row] &= !(1 << column);
    }

    /// The five squares by five around `square`, as rows of five bits: bit 2 of row 2 is the square itself.
    #[inline]
    pub(crate) fn window(&self, square: Square) -> [u8; 5] {
        let (row, column) = Mask::bit(square);
        std::array::from_fn(|i| (self.0[row + i - 2] >> (column - 2) & 0b11111) as u8)
    }

    /// Whether any of the eight squares around `square` is in the set.
    #[inline]
    pub(crate) fn touches(&self, square: Square) -> bool {
        let (row, column) = Mask::bit(square);
        let around =
            (self.0[row - 1] | self.0[row + 1]) >> (column - 1) & 0b111 | self.0[row] >> (column - 1) & 0b101;
        around != 0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Square> {
        (0..i32::from(ROWS)).flat_map(move |row| {
            let mut rest = self.0[(row + MARGIN) as usize] >> MARGIN;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let column = rest.trailing_zeros();
                    rest &= rest - 1;
                    Square(row as u16 * STRIDE + column as u16)
                })
            })
        })
    }

    #[cfg(test)]
    pub(crate) fn count(&self) -> u32 {
        self.iter().count() as u32
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }
}

impl FromIterator<Square> for Mask {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Mask {
        let mut mask = Mask::EMPTY;
        squares.into_iter().for_each(|square| mask.insert(square));
        mask
    }
}

impl BitOr for Mask {
    type Output = Mask;
    fn bitor(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }
}

impl BitOrAssign for Mask {
    fn bitor_assign(&mut self, other: Mask) {
        *self = *self | other;
    }
}

impl BitAnd for Mask {
    type Output = Mask;
    fn bitand(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }
}

impl Not for Mask {
    type Output = Mask;
    fn not(self) -> Mask {
        Mask(self.0.map(|row| !row))
    }
}

/// A town, by its number in the list of towns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Town(pub(crate) u8);

/// Towns on the board.
pub(crate) const TOWNS: usize = 24;

impl Town {
    /// Every town.
    pub fn all() -> impl Iterator<Item = Town> {
        (0..TOWNS as u8).map(Town)
    }

    /// The four towns of a country.
    pub fn of(country: Country) -> impl Iterator<Item = Town> {
        Town::all().filter(move |town| town.sheet().country == country)
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn sheet(self) -> &'static TownSheet {
        &BOARD.towns[self.index()]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        &self.sheet().name
    }

    /// The country it lies in.
    pub fn country(self) -> Country {
        self.sheet().country
    }

    /// Its square.
    pub fn square(self) -> Square {
        self.sheet().square
    }

    /// The kind of troops it raises if it is red; none if it is yellow (3.1, 13.1).
    pub fn symbol(self) -> Option<Kind> {
        self.sheet().symbol
    }

    /// Whether it is red.
    pub fn is_red(self) -> bool {
        self.symbol().is_some()
    }
}

impl fmt::Display for Town {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Town {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Town {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Town, D::Error> {
        let name = String::deserialize(deserializer)?;
        Town::all()
            .find(|town| town.name() == name)
            .ok_or_else(|| de::Error::custom(format!("there is no town called \"{name}\"")))
    }
}

#[derive(Debug)]
struct TownSheet {
    name: String,
    country: Country,
    square: Square,
    symbol: Option<Kind>,
}

/// What a square is covered with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    Sea,
    Land(Country),
    Forest,
    Mountain(Range),
}

/// A mountain range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Range {
    Pyrenees,
    WesternAlps,
    CentralAlps,
    EasternAlps,
    Carpathians,
}

/// A Capital with its two areas (1.2, 15.3).
#[derive(Debug)]
pub(crate) struct Base {
    pub(crate) name: String,
    pub(crate) capital: Area,
    pub(crate) enlistment: Area,
    /// The squares that touch the Capital area.
    pub(crate) ring: Mask,
    /// Squares of the country outside both areas that touch something outside the country (C-11.1-expel).
    pub(crate) perimeter: Mask,
}

/// Nine squares: one for the General, four for infantry, four for cavalry.
#[derive(Debug)]
pub(crate) struct Area {
    pub(crate) general: Square,
    pub(crate) infantry: [Square; 4],
    pub(crate) cavalry: [Square; 4],
    pub(crate) all: Mask,
}

impl Area {
    /// The squares for pieces of a kind.
    pub(crate) fn places(&self, kind: Kind) -> &[Square] {
        match kind {
            Kind::General => std::slice::from_ref(&self.general),
            Kind::Infantry => &self.infantry,
            Kind::Cavalry => &self.cavalry,
        }
    }
}

/// The board.
#[derive(Debug)]
pub(crate) struct Board {
    ground: Vec<Ground>,
    town_at: Vec<Option<Town>>,
    towns: Vec<TownSheet>,
    bases: [Base; 5],
    /// Open land of each country.
    countries: [Mask; 6],
    /// Open land.
    pub(crate) land: Mask,
    /// Forest and mountain.
    pub(crate) wild: Mask,
    /// Everything that can never be entered on foot: the sea and what lies beyond the edge.
    pub(crate) water: Mask,
    /// Forest and mountain that cost double under the house rule (C-0.2-double).
    pub(crate) dear: Mask,
    /// Mountains touching the Austrian border with Italy (C-17.6.1-eagle).
    pub(crate) eagle: Mask,
    /// Open land touching the great sea, not the Black Sea (C-17.4.2-embark).
    pub(crate) coast: Mask,
    /// Forest that touches both that sea and Prussia (C-17.4.2-land).
    pub(crate) woodland: Mask,
}

/// The one board there is.
pub(crate) static BOARD: LazyLock<Board> =
    LazyLock::new(|| Board::parse(include_str!("../data/board.toml")).expect("the board's data is sound"));

#[derive(Deserialize)]
struct File {
    terrain: String,
    areas: String,
    capital: Vec<CapitalEntry>,
    town: Vec<TownEntry>,
}

#[derive(Deserialize)]
struct CapitalEntry {
    country: Country,
    name: String,
    at: (i32, i32),
    enlistment: (i32, i32),
}

#[derive(Deserialize)]
struct TownEntry {
    country: Country,
    name: String,
    at: (i32, i32),
    symbol: Option<Kind>,
}

impl Board {
    fn parse(text: &str) -> Result<Board, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let ground = letters(&file.terrain)?.into_iter().map(Ground::read).collect::<Result<Vec<_>, _>>()?;
        let of = |wanted: &dyn Fn(Ground) -> bool| -> Mask {
            Square::all().filter(|square| wanted(ground[square.index()])).collect()
        };
        let countries = Country::ALL.map(|country| of(&|g| g == Ground::Land(country)));
        let land = of(&|g| matches!(g, Ground::Land(_)));
        let sea = of(&|g| g == Ground::Sea);
        let wild = of(&|g| matches!(g, Ground::Forest | Ground::Mountain(_)));
        let dear = of(&|g| {
            matches!(
                g,
                Ground::Forest | Ground::Mountain(Range::Pyrenees) | Ground::Mountain(Range::WesternAlps)
            )
        });
        let [austria, italy, prussia] =
            [Country::Austria, Country::Italy, Country::Prussia].map(|c| countries[c.index()]);
        let eagle = wild
            .iter()
            .filter(|s| matches!(ground[s.index()], Ground::Mountain(_)))
            .filter(|s| austria.touches(*s) && italy.touches(*s))
            .collect();
        let ocean = flood(&sea, Square::at(0, 0).ok_or("no corner")?);
        let coast = land.iter().filter(|s| ocean.touches(*s)).collect();
        let woodland = of(&|g| g == Ground::Forest)
            .iter()
            .filter(|s| ocean.touches(*s) && prussia.touches(*s))
            .collect();

        let areas = letters(&file.areas)?;
        let area = |middle: (i32, i32), letters: [char; 3]| -> Result<Area, String> {
            let general = Square::at(middle.0, middle.1).ok_or("an area lies beside the board")?;
            let all: Mask = general.neighbours().chain([general]).collect();
            let places = |letter: char| -> Vec<Square> {
                all.iter().filter(|square| areas[square.index()] == letter).collect()
            };
            let four = |letter| {
                places(letter).try_into().map_err(|_| format!("area at {general}: not four {letter}"))
            };
            if places(letters[0]) != [general] {
                return Err(format!("area at {general}: the General's square is not its middle"));
            }
            Ok(Area { general, infantry: four(letters[1])?, cavalry: four(letters[2])?, all })
        };
        let mut bases = Vec::new();
        for power in Power::ALL {
            let entry = file
                .capital
                .iter()
                .find(|entry| entry.country == power.home())
                .ok_or_else(|| format!("{power} has no Capital"))?;
            let capital = area(entry.at, ['G', 'i', 'c'])?;
            let enlistment = area(entry.enlistment, ['E', 'j', 'd'])?;
            let home = countries[power.home().index()];
            let inner = capital.all | enlistment.all;
            let ring = Square::all().filter(|s| !capital.all.has(*s) && capital.all.touches(*s)).collect();
            let edge = |s: &Square| s.neighbours().count() < 8 || s.neighbours().any(|n| !home.has(n));
            let perimeter = home.iter().filter(|s| !inner.has(*s) && edge(s)).collect();
            bases.push(Base { name: entry.name.clone(), capital, enlistment, ring, perimeter });
        }

        let mut towns = Vec::new();
        let mut town_at = vec![None; usize::from(NUMBERS)];
        for (number, entry) in file.town.into_iter().enumerate() {
            let square = Square::at(entry.at.0, entry.at.1)
                .ok_or_else(|| format!("{} is off the board", entry.name))?;
            town_at[square.index()] = Some(Town(number as u8));
            towns.push(TownSheet { name: entry.name, country: entry.country, square, symbol: entry.symbol });
        }
        let bases = bases.try_into().map_err(|_| "not five Capitals".to_owned())?;
        let water = !(land | wild);
        Ok(Board {
            ground,
            town_at,
            towns,
            bases,
            countries,
            land,
            wild,
            water,
            dear,
            eagle,
            coast,
            woodland,
        })
    }

    pub(crate) fn ground(&self, square: Square) -> Ground {
        self.ground[square.index()]
    }

    /// The country a square belongs to; none for sea, forest and mountain.
    pub(crate) fn country(&self, square: Square) -> Option<Country> {
        match self.ground(square) {
            Ground::Land(country) => Some(country),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn town(&self, square: Square) -> Option<Town> {
        self.town_at[square.index()]
    }

    #[inline]
    pub(crate) fn land_of(&self, country: Country) -> &Mask {
        &self.countries[country.index()]
    }

    #[inline]
    pub(crate) fn base(&self, power: Power) -> &Base {
        &self.bases[power.index()]
    }

    /// The power whose Capital stands on this square.
    pub(crate) fn capital_at(&self, square: Square) -> Option<Power> {
        Power::ALL.into_iter().find(|power| self.base(*power).capital.general == square)
    }

    /// What people call a square: the town or Capital on it, else its column and row.
    pub(crate) fn name(&self, square: Square) -> String {
        match (self.town(square), self.capital_at(square)) {
            (Some(town), _) => town.name().to_owned(),
            (_, Some(power)) => self.base(power).name.clone(),
            _ => square.to_string(),
        }
    }
}

impl Ground {
    fn read(letter: char) -> Result<Ground, String> {
        Ok(match letter {
            '~' => Ground::Sea,
            'f' => Ground::Forest,
            'p' => Ground::Mountain(Range::Pyrenees),
            'w' => Ground::Mountain(Range::WesternAlps),
            'a' => Ground::Mountain(Range::CentralAlps),
            'b' => Ground::Mountain(Range::EasternAlps),
            'k' => Ground::Mountain(Range::Carpathians),
            _ => Ground::Land(
                Country::ALL
                    .into_iter()
                    .find(|country| country.name().starts_with(letter))
                    .ok_or_else(|| format!("no ground is written {letter}"))?,
            ),
        })
    }
}

/// The letters of a picture of the board, by square; beside the board is sea.
fn letters(picture: &str) -> Result<Vec<char>, String> {
    let lines: Vec<Vec<char>> = picture.trim().lines().map(|line| line.chars().collect()).collect();
    if lines.len() != usize::from(ROWS) || lines.iter().any(|line| line.len() != usize::from(COLUMNS)) {
        return Err(format!("a picture of the board has {ROWS} lines of {COLUMNS} letters"));
    }
    let mut letters = vec!['~'; usize::from(NUMBERS)];
    Square::all().zip(lines.concat()).for_each(|(square, letter)| letters[square.index()] = letter);
    Ok(letters)
}

/// The part of `within` that hangs together with `start` (by side or corner).
fn flood(within: &Mask, start: Square) -> Mask {
    let mut seen = Mask::EMPTY;
    let mut open = vec![start];
    while let Some(square) = open.pop() {
        if within.has(square) && !seen.has(square) {
            seen.insert(square);
            open.extend(square.neighbours());
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(column: i32, row: i32) -> Square {
        Square::at(column, row).unwrap()
    }

    /// Squares a piece can get to, alone on the board without house rules.
    fn reach(kind: Kind, start: Square) -> Mask {
        let mut seen = Mask::EMPTY;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if !BOARD.land.has(at) || seen.has(at) {
                continue;
            }
            seen.insert(at);
            match kind {
                Kind::General => open.extend(at.neighbours()),
                Kind::Infantry => {
                    open.extend(
                        AROUND.iter().filter(|(c, r)| c * r != 0).filter_map(|(c, r)| at.step(*c, *r)),
                    );
                }
                Kind::Cavalry => {
                    let sides = |s: Square| {
                        AROUND.into_iter().filter(|(c, r)| c * r == 0).filter_map(move |(c, r)| s.step(c, r))
                    };
                    for middle in sides(at).filter(|s| BOARD.land.has(*s)) {
                        open.extend(sides(middle));
                    }
                }
            }
        }
        seen
    }

    // proves C-0.2-countries
    #[test]
    fn six_countries_are_about_equal() {
        let sizes = Country::ALL.map(|country| BOARD.land_of(country).count());
        assert_eq!(sizes, [85, 81, 88, 81, 75, 78]);
        assert_eq!(sizes.iter().sum::<u32>(), BOARD.land.count());
        assert!(
            sizes.iter().max().unwrap() * 4 < sizes.iter().min().unwrap() * 5,
            "none is a quarter larger than another"
        );
    }

    // proves C-0.2-towns, C-3.1-twelve, C-6.2-capitals
    #[test]
    fn every_country_has_four_towns_two_of_them_red_and_five_have_a_capital() {
        assert_eq!(Town::all().count(), TOWNS);
        for country in Country::ALL {
            let towns: Vec<Town> = Town::of(country).collect();
            assert_eq!(towns.len(), 4, "{country}");
            assert!(towns.iter().all(|town| BOARD.country(town.square()) == Some(country)), "{country}");
            let symbols: Vec<Kind> = towns.iter().filter_map(|town| town.symbol()).collect();
            assert_eq!(symbols, [Kind::Infantry, Kind::Cavalry], "{country}: one red town of each symbol");
        }
        assert_eq!(Town::all().filter(|town| town.is_red()).count(), 12);
        let capitals = Power::ALL.map(|power| BOARD.base(power).name.as_str());
        assert_eq!(capitals, ["Paris", "Berlin", "Moscow", "Vienna", "Lisbon"]);
        for power in Power::ALL {
            assert_eq!(BOARD.country(BOARD.base(power).capital.general), Some(power.home()));
        }
    }

    #[test]
    fn names_are_unique_and_the_towns_of_the_rulebook_are_there() {
        let names: std::collections::HashSet<String> = Square::all().map(|s| BOARD.name(s)).collect();
        assert_eq!(names.len(), usize::from(SQUARES));
        let red = |name: &str| {
            Town::all().find(|town| town.name() == name).map(|town| (town.country(), town.is_red()))
        };
        assert_eq!(red("Leipzig"), Some((Country::Prussia, true)));
        assert_eq!(red("Dresden"), Some((Country::Prussia, true)));
        assert_eq!(red("Milan"), Some((Country::Italy, true)));
        assert_eq!(red("Turin"), Some((Country::Italy, true)));
        assert_eq!(red("Stettin"), Some((Country::Prussia, false)));
    }

    #[test]
    fn every_place_is_within_reach_of_every_army() {
        for power in Power::ALL {
            let base = BOARD.base(power);
            let general = reach(Kind::General, base.capital.general);
            assert_eq!(general.count(), BOARD.land.count(), "{power}: a General gets everywhere");
            for start in base.capital.infantry {
                let colour = BOARD.land.iter().filter(|s| s.is_even() == start.is_even()).count() as u32;
                assert_eq!(reach(Kind::Infantry, start).count(), colour, "{power}: infantry from {start}");
            }
            for start in base.capital.cavalry {
                let colour = BOARD.land.iter().filter(|s| s.is_even() == start.is_even()).count() as u32;
                assert_eq!(reach(Kind::Cavalry, start).count(), colour, "{power}: cavalry from {start}");
            }
        }
    }

    #[test]
    fn mobilisation_is_possible_on_the_colour_of_the_enlistment_squares() {
        for power in Power::ALL {
            let (capital, enlistment) = (&BOARD.base(power).capital, &BOARD.base(power).enlistment);
            assert_eq!(capital.general.is_even(), enlistment.general.is_even(), "{power}");
            let squares = capital.infantry.iter().chain(&enlistment.infantry);
            assert!(
                squares.clone().all(|s| s.is_even() == capital.general.is_even()),
                "{power}: infantry on the corners"
            );
            let squares = capital.cavalry.iter().chain(&enlistment.cavalry);
            assert!(
                squares.clone().all(|s| s.is_even() != capital.general.is_even()),
                "{power}: cavalry on the sides"
            );
            let home = BOARD.land_of(power.home());
            assert!(
                (capital.all | enlistment.all).iter().all(|s| home.has(s)),
                "{power}: both areas lie at home"
            );
            assert!((capital.all & enlistment.all).is_empty(), "{power}");
            assert!(!BOARD.base(power).perimeter.is_empty());
        }
    }

    #[test]
    fn stettin_lies_outside_the_ring_of_berlin_and_the_steppe_ring_is_all_land() {
        let stettin = Town::all().find(|town| town.name() == "Stettin").unwrap();
        assert!(!BOARD.base(Power::Prussia).ring.has(stettin.square()));
        let steppe = BOARD.base(Power::Russia).ring;
        assert_eq!((steppe.count(), (steppe & BOARD.land).count()), (16, 16));
    }

    #[test]
    fn the_seas_part_and_the_woods_of_prussia_are_where_the_notes_say() {
        let woods = [(15, 3), (16, 3), (17, 3), (15, 4), (24, 3), (25, 3)].map(|(c, r)| square(c, r));
        assert_eq!(BOARD.woodland, woods.into_iter().collect());
        assert!(!BOARD.coast.has(square(31, 18)), "the Black Sea cannot be reached from Spain");
        assert!(BOARD.coast.has(square(1, 17)) && BOARD.coast.has(square(23, 19)));
        for country in Country::ALL {
            assert!(!(BOARD.coast & *BOARD.land_of(country)).is_empty(), "{country} has a coast");
        }
    }

    #[test]
    fn the_eagle_looks_at_the_mountains_between_austria_and_italy() {
        assert!(BOARD.eagle.has(square(21, 13)) && BOARD.eagle.has(square(21, 14)));
        assert!(BOARD.eagle.iter().all(|s| matches!(BOARD.ground(s), Ground::Mountain(_))));
        // Ranges that cost the normal price touch neither France nor Spain.
        for s in BOARD.wild.iter().filter(|s| !BOARD.dear.has(*s)) {
            assert!(
                !BOARD.land_of(Country::France).touches(s) && !BOARD.land_of(Country::Spain).touches(s),
                "{s}"
            );
        }
    }

    #[test]
    fn a_mask_lists_and_windows_what_is_in_it() {
        let corner: Mask = [square(0, 0), square(34, 23), square(1, 1)].into_iter().collect();
        assert_eq!(corner.iter().collect::<Vec<_>>(), [square(0, 0), square(1, 1), square(34, 23)]);
        assert_eq!(corner.window(square(0, 0)), [0, 0, 0b00100, 0b01000, 0]);
        assert!(
            corner.touches(square(1, 0)) && corner.touches(square(33, 22)) && !corner.touches(square(34, 23))
        );
        assert!(
            BOARD.water.window(square(0, 0)).iter().all(|row| *row == 0b11111),
            "beyond the edge nobody goes"
        );
    }

    #[test]
    fn a_square_reads_back_and_nonsense_does_not() {
        assert_eq!("11,7".parse::<Square>(), Ok(square(11, 7)));
        for bad in ["", "11", "35,0", "0,24", "-1,3", "a,b", "1,2,3"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }
}
