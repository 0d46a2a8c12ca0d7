//! Every check is seen to fail on a copy of a scenario in which one thing is wrong.

use super::*;

/// What is wrong with a scenario in which a piece of text is another.
fn spoil(id: &str, piece: &str, other: &str) -> String {
    let is = |text: &&&str| text.contains(&format!("id = \"{id}\""));
    let text = FILES.iter().find(is).unwrap_or_else(|| panic!("{id} is a scenario"));
    assert!(text.contains(piece), "{id} has no {piece}");
    match Scenario::read(&text.replacen(piece, other, 1)) {
        Ok(_) => panic!("{id} is sound with {other}"),
        Err(error) => error,
    }
}

fn fails(id: &str, piece: &str, other: &str, why: &str) {
    let error = spoil(id, piece, other);
    assert!(error.contains(why), "{piece} -> {other}: {error}");
}

#[test]
fn names_must_exist() {
    fails("ulm-1805", "place = \"Speyer\"", "place = \"Spires\"", "there is no place called \"Spires\"");
    fails("ulm-1805", "\"Kienmayer\"", "\"Kienmeyer\"", "there is no leader called \"Kienmeyer\"");
    fails("ulm-1805", "nation = \"Bavaria\"", "nation = \"Baden\"", "there is no nation called \"Baden\"");
    fails("jena-1806", "regions = [\"Hanover\"]", "regions = [\"Hannover\"]", "there is no region called");
    fails("wagram-1809", "\"Dutch Coast\"", "\"Dutch Cost\"", "there is no sea box called");
    fails("jena-1806", "\"Vistula\"", "\"Wisla\"", "there is no river Wisla");
    fails("ulm-1805", "infantry = 4, supply", "infantri = 4, supply", "unknown field `infantri`");
    fails("ulm-1805", "no_ships", "no_cannons", "unknown variant `no_cannons`");
    fails(
        "ulm-1805",
        "{ sued = { nation = \"Austria\" } }",
        "{ begged = \"Austria\" }",
        "unknown variant `begged`",
    );
}

#[test]
fn dates_lie_within_the_scenario() {
    fails(
        "ulm-1805",
        "date = \"1805 Nov-Dec 2\"",
        "date = \"1805 Jan-Feb 2\"",
        "reinforcements are not in order",
    );
    fails(
        "ulm-1805",
        "date = \"1805 Nov-Dec 3\"",
        "date = \"1806 Jan-Feb 1\"",
        "1806 Jan-Feb 1 is not within the scenario",
    );
    fails("ulm-1805", "at = \"1805 Nov-Dec 5\"", "at = \"1806 Nov-Dec 5\"", "1806 Nov-Dec 5 is not within");
    fails(
        "ulm-1805",
        "date = \"1805 Sep-Oct 6\"",
        "date = \"1805 Sep-Oct 2\"",
        "1805 Sep-Oct 2 is not within",
    );
    fails("ulm-1805", "last_turn = \"1805 Nov-Dec 6\"", "last_turn = \"1805 Sep-Oct 1\"", "is not before");
    fails(
        "ulm-1805",
        "by = \"1805 Nov-Dec 4\"",
        "by = \"1807 Nov-Dec 4\"",
        "Austria cannot sue for peace outside",
    );
    fails("leipzig-1813", "until = \"1813 Jul-Aug 4\"", "until = \"1814 Jul-Aug 4\"", "outside the scenario");
}

#[test]
fn leaders_are_in_their_time_and_in_one_place() {
    fails("ulm-1805", "\"Soult\"", "\"Victor\"", "Victor is not there at 1805 Sep-Oct 3");
    fails("ulm-1805", "\"Soult\"", "\"Mack\"", "Mack does not serve France");
    fails("ulm-1805", "[\"Soult\"]", "[\"Ney\"]", "Ney comes while Ney is in play");
    fails("ulm-1805", "[\"Soult\"]", "[\"Massena\"]", "Massena (army) comes while Massena is in play");
    fails(
        "eylau-1807",
        "date = \"1807 Mar-Apr 1\", leader = \"Massena\"",
        "date = \"1807 Mar-Apr 2\", leader = \"Massena\"",
        "Massena (army) comes while Massena is in play",
    );
    fails(
        "wagram-1809",
        "[\"France\", \"Britain\", \"Austria\"]",
        "[\"France\", \"Britain\"]",
        "Charles (reformed) is not there",
    );
}

#[test]
fn whoever_goes_or_commands_has_come() {
    fails("ulm-1805", "leader = \"Mack\"", "leader = \"Victor\"", "Victor goes, but never came");
    fails(
        "ulm-1805",
        "leader = \"Kutuzov\"",
        "leader = \"Bennigsen\"",
        "Bennigsen is not in play and cannot command",
    );
    fails(
        "ulm-1805",
        "over = [\"Russia\", \"Austria\"]",
        "over = [\"Prussia\"]",
        "Kutuzov cannot command Prussia",
    );
    let two = "date = \"1813 May-Jun 1\", leader = \"Bessieres\"";
    fails("leipzig-1813", two, &two.replace("Jun 1", "Jun 4"), "withdrawals are not in order");
    fails(
        "russia-1812",
        "leader = \"Napoleon (early)\", place",
        "leader = \"Lannes\", place",
        "Lannes is never in play",
    );
}

#[test]
fn parts_and_seats_add_up() {
    let neutral = "neutral = [\"Prussia\", \"Saxony\", ";
    fails("ulm-1805", neutral, "neutral = [\"Saxony\", ", "Prussia controls land and takes no part");
    fails(
        "ulm-1805",
        neutral,
        "neutral = [\"France\", \"Prussia\", \"Saxony\", ",
        "France takes more than one part",
    );
    fails(
        "ulm-1805",
        "Bavaria = \"France\"",
        "Bavaria = \"Austria\"",
        "Bavaria is under Austria, but does not stand",
    );
    fails(
        "ulm-1805",
        "moves_first = \"France\"",
        "moves_first = \"Prussia\"",
        "Prussia is at peace and cannot move first",
    );
    let two = "[[\"France\"], [\"Britain\", \"Austria\", \"Russia\"]]";
    fails("ulm-1805", two, "[[\"France\"], [\"Britain\", \"Austria\"]]", "Russia has no seat among 2");
    fails(
        "ulm-1805",
        two,
        "[[\"France\", \"Russia\"], [\"Britain\", \"Austria\"]]",
        "is on no side, or on two",
    );
    fails(
        "ulm-1805",
        two,
        "[[\"France\"], [\"Britain\", \"Austria\", \"Russia\", \"Sweden\"]]",
        "Sweden sits in 1 seats",
    );
    fails(
        "ulm-1805",
        two,
        "[[\"France\"], [\"Britain\"], [\"Austria\"], [\"Russia\"]]",
        "not in order of their players",
    );
}

#[test]
fn powers_have_what_they_need() {
    let austria = "{ nation = \"Austria\", morale = 4, ";
    fails(
        "ulm-1805",
        austria,
        "{ nation = \"Austria\", morale = 7, ",
        "the morale of Austria is not from 1 to 6",
    );
    fails(
        "ulm-1805",
        austria,
        "{ nation = \"Russia\", morale = 4, ",
        "Austria has no morale, balance and command points",
    );
    fails(
        "ulm-1805",
        austria,
        "{ nation = \"Russia\", morale = 4, ",
        "Russia stands 2 times among the powers",
    );
    fails(
        "ulm-1805",
        "{ control = \"France\", places = [\"Pescara\"] }",
        "{ places = [\"Pescara\"] }",
        "changes nothing",
    );
}

#[test]
fn forces_stand_where_they_may() {
    fails(
        "ulm-1805",
        "place = \"Speyer\"",
        "place = \"Vienna\"",
        "France stands at Vienna, which is not its side's",
    );
    fails(
        "ulm-1805",
        "nation = \"Bavaria\", place",
        "nation = \"Saxony\", place",
        "Saxony has a force, but is at peace",
    );
    fails(
        "leipzig-1813",
        "at = \"1813 Jul-Aug 5\" }",
        "at = \"1813 Jul-Aug 6\" }",
        "Austria has a force, but is at peace",
    );
    let besieged = "place = \"Magdeburg\", stands = \"besieging\"";
    fails(
        "france-1814",
        besieged,
        "place = \"Magdeburg\"",
        "Prussia stands at Magdeburg, which is not its side's",
    );
    fails(
        "france-1814",
        besieged,
        "place = \"Magdeburg\"",
        "enemies stand before Magdeburg and do not besiege it",
    );
    fails("france-1814", besieged, "place = \"Berlin\", stands = \"besieging\"", "nobody is besieged");
    fails(
        "ulm-1805",
        "{ nation = \"France\", place = \"Paris\", infantry = 1 }",
        "{ nation = \"France\", place = \"Paris\" }",
        "empty",
    );
    fails("ulm-1805", "place = \"Speyer\", ", "", "a force is at one place or in one sea box");
    fails(
        "wagram-1809",
        "\"Keith\"], infantry = 7, ships = 6",
        "\"Keith\"], infantry = 7",
        "Keith has no ships",
    );
}

// proves M-fort-4
#[test]
fn forts_are_not_overfull() {
    let kolberg = "place = \"Kolberg\", stands = \"fort\", infantry = 1";
    let with = |inside: &str| kolberg.replace("infantry = 1", inside);
    fails("eylau-1807", kolberg, &with("infantry = 5"), "the fort of Kolberg holds 4 factors, not 5");
    fails("eylau-1807", kolberg, &with("cavalry = 1"), "there is cavalry in the fort of Kolberg");
    let danzig = "place = \"Danzig\", stands = \"fort\", leaders = [\"Kalckreuth\"], infantry = 3";
    let seven = danzig.replace("infantry = 3", "infantry = 7");
    fails("eylau-1807", danzig, &seven, "the fort of Danzig holds 6 factors, not 7");
    let open = "place = \"Berlin\", infantry = 1, depots";
    fails(
        "eylau-1807",
        open,
        "place = \"Berlin\", stands = \"fort\", infantry = 1, depots",
        "holds 0 factors, not 1",
    );
}

#[test]
fn counters_suffice() {
    fails(
        "ulm-1805",
        "[\"Soult\"], infantry = 6",
        "[\"Soult\"], infantry = 206",
        "France has 148 infantry, not",
    );
    fails(
        "ulm-1805",
        "[\"Kutuzov\", \"Bagration\", \"Dokhturov\", \"Miloradovich\"], infantry = 7, cavalry = 1",
        "[\"Kutuzov\"], infantry = 7, cavalry = 9",
        "Russia has 6 cavalry, not",
    );
    fails("hundred-days-1815", "infantry = 10", "infantry = 61", "Britain has 68 infantry, not");
    fails(
        "wagram-1809",
        "mobilization_box = [\n  { nation = \"Austria\", infantry = 12",
        "mobilization_box = [\n  { nation = \"Austria\", infantry = 99",
        "Austria has 102 infantry",
    );
}

#[test]
fn conditions_can_be_read_and_come_true() {
    let morale = "{ morale = { nation = \"France\", at_most = 2 } }";
    fails(
        "ulm-1805",
        morale,
        "{ morale = { nation = \"France\", at_most = 7 } }",
        "the morale of France cannot be that",
    );
    fails(
        "ulm-1805",
        morale,
        "{ morale = { nation = \"Prussia\", at_most = 2 } }",
        "the morale of Prussia cannot be that",
    );
    fails("ulm-1805", morale, "{ morale = { nation = \"France\" } }", "the morale of France cannot be that");
    let lead = "{ points_lead = { side = \"french\", points = 6 } }";
    fails("ulm-1805", lead, &lead.replace('6', "0"), "a lead of no points");
    fails("ulm-1805", lead, "{ sued = { nation = \"Prussia\" } }", "Prussia cannot sue for peace");
    fails("ulm-1805", lead, "{ sued = { nation = \"Bavaria\" } }", "Bavaria cannot sue for peace");
    let holds = "{ holds = { nation = \"Austria\", places = [\"Vienna\", \"Prague\"], at_least = 1 } }";
    for other in ["at_least = 3", "at_least = 0"] {
        fails("ulm-1805", holds, &holds.replace("at_least = 1", other), "nobody can hold that");
    }
    fails("ulm-1805", holds, &holds.replace("Prague", "Vienna"), "nobody can hold that");
    fails("ulm-1805", holds, &holds.replace("nation = \"Austria\", ", ""), "nobody can hold that");
    fails("ulm-1805", holds, &holds.replace("Austria", "Prussia"), "Prussia is at peace and takes nothing");
    let factors = "area = { home_of = [\"Russia\", \"Poland\"] }, factors = 20";
    fails("russia-1812", factors, &factors.replace("20", "0"), "fewer than no factors");
    fails("russia-1812", factors, "area = { home_of = [\"Hesse\"] }, factors = 20", "an area without hexes");
}

#[test]
fn levels_come_in_their_order() {
    let (decisive, marginal) = ("level = \"french-decisive\"", "level = \"french-marginal\"");
    for (piece, other) in [(decisive, marginal), (marginal, decisive)] {
        fails("ulm-1805", piece, other, "there are four levels of victory, in their order");
    }
    fails(
        "leipzig-1813",
        "place = \"Munich\" } }",
        "place = \"Berlin\" } }",
        "Berlin is its own side's already",
    );
}

#[test]
fn nobody_is_the_client_of_a_client() {
    let circle = "Bavaria = \"France\", France = \"Bavaria\"";
    fails("ulm-1805", "Bavaria = \"France\"", circle, "Bavaria is under France, which is under Bavaria");
}

#[test]
fn special_rules_fit() {
    let spoils = [
        ("ulm-1805", "{ nation = \"Prussia\", by", "{ nation = \"Austria\", by"),
        ("ulm-1805", "regions = [\"Small German states\", \"Ansbach and Bayreuth\"]", "regions = []"),
        ("jena-1806", "bar = { nation = \"Russia\"", "bar = { nation = \"Sweden\""),
        ("jena-1806", "under = \"France\", when", "under = \"Prussia\", when"),
        (
            "eylau-1807",
            "builds = { nation = \"Prussia\", places = [\"Konigsberg\"]",
            "builds = { nation = \"Prussia\", places = [\"Vilna\"]",
        ),
        ("eylau-1807", "boxes = [\"Baltic Sea - The Sound\", \"Baltic Sea - Gotland\"]", "boxes = []"),
        (
            "wagram-1809",
            "free_mobilization = { nation = \"Austria\"",
            "free_mobilization = { nation = \"France\"",
        ),
        ("wagram-1809", "ride = { place = \"Paris\"", "ride = { place = \"Lyon\""),
        ("wagram-1809", "leader = \"Golitzin\"", "leader = \"Yorck\""),
        ("wagram-1809", "rising = { nation = \"Austria\"", "rising = { nation = \"Prussia\""),
        ("russia-1812", "leaders = [\"Schwarzenberg\", \"Yorck\"], when", "leaders = [\"Mack\"], when"),
        ("russia-1812", "leave = { leader = \"Napoleon (early)\"", "leave = { leader = \"Lannes\""),
        (
            "russia-1812",
            "no_client_limits = { nation = \"France\"",
            "no_client_limits = { nation = \"Russia\"",
        ),
        ("leipzig-1813", "dissolution = { nation = \"Westphalia\"", "dissolution = { nation = \"Hesse\""),
        ("leipzig-1813", "after = \"1813 May-Jun 4\"", "after = \"1813 Jul-Aug 4\""),
        ("leipzig-1813", "entry = { nation = \"Austria\"", "entry = { nation = \"Sweden\""),
        ("france-1814", "places = [\"Paris\", \"Lyon\", \"Lille\"]", "places = [\"Milan\"]"),
    ];
    for (id, piece, other) in spoils {
        fails(id, piece, other, "a special rule that does not fit");
    }
}
