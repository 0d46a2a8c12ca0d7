//! Combat. Rulebook 11, 17.2.4.

mod allies;
mod capitals;
mod chaos;
mod division;
mod effects;
mod order;
mod orders;
mod outcomes;
mod panel;
mod pursuit;
mod recapture;
mod results;
mod retreats;
mod sea;
mod shown;
mod strength;
mod turncoats;

use engine::{Chance, Dice, Seed, steps};

use super::field::{Field, at};
use crate::action::Action;
use crate::by::By;
use crate::combat::Verdict;
use crate::event::Event;
use crate::nations::Nation;
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

/// An empty map, Morale 8 everywhere, empty Reserves, and no bonus left on any track. After the combats everything waits for
/// Russia, which may buy a card for an idle advisor.
fn battlefield() -> Field {
    let mut field = Field::new().advisor(Nation::Russia, Zone::Military, 6);
    field.game.tracks.morale = By::all(8);
    field.game.tracks.earned_morale = By::all(u32::MAX);
    field.game.tracks.earned_society = By::all(u16::MAX);
    field.game.tracks.society = By::all(5);
    field.game.forces.reserves = By::all(Troops::NONE);
    field
}

/// One unit of the Guard.
fn guard(kind: Kind) -> Troops {
    Troops::one(kind)
}

fn lose(nation: Nation, kind: Kind) -> Action {
    Action::Lose { nation, kind }
}

fn retreat(nation: Nation, kind: Kind, to: &str) -> Action {
    Action::Retreat { nation, kind, to: at(to) }
}

impl Field {
    /// A nation has entered an area first, and a combat is pending there.
    fn attack(mut self, nation: Nation, area: &str) -> Field {
        self.game.control.attackers[at(area)] = Some(nation);
        self
    }

    /// A nation has declared a combat at sea.
    fn declare(mut self, nation: Nation, sea: &str, against: &[Nation]) -> Field {
        self.game.control.set_challenged(at(sea), against.iter().copied().collect());
        self.attack(nation, sea)
    }

    /// The garrison of a neutral capital stands.
    fn garrison(mut self, capital: &str) -> Field {
        let capitals = crate::areas::Area::neutral_capitals();
        let number = capitals.iter().position(|area| *area == at(capital)).expect("a neutral capital");
        self.game.control.garrisons[number] = true;
        self
    }

    /// The next die shows this.
    fn rolls(mut self, value: u8) -> Field {
        let shows = |seed: &u64| Dice::new(Seed::from_number(*seed)).die(6) == value;
        let seed = (0..).find(shows).expect("some seed does");
        self.game.dice = Dice::new(Seed::from_number(seed));
        self
    }

    /// All movement is over.
    fn combats(mut self) -> Field {
        self.game.begin_combats(&mut self.log);
        steps::settle(&mut self.game, &mut self.log);
        self
    }

    /// The combat is fought to its end, whatever comes first.
    fn play_out(&mut self) {
        while self.game.battle.is_some() {
            let next = self.actions()[0];
            self.act(next);
        }
    }

    /// The strengths and the result of the last combat.
    fn fought(&self) -> (i16, i16, Verdict) {
        let fought = self.log.events.iter().rev().find_map(|event| match event {
            Event::Fought { attack, defence, verdict, .. } => Some((*attack, *defence, *verdict)),
            _ => None,
        });
        fought.expect("a combat was fought")
    }

    /// How many combats have been fought.
    fn combats_fought(&self) -> usize {
        self.log.events.iter().filter(|event| matches!(event, Event::Fought { .. })).count()
    }

    fn level(&self, nation: Nation) -> u8 {
        self.game.tracks.morale[nation]
    }

    /// Whole movement points.
    fn purse(&self, nation: Nation) -> u16 {
        self.game.treasury.whole_points(nation)
    }

    fn commands(&self) -> Option<Nation> {
        self.game.decider()
    }

    /// No combat is under way or pending.
    fn is_over(&self) -> bool {
        self.game.battle.is_none() && self.game.control.attackers.iter().all(Option::is_none)
    }
}
