//! What forces can hope to take from where they stand.

use engine::{Game, Recorder};

use super::account::Part;
use super::ways::{goals_from, is_stronghold};
use super::{Outlook, ramp};
use crate::action::Action;
use crate::areas::Area;
use crate::by::{By, ByLand};
use crate::combat::strength::GARRISON;
use crate::nations::Nation;
use crate::state::{Conquests, Group, Phase};
use crate::troops::{Kind, Troops};

/// What the hope of a goal is worth, as a share of the goal: before this turn's movement, and after it.
const HOPE: [f32; 2] = [0.42, 0.25];
/// No more goals than this are pursued at a time.
const GOALS: usize = 10;
/// Movement points, in halves, that it takes to go anywhere.
const FARE: f32 = 6.0;
/// Less than this is no hope.
const FAINT: f32 = 0.02;
/// What a French land is worth to the Coalition besides what it brings.
const SPITE: f32 = 1.5;
/// How willing nations of the Coalition are to fight Napoleon, he to fight them, and they to fight each other.
const WILL: [f32; 3] = [1.5, 0.9, 0.3];

/// The best of many hopes, the highest first.
struct Best([f32; GOALS]);

impl Best {
    fn add(&mut self, mut hope: f32) {
        if hope <= self.0[GOALS - 1] {
            return;
        }
        for best in &mut self.0 {
            if hope > *best {
                std::mem::swap(best, &mut hope);
            }
        }
    }
}

/// What it takes to take a land: how willing a nation is to try, and the strength to be beaten.
#[derive(Clone, Copy)]
struct Defence {
    will: f32,
    strength: f32,
}

impl Defence {
    /// A land that nobody defends.
    const NONE: Defence = Defence { will: 1.0, strength: f32::NEG_INFINITY };
    /// A land that cannot be taken now.
    const HOPELESS: Defence = Defence { will: 0.0, strength: 0.0 };
}

impl Outlook<'_> {
    /// What a nation's forces can hope to take from where they are: every goal once, no more goals than there are units to
    /// spare.
    pub(super) fn count_prospects(&mut self, nation: Nation) {
        let moves = self.will_move(nation);
        if self.left == 0.0 && !moves {
            return;
        }
        let mut hopes: ByLand<f32> = By::all(0.0);
        // What each land takes, once it is asked.
        let mut defences: ByLand<Option<Defence>> = By::all(None);
        let mut spare = 0;
        for army in self.situation.armies.iter().filter(|army| army.nation == nation) {
            let afloat = army.at.is_sea();
            if !afloat && (army.troops.len() < 2 || self.game.control.is_disputed(army.at)) {
                continue;
            }
            let staying = u8::from(!afloat);
            spare += usize::from(army.troops.len() - staying);
            let strength = f32::from(army.strength - staying);
            for (land, fading) in goals_from(army.at) {
                let hope = &mut hopes[*land];
                if *fading > *hope && !self.situation.present[*land].contains(nation) {
                    let defence = defences[*land].get_or_insert_with(|| self.defence(nation, *land));
                    *hope = hope.max(fading * defence.will * ramp(strength - defence.strength, 2.0));
                }
            }
        }
        let mut best = Best([0.0; GOALS]);
        for land in Area::lands().filter(|land| hopes[*land] > FAINT) {
            best.add(hopes[land] * self.prize(nation, land));
        }
        let hope = HOPE[usize::from(!moves)];
        let sum: f32 = best.0.iter().take(spare).sum();
        self.account.add(nation, Part::Prospects, hope * self.leisure(nation) * sum);
    }

    /// Whether a nation has the movement points for what it hopes for: without any in the last movement it hopes in vain.
    fn leisure(&self, nation: Nation) -> f32 {
        match self.left > 0.0 || !matches!(self.game.phase, Phase::Move(_)) {
            true => 1.0,
            false => (f32::from(self.game.treasury.points[nation]) / FARE).min(1.0),
        }
    }

    /// What it would be worth to a nation to take a land.
    fn prize(&self, nation: Nation, land: Area) -> f32 {
        let denies = nation.is_coalition() && land.home() == Some(Nation::France);
        self.yields(nation, land) + if denies { SPITE } else { 0.0 }
    }

    /// What it takes a nation to take a land as it is held now.
    fn defence(&self, nation: Nation, land: Area) -> Defence {
        if self.game.control.is_disputed(land) {
            return Defence::HOPELESS;
        }
        let present = self.situation.present[land];
        let Some(defender) = present.iter().next() else {
            return match is_stronghold(land) && self.game.control.is_garrisoned(land) {
                true => Defence { will: 1.0, strength: f32::from(GARRISON.points) },
                false => Defence::NONE,
            };
        };
        if !(present & self.situation.friends[nation]).is_empty() {
            return Defence::HOPELESS;
        }
        let force: u8 = present.iter().map(|who| self.situation.strength[who][land]).sum();
        let strength = f32::from(force) + self.works(present, land);
        let will = match (nation, present.contains(Nation::France)) {
            (_, true) => WILL[0],
            (Nation::France, _) => WILL[1],
            _ => WILL[2],
        };
        Defence { will, strength: strength - self.situation.edge(nation, defender) }
    }
}

/// Shows every game that a march of the group leads to which is being formed, as it is or with all but one unit of its land:
/// until it has marched nothing else can be done.
pub(super) fn each_march(game: &Conquests, group: Group, nation: Nation, mut show: impl FnMut(Conquests)) {
    let here = game.forces.troops(nation, group.at);
    let mut forces = [Some(group.troops), None];
    if group.troops[nation].len() + 1 < here.len() {
        let mut full = group.troops;
        full[nation] = here.without(weakest(here));
        forces[1] = Some(full);
    }
    for troops in forces.into_iter().flatten() {
        for to in group.at.lands_beside().iter() {
            let mut next = game.clone();
            next.movement.group = Some(Group { troops, ..group });
            if next.apply(game.seat(nation), &Action::March(to), &mut Recorder::silent()).is_ok() {
                show(next);
            }
        }
    }
}

/// The unit that is missed least.
fn weakest(troops: Troops) -> Kind {
    let order = [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::GuardInfantry, Kind::GuardCavalry];
    order.into_iter().find(|kind| troops.count(*kind) > 0).expect("there are units")
}
