//! Standing orders: what a player asks not to be asked.
//!
//! They cover what comes up in the turns of others, so that a game by correspondence does not wait for somebody who does not
//! mind.

use std::cmp::Reverse;

use engine::{OptionSpec, Seat, Values, rule};

use crate::action::Action;
use crate::combat::{Battle, Stage};
use crate::nations::Nation;
use crate::parley::Matter;
use crate::state::{Conquests, Phase};
use crate::troops::{Arms, Kind, Troops};

/// The orders a player can give.
pub(crate) fn orders() -> Vec<OptionSpec> {
    let order = OptionSpec::order;
    let (alliances, combats) = ("Alliances", "In combats");
    vec![
        order(
            "offers",
            "Alliances that others propose",
            "Whether you join an Alliance or pay for one of others.",
            alliances,
            rule!("N-9.3-agreement"),
            &[("refuse", "Refuse all")],
        ),
        order(
            "freeing",
            "The end of Forced Alliances",
            "Whether you give a card or money when another nation tries to cancel one.",
            alliances,
            rule!("N-9.5-coalition"),
            &[("refuse", "Give nothing")],
        ),
        order(
            "objections",
            "Alliances made through Stockholm",
            "Whether your advisor in Diplomacy cancels one before its time.",
            alliances,
            rule!("N-8.5-stockholm-cancel"),
            &[("never", "Let all pass")],
        ),
        order(
            "cards",
            "A card for new Allies",
            "Whether you give or show a card when an Alliance has been made.",
            alliances,
            rule!("N-9.2-card"),
            &[("never", "Keep all hidden")],
        ),
        order(
            "lending",
            "Units for the corps of Allies",
            "Whether Allies may take your units along in mixed corps.",
            alliances,
            rule!("N-9.2-mixed-corps-move"),
            &[("always", "Always lend them"), ("never", "Never lend them")],
        ),
        order(
            "effects",
            "Combat effects",
            "Whether you play a card in combats, to retreat before one included.",
            combats,
            rule!("N-11.1-who"),
            &[("never", "Never play one")],
        ),
        order(
            "support",
            "Support by frigates",
            "Whether your frigates support combats on land beside them. Each supports one a turn.",
            combats,
            rule!("N-11.2-naval-support"),
            &[("all", "With all of them, the first combat that comes"), ("never", "Never")],
        ),
        order(
            "losses",
            "Losses on land",
            "Which of your units you give up where all are of one nation.",
            combats,
            rule!("N-11.3-units-counted"),
            &[("weakest", "Those that leave most strength, infantry first")],
        ),
        order(
            "idle",
            "Advisors kept for nothing",
            "Whether an advisor in the Military zone whose combat effect was not used buys a card.",
            combats,
            rule!("N-8-buy-unused-combat"),
            &[("never", "Buy none"), ("always", "Buy one for 1 FG")],
        ),
    ]
}

/// The answer of `seat` to what it has to decide, if its orders say.
pub(crate) fn ordered(game: &Conquests, seat: Seat, orders: &Values) -> Option<Action> {
    let nation = game.decider().filter(|nation| game.seat(*nation) == seat)?;
    if game.errand().is_some() {
        return None;
    }
    let wanted = if let Some(parley) = &game.parley {
        match parley.matter {
            Matter::Objection(_) => Action::Done.if_ordered(orders, "objections", "never"),
            _ if !parley.offered => None,
            Matter::Alliance => Action::Refuse.if_ordered(orders, "offers", "refuse"),
            _ => Action::Refuse.if_ordered(orders, "freeing", "refuse"),
        }
    } else if let Some(battle) = &game.battle {
        standing_answer_in_battle(game, battle, nation, orders)
    } else {
        match game.phase {
            Phase::Exchange { .. } => Action::Done.if_ordered(orders, "cards", "never"),
            Phase::Move(_) if game.movement.asked.is_some() => match orders.choice("lending") {
                "always" => Some(Action::Accept),
                "never" => Some(Action::Refuse),
                _ => None,
            },
            Phase::Idle(_) => match orders.choice("idle") {
                "always" => Some(Action::BuyCard),
                "never" => Some(Action::Done),
                _ => None,
            },
            _ => None,
        }
    }?;
    let mut answers = Vec::new();
    game.list(seat, &mut answers);
    answers.contains(&wanted).then_some(wanted)
}

fn standing_answer_in_battle(
    game: &Conquests,
    battle: &Battle,
    nation: Nation,
    orders: &Values,
) -> Option<Action> {
    match battle.stage {
        Stage::Avoid | Stage::Effects(_) => Action::Done.if_ordered(orders, "effects", "never"),
        Stage::Support(_) => match orders.choice("support") {
            "all" => Some(Action::Support(battle.supporters(game, nation).len() as u8)),
            "never" => Some(Action::Done),
            _ => None,
        },
        // Not if the enemy picks, or if it has to be said whose units they are.
        Stage::Losses(_) if orders.choice("losses") == "weakest" => {
            let own = battle.leaving.len() == 1 && battle.leaving.contains(nation) && battle.due[0] == 0;
            own.then(|| cheapest_loss(game, battle, nation)).flatten()
        }
        _ => None,
    }
}

/// The unit without which those that stay are strongest.
fn cheapest_loss(game: &Conquests, battle: &Battle, nation: Nation) -> Option<Action> {
    let troops = game.forces.troops(nation, battle.area);
    let left = |kind: &Kind| Arms::default().with(nation, troops - Troops::one(*kind)).strength();
    // Of equals the first is taken: infantry.
    troops.kinds().min_by_key(|kind| Reverse(left(kind))).map(|kind| Action::Lose { nation, kind })
}

impl Action {
    /// This, if that is the order.
    fn if_ordered(self, orders: &Values, id: &str, answer: &str) -> Option<Action> {
        (orders.choice(id) == answer).then_some(self)
    }
}
