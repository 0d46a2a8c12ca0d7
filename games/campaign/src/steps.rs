//! What is asked, and of whom: the sequence of play, and the questions that come up in it.
//!
//! Each question is a step in the chapter it belongs to, with its answers, its words and what it refuses.

use std::hash::{Hash, Hasher};

use engine::steps::{Stack, Stepped, Untimely};
use engine::{Denied, PieceKey, Prompt, RuleId, Seat, SpaceRef, Target, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::components::PieceId;
use crate::defeat::{Expel, Leader, Recruit, Surplus};
use crate::preparation::{Extra, OtherGeneral};
use crate::redeployment::Ambush;
use crate::square::Square;
use crate::state::{Campaign, Phase};
use crate::towns::{Forfeit, Gain, Plunder};

engine::steps! {
    /// What is asked: what somebody owes in the middle of a phase, or what the phase itself offers.
    pub enum Question for Campaign {
        Extra(Extra),
        OtherGeneral,
        Forfeit(Forfeit),
        Gain(Gain),
        Plunder(Plunder),
        Expel(Expel),
        Surplus(Surplus),
        Leader(Leader),
        Recruit(Recruit),
        Ambush,
        Phase(Phase),
    }
}

/// The steps under way: a phase, and on top of it what somebody owes in it. Written and hashed as these two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Asked", try_from = "Asked")]
pub(crate) struct Sequence(Stack<Question>);

/// Where the sequence of play stands, written out.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    phase: Phase,
    ask: Option<Question>,
}

impl From<Sequence> for Asked {
    fn from(sequence: Sequence) -> Asked {
        Asked { phase: sequence.phase(), ask: sequence.owed() }
    }
}

impl TryFrom<Asked> for Sequence {
    type Error = String;

    fn try_from(asked: Asked) -> Result<Sequence, String> {
        match asked.ask {
            Some(Question::Phase(phase)) => Err(format!("a phase is no question: {phase:?}")),
            owed => Ok(Sequence::new(asked.phase, owed)),
        }
    }
}

impl Sequence {
    /// A phase in which somebody owes an answer, or nobody.
    pub(crate) fn new(phase: Phase, owed: Option<Question>) -> Sequence {
        let mut stack = Stack::of(phase);
        owed.into_iter().for_each(|question| stack.push(question));
        Sequence(stack)
    }

    /// Where the sequence of play stands.
    pub(crate) fn phase(&self) -> Phase {
        match self.0.iter().next() {
            Some(Question::Phase(phase)) => phase,
            other => unreachable!("a phase lies below everything, not {other:?}"),
        }
    }

    /// What somebody owes before the phase goes on.
    pub(crate) fn owed(&self) -> Option<Question> {
        self.0.top().filter(|question| !matches!(question, Question::Phase(_)))
    }
}

impl Hash for Sequence {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.phase().hash(state);
        self.owed().hash(state);
    }
}

impl Stepped for Campaign {
    type Step = Question;

    const SEQUENCE: RuleId = rule!("C-0.4-sequence");

    fn stack(&self) -> &Stack<Question> {
        &self.sequence.0
    }

    fn stack_mut(&mut self) -> &mut Stack<Question> {
        &mut self.sequence.0
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    fn refuse(&self, untimely: Untimely) -> Denied {
        let why = match untimely {
            Untimely::Over => "the game is over",
            Untimely::NotYours => "it is not your decision",
            Untimely::NotNow => "another question comes first",
        };
        Denied::new(Self::SEQUENCE, why)
    }
}

/// The square that somebody clicks, or to which he drags a piece.
pub(crate) fn clicked(game: &Campaign, target: &Target) -> Option<Square> {
    match target {
        Target::Space(at) | Target::Move { to: at, .. } => square_at(at),
        Target::Piece { piece } => square_of(game, piece),
        Target::Button => None,
    }
}

/// The square that is a space of the board.
pub(crate) fn square_at(at: &SpaceRef) -> Option<Square> {
    Square::from_space(at.space).filter(|_| at.board == 0)
}

/// Where a piece of the table stands.
pub(crate) fn square_of(game: &Campaign, piece: &PieceKey) -> Option<Square> {
    game.square(piece.get::<PieceId>()?)
}

/// The prompt of whoever is asked; everybody else waits for him.
pub(crate) fn asked(
    game: &Campaign,
    viewer: Viewer,
    seat: Seat,
    key: &'static str,
    text: impl FnOnce() -> String,
) -> Prompt {
    if viewer.is(seat) { Prompt::new(key, text()) } else { game.waiting_for(seat) }
}
