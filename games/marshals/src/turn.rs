//! The operational turn: who moves when, and who is activated. Rulebook: Turn Sequence, Command Points.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{
    Choice, Currency, Denied, Gauge, PieceKey, Plans, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer,
    rule,
};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::battle::Course;
use crate::event::{Event, hex_name};
use crate::field::{Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::intrinsic::Alarm;
use crate::movement::{Marching, plans};
use crate::questions::Question;
use crate::ride::Riding;
use crate::siege::Hunger;
use crate::specials::is_special;
use crate::staff::{LeaderSet, Post};
use crate::state::Marshals;
use crate::strategy::council::Council;
use crate::strategy::disbanding::Disbanding;
use crate::supply::depots::CONVERSION;
use crate::view::{Stores, Units, waiting};

/// The most factors of infantry on a counter.
const COUNTER: u8 = 5;

/// The order of the seats in an operational turn.
pub(crate) type Order = ArrayVec<Seat, 5>;

impl Marshals {
    /// Whether a leader can be given orders by a seat: his own, on land, and not shut in.
    pub(crate) fn may_order(&self, seat: Seat, leader: LeaderId) -> Result<HexId, Denied> {
        let nation = leader.get().nation;
        if self.seat(nation) != Some(seat) {
            let why = format!("{} serves {}, which another plays.", leader.name(), nation.name());
            return Err(Denied::new(rule!("M-terms-4"), why));
        }
        let Some(hex) = self.staff.hex(leader).filter(|_| !leader.get().is_admiral()) else {
            let why = format!("{} leads nobody on land.", leader.name());
            return Err(Denied::new(rule!("M-command-3"), why));
        };
        if self.staff.moved.contains(leader) {
            let why = format!("{} has moved in this turn.", leader.name());
            return Err(Denied::new(rule!("M-move-2"), why));
        }
        self.is_free_of_london(leader)?;
        if self.staff.post(leader) == Post::Inside(hex) && self.is_shut_in(nation, hex) {
            may_leave_fort(self, hex)?;
        }
        Ok(hex)
    }

    /// From where in a hex a nation's troops set out: out of the fort if enemies hold the ground before it (M-siege-8).
    pub(crate) fn quarters_in(&self, nation: NationId, hex: HexId) -> Stance {
        if self.is_shut_in(nation, hex) { Stance::Inside } else { Stance::Open }
    }

    /// Whether enemies of a nation stand in the open in the hex of a fort.
    pub(crate) fn is_shut_in(&self, nation: NationId, hex: HexId) -> bool {
        !self.forces.open(hex, |other| !self.are_friends(nation, other)).is_empty()
    }

    /// Whether a leader has anybody to march with who has not moved.
    pub(crate) fn has_fresh(&self, leader: LeaderId, hex: HexId) -> bool {
        self.forces.at(hex).iter().any(|force| {
            let Muster { nation, record, stance, .. } = force.muster;
            record == Record::Fresh
                && stance == self.quarters_in(leader.get().nation, hex)
                && !force.factors.is_empty()
                && self.leads(leader, nation)
        })
    }
}

/// Whether those inside a fort with enemies before it may leave: unless they are besieged (M-siege-7, M-siege-8).
fn may_leave_fort(game: &Marshals, hex: HexId) -> Result<(), Denied> {
    if !game.is_besieged(hex) {
        return Ok(());
    }
    let outside = game.forces.open(hex, |_| true).total();
    let why = format!("{outside} factors besiege {}; nobody leaves but to attack them.", hex_name(hex));
    Err(Denied::new(rule!("M-siege-7"), why))
}

/// An operational turn begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dawn;

impl Step<Marshals> for Dawn {
    fn deciders(&self, _game: &Marshals) -> Seats {
        Seats::NONE
    }

    fn list(&self, _game: &Marshals, _seat: Seat, _out: &mut Vec<Action>) {}

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        _action: &Action,
        _log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        Err(self.not_now(game))
    }

    fn prompt(&self, _game: &Marshals, _viewer: Viewer) -> Prompt {
        Prompt::default()
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, _action: &Action) -> Choice {
        Choice::button(Verb::Done, "Go on")
    }

    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        let date = game.date;
        if date.begins_season() && date > game.scenario().first_turn {
            game.finish_if_won(log);
            if game.is_over {
                return None;
            }
        }
        log.record(|| Event::Turn(date));
        if date.begins_season() {
            game.parole(log);
            game.complete_reforms(log);
            game.open_season();
            return Some(Flow::goto(Council::of(game)));
        }
        Some(Flow::goto(Morning))
    }
}

/// What a new operational turn brings to all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Morning;

impl Step<Marshals> for Morning {
    fn deciders(&self, _game: &Marshals) -> Seats {
        Seats::NONE
    }

    fn list(&self, _game: &Marshals, _seat: Seat, _out: &mut Vec<Action>) {}

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        _action: &Action,
        _log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        Err(self.not_now(game))
    }

    fn prompt(&self, _game: &Marshals, _viewer: Viewer) -> Prompt {
        Prompt::default()
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, _action: &Action) -> Choice {
        Choice::button(Verb::Done, "Go on")
    }

    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        game.spent.clear();
        game.renew_command();
        game.withdraw(log);
        game.come_back(log);
        game.join_the_war(log);
        game.reinforce(log);
        game.sieges.assaulted.clear();
        game.trespasses = 0;
        game.end_armistice(log);
        game.levies.forget();
        Some(Hunger::at(game, 0, log))
    }
}

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
        let hex = game.may_order(self.seat(game), leader)?;
        if game.staff.activated.contains(leader) {
            let why = format!("{} is activated already.", leader.name());
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        game.is_with_the_army(leader)?;
        if !game.has_fresh(leader, hex) && !game.has_subordinates(leader) {
            let why = format!("{} has nobody to lead at {}.", leader.name(), hex_name(hex));
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        game.pays_for(leader)
    }

    fn may_march(self, game: &Marshals, leader: LeaderId) -> Result<HexId, Denied> {
        let hex = game.may_order(self.seat(game), leader)?;
        if !game.staff.activated.contains(leader) {
            let why = format!("{} has not been activated.", leader.name());
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        if !game.has_fresh(leader, hex) {
            let why = format!("{} has nobody to lead at {}.", leader.name(), hex_name(hex));
            return Err(Denied::new(rule!("M-command-3"), why));
        }
        Ok(hex)
    }

    fn may_detach(self, game: &Marshals, muster: Muster, arm: Arm) -> Result<NationId, Denied> {
        let nation = muster.nation;
        if game.seat(nation) != Some(self.seat(game)) {
            let why = format!("Another plays {}.", nation.name());
            return Err(Denied::new(rule!("M-terms-4"), why));
        }
        if muster.stance == Stance::Inside {
            may_leave_fort(game, muster.hex)?;
        }
        if game.forces.factors(muster)[arm] == 0 {
            let why = format!("{} has no {arm} here that may still move.", nation.name());
            return Err(Denied::new(rule!("M-command-2"), why));
        }
        game.has_point(nation)
    }

    fn may_ride(self, game: &Marshals, leader: LeaderId) -> Result<HexId, Denied> {
        let hex = game.may_order(self.seat(game), leader)?;
        if game.staff.activated.contains(leader) {
            let why = format!("{} is activated to lead his stack.", leader.name());
            return Err(Denied::new(rule!("M-command-8"), why));
        }
        if game.staff.fought.contains(leader) {
            let why = format!("{} has fought in this turn.", leader.name());
            return Err(Denied::new(rule!("M-lead-37"), why));
        }
        if !game.can_ride(leader, hex) {
            let why = format!("No way is open to {} from {}.", leader.name(), hex_name(hex));
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
        let nations = game.nations_of(seat);
        game.part_mixed(&nations, log);
        clear_records(game, self.place);
        game.settle_lines(log);
        game.close_sieges(seat, log);
        // What both sides have lost tells on them at the end of a turn.
        log.reveal();
        game.tolls = game.judge_supply(seat, log);
        Flow::goto(Evening { place: self.place })
    }

    /// What there is in play of a seat, hex by hex.
    fn musters(self, game: &Marshals) -> impl Iterator<Item = (Muster, Factors)> + '_ {
        let seat = self.seat(game);
        let own = game.forces.iter().filter(move |force| game.seat(force.muster.nation) == Some(seat));
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
                    // Who stands together can ride together, if he serves the same nation.
                    let from = (leader.get().nation, post);
                    if rides.is_none_or(|(known, _)| known != from) {
                        rides = Some((from, self.may_ride(game, leader).is_ok()));
                    }
                    if rides.is_some_and(|(_, can)| can) {
                        out.push(Action::Ride(leader));
                    }
                }
            }
            if matches!(post, Post::Inside(_)) && game.may_sortie(seat, leader).is_ok() {
                out.push(Action::Sortie(leader));
            }
        }
        for (muster, factors) in self.musters(game) {
            for (arm, _) in factors.arms() {
                let Muster { hex, nation, stance, record, .. } = muster;
                let detach = Action::Detach { hex, nation, arm };
                let is_free = stance == game.quarters_in(nation, hex)
                    && record == Record::Fresh
                    && (stance == Stance::Open || may_leave_fort(game, hex).is_ok());
                if is_free
                    && game.has_point(nation).is_ok()
                    && out.last() != Some(&detach)
                    && !out.contains(&detach)
                {
                    out.push(detach);
                }
            }
        }
        game.list_garrisons(self.musters(game), out);
        game.list_quarters(seat, out);
        game.list_stores(seat, out);
        let powers = game.scenario().power.iter().map(|power| power.nation);
        let tired = powers.filter(|nation| game.seat(*nation) == Some(seat) && game.may_sue(*nation).is_ok());
        out.extend(tired.map(Action::Sue));
        game.list_specials(seat, out);
        out.extend(
            game.powers_of(seat).filter(|power| game.may_reduce(seat, *power).is_ok()).map(Action::Reduce),
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
                game.staff.activated.insert(leader);
                let known = game.confidants(leader.get().nation);
                log.record(|| Event::Activated { seat, leader, known });
                if game.has_subordinates(leader) {
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
            Action::Enter { hex, nation, arm } => {
                game.may_enter_fort(seat, hex, nation, arm)?;
                game.enter_fort(hex, nation, arm, log);
                Ok(Flow::stay(self))
            }
            Action::Sally { hex, nation, arm } => {
                game.may_sally(seat, hex, nation, arm)?;
                game.sally(hex, nation, arm, log);
                // Leaders of the enemy who were alone before the fort get away (M-lead-25).
                game.sweep(nation, hex, log);
                Ok(Flow::stay(self))
            }
            Action::EnterLeader(leader) | Action::SallyLeader(leader) => {
                let goes_in = matches!(action, Action::EnterLeader(_));
                let to = if goes_in { Stance::Inside } else { Stance::Open };
                let hex = game.may_shift_leader(seat, leader, to)?;
                game.shift_leader(leader, hex, to, log);
                Ok(Flow::stay(self))
            }
            Action::Stow { hex, nation, is_depot } | Action::Unstow { hex, nation, is_depot } => {
                let goes_in = matches!(action, Action::Stow { .. });
                let to = if goes_in { Stance::Inside } else { Stance::Open };
                let store = game.may_shift_store(seat, hex, nation, is_depot, to)?;
                game.shift_store(store, is_depot, to);
                Ok(Flow::stay(self))
            }
            Action::Convert { hex, nation } => {
                let order = game.may_convert(seat, hex, nation)?;
                game.convert(hex, order, log);
                Ok(Flow::stay(self))
            }
            Action::Demolish { hex, nation, is_depot } => {
                let muster = game.may_demolish(seat, hex, nation, is_depot)?;
                game.razed += u8::from(is_depot);
                game.scrap_stores(muster, (!is_depot).into(), is_depot.into());
                Ok(Flow::stay(self))
            }
            Action::Haul { hex, nation } => {
                let hauling = game.may_haul(seat, hex, nation)?;
                Ok(Flow::call(self, hauling))
            }
            Action::UseLine(nation) => {
                let forwarding = game.may_use_line(seat, nation)?;
                Ok(Flow::call(self, forwarding))
            }
            Action::Sue(nation) if game.seat(nation) == Some(seat) => {
                game.may_sue(nation)?;
                game.sue(nation, log);
                Ok(Flow::stay(self))
            }
            Action::Reduce(power) => {
                game.may_reduce(seat, power)?;
                Ok(Flow::call(self, Disbanding { power }))
            }
            Action::Sortie(leader) => {
                let hex = game.may_sortie(seat, leader)?;
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
        let unit = |hex, nation, arm, stance| {
            let piece = PieceKey::of(&Units { hex, nation, arm, stance });
            Target::Piece { piece }
        };
        let stores = |hex, nation, is_depot| {
            let piece = PieceKey::of(&Stores { hex, nation, stance: Stance::Open, is_depot });
            Target::Piece { piece }
        };
        match *action {
            Action::Activate(leader) => {
                let label = format!("Activate {}", leader.name());
                Marshals::priced(Choice::new(Verb::Lead, label, leader_piece(leader)), leader)
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
                let target = unit(hex, nation, arm, game.quarters_in(nation, hex));
                Choice::new(Verb::Move, label, target).costing(1, Currency::CommandPoint)
            }
            Action::Enter { hex, nation, arm } => {
                let label = format!("Put {arm} into the fort of {}", hex_name(hex));
                Choice::new(Verb::Place, label, unit(hex, nation, arm, Stance::Open))
            }
            Action::Sally { hex, nation, arm } => {
                let label = format!("Bring {arm} out of the fort of {}", hex_name(hex));
                Choice::new(Verb::Advance, label, unit(hex, nation, arm, Stance::Inside))
            }
            Action::EnterLeader(leader) => Choice::new(
                Verb::Place,
                format!("Take {} into the fort", leader.name()),
                leader_piece(leader),
            ),
            Action::SallyLeader(leader) => {
                let label = format!("Bring {} out of the fort", leader.name());
                Choice::new(Verb::Advance, label, leader_piece(leader))
            }
            Action::Stow { hex, nation, is_depot } => {
                let what = if is_depot { "depot" } else { "supply unit" };
                let label = format!("Bring a {what} into the fort of {}", hex_name(hex));
                Choice::new(Verb::Place, label, stores(hex, nation, is_depot))
            }
            Action::Unstow { hex, nation, is_depot } => {
                let what = if is_depot { "depot" } else { "supply unit" };
                let label = format!("Bring a {what} out of the fort of {}", hex_name(hex));
                let stores = Stores { hex, nation, stance: Stance::Inside, is_depot };
                Choice::new(Verb::Advance, label, Target::Piece { piece: PieceKey::of(&stores) })
            }
            Action::Convert { hex, nation } => {
                let label = format!("Set up a depot at {} for {CONVERSION} production points", hex_name(hex));
                Choice::new(Verb::Build, label, stores(hex, nation, false))
            }
            Action::Demolish { hex, nation, is_depot } => {
                let what = if is_depot { "depot" } else { "supply unit" };
                let label = format!("Destroy the {what} at {}", hex_name(hex));
                Choice::new(Verb::Discard, label, stores(hex, nation, is_depot))
            }
            Action::Haul { hex, nation } => {
                let label = format!("Send the supply unit at {} on its way", hex_name(hex));
                Choice::new(Verb::Move, label, stores(hex, nation, false))
            }
            Action::UseLine(nation) => {
                let label = format!("Send infantry of {} along its line", nation.name());
                Choice::button(Verb::Redeploy, label)
            }
            Action::Reduce(power) => {
                Choice::button(Verb::Disband, format!("Disband troops of {}", power.name()))
            }
            Action::Sue(nation) => Choice::button(Verb::Ask, format!("{} sues for peace", nation.name())),
            Action::Sortie(leader) => {
                let label = format!("Attack the besiegers with {}", leader.name());
                Marshals::priced(Choice::new(Verb::Attack, label, leader_piece(leader)), leader)
            }
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

/// A seat's turn is over: what it loses for want of supply is settled, then the next seat moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Evening {
    /// The place of the seat in the order of the turn.
    place: u8,
}

impl Step<Marshals> for Evening {
    fn deciders(&self, _game: &Marshals) -> Seats {
        Seats::NONE
    }

    fn list(&self, _game: &Marshals, _seat: Seat, _out: &mut Vec<Action>) {}

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        _action: &Action,
        _log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        Err(self.not_now(game))
    }

    fn prompt(&self, _game: &Marshals, _viewer: Viewer) -> Prompt {
        Prompt::default()
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, _action: &Action) -> Choice {
        Choice::button(Verb::Done, "Go on")
    }

    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        if let Some(toll) = game.tolls.pop() {
            return Some(Flow::call(self, toll));
        }
        let place = self.place + 1;
        if usize::from(place) < game.order().len() {
            return Some(Hunger::at(game, place, log));
        }
        game.close_turn(log);
        Some(Flow::goto(Dawn))
    }
}

/// A national leader, or a Coalition Military Leader, activates subordinates within his reach (M-command-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Summons {
    /// Who.
    leader: LeaderId,
    /// How many more.
    left: u8,
}

impl Summons {
    /// As many as his initiative.
    pub(crate) fn of(leader: LeaderId) -> Summons {
        Summons { leader, left: leader.get().initiative }
    }

    fn seat(self, game: &Marshals) -> Seat {
        game.seat(self.leader.get().nation).expect("who gives orders is played")
    }

    fn may_summon(self, game: &Marshals, leader: LeaderId) -> Result<(), Denied> {
        let own = self.leader.name();
        if !game.is_subordinate(leader, self.leader) {
            let why = format!("{} is not under the orders of {own}.", leader.name());
            return Err(Denied::new(rule!("M-lead-1"), why));
        }
        let hex = game.may_order(self.seat(game), leader)?;
        if game.staff.activated.contains(leader) {
            let why = format!("{} is activated already.", leader.name());
            return Err(Denied::new(rule!("M-command-4"), why));
        }
        game.is_with_the_army(leader)?;
        if !game.orders_reach(self.leader, hex) {
            let range = self.leader.get().initiative;
            let why = format!("No free way of {range} hexes or fewer leads from {own} to {}.", leader.name());
            return Err(Denied::new(rule!("M-lead-2"), why));
        }
        Ok(())
    }

    fn goes_on(self, game: &Marshals) -> bool {
        self.left > 0 && game.staff.in_play().any(|(leader, _)| self.may_summon(game, leader).is_ok())
    }
}

impl Step<Marshals> for Summons {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        let able = game.staff.in_play().map(|(leader, _)| leader);
        out.extend(able.filter(|leader| self.may_summon(game, *leader).is_ok()).map(Action::Summon));
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
            Action::Summon(leader) => {
                self.may_summon(game, leader)?;
                game.staff.activated.insert(leader);
                let known = game.confidants(leader.get().nation);
                log.record(|| Event::Activated { seat, leader, known });
                Ok(Flow::stay(Summons { left: self.left - 1, ..self }))
            }
            Action::Done => Ok(Flow::End),
            _ => Err(self.not_now(game)),
        }
    }

    fn settle(self, game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        (!self.goes_on(game)).then_some(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat(game)) {
            return waiting();
        }
        let text = format!("{} activates subordinates.", self.leader.name());
        Prompt {
            gauges: vec![Gauge::count(self.left, "subordinate", "subordinates")],
            ..Prompt::new("summons", text)
        }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        match *action {
            Action::Summon(leader) => {
                let target = Target::Piece { piece: PieceKey::of(&leader) };
                Choice::new(Verb::Select, format!("Activate {} as well", leader.name()), target)
            }
            _ => Choice::button(Verb::Done, "Activate nobody else"),
        }
    }

    fn plans(&self, game: &Marshals, seat: Seat, out: &mut Plans<Action>) {
        plans::add_summoned(game, seat, self.leader, self.left, out);
    }

    fn plan_choices(&self, _game: &Marshals, _seat: Seat, plan: &[Action]) -> Vec<Choice> {
        vec![plans::shown_summoned(plan)]
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match target {
            Target::Piece { piece } => piece.get().map(Action::Summon).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}
