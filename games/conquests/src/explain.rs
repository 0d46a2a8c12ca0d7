//! Why something cannot be done.
//!
//! The answers come from the code that decides what is legal: what one could do now is tried with what was clicked instead. A
//! question of a combat or a parley says itself what else it could be about; the rest is here.

use engine::{PieceKey, Target};

use crate::action::Action;
use crate::areas::Area;
use crate::cards::Card;
use crate::nations::Nation;
use crate::play::list_ways;
use crate::questions::Asked;
use crate::state::{Conquests, FrigateId};
use crate::troops::Kind;
use crate::view::keys::{Corps, Units};
use crate::view::{area_at, choices, zone_at};

/// What a click may have meant: what can be done now, with what was clicked in the place of what it is about; a card that
/// cannot be used so is tried in all its ways.
pub(crate) fn aimed_anew(
    step: &impl Asked,
    game: &Conquests,
    nation: Nation,
    target: &Target,
) -> Vec<Action> {
    let mut actions = Vec::new();
    step.list(game, nation, &mut actions);
    let mut tries: Vec<Action> = Vec::new();
    for action in actions.iter().filter_map(|action| step.aimed(*action, target)) {
        if !actions.contains(&action) && !tries.contains(&action) {
            tries.push(action);
        }
    }
    if let Some(card) = choices::card_at(target).filter(|_| tries.is_empty()) {
        match choices::domain_in_use(game).and_then(|domain| card.tab(domain)) {
            Some(tab) => list_ways(card, tab, nation, &mut tries),
            None => tries.push(Action::Play(card)),
        }
    }
    tries
}

/// What somebody wants who clicks on a land when units are bought.
pub(crate) fn purchases(target: &Target) -> Vec<Action> {
    let Target::Space(at) = *target else { return Vec::new() };
    let kinds = [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Frigate];
    area_at(at).into_iter().flat_map(|at| kinds.map(|kind| Action::Enlist { kind, at })).collect()
}

pub(crate) fn is_play(action: Action) -> bool {
    matches!(
        action,
        Action::Play(_) | Action::PlayForPoints(_) | Action::PlayOn { .. } | Action::Subsidise(_)
    )
}

/// The same action with what was clicked in the place of what it is about.
pub(crate) fn aimed(action: Action, target: &Target) -> Option<Action> {
    match *target {
        Target::Space(at) => match zone_at(at) {
            Some((zone, space)) => {
                matches!(action, Action::Advise { .. }).then_some(Action::Advise { zone, space })
            }
            None => aimed_at_area(action, area_at(at)?),
        },
        Target::Piece { piece } => aimed_at_piece(action, piece),
        Target::Move { piece, to } => aimed_along(action, piece, area_at(to)?),
        Target::Button => None,
    }
}

fn aimed_at_area(action: Action, at: Area) -> Option<Action> {
    Some(match action {
        Action::Place { kind, .. } => Action::Place { kind, at },
        Action::Enlist { kind, .. } => Action::Enlist { kind, at },
        Action::March(_) => Action::March(at),
        Action::Challenge { nation, all, .. } => Action::Challenge { sea: at, nation, all },
        Action::Fight(_) => Action::Fight(at),
        Action::Part { nation, .. } => Action::Part { nation, to: at },
        _ => return None,
    })
}

fn aimed_at_piece(action: Action, piece: PieceKey) -> Option<Action> {
    if let Some(card) = piece.get() {
        return aimed_at_card(action, card);
    }
    if let Some(units) = piece.get() {
        return aimed_at_units(action, units);
    }
    if let Some(Corps { nation, at }) = piece.get() {
        // The cannon is the dearest of a corps: what stands against it stands against all.
        let cannon = Action::Pick { nation, kind: Kind::Cannon, at };
        return matches!(action, Action::Pick { .. }).then_some(cannon);
    }
    let frigate = piece.get()?;
    matches!(action, Action::Sink(_)).then_some(Action::Sink(frigate))
}

fn aimed_at_card(action: Action, card: Card) -> Option<Action> {
    Some(match action {
        Action::Play(_) => Action::Play(card),
        Action::PlayForPoints(_) => Action::PlayForPoints(card),
        // A card that could be aimed at somebody is listed: any other is refused for what it is.
        Action::PlayOn { .. } | Action::BuyCard => Action::Play(card),
        Action::Subsidise(_) => Action::Subsidise(card),
        Action::Give { to, .. } => Action::Give { card, to },
        Action::Show { to, .. } => Action::Show { card, to },
        Action::Keep(_) => Action::Keep(card),
        _ => return None,
    })
}

fn aimed_at_units(action: Action, Units { nation, kind, at }: Units) -> Option<Action> {
    Some(match action {
        Action::Convert { .. } => Action::Convert { kind, at },
        Action::Strike { .. } => Action::Strike { nation, kind, at },
        Action::Pick { .. } => Action::Pick { nation, kind, at },
        Action::Lose { .. } => Action::Lose { nation, kind },
        _ => return None,
    })
}

fn aimed_along(action: Action, piece: PieceKey, to: Area) -> Option<Action> {
    if let Some(Units { nation, kind, .. }) = piece.get() {
        return Some(match action {
            Action::Retreat { .. } => Action::Retreat { nation, kind, to },
            _ => return None,
        });
    }
    let frigate: FrigateId = piece.get()?;
    Some(match action {
        Action::Sail { .. } => Action::Sail { frigate, to },
        Action::Land { kind, .. } => Action::Land { kind, frigate, to },
        _ => return None,
    })
}
