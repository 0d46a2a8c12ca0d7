//! Who may not stand together when a move, a combat or a turn ends. Rulebook "Stacking": Spanish Stacking.
//!
//! In between nobody asks (M-stack-2): a stack may march through.

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::{Denied, Recorder, rule};

use crate::boxes::Fate;
use crate::control::around;
use crate::event::{Event, hex_name};
use crate::field::{Force, Stance};
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};
use crate::state::Marshals;
use crate::wording::words;

/// Where a retreat has brought a nation to those with whom it may not stay (M-stack-17).
pub(crate) type Mixed = ArrayVec<(HexId, NationId), 8>;

impl Marshals {
    /// Whether troops of these nations with these leaders may stay in a hex (M-stack-13, M-stack-18).
    pub(crate) fn may_stay(
        &self,
        hex: HexId,
        nations: impl IntoIterator<Item = NationId>,
        leaders: &[LeaderId],
    ) -> Result<(), Denied> {
        if self.side(NationId::SPAIN).is_none() {
            return Ok(());
        }
        let of_leaders = leaders.iter().map(|leader| leader.get().nation);
        for nation in nations.into_iter().chain(of_leaders) {
            if let Some(other) = unwelcome(self, nation, hex) {
                let why = words!(
                    "{} and {} do not stay together at {}.",
                    nation.name(),
                    other.name(),
                    hex_name(hex)
                );
                return Err(Denied::new(rule!("M-stack-13"), why));
            }
        }
        let spanish =
            |leader: &LeaderId| leader.get().nation == NationId::SPAIN && !leader.get().is_admiral();
        let coming = leaders.iter().filter(|leader| spanish(leader)).count();
        let there =
            self.staff.at(hex, Stance::Open).filter(|leader| spanish(leader) && !leaders.contains(leader));
        if coming > 0 && coming + there.count() > 1 {
            let why = words!("Two Spanish leaders do not stay together at {}.", hex_name(hex));
            return Err(Denied::new(rule!("M-stack-18"), why));
        }
        Ok(())
    }

    /// A nation has retreated into a hex: if it may not stay there, it must leave in its next turn.
    pub(crate) fn note_mixed(&mut self, nation: NationId, hex: HexId) {
        if unwelcome(self, nation, hex).is_some() && !self.mixed.contains(&(hex, nation)) {
            let _ = self.mixed.try_push((hex, nation));
        }
    }

    /// The turn of a seat is over: those who have not left such a hex are disrupted (M-stack-17).
    pub(crate) fn part_mixed(&mut self, nations: &[NationId], log: &mut Recorder<Event>) {
        let due: Mixed = self.mixed.iter().filter(|(_, nation)| nations.contains(nation)).copied().collect();
        self.mixed.retain(|(_, nation)| !nations.contains(nation));
        for (hex, nation) in due {
            if unwelcome(self, nation, hex).is_none() {
                continue;
            }
            let own: Vec<Force> = self
                .forces
                .at(hex)
                .iter()
                .filter(|force| force.is_in_the_open() && force.muster.nation == nation)
                .copied()
                .collect();
            let factors: Factors = own.iter().map(|force| force.factors).sum();
            for force in own {
                self.forces.take(force.muster, force.factors);
            }
            self.lose(nation, hex, factors, Fate::Disrupted);
            let disrupted = factors.total() as u8;
            log.record(|| Event::Lost { nation, disrupted, casualties: 0 });
            self.settle_control(around(hex), log);
        }
    }
}

/// Whether two allied nations may not stand in one hex: the French and the Spanish (M-stack-13).
fn are_apart(game: &Marshals, a: NationId, b: NationId) -> bool {
    let is_french = |nation| nation != NationId::SPAIN && game.commands(nation) == NationId::FRANCE;
    (a == NationId::SPAIN && is_french(b)) || (b == NationId::SPAIN && is_french(a))
}

/// A nation in a hex, those on the march left out, with which another may not stay there.
fn unwelcome(game: &Marshals, nation: NationId, hex: HexId) -> Option<NationId> {
    let stays = |force: &&Force| force.is_in_the_open() && !force.muster.record.marches();
    let here = game.forces.at(hex).iter().filter(stays).map(|force| force.muster.nation);
    let leaders = game.staff.at(hex, Stance::Open).filter(|leader| !game.staff.marching.contains(*leader));
    let here = here.chain(leaders.map(|leader| leader.get().nation));
    let mut friends = here.filter(|other| game.are_friends(*other, nation));
    friends.find(|other| are_apart(game, nation, *other))
}
