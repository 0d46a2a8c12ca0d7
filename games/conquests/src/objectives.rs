//! The secret objectives of the Coalition. Rulebook 13.1.

use std::fmt;
use std::sync::LazyLock;

use atlas::topology::Id;

use crate::effects::Length;
use crate::nations::Nation;
use crate::wishes::{self, OBJECTIVES};
pub use crate::wishes::{Aim, Wish};

atlas::id! {
    /// A secret objective.
    pub struct Objective(u8): Display;
}

static AIMS: LazyLock<Vec<Aim>> = LazyLock::new(|| {
    wishes::objectives(include_str!("../data/objectives.toml")).expect("the build has read the objectives")
});

impl Objective {
    /// All of them: those of the short game first.
    pub fn all() -> impl Iterator<Item = Objective> {
        (0..2 * OBJECTIVES).map(Objective::from_index)
    }

    /// Those of a game of this length (N-13.1-sorting).
    pub fn of(length: Length) -> impl Iterator<Item = Objective> {
        Objective::all().filter(move |objective| objective.aim().game == length)
    }

    /// What is printed on it.
    #[inline]
    pub fn aim(self) -> &'static Aim {
        &AIMS[self.index()]
    }

    /// What the data calls it: "S01".
    pub fn id(self) -> &'static str {
        &self.aim().id
    }

    /// The nation whose main objective it is.
    #[inline]
    pub fn nation(self) -> Nation {
        self.aim().nation
    }

    /// What a nation that holds it must have reached, all of it: the main objective if the card names that nation, else the
    /// secondary one (N-13.1-main-or-second).
    pub fn wishes(self, nation: Nation) -> &'static [Wish] {
        let aim = self.aim();
        if aim.nation == nation { &aim.main } else { &aim.secondary }
    }

    /// The same in words.
    pub fn text(self, nation: Nation) -> &'static str {
        let aim = self.aim();
        if aim.nation == nation { &aim.main_text } else { &aim.secondary_text }
    }
}

impl fmt::Display for Objective {
    /// "S01".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

engine::by_name!(Objective, "objective", Objective::id);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::Area;
    use crate::nations::Nations;

    // proves N-13.1-sorting
    #[test]
    fn short_games_and_campaigns_have_objectives_of_their_own() {
        let ids = |length| Objective::of(length).map(Objective::id).collect::<Vec<_>>();
        let (short, campaign) = (ids(Length::Short), ids(Length::Campaign));
        assert_eq!((short.len(), campaign.len()), (12, 12));
        assert!(short.iter().all(|id| id.starts_with('S')) && campaign.iter().all(|id| id.starts_with('C')));
        for length in [Length::Short, Length::Campaign] {
            let named =
                |nation| Objective::of(length).filter(|objective| objective.nation() == nation).count();
            assert!(Nations::COALITION.iter().all(|nation| named(nation) == 3));
        }
    }

    // proves N-13.1-main-or-second
    #[test]
    fn the_nation_named_has_the_main_objective_and_any_other_the_secondary_one() {
        let po = Objective::all().find(|objective| objective.id() == "S01").unwrap();
        assert_eq!(po.nation(), Nation::Austria);
        let lands = ["lombardy", "venetia"].map(|id| Area::by_id(id).unwrap());
        let main = [Wish::Control(lands.into_iter().collect()), Wish::Morale(6)];
        assert_eq!(po.wishes(Nation::Austria), main);
        for other in [Nation::England, Nation::Prussia, Nation::Russia] {
            assert_eq!(po.wishes(other), [Wish::NeutralCapitals(1), Wish::Morale(7)]);
            assert_eq!(po.text(other), po.aim().secondary_text);
        }
        assert_eq!(po.text(Nation::Austria), po.aim().main_text);
    }

    #[test]
    fn an_objective_is_written_by_its_id() {
        for objective in Objective::all() {
            let text = serde_json::to_string(&objective).unwrap();
            assert_eq!(text, format!("\"{}\"", objective.id()));
            assert_eq!(serde_json::from_str::<Objective>(&text).unwrap(), objective);
        }
        assert!(serde_json::from_str::<Objective>("\"S13\"").is_err());
    }
}
