//! From arguments to a set-up, and from files to games.

use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow};
use engine::{Game, Info, LoadError, Loaded, SavedGame, SeatRange, Seed, Session, Setup, SetupError, Viewer};
use registry::{UnknownGame, Visitor};
use serde_json::Value as Json;

use crate::args::SetupArgs;
use crate::mistake::{Mistake, nearest};

/// Does something with the game of this id.
///
/// # Errors
/// If there is no such game, or what comes of it.
pub fn with_game<T, V: Visitor<Out = Result<T>>>(id: &str, visitor: V) -> Result<T> {
    registry::visit(id, visitor).map_err(unknown)?
}

/// What is known of the game of this id.
///
/// # Errors
/// If there is no such game.
pub fn info(id: &str) -> Result<&'static Info> {
    Ok(registry::info(id).map_err(unknown)?)
}

fn unknown(error: UnknownGame) -> Mistake {
    Mistake::new(error, "`grognard games` tells more about them")
}

/// A sound set-up from what was typed. `seats` is how many play, if that was said; `seed` where chance starts if
/// nothing was said.
///
/// # Errors
/// The first thing that cannot be.
pub fn build(info: &Info, args: &SetupArgs, seats: Option<u8>, seed: Seed) -> Result<Setup> {
    let preset = match &args.preset {
        None => None,
        Some(id) => Some(info.presets.iter().find(|preset| preset.id == id).ok_or_else(|| {
            let known: Vec<_> = info.presets.iter().map(|preset| preset.id).collect();
            Mistake::new(
                format!("{} has no preset \"{id}\"; it has {}", info.id, listed(&known)),
                format!("`grognard games {}` explains them", info.id),
            )
        })?),
    };
    let scenario = match (&args.scenario, preset) {
        (Some(asked), Some(preset)) if asked != preset.scenario => {
            return Err(Mistake::new(
                format!("preset {} is for scenario {}, not {asked}", preset.id, preset.scenario),
                "leave --scenario out",
            )
            .into());
        }
        (Some(asked), _) => asked.as_str(),
        (None, Some(preset)) => preset.scenario,
        (None, None) => info.scenarios[0].id,
    };
    let allowed = info.scenario(scenario).map_or(info.seats, |scenario| scenario.seats);
    let allowed = preset.map_or(allowed, |preset| preset.seats);
    let mut setup = Setup::new(scenario, seats.unwrap_or_else(|| usual(allowed)), args.seed.unwrap_or(seed));
    for (option, value) in preset.iter().flat_map(|preset| &preset.options) {
        setup = setup.with(option, value.clone());
    }
    for text in &args.options {
        let (id, value) = text.split_once('=').unwrap_or((text, "on"));
        let read = info.option(id).and_then(|option| option.read(value));
        setup = setup.with(id, read.map_err(|error| wrong(info, error))?);
    }
    info.resolve(&setup).map_err(|error| wrong(info, error))?;
    Ok(setup)
}

/// How many play if nothing is said: four, or as near as can be.
pub fn usual(allowed: SeatRange) -> u8 {
    4.clamp(allowed.min, allowed.max)
}

/// What is wrong with a set-up, with a way out.
pub fn wrong(info: &Info, error: SetupError) -> Mistake {
    let near = match &error {
        SetupError::UnknownOption { option, .. } => nearest(option, info.options.iter().map(|o| o.id)),
        SetupError::UnknownScenario { scenario, .. } => {
            nearest(scenario, info.scenarios.iter().map(|s| s.id))
        }
        _ => None,
    };
    let hint = match near {
        Some(id) => format!("did you mean {id}? `grognard games {}` explains them all", info.id),
        None => format!("`grognard games {}` shows what fits together", info.id),
    };
    Mistake::new(error, hint)
}

/// A seed nobody can guess.
///
/// # Errors
/// If the machine gives no chance.
pub fn fresh_seed() -> Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("the machine gives no random numbers: {error}"))?;
    Ok(Seed(bytes))
}

fn read_json(path: &Path) -> Result<Json> {
    let text = fs::read_to_string(path).map_err(|error| Mistake::file("read", path, &error))?;
    Ok(serde_json::from_str(&text).map_err(|error| {
        let what = format!("{} is not JSON: {error}", path.display());
        Mistake::failure(what, "`save` and `position` in `grognard play` write such files")
    })?)
}

/// Whether a document is a saved game rather than a position.
fn is_saved(json: &Json) -> bool {
    json.get("entries").is_some() && json.get("setup").is_some()
}

/// The saved game in a file, of whatever game it is.
///
/// # Errors
/// If there is none.
pub fn read_saved(path: &Path) -> Result<SavedGame> {
    let json = read_json(path)?;
    let fields = json.as_object().map_or(0, serde_json::Map::len);
    let hint = if fields > 0 && json.get("game").is_none() && json.get("entries").is_none() {
        "this looks like a position: `grognard play GAME --position FILE` starts from it"
    } else {
        "`save` in `grognard play` makes one"
    };
    Ok(serde_json::from_value(json).map_err(|error| {
        Mistake::failure(format!("{} is not a saved game: {error}", path.display()), hint)
    })?)
}

/// A saved game brought back.
///
/// # Errors
/// Why it cannot be.
pub fn load<G: Game>(path: &Path, saved: SavedGame) -> Result<(Session<G>, Loaded)> {
    Ok(Session::<G>::load(saved).map_err(|error| {
        let hint = match &error {
            LoadError::WrongGame { found, .. } => format!("name that game: {found}"),
            LoadError::Newer { .. } => "take the newer version of grognard to go on with it".to_owned(),
            _ => "only a file as `save` wrote it can be loaded".to_owned(),
        };
        Mistake::failure(format!("{} cannot be loaded: {error}", path.display()), hint)
    })?)
}

/// Where a game starts if not at its beginning.
pub struct Position<G> {
    /// The state.
    pub state: G,
    /// The set-up of the game it comes from, as far as that is known.
    pub setup: Setup,
}

/// The position in a file: a state by itself, or a saved game as it stands.
///
/// # Errors
/// If the file holds neither, or what it holds cannot be.
pub fn read_position<G: Game>(path: &Path) -> Result<Position<G>> {
    let json = read_json(path)?;
    let name = path.display();
    if is_saved(&json) {
        let (session, _) = load::<G>(path, read_saved(path)?)?;
        return Ok(Position { state: session.state().clone(), setup: session.setup().clone() });
    }
    let info = G::info();
    let hint = "`position` in `grognard play` writes one; a saved game will do as well";
    let state: G = serde_json::from_value(json).map_err(|error| {
        Mistake::failure(format!("{name} is not a position of {}: {error}", info.title), hint)
    })?;
    state
        .check()
        .map_err(|why| Mistake::failure(format!("{name} holds a position that cannot be: {why}"), hint))?;
    let seats = seats_of(&state);
    let scenario = info.scenarios.iter().find(|scenario| scenario.seats.contains(seats));
    let setup = Setup::new(scenario.unwrap_or(&info.scenarios[0]).id, seats, Seed::from_number(0));
    Ok(Position { state, setup })
}

/// How many play in a position.
pub fn seats_of<G: Game>(state: &G) -> u8 {
    state.view(Viewer::Spectator).seats.len() as u8
}

/// What the seats of a position play, in words.
pub fn names<G: Game>(state: &G) -> Vec<String> {
    state.view(Viewer::Spectator).seats.iter().map(|sheet| sheet.name.to_string()).collect()
}

fn listed(ids: &[&str]) -> String {
    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
}
