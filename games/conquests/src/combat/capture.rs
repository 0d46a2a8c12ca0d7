//! Capitals that fall, and what that sets in motion. Rulebook 11.7, 11.8.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use super::{Battle, Terms};
use crate::action::{Action, not_now};
use crate::areas::Area;
use crate::combat::{Avoid, Follow};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::one_of::AskedForOne;
use crate::questions::{Next, Question};
use crate::state::Conquests;
use crate::view::choices;

/// A capital falls: of several Allies one counts as captor (N-11.8-shared-capture). When none falls any more the victor may
/// follow, or the combat is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Captor;

impl AskedForOne for Captor {
    type Item = Nation;

    fn decider(&self, game: &Conquests) -> Option<Nation> {
        let battle = game.fighting();
        battle.takers_of_capital(game).map(|captors| battle.leader(game, captors))
    }

    fn candidates(&self, game: &Conquests) -> impl Iterator<Item = Nation> {
        game.fighting().takers_of_capital(game).unwrap_or(Nations::NONE).iter()
    }

    fn action(&self, captor: Nation) -> Action {
        Action::Choose(captor)
    }

    fn refuse(&self, _game: &Conquests, action: Action) -> Denied {
        let Action::Choose(_) = action else { return not_now() };
        let why = "it must be a nation that has taken the capital";
        Denied::new(rule!("N-11.8-shared-capture"), why)
    }

    fn chosen(self, game: &mut Conquests, captor: Nation, log: &mut Recorder<Event>) -> Next {
        game.fighting().capture(game, captor, log);
        Flow::stay(self)
    }

    fn without(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Next {
        let battle = game.fighting();
        if battle.may_follow(game) {
            return Flow::goto(Follow);
        }
        battle.end_battle(game, log);
        Flow::End
    }

    fn key(&self) -> &'static str {
        "captor"
    }

    fn question(&self, _game: &Conquests) -> String {
        "A capital falls: which Ally counts as captor?".to_owned()
    }

    fn show(&self, _game: &Conquests, _own: Nation, captor: Nation) -> Choice {
        choices::chosen(captor)
    }
}

impl Conquests {
    /// Whether those who stand in a land have captured it: it is the capital of another nation, which is not their Ally
    /// (N-11.8-captured, N-11.8-ally-no-capture), and they have not just come back into it (N-11.8-recapture).
    fn is_captured(&self, land: Area) -> bool {
        let present = self.forces.present(land);
        land.capital_of().is_some_and(|owner| {
            // Nobody is left to lose the capital of an eliminated nation (N-13-eliminated-capital).
            let playing = self.order.contains(&owner);
            let returned = self.control.captors[owner].is_some_and(|captor| present.contains(captor));
            playing && !present.is_empty() && (present & self.treaties.friends(owner)).is_empty() && !returned
        })
    }

    /// Whether a land is a capital that none of these nations held before it was entered: nobody of its owner is among
    /// them, and none of them controlled or had captured it (N-11.8-captured).
    pub(super) fn stood_empty(&self, land: Area, nations: Nations) -> bool {
        land.capital_of().is_some_and(|owner| {
            let held = [Some(owner), self.control.holders[land], self.control.captors[owner]];
            !nations.is_empty() && held.into_iter().flatten().all(|nation| !nations.contains(nation))
        })
    }

    /// A nation that Napoleon has bound by taking its capital changes sides in all combats to come (N-11.8-switch).
    fn change_fronts(&mut self, victim: Nation, former: Nations) {
        if !self.treaties.allied(victim, Nation::France) {
            return;
        }
        let former = former - self.treaties.friends(victim);
        // Where a combat is being fought, fronts change when it is over.
        let fought_over = self.battle.map(|battle| battle.area);
        for area in Area::all().filter(|area| Some(*area) != fought_over) {
            match (area.is_sea(), self.control.is_disputed(area)) {
                (_, true) => self.change_front(victim, former, area),
                (false, false) => self.turn_coats(area),
                (true, false) => {}
            }
        }
    }

    /// In a combat to come: a former Ally beside which the nation attacked attacks now, and a combat without enemies is
    /// off.
    fn change_front(&mut self, victim: Nation, former: Nations, area: Area) {
        let present = self.forces.present(area);
        let beside = present & former;
        if self.control.attackers[area] == Some(victim) && !self.attacks_alone(victim, beside, area) {
            let heir = self.order.iter().copied().find(|nation| beside.contains(*nation));
            self.control.attackers[area] = heir.or(Some(victim));
        }
        let attacker = self.control.attackers[area].unwrap_or(victim);
        if area.is_sea() {
            self.change_challenged(victim, attacker, area);
        }
        let [attack, defence] = self.sides(area, attacker);
        let empty = present.len() == 1 || self.stood_empty(area, present);
        let goal = !area.is_sea()
            && (self.control.is_garrisoned(area)
                || empty && area.capital_of().is_some_and(|owner| !self.treaties.allied(attacker, owner)));
        if attack.is_empty() {
            self.replace_attacker(area);
        } else if defence.is_empty() && !goal {
            self.settle_area(area);
        }
    }

    /// Whether a nation that attacks in an area has none of its former Allies on its side there.
    fn attacks_alone(&self, victim: Nation, beside: Nations, area: Area) -> bool {
        match area.is_sea() {
            true => (beside - self.control.challenged(area)).is_empty(),
            false => {
                self.forces.stands_in(victim, area) && (beside.is_empty() || !self.is_between(victim, area))
            }
        }
    }

    /// Whether, without a nation, two sides are left in a land.
    fn is_between(&self, nation: Nation, land: Area) -> bool {
        self.treaties.are_hostile(self.forces.present(land).without(nation))
    }

    /// At sea: the nation joins Napoleon, or is out of it beside a former Ally.
    fn change_challenged(&mut self, victim: Nation, attacker: Nation, sea: Area) {
        let before = self.control.challenged(sea);
        let mut challenged = before - self.treaties.friends(attacker);
        if challenged.contains(Nation::France) && self.forces.stands_in(victim, sea) {
            challenged.insert(victim);
        } else if challenged.len() > 1 {
            challenged.remove(victim);
        }
        self.control.set_challenged(sea, challenged);
    }

    /// Where a nation that is Napoleon's Ally now shares a land in peace with a former Ally it attacks at once
    /// (N-11.8-turncoat).
    pub(super) fn turn_coats(&mut self, land: Area) {
        let present = self.forces.present(land);
        let bound = present & self.treaties.friends(Nation::France).without(Nation::France);
        let turncoat =
            self.treaties.forced_ally().filter(|nation| bound.contains(*nation)).or(bound.iter().next());
        if let Some(turncoat) = turncoat.filter(|_| self.treaties.are_hostile(present)) {
            self.control.attackers[land] = Some(turncoat);
            self.control.urgent.insert(land);
        }
    }

    /// Forced Allies without French units beside them that stand between two sides: they leave before these fight
    /// (N-11.8-switch-other).
    pub(super) fn bystanders(&self, land: Area) -> Nations {
        let present = self.forces.present(land);
        let bound = present & self.treaties.friends(Nation::France);
        match land.is_sea() || present.contains(Nation::France) || !self.treaties.are_hostile(present - bound)
        {
            true => Nations::NONE,
            false => bound,
        }
    }
}

impl Battle {
    /// The next capital that falls by a combat: where it was fought, if the attackers hold it, and wherever units have come
    /// into an empty one, be it to attack or to defend.
    pub(super) fn falling(&self, game: &Conquests) -> Option<Area> {
        let present = game.forces.present(self.area);
        let held = !(present & self.side(Role::Attacker)).is_empty()
            && (present & self.side(Role::Defender)).is_empty();
        let here = Some(self.area).filter(|area| held && !self.fell && !area.is_sea());
        here.into_iter().chain(self.entered.iter()).find(|land| game.is_captured(*land))
    }

    /// Those who have taken the capital that falls, of whom one counts as captor: Napoleon before his forced Ally
    /// (N-11.8-shared-capture).
    pub(super) fn takers_of_capital(&self, game: &Conquests) -> Option<Nations> {
        let present = game.forces.present(self.falling(game)?);
        Some(if present.contains(Nation::France) { Nation::France.into() } else { present })
    }

    /// A capital falls: Society changes once, for the side that held it (N-11.8-society), and one that Napoleon takes
    /// binds its nation to him (N-11.8-forced).
    pub(super) fn capture(&self, game: &mut Conquests, captor: Nation, log: &mut Recorder<Event>) {
        let Some(capital) = self.falling(game) else { return };
        let Some(owner) = capital.capital_of() else { return };
        let holders = game.forces.present(capital);
        let loser = match self.side(Role::Defender) {
            side if self.entered.contains(capital) || side.is_empty() || side.contains(owner) => owner,
            side => side.iter().next().unwrap_or(owner),
        };
        let fight = game.fight();
        fight.fell |= capital == fight.area;
        fight.entered.remove(capital);
        game.control.captors[owner] = Some(captor);
        log.record(|| Event::CapitalFell { who: game.party(captor), owner, area: capital });
        if captor.side() != loser.side() {
            game.shift_society(captor.side(), 1, Some(captor), log);
            game.shift_society(loser.side(), -1, None, log);
        }
        if holders.contains(Nation::France) {
            let former = game.treaties.friends(owner);
            game.bind_by_capture(owner, log);
            game.change_fronts(owner, former);
        }
    }

    /// Those between the sides leave without movement points.
    pub(super) fn part_ways(&self, game: &mut Conquests) -> Question {
        let leaving = game.bystanders(self.area);
        if leaving.is_empty() {
            return Avoid.into();
        }
        let fight = game.fight();
        fight.sides = fight.sides.map(|side| side - leaving);
        game.send_off(leaving, Terms::Free)
    }

    /// Whether those between the sides have left.
    pub(crate) fn is_third(&self) -> bool {
        !self.leaving.is_empty() && (self.leaving & (self.sides[0] | self.sides[1])).is_empty()
    }
}
