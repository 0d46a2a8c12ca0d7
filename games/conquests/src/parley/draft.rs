//! The draft of an offer: shares of the price, and the initiator's own cards. Rulebook 9.1, 9.3-9.5.

use super::{diplomacy, pledging};
use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Verb, rule};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use crate::action::{Action, not_now};
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::parley::{Matter, Parley, points_of};
use crate::questions::{Asked, Next};
use crate::state::Conquests;
use crate::tables::prices;
use crate::view::choices;

/// The initiator drafts an offer, with shares proposed by the program, and puts it before the others (9.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Draft;

impl Asked for Draft {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        Some(game.parleying().initiator)
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        game.parleying().list_draft(game, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        let parley = game.parleying().draft(game, action, log)?;
        game.parley = Some(parley);
        Ok(Flow::Goto(parley.asks()))
    }

    fn settle(self, _game: &mut Conquests, _log: &mut Recorder<Event>) -> Option<Next> {
        None
    }

    fn key(&self, game: &Conquests, _nation: Nation) -> &'static str {
        match game.parleying().matter {
            Matter::Alliance => "draft-alliance",
            Matter::Force => "force-alliance",
            _ => "draft-cancellation",
        }
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        let parley = game.parleying();
        let (members, price, shares) = (parley.members, parley.price(), parley.shares_in_words());
        let missing = match parley.points_missing() {
            0 => String::new(),
            1 => ", 1 point of Diplomacy is missing".to_owned(),
            missing => format!(", {missing} points of Diplomacy are missing"),
        };
        match parley.matter {
            Matter::Alliance => {
                let how = how_to_offer(game, &parley);
                format!("An Alliance of {members} for {price} FG: {shares}. Change that if you like{how}.")
            }
            Matter::Force => {
                let forced = members.without(Nation::France);
                format!("Force {forced} for {price} FG: pledge cards{missing}.")
            }
            _ => format!("Cancel the Alliance of {members} for {price} FG: {shares}. Pledge cards{missing}."),
        }
    }

    fn matter(&self, game: &Conquests) -> Cow<'static, str> {
        game.parleying().hearsay().into()
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        let parley = game.parleying();
        match action {
            Action::Share { nation, money } => {
                let label = match nation == own {
                    true => format!("Pay {money} FG yourself"),
                    false => format!("Ask {nation} for {money} FG"),
                };
                let choice = Choice::button(Verb::Terms, label);
                match parley.may_share(game, nation, money) {
                    Ok(draft) => choices::with_words(choice, draft.shares_in_words()),
                    Err(_) => choice,
                }
            }
            Action::Pledge(card) => {
                let label = match (parley.settles(game, own, card), parley.matter) {
                    (true, Matter::Force) => format!("Force the Alliance and discard {card}"),
                    (true, Matter::Alliance) => format!("Make the offer and discard {card}"),
                    (true, _) => format!("Go ahead and discard {card}"),
                    (false, _) => format!("Discard {card} for its Diplomacy"),
                };
                choices::on_card(Verb::Discard, card, label)
            }
            _ if parley.matter == Matter::Cancel => Choice::button(Verb::Send, "Ask the others to help"),
            _ if parley.relies_on_austria(game, own) => {
                Choice::button(Verb::Send, "Make the offer, if Austria gives a card")
            }
            _ => Choice::button(Verb::Send, "Make the offer"),
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        pledging(action, target)
    }

    fn openly_forced(&self, game: &Conquests) -> bool {
        game.parleying().is_drafted(game)
    }
}

/// What it takes of the initiator to put the offer of an Alliance (9.3).
fn how_to_offer(game: &Conquests, parley: &Parley) -> String {
    let initiator = parley.initiator;
    match (parley.lacks(game, initiator), parley.can_pledge_to_join(game, initiator)) {
        (0, _) => ", and make the offer".to_owned(),
        (_, false) => ", and make the offer: only Austria can give your card".to_owned(),
        (1, true) => "; discarding a card makes the offer".to_owned(),
        (lacks, true) => format!("; it takes {lacks} points of Diplomacy to make the offer"),
    }
}

impl Parley {
    /// Every member pays for itself; what somebody lacks falls to the initiator, then to other members, then to the rest
    /// of the Coalition (N-9.3-cost, N-9.5-coalition).
    pub(crate) fn propose_shares(&mut self, game: &Conquests) {
        if self.matter == Matter::Alliance {
            for member in self.members.iter() {
                self.shares[member] = most_of(game, member).min(prices().alliance);
            }
        }
        self.balance_shares(game);
    }

    /// What is missing, or too much, is for the initiator, then for other members, then for the rest of the Coalition, as far
    /// as their shares are not set: whether the shares then make up the price.
    pub(super) fn balance_shares(&mut self, game: &Conquests) -> bool {
        let initiator = self.initiator;
        let side = initiator.side().nations().without(initiator) - self.set;
        let in_order = |of: Nations| game.order.iter().copied().filter(move |nation| of.contains(*nation));
        let (members, others) = (in_order(side & self.members), in_order(side - self.members));
        let payers = std::iter::once(initiator).chain(members).chain(others);
        let paid: u8 = self.shares.iter().sum();
        let mut left = i16::from(self.price()) - i16::from(paid);
        for nation in payers {
            let share = &mut self.shares[nation];
            let due = (i16::from(*share) + left).clamp(0, most_of(game, nation).into());
            left -= due - i16::from(*share);
            *share = due as u8;
        }
        left == 0
    }

    /// Points that the initiator's draft still lacks.
    pub(super) fn draft_lacks(&self, game: &Conquests) -> u8 {
        match self.matter {
            Matter::Alliance => self.lacks(game, self.initiator),
            _ => self.points_missing(),
        }
    }

    /// Whether an offer is drafted to which no card of the initiator's can be added: everybody sees what is left to do.
    pub(crate) fn is_drafted(&self, game: &Conquests) -> bool {
        self.draft_lacks(game) == 0
    }

    pub(crate) fn list_draft(&self, game: &Conquests, out: &mut Vec<Action>) {
        for nation in Nations::COALITION.iter() {
            for money in 0..=self.price() {
                if self.may_share(game, nation, money).is_ok() {
                    out.push(Action::Share { nation, money });
                }
            }
        }
        if self.draft_lacks(game) > 0 {
            self.list_pledges(game, self.initiator, out);
        }
        if self.may_offer(game).is_ok() {
            out.push(Action::Offer);
        }
    }

    /// The draft in which a nation is asked for this much, if the initiator can ask it: once each; the difference is his or,
    /// where he lacks the money, that of others whose shares he has not set (N-9.3-cost, N-9.5-coalition).
    pub(super) fn may_share(&self, game: &Conquests, nation: Nation, money: u8) -> Result<Parley, Denied> {
        let rule = match self.matter {
            Matter::Alliance => rule!("N-9.3-cost"),
            _ => rule!("N-9.5-coalition"),
        };
        let initiator = self.initiator;
        let coalition = game.in_play() & Nations::COALITION;
        if !coalition.contains(initiator) || !coalition.contains(nation) || nation == initiator {
            return Err(Denied::new(rule, "nations of the Coalition share, and the initiator pays the rest"));
        }
        if self.set.contains(nation) {
            return Err(Denied::new(rule, "a share is changed once"));
        }
        if money == self.shares[nation] {
            return Err(Denied::new(rule, "that is its share as it is"));
        }
        let mut changed = *self;
        changed.shares[nation] = money;
        changed.set.insert(nation);
        if most_of(game, nation) < money || money > self.price() || !changed.balance_shares(game) {
            return Err(Denied::new(
                rule,
                "nobody pays more than he has, and all of them no more than the price",
            ));
        }
        Ok(changed)
    }

    /// Whether the offer can be put: the points that the initiator lacks can come from others, as far as everybody can tell
    /// (N-9.3-card-each, N-9.3-austria-others, N-9.5-coalition).
    pub(super) fn may_offer(&self, game: &Conquests) -> Result<(), Denied> {
        let (rule, aid) = match (self.matter, self.initiator) {
            (Matter::Alliance, initiator) => {
                (rule!("N-9.3-card-each"), diplomacy::austrian_aid(game, initiator))
            }
            (Matter::Force, _) => (rule!("N-9.4-price"), 0),
            (_, Nation::France) => (rule!("N-9.5-napoleon"), 0),
            (_, initiator) => (rule!("N-9.5-coalition"), diplomacy::points_beside(game, initiator)),
        };
        let lacks = self.draft_lacks(game);
        if lacks > aid {
            let why = match lacks {
                1 => "1 point of Diplomacy is missing".to_owned(),
                lacks => format!("{lacks} points of Diplomacy are missing"),
            };
            return Err(Denied::new(rule, why));
        }
        Ok(())
    }

    /// Carries out what the initiator does before the offer is put.
    pub(crate) fn draft(
        mut self,
        game: &Conquests,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Parley, Denied> {
        let initiator = self.initiator;
        match action {
            Action::Share { nation, money } => {
                self = self.may_share(game, nation, money)?;
            }
            Action::Pledge(_) if self.draft_lacks(game) == 0 => {
                return Err(Denied::new(rule!("N-9.3-austria-self"), "Austria needs no card to join"));
            }
            Action::Pledge(card) => {
                self.may_pledge(game, initiator, card)?;
                self.pledged.insert(card);
                self.points[initiator] += points_of(initiator, card);
                self.offered = self.draft_lacks(game) == 0;
            }
            Action::Offer => {
                self.may_offer(game)?;
                self.offered = true;
            }
            _ => return Err(not_now()),
        }
        if self.offered && initiator.is_coalition() {
            log.record(|| Event::Offered { who: game.party(initiator), shares: self.shares });
        }
        Ok(self)
    }
}

/// The most that a nation can pay.
fn most_of(game: &Conquests, nation: Nation) -> u8 {
    game.treasury.money[nation].min(u8::MAX.into()) as u8
}
