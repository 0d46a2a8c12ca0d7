//! Games at random before an umpire who has read the rulebook and not the code: he measures moves, counts attackers, towns and
//! pieces himself, and remembers who broke with whom.
//!
//! `GROGNARD_SOAK=2000 cargo test -p campaign --lib umpire -- --nocapture` plays so many games for each number of players.

use std::collections::BTreeMap;

use engine::{Chance, Game, Recorder, Seat, Seed, Setup, Stream};

use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::components::Kind::{self, Cavalry, General, Infantry};
use crate::components::Power::{self, Spain};
use crate::components::{Country, PieceId};
use crate::event::Event;
use crate::square::Square;
use crate::state::{Campaign, Phase, Place, Recovery, Status, Wellington};
use crate::steps::Question;

type Ruling = Result<(), String>;

fn hold(kept: bool, rule: &str, what: impl FnOnce() -> String) -> Ruling {
    if kept { Ok(()) } else { Err(format!("{rule}: {}", what())) }
}

fn square(game: &Campaign, piece: PieceId) -> Option<Square> {
    game.at[piece].square()
}

fn on(game: &Campaign, square_: Square) -> Option<PieceId> {
    PieceId::all().find(|piece| square(game, *piece) == Some(square_))
}

/// Whose a piece is: an infantry of a minor power is nobody's until it joins (17.8).
fn owner(game: &Campaign, piece: PieceId) -> Option<Power> {
    match piece.as_minor() {
        Some(number) => game.minors[number],
        None => piece.set_owner(),
    }
}

fn player(game: &Campaign, piece: PieceId) -> Option<Seat> {
    owner(game, piece).and_then(|power| game.powers[power].seat)
}

fn allied(game: &Campaign, a: Seat, b: Seat) -> bool {
    game.diplomacy.allied[a.index()].contains(b)
}

fn active(game: &Campaign, power: Power) -> bool {
    game.powers[power].status == Status::Active
}

/// Columns and rows between two squares.
fn apart(a: Square, b: Square) -> (i32, i32) {
    ((a.column() - b.column()).abs(), (a.row() - b.row()).abs())
}

fn touches(a: Square, b: Square) -> bool {
    let (columns, rows) = apart(a, b);
    columns.max(rows) == 1
}

/// Whether one square along its line of movement takes a piece onto another (9.2).
fn in_line(kind: Kind, from: Square, to: Square) -> bool {
    match (kind, apart(from, to)) {
        (General, (0..=1, 0..=1)) => from != to,
        (Infantry, (1, 1)) | (Cavalry, (0, 1) | (1, 0)) => true,
        _ => false,
    }
}

fn towns(game: &Campaign, seat: Seat, foreign: bool) -> usize {
    let held = |town: &Town| {
        let holder = game.cards[*town].filter(|power| active(game, *power));
        holder.and_then(|power| game.powers[power].seat) == Some(seat)
    };
    let own = |town: &Town| town.country().power().is_some_and(|power| game.powers[power].seat == Some(seat));
    Town::all().filter(held).filter(|town| !foreign || !own(town)).count()
}

struct Umpire {
    /// Moves of each piece in this turn, in the order in which pieces were taken up.
    touched: Vec<(PieceId, u8)>,
    redeployed: Vec<PieceId>,
    /// Who broke with whom, and the other has not had his clear turn (7.2).
    broken: Vec<(Seat, Seat)>,
    taken: u32,
    captured: u32,
}

impl Umpire {
    fn follow(
        &mut self,
        before: &Campaign,
        (seat, action): (Seat, Action),
        after: &Campaign,
        events: &[Event],
    ) -> Ruling {
        match action {
            Action::Break(other) => {
                hold(allied(before, seat, other), "7.2", || format!("{seat} breaks with {other}"))?;
                self.broken.push((seat, other));
            }
            Action::Throw => {
                self.touched.clear();
                self.redeployed.clear();
                let sum: u8 = after.turn.throw.iter().sum();
                hold(after.turn.pips == sum, "8.2", || format!("{} pips for {sum}", after.turn.pips))?;
            }
            Action::Step { from, to } => self.judge_step(before, from, to, after)?,
            Action::Redeploy { from, to } => {
                let piece = on(before, from).ok_or("17.1: no piece is redeployed")?;
                hold(touches(from, to), "17.1", || format!("from {from} to {to}"))?;
                hold(!self.redeployed.contains(&piece), "17.1", || "a piece is redeployed twice".into())?;
                self.redeployed.push(piece);
                hold(self.redeployed.len() <= 6, "17.1", || "a die shows 6 at most".into())?;
            }
            Action::Strike(at) => self.judge_strike(before, at)?,
            _ => {}
        }
        for event in events {
            self.hear(before, after, event)?;
        }
        if (before.turn.seat, before.turn.power, before.turn.round)
            != (after.turn.seat, after.turn.power, after.turn.round)
            && after.ended.is_none()
        {
            self.end_turn(before, after)?;
        }
        judge_position(after)
    }

    /// One move of one piece (2.2.1, 4.1.1, 4.1.2, 9.6).
    fn judge_step(&mut self, before: &Campaign, from: Square, to: Square, after: &Campaign) -> Ruling {
        let piece = on(before, from).ok_or("4.1: nobody moves")?;
        let kind = piece.kind();
        hold(on(before, to).is_none(), "4.1.2", || format!("{to} is taken"))?;
        let free = |at: Option<Square>| at.is_some_and(|at| on(before, at).is_none() && !BOARD.water.has(at));
        let fits = match (kind, apart(from, to)) {
            (General, (0..=1, 0..=1)) => from != to,
            (Infantry, (1, 1)) => true,
            // Two squares, each along a row or a column, over squares where nobody stands.
            (Cavalry, (2, 0) | (0, 2)) => {
                free(Square::at((from.column() + to.column()) / 2, (from.row() + to.row()) / 2))
            }
            (Cavalry, (1, 1)) => {
                free(Square::at(from.column(), to.row())) || free(Square::at(to.column(), from.row()))
            }
            _ => false,
        };
        hold(fits, "4.1.1", || format!("{kind} from {from} to {to}"))?;
        hold(!BOARD.water.has(to), "0.2", || format!("{kind} walks into the sea on {to}"))?;
        hold(before.rules.terrain || !BOARD.wild.has(to), "0.2", || format!("{kind} in the wilds of {to}"))?;
        let cost = before.turn.pips.checked_sub(after.turn.pips).ok_or("8.2: pips are gained")?;
        hold((1..=2).contains(&cost), "8.2", || format!("a move costs {cost}"))?;
        hold(cost == 1 || before.rules.terrain || before.rules.steppes, "8.2", || "double".into())?;
        match self.touched.iter_mut().position(|(other, _)| *other == piece) {
            None => self.touched.push((piece, 1)),
            Some(place) => {
                hold(place + 1 == self.touched.len(), "9.6", || format!("{kind} on {from} was let go"))?;
                self.touched[place].1 += 1;
            }
        }
        let moves = self.touched.last().map_or(0, |(_, moves)| *moves);
        hold(!before.rules.three_moves || moves <= 3, "2.2.1", || format!("{moves} moves"))?;
        let commander = before.lent[piece].or(owner(before, piece));
        hold(commander == Some(before.turn.power), "7.1", || "somebody else's piece moves".into())
    }

    /// An attack succeeds by superior force in position, and in the Standard game only if every supporter is engaged by pieces
    /// of its own (9.1, 9.2, 9.4, 14.1).
    fn judge_strike(&mut self, before: &Campaign, at: Square) -> Ruling {
        let target = on(before, at).ok_or("9.2: nobody is attacked")?;
        let seat = before.turn.seat;
        hold(before.turn.targets.contains(&Some(target)), "9.3", || "it was not announced".into())?;
        let victim = player(before, target);
        if let Some(victim) = victim {
            hold(victim != seat && !allied(before, seat, victim), "7.1", || "an ally is attacked".into())?;
            hold(!self.broken.contains(&(seat, victim)), "7.2", || "no clear turn".into())?;
            let recovery = owner(before, target).map(|power| before.powers[power].recovery);
            hold(recovery == Some(Recovery::Ready), "11.1, 16.3", || format!("{recovery:?} is attacked"))?;
        }
        let fights = |piece: PieceId| {
            let mobilises = owner(before, piece)
                .is_some_and(|power| before.powers[power].recovery == Recovery::Mobilising);
            let sleeps = before.partial
                && owner(before, piece) == Some(Spain)
                && square(before, piece).is_some_and(|at| BOARD.land_of(Country::Spain).has(at));
            !mobilises && !sleeps
        };
        let with = |a: Seat, b: Seat| a == b || allied(before, a, b);
        let supports = |piece: PieceId| {
            let Some(owner) = player(before, piece) else { return false };
            before.rules.standard
                && victim.is_some_and(|victim| with(owner, victim))
                && !with(owner, seat)
                && fights(piece)
        };
        let near = PieceId::all().filter(|piece| *piece != target);
        let supporters: Vec<PieceId> = near
            .filter(|piece| square(before, *piece).is_some_and(|from| touches(from, at)) && supports(*piece))
            .collect();
        let attacks =
            |piece: PieceId| player(before, piece).is_some_and(|own| with(own, seat)) && fights(piece);
        let attackers: Vec<PieceId> =
            PieceId::all().filter(|piece| square(before, *piece).is_some() && attacks(*piece)).collect();
        let bears = |piece: PieceId, on: Square| {
            square(before, piece).is_some_and(|from| in_line(piece.kind(), from, on))
        };
        let enemies: Vec<(Square, u8)> = std::iter::once((at, worth(before, target) + 1))
            .chain(
                supporters.iter().filter_map(|piece| Some((square(before, *piece)?, worth(before, *piece)))),
            )
            .collect();
        let useful: Vec<(u32, u8)> = attackers
            .iter()
            .map(|piece| {
                let reach = enemies.iter().zip(0..).filter(|((on, _), _)| bears(*piece, *on));
                let napoleon = before.rules.napoleon && *piece == PieceId::second(Power::France);
                (reach.fold(0, |all, (_, bit)| all | 1 << bit), 1 + u8::from(napoleon))
            })
            .filter(|(reach, _)| *reach != 0)
            .collect();
        let needs: Vec<u8> = enemies.iter().map(|(_, needed)| *needed).collect();
        hold(shared_out(&needs, &useful), "9.1, 14.1", || {
            format!("{needs:?} are needed on {at}, and there is {useful:?}")
        })
    }

    fn hear(&mut self, before: &Campaign, after: &Campaign, event: &Event) -> Ruling {
        match event {
            Event::Taken { .. } => self.taken += 1,
            Event::TownTaken { by, town, from } => {
                self.captured += 1;
                let general = PieceId::all().any(|piece| {
                    piece.kind() == General
                        && owner(before, piece) == Some(*by)
                        && square(before, piece) == Some(town.square())
                });
                hold(general, "5.1", || format!("{by} takes {town} without a General in it"))?;
                let seats =
                    from.and_then(|power| Some((before.powers[*by].seat?, before.powers[power].seat?)));
                if let Some((own, other)) = seats {
                    hold(own != other && !allied(before, own, other), "5.1", || {
                        format!("{town} of an ally")
                    })?;
                    hold(!self.broken.contains(&(own, other)), "7.2", || format!("{town} at once"))?;
                }
            }
            Event::CapitalTaken { by, power } => {
                let seat = before.powers[*power].seat;
                let lost = |town: Town| {
                    let holder = after.cards[town].or(before.cards[town]);
                    holder.is_some_and(|holder| before.powers[holder].seat != seat)
                };
                hold(Town::of(power.home()).all(lost), "6.1", || {
                    format!("{by} takes the Capital of {power}")
                })?;
            }
            Event::Lost { at: Some(at), town, .. } => {
                let piece = on(before, *at).ok_or("13.1: nothing is lost")?;
                let power = owner(before, piece);
                let kind = piece.kind();
                // What is gone after this is no rival: it was taken, or lost before.
                let rival = |other: &PieceId| {
                    owner(before, *other) == power && other.kind() == kind && in_play(after, *other)
                };
                let far = |piece: PieceId| {
                    square(before, piece).map(|from| {
                        let (columns, rows) = apart(from, town.square());
                        columns.max(rows)
                    })
                };
                let nearer =
                    PieceId::all().filter(rival).filter_map(far).any(|other| Some(other) < far(piece));
                hold(!nearer && kind != General, "13.1", || format!("{kind} on {at} for {town}"))?;
                let symbol = town.symbol().ok_or("13.1: a yellow town costs a piece")?;
                let has = PieceId::all().any(|piece| {
                    owner(before, piece) == power && piece.kind() == symbol && in_play(before, piece)
                });
                hold(kind == symbol || !has, "13.1", || format!("{kind} lost with {town} of {symbol}"))?;
            }
            Event::Gained { town, at, .. } => {
                let piece = on(after, *at).ok_or("13.1: nothing is gained")?;
                let fits = Some(piece.kind()) == town.symbol() || piece == PieceId::second(Spain);
                hold(fits && touches(*at, town.square()), "13.1", || format!("gained on {at} for {town}"))?;
                hold(on(before, *at).is_none(), "13.1", || format!("{at} was taken"))?;
            }
            Event::Ambushed { at, .. } => {
                let piece = on(before, *at).ok_or("17.4.3: nothing is ambushed")?;
                let prey = piece.kind() != General
                    && owner(before, piece) != Some(Spain)
                    && BOARD.land_of(Country::Spain).has(*at);
                hold(prey, "17.4.3", || format!("{at}"))?;
            }
            Event::Enlisted { power, .. } if after.owed().is_none() => {
                let areas = BOARD.base(*power).capital.all | BOARD.base(*power).enlistment.all;
                let strangers = PieceId::all()
                    .filter(|piece| square(after, *piece).is_some_and(|at| areas.has(at)))
                    .any(|piece| owner(after, piece) != Some(*power));
                hold(!strangers, "15.2", || format!("strangers in the areas of {power}"))?;
            }
            Event::Eliminated { power } => {
                let left = PieceId::set(*power).any(|piece| on_board(after, piece));
                hold(!left, "0.3", || format!("{power} is out and has pieces"))?;
                hold(!after.cards.as_array().contains(&Some(*power)), "0.3", || {
                    format!("{power} is out and has cards")
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A turn is over: nobody who has enough towns plays on (0.3), and whoever it was has had his clear turn (7.2).
    fn end_turn(&mut self, before: &Campaign, after: &Campaign) -> Ruling {
        let seat = before.turn.seat;
        self.broken.retain(|(_, other)| *other != seat);
        if after.phase() == Phase::Bases || before.phase() == Phase::Bases {
            return Ok(());
        }
        let needed = match before.seats {
            3 => 10,
            5 => 6,
            _ => 8,
        };
        let held = towns(after, seat, true);
        hold(held < needed, "0.3", || format!("{seat} holds {held} foreign towns, and nobody has won"))?;
        for power in Power::ALL.into_iter().filter(|power| active(after, *power)) {
            let troops = PieceId::all().any(|piece| {
                owner(after, piece) == Some(power) && piece.kind() != General && in_play(after, piece)
            });
            // What guerrillas have destroyed is noticed in the next turn.
            hold(troops || before.rules.guerrillas, "0.3", || format!("{power} plays on without troops"))?;
        }
        Ok(())
    }
}

fn on_board(game: &Campaign, piece: PieceId) -> bool {
    square(game, piece).is_some()
}

fn in_play(game: &Campaign, piece: PieceId) -> bool {
    !matches!(game.at[piece], Place::BOX | Place::ASIDE)
}

/// What a piece counts in defence (9.1, 17.3.1, 17.3.2, 17.4.1).
fn worth(game: &Campaign, piece: PieceId) -> u8 {
    let guard = game.rules.guards
        && (piece == PieceId::guard(Power::France) || piece == PieceId::guard(Power::Russia));
    match piece.kind() {
        General if piece == PieceId::second(Spain) => 3,
        General if piece == PieceId::general(Spain) && game.wellington == Wellington::Called => 1,
        General => 2,
        _ if guard => 2,
        _ => 1,
    }
}

/// Whether attackers, each used once, meet all that is needed: every way is tried.
fn shared_out(needs: &[u8], attackers: &[(u32, u8)]) -> bool {
    if needs.iter().all(|need| *need == 0) {
        return true;
    }
    let Some(((reach, value), rest)) = attackers.split_first() else { return false };
    let used = (0..needs.len()).filter(|enemy| reach & 1 << enemy != 0 && needs[*enemy] > 0).any(|enemy| {
        let mut left = needs.to_vec();
        left[enemy] = left[enemy].saturating_sub(*value);
        shared_out(&left, rest)
    });
    used || shared_out(needs, rest)
}

/// What holds in every position.
fn judge_position(game: &Campaign) -> Ruling {
    let mut seen = Vec::new();
    for piece in PieceId::all() {
        if let Some(at) = square(game, piece) {
            hold(!seen.contains(&at), "4.1.2", || format!("two pieces on {at}"))?;
            hold(!BOARD.water.has(at), "0.2", || format!("a piece in the sea on {at}"))?;
            seen.push(at);
        }
    }
    for power in Power::ALL {
        for kind in [Infantry, Cavalry] {
            let own =
                PieceId::all().filter(|piece| owner(game, *piece) == Some(power) && piece.kind() == kind);
            let count = own.filter(|piece| in_play(game, *piece)).count();
            hold(count <= 9, "0.1", || format!("{power} has {count} {kind}"))?;
        }
        if !active(game, power) && game.powers[power].status != Status::Neutral {
            let left = PieceId::set(power).any(|piece| on_board(game, piece));
            hold(!left, "0.3", || format!("{power} is not in the game and has pieces"))?;
        }
    }
    for a in Seat::first(game.seats) {
        for b in Seat::first(game.seats) {
            hold(allied(game, a, b) == allied(game, b, a), "7.1", || format!("{a} and {b}"))?;
        }
    }
    // Spain is fully active as soon as an enemy stands in it (17.9.1).
    if game.partial && active(game, Spain) && !matches!(game.owed(), Some(Question::Expel(_))) {
        let seat = game.powers[Spain].seat;
        let invader = PieceId::all().find(|piece| {
            let hostile = player(game, *piece)
                .zip(seat)
                .is_some_and(|(own, spain)| own != spain && !allied(game, own, spain));
            hostile && square(game, *piece).is_some_and(|at| BOARD.land_of(Country::Spain).has(at))
        });
        hold(invader.is_none(), "17.9.1", || {
            format!("an invader on {:?}", invader.map(|p| square(game, p)))
        })?;
    }
    Ok(())
}

/// Whether an action leads to towns, attacks or new alliances.
fn is_bold(game: &Campaign, action: Action) -> bool {
    let steps = |from: Square, to: Square| {
        let (columns, rows) = apart(from, to);
        columns.max(rows)
    };
    let nears = |from: Square, to: Square, goal: Square| steps(to, goal) < steps(from, goal);
    match action {
        Action::Name(at) => Square::all().any(|near| {
            touches(near, at)
                && on(game, near).is_some_and(|piece| owner(game, piece) == Some(game.turn.power))
        }),
        Action::Step { from, to } if on(game, from).is_some_and(|piece| piece.kind() == General) => {
            Town::all()
                .filter(|town| game.cards[*town] != Some(game.turn.power))
                .min_by_key(|town| steps(from, town.square()))
                .is_some_and(|town| nears(from, to, town.square()))
        }
        Action::Step { from, to } => {
            let named = game.turn.targets.iter().flatten().filter_map(|piece| square(game, *piece));
            named.into_iter().any(|at| nears(from, to, at))
        }
        Action::Strike(_) | Action::Accept(_) | Action::Break(_) | Action::Lend { .. } => true,
        _ => false,
    }
}

/// What was seen in many games: pieces taken, towns captured, and how often each rule was broken, with the first case.
#[derive(Default)]
struct Report {
    taken: u32,
    captured: u32,
    faults: BTreeMap<String, (u32, String)>,
}

/// Plays a game at random to its end.
fn play(setup: &Setup, seed: u64, report: &mut Report) {
    let mut log = Recorder::default();
    let mut game = <Campaign as Game>::new(setup, &mut log).expect("the set-up is sound");
    let mut umpire =
        Umpire { touched: Vec::new(), redeployed: Vec::new(), broken: Vec::new(), taken: 0, captured: 0 };
    let mut chance = Stream::from_number(seed);
    let mut actions = Vec::new();
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody decides");
        actions.clear();
        game.actions(seat, &mut actions);
        // Generals march on towns, troops on what was named, attacks are made: more often than by chance alone.
        let bold: Vec<Action> = actions.iter().copied().filter(|action| is_bold(&game, *action)).collect();
        let action = match bold.is_empty() || chance.below(3) == 0 {
            true => *chance.pick(&actions).expect("something can be done"),
            false => *chance.pick(&bold).expect("something can be done"),
        };
        let before = game.clone();
        log.events.clear();
        game.apply(seat, &action, &mut log).unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
        if let Err(fault) = umpire.follow(&before, (seat, action), &game, &log.events) {
            let rule = fault.split(':').next().unwrap_or_default().to_owned();
            let case = || {
                let told = (before.phase(), before.turn.power, action, &log.events);
                format!("{fault}: {setup:?}, seed {seed}, {told:?}")
            };
            report.faults.entry(rule).or_insert_with(|| (0, case())).0 += 1;
        }
    }
    report.taken += umpire.taken;
    report.captured += umpire.captured;
}

// proves C-4.1.2-one, C-9.1-superior, C-14.1.1-engage, C-5.1-enter, C-7.2-clear-turn
#[test]
fn games_at_random_keep_the_rulebook() {
    let games: u64 = std::env::var("GROGNARD_SOAK").ok().and_then(|games| games.parse().ok()).unwrap_or(3);
    let house = ["before-trafalgar", "terrain", "pass-control", "fronts", "three-moves", "minor-powers"];
    let mut report = Report::default();
    for seats in 2..=5 {
        for seed in 0..games {
            let level = ["introductory", "standard", "advanced"][seed as usize % 3];
            let mut setup = Setup::new(level, seats, Seed::from_number(seed)).with("time-limit", 12);
            if seats == 5 {
                setup = setup.with("prussia", true).with("five-players", true);
            }
            if level != "introductory" && seed % 2 == 1 {
                // Before Trafalgar there are ships.
                setup = setup.with("britannia", true).with(house[seed as usize / 6 % house.len()], true);
            }
            play(&setup, seed, &mut report);
        }
    }
    let Report { taken, captured, faults } = report;
    println!("{games} games for each number of players: {taken} pieces taken, {captured} towns captured");
    assert!(taken > 0 && captured > 0);
    assert!(faults.is_empty(), "{faults:#?}");
}
