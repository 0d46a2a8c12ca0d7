//! Plans for a turn: several moves that are offered as one.
//!
//! A General goes to a town he can capture, or as far as he gets towards one; troops come up around an enemy piece so that the
//! attack on it succeeds. What a plan promises holds: an attack is tried on a copy before it is offered.

use std::ops::Deref;

use arrayvec::ArrayVec;
use engine::{Choice, Currency, EffectKind, Game, Plans, Recorder, Seat, Target, Verb};

use crate::action::Action;
use crate::appraisal::{far_from, worth_attacking};
use crate::battle::bears_from;
use crate::board::Town;
use crate::choices::with;
use crate::components::{Kind, PieceId};
use crate::movement::Lay;
use crate::reach::{Obstacles, Span};
use crate::square::Square;
use crate::state::{Campaign, Recovery};

/// How many towns each General has plans for, the nearest.
const TOWNS: usize = 3;
/// How many enemy pieces there are plans against, the most valuable.
const TARGETS: usize = 3;
/// The most moves a piece makes in a turn: one for each pip.
const MOVES: usize = 12;

/// The moves of one piece.
type Way = ArrayVec<Action, MOVES>;

/// Puts plans for a turn together.
pub(crate) struct Planner<'a> {
    game: &'a Campaign,
}

impl Deref for Planner<'_> {
    type Target = Campaign;

    fn deref(&self) -> &Campaign {
        self.game
    }
}

impl Campaign {
    /// Who puts plans for the turn together.
    pub(crate) fn planner(&self) -> Planner<'_> {
        Planner { game: self }
    }
}

impl Planner<'_> {
    /// What `seat` can do at one go while it moves.
    pub(crate) fn plans(&self, seat: Seat, out: &mut Plans<Action>) {
        if self.turn.seat != seat || self.turn.pips < 2 {
            return;
        }
        if self.power(self.turn.power).recovery == Recovery::Mobilising {
            return;
        }
        let lay = self.lay();
        let obstacles = self.obstacles(&lay);
        self.plan_marches(&lay, &obstacles, out);
        self.plan_attacks(&lay, &obstacles, out);
    }

    /// Every General to the nearest towns he can capture in this turn; if there is none, towards the nearest ones.
    fn plan_marches(&self, lay: &Lay, obstacles: &Obstacles, out: &mut Plans<Action>) {
        let generals = self.commanded().filter(|piece| piece.kind() == Kind::General);
        for general in generals.filter(|general| self.may_move(*general).is_ok()) {
            let Some(captor) = self.owner(general) else { continue };
            let Some((from, span)) = self.square(general).zip(self.span(general, obstacles)) else {
                continue;
            };
            let mut goals: ArrayVec<(u8, Town), { crate::board::TOWNS }> = Town::all()
                .filter(|town| self.may_capture(captor, *town).is_ok())
                .map(|town| (far_from(town, from), town))
                .collect();
            goals.sort_unstable();
            let reached = span.entered();
            let mut planned = 0;
            for (_, town) in goals.iter().filter(|(_, town)| reached.has(town.square())).take(TOWNS) {
                planned += usize::from(self.plan_way(lay, general, &span, town.square(), out));
            }
            if planned > 0 || reached.is_empty() {
                continue;
            }
            let mut last = from;
            for (far, town) in goals.iter().take(2) {
                let nearest =
                    reached.iter().min_by_key(|square| (far_from(*town, *square), span.price(*square)));
                let Some(square) = nearest.filter(|square| far_from(*town, *square) < *far) else { continue };
                if square != last {
                    self.plan_way(lay, general, &span, square, out);
                }
                last = square;
            }
        }
    }

    /// Adds the way of a piece to a square, if it takes more than one move. Says whether there is a way at all.
    fn plan_way(&self, lay: &Lay, piece: PieceId, span: &Span, to: Square, out: &mut Plans<Action>) -> bool {
        let Some(way) = self.way(lay, piece, span, to) else { return false };
        if way.len() > 1 {
            out.push(way);
        }
        true
    }

    /// The cheapest way of a piece to a square of its span.
    fn way(&self, lay: &Lay, piece: PieceId, span: &Span, to: Square) -> Option<Way> {
        let (start, halts) = (self.square(piece)?, self.halts(piece));
        let mut way = Way::new();
        let (mut at, mut pips) = (to, span.price(to)?);
        while at != start {
            let before = self.candidates_back(lay, piece.kind(), at, start).find_map(|from| {
                let price = span.price(from)?;
                let eased = from == start && self.ashore.contains(piece);
                let goes_on = from == start || !halts.has(from);
                let double = self.may_go(lay, piece, from, at).ok().filter(|_| price < pips && goes_on)?;
                (price + 1 + u8::from(double && !eased) == pips).then_some((from, price))
            });
            let (from, price) = before?;
            way.try_push(Action::Step { from, to: at }).ok()?;
            (at, pips) = (from, price);
        }
        way.reverse();
        Some(way)
    }

    /// Squares from which a piece of a kind could have come: open ones, and the one it started on.
    fn candidates_back(
        &self,
        lay: &Lay,
        kind: Kind,
        to: Square,
        start: Square,
    ) -> impl Iterator<Item = Square> {
        let (columns, rows) = ((to.column() - start.column()).abs(), (to.row() - start.row()).abs());
        let from_start = match kind {
            Kind::General => columns.max(rows) == 1,
            Kind::Infantry => (columns, rows) == (1, 1),
            Kind::Cavalry => columns + rows == 2,
        };
        from_start.then_some(start).into_iter().chain(self.candidates(lay, kind, to))
    }

    /// Attacks that succeed, on the most valuable pieces that look as if they could be taken. Only before the first move: a
    /// target is announced then, or has been.
    fn plan_attacks(&self, lay: &Lay, obstacles: &Obstacles, out: &mut Plans<Action>) {
        if !self.turn.moved.is_empty() {
            return;
        }
        let targets = worth_attacking(self.game, TARGETS);
        if targets.is_empty() {
            return;
        }
        let spans: Vec<(PieceId, Span)> =
            self.commanded().filter_map(|piece| Some((piece, self.span(piece, obstacles)?))).collect();
        for target in targets {
            if let Some(plan) = self.assault(lay, &spans, target) {
                out.push(plan);
            }
        }
    }

    /// What brings enough pieces to bear on a target: its announcement, unless it has been announced, and their moves.
    fn assault(&self, lay: &Lay, spans: &[(PieceId, Span)], target: PieceId) -> Option<Vec<Action>> {
        let at = self.square(target)?;
        let mut plan = Vec::new();
        let mut trial = self.game.clone();
        if !self.turn.targets.contains(&Some(target)) {
            plan.push(Action::Name(at));
            trial.apply(self.turn.seat, &plan[0], &mut Recorder::silent()).ok()?;
        }
        while trial.may_take(target).is_err() {
            let way = self.next_to_come(lay, &trial, spans, at)?;
            for action in &way {
                trial.apply(self.turn.seat, action, &mut Recorder::silent()).ok()?;
            }
            plan.extend(way);
        }
        (plan.len() > 1).then_some(plan)
    }

    /// The way of the piece that comes to bear on a square, or on somebody who supports it, for the fewest pips: of those that
    /// have not moved and do not bear on it yet. Generals come last, they have better to do.
    fn next_to_come(
        &self,
        lay: &Lay,
        trial: &Campaign,
        spans: &[(PieceId, Span)],
        at: Square,
    ) -> Option<Way> {
        let bearing = |piece: PieceId| trial.bears_on(piece, at);
        let enemy = |square: &Square| {
            trial.piece_on(*square).is_some_and(|piece| trial.is_hostile(piece, trial.turn.seat))
        };
        let around: ArrayVec<Square, 8> =
            at.neighbours().filter(|square| trial.occupied.has(*square)).filter(enemy).collect();
        // The target first; its supporters once it is outweighed.
        let outweighed = trial.piece_on(at).is_some_and(|target| trial.is_outweighed(target));
        let goals: &[Square] = if outweighed { &around } else { &[at] };
        let idle = spans.iter().filter(|(piece, _)| !trial.turn.moved.contains(*piece) && !bearing(*piece));
        let mut best: Option<(u8, PieceId, &Span, Square)> = None;
        for (piece, span) in idle {
            for goal in goals {
                let beside = goal.neighbours().filter(|square| bears_from(piece.kind(), *square, *goal));
                for square in beside.filter(|square| !trial.occupied.has(*square)) {
                    let Some(pips) = span.price(square).filter(|pips| *pips > 0 && *pips <= trial.turn.pips)
                    else {
                        continue;
                    };
                    let price = pips + if piece.kind() == Kind::General { 3 } else { 0 };
                    if best.is_none_or(|(least, ..)| price < least) {
                        best = Some((price, *piece, span, square));
                    }
                }
            }
        }
        let (_, piece, span, square) = best?;
        self.way(lay, piece, span, square)
    }

    /// How a plan shows at the table.
    pub(crate) fn plan_choices(&self, plan: &[Action]) -> Vec<Choice> {
        let mut after = self.game.clone();
        let mut pieces: ArrayVec<PieceId, MOVES> = ArrayVec::new();
        for action in plan {
            if let Action::Step { from, .. } = action
                && let Some(piece) = after.piece_on(*from)
                && !pieces.contains(&piece)
            {
                pieces.push(piece);
            }
            if after.apply(self.turn.seat, action, &mut Recorder::silent()).is_err() {
                return Vec::new();
            }
        }
        let pips = self.turn.pips - after.turn.pips;
        let falls = |target: &PieceId| self.may_take(*target).is_err() && after.may_take(*target).is_ok();
        let taken = after.turn.targets.iter().flatten().find(|target| falls(target));
        if let Some(target) = taken.and_then(|target| self.square(*target)) {
            let mut choice =
                self.on_piece(Verb::Attack, "Surround", target).costing(pips.into(), Currency::Pip);
            if !matches!(plan.first(), Some(Action::Name(_))) {
                // A piece that has been announced is no longer clicked.
                choice.target = Target::Button;
            }
            let come = match pieces.len() {
                1 => "1 piece comes up; the attack succeeds".to_owned(),
                count => format!("{count} pieces come up; the attack succeeds"),
            };
            return vec![with(choice, EffectKind::Attack, come)];
        }
        let way =
            pieces.first().and_then(|piece| Some((*piece, self.square(*piece)?, after.square(*piece)?)));
        let Some((piece, from, to)) = way else { return Vec::new() };
        vec![self.step_choice(piece, self.tag(piece).name(), from, to, pips)]
    }

    /// How likely a sensible player is to carry out a plan.
    pub(crate) fn plan_prior(&self, seat: Seat, plan: &[Action]) -> f32 {
        match (plan.first(), plan.last()) {
            (Some(Action::Name(square)), _) => {
                let general = self.piece_on(*square).is_some_and(|piece| piece.kind() == Kind::General);
                if general { 60.0 } else { 8.0 }
            }
            (Some(Action::Step { from, .. }), Some(Action::Step { to, .. })) => {
                let captures = self.piece_on(*from).is_some_and(|piece| self.halts_in_town(piece, *to));
                if captures { 25.0 } else { 6.0 * self.judge().prior(seat, plan[0]).min(1.0) }
            }
            _ => 1.0,
        }
    }
}
