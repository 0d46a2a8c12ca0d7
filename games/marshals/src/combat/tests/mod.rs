//! Battles of the rulebook, number by number.

mod arms;
mod damage;
mod forts;
mod hits;
mod layouts;
mod losses;
mod morale;
mod napoleon;
mod outlook;
mod published;
mod values;
mod worked;

use super::{Approach, AssaultRules, Battle, Commander, Contingent, Hexside, LayOut, Onset, Site, Stack};
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};

const FRANCE: NationId = NationId(0);
const BRITAIN: NationId = NationId(1);
const PRUSSIA: NationId = NationId(2);
const AUSTRIA: NationId = NationId(3);
const RUSSIA: NationId = NationId(4);
const SPAIN: NationId = NationId(5);
const PORTUGAL: NationId = NationId(18);
const BAVARIA: NationId = NationId(21);

/// Leaders of one nation by printed value, numbered from 0 in the order given.
fn leaders(nation: NationId, reformed: bool, printed: &[u8]) -> Vec<Commander> {
    (0..)
        .zip(printed)
        .map(|(number, value)| Commander::new(LeaderId(number), nation, *value, reformed))
        .collect()
}

/// A stack of one nation: France and Britain fight in the new way, all others in the old.
fn stack(nation: NationId, factors: Factors, printed: &[u8]) -> Stack {
    let reformed = nation == FRANCE || nation == BRITAIN;
    Stack::new(&[Contingent::new(nation, factors)], &leaders(nation, reformed, printed))
}

fn infantry(nation: NationId, factors: u8, printed: &[u8]) -> Stack {
    stack(nation, Factors::infantry(factors), printed)
}

fn value(stack: &Stack) -> u16 {
    stack.strength().value()
}

/// A stack over an open side.
fn open(stack: &Stack) -> Onset {
    Onset { strength: stack.strength(), approach: Approach::default() }
}

/// A stack over such a side.
fn across(stack: &Stack, hexside: Hexside) -> Onset {
    Onset { strength: stack.strength(), approach: Approach { hexside, landing: false } }
}

/// Stacks that attack a defender in the open, each over an open side.
fn battle<'a>(attackers: &'a [Stack], defender: &'a Stack) -> Battle<'a> {
    const OPEN: [Approach; super::STACKS] =
        [Approach { hexside: Hexside::Open, landing: false }; super::STACKS];
    Battle {
        attackers,
        approaches: &OPEN[..attackers.len()],
        defender,
        site: Site::CLEAR,
        stands: false,
        surrounded: false,
        assault: AssaultRules::default(),
    }
}

/// The groups of a lay-out: the leader's number and his factors.
fn groups(layout: &LayOut) -> Vec<(u8, Factors)> {
    let factors = |led: &[super::Slot]| led.iter().map(|slot| Factors::of(slot.arm, 1)).sum();
    layout.groups.iter().map(|group| (group.leader, factors(&group.led))).collect()
}
