//! Whether a nation joins an Alliance, and whom Austria helps into it. Rulebook 9.3.

use super::{AUSTRIA, diplomacy, most_points, pledging};
use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Values, Verb, rule};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use crate::action::{Action, not_now};
use crate::cards::Card;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::parley::{Matter, Parley, points_of};
use crate::questions::{Asked, Next};
use crate::state::{Bond, Conquests};
use crate::tables::prices;
use crate::view::choices;

/// Every nation concerned is asked once about an Alliance, Austria last, since it can help those who have agreed but lack a
/// card (N-9.3-agreement, N-9.3-austria-others).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Join;

impl Asked for Join {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        game.parleying().next_in_alliance(game)
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        game.parleying().list_answers(game, nation, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        game.parley = Some(game.parleying().answer(game, nation, action, log)?);
        Ok(Flow::stay(self))
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        self.decider(game).is_none().then(|| game.conclude_parley(log))
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "join-alliance"
    }

    fn question(&self, game: &Conquests, nation: Nation) -> String {
        let parley = game.parleying();
        let (initiator, members) = (parley.initiator, parley.members);
        if !members.contains(nation) && parley.shares[nation] == 0 {
            return format!("An Alliance of {members} lacks points of Diplomacy: will you help with a card?");
        }
        let how = how_to_join(game, &parley, nation);
        format!("{initiator} offers an Alliance of {members}: {}. {how}", parley.shares_in_words())
    }

    fn matter(&self, game: &Conquests) -> Cow<'static, str> {
        game.parleying().hearsay().into()
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        let parley = game.parleying();
        match action {
            Action::Sponsor { card, nation } => {
                choices::on_card(Verb::Discard, card, format!("Discard {card} for {nation}"))
            }
            Action::Accept if parley.relies_on_austria(game, own) => {
                parley.costing_share(own, Choice::button(Verb::Accept, "Agree, if Austria gives a card"))
            }
            _ => parley.choice_of_answer(game, own, action),
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        match action {
            Action::Sponsor { nation, .. } => {
                Some(Action::Sponsor { card: choices::card_at(target)?, nation })
            }
            _ => pledging(action, target),
        }
    }

    fn openly_forced(&self, _game: &Conquests) -> bool {
        false
    }

    fn ordered(&self, _game: &Conquests, _nation: Nation, orders: &Values) -> Option<Action> {
        Action::Refuse.if_ordered(orders, "offers", "refuse")
    }
}

/// What it takes of a nation to agree to an Alliance (9.3).
fn how_to_join(game: &Conquests, parley: &Parley, nation: Nation) -> String {
    if !parley.relies_on_austria(game, nation) {
        return "Do you agree?".to_owned();
    }
    let accepts = parley.may_accept(game, nation).is_ok();
    match (parley.lacks(game, nation), parley.can_pledge_to_join(game, nation)) {
        (_, false) if accepts => {
            "You have no card for it: agree, if Austria gives one, or refuse.".to_owned()
        }
        (_, false) => "You lack the cards for it, and can only refuse.".to_owned(),
        (1, true) => "Discard a card to join, or refuse.".to_owned(),
        (lacks, true) => {
            format!("It takes {lacks} points of Diplomacy: discard cards to join, or refuse.")
        }
    }
}

impl Parley {
    /// Members who have agreed but lack points that Austria could give, as far as everybody can tell.
    pub(super) fn needy(&self, game: &Conquests) -> Nations {
        let aid = most_points(AUSTRIA, self.cards_left(game, AUSTRIA)) + u8::from(self.spare.is_some());
        let lacking = |nation: &Nation| (1..=aid).contains(&self.lacks(game, *nation));
        self.members.without(AUSTRIA).iter().filter(lacking).collect()
    }

    /// Whether everybody can tell that an Alliance fails: nobody is left beside the initiator, or the price is not met even
    /// with such a one only, without others for whom somebody was to pay (N-9.3-agreement, N-9.3-adjacent).
    pub(super) fn is_lost(&self, game: &Conquests) -> bool {
        // One who refuses is no member any more.
        if (self.answered - self.members).is_empty() {
            return false;
        }
        let others = || self.members.without(self.initiator).iter();
        let spared = |nation: Nation| prices().alliance.saturating_sub(self.shares[nation]);
        let near = others().filter(|nation| game.adjoins(self.initiator, *nation));
        let Some(kept) = near.map(spared).min() else { return true };
        let paid: u8 = self.shares.iter().sum();
        paid + others().map(spared).sum::<u8>() - kept < self.price()
    }

    /// Who is asked next about an Alliance: those who are to join or pay, in order, then Austria.
    pub(crate) fn next_in_alliance(&self, game: &Conquests) -> Option<Nation> {
        if self.is_lost(game) {
            return None;
        }
        let open = |nation: Nation| !self.answered.contains(nation) && nation != self.initiator;
        let concerned = |nation: Nation| match self.members.contains(nation) {
            true => self.is_another(game, nation) || self.lacks(game, nation) > 0,
            false => self.is_another(game, nation) && self.shares[nation] > 0,
        };
        let asked = |nation: &Nation| *nation != AUSTRIA && open(*nation) && concerned(*nation);
        if let Some(nation) = game.order.iter().copied().find(asked) {
            return Some(nation);
        }
        let helps = !self.needy(game).is_empty() && !self.answered.contains(AUSTRIA);
        let last = helps || open(AUSTRIA) && concerned(AUSTRIA);
        (last && game.order.contains(&AUSTRIA)).then_some(AUSTRIA)
    }

    pub(crate) fn list_answers(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        if self.may_pledge_to_join(game, nation).is_ok() {
            self.list_pledges(game, nation, out);
        }
        if nation == AUSTRIA {
            let cards = self.envoys(game, nation);
            for card in self.spare.into_iter().chain(cards.iter()) {
                let helped =
                    self.needy(game).iter().filter(|other| self.may_sponsor(game, card, *other).is_ok());
                out.extend(helped.map(|nation| Action::Sponsor { card, nation }));
            }
        }
        if self.may_accept(game, nation).is_ok() {
            out.push(Action::Accept);
        }
        if self.may_refuse(game, nation).is_ok() {
            out.push(Action::Refuse);
        }
    }

    /// Whether a nation has cards that it can pledge to join.
    pub(crate) fn can_pledge_to_join(&self, game: &Conquests, nation: Nation) -> bool {
        self.may_pledge_to_join(game, nation).is_ok() && !self.envoys(game, nation).is_empty()
    }

    /// Whether a nation that agrees now joins only with a card of Austria's (N-9.3-austria-others).
    pub(crate) fn relies_on_austria(&self, game: &Conquests, nation: Nation) -> bool {
        self.matter == Matter::Alliance && self.members.contains(nation) && self.lacks(game, nation) > 0
    }

    /// Whether a nation that is asked to join needs points of its own, and they can suffice with Austria's help
    /// (N-9.3-from-forced, N-9.3-austria-from-forced).
    pub(super) fn may_pledge_to_join(&self, game: &Conquests, nation: Nation) -> Result<(), Denied> {
        let lacks = self.lacks(game, nation);
        if !self.members.contains(nation) || lacks == 0 {
            return Err(Denied::new(rule!("N-9.1-excess"), "no more points of yours are needed"));
        }
        if self.points_left(game, nation).saturating_add(diplomacy::austrian_aid(game, nation)) < lacks {
            let why = match nation {
                AUSTRIA => "Austria itself must provide all 3 points to leave a Forced Alliance",
                _ => "you have too few points of Diplomacy, and Austria too few cards to help",
            };
            return Err(Denied::new(diplomacy::joining_rule(game, nation), why));
        }
        Ok(())
    }

    /// The points that a nation has in cards not pledged yet.
    pub(super) fn points_left(&self, game: &Conquests, nation: Nation) -> u8 {
        let cards = self.envoys(game, nation);
        let points = cards.iter().map(|card| points_of(nation, card));
        points.fold(0, u8::saturating_add)
    }

    /// Whether Austria owes points for itself first.
    pub(super) fn austria_owes(&self, game: &Conquests) -> bool {
        self.members.contains(AUSTRIA) && self.lacks(game, AUSTRIA) > 0
    }

    /// Whether Austria can give a card, or what is left of one, for another nation: as long as that helps it into the
    /// Alliance (N-9.3-austria-others).
    pub(super) fn may_sponsor(&self, game: &Conquests, card: Card, nation: Nation) -> Result<(), Denied> {
        let rule = rule!("N-9.3-austria-others");
        let left = self.spare == Some(card);
        if !left && !self.envoys(game, AUSTRIA).contains(card) {
            game.holds(AUSTRIA, card, rule)?;
            return Err(Denied::new(rule, "that card has no Diplomacy effect, or is pledged already"));
        }
        if !self.needy(game).contains(nation) {
            return Err(Denied::new(rule, "that nation needs no help to join"));
        }
        if self.austria_owes(game) {
            let why = "Austria must leave its Forced Alliance before it helps others";
            return Err(Denied::new(rule!("N-9.3-austria-from-forced"), why));
        }
        let points = self.points_left(game, AUSTRIA) + u8::from(self.spare.is_some());
        if points < self.lacks(game, nation) {
            return Err(Denied::new(rule, "you have not the points to help that nation into the Alliance"));
        }
        match self.half_helped(game) {
            Some(begun) if begun != nation => Err(Denied::new(rule, "another nation needs your help first")),
            _ => Ok(()),
        }
    }

    /// A nation that Austria has begun to help and that still lacks points: it has more than it pledged itself.
    pub(super) fn half_helped(&self, game: &Conquests) -> Option<Nation> {
        let own = |nation: Nation| {
            self.pledges(game, nation).iter().map(|card| points_of(nation, card)).sum::<u8>()
        };
        let helped = |nation: &Nation| self.points[*nation] > own(*nation);
        self.needy(game).iter().find(helped)
    }

    /// Whether a nation can agree: its points are there, or Austria may give them.
    pub(crate) fn may_accept(&self, game: &Conquests, nation: Nation) -> Result<(), Denied> {
        let lacks = if self.members.contains(nation) { self.lacks(game, nation) } else { 0 };
        let aid = match nation {
            AUSTRIA => 0,
            _ if game.order.contains(&AUSTRIA) => most_points(AUSTRIA, self.cards_left(game, AUSTRIA)),
            _ => 0,
        };
        if lacks > aid {
            let why = "you need points of Diplomacy to join";
            return Err(Denied::new(rule!("N-9.3-card-each"), why));
        }
        if nation == AUSTRIA && self.half_helped(game).is_some() {
            let why = "a nation that you have begun to help still needs points";
            return Err(Denied::new(rule!("N-9.3-austria-others"), why));
        }
        let gives = !self.pledges(game, nation).is_empty() || self.shares[nation] > 0;
        if !self.members.contains(nation) && !gives {
            return Err(Denied::new(
                rule!("N-9.3-agreement"),
                "there is nothing to agree to: help, or refuse",
            ));
        }
        Ok(())
    }

    /// Whether a nation can refuse: not what it has proposed itself, nor Austria once it has given cards.
    pub(super) fn may_refuse(&self, game: &Conquests, nation: Nation) -> Result<(), Denied> {
        let given = nation == AUSTRIA && !self.pledges(game, nation).is_empty();
        if nation == self.initiator || given {
            return Err(Denied::new(rule!("N-9.3-agreement"), "you have agreed to that already"));
        }
        Ok(())
    }

    /// Carries out the answer of a nation that is asked about an Alliance (N-9.3-agreement).
    pub(crate) fn answer(
        mut self,
        game: &Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Parley, Denied> {
        match action {
            Action::Pledge(card) => {
                self.may_pledge_to_join(game, nation)?;
                self.may_pledge(game, nation, card)?;
                self.pledged.insert(card);
                self.points[nation] += points_of(nation, card);
                let more = nation == AUSTRIA && !self.needy(game).is_empty();
                if self.lacks(game, nation) == 0 && !more {
                    self.agree(game, nation, log);
                }
            }
            Action::Sponsor { card, nation: other } if nation == AUSTRIA => {
                self.may_sponsor(game, card, other)?;
                self.sponsor(game, card, other, log);
                if self.needy(game).is_empty() {
                    self.agree(game, nation, log);
                }
            }
            Action::Sponsor { .. } => {
                let why = "only Austria gives cards for others";
                return Err(Denied::new(rule!("N-9.3-austria-others"), why));
            }
            Action::Accept => {
                self.may_accept(game, nation)?;
                self.agree(game, nation, log);
            }
            Action::Refuse => {
                self.may_refuse(game, nation)?;
                self.decline(game, nation, log);
            }
            _ => return Err(not_now()),
        }
        Ok(self)
    }

    /// Austria gives a card for a nation; a point that is left goes to another that lacks one (N-9.3-austria-others).
    pub(super) fn sponsor(
        &mut self,
        game: &Conquests,
        card: Card,
        nation: Nation,
        log: &mut Recorder<Event>,
    ) {
        let points = match self.spare == Some(card) {
            true => 1,
            false => points_of(AUSTRIA, card),
        };
        let given = points.min(self.lacks(game, nation));
        self.pledged.insert(card);
        self.points[nation] += given;
        match (points > given, self.spare == Some(card)) {
            (true, _) => self.spare = Some(card),
            (false, true) => self.spare = None,
            (false, false) => {}
        }
        log.record(|| Event::Sponsored { who: game.party(AUSTRIA), nation });
        let needy = self.needy(game);
        match needy.only() {
            Some(other) if self.spare.is_some() && self.lacks(game, other) == 1 => {
                self.points[other] += 1;
                self.spare = None;
                log.record(|| Event::Sponsored { who: game.party(AUSTRIA), nation: other });
            }
            None if needy.is_empty() => self.spare = None,
            _ => {}
        }
    }

    /// An Alliance of all who have agreed and have their points, if the price is met (N-9.3-agreement): whether it is made.
    pub(crate) fn conclude_alliance(mut self, game: &mut Conquests, log: &mut Recorder<Event>) -> bool {
        let initiator = self.initiator;
        for member in self.members.iter() {
            if self.lacks(game, member) > 0 {
                self.strike_out(game, member);
            }
        }
        let (members, others) = (self.members, self.members.without(initiator));
        let paid: u8 = self.shares.iter().sum();
        if !members.contains(initiator)
            || !others.iter().any(|other| game.adjoins(initiator, other))
            || paid < self.price()
        {
            return false;
        }
        self.trim_shares(game);
        self.settle_parley(game, log);
        game.make_treaty(initiator, members, Bond::Fresh, log);
        true
    }

    /// Somebody was left out: the greatest share shrinks first, the initiator's before others that are as great.
    pub(super) fn trim_shares(&mut self, game: &Conquests) {
        let paid: u8 = self.shares.iter().sum();
        for _ in self.price()..paid {
            let greatest = self.shares.iter().copied().max().unwrap_or(0);
            let order = [self.initiator].into_iter().chain(game.order.iter().copied());
            let payer = order.into_iter().find(|nation| self.shares[*nation] == greatest);
            if let Some(payer) = payer {
                self.shares[payer] -= 1;
            }
        }
    }
}
