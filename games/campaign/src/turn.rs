//! The sequence of play and the end of the game. Rulebook 0.3, 0.4, 2, 8.

use engine::steps::{Flow, Step, Stepped, Untimely};
use engine::{Chance, Choice, Denied, Gauge, Plans, Prompt, Recorder, Seat, Seats, Target, Viewer, rule};

use crate::action::Action;
use crate::battle::Shortfall;
use crate::components::{PieceId, Power};
use crate::event::Event;
use crate::state::{Campaign, End, EndReason, Phase, Recovery, Status};
use crate::steps::{Question, asked, square_at, square_of};

/// The faces of an average die (C-2.1.1-average).
const AVERAGE: [u8; 6] = [2, 3, 3, 4, 4, 5];

impl Campaign {
    /// Throws the dice for movement (2.1).
    fn throw(&mut self, log: &mut Recorder<Event>) {
        let mut die = || {
            let face = self.dice.die(6);
            if self.rules.average_dice { AVERAGE[usize::from(face) - 1] } else { face }
        };
        let throw = [die(), die()];
        self.turn.throw = throw;
        self.turn.pips = throw[0] + throw[1];
        log.record(|| Event::Thrown { power: self.turn.power, dice: throw });
    }

    /// Steps 3a and 3b: the beaten are removed, towns and Capitals captured.
    fn close_attack(&mut self, log: &mut Recorder<Event>) -> Phase {
        self.tell_failures(log);
        self.remove_beaten(log);
        self.capture(log);
        Phase::Spoils
    }

    /// Whether there is an attack to be made, or somebody to be won over.
    fn can_attack(&self) -> bool {
        let mut open = Vec::new();
        self.strikes(&mut open);
        self.parleys(&mut open);
        !open.is_empty()
    }

    /// All defeats are dealt with: step 3e follows, where there is anybody to negotiate with.
    fn close_defeats(&mut self, log: &mut Recorder<Event>) -> Phase {
        if self.alive().len() <= 1 {
            self.finish_if_alone(log);
        } else if self.may_negotiate().is_ok() && self.is_alive(self.turn.seat) {
            return Phase::Business;
        }
        Phase::Guerrillas
    }

    /// The test of victory, then redeployment where it is in use.
    fn begin_redeployment(&mut self, log: &mut Recorder<Event>) -> Phase {
        self.test_victory(log);
        if self.ended.is_none() && !(self.rules.redeployment && self.is_active(self.turn.power)) {
            return self.end_turn(log);
        }
        if self.ended.is_none() {
            self.throw_for_redeployment(log);
        }
        Phase::Redeployment
    }

    /// The turn is over; the next player in order is up.
    fn end_turn(&mut self, log: &mut Recorder<Event>) -> Phase {
        let (seat, power) = (self.turn.seat, self.turn.power);
        if self.is_active(power) {
            self.recover(power, log);
        }
        self.clear_turn_of(seat);
        self.pass_on(Phase::Redeployment, log)
    }

    /// Finds the next seat in order; after the last of a round the time limit is looked at (C-0.3-time), and the game may end in
    /// the phase it is in.
    fn pass_on(&mut self, phase: Phase, log: &mut Recorder<Event>) -> Phase {
        let seats = self.seats;
        let place = |seat: Seat| (seat.0 + seats - self.turn.first.0) % seats;
        let here = place(self.turn.seat);
        let next = (1..=seats)
            .map(|ahead| Seat((self.turn.seat.0 + ahead) % seats))
            .find(|seat| self.is_alive(*seat))
            .unwrap_or(self.turn.seat);
        if place(next) <= here {
            if self.rules.time_limit > 0 && self.turn.round >= self.rules.time_limit {
                self.finish_on_time(log);
                return phase;
            }
            self.turn.round += 1;
            log.record(|| Event::Round { round: self.turn.round });
        }
        self.start_turn(next, log)
    }

    /// The next of a seat's armies is up (1.1 c); one that must miss a turn misses it (11.1).
    fn start_turn(&mut self, seat: Seat, log: &mut Recorder<Event>) -> Phase {
        let after = |power: Power| match self.turn.last_army[seat.index()] {
            Some(last) => (power.index() + 4 - last.index()) % 5,
            None => power.index(),
        };
        let Some(power) = self.armies(seat).min_by_key(|power| after(*power)) else { return Phase::Open };
        self.turn = self.turn.next(seat, power);
        self.loans_ripen(seat);
        if self.power(power).recovery == Recovery::Misses {
            self.power_mut(power).recovery = Recovery::Shielded;
            log.record(|| Event::Missed { power });
            return self.pass_on(Phase::Open, log);
        }
        self.enter_waiting(power);
        Phase::Open
    }

    /// Whether the active player has won (0.3). Tested at the end of step 3.
    fn test_victory(&mut self, log: &mut Recorder<Event>) {
        let seat = self.turn.seat;
        if !self.is_alive(seat) {
            return;
        }
        let opponents =
            || Power::ALL.into_iter().filter(|power| self.power(*power).seat.is_some_and(|s| s != seat));
        let all_capitals = opponents().all(|power| {
            self.power(power).status == Status::Out || self.power(power).capital_to == Some(seat)
        });
        let captured_all = opponents().all(|power| self.power(power).capital_to == Some(seat));
        let reason = if captured_all || (all_capitals && self.alive().len() > 1) {
            EndReason::Capitals
        } else if self.alive().len() == 1 {
            EndReason::LastLeft
        } else if self.foreign_towns(seat) >= self.towns_to_win() {
            EndReason::Towns
        } else {
            return;
        };
        self.finish(Seats::from(seat), reason, log);
    }

    /// Foreign towns that win the game (C-0.3-eight, C-0.3-ten, C-0.3-six).
    pub(crate) fn towns_to_win(&self) -> usize {
        match self.seats {
            3 => 10,
            5 => 6,
            _ => 8,
        }
    }

    /// At most one player is left.
    fn finish_if_alone(&mut self, log: &mut Recorder<Event>) {
        if self.alive().contains(self.turn.seat) {
            self.test_victory(log);
        } else {
            self.finish(self.alive(), EndReason::LastLeft, log);
        }
    }

    /// The time is up: most town cards win, home towns included; a tie is shared.
    fn finish_on_time(&mut self, log: &mut Recorder<Event>) {
        let best = self.alive().iter().map(|seat| self.town_cards(seat)).max();
        let winners = self.alive().iter().filter(|seat| Some(self.town_cards(*seat)) == best).collect();
        self.finish(winners, EndReason::TimeLimit, log);
    }

    fn finish(&mut self, winners: Seats, reason: EndReason, log: &mut Recorder<Event>) {
        self.ended = Some(End { winners, reason });
        log.record(|| Event::Ended {
            winners: winners.iter().map(|seat| self.party(seat)).collect(),
            reason,
        });
    }
}

impl Step<Campaign> for Phase {
    fn deciders(&self, game: &Campaign) -> Seats {
        if *self == Phase::Bases { game.chooser().into() } else { game.turn.seat.into() }
    }

    /// Between two turns anybody may break an alliance or change his consent (7.1, 7.2).
    fn may_interject(&self, game: &Campaign) -> Seats {
        game.between_turns()
    }

    fn plans(&self, game: &Campaign, seat: Seat, out: &mut Plans<Action>) {
        if *self == Phase::Moving {
            game.planner().plans(seat, out);
        }
    }

    fn plan_choices(&self, game: &Campaign, _seat: Seat, plan: &[Action]) -> Vec<Choice> {
        game.planner().plan_choices(plan)
    }

    fn list(&self, game: &Campaign, seat: Seat, out: &mut Vec<Action>) {
        match self {
            Phase::Bases => out.extend(game.open_bases().map(Action::Base)),
            Phase::Open => {
                if seat == game.turn.seat {
                    out.push(Action::Throw);
                }
                game.reconsiderations(seat, out);
            }
            Phase::Moving => {
                game.nameable(out);
                game.moves(out);
                game.voyages(out);
                game.reconsiderations(seat, out);
                out.push(Action::Done);
            }
            Phase::Attack => {
                game.strikes(out);
                game.parleys(out);
                out.push(Action::Done);
            }
            Phase::Business => {
                game.negotiations(out);
                out.push(Action::Done);
            }
            Phase::Redeployment => {
                game.redeployments(out);
                out.push(Action::Done);
            }
            Phase::Preparation | Phase::Spoils | Phase::Defeats | Phase::Guerrillas => {}
        }
    }

    fn act(
        self,
        game: &mut Campaign,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match (self, *action) {
            (_, Action::Break(other)) => game.break_alliance(seat, other, log)?,
            (_, Action::Admit(other)) => game.set_consent(seat, other, true, log)?,
            (_, Action::Bar(other)) => game.set_consent(seat, other, false, log)?,
            (Phase::Open, _) if seat != game.turn.seat => {
                return Err(Denied::new(rule!("C-0.4-sequence"), "it is another player's turn"));
            }
            (Phase::Bases, Action::Base(power)) => {
                game.may_take_base(power)?;
                return Ok(game.take_base(power, log));
            }
            (Phase::Open, Action::Throw) => {
                game.throw(log);
                return Ok(Flow::goto(Phase::Moving));
            }
            (Phase::Moving, Action::Name(square)) => game.name_target(square, log)?,
            (Phase::Moving, Action::Step { from, to }) => game.step(from, to, log)?,
            (Phase::Moving, Action::Embark(from)) => game.embark(from, log)?,
            (Phase::Moving, Action::Land { kind, to }) => game.land(kind, to, log)?,
            (Phase::Moving, Action::Done) => {
                game.turn.in_hand = None;
                return Ok(Flow::goto(Phase::Attack));
            }
            (Phase::Attack, Action::Strike(square)) => game.strike(square, log)?,
            (Phase::Attack, Action::Parley(town)) => game.parley(town, log)?,
            (Phase::Attack, Action::Done) => return Ok(Flow::goto(game.close_attack(log))),
            (Phase::Business, Action::Offer(other)) => game.offer(seat, other, log)?,
            (Phase::Business, Action::Accept(other)) => game.accept(seat, other, log)?,
            (Phase::Business, Action::Lend { piece, to }) => game.lend(piece, to, log)?,
            (Phase::Business, Action::Recall(square)) => game.recall(square, log)?,
            (Phase::Business, Action::Done) => {
                game.lapse_offers(game.turn.seat);
                return Ok(Flow::goto(Phase::Guerrillas));
            }
            (Phase::Redeployment, Action::Redeploy { from, to }) => game.redeploy(from, to, log)?,
            (Phase::Redeployment, Action::Done) => return Ok(Flow::goto(game.end_turn(log))),
            _ => return Err(game.refuse(Untimely::NotNow)),
        }
        Ok(Flow::stay(self))
    }

    /// Everything in the sequence of play that needs no decision.
    fn settle(self, game: &mut Campaign, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        Some(match self {
            Phase::Bases | Phase::Open | Phase::Moving | Phase::Business | Phase::Redeployment => {
                return None;
            }
            Phase::Preparation => Flow::goto(game.start_turn(game.turn.first, log)),
            Phase::Attack if game.can_attack() => return None,
            Phase::Attack => Flow::goto(game.close_attack(log)),
            Phase::Spoils => match game.next_spoil(log) {
                Some(question) => Flow::call(self, question),
                None => {
                    game.eliminate_the_spent(log);
                    Flow::goto(Phase::Defeats)
                }
            },
            Phase::Defeats => match game.next_defeat(log) {
                Some(question) => Flow::call(self, question),
                None => Flow::goto(game.close_defeats(log)),
            },
            Phase::Guerrillas => {
                let active = game.is_active(game.turn.power);
                match active.then(|| game.throw_for_guerrillas(log)).flatten() {
                    Some(ambush) => Flow::call(Phase::Redeployment, ambush),
                    None => Flow::goto(game.begin_redeployment(log)),
                }
            }
        })
    }

    /// Step 4 waits for the guerrillas; every other phase goes on where it was.
    fn resume(self, game: &mut Campaign, log: &mut Recorder<Event>) -> Flow<Question> {
        match self {
            Phase::Redeployment => Flow::goto(game.begin_redeployment(log)),
            _ => Flow::stay(self),
        }
    }

    fn prompt(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        let power = game.turn.power;
        let seat = self.deciders(game).iter().next().unwrap_or(game.turn.seat);
        let ask = |key, text: String| asked(game, viewer, seat, key, || text);
        let counting = |prompt: Prompt, gauges: Vec<Gauge>| match viewer.is(seat) {
            true => Prompt { gauges, ..prompt },
            false => prompt,
        };
        match self {
            Phase::Bases => ask("base", "Choose the power you will lead.".to_owned()),
            Phase::Open => ask("throw", format!("Throw the dice for {power}.")),
            Phase::Moving => {
                let prompt = if game.power(power).recovery == Recovery::Mobilising {
                    let text =
                        format!("{power} mobilises: bring each piece to a starting square of its kind.");
                    ask("mobilise", text)
                } else if game.turn.moved.is_empty() {
                    let text = format!("Move the army of {power}. Announce an attack before the first move.");
                    ask("move", text)
                } else {
                    ask("move", format!("Move the army of {power}, or end its movement."))
                };
                let mut gauges = vec![Gauge::count(game.turn.pips, "pip", "pips")];
                gauges.extend(game.turn.targets.iter().flatten().map(|target| readiness(game, *target)));
                counting(prompt, gauges)
            }
            Phase::Attack => ask("attack", format!("Make the attack of {power}, or leave it.")),
            Phase::Business => ask("alliances", "Make or break alliances, or go on.".to_owned()),
            Phase::Redeployment => counting(
                ask("redeploy", format!("Redeploy pieces of {power} by one square, or end the turn.")),
                vec![Gauge::count(game.turn.redeployments, "redeployment", "redeployments")],
            ),
            Phase::Preparation | Phase::Spoils | Phase::Defeats | Phase::Guerrillas => Prompt::default(),
        }
    }

    fn choice(&self, game: &Campaign, _seat: Seat, action: &Action) -> Choice {
        game.present(*action)
    }

    /// A piece that is dragged moves, is redeployed or lands.
    fn attempts(&self, game: &Campaign, _seat: Seat, target: &Target) -> Vec<Action> {
        let Target::Move { piece, to } = target else { return Vec::new() };
        let Some(to) = square_at(to) else { return Vec::new() };
        match (self, square_of(game, piece)) {
            (Phase::Moving, Some(from)) => vec![Action::Step { from, to }],
            (Phase::Redeployment, Some(from)) => vec![Action::Redeploy { from, to }],
            _ => Vec::new(),
        }
    }

    fn obstacles(&self, game: &Campaign, _seat: Seat, target: &Target) -> Vec<Denied> {
        if matches!(self, Phase::Bases | Phase::Open | Phase::Business) {
            return Vec::new();
        }
        match target {
            Target::Space(at) => square_at(at).map(|square| game.why_not_here(square)),
            Target::Piece { piece } => square_of(game, piece).map(|square| game.why_not_here(square)),
            Target::Move { piece, to } => match (square_of(game, piece), square_at(to)) {
                (Some(_), Some(_)) if *self == Phase::Attack => {
                    let why = "pieces move in the first part of a turn";
                    Some(vec![Denied::new(rule!("C-0.4-sequence"), why)])
                }
                (None, Some(to)) => {
                    piece.get::<PieceId>().map(|piece| game.why_no_landing(&[piece.kind()], to))
                }
                _ => None,
            },
            Target::Button => None,
        }
        .unwrap_or_default()
    }

    /// Squares that are reached by several moves can be reached.
    fn by_several(&self, game: &Campaign, _seat: Seat, target: &Target) -> bool {
        *self == Phase::Moving && game.is_on_a_route(target)
    }

    fn not_now(&self, game: &Campaign) -> Denied {
        let (rule, why) = match self {
            Phase::Bases => (game.bases_rule(), "choose the power you lead first"),
            Phase::Open => (rule!("C-2.1-two-dice"), "throw the dice first"),
            Phase::Business => {
                (rule!("C-0.4-business"), "movement is over: make or break alliances, or go on")
            }
            _ => (rule!("C-0.4-sequence"), "you can do nothing with it now"),
        };
        Denied::new(rule, why)
    }
}

/// How much of what it takes is in position for an attack that was announced.
fn readiness(game: &Campaign, target: PieceId) -> Gauge {
    let value = match game.shortfall(target) {
        None => "ready".to_owned(),
        Some(Shortfall::Strength { bear, needed }) => format!("{bear} of {needed} pieces"),
        Some(Shortfall::Own) => "no piece of yours".to_owned(),
        Some(Shortfall::Support { ready, needed, .. }) if ready < needed => {
            format!("{ready} of {needed} pieces")
        }
        Some(Shortfall::Support { .. }) => "not all support engaged".to_owned(),
    };
    Gauge::new(format!("attack on {}", game.tag(target).name()), value)
}
