//! Frigates that support a combat on land. Rulebook 11.2.

use arrayvec::ArrayVec;
use engine::{Denied, Recorder, rule};

use super::{Battle, Sort, Stage};
use crate::action::{Action, not_now};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::Nation;
use crate::state::{Conquests, FRIGATES, FrigateId};

impl Battle {
    /// The frigates with which a nation can support a combat beside them: each supports one a turn
    /// (N-11.2-naval-support). Those that could support fewest other combats come first.
    pub(crate) fn supporters(&self, game: &Conquests, nation: Nation) -> ArrayVec<FrigateId, FRIGATES> {
        let seas = self.area.seas_beside();
        let free = |frigate: &FrigateId| {
            game.control.supported >> frigate.0 & 1 == 0
                && game.forces.frigate(*frigate).at.is_some_and(|sea| seas.contains(sea))
        };
        let mut found: ArrayVec<FrigateId, FRIGATES> = FrigateId::of(nation).filter(free).collect();
        let elsewhere = |frigate: &FrigateId| {
            let sea = game.forces.frigate(*frigate).at.expect("it is beside the combat");
            sea.lands_beside().iter().filter(|land| game.control.is_disputed(*land)).count()
        };
        found.sort_by_key(elsewhere);
        found
    }

    /// Asks the nations of a side, Allies that have no units there included, for the support of their frigates. Whoever is
    /// the target of a Division stands alone (N-17.2.4-division-combat).
    pub(super) fn ask_for_support(&self, game: &mut Conquests, role: Role) {
        let side = self.side(role);
        let none =
            self.is_at_sea() || side.is_empty() || self.sort == Sort::Pursuit && role == Role::Attacker;
        let enemies = self.side(role.other());
        let alone = self.sort == Sort::Division && role == Role::Defender;
        let helps = |nation: Nation| match alone {
            true => side.contains(nation),
            false => !enemies.contains(nation) && !(game.treaties.friends(nation) & side).is_empty(),
        };
        let can = |nation: &Nation| {
            !none
                && !self.heard.contains(*nation)
                && helps(*nation)
                && !self.supporters(game, *nation).is_empty()
        };
        match game.order.iter().copied().find(can) {
            Some(nation) => game.wait_for(nation),
            None => game.turn_to(match role {
                Role::Attacker => Stage::Support(Role::Defender),
                Role::Defender => Stage::Die,
            }),
        }
    }

    pub(super) fn support_combat(
        &self,
        game: &mut Conquests,
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
        let supporters = self.supporters(game, nation);
        if usize::from(count) > supporters.len() {
            let why = "only frigates beside the combat support it, and each of them one combat a turn";
            return Err(Denied::new(rule!("N-11.2-naval-support"), why));
        }
        for frigate in &supporters[..usize::from(count)] {
            game.control.supported |= 1 << frigate.0;
        }
        let fight = game.fight();
        fight.heard.insert(nation);
        fight.support[role] += count;
        if count > 0 {
            let area = self.area;
            log.record(|| Event::Supported { who: game.party(nation), frigates: count, area });
        }
        Ok(())
    }
}
