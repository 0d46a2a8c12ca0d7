//! How actions show at the table: what one clicks, what it says, what it costs and what comes of it.

use engine::{Choice, Currency, Effect, EffectKind, Odds, PieceKey, Seat, Target, Verb};

use crate::action::Action;
use crate::board::BOARD;
use crate::components::{Kind, PieceId, Power};
use crate::event::space;
use crate::minors::PARLEY;
use crate::square::Square;
use crate::state::{Campaign, Phase};

/// A click on a piece.
fn on(piece: PieceId) -> Target {
    Target::Piece { piece: PieceKey::of(&piece) }
}

/// With something to be said of what comes of it.
pub(crate) fn with(choice: Choice, kind: EffectKind, words: impl Into<engine::Text>) -> Choice {
    Choice { effect: Some(Effect::new(kind, words)), ..choice }
}

impl Campaign {
    /// How an action of a phase shows at the table.
    pub(crate) fn present(&self, action: Action) -> Choice {
        self.sealed(&action, self.describe(action))
    }

    /// The choice of an action, sealed if dice may be thrown in consequence.
    pub(crate) fn sealed(&self, action: &Action, choice: Choice) -> Choice {
        if self.may_throw(*action) { choice.sealing() } else { choice }
    }

    /// The choice of a square for the piece of this name.
    pub(crate) fn placing(&self, piece: &str, square: Square) -> Choice {
        let label = format!("Place {piece} {}", BOARD.place(square));
        self.sealed(&Action::Place(square), Choice::new(Verb::Place, label, Target::Space(space(square))))
    }

    fn describe(&self, action: Action) -> Choice {
        let place = |square: Square| BOARD.place(square);
        let on_space = |verb, label: String, square| Choice::new(verb, label, Target::Space(space(square)));
        match action {
            Action::Base(power) => Choice::button(Verb::Choose, format!("Lead {power}")),
            Action::Throw => Choice::button(Verb::Roll, "Throw the dice"),
            Action::Name(square) => {
                let choice = self.on_piece(Verb::Attack, "Announce an attack on", square);
                let lacks = self.piece_on(square).and_then(|piece| self.shortfall(piece));
                match lacks {
                    None => with(choice, EffectKind::Attack, "succeeds as the pieces stand"),
                    Some(lacks) => with(choice, EffectKind::Attack, lacks.to_string()),
                }
            }
            Action::Step { from, to } => match self.piece_on(from) {
                Some(piece) => {
                    let price = self.step_price(piece, from, to);
                    self.step_choice(piece, self.tag(piece).name(), from, to, price)
                }
                None => on_space(Verb::Move, format!("Move to {}", BOARD.name(to)), to),
            },
            Action::Embark(from) => {
                let choice = self.on_piece(Verb::Embark, "Send to sea", from).costing(1, Currency::Pip);
                with(choice, EffectKind::Plain, "may land from your next turn on")
            }
            Action::Land { kind, to } => {
                let label = format!("Land the Spanish {kind} {}", place(to));
                let piece = self.at_sea(kind).find(|piece| !self.turn.moved.contains(*piece));
                let target = piece.map_or(Target::Space(space(to)), |piece| moving(piece, to));
                Choice::new(Verb::Land, label, target).costing(1, Currency::Pip)
            }
            Action::Strike(square) => {
                let general = self.piece_on(square).is_some_and(|piece| piece.kind() == Kind::General);
                let order = if general { "Capture" } else { "Take" };
                let choice = self.on_piece(Verb::Attack, order, square);
                let comes = if general { "puts his army out of action" } else { "removes it" };
                with(choice, EffectKind::Attack, comes)
            }
            Action::Parley(town) => {
                let label = format!("Try to win over the infantry of {town}");
                let choice = on_space(Verb::Roll, label, town.square());
                let odds = Odds::of_dice(1, "that it joins you", |dice| dice[0] >= PARLEY);
                with(choice, EffectKind::Plain, "joins you on a 5 or 6").at_odds(odds)
            }
            Action::Offer(_)
            | Action::Accept(_)
            | Action::Break(_)
            | Action::Admit(_)
            | Action::Bar(_)
            | Action::Lend { .. }
            | Action::Recall(_) => self.describe_diplomacy(action),
            Action::Redeploy { from, to } => {
                let label =
                    format!("Redeploy {} from {} to {}", self.called(from), BOARD.name(from), BOARD.name(to));
                let target = self.piece_on(from).map(|piece| moving(piece, to));
                Choice::new(Verb::Redeploy, label, target.unwrap_or(Target::Space(space(to))))
                    .costing(1, Currency::Redeployment)
            }
            Action::Done => self.describe_done(),
            // The others answer a question, which has its own words for them.
            _ => Choice::button(Verb::Choose, "Go on"),
        }
    }

    fn describe_diplomacy(&self, action: Action) -> Choice {
        let name = |seat: Seat| self.seat_name(seat);
        match action {
            Action::Offer(seat) => Choice::button(Verb::Propose, format!("Offer {} an alliance", name(seat))),
            Action::Accept(seat) => {
                Choice::button(Verb::Accept, format!("Accept the alliance with {}", name(seat)))
            }
            Action::Break(seat) => with(
                Choice::button(Verb::Break, format!("Break the alliance with {}", name(seat))),
                EffectKind::Grave,
                format!("no attack on {} until after their next turn", name(seat)),
            ),
            Action::Admit(seat) => {
                Choice::button(Verb::Admit, format!("Let {} into your country", name(seat)))
            }
            Action::Bar(seat) => Choice::button(Verb::Bar, format!("Close your country to {}", name(seat))),
            Action::Lend { piece: square, to } => {
                let choice = self.on_piece(Verb::Lend, "Pass control of", square);
                let label = format!("{} to {}", choice.label, name(to));
                let choice = Choice { label: label.into(), ..choice };
                with(choice, EffectKind::Plain, "cannot be taken back before your next turn")
            }
            Action::Recall(square) => self.on_piece(Verb::Recall, "Take back control of", square),
            _ => Choice::button(Verb::Choose, "Go on"),
        }
    }

    /// The end of a part of the turn, with what is given up by it.
    fn describe_done(&self) -> Choice {
        let button = Choice::button;
        match self.phase() {
            Phase::Moving => {
                let choice = button(Verb::Done, "End movement");
                let lacking = self.turn.targets.iter().flatten().find_map(|target| {
                    let lacks = self.shortfall(*target)?;
                    Some(format!("the attack on {} fails: {lacks}", self.tag(*target).name()))
                });
                match (lacking, self.turn.pips) {
                    (Some(words), _) => with(choice, EffectKind::Plain, words),
                    (None, 0) => choice,
                    (None, 1) => with(choice, EffectKind::Plain, "1 pip goes unused"),
                    (None, pips) => with(choice, EffectKind::Plain, format!("{pips} pips go unused")),
                }
            }
            Phase::Attack => {
                let label = if self.turn.fought == 0 { "Make no attack" } else { "Make no more attacks" };
                let choice = button(Verb::Pass, label);
                let mut strikes = Vec::new();
                self.strikes(&mut strikes);
                let spared = strikes.iter().find_map(|action| match action {
                    Action::Strike(square) => {
                        Some(format!("spares {} {}", self.called(*square), BOARD.place(*square)))
                    }
                    _ => None,
                });
                match spared {
                    Some(words) => with(choice, EffectKind::Grave, words),
                    None => choice,
                }
            }
            Phase::Business if self.rules.redeployment => button(Verb::Done, "End the talks"),
            _ => button(Verb::EndTurn, "End the turn"),
        }
    }

    /// A move of a piece, of one step or several, that costs so many pips.
    pub(crate) fn step_choice(
        &self,
        piece: PieceId,
        name: &str,
        from: Square,
        to: Square,
        pips: u8,
    ) -> Choice {
        let label = format!("Move {name} from {} to {}", BOARD.name(from), BOARD.name(to));
        let choice = Choice::new(Verb::Move, label, moving(piece, to)).costing(pips.into(), Currency::Pip);
        if self.halts_in_town(piece, to) {
            let captures = self.owner(piece).zip(BOARD.town(to));
            let words = match captures.is_some_and(|(power, town)| self.may_capture(power, town).is_ok()) {
                true => "halts and captures the town after the moves",
                false => "halts in the town",
            };
            return with(choice, EffectKind::Plain, words);
        }
        if self.rules.zone_of_control && self.occupied.touches(to) && self.is_controlled(to) {
            return with(choice, EffectKind::Plain, "halts: an enemy controls the square");
        }
        choice
    }

    /// What stands on a square, in words.
    fn called(&self, square: Square) -> &'static str {
        self.piece_on(square).map_or("the piece", |piece| self.tag(piece).name())
    }

    /// An order that is given by a click on the piece on `square`.
    pub(crate) fn on_piece(&self, verb: Verb, order: &str, square: Square) -> Choice {
        let target = self.piece_on(square).map_or(Target::Space(space(square)), on);
        Choice::new(verb, format!("{order} {} {}", self.called(square), BOARD.place(square)), target)
    }

    /// Whether dice may be thrown in consequence of an action, so that it cannot be taken back freely.
    fn may_throw(&self, action: Action) -> bool {
        match action {
            Action::Throw | Action::Parley(_) => true,
            // The last to choose begins the game, and the dice decide who has the first turn.
            Action::Base(_) => self.is_last_base(),
            Action::Strike(_)
            | Action::Done
            | Action::Place(_)
            | Action::Wellington(_)
            | Action::Forfeit(_)
            | Action::Lead { .. }
            | Action::Recruit(_)
            | Action::Ambush(_)
            | Action::Decline => self.throws_follow(),
            _ => false,
        }
    }

    /// Whether dice may be thrown before the next decision, once this one is made: for plunder and for Lisbon, or at the end
    /// of step 3, where nothing stops for alliances before.
    fn throws_follow(&self) -> bool {
        let rules = &self.rules;
        let ends_turn = rules.redeployment || (rules.guerrillas && self.turn.power == Power::Spain);
        let capturing = || {
            self.commanded()
                .filter(|piece| piece.kind() == Kind::General)
                .filter_map(|piece| self.square(piece))
                .any(|square| {
                    BOARD.town(square).is_some_and(|town| rules.plunder && !town.is_red())
                        || (rules.lisbon && BOARD.capital_at(square) == Some(Power::Spain))
                })
        };
        match self.phase() {
            Phase::Bases | Phase::Preparation | Phase::Open => false,
            Phase::Moving | Phase::Attack => (ends_turn && self.may_negotiate().is_err()) || capturing(),
            Phase::Spoils | Phase::Defeats => {
                (ends_turn && self.may_negotiate().is_err())
                    || (rules.plunder && self.turn.spoils.iter().any(|spoil| !spoil.town.is_red()))
            }
            Phase::Business | Phase::Guerrillas => ends_turn,
            Phase::Redeployment => self.owed().is_some() && rules.redeployment,
        }
    }
}

/// A piece on its way to a square.
fn moving(piece: PieceId, to: Square) -> Target {
    Target::Move { piece: PieceKey::of(&piece), to: space(to) }
}
