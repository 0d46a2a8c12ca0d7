//! What happened, and how it is told to whom.

use std::fmt;

use arrayvec::ArrayVec;
use engine::{Line, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::areas::Area;
use crate::cards::{Card, Cards};
use crate::effects::Domain;
use crate::nations::{NATIONS, Nation, Nations, Side};
use crate::objectives::Objective;
use crate::state::EndReason;
use crate::tables::Zone;
use crate::troops::{Kind, Troops};
use crate::view::space;

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
    /// A nation moves.
    Moves {
        /// Which.
        who: Party,
    },
    /// The game is over.
    Ended {
        /// Who won.
        winners: Nations,
        /// How.
        reason: EndReason,
    },
}

impl Event {
    /// How it is told to a viewer.
    pub(crate) fn tell(&self, viewer: Viewer) -> Option<Line> {
        let line = |text: String, who: Option<Party>, areas: &[Area]| {
            let spaces = areas.iter().map(|area| space(*area)).collect();
            Some(Line::new(text, who.map(|who| who.seat), spaces))
        };
        let said = |who: Party, text: String| line(text, Some(who), &[]);
        let heading = |line: Option<Line>| line.map(|line| Line { heading: true, ..line });
        match *self {
            Event::TurnBegins { turn } => heading(line(format!("Turn {turn}"), None, &[])),
            Event::Ordered { ref order } => {
                let order: Vec<&str> = order.iter().map(|nation| nation.name()).collect();
                line(format!("The order of play is {}", order.join(", ")), None, &[])
            }
            Event::Collected { who, money } => said(who, format!("{who} collects {money} FG")),
            Event::Levied { from, by, halves } => {
                said(by, format!("{by} takes {} MP from {from}", f32::from(halves) / 2.0))
            }
            Event::Advised { who, zone, space } => {
                said(who, format!("{who} sends an advisor to {zone} {}", space + 1))
            }
            Event::Resolves { who, zone, space } => {
                said(who, format!("The {} advisor in {zone} {} acts", who.nation.adjective(), space + 1))
            }
            Event::Drew { who, card } => match viewer.is(who.seat) {
                true => said(who, format!("{who} draws {card}")),
                false => said(who, format!("{who} draws a card with a back of {}", card.stripe())),
            },
            Event::BoughtCard { who } => said(who, format!("{who} buys a card")),
            Event::Reshuffled { side } => line(format!("The discards of {side} are shuffled"), None, &[]),
            Event::Gained { who, money } => match money {
                0 => None,
                1.. => said(who, format!("{who} gains {money} FG")),
                _ => said(who, format!("{who} loses {} FG", -money)),
            },
            Event::Paid { who, money } => said(who, format!("{who} pays {money} FG")),
            Event::PaidPoints { who, points } => said(who, format!("{who} pays {points} MP")),
            Event::Played { who, card, domain } => said(who, format!("{who} plays {card} for {domain}")),
            Event::SawHand { who, cards } => match viewer.is(who.seat) {
                true => {
                    let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
                    said(who, format!("{who} sees what Napoleon holds: {}", cards.join(", ")))
                }
                false => said(who, format!("{who} looks at Napoleon's cards")),
            },
            Event::SawObjective { who, of, objective } => match viewer.is(who.seat) {
                true => said(who, format!("{who} sees the objective of {of}: {}", objective.text(of))),
                false => said(who, format!("{who} looks at the objective of {of}")),
            },
            Event::Struck { who, kind, at } => {
                line(format!("{} {kind} in {at} is lost", who.nation.adjective()), Some(who), &[at])
            }
            Event::Sunk { who, at, cargo } => {
                let crew = if cargo.is_empty() { String::new() } else { format!(" with {cargo}") };
                line(format!("{} frigate in {at} goes down{crew}", who.nation.adjective()), Some(who), &[at])
            }
            Event::Saved { who, kind, at } => {
                line(format!("{} {kind} reaches the shore of {at}", who.nation.adjective()), Some(who), &[at])
            }
            Event::Points { who, points } => said(who, format!("{who} gains {points} MP")),
            Event::Morale { who, from, to } => {
                said(who, format!("The Morale of {who} goes from {from} to {to}"))
            }
            Event::Society { side, from, to } => {
                line(format!("The Society of {side} goes from {from} to {to}"), None, &[])
            }
            Event::Raised { who, kind, at } => {
                line(format!("{} {kind} appears in {at}", who.nation.adjective()), Some(who), &[at])
            }
            Event::Converted { arm, at } => {
                line(format!("French {arm} in {at} joins the Guard"), None, &[at])
            }
            Event::Forfeited { who } => said(who, format!("{who} cannot take what it has won")),
            Event::Moves { who } => heading(said(who, format!("{who} moves"))),
            Event::Ended { winners, reason } => {
                line(format!("The game is over: {reason}. {winners}"), None, &[])
            }
        }
    }
}
