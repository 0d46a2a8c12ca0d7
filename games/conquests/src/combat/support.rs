//! Frigates that support a combat on land. Rulebook 11.2.

use arrayvec::ArrayVec;
use engine::{Denied, Recorder, rule};

use super::{Battle, Sort, Stage};
use crate::action::{Action, not_now};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::{Conquests, FRIGATES, FrigateId};

impl Conquests {
    /// The frigates with which a nation can support a combat beside them: each supports one a turn
    /// (N-11.2-naval-support). Those that could support fewest other combats come first.
    pub(crate) fn supporters(&self, battle: &Battle, nation: Nation) -> ArrayVec<FrigateId, FRIGATES> {
        let seas = battle.area.seas_beside();
        let free = |frigate: &FrigateId| {
            self.control.supported >> frigate.0 & 1 == 0
                && self.forces.frigate(*frigate).at.is_some_and(|sea| seas.contains(sea))
        };
        let mut found: ArrayVec<FrigateId, FRIGATES> = FrigateId::of(nation).filter(free).collect();
        let elsewhere = |frigate: &FrigateId| {
            let sea = self.forces.frigate(*frigate).at.expect("it is beside the combat");
            sea.lands_beside().iter().filter(|land| self.control.is_disputed(*land)).count()
        };
        found.sort_by_key(elsewhere);
        found
    }

    /// Asks the nations of a side, Allies that have no units there included, for the support of their frigates. Whoever is
    /// the target of a Division stands alone (N-17.2.4-division-combat).
    pub(super) fn ask_for_support(&mut self, battle: &Battle, role: Role) {
        let side = battle.side(role);
        let none =
            battle.is_at_sea() || side.is_empty() || battle.sort == Sort::Pursuit && role == Role::Attacker;
        let enemies = battle.side(role.other());
        let alone = battle.sort == Sort::Division && role == Role::Defender;
        let helps = |nation: Nation| match alone {
            true => side.contains(nation),
            false => !enemies.contains(nation) && !(self.treaties.friends(nation) & side).is_empty(),
        };
        let can = |nation: &Nation| {
            !none
                && !battle.heard.contains(*nation)
                && helps(*nation)
                && !self.supporters(battle, *nation).is_empty()
        };
        match self.order.iter().copied().find(can) {
            Some(nation) => self.wait_for(nation),
            None => self.turn_to(match role {
                Role::Attacker => Stage::Support(Role::Defender),
                Role::Defender => Stage::Die,
            }),
        }
    }

    pub(super) fn support_combat(
        &mut self,
        battle: &Battle,
        role: Role,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let count = match action {
            Action::Support(count) if count > 0 => count,
            Action::Done => 0,
            _ => return Err(not_now()),
        };
        let supporters = self.supporters(battle, nation);
        if usize::from(count) > supporters.len() {
            let why = "only frigates beside the combat support it, and each of them one combat a turn";
            return Err(Denied::new(rule!("N-11.2-naval-support"), why));
        }
        for frigate in &supporters[..usize::from(count)] {
            self.control.supported |= 1 << frigate.0;
        }
        let fight = self.fight();
        fight.heard.insert(nation);
        fight.support[role] += count;
        if count > 0 {
            let area = battle.area;
            log.record(|| Event::Supported { who: self.party(nation), frigates: count, area });
        }
        Ok(())
    }
}
