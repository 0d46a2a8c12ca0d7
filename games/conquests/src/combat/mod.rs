//! Combat on land and at sea. Rulebook 11, 17.2.4.
//!
//! A combat goes from question to question, each beside what it is about: `effects` (whether the defender goes before it, combat
//! effects), `support`, `result` (what the victor recruits, whose Morale changes), `reward` (the victor's card), `losses`,
//! `retreat`, `capture` (who counts as captor), `pursuit`, `division` (whether those who are left fight on). Whoever is asked has
//! something to decide, as far as everybody can see; else the question passes on to the next by itself. Losses are called
//! by what comes after them, a retreat or the loss of Morale, and end.

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

use engine::{Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::by::ByRole;
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::Question;
use crate::state::{Conquests, Phase};
use crate::troops::Troops;

pub(crate) use capture::Captor;
pub(crate) use division::Aftermath;
pub(crate) use effects::{Avoid, Effects};
pub(crate) use losses::Losses;
pub(crate) use pursuit::Follow;
pub use result::Verdict;
pub(crate) use result::{Cheer, Grieve, Recruit};
pub(crate) use retreat::{Retreat, Terms};
pub(crate) use reward::{Reward, WhoPlays};
pub(crate) use support::Support;

/// A combat being fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Battle {
    pub(crate) area: Area,
    /// The attacking player: who entered first, declared the combat, or has taken the initiative.
    pub(crate) attacker: Nation,
    pub(crate) sort: Sort,
    /// The nations whose units attack, and those whose units defend.
    pub(crate) sides: [Nations; 2],
    /// Who has had his say in the question of the moment.
    pub(crate) heard: Nations,
    /// SP by effects of cards, by side.
    pub(crate) effects: ByRole<u8>,
    /// Frigates that support each side.
    pub(crate) support: ByRole<u8>,
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
    pub(crate) effects: ByRole<u8>,
}

impl Battle {
    fn new(area: Area, attacker: Nation, sides: [Nations; 2], sort: Sort) -> Battle {
        Battle {
            area,
            attacker,
            sort,
            sides,
            heard: Nations::NONE,
            effects: ByRole::all(0),
            support: ByRole::all(0),
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

    /// Whether anybody defends, be it a garrison: an empty capital only falls.
    pub(crate) fn is_contested(&self) -> bool {
        self.sort != Sort::Open || !self.side(Role::Defender).is_empty()
    }

    #[inline]
    pub(crate) fn is_at_sea(&self) -> bool {
        self.area.is_sea()
    }
}

impl Conquests {
    /// All movement is over (N-5-all-move-first).
    pub(crate) fn begin_combats(&mut self, _log: &mut Recorder<Event>) {
        self.control.supported = 0;
        self.phase = Phase::Combat(0);
    }

    /// The combats that a nation has to begin: those of turncoats before all others (N-11.8-turncoat).
    fn combats_of(&self, nation: Nation) -> AreaSet {
        let own = |area: &Area| self.control.attackers[*area] == Some(nation);
        match self.control.urgent.is_empty() {
            true => Area::all().filter(own).collect(),
            false => self.control.urgent.iter().filter(own).collect(),
        }
    }

    /// The next nation with a combat to begin: the first in the order that has one (N-11-order).
    fn next_attacker(&self, place: u8) -> Option<Nation> {
        if !self.control.urgent.is_empty() {
            return self.order.iter().copied().find(|nation| !self.combats_of(*nation).is_empty());
        }
        let attackers: Nations = self.control.attackers.iter().flatten().copied().collect();
        self.order[..=usize::from(place)].iter().copied().find(|nation| attackers.contains(*nation))
    }

    /// Who chooses the next combat, if there is a choice (N-11-order).
    pub(crate) fn chooser(&self, place: u8) -> Option<Nation> {
        self.next_attacker(place).filter(|nation| self.combats_of(*nation).len() > 1)
    }

    pub(crate) fn list_combats(&self, nation: Nation, out: &mut Vec<Action>) {
        out.extend(self.combats_of(nation).iter().map(Action::Fight));
    }

    pub(crate) fn choose_combat(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Option<Question>, Denied> {
        let Action::Fight(area) = action else {
            return Err(match action {
                Action::Done => {
                    Denied::new(rule!("N-11-land-automatic"), "every combat must be fought: choose the next")
                }
                _ => not_now(),
            });
        };
        if !self.combats_of(nation).contains(area) {
            return Err(Denied::new(rule!("N-11-order"), "you have no combat to begin there now"));
        }
        Ok(self.begin_battle(area, log))
    }

    /// The only combat a nation has to begin is begun; without any it is the next nation's turn.
    pub(crate) fn go_on_with_combats(&mut self, place: u8, log: &mut Recorder<Event>) -> Option<Question> {
        let only = self.next_attacker(place).and_then(|nation| self.combats_of(nation).first());
        match only {
            Some(area) => return self.begin_battle(area, log),
            None if usize::from(place) + 1 < self.order.len() => self.phase = Phase::Combat(place + 1),
            None => self.end_combats(),
        }
        None
    }

    /// The sides of a pending combat: the attacker and his Allies there, and those they are up against (N-10.3-who-fights).
    pub(crate) fn sides(&self, area: Area, attacker: Nation) -> [Nations; 2] {
        let present = self.forces.present(area);
        let attack = present & self.treaties.friends(attacker);
        let enemies = if area.is_sea() { self.control.challenged(area) } else { Nations::ALL };
        [attack, (present & enemies) - attack]
    }

    /// The combat that is pending in an area, as it would begin now; none if no attacker is left.
    pub(crate) fn upcoming(&self, area: Area) -> Option<Battle> {
        let attacker = self.control.attackers[area]?;
        let sides = self.sides(area, attacker);
        let [attack, defence] = sides;
        if attack.is_empty() {
            return None;
        }
        let garrison = defence.is_empty() && self.control.is_garrisoned(area);
        let sort = if garrison { Sort::Garrison } else { Sort::Open };
        let entered = match self.stood_empty(area, defence) {
            true => AreaSet::from(area),
            false => AreaSet::EMPTY,
        };
        Some(Battle { entered, ..Battle::new(area, attacker, sides, sort) })
    }

    /// Begins a pending combat, with its first question, or finds that there is none left.
    fn begin_battle(&mut self, area: Area, log: &mut Recorder<Event>) -> Option<Question> {
        if !self.control.is_disputed(area) {
            return None;
        }
        self.control.urgent.remove(area);
        let Some(battle) = self.upcoming(area) else {
            self.replace_attacker(area);
            return None;
        };
        let Battle { attacker, sides: [attack, defence], .. } = battle;
        if battle.is_contested() {
            let who = self.party(attacker);
            log.record(|| Event::CombatBegins { who, area, attack, defence, pursuit: false });
        }
        self.battle = Some(battle);
        Some(match battle.sort {
            _ if !battle.is_contested() => Captor.into(),
            Sort::Garrison => Effects { role: Role::Attacker }.into(),
            _ => battle.part_ways(self),
        })
    }

    /// The attacker and his Allies are gone: if others are left to fight, whoever does not hold the land attacks.
    pub(super) fn replace_attacker(&mut self, area: Area) {
        let present = self.forces.present(area);
        let holder = if area.is_sea() { None } else { self.control.holders[area] };
        let heir = |nation: &Nation| present.contains(*nation) && Some(*nation) != holder;
        match self
            .order
            .iter()
            .copied()
            .find(heir)
            .filter(|_| self.treaties.are_hostile(present) && !area.is_sea())
        {
            Some(heir) => self.control.attackers[area] = Some(heir),
            None => self.settle_area(area),
        }
    }

    /// No combat is pending in an area any longer; a neutral capital with units in it has no garrison.
    pub(crate) fn settle_area(&mut self, area: Area) {
        self.control.attackers[area] = None;
        self.control.urgent.remove(area);
        if area.is_sea() {
            self.control.set_challenged(area, Nations::NONE);
            return;
        }
        if !self.forces.present(area).is_empty() {
            self.control.dissolve_garrison(area);
        }
        self.note_holder(area);
    }

    /// The combat that is being fought, as it stands.
    pub(crate) fn fighting(&self) -> Battle {
        self.battle.expect("a combat is being fought")
    }

    /// The same, to be changed.
    fn fight(&mut self) -> &mut Battle {
        self.battle.as_mut().expect("a combat is being fought")
    }
}

impl Battle {
    /// Who decides for a side: Napoleon where he has moved his forced Ally and in a Forced Alliance, the initiator of an
    /// Alliance (N-11-forced-attacker, N-11.5-forced, N-11.5-initiator).
    pub(crate) fn leader(&self, game: &Conquests, side: Nations) -> Nation {
        debug_assert!(!side.is_empty(), "nobody decides for a garrison");
        let Some(first) = side.iter().next() else { return self.attacker };
        let attacks = !(side & self.side(Role::Attacker)).is_empty();
        let moved = self.attacker == Nation::France && attacks && game.treaties.allied(first, Nation::France);
        if moved || side.contains(Nation::France) {
            return Nation::France;
        }
        if side.len() == 1 {
            return first;
        }
        if game.treaties.allied(first, Nation::France) {
            return Nation::France;
        }
        let initiator = game.treaties.bond(first).map(|treaty| game.spokesman(treaty));
        let in_order = || game.order.iter().copied().find(|nation| side.contains(*nation));
        initiator.filter(|nation| game.order.contains(nation)).or_else(in_order).unwrap_or(first)
    }

    /// Who decides for one of the two sides.
    fn leader_of(&self, game: &Conquests, role: Role) -> Nation {
        self.leader(game, self.side(role))
    }

    /// A combat is over; a half of a movement point that is left is lost (N-11.4-cost). One of the victors may have been
    /// bound to Napoleon by then: it turns on the others (N-11.8-turncoat).
    fn end_battle(&self, game: &mut Conquests, log: &mut Recorder<Event>) {
        if self.verdict.is_some() {
            log.record(|| Event::CombatOver { area: self.area });
        }
        for nation in Nation::all() {
            game.treasury.points[nation] = game.treasury.points[nation] / 2 * 2;
        }
        game.battle = None;
        game.settle_area(self.area);
        game.note_holders();
        if !self.is_at_sea() {
            game.turn_coats(self.area);
        }
    }
}
