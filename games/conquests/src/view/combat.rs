//! The combat that is being fought, for all to watch. Rulebook 11.

use engine::{Battle as Shown, Factor, Fighter, Gauge, PieceKey, Side, Text, Turn};

use super::sheets::points;
use super::{keys, space};
use crate::action::Action;
use crate::combat::strength::{luck, total};
use crate::combat::{After, Battle, Sort, Stage, Terms, Verdict};
use crate::effects::Role;
use crate::nations::Nation;
use crate::state::Conquests;
use crate::view::prompts;

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
        stage: stage_in_words(battle.stage).into(),
        notes: notes.into_iter().collect(),
        sides: [Role::Attacker, Role::Defender].map(|role| shown_side(game, battle, role)).to_vec(),
        fighters: [Role::Attacker, Role::Defender]
            .into_iter()
            .flat_map(|role| fighters(game, battle, role))
            .collect(),
        outlook: if awaits_die(battle) { throws(game, battle) } else { Vec::new() },
    })
}

/// Whether the die of this combat is still to be rolled: not if a side goes before it (17.2.4), nor if an empty capital
/// falls.
fn awaits_die(battle: &Battle) -> bool {
    let to_come = match battle.stage {
        Stage::Part | Stage::Avoid | Stage::Effects(_) | Stage::Support(_) => true,
        Stage::Die | Stage::Aftermath => true,
        Stage::Retreat | Stage::Losses(After::Retreat) => battle.is_third(),
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
    if awaits_die(battle) {
        side.factors = battle
            .strength(game, role)
            .iter()
            .map(|factor| Factor {
                what: factor.what.into(),
                points: factor.points.into(),
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

/// Whether whoever decides can play any of his cards.
fn has_a_card_to_play(game: &Conquests) -> bool {
    let actions = game.decider().map(|nation| prompts::open_to(game, nation)).unwrap_or_default();
    actions.iter().any(|action| *action != Action::Done)
}

/// What a nation is asked in a combat.
pub(super) fn question_in_battle(game: &Conquests, battle: &Battle) -> String {
    let area = battle.area;
    match battle.stage {
        Stage::Avoid => {
            format!("You are attacked in {area}: play a card to go before the combat begins?")
        }
        Stage::Effects(_) if has_a_card_to_play(game) => {
            format!("The combat in {area}: play a combat effect?")
        }
        Stage::Effects(_) => format!("The combat in {area}: none of your combat effects fits."),
        Stage::Support(_) => format!("Support the combat in {area} with frigates beside it?"),
        Stage::Recruit => "You have won: which enemy unit is recruited?".to_owned(),
        Stage::Card => "Which of the victors plays a card?".to_owned(),
        Stage::Reward(_) => "You have won: play a card?".to_owned(),
        Stage::Cheer => "Which of the victors gains Morale?".to_owned(),
        Stage::Grieve => "Which of the beaten loses Morale?".to_owned(),
        Stage::Losses(After::Result) => match battle.due {
            [0, 1] => "One of your units is lost: name it.".to_owned(),
            [0, own] => format!("{own} of your units are lost: name one."),
            _ => "An enemy unit is lost: name it.".to_owned(),
        },
        Stage::Losses(After::Retreat) => "A unit is given up for the retreat: name it.".to_owned(),
        Stage::Retreat => question_of_retreat(game, battle),
        Stage::Fall => "A capital falls: which Ally counts as captor?".to_owned(),
        Stage::Follow => format!("You have won in {area}: pursue, advance, or stay?"),
        Stage::Aftermath => format!("The Division is over: fight on in {area}, or go?"),
        Stage::Part | Stage::Die | Stage::End => format!("The combat in {area}."),
    }
}

/// Who retreats, on which terms, and what there is to pay with (11.4).
fn question_of_retreat(game: &Conquests, battle: &Battle) -> String {
    let area = battle.area;
    let terms = match battle.terms {
        Terms::Free => {
            return format!("Retreat from {area}, unit by unit or all together; it costs nothing.");
        }
        Terms::Choice => "Pay for each unit, or give one up and go for nothing.",
        Terms::Paid | Terms::Lost => "Units that are not paid for are lost.",
    };
    let purses: Vec<String> = battle
        .leaving
        .iter()
        .map(|nation| format!("{nation} has {} MP", points(game.treasury.points[nation])))
        .collect();
    format!("Retreat from {area}. {terms} {}.", purses.join(", "))
}

impl Conquests {}

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
