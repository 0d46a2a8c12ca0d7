//! A plain picture of a survey, for whoever plans it.

use std::fmt::Write;

use super::{Plan, Survey};

impl Survey {
    /// The outlines in plain colours, with names and the points they grew from, as SVG.
    pub fn sketch(&self, plan: &Plan) -> String {
        let (nw, se) = plan.corners;
        let (width, height) = (se.0 - nw.0, se.1 - nw.1);
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{} {} {width} {height}' font-size='26' \
             text-anchor='middle' fill-rule='evenodd' stroke-width='2'>",
            nw.0, nw.1
        );
        for (number, area) in (0..).zip(&plan.areas) {
            let fill = match area.is_sea {
                true => format!("hsl({} 45% 75%)", 190 + number % 4 * 12),
                false => format!("hsl({} 45% 75%)", u32::from(number) * 67 % 180),
            };
            let mut path = String::new();
            for ring in self.outlines(number) {
                let points: Vec<String> = ring.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
                let _ = write!(path, "M{}Z", points.join("L"));
            }
            let _ = write!(svg, "<path d='{path}' fill='{fill}' stroke='#333'/>");
            for (x, y) in &area.points {
                let _ = write!(svg, "<circle cx='{x:.0}' cy='{y:.0}' r='4'/>");
            }
            if let Some((x, y)) = self.anchors[usize::from(number)] {
                let _ = write!(svg, "<text x='{x:.0}' y='{y:.0}'>{}</text>", area.name);
            }
        }
        svg + "</svg>"
    }
}
