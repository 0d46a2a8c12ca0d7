//! Units lost. Rulebook 3.1, 11.3.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Values, rule};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

use super::{After, Battle, Sort, Verdict};
use crate::action::{Action, not_now};
use crate::combat::{Grieve, Retreat};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::Nation;
use crate::questions::Next;
use crate::questions::one_of::AskedForOne;
use crate::state::Conquests;
use crate::tables::{Bonus, morale_bonus};
use crate::troops::{Arms, Kind, Troops};
use crate::view::choices;
use crate::view::keys::Units;

/// Units are lost, one by one; whoever has called for it goes on when none is due any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Losses {
    pub(crate) after: After,
}

impl Losses {
    /// The losses of the result, and then what comes of it for the beaten.
    pub(super) fn of_result() -> Next {
        Flow::call(Grieve, Losses { after: After::Result })
    }

    /// Losses on the way out, and then the way.
    pub(super) fn of_retreat() -> Next {
        Flow::call(Retreat, Losses { after: After::Retreat })
    }
}

impl AskedForOne for Losses {
    type Item = Action;

    fn decider(&self, game: &Conquests) -> Option<Nation> {
        let battle = game.fighting();
        Some(match battle.due[0] {
            0 => battle.leader(game, battle.leaving),
            _ => battle.leader(game, battle.side(battle.opposite())),
        })
    }

    fn candidates(&self, game: &Conquests) -> impl Iterator<Item = Action> {
        let battle = game.fighting();
        let none = battle.due == [0; 2] || battle.engaged(game, battle.leaving) == 0;
        let losses = if none { Vec::new() } else { battle.possible_losses(game) };
        losses.into_iter()
    }

    fn action(&self, loss: Action) -> Action {
        loss
    }

    fn refuse(&self, game: &Conquests, action: Action) -> Denied {
        let at_sea = game.fighting().is_at_sea();
        match action {
            Action::Lose { kind, .. } if !at_sea && kind != Kind::Frigate => {}
            Action::Sink(_) if at_sea => {}
            _ => return not_now(),
        }
        let why = "only units of the beaten side in the combat can be lost";
        Denied::new(rule!("N-11.3-units-counted"), why)
    }

    fn chosen(self, game: &mut Conquests, loss: Action, log: &mut Recorder<Event>) -> Next {
        game.fighting().strike_off(game, loss, log);
        Flow::stay(self)
    }

    fn without(self, game: &mut Conquests, _log: &mut Recorder<Event>) -> Next {
        game.fight().due = [0; 2];
        Flow::End
    }

    /// Where all are lost it does not matter which goes first.
    fn is_idle(&self, game: &Conquests) -> bool {
        let battle = game.fighting();
        let due = battle.due[0] + battle.due[1];
        due >= battle.engaged(game, battle.leaving) || self.after == After::Result && battle.is_doomed(game)
    }

    fn key(&self) -> &'static str {
        "losses"
    }

    fn question(&self, game: &Conquests) -> String {
        match (self.after, game.fighting().due) {
            (After::Retreat, _) => "A unit is given up for the retreat: name it.".to_owned(),
            (After::Result, [0, 1]) => "One of your units is lost: name it.".to_owned(),
            (After::Result, [0, own]) => format!("{own} of your units are lost: name one."),
            (After::Result, _) => "An enemy unit is lost: name it.".to_owned(),
        }
    }

    fn show(&self, game: &Conquests, own: Nation, loss: Action) -> Choice {
        match loss {
            Action::Lose { nation, kind } => choices::lost(game, own, nation, kind, game.fighting().area),
            Action::Sink(frigate) => choices::sunk(game, frigate),
            _ => choices::unlisted(loss),
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        match action {
            Action::Lose { .. } => {
                let Units { nation, kind, .. } = choices::units_at(target)?;
                Some(Action::Lose { nation, kind })
            }
            Action::Sink(_) => choices::frigate_at(target).map(Action::Sink),
            _ => None,
        }
    }

    /// Not if the enemy picks, or if it has to be said whose units they are.
    fn ordered(&self, game: &Conquests, nation: Nation, orders: &Values) -> Option<Action> {
        let battle = game.fighting();
        let own = battle.leaving.len() == 1 && battle.leaving.contains(nation) && battle.due[0] == 0;
        let wanted = own && orders.choice("losses") == "weakest";
        wanted.then(|| battle.cheapest_loss(game, nation)).flatten()
    }
}

impl Battle {
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

    /// The unit without which those that stay are strongest.
    fn cheapest_loss(&self, game: &Conquests, nation: Nation) -> Option<Action> {
        let troops = game.forces.troops(nation, self.area);
        let left = |kind: &Kind| Arms::default().with(nation, troops - Troops::one(*kind)).strength();
        // Of equals the first is taken: infantry.
        troops.kinds().min_by_key(|kind| Reverse(left(kind))).map(|kind| Action::Lose { nation, kind })
    }

    /// The side that those who leave are up against.
    pub(super) fn opposite(&self) -> Role {
        match (self.side(Role::Attacker) & self.leaving).is_empty() {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    /// The units of which one is lost, equal ones once.
    fn possible_losses(&self, game: &Conquests) -> Vec<Action> {
        if self.is_at_sea() {
            return self.distinct_frigates(game).into_iter().map(Action::Sink).collect();
        }
        let units = |nation| game.forces.troops(nation, self.area).kinds().map(move |kind| (nation, kind));
        let losses = self.leaving.iter().flat_map(units);
        losses.map(|(nation, kind)| Action::Lose { nation, kind }).collect()
    }

    /// One of the units due is lost.
    fn strike_off(&self, game: &mut Conquests, loss: Action, log: &mut Recorder<Event>) {
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
        log: &mut Recorder<Event>,
    ) {
        let at = self.area;
        game.take(nation, Troops::one(kind), at);
        log.record(|| Event::Lost { who: game.party(nation), kind, at });
    }

    /// Those who must leave and cannot are lost, one frigate at a time.
    pub(super) fn eliminate_rest(&self, game: &mut Conquests, log: &mut Recorder<Event>) {
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
