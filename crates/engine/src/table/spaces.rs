//! Sets of spaces, which travel as runs.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::SpaceRef;

/// A set of spaces. It is written board by board as runs of neighbouring numbers: the first and the last of each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpaceSet(Vec<SpaceRef>);

impl SpaceSet {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether a space is among them.
    pub fn contains(&self, at: SpaceRef) -> bool {
        self.0.binary_search(&at).is_ok()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = SpaceRef> {
        self.0.iter().copied()
    }

    /// Runs of spaces of one board whose numbers follow each other.
    fn runs(&self) -> impl Iterator<Item = &[SpaceRef]> {
        self.0.chunk_by(|a, b| a.board == b.board && a.space + 1 == b.space)
    }
}

impl FromIterator<SpaceRef> for SpaceSet {
    fn from_iter<I: IntoIterator<Item = SpaceRef>>(spaces: I) -> SpaceSet {
        let mut spaces: Vec<SpaceRef> = spaces.into_iter().collect();
        if !spaces.is_sorted_by(|a, b| a < b) {
            spaces.sort_unstable();
            spaces.dedup();
        }
        SpaceSet(spaces)
    }
}

impl From<SpaceRef> for SpaceSet {
    fn from(space: SpaceRef) -> SpaceSet {
        SpaceSet(vec![space])
    }
}

/// The spaces of a set that are on one board.
#[derive(Serialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "describe", schemars(rename = "SpaceRuns"))]
struct Runs {
    /// Which board.
    board: u8,
    /// The first and the last space of each run.
    runs: Vec<(u16, u16)>,
}

impl Serialize for SpaceSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut boards = serializer.serialize_seq(None)?;
        let mut runs = self.runs().peekable();
        while let Some([first, ..]) = runs.peek() {
            let board = first.board;
            let of_board = std::iter::from_fn(|| runs.next_if(|run| run[0].board == board));
            let runs = of_board.map(|run| (run[0].space, run[run.len() - 1].space)).collect();
            boards.serialize_element(&Runs { board, runs })?;
        }
        boards.end()
    }
}

#[cfg(feature = "describe")]
impl schemars::JsonSchema for SpaceSet {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SpaceSet".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A set of spaces, board by board, as runs of neighbouring numbers.",
            "type": "array",
            "items": generator.subschema_for::<Runs>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_travel_as_one_run() {
        let at = |board, space| SpaceRef { board, space };
        let set: SpaceSet = [at(1, 7), at(0, 5), at(0, 4), at(0, 9), at(0, 3)].into_iter().collect();
        let written = serde_json::to_value(&set).unwrap();
        let runs =
            serde_json::json!([{ "board": 0, "runs": [[3, 5], [9, 9]] }, { "board": 1, "runs": [[7, 7]] }]);
        assert_eq!(written, runs);
        assert!(set.contains(at(0, 4)) && !set.contains(at(1, 4)));
        assert_eq!((set.len(), SpaceSet::default().is_empty()), (5, true));
    }
}
