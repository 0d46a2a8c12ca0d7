//! The map as it is drawn.

use std::sync::Arc;

use atlas::draw::{Area, BorderKind, Colour, Earth, Hatch, MapSheet, Mark, MarkKind, Realm};
use atlas::geography::europe;
use atlas::projection::Conic;

use crate::OUTLINES;
use crate::map::{Land, MAP};

/// The five nations, then the domains that neutral capitals feed, in the colours that the rulebook gives them.
const REALMS: [(&str, Colour, Hatch); 9] = [
    ("France", Colour(78, 112, 176), Hatch::Azure),
    ("England", Colour(196, 72, 62), Hatch::Gules),
    ("Prussia", Colour(120, 124, 138), Hatch::Sable),
    ("Austria", Colour(236, 214, 140), Hatch::Ermine),
    ("Russia", Colour(112, 150, 96), Hatch::Vert),
    ("Neutral: Diplomacy", Colour(226, 142, 66), Hatch::Vair),
    ("Neutral: Finance", Colour(232, 200, 58), Hatch::Or),
    ("Neutral: Morale", Colour(142, 100, 164), Hatch::Sanguine),
    ("Neutral: Society", Colour(222, 134, 164), Hatch::Purpure),
];

/// How many of them are nations.
const NATIONS: usize = 5;

/// The map with its borders and capitals. A neutral capital has the colour of the domain it feeds.
pub fn sheet() -> MapSheet {
    let conic = Conic::europe();
    let plan = MAP.plan(&conic);
    let earth = Earth::Globe(Arc::new(conic));
    MapSheet {
        realms: realms(),
        areas: areas(),
        borders: OUTLINES.borders(&plan, |_, _| Some(BorderKind::Clear)),
        marks: marks(&conic),
        ..MapSheet::bare("Napoleon's Conquests", earth, plan.corners)
    }
}

fn realms() -> Vec<Realm> {
    REALMS.map(|(name, colour, hatch)| Realm { name: name.to_owned(), colour, hatch }).into()
}

fn areas() -> Vec<Area> {
    let lands = MAP
        .lands
        .iter()
        .zip(0..)
        .map(|(land, number)| Area { realm: realm(land), ..OUTLINES.area(number, &land.name, false) });
    let first = MAP.lands.len() as u16;
    let seas = MAP.seas.iter().zip(first..).map(|(sea, number)| OUTLINES.area(number, &sea.name, true));
    lands.chain(seas).collect()
}

fn realm(land: &Land) -> Option<usize> {
    let home = REALMS[..NATIONS].iter().position(|(nation, ..)| nation.to_lowercase() == land.home);
    home.or_else(|| {
        let fed = format!("Neutral: {}", land.neutral_capital?);
        REALMS.iter().position(|(realm, ..)| *realm == fed)
    })
}

/// Capitals of nations, neutral capitals, and forts.
fn marks(conic: &Conic) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (land, number) in MAP.lands.iter().zip(0usize..) {
        let city =
            land.city.as_deref().and_then(|cities| cities.split(',').next()).unwrap_or_default().trim();
        let at = europe()
            .town(city)
            .map(|town| town.at.on(conic))
            .or(OUTLINES.anchors[number])
            .unwrap_or_default();
        let mut mark = |kind, value| marks.push(Mark { kind, at, label: city.to_owned(), value, area: None });
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
        assert_eq!(count(MarkKind::Capital), NATIONS);
        assert_eq!(
            count(MarkKind::City),
            MAP.lands.iter().filter(|land| land.neutral_capital.is_some()).count()
        );
        assert!(sheet.areas.iter().all(|area| !area.rings.is_empty()));
    }
}
