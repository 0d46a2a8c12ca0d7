//! How secret objectives are written down, and what is wrong with one that nobody can check or reach.
//!
//! The build reads `data/objectives.toml` with this file, too.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::areas::{Area, AreaSet};
use crate::effects::Length;
use crate::grammar::{entries, fits, must, places, read, some_places, within};
use crate::nations::{Nation, Nations};
use crate::troops::Kind;

/// How many objectives there are for each length of the game.
pub(crate) const OBJECTIVES: usize = 12;

/// What is printed on an objective.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// What the data calls it: "S01".
    pub id: String,
    /// What it is called; without effect.
    pub title: String,
    /// The games that it is for (N-13.1-sorting).
    pub game: Length,
    /// The nation whose main objective it is.
    pub nation: Nation,
    /// What that nation must have reached: all of it.
    pub main: Vec<Wish>,
    /// The same in words.
    pub main_text: String,
    /// What another nation that holds it must have reached: all of it.
    pub secondary: Vec<Wish>,
    /// The same in words.
    pub secondary_text: String,
}

/// One condition of an objective. Numbers are the least that will do; control is that of a place alone.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// To control so many neutral capitals.
    NeutralCapitals(u8),
    /// To control all these places.
    Control(#[serde(deserialize_with = "places")] AreaSet),
    /// To control some of these places.
    ControlAny {
        /// The places.
        #[serde(deserialize_with = "places")]
        of: AreaSet,
        /// How many of them.
        at_least: u8,
    },
    /// To have a unit in each of these places, alone or with Allies.
    Present(#[serde(deserialize_with = "places")] AreaSet),
    /// To control so many lands anywhere.
    Territories(u8),
    /// To control so many lands at home.
    HomeTerritories(u8),
    /// Own Morale.
    Morale(u8),
    /// Society of the Coalition.
    Society(u8),
    /// To have initiated so many successful Alliances.
    Alliances(u8),
    /// Own level on the victory track.
    Victories(u8),
    /// Complete corps of own units, each in one land.
    Corps(u8),
    /// To have so many units on the map.
    Units {
        /// Of this kind.
        kind: Kind,
        /// How many.
        count: u8,
        /// In these places; anywhere, if none is named.
        #[serde(rename = "where", default, deserialize_with = "some_places")]
        places: Option<AreaSet>,
    },
    /// FG in hand.
    Fg(u8),
    /// That Napoleon controls none of these places.
    Deny(#[serde(deserialize_with = "places")] AreaSet),
}

/// The objectives in the order of their ids, or all that is wrong with them.
pub(crate) fn objectives(text: &str) -> Result<Vec<Aim>, Vec<String>> {
    let mut aims = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, table) in entries(text, "objective", "id").map_err(|fault| vec![fault])? {
        match read(table).and_then(|aim: Aim| check(&aim).map(|()| aim)) {
            Ok(aim) => {
                if aims.insert((aim.game, aim.id.clone()), aim).is_some() {
                    faults.push(format!("{name}: there are two objectives of this id"));
                }
            }
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    let aims: Vec<Aim> = aims.into_values().collect();
    if faults.is_empty() {
        for game in [Length::Short, Length::Campaign] {
            let count = aims.iter().filter(|aim| aim.game == game).count();
            if count != OBJECTIVES {
                faults.push(format!("the {game:?} game has {count} objectives instead of {OBJECTIVES}"));
            }
        }
    }
    if faults.is_empty() { Ok(aims) } else { Err(faults) }
}

fn check(aim: &Aim) -> Result<(), String> {
    let words = [&aim.title, &aim.main_text, &aim.secondary_text];
    must(words.iter().all(|text| !text.is_empty()), || "it has no title or no text".to_owned())?;
    must(aim.nation.is_coalition(), || "Napoleon has no secret objective".to_owned())?;
    must(!aim.main.is_empty() && !aim.secondary.is_empty(), || "it asks for nothing".to_owned())?;
    aim.main.iter().try_for_each(|wish| wish.check(aim.nation.into()))?;
    aim.secondary.iter().try_for_each(|wish| wish.check(Nations::COALITION.without(aim.nation)))
}

/// How many lands the home of a nation has.
fn lands_at_home(nation: Nation) -> u8 {
    let home = format!("@{}", nation.name().to_lowercase());
    Area::listed(&[home]).map_or(0, |lands| lands.iter().count() as u8)
}

impl Wish {
    /// Whether each of these nations can reach it at all.
    fn check(&self, nations: Nations) -> Result<(), String> {
        let (what, number, most) = match self {
            Wish::NeutralCapitals(number) => ("neutral capitals", *number, 4),
            Wish::ControlAny { of, at_least } => ("places", *at_least, of.iter().count() as u8),
            Wish::Territories(number) => ("lands", *number, 78),
            Wish::HomeTerritories(number) => {
                ("lands at home", *number, nations.iter().map(lands_at_home).min().unwrap_or(0))
            }
            Wish::Morale(level) => ("Morale", *level, 16),
            Wish::Society(level) => ("Society", *level, 14),
            Wish::Alliances(number) => ("Alliances", *number, 6),
            Wish::Victories(level) => ("victories", *level, 10),
            Wish::Corps(number) => ("corps", *number, 5),
            Wish::Units { kind, count, places } => {
                must(!kind.is_guard(), || "only Napoleon has grognards".to_owned())?;
                must(fits(*kind, places), || format!("{kind} cannot be in its places"))?;
                ("units", *count, 12)
            }
            Wish::Fg(fg) => ("FG", *fg, 125),
            Wish::Control(_) | Wish::Present(_) | Wish::Deny(_) => return Ok(()),
        };
        within(what, number, most).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with an objective of this nation with this main objective and this secondary one.
    fn fault(nation: &str, main: &str, secondary: &str) -> String {
        let text = format!(
            "format = 1\n[[objective]]\nid = \"S01\"\ntitle = \"T\"\ngame = \"short\"\nnation = \"{nation}\"\n\
             main = [{main}]\nmain_text = \"M\"\nsecondary = [{secondary}]\nsecondary_text = \"S\""
        );
        objectives(&text).expect_err("one objective is not all").swap_remove(0)
    }

    #[test]
    fn an_objective_that_nobody_can_check_or_reach_is_refused() {
        let main = |main: &str| fault("austria", main, "{ fg = 8 }");
        assert_eq!(main("{ fg = 8 }"), "the Short game has 1 objectives instead of 12");
        assert_eq!(main(""), "objective S01: it asks for nothing");
        assert!(main("{ glory = 8 }").starts_with("objective S01: unknown variant `glory`"));
        assert_eq!(main("{ control = [\"ys\"] }"), "objective S01: there is no area \"ys\"");
        assert_eq!(main("{ morale = 17 }"), "objective S01: Morale is 17, not 1 to 16");
        assert_eq!(
            main("{ control_any = { of = [\"@baltic\"], at_least = 3 } }"),
            "objective S01: places is 3, not 1 to 2"
        );
        assert_eq!(
            main("{ units = { kind = \"FRG\", count = 1, where = [\"vienna\"] } }"),
            "objective S01: frigate cannot be in its places"
        );
        assert_eq!(
            fault("france", "{ fg = 8 }", "{ fg = 8 }"),
            "objective S01: Napoleon has no secret objective"
        );
    }

    #[test]
    fn nobody_is_asked_for_more_lands_than_his_home_has() {
        let six = "{ home_territories = 6 }";
        assert!(fault("russia", six, "{ fg = 8 }").starts_with("the Short game"));
        assert_eq!(fault("england", six, "{ fg = 8 }"), "objective S01: lands at home is 6, not 1 to 5");
        assert_eq!(fault("russia", "{ fg = 8 }", six), "objective S01: lands at home is 6, not 1 to 5");
    }
}
