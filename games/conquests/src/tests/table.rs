//! The table: boards, sheets, choices and reasons.

use std::collections::HashSet;

use engine::{Game, PieceKey, Recorder, Seed, Setup, SpaceRef, Target, Viewer};

use super::field::{Field, at, card, units, wander};
use crate::Conquests;
use crate::action::Action;
use crate::cards::Card;
use crate::effects::{Age, Domain};
use crate::event::Event;
use crate::nations::{Nation, Side};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

#[test]
fn the_mat_has_a_box_for_every_space_of_the_zones() {
    let mat = &Conquests::boards()[1];
    assert_eq!(mat.spaces.len(), 23);
    let named =
        |name: &str| mat.spaces.iter().position(|space| space.name == name).expect("there is such a box");
    assert_eq!(named("Initiative 1"), Zone::Initiative.first());
    assert_eq!(named("Military 6"), Zone::Military.first() + 5);
    let notes = |name: &str| mat.spaces[named(name)].notes.join(", ");
    assert_eq!(notes("Initiative 2"), "1 card, 2 FG, 2 MP");
    assert_eq!(notes("Military 3"), "up to 8 MP, 1 unit: CAV, CAN");
    assert_eq!(notes("Diplomacy 3"), "no gain");
    let columns: Vec<_> = mat.spaces.iter().map(|space| space.land.clone()).collect();
    assert_eq!(columns.iter().collect::<HashSet<_>>().len(), 6);
}

#[test]
fn everything_that_can_be_chosen_is_on_the_table() {
    for (scenario, players, seed) in [("short", 5, 5), ("campaign", 3, 6)] {
        wander(scenario, players, seed, |game, seat, actions| {
            let table = game.view(Viewer::Seat(seat));
            let pieces: HashSet<PieceKey> = table.pieces.iter().map(|piece| piece.key).collect();
            for action in actions {
                let choice = game.choice(seat, action);
                let piece = match choice.target {
                    Target::Piece { piece } | Target::Move { piece, .. } => Some(piece),
                    Target::Space(_) | Target::Button => None,
                };
                assert!(piece.is_none_or(|piece| pieces.contains(&piece)), "{action:?}: {choice:?}");
            }
            let labels: HashSet<_> =
                actions.iter().map(|action| game.choice(seat, action)).map(|c| (c.label, c.target)).collect();
            assert_eq!(labels.len(), actions.len(), "two choices look the same: {actions:?}");
        });
    }
}

#[test]
fn a_sheet_counts_points_line_by_line() {
    let field = Field::new().put(Nation::France, units(2, 1, 1), "paris").money(Nation::France, 11);
    let table = field.game.view(Viewer::Spectator);
    // A capital 10, a territory 1, Morale 6, a corps 1, money 2.
    assert_eq!(table.seats[0].gauges[0].value, 20.into());
    assert_eq!(table.seats[0].notes[0], "Points: Capitals 10, Territories 1, Morale 6, Corps 1, Money 2.");
    let stack =
        table.pieces.iter().find(|piece| piece.name() == "2 French infantry").expect("it stands there");
    assert_eq!((stack.count, stack.strength()), (Some(2), Some(2)));
}

#[test]
fn a_click_that_does_nothing_is_answered_by_the_rule() {
    let setup = Setup::new("short", 5, Seed::from_number(1));
    let game = Conquests::new(&setup, &mut Recorder::silent()).expect("the set-up is sound");
    let nation = game.decider().expect("somebody places units");
    let seat = game.seat(nation);
    let away = if nation == Nation::Russia { "berlin" } else { "moscow" };
    let target = Target::Space(SpaceRef { board: 0, space: at(away).0.into() });
    let reasons = game.explain(seat, &target);
    assert!(reasons[0].rule.as_str().starts_with("N-4.2-"), "{reasons:?}");
    let mut field = Field::new().peopled().advisor(Nation::England, Zone::Morale, 2);
    field.game.phase = crate::state::Phase::Advisors(0);
    let taken = Target::Space(SpaceRef { board: 1, space: Zone::Morale.first() as u16 + 1 });
    assert_eq!(
        field.game.explain(field.game.seat(Nation::France), &taken)[0].rule.as_str(),
        "N-7-empty-space"
    );
    let waits = field.game.seat(Nation::Russia);
    assert_eq!(field.game.explain(waits, &taken)[0].why, "it is not your turn to decide");
}

#[test]
fn to_be_done_is_called_by_what_it_ends() {
    let label = |field: &Field| {
        let nation = field.game.decider().expect("somebody decides");
        field.game.choice(field.game.seat(nation), &Action::Done).label
    };
    let prussia = Nation::Prussia;
    let field = Field::new().money(prussia, 20).hand(prussia, &[89]).advisor(prussia, Zone::Military, 6);
    let mut field = field.resolve();
    assert_eq!(label(&field), "Buy no more");
    field.done();
    assert_eq!(label(&field), "Keep the advisor for combat");
    field.act(Action::Play(card(89)));
    field.act(Action::Enlist { kind: Kind::Cavalry, at: at("berlin") });
    assert_eq!(label(&field), "Enlist no more");
}

#[test]
fn a_levy_of_nothing_is_not_told_of() {
    let by = Field::new().game.party(Nation::France);
    let levied = |halves| Event::Levied { from: Nation::Austria, by, halves }.tell(Viewer::Spectator);
    assert_eq!(
        levied(4).map(|line| line.text.to_string()),
        Some("France takes 2 MP from Austria".to_owned())
    );
    assert!(levied(0).is_none());
}

// proves N-3.6-advisor-needed, N-3.6-combat-only, N-17.2.1-partial, N-3.1-reserve-empty
#[test]
fn a_card_or_a_unit_that_cannot_be_had_says_why_although_nothing_like_it_can() {
    let reasons = |field: &Field, target: Target| {
        let seat = field.game.seat(field.asked());
        let reasons = field.game.explain(seat, &target);
        reasons.iter().map(|denied| denied.rule.as_str()).collect::<Vec<_>>()
    };
    let on_card = |number: u8| Target::Piece { piece: PieceKey::of(&card(number)) };
    let prussia = Nation::Prussia;
    let military = Card::with_tab(Domain::Military) - Card::with_tab(Domain::Finance);
    let soldier = military.iter().find(|card| card.face().side == Side::Coalition).expect("there is one");
    let bank = Field::new().hand(prussia, &[soldier.number()]).advisor(prussia, Zone::Finance, 1).resolve();
    assert_eq!(reasons(&bank, on_card(soldier.number())), ["N-3.6-advisor-needed"]);
    let combat = (Card::deck(Side::Coalition, Age::First) & Card::with_tab(Domain::Military))
        .iter()
        .find(|card| card.is_combat_effect())
        .expect("there is one");
    let mut staff =
        Field::new().hand(prussia, &[combat.number()]).advisor(prussia, Zone::Military, 1).resolve();
    assert_eq!(reasons(&staff, on_card(combat.number())), ["N-8.6.1-two-actions"]);
    staff.done();
    assert_eq!(reasons(&staff, on_card(combat.number())), ["N-3.6-combat-only"]);
    // The victims of this card have no Morale to lose.
    let mut harm =
        Field::new().hand(Nation::France, &[77]).advisor(Nation::France, Zone::Morale, 2).resolve();
    harm.game.tracks.morale = [6, 0, 0, 0, 0].into();
    assert_eq!(reasons(&harm, on_card(77)), ["N-17.2.1-partial"]);
    // A card that helps nobody now is not measured by one that is played against others.
    let cheered = Field::new().morale(Nation::France, 16).hand(Nation::France, &[15, 77]);
    let cheered = cheered.advisor(Nation::France, Zone::Morale, 2).resolve();
    assert_eq!(reasons(&cheered, on_card(15)), ["N-17.2.1-partial"]);
    let mut spent = Field::new().money(prussia, 20).advisor(prussia, Zone::Military, 3);
    spent.game.forces.reserves[prussia] = Troops::NONE;
    let berlin = Target::Space(SpaceRef { board: 0, space: at("berlin").0.into() });
    let spent = spent.resolve();
    assert_eq!(reasons(&spent, berlin), ["N-8.6.2-space-3", "N-3.1-reserve-empty"]);
}
