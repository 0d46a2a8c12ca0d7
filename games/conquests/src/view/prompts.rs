//! What is to be decided, in a sentence.

use engine::{Gauge, Prompt, Viewer};

use super::sheets::{halves, points};
use crate::action::Action;
use crate::advisors::advisors_of;
use crate::areas::Area;
use crate::effects::Domain;
use crate::errands::Errand;
use crate::military::{POINTS_PER_UNIT, Purchase};
use crate::nations::Nation;
use crate::parley::separate;
use crate::questions::Asked;
use crate::state::{Conquests, Group, Pace, Phase, Step};
use crate::tables::{MilitarySpace, Zone};
use crate::turn::Turn;
use crate::view::choices;

/// What is to be decided, as a viewer reads it.
pub(crate) fn prompt(step: &impl Asked, game: &Conquests, viewer: Viewer) -> Prompt {
    let Some(nation) = step.decider(game) else {
        return Prompt::new("over", "The game is over.");
    };
    let decides = matches!(viewer, Viewer::Seat(seat) if game.seat(nation) == seat);
    if !decides {
        return Prompt::new("wait", format!("{nation} decides: {}.", step.matter(game)));
    }
    let text = step.question(game, nation);
    // Whoever plays several nations is told for which he decides.
    let several = game.nations(game.seat(nation)).len() > 1;
    let text = if several { format!("{nation}: {text}") } else { text };
    let gauges = vec![
        Gauge::new("FG", game.treasury.money[nation]),
        Gauge::new("MP", halves(game.treasury.points[nation])),
    ];
    Prompt { gauges, ..Prompt::new(step.key(game, nation), text) }
}

/// Which question an errand is.
pub(crate) fn key_of_errand(errand: &Errand) -> &'static str {
    match errand {
        Errand::Place { .. } | Errand::Gift { .. } => "place-unit",
        Errand::Enlist(_) => "enlist-by-card",
        Errand::Strike { .. } => "destroy",
        Errand::Subsidy { .. } => "subsidy",
        Errand::Abandon { .. } => "abandon-frigate",
        Errand::Shed { .. } => "lose-on-the-way",
        Errand::Convert { .. } => "guard",
        Errand::GiveUp { .. } => "give-up",
    }
}

/// What an errand is about, for those who wait.
pub(crate) fn matter_of_errand(errand: &Errand) -> &'static str {
    match errand {
        Errand::Place { .. } | Errand::Gift { .. } => "where a unit appears",
        Errand::Enlist(_) => "which units are enlisted",
        Errand::Strike { .. } => "which unit a card destroys",
        Errand::Subsidy { .. } => "who gets the money",
        Errand::Abandon { .. } => "where the troops of a lost frigate land",
        Errand::Shed { .. } => "which unit is lost on the way out",
        Errand::Convert { .. } => "which unit joins the Guard",
        Errand::GiveUp { .. } => "which unit is lost for want of Society",
    }
}

/// Which question a phase asks.
pub(crate) fn key_of_phase(game: &Conquests, nation: Nation) -> &'static str {
    match game.phase {
        Phase::Deploy(_) => "deploy",
        Phase::Advisors(_) => "advise",
        Phase::Resolve(_, _, Step::Purchase(_)) => "purchase",
        Phase::Resolve(..) => "advisor",
        Phase::Powers(_) => "power",
        Phase::Exchange { .. } => "exchange",
        Phase::Separate => "part",
        Phase::Move(_) if game.movement.asked == Some(nation) => "lend",
        Phase::Move(_) if game.movement.group.is_some() => "march",
        Phase::Move(_) => "move",
        Phase::Challenge(_) => "challenge",
        Phase::Combat(_) => "next-combat",
        Phase::Idle(_) => "idle-advisor",
        Phase::Keep(_) => "keep",
    }
}

/// What a phase is about, for those who wait.
pub(crate) fn matter_of_phase(game: &Conquests) -> &'static str {
    match game.phase {
        Phase::Deploy(_) => "the first positions",
        Phase::Advisors(_) => "where an advisor goes",
        Phase::Resolve(..) => "what an advisor does",
        Phase::Powers(_) => "the power of a neutral capital",
        Phase::Exchange { .. } => "cards among Allies",
        Phase::Separate => "how former Allies part",
        Phase::Move(_) => "movement",
        Phase::Challenge(_) => "combats at sea",
        Phase::Combat(_) => "which combat is next",
        Phase::Idle(_) => "a card for an advisor kept back",
        Phase::Keep(_) => "which cards of the first Age are kept",
    }
}

/// What a phase asks a nation.
pub(crate) fn question_of_phase(game: &Conquests, nation: Nation) -> String {
    match game.phase {
        Phase::Deploy(_) => question_of_deployment(game, nation),
        Phase::Advisors(_) => question_of_advice(game, nation),
        Phase::Resolve(_, space, Step::Purchase(purchase)) => question_of_purchase(space, &purchase),
        Phase::Resolve(zone, _, Step::Cancelled) => {
            format!("Your advisor in {zone}: cancel another Alliance, or be done.")
        }
        Phase::Resolve(zone, _, Step::Tried) => {
            format!("Your advisor in {zone}: buy a card, or go without.")
        }
        Phase::Resolve(zone, ..) => question_of_advisor(game, nation, zone),
        Phase::Powers(number) => match Area::neutral_capitals().get(usize::from(number)) {
            Some(capital) => match choices::domain_in_use(game) {
                Some(Domain::Diplomacy) => format!("You hold {capital}: make an Alliance by its power?"),
                Some(domain) => format!("You hold {capital}: play a card for {domain} by its power?"),
                None => format!("You hold {capital}: use its power?"),
            },
            None => "Use the power of the neutral capital?".to_owned(),
        },
        Phase::Exchange { .. } => "Give or show a card to an Ally, or be done.".to_owned(),
        Phase::Separate => separate::question_of_parting(game),
        Phase::Move(_) if game.movement.asked == Some(nation) => "Lend your units to your Ally?".to_owned(),
        Phase::Move(_) => match game.movement.group {
            Some(group) => question_of_march(game, nation, &group),
            None => "Move units and frigates, or end the movement.".to_owned(),
        },
        Phase::Challenge(_) => "Declare combats at sea, or be done.".to_owned(),
        Phase::Combat(_) => "Which of your combats is fought next?".to_owned(),
        Phase::Idle(_) => "You have kept an advisor back: buy a card?".to_owned(),
        Phase::Keep(_) => match nation {
            Nation::France => "Keep up to one card of each type from the first Age.".to_owned(),
            _ => "Keep up to two cards of different types from the first Age.".to_owned(),
        },
    }
}

/// Which units of the start come next, and how many (4.2).
fn question_of_deployment(game: &Conquests, nation: Nation) -> String {
    let left = game.to_deploy(nation);
    match left.kinds().next() {
        Some(kind) => format!("Place your first units, now {kind}. Left in all: {left}."),
        None => "Place your first units.".to_owned(),
    }
}

/// What an advisor is good for, and how many are left to place (7).
fn question_of_advice(game: &Conquests, nation: Nation) -> String {
    let placed: usize = Zone::all().into_iter().map(|zone| game.council.advisors(nation, zone)).sum();
    let left = advisors_of(nation).saturating_sub(placed);
    format!(
        "Place an advisor ({left} left): he brings what his space says, and lets you play a card of that domain."
    )
}

/// What an advisor can do, and nothing that he cannot.
fn question_of_advisor(game: &Conquests, nation: Nation, zone: Zone) -> String {
    let actions = open_to(game, nation);
    let any = |wanted: fn(&Action) -> bool| actions.iter().any(wanted);
    let plays = any(|action| {
        matches!(
            action,
            Action::Play(_)
                | Action::PlayOn { .. }
                | Action::PlayForPoints(_)
                | Action::PlayForGuard(_)
                | Action::Subsidise(_)
        )
    });
    let deeds = [
        (any(|action| matches!(action, Action::Ally(_))), "propose an Alliance"),
        (any(|action| matches!(action, Action::Force(_))), "force an Alliance"),
        (any(|action| matches!(action, Action::Cancel(_))), "cancel an Alliance"),
        (plays, "play a card"),
        (any(|action| matches!(action, Action::BuyCard)), if plays { "buy one" } else { "buy a card" }),
    ];
    let deeds = deeds.into_iter().filter(|(can, _)| *can).map(|(_, deed)| format!("{deed}, "));
    let deeds: String = deeds.collect();
    let or = if deeds.is_empty() { "" } else { "or " };
    let rest = if zone == Zone::Military { "keep him for combat" } else { "go without" };
    let none = if plays || zone == Zone::Diplomacy || game.cards.hands[nation].is_empty() {
        ""
    } else {
        " None of your cards can be played here."
    };
    format!("Your advisor in {zone}: {deeds}{or}{rest}.{none}")
}

/// What a nation can decide now.
pub(super) fn open_to(game: &Conquests, nation: Nation) -> Vec<Action> {
    let mut actions = Vec::new();
    Turn.list(game, nation, &mut actions);
    actions
}

/// What the group is, what a land costs it, and what can be done with it (10.1).
fn question_of_march(game: &Conquests, nation: Nation, group: &Group) -> String {
    let nations = Nation::all().filter(|other| !group.troops[*other].is_empty());
    let units: Vec<String> = nations.map(|other| group.troops[other].named(other)).collect();
    let units = units.join(", ");
    let price = match game.price_of_group(nation) {
        Some(price) => format!("the next land costs {} MP", points(price)),
        None => "full corps are needed to march".to_owned(),
    };
    let actions = open_to(game, nation);
    let any = |wanted: fn(&Action) -> bool| actions.iter().any(wanted);
    let grows = any(|action| matches!(action, Action::Pick { .. }));
    let shrinks = any(|action| matches!(action, Action::Drop { .. }));
    let goes = any(|action| matches!(action, Action::March(_)));
    let what = match (group.pace, grows, goes, shrinks) {
        (Pace::Forming, true, ..) => "Take more along, or choose where the group goes.",
        (Pace::Forming, false, ..) => "Choose where the group goes.",
        (_, _, true, true) => "Choose where the group goes on to, leave units behind, or stay.",
        (_, _, true, false) => "Choose where the group goes on to, or stay.",
        (_, _, false, true) => "It can go no further: leave units behind, or stay.",
        (_, _, false, false) => "It can go no further.",
    };
    format!("{units}: {price}. {what}")
}

/// What an advisor in Military can still buy (N-8.6.2-cap).
fn question_of_purchase(space: u8, purchase: &Purchase) -> String {
    let offer = MilitarySpace::numbered(space + 1);
    let enlisted = purchase.enlisted.len();
    let room = offer.ceiling.saturating_sub(purchase.points + POINTS_PER_UNIT * enlisted);
    let units = offer.units.saturating_sub(enlisted).min(room / POINTS_PER_UNIT);
    let units = match units {
        0 => return format!("Your advisor in Military: buy up to {room} MP. He can enlist no more units."),
        1 => "enlist 1 unit".to_owned(),
        units => format!("enlist up to {units} units"),
    };
    format!(
        "Your advisor in Military: {units}, buy up to {room} MP; each unit leaves {POINTS_PER_UNIT} MP less to buy."
    )
}

/// What whoever has an errand is asked.
pub(crate) fn question_of_errand(errand: Errand) -> String {
    match errand {
        Errand::Place { kind, .. } => format!("You have won {kind}: place it in a land that you control."),
        Errand::Gift { card, .. } => format!("{card} grants a unit: place it."),
        Errand::Enlist(draft) if draft.taken => "Enlist more units of the card, or be done.".to_owned(),
        Errand::Enlist(_) => "Enlist a unit of the card.".to_owned(),
        Errand::Strike { card, .. } => format!("{card}: name the unit that is lost."),
        Errand::Subsidy { left } => format!("Give {left} FG to other nations, one by one."),
        Errand::Abandon { .. } => {
            "The frigate goes down: land its troops for 1 MP each, or give them up.".to_owned()
        }
        Errand::Shed { from, count: 1, .. } => {
            format!("A unit is lost on the way out of {from}: name it.")
        }
        Errand::Shed { from, count, .. } => {
            format!("{count} units are lost on the way out of {from}: name one.")
        }
        Errand::Convert { arm } => format!("Which {arm} joins the Guard?"),
        Errand::GiveUp { kind, at: None, .. } => format!("Society is too low: give up {kind}."),
        Errand::GiveUp { kind, at: Some(land), .. } => {
            format!("Society is too low: give up {kind} of the corps in {land}.")
        }
    }
}
