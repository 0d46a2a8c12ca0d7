//! The card that a victor may play. Rulebook 9.1, 11.3.1.

use engine::{Denied, Recorder, rule};

use super::{Battle, Stage, Verdict};
use crate::action::{Action, not_now};
use crate::cards::Card;
use crate::effects::{Domain, Effect, Tab, Target};
use crate::event::Event;
use crate::nations::{Nation, Nations, Side};
use crate::state::Conquests;

/// The domains in which a card can be played as a reward (N-11.3.1-card-kinds).
const DOMAINS: [Domain; 3] = [Domain::Finance, Domain::Society, Domain::Diplomacy];

impl Conquests {
    /// The victors that may play a card: those that hold one.
    pub(super) fn card_players(&self, battle: &Battle) -> Nations {
        let victors = battle.verdict.map_or(Nations::NONE, |verdict| battle.side(verdict.victor()));
        victors.iter().filter(|nation| !self.hands[nation.index()].is_empty()).collect()
    }

    /// Which of the victors plays a card (N-11.5-initiator).
    pub(super) fn ask_for_card(&mut self, battle: &Battle) {
        let players = self.card_players(battle);
        match players.only() {
            _ if players.is_empty() => self.turn_to(Stage::Cheer),
            Some(nation) => self.turn_to(Stage::Reward(nation)),
            None => {
                let victor = battle.verdict.map_or(crate::effects::Role::Attacker, Verdict::victor);
                self.wait_for(self.leader_of(battle, victor));
            }
        }
    }

    pub(super) fn choose_card_player(&mut self, battle: &Battle, action: Action) -> Result<(), Denied> {
        match action {
            Action::Done => self.turn_to(Stage::Cheer),
            Action::Choose(nation) if self.card_players(battle).contains(nation) => {
                self.turn_to(Stage::Reward(nation));
            }
            Action::Choose(_) => {
                return Err(Denied::new(rule!("N-11.5-initiator"), "a victor that holds a card may play it"));
            }
            _ => return Err(not_now()),
        }
        Ok(())
    }

    pub(super) fn list_rewards(&self, nation: Nation, out: &mut Vec<Action>) {
        for card in self.hands[nation.index()].iter() {
            for domain in DOMAINS {
                let targets = [None].into_iter().chain(Nation::all().map(Some));
                let rewards = targets.map(|on| Action::Reward { card, domain, on });
                out.extend(rewards.filter(|reward| self.may_reward(nation, *reward).is_ok()));
            }
        }
        out.push(Action::Done);
    }

    /// Whether a victor can play a card so; which effect it is.
    fn may_reward(&self, nation: Nation, action: Action) -> Result<(Card, &'static Tab), Denied> {
        let Action::Reward { card, domain, on } = action else { return Err(not_now()) };
        if !self.hands[nation.index()].contains(card) {
            return Err(Denied::new(rule!("N-3.6-when"), "you do not hold that card"));
        }
        if !DOMAINS.contains(&domain) {
            let why = "a victor plays a card for Society, Finance or Diplomacy only";
            return Err(Denied::new(rule!("N-11.3.1-card-kinds"), why));
        }
        let Some(tab) = card.tab(domain).filter(|tab| tab.by.contains(nation)) else {
            return Err(Denied::new(rule!("N-3.6-three-tabs"), "the card has no such effect for you"));
        };
        let chosen = matches!(tab.target, Some(Target::OneCoalition)) && domain != Domain::Diplomacy;
        match on {
            Some(victim) if chosen && victim.is_coalition() && self.order.contains(&victim) => {}
            None if !chosen => {}
            _ => return Err(Denied::new(rule!("N-17.2.2-napoleon"), "it is not played against that nation")),
        }
        if self.is_idle(nation, tab, on) {
            return Err(Denied::new(rule!("N-17.2.1-partial"), "it would change nothing"));
        }
        Ok((card, tab))
    }

    /// Whether an effect would change nothing (N-17.2.1-partial).
    fn is_idle(&self, nation: Nation, tab: &Tab, on: Option<Nation>) -> bool {
        let victim = match tab.target {
            Some(Target::Nation(victim)) => Some(victim),
            _ => on,
        };
        match (&tab.effect, tab.target) {
            (Effect::Money(_), Some(_)) => victim.is_none_or(|victim| self.money[victim.index()] == 0),
            (Effect::Society(_), Some(target)) => self.society[side_of(target).index()] == 0,
            (Effect::Society(_), None) => self.society[nation.side().index()] == crate::tables::SOCIETY_TOP,
            _ => false,
        }
    }

    pub(super) fn take_reward(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        if action == Action::Done {
            self.turn_to(Stage::Cheer);
            return Ok(());
        }
        let (card, tab) = self.may_reward(nation, action)?;
        let Action::Reward { on, domain, .. } = action else { return Err(not_now()) };
        self.turn_to(Stage::Cheer);
        self.spend_card(nation, card);
        log.record(|| Event::Rewarded { who: self.party(nation), card, domain });
        log.reveal();
        match (&tab.effect, tab.target) {
            (Effect::Diplomacy { points, .. }, _) => self.grant_points(nation, 2 * points, log),
            (Effect::Money(money), None) => self.pay_out(nation, money.unsigned_abs(), log),
            (Effect::Money(money), Some(Target::Nation(victim))) => {
                self.fine(victim, money.unsigned_abs(), log);
            }
            (Effect::Money(money), _) => {
                self.fine(on.unwrap_or(nation), money.unsigned_abs(), log);
            }
            (Effect::Society(levels), None) => {
                self.shift_society(nation.side(), *levels, Some(nation), log);
            }
            (Effect::Society(levels), Some(target)) => {
                self.shift_society(side_of(target), -levels.abs(), None, log);
            }
            (Effect::Morale(_) | Effect::Military(_), _) => {}
        }
        Ok(())
    }
}

/// The side whose Society is hit.
fn side_of(target: Target) -> Side {
    match target {
        Target::Nation(nation) => nation.side(),
        Target::OneCoalition | Target::Coalition => Side::Coalition,
    }
}
