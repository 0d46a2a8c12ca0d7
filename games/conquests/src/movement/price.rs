//! What a group pays, and whether it can be made to pay less. Rulebook 10.1, 9.2.
//!
//! Units join a group one by one, so infantry and a cannon may be too dear until a cavalry makes them a corps. A unit joins
//! when the group can march as it is or after some more have joined.

use engine::{Denied, rule};

use crate::action::Action;
use crate::areas::Area;
use crate::forces::Force;
use crate::movement::Mover;
use crate::movement::sea::BOARDING;
use crate::nations::{Nation, Nations};
use crate::refusal::{No, Refusal};
use crate::state::{Conquests, Phase};
use crate::troops::{Arms, Kind, Troops, most_corps};

/// What a corps pays per land, in halves (N-10.1-corps).
pub(super) const CORPS: u16 = 4;

/// The units of some nations in a force, together.
pub(super) fn arms_of(force: &Force, nations: Nations) -> Arms {
    nations.iter().fold(Arms::default(), |arms, nation| arms.with(nation, force[nation]))
}

/// A group, or one that is to be, with what can still join it.
pub(super) struct Marchers {
    /// The mover's units in it.
    own: Arms,
    /// Those that are lent.
    lent: Arms,
    /// The mover's units that could join it.
    own_near: Arms,
    lent_near: Arms,
    most_corps: u8,
}

impl Marchers {
    /// How many units march, and for how much, the fewest joining that make it affordable: cavalry of the mover's or, if that
    /// is not enough, units of an Ally.
    fn cheapest<R: Refusal>(&self, affordable: u16) -> Result<(u8, u16), R> {
        if self.lent.len() > 0 {
            return self.as_corps();
        }
        let (units, price) = self.with_cavalry(affordable);
        match price > affordable && self.lent_near.len() > 0 {
            true => Ok(self.as_corps::<No>().unwrap_or((units, price))),
            false => Ok((units, price)),
        }
    }

    /// Cavalry that joins makes corps.
    fn with_cavalry(&self, affordable: u16) -> (u8, u16) {
        let lack = self.own.cannon.saturating_sub(self.own.cavalry).min(self.own_near.cavalry);
        let joined = |cavalry| Arms { cavalry: self.own.cavalry + cavalry, ..self.own };
        let joining = (0..lack).find(|cavalry| joined(*cavalry).price() <= affordable).unwrap_or(lack);
        (joined(joining).len(), joined(joining).price())
    }

    /// With units of an Ally only full corps march, each with a unit of the mover's (N-9.2-mixed-corps-move).
    fn as_corps<R: Refusal>(&self) -> Result<(u8, u16), R> {
        let deny = |why: &'static str| Err(Denied::new(rule!("N-9.2-mixed-corps-move"), why).into());
        let arms = |of: &Arms| [of.infantry, of.cavalry, of.cannon];
        let (own, lent) = (arms(&self.own), arms(&self.lent));
        let (own_near, lent_near) = (arms(&self.own_near), arms(&self.lent_near));
        let corps = (0..3).map(|arm| own[arm] + lent[arm]).max().unwrap_or(0);
        let mut own_units = self.own.len();
        for arm in 0..3 {
            let lack = corps - own[arm] - lent[arm];
            if lack > own_near[arm] + lent_near[arm] {
                return deny("units of an Ally march in full corps only");
            }
            own_units += lack.min(own_near[arm]);
        }
        if own_units < corps {
            return deny("a unit of yours marches in each mixed corps");
        }
        if corps > self.most_corps {
            return deny("you have no counters for more corps");
        }
        Ok((3 * corps, CORPS * u16::from(corps)))
    }
}

impl Conquests {
    /// What a movement of a nation costs in all, in halves; nothing where the action is none (10.1-10.3).
    pub(crate) fn toll(&self, nation: Nation, action: Action) -> Option<u16> {
        let Phase::Move(_) = self.phase else { return None };
        let mover = self.moves_of(nation);
        match action {
            Action::March(_) => self.price_of_group(nation),
            Action::Sail { frigate, to } => {
                Some(mover.waters(self).price(frigate, self.forces.frigate(frigate).cargo, to))
            }
            Action::Embark { from, .. } => Some(BOARDING + mover.exit(self, from).fee),
            Action::Land { .. } => Some(BOARDING),
            _ => None,
        }
    }

    /// What the group that a nation moves pays for its next land, if it can march as it is, in halves.
    pub(crate) fn price_of_group(&self, nation: Nation) -> Option<u16> {
        let (group, mover) = (self.movement.group?, self.moves_of(nation));
        Some(mover.step_price::<No>(&group.troops).ok()? + mover.exit(self, group.at).fee)
    }
}

/// What a unit pays alone, in halves (N-10.1-costs).
pub(super) fn unit_price(kind: Kind) -> u16 {
    match kind.arm() {
        Kind::Cavalry => 1,
        Kind::Infantry => 2,
        _ => 4,
    }
}

impl Mover {
    /// How many units march when a force sets out, and for how much, the fewest joining that make it affordable.
    pub(super) fn cheapest<R: Refusal>(
        &self,
        game: &Conquests,
        force: &Force,
        at: Area,
        affordable: u16,
    ) -> Result<(u8, u16), R> {
        let own = arms_of(force, self.own);
        // Most forces march as they are: what is near does not matter.
        if own.price() <= affordable && !self.has_lent(force) {
            return Ok((own.len(), own.price()));
        }
        self.marchers(game, force, at).cheapest(affordable)
    }

    /// Whether units of an Ally are in a force.
    fn has_lent(&self, force: &Force) -> bool {
        self.lent.iter().any(|nation| !force[nation].is_empty())
    }

    /// A force in a land with all that could join it.
    fn marchers(&self, game: &Conquests, force: &Force, at: Area) -> Marchers {
        let near = |nations: Nations| {
            let rest = |nation: Nation| game.forces.troops(nation, at) - force[nation];
            nations.iter().fold(Arms::default(), |arms, nation| arms.with(nation, rest(nation)))
        };
        Marchers {
            own: arms_of(force, self.own),
            lent: arms_of(force, self.lent),
            own_near: near(self.own),
            lent_near: near(self.lent),
            most_corps: most_corps(self.nation),
        }
    }

    /// A force of Napoleon's with the cavalry that it takes to be so many units, French before that of his forced Ally: with
    /// one it matters whose they are (N-9.4-no-suicide).
    pub(super) fn with_riders(&self, game: &Conquests, force: &Force, at: Area, units: u8) -> Force {
        let mut force = *force;
        let mut lack = units - arms_of(&force, self.own).len();
        for nation in [self.nation].into_iter().chain(self.forced().iter()) {
            let near = game.forces.troops(nation, at) - force[nation];
            let cavalry = near.units().filter(|kind| kind.arm() == Kind::Cavalry);
            for kind in cavalry.take(lack.into()) {
                force[nation] += Troops::one(kind);
                lack -= 1;
            }
        }
        force
    }

    /// What a force pays for a step as it is.
    pub(super) fn step_price<R: Refusal>(&self, force: &Force) -> Result<u16, R> {
        let own = arms_of(force, self.own);
        if !self.has_lent(force) {
            return Ok(own.price());
        }
        let lent = arms_of(force, self.lent);
        let none = Arms::default();
        let most_corps = most_corps(self.nation);
        Marchers { own, lent, own_near: none, lent_near: none, most_corps }.as_corps().map(|(_, price)| price)
    }
}
