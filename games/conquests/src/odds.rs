//! What a combat would bring, before it is fought. Rulebook 11.2, 11.3.
//!
//! Counted is what stands on the map: units and corps, Morale, capitals, Malta, garrisons. What cards may add is hidden, and what
//! frigates and units on the march may add has still to be decided: it is named, not guessed.

use engine::{Figure, Forecast, Game, Odds, Recorder, Seat, Target};

use crate::action::Action;
use crate::areas::Area;
use crate::combat::strength::{Factors, luck, total};
use crate::combat::{Battle, Effects, Sort, Support, Verdict};
use crate::effects::{Main, Role};
use crate::gifts::military;
use crate::nations::Nations;
use crate::questions::Question;
use crate::state::Conquests;
use crate::view::area_at;

/// The results, the attacker's victories first.
const RESULTS: [(Verdict, &str); 7] = [
    (Verdict::Strategic, "strategic"),
    (Verdict::Tactical, "tactical"),
    (Verdict::Minor, "minor"),
    (Verdict::Taken, "taken"),
    (Verdict::Uncertain, "uncertain"),
    (Verdict::Heroic, "heroic"),
    (Verdict::Trap, "trap"),
];

/// Throws of the die, all equally likely.
const THROWS: u8 = 6;

/// How the combat would go that `seat` asks about, if there is one: one that it could provoke with a march, a landing or a
/// challenge, or the one that is pending there.
pub(crate) fn forecast(game: &Conquests, seat: Seat, target: &Target) -> Option<Forecast> {
    if let Some(area) = area_meant(target)
        && game.control.is_disputed(area)
    {
        return odds_in(game, area);
    }
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    let mut provoking = actions.into_iter().filter_map(|action| Some((action, attacked(action)?)));
    let (action, area) = provoking.find(|(action, _)| game.choice(seat, action).target == *target)?;
    let mut then = game.clone();
    then.apply(seat, &action, &mut Recorder::silent()).ok()?;
    odds_in(&then, area)
}

/// The odds of the combat in an area.
fn odds_in(game: &Conquests, area: Area) -> Option<Forecast> {
    let falls = matches!(game.asked_in_combat(), Some(Question::Captor));
    let under_way = game.battle.filter(|battle| battle.area == area && battle.verdict.is_none() && !falls);
    let battle = under_way.or_else(|| game.upcoming(area)).filter(|battle| battle.is_contested())?;
    let sides = [Role::Attacker, Role::Defender].map(|role| battle.strength(game, role));
    let [attack, defence] = [total(&sides[0]), total(&sides[1])];
    let verdict = |die| battle.judged(attack + luck(die, battle.is_at_sea()), defence);
    let throws = |wanted: Verdict| (1..=THROWS).filter(|die| verdict(*die) == wanted).count();
    let results = RESULTS.map(|(result, key)| (result, key, throws(result)));
    let won: usize = results
        .iter()
        .filter(|(result, ..)| result.victor() == Role::Attacker)
        .map(|(.., throws)| throws)
        .sum();
    let share = |throws: usize| throws as f64 / f64::from(THROWS);
    let possible = results.iter().filter(|(.., throws)| *throws > 0);
    let told: Vec<String> = possible.map(|(result, _, throws)| format!("{result} {throws}")).collect();
    let mut figures = vec![
        Figure::new("attackers-win", share(won)),
        Figure::new("defenders-hold", share(usize::from(THROWS) - won)),
    ];
    figures.extend(results.iter().map(|(_, key, throws)| Figure::new(*key, share(*throws))));
    let lines = [
        format!(
            "In {area}: {} with {} against {} with {}.",
            battle.side(Role::Attacker),
            added_up(&sides[0]),
            defenders(&battle),
            added_up(&sides[1])
        ),
        format!("The attack succeeds with {won} of {THROWS} throws: {}.", told.join(", ")),
        format!("Not counted: {}.", uncounted(game, &battle)),
    ];
    Some(Forecast { lines: lines.into_iter().map(Into::into).collect(), figures, samples: None })
}

/// "7 SP to 5 so far", of a combat that is pending in an area.
pub(crate) fn strengths_in(game: &Conquests, area: Area) -> Option<String> {
    let battle = game.upcoming(area).filter(|battle| game.battle.is_none() && battle.is_contested())?;
    let [attack, defence] = [Role::Attacker, Role::Defender].map(|role| total(&battle.strength(game, role)));
    Some(format!("{attack} SP to {defence} so far"))
}

/// What may still change a combat.
fn uncounted(game: &Conquests, battle: &Battle) -> String {
    let mut parts = vec!["cards".to_owned()];
    for role in [Role::Attacker, Role::Defender] {
        let side = battle.side(role);
        let backers = side.iter().fold(Nations::NONE, |all, nation| all | game.treaties.friends(nation));
        let frigates: usize = backers.iter().map(|nation| battle.supporters(game, nation).len()).sum();
        if !battle.is_at_sea() && frigates > 0 {
            parts.push(format!("up to {frigates} SP of frigates for {side}"));
        }
    }
    if game.battle.is_none() {
        parts.push("units that have still to move".to_owned());
    }
    parts.join(", ")
}

/// The chance of the side that decides in a combat, if it does this: for what is open to all, with no more cards played.
pub(crate) fn odds_of(game: &Conquests, action: Action) -> Option<Odds> {
    let (role, battle) = match (game.battle, action) {
        (None, Action::Fight(area)) => {
            (Role::Attacker, game.upcoming(area).filter(|battle| battle.is_contested())?)
        }
        (Some(mut battle), _) => {
            let role = match (game.asked()?, action) {
                (Question::Effects(Effects { role }) | Question::Support(Support { role }), Action::Done) => {
                    role
                }
                (Question::Support(Support { role }), Action::Support(frigates)) => {
                    battle.support[role] += frigates;
                    role
                }
                (Question::Effects(Effects { role }), Action::Play(card)) => match military(card)?.main {
                    Main::Strength(points) => {
                        battle.effects[role] += points;
                        role
                    }
                    _ => return None,
                },
                _ => return None,
            };
            (role, battle)
        }
        _ => return None,
    };
    let attack = Odds::of_dice(1, "to win as things stand", |dice| {
        verdict_of(game, &battle, dice[0]).victor() == Role::Attacker
    });
    Some(match role {
        Role::Attacker => attack,
        Role::Defender => {
            Odds { hits: attack.of - attack.hits, goal: "to hold as things stand".into(), ..attack }
        }
    })
}

/// What a throw of the die would bring.
fn verdict_of(game: &Conquests, battle: &Battle, die: u8) -> Verdict {
    let [attack, defence] = [Role::Attacker, Role::Defender].map(|role| total(&battle.strength(game, role)));
    battle.judged(attack + luck(die, battle.is_at_sea()), defence)
}

/// The area that a target is in.
fn area_meant(target: &Target) -> Option<Area> {
    match *target {
        Target::Space(at) | Target::Move { to: at, .. } => area_at(at),
        Target::Piece { .. } | Target::Button => None,
    }
}

/// Where an action may provoke a combat.
fn attacked(action: Action) -> Option<Area> {
    match action {
        Action::March(to) | Action::Land { to, .. } => Some(to),
        Action::Challenge { sea, .. } => Some(sea),
        _ => None,
    }
}

fn defenders(battle: &Battle) -> String {
    match battle.sort {
        Sort::Garrison => "the garrison".to_owned(),
        _ => battle.side(Role::Defender).to_string(),
    }
}

/// "7 SP (units 6, Morale 1)".
fn added_up(factors: &Factors) -> String {
    let parts: Vec<String> =
        factors.iter().map(|factor| format!("{} {}", factor.what, factor.points)).collect();
    match parts.is_empty() {
        true => "0 SP".to_owned(),
        false => format!("{} SP ({})", total(factors), parts.join(", ")),
    }
}
