//! A seat's turn: its leaders are activated and march, its stores and garrisons get their orders. Rulebook: Turn Sequence, Command
//! Points.

use std::borrow::Cow;

use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{
    Choice, Currency, Denied, Gauge, PieceKey, Plans, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer,
    rule,
};
use serde::{Deserialize, Serialize};

use super::{Evening, Summons};
use crate::action::Action;
use crate::battle::Course;
use crate::command::priced;
use crate::event::{Event, hex_name};
use crate::field::{Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::garrison::{self, may_leave_fort};
use crate::ids::{LeaderId, NationId};
use crate::intrinsic::Alarm;
use crate::movement::{Marching, plans};
use crate::questions::Question;
use crate::ride::Riding;
use crate::specials::is_special;
use crate::staff::{LeaderSet, Post};
use crate::state::Marshals;
use crate::strategy::disbanding::Disbanding;
use crate::supply::orders as stores;
use crate::view::{Stores, Units, waiting};
use crate::wording::words;

/// The most factors of infantry on a counter.
const COUNTER: u8 = 5;

/// A seat moves its stacks, one after the other, in any order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Campaign {
    /// Its place in the order of the turn.
    place: u8,
}

impl Campaign {
    /// The turn of the seat at this place of the order.
    pub(crate) fn at(place: u8) -> Campaign {
        Campaign { place }
    }

    /// Its place in the order of the turn.
    pub(crate) fn place(self) -> u8 {
        self.place
    }

    fn seat(self, game: &Marshals) -> Seat {
        game.order()[usize::from(self.place)]
    }

    fn may_activate(self, game: &Marshals, leader: LeaderId) -> Result<Option<NationId>, Denied> {
        let hex = game.player(self.seat(game)).may_order(leader)?;
        if game.staff.activated.contains(leader) {
            let why = words!("{} is activated already.", leader.name());
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        game.general(leader).is_with_the_army()?;
        if !game.general(leader).has_fresh(hex) && !game.general(leader).has_subordinates() {
            let why = words!("{} has nobody to lead at {}.", leader.name(), hex_name(hex));
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        game.general(leader).pays_for()
    }

    fn may_march(self, game: &Marshals, leader: LeaderId) -> Result<HexId, Denied> {
        let hex = game.player(self.seat(game)).may_order(leader)?;
        if !game.staff.activated.contains(leader) {
            let why = words!("{} has not been activated.", leader.name());
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        if !game.general(leader).has_fresh(hex) {
            let why = words!("{} has nobody to lead at {}.", leader.name(), hex_name(hex));
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        Ok(hex)
    }

    fn may_detach(self, game: &Marshals, muster: Muster, arm: Arm) -> Result<NationId, Denied> {
        let nation = muster.nation;
        if game.seat(nation) != Some(self.seat(game)) {
            let why = words!("Another plays {}.", nation.name());
            return Err(Denied::new(rule!("M-terms-4"), why));
        }
        if muster.stance == Stance::Inside {
            may_leave_fort(game, muster.hex)?;
        }
        if game.forces.factors(muster)[arm] == 0 {
            let why = words!("{} has no {arm} here that may still move.", nation.name());
            return Err(Denied::new(rule!("M-command-2"), why));
        }
        game.has_point(nation)
    }

    /// Whether a leader may travel alone, if a way is open to him.
    fn may_set_off(self, game: &Marshals, leader: LeaderId) -> Result<HexId, Denied> {
        let hex = game.player(self.seat(game)).may_order(leader)?;
        if game.staff.activated.contains(leader) {
            let why = words!("{} is activated to lead his stack.", leader.name());
            return Err(Denied::new(rule!("M-command-8"), why));
        }
        if game.staff.fought.contains(leader) {
            let why = words!("{} has fought in this turn.", leader.name());
            return Err(Denied::new(rule!("M-lead-37"), why));
        }
        Ok(hex)
    }

    fn may_ride(self, game: &Marshals, leader: LeaderId) -> Result<HexId, Denied> {
        let hex = self.may_set_off(game, leader)?;
        if !game.general(leader).can_ride(hex) {
            let why = words!("No way is open to {} from {}.", leader.name(), hex_name(hex));
            return Err(Denied::new(rule!("M-lead-36"), why));
        }
        Ok(hex)
    }

    /// Has a leader's stack march: he takes along what he may, his own nation's troops first.
    fn march(self, game: &mut Marshals, leader: LeaderId, hex: HexId) -> Flow<Question> {
        let march = Marching::begin(game, Some(leader), leader.get().nation, hex);
        let march = march.form_up(game, leader);
        Flow::call(self, march)
    }

    fn end(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Flow<Question> {
        let seat = self.seat(game);
        game.stand_down(log);
        log.record(|| Event::Passed(seat));
        game.maintain(seat);
        let nations = game.player(seat).nations_of();
        game.part_mixed(&nations, log);
        clear_records(game, self.place);
        game.settle_lines(log);
        game.close_sieges(seat, log);
        // What both sides have lost tells on them at the end of a turn.
        log.reveal();
        game.tolls = game.judge_supply(seat, log);
        Flow::goto(Evening::of(self.place))
    }

    /// What there is in play of a seat, hex by hex.
    fn musters(self, game: &Marshals) -> impl Iterator<Item = (Muster, Factors)> + '_ {
        let nations = game.player(self.seat(game)).nations();
        let own = game.forces.iter().filter(move |force| nations.contains(force.muster.nation));
        own.map(|force| (force.muster, force.factors))
    }
}

/// The turn of a seat is over. What was done in it is forgotten when all of its side have moved (M-move-18): until then nobody
/// moves again whom another seat has moved, or fights a third time.
fn clear_records(game: &mut Marshals, place: u8) {
    game.staff.activated = LeaderSet::EMPTY;
    let order = game.order();
    let side = |place: u8| order.get(usize::from(place)).map(|seat| game.side_of(*seat));
    if side(place) == side(place + 1) {
        return;
    }
    game.forces.rewrite(
        |force| force.muster.record != Record::Fresh || force.muster.fights > 0,
        |muster| (muster.record, muster.fights) = (Record::Fresh, 0),
    );
    game.staff.rest(|_| true);
}

impl Step<Marshals> for Campaign {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        let seat = self.seat(game);
        let mut rides: Option<((NationId, Post), bool)> = None;
        for (leader, post) in game.staff.in_play() {
            if leader.get().is_admiral() || game.seat(leader.get().nation) != Some(seat) {
                continue;
            }
            if !game.staff.moved.contains(leader) {
                if game.staff.activated.contains(leader) {
                    if self.may_march(game, leader).is_ok() {
                        out.push(Action::March(leader));
                    }
                } else {
                    if self.may_activate(game, leader).is_ok() {
                        out.push(Action::Activate(leader));
                    }
                    if let Ok(hex) = self.may_set_off(game, leader) {
                        // Who stands together has the same ways, if he serves the same nation.
                        let from = (leader.get().nation, post);
                        if rides.is_none_or(|(known, _)| known != from) {
                            rides = Some((from, game.general(leader).can_ride(hex)));
                        }
                        if rides.is_some_and(|(_, can)| can) {
                            out.push(Action::Ride(leader));
                        }
                    }
                }
            }
            if matches!(post, Post::Inside(_)) && game.player(seat).may_sortie(leader).is_ok() {
                out.push(Action::Sortie(leader));
            }
        }
        // What has fought once is no other kind; it comes next to what has not.
        let mut listed = (None, out.len());
        for (muster, factors) in self.musters(game) {
            let Muster { hex, nation, stance, record, .. } = muster;
            let is_free = record == Record::Fresh
                && game.has_point(nation).is_ok()
                && stance == game.quarters_in(nation, hex)
                && (stance == Stance::Open || may_leave_fort(game, hex).is_ok());
            if !is_free {
                continue;
            }
            if listed.0 != Some((hex, nation)) {
                listed = (Some((hex, nation)), out.len());
            }
            for (arm, _) in factors.arms() {
                let detach = Action::Detach { hex, nation, arm };
                if !out[listed.1..].contains(&detach) {
                    out.push(detach);
                }
            }
        }
        game.list_garrisons(self.musters(game), out);
        game.player(seat).list_quarters(out);
        game.player(seat).list_stores(out);
        let powers = game.scenario().power.iter().map(|power| power.nation);
        let tired = powers
            .filter(|nation| game.seat(*nation) == Some(seat) && game.country(*nation).may_sue().is_ok());
        out.extend(tired.map(Action::Sue));
        game.player(seat).list_specials(out);
        out.extend(
            game.player(seat)
                .powers_of()
                .filter(|power| game.player(seat).may_reduce(*power).is_ok())
                .map(Action::Reduce),
        );
        if game.battle.is_some() {
            out.push(Action::Fight);
        }
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Marshals,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Activate(leader) => {
                let payer = self.may_activate(game, leader)?;
                game.pay_point(payer);
                game.activate(seat, leader, log);
                if game.general(leader).has_subordinates() {
                    return Ok(Flow::call(self, Summons::of(leader)));
                }
                Ok(Flow::stay(self))
            }
            Action::March(leader) => {
                let hex = self.may_march(game, leader)?;
                Ok(self.march(game, leader, hex))
            }
            Action::Detach { hex, nation, arm } => {
                let muster = Muster::fresh(hex, nation).standing(game.quarters_in(nation, hex));
                let payer = self.may_detach(game, muster, arm)?;
                game.realm_mut(payer).points -= 1;
                let march = Marching::begin(game, None, nation, hex);
                let most = if arm == Arm::Infantry { COUNTER } else { 1 };
                let counter = game.forces.factors(muster)[arm].min(most);
                march.join(game, nation, Factors::of(arm, counter));
                Ok(Flow::call(self, march.fed(game, nation).sized(game)))
            }
            Action::Ride(leader) => {
                self.may_ride(game, leader)?;
                Ok(Flow::call(self, Riding { leader }))
            }
            _ if garrison::is_about(action) => {
                garrison::act(game, seat, action, log)?;
                Ok(Flow::stay(self))
            }
            _ if stores::is_about(action) => match stores::act(game, seat, action, log)? {
                Some(question) => Ok(Flow::call(self, question)),
                None => Ok(Flow::stay(self)),
            },
            Action::Sue(nation) if game.seat(nation) == Some(seat) => {
                game.country(nation).may_sue()?;
                game.sue(nation, log);
                Ok(Flow::stay(self))
            }
            Action::Reduce(power) => {
                game.player(seat).may_reduce(power)?;
                Ok(Flow::call(self, Disbanding { power }))
            }
            Action::Sortie(leader) => {
                let hex = game.player(seat).may_sortie(leader)?;
                game.sortie(leader, hex, log);
                Ok(Flow::stay(self))
            }
            _ if is_special(action) => {
                game.act_special(seat, action, log)?;
                Ok(Flow::stay(self))
            }
            Action::Fight if game.battle.is_some() => Ok(Flow::call(self, Course::Calls)),
            Action::Done => Ok(self.end(game, log)),
            _ => Err(self.not_now(game)),
        }
    }

    /// Whoever a battle has driven to the last point of morale sues for peace before anything else (M-nm-32).
    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        game.settle_peace(log);
        if game.levies.is_alarmed() {
            return Some(Flow::call(self, Alarm));
        }
        game.left_booty().map(|capture| Flow::call(self, capture))
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        let seat = self.seat(game);
        if !viewer.is(seat) {
            return waiting();
        }
        let powers = NationId::all()
            .filter(|nation| game.seat(*nation) == Some(seat) && game.realm(*nation).command > 0);
        let gauge = |nation: NationId| {
            Gauge::new(format!("command points of {}", nation.name()), game.realm(nation).points)
        };
        Prompt {
            gauges: powers.map(gauge).collect(),
            ..Prompt::new("campaign", "Activate leaders and march, or end your turn.")
        }
    }

    fn choice(&self, game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let leader_piece = |leader: LeaderId| Target::Piece { piece: PieceKey::of(&leader) };
        match *action {
            Action::Activate(leader) => {
                let label = format!("Activate {}", leader.name());
                priced(Choice::new(Verb::Lead, label, leader_piece(leader)), leader)
            }
            Action::March(leader) => {
                Choice::new(Verb::Move, format!("March with {}", leader.name()), leader_piece(leader))
            }
            Action::Ride(leader) => {
                let label = format!("Send {} alone", leader.name());
                Choice::new(Verb::Redeploy, label, leader_piece(leader))
            }
            Action::Detach { hex, nation, arm } => {
                let label = format!("March with {arm} of {} alone", nation.name());
                let units = Units { hex, nation, arm, stance: game.quarters_in(nation, hex) };
                let target = Target::Piece { piece: PieceKey::of(&units) };
                Choice::new(Verb::Move, label, target).costing(1, Currency::CommandPoint)
            }
            Action::Reduce(power) => {
                Choice::button(Verb::Disband, format!("Disband troops of {}", power.name()))
            }
            Action::Sue(nation) => Choice::button(Verb::Ask, format!("{} sues for peace", nation.name())),
            Action::Sortie(leader) => {
                let label = format!("Attack the besiegers with {}", leader.name());
                priced(Choice::new(Verb::Attack, label, leader_piece(leader)), leader)
            }
            _ if garrison::is_about(action) => garrison::show(action),
            _ if stores::is_about(action) => stores::show(action),
            _ if is_special(action) => game.show_special(action),
            Action::Fight => {
                let label = format!("Begin the battle of {}", hex_name(game.fray().target));
                Choice::button(Verb::Fight, label).sealing()
            }
            _ => {
                let date = game.date;
                Choice::button(Verb::EndTurn, Cow::from(format!("End the turn of {date}"))).sealing()
            }
        }
    }

    fn plans(&self, game: &Marshals, seat: Seat, out: &mut Plans<Action>) {
        plans::from_camp(game, seat, out);
    }

    fn plan_choices(&self, game: &Marshals, _seat: Seat, plan: &[Action]) -> Vec<Choice> {
        plans::shown(game, plan, None).into_iter().collect()
    }

    fn attempts(&self, game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        let (Target::Piece { piece } | Target::Move { piece, .. }) = target else { return Vec::new() };
        if let Some(leader) = piece.get::<LeaderId>() {
            let mut tried = vec![Action::Activate(leader), Action::March(leader), Action::Ride(leader)];
            match game.staff.post(leader) {
                Post::Open(hex) if game.fort(hex) > 0 => tried.push(Action::EnterLeader(leader)),
                Post::Inside(_) => tried.push(Action::SallyLeader(leader)),
                _ => {}
            }
            return tried;
        }
        if let Some(Stores { hex, nation, is_depot, stance }) = piece.get::<Stores>() {
            if stance == Stance::Inside {
                return vec![Action::Unstow { hex, nation, is_depot }];
            }
            let demolish = Action::Demolish { hex, nation, is_depot };
            let mut tried = vec![Action::Haul { hex, nation }, Action::Convert { hex, nation }, demolish];
            if game.fort(hex) > 0 {
                tried.push(Action::Stow { hex, nation, is_depot });
            }
            return tried;
        }
        match piece.get::<Units>() {
            Some(Units { hex, nation, arm, stance: Stance::Open }) => {
                vec![Action::Detach { hex, nation, arm }, Action::Enter { hex, nation, arm }]
            }
            Some(Units { hex, nation, arm, stance: Stance::Inside }) => {
                vec![Action::Sally { hex, nation, arm }, Action::Detach { hex, nation, arm }]
            }
            None => Vec::new(),
        }
    }
}
