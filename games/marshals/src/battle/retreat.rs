//! Retreat after combat. Rulebook "Retreat After Combat", "Retreat Priorities".

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::control::around;
use crate::event::{Event, Mover, hex_at, hex_name, space};
use crate::field::{Force, Stance};
use crate::forces::{Arm, Factors};
use crate::ground::ways;
use crate::ids::{LeaderId, NationId};
use crate::questions::Question;
use crate::staff::Post;
use crate::state::{Engagement, Marshals};
use crate::view::{Units, waiting};
use crate::wording::words;

/// Where a retreat can go.
pub(crate) type Havens = ArrayVec<HexId, 6>;

impl Marshals {
    /// All that a seat has there retreats, supply units with the troops (M-combat-37).
    pub(super) fn withdraw_all(&mut self, seat: Seat, to: HexId, log: &mut Recorder<Event>) {
        let target = self.fray().target;
        let beaten: Vec<Force> = beaten(self, seat).copied().collect();
        if beaten.is_empty() {
            return;
        }
        for force in &beaten {
            self.forces.take(force.muster, force.factors);
        }
        let nations: Vec<NationId> = beaten.iter().map(|force| force.muster.nation).collect();
        let stores: Vec<Force> = self.forces.at(target).to_vec();
        for force in beaten {
            self.forces.put(crate::field::Muster { hex: to, ..force.muster }, force.factors);
        }
        for store in stores {
            let muster = store.muster;
            if store.supply > 0 && muster.stance == Stance::Open && nations.contains(&muster.nation) {
                self.forces.unstore(muster, store.supply, 0);
                self.forces.store(crate::field::Muster { hex: to, ..muster }, store.supply, 0);
            }
        }
        let leaders: Vec<LeaderId> = beaten_leaders(self, seat).collect();
        let who = match self.top_of(leaders.iter().copied()) {
            Some(leader) => Mover::Leader(leader),
            None => Mover::Troops(nations[0]),
        };
        for leader in leaders {
            self.staff.send(leader, Post::Open(to));
        }
        for nation in &nations {
            self.note_mixed(*nation, to);
        }
        log.record(|| Event::Retreated { seat, who, from: target, to });
        self.settle_control(around(target).chain(around(to)), log);
    }
}

impl Engagement<'_> {
    /// Where units of a nation can retreat to: first an empty hex out of enemy zones, or friends whom no enemy is next to; else
    /// friends whom one is (M-combat-42, M-zoc-7).
    pub(super) fn havens(self, from: HexId, nation: NationId) -> Havens {
        let fighting = |hex: HexId, who: &dyn Fn(NationId) -> bool| {
            let here = self.forces.at(hex).iter();
            here.filter(|force| force.is_in_the_open()).any(|force| who(force.muster.nation))
        };
        let friends = |hex| fighting(hex, &|other| self.are_friends(other, nation));
        let enemies = |hex| fighting(hex, &|other| self.are_enemies(other, nation));
        let near_enemies =
            |hex: HexId| ways(hex).iter().any(|way| self.reaches(hex, way.to) && enemies(way.to));
        let garrisoned = |hex| !self.forces.inside(hex, |other| self.are_enemies(other, nation)).is_empty();
        let open = |hex: &HexId| self.reaches(from, *hex) && self.may_come(nation, from, *hex).is_ok();
        let near: Havens = ways(from).iter().map(|way| way.to).filter(open).collect();
        let safe = |hex: &HexId| match friends(*hex) {
            true => !near_enemies(*hex),
            false => !garrisoned(*hex) && !self.is_covered(nation, *hex),
        };
        let first: Havens = near.iter().copied().filter(safe).collect();
        if !first.is_empty() {
            return first;
        }
        near.into_iter().filter(|hex| friends(*hex)).collect()
    }

    /// Whether the defender of the battle has nowhere to go (M-combat-39).
    pub(super) fn is_surrounded(self) -> bool {
        let battle = self.battle;
        let defender = match &battle.clash {
            Some(clash) => clash.before[crate::combat::Role::Defender][0].clone(),
            None => self.defender(),
        };
        let mut attacked = defender.contingents.iter().map(|contingent| contingent.nation);
        attacked.all(|nation| self.havens(battle.target, nation).is_empty())
    }
}

/// The forces of a seat that are to leave the hex of the battle.
fn beaten(game: &Marshals, seat: Seat) -> impl Iterator<Item = &Force> {
    let battle = game.fray();
    let own = game.forces.at(battle.target).iter();
    own.filter(move |force| {
        let nation = force.muster.nation;
        force.is_in_the_open()
            && game.are_enemies(nation, battle.nation)
            && game.keeper(nation) == seat
            && game.engagement().takes_part(force.muster)
    })
}

/// The leaders of a seat who are to leave the hex of the battle with their troops.
fn beaten_leaders(game: &Marshals, seat: Seat) -> impl Iterator<Item = LeaderId> + '_ {
    let battle = game.fray();
    game.staff.at(battle.target, Stance::Open).filter(move |leader| {
        let nation = leader.get().nation;
        game.are_enemies(nation, battle.nation)
            && game.keeper(nation) == seat
            && game.engagement().leader_takes_part(*leader)
    })
}

/// A seat's beaten units retreat, together or apart (M-combat-38).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Retreating {
    seat: Seat,
    /// The hexes round the battle to which some have gone, as everybody has been told: how many, or who, nobody may know (M-intel-6).
    told: u8,
}

impl Retreating {
    /// Those of a seat, who have not set out yet.
    pub(super) fn of(seat: Seat) -> Retreating {
        Retreating { seat, told: 0 }
    }

    /// Some have gone to a hex.
    fn tell(&mut self, from: HexId, to: HexId, nation: NationId, log: &mut Recorder<Event>) {
        let place = ways(from).iter().position(|way| way.to == to).expect("a retreat is one hex long");
        if self.told >> place & 1 == 0 {
            self.told |= 1 << place;
            let (seat, who) = (self.seat, Mover::Troops(nation));
            log.record(|| Event::Retreated { seat, who, from, to });
        }
    }

    /// Whether there is anybody left to retreat.
    pub(super) fn is_asked(self, game: &Marshals) -> bool {
        beaten(game, self.seat).next().is_some()
    }

    /// Where all can go. A nation that can go nowhere goes with the others of its seat, and if none of these can, with those of others.
    fn havens(self, game: &Marshals) -> Havens {
        let own = self.havens_of(game, beaten(game, self.seat).map(|force| force.muster.nation));
        if !own.is_empty() {
            return own;
        }
        let defender = &game.clash().before[crate::combat::Role::Defender];
        self.havens_of(game, defender.iter().flat_map(|stack| &stack.contingents).map(|own| own.nation))
    }

    fn havens_of(self, game: &Marshals, nations: impl Iterator<Item = NationId>) -> Havens {
        let target = game.fray().target;
        let mut havens = Havens::new();
        for hex in nations.flat_map(|nation| game.engagement().havens(target, nation)) {
            if !havens.contains(&hex) {
                havens.push(hex);
            }
        }
        havens.sort_unstable();
        havens
    }

    fn may_go(self, game: &Marshals, to: HexId) -> Result<(), Denied> {
        if self.havens(game).contains(&to) {
            return Ok(());
        }
        let why = words!(
            "{} is no refuge: a retreat goes to an empty hex out of enemy zones, or to friends.",
            hex_name(to)
        );
        Err(Denied::new(rule!("M-combat-42"), why))
    }

    fn may_part(self, game: &Marshals, nation: NationId, arm: Arm, to: HexId) -> Result<(), Denied> {
        self.may_go(game, to)?;
        let of = |force: &&Force| force.muster.nation == nation && force.factors[arm] > 0;
        if beaten(game, self.seat).find(of).is_none() {
            let why = words!("No {arm} of {} is to retreat.", nation.name());
            return Err(Denied::new(rule!("M-combat-38"), why));
        }
        Ok(())
    }

    fn may_escape(self, game: &Marshals, leader: LeaderId, to: HexId) -> Result<(), Denied> {
        self.may_go(game, to)?;
        if beaten_leaders(game, self.seat).any(|other| other == leader) {
            return Ok(());
        }
        let why = words!("{} is not to retreat.", leader.name());
        Err(Denied::new(rule!("M-combat-38"), why))
    }
}

impl Step<Marshals> for Retreating {
    fn deciders(&self, _game: &Marshals) -> Seats {
        self.seat.into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        let havens = self.havens(game);
        out.extend(havens.iter().map(|hex| Action::Retreat(*hex)));
        if havens.len() < 2 {
            return;
        }
        let first = out.len();
        for to in havens {
            for force in beaten(game, self.seat) {
                for (arm, _) in force.factors.arms() {
                    let part = Action::Part { nation: force.muster.nation, arm, to };
                    if !out[first..].contains(&part) {
                        out.push(part);
                    }
                }
            }
            out.extend(beaten_leaders(game, self.seat).map(|leader| Action::Escape { leader, to }));
        }
    }

    fn act(
        mut self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        let target = game.fray().target;
        match *action {
            Action::Retreat(to) => {
                self.may_go(game, to)?;
                game.withdraw_all(self.seat, to, log);
                Ok(Flow::End)
            }
            Action::Part { .. } | Action::Escape { .. } if self.havens(game).len() < 2 => {
                Err(Denied::new(rule!("M-combat-38"), "There is but one way to retreat."))
            }
            Action::Part { nation, arm, to } => {
                self.may_part(game, nation, arm, to)?;
                let mut own = beaten(game, self.seat);
                let from = own.find(|force| force.muster.nation == nation && force.factors[arm] > 0);
                let from = from.expect("it is to retreat").muster;
                drop(own);
                game.forces.shift(from, Factors::of(arm, 1), |muster| muster.hex = to);
                game.note_mixed(nation, to);
                self.tell(target, to, nation, log);
                game.settle_control(around(target).chain(around(to)), log);
                Ok(if self.is_asked(game) { Flow::stay(self) } else { Flow::End })
            }
            Action::Escape { leader, to } => {
                self.may_escape(game, leader, to)?;
                game.staff.send(leader, Post::Open(to));
                self.tell(target, to, leader.get().nation, log);
                game.settle_control(around(target).chain(around(to)), log);
                Ok(Flow::stay(self))
            }
            _ => Err(self.not_now(game)),
        }
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat) {
            return waiting();
        }
        Prompt::new(
            "retreat",
            format!("Choose where your troops retreat from {}.", hex_name(game.fray().target)),
        )
    }

    fn choice(&self, game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let hex = game.fray().target;
        match *action {
            Action::Retreat(to) => {
                Choice::new(Verb::Retreat, format!("Retreat to {}", hex_name(to)), Target::Space(space(to)))
            }
            Action::Part { nation, arm, to } => {
                let piece = PieceKey::of(&Units { hex, nation, arm, stance: Stance::Open });
                let label =
                    format!("Retreat with a factor of {arm} of {} to {}", nation.name(), hex_name(to));
                Choice::new(Verb::Retreat, label, Target::Move { piece, to: space(to) })
            }
            Action::Escape { leader, to } => {
                let target = Target::Move { piece: PieceKey::of(&leader), to: space(to) };
                Choice::new(Verb::Retreat, format!("Send {} to {}", leader.name(), hex_name(to)), target)
            }
            _ => Choice::button(Verb::Done, "Go on"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match *target {
            Target::Space(to) => hex_at(to).map(Action::Retreat).into_iter().collect(),
            Target::Move { piece, to } => {
                let Some(to) = hex_at(to) else { return Vec::new() };
                if let Some(leader) = piece.get() {
                    return vec![Action::Escape { leader, to }];
                }
                piece
                    .get::<Units>()
                    .map(|units| Action::Part { nation: units.nation, arm: units.arm, to })
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}
