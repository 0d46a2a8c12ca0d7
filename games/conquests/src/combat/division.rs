//! Division: Napoleon fights his enemies one at a time. Rulebook 17.2.4.

use engine::{Denied, Recorder};

use super::{Battle, PutOff, Sort, Stage, Terms};
use crate::action::{Action, not_now};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;

impl Battle {
    /// Napoleon takes the initiative against one enemy alone, which defends and may go before it begins; the combat he
    /// breaks into is put off (N-17.2.4-division-combat, N-17.2.4-division-price, N-17.2.4-before-combat).
    pub(super) fn divide(&self, game: &mut Conquests, target: Nation, log: &mut impl Recorder<Event>) {
        let france = Nation::France;
        let put_off = PutOff { attacker: self.attacker, sides: self.sides, effects: game.fight().effects };
        let own = self.side(self.role(france));
        let area = self.area;
        log.record(|| Event::Divided { who: game.party(france), target, area });
        let sides = [own, Nations::from(target)];
        let division = Battle::new(area, france, sides, Sort::Division, Stage::Avoid);
        game.battle = Some(Battle { put_off: Some(put_off), entered: self.entered, ..division });
        game.shift_morale(france, -1, log);
    }

    /// The enemies that are left fight on or go (N-17.2.4-division-after), be it against a forced Ally alone; with one
    /// side gone there is no further combat.
    pub(super) fn ask_after_division(&self, game: &mut Conquests) {
        let Some(put_off) = self.put_off else { return game.turn_to(Stage::Fall) };
        let present = game.forces.present(self.area);
        let left = put_off.sides.map(|side| side & present);
        let gone = left.iter().any(|side| side.is_empty());
        let (sides, stage) = if gone { (put_off.sides, Stage::Fall) } else { (left, Stage::Aftermath) };
        let resumed = Battle::new(self.area, put_off.attacker, sides, Sort::Open, stage);
        let resumed = Battle { entered: self.entered, effects: put_off.effects, ..resumed };
        game.battle = Some(resumed);
        if !gone {
            game.wait_for(resumed.leader(game, resumed.enemies_of_france(game)));
        }
    }

    /// The side against Napoleon, or against his forced Ally if no French unit is left.
    fn enemies_of_france(&self, game: &Conquests) -> Nations {
        let attacks = !(self.side(Role::Attacker) & game.treaties.friends(Nation::France)).is_empty();
        self.side(if attacks { Role::Defender } else { Role::Attacker })
    }

    pub(super) fn act_after_division(&self, game: &mut Conquests, action: Action) -> Result<(), Denied> {
        match action {
            // Napoleon may go before it if he defends; his enemies could have gone for nothing.
            Action::Fight(area) if area == self.area => {
                let defends = self.enemies_of_france(game) == self.side(Role::Attacker);
                game.turn_to(if defends { Stage::Avoid } else { Stage::Effects(Role::Attacker) });
            }
            Action::Withdraw => game.send_off(self.enemies_of_france(game), Terms::Free),
            _ => return Err(not_now()),
        }
        Ok(())
    }
}
