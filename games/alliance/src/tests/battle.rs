//! Battles. Rulebook 7.

use super::field::{Field, at};
use crate::action::Action;
use crate::battle::Side;
use crate::blocks::BlockId;
use crate::state::Stage;
use crate::states::State::{Britain, France, Spain};

/// Everybody holds his fire until the round is over; the order in which blocks act.
fn order_of_a_round(field: &mut Field) -> Vec<String> {
    let round = field.game.fight().round;
    let mut order = Vec::new();
    while field.game.fight.as_ref().is_some_and(|fight| fight.round == round) {
        match field.game.fight().stage {
            Stage::Fire => {
                let fight = field.game.fight();
                let acting: Vec<BlockId> = field.game.acting(fight).iter().collect();
                let block = acting[0];
                order.push(block.to_string());
                field.act(Action::Hold(block)).unwrap();
            }
            _ => field.done(),
        }
    }
    order
}

// proves A-7.X-example, A-2.3.3-letters, A-2.3.3-defender, A-7.23-round1
#[test]
fn the_battle_example() {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(Britain, ["Art #1", "HQ (Wellington)", "Inf #1"], "La Mancha")
        .put(Spain, ["Inf #2"], "La Mancha")
        .put(France, ["HQ (Napoléon)", "Inf #1", "Inf #7"], "Madrid")
        .put(France, ["Cav #2", "Garde"], "Andalusia")
        .turn_of(France, 3);
    field.march("Madrid", ["France HQ (Napoléon)", "France Inf #1"], "La Mancha");
    field.step("France Inf #7", "La Mancha").unwrap_or(());
    field.march("Andalusia", ["France Cav #2", "France Garde"], "La Mancha");
    field.done();
    field.done();
    field.act(Action::Fight(at("La Mancha"))).unwrap();
    let round = order_of_a_round(&mut field);
    assert_eq!(round[..3], ["British Art #1", "British HQ (Wellington)", "French HQ (Napoléon)"]);
    assert_eq!(round[3..5], ["British Inf #1", "Spanish Inf #2"]);
    assert!(!round.contains(&"French Garde".to_owned()), "reserves come in round 2");
    let round = order_of_a_round(&mut field);
    assert!(round.contains(&"French Garde".to_owned()) && round.contains(&"French Cav #2".to_owned()));
}

// proves A-7.31-strongest
#[test]
fn hits_go_to_the_strongest_and_equals_are_the_owners_choice() {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(Britain, ["Inf #1", "Inf #2", "Inf #4"], "La Mancha")
        .put(France, ["Inf #1"], "Madrid")
        .with_strength("Britain Inf #1", 2)
        .with_strength("Britain Inf #2", 2)
        .turn_of(France, 3);
    field.march("Madrid", ["France Inf #1"], "La Mancha");
    field.done();
    field.done();
    field.act(Action::Fight(at("La Mancha"))).unwrap();
    let fight = field.game.fight();
    assert_eq!(field.game.targets(fight, Side::Defending), Field::set(["Britain Inf #4"]));
    let mut weaker = field.clone().with_strength("Britain Inf #4", 2);
    let fight = weaker.game.fight();
    assert_eq!(weaker.game.targets(fight, Side::Defending).len(), 3);
    weaker.game.set_stage(Stage::Hits { side: Side::Defending, hits: 1 });
    let strengths =
        |field: &Field| ["Britain Inf #1", "Britain Inf #2", "Britain Inf #4"].map(|n| field.strength(n));
    assert_eq!(strengths(&weaker), [2, 2, 2]);
    weaker.act(Action::Hit(super::field::block("Britain Inf #2"))).unwrap();
    assert_eq!(strengths(&weaker), [2, 1, 2]);
}
