//! Where rules meet: alliances that are made and broken in the middle of a turn or a battle, and what finds no place. Rulebook 1.4,
//! 4.0, 6.13, 6.2, 9.

use engine::kit::loaded;

use super::field::{Field, at, block};
use super::pacts::ally;
use crate::action::{Action, Item};
use crate::blocks::BlockId;
use crate::control::Control;
use crate::places::Place;
use crate::state::{Origin, Phase, Standing};
use crate::states::State::{
    Austria, Bavaria, Britain, Denmark, France, Naples, Portugal, Prussia, Russia, Spain,
};

fn ship(name: &str, to: &str) -> Action {
    Action::Ship { block: block(name), to: at(to) }
}

fn why(field: &mut Field, action: Action) -> String {
    field.act(action).unwrap_err().why.into_owned()
}

/// France, Britain and Russia, each allied to the two others.
fn concert() -> Field {
    let field = Field::of(&[France, Britain, Russia]);
    field.friends(France, Britain).friends(France, Russia).friends(Britain, Russia)
}

// proves A-6.2-breakbattle, A-3.6-not-transitive
#[test]
fn a_friend_in_common_does_not_keep_former_allies_from_fighting() {
    let field = concert().put(France, ["Inf #1"], "Italy").put(Britain, ["Inf #1"], "Italy");
    let mut field = field.turn_of(France, 3);
    field.act(Action::Break(field.seat(Britain))).unwrap();
    assert!(field.game.is_embattled(at("Italy")));
    assert_eq!(field.game.attackers, Field::set(["France Inf #1"]));
    field.end_turns();
    field.act(Action::Fight(at("Italy"))).unwrap();
    assert_eq!(field.game.fight().place, at("Italy"));
}

// proves A-6.2-breakbattle
#[test]
fn enemies_who_share_a_place_without_a_battle_cannot_be() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).friends(Britain, Russia);
    let field = field.put(France, ["Inf #1"], "Italy").put(Britain, ["Inf #1"], "Italy");
    assert!(field.game.auditor().audit().unwrap_err().contains("share Italy"));
    let neutral = Field::duel().neutral(Spain).put(Spain, ["Inf #1"], "Italy");
    assert!(
        neutral.put(France, ["Inf #1"], "Italy").game.auditor().audit().unwrap_err().contains("share Italy")
    );
}

// proves A-1.4-timing
#[test]
fn too_many_neutrals_cannot_be_either() {
    let five = ["HQ (Cuesta)", "Inf #1", "Inf #2", "Art #1", "Cav #1"];
    let field = Field::duel().neutral(Spain).put(Spain, five, "Madrid");
    assert!(field.game.auditor().audit().unwrap_err().contains("Madrid holds too many"));
}

// proves A-3.6-not-transitive, A-7.8-join
#[test]
fn who_has_won_beside_an_allys_ally_stays_beside_him() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).allied(Spain, Britain);
    let field = field.allied(Prussia, Russia).put(Spain, ["Inf #1"], "La Mancha");
    let field = field.put(France, ["Inf #1"], "Madrid").put(Prussia, ["Inf #1"], "Valencia");
    let mut field = field.with_strength("Spain Inf #1", 1).cards([(France, 30), (Russia, 20), (Britain, 10)]);
    field.march("Madrid", ["France Inf #1"], "La Mancha");
    field.done();
    field.march("Valencia", ["Prussia Inf #1"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.hold("Spain Inf #1");
    field.fire("France Inf #1", &[1, 6, 6, 6]);
    field.done();
    field.done();
    assert!(field.game.fight.is_none() && !field.game.is_embattled(at("La Mancha")));
    assert_eq!(field.control(France, "La Mancha"), Control::Friendly, "his own blocks stand there");
    assert_eq!(field.control(Russia, "La Mancha"), Control::Friendly);
}

// proves A-8.4-pin
#[test]
fn a_fleet_sails_on_through_a_sea_that_another_holds() {
    let field = Field::duel().put(Britain, ["Inf #1"], "Wessex").put(Britain, ["Inf #2"], "Normandy");
    let field = field.put(Britain, ["Fleet #1"], "English Channel").put(Britain, ["Fleet #2"], "North Sea");
    let mut field = field.turn_of(Britain, 4);
    field.act(ship("Britain Inf #1", "Normandy")).unwrap();
    field.march("North Sea", ["Britain Fleet #2"], "English Channel");
    field.step("Britain Fleet #2", "Bay of Biscay").unwrap();
    assert_eq!(
        field.refused(Action::Group(at("English Channel"))),
        "A-8.4-pin",
        "the one that was there stays"
    );
}

const FOUR: [&str; 4] = ["Inf #1", "Inf #2", "Inf #3", "Cav #1"];

// proves A-1.4-timing, A-8.4-move
#[test]
fn after_a_sea_move_room_can_still_be_made() {
    let start = || {
        let field = Field::duel().gold(Britain, 0).put(Britain, ["Fleet #1"], "English Channel");
        field.put(Britain, FOUR, "Normandy").put(Britain, ["Inf #4"], "Wessex")
    };
    let mut field = start().turn_of(Britain, 2);
    field.act(ship("Britain Inf #4", "Normandy")).unwrap();
    assert_eq!(field.refused(Action::Done), "A-1.4-timing");
    field.march("Normandy", ["Britain Cav #1"], "Picardy");
    field.done();
    let mut poor = start().turn_of(Britain, 1);
    assert_eq!(poor.refused(ship("Britain Inf #4", "Normandy")), "A-1.4-four", "nobody could leave");
}

// proves A-1.4-timing, A-5.1-where
#[test]
fn after_a_levy_room_can_still_be_made() {
    let start = || Field::duel().gold(France, 0).put(France, FOUR, "Paris");
    let build = Action::Build { block: block("France Inf #4"), at: at("Paris") };
    let mut field = start().turn_of(France, 2);
    field.act(build).unwrap();
    assert_eq!(field.refused(Action::Done), "A-1.4-timing");
    field.march("Paris", ["France Cav #1"], "Champagne");
    field.done();
    let mut poor = start().turn_of(France, 1);
    assert_eq!(poor.refused(build), "A-1.4-four", "nobody could leave");
}

// proves A-1.4-mountain, A-8.5-one
#[test]
fn the_second_invader_needs_room_too() {
    let field = Field::duel().allied(Naples, France).gold(Britain, 0).put(Britain, ["Inf #1"], "Malta");
    let field = field.put(Britain, ["Fleet #1"], "Ionian").put(Britain, ["Inf #2"], "Apulia");
    let mut field = field.put(Britain, ["Inf #3"], "Apulia").turn_of(Britain, 3);
    field.act(Action::Invade { block: block("Britain Inf #1"), to: at("Calabria") }).unwrap();
    field.march("Apulia", ["Britain Inf #2"], "Calabria");
    let second = Action::Invade { block: block("Britain Inf #3"), to: at("Calabria") };
    assert_eq!(field.refused(second), "A-1.4-mountain");
}

/// France abandons a Spain whose block stands beside the French in La Mancha.
fn abandoned(field: Field) -> Field {
    let field = field.put(Spain, ["Inf #1"], "La Mancha").put(France, ["Inf #1"], "La Mancha");
    let mut field = field.turn_of(France, 3);
    field.act(Action::Abandon(Spain)).unwrap();
    field
}

// proves A-7.4-noenemy
#[test]
fn neutrals_do_not_retreat_to_other_neutrals() {
    let field = Field::duel().allied(Spain, France).neutral(Portugal);
    let mut field = abandoned(field.put(Portugal, ["Infantry (Beresford)"], "Algarve"));
    field.reach_round(2);
    field.hold("France Inf #1");
    assert_eq!(field.no_retreat("Spain Inf #1", "Algarve"), "A-7.4-noenemy");
    field.retreat("Spain Inf #1", "Murcia");
}

// proves A-7.4-neutral
#[test]
fn neutrals_rouse_others_when_they_retreat_into_their_land() {
    let mut field = abandoned(Field::duel().allied(Spain, France).neutral(Portugal));
    field.reach_round(2);
    field.hold("France Inf #1");
    // Britain leads the Spanish in this battle, so it is Britain that enters.
    assert_eq!(field.deciding(), Britain);
    field.retreat("Spain Inf #1", "Norte");
    assert_eq!(field.game.standing(Portugal), Standing::Ally(field.seat(France)));
}

// proves A-4.0-once, A-3.2-stop
#[test]
fn a_battle_in_mid_move_ends_the_march() {
    let field = Field::duel().allied(Spain, France).put(Spain, ["Inf #1"], "La Mancha");
    let field = field.with_strength("Spain Inf #1", 1).put(France, ["Inf #1"], "Madrid");
    let mut field = field.turn_of(France, 3);
    field.march("Madrid", ["France Inf #1"], "La Mancha");
    field.act(Action::Abandon(Spain)).unwrap();
    field.fire("France Inf #1", &[1, 6, 6, 6]);
    field.done();
    assert_eq!((field.game.phase, field.moving()), (Phase::Actions, France));
    assert_eq!(field.no_step("France Inf #1", "Murcia"), "A-4.0-once");
}

// proves A-4.0-pass, A-6.13-battles
#[test]
fn a_battle_elsewhere_does_not_end_the_march() {
    let field = Field::duel().put(Austria, ["Inf #1"], "Hanover").put(Prussia, ["Inf #1"], "Hanover");
    let mut field = field.allied(Bavaria, France).put(France, ["Inf #1"], "Bavaria").turn_of(France, 3);
    field.march("Bavaria", ["France Inf #1"], "Vienna");
    assert_eq!(field.game.fight().place, at("Hanover"), "Austria is British now and Prussia is not");
    field.fight_out();
    field.step("France Inf #1", "Moravia").unwrap();
}

// proves A-1.4-timing, A-6.2-break
#[test]
fn five_blocks_are_not_left_to_neutrals() {
    let field = Field::duel().allied(Spain, France).put(Spain, ["Cav #1"], "La Mancha");
    let field = field.put(Spain, ["HQ (Cuesta)", "Inf #1", "Inf #2", "Art #1"], "Madrid");
    let mut field = field.turn_of(France, 3);
    field.march("La Mancha", ["Spain Cav #1"], "Madrid");
    field.act(Action::Abandon(Spain)).unwrap();
    assert_eq!(field.refused(Action::Done), "A-1.4-timing");
    assert_eq!(why(&mut field, Action::Done), "Madrid holds 5 blocks, 1 more than may stay");
    field.act(Action::Lose(block("Spain Inf #2"))).unwrap();
    field.done();
    assert_eq!(field.game.blocks_at(at("Madrid")).len(), 4);
}

// proves A-11.5-stack, A-1.4-timing
#[test]
fn on_an_island_only_what_is_too_many_is_given_up() {
    let field = Field::duel().put(Britain, ["Inf #1", "Inf #2", "Fleet #1"], "Malta");
    let mut field = field.turn_of(Britain, 3);
    assert_eq!(field.refused(Action::Lose(block("Britain Fleet #1"))), "A-1.4-timing");
    field.act(Action::Lose(block("Britain Inf #1"))).unwrap();
    field.done();
}

// proves A-8.4-move
#[test]
fn nobody_ships_to_the_base_of_an_ally_he_has_broken_with() {
    let field = Field::of(&[France, Britain, Spain]).foes(France, Spain).friends(Britain, Spain);
    let field = field.put(Britain, ["Cav #1"], "Wessex").put(Britain, ["Fleet #1"], "English Channel");
    let mut field = field.put(Britain, ["Fleet #2"], "Bay of Biscay").turn_of(Britain, 3);
    field.act(Action::Break(field.seat(Spain))).unwrap();
    assert_eq!(field.refused(ship("Britain Cav #1", "Galicia")), "A-8.4-move");
}

// proves A-6.21-offer, A-4.0-once
#[test]
fn a_block_that_is_withdrawn_marches_no_further() {
    let field = Field::duel().put(France, ["Inf #1"], "Westfalen").put(France, ["Inf #2"], "Paris");
    let mut field = field.turn_of(France, 3);
    field.march("Westfalen", ["France Inf #1"], "Hanover");
    field.act(Action::Propose(field.seat(Britain))).unwrap();
    for term in [Action::Surrender, Action::Grant(Item::Region(at("Hanover"))), Action::Send] {
        field.act(term).unwrap();
    }
    field.act(Action::Accept).unwrap();
    assert_ne!(field.whereabouts("France Inf #1"), Some("Hanover"));
    assert_eq!(field.no_step("France Inf #1", "Rhineland"), "A-4.0-once");
}

// proves A-6.2-form, A-7.4-where
#[test]
fn where_a_battle_is_called_off_nobody_has_come_over_any_border() {
    let field = Field::of(&[France, Britain, Austria]).put(France, ["Inf #1"], "Tyrol");
    let mut field = field.put(Austria, ["Inf #1"], "Vienna").turn_of(France, 3);
    field.march("Tyrol", ["France Inf #1"], "Vienna");
    ally(&mut field, Austria);
    assert_eq!(field.game.blocks.origins[block("France Inf #1")], Origin::NONE);
}

/// Austria has been attacked in Vienna by France and Britain, who have fallen out since.
fn quarrel() -> Field {
    let field = Field::of(&[France, Britain, Austria]).friends(France, Britain);
    let field = field.put(France, ["Inf #1"], "Tyrol").put(Britain, ["Inf #1"], "Bohemia");
    let field = field.put(Austria, ["Inf #1"], "Vienna");
    let mut field = field.cards([(France, 30), (Britain, 20), (Austria, 10)]);
    field.march("Tyrol", ["France Inf #1"], "Vienna");
    field.done();
    field.march("Bohemia", ["Britain Inf #1"], "Vienna");
    field.act(Action::Break(field.seat(France))).unwrap();
    field.done();
    field
}

// proves A-6.2-form, A-6.2-breakbattle
#[test]
fn attackers_who_have_fallen_out_fight_when_the_defender_makes_peace_with_both() {
    let mut field = quarrel();
    ally(&mut field, France);
    assert!(field.game.is_embattled(at("Vienna")), "Britain is still at war with Austria");
    ally(&mut field, Britain);
    assert!(field.game.is_embattled(at("Vienna")), "France and Britain are at war");
    assert_eq!(field.game.attackers, Field::set(["France Inf #1"]), "France and Britain fight, not Austria");
}

// proves A-4.32-trigger, A-4.1-embattled
#[test]
fn who_attacks_a_state_and_then_gains_it_has_nobody_to_fight() {
    let field = Field::of(&[France, Britain, Russia]).allied(Spain, Britain);
    let field = field.put(Spain, ["Inf #1"], "La Mancha").put(France, ["Inf #1"], "Norte");
    let field = field.put(Russia, ["Inf #1"], "Languedoc");
    let mut field = field.cards([(France, 30), (Britain, 20), (Russia, 10)]);
    field.march("Norte", ["France Inf #1"], "La Mancha");
    field.done();
    field.act(Action::Abandon(Spain)).unwrap();
    field.done();
    field.group("Languedoc").unwrap();
    field.game.dice = loaded(&[6, 6, 1, 1]);
    field.step("Russia Inf #1", "Cataluña").unwrap();
    assert_eq!(field.game.led_by(Spain), Some(field.seat(France)));
    assert!(!field.game.is_embattled(at("La Mancha")) && field.game.attackers.is_empty());
}

// proves A-4.32-trigger
#[test]
fn neutrals_who_are_roused_together_do_not_turn_on_each_other() {
    let field = Field::duel().put(Austria, ["Inf #1"], "Hanover").put(Prussia, ["Inf #1"], "Hanover");
    let field = field.put(Austria, ["Inf #2"], "Romagna").put(Prussia, ["Inf #2"], "Romagna");
    let mut field = field.put(France, ["Inf #1"], "Westfalen").turn_of(France, 3);
    field.march("Westfalen", ["France Inf #1"], "Hanover");
    let britain = Some(field.seat(Britain));
    assert_eq!([Austria, Prussia].map(|state| field.game.led_by(state)), [britain; 2]);
    assert!(field.game.fight.is_none() && field.game.engagements.len() == 1, "they fight in Hanover alone");
}

// proves A-9.2-eviction
#[test]
fn states_that_fall_to_the_same_conqueror_together_do_not_fight_each_other() {
    let field = Field::duel().allied(Denmark, France).put(Britain, ["Inf #1"], "Denmark");
    let mut field =
        field.put(Denmark, ["Fleet (Denmark)"], "Bay of Biscay").put(Spain, ["Fleet #1"], "Bay of Biscay");
    for (name, city) in [("Inf #2", "Madrid"), ("Inf #3", "Andalusia"), ("Inf #4", "Cataluña")] {
        field = field.put(Britain, [name], city);
    }
    let mut field = field.turn_of(France, 3);
    field.end_turns();
    let britain = Some(field.seat(Britain));
    assert_eq!([Denmark, Spain].map(|state| field.game.led_by(state)), [britain; 2]);
    assert!(field.game.fight.is_none() && field.game.engagements.is_empty());
}

// proves A-9.2-eviction, A-3.6-not-transitive
#[test]
fn a_state_that_falls_to_an_ally_fights_those_it_stood_beside() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Britain).allied(Denmark, France);
    let field = field.put(Denmark, ["Fleet (Denmark)"], "North Sea").put(France, ["Fleet #1"], "North Sea");
    let mut field = field.put(Britain, ["Inf #1"], "Denmark").turn_of(France, 3);
    field.end_turns();
    assert_eq!(field.game.led_by(Denmark), Some(field.seat(Britain)));
    assert_eq!(
        field.game.fight().place,
        at("North Sea"),
        "Denmark is Britain's ally, and not that of France"
    );
    assert_eq!(field.game.attackers, Field::set(["Denmark Fleet (Denmark)"]));
}

// proves A-9.21-alliance
#[test]
fn who_is_defeated_twice_in_a_year_follows_both_until_winter() {
    let mut field = Field::of(&[France, Britain, Austria]);
    for victor in [France, Britain] {
        let seat = field.seat(victor);
        field.game.defeat(Austria, seat, false, &mut field.log);
    }
    let mut field = field.turn_of(Austria, 3);
    for victor in [France, Britain] {
        assert_eq!(field.refused(Action::Break(field.seat(victor))), "A-9.21-alliance", "{victor}");
    }
    field.game.year += 1;
    for victor in [France, Britain] {
        field.act(Action::Break(field.seat(victor))).unwrap();
    }
}

// proves A-7.4-neutral, A-7.2-end
#[test]
fn a_battle_ends_when_those_who_are_left_are_friends() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Britain).allied(Spain, Russia);
    let field = field.put(Spain, ["Inf #1"], "La Mancha").put(France, ["Inf #1"], "Murcia");
    let field = field.put(Britain, ["Inf #1"], "Algarve");
    let mut field = field.cards([(France, 30), (Britain, 20), (Russia, 10)]);
    field.march("Murcia", ["France Inf #1"], "La Mancha");
    field.done();
    field.march("Algarve", ["Britain Inf #1"], "La Mancha");
    field.act(Action::Break(field.seat(France))).unwrap();
    field.done();
    field.act(Action::Abandon(Spain)).unwrap();
    let mut field = field.battle("La Mancha");
    field.reach_round(2);
    field.hold("Spain Inf #1");
    // France goes back into Spanish land, and Spain to the British, who were fighting it.
    field.game.dice = loaded(&[6, 6, 1, 1]);
    field.retreat("France Inf #1", "Murcia");
    assert_eq!(field.game.led_by(Spain), Some(field.seat(Britain)));
    assert!(field.is_won() && field.deciding() == Britain);
}

// proves A-4.1-embattled, A-7.2-end
#[test]
fn a_battle_is_off_when_the_last_who_opposes_anybody_is_gone() {
    let field = Field::of(&[France, Austria, Russia]).friends(Austria, Russia);
    let field = field.put(Austria, ["Inf #1"], "Vienna").put(Russia, ["Inf #1"], "Vienna");
    let field = field.put(France, ["Inf #1"], "Tyrol");
    let mut field = field.cards([(France, 30), (Austria, 20), (Russia, 10)]);
    field.march("Tyrol", ["France Inf #1"], "Vienna");
    field.done();
    ally(&mut field, France);
    field.done();
    let mut moved = field.clone();
    moved.march("Vienna", ["Russia Inf #1"], "Moravia");
    assert!(!moved.game.is_embattled(at("Vienna")) && moved.game.attackers.is_empty());
    let mut fought = field.battle("Vienna");
    fought.reach_round(2);
    while fought.deciding() != Russia {
        let block = fought.game.melee(fought.game.fight()).acting().first().unwrap();
        fought.hold(&format!("{} {}", block.state(), block.printed().name));
    }
    fought.retreat("Russia Inf #1", "Moravia");
    assert!(fought.is_won(), "France and Austria are allied");
}

// proves A-7.5-neutral
#[test]
fn a_victor_who_rouses_those_beside_him_fights_them_next() {
    let field = Field::of(&[France, Britain, Russia]).friends(France, Russia).allied(Spain, France);
    let field = field.put(Spain, ["Inf #1"], "La Mancha").put(Britain, ["Inf #1"], "Norte");
    let field = field.put(Russia, ["Inf #1", "Inf #2"], "Andalusia");
    let mut field = field.cards([(Britain, 30), (Russia, 20), (France, 10)]);
    field.march("Norte", ["Britain Inf #1"], "La Mancha");
    field.done();
    field.march("Andalusia", ["Russia Inf #1", "Russia Inf #2"], "La Mancha");
    field.done();
    field.act(Action::Abandon(Spain)).unwrap();
    let mut field = field.battle("La Mancha");
    field.reach_round(4);
    while field.deciding() != Britain {
        let block = field.game.melee(field.game.fight()).acting().first().unwrap();
        field.act(Action::Hold(block)).unwrap();
    }
    field.retreat("Britain Inf #1", "Norte");
    assert!(field.is_won() && field.deciding() == Russia);
    field.regroup("Russia Inf #1", "Murcia");
    assert_eq!(field.game.led_by(Spain), Some(field.seat(Britain)), "that was Spanish land");
    field.done();
    assert!(field.game.is_embattled(at("La Mancha")));
}

// proves A-3.5-disband, A-7.71-napoleon
#[test]
fn napoleon_is_not_disbanded_where_he_finds_no_refuge() {
    let field = Field::duel().allied(Russia, Britain).allied(Prussia, Britain);
    let mut field = field.put(France, ["HQ (Napoléon)"], "Hanover").turn_of(France, 3);
    // Every region that is French is held by others.
    let others = BlockId::of(Britain) | BlockId::of(Russia) | BlockId::of(Prussia);
    let mut armies = others.iter().filter(|block| !block.is_fleet() && !block.is_fortress());
    let france = Some(field.seat(France));
    for place in Place::all() {
        if place.home().is_some_and(|home| field.game.led_by(home) == france) {
            let army = armies.next().expect("there are enough of them");
            field.game.blocks.spots[army] = place.into();
        }
    }
    field.act(Action::Propose(field.seat(Britain))).unwrap();
    for term in [Action::Surrender, Action::Grant(Item::Region(at("Hanover"))), Action::Send] {
        field.act(term).unwrap();
    }
    field.act(Action::Accept).unwrap();
    assert_eq!(field.whereabouts("France HQ (Napoléon)"), None);
    assert!(field.game.napoleon_fallen);
}

// proves A-3.4-spend, A-3.2-mix
#[test]
fn who_cannot_pay_is_told_whether_it_is_the_purse_or_the_limit() {
    let start = |gold| Field::duel().gold(France, gold).put(France, ["Inf #1"], "Paris");
    let mut poor = start(0).turn_of(France, 0);
    let group = Action::Group(at("Paris"));
    assert_eq!(poor.refused(group), "A-3.2-mix");
    assert_eq!(why(&mut poor, group), "0 action points are left, and 0 gold is in your treasury");
    let mut rich = start(8).turn_of(France, 0);
    rich.game.turn.spent = 3;
    assert_eq!(rich.refused(group), "A-3.4-spend");
    assert_eq!(why(&mut rich, group), "0 action points are left, and 3 of 3 gold are spent this turn");
}

// proves A-4.2-mountain, A-3.5-limits, A-11.4-stack
#[test]
fn a_refusal_names_the_limit() {
    let field = Field::duel().put(Britain, ["Inf #4"], "La Mancha").allied(Spain, Britain);
    let field = field.put(France, ["Inf #1", "Inf #2", "Inf #3"], "Leon");
    let mut field = field.turn_of(France, 3);
    field.march("Leon", ["France Inf #1", "France Inf #2"], "La Mancha");
    let third = Action::Step { block: block("France Inf #3"), to: at("La Mancha") };
    assert_eq!(why(&mut field, third), "2 blocks a turn may cross that border into battle; 2 have");

    let field = Field::duel().allied(Spain, France).put(Britain, ["Fort (Gibraltar)"], "Gibraltar");
    let rock = |field: Field| {
        field.put(France, ["Inf #1"], "Andalusia").put(France, ["Fleet #1", "Fleet #2"], "Mid-Atlantic")
    };
    let mut winter = rock(field.clone()).winter().turn_of(France, 3);
    winter.group("Andalusia").unwrap();
    let step = |name: &str| Action::Step { block: block(name), to: at("Gibraltar") };
    assert_eq!(winter.refused(step("France Inf #1")), "A-3.5-limits");
    assert_eq!(
        why(&mut winter, step("France Inf #1")),
        "no block may cross that border into battle in Winter"
    );
    let mut summer = rock(field).turn_of(France, 3);
    summer.march("Mid-Atlantic", ["France Fleet #1"], "Gibraltar");
    assert_eq!(why(&mut summer, step("France Fleet #2")), "1 fleet of each side may be there; 1 is");
}

// proves A-6.1-match
#[test]
fn who_does_not_bid_or_match_is_in_the_log() {
    let field = Field::duel().gold(France, 5).gold(Britain, 5);
    let field = super::cards::reveal(field, [(France, 39), (Britain, 5)]);
    let mut none = field.clone();
    none.done();
    assert!(none.told(Britain).contains(&"France makes no bid".to_owned()));
    let mut field = field;
    field.act(Action::Bid { target: Denmark, gold: 2 }).unwrap();
    field.done();
    assert!(field.told(France).contains(&"Britain lets the bid of 2 gold pass".to_owned()));
}
