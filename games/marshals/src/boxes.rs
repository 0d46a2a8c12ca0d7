//! The boxes of lost factors: disrupted ones, who rally, and casualties, who are replaced. Rulebook: Production, Applying All the
//! Losses.
//!
//! Disrupted factors keep the hex where they were lost until their nation's next turn; all others keep the map (M-prod-21,
//! M-prod-22).

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use serde::{Deserialize, Serialize};

use crate::counters::shown_by;
use crate::forces::{Arm, Factors};
use crate::ids::NationId;
use crate::map::{MAP, Theatre};
use crate::state::Marshals;

/// How many lots of lost factors there can be.
const LOTS: usize = 160;

/// After so many strategic turns nobody needs to wait any longer for disrupted factors on a map (M-prod-25).
pub(crate) const PATIENCE: u8 = 3;

/// What becomes of factors that leave the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// They are disrupted, and can rally.
    Disrupted,
    /// They are casualties: infantry can be replaced, the rest is built anew (M-arms-8).
    Casualty,
    /// They go to the units that are not built.
    Unbuilt,
}

/// A box of lost factors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// Disrupted in this operational turn, near a hex.
    Shaken(HexId),
    /// Disrupted before, on a map, so many strategic turns ago.
    Scattered(Theatre, u8),
    /// Casualties of this operational turn, on a map.
    Fallen(Theatre),
    /// Earlier casualties, on a map.
    Mourned(Theatre),
}

impl Case {
    /// The map on which the factors were lost.
    pub fn theatre(self) -> Theatre {
        match self {
            Case::Shaken(hex) => MAP.theatre(hex).expect("armies fight on land"),
            Case::Scattered(theatre, _) | Case::Fallen(theatre) | Case::Mourned(theatre) => theatre,
        }
    }

    /// Whether it is a box of this operational turn.
    pub fn is_current(self) -> bool {
        matches!(self, Case::Shaken(_) | Case::Fallen(_))
    }

    /// Whether it holds disrupted factors.
    pub fn is_disrupted(self) -> bool {
        matches!(self, Case::Shaken(_) | Case::Scattered(..))
    }

    /// Whether its factors have waited so long for a leader that they can be given up (M-prod-25).
    pub fn is_forlorn(self) -> bool {
        matches!(self, Case::Scattered(_, seasons) if seasons >= PATIENCE)
    }
}

/// Factors of a nation in a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lot {
    /// Whose.
    pub nation: NationId,
    /// In which box.
    pub case: Case,
    /// What.
    pub factors: Factors,
}

/// All lost factors.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Boxes(ArrayVec<Lot, LOTS>);

impl Boxes {
    /// Every lot.
    pub fn iter(&self) -> impl Iterator<Item = &Lot> {
        self.0.iter()
    }

    /// The lots of a nation.
    pub fn of(&self, nation: NationId) -> impl Iterator<Item = &Lot> {
        self.0.iter().filter(move |lot| lot.nation == nation)
    }

    /// What a nation has in the boxes chosen.
    pub fn factors(&self, nation: NationId, which: impl Fn(Case) -> bool) -> Factors {
        self.of(nation).filter(|lot| which(lot.case)).map(|lot| lot.factors).sum()
    }

    /// Puts factors into a box.
    ///
    /// # Panics
    /// If there are more lots than nations and maps could ever make.
    pub fn put(&mut self, nation: NationId, case: Case, factors: Factors) {
        if factors.is_empty() {
            return;
        }
        let place = self.0.partition_point(|lot| (lot.nation, lot.case) < (nation, case));
        match self.0.get_mut(place).filter(|lot| (lot.nation, lot.case) == (nation, case)) {
            Some(lot) => lot.factors += factors,
            None => self.0.insert(place, Lot { nation, case, factors }),
        }
    }

    /// Takes factors out of a box that has them.
    pub fn take(&mut self, nation: NationId, case: Case, factors: Factors) {
        if let Some(lot) = self.0.iter_mut().find(|lot| (lot.nation, lot.case) == (nation, case)) {
            lot.factors -= factors;
        }
        self.0.retain(|lot| !lot.factors.is_empty());
    }

    /// A strategic turn more has gone by for those who wait.
    pub(crate) fn wait(&mut self) {
        let waiting: ArrayVec<Lot, LOTS> =
            self.0.iter().filter(|lot| matches!(lot.case, Case::Scattered(..))).copied().collect();
        self.0.retain(|lot| !matches!(lot.case, Case::Scattered(..)));
        for Lot { nation, case, factors } in waiting {
            let Case::Scattered(theatre, seasons) = case else { continue };
            self.put(nation, Case::Scattered(theatre, PATIENCE.min(seasons + 1)), factors);
        }
    }
}

impl Marshals {
    /// The boxes of lost factors.
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// Factors of a nation that have just left the map at a hex go where they belong.
    pub(crate) fn lose(&mut self, nation: NationId, hex: HexId, factors: Factors, fate: Fate) {
        // Cossacks are never disrupted: they are eliminated.
        let wild = Factors::of(Arm::Cossack, factors.cossacks);
        let theatre = MAP.theatre(hex).expect("armies fight on land");
        match fate {
            Fate::Disrupted => {
                self.boxes.put(nation, Case::Shaken(hex), factors - wild);
                self.boxes.put(nation, Case::Fallen(theatre), wild);
            }
            Fate::Casualty => self.boxes.put(nation, Case::Fallen(theatre), factors),
            Fate::Unbuilt => self.scrap(nation, factors),
        }
    }

    /// A nation waits no longer for the disrupted factors that have found no leader for three strategic turns (M-prod-25).
    pub(crate) fn give_up(&mut self, nation: NationId) {
        let lots: ArrayVec<Lot, LOTS> =
            self.boxes.of(nation).filter(|lot| lot.case.is_forlorn()).copied().collect();
        for Lot { case, factors, .. } in lots {
            self.boxes.take(nation, case, factors);
            self.scrap(nation, factors);
        }
    }

    /// Factors go back to the counters that can be built.
    pub(crate) fn scrap(&mut self, nation: NationId, factors: Factors) {
        self.treasury_mut(shown_by(nation)).unbuilt += factors;
    }

    /// The boxes of a nation's last operational turn become those of earlier turns (M-turn-10). Horse and guns among the casualties
    /// can be built anew from now on (M-arms-8).
    pub(crate) fn shift_boxes(&mut self, nation: NationId) {
        let lots: ArrayVec<Lot, LOTS> =
            self.boxes.of(nation).filter(|lot| lot.case.is_current()).copied().collect();
        for Lot { case, factors, .. } in lots {
            self.boxes.take(nation, case, factors);
            match case {
                Case::Shaken(_) => self.boxes.put(nation, Case::Scattered(case.theatre(), 0), factors),
                _ => {
                    let foot = Factors::infantry(factors.infantry);
                    self.boxes.put(nation, Case::Mourned(case.theatre()), foot);
                    self.scrap(nation, factors - foot);
                }
            }
        }
    }
}
