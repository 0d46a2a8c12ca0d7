//! How likely a sensible player is to do something, at a glance.

use engine::Seat;

use super::stakes::{card_worth, worth_in};
use crate::action::Action;
use crate::appraisal::stakes;
use crate::areas::Area;
use crate::cards::Card;
use crate::combat::strength::GARRISON;
use crate::effects::{Domain, Effect, Role};
use crate::nations::{Nation, Nations, Side};
use crate::parley::Matter;
use crate::state::{Conquests, Phase};
use crate::tables::{Zone, prices};
use crate::troops::{Arms, Kind};
use crate::victory::points;

/// How likely a sensible player is to do this, against 1 for an ordinary action.
pub(crate) fn prior(game: &Conquests, seat: Seat, action: Action) -> f32 {
    let Some(nation) = game.decider().filter(|nation| game.seat(*nation) == seat) else { return 1.0 };
    match action {
        Action::Place { at, .. } => urge_to_place(game, nation, at),
        Action::Advise { zone, space } => urge_to_advise(game, nation, zone, space),
        Action::Enlist { kind, .. } => urge_to_enlist(game, nation, kind),
        Action::BuyPoints => urge_to_buy_points(game, nation),
        Action::Play(card) | Action::PlayForPoints(card) | Action::PlayForGuard(card) => {
            urge_to_play(game, nation, card)
        }
        Action::PlayOn { card, nation: target } => {
            urge_to_play(game, nation, card) * if target == front_runner(game, nation) { 1.5 } else { 0.7 }
        }
        Action::Subsidise(_) => 0.2,
        Action::BuyCard => {
            if game.turn < game.last_turn() && game.treasury.money[nation] > 2 {
                0.8
            } else {
                0.2
            }
        }
        Action::Ally(members) => 2.5 / f32::from(members.len().max(2) - 1),
        Action::Force(_) => 4.0,
        Action::Cancel(_) => 1.5,
        Action::Pledge(card) => 2.0 / (0.5 + card_worth(nation, card)),
        Action::Sponsor { .. } => 1.0,
        Action::Share { .. } => 0.03,
        Action::Offer => 5.0,
        Action::Accept => urge_to_accept(game, nation),
        Action::Refuse => 1.0,
        Action::Give { .. } => 0.05,
        Action::Show { card, .. } => 0.5 / (0.5 + card_worth(nation, card)),
        Action::Pick { nation: whose, kind, at } => urge_to_pick(game, whose, kind, at),
        Action::Drop { .. } => 0.25,
        Action::AskUnits(_) => 0.15,
        Action::March(to) => urge_to_march(game, nation, to),
        Action::Embark { from, .. } => urge_to_embark(game, nation, from),
        Action::Land { to, .. } => 2.0 * urge_to_march(game, nation, to),
        Action::Sail { to, .. } => {
            if game.forces.present(to).is_empty() {
                0.5
            } else {
                0.25
            }
        }
        Action::Challenge { sea, nation: enemy, .. } => urge_to_challenge(game, nation, sea, enemy),
        Action::Support(frigates) => 0.5 + f32::from(frigates),
        Action::Retreat { to, .. } | Action::RetreatAll { to, .. } => {
            let all = matches!(action, Action::RetreatAll { .. });
            let safe = 1.0 / (1.0 + f32::from(to.steps_to_capital(nation)));
            if all { 2.0 + 4.0 * safe } else { safe }
        }
        Action::Lose { kind, .. } => match kind.arm() {
            Kind::Infantry => 3.0,
            Kind::Cavalry => 1.5,
            _ => 0.6,
        },
        Action::Reward { card, domain, .. } => 2.0 * worth_in(nation, card, domain),
        Action::AdvanceAll(_) => 0.4,
        Action::Keep(card) => card_worth(nation, card),
        Action::Done => urge_to_rest(game),
        _ => 1.0,
    }
}

/// The enemy who has most points.
fn front_runner(game: &Conquests, nation: Nation) -> Nation {
    let rivals = game.order.iter().copied().filter(|other| *other != nation);
    rivals.max_by_key(|rival| points::open_score(game, *rival)).unwrap_or(nation)
}

/// New units go where none stand, next to enemies or into the capital.
fn urge_to_place(game: &Conquests, nation: Nation, at: Area) -> f32 {
    let alone = if game.forces.stands_in(nation, at) { 1.0 } else { 2.5 };
    let capital = at.capital_of() == Some(nation);
    alone + if capital { 1.0 } else { 0.0 }
}

fn urge_to_advise(game: &Conquests, nation: Nation, zone: Zone, space: u8) -> f32 {
    let hand = game.cards.hands[nation];
    let best = |domain: Domain| {
        let cards = hand & Card::with_tab(domain);
        cards.iter().map(|card| worth_in(nation, card, domain)).fold(0.0, f32::max)
    };
    let first = 1.0 / (1.0 + 0.2 * f32::from(space));
    let worth = match zone {
        Zone::Initiative => 0.9,
        Zone::Finance => {
            0.4 + best(Domain::Finance) + if game.treasury.money[nation] < 4 { 0.6 } else { 0.0 }
        }
        Zone::Morale => 0.4 + best(Domain::Morale),
        Zone::Society => 0.4 + best(Domain::Society),
        Zone::Military => {
            1.5 + 0.5 * best(Domain::Military) + 0.08 * f32::from(game.treasury.money[nation].min(12))
        }
        Zone::Diplomacy => 0.5 + if stakes::could_ally(game, nation) { 2.0 } else { 0.0 },
    };
    worth * first
}

fn urge_to_enlist(game: &Conquests, nation: Nation, kind: Kind) -> f32 {
    let lasting = if game.turn < game.last_turn() { 1.0 } else { 0.5 };
    let navy = if nation == Nation::England { 1.0 } else { 0.35 };
    lasting
        * match kind.arm() {
            Kind::Infantry => 1.2,
            Kind::Cavalry => 1.5,
            Kind::Cannon => 1.5,
            _ => navy,
        }
}

fn urge_to_buy_points(game: &Conquests, nation: Nation) -> f32 {
    match game.treasury.whole_points(nation) {
        0..4 => 3.0,
        4..8 => 1.6,
        8..12 => 0.7,
        _ => 0.15,
    }
}

fn urge_to_play(game: &Conquests, nation: Nation, card: Card) -> f32 {
    let domain = match game.phase {
        Phase::Resolve(zone, ..) => zone.domain(),
        Phase::Combat(_) => Some(Domain::Military),
        _ => None,
    };
    let tab = domain.and_then(|domain| card.tab(domain));
    match tab {
        Some(tab) => match (&tab.effect, nation.side()) {
            (Effect::Society(_), Side::France) => 4.0,
            _ => 0.3 + 2.0 * worth_in(nation, card, tab.domain),
        },
        None => 1.0 + card_worth(nation, card),
    }
}

/// A fair share, and an Alliance against Napoleon or for one's own freedom.
fn urge_to_accept(game: &Conquests, nation: Nation) -> f32 {
    let Some(parley) = &game.parley else { return 1.5 };
    let share = parley.shares[nation];
    match parley.matter {
        Matter::Alliance if share > 2 * prices().alliance => 0.05,
        Matter::Alliance if share > prices().alliance => 0.4,
        Matter::Alliance => 4.0,
        _ if share > prices().cancel_by_coalition => 0.3,
        _ => 2.5,
    }
}

/// The last unit stays where it holds a land; the capital is never left.
fn urge_to_pick(game: &Conquests, whose: Nation, kind: Kind, at: Area) -> f32 {
    let troops = game.forces.troops(whose, at);
    let picked = game.movement.group.map_or(0, |group| group.troops[whose].len());
    let stays = troops.len().saturating_sub(picked + 1);
    let capital = at.capital_of() == Some(whose);
    let leave = match (stays, capital) {
        (0, true) => 0.004,
        (0, false) if at.is_neutral_capital() => 0.02,
        (0, false) => 0.15,
        (1, true) => 0.4,
        _ => 1.0,
    };
    leave * if kind.arm() == Kind::Cavalry { 1.3 } else { 1.0 }
}

fn urge_to_march(game: &Conquests, nation: Nation, to: Area) -> f32 {
    let present = game.forces.present(to);
    let strength = group_strength(game);
    if present.is_empty() {
        return match to.is_neutral_capital() && game.control.is_garrisoned(to) {
            true if strength > GARRISON.points => 6.0,
            true => 0.05,
            false if to.capital_of().is_some() => 6.0,
            false => 2.5,
        };
    }
    let friends = game.treaties.friends(nation);
    if (present - friends).is_empty() {
        return 0.4;
    }
    let defence = i16::from(game.forces.arms(present - friends, to).strength())
        + game.works_strength(present - friends, to);
    let near = i16::from(game.forces.arms(present & friends, to).strength());
    let rival = nation != Nation::France && !present.contains(Nation::France);
    let will = if rival { 0.4 } else { 1.0 };
    will * match strength + near - defence {
        2.. => 3.0,
        0..2 => 1.0,
        -2..0 => 0.15,
        _ => 0.01,
    }
}

/// How strong the group on the march is, or a unit that lands.
fn group_strength(game: &Conquests) -> i16 {
    let Some(group) = &game.movement.group else { return 1 };
    let arms = Nation::all().fold(Arms::default(), |arms, who| arms.with(who, group.troops[who]));
    arms.strength().into()
}

fn urge_to_embark(game: &Conquests, nation: Nation, from: Area) -> f32 {
    let spare = game.forces.troops(nation, from).len() > 1;
    let capital = from.capital_of() == Some(nation);
    match (spare, capital) {
        (true, _) if nation == Nation::England => 1.0,
        (true, _) => 0.25,
        (false, true) => 0.004,
        (false, false) => 0.05,
    }
}

fn urge_to_challenge(game: &Conquests, nation: Nation, sea: Area, enemy: Nation) -> f32 {
    let fleet =
        |nations: Nations| -> usize { nations.iter().map(|who| game.forces.fleet(who, sea).count()).sum() };
    let (own, other) = (fleet(game.treaties.friends(nation)), fleet(game.treaties.friends(enemy)));
    let foes = nation == Nation::France || enemy == Nation::France;
    match (own > other, foes) {
        (true, true) => 2.0,
        (true, false) => 0.5,
        _ => 0.1,
    }
}

/// To be done, the likelier the less there is left to do.
fn urge_to_rest(game: &Conquests) -> f32 {
    if game.battle.is_some_and(|battle| battle.role(battle.attacker) == Role::Attacker) {
        return 1.0;
    }
    match game.phase {
        Phase::Move(_) if game.movement.group.is_some() => 1.5,
        Phase::Move(_) => 0.8,
        Phase::Challenge(_) => 1.0,
        _ => 0.6,
    }
}
