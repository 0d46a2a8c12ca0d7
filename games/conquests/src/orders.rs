//! Standing orders: what a player asks not to be asked.
//!
//! They cover what comes up in the turns of others, so that a game by correspondence does not wait for somebody who does not
//! mind.

use engine::{OptionSpec, Values, rule};

use crate::action::Action;

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

impl Action {
    /// This, if that is the order.
    pub(crate) fn if_ordered(self, orders: &Values, id: &str, answer: &str) -> Option<Action> {
        (orders.choice(id) == answer).then_some(self)
    }
}
