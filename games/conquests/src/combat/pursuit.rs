//! Pursuit and advance after combat. Rulebook 11.6.

use atlas::topology::Id;
use engine::{Denied, Recorder, rule};

use super::{Battle, Sort, Stage, Verdict};
use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;
use crate::troops::{Kind, Troops};

impl Conquests {
    /// Whether the attacker may pursue or advance (N-11.6-who): not if one of his Allies has just become Napoleon's.
    pub(super) fn may_follow(&self, battle: &Battle) -> bool {
        let won = matches!(battle.verdict, Some(Verdict::Strategic | Verdict::Tactical));
        won && !battle.followed
            && battle.sort == Sort::Open
            && !battle.is_at_sea()
            && self.arms(battle.side(Role::Attacker), battle.area).cavalry > 0
            && !self.are_hostile(self.present(battle.area))
    }

    /// Who follows: the attacking player or, if he had left the land to his Allies and has just become Napoleon's, the first
    /// of them (N-11.8-switch).
    fn follower(&self, battle: &Battle) -> Nation {
        let attack = battle.side(Role::Attacker) & self.present(battle.area);
        let gone = (attack & self.friends(battle.attacker)).is_empty();
        let heir = self.order.iter().copied().find(|nation| attack.contains(*nation));
        heir.filter(|_| gone).unwrap_or(battle.attacker)
    }

    /// Where the beaten can be pursued to (N-11.6-target).
    fn quarry(&self, battle: &Battle) -> AreaSet {
        let beaten = battle.side(Role::Defender);
        let friends = self.friends(self.follower(battle));
        let open = |land: &Area| {
            let present = self.present(*land);
            land.capital_of().is_none()
                && !present.is_empty()
                && (present - beaten).is_empty()
                && (present & friends).is_empty()
        };
        (battle.entered & battle.area.lands_beside()).iter().filter(open).collect()
    }

    /// Where the attacker can advance to: what is unoccupied, his or his Allies' (N-11.6-advance).
    fn ground_to_gain(&self, battle: &Battle) -> AreaSet {
        let friends = self.friends(self.follower(battle));
        let open = |land: &Area| {
            !self.is_disputed(*land)
                && !self.is_garrisoned(*land)
                && (self.present(*land) - friends).is_empty()
        };
        battle.area.lands_beside().iter().filter(open).collect()
    }

    pub(super) fn ask_to_follow(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        let mut options = Vec::new();
        self.list_following(battle, &mut options);
        match options[..] {
            [] | [Action::Done] => self.end_following(battle, log),
            _ => self.wait_for(self.leader_of(battle, Role::Attacker)),
        }
    }

    pub(super) fn list_following(&self, battle: &Battle, out: &mut Vec<Action>) {
        let only = |set: AreaSet| match battle.target {
            Some(target) => set & AreaSet::from(target),
            None => set,
        };
        let attack = battle.side(Role::Attacker);
        for to in only(self.hunted(battle)).iter() {
            if battle.target.is_none() {
                out.push(Action::Pursue(to));
            }
            for nation in attack.iter() {
                let riders = self.troops(nation, battle.area).kinds();
                let riders = riders.filter(|kind| kind.arm() == Kind::Cavalry);
                out.extend(riders.map(|kind| Action::Advance { nation, kind, to }));
            }
        }
        for to in only(self.ground_to_gain(battle)).iter() {
            if self.arms(attack, battle.area).len() > 1 {
                out.push(Action::AdvanceAll(to));
            }
            for nation in attack.iter() {
                let kinds = self.troops(nation, battle.area).kinds();
                out.extend(kinds.map(|kind| Action::Advance { nation, kind, to }));
            }
        }
        out.push(Action::Done);
    }

    /// Where a pursuit can go, or is going.
    fn hunted(&self, battle: &Battle) -> AreaSet {
        match battle.target {
            Some(target) if self.is_disputed(target) => AreaSet::from(target),
            _ => self.quarry(battle),
        }
    }

    pub(super) fn follow_up(
        &mut self,
        battle: &Battle,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::Done => self.end_following(battle, log),
            Action::Pursue(to) => {
                self.may_go_after(battle, to, true)?;
                if battle.target.is_some() {
                    return Err(not_now());
                }
                self.ride_all(battle, to, log);
            }
            Action::AdvanceAll(to) => {
                self.may_go_after(battle, to, false)?;
                if self.arms(battle.side(Role::Attacker), battle.area).len() < 2 {
                    return Err(Denied::new(rule!("N-11.6-advance"), "there are not so many units"));
                }
                for nation in battle.side(Role::Attacker).iter() {
                    let troops = self.troops(nation, battle.area);
                    self.go_after(battle, nation, troops, to, log);
                }
            }
            Action::Advance { nation, kind, to } => {
                // The beaten may be Allies by now: then cavalry comes to them as to any others (N-11.6-advance).
                let rides = kind.arm() == Kind::Cavalry && self.holds_beaten(battle, to);
                let rides = rides && !self.ground_to_gain(battle).contains(to);
                let pursuit = rides || self.hunted(battle).contains(to);
                self.may_go_after(battle, to, pursuit)?;
                if pursuit && kind.arm() != Kind::Cavalry {
                    return Err(Denied::new(rule!("N-11.6-cav-only"), "only cavalry pursues"));
                }
                let own = battle.side(Role::Attacker).contains(nation) && kind != Kind::Frigate;
                if !own || self.troops(nation, battle.area).count(kind) == 0 {
                    return Err(Denied::new(rule!("N-11.6-who"), "the attacker has no such unit there"));
                }
                self.go_after(battle, nation, Troops::one(kind), to, log);
            }
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// Whether the attacker can follow, or advance, into a land.
    fn may_go_after(&self, battle: &Battle, to: Area, pursuit: bool) -> Result<(), Denied> {
        if battle.target.is_some_and(|target| target != to) {
            return Err(Denied::new(
                rule!("N-11.6-immediate"),
                "there is one pursuit or one advance, not both",
            ));
        }
        match pursuit {
            true if self.hunted(battle).contains(to) => Ok(()),
            true => Err(self.no_quarry(battle, to)),
            false if self.ground_to_gain(battle).contains(to) => Ok(()),
            false => {
                let why = "an advance goes to a land beside that is free, your own or an Ally's";
                Err(Denied::new(rule!("N-11.6-advance"), why))
            }
        }
    }

    /// Why nobody can be pursued into a land.
    fn no_quarry(&self, battle: &Battle, to: Area) -> Denied {
        let beaten = battle.side(Role::Defender);
        let present = self.present(to);
        let why = if !self.holds_beaten(battle, to) {
            "none of the beaten has retreated there".to_owned()
        } else if !battle.area.lands_beside().contains(to) {
            format!("a pursuit goes to a land beside {}", battle.area)
        } else if !(present & self.friends(self.follower(battle))).is_empty() {
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
    fn holds_beaten(&self, battle: &Battle, land: Area) -> bool {
        !land.is_sea() && !(self.present(land) & battle.side(Role::Defender)).is_empty()
    }

    /// All cavalry pursues, and the pursuit begins.
    fn ride_all(&mut self, battle: &Battle, to: Area, log: &mut impl Recorder<Event>) {
        for nation in battle.side(Role::Attacker).iter() {
            let troops = self.troops(nation, battle.area);
            let riders = troops.units().filter(|kind| kind.arm() == Kind::Cavalry).collect();
            self.go_after(battle, nation, riders, to, log);
        }
        let battle = *self.fight();
        self.end_following(&battle, log);
    }

    /// Units of the attacker follow or advance, without movement points.
    fn go_after(
        &mut self,
        battle: &Battle,
        nation: Nation,
        troops: Troops,
        to: Area,
        log: &mut impl Recorder<Event>,
    ) {
        if troops.is_empty() {
            return;
        }
        let present = self.present(to);
        let follower = self.follower(battle);
        if (present & self.friends(follower)).is_empty() && !present.is_empty() {
            self.attackers[to.index()] = Some(follower);
        }
        self.take(nation, troops, battle.area);
        self.put(nation, troops, to);
        let fight = self.fight();
        fight.target = Some(to);
        if present.is_empty() {
            fight.entered.insert(to);
        }
        log.record(|| Event::Advanced { who: self.party(nation), troops, from: battle.area, to });
    }

    /// The pursuit is fought out, or the combat is over.
    fn end_following(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        let target = battle.target.filter(|target| self.is_disputed(*target));
        let Some(to) = target else {
            self.fight().followed = true;
            return self.turn_to(Stage::Fall);
        };
        self.settle_area(battle.area);
        let present = self.present(to);
        let attack: Nations = present & battle.side(Role::Attacker);
        let sides = [attack, present - attack];
        let stage = Stage::Support(Role::Attacker);
        let attacker = self.attackers[to.index()].unwrap_or(battle.attacker);
        log.record(|| Event::CombatOver { area: battle.area });
        let [attack, defence] = sides;
        let who = self.party(attacker);
        log.record(|| Event::CombatBegins { who, area: to, attack, defence, pursuit: true });
        self.battle = Some(Battle::new(to, attacker, sides, Sort::Pursuit, stage));
    }
}
