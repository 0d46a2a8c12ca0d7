//! Combat effects of cards. Rulebook 11.1, 17.2.1, 17.2.4.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Values, Verb, rule};
use serde::{Deserialize, Serialize};

use super::{Battle, Sort, Terms};
use crate::action::{Action, not_now};
use crate::cards::Card;
use crate::combat::{Retreat, Support};
use crate::effects::{Condition, Domain, Effect, Ground, Main, Military, Role};
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::{Asked, Next, Question};
use crate::state::Conquests;
use crate::tables::Zone;
use crate::troops::Kind;
use crate::view::{choices, points};

/// What a Division costs, in movement points (N-17.2.4-division-price).
const DIVISION: u8 = 2;

impl Conquests {
    /// Whether a nation may play a combat effect, as far as everybody can see: it has kept an advisor in the Military zone
    /// and holds cards (N-11.1-who).
    fn may_have_effect(&self, nation: Nation) -> bool {
        self.council.advisors(nation, Zone::Military) > 0 && !self.cards.hands[nation].is_empty()
    }

    /// A side leaves without a combat (N-17.2.4-before-combat-no-vp).
    pub(super) fn send_off(&mut self, side: Nations, terms: Terms) -> Question {
        let fight = self.fight();
        fight.leaving = side;
        fight.terms = terms;
        fight.verdict = None;
        fight.heard = Nations::NONE;
        Retreat.into()
    }

    /// An advisor whose effect has been played goes back (N-11.1-who).
    fn recall_advisor(&mut self, nation: Nation) {
        let space = (0..Zone::Military.spaces())
            .find(|space| self.council.advisor(Zone::Military, *space) == Some(nation));
        if let Some(space) = space {
            self.council.set_advisor(Zone::Military, space, None);
        }
    }
}

/// The defender may go before the combat begins, if all his units can (N-17.2.4-before-combat).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Avoid;

impl Asked for Avoid {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        game.fighting().next_player(game, Role::Defender)
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        game.fighting().list_effects(game, nation, true, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        let turn = game.fighting().play_effect(game, nation, action, true, log)?;
        Ok(turn.map_or(Flow::stay(self), Flow::Goto))
    }

    fn settle(self, game: &mut Conquests, _log: &mut Recorder<Event>) -> Option<Next> {
        let battle = game.fighting();
        let asked = self.decider(game).filter(|_| battle.can_all_leave(game, battle.side(Role::Defender)));
        if asked.is_some() {
            return None;
        }
        game.fight().heard = Nations::NONE;
        Some(Flow::goto(Effects { role: Role::Attacker }))
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "avoid"
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        let area = game.fighting().area;
        format!("You are attacked in {area}: play a card to go before the combat begins?")
    }

    fn choice(&self, game: &Conquests, _own: Nation, action: Action) -> Choice {
        choice_of_effect(game, action, "Stay and fight")
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        another_effect(action, target)
    }

    fn openly_forced(&self, _game: &Conquests) -> bool {
        false
    }

    fn ordered(&self, _game: &Conquests, _nation: Nation, orders: &Values) -> Option<Action> {
        Action::Done.if_ordered(orders, "effects", "never")
    }
}

/// A side may play combat effects: the attacker's come first, and what he declines he cannot play after the defender's (11.1,
/// N-11.1-attacker-first).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Effects {
    pub(crate) role: Role,
}

impl Asked for Effects {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        game.fighting().next_player(game, self.role)
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        game.fighting().list_effects(game, nation, false, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        let turn = game.fighting().play_effect(game, nation, action, false, log)?;
        Ok(turn.map_or(Flow::stay(self), Flow::Goto))
    }

    fn settle(self, game: &mut Conquests, _log: &mut Recorder<Event>) -> Option<Next> {
        if self.decider(game).is_some() {
            return None;
        }
        game.fight().heard = Nations::NONE;
        Some(match self.role {
            Role::Attacker => Flow::goto(Effects { role: Role::Defender }),
            Role::Defender => Flow::goto(Support { role: Role::Attacker }),
        })
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "combat-effect"
    }

    fn question(&self, game: &Conquests, nation: Nation) -> String {
        let area = game.fighting().area;
        let mut ways = Vec::new();
        Asked::list(self, game, nation, &mut ways);
        match ways.len() {
            0 | 1 => format!("The combat in {area}: none of your combat effects fits."),
            _ => format!("The combat in {area}: play a combat effect?"),
        }
    }

    fn choice(&self, game: &Conquests, _own: Nation, action: Action) -> Choice {
        choice_of_effect(game, action, "Play no card")
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        another_effect(action, target)
    }

    fn openly_forced(&self, _game: &Conquests) -> bool {
        false
    }

    fn ordered(&self, _game: &Conquests, _nation: Nation, orders: &Values) -> Option<Action> {
        Action::Done.if_ordered(orders, "effects", "never")
    }
}

fn choice_of_effect(game: &Conquests, action: Action, none: &'static str) -> Choice {
    match action {
        Action::Done => Choice::button(Verb::Pass, none),
        _ => choices::card_played(game, action),
    }
}

/// The same with another card.
fn another_effect(action: Action, target: &Target) -> Option<Action> {
    let card = choices::card_at(target)?;
    Some(match action {
        Action::PlayForPoints(_) => Action::PlayForPoints(card),
        Action::PlayForGuard(_) => Action::PlayForGuard(card),
        Action::Play(_) | Action::PlayOn { .. } => Action::Play(card),
        _ => return None,
    })
}

impl Battle {
    /// The next nation of a side that is asked for an effect.
    fn next_player(&self, game: &Conquests, role: Role) -> Option<Nation> {
        let side = self.side(role) - self.heard;
        game.order.iter().copied().find(|nation| side.contains(*nation) && game.may_have_effect(*nation))
    }

    fn list_effects(&self, game: &Conquests, nation: Nation, avoiding: bool, out: &mut Vec<Action>) {
        let cards = game.cards.hands[nation] & Card::with_tab(Domain::Military);
        for card in cards.iter().filter(|card| card.is_combat_effect()) {
            let ways = [Action::Play(card), Action::PlayForPoints(card), Action::PlayForGuard(card)];
            let divisions = Nation::all().map(|nation| Action::PlayOn { card, nation });
            let ways = ways.into_iter().chain(divisions);
            out.extend(ways.filter(|way| self.may_play_effect(game, nation, *way, avoiding).is_ok()));
        }
        out.push(Action::Done);
    }

    /// Whether a nation can play a combat effect so; which it is.
    fn may_play_effect(
        &self,
        game: &Conquests,
        nation: Nation,
        action: Action,
        avoiding: bool,
    ) -> Result<(Card, &'static Military), Denied> {
        let card = match action {
            Action::Play(card) | Action::PlayForPoints(card) | Action::PlayForGuard(card) => card,
            Action::PlayOn { card, .. } => card,
            _ => return Err(not_now()),
        };
        game.holds(nation, card, rule!("N-11.1-who"))?;
        let Some(tab) = card.tab(Domain::Military).filter(|_| card.is_combat_effect()) else {
            return Err(Denied::new(rule!("N-3.6-when"), "only a combat effect is played in a combat"));
        };
        let Effect::Military(military) = &tab.effect else { return Err(not_now()) };
        if !tab.by.contains(nation) {
            return Err(Denied::new(rule!("N-17.2.1-named"), "that effect is not for your nation"));
        }
        let before = matches!((&military.main, action), (Main::RetreatBefore, Action::Play(_)));
        if avoiding != before {
            return Err(match before {
                true => {
                    let why = "the defender retreats before the combat, or not at all";
                    Denied::new(rule!("N-17.2.4-before-combat"), why)
                }
                false => Denied::new(rule!("N-11.1-attacker-first"), "the attacker plays his effects first"),
            });
        }
        self.meets(game, nation, &military.cond)?;
        match action {
            Action::PlayForPoints(_) if military.or_mp.is_none() => {
                return Err(Denied::new(rule!("N-17.2.4-choice"), "the card offers no movement points"));
            }
            Action::PlayForPoints(_) => {}
            Action::PlayForGuard(_) if nation != Nation::France => {
                return Err(Denied::new(rule!("N-17.2.4-choice"), "only Napoleon has a Guard"));
            }
            Action::PlayForGuard(_) => self.may_raise_guard(game, military)?,
            Action::PlayOn { nation: target, .. } => self.may_divide(game, nation, military, target)?,
            _ => self.may_use_main(game, nation, military)?,
        }
        Ok((card, military))
    }

    /// Whether the main effect of a card other than a Division can be used.
    fn may_use_main(&self, game: &Conquests, nation: Nation, military: &Military) -> Result<(), Denied> {
        if game.treasury.points[nation] < 2 * u16::from(military.cost_mp) {
            let has = points(game.treasury.points[nation]);
            let why = format!("the effect costs {} MP; you have {has}", military.cost_mp);
            return Err(Denied::new(rule!("N-3.6-cost"), why));
        }
        match military.main {
            Main::PushBack => self.may_push_back(game, nation),
            Main::Division { .. } => Err(Denied::new(
                rule!("N-17.2.4-division-combat"),
                "a Division is against one of the enemies",
            )),
            _ => Ok(()),
        }
    }

    /// Whether the attacker can be sent back (N-17.2.4-push-back).
    fn may_push_back(&self, game: &Conquests, nation: Nation) -> Result<(), Denied> {
        if self.role(nation) != Role::Defender {
            return Err(Denied::new(rule!("N-17.2.4-push-back"), "only a defender sends the attacker back"));
        }
        if self.area.capital_of().is_some() || self.area.is_neutral_capital() {
            let why = "nobody is sent back from a capital";
            return Err(Denied::new(rule!("N-17.2.4-push-back-capital"), why));
        }
        let stuck = |nation: Nation| match self.is_at_sea() {
            true => game.roadsteads(nation, self.area).is_empty(),
            false => game.havens(nation, self.area).is_empty(),
        };
        if self.side(Role::Attacker).iter().any(stuck) {
            return Err(Denied::new(rule!("N-17.2.4-push-back"), "the attacker has nowhere to retreat to"));
        }
        Ok(())
    }

    /// Whether French units in the combat can become Guard (N-17.2.4-choice).
    fn may_raise_guard(&self, game: &Conquests, military: &Military) -> Result<(), Denied> {
        let Some((arm, _)) = military.or_guard else {
            return Err(Denied::new(rule!("N-17.2.4-choice"), "the card offers no Guard"));
        };
        let pool = arm.guard().map_or(0, |guard| game.forces.contingent(Nation::France).count(guard));
        if pool == 0 || game.forces.troops(Nation::France, self.area).count(arm) == 0 {
            return Err(Denied::new(rule!("N-17.2.1-partial"), "no unit there can become one of the Guard"));
        }
        Ok(())
    }

    /// Whether Napoleon can fight one of his enemies alone.
    fn may_divide(
        &self,
        game: &Conquests,
        nation: Nation,
        military: &Military,
        target: Nation,
    ) -> Result<(), Denied> {
        let Main::Division { above } = military.main else { return Err(not_now()) };
        if nation != Nation::France {
            return Err(Denied::new(rule!("N-17.2.4-division-who"), "only Napoleon divides his enemies"));
        }
        let enemies = self.side(self.role(nation).other());
        if enemies.len() < 2 || self.sort != Sort::Open {
            return Err(Denied::new(rule!("N-17.2.4-division-who"), "only Allies can be divided"));
        }
        if !enemies.contains(target) {
            return Err(Denied::new(rule!("N-17.2.4-division-combat"), "that nation is not in the combat"));
        }
        if game.forces.troops(Nation::France, self.area).arm(Kind::Cavalry) == 0 {
            return Err(Denied::new(rule!("N-17.2.4-division-needs"), "a Division takes French cavalry"));
        }
        if game.tracks.morale[Nation::France] <= above {
            let morale = game.tracks.morale[Nation::France];
            let why = format!("French Morale must be above {above}; it is {morale}");
            return Err(Denied::new(rule!("N-17.2.4-division-needs"), why));
        }
        if game.treasury.points[Nation::France] < 2 * u16::from(DIVISION + military.cost_mp) {
            let has = points(game.treasury.points[Nation::France]);
            let why = format!("a Division costs {} MP; you have {has}", DIVISION + military.cost_mp);
            return Err(Denied::new(rule!("N-17.2.4-division-price"), why));
        }
        Ok(())
    }

    /// Whether a combat is one in which an effect can be used (N-17.2.1-named, N-11.1-sea-effects).
    fn meets(&self, game: &Conquests, nation: Nation, cond: &Condition) -> Result<(), Denied> {
        let ground = if self.is_at_sea() { Ground::Sea } else { Ground::Land };
        if cond.battle.is_some_and(|needed| needed != ground) {
            let why = "the effect is not for this ground: land and sea have their own";
            return Err(Denied::new(rule!("N-11.1-sea-effects"), why));
        }
        let role = self.role(nation);
        let (side, enemies) = (self.side(role), self.side(role.other()));
        let has = |arm: Kind| {
            !self.is_at_sea() && side.iter().any(|own| game.forces.troops(own, self.area).arm(arm) > 0)
        };
        let named = cond.role.is_none_or(|needed| needed == role)
            && (cond.against.is_empty() || !(cond.against & enemies).is_empty())
            && cond.places.as_ref().is_none_or(|places| places.contains(self.area))
            && cond.with.kinds().all(has)
            && (!cond.own_home || self.area.home() == Some(nation))
            && (!cond.allied || side.len() > 1);
        match named {
            true => Ok(()),
            false => Err(Denied::new(rule!("N-17.2.1-named"), "this combat is not what the effect is for")),
        }
    }

    /// Plays an effect, or none; what comes of it other than strength.
    fn play_effect(
        &self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        avoiding: bool,
        log: &mut Recorder<Event>,
    ) -> Result<Option<Question>, Denied> {
        if action == Action::Done {
            game.fight().heard.insert(nation);
            return Ok(None);
        }
        let (card, military) = self.may_play_effect(game, nation, action, avoiding)?;
        game.spend_card(nation, card, log);
        game.recall_advisor(nation);
        let area = self.area;
        log.record(|| Event::PlayedEffect { who: game.party(nation), card, area });
        match action {
            Action::PlayForPoints(_) => {
                game.grant_points(nation, military.or_mp.unwrap_or_default(), log);
                return Ok(None);
            }
            Action::PlayForGuard(_) => {
                self.raise_guard(game, military, log);
                return Ok(None);
            }
            _ if military.cost_mp > 0 => game.spend_points(nation, military.cost_mp, log),
            _ => {}
        }
        Ok(match (&military.main, action) {
            (Main::Strength(points), _) => {
                game.fight().effects[self.role(nation)] += points;
                None
            }
            (Main::RetreatBefore, _) => Some(game.send_off(self.side(Role::Defender), Terms::Paid)),
            (Main::PushBack, _) => Some(game.send_off(self.side(Role::Attacker), Terms::Free)),
            (Main::Division { .. }, Action::PlayOn { nation: target, .. }) => {
                game.spend_points(nation, DIVISION, log);
                Some(self.divide(game, target, log))
            }
            _ => None,
        })
    }

    /// Units in the combat become Guard before strength is counted, as many as the card says and there are.
    fn raise_guard(&self, game: &mut Conquests, military: &Military, log: &mut Recorder<Event>) {
        let Some((arm, count)) = military.or_guard else { return };
        for _ in 0..count {
            if self.may_raise_guard(game, military).is_ok() {
                game.convert(arm, self.area, log);
            }
        }
    }
}
