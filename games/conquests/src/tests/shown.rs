//! What the table says before anything is decided: costs, odds, terms, and what is on record.

use engine::{Badge, BattleMark, Game, Recorder, Viewer, steps};

use super::field::{Field, at, card, nations, units, wander};
use crate::action::Action;
use crate::by::By;
use crate::effects::Domain;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::objectives::Objective;
use crate::state::{Bond, Conquests, Phase};
use crate::tables::Zone;
use crate::troops::Kind;

impl Field {
    /// What it says on a choice of the nation that must decide.
    pub(super) fn label(&self, action: Action) -> String {
        let seat = self.game.seat(self.asked());
        self.game.choice(seat, &action).label.into_owned()
    }

    /// What comes of it, as it says.
    pub(super) fn words(&self, action: Action) -> String {
        let seat = self.game.seat(self.asked());
        self.game.choice(seat, &action).effect.map(|effect| effect.words.into_owned()).unwrap_or_default()
    }

    /// What it costs.
    pub(super) fn price(&self, action: Action) -> String {
        let seat = self.game.seat(self.asked());
        self.game.choice(seat, &action).cost.map(|cost| cost.to_string()).unwrap_or_default()
    }

    /// What a nation is asked.
    pub(super) fn question(&self, nation: Nation) -> String {
        self.game.view(Viewer::Seat(self.game.seat(nation))).prompt.text.into_owned()
    }
}

// proves N-10.1-costs, N-10.1-corps, N-10.3-cost, N-10.3-embark
#[test]
fn every_move_costs_what_it_says() {
    let mut told = [0; 4];
    for seed in 1..=3 {
        wander("campaign", 5, seed, |game, seat, actions| {
            let mover = game.decider().expect("somebody decides");
            for action in actions {
                let Some(toll) = game.toll(mover, *action) else { continue };
                let mut after = game.clone();
                after.apply(seat, action, &mut Recorder::silent()).expect("it is listed");
                if !matches!(after.phase, Phase::Move(_)) || after.phase != game.phase {
                    continue;
                }
                told[match action {
                    Action::March(_) => 0,
                    Action::Sail { .. } => 1,
                    Action::Embark { .. } => 2,
                    _ => 3,
                }] += 1;
                assert_eq!(after.treasury.points[mover] + toll, game.treasury.points[mover], "{action:?}");
            }
        });
    }
    assert!(told.iter().all(|count| *count > 0), "{told:?}");
}

#[test]
fn a_march_says_what_it_costs_what_is_left_and_whom_it_meets() {
    let mut field = Field::new()
        .put(France, units(2, 1, 0), "alsace")
        .put(Prussia, units(1, 0, 0), "rhineland")
        .everybody_somewhere()
        .moves(France);
    for kind in [Kind::Infantry, Kind::Cavalry] {
        field.act(Action::Pick { nation: France, kind, at: at("alsace") });
    }
    let marches: Vec<Action> =
        field.actions().into_iter().filter(|action| matches!(action, Action::March(_))).collect();
    assert!(!marches.is_empty());
    for march in marches {
        assert_eq!(field.price(march), "1½ MP");
        let attacks = march == Action::March(at("rhineland"));
        assert_eq!(field.words(march), if attacks { "attacks Prussia" } else { "" });
    }
    assert_eq!(
        field.question(France),
        "1 French infantry and 1 cavalry: the next land costs 1½ MP. Take more along, or choose where the group goes."
    );
}

// proves N-17.2.3-see-and-point
#[test]
fn an_advisor_is_asked_for_what_he_can_do_and_cards_say_what_comes_of_them() {
    let field = Field::new()
        .put(France, units(1, 0, 0), "paris")
        .everybody_somewhere()
        .advisor(France, Zone::Diplomacy, 1)
        .hand(France, &[1, 91])
        .resolve();
    assert_eq!(field.question(France), "Your advisor in Diplomacy: play a card, buy one, or go without.");
    let look = Action::PlayOn { card: card(91), nation: England };
    assert_eq!(field.label(look), "Play Peace of Amiens on England");
    assert_eq!(field.words(look), "a look at the secret objective of England");
    let seat = field.game.seat(France);
    let other = field.game.choice(seat, &Action::Play(card(1))).target;
    let why = field.game.explain(seat, &other);
    assert_eq!(why[0].rule, "N-17.2.3-see-and-point", "{why:?}");
}

/// Russia in Poland, beside Prussia and Austria, with an advisor in Diplomacy.
fn neighbours() -> Field {
    Field::new()
        .put(Russia, units(1, 0, 0), "poland")
        .put(Prussia, units(1, 0, 0), "berlin")
        .put(Austria, units(1, 0, 0), "galicia")
        .advisor(Russia, Zone::Diplomacy, 3)
        .hand(Russia, &[2])
        .hand(Prussia, &[36])
        .resolve()
}

// proves N-9.3-cost
#[test]
fn an_offer_is_one_click_and_so_is_every_answer() {
    let mut field = neighbours();
    let three = nations(&[Russia, Prussia, Austria]);
    assert_eq!(field.label(Action::Ally(three)), "Propose an Alliance of Prussia, Austria and Russia");
    assert_eq!(field.price(Action::Ally(three)), "9 FG");
    field.act(Action::Ally(three)).act(Action::Share { nation: Austria, money: 5 });
    assert_eq!(
        field.question(Russia),
        "An Alliance of Prussia, Austria and Russia for 9 FG: Prussia pays 3 FG, Austria 5, Russia 1. \
         Change that if you like; discarding a card makes the offer."
    );
    assert!(field.label(Action::Pledge(card(2))).starts_with("Make the offer and discard "));
    field.act(Action::Pledge(card(2)));
    assert!(field.label(Action::Pledge(card(36))).starts_with("Agree and discard "));
    assert_eq!(field.price(Action::Pledge(card(36))), "3 FG");
    field.act(Action::Pledge(card(36)));
    assert_eq!(
        field.question(Austria),
        "Russia offers an Alliance of Prussia, Austria and Russia: Prussia pays 3 FG, Austria 5, Russia 1. Do you agree?"
    );
    assert_eq!((field.label(Action::Accept), field.price(Action::Accept)), ("Agree".into(), "5 FG".into()));
    field.act(Action::Accept);
    assert_eq!(field.purses(), [10, 10, 7, 5, 9].into());
    let register = &field.game.view(Viewer::Spectator).registers[0];
    let entries: Vec<(&str, String)> =
        register.entries.iter().map(|entry| (&*entry.name, entry.value.to_string())).collect();
    assert_eq!(
        entries,
        [
            (
                "Prussia, Austria and Russia",
                "made by Russia in turn 2, holds to the end of turn 3".to_owned()
            ),
            ("Successful so far", "Russia 1".to_owned())
        ]
    );
}

// proves N-11.2-die-last, N-11.2-basic
#[test]
fn a_combat_is_added_up_line_by_line_with_the_rule_of_each_before_the_die() {
    // An advisor with a combat effect in hand keeps the die waiting.
    let mut field = Field::new()
        .put(France, units(2, 1, 1), "saxony")
        .put(Austria, units(2, 0, 0), "saxony")
        .advisor(France, Zone::Military, 1)
        .hand(France, &[18, 77])
        .morale(France, 8)
        .morale(Austria, 6)
        .everybody_somewhere();
    field.game.control.attackers[at("saxony")] = Some(France);
    field.game.begin_combats(&mut field.log);
    steps::settle(&mut field.game, &mut field.log);
    let battle = field.game.view(Viewer::Spectator).battle.expect("a combat waits for a card");
    let lines = |side: usize| {
        battle.sides[side]
            .factors
            .iter()
            .map(|factor| (&*factor.what, factor.points, factor.rule.as_str()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        lines(0),
        [("units", 5, "N-11.2-basic"), ("corps", 1, "N-11.2-corps"), ("Morale", 1, "N-11.2-morale")]
    );
    assert_eq!(lines(1), [("units", 2, "N-11.2-basic")]);
    let outlook: Vec<String> =
        battle.outlook.iter().map(|throw| format!("{}: {}", throw.name, throw.value)).collect();
    assert_eq!(
        outlook,
        [
            "1: 6 to 2, a strategic victory: France wins",
            "2-3: 7 to 2, a strategic victory: France wins",
            "4-5: 8 to 2, a strategic victory: France wins",
            "6: 9 to 2, a strategic victory: France wins"
        ]
    );
}

// proves N-3.1-corps-limit
#[test]
fn units_of_a_corps_bear_its_mark() {
    let field = Field::new().put(France, units(2, 1, 1), "paris").put(England, units(2, 1, 0), "london");
    let table = field.game.view(Viewer::Spectator);
    let marked = |name: &str| {
        let piece = table.pieces.iter().find(|piece| piece.name() == name).expect("it stands there");
        piece.badges.contains(Badge::InCorps)
    };
    assert!(["2 French infantry", "French cavalry", "French cannon"].into_iter().all(marked));
    assert!(!["2 English infantry", "English cavalry"].into_iter().any(marked));
}

// proves N-13.1-main-or-second
#[test]
fn who_knows_an_objective_is_told_how_it_stands() {
    let mut field = Field::new().put(Austria, units(1, 0, 0), "lombardy").morale(Austria, 6);
    field.game.cards.objectives = By::all(None);
    field.game.cards.objectives[Austria] = Objective::all().find(|objective| objective.id() == "S01");
    let told = |field: &Field, seat: Nation| {
        let table = field.game.view(Viewer::Seat(field.game.seat(seat)));
        let pieces = table.pieces.iter().filter_map(|piece| piece.text.clone());
        pieces.collect::<Vec<_>>().join(" ")
    };
    assert!(told(&field, Austria).ends_with("It is not met yet."));
    field = field.put(Austria, units(1, 0, 0), "venetia");
    assert!(told(&field, Austria).ends_with("As things stand, it is met."));
    assert!(!told(&field, Russia).contains("met"));
}

#[test]
fn a_card_has_three_tabs_for_those_who_see_it_and_none_for_others() {
    let field = Field::new().hand(England, &[2]);
    let of = |nation: Nation| field.game.view(Viewer::Seat(field.game.seat(nation)));
    let tabs = |nation: Nation| {
        let table = of(nation);
        let cards = table.hands.iter().position(|hand| hand.title == "Cards of England").expect("a hand");
        let spot = engine::Spot::Hand { hand: cards as u8 };
        table
            .pieces
            .into_iter()
            .filter(|piece| piece.at == spot)
            .map(|piece| piece.print.tabs.len())
            .collect::<Vec<_>>()
    };
    assert_eq!((tabs(England), tabs(France)), (vec![3], vec![0]));
}

// proves N-3.6-three-tabs, N-17.2.3-see-and-point, N-17.2.4-plain-mp
#[test]
fn a_card_says_what_comes_of_it_where_it_is_played() {
    let field = Field::new().put(France, units(1, 0, 0), "belgium").hand(France, &[105]);
    let mut field = field.advisor(France, Zone::Military, 6).resolve();
    field.done();
    let marmont = card(105);
    assert_eq!(field.label(Action::Play(marmont)), "Play Marmont's Camp near Utrecht");
    assert_eq!(field.words(Action::Play(marmont)), "2 infantry in Holland");
    assert_eq!(field.label(Action::PlayForPoints(marmont)), "Play Marmont's Camp near Utrecht for MP");
    assert_eq!(field.words(Action::PlayForPoints(marmont)), "6 MP");
    let looks = Field::new().hand(France, &[26]).advisor(France, Zone::Diplomacy, 3).resolve();
    let look = Action::PlayOn { card: card(26), nation: Austria };
    assert_eq!(looks.label(look), format!("Play {} on Austria", card(26)));
    assert_eq!(looks.words(look), "a look at the secret objective of Austria");
    let spies = Field::new().hand(France, &[105]).hand(Austria, &[17]);
    let spies = spies.advisor(Austria, Zone::Diplomacy, 3).resolve();
    assert_eq!(spies.words(Action::Play(card(17))), "a look at Napoleon's hand");
}

// proves N-3.6-three-tabs
#[test]
fn a_card_shows_which_of_its_tabs_could_be_played_now() {
    let tab = |field: &Field, action| {
        let choice = field.game.choice(field.game.seat(field.asked()), &action);
        choice.tab.map(|tab| card(36).face().tabs[usize::from(tab)].domain)
    };
    let mut talks = neighbours();
    talks.act(Action::Ally(nations(&[Russia, Prussia]))).act(Action::Pledge(card(2)));
    assert_eq!(tab(&talks, Action::Pledge(card(36))), Some(Domain::Diplomacy));
    for (zone, domain) in [(Zone::Morale, Domain::Morale), (Zone::Society, Domain::Society)] {
        let field = Field::new().hand(Prussia, &[36]).advisor(Prussia, zone, 3).resolve();
        assert_eq!(tab(&field, Action::Play(card(36))), Some(domain));
    }
}

// proves N-8.6.2-cap
#[test]
fn an_advisor_is_not_promised_units_that_his_movement_points_have_used_up() {
    let mut field = Field::new().money(Prussia, 20).advisor(Prussia, Zone::Military, 6).resolve();
    assert!(field.question(Prussia).contains("enlist 1 unit, buy up to 4 MP"));
    field.act(Action::BuyPoints);
    assert!(field.question(Prussia).contains("enlist 1 unit, buy up to 2 MP"));
    let mut field = Field::new().money(Prussia, 20).advisor(Prussia, Zone::Military, 4).resolve();
    field.act(Action::BuyPoints).act(Action::BuyPoints);
    assert!(field.question(Prussia).contains("enlist 1 unit, buy up to 2 MP"), "{}", field.question(Prussia));
}

// proves N-9.3-cost
#[test]
fn a_share_says_who_pays_what_then() {
    let mut field = neighbours().money(Russia, 0);
    field.act(Action::Ally(nations(&[Russia, Prussia])));
    let share = Action::Share { nation: Austria, money: 4 };
    assert_eq!(field.words(share), "Prussia pays 2 FG, Austria 4", "Russia has nothing to pay the rest with");
}

// proves N-9.3-card-each, N-9.3-austria-others, N-9.3-from-forced
#[test]
fn who_joins_an_alliance_is_told_what_it_takes_of_him() {
    let asked = |field: &Field| {
        let question = field.question(field.asked());
        question.split_once(". ").expect("two sentences").1.to_owned()
    };
    let both = Action::Ally(nations(&[Russia, Prussia]));
    // Nobody has a card for it but Austria, perhaps.
    let field = || Field::new().put(Russia, units(1, 0, 0), "poland").put(Prussia, units(1, 0, 0), "berlin");
    let mut field = field().hand(Prussia, &[9]).hand(Austria, &[10]).advisor(Russia, Zone::Diplomacy, 3);
    let bound = field.clone().allied(France, &[Prussia]);
    field = field.resolve();
    field.act(both);
    assert_eq!(
        asked(&field),
        "Change that if you like, and make the offer: only Austria can give your card."
    );
    field.act(Action::Offer);
    assert_eq!(asked(&field), "You have no card for it: agree, if Austria gives one, or refuse.");
    // A forced Ally needs three points.
    let mut field = bound.hand(Prussia, &[36, 14, 52]).hand(Russia, &[2]).resolve();
    field.act(both).act(Action::Pledge(card(2)));
    assert_eq!(asked(&field), "It takes 3 points of Diplomacy: discard cards to join, or refuse.");
    let mut alone = neighbours();
    alone.act(both);
    assert_eq!(asked(&alone), "Change that if you like; discarding a card makes the offer.");
    alone.act(Action::Pledge(card(2)));
    assert_eq!(asked(&alone), "Discard a card to join, or refuse.");
}

// proves N-9.4-price, N-9.5-napoleon, N-9.5-coalition
#[test]
fn what_is_forced_or_cancelled_says_its_price() {
    let field = Field::new().put(France, units(1, 0, 0), "saxony").put(Prussia, units(1, 0, 0), "berlin");
    let field = field.hand(France, &[16, 51]).hand(Russia, &[2, 14]).allied(England, &[Austria]);
    let mut field = field.advisor(France, Zone::Diplomacy, 1).advisor(Russia, Zone::Diplomacy, 3);
    field.game.treaties.list[0].made = 1;
    let mut field = field.resolve();
    let told = |field: &Field, action| (field.label(action), field.price(action), field.words(action));
    let said = |label: &str, price: &str, words: &str| (label.to_owned(), price.to_owned(), words.to_owned());
    assert_eq!(
        told(&field, Action::Force(Prussia)),
        said("Force Prussia into an Alliance", "5 FG", "takes 3 points of Diplomacy, too")
    );
    assert_eq!(
        told(&field, Action::Cancel(England)),
        said("Cancel the Alliance of England and Austria", "4 FG", "takes 2 points of Diplomacy, too")
    );
    field.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
    assert_eq!(
        told(&field, Action::Cancel(Prussia)),
        said("Cancel the Alliance of France and Prussia", "4 FG", "takes 2 points of Diplomacy, too")
    );
}

// proves N-9.5-not-twice
#[test]
fn the_register_says_whether_an_alliance_can_still_be_cancelled() {
    let made = |last: Bond| {
        let mut field = Field::new().put(France, units(1, 0, 0), "saxony").allied(France, &[Prussia]);
        field.game.treaties.list[0].made = 1;
        field.game.treaties.list[0].state = last;
        let field = field.put(Prussia, units(1, 0, 0), "berlin").hand(France, &[16, 51]).hand(Russia, &[2]);
        let field = field.advisor(France, Zone::Diplomacy, 1).advisor(Russia, Zone::Diplomacy, 3);
        let mut field = field.resolve();
        field.act(Action::Force(Prussia)).act(Action::Pledge(card(16))).act(Action::Pledge(card(51)));
        assert_eq!(field.asked(), Russia);
        let view = field.game.view(Viewer::Spectator);
        let mut entries = view.registers[0].entries.iter().map(|entry| entry.value.to_string());
        entries.find(|entry| entry.contains("in turn 2")).expect("it is on record")
    };
    assert_eq!(made(Bond::Over), "forced by France in turn 2, can still be cancelled");
    assert_eq!(made(Bond::Prevented), "forced by France in turn 2, cannot be cancelled at once again");
}

/// Games at random, with all that was told of them.
fn logs(scenario: &str, players: u8, seeds: std::ops::Range<u64>) -> Vec<engine::LogLine> {
    let mut lines = Vec::new();
    for seed in seeds {
        let setup = engine::Setup::new(scenario, players, engine::Seed::from_number(seed));
        let mut session = engine::Session::<Conquests>::start(setup).expect("the set-up is sound");
        let mut chance = engine::Stream::from_number(seed);
        while let Some(seat) = session.to_act().iter().next() {
            let mut actions = Vec::new();
            session.state().actions(seat, &mut actions);
            let action = *engine::Chance::pick(&mut chance, &actions).expect("somebody decides");
            session.act(seat, &action).expect("it is listed");
        }
        lines.extend(session.full_log(Viewer::Spectator, 0));
    }
    lines
}

// proves N-3.1-losses
#[test]
fn a_combat_ends_with_what_it_has_cost_both_sides_however_many_entries_it_took() {
    let (mut within, mut across, mut begun) = (0, 0, None);
    let mut costs = Vec::new();
    for line in logs("short", 5, 0..12) {
        match line.line.mark {
            Some(BattleMark::Begins(ref result)) => {
                (begun, costs) = (Some((line.entry, result.clone())), Vec::new());
            }
            Some(BattleMark::Costs { member, pieces, .. }) => costs.push((member, pieces)),
            Some(BattleMark::Ends) => {
                let (entry, result) = begun.take().expect("it has begun");
                let told = line.line.battle.expect("the line that ends it says what it has cost");
                assert_eq!((&told.title, told.at), (&result.title, result.at));
                for side in &told.sides {
                    let lost = costs.iter().filter(|(member, _)| side.members.contains(member));
                    assert_eq!(side.pieces, lost.map(|(_, pieces)| pieces).sum::<u16>());
                    assert_eq!(side.steps, None);
                }
                *(if entry == line.entry { &mut within } else { &mut across }) += 1;
            }
            None => assert_eq!(line.line.battle, None),
        }
    }
    assert!(within > 3 && across > 3, "{within} within one entry, {across} over several");
}
