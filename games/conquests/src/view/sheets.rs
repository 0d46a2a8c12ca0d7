//! What lies before each seat: money, movement points, stocks and the running score. Rulebook 3.6, 13.2.3.

use engine::{Gauge, GaugeValue, Seat, Sheet, SheetPart, Text, Viewer};

use crate::areas::Area;
use crate::hidden;
use crate::nations::{Nation, Nations};
use crate::parley::{Matter, Parley};
use crate::state::Conquests;
use crate::troops::{Kind, Troops};
use crate::victory::{OBJECTIVE, points};
use crate::view::faces;

/// Places in the order of play, in words.
const ORDINALS: [&str; 5] = ["1st", "2nd", "3rd", "4th", "5th"];

/// A kind of unit in the letters of its counter.
pub(super) fn short(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "INF",
        Kind::Cavalry => "CAV",
        Kind::Cannon => "CAN",
        Kind::Frigate => "FRG",
        Kind::GuardInfantry => "Guard INF",
        Kind::GuardCavalry => "Guard CAV",
    }
}

/// "5 INF, 2 CAV".
fn stock(troops: Troops) -> Text {
    let mut words = String::new();
    for kind in troops.kinds() {
        let joint = if words.is_empty() { "" } else { ", " };
        words.push_str(&format!("{joint}{} {}", troops.count(kind), short(kind)));
    }
    if words.is_empty() { "none".into() } else { words.into() }
}

/// Movement points that are kept in halves: "2½".
pub(crate) fn points(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The same as a figure.
pub(crate) fn halves(halves: u16) -> GaugeValue {
    match halves % 2 {
        0 => (halves / 2).into(),
        _ => points(halves).into(),
    }
}

pub(super) fn sheets(game: &Conquests, viewer: Viewer) -> Vec<Sheet> {
    Seat::first(game.players).map(|seat| sheet(game, seat, viewer)).collect()
}

/// Whoever plays several nations has a part for each.
fn sheet(game: &Conquests, seat: Seat, viewer: Viewer) -> Sheet {
    let nations = game.nations(seat);
    let playing = nations & game.in_play();
    let mut sheet = Sheet {
        seat,
        name: match nations.only() {
            Some(nation) => nation.name().into(),
            None => nations.to_string().into(),
        },
        tints: nations.iter().map(Nation::tint).collect(),
        alive: !playing.is_empty(),
        gauges: Vec::new(),
        notes: Vec::new(),
        parts: Vec::new(),
    };
    if nations.len() == 1 {
        for nation in nations.iter() {
            (sheet.gauges, sheet.notes) = figures_of(game, nation, viewer);
        }
    } else {
        sheet.parts.extend(nations.iter().map(|nation| {
            let (gauges, notes) = figures_of(game, nation, viewer);
            SheetPart { name: nation.name().into(), tint: nation.tint(), gauges, notes }
        }));
    }
    if let Some(parley) = game.parley.filter(|parley| nations.contains(parley.initiator)) {
        sheet.notes.push(terms(game, &parley).into());
    }
    sheet
}

/// The figures and remarks of a nation.
fn figures_of(game: &Conquests, nation: Nation, viewer: Viewer) -> (Vec<Gauge>, Vec<Text>) {
    match game.in_play().contains(nation) {
        true => (figures(game, nation, viewer), remarks(game, nation, viewer)),
        false => (Vec::new(), vec!["Out of the game.".into()]),
    }
}

fn figures(game: &Conquests, nation: Nation, viewer: Viewer) -> Vec<Gauge> {
    let place = game.order.iter().position(|other| *other == nation).unwrap_or(0);
    let words = |name: &'static str, value: Text| Gauge::new(name, GaugeValue::Words(value));
    vec![
        Gauge::new("Points", hidden::score_known_to(game, viewer, nation)),
        Gauge::new("FG", game.treasury.money[nation]),
        Gauge::new("MP", halves(game.treasury.points[nation])),
        Gauge::new("Morale", game.tracks.morale[nation]),
        Gauge::new("Society", game.tracks.society_of(nation.side())),
        Gauge::new("Plays", ORDINALS[place]),
        Gauge::new("Combats won", game.feats.victories[nation]),
        words("Cards", faces::stripes(game, nation)),
        words("Reserve", stock(game.forces.reserves[nation])),
        words("Contingent", stock(game.forces.contingent(nation))),
    ]
}

/// What is being settled about an Alliance: everything but which cards are pledged.
fn terms(game: &Conquests, parley: &Parley) -> String {
    let (initiator, members) = (parley.initiator, parley.members);
    let what = match parley.matter {
        Matter::Alliance => format!("{initiator} proposes an Alliance of {members}"),
        Matter::Force => format!("{initiator} forces {}", members.without(initiator)),
        Matter::Cancel => format!("{initiator} would cancel the Alliance of {members}"),
        Matter::Objection(_) => format!("The Alliance of {members} may be cancelled at once"),
    };
    let mut words = vec![what];
    for nation in Nation::all() {
        let (money, points) = (parley.shares[nation], parley.points[nation]);
        let cards = parley.pledges(game, nation).len();
        if money > 0 || points > 0 || cards > 0 {
            words.push(format!("{nation} {money} FG, {points} points, {cards} cards pledged"));
        }
    }
    let answers = [(parley.set, "named"), (parley.answered, "answered")];
    let answers = answers.into_iter().filter(|(nations, _)| !nations.is_empty());
    words.extend(answers.map(|(nations, what)| format!("{what}: {nations}")));
    if parley.offered {
        words.push("the offer is made".to_owned());
    }
    format!("{}.", words.join("; "))
}

/// The score line by line, Alliances and lost capitals.
fn remarks(game: &Conquests, nation: Nation, viewer: Viewer) -> Vec<Text> {
    let mut notes = Vec::new();
    let known = hidden::knows_objective(game, viewer, nation) && points::has_met_objective(game, nation);
    let mut words = String::new();
    for merit in points::merits(game, nation).into_iter().chain(known.then_some(OBJECTIVE)) {
        if merit.points != 0 {
            let joint = if words.is_empty() { "Points: " } else { ", " };
            words.push_str(&format!("{joint}{} {}", merit.what, merit.points));
        }
    }
    if !words.is_empty() {
        words.push('.');
        notes.push(words.into());
    }
    let allies: Nations = game.treaties.friends(nation).without(nation);
    if !allies.is_empty() {
        let forced = game.treaties.friends(nation).contains(Nation::France);
        let words = if forced { "In a Forced Alliance with" } else { "Allied with" };
        notes.push(format!("{words} {allies}.").into());
    }
    if let Some(captor) = game.control.captors[nation] {
        let left = if game.forces.stands_in(captor, Area::capital(nation)) { "" } else { " and left it" };
        notes.push(format!("{captor} has captured its capital{left}.").into());
    }
    notes
}
