//! Into forts and out of them. Rulebook: Sieges.
//!
//! Whoever controls a fort decides in his own turn who is inside.

use atlas::topology::HexId;
use engine::{Choice, Denied, PieceKey, Recorder, Seat, Target, Verb, rule};

use crate::action::Action;
use crate::combat::fort::check_garrison;
use crate::control::around;
use crate::event::{Event, hex_name};
use crate::field::{Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::staff::Post;
use crate::state::{Marshals, Player};
use crate::view::{Stores, Units};
use crate::wording::words;

/// The records from which a factor is taken, those first that leave it free to march.
const RECORDS: [Record; 2] = [Record::Moved, Record::Fresh];

impl Marshals {
    /// From where in a hex a nation's troops set out: out of the fort if enemies hold the ground before it (M-siege-8).
    pub(crate) fn quarters_in(&self, nation: NationId, hex: HexId) -> Stance {
        if self.is_shut_in(nation, hex) { Stance::Inside } else { Stance::Open }
    }

    /// Whether enemies of a nation stand in the open in the hex of a fort.
    pub(crate) fn is_shut_in(&self, nation: NationId, hex: HexId) -> bool {
        !self.forces.open(hex, |other| !self.are_friends(nation, other)).is_empty()
    }

    /// The force of a nation in a hex from which a factor goes in or out.
    fn source(&self, hex: HexId, nation: NationId, arm: Arm, stance: Stance) -> Option<Muster> {
        let muster = Muster::fresh(hex, nation).standing(stance);
        RECORDS
            .map(|record| muster.with(record))
            .into_iter()
            .find(|muster| self.forces.factors(*muster)[arm] > 0)
    }

    pub(crate) fn shift_leader(
        &mut self,
        leader: LeaderId,
        hex: HexId,
        to: Stance,
        log: &mut Recorder<Event>,
    ) {
        let post = if to == Stance::Inside { Post::Inside(hex) } else { Post::Open(hex) };
        regroup(self, leader.get().nation, hex, |game| game.staff.send(leader, post), log);
    }

    pub(crate) fn shift_store(&mut self, muster: Muster, is_depot: bool, to: Stance) {
        self.forces.unstore(muster, (!is_depot).into(), is_depot.into());
        self.forces.store(muster.standing(to), (!is_depot).into(), is_depot.into());
    }

    pub(crate) fn enter_fort(&mut self, hex: HexId, nation: NationId, arm: Arm, log: &mut Recorder<Event>) {
        regroup(self, nation, hex, |game| game.shift(hex, nation, arm, Stance::Open, Stance::Inside), log);
    }

    pub(crate) fn sally(&mut self, hex: HexId, nation: NationId, arm: Arm, log: &mut Recorder<Event>) {
        regroup(self, nation, hex, |game| game.shift(hex, nation, arm, Stance::Inside, Stance::Open), log);
    }

    fn shift(&mut self, hex: HexId, nation: NationId, arm: Arm, from: Stance, to: Stance) {
        let muster = self.source(hex, nation, arm, from).expect("it is there");
        self.forces.shift(muster, Factors::of(arm, 1), |muster| muster.stance = to);
    }

    /// Lists what can go into forts or come out.
    pub(crate) fn list_garrisons(
        &self,
        musters: impl Iterator<Item = (Muster, Factors)>,
        out: &mut Vec<Action>,
    ) {
        let first = out.len();
        for (Muster { hex, nation, stance, .. }, factors) in musters {
            if self.fort(hex) == 0 {
                continue;
            }
            let Some(seat) = self.seat(nation) else { continue };
            for (arm, _) in factors.arms() {
                let (action, may) = match stance {
                    Stance::Open => (
                        Action::Enter { hex, nation, arm },
                        self.player(seat).may_enter_fort(hex, nation, arm),
                    ),
                    Stance::Inside => {
                        (Action::Sally { hex, nation, arm }, self.player(seat).may_sally(hex, nation, arm))
                    }
                };
                if may.is_ok() && !out[first..].contains(&action) {
                    out.push(action);
                }
            }
        }
    }
}

impl Player<'_> {
    pub(crate) fn may_enter_fort(self, hex: HexId, nation: NationId, arm: Arm) -> Result<(), Denied> {
        owns(self.game, self.seat, nation)?;
        if self.source(hex, nation, arm, Stance::Open).is_none() {
            let why = words!("{} has no {arm} in the open there.", nation.name());
            return Err(Denied::new(rule!("M-siege-1"), why));
        }
        let level = may_use_fort(self.game, hex, nation)?;
        check_garrison(level, self.forces.inside(hex, |_| true) + Factors::of(arm, 1))
    }

    /// Whether a leader can go into the fort of his hex, or come out of it.
    pub(crate) fn may_shift_leader(self, leader: LeaderId, to: Stance) -> Result<HexId, Denied> {
        let nation = leader.get().nation;
        owns(self.game, self.seat, nation)?;
        let is_there = |hex: &HexId| match to {
            Stance::Inside => self.staff.post(leader) == Post::Open(*hex),
            Stance::Open => self.staff.post(leader) == Post::Inside(*hex),
        };
        let Some(hex) = self.staff.hex(leader).filter(is_there).filter(|_| !leader.get().is_admiral()) else {
            let why = words!("{} cannot go there from where he is.", leader.name());
            return Err(Denied::new(rule!("M-siege-1"), why));
        };
        if self.staff.engaged.contains(leader) {
            let why = words!("{} takes part in an attack.", leader.name());
            return Err(Denied::new(rule!("M-lead-42"), why));
        }
        match to {
            Stance::Inside => may_use_fort(self.game, hex, nation)?,
            Stance::Open => may_come_out(self.game, hex, nation).map(|()| 0)?,
        };
        Ok(hex)
    }

    /// The store that can go into the fort of a hex, or come out of it.
    pub(crate) fn may_shift_store(
        self,
        hex: HexId,
        nation: NationId,
        is_depot: bool,
        to: Stance,
    ) -> Result<Muster, Denied> {
        owns(self.game, self.seat, nation)?;
        let store = self.forces.at(hex).iter().find(|force| {
            let count = if is_depot { force.depots } else { force.supply };
            count > 0 && force.muster.nation == nation && force.muster.stance != to
        });
        let Some(muster) = store.map(|force| force.muster) else {
            let what = if is_depot { "depot" } else { "supply unit" };
            let why = words!("{} has no such {what} at {}.", nation.name(), hex_name(hex));
            return Err(Denied::new(rule!("M-siege-1"), why));
        };
        match to {
            Stance::Inside => may_use_fort(self.game, hex, nation)?,
            Stance::Open => may_come_out(self.game, hex, nation).map(|()| 0)?,
        };
        Ok(muster)
    }

    pub(crate) fn may_sally(self, hex: HexId, nation: NationId, arm: Arm) -> Result<(), Denied> {
        owns(self.game, self.seat, nation)?;
        if self.source(hex, nation, arm, Stance::Inside).is_none() {
            let why = words!("{} has no {arm} inside a fort there.", nation.name());
            return Err(Denied::new(rule!("M-siege-1"), why));
        }
        may_come_out(self.game, hex, nation)
    }

    /// Lists who of a seat's leaders, and which of its stores, can go into forts or come out.
    pub(crate) fn list_quarters(self, out: &mut Vec<Action>) {
        for (leader, post) in self.staff.in_play() {
            let (hex, to, action) = match post {
                Post::Open(hex) => (hex, Stance::Inside, Action::EnterLeader(leader)),
                Post::Inside(hex) => (hex, Stance::Open, Action::SallyLeader(leader)),
                _ => continue,
            };
            if self.fort(hex) > 0 && self.may_shift_leader(leader, to).is_ok() {
                out.push(action);
            }
        }
        let first = out.len();
        let stores = self.forces.iter().filter(|force| force.supply > 0 || force.depots > 0);
        for force in stores.filter(|force| self.fort(force.muster.hex) > 0) {
            let Muster { hex, nation, stance, .. } = force.muster;
            for is_depot in [false, true] {
                let (to, action) = match stance {
                    Stance::Open => (Stance::Inside, Action::Stow { hex, nation, is_depot }),
                    Stance::Inside => (Stance::Open, Action::Unstow { hex, nation, is_depot }),
                };
                let may = self.may_shift_store(hex, nation, is_depot, to).is_ok();
                if may && !out[first..].contains(&action) {
                    out.push(action);
                }
            }
        }
    }
}

/// Whether an order is about a fort: who or what goes in, or comes out.
pub(crate) fn is_about(action: &Action) -> bool {
    matches!(
        action,
        Action::Enter { .. }
            | Action::Sally { .. }
            | Action::EnterLeader(_)
            | Action::SallyLeader(_)
            | Action::Stow { .. }
            | Action::Unstow { .. }
    )
}

/// A seat has somebody or something go into a fort, or come out.
pub(crate) fn act(
    game: &mut Marshals,
    seat: Seat,
    action: &Action,
    log: &mut Recorder<Event>,
) -> Result<(), Denied> {
    match *action {
        Action::Enter { hex, nation, arm } => {
            game.player(seat).may_enter_fort(hex, nation, arm)?;
            game.enter_fort(hex, nation, arm, log);
        }
        Action::Sally { hex, nation, arm } => {
            game.player(seat).may_sally(hex, nation, arm)?;
            game.sally(hex, nation, arm, log);
            // Leaders of the enemy who were alone before the fort get away (M-lead-25).
            game.sweep(nation, hex, log);
        }
        Action::EnterLeader(leader) | Action::SallyLeader(leader) => {
            let goes_in = matches!(action, Action::EnterLeader(_));
            let to = if goes_in { Stance::Inside } else { Stance::Open };
            let hex = game.player(seat).may_shift_leader(leader, to)?;
            game.shift_leader(leader, hex, to, log);
        }
        Action::Stow { hex, nation, is_depot } | Action::Unstow { hex, nation, is_depot } => {
            let goes_in = matches!(action, Action::Stow { .. });
            let to = if goes_in { Stance::Inside } else { Stance::Open };
            let store = game.player(seat).may_shift_store(hex, nation, is_depot, to)?;
            game.shift_store(store, is_depot, to);
        }
        _ => unreachable!("it is about no fort"),
    }
    Ok(())
}

/// How such an order is shown.
pub(crate) fn show(action: &Action) -> Choice {
    let leader_piece = |leader: LeaderId| Target::Piece { piece: PieceKey::of(&leader) };
    let unit = |hex, nation, arm, stance| {
        let piece = PieceKey::of(&Units { hex, nation, arm, stance });
        Target::Piece { piece }
    };
    let stores = |hex, nation, is_depot, stance| {
        let piece = PieceKey::of(&Stores { hex, nation, stance, is_depot });
        Target::Piece { piece }
    };
    match *action {
        Action::Enter { hex, nation, arm } => {
            let label = format!("Put {arm} into the fort of {}", hex_name(hex));
            Choice::new(Verb::Place, label, unit(hex, nation, arm, Stance::Open))
        }
        Action::Sally { hex, nation, arm } => {
            let label = format!("Bring {arm} out of the fort of {}", hex_name(hex));
            Choice::new(Verb::Advance, label, unit(hex, nation, arm, Stance::Inside))
        }
        Action::EnterLeader(leader) => {
            Choice::new(Verb::Place, format!("Take {} into the fort", leader.name()), leader_piece(leader))
        }
        Action::SallyLeader(leader) => {
            let label = format!("Bring {} out of the fort", leader.name());
            Choice::new(Verb::Advance, label, leader_piece(leader))
        }
        Action::Stow { hex, nation, is_depot } => {
            let what = if is_depot { "depot" } else { "supply unit" };
            let label = format!("Bring a {what} into the fort of {}", hex_name(hex));
            Choice::new(Verb::Place, label, stores(hex, nation, is_depot, Stance::Open))
        }
        Action::Unstow { hex, nation, is_depot } => {
            let what = if is_depot { "depot" } else { "supply unit" };
            let label = format!("Bring a {what} out of the fort of {}", hex_name(hex));
            Choice::new(Verb::Advance, label, stores(hex, nation, is_depot, Stance::Inside))
        }
        _ => unreachable!("it is about no fort"),
    }
}

/// Whether those inside a fort with enemies before it may leave: unless they are besieged (M-siege-7, M-siege-8).
pub(crate) fn may_leave_fort(game: &Marshals, hex: HexId) -> Result<(), Denied> {
    if !game.is_besieged(hex) {
        return Ok(());
    }
    let outside = game.forces.open(hex, |_| true).total();
    let why = words!("{outside} factors besiege {}; nobody leaves but to attack them.", hex_name(hex));
    Err(Denied::new(rule!("M-siege-7"), why))
}

fn owns(game: &Marshals, seat: Seat, nation: NationId) -> Result<(), Denied> {
    if game.seat(nation) == Some(seat) {
        return Ok(());
    }
    Err(Denied::new(rule!("M-terms-4"), words!("Another plays {}.", nation.name())))
}

/// The level of the fort of a hex, if a nation can go into it.
fn may_use_fort(game: &Marshals, hex: HexId, nation: NationId) -> Result<u8, Denied> {
    let level = game.fort(hex);
    if level == 0 {
        return Err(Denied::new(rule!("M-fort-4"), words!("There is no fort at {}.", hex_name(hex))));
    }
    let friendly = game.control.get(hex).is_some_and(|holder| game.are_friends(holder, nation));
    if !friendly || !game.forces.inside(hex, |other| !game.are_friends(other, nation)).is_empty() {
        let why = words!("The fort of {} is not yours.", hex_name(hex));
        return Err(Denied::new(rule!("M-siege-1"), why));
    }
    Ok(level)
}

/// Whether a nation can come out of the fort of a hex.
fn may_come_out(game: &Marshals, hex: HexId, nation: NationId) -> Result<(), Denied> {
    if game.is_shut_in(nation, hex) {
        let why = words!("Enemies stand before {}.", hex_name(hex));
        return Err(Denied::new(rule!("M-stack-5"), why));
    }
    Ok(())
}

/// Does something in a hex, and settles control round it if a nation's side has or lacks a zone of control by that.
fn regroup(
    game: &mut Marshals,
    nation: NationId,
    hex: HexId,
    change: impl FnOnce(&mut Marshals),
    log: &mut Recorder<Event>,
) {
    let zone = |game: &Marshals| game.side(nation).and_then(|side| game.zone_at(side, hex));
    let before = zone(game);
    change(game);
    if zone(game) != before {
        game.settle_control(around(hex), log);
    }
}
