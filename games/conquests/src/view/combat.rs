//! The combat that is being fought, for all to watch. Rulebook 11.

use engine::{Battle as Shown, Fighter, Gauge, Side, Text, Turn};

use super::{frigate_piece, space, stack};
use crate::combat::{After, Battle, Sort, Stage};
use crate::effects::Role;
use crate::nations::Nation;
use crate::state::Conquests;

impl Conquests {
    pub(super) fn battle_board(&self) -> Option<Shown> {
        let battle = self.battle.as_ref()?;
        let title = match battle.sort {
            Sort::Open | Sort::Garrison => format!("Combat in {}", battle.area),
            Sort::Pursuit => format!("Pursuit into {}", battle.area),
            Sort::Division => format!("Division in {}", battle.area),
        };
        let mut notes: Vec<Text> = Vec::new();
        match battle.verdict {
            Some(verdict) => notes.push(format!("It was {verdict}.").into()),
            None => notes.extend([Role::Attacker, Role::Defender].map(|role| self.odds_of(battle, role))),
        }
        Some(Shown {
            title: title.into(),
            at: space(battle.area),
            stage: stage_in_words(battle.stage).into(),
            notes,
            sides: [Role::Attacker, Role::Defender].map(|role| named_side(battle, role)).to_vec(),
            fighters: [Role::Attacker, Role::Defender]
                .into_iter()
                .flat_map(|role| self.fighters(battle, role))
                .collect(),
        })
    }

    /// "Attack 7: units 5, corps 1, Morale 1".
    fn odds_of(&self, battle: &Battle, role: Role) -> Text {
        let factors = self.strength(battle, role);
        let lines: Vec<String> =
            factors.iter().map(|factor| format!("{} {}", factor.what, factor.points)).collect();
        let sum: i8 = factors.iter().map(|factor| factor.points).sum();
        let word = match role {
            Role::Attacker => "Attack",
            Role::Defender => "Defence",
        };
        format!(
            "{word} {sum} SP: {}.",
            if lines.is_empty() { "nothing".to_owned() } else { lines.join(", ") }
        )
        .into()
    }

    fn fighters(&self, battle: &Battle, role: Role) -> Vec<Fighter> {
        let side = role.index() as u8;
        let fighter = |piece, figures| Fighter { piece, side, turn: Turn::Waits, figures, notes: Vec::new() };
        let mut fighters = Vec::new();
        for nation in battle.side(role).iter() {
            if battle.is_at_sea() {
                let fleet = self.fleet(nation, battle.area);
                fighters.extend(fleet.map(|frigate| fighter(frigate_piece(frigate), Vec::new())));
                continue;
            }
            let troops = self.troops(nation, battle.area);
            fighters.extend(troops.kinds().map(|kind| {
                let units = Gauge::new("units", troops.count(kind).to_string());
                fighter(stack(nation, kind, battle.area), vec![units])
            }));
        }
        fighters
    }

    /// What a nation is asked in a combat.
    pub(super) fn question_in_battle(&self, battle: &Battle) -> String {
        let area = battle.area;
        match battle.stage {
            Stage::Avoid => format!("{area} is attacked: play a card to go before the combat begins?"),
            Stage::Effects(_) => format!("The combat in {area}: play a combat effect?"),
            Stage::Support(_) => format!("Support the combat in {area} with frigates beside it?"),
            Stage::Recruit => "You have won: which enemy unit is recruited?".to_owned(),
            Stage::Card => "Which of the victors plays a card?".to_owned(),
            Stage::Reward(_) => "You have won: play a card?".to_owned(),
            Stage::Cheer => "Which of the victors gains Morale?".to_owned(),
            Stage::Grieve => "Which of the beaten loses Morale?".to_owned(),
            Stage::Losses(After::Result) => match battle.due {
                [0, own] => format!("{own} of your units to be lost: name one."),
                _ => "An enemy unit is lost: name it.".to_owned(),
            },
            Stage::Losses(After::Retreat) => "A unit is given up for the retreat: name it.".to_owned(),
            Stage::Retreat => format!("Retreat from {area}, unit by unit or all together."),
            Stage::Fall => "A capital falls: which Ally counts as captor?".to_owned(),
            Stage::Follow => format!("{area} is won: pursue, advance, or stay?"),
            Stage::Aftermath => format!("The Division is over: fight on in {area}, or go?"),
            Stage::Part | Stage::Die | Stage::End => format!("The combat in {area}."),
        }
    }
}

fn named_side(battle: &Battle, role: Role) -> Side {
    let nations = battle.side(role);
    let who = match (role, battle.sort) {
        (Role::Defender, Sort::Garrison) => "the garrison".to_owned(),
        _ => nations.to_string(),
    };
    let word = match role {
        Role::Attacker => "Attack",
        Role::Defender => "Defence",
    };
    Side { title: format!("{word}: {who}").into(), tints: nations.iter().map(Nation::tint).collect() }
}

fn stage_in_words(stage: Stage) -> &'static str {
    match stage {
        Stage::Part | Stage::Avoid => "Before the combat",
        Stage::Effects(Role::Attacker) => "Effects of the attacker",
        Stage::Effects(Role::Defender) => "Effects of the defender",
        Stage::Support(_) => "Support by frigates",
        Stage::Die => "The die",
        Stage::Recruit | Stage::Card | Stage::Reward(_) | Stage::Cheer => "What the victor gains",
        Stage::Losses(_) | Stage::Grieve => "Losses",
        Stage::Retreat => "Retreat",
        Stage::Fall => "The capital",
        Stage::Follow => "Pursuit",
        Stage::Aftermath => "After the Division",
        Stage::End => "The end",
    }
}
