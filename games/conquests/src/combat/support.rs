//! Frigates that support a combat on land. Rulebook 11.2.

use arrayvec::ArrayVec;
use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Values, Verb, rule};
use serde::{Deserialize, Serialize};

use super::{Battle, Sort};
use crate::action::{Action, not_now};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::Nation;
use crate::questions::{Asked, Next};
use crate::state::{Conquests, FRIGATES, FrigateId};
use crate::view::choices;

/// Frigates may support a side (N-11.2-naval-support).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Support {
    pub(crate) role: Role,
}

impl Asked for Support {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        game.fighting().next_supporter(game, self.role)
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        let most = game.fighting().supporters(game, nation).len() as u8;
        out.extend((1..=most).map(Action::Support));
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        game.fighting().support_combat(game, self.role, nation, action, log)?;
        Ok(Flow::stay(self))
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        match (self.decider(game), self.role) {
            (Some(_), _) => None,
            (None, Role::Attacker) => Some(Flow::goto(Support { role: Role::Defender })),
            (None, Role::Defender) => Some(game.fighting().roll_combat(game, log)),
        }
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "support"
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        format!("Support the combat in {} with frigates beside it?", game.fighting().area)
    }

    fn choice(&self, _game: &Conquests, _own: Nation, action: Action) -> Choice {
        let Action::Support(frigates) = action else { return Choice::button(Verb::Pass, "Send no support") };
        let plural = if frigates == 1 { "frigate" } else { "frigates" };
        let choice = Choice::button(Verb::Support, format!("Support with {frigates} {plural}"));
        choices::with_words(choice, format!("adds {frigates} SP"))
    }

    fn ordered(&self, game: &Conquests, nation: Nation, orders: &Values) -> Option<Action> {
        match orders.choice("support") {
            "all" => Some(Action::Support(game.fighting().supporters(game, nation).len() as u8)),
            "never" => Some(Action::Done),
            _ => None,
        }
    }
}

impl Battle {
    /// The frigates with which a nation can support a combat beside them: each supports one a turn
    /// (N-11.2-naval-support). Those that could support fewest other combats come first.
    pub(crate) fn supporters(&self, game: &Conquests, nation: Nation) -> ArrayVec<FrigateId, FRIGATES> {
        let seas = self.area.seas_beside();
        let free = |frigate: &FrigateId| {
            game.control.supported >> frigate.0 & 1 == 0
                && game.forces.frigate(*frigate).at.is_some_and(|sea| seas.contains(sea))
        };
        let mut found: ArrayVec<FrigateId, FRIGATES> = FrigateId::of(nation).filter(free).collect();
        let elsewhere = |frigate: &FrigateId| {
            let sea = game.forces.frigate(*frigate).at.expect("it is beside the combat");
            sea.lands_beside().iter().filter(|land| game.control.is_disputed(*land)).count()
        };
        found.sort_by_key(elsewhere);
        found
    }

    /// Whose frigates are asked to support a side next, Allies that have no units there included. Whoever is the target of a
    /// Division stands alone (N-17.2.4-division-combat).
    fn next_supporter(&self, game: &Conquests, role: Role) -> Option<Nation> {
        let side = self.side(role);
        if self.is_at_sea() || side.is_empty() || self.sort == Sort::Pursuit && role == Role::Attacker {
            return None;
        }
        let enemies = self.side(role.other());
        let alone = self.sort == Sort::Division && role == Role::Defender;
        let helps = |nation: Nation| match alone {
            true => side.contains(nation),
            false => !enemies.contains(nation) && !(game.treaties.friends(nation) & side).is_empty(),
        };
        let can = |nation: &Nation| {
            !self.heard.contains(*nation) && helps(*nation) && !self.supporters(game, *nation).is_empty()
        };
        game.order.iter().copied().find(can)
    }

    pub(super) fn support_combat(
        &self,
        game: &mut Conquests,
        role: Role,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let count = match action {
            Action::Support(count) if count > 0 => count,
            Action::Done => 0,
            _ => return Err(not_now()),
        };
        let supporters = self.supporters(game, nation);
        if usize::from(count) > supporters.len() {
            let why = "only frigates beside the combat support it, and each of them one combat a turn";
            return Err(Denied::new(rule!("N-11.2-naval-support"), why));
        }
        for frigate in &supporters[..usize::from(count)] {
            game.control.supported |= 1 << frigate.0;
        }
        let fight = game.fight();
        fight.heard.insert(nation);
        fight.support[role] += count;
        if count > 0 {
            let area = self.area;
            log.record(|| Event::Supported { who: game.party(nation), frigates: count, area });
        }
        Ok(())
    }
}
