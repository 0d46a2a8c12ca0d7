//! Why something cannot be done.
//!
//! The answers come from the code that decides what is legal: what one could do now is tried with what was clicked instead, on a
//! copy, and the refusals are told.

use engine::{Denied, PieceKey, Seat, Silent, Target, rule};

use crate::action::Action;
use crate::areas::Area;
use crate::cards::Card;
use crate::play::list_ways;
use crate::state::{Conquests, FrigateId, Phase, Step};
use crate::troops::Kind;
use crate::view::keys::{Corps, Units};
use crate::view::{area_at, zone_at};

/// The most reasons that are told.
const REASONS: usize = 3;

impl Conquests {
    /// Everything that stops a seat from doing anything with a target now.
    pub(crate) fn reasons(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        if self.ended.is_some() {
            return vec![Denied::new(rule!("N-5-phases"), "the game is over")];
        }
        if !self.deciders().contains(seat) {
            return vec![Denied::new(rule!("N-5-phases"), "it is not your turn to decide")];
        }
        let mut actions = Vec::new();
        self.list(seat, &mut actions);
        if actions.iter().any(|action| self.target_of(*action) == *target) {
            return Vec::new();
        }
        if self.makes_a_plan(seat, target) {
            return Vec::new();
        }
        let mut tries: Vec<Action> = Vec::new();
        for action in actions.iter().filter_map(|action| aimed(*action, target)) {
            if !actions.contains(&action) && !tries.contains(&action) {
                tries.push(action);
            }
        }
        // Outside combat a card is played in its own ways, not in those of another.
        if self.battle.is_none() {
            tries.retain(|action| !is_play(*action));
        }
        if tries.is_empty() {
            self.list_attempts(target, &mut tries);
        }
        let mut reasons: Vec<Denied> = Vec::new();
        for denied in tries.into_iter().filter_map(|action| self.refusal(seat, action)) {
            if !reasons.contains(&denied) {
                reasons.push(denied);
            }
        }
        reasons.truncate(REASONS);
        if reasons.is_empty() {
            reasons.push(Denied::new(rule!("N-5-phases"), "there is nothing to do with that now"));
        }
        reasons
    }

    /// What somebody wants who clicks on a card, or on a land when units are bought, although nothing of the kind is legal.
    fn list_attempts(&self, target: &Target, out: &mut Vec<Action>) {
        match *target {
            Target::Piece { piece } => {
                let Some(card) = piece.get::<Card>() else { return };
                let tab = self.domain_in_use().and_then(|domain| card.tab(domain));
                match (tab, self.decider()) {
                    (Some(tab), Some(nation)) => list_ways(card, tab, nation, out),
                    _ => out.push(Action::Play(card)),
                }
            }
            Target::Space(at) if matches!(self.phase, Phase::Resolve(_, _, Step::Purchase(_))) => {
                let kinds = [Kind::Infantry, Kind::Cavalry, Kind::Cannon, Kind::Frigate];
                out.extend(
                    area_at(at).into_iter().flat_map(|at| kinds.map(|kind| Action::Enlist { kind, at })),
                );
            }
            _ => {}
        }
    }

    /// Why an action is refused. Only the refusal is wanted: nothing comes of it.
    fn refusal(&self, seat: Seat, action: Action) -> Option<Denied> {
        self.clone().act(seat, action, &mut Silent).err()
    }
}

fn is_play(action: Action) -> bool {
    matches!(
        action,
        Action::Play(_) | Action::PlayForPoints(_) | Action::PlayOn { .. } | Action::Subsidise(_)
    )
}

/// The same action with what was clicked in the place of what it is about.
fn aimed(action: Action, target: &Target) -> Option<Action> {
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
        Action::Pursue(_) => Action::Pursue(at),
        Action::RetreatAll { nation, .. } => Action::RetreatAll { nation, to: at },
        Action::Flee(_) => Action::Flee(at),
        Action::Part { nation, .. } => Action::Part { nation, to: at },
        Action::AdvanceAll(_) => Action::AdvanceAll(at),
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
        Action::PlayForGuard(_) => Action::PlayForGuard(card),
        // A card that could be aimed at somebody is listed: any other is refused for what it is.
        Action::PlayOn { .. } | Action::BuyCard => Action::Play(card),
        Action::Subsidise(_) => Action::Subsidise(card),
        Action::Pledge(_) => Action::Pledge(card),
        Action::Sponsor { nation, .. } => Action::Sponsor { card, nation },
        Action::Give { to, .. } => Action::Give { card, to },
        Action::Show { to, .. } => Action::Show { card, to },
        Action::Keep(_) => Action::Keep(card),
        Action::Reward { domain, on, .. } => Action::Reward { card, domain, on },
        _ => return None,
    })
}

fn aimed_at_units(action: Action, Units { nation, kind, at }: Units) -> Option<Action> {
    Some(match action {
        Action::Convert { .. } => Action::Convert { kind, at },
        Action::Strike { .. } => Action::Strike { nation, kind, at },
        Action::Pick { .. } => Action::Pick { nation, kind, at },
        Action::Lose { .. } => Action::Lose { nation, kind },
        Action::Recruit { to, .. } => Action::Recruit { nation, kind, to },
        _ => return None,
    })
}

fn aimed_along(action: Action, piece: PieceKey, to: Area) -> Option<Action> {
    if let Some(Units { nation, kind, .. }) = piece.get() {
        return Some(match action {
            Action::Retreat { .. } => Action::Retreat { nation, kind, to },
            Action::Advance { .. } => Action::Advance { nation, kind, to },
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
