//! The map as it is drawn.

use std::sync::Arc;

use atlas::draw::{Area, Border, BorderKind, Colour, Earth, Ground, Mark, MarkKind, Sheet};
use atlas::geography::europe;
use atlas::projection::Conic;

use crate::OUTLINES;
use crate::map::{Domain, Land, MAP};

/// The five nations.
const NATIONS: [(&str, Colour); 5] = [
    ("france", Colour(78, 112, 176)),
    ("england", Colour(196, 72, 62)),
    ("prussia", Colour(120, 124, 138)),
    ("austria", Colour(236, 214, 140)),
    ("russia", Colour(112, 150, 96)),
];

/// The map with its borders and capitals. A neutral capital has the colour of the domain it feeds.
pub fn sheet() -> Sheet {
    let conic = Conic::europe();
    let corners = MAP.plan(&conic).corners;
    Sheet {
        title: "Napoleon's Conquests".to_owned(),
        earth: Earth::Globe(Arc::new(conic)),
        corners,
        areas: areas(),
        borders: borders(),
        marks: marks(&conic),
        grid: None,
    }
}

fn areas() -> Vec<Area> {
    let area = |number: u16, name: &str, is_sea, tint| {
        let anchor = OUTLINES.anchors[usize::from(number)].unwrap_or_default();
        let rings = OUTLINES.outlines(number);
        Area { name: name.to_owned(), is_sea, rings, anchor, ground: Ground::Clear, tint }
    };
    let lands = MAP.lands.iter().zip(0..).map(|(land, number)| area(number, &land.name, false, tint(land)));
    let first = MAP.lands.len() as u16;
    let seas = MAP.seas.iter().zip(first..).map(|(sea, number)| area(number, &sea.name, true, None));
    lands.chain(seas).collect()
}

fn tint(land: &Land) -> Option<Colour> {
    let home = NATIONS.iter().find(|(nation, _)| *nation == land.home).map(|(_, colour)| *colour);
    home.or(land.neutral_capital.map(|domain| match domain {
        Domain::Diplomacy => Colour(92, 134, 190),
        Domain::Finance => Colour(214, 178, 66),
        Domain::Morale => Colour(190, 92, 84),
        Domain::Society => Colour(122, 160, 104),
    }))
}

fn borders() -> Vec<Border> {
    let is_sea = |area: u16| usize::from(area) >= MAP.lands.len();
    let arcs = OUTLINES.partition.arcs.iter().filter_map(|arc| {
        let kind = match (is_sea(arc.left?), is_sea(arc.right?)) {
            (true, true) => BorderKind::Sea,
            (false, false) => BorderKind::Clear,
            _ => BorderKind::Coast,
        };
        Some(Border { kind, line: arc.points.clone() })
    });
    arcs.collect()
}

/// Capitals of nations, neutral capitals, and forts.
fn marks(conic: &Conic) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (land, number) in MAP.lands.iter().zip(0usize..) {
        let city =
            land.city.as_deref().and_then(|cities| cities.split(',').next()).unwrap_or_default().trim();
        let town = europe().town(city).map(|town| conic.forward(town.at.lon.into(), town.at.lat.into()));
        let at = town.or(OUTLINES.anchors[number]).unwrap_or_default();
        let mut mark = |kind, value| marks.push(Mark { kind, at, label: city.to_owned(), value });
        match (land.capital, land.neutral_capital, land.fort_sp) {
            (true, ..) => mark(MarkKind::Capital, 5),
            (_, Some(_), _) => mark(MarkKind::City, 1),
            (_, _, 1..) => mark(MarkKind::Fortress, land.fort_sp),
            _ => {}
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_on_the_map_is_on_the_sheet() {
        let sheet = sheet();
        assert_eq!(sheet.areas.len(), MAP.lands.len() + MAP.seas.len());
        let count = |kind| sheet.marks.iter().filter(|mark| mark.kind == kind).count();
        assert_eq!(count(MarkKind::Capital), NATIONS.len());
        assert_eq!(
            count(MarkKind::City),
            MAP.lands.iter().filter(|land| land.neutral_capital.is_some()).count()
        );
        assert!(sheet.areas.iter().all(|area| !area.rings.is_empty()));
    }
}
