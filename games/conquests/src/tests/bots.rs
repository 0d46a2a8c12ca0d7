//! What computer players think of positions: sensible things look better than foolish ones.

use engine::{Chance, Game, Seat, Seed, Setup, Silent, Stream};

use super::field::{Field, at, units};
use crate::action::Action;
use crate::appraisal;
use crate::appraisal::urge;
use crate::areas::Area;
use crate::cards::Card;
use crate::effects::{Domain, Effect};
use crate::nations::{Nation, Side};
use crate::tables::Zone;
use crate::troops::Kind;

const FRANCE: Seat = Seat(0);

fn decider(field: &Field) -> Nation {
    field.game.decider().expect("somebody decides")
}

/// The action that leads to the position that looks best to whoever decides.
fn best(field: &Field) -> Action {
    let seat = field.game.seat(decider(field));
    let after = |action: &Action| {
        let mut next = field.game.clone();
        next.apply(seat, action, &mut Silent).expect("listed");
        appraisal::appraise(&next, seat)
    };
    let actions = field.actions();
    actions.into_iter().max_by(|a, b| after(a).total_cmp(&after(b))).expect("something can be done")
}

/// Does what looks best until the nation has moved.
fn move_on(field: &mut Field, nation: Nation) {
    for _ in 0..40 {
        if decider(field) != nation {
            return;
        }
        let action = best(field);
        let last = action == Action::Done && field.game.movement.group.is_none();
        field.act(action);
        if last {
            return;
        }
    }
    panic!("it moves without end");
}

#[test]
fn an_army_next_to_an_open_neutral_capital_takes_it() {
    let mut field = Field::new()
        .peopled()
        .put(Nation::France, units(2, 0, 0), "paris")
        .put(Nation::France, units(3, 1, 1), "languedoc")
        .moves(Nation::France);
    let madrid = Area::neutral_capitals()[0];
    let near = madrid.lands_beside().iter().next().expect("Madrid has neighbours");
    field.game.put(Nation::France, units(2, 1, 1), near);
    move_on(&mut field, Nation::France);
    assert_eq!(field.game.control.attackers[madrid], Some(Nation::France));
}

#[test]
fn paris_is_not_left_empty() {
    let mut field = Field::new()
        .peopled()
        .put(Nation::France, units(1, 0, 0), "paris")
        .put(Nation::Prussia, units(4, 2, 2), "berlin")
        .moves(Nation::France);
    let leave = Action::Pick { nation: Nation::France, kind: Kind::Infantry, at: at("paris") };
    assert!(urge::prior(&field.game, FRANCE, leave) < 0.01);
    move_on(&mut field, Nation::France);
    assert!(!field.troops(Nation::France, "paris").is_empty());
}

#[test]
fn a_card_that_raises_society_is_played_for_it() {
    let raises = |card: &Card| {
        let tab = card.tab(Domain::Society);
        card.face().side == Side::France
            && tab.is_some_and(|tab| tab.target.is_none() && matches!(tab.effect, Effect::Society(1..)))
    };
    let card = Card::all().find(raises).expect("there is such a card");
    let field = Field::new()
        .peopled()
        .put(Nation::France, units(2, 0, 0), "paris")
        .hand(Nation::France, &[card.number()])
        .advisor(Nation::France, Zone::Society, 1)
        .resolve();
    assert_eq!(best(&field), Action::Play(card));
}

#[test]
fn a_hopeless_attack_looks_worse_than_none() {
    let field = Field::new().peopled().put(Nation::Austria, units(1, 0, 0), "vienna").put(
        Nation::France,
        units(6, 3, 3),
        "paris",
    );
    let attacked = |strength: u8| {
        let mut game = field.game.clone();
        game.put(Nation::Austria, units(strength, 0, 0), at("paris"));
        game.control.attackers[at("paris")] = Some(Nation::Austria);
        appraisal::appraise(&game, Seat(3))
    };
    let stays = field.clone().put(Nation::Austria, units(3, 0, 0), "tyrol").game.appraise(Seat(3));
    assert!(attacked(3) < stays);
}

/// What looks likely is a chance, the same for the same world, and nobody is forgotten.
#[test]
fn prospects_are_chances() {
    for (scenario, players) in [("short", 2), ("short", 5), ("campaign", 3), ("campaign", 4)] {
        let setup = Setup::new(scenario, players, Seed::from_number(7));
        let mut game = crate::setup::new(&setup, &mut Silent).expect("the set-up is sound");
        let mut chance = Stream::from_number(u64::from(players));
        for _ in 0..400 {
            let Some(seat) = game.to_act().iter().next() else { break };
            let looks: Vec<f32> = Seat::first(players).map(|seat| appraisal::appraise(&game, seat)).collect();
            assert!(looks.iter().all(|look| (0.0..=1.0).contains(look)), "{looks:?}");
            let same: Vec<f32> = Seat::first(players).map(|seat| game.appraise(seat)).collect();
            assert_eq!(looks, same);
            let mut actions = Vec::new();
            game.actions(seat, &mut actions);
            assert!(actions.iter().all(|action| urge::prior(&game, seat, *action) >= 0.0));
            let action = actions[chance.below(actions.len() as u32) as usize];
            game.apply(seat, &action, &mut Silent).expect("listed");
        }
    }
}
