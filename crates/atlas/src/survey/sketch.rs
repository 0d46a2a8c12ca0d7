//! A survey in words and as a plain picture, for whoever plans it.

use std::fmt::Write;

use super::{Plan, Survey};

/// Where less fits, in kilometres, it is said.
const TIGHT: f64 = 35.0;

impl Survey {
    /// What is not as it was planned, where there is little room, and how much of it there is: a line each.
    pub fn report(&self, plan: &Plan) -> String {
        let mut report = String::new();
        for fault in &self.faults {
            let _ = writeln!(report, "{fault}");
        }
        for (area, number) in plan.areas.iter().zip(0..).filter(|&(_, number)| self.room(number) < TIGHT) {
            let _ = writeln!(report, "{} has room for {:.0} km", area.name, self.room(number));
        }
        let bytes = self.to_bytes().len();
        let _ = writeln!(report, "{} areas, {} faults, {bytes} bytes", self.anchors.len(), self.faults.len());
        report
    }

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

#[cfg(test)]
mod tests {
    use crate::survey::{Ground, Plan, PlannedArea};

    #[test]
    fn a_report_names_what_is_tight_and_what_is_wrong() {
        let area = |name: &str, x| PlannedArea {
            name: name.to_owned(),
            points: vec![(x, 50.0)],
            ..PlannedArea::default()
        };
        let plan = Plan {
            areas: vec![area("West", 10.0), area("East", 150.0)],
            touching: [].into(),
            step: 2.0,
            corners: ((0.0, 0.0), (200.0, 100.0)),
            offshore: 0.0,
        };
        let mut survey = plan.carry_out(|_| Ground { is_land: true, dear: 1.0 });
        survey.anchors[0] = Some((5.0, 50.0));
        let report = survey.report(&plan);
        assert!(report.contains("West has room for 5 km") && !report.contains("East has"), "{report}");
        assert!(report.ends_with(&format!(
            "{} faults, {} bytes\n",
            survey.faults.len(),
            survey.to_bytes().len()
        )));
        assert!(survey.faults.iter().all(|fault| report.contains(&fault.to_string())), "{report}");
    }
}
