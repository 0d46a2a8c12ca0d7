//! The odds of a battle, as one player knows it. Rulebook 7.
//!
//! What players decide in a battle is simplified, and the same for both sides: nobody retreats before he must, which is the
//! attackers in round 4; hits go to the strongest block, among equals to a fortress, else to the one that shoots worst, to
//! an HQ last; nobody extends the battle or uses a leader's event. Everything else is as the rules have it: letters,
//! reserves, double defence, fleets in harbours, and defenders who come too late (7.23).
//!
//! If all blocks are known the odds are exact. Where some are not, they are averaged over blocks that could stand there for
//! all that the player can see, drawn anew many times (`hidden`). Nothing else goes into them.

mod battle;
mod forces;

use engine::{Figure, Forecast, Stream, Target};
use lab::odds::{Method, Odds};

use self::forces::Forecaster;
use crate::places::Place;
#[cfg(test)]
pub(crate) use battle::Fighter;
pub(crate) use battle::{Battle, Ending};
use forces::Forces;

/// More than so many things never come about at a time in a battle; if they did, it would be sampled.
const MOST: usize = 200_000;

/// How often hidden blocks are drawn.
const DRAWS: u32 = 80;

/// How often a battle is played out that is too large to be exact.
const PLAYED: u32 = 2000;

impl Forecaster<'_> {
    /// How a battle would go that `seat` asks about, if there is one: the pending one in a place, or the one he would open by
    /// attacking it with all that can reach it (from one group alone, if he asks about a block of it).
    pub(crate) fn forecast(&self, target: &Target) -> Option<Forecast> {
        let forces = self.forces_for(target)?;
        let place = forces.place;
        // The same question always gets the same answer.
        let mut chance = Stream::from_number(u64::from(place.0));
        if forces.known {
            let steps = steps(&forces);
            return Some(report(place, &steps, &solve(forces, &mut chance)));
        }
        // Worlds are imagined from what the self.seat knows, so nothing else goes into the answer.
        let (mut all, mut sum) = (Vec::new(), [0.0; 2]);
        for _ in 0..DRAWS {
            let forces =
                self.player(self.seat).determinize(&mut chance).forecaster(self.seat).forces_for(target)?;
            let steps = steps(&forces);
            (0..2).for_each(|side| sum[side] += steps[side] / f64::from(DRAWS));
            all.push(solve(forces, &mut chance));
        }
        Some(report(place, &sum, &Odds::among(all)?))
    }
}

fn solve(forces: Forces, chance: &mut Stream) -> Odds<Ending> {
    lab::odds::odds(Battle::new(forces.fighters), MOST, PLAYED, chance).map(Battle::result)
}

/// The steps of each side, the attackers first.
fn steps(forces: &Forces) -> [f64; 2] {
    let mut steps = [0.0; 2];
    for fighter in &forces.fighters {
        steps[usize::from(!fighter.attacks)] += f64::from(fighter.strength);
    }
    steps
}

/// Tells odds.
fn report(place: Place, steps: &[f64; 2], odds: &Odds<Ending>) -> Forecast {
    let win = odds.chance(|end| end.won);
    let left = [0, 1].map(|side| odds.mean(|end| f64::from(end.steps[side])));
    let lost = [0, 1].map(|side| (steps[side] - left[side]).max(0.0));
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    let names = ["attackers", "defenders"];
    let mut lines = vec![
        format!(
            "In {place} the attackers win with {}, the defenders hold with {}.",
            percent(win),
            percent(1.0 - win)
        ),
        format!(
            "To be expected: the attackers lose {:.1} of {:.1} steps, the defenders {:.1} of {:.1}.",
            lost[0], steps[0], lost[1], steps[1]
        ),
    ];
    let mut figures = vec![
        Figure::new("attackers-win", win),
        Figure::new("defenders-hold", 1.0 - win),
        Figure::new("attackers-lose", lost[0]),
        Figure::new("defenders-lose", lost[1]),
    ];
    for (side, name) in names.into_iter().enumerate() {
        let spread = odds.spread(|end| end.blocks[side].into());
        let parts = spread.iter().enumerate().filter(|(_, chance)| **chance >= 0.005);
        let parts: Vec<String> =
            parts.map(|(blocks, chance)| format!("{blocks}: {}", percent(*chance))).collect();
        lines.push(format!("Blocks left of the {name}: {}.", parts.join(", ")));
        let figure = |(blocks, chance): (usize, &f64)| Figure::new(format!("{name}-left-{blocks}"), *chance);
        figures.extend(spread.iter().enumerate().map(figure));
    }
    lines.push(match odds.method {
        Method::Exact => "Exact, if nobody retreats before he must.".into(),
        Method::Sampled(count) => {
            format!("From {count} draws of what is not known, if nobody retreats before he must.")
        }
    });
    let samples = match odds.method {
        Method::Exact => None,
        Method::Sampled(count) => Some(count),
    };
    Forecast { lines: lines.into_iter().map(Into::into).collect(), figures, samples }
}
