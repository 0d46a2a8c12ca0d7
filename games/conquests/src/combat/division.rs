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

    /// The enemies that are left fight on or go (N-17.2.4-division-after), be it against a forced Ally alone; with one
    /// side gone there is no further combat.
    pub(super) fn ask_after_division(&mut self, battle: &Battle) {
        let Some(put_off) = battle.put_off else { return self.turn_to(Stage::Fall) };
        let present = self.forces.present(battle.area);
        let left = put_off.sides.map(|side| side & present);
        let gone = left.iter().any(|side| side.is_empty());
        let (sides, stage) = if gone { (put_off.sides, Stage::Fall) } else { (left, Stage::Aftermath) };
        let resumed = Battle::new(battle.area, put_off.attacker, sides, Sort::Open, stage);
        let resumed = Battle { entered: battle.entered, effects: put_off.effects, ..resumed };
        self.battle = Some(resumed);
        if !gone {
            self.wait_for(self.leader(&resumed, self.enemies_of_france(&resumed)));
        }
    }

    /// The side against Napoleon, or against his forced Ally if no French unit is left.
    fn enemies_of_france(&self, battle: &Battle) -> Nations {
        let attacks = !(battle.side(Role::Attacker) & self.treaties.friends(Nation::France)).is_empty();
        battle.side(if attacks { Role::Defender } else { Role::Attacker })
    }

    pub(super) fn act_after_division(&mut self, battle: &Battle, action: Action) -> Result<(), Denied> {
        match action {
            // Napoleon may go before it if he defends; his enemies could have gone for nothing.
            Action::Fight(area) if area == battle.area => {
                let defends = self.enemies_of_france(battle) == battle.side(Role::Attacker);
                self.turn_to(if defends { Stage::Avoid } else { Stage::Effects(Role::Attacker) });
            }
            Action::Withdraw => self.send_off(self.enemies_of_france(battle), Terms::Free),
            _ => return Err(not_now()),
        }
        Ok(())
    }
}
