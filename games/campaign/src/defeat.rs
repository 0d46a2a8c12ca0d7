//! Captured Generals, mobilisation and elimination. Rulebook 0.3, 11, 15, 16.

use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, Prompt, Recorder, RuleId, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::{Area, BOARD};
use crate::components::{Kind, PieceId, PieceSet, Power};
use crate::event::{Event, capital};
use crate::square::{Mask, Square};
use crate::state::{Campaign, Place, Recovery, Status, Wellington};
use crate::steps::{Question, asked, clicked};

impl Campaign {
    /// Step 3a: takes beaten troops off the board. A captured General stays where he is until step 3d, unless his
    /// army has another to go on with (17.3.1, 17.4.1).
    pub(crate) fn remove_beaten(&mut self, log: &mut Recorder<Event>) {
        let beaten = self.turn.beaten;
        for piece in beaten.iter() {
            if piece.kind() != Kind::General {
                self.turn.beaten.remove(piece);
                self.remove(piece);
            }
        }
        let captured = self.turn.beaten;
        for piece in captured.iter() {
            if self.goes_on_without(piece) {
                self.turn.beaten.remove(piece);
                self.put(piece, Place::ASIDE);
                self.end_loan(piece);
                log.record(|| Event::SetAside { piece: self.tag(piece) });
            }
        }
    }

    /// Whether an army fights on when this General is captured: France while it has Napoleon, Spain while it has
    /// the other of its two.
    fn goes_on_without(&self, general: PieceId) -> bool {
        let in_play = |piece: PieceId| !matches!(self.place(piece), Place::BOX | Place::ASIDE);
        match general.set_owner() {
            Some(Power::France) => !general.is_second() && in_play(PieceId::second(Power::France)),
            Some(Power::Spain) => {
                let [general_, wellington] = [PieceId::general(Power::Spain), PieceId::second(Power::Spain)];
                in_play(if general == general_ { wellington } else { general_ })
            }
            _ => false,
        }
    }

    /// The first power whose defeat is still to be dealt with.
    fn beaten_power(&self) -> Option<Power> {
        self.turn.beaten.iter().find_map(|piece| piece.set_owner())
    }

    /// Step 3d: eliminations first, then every army whose General was captured is put back on its feet. Returns a
    /// decision somebody owes, if there is one.
    pub(crate) fn next_defeat(&mut self, log: &mut Recorder<Event>) -> Option<Question> {
        while let Some(power) = self.beaten_power() {
            if !self.is_active(power) {
                self.forget_beaten(power);
                continue;
            }
            if !self.turn.lifted {
                if let Some(piece) = self.intruder(power) {
                    return Some(Expel(power, piece).into());
                }
                if self.turn.leader.is_none() {
                    match self.leaders(power).as_slice() {
                        [leader] => self.turn.leader = Some(*leader),
                        _ => return Some(Leader(power).into()),
                    }
                }
                self.lift(power, log);
            }
            if !self.rules.standard
                && let Some(piece) = self.troops(power).find(|piece| self.place(*piece) == Place::WAITING)
            {
                return Some(Surplus(piece).into());
            }
            if self.turn.levies > 0 {
                if self.recruitable(power).next().is_some() {
                    return Some(Recruit(power).into());
                }
                self.turn.levies = 0;
            }
            self.forget_beaten(power);
        }
        None
    }

    fn forget_beaten(&mut self, power: Power) {
        self.turn.beaten.subtract(&PieceId::set(power).collect::<PieceSet>());
        self.turn.lifted = false;
        self.turn.leader = None;
        self.turn.levies = 0;
    }

    /// The squares a beaten army needs for itself.
    fn needed_squares(&self, power: Power) -> Mask {
        let base = BOARD.base(power);
        if self.rules.standard { base.capital.all | base.enlistment.all } else { base.capital.all }
    }

    /// A foreign piece that stands where the beaten army must gather. Owners place in turn order, beginning with
    /// the attacker (C-11.1-expel).
    fn intruder(&self, power: Power) -> Option<PieceId> {
        let from_attacker = |piece: PieceId| {
            self.owner_seat(piece)
                .map_or(u8::MAX, |seat| (seat.0 + self.seats - self.turn.seat.0) % self.seats)
        };
        (self.needed_squares(power) & self.occupied)
            .iter()
            .filter_map(|square| self.piece_on(square))
            .filter(|piece| self.owner(*piece) != Some(power))
            .min_by_key(|piece| from_attacker(*piece))
    }

    /// The Generals who can lead a beaten army: one, unless it has a Napoleon or Wellington to choose.
    fn leaders(&self, power: Power) -> arrayvec::ArrayVec<PieceId, 2> {
        [PieceId::general(power), PieceId::second(power)]
            .into_iter()
            .filter(|piece| self.place(*piece) != Place::BOX)
            .collect()
    }

    /// Gathers the General and all troops at the Capital (11.1) or in the Enlistment area (15.2).
    fn lift(&mut self, power: Power, log: &mut Recorder<Event>) {
        let leader = self.turn.leader.unwrap_or(PieceId::general(power));
        if power == Power::Spain && self.partial {
            self.partial = false;
        }
        for other in self.leaders(power) {
            if other != leader {
                self.put(other, Place::ASIDE);
            }
            self.end_loan(other);
        }
        let army: arrayvec::ArrayVec<PieceId, 24> = self.troops(power).collect();
        for &piece in army.iter().chain([&leader]) {
            self.put(piece, Place::WAITING);
            self.end_loan(piece);
            self.ashore.remove(piece);
        }
        let base = BOARD.base(power);
        let area = if self.rules.standard { &base.enlistment } else { &base.capital };
        self.put(leader, area.general);
        self.fill(power, area);
        self.turn.lifted = true;
        if self.rules.standard {
            self.power_mut(power).recovery = Recovery::Mobilising;
            log.record(|| Event::Enlisted { power, leader: self.tag(leader) });
            self.recruit_after_defeat(power, log);
        } else {
            self.power_mut(power).recovery = Recovery::Misses;
            log.record(|| Event::Returned { power, leader: self.tag(leader) });
        }
    }

    /// Waiting pieces take the empty squares of their kind.
    fn fill(&mut self, power: Power, area: &Area) {
        for kind in Kind::TROOPS {
            for square in area.places(kind) {
                let waiting = self
                    .troops(power)
                    .find(|piece| piece.kind() == kind && self.place(*piece) == Place::WAITING);
                if let Some(piece) = waiting.filter(|_| !self.occupied.has(*square)) {
                    self.put(piece, *square);
                }
            }
        }
    }

    /// Troops that found no room enter the Enlistment area before the throw (15.3).
    pub(crate) fn enter_waiting(&mut self, power: Power) {
        self.fill(power, &BOARD.base(power).enlistment);
    }

    /// What a beaten army may recruit (15.2), and what Prussia gets on top (17.7.1).
    fn recruit_after_defeat(&mut self, power: Power, log: &mut Recorder<Event>) {
        let troops = self.troops(power).count();
        let red = self.towns_of(power).filter(|town| town.is_red()).count();
        self.turn.levies = u8::from(troops == red + 1);
        if troops <= red {
            for kind in Kind::TROOPS {
                self.recruit(power, kind, log);
            }
        }
        if self.rules.liberation && power == Power::Prussia {
            self.turn.levies += 1;
        }
    }

    /// The kinds a power could still recruit.
    fn recruitable(&self, power: Power) -> impl Iterator<Item = Kind> {
        Kind::TROOPS.into_iter().filter(move |kind| self.spare(power, *kind).is_some())
    }

    /// A recruit joins in the Enlistment area, or waits for room there.
    fn recruit(&mut self, power: Power, kind: Kind, log: &mut Recorder<Event>) {
        let Some(piece) = self.spare(power, kind) else { return };
        self.put(piece, Place::WAITING);
        self.fill(power, &BOARD.base(power).enlistment);
        log.record(|| Event::Recruited { piece: self.tag(piece) });
    }

    /// Whether every piece that has room is on a starting square of its kind (16.2).
    pub(crate) fn is_mobilised(&self, power: Power) -> bool {
        let capital = &BOARD.base(power).capital;
        let general = [PieceId::general(power), PieceId::second(power)]
            .iter()
            .any(|piece| self.square(*piece) == Some(capital.general));
        general
            && Kind::TROOPS.into_iter().all(|kind| {
                let of_kind = || self.troops(power).filter(|piece| piece.kind() == kind);
                let placed = of_kind()
                    .filter(|piece| self.square(*piece).is_some_and(|s| capital.places(kind).contains(&s)))
                    .count();
                placed == of_kind().count().min(capital.places(kind).len())
            })
    }

    /// At the end of its turn an army gets nearer to normal (11.1, 16.2).
    pub(crate) fn recover(&mut self, power: Power, log: &mut Recorder<Event>) {
        match self.power(power).recovery {
            Recovery::Shielded => self.power_mut(power).recovery = Recovery::Ready,
            Recovery::Mobilising if self.is_mobilised(power) => {
                self.power_mut(power).recovery = Recovery::Ready;
                log.record(|| Event::Mobilised { power });
            }
            _ => {}
        }
    }

    /// Every power that has a General but no troops is out (C-0.3-dead-troops).
    pub(crate) fn eliminate_the_spent(&mut self, log: &mut Recorder<Event>) {
        for power in Power::ALL {
            if self.is_active(power) && self.troops(power).next().is_none() {
                self.eliminate(power, log);
            }
        }
    }

    /// A power leaves the game: its pieces go, its cards become neutral, its alliances end (C-0.3-remains).
    pub(crate) fn eliminate(&mut self, power: Power, log: &mut Recorder<Event>) {
        log.record(|| Event::Eliminated { power });
        let pieces: arrayvec::ArrayVec<PieceId, 24> = self.pieces_of(power).collect();
        for piece in pieces {
            self.remove(piece);
        }
        for piece in PieceId::all() {
            if self.lent[piece] == Some(power) {
                self.end_loan(piece);
            }
        }
        for card in &mut self.cards {
            if *card == Some(power) {
                *card = None;
            }
        }
        let state = self.power_mut(power);
        state.status = Status::Out;
        state.recovery = Recovery::Ready;
        if power == Power::Spain {
            self.partial = false;
            if self.wellington == Wellington::Awaited {
                self.wellington = Wellington::Declined;
            }
        }
        let seat = self.seat_of(power);
        if !self.is_alive(seat) {
            self.leave_diplomacy(seat);
        }
    }
}

/// Where a piece goes that stands in the way of a beaten army: the beaten power and the piece (11.1, 15.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Expel(pub(crate) Power, pub(crate) PieceId);

impl Expel {
    /// The perimeter of the country, or the nearest land if that is full.
    fn squares(self, game: &Campaign) -> Mask {
        let (base, needed) = (BOARD.base(self.0), game.needed_squares(self.0));
        let perimeter = base.perimeter & !needed & !game.occupied;
        if !perimeter.is_empty() {
            return perimeter;
        }
        game.nearest_empty(base.capital.general, BOARD.land & !needed)
    }
}

/// Who says where a displaced piece goes.
fn displacer(game: &Campaign, piece: PieceId) -> Seat {
    game.owner_seat(piece).unwrap_or(game.turn.seat)
}

impl OneOf for Expel {
    type Game = Campaign;
    type Item = Square;

    fn decider(&self, game: &Campaign) -> Seat {
        displacer(game, self.1)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Square> {
        self.squares(game).into_squares()
    }

    fn action(&self, square: Square) -> Action {
        Action::Place(square)
    }

    fn chosen(self, game: &mut Campaign, square: Square, log: &mut Recorder<Event>) -> Flow<Question> {
        game.put(self.1, square);
        log.record(|| Event::Expelled { piece: game.tag(self.1), to: square });
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, displacer(game, self.1), "expel", || {
            let piece = capital(game.tag(self.1).name());
            format!("{piece} must make way for the army of {}. Choose where it goes.", self.0)
        })
    }

    fn show(&self, game: &Campaign, square: Square) -> Choice {
        game.placing(game.tag(self.1).name(), square)
    }

    fn clicked(&self, game: &Campaign, target: &Target) -> Option<Square> {
        clicked(game, target)
    }

    fn insist(&self, game: &Campaign) -> Denied {
        let rule = if game.rules.standard { rule!("C-15.2-expel") } else { rule!("C-11.1-expel") };
        let piece = game.tag(self.1).name();
        Denied::new(rule, format!("move {piece} out first, to the perimeter of {}", self.0.home()))
    }
}

/// Where a piece goes for which there is no starting square: in its country, as near to the Capital as it can (11.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Surplus(pub(crate) PieceId);

impl Surplus {
    /// The empty squares of its country that are nearest to the Capital.
    fn squares(self, game: &Campaign) -> Mask {
        let Some(power) = game.owner(self.0) else { return Mask::EMPTY };
        let base = BOARD.base(power);
        let home = *BOARD.land_of(power.home()) & !base.capital.all;
        let near = game.nearest_empty(base.capital.general, home);
        if near.is_empty() { game.nearest_empty(base.capital.general, BOARD.land) } else { near }
    }
}

impl OneOf for Surplus {
    type Game = Campaign;
    type Item = Square;

    fn decider(&self, game: &Campaign) -> Seat {
        displacer(game, self.0)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Square> {
        self.squares(game).into_squares()
    }

    fn action(&self, square: Square) -> Action {
        Action::Place(square)
    }

    fn chosen(self, game: &mut Campaign, square: Square, log: &mut Recorder<Event>) -> Flow<Question> {
        game.put(self.0, square);
        log.record(|| Event::Placed { piece: game.tag(self.0), at: square });
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, displacer(game, self.0), "surplus", || {
            format!("Choose where {} stands.", game.tag(self.0).name())
        })
    }

    fn show(&self, game: &Campaign, square: Square) -> Choice {
        game.placing(game.tag(self.0).name(), square)
    }

    fn clicked(&self, game: &Campaign, target: &Target) -> Option<Square> {
        clicked(game, target)
    }

    fn insist(&self, game: &Campaign) -> Denied {
        let why = format!("place {} first, as near to its Capital as you can", game.tag(self.0).name());
        Denied::new(rule!("C-11.1-return"), why)
    }
}

/// Which General leads after a defeat (17.3.1, 17.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Leader(pub(crate) Power);

impl OneOf for Leader {
    type Game = Campaign;
    type Item = PieceId;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(self.0)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = PieceId> {
        game.leaders(self.0).into_iter()
    }

    fn action(&self, general: PieceId) -> Action {
        Action::Lead { second: general.is_second() }
    }

    fn chosen(self, game: &mut Campaign, general: PieceId, _log: &mut Recorder<Event>) -> Flow<Question> {
        game.turn.leader = Some(general);
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, game.seat_of(self.0), "leader", || {
            format!("Choose who leads the {} army from now on.", self.0.adjective())
        })
    }

    fn show(&self, game: &Campaign, general: PieceId) -> Choice {
        let label = format!("Let {} lead", game.tag(general).name());
        game.sealed(&self.action(general), Choice::button(Verb::Lead, label))
    }

    fn insist(&self, _game: &Campaign) -> Denied {
        let rule = match self.0 {
            Power::Spain => rule!("C-17.4.1-both"),
            _ => rule!("C-17.3.1-restart"),
        };
        Denied::new(rule, format!("choose first which General leads the {} army", self.0.adjective()))
    }
}

/// What kind of piece is recruited (15.2, 17.7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Recruit(pub(crate) Power);

impl Recruit {
    /// The rule by which a beaten army recruits a piece of its choice: its last one in Prussia is that of 17.7.1.
    fn rule(self, game: &Campaign) -> RuleId {
        match game.rules.liberation && self.0 == Power::Prussia && game.turn.levies == 1 {
            true => rule!("C-17.7.1-liberation"),
            false => rule!("C-15.2-one"),
        }
    }
}

impl OneOf for Recruit {
    type Game = Campaign;
    type Item = Kind;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(self.0)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Kind> {
        game.recruitable(self.0)
    }

    fn action(&self, kind: Kind) -> Action {
        Action::Recruit(kind)
    }

    fn chosen(self, game: &mut Campaign, kind: Kind, log: &mut Recorder<Event>) -> Flow<Question> {
        game.recruit(self.0, kind, log);
        game.turn.levies -= 1;
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, game.seat_of(self.0), "recruit", || format!("Choose what {} recruits.", self.0))
    }

    fn show(&self, game: &Campaign, kind: Kind) -> Choice {
        game.sealed(&self.action(kind), Choice::button(Verb::Recruit, format!("Recruit {kind}")))
    }

    fn refuse(&self, game: &Campaign, action: &Action) -> Denied {
        match action {
            Action::Recruit(_) => Denied::new(rule!("C-0.1-limit"), "no such piece is left in the box"),
            _ => self.insist(game),
        }
    }

    fn insist(&self, game: &Campaign) -> Denied {
        Denied::new(self.rule(game), format!("choose first what {} recruits: infantry or cavalry", self.0))
    }
}
