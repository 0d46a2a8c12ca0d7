//! Mountain ranges, by the line along which their names are written.

use super::shapes::Point;

/// A mountain range.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// What it is called.
    pub name: String,
    /// 1 for the greatest, 3 for the smallest; when to letter it on a map.
    pub rank: u8,
    /// Points along its middle, from west to east.
    pub course: Vec<Point>,
}

/// Reads the list: name, rank, longitude and latitude of points with semicolons between; one range to a line.
pub(super) fn parse(text: &str) -> Result<Vec<Range>, String> {
    text.lines()
        .skip(1)
        .map(|line| range(line).ok_or_else(|| format!("cannot read the range {line:?}")))
        .collect()
}

fn range(line: &str) -> Option<Range> {
    let fields: Vec<&str> = line.split(',').collect();
    let [name, rank, course] = fields[..] else { return None };
    let point = |words: &str| {
        let (lon, lat) = words.split_once(' ')?;
        Some(Point { lon: lon.parse().ok()?, lat: lat.parse().ok()? })
    };
    let course = course.split(';').map(point).collect::<Option<Vec<Point>>>()?;
    (course.len() > 1).then(|| Some(Range { name: name.to_owned(), rank: rank.parse().ok()?, course }))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_range() {
        let ranges = parse("head\nJura,2,5.9 46.2;7.3 47.3").unwrap();
        assert_eq!((ranges[0].name.as_str(), ranges[0].rank, ranges[0].course.len()), ("Jura", 2, 2));
        for bad in ["Jura,2,5.9 46.2", "Jura,high,5.9 46.2;7.3 47.3", "Jura,2,5.9;7.3"] {
            assert!(parse(&format!("head\n{bad}")).unwrap_err().contains("Jura"), "{bad}");
        }
    }
}
