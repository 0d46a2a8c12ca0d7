//! Whether a position is one that can be, by the rulebook.

mod calendar;
mod ground;
mod people;

use atlas::topology::Id;

use crate::battle::Sort;
use crate::combat::Role;
use crate::combat::fort::check_garrison;
use crate::counters::{mix, shown_by};
use crate::field::{Force, Record, Stance};
use crate::forces::Factors;
use crate::ground::LandId;
use crate::ids::NationId;
use crate::map::MAP;
use crate::questions::Question;
use crate::scenarios::Spot;
use crate::staff::Post;
use crate::state::{EntryId, Marshals};
use crate::strategy::orders::{Decrees, Orders};

/// Whether a position can be.
pub(crate) fn check(game: &Marshals) -> Result<(), String> {
    check_forces(game)?;
    check_hexes(game)?;
    check_leaders(game)?;
    check_counters(game)?;
    check_conservation(game)?;
    check_realms(game)?;
    check_seasons(game)?;
    check_march(game)?;
    check_battle(game)?;
    calendar::check(game)?;
    people::check(game)?;
    ground::check(game)
}

/// Whether a game that was played from its beginning can have come to this: what is settled step by step, as control by zones, does not
/// hold where somebody has set up a position by hand.
pub(crate) fn check_as_played(game: &Marshals) -> Result<(), String> {
    check(game)?;
    people::check_command(game)?;
    match game.steps.top() {
        Some(Question::Campaign(_)) if game.battle.is_none() => ground::check_zones(game),
        _ => Ok(()),
    }
}

/// Nobody attacks without a battle; nobody has fought more than twice (M-move-6); and until it is decided, the map has what the battle
/// has left.
fn check_battle(game: &Marshals) -> Result<(), String> {
    if let Some(force) = game.forces.iter().find(|force| force.muster.fights > 2) {
        return Err(format!("{} has fought {} times", force.muster.nation.name(), force.muster.fights));
    }
    let in_battle = |force: &&Force| force.muster.record.attacks() || force.muster.record == Record::Facing;
    let attackers = game.forces.iter().filter(in_battle);
    let Some(battle) = game.battle() else {
        return match attackers.count() {
            0 if game.staff.engaged.is_empty() => Ok(()),
            count => Err(format!("{count} forces attack, and there is no battle")),
        };
    };
    for force in attackers {
        if force.muster.record.attacks() && !game.are_friends(force.muster.nation, battle.nation) {
            return Err(format!("{} attacks its friends", force.muster.nation.name()));
        }
    }
    if game.sieges().iter().any(|siege| game.fort(siege.hex) == 0) {
        return Err("a siege without a fort".into());
    }
    let Some(clash) = battle.clash.as_ref().filter(|clash| clash.verdict.is_none()) else { return Ok(()) };
    let total =
        |stacks: &[crate::combat::Stack]| -> u16 { stacks.iter().map(|stack| stack.all().total()).sum() };
    let (mut attack, mut defence) = (0, 0);
    for force in game.forces.iter() {
        let Force { muster, factors, .. } = force;
        if game.are_enemies(muster.nation, battle.nation) {
            let attacked = (muster.stance == Stance::Inside) == (battle.sort == Sort::Assault);
            let counts = muster.hex == battle.target && attacked && game.engagement().takes_part(*muster);
            defence += if counts { factors.total() } else { 0 };
        } else if clash.hexes.contains(&muster.hex) {
            let sallies = muster.hex == battle.target && battle.sort != Sort::Assault;
            let attacks = if sallies { muster.record.attacks() } else { muster.stance == Stance::Open };
            attack += if attacks && game.engagement().takes_part(*muster) { factors.total() } else { 0 };
        }
    }
    let told = (total(&clash.now[Role::Attacker]), total(&clash.now[Role::Defender]));
    if told != (attack, defence) {
        return Err(format!("the battle counts {told:?} factors, the map has {:?}", (attack, defence)));
    }
    Ok(())
}

fn check_forces(game: &Marshals) -> Result<(), String> {
    let musters: Vec<_> = game.forces.iter().map(|force| force.muster).collect();
    if !musters.is_sorted_by(|a, b| a < b) {
        return Err("forces are not in their order, or one is there twice".into());
    }
    for force in game.forces.iter() {
        let hex = MAP.grid.name(force.muster.hex);
        if !Marshals::is_land(force.muster.hex) {
            return Err(format!("troops stand in hex {hex}, which is no land"));
        }
        if force.factors.is_empty() && force.supply == 0 && force.depots == 0 {
            return Err(format!("a force in hex {hex} has nothing"));
        }
    }
    Ok(())
}

/// Enemies share a hex only if one of them is inside the fort (M-stack-5), which is not too full (M-fort-4, M-siege-1); and who
/// stands alone in a hex controls it (M-control-2).
fn check_hexes(game: &Marshals) -> Result<(), String> {
    for force in game.forces.iter().filter(|force| !force.factors.is_empty()) {
        let (hex, nation) = (force.muster.hex, force.muster.nation);
        let name = MAP.grid.name(hex);
        let others = game
            .forces
            .at(hex)
            .iter()
            .filter(|other| !other.factors.is_empty() && game.are_enemies(other.muster.nation, nation));
        let mut enemies = 0;
        for other in others {
            enemies += 1;
            if other.muster.stance == force.muster.stance {
                return Err(format!("enemies stand together in hex {name}"));
            }
        }
        let holder = game.control.get(hex).ok_or("no land")?;
        if enemies == 0 && game.are_enemies(holder, nation) {
            return Err(format!("{} stands in hex {name}, and {} controls it", nation.name(), holder.name()));
        }
        if force.muster.stance == Stance::Inside {
            check_garrison(game.fort(hex), game.forces.inside(hex, |_| true))
                .map_err(|denied| format!("hex {name}: {}", denied.why))?;
        }
    }
    Ok(())
}

/// Of a man one version is in play (M-lead-55).
fn check_leaders(game: &Marshals) -> Result<(), String> {
    let staff = &game.staff;
    for (leader, _) in staff.captives() {
        if !staff.taken.iter().any(|(other, _)| *other == leader) {
            return Err(format!("nobody knows since when {} is a prisoner", leader.name()));
        }
    }
    let away = staff.missing.iter().map(|(leader, _)| *leader).chain(staff.dead.iter());
    for leader in away {
        if let Some(twin) = leader.versions().find(|other| staff.hex(*other).is_some()) {
            return Err(format!("{} is away or dead, and {} is in play", leader.name(), twin.name()));
        }
    }
    for (leader, post) in game.staff.in_play() {
        let twin = leader.versions().find(|other| *other != leader && game.staff.post(*other) != Post::Away);
        if let Some(twin) = twin {
            return Err(format!("{} and {} are one man", leader.name(), twin.name()));
        }
        if let Some(hex) = game.staff.hex(leader).filter(|hex| !Marshals::is_land(*hex)) {
            return Err(format!(
                "{} is in hex {}, which is no land ({post:?})",
                leader.name(),
                MAP.grid.name(hex)
            ));
        }
    }
    Ok(())
}

/// No nation shows more than its counters.
fn check_counters(game: &Marshals) -> Result<(), String> {
    for nation in NationId::all() {
        let Some(mix) = mix(nation) else { continue };
        let shown = game.forces.iter().filter(|force| shown_by(force.muster.nation) == nation);
        let lost = game.boxes.iter().filter(|lot| shown_by(lot.nation) == nation).map(|lot| lot.factors);
        let shown: Factors = shown.map(|force| force.factors).chain(lost).sum();
        let room = Factors {
            infantry: mix.infantry(),
            cavalry: mix.cavalry,
            artillery: mix.artillery,
            cossacks: mix.cossacks,
        };
        if !room.contains(shown) {
            return Err(format!("{} shows {shown} with counters for {room}", nation.name()));
        }
    }
    Ok(())
}

/// What a nation has lost in the battle that is being fought, and has not sorted into its boxes.
fn unsorted(game: &Marshals, nation: NationId) -> Factors {
    let Some(clash) = game.battle().and_then(|battle| battle.clash.as_ref()) else { return Factors::NONE };
    let of = |stacks: &[crate::combat::Stack]| -> Factors {
        let contingents = stacks.iter().flat_map(|stack| &stack.contingents);
        contingents.filter(|own| own.nation == nation).map(crate::combat::Contingent::all).sum()
    };
    let open = [Role::Attacker, Role::Defender].into_iter().filter(|role| !clash.sorted[*role]);
    open.map(|role| of(&clash.before[role]) - of(&clash.now[role])).sum()
}

/// All that a nation's counters show, wherever it is: factors, and supply units with depots.
pub(crate) fn shown(game: &Marshals, nation: NationId) -> (Factors, u16) {
    let mut factors = Factors::NONE;
    let mut stores = 0_u16;
    for other in NationId::all().filter(|other| shown_by(*other) == nation) {
        for force in game.forces.iter().filter(|force| force.muster.nation == other) {
            factors += force.factors;
            stores += u16::from(force.supply) + u16::from(force.depots);
        }
        factors += game.boxes.of(other).map(|lot| lot.factors).sum();
        factors += unsorted(game, other);
        let treasury = game.treasury(other);
        factors += treasury.ready + treasury.fresh + treasury.called + treasury.unbuilt;
        stores += u16::from(treasury.supply) + u16::from(treasury.unbuilt_supply);
    }
    for (number, force) in game.scenario().reinforcements.iter().enumerate() {
        if shown_by(force.nation) == nation && !game.arrived.contains(EntryId::from_index(number)) {
            factors += force.troops.land();
            stores += u16::from(force.troops.supply) + u16::from(force.troops.depots);
        }
    }
    let at_sea = game.scenario().setup.iter().filter(|force| matches!(force.spot, Spot::Sea(_)));
    for force in at_sea.filter(|force| shown_by(force.nation) == nation) {
        factors += force.troops.land();
        stores += u16::from(force.troops.supply) + u16::from(force.troops.depots);
    }
    (factors, stores)
}

/// No factor and no supply unit is lost or made: what a nation's counters show is on the map, in a box, ready, built, called, at sea,
/// yet to come, or not built (M-terms-1, M-prod-10, M-loc-21).
fn check_conservation(game: &Marshals) -> Result<(), String> {
    for nation in NationId::all() {
        let Some(mix) = mix(nation) else { continue };
        let (factors, stores) = shown(game, nation);
        let counters = Factors {
            infantry: mix.infantry(),
            cavalry: mix.cavalry,
            artillery: mix.artillery,
            cossacks: mix.cossacks,
        };
        if factors != counters {
            return Err(format!("{} has {factors} with counters for {counters}", nation.name()));
        }
        if stores != u16::from(mix.supply) {
            return Err(format!("{} has {stores} supply units of {}", nation.name(), mix.supply));
        }
    }
    Ok(())
}

/// Morale runs from 1 to 6 (M-nm-1); who has sued for peace is out of the war, and whoever must has, before anybody moves (M-sue-1).
fn check_realms(game: &Marshals) -> Result<(), String> {
    for power in &game.scenario().power {
        let (realm, name) = (game.realm(power.nation), power.nation.name());
        if !(1..=6).contains(&realm.morale) {
            return Err(format!("the morale of {name} is {}", realm.morale));
        }
        if realm.sued.is_some() && game.forces.iter().any(|force| force.muster.nation == power.nation) {
            return Err(format!("{name} has made peace and stands on the map"));
        }
        let fights_on = power.nation == NationId::BRITAIN || power.nation == NationId::RUSSIA;
        let is_first = power.nation == NationId::FRANCE && game.scenario().id != "hundred-days-1815";
        let moves = matches!(game.steps.iter().last(), Some(Question::Campaign(_))) && !game.is_over;
        if moves && realm.morale == 1 && realm.sued.is_none() && !fights_on && !is_first {
            return Err(format!("{name} is at morale 1 and has not sued for peace"));
        }
    }
    Ok(())
}

/// What is forbidden to be left over: orders after the strategic turn (M-turn-4), newly built factors of more than a season's
/// worth (M-cost-3, M-cost-9, M-cost-10), land that is eaten bare in a new year (M-supply-13), and more infantry on a line of
/// communications than five (M-loc-25).
fn check_seasons(game: &Marshals) -> Result<(), String> {
    let decides = game.steps.iter().any(|step| matches!(step, Question::Council(_)));
    for nation in NationId::all() {
        let (treasury, name) = (game.treasury(nation), nation.name());
        if !decides && treasury.orders != Orders::default() {
            return Err(format!("{name} has orders after the strategic turn"));
        }
        if treasury.fresh.cavalry > 1 || treasury.fresh.artillery > 1 {
            return Err(format!("{name} has built {} in a season", treasury.fresh));
        }
        if treasury.by_line > 5 {
            return Err(format!("{} factors of {name} have gone along the line", treasury.by_line));
        }
    }
    if !decides && game.decrees != Decrees::default() {
        return Err("there are decrees after the strategic turn".into());
    }
    let bare = game.depleted.iter().map(LandId::hex).chain(game.foraged.iter().map(|(_, hex)| *hex));
    for hex in bare {
        if MAP.terrain(hex) != crate::map::Terrain::Clear {
            return Err(format!("hex {} is foraged and not clear", MAP.grid.name(hex)));
        }
    }
    Ok(())
}

/// Nobody is on the march unless a march is asked about, and then in one hex.
fn check_march(game: &Marshals) -> Result<(), String> {
    let marches = game.steps.iter().any(|step| matches!(step, Question::Marching(_) | Question::Joining(_)));
    let on_the_way = game.forces.iter().filter(|force| force.muster.record.marches());
    let mut hexes: Vec<_> = on_the_way.map(|force| force.muster.hex).collect();
    hexes.extend(game.staff.marching.iter().filter_map(|leader| game.staff.hex(leader)));
    hexes.dedup();
    match hexes.len() {
        0 => Ok(()),
        1 if marches => Ok(()),
        count => Err(format!("stacks are on the march in {count} hexes")),
    }
}
