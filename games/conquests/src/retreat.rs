//! Where those who must go can go. Rulebook 9.7, 11.4.

use arrayvec::ArrayVec;

use crate::areas::{Area, AreaSet, LANDS};
use crate::by::ByLand;
use crate::nations::Nation;
use crate::state::{Conquests, Phase};

/// A way out of an encirclement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Escape {
    pub(crate) to: Area,
    /// Lands that are entered, the last one included.
    pub(crate) entered: u8,
    /// Units of strangers in the lands that are crossed: so many are lost (N-11.4-encircled-losses).
    pub(crate) losses: u8,
}

impl Conquests {
    /// Whether units of a nation can retreat into a land, wherever it is: it is empty, its own or its Allies'
    /// (N-11.4-where), no garrison holds it and no combat is pending in it (N-11.4-not-garrison). When former Allies part,
    /// all that is disputed is a capital that some of them have just come into: those who go with them may follow.
    pub(crate) fn is_haven(&self, nation: Nation, land: Area) -> bool {
        let combat = self.control.is_disputed(land) && self.phase != Phase::Separate;
        !combat
            && !self.control.is_garrisoned(land)
            && (self.forces.present(land) - self.treaties.friends(nation)).is_empty()
    }

    /// Where units of a nation can retreat to from a land: the lands beside it that can take them, of these the ones
    /// closest to its capital (N-11.4-where, N-11.4-split).
    pub(crate) fn havens(&self, nation: Nation, from: Area) -> AreaSet {
        let beside = from.lands_beside();
        let open: AreaSet = beside.iter().filter(|land| self.is_haven(nation, *land)).collect();
        let least = open.iter().map(|land| land.steps_to_capital(nation)).min();
        open.iter().filter(|land| Some(land.steps_to_capital(nation)) == least).collect()
    }

    /// Where units of a nation can go that are encircled in a land: over lands that cannot take them to the nearest that
    /// can, past as few strangers as possible (N-11.4-encircled). Nowhere, if lands end before (N-11.4-none).
    pub(crate) fn escapes(&self, nation: Nation, from: Area) -> ArrayVec<Escape, LANDS> {
        let mut escapes = ArrayVec::new();
        let mut losses = ByLand::all(u8::MAX);
        let mut seen = AreaSet::from(from);
        let mut reached = AreaSet::EMPTY;
        for land in from.lands_beside().iter() {
            losses[land] = 0;
            reached.insert(land);
        }
        let mut entered = 1;
        while !reached.is_empty() && escapes.is_empty() {
            for to in reached.iter().filter(|land| self.is_haven(nation, *land)) {
                escapes.push(Escape { to, entered, losses: losses[to] });
            }
            seen = seen | reached;
            let mut next = AreaSet::EMPTY;
            for land in reached.iter() {
                let past = losses[land].saturating_add(self.strangers_in(nation, land));
                for beyond in land.lands_beside().iter().filter(|beyond| !seen.contains(*beyond)) {
                    losses[beyond] = losses[beyond].min(past);
                    next.insert(beyond);
                }
            }
            reached = next;
            entered += 1;
        }
        escapes
    }

    /// Units in a land that are not of a nation or its Allies.
    fn strangers_in(&self, nation: Nation, land: Area) -> u8 {
        let strangers = self.forces.present(land) - self.treaties.friends(nation);
        strangers.iter().map(|stranger| self.forces.troops(stranger, land).len()).fold(0, u8::saturating_add)
    }
}
