//! Resolving advisors: bonuses, cards played and bought, neutral capitals. Rulebook 8.

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::Area;
use crate::by::ByNation;
use crate::cards::Card;
use crate::effects::Domain;
use crate::event::Event;
use crate::military::Purchase;
use crate::nations::Nation;
use crate::parley::{STOCKHOLM, diplomacy};
use crate::state::{Conquests, Phase, Step};
use crate::tables::{Zone, prices};
use crate::troops::{Kind, Troops};
use crate::{military, play};

/// Movement points that a second French advisor in the Military zone brings (N-8.6.1-napoleon-bonus).
const SECOND_STAFF: u8 = 2;

impl Conquests {
    /// Resolves the next advisor from a space of a zone on (N-8-left-to-right, N-5-zone-order).
    pub(crate) fn resolve_after(&mut self, zone: Zone, space: u8, log: &mut Recorder<Event>) {
        let found =
            (0..).zip(self.council.zone(zone)).skip(space.into()).find(|(_, advisor)| advisor.is_some());
        if let Some((space, _)) = found {
            return self.begin_advisor(zone, space, log);
        }
        match zone {
            Zone::Initiative => self.resolve_after(Zone::Finance, 0, log),
            Zone::Finance => self.resolve_after(Zone::Morale, 0, log),
            Zone::Morale => self.resolve_after(Zone::Society, 0, log),
            Zone::Society => self.phase = Phase::Powers(0),
            Zone::Military => self.resolve_after(Zone::Diplomacy, 0, log),
            Zone::Diplomacy => self.begin_implementation(log),
        }
    }

    /// An advisor's bonus comes first (N-8-bonus-first); Napoleon's second one in the Military zone brings MP
    /// (N-8.6.1-napoleon-bonus).
    fn begin_advisor(&mut self, zone: Zone, number: u8, log: &mut Recorder<Event>) {
        let nation = self.council.advisor(zone, number).expect("an advisor stands there");
        let step = match zone {
            Zone::Military => Step::Purchase(Purchase::default()),
            Zone::Diplomacy if self.objections.objected.contains(nation) => Step::Tried,
            _ => Step::Card,
        };
        self.phase = Phase::Resolve(zone, number, step);
        log.record(|| Event::Resolves { who: self.party(nation), zone, space: number });
        let bonus = zone.space(number + 1);
        for _ in 0..bonus.cards {
            self.draw(nation, log);
        }
        if bonus.fg > 0 {
            self.pay_out(nation, bonus.fg, log);
        }
        if bonus.mp > 0 {
            self.grant_points(nation, bonus.mp, log);
        }
        if bonus.morale > 0 {
            self.shift_morale(nation, bonus.morale as i8, log);
        }
        let later = &self.council.zone(zone)[usize::from(number) + 1..];
        let is_last = !later.contains(&Some(nation));
        if zone == Zone::Military && nation == Nation::France && is_last && self.council.two_staffs {
            self.council.two_staffs = false;
            self.grant_points(nation, SECOND_STAFF, log);
        }
    }

    /// The Military zone begins with Russia's infantry (N-8.1-russia, N-8.1-russia-blocked).
    pub(crate) fn begin_military(&mut self, log: &mut Recorder<Event>) {
        let (russia, moscow) = (Nation::Russia, Area::capital(Nation::Russia));
        let left = self.forces.contingent(russia).count(Kind::Infantry) > 0;
        if self.order.first() == Some(&russia) && left && !self.is_lost_to(russia, moscow) {
            self.put(russia, Troops::one(Kind::Infantry), moscow);
            log.record(|| Event::Raised { who: self.party(russia), kind: Kind::Infantry, at: moscow });
        }
        self.council.two_staffs = self.council.advisors(Nation::France, Zone::Military) > 1;
        self.council.refuges = ByNation::all(None);
        self.resolve_after(Zone::Military, 0, log);
    }

    /// Who decides about an advisor, if there is anything to decide: in Initiative there is not (N-8.1-bonus). Whether a
    /// hand holds a card that can be played is nobody else's business: who holds any card is asked.
    pub(crate) fn resolver(&self, zone: Zone, space: u8, step: Step) -> Option<Nation> {
        if zone == Zone::Diplomacy && step != Step::Over {
            return diplomacy::diplomat(self, space, step);
        }
        let nation = self.council.advisor(zone, space)?;
        let decides = match (zone, step) {
            (Zone::Initiative, _) | (_, Step::Over) => false,
            (_, Step::Purchase(purchase)) => military::can_purchase(self, nation, space, purchase),
            (_, Step::Card | Step::Tried | Step::Cancelled) => {
                !self.cards.hands[nation].is_empty() || self.may_buy_card(nation).is_ok()
            }
        };
        decides.then_some(nation)
    }

    pub(crate) fn list_resolution(
        &self,
        nation: Nation,
        zone: Zone,
        space: u8,
        step: Step,
        out: &mut Vec<Action>,
    ) {
        match (zone.domain(), step) {
            (_, Step::Purchase(purchase)) => military::list_purchases(self, nation, space, purchase, out),
            (Some(Domain::Diplomacy), _) => diplomacy::list_diplomacy(self, nation, out),
            (Some(domain), Step::Card) => {
                play::list_plays(self, nation, domain, out);
                if self.may_buy_card(nation).is_ok() {
                    out.push(Action::BuyCard);
                }
                out.push(Action::Done);
            }
            _ => {}
        }
    }

    pub(crate) fn resolve(
        &mut self,
        nation: Nation,
        zone: Zone,
        space: u8,
        step: Step,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match (zone.domain(), step) {
            (_, Step::Purchase(purchase)) => self.purchase(nation, space, purchase, action, log),
            (Some(Domain::Diplomacy), _) => self.act_in_diplomacy(nation, action, log),
            (Some(domain), Step::Card) => {
                match action {
                    Action::Done => {
                        self.decline_card(zone, space);
                        return Ok(());
                    }
                    Action::BuyCard => self.buy_card(nation, log)?,
                    Action::Enlist { .. } | Action::BuyPoints => return Err(too_late(zone)),
                    _ => self.play(nation, domain, action, log)?,
                }
                self.end_advisor(zone, space);
                Ok(())
            }
            _ => Err(not_now()),
        }
    }

    /// What follows in the resolution of an advisor without a decision.
    pub(crate) fn after_step(&mut self, zone: Zone, space: u8, step: Step, log: &mut Recorder<Event>) {
        match step {
            Step::Purchase(_) => self.phase = Phase::Resolve(zone, space, Step::Card),
            Step::Card | Step::Tried | Step::Cancelled => self.decline_card(zone, space),
            Step::Over => self.resolve_after(zone, space + 1, log),
        }
    }

    /// No card is played or bought (N-8-optional-card): an advisor in Initiative keeps his place for the order, one in the
    /// Military zone stays for an effect in combat (N-8.6.4-keep-advisor), others go back.
    pub(crate) fn decline_card(&mut self, zone: Zone, space: u8) {
        match zone {
            Zone::Initiative | Zone::Military => self.phase = Phase::Resolve(zone, space, Step::Over),
            _ => self.end_advisor(zone, space),
        }
    }

    /// An advisor goes back to his nation; the next is resolved when all is settled (N-8-advisor-back).
    pub(crate) fn end_advisor(&mut self, zone: Zone, space: u8) {
        self.council.set_advisor(zone, space, None);
        self.phase = Phase::Resolve(zone, space, Step::Over);
    }

    /// Whether a nation can buy the top card of its deck (N-8-buy-card).
    pub(crate) fn may_buy_card(&self, nation: Nation) -> Result<(), Denied> {
        if self.treasury.money[nation] < prices().card.into() {
            return Err(Denied::new(rule!("N-8-buy-card"), "a card costs 1 FG; you have none"));
        }
        let side = nation.side();
        let spent = self.cards.discards & Card::deck(side, self.age());
        if self.cards.tops[side].is_none() && spent.is_empty() {
            return Err(Denied::new(rule!("N-12-reshuffle"), "no card is left to buy"));
        }
        Ok(())
    }

    pub(crate) fn buy_card(&mut self, nation: Nation, log: &mut Recorder<Event>) -> Result<(), Denied> {
        self.may_buy_card(nation)?;
        self.treasury.money[nation] -= u16::from(prices().card);
        log.record(|| Event::BoughtCard { who: self.party(nation) });
        self.draw(nation, log);
        Ok(())
    }

    /// Who uses the power of a neutral capital: whoever controls it, with a card in hand (N-8.5-card-powers).
    pub(crate) fn power_holder(&self, number: u8) -> Option<Nation> {
        if number == STOCKHOLM {
            return diplomacy::holder_of_stockholm(self);
        }
        power_domain(number)?;
        self.holder_of_capital(number).filter(|nation| !self.cards.hands[*nation].is_empty())
    }

    /// Who controls a neutral capital, by its number on the track.
    pub(crate) fn holder_of_capital(&self, number: u8) -> Option<Nation> {
        self.controller(*Area::neutral_capitals().get(usize::from(number))?)
    }

    pub(crate) fn list_power(&self, nation: Nation, number: u8, out: &mut Vec<Action>) {
        match power_domain(number) {
            Some(domain) => {
                play::list_plays(self, nation, domain, out);
                out.push(Action::Done);
            }
            None => diplomacy::list_stockholm(self, nation, out),
        }
    }

    pub(crate) fn use_power(
        &mut self,
        nation: Nation,
        number: u8,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match (power_domain(number), action) {
            (None, _) => return self.act_in_stockholm(nation, action, log),
            (Some(_), Action::Done) => {}
            (Some(_), Action::BuyCard) => {
                let why = "a card is bought with an advisor, not with a capital";
                return Err(Denied::new(rule!("N-8-buy-limits"), why));
            }
            (Some(domain), _) => self.play(nation, domain, action, log)?,
        }
        self.phase = Phase::Powers(number + 1);
        Ok(())
    }

    /// Who has kept an advisor in the Military zone for nothing (N-8-buy-unused-combat).
    pub(crate) fn idler(&self, place: u8) -> Option<Nation> {
        let nation = self.order[usize::from(place)];
        (self.council.advisors(nation, Zone::Military) > 0 && self.may_buy_card(nation).is_ok())
            .then_some(nation)
    }

    pub(crate) fn list_idle(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.extend([Action::BuyCard, Action::Done]);
    }

    pub(crate) fn buy_for_idle_advisor(
        &mut self,
        nation: Nation,
        _place: u8,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::BuyCard => self.buy_card(nation, log)?,
            Action::Done => {}
            _ => return Err(not_now()),
        }
        let space = (0..Zone::Military.spaces())
            .find(|space| self.council.advisor(Zone::Military, *space) == Some(nation));
        self.council.set_advisor(Zone::Military, space.expect("an advisor is idle"), None);
        Ok(())
    }
}

/// The domain of the cards that a neutral capital lets its holder play (N-8.5-order); Stockholm has none.
fn power_domain(number: u8) -> Option<Domain> {
    match number {
        0 => Some(Domain::Morale),
        1 => Some(Domain::Society),
        3 => Some(Domain::Finance),
        _ => None,
    }
}

/// Units and movement points come before cards, and in the Military zone only.
fn too_late(zone: Zone) -> Denied {
    match zone {
        Zone::Military => {
            Denied::new(rule!("N-8.6.1-two-actions"), "units and movement points are bought before cards")
        }
        _ => not_now(),
    }
}
