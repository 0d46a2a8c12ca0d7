//! The table as one viewer sees it, and what is told.

use std::sync::LazyLock;

use engine::{
    Badge, Badges, Die, Form, Gauge, Line, Overlay, OverlayKind, Piece, PieceKey, Print, Printed, Prompt,
    Seat, Sheet, Spot, Steps, Symbol, Table, Tint, Track, Viewer,
};

use crate::{ACTIONS, Counter, Event, Manoeuvres, map, space};

const TINTS: [Tint; 5] = [Tint::Blue, Tint::Red, Tint::Green, Tint::Yellow, Tint::White];
const POWERS: [&str; 5] = ["Blue", "Red", "Green", "Yellow", "White"];

/// The faces of a power's counters: general, infantry, cavalry, artillery.
static FACES: LazyLock<Vec<[Print; 4]>> = LazyLock::new(|| {
    let kinds = [
        ("general", Symbol::General, 'G', 1),
        ("infantry", Symbol::Infantry, 'I', 0),
        ("cavalry", Symbol::Cavalry, 'C', 0),
        ("artillery", Symbol::Artillery, 'A', 0),
    ];
    let faces = |(tint, power): (Tint, &str)| {
        kinds.map(|(kind, symbol, letter, rank)| Print {
            symbol: Some(symbol),
            rank,
            ..Print::plain(format!("{power} {kind}"), Form::Counter, tint, letter)
        })
    };
    TINTS.into_iter().zip(POWERS).map(faces).collect()
});

impl Manoeuvres {
    pub(crate) fn table(&self, viewer: Viewer) -> Table {
        let pieces = self.counters().filter_map(|counter| self.piece(viewer, counter)).collect();
        Table {
            prompt: self.prompt(viewer),
            to_act: if self.is_over() { engine::Seats::NONE } else { self.turn.into() },
            seats: Seat::first(self.seats).map(|seat| self.sheet(viewer, seat)).collect(),
            tracks: vec![Track::new("Rounds", self.round, Some(self.rounds.into()))],
            outcome: engine::Game::outcome(self),
            ..Table::of(pieces)
        }
    }

    fn piece(&self, viewer: Viewer, counter: Counter) -> Option<Piece> {
        let unit = self.unit(counter);
        let at = Spot::Space(map::space(unit.at?));
        let face = Printed::Fixed(&FACES[counter.owner().index()][counter.index() % 4]);
        let in_hand = self.force.as_ref().is_some_and(|force| force.counters.contains(&counter));
        let mut badges = if unit.moved { Badges::NONE.with(Badge::Moved) } else { Badges::NONE };
        if in_hand {
            badges = badges.with(Badge::InHand);
        }
        let own = viewer.is(counter.owner());
        let steps = own.then_some(Steps { now: unit.steps, least: 1, most: 4 });
        Some(Piece { badges, steps, ..Piece::new(PieceKey::of(&counter), at, face) })
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        let Viewer::Seat(seat) = viewer else { return Prompt::default() };
        let (key, text) = match &self.force {
            _ if self.is_over() => ("over", "The game is over"),
            _ if self.turn != seat => ("wait", "Wait for the others"),
            None => ("take", "Take a stack in hand"),
            Some(_) => ("march", "March"),
        };
        let points = self.force.as_ref().map(|force| Gauge::number("MP", force.points.into()));
        let actions = Gauge::number("Actions", self.left.min(ACTIONS).into());
        Prompt { gauges: std::iter::once(actions).chain(points).collect(), ..Prompt::new(key, text) }
    }

    fn sheet(&self, viewer: Viewer, seat: Seat) -> Sheet {
        let counters = Gauge::number("Counters", self.alive(seat).count() as i32);
        let steps = viewer.is(seat).then(|| Gauge::number("Steps", self.steps_left(seat) as i32));
        Sheet {
            seat,
            name: POWERS[seat.index()].into(),
            tints: vec![TINTS[seat.index()]],
            alive: true,
            gauges: std::iter::once(counters).chain(steps).collect(),
            notes: vec![],
            parts: vec![],
        }
    }

    /// Who stands where.
    pub(crate) fn control(&self) -> Vec<Overlay> {
        let held = |seat: Seat| {
            let own = self.counters().filter(move |counter| counter.owner() == seat);
            let hexes = own.filter_map(|counter| self.unit(counter).at).map(map::space);
            Overlay { tint: Some(TINTS[seat.index()]), ..Overlay::new(OverlayKind::Held, hexes) }
        };
        Seat::first(self.seats).map(held).collect()
    }
}

/// What is told of something that happened: to all the same.
pub(crate) fn line(event: &Event) -> Line {
    let power = |seat: Seat| POWERS[seat.index()];
    let counters = |count: u8| if count == 1 { "1 counter".to_owned() } else { format!("{count} counters") };
    match *event {
        Event::Turn(seat) => Line::new(format!("The turn of {}", power(seat)), Some(seat), vec![]).heading(),
        Event::Went(seat, count, from, to) => {
            let who = format!("{} of {}", counters(count), power(seat));
            let text = format!("{who}: {} to {}", map::name(from), map::name(to));
            Line::new(text, Some(seat), vec![space(from), space(to)]).march(who)
        }
        Event::Fought(seat, at, [own, other], won) => {
            let verdict = if won { "wins" } else { "is beaten" };
            let text = format!(
                "{} attacks {}, throws {own} against {other}, and {verdict}",
                power(seat),
                map::name(at)
            );
            let dice = vec![Die { face: own, good: won }, Die { face: other, good: !won }];
            Line { dice, ..Line::new(text, Some(seat), vec![space(at)]) }.result()
        }
        Event::FellBack(seat, count, from, to) => {
            let text = format!("{} of {} fall back to {}", counters(count), power(seat), map::name(to));
            Line::new(text, Some(seat), vec![space(from), space(to)])
        }
        Event::Lost(counter, at) => {
            let face = &FACES[counter.owner().index()][counter.index() % 4];
            Line::new(
                format!("{} is lost in {}", face.name, map::name(at)),
                Some(counter.owner()),
                vec![space(at)],
            )
        }
        Event::Over => Line::new("The manoeuvres are over", None, vec![]).great(),
    }
}
