//! Lines as text, in few characters.

use crate::survey::Point;

/// A path being written, in tenths of a point. Every step is taken from where the last one ended as written, so that
/// rounding does not add up.
#[derive(Default)]
pub(super) struct Pen {
    path: String,
    at: (i64, i64),
    start: (i64, i64),
}

impl Pen {
    pub(super) fn lift_to(&mut self, to: Point) {
        self.path.push('m');
        self.step(to);
        self.start = self.at;
    }

    /// After a move, every further pair of numbers is a line.
    pub(super) fn line_to(&mut self, to: Point) {
        if tenths(to) != self.at {
            self.step(to);
        }
    }

    fn step(&mut self, to: Point) {
        let (x, y) = tenths(to);
        let first = self.path.ends_with('m');
        number(&mut self.path, x - self.at.0, first);
        number(&mut self.path, y - self.at.1, false);
        self.at = (x, y);
    }

    pub(super) fn close(&mut self) {
        self.path.push('z');
        self.at = self.start;
    }

    pub(super) fn line(&mut self, points: &[Point]) {
        if let Some((&first, rest)) = points.split_first() {
            self.lift_to(first);
            rest.iter().for_each(|&point| self.line_to(point));
        }
    }

    pub(super) fn ring(&mut self, points: &[Point]) {
        if points.len() > 2 {
            self.line(points);
            self.close();
        }
    }

    /// A closed outline of bows, each by how far its handle and its end are from where it begins.
    pub(super) fn bows(&mut self, at: Point, bows: &[(Point, Point)]) {
        self.lift_to(at);
        for (i, (handle, end)) in bows.iter().enumerate() {
            if i == 0 {
                self.path.push('q');
            }
            for (place, number_of) in [handle.0, handle.1, end.0, end.1].into_iter().enumerate() {
                number(&mut self.path, (number_of * 10.0).round() as i64, i == 0 && place == 0);
            }
        }
        self.close();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    pub(super) fn finish(self) -> String {
        self.path
    }
}

fn tenths((x, y): Point) -> (i64, i64) {
    ((x * 10.0).round() as i64, (y * 10.0).round() as i64)
}

/// Writes tenths; a minus parts two numbers as well as a space does.
fn number(out: &mut String, tenths: i64, first: bool) {
    if !first && tenths >= 0 {
        out.push(' ');
    }
    if tenths < 0 {
        out.push('-');
    }
    let (whole, rest) = (tenths.unsigned_abs() / 10, (tenths.unsigned_abs() % 10) as u8);
    if whole > 0 || rest == 0 {
        digits(out, whole);
    }
    if rest > 0 {
        out.push('.');
        out.push(char::from(b'0' + rest));
    }
}

/// Writes a whole number. There are hundreds of thousands of them on a map.
fn digits(out: &mut String, number: u64) {
    if number >= 10 {
        digits(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// A number with two digits after the point, none of them idle.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text that may stand in an element.
pub(super) fn escape(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .map(|c| match c {
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '&' => "&amp;".to_owned(),
            '"' => "&quot;".to_owned(),
            c => c.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_relative_and_short() {
        let mut pen = Pen::default();
        pen.ring(&[(10.0, 20.0), (10.5, 19.75), (12.0, 21.0)]);
        pen.line(&[(0.0, 0.0), (-0.04, 0.0), (1.0, 0.0), (1.0, -1203.4)]);
        assert_eq!(pen.finish(), "m10 20 .5-.2 1.5 1.2zm-10-20 1 0 0-1203.4");
    }

    #[test]
    fn a_lonely_point_is_a_move() {
        let mut pen = Pen::default();
        pen.line(&[(1.0, 2.0)]);
        assert_eq!(pen.finish(), "m1 2");
    }

    #[test]
    fn numbers_and_text() {
        assert_eq!((short(1.50), short(-0.001), short(3.0)), ("1.5".into(), "0".into(), "3".into()));
        assert_eq!(escape("<Å & \u{1}B>"), "&lt;Å &amp; B&gt;");
    }
}
