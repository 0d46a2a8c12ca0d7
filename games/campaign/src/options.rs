//! The levels of the game and its house rules. Rulebook, italics throughout, and 17.

use std::sync::LazyLock;

use engine::{
    Info, Layer, Ledger, OptionKind, OptionSpec, Preset, Scenario, SeatRange, Settings, Term, Value, rule,
};
use serde::{Deserialize, Serialize};

/// How the powers nobody leads fare when all five are set up (C-1.1-congress).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Congress {
    /// The house rule is not in use.
    Off,
    /// They are neutral and inviolate.
    Neutrals,
    /// Players lead more than one.
    Shared,
}

/// How bases are found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bases {
    /// Players choose in the order of their seats.
    Choose,
    /// By lot.
    Lot,
}

/// The rules this table plays by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Rules {
    /// Sections 13 to 16 are in force.
    pub(crate) standard: bool,
    pub(crate) zone_of_control: bool,
    pub(crate) alliances: bool,
    /// Rounds to play; 0 for no limit.
    pub(crate) time_limit: u16,
    pub(crate) bases: Bases,
    pub(crate) prussia: bool,
    pub(crate) five_players: bool,
    pub(crate) congress: Congress,
    pub(crate) average_dice: bool,
    pub(crate) three_moves: bool,
    pub(crate) terrain: bool,
    pub(crate) pass_control: bool,
    pub(crate) fronts: bool,
    pub(crate) lisbon: bool,
    pub(crate) redeployment: bool,
    pub(crate) plunder: bool,
    pub(crate) napoleon: bool,
    pub(crate) guards: bool,
    pub(crate) fervour: bool,
    pub(crate) wellington: bool,
    pub(crate) britannia: bool,
    pub(crate) guerrillas: bool,
    pub(crate) steppes: bool,
    pub(crate) eagle: bool,
    pub(crate) liberation: bool,
    pub(crate) minor_powers: bool,
    pub(crate) before_trafalgar: bool,
}

impl Rules {
    pub(crate) fn read(settings: &Settings) -> Rules {
        let on = |id| settings.values.flag(id);
        Rules {
            standard: settings.scenario != "introductory",
            zone_of_control: on("zone-of-control"),
            alliances: on("alliances"),
            time_limit: settings.values.number("time-limit") as u16,
            bases: if settings.values.choice("bases") == "lot" { Bases::Lot } else { Bases::Choose },
            prussia: on("prussia"),
            five_players: on("five-players"),
            congress: match settings.values.choice("congress") {
                "neutrals" => Congress::Neutrals,
                "shared" => Congress::Shared,
                _ => Congress::Off,
            },
            average_dice: on("average-dice"),
            three_moves: on("three-moves"),
            terrain: on("terrain"),
            pass_control: on("pass-control"),
            fronts: on("fronts"),
            lisbon: on("lisbon"),
            redeployment: on("redeployment"),
            plunder: on("plunder"),
            napoleon: on("napoleon"),
            guards: on("guards"),
            fervour: on("fervour"),
            wellington: on("wellington"),
            britannia: on("britannia"),
            guerrillas: on("guerrillas"),
            steppes: on("steppes"),
            eagle: on("eagle"),
            liberation: on("liberation"),
            minor_powers: on("minor-powers"),
            before_trafalgar: on("before-trafalgar"),
        }
    }
}

/// The house rules of section 17 that the Advanced game switches on, with the one that 17.1, 17.4.2 and 17.6.1
/// take for granted.
const ADVANCED: [&str; 13] = [
    "terrain",
    "redeployment",
    "plunder",
    "napoleon",
    "guards",
    "fervour",
    "wellington",
    "britannia",
    "guerrillas",
    "steppes",
    "eagle",
    "liberation",
    "minor-powers",
];

pub(crate) static INFO: LazyLock<Info> = LazyLock::new(|| {
    let seats = SeatRange::new(2, 5);
    let on = |ids: &[&'static str]| ids.iter().map(|id| (*id, Value::Flag(true))).collect::<Vec<_>>();
    Info {
        id: "campaign",
        title: "Campaign",
        blurb: "Six countries, two dice and an army of nine pieces: march your General into enemy towns while your \
                infantry and cavalry, moving like chessmen, take what stands in the way.",
        revision: 1,
        seats,
        scenarios: vec![
            Scenario {
                id: "standard",
                title: "The standard game",
                blurb: "Red towns raise troops, neighbours support each other, a beaten General mobilises anew.",
                seats,
                defaults: vec![],
            },
            Scenario {
                id: "introductory",
                title: "The introductory game",
                blurb: "Moving, attacking and capturing towns; a beaten General starts again from his Capital.",
                seats,
                defaults: vec![],
            },
            Scenario {
                id: "advanced",
                title: "The advanced game",
                blurb: "The standard game with Napoleon, Wellington, Guards, guerrillas and all of section 17.",
                seats,
                defaults: on(&ADVANCED),
            },
        ],
        options: options(),
        presets: vec![
            Preset {
                id: "club-evening",
                title: "Club evening",
                help: "Average dice, at most three moves a piece, one attack on each front, twenty-five rounds.",
                scenario: "standard",
                seats: SeatRange::new(2, 4),
                options: [on(&["average-dice", "three-moves", "fronts"]), vec![("time-limit", 25.into())]]
                    .concat(),
            },
            Preset {
                id: "five-powers",
                title: "Five powers",
                help: "Five players with black Prussia beside France; six towns win.",
                scenario: "standard",
                seats: SeatRange::new(5, 5),
                options: on(&["prussia", "five-players"]),
            },
            Preset {
                id: "congress",
                title: "Congress of Vienna",
                help: "All five powers stand on the board; those nobody leads are neutral and inviolate.",
                scenario: "standard",
                seats: SeatRange::new(2, 4),
                options: [on(&["prussia"]), vec![("congress", "neutrals".into())]].concat(),
            },
            Preset {
                id: "before-trafalgar",
                title: "Before Trafalgar",
                help: "The advanced game with the British at sea until somebody invades Spain.",
                scenario: "advanced",
                seats: SeatRange::new(2, 4),
                options: on(&["before-trafalgar"]),
            },
            Preset {
                id: "everything",
                title: "Every house rule",
                help: "The advanced game with all house rules that go together.",
                scenario: "advanced",
                seats: SeatRange::new(2, 4),
                options: on(&["average-dice", "three-moves", "pass-control", "fronts", "lisbon"]),
            },
        ],
        orders: crate::orders::orders(),
        layers: vec![Layer::Control, Layer::Reach, Layer::Threat],
        glossary: glossary(),
        ledger: &LEDGER,
    }
});

static LEDGER: LazyLock<Ledger> =
    LazyLock::new(|| Ledger::parse(include_str!("../rules.toml")).expect("the ledger is sound"));

/// Words that players meet at this table.
fn glossary() -> Vec<Term> {
    [
        ("Pip", "A point on the dice: it pays for one move of one piece, or for half a move over dear ground."),
        ("General", "Moves 1 square in any direction and is the only piece that captures towns and Capitals."),
        ("Infantry", "Moves 1 square diagonally and attacks the squares at its corners."),
        ("Cavalry", "Moves 2 squares along rows and columns and attacks the squares at its sides."),
        ("Troops", "Infantry and cavalry; a power that has none left is out of the game."),
        ("Guard", "The infantry of France or Russia that counts 2 in defence and never comes back once it is lost."),
        ("Napoleon", "The second General of France, who counts 2 in attack and in defence."),
        ("Wellington", "The second General of Spain, who counts 3 in defence."),
        ("Attack", "What a piece counts when it attacks: the attackers together must outweigh the target's defence."),
        ("Defence", "What a piece counts when it is attacked."),
        ("Announce", "To name, before the first move, the piece that is attacked this turn."),
        ("Bear on", "To stand so that the target is one square away along the attacker's own line of movement."),
        ("Support", "Pieces next to a target help it: each of them must be engaged before the target is taken."),
        ("Engage", "To set attackers against a piece that supports the target, as many as it counts in defence."),
        ("Control", "An enemy controls the squares that he could attack; whoever enters one must halt."),
        ("In hand", "The piece that is being moved; moving another one lets it go for the rest of the turn."),
        ("Red town", "A town that raises infantry or cavalry for whoever takes it, and costs whoever loses it a piece."),
        ("Yellow town", "A town that raises no troops."),
        ("Town card", "Shows who holds a town; it is handed over when the town is captured."),
        ("Foreign town", "A town outside your own countries; enough of them win the game."),
        ("Capital", "Falls to a General while all 4 towns of its country are in other hands, and puts its power out of the game."),
        ("Capital area", "The 9 squares around a Capital on which its army starts."),
        ("Enlistment area", "The 9 squares in which an army gathers after its General was captured."),
        ("Mobilise", "To bring each piece of a beaten army back to a starting square of its kind; meanwhile it neither attacks nor is attacked."),
        ("Perimeter", "The squares along the border of a country, to which pieces go that stand in the way of a beaten army."),
        ("Alliance card", "Held by an ally as proof of the alliance."),
        ("Consent", "An ally enters your countries only while you let him in."),
        ("Clear turn", "After an alliance is broken the former ally has one turn before he may be attacked."),
        ("Lent", "An ally commands the piece, within the country in which it stands."),
        ("Front", "With one attack in each country, every country is a front of its own."),
        ("Redeployment", "One move of a piece by 1 square at the end of the turn; a die says how many there are."),
        ("Plunder", "A captured yellow town gives a free infantry on a 6."),
        ("Minor power", "Neutral infantry in a red town of a country that nobody leads."),
        ("Win over", "A General beside neutral infantry throws a die instead of attacking: on a 5 or 6 it joins."),
        ("Guerrillas", "At the end of its turn Spain throws two dice and destroys an invader on a 12."),
        ("At sea", "Spanish pieces that have embarked and may land on a coast from the next turn on."),
        ("Waiting to enlist", "Pieces of a beaten army that find no room in the Enlistment area yet."),
        ("Set aside", "Out of the game for good, or a General who does not lead at present."),
        ("Neutral", "Belongs to nobody; a neutral power may be neither entered nor attacked."),
    ]
    .map(|(term, meaning)| Term { term, meaning })
    .into()
}

fn options() -> Vec<OptionSpec> {
    const TABLE: &str = "The table";
    const HOUSE: &str = "House rules";
    const ADVANCED: &str = "Advanced rules";
    let (flag, starting_on) = (OptionSpec::flag, OptionSpec::starting_on);
    let needing = |needs, option: OptionSpec| OptionSpec { needs: vec![needs], ..option };
    let choice =
        |alternatives: &[(&'static str, &'static str)], option: OptionSpec| option.choosing(alternatives);
    vec![
        OptionSpec {
            kind: OptionKind::Number { min: 0, max: 100 },
            default: 40.into(),
            ..flag(
                TABLE,
                "time-limit",
                "Time limit",
                rule!("C-0.3-time"),
                "Rounds after which whoever holds most town cards wins; 0 for no limit.",
            )
        },
        choice(
            &[("choose", "Players choose"), ("lot", "By lot")],
            flag(
                TABLE,
                "bases",
                "Bases",
                rule!("C-1.1-three"),
                "Whether players choose the powers they lead, in the order of their seats, or draw them.",
            ),
        ),
        starting_on(flag(
            TABLE,
            "alliances",
            "Alliances",
            rule!("C-7.1-make"),
            "With three players or more, players may make and break alliances.",
        )),
        starting_on(flag(
            TABLE,
            "zone-of-control",
            "Zones of control",
            rule!("C-12.1-zoc"),
            "Entering a square that an enemy could attack ends a piece's move.",
        )),
        flag(
            HOUSE,
            "prussia",
            "Black Prussian pieces",
            rule!("C-0.1-black"),
            "Prussia has a black set of its own, so that it can play beside France.",
        ),
        needing(
            "prussia",
            flag(
                HOUSE,
                "five-players",
                "Five players",
                rule!("C-1.1-five"),
                "All five powers are bases; six towns win.",
            ),
        ),
        needing(
            "prussia",
            choice(
                &[
                    ("off", "Not in use"),
                    ("neutrals", "Powers without a player are neutral"),
                    ("shared", "Players lead several powers"),
                ],
                flag(
                    HOUSE,
                    "congress",
                    "Congress of Vienna",
                    rule!("C-1.1-congress"),
                    "All five powers are set up, whatever the number of players.",
                ),
            ),
        ),
        flag(
            HOUSE,
            "average-dice",
            "Average dice",
            rule!("C-2.1.1-average"),
            "Movement is thrown with two dice of faces 2, 3, 3, 4, 4, 5.",
        ),
        flag(
            HOUSE,
            "three-moves",
            "Three moves per piece",
            rule!("C-2.2.1-three"),
            "No piece makes more than three moves in a turn.",
        ),
        flag(
            HOUSE,
            "terrain",
            "Double-cost terrain",
            rule!("C-0.2-double"),
            "Forest and mountain may be entered, most of it at double cost.",
        ),
        flag(
            HOUSE,
            "pass-control",
            "Passing control to an ally",
            rule!("C-7.1.1-control"),
            "Allies may hand each other the command of pieces within one country.",
        ),
        flag(
            HOUSE,
            "fronts",
            "One attack in each country",
            rule!("C-9.3.1-fronts"),
            "One piece may be attacked in every country each turn, instead of one in all.",
        ),
        needing(
            "britannia",
            flag(
                HOUSE,
                "lisbon",
                "Lisbon's die",
                rule!("C-6.2-lisbon"),
                "When Lisbon falls a 6 keeps Spain in the game, fighting from the sea.",
            ),
        ),
        flag(
            ADVANCED,
            "redeployment",
            "Redeployment",
            rule!("C-17.1-redeploy"),
            "At the end of a turn a die says how many pieces may still move one square.",
        ),
        flag(
            ADVANCED,
            "plunder",
            "Plunder",
            rule!("C-17.2-plunder"),
            "A captured yellow town gives a free infantry on a 6.",
        ),
        flag(
            ADVANCED,
            "napoleon",
            "Napoleon",
            rule!("C-17.3.1-napoleon"),
            "France has a second General, worth 2 in attack and defence.",
        ),
        flag(
            ADVANCED,
            "guards",
            "Guards",
            rule!("C-17.3.2-guard"),
            "France and Russia each have a Guard infantry that defends with 2.",
        ),
        flag(
            ADVANCED,
            "fervour",
            "Revolutionary fervour",
            rule!("C-17.3.3-fervour"),
            "France may start with an extra piece on one of its red towns.",
        ),
        flag(
            ADVANCED,
            "wellington",
            "Wellington",
            rule!("C-17.4.1-wellington"),
            "Spain may take a second General instead of the first piece it gains by a town.",
        ),
        flag(
            ADVANCED,
            "britannia",
            "Britannia rules the waves",
            rule!("C-17.4.2-embark"),
            "Spain may put one infantry to sea and land it on a far coast.",
        ),
        flag(
            ADVANCED,
            "guerrillas",
            "Spanish guerrillas",
            rule!("C-17.4.3-guerrillas"),
            "On a throw of 12 at the end of its turn Spain removes an invader.",
        ),
        flag(
            ADVANCED,
            "steppes",
            "Russian steppes",
            rule!("C-17.5.1-steppes"),
            "The squares around Moscow's area cost double; Russia starts with an extra piece.",
        ),
        needing(
            "terrain",
            flag(
                ADVANCED,
                "eagle",
                "The double-headed eagle",
                rule!("C-17.6.1-eagle"),
                "Mountains between Austria and Italy cost only Austrians the normal price.",
            ),
        ),
        flag(
            ADVANCED,
            "liberation",
            "Liberation fervour",
            rule!("C-17.7.1-liberation"),
            "Prussia remobilises with a free extra piece.",
        ),
        flag(
            ADVANCED,
            "minor-powers",
            "Minor powers",
            rule!("C-17.8-place"),
            "Neutral infantry holds Leipzig, Dresden, Milan and Turin and may be won over.",
        ),
        needing(
            "britannia",
            flag(
                ADVANCED,
                "before-trafalgar",
                "Before Trafalgar",
                rule!("C-17.9.1-small"),
                "Spain starts with a small garrison and a force at sea, until somebody invades it.",
            ),
        ),
    ]
}
