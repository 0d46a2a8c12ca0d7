//! Standing orders: what a player asks not to be asked.
//!
//! They cover what comes up again and again in the turns of others, so that a game by correspondence does not wait for
//! somebody who does not mind.

use engine::{Alternative, OptionKind, OptionSpec, Seat, Values, rule};

use crate::action::Action;
use crate::blocks::{BlockId, Kind};
use crate::state::{Alliance, Phase, Stage};

const ASK: (&str, &str) = ("ask", "Ask me");

/// The orders a player can give.
pub(crate) fn orders() -> Vec<OptionSpec> {
    let order = |id, title, help, group, rule, choices: &[(&'static str, &'static str)]| OptionSpec {
        id,
        title,
        help,
        group,
        rule: Some(rule),
        kind: OptionKind::Choice {
            choices: [&[ASK], choices]
                .concat()
                .into_iter()
                .map(|(id, title)| Alternative { id, title })
                .collect(),
        },
        default: ASK.0.into(),
        needs: vec![],
        excludes: vec![],
    };
    let (battles, diplomacy) = ("In battles", "Diplomacy");
    vec![
        order(
            "hits",
            "Equally strong blocks",
            "Which of your blocks takes a hit when several are the strongest.",
            battles,
            rule!("A-7.31-strongest"),
            &[
                ("poor", "The one that shoots worst, HQs last"),
                ("acted", "One that has had its turn this round, then the one that shoots worst"),
            ],
        ),
        order(
            "events",
            "Leader cards in battle",
            "Whether you use the event of your leader card when a battle begins.",
            battles,
            rule!("A-3.3-benefits"),
            &[("never", "Never use it")],
        ),
        order(
            "bids",
            "Bids of others",
            "Whether you match the gold that somebody bids for a state.",
            diplomacy,
            rule!("A-6.1-match"),
            &[("never", "Never match"), ("own", "Match only for those who are with me")],
        ),
        order(
            "disband",
            "Disbanding in Winter",
            "Whether you want to give up blocks at the end of a year.",
            diplomacy,
            rule!("A-3.5-disband"),
            &[("never", "Keep all")],
        ),
    ]
}

impl Alliance {
    /// The answer of `seat` to what it has to decide, if its orders say.
    pub(crate) fn standing_answer(&self, seat: Seat, orders: &Values) -> Option<Action> {
        if !self.deciders().contains(seat) {
            return None;
        }
        let wanted = match (&self.fight, self.phase) {
            (Some(fight), _) => match fight.stage {
                Stage::Hits { .. } => self.block_for_hit(seat, orders.choice("hits"))?,
                Stage::Events(_) if orders.choice("events") == "never" => Action::Done,
                _ => return None,
            },
            (None, Phase::Match(bid)) => match orders.choice("bids") {
                "never" => Action::Done,
                "own" if self.led_by(bid.target) == Some(seat) => Action::Match,
                "own" => Action::Done,
                _ => return None,
            },
            (None, Phase::Disband(_)) if orders.choice("disband") == "never" => Action::Done,
            _ => return None,
        };
        let mut answers = Vec::new();
        self.list(seat, &mut answers);
        answers.contains(&wanted).then_some(wanted)
    }

    /// On which block a hit is taken, by order.
    fn block_for_hit(&self, seat: Seat, order: &str) -> Option<Action> {
        let fight = self.fight.as_ref()?;
        let mut answers = Vec::new();
        self.list(seat, &mut answers);
        let blocks = answers.into_iter().filter_map(|action| match action {
            Action::Hit(block) => Some(block),
            _ => None,
        });
        // The worst shot first: the lowest number, and among those the latest letter; an HQ after all others.
        let worth = |block: &BlockId| {
            let fire = block.printed().fire;
            (block.kind() == Kind::Hq, fire.number, std::cmp::Reverse(fire.letter))
        };
        match order {
            "poor" => blocks.min_by_key(worth).map(Action::Hit),
            "acted" => {
                blocks.min_by_key(|block| (!fight.acted.contains(*block), worth(block))).map(Action::Hit)
            }
            _ => None,
        }
    }
}
