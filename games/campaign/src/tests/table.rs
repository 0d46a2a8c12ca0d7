//! A table for tests: a position in a few words.

use engine::{Denied, Form, Game, Recorder, Seat, Seed, Setup, Spot, Value, Viewer, kit};

use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::components::{Kind, PieceId, Power};
use crate::event::Event;
use crate::square::Square;
use crate::state::{Campaign, EndReason, Phase, Place, Recovery, Turn};
use crate::steps::Sequence;

/// A game in the hands of a test.
pub(crate) struct At {
    pub(crate) game: Campaign,
    /// Everything that has happened since the table was set.
    pub(crate) log: Recorder<Event>,
}

/// The square with this name: a town, a Capital, or `column,row`.
pub(crate) fn sq(name: &str) -> Square {
    Square::all().find(|square| BOARD.name(*square) == name).unwrap_or_else(|| name.parse().unwrap())
}

/// The town with this name.
pub(crate) fn town(name: &str) -> Town {
    Town::all().find(|town| town.name() == name).unwrap_or_else(|| panic!("there is no town {name}"))
}

/// A game set up with default options: the first turn is about to begin. Powers go to the seats as listed, in the
/// order in which players choose: with two players the seats choose 1, 2, 2, 1.
pub(crate) fn game(level: &str, seats: u8, powers: &[Power]) -> At {
    game_with(level, seats, powers, &[])
}

/// The same with house rules. Answers owed before the first turn are still owed.
pub(crate) fn game_with(level: &str, seats: u8, powers: &[Power], options: &[(&str, Value)]) -> At {
    let mut setup = Setup::new(level, seats, Seed::from_number(1805));
    for (option, value) in options {
        setup = setup.with(option, value.clone());
    }
    let mut log = Recorder::default();
    let game = <Campaign as Game>::new(&setup, &mut log).unwrap();
    let mut at = At { game, log };
    for power in powers {
        at.ok(Action::Base(*power));
    }
    at
}

/// Four players, each with his usual power: seat 1 France, 2 Russia, 3 Austria, 4 Spain.
pub(crate) fn four(level: &str) -> At {
    four_with(level, &[])
}

/// The same with house rules.
pub(crate) fn four_with(level: &str, options: &[(&str, Value)]) -> At {
    game_with(level, 4, &[Power::France, Power::Russia, Power::Austria, Power::Spain], options)
}

/// House rules that are simply on.
pub(crate) fn on<const N: usize>(options: [&'static str; N]) -> [(&'static str, Value); N] {
    options.map(|option| (option, Value::Flag(true)))
}

impl At {
    /// Takes every piece off the board.
    pub(crate) fn clear(mut self) -> At {
        for piece in PieceId::all() {
            self.game.put(piece, Place::BOX);
        }
        self.game.minors = Default::default();
        self
    }

    /// Puts the next piece of this kind from the box on a square. For Napoleon and Wellington see
    /// [`At::with_second`].
    pub(crate) fn with(mut self, power: Power, kind: Kind, square: &str) -> At {
        self.add(power, kind, square);
        self
    }

    /// The same, on a table that stays where it is.
    pub(crate) fn add(&mut self, power: Power, kind: Kind, square: &str) -> PieceId {
        let piece = match kind {
            Kind::General => PieceId::general(power),
            _ => PieceId::troops(power, kind)
                .find(|piece| self.game.place(*piece) == Place::BOX && !self.game.is_guard(*piece))
                .expect("the box is not empty"),
        };
        self.game.put(piece, sq(square));
        piece
    }

    /// Puts Napoleon or Wellington on a square.
    pub(crate) fn with_second(mut self, power: Power, square: &str) -> At {
        self.game.put(PieceId::second(power), sq(square));
        if power == Power::Spain {
            self.game.wellington = crate::state::Wellington::Called;
        }
        self
    }

    /// Puts the Guard of a power on a square (17.3.2, 17.5.2).
    pub(crate) fn with_guard(mut self, power: Power, square: &str) -> At {
        self.game.put(PieceId::guard(power), sq(square));
        self
    }

    /// Every power that has no General or no troops on the board gets him, or one infantry, in its Enlistment area,
    /// far from everything, so that a turn can go on without anybody being eliminated.
    pub(crate) fn camps(mut self) -> At {
        for power in Power::ALL.into_iter().filter(|power| self.game.is_active(*power)).collect::<Vec<_>>() {
            let area = &BOARD.base(power).enlistment;
            let generals = [PieceId::general(power), PieceId::second(power)];
            if generals.iter().all(|general| self.game.place(*general) == Place::BOX) {
                self.game.put(PieceId::general(power), area.general);
            }
            if self.game.troops(power).next().is_none() {
                self.add(power, Kind::Infantry, &area.infantry[3].to_string());
            }
        }
        self
    }

    /// Gives a town card to somebody.
    pub(crate) fn card(mut self, name: &str, holder: impl Into<Option<Power>>) -> At {
        self.game.cards[town(name)] = holder.into();
        self
    }

    /// It is this power's turn and it has thrown so many pips.
    pub(crate) fn turn(mut self, power: Power, pips: u8) -> At {
        self.begin(power, pips);
        self
    }

    /// The same, on a table that stays where it is.
    pub(crate) fn begin(&mut self, power: Power, pips: u8) {
        let seat = self.game.seat_of(power);
        self.game.turn =
            Turn { pips, throw: [pips / 2, pips - pips / 2], ..self.game.turn.next(seat, power) };
        self.game.sequence = Sequence::new(Phase::Moving, None);
    }

    /// It is this power's turn and the dice are not thrown yet.
    pub(crate) fn open(mut self, power: Power) -> At {
        let seat = self.game.seat_of(power);
        self.game.turn = self.game.turn.next(seat, power);
        self.game.sequence = Sequence::new(Phase::Open, None);
        self
    }

    /// Makes two seats allies.
    pub(crate) fn allied(mut self, a: Power, b: Power) -> At {
        let (a, b) = (self.game.seat_of(a), self.game.seat_of(b));
        self.game.diplomacy.allied[a.index()].insert(b);
        self.game.diplomacy.allied[b.index()].insert(a);
        self
    }

    /// Has `host` consent to his ally's entering his country.
    pub(crate) fn admitted(mut self, host: Power, guest: Power) -> At {
        let (host, guest) = (self.game.seat_of(host), self.game.seat_of(guest));
        self.game.diplomacy.admitted[host.index()].insert(guest);
        self
    }

    /// Has an army recover from a defeat.
    pub(crate) fn recovering(mut self, power: Power, recovery: Recovery) -> At {
        self.game.power_mut(power).recovery = recovery;
        self
    }

    /// Puts the next piece of this kind from the box to sea.
    pub(crate) fn afloat(mut self, power: Power, kind: Kind) -> At {
        let piece = self.game.spare(power, kind).expect("the box is not empty");
        self.game.put(piece, Place::SEA);
        self
    }

    /// Whoever has an army in play but no troops on the board gets a cavalry in a corner of his country, so that
    /// he stays in the game.
    pub(crate) fn bystanders(mut self) -> At {
        let corners = ["5,6", "20,3", "32,1", "31,20", "9,21"];
        for (power, corner) in Power::ALL.into_iter().zip(corners) {
            if self.game.is_active(power) && self.game.troops(power).next().is_none() {
                self.add(power, Kind::Cavalry, corner);
            }
        }
        self
    }

    /// Does nothing more in this turn.
    pub(crate) fn rest(&mut self) -> &mut At {
        while self.game.ended.is_none() && self.game.phase() != Phase::Open {
            self.done();
        }
        self
    }

    /// Lets turns go by, everybody throwing and doing nothing, until this power is about to throw.
    pub(crate) fn wait_for(&mut self, power: Power) -> &mut At {
        for _ in 0..10 {
            if self.game.turn.power == power {
                return self;
            }
            self.ok(Action::Throw).rest();
        }
        panic!("{power} never gets its turn");
    }

    /// Where a piece is: a square by its name, or a place beside the board.
    pub(crate) fn whereabouts(&self, piece: PieceId) -> String {
        match self.game.place(piece) {
            Place::BOX => "box".into(),
            Place::SEA => "sea".into(),
            Place::WAITING => "waiting".into(),
            Place::ASIDE => "aside".into(),
            place => BOARD.name(place.square().expect("a piece is on the board")).into(),
        }
    }

    /// What this power still has to go through.
    pub(crate) fn recovery(&self, power: Power) -> Recovery {
        self.game.power(power).recovery
    }

    /// Loads the dice: the next six-sided dice will show these faces.
    pub(crate) fn load(&mut self, faces: &[u8]) {
        self.game.dice = kit::loaded(faces);
    }

    /// What whoever must decide would do under a standing order.
    pub(crate) fn ordered(&self, order: &str, value: &str) -> Option<Action> {
        let orders = [(order.to_owned(), Value::from(value))].into();
        self.game.ordered(self.decider(), &Campaign::info().ordered(&orders).unwrap())
    }

    /// Who must decide.
    pub(crate) fn decider(&self) -> Seat {
        self.game.to_act().iter().next().expect("somebody must decide")
    }

    /// Everything the decider may do.
    pub(crate) fn listed(&self) -> Vec<Action> {
        let mut out = Vec::new();
        self.game.actions(self.decider(), &mut out);
        out
    }

    /// Does something as whoever must decide.
    pub(crate) fn act(&mut self, action: Action) -> Result<(), Denied> {
        self.act_as(self.decider(), action)
    }

    /// Does something as a certain seat. What is listed is accepted and the other way round, here too.
    pub(crate) fn act_as(&mut self, seat: Seat, action: Action) -> Result<(), Denied> {
        kit::attempt(&mut self.game, seat, &action, &mut self.log)
    }

    /// Does something that must be allowed.
    pub(crate) fn ok(&mut self, action: Action) -> &mut At {
        self.act(action).unwrap_or_else(|denied| panic!("{action:?} is refused: {denied}"));
        self
    }

    /// Tries something that must be refused; the rule that forbids it.
    pub(crate) fn refused(&mut self, action: Action) -> &'static str {
        match self.act(action) {
            Ok(()) => panic!("{action:?} is allowed"),
            Err(denied) => denied.rule.as_str(),
        }
    }

    pub(crate) fn name(&mut self, square: &str) -> &mut At {
        self.ok(Action::Name(sq(square)))
    }

    pub(crate) fn step(&mut self, from: &str, to: &str) -> &mut At {
        self.ok(Action::Step { from: sq(from), to: sq(to) })
    }

    pub(crate) fn step_refused(&mut self, from: &str, to: &str) -> &'static str {
        self.refused(Action::Step { from: sq(from), to: sq(to) })
    }

    pub(crate) fn done(&mut self) -> &mut At {
        self.ok(Action::Done)
    }

    /// Everybody passes until it is this power's turn; the dice are not thrown yet. At least one turn is played.
    pub(crate) fn until(&mut self, power: Power) -> &mut At {
        loop {
            let next = if self.game.phase() == Phase::Open { Action::Throw } else { Action::Done };
            self.ok(next);
            if self.game.phase() == Phase::Open && self.game.turn.power == power {
                return self;
            }
        }
    }

    /// The seat that leads a power.
    pub(crate) fn seat(&self, power: Power) -> Seat {
        self.game.seat_of(power)
    }

    /// Ends the turn under way without doing anything more.
    pub(crate) fn end_turn(&mut self) -> &mut At {
        while self.game.ended.is_none() && self.game.phase() != Phase::Open {
            self.done();
        }
        self
    }

    /// Throws and lets the turn go by.
    pub(crate) fn idle(&mut self) -> &mut At {
        self.ok(Action::Throw).end_turn()
    }

    /// The army whose turn it is.
    pub(crate) fn army(&self) -> Power {
        self.game.turn.power
    }

    /// Pips left.
    pub(crate) fn pips(&self) -> u8 {
        self.game.turn.pips
    }

    /// Takes the pieces on these squares off the board.
    pub(crate) fn without<const N: usize>(mut self, squares: [&str; N]) -> At {
        for square in squares {
            let piece = self.on(square).unwrap_or_else(|| panic!("nobody stands on {square}"));
            self.game.put(piece, Place::BOX);
        }
        self
    }

    /// Takes all infantry and cavalry of a power off the board.
    pub(crate) fn without_troops(mut self, power: Power) -> At {
        let troops: Vec<PieceId> = self.game.troops(power).collect();
        troops.into_iter().for_each(|piece| self.game.put(piece, Place::BOX));
        self
    }

    /// Gives several town cards to somebody.
    pub(crate) fn cards<const N: usize>(self, names: [&str; N], holder: Power) -> At {
        names.into_iter().fold(self, |at, name| at.card(name, holder))
    }

    /// The squares the piece on a square may move to now.
    pub(crate) fn moves_of(&self, square: &str) -> Vec<Square> {
        let from = sq(square);
        let mut to: Vec<Square> = self
            .listed()
            .into_iter()
            .filter_map(|action| match action {
                Action::Step { from: other, to } if other == from => Some(to),
                _ => None,
            })
            .collect();
        to.sort_unstable();
        to
    }

    /// The names of the cards that lie before a seat, or of the neutral ones.
    pub(crate) fn hand(&self, seat: Option<Seat>) -> Vec<String> {
        let table = self.game.view(Viewer::Spectator);
        let cards = |piece: &&engine::Piece| match piece.at {
            Spot::Hand { hand } => {
                let hand = &table.hands[usize::from(hand)];
                let neutral = hand.title == "Neutral town cards";
                piece.print.form == Form::Card && hand.seat == seat && seat.is_none() == neutral
            }
            Spot::Space(_) | Spot::Inside { .. } => false,
        };
        let mut names: Vec<String> =
            table.pieces.iter().filter(cards).map(|piece| piece.name().into_owned()).collect();
        names.sort_unstable();
        names
    }

    /// Who has won, and how.
    pub(crate) fn won(&self) -> Option<(Vec<Seat>, EndReason)> {
        self.game.ended.map(|end| (end.winners.iter().collect(), end.reason))
    }

    /// The piece on a square.
    pub(crate) fn on(&self, square: &str) -> Option<PieceId> {
        self.game.piece_on(sq(square))
    }

    /// Who holds a town.
    pub(crate) fn holder(&self, name: &str) -> Option<Power> {
        self.game.cards[town(name)]
    }

    /// How many troops of a kind a power has in play.
    pub(crate) fn count(&self, power: Power, kind: Kind) -> usize {
        self.game.troops(power).filter(|piece| piece.kind() == kind).count()
    }

    /// Whether the piece on `target` could be taken as the pieces stand, by the active player.
    pub(crate) fn can_take(&self, target: &str) -> bool {
        self.game.may_take(self.on(target).expect("there is a target")).is_ok()
    }

    /// The rule that saves the piece on `target`.
    pub(crate) fn saved_by(&self, target: &str) -> &'static str {
        self.game.may_take(self.on(target).expect("there is a target")).unwrap_err().rule.as_str()
    }
}
