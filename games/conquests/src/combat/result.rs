//! What comes of a combat. Rulebook 11.3.

use std::fmt;

use engine::{Chance, Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use super::strength::{luck, total};
use super::{After, Battle, Sort, Stage, Terms};
use crate::action::{Action, not_now};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;
use crate::troops::{Kind, Troops};

/// A result, with its letter in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// a: the attacker has more than twice the strength.
    Strategic,
    /// b: he has 2 SP more, or more.
    Tactical,
    /// c: he has 1 SP more.
    Minor,
    /// d: the defender has twice the strength or more.
    Trap,
    /// e: he has 2 SP more, or more.
    Heroic,
    /// f: as strong as each other, or the defender has 1 SP more.
    Uncertain,
    /// A garrison is beaten.
    Taken,
}

impl Verdict {
    /// The first case that fits (N-11.3.1-first-case).
    pub(crate) fn of(attack: i16, defence: i16) -> Verdict {
        let lead = attack - defence;
        if lead > 0 && attack > 2 * defence {
            Verdict::Strategic
        } else if lead >= 2 {
            Verdict::Tactical
        } else if lead == 1 {
            Verdict::Minor
        } else if attack <= 0 || defence >= 2 * attack {
            Verdict::Trap
        } else if lead <= -2 {
            Verdict::Heroic
        } else {
            Verdict::Uncertain
        }
    }

    /// Who has won.
    pub(crate) fn victor(self) -> Role {
        match self {
            Verdict::Strategic | Verdict::Tactical | Verdict::Minor | Verdict::Taken => Role::Attacker,
            Verdict::Trap | Verdict::Heroic | Verdict::Uncertain => Role::Defender,
        }
    }

    /// Whether it is recorded as a victory, and brings a card (N-11.3.3-vp).
    pub(crate) fn counts(self) -> bool {
        matches!(self, Verdict::Strategic | Verdict::Tactical | Verdict::Trap | Verdict::Heroic)
    }

    fn recruits(self) -> bool {
        matches!(self, Verdict::Strategic | Verdict::Trap)
    }

    /// How many of so many units are lost.
    fn losses(self, units: u8) -> u8 {
        match self {
            Verdict::Strategic | Verdict::Trap => units.div_ceil(2),
            Verdict::Tactical | Verdict::Heroic => units / 3,
            Verdict::Minor | Verdict::Uncertain | Verdict::Taken => 0,
        }
    }

    /// On which terms the beaten retreat.
    fn terms(self) -> Terms {
        match self {
            Verdict::Strategic | Verdict::Trap => Terms::Paid,
            Verdict::Tactical | Verdict::Minor | Verdict::Heroic => Terms::Choice,
            Verdict::Uncertain | Verdict::Taken => Terms::Free,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Strategic => "a strategic victory",
            Verdict::Tactical => "a tactical victory",
            Verdict::Minor => "a minor victory",
            Verdict::Trap => "a trap",
            Verdict::Heroic => "a heroic defence",
            Verdict::Uncertain => "an uncertain combat",
            Verdict::Taken => "the garrison gives up",
        })
    }
}

impl Battle {
    /// The result of these strengths; a garrison that is beaten gives up (N-11.3.1-first-case, N-11.7-garrison-combat).
    pub(crate) fn judged(&self, attack: i16, defence: i16) -> Verdict {
        match self.sort {
            Sort::Garrison if attack > defence => Verdict::Taken,
            _ => Verdict::of(attack, defence),
        }
    }
}

impl Conquests {
    /// The die is rolled, for the attacker only, and there is a result (N-11.2-die-last).
    pub(super) fn roll_combat(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        let defence = total(&self.strength(battle, Role::Defender));
        let die = self.dice.die(6);
        let attack = total(&self.strength(battle, Role::Attacker)) + luck(die, battle.is_at_sea());
        let verdict = battle.judged(attack, defence);
        let area = battle.area;
        log.record(|| Event::Fought { area, die, attack, defence, verdict });
        log.reveal();
        let loser = battle.side(verdict.victor().other());
        let losses = match verdict {
            Verdict::Taken => 0,
            _ => verdict.losses(self.engaged(battle, loser)),
        };
        let open = matches!(battle.sort, Sort::Open | Sort::Division);
        let recruited = open && verdict.recruits() && !battle.is_at_sea();
        if open && verdict.counts() {
            for nation in battle.side(verdict.victor()).iter() {
                self.feats.victories[nation] = self.feats.victories[nation].saturating_add(1);
            }
        }
        let fight = self.fight();
        fight.verdict = Some(verdict);
        fight.heard = Nations::NONE;
        // One of the lost is the victor's pick; against a garrison nobody picks but the loser (N-11.7-lose).
        fight.due = match losses.checked_sub(1) {
            None => [0, 0],
            Some(rest) if recruited => [0, rest],
            Some(_) if battle.sort == Sort::Garrison => [0, losses],
            Some(rest) => [1, rest],
        };
        fight.leaving = loser;
        fight.terms = verdict.terms();
        self.turn_to(match open {
            true if recruited => Stage::Recruit,
            true if verdict.counts() => Stage::Card,
            true => Stage::Cheer,
            false if verdict == Verdict::Taken => Stage::Cheer,
            false => Stage::Losses(After::Result),
        });
    }

    /// The victor picks a unit to recruit, unless there is but one way.
    pub(super) fn ask_to_recruit(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        let mut options = Vec::new();
        self.list_recruits(battle, &mut options);
        match options[..] {
            [] => self.turn_to(Stage::Card),
            [Action::Recruit { nation, kind, to }] => self.change_sides(battle, nation, kind, to, log),
            _ => {
                let victor = battle.verdict.map_or(Role::Attacker, Verdict::victor);
                self.wait_for(self.leader_of(battle, victor));
            }
        }
    }

    pub(super) fn list_recruits(&self, battle: &Battle, out: &mut Vec<Action>) {
        let victors = battle.verdict.map_or(Nations::NONE, |verdict| battle.side(verdict.victor()));
        for nation in battle.leaving.iter() {
            for kind in self.forces.troops(nation, battle.area).kinds() {
                let takers = self.takers(victors, kind);
                out.extend(takers.iter().map(|to| Action::Recruit { nation, kind, to }));
            }
        }
    }

    /// Whom a unit can join: if none of the victors has one to take its place, it does not matter who is named
    /// (N-11.3.1-recruit-none).
    fn takers(&self, victors: Nations, kind: Kind) -> Nations {
        match victors.iter().any(|to| self.can_take_on(to, kind)) {
            true => victors,
            false => victors.iter().take(1).collect(),
        }
    }

    /// Whether a nation has a unit left to take the place of one that it recruits.
    pub(crate) fn can_take_on(&self, nation: Nation, kind: Kind) -> bool {
        self.forces.contingent(nation).count(kind.arm()) > 0
    }

    pub(super) fn recruit_unit(
        &mut self,
        battle: &Battle,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Action::Recruit { nation, kind, to } = action else { return Err(not_now()) };
        let beaten = battle.leaving.contains(nation) && kind != Kind::Frigate;
        if !beaten || self.forces.troops(nation, battle.area).count(kind) == 0 {
            return Err(Denied::new(rule!("N-11.3.1-recruit"), "the beaten have no such unit there"));
        }
        let victors = battle.verdict.map_or(Nations::NONE, |verdict| battle.side(verdict.victor()));
        if !victors.contains(to) {
            return Err(Denied::new(rule!("N-11.5-recruit-owner"), "it joins one of the victors"));
        }
        if !self.takers(victors, kind).contains(to) {
            let why = "none of the victors has such a unit left: it is lost whoever is named";
            return Err(Denied::new(rule!("N-11.3.1-recruit-none"), why));
        }
        self.change_sides(battle, nation, kind, to, log);
        Ok(())
    }

    /// A unit goes to its old owner's Contingent; one of the same arm of its new owner takes its place, if there is one
    /// (N-11.3.1-recruit, N-11.3.1-recruit-none).
    fn change_sides(
        &mut self,
        battle: &Battle,
        nation: Nation,
        kind: Kind,
        to: Nation,
        log: &mut impl Recorder<Event>,
    ) {
        let (area, arm) = (battle.area, kind.arm());
        let joins = self.can_take_on(to, kind);
        self.take(nation, Troops::one(kind), area);
        if joins {
            self.put(to, Troops::one(arm), area);
        }
        log.record(|| Event::Recruited { who: self.party(to), from: nation, kind, area, joins });
        self.turn_to(Stage::Card);
    }

    /// One of the victors gains Morale.
    pub(super) fn ask_who_cheers(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        let victors = self.candidates(battle);
        match victors.only() {
            Some(nation) => self.cheer(nation, log),
            None if victors.is_empty() => self.turn_to(Stage::Losses(After::Result)),
            None => {
                let victor = battle.verdict.map_or(Role::Attacker, Verdict::victor);
                self.wait_for(self.leader_of(battle, victor));
            }
        }
    }

    /// A victor's Morale rises; in a Minor victory he takes money, too (N-11.3.2-c-money).
    pub(super) fn cheer(&mut self, nation: Nation, log: &mut impl Recorder<Event>) {
        let Some(battle) = self.battle else { return };
        self.turn_to(Stage::Losses(After::Result));
        if battle.verdict == Some(Verdict::Minor) {
            self.take_money(&battle, nation, log);
        }
        self.shift_morale(nation, 1, log);
    }

    /// 2 FG from the beaten, whoever decides for them first; the bank makes up for what they lack.
    fn take_money(&mut self, battle: &Battle, nation: Nation, log: &mut impl Recorder<Event>) {
        let mut owed = 2;
        let leader = self.leader(battle, battle.leaving);
        let payers = Some(leader).filter(|leader| battle.leaving.contains(*leader));
        for payer in payers.into_iter().chain(battle.leaving.without(leader).iter()) {
            owed -= self.fine(payer, owed, log);
        }
        self.pay_out(nation, 2, log);
    }

    /// One of the beaten loses Morale; not in an Uncertain combat, nor in a pursuit (N-11.3.2-f, N-11.6-results).
    pub(super) fn ask_who_grieves(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        let spared = matches!(battle.verdict, None | Some(Verdict::Uncertain | Verdict::Taken));
        let beaten = self.candidates(battle);
        match beaten.only() {
            _ if spared || battle.sort == Sort::Pursuit || beaten.is_empty() => self.turn_to(Stage::Retreat),
            Some(nation) => self.grieve(nation, log),
            None => self.wait_for(self.leader(battle, beaten)),
        }
    }

    pub(super) fn grieve(&mut self, nation: Nation, log: &mut impl Recorder<Event>) {
        self.turn_to(Stage::Retreat);
        self.shift_morale(nation, -1, log);
    }
}
