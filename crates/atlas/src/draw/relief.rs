//! Mountains: a shade from the north-west under hachures that run down the slopes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::cells::{self, Field};
use super::paper::Paper;
use super::pen::{Pen, short};
use super::shape::scatter;
use super::style::HACHURE;
use crate::survey::Point;

/// Shades from the brightest to the darkest; the middle one is none.
const SHADES: usize = 49;

/// A slope of so many metres in a kilometre is neither bright nor dark by half.
const SLOPE: f64 = 38.0;

/// Heights on a grid over the paper.
struct Heights {
    /// Points from one height to the next.
    step: f64,
    columns: usize,
    rows: usize,
    metres: Vec<f32>,
    km: f64,
}

impl Heights {
    fn new(paper: &Paper, step: f64) -> Heights {
        let columns = (paper.width / step).ceil() as usize + 3;
        let rows = (paper.height / step).ceil() as usize + 3;
        let height = |i: usize| {
            let at = ((i % columns) as f64 - 1.0, (i / columns) as f64 - 1.0);
            let Some(globe) = &paper.globe else { return 0.0 };
            let (lon, lat) = globe.lon_lat((at.0 * step, at.1 * step));
            paper.geography.height(lon, lat).max(0.0) as f32
        };
        let mut metres: Vec<f32> = (0..columns * rows).map(height).collect();
        if let Some(cells) = &paper.cells {
            cells::raise(cells, Field { metres: &mut metres, columns, step });
        }
        Heights { step, columns, rows, metres, km: paper.km }
    }

    /// How the ground rises to the east and to the south, in metres to a kilometre.
    fn rise(&self, column: usize, row: usize) -> Point {
        let at = |column: usize, row: usize| f64::from(self.metres[row * self.columns + column]);
        let span = 2.0 * self.step * self.km;
        (
            (at(column + 1, row) - at(column - 1, row)) / span,
            (at(column, row + 1) - at(column, row - 1)) / span,
        )
    }

    fn rise_at(&self, (x, y): Point) -> Point {
        let column = (x / self.step).round() as usize + 1;
        let row = (y / self.step).round() as usize + 1;
        self.rise(column.clamp(1, self.columns - 2), row.clamp(1, self.rows - 2))
    }
}

/// The relief of the sheet; made-up land has mountains only where cells are.
pub(super) fn draw(paper: &Paper) -> String {
    if paper.globe.is_none() && paper.cells.is_none() {
        return String::new();
    }
    let step = (paper.width.max(paper.height) / 1100.0).max(1.6);
    let heights = Heights::new(paper, step);
    let picture = STANDARD.encode(shade(&heights, paper.by_night));
    format!(
        "<g clip-path=\"url(#on-land)\"><image x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" preserveAspectRatio=\"none\" \
         href=\"data:image/png;base64,{picture}\"/>{3}</g>",
        short(-step / 2.0),
        short((heights.columns - 2) as f64 * step),
        short((heights.rows - 2) as f64 * step),
        hachures(paper, &heights)
    )
}

/// The shades as a picture with a palette.
fn shade(heights: &Heights, by_night: bool) -> Vec<u8> {
    let (columns, rows) = (heights.columns - 2, heights.rows - 2);
    let half = (SHADES / 2) as f64;
    let mut pixels = Vec::with_capacity(columns * rows);
    for row in 1..=rows {
        for column in 1..=columns {
            let (east, south) = heights.rise(column, row);
            // Light comes from the north-west: what rises to the south-east is bright.
            let dark = -(east + south) / std::f64::consts::SQRT_2 / SLOPE;
            pixels.push((half + (dark / (1.0 + dark.abs()) * half).round()) as u8);
        }
    }
    let (mut colours, mut strengths) = (Vec::new(), Vec::new());
    for shade in 0..SHADES {
        let dark = shade as f64 / half - 1.0;
        let (colour, most) = match (dark > 0.0, by_night) {
            (true, false) => ([74, 52, 34], 150.0),
            (false, false) => ([255, 251, 236], 170.0),
            (true, true) => ([8, 6, 4], 170.0),
            (false, true) => ([214, 196, 158], 80.0),
        };
        colours.extend(colour);
        strengths.push((dark.abs() * most) as u8);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, columns as u32, rows as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_palette(colours);
    encoder.set_trns(strengths);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.expect("a picture of our own making is sound");
    bytes
}

/// Hachures begin at a slope of so many metres to a kilometre.
const STEEP: f64 = 17.0;

/// How heavy hachures are, from gentle slopes in the light to steep ones in the shade.
const STROKES: [f64; 4] = [0.35, 0.55, 0.8, 1.1];

/// Strokes down the slopes, heavier where it is steep and where no light falls.
fn hachures(paper: &Paper, heights: &Heights) -> String {
    let weight = paper.detail.weight();
    let apart = 3.6 * weight.min(1.2);
    let mut pens: [Pen; 4] = Default::default();
    for row in 0..(paper.height / apart) as i64 {
        for column in 0..(paper.width / apart) as i64 {
            let jolt = |salt| 0.7 * (scatter(column * 4 + salt, row) - 0.5);
            let at = ((column as f64 + 0.5 + jolt(0)) * apart, (row as f64 + 0.5 + jolt(1)) * apart);
            let (east, south) = heights.rise_at(at);
            let slope = (east * east + south * south).sqrt();
            // Gentle slopes have fewer strokes.
            if slope < STEEP || slope < STEEP * (1.0 + 1.5 * scatter(row, column)) {
                continue;
            }
            let dark = -(east + south) / std::f64::consts::SQRT_2 / slope;
            let heavy = (slope / 75.0).min(1.0) * (0.62 + 0.38 * dark);
            let long = apart * (0.8 + 0.8 * (slope / 60.0).min(1.0)) / slope;
            let half = (east * long / 2.0, south * long / 2.0);
            let pen = &mut pens[((heavy * 4.0) as usize).min(3)];
            pen.line(&[(at.0 - half.0, at.1 - half.1), (at.0 + half.0, at.1 + half.1)]);
        }
    }
    let mut out = format!("<g fill=\"none\" stroke=\"{HACHURE}\" stroke-opacity=\".75\">");
    for (pen, width) in pens.into_iter().zip(STROKES) {
        if !pen.is_empty() {
            out += &format!("<path stroke-width=\"{}\" d=\"{}\"/>", short(width * weight), pen.finish());
        }
    }
    out + "</g>"
}
