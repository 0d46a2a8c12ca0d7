//! The sequence of play: phases, and what goes on by itself between decisions. Rulebook 5, 6, 12.

use engine::steps::Flow;
use engine::{Chance, Choice, Denied, Plans, Recorder, Seat, Target, Values};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use crate::action::Action;
use crate::areas::Area;
use crate::cards::{Card, Cards};
use crate::effects::Age;
use crate::event::Event;
use crate::movement::together;
use crate::nations::{Nation, Nations, Side};
use crate::parley::separate;
use crate::questions::{Asked, Next, Question};
use crate::state::{Conquests, Phase, Step, Traffic};
use crate::tables::Zone;
use crate::view::{choices, prompts};
use crate::{ages, explain};

/// The least a nation collects (N-6-minimum).
const LEAST_REVENUE: u16 = 3;

/// Movement points that can be saved, in halves (N-10-store).
const SAVED: u16 = 20;

/// The turn, lowest on the stack: whatever the phase asks that is neither a combat nor a parley (5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Turn;

impl Turn {
    /// Whether there is anything to decide in a phase: it goes on by itself if not.
    fn asks(self, game: &Conquests) -> bool {
        let decider = match game.phase {
            Phase::Deploy(place) => game.deployer(place),
            Phase::Advisors(placed) => game.adviser(placed),
            Phase::Resolve(zone, space, step) => game.resolver(zone, space, step),
            Phase::Powers(number) => game.power_holder(number),
            Phase::Exchange { place, served } => game.exchanger(place, served),
            Phase::Separate => separate::separator(game),
            Phase::Move(place) => game.mover(place),
            Phase::Challenge(place) => game.challenger(place),
            Phase::Combat(place) => game.chooser(place),
            Phase::Idle(place) => game.idler(place),
            Phase::Keep(place) => ages::keeper(game, place),
        };
        decider.is_some()
    }
}

impl Asked for Turn {
    /// Whoever the phase has come to: that there is something for him to decide is seen when it is settled.
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        match game.phase {
            Phase::Deploy(place)
            | Phase::Exchange { place, .. }
            | Phase::Challenge(place)
            | Phase::Idle(place)
            | Phase::Keep(place) => game.order.get(usize::from(place)).copied(),
            Phase::Move(place) => game.movement.asked.or_else(|| game.order.get(usize::from(place)).copied()),
            Phase::Advisors(placed) => game.next_adviser(placed),
            Phase::Resolve(zone, space, _) => game.council.advisor(zone, space),
            Phase::Powers(number) => game.holder_of_capital(number),
            Phase::Separate => separate::separator(game),
            Phase::Combat(place) => game.chooser(place),
        }
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        match game.phase {
            Phase::Deploy(_) => game.list_deployment(nation, out),
            Phase::Advisors(_) => game.list_advice(nation, out),
            Phase::Resolve(zone, space, step) => game.list_resolution(nation, zone, space, step, out),
            Phase::Powers(number) => game.list_power(nation, number, out),
            Phase::Exchange { served, .. } => game.list_exchange(nation, served, out),
            Phase::Separate => separate::list_separation(game, nation, out),
            Phase::Move(_) => game.list_movement(nation, out),
            Phase::Challenge(_) => game.list_challenges(nation, out),
            Phase::Combat(_) => game.list_combats(nation, out),
            Phase::Idle(_) => game.list_idle(nation, out),
            Phase::Keep(_) => ages::list_keeping(game, nation, out),
        }
    }

    fn plans(&self, game: &Conquests, seat: Seat, out: &mut Plans<Action>) {
        together::plans(game, seat, out);
    }

    fn plan_choices(&self, game: &Conquests, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        together::plan_choices(game, seat, plan)
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        match game.phase {
            Phase::Deploy(_) => game.deploy(nation, action, log)?,
            Phase::Advisors(placed) => game.advise(nation, placed, action, log)?,
            Phase::Resolve(zone, space, step) => game.resolve(nation, zone, space, step, action, log)?,
            Phase::Powers(number) => game.use_power(nation, number, action, log)?,
            Phase::Exchange { place, served } => game.exchange(nation, place, served, action, log)?,
            Phase::Separate => game.separate(nation, action, log)?,
            Phase::Move(_) => game.act_in_movement(nation, action, log)?,
            Phase::Challenge(place) => game.challenge(nation, place, action, log)?,
            Phase::Combat(_) => {
                let combat = game.choose_combat(nation, action, log)?;
                return Ok(combat.map_or(Flow::stay(self), |combat| Flow::call(self, combat)));
            }
            Phase::Idle(place) => game.buy_for_idle_advisor(nation, place, action, log)?,
            Phase::Keep(place) => game.keep_cards(nation, place, action, log)?,
        }
        Ok(match game.parley {
            Some(parley) => Flow::call(self, parley.asks()),
            None => Flow::stay(self),
        })
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        if self.asks(game) {
            return None;
        }
        let combat = game.go_on_with_phase(log);
        Some(combat.map_or(Flow::stay(self), |combat| Flow::call(self, combat)))
    }

    fn key(&self, game: &Conquests, nation: Nation) -> &'static str {
        prompts::key_of_phase(game, nation)
    }

    fn question(&self, game: &Conquests, nation: Nation) -> String {
        prompts::question_of_phase(game, nation)
    }

    fn matter(&self, game: &Conquests) -> Cow<'static, str> {
        prompts::matter_of_phase(game).into()
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        choices::priced(game, own, action)
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        // A card is played in its own ways, not in those of another.
        explain::aimed(action, target).filter(|action| !explain::is_play(*action))
    }

    fn attempts(&self, game: &Conquests, nation: Nation, target: &Target) -> Vec<Action> {
        let tries = explain::aimed_anew(self, game, nation, target);
        match (tries.is_empty(), game.phase) {
            (true, Phase::Resolve(_, _, Step::Purchase(_))) => explain::purchases(target),
            _ => tries,
        }
    }

    fn openly_forced(&self, game: &Conquests) -> bool {
        match game.phase {
            Phase::Resolve(_, _, Step::Purchase(_)) => true,
            Phase::Resolve(..) | Phase::Powers(_) | Phase::Exchange { .. } | Phase::Keep(_) => false,
            Phase::Deploy(_)
            | Phase::Advisors(_)
            | Phase::Separate
            | Phase::Move(_)
            | Phase::Challenge(_)
            | Phase::Combat(_)
            | Phase::Idle(_) => true,
        }
    }

    fn ordered(&self, game: &Conquests, _nation: Nation, orders: &Values) -> Option<Action> {
        match game.phase {
            Phase::Exchange { .. } => Action::Done.if_ordered(orders, "cards", "never"),
            Phase::Move(_) if game.movement.asked.is_some() => match orders.choice("lending") {
                "always" => Some(Action::Accept),
                "never" => Some(Action::Refuse),
                _ => None,
            },
            Phase::Idle(_) => match orders.choice("idle") {
                "always" => Some(Action::BuyCard),
                "never" => Some(Action::Done),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Conquests {
    /// Nobody has anything to decide here: what comes next, a combat perhaps.
    fn go_on_with_phase(&mut self, log: &mut Recorder<Event>) -> Option<Question> {
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
            Phase::Combat(place) => return self.go_on_with_combats(place, log),
            Phase::Idle(place) if place + 1 < nations => self.phase = Phase::Idle(place + 1),
            Phase::Idle(_) => self.end_turn(log),
            Phase::Keep(place) if place + 1 < nations => self.phase = Phase::Keep(place + 1),
            Phase::Keep(_) => self.begin_second_age(log),
        }
        None
    }

    /// Which Age it is (N-3.6-deck-by-turn).
    pub(crate) fn age(&self) -> Age {
        if self.turn <= 3 { Age::First } else { Age::Second }
    }

    /// A turn begins with revenue, but for the first (N-6-not-turn-1). Frigates may take troops aboard or ashore again
    /// (N-10.3-no-both).
    pub(crate) fn begin_turn(&mut self, log: &mut Recorder<Event>) {
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
    fn collect(&mut self, log: &mut Recorder<Event>) {
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
    pub(crate) fn draw(&mut self, nation: Nation, log: &mut Recorder<Event>) -> Option<Card> {
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

    fn reshuffle(&mut self, side: Side, log: &mut Recorder<Event>) {
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
    pub(crate) fn spend_card(&mut self, nation: Nation, card: Card, log: &mut Recorder<Event>) {
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
    fn end_turn(&mut self, log: &mut Recorder<Event>) {
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
    fn reorder(&mut self, log: &mut Recorder<Event>) {
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
    pub(crate) fn next_turn(&mut self, log: &mut Recorder<Event>) {
        self.turn += 1;
        self.forget_treaties(log);
        self.begin_turn(log);
    }
}
