//! Marches to the sound of the guns. Rulebook "March to the Sound of the Guns".

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{
    Choice, Denied, Gauge, PieceKey, Plans, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule,
};
use serde::{Deserialize, Serialize};

use super::{MOST, Sort};
use crate::action::Action;
use crate::combat::Role;
use crate::control::around;
use crate::event::{Event, Mover, hex_at, hex_name, space};
use crate::field::{Muster, Record, Stance, by_choice};
use crate::forces::{Arm, Factors};
use crate::ground::ways;
use crate::ids::{LeaderId, NationId};
use crate::map::MAP;
use crate::questions::Question;
use crate::staff::Post;
use crate::state::{Engagement, Marshals};
use crate::view::{Units, waiting};
use crate::wording::words;

/// The least initiative of whoever marches to the guns (M-mtsg-1).
const EAR: u8 = 3;

/// How far from a battle somebody of the attackers can stand who marches to it: a hex from those next to it.
const NEAR: u16 = 2;

/// The records of those who can be taken along.
const FREE: [Record; 2] = [Record::Moved, Record::Fresh];

/// Who of a side's leaders march to the guns: asked once for each battle (M-mtsg-9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Guns {
    /// The side.
    pub(super) role: Role,
    /// Who is asked.
    pub(super) seat: Seat,
}

impl Engagement<'_> {
    /// Whether a leader may march to the guns, and where he can go: nowhere if he stands where he is to fight.
    pub(crate) fn hears(
        self,
        role: Role,
        seat: Seat,
        leader: LeaderId,
    ) -> Result<ArrayVec<HexId, 7>, Denied> {
        let denied = |rule, why: String| Err(Denied::new(rule, why));
        let (line, name, battle) = (leader.get(), leader.name(), self.battle);
        let nation = line.nation;
        let is_enemy = self.are_enemies(nation, battle.nation);
        if self.keeper(nation) != seat || is_enemy != (role == Role::Defender) || self.side(nation).is_none()
        {
            return denied(rule!("M-mtsg-9"), words!("{name} is not asked now."));
        }
        let Some(hex) = self.staff.hex(leader).filter(|_| !line.is_admiral()) else {
            return denied(rule!("M-mtsg-2"), words!("{name} is not near."));
        };
        if line.initiative < EAR {
            let why = words!("{name} has initiative {}; a march to the guns takes {EAR}.", line.initiative);
            return denied(rule!("M-mtsg-1"), why);
        }
        let inside = self.staff.post(leader) == Post::Inside(hex);
        let defends =
            role == Role::Defender && hex == battle.target && inside == (battle.sort == Sort::Assault);
        if self.staff.engaged.contains(leader) || defends {
            return denied(rule!("M-mtsg-9"), words!("{name} takes part already."));
        }
        if self.staff.rode.contains(leader) {
            return denied(rule!("M-lead-37"), words!("{name} has ridden alone in this turn."));
        }
        if self.staff.spent.contains(leader) {
            return denied(rule!("M-mtsg-11"), words!("{name} has fought in {MOST} battles of this turn."));
        }
        if role == Role::Attacker && !self.country(nation).is_steady() {
            let why = words!("{} has National Morale 2 or less.", nation.name());
            return denied(rule!("M-mtsg-3"), why);
        }
        // From inside a fort only those before it are attacked (M-mtsg-4).
        if role == Role::Attacker && inside && hex == battle.target && battle.sort != Sort::Assault {
            if self.store_inside(hex, nation).is_none() {
                let why = words!("{name} has neither supply unit nor depot inside.");
                return denied(rule!("M-mtsg-4"), why);
            }
            return Ok([hex].into_iter().collect());
        }
        if inside && self.is_shut_in(nation, hex) {
            let why = words!("Enemies stand before {}.", hex_name(hex));
            return denied(rule!("M-mtsg-4"), why);
        }
        if role == Role::Attacker && MAP.grid.distance(hex, battle.target) <= NEAR {
            self.may_supply_attack(nation, hex, 1)?;
        }
        let ways = match role {
            Role::Attacker => ways_to_join(self.game, leader, hex),
            // Comrades outside his fort are attacked (M-siege-19).
            Role::Defender if inside && hex == battle.target => [hex].into_iter().collect(),
            Role::Defender => {
                let open = self.reaches(hex, battle.target)
                    && self.may_come(nation, hex, battle.target).is_ok()
                    && self.may_stay(battle.target, [nation], &[leader]).is_ok();
                open.then_some(battle.target).into_iter().collect()
            }
        };
        if ways.is_empty() {
            return denied(
                rule!("M-mtsg-2"),
                words!("{name} is not next to the battle, or no way leads there."),
            );
        }
        Ok(ways)
    }
}

/// Where a leader of the attackers can join a battle in the open: where he is, if that is next to it; else in a hex next to him
/// that is (M-mtsg-5). He must begin next to attackers.
fn ways_to_join(game: &Marshals, leader: LeaderId, hex: HexId) -> ArrayVec<HexId, 7> {
    let battle = game.fray();
    let near = |hex: HexId| battle.from.iter().any(|own| *own == hex || game.reaches(hex, *own));
    if battle.sort == Sort::Assault || !near(hex) {
        return ArrayVec::new();
    }
    if game.reaches(hex, battle.target) {
        return [hex].into_iter().collect();
    }
    let nation = leader.get().nation;
    let joins = |to: &HexId| {
        game.may_supply_attack(nation, *to, 1).is_ok()
            && game.reaches(hex, *to)
            && game.reaches(*to, battle.target)
            && game.may_come(nation, hex, *to).is_ok()
            && game.may_stay(*to, [nation], &[leader]).is_ok()
    };
    ways(hex).iter().map(|way| way.to).filter(joins).collect()
}

impl Guns {
    fn leaders(self, game: &Marshals) -> impl Iterator<Item = LeaderId> {
        let able = game.staff.in_play().map(|(leader, _)| leader);
        able.filter(move |leader| game.engagement().hears(self.role, self.seat, *leader).is_ok())
    }

    /// Whether there is anybody to march.
    pub(super) fn is_asked(self, game: &Marshals) -> bool {
        game.fray().sort != Sort::Assault && self.leaders(game).next().is_some()
    }
}

impl Step<Marshals> for Guns {
    fn deciders(&self, _game: &Marshals) -> Seats {
        self.seat.into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(self.leaders(game).map(Action::Call));
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        _log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Call(leader) => {
                game.engagement().hears(self.role, self.seat, leader)?;
                let hex = game.staff.hex(leader).expect("he is near");
                let joining = Joining { leader, role: self.role, hex };
                joining.form_up(game);
                Ok(Flow::call(self, joining))
            }
            Action::Done => Ok(Flow::End),
            _ => Err(self.not_now(game)),
        }
    }

    fn settle(self, game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        (!self.is_asked(game)).then_some(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat) {
            return waiting();
        }
        let at = hex_name(game.fray().target);
        Prompt::new("guns", format!("Who marches to the sound of the guns at {at}?"))
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        match *action {
            Action::Call(leader) => {
                let target = Target::Piece { piece: PieceKey::of(&leader) };
                Choice::new(
                    Verb::Move,
                    format!("Choose what marches to the guns with {}", leader.name()),
                    target,
                )
            }
            _ => Choice::button(Verb::Done, "Enough").sealing(),
        }
    }

    /// A leader comes with all that he can take along, to each hex from which he can fight.
    fn plans(&self, game: &Marshals, _seat: Seat, out: &mut Plans<Action>) {
        for leader in self.leaders(game) {
            let ways = game.engagement().hears(self.role, self.seat, leader).unwrap_or_default();
            for to in ways {
                out.push([Action::Call(leader), Action::Step(to)]);
            }
        }
    }

    fn plan_choices(&self, game: &Marshals, _seat: Seat, plan: &[Action]) -> Vec<Choice> {
        let &[Action::Call(leader), Action::Step(to)] = plan else { return Vec::new() };
        let piece = PieceKey::of(&leader);
        let name = leader.name();
        let choice = match game.staff.hex(leader) == Some(to) {
            true => Choice::new(
                Verb::Fight,
                format!("{name} joins the battle from {}", hex_name(to)),
                Target::Piece { piece },
            ),
            false => {
                let target = Target::Move { piece, to: space(to) };
                Choice::new(Verb::Move, format!("{name} marches to the guns at {}", hex_name(to)), target)
            }
        };
        // Once nobody is left to be asked, both sides see each other.
        vec![choice.sealing()]
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match target {
            Target::Piece { piece } | Target::Move { piece, .. } => {
                piece.get().map(Action::Call).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A leader who marches to the guns takes part of his stack along, and goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Joining {
    leader: LeaderId,
    role: Role,
    /// Where he sets out.
    hex: HexId,
}

impl Joining {
    fn seat(self, game: &Marshals) -> Seat {
        game.keeper(self.leader.get().nation)
    }

    fn stance(self, game: &Marshals) -> Stance {
        match game.staff.post(self.leader) {
            Post::Inside(_) => Stance::Inside,
            _ => Stance::Open,
        }
    }

    fn muster(self, game: &Marshals, nation: NationId, record: Record) -> Muster {
        Muster::fresh(self.hex, nation).standing(self.stance(game)).with(record)
    }

    /// What a nation has in the hex that can come along: it has not fought twice.
    fn free(self, game: &Marshals, nation: NationId) -> Factors {
        FREE.into_iter().map(|record| self.free_with(game, nation, record)).sum()
    }

    fn free_with(self, game: &Marshals, nation: NationId, wanted: Record) -> Factors {
        let stance = self.stance(game);
        let here = game.forces.at(self.hex).iter().filter(|force| {
            let Muster { nation: whose, stance: how, record, fights, .. } = force.muster;
            whose == nation && how == stance && record == wanted && fights < MOST
        });
        here.map(|force| force.factors).sum()
    }

    /// Takes along as much as the leader commands, his own nation's first.
    fn form_up(self, game: &mut Marshals) {
        game.staff.marching.insert(self.leader);
        let mut room = game.general(self.leader).limit().unwrap_or(u16::MAX);
        let own = self.leader.get().nation;
        let mut nations: Vec<NationId> =
            game.forces.at(self.hex).iter().map(|force| force.muster.nation).collect();
        nations.dedup();
        nations.sort_by_key(|nation| *nation != own);
        nations.dedup();
        nations.retain(|nation| game.leads(self.leader, *nation));
        for nation in nations {
            let free = self.free(game, nation);
            for arm in by_choice(self.leader.get().is_cavalry) {
                for _ in 0..room.min(free[arm].into()) {
                    if self.may_take(game, nation, arm).is_err() {
                        break;
                    }
                    self.take(game, nation, arm);
                    room -= 1;
                }
            }
        }
    }

    /// One factor comes along, rather one that has moved.
    fn take(self, game: &mut Marshals, nation: NationId, arm: Arm) {
        for (from, to) in [(Record::Moved, Record::Trailing), (Record::Fresh, Record::Marching)] {
            if self.free_with(game, nation, from)[arm] > 0 {
                let from = self.muster(game, nation, from);
                game.forces.shift(from, Factors::of(arm, 1), |muster| muster.record = to);
                return;
            }
        }
    }

    fn may_take(self, game: &Marshals, nation: NationId, arm: Arm) -> Result<(), Denied> {
        if self.free(game, nation)[arm] == 0 {
            let why = words!("{} has no {arm} here that can come along.", nation.name());
            return Err(Denied::new(rule!("M-mtsg-11"), why));
        }
        if self.role == Role::Attacker && !game.country(nation).is_steady() {
            let why = words!("{} has National Morale 2 or less.", nation.name());
            return Err(Denied::new(rule!("M-mtsg-3"), why));
        }
        let mut column = game.marching();
        let one = Factors::of(arm, 1);
        match column.iter_mut().find(|(own, _)| *own == nation) {
            Some((_, factors)) => *factors += one,
            None => column.push((nation, one)),
        }
        game.can_command(&[self.leader], &column)?;
        match self.role {
            Role::Attacker => game.led_from(self.hex, &column, self.leader).may_attack(true),
            Role::Defender => Ok(()),
        }
    }

    fn may_leave(self, game: &Marshals, nation: NationId, arm: Arm) -> Result<(), Denied> {
        let marching = |record| game.forces.factors(self.muster(game, nation, record))[arm];
        if marching(Record::Marching) == 0 && marching(Record::Trailing) == 0 {
            let why = words!("No {arm} of {} comes along.", nation.name());
            return Err(Denied::new(rule!("M-mtsg-8"), why));
        }
        Ok(())
    }

    fn ways(self, game: &Marshals) -> ArrayVec<HexId, 7> {
        game.engagement().hears(self.role, self.seat(game), self.leader).unwrap_or_default()
    }

    /// He goes, and takes part.
    fn go(self, game: &mut Marshals, to: HexId, log: &mut Recorder<Event>) -> Flow<Question> {
        let (seat, from, role) = (self.seat(game), self.hex, self.role);
        let attacks = role == Role::Attacker;
        let sallies = attacks && to == game.fray().target;
        for (nation, _) in game.marching() {
            game.hunger.add(nation, to, game.hunger.of(nation, from));
        }
        game.forces.rewrite(
            |force| force.muster.record.marches(),
            |muster| {
                let has_moved = muster.record == Record::Trailing;
                *muster = Muster {
                    hex: to,
                    stance: if sallies { Stance::Inside } else { Stance::Open },
                    ..*muster
                };
                muster.record = match (attacks, has_moved) {
                    (true, true) => Record::Engaged,
                    (true, false) => Record::Called,
                    (false, true) => Record::Moved,
                    (false, false) => Record::Fresh,
                };
                muster.fights += u8::from(!attacks);
            },
        );
        if sallies && let Some(store) = game.store_inside(to, self.leader.get().nation) {
            game.burn_inside(store);
        }
        game.staff.marching.remove(self.leader);
        game.staff.send(self.leader, if sallies { Post::Inside(to) } else { Post::Open(to) });
        if attacks {
            game.staff.engaged.insert(self.leader);
        } else {
            game.staff.fights(self.leader);
        }
        let known = game.confidants(self.leader.get().nation);
        let who = Mover::Leader(self.leader);
        log.record(|| Event::ToTheGuns { seat, who, from, to, known });
        if from != to {
            game.sweep(self.leader.get().nation, to, log);
        }
        game.settle_control(around(from).chain(around(to)), log);
        Flow::End
    }
}

impl Step<Marshals> for Joining {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(self.ways(game).into_iter().map(Action::Step));
        let mut nations: Vec<NationId> =
            game.forces.at(self.hex).iter().map(|force| force.muster.nation).collect();
        nations.dedup();
        for nation in nations {
            for arm in Arm::ALL {
                if self.may_take(game, nation, arm).is_ok() {
                    out.push(Action::Take { nation, arm });
                }
                if self.may_leave(game, nation, arm).is_ok() {
                    out.push(Action::Leave { nation, arm });
                }
            }
        }
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Step(to) => {
                if !self.ways(game).contains(&to) {
                    let why = words!("{} marches one hex, to where he can fight.", self.leader.name());
                    let rule =
                        if self.role == Role::Attacker { rule!("M-mtsg-5") } else { rule!("M-mtsg-6") };
                    return Err(Denied::new(rule, why));
                }
                Ok(self.go(game, to, log))
            }
            Action::Take { nation, arm } => {
                self.may_take(game, nation, arm)?;
                self.take(game, nation, arm);
                Ok(Flow::stay(self))
            }
            Action::Leave { nation, arm } => {
                self.may_leave(game, nation, arm)?;
                for (from, to) in [(Record::Marching, Record::Fresh), (Record::Trailing, Record::Moved)] {
                    let from = self.muster(game, nation, from);
                    if game.forces.factors(from)[arm] > 0 {
                        game.forces.shift(from, Factors::of(arm, 1), |muster| muster.record = to);
                        break;
                    }
                }
                Ok(Flow::stay(self))
            }
            _ => Err(self.not_now(game)),
        }
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat(game)) {
            return waiting();
        }
        let count: u16 = game.marching().iter().map(|(_, factors)| factors.total()).sum();
        let text =
            format!("{} marches to the guns: choose what comes along, and where to.", self.leader.name());
        Prompt { gauges: vec![Gauge::new("factors on the march", count)], ..Prompt::new("joining", text) }
    }

    fn choice(&self, game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let units = |nation, arm| {
            let piece = PieceKey::of(&Units { hex: self.hex, nation, arm, stance: self.stance(game) });
            Target::Piece { piece }
        };
        match *action {
            Action::Step(to) if to == self.hex => {
                let target = Target::Piece { piece: PieceKey::of(&self.leader) };
                Choice::new(Verb::Fight, format!("Fight from {}", hex_name(to)), target)
            }
            Action::Step(to) => {
                let target = Target::Move { piece: PieceKey::of(&self.leader), to: space(to) };
                Choice::new(Verb::Move, format!("March to {}", hex_name(to)), target)
            }
            Action::Take { nation, arm } => Choice::new(
                Verb::Select,
                format!("Take {arm} of {} along", nation.name()),
                units(nation, arm),
            ),
            Action::Leave { nation, arm } => Choice::new(
                Verb::Deselect,
                format!("Leave {arm} of {} behind", nation.name()),
                units(nation, arm),
            ),
            _ => Choice::button(Verb::Done, "Go on"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => hex_at(to).map(Action::Step).into_iter().collect(),
            Target::Piece { piece } => match (piece.get::<LeaderId>(), piece.get::<Units>()) {
                (Some(leader), _) if leader == self.leader => vec![Action::Step(self.hex)],
                (_, Some(Units { nation, arm, .. })) => {
                    vec![Action::Take { nation, arm }, Action::Leave { nation, arm }]
                }
                _ => Vec::new(),
            },
            Target::Button => Vec::new(),
        }
    }
}
