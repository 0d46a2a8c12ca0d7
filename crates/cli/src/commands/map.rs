//! `grognard map`: the board as a picture.

use std::fs;
use std::io::Write;

use anyhow::{Context, Result};
use engine::{Game, Seat, Seed, Silent, Viewer};
use registry::Visitor;

use super::sim::DEFAULT_SEED;
use crate::args::MapArgs;
use crate::draw;
use crate::mistake::Mistake;
use crate::setup::{build, read_position, seats_of, with_game, wrong};

/// Draws a position.
pub fn map(args: &MapArgs, out: &mut dyn Write) -> Result<()> {
    let to_terminal = args.output.as_os_str() == "-";
    match args.output.extension().and_then(|extension| extension.to_str()) {
        _ if to_terminal => {}
        Some("svg") => {}
        Some("png") => {
            let hint = "write an .svg; any browser shows it, and `rsvg-convert` turns it into a PNG";
            return Err(Mistake::new("PNG is not drawn yet", hint).into());
        }
        _ => {
            let what = format!("cannot tell from \"{}\" what to draw", args.output.display());
            return Err(Mistake::new(what, "let the name end in .svg").into());
        }
    }
    with_game(&args.game, Map { args, out, to_terminal })
}

struct Map<'a> {
    args: &'a MapArgs,
    out: &'a mut dyn Write,
    to_terminal: bool,
}

impl Visitor for Map<'_> {
    type Out = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let Map { args, out, to_terminal } = self;
        let info = G::info();
        let state: G = match &args.position {
            Some(path) => read_position(path)?,
            None => {
                let setup = build(info, &args.setup, args.seats, Seed::from_number(DEFAULT_SEED))?;
                G::new(&setup, &mut Silent).map_err(|error| wrong(info, error))?
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
        let picture = draw::svg(&G::boards()[0], 0, &state.view(viewer), info.title);
        if to_terminal {
            write!(out, "{picture}")?;
        } else {
            fs::write(&args.output, picture)
                .with_context(|| format!("cannot write {}", args.output.display()))?;
        }
        Ok(())
    }
}
