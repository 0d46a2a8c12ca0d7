//! What happened.

mod tell;

use std::fmt;

use arrayvec::ArrayVec;
use engine::Seat;
use serde::{Deserialize, Serialize};

use crate::areas::Area;
use crate::cards::{Card, Cards};
use crate::combat::Verdict;
use crate::effects::Domain;
use crate::nations::{NATIONS, Nation, Nations, Side};
use crate::objectives::Objective;
use crate::state::EndReason;
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

/// A nation and who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    /// Who plays it.
    pub seat: Seat,
    /// The nation.
    pub nation: Nation,
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nation.fmt(f)
    }
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A turn begins.
    TurnBegins {
        /// Which.
        turn: u8,
    },
    /// The order of a turn was set.
    Ordered {
        /// The order.
        order: ArrayVec<Nation, NATIONS>,
    },
    /// A nation collected revenue.
    Collected {
        /// Who.
        who: Party,
        /// How much.
        money: u16,
    },
    /// The captor of a capital took movement points.
    Levied {
        /// From whom.
        from: Nation,
        /// Who.
        by: Party,
        /// Twice as many as there were points.
        halves: u16,
    },
    /// An advisor was placed.
    Advised {
        /// Whose.
        who: Party,
        /// Where.
        zone: Zone,
        /// On which space, from 0.
        space: u8,
    },
    /// An advisor is resolved.
    Resolves {
        /// Whose.
        who: Party,
        /// Where.
        zone: Zone,
        /// On which space, from 0.
        space: u8,
    },
    /// A card was drawn.
    Drew {
        /// By whom.
        who: Party,
        /// Which.
        card: Card,
    },
    /// A card was bought.
    BoughtCard {
        /// By whom.
        who: Party,
    },
    /// A deck was made anew from its discards.
    Reshuffled {
        /// Whose.
        side: Side,
    },
    /// Money came or went.
    Gained {
        /// Whose.
        who: Party,
        /// How much.
        money: i16,
    },
    /// Movement points came.
    Points {
        /// Whose.
        who: Party,
        /// How many.
        points: u8,
    },
    /// Morale changed.
    Morale {
        /// Whose.
        who: Party,
        /// From where.
        from: u8,
        /// Where to.
        to: u8,
    },
    /// Society changed.
    Society {
        /// Whose.
        side: Side,
        /// From where.
        from: u8,
        /// Where to.
        to: u8,
    },
    /// A unit came onto the map.
    Raised {
        /// Whose.
        who: Party,
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// A unit became one of the Guard.
    Converted {
        /// Infantry or cavalry.
        arm: Kind,
        /// Where.
        at: Area,
    },
    /// Something that was won could not be had.
    Forfeited {
        /// By whom.
        who: Party,
    },
    /// An Alliance was made, or forced by France.
    Allied {
        /// Who initiated it.
        who: Party,
        /// Who is in it.
        members: Nations,
    },
    /// Nations left an Alliance that goes on without them.
    Left {
        /// Who.
        nations: Nations,
        /// Who was in it until then.
        members: Nations,
    },
    /// An Alliance is over.
    AllianceOver {
        /// Who was in it.
        members: Nations,
    },
    /// A nation moves.
    Moves {
        /// Which.
        who: Party,
    },
    /// A combat begins.
    CombatBegins {
        /// Who attacks.
        who: Party,
        /// Where.
        area: Area,
        /// Whose units attack.
        attack: Nations,
        /// Whose units defend; nobody's but a garrison's, if none.
        defence: Nations,
        /// Whether cavalry follows the beaten.
        pursuit: bool,
    },
    /// A combat is over.
    CombatOver {
        /// Where.
        area: Area,
    },
    /// A combat effect was played.
    PlayedEffect {
        /// By whom.
        who: Party,
        /// Which card.
        card: Card,
        /// Where.
        area: Area,
    },
    /// Napoleon fights one of his enemies alone.
    Divided {
        /// Napoleon.
        who: Party,
        /// Whom he fights.
        target: Nation,
        /// Where.
        area: Area,
    },
    /// Frigates support a combat.
    Supported {
        /// Whose.
        who: Party,
        /// How many.
        frigates: u8,
        /// Where.
        area: Area,
    },
    /// A combat was decided.
    Fought {
        /// Where.
        area: Area,
        /// What was rolled for the attacker.
        die: u8,
        /// The strength of the attacker.
        attack: i16,
        /// The strength of the defender.
        defence: i16,
        /// What came of it.
        verdict: Verdict,
    },
    /// A unit was recruited.
    Recruited {
        /// By whom.
        who: Party,
        /// Whose it was.
        from: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where.
        area: Area,
        /// Whether there was a counter for it.
        joins: bool,
    },
    /// A unit was lost.
    Lost {
        /// Whose.
        who: Party,
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// Units retreated.
    Retreated {
        /// Whose.
        who: Party,
        /// Which.
        troops: Troops,
        /// From where.
        from: Area,
        /// Where to.
        to: Area,
    },
    /// A unit retreated aboard a frigate.
    Boarded {
        /// Whose.
        who: Party,
        /// Of which kind.
        kind: Kind,
        /// From where.
        from: Area,
    },
    /// A frigate retreated.
    SailedOff {
        /// Whose.
        who: Party,
        /// From where.
        from: Area,
        /// Where to.
        to: Area,
    },
    /// Units pursued or advanced.
    Advanced {
        /// Whose.
        who: Party,
        /// Which.
        troops: Troops,
        /// From where.
        from: Area,
        /// Where to.
        to: Area,
    },
    /// A capital was captured.
    CapitalFell {
        /// By whom.
        who: Party,
        /// Whose it is.
        owner: Nation,
        /// The capital.
        area: Area,
    },
    /// A nation is out of the game.
    Eliminated {
        /// Which.
        who: Party,
    },
    /// A unit was given up for want of Society.
    GaveUp {
        /// Whose.
        who: Party,
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// A card of the first Age is kept.
    Kept {
        /// By whom.
        who: Party,
        /// Which.
        card: Card,
    },
    /// A nation has chosen which cards of the first Age it keeps.
    KeptCards {
        /// Which.
        who: Party,
        /// How many it keeps.
        kept: u8,
        /// How many it has discarded.
        discarded: u8,
    },
    /// The second Age begins.
    AgeBegins,
    /// A secret objective was shown at the end.
    ObjectiveShown {
        /// Whose.
        who: Party,
        /// Which.
        objective: Objective,
        /// Whether it was met.
        met: bool,
    },
    /// The points of a nation at the end.
    Scored {
        /// Whose.
        who: Party,
        /// How many.
        points: i16,
    },
    /// A group marched, units of one nation after another.
    Marched {
        /// Who moved it.
        who: Party,
        /// Whose units.
        nation: Nation,
        /// Which.
        troops: Troops,
        /// From where.
        from: Area,
        /// Where to.
        to: Area,
    },
    /// Units went on although a combat is pending where they were (10.2).
    ForcedOut {
        /// Who paid for it.
        who: Party,
        /// From where.
        from: Area,
        /// What it cost besides the march.
        points: u8,
    },
    /// Units came where they have to fight.
    Attacks {
        /// Who is the Attacker.
        who: Party,
        /// Where.
        at: Area,
    },
    /// A frigate moved.
    Sailed {
        /// Who moved it.
        who: Party,
        /// Whose.
        nation: Nation,
        /// From where.
        from: Area,
        /// Where to.
        to: Area,
    },
    /// A unit went aboard.
    Embarked {
        /// Who moved it.
        who: Party,
        /// Whose.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// From where.
        from: Area,
        /// Where the frigate is.
        sea: Area,
    },
    /// A unit went ashore.
    Landed {
        /// Who moved it.
        who: Party,
        /// Whose.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where the frigate is.
        sea: Area,
        /// Where.
        to: Area,
    },
    /// An Ally was asked for units.
    AskedForUnits {
        /// By whom.
        who: Party,
        /// Which.
        ally: Nation,
    },
    /// It answered.
    AnsweredForUnits {
        /// Who.
        who: Party,
        /// Whether it lends them.
        lends: bool,
    },
    /// A combat at sea was declared.
    Challenged {
        /// By whom.
        who: Party,
        /// Where.
        sea: Area,
        /// Against whom.
        targets: Nations,
    },
    /// Something was paid for.
    Paid {
        /// By whom.
        who: Party,
        /// How much.
        money: u8,
    },
    /// Something was paid for in movement points.
    PaidPoints {
        /// By whom.
        who: Party,
        /// How many.
        points: u8,
    },
    /// A card was played.
    Played {
        /// By whom.
        who: Party,
        /// Which.
        card: Card,
        /// For the effect of this domain.
        domain: Domain,
    },
    /// Somebody looked at Napoleon's cards.
    SawHand {
        /// Who.
        who: Party,
        /// What he saw.
        cards: Cards,
    },
    /// Somebody looked at a secret objective.
    SawObjective {
        /// Who.
        who: Party,
        /// Of which nation.
        of: Nation,
        /// What he saw.
        objective: Objective,
    },
    /// A card destroyed a unit.
    Struck {
        /// Whose.
        who: Party,
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// A frigate went down with what it carried.
    Sunk {
        /// Whose.
        who: Party,
        /// Where.
        at: Area,
        /// What was lost with it.
        cargo: Troops,
    },
    /// Troops of a frigate that goes down reached the shore.
    Saved {
        /// Whose.
        who: Party,
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// An Alliance was proposed.
    Proposed {
        /// By whom.
        who: Party,
        /// Who is to be in it.
        members: Nations,
    },
    /// A nation set out to cancel an Alliance.
    Opposed {
        /// Which.
        who: Party,
        /// Who is in it.
        members: Nations,
    },
    /// An offer was put: who is to pay how much.
    Offered {
        /// By whom.
        who: Party,
        /// In FG, by nation.
        shares: [u8; NATIONS],
    },
    /// A nation agreed to what was asked of it.
    Agreed {
        /// Which.
        who: Party,
    },
    /// A nation refused what was asked of it.
    Declined {
        /// Which.
        who: Party,
    },
    /// Nothing came of what was proposed.
    CameToNothing {
        /// Who had proposed it.
        who: Party,
    },
    /// A card was discarded for its points of Diplomacy.
    Discarded {
        /// By whom.
        who: Party,
        /// Which.
        card: Card,
    },
    /// An Ally was shown a card.
    Showed {
        /// By whom.
        who: Party,
        /// Who saw it.
        to: Party,
        /// Which.
        card: Card,
    },
    /// An Ally was given a card.
    Gave {
        /// By whom.
        who: Party,
        /// Who got it.
        to: Party,
        /// Which.
        card: Card,
    },
    /// It was said who stays in a land where Allies part.
    Stays {
        /// Who.
        who: Party,
        /// Where.
        at: Area,
    },
    /// Units left a land that former Allies shared.
    Parted {
        /// Whose.
        who: Party,
        /// What.
        troops: Troops,
        /// From where.
        from: Area,
        /// Where to.
        to: Area,
    },
    /// Units that had to leave a land were lost.
    Perished {
        /// Whose.
        who: Party,
        /// What.
        troops: Troops,
        /// Where.
        at: Area,
    },
    /// Austria provided points of Diplomacy for another nation.
    Sponsored {
        /// Austria.
        who: Party,
        /// For whom.
        nation: Nation,
    },
    /// The game is over.
    Ended {
        /// Who won.
        winners: Nations,
        /// How.
        reason: EndReason,
    },
}
