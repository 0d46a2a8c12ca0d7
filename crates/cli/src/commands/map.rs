//! `grognard map`: the board as a picture.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use atlas::geography::europe;
use engine::{Game, Recorder, Seat, Seed, Spot, Viewer};
use registry::Visitor;

use super::sim::DEFAULT_SEED;
use crate::args::MapArgs;
use crate::draw;
use crate::mistake::Mistake;
use crate::setup::{build, read_position, seats_of, with_game, wrong};

/// Draws a position, or the map of a game whose rules are to come.
pub fn map(args: &MapArgs, out: &mut dyn Write) -> Result<()> {
    let format = format(&args.output)?;
    let chart = registry::chart(&args.game).filter(|chart| !registry::is_playable(chart.id));
    let picture = match chart {
        Some(chart) => atlas::draw::svg(&(chart.sheet)(), europe(), args.detail.into()),
        None => with_game(&args.game, Map { args })?,
    };
    let bytes = match format {
        Format::Text => return Ok(write!(out, "{picture}")?),
        Format::Svg => picture.into_bytes(),
        Format::Png => atlas::draw::png(&picture, args.width)?,
    };
    fs::write(&args.output, bytes).map_err(|error| Mistake::file("write", &args.output, &error))?;
    Ok(())
}

enum Format {
    /// SVG, to the terminal.
    Text,
    Svg,
    Png,
}

/// What the name of the file asks for.
fn format(output: &Path) -> Result<Format> {
    let extension = output.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_lowercase).as_deref() {
        _ if output.as_os_str() == "-" => Ok(Format::Text),
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => {
            let what = format!("cannot tell from \"{}\" what to draw", output.display());
            Err(Mistake::new(what, "let the name end in .svg or .png").into())
        }
    }
}

struct Map<'a> {
    args: &'a MapArgs,
}

impl Visitor for Map<'_> {
    type Out = Result<String>;

    fn visit<G: Game>(self) -> Result<String> {
        let Map { args } = self;
        let info = G::info();
        let state: G = match &args.position {
            Some(path) => read_position(path)?.state,
            None => {
                let setup = build(info, &args.setup, args.seats, Seed::from_number(DEFAULT_SEED))?;
                set_out(G::new(&setup, &mut Recorder::silent()).map_err(|error| wrong(info, error))?)
            }
        };
        let viewer = match args.viewer {
            None => Viewer::Spectator,
            Some(number) if number <= seats_of(&state) => Viewer::Seat(Seat(number - 1)),
            Some(number) => {
                let what = format!("there is no seat {number}: {} play", seats_of(&state));
                return Err(Mistake::new(what, "leave --viewer out to see what a spectator sees").into());
            }
        };
        let Some(chart) = registry::chart(info.id) else {
            let what = format!("{} has no map", info.title);
            return Err(Mistake::new(what, "give it an entry in the charts of `registry`").into());
        };
        let ground = atlas::draw::svg(&(chart.sheet)(), europe(), args.detail.into());
        let board = &registry::boards(info.id)?[0];
        Ok(draw::svg(&ground, board, 0, &state.view(viewer), info.title))
    }
}

/// The game as soon as a piece stands on the board: where players first choose their places, by the first choice of
/// each. If that takes long, as it begins.
fn set_out<G: Game>(start: G) -> G {
    const LONG: usize = 50;
    let mut state = start.clone();
    let mut actions = Vec::new();
    for _ in 0..LONG {
        let table = state.view(Viewer::Spectator);
        if table.pieces.iter().any(|piece| matches!(piece.at, Spot::Space(_))) {
            return state;
        }
        let Some(seat) = state.to_act().iter().next() else { break };
        actions.clear();
        state.actions(seat, &mut actions);
        let Some(action) = actions.first() else { break };
        if state.apply(seat, action, &mut Recorder::silent()).is_err() {
            break;
        }
    }
    start
}
