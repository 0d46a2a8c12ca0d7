//! Combat on land and at sea. Rulebook 11, 17.2.4.
//!
//! A combat goes through stages. A stage either asks a nation something or passes on to the next by itself: whoever is asked
//! has something to decide, as far as everybody can see.

mod capture;
mod division;
mod effects;
mod losses;
mod pursuit;
mod result;
mod retreat;
mod reward;
mod sea;
pub(crate) mod strength;
mod support;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use crate::action::{Action, not_now};
use crate::areas::{AREAS, Area, AreaSet};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, Phase};
use crate::troops::Troops;

pub use result::Verdict;
pub(crate) use retreat::Terms;
pub(crate) use reward::MP_PER_POINT;

/// A combat being fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Battle {
    pub(crate) area: Area,
    /// The attacking player: who entered first, declared the combat, or has taken the initiative.
    pub(crate) attacker: Nation,
    pub(crate) sort: Sort,
    /// The nations whose units attack, and those whose units defend.
    pub(crate) sides: [Nations; 2],
    pub(crate) stage: Stage,
    /// Whom the stage waits for.
    pub(crate) asked: Option<Nation>,
    /// Who has had his say in this stage.
    pub(crate) heard: Nations,
    /// SP by effects of cards, by side.
    pub(crate) effects: [u8; 2],
    /// Frigates that support each side.
    pub(crate) support: [u8; 2],
    pub(crate) verdict: Option<Verdict>,
    /// Units still to be lost, as the victor picks and as their own side picks.
    pub(crate) due: [u8; 2],
    /// Who has to leave the area.
    pub(crate) leaving: Nations,
    pub(crate) terms: Terms,
    /// Somebody has left already, or has chosen how to.
    pub(crate) begun: bool,
    /// Units that have just left together for the same land: more can join them (N-11.4-cost).
    pub(crate) column: Option<Column>,
    /// The way out of an encirclement that has been chosen.
    pub(crate) flight: Option<Flight>,
    /// Empty lands that units have come into by this combat, and a capital that stood empty before both sides came.
    pub(crate) entered: AreaSet,
    /// Where the victor follows or advances.
    pub(crate) target: Option<Area>,
    /// Pursuit and advance are over, or there is none.
    pub(crate) followed: bool,
    /// The capital that was fought for has fallen.
    pub(crate) fell: bool,
    /// The combat that a Division has put off.
    pub(crate) put_off: Option<PutOff>,
}

/// What kind of combat it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sort {
    /// Nation against nation, on land or at sea.
    Open,
    /// Against the garrison of a neutral capital (N-11.7-garrison-combat).
    Garrison,
    /// Of cavalry that follows the beaten (N-11.6-cav-only).
    Pursuit,
    /// Of Napoleon against one of several enemies (N-17.2.4-division-combat).
    Division,
}

/// Where a combat stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// A nation that has changed sides leaves before the others fight (N-11.8-switch-other).
    Part,
    /// The defender may go before it begins (N-17.2.4-before-combat).
    Avoid,
    /// A side may play combat effects (11.1).
    Effects(Role),
    /// Frigates may support a side (N-11.2-naval-support).
    Support(Role),
    /// The die is rolled.
    Die,
    /// The victor recruits a unit (N-11.3.1-recruit).
    Recruit,
    /// It is said which of the victors plays a card.
    Card,
    /// He plays it, or none (N-11.3.1-card-kinds).
    Reward(Nation),
    /// One of the victors gains Morale.
    Cheer,
    /// Units are lost.
    Losses(After),
    /// One of the beaten loses Morale.
    Grieve,
    /// Those who must leave (11.4).
    Retreat,
    /// Capitals fall (11.8).
    Fall,
    /// The victor may pursue or advance (11.6).
    Follow,
    /// After a Division those who are left fight or go (N-17.2.4-division-after).
    Aftermath,
    /// It is over.
    End,
}

/// What losses are for, and so what comes after them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum After {
    /// The result of the combat.
    Result,
    /// The way out.
    Retreat,
}

/// Units of a nation that retreat to the same land, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Column {
    pub(crate) nation: Nation,
    pub(crate) to: Area,
    pub(crate) troops: Troops,
}

/// The way of an encircled force (N-11.4-encircled).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Flight {
    pub(crate) to: Area,
    /// Areas that are entered, the last included.
    pub(crate) entered: u8,
    /// Units of strangers on the way.
    pub(crate) strangers: u8,
}

/// A combat that a Division has put off (N-17.2.4-division-after).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct PutOff {
    pub(crate) attacker: Nation,
    pub(crate) sides: [Nations; 2],
    pub(crate) effects: [u8; 2],
}

impl Battle {
    fn new(area: Area, attacker: Nation, sides: [Nations; 2], sort: Sort, stage: Stage) -> Battle {
        Battle {
            area,
            attacker,
            sort,
            sides,
            stage,
            asked: None,
            heard: Nations::NONE,
            effects: [0; 2],
            support: [0; 2],
            verdict: None,
            due: [0; 2],
            leaving: Nations::NONE,
            terms: Terms::Free,
            begun: false,
            column: None,
            flight: None,
            entered: AreaSet::EMPTY,
            target: None,
            followed: false,
            fell: false,
            put_off: None,
        }
    }

    /// The nations of a side.
    #[inline]
    pub(crate) fn side(&self, role: Role) -> Nations {
        self.sides[role.index()]
    }

    /// The side a nation is on.
    pub(crate) fn role(&self, nation: Nation) -> Role {
        if self.side(Role::Attacker).contains(nation) { Role::Attacker } else { Role::Defender }
    }

    #[inline]
    pub(crate) fn is_at_sea(&self) -> bool {
        self.area.is_sea()
    }
}

impl Conquests {
    /// All movement is over (N-5-all-move-first).
    pub(crate) fn begin_combats(&mut self, _log: &mut impl Recorder<Event>) {
        self.supported = 0;
        self.phase = Phase::Combat(0);
    }

    /// The combats that a nation has to begin: those of turncoats before all others (N-11.8-turncoat).
    fn combats_of(&self, nation: Nation) -> ArrayVec<Area, AREAS> {
        let own = |area: &Area| self.attackers[area.index()] == Some(nation);
        let urgent: ArrayVec<Area, AREAS> = self.urgent.iter().filter(own).collect();
        match self.urgent.is_empty() {
            true => Area::all().filter(own).collect(),
            false => urgent,
        }
    }

    /// The next nation with a combat to begin: the first in the order that has one (N-11-order).
    fn next_attacker(&self, place: u8) -> Option<Nation> {
        let so_far = match self.urgent.is_empty() {
            true => &self.order[..=usize::from(place)],
            false => &self.order[..],
        };
        so_far.iter().copied().find(|nation| !self.combats_of(*nation).is_empty())
    }

    /// Who chooses the next combat, if there is a choice (N-11-order).
    pub(crate) fn chooser(&self, place: u8) -> Option<Nation> {
        self.next_attacker(place).filter(|nation| self.combats_of(*nation).len() > 1)
    }

    pub(crate) fn list_combats(&self, nation: Nation, out: &mut Vec<Action>) {
        out.extend(self.combats_of(nation).into_iter().map(Action::Fight));
    }

    pub(crate) fn choose_combat(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Action::Fight(area) = action else {
            return Err(match action {
                Action::Done => {
                    Denied::new(rule!("N-11-land-automatic"), "every combat must be fought: choose the next")
                }
                _ => not_now(),
            });
        };
        if !self.combats_of(nation).contains(&area) {
            return Err(Denied::new(rule!("N-11-order"), "you have no combat to begin there now"));
        }
        self.begin_battle(area, log);
        Ok(())
    }

    /// The only combat a nation has to begin is begun; without any it is the next nation's turn.
    pub(crate) fn go_on_with_combats(&mut self, place: u8, log: &mut impl Recorder<Event>) {
        let only = self.next_attacker(place).and_then(|nation| self.combats_of(nation).first().copied());
        match only {
            Some(area) => self.begin_battle(area, log),
            None if usize::from(place) + 1 < self.order.len() => self.phase = Phase::Combat(place + 1),
            None => self.end_combats(),
        }
    }

    /// The sides of a pending combat: the attacker and his Allies there, and those they are up against (N-10.3-who-fights).
    pub(crate) fn sides(&self, area: Area, attacker: Nation) -> [Nations; 2] {
        let present = self.present(area);
        let attack = present & self.friends(attacker);
        let enemies = if area.is_sea() { self.challenged(area) } else { Nations::ALL };
        [attack, (present & enemies) - attack]
    }

    /// The combat that is pending in an area, as it would begin now; none if no attacker is left.
    pub(crate) fn upcoming(&self, area: Area) -> Option<Battle> {
        let attacker = self.attackers[area.index()]?;
        let sides = self.sides(area, attacker);
        let [attack, defence] = sides;
        if attack.is_empty() {
            return None;
        }
        let (sort, stage) = match defence.is_empty() {
            false if !self.bystanders(area).is_empty() => (Sort::Open, Stage::Part),
            false => (Sort::Open, Stage::Avoid),
            true if self.is_garrisoned(area) => (Sort::Garrison, Stage::Effects(Role::Attacker)),
            true => (Sort::Open, Stage::Fall),
        };
        let entered = match self.stood_empty(area, defence) {
            true => AreaSet::from(area),
            false => AreaSet::EMPTY,
        };
        Some(Battle { entered, ..Battle::new(area, attacker, sides, sort, stage) })
    }

    /// Begins a pending combat, or finds that there is none left.
    fn begin_battle(&mut self, area: Area, log: &mut impl Recorder<Event>) {
        if !self.is_disputed(area) {
            return;
        }
        self.urgent.remove(area);
        let Some(battle) = self.upcoming(area) else { return self.replace_attacker(area) };
        let Battle { attacker, sides: [attack, defence], .. } = battle;
        if battle.stage != Stage::Fall {
            let who = self.party(attacker);
            log.record(|| Event::CombatBegins { who, area, attack, defence, pursuit: false });
        }
        self.battle = Some(battle);
    }

    /// The attacker and his Allies are gone: if others are left to fight, whoever does not hold the land attacks.
    pub(super) fn replace_attacker(&mut self, area: Area) {
        let present = self.present(area);
        let holder = if area.is_sea() { None } else { self.holders[area.index()] };
        let heir = |nation: &Nation| present.contains(*nation) && Some(*nation) != holder;
        match self.order.iter().copied().find(heir).filter(|_| self.are_hostile(present) && !area.is_sea()) {
            Some(heir) => self.attackers[area.index()] = Some(heir),
            None => self.settle_area(area),
        }
    }

    /// No combat is pending in an area any longer; a neutral capital with units in it has no garrison.
    pub(crate) fn settle_area(&mut self, area: Area) {
        self.attackers[area.index()] = None;
        self.urgent.remove(area);
        if area.is_sea() {
            self.set_challenged(area, Nations::NONE);
            return;
        }
        if !self.present(area).is_empty() {
            self.dissolve_garrison(area);
        }
        self.note_holder(area);
    }

    /// Who decides for a side: Napoleon where he has moved his forced Ally and in a Forced Alliance, the initiator of an
    /// Alliance (N-11-forced-attacker, N-11.5-forced, N-11.5-initiator).
    pub(crate) fn leader(&self, battle: &Battle, side: Nations) -> Nation {
        debug_assert!(!side.is_empty(), "nobody decides for a garrison");
        let Some(first) = side.iter().next() else { return battle.attacker };
        let attacks = !(side & battle.side(Role::Attacker)).is_empty();
        let moved = battle.attacker == Nation::France && attacks && self.allied(first, Nation::France);
        if moved || side.contains(Nation::France) {
            return Nation::France;
        }
        if side.len() == 1 {
            return first;
        }
        if self.allied(first, Nation::France) {
            return Nation::France;
        }
        let initiator = self.bond(first).map(|treaty| self.spokesman(treaty));
        let in_order = || self.order.iter().copied().find(|nation| side.contains(*nation));
        initiator.filter(|nation| self.order.contains(nation)).or_else(in_order).unwrap_or(first)
    }

    /// Who decides for one of the two sides.
    fn leader_of(&self, battle: &Battle, role: Role) -> Nation {
        self.leader(battle, battle.side(role))
    }

    /// Who decides in a combat.
    pub(crate) fn commander(&self, battle: &Battle) -> Option<Nation> {
        battle.asked
    }

    /// The combat that is being fought.
    fn fight(&mut self) -> &mut Battle {
        self.battle.as_mut().expect("a combat is being fought")
    }

    /// Passes on to a stage.
    fn turn_to(&mut self, stage: Stage) {
        let battle = self.fight();
        battle.stage = stage;
        battle.asked = None;
    }

    /// Waits for a nation to decide.
    fn wait_for(&mut self, nation: Nation) {
        self.fight().asked = Some(nation);
    }

    pub(crate) fn list_battle(&self, battle: &Battle, nation: Nation, out: &mut Vec<Action>) {
        match battle.stage {
            Stage::Avoid | Stage::Effects(_) => self.list_effects(battle, nation, out),
            Stage::Support(_) => {
                let most = self.supporters(battle, nation).len() as u8;
                out.extend((1..=most).map(Action::Support));
                out.push(Action::Done);
            }
            Stage::Recruit => self.list_recruits(battle, out),
            Stage::Card => {
                out.extend(self.card_players(battle).iter().map(Action::Choose));
                out.push(Action::Done);
            }
            Stage::Reward(_) => self.list_rewards(nation, out),
            Stage::Cheer | Stage::Grieve | Stage::Fall => {
                out.extend(self.candidates(battle).iter().map(Action::Choose));
            }
            Stage::Losses(_) => self.list_losses(battle, out),
            Stage::Retreat => self.list_retreat(battle, out),
            Stage::Follow => self.list_following(battle, out),
            Stage::Aftermath => out.extend([Action::Fight(battle.area), Action::Withdraw]),
            Stage::Part | Stage::Die | Stage::End => {}
        }
    }

    pub(crate) fn act_in_battle(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Some(battle) = self.battle else { return Err(not_now()) };
        match battle.stage {
            Stage::Avoid | Stage::Effects(_) => self.play_effect(&battle, nation, action, log)?,
            Stage::Support(role) => self.support_combat(&battle, role, nation, action, log)?,
            Stage::Recruit => self.recruit_unit(&battle, action, log)?,
            Stage::Card => self.choose_card_player(&battle, action)?,
            Stage::Reward(_) => self.take_reward(nation, action, log)?,
            Stage::Cheer | Stage::Grieve | Stage::Fall => self.choose_ally(&battle, action, log)?,
            Stage::Losses(_) => self.lose_unit(&battle, action, log)?,
            Stage::Retreat => self.act_in_retreat(&battle, action, log)?,
            Stage::Follow => self.follow_up(&battle, action, log)?,
            Stage::Aftermath => self.act_after_division(&battle, action)?,
            Stage::Part | Stage::Die | Stage::End => return Err(not_now()),
        }
        if let Some(battle) = &mut self.battle {
            battle.asked = None;
        }
        Ok(())
    }

    /// Which Ally gains or loses Morale, or counts as captor (N-11.5-initiator).
    fn choose_ally(
        &mut self,
        battle: &Battle,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Action::Choose(nation) = action else { return Err(not_now()) };
        if !self.candidates(battle).contains(nation) {
            return Err(match battle.stage {
                Stage::Fall => Denied::new(
                    rule!("N-11.8-shared-capture"),
                    "it must be a nation that has taken the capital",
                ),
                _ => Denied::new(rule!("N-11.5-initiator"), "it must be a nation of that side"),
            });
        }
        match battle.stage {
            Stage::Cheer => self.cheer(nation, log),
            Stage::Grieve => self.grieve(nation, log),
            _ => self.capture(battle, nation, log),
        }
        Ok(())
    }

    /// Of whom one is chosen.
    fn candidates(&self, battle: &Battle) -> Nations {
        match (battle.stage, battle.verdict) {
            (Stage::Cheer, Some(verdict)) => battle.side(verdict.victor()),
            (Stage::Grieve, Some(verdict)) => battle.side(verdict.victor().other()),
            (Stage::Fall, _) => self.takers_of_capital(battle).unwrap_or(Nations::NONE),
            _ => Nations::NONE,
        }
    }

    /// What follows in a combat without a decision: the stage asks somebody, or passes on.
    pub(crate) fn go_on_with_battle(&mut self, log: &mut impl Recorder<Event>) {
        let Some(battle) = self.battle else { return };
        match battle.stage {
            Stage::Part => self.part_ways(&battle),
            Stage::Avoid => self.ask_to_avoid(&battle),
            Stage::Effects(role) => self.ask_for_effects(&battle, role),
            Stage::Support(role) => self.ask_for_support(&battle, role),
            Stage::Die => self.roll_combat(&battle, log),
            Stage::Recruit => self.ask_to_recruit(&battle, log),
            Stage::Card => self.ask_for_card(&battle),
            Stage::Reward(nation) => self.wait_for(nation),
            Stage::Cheer => self.ask_who_cheers(&battle, log),
            Stage::Losses(after) => self.ask_for_losses(&battle, after, log),
            Stage::Grieve => self.ask_who_grieves(&battle, log),
            Stage::Retreat => self.ask_to_retreat(&battle, log),
            Stage::Fall => self.ask_for_captor(&battle, log),
            Stage::Follow => self.ask_to_follow(&battle, log),
            Stage::Aftermath => self.ask_after_division(&battle),
            Stage::End => self.end_battle(&battle, log),
        }
    }

    /// A combat is over; a half of a movement point that is left is lost (N-11.4-cost). One of the victors may have been
    /// bound to Napoleon by then: it turns on the others (N-11.8-turncoat).
    fn end_battle(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        if battle.verdict.is_some() {
            log.record(|| Event::CombatOver { area: battle.area });
        }
        for nation in Nation::all() {
            self.points[nation.index()] = self.points[nation.index()] / 2 * 2;
        }
        self.battle = None;
        self.settle_area(battle.area);
        self.note_holders();
        if !battle.is_at_sea() {
            self.turn_coats(battle.area);
        }
    }
}
