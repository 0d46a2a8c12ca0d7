//! What only one scenario knows: trespass on neutral land, an armistice, corps that are called and called home, leaders who wait or go.
//! Each is a hook with its numbers in [`crate::scenarios::special`].

use engine::{Choice, Denied, PieceKey, Recorder, Seat, Target, Verb, rule};

use atlas::topology::HexId;

use crate::action::Action;
use crate::calendar::Date;
use crate::control::around;
use crate::event::{Event, hex_name, space};
use crate::field::Muster;
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};
use crate::nations::Side;
use crate::scenarios::Part;
use crate::scenarios::special::Special;
use crate::staff::Post;
use crate::state::{EntryId, General, Marshals, Player};
use crate::wording::words;
use atlas::topology::Id;

impl Marshals {
    /// A stack has come into a hex that a neutral controls: more than so often in a turn, that gives the other side points.
    pub(crate) fn trespass(&mut self, nation: NationId, hex: HexId, log: &mut Recorder<Event>) {
        for special in &self.scenario().special {
            let Special::Trespass { nation: neutral, by, free, points } = *special else { continue };
            if self.side(nation) != Some(by) || self.control.get(hex) != Some(neutral) {
                continue;
            }
            self.trespasses = self.trespasses.saturating_add(1);
            if self.trespasses > free {
                let side = by.enemy();
                self.awards[side as usize] += i16::from(points);
                log.record(|| Event::Awarded { side, points });
            }
        }
    }

    /// During an armistice nobody enters a hex that an enemy controls, nor attacks there.
    pub(crate) fn keeps_armistice(&self, nation: NationId, hex: HexId) -> Result<(), Denied> {
        let is_hostile = self.control.get(hex).is_some_and(|holder| self.are_enemies(holder, nation));
        if !self.armistice || !is_hostile {
            return Ok(());
        }
        let why = words!("There is an armistice, and the enemy controls {}.", hex_name(hex));
        Err(Denied::new(rule!("M-move-17"), why))
    }

    /// The armistice ends with its last turn.
    pub(crate) fn end_armistice(&mut self, log: &mut Recorder<Event>) {
        let holds = self
            .scenario()
            .special
            .iter()
            .any(|special| matches!(special, Special::Armistice { until, .. } if self.date <= *until));
        if self.armistice && !holds {
            self.armistice = false;
            log.record(|| Event::ArmisticeOver);
        }
    }

    /// Whether a nation has sent a corps and stands aside otherwise: its land is closed to enemies of the corps.
    pub(crate) fn lends_a_corps(&self, nation: NationId) -> bool {
        self.scenario().special.iter().any(|special| {
            matches!(special, Special::Expedition { nation: of, under, .. }
                if *of == nation && self.realm(nation).patron == Some(*under))
        })
    }

    /// Corps go home to nations that whoever commands them does not speak for, as soon as the scenario lets them.
    pub(crate) fn recall_corps(&mut self, log: &mut Recorder<Event>) {
        for special in &self.scenario().special {
            let Special::Recall { leaders, when, from } = special else { continue };
            if self.date < *from || !when.is_so(self) {
                continue;
            }
            for leader in leaders {
                let nation = leader.get().nation;
                let Some(hex) = self.staff.hex(*leader).filter(|_| self.side(nation).is_some()) else {
                    continue;
                };
                if self.home(hex) == Some(nation) {
                    continue;
                }
                self.leave_from(nation, |_, other| other == hex);
                let leader = *leader;
                log.record(|| Event::Withdrawn(leader));
                self.settle_control(around(hex), log);
            }
        }
    }

    /// A leader leaves at once if his nation has lost so large a stack (M-reinf-2).
    pub(crate) fn withdraw_for(&mut self, nation: NationId, lost: u16, log: &mut Recorder<Event>) {
        for (number, withdrawal) in self.scenario().withdrawals.iter().enumerate() {
            let entry = EntryId::from_index(number);
            let is_due = withdrawal
                .or_when_lost
                .is_some_and(|stack| stack.nation == nation && lost >= u16::from(stack.factors));
            if is_due && !self.withdrawn.contains(entry) {
                self.dismiss_for_good(entry, withdrawal.leader, log);
            }
        }
    }

    /// A seat does what only this scenario knows.
    pub(crate) fn act_special(
        &mut self,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match *action {
            Action::CallArmistice => {
                let until = may_call_armistice(self, seat)?;
                self.stand_down(log);
                self.armistice = true;
                log.record(|| Event::Armistice { seat, until });
            }
            Action::CallCorps(nation) => {
                may_call_corps(self, seat, nation)?;
                call_corps(self, nation, log);
            }
            Action::Depart(leader) => {
                let to = may_depart(self, seat, leader)?;
                let from = self.staff.hex(leader).expect("he is in play");
                self.staff.send(leader, Post::Open(to));
                self.staff.moved.insert(leader);
                self.staff.rode.insert(leader);
                let known = self.confidants(leader.get().nation);
                log.record(|| Event::Rode { seat, leader, to, known });
                self.settle_control(around(from).chain(around(to)), log);
            }
            _ => unreachable!("it is no action of a scenario"),
        }
        Ok(())
    }

    /// How such an action is shown.
    pub(crate) fn show_special(&self, action: &Action) -> Choice {
        match *action {
            Action::CallArmistice => Choice::button(Verb::Propose, "Call an armistice"),
            Action::CallCorps(nation) => {
                Choice::button(Verb::Recruit, format!("Call the expeditionary corps of {}", nation.name()))
            }
            Action::Depart(leader) => {
                let to = leader.get().nation.capitals().next();
                let label = format!("{} leaves the army", leader.name());
                match to {
                    Some(to) => {
                        let target = Target::Move { piece: PieceKey::of(&leader), to: space(to) };
                        Choice::new(Verb::Redeploy, label, target)
                    }
                    None => Choice::button(Verb::Redeploy, label),
                }
            }
            _ => Choice::button(Verb::Done, "Go on"),
        }
    }
}

impl General<'_> {
    /// Whether a leader can be activated: not before he has ridden to the army, if the scenario says so.
    pub(crate) fn is_with_the_army(self) -> Result<(), Denied> {
        let Some(at) = rides_at(self.game, self.leader).filter(|at| self.date <= *at) else { return Ok(()) };
        let why = words!(
            "{} rides to the army in {at}, and can be activated from the next turn.",
            self.leader.name()
        );
        Err(Denied::new(rule!("M-command-8"), why))
    }
}

impl Player<'_> {
    /// Lists what only this scenario lets a seat do in its turn.
    pub(crate) fn list_specials(self, out: &mut Vec<Action>) {
        for special in &self.scenario().special {
            match special {
                Special::Armistice { .. } if may_call_armistice(self.game, self.seat).is_ok() => {
                    out.push(Action::CallArmistice);
                }
                Special::Expedition { nation, .. }
                    if may_call_corps(self.game, self.seat, *nation).is_ok() =>
                {
                    out.push(Action::CallCorps(*nation));
                }
                Special::Leave { leader, .. } if may_depart(self.game, self.seat, *leader).is_ok() => {
                    out.push(Action::Depart(*leader));
                }
                _ => {}
            }
        }
    }
}

/// Until when an armistice holds that a seat can call now.
fn may_call_armistice(game: &Marshals, seat: Seat) -> Result<Date, Denied> {
    let deny = |why: String| Err(Denied::new(rule!("M-terms-4"), why));
    let found = game.scenario().special.iter().find_map(|special| match special {
        Special::Armistice { after, until } => Some((*after, *until)),
        _ => None,
    });
    let Some((after, until)) = found else { return deny("This scenario knows no armistice.".into()) };
    if game.date <= after || game.date > until {
        return deny(words!("An armistice can be called after {after}, and until {until}."));
    }
    if game.armistice || game.side_of(seat).is_none() {
        return deny("There is an armistice, or nobody to call one.".into());
    }
    Ok(until)
}

/// When a leader has to ride before he can be activated, if the scenario says so.
fn rides_at(game: &Marshals, leader: LeaderId) -> Option<Date> {
    game.scenario().special.iter().find_map(|special| match special {
        Special::Ride { leaders, at, .. } if leaders.contains(&leader) => Some(*at),
        _ => None,
    })
}

/// The expeditionary corps that a seat can call.
fn may_call_corps(game: &Marshals, seat: Seat, nation: NationId) -> Result<(), Denied> {
    let deny = |why: String| Err(Denied::new(rule!("M-terms-4"), why));
    let name = nation.name();
    let found = game.scenario().special.iter().find_map(|special| match special {
        Special::Expedition { nation: of, under, from, place, .. } if *of == nation => {
            Some((*under, *from, *place))
        }
        _ => None,
    });
    let Some((under, from, place)) = found.filter(|(under, ..)| game.seat(*under) == Some(seat)) else {
        return deny(words!("{name} sends you no corps."));
    };
    if game.date < from {
        return deny(words!("{name} sends its corps from {from} on."));
    }
    if game.realm(nation).part != Some(Part::Neutral) || game.side(under).is_none() {
        return deny(words!("{name} has sent its corps, or is at war."));
    }
    if !game.forces.at(place.hex()).is_empty() {
        return deny(words!("{} is not free.", place.name()));
    }
    Ok(())
}

/// A corps is called: its nation fights under whoever calls it, with nothing but that.
fn call_corps(game: &mut Marshals, nation: NationId, log: &mut Recorder<Event>) {
    for special in &game.scenario().special {
        let Special::Expedition { nation: of, under, leader, place, infantry, .. } = special else {
            continue;
        };
        if *of != nation {
            continue;
        }
        let part = game.realm(*under).part;
        let realm = game.realm_mut(nation);
        (realm.part, realm.patron, realm.is_power) = (part, Some(*under), false);
        let treasury = game.treasury_mut(crate::counters::shown_by(nation));
        let corps = Factors::infantry((*infantry).min(treasury.unbuilt.infantry));
        treasury.unbuilt -= corps;
        let hex = place.hex();
        game.forces.put(Muster::fresh(hex, nation), corps);
        game.staff.send(*leader, Post::Open(hex));
        let place = *place;
        log.record(|| Event::Arrived(nation, place));
        game.settle_control(around(hex), log);
    }
}

/// Whether a leader may leave the army for his capital.
fn may_depart(game: &Marshals, seat: Seat, leader: LeaderId) -> Result<HexId, Denied> {
    let hex = game.player(seat).may_order(leader)?;
    let from = game.scenario().special.iter().find_map(|special| match special {
        Special::Leave { leader: who, from } if *who == leader => Some(*from),
        _ => None,
    });
    let capital = leader.get().nation.capitals().next();
    let deny = |why: String| Err(Denied::new(rule!("M-command-8"), why));
    match (from, capital) {
        (Some(from), Some(capital)) if game.date >= from && capital != hex => Ok(capital),
        (Some(from), _) => deny(words!("{} may leave the army from {from} on.", leader.name())),
        _ => deny(words!("{} stays with the army.", leader.name())),
    }
}

/// Whether an action is one that only a scenario knows.
pub(crate) fn is_special(action: &Action) -> bool {
    matches!(action, Action::CallArmistice | Action::CallCorps(_) | Action::Depart(_))
}

/// The side that moves against a neutral's land, if the scenario counts that.
pub(crate) fn counts_trespass(special: &Special, side: Side, holder: NationId) -> bool {
    matches!(special, Special::Trespass { nation, by, .. } if *nation == holder && *by == side)
}
