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
use crate::questions::{Asked, Next};
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

impl Asked for Recruit {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        Some(game.fighting().victor(game))
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        game.fighting().list_recruits(game, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<Next, Denied> {
        game.fighting().recruit_unit(game, action, log)?;
        Ok(Flow::goto(WhoPlays))
    }

    /// Unless there is but one way, the victor picks.
    fn settle(self, game: &mut Conquests, log: &mut impl Recorder<Event>) -> Option<Next> {
        let battle = game.fighting();
        let mut options = Vec::new();
        battle.list_recruits(game, &mut options);
        match options[..] {
            [] => {}
            [Action::Recruit { nation, kind, to }] => battle.change_sides(game, nation, kind, to, log),
            _ => return None,
        }
        Some(Flow::goto(WhoPlays))
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "recruit"
    }

    fn question(&self, _game: &Conquests, _nation: Nation) -> String {
        "You have won: which enemy unit is recruited?".to_owned()
    }

    fn choice(&self, game: &Conquests, _own: Nation, action: Action) -> Choice {
        let Action::Recruit { nation, kind, to } = action else { return choices::unlisted(action) };
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

impl Cheer {
    /// His Morale rises; in a Minor victory he takes money, too (N-11.3.2-c-money).
    fn cheer(self, game: &mut Conquests, nation: Nation, log: &mut impl Recorder<Event>) -> Next {
        let battle = game.fighting();
        if battle.verdict == Some(Verdict::Minor) {
            battle.take_money(game, nation, log);
        }
        game.shift_morale(nation, 1, log);
        Losses::of_result()
    }
}

impl Asked for Cheer {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        Some(game.fighting().victor(game))
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        out.extend(game.fighting().victors().iter().map(Action::Choose));
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<Next, Denied> {
        let nation = chosen(action, game.fighting().victors())?;
        Ok(self.cheer(game, nation, log))
    }

    fn settle(self, game: &mut Conquests, log: &mut impl Recorder<Event>) -> Option<Next> {
        let victors = game.fighting().victors();
        match victors.only() {
            Some(nation) => Some(self.cheer(game, nation, log)),
            None if victors.is_empty() => Some(Losses::of_result()),
            None => None,
        }
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "cheer"
    }

    fn question(&self, _game: &Conquests, _nation: Nation) -> String {
        "Which of the victors gains Morale?".to_owned()
    }

    fn choice(&self, _game: &Conquests, _own: Nation, action: Action) -> Choice {
        choices::chosen(action)
    }
}

/// One of the beaten loses Morale; not in an Uncertain combat, nor in a pursuit (N-11.3.2-f, N-11.6-results).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grieve;

impl Asked for Grieve {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        let battle = game.fighting();
        Some(battle.leader(game, battle.beaten()))
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        out.extend(game.fighting().beaten().iter().map(Action::Choose));
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<Next, Denied> {
        let nation = chosen(action, game.fighting().beaten())?;
        game.shift_morale(nation, -1, log);
        Ok(Flow::goto(Retreat))
    }

    fn settle(self, game: &mut Conquests, log: &mut impl Recorder<Event>) -> Option<Next> {
        let battle = game.fighting();
        let spared = matches!(battle.verdict, None | Some(Verdict::Uncertain | Verdict::Taken));
        let beaten = battle.beaten();
        match beaten.only() {
            _ if spared || battle.sort == Sort::Pursuit || beaten.is_empty() => {}
            Some(nation) => game.shift_morale(nation, -1, log),
            None => return None,
        }
        Some(Flow::goto(Retreat))
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "grieve"
    }

    fn question(&self, _game: &Conquests, _nation: Nation) -> String {
        "Which of the beaten loses Morale?".to_owned()
    }

    fn choice(&self, _game: &Conquests, _own: Nation, action: Action) -> Choice {
        choices::chosen(action)
    }
}

/// The nation of a side that an action names.
fn chosen(action: Action, side: Nations) -> Result<Nation, Denied> {
    let Action::Choose(nation) = action else { return Err(not_now()) };
    match side.contains(nation) {
        true => Ok(nation),
        false => Err(Denied::new(rule!("N-11.5-initiator"), "it must be a nation of that side")),
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
    pub(super) fn roll_combat(&self, game: &mut Conquests, log: &mut impl Recorder<Event>) -> Next {
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

    pub(super) fn list_recruits(&self, game: &Conquests, out: &mut Vec<Action>) {
        let victors = self.victors();
        for nation in self.leaving.iter() {
            for kind in game.forces.troops(nation, self.area).kinds() {
                let takers = game.takers(victors, kind);
                out.extend(takers.iter().map(|to| Action::Recruit { nation, kind, to }));
            }
        }
    }

    pub(super) fn recruit_unit(
        &self,
        game: &mut Conquests,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Action::Recruit { nation, kind, to } = action else { return Err(not_now()) };
        let beaten = self.leaving.contains(nation) && kind != Kind::Frigate;
        if !beaten || game.forces.troops(nation, self.area).count(kind) == 0 {
            return Err(Denied::new(rule!("N-11.3.1-recruit"), "the beaten have no such unit there"));
        }
        let victors = self.victors();
        if !victors.contains(to) {
            return Err(Denied::new(rule!("N-11.5-recruit-owner"), "it joins one of the victors"));
        }
        if !game.takers(victors, kind).contains(to) {
            let why = "none of the victors has such a unit left: it is lost whoever is named";
            return Err(Denied::new(rule!("N-11.3.1-recruit-none"), why));
        }
        self.change_sides(game, nation, kind, to, log);
        Ok(())
    }

    /// A unit goes to its old owner's Contingent; one of the same arm of its new owner takes its place, if there is one
    /// (N-11.3.1-recruit, N-11.3.1-recruit-none).
    fn change_sides(
        &self,
        game: &mut Conquests,
        nation: Nation,
        kind: Kind,
        to: Nation,
        log: &mut impl Recorder<Event>,
    ) {
        let (area, arm) = (self.area, kind.arm());
        let joins = game.can_take_on(to, kind);
        game.take(nation, Troops::one(kind), area);
        if joins {
            game.put(to, Troops::one(arm), area);
        }
        log.record(|| Event::Recruited { who: game.party(to), from: nation, kind, area, joins });
    }

    /// 2 FG from the beaten, whoever decides for them first; the bank makes up for what they lack.
    fn take_money(&self, game: &mut Conquests, nation: Nation, log: &mut impl Recorder<Event>) {
        let mut owed = 2;
        let leader = self.leader(game, self.leaving);
        let payers = Some(leader).filter(|leader| self.leaving.contains(*leader));
        for payer in payers.into_iter().chain(self.leaving.without(leader).iter()) {
            owed -= game.fine(payer, owed, log);
        }
        game.pay_out(nation, 2, log);
    }
}
