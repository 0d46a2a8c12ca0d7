//! Movement. Rulebook 10, 9.2, 9.4.
//!
//! A nation moves groups over land (`land`, `price`), frigates and what they carry (`sea`), and at the end declares combats at
//! sea (`challenge`). A group is formed unit by unit and marches land by land; what stands in the way of a step is said where
//! the step is listed, so that both cannot differ.
//!
//! Every path comes to an end: a group that has been formed has to march, units can be left behind only between arriving and
//! taking others along, and every step costs at least half a movement point.

mod challenge;
mod estimate;
mod land;
mod price;
pub(crate) mod range;
pub(crate) mod routes;
mod sea;
pub(crate) mod together;

use std::ops::ControlFlow;

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::Area;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::refusal::{No, Refusal};
use crate::state::{Conquests, Movement, Phase};
use crate::view::points;

pub(crate) use sea::BOARDING;

/// Who moves, whose units, and what can be spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    /// The nation whose movement it is: it pays.
    nation: Nation,
    /// It and its Allies.
    friends: Nations,
    /// Whose units it moves as it likes: its own, and Napoleon those of his forced Ally (N-9.4-moves).
    own: Nations,
    /// Whose units it moves in mixed corps (N-9.2-mixed-corps-move).
    lent: Nations,
    /// Halves of movement points.
    points: u16,
}

impl Mover {
    /// The forced Ally whose units Napoleon moves.
    fn forced(&self) -> Nations {
        self.own.without(self.nation)
    }

    /// Whether it can pay so many halves of a movement point (N-10-free-range).
    fn can_pay<R: Refusal>(&self, halves: u16) -> Result<(), R> {
        if !self.affords(halves) {
            let why = || format!("that costs {} MP; you have {}", points(halves), points(self.points));
            return Err(R::worded(rule!("N-10-free-range"), why));
        }
        Ok(())
    }

    /// The same where nobody asks why.
    fn affords(&self, halves: u16) -> bool {
        halves <= self.points
    }
}

impl Conquests {
    /// The nation so far down the order moves (N-10-order).
    pub(crate) fn begin_movement(&mut self, place: u8, log: &mut Recorder<Event>) {
        for frigate in &mut self.forces.frigates {
            frigate.sailed = false;
        }
        self.movement = Movement::default();
        self.phase = Phase::Move(place);
        let nation = self.order[usize::from(place)];
        log.record(|| Event::Moves { who: self.party(nation) });
    }

    /// Who decides: the nation that moves, as long as there is something it can do, or an Ally that is asked for units.
    pub(crate) fn mover(&self, place: u8) -> Option<Nation> {
        if self.movement.asked.is_some() {
            return self.movement.asked;
        }
        let nation = self.order[usize::from(place)];
        let busy = self.movement.group.is_some()
            || self.moves_of(nation).visit_moves(self, &mut |_| ControlFlow::Break(())).is_break();
        busy.then_some(nation)
    }

    /// What a nation moves in its movement.
    pub(crate) fn moves_of(&self, nation: Nation) -> Mover {
        let friends = self.treaties.friends(nation);
        let own = if nation == Nation::France { friends } else { Nations::from(nation) };
        Mover { nation, friends, own, lent: self.movement.lent, points: self.treasury.points[nation] }
    }

    pub(crate) fn list_movement(&self, nation: Nation, out: &mut Vec<Action>) {
        if self.movement.asked.is_some() {
            out.extend([Action::Accept, Action::Refuse]);
            return;
        }
        let _ = self.moves_of(nation).visit_moves(self, &mut |action| {
            out.push(action);
            ControlFlow::Continue(())
        });
        if self.may_rest().is_ok() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn act_in_movement(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let Phase::Move(place) = self.phase else { return Err(not_now()) };
        if self.movement.asked.is_some() {
            return self.answer_for_units(nation, action, log);
        }
        let mover = self.moves_of(nation);
        match action {
            Action::Pick { nation, kind, at } => mover.pick(self, nation, kind, at)?,
            Action::Drop { nation, kind } => mover.leave_behind(self, nation, kind)?,
            Action::March(to) => mover.march(self, to, log)?,
            Action::Sail { frigate, to } => mover.sail(self, frigate, to, log)?,
            Action::Embark { kind, from, frigate } => mover.embark(self, kind, from, frigate, log)?,
            Action::Land { kind, frigate, to } => mover.land(self, kind, frigate, to, log)?,
            Action::AskUnits(ally) => mover.ask_units(self, ally, log)?,
            Action::Done => {
                self.may_rest()?;
                if self.movement.group.take().is_none() {
                    self.end_movement(place, log);
                }
            }
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// Whether the group may halt, or the movement end if there is none.
    fn may_rest(&self) -> Result<(), Denied> {
        match &self.movement.group {
            Some(group) if group.is_forming() => {
                let why = "the group that you have formed marches first";
                Err(Denied::new(rule!("N-10.1-regroup"), why))
            }
            _ => Ok(()),
        }
    }

    /// Only when no group is on the march something else is moved.
    fn no_group(&self) -> Result<(), Denied> {
        match self.movement.group {
            Some(_) => Err(Denied::new(rule!("N-10.1-regroup"), "your group is on the march")),
            None => Ok(()),
        }
    }

    /// An Ally lends its units or not.
    fn answer_for_units(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let lends = match action {
            Action::Accept => true,
            Action::Refuse => false,
            _ => return Err(not_now()),
        };
        self.movement.asked = None;
        self.lend(nation, lends, log);
        Ok(())
    }

    /// A nation's units can march in mixed corps for the rest of this movement, or not.
    fn lend(&mut self, nation: Nation, lends: bool, log: &mut Recorder<Event>) {
        let answers = if lends { &mut self.movement.lent } else { &mut self.movement.refused };
        answers.insert(nation);
        log.record(|| Event::AnsweredForUnits { who: self.party(nation), lends });
    }

    /// A half of a movement point that is left is lost (N-10.1-half); combats at sea may be declared.
    pub(crate) fn end_movement(&mut self, place: u8, _log: &mut Recorder<Event>) {
        let nation = self.order[usize::from(place)];
        self.movement.group = None;
        self.treasury.points[nation] = self.treasury.points[nation] / 2 * 2;
        self.join_engagements();
        self.phase = Phase::Challenge(place);
    }
}

impl Mover {
    /// Shows everything that can be moved, until that is enough.
    fn visit_moves(
        &self,
        game: &Conquests,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(group) = &game.movement.group {
            return self.visit_group(game, group, visit);
        }
        if self.points == 0 {
            return ControlFlow::Continue(());
        }
        self.visit_lands(game, visit)?;
        self.visit_fleet(game, visit)?;
        self.visit_lenders(game, visit)
    }

    /// Spends halves of movement points.
    fn spend(&self, game: &mut Conquests, halves: u16) {
        game.treasury.points[self.nation] -= halves;
    }

    /// Allies that can be asked for units.
    fn visit_lenders(
        &self,
        game: &Conquests,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for ally in (self.friends - self.own).iter() {
            if self.may_ask_units::<No>(game, ally).is_ok() {
                visit(Action::AskUnits(ally))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether an Ally can be asked for units: once, where they stand with one's own and, with those of other Allies that have
    /// not refused, there is a corps (N-9.2-mixed-corps-move).
    fn may_ask_units<R: Refusal>(&self, game: &Conquests, ally: Nation) -> Result<(), R> {
        let deny = |why: &'static str| Err(Denied::new(rule!("N-9.2-mixed-corps-move"), why).into());
        game.no_group()?;
        if !self.friends.contains(ally) {
            return deny("only Allies form corps together");
        }
        if self.own.contains(ally) {
            return deny("you move these units as it is");
        }
        if (game.movement.lent | game.movement.refused).contains(ally) {
            return deny("it has answered already");
        }
        self.can_pay::<R>(price::CORPS)?;
        let partners = self.friends - game.movement.refused;
        let together = |land: &Area| {
            self.own.iter().any(|own| game.forces.stands_in(own, *land))
                && game.forces.arms(partners, *land).corps() > 0
        };
        match game.forces.lands.places(ally).iter().any(|land| together(&land)) {
            true => Ok(()),
            false => deny("nowhere its units and yours make a corps"),
        }
    }

    /// Asks an Ally for units, unless the same player decides for it.
    fn ask_units(&self, game: &mut Conquests, ally: Nation, log: &mut Recorder<Event>) -> Result<(), Denied> {
        self.may_ask_units::<Denied>(game, ally)?;
        log.record(|| Event::AskedForUnits { who: game.party(self.nation), ally });
        match game.seat(ally) == game.seat(self.nation) {
            true => game.lend(ally, true, log),
            false => game.movement.asked = Some(ally),
        }
        Ok(())
    }
}
