//! Where everything stands at the start. Rulebook 12.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::blocks::{BLOCKS, BlockId};
use crate::places::Place;
use crate::states::{EMPIRES, STATES, State};

/// A scenario.
#[derive(Debug)]
pub(crate) struct Scenario {
    /// First and last year.
    pub(crate) years: (u16, u16),
    /// The gold of each empire, by its number.
    pub(crate) gold: [u8; 7],
    /// To whom each state is allied at the start, if to anybody: minors to an empire, empires to an empire.
    pub(crate) allies: [Option<State>; STATES],
    /// Where each block stands and with how many steps; nowhere: in the pool.
    pub(crate) blocks: [Option<(Place, u8)>; BLOCKS],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    years: (u16, u16),
    below_full: u8,
    empire: Vec<Entry>,
    #[serde(default)]
    neutral: Neutral,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: State,
    gold: u8,
    #[serde(default)]
    ally: Option<State>,
    blocks: Vec<Stack>,
    pool: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Neutral {
    blocks: Vec<Stack>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stack {
    at: Place,
    names: Vec<String>,
}

/// The scenarios, by the year they begin in.
pub(crate) static SCENARIOS: LazyLock<[Scenario; 3]> = LazyLock::new(|| {
    let texts = [
        include_str!("../data/1804.toml"),
        include_str!("../data/1808.toml"),
        include_str!("../data/1812.toml"),
    ];
    texts.map(|text| Scenario::parse(text).expect("the scenario is sound"))
});

impl Scenario {
    fn parse(text: &str) -> Result<Scenario, String> {
        let file: File = engine::data::read(text)?;
        let mut gold = [0; EMPIRES.len()];
        let mut allies = [None; STATES];
        let mut blocks = [None; BLOCKS];
        let mut seen = [false; BLOCKS];
        let mut take = |empire: Option<State>, name: &str| -> Result<BlockId, String> {
            let own = empire.and_then(|empire| BlockId::named(empire, name));
            let minor = || {
                State::all().filter(|state| !state.is_empire()).find_map(|state| BlockId::named(state, name))
            };
            let block = own.or_else(minor).ok_or_else(|| format!("there is no block {name}"))?;
            if std::mem::replace(&mut seen[usize::from(block.0)], true) {
                return Err(format!("{block} stands twice"));
            }
            Ok(block)
        };
        let strength = |block: BlockId| {
            let below = if block.is_fortress() { 0 } else { file.below_full };
            block.printed().steps.saturating_sub(below).max(block.least())
        };
        for entry in &file.empire {
            gold[entry.name.index()] = entry.gold;
            allies[entry.name.index()] = entry.ally;
            for stack in &entry.blocks {
                for name in &stack.names {
                    let block = take(Some(entry.name), name)?;
                    blocks[usize::from(block.0)] = Some((stack.at, strength(block)));
                    if !block.state().is_empire() {
                        allies[block.state().index()] = Some(entry.name);
                    }
                }
            }
            for name in &entry.pool {
                take(Some(entry.name), name)?;
            }
        }
        for stack in &file.neutral.blocks {
            for name in &stack.names {
                let block = take(None, name)?;
                blocks[usize::from(block.0)] = Some((stack.at, strength(block)));
            }
        }
        match BlockId::all().find(|block| !seen[usize::from(block.0)]) {
            Some(block) => Err(format!("{block} stands nowhere")),
            None => Ok(Scenario { years: file.years, gold, allies, blocks }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::Room;

    struct Count {
        empire: State,
        own: usize,
        minor: usize,
        pool: usize,
        gold: u8,
    }

    fn counts(scenario: &Scenario, expected: &[Count]) {
        let on_map = |block: &BlockId| scenario.blocks[usize::from(block.0)].is_some();
        for &Count { empire, own, minor, pool, gold } in expected {
            let blocks = BlockId::of(empire);
            assert_eq!(blocks.iter().filter(on_map).count(), own, "{empire}: own");
            assert_eq!(blocks.iter().filter(|block| !on_map(block)).count(), pool, "{empire}: pool");
            let minors = BlockId::all()
                .filter(|block| !block.state().is_empire())
                .filter(|block| scenario.allies[block.state().index()] == Some(empire));
            assert_eq!(minors.count(), minor, "{empire}: minors");
            assert_eq!(scenario.gold[empire.index()], gold, "{empire}: gold");
        }
    }

    fn expect(rows: [(State, usize, usize, usize, u8); 7]) -> Vec<Count> {
        rows.map(|(empire, own, minor, pool, gold)| Count { empire, own, minor, pool, gold }).into()
    }

    // proves A-12.S-1804
    #[test]
    fn the_set_up_of_1804_counts_up() {
        let [scenario, ..] = &*SCENARIOS;
        let expected = expect([
            (State::France, 20, 3, 4, 10),
            (State::Spain, 12, 1, 1, 8),
            (State::Austria, 11, 1, 1, 8),
            (State::Prussia, 11, 1, 2, 8),
            (State::Britain, 17, 4, 1, 10),
            (State::Russia, 16, 0, 4, 10),
            (State::Turkey, 11, 2, 1, 8),
        ]);
        counts(scenario, &expected);
        let neutral = BlockId::all()
            .filter(|block| !block.state().is_empire())
            .filter(|block| scenario.allies[block.state().index()].is_none());
        assert_eq!(neutral.count(), 6);
        assert_eq!(scenario.blocks.iter().flatten().count(), 116);
    }

    // proves A-12.S-1808
    #[test]
    fn the_set_up_of_1808_counts_up() {
        let [_, scenario, _] = &*SCENARIOS;
        let expected = expect([
            (State::France, 21, 11, 3, 12),
            (State::Austria, 9, 0, 3, 4),
            (State::Prussia, 9, 0, 4, 4),
            (State::Britain, 18, 4, 0, 10),
            (State::Russia, 19, 0, 1, 6),
            (State::Spain, 11, 1, 2, 4),
            (State::Turkey, 12, 2, 0, 6),
        ]);
        counts(scenario, &expected);
        assert_eq!(scenario.blocks.iter().flatten().count(), 117);
    }

    // proves A-12.S-1812
    #[test]
    fn the_set_up_of_1812_counts_up() {
        let [.., scenario] = &*SCENARIOS;
        let expected = expect([
            (State::France, 21, 13, 3, 10),
            (State::Austria, 9, 0, 3, 6),
            (State::Prussia, 10, 0, 3, 6),
            (State::Britain, 18, 2, 0, 10),
            (State::Spain, 11, 1, 2, 6),
            (State::Russia, 19, 0, 1, 8),
            (State::Turkey, 12, 2, 0, 8),
        ]);
        counts(scenario, &expected);
        assert_eq!(scenario.blocks.iter().flatten().count(), 118);
    }

    // proves A-12.S-legal
    #[test]
    fn every_set_up_keeps_to_stacking_and_fleets_float() {
        for scenario in &*SCENARIOS {
            for place in Place::all() {
                let here = || {
                    BlockId::all().filter(|block| {
                        scenario.blocks[usize::from(block.0)].is_some_and(|(at, _)| at == place)
                    })
                };
                let fleets = here().filter(|block| block.is_fleet()).count();
                let armies = here().count() - fleets;
                assert!(
                    match place.room() {
                        Room::Blocks(most) => fleets + armies <= usize::from(most),
                        Room::Island => fleets <= 1 && armies <= 1,
                        Room::Sea => armies == 0,
                    },
                    "{place} in {}",
                    scenario.years.0
                );
                assert!(fleets == 0 || place.is_sea() || place.is_base(), "{place}");
            }
            for fortress in BlockId::fortresses().iter() {
                let at = scenario.blocks[usize::from(fortress.0)].map(|(at, _)| at);
                assert!(at.is_none() || at == fortress.printed().region, "{fortress}");
            }
        }
    }

    // proves A-12.0-minus
    #[test]
    fn blocks_start_a_step_short_but_in_1812() {
        for scenario in &*SCENARIOS {
            for block in BlockId::all() {
                let Some((_, strength)) = scenario.blocks[usize::from(block.0)] else { continue };
                let short = scenario.years.0 != 1812 && !block.is_fortress();
                assert_eq!(strength, block.printed().steps - u8::from(short), "{block}");
            }
        }
    }

    // proves A-12.0-scenarios, A-11.8-alignment
    #[test]
    fn three_scenarios_of_four_years_with_their_alliances() {
        assert_eq!(
            SCENARIOS.each_ref().map(|scenario| scenario.years),
            [(1804, 1807), (1808, 1811), (1812, 1815)]
        );
        let allies = |state: State| SCENARIOS.each_ref().map(|scenario| scenario.allies[state.index()]);
        assert_eq!(allies(State::Portugal), [Some(State::Britain); 3]);
        assert_eq!(allies(State::Poland)[0], Some(State::Prussia));
        assert_eq!(allies(State::Denmark)[0], None);
        assert_eq!(allies(State::Veneto), [Some(State::Austria), Some(State::France), Some(State::France)]);
        assert_eq!(allies(State::Spain), [Some(State::France), None, Some(State::Britain)]);
    }

    #[test]
    fn a_scenario_that_is_not_sound_is_refused() {
        let text = include_str!("../data/1804.toml");
        let broken = |from: &str, to: &str| Scenario::parse(&text.replacen(from, to, 1)).unwrap_err();
        assert!(broken("\"Garde\"", "\"Guarde\"").contains("there is no block Guarde"));
        assert!(broken("\"Garde\"", "\"Inf #5\"").contains("stands twice"));
        assert!(broken("\"Garde\", ", "").contains("French Garde stands nowhere"));
    }
}
