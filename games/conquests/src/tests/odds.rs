//! What is foretold of combats, and that it comes true.

use engine::{Game, Target, steps};

use super::field::{Field, at, units};
use super::moving::{frigate, march};
use crate::action::Action;
use crate::areas::Area;
use crate::by::By;
use crate::cards::Cards;
use crate::combat::Verdict;
use crate::combat::strength::luck;
use crate::event::Event;
use crate::nations::Nation::{self, Austria, England, France, Prussia};
use crate::state::{Conquests, Phase};
use crate::troops::Troops;
use crate::view::space;

/// What a nation's player is told of a land.
fn told(game: &Conquests, nation: Nation, land: &str) -> Option<engine::Forecast> {
    game.forecast(game.seat(nation), &Target::Space(space(at(land))))
}

fn figure(forecast: &engine::Forecast, key: &str) -> f64 {
    forecast.figures.iter().find(|figure| figure.key == key).expect("it is told").value
}

/// A French corps and an infantry beside two Austrian infantry.
fn beside_austria() -> Field {
    Field::new()
        .put(France, units(2, 1, 1), "bavaria")
        .put(Austria, units(2, 0, 0), "bohemia")
        .morale(France, 8)
        .morale(Austria, 5)
        .moves(France)
}

// proves N-11.2-morale, N-11.2-corps, N-11.2-die-land
#[test]
fn an_attack_is_reckoned_with_the_group_that_would_make_it() {
    let mut field = beside_austria();
    assert_eq!(told(&field.game, France, "bohemia"), None, "nobody is on the march");
    field.gather(France, units(1, 1, 1), "bavaria");
    let forecast = told(&field.game, France, "bohemia").expect("an attack");
    assert_eq!(
        forecast.lines,
        [
            "In Bohemia: France with 7 SP (units 4, corps 1, Morale 2) against Austria with 2 SP (units 2).",
            "The attack succeeds with 6 of 6 throws: a strategic victory 6.",
            "Not counted: cards, units that have still to move.",
        ]
    );
    assert_eq!((figure(&forecast, "attackers-win"), figure(&forecast, "strategic")), (1.0, 1.0));
    assert_eq!(told(&field.game, France, "saxony"), None, "nobody is there");
    assert_eq!(told(&field.game, Austria, "bohemia"), None, "it is not Austria's march");
    field.act(march("bohemia"));
    let pending = told(&field.game, Austria, "bohemia").expect("a combat is pending");
    assert_eq!(pending.lines[..2], forecast.lines[..2]);
}

// proves N-11.2-capital, N-11.2-naval-support
#[test]
fn frigates_that_may_support_are_named_and_not_counted() {
    let mut field = Field::new()
        .put(France, units(2, 0, 0), "hanover")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(England, units(1, 0, 0), "holland")
        .ship(England, "north_sea_south", Troops::NONE)
        .moves(France);
    field.gather(France, units(2, 0, 0), "hanover");
    let berlin = told(&field.game, France, "berlin").expect("an attack");
    assert!(berlin.lines[0].contains("own capital 5"), "{}", berlin.lines[0]);
    assert_eq!(figure(&berlin, "attackers-win"), 0.0);
    let holland = told(&field.game, France, "holland").expect("an attack");
    assert!(holland.lines[2].contains("up to 1 SP of frigates for England"), "{}", holland.lines[2]);
    assert!(!holland.lines[0].contains("naval support"));
}

// proves N-11.7-garrison-combat
#[test]
fn a_landing_before_a_garrison_is_reckoned() {
    let mut field = Field::new().ship(England, "tyrrhenian_sea", units(3, 0, 0)).moves(England);
    field.game.control.garrisons = [true; 4];
    let seat = field.game.seat(England);
    let landing = field.actions().into_iter().find(|action| match action {
        Action::Land { frigate: ship, to, .. } => *ship == frigate(England, 0) && *to == at("rome"),
        _ => false,
    });
    let target = field.game.choice(seat, &landing.expect("it can land")).target;
    let forecast = field.game.forecast(seat, &target).expect("an attack");
    assert!(forecast.lines[0].contains("England with 1 SP (units 1) against the garrison with 2 SP"));
    assert!((figure(&forecast, "taken") - 1.0 / 6.0).abs() < 1e-9, "only a 6 takes it");
}

#[test]
fn whoever_chooses_the_next_combat_sees_how_strong_both_sides_are() {
    let mut field = Field::new()
        .put(France, units(3, 0, 0), "saxony")
        .put(Prussia, units(2, 0, 0), "saxony")
        .put(France, units(1, 0, 0), "bohemia")
        .put(Austria, units(1, 0, 1), "bohemia")
        .morale(France, 6)
        .morale(Prussia, 6)
        .morale(Austria, 6);
    for land in ["saxony", "bohemia"] {
        field.game.control.attackers[at(land)] = Some(France);
    }
    field.game.begin_combats(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    let seat = field.game.seat(France);
    let told = |land| field.game.choice(seat, &Action::Fight(at(land))).effect.map(|effect| effect.words);
    assert_eq!(told("saxony"), Some("3 SP to 2 so far".into()));
    assert_eq!(told("bohemia"), Some("1 SP to 3 so far".into()));
}

/// The first combat of a game if all movement ended here and nobody had cards or frigates to spend: where, the strengths
/// without the die, and the result.
fn first_combat(game: &mut Conquests) -> Option<(Area, i16, i16, Verdict)> {
    game.cards.hands = By::all(Cards::EMPTY);
    game.control.supported = u32::MAX;
    let mut then = game.clone();
    let mut log = engine::Recorder::default();
    then.begin_combats(&mut log);
    steps::settle(&mut then, &mut log);
    if let Some(nation) = then.decider().filter(|_| then.battle.is_none()) {
        let mut actions = Vec::new();
        then.actions(then.seat(nation), &mut actions);
        let fight = actions.into_iter().find(|action| matches!(action, Action::Fight(_)))?;
        then.apply(then.seat(nation), &fight, &mut log).expect("it is listed");
    }
    // A capital that falls before may change sides.
    let [Event::CombatBegins { .. }, Event::Fought { area, die, attack, defence, verdict }, ..] =
        log.events[..]
    else {
        return None;
    };
    Some((area, attack - luck(die, area.is_sea()), defence, verdict))
}

// proves N-11.2-die-last
#[test]
fn what_is_foretold_of_pending_combats_is_what_the_dice_bring() {
    let mut checked = 0;
    for seed in 0..12 {
        super::field::wander("short", 5, seed, |game, seat, _| {
            if !matches!(game.phase, Phase::Move(_)) || game.control.attackers.iter().all(Option::is_none) {
                return;
            }
            let mut game = game.clone();
            let Some((area, attack, defence, verdict)) = first_combat(&mut game) else { return };
            let forecast = game.forecast(seat, &Target::Space(space(area))).expect("it is pending");
            let line = &forecast.lines[0];
            let strengths = [format!("with {attack} SP"), format!("with {defence} SP")];
            assert!(
                strengths.iter().all(|strength| line.contains(strength)),
                "{line}: {attack} to {defence}"
            );
            assert!(forecast.lines[1].contains(&format!("{verdict} ")), "{}: {verdict}", forecast.lines[1]);
            checked += 1;
        });
    }
    assert!(checked > 100, "{checked} combats");
}

// proves N-11.2-die-last, N-11.2-naval-support
#[test]
fn what_is_decided_before_the_die_says_the_chance_of_ones_own_side() {
    let mut told = 0;
    for seed in 0..12 {
        super::field::wander("short", 5, seed, |game, seat, actions| {
            for action in actions {
                let Some(odds) = game.choice(seat, action).odds else { continue };
                let (mut then, mut log) = (game.clone(), engine::Recorder::default());
                then.apply(seat, action, &mut log).expect("it is listed");
                // Where the die is thrown at once, so many throws would have won; else it is still foretold.
                let fought = log.events.iter().find_map(|event| match *event {
                    Event::Fought { area, die, attack, defence, .. } => {
                        let before = attack - luck(die, area.is_sea());
                        Some((1..=6).filter(|die| before + luck(*die, area.is_sea()) > defence).count())
                    }
                    _ => None,
                });
                let going = then.battle.filter(|battle| battle.verdict.is_none()).and_then(|battle| {
                    let forecast = then.forecast(seat, &Target::Space(space(battle.area)))?;
                    Some((6.0 * figure(&forecast, "attackers-win")).round() as usize)
                });
                let Some(won) = fought.or(going) else { continue };
                let expected = if odds.goal == "to hold as things stand" { 6 - won } else { won };
                assert_eq!((odds.hits, odds.of), (expected as u64, 6), "{action:?}");
                told += 1;
            }
        });
    }
    assert!(told > 20, "{told}");
}

// proves N-11.2-die-last
#[test]
fn the_log_tells_the_die_and_what_it_had_to_show() {
    let tell = |die: u8, attack: i16, defence: i16| {
        let verdict = Verdict::of(attack, defence);
        let fought = Event::Fought { area: at("saxony"), die, attack, defence, verdict };
        let line = fought.tell(engine::Viewer::Spectator).expect("everybody reads it");
        (line.dice[0].face, line.throw.expect("a die was thrown"))
    };
    let needs = |least| Some(engine::Needed::Total { least });
    // 4 SP against 4: it takes a 4.
    assert_eq!(tell(5, 5, 4), (5, engine::Throw { bonus: 0, needed: needs(4), success: true }));
    assert_eq!(tell(2, 4, 4), (2, engine::Throw { bonus: 0, needed: needs(4), success: false }));
    assert_eq!(tell(1, 6, 4).1.needed, None, "any throw wins");
    assert_eq!(tell(6, 4, 4).1.needed, None, "no throw wins");
}
