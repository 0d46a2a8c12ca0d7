//! Battles in the game. Rulebook "How to Conduct Combat", "March to the Sound of the Guns", "Combat is Immediate".
//!
//! A stack that marches up to enemies declares its attack ([`declare`]) and waits until all have come who are to come. [`Course`] then
//! leads from one question to the next, each in a file of its own: marches to the guns of both sides, hits, artillery, pursuit,
//! retreat, advance, losses. The arithmetic is that of [`crate::combat`]. What stands on the map is thinned out as it falls.

mod advance;
mod close;
mod course;
mod declare;
mod fire;
mod guns;
mod hits;
mod losses;
mod muster;
mod pursuit;
mod refuge;
mod retreat;
mod slip;
mod split;
mod telling;

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::{By, Key, Seat};
use serde::{Deserialize, Serialize};

pub use self::advance::Advancing;
pub use self::course::Course;
pub use self::fire::Firing;
pub use self::guns::{Guns, Joining};
pub use self::hits::Hitting;
pub use self::losses::Placing;
pub use self::pursuit::Pursuing;
pub use self::refuge::Refuge;
pub use self::retreat::Retreating;
pub use self::slip::Slipping;
pub use self::split::{Parting, Split, Splitting};

use crate::combat::{Exchange, Melee, Role, STACKS, Site, Stack, Verdict};
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};
use crate::state::{Engagement, Marshals};

/// In how many battles of a turn a unit fights at most (M-move-6).
pub(crate) const MOST: u8 = 2;

/// A table by side of a battle: the attacker, then the defender.
pub(crate) type ByRole<T> = By<Role, T, 2>;

impl Key for Role {
    #[inline]
    fn place(self) -> usize {
        self as usize
    }

    fn at(place: usize) -> Role {
        [Role::Attacker, Role::Defender][place]
    }
}

impl Role {
    /// The other side.
    pub(crate) fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// What is attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// Enemies in the open in a hex next to the attackers.
    Field,
    /// Enemies inside the fort of the attackers' hex.
    Assault,
    /// Besiegers, by those inside the fort.
    Sortie,
}

/// A battle from its declaration to its end.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// The hex that is attacked.
    pub target: HexId,
    /// What is attacked there.
    pub sort: Sort,
    /// Whose attack it is.
    pub nation: NationId,
    /// Who has declared it.
    pub leader: LeaderId,
    /// From where it has been declared: who marches to the guns must be next to there (M-mtsg-2).
    pub from: ArrayVec<HexId, STACKS>,
    /// Whether all marches to it are done, so that both sides have seen each other (M-intel-6).
    pub is_open: bool,
    /// The nation that Napoleon has split off.
    pub split: Option<Split>,
    /// How it stands, once it is fought.
    pub clash: Option<Clash>,
}

impl Battle {
    /// A battle that nobody has marched to yet.
    pub(crate) fn declared(target: HexId, sort: Sort, nation: NationId, leader: LeaderId) -> Battle {
        Battle {
            target,
            sort,
            nation,
            leader,
            from: ArrayVec::new(),
            is_open: false,
            split: None,
            clash: None,
        }
    }
}

/// A battle that is being fought: what both sides have, and what they had.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Clash {
    /// Where each stack of the attackers stands.
    pub hexes: Vec<HexId>,
    /// The stacks at first.
    pub before: ByRole<Vec<Stack>>,
    /// The hits that each side has to take on the combat table.
    pub melee: ByRole<Melee>,
    /// The stacks as the combat table has left them.
    pub fallen: ByRole<Vec<Stack>>,
    /// The stacks now.
    pub now: ByRole<Vec<Stack>>,
    /// Where the defender stands.
    pub site: Site,
    /// The combat values and hits.
    pub exchange: Exchange,
    /// Whether the combat table has spoken.
    pub is_settled: bool,
    /// How it has ended.
    pub verdict: Option<Verdict>,
    /// Whether the defender has nowhere to go.
    pub surrounded: bool,
    /// Whether the stacks are no longer shown (M-intel-6).
    pub veiled: bool,
    /// Whether any factor of the attackers has advanced.
    pub advanced: bool,
    /// Whether a side has sorted its losses.
    pub sorted: ByRole<bool>,
    /// What of each nation's losses has been laid into the disrupted box.
    pub disrupted: ByRole<Vec<Factors>>,
}

impl Marshals {
    /// The battle that is declared or being fought.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.as_deref()
    }

    /// How the battle stands that is being fought.
    pub(crate) fn clash(&self) -> &Clash {
        self.battle.as_ref().and_then(|battle| battle.clash.as_ref()).expect("a battle is being fought")
    }

    pub(crate) fn clash_mut(&mut self) -> &mut Clash {
        self.battle.as_mut().and_then(|battle| battle.clash.as_mut()).expect("a battle is being fought")
    }

    /// The battle that is declared.
    pub(crate) fn fray(&self) -> &Battle {
        self.battle.as_deref().expect("a battle is declared")
    }

    /// What is asked.
    pub(crate) fn asked(&self) -> Option<crate::questions::Question> {
        self.steps.top()
    }

    /// Who plays a nation; one that nobody plays is played by the first seat of its side.
    pub(crate) fn keeper(&self, nation: NationId) -> Seat {
        let side = self.side(nation);
        let of_side = || Seat::first(self.players).find(|seat| self.side_of(*seat) == side);
        self.seat(nation).or_else(of_side).unwrap_or(Seat(0))
    }
}

impl Engagement<'_> {
    /// Who decides for a side: whoever has declared the attack; of the defenders whoever has most factors.
    pub(crate) fn captain(self, role: Role) -> Seat {
        let battle = self.battle;
        match role {
            Role::Attacker => self.keeper(battle.nation),
            Role::Defender => {
                let factors = |seat: Seat| -> u16 {
                    let stacks: Vec<Stack> = match &battle.clash {
                        Some(clash) => clash.before[role].clone(),
                        None => vec![self.defender()],
                    };
                    let own = stacks.iter().flat_map(|stack| &stack.contingents);
                    own.filter(|contingent| self.keeper(contingent.nation) == seat)
                        .map(|contingent| contingent.all().total())
                        .sum()
                };
                let seats = Seat::first(self.players);
                seats.max_by_key(|seat| (factors(*seat), std::cmp::Reverse(seat.0))).expect("somebody plays")
            }
        }
    }
}
