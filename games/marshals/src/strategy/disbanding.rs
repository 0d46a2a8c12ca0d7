//! Troops are sent away for good. Rulebook: Disbanding and Scuttling Units.
//!
//! A power does so in its own turn, a factor at a time. What stands for an intrinsic defence goes back to it here, too.

use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, Gauge, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::boxes::Fate;
use crate::control::around;
use crate::event::{Event, hex_name};
use crate::field::{Force, Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::NationId;
use crate::map::Class;
use crate::morale::WAVERING;
use crate::questions::Question;
use crate::state::{Marshals, Player};
use crate::view::{Units, waiting};
use crate::wording::words;

/// So many factors a season cost a point of morale (M-reinf-6).
const EXCESS: u8 = 5;

/// A power chooses a factor that it disbands, or that goes back to an intrinsic defence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Disbanding {
    /// Whose choice it is.
    pub(crate) power: NationId,
}

impl Marshals {
    /// The factors of a nation in a hex that can be taken off the map: those in the open first, those who have moved first.
    pub(crate) fn dispensable(&self, hex: HexId, nation: NationId, arm: Arm) -> Option<Muster> {
        let own = self.forces.at(hex).iter().filter(|force| {
            force.muster.nation == nation && force.factors[arm] > 0 && !force.muster.record.attacks()
        });
        let order = |force: &&Force| (force.muster.stance, force.muster.record != Record::Moved);
        own.min_by_key(order).map(|force| force.muster)
    }

    /// Whether a power may disband a factor: one of its own or of a client state, at a morale of 3 or more (M-reinf-5, M-reinf-7).
    pub(crate) fn may_disband(
        &self,
        power: NationId,
        hex: HexId,
        nation: NationId,
        arm: Arm,
    ) -> Result<Muster, Denied> {
        let deny = |rule, why: String| Err(Denied::new(rule, why));
        let name = nation.name();
        let Some(muster) = self.dispensable(hex, nation, arm).filter(|_| self.commands(nation) == power)
        else {
            let why = words!("{} has no {arm} of {name} at {}.", power.name(), hex_name(hex));
            return deny(rule!("M-reinf-10"), why);
        };
        if nation.class() == Class::Minor {
            let why = words!("{name} is a minor power; its troops are not disbanded.");
            return deny(rule!("M-reinf-7"), why);
        }
        let morale = self.realm(power).morale;
        if morale <= WAVERING {
            let why = words!(
                "{} has a morale of {morale}; nobody disbands troops at {WAVERING} or less.",
                power.name()
            );
            return deny(rule!("M-reinf-5"), why);
        }
        Ok(muster)
    }

    /// A factor leaves the map. A fort falls if it was the last inside.
    pub(crate) fn dismiss_factor(&mut self, muster: Muster, arm: Arm, log: &mut Recorder<Event>) {
        let Muster { hex, nation, stance, .. } = muster;
        self.forces.take(muster, Factors::of(arm, 1));
        // That a factor is gone is announced, with where it stood.
        log.reveal();
        if stance == Stance::Inside {
            self.fall_of(hex, nation, log);
        }
        self.settle_control(around(hex), log);
        self.watch_sieges(|_, _| false, log);
    }
}

impl Player<'_> {
    /// Whether a seat may reduce the forces of a power now.
    pub(crate) fn may_reduce(self, power: NationId) -> Result<(), Denied> {
        if self.seat(power) != Some(self.seat) || !self.has_morale(power) || self.side(power).is_none() {
            let why = words!("Another plays {}, or it is no power at war.", power.name());
            return Err(Denied::new(rule!("M-terms-4"), why));
        }
        if let Some(battle) = &self.battle {
            let why = words!("The attack on {} comes first.", hex_name(battle.target));
            return Err(Denied::new(rule!("M-lead-42"), why));
        }
        let step = Disbanding { power };
        let able = step.units(self.game).any(|(hex, nation, arm)| {
            self.may_disband(power, hex, nation, arm).is_ok()
                || self.may_restore(power, hex, nation, arm).is_ok()
        });
        if able {
            return Ok(());
        }
        let why = words!("{} has nobody whom it may disband.", power.name());
        Err(Denied::new(rule!("M-reinf-5"), why))
    }
}

/// A factor is disbanded: to the casualties if it is in supply, else to the counters that are not built (M-reinf-8). Every fifth
/// of a season costs morale (M-reinf-6).
fn disband(game: &mut Marshals, power: NationId, muster: Muster, arm: Arm, log: &mut Recorder<Event>) {
    let Muster { hex, nation, .. } = muster;
    let fate = if game.is_supplied(nation, hex) { Fate::Casualty } else { Fate::Unbuilt };
    game.dismiss_factor(muster, arm, log);
    game.lose(nation, hex, Factors::of(arm, 1), fate);
    log.record(|| Event::Disbanded { nation, hex, arm });
    let treasury = game.treasury_mut(power);
    treasury.disbanded = treasury.disbanded.saturating_add(1);
    if treasury.disbanded.is_multiple_of(EXCESS) {
        game.change_morale(power, -1, log);
    }
}

impl Disbanding {
    /// What a power has on the map, by hex, nation and arm.
    fn units(self, game: &Marshals) -> impl Iterator<Item = (HexId, NationId, Arm)> + '_ {
        let own = game.forces.iter().filter(move |force| game.commands(force.muster.nation) == self.power);
        let mut last = None;
        own.flat_map(|force| {
            let Muster { hex, nation, .. } = force.muster;
            force.factors.arms().map(move |(arm, _)| (hex, nation, arm))
        })
        .filter(move |unit| last.replace(*unit) != Some(*unit))
    }
}

impl Step<Marshals> for Disbanding {
    fn deciders(&self, game: &Marshals) -> Seats {
        game.keeper(self.power).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        for (hex, nation, arm) in self.units(game) {
            let disband = Action::Disband { hex, nation, arm };
            if game.may_disband(self.power, hex, nation, arm).is_ok() && !out.contains(&disband) {
                out.push(disband);
            }
            let restore = Action::Restore { hex, nation, arm };
            if game.may_restore(self.power, hex, nation, arm).is_ok() && !out.contains(&restore) {
                out.push(restore);
            }
        }
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Disband { hex, nation, arm } => {
                let muster = game.may_disband(self.power, hex, nation, arm)?;
                disband(game, self.power, muster, arm, log);
            }
            Action::Restore { hex, nation, arm } => {
                let (muster, hold) = game.may_restore(self.power, hex, nation, arm)?;
                game.restore(muster, arm, hold, log);
            }
            Action::Done => {}
            _ => return Err(self.not_now(game)),
        }
        Ok(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(game.keeper(self.power)) {
            return waiting();
        }
        let disbanded = game.treasury(self.power).disbanded;
        Prompt {
            gauges: vec![Gauge::new("factors disbanded this season", disbanded)],
            ..Prompt::new("disbanding", format!("Choose a factor of {} to disband.", self.power.name()))
        }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let unit = |hex, nation, arm| {
            let piece = PieceKey::of(&Units { hex, nation, arm, stance: Stance::Open });
            Target::Piece { piece }
        };
        match *action {
            Action::Disband { hex, nation, arm } => {
                let label = format!("Disband {arm} of {} at {}", nation.name(), hex_name(hex));
                Choice::new(Verb::Disband, label, unit(hex, nation, arm)).sealing()
            }
            Action::Restore { hex, nation, arm } => {
                let label = format!(
                    "Return {arm} of {} at {} to the intrinsic defence",
                    nation.name(),
                    hex_name(hex)
                );
                Choice::new(Verb::Recall, label, unit(hex, nation, arm)).sealing()
            }
            _ => Choice::button(Verb::Done, "Disband nobody"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        let Target::Piece { piece } = target else { return Vec::new() };
        let disband = |units: Units| Action::Disband { hex: units.hex, nation: units.nation, arm: units.arm };
        piece.get().map(disband).into_iter().collect()
    }
}
