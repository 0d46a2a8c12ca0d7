//! What is known of the game before it is played.

use std::sync::LazyLock;

use engine::{Info, Layer, OptionSpec, Scenario, SeatRange, Settings, Term, rule};
use serde::{Deserialize, Serialize};

use crate::LEDGER;
use crate::state::ScenarioId;

pub(crate) static INFO: LazyLock<Info> = LazyLock::new(|| Info {
    id: "marshals",
    title: "Napoleon and his Marshals",
    blurb: "Armies, marshals and supply from 1805 to 1815, in hexes of 45 km and turns of ten days.",
    revision: 1,
    seats: SeatRange::new(2, 4),
    scenarios: ScenarioId::all().map(scenario).collect(),
    options: options(),
    presets: Vec::new(),
    orders: Vec::new(),
    layers: vec![Layer::Control, Layer::Supply, Layer::Zones, Layer::Guns, Layer::Reach, Layer::Threat],
    glossary: glossary(),
    ledger: &LEDGER,
});

/// The optional rules that are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Optional {
    /// Nothing is hidden but orders that others have yet to answer (M-intel-11).
    pub open: bool,
    /// Of every stack the unit on top is seen (M-intel-5).
    pub boards: bool,
    /// Zones of control are told of next to one's own stacks only (M-lead-39).
    pub strict_zones: bool,
    /// One depot is destroyed by order in a turn (M-loc-22).
    pub sparing: bool,
    /// Leaders are wounded and killed in battle (M-opt-2).
    pub wounds: bool,
    /// Prisoners are paroled (M-opt-1).
    pub paroles: bool,
}

impl Optional {
    /// As a table has agreed.
    pub(crate) fn of(settings: &Settings) -> Optional {
        Optional {
            open: settings.values.flag("open-information"),
            boards: settings.values.flag("leader-boards"),
            strict_zones: settings.values.flag("strict-zoc-test"),
            sparing: settings.values.flag("restricted-depot-destruction"),
            wounds: settings.values.flag("leader-wounds"),
            paroles: settings.values.flag("pow-paroles"),
        }
    }
}

fn options() -> Vec<OptionSpec> {
    let (intelligence, leaders) = ("Limited Intelligence", "Leaders");
    let hiding = |option: OptionSpec| OptionSpec { excludes: vec!["open-information"], ..option };
    vec![
        OptionSpec::flag(
            intelligence,
            "open-information",
            "Open information",
            rule!("M-intel-11"),
            "Everybody sees what is in every stack, and what every power has.",
        ),
        hiding(OptionSpec::flag(
            intelligence,
            "leader-boards",
            "Leader boards",
            rule!("M-intel-5"),
            "Of every stack the unit on top is seen, besides the leader: infantry before horse and guns.",
        )),
        hiding(OptionSpec::flag(
            intelligence,
            "strict-zoc-test",
            "Zones are tested next to the enemy",
            rule!("M-lead-39"),
            "Whether an enemy stack has a zone of control is told next to one of your stacks only, not within two hexes.",
        )),
        OptionSpec::flag(
            "Supply",
            "restricted-depot-destruction",
            "Few depots destroyed",
            rule!("M-loc-22"),
            "One depot of your own is destroyed by order in a turn; others by a leader with infantry who spends a movement factor \
             on the spot.",
        ),
        OptionSpec::flag(
            leaders,
            "leader-wounds",
            "Wounds and death",
            rule!("M-opt-2"),
            "After a battle every leader in it rolls two dice: with 11 or 12 he is wounded for some turns, or killed. Those whom \
             history has killed roll like the others. Napoleon, Kutuzov, Charles, Blucher and Wellington are spared.",
        ),
        OptionSpec::flag(
            leaders,
            "pow-paroles",
            "Paroles",
            rule!("M-opt-1"),
            "A captured leader may be let go in a strategic turn: in each of the next three with 5 or 6, later once a year.",
        ),
    ]
}

fn scenario(id: ScenarioId) -> Scenario {
    let data = id.get();
    let players = || data.players().map(|players| players as u8);
    let seats = SeatRange::new(players().min().unwrap_or(2), players().max().unwrap_or(2));
    let blurb = format!("{} to {}.", data.first_turn, data.last_turn).leak();
    Scenario { id: &data.id, title: &data.name, blurb, seats, defaults: Vec::new() }
}

fn glossary() -> Vec<Term> {
    let terms = [
        ("Factor", "About 5,000 men of infantry, or what fights like them. Counters are only counted."),
        (
            "Zone of control",
            "The six hexes around a stack that is strong enough and led: enemies stop there.",
        ),
        ("Command point", "Activates a leader with his stack, or moves a counter without one."),
        ("Operational turn", "Ten days, in which each side moves and fights."),
        ("Client", "A state that a power controls, with its troops."),
    ];
    terms.into_iter().map(|(term, meaning)| Term { term, meaning }).collect()
}
