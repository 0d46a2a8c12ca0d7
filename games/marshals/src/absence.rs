//! Leaders who are away for a time: captives, the wounded, commanders in general; and those who never come back. Rulebook: Capturing and
//! Exchanging Leaders; Optional Rules: POW Paroles, Leader Wounds and Death.

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::{Chance, Recorder, Text};

use crate::calendar::Date;
use crate::combat::Role;
use crate::control::around;
use crate::event::Event;
use crate::ids::{LeaderId, NationId};
use crate::leaders::Rank;
use crate::staff::Post;
use crate::state::{Country, General, Marshals};

/// The sum of two dice from which a leader is hit (M-opt-2).
const HIT: u8 = 11;

/// What the third die shows when he is killed.
const KILLED: u8 = 6;

/// Who never rolls (M-opt-4). Britain spares Wellington, for no ship fights yet.
const SPARED: [&str; 5] = ["Napoleon (early)", "Kutuzov", "Charles", "Blucher", "Wellesley"];

/// In which strategic turns after his capture a prisoner may be paroled, and the lowest roll that frees him (M-opt-1). Six of them are
/// twelve months.
const PAROLES: [(u16, u8); 7] = [(1, 5), (2, 5), (3, 5), (6, 5), (12, 3), (18, 4), (24, 4)];

impl Date {
    /// The first turn of the next season, if the game goes so far.
    pub fn next_season(self) -> Option<Date> {
        let mut date = self.next()?;
        while !date.begins_season() {
            date = date.next()?;
        }
        Some(date)
    }
}

impl Marshals {
    /// A leader is captured; a commander in general gets away and comes back in the next strategic turn (M-lead-28).
    pub(crate) fn capture(&mut self, leader: LeaderId, captor: NationId, log: &mut Recorder<Event>) {
        if leader.get().is_generic {
            miss(self, leader, self.date.next_season(), log);
            log.record(|| Event::Displaced(leader, None));
            return;
        }
        self.staff.send(leader, Post::Captive(self.commands(captor)));
        self.staff.rest(|other| other == leader);
        if self.staff.taken.try_push((leader, self.date)).is_err() {
            self.free(leader);
        }
        log.record(|| Event::Captured { leader, by: captor });
        exchange_captives(self, leader, log);
    }

    /// A captive goes back to his nation, which can call him back for his pay.
    fn free(&mut self, leader: LeaderId) {
        self.staff.taken.retain(|(other, _)| *other != leader);
        self.staff.send(leader, Post::Away);
        self.staff.resting.insert(leader);
    }

    /// A nation makes peace: its captives go home, and whom it holds to theirs (M-lead-27).
    pub(crate) fn free_captives_of(&mut self, nation: NationId) {
        let captives: ArrayVec<(LeaderId, NationId), 64> = self.staff.captives().take(64).collect();
        for (leader, holder) in captives {
            if leader.get().nation == nation || holder == nation {
                self.free(leader);
            }
        }
    }

    /// A strategic turn begins: prisoners may be paroled (M-opt-1).
    pub(crate) fn parole(&mut self, log: &mut Recorder<Event>) {
        if !self.optional.paroles {
            return;
        }
        let captives = self.staff.taken.clone();
        for (leader, date) in captives {
            let seasons = self.date.seasons_since(date);
            let Some((_, least)) = PAROLES.into_iter().find(|(season, _)| *season == seasons) else {
                continue;
            };
            if self.dice.die(6) >= least {
                self.free(leader);
                log.record(|| Event::Paroled(leader));
            }
        }
    }

    /// Those who are due come back: to a capital of their nation, else to another production city that it controls (M-opt-3). Whoever
    /// has nowhere to go waits.
    pub(crate) fn come_back(&mut self, log: &mut Recorder<Event>) {
        let due: Vec<LeaderId> = self
            .staff
            .missing
            .iter()
            .filter(|(_, back)| *back <= self.date)
            .map(|(leader, _)| *leader)
            .collect();
        for leader in due {
            let Some(hex) = quarters(self, leader.get().nation) else { continue };
            self.staff.missing.retain(|(other, _)| *other != leader);
            self.staff.send(leader, Post::Open(hex));
            log.record(|| Event::Recovered(leader, hex));
            self.settle_control(around(hex), log);
        }
    }

    /// The battle has cost leaders, too: all who have fought roll, but for those on whom too much depends (M-opt-2, M-opt-4).
    pub(crate) fn roll_for_wounds(&mut self, log: &mut Recorder<Event>) {
        if !self.optional.wounds {
            return;
        }
        let clash = self.clash();
        let fought: Vec<LeaderId> = [Role::Attacker, Role::Defender]
            .into_iter()
            .flat_map(|role| &clash.before[role])
            .flat_map(|stack| &stack.leaders)
            .map(|commander| commander.leader)
            .filter(|leader| self.staff.hex(*leader).is_some() && can_be_hit(*leader))
            .collect();
        for leader in fought {
            if self.dice.die(6) + self.dice.die(6) < HIT {
                continue;
            }
            let die = self.dice.die(6);
            self.hit(leader, die, log);
        }
    }

    /// A leader is wounded for so many turns, or killed (M-opt-2).
    pub(crate) fn hit(&mut self, leader: LeaderId, die: u8, log: &mut Recorder<Event>) {
        if die == KILLED {
            miss(self, leader, None, log);
            self.staff.dead.insert(leader);
            log.record(|| Event::Killed(leader));
            return;
        }
        let back = (0..=die).try_fold(self.date, |date, _| date.next());
        miss(self, leader, back, log);
        log.record(|| Event::Wounded(leader, die));
    }
}

impl General<'_> {
    /// Whether a man is dead, or a prisoner, or away under another of his counters: then no version of him comes (M-lead-55).
    pub(crate) fn is_lost(self) -> bool {
        self.leader.versions().any(|other| {
            self.staff.dead.contains(other) || matches!(self.staff.post(other), Post::Captive(_))
        })
    }
}

impl Country<'_> {
    /// Who of a nation is away, and how.
    pub(crate) fn absences(self) -> Vec<Text> {
        let own = |leader: &LeaderId| leader.get().nation == self.nation;
        let captives = self.staff.captives().filter(|(leader, _)| own(leader));
        let captives =
            captives.map(|(leader, holder)| format!("{} is a prisoner of {}.", leader.name(), holder.name()));
        let missing = self.staff.missing.iter().filter(|(leader, _)| own(leader));
        let missing = missing.map(|(leader, back)| format!("{} comes back in {back}.", leader.name()));
        captives.chain(missing).map(Text::from).collect()
    }
}

/// A leader leaves the map until a turn, or for good if the game does not go so far.
fn miss(game: &mut Marshals, leader: LeaderId, back: Option<Date>, log: &mut Recorder<Event>) {
    let hex = game.staff.hex(leader);
    game.staff.send(leader, Post::Away);
    game.staff.rest(|other| other == leader);
    if let Some(back) = back {
        game.staff.missing.retain(|(other, _)| *other != leader);
        // No side has so many of its leaders away at a time.
        let _ = game.staff.missing.try_push((leader, back));
    }
    if let Some(hex) = hex {
        game.settle_control(around(hex), log);
    }
}

/// A new captive is exchanged for whoever of equal rank the other side has held longest (M-lead-26).
fn exchange_captives(game: &mut Marshals, leader: LeaderId, log: &mut Recorder<Event>) {
    if !matches!(game.staff.post(leader), Post::Captive(_)) {
        return;
    }
    let own = leader.get().nation;
    let date = game.date;
    let mut others = game.staff.taken.iter().map(|(other, _)| *other).filter(|other| {
        let Post::Captive(holder) = game.staff.post(*other) else { return false };
        game.are_friends(holder, own) && game.are_enemies(other.get().nation, own)
    });
    let Some(other) = others.find(|other| is_fair(leader, *other, date)) else {
        return;
    };
    for freed in [leader, other] {
        game.free(freed);
    }
    log.record(|| Event::Exchanged(leader, other));
}

/// Whether two captured leaders are of equal rank: all below a national leader are (M-lead-26).
fn is_fair(a: LeaderId, b: LeaderId, date: Date) -> bool {
    let grade = |leader: LeaderId| match leader.get().rank(date) {
        Rank::National => None,
        rank => Some(rank == Rank::Admiral),
    };
    grade(a).is_some() && grade(a) == grade(b)
}

/// Where a nation takes in a leader who comes back.
fn quarters(game: &Marshals, nation: NationId) -> Option<HexId> {
    let holds = |hex: &HexId| {
        game.control.get(*hex).is_some_and(|holder| game.are_friends(holder, nation))
            && game.forces.open(*hex, |other| game.are_enemies(other, nation)).is_empty()
    };
    game.side(nation)?;
    let cities = game.country(nation).home_cities().map(|place| place.hex());
    nation.capitals().chain(cities).find(holds)
}

/// Whether a leader rolls for wounds (M-opt-4).
fn can_be_hit(leader: LeaderId) -> bool {
    let is_spared =
        |name: &str| LeaderId::find(name).is_some_and(|spared| spared.versions().any(|own| own == leader));
    !leader.get().is_generic && !leader.get().is_admiral() && !SPARED.into_iter().any(is_spared)
}
