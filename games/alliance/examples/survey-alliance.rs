//! Draws the outlines of regions and seas into `data/outlines.bin`, and says where they are not as the map tells.
//!
//! With `--look FILE.svg` it also makes a plain picture of them.

use std::fmt::Write;
use std::path::Path;

use alliance::map::{MAP, Map};
use atlas::survey::Survey;

/// Shorter borders are shown, in kilometres.
const SHORT: f64 = 30.0;

fn main() -> std::io::Result<()> {
    let survey = MAP.survey();
    let names: Vec<&str> = MAP.names().collect();
    for (&(a, b), length) in survey.partition.contacts().iter().filter(|(_, length)| **length < SHORT) {
        println!("{} and {} touch for {length:.0} km only", names[usize::from(a)], names[usize::from(b)]);
    }
    for fault in &survey.faults {
        println!("{fault}");
    }
    let bytes = survey.to_bytes();
    println!("{} areas, {} faults, {} bytes", names.len(), survey.faults.len(), bytes.len());
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/outlines.bin"), bytes)?;
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, file] = args.as_slice()
        && flag == "--look"
    {
        std::fs::write(file, picture(&MAP, &survey))?;
    }
    Ok(())
}

/// The outlines in plain colours, with their names.
fn picture(map: &Map, survey: &Survey) -> String {
    let (frame, seas) = (map.frame, map.regions.len()..);
    let (width, height) = (frame.east - frame.west, frame.south - frame.north);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{} {} {width} {height}' font-size='30' \
         text-anchor='middle' stroke='#333' stroke-width='2' fill-rule='evenodd'>",
        frame.west, frame.north
    );
    for (number, name) in map.names().enumerate() {
        let fill = match seas.contains(&number) {
            true => format!("hsl(205 40% {}%)", 70 + number % 5 * 4),
            false => format!("hsl({} 45% 75%)", number * 67 % 360),
        };
        let mut path = String::new();
        for ring in survey.outlines(number as u16) {
            let points: Vec<String> = ring.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let _ = write!(path, "M{}Z", points.join("L"));
        }
        let _ = write!(svg, "<path d='{path}' fill='{fill}'/>");
        if let Some((x, y)) = survey.anchors[number] {
            let _ = write!(svg, "<text x='{x:.0}' y='{y:.0}' stroke='none'>{name}</text>");
        }
    }
    svg + "</svg>"
}
