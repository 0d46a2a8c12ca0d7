//! Capturing towns and Capitals, and the troops that come and go with red towns. Rulebook 5, 6, 13.

use arrayvec::ArrayVec;
use engine::steps::{Flow, OneOf};
use engine::{Chance, Choice, Denied, EffectKind, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::choices::with;
use crate::components::{Face, Kind, PieceId, Power};
use crate::event::{Event, piece_name, space};
use crate::square::{Mask, Square};
use crate::state::{Campaign, Place, Recovery, Relation, Spoil, Status, Wellington};
use crate::steps::{Question, asked, clicked};

impl Campaign {
    /// What stops a General of `captor` who stands in `town` from capturing it (5.1).
    pub(crate) fn may_capture(&self, captor: Power, town: Town) -> Result<(), Denied> {
        self.may_conquer(captor)?;
        let neutral = town.country().power().filter(|power| self.power(*power).status == Status::Neutral);
        if neutral.is_some_and(|power| self.inviolate(power).has(town.square())) {
            return Err(Denied::new(
                rule!("C-1.1-congress"),
                "the towns of a neutral power may not be captured",
            ));
        }
        let Some(holder) = self.cards[town] else { return Ok(()) };
        let (seat, other) = (self.seat_of(captor), self.seat_of(holder));
        match self.relation(seat, other) {
            Relation::Same => Err(Denied::new(rule!("C-3.1-claim"), "you hold its card already")),
            Relation::Allied => Err(Denied::new(rule!("C-5.1-ally"), "an ally holds its card")),
            Relation::Hostile => self.may_harm(seat, other),
        }
    }

    /// A mobilising army captures nothing (16.1).
    fn may_conquer(&self, captor: Power) -> Result<(), Denied> {
        if self.power(captor).recovery == Recovery::Mobilising {
            return Err(Denied::new(rule!("C-16.1-mobilise"), "an army that is mobilising captures nothing"));
        }
        Ok(())
    }

    /// What stops a General of `captor` who stands on the Capital of `power` from capturing it (6.1).
    pub(crate) fn may_capture_capital(&self, captor: Power, power: Power) -> Result<(), Denied> {
        self.may_conquer(captor)?;
        let (seat, owner) = (self.seat_of(captor), self.seat_of(power));
        match self.relation(seat, owner) {
            Relation::Hostile => self.may_harm(seat, owner)?,
            _ => return Err(Denied::new(rule!("C-7.1-noattack"), "it is not an enemy's Capital")),
        }
        if self.power(power).capital_to.is_some() {
            return Err(Denied::new(rule!("C-6.2-lisbon"), "it has fallen before"));
        }
        match self.power(power).recovery {
            Recovery::Ready => {}
            Recovery::Mobilising => {
                let why = "the Capital of an army that is mobilising cannot be captured";
                return Err(Denied::new(rule!("C-16.3-immune"), why));
            }
            _ => {
                let why = "an army whose General was captured may not be attacked before it has played again";
                return Err(Denied::new(rule!("C-11.1-miss"), why));
            }
        }
        let lost = |town: Town| {
            self.cards[town].and_then(|holder| self.power(holder).seat).is_some_and(|holder| holder != owner)
        };
        let in_other_hands = Town::of(power.home()).filter(|town| lost(*town)).count();
        if in_other_hands < 4 {
            let are = if in_other_hands == 1 { "is" } else { "are" };
            let why = format!(
                "a Capital falls while all 4 towns of its country are in other hands; {in_other_hands} {are}"
            );
            return Err(Denied::new(rule!("C-6.1-condition"), why));
        }
        Ok(())
    }

    /// Step 3b: every General of the active army who stands in a town or on a Capital captures what he may.
    pub(crate) fn capture(&mut self, log: &mut Recorder<Event>) {
        let generals: ArrayVec<(PieceId, Square), 8> = self
            .commanded()
            .filter(|piece| piece.kind() == Kind::General)
            .filter_map(|piece| Some((piece, self.square(piece)?)))
            .take(8)
            .collect();
        for &(general, square) in &generals {
            let Some(captor) = self.owner(general) else { continue };
            if let Some(town) = BOARD.town(square)
                && self.may_capture(captor, town).is_ok()
            {
                let from = self.cards[town].replace(captor);
                self.turn.spoils.push(Spoil { town, captor, from, forfeited: false });
                log.record(|| Event::TownTaken { by: captor, town, from });
            }
        }
        for &(general, square) in &generals {
            let Some(captor) = self.owner(general) else { continue };
            if let Some(power) = BOARD.capital_at(square)
                && self.is_active(power)
                && self.may_capture_capital(captor, power).is_ok()
            {
                self.take_capital(captor, power, log);
            }
        }
    }

    /// The power is out of the game at once, unless Lisbon's die saves it (6.1, 6.2).
    fn take_capital(&mut self, captor: Power, power: Power, log: &mut Recorder<Event>) {
        let seat = self.seat_of(captor);
        self.power_mut(power).capital_to = Some(seat);
        log.record(|| Event::CapitalTaken { by: captor, power });
        if self.rules.lisbon && power == Power::Spain {
            let die = self.dice.die(6);
            log.record(|| Event::LisbonDie { die });
            if die == 6 {
                return;
            }
        }
        self.eliminate(power, log);
    }

    /// Whether 13.1 gives and takes troops for this town: in the Standard game, and not where a minor power's
    /// infantry stood instead (17.8).
    fn raises_troops(&self, town: Town) -> Option<Kind> {
        town.symbol().filter(|_| self.rules.standard && self.minor_of(town).is_none())
    }

    /// Step 3c: settles captured towns one by one. Returns a decision somebody owes, if there is one.
    pub(crate) fn next_spoil(&mut self, log: &mut Recorder<Event>) -> Option<Question> {
        while let Some(spoil) = self.turn.spoils.first().copied() {
            let Spoil { town, captor, from, forfeited } = spoil;
            if !forfeited {
                self.turn.spoils[0].forfeited = true;
                if let Some(loser) = from.filter(|loser| self.is_active(*loser))
                    && let Some(kind) = self.raises_troops(town)
                {
                    let doomed = self.nearest_troops(loser, kind, town.square());
                    match doomed.as_slice() {
                        [] => {}
                        [piece] => self.forfeit(*piece, town, log),
                        _ => return Some(Forfeit(town, loser).into()),
                    }
                }
            }
            self.turn.spoils.remove(0);
            if !self.is_active(captor) {
                continue;
            }
            if self.minor_of(town).is_some() {
                self.defect(town, captor, log);
            } else if let Some(kind) = self.raises_troops(town) {
                if self.spare(captor, kind).is_some() && !self.gain_squares(town, captor).is_empty() {
                    return Some(Gain(town, captor).into());
                }
            } else if self.rules.plunder && !town.is_red() {
                let die = self.dice.die(6);
                log.record(|| Event::Plunder { power: captor, town, die });
                if die == 6 && self.spare(captor, Kind::Infantry).is_some() {
                    return Some(Plunder(captor).into());
                }
            }
        }
        None
    }

    /// The pieces of a kind (or, lacking that kind, of the other) that are nearest to a lost town (13.1). Pieces at
    /// sea are farther than any on the board, and waiting ones go last of all.
    fn nearest_troops(&self, loser: Power, kind: Kind, town: Square) -> ArrayVec<PieceId, 16> {
        let has_kind = self.troops(loser).any(|piece| piece.kind() == kind);
        let far = |piece: PieceId| match self.place(piece) {
            Place::SEA => 1_000,
            Place::WAITING => 2_000,
            place => place.square().map_or(3_000, |square| square.distance(town)),
        };
        let candidates = || self.troops(loser).filter(|piece| !has_kind || piece.kind() == kind);
        let Some(least) = candidates().map(far).min() else { return ArrayVec::new() };
        let nearest = candidates().filter(|piece| far(*piece) == least);
        // Beside the board pieces of one kind are all alike.
        nearest.take(if least >= 1_000 { 1 } else { 16 }).collect()
    }

    pub(crate) fn forfeit(&mut self, piece: PieceId, town: Town, log: &mut Recorder<Event>) {
        log.record(|| Event::Lost { piece: self.tag(piece), town, at: self.square(piece) });
        self.remove(piece);
    }

    /// Empty squares beside a town that `captor` could enter (13.1).
    fn gain_squares(&self, town: Town, captor: Power) -> Mask {
        let beside: Mask = town.square().neighbours().collect();
        beside & self.open_to(captor) & !self.occupied
    }

    /// Whether Spain may take Wellington instead of the piece it gains (17.4.1).
    fn may_call_wellington(&self, captor: Power) -> Result<(), Denied> {
        let denied = |why| Err(Denied::new(rule!("C-17.4.1-wellington"), why));
        if !self.rules.wellington || captor != Power::Spain {
            return denied("only Spain may call Wellington, where that rule is in use");
        }
        match self.wellington {
            Wellington::Awaited => Ok(()),
            Wellington::Declined => denied("he could be called only for the first piece gained"),
            Wellington::Called => denied("he has come already"),
        }
    }

    /// The empty squares of `within` that are nearest to `from`.
    pub(crate) fn nearest_empty(&self, from: Square, within: Mask) -> Mask {
        let empty = within & !self.occupied;
        let least = empty.iter().map(|square| square.distance(from)).min();
        empty.iter().filter(|square| Some(square.distance(from)) == least).collect()
    }
}

/// Which of several equally near pieces goes with a lost town (13.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Forfeit(pub(crate) Town, pub(crate) Power);

impl Forfeit {
    fn kind(self) -> Kind {
        self.0.symbol().unwrap_or(Kind::Infantry)
    }

    fn doomed(self, game: &Campaign) -> ArrayVec<PieceId, 16> {
        game.nearest_troops(self.1, self.kind(), self.0.square())
    }
}

impl OneOf for Forfeit {
    type Game = Campaign;
    type Item = Square;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(self.1)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Square> {
        self.doomed(game).into_iter().filter_map(|piece| game.square(piece))
    }

    fn action(&self, square: Square) -> Action {
        Action::Forfeit(square)
    }

    fn chosen(self, game: &mut Campaign, square: Square, log: &mut Recorder<Event>) -> Flow<Question> {
        if let Some(piece) = game.piece_on(square) {
            game.forfeit(piece, self.0, log);
        }
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        let Forfeit(town, power) = self;
        asked(game, viewer, game.seat_of(*power), "forfeit", || {
            format!("{town} is lost. Choose the {} piece that goes with it.", power.adjective())
        })
    }

    fn show(&self, game: &Campaign, square: Square) -> Choice {
        game.sealed(&self.action(square), game.on_piece(Verb::Lose, "Give up", square))
    }

    fn clicked(&self, game: &Campaign, target: &Target) -> Option<Square> {
        clicked(game, target)
    }

    fn insist(&self, game: &Campaign) -> Denied {
        let Forfeit(town, power) = *self;
        let lost = match game.troops(power).any(|piece| piece.kind() == self.kind()) {
            true => format!("{} {}", power.adjective(), self.kind()),
            false => format!("{} piece", power.adjective()),
        };
        Denied::new(rule!("C-13.1-lose"), format!("{town} is lost: give up the {lost} nearest to it first"))
    }
}

/// Where the piece gained with a town is placed: beside it (13.1). Spain may take Wellington in its stead (17.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Gain(pub(crate) Town, pub(crate) Power);

/// Who comes with a town, and where he is placed.
#[derive(Clone, Copy)]
pub struct Newcomer {
    wellington: bool,
    at: Square,
}

impl OneOf for Gain {
    type Game = Campaign;
    type Item = Newcomer;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(self.1)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Newcomer> {
        let squares = game.gain_squares(self.0, self.1);
        let ways = 1 + usize::from(game.may_call_wellington(self.1).is_ok());
        let newcomers = [false, true].into_iter().take(ways);
        newcomers
            .flat_map(move |wellington| squares.into_squares().map(move |at| Newcomer { wellington, at }))
    }

    fn action(&self, newcomer: Newcomer) -> Action {
        match newcomer.wellington {
            true => Action::Wellington(newcomer.at),
            false => Action::Place(newcomer.at),
        }
    }

    fn chosen(self, game: &mut Campaign, newcomer: Newcomer, log: &mut Recorder<Event>) -> Flow<Question> {
        let Gain(town, captor) = self;
        let kind = town.symbol().unwrap_or(Kind::Infantry);
        let piece = match newcomer.wellington {
            true => Some(PieceId::second(Power::Spain)),
            false => game.spare(captor, kind),
        };
        if captor == Power::Spain && game.wellington == Wellington::Awaited {
            game.wellington = if newcomer.wellington { Wellington::Called } else { Wellington::Declined };
        }
        if let Some(piece) = piece {
            game.put(piece, newcomer.at);
            log.record(|| Event::Gained { piece: game.tag(piece), town, at: newcomer.at });
        }
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, game.seat_of(self.1), "gain", || {
            format!("{} is yours. Place the piece it raises beside it.", self.0)
        })
    }

    fn show(&self, game: &Campaign, newcomer: Newcomer) -> Choice {
        if newcomer.wellington {
            let label = format!("Call Wellington {}", BOARD.place(newcomer.at));
            let choice = Choice::new(Verb::Place, label, Target::Space(space(newcomer.at)));
            let words = "comes instead of the piece that the town raises";
            return game.sealed(&self.action(newcomer), with(choice, EffectKind::Plain, words));
        }
        let cavalry = self.0.symbol() == Some(Kind::Cavalry);
        let face = if cavalry { Face::Cavalry } else { Face::Infantry };
        let choice = game.placing(piece_name(Some(self.1), face), newcomer.at);
        match game.may_call_wellington(self.1).is_ok() {
            true => with(choice, EffectKind::Plain, "Wellington can then no longer be called"),
            false => choice,
        }
    }

    fn clicked(&self, game: &Campaign, target: &Target) -> Option<Newcomer> {
        Some(Newcomer { wellington: false, at: clicked(game, target)? })
    }

    /// A square beside the town is closed for a reason of its own, and Wellington comes under conditions.
    fn refuse(&self, game: &Campaign, action: &Action) -> Denied {
        let Gain(town, captor) = *self;
        let (Action::Place(square) | Action::Wellington(square)) = *action else { return self.insist(game) };
        let open = match square.distance(town.square()) == 1 {
            true => game.may_enter(captor, square),
            false => return self.insist(game),
        };
        if let Err(closed) = open {
            let why = format!("the piece that {town} raises cannot stand there: {}", closed.why);
            return Denied::new(rule!("C-13.1-gain"), why);
        }
        match game.may_call_wellington(captor) {
            Err(denied) if matches!(action, Action::Wellington(_)) => denied,
            _ => self.insist(game),
        }
    }

    fn insist(&self, _game: &Campaign) -> Denied {
        let why = format!("place the piece that {} raises first, on an empty square beside it", self.0);
        Denied::new(rule!("C-13.1-gain"), why)
    }
}

/// Where a plundered infantry is placed: in the Capital area, or as near as it can (17.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Plunder(pub(crate) Power);

impl Plunder {
    fn squares(self, game: &Campaign) -> Mask {
        let base = BOARD.base(self.0);
        let area = base.capital.all & !game.occupied;
        if area.is_empty() { game.nearest_empty(base.capital.general, BOARD.land) } else { area }
    }
}

impl OneOf for Plunder {
    type Game = Campaign;
    type Item = Square;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(self.0)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Square> {
        self.squares(game).into_squares()
    }

    fn action(&self, square: Square) -> Action {
        Action::Place(square)
    }

    fn chosen(self, game: &mut Campaign, square: Square, log: &mut Recorder<Event>) -> Flow<Question> {
        if let Some(piece) = game.spare(self.0, Kind::Infantry) {
            game.put(piece, square);
            log.record(|| Event::Placed { piece: game.tag(piece), at: square });
        }
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, game.seat_of(self.0), "plunder", || {
            format!("Place the {} infantry won by plunder.", self.0.adjective())
        })
    }

    fn show(&self, game: &Campaign, square: Square) -> Choice {
        game.placing(piece_name(Some(self.0), Face::Infantry), square)
    }

    fn clicked(&self, game: &Campaign, target: &Target) -> Option<Square> {
        clicked(game, target)
    }

    fn insist(&self, game: &Campaign) -> Denied {
        let base = BOARD.base(self.0);
        let capital = &base.name;
        let why = match (base.capital.all & !game.occupied).is_empty() {
            false => format!("place the infantry won by plunder first, in the area of {capital}"),
            true => format!("place the infantry won by plunder first, as near to {capital} as you can"),
        };
        Denied::new(rule!("C-17.2-plunder"), why)
    }
}
