//! Division: Napoleon fights his enemies one at a time. Rulebook 17.2.4.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Verb};
use serde::{Deserialize, Serialize};

use super::{Battle, PutOff, Sort, Terms};
use crate::action::{Action, not_now};
use crate::combat::{Avoid, Captor, Effects};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::{Asked, Next, Question};
use crate::state::Conquests;
use crate::view::choices;

/// After a Division those who are left fight or go (N-17.2.4-division-after).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Aftermath;

impl Asked for Aftermath {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        let battle = game.fighting();
        Some(battle.leader(game, battle.enemies_of_france(game)))
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        out.extend([Action::Fight(game.fighting().area), Action::Withdraw]);
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        _log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        let battle = game.fighting();
        match action {
            // Napoleon may go before it if he defends; his enemies could have gone for nothing.
            Action::Fight(area) if area == battle.area => {
                Ok(match battle.enemies_of_france(game) == battle.side(Role::Attacker) {
                    true => Flow::goto(Avoid),
                    false => Flow::goto(Effects { role: Role::Attacker }),
                })
            }
            Action::Withdraw => Ok(Flow::Goto(game.send_off(battle.enemies_of_france(game), Terms::Free))),
            _ => Err(not_now()),
        }
    }

    fn settle(self, _game: &mut Conquests, _log: &mut Recorder<Event>) -> Option<Next> {
        None
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "fight-on"
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        format!("The Division is over: fight on in {}, or go?", game.fighting().area)
    }

    fn choice(&self, game: &Conquests, _own: Nation, action: Action) -> Choice {
        match action {
            Action::Fight(area) => choices::fighting(game, area),
            _ => Choice::button(Verb::Retreat, "Go instead of fighting on"),
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        let at = choices::area_meant(target).filter(|_| matches!(target, Target::Space(_)))?;
        matches!(action, Action::Fight(_)).then_some(Action::Fight(at))
    }
}

impl Battle {
    /// Napoleon takes the initiative against one enemy alone, which defends and may go before it begins; the combat he
    /// breaks into is put off (N-17.2.4-division-combat, N-17.2.4-division-price, N-17.2.4-before-combat).
    pub(super) fn divide(&self, game: &mut Conquests, target: Nation, log: &mut Recorder<Event>) -> Question {
        let france = Nation::France;
        let put_off = PutOff { attacker: self.attacker, sides: self.sides, effects: game.fight().effects };
        let own = self.side(self.role(france));
        let area = self.area;
        log.record(|| Event::Divided { who: game.party(france), target, area });
        let sides = [own, Nations::from(target)];
        let division = Battle::new(area, france, sides, Sort::Division);
        game.battle = Some(Battle { put_off: Some(put_off), entered: self.entered, ..division });
        game.shift_morale(france, -1, log);
        Avoid.into()
    }

    /// The enemies that are left fight on or go (N-17.2.4-division-after), be it against a forced Ally alone; with one
    /// side gone there is no further combat.
    pub(super) fn resume_put_off(&self, game: &mut Conquests) -> Next {
        let Some(put_off) = self.put_off else { return Flow::goto(Captor) };
        let present = game.forces.present(self.area);
        let left = put_off.sides.map(|side| side & present);
        let gone = left.iter().any(|side| side.is_empty());
        let sides = if gone { put_off.sides } else { left };
        let resumed = Battle::new(self.area, put_off.attacker, sides, Sort::Open);
        game.battle = Some(Battle { entered: self.entered, effects: put_off.effects, ..resumed });
        if gone { Flow::goto(Captor) } else { Flow::goto(Aftermath) }
    }

    /// The side against Napoleon, or against his forced Ally if no French unit is left.
    fn enemies_of_france(&self, game: &Conquests) -> Nations {
        let attacks = !(self.side(Role::Attacker) & game.treaties.friends(Nation::France)).is_empty();
        self.side(if attacks { Role::Defender } else { Role::Attacker })
    }
}
