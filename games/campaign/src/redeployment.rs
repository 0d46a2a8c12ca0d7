//! The end of a turn in the Advanced game: guerrillas and redeployment. Rulebook 17.1, 17.4.3.

use engine::steps::{Flow, OneOf};
use engine::{Chance, Choice, Denied, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};

use crate::action::Action;
use crate::board::BOARD;
use crate::components::{Country, Kind, PieceId, PieceSet, Power};
use crate::event::Event;
use crate::square::Square;
use crate::state::Campaign;
use crate::steps::{Question, asked, clicked};

impl Campaign {
    /// Step 3f: Spain throws two ordinary dice; on a 12 it may remove an invader.
    pub(crate) fn throw_for_guerrillas(&mut self, log: &mut Recorder<Event>) -> Option<Question> {
        if !self.rules.guerrillas || self.turn.power != Power::Spain {
            return None;
        }
        let dice = [self.dice.die(6), self.dice.die(6)];
        log.record(|| Event::Guerrillas { dice });
        let prey = dice == [6, 6] && PieceId::all().any(|piece| self.may_ambush_piece(piece).is_ok());
        prey.then_some(Ambush.into())
    }

    fn may_ambush_piece(&self, piece: PieceId) -> Result<(), Denied> {
        let denied = |why| Err(Denied::new(rule!("C-17.4.3-guerrillas"), why));
        let in_spain = self.square(piece).is_some_and(|square| BOARD.land_of(Country::Spain).has(square));
        if !in_spain {
            return denied("guerrillas strike only in Spain");
        }
        if self.owner(piece) == Some(Power::Spain) {
            return denied("guerrillas do not strike Spanish pieces");
        }
        if piece.kind() == Kind::General {
            return denied("guerrillas cannot destroy a General");
        }
        Ok(())
    }

    fn may_ambush(&self, square: Square) -> Result<PieceId, Denied> {
        let piece = self
            .piece_on(square)
            .ok_or_else(|| Denied::new(rule!("C-17.4.3-guerrillas"), "there is no piece to destroy"))?;
        self.may_ambush_piece(piece)?;
        Ok(piece)
    }

    /// Step 4: a die says how many pieces may still move one square.
    pub(crate) fn throw_for_redeployment(&mut self, log: &mut Recorder<Event>) {
        self.turn.moved = PieceSet::EMPTY;
        self.turn.redeployments = self.dice.die(6);
        log.record(|| Event::Redeployment { power: self.turn.power, die: self.turn.redeployments });
    }

    /// What stops the piece on `from` from being redeployed to `to`.
    pub(crate) fn may_redeploy(&self, from: Square, to: Square) -> Result<PieceId, Denied> {
        let denied = |why| Denied::new(rule!("C-17.1-redeploy"), why);
        let piece = self.piece_on(from).ok_or_else(|| denied("no piece of yours stands there"))?;
        self.may_redeploy_piece(piece)?;
        if from.distance(to) != 1 {
            return Err(denied("a piece is redeployed by 1 square"));
        }
        self.may_enter(self.turn.power, to)?;
        if self.lent[piece].is_some() && BOARD.country(from) != BOARD.country(to) {
            return Err(Denied::new(
                rule!("C-7.1.1-control"),
                "it is lent within one country, and may not leave it",
            ));
        }
        Ok(piece)
    }

    fn may_redeploy_piece(&self, piece: PieceId) -> Result<(), Denied> {
        self.may_stir(piece)?;
        if self.turn.redeployments == 0 {
            return Err(Denied::new(rule!("C-17.1-redeploy"), "no redeployment is left"));
        }
        if self.turn.moved.contains(piece) {
            return Err(Denied::new(
                rule!("C-17.1-redeploy"),
                "a piece is redeployed once in a turn; this one has been",
            ));
        }
        Ok(())
    }

    /// Adds every redeployment.
    pub(crate) fn redeployments(&self, out: &mut Vec<Action>) {
        let open = self.open_to(self.turn.power) & !self.occupied;
        for piece in self.commanded() {
            let Some(from) = self.square(piece) else { continue };
            if self.may_redeploy_piece(piece).is_err() || !open.touches(from) {
                continue;
            }
            for to in from.neighbours().filter(|to| open.has(*to)) {
                if self.lent[piece].is_none() || self.may_redeploy(from, to).is_ok() {
                    out.push(Action::Redeploy { from, to });
                }
            }
        }
    }

    pub(crate) fn redeploy(
        &mut self,
        from: Square,
        to: Square,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let piece = self.may_redeploy(from, to)?;
        self.put(piece, to);
        self.ashore.remove(piece);
        self.turn.redeployments -= 1;
        self.turn.moved.insert(piece);
        self.note_spanish_general(piece);
        log.record(|| Event::Redeployed { piece: self.tag(piece), from, to });
        self.note_invasion(log);
        Ok(())
    }
}

/// Which piece the guerrillas remove, if any (17.4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ambush;

impl OneOf for Ambush {
    type Game = Campaign;
    type Item = Option<Square>;

    fn decider(&self, game: &Campaign) -> Seat {
        game.seat_of(Power::Spain)
    }

    fn candidates(&self, game: &Campaign) -> impl Iterator<Item = Option<Square>> {
        let spain = *BOARD.land_of(Country::Spain) & game.occupied;
        let invaders = spain.into_squares().filter(|square| game.may_ambush(*square).is_ok());
        invaders.map(Some).chain([None])
    }

    fn action(&self, victim: Option<Square>) -> Action {
        victim.map_or(Action::Decline, Action::Ambush)
    }

    fn chosen(
        self,
        game: &mut Campaign,
        victim: Option<Square>,
        log: &mut Recorder<Event>,
    ) -> Flow<Question> {
        if let Some((square, piece)) = victim.and_then(|square| Some((square, game.piece_on(square)?))) {
            log.record(|| Event::Ambushed { piece: game.tag(piece), at: square });
            game.remove(piece);
        }
        Flow::End
    }

    fn ask(&self, game: &Campaign, viewer: Viewer) -> Prompt {
        asked(game, viewer, game.seat_of(Power::Spain), "guerrillas", || {
            "Choose the invader that the guerrillas destroy.".to_owned()
        })
    }

    fn show(&self, game: &Campaign, victim: Option<Square>) -> Choice {
        let choice = match victim {
            Some(square) => game.on_piece(Verb::Remove, "Destroy", square),
            None => Choice::button(Verb::Pass, "Spare the invaders"),
        };
        game.sealed(&self.action(victim), choice)
    }

    fn clicked(&self, game: &Campaign, target: &Target) -> Option<Option<Square>> {
        clicked(game, target).map(Some)
    }

    fn refuse(&self, game: &Campaign, action: &Action) -> Denied {
        let Action::Ambush(square) = *action else { return self.insist(game) };
        game.may_ambush(square).err().unwrap_or_else(|| self.insist(game))
    }

    fn insist(&self, _game: &Campaign) -> Denied {
        let why = "choose first what the guerrillas destroy: a piece in Spain, neither Spanish nor a General";
        Denied::new(rule!("C-17.4.3-guerrillas"), why)
    }
}
