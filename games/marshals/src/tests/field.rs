//! Positions made in a few words.

use atlas::topology::HexId;
use engine::steps::{Stack, settle};
use engine::{Denied, Recorder, Seat, Viewer, kit};

use crate::control::around;
use crate::counters::mix;
use crate::field::{Forces, Muster, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::map::MAP;
use crate::nations::Side;
use crate::position;
use crate::questions::Question;
use crate::staff::{Post, Staff};
use crate::state::Marshals;
use crate::strategy::council::Council;
use crate::turn::Morning;
use crate::{Action, Event};

/// A game with what is put on the map.
pub(super) struct Field {
    pub(super) game: Marshals,
    pub(super) log: Recorder<Event>,
}

pub(super) fn hex(name: &str) -> HexId {
    MAP.hex(name).unwrap_or_else(|| panic!("{name} is on the map"))
}

pub(super) fn nation(name: &str) -> NationId {
    NationId::find(name).unwrap_or_else(|| panic!("{name} is a nation"))
}

pub(super) fn leader(name: &str) -> LeaderId {
    LeaderId::find(name).unwrap_or_else(|| panic!("{name} leads"))
}

impl Field {
    /// A scenario as it is set up, with two players.
    pub(super) fn of(scenario: &'static str) -> Field {
        Field::among(scenario, 2)
    }

    /// The same with so many players.
    pub(super) fn among(scenario: &'static str, players: u8) -> Field {
        Field { game: kit::set_up(scenario, players, &[]), log: Recorder::default() }
    }

    /// With two players, and nobody on the map.
    pub(super) fn bare(scenario: &'static str) -> Field {
        Field::of(scenario).cleared()
    }

    /// The same without anybody on the map.
    pub(super) fn cleared(self) -> Field {
        let mut field = self;
        (field.game.forces, field.game.staff) = (Forces::default(), Staff::default());
        field
    }

    /// At another date, with everybody's command points renewed.
    pub(super) fn on(mut self, date: &str) -> Field {
        self.game.date = date.parse().unwrap();
        self.game.steps = Stack::of(Morning);
        settle(&mut self.game, &mut self.log);
        self
    }

    /// At the beginning of a season, when all decide what they buy.
    pub(super) fn season(mut self, date: &str) -> Field {
        self.game.date = date.parse().unwrap();
        self.game.open_season();
        self.game.steps = Stack::of(Council::of(&self.game));
        self.reconcile();
        self
    }

    /// Has the seat of a nation do something, and finds the position sound.
    pub(super) fn order(&mut self, whose: &str, action: Action) -> &mut Field {
        let seat = self.game.seat(nation(whose)).expect("it is played");
        if let Err(denied) = kit::attempt(&mut self.game, seat, &action, &mut self.log) {
            panic!("{action:?} is refused: {} ({})", denied.why, denied.rule);
        }
        assert_eq!(position::check(&self.game), Ok(()));
        self
    }

    /// The rule that stands against what the seat of a nation wants.
    pub(super) fn denied(&self, whose: &str, action: Action) -> &'static str {
        let seat = self.game.seat(nation(whose)).expect("it is played");
        let done = kit::attempt(&mut self.game.clone(), seat, &action, &mut Recorder::silent());
        done.expect_err("it is refused").rule.as_str()
    }

    pub(super) fn put(mut self, whose: &str, factors: Factors, place: &str) -> Field {
        self.game.forces.put(Muster::fresh(hex(place), nation(whose)), factors);
        self.game.settle_control(around(hex(place)), &mut self.log);
        self
    }

    /// With supply units wherever troops stand in the open.
    pub(super) fn fed(mut self) -> Field {
        let open: Vec<Muster> = self
            .game
            .forces
            .iter()
            .filter(|force| force.is_in_the_open())
            .map(|force| force.muster)
            .collect();
        for muster in open {
            if self.game.forces.at(muster.hex).iter().all(|force| force.supply == 0) {
                self.game.forces.store(muster, 1, 0);
            }
        }
        self
    }

    /// With supply units and depots.
    pub(super) fn stored(mut self, whose: &str, supply: u8, depots: u8, place: &str) -> Field {
        self.game.forces.store(Muster::fresh(hex(place), nation(whose)), supply, depots);
        self
    }

    pub(super) fn garrison(mut self, whose: &str, factors: Factors, place: &str) -> Field {
        self.game.forces.put(Muster::fresh(hex(place), nation(whose)).standing(Stance::Inside), factors);
        self
    }

    pub(super) fn lead(mut self, name: &str, place: &str) -> Field {
        self.game.staff.send(leader(name), Post::Open(hex(place)));
        self.game.settle_control(around(hex(place)), &mut self.log);
        self
    }

    /// Gives a place to a nation; whoever stood there is gone.
    pub(super) fn give(&mut self, place: &str, whose: &str) {
        let nation = nation(whose);
        let there: Vec<Muster> = self.game.forces.at(hex(place)).iter().map(|force| force.muster).collect();
        there.into_iter().for_each(|muster| self.game.forces.remove(muster));
        self.game.control.set(hex(place), nation);
    }

    pub(super) fn points(mut self, whose: &str, points: u8) -> Field {
        self.game.realm_mut(nation(whose)).points = points;
        self
    }

    pub(super) fn reformed(mut self, whose: &str, is_reformed: bool) -> Field {
        self.game.realm_mut(nation(whose)).is_reformed = is_reformed;
        self
    }

    /// Ends turns until a nation's seat is asked.
    pub(super) fn turn_of(mut self, whose: &str) -> Field {
        let decides = |game: &Marshals| game.steps.iter().any(|step| matches!(step, Question::Council(_)));
        while decides(&self.game) || self.game.seat(nation(whose)) != Some(self.asked()) {
            self.act(Action::Done);
        }
        self
    }

    /// Ends turns until a nation's stacks can move.
    pub(super) fn campaign_of(self, whose: &str) -> Field {
        let mut field = self.turn_of(whose);
        while !field.game.steps.iter().any(|step| matches!(step, Question::Campaign(_))) {
            field.act(Action::Done);
        }
        field
    }

    pub(super) fn asked(&self) -> Seat {
        engine::Game::to_act(&self.game).iter().next().expect("somebody decides")
    }

    /// Counters that the test has put somewhere come from those that are not built, and go back there.
    pub(super) fn reconcile(&mut self) {
        for nation in NationId::all() {
            let Some(mix) = mix(nation) else { continue };
            self.game.treasury_mut(nation).unbuilt = Factors::NONE;
            self.game.treasury_mut(nation).unbuilt_supply = 0;
            let (factors, stores) = position::shown(&self.game, nation);
            let counters = Factors {
                infantry: mix.infantry(),
                cavalry: mix.cavalry,
                artillery: mix.artillery,
                cossacks: mix.cossacks,
            };
            let treasury = self.game.treasury_mut(nation);
            treasury.unbuilt = counters.checked_sub(factors).expect("there are counters");
            treasury.unbuilt_supply = u16::from(mix.supply).saturating_sub(stores) as u8;
        }
    }

    /// Has the seat that must decide do this, and finds the position sound.
    pub(super) fn act(&mut self, action: Action) -> &mut Field {
        self.reconcile();
        let seat = self.asked();
        if let Err(denied) = kit::attempt(&mut self.game, seat, &action, &mut self.log) {
            panic!("{action:?} is refused: {} ({})", denied.why, denied.rule);
        }
        assert_eq!(position::check(&self.game), Ok(()));
        self
    }

    pub(super) fn refusal(&self, action: Action) -> Denied {
        let done = kit::attempt(&mut self.game.clone(), self.asked(), &action, &mut Recorder::silent());
        done.expect_err("it is refused")
    }

    /// The rule that stands against an action.
    pub(super) fn refused(&self, action: Action) -> &'static str {
        self.refusal(action).rule.as_str()
    }

    /// Activates a leader, and nobody with him.
    pub(super) fn activate(&mut self, name: &str) -> &mut Field {
        self.act(Action::Activate(leader(name)));
        if matches!(self.game.asked(), Some(Question::Summons(_))) {
            self.act(Action::Done);
        }
        self
    }

    /// Activates a leader and sets out with him.
    pub(super) fn march(&mut self, name: &str) -> &mut Field {
        self.activate(name).act(Action::March(leader(name)))
    }

    pub(super) fn step(&mut self, place: &str) -> &mut Field {
        self.act(Action::Step(hex(place)))
    }

    /// Leaves factors behind, one after the other.
    pub(super) fn leave(&mut self, whose: &str, arm: Arm, count: u8) -> &mut Field {
        (0..count).for_each(|_| {
            self.act(Action::Leave { nation: nation(whose), arm });
        });
        self
    }

    pub(super) fn take(&mut self, whose: &str, arm: Arm, count: u8) -> &mut Field {
        (0..count).for_each(|_| {
            self.act(Action::Take { nation: nation(whose), arm });
        });
        self
    }

    pub(super) fn open(&self, whose: &str, place: &str) -> Factors {
        self.game.forces.open(hex(place), |other| other == nation(whose))
    }

    pub(super) fn holder(&self, place: &str) -> &'static str {
        self.game.control.get(hex(place)).expect("land").name()
    }

    pub(super) fn zone(&self, side: Side, place: &str) -> bool {
        self.game.zone_at(side, hex(place)).is_some()
    }

    /// What a gauge of the prompt says to whoever is asked.
    pub(super) fn gauge(&self, name: &str) -> String {
        let prompt = engine::Game::view(&self.game, Viewer::Seat(self.asked())).prompt;
        let gauge = prompt.gauges.into_iter().find(|gauge| gauge.name == name);
        gauge.unwrap_or_else(|| panic!("{name} is counted")).value.to_string()
    }

    /// All that the seat of a nation can do, where several decide at a time.
    pub(super) fn actions_of(&self, whose: &str) -> Vec<Action> {
        let mut actions = Vec::new();
        let seat = self.game.seat(nation(whose)).expect("it is played");
        engine::Game::actions(&self.game, seat, &mut actions);
        actions
    }

    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        engine::Game::actions(&self.game, self.asked(), &mut actions);
        actions
    }
}

#[test]
fn a_position_is_made_in_a_few_words() {
    let mut field =
        Field::bare("ulm-1805").put("France", Factors::infantry(6), "Mainz").lead("Davout", "Mainz");
    field.reconcile();
    assert_eq!(field.open("France", "Mainz"), Factors::infantry(6));
    assert_eq!(position::check(&field.game), Ok(()));
}
