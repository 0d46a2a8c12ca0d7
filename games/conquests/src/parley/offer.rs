//! What is offered and answered: shares of the price, points of Diplomacy, and what comes of them. Rulebook 9.1, 9.3-9.5.
//!
//! The initiator drafts, with shares proposed by the program; then every nation concerned is asked once. In an Alliance
//! Austria is asked last, since it can help those who have agreed but lack a card.

use engine::{Denied, Recorder, rule};

use super::{Matter, Parley, most_points, points_of};
use crate::action::{Action, not_now};
use crate::cards::{Card, Cards};
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::parley::diplomacy;
use crate::state::{Bond, Conquests};
use crate::tables::prices;

const AUSTRIA: Nation = Nation::Austria;

impl Conquests {
    /// The most that a nation can pay.
    fn most_of(&self, nation: Nation) -> u8 {
        self.treasury.money[nation].min(u8::MAX.into()) as u8
    }

    /// The draft in which a nation is asked for this much, if there can be one.
    pub(crate) fn redrafted(&self, nation: Nation, money: u8) -> Option<Parley> {
        self.parley.as_ref()?.may_share(self, nation, money).ok()
    }
}

impl Parley {
    /// Every member pays for itself; what somebody lacks falls to the initiator, then to other members, then to the rest
    /// of the Coalition (N-9.3-cost, N-9.5-coalition).
    pub(crate) fn propose_shares(&mut self, game: &Conquests) {
        if self.matter == Matter::Alliance {
            for member in self.members.iter() {
                self.shares[member] = game.most_of(member).min(prices().alliance);
            }
        }
        self.balance_shares(game);
    }

    /// What is missing, or too much, is for the initiator, then for other members, then for the rest of the Coalition, as far
    /// as their shares are not set: whether the shares then make up the price.
    fn balance_shares(&mut self, game: &Conquests) -> bool {
        let initiator = self.initiator;
        let side = initiator.side().nations().without(initiator) - self.set;
        let order = || game.order.iter().copied().filter(|nation| side.contains(*nation));
        let members = order().filter(|nation| self.members.contains(*nation));
        let others = order().filter(|nation| !self.members.contains(*nation));
        let payers: Vec<Nation> = [initiator].into_iter().chain(members).chain(others).collect();
        let paid: u8 = self.shares.iter().sum();
        let mut left = i16::from(self.price()) - i16::from(paid);
        for nation in payers {
            let share = &mut self.shares[nation];
            let due = (i16::from(*share) + left).clamp(0, game.most_of(nation).into());
            left -= due - i16::from(*share);
            *share = due as u8;
        }
        left == 0
    }

    /// Points of Diplomacy that a nation still lacks to join.
    pub(crate) fn lacks(&self, game: &Conquests, nation: Nation) -> u8 {
        diplomacy::points_to_join(game, nation).saturating_sub(self.points[nation])
    }

    /// Points that the initiator's draft still lacks.
    fn draft_lacks(&self, game: &Conquests) -> u8 {
        match self.matter {
            Matter::Alliance => self.lacks(game, self.initiator),
            _ => self.points_missing(),
        }
    }

    /// Whether an offer is drafted to which no card of the initiator's can be added: everybody sees what is left to do.
    pub(crate) fn is_openly_drafted(&self, game: &Conquests) -> bool {
        let drafted = !self.offered && !matches!(self.matter, Matter::Objection(_));
        drafted && self.draft_lacks(game) == 0
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

    fn list_pledges(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        out.extend(self.envoys(game, nation).iter().map(Action::Pledge));
    }

    /// The draft in which a nation is asked for this much, if the initiator can ask it: once each; the difference is his or,
    /// where he lacks the money, that of others whose shares he has not set (N-9.3-cost, N-9.5-coalition).
    fn may_share(&self, game: &Conquests, nation: Nation, money: u8) -> Result<Parley, Denied> {
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
        if game.most_of(nation) < money || money > self.price() || !changed.balance_shares(game) {
            return Err(Denied::new(
                rule,
                "nobody pays more than he has, and all of them no more than the price",
            ));
        }
        Ok(changed)
    }

    /// Whether the offer can be put: the points that the initiator lacks can come from others, as far as everybody can tell
    /// (N-9.3-card-each, N-9.3-austria-others, N-9.5-coalition).
    fn may_offer(&self, game: &Conquests) -> Result<(), Denied> {
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

    /// Whether a nation can pledge a card: one of its own with a Diplomacy effect.
    fn may_pledge(&self, game: &Conquests, nation: Nation, card: Card) -> Result<(), Denied> {
        if self.envoys(game, nation).contains(card) {
            return Ok(());
        }
        let rule = rule!("N-9.1-points");
        game.holds(nation, card, rule)?;
        Err(Denied::new(
            rule,
            match self.pledged.contains(card) {
                true => "that card is pledged already",
                false => "that card has no Diplomacy effect",
            },
        ))
    }

    /// Carries out what the initiator does before the offer is put.
    pub(crate) fn draft(
        mut self,
        game: &Conquests,
        action: Action,
        log: &mut impl Recorder<Event>,
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

    /// Members who have agreed but lack points that Austria could give, as far as everybody can tell.
    fn needy(&self, game: &Conquests) -> Nations {
        let aid = most_points(AUSTRIA, self.cards_left(game, AUSTRIA)) + u8::from(self.spare.is_some());
        let lacking = |nation: &Nation| (1..=aid).contains(&self.lacks(game, *nation));
        self.members.without(AUSTRIA).iter().filter(lacking).collect()
    }

    /// Whether everybody can tell that an Alliance fails: nobody is left beside the initiator, or the price is not met even
    /// with such a one only, without others for whom somebody was to pay (N-9.3-agreement, N-9.3-adjacent).
    fn is_lost(&self, game: &Conquests) -> bool {
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

    /// Whether a nation has to agree to what it is to pay: whoever plays the initiator has agreed to it.
    fn is_another(&self, game: &Conquests, nation: Nation) -> bool {
        game.seat(nation) != game.seat(self.initiator)
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

    /// Whether this card is the last that a nation has to pledge.
    pub(crate) fn settles(&self, game: &Conquests, nation: Nation, card: Card) -> bool {
        let lacks = match (self.matter, self.offered) {
            (Matter::Alliance, true) => self.lacks(game, nation),
            _ => self.draft_lacks(game),
        };
        let goes_on = self.offered && nation == AUSTRIA && !self.needy(game).is_empty();
        points_of(nation, card) >= lacks && !goes_on
    }

    /// Whether a nation that agrees now joins only with a card of Austria's (N-9.3-austria-others).
    pub(crate) fn relies_on_austria(&self, game: &Conquests, nation: Nation) -> bool {
        self.matter == Matter::Alliance && self.members.contains(nation) && self.lacks(game, nation) > 0
    }

    /// Whether a nation that is asked to join needs points of its own, and they can suffice with Austria's help
    /// (N-9.3-from-forced, N-9.3-austria-from-forced).
    fn may_pledge_to_join(&self, game: &Conquests, nation: Nation) -> Result<(), Denied> {
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
    fn points_left(&self, game: &Conquests, nation: Nation) -> u8 {
        let cards = self.envoys(game, nation);
        let points = cards.iter().map(|card| points_of(nation, card));
        points.fold(0, u8::saturating_add)
    }

    /// Whether Austria owes points for itself first.
    fn austria_owes(&self, game: &Conquests) -> bool {
        self.members.contains(AUSTRIA) && self.lacks(game, AUSTRIA) > 0
    }

    /// Whether Austria can give a card, or what is left of one, for another nation: as long as that helps it into the
    /// Alliance (N-9.3-austria-others).
    fn may_sponsor(&self, game: &Conquests, card: Card, nation: Nation) -> Result<(), Denied> {
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
    fn half_helped(&self, game: &Conquests) -> Option<Nation> {
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
    fn may_refuse(&self, game: &Conquests, nation: Nation) -> Result<(), Denied> {
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
        log: &mut impl Recorder<Event>,
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
    fn sponsor(&mut self, game: &Conquests, card: Card, nation: Nation, log: &mut impl Recorder<Event>) {
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

    fn agree(&mut self, game: &Conquests, nation: Nation, log: &mut impl Recorder<Event>) {
        self.answered.insert(nation);
        log.record(|| Event::Agreed { who: game.party(nation) });
    }

    /// One who refuses neither joins nor pays.
    fn decline(&mut self, game: &Conquests, nation: Nation, log: &mut impl Recorder<Event>) {
        self.strike_out(game, nation);
        self.answered.insert(nation);
        log.record(|| Event::Declined { who: game.party(nation) });
    }

    fn strike_out(&mut self, game: &Conquests, nation: Nation) {
        self.pledged = self.pledged - self.pledges(game, nation);
        self.points[nation] = 0;
        self.shares[nation] = 0;
        if self.matter == Matter::Alliance {
            self.members.remove(nation);
        }
    }

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
        log: &mut impl Recorder<Event>,
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

    /// An Alliance of all who have agreed and have their points, if the price is met (N-9.3-agreement): whether it is made.
    pub(crate) fn conclude_alliance(mut self, game: &mut Conquests, log: &mut impl Recorder<Event>) -> bool {
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
    fn trim_shares(&mut self, game: &Conquests) {
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

    pub(crate) fn conclude_forcing(&self, game: &mut Conquests, log: &mut impl Recorder<Event>) -> bool {
        self.settle_parley(game, log);
        game.make_treaty(self.initiator, self.members, Bond::Fresh, log);
        true
    }

    pub(crate) fn conclude_cancelling(&self, game: &mut Conquests, log: &mut impl Recorder<Event>) -> bool {
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

    /// Shares go to the Bank, pledged cards are discarded.
    fn settle_parley(&self, game: &mut Conquests, log: &mut impl Recorder<Event>) {
        for nation in Nation::all() {
            let share = self.shares[nation];
            if share > 0 {
                game.fine(nation, share, log);
            }
            let pledges: Cards = self.pledges(game, nation);
            for card in pledges.iter() {
                game.spend_card(nation, card, log);
                log.record(|| Event::Discarded { who: game.party(nation), card });
            }
        }
    }
}
