//! The binary as a user meets it: what it prints, what it refuses, and its exit codes.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value as Json;

/// What a run came to.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn run_with(args: &[&str], input: &str) -> Run {
    let output = Command::cargo_bin("grognard")
        .unwrap()
        .args(args)
        .env("NO_COLOR", "1")
        .write_stdin(input)
        .output()
        .unwrap();
    Run {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(args: &[&str]) -> Run {
    run_with(args, "")
}

/// What a run that must succeed prints.
fn ok(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    run.out
}

fn json(args: &[&str]) -> Json {
    serde_json::from_str(&ok(args)).unwrap()
}

/// The sentence a wrong run ends with; it must be one line, with a hint below it.
fn mistake(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
    let lines: Vec<&str> = run.err.lines().collect();
    assert!(lines.len() == 2 && lines[1].starts_with(" hint: "), "{args:?}: {}", run.err);
    lines[0].trim_start_matches("error: ").to_owned()
}

/// A file of this test run.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn help_shows_every_command_and_examples() {
    let help = ok(&["--help"]);
    for word in ["games", "play", "sim", "replay", "rules", "map", "bench", "ladder", "Examples:"] {
        assert!(help.contains(word), "{word}");
    }
    for command in ["games", "play", "sim", "replay", "rules", "map", "bench", "ladder"] {
        let help = ok(&[command, "--help"]);
        assert!(help.contains("Usage: grognard"), "{command}");
    }
    assert!(ok(&["play", "--help"]).contains("search:500ms"));
    assert!(ok(&["--version"]).starts_with("grognard "));
}

#[test]
fn a_mistake_gets_one_sentence_and_a_hint() {
    let map = file("x.svg");
    let map = map.to_str().unwrap();
    let cases: [(&[&str], &str); 10] = [
        (
            &["play", "campagne"],
            "there is no game \"campagne\" (did you mean \"campaign\"?); the games are: campaign",
        ),
        (&["sim", "campaign", "--scenario", "long"], "campaign has no scenario \"long\""),
        (&["sim", "campaign", "--option", "tea=on"], "campaign has no option \"tea\""),
        (&["sim", "campaign", "--option", "terrain=7"], "option terrain takes on or off, not \"7\""),
        (&["sim", "campaign", "--seats", "9"], "players, not 9"),
        (&["sim", "campaign", "--preset", "none"], "campaign has no preset \"none\"; it has "),
        (
            &["sim", "campaign", "--seats", "2", "--bots", "greedy,greedy,greedy"],
            "3 bots are named, but 2 play",
        ),
        (&["rules", "campaign", "Z-1"], "Campaign has no rule or section \"Z-1\""),
        (&["map", "campaign", "-o", "x"], "cannot tell from \"x\" what to draw"),
        (&["map", "campaign", "--viewer", "8", "-o", map], "there is no seat 8"),
    ];
    for (args, sentence) in cases {
        let said = mistake(args);
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
}

#[test]
fn what_cannot_be_parsed_is_a_usage_error_too() {
    for args in [
        &["play"][..],
        &["dance"],
        &["sim", "campaign", "--bots", "genius"],
        &["sim", "campaign", "--seed", "x"],
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    }
}

#[test]
fn what_fails_ends_with_code_1() {
    for args in [&["replay", "/no/such/file.json"][..], &["play", "campaign", "--load", "/no/such/file.json"]]
    {
        let run = run(args);
        assert_eq!(run.code, 1, "{args:?}");
        assert!(run.err.starts_with("error: cannot read /no/such/file.json"), "{}", run.err);
    }
    let broken = file("broken.json");
    fs::write(&broken, "{}").unwrap();
    let run = run(&["replay", broken.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("is not a saved game"), "{}", run.err);
}

#[test]
fn games_are_listed_for_people_and_programs() {
    assert!(ok(&["games"]).contains("campaign"));
    assert!(ok(&["games", "campaign"]).contains("time-limit"));
    let games = json(&["games", "--json"]);
    let campaign = games.as_array().unwrap().iter().find(|game| game["id"] == "campaign").unwrap();
    assert_eq!(campaign["title"], "Campaign");
    assert_eq!((&campaign["seats"]["min"], &campaign["seats"]["max"]), (&2.into(), &5.into()));
    for list in ["scenarios", "options", "presets"] {
        assert!(!campaign[list].as_array().unwrap().is_empty(), "{list}");
    }
}

#[test]
fn rules_name_the_tests_that_prove_them() {
    let rules = json(&["rules", "campaign", "--json"]);
    let rules = rules.as_array().unwrap();
    assert_eq!(rules.len(), 151);
    for rule in rules {
        for field in ["id", "section", "text"] {
            assert!(!rule[field].as_str().unwrap().is_empty(), "{rule}");
        }
        assert!(rule["proved_by"].is_array(), "{rule}");
    }
    let towns = json(&["rules", "campaign", "C-0.2-towns", "--json"]);
    assert!(!towns[0]["proved_by"].as_array().unwrap().is_empty(), "{towns}");
    assert!(ok(&["rules", "campaign", "c-0.2-towns"]).contains("proved by"));
    assert!(ok(&["rules", "campaign", "9.3"]).matches("section 9.3").count() > 1);
}

#[test]
fn a_simulation_counts_the_same_however_many_jobs_it_has() {
    let base =
        ["sim", "campaign", "--seats", "3", "--games", "12", "--option", "time-limit=3", "--check", "--json"];
    let with = |more: &[&str]| -> Json {
        let mut report = json(&[&base[..], more].concat());
        for clock in ["seconds", "actions_per_second"] {
            assert!(report[clock].take().as_f64().unwrap() > 0.0, "{clock}");
        }
        report
    };
    let report = with(&["--seed", "7", "--jobs", "1"]);
    assert_eq!(report, with(&["--seed", "7", "--jobs", "3"]));
    assert_ne!(report, with(&["--seed", "8"]));
    assert_eq!((&report["game"], &report["scenario"]), (&"campaign".into(), &"standard".into()));
    assert_eq!((&report["games"], &report["finished"]), (&12.into(), &12.into()));
    assert_eq!(report["wins"].as_array().unwrap().len(), 3);
    let ends: u64 = report["ends"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(ends, 12);
    let mean = report["length_mean"].as_f64().unwrap();
    assert!((mean * 12.0 - report["actions"].as_f64().unwrap()).abs() < 1e-6);
    assert!(ok(&[&base[..9], &["--bots", "greedy,random"]].concat()).contains("ended by"));
}

#[test]
fn a_ladder_fails_when_the_bar_is_not_met() {
    let base = ["ladder", "campaign", "--a", "random", "--b", "random", "--seats", "2", "--games", "3"];
    let short = ["--option", "time-limit=1"];
    let report = json(&[&base[..], &short, &["--json"]].concat());
    assert_eq!(report["games"], 4, "rounded up so that both sit in each seat");
    assert_eq!(report["fair"], 0.5);
    let missed = run(&[&base[..], &short, &["--at-least", "100"]].concat());
    assert_eq!(missed.code, 1);
    assert!(missed.out.contains("at least 100 %: not met"), "{}", missed.out);
    assert!(ok(&[&base[..], &short, &["--at-least", "0"]].concat()).contains("at least 0 %: met"));
}

#[test]
fn the_bench_measures_every_figure() {
    let figures = json(&["bench", "campaign", "--seconds", "0.02", "--json"]);
    assert_eq!(figures[0]["game"], "campaign");
    for field in [
        "actions_per_second",
        "views_per_second",
        "clone_ns",
        "state_bytes",
        "session_actions_per_second",
        "view_bytes",
        "patch_bytes_p50",
        "patch_bytes_p95",
        "patches_per_second",
    ] {
        assert!(figures[0][field].as_f64().unwrap() > 0.0, "{field}");
    }
}

#[test]
fn a_map_is_drawn_with_its_pieces() {
    let map = file("start.svg");
    ok(&["map", "campaign", "--option", "bases=lot", "-o", map.to_str().unwrap()]);
    let svg = fs::read_to_string(map).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    // The ground is there with its land, and the pieces on it say what they are and where.
    for text in ["id=\"land\"", "French General, Paris", "href=\"#Infantry-Blue\""] {
        assert!(svg.contains(text), "{text}");
    }
    assert_eq!(ok(&["map", "campaign", "--option", "bases=lot", "-o", "-"]), svg);
}

#[test]
fn every_map_is_drawn_as_a_picture() {
    let png = file("map.png");
    let path = png.to_str().unwrap();
    for game in registry::ids().into_iter().chain(registry::CHARTS.map(|chart| chart.id)) {
        ok(&["map", game, "--width", "300", "-o", path]);
        let bytes = fs::read(&png).unwrap();
        assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 10_000, "{game}");
    }
}

/// Two rounds of Campaign for a human and a bot, with a look at everything on the way.
fn script(saved: &str, position: &str) -> String {
    let first = format!(
        "help\nboard\nwhy Moscow\nwhy Naples\nrule 9.3\nmove\n1\nundo\nsave {saved}\nposition {position}\n"
    );
    first + &"done moving\nno attack\nend the turn\ngo without\n1\n".repeat(60)
}

const SHORT: [&str; 8] =
    ["play", "campaign", "--seats", "human,random", "--option", "time-limit=2", "--option", "bases=lot"];

#[test]
fn a_game_is_played_from_a_script_saved_replayed_and_taken_up_again() {
    let (half, position) = (file("half.json"), file("position.json"));
    let (half, position) = (half.to_str().unwrap(), position.to_str().unwrap());
    let run = run_with(&[&SHORT[..], &["--seed", "5"]].concat(), &script(half, position));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for text in
        ["Only one thing to do: Throw the dice", "[C-", "Takes the last action back", "Saved.", "Written."]
    {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    assert!(run.out.contains("The game is over:"), "{}", run.out);

    assert!(ok(&["replay", half, "--verify"]).contains("It holds:"));
    let story = ok(&["replay", half]);
    assert!(story.contains("(taken back)") && story.contains("It is not over"), "{story}");

    let whole = file("whole.json");
    let whole = whole.to_str().unwrap();
    let rest = "done moving\nno attack\nend the turn\ngo without\n1\n".repeat(60);
    let load = ["play", "campaign", "--seats", "human,random", "--load", half];
    let run = run_with(&load, &format!("{rest}save {whole}\nquit\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(ok(&["replay", whole, "--verify"]).contains("(time limit)."));

    let what_if = run_with(&["play", "campaign", "--position", position], "quit\n");
    assert_eq!((what_if.code, what_if.err.as_str()), (0, ""));
    let map = file("half.svg");
    ok(&["map", "campaign", "--position", half, "-o", map.to_str().unwrap()]);
    let sim = ["sim", "campaign", "--position", position, "--games", "2"];
    assert!(ok(&sim).contains("2 players: 2 games"));
}

#[test]
fn a_journal_that_was_tampered_with_is_found_out() {
    let (saved, position) = (file("honest.json"), file("unused.json"));
    let run_args = [&SHORT[..], &["--seed", "6"]].concat();
    run_with(&run_args, &script(saved.to_str().unwrap(), position.to_str().unwrap()));
    let mut game: Json = serde_json::from_str(&fs::read_to_string(&saved).unwrap()).unwrap();
    let hash = game["entries"][0]["hash"].as_str().unwrap();
    let forged: String = hash.chars().map(|digit| if digit == '0' { '1' } else { '0' }).collect();
    game["entries"][0]["hash"] = forged.into();
    let tampered = file("tampered.json");
    fs::write(&tampered, game.to_string()).unwrap();
    let run = run(&["replay", tampered.to_str().unwrap(), "--verify"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("cannot be loaded: entry 1 leads to state"), "{}", run.err);
}

#[test]
fn the_end_of_the_input_is_a_polite_end() {
    let run = run_with(&SHORT, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("type save FILE before you leave"), "{}", run.out);
}

/// What a run that must fail with code 1 says.
fn failure(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.code, 1, "{args:?}: {}", run.err);
    assert!(run.err.contains("\n hint: ") && !run.err.contains("os error"), "{args:?}: {}", run.err);
    run.err
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let ladder = ["ladder", "campaign", "--a", "random", "--b", "random"];
    for args in [
        &["sim", "campaign", "--games", "0"][..],
        &["sim", "campaign", "--jobs", "0"],
        &[&ladder[..], &["--games", "0"]].concat(),
        &[&ladder[..], &["--at-least", "150"]].concat(),
        &["sim", "campaign", "--position", "x.json", "--option", "time-limit=2"],
        &["sim", "campaign", "--position", "x.json", "--seats", "2"],
        &["play", "campaign", "--position", "x.json", "--scenario", "standard"],
        &["play"],
        &["dance"],
    ] {
        mistake(args);
    }
    let short = ["sim", "campaign", "--games", "3", "--jobs", "100000", "--option", "time-limit=1"];
    assert!(ok(&short).contains("3 games"));
    let cut = ok(&["sim", "campaign", "--games", "2", "--limit", "3"]);
    assert!(cut.contains("No game came to its end") && !cut.contains("-0.0"), "{cut}");
}

#[test]
fn a_saved_game_remembers_who_plays() {
    let friends = file("friends at home.json");
    let friends = friends.to_str().unwrap();
    let start = ["play", "campaign", "--seats", "human,human,greedy", "--seed", "5"];
    let first = run_with(&start, &format!("save {friends}\n"));
    assert!(first.out.contains(&format!("--load \"{friends}\" goes on")), "{}", first.out);
    let again = run(&["play", "campaign", "--load", friends]);
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert!(again.out.contains("Who plays: human, human, greedy."), "{}", again.out);
    assert!(ok(&["replay", friends, "--verify"]).contains("It holds:"));

    let mut game: Json = serde_json::from_str(&fs::read_to_string(friends).unwrap()).unwrap();
    let with = |name: &str, game: &Json| {
        let path = file(name);
        fs::write(&path, game.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let players = game.as_object_mut().unwrap().remove("players").unwrap();
    let old = with("old.json", &game);
    assert!(run(&["play", "campaign", "--load", &old]).out.contains("all seats are human"));
    let named = run(&["play", "campaign", "--load", &old, "--seats", "human,random,random"]);
    assert!(!named.out.contains("all seats are human") && named.out.contains("random"), "{}", named.out);

    game["players"] = players;
    let mut newer = game.clone();
    newer["revision"] = 999.into();
    let newer = with("newer.json", &newer);
    let mut other = game.clone();
    other["game"] = "whist".into();
    let other = with("other.json", &other);
    let mut seven = game.clone();
    seven["setup"]["seats"] = 7.into();
    let seven = with("seven.json", &seven);
    for (path, sentence) in
        [(&newer, "made by a newer version"), (&other, "a game of \"whist\""), (&seven, "players, not 7")]
    {
        for args in [&["replay", path][..], &["play", "campaign", "--load", path]] {
            let said = failure(args);
            assert_eq!(said.matches(sentence).count(), 1, "{args:?}: {said}");
        }
    }
}

#[test]
fn files_that_are_not_there_or_not_right_get_a_hint() {
    assert!(failure(&["play", "campaign", "--load", "/no/such.json"]).contains("no such file"));
    assert!(failure(&["map", "campaign", "-o", "/no/such/map.svg"]).contains("no such folder"));
    let position = file("a position.json");
    let position = position.to_str().unwrap();
    run_with(&SHORT, &format!("position {position}\n"));
    assert!(failure(&["play", "campaign", "--load", position]).contains("--position FILE"));
}

#[test]
fn a_map_of_the_start_shows_pieces_and_capitals_do_not_matter() {
    let map = file("START.SVG");
    ok(&["map", "campaign", "-o", map.to_str().unwrap()]);
    assert!(fs::read_to_string(map).unwrap().contains("General"));
}

#[test]
fn piped_rules_are_not_cut_short() {
    assert!(!ok(&["rules", "campaign"]).contains("...\n"));
    assert!(ok(&["rules", "campaign", "--full"]).contains("proved by"));
}

#[test]
fn a_backup_needs_something_to_copy_and_overwrites_nothing() {
    let (missing, target) = (file("no-such.db"), file("backup.db"));
    fs::write(&target, "an older backup").unwrap();
    let (missing, target) = (missing.to_str().unwrap(), target.to_str().unwrap());
    let said = mistake(&["backup", "--database", missing, &format!("{target}.new")]);
    assert!(said.starts_with("there is no database"), "{said}");
    // Anything at all will do for a database here: it is not looked at.
    let said = mistake(&["backup", "--database", target, target]);
    assert!(said.ends_with("exists already"), "{said}");
    assert_eq!(fs::read_to_string(target).unwrap(), "an older backup");
    let run = run(&["backup", "--database", target, &format!("{target}.new")]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("cannot be copied") && run.err.contains(" hint: "), "{}", run.err);
    assert!(!file("backup.db.new").exists());
}

#[test]
fn a_game_that_is_not_finished_is_offered_to_whoever_asks_for_it() {
    let ids = |args: &[&str]| -> Vec<String> {
        let games = json(args);
        games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    assert!(!ids(&["games", "--json"]).contains(&"marshals".to_owned()));
    assert!(ids(&["games", "--json", "--preview"]).contains(&"marshals".to_owned()));
    let why = mistake(&["sim", "marshals", "--games", "1"]);
    assert!(why.contains("it is not finished; `--preview` lets you try it"), "{why}");
    let played = json(&[
        "sim",
        "marshals",
        "--preview",
        "--scenario",
        "hundred-days-1815",
        "--bots",
        "random",
        "--games",
        "1",
        "--json",
    ]);
    assert_eq!(played["games"], 1);
}
