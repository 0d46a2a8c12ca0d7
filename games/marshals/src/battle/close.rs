//! What a battle leaves behind. Rulebook "Gain/Loss of National Morale".

use engine::Recorder;

use super::{MOST, Sort};
use crate::boxes::Case;
use crate::combat::morale::{changes, parties};
use crate::combat::napoleon::fought_on;
use crate::combat::{Contingent, Role, Stack};
use crate::control::around;
use crate::event::Event;
use crate::field::{Muster, Record};
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};
use crate::map::MAP;
use crate::state::Marshals;

/// Who brings the disrupted British back: not his earlier counter (M-lead-51).
const WELLINGTON: &str = "Wellington";

impl Marshals {
    /// The battle is over: morale changes, and everybody knows that he has fought. Whether the other battle of enemies whom Napoleon has
    /// split is still to be fought.
    pub(super) fn close_battle(&mut self, log: &mut Recorder<Event>) -> bool {
        let mut rallied = None;
        if self.fray().clash.is_some() {
            feel_battle(self, log);
            self.roll_for_wounds(log);
            rallied =
                [Role::Attacker, Role::Defender].into_iter().find_map(|role| under_wellington(self, role));
        }
        let lost = stacks_lost(self);
        let target = self.fray().target;
        let assaulted =
            |clash: &super::Clash| Some(clash.before[Role::Defender][0].contingents.first()?.nation);
        let is_assault = self.fray().sort == Sort::Assault;
        let garrison = self.fray().clash.as_ref().filter(|_| is_assault).and_then(assaulted);
        let hexes: Vec<_> = self.engagement().attacking_hexes().into_iter().collect();
        let fought: Vec<Muster> = self
            .forces
            .iter()
            .map(|force| force.muster)
            .filter(|muster| muster.record.attacks() && self.engagement().takes_part(*muster))
            .collect();
        self.forces.rewrite(
            |force| fought.contains(&force.muster),
            |muster| {
                muster.fights += 1;
                let free = muster.record.rejoined() == Record::Called && muster.fights < MOST;
                muster.record = if free { Record::Fresh } else { Record::Moved };
            },
        );
        self.forces.rewrite(
            |force| force.muster.record == Record::Facing,
            |muster| muster.record = muster.record.rejoined(),
        );
        let engaged: Vec<LeaderId> =
            self.staff.engaged.iter().filter(|leader| self.engagement().leader_takes_part(*leader)).collect();
        for leader in engaged {
            self.staff.fights(leader);
            if self.staff.spent.contains(leader) {
                self.staff.moved.insert(leader);
            }
            self.staff.engaged.remove(leader);
        }
        let goes_on = self.next_of_split();
        if !goes_on {
            self.staff.engaged.clear();
            self.battle = None;
        }
        if let Some((muster, factors)) = rallied {
            self.boxes.take(NationId::BRITAIN, Case::Shaken(target), factors);
            self.forces.put(muster, factors);
            // With them he may have a zone of control again.
            self.settle_control(around(muster.hex), log);
            let (nation, hex) = (NationId::BRITAIN, muster.hex);
            let (seat, known) = (self.keeper(nation), self.confidants(nation));
            let leader = LeaderId::find(WELLINGTON).expect("he leads");
            log.record(|| Event::Rallied { seat, leader, nation, hex, known });
        }
        self.settle_control(hexes.into_iter().flat_map(around).chain(around(target)), log);
        if let Some(nation) = garrison {
            self.fall_of(target, nation, log);
        }
        self.watch_sieges(|_, _| false, log);
        for (nation, factors) in lost {
            self.withdraw_for(nation, factors, log);
        }
        log.record(|| Event::Fought(target));
        goes_on
    }
}

/// What nations had in stacks of which nothing is left.
fn stacks_lost(game: &Marshals) -> Vec<(NationId, u16)> {
    let Some(clash) = &game.fray().clash else { return Vec::new() };
    let roles = [Role::Attacker, Role::Defender].into_iter();
    let stacks = roles.flat_map(|role| clash.before[role].iter().zip(&clash.now[role]));
    let gone = stacks.filter(|(_, now)| now.all().is_empty());
    let own = gone.flat_map(|(before, _)| &before.contingents);
    own.map(|own| (own.nation, own.all().total())).collect()
}

/// National morale after the battle.
fn feel_battle(game: &mut Marshals, log: &mut Recorder<Event>) {
    let clash = game.clash();
    let Some(verdict) = clash.verdict else { return };
    let of = |role: Role| parties(&clash.before[role], &clash.now[role]);
    let mut felt: Vec<(NationId, i8)> =
        changes(verdict.victor, &of(Role::Attacker), &of(Role::Defender)).into_iter().collect();
    if napoleon_fights_on(game) {
        let enemy_led = clash.before[Role::Defender].iter().any(|stack| !stack.leaders.is_empty());
        let victorious = verdict.victor == Role::Attacker;
        let place = felt.iter().position(|(nation, _)| *nation == NationId::FRANCE);
        let change = fought_on(place.map_or(0, |place| felt[place].1), victorious, enemy_led);
        match place {
            Some(place) => felt[place].1 = change,
            None => felt.push((NationId::FRANCE, change)),
        }
    }
    let theatre = MAP.theatre(game.fray().target).expect("armies fight on land");
    let attacker = game.keeper(game.fray().nation);
    for role in [Role::Attacker, Role::Defender] {
        let stacks = game.clash().before[role].clone();
        game.remember_battle(theatre, attacker, &stacks);
    }
    for (nation, change) in felt {
        if nation == NationId::BRITAIN && change < 0 {
            let role =
                if game.are_friends(nation, game.fray().nation) { Role::Attacker } else { Role::Defender };
            let stacks = game.clash().before[role].clone();
            game.call_to_london(&stacks, log);
        }
        game.change_morale(nation, change, log);
    }
}

/// The disrupted British of Wellington's own stack, who come back to him when all is over (M-lead-51).
fn under_wellington(game: &Marshals, role: Role) -> Option<(Muster, Factors)> {
    let wellington = LeaderId::find(WELLINGTON)?;
    let hex = game.staff.hex(wellington)?;
    let clash = game.clash();
    let leads = |stack: &Stack| stack.leaders.iter().any(|leader| leader.leader == wellington);
    let place = clash.before[role].iter().position(leads)?;
    let british = |stacks: &[Stack]| -> Factors {
        let own = stacks[place].contingents.iter();
        own.filter(|own| own.nation == NationId::BRITAIN).map(Contingent::all).sum()
    };
    let fallen = british(&clash.before[role]) - british(&clash.fallen[role]);
    let tolls = game.engagement().tolls(role);
    let shaken =
        tolls.iter().zip(&clash.disrupted[role]).find(|(toll, _)| toll.nation == NationId::BRITAIN)?.1;
    let back = fallen.at_most(*shaken);
    let record = if role == Role::Attacker { Record::Moved } else { Record::Fresh };
    (!back.is_empty()).then(|| (Muster::fresh(hex, NationId::BRITAIN).with(record), back))
}

/// Whether Napoleon has attacked though his nation's morale is too low for it (M-lead-48).
fn napoleon_fights_on(game: &Marshals) -> bool {
    let attackers = &game.clash().before[Role::Attacker];
    let mut leaders = attackers.iter().flat_map(|stack| &stack.leaders);
    !game.country(NationId::FRANCE).is_steady()
        && leaders.any(|own| own.leader.name().starts_with("Napoleon"))
}
