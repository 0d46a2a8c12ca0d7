//! Raid: a march that can be intercepted, with a battle in the interception and losses to be chosen in the battle.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::*;
use crate::kit::Kit;
use crate::toy::{Marker, Skirmish};
use crate::{
    Board, Chance, Dice, Info, Keyed, Ledger, Line, Outcome, Piece, PieceKey, Print, Printed, Recorder,
    Scenario, SeatRange, Seed, Setup, SetupError, Sheet, SpaceRef, Spot, Table, Tint, Verb, rule,
};

const RAIDER: Seat = Seat(0);
const GUARD: Seat = Seat(1);
const FAR: u8 = 4;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Raid {
    at: u8,
    /// Which of four men each side has.
    men: [[bool; 4]; 2],
    /// Whether the spy has been sent.
    spied: bool,
    night: u8,
    steps: Stack<Question>,
    dice: Dice,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Action {
    Go,
    Camp,
    Spy,
    Intercept,
    LetPass,
    Bid(u8),
    Lose(u8),
    Keep(u8),
    Done,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Event {
    Went(u8),
    Rested(u8),
    Spied,
    Intercepted,
    Bid(Seat, u8),
    Won(Seat),
    Lost(Seat, Vec<u8>),
}

crate::steps! {
    enum Question for Raid {
        March(March),
        Night,
        Intercept(Intercept),
        Battle(Simultaneous<Battle, u8>),
        Losses(Choose<Losses, u8, 4>),
    }
}

/// A man as a piece: the raiders' are 0 to 3, the guards' 4 to 7.
struct Man(u8);

impl Keyed for Man {
    const FAMILY: u8 = 1;

    fn number(&self) -> u32 {
        self.0.into()
    }

    fn numbered(number: u32) -> Option<Man> {
        u8::try_from(number).ok().filter(|man| *man < 8).map(Man)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct March {
    left: u8,
}

impl Step<Raid> for March {
    fn deciders(&self, _game: &Raid) -> Seats {
        RAIDER.into()
    }

    fn may_interject(&self, game: &Raid) -> Seats {
        if game.spied { Seats::NONE } else { GUARD.into() }
    }

    fn list(&self, _game: &Raid, seat: Seat, out: &mut Vec<Action>) {
        match seat {
            GUARD => out.push(Action::Spy),
            _ if self.left > 0 => out.extend([Action::Go, Action::Camp]),
            _ => out.push(Action::Camp),
        }
    }

    fn act(
        self,
        game: &mut Raid,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match (seat, action) {
            (GUARD, Action::Spy) => {
                game.spied = true;
                log.record(|| Event::Spied);
                Ok(Flow::stay(self))
            }
            (RAIDER, Action::Go) if self.left == 0 => {
                Err(Denied::new(rule!("R-1-march"), "two spaces a day; two have been marched"))
            }
            (RAIDER, Action::Go) => {
                game.at += 1;
                log.record(|| Event::Went(game.at));
                let rest = March { left: self.left - 1 };
                let intercepted = game.at.is_multiple_of(2) && game.count(GUARD) > 0;
                Ok(if intercepted { Flow::call(rest, Intercept { fought: false }) } else { Flow::stay(rest) })
            }
            (RAIDER, Action::Camp) => Ok(Flow::goto(Night)),
            _ => Err(self.not_now(game)),
        }
    }

    /// Whoever was intercepted goes no further today.
    fn resume(self, _game: &mut Raid, _log: &mut Recorder<Event>) -> Flow<Question> {
        Flow::stay(March { left: 0 })
    }

    fn prompt(&self, _game: &Raid, _viewer: Viewer) -> Prompt {
        Prompt::new("march", "March")
    }

    fn choice(&self, game: &Raid, _seat: Seat, action: &Action) -> Choice {
        match action {
            Action::Go => {
                let to = SpaceRef { board: 0, space: u16::from(game.at) + 1 };
                Choice::new(Verb::Move, "March", Target::Move { piece: PieceKey::of(&Marker), to })
            }
            Action::Spy => Choice::button(Verb::Event, "Send a spy"),
            _ => Choice::button(Verb::Done, "Camp").sealing(),
        }
    }

    fn attempts(&self, _game: &Raid, _seat: Seat, target: &Target) -> Vec<Action> {
        match target {
            Target::Space(_) | Target::Move { .. } => vec![Action::Go],
            _ => Vec::new(),
        }
    }
}

/// Nobody decides anything at night: the raiders rest, and go on in the morning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Night;

impl Step<Raid> for Night {
    crate::nobody_decides!(Raid);

    fn settle(self, game: &mut Raid, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        game.night += 1;
        let die = game.dice.die(6);
        log.record(|| Event::Rested(die));
        // After a bad night they rest on.
        Some(if die == 1 { Flow::stay(self) } else { Flow::goto(March { left: 2 }) })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Intercept {
    fought: bool,
}

impl OneOf for Intercept {
    type Game = Raid;
    type Item = Action;

    fn decider(&self, _game: &Raid) -> Seat {
        GUARD
    }

    fn candidates(&self, _game: &Raid) -> impl Iterator<Item = Action> {
        [Action::Intercept, Action::LetPass].into_iter()
    }

    fn action(&self, item: Action) -> Action {
        item
    }

    fn chosen(self, _game: &mut Raid, item: Action, log: &mut Recorder<Event>) -> Flow<Question> {
        if item == Action::LetPass {
            return Flow::End;
        }
        log.record(|| Event::Intercepted);
        Flow::call(Intercept { fought: true }, Simultaneous::new(Battle, Seats::first(2)))
    }

    fn ask(&self, _game: &Raid, _viewer: Viewer) -> Prompt {
        Prompt::new("intercept", "Intercept them?")
    }

    fn show(&self, _game: &Raid, item: Action) -> Choice {
        match item {
            Action::Intercept => Choice::button(Verb::Attack, "Intercept"),
            _ => Choice::button(Verb::Pass, "Let them pass"),
        }
    }

    fn insist(&self, _game: &Raid) -> Denied {
        Denied::new(rule!("R-2-intercept"), "say first whether you intercept")
    }

    /// The battle is over: if both still stand, he may attack again.
    fn after(self, game: &mut Raid, _log: &mut Recorder<Event>) -> Flow<Question> {
        assert!(self.fought, "only a battle is called from here");
        if game.count(GUARD) > 0 { Flow::stay(self) } else { Flow::End }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Battle;

impl Secret<Raid> for Battle {
    type Answer = u8;

    fn list(&self, _game: &Raid, _seat: Seat, out: &mut Vec<Action>) {
        out.extend((0..3).map(Action::Bid));
    }

    fn read(&self, _game: &Raid, _seat: Seat, action: &Action) -> Result<u8, Option<Denied>> {
        match *action {
            Action::Bid(bid) if bid < 3 => Ok(bid),
            Action::Bid(_) => Err(Some(Denied::new(rule!("R-3-bid"), "two is the highest bid"))),
            _ => Err(None),
        }
    }

    fn answered(&self, _game: &Raid, seat: Seat, bid: u8, log: &mut Recorder<Event>) {
        log.record(|| Event::Bid(seat, bid));
    }

    fn reveal(self, _game: &mut Raid, bids: Answers<u8>, log: &mut Recorder<Event>) -> Flow<Question> {
        let winner = if bids.of(RAIDER) > bids.of(GUARD) { RAIDER } else { GUARD };
        log.record(|| Event::Won(winner));
        Flow::goto(Choose::new(Losses { side: Seat(1 - winner.0) }))
    }

    fn prompt(&self, _game: &Raid, viewer: Viewer, asked: &Simultaneous<Battle, u8>) -> Prompt {
        match viewer {
            Viewer::Seat(seat) => match asked.answer(seat) {
                Some(bid) => Prompt::new("wait", format!("You bid {bid}: wait for the other")),
                None => Prompt::new("bid", "Bid"),
            },
            Viewer::Spectator => Prompt::new("wait", "Both bid"),
        }
    }

    fn choice(&self, _game: &Raid, _seat: Seat, action: &Action) -> Choice {
        Choice::button(Verb::Choose, format!("{action:?}"))
    }
}

/// Whoever has lost the battle loses one or two men of his choice, but not the last of the first two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Losses {
    side: Seat,
}

impl Selection<Raid> for Losses {
    type Item = u8;

    fn decider(&self, _game: &Raid) -> Seat {
        self.side
    }

    fn count(&self, _game: &Raid) -> RangeInclusive<u8> {
        1..=2
    }

    fn rule(&self, _game: &Raid) -> RuleId {
        rule!("R-4-losses")
    }

    fn candidates(&self, game: &Raid, out: &mut Vec<u8>) {
        out.extend((0..4).filter(|man| game.men[self.side.index()][usize::from(*man)]));
    }

    fn may_choose(&self, game: &Raid, man: u8, chosen: &[u8]) -> Result<(), Denied> {
        let denied = |why| Err(Denied::new(rule!("R-4-losses"), why));
        if game.men[self.side.index()].get(usize::from(man)) != Some(&true) {
            return denied("he is not there");
        }
        if man == 3 && chosen.contains(&2) {
            return denied("the last two stay together");
        }
        Ok(())
    }

    fn action(&self, pick: Pick<u8>) -> Action {
        match pick {
            Pick::Take(man) => Action::Lose(man),
            Pick::PutBack(man) => Action::Keep(man),
            Pick::Done => Action::Done,
        }
    }

    fn pick(&self, action: &Action) -> Option<Pick<u8>> {
        match *action {
            Action::Lose(man) => Some(Pick::Take(man)),
            Action::Keep(man) => Some(Pick::PutBack(man)),
            Action::Done => Some(Pick::Done),
            _ => None,
        }
    }

    fn chosen(self, game: &mut Raid, lost: &[u8], log: &mut Recorder<Event>) -> Flow<Question> {
        for man in lost {
            game.men[self.side.index()][usize::from(*man)] = false;
        }
        log.record(|| Event::Lost(self.side, lost.to_vec()));
        Flow::End
    }

    fn prompt(&self, _game: &Raid, _viewer: Viewer, chosen: &[u8]) -> Prompt {
        Prompt::new("losses", format!("Lose one or two: {} chosen", chosen.len()))
    }

    fn choice(&self, _game: &Raid, _seat: Seat, pick: Pick<u8>) -> Choice {
        let on = |man: u8| Target::Piece { piece: PieceKey::of(&Man(man + 4 * self.side.0)) };
        match pick {
            Pick::Take(man) => Choice::new(Verb::Select, "Lose him", on(man)),
            Pick::PutBack(man) => Choice::new(Verb::Deselect, "Keep him", on(man)),
            Pick::Done => Choice::button(Verb::Done, "Done"),
        }
    }

    fn attempts(&self, _game: &Raid, _seat: Seat, target: &Target) -> Vec<u8> {
        match target {
            Target::Piece { piece } => {
                let own = |Man(man): Man| (man / 4 == self.side.0).then_some(man % 4);
                piece.get().and_then(own).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Raid {
    fn count(&self, seat: Seat) -> usize {
        self.men[seat.index()].iter().filter(|man| **man).count()
    }
}

impl Stepped for Raid {
    type Step = Question;

    const SEQUENCE: RuleId = rule!("R-0-turn");

    fn stack(&self) -> &Stack<Question> {
        &self.steps
    }

    fn stack_mut(&mut self) -> &mut Stack<Question> {
        &mut self.steps
    }

    fn is_over(&self) -> bool {
        self.steps.len() == 1 && (self.at >= FAR || self.count(RAIDER) == 0)
    }
}

static LEDGER: LazyLock<Ledger> = LazyLock::new(|| {
    let rules = ["R-0-turn", "R-1-march", "R-2-intercept", "R-3-bid", "R-4-losses"];
    let entry = |id: &&str| format!("[[rule]]\nid = '{id}'\nsection = '{}'\ntext = 'Raid.'\n", &id[2..3]);
    Ledger::parse(&rules.iter().map(entry).collect::<String>()).expect("the ledger is sound")
});

static INFO: LazyLock<Info> = LazyLock::new(|| Info {
    id: "raid",
    title: "Raid",
    blurb: "A march, an interception, a battle.",
    revision: 1,
    seats: SeatRange::new(2, 2),
    scenarios: vec![Scenario {
        id: "road",
        title: "The road",
        blurb: "A road.",
        seats: SeatRange::new(2, 2),
        defaults: vec![],
    }],
    options: vec![],
    presets: vec![],
    orders: vec![],
    layers: vec![],
    glossary: Vec::new(),
    ledger: &LEDGER,
});

static PRINT: LazyLock<Print> = LazyLock::new(|| Print::plain("A man", crate::Form::Token, Tint::Black, 'M'));

impl Game for Raid {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        &INFO
    }

    fn boards() -> &'static [Board] {
        Skirmish::boards()
    }

    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Raid, SetupError> {
        let settings = INFO.resolve(setup)?;
        let dice = Dice::new(settings.seed);
        let steps = Stack::of(Night);
        let mut game = Raid { at: 0, men: [[true; 4]; 2], spied: false, night: 0, steps, dice };
        settle(&mut game, log);
        Ok(game)
    }

    fn to_act(&self) -> Seats {
        to_act(self)
    }

    fn may_interject(&self) -> Seats {
        may_interject(self)
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        actions(self, seat, out);
    }

    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        apply(self, seat, action, log)
    }

    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        choice(self, seat, action)
    }

    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        explain(self, seat, target)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = if self.at >= FAR && self.count(RAIDER) > 0 { RAIDER } else { GUARD };
        let end = Outcome { winners: winner.into(), reason: "raid".into(), scores: vec![0, 0] };
        self.is_over().then_some(end)
    }

    fn view(&self, viewer: Viewer) -> Table {
        let at = Spot::Space(SpaceRef { board: 0, space: self.at.into() });
        let mut pieces = vec![Piece::new(PieceKey::of(&Marker), at, Printed::Fixed(&PRINT))];
        for man in (0..8).filter(|man| self.men[man / 4][man % 4]) {
            pieces.push(Piece::new(PieceKey::of(&Man(man as u8)), at, Printed::Fixed(&PRINT)));
        }
        let sheet = |seat: Seat| Sheet {
            seat,
            name: if seat == RAIDER { "Raiders".into() } else { "Guards".into() },
            tints: vec![Tint::Black],
            alive: true,
            gauges: vec![],
            notes: vec![],
            parts: vec![],
        };
        Table {
            prompt: prompt(self, viewer),
            to_act: self.to_act(),
            seats: Seat::first(2).map(sheet).collect(),
            outcome: self.outcome(),
            ..Table::of(pieces)
        }
    }

    fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
        let text = match event {
            Event::Bid(seat, bid) if viewer.is(*seat) => format!("You bid {bid}"),
            Event::Bid(seat, _) => format!("{seat} bids"),
            event => format!("{event:?}"),
        };
        Some(Line::new(text, None, vec![]))
    }

    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Raid {
        let mut world = self.clone();
        if let Some(Question::Battle(battle)) = self.steps.top() {
            world.steps.replace(battle.redrawn(seat, |_| chance.below(3) as u8));
        }
        world.dice.reseed(chance);
        world
    }

    fn appraise(&self, seat: Seat) -> f32 {
        self.outcome().map_or(0.5, |outcome| outcome.share(seat))
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn check(&self) -> Result<(), String> {
        match self.steps.is_empty() {
            true => Err("nothing is asked".to_owned()),
            false => Ok(()),
        }
    }
}

fn raid() -> Raid {
    Raid::new(&Setup::new("road", 2, Seed::from_number(5)), &mut Recorder::silent()).unwrap()
}

/// Plays actions, which must all be legal.
fn play(game: &mut Raid, actions: &[(Seat, Action)]) {
    for (seat, action) in actions {
        game.apply(*seat, action, &mut Recorder::silent())
            .unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
    }
}

fn listed(game: &Raid, seat: Seat) -> Vec<Action> {
    let mut out = Vec::new();
    game.actions(seat, &mut out);
    out
}

/// As far as the choice of losses: the guards have lost the battle.
fn beaten_guards() -> Raid {
    let mut game = raid();
    play(
        &mut game,
        &[
            (RAIDER, Action::Go),
            (RAIDER, Action::Go),
            (GUARD, Action::Intercept),
            (GUARD, Action::Bid(0)),
            (RAIDER, Action::Bid(2)),
        ],
    );
    game
}

#[test]
fn what_nobody_decides_is_carried_out_before_anybody_is_asked() {
    let game = raid();
    assert!(game.night > 0);
    assert_eq!(game.steps, Stack::of(March { left: 2 }));
    assert_eq!(game.to_act(), RAIDER.into());
}

#[test]
fn a_battle_in_an_interception_in_a_march_comes_back_to_the_march() {
    let mut game = beaten_guards();
    let depth: Vec<Question> = game.steps.iter().collect();
    let [Question::March(march), Question::Intercept(intercept), Question::Losses(_)] = depth[..] else {
        panic!("{depth:?}");
    };
    assert_eq!((march, intercept), (March { left: 0 }, Intercept { fought: true }));
    assert_eq!(game.to_act(), GUARD.into());
    play(&mut game, &[(GUARD, Action::Lose(0)), (GUARD, Action::Done)]);
    assert_eq!(game.steps.top(), Some(Intercept { fought: true }.into()), "he may attack again");
    play(&mut game, &[(GUARD, Action::LetPass)]);
    assert_eq!(game.steps, Stack::of(March { left: 0 }), "whoever was intercepted goes no further");
    assert_eq!(listed(&game, RAIDER), [Action::Camp]);
}

#[test]
fn several_steps_can_end_at_once() {
    let mut game = beaten_guards();
    game.men[GUARD.index()] = [true, true, false, false];
    play(&mut game, &[(GUARD, Action::Lose(0)), (GUARD, Action::Lose(1))]);
    // With the last guard the losses, the battle and the interception are over.
    assert_eq!(game.steps, Stack::of(March { left: 0 }));
}

#[test]
fn simultaneous_answers_are_taken_in_any_order_and_stay_secret() {
    let mut game = raid();
    play(&mut game, &[(RAIDER, Action::Go), (RAIDER, Action::Go), (GUARD, Action::Intercept)]);
    assert_eq!(game.to_act(), Seats::first(2));
    let mut log = Recorder::default();
    game.apply(GUARD, &Action::Bid(1), &mut log).unwrap();
    assert_eq!((log.events, log.revealed), (vec![Event::Bid(GUARD, 1)], false));
    assert_eq!(game.to_act(), RAIDER.into());
    let twice = game.apply(GUARD, &Action::Bid(2), &mut Recorder::silent()).unwrap_err();
    assert_eq!(twice.to_string(), "another player decides now [R-0-turn]");
    // Whoever looks at it with the raiders' eyes finds other bids.
    let bids: Vec<u8> = (0..20)
        .map(|number| game.determinize(RAIDER, &mut crate::Stream::from_number(number)))
        .filter_map(|world| match world.steps.top() {
            Some(Question::Battle(battle)) => battle.answer(GUARD),
            _ => None,
        })
        .collect();
    assert!((0..3).all(|bid| bids.contains(&bid)), "{bids:?}");
    let mut log = Recorder::default();
    game.apply(RAIDER, &Action::Bid(0), &mut log).unwrap();
    assert_eq!((log.events, log.revealed), (vec![Event::Bid(RAIDER, 0), Event::Won(GUARD)], true));
}

#[test]
fn the_last_to_answer_cannot_take_it_back() {
    let mut game = raid();
    play(&mut game, &[(RAIDER, Action::Go), (RAIDER, Action::Go), (GUARD, Action::Intercept)]);
    assert!(!game.choice(GUARD, &Action::Bid(1)).seals);
    play(&mut game, &[(RAIDER, Action::Bid(1))]);
    assert!(game.choice(GUARD, &Action::Bid(1)).seals);
}

#[test]
fn a_choice_of_several_is_picked_and_put_back_one_at_a_time() {
    let mut game = beaten_guards();
    assert_eq!(listed(&game, GUARD), [0, 1, 2, 3].map(Action::Lose));
    let too_few = game.apply(GUARD, &Action::Done, &mut Recorder::silent()).unwrap_err();
    assert_eq!(too_few.to_string(), "at least 1 must be chosen; 0 are [R-4-losses]");
    play(&mut game, &[(GUARD, Action::Lose(2))]);
    assert_eq!(
        listed(&game, GUARD),
        [Action::Lose(0), Action::Lose(1), Action::Keep(2), Action::Done],
        "what the choice so far rules out is not listed"
    );
    let chosen = game.apply(GUARD, &Action::Lose(2), &mut Recorder::silent()).unwrap_err();
    assert_eq!(chosen.to_string(), "it is chosen already [R-4-losses]");
    let other = game.apply(GUARD, &Action::Keep(0), &mut Recorder::silent()).unwrap_err();
    assert_eq!(other.to_string(), "it is not chosen [R-4-losses]");
    play(&mut game, &[(GUARD, Action::Keep(2)), (GUARD, Action::Lose(3))]);
    let mut log = Recorder::default();
    game.apply(GUARD, &Action::Lose(0), &mut log).unwrap();
    assert_eq!(log.events, [Event::Lost(GUARD, vec![0, 3])], "with the most the choice is made");
}

#[test]
fn the_same_picks_in_another_order_are_the_same_state() {
    let picked = |order: [u8; 2]| {
        let mut losses: Choose<Losses, u8, 4> = Choose::new(Losses { side: GUARD });
        order.into_iter().for_each(|man| losses.add(man));
        losses
    };
    assert_eq!(picked([0, 3]), picked([3, 0]));
}

#[test]
fn where_there_is_nothing_to_choose_from_nothing_is_asked() {
    let mut game = beaten_guards();
    game.men[GUARD.index()] = [false; 4];
    settle(&mut game, &mut Recorder::silent());
    assert_eq!(game.steps, Stack::of(March { left: 0 }));
}

#[test]
fn a_seat_that_is_not_to_move_can_interject_and_nothing_else() {
    let mut game = raid();
    assert_eq!((game.to_act(), game.may_interject()), (RAIDER.into(), GUARD.into()));
    assert_eq!(listed(&game, GUARD), [Action::Spy]);
    let before = game.clone();
    assert!(game.apply(GUARD, &Action::Go, &mut Recorder::silent()).is_err());
    assert_eq!(game, before);
    play(&mut game, &[(GUARD, Action::Spy)]);
    assert_eq!((game.to_act(), game.may_interject()), (RAIDER.into(), Seats::NONE));
    let again = game.apply(GUARD, &Action::Spy, &mut Recorder::silent()).unwrap_err();
    assert_eq!(again.to_string(), "another player decides now [R-0-turn]");
}

#[test]
fn a_refusal_says_what_is_asked_instead() {
    let mut game = raid();
    play(&mut game, &[(RAIDER, Action::Go), (RAIDER, Action::Go)]);
    let denied = game.apply(GUARD, &Action::Bid(1), &mut Recorder::silent()).unwrap_err();
    assert_eq!(denied.to_string(), "say first whether you intercept [R-2-intercept]");
    let denied = game.apply(RAIDER, &Action::Go, &mut Recorder::silent()).unwrap_err();
    assert_eq!(denied.to_string(), "another player decides now [R-0-turn]");
}

#[test]
fn why_not_is_answered_by_trying() {
    let mut game = raid();
    let space = |space| Target::Space(SpaceRef { board: 0, space });
    let told = |game: &Raid, seat, target: &Target| {
        let said: Vec<String> = game.explain(seat, target).iter().map(ToString::to_string).collect();
        said.join("; ")
    };
    assert_eq!(told(&game, RAIDER, &space(1)), "", "the marker can go there");
    let marker = Target::Piece { piece: PieceKey::of(&Marker) };
    assert_eq!(told(&game, RAIDER, &marker), "", "the marker can go somewhere");
    assert_eq!(told(&game, GUARD, &marker), "another player decides now [R-0-turn]");
    assert_eq!(
        told(&game, RAIDER, &Target::Piece { piece: PieceKey::of(&Man(7)) }),
        "that cannot be done now [R-0-turn]"
    );
    play(&mut game, &[(RAIDER, Action::Go), (RAIDER, Action::Go), (GUARD, Action::LetPass)]);
    let spent = "two spaces a day; two have been marched [R-1-march]";
    assert_eq!(told(&game, RAIDER, &space(3)), spent);
    let before = beaten_guards();
    let mut game = before.clone();
    play(&mut game, &[(GUARD, Action::Lose(2))]);
    let man = |man: u8| Target::Piece { piece: PieceKey::of(&Man(man)) };
    assert_eq!(told(&game, GUARD, &man(7)), "the last two stay together [R-4-losses]");
    assert_eq!(told(&game, GUARD, &man(6)), "", "he can be put back");
    assert_eq!(told(&game, GUARD, &man(0)), "that cannot be done now [R-0-turn]", "a raider");
}

#[test]
fn a_stack_is_written_as_a_list_and_read_again() {
    let game = beaten_guards();
    let written = serde_json::to_value(game.steps).unwrap();
    let expected = serde_json::json!([
        { "march": { "left": 0 } },
        { "intercept": { "fought": true } },
        { "losses": { "question": { "side": 1 }, "chosen": [] } },
    ]);
    assert_eq!(written, expected);
    assert_eq!(serde_json::from_value::<Stack<Question>>(written).unwrap(), game.steps);
    let compact = postcard::to_allocvec(&game.steps).unwrap();
    assert_eq!(postcard::from_bytes::<Stack<Question>>(&compact).unwrap(), game.steps);
    let nine = serde_json::json!(vec![serde_json::json!({ "march": { "left": 0 } }); DEPTH + 1]);
    let refused = serde_json::from_value::<Stack<Question>>(nine).unwrap_err();
    assert_eq!(refused.to_string(), "9 of at most 8");
}

#[test]
fn what_was_on_a_stack_leaves_no_trace() {
    let mut stack: Stack<Question> = Stack::of(March { left: 1 });
    stack.push(Intercept { fought: false });
    stack.pop();
    assert_eq!(stack, Stack::of(March { left: 1 }));
}

/// Everything that holds of a game holds of this one: what is listed is accepted and nothing else, refusals leave no trace,
/// nobody sees another's bid.
#[test]
fn a_game_of_steps_passes_the_kit() {
    let soaked = Kit::<Raid>::new().hides().every(1).games(60).try_soak();
    assert!(soaked.is_ok(), "{}", soaked.err().unwrap_or_default());
}
