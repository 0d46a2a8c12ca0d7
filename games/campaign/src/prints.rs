//! What is printed on the boards, the counters and the cards: made once, the same in every game.

use std::sync::LazyLock;

use engine::{
    Board, Form, Gauge, Ground, Keyed, Layout, Mark, Print, Printed, Site, Space, Symbol, Text, Tint,
};

use crate::board::{self, Area, BOARD, Town};
use crate::components::{Country, Face, Kind, Power};
use crate::event::{capital, piece_name};
use crate::square::{COLUMNS, ROWS, Square};

pub(crate) static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    vec![Board {
        title: "Europe".into(),
        width: f32::from(COLUMNS),
        height: f32::from(ROWS),
        layout: Layout::Squares { columns: COLUMNS, rows: ROWS },
        picture: None,
        legend: Vec::new(),
        spaces: Square::all().map(draw_square).collect(),
    }]
});

fn draw_square(square: Square) -> Space {
    let (ground, letter) = match BOARD.ground(square) {
        board::Ground::Sea => (Ground::Sea, '~'),
        board::Ground::Forest => (Ground::Forest, '%'),
        board::Ground::Mountain(_) => (Ground::Mountain, '^'),
        board::Ground::Land(Country::France) => (Ground::Clear, '.'),
        board::Ground::Land(Country::Prussia) => (Ground::Clear, ':'),
        board::Ground::Land(Country::Russia) => (Ground::Clear, '\''),
        board::Ground::Land(Country::Austria) => (Ground::Clear, '-'),
        board::Ground::Land(Country::Italy) => (Ground::Clear, '"'),
        board::Ground::Land(Country::Spain) => (Ground::Clear, ';'),
    };
    let country = BOARD.country(square);
    Space {
        name: BOARD.name(square).to_owned(),
        centre: (square.column() as f32 + 0.5, square.row() as f32 + 0.5),
        rings: Vec::new(),
        touches: Vec::new(),
        ground,
        tint: country.map(land_tint),
        letter,
        land: country.map(|country| country.name().into()),
        symbol: None,
        mark: mark(square),
        notes: Vec::new(),
    }
}

/// The colour of a country on the board.
fn land_tint(country: Country) -> Tint {
    match country {
        Country::France => Tint::Blue,
        Country::Prussia => Tint::Black,
        Country::Russia => Tint::Green,
        Country::Austria => Tint::White,
        Country::Italy => Tint::Yellow,
        Country::Spain => Tint::Red,
    }
}

/// What is printed on a square.
fn mark(square: Square) -> Option<Mark> {
    if let Some(town) = BOARD.town(square) {
        let (site, letter) = match town.symbol() {
            Some(Kind::Cavalry) => (Site::CavalryTown, 'C'),
            Some(_) => (Site::InfantryTown, 'I'),
            None => (Site::Town, 'O'),
        };
        return Some(Mark { site, letter, label: Some(town.name().into()) });
    }
    Power::ALL.into_iter().find_map(|power| {
        let base = BOARD.base(power);
        if base.capital.general == square {
            return Some(Mark { site: Site::Capital, letter: '*', label: Some(base.name.as_str().into()) });
        }
        let kinds = [Kind::General, Kind::Infantry, Kind::Cavalry];
        let of = |area: &Area| kinds.into_iter().find(|kind| area.places(*kind).contains(&square));
        let site = match (of(&base.capital), of(&base.enlistment)) {
            (Some(Kind::Cavalry), _) => Site::CavalryStart,
            (Some(_), _) => Site::InfantryStart,
            (_, Some(Kind::General)) => Site::GeneralEnlists,
            (_, Some(Kind::Cavalry)) => Site::CavalryEnlists,
            (_, Some(Kind::Infantry)) => Site::InfantryEnlists,
            _ => return None,
        };
        Some(Mark { site, letter: '_', label: None })
    })
}

/// The colour of a power's pieces; Prussia has a black set where it plays beside France (C-0.2-colours, C-0.1-black).
pub(crate) fn tint(power: Power, black_prussia: bool) -> Tint {
    match power {
        Power::Prussia if black_prussia => Tint::Black,
        Power::France | Power::Prussia => Tint::Blue,
        Power::Russia => Tint::Green,
        Power::Austria => Tint::White,
        Power::Spain => Tint::Red,
    }
}

/// The sets of counters: neutral, those of the powers, and the black one of Prussia.
const SETS: usize = Power::ALL.len() + 2;
const BLACK_PRUSSIA: usize = SETS - 1;

static COUNTERS: LazyLock<[[Print; 5]; SETS]> = LazyLock::new(|| {
    std::array::from_fn(|set| {
        let owner = match set {
            0 => None,
            BLACK_PRUSSIA => Some(Power::Prussia),
            _ => Some(Power::ALL[set - 1]),
        };
        Face::ALL.map(|face| counter(owner, face, set == BLACK_PRUSSIA))
    })
});

/// The print of a piece of `owner`.
pub(crate) fn counter_print(owner: Option<Power>, face: Face, black_prussia: bool) -> Printed {
    let set = match owner {
        None => 0,
        Some(Power::Prussia) if black_prussia => BLACK_PRUSSIA,
        Some(power) => power.index() + 1,
    };
    Printed::Fixed(&COUNTERS[set][face as usize])
}

fn counter(owner: Option<Power>, face: Face, black_prussia: bool) -> Print {
    let (symbol, attack, defence, rank, text) = match (face, owner) {
        (Face::Second, Some(Power::Spain)) => (Symbol::Wellington, 1, Some(3), 2, CAPTURES),
        (Face::Second, _) => (Symbol::Napoleon, 2, Some(2), 2, CAPTURES),
        // He counts less in defence once Wellington has come (17.4.1).
        (Face::General, Some(Power::Spain)) => (Symbol::General, 1, None, 1, CAPTURES),
        (Face::General, _) => (Symbol::General, 1, Some(2), 1, CAPTURES),
        (Face::Infantry, _) => (Symbol::Infantry, 1, Some(1), 0, DIAGONALLY),
        (Face::Guard, _) => (Symbol::Infantry, 1, Some(2), 0, DIAGONALLY),
        (Face::Cavalry, _) => (Symbol::Cavalry, 1, Some(1), 0, STRAIGHT),
    };
    let figures = [Some(Gauge::number("attack", attack)), defence.map(defence_gauge)];
    let (tint, letter) =
        owner.map_or((Tint::Grey, 'N'), |power| (tint(power, black_prussia), power.letter()));
    let name = piece_name(owner, face);
    Print {
        symbol: Some(symbol),
        figures: figures.into_iter().flatten().collect::<Vec<_>>().into(),
        strength: Some(attack as u16),
        rank,
        text: Some(text.into()),
        ..Print::plain(capital(name.trim_start_matches("the ")), Form::Counter, tint, letter)
    }
}

const CAPTURES: &str = "Moves one square in any direction. Only Generals capture towns and Capitals.";
const DIAGONALLY: &str = "Moves one square diagonally and attacks the squares at its corners.";
const STRAIGHT: &str = "Moves two squares along rows and columns and attacks the squares at its sides.";

/// What a piece counts in defence.
pub(crate) fn defence_gauge(value: i32) -> Gauge {
    Gauge::number("defence", value)
}

static TOWN_CARDS: LazyLock<Vec<Print>> = LazyLock::new(|| {
    let card = |town: Town| {
        let (symbol, text): (_, Text) = match town.symbol() {
            Some(kind) => {
                let symbol = match kind {
                    Kind::Cavalry => Symbol::CavalryTown,
                    _ => Symbol::InfantryTown,
                };
                (symbol, format!("A red town in {}: it raises {kind}.", town.country()).into())
            }
            None => (Symbol::Town, format!("A yellow town in {}.", town.country()).into()),
        };
        let letter = town.country().name().chars().next().unwrap_or(' ');
        Print {
            symbol: Some(symbol),
            label: Some(town.name().into()),
            text: Some(text),
            ..Print::plain(town.name(), Form::Card, Tint::Card, letter)
        }
    };
    Town::all().map(card).collect()
});

/// The print of a town card (3.1).
pub(crate) fn town_card(town: Town) -> Printed {
    Printed::Fixed(&TOWN_CARDS[town.index()])
}

/// The alliance card of a power (3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AllianceCard(pub(crate) Power);

impl Keyed for AllianceCard {
    const FAMILY: u8 = 2;

    fn number(&self) -> u32 {
        self.0 as u32
    }

    fn numbered(number: u32) -> Option<AllianceCard> {
        Power::ALL.get(number as usize).copied().map(AllianceCard)
    }
}

static ALLIANCE_CARDS: LazyLock<[Print; 5]> = LazyLock::new(|| {
    Power::ALL.map(|power| {
        let name = format!("Alliance card of {power}");
        Print {
            symbol: Some(Symbol::Alliance),
            label: Some(name.clone().into()),
            text: Some("Whoever is allied with its owner holds it as proof.".into()),
            ..Print::plain(name, Form::Card, Tint::Card, power.letter())
        }
    })
});

impl AllianceCard {
    pub(crate) fn print(self) -> Printed {
        Printed::Fixed(&ALLIANCE_CARDS[self.0.index()])
    }
}
