//! Division: Napoleon fights his enemies one at a time. Rulebook 17.2.4.

use engine::{Denied, Recorder};

use super::{Battle, PutOff, Sort, Stage, Terms};
use crate::action::{Action, not_now};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;

impl Conquests {
    /// Napoleon takes the initiative against one enemy alone, which defends and may go before it begins; the combat he
    /// breaks into is put off (N-17.2.4-division-combat, N-17.2.4-division-price, N-17.2.4-before-combat).
    pub(super) fn divide(&mut self, battle: &Battle, target: Nation, log: &mut impl Recorder<Event>) {
        let france = Nation::France;
        let put_off =
            PutOff { attacker: battle.attacker, sides: battle.sides, effects: self.fight().effects };
        let own = battle.side(battle.role(france));
        let area = battle.area;
        log.record(|| Event::Divided { who: self.party(france), target, area });
        let sides = [own, Nations::from(target)];
        let division = Battle::new(area, france, sides, Sort::Division, Stage::Avoid);
        self.battle = Some(Battle { put_off: Some(put_off), entered: battle.entered, ..division });
        self.shift_morale(france, -1, log);
    }

    /// The enemies that are left fight on or go (N-17.2.4-division-after); with one side gone there is no further combat.
    pub(super) fn ask_after_division(&mut self, battle: &Battle) {
        let Some(put_off) = battle.put_off else { return self.turn_to(Stage::Fall) };
        let present = self.present(battle.area);
        let sides = put_off.sides.map(|side| side & present);
        let entered = battle.entered;
        let resumed = Battle::new(battle.area, put_off.attacker, sides, Sort::Open, Stage::Aftermath);
        let gone = sides.iter().any(|side| side.is_empty());
        let stage = if gone { Stage::Fall } else { Stage::Aftermath };
        self.battle = Some(Battle { entered, effects: put_off.effects, stage, ..resumed });
        if !gone {
            let enemies = self.enemies_of_france(&resumed);
            let leader = self.leader(&resumed, enemies);
            self.wait_for(leader);
        }
    }

    /// The side against Napoleon, or against the forced Ally that is left of his.
    fn enemies_of_france(&self, battle: &Battle) -> Nations {
        let attack = battle.side(Role::Attacker);
        match (attack & self.friends(Nation::France)).is_empty() {
            true => attack,
            false => battle.side(Role::Defender),
        }
    }

    pub(super) fn act_after_division(&mut self, battle: &Battle, action: Action) -> Result<(), Denied> {
        match action {
            Action::Fight(area) if area == battle.area => {
                self.turn_to(Stage::Effects(Role::Attacker));
            }
            Action::Withdraw => self.send_off(self.enemies_of_france(battle), Terms::Free),
            _ => return Err(not_now()),
        }
        Ok(())
    }
}
