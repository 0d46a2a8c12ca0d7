//! The battle being fought, as everybody at the table may watch it. Rulebook 7.

use engine::{Battle, Fighter, Gauge, Side as Part, Text, Turn, Viewer};

use super::Laid;
use crate::battle::Side;
use crate::blocks::BlockId;
use crate::event::space;
use crate::state::{Alliance, Fight, Stage};
use crate::states::State;

/// The sides in the order in which they are shown.
const SIDES: [Side; 2] = [Side::Attacking, Side::Defending];

impl Alliance {
    /// The battle under way, with what a viewer knows of those in it.
    pub(super) fn battle_board(&self, viewer: Viewer) -> Option<Battle> {
        let fight = self.fight.as_ref()?;
        let here = self.blocks_at(fight.place);
        let mut laid = self.laid(viewer);
        laid.retain(|laid| here.contains(laid.block));
        // Reserves come last, in an order that does not tell what they are.
        laid.sort_by_key(|laid| match self.reserves.contains(laid.block) {
            true => (true, None, laid.id),
            false => (false, Some(self.rank_of_fire(fight, laid.block)), laid.id),
        });
        Some(Battle {
            title: format!("Battle of {}", fight.place).into(),
            at: space(fight.place),
            stage: self.stage_of(fight),
            notes: self.battle_notes(fight),
            sides: SIDES.into_iter().map(|side| self.party_of(fight, side)).collect(),
            fighters: laid.iter().map(|laid| self.fighter_of(fight, laid)).collect(),
            outlook: Vec::new(),
        })
    }

    /// When a block acts: by letter, defenders first, the higher card first (A-7.21-turn).
    fn rank_of_fire(&self, fight: &Fight, block: BlockId) -> (crate::blocks::Letter, bool, u8) {
        let card = self.hands[usize::from(self.decides(fight, block).0)].played;
        let rank = u8::MAX - card.map_or(0, |card| card.number());
        (block.printed().fire.letter, self.attackers.contains(block), rank)
    }

    fn stage_of(&self, fight: &Fight) -> Text {
        match fight.stage {
            Stage::Aftermath(_) => "Won".into(),
            Stage::Events(_) | Stage::Victim(_) => "Before round 1".into(),
            _ => format!("Round {}", fight.round).into(),
        }
    }

    fn battle_notes(&self, fight: &Fight) -> Vec<Text> {
        let mut notes: Vec<Text> = Vec::new();
        if let Stage::Hits { hits, .. } = fight.stage {
            notes.push(match hits {
                1 => "1 hit is to be taken".into(),
                hits => format!("{hits} hits are to be taken").into(),
            });
        }
        let over = matches!(fight.stage, Stage::Aftermath(_));
        match fight.round {
            _ if over => {}
            1 => notes.push("Nobody retreats in round 1".into()),
            2 | 3 => notes.push("Attackers must leave in round 4".into()),
            _ => notes.push("Attackers retreat in their turn, but for those whose HQ has extended".into()),
        }
        if !over && fight.round == 1 && self.blocks_at(fight.place).meets(&self.reserves) {
            notes.push("Reserves come in round 2".into());
        }
        notes
    }

    fn party_of(&self, fight: &Fight, side: Side) -> Part {
        let here = self.blocks_at(fight.place);
        let mut states: Vec<State> = Vec::new();
        for block in here.iter().filter(|block| self.side_of(*block) == side) {
            if !states.contains(&block.state()) {
                states.push(block.state());
            }
        }
        let names: Vec<&str> = states.iter().map(|state| state.name()).collect();
        let role = match side {
            Side::Attacking => "Attackers",
            Side::Defending => "Defenders",
        };
        let title = if names.is_empty() { role.into() } else { format!("{role}: {}", names.join(", ")) };
        let tints = states.iter().map(|state| state.tint()).collect();
        Part { title: title.into(), tints, factors: Vec::new() }
    }

    fn fighter_of(&self, fight: &Fight, laid: &Laid) -> Fighter {
        let block = laid.block;
        let fights = !matches!(fight.stage, Stage::Aftermath(_));
        let turn = match block {
            block if self.reserves.contains(block) => Turn::Coming,
            block if fights && self.acts_now(fight, block) => Turn::Acts,
            block if fight.acted.contains(block) => Turn::Done,
            _ => Turn::Waits,
        };
        let mut notes: Vec<Text> = Vec::new();
        if laid.seen && fights {
            if fight.cracked.contains(&Some(block)) {
                notes.push("half a hit".into());
            }
            let touching = fight.events.iter().filter(|(_, touched)| *touched == Some(block));
            notes.extend(touching.map(|(leader, _)| Text::from(leader.to_string())));
            if turn != Turn::Coming && turn != Turn::Done && self.must_retreat(fight, block) {
                notes.push("must retreat".into());
            }
        }
        let figures = match laid.seen {
            true => vec![
                Gauge::new("dice", self.strength(block).to_string()),
                Gauge::new("hits on", hitting(self.firepower(fight, block))),
            ],
            false => Vec::new(),
        };
        let side = u8::from(self.side_of(block) == Side::Defending);
        Fighter { piece: laid.id, side, turn, figures, notes }
    }

    /// Whether something is asked of this block now: to act, to take a hit, to suffer an event.
    fn acts_now(&self, fight: &Fight, block: BlockId) -> bool {
        match fight.stage {
            Stage::Fire => self.acting(fight).contains(block),
            Stage::Hits { side, .. } => self.targets(fight, side).contains(block),
            _ => false,
        }
    }
}

/// The rolls that hit, in a few signs.
fn hitting(number: u8) -> String {
    match number {
        0 => "nothing".to_owned(),
        1 => "1".to_owned(),
        number => format!("1–{number}"),
    }
}
