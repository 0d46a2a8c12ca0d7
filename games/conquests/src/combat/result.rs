//! What comes of a combat. Rulebook 11.3.

use engine::steps::Flow;
use std::fmt;

use engine::{Chance, Choice, Denied, Recorder, Target, Verb, rule};
use serde::{Deserialize, Serialize};

use super::strength::{luck, total};
use super::{Battle, Sort, Terms};
use crate::action::{Action, not_now};
use crate::combat::{Losses, Retreat, WhoPlays};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::Next;
use crate::questions::one_of::AskedForOne;
use crate::state::Conquests;
use crate::troops::{Kind, Troops};
use crate::view::choices;
use crate::view::keys::Units;

/// A result, with its letter in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// a: the attacker has more than twice the strength.
    Strategic,
    /// b: he has 2 SP more, or more.
    Tactical,
    /// c: he has 1 SP more.
    Minor,
    /// d: the defender has twice the strength or more.
    Trap,
    /// e: he has 2 SP more, or more.
    Heroic,
    /// f: as strong as each other, or the defender has 1 SP more.
    Uncertain,
    /// A garrison is beaten.
    Taken,
}

impl Verdict {
    /// The first case that fits (N-11.3.1-first-case).
    pub(crate) fn of(attack: i16, defence: i16) -> Verdict {
        let lead = attack - defence;
        if lead > 0 && attack > 2 * defence {
            Verdict::Strategic
        } else if lead >= 2 {
            Verdict::Tactical
        } else if lead == 1 {
            Verdict::Minor
        } else if attack <= 0 || defence >= 2 * attack {
            Verdict::Trap
        } else if lead <= -2 {
            Verdict::Heroic
        } else {
            Verdict::Uncertain
        }
    }

    /// Who has won.
    pub(crate) fn victor(self) -> Role {
        match self {
            Verdict::Strategic | Verdict::Tactical | Verdict::Minor | Verdict::Taken => Role::Attacker,
            Verdict::Trap | Verdict::Heroic | Verdict::Uncertain => Role::Defender,
        }
    }

    /// Whether it is recorded as a victory, and brings a card (N-11.3.3-vp).
    pub(crate) fn counts(self) -> bool {
        matches!(self, Verdict::Strategic | Verdict::Tactical | Verdict::Trap | Verdict::Heroic)
    }

    fn recruits(self) -> bool {
        matches!(self, Verdict::Strategic | Verdict::Trap)
    }

    /// How many of so many units are lost.
    fn losses(self, units: u8) -> u8 {
        match self {
            Verdict::Strategic | Verdict::Trap => units.div_ceil(2),
            Verdict::Tactical | Verdict::Heroic => units / 3,
            Verdict::Minor | Verdict::Uncertain | Verdict::Taken => 0,
        }
    }

    /// On which terms the beaten retreat.
    fn terms(self) -> Terms {
        match self {
            Verdict::Strategic | Verdict::Trap => Terms::Paid,
            Verdict::Tactical | Verdict::Minor | Verdict::Heroic => Terms::Choice,
            Verdict::Uncertain | Verdict::Taken => Terms::Free,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Strategic => "a strategic victory",
            Verdict::Tactical => "a tactical victory",
            Verdict::Minor => "a minor victory",
            Verdict::Trap => "a trap",
            Verdict::Heroic => "a heroic defence",
            Verdict::Uncertain => "an uncertain combat",
            Verdict::Taken => "the garrison gives up",
        })
    }
}

/// The victor recruits a unit of the beaten (N-11.3.1-recruit).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Recruit;

/// A unit of the beaten that changes sides.
#[derive(Clone, Copy)]
pub(crate) struct Turncoat {
    nation: Nation,
    kind: Kind,
    to: Nation,
}

impl AskedForOne for Recruit {
    type Item = Turncoat;

    fn decider(&self, game: &Conquests) -> Option<Nation> {
        Some(game.fighting().victor(game))
    }

    fn candidates(&self, game: &Conquests) -> impl Iterator<Item = Turncoat> {
        let battle = game.fighting();
        let units = battle.leaving.iter().flat_map(move |nation| {
            let troops = game.forces.troops(nation, battle.area);
            troops.kinds().map(move |kind| (nation, kind))
        });
        units.flat_map(move |(nation, kind)| {
            game.takers(battle.victors(), kind).iter().map(move |to| Turncoat { nation, kind, to })
        })
    }

    fn action(&self, Turncoat { nation, kind, to }: Turncoat) -> Action {
        Action::Recruit { nation, kind, to }
    }

    fn refuse(&self, game: &Conquests, action: Action) -> Denied {
        let Action::Recruit { nation, kind, to } = action else { return not_now() };
        let battle = game.fighting();
        let beaten = battle.leaving.contains(nation) && kind != Kind::Frigate;
        if !beaten || game.forces.troops(nation, battle.area).count(kind) == 0 {
            return Denied::new(rule!("N-11.3.1-recruit"), "the beaten have no such unit there");
        }
        if !battle.victors().contains(to) {
            return Denied::new(rule!("N-11.5-recruit-owner"), "it joins one of the victors");
        }
        let why = "none of the victors has such a unit left: it is lost whoever is named";
        Denied::new(rule!("N-11.3.1-recruit-none"), why)
    }

    fn chosen(self, game: &mut Conquests, turncoat: Turncoat, log: &mut Recorder<Event>) -> Next {
        game.fighting().change_sides(game, turncoat, log);
        Flow::goto(WhoPlays)
    }

    fn without(self, _game: &mut Conquests, _log: &mut Recorder<Event>) -> Next {
        Flow::goto(WhoPlays)
    }

    fn key(&self) -> &'static str {
        "recruit"
    }

    fn question(&self, _game: &Conquests) -> String {
        "You have won: which enemy unit is recruited?".to_owned()
    }

    fn show(&self, game: &Conquests, _own: Nation, Turncoat { nation, kind, to }: Turncoat) -> Choice {
        let label = format!("Recruit {} {kind} for {to}", nation.adjective());
        let choice = choices::on_units(game, Verb::Recruit, nation, kind, game.fighting().area, label);
        match game.can_take_on(to, kind) {
            true => choice,
            false => {
                choices::with_words(choice, format!("it is lost: {to} has no {kind} left to replace it"))
            }
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        let (Action::Recruit { to, .. }, Units { nation, kind, .. }) = (action, choices::units_at(target)?)
        else {
            return None;
        };
        Some(Action::Recruit { nation, kind, to })
    }
}

/// One of the victors gains Morale (N-11.5-initiator).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cheer;

impl AskedForOne for Cheer {
    type Item = Nation;

    fn decider(&self, game: &Conquests) -> Option<Nation> {
        Some(game.fighting().victor(game))
    }

    fn candidates(&self, game: &Conquests) -> impl Iterator<Item = Nation> {
        game.fighting().victors().iter()
    }

    fn action(&self, nation: Nation) -> Action {
        Action::Choose(nation)
    }

    fn refuse(&self, _game: &Conquests, action: Action) -> Denied {
        of_that_side(action)
    }

    /// His Morale rises; in a Minor victory he takes money, too (N-11.3.2-c-money).
    fn chosen(self, game: &mut Conquests, nation: Nation, log: &mut Recorder<Event>) -> Next {
        let battle = game.fighting();
        if battle.verdict == Some(Verdict::Minor) {
            battle.take_money(game, nation, log);
        }
        game.shift_morale(nation, 1, log);
        Losses::of_result()
    }

    fn without(self, _game: &mut Conquests, _log: &mut Recorder<Event>) -> Next {
        Losses::of_result()
    }

    fn key(&self) -> &'static str {
        "cheer"
    }

    fn question(&self, _game: &Conquests) -> String {
        "Which of the victors gains Morale?".to_owned()
    }

    fn show(&self, _game: &Conquests, _own: Nation, nation: Nation) -> Choice {
        choices::chosen(nation)
    }
}

/// One of the beaten loses Morale; not in an Uncertain combat, nor in a pursuit (N-11.3.2-f, N-11.6-results).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grieve;

impl AskedForOne for Grieve {
    type Item = Nation;

    fn decider(&self, game: &Conquests) -> Option<Nation> {
        let battle = game.fighting();
        Some(battle.leader(game, battle.beaten()))
    }

    fn candidates(&self, game: &Conquests) -> impl Iterator<Item = Nation> {
        let battle = game.fighting();
        let spared = matches!(battle.verdict, None | Some(Verdict::Uncertain | Verdict::Taken));
        let grieving = match spared || battle.sort == Sort::Pursuit {
            true => Nations::NONE,
            false => battle.beaten(),
        };
        grieving.iter()
    }

    fn action(&self, nation: Nation) -> Action {
        Action::Choose(nation)
    }

    fn refuse(&self, _game: &Conquests, action: Action) -> Denied {
        of_that_side(action)
    }

    fn chosen(self, game: &mut Conquests, nation: Nation, log: &mut Recorder<Event>) -> Next {
        game.shift_morale(nation, -1, log);
        Flow::goto(Retreat)
    }

    fn without(self, _game: &mut Conquests, _log: &mut Recorder<Event>) -> Next {
        Flow::goto(Retreat)
    }

    fn key(&self) -> &'static str {
        "grieve"
    }

    fn question(&self, _game: &Conquests) -> String {
        "Which of the beaten loses Morale?".to_owned()
    }

    fn show(&self, _game: &Conquests, _own: Nation, nation: Nation) -> Choice {
        choices::chosen(nation)
    }
}

/// The refusal of a nation that is not of the side in question.
fn of_that_side(action: Action) -> Denied {
    match action {
        Action::Choose(_) => Denied::new(rule!("N-11.5-initiator"), "it must be a nation of that side"),
        _ => not_now(),
    }
}

impl Battle {
    /// Those who have won.
    pub(super) fn victors(&self) -> Nations {
        self.verdict.map_or(Nations::NONE, |verdict| self.side(verdict.victor()))
    }

    /// Those who have lost.
    fn beaten(&self) -> Nations {
        self.verdict.map_or(Nations::NONE, |verdict| self.side(verdict.victor().other()))
    }

    /// Who decides for those who have won.
    pub(super) fn victor(&self, game: &Conquests) -> Nation {
        self.leader_of(game, self.verdict.map_or(Role::Attacker, Verdict::victor))
    }

    /// The result of these strengths; a garrison that is beaten gives up (N-11.3.1-first-case, N-11.7-garrison-combat).
    pub(crate) fn judged(&self, attack: i16, defence: i16) -> Verdict {
        match self.sort {
            Sort::Garrison if attack > defence => Verdict::Taken,
            _ => Verdict::of(attack, defence),
        }
    }
}

impl Conquests {
    /// Whom a unit can join: if none of the victors has one to take its place, it does not matter who is named
    /// (N-11.3.1-recruit-none).
    fn takers(&self, victors: Nations, kind: Kind) -> Nations {
        match victors.iter().any(|to| self.can_take_on(to, kind)) {
            true => victors,
            false => victors.iter().take(1).collect(),
        }
    }

    /// Whether a nation has a unit left to take the place of one that it recruits.
    pub(crate) fn can_take_on(&self, nation: Nation, kind: Kind) -> bool {
        self.forces.contingent(nation).count(kind.arm()) > 0
    }
}

impl Battle {
    /// The die is rolled, for the attacker only, and there is a result (N-11.2-die-last).
    pub(super) fn roll_combat(&self, game: &mut Conquests, log: &mut Recorder<Event>) -> Next {
        let defence = total(&self.strength(game, Role::Defender));
        let die = game.dice.die(6);
        let attack = total(&self.strength(game, Role::Attacker)) + luck(die, self.is_at_sea());
        let verdict = self.judged(attack, defence);
        let area = self.area;
        log.record(|| Event::Fought { area, die, attack, defence, verdict });
        log.reveal();
        let loser = self.side(verdict.victor().other());
        let losses = match verdict {
            Verdict::Taken => 0,
            _ => verdict.losses(self.engaged(game, loser)),
        };
        let open = matches!(self.sort, Sort::Open | Sort::Division);
        let recruited = open && verdict.recruits() && !self.is_at_sea();
        if open && verdict.counts() {
            for nation in self.side(verdict.victor()).iter() {
                game.feats.victories[nation] = game.feats.victories[nation].saturating_add(1);
            }
        }
        let fight = game.fight();
        fight.verdict = Some(verdict);
        fight.heard = Nations::NONE;
        // One of the lost is the victor's pick; against a garrison nobody picks but the loser (N-11.7-lose).
        fight.due = match losses.checked_sub(1) {
            None => [0, 0],
            Some(rest) if recruited => [0, rest],
            Some(_) if self.sort == Sort::Garrison => [0, losses],
            Some(rest) => [1, rest],
        };
        fight.leaving = loser;
        fight.terms = verdict.terms();
        match open {
            true if recruited => Flow::goto(Recruit),
            true if verdict.counts() => Flow::goto(WhoPlays),
            true => Flow::goto(Cheer),
            false if verdict == Verdict::Taken => Flow::goto(Cheer),
            false => Losses::of_result(),
        }
    }

    /// A unit goes to its old owner's Contingent; one of the same arm of its new owner takes its place, if there is one
    /// (N-11.3.1-recruit, N-11.3.1-recruit-none).
    fn change_sides(&self, game: &mut Conquests, turncoat: Turncoat, log: &mut Recorder<Event>) {
        let Turncoat { nation, kind, to } = turncoat;
        let (area, arm) = (self.area, kind.arm());
        let joins = game.can_take_on(to, kind);
        game.take(nation, Troops::one(kind), area);
        if joins {
            game.put(to, Troops::one(arm), area);
        }
        log.record(|| Event::Recruited { who: game.party(to), from: nation, kind, area, joins });
    }

    /// 2 FG from the beaten, whoever decides for them first; the bank makes up for what they lack.
    fn take_money(&self, game: &mut Conquests, nation: Nation, log: &mut Recorder<Event>) {
        let mut owed = 2;
        let leader = self.leader(game, self.leaving);
        let payers = Some(leader).filter(|leader| self.leaving.contains(*leader));
        for payer in payers.into_iter().chain(self.leaving.without(leader).iter()) {
            owed -= game.fine(payer, owed, log);
        }
        game.pay_out(nation, 2, log);
    }
}
