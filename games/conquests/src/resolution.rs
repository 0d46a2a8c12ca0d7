//! Resolving advisors: bonuses, cards played and bought, neutral capitals. Rulebook 8.

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::Area;
use crate::event::Event;
use crate::nations::Nation;
use crate::parley::STOCKHOLM;
use crate::state::{Conquests, Phase, Purchase, Step};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

/// The price of a card (N-8-buy-card).
pub(crate) const CARD_PRICE: u16 = 1;

impl Conquests {
    /// Resolves the next advisor from a space of a zone on (N-8-left-to-right, N-5-zone-order).
    pub(crate) fn resolve_after(&mut self, zone: Zone, space: u8, log: &mut impl Recorder<Event>) {
        let found = (space..zone.spaces()).find(|space| self.advisor(zone, *space).is_some());
        if let Some(space) = found {
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

    /// An advisor's bonus comes first (N-8-bonus-first).
    fn begin_advisor(&mut self, zone: Zone, number: u8, log: &mut impl Recorder<Event>) {
        let nation = self.advisor(zone, number).expect("an advisor stands there");
        let step = match zone {
            Zone::Military => Step::Purchase(Purchase::default()),
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
    }

    /// The Military zone begins with Russia's infantry (N-8.1-russia, N-8.1-russia-blocked).
    pub(crate) fn begin_military(&mut self, log: &mut impl Recorder<Event>) {
        let (russia, moscow) = (Nation::Russia, Area::capital(Nation::Russia));
        let strangers = self.present(moscow) - self.friends(russia);
        let left = self.contingent(russia).count(Kind::Infantry) > 0;
        if self.order.first() == Some(&russia) && left && strangers.is_empty() {
            self.put(russia, Troops::one(Kind::Infantry), moscow);
            log.record(|| Event::Raised { who: self.party(russia), kind: Kind::Infantry, at: moscow });
        }
        self.resolve_after(Zone::Military, 0, log);
    }

    /// Who decides about an advisor: in Initiative there is nothing to decide (N-8.1-bonus).
    pub(crate) fn resolver(&self, zone: Zone, space: u8, step: Step) -> Option<Nation> {
        match zone {
            Zone::Initiative => None,
            Zone::Diplomacy => self.diplomat(space, step),
            _ => self.advisor(zone, space),
        }
    }

    pub(crate) fn list_resolution(
        &self,
        nation: Nation,
        zone: Zone,
        _space: u8,
        _step: Step,
        out: &mut Vec<Action>,
    ) {
        if zone == Zone::Diplomacy {
            return self.list_diplomacy(nation, out);
        }
        if self.may_buy_card(nation).is_ok() {
            out.push(Action::BuyCard);
        }
        out.push(Action::Done);
    }

    pub(crate) fn resolve(
        &mut self,
        nation: Nation,
        zone: Zone,
        space: u8,
        _step: Step,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        if zone == Zone::Diplomacy {
            return self.act_in_diplomacy(nation, action, log);
        }
        match action {
            Action::BuyCard => self.buy_card(nation, log)?,
            Action::Done => {}
            _ => return Err(not_now()),
        }
        self.end_advisor(zone, space, log);
        Ok(())
    }

    /// An advisor goes back to his nation and the next is resolved (N-8-advisor-back).
    pub(crate) fn end_advisor(&mut self, zone: Zone, space: u8, log: &mut impl Recorder<Event>) {
        self.set_advisor(zone, space, None);
        self.resolve_after(zone, space + 1, log);
    }

    /// Whether a nation can buy the top card of its deck (N-8-buy-card).
    pub(crate) fn may_buy_card(&self, nation: Nation) -> Result<(), Denied> {
        if self.money[nation.index()] < CARD_PRICE {
            return Err(Denied::new(rule!("N-8-buy-card"), "a card costs 1 FG"));
        }
        Ok(())
    }

    pub(crate) fn buy_card(&mut self, nation: Nation, log: &mut impl Recorder<Event>) -> Result<(), Denied> {
        self.may_buy_card(nation)?;
        self.money[nation.index()] -= CARD_PRICE;
        log.record(|| Event::BoughtCard { who: self.party(nation) });
        self.draw(nation, log);
        Ok(())
    }

    /// Who uses the power of a neutral capital: whoever controls it (N-8.5-card-powers).
    pub(crate) fn power_holder(&self, number: u8) -> Option<Nation> {
        match number {
            STOCKHOLM => self.holder_of_stockholm(),
            _ => None,
        }
    }

    pub(crate) fn list_power(&self, nation: Nation, number: u8, out: &mut Vec<Action>) {
        if number == STOCKHOLM {
            return self.list_stockholm(nation, out);
        }
        out.push(Action::Done);
    }

    pub(crate) fn use_power(
        &mut self,
        nation: Nation,
        number: u8,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        if number == STOCKHOLM {
            return self.act_in_stockholm(nation, action, log);
        }
        match action {
            Action::Done if number < 3 => self.phase = Phase::Powers(number + 1),
            Action::Done => self.begin_military(log),
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// Who has kept an advisor in the Military zone for nothing (N-8-buy-unused-combat).
    pub(crate) fn idler(&self, place: u8) -> Option<Nation> {
        let nation = self.order[usize::from(place)];
        (self.advisors(nation, Zone::Military) > 0 && self.may_buy_card(nation).is_ok()).then_some(nation)
    }

    pub(crate) fn list_idle(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.extend([Action::BuyCard, Action::Done]);
    }

    pub(crate) fn buy_for_idle_advisor(
        &mut self,
        nation: Nation,
        _place: u8,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::BuyCard => self.buy_card(nation, log)?,
            Action::Done => {}
            _ => return Err(not_now()),
        }
        let space =
            (0..Zone::Military.spaces()).find(|space| self.advisor(Zone::Military, *space) == Some(nation));
        self.set_advisor(Zone::Military, space.expect("an advisor is idle"), None);
        Ok(())
    }
}
