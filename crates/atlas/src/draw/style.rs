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
