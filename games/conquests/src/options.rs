//! Lengths of the game, numbers of players and options. Rulebook 1, 2.

use std::sync::LazyLock;

use engine::{Info, Ledger, OptionSpec, Scenario, SeatRange, Settings, rule};
use serde::{Deserialize, Serialize};

use crate::effects::Length;

/// The rules this table plays by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Rules {
    /// Six turns in two Ages instead of three in one (N-1-campaign).
    pub(crate) campaign: bool,
    /// A nation whose every land is shared with Allies is not eliminated (N-13-eliminated).
    pub(crate) shared_lands_save: bool,
    /// After a Heroic Defence the beaten attacker picks the unit he gives up (N-11.3.2-e-retreat).
    pub(crate) loser_picks: bool,
    /// A nation's own capital scores 10 points, as any other does (N-13.2.3-capitals).
    pub(crate) own_capital_scores: bool,
    /// Levels of Morale below the start raise units when Morale falls onto them (N-8.3-low-levels).
    pub(crate) low_levies: bool,
    /// Against one player, Napoleon's Morale starts higher.
    pub(crate) head_start: bool,
}

/// The scenario of six turns.
pub(crate) const CAMPAIGN: &str = "campaign";

impl Rules {
    pub(crate) fn length(self) -> Length {
        if self.campaign { Length::Campaign } else { Length::Short }
    }

    pub(crate) fn read(settings: &Settings) -> Rules {
        let on = |id| settings.values.flag(id);
        Rules {
            campaign: settings.scenario == CAMPAIGN,
            shared_lands_save: on("shared-lands-save"),
            loser_picks: on("loser-picks"),
            own_capital_scores: on("own-capital-scores"),
            low_levies: on("low-levies"),
            head_start: on("head-start"),
        }
    }
}

pub(crate) static INFO: LazyLock<Info> = LazyLock::new(|| {
    let seats = SeatRange::new(2, 5);
    let scenario = |id, title, blurb| Scenario { id, title, blurb, seats, defaults: vec![] };
    Info {
        id: "conquests",
        title: "Napoleon's Conquests",
        blurb: "Napoleon against a Coalition that is one only when it suits everybody: advisors compete for a few spaces, every \
                card can be used in three ways, and battles hang on what was kept back for them.",
        revision: 6,
        seats,
        scenarios: vec![
            scenario(
                "short",
                "The short game, 1795 to 1804",
                "Three turns: the general becomes First Consul and Emperor, or not.",
            ),
            scenario(
                CAMPAIGN,
                "The campaign, 1795 to 1812",
                "Six turns in two Ages, each with cards of its own, from Italy to the gates of Moscow.",
            ),
        ],
        options: options(),
        presets: vec![],
        orders: crate::orders::orders(),
        ledger: &LEDGER,
    }
});

static LEDGER: LazyLock<Ledger> =
    LazyLock::new(|| Ledger::parse(include_str!("../rules.toml")).expect("the ledger is sound"));

fn options() -> Vec<OptionSpec> {
    let ruling = |id, title, rule, help| OptionSpec::flag("Rulings", id, title, rule, help);
    vec![
        ruling(
            "shared-lands-save",
            "Shared lands save a nation",
            rule!("N-13-eliminated"),
            "A nation that controls no land because it shares all of them with Allies stays in play. Without this it is \
             eliminated, as the letter of the rules has it.",
        )
        .starting_on(),
        ruling(
            "loser-picks",
            "The loser picks his sacrifice",
            rule!("N-11.3.2-e-retreat"),
            "After a Heroic Defence the beaten attacker himself picks the unit that he gives up to retreat without movement \
             points. Without this the victor picks it.",
        ),
        ruling(
            "own-capital-scores",
            "One's own capital scores",
            rule!("N-13.2.3-capitals"),
            "A nation that controls its own capital at the end scores 10 points for it, as for any other.",
        )
        .starting_on(),
        ruling(
            "low-levies",
            "Levies in despair",
            rule!("N-8.3-low-levels"),
            "The lowest levels of the Morale track raise units when a nation's Morale falls onto them for the first time.",
        )
        .starting_on(),
        OptionSpec::flag(
            "Balance",
            "head-start",
            "A head start against one player",
            rule!("N-4.2-morale-start"),
            "With two players, Napoleon's Morale starts at 9: he faces four nations of one mind. Without this it starts at 6, \
             as printed. It changes nothing with more players.",
        )
        .starting_on(),
    ]
}
