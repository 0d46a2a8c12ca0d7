//! Standing orders: what a player asks not to be asked.
//!
//! They cover what comes up again and again in the turns of others, so that a game by correspondence does not wait for
//! somebody who does not mind.

use engine::{OptionSpec, Values, rule};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet, Kind};
use crate::control::Player;
use crate::state::{Fight, Phase, Stage};

/// The orders a player can give.
pub(crate) fn orders() -> Vec<OptionSpec> {
    let order = OptionSpec::order;
    let (battles, diplomacy, winter) = ("In battles", "Diplomacy", "Winter");
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
            winter,
            rule!("A-3.5-disband"),
            &[("never", "Keep all")],
        ),
    ]
}

impl Player<'_> {
    /// The answer of `seat` to what it has to decide, if its orders say.
    pub(crate) fn ordered(&self, orders: &Values) -> Option<Action> {
        if !self.deciders().contains(self.seat) {
            return None;
        }
        let wanted = match (&self.fight, self.phase) {
            (Some(fight), _) => match fight.stage {
                Stage::Hits { side, .. } => {
                    Action::Hit(block_for_hit(fight, self.melee(fight).targets(side), orders.choice("hits"))?)
                }
                Stage::Events(_) if orders.choice("events") == "never" => Action::Done,
                _ => return None,
            },
            (None, Phase::Match(bid)) => match orders.choice("bids") {
                "never" => Action::Done,
                "own" if self.led_by(bid.target) == Some(self.seat) => Action::Match,
                "own" => Action::Done,
                _ => return None,
            },
            (None, Phase::Disband(_)) if orders.choice("disband") == "never" => Action::Done,
            _ => return None,
        };
        let mut answers = Vec::new();
        self.list(self.seat, &mut answers);
        answers.contains(&wanted).then_some(wanted)
    }
}

/// Which of these blocks takes a hit, by order.
fn block_for_hit(fight: &Fight, blocks: BlockSet, order: &str) -> Option<BlockId> {
    // The worst shot first: the lowest number, and among those the latest letter; an HQ after all others.
    let worth = |block: &BlockId| {
        let fire = block.printed().fire;
        (block.kind() == Kind::Hq, fire.number, std::cmp::Reverse(fire.letter))
    };
    match order {
        "poor" => blocks.iter().min_by_key(worth),
        "acted" => blocks.iter().min_by_key(|block| (!fight.acted.contains(*block), worth(block))),
        _ => None,
    }
}
