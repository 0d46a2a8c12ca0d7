//! The board. Rulebook, contents; 0.2, 1.2, 3.1, 6.2.
//!
//! The board is data (`data/board.toml`), read once.

use std::fmt;
use std::sync::LazyLock;

use engine::{Key, Keyed};
use serde::Deserialize;

use crate::components::{Country, Kind, Power};
use crate::square::{COLUMNS, Mask, NUMBERS, ROWS, Square};

/// A town, by its number in the list of towns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

impl Key for Town {
    #[inline]
    fn place(self) -> usize {
        self.0.into()
    }

    fn at(place: usize) -> Town {
        Town(place as u8)
    }
}

impl fmt::Display for Town {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Town {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

engine::by_name!(Town, "town", Town::name);

/// A town stands for its card among the pieces of the table (3.1).
impl Keyed for Town {
    const FAMILY: u8 = 1;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<Town> {
        u8::try_from(number).ok().filter(|&number| usize::from(number) < TOWNS).map(Town)
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ground {
    Sea,
    Land(Country),
    Forest,
    Mountain(Range),
}

/// A mountain range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// Squares of the country outside the Capital area that touch something outside the country (C-11.1-expel).
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
    /// What people call each square, and how they say where it is: "in Lyon", "on 18,16".
    names: Vec<(String, String)>,
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
        let file: File = engine::data::read(text)?;
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
            let ring = Square::all().filter(|s| !capital.all.has(*s) && capital.all.touches(*s)).collect();
            let edge = |s: &Square| s.neighbours().count() < 8 || s.neighbours().any(|n| !home.has(n));
            let perimeter = home.iter().filter(|s| !capital.all.has(*s) && edge(s)).collect();
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
        let mut board = Board {
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
            names: vec![Default::default(); usize::from(NUMBERS)],
        };
        for square in Square::all() {
            board.names[square.index()] = match (board.town(square), board.capital_at(square)) {
                (Some(town), _) => {
                    let name = &board.towns[town.index()].name;
                    (name.clone(), format!("in {name}"))
                }
                (_, Some(power)) => {
                    let name = &board.base(power).name;
                    (name.clone(), format!("in {name}"))
                }
                _ => (square.to_string(), format!("on {square}")),
            };
        }
        Ok(board)
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
    pub(crate) fn name(&self, square: Square) -> &str {
        &self.names[square.index()].0
    }

    /// Where a square is: "in Lyon", "on 18,16".
    pub(crate) fn place(&self, square: Square) -> &str {
        &self.names[square.index()].1
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
