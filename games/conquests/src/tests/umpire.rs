//! Games at random before an umpire who has read the rulebook and not the code: he keeps his own book of who stands where, from
//! what is told, and counts prices, strengths, results, revenue and points himself.
//!
//! `GROGNARD_SOAK=2000 cargo test -p conquests --lib umpire -- --nocapture` plays so many games for each number of players.

use std::collections::BTreeMap;

use engine::{Chance, Game, Recorder, Seed, Setup, Stream};

use crate::action::Action;
use crate::areas::{Area, LANDS};
use crate::by::ByNation;
use crate::cards::Cards;
use crate::combat::{Sort, Terms, Verdict};
use crate::effects::Role;
use crate::errands::Errand;
use crate::event::Event;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::nations::{NATIONS, Nations, Side};
use crate::questions::Question;
use crate::state::{Bond, Conquests, FrigateId, Phase};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

const COALITION: [Nation; 4] = [England, Prussia, Austria, Russia];

/// Infantry, cavalry, cannon, frigates and both kinds of Guard that there are (3.1).
fn counters(nation: Nation) -> [u8; 6] {
    match nation {
        France => [15, 10, 10, 10, 5, 2],
        England => [12, 6, 5, 10, 0, 0],
        _ => [12, 6, 5, 4, 0, 0],
    }
}

/// A land's units by arm: infantry, cavalry, cannon, and how many of them are of the Guard.
fn arms(troops: Troops) -> [i16; 4] {
    let count = |kind| i16::from(troops.count(kind));
    let (infantry, cavalry) = (count(Kind::GuardInfantry), count(Kind::GuardCavalry));
    [
        count(Kind::Infantry) + infantry,
        count(Kind::Cavalry) + cavalry,
        count(Kind::Cannon),
        infantry + cavalry,
    ]
}

fn sum(forces: impl IntoIterator<Item = Troops>) -> [i16; 4] {
    forces.into_iter().map(arms).fold([0; 4], |all, one| std::array::from_fn(|arm| all[arm] + one[arm]))
}

/// What it costs to enter a land, in halves of a movement point: the cheapest way to share the units out among corps (2 MP),
/// cavalry with cannon (2 MP) and single ones (1, 1/2 and 2 MP) (10.1).
fn price([infantry, cavalry, cannon, _]: [i16; 4]) -> i16 {
    let mut best = i16::MAX;
    for corps in 0..=infantry.min(cavalry).min(cannon) {
        for pairs in 0..=(cavalry - corps).min(cannon - corps) {
            let alone = 2 * (infantry - corps) + (cavalry - corps - pairs) + 4 * (cannon - corps - pairs);
            best = best.min(4 * (corps + pairs) + alone);
        }
    }
    best
}

/// The result of two strengths (11.3.2).
fn result(attack: i16, defence: i16) -> Verdict {
    let (attack, defence) = (f32::from(attack), f32::from(defence));
    if attack > 2.0 * defence && attack > defence {
        Verdict::Strategic
    } else if attack - defence >= 2.0 {
        Verdict::Tactical
    } else if attack - defence == 1.0 {
        Verdict::Minor
    } else if defence >= 2.0 * attack {
        Verdict::Trap
    } else if defence - attack >= 2.0 {
        Verdict::Heroic
    } else {
        Verdict::Uncertain
    }
}

fn attacker_wins(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Strategic | Verdict::Tactical | Verdict::Minor | Verdict::Taken)
}

/// What one side is worth by its units (11.2, 15).
fn strength([infantry, cavalry, cannon, guard]: [i16; 4], counters: i16) -> i16 {
    let corps = infantry.min(cavalry).min(cannon).min(counters);
    infantry + cavalry + 2 * cannon + guard + corps
}

/// A combat whose result is being carried out.
#[derive(Clone, Copy)]
struct Tally {
    area: Area,
    verdict: Verdict,
    /// Units of the beaten when the die fell.
    units: i16,
    lost: i16,
    victors: Nations,
    beaten: Nations,
    /// Results are applied in full: not in a pursuit, nor against a garrison.
    full: bool,
    cheered: bool,
    at_top: bool,
}

/// Units that leave a combat one after the other for the same land.
#[derive(Clone, Copy)]
struct Train {
    nation: Nation,
    from: Area,
    to: Area,
    troops: Troops,
}

struct Umpire {
    /// Ground units on land, by what has been told.
    ashore: [[Troops; LANDS]; NATIONS],
    tally: Option<Tally>,
    train: Option<Train>,
    /// Frigates that have taken units aboard, or landed some, in this turn's movement.
    embarked: u32,
    landed: u32,
    cards: usize,
    /// Morale, by what has been told.
    morale: ByNation<u8>,
    combats: u32,
    shifts: u32,
}

type Ruling = Result<(), String>;

fn hold(kept: bool, rule: &str, what: impl FnOnce() -> String) -> Ruling {
    if kept { Ok(()) } else { Err(format!("{rule}: {}", what())) }
}

fn ground(game: &Conquests, nation: Nation, land: Area) -> Troops {
    game.forces.lands.get(nation, land)
}

fn ships(game: &Conquests, nation: Nation, sea: Area) -> usize {
    FrigateId::of(nation).filter(|id| game.forces.frigates[*id].at == Some(sea)).count()
}

/// Who has units in an area.
fn here(game: &Conquests, area: Area) -> Vec<Nation> {
    let stands = |nation: &Nation| match area.is_sea() {
        true => ships(game, *nation, area) > 0,
        false => !ground(game, *nation, area).is_empty(),
    };
    Nation::all().filter(stands).collect()
}

/// Whether two nations are Allies (9.2, 9.4): by an Alliance that is neither cancelled nor over; those whom Napoleon has bound in
/// this turn's combats one after the other are all his (11.8).
fn allies(game: &Conquests, a: Nation, b: Nation) -> bool {
    let both = |members: Nations| members.contains(a) && members.contains(b);
    let forced = |bond: &[Bond]| -> Nations {
        let his = game.treaties.list.iter().filter(|treaty| treaty.initiator == France);
        let his = his.filter(|treaty| bond.contains(&treaty.state));
        his.fold(Nations::NONE, |all, treaty| all | treaty.members)
    };
    let lapsing = forced(&[Bond::Fading]);
    a == b
        || game
            .treaties
            .list
            .iter()
            .any(|treaty| matches!(treaty.state, Bond::Fresh | Bond::Holds) && both(treaty.members))
        || !lapsing.is_empty() && both(lapsing | forced(&[Bond::Fresh, Bond::Holds]))
}

fn strangers(game: &Conquests, area: Area) -> bool {
    let present = here(game, area);
    present.iter().any(|a| present.iter().any(|b| !allies(game, *a, *b)))
}

/// Who controls an area: the only nation there, and nobody fights for it (17.3).
fn controller(game: &Conquests, area: Area) -> Option<Nation> {
    let fought = !area.is_sea()
        && (game.control.attackers[area].is_some() || game.battle.is_some_and(|battle| battle.area == area));
    match here(game, area)[..] {
        [one] if !fought => Some(one),
        _ => None,
    }
}

fn lands_of(game: &Conquests, nation: Nation) -> usize {
    Area::lands().filter(|land| controller(game, *land) == Some(nation)).count()
}

/// What is left of a nation's counters for what is won (3.1).
fn contingent(game: &Conquests, nation: Nation, kind: Kind) -> u8 {
    let afloat = FrigateId::of(nation).map(|id| game.forces.frigates[id]);
    let ashore: u8 = Area::lands().map(|land| ground(game, nation, land).count(kind)).sum();
    let afloat: u8 = match kind {
        Kind::Frigate => afloat.filter(|frigate| frigate.at.is_some()).count() as u8,
        _ => afloat.map(|frigate| frigate.cargo.count(kind)).sum(),
    };
    let place = Kind::all().position(|other| other == kind).expect("a kind");
    counters(nation)[place].saturating_sub(ashore + afloat + game.forces.reserves[nation].count(kind))
}

impl Umpire {
    fn new(game: &Conquests) -> Umpire {
        let ashore =
            Nation::all().map(|nation| std::array::from_fn(|land| ground(game, nation, Area(land as u8))));
        Umpire {
            ashore: ashore.collect::<Vec<_>>().try_into().expect("five nations"),
            tally: None,
            train: None,
            embarked: 0,
            landed: 0,
            cards: all_cards(game),
            morale: game.tracks.morale,
            combats: 0,
            shifts: 0,
        }
    }

    /// What one action has come to.
    fn follow(&mut self, before: &Conquests, action: Action, after: &Conquests, events: &[Event]) -> Ruling {
        self.judge_price(before, action, after, events)?;
        self.judge_placing(before, action)?;
        self.judge_traffic(before, action)?;
        if let [fought] = events.iter().filter(|e| matches!(e, Event::Fought { .. })).collect::<Vec<_>>()[..]
        {
            judge_strength(before, action, fought)?;
        }
        for (number, event) in events.iter().enumerate() {
            self.hear(before, after, event, &events[..number])?;
        }
        for nation in Nation::all() {
            for land in Area::lands() {
                let (told, is) =
                    (self.ashore[nation.index()][usize::from(land.0)], ground(after, nation, land));
                hold(told == is, "log", || format!("{nation} has {is} in {land}, and {told} was told"))?;
            }
        }
        for event in events {
            if let Event::Forfeited { who } = event {
                judge_forfeit(before, after, who.nation)?;
            }
        }
        if after.battle.is_none() {
            self.close_tally(after)?;
        }
        judge_position(after)?;
        hold(all_cards(after) == self.cards, "3.6", || "a card is gone or has come twice".into())
    }

    fn move_units(&mut self, nation: Nation, troops: Troops, from: Option<Area>, to: Option<Area>) -> Ruling {
        let own = &mut self.ashore[nation.index()];
        if let Some(from) = from.filter(|from| !from.is_sea()) {
            let there = &mut own[usize::from(from.0)];
            hold(there.includes(troops), "log", || format!("{nation} loses {troops} in {from}: {there}"))?;
            *there -= troops;
        }
        if let Some(to) = to.filter(|to| !to.is_sea()) {
            own[usize::from(to.0)] = own[usize::from(to.0)] + troops;
        }
        Ok(())
    }

    /// Who has ground units in a land now, by what has been told.
    fn present(&self, land: Area) -> impl Iterator<Item = Nation> {
        Nation::all().filter(move |nation| !self.ashore[nation.index()][usize::from(land.0)].is_empty())
    }

    fn hear(&mut self, before: &Conquests, after: &Conquests, event: &Event, earlier: &[Event]) -> Ruling {
        let one = Troops::one;
        match *event {
            Event::Raised { who, kind, at } if kind != Kind::Frigate => {
                self.move_units(who.nation, one(kind), None, Some(at))?;
            }
            Event::Converted { arm, at } => {
                self.move_units(France, one(arm), Some(at), None)?;
                let guard = if arm == Kind::Infantry { Kind::GuardInfantry } else { Kind::GuardCavalry };
                self.move_units(France, one(guard), None, Some(at))?;
            }
            Event::Recruited { who, from, kind, area, joins } => {
                self.move_units(from, one(kind), Some(area), None)?;
                if joins {
                    let arm = match kind {
                        Kind::GuardInfantry => Kind::Infantry,
                        Kind::GuardCavalry => Kind::Cavalry,
                        kind => kind,
                    };
                    self.move_units(who.nation, one(arm), None, Some(area))?;
                }
                if let Some(tally) = &mut self.tally {
                    hold(area == tally.area && tally.full, "11.3", || "recruited elsewhere".into())?;
                    hold(tally.victors.contains(who.nation), "11.3", || "not a victor".into())?;
                    tally.lost += 1;
                }
            }
            Event::Lost { who, kind, at } => {
                self.move_units(who.nation, one(kind), Some(at), None)?;
                if let Some(tally) = self.tally.as_mut().filter(|tally| tally.area == at) {
                    hold(tally.beaten.contains(who.nation), "11.3", || "a victor loses units".into())?;
                    tally.lost += 1;
                }
            }
            Event::Sunk { who, at, .. } => {
                if let Some(tally) = self.tally.as_mut().filter(|tally| tally.area == at) {
                    hold(tally.beaten.contains(who.nation), "11.3", || "a victor loses frigates".into())?;
                    tally.lost += 1;
                }
            }
            Event::Struck { who, kind, at } | Event::GaveUp { who, kind, at } if kind != Kind::Frigate => {
                self.move_units(who.nation, one(kind), Some(at), None)?;
            }
            Event::Retreated { who, troops, from, to } => {
                self.judge_refuge([before, after], who.nation, from, to)?;
                self.move_units(who.nation, troops, Some(from), Some(to))?;
            }
            Event::Parted { who, troops, from, to } => {
                self.move_units(who.nation, troops, Some(from), Some(to))?;
            }
            Event::Advanced { who, troops, from, to } => {
                let won = self.tally.is_some_and(|tally| {
                    matches!(tally.verdict, Verdict::Strategic | Verdict::Tactical)
                        && tally.victors.contains(who.nation)
                        && tally.area == from
                        && tally.full
                });
                hold(won, "11.6", || format!("{who} follows up what it has not won"))?;
                hold(from.neighbours().contains(to), "11.6", || format!("{from} does not touch {to}"))?;
                self.move_units(who.nation, troops, Some(from), Some(to))?;
            }
            Event::Boarded { who, kind, from } => self.move_units(who.nation, one(kind), Some(from), None)?,
            Event::Embarked { nation, kind, from, .. } => {
                self.move_units(nation, one(kind), Some(from), None)?
            }
            Event::Landed { nation, kind, to, .. } => self.move_units(nation, one(kind), None, Some(to))?,
            Event::Saved { who, kind, at } => {
                let friend =
                    |other: Nation| allies(before, who.nation, other) || allies(after, who.nation, other);
                let alone = self.present(at).all(friend);
                hold(alone, "11", || format!("{who} saves itself among strangers in {at}"))?;
                self.move_units(who.nation, one(kind), None, Some(at))?;
            }
            Event::Marched { nation, troops, from, to, .. } => {
                self.move_units(nation, troops, Some(from), Some(to))?;
            }
            Event::Perished { who, troops, at } => self.move_units(who.nation, troops, Some(at), None)?,
            Event::Eliminated { who } => {
                let out = lands_of(before, who.nation) == 0
                    || lands_of_book(self, who.nation) == 0
                    || before.tracks.morale[who.nation] == 0
                    || after.tracks.morale[who.nation] == 0;
                hold(out, "13", || format!("{who} is eliminated for nothing"))?;
                self.ashore[who.nation.index()] = [Troops::NONE; LANDS];
            }
            Event::Fought { area, attack, defence, verdict, .. } => {
                self.combats += 1;
                self.open_tally(before, after, area, attack, defence, verdict, earlier)?;
            }
            Event::CombatBegins { .. } => self.close_tally(after)?,
            Event::Morale { who, from, to } => self.judge_morale(who.nation, from, to)?,
            Event::Society { .. } => {
                let cause = earlier
                    .iter()
                    .any(|cause| matches!(cause, Event::CapitalFell { .. } | Event::Played { .. }));
                hold(cause, "8.4", || "Society moves for nothing".into())?;
            }
            Event::CapitalFell { who, owner, area } => {
                let free = self.present(area).all(|nation| nation != owner);
                hold(free && self.present(area).any(|nation| nation == who.nation), "11.8", || {
                    format!("{area} falls to {who}")
                })?;
            }
            Event::TurnBegins { .. } => {
                (self.embarked, self.landed) = (0, 0);
            }
            Event::Collected { who, money } => {
                let due = revenue(after, who.nation);
                hold(money == due, "6", || format!("{who} collects {money} for {due}"))?;
            }
            Event::Levied { from, halves, .. } => {
                hold(halves <= 4, "11.8", || format!("{from} hands over {halves} halves"))?;
            }
            Event::Allied { who, members } => {
                let england = members.contains(England) && members.contains(France);
                hold(!england, "9.4", || "Napoleon may never ally with England".into())?;
                hold(members.contains(who.nation) && members.len() > 1, "9.3", || format!("{members}"))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The die has fallen: the result is the first that fits (11.3.1).
    #[allow(clippy::too_many_arguments)]
    fn open_tally(
        &mut self,
        before: &Conquests,
        after: &Conquests,
        area: Area,
        attack: i16,
        defence: i16,
        verdict: Verdict,
        earlier: &[Event],
    ) -> Ruling {
        let begun = earlier.iter().rev().find_map(|event| match event {
            Event::CombatBegins { area: at, attack, defence, .. } if *at == area => Some([*attack, *defence]),
            _ => None,
        });
        let running = [before.battle, after.battle].into_iter().flatten().find(|battle| battle.area == area);
        let sort = running.map_or(Sort::Open, |battle| battle.sort);
        let sides = running.map(|battle| battle.sides).or(begun);
        let garrison = sort == Sort::Garrison || sides.is_some_and(|sides| sides[1].is_empty());
        let expected = match garrison && attack > defence {
            true => Verdict::Taken,
            false => result(attack, defence),
        };
        hold(verdict == expected, "11.3", || format!("{attack} against {defence} is {verdict:?}"))?;
        let Some(sides) = sides else {
            self.tally = None;
            return Ok(());
        };
        let [victors, beaten] = if attacker_wins(verdict) { sides } else { [sides[1], sides[0]] };
        let units = match area.is_sea() {
            true => beaten.iter().map(|nation| ships(before, nation, area) as i16).sum(),
            false => beaten
                .iter()
                .map(|nation| i16::from(self.ashore[nation.index()][usize::from(area.0)].len()))
                .sum(),
        };
        // A level beyond the top can be chosen, and is lost.
        let at_top = victors.iter().any(|nation| self.morale[nation] >= 16);
        self.tally = Some(Tally {
            area,
            verdict,
            units,
            lost: 0,
            victors,
            beaten,
            full: !garrison && sort != Sort::Pursuit,
            cheered: false,
            at_top,
        });
        Ok(())
    }

    /// In a combat a victor gains a level and one of the beaten loses one, after the losses of the result (11.3.2).
    fn judge_morale(&mut self, nation: Nation, from: u8, to: u8) -> Ruling {
        self.shifts += 1;
        self.morale[nation] = to;
        hold(to <= 16, "8.3", || format!("Morale {to}"))?;
        let Some(tally) = &mut self.tally else { return Ok(()) };
        if to == from + 1 && tally.victors.contains(nation) {
            tally.cheered = true;
        }
        if to + 1 == from && tally.beaten.contains(nation) && tally.full {
            let due = match tally.verdict {
                Verdict::Strategic | Verdict::Trap => (tally.units + 1) / 2,
                Verdict::Tactical | Verdict::Heroic => tally.units / 3,
                _ => 0,
            };
            let lost = tally.lost;
            hold(lost == due.min(tally.units), "11.3.2", || {
                format!("{lost} of {} lost after {:?}", tally.units, tally.verdict)
            })?;
        }
        Ok(())
    }

    /// A combat is over: the victor's Morale has risen, and the beaten have left (11.3.2).
    fn close_tally(&mut self, after: &Conquests) -> Ruling {
        let Some(tally) = self.tally.take() else { return Ok(()) };
        self.train = None;
        if tally.full || tally.verdict == Verdict::Taken {
            hold(tally.cheered || tally.at_top, "11.3.2", || {
                format!("nobody is cheered by {:?}", tally.verdict)
            })?;
        }
        let stays = |nation: Nation| match tally.area.is_sea() {
            true => ships(after, nation, tally.area) > 0,
            false => self.present(tally.area).any(|other| other == nation),
        };
        let left = tally.beaten.iter().filter(|nation| stays(*nation)).collect::<Vec<_>>();
        // Who was beaten in a Division may stand with those who fight on, and Napoleon does not leave it (17.2.4).
        hold(left.is_empty() || left == [France] || tally.verdict == Verdict::Taken, "11.3.2", || {
            format!("{left:?} stay in {} after {:?}", tally.area, tally.verdict)
        })
    }

    /// A retreat goes to a land that is empty, the nation's own or its Allies', and not into a combat or a garrison (11.4).
    fn judge_refuge(&self, games: [&Conquests; 2], nation: Nation, from: Area, to: Area) -> Ruling {
        // A capital that falls by it may have changed Alliances since.
        let friend = |other: Nation| games.iter().any(|game| allies(game, nation, other));
        let others: Vec<Nation> = self.present(to).filter(|other| !friend(*other)).collect();
        hold(others.is_empty(), "11.4", || format!("{nation} retreats from {from} to {others:?} in {to}"))
    }

    /// What marches, voyages and retreats cost (10.1 to 10.3, 11.4).
    fn judge_price(
        &mut self,
        before: &Conquests,
        action: Action,
        after: &Conquests,
        events: &[Event],
    ) -> Ruling {
        let paid = |nation: Nation| {
            let purse = |game: &Conquests| game.treasury.points[nation] as i16;
            purse(before) - purse(after)
        };
        let forced: i16 = events
            .iter()
            .map(|event| if let Event::ForcedOut { points, .. } = event { 2 * i16::from(*points) } else { 0 })
            .sum();
        let moving = matches!(before.phase, Phase::Move(_)) && before.phase == after.phase;
        match action {
            Action::March(to) if moving => {
                let Some(group) = before.movement.group else { return Ok(()) };
                let Phase::Move(place) = before.phase else { return Ok(()) };
                let mover = before.order[usize::from(place)];
                let due = price(sum(group.troops)) + forced;
                hold(paid(mover) == due, "10.1", || {
                    format!("{:?} to {to} costs {} and not {due}", group.troops, paid(mover))
                })
            }
            Action::Sail { frigate, to } if moving => {
                let Phase::Move(place) = before.phase else { return Ok(()) };
                let mover = before.order[usize::from(place)];
                let owner = frigate.nation();
                let light = owner == England && before.forces.frigates[frigate].cargo.is_empty();
                let hostile = Nation::all().filter(|other| !allies(before, owner, *other));
                let hostile: usize = hostile.map(|other| ships(before, other, to)).sum();
                let due = if light { 2 } else { 4 } + 2 * hostile as i16 + forced;
                hold(paid(mover) == due, "10.3", || format!("a passage costs {} and not {due}", paid(mover)))
            }
            Action::Retreat { .. } | Action::RetreatAll { .. } => {
                self.judge_fare(before, action, after, events, paid)
            }
            _ => Ok(()),
        }
    }

    /// Units that leave one after the other for the same land pay as a group (11.4).
    fn judge_fare(
        &mut self,
        before: &Conquests,
        action: Action,
        after: &Conquests,
        events: &[Event],
        paid: impl Fn(Nation) -> i16,
    ) -> Ruling {
        let Some(battle) =
            before.battle.filter(|_| matches!(before.asked_in_combat(), Some(Question::Retreat)))
        else {
            return Ok(());
        };
        let (nation, troops, to) = match action {
            Action::Retreat { nation, kind, to } => (nation, Troops::one(kind), to),
            Action::RetreatAll { nation, to } => (nation, ground(before, nation, battle.area), to),
            _ => return Ok(()),
        };
        let ahead = self
            .train
            .filter(|train| (train.nation, train.from, train.to) == (nation, battle.area, to))
            .map_or(Troops::NONE, |train| train.troops);
        self.train = Some(Train { nation, from: battle.area, to, troops: ahead + troops });
        let lands =
            if battle.flight.is_some() && !battle.area.neighbours().contains(to) { None } else { Some(1) };
        let (Some(lands), false) = (lands, battle.terms == Terms::Free) else { return Ok(()) };
        let own = |event: &Event| match event {
            Event::Retreated { who, .. } | Event::Boarded { who, .. } => who.nation == nation,
            _ => false,
        };
        let moves_points = |event: &Event| {
            matches!(event, Event::Points { .. } | Event::PaidPoints { .. } | Event::Levied { .. })
        };
        // What else moves points here is told.
        let quiet = events.iter().filter(|event| own(event)).count() == 1 && !events.iter().any(moves_points);
        if !quiet || after.phase != before.phase {
            return Ok(());
        }
        let due =
            lands * (price(arms(ahead + troops)) - if ahead.is_empty() { 0 } else { price(arms(ahead)) });
        // A half that is left is lost when the combat is over.
        let purse = before.treasury.points[nation] as i16;
        let left = [purse - due, (purse - due) / 2 * 2];
        let goes_on = after.battle.is_some_and(|next| next.area == battle.area && next.sort == battle.sort);
        let fair = left[usize::from(!goes_on)] == purse - paid(nation);
        hold(fair, "11.4", || format!("{troops} after {ahead} pays {} and not {due}", paid(nation)))
    }

    /// What is won on a track is placed in a land that its nation controls and where nobody fights (8.3, 8.4).
    fn judge_placing(&self, before: &Conquests, action: Action) -> Ruling {
        let Action::Place { kind, at } = action else { return Ok(()) };
        let waits = before.errands.iter().find_map(|errand| match errand {
            Errand::Place { nation, kind: own } if *own == kind => Some(*nation),
            _ => None,
        });
        let gift = before.errands.iter().any(|errand| matches!(errand, Errand::Gift { .. }));
        let (Some(nation), false) = (waits, gift) else { return Ok(()) };
        hold(controller(before, at) == Some(nation), "8.3", || format!("{nation} places {kind} in {at}"))?;
        hold(before.battle.is_none(), "8.3", || "in the middle of a combat".into())
    }

    /// A frigate does not take units aboard and land some in the same turn (10.3).
    fn judge_traffic(&mut self, before: &Conquests, action: Action) -> Ruling {
        if !matches!(before.phase, Phase::Move(_)) || !before.errands.is_empty() {
            return Ok(());
        }
        let (frigate, embarks) = match action {
            Action::Embark { frigate, .. } => (frigate, true),
            Action::Land { frigate, .. } => (frigate, false),
            _ => return Ok(()),
        };
        let bit = 1 << frigate.0;
        let (own, other) =
            if embarks { (&mut self.embarked, self.landed) } else { (&mut self.landed, self.embarked) };
        *own |= bit;
        hold(other & bit == 0, "10.3", || format!("frigate {} takes aboard and lands", frigate.0))
    }
}

fn lands_of_book(umpire: &Umpire, nation: Nation) -> usize {
    Area::lands().filter(|land| umpire.present(*land).eq([nation])).count()
}

fn all_cards(game: &Conquests) -> usize {
    let mut all = Cards::EMPTY;
    let mut count = 0;
    for cards in game.cards.hands.iter().chain([&game.cards.deck, &game.cards.discards]) {
        all = all | *cards;
        count += cards.len();
    }
    if all.len() == count { count } else { usize::MAX }
}

/// 1 FG for each area controlled, 2 for a neutral capital, 5 for a capital of the other side, 3 at least (6).
fn revenue(game: &Conquests, nation: Nation) -> u16 {
    let capital = |area: Area| Nation::all().find(|owner| Area::capital(*owner) == area);
    let worth = |area: Area| match capital(area) {
        Some(owner) if owner == nation => 1,
        Some(_) if nation == France => 5,
        // That of an Ally, as a guest, is a land like any other.
        Some(owner) if allies(game, nation, owner) && game.control.captors[owner] != Some(nation) => 1,
        Some(_) => 5,
        None if Area::neutral_capitals().contains(&area) => 2,
        None => 1,
    };
    let held = Area::all().filter(|area| controller(game, *area) == Some(nation));
    held.map(worth).sum::<u16>().max(3)
}

/// Both strengths, counted anew where nothing is hidden from the umpire: no card was played with this very action (11.2).
fn judge_strength(before: &Conquests, action: Action, fought: &Event) -> Ruling {
    let Event::Fought { area, die, attack, defence, .. } = *fought else { return Ok(()) };
    let Some(battle) = before.battle.filter(|battle| battle.area == area) else { return Ok(()) };
    let declared = matches!(
        before.asked_in_combat(),
        Some(Question::Avoid | Question::Effects(_) | Question::Support(_))
    );
    let extra = match action {
        Action::Done => 0,
        Action::Support(frigates) => i16::from(frigates),
        _ => return Ok(()),
    };
    if !declared || battle.sort == Sort::Pursuit {
        return Ok(());
    }
    let helped = match before.asked_in_combat() {
        Some(Question::Support(support)) => support.role.index(),
        _ => 0,
    };
    let morale = |side: Nations| side.iter().map(|nation| before.tracks.morale[nation]).max().unwrap_or(0);
    let edge = |own: Nations, other: Nations| match morale(own).saturating_sub(morale(other)) {
        _ if other.is_empty() || own.is_empty() => 0,
        0 => 0,
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let base = |number: usize| {
        let (own, other) = (battle.sides[number], battle.sides[1 - number]);
        let role = [Role::Attacker, Role::Defender][number];
        let units = match area.is_sea() {
            true => own.iter().map(|nation| 2 * ships(before, nation, area) as i16).sum(),
            false => {
                let corps = own.iter().map(|nation| if nation == France { 7 } else { 5 }).sum();
                strength(sum(own.iter().map(|nation| ground(before, nation, area))), corps)
            }
        };
        let announced = if number == helped { extra } else { 0 };
        units
            + edge(own, other)
            + i16::from(battle.effects[role])
            + i16::from(battle.support[role])
            + announced
    };
    let defends =
        |nation: Nation| battle.sides[1].contains(nation) && !ground(before, nation, area).is_empty();
    let works = match area.is_sea() {
        true => 0,
        false => {
            let home = Nation::all().any(|owner| Area::capital(owner) == area && defends(owner));
            let malta = Area::by_id("malta") == Some(area) && defends(England);
            let neutral = Area::neutral_capitals().iter().position(|capital| *capital == area);
            let garrison = neutral.is_some_and(|number| before.control.garrisons[number]);
            5 * i16::from(home) + 3 * i16::from(malta) + 2 * i16::from(garrison)
        }
    };
    let luck = match (area.is_sea(), die) {
        (false, 1) | (true, 1 | 2) => -1,
        (false, 4 | 5) | (true, 5 | 6) => 1,
        (false, 6) => 2,
        _ => 0,
    };
    let expected = (base(0) + luck, base(1) + works);
    hold((attack, defence) == expected, "11.2", || {
        format!("{attack} against {defence} in {area}, counted as {expected:?}: {battle:?}")
    })
}

/// A unit that is won is forfeited only for want of a land or of a counter (8.3).
fn judge_forfeit(before: &Conquests, after: &Conquests, nation: Nation) -> Ruling {
    if after.battle.is_some() || after.ended.is_some() || nation == France {
        return Ok(());
    }
    let landless = |game: &Conquests| lands_of(game, nation) == 0;
    let bare = [Kind::Infantry, Kind::Cavalry].iter().any(|kind| contingent(after, nation, *kind) == 0);
    let gift = before.errands.iter().any(|errand| matches!(errand, Errand::Gift { .. }))
        || !matches!(before.phase, Phase::Combat(_));
    hold(gift || bare || landless(before) || landless(after), "8.3", || {
        format!("{nation} forfeits a unit and has land and counters")
    })
}

/// What holds in every position.
fn judge_position(game: &Conquests) -> Ruling {
    for nation in Nation::all() {
        for (kind, most) in Kind::all().zip(counters(nation)) {
            let ashore: u8 = Area::lands().map(|land| ground(game, nation, land).count(kind)).sum();
            let fleet = FrigateId::of(nation).map(|id| game.forces.frigates[id]);
            let afloat: u8 = match kind {
                Kind::Frigate => fleet.filter(|frigate| frigate.at.is_some()).count() as u8,
                _ => fleet.map(|frigate| frigate.cargo.count(kind)).sum(),
            };
            let used = ashore + afloat + game.forces.reserves[nation].count(kind);
            hold(used <= most, "3.1", || format!("{nation} has {used} {kind}"))?;
        }
        let advisors = |zone: Zone| {
            (0..zone.spaces()).filter(|space| game.council.advisor(zone, *space) == Some(nation)).count()
        };
        let zones =
            [Zone::Initiative, Zone::Finance, Zone::Morale, Zone::Society, Zone::Military, Zone::Diplomacy];
        for zone in zones {
            let most = if nation == France && zone == Zone::Military { 2 } else { 1 };
            hold(advisors(zone) <= most, "7", || format!("advisors of {nation} in {zone}"))?;
        }
        let most = if nation == France { 5 } else { 3 };
        hold(zones.into_iter().map(advisors).sum::<usize>() <= most, "4.1", || {
            format!("{nation}'s advisors")
        })?;
        hold(game.tracks.morale[nation] <= 16, "8.3", || format!("{nation}'s Morale"))?;
        let bonds =
            game.treaties.list.iter().filter(|treaty| matches!(treaty.state, Bond::Fresh | Bond::Holds));
        hold(bonds.filter(|treaty| treaty.members.contains(nation)).count() <= 1, "9.2", || {
            format!("{nation} is in two Alliances")
        })?;
    }
    for frigate in game.forces.frigates {
        let cargo = frigate.cargo;
        hold(cargo.len() <= 3 && cargo.count(Kind::Frigate) == 0, "10.3", || format!("{cargo} aboard"))?;
        hold(frigate.at.is_none_or(Area::is_sea), "10.3", || "a frigate ashore".into())?;
        hold(frigate.at.is_some() || cargo.is_empty(), "10.3", || "units aboard of nothing".into())?;
    }
    hold(game.tracks.society.iter().all(|level| *level <= 14), "8.4", || "Society".into())?;
    for treaty in game.treaties.list.iter().filter(|treaty| matches!(treaty.state, Bond::Fresh | Bond::Holds))
    {
        let lasts = treaty.made == game.turn || treaty.made + 1 == game.turn;
        hold(lasts || game.ended.is_some(), "9.2", || format!("{treaty:?} in turn {}", game.turn))?;
    }
    let quiet = game.battle.is_none() && game.errands.is_empty() && game.ended.is_none();
    for (number, capital) in Area::neutral_capitals().into_iter().enumerate() {
        let empty = here(game, capital).is_empty();
        hold(!empty || game.control.garrisons[number], "11.7", || {
            format!("{capital} is empty without a garrison")
        })?;
        let held = !empty && controller(game, capital).is_some();
        hold(!held || !game.control.garrisons[number] || !quiet, "11.7", || {
            format!("{capital} is held and garrisoned")
        })?;
    }
    for land in Area::lands() {
        let pending = game.control.attackers[land].is_some();
        let fought = game.battle.is_some_and(|battle| battle.area == land);
        let marching = matches!(game.phase, Phase::Move(_) | Phase::Challenge(_) | Phase::Combat(_));
        if marching && quiet {
            hold(!strangers(game, land) || pending || fought, "11", || format!("strangers in {land}"))?;
        }
        if matches!(game.phase, Phase::Idle(_)) && quiet {
            hold(!strangers(game, land) && !pending, "11", || format!("{land} was not fought for"))?;
        }
        if matches!(game.phase, Phase::Move(_)) {
            let present = here(game, land);
            let third = present.iter().any(|a| {
                present.iter().any(|b| {
                    present
                        .iter()
                        .any(|c| !allies(game, *a, *b) && !allies(game, *b, *c) && !allies(game, *a, *c))
                })
            });
            hold(!third, "10.1", || format!("three sides in {land}"))?;
        }
    }
    if matches!(game.phase, Phase::Idle(_) | Phase::Advisors(_)) && quiet {
        // Ten can be saved; captors of capitals get up to 2 MP of each at the start of a turn.
        let most = if matches!(game.phase, Phase::Idle(_)) { 20 } else { 28 };
        hold(game.treasury.points.iter().all(|points| *points <= most && points % 2 == 0), "10", || {
            format!("{:?} halves are saved", game.treasury.points)
        })?;
    }
    if matches!(game.phase, Phase::Advisors(0)) && quiet {
        judge_start_of_turn(game)?;
    }
    Ok(())
}

/// Whoever goes on to another turn is not eliminated, and nobody has won (13, 13.2.1, 13.2.2).
fn judge_start_of_turn(game: &Conquests) -> Ruling {
    if game.turn == 1 {
        return Ok(());
    }
    for nation in game.order.iter().copied() {
        let lives = game.tracks.morale[nation] > 0
            && (lands_of(game, nation) > 0
                || Area::lands().any(|land| here(game, land).contains(&nation))
                    && game.rules.shared_lands_save);
        // What a side gives up for want of Society before turn 4 comes after the check (8.4).
        hold(lives || game.turn == 4, "13", || format!("{nation} is eliminated and plays on"))?;
    }
    let held =
        |nation: Nation, id: &str| Area::by_id(id).is_some_and(|area| controller(game, area) == Some(nation));
    let paris = Area::capital(France);
    let neutral = |nation: Nation| {
        Area::neutral_capitals().into_iter().filter(|area| controller(game, *area) == Some(nation)).count()
    };
    let [french, coalition] = Side::all().map(|side| game.tracks.society[side]);
    let playing = || COALITION.into_iter().filter(|nation| game.order.contains(nation));
    let morale = |nation: Nation| game.tracks.morale[nation];
    let all_above = |level: u8| playing().all(|nation| morale(nation) > level);
    let cities: usize = COALITION.into_iter().map(neutral).sum();
    let campaign = game.rules.campaign;
    let alone = COALITION.into_iter().any(|nation| {
        neutral(nation) >= if campaign { 4 } else { 3 }
            || !campaign && controller(game, paris) == Some(nation) && coalition > 6 && morale(nation) > 5
    });
    hold(!alone, "13.2", || "a nation has won alone, and the game goes on".into())?;
    let capitals = match campaign {
        true => cities >= 4 && coalition > 10 && all_above(8),
        false => cities >= 3 && coalition > 7 && all_above(6),
    };
    hold(!capitals, "13.2", || "the Coalition has won, and the game goes on".into())?;
    let fr = |nation: Nation| controller(game, Area::capital(nation)) == Some(France);
    let home = || {
        let land = Area::homeland(France);
        land.iter().filter(|land| *land != Area::corsica()).all(|land| controller(game, land) == Some(France))
    };
    let napoleon = fr(France)
        && match campaign {
            true => {
                let britain = Area::great_britain().iter().all(|land| controller(game, land) == Some(France));
                french > 7
                    && (fr(Russia) && (fr(Prussia) || fr(Austria))
                        || fr(Prussia) && fr(Austria) && held(France, "rome") && held(France, "madrid")
                        || britain
                        || neutral(France) == 4 && morale(France) > 9)
                    || home() && french > 11 && morale(France) > 12
            }
            false => {
                let one = COALITION.into_iter().any(fr);
                french > 7 && one && morale(France) > 9 && (held(France, "madrid") || held(France, "rome"))
                    || french > 7 && fr(England)
                    || french > 6 && morale(France) > 9 && home()
                    || french > 7 && morale(France) > 9 && neutral(France) >= 3
            }
        };
    hold(!napoleon, "13.2", || "Napoleon has won, and the game goes on".into())
}

/// The points of the end, but for objectives, which are worth 10 each (13.2.3).
fn judge_points(game: &Conquests) -> Ruling {
    let Some(end) = game.ended else { return Ok(()) };
    for nation in game.order.iter().copied() {
        let capitals = Nation::all()
            .filter(|owner| controller(game, Area::capital(*owner)) == Some(nation))
            .filter(|owner| *owner != nation || game.rules.own_capital_scores)
            .count() as i16;
        let neutral =
            Area::neutral_capitals().into_iter().filter(|a| controller(game, *a) == Some(nation)).count();
        let society = match nation {
            France => {
                3 * (i16::from(game.tracks.society[Side::France])
                    - i16::from(game.tracks.society[Side::Coalition]))
            }
            _ => 0,
        };
        let corps: i16 = Area::lands()
            .map(|land| {
                let [infantry, cavalry, cannon, _] = arms(ground(game, nation, land));
                infantry.min(cavalry).min(cannon)
            })
            .sum();
        let frigates = FrigateId::of(nation).filter(|id| game.forces.frigates[*id].at.is_some()).count();
        let points = 10 * capitals
            + 5 * neutral as i16
            + lands_of(game, nation) as i16
            + 3 * i16::from(game.feats.successes[nation])
            + society
            + i16::from(game.tracks.morale[nation])
            + 3 * i16::from(game.feats.victories[nation])
            + corps.min(if nation == France { 7 } else { 5 })
            + frigates as i16
            + (game.treasury.money[nation] / 5) as i16;
        let rest = end.scores[nation] - points;
        hold(rest == 0 || rest == 10 && nation != France, "13.2.3", || {
            format!("{nation} has {} points, counted {points}", end.scores[nation])
        })?;
    }
    hold(game.turn <= if game.rules.campaign { 6 } else { 3 }, "1", || format!("turn {}", game.turn))
}

/// What was seen in many games: combats, moves of Morale, and how often each rule was broken, with the first case.
#[derive(Default)]
struct Report {
    combats: u32,
    shifts: u32,
    faults: BTreeMap<String, (u32, String)>,
}

impl Report {
    fn note(&mut self, fault: &str, case: impl FnOnce() -> String) {
        let rule = fault.split(':').next().unwrap_or_default().to_owned();
        self.faults.entry(rule).or_insert_with(|| (0, format!("{fault}: {}", case()))).0 += 1;
    }
}

/// Plays a game at random to its end.
fn play(setup: &Setup, seed: u64, report: &mut Report) {
    let mut log = Recorder::default();
    let mut game = Conquests::new(setup, &mut log).expect("the set-up is sound");
    let mut umpire = Umpire::new(&game);
    let mut chance = Stream::from_number(seed);
    let mut actions = Vec::new();
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody decides");
        actions.clear();
        game.actions(seat, &mut actions);
        // Whoever could be done goes on as a rule, and armies go home unit by unit: they march, fight and retreat.
        let retreats: Vec<Action> =
            actions.iter().copied().filter(|way| matches!(way, Action::Retreat { .. })).collect();
        if !retreats.is_empty() && chance.below(2) == 0 {
            actions = retreats;
        }
        let action = match chance.below(4) {
            0 => *chance.pick(&actions).expect("something can be done"),
            _ => {
                let busy: Vec<Action> = actions.iter().copied().filter(|way| *way != Action::Done).collect();
                *chance.pick(if busy.is_empty() { &actions } else { &busy }).expect("something can be done")
            }
        };
        let before = game.clone();
        log.events.clear();
        game.apply(seat, &action, &mut log).unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
        if let Err(fault) = umpire.follow(&before, action, &game, &log.events) {
            let case = || format!("{setup:?}, seed {seed}, {:?}, {action:?}\n{:?}", before.phase, log.events);
            report.note(&fault, case);
            let Umpire { combats, shifts, .. } = umpire;
            umpire = Umpire { combats, shifts, ..Umpire::new(&game) };
        }
    }
    if let Err(fault) = judge_points(&game) {
        report.note(&fault, || format!("{setup:?}, seed {seed}"));
    }
    report.combats += umpire.combats;
    report.shifts += umpire.shifts;
}

// proves N-3.1-conservation, N-10.1-costs, N-11.3.1-first-case, N-13.2.3-each-nation
#[test]
fn games_at_random_keep_the_rulebook() {
    let games: u64 = std::env::var("GROGNARD_SOAK").ok().and_then(|games| games.parse().ok()).unwrap_or(4);
    let mut report = Report::default();
    for players in 2..=5 {
        for seed in 0..games {
            let scenario = if seed % 2 == 0 { "short" } else { "campaign" };
            play(&Setup::new(scenario, players, Seed::from_number(seed)), seed, &mut report);
        }
    }
    let Report { combats, shifts, faults } = report;
    println!("{games} games for each number of players: {combats} combats, Morale moved {shifts} times");
    assert!(combats > 0 && shifts > 0);
    assert!(faults.is_empty(), "{faults:#?}");
}
