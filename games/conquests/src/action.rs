//! Every decision a nation can make.

use engine::{Denied, rule};
use serde::{Deserialize, Serialize};

use crate::areas::Area;
use crate::cards::Card;
use crate::effects::Domain;
use crate::nations::{Nation, Nations};
use crate::state::FrigateId;
use crate::tables::Zone;
use crate::troops::Kind;

// The build script reads where these are declared, too, and knows no schemas.
engine::describe! { Nation, engine::describe::listed("A nation.", Nation::all()) }
engine::describe! { Kind, engine::describe::listed("A kind of unit.", Kind::all()) }
engine::describe! { Domain, engine::describe::listed("A domain.", Domain::all().into_iter()) }
engine::describe! {
    Nations,
    engine::schemars::json_schema!({
        "description": "A set of nations, France first.",
        "type": "array",
        "items": engine::describe::listed("A nation.", Nation::all()),
        "uniqueItems": true,
    })
}

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Place a unit: at the start, won on a track or by a card (4.2, 8.3, 17.2.4).
    Place {
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// Have a unit become one of the Guard (15).
    Convert {
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// Place an advisor (7).
    Advise {
        /// In which zone.
        zone: Zone,
        /// On which space, from 0.
        space: u8,
    },
    /// Enlist a unit (8.6.2).
    Enlist {
        /// Of which kind.
        kind: Kind,
        /// Where it appears.
        at: Area,
    },
    /// Buy two movement points for 1 FG (8.6.3).
    BuyPoints,
    /// Play a card for the effect of the domain that is being resolved (8).
    Play(Card),
    /// Play a card for the movement points that it offers instead.
    PlayForPoints(Card),
    /// Play a card for the Guard that it offers instead (17.2.4).
    PlayForGuard(Card),
    /// Play a card against a nation (17.2.2), or to look at its objective (17.2.3).
    PlayOn {
        /// Which card.
        card: Card,
        /// Against whom.
        nation: Nation,
    },
    /// Play a Finance card so that others get 5 FG: England's power (8.2).
    Subsidise(Card),
    /// Give 1 FG of the subsidy to a nation.
    Grant(Nation),
    /// Name the ground unit or the empty frigate that a card destroys (17.2.4).
    Strike {
        /// Of whom.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// Name the frigate with troops aboard that a card destroys (17.2.4).
    Sink(FrigateId),
    /// Buy the top card of the deck for 1 FG (8).
    BuyCard,
    /// Propose an Alliance of these nations, oneself among them (9.3).
    Ally(Nations),
    /// Force a nation into an Alliance (9.4).
    Force(Nation),
    /// Cancel the Alliance that a nation is in (9.5).
    Cancel(Nation),
    /// Discard a card for its points of Diplomacy (9.1).
    Pledge(Card),
    /// Discard a card for the points of another nation: Austria's power (9.3).
    Sponsor {
        /// Which card.
        card: Card,
        /// For whom.
        nation: Nation,
    },
    /// Set what a nation is asked to pay for an Alliance or its end, in FG.
    Share {
        /// Who pays.
        nation: Nation,
        /// How much.
        money: u8,
    },
    /// Put an offer before the others, as it is.
    Offer,
    /// Agree to what is asked.
    Accept,
    /// Refuse what is asked.
    Refuse,
    /// Give an Ally a card (9.2).
    Give {
        /// Which card.
        card: Card,
        /// To whom.
        to: Nation,
    },
    /// Show an Ally a card (9.2).
    Show {
        /// Which card.
        card: Card,
        /// To whom.
        to: Nation,
    },
    /// Say which nation stays where former Allies part (9.7).
    Stay(Nation),
    /// Send all units of a nation that leaves a shared land to another, with those of Allies if they break out (9.7).
    Part {
        /// Whose.
        nation: Nation,
        /// Where to.
        to: Area,
    },
    /// Take a unit into the group that is to move (10.1).
    Pick {
        /// Of which nation.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where.
        at: Area,
    },
    /// Leave a unit of the group behind.
    Drop {
        /// Of which nation.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
    },
    /// Ask an Ally to lend units for mixed corps (9.2).
    AskUnits(Nation),
    /// Move the group into a land (10.1).
    March(Area),
    /// Take a unit aboard (10.3).
    Embark {
        /// Of which kind.
        kind: Kind,
        /// From where.
        from: Area,
        /// Onto which frigate.
        frigate: FrigateId,
    },
    /// Put a unit ashore (10.3).
    Land {
        /// Of which kind.
        kind: Kind,
        /// From which frigate.
        frigate: FrigateId,
        /// Where.
        to: Area,
    },
    /// Move a frigate into a sea (10.3).
    Sail {
        /// Which.
        frigate: FrigateId,
        /// Where to.
        to: Area,
    },
    /// Declare a combat at sea (10.3).
    Challenge {
        /// Where.
        sea: Area,
        /// Against a nation and its Allies there.
        nation: Nation,
        /// Against it alone, or all of its Alliance there.
        all: bool,
    },
    /// Choose the next combat (11).
    Fight(Area),
    /// Support a combat on land with frigates, so many (11.2).
    Support(u8),
    /// Let go or keep a unit of a side: as a loss, a sacrifice, or one that is recruited (11.3).
    Lose {
        /// Of which nation.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
    },
    /// Recruit an enemy unit for a nation of one's own side (11.3).
    Recruit {
        /// Whose unit.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// For whom.
        to: Nation,
    },
    /// Say which Ally gains or loses Morale, plays the card or counts as captor (11.5).
    Choose(Nation),
    /// Retreat a unit (11.4).
    Retreat {
        /// Of which nation.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where to.
        to: Area,
    },
    /// Retreat a unit aboard a frigate (11.4).
    Board {
        /// Of which nation.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// Onto which.
        frigate: FrigateId,
    },
    /// Retreat all units of a nation (11.4).
    RetreatAll {
        /// Of which.
        nation: Nation,
        /// Where to.
        to: Area,
    },
    /// Break out of an encirclement to a place beyond others (11.4).
    Flee(Area),
    /// Give up a unit to retreat without movement points (11.3).
    Sacrifice,
    /// Go, after a Division, instead of fighting on (17.2.4).
    Withdraw,
    /// Play a card as a victor (11.3.1).
    Reward {
        /// Which card.
        card: Card,
        /// For which of its effects.
        domain: Domain,
        /// Against whom, if that is to be said.
        on: Option<Nation>,
    },
    /// Pursue the beaten with all cavalry (11.6).
    Pursue(Area),
    /// Advance after the combat with all units (11.6).
    AdvanceAll(Area),
    /// Advance after the combat with a unit, or have cavalry join a pursuit (11.6).
    Advance {
        /// Of which nation.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where to.
        to: Area,
    },
    /// Keep a card of the first Age (14).
    Keep(Card),
    /// Be done with this part, or go without.
    Done,
}

/// What is not a decision of this moment.
pub(crate) fn not_now() -> Denied {
    Denied::new(rule!("N-5-phases"), "this is not the time for that")
}
