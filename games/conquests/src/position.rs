//! A state as JSON that a person can read and write, and the test whether a state can be.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::Dice;
use serde::{Deserialize, Serialize};

use crate::areas::{AREAS, Area, AreaSet, LANDS};
use crate::ashore::Ashore;
use crate::cards::{Card, Cards};
use crate::combat::{Battle, Sort, Stage};
use crate::errands::Errand;
use crate::nations::{NATIONS, Nation, Nations};
use crate::objectives::Objective;
use crate::options::Rules;
use crate::parley::Parley;
use crate::state::{
    Conquests, ERRANDS, End, FRIGATES, Frigate, FrigateId, Movement, PLAYERS, Phase, Step, TREATIES, Treaty,
};
use crate::tables::{SPACES, Zone};
use crate::troops::{Kind, Troops, counters};

/// A state, written out.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    rules: Rules,
    players: u8,
    troops: BTreeMap<Nation, BTreeMap<Area, Troops>>,
    frigates: BTreeMap<u8, Frigate>,
    reserves: [Troops; NATIONS],
    money: [u16; NATIONS],
    half_points: [u16; NATIONS],
    morale: [u8; NATIONS],
    earned_morale: [u32; NATIONS],
    society: [u8; 2],
    earned_society: [u16; 2],
    victories: [u8; NATIONS],
    successes: [u8; NATIONS],
    order: ArrayVec<Nation, NATIONS>,
    turn: u8,
    phase: Phase,
    spaces: [Option<Nation>; SPACES],
    two_staffs: bool,
    refuges: [Option<Area>; NATIONS],
    hands: [Cards; NATIONS],
    deck: Cards,
    tops: [Option<Card>; 2],
    discards: Cards,
    reshuffled: Cards,
    kept: Cards,
    known: [Cards; PLAYERS],
    objectives: [Option<Objective>; NATIONS],
    seen: [Nations; PLAYERS],
    treaties: ArrayVec<Treaty, TREATIES>,
    holders: BTreeMap<Area, Nation>,
    garrisons: [bool; 4],
    captors: [Option<Nation>; NATIONS],
    paris_held: Option<Nation>,
    attackers: BTreeMap<Area, Nation>,
    challenged: BTreeMap<Area, Nations>,
    urgent: AreaSet,
    supported: u32,
    movement: Movement,
    battle: Option<Battle>,
    parley: Option<Parley>,
    reacted: Nations,
    #[serde(default, alias = "balked")]
    objected: Nations,
    errands: ArrayVec<Errand, ERRANDS>,
    dice: Dice,
    ended: Option<End>,
}

/// The entries of a table by area, without those that say nothing.
fn sparse<T: Copy>(table: &[Option<T>]) -> BTreeMap<Area, T> {
    Area::all().zip(table).filter_map(|(area, entry)| Some((area, (*entry)?))).collect()
}

/// A table by area again.
fn dense<T: Copy, const N: usize>(entries: BTreeMap<Area, T>) -> Result<[Option<T>; N], String> {
    let mut table = [None; N];
    for (area, entry) in entries {
        *table.get_mut(area.index()).ok_or_else(|| format!("{area} is not a land"))? = Some(entry);
    }
    Ok(table)
}

impl From<Conquests> for Position {
    fn from(game: Conquests) -> Position {
        let ashore = |nation: Nation| {
            let lands = Area::lands().map(|land| (land, game.troops(nation, land)));
            (nation, lands.filter(|(_, troops)| !troops.is_empty()).collect())
        };
        let afloat = game.frigates.iter().zip(0..).filter(|(frigate, _)| frigate.at.is_some());
        let challenged = Area::seas().zip(game.challenged).filter(|(_, nations)| !nations.is_empty());
        Position {
            troops: Nation::all().map(ashore).collect(),
            frigates: afloat.map(|(frigate, number)| (number, *frigate)).collect(),
            holders: sparse(&game.holders),
            attackers: sparse(&game.attackers),
            challenged: challenged.collect(),
            rules: game.rules,
            players: game.players,
            reserves: game.reserves,
            money: game.money,
            half_points: game.points,
            morale: game.morale,
            earned_morale: game.earned_morale,
            society: game.society,
            earned_society: game.earned_society,
            victories: game.victories,
            successes: game.successes,
            order: game.order,
            turn: game.turn,
            phase: game.phase,
            spaces: game.spaces,
            two_staffs: game.two_staffs,
            refuges: game.refuges,
            hands: game.hands,
            deck: game.deck,
            tops: game.tops,
            discards: game.discards,
            reshuffled: game.reshuffled,
            kept: game.kept,
            known: game.known,
            objectives: game.objectives,
            seen: game.seen,
            treaties: game.treaties,
            garrisons: game.garrisons,
            captors: game.captors,
            paris_held: game.paris_held,
            urgent: game.urgent,
            supported: game.supported,
            movement: game.movement,
            battle: game.battle,
            parley: game.parley,
            reacted: game.reacted,
            objected: game.objected,
            errands: game.errands,
            dice: game.dice,
            ended: game.ended,
        }
    }
}

impl TryFrom<Position> for Conquests {
    type Error = String;

    fn try_from(position: Position) -> Result<Conquests, String> {
        let mut lands = Ashore::NOBODY;
        for (nation, places) in position.troops {
            for (land, troops) in places {
                let foreign =
                    |kind: Kind| kind == Kind::Frigate || kind.is_guard() && nation != Nation::France;
                if land.is_sea() || troops.kinds().any(foreign) {
                    return Err(format!("{nation} cannot have {troops} in {land}"));
                }
                lands.set(nation, land, troops);
            }
        }
        let mut frigates = [Frigate::default(); FRIGATES];
        for (number, frigate) in position.frigates {
            *frigates
                .get_mut(usize::from(number))
                .ok_or_else(|| format!("there is no frigate {number}"))? = frigate;
        }
        let mut challenged = [Nations::NONE; AREAS - LANDS];
        for (sea, nations) in position.challenged {
            let number = sea.index().checked_sub(LANDS).ok_or_else(|| format!("{sea} is no sea"))?;
            challenged[number] = nations;
        }
        let game = Conquests {
            rules: position.rules,
            players: position.players,
            lands,
            frigates,
            reserves: position.reserves,
            money: position.money,
            points: position.half_points,
            morale: position.morale,
            earned_morale: position.earned_morale,
            society: position.society,
            earned_society: position.earned_society,
            victories: position.victories,
            successes: position.successes,
            order: position.order,
            turn: position.turn,
            phase: position.phase,
            spaces: position.spaces,
            two_staffs: position.two_staffs,
            refuges: position.refuges,
            hands: position.hands,
            deck: position.deck,
            tops: position.tops,
            discards: position.discards,
            reshuffled: position.reshuffled,
            kept: position.kept,
            known: position.known,
            objectives: position.objectives,
            seen: position.seen,
            treaties: position.treaties,
            holders: dense(position.holders)?,
            garrisons: position.garrisons,
            captors: position.captors,
            paris_held: position.paris_held,
            attackers: dense(position.attackers)?,
            challenged,
            urgent: position.urgent,
            supported: position.supported,
            movement: position.movement,
            battle: position.battle,
            parley: position.parley,
            reacted: position.reacted,
            objected: position.objected,
            errands: position.errands,
            dice: position.dice,
            ended: position.ended,
        };
        game.audit()?;
        Ok(game)
    }
}

impl Conquests {
    /// Whether the state can be.
    pub(crate) fn audit(&self) -> Result<(), String> {
        if !(2..=PLAYERS as u8).contains(&self.players) {
            return Err(format!("{} players", self.players));
        }
        self.audit_phase()?;
        self.audit_counters()?;
        self.audit_frigates()?;
        self.audit_cards()?;
        self.audit_battle()?;
        self.audit_group()?;
        self.audit_treaties()?;
        for land in Area::lands() {
            let strangers = self.are_hostile(self.present(land));
            let fought = matches!(
                self.phase,
                Phase::Move(_) | Phase::Challenge(_) | Phase::Combat(_) | Phase::Idle(_) | Phase::Keep(_)
            );
            let fought = fought && self.ended.is_none() && self.battle.is_none();
            if strangers && !self.is_disputed(land) && fought {
                return Err(format!("strangers share {land}, and no combat is pending"));
            }
        }
        Ok(())
    }

    /// The phase speaks of a nation in the order, and of a space of the board.
    fn audit_phase(&self) -> Result<(), String> {
        let sound = match self.phase {
            Phase::Resolve(zone, space, step) => {
                let buys = matches!(step, Step::Purchase(_));
                space < zone.spaces() && (!buys || zone == Zone::Military)
            }
            Phase::Deploy(place)
            | Phase::Move(place)
            | Phase::Challenge(place)
            | Phase::Combat(place)
            | Phase::Idle(place)
            | Phase::Keep(place) => usize::from(place) < self.order.len(),
            Phase::Advisors(_) | Phase::Powers(_) | Phase::Exchange { .. } | Phase::Separate => true,
        };
        let sound = sound || self.ended.is_some();
        if sound { Ok(()) } else { Err(format!("there is no {:?}", self.phase)) }
    }

    /// No nation has more units than counters (N-3.1-conservation).
    fn audit_counters(&self) -> Result<(), String> {
        for nation in Nation::all() {
            let mut used = self.reserves[nation.index()].units().collect::<Vec<_>>();
            for land in Area::lands() {
                used.extend(self.troops(nation, land).units());
            }
            for frigate in FrigateId::of(nation).map(|frigate| self.frigate(frigate)) {
                used.extend(frigate.cargo.units());
                used.extend(frigate.at.map(|_| Kind::Frigate));
            }
            for kind in Kind::all() {
                let count = used.iter().filter(|own| **own == kind).count();
                if count > usize::from(counters(nation).count(kind)) {
                    return Err(format!("{nation} has {count} {kind}"));
                }
            }
        }
        Ok(())
    }

    fn audit_frigates(&self) -> Result<(), String> {
        for (frigate, number) in self.frigates.iter().zip(0..) {
            let nation = FrigateId(number).nation();
            if frigate.at.is_some_and(|area| !area.is_sea()) {
                return Err(format!("a frigate of {nation} is aground"));
            }
            if frigate.cargo.len() > 3 || frigate.at.is_none() && !frigate.cargo.is_empty() {
                return Err(format!("a frigate of {nation} carries {}", frigate.cargo));
            }
        }
        Ok(())
    }

    /// A combat has two sides; nobody defends a neutral capital but its garrison, nor a capital that was empty.
    fn audit_battle(&self) -> Result<(), String> {
        let Some(battle) = self.battle else { return Ok(()) };
        let undefended =
            battle.sort == Sort::Garrison || matches!(battle.stage, Stage::Fall | Stage::Follow | Stage::End);
        let [attack, defence] = battle.sides;
        match attack.is_empty() || defence.is_empty() && !undefended {
            true => Err(format!("a side of the combat in {} has no nation", battle.area)),
            false => Ok(()),
        }
    }

    /// A group consists of units that stand where it is.
    fn audit_group(&self) -> Result<(), String> {
        let Some(group) = &self.movement.group else { return Ok(()) };
        let stands = |nation: Nation| self.troops(nation, group.at).includes(group.troops[nation.index()]);
        match !group.at.is_sea() && Nation::all().all(stands) {
            true => Ok(()),
            false => Err(format!("a group marches in {} with units that are not there", group.at)),
        }
    }

    /// A nation is in one Alliance at a time (N-9.2-one-at-a-time), and what is pledged is in hand.
    fn audit_treaties(&self) -> Result<(), String> {
        for nation in Nation::all() {
            if self.bonds().filter(|treaty| treaty.members.contains(nation)).count() > 1 {
                return Err(format!("{nation} is in two Alliances"));
            }
        }
        if let Some(treaty) = self.bonds().find(|treaty| treaty.members.len() < 2) {
            return Err(format!("{} is in an Alliance with nobody", treaty.members));
        }
        let held = self.hands.iter().fold(Cards::EMPTY, |all, hand| all | *hand);
        match self.parley.is_some_and(|parley| !(parley.pledged - held).is_empty()) {
            true => Err("a card is pledged that nobody holds".into()),
            false => Ok(()),
        }
    }

    /// Every card is in one place at most.
    fn audit_cards(&self) -> Result<(), String> {
        let mut found = Cards::EMPTY;
        for cards in self.hands.iter().chain([&self.deck, &self.discards]) {
            if let Some(card) = (found & *cards).iter().next() {
                return Err(format!("card {card} is in two places"));
            }
            found = found | *cards;
        }
        match self.tops.iter().flatten().find(|top| !self.deck.contains(**top)) {
            Some(top) => Err(format!("card {top} is on top of a deck that it is not in")),
            None => Ok(()),
        }
    }
}
