//! Standing orders: what a player asks not to be asked.
//!
//! They cover the decisions that come up in the turns of others, so that a game by correspondence does not wait for
//! somebody who does not mind.

use engine::{Game, OptionSpec, Seat, Values, rule};

use crate::action::Action;
use crate::board::BOARD;
use crate::components::{Kind, PieceId, Power};
use crate::defeat::{Expel, Surplus};
use crate::square::Square;
use crate::state::Campaign;
use crate::steps::Question;
use crate::towns::Forfeit;

/// The orders a player can give.
pub(crate) fn orders() -> Vec<OptionSpec> {
    let order = |id, title, help, rule, answers: &[_]| {
        OptionSpec::order(id, title, help, "In the turns of others", rule, answers)
    };
    vec![
        order(
            "forfeit",
            "Piece lost with a town",
            "When several pieces are equally near to a town you lose, which of them goes.",
            rule!("C-13.1-lose"),
            &[("far", "The one farthest from my General"), ("near", "The one nearest to my General")],
        ),
        order(
            "displaced",
            "Displaced pieces",
            "Where a piece of yours goes that has to leave its square or finds no starting square.",
            rule!("C-11.1-expel"),
            &[("home", "As near to my Capital as it can"), ("front", "As near to my General as it can")],
        ),
        order(
            "leader",
            "General after a defeat",
            "Who leads your army when one of your two Generals is captured.",
            rule!("C-17.3.1-restart"),
            &[("first", "The ordinary General"), ("second", "Napoleon or Wellington")],
        ),
        order(
            "recruit",
            "Recruits after a defeat",
            "What you recruit while both kinds are left.",
            rule!("C-15.2-one"),
            &[("infantry", "Infantry"), ("cavalry", "Cavalry")],
        ),
    ]
}

/// The answer of `seat` to the question it is asked, if its orders say.
pub(crate) fn ordered(game: &Campaign, seat: Seat, orders: &Values) -> Option<Action> {
    let question = game.owed().filter(|_| game.to_act().contains(seat))?;
    let mut answers = Vec::new();
    game.actions(seat, &mut answers);
    let wanted = match (question, orders.choice(order_for(question)?)) {
        (Question::Leader(_), who) => Action::Lead { second: chosen(who, "first", "second")? },
        (Question::Recruit(_), kind) => {
            let cavalry = chosen(kind, "infantry", "cavalry")?;
            let wanted = if cavalry { Kind::Cavalry } else { Kind::Infantry };
            Action::Recruit(wanted)
        }
        (Question::Forfeit(Forfeit(_, power)), which) => {
            let general = game.general_square(power)?;
            let near = chosen(which, "far", "near")?;
            game.best(&answers, |square| {
                let distance = square.distance(general);
                if near { distance } else { -distance }
            })?
        }
        (Question::Expel(Expel(_, piece)) | Question::Surplus(Surplus(piece)), where_to) => {
            let power = game.owner(piece)?;
            let capital = BOARD.base(power).capital.general;
            let front = chosen(where_to, "home", "front")?;
            let goal = if front { game.general_square(power).unwrap_or(capital) } else { capital };
            game.best(&answers, |square| square.distance(goal))?
        }
        _ => return None,
    };
    answers.contains(&wanted).then_some(wanted)
}

impl Campaign {
    /// The answer whose square is the best: the lowest figure, then the first on the board.
    fn best(&self, answers: &[Action], figure: impl Fn(Square) -> i32) -> Option<Action> {
        let square = |action: &Action| match action {
            Action::Forfeit(square) | Action::Place(square) => Some(*square),
            _ => None,
        };
        let known =
            answers.iter().filter_map(|action| Some((figure(square(action)?), square(action)?, *action)));
        known.min_by_key(|(figure, square, _)| (*figure, square.index())).map(|(_, _, action)| action)
    }

    /// Where the General of `power` stands who is on the board.
    fn general_square(&self, power: Power) -> Option<Square> {
        [PieceId::general(power), PieceId::second(power)].into_iter().find_map(|piece| self.square(piece))
    }
}

/// The order that covers a question.
fn order_for(question: Question) -> Option<&'static str> {
    match question {
        Question::Forfeit(_) => Some("forfeit"),
        Question::Expel(_) | Question::Surplus(_) => Some("displaced"),
        Question::Leader(_) => Some("leader"),
        Question::Recruit(_) => Some("recruit"),
        _ => None,
    }
}

/// Which of two was chosen: whether the second; nothing if neither.
fn chosen(value: &str, first: &str, second: &str) -> Option<bool> {
    if value == second { Some(true) } else { (value == first).then_some(false) }
}
