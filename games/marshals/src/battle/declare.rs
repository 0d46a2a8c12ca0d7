//! Declaring an attack. Rulebook "Combat is Immediate", "Delayed Combat", "Combat can be Limited".
//!
//! A stack on the march declares its attack and stops. Others may march up to the same hex before it is fought; once anything else
//! has been moved, the right to attack is lost (M-lead-42).

use atlas::topology::HexId;
use engine::{Denied, Recorder, RuleId, rule};

use super::{Battle, MOST, Sort};
use crate::combat::napoleon::may_fight_on;
use crate::event::{Event, hex_name};
use crate::field::Record;
use crate::ground::way;
use crate::ids::{LeaderId, NationId};
use crate::state::{General, Marshals};
use crate::wording::words;

impl Marshals {
    /// Whether an army can fight over the side between two hexes.
    pub(crate) fn reaches(&self, from: HexId, to: HexId) -> bool {
        way(from, to).is_some_and(|way| self.is_open(&way))
    }

    /// Whether enemies of a nation stand in the open in a hex.
    pub(crate) fn faces_enemies(&self, nation: NationId, hex: HexId) -> bool {
        !self.forces.open(hex, |other| self.are_enemies(nation, other)).is_empty()
    }

    /// Whether the stack on the march may attack a hex.
    pub(crate) fn may_attack(&self, leader: Option<LeaderId>, from: HexId, to: HexId) -> Result<(), Denied> {
        let denied = |rule: RuleId, why: String| Err(Denied::new(rule, why));
        let Some(leader) = leader else {
            return denied(rule!("M-combat-13"), "Troops without a leader do not attack.".into());
        };
        let nation = leader.get().nation;
        if self.battle.as_ref().is_some_and(|battle| battle.target != to || battle.sort == Sort::Assault) {
            let why = words!("The attack on {} comes first.", hex_name(self.fray().target));
            return denied(rule!("M-lead-42"), why);
        }
        if !self.reaches(from, to) {
            let why = words!("No way leads from {} to {}.", hex_name(from), hex_name(to));
            return denied(rule!("M-map-3"), why);
        }
        if !self.faces_enemies(nation, to) {
            return denied(rule!("M-combat-4"), words!("No enemies stand in the open at {}.", hex_name(to)));
        }
        self.keeps_armistice(nation, to)?;
        self.general(leader).may_engage(from)
    }

    /// The stack on the march attacks: it has moved, and waits for the battle.
    pub(crate) fn declare(&mut self, leader: LeaderId, target: HexId, sort: Sort, log: &mut Recorder<Event>) {
        self.forces.rewrite(
            |force| force.muster.record == Record::Marching,
            |muster| muster.record = Record::Engaged,
        );
        let marching = self.staff.marching;
        for other in marching.iter() {
            self.staff.marching.remove(other);
            self.staff.moved.insert(other);
            if !self.staff.rode.contains(other) && !self.staff.spent.contains(other) {
                self.staff.engaged.insert(other);
            }
        }
        let nation = leader.get().nation;
        let seat = self.keeper(nation);
        let known = self.confidants(nation);
        let from = self.staff.hex(leader).expect("who attacks is on the map");
        // Who joins an attack from where it is made already shows when the battle begins.
        if self.battle.as_ref().is_none_or(|battle| !battle.from.contains(&from)) {
            log.record(|| Event::Declared { seat, leader, target, known });
        }
        self.open_battle(target, sort, leader, from);
    }

    /// A battle is declared from a hex, or one that waits from there, too.
    pub(crate) fn open_battle(&mut self, target: HexId, sort: Sort, leader: LeaderId, from: HexId) {
        let new = || Box::new(Battle::declared(target, sort, leader.get().nation, leader));
        let hexes = &mut self.battle.get_or_insert_with(new).from;
        if !hexes.contains(&from) {
            // There are no more hexes around the target.
            let _ = hexes.try_push(from);
        }
    }

    /// The attack that was declared is not made.
    pub(crate) fn stand_down(&mut self, log: &mut Recorder<Event>) {
        if let Some(battle) = self.battle.take() {
            self.forces.rewrite(
                |force| force.muster.record.attacks(),
                |muster| muster.record = muster.record.after_standing_by(),
            );
            self.staff.engaged.clear();
            log.record(|| Event::StoodDown(battle.target));
        }
    }
}

impl General<'_> {
    /// Whether the stack on the march can attack anybody.
    pub(crate) fn may_engage(self, from: HexId) -> Result<(), Denied> {
        let stack = self.column(from);
        if stack.fighting().is_empty() {
            return Err(Denied::new(rule!("M-combat-13"), "A leader without troops does not attack."));
        }
        if self.forces.marching().any(|force| force.muster.fights >= MOST) {
            let why = words!("Some of the stack have fought in {MOST} battles of this turn.");
            return Err(Denied::new(rule!("M-move-6"), why));
        }
        if self.staff.spent.contains(self.leader) {
            let why = words!("{} has fought in {MOST} battles of this turn.", self.leader.name());
            return Err(Denied::new(rule!("M-move-6"), why));
        }
        let french = NationId::FRANCE;
        let wavers =
            !self.country(french).is_steady() && stack.contingents.iter().all(|own| own.under == french);
        if wavers && self.date.year() >= DECLINE {
            let with_napoleon = stack.leaders.iter().any(|own| own.leader.name().starts_with("Napoleon"));
            let ground = self.control.get(from).is_some_and(|holder| self.are_friends(holder, french));
            let marshals = stack.leaders.len().saturating_sub(usize::from(with_napoleon));
            may_fight_on(self.date.year(), with_napoleon, ground, marshals)?;
            stack.may_attack(true)?;
        } else {
            stack.may_attack(false)?;
        }
        self.may_supply_all(from, stack.contingents.iter().map(|own| (own.nation, own.fights)))
    }
}

/// The first year in which Napoleon fights on at low morale (M-lead-48).
const DECLINE: u16 = 1813;
