//! Whole corps, and all units of a land, taken along by one click. Rulebook 10.1.

use engine::{Choice, Game, Plans, Recorder, Seat, Target};

use super::field::{Field, at, units, wander};
use crate::action::Action;
use crate::nations::Nation::{self, Austria, France};
use crate::state::Conquests;
use crate::troops::{Kind, Troops};
use crate::view::{keys, space};

impl Field {
    /// What one click does with this, for the nation that moves.
    fn plan(&self, target: &Target) -> Option<(Vec<Action>, Choice)> {
        let seat = self.game.seat(self.asked());
        let shown = |plan: Vec<Action>| {
            let choices = self.game.plan_choices(seat, &plan).into_iter();
            choices.map(move |choice| (plan.clone(), choice))
        };
        plans(&self.game, seat).into_iter().flat_map(shown).find(|(_, choice)| choice.target == *target)
    }

    fn click(&mut self, target: &Target) -> &mut Field {
        for action in self.plan(target).expect("one click is enough").0 {
            self.act(action);
        }
        self
    }

    fn group(&self, nation: Nation) -> Troops {
        self.game.movement.group.expect("a group is formed").troops[nation]
    }
}

fn plans(game: &Conquests, seat: Seat) -> Vec<Vec<Action>> {
    let mut plans = Plans::new();
    game.plans(seat, &mut plans);
    plans.iter().map(<[Action]>::to_vec).collect()
}

fn corps(nation: Nation, land: &str) -> Target {
    Target::Piece { piece: keys::corps(nation, at(land)) }
}

fn land(id: &str) -> Target {
    Target::Space(space(at(id)))
}

/// Six French units in Paris, France moves.
fn paris() -> Field {
    Field::new().put(France, units(3, 2, 1), "paris").everybody_somewhere().moves(France)
}

// proves N-10.1-corps
#[test]
fn one_click_takes_a_whole_corps_along() {
    let mut field = paris();
    let (_, choice) = field.plan(&corps(France, "paris")).expect("a corps stands in Paris");
    assert_eq!(choice.label, "Take a French corps along from Paris and the Seine");
    assert_eq!(choice.effect.expect("it has a price").words, "the next land costs 2 of 10 MP");
    field.click(&corps(France, "paris"));
    assert_eq!(field.group(France), units(1, 1, 1));
    assert!(field.plan(&corps(France, "paris")).is_none(), "no cannon is left for another");
}

// proves N-10.1-corps
#[test]
fn one_click_completes_the_corps_of_the_group() {
    let mut field = paris();
    field.act(Action::Pick { nation: France, kind: Kind::Infantry, at: at("paris") });
    field.click(&corps(France, "paris"));
    assert_eq!(field.group(France), units(1, 1, 1));
}

// proves N-10-free-range
#[test]
fn one_click_on_a_land_takes_all_along_that_can_go() {
    let mut field = paris();
    assert_eq!(
        field.plan(&land("paris")).expect("several can go").1.label,
        "Take all along from Paris and the Seine: 3 French infantry, 2 cavalry and 1 cannon"
    );
    field.click(&land("paris"));
    assert_eq!(field.group(France), units(3, 2, 1));
    let mut poor = Field::new()
        .put(France, units(3, 2, 1), "paris")
        .points(France, 3)
        .everybody_somewhere()
        .moves(France);
    poor.click(&land("paris"));
    assert_eq!(poor.group(France), units(1, 2, 1), "a corps for 2 MP, and a cavalry for a half");
}

#[test]
fn the_rest_follows_by_a_button_once_a_group_is_formed() {
    let mut field = paris();
    field.click(&corps(France, "paris"));
    field.click(&Target::Button);
    assert_eq!(field.group(France), units(3, 2, 1));
}

// proves N-10.1-owner-moves
#[test]
fn nobody_takes_along_what_he_does_not_move() {
    let field = paris().put(Austria, units(1, 1, 1), "vienna");
    assert!(field.plan(&corps(Austria, "vienna")).is_none());
    assert!(field.plan(&land("vienna")).is_none());
    assert!(plans(&field.game, field.game.seat(Austria)).is_empty());
    let why = field.game.explain(field.game.seat(France), &corps(Austria, "vienna"));
    assert_eq!(why[0].rule.as_str(), "N-10.1-owner-moves");
}

#[test]
fn whatever_one_click_does_can_be_done_step_by_step() {
    let mut tried = 0;
    wander("campaign", 5, 4, |game, seat, actions| {
        for plan in plans(game, seat) {
            tried += 1;
            assert!(actions.contains(&plan[0]), "{plan:?}");
            assert!(!game.plan_choices(seat, &plan).is_empty(), "{plan:?}");
            let mut after = game.clone();
            for action in &plan {
                let mut listed = Vec::new();
                after.actions(seat, &mut listed);
                assert!(listed.contains(action), "{action:?} of {plan:?}");
                after.apply(seat, action, &mut Recorder::silent()).expect("it is listed");
            }
            let mut ways = Vec::new();
            after.actions(seat, &mut ways);
            assert!(ways.iter().any(|way| matches!(way, Action::March(_))), "{plan:?} leads nowhere");
        }
    });
    assert!(tried > 20, "{tried}");
}
