//! Supply units on the road, and infantry along the line of communications. Rulebook "Supply Unit Movement", "Movement Within a
//! Valid LOC".

use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, Gauge, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use super::{BY_LINE, Commissariat};
use crate::action::Action;
use crate::control::around;
use crate::event::{Event, hex_at, hex_name, space};
use crate::field::{Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, LandSet, Way, way, ways};
use crate::ids::NationId;
use crate::movement::OpenLand;
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::{Stores, Units, waiting};
use crate::wording::words;

/// How far a supply unit goes, whoever is with it (M-move-12); a hex less in the winter of the north (M-terrain-11).
const CARTS: u8 = 2;

/// A supply unit on the road (M-supply-17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hauling {
    pub(crate) nation: NationId,
    pub(crate) hex: HexId,
    pub(crate) spent: u8,
    pub(crate) steps: u8,
}

impl Hauling {
    fn seat(self, game: &Marshals) -> Seat {
        game.seat(self.nation).expect("who hauls is played")
    }

    fn muster(self) -> Muster {
        let record = if self.steps > 0 { Record::Moved } else { Record::Fresh };
        Muster::fresh(self.hex, self.nation).with(record)
    }

    /// What a step costs: the winter of the north takes a movement factor where it sets out or comes into it (M-terrain-11).
    fn price(self, game: &Marshals, way: &Way) -> u8 {
        let chilled = match game.is_wintry(self.hex) {
            true => self.steps == 0,
            false => game.is_wintry(way.to),
        };
        game.price_of(self.nation, way) + u8::from(chilled)
    }

    /// How much movement is left.
    fn left(self) -> u8 {
        CARTS.saturating_sub(self.spent)
    }

    fn may_step(self, game: &Marshals, to: HexId) -> Result<Way, Denied> {
        let Some(way) = way(self.hex, to).filter(|way| game.is_open(way)) else {
            let why = words!("No way leads from {} to {}.", hex_name(self.hex), hex_name(to));
            return Err(Denied::new(rule!("M-map-3"), why));
        };
        game.may_come(self.nation, self.hex, to)?;
        let (price, left) = (self.price(game, &way), self.left());
        if price > left && self.steps > 0 {
            let why = words!("{} costs {price}; {left} of the movement of the carts is left.", hex_name(to));
            return Err(Denied::new(rule!("M-move-12"), why));
        }
        let guarded = game.forces.open(to, |other| game.are_friends(other, self.nation)).total() > 0;
        if game.is_covered(self.nation, to) && !guarded {
            let why = words!("The enemy covers {}, and no friend stands there.", hex_name(to));
            return Err(Denied::new(rule!("M-move-13"), why));
        }
        Ok(way)
    }
}

impl Step<Marshals> for Hauling {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        let near = ways(self.hex).iter().map(|way| way.to);
        out.extend(near.filter(|to| self.may_step(game, *to).is_ok()).map(Action::Step));
        out.push(Action::Halt);
    }

    fn act(
        mut self,
        game: &mut Marshals,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Step(to) => {
                let way = self.may_step(game, to)?;
                let from = self.muster();
                game.forces.unstore(from, 1, 0);
                self.spent = self.spent.saturating_add(self.price(game, &way));
                (self.steps, self.hex) = (self.steps + 1, to);
                game.forces.store(self.muster(), 1, 0);
                let known = game.confidants(self.nation);
                log.record(|| Event::Hauled { seat, to, known });
                Ok(Flow::stay(self))
            }
            Action::Halt => {
                // Like a march, it has had its turn even if it stays where it is.
                if self.steps == 0 {
                    game.forces.unstore(self.muster(), 1, 0);
                    game.forces.store(self.muster().with(Record::Moved), 1, 0);
                }
                Ok(Flow::End)
            }
            _ => Err(self.not_now(game)),
        }
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat(game)) {
            return waiting();
        }
        let gauges = vec![Gauge::new("movement left", self.left())];
        Prompt { gauges, ..Prompt::new("haul", "The supply unit goes on, or halts.") }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        match *action {
            Action::Step(to) => {
                let stores =
                    Stores { hex: self.hex, nation: self.nation, stance: Stance::Open, is_depot: false };
                let target = Target::Move { piece: PieceKey::of(&stores), to: space(to) };
                Choice::new(Verb::Move, format!("Haul to {}", hex_name(to)), target)
            }
            _ => Choice::button(Verb::Done, "Halt"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => hex_at(to).map(Action::Step).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// Infantry without leaders goes along the line of communications, a factor at a time (M-loc-25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Forwarding {
    pub(crate) nation: NationId,
    /// The hex of the factor that goes, once it is chosen.
    pub(crate) from: Option<HexId>,
}

impl Forwarding {
    fn seat(self, game: &Marshals) -> Seat {
        game.seat(self.nation).expect("who marches is played")
    }

    /// Where infantry stands that can set out.
    fn origins(self, game: &Marshals) -> Vec<HexId> {
        let commissariat = Commissariat::of(game, self.nation);
        let moved = game.treasury(self.nation).by_line;
        let infantry = game.forces.iter().filter(|force| {
            force.muster == Muster::fresh(force.muster.hex, self.nation) && force.factors.infantry > 0
        });
        let hexes = infantry.map(|force| force.muster.hex);
        hexes.filter(|hex| commissariat.may_forward(*hex, moved).is_ok()).collect()
    }

    fn may_set_out(self, game: &Marshals, from: HexId) -> Result<(), Denied> {
        let fresh = Muster::fresh(from, self.nation);
        if game.forces.factors(fresh).infantry == 0 {
            let why =
                words!("{} has no infantry at {} that may still move.", self.nation.name(), hex_name(from));
            return Err(Denied::new(rule!("M-loc-25"), why));
        }
        Commissariat::of(game, self.nation).may_forward(from, game.treasury(self.nation).by_line)
    }

    /// Where it can go: along the band, to where no enemy stands, and not into his zone without a friend there (M-loc-27).
    fn goals(self, game: &Marshals, from: HexId) -> Vec<HexId> {
        let reach = Commissariat::of(game, self.nation).reach(from);
        let mut others = LandSet::EMPTY;
        for force in game.forces.iter().filter(|force| force.is_in_the_open()) {
            if !game.are_friends(force.muster.nation, self.nation) {
                others.extend(LandId::of(force.muster.hex));
            }
        }
        let mut land = OpenLand::to(game, self.nation);
        let free = reach - others;
        free.iter().map(LandId::hex).filter(|to| *to != from && land.lets_pass(from, *to)).collect()
    }

    fn may_go(self, game: &Marshals, from: HexId, to: HexId) -> Result<(), Denied> {
        if self.goals(game, from).contains(&to) {
            return Ok(());
        }
        if game.is_covered(self.nation, to) {
            let why = words!("The enemy covers {}, and no friend stands there.", hex_name(to));
            return Err(Denied::new(rule!("M-loc-27"), why));
        }
        let why = words!("The line of communications does not lead to {}.", hex_name(to));
        Err(Denied::new(rule!("M-loc-25"), why))
    }

    fn go(self, game: &mut Marshals, from: HexId, to: HexId, log: &mut Recorder<Event>) {
        let (muster, factor) = (Muster::fresh(from, self.nation), Factors::infantry(1));
        game.forces.take(muster, factor);
        game.stand_down(log);
        game.forces.put(Muster { hex: to, ..muster }.with(Record::Forwarded), factor);
        game.treasury_mut(self.nation).by_line += 1;
        let (seat, known, nation) = (self.seat(game), game.confidants(self.nation), self.nation);
        log.record(|| Event::Forwarded { seat, nation, from, to, known });
        // Leaders of the enemy who are alone there get away (M-lead-25).
        game.sweep(nation, to, log);
        game.settle_control(around(from).chain(around(to)), log);
    }

    fn unit(self, hex: HexId) -> PieceKey {
        PieceKey::of(&Units { hex, nation: self.nation, arm: Arm::Infantry, stance: Stance::Open })
    }
}

impl Step<Marshals> for Forwarding {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        match self.from {
            None => {
                let nation = self.nation;
                out.extend(self.origins(game).into_iter().map(|hex| Action::Forward { hex, nation }));
            }
            Some(from) => out.extend(self.goals(game, from).into_iter().map(Action::To)),
        }
        out.push(Action::Halt);
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match (*action, self.from) {
            (Action::Forward { hex, nation }, None) if nation == self.nation => {
                self.may_set_out(game, hex)?;
                Ok(Flow::stay(Forwarding { from: Some(hex), ..self }))
            }
            (Action::To(to), Some(from)) => {
                self.may_go(game, from, to)?;
                self.go(game, from, to, log);
                Ok(Flow::stay(Forwarding { from: None, ..self }))
            }
            (Action::Halt, _) => Ok(Flow::End),
            _ => Err(self.not_now(game)),
        }
    }

    /// With nobody to send, or nowhere to go, nothing is asked.
    fn settle(self, game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        let is_idle = match self.from {
            None => self.origins(game).is_empty(),
            Some(from) => self.goals(game, from).is_empty(),
        };
        is_idle.then_some(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat(game)) {
            return waiting();
        }
        let left = BY_LINE.saturating_sub(game.treasury(self.nation).by_line);
        let gauges = vec![Gauge::count(left, "factor left", "factors left")];
        let text = match self.from {
            None => "Choose infantry that goes along the line of communications.".to_owned(),
            Some(from) => format!("Choose where the infantry from {} goes.", hex_name(from)),
        };
        Prompt { gauges, ..Prompt::new("forward", text) }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        match (*action, self.from) {
            (Action::Forward { hex, .. }, _) => {
                let label = format!("Send infantry from {}", hex_name(hex));
                Choice::new(Verb::Select, label, Target::Piece { piece: self.unit(hex) })
            }
            (Action::To(to), Some(from)) => {
                let target = Target::Move { piece: self.unit(from), to: space(to) };
                Choice::new(Verb::Redeploy, format!("Go to {}", hex_name(to)), target)
            }
            _ => Choice::button(Verb::Done, "Send nobody else"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => hex_at(to).map(Action::To).into_iter().collect(),
            Target::Piece { piece } => {
                let units = piece.get::<Units>().filter(|units| units.nation == self.nation);
                units
                    .map(|units| Action::Forward { hex: units.hex, nation: units.nation })
                    .into_iter()
                    .collect()
            }
            Target::Button => Vec::new(),
        }
    }
}
