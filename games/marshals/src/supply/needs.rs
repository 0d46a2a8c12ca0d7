//! What a stack needs, gets and burns. Rulebook "Supply", "Supply in Remote Areas", and the table of supply in "Summary of Effects".

use arrayvec::ArrayVec;
use atlas::topology::{HexId, Words};
use engine::{Denied, rule};

use super::trace::{Line, Obstacles, RANGE, Tracer};
use crate::combat;
use crate::map::{MAP, Remote};

/// How many factors of a stack one source serves in a remote area (M-supply-21).
const SERVED: u16 = 5;

/// How many sources are listed for a stack: more than any nation has counters for.
pub const FOUND: usize = 32;

/// For what supply is asked. Each is asked for by itself (M-supply-15).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Basic supply, for full movement and against attrition.
    Move,
    /// An attack.
    Attack,
    /// The defence of a hex.
    Defend,
}

/// How a country feeds armies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// Not remote.
    Developed,
    /// Spain and Portugal: remote, but not for a defender.
    Iberia,
    /// The north and the Ottoman Empire (M-supply-20).
    Remote,
}

impl Area {
    /// The area of a hex.
    pub fn of(hex: HexId) -> Area {
        match MAP.region(hex).and_then(|region| region.remote) {
            Some(Remote::Iberia) => Area::Iberia,
            _ if MAP.is_remote(hex) => Area::Remote,
            _ => Area::Developed,
        }
    }
}

/// What a stack needs besides its base source.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// How many supply units it burns, or depots in their place.
    pub burned: u8,
    /// How many more supply units must be there.
    pub shown: u8,
}

/// The table of supply. For movement what is burned is the base itself, or in its place (M-supply-22).
pub fn terms(event: Event, area: Area, factors: u16, at_home: bool) -> Terms {
    let steps = match factors {
        0..=5 => 0,
        6..=10 => 1,
        11..=15 => 2,
        _ => 3,
    };
    let small = steps == 0 || area == Area::Developed;
    match event {
        _ if small => Terms::default(),
        Event::Move => Terms { burned: u8::from(!at_home), shown: 0 },
        Event::Attack => Terms { burned: steps, shown: 0 },
        Event::Defend if area == Area::Iberia => Terms::default(),
        Event::Defend => Terms { burned: 1, shown: steps - 1 },
    }
}

/// What a source is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A production city or fort, for units of its nation at home (M-supply-6, M-supply-7).
    Home,
    /// A depot in a valid line of communications.
    Linked,
    /// A depot that is cut off.
    Cut,
    /// A supply unit burned this turn: it covers all that is burned for in its range (M-supply-4, M-supply-22).
    Spent,
    /// A supply unit.
    Unit,
}

/// A source, wherever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Store {
    /// What it is.
    pub kind: Kind,
    /// Where.
    pub hex: HexId,
    /// How many there are.
    pub count: u8,
}

/// A source that a stack can trace to: one counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// What it is.
    pub kind: Kind,
    /// The line to it.
    pub line: Line,
}

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack {
    /// Where it stands.
    pub hex: HexId,
    /// How many factors it has.
    pub factors: u16,
    /// Whether it is in its home nation.
    pub at_home: bool,
}

/// What a stack gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supply {
    /// What it lives on.
    pub base: Found,
    /// What is expended for it, perhaps the base, too.
    pub burned: ArrayVec<Found, 4>,
    /// How many factors are served.
    pub served: u16,
}

impl Supply {
    /// How well a defender of so many factors is supplied.
    pub fn level(&self, factors: u16) -> combat::Supply {
        if self.served < factors { combat::Supply::Partial } else { combat::Supply::Full }
    }
}

/// The sources among `stores` that a stack can trace to, nearest first, counter by counter. Home sources count only at home.
pub fn within_reach<W: Words>(
    tracer: &mut Tracer,
    obstacles: &Obstacles<'_, W>,
    stack: Stack,
    stores: &[Store],
) -> ArrayVec<Found, FOUND> {
    let mut found: ArrayVec<Found, FOUND> = ArrayVec::new();
    let near = |store: &&Store| {
        MAP.grid.distance(stack.hex, store.hex) <= RANGE.into() && (stack.at_home || store.kind != Kind::Home)
    };
    let mut line = tracer.lines(obstacles, stack.hex, RANGE);
    for store in stores.iter().filter(near) {
        let Some(line) = line(store.hex) else { continue };
        for _ in 0..store.count.min(found.remaining_capacity() as u8) {
            found.push(Found { kind: store.kind, line: line.clone() });
        }
    }
    found.sort_unstable_by_key(|found| (found.line.counted(), found.kind, found.line.end()));
    found
}

/// How many sources are distinct for a march in winter (M-weather-7).
pub fn distinct(found: &[Found]) -> u16 {
    found.iter().filter(|found| matches!(found.kind, Kind::Linked | Kind::Cut | Kind::Unit)).count() as u16
}

/// What a stack gets from the sources it can trace to, so that least is burned: supply units before depots, the nearest first. Who
/// would rather have it otherwise leaves sources out.
///
/// # Errors
/// If it gets nothing.
pub fn supply(event: Event, stack: Stack, found: &[Found]) -> Result<Supply, Denied> {
    let terms = terms(event, Area::of(stack.hex), stack.factors, stack.at_home);
    match event {
        Event::Move => for_movement(terms, stack, found),
        Event::Attack | Event::Defend => for_combat(event, terms, stack, found),
    }
}

fn for_movement(terms: Terms, stack: Stack, found: &[Found]) -> Result<Supply, Denied> {
    let burns = terms.burned > 0;
    let kinds: &[Kind] = if burns {
        &[Kind::Spent, Kind::Unit, Kind::Cut, Kind::Linked]
    } else {
        &[Kind::Home, Kind::Linked, Kind::Cut, Kind::Unit]
    };
    let Some(base) = first(found, kinds, &[]) else {
        let why = "No source of supply lies within four hexes by an open line.";
        return Err(Denied::new(rule!("M-supply-1"), why));
    };
    let base = found[base].clone();
    let burned = (burns && base.kind != Kind::Spent).then(|| base.clone()).into_iter().collect();
    Ok(Supply { base, burned, served: stack.factors })
}

fn for_combat(event: Event, terms: Terms, stack: Stack, found: &[Found]) -> Result<Supply, Denied> {
    let attacks = event == Event::Attack;
    let bases: &[Kind] = if attacks {
        &[Kind::Linked, Kind::Spent, Kind::Unit, Kind::Cut]
    } else {
        &[Kind::Home, Kind::Linked, Kind::Cut, Kind::Spent, Kind::Unit]
    };
    let Some(base) = first(found, bases, &[]) else {
        return Err(if attacks {
            let why = "An attack needs a supply unit or depot within four hexes by an open line.";
            Denied::new(rule!("M-supply-3"), why)
        } else {
            let why = "No source of supply lies within four hexes by an open line.";
            Denied::new(rule!("M-supply-1"), why)
        });
    };
    let mut used: ArrayVec<usize, 4> = [base].into_iter().collect();
    let mut burned: ArrayVec<Found, 4> = ArrayVec::new();
    if attacks && matches!(found[base].kind, Kind::Unit | Kind::Cut) {
        burned.push(found[base].clone());
    }
    for wanted in 0..terms.burned + terms.shown {
        let burns = wanted < terms.burned;
        let kinds: &[Kind] = if burns {
            &[Kind::Spent, Kind::Unit, Kind::Cut, Kind::Linked]
        } else {
            &[Kind::Spent, Kind::Unit]
        };
        let Some(extra) = first(found, kinds, &used) else { break };
        used.push(extra);
        if burns && found[extra].kind != Kind::Spent {
            burned.push(found[extra].clone());
        }
    }
    let all = usize::from(terms.burned + terms.shown) + 1;
    let is_bounded = used.len() < all;
    let served = if is_bounded { stack.factors.min(SERVED * used.len() as u16) } else { stack.factors };
    Ok(Supply { base: found[base].clone(), burned, served })
}

/// The place of the first source of the first kind that there is, but for those in use.
fn first(found: &[Found], kinds: &[Kind], used: &[usize]) -> Option<usize> {
    kinds.iter().find_map(|kind| {
        let fits = |place: &usize| found[*place].kind == *kind && !used.contains(place);
        (0..found.len()).find(fits)
    })
}
