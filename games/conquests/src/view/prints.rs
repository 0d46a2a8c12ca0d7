//! What is printed on units, frigates, advisors and cards: made once. Rulebook 3.1, 3.6.

use std::sync::LazyLock;

use atlas::topology::Id;
use engine::{Form, Gauge, Print, Symbol, Tab, Text, Tint};

use super::sheets::short;
use crate::areas::Area;
use crate::cards::Card;
use crate::effects::{Age, Domain};
use crate::nations::{NATIONS, Nation, Side};
use crate::objectives::Objective;
use crate::state::FrigateId;
use crate::troops::{KINDS, Kind};

/// What a garrison is worth (N-8.5-garrison).
const GARRISON: u16 = 2;

impl Nation {
    /// The colour of its pieces.
    pub(crate) const fn tint(self) -> Tint {
        match self {
            Nation::France => Tint::Blue,
            Nation::England => Tint::Red,
            Nation::Prussia => Tint::Black,
            Nation::Austria => Tint::White,
            Nation::Russia => Tint::Green,
        }
    }

    /// A letter that doubles the colour.
    pub(crate) const fn letter(self) -> char {
        match self {
            Nation::France => 'F',
            Nation::England => 'E',
            Nation::Prussia => 'P',
            Nation::Austria => 'A',
            Nation::Russia => 'R',
        }
    }
}

impl Domain {
    /// Its colour (N-1-domains).
    pub(super) fn tint(self) -> Tint {
        match self {
            Domain::Finance => Tint::Yellow,
            Domain::Morale => Tint::Purple,
            Domain::Society => Tint::Pink,
            Domain::Diplomacy => Tint::Orange,
            Domain::Military => Tint::Red,
        }
    }

    pub(super) fn symbol(self) -> Symbol {
        match self {
            Domain::Finance => Symbol::Finance,
            Domain::Morale => Symbol::Morale,
            Domain::Society => Symbol::Society,
            Domain::Diplomacy => Symbol::Diplomacy,
            Domain::Military => Symbol::Military,
        }
    }
}

impl Kind {
    fn symbol(self) -> Symbol {
        match self.arm() {
            Kind::Cavalry => Symbol::Cavalry,
            Kind::Cannon => Symbol::Artillery,
            Kind::Frigate => Symbol::Fleet,
            _ => Symbol::Infantry,
        }
    }

    /// What a unit alone adds to the strength of its side (N-11.2-basic, N-15-grognard-sp).
    fn strength(self) -> u16 {
        match self {
            Kind::Infantry | Kind::Cavalry => 1,
            Kind::Cannon | Kind::Frigate | Kind::GuardInfantry | Kind::GuardCavalry => 2,
        }
    }
}

/// A piece of a nation without anything on it.
fn plain(name: impl Into<Text>, form: Form, nation: Nation) -> Print {
    Print::plain(name, form, nation.tint(), nation.letter())
}

fn unit(nation: Nation, kind: Kind, strength: u16) -> Print {
    Print {
        symbol: Some(kind.symbol()),
        strength: Some(strength),
        label: Some(short(kind).into()),
        ..plain(format!("{} {kind}", nation.adjective()), Form::Counter, nation)
    }
}

/// Units by nation and kind.
type Counters = [[Print; KINDS]; NATIONS];

fn counters(strength: impl Fn(Kind) -> u16) -> Counters {
    let kinds = Kind::all().collect::<Vec<_>>();
    let nations = Nation::all().collect::<Vec<_>>();
    std::array::from_fn(|nation| {
        std::array::from_fn(|kind| unit(nations[nation], kinds[kind], strength(kinds[kind])))
    })
}

static UNITS: LazyLock<Counters> = LazyLock::new(|| counters(Kind::strength));

/// Troops aboard fight for nobody.
static CARGO: LazyLock<Counters> = LazyLock::new(|| counters(|_| 0));

fn of_nations(print: impl Fn(Nation) -> Print) -> [Print; NATIONS] {
    let nations = Nation::all().collect::<Vec<_>>();
    std::array::from_fn(|nation| print(nations[nation]))
}

/// A corps adds one to what its units are worth (N-11.2-corps).
static CORPS: LazyLock<[Print; NATIONS]> = LazyLock::new(|| {
    of_nations(|nation| Print {
        symbol: Some(Symbol::Corps),
        strength: Some(1),
        label: Some("AC".into()),
        ..plain(format!("{} corps", nation.adjective()), Form::Counter, nation)
    })
});

static FRIGATES: LazyLock<Vec<Print>> = LazyLock::new(|| {
    let frigate = |frigate: FrigateId| {
        let nation = frigate.nation();
        let name = format!("{} frigate {}", nation.adjective(), frigate.number());
        Print {
            symbol: Some(Symbol::Fleet),
            strength: Some(Kind::Frigate.strength()),
            ..plain(name, Form::Counter, nation)
        }
    };
    Nation::all().flat_map(FrigateId::of).map(frigate).collect()
});

static ADVISORS: LazyLock<[Print; NATIONS]> = LazyLock::new(|| {
    of_nations(|nation| Print {
        symbol: Some(Symbol::Advisor),
        ..plain(format!("{} advisor", nation.adjective()), Form::Token, nation)
    })
});

static GARRISONS: LazyLock<[Print; 4]> = LazyLock::new(|| {
    Area::neutral_capitals().map(|capital| Print {
        symbol: Some(Symbol::Infantry),
        strength: Some(GARRISON),
        ..Print::plain(format!("Garrison of {capital}"), Form::Counter, Tint::Grey, 'G')
    })
});

/// Side, Age and stripe (N-3.6-stripe).
static BACKS: LazyLock<Vec<Print>> = LazyLock::new(|| Card::all().map(back_of).collect());

static FACES: LazyLock<Vec<Print>> = LazyLock::new(|| Card::all().map(face_of).collect());

static DISCARDS: LazyLock<[Print; 2]> = LazyLock::new(|| {
    Side::all().map(|side| {
        let name = Text::from(format!("Discards of {side}"));
        Print {
            symbol: Some(Symbol::Deck),
            label: Some(name.clone()),
            ..Print::plain(name, Form::Card, Tint::Card, ' ')
        }
    })
});

static SECRETS: LazyLock<[Print; NATIONS]> = LazyLock::new(|| {
    of_nations(|nation| plain(format!("The secret objective of {nation}"), Form::Card, nation))
});

/// Objectives by nation: what they ask for depends on who has them.
static OBJECTIVES: LazyLock<[Vec<Print>; NATIONS]> = LazyLock::new(|| {
    let nations = Nation::all().collect::<Vec<_>>();
    std::array::from_fn(|index| {
        let nation = nations[index];
        let objective = |objective: Objective| Print {
            symbol: Some(Symbol::Objective),
            label: Some(objective.aim().title.as_str().into()),
            text: Some(objective.text(nation).into()),
            ..plain(format!("Objective of {nation}: {}", objective.aim().title), Form::Card, nation)
        };
        Objective::all().map(objective).collect()
    })
});

fn back_of(card: Card) -> Print {
    let face = card.face();
    let age = match face.age {
        Age::First => "first",
        Age::Second => "second",
    };
    let name = format!("A card of {}, {age} Age, with a stripe of {}", face.side, face.stripe);
    Print::plain(name, Form::Card, face.stripe.tint(), face.stripe.name().chars().next().unwrap_or(' '))
}

fn face_of(card: Card) -> Print {
    let face = card.face();
    let tabs = face.tabs.iter().map(|tab| Tab {
        title: tab.domain.name().into(),
        tint: tab.domain.tint(),
        symbol: tab.domain.symbol(),
        text: tab.describe().into(),
    });
    Print {
        name: format!("{} ({})", face.title, face.year).into(),
        symbol: Some(face.stripe.symbol()),
        figures: vec![Gauge::new("number", card.number())].into(),
        label: Some(face.title.as_str().into()),
        tabs: tabs.collect(),
        ..back_of(card)
    }
}

pub(super) fn units(nation: Nation, kind: Kind) -> &'static Print {
    &UNITS[nation.index()][kind.index()]
}

pub(super) fn cargo(nation: Nation, kind: Kind) -> &'static Print {
    &CARGO[nation.index()][kind.index()]
}

pub(super) fn corps(nation: Nation) -> &'static Print {
    &CORPS[nation.index()]
}

pub(super) fn frigate(frigate: FrigateId) -> &'static Print {
    &FRIGATES[frigate.index()]
}

pub(super) fn advisor(nation: Nation) -> &'static Print {
    &ADVISORS[nation.index()]
}

/// By the capital's place on the track.
pub(super) fn garrison(number: u8) -> &'static Print {
    &GARRISONS[usize::from(number)]
}

pub(super) fn back(card: Card) -> &'static Print {
    &BACKS[card.index()]
}

pub(super) fn face(card: Card) -> &'static Print {
    &FACES[card.index()]
}

pub(super) fn discards(side: Side) -> &'static Print {
    &DISCARDS[side.index()]
}

pub(super) fn secret(nation: Nation) -> &'static Print {
    &SECRETS[nation.index()]
}

pub(super) fn objective(nation: Nation, objective: Objective) -> &'static Print {
    &OBJECTIVES[nation.index()][objective.index()]
}
