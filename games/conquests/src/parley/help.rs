//! Help to cancel a Forced Alliance. Rulebook 9.5.

use super::{most_points, pledging};
use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Values, rule};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use crate::action::{Action, not_now};
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::parley::{Parley, points_of};
use crate::questions::{Asked, Next};
use crate::state::Conquests;

/// The rest of the Coalition is asked for cards and money to cancel a Forced Alliance (N-9.5-coalition).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Help;

impl Asked for Help {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        game.parleying().next_in_cancelling(game)
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        game.parleying().list_help(game, nation, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        game.parley = Some(game.parleying().help(game, nation, action, log)?);
        Ok(Flow::stay(self))
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        self.decider(game).is_none().then(|| game.conclude_parley(log))
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "help-cancel"
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        let parley = game.parleying();
        let (initiator, members, shares) = (parley.initiator, parley.members, parley.shares_in_words());
        format!("{initiator} would cancel the Alliance of {members}: {shares}. Do you help?")
    }

    fn matter(&self, game: &Conquests) -> Cow<'static, str> {
        game.parleying().hearsay().into()
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        game.parleying().choice_of_answer(game, own, action)
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        pledging(action, target)
    }

    fn openly_forced(&self, _game: &Conquests) -> bool {
        false
    }

    fn ordered(&self, _game: &Conquests, _nation: Nation, orders: &Values) -> Option<Action> {
        Action::Refuse.if_ordered(orders, "freeing", "refuse")
    }
}

impl Parley {
    /// Who is asked next to help cancel a Forced Alliance: those who are to pay and, while points are missing, all who have
    /// cards. It is over as soon as everybody can tell that it fails (N-9.5-coalition).
    pub(crate) fn next_in_cancelling(&self, game: &Conquests) -> Option<Nation> {
        let coalition = game.in_play() & Nations::COALITION;
        let paid: u8 = self.shares.iter().sum();
        let open = coalition.without(self.initiator) - self.answered;
        let missing = self.points_missing();
        let most = open.iter().map(|nation| most_points(nation, self.cards_left(game, nation)));
        if !coalition.contains(self.initiator) || paid < self.price() || most.sum::<u8>() < missing {
            return None;
        }
        let asked = |nation: &Nation| {
            let can_give = missing > 0 && self.cards_left(game, *nation) > 0;
            let pays = self.shares[*nation] > 0 && self.is_another(game, *nation);
            open.contains(*nation) && (pays || can_give)
        };
        game.order.iter().copied().find(asked)
    }

    pub(crate) fn list_help(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        if self.points_missing() > 0 {
            self.list_pledges(game, nation, out);
        }
        let given = !self.pledges(game, nation).is_empty();
        if given || self.shares[nation] > 0 {
            out.push(Action::Accept);
        }
        if !given {
            out.push(Action::Refuse);
        }
    }

    /// Carries out the answer of a nation that is asked to help cancel a Forced Alliance (N-9.5-coalition).
    pub(crate) fn help(
        mut self,
        game: &Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Parley, Denied> {
        let rule = rule!("N-9.5-coalition");
        let given = !self.pledges(game, nation).is_empty();
        match action {
            Action::Pledge(card) => {
                if self.points_missing() == 0 {
                    return Err(Denied::new(rule!("N-9.1-excess"), "no more points are needed"));
                }
                self.may_pledge(game, nation, card)?;
                self.pledged.insert(card);
                self.points[nation] += points_of(nation, card);
                if self.points_missing() == 0 || self.cards_left(game, nation) == 0 {
                    self.agree(game, nation, log);
                }
            }
            Action::Accept if given || self.shares[nation] > 0 => {
                self.agree(game, nation, log);
            }
            Action::Accept => return Err(Denied::new(rule, "you are asked for a card: give one, or refuse")),
            Action::Refuse if given => return Err(Denied::new(rule, "you have given a card already")),
            Action::Refuse => self.decline(game, nation, log),
            _ => return Err(not_now()),
        }
        Ok(self)
    }

    pub(crate) fn conclude_cancelling(&self, game: &mut Conquests, log: &mut Recorder<Event>) -> bool {
        let paid: u8 = self.shares.iter().sum();
        let found = game
            .treaties
            .list
            .iter()
            .position(|treaty| treaty.is_in_force() && treaty.members == self.members);
        let Some(number) = found.filter(|_| paid >= self.price() && self.points_missing() == 0) else {
            return false;
        };
        self.settle_parley(game, log);
        game.cancel_treaty(number, log);
        true
    }
}
