//! The maps of all games as they are drawn: their names, and how large they are.

use atlas::draw::{Area, Detail, Label, MapSheet, Rect, labels, svg};
use atlas::geography::europe;
use registry::CHARTS;

/// Whether a point of the plane lies in an area.
fn holds(area: &Area, (x, y): (f64, f64)) -> bool {
    let mut inside = false;
    for ring in &area.rings {
        for (i, &(ax, ay)) in ring.iter().enumerate() {
            let (bx, by) = ring[(i + 1) % ring.len()];
            if (ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay) {
                inside = !inside;
            }
        }
    }
    inside
}

/// From points of the picture to the plane.
fn plane(sheet: &MapSheet, detail: Detail, (x, y): (f64, f64)) -> (f64, f64) {
    let ((west, north), (east, south)) = sheet.corners;
    let km = (east - west).max(south - north) / detail.points();
    (west + x * km, north + y * km)
}

fn middle(rect: &Rect) -> (f64, f64) {
    ((rect.low.0 + rect.high.0) / 2.0, (rect.low.1 + rect.high.1) / 2.0)
}

fn overlap(a: &Label, b: &Label) -> bool {
    a.boxes.iter().any(|one| b.boxes.iter().any(|other| one.overlaps(other)))
}

#[test]
fn no_two_names_overlap_on_any_map_at_any_detail() {
    for chart in &CHARTS {
        let sheet = (chart.sheet)();
        for detail in Detail::ALL {
            let labels = labels(&sheet, europe(), detail);
            assert!(labels.len() > 20, "{}: {} names", chart.id, labels.len());
            for (i, label) in labels.iter().enumerate() {
                let other = labels[..i].iter().find(|other| overlap(label, other));
                assert!(other.is_none(), "{} at {detail:?}: {} and {other:?}", chart.id, label.text);
            }
        }
    }
}

#[test]
fn every_area_is_lettered_inside_or_with_a_leader() {
    for chart in &CHARTS {
        let sheet = (chart.sheet)();
        for detail in [Detail::Table, Detail::Close] {
            let labels = labels(&sheet, europe(), detail);
            for area in &sheet.areas {
                let mut named = labels.iter().filter(|label| label.text == area.name).peekable();
                assert!(named.peek().is_some(), "{} at {detail:?}: {} is not named", chart.id, area.name);
                // Gibraltar and Malta are named by their fortress, beside its sign.
                let by_mark = sheet.marks.iter().any(|mark| mark.label == area.name && holds(area, mark.at));
                let at_home = |label: &Label| {
                    by_mark
                        || label.leader.is_some()
                        || label.boxes.iter().all(|rect| holds(area, plane(&sheet, detail, middle(rect))))
                };
                assert!(
                    named.any(at_home),
                    "{} at {detail:?}: {} is lettered elsewhere, without a leader",
                    chart.id,
                    area.name
                );
            }
        }
    }
}

#[test]
fn nearly_every_site_is_named_close_up() {
    for chart in &CHARTS {
        let sheet = (chart.sheet)();
        let close = labels(&sheet, europe(), Detail::Close);
        let sites = sheet.grid.iter().flat_map(|grid| &grid.sites);
        let (named, missing): (Vec<&str>, Vec<&str>) = sites
            .map(|site| site.name.as_str())
            .partition(|name| close.iter().any(|label| label.text == *name));
        assert!(
            missing.len() * 50 <= named.len() + missing.len(),
            "{}: without a name: {missing:?}",
            chart.id
        );
    }
}

#[test]
fn every_picture_is_small() {
    for chart in &CHARTS {
        let sheet = (chart.sheet)();
        for detail in Detail::ALL {
            let size = svg(&sheet, europe(), detail).len();
            assert!(size < 3_000_000, "{} at {detail:?}: {size} bytes", chart.id);
        }
    }
}
