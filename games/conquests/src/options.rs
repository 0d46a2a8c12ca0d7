//! Lengths of the game, numbers of players and options. Rulebook 1, 2.

use std::sync::LazyLock;

use engine::{Info, Layer, Ledger, OptionSpec, Scenario, SeatRange, Settings, Term, rule};
use serde::{Deserialize, Serialize};

use crate::effects::Length;

/// The rules this table plays by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
        revision: 7,
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
        layers: vec![Layer::Control, Layer::Reach, Layer::Threat],
        glossary: glossary(),
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

/// What players meet at the table and may not know.
fn glossary() -> Vec<Term> {
    let terms = [
        ("FG", "Francs Germinal, the money of the game: it buys units, MP, cards and Alliances."),
        (
            "MP",
            "Movement points: what marches, voyages and retreats are paid with. Half a point is written ½.",
        ),
        ("SP", "Strength points: what each side of a combat adds up before the die is rolled."),
        (
            "AC",
            "Army corps: an infantry, a cavalry and a cannon together. It marches for 2 MP and fights with 1 SP more.",
        ),
        ("INF", "Infantry: 1 SP, and 1 MP for every land it enters alone."),
        ("CAV", "Cavalry: 1 SP, and ½ MP for every land it enters alone. Only cavalry pursues."),
        ("CAN", "Cannon: 2 SP, and 2 MP for every land it enters, a cavalry with it included."),
        (
            "FRG",
            "Frigate: fights at sea with 2 SP, carries three units, and supports a combat beside it with 1 SP.",
        ),
        ("Guard", "Napoleon's Imperial Guard: an infantry or cavalry that is worth 1 SP more."),
        (
            "Advisor",
            "A token placed on a space of an action zone: it brings what the space says, and lets a card be played.",
        ),
        ("Action zone", "One of six columns of spaces for advisors: Initiative and the five domains."),
        ("Domain", "Finance, Morale, Society, Diplomacy or Military: what cards and advisors are about."),
        ("Initiative", "The zone that decides in which order the nations play in the next turn."),
        ("Stripe", "The colour on the back of a card: everybody sees it and knows one of its domains."),
        ("Tab", "One of the three effects of a card; one of them is used when it is played."),
        (
            "Morale",
            "How willing a nation is to fight: the higher Morale adds up to 3 SP in a combat, and every level is a point.",
        ),
        ("Society", "How far a side has come at home: some levels of its track bring units, money or MP."),
        ("Reserve", "The Enlistment Reserve: units that can be bought."),
        ("Contingent", "The National Contingent: units that tracks and cards bring for nothing."),
        ("Combat effect", "A Military effect that is played in a combat by an advisor kept for it."),
        ("Division", "A combat effect of Napoleon's: he fights one of several Allies alone."),
        (
            "Point of Diplomacy",
            "What a card discarded for an Alliance counts; Alliances are made and cancelled with them.",
        ),
        (
            "Alliance",
            "Nations of the Coalition that move past each other and fight together, to the end of the next turn.",
        ),
        (
            "Forced Alliance",
            "A nation that Napoleon has bound to himself: they fight together, and he can move its units with his own MP.",
        ),
        (
            "Neutral capital",
            "A capital of no player. It has a garrison, and its power helps whoever holds it.",
        ),
        ("Garrison", "The 2 SP that hold a neutral capital until somebody takes it."),
        (
            "Overrun",
            "To march on from a land where one attacks, for 3 MP per enemy unit; two units stay and fight.",
        ),
        (
            "Encircled",
            "Without a land to retreat to: the force breaks out through others and loses units on the way.",
        ),
        ("Objective", "A secret aim of a nation of the Coalition, worth points at the end if it is met."),
        ("Age", "1795 to 1804 or 1805 to 1812: each has cards of its own."),
        (
            "Strategic victory",
            "The best result of a combat for the attacker; also a way to win the game at once.",
        ),
        ("Heroic Defence", "A result of a combat: the attacker is beaten and must pay to get away."),
    ];
    terms.into_iter().map(|(term, meaning)| Term { term, meaning }).collect()
}
