//! Scenarios, options and presets.

use std::sync::LazyLock;

use engine::{
    Denied, Info, Layer, Ledger, OptionSpec, Preset, Scenario, SeatRange, Settings, Term, Value, rule,
};
use serde::{Deserialize, Serialize};

use crate::states::{EMPIRES, State};

/// The rules this table plays by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

/// The scenario for one player.
pub(crate) const SOLITAIRE: &str = "solitaire";

/// The option that says for how many cards the solo player plays.
const CARDS: &str = "cards";

/// Options between players, which mean nothing to one.
const BETWEEN_PLAYERS: [&str; 4] =
    ["campaign-game", "hidden-treasuries", "secret-alliances", "gentlemens-diplomacy"];

/// The last year of the last scenario.
const END: u16 = 1815;

impl Rules {
    pub(crate) fn read(settings: &Settings, years: (u16, u16)) -> Rules {
        let on = |id| settings.values.flag(id);
        Rules {
            solitaire: settings.scenario == SOLITAIRE,
            hidden_treasuries: on("hidden-treasuries"),
            secret_alliances: on("secret-alliances"),
            gentlemens: on("gentlemens-diplomacy"),
            last_year: match settings.values.choice(CARDS) {
                _ if on("campaign-game") => END,
                "32" => years.1 + 4,
                "48" => years.1 + 8,
                _ => years.1,
            },
        }
    }
}

/// Whether the options have a meaning in the scenario.
pub(crate) fn suits(settings: &Settings) -> Result<(), Denied> {
    let on = |id: &str| settings.values.flag(id);
    if settings.scenario != SOLITAIRE {
        if settings.values.choice(CARDS) != "16" {
            let why = "only the solitaire game is played for a number of cards";
            return Err(Denied::new(rule!("A-12.2-long"), why));
        }
        if settings.scenario == "1812" && on("campaign-game") {
            return Err(Denied::new(rule!("A-12.1-campaign"), "no years follow after those of 1812"));
        }
        return Ok(());
    }
    if EMPIRES.iter().any(|empire| on(option_of(*empire))) {
        return Err(Denied::new(rule!("A-12.2-deck"), "the cards say which empire the solo player leads"));
    }
    match BETWEEN_PLAYERS.iter().find(|id| on(id)) {
        Some(id) => {
            let why = format!("{id} is for several players, with gold and alliances");
            Err(Denied::new(rule!("A-12.2-setup"), why))
        }
        None => Ok(()),
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
pub(crate) fn played(settings: &Settings) -> Result<Vec<State>, Denied> {
    let asked = |empire: &State| settings.values.flag(option_of(*empire));
    let seats = usize::from(settings.seats);
    let wanted = USUAL.iter().filter(|empire| asked(empire)).count();
    if wanted > seats {
        let why = format!("{wanted} empires are to be played, but there are {seats} players");
        return Err(Denied::new(rule!("A-1.1-players"), why));
    }
    let rest = USUAL.iter().filter(|empire| !asked(empire)).take(seats - wanted);
    let chosen: Vec<&State> = USUAL.iter().filter(|empire| asked(empire)).chain(rest).collect();
    Ok(USUAL.into_iter().filter(|empire| chosen.contains(&empire)).collect())
}

pub(crate) static INFO: LazyLock<Info> = LazyLock::new(|| {
    let scenario = |id, title, blurb, seats| Scenario { id, title, blurb, seats, defaults: vec![] };
    let several = SeatRange::new(2, 7);
    Info {
        id: "alliance",
        title: "Alliance",
        blurb: "Europe from 1804 to 1815 for up to seven empires: hidden blocks, one card a turn, neutrals to be won or \
                overrun, and alliances that last as long as they are useful.",
        revision: 4,
        seats: SeatRange::new(1, 7),
        scenarios: vec![
            scenario(
                "1804",
                "1804 to 1807",
                "Austerlitz, Jena, Friedland: France and Spain against Britain, and who else?",
                several,
            ),
            scenario(
                "1808",
                "1808 to 1811",
                "The Peninsula and Wagram: France at its height, Spain about to rise.",
                several,
            ),
            scenario(
                "1812",
                "1812 to 1815",
                "The march to Moscow and back: everything at full strength.",
                several,
            ),
            scenario(
                SOLITAIRE,
                "Solitaire",
                "Everybody at war with everybody: each card says whom you lead next, and every empire's gains are yours.",
                SeatRange::new(1, 1),
            ),
        ],
        options: options(),
        presets: presets(),
        orders: crate::orders::orders(),
        layers: vec![Layer::Control, Layer::Supply, Layer::Reach, Layer::Threat],
        glossary: GLOSSARY.map(|(term, meaning)| Term { term, meaning }).into(),
        ledger: &LEDGER,
    }
});

/// Words that players meet at the table.
const GLOSSARY: [(&str, &str); 35] = [
    (
        "A, B, C, D",
        "The battle letter of a block: A acts first in a round, D last; defenders before attackers.",
    ),
    (
        "action point",
        "What a card gives for a turn: one pays for a group, a levy, a new block or an army's sea move.",
    ),
    ("Art", "Artillery: few steps, but it acts first (letter A)."),
    (
        "battle phase",
        "After all player turns the pending battles are fought one by one; the blocks lie face up meanwhile.",
    ),
    (
        "bid",
        "Gold offered for a state by whoever has played the highest leader; others may match it, then all roll.",
    ),
    (
        "block",
        "An army, fleet or fortress. Its face, and its strength on the upper edge, is seen by its leader alone.",
    ),
    (
        "border limit",
        "How many blocks may cross a border into battle in a turn: 4 clear, 3 forest or river, 2 others, less in Winter.",
    ),
    ("Cav", "Cavalry: acts second (letter B)."),
    ("disband", "To take a block off the map in Winter; it can be built again after the next Winter."),
    ("event", "What a leader card can do once in its turn besides its action points."),
    ("extend", "To spend a step of an HQ so that its attackers fight on after round 3."),
    (
        "fire",
        "A block rolls a die for each step; every roll up to its number is a hit. B3: letter B, hits on 1 to 3.",
    ),
    (
        "Fleet",
        "Holds seas, carries armies and fights at sea or in harbour; without steps it is afloat, but does not fire.",
    ),
    (
        "force pool",
        "Blocks that are not on the map: upright ones can be built, those lying face up wait for Winter.",
    ),
    ("Fort", "A fortress: never moves, and takes two hits for each step it loses."),
    ("friendly", "Yours or an ally's: a place with such blocks, or their empty homeland."),
    ("game turn", "One card from each player, all their turns, then the battles; four make a year."),
    (
        "gold",
        "Saved action points and the income of Winter; up to 3 a turn pay for actions, others for bids and deals.",
    ),
    ("group", "All blocks that you lead in one place; one action point moves any of them."),
    (
        "half a hit",
        "A fortress that has taken one of the two hits which cost it a step; it takes the next hit, too.",
    ),
    ("HQ", "Headquarters: a leader with his staff, whose steps extend battles and pay for pursuits."),
    ("Inf", "Infantry: acts third (letter C)."),
    ("leader card", "One of eight cards with an event; the highest of them allows a diplomatic bid."),
    ("levy", "To add a step to a block that is in supply and has not moved, for one action point."),
    ("main attack", "The blocks that cross the first border into a battle; all others join as reserves."),
    ("minor", "A small state that nobody plays: neutral, or with an empire or a player who leads its block."),
    ("naval base", "A harbour on the map, where fleets are built and may lie, and armies embark."),
    (
        "neutral",
        "With nobody. Whoever enters its land rouses it, and a rival may become its ally by a roll of dice.",
    ),
    ("pinned", "A defender that must stay: as many as there are blocks in the main attack."),
    ("pursue", "To attack an adjacent region at once after a victory, for a step of the HQ."),
    ("regroup", "To move victorious blocks to adjacent regions after a battle."),
    (
        "reserve",
        "A block that comes later than the main attack: it stands aside in round 1 and joins in round 2.",
    ),
    ("step", "A unit of a block's strength: each is a die when it fires, and a hit takes one."),
    ("supply", "A chain of friendly or neutral places from a block back to a city of its own side."),
    ("Winter", "The fourth game turn: no sea moves, tighter borders; then income, disbanding and talks."),
];

static LEDGER: LazyLock<Ledger> =
    LazyLock::new(|| Ledger::parse(include_str!("../rules.toml")).expect("the ledger is sound"));

fn options() -> Vec<OptionSpec> {
    const TABLE: &str = "The table";
    const PLAYED: &str = "Who is played";
    const ALONE: &str = "Solitaire";
    let flag = OptionSpec::flag;
    let mut options = vec![
        flag(
            TABLE,
            "campaign-game",
            "Campaign game",
            rule!("A-12.1-campaign"),
            "Play does not stop after four years, but goes on to the end of 1815 from wherever everything stands. From 1804 \
             that is three games in one.",
        ),
        flag(
            TABLE,
            "hidden-treasuries",
            "Hidden treasuries",
            rule!("A-3.4-hidden"),
            "How much gold a player has is known only to himself, until the game is over.",
        ),
        flag(
            TABLE,
            "secret-alliances",
            "Secret alliances",
            rule!("A-6.2-secret"),
            "Offers and alliances between players are known only to the two of them.",
        ),
        flag(
            TABLE,
            "gentlemens-diplomacy",
            "Gentleman's diplomacy",
            rule!("A-6.22-winter"),
            "Players make and break alliances with each other in Winter only: nobody is stabbed in the back in Summer.",
        ),
    ];
    for empire in EMPIRES {
        options.push(flag(
            PLAYED,
            option_of(empire),
            empire.name(),
            rule!("A-1.1-players"),
            "A player leads this empire. Seats that are left are filled in the usual order: France, Britain, Russia, Austria, \
             Prussia, Spain, Turkey. Empires without a player are neutral or somebody's ally, to be won by gold or arms.",
        ));
    }
    let cards = flag(
        ALONE,
        CARDS,
        "Cards",
        rule!("A-12.2-long"),
        "How many cards the solo player flips, each the turn of one empire. The deck is shuffled anew after every sixteen.",
    );
    options.push(cards.choosing(&[
        ("16", "16, to win 16 points"),
        ("32", "32, to win 32 points"),
        ("48", "48, to win 48 points"),
    ]));
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
    use State::{Austria, Britain, France, Prussia, Russia, Spain, Turkey};
    let mut presets = vec![
        preset(
            "duel",
            "The duel",
            "France against Britain; everybody else is to be won.",
            "1804",
            &[France, Britain],
        ),
        preset(
            "steppes",
            "To Moscow",
            "France with Austria and Prussia in tow against Russia, which begins without a friend.",
            "1812",
            &[France, Russia],
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
            "third-coalition",
            "The third coalition",
            "France against Britain, Russia and Austria, with Prussia to be won by either side.",
            "1804",
            &[France, Britain, Russia, Austria],
        ),
        preset(
            "coalition",
            "The coalition",
            "France against four: Britain, Austria, Prussia and Russia.",
            "1804",
            &[France, Britain, Austria, Prussia, Russia],
        ),
        preset(
            "six-crowns",
            "Six crowns",
            "Spain is played, too, and begins as France's ally; Turkey is nobody's.",
            "1804",
            &[France, Britain, Russia, Austria, Prussia, Spain],
        ),
        preset(
            "concert",
            "The concert of Europe",
            "All seven empires have players.",
            "1804",
            &[France, Britain, Russia, Austria, Prussia, Spain, Turkey],
        ),
    ];
    let alone = |id, title, help, cards: &'static str| Preset {
        id,
        title,
        help,
        scenario: SOLITAIRE,
        seats: SeatRange::new(1, 1),
        options: vec![(CARDS, cards.into())],
    };
    presets.push(alone("alone", "An evening alone", "The solitaire game of sixteen cards.", "16"));
    presets.push(alone("alone-to-1815", "Alone to 1815", "The solitaire game of forty-eight cards.", "48"));
    presets
}
