//! What players decide.

use atlas::topology::HexId;
use serde::{Deserialize, Serialize};

use crate::combat::{Factor, Mark, Run};
use crate::forces::Arm;
use crate::ids::{LeaderId, NationId};
use crate::production::Item;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Activate a leader for a command point.
    Activate(LeaderId),
    /// Activate a subordinate with the leader who has just been activated.
    Summon(LeaderId),
    /// Have an activated leader march with what he leads.
    March(LeaderId),
    /// Have a counter march without a leader, for a command point.
    Detach {
        /// From where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// What.
        arm: Arm,
    },
    /// Send a leader somewhere alone.
    Ride(LeaderId),
    /// The hex to which he rides.
    To(HexId),
    /// March to the next hex.
    Step(HexId),
    /// Take a factor along.
    Take {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Leave a factor behind.
    Leave {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Take a leader along.
    TakeLeader(LeaderId),
    /// Leave a leader behind.
    LeaveLeader(LeaderId),
    /// End the march.
    Halt,
    /// Put a factor into the fort of its hex.
    Enter {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Bring a factor out of the fort of its hex.
    Sally {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Take a leader into the fort of his hex.
    EnterLeader(LeaderId),
    /// Bring a leader out of the fort of his hex.
    SallyLeader(LeaderId),
    /// Bring a supply unit or a depot into the fort of its hex.
    Stow {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Whether it is a depot.
        is_depot: bool,
    },
    /// Bring a supply unit or a depot out of the fort of its hex.
    Unstow {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Whether it is a depot.
        is_depot: bool,
    },
    /// Attack a hex with the stack on the march; its own, if there is a fort to be assaulted.
    Attack(HexId),
    /// Attack the besiegers with a leader inside a fort.
    Sortie(LeaderId),
    /// Lose a factor in a siege.
    Waste {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Give up a supply unit or depot in a siege.
    GiveUp,
    /// Fight the battle that is declared.
    Fight,
    /// March to the guns with a leader.
    Call(LeaderId),
    /// Have a leader face an enemy nation apart from the others.
    Split {
        /// Which.
        nation: NationId,
        /// Who faces it.
        leader: LeaderId,
    },
    /// Stand and fight.
    Stand,
    /// Place hits.
    Hit(Run),
    /// Place what is left in the usual way.
    Usual,
    /// Destroy something with artillery.
    Shoot(Mark),
    /// Catch a factor in pursuit.
    Catch(Factor),
    /// Retreat with everything to a hex.
    Retreat(HexId),
    /// Retreat with a factor to a hex.
    Part {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
        /// Where to.
        to: HexId,
    },
    /// Have a leader retreat to a hex.
    Escape {
        /// Who.
        leader: LeaderId,
        /// Where to.
        to: HexId,
    },
    /// Advance with everything that has attacked.
    Follow,
    /// Advance with a factor.
    Advance {
        /// From where.
        from: HexId,
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Advance with a leader.
    AdvanceLeader(LeaderId),
    /// Count a lost factor as disrupted.
    Disrupt {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Live off the land before the march.
    Forage,
    /// Burn basic supply before the march.
    Feed,
    /// Lose a factor without a battle.
    Perish {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Send a supply unit on its way.
    Haul {
        /// From where.
        hex: HexId,
        /// Whose.
        nation: NationId,
    },
    /// Turn a supply unit into a depot.
    Convert {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
    },
    /// Destroy a supply unit or depot of one's own.
    Demolish {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Whether it is a depot.
        is_depot: bool,
    },
    /// Keep what has been captured.
    Seize,
    /// Destroy what has been captured.
    Raze,
    /// Send infantry along a nation's line of communications.
    UseLine(NationId),
    /// Send a factor of infantry from here.
    Forward {
        /// From where.
        hex: HexId,
        /// Whose.
        nation: NationId,
    },
    /// Call an armistice.
    CallArmistice,
    /// Call the expeditionary corps of a nation.
    CallCorps(NationId),
    /// Have a leader leave the army for his capital.
    Depart(LeaderId),
    /// Sue for peace.
    Sue(NationId),
    /// Have a leader rally a disrupted factor.
    Rally {
        /// Who.
        leader: LeaderId,
        /// Whose factor.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Replace a casualty.
    Replace {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
    },
    /// Place a mobilized factor.
    Raise {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Place a new supply unit.
    Stock {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
    },
    /// Buy one of these for a nation.
    Buy {
        /// For whom.
        nation: NationId,
        /// What.
        item: Item,
    },
    /// Call a factor from the mobilization box.
    Mobilize {
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Send a factor back to the mobilization box.
    Demobilize {
        /// From where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Take back all orders of this strategic turn.
    Revoke,
    /// Pay a leader no longer.
    Dismiss(LeaderId),
    /// Pay a leader again.
    Recall(LeaderId),
    /// Raise the morale of a nation.
    Hearten(NationId),
    /// Choose a factor of a power to disband, or to send back to an intrinsic defence.
    Reduce(NationId),
    /// Disband a factor.
    Disband {
        /// Where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Send a factor back to an intrinsic defence.
    Restore {
        /// From where.
        hex: HexId,
        /// Whose.
        nation: NationId,
        /// Of which arm.
        arm: Arm,
    },
    /// Call a factor of an intrinsic defence.
    StandUp {
        /// Where.
        hex: HexId,
        /// Of which arm.
        arm: Arm,
    },
    /// Give up disrupted factors that have found no leader for three seasons.
    GiveUpOn(NationId),
    /// Nothing more.
    Done,
}
