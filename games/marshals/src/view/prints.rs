//! What is printed on the pieces.

use std::borrow::Cow;

use atlas::topology::HexId;
use engine::{Form, Gauge, Print, Symbol, Tint};

use crate::calendar::Date;
use crate::event::hex_name;
use crate::forces::Arm;
use crate::ids::{LeaderId, NationId};
use crate::map::Class;

/// The colour of a nation's pieces: that of its counters, where others show its troops.
pub(crate) fn tint(nation: NationId) -> Tint {
    match nation {
        NationId::FRANCE => Tint::Blue,
        NationId::BRITAIN => Tint::Red,
        NationId::PRUSSIA => Tint::Black,
        NationId::AUSTRIA => Tint::White,
        NationId::RUSSIA => Tint::Green,
        NationId::SPAIN => Tint::Yellow,
        NationId::SWEDEN => Tint::Purple,
        NationId::OTTOMANS => Tint::Brown,
        _ => match nation.get().class {
            Class::Client => Tint::Orange,
            _ => Tint::Grey,
        },
    }
}

fn letter(nation: NationId) -> char {
    nation.name().chars().next().unwrap_or('?')
}

fn print(nation: NationId, name: String, symbol: Option<Symbol>) -> Print {
    Print { symbol, ..Print::plain(name, Form::Counter, tint(nation), letter(nation)) }
}

/// Troops of which only their owner knows more.
pub(super) fn troops(nation: NationId) -> Print {
    print(nation, format!("troops of {}", nation.name()), None)
}

/// What is inside a fort.
pub(super) fn garrison(nation: NationId, hex: HexId) -> Print {
    let print = print(nation, format!("garrison of {}", hex_name(hex)), Some(Symbol::Fortress));
    Print { strength: Some(0), ..print }
}

pub(super) fn units(nation: NationId, arm: Arm) -> Print {
    let symbol = match arm {
        Arm::Infantry => Symbol::Infantry,
        Arm::Cavalry | Arm::Cossack => Symbol::Cavalry,
        Arm::Artillery => Symbol::Artillery,
    };
    Print { strength: Some(1), ..print(nation, format!("{arm} of {}", nation.name()), Some(symbol)) }
}

pub(super) fn stores(nation: NationId, is_depot: bool) -> Print {
    let (what, symbol) = if is_depot { ("depot", Symbol::Depot) } else { ("supply unit", Symbol::Wagon) };
    Print { strength: Some(0), ..print(nation, format!("{what} of {}", nation.name()), Some(symbol)) }
}

pub(super) fn leader(leader: LeaderId, date: Date) -> Print {
    let line = leader.get();
    let symbol = match line.name {
        name if name.starts_with("Napoleon") => Symbol::Napoleon,
        name if name.starts_with("Well") => Symbol::Wellington,
        _ => Symbol::General,
    };
    let figures = vec![
        Gauge::new("initiative", line.initiative),
        Gauge::new("combat", line.combat),
        Gauge::new("movement", line.movement),
    ];
    Print {
        figures: Cow::Owned(figures),
        rank: 32 - 8 * line.rank(date) as u8 + line.combat,
        label: Some(line.name.into()),
        ..print(line.nation, line.name.to_owned(), Some(symbol))
    }
}
