//! The minor powers: neutral infantry in red towns of countries without a base. Rulebook 17.8.

use engine::{Chance, Denied, Recorder, rule};

use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::components::{Country, Kind, MINORS, PieceId, Power};
use crate::event::Event;
use crate::state::{Campaign, Recovery, Relation, Status};

/// What a die must show for neutral infantry to join whoever courts it.
pub(crate) const PARLEY: u8 = 5;

/// The four towns, in the order of the infantry that starts in them.
fn minor_towns() -> impl Iterator<Item = Town> {
    [Country::Prussia, Country::Italy]
        .into_iter()
        .flat_map(|country| Town::of(country).filter(|town| town.is_red()))
}

impl Campaign {
    /// The number of the neutral infantry that belongs to a town; none where the rule is not in use, or the town
    /// lies in somebody's base.
    pub(crate) fn minor_of(&self, town: Town) -> Option<usize> {
        if !self.rules.minor_powers {
            return None;
        }
        let based = town.country().power().is_some_and(|power| self.power(power).status != Status::Absent);
        minor_towns().position(|minor| minor == town).filter(|_| !based)
    }

    /// Puts the neutral infantry on its towns.
    pub(crate) fn place_minors(&mut self) {
        for town in minor_towns() {
            if let Some(number) = self.minor_of(town) {
                self.put(PieceId::minor(number as u8), town.square());
            }
        }
    }

    /// What stops the active player from trying to win over the neutral infantry of a town.
    pub(crate) fn may_parley(&self, town: Town) -> Result<PieceId, Denied> {
        let denied = |why| Denied::new(rule!("C-17.8-roll"), why);
        let number = self.minor_of(town).ok_or_else(|| denied("no minor power holds that town"))?;
        let piece = PieceId::minor(number as u8);
        if self.owner(piece).is_some() || self.square(piece) != Some(town.square()) {
            return Err(denied("no neutral infantry stands there any more"));
        }
        let power = self.turn.power;
        if self.power(power).recovery == Recovery::Mobilising {
            return Err(Denied::new(rule!("C-16.1-mobilise"), "an army that is mobilising wins nobody over"));
        }
        let beside = [PieceId::general(power), PieceId::second(power)]
            .iter()
            .any(|general| self.square(*general).is_some_and(|at| at.distance(town.square()) == 1));
        if !beside {
            return Err(denied("no General of yours stands beside that town"));
        }
        let infantry = self.troops(power).filter(|piece| piece.kind() == Kind::Infantry).count();
        if infantry >= usize::from(crate::components::TROOPS_OF_A_KIND) {
            return Err(Denied::new(rule!("C-0.1-limit"), "an army has at most 9 infantry; yours has 9"));
        }
        self.may_fight_on(Self::front(town.square()))?;
        Ok(piece)
    }

    /// Adds every parley that may be tried (step 2 of a turn).
    pub(crate) fn parleys(&self, out: &mut Vec<Action>) {
        if self.rules.minor_powers {
            out.extend(minor_towns().filter(|town| self.may_parley(*town).is_ok()).map(Action::Parley));
        }
    }

    pub(crate) fn parley(&mut self, town: Town, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let piece = self.may_parley(town)?;
        self.turn.fought |= 1 << Self::front(town.square());
        let die = self.dice.die(6);
        let joins = die >= PARLEY;
        if let Some(number) = piece.as_minor().filter(|_| joins) {
            self.minors[number] = Some(self.turn.power);
        }
        log.record(|| Event::Parley { power: self.turn.power, town, die, joins });
        self.note_invasion(log);
        Ok(())
    }

    /// The infantry of a captured town changes sides, if it still exists and served an enemy of the captor.
    pub(crate) fn defect(&mut self, town: Town, captor: Power, log: &mut Recorder<Event>) {
        let Some(number) = self.minor_of(town) else { return };
        debug_assert!(number < usize::from(MINORS));
        let piece = PieceId::minor(number as u8);
        let Some(owner) = self.owner(piece) else { return };
        if self.relation(self.seat_of(owner), self.seat_of(captor)) != Relation::Hostile {
            return;
        }
        let infantry = self.troops(captor).filter(|piece| piece.kind() == Kind::Infantry).count();
        if infantry >= usize::from(crate::components::TROOPS_OF_A_KIND) {
            self.forfeit(piece, town, log);
            return;
        }
        let tag = self.tag(piece);
        self.end_loan(piece);
        self.ashore.remove(piece);
        self.minors[number] = Some(captor);
        // Nobody else may stand among an army that is mobilising (16.3).
        if self.square(piece).is_none() || self.power(owner).recovery == Recovery::Mobilising {
            let near = self.nearest_empty(BOARD.base(captor).capital.general, BOARD.land);
            if let Some(square) = near.iter().next() {
                self.put(piece, square);
            }
        }
        log.record(|| Event::Defected { piece: tag, to: captor });
        self.note_invasion(log);
    }
}
