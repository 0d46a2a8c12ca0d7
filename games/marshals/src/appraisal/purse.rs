//! What is paid for, or could be: money, command, replacements and troops that are not on the map yet.

use super::Balance;
use super::picture::Picture;
use crate::boxes::Case;
use crate::forces::Factors;
use crate::questions::Question;
use crate::state::Marshals;

/// What a production point in hand is worth in factors, and what it is worth in the last season.
const POINT: (f32, f32) = (0.12, 0.005);

/// What all the command is worth that could ever be used, and how soon there is enough of it.
const COMMAND: f32 = 6.0;
const ENOUGH: (f32, f32) = (1.0, 0.25);

/// What replacement points bring back, and what a factor that comes back is worth beyond a casualty.
const A_POINT: f32 = 3.0;
const BACK: f32 = 0.55;

/// What factors off the map are worth: built in this season, ready to be called, called.
const BUILT: f32 = 0.45;
const READY: f32 = 0.3;
const CALLED: f32 = 0.8;

/// What the first supply unit or depot is worth; more of them grow by the root.
const STORES: f32 = 1.4;

impl Balance {
    /// What both sides have off the map, in factors.
    pub(super) fn count_purses(&mut self, game: &Marshals, picture: &Picture) {
        let decides = game.steps.iter().any(|step| matches!(step, Question::Council(_)));
        let last = game.scenario().last_turn.since(game.date) < 6;
        for power in &game.scenario().power {
            let nation = power.nation;
            let Some(side) = game.side(nation) else { continue };
            let worth = purse(game, nation, decides, last, picture);
            self.armies[side as usize] += worth;
            if game.treasury(nation).orders.heartened {
                self.cheer(game, nation, 1.0);
            }
        }
        let mut stores = [0.0; 2];
        for store in &picture.stores {
            stores[store.side as usize] += f32::from(store.count);
        }
        for nation in realms_at_war(game) {
            let treasury = game.treasury(nation);
            if let Some(side) = game.side(nation) {
                stores[side as usize] += f32::from(treasury.supply + treasury.orders.supply);
            }
        }
        for (army, stores) in self.armies.iter_mut().zip(stores) {
            *army += STORES * f32::sqrt(stores);
        }
    }
}

fn realms_at_war(game: &Marshals) -> impl Iterator<Item = crate::ids::NationId> + '_ {
    crate::ids::NationId::all().filter(|nation| game.side(*nation).is_some())
}

/// What a power has off the map, in factors.
fn purse(game: &Marshals, power: crate::ids::NationId, decides: bool, last: bool, picture: &Picture) -> f32 {
    let treasury = game.treasury(power);
    let funds =
        if decides { game.country(power).funds() as f32 } else { f32::from(game.realm(power).balance) };
    let command = if decides { treasury.orders.command } else { game.realm(power).command };
    let stacks = picture.bodies.iter().filter(|body| body.led > 0 && game.commands(body.nation) == power);
    let stacks = stacks.count() as f32;
    let usable = if stacks > 0.0 { COMMAND } else { 0.0 };
    let mut worth = funds * if last { POINT.1 } else { POINT.0 };
    worth += usable * (1.0 - (-f32::from(command) / (ENOUGH.0 + ENOUGH.1 * stacks)).exp());
    let mut casualties = 0.0;
    let (mut built, mut ready, mut called) = (Factors::NONE, Factors::NONE, Factors::NONE);
    for nation in game.country(power).wards() {
        let lost = game.boxes.factors(nation, |case| matches!(case, Case::Fallen(_) | Case::Mourned(_)));
        casualties += f32::from(lost.infantry);
        let treasury = game.treasury(nation);
        built += treasury.fresh + treasury.orders.built;
        ready += treasury.ready - treasury.orders.called;
        called += treasury.called + treasury.orders.called;
    }
    let points = f32::from(treasury.replacements + treasury.orders.replacements);
    let expected = casualties + 1.5 * A_POINT;
    worth += BACK * (A_POINT * points).min(expected);
    if !last {
        worth += BUILT * f32::from(built.total());
    }
    worth + READY * f32::from(ready.total()) + CALLED * f32::from(called.total())
}
