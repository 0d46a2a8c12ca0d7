//! The combat as the table shows it, before the die and when there is none. Rulebook 11.2, 11.3, 17.2.4.

use engine::{Battle, Game, Stream, Viewer};

use super::super::field::{Field, at, card, units};
use super::battlefield;
use super::chaos::{pick, war};
use crate::action::Action;
use crate::combat::strength::luck;
use crate::event::Event;
use crate::nations::Nation::{Austria, France, Prussia, Russia};
use crate::state::Phase;
use crate::tables::Zone;

/// The combat as everybody sees it.
fn panel(field: &Field) -> Option<Battle> {
    field.game.view(Viewer::Spectator).battle
}

/// The sum of what is shown for a side.
fn sum(panel: &Battle, side: usize) -> i64 {
    panel.sides[side].factors.iter().map(|factor| i64::from(factor.points)).sum()
}

/// What is said to come of a throw.
fn said(panel: &Battle, die: u8) -> String {
    let covers = |name: &str| {
        let (from, to) = name.split_once('-').unwrap_or((name, name));
        (from.parse().expect("a number")..=to.parse().expect("a number")).contains(&die)
    };
    panel.outlook.iter().find(|row| covers(&row.name)).expect("every throw is told").value.to_string()
}

// proves N-11.2-die-last, N-11.3.1-first-case
#[test]
fn what_is_shown_before_the_last_word_is_what_the_die_then_decides() {
    let mut seen = [0; 2];
    for seed in 0..150 {
        let mut chance = Stream::from_number(seed);
        let mut field = war(&mut chance).combats();
        while field.game.battle.is_some() || matches!(field.game.phase, Phase::Combat(_)) {
            let (before, events) = (panel(&field), field.log.events.len());
            let action = pick(&mut chance, &field.actions());
            let asked = field.game.battle;
            field.act(action);
            let (Some(before), Some(asked)) = (before, asked.filter(|battle| battle.verdict.is_none()))
            else {
                continue;
            };
            let fought = field.log.events[events..].iter().find_map(|event| match event {
                Event::Fought { area, die, attack, defence, verdict } if *area == asked.area => {
                    Some((*die, *attack, *defence, *verdict))
                }
                _ => None,
            });
            let Some((die, attack, defence, verdict)) = fought.filter(|_| action == Action::Done) else {
                continue;
            };
            seen[usize::from(asked.is_at_sea())] += 1;
            let luck = i64::from(luck(die, asked.is_at_sea()));
            assert_eq!((sum(&before, 0) + luck, sum(&before, 1)), (attack.into(), defence.into()));
            let told = format!("{attack} to {defence}, {verdict}: ");
            assert!(said(&before, die).starts_with(&told), "{} is not {told}", said(&before, die));
        }
    }
    assert!(seen[0] > 100 && seen[1] > 5, "{seen:?}");
}

/// Austria is attacked in Saxony and has a card to go before the combat.
fn avoidable() -> Field {
    battlefield()
        .advisor(Austria, Zone::Military, 1)
        .hand(Austria, &[73])
        .put(Austria, units(2, 0, 0), "saxony")
        .put(France, units(3, 0, 0), "saxony")
        .attack(France, "saxony")
        .combats()
}

// proves N-17.2.4-before-combat-no-vp
#[test]
fn no_strength_and_no_throw_is_shown_of_a_combat_that_is_off() {
    let mut field = avoidable();
    assert_eq!(panel(&field).expect("it waits for a card").outlook.len(), 4);
    field.act(Action::Play(card(73)));
    let panel = panel(&field).expect("those who go are asked where");
    assert!(panel.outlook.is_empty(), "{:?}", panel.outlook);
    assert!(panel.sides.iter().all(|side| side.factors.is_empty()));
}

// proves N-11.8-captured
#[test]
fn no_throw_is_shown_for_a_capital_that_falls_without_a_combat() {
    let field = battlefield()
        .allied(Russia, &[Austria])
        .put(Russia, units(1, 0, 0), "berlin")
        .put(Austria, units(2, 0, 0), "berlin")
        .attack(Russia, "berlin")
        .combats();
    assert_eq!(field.actions(), [Action::Choose(Austria), Action::Choose(Russia)], "who counts as captor");
    let panel = panel(&field).expect("the capital falls");
    assert_eq!(panel.sides[1].title, "Defence: nobody");
    assert!(panel.outlook.is_empty(), "{:?}", panel.outlook);
    assert!(panel.sides.iter().all(|side| side.factors.is_empty()));
}

// proves N-11.8-switch-other
#[test]
fn while_a_third_nation_leaves_the_combat_to_come_is_shown() {
    let mut field = battlefield()
        .allied(Russia, &[Austria])
        .put(France, units(1, 0, 0), "vienna")
        .attack(France, "vienna")
        .put(Austria, units(2, 0, 0), "silesia")
        .put(Russia, units(4, 0, 0), "silesia")
        .put(Prussia, units(3, 0, 0), "silesia")
        .attack(Austria, "silesia")
        .rolls(2)
        .combats();
    let before = panel(&field).expect("Austria leaves first");
    assert_eq!((field.commands(), before.outlook.len()), (Some(Austria), 4));
    field.act(Action::RetreatAll { nation: Austria, to: at("bohemia") });
    assert_eq!((sum(&before, 0), sum(&before, 1)), (4, 3));
    assert_eq!((field.fought().0, field.fought().1), (4, 3));
}
