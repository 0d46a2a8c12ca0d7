//! What is hidden and when it is shown. Rulebook 2.2, 2.2.1, 7.1.

use engine::{Facing, Tint, Viewer};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::blocks::BlockId;
use crate::states::State::{self, Austria, Britain, France, Prussia, Russia, Spain, Turkey};

/// The names under which a player sees the blocks in a place.
fn seen_at(field: &Field, empire: State, place: &str) -> Vec<String> {
    let table = field.game.seen(Viewer::Seat(field.seat(empire))).table();
    let space = crate::event::space(at(place));
    let here = table.pieces.iter().filter(|piece| piece.at == engine::Spot::Space(space));
    let mut names: Vec<String> = here
        .map(|piece| {
            let hidden = piece.facing == Facing::Hidden;
            assert_eq!(hidden, piece.print.figures.is_empty() && piece.print.symbol.is_none());
            assert_eq!(hidden, piece.key.is_unseen() && piece.steps.is_none());
            piece.name().into_owned()
        })
        .collect();
    names.sort();
    names
}

// proves A-2.2-colours
#[test]
fn every_empire_has_its_colour_and_minors_are_brown() {
    let colours = [
        (Britain, Tint::Red),
        (France, Tint::Blue),
        (Russia, Tint::Green),
        (Austria, Tint::White),
        (Prussia, Tint::Black),
        (Spain, Tint::Yellow),
        (Turkey, Tint::Orange),
    ];
    for (empire, colour) in colours {
        assert_eq!(empire.tint(), colour);
    }
    assert!(State::all().filter(|state| !state.is_empire()).all(|minor| minor.tint() == Tint::Brown));
}

/// The French attack La Mancha with reserves, and Murcia.
fn two_battles() -> Field {
    let mut field = Field::of(&[France, Britain, Russia])
        .allied(Spain, Britain)
        .put(Britain, ["Inf #1"], "La Mancha")
        .put(Spain, ["Cav #1"], "La Mancha")
        .put(Britain, ["Inf #2"], "Murcia")
        .put(Britain, ["Inf #3", "Inf #4", "Art #1"], "London")
        .put(France, ["Inf #1"], "Madrid")
        .put(France, ["Cav #1", "Inf #2"], "Valencia")
        .cards([(France, 30), (Britain, 20), (Russia, 10)]);
    field.march("Madrid", ["France Inf #1"], "La Mancha");
    field.march("Valencia", ["France Cav #1"], "La Mancha");
    field.step("France Inf #2", "Murcia").unwrap();
    field
}

// proves A-2.2.1-fog
#[test]
fn upright_blocks_show_their_colour_to_others_and_all_to_whoever_leads_them() {
    let field = two_battles();
    assert_eq!(
        seen_at(&field, Britain, "La Mancha"),
        ["British Inf #1", "French block", "French block", "Spanish Cav #1"]
    );
    assert_eq!(
        seen_at(&field, France, "La Mancha"),
        ["British block", "French Cav #1", "French Inf #1", "Spanish block"]
    );
    assert_eq!(
        seen_at(&field, Russia, "La Mancha"),
        ["British block", "French block", "French block", "Spanish block"]
    );
    let allies = field.friends(Britain, Russia);
    assert!(!allies.sees(Russia, "Britain Inf #1"), "allies do not see each other's blocks");
    let moved = allies.told(Britain);
    assert!(moved.contains(&"A French block moves from Madrid to La Mancha".to_owned()), "{moved:?}");
}

// proves A-7.1-oneby, A-2.2.1-fog, A-7.23-round1
#[test]
fn blocks_are_shown_when_their_battle_is_fought_and_stand_up_again() {
    let mut field = two_battles().battle("La Mancha");
    assert!(field.log.revealed);
    let first = ["British Inf #1", "French Inf #1", "French block", "Spanish Cav #1"];
    assert_eq!(seen_at(&field, Russia, "La Mancha"), first, "reserves stay upright in round 1");
    assert_eq!(seen_at(&field, Russia, "Murcia"), ["British block", "French block"], "one battle at a time");
    field.reach_round(2);
    let second = ["British Inf #1", "French Cav #1", "French Inf #1", "Spanish Cav #1"];
    assert_eq!(seen_at(&field, Russia, "La Mancha"), second);
    field.fight_out();
    assert_eq!(seen_at(&field, Russia, "La Mancha"), ["British block", "Spanish block"]);
    assert!(!field.sees(Britain, "France Cav #1") && !field.sees(France, "Spain Cav #1"));
}

// proves A-7.1-oneby, A-7.23-round1
#[test]
fn reserves_that_never_fought_are_not_shown() {
    let mut field =
        two_battles().with_strength("Britain Inf #1", 1).with_strength("Spain Cav #1", 1).battle("La Mancha");
    field.hold("Spain Cav #1");
    field.hold("Britain Inf #1");
    field.fire("France Inf #1", &[1, 1, 6, 6]);
    field.take("Britain Inf #1");
    assert!(field.is_won());
    assert_eq!(seen_at(&field, Britain, "La Mancha"), ["French Inf #1", "French block"]);
    field.regroup("France Cav #1", "Madrid");
    field.regroup("France Inf #1", "Madrid");
    let (told, known) = (field.told(Britain), field.told(France));
    assert!(told.contains(&"A French block regroups to Madrid".to_owned()), "{told:?}");
    assert!(told.contains(&"French Inf #1 regroups to Madrid".to_owned()), "{told:?}");
    assert!(known.contains(&"French Cav #1 regroups to Madrid".to_owned()));
    assert!(!told.iter().any(|line| line.contains("Cav #1 regroups")));
}

// proves A-2.2.1-fog
#[test]
fn a_refusal_in_battle_tells_nothing_of_hidden_blocks() {
    let mut field = two_battles().battle("La Mancha");
    assert_eq!(field.refused(Action::Hit(block("France Cav #1"))), "A-7.21-turn");
    assert_eq!(field.deciding(), Britain);
    let tries: [fn(BlockId) -> Action; 4] =
        [Action::Fire, Action::Hold, Action::Lose, |block| Action::Retreat { block, to: at("Madrid") }];
    for action in tries {
        let [reserve, elsewhere, pool] =
            ["France Cav #1", "France Inf #2", "France Cav #2"].map(|name| field.act(action(block(name))));
        assert_eq!((&reserve, &reserve), (&elsewhere, &pool), "{:?}", action(block("France Cav #1")));
        assert_eq!(reserve.unwrap_err().rule, "A-7.21-turn");
    }
}

// proves A-2.2.1-fog, A-3.3-no-reserve
#[test]
fn a_refusal_of_an_event_tells_nothing_of_hidden_blocks() {
    let mut field = Field::duel()
        .put(Britain, ["Cav #1"], "La Mancha")
        .put(France, ["Inf #1"], "Madrid")
        .put(France, ["Cav #1"], "Valencia")
        .cards([(France, 2), (Britain, 36)]);
    field.done();
    field.march("Madrid", ["France Inf #1"], "La Mancha");
    field.march("Valencia", ["France Cav #1"], "La Mancha");
    let mut field = field.battle("La Mancha");
    assert_eq!(field.deciding(), Britain);
    let [reserve, pool] =
        ["France Cav #1", "France Cav #2"].map(|name| field.act(Action::Favour(block(name))));
    assert_eq!(reserve, pool);
    assert_eq!(reserve.unwrap_err().rule, "A-3.3-cuesta");
}

// proves A-2.2.1-fog
#[test]
fn a_refusal_tells_nothing_of_blocks_that_one_leads_no_longer() {
    let mut field = Field::duel().put(Britain, ["Inf #1", "Inf #2"], "Ireland").turn_of(France, 3);
    field.game.turn.moved = Field::set(["Britain Inf #1"]);
    for action in [|block, to| Action::Ship { block, to }, |block, to| Action::Invade { block, to }] {
        let [moved, other] =
            ["Britain Inf #1", "Britain Inf #2"].map(|name| field.act(action(block(name), at("London"))));
        assert_eq!(moved, other);
        assert_eq!(moved.unwrap_err().rule, "A-4.0-never");
    }
}

// proves A-2.2.1-fog
#[test]
fn others_cannot_tell_who_sailed_where_he_could_have_walked() {
    let ship = |name: &str, to: &str| Action::Ship { block: block(name), to: at(to) };
    let mut field = Field::duel()
        .put(Britain, ["Inf #1", "Inf #2"], "Ireland")
        .put(Britain, ["Inf #3"], "Humbria")
        .put(Britain, ["Fleet #1"], "Irish Sea")
        .put(Britain, ["Fleet #2"], "English Channel")
        .turn_of(Britain, 3);
    field.act(ship("Britain Inf #1", "Humbria")).unwrap();
    field.act(ship("Britain Inf #3", "Wessex")).unwrap();
    let (told, known) = (field.told(France), field.told(Britain));
    assert!(told.contains(&"A British block sails from Ireland to Humbria".to_owned()), "{told:?}");
    assert!(told.contains(&"A British block moves from Humbria to Wessex".to_owned()), "{told:?}");
    assert!(known.contains(&"British Inf #3 sails from Humbria to Wessex".to_owned()), "{known:?}");
}
