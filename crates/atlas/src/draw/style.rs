//! Colours: paper, ink and a little watercolour.

/// The sea.
pub(super) const SEA: &str = "#dfdcc6";
/// The land.
pub(super) const LAND: &str = "#f3e9cf";
/// The shoreline.
pub(super) const SHORE: &str = "#4a3f33";
/// The lines that follow the shore.
pub(super) const WATERLINE: &str = "#5f7f8a";
/// Rivers.
pub(super) const RIVER: &str = "#47707f";
/// Rivers as borders.
pub(super) const FORD: &str = "#3f8cab";
/// Lines and letters.
pub(super) const INK: &str = "#3a2f25";
/// Hachures.
pub(super) const HACHURE: &str = "#6b5237";
/// Names of mountains.
pub(super) const CREST: &str = "#553a1e";
/// Woods.
pub(super) const LEAF: &str = "#5d6b3c";
/// Crowns of trees in the light.
pub(super) const CROWN: &str = "#b3b981";
/// Crowns that stand darker.
pub(super) const CROWN_DARK: &str = "#9aa56b";
/// Marshes.
pub(super) const REED: &str = "#5a7a72";
/// Roofs, and what is worth something.
pub(super) const ROOF: &str = "#a8322a";
/// Letters on water.
pub(super) const SEA_INK: &str = "#3f6070";
/// The paper around the map, and around letters.
pub(super) const PAPER: &str = "#f6eed8";
/// The outlines of cells and the numbers in them.
pub(super) const CELL: &str = "#7a6c57";
/// Woods from above.
pub(super) const CANOPY: &str = "#b4bd86";
/// Deserts.
pub(super) const SAND: &str = "#e6c98a";
/// What has to do with winter.
pub(super) const FROST: &str = "#4f74a6";
/// What counts for victory.
pub(super) const GOLD: &str = "#e2ae3a";

/// Towns of their own colour are lettered in whichever of these shows on it, by day and by night.
pub(super) const ON_COLOUR: [&str; 2] = ["#382d23", "#f8f0da"];

/// The same map under a lamp: deep water, dark land, pale lines and letters. Colours of realms stay what they are.
const NIGHT: [(&str, &str); 20] = [
    (SEA, "#16232f"),
    (LAND, "#433d31"),
    (SHORE, "#c3b894"),
    (WATERLINE, "#45687b"),
    (RIVER, "#76aac2"),
    (FORD, "#58add0"),
    (INK, "#efe5cb"),
    (HACHURE, "#17130e"),
    (CREST, "#e2c596"),
    (LEAF, "#1d2614"),
    (CROWN, "#75845a"),
    (CROWN_DARK, "#5f6f49"),
    (REED, "#86b0a4"),
    (ROOF, "#d9604f"),
    (SEA_INK, "#9cc3d6"),
    (PAPER, "#262219"),
    (CELL, "#9a8c72"),
    (CANOPY, "#4c5a34"),
    (SAND, "#806a42"),
    (FROST, "#8db2e4"),
];

/// A drawing in the colours of the night.
pub(super) fn by_night(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find('#') {
        let colour = rest.get(at..at + 7).unwrap_or_default();
        let night = NIGHT.iter().find(|(day, _)| *day == colour);
        let (text, next) = night.map_or(("#", at + 1), |(_, night)| (*night, at + 7));
        out += &rest[..at];
        out += text;
        rest = &rest[next..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_night_our_own_colours_change_and_no_others() {
        let drawing = format!("<path fill=\"{SEA}\" stroke=\"#123456\"/><use href=\"#map\"/>#");
        let night = by_night(&drawing);
        assert!(night.contains("fill=\"#16232f\" stroke=\"#123456\"") && night.ends_with("href=\"#map\"/>#"));
        let fresh =
            |(day, night): &(&str, &str)| NIGHT.iter().all(|(other, _)| other != night) && day != night;
        assert!(NIGHT.iter().all(fresh), "no colour is changed twice");
    }
}
