//! Hatching by which a colour is known without its colour.
//!
//! Engravers have shown colours by lines and dots since the seventeenth century (Petra Sancta): level lines for blue, upright
//! ones for red, dots for gold. Those of heraldry come first, then some that were needed for more powers than heraldry has
//! colours.

use super::pen::short;
use super::sheet::Colour;

/// A pattern of lines or dots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hatch {
    /// Level lines: blue.
    Azure,
    /// Upright lines: red.
    Gules,
    /// Lines falling to the right: green.
    Vert,
    /// Lines rising to the right: purple.
    Purpure,
    /// Level and upright lines: black.
    Sable,
    /// Falling and rising lines: blood red.
    Sanguine,
    /// Dots: gold.
    Or,
    /// Small crosses: white.
    Ermine,
    /// Waves.
    Vair,
    /// Angles.
    Chevrons,
    /// A wall.
    Bricks,
    /// Small rings.
    Rings,
}

impl Hatch {
    /// Every hatching.
    pub const ALL: [Hatch; 12] = [
        Hatch::Azure,
        Hatch::Gules,
        Hatch::Vert,
        Hatch::Purpure,
        Hatch::Sable,
        Hatch::Sanguine,
        Hatch::Or,
        Hatch::Ermine,
        Hatch::Vair,
        Hatch::Chevrons,
        Hatch::Bricks,
        Hatch::Rings,
    ];

    /// Its lines in a square of side 1, how wide they are there, and how many times as large as others it is drawn.
    fn lines(self) -> (&'static str, f64, f64) {
        match self {
            Hatch::Azure => ("M0 .5H1", 0.2, 0.75),
            Hatch::Gules => ("M.5 0V1", 0.2, 0.75),
            Hatch::Vert => ("M0 0 1 1M-.5 .5 .5 1.5M.5-.5 1.5 .5", 0.15, 1.0),
            Hatch::Purpure => ("M0 1 1 0M-.5 .5 .5-.5M.5 1.5 1.5 .5", 0.15, 1.0),
            Hatch::Sable => ("M0 .5H1M.5 0V1", 0.14, 0.9),
            Hatch::Sanguine => ("M0 0 1 1M0 1 1 0", 0.11, 1.1),
            Hatch::Or => ("M.25 .25h.01M.75 .75h.01", 0.22, 1.0),
            Hatch::Ermine => ("M.25 .08V.42M.1 .25H.4M.75 .58V.92M.6 .75H.9", 0.08, 1.5),
            Hatch::Vair => ("M0 .5q.25-.5 .5 0t.5 0", 0.14, 1.0),
            Hatch::Chevrons => ("M0 .75 .5 .25 1 .75", 0.14, 1.0),
            Hatch::Bricks => ("M0 0H1M0 .5H1M0 1H1M.25 0V.5M.75 .5V1", 0.1, 1.3),
            Hatch::Rings => ("M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0-.4 0", 0.11, 1.0),
        }
    }

    /// The definition of a fill with it: known by `id`, in a darker shade of `colour`, its lines about `apart` points apart.
    pub(super) fn define(self, id: &str, colour: Colour, apart: f64) -> String {
        let (lines, width, larger) = self.lines();
        let dark = |part: u8| (f64::from(part) * 0.62) as u8;
        let ink = Colour(dark(colour.0), dark(colour.1), dark(colour.2));
        format!(
            "<pattern id=\"{id}\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\" patternTransform=\"scale({})\">\
             <path d=\"{lines}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/></pattern>",
            short(apart * larger)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_look_alike() {
        let lines: BTreeSet<&str> = Hatch::ALL.iter().map(|hatch| hatch.lines().0).collect();
        assert_eq!(lines.len(), Hatch::ALL.len());
    }
}
