//! Advance after combat. Rulebook "Retreat After Combat" 7.

use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use super::Sort;
use crate::action::Action;
use crate::combat::Role;
use crate::control::around;
use crate::event::{Event, hex_name, space};
use crate::field::{Muster, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::questions::Question;
use crate::staff::Post;
use crate::state::Marshals;
use crate::view::{Units, waiting};
use crate::wording::words;

/// Victorious attackers advance into the hex that the enemy has left (M-combat-40).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Advancing {
    pub(super) seat: Seat,
}

impl Advancing {
    /// Whether the hex is free, and somebody can advance.
    pub(super) fn is_asked(self, game: &Marshals) -> bool {
        let battle = game.fray();
        let won = match &battle.clash {
            Some(clash) => clash.verdict.is_some_and(|verdict| verdict.victor == Role::Attacker),
            None => true,
        };
        let is_free = !game.faces_enemies(battle.nation, battle.target);
        battle.sort != Sort::Assault && won && is_free && self.units(game).next().is_some()
    }

    /// The factors that can advance, by hex, nation and arm.
    fn units(self, game: &Marshals) -> impl Iterator<Item = (HexId, NationId, Arm)> {
        let target = game.fray().target;
        let own = game.forces.iter().filter(move |force| {
            force.muster.record.attacks() && force.muster.hex != target && !force.factors.is_empty()
        });
        let open = own.filter(move |force| {
            let Muster { nation, hex, .. } = force.muster;
            game.may_come(nation, hex, target).is_ok() && game.may_stay(target, [nation], &[]).is_ok()
        });
        open.flat_map(|force| {
            let Muster { hex, nation, .. } = force.muster;
            force.factors.arms().map(move |(arm, _)| (hex, nation, arm))
        })
    }

    /// The leaders who can advance: with troops there or after them.
    fn leaders(self, game: &Marshals) -> impl Iterator<Item = LeaderId> {
        let target = game.fray().target;
        game.staff.engaged.iter().filter(move |leader| {
            game.staff
                .hex(*leader)
                .is_some_and(|hex| hex != target && game.may_come(leader.get().nation, hex, target).is_ok())
                && game.may_stay(target, [], &[*leader]).is_ok()
        })
    }

    fn may_advance(self, game: &Marshals, unit: (HexId, NationId, Arm)) -> Result<(), Denied> {
        if self.units(game).any(|other| other == unit) {
            return Ok(());
        }
        let why = words!("No {} of {} that has attacked stands there.", unit.2, unit.1.name());
        Err(Denied::new(rule!("M-combat-40"), why))
    }

    /// Somebody has come into the hex.
    fn arrived(self, game: &mut Marshals, from: HexId, troops: bool, log: &mut Recorder<Event>) {
        let target = game.fray().target;
        if let Some(clash) = game.battle.as_mut().and_then(|battle| battle.clash.as_mut()) {
            clash.advanced |= troops;
        }
        if troops {
            game.alarm(game.fray().nation, Some(from), target);
        }
        game.settle_control(around(from).chain(around(target)), log);
    }

    fn follow(self, game: &mut Marshals, unit: (HexId, NationId, Arm), count: u8, log: &mut Recorder<Event>) {
        let (from, nation, arm) = unit;
        let target = game.fray().target;
        game.hunger.add(nation, target, game.hunger.of(nation, from));
        let mut left = count;
        for record in [crate::field::Record::Called, crate::field::Record::Engaged] {
            let muster = Muster::fresh(from, nation).with(record);
            let moved = game.forces.factors(muster)[arm].min(left);
            if moved > 0 {
                game.forces.shift(muster, Factors::of(arm, moved), |muster| muster.hex = target);
                left -= moved;
            }
        }
        self.arrived(game, from, true, log);
    }

    fn follow_leader(self, game: &mut Marshals, leader: LeaderId, log: &mut Recorder<Event>) {
        let from = game.staff.hex(leader).expect("he is there");
        game.staff.send(leader, Post::Open(game.fray().target));
        self.arrived(game, from, false, log);
    }
}

impl Step<Marshals> for Advancing {
    fn deciders(&self, _game: &Marshals) -> Seats {
        self.seat.into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Follow);
        let first = out.len();
        for (from, nation, arm) in self.units(game) {
            let action = Action::Advance { from, nation, arm };
            if !out[first..].contains(&action) {
                out.push(action);
            }
        }
        out.extend(self.leaders(game).map(Action::AdvanceLeader));
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Marshals,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        let target = game.fray().target;
        match *action {
            Action::Follow => {
                let mut units: Vec<_> = self.units(game).collect();
                units.dedup();
                for (from, nation, arm) in units {
                    self.follow(game, (from, nation, arm), u8::MAX, log);
                }
                let leaders: Vec<LeaderId> = self.leaders(game).collect();
                for leader in leaders {
                    if self.leaders(game).any(|other| other == leader) {
                        self.follow_leader(game, leader, log);
                    }
                }
                log.record(|| Event::Advanced { seat, to: target });
                Ok(Flow::End)
            }
            Action::Advance { from, nation, arm } => {
                self.may_advance(game, (from, nation, arm))?;
                // How many follow the first is nobody's business (M-intel-6).
                if game.forces.open(target, |other| game.are_friends(other, nation)).is_empty() {
                    log.record(|| Event::Advanced { seat, to: target });
                }
                self.follow(game, (from, nation, arm), 1, log);
                Ok(if self.units(game).next().is_some() {
                    Flow::stay(self)
                } else {
                    self.stragglers(game, log)
                })
            }
            Action::AdvanceLeader(leader) => {
                if !self.leaders(game).any(|other| other == leader) {
                    let why = words!("{} has not attacked, or has advanced.", leader.name());
                    return Err(Denied::new(rule!("M-combat-40"), why));
                }
                self.follow_leader(game, leader, log);
                Ok(Flow::stay(self))
            }
            Action::Done => Ok(Flow::End),
            _ => Err(self.not_now(game)),
        }
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat) {
            return waiting();
        }
        Prompt::new("advance", format!("Choose who advances to {}.", hex_name(game.fray().target)))
    }

    fn choice(&self, game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let target = game.fray().target;
        match *action {
            Action::Follow => {
                let label = format!("Advance with all to {}", hex_name(target));
                Choice::new(Verb::Advance, label, Target::Space(space(target)))
            }
            Action::Advance { from, nation, arm } => {
                let piece = PieceKey::of(&Units { hex: from, nation, arm, stance: Stance::Open });
                let label =
                    format!("Advance with a factor of {arm} of {} from {}", nation.name(), hex_name(from));
                Choice::new(Verb::Advance, label, Target::Piece { piece })
            }
            Action::AdvanceLeader(leader) => {
                let piece = Target::Piece { piece: PieceKey::of(&leader) };
                Choice::new(Verb::Advance, format!("Advance with {}", leader.name()), piece)
            }
            _ => Choice::button(Verb::Done, "Advance no further"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        let (Target::Piece { piece } | Target::Move { piece, .. }) = target else { return Vec::new() };
        if let Some(leader) = piece.get() {
            return vec![Action::AdvanceLeader(leader)];
        }
        let advance =
            |units: Units| Action::Advance { from: units.hex, nation: units.nation, arm: units.arm };
        piece.get().map(advance).into_iter().collect()
    }
}

impl Advancing {
    /// All troops have advanced: leaders who stay would be alone, so they come, too.
    fn stragglers(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Flow<Question> {
        let alone: Vec<LeaderId> = self
            .leaders(game)
            .filter(|leader| {
                let hex = game.staff.hex(*leader).expect("he is there");
                game.forces.open(hex, |nation| game.are_friends(nation, leader.get().nation)).is_empty()
            })
            .collect();
        for leader in alone {
            self.follow_leader(game, leader, log);
        }
        if self.leaders(game).next().is_some() { Flow::stay(self) } else { Flow::End }
    }
}
