//! Preparation: bases, starting squares, cards. Rulebook 1, 8.1, and the starts of 17.3, 17.5, 17.8, 17.9.

use arrayvec::ArrayVec;
use engine::steps::{self, Flow, OneOf};
use engine::{
    By, Chance, Choice, Denied, Dice, Prompt, Recorder, RuleId, Seat, Setup, SetupError, Target, Verb,
    Viewer, rule,
};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::components::{Kind, MINORS, PieceId, PieceSet, Power};
use crate::event::{Event, space};
use crate::options::{Bases, Congress, INFO, Rules};
use crate::sea::{FORCE, GARRISON};
use crate::square::{Mask, Square};
use crate::state::{Campaign, Diplomacy, Phase, Place, PowerState, Recovery, Status, Turn, Wellington};
use crate::steps::{Question, Sequence, asked, clicked};

impl Campaign {
    /// The table before anybody has chosen a power.
    pub(crate) fn prepare(setup: &Setup, log: &mut Recorder<Event>) -> Result<Campaign, SetupError> {
        let settings = INFO.resolve(setup)?;
        let rules = Rules::read(&settings);
        if setup.seats == 5 && !rules.five_players && rules.congress == Congress::Off {
            let why = "5 players need the house rule five-players, and black Prussian pieces";
            return Err(Denied::new(rule!("C-1.1-five"), why).into());
        }
        if setup.seats != 5 && rules.five_players {
            return Err(
                Denied::new(rule!("C-1.1-five"), "the house rule five-players is for 5 players").into()
            );
        }
        let mut game = Campaign {
            rules,
            seats: setup.seats,
            powers: By::all(PowerState {
                seat: None,
                status: Status::Absent,
                recovery: Recovery::Ready,
                capital_to: None,
            }),
            at: By::all(Place::BOX),
            occupied: Mask::EMPTY,
            minors: [None; MINORS as usize],
            lent: By::all(None),
            fresh: PieceSet::EMPTY,
            ashore: PieceSet::EMPTY,
            cards: By::all(None),
            diplomacy: Diplomacy::default(),
            wellington: Wellington::Awaited,
            partial: false,
            turn: Turn::new(),
            sequence: Sequence::new(Phase::Bases, None),
            dice: Dice::new(setup.seed),
            ended: None,
        };
        if rules.congress == Congress::Neutrals {
            game.draw_neutrals(log);
        }
        if rules.bases == Bases::Lot {
            while game.phase() == Phase::Bases {
                let bases: ArrayVec<Power, 5> = game.open_bases().collect();
                let power = bases[game.dice.index(bases.len())];
                let flow = game.take_base(power, log);
                steps::follow(&mut game, flow, log);
            }
        }
        Ok(game)
    }

    /// How many powers are led by players.
    fn bases_to_choose(&self) -> usize {
        match (self.rules.congress, self.seats) {
            (Congress::Shared, _) => 5,
            (_, 2) => 4,
            (_, seats) => usize::from(seats),
        }
    }

    /// Powers nobody leads are drawn until every played country has an open way out (C-1.1-congress).
    fn draw_neutrals(&mut self, log: &mut Recorder<Event>) {
        let neutrals = 5 - self.bases_to_choose();
        loop {
            let mut powers = Power::ALL;
            self.dice.shuffle(&mut powers);
            let (neutral, played) = powers.split_at(neutrals);
            self.powers.iter_mut().for_each(|power| power.status = Status::Absent);
            neutral.iter().for_each(|power| self.power_mut(*power).status = Status::Neutral);
            if played.iter().all(|power| self.has_way_out(*power)) {
                break;
            }
        }
        for power in Power::ALL {
            if self.power(power).status == Status::Neutral {
                log.record(|| Event::Neutral { power });
            }
        }
    }

    /// Whether a country can be left over open land without entering a neutral one.
    fn has_way_out(&self, power: Power) -> bool {
        let home = BOARD.land_of(power.home());
        let closed = Power::ALL
            .into_iter()
            .filter(|other| *other != Power::Prussia && self.power(*other).status == Status::Neutral)
            .fold(Mask::EMPTY, |closed, other| closed | *BOARD.land_of(other.home()));
        let abroad = BOARD.land & !*home & !closed;
        home.iter().any(|square| abroad.touches(square))
    }

    /// Powers that can still be chosen (1.1).
    pub(crate) fn open_bases(&self) -> impl Iterator<Item = Power> {
        Power::ALL.into_iter().filter(|power| self.may_take_base(*power).is_ok())
    }

    pub(crate) fn may_take_base(&self, power: Power) -> Result<(), Denied> {
        match self.power(power).status {
            Status::Absent => {}
            Status::Neutral => {
                return Err(Denied::new(rule!("C-1.1-congress"), "that power is neutral in this game"));
            }
            _ => return Err(Denied::new(self.bases_rule(), "that power is taken")),
        }
        if self.rules.congress != Congress::Off || self.rules.five_players {
            return Ok(());
        }
        if self.seats == 4 && power == Power::Prussia {
            return Err(Denied::new(rule!("C-1.1-four"), "with 4 players nobody leads Prussia"));
        }
        let rival = match power {
            Power::France => Power::Prussia,
            Power::Prussia => Power::France,
            _ => return Ok(()),
        };
        if self.is_active(rival) {
            return Err(Denied::new(self.bases_rule(), "only one of France and Prussia is led in this game"));
        }
        Ok(())
    }

    /// The rule that shares out the powers among so many players.
    pub(crate) fn bases_rule(&self) -> RuleId {
        match (self.rules.congress, self.seats) {
            (Congress::Neutrals | Congress::Shared, _) => rule!("C-1.1-congress"),
            (Congress::Off, 2) => rule!("C-1.1-two"),
            (Congress::Off, 3) => rule!("C-1.1-three"),
            (Congress::Off, 4) => rule!("C-1.1-four"),
            (Congress::Off, _) => rule!("C-1.1-five"),
        }
    }

    /// Whose turn it is to choose: in the order of seats, then back, and so on.
    pub(crate) fn chooser(&self) -> Seat {
        let taken = self.powers.iter().filter(|power| power.status == Status::Active).count() as u8;
        let (lap, place) = (taken / self.seats, taken % self.seats);
        Seat(if lap % 2 == 0 { place } else { self.seats - 1 - place })
    }

    /// Whether the next choice of a power is the last.
    pub(crate) fn is_last_base(&self) -> bool {
        let taken = self.powers.iter().filter(|power| power.status == Status::Active).count();
        taken + 1 == self.bases_to_choose()
    }

    /// The chooser takes a power. With the last one the game begins.
    pub(crate) fn take_base(&mut self, power: Power, log: &mut Recorder<Event>) -> Flow<Question> {
        let seat = self.chooser();
        let state = self.power_mut(power);
        state.seat = Some(seat);
        state.status = Status::Active;
        log.record(|| Event::Base { seat, power });
        let taken = self.powers.iter().filter(|power| power.status == Status::Active).count();
        if taken == self.bases_to_choose() { self.set_up(log) } else { Flow::stay(Phase::Bases) }
    }

    /// Pieces and cards go to their places (1.2, 1.3), and the dice decide who begins (8.1).
    fn set_up(&mut self, log: &mut Recorder<Event>) -> Flow<Question> {
        for power in Power::ALL {
            if matches!(self.power(power).status, Status::Active | Status::Neutral) {
                self.set_up_power(power);
            }
        }
        self.place_minors();
        self.turn.first = self.throw_for_first();
        log.record(|| Event::First { party: self.party(self.turn.first) });
        match self.next_preparation(None) {
            Some(first) => Flow::call(Phase::Preparation, first),
            None => Flow::goto(Phase::Preparation),
        }
    }

    fn set_up_power(&mut self, power: Power) {
        if self.is_active(power) {
            for town in Town::of(power.home()) {
                self.cards[town] = Some(power);
            }
        }
        let capital = &BOARD.base(power).capital;
        if power == Power::Spain && self.rules.before_trafalgar && self.is_active(power) {
            self.partial = true;
            self.put(PieceId::general(power), Place::SEA);
            for ((kind, garrison), (_, force)) in GARRISON.into_iter().zip(FORCE) {
                for number in 0..garrison {
                    self.put(PieceId::troop(power, kind, number), capital.places(kind)[usize::from(number)]);
                }
                for number in garrison..garrison + force {
                    self.put(PieceId::troop(power, kind, number), Place::SEA);
                }
            }
            return;
        }
        let napoleon = self.rules.napoleon && power == Power::France && self.is_active(power);
        if napoleon {
            // The other General finds his square when France has chosen it.
            self.put(PieceId::second(power), capital.general);
        } else {
            self.put(PieceId::general(power), capital.general);
        }
        for kind in Kind::TROOPS {
            for (number, square) in capital.places(kind).iter().enumerate() {
                self.put(PieceId::troop(power, kind, number as u8), *square);
            }
        }
    }

    /// The highest throw begins; ties throw again (8.1).
    fn throw_for_first(&mut self) -> Seat {
        let mut throwing: ArrayVec<Seat, 8> = Seat::first(self.seats).collect();
        while throwing.len() > 1 {
            let throws: ArrayVec<u8, 8> =
                throwing.iter().map(|_| self.dice.die(6) + self.dice.die(6)).collect();
            let best = throws.iter().max().copied();
            throwing = throwing
                .iter()
                .zip(&throws)
                .filter(|(_, t)| Some(**t) == best)
                .map(|(seat, _)| *seat)
                .collect();
        }
        throwing[0]
    }

    /// The next decision that is owed before the first turn.
    fn next_preparation(&self, after: Option<Question>) -> Option<Question> {
        let questions = [
            (self.rules.napoleon && self.is_active(Power::France)).then_some(OtherGeneral.into()),
            (self.rules.fervour && self.is_active(Power::France)).then_some(Extra(Power::France).into()),
            (self.rules.steppes && self.is_active(Power::Russia)).then_some(Extra(Power::Russia).into()),
        ];
        let mut questions = questions.into_iter().flatten();
        match after {
            None => questions.next(),
            Some(done) => questions.skip_while(|question| *question != done).nth(1),
        }
    }

    /// How it goes on once this has been answered.
    fn after_preparation(&self, done: impl Into<Question>) -> Flow<Question> {
        self.next_preparation(Some(done.into())).map_or(Flow::End, Flow::Goto)
    }

    fn may_reinforce(&self, power: Power, town: Town, kind: Kind) -> Result<(), Denied> {
        let denied = |why| Err(Denied::new(extra_rule(power), why));
        if town.country() != power.home() || !town.is_red() {
            return denied("the extra piece starts on a red town at home");
        }
        if kind == Kind::General {
            return denied("the extra piece is infantry or cavalry");
        }
        if self.occupied.has(town.square()) {
            return denied("another piece stands there");
        }
        Ok(())
    }
}

/// Where the other French General starts: on open land that touches the Capital area (17.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OtherGeneral;

impl OneOf for OtherGeneral {
    type Game = Campaign;
    type Item = Square;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(Power::France)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Square> {
        (BOARD.base(Power::France).ring & BOARD.land & !game.occupied).into_squares()
    }

    fn action(&self, square: Square) -> Action {
        Action::Place(square)
    }

    fn chosen(self, game: &mut Campaign, square: Square, log: &mut Recorder<Event>) -> Flow<Question> {
        let general = PieceId::general(Power::France);
        game.put(general, square);
        log.record(|| Event::Placed { piece: game.tag(general), at: square });
        game.after_preparation(self)
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, game.seat_of(Power::France), "other-general", || {
            "Place the other French General next to the area of Paris.".to_owned()
        })
    }

    fn show(&self, game: &Campaign, square: Square) -> Choice {
        game.placing(game.tag(PieceId::general(Power::France)).name(), square)
    }

    fn clicked(&self, game: &Campaign, target: &Target) -> Option<Square> {
        clicked(game, target)
    }

    fn insist(&self, _game: &Campaign) -> Denied {
        let why = "place the other French General first, on empty land that touches the area of Paris";
        Denied::new(rule!("C-17.3.1-napoleon"), why)
    }
}

/// The extra piece of 17.3.3 or 17.5.1, on a red town. France may go without.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Extra(pub Power);

impl OneOf for Extra {
    type Game = Campaign;
    type Item = Option<(Town, Kind)>;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(self.0)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Option<(Town, Kind)>> {
        let Extra(power) = *self;
        let pieces = Town::of(power.home()).flat_map(|town| Kind::TROOPS.map(|kind| (town, kind)));
        let open = pieces.filter(move |(town, kind)| game.may_reinforce(power, *town, *kind).is_ok());
        open.map(Some).chain((power == Power::France).then_some(None))
    }

    fn action(&self, extra: Option<(Town, Kind)>) -> Action {
        extra.map_or(Action::Decline, |(town, kind)| Action::Reinforce { town, kind })
    }

    fn chosen(
        self,
        game: &mut Campaign,
        extra: Option<(Town, Kind)>,
        log: &mut Recorder<Event>,
    ) -> Flow<Question> {
        let spare = extra.and_then(|(town, kind)| Some((town, game.spare(self.0, kind)?)));
        if let Some((town, piece)) = spare {
            game.put(piece, town.square());
            log.record(|| Event::Placed { piece: game.tag(piece), at: town.square() });
        }
        game.after_preparation(self)
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, game.seat_of(self.0), "extra-piece", || {
            format!("Place the extra piece of {} on one of its red towns.", self.0)
        })
    }

    fn show(&self, _game: &Campaign, extra: Option<(Town, Kind)>) -> Choice {
        let Some((town, kind)) = extra else {
            return Choice::button(Verb::Pass, "Start without an extra piece");
        };
        let label = format!("Start with an extra {kind} in {town}");
        Choice::new(Verb::Place, label, Target::Space(space(town.square())))
    }

    fn refuse(&self, game: &Campaign, action: &Action) -> Denied {
        let Action::Reinforce { town, kind } = *action else { return self.insist(game) };
        game.may_reinforce(self.0, town, kind).err().unwrap_or_else(|| self.insist(game))
    }

    fn insist(&self, _game: &Campaign) -> Denied {
        let why =
            format!("place the extra infantry or cavalry of {} first, on a red town of its own", self.0);
        Denied::new(extra_rule(self.0), why)
    }
}

/// The rule for the extra piece of a power.
fn extra_rule(power: Power) -> RuleId {
    if power == Power::France { rule!("C-17.3.3-fervour") } else { rule!("C-17.5.1-extra") }
}
