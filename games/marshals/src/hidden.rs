//! What a seat cannot know, drawn anew. Rulebook: Limited Intelligence.
//!
//! Of an enemy's stacks he knows what their faces show: where they are, who is on top, whether they have zones of control. How strong
//! each is he does not know: the factors of a nation are dealt anew to its stacks, as far as their zones allow it.

use engine::{Chance, Seat};

use crate::field::{Force, Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::map::{MAP, Theatre};
use crate::nations::Side;
use crate::questions::Question;
use crate::state::Marshals;
use crate::strategy::orders::Orders;
use crate::zones::ZONE;

/// More replacement points than a nation has use for.
const MOST_REPLACEMENTS: u16 = 8;

/// A stack whose strength can be anything within bounds.
#[derive(Clone, Copy, Debug)]
struct Veiled {
    muster: Muster,
    least: u16,
    most: u16,
}

/// A world that fits all that a seat knows.
pub(crate) fn determinize(game: &Marshals, seat: Seat, chance: &mut impl Chance) -> Marshals {
    let mut world = game.clone();
    world.dice.reseed(chance);
    redraw_purses(&mut world, seat, chance);
    for nation in NationId::all().filter(|nation| !game.player(seat).knows(*nation)) {
        let own = game.forces.iter().filter(|force| force.muster.nation == nation);
        let veiled: Vec<Veiled> = own.filter_map(|force| veiled(game, force)).collect();
        // How much a nation has on a map, and in each country, comes to light by what losses do to its morale.
        let mut lands: Vec<_> = veiled.iter().map(|stack| land(game, stack)).collect();
        lands.sort_unstable();
        lands.dedup();
        for wanted in lands {
            let there: Vec<Veiled> =
                veiled.iter().copied().filter(|stack| land(game, stack) == wanted).collect();
            if there.len() > 1 {
                deal(&mut world, &there, chance);
            }
        }
    }
    world
}

/// The map and the country in which a stack stands.
fn land(game: &Marshals, stack: &Veiled) -> (Option<Theatre>, Option<NationId>) {
    let hex = stack.muster.hex;
    (MAP.theatre(hex), game.home(hex))
}

/// What other seats have ordered and not shown is forgotten, and what they hold in points and replacements is one sum: only the sum
/// can be worked out from what is announced (M-intel-2).
fn redraw_purses(world: &mut Marshals, seat: Seat, chance: &mut impl Chance) {
    let foreign: Vec<NationId> = NationId::all().filter(|nation| world.seat(*nation) != Some(seat)).collect();
    for nation in &foreign {
        let balance = world.realm(*nation).balance;
        let is_open = world.optional.open;
        let treasury = world.treasury_mut(*nation);
        treasury.orders = Orders::default();
        if is_open {
            continue;
        }
        let sum = balance + u16::from(treasury.replacements);
        let most = sum.min(MOST_REPLACEMENTS).max(treasury.replacements.into());
        // Whether he has any at all shows when he is asked where to place them.
        if treasury.replacements > 0 {
            treasury.replacements = 1 + chance.index(usize::from(most)) as u8;
        }
        let replacements = u16::from(treasury.replacements);
        world.realm_mut(*nation).balance = sum - replacements.min(sum);
    }
    for leader in LeaderId::all().filter(|leader| foreign.contains(&leader.get().nation)) {
        world.decrees.dismissed.remove(leader);
        world.decrees.recalled.remove(leader);
    }
    world.decrees.demobilized.retain(|(_, nation, _)| !foreign.contains(nation));
}

/// What can be known of a force's strength by whoever sees its stack; nothing where more than that shows: inside forts and before
/// them, on the march, and where several forces or leaders of cavalry make it hard to say what a zone means.
fn veiled(game: &Marshals, force: &Force) -> Option<Veiled> {
    let Muster { hex, nation, stance, record, .. } = force.muster;
    let fighting = game.forces.at(hex).iter().filter(|other| !other.factors.is_empty());
    if game.is_revealed(hex, nation, stance) {
        return None;
    }
    if stance != Stance::Open || record != Record::Fresh || force.factors.is_empty() || fighting.count() > 1 {
        return None;
    }
    // Cossacks show themselves by the lines that they harass; and who must lose factors has them to choose from.
    let is_losing = game.tolls.iter().any(|toll| toll.hex == hex)
        || game.steps.iter().any(|step| matches!(step, Question::Toll(toll) if toll.hex == hex));
    let sends =
        game.steps.iter().any(|step| matches!(step, Question::Forwarding(line) if line.nation == nation));
    if force.factors.cossacks > 0 || is_losing || sends {
        return None;
    }
    let leading = || game.staff.at(hex, Stance::Open).filter(|leader| game.leads(*leader, nation));
    if leading().any(|leader| leader.get().is_cavalry) {
        return None;
    }
    // With leader boards the unit on top is seen.
    if game.optional.boards && force.factors.infantry == 0 {
        return None;
    }
    let has_zone = Side::ALL.into_iter().any(|side| game.zone_at(side, hex).is_some());
    let (least, most) = match (leading().next(), has_zone) {
        (None, _) => (1, u16::MAX),
        // Who is at peace has no zone, however strong he is.
        (Some(_), _) if game.side(nation).is_none() => (1, u16::MAX),
        (Some(_), true) => (ZONE, u16::MAX),
        (Some(_), false) => (1, ZONE - 1),
    };
    Some(Veiled { muster: force.muster, least, most })
}

/// Deals the factors of a nation's stacks anew: to each what it has at least, and the rest wherever there is room.
fn deal(world: &mut Marshals, stacks: &[Veiled], chance: &mut impl Chance) {
    let mut pool: Vec<Arm> = Vec::new();
    for stack in stacks {
        let factors = world.forces.factors(stack.muster);
        for (arm, count) in factors.arms() {
            pool.extend(std::iter::repeat_n(arm, count.into()));
        }
    }
    // The order in which they were found tells where they stand.
    pool.sort_unstable();
    chance.shuffle(&mut pool);
    let mut dealt = vec![Factors::NONE; stacks.len()];
    if world.optional.boards {
        // Where infantry is on top there is at least one of it.
        for factors in &mut dealt {
            let place = pool.iter().position(|arm| *arm == Arm::Infantry).expect("each has some");
            pool.swap_remove(place);
            factors.infantry += 1;
        }
    }
    let mut pool = pool.into_iter();
    for (stack, factors) in stacks.iter().zip(&mut dealt) {
        let least = stack.least.saturating_sub(factors.total());
        pool.by_ref().take(least.into()).for_each(|arm| factors[arm] += 1);
    }
    for arm in pool {
        let has_room = |place: &usize| dealt[*place].total() < stacks[*place].most;
        let room: Vec<usize> = (0..stacks.len()).filter(has_room).collect();
        dealt[room[chance.index(room.len())]][arm] += 1;
    }
    for (stack, factors) in stacks.iter().zip(dealt) {
        // What it is to have comes first, so that the force is there all the time, with its stores.
        let before = world.forces.factors(stack.muster);
        world.forces.put(stack.muster, factors);
        world.forces.take(stack.muster, before);
    }
}
