//! How computer players decide: mistakes that were seen in play, and what they can tell about it.

use engine::{Game, Plans, Recorder, Seat, Stream, Target};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::cards::Card;
use crate::state::{Alliance, Phase, Spot};
use crate::states::State::{Austria, Bavaria, Britain, France, Prussia, Russia, Spain};

/// In so many worlds a player looks at what an action leads to.
const WORLDS: usize = 8;

/// What a sensible player hardly ever does is not even looked at.
const UNTHINKABLE: f32 = 5e-3;

/// What whoever has to decide does if he looks one action ahead.
fn choice(game: &Alliance) -> (Seat, Action) {
    let seat = game.to_act().iter().next().expect("somebody decides");
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    let mut chance = Stream::from_number(3);
    let worlds: Vec<Alliance> = (0..WORLDS).map(|_| game.determinize(seat, &mut chance)).collect();
    let value = |action: &Action| {
        let after = |world: &Alliance| {
            let mut next = world.clone();
            next.apply(seat, action, &mut Recorder::silent()).expect("a listed action is legal");
            next.appraise(seat)
        };
        worlds.iter().map(after).sum::<f32>()
    };
    let likely = |action: &&Action| game.prior(seat, action) >= UNTHINKABLE || actions.len() == 1;
    let best = actions.iter().filter(likely).max_by(|a, b| value(a).total_cmp(&value(b)));
    (seat, *best.expect("something is thinkable"))
}

/// The same without a block that could be built.
fn complete(mut field: Field) -> Field {
    let ready = field.game.blocks.spots.iter_mut().filter(|spot| **spot == Spot::READY);
    ready.for_each(|spot| *spot = Spot::DOWN);
    field
}

/// What a player does until his turn is over.
fn turn(field: &mut Field) -> Vec<Action> {
    let seat = field.game.turn.seat;
    let mut done = Vec::new();
    while field.game.phase == Phase::Actions && field.game.turn.seat == seat {
        let (_, action) = choice(&field.game);
        field.act(action).unwrap();
        done.push(action);
        assert!(done.len() < 100, "the turn does not end: {done:?}");
    }
    done
}

fn steps_to(actions: &[Action], place: &str) -> usize {
    actions.iter().filter(|action| matches!(action, Action::Step { to, .. } if *to == at(place))).count()
}

#[test]
fn an_attacked_city_is_reinforced_sooner_than_armies_far_off_are_levied() {
    let mut field = Field::duel()
        .allied(Bavaria, France)
        .put(France, ["Inf #1"], "Lyonnais")
        .put(France, ["Inf #2", "Inf #3", "Cav #1"], "Burgundy")
        .put(France, ["Inf #4", "Inf #5", "Inf #6"], "Brittany")
        .put(Britain, ["Inf #1", "Inf #2", "Art #1"], "Provence")
        .with_strength("France Inf #4", 1)
        .with_strength("France Inf #5", 1)
        .with_strength("France Inf #6", 1)
        .gold(France, 0)
        .cards([(Britain, 42), (France, 1)]);
    field = complete(field);
    field.march("Provence", ["Britain Inf #1", "Britain Inf #2", "Britain Art #1"], "Lyonnais");
    field.done();
    let done = turn(&mut field);
    assert!(steps_to(&done, "Lyonnais") >= 1, "{done:?}");
}

#[test]
fn an_empty_capital_next_door_is_entered() {
    let mut field = Field::duel()
        .put(Britain, ["Inf #1", "Inf #2"], "Champagne")
        .put(Britain, ["Inf #3"], "London")
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "HQ (Napoléon)"], "Gascony")
        .gold(Britain, 0)
        .turn_of(Britain, 3);
    let done = turn(&mut field);
    assert!(steps_to(&done, "Paris") >= 1, "{done:?}");
}

#[test]
fn an_army_does_not_leave_by_four_roads() {
    let army = ["Inf #1", "Inf #2", "Cav #1", "HQ (Napoléon)"];
    let mut field = Field::duel()
        .put(France, army, "Burgundy")
        .put(France, ["Inf #3"], "Paris")
        .put(Britain, ["Inf #1", "Inf #2", "HQ (Wellington)"], "Flanders")
        .put(Britain, ["Inf #4"], "London")
        .turn_of(France, 3);
    let done = turn(&mut field);
    let mut ends: Vec<_> = army.iter().map(|name| field.whereabouts(&format!("France {name}"))).collect();
    ends.sort();
    ends.dedup();
    assert!(ends.len() <= 2, "{ends:?} by {done:?}");
}

#[test]
fn the_only_opponent_is_offered_no_alliance() {
    let mut field = Field::duel()
        .put(France, ["Inf #1", "HQ (Napoléon)"], "Paris")
        .put(Britain, ["Inf #1", "HQ (Wellington)"], "London")
        .turn_of(France, 3);
    for _ in 0..2 {
        let done = turn(&mut field);
        assert!(!done.iter().any(|action| matches!(action, Action::Propose(_))), "{done:?}");
    }
}

#[test]
fn whoever_is_far_ahead_finds_no_ally() {
    let ahead = Field::of(&[France, Britain, Russia])
        .allied(Spain, France)
        .allied(Austria, France)
        .put(France, ["Inf #1", "Inf #2", "HQ (Napoléon)"], "Paris")
        .put(Britain, ["Inf #1", "HQ (Wellington)"], "London")
        .put(Russia, ["Inf #1", "Guard", "HQ (Czar)"], "Moscow")
        .foes(France, Britain)
        .turn_of(France, 3);
    let asks = |field: &Field, to| {
        let mut field = field.clone();
        field.act(Action::Propose(field.seat(to))).unwrap();
        field.act(Action::Ally).unwrap();
        field.act(Action::Send).unwrap();
        choice(&field.game).1
    };
    assert_eq!(asks(&ahead, Britain), Action::Done, "Britain refuses");
    assert_eq!(asks(&ahead, Russia), Action::Done, "Russia refuses");
}

#[test]
fn a_fleet_does_not_attack_what_it_cannot_beat() {
    let mut field = Field::duel()
        .put(France, ["Fleet #1", "Fleet #2"], "Bay of Biscay")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(Britain, ["Inf #1"], "London")
        .put(France, ["Inf #1"], "Paris")
        .with_strength("Britain Fleet #1", 1)
        .gold(Britain, 0)
        .turn_of(Britain, 3);
    let done = turn(&mut field);
    assert_eq!(steps_to(&done, "Bay of Biscay"), 0, "{done:?}");
}

#[test]
fn a_fleet_without_guns_retreats_rather_than_wait_for_the_end() {
    let met = (0..40).find_map(|seed| {
        let mut field = Field::duel()
            .seeded(seed)
            .put(France, ["Fleet #1"], "Bay of Biscay")
            .put(Britain, ["Fleet #1"], "English Channel")
            .with_strength("France Fleet #1", 0)
            .gold(Britain, 0)
            .gold(France, 0)
            .cards([(Britain, 31), (France, 2)]);
        field.march("English Channel", ["Britain Fleet #1"], "Bay of Biscay");
        field.done();
        field.done();
        field.act(Action::Fight(at("Bay of Biscay"))).ok()?;
        for _ in 0..8 {
            let fight = field.game.fight.as_ref()?;
            let fleet = block("France Fleet #1");
            let mut actions = Vec::new();
            let seat = field.game.to_act().iter().next()?;
            field.game.actions(seat, &mut actions);
            if fight.round == 2 && seat == field.seat(France) {
                return Some(field);
            }
            let next = actions
                .iter()
                .find(|action| matches!(action, Action::Fire(_)) || **action == Action::Hold(fleet));
            field.act(*next?).ok()?;
        }
        None
    });
    let (_, action) = choice(&met.expect("a fleet outlives a round").game);
    assert!(matches!(action, Action::Retreat { .. }), "{action:?}");
}

#[test]
fn the_last_gold_is_kept_for_a_bid_that_may_win_an_empire() {
    let mut field = Field::duel()
        .neutral(Spain)
        .put(Spain, ["Inf #1", "Cav #1", "Art #1"], "Madrid")
        .put(France, ["Inf #1", "Inf #2", "HQ (Napoléon)"], "Paris")
        .put(Britain, ["Inf #1", "HQ (Wellington)"], "London")
        .with_strength("France Inf #1", 2)
        .with_strength("France Inf #2", 2)
        .gold(France, 3)
        .turn_of(France, 0);
    field = complete(field);
    let talleyrand = Card::numbered(37).expect("there is such a card");
    let france = field.seat(France);
    field.game.spent.remove(talleyrand);
    field.game.hands[france].cards.insert(talleyrand);
    let (_, action) = choice(&field.game);
    assert_eq!(action, Action::Done, "three gold are more than a step");
}

#[test]
fn nobody_marches_to_where_there_is_no_room() {
    let mut field = Field::duel()
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Cav #1"], "Lyonnais")
        .put(France, ["Inf #4", "Inf #5", "Art #1"], "Burgundy")
        .put(Britain, ["Inf #1", "Inf #2", "Inf #3", "Cav #1"], "Provence")
        .gold(France, 0)
        .turn_of(France, 3);
    let done = turn(&mut field);
    assert!(!done.iter().any(|action| matches!(action, Action::Lose(_))), "{done:?}");
}

/// The plans of the player whose turn it is, as they show.
fn plans(field: &Field) -> Vec<(String, Vec<Action>, Target)> {
    let seat = field.game.turn.seat;
    let mut plans = Plans::new();
    field.game.plans(seat, &mut plans);
    let shown = |plan: &[Action]| {
        let choices = field.game.plan_choices(seat, plan);
        let [choice] = &choices[..] else { panic!("{plan:?} shows once") };
        (choice.label.to_string(), plan.to_vec(), choice.target.clone())
    };
    plans.iter().map(shown).collect()
}

// proves A-4.3-group
#[test]
fn a_group_attacks_with_all_that_can_cross_at_one_go() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .allied(Bavaria, Britain)
        .put(Austria, ["Inf #1"], "Bavaria")
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Cav #1"], "Rhineland")
        .turn_of(France, 3);
    let found = plans(&field);
    let (_, attack, target) = found
        .iter()
        .find(|(label, ..)| label == "Attack Bavaria with 3 blocks, from Rhineland")
        .unwrap_or_else(|| panic!("three cross a river: {found:?}"));
    assert_eq!((attack.len(), target), (4, &Target::Space(crate::event::space(at("Rhineland")))));
    for action in attack {
        field.act(*action).unwrap();
    }
    assert_eq!(field.game.blocks_at(at("Bavaria")).len(), 4);
}

#[test]
fn a_player_can_tell_what_moves_him() {
    let field = Field::of(&[France, Britain, Prussia])
        .put(France, ["Inf #1"], "Paris")
        .put(France, ["HQ (Napoléon)"], "Gascony")
        .put(Prussia, ["Inf #1", "Inf #2", "Inf #3", "Cav #1"], "Champagne")
        .put(Britain, ["Inf #1"], "London")
        .gold(France, 5)
        .turn_of(France, 3);
    let told = field.game.motives(field.seat(France));
    let worth =
        |about: &str| told.iter().find(|motive| motive.about == about).map_or(0.0, |motive| motive.worth);
    assert!(worth("the hold on Paris") > 1.0 && worth("gold in hand") > 0.0, "{told:?}");
    // What is held early counts for less than in the end, and so does the fear for it.
    assert!(worth("the safety of Paris") < -0.1 * worth("the hold on Paris"), "{told:?}");
}

#[test]
fn whoever_is_hopelessly_behind_still_tells_more_from_less() {
    let late = |mut field: Field| {
        (field.game.year, field.game.game_turn) = (field.game.rules.last_year, 4);
        field.game.appraise(field.seat(Russia))
    };
    let behind = || {
        Field::of(&[Russia, Prussia]).put(Prussia, ["Inf #1"], "Moscow").put(Prussia, ["Inf #2"], "Ukraine")
    };
    let more = late(behind().put(Russia, ["Inf #1"], "Hansa")) - late(behind());
    assert!(more > 5e-4, "Hamburg is worth {more}");
}
