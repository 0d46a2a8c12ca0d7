//! What is made through Stockholm may be cancelled at once. Rulebook 8.5.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Values, Verb, rule};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use crate::action::{Action, not_now};
use crate::event::Event;
use crate::nations::Nation;
use crate::parley::diplomacy::{may_cancel, seems_cancellable};
use crate::parley::{Matter, Parley};
use crate::questions::{Asked, Next};
use crate::state::{Bond, Conquests};
use crate::tables::Zone;
use crate::view::choices;

/// Whether an advisor in Diplomacy cancels an Alliance that was just made through Stockholm (N-8.5-stockholm-cancel).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Object;

impl Object {
    /// The first space of Diplomacy from which on advisors are asked.
    fn from(parley: &Parley) -> u8 {
        match parley.matter {
            Matter::Objection(space) => space,
            _ => Zone::Diplomacy.spaces(),
        }
    }
}

impl Asked for Object {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        let parley = game.parleying();
        parley.objector(game, Object::from(&parley)).map(|(_, nation)| nation)
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        game.parleying().list_objection(game, nation, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        let parley = game.parleying();
        match action {
            Action::Cancel(name) => {
                let number = parley.may_object(game, nation, name)?;
                game.begin_cancelling(nation, number, log);
            }
            Action::Done => {
                let space = Object::from(&parley);
                let next = parley.objector(game, space).map_or(space, |(at, _)| at) + 1;
                game.parley = Some(Parley { matter: Matter::Objection(next), ..parley });
            }
            _ => return Err(not_now()),
        }
        Ok(Flow::Goto(game.parleying().asks()))
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        self.decider(game).is_none().then(|| game.conclude_parley(log))
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "object"
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        format!("The Alliance of {} was just made: cancel it now, or never?", game.parleying().members)
    }

    fn matter(&self, game: &Conquests) -> Cow<'static, str> {
        game.parleying().hearsay().into()
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        match action {
            Action::Done => Choice::button(Verb::Pass, "Let it stand"),
            _ => choices::priced(game, own, action),
        }
    }

    fn openly_forced(&self, _game: &Conquests) -> bool {
        false
    }

    fn ordered(&self, _game: &Conquests, _nation: Nation, orders: &Values) -> Option<Action> {
        Action::Done.if_ordered(orders, "objections", "never")
    }
}

impl Parley {
    /// Who is asked whether he cancels what was just made through Stockholm, and where his advisor stands: an opponent in
    /// Diplomacy from a space on who could, as far as everybody can tell (N-8.5-stockholm-cancel).
    pub(crate) fn objector(&self, game: &Conquests, space: u8) -> Option<(u8, Nation)> {
        let number = game.treaties.list.iter().position(|treaty| treaty.state == Bond::Fresh)?;
        let advisors = (space..Zone::Diplomacy.spaces())
            .filter_map(|at| Some((at, game.council.advisor(Zone::Diplomacy, at)?)));
        let mut foes = advisors.filter(|(_, nation)| nation.side() != self.initiator.side());
        foes.find(|(_, nation)| {
            !game.objections.reacted.contains(*nation) && seems_cancellable(game, *nation, number)
        })
    }

    pub(crate) fn list_objection(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        let names = self.members.iter().filter(|name| self.may_object(game, nation, *name).is_ok());
        out.extend(names.map(Action::Cancel));
        out.push(Action::Done);
    }

    /// Whether a nation can cancel what was just made through Stockholm, and nothing else (N-8.5-stockholm-cancel).
    pub(super) fn may_object(&self, game: &Conquests, nation: Nation, name: Nation) -> Result<usize, Denied> {
        let number = may_cancel(game, nation, name)?;
        if game.treaties.list[number].members != self.members {
            let why = "only what was just made through Stockholm is cancelled before its time";
            return Err(Denied::new(rule!("N-8.5-stockholm-cancel"), why));
        }
        Ok(number)
    }
}
