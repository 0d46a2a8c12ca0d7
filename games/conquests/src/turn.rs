//! The sequence of play: phases, and what goes on by itself between decisions. Rulebook 5, 6, 12.

use engine::{Chance, Recorder};

use crate::areas::Area;
use crate::cards::{Card, Cards};
use crate::effects::Age;
use crate::event::Event;
use crate::nations::{Nation, Nations, Side};
use crate::state::{Conquests, Phase, Traffic};
use crate::tables::Zone;

/// The least a nation collects (N-6-minimum).
const LEAST_REVENUE: u16 = 3;

/// Movement points that can be saved, in halves (N-10-store).
const SAVED: u16 = 20;

impl Conquests {
    /// Goes on until somebody must decide, or the game is over.
    pub(crate) fn go_on(&mut self, log: &mut impl Recorder<Event>) {
        loop {
            self.drop_void_errands(log);
            if self.ended.is_some() || self.decider().is_some() {
                return;
            }
            if self.parley.is_some() {
                self.conclude_parley(log);
            } else if self.battle.is_some() {
                self.go_on_with_battle(log);
            } else {
                self.go_on_with_phase(log);
            }
        }
    }

    /// Nobody has anything to decide here: what comes next.
    fn go_on_with_phase(&mut self, log: &mut impl Recorder<Event>) {
        let nations = self.order.len() as u8;
        match self.phase {
            Phase::Deploy(place) if place + 1 < nations => self.phase = Phase::Deploy(place + 1),
            Phase::Deploy(_) => self.begin_turn(log),
            Phase::Advisors(placed) => self.after_advice(placed, log),
            Phase::Resolve(zone, space, step) => self.after_step(zone, space, step, log),
            Phase::Powers(number) if number < 4 => self.phase = Phase::Powers(number + 1),
            Phase::Powers(_) => self.begin_military(log),
            Phase::Exchange { place, .. } => self.exchange_after(place, log),
            Phase::Separate => self.go_on_parting(log),
            Phase::Move(place) => self.end_movement(place, log),
            Phase::Challenge(place) if place + 1 < nations => self.begin_movement(place + 1, log),
            Phase::Challenge(_) => self.begin_combats(log),
            Phase::Combat(place) => self.go_on_with_combats(place, log),
            Phase::Idle(place) if place + 1 < nations => self.phase = Phase::Idle(place + 1),
            Phase::Idle(_) => self.end_turn(log),
            Phase::Keep(place) if place + 1 < nations => self.phase = Phase::Keep(place + 1),
            Phase::Keep(_) => self.begin_second_age(log),
        }
    }

    /// Which Age it is (N-3.6-deck-by-turn).
    pub(crate) fn age(&self) -> Age {
        if self.turn <= 3 { Age::First } else { Age::Second }
    }

    /// A turn begins with revenue, but for the first (N-6-not-turn-1). Frigates may take troops aboard or ashore again
    /// (N-10.3-no-both).
    pub(crate) fn begin_turn(&mut self, log: &mut impl Recorder<Event>) {
        let turn = self.turn;
        for frigate in &mut self.forces.frigates {
            frigate.traffic = Traffic::None;
        }
        log.record(|| Event::TurnBegins { turn });
        if self.turn > 1 {
            self.collect(log);
        }
        self.phase = Phase::Advisors(0);
    }

    /// Revenue, and the levy on those whose capital is held by another (6, N-11.8-levy).
    fn collect(&mut self, log: &mut impl Recorder<Event>) {
        for nation in self.order.clone() {
            let money = self.revenue(nation);
            self.treasury.money[nation] += money;
            log.record(|| Event::Collected { who: self.party(nation), money });
        }
        for nation in self.order.clone() {
            let captor = self
                .controller(Area::capital(nation))
                .filter(|captor| self.control.has_captured(*captor, nation));
            let Some(captor) = captor else { continue };
            let points = self.treasury.points[nation].min(4);
            if points == 0 {
                continue;
            }
            self.treasury.points[nation] -= points;
            self.treasury.points[captor] += points;
            log.record(|| Event::Levied { from: nation, by: self.party(captor), halves: points });
        }
    }

    /// What a nation collects (N-6-per-area and following).
    pub(crate) fn revenue(&self, nation: Nation) -> u16 {
        let conquered = |owner: Nation| match nation {
            Nation::France => owner != nation,
            _ => self.has_conquered(nation, owner),
        };
        let yields = |area: Area| match area.capital_of() {
            Some(owner) if conquered(owner) => 5,
            None if area.is_neutral_capital() => 2,
            _ => 1,
        };
        let areas = self.forces.places(nation);
        let controlled = areas.iter().filter(|area| self.controls(nation, *area));
        controlled.map(yields).sum::<u16>().max(LEAST_REVENUE)
    }

    /// Whether a nation that holds the capital of another has conquered it: it is its captor, or no guest of an Ally
    /// (N-6-coalition-on-coalition, N-17.2.4-enlist-place).
    pub(crate) fn has_conquered(&self, nation: Nation, owner: Nation) -> bool {
        self.control.has_captured(nation, owner) || !self.treaties.allied(nation, owner)
    }

    /// Draws the top card of a nation's deck; the discards are shuffled when it is empty (N-12-reshuffle).
    pub(crate) fn draw(&mut self, nation: Nation, log: &mut impl Recorder<Event>) -> Option<Card> {
        let side = nation.side();
        if self.cards.tops[side].is_none() {
            self.reshuffle(side, log);
        }
        let card = self.cards.tops[side]?;
        self.cards.deck.remove(card);
        self.cards.hands[nation].insert(card);
        self.uncover(side);
        log.record(|| Event::Drew { who: self.party(nation), card });
        log.reveal();
        Some(card)
    }

    /// What is left of a side's deck.
    pub(crate) fn deck_of(&self, side: Side) -> Cards {
        self.cards.deck & Card::deck(side, self.age())
    }

    /// Which card comes to lie on top: any of those left.
    pub(crate) fn uncover(&mut self, side: Side) {
        let left = self.deck_of(side);
        self.cards.tops[side] = match left.len() {
            0 => None,
            count => left.iter().nth(self.dice.below(count as u32) as usize),
        };
    }

    fn reshuffle(&mut self, side: Side, log: &mut impl Recorder<Event>) {
        let back = self.cards.discards & Card::deck(side, self.age());
        if back.is_empty() {
            return;
        }
        self.cards.discards = self.cards.discards - back;
        self.cards.deck = self.cards.deck | back;
        self.cards.reshuffled = (self.cards.reshuffled - Card::deck(side, self.age())) | back;
        // Nobody knows any longer where they are.
        for known in &mut self.cards.known {
            *known = *known - back;
        }
        self.uncover(side);
        log.record(|| Event::Reshuffled { side });
    }

    /// Discards a card from a hand: everybody sees it.
    pub(crate) fn spend_card(&mut self, nation: Nation, card: Card, log: &mut impl Recorder<Event>) {
        log.reveal();
        self.cards.hands[nation].remove(card);
        self.cards.discards.insert(card);
        for known in &mut self.cards.known {
            known.remove(card);
        }
    }

    /// Combats are over: what can be saved of movement points is saved (N-10-store).
    pub(crate) fn end_combats(&mut self) {
        for points in &mut self.treasury.points {
            *points = (*points / 2 * 2).min(SAVED);
        }
        self.phase = Phase::Idle(0);
    }

    /// Cards are drawn, the order of the next turn is set, victory is checked (12, 13, 8.1).
    fn end_turn(&mut self, log: &mut impl Recorder<Event>) {
        for nation in self.order.clone() {
            for _ in 0..if nation.is_coalition() { 2 } else { 4 } {
                self.draw(nation, log);
            }
        }
        self.reorder(log);
        self.check_victory(log);
        if self.ended.is_none() {
            self.after_check(log);
        }
    }

    /// The order of the next turn: those in Initiative first (N-8.1-next-order, N-8.1-order-timing).
    fn reorder(&mut self, log: &mut impl Recorder<Event>) {
        let mut next: Vec<Nation> = Vec::with_capacity(self.order.len());
        for space in 0..Zone::Initiative.spaces() {
            next.extend(self.council.advisor(Zone::Initiative, space));
        }
        next.retain(|nation| self.order.contains(nation));
        let ahead: Nations = next.iter().copied().collect();
        next.extend(self.order.iter().filter(|nation| !ahead.contains(**nation)));
        self.order = next.into_iter().collect();
        self.council.spaces.fill(None);
        let order = self.order.clone();
        log.record(|| Event::Ordered { order });
    }

    /// The next turn, or the change of Age (N-14-when).
    pub(crate) fn next_turn(&mut self, log: &mut impl Recorder<Event>) {
        self.turn += 1;
        self.forget_treaties(log);
        self.begin_turn(log);
    }
}
