//! Units lost. Rulebook 3.1, 11.3.

use engine::{Denied, Recorder, rule};

use super::{After, Battle, Sort, Stage, Verdict};
use crate::action::{Action, not_now};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::Conquests;
use crate::tables::{Bonus, morale_bonus};
use crate::troops::{Kind, Troops};

impl Conquests {
    /// Asks for the next unit to be lost, unless there is nothing to choose.
    pub(super) fn ask_for_losses(&mut self, battle: &Battle, after: After, log: &mut impl Recorder<Event>) {
        let due = battle.due[0] + battle.due[1];
        if due == 0 || self.engaged(battle, battle.leaving) == 0 {
            self.fight().due = [0; 2];
            return self.turn_to(match after {
                After::Result => Stage::Grieve,
                After::Retreat => Stage::Retreat,
            });
        }
        let mut options = Vec::new();
        self.list_losses(battle, &mut options);
        let all =
            due >= self.engaged(battle, battle.leaving) || after == After::Result && self.is_doomed(battle);
        if options.len() == 1 || all {
            return self.strike_off(battle, options[0], log);
        }
        self.wait_for(match battle.due[0] {
            0 => self.leader(battle, battle.leaving),
            _ => self.leader(battle, battle.side(self.opposite(battle))),
        });
    }

    /// Whether the units that are left will all be lost, whichever are lost first: none has a way out, or can pay for it,
    /// nor does a fall of Morale bring movement points meanwhile (N-8.3-low-levels).
    fn is_doomed(&self, battle: &Battle) -> bool {
        let pays = |nation: Nation| {
            let below = self.tracks.morale[nation].saturating_sub(1);
            self.rules.low_levies && matches!(morale_bonus(nation, below), Some(Bonus::Mp(_)))
        };
        let stays = battle.sort == Sort::Division && battle.leaving.contains(Nation::France);
        let mut ways = Vec::new();
        self.list_retreat(battle, &mut ways);
        ways.is_empty() && !stays && !battle.leaving.iter().any(pays)
    }

    /// The side that those who leave are up against.
    pub(super) fn opposite(&self, battle: &Battle) -> Role {
        match (battle.side(Role::Attacker) & battle.leaving).is_empty() {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    /// The units of which one is lost, equal ones once.
    pub(super) fn list_losses(&self, battle: &Battle, out: &mut Vec<Action>) {
        if battle.is_at_sea() {
            out.extend(self.distinct_frigates(battle).into_iter().map(Action::Sink));
            return;
        }
        for nation in battle.leaving.iter() {
            let kinds = self.forces.troops(nation, battle.area).kinds();
            out.extend(kinds.map(|kind| Action::Lose { nation, kind }));
        }
    }

    pub(super) fn lose_unit(
        &mut self,
        battle: &Battle,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let there = match action {
            Action::Lose { nation, kind } if !battle.is_at_sea() && kind != Kind::Frigate => {
                battle.leaving.contains(nation) && self.forces.troops(nation, battle.area).count(kind) > 0
            }
            Action::Sink(frigate) if battle.is_at_sea() => self.distinct_frigates(battle).contains(&frigate),
            _ => return Err(not_now()),
        };
        if !there {
            let why = "only units of the beaten side in the combat can be lost";
            return Err(Denied::new(rule!("N-11.3-units-counted"), why));
        }
        self.strike_off(battle, action, log);
        Ok(())
    }

    /// One of the units due is lost.
    fn strike_off(&mut self, battle: &Battle, loss: Action, log: &mut impl Recorder<Event>) {
        let fight = self.fight();
        match fight.due[0] {
            0 => fight.due[1] -= 1,
            _ => fight.due[0] -= 1,
        }
        match loss {
            Action::Lose { nation, kind } => self.eliminate(battle, nation, kind, log),
            Action::Sink(frigate) => self.lose_frigate(frigate, log),
            _ => {}
        }
    }

    /// A unit goes to the Contingent (N-3.1-losses).
    pub(super) fn eliminate(
        &mut self,
        battle: &Battle,
        nation: Nation,
        kind: Kind,
        log: &mut impl Recorder<Event>,
    ) {
        let at = battle.area;
        self.take(nation, Troops::one(kind), at);
        log.record(|| Event::Lost { who: self.party(nation), kind, at });
    }

    /// Those who must leave and cannot are lost, one frigate at a time.
    pub(super) fn eliminate_rest(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        if battle.is_at_sea() {
            if let Some(frigate) = self.distinct_frigates(battle).first() {
                self.lose_frigate(*frigate, log);
            }
            return;
        }
        for nation in battle.leaving.iter() {
            for kind in self.forces.troops(nation, battle.area).units() {
                self.eliminate(battle, nation, kind, log);
            }
        }
    }

    /// Who picks the unit that is given up to retreat without movement points: the loser, but after a Heroic Defence
    /// the victor (N-11.3.2-b-retreat, N-11.3.2-e-retreat).
    pub(super) fn sacrifice(&mut self, battle: &Battle, units: u8) {
        let by_victor = battle.verdict == Some(Verdict::Heroic) && !self.rules.loser_picks;
        debug_assert!(battle.sort != Sort::Garrison || !by_victor);
        self.fight().due = if by_victor { [units, 0] } else { [0, units] };
    }
}
