//! What a seat cannot know, drawn anew. Rulebook: Limited Intelligence.
//!
//! Of an enemy's stacks he knows what their faces show: where they are, who is on top, whether they have zones of control. How strong
//! each is, and of what, he does not know: the factors of a nation are dealt anew to its forces, as far as their zones allow it.

use atlas::topology::HexId;
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

/// The map and the country in which a force stands: how much a nation has there comes to light by what losses do to its morale.
type Land = (Option<Theatre>, Option<NationId>);

/// A force whose strength can be anything within bounds. These depend on nothing but what the seat knows: so a world that is drawn
/// from another one is as likely as if it were drawn from the true one.
#[derive(Clone, Copy, Debug)]
struct Veiled {
    muster: Muster,
    land: Land,
    factors: u16,
    least: u16,
    most: u16,
}

impl Veiled {
    /// Whether factors of two forces can be dealt from one to the other.
    fn shares_with(&self, other: &Veiled) -> bool {
        (self.muster.nation, self.land) == (other.muster.nation, other.land)
    }
}

/// A world that fits all that a seat knows.
pub(crate) fn determinize(game: &Marshals, seat: Seat, chance: &mut impl Chance) -> Marshals {
    let mut world = game.clone();
    world.dice.reseed(chance);
    redraw_purses(&mut world, seat, chance);
    let hidden = game.forces.iter().filter(|force| !game.player(seat).knows(force.muster.nation));
    let mut veiled: Vec<Veiled> = hidden.filter_map(|force| veiled(game, force)).collect();
    keep_zones(game, &mut veiled);
    veiled.sort_by_key(|force| (force.muster.nation, force.land));
    for forces in veiled.chunk_by(Veiled::shares_with).filter(|forces| forces.len() > 1) {
        deal(&mut world, forces, chance);
    }
    world
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
/// them, on the march and in an attack.
fn veiled(game: &Marshals, force: &Force) -> Option<Veiled> {
    let Muster { hex, nation, stance, record, .. } = force.muster;
    let here = || game.forces.at(hex).iter().filter(|other| !other.factors.is_empty());
    if game.is_revealed(hex, nation, stance) {
        return None;
    }
    let shows = |other: &Force| {
        let Muster { stance, record, .. } = other.muster;
        stance != Stance::Open || record.marches() || record.attacks() || record == Record::Facing
    };
    if force.factors.is_empty() || record == Record::Forwarded || here().any(shows) {
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
    // With leader boards the unit on top is seen.
    if game.optional.boards && force.factors.infantry == 0 {
        return None;
    }
    let is_alone = here().count() == 1;
    let leads = |leader: LeaderId| game.leads(leader, nation);
    let is_near = |leader: LeaderId| game.are_friends(leader.get().nation, nation);
    // Cavalry has zones of its own kind.
    let mut leaders = game.staff.at(hex, Stance::Open).filter(|leader| leader.get().is_cavalry);
    if leaders.any(|leader| if is_alone { leads(leader) } else { is_near(leader) }) {
        return None;
    }
    let is_led = game.staff.at(hex, Stance::Open).any(leads);
    let (least, most) = match (is_led, has_zone(game, hex)) {
        (false, _) => (1, u16::MAX),
        // Who is at peace has no zone, however strong he is.
        _ if game.side(nation).is_none() => (1, u16::MAX),
        (true, true) => (if is_alone { ZONE } else { 1 }, u16::MAX),
        (true, false) if is_alone => (1, ZONE - 1),
        // Several forces that have no zone together are weak: not worth telling apart.
        (true, false) => return None,
    };
    let land = (MAP.theatre(hex), game.home(hex));
    Some(Veiled { muster: force.muster, land, factors: force.factors.total(), least, most })
}

fn has_zone(game: &Marshals, hex: HexId) -> bool {
    Side::ALL.into_iter().any(|side| game.zone_at(side, hex).is_some())
}

/// Several forces that have a zone together keep it: one leader has factors enough, at least, among those that he leads. Where there may
/// not be so many to deal, they stay as they are.
fn keep_zones(game: &Marshals, veiled: &mut Vec<Veiled>) {
    let mut hexes: Vec<HexId> = veiled.iter().map(|force| force.muster.hex).collect();
    hexes.dedup();
    hexes.retain(|hex| {
        let fighting = game.forces.at(*hex).iter().filter(|force| !force.factors.is_empty());
        fighting.count() > 1 && has_zone(game, *hex)
    });
    for hex in hexes {
        let leads = |leader: LeaderId, force: &Veiled| {
            force.muster.hex == hex && game.leads(leader, force.muster.nation)
        };
        let mut leaders = game.staff.at(hex, Stance::Open);
        let Some(leader) = leaders.find(|leader| veiled.iter().any(|force| leads(*leader, force))) else {
            continue;
        };
        let led: Vec<usize> = (0..veiled.len()).filter(|place| leads(leader, &veiled[*place])).collect();
        let lacking = ZONE.saturating_sub(led.len() as u16);
        // What is not dealt to anybody yet of what a force shares with others.
        let free = |place: &usize| {
            let shared = veiled.iter().filter(|other| other.shares_with(&veiled[*place]));
            shared.map(|other| i32::from(other.factors) - i32::from(other.least)).sum::<i32>()
        };
        let most = led.iter().copied().max_by_key(free).filter(|place| free(place) >= lacking.into());
        match most {
            Some(place) => veiled[place].least += lacking,
            None => veiled.retain(|force| !leads(leader, force)),
        }
    }
}

/// Deals the factors of a nation's stacks anew: to each what it has at least, and the rest wherever there is room.
fn deal(world: &mut Marshals, stacks: &[Veiled], chance: &mut impl Chance) {
    let mut pool: Vec<Arm> = Vec::new();
    for stack in stacks {
        let factors = world.forces.factors_of(stack.muster);
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
        let before = world.forces.factors_of(stack.muster);
        world.forces.put(stack.muster, factors);
        world.forces.take_of(stack.muster, before);
    }
}
