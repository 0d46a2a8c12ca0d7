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

impl Battle {
    /// Asks for the next unit to be lost, unless there is nothing to choose.
    pub(super) fn ask_for_losses(&self, game: &mut Conquests, after: After, log: &mut impl Recorder<Event>) {
        let due = self.due[0] + self.due[1];
        if due == 0 || self.engaged(game, self.leaving) == 0 {
            game.fight().due = [0; 2];
            return game.turn_to(match after {
                After::Result => Stage::Grieve,
                After::Retreat => Stage::Retreat,
            });
        }
        let mut options = Vec::new();
        self.list_losses(game, &mut options);
        let all = due >= self.engaged(game, self.leaving) || after == After::Result && self.is_doomed(game);
        if options.len() == 1 || all {
            return self.strike_off(game, options[0], log);
        }
        game.wait_for(match self.due[0] {
            0 => self.leader(game, self.leaving),
            _ => self.leader(game, self.side(self.opposite())),
        });
    }

    /// Whether the units that are left will all be lost, whichever are lost first: none has a way out, or can pay for it,
    /// nor does a fall of Morale bring movement points meanwhile (N-8.3-low-levels).
    fn is_doomed(&self, game: &Conquests) -> bool {
        let pays = |nation: Nation| {
            let below = game.tracks.morale[nation].saturating_sub(1);
            game.rules.low_levies && matches!(morale_bonus(nation, below), Some(Bonus::Mp(_)))
        };
        let stays = self.sort == Sort::Division && self.leaving.contains(Nation::France);
        let mut ways = Vec::new();
        self.list_retreat(game, &mut ways);
        ways.is_empty() && !stays && !self.leaving.iter().any(pays)
    }

    /// The side that those who leave are up against.
    pub(super) fn opposite(&self) -> Role {
        match (self.side(Role::Attacker) & self.leaving).is_empty() {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    /// The units of which one is lost, equal ones once.
    pub(super) fn list_losses(&self, game: &Conquests, out: &mut Vec<Action>) {
        if self.is_at_sea() {
            out.extend(self.distinct_frigates(game).into_iter().map(Action::Sink));
            return;
        }
        for nation in self.leaving.iter() {
            let kinds = game.forces.troops(nation, self.area).kinds();
            out.extend(kinds.map(|kind| Action::Lose { nation, kind }));
        }
    }

    pub(super) fn lose_unit(
        &self,
        game: &mut Conquests,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let there = match action {
            Action::Lose { nation, kind } if !self.is_at_sea() && kind != Kind::Frigate => {
                self.leaving.contains(nation) && game.forces.troops(nation, self.area).count(kind) > 0
            }
            Action::Sink(frigate) if self.is_at_sea() => self.distinct_frigates(game).contains(&frigate),
            _ => return Err(not_now()),
        };
        if !there {
            let why = "only units of the beaten side in the combat can be lost";
            return Err(Denied::new(rule!("N-11.3-units-counted"), why));
        }
        self.strike_off(game, action, log);
        Ok(())
    }

    /// One of the units due is lost.
    fn strike_off(&self, game: &mut Conquests, loss: Action, log: &mut impl Recorder<Event>) {
        let fight = game.fight();
        match fight.due[0] {
            0 => fight.due[1] -= 1,
            _ => fight.due[0] -= 1,
        }
        match loss {
            Action::Lose { nation, kind } => self.eliminate(game, nation, kind, log),
            Action::Sink(frigate) => game.lose_frigate(frigate, log),
            _ => {}
        }
    }

    /// A unit goes to the Contingent (N-3.1-losses).
    pub(super) fn eliminate(
        &self,
        game: &mut Conquests,
        nation: Nation,
        kind: Kind,
        log: &mut impl Recorder<Event>,
    ) {
        let at = self.area;
        game.take(nation, Troops::one(kind), at);
        log.record(|| Event::Lost { who: game.party(nation), kind, at });
    }

    /// Those who must leave and cannot are lost, one frigate at a time.
    pub(super) fn eliminate_rest(&self, game: &mut Conquests, log: &mut impl Recorder<Event>) {
        if self.is_at_sea() {
            if let Some(frigate) = self.distinct_frigates(game).first() {
                game.lose_frigate(*frigate, log);
            }
            return;
        }
        for nation in self.leaving.iter() {
            for kind in game.forces.troops(nation, self.area).units() {
                self.eliminate(game, nation, kind, log);
            }
        }
    }

    /// Who picks the unit that is given up to retreat without movement points: the loser, but after a Heroic Defence
    /// the victor (N-11.3.2-b-retreat, N-11.3.2-e-retreat).
    pub(super) fn sacrifice(&self, game: &mut Conquests, units: u8) {
        let by_victor = self.verdict == Some(Verdict::Heroic) && !game.rules.loser_picks;
        debug_assert!(self.sort != Sort::Garrison || !by_victor);
        game.fight().due = if by_victor { [units, 0] } else { [0, units] };
    }
}
