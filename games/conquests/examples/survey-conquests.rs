//! Draws the outlines of lands and seas into `data/outlines.bin`, and says where they are not as the map tells.
//! With `--check` it only says whether the file is what the map gives; with `--look FILE.svg` it also draws a quick picture.

use std::fmt::Write as _;
use std::path::Path;

use atlas::projection::Conic;
use atlas::survey::{Plan, Survey};
use conquests::map::MAP;

fn main() -> std::io::Result<()> {
    let conic = Conic::europe();
    let plan = MAP.plan(&conic);
    let survey = plan.carry_out(MAP.ground(&conic));
    for fault in &survey.faults {
        println!("{fault}");
    }
    let (bytes, file) = (survey.to_bytes(), Path::new(env!("CARGO_MANIFEST_DIR")).join("data/outlines.bin"));
    println!("{} areas, {} faults, {} bytes", plan.areas.len(), survey.faults.len(), bytes.len());
    let arguments: Vec<String> = std::env::args().collect();
    let sound = match arguments.iter().any(|argument| argument == "--check") {
        true => std::fs::read(&file)? == bytes,
        false => std::fs::write(&file, bytes).map(|()| true)?,
    };
    if let Some(at) = arguments.iter().position(|argument| argument == "--look")
        && let Some(file) = arguments.get(at + 1)
    {
        std::fs::write(file, picture(&plan, &survey))?;
    }
    match (sound, survey.faults.is_empty()) {
        (true, true) => Ok(()),
        (true, false) => Err(std::io::Error::other("the outlines have faults")),
        (false, _) => Err(std::io::Error::other("the file holds other outlines: draw them again")),
    }
}

fn picture(plan: &Plan, survey: &Survey) -> String {
    let (nw, se) = plan.corners;
    let (width, height) = (se.0 - nw.0, se.1 - nw.1);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{} {} {width} {height}' font-family='serif' font-size='26' \
         text-anchor='middle' fill-rule='evenodd' stroke-width='2'>",
        nw.0, nw.1
    );
    for (number, area) in (0..).zip(&plan.areas) {
        let fill = match area.is_sea {
            true => format!("hsl({} 45% 75%)", 190 + number % 4 * 12),
            false => format!("hsl({} 45% 75%)", u32::from(number) * 67 % 180),
        };
        let mut path = String::new();
        for ring in survey.outlines(number) {
            let points: Vec<String> = ring.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let _ = write!(path, "M{}Z", points.join("L"));
        }
        let _ = write!(svg, "<path d='{path}' fill='{fill}' stroke='#333'/>");
        for (x, y) in &area.points {
            let _ = write!(svg, "<circle cx='{x:.0}' cy='{y:.0}' r='4'/>");
        }
        if let Some((x, y)) = survey.anchors[usize::from(number)] {
            let _ = write!(svg, "<text x='{x:.0}' y='{y:.0}'>{}</text>", area.name);
        }
    }
    svg + "</svg>"
}
