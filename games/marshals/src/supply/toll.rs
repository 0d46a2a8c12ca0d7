//! Losses without a battle, and how long units have had no source. Rulebook "Attrition", "Movement Attrition in Poor Weather in
//! Northern Remote Areas".

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, Gauge, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use super::attrition::{Grave, attrition, count, grave};
use crate::action::Action;
use crate::boxes::Fate;
use crate::event::{Event, hex_name};
use crate::field::{Force, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::NationId;
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::{Units, waiting};
use crate::wording::words;

/// Losses by attrition in a turn that shake a nation (M-attr-5).
const GRAVE: u16 = 5;

/// How many groups can be without a source at a time.
pub(crate) const GROUPS: usize = 96;

/// Units of a nation in a hex that had no source for some turns on end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hungry {
    nation: NationId,
    hex: HexId,
    turns: u8,
}

/// All units that had no source.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hunger(ArrayVec<Hungry, GROUPS>);

impl Hunger {
    /// For how many turns on end units of a nation in a hex had no source.
    pub(crate) fn of(&self, nation: NationId, hex: HexId) -> u8 {
        let found = self.0.iter().find(|hungry| (hungry.nation, hungry.hex) == (nation, hex));
        found.map_or(0, |hungry| hungry.turns)
    }

    /// Hungry units of a nation come into a hex: all that it has there count as the hungriest.
    pub(crate) fn add(&mut self, nation: NationId, hex: HexId, turns: u8) {
        if turns > self.of(nation, hex) {
            self.set(nation, hex, turns);
        }
    }

    pub(crate) fn set(&mut self, nation: NationId, hex: HexId, turns: u8) {
        self.0.retain(|hungry| (hungry.nation, hungry.hex) != (nation, hex));
        if turns > 0 && !self.0.is_full() {
            self.0.push(Hungry { nation, hex, turns });
        }
    }

    /// A nation has units in these hexes only: those who have left a place leave their hunger to nobody there.
    fn keep(&mut self, nation: NationId, is_held: impl Fn(HexId) -> bool) {
        self.0.retain(|hungry| hungry.nation != nation || is_held(hungry.hex));
    }
}

/// Why factors are lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// No source for two turns or more (M-attr-2).
    Hunger,
    /// A march through the winter of the north (M-weather-7).
    Winter,
}

/// Factors are lost without a battle; their owner chooses which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Toll {
    /// Where.
    pub(crate) hex: HexId,
    /// Whose, if it is one nation's loss.
    pub(crate) nation: Option<NationId>,
    /// Who chooses.
    pub(crate) seat: Seat,
    /// How many more.
    pub(crate) left: u16,
    /// Why.
    pub(crate) cause: Cause,
}

/// Tolls that wait for their owner's choice.
pub(crate) type Tolls = ArrayVec<Toll, 32>;

impl Toll {
    /// What he can lose.
    fn candidates(self, game: &Marshals) -> impl Iterator<Item = (NationId, Arm)> + '_ {
        let mut seen: ArrayVec<(NationId, Arm), 32> = ArrayVec::new();
        for force in game.forces.at(self.hex).iter().filter(|force| self.concerns(game, force)) {
            for (arm, _) in force.factors.arms() {
                if !seen.contains(&(force.muster.nation, arm)) && !seen.is_full() {
                    seen.push((force.muster.nation, arm));
                }
            }
        }
        seen.into_iter()
    }

    fn concerns(self, game: &Marshals, force: &Force) -> bool {
        force.muster.stance == Stance::Open
            && game.seat(force.muster.nation) == Some(self.seat)
            && self.nation.is_none_or(|nation| nation == force.muster.nation)
    }

    /// One factor goes.
    fn lose(self, game: &mut Marshals, nation: NationId, arm: Arm, log: &mut Recorder<Event>) -> Toll {
        let force = game.forces.at(self.hex).iter().find(|force| {
            force.muster.nation == nation && self.concerns(game, force) && force.factors[arm] > 0
        });
        let Some(muster) = force.map(|force| force.muster) else { return Toll { left: 0, ..self } };
        let factor = Factors::of(arm, 1);
        game.forces.take(muster, factor);
        let kind = game.home(self.hex).is_some_and(|home| home == nation || game.are_friends(home, nation));
        let fate = match grave(self.hex, game.date, kind) {
            Grave::Casualties => Fate::Casualty,
            Grave::Unbuilt => Fate::Unbuilt,
        };
        game.lose(nation, self.hex, factor, fate);
        if self.cause == Cause::Hunger {
            starve(game, nation, log);
        }
        Toll { left: self.left - 1, ..self }
    }
}

impl Step<Marshals> for Toll {
    fn deciders(&self, _game: &Marshals) -> Seats {
        self.seat.into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(self.candidates(game).map(|(nation, arm)| Action::Perish { nation, arm }));
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        let Action::Perish { nation, arm } = *action else { return Err(self.not_now(game)) };
        if !self.candidates(game).any(|candidate| candidate == (nation, arm)) {
            let why = words!("{} has no {arm} at {} to lose.", nation.name(), hex_name(self.hex));
            return Err(Denied::new(rule!("M-attr-2"), why));
        }
        Ok(Flow::stay(self.lose(game, nation, arm, log)))
    }

    /// Where there is nothing to choose, it is taken at once.
    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        let mut toll = self;
        loop {
            let mut candidates = toll.candidates(game);
            let (first, second) = (candidates.next(), candidates.next());
            drop(candidates);
            match (first, second) {
                _ if toll.left == 0 => break,
                (None, _) => break,
                (Some((nation, arm)), None) => toll = toll.lose(game, nation, arm, log),
                _ => return (toll != self).then(|| Flow::stay(toll)),
            }
        }
        game.settle_control(crate::control::around(self.hex), log);
        Some(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat) {
            return waiting();
        }
        let why = match self.cause {
            Cause::Hunger => "without supply",
            Cause::Winter => "on a march in winter",
        };
        let text = format!("Choose what is lost {why} at {}.", hex_name(self.hex));
        let _ = game;
        Prompt { gauges: vec![Gauge::new("factors to lose", self.left)], ..Prompt::new("toll", text) }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let Action::Perish { nation, arm } = *action else { return Choice::button(Verb::Done, "Go on") };
        let units = Units { hex: self.hex, nation, arm, stance: Stance::Open };
        let label = format!("Lose {arm} of {}", nation.name());
        Choice::new(Verb::Lose, label, Target::Piece { piece: PieceKey::of(&units) })
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        let Target::Piece { piece } = target else { return Vec::new() };
        let units = piece.get::<Units>();
        units.map(|units| Action::Perish { nation: units.nation, arm: units.arm }).into_iter().collect()
    }
}

impl Marshals {
    /// At the end of a seat's turn: who has a source, who has none, and what those lose who had none before (M-attr-1, M-attr-2).
    pub(crate) fn judge_supply(&mut self, seat: Seat, log: &mut Recorder<Event>) -> Tolls {
        let mut tolls = Tolls::new();
        let nations: ArrayVec<NationId, 64> =
            NationId::all().filter(|nation| self.seat(*nation) == Some(seat)).collect();
        for nation in nations {
            self.treasury_mut(nation).starved = 0;
            let mut groups: Vec<(HexId, u16)> = Vec::new();
            let open = |force: &&Force| force.is_in_the_open() && force.muster.nation == nation;
            for force in self.forces.iter().filter(open) {
                let (hex, factors) = (force.muster.hex, force.factors.total());
                match groups.last_mut().filter(|(last, _)| *last == hex) {
                    Some((_, sum)) => *sum += factors,
                    None => groups.push((hex, factors)),
                }
            }
            self.hunger.keep(nation, |hex| groups.iter().any(|(held, _)| *held == hex));
            if groups.is_empty() {
                continue;
            }
            let fed: Vec<bool> = groups.iter().map(|(hex, _)| self.is_supplied(nation, *hex)).collect();
            for ((hex, factors), fed) in groups.into_iter().zip(fed) {
                let turns = count(self.hunger.of(nation, hex), fed);
                self.hunger.set(nation, hex, turns);
                let left = attrition(factors, turns);
                if left > 0 && !tolls.is_full() {
                    tolls.push(Toll { hex, nation: Some(nation), seat, left, cause: Cause::Hunger });
                    let known = self.confidants(nation);
                    log.record(|| Event::Perished { nation, hex, factors: left, known });
                }
            }
        }
        tolls
    }
}

/// A factor has starved; the fifth of a turn costs a point of morale, as in battle that of whoever answers for it (M-attr-5,
/// M-nm-21).
fn starve(game: &mut Marshals, nation: NationId, log: &mut Recorder<Event>) {
    let Some(power) = game.country(nation).answers() else { return };
    game.treasury_mut(power).starved += 1;
    if game.treasury(power).starved == GRAVE {
        game.change_morale(power, -1, log);
    }
}
