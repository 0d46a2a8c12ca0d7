//! Combat effects of cards. Rulebook 11.1, 17.2.

use engine::{Seed, Session, Setup};

use super::super::field::{at, card, units};
use super::{battlefield, retreat};
use crate::action::Action;
use crate::combat::Verdict;
use crate::nations::Nation;
use crate::tables::Zone;
use crate::tests::field::Field;
use crate::troops::{Kind, Troops};

use Nation::{Austria, England, France, Prussia, Russia};

/// France attacks Austria in a land, three infantry against three; both have kept an advisor.
fn duel(land: &str) -> Field {
    battlefield()
        .advisor(France, Zone::Military, 1)
        .advisor(Austria, Zone::Military, 2)
        .put(France, units(3, 0, 0), land)
        .put(Austria, units(3, 0, 0), land)
        .attack(France, land)
}

// proves N-11.1-who, N-3.6-combat-only, N-3.6-when
#[test]
fn a_nation_with_an_advisor_left_plays_one_effect_for_him() {
    let mut field = duel("saxony").hand(France, &[18, 77, 42, 1]).rolls(2).combats();
    assert_eq!(field.commands(), Some(France));
    assert_eq!(
        field.actions(),
        [Action::Play(card(18)), Action::PlayForPoints(card(18)), Action::Play(card(77)), Action::Done]
    );
    assert_eq!(field.refused(Action::Play(card(42))), "N-17.2.1-named", "it is for a defender");
    assert_eq!(field.refused(Action::Play(card(1))), "N-3.6-when", "it is no combat effect");
    assert_eq!(field.refused(Action::Play(card(8))), "N-11.1-who", "it is not in hand");
    field.act(Action::Play(card(77)));
    assert_eq!(field.fought(), (5, 3, Verdict::Tactical), "2 SP against Austrians; no further card");
    assert_eq!(field.game.council.advisors(France, Zone::Military), 0);
    assert!(field.game.cards.discards.contains(card(77)));
}

// proves N-11.1-who
#[test]
fn napoleon_with_two_advisors_left_may_play_two_effects_in_one_combat() {
    let field = duel("saxony").advisor(France, Zone::Military, 3).hand(France, &[18, 77]).rolls(2);
    let mut field = field.combats();
    field.act(Action::Play(card(77))).act(Action::Play(card(18)));
    assert_eq!(field.fought().0, 6);
    let none = battlefield()
        .hand(France, &[18])
        .put(France, units(3, 0, 0), "saxony")
        .put(Austria, units(3, 0, 0), "saxony")
        .attack(France, "saxony")
        .rolls(2)
        .combats();
    assert_eq!(none.fought().0, 3, "nobody is asked without an advisor");
}

// proves N-11.1-attacker-first, N-11.1-decline, N-11.2-die-last
#[test]
fn the_attacker_declares_first_and_a_declined_effect_stays_in_hand() {
    let mut field = duel("saxony").hand(France, &[18]).hand(Austria, &[53]).rolls(2).combats();
    assert_eq!(field.commands(), Some(Austria), "whether to go before it begins");
    assert_eq!(field.refused(Action::Play(card(53))), "N-11.1-attacker-first");
    field.done();
    assert_eq!(field.commands(), Some(France));
    field.done();
    assert_eq!(field.commands(), Some(Austria));
    assert_eq!(field.combats_fought(), 0);
    field.act(Action::Play(card(53)));
    assert_eq!(field.fought(), (3, 5, Verdict::Heroic), "France is not asked again");
    assert!(field.game.cards.hands[France].contains(card(18)));
    assert_eq!(field.game.council.advisors(France, Zone::Military), 1);
}

// proves N-11.1-single-combat
#[test]
fn an_effect_is_for_one_combat_and_for_all_allies_in_it() {
    let mut field = battlefield()
        .allied(Austria, &[Prussia])
        .advisor(Prussia, Zone::Military, 1)
        .hand(Prussia, &[53])
        .put(Austria, units(3, 0, 0), "saxony")
        .put(Prussia, units(1, 0, 0), "saxony")
        .put(France, units(6, 0, 0), "saxony")
        .put(Austria, units(1, 0, 0), "hanover")
        .put(France, units(1, 0, 0), "hanover")
        .attack(Austria, "saxony")
        .attack(Austria, "hanover")
        .rolls(2)
        .combats();
    field.act(Action::Fight(at("saxony"))).act(Action::Play(card(53)));
    assert_eq!(field.fought(), (6, 6, Verdict::Uncertain), "2 SP for Austria and Prussia together");
    let first = field.combats_fought();
    while field.combats_fought() == first {
        let next = field.actions()[0];
        field.act(next);
    }
    assert!(field.fought().0 <= 3, "nothing of it is left for the next combat");
}

// proves N-17.2.1-named, N-17.2.1-partial
#[test]
fn only_what_an_effect_names_restricts_it() {
    let plays = |number: u8, land: &str, attacker: Nation, defender: Nation| {
        let field = battlefield()
            .advisor(attacker, Zone::Military, 1)
            .hand(attacker, &[number])
            .put(attacker, units(3, 1, 0), land)
            .put(defender, units(3, 0, 0), land)
            .attack(attacker, land)
            .combats();
        field.actions().contains(&Action::Play(card(number)))
    };
    assert!(plays(77, "bavaria", France, Austria) && !plays(77, "bavaria", France, Russia));
    assert!(plays(61, "lombardy", France, Russia) && !plays(61, "galicia", France, Russia));
    assert!(!plays(61, "lombardy", France, Prussia));
    assert!(plays(147, "saxony", France, Prussia), "with cavalry");
    assert!(!plays(184, "saxony", France, Prussia), "without a cannon");
    assert!(plays(182, "bavaria", Austria, France) && !plays(182, "bavaria", Austria, Prussia));
    assert!(!plays(148, "saxony", Prussia, France), "two Allies must be in it");
}

// proves N-17.2.4-choice
#[test]
fn a_card_that_offers_a_choice_is_played_for_points_or_for_the_guard() {
    let mut field = duel("lombardy").hand(France, &[18]).rolls(2).points(France, 1).combats();
    field.act(Action::PlayForPoints(card(18)));
    assert_eq!((field.purse(France), field.fought().0), (5, 3));
    let mut field = duel("lombardy").hand(France, &[72]).rolls(2).combats();
    field.act(Action::PlayForGuard(card(72)));
    assert_eq!(field.fought().0, 4, "a Grognard before strength is counted");
    let guard = Troops::one(Kind::GuardInfantry);
    assert_eq!(field.game.forces.on_map(France), units(2, 0, 0) + guard, "for good");
    let field = duel("lombardy").hand(France, &[18]).combats();
    assert_eq!(field.refused(Action::PlayForGuard(card(18))), "N-17.2.4-choice");
    let mut field = duel("lombardy").hand(France, &[72]);
    for place in ["paris", "alsace", "burgundy", "belgium", "holland"] {
        field = field.put(France, guard, place);
    }
    let field = field.combats();
    assert_eq!(field.refused(Action::PlayForGuard(card(72))), "N-17.2.1-partial", "the pool is empty");
    // Others to whom the card was given have its SP, but no Guard.
    let mut field = duel("lombardy").hand(Austria, &[72]).combats();
    field.done();
    assert_eq!(field.actions(), [Action::Play(card(72)), Action::Done]);
    assert_eq!(field.refused(Action::PlayForGuard(card(72))), "N-17.2.4-choice");
}

// proves N-17.2.4-before-combat, N-17.2.4-before-combat-no-vp
#[test]
fn the_defender_may_go_before_the_combat() {
    let mut field = duel("saxony").hand(France, &[77]).hand(Austria, &[73]).combats();
    assert_eq!(field.commands(), Some(Austria), "before the attacker declares anything");
    assert_eq!(field.actions(), [Action::Play(card(73)), Action::Done]);
    field.act(Action::Play(card(73)));
    field.act(Action::RetreatAll { nation: Austria, to: at("bohemia") });
    assert_eq!((field.purse(Austria), field.troops(Austria, "bohemia")), (7, units(3, 0, 0)));
    assert!(field.is_over());
    assert_eq!((field.combats_fought(), field.game.feats.victories), (0, [0; 5].into()));
    assert_eq!((field.level(France), field.level(Austria)), (8, 8));
    assert_eq!(field.troops(France, "saxony"), units(3, 0, 0), "and nobody advances");
    assert!(field.game.cards.hands[France].contains(card(77)), "the attacker has wasted nothing");
}

// proves N-17.2.4-before-combat
#[test]
fn who_cannot_leave_with_all_units_is_not_asked_to() {
    let mut field = duel("saxony").points(Austria, 2).hand(Austria, &[73]).rolls(2).combats();
    assert_eq!(field.commands(), Some(Austria));
    assert_eq!(field.actions(), [Action::Done], "it is too late for that, and others cannot know");
    assert_eq!(field.refused(Action::Play(card(73))), "N-17.2.4-before-combat");
    field.done();
    assert_eq!(field.combats_fought(), 1);
    let attacker = duel("saxony").hand(France, &[236]).combats();
    assert_eq!(attacker.commands(), Some(France));
    assert_eq!(
        attacker.actions(),
        [Action::PlayForPoints(card(236)), Action::Done],
        "its points are for both"
    );
    assert_eq!(attacker.refused(Action::Play(card(236))), "N-17.2.4-before-combat");
}

// proves N-17.2.4-push-back
#[test]
fn the_defender_sends_the_attacker_back() {
    let field = duel("saxony").points(France, 0).put(France, units(1, 0, 0), "rhineland");
    let mut field = field.hand(France, &[77]).hand(Austria, &[54]).combats();
    field.done();
    field.act(Action::Play(card(77)));
    assert_eq!(field.commands(), Some(Austria));
    field.act(Action::Play(card(54)));
    assert_eq!(field.troops(France, "rhineland"), units(4, 0, 0), "without MP, towards Paris");
    assert!(field.is_over() && field.combats_fought() == 0);
    assert_eq!(field.troops(Austria, "saxony"), units(3, 0, 0));
    assert!(field.game.cards.discards.contains(card(77)), "what was declared is spent");
    assert_eq!(
        (field.level(France), field.level(Austria), field.game.feats.victories),
        (8, 8, [0; 5].into())
    );
    let attacker = battlefield()
        .advisor(Austria, Zone::Military, 1)
        .hand(Austria, &[54])
        .put(Austria, units(1, 0, 0), "saxony")
        .put(France, units(1, 0, 0), "saxony")
        .attack(Austria, "saxony")
        .combats();
    assert_eq!(attacker.refused(Action::Play(card(54))), "N-17.2.4-push-back", "an attacker cannot");
}

// proves N-17.2.4-push-back
#[test]
fn an_attacker_without_a_way_back_is_not_sent_back() {
    let mut field = battlefield()
        .advisor(England, Zone::Military, 1)
        .hand(England, &[54])
        .put(England, units(1, 0, 0), "malta")
        .put(France, units(1, 0, 0), "malta")
        .attack(France, "malta")
        .combats();
    assert_eq!(field.commands(), Some(England));
    assert_eq!(field.refused(Action::Play(card(54))), "N-17.2.4-push-back");
    field.done();
}

// proves N-17.2.4-push-back-capital
#[test]
fn nobody_is_sent_back_from_a_capital() {
    for (land, defender) in [("vienna", Austria), ("rome", Austria)] {
        let mut field = battlefield()
            .advisor(defender, Zone::Military, 1)
            .hand(defender, &[54])
            .put(defender, units(2, 0, 0), land)
            .put(France, units(2, 0, 0), land)
            .attack(France, land)
            .combats();
        field.done();
        assert_eq!(field.commands(), Some(defender));
        assert_eq!(field.refused(Action::Play(card(54))), "N-17.2.4-push-back-capital");
    }
}

// proves N-11.1-decline
#[test]
fn whoever_has_an_advisor_and_cards_is_asked_whatever_they_are() {
    let asked = |hand: &[u8]| {
        let field = duel("saxony").points(Austria, 0).hand(Austria, hand).combats();
        (field.commands(), field.actions())
    };
    assert_eq!(asked(&[54]).0, asked(&[2]).0, "who is asked tells nothing about his cards");
    assert_eq!(asked(&[2]).1, [Action::Done]);
    let field = duel("saxony").hand(Austria, &[2]).combats();
    assert_eq!(field.refused(retreat(Austria, Kind::Infantry, "bohemia")), "N-5-phases");
}

// proves N-11.1-who, N-3.6-hidden
#[test]
fn who_holds_no_effect_is_asked_all_the_same() {
    let field = duel("saxony").hand(France, &[1]).combats();
    let (setup, france) = (Setup::new("short", 5, Seed::from_number(1)), field.game.seat(France));
    let session = Session::from_position(setup, field.game).unwrap();
    assert_eq!(session.legal(france), [Action::Done]);
    assert_eq!(session.forced(france), None, "an answer at once would tell that there is no effect");
}

// proves N-2-multi-separate
#[test]
fn a_combat_effect_comes_from_the_hand_of_the_nation_that_is_asked() {
    let mut field = Field::of("short", 2);
    field.game.forces.reserves = battlefield().game.forces.reserves;
    let field = field
        .advisor(Austria, Zone::Military, 3)
        .hand(Austria, &[53])
        .hand(Prussia, &[73])
        .put(France, units(4, 0, 0), "swabia")
        .put(Austria, units(3, 0, 0), "swabia")
        .attack(France, "swabia")
        .rolls(2)
        .combats();
    assert_eq!(field.asked(), Austria);
    assert_eq!(field.refused(Action::Play(card(73))), "N-2-multi-separate");
    assert_eq!(field.refused(Action::Play(card(77))), "N-11.1-who", "that one is Napoleon's");
}
