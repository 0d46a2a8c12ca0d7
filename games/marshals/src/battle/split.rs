//! Napoleon splits his enemies. Rulebook "Other Leader Abilities", Split Enemies.
//!
//! A nation that is split off fights its own battle, first, against the leader who faces it; then the others fight. What faces it has
//! that on record.

use atlas::topology::HexId;
use engine::steps::{Flow, OneOf, Step};
use engine::{Choice, Denied, Gauge, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use super::Sort;
use crate::action::Action;
use crate::combat::napoleon::{DECLINE, HOLDING};
use crate::event::Event;
use crate::field::{Force, Muster, Record, Stance, by_choice};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::nations::Side;
use crate::questions::Question;
use crate::state::{Engagement, Marshals};
use crate::view::{Units, waiting};
use crate::wording::words;

/// A nation that Napoleon has split off (M-lead-47).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Split {
    /// Which, with its clients.
    pub nation: NationId,
    /// Who faces it.
    pub leader: LeaderId,
    /// Whether its own battle is fought now; else that of the others.
    pub is_apart: bool,
}

impl Record {
    /// Whether it faces a nation that is split off.
    #[inline]
    pub fn is_apart(self) -> bool {
        matches!(self, Record::Apart | Record::Lent | Record::Facing)
    }

    /// The same, facing the nation that is split off.
    fn set_apart(self) -> Record {
        match self {
            Record::Engaged => Record::Apart,
            Record::Called => Record::Lent,
            _ => Record::Facing,
        }
    }

    /// The same, back with the others.
    pub(super) fn rejoined(self) -> Record {
        match self {
            Record::Apart => Record::Engaged,
            Record::Lent => Record::Called,
            Record::Facing => Record::Fresh,
            record => record,
        }
    }
}

impl Marshals {
    /// The other battle is still to be fought.
    pub(super) fn next_of_split(&mut self) -> bool {
        let Some(battle) = &mut self.battle else { return false };
        match &mut battle.split {
            Some(split) if split.is_apart => {
                split.is_apart = false;
                battle.clash = None;
                true
            }
            _ => false,
        }
    }
}

impl Engagement<'_> {
    /// The nation that is split off in the battle, if one is.
    fn split(self) -> Option<Split> {
        self.battle().and_then(|battle| battle.split)
    }

    /// Whether a force is in the battle that is being fought now: always, unless Napoleon has split his enemies.
    pub(crate) fn takes_part(self, muster: Muster) -> bool {
        self.split().is_none_or(|split| {
            let apart = match self.side(muster.nation) {
                Some(Side::French) => muster.record.is_apart(),
                _ => is_split_off(self.game, split, muster.nation),
            };
            apart == split.is_apart
        })
    }

    /// The same of a leader.
    pub(crate) fn leader_takes_part(self, leader: LeaderId) -> bool {
        self.split().is_none_or(|split| {
            let nation = leader.get().nation;
            let apart = match self.side(nation) {
                Some(Side::French) => leader == split.leader,
                _ => is_split_off(self.game, split, nation),
            };
            apart == split.is_apart
        })
    }
}

/// Whether a nation is of those that are split off.
fn is_split_off(game: &Marshals, split: Split, nation: NationId) -> bool {
    nation == split.nation || game.realm(nation).patron == Some(split.nation)
}

/// Whether the French attack in the battle.
fn french_attack(game: &Marshals) -> bool {
    game.side(game.fray().nation) == Some(Side::French)
}

/// Whether a force takes part in the battle for a side.
fn is_in_battle(game: &Marshals, force: &Force, side: Side) -> bool {
    let battle = game.fray();
    let muster = force.muster;
    if game.side(muster.nation) != Some(side) || force.factors.is_empty() {
        return false;
    }
    match game.side(battle.nation) == Some(side) {
        true => muster.record.attacks(),
        false => muster.hex == battle.target && muster.stance == Stance::Open,
    }
}

/// The enemy powers that Napoleon fights in the battle, with their clients.
fn powers_faced(game: &Marshals) -> Vec<NationId> {
    let enemies = game.forces.iter().filter(|force| is_in_battle(game, force, Side::Coalition));
    let power = |nation: NationId| game.realm(nation).patron.unwrap_or(nation);
    let mut powers: Vec<NationId> = enemies.map(|force| power(force.muster.nation)).collect();
    powers.sort_unstable();
    powers.dedup();
    powers
}

/// The French leaders in the battle.
fn marshals_in_battle(game: &Marshals) -> Vec<LeaderId> {
    let attack = french_attack(game);
    let target = game.fray().target;
    let of_side = |leader: &LeaderId| game.side(leader.get().nation) == Some(Side::French);
    let all = game.staff.in_play().map(|(leader, _)| leader).filter(of_side);
    all.filter(|leader| match attack {
        true => game.staff.engaged.contains(*leader),
        false => game.staff.post(*leader) == crate::staff::Post::Open(target) && !leader.get().is_admiral(),
    })
    .collect()
}

/// What a leader could face a nation with: the factors in the battle in his hex that he leads, and that are not set apart.
fn at_hand(game: &Marshals, leader: LeaderId) -> impl Iterator<Item = (Muster, Factors)> + '_ {
    let hex = game.staff.hex(leader);
    let own = game.forces.iter().filter(move |force| {
        Some(force.muster.hex) == hex
            && !force.muster.record.is_apart()
            && is_in_battle(game, force, Side::French)
            && game.leads(leader, force.muster.nation)
    });
    own.map(|force| (force.muster, force.factors))
}

/// Whether Napoleon may split off a nation and have a leader face it (M-lead-47).
fn may_split_off(game: &Marshals, nation: NationId, leader: LeaderId) -> Result<(), Denied> {
    let deny = |why: String| Err(Denied::new(rule!("M-lead-47"), why));
    let year = game.date.year();
    if year >= DECLINE {
        return deny(words!("Napoleon splits his enemies until {}; it is {year}.", DECLINE - 1));
    }
    let marshals = marshals_in_battle(game);
    let Some(napoleon) = marshals.iter().find(|leader| leader.name().starts_with("Napoleon")) else {
        return deny("Napoleon takes no part in the battle.".into());
    };
    let powers = powers_faced(game);
    if powers.len() < 2 || !powers.contains(&nation) {
        return deny(words!("Napoleon splits two nations or more; he faces {}.", powers.len()));
    }
    let is_his = leader == *napoleon || game.general(leader).is_subordinate(*napoleon);
    if !is_his || !marshals.contains(&leader) {
        return deny(words!("{} does not fight under Napoleon here.", leader.name()));
    }
    let factors: u16 = at_hand(game, leader).map(|(_, factors)| factors.total()).sum();
    if factors < HOLDING {
        return deny(words!("{HOLDING} factors must face a nation; {} has {factors}.", leader.name()));
    }
    let all = game.forces.iter().filter(|force| is_in_battle(game, force, Side::French));
    let all: u16 = all.map(|force| force.factors.total()).sum();
    if all <= HOLDING || marshals.len() < 2 && french_attack(game) {
        return deny("Nobody would be left to face the others.".into());
    }
    Ok(())
}

/// Napoleon splits his enemies, or fights them together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Splitting;

impl Splitting {
    /// Whether he has a choice.
    pub(super) fn is_asked(self, game: &Marshals) -> bool {
        game.fray().sort == Sort::Field && self.pairs(game).next().is_some()
    }

    /// Whom he can split off, and who can face them.
    fn pairs(self, game: &Marshals) -> impl Iterator<Item = (NationId, LeaderId)> {
        let powers = if game.date.year() < DECLINE { powers_faced(game) } else { Vec::new() };
        let marshals = if powers.len() > 1 { marshals_in_battle(game) } else { Vec::new() };
        powers.into_iter().flat_map(move |power| {
            let able = marshals
                .clone()
                .into_iter()
                .filter(move |leader| may_split_off(game, power, *leader).is_ok());
            able.map(move |leader| (power, leader))
        })
    }
}

impl OneOf for Splitting {
    type Game = Marshals;
    type Item = Option<(NationId, LeaderId)>;

    fn decider(&self, game: &Marshals) -> Seat {
        game.keeper(NationId::FRANCE)
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Option<(NationId, LeaderId)>> {
        std::iter::once(None).chain(self.pairs(game).map(Some))
    }

    fn action(&self, item: Option<(NationId, LeaderId)>) -> Action {
        item.map_or(Action::Stand, |(nation, leader)| Action::Split { nation, leader })
    }

    fn chosen(
        self,
        game: &mut Marshals,
        item: Option<(NationId, LeaderId)>,
        _log: &mut Recorder<Event>,
    ) -> Flow<Question> {
        let Some((nation, leader)) = item else { return Flow::End };
        game.battle.as_mut().expect("a battle is declared").split =
            Some(Split { nation, leader, is_apart: true });
        Flow::goto(Parting::form_up(game, leader))
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        Prompt::new(
            "split",
            "Napoleon may split his enemies: a leader with 4 factors or more faces one nation alone.",
        )
    }

    fn show(&self, _game: &Marshals, item: Option<(NationId, LeaderId)>) -> Choice {
        match item {
            Some((nation, leader)) => {
                let label = format!("Have {} face {} alone", leader.name(), nation.name());
                Choice::new(Verb::Select, label, Target::Piece { piece: PieceKey::of(&leader) })
            }
            None => Choice::button(Verb::Fight, "Fight them together"),
        }
    }

    fn insist(&self, _game: &Marshals) -> Denied {
        Denied::new(rule!("M-lead-47"), "Napoleon splits his enemies first, or fights them together.")
    }
}

/// The leader who faces a nation takes factors with him.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Parting {
    leader: LeaderId,
}

impl Parting {
    /// With as many as it takes, his own nation's infantry first.
    fn form_up(game: &mut Marshals, leader: LeaderId) -> Parting {
        let parting = Parting { leader };
        let mut nations: Vec<NationId> = at_hand(game, leader).map(|(muster, _)| muster.nation).collect();
        nations.dedup();
        nations.sort_by_key(|nation| *nation != leader.get().nation);
        let mut wanted = HOLDING;
        for nation in nations {
            for arm in by_choice(leader.get().is_cavalry) {
                while wanted > 0 && parting.source(game, nation, arm, false).is_some() {
                    parting.shift(game, nation, arm, false);
                    wanted -= 1;
                }
            }
        }
        parting
    }

    fn hex(self, game: &Marshals) -> HexId {
        game.staff.hex(self.leader).expect("he is in the battle")
    }

    /// The force from which a factor goes over to those set apart, or back.
    fn source(self, game: &Marshals, nation: NationId, arm: Arm, apart: bool) -> Option<Muster> {
        let hex = self.hex(game);
        let here = game.forces.at(hex).iter().filter(|force| {
            let muster = force.muster;
            muster.nation == nation && muster.record.is_apart() == apart && force.factors[arm] > 0
        });
        here.filter(|force| is_in_battle(game, force, Side::French)).map(|force| force.muster).next()
    }

    fn shift(self, game: &mut Marshals, nation: NationId, arm: Arm, apart: bool) {
        let from = self.source(game, nation, arm, apart).expect("it is there");
        game.forces.shift(from, Factors::of(arm, 1), |muster| {
            muster.record = if apart { muster.record.rejoined() } else { muster.record.set_apart() };
        });
    }

    fn factors(self, game: &Marshals, apart: bool) -> u16 {
        let own = game.forces.iter().filter(|force| force.muster.record.is_apart() == apart);
        own.filter(|force| is_in_battle(game, force, Side::French)).map(|force| force.factors.total()).sum()
    }

    fn may_take(self, game: &Marshals, nation: NationId, arm: Arm) -> Result<(), Denied> {
        let deny = |why: String| Err(Denied::new(rule!("M-lead-47"), why));
        if !game.leads(self.leader, nation) || self.source(game, nation, arm, false).is_none() {
            return deny(words!("{} has no more {arm} of {} here.", self.leader.name(), nation.name()));
        }
        let taken = self.factors(game, true);
        if let Some(limit) = game.general(self.leader).limit().filter(|limit| taken >= *limit) {
            let why = words!("{} commands {limit} factors.", self.leader.name());
            return Err(Denied::new(rule!("M-lead-17"), why));
        }
        if self.factors(game, false) < 2 {
            return deny("Nobody would be left to face the others.".into());
        }
        Ok(())
    }

    fn may_leave(self, game: &Marshals, nation: NationId, arm: Arm) -> Result<(), Denied> {
        let taken = self.factors(game, true);
        if taken <= HOLDING || self.source(game, nation, arm, true).is_none() {
            let why = words!("{HOLDING} factors must face the nation that is split off; these are {taken}.");
            return Err(Denied::new(rule!("M-lead-47"), why));
        }
        Ok(())
    }

    /// Whether both battles can be fought like that: whoever attacks is led, and not more than his leaders command.
    fn may_fight(self, game: &Marshals) -> Result<(), Denied> {
        if !french_attack(game) {
            return Ok(());
        }
        let mut parted = game.clone();
        for is_apart in [true, false] {
            if let Some(split) = &mut parted.battle.as_mut().expect("a battle is declared").split {
                split.is_apart = is_apart;
            }
            for hex in parted.engagement().attacking_hexes() {
                parted.engagement().attackers_in(hex).may_attack(false)?;
            }
        }
        Ok(())
    }

    fn nations(self, game: &Marshals) -> Vec<NationId> {
        let here = game.forces.at(self.hex(game)).iter();
        let mut nations: Vec<NationId> = here.map(|force| force.muster.nation).collect();
        nations.dedup();
        nations
    }
}

impl Step<Marshals> for Parting {
    fn deciders(&self, game: &Marshals) -> Seats {
        game.keeper(NationId::FRANCE).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        if self.may_fight(game).is_ok() {
            out.push(Action::Done);
        }
        for nation in self.nations(game) {
            for arm in Arm::ALL {
                if self.may_take(game, nation, arm).is_ok() {
                    out.push(Action::Take { nation, arm });
                }
                if self.may_leave(game, nation, arm).is_ok() {
                    out.push(Action::Leave { nation, arm });
                }
            }
        }
        out.push(Action::Stand);
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Take { nation, arm } => {
                self.may_take(game, nation, arm)?;
                self.shift(game, nation, arm, false);
                Ok(Flow::stay(self))
            }
            Action::Leave { nation, arm } => {
                self.may_leave(game, nation, arm)?;
                self.shift(game, nation, arm, true);
                Ok(Flow::stay(self))
            }
            Action::Done => {
                self.may_fight(game)?;
                let nation = game.engagement().split().expect("a nation is split off").nation;
                log.record(|| Event::Split(self.leader, nation));
                Ok(Flow::End)
            }
            Action::Stand => {
                game.battle.as_mut().expect("a battle is declared").split = None;
                game.forces.rewrite(
                    |force| force.muster.record.is_apart(),
                    |muster| muster.record = muster.record.rejoined(),
                );
                Ok(Flow::End)
            }
            _ => Err(self.not_now(game)),
        }
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !self.deciders(game).iter().any(|seat| viewer.is(seat)) {
            return waiting();
        }
        let nation = game.engagement().split().map_or("them", |split| split.nation.name());
        let text = format!("{} faces {nation}: choose with what.", self.leader.name());
        Prompt {
            gauges: vec![Gauge::new("factors that face it", self.factors(game, true))],
            ..Prompt::new("parting", text)
        }
    }

    fn choice(&self, game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let hex = self.hex(game);
        let units = |nation, arm| {
            let piece = PieceKey::of(&Units { hex, nation, arm, stance: Stance::Open });
            Target::Piece { piece }
        };
        match *action {
            Action::Take { nation, arm } => {
                let label = format!("Give {} {arm} of {}", self.leader.name(), nation.name());
                Choice::new(Verb::Select, label, units(nation, arm))
            }
            Action::Leave { nation, arm } => {
                let label = format!("Keep {arm} of {} with the others", nation.name());
                Choice::new(Verb::Deselect, label, units(nation, arm))
            }
            Action::Stand => Choice::button(Verb::Recall, "Fight them together after all"),
            _ => Choice::button(Verb::Fight, "Fight two battles"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        let Target::Piece { piece } = target else { return Vec::new() };
        let Some(Units { nation, arm, .. }) = piece.get() else { return Vec::new() };
        vec![Action::Take { nation, arm }, Action::Leave { nation, arm }]
    }
}
