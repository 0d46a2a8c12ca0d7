//! The battle being fought, as everybody at the table may watch it. Rulebook 7.

use engine::{Battle, Fighter, Gauge, Side as Part, Text, Turn};

use super::{Laid, Seen};
use crate::battle::Side;
use crate::blocks::BlockId;
use crate::event::{listed, space};
use crate::state::{Fight, Stage};
use crate::states::State;

/// The sides in the order in which they are shown.
const SIDES: [Side; 2] = [Side::Attacking, Side::Defending];

impl Seen<'_> {
    /// The battle under way, with what a viewer knows of those in it.
    pub(super) fn battle_board(&self, laid: &[Laid]) -> Option<Battle> {
        let fight = self.fight.as_ref()?;
        let here = self.blocks_at(fight.place);
        let mut there: Vec<&Laid> = laid.iter().filter(|laid| here.contains(laid.block)).collect();
        // Reserves come last, in an order that does not tell what they are.
        there.sort_by_key(|laid| match self.reserves.contains(laid.block) {
            true => (true, None, laid.key),
            false => (false, Some(self.rank_of_fire(fight, laid.block)), laid.key),
        });
        Some(Battle {
            title: format!("Battle of {}", fight.place).into(),
            at: space(fight.place),
            stage: stage_of(fight),
            notes: self.battle_notes(fight),
            sides: SIDES.into_iter().map(|side| self.party_of(fight, side)).collect(),
            fighters: there.iter().map(|laid| self.fighter_of(fight, laid)).collect(),
            outlook: Vec::new(),
        })
    }

    /// When a block acts: by letter, defenders first, the higher card first (A-7.21-turn).
    fn rank_of_fire(&self, fight: &Fight, block: BlockId) -> (crate::blocks::Letter, bool, u8) {
        let card = self.hands[self.melee(fight).decides(block)].played;
        let rank = u8::MAX - card.map_or(0, |card| card.number());
        (block.printed().fire.letter, self.attackers.contains(block), rank)
    }

    fn battle_notes(&self, fight: &Fight) -> Vec<Text> {
        let mut notes: Vec<Text> = Vec::new();
        if let Stage::Hits { hits, .. } = fight.stage {
            notes.push(match hits {
                1 => "1 hit to take".into(),
                hits => format!("{hits} hits to take").into(),
            });
        }
        let over = matches!(fight.stage, Stage::Aftermath(_));
        match fight.round {
            _ if over => {}
            1 => notes.push("Nobody retreats in round 1".into()),
            2 | 3 => notes.push("Attackers must retreat in round 4".into()),
            _ => notes.push("Attackers must retreat unless their HQ has extended the battle".into()),
        }
        if !over && fight.round == 1 && self.blocks_at(fight.place).meets(&self.reserves) {
            notes.push("Reserves arrive in round 2".into());
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
        let role = match side {
            Side::Attacking => "Attackers",
            Side::Defending => "Defenders",
        };
        let title: Text = match states.is_empty() {
            true => role.into(),
            false => format!("{role}: {}", listed(states.iter().map(|state| state.name()))).into(),
        };
        let mut tints: Vec<_> = states.iter().map(|state| state.tint()).collect();
        tints.dedup();
        Part { title, tints, factors: Vec::new() }
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
            notes.extend(touching.map(|(leader, _)| Text::from(leader.name())));
            if turn != Turn::Coming && turn != Turn::Done && self.melee(fight).must_retreat(block) {
                notes.push("must retreat".into());
            }
        }
        let figures = match laid.seen {
            true => vec![
                Gauge::number("dice", self.strength(block).into()),
                Gauge::new("hits on", hitting(self.melee(fight).firepower(block))),
            ],
            false => Vec::new(),
        };
        let side = u8::from(self.side_of(block) == Side::Defending);
        Fighter { piece: laid.key, side, turn, figures, notes }
    }

    /// Whether something is asked of this block now: to act, to take a hit, to suffer an event.
    fn acts_now(&self, fight: &Fight, block: BlockId) -> bool {
        match fight.stage {
            Stage::Fire => self.melee(fight).acting().contains(block),
            Stage::Hits { side, .. } => self.melee(fight).targets(side).contains(block),
            _ => false,
        }
    }
}

fn stage_of(fight: &Fight) -> Text {
    match fight.stage {
        Stage::Aftermath(_) => "Won".into(),
        Stage::Events(_) | Stage::Victim(_) => "Before round 1".into(),
        _ => match fight.round {
            1 => "Round 1".into(),
            2 => "Round 2".into(),
            3 => "Round 3".into(),
            round => format!("Round {round}").into(),
        },
    }
}

/// The rolls that hit, in a few signs.
fn hitting(number: u8) -> &'static str {
    match number {
        0 => "nothing",
        1 => "1",
        2 => "1–2",
        3 => "1–3",
        4 => "1–4",
        5 => "1–5",
        _ => "1–6",
    }
}
