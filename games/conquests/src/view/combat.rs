//! The combat that is being fought, for all to watch. Rulebook 11.

use engine::{Battle as Shown, Counts, Factor, Fighter, Gauge, PieceKey, Side, Text, Turn};

use super::{keys, space};
use crate::combat::strength::{luck, total};
use crate::combat::{Battle, Effects, Sort, Verdict};
use crate::effects::Role;
use crate::nations::Nation;
use crate::questions::Question;
use crate::state::Conquests;

/// Throws of the die that count alike, on land and at sea (N-11.2-die-land, N-11.2-die-sea).
const LAND_FACES: &[(u8, &str)] = &[(1, "1"), (2, "2-3"), (4, "4-5"), (6, "6")];
const SEA_FACES: &[(u8, &str)] = &[(1, "1-2"), (3, "3-4"), (5, "5-6")];

pub(super) fn battle_board(game: &Conquests) -> Option<Shown> {
    let battle = game.battle.as_ref()?;
    let title = match battle.sort {
        Sort::Open | Sort::Garrison => format!("Combat in {}", battle.area),
        Sort::Pursuit => format!("Pursuit into {}", battle.area),
        Sort::Division => format!("Division in {}", battle.area),
    };
    let notes = battle.verdict.map(|verdict| Text::from(in_words(battle, verdict)));
    Some(Shown {
        title: title.into(),
        at: space(battle.area),
        stage: stage_in_words(game.asked_in_combat()?).into(),
        notes: notes.into_iter().collect(),
        sides: [Role::Attacker, Role::Defender].map(|role| shown_side(game, battle, role)).to_vec(),
        fighters: [Role::Attacker, Role::Defender]
            .into_iter()
            .flat_map(|role| fighters(game, battle, role))
            .collect(),
        outlook: if awaits_die(game, battle) { throws(game, battle) } else { Vec::new() },
    })
}

/// Whether the die of this combat is still to be rolled: not if a side goes before it (17.2.4), nor if an empty capital
/// falls.
fn awaits_die(game: &Conquests, battle: &Battle) -> bool {
    let to_come = match game.asked_in_combat() {
        Some(Question::Avoid | Question::Effects(_) | Question::Support(_) | Question::Aftermath) => true,
        Some(Question::Retreat | Question::Losses(_)) => battle.is_third(),
        _ => false,
    };
    to_come && battle.verdict.is_none()
}

/// What comes of each throw of the die as things stand (N-11.2-die-last, N-11.3.1-first-case).
fn throws(game: &Conquests, battle: &Battle) -> Vec<Gauge> {
    let strength = |role| total(&battle.strength(game, role));
    let (attack, defence) = (strength(Role::Attacker), strength(Role::Defender));
    let faces = if battle.is_at_sea() { SEA_FACES } else { LAND_FACES };
    faces
        .iter()
        .map(|(face, name)| {
            let attack = attack + luck(*face, battle.is_at_sea());
            let verdict = battle.judged(attack, defence);
            Gauge::new(*name, format!("{attack} to {defence}, {}", in_words(battle, verdict)))
        })
        .collect()
}

/// A side with what counts for it, until the die is thrown.
fn shown_side(game: &Conquests, battle: &Battle, role: Role) -> Side {
    let mut side = named_side(battle, role);
    if awaits_die(game, battle) {
        side.factors = battle
            .strength(game, role)
            .iter()
            .map(|factor| Factor {
                what: factor.what.into(),
                points: factor.points.into(),
                counts: Counts::Adds,
                rule: factor.rule,
            })
            .collect();
    }
    side
}

fn fighters(game: &Conquests, battle: &Battle, role: Role) -> Vec<Fighter> {
    let side = role.index() as u8;
    let fighter = |piece, figures| Fighter { piece, side, turn: Turn::Waits, figures, notes: Vec::new() };
    let mut fighters = Vec::new();
    if role == Role::Defender && battle.sort == Sort::Garrison && game.control.is_garrisoned(battle.area) {
        fighters.extend(keys::garrison(battle.area).map(|piece| fighter(piece, Vec::new())));
    }
    for nation in battle.side(role).iter() {
        if battle.is_at_sea() {
            let fleet = game.forces.fleet(nation, battle.area);
            fighters.extend(fleet.map(|frigate| fighter(PieceKey::of(&frigate), Vec::new())));
            continue;
        }
        let troops = game.forces.troops(nation, battle.area);
        fighters.extend(troops.kinds().map(|kind| {
            let units = Gauge::count(troops.count(kind), "unit", "units");
            fighter(keys::units(nation, kind, battle.area), vec![units])
        }));
    }
    fighters
}

fn named_side(battle: &Battle, role: Role) -> Side {
    let nations = battle.side(role);
    let who = match (role, battle.sort) {
        (Role::Defender, Sort::Garrison) => "the garrison".to_owned(),
        _ if nations.is_empty() => "nobody".to_owned(),
        _ => nations.to_string(),
    };
    let word = match role {
        Role::Attacker => "Attack",
        Role::Defender => "Defence",
    };
    let tints = nations.iter().map(Nation::tint).collect();
    Side { title: format!("{word}: {who}").into(), tints, factors: Vec::new() }
}

/// A result with whoever has won: "a trap: Prussia wins".
fn in_words(battle: &Battle, verdict: Verdict) -> String {
    let victors = battle.side(verdict.victor());
    match (victors.is_empty(), victors.len()) {
        (true, _) => format!("{verdict}: the garrison holds"),
        (_, 1) => format!("{verdict}: {victors} wins"),
        _ => format!("{verdict}: {victors} win"),
    }
}

fn stage_in_words(asked: Question) -> &'static str {
    match asked {
        Question::Avoid => "Before the combat",
        Question::Effects(Effects { role: Role::Attacker }) => "Effects of the attacker",
        Question::Effects(Effects { role: Role::Defender }) => "Effects of the defender",
        Question::Support(_) => "Support by frigates",
        Question::Recruit | Question::WhoPlays | Question::Reward(_) | Question::Cheer => {
            "What the victor gains"
        }
        Question::Losses(_) | Question::Grieve => "Losses",
        Question::Retreat => "Retreat",
        Question::Captor => "The capital",
        Question::Follow => "Pursuit",
        Question::Aftermath => "After the Division",
        _ => "The combat",
    }
}
