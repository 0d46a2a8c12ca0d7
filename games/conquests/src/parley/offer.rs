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
use crate::state::{Bond, Conquests};
use crate::tables::prices;

const AUSTRIA: Nation = Nation::Austria;

impl Conquests {
    /// Every member pays for itself; what somebody lacks falls to the initiator, then to other members, then to the rest
    /// of the Coalition (N-9.3-cost, N-9.5-coalition).
    pub(crate) fn propose_shares(&self, parley: &mut Parley) {
        if parley.matter == Matter::Alliance {
            for member in parley.members.iter() {
                parley.shares[member] = self.most_of(member).min(prices().alliance);
            }
        }
        self.balance_shares(parley);
    }

    /// The most that a nation can pay.
    fn most_of(&self, nation: Nation) -> u8 {
        self.treasury.money[nation].min(u8::MAX.into()) as u8
    }

    /// What is missing, or too much, is for the initiator, then for other members, then for the rest of the Coalition, as far
    /// as their shares are not set: whether the shares then make up the price.
    fn balance_shares(&self, parley: &mut Parley) -> bool {
        let initiator = parley.initiator;
        let side = initiator.side().nations().without(initiator) - parley.set;
        let order = || self.order.iter().copied().filter(|nation| side.contains(*nation));
        let members = order().filter(|nation| parley.members.contains(*nation));
        let others = order().filter(|nation| !parley.members.contains(*nation));
        let payers: Vec<Nation> = [initiator].into_iter().chain(members).chain(others).collect();
        let paid: u8 = parley.shares.iter().sum();
        let mut left = i16::from(parley.price()) - i16::from(paid);
        for nation in payers {
            let share = &mut parley.shares[nation];
            let due = (i16::from(*share) + left).clamp(0, self.most_of(nation).into());
            left -= due - i16::from(*share);
            *share = due as u8;
        }
        left == 0
    }

    /// The draft in which a nation is asked for this much, if there can be one.
    pub(crate) fn redrafted(&self, nation: Nation, money: u8) -> Option<Parley> {
        self.may_share(self.parley.as_ref()?, nation, money).ok()
    }

    /// Points of Diplomacy that a nation still lacks to join.
    pub(crate) fn lacks(&self, parley: &Parley, nation: Nation) -> u8 {
        self.points_to_join(nation).saturating_sub(parley.points[nation])
    }

    /// Points that the initiator's draft still lacks.
    fn draft_lacks(&self, parley: &Parley) -> u8 {
        match parley.matter {
            Matter::Alliance => self.lacks(parley, parley.initiator),
            _ => parley.points_missing(),
        }
    }

    /// Whether an offer is drafted to which no card of the initiator's can be added: everybody sees what is left to do.
    pub(crate) fn is_openly_drafted(&self, parley: &Parley) -> bool {
        let drafted = !parley.offered && !matches!(parley.matter, Matter::Objection(_));
        drafted && self.draft_lacks(parley) == 0
    }

    pub(crate) fn list_draft(&self, parley: &Parley, out: &mut Vec<Action>) {
        for nation in Nations::COALITION.iter() {
            for money in 0..=parley.price() {
                if self.may_share(parley, nation, money).is_ok() {
                    out.push(Action::Share { nation, money });
                }
            }
        }
        if self.draft_lacks(parley) > 0 {
            self.list_pledges(parley, parley.initiator, out);
        }
        if self.may_offer(parley).is_ok() {
            out.push(Action::Offer);
        }
    }

    fn list_pledges(&self, parley: &Parley, nation: Nation, out: &mut Vec<Action>) {
        out.extend(self.envoys(parley, nation).iter().map(Action::Pledge));
    }

    /// The draft in which a nation is asked for this much, if the initiator can ask it: once each; the difference is his or,
    /// where he lacks the money, that of others whose shares he has not set (N-9.3-cost, N-9.5-coalition).
    fn may_share(&self, parley: &Parley, nation: Nation, money: u8) -> Result<Parley, Denied> {
        let rule = match parley.matter {
            Matter::Alliance => rule!("N-9.3-cost"),
            _ => rule!("N-9.5-coalition"),
        };
        let initiator = parley.initiator;
        let coalition = self.in_play() & Nations::COALITION;
        if !coalition.contains(initiator) || !coalition.contains(nation) || nation == initiator {
            return Err(Denied::new(rule, "nations of the Coalition share, and the initiator pays the rest"));
        }
        if parley.set.contains(nation) {
            return Err(Denied::new(rule, "a share is changed once"));
        }
        if money == parley.shares[nation] {
            return Err(Denied::new(rule, "that is its share as it is"));
        }
        let mut changed = *parley;
        changed.shares[nation] = money;
        changed.set.insert(nation);
        if self.most_of(nation) < money || money > parley.price() || !self.balance_shares(&mut changed) {
            return Err(Denied::new(
                rule,
                "nobody pays more than he has, and all of them no more than the price",
            ));
        }
        Ok(changed)
    }

    /// Whether the offer can be put: the points that the initiator lacks can come from others, as far as everybody can tell
    /// (N-9.3-card-each, N-9.3-austria-others, N-9.5-coalition).
    fn may_offer(&self, parley: &Parley) -> Result<(), Denied> {
        let (rule, aid) = match (parley.matter, parley.initiator) {
            (Matter::Alliance, initiator) => (rule!("N-9.3-card-each"), self.austrian_aid(initiator)),
            (Matter::Force, _) => (rule!("N-9.4-price"), 0),
            (_, Nation::France) => (rule!("N-9.5-napoleon"), 0),
            (_, initiator) => (rule!("N-9.5-coalition"), self.points_beside(initiator)),
        };
        let lacks = self.draft_lacks(parley);
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
    fn may_pledge(&self, parley: &Parley, nation: Nation, card: Card) -> Result<(), Denied> {
        if self.envoys(parley, nation).contains(card) {
            return Ok(());
        }
        let rule = rule!("N-9.1-points");
        self.holds(nation, card, rule)?;
        Err(Denied::new(
            rule,
            match parley.pledged.contains(card) {
                true => "that card is pledged already",
                false => "that card has no Diplomacy effect",
            },
        ))
    }

    /// Carries out what the initiator does before the offer is put.
    pub(crate) fn draft(
        &self,
        mut parley: Parley,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<Parley, Denied> {
        let initiator = parley.initiator;
        match action {
            Action::Share { nation, money } => {
                parley = self.may_share(&parley, nation, money)?;
            }
            Action::Pledge(_) if self.draft_lacks(&parley) == 0 => {
                return Err(Denied::new(rule!("N-9.3-austria-self"), "Austria needs no card to join"));
            }
            Action::Pledge(card) => {
                self.may_pledge(&parley, initiator, card)?;
                parley.pledged.insert(card);
                parley.points[initiator] += points_of(initiator, card);
                parley.offered = self.draft_lacks(&parley) == 0;
            }
            Action::Offer => {
                self.may_offer(&parley)?;
                parley.offered = true;
            }
            _ => return Err(not_now()),
        }
        if parley.offered && initiator.is_coalition() {
            log.record(|| Event::Offered { who: self.party(initiator), shares: parley.shares });
        }
        Ok(parley)
    }

    /// Members who have agreed but lack points that Austria could give, as far as everybody can tell.
    fn needy(&self, parley: &Parley) -> Nations {
        let aid = most_points(AUSTRIA, self.cards_left(parley, AUSTRIA)) + u8::from(parley.spare.is_some());
        let lacking = |nation: &Nation| (1..=aid).contains(&self.lacks(parley, *nation));
        parley.members.without(AUSTRIA).iter().filter(lacking).collect()
    }

    /// Whether everybody can tell that an Alliance fails: nobody is left beside the initiator, or the price is not met even
    /// with such a one only, without others for whom somebody was to pay (N-9.3-agreement, N-9.3-adjacent).
    fn is_lost(&self, parley: &Parley) -> bool {
        // One who refuses is no member any more.
        if (parley.answered - parley.members).is_empty() {
            return false;
        }
        let others = || parley.members.without(parley.initiator).iter();
        let spared = |nation: Nation| prices().alliance.saturating_sub(parley.shares[nation]);
        let near = others().filter(|nation| self.adjoins(parley.initiator, *nation));
        let Some(kept) = near.map(spared).min() else { return true };
        let paid: u8 = parley.shares.iter().sum();
        paid + others().map(spared).sum::<u8>() - kept < parley.price()
    }

    /// Whether a nation has to agree to what it is to pay: whoever plays the initiator has agreed to it.
    fn is_another(&self, parley: &Parley, nation: Nation) -> bool {
        self.seat(nation) != self.seat(parley.initiator)
    }

    /// Who is asked next about an Alliance: those who are to join or pay, in order, then Austria.
    pub(crate) fn next_in_alliance(&self, parley: &Parley) -> Option<Nation> {
        if self.is_lost(parley) {
            return None;
        }
        let open = |nation: Nation| !parley.answered.contains(nation) && nation != parley.initiator;
        let concerned = |nation: Nation| match parley.members.contains(nation) {
            true => self.is_another(parley, nation) || self.lacks(parley, nation) > 0,
            false => self.is_another(parley, nation) && parley.shares[nation] > 0,
        };
        let asked = |nation: &Nation| *nation != AUSTRIA && open(*nation) && concerned(*nation);
        if let Some(nation) = self.order.iter().copied().find(asked) {
            return Some(nation);
        }
        let helps = !self.needy(parley).is_empty() && !parley.answered.contains(AUSTRIA);
        let last = helps || open(AUSTRIA) && concerned(AUSTRIA);
        (last && self.order.contains(&AUSTRIA)).then_some(AUSTRIA)
    }

    pub(crate) fn list_answers(&self, parley: &Parley, nation: Nation, out: &mut Vec<Action>) {
        if self.may_pledge_to_join(parley, nation).is_ok() {
            self.list_pledges(parley, nation, out);
        }
        if nation == AUSTRIA {
            let cards = self.envoys(parley, nation);
            for card in parley.spare.into_iter().chain(cards.iter()) {
                let helped =
                    self.needy(parley).iter().filter(|other| self.may_sponsor(parley, card, *other).is_ok());
                out.extend(helped.map(|nation| Action::Sponsor { card, nation }));
            }
        }
        if self.may_accept(parley, nation).is_ok() {
            out.push(Action::Accept);
        }
        if self.may_refuse(parley, nation).is_ok() {
            out.push(Action::Refuse);
        }
    }

    /// Whether a nation has cards that it can pledge to join.
    pub(crate) fn can_pledge_to_join(&self, parley: &Parley, nation: Nation) -> bool {
        self.may_pledge_to_join(parley, nation).is_ok() && !self.envoys(parley, nation).is_empty()
    }

    /// Whether this card is the last that a nation has to pledge.
    pub(crate) fn settles(&self, parley: &Parley, nation: Nation, card: Card) -> bool {
        let lacks = match (parley.matter, parley.offered) {
            (Matter::Alliance, true) => self.lacks(parley, nation),
            _ => self.draft_lacks(parley),
        };
        let goes_on = parley.offered && nation == AUSTRIA && !self.needy(parley).is_empty();
        points_of(nation, card) >= lacks && !goes_on
    }

    /// Whether a nation that agrees now joins only with a card of Austria's (N-9.3-austria-others).
    pub(crate) fn relies_on_austria(&self, parley: &Parley, nation: Nation) -> bool {
        parley.matter == Matter::Alliance && parley.members.contains(nation) && self.lacks(parley, nation) > 0
    }

    /// Whether a nation that is asked to join needs points of its own, and they can suffice with Austria's help
    /// (N-9.3-from-forced, N-9.3-austria-from-forced).
    fn may_pledge_to_join(&self, parley: &Parley, nation: Nation) -> Result<(), Denied> {
        let lacks = self.lacks(parley, nation);
        if !parley.members.contains(nation) || lacks == 0 {
            return Err(Denied::new(rule!("N-9.1-excess"), "no more points of yours are needed"));
        }
        if self.points_left(parley, nation).saturating_add(self.austrian_aid(nation)) < lacks {
            let why = match nation {
                AUSTRIA => "Austria itself must provide all 3 points to leave a Forced Alliance",
                _ => "you have too few points of Diplomacy, and Austria too few cards to help",
            };
            return Err(Denied::new(self.joining_rule(nation), why));
        }
        Ok(())
    }

    /// The points that a nation has in cards not pledged yet.
    fn points_left(&self, parley: &Parley, nation: Nation) -> u8 {
        let cards = self.envoys(parley, nation);
        let points = cards.iter().map(|card| points_of(nation, card));
        points.fold(0, u8::saturating_add)
    }

    /// Whether Austria owes points for itself first.
    fn austria_owes(&self, parley: &Parley) -> bool {
        parley.members.contains(AUSTRIA) && self.lacks(parley, AUSTRIA) > 0
    }

    /// Whether Austria can give a card, or what is left of one, for another nation: as long as that helps it into the
    /// Alliance (N-9.3-austria-others).
    fn may_sponsor(&self, parley: &Parley, card: Card, nation: Nation) -> Result<(), Denied> {
        let rule = rule!("N-9.3-austria-others");
        let left = parley.spare == Some(card);
        if !left && !self.envoys(parley, AUSTRIA).contains(card) {
            self.holds(AUSTRIA, card, rule)?;
            return Err(Denied::new(rule, "that card has no Diplomacy effect, or is pledged already"));
        }
        if !self.needy(parley).contains(nation) {
            return Err(Denied::new(rule, "that nation needs no help to join"));
        }
        if self.austria_owes(parley) {
            let why = "Austria must leave its Forced Alliance before it helps others";
            return Err(Denied::new(rule!("N-9.3-austria-from-forced"), why));
        }
        let points = self.points_left(parley, AUSTRIA) + u8::from(parley.spare.is_some());
        if points < self.lacks(parley, nation) {
            return Err(Denied::new(rule, "you have not the points to help that nation into the Alliance"));
        }
        match self.half_helped(parley) {
            Some(begun) if begun != nation => Err(Denied::new(rule, "another nation needs your help first")),
            _ => Ok(()),
        }
    }

    /// A nation that Austria has begun to help and that still lacks points: it has more than it pledged itself.
    fn half_helped(&self, parley: &Parley) -> Option<Nation> {
        let own = |nation: Nation| {
            self.pledges(parley, nation).iter().map(|card| points_of(nation, card)).sum::<u8>()
        };
        let helped = |nation: &Nation| parley.points[*nation] > own(*nation);
        self.needy(parley).iter().find(helped)
    }

    /// Whether a nation can agree: its points are there, or Austria may give them.
    pub(crate) fn may_accept(&self, parley: &Parley, nation: Nation) -> Result<(), Denied> {
        let lacks = if parley.members.contains(nation) { self.lacks(parley, nation) } else { 0 };
        let aid = match nation {
            AUSTRIA => 0,
            _ if self.order.contains(&AUSTRIA) => most_points(AUSTRIA, self.cards_left(parley, AUSTRIA)),
            _ => 0,
        };
        if lacks > aid {
            let why = "you need points of Diplomacy to join";
            return Err(Denied::new(rule!("N-9.3-card-each"), why));
        }
        if nation == AUSTRIA && self.half_helped(parley).is_some() {
            let why = "a nation that you have begun to help still needs points";
            return Err(Denied::new(rule!("N-9.3-austria-others"), why));
        }
        let gives = !self.pledges(parley, nation).is_empty() || parley.shares[nation] > 0;
        if !parley.members.contains(nation) && !gives {
            return Err(Denied::new(
                rule!("N-9.3-agreement"),
                "there is nothing to agree to: help, or refuse",
            ));
        }
        Ok(())
    }

    /// Whether a nation can refuse: not what it has proposed itself, nor Austria once it has given cards.
    fn may_refuse(&self, parley: &Parley, nation: Nation) -> Result<(), Denied> {
        let given = nation == AUSTRIA && !self.pledges(parley, nation).is_empty();
        if nation == parley.initiator || given {
            return Err(Denied::new(rule!("N-9.3-agreement"), "you have agreed to that already"));
        }
        Ok(())
    }

    /// Carries out the answer of a nation that is asked about an Alliance (N-9.3-agreement).
    pub(crate) fn answer(
        &self,
        mut parley: Parley,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<Parley, Denied> {
        match action {
            Action::Pledge(card) => {
                self.may_pledge_to_join(&parley, nation)?;
                self.may_pledge(&parley, nation, card)?;
                parley.pledged.insert(card);
                parley.points[nation] += points_of(nation, card);
                let more = nation == AUSTRIA && !self.needy(&parley).is_empty();
                if self.lacks(&parley, nation) == 0 && !more {
                    self.agree(&mut parley, nation, log);
                }
            }
            Action::Sponsor { card, nation: other } if nation == AUSTRIA => {
                self.may_sponsor(&parley, card, other)?;
                self.sponsor(&mut parley, card, other, log);
                if self.needy(&parley).is_empty() {
                    self.agree(&mut parley, nation, log);
                }
            }
            Action::Sponsor { .. } => {
                let why = "only Austria gives cards for others";
                return Err(Denied::new(rule!("N-9.3-austria-others"), why));
            }
            Action::Accept => {
                self.may_accept(&parley, nation)?;
                self.agree(&mut parley, nation, log);
            }
            Action::Refuse => {
                self.may_refuse(&parley, nation)?;
                self.decline(&mut parley, nation, log);
            }
            _ => return Err(not_now()),
        }
        Ok(parley)
    }

    /// Austria gives a card for a nation; a point that is left goes to another that lacks one (N-9.3-austria-others).
    fn sponsor(&self, parley: &mut Parley, card: Card, nation: Nation, log: &mut impl Recorder<Event>) {
        let points = match parley.spare == Some(card) {
            true => 1,
            false => points_of(AUSTRIA, card),
        };
        let given = points.min(self.lacks(parley, nation));
        parley.pledged.insert(card);
        parley.points[nation] += given;
        match (points > given, parley.spare == Some(card)) {
            (true, _) => parley.spare = Some(card),
            (false, true) => parley.spare = None,
            (false, false) => {}
        }
        log.record(|| Event::Sponsored { who: self.party(AUSTRIA), nation });
        let needy = self.needy(parley);
        match needy.only() {
            Some(other) if parley.spare.is_some() && self.lacks(parley, other) == 1 => {
                parley.points[other] += 1;
                parley.spare = None;
                log.record(|| Event::Sponsored { who: self.party(AUSTRIA), nation: other });
            }
            None if needy.is_empty() => parley.spare = None,
            _ => {}
        }
    }

    fn agree(&self, parley: &mut Parley, nation: Nation, log: &mut impl Recorder<Event>) {
        parley.answered.insert(nation);
        log.record(|| Event::Agreed { who: self.party(nation) });
    }

    /// One who refuses neither joins nor pays.
    fn decline(&self, parley: &mut Parley, nation: Nation, log: &mut impl Recorder<Event>) {
        self.strike_out(parley, nation);
        parley.answered.insert(nation);
        log.record(|| Event::Declined { who: self.party(nation) });
    }

    fn strike_out(&self, parley: &mut Parley, nation: Nation) {
        parley.pledged = parley.pledged - self.pledges(parley, nation);
        parley.points[nation] = 0;
        parley.shares[nation] = 0;
        if parley.matter == Matter::Alliance {
            parley.members.remove(nation);
        }
    }

    /// Who is asked next to help cancel a Forced Alliance: those who are to pay and, while points are missing, all who have
    /// cards. It is over as soon as everybody can tell that it fails (N-9.5-coalition).
    pub(crate) fn next_in_cancelling(&self, parley: &Parley) -> Option<Nation> {
        let coalition = self.in_play() & Nations::COALITION;
        let paid: u8 = parley.shares.iter().sum();
        let open = coalition.without(parley.initiator) - parley.answered;
        let missing = parley.points_missing();
        let most = open.iter().map(|nation| most_points(nation, self.cards_left(parley, nation)));
        if !coalition.contains(parley.initiator) || paid < parley.price() || most.sum::<u8>() < missing {
            return None;
        }
        let asked = |nation: &Nation| {
            let can_give = missing > 0 && self.cards_left(parley, *nation) > 0;
            let pays = parley.shares[*nation] > 0 && self.is_another(parley, *nation);
            open.contains(*nation) && (pays || can_give)
        };
        self.order.iter().copied().find(asked)
    }

    pub(crate) fn list_help(&self, parley: &Parley, nation: Nation, out: &mut Vec<Action>) {
        if parley.points_missing() > 0 {
            self.list_pledges(parley, nation, out);
        }
        let given = !self.pledges(parley, nation).is_empty();
        if given || parley.shares[nation] > 0 {
            out.push(Action::Accept);
        }
        if !given {
            out.push(Action::Refuse);
        }
    }

    /// Carries out the answer of a nation that is asked to help cancel a Forced Alliance (N-9.5-coalition).
    pub(crate) fn help(
        &self,
        mut parley: Parley,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<Parley, Denied> {
        let rule = rule!("N-9.5-coalition");
        let given = !self.pledges(&parley, nation).is_empty();
        match action {
            Action::Pledge(card) => {
                if parley.points_missing() == 0 {
                    return Err(Denied::new(rule!("N-9.1-excess"), "no more points are needed"));
                }
                self.may_pledge(&parley, nation, card)?;
                parley.pledged.insert(card);
                parley.points[nation] += points_of(nation, card);
                if parley.points_missing() == 0 || self.cards_left(&parley, nation) == 0 {
                    self.agree(&mut parley, nation, log);
                }
            }
            Action::Accept if given || parley.shares[nation] > 0 => {
                self.agree(&mut parley, nation, log);
            }
            Action::Accept => return Err(Denied::new(rule, "you are asked for a card: give one, or refuse")),
            Action::Refuse if given => return Err(Denied::new(rule, "you have given a card already")),
            Action::Refuse => self.decline(&mut parley, nation, log),
            _ => return Err(not_now()),
        }
        Ok(parley)
    }

    /// An Alliance of all who have agreed and have their points, if the price is met (N-9.3-agreement): whether it is made.
    pub(crate) fn conclude_alliance(&mut self, mut parley: Parley, log: &mut impl Recorder<Event>) -> bool {
        let initiator = parley.initiator;
        for member in parley.members.iter() {
            if self.lacks(&parley, member) > 0 {
                self.strike_out(&mut parley, member);
            }
        }
        let (members, others) = (parley.members, parley.members.without(initiator));
        let paid: u8 = parley.shares.iter().sum();
        if !members.contains(initiator)
            || !others.iter().any(|other| self.adjoins(initiator, other))
            || paid < parley.price()
        {
            return false;
        }
        self.trim_shares(&mut parley);
        self.settle_parley(&parley, log);
        self.make_treaty(initiator, members, Bond::Fresh, log);
        true
    }

    /// Somebody was left out: the greatest share shrinks first, the initiator's before others that are as great.
    fn trim_shares(&self, parley: &mut Parley) {
        let paid: u8 = parley.shares.iter().sum();
        for _ in parley.price()..paid {
            let greatest = parley.shares.iter().copied().max().unwrap_or(0);
            let order = [parley.initiator].into_iter().chain(self.order.iter().copied());
            let payer = order.into_iter().find(|nation| parley.shares[*nation] == greatest);
            if let Some(payer) = payer {
                parley.shares[payer] -= 1;
            }
        }
    }

    pub(crate) fn conclude_forcing(&mut self, parley: &Parley, log: &mut impl Recorder<Event>) -> bool {
        self.settle_parley(parley, log);
        self.make_treaty(parley.initiator, parley.members, Bond::Fresh, log);
        true
    }

    pub(crate) fn conclude_cancelling(&mut self, parley: &Parley, log: &mut impl Recorder<Event>) -> bool {
        let paid: u8 = parley.shares.iter().sum();
        let found = self
            .treaties
            .list
            .iter()
            .position(|treaty| treaty.is_in_force() && treaty.members == parley.members);
        let Some(number) = found.filter(|_| paid >= parley.price() && parley.points_missing() == 0) else {
            return false;
        };
        self.settle_parley(parley, log);
        self.cancel_treaty(number, log);
        true
    }

    /// Shares go to the Bank, pledged cards are discarded.
    fn settle_parley(&mut self, parley: &Parley, log: &mut impl Recorder<Event>) {
        for nation in Nation::all() {
            let share = parley.shares[nation];
            if share > 0 {
                self.fine(nation, share, log);
            }
            let pledges: Cards = self.pledges(parley, nation);
            for card in pledges.iter() {
                self.spend_card(nation, card, log);
                log.record(|| Event::Discarded { who: self.party(nation), card });
            }
        }
    }
}
