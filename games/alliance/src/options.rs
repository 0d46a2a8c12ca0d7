//! Scenarios, options and presets.

use std::sync::LazyLock;

use engine::{
    Info, Ledger, OptionKind, OptionSpec, Preset, RuleId, Scenario, SeatRange, Settings, Value, rule,
};
use serde::{Deserialize, Serialize};

use crate::states::{EMPIRES, State};

/// The rules this table plays by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Rules {
    /// One player plays all empires against the cards (12.2).
    pub(crate) solitaire: bool,
    /// Nobody is told what is in others' treasuries (A-3.4-hidden).
    pub(crate) hidden_treasuries: bool,
    /// Nobody is told of alliances but those who made them (A-6.2-secret).
    pub(crate) secret_alliances: bool,
    /// Players make and break alliances in Winter only (6.22).
    pub(crate) gentlemens: bool,
    /// The last year that is played.
    pub(crate) last_year: u16,
}

/// The empires in the order in which they are taken into play.
const USUAL: [State; 7] = [
    State::France,
    State::Britain,
    State::Russia,
    State::Austria,
    State::Prussia,
    State::Spain,
    State::Turkey,
];

/// The last year of the last scenario.
const END: u16 = 1815;

impl Rules {
    pub(crate) fn read(settings: &Settings, years: (u16, u16)) -> Rules {
        let on = |id| settings.values.flag(id);
        Rules {
            solitaire: settings.scenario == "solitaire",
            hidden_treasuries: on("hidden-treasuries"),
            secret_alliances: on("secret-alliances"),
            gentlemens: on("gentlemens-diplomacy"),
            last_year: if on("campaign-game") { END } else { years.1 },
        }
    }
}

/// The option that has an empire played.
pub(crate) fn option_of(empire: State) -> &'static str {
    match empire {
        State::Austria => "austria",
        State::Britain => "britain",
        State::France => "france",
        State::Prussia => "prussia",
        State::Russia => "russia",
        State::Spain => "spain",
        _ => "turkey",
    }
}

/// The empires that are played: those asked for, filled up in the usual order, which is also the order of the seats.
pub(crate) fn played(settings: &Settings) -> Result<Vec<State>, engine::Denied> {
    let asked = |empire: &State| settings.values.flag(option_of(*empire));
    let seats = usize::from(settings.seats);
    let wanted = USUAL.iter().filter(|empire| asked(empire)).count();
    if wanted > seats {
        let why = format!("{wanted} empires are to be played, but there are {seats} players");
        return Err(engine::Denied::new(rule!("A-1.1-players"), why));
    }
    let rest = USUAL.iter().filter(|empire| !asked(empire)).take(seats - wanted);
    let chosen: Vec<&State> = USUAL.iter().filter(|empire| asked(empire)).chain(rest).collect();
    Ok(USUAL.into_iter().filter(|empire| chosen.contains(&empire)).collect())
}

pub(crate) static INFO: LazyLock<Info> = LazyLock::new(|| {
    let seats = SeatRange::new(2, 7);
    let scenario = |id, title, blurb| Scenario { id, title, blurb, seats, defaults: vec![] };
    Info {
        id: "alliance",
        title: "Alliance",
        blurb: "Europe from 1804 to 1815 for up to seven empires: hidden blocks, one card a turn, neutrals to be won or \
                overrun, and alliances that last as long as they are useful.",
        revision: 1,
        seats,
        scenarios: vec![
            scenario(
                "1804",
                "1804 to 1807",
                "Austerlitz, Jena, Friedland: France and Spain against Britain, and who else?",
            ),
            scenario(
                "1808",
                "1808 to 1811",
                "The Peninsula and Wagram: France at its height, Spain about to rise.",
            ),
            scenario("1812", "1812 to 1815", "The march to Moscow and back: everything at full strength."),
        ],
        options: options(),
        presets: presets(),
        orders: vec![],
        ledger: &LEDGER,
    }
});

static LEDGER: LazyLock<Ledger> =
    LazyLock::new(|| Ledger::parse(include_str!("../rules.toml")).expect("the ledger is sound"));

fn options() -> Vec<OptionSpec> {
    const TABLE: &str = "The table";
    const PLAYED: &str = "Who is played";
    let flag = |group, id, title, rule: RuleId, help| OptionSpec {
        id,
        title,
        help,
        group,
        rule: Some(rule),
        kind: OptionKind::Flag,
        default: false.into(),
        needs: vec![],
        excludes: vec![],
    };
    let mut options = vec![
        flag(
            TABLE,
            "campaign-game",
            "Campaign game",
            rule!("A-12.1-campaign"),
            "Play goes on through the years of the later scenarios, to the end of 1815.",
        ),
        flag(
            TABLE,
            "hidden-treasuries",
            "Hidden treasuries",
            rule!("A-3.4-hidden"),
            "Nobody sees how much gold the others have.",
        ),
        flag(
            TABLE,
            "secret-alliances",
            "Secret alliances",
            rule!("A-6.2-secret"),
            "Only those who are allied know it.",
        ),
        flag(
            TABLE,
            "gentlemens-diplomacy",
            "Gentleman's diplomacy",
            rule!("A-6.22-winter"),
            "Players make and break alliances with each other in Winter only.",
        ),
    ];
    for empire in EMPIRES {
        options.push(flag(
            PLAYED,
            option_of(empire),
            empire.name(),
            rule!("A-1.1-players"),
            "A player leads this empire. Empires that nobody asks for are taken in the usual order: France, Britain, Russia, \
             Austria, Prussia, Spain, Turkey.",
        ));
    }
    options
}

fn presets() -> Vec<Preset> {
    let on = |empires: &[State]| -> Vec<(&'static str, Value)> {
        empires.iter().map(|empire| (option_of(*empire), Value::Flag(true))).collect()
    };
    let preset = |id, title, help, scenario, empires: &[State]| {
        let count = empires.len() as u8;
        Preset { id, title, help, scenario, seats: SeatRange::new(count, count), options: on(empires) }
    };
    use State::{Austria, Britain, France, Prussia, Russia, Spain};
    vec![
        preset(
            "duel",
            "The duel",
            "France against Britain; everybody else is to be won.",
            "1804",
            &[France, Britain],
        ),
        preset(
            "three-emperors",
            "Three emperors",
            "France, Austria and Russia; Britain is nobody's.",
            "1804",
            &[France, Austria, Russia],
        ),
        preset(
            "peninsula",
            "The Peninsula",
            "France, Britain and a Spain that has had enough.",
            "1808",
            &[France, Britain, Spain],
        ),
        preset(
            "invasion",
            "The invasion",
            "France against Russia, with Britain behind.",
            "1812",
            &[France, Russia, Britain],
        ),
        preset(
            "coalition",
            "The coalition",
            "France against four: Britain, Austria, Prussia and Russia.",
            "1804",
            &[France, Britain, Austria, Prussia, Russia],
        ),
    ]
}
