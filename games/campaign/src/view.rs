//! The table as anybody sees it: nothing in this game is hidden but the dice to come (C-1.3-open).

use std::sync::LazyLock;

use atlas::topology::Id;
use engine::{
    Board, Choice, Denied, Form, Game, Gauge, Hand, Layout, Look, Mark, Overlay, Piece, PieceRef, Prompt,
    Role, Seat, Sheet, Space, SpaceRef, Spot, Table, Target, Text, Track, Viewer, rule,
};

use crate::action::Action;
use crate::board::{BOARD, Ground, Town};
use crate::components::{Country, Kind, PIECES, PieceId, Power};
use crate::event::{capital, space};
use crate::square::{COLUMNS, ROWS, Square};
use crate::state::{Ask, Campaign, Phase, Place, Recovery, Status};

/// Numbers of cards among the pieces of the table: after the pieces the town cards, then the alliance cards.
const TOWN_CARDS: u16 = PIECES as u16;
const ALLIANCE_CARDS: u16 = TOWN_CARDS + crate::board::TOWNS as u16;

/// The hands of the table: cards that nobody holds, then the places beside the board, then the cards of each seat.
const NEUTRAL_CARDS: u8 = 0;
const SEA: u8 = 1;
const WAITING: u8 = 2;
const ASIDE: u8 = 3;
const SEATS: u8 = 4;

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
        Ground::Sea => ("sea", '~'),
        Ground::Forest => ("forest", '%'),
        Ground::Mountain(_) => ("mountain", '^'),
        Ground::Land(Country::France) => ("land-france", '.'),
        Ground::Land(Country::Prussia) => ("land-prussia", ':'),
        Ground::Land(Country::Russia) => ("land-russia", '\''),
        Ground::Land(Country::Austria) => ("land-austria", '-'),
        Ground::Land(Country::Italy) => ("land-italy", '"'),
        Ground::Land(Country::Spain) => ("land-spain", ';'),
    };
    Space {
        name: BOARD.name(square),
        centre: (square.column() as f32 + 0.5, square.row() as f32 + 0.5),
        rings: Vec::new(),
        touches: Vec::new(),
        ground,
        letter,
        land: BOARD.country(square).map(|country| country.name().into()),
        mark: mark(square),
        notes: Vec::new(),
    }
}

/// What is printed on a square.
fn mark(square: Square) -> Option<Mark> {
    if let Some(town) = BOARD.town(square) {
        let (symbol, letter) = match town.symbol() {
            Some(Kind::Cavalry) => ("town-red-cavalry", 'C'),
            Some(_) => ("town-red-infantry", 'I'),
            None => ("town-yellow", 'O'),
        };
        return Some(Mark { symbol, letter, label: Some(town.name().into()) });
    }
    Power::ALL.into_iter().find_map(|power| {
        let base = BOARD.base(power);
        if base.capital.general == square {
            return Some(Mark { symbol: "capital", letter: '*', label: Some(base.name.as_str().into()) });
        }
        let kinds = [Kind::General, Kind::Infantry, Kind::Cavalry];
        let of =
            |area: &crate::board::Area| kinds.into_iter().find(|kind| area.places(*kind).contains(&square));
        let symbol = match (of(&base.capital), of(&base.enlistment)) {
            (Some(Kind::Cavalry), _) => "start-cavalry",
            (Some(_), _) => "start-infantry",
            (_, Some(Kind::General)) => "enlist-general",
            (_, Some(Kind::Cavalry)) => "enlist-cavalry",
            (_, Some(Kind::Infantry)) => "enlist-infantry",
            _ => return None,
        };
        Some(Mark { symbol, letter: '_', label: None })
    })
}

impl Campaign {
    /// Colour key of a power's pieces (C-0.2-colours, C-0.1-black).
    fn tint(&self, power: Power) -> &'static str {
        match power {
            Power::Prussia if self.rules.prussia => "black",
            Power::France | Power::Prussia => "blue",
            Power::Russia => "green",
            Power::Austria => "white",
            Power::Spain => "red",
        }
    }

    pub(crate) fn table(&self, viewer: Viewer) -> Table {
        Table {
            prompt: self.prompt(viewer),
            to_act: self.deciders(),
            seats: Seat::first(self.seats).map(|seat| self.sheet(seat)).collect(),
            pieces: self.pieces(),
            hands: self.hands(),
            tracks: vec![Track::new(
                "Round",
                self.turn.round,
                (self.rules.time_limit > 0).then_some(i32::from(self.rules.time_limit)),
            )],
            registers: Vec::new(),
            overlays: self.overlays(),
            battle: None,
            outcome: self.outcome(),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.party(seat).name()
    }

    fn pieces(&self) -> Vec<Piece> {
        let troops = PieceId::all().filter_map(|piece| {
            let at = match self.place(piece) {
                Place::BOX => return None,
                Place::SEA => Spot::Hand { hand: SEA },
                Place::WAITING => Spot::Hand { hand: WAITING },
                Place::ASIDE => Spot::Hand { hand: ASIDE },
                place => Spot::Space(space(place.square()?)),
            };
            let name = capital(self.tag(piece).name().trim_start_matches("the ").to_owned());
            Some(Piece { id: PieceRef(piece.0.into()), at, name: name.into(), look: self.look(piece) })
        });
        let towns = Town::all().map(|town| {
            let holder = self.cards[town.index()].and_then(|power| self.power(power).seat);
            let hand = holder.map_or(NEUTRAL_CARDS, |seat| SEATS + seat.0);
            self.card(
                TOWN_CARDS + u16::from(town.0),
                hand,
                town.name(),
                match town.symbol() {
                    Some(Kind::Cavalry) => "town-red-cavalry",
                    Some(_) => "town-red-infantry",
                    None => "town-yellow",
                },
            )
        });
        let alliances = Power::ALL.into_iter().filter_map(|power| {
            let seat = self.power(power).seat.filter(|_| self.is_active(power))?;
            // An ally holds the card as proof (3.2); of several allies the first.
            let keeper = self.diplomacy.allied[seat.index()].iter().next().unwrap_or(seat);
            let name = format!("Alliance card of {power}");
            Some(self.card(ALLIANCE_CARDS + power as u16, SEATS + keeper.0, name, "alliance"))
        });
        troops.chain(towns).chain(alliances).collect()
    }

    fn card(&self, id: u16, hand: u8, name: impl Into<Text>, symbol: &'static str) -> Piece {
        let name = name.into();
        let look =
            Look { symbol: Some(symbol), label: Some(name.clone()), ..Look::plain(Form::Card, "card", ' ') };
        Piece { id: PieceRef(id), at: Spot::Hand { hand }, name, look }
    }

    fn look(&self, piece: PieceId) -> Look {
        let owner = self.owner(piece);
        let symbol = match (piece.kind(), piece.set_owner()) {
            (Kind::General, Some(Power::France)) if piece.is_second() => "napoleon",
            (Kind::General, Some(Power::Spain)) if piece.is_second() => "wellington",
            (Kind::General, _) => "general",
            (Kind::Infantry, _) => "infantry",
            (Kind::Cavalry, _) => "cavalry",
        };
        let turn = &self.turn;
        let badges = [
            (self.is_guard(piece), "guard"),
            (piece.as_minor().is_some(), "minor"),
            (turn.moved.contains(piece), "moved"),
            (turn.in_hand == Some(piece), "in-hand"),
            (turn.beaten.contains(piece), "beaten"),
            (turn.targets.contains(&Some(piece)), "target"),
            (self.lent[piece.index()].is_some(), "lent"),
        ];
        let (tint, letter) = owner.map_or(("grey", 'N'), |power| (self.tint(power), power.letter()));
        Look {
            symbol: Some(symbol),
            figures: vec![
                Gauge::new("attack", figure(self.attack_value(piece))),
                Gauge::new("defence", figure(self.defence_value(piece))),
            ],
            badges: Look::badges(badges),
            ..Look::plain(Form::Counter, tint, letter)
        }
    }

    fn hands(&self) -> Vec<Hand> {
        let fixed = ["Neutral town cards", "At sea", "Waiting to enlist", "Set aside"];
        let fixed = fixed.into_iter().map(|title| Hand { title: title.into(), seat: None, role: Role::Pool });
        let seats = Seat::first(self.seats).map(|seat| Hand {
            title: format!("Cards of {}", self.seat_name(seat)).into(),
            seat: Some(seat),
            role: Role::Held,
        });
        fixed.chain(seats).collect()
    }

    fn sheet(&self, seat: Seat) -> Sheet {
        let armies = || Power::ALL.into_iter().filter(move |power| self.power(*power).seat == Some(seat));
        let troops: usize = self.armies(seat).map(|power| self.troops(power).count()).sum();
        let mut notes: Vec<Text> = Vec::new();
        let allies: Vec<String> =
            self.diplomacy.allied[seat.index()].iter().map(|ally| self.seat_name(ally)).collect();
        if !allies.is_empty() {
            notes.push(format!("Allied with {}.", allies.join(", ")).into());
        }
        for guest in self.diplomacy.admitted[seat.index()].iter() {
            notes.push(format!("Lets {} in.", self.seat_name(guest)).into());
        }
        for other in self.diplomacy.offered[seat.index()].iter() {
            notes.push(format!("Offers {} an alliance.", self.seat_name(other)).into());
        }
        for former in self.diplomacy.banned[seat.index()].iter() {
            notes.push(format!("May not attack {} yet.", self.seat_name(former)).into());
        }
        for power in armies() {
            let state = match (self.power(power).status, self.power(power).recovery) {
                // Where it was his only power, the sheet says so itself.
                (Status::Out, _) if self.is_alive(seat) => "is out of the game",
                (Status::Out, _) => continue,
                (_, Recovery::Misses) => "misses its next turn",
                (_, Recovery::Shielded) => "may not be attacked yet",
                (_, Recovery::Mobilising) => "is mobilising",
                _ if power == Power::Spain && self.partial => "is only partly active",
                _ => continue,
            };
            notes.push(format!("{power} {state}.").into());
        }
        Sheet {
            seat,
            name: self.seat_name(seat).into(),
            tints: armies().map(|power| self.tint(power)).collect(),
            alive: self.phase == Phase::Bases || self.is_alive(seat),
            gauges: vec![
                Gauge::new(
                    "Foreign towns",
                    format!("{} of {}", self.foreign_towns(seat), self.towns_to_win()),
                ),
                Gauge::new("Town cards", self.town_cards(seat).to_string()),
                Gauge::new("Troops", troops.to_string()),
            ],
            notes,
        }
    }

    fn overlays(&self) -> Vec<Overlay> {
        let targets: Vec<_> =
            self.turn.targets.iter().flatten().filter_map(|piece| self.square(*piece)).map(space).collect();
        let target = (!targets.is_empty()).then(|| Overlay::new("target", targets));
        let held = Power::ALL.into_iter().filter_map(|power| {
            let spaces: Vec<_> = self.towns_of(power).map(|town| space(town.square())).collect();
            (!spaces.is_empty()).then(|| Overlay::new("held", spaces).tinted(self.tint(power)))
        });
        target.into_iter().chain(held).collect()
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        if self.ended.is_some() {
            return Prompt { text: "The game is over.".into(), left: Vec::new() };
        }
        let seat = self.deciders().iter().next().unwrap_or(self.turn.seat);
        if !viewer.is(seat) {
            return Prompt { text: format!("{} to decide.", self.seat_name(seat)).into(), left: Vec::new() };
        }
        let power = self.turn.power;
        let mut left = Vec::new();
        let text: Text = match (self.ask, self.phase) {
            (Some(ask), _) => self.question(ask),
            (None, Phase::Bases) => "Choose the power you lead.".into(),
            (None, Phase::Open) => format!("{power}'s turn: throw the dice.").into(),
            (None, Phase::Moving) => {
                left.push(Gauge::new("pips", figure(self.turn.pips)));
                if self.power(power).recovery == Recovery::Mobilising {
                    format!("{power} mobilises: bring each piece to a starting square of its kind.").into()
                } else if self.turn.moved.is_empty() {
                    format!("{power}: name a piece to attack if you like, then move.").into()
                } else {
                    format!("{power}: move, or be done.").into()
                }
            }
            (None, Phase::Attack) => format!("{power}: attack, or let it be.").into(),
            (None, Phase::Business) => "Make or break alliances, or end your turn.".into(),
            (None, Phase::Redeployment) => {
                left.push(Gauge::new("redeployments", figure(self.turn.redeployments)));
                format!("{power}: redeploy pieces by one square, or end your turn.").into()
            }
            (None, _) => Text::default(),
        };
        Prompt { text, left }
    }

    fn question(&self, ask: Ask) -> Text {
        match ask {
            Ask::Extra(power) => {
                format!("{power} starts with an extra piece on a red town: which and where?")
            }
            Ask::OtherGeneral => "Where does the other French General start?".to_owned(),
            Ask::Forfeit(town, power) => {
                format!("{town} is lost: which {} piece goes with it?", power.adjective())
            }
            Ask::Gain(town, _) => format!("{town} is yours: where does the piece it raises stand?"),
            Ask::Plunder(power) => {
                format!("Plunder: where does the free {} infantry stand?", power.adjective())
            }
            Ask::Expel(power, piece) => {
                format!("{} must leave the areas of {power}: where to?", capital(self.tag(piece).name()))
            }
            Ask::Surplus(piece) => format!("Where does {} stand?", self.tag(piece).name()),
            Ask::Leader(power) => format!("Who leads the {} army from now on?", power.adjective()),
            Ask::Recruit(power) => format!("What does {power} recruit?"),
            Ask::Ambush => "The guerrillas may remove an invader: which?".to_owned(),
        }
        .into()
    }

    /// How an action shows at the table.
    pub(crate) fn present(&self, action: Action) -> Choice {
        let name = |square: Square| BOARD.name(square);
        let piece_on = |square: Square| self.piece_on(square);
        let called = |square: Square| {
            piece_on(square).map_or_else(|| "the piece".into(), |piece| self.tag(piece).name())
        };
        let on_piece = |label: String, square: Square| match piece_on(square) {
            Some(piece) => Choice::new(label, Target::Piece { piece: PieceRef(piece.0.into()) }),
            None => Choice::new(label, Target::Space(space(square))),
        };
        let on_space = |label: String, square| Choice::new(label, Target::Space(space(square)));
        let moving = |label: String, piece: Option<PieceId>, to| match piece {
            Some(piece) => {
                Choice::new(label, Target::Move { piece: PieceRef(piece.0.into()), to: space(to) })
            }
            None => on_space(label, to),
        };
        match action {
            Action::Base(power) => Choice::button(format!("Lead {power}")),
            Action::Reinforce { town, kind } => Choice::button(format!("An extra {kind} in {town}")),
            Action::Throw => Choice::button("Throw the dice"),
            Action::Name(square) => {
                on_piece(format!("Attack {} on {}", called(square), name(square)), square)
            }
            Action::Step { from, to } => moving(
                format!("Move {} from {} to {}", called(from), name(from), name(to)),
                piece_on(from),
                to,
            ),
            Action::Embark(from) => on_piece(format!("Put {} on {} to sea", called(from), name(from)), from),
            Action::Land { kind, to } => {
                let piece = self.at_sea(kind).find(|piece| !self.turn.moved.contains(*piece));
                moving(format!("Land the {kind} on {}", name(to)), piece, to)
            }
            Action::Strike(square) => {
                on_piece(format!("Take {} on {}", called(square), name(square)), square)
            }
            Action::Parley(town) => on_space(format!("Treat with the infantry of {town}"), town.square()),
            Action::Place(square) => on_space(format!("Place it on {}", name(square)), square),
            Action::Wellington(square) => {
                Choice::button(format!("Call Wellington instead, on {}", name(square)))
            }
            Action::Forfeit(square) => {
                on_piece(format!("Give up {} on {}", called(square), name(square)), square)
            }
            Action::Lead { second } => Choice::button(match self.ask {
                Some(Ask::Leader(Power::France)) if second => "Napoleon leads",
                Some(Ask::Leader(Power::Spain)) if second => "Wellington leads",
                _ => "The other General leads",
            }),
            Action::Recruit(kind) => Choice::button(format!("Recruit {kind}")),
            Action::Ambush(square) => {
                on_piece(format!("Remove {} on {}", called(square), name(square)), square)
            }
            Action::Decline => Choice::button("Go without"),
            Action::Offer(seat) => Choice::button(format!("Offer {} an alliance", self.seat_name(seat))),
            Action::Accept(seat) => {
                Choice::button(format!("Accept the alliance with {}", self.seat_name(seat)))
            }
            Action::Break(seat) => {
                Choice::button(format!("Break the alliance with {}", self.seat_name(seat)))
            }
            Action::Admit(seat) => {
                Choice::button(format!("Let {} into your countries", self.seat_name(seat)))
            }
            Action::Bar(seat) => Choice::button(format!("No longer let {} in", self.seat_name(seat))),
            Action::Lend { piece, to } => on_piece(
                format!("Pass control of {} on {} to {}", called(piece), name(piece), self.seat_name(to)),
                piece,
            ),
            Action::Recall(square) => {
                on_piece(format!("Take back {} on {}", called(square), name(square)), square)
            }
            Action::Redeploy { from, to } => moving(
                format!("Redeploy {} from {} to {}", called(from), name(from), name(to)),
                piece_on(from),
                to,
            ),
            Action::Done => Choice::button(match self.phase {
                Phase::Moving => "Done moving",
                Phase::Attack => "No attack",
                _ => "End the turn",
            }),
        }
    }

    /// Everything that stops `seat` from doing anything with `target` now.
    pub(crate) fn reasons(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        let mut listed = Vec::new();
        self.list(seat, &mut listed);
        if listed.iter().any(|action| is_about(&self.present(*action).target, target)) {
            return Vec::new();
        }
        if !self.deciders().contains(seat) {
            return vec![Denied::new(rule!("C-0.4-sequence"), "it is not your decision")];
        }
        let piece_of = |piece: &PieceRef| PieceId::all().find(|other| u16::from(other.0) == piece.0);
        let square_of = |piece: &PieceRef| self.square(piece_of(piece)?);
        let square_at = |at: &SpaceRef| Square::from_space(at.space).filter(|_| at.board == 0);
        if let Some(ask) = self.ask {
            let clicked = match target {
                Target::Space(at) | Target::Move { to: at, .. } => square_at(at),
                Target::Piece { piece } => square_of(piece),
                Target::Button => None,
            };
            return vec![self.why_not_owed(ask, clicked)];
        }
        let first = |rule, why| vec![Denied::new(rule, why)];
        match self.phase {
            Phase::Bases => return first(self.bases_rule(), "first every player chooses the power he leads"),
            Phase::Open => return first(rule!("C-2.1-two-dice"), "first the dice are thrown"),
            Phase::Business => {
                let why = "pieces have moved: this is the time for alliances, or to end the turn";
                return first(rule!("C-0.4-business"), why);
            }
            _ => {}
        }
        let reasons = match target {
            Target::Space(at) => square_at(at).map(|square| self.why_not_here(square)),
            Target::Piece { piece } => square_of(piece).map(|square| self.why_not_here(square)),
            Target::Move { piece, to } => match (square_of(piece), square_at(to)) {
                (Some(from), Some(to)) => Some(self.why_not_there(from, to)),
                (None, Some(to)) => piece_of(piece).map(|piece| self.why_no_landing(&[piece.kind()], to)),
                _ => None,
            },
            Target::Button => None,
        }
        .unwrap_or_default();
        if reasons.is_empty() {
            return vec![Denied::new(rule!("C-0.4-sequence"), "nothing can be done with it now")];
        }
        reasons
    }

    /// Why nothing can be done with a square or the piece on it.
    fn why_not_here(&self, square: Square) -> Vec<Denied> {
        let Some(piece) = self.piece_on(square) else {
            // Whoever has pieces at sea asks for a landing.
            let mut reasons = self.why_no_landing(&[Kind::General, Kind::Infantry, Kind::Cavalry], square);
            if reasons.is_empty() {
                reasons.extend(self.may_enter(self.turn.power, square).err());
            }
            if reasons.is_empty() && self.phase == Phase::Moving {
                reasons.push(Denied::new(
                    rule!("C-8.2-moves"),
                    "no piece of yours can reach it with its next move",
                ));
            }
            return reasons;
        };
        if self.owner_seat(piece) == Some(self.turn.seat) || self.commander(piece) == Some(self.turn.power) {
            let blocked =
                Denied::new(rule!("C-4.1.2-block"), "every way it could take is blocked, or costs too much");
            return vec![self.may_move(piece).err().unwrap_or(blocked)];
        }
        // Of a piece that was named it is asked what the attack on it lacks.
        let named = self.turn.targets.contains(&Some(piece));
        let reason = match self.phase {
            Phase::Attack => self.may_strike(square).err(),
            Phase::Moving if named => self.may_take(piece).err().or_else(|| self.may_name(square).err()),
            _ => self.may_name(square).err(),
        };
        reason.into_iter().collect()
    }

    /// Why pieces of these kinds that are at sea cannot land on `to`, each reason once; nothing if there are none.
    fn why_no_landing(&self, kinds: &[Kind], to: Square) -> Vec<Denied> {
        if self.phase != Phase::Moving || self.turn.power != Power::Spain {
            return Vec::new();
        }
        let mut reasons: Vec<Denied> = Vec::new();
        let waits = |kind: &&Kind| self.at_sea(**kind).any(|piece| !self.turn.moved.contains(piece));
        for kind in kinds.iter().filter(waits) {
            reasons.extend(self.may_land(*kind, to).err().filter(|denied| !reasons.contains(denied)));
        }
        reasons
    }

    fn why_not_there(&self, from: Square, to: Square) -> Vec<Denied> {
        let reason = match self.phase {
            Phase::Redeployment => self.may_redeploy(from, to).err(),
            Phase::Moving => self.may_move_to(from, to).err(),
            _ => Some(Denied::new(rule!("C-0.4-sequence"), "pieces move in the first part of a turn")),
        };
        reason.into_iter().collect()
    }
}

/// A small number as text.
fn figure(number: u8) -> Text {
    const SMALL: [&str; 4] = ["0", "1", "2", "3"];
    SMALL.get(usize::from(number)).map_or_else(|| number.to_string().into(), |text| (*text).into())
}

/// Whether clicking `clicked` leads to a choice that is tied to `target`.
fn is_about(target: &Target, clicked: &Target) -> bool {
    match (target, clicked) {
        (Target::Move { piece, .. }, Target::Piece { piece: other }) => piece == other,
        (Target::Move { to, .. }, Target::Space(other)) => to == other,
        _ => target == clicked,
    }
}
