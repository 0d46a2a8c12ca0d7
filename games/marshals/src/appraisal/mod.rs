//! How good a position looks, for computer players.
//!
//! What counts is how likely each level of victory is: the scenario's own conditions, weighed by who holds the places, who stands near,
//! how morale will go, and how many turns are left (`prospects`). A declared battle counts as it will probably end, and enemies
//! near each other as what they may do (`clashes`). Armies, cities, morale and what is in store count for themselves as well, so
//! that there is something to play for when the result seems certain.

mod clashes;
mod picture;
mod prospects;
mod purse;
mod reasons;
mod roads;
mod urge;

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::steps::Step;
use engine::{Game, Outcome, Recorder, Seat};

use self::picture::{BODIES, Picture};
use self::prospects::Prospects;
pub(crate) use self::reasons::motives;
pub(crate) use self::urge::{prior, temper};
use crate::action::Action;
use crate::ids::{NationId, PlaceId};
use crate::nations::Side;
use crate::questions::Question;
use crate::scenarios::Level;
use crate::state::Marshals;

/// What the parts of a position count.
const VICTORY: f32 = 0.5;
const CITIES: f32 = 0.12;
const ARMIES: f32 = 0.24;
const MORALE: f32 = 0.14;

/// What disrupted factors and casualties are still worth.
const SHAKEN: f32 = 0.5;
const FALLEN: f32 = 0.15;

/// How much of what an army is worth depends on its supply.
const FED: f32 = 0.2;

/// What a factor that can march under an activated leader is worth: so that he does.
const EAGER: f32 = 6e-5;

/// What it is worth not to begin what leads to nothing.
const IDLE: f32 = 1e-4;

/// How many powers there can be.
const POWERS: usize = 8;

impl Marshals {
    /// The side of a seat: that of its first nation that is on one.
    pub(crate) fn side_of(&self, seat: Seat) -> Option<Side> {
        NationId::all().filter(|nation| self.seat(*nation) == Some(seat)).find_map(|nation| self.side(nation))
    }

    /// The stars of the production cities that a side controls.
    pub fn stars(&self, side: Side) -> u16 {
        let cities = PlaceId::all().filter(|place| place.get().stars > 0);
        let held = cities.filter(|place| self.controls(place.hex()) == Some(side));
        held.map(|place| u16::from(place.get().stars)).sum()
    }

    /// The factors of a side on the map.
    pub fn strength(&self, side: Side) -> u16 {
        let own = self.forces.iter().filter(|force| self.side(force.muster.nation) == Some(side));
        own.map(|force| force.factors.total()).sum()
    }
}

/// What both sides have of something, for the French and for the Coalition.
type Both = [f32; 2];

/// What a side has of something that both sides have.
fn share(of: Both, side: Side) -> f32 {
    let (own, other) = (of[side as usize].max(0.0), of[side.enemy() as usize].max(0.0));
    if own + other > 0.0 { own / (own + other) } else { 0.5 }
}

/// The means of both sides, as they will probably be when what is under way is over.
struct Balance {
    /// Factors; those in the boxes, and what is paid for, count in part.
    armies: Both,
    /// What the morale of each power will probably gain or lose.
    cheers: ArrayVec<(NationId, f32), POWERS>,
    /// A place that will probably be won, and by whom.
    won: Option<(HexId, Side)>,
    /// How likely each body of troops is to be lost for other things.
    exposed: ArrayVec<f32, BODIES>,
}

impl Balance {
    fn of(game: &Marshals, picture: &Picture) -> Balance {
        let mut balance =
            Balance { armies: [0.0; 2], cheers: ArrayVec::new(), won: None, exposed: ArrayVec::new() };
        balance.exposed.extend(picture.bodies.iter().map(|_| 0.0));
        for body in &picture.bodies {
            balance.armies[body.side as usize] += f32::from(body.factors) * (1.0 - FED * (1.0 - body.fed));
        }
        for lot in game.boxes.iter() {
            let Some(side) = game.side(lot.nation) else { continue };
            let worth = if lot.case.is_disrupted() { SHAKEN } else { FALLEN };
            balance.armies[side as usize] += worth * f32::from(lot.factors.total());
        }
        balance.count_purses(game, picture);
        balance.foresee(game, picture);
        balance.fear(game, picture);
        balance
    }

    /// The morale of a nation's power will probably change.
    fn cheer(&mut self, game: &Marshals, nation: NationId, by: f32) {
        let power = game.commands(nation);
        match self.cheers.iter_mut().find(|(known, _)| *known == power) {
            Some((_, sum)) => *sum += by,
            None => {
                let _ = self.cheers.try_push((power, by));
            }
        }
    }

    /// By how much the morale of a power will probably change.
    fn cheered(&self, power: NationId) -> f32 {
        self.cheers.iter().find(|(known, _)| *known == power).map_or(0.0, |(_, by)| by.clamp(-3.0, 3.0))
    }

    /// The national morale of the powers of both sides.
    fn spirits(&self, game: &Marshals) -> Both {
        let mut spirits = [0.0; 2];
        for power in &game.scenario().power {
            if let Some(side) = game.side(power.nation) {
                let morale = f32::from(game.realm(power.nation).morale) + self.cheered(power.nation);
                spirits[side as usize] += morale.clamp(1.0, 6.0);
            }
        }
        spirits
    }
}

/// What a position is worth to the French, by what it is made of.
struct Worth {
    victory: f32,
    cities: f32,
    armies: f32,
    morale: f32,
    zeal: f32,
}

impl Worth {
    fn of(game: &Marshals, picture: &Picture, balance: &Balance, prospects: &Prospects<'_>) -> Worth {
        let [french, coalition] = prospects.levels();
        Worth {
            victory: VICTORY * (0.5 + 0.5 * (french - coalition)),
            cities: CITIES * prospects.stars(),
            armies: ARMIES * share(balance.armies, Side::French),
            morale: MORALE * share(balance.spirits(game), Side::French),
            zeal: EAGER * (picture.eager[0] - picture.eager[1]),
        }
    }

    fn sum(&self) -> f32 {
        self.victory + self.cities + self.armies + self.morale + self.zeal
    }
}

/// What a position is worth to a seat, from 0 to 1. What one side gains the other loses. A supply unit that is about to set out is seen
/// where it will do most good; if that is nowhere, it was called for nothing.
pub(crate) fn appraise(game: &Marshals, seat: Seat) -> f32 {
    let Some(Question::Hauling(hauling)) = game.steps.top().filter(|_| !game.is_over) else {
        return appraise_as_it_is(game, seat);
    };
    let mut steps = Vec::new();
    if hauling.steps == 0 {
        hauling.list(game, seat, &mut steps);
    }
    let steps = steps.into_iter().filter(|action| matches!(action, Action::Step(_)));
    let after = steps.filter_map(|action| {
        let mut next = game.clone();
        next.apply(seat, &action, &mut Recorder::silent()).ok()?;
        Some(appraise_as_it_is(&next, seat))
    });
    after.fold(appraise_as_it_is(game, seat) - IDLE, f32::max)
}

fn appraise_as_it_is(game: &Marshals, seat: Seat) -> f32 {
    let Some(side) = game.camp(seat) else { return 0.5 };
    let picture = Picture::of(game);
    let balance = Balance::of(game, &picture);
    let prospects = Prospects::of(game, &picture, &balance);
    let french = Worth::of(game, &picture, &balance, &prospects).sum().clamp(0.0, 1.0);
    if side == Side::French { french } else { 1.0 - french }
}

/// How the game ended, if it has: with a level of victory, or with none of them. The scores are victory points.
pub(crate) fn outcome(game: &Marshals) -> Option<Outcome> {
    let seats = || Seat::first(game.players);
    let winner = game.verdict.map(Level::side);
    game.is_over.then(|| Outcome {
        winners: seats().filter(|seat| winner.is_some() && game.camp(*seat) == winner).collect(),
        reason: game.verdict.map_or("draw", Level::key).into(),
        scores: seats().map(|seat| game.camp(seat).map_or(0, |side| game.points(side))).collect(),
    })
}
