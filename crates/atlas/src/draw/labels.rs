//! Finding room for names. What matters most is placed first; what finds no room is left out.

mod area;
mod cells;
mod range;
mod river;
mod town;

use std::rc::Rc;

use super::areas::Drawn;
use super::cells::{self as grid, Cells};
use super::label::{Label, Voice};
use super::lettering::{Cut, Word, set};
use super::paper::Paper;
use super::pen::{Pen, short};
use super::room::Room;
use super::shape::Way;
use super::sheet::BorderKind;
use super::signs::Placed;
use super::style::{CREST, FROST, INK, PAPER, RIVER, ROOF, SEA_INK};
use super::{Detail, Rect};
use crate::geography::Kind;
use crate::survey::Point;

/// How large letters are, in points.
struct Sizes {
    area: f64,
    sea: f64,
    city: f64,
    town: f64,
    river: f64,
}

impl Sizes {
    fn of(detail: Detail) -> Sizes {
        let scale = match detail {
            Detail::Overview => 0.62,
            Detail::Table => 1.0,
            Detail::Close => 1.5,
        };
        Sizes {
            area: 14.0 * scale,
            sea: 22.0 * scale,
            city: 12.0 * scale,
            town: 9.5 * scale,
            river: 9.5 * scale,
        }
    }
}

/// Names being placed.
struct Lettering<'a, 'b> {
    paper: &'a Paper<'b>,
    room: &'a mut Room,
    /// Lines that names had better not cross: shores, rivers, borders.
    lines: Room,
    sizes: Sizes,
    labels: Vec<Label>,
}

impl Lettering<'_, '_> {
    /// Takes the first label that fits, finds room and crosses no line; failing that, the first that fits and finds room.
    fn first(&mut self, candidates: impl IntoIterator<Item = Label>, fits: impl Fn(&Label) -> bool) -> bool {
        let frame = self.paper.frame().grown(-2.0);
        let (mut best, mut second_best) = (None, None);
        for label in candidates {
            let clear = self.lines.is_free(&label.boxes);
            if (clear || second_best.is_none())
                && !label.boxes.is_empty()
                && label.boxes.iter().all(|rect| frame.encloses(rect))
                && self.room.is_free(&label.boxes)
                && fits(&label)
            {
                if clear {
                    best = Some(label);
                    break;
                }
                second_best = Some(label);
            }
        }
        let Some(label) = best.or(second_best) else { return false };
        self.room.take(&label.boxes);
        self.labels.push(label);
        true
    }
}

/// Small boxes along the lines that names had better not cross.
fn lines(paper: &Paper) -> Room {
    let shores = paper.shores.iter().map(|ring| ring.iter().chain(ring.first()).copied().collect());
    let rivers = paper.courses.iter().filter(|(river, _)| river.rank < 3);
    let rivers = rivers.flat_map(|(_, course)| paper.line(course));
    let borders = paper.sheet.borders.iter().filter(|border| border.kind != BorderKind::Coast);
    let borders = borders.flat_map(|border| {
        let line: Vec<Point> = border.line.iter().map(|&point| paper.at(point)).collect();
        paper.line(&line)
    });
    let mut room = Room::default();
    let apart = 5.0 * paper.detail.weight();
    for line in shores.chain(rivers).chain(borders) {
        room.take(&dotted(&line, apart));
    }
    room
}

/// Small boxes along a line.
fn dotted(line: &[Point], apart: f64) -> Vec<Rect> {
    let way = Way::new(line);
    let place = |i: usize| Rect::around(way.at(i as f64 * apart).0, (apart / 3.0, apart / 3.0));
    (0..=(way.length() / apart) as usize).map(place).collect()
}

/// Letters a map of cells.
pub(super) fn place_on_cells(
    paper: &Paper,
    cells: &Cells,
    plan: &grid::Plan,
    marks: &[Placed],
    room: &mut Room,
) -> Vec<Label> {
    let mut lines = lines(paper);
    lines.take(&plan.numbers.boxes);
    let apart = 0.12 * cells.pitch;
    for (_, course) in grid::courses(paper, cells) {
        lines.take(&dotted(&course, apart));
    }
    let mut lettering = Lettering { paper, room, lines, sizes: Sizes::of(paper.detail), labels: Vec::new() };
    lettering.labels.extend(plan.labels().cloned());
    lettering.marks(marks);
    lettering.inscriptions();
    lettering.cells(cells, &plan.sites);
    lettering.labels
}

/// Letters the sheet. Also says where towns that are no marks stand.
pub(super) fn place(
    paper: &Paper,
    areas: &[Drawn],
    marks: &[Placed],
    room: &mut Room,
) -> (Vec<Label>, Vec<Point>) {
    let sizes = Sizes::of(paper.detail);
    let mut lettering = Lettering { paper, room, lines: lines(paper), sizes, labels: Vec::new() };
    let mut order: Vec<&Drawn> = areas.iter().collect();
    // The smallest first: they have the least choice.
    order.sort_by(|a, b| area::ground(&a.rings).total_cmp(&area::ground(&b.rings)));
    let (seas, lands): (Vec<&Drawn>, Vec<&Drawn>) = order.into_iter().partition(|drawn| drawn.area.is_sea);
    lettering.marks(marks);
    lettering.inscriptions();
    seas.iter().for_each(|sea| lettering.area(sea));
    lands.iter().for_each(|land| lettering.area(land));
    if areas.is_empty() {
        lettering.realms();
    }
    lettering.ranges(1);
    let mut towns = lettering.towns(1);
    lettering.ranges(2);
    lettering.ranges(3);
    lettering.rivers();
    lettering.lakes();
    let least = match paper.detail {
        Detail::Overview => 1,
        Detail::Table => 2,
        Detail::Close => 3,
    };
    for rank in 2..=least {
        towns.extend(lettering.towns(rank));
    }
    (lettering.labels, towns)
}

impl Lettering<'_, '_> {
    /// Names of seas and regions from the geography, for sheets without areas.
    fn realms(&mut self) {
        let least = if self.paper.detail == Detail::Overview { 1 } else { 2 };
        let mut places: Vec<_> =
            self.paper.geography.places.iter().filter(|place| place.rank <= least).collect();
        places.sort_by_key(|place| place.rank);
        for place in places {
            let (size, voice) = match place.kind {
                Kind::Sea => (self.sizes.sea, Voice::Sea),
                Kind::Region => (self.sizes.area, Voice::Land),
                _ => continue,
            };
            let size = if place.rank == 1 { size } else { size * 0.75 };
            let Some(at) = self.paper.place(place.at) else { continue };
            let word = set(&place.name, Cut::SmallCaps);
            let tries = [(1.0, 0.35), (1.0, 0.15), (0.8, 0.1), (0.65, 0.05)].into_iter();
            let tries = tries.flat_map(|(shrink, spacing)| {
                let (word, size) = (Rc::new(word.spaced(spacing)), size * shrink);
                [0.0, 1.1, -1.1, 2.2, -2.2].map(|down| {
                    let start = (at.0 - word.width * size / 2.0, at.1 + (0.2 + down) * size);
                    Label::level(&place.name, &word, size, start, voice)
                })
            });
            let paper = self.paper;
            let wet = voice == Voice::Sea;
            self.first(tries, |label| all_around(&label.boxes, |point| !wet || !paper.is_land(point)));
        }
    }
}

/// The labels: first the paper around all letters, then the letters.
pub(super) fn draw(paper: &Paper, labels: &[Label]) -> String {
    let mut out = String::new();
    let mut leaders = Pen::default();
    for (a, b) in labels.iter().filter_map(|label| label.leader) {
        leaders.line(&[a, b]);
    }
    if !leaders.is_empty() {
        out += &format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
            leaders.finish(),
            short(0.7 * paper.detail.weight())
        );
    }
    let voices = [
        (Voice::Sea, "sea", SEA_INK, 0),
        (Voice::River, "river", RIVER, 150),
        (Voice::Frost, "frost", FROST, 190),
        (Voice::Realm, "realm", INK, 70),
        (Voice::Range, "range", CREST, 170),
        (Voice::Land, "land", INK, 190),
        (Voice::Red, "red", ROOF, 190),
    ];
    for (voice, name, ink, halo) in voices {
        let drawings: Vec<String> =
            labels.iter().filter(|label| label.voice == voice).map(Label::draw).collect();
        if drawings.is_empty() {
            continue;
        }
        out += &format!("<defs><g id=\"{name}-names\">{}</g></defs>", drawings.concat());
        if halo > 0 {
            out += &format!(
                "<use href=\"#{name}-names\" stroke=\"{PAPER}\" stroke-width=\"{halo}\" stroke-linejoin=\"round\" fill=\"{PAPER}\" \
                 opacity=\".72\"/>"
            );
        }
        out += &format!("<use href=\"#{name}-names\" fill=\"{ink}\"/>");
    }
    out
}

/// Whether all corners and middles of the sides of boxes fulfil a wish.
fn all_around(boxes: &[Rect], wish: impl Fn(Point) -> bool) -> bool {
    boxes.iter().all(|rect| {
        let middle = ((rect.low.0 + rect.high.0) / 2.0, (rect.low.1 + rect.high.1) / 2.0);
        [rect.low.0, middle.0, rect.high.0]
            .iter()
            .all(|&x| [rect.low.1, middle.1, rect.high.1].iter().all(|&y| wish((x, y))))
    })
}
