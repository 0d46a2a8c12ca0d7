//! Britain and the continent: its morale keeps armies and generals away from it. Rulebook: National Morale, "British, French and Russian
//! Exceptions".

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::{HexId, Id};
use engine::{Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use crate::boxes::Fate;
use crate::calendar::Date;
use crate::combat::Stack;
use crate::command::PARIS;
use crate::control::around;
use crate::event::{Event, hex_name};
use crate::field::{Force, Stance};
use crate::ground::{LANDS, LandId, ways};
use crate::ids::{LeaderId, NationId, PlaceId};
use crate::map::{Class, MAP};
use crate::morale::BROKEN;
use crate::staff::Post;
use crate::state::{General, Marshals};
use crate::wording::words;

/// From this year on beaten generals stay with the army (M-nm-24).
const TRUSTED: u16 = 1812;

/// How many turns a general stays in London (M-nm-24), and how long the army has to leave the continent (M-nm-25).
const IN_LONDON: u16 = 3;
const TO_LEAVE: u16 = 6;

/// The morale at which it may come back (M-nm-26).
const RESOLVED: u8 = 3;

/// What Britain has decided about the continent.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Whitehall {
    /// The generals who were called to London, and when.
    recalled: ArrayVec<(LeaderId, Date), 8>,
    /// When the army was told to leave the continent, if it may not come back yet.
    leaving: Option<Date>,
}

/// The land that each hex hangs together with without crossing a strait, by the number of its first hex.
static ISLANDS: LazyLock<Vec<LandId>> = LazyLock::new(|| {
    let mut islands: Vec<Option<LandId>> = vec![None; LANDS];
    for first in LandId::all() {
        let mut open = vec![first];
        while let Some(land) = open.pop() {
            if islands[land.index()].is_some() {
                continue;
            }
            islands[land.index()] = Some(first);
            let near = ways(land.hex()).iter().filter(|way| !way.side.strait && !way.side.lake);
            open.extend(near.filter_map(|way| LandId::of(way.to)));
        }
    }
    islands.into_iter().flatten().collect()
});

/// What is no island: the land round Paris.
fn is_continent(land: LandId) -> bool {
    LandId::of(*PARIS).is_some_and(|paris| ISLANDS[land.index()] == ISLANDS[paris.index()])
}

impl Marshals {
    /// British morale has changed: at 1 the army must leave the continent; at 3 it may come back (M-nm-25, M-nm-26).
    pub(crate) fn heed_british_morale(&mut self) {
        match self.realm(NationId::BRITAIN).morale {
            morale if morale <= BROKEN => {
                self.whitehall.leaving.get_or_insert(self.date);
            }
            morale if morale >= RESOLVED => self.whitehall.leaving = None,
            _ => {}
        }
    }

    /// Whether troops of a nation may come to a hex, Britain not being tired of the continent (M-nm-26).
    pub(crate) fn may_land(&self, nation: NationId, hex: HexId) -> Result<(), Denied> {
        if nation != NationId::BRITAIN || self.whitehall.leaving.is_none() || is_refuge_of_britain(self, hex)
        {
            return Ok(());
        }
        let morale = self.realm(nation).morale;
        let why = words!(
            "British troops come back to the continent at a morale of {RESOLVED}; it is {morale} ({}).",
            hex_name(hex)
        );
        Err(Denied::new(rule!("M-nm-26"), why))
    }

    /// The turn is over: British troops that have had six turns to leave the continent and are still there are disrupted (M-nm-25).
    pub(crate) fn leave_the_continent(&mut self, log: &mut Recorder<Event>) {
        let is_due = self.whitehall.leaving.is_some_and(|since| self.date.since(since) >= TO_LEAVE);
        if !is_due {
            return;
        }
        let nation = NationId::BRITAIN;
        let is_late = |hex: HexId| !is_refuge_of_britain(self, hex);
        let own =
            self.forces.iter().filter(|force| force.muster.nation == nation && !force.factors.is_empty());
        let late: Vec<Force> = own.filter(|force| is_late(force.muster.hex)).copied().collect();
        let leaders = self.staff.in_play().filter(|(leader, _)| leader.get().nation == nation);
        let leaders: Vec<LeaderId> = leaders
            .filter(|(leader, _)| self.staff.hex(*leader).is_some_and(is_late))
            .map(|(leader, _)| leader)
            .collect();
        for leader in leaders {
            send_to_london(self, leader);
        }
        for Force { muster, factors, .. } in late {
            self.forces.take(muster, factors);
            self.lose(nation, muster.hex, factors, Fate::Disrupted);
            if muster.stance == Stance::Inside {
                self.fall_of(muster.hex, nation, log);
            }
            self.settle_control(around(muster.hex), log);
            let hex = muster.hex;
            log.record(|| Event::Evacuated { nation, hex, factors: factors.total() });
        }
        self.watch_sieges(|_, _| false, log);
    }

    /// A battle has cost Britain a point of morale: before 1812, and while nobody has invaded Britain, the general in command is called
    /// to London (M-nm-24).
    pub(crate) fn call_to_london(&mut self, stacks: &[Stack], log: &mut Recorder<Event>) {
        if self.date.year() >= TRUSTED || self.country(NationId::BRITAIN).is_invaded() {
            return;
        }
        let leaders = stacks.iter().flat_map(|stack| &stack.leaders).map(|own| own.leader);
        let british = leaders
            .filter(|leader| leader.get().nation == NationId::BRITAIN && self.staff.hex(*leader).is_some());
        let Some(leader) = self.top_of(british) else { return };
        send_to_london(self, leader);
        let date = self.date;
        self.whitehall.recalled.retain(|(other, _)| *other != leader);
        if self.whitehall.recalled.is_full() {
            self.whitehall.recalled.remove(0);
        }
        self.whitehall.recalled.push((leader, date));
        log.record(|| Event::CalledHome(leader));
    }
}

impl General<'_> {
    /// Whether a general is not held in London (M-nm-24).
    pub(crate) fn is_free_of_london(self) -> Result<(), Denied> {
        let called = self.whitehall.recalled.iter().find(|(other, _)| *other == self.leader);
        match called.map(|(_, date)| self.date.since(*date)) {
            Some(turns) if turns <= IN_LONDON => {
                let why = words!(
                    "{} stays in London for {IN_LONDON} turns; {turns} have gone by.",
                    self.leader.name()
                );
                Err(Denied::new(rule!("M-nm-24"), why))
            }
            _ => Ok(()),
        }
    }
}

/// Whether British troops may stay in a hex though Britain has lost heart: at home, at Gibraltar, on an island that is wholly its
/// own, and in the land of a major power that is its ally (M-nm-25).
fn is_refuge_of_britain(game: &Marshals, hex: HexId) -> bool {
    let Some(land) = LandId::of(hex) else { return true };
    let home = game.home(hex);
    let is_ally = |nation: NationId| {
        nation.class() == Class::Major
            && game.side(nation).is_some()
            && game.are_friends(nation, NationId::BRITAIN)
    };
    let is_british =
        |hex: HexId| game.control.get(hex).is_some_and(|holder| game.commands(holder) == NationId::BRITAIN);
    let own_island = || {
        let same = LandId::all().filter(|other| ISLANDS[other.index()] == ISLANDS[land.index()]);
        !is_continent(land) && same.map(LandId::hex).all(is_british)
    };
    home == Some(NationId::BRITAIN)
        || home.is_some_and(is_ally)
        || Some(hex) == MAP.site("Gibraltar")
        || own_island()
}

fn send_to_london(game: &mut Marshals, leader: LeaderId) {
    let london = PlaceId::find("London").expect("London is on the map");
    let is_free = !game.faces_enemies(NationId::BRITAIN, london.hex());
    game.staff.send(leader, if is_free { Post::Open(london.hex()) } else { Post::Away });
}
