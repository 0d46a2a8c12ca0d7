//! What computer players think of positions: sensible things look better than foolish ones.

use engine::{Chance, Game, Recorder, Seat, Seed, Setup, Stream};

use super::field::{Field, at, units};
use super::moving::{frigate, sail};
use crate::action::Action;
use crate::appraisal;
use crate::appraisal::urge;
use crate::areas::Area;
use crate::cards::Card;
use crate::effects::{Domain, Effect};
use crate::nations::{Nation, Side};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

const FRANCE: Seat = Seat(0);

fn decider(field: &Field) -> Nation {
    field.game.decider().expect("somebody decides")
}

/// The action that leads to the position that looks best to whoever decides.
fn best(field: &Field) -> Action {
    let seat = field.game.seat(decider(field));
    let after = |action: &Action| {
        let mut next = field.game.clone();
        next.apply(seat, action, &mut Recorder::silent()).expect("listed");
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
        let mut game = crate::setup::new(&setup, &mut Recorder::silent()).expect("the set-up is sound");
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
            game.apply(seat, &action, &mut Recorder::silent()).expect("listed");
        }
    }
}

#[test]
fn an_open_paris_next_door_is_entered() {
    let paris = at("paris");
    let near =
        paris.lands_beside().iter().find(|land| *land != at("normandy")).expect("Paris has neighbours");
    let mut field = Field::new()
        .put(Nation::France, units(2, 0, 0), "normandy")
        .put(Nation::Prussia, units(2, 0, 0), "berlin")
        .put(Nation::Austria, units(2, 0, 0), "vienna")
        .put(Nation::Russia, units(2, 0, 0), "moscow");
    field.game.put(Nation::Prussia, units(2, 1, 1), near);
    let mut field = field.moves(Nation::Prussia);
    move_on(&mut field, Nation::Prussia);
    assert_eq!(field.game.control.attackers[paris], Some(Nation::Prussia));
}

/// A corps that a stronger enemy can reach stays together: it is not dealt out over the roads around it.
#[test]
fn an_army_near_the_enemy_does_not_scatter() {
    let mut field = Field::new()
        .put(Nation::France, units(2, 0, 0), "paris")
        .put(Nation::France, units(4, 2, 2), "bavaria")
        .put(Nation::Austria, units(3, 2, 2), "vienna")
        .put(Nation::Prussia, units(2, 0, 0), "berlin")
        .put(Nation::Russia, units(2, 0, 0), "moscow")
        .moves(Nation::Austria);
    move_on(&mut field, Nation::Austria);
    let places = field.game.forces.places(Nation::Austria);
    assert!(places.len() <= 3, "{places:?}");
    assert!(field.troops(Nation::Austria, "vienna").len() >= 2);
}

#[test]
fn frigates_do_not_challenge_twice_their_number() {
    let none = Troops::NONE;
    let mut field = Field::new()
        .peopled()
        .put(Nation::England, units(2, 0, 0), "london")
        .ship(Nation::France, "tyrrhenian_sea", none)
        .ship(Nation::France, "tyrrhenian_sea", none)
        .ship(Nation::England, "malta_channel", none)
        .moves(Nation::England);
    field.act(sail(frigate(Nation::England, 0), "tyrrhenian_sea"));
    field.done();
    assert!(field.actions().len() > 1, "it could challenge");
    assert_eq!(best(&field), Action::Done);
}

/// Who has the money for an Alliance, a card and a neighbour, and an advisor in Diplomacy, does not spend it before.
#[test]
fn money_for_an_alliance_is_kept() {
    let envoy = |card: &Card| card.face().side == Side::Coalition && card.points() > 0;
    let envoy = Card::all().find(envoy).expect("there is such a card").number();
    let field = Field::new()
        .put(Nation::France, units(2, 0, 0), "paris")
        .put(Nation::Prussia, units(2, 1, 1), "berlin")
        .put(Nation::Austria, units(2, 1, 1), "saxony")
        .put(Nation::Russia, units(2, 0, 0), "moscow")
        .hand(Nation::Prussia, &[envoy])
        .money(Nation::Prussia, 3)
        .advisor(Nation::Prussia, Zone::Military, 5)
        .advisor(Nation::Prussia, Zone::Diplomacy, 1)
        .resolve();
    assert_eq!(decider(&field), Nation::Prussia);
    assert_eq!(best(&field), Action::Done);
}

#[test]
fn a_seat_alone_can_tell_what_moves_it() {
    let field = Field::new().put(Nation::France, units(2, 0, 0), "paris").put(
        Nation::Austria,
        units(2, 0, 0),
        "vienna",
    );
    let about = |seat| field.game.motives(seat).into_iter().map(|motive| motive.about).collect::<Vec<_>>();
    let hold = |capital: &str| format!("the hold on {}", at(capital));
    assert!(about(FRANCE).contains(&hold("paris").into()));
    assert!(about(Seat(3)).contains(&hold("vienna").into()));
    let hand = |cards: &[u8]| field.clone().hand(Nation::Austria, cards).game.motives(FRANCE);
    assert_eq!(hand(&[]), hand(&[1, 2, 3]), "the cards of others are theirs to know");
}

#[test]
fn an_attack_is_bold_and_turning_on_a_fellow_disloyal() {
    let field = Field::new()
        .peopled()
        .put(Nation::Prussia, units(2, 1, 1), "saxony")
        .put(Nation::Austria, units(1, 0, 0), "bohemia")
        .moves(Nation::Prussia);
    let mut field = field.clone();
    assert!(field.game.is_quiet());
    field.act(Action::Pick { nation: Nation::Prussia, kind: Kind::Infantry, at: at("saxony") });
    assert!(!field.game.is_quiet(), "the group has still to march");
    let temper = |to: &str| field.game.temper(Seat(2), &Action::March(at(to)));
    assert!(temper("bohemia").boldness > 0.0 && temper("bohemia").loyalty < 0.0);
    assert_eq!(temper("berlin"), engine::Temper::default());
}
