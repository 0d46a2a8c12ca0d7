//! What a combat would bring, before it is fought. Rulebook 11.2, 11.3.
//!
//! Counted is what stands on the map: units and corps, Morale, capitals, Malta, garrisons. What cards may add is hidden, and what
//! frigates and units on the march may add has still to be decided: it is named, not guessed.

use engine::{Figure, Forecast, Odds, Seat, Silent, Target};

use crate::action::Action;
use crate::areas::Area;
use crate::combat::strength::{Factors, luck, total};
use crate::combat::{Battle, Sort, Stage, Verdict};
use crate::effects::{Main, Role};
use crate::gifts::military;
use crate::nations::Nations;
use crate::state::Conquests;
use crate::view::area_at;

/// The results, the attacker's victories first.
const RESULTS: [(Verdict, &str); 7] = [
    (Verdict::Strategic, "strategic"),
    (Verdict::Tactical, "tactical"),
    (Verdict::Minor, "minor"),
    (Verdict::Taken, "taken"),
    (Verdict::Uncertain, "uncertain"),
    (Verdict::Heroic, "heroic"),
    (Verdict::Trap, "trap"),
];

/// Throws of the die, all equally likely.
const THROWS: u8 = 6;

impl Conquests {
    /// How the combat would go that `seat` asks about, if there is one: one that it could provoke with a march, a landing or a
    /// challenge, or the one that is pending there.
    pub(crate) fn foretell(&self, seat: Seat, target: &Target) -> Option<Forecast> {
        if let Some(area) = area_meant(target)
            && self.is_disputed(area)
        {
            return self.odds_in(area);
        }
        let mut actions = Vec::new();
        self.list(seat, &mut actions);
        let mut provoking = actions.into_iter().filter_map(|action| Some((action, attacked(action)?)));
        let (action, area) = provoking.find(|(action, _)| self.target_of(*action) == *target)?;
        let mut then = self.clone();
        then.act(seat, action, &mut Silent).ok()?;
        then.odds_in(area)
    }

    /// The odds of the combat in an area.
    fn odds_in(&self, area: Area) -> Option<Forecast> {
        let under_way = self.battle.filter(|battle| battle.area == area && battle.verdict.is_none());
        let battle =
            under_way.or_else(|| self.upcoming(area)).filter(|battle| battle.stage != Stage::Fall)?;
        let sides = [Role::Attacker, Role::Defender].map(|role| self.strength(&battle, role));
        let [attack, defence] = [total(&sides[0]), total(&sides[1])];
        let verdict = |die| battle.judged(attack + luck(die, battle.is_at_sea()), defence);
        let throws = |wanted: Verdict| (1..=THROWS).filter(|die| verdict(*die) == wanted).count();
        let results = RESULTS.map(|(result, key)| (result, key, throws(result)));
        let won: usize = results
            .iter()
            .filter(|(result, ..)| result.victor() == Role::Attacker)
            .map(|(.., throws)| throws)
            .sum();
        let share = |throws: usize| throws as f64 / f64::from(THROWS);
        let possible = results.iter().filter(|(.., throws)| *throws > 0);
        let told: Vec<String> = possible.map(|(result, _, throws)| format!("{result} {throws}")).collect();
        let mut figures =
            vec![Figure::new("attackers-win", share(won)), Figure::new("defenders-hold", 1.0 - share(won))];
        figures.extend(results.iter().map(|(_, key, throws)| Figure::new(*key, share(*throws))));
        let lines = [
            format!(
                "In {area}: {} with {} against {} with {}.",
                battle.side(Role::Attacker),
                added_up(&sides[0]),
                defenders(&battle),
                added_up(&sides[1])
            ),
            format!("The attack succeeds with {won} of {THROWS} throws: {}.", told.join(", ")),
            format!("Not counted: {}.", self.uncounted(&battle)),
        ];
        Some(Forecast { lines: lines.into_iter().map(Into::into).collect(), figures, samples: None })
    }

    /// The chance of the side that decides in a combat, if it does this: for what is open to all, with no more cards played.
    pub(crate) fn odds_of(&self, action: Action) -> Option<Odds> {
        let (role, battle) = match (self.battle, action) {
            (None, Action::Fight(area)) => {
                let battle = self.upcoming(area).filter(|battle| battle.stage != Stage::Fall)?;
                (Role::Attacker, battle)
            }
            (Some(mut battle), _) => {
                let (Stage::Effects(role) | Stage::Support(role)) = battle.stage else { return None };
                match (battle.stage, action) {
                    (_, Action::Done) => {}
                    (Stage::Support(_), Action::Support(frigates)) => {
                        battle.support[role.index()] += frigates
                    }
                    (Stage::Effects(_), Action::Play(card)) => match military(card)?.main {
                        Main::Strength(points) => battle.effects[role.index()] += points,
                        _ => return None,
                    },
                    _ => return None,
                }
                (role, battle)
            }
            _ => return None,
        };
        let attack = Odds::of_dice(1, "to win as things stand", |dice| {
            self.verdict_of(&battle, dice[0]).victor() == Role::Attacker
        });
        Some(match role {
            Role::Attacker => attack,
            Role::Defender => {
                Odds { hits: attack.of - attack.hits, goal: "to hold as things stand".into(), ..attack }
            }
        })
    }

    /// What a throw of the die would bring.
    fn verdict_of(&self, battle: &Battle, die: u8) -> Verdict {
        let [attack, defence] =
            [Role::Attacker, Role::Defender].map(|role| total(&self.strength(battle, role)));
        battle.judged(attack + luck(die, battle.is_at_sea()), defence)
    }

    /// "7 SP to 5 so far", of a combat that is pending in an area.
    pub(crate) fn strengths_in(&self, area: Area) -> Option<String> {
        let battle =
            self.upcoming(area).filter(|battle| self.battle.is_none() && battle.stage != Stage::Fall)?;
        let [attack, defence] =
            [Role::Attacker, Role::Defender].map(|role| total(&self.strength(&battle, role)));
        Some(format!("{attack} SP to {defence} so far"))
    }

    /// What may still change a combat.
    fn uncounted(&self, battle: &Battle) -> String {
        let mut parts = vec!["cards".to_owned()];
        for role in [Role::Attacker, Role::Defender] {
            let side = battle.side(role);
            let backers = side.iter().fold(Nations::NONE, |all, nation| all | self.friends(nation));
            let frigates: usize = backers.iter().map(|nation| self.supporters(battle, nation).len()).sum();
            if !battle.is_at_sea() && frigates > 0 {
                parts.push(format!("up to {frigates} SP of frigates for {side}"));
            }
        }
        if self.battle.is_none() {
            parts.push("units that have still to move".to_owned());
        }
        parts.join(", ")
    }
}

/// The area that a target is in.
fn area_meant(target: &Target) -> Option<Area> {
    match *target {
        Target::Space(at) | Target::Move { to: at, .. } => area_at(at),
        Target::Piece { .. } | Target::Button => None,
    }
}

/// Where an action may provoke a combat.
fn attacked(action: Action) -> Option<Area> {
    match action {
        Action::March(to) | Action::Land { to, .. } => Some(to),
        Action::Challenge { sea, .. } => Some(sea),
        _ => None,
    }
}

fn defenders(battle: &Battle) -> String {
    match battle.sort {
        Sort::Garrison => "the garrison".to_owned(),
        _ => battle.side(Role::Defender).to_string(),
    }
}

/// "7 SP (units 6, Morale 1)".
fn added_up(factors: &Factors) -> String {
    let parts: Vec<String> =
        factors.iter().map(|factor| format!("{} {}", factor.what, factor.points)).collect();
    match parts.is_empty() {
        true => "0 SP".to_owned(),
        false => format!("{} SP ({})", total(factors), parts.join(", ")),
    }
}
