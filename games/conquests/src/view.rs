//! The table as one viewer sees it.

use engine::{Choice, Prompt, Seat, Sheet, SpaceRef, Table, Target, Viewer};

use crate::action::Action;
use crate::areas::Area;
use crate::state::Conquests;

/// The space of the board that an area is.
pub(crate) fn space(area: Area) -> SpaceRef {
    SpaceRef { board: 0, space: area.0.into() }
}

impl Conquests {
    pub(crate) fn table(&self, _viewer: Viewer) -> Table {
        Table {
            prompt: Prompt { text: "".into(), left: vec![] },
            to_act: self.deciders(),
            seats: Vec::<Sheet>::new(),
            pieces: vec![],
            hands: vec![],
            tracks: vec![],
            overlays: vec![],
            battle: None,
            outcome: self.result(),
        }
    }

    pub(crate) fn present_choice(&self, _seat: Seat, action: Action) -> Choice {
        Choice::new(format!("{action:?}"), Target::Button)
    }
}
