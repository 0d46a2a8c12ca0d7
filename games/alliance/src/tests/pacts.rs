//! Alliances between players. Rulebook 6.2, 6.22.

use engine::{Seat, Seats, Stream, Viewer};

use super::field::{Field, at};
use crate::action::Action;
use crate::event::Event;
use crate::state::{Phase, Standing};
use crate::states::State::{self, Austria, Britain, Denmark, France};

fn three() -> Field {
    Field::of(&[France, Britain, Austria])
}

/// Somebody proposes an alliance, and it is accepted.
pub(super) fn ally(field: &mut Field, with: State) {
    let to = field.seat(with);
    field.act(Action::Propose(to)).unwrap();
    field.act(Action::Ally).unwrap();
    field.act(Action::Send).unwrap();
    assert_eq!(field.game.deciders().iter().collect::<Vec<_>>(), [to]);
    field.act(Action::Accept).unwrap();
}

fn allied(field: &Field, a: State, b: State) -> bool {
    field.game.are_allied(field.seat(a), field.seat(b))
}

/// Players negotiate.
pub(super) fn talks(mut field: Field) -> Field {
    field.game.phase = Phase::Talks(Seats::NONE);
    field
}

// proves A-6.2-nodice, A-6.2-form
#[test]
fn an_alliance_takes_no_more_than_consent() {
    let mut field = three().turn_of(France, 3);
    let drawn = field.game.dice.drawn();
    ally(&mut field, Austria);
    assert!(allied(&field, France, Austria));
    assert_eq!(field.game.dice.drawn(), drawn);
    assert_eq!(field.refused(Action::Propose(field.seat(Austria))), "A-6.2-talks", "once in a turn");
    assert_eq!(field.moving(), France, "the turn goes on");
    let mut refused = three().turn_of(France, 3);
    refused.act(Action::Propose(refused.seat(Britain))).unwrap();
    assert_eq!(refused.refused(Action::Send), "A-6.2-talks", "nothing is in it");
    refused.act(Action::Ally).unwrap();
    refused.act(Action::Send).unwrap();
    refused.done();
    assert!(!allied(&refused, France, Britain));
    let mut winter = talks(three());
    ally(&mut winter, Britain);
    assert!(allied(&winter, France, Britain));
    assert_eq!(winter.game.deciders().iter().next(), Some(winter.seat(France)));
    winter.done();
    assert_eq!(winter.game.deciders().iter().next(), Some(winter.seat(Britain)), "one after the other");
    winter.act(Action::Propose(winter.seat(France))).unwrap();
    assert_eq!(winter.refused(Action::Ally), "A-6.2-nodice", "they are allied already");
}

// proves A-6.2-form
#[test]
fn new_allies_do_not_fight() {
    let mut field = three()
        .put(France, ["Inf #1"], "Tyrol")
        .put(Austria, ["Inf #1"], "Vienna")
        .put(Austria, ["Inf #2"], "Bohemia")
        .turn_of(France, 3);
    field.march("Tyrol", ["France Inf #1"], "Vienna");
    assert!(field.game.is_embattled(at("Vienna")));
    ally(&mut field, Austria);
    assert!(!field.game.is_embattled(at("Vienna")) && field.game.attackers.is_empty());
    let mut third = three()
        .put(France, ["Inf #1"], "Tyrol")
        .put(Austria, ["Inf #1"], "Vienna")
        .put(Britain, ["Inf #1"], "Vienna")
        .friends(Austria, Britain)
        .turn_of(France, 3);
    third.march("Tyrol", ["France Inf #1"], "Vienna");
    ally(&mut third, Austria);
    assert!(third.game.is_embattled(at("Vienna")), "Britain still opposes France");
}

// proves A-6.2-passage
#[test]
fn allied_regions_are_entered_by_leave() {
    let mut field = three().friends(France, Austria).put(France, ["Inf #1"], "Veneto");
    field.game.standings[State::Veneto] = Standing::Ally(field.seat(France));
    let mut field = field.turn_of(Austria, 3);
    let france = field.seat(France);
    assert_eq!(field.refused(Action::Admit(france)), "A-6.2-passage", "he is let in already");
    assert_eq!(field.refused(Action::Bar(field.seat(Britain))), "A-6.2-passage", "he is no ally");
    field.act(Action::Bar(france)).unwrap();
    let mut barred = field.clone().turn_of(France, 3);
    barred.group("Veneto").unwrap();
    assert_eq!(barred.no_step("France Inf #1", "Tyrol"), "A-6.2-passage");
    field.act(Action::Admit(france)).unwrap();
    let mut field = field.put(Austria, ["Inf #1"], "Illyria").turn_of(France, 3);
    field.march("Veneto", ["France Inf #1"], "Illyria");
    assert!(!field.game.is_embattled(at("Illyria")), "they share it");
}

// proves A-6.2-passage
#[test]
fn nobody_asks_leave_to_reinforce_an_ally() {
    let mut field = three()
        .friends(France, Austria)
        .allied(State::Veneto, France)
        .put(France, ["Inf #1"], "Veneto")
        .put(Austria, ["Inf #1"], "Tyrol")
        .put(Britain, ["Inf #1"], "Bavaria")
        .cards([(Britain, 28), (Austria, 12), (France, 2)]);
    field.march("Bavaria", ["Britain Inf #1"], "Tyrol");
    field.done();
    field.act(Action::Bar(field.seat(France))).unwrap();
    field.done();
    field.march("Veneto", ["France Inf #1"], "Tyrol");
    assert_eq!(field.game.reserves, Field::set(["France Inf #1"]));
    assert_eq!(field.game.attackers, Field::set(["Britain Inf #1"]), "he defends with his ally");
}

// proves A-6.2-break, A-6.2-breakbattle
#[test]
fn who_breaks_an_alliance_attacks_where_they_share_a_region() {
    let mut field = three()
        .friends(France, Austria)
        .put(France, ["Inf #1"], "Vienna")
        .put(Austria, ["Inf #1"], "Vienna")
        .turn_of(Austria, 3);
    assert_eq!(field.refused(Action::Break(field.seat(Britain))), "A-6.2-break", "there is nothing to break");
    field.act(Action::Break(field.seat(France))).unwrap();
    assert!(!allied(&field, France, Austria) && field.game.is_embattled(at("Vienna")));
    assert!(field.game.urgent.is_empty() && field.game.fight.is_none(), "not before the battle phase");
    assert_eq!(field.game.attackers, Field::set(["Austria Inf #1"]));
    for _ in 0..3 {
        field.done();
    }
    assert!(matches!(field.game.phase, Phase::Battles(_)));
    field.act(Action::Fight(at("Vienna"))).unwrap();
    assert!(field.game.fight.is_some());
}

// proves A-6.2-break
#[test]
fn a_state_that_is_abandoned_is_neutral_and_fights_those_beside_it() {
    let mut field = three()
        .allied(Denmark, France)
        .put(Denmark, ["Fleet (Denmark)"], "Denmark")
        .put(France, ["Inf #1"], "Denmark")
        .turn_of(France, 3);
    assert_eq!(field.refused(Action::Abandon(State::Portugal)), "A-6.2-break");
    field.act(Action::Abandon(Denmark)).unwrap();
    assert_eq!(field.game.standings[Denmark], Standing::Neutral);
    let fight = field.game.fight();
    assert_eq!(fight.place, at("Denmark"));
    assert_eq!(field.game.attackers, Field::set(["Denmark Fleet (Denmark)"]));
    assert_ne!(fight.steward, field.seat(France), "nobody leads both sides");
}

// proves A-6.2-frozen
#[test]
fn once_battles_are_fought_alliances_stand() {
    let mut field = three()
        .friends(Britain, Austria)
        .put(France, ["Inf #1"], "Tyrol")
        .put(Austria, ["Inf #1"], "Vienna")
        .turn_of(France, 3);
    field.march("Tyrol", ["France Inf #1"], "Vienna");
    for _ in 0..3 {
        field.done();
    }
    assert_eq!(field.refused(Action::Propose(field.seat(Austria))), "A-6.2-frozen");
    assert_eq!(field.refused(Action::Break(field.seat(Austria))), "A-6.2-frozen");
    field.act(Action::Fight(at("Vienna"))).unwrap();
    assert_eq!(field.refused(Action::Abandon(Denmark)), "A-6.2-frozen");
}

// proves A-6.22-winter
#[test]
fn gentlemen_make_and_break_alliances_in_winter_only() {
    let mut field = three().friends(France, Austria).allied(Denmark, France);
    field.game.rules.gentlemens = true;
    let mut turn = field.clone().turn_of(France, 3);
    assert_eq!(turn.refused(Action::Break(turn.seat(Austria))), "A-6.22-winter");
    turn.act(Action::Propose(turn.seat(Britain))).unwrap();
    assert_eq!(turn.refused(Action::Ally), "A-6.22-winter", "he could only surrender");
    turn.done();
    turn.act(Action::Abandon(Denmark)).unwrap();
    assert_eq!(turn.game.standings[Denmark], Standing::Neutral, "minors are not concerned");
    let mut winter = talks(field);
    winter.act(Action::Break(winter.seat(Austria))).unwrap();
    ally(&mut winter, Britain);
    assert!(allied(&winter, France, Britain) && !allied(&winter, France, Austria));
}

// proves A-6.2-secret
#[test]
fn a_secret_alliance_is_known_to_two() {
    let mut field = three().turn_of(France, 3);
    field.game.rules.secret_alliances = true;
    ally(&mut field, Austria);
    let viewer = |empire| Viewer::Seat(three().seat(empire));
    let told = |field: &Field, viewer| -> Vec<String> {
        field.log.events.iter().filter_map(|event| event.tell(viewer)).map(|line| line.text.into()).collect()
    };
    let reads = |field: &Field, viewer| told(field, viewer).iter().any(|line| line.contains("are allies"));
    let notes = |field: &Field, viewer| {
        let sheets = field.game.seen(viewer).table().seats;
        sheets.iter().any(|sheet| sheet.notes.iter().any(|note| note.contains("Allied with")))
    };
    for (who, knows) in [(viewer(France), true), (viewer(Austria), true), (viewer(Britain), false)] {
        assert_eq!((reads(&field, who), notes(&field, who)), (knows, knows), "{who:?}");
    }
    assert!(!reads(&field, Viewer::Spectator) && !notes(&field, Viewer::Spectator));
    let worlds = |empire| {
        let mut chance = Stream::from_number(5);
        let seat = three().seat(empire);
        let worlds = (0..40).map(|_| field.game.player(seat).determinize(&mut chance));
        worlds.filter(|world| world.are_allied(field.seat(France), field.seat(Austria))).count()
    };
    assert_eq!((worlds(France), worlds(Austria)), (40, 40));
    assert!((1..25).contains(&worlds(Britain)), "he has to guess");
    // Where they stand side by side everybody sees it.
    let mut open = field.put(France, ["Inf #1"], "Tyrol").put(Austria, ["Inf #1"], "Illyria");
    open.march("Tyrol", ["France Inf #1"], "Illyria");
    assert!(reads(&open, viewer(Britain)) && notes(&open, Viewer::Spectator));
    let known = |event: &&Event| matches!(event, Event::Allied { secret: false, .. });
    assert_eq!(open.log.events.iter().filter(known).count(), 1);
}

#[test]
fn an_alliance_that_is_no_secret_is_told_to_all() {
    let mut field = three().turn_of(France, 3);
    ally(&mut field, Austria);
    let line = field.log.events.iter().rev().find_map(|event| match event {
        Event::Allied { .. } => event.tell(Viewer::Seat(Seat(1))),
        _ => None,
    });
    assert_eq!(line.unwrap().text, "France and Austria are allies");
}
