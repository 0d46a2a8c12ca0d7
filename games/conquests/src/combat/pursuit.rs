//! Pursuit and advance after combat. Rulebook 11.6.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Verb, rule};
use serde::{Deserialize, Serialize};

use super::{Battle, Sort, Verdict};
use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::combat::{Captor, Support};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::{Asked, Next};
use crate::state::Conquests;
use crate::troops::{Kind, Troops};
use crate::view::choices;
use crate::view::keys::Units;

/// The victor may pursue or advance (11.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Follow;

impl Asked for Follow {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        Some(game.fighting().leader_of(game, Role::Attacker))
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        game.fighting().list_following(game, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        game.fighting().follow_up(game, action, log)
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        let battle = game.fighting();
        let mut options = Vec::new();
        battle.list_following(game, &mut options);
        match options[..] {
            [] | [Action::Done] => Some(battle.end_following(game, log)),
            _ => None,
        }
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "pursue"
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        format!("You have won in {}: pursue, advance, or stay?", game.fighting().area)
    }

    fn choice(&self, game: &Conquests, _own: Nation, action: Action) -> Choice {
        match action {
            Action::Pursue(to) => choices::there(Verb::Pursue, to, format!("Pursue into {to}")),
            Action::AdvanceAll(to) => {
                choices::there(Verb::Advance, to, format!("Advance to {to} with all units"))
            }
            Action::Advance { nation, kind, to } => {
                let label = format!("Advance {} {kind} to {to}", nation.adjective());
                choices::moving_units(game, Verb::Advance, nation, kind, game.fighting().area, to, label)
            }
            _ => Choice::button(Verb::Done, "Stay here"),
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        let to = choices::area_meant(target)?;
        Some(match (action, target) {
            (Action::Pursue(_), Target::Space(_)) => Action::Pursue(to),
            (Action::AdvanceAll(_), Target::Space(_)) => Action::AdvanceAll(to),
            (Action::Advance { .. }, _) => {
                let Units { nation, kind, .. } = choices::units_moved(target)?;
                Action::Advance { nation, kind, to }
            }
            _ => return None,
        })
    }
}

impl Battle {
    /// Whether the attacker may pursue or advance (N-11.6-who): not if one of his Allies has just become Napoleon's.
    pub(super) fn may_follow(&self, game: &Conquests) -> bool {
        let won = matches!(self.verdict, Some(Verdict::Strategic | Verdict::Tactical));
        won && !self.followed
            && self.sort == Sort::Open
            && !self.is_at_sea()
            && game.forces.arms(self.side(Role::Attacker), self.area).cavalry > 0
            && !game.treaties.are_hostile(game.forces.present(self.area))
    }

    /// Who follows: the attacking player or, if he had left the land to his Allies and has just become Napoleon's, the first
    /// of them (N-11.8-switch).
    fn follower(&self, game: &Conquests) -> Nation {
        let attack = self.side(Role::Attacker) & game.forces.present(self.area);
        let gone = (attack & game.treaties.friends(self.attacker)).is_empty();
        let heir = game.order.iter().copied().find(|nation| attack.contains(*nation));
        heir.filter(|_| gone).unwrap_or(self.attacker)
    }

    /// Where the beaten can be pursued to (N-11.6-target).
    fn quarry(&self, game: &Conquests) -> AreaSet {
        let beaten = self.side(Role::Defender);
        let friends = game.treaties.friends(self.follower(game));
        let open = |land: &Area| {
            let present = game.forces.present(*land);
            land.capital_of().is_none()
                && !present.is_empty()
                && (present - beaten).is_empty()
                && (present & friends).is_empty()
        };
        (self.entered & self.area.lands_beside()).iter().filter(open).collect()
    }

    /// Where the attacker can advance to: what is unoccupied, his or his Allies' (N-11.6-advance).
    fn ground_to_gain(&self, game: &Conquests) -> AreaSet {
        let friends = game.treaties.friends(self.follower(game));
        let open = |land: &Area| {
            !game.control.is_disputed(*land)
                && !game.control.is_garrisoned(*land)
                && (game.forces.present(*land) - friends).is_empty()
        };
        self.area.lands_beside().iter().filter(open).collect()
    }

    pub(super) fn list_following(&self, game: &Conquests, out: &mut Vec<Action>) {
        let only = |set: AreaSet| match self.target {
            Some(target) => set & AreaSet::from(target),
            None => set,
        };
        let attack = self.side(Role::Attacker);
        for to in only(self.hunted(game)).iter() {
            if self.target.is_none() {
                out.push(Action::Pursue(to));
            }
            for nation in attack.iter() {
                let riders = game.forces.troops(nation, self.area).kinds();
                let riders = riders.filter(|kind| kind.arm() == Kind::Cavalry);
                out.extend(riders.map(|kind| Action::Advance { nation, kind, to }));
            }
        }
        for to in only(self.ground_to_gain(game)).iter() {
            if game.forces.arms(attack, self.area).len() > 1 {
                out.push(Action::AdvanceAll(to));
            }
            for nation in attack.iter() {
                let kinds = game.forces.troops(nation, self.area).kinds();
                out.extend(kinds.map(|kind| Action::Advance { nation, kind, to }));
            }
        }
        out.push(Action::Done);
    }

    /// Where a pursuit can go, or is going.
    fn hunted(&self, game: &Conquests) -> AreaSet {
        match self.target {
            Some(target) if game.control.is_disputed(target) => AreaSet::from(target),
            _ => self.quarry(game),
        }
    }

    pub(super) fn follow_up(
        &self,
        game: &mut Conquests,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        match action {
            Action::Done => return Ok(self.end_following(game, log)),
            Action::Pursue(to) => {
                self.may_go_after(game, to, true)?;
                if self.target.is_some() {
                    return Err(not_now());
                }
                return Ok(self.ride_all(game, to, log));
            }
            Action::AdvanceAll(to) => {
                self.may_go_after(game, to, false)?;
                if game.forces.arms(self.side(Role::Attacker), self.area).len() < 2 {
                    return Err(Denied::new(rule!("N-11.6-advance"), "there are not so many units"));
                }
                for nation in self.side(Role::Attacker).iter() {
                    let troops = game.forces.troops(nation, self.area);
                    self.go_after(game, nation, troops, to, log);
                }
            }
            Action::Advance { nation, kind, to } => {
                // The beaten may be Allies by now: then cavalry comes to them as to any others (N-11.6-advance).
                let rides = kind.arm() == Kind::Cavalry && self.holds_beaten(game, to);
                let rides = rides && !self.ground_to_gain(game).contains(to);
                let pursuit = rides || self.hunted(game).contains(to);
                self.may_go_after(game, to, pursuit)?;
                if pursuit && kind.arm() != Kind::Cavalry {
                    return Err(Denied::new(rule!("N-11.6-cav-only"), "only cavalry pursues"));
                }
                let own = self.side(Role::Attacker).contains(nation) && kind != Kind::Frigate;
                if !own || game.forces.troops(nation, self.area).count(kind) == 0 {
                    return Err(Denied::new(rule!("N-11.6-who"), "the attacker has no such unit there"));
                }
                self.go_after(game, nation, Troops::one(kind), to, log);
            }
            _ => return Err(not_now()),
        }
        Ok(Flow::stay(Follow))
    }

    /// Whether the attacker can follow, or advance, into a land.
    fn may_go_after(&self, game: &Conquests, to: Area, pursuit: bool) -> Result<(), Denied> {
        if self.target.is_some_and(|target| target != to) {
            return Err(Denied::new(
                rule!("N-11.6-immediate"),
                "there is one pursuit or one advance, not both",
            ));
        }
        match pursuit {
            true if self.hunted(game).contains(to) => Ok(()),
            true => Err(self.no_quarry(game, to)),
            false if self.ground_to_gain(game).contains(to) => Ok(()),
            false => {
                let why = "an advance goes to a land beside that is free, your own or an Ally's";
                Err(Denied::new(rule!("N-11.6-advance"), why))
            }
        }
    }

    /// Why nobody can be pursued into a land.
    fn no_quarry(&self, game: &Conquests, to: Area) -> Denied {
        let beaten = self.side(Role::Defender);
        let present = game.forces.present(to);
        let why = if !self.holds_beaten(game, to) {
            "none of the beaten has retreated there".to_owned()
        } else if !self.area.lands_beside().contains(to) {
            format!("a pursuit goes to a land beside {}", self.area)
        } else if !(present & game.treaties.friends(self.follower(game))).is_empty() {
            "they are your Allies now".to_owned()
        } else if let Some(owner) = to.capital_of() {
            format!("no pursuit goes into a capital: this is that of {owner}")
        } else {
            match present - beaten {
                others if others.is_empty() => "others of theirs held that land before".to_owned(),
                others => format!("units of {others} hold that land with them"),
            }
        };
        Denied::new(rule!("N-11.6-target"), why)
    }

    /// Whether some of the beaten stand in a land.
    fn holds_beaten(&self, game: &Conquests, land: Area) -> bool {
        !land.is_sea() && !(game.forces.present(land) & self.side(Role::Defender)).is_empty()
    }

    /// All cavalry pursues, and the pursuit begins.
    fn ride_all(&self, game: &mut Conquests, to: Area, log: &mut Recorder<Event>) -> Next {
        for nation in self.side(Role::Attacker).iter() {
            let troops = game.forces.troops(nation, self.area);
            let riders = troops.units().filter(|kind| kind.arm() == Kind::Cavalry).collect();
            self.go_after(game, nation, riders, to, log);
        }
        game.fighting().end_following(game, log)
    }

    /// Units of the attacker follow or advance, without movement points.
    fn go_after(
        &self,
        game: &mut Conquests,
        nation: Nation,
        troops: Troops,
        to: Area,
        log: &mut Recorder<Event>,
    ) {
        if troops.is_empty() {
            return;
        }
        let present = game.forces.present(to);
        let follower = self.follower(game);
        if (present & game.treaties.friends(follower)).is_empty() && !present.is_empty() {
            game.control.attackers[to] = Some(follower);
        }
        game.take(nation, troops, self.area);
        game.put(nation, troops, to);
        let fight = game.fight();
        fight.target = Some(to);
        if present.is_empty() {
            fight.entered.insert(to);
        }
        log.record(|| Event::Advanced { who: game.party(nation), troops, from: self.area, to });
    }

    /// The pursuit is fought out, or the combat is over.
    fn end_following(&self, game: &mut Conquests, log: &mut Recorder<Event>) -> Next {
        let target = self.target.filter(|target| game.control.is_disputed(*target));
        let Some(to) = target else {
            game.fight().followed = true;
            return Flow::goto(Captor);
        };
        game.settle_area(self.area);
        let present = game.forces.present(to);
        let attack: Nations = present & self.side(Role::Attacker);
        let sides = [attack, present - attack];
        let attacker = game.control.attackers[to].unwrap_or(self.attacker);
        log.record(|| Event::CombatOver { area: self.area });
        let [attack, defence] = sides;
        let who = game.party(attacker);
        log.record(|| Event::CombatBegins { who, area: to, attack, defence, pursuit: true });
        game.battle = Some(Battle::new(to, attacker, sides, Sort::Pursuit));
        Flow::goto(Support { role: Role::Attacker })
    }
}
