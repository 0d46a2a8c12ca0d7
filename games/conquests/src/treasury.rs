//! Money and movement points. Rulebook 3.2, 3.3, 8.2, 8.6.3.

use serde::{Deserialize, Serialize};

use crate::by::ByNation;
use crate::nations::Nation;

/// What nations have to spend.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Treasury {
    /// Money, in FG.
    pub(crate) money: ByNation<u16>,
    /// Movement points, in halves.
    #[serde(rename = "half_points")]
    pub(crate) points: ByNation<u16>,
}

impl Treasury {
    /// Whole movement points that a nation has (N-10.1-half).
    pub fn whole_points(&self, nation: Nation) -> u16 {
        self.points[nation] / 2
    }
}
