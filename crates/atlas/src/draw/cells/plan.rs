//! What stands where on a map of cells, and in which order it is drawn.

use std::collections::BTreeSet;

use super::super::label::Label;
use super::super::lettering::Glyph;
use super::super::paper::Paper;
use super::super::room::Room;
use super::super::water;
use super::lines::Numbers;
use super::{Cells, boxes, ground, lines, realms, sides, sites};

/// What stands where.
pub(in super::super) struct Plan {
    pub(in super::super) sites: Vec<sites::Placed>,
    pub(in super::super) numbers: Numbers,
    boxes: Vec<boxes::Placed>,
    growth: String,
}

/// A map of cells, drawn: what belongs where among the other parts of a picture.
#[derive(Default)]
pub(in super::super) struct Layers {
    /// Definitions.
    pub(in super::super) defs: String,
    /// Below the land.
    pub(in super::super) lanes: String,
    /// On the land, below the shore.
    pub(in super::super) ground: String,
    /// Above the shore.
    pub(in super::super) signs: String,
}

impl Plan {
    /// Takes the room for towns and boxes.
    pub(in super::super) fn new(paper: &Paper, cells: &Cells, room: &mut Room) -> Plan {
        Plan {
            boxes: boxes::place(paper, cells, room),
            sites: sites::place(paper, cells, room),
            numbers: Numbers::new(cells),
            growth: String::new(),
        }
    }

    /// Lets trees and reeds grow where there is room left.
    pub(in super::super) fn grow(&mut self, paper: &Paper, cells: &Cells, room: &Room) {
        let mut numbers = Room::default();
        numbers.take(&self.numbers.boxes);
        self.growth = ground::signs(paper, cells, [room, &numbers]);
    }

    /// The names in boxes.
    pub(in super::super) fn labels(&self) -> impl Iterator<Item = &Label> {
        self.boxes.iter().filter_map(|placed| placed.label.as_ref())
    }

    /// Draws the cells; adds the glyphs they are lettered with.
    pub(in super::super) fn draw(
        &self,
        paper: &Paper,
        cells: &Cells,
        glyphs: &mut BTreeSet<Glyph>,
    ) -> Layers {
        glyphs.extend(self.numbers.glyphs());
        Layers {
            defs: sites::define(glyphs),
            lanes: boxes::lanes(paper, cells),
            ground: [
                ground::washes(cells),
                realms::washes(paper, cells),
                water::lakes(paper),
                self.growth.clone(),
                lines::draw(cells),
                realms::borders(cells),
                sides::draw(paper, cells),
            ]
            .concat(),
            signs: [
                self.numbers.draw(),
                sides::named_lines(paper, cells),
                sides::straits(paper, cells),
                boxes::draw(cells, &self.boxes),
                sites::draw(cells, &self.sites),
            ]
            .concat(),
        }
    }
}
