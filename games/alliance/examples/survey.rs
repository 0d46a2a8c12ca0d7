//! Draws the outlines of regions and seas, and says where they are not as the map tells.

use alliance::map::MAP;
use atlas::geography::europe;
use atlas::projection::Conic;
use atlas::survey::ground;

fn main() {
    let conic = Conic::europe();
    let plan = MAP.plan(&conic);
    let survey = plan.carry_out(ground(europe(), &conic, plan.step));
    for fault in &survey.faults {
        println!("{fault}");
    }
    println!(
        "{} areas, {} borders, {} faults",
        plan.areas.len(),
        survey.partition.arcs.len(),
        survey.faults.len()
    );
    // A quick look.
    let (nw, se) = plan.corners;
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{} {} {} {}' width='1600'>",
        nw.0,
        nw.1,
        se.0 - nw.0,
        se.1 - nw.1
    );
    for (number, area) in plan.areas.iter().enumerate() {
        let hue = (number * 67) % 360;
        let fill = if area.is_sea {
            format!("hsl(205 40% {}%)", 70 + number % 5 * 4)
        } else {
            format!("hsl({hue} 45% 75%)")
        };
        let mut path = String::new();
        for ring in survey.outlines(number as u16) {
            for (i, (x, y)) in ring.iter().enumerate() {
                path += &format!("{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" });
            }
            path += "Z";
        }
        svg +=
            &format!("<path d='{path}' fill='{fill}' fill-rule='evenodd' stroke='#333' stroke-width='3'/>");
        if let Some((x, y)) = survey.anchors[number] {
            svg += &format!(
                "<text x='{x:.0}' y='{y:.0}' font-size='34' text-anchor='middle' font-family='serif'>{}</text>",
                area.name
            );
        }
    }
    svg += "</svg>";
    std::fs::write("/tmp/al/look.svg", svg).unwrap();
}
