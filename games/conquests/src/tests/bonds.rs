//! How long Alliances last, and what ends them. Rulebook 9.2, 9.6, 11.8.

use engine::Recorder;

use super::field::{Field, card, nations, units};
use crate::action::Action;
use crate::nations::Nation::{Austria, England, France, Prussia, Russia};
use crate::nations::{Nation, Nations};
use crate::position;
use crate::state::{Bond, Conquests, Phase};
use crate::tables::Zone;

fn states(game: &Conquests) -> Vec<(Nations, Bond)> {
    game.treaties.list.iter().map(|treaty| (treaty.members, treaty.state)).collect()
}

// The twenty-second of the tricky situations.
// proves N-9.2-duration, N-9.2-expiry, N-9.7-sea
#[test]
fn an_alliance_holds_for_two_turns_and_former_allies_part_in_the_third() {
    let mut field =
        Field::of("campaign", 5).allied(Russia, &[Prussia]).put(Prussia, units(1, 0, 0), "berlin");
    field = field.put(Prussia, units(1, 0, 0), "saxony").put(Russia, units(1, 0, 0), "saxony");
    field = field.ship(Russia, "baltic_east", Default::default()).ship(
        Prussia,
        "baltic_east",
        Default::default(),
    );
    field.game.next_turn(&mut Recorder::silent());
    assert_eq!((field.game.turn, field.game.treaties.friends(Russia)), (3, nations(&[Russia, Prussia])));
    field.game.next_turn(&mut Recorder::silent());
    assert_eq!(field.game.treaties.friends(Russia), Russia.into());
    assert_eq!(states(&field.game), [(nations(&[Russia, Prussia]), Bond::Over)]);
    assert_eq!(field.game.forces.present(super::field::at("saxony")), nations(&[Russia, Prussia]));
    let field = field.resolve();
    assert!(matches!(field.game.phase, Phase::Move(0)), "{:?}", field.game.phase);
    assert_eq!(field.game.forces.present(super::field::at("saxony")), Prussia.into(), "it was there first");
    assert_eq!(field.game.forces.present(super::field::at("baltic_east")), nations(&[Russia, Prussia]));
    assert!(field.game.treaties.list.is_empty());
}

// proves N-9.2-expiry
#[test]
fn those_who_renew_in_time_stay_together() {
    let mut field =
        Field::of("campaign", 5).allied(Russia, &[Prussia]).hand(Russia, &[2]).hand(Prussia, &[36]);
    field = field.put(Prussia, units(1, 0, 0), "saxony").put(Russia, units(1, 0, 0), "saxony");
    field.game.next_turn(&mut Recorder::silent());
    field.game.next_turn(&mut Recorder::silent());
    let mut field = field.advisor(Russia, Zone::Diplomacy, 3).resolve();
    field.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    field.act(Action::Pledge(card(36)));
    assert!(matches!(field.game.phase, Phase::Move(0)));
    assert_eq!(field.game.forces.present(super::field::at("saxony")), nations(&[Russia, Prussia]));
}

// proves N-9.2-one-at-a-time
#[test]
fn who_joins_an_alliance_leaves_the_one_he_is_in() {
    let mut field =
        Field::new().put(Russia, units(1, 0, 0), "poland").put(Austria, units(1, 0, 0), "galicia");
    field = field.hand(Russia, &[2]).allied(England, &[Prussia, Austria]).advisor(Russia, Zone::Diplomacy, 3);
    let mut two = field.clone().resolve();
    let both = nations(&[Russia, Austria]);
    two.act(Action::Ally(both)).act(Action::Pledge(card(2))).act(Action::Accept);
    assert_eq!(two.game.treaties.friends(Austria), both);
    assert_eq!(two.game.treaties.friends(England), nations(&[England, Prussia]), "two of them go on");
    assert_eq!(two.game.treaties.list[0].makers(), nations(&[England, Prussia, Austria]));
    field.game.treaties.list[0].members = nations(&[England, Austria]);
    let mut one = field.resolve();
    one.act(Action::Ally(both)).act(Action::Pledge(card(2))).act(Action::Accept);
    assert_eq!(states(&one.game), [(nations(&[England, Austria]), Bond::Over), (both, Bond::Holds)]);
}

// proves N-9.6-record
#[test]
fn the_record_says_who_began_with_whom_when_and_what_came_of_it() {
    let mut field =
        Field::new().put(Russia, units(1, 0, 0), "poland").put(Austria, units(1, 0, 0), "galicia");
    field = field.hand(Russia, &[2]).advisor(Russia, Zone::Diplomacy, 1).advisor(France, Zone::Diplomacy, 2);
    field = field.hand(France, &[16]).resolve();
    field.act(Action::Ally(nations(&[Russia, Austria]))).act(Action::Pledge(card(2))).act(Action::Accept);
    let treaty = field.game.treaties.list[0];
    assert_eq!((treaty.initiator, treaty.members, treaty.made), (Russia, nations(&[Russia, Austria]), 2));
    assert_eq!(treaty.state, Bond::Fresh, "it can still be cancelled");
    field.act(Action::Cancel(Austria)).act(Action::Pledge(card(16)));
    assert_eq!(field.game.treaties.list[0].state, Bond::Prevented);
    let text = serde_json::to_string(&field.game).unwrap();
    assert_eq!(serde_json::from_str::<Conquests>(&text).unwrap().treaties, field.game.treaties);
}

#[test]
fn an_alliance_given_up_for_another_in_the_same_turn_was_not_cancelled() {
    let field = Field::new().put(Russia, units(1, 0, 0), "poland").put(Austria, units(1, 0, 0), "galicia");
    let field = field.put(Prussia, units(1, 0, 0), "silesia").hand(Russia, &[2]).hand(Prussia, &[36]);
    let field = field.advisor(Russia, Zone::Diplomacy, 1).advisor(Prussia, Zone::Diplomacy, 3);
    let mut field = field.resolve();
    field.act(Action::Ally(nations(&[Russia, Austria]))).act(Action::Pledge(card(2))).act(Action::Accept);
    field.act(Action::Ally(nations(&[Prussia, Austria]))).act(Action::Pledge(card(36))).act(Action::Accept);
    assert_eq!(field.game.treaties.friends(Austria), nations(&[Prussia, Austria]));
    assert_eq!(field.game.feats.successes, [0, 0, 1, 0, 1].into());
}

fn captured(mut field: Field, victim: Nation) -> Field {
    field.game.bind_by_capture(victim, &mut Recorder::silent());
    field
}

// proves N-11.8-forced, N-11.8-forced-not-successful, N-11.8-forced-england
#[test]
fn a_fallen_capital_binds_its_nation_at_once_and_for_nothing() {
    let field = captured(Field::new().allied(Austria, &[Russia, Prussia]), Austria);
    assert_eq!(field.game.treaties.friends(France), nations(&[France, Austria]));
    assert_eq!(field.game.treaties.friends(Russia), nations(&[Russia, Prussia]), "the others go on");
    assert_eq!((field.game.feats.successes, field.purses()), ([0; 5].into(), [10; 5].into()));
    assert_eq!(field.game.spokesman(&field.game.treaties.list[0]), Prussia, "Austria has left what it began");
    let mut field = field;
    field.game.next_turn(&mut Recorder::silent());
    assert_eq!(field.game.treaties.forced_ally(), Some(Austria));
    field.game.next_turn(&mut Recorder::silent());
    assert_eq!(field.game.treaties.forced_ally(), None);
    assert!(captured(Field::new(), England).game.treaties.list.is_empty());
}

// proves N-11.8-old-forced
#[test]
fn an_older_forced_ally_fights_on_this_turn() {
    let mut field = captured(Field::new().allied(France, &[Prussia]), Austria);
    assert_eq!(field.game.treaties.forced_ally(), Some(Austria));
    for nation in [France, Prussia, Austria] {
        assert_eq!(field.game.treaties.friends(nation), nations(&[France, Prussia, Austria]));
    }
    assert_eq!(field.game.treaties.friends(Russia), Russia.into());
    // Two capitals change hands more than once: there is one record of each.
    for victim in [Prussia, Austria, Prussia, Austria, Austria] {
        field = captured(field, victim);
        assert_eq!(field.game.treaties.forced_ally(), Some(victim));
        assert!(position::check(&field.game).is_ok() && field.game.treaties.list.len() <= 3);
    }
    field.game.next_turn(&mut Recorder::silent());
    assert_eq!(field.game.treaties.friends(Prussia), Prussia.into());
    assert_eq!(field.game.treaties.friends(France), nations(&[France, Austria]));
}
