//! What a game asks, and how the engine asks it.

use engine::steps::{Stack, Stepped};
use engine::{RuleId, rule};

use crate::battle::{
    Advancing, Course, Firing, Guns, Hitting, Joining, Parting, Placing, Pursuing, Refuge, Retreating,
    Slipping, Splitting,
};
use crate::intrinsic::Alarm;
use crate::movement::Marching;
use crate::ride::Riding;
use crate::siege::Hunger;
use crate::state::Marshals;
use crate::strategy::arrivals::Arrivals;
use crate::strategy::council::Council;
use crate::strategy::disbanding::Disbanding;
use crate::supply::capture::Capture;
use crate::supply::haul::{Forwarding, Hauling};
use crate::supply::toll::Toll;
use crate::turn::{Campaign, Dawn, Evening, Morning, Summons};

engine::steps! {
    /// What a game asks.
    pub enum Question for Marshals {
        Dawn,
        Campaign(Campaign),
        Summons(Summons),
        Marching(Marching),
        Riding(Riding),
        Morning,
        Council(Council),
        Arrivals(Arrivals),
        Disbanding(Disbanding),
        Alarm,
        Evening(Evening),
        Toll(Toll),
        Capture(Capture),
        Hauling(Hauling),
        Forwarding(Forwarding),
        Course(Course),
        Guns(Guns),
        Joining(Joining),
        Slipping(Slipping),
        Splitting,
        Parting(Parting),
        Hitting(Hitting),
        Firing(Firing),
        Pursuing,
        Retreating(Retreating),
        Advancing(Advancing),
        Refuge(Refuge),
        Placing(Placing),
        Hunger(Hunger),
    }
}

impl Stepped for Marshals {
    type Step = Question;

    const SEQUENCE: RuleId = rule!("M-terms-4");

    fn stack(&self) -> &Stack<Question> {
        &self.steps
    }

    fn stack_mut(&mut self) -> &mut Stack<Question> {
        &mut self.steps
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
