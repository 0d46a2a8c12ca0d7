//! Making and cancelling Alliances, cards between Allies, parting. Rulebook 9.

mod bonds;

use engine::{Denied, Recorder};
use serde::{Deserialize, Serialize};

use crate::action::{Action, not_now};
use crate::effects::Domain;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::{Conquests, Phase};

/// A proposal about an Alliance that is being settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Parley {
    /// Who has the word.
    pub(crate) initiator: Nation,
}

impl Conquests {
    pub(crate) fn speaker(&self, parley: &Parley) -> Option<Nation> {
        Some(parley.initiator)
    }

    pub(crate) fn list_parley(&self, _parley: &Parley, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn act_in_parley(
        &mut self,
        _nation: Nation,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        self.parley = None;
        Ok(())
    }

    pub(crate) fn conclude_parley(&mut self, _log: &mut impl Recorder<Event>) {
        self.parley = None;
    }

    /// What an advisor in the Diplomacy zone can do (8.7).
    pub(crate) fn list_diplomacy(&self, nation: Nation, out: &mut Vec<Action>) {
        self.list_plays(nation, Domain::Diplomacy, out);
        if self.may_buy_card(nation).is_ok() {
            out.push(Action::BuyCard);
        }
        out.push(Action::Done);
    }

    pub(crate) fn act_in_diplomacy(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Phase::Resolve(zone, space, _) = self.phase else { return Err(not_now()) };
        match action {
            Action::Done => {}
            Action::BuyCard => self.buy_card(nation, log)?,
            _ => self.play(nation, Domain::Diplomacy, action, log)?,
        }
        self.end_advisor(zone, space);
        Ok(())
    }

    /// Who may make an Alliance by the power of Stockholm (N-8.5-stockholm).
    pub(crate) fn stockholm_holder(&self) -> Option<Nation> {
        None
    }

    pub(crate) fn list_stockholm(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn act_in_stockholm(
        &mut self,
        _nation: Nation,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        Err(not_now())
    }

    /// Alliances that nobody has cancelled are successful (N-9.5-successful); their consequences follow.
    pub(crate) fn begin_implementation(&mut self, _log: &mut impl Recorder<Event>) {
        for number in 0..self.treaties.len() {
            self.confirm_treaty(number);
        }
        self.phase = Phase::Exchange;
    }

    /// Who may exchange or show a card (N-9.2-card).
    pub(crate) fn exchanger(&self) -> Option<Nation> {
        None
    }

    pub(crate) fn list_exchange(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn exchange(
        &mut self,
        _nation: Nation,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        Err(not_now())
    }

    pub(crate) fn begin_separation(&mut self, _log: &mut impl Recorder<Event>) {
        self.phase = Phase::Separate;
    }

    /// Who decides where former Allies go (N-9.7-chooser).
    pub(crate) fn separator(&self) -> Option<Nation> {
        None
    }

    pub(crate) fn list_separation(&self, _nation: Nation, out: &mut Vec<Action>) {
        out.push(Action::Done);
    }

    pub(crate) fn separate(
        &mut self,
        _nation: Nation,
        _action: Action,
        _log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        Err(not_now())
    }
}
