//! What happened, and how it is told to whom.

use arrayvec::ArrayVec;
use engine::{Die, Line, Seat, Seats, SpaceRef, Viewer};
use serde::{Deserialize, Serialize};

use crate::blocks::BlockId;
use crate::cards::{Card, Leader};
use crate::places::Place;
use crate::state::EndReason;
use crate::states::State;

/// Something that happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The cards of a year were dealt.
    Dealt {
        /// The year.
        year: u16,
    },
    /// A card was put aside.
    Discarded {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// A card was revealed.
    Revealed {
        /// Whose.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// A bid was opened.
    Bid {
        /// By whom.
        seat: Seat,
        /// For which state.
        target: State,
        /// For how much.
        gold: u8,
    },
    /// A bid was matched.
    Matched {
        /// By whom.
        seat: Seat,
        /// For how much.
        gold: u8,
    },
    /// Dice were rolled for a state.
    Rolled {
        /// By whom.
        seat: Seat,
        /// What they showed.
        roll: u8,
        /// With all bonuses.
        total: u8,
    },
    /// A bid changed nothing.
    Unmoved {
        /// For which state.
        target: State,
    },
    /// A neutral state was invaded.
    Roused {
        /// Which.
        state: State,
        /// By whom.
        invader: Seat,
    },
    /// A state has changed sides.
    Turned {
        /// Which.
        state: State,
        /// To whom; nobody if it is neutral now.
        to: Option<Seat>,
    },
    /// A player's turn begins.
    Begins {
        /// Whose.
        seat: Seat,
        /// With how many action points.
        points: u8,
    },
    /// A block moved.
    Moved {
        /// Who leads it.
        seat: Seat,
        /// Which.
        block: BlockId,
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
    },
    /// An army went by sea.
    Shipped {
        /// Who leads it.
        seat: Seat,
        /// Which.
        block: BlockId,
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
    },
    /// An army landed.
    Invaded {
        /// Who leads it.
        seat: Seat,
        /// Which.
        block: BlockId,
        /// From where.
        from: Place,
        /// Where.
        to: Place,
    },
    /// A battle was opened.
    Attacked {
        /// By whom.
        seat: Seat,
        /// Where.
        place: Place,
    },
    /// A block gained a step.
    Levied {
        /// Who leads it.
        seat: Seat,
        /// Which.
        block: BlockId,
        /// Where.
        at: Place,
    },
    /// A block was built.
    Built {
        /// Who leads it.
        seat: Seat,
        /// Which.
        block: BlockId,
        /// Where.
        at: Place,
    },
    /// Action points were saved.
    Saved {
        /// By whom.
        seat: Seat,
        /// How many.
        gold: u8,
    },
    /// An alliance was offered.
    Offered {
        /// By whom.
        from: Seat,
        /// To whom.
        to: Seat,
        /// Only the two know of it.
        secret: bool,
    },
    /// An alliance was made.
    Allied {
        /// One.
        a: Seat,
        /// The other.
        b: Seat,
        /// Only the two know of it.
        secret: bool,
    },
    /// An alliance was broken.
    Broke {
        /// By whom.
        breaker: Seat,
        /// With whom.
        other: Seat,
        /// Only the two knew of it.
        secret: bool,
    },
    /// An ally was let in, or no longer.
    Admitted {
        /// Who decides.
        host: Seat,
        /// Whom he lets in.
        guest: Seat,
        /// Whether he does.
        admit: bool,
    },
    /// Former friends who share a place fight.
    Parted {
        /// Whose blocks have changed sides.
        state: State,
        /// Where.
        place: Place,
    },
    /// A battle begins.
    Battle {
        /// Where.
        place: Place,
    },
    /// Another round.
    Round {
        /// Where.
        place: Place,
        /// Which.
        round: u8,
    },
    /// Reserves arrive.
    Reserves {
        /// Where.
        place: Place,
    },
    /// The attackers hold the field, and those who come too late attack.
    Switched {
        /// Where.
        place: Place,
    },
    /// A leader's event helps a block.
    Favoured {
        /// Whose card.
        seat: Seat,
        /// Which event.
        leader: Leader,
        /// Which block.
        block: BlockId,
    },
    /// A leader's event is used against an enemy.
    Hindered {
        /// Whose card.
        seat: Seat,
        /// Which event.
        leader: Leader,
    },
    /// A block fired.
    Fired {
        /// Which.
        block: BlockId,
        /// What its dice showed.
        rolls: ArrayVec<u8, 4>,
        /// The highest roll that hit.
        number: u8,
    },
    /// A fortress took half a hit.
    Cracked {
        /// Which.
        block: BlockId,
    },
    /// A block lost a step.
    Weakened {
        /// Which.
        block: BlockId,
        /// What is left.
        strength: u8,
    },
    /// A block was eliminated.
    Eliminated {
        /// Which.
        block: BlockId,
        /// Where.
        at: Option<Place>,
    },
    /// A block retreated.
    Retreated {
        /// Which.
        block: BlockId,
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
    },
    /// A battle was extended.
    Extended {
        /// By whose HQ.
        empire: State,
        /// Where.
        place: Place,
    },
    /// A battle was won.
    Won {
        /// Where.
        place: Place,
        /// By whom.
        victors: Seats,
    },
    /// A block regrouped.
    Regrouped {
        /// Which.
        block: BlockId,
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
    },
    /// Victors pursue.
    Pursued {
        /// Whose HQ.
        empire: State,
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
    },
    /// A state was defeated.
    Defeated {
        /// Which.
        state: State,
        /// By whom.
        by: Seat,
    },
    /// Gold changed hands.
    Paid {
        /// From whom.
        from: Seat,
        /// To whom.
        to: Seat,
        /// How much.
        gold: u16,
    },
    /// Gold was collected.
    Collected {
        /// By whom.
        seat: Seat,
        /// How much.
        gold: u8,
    },
    /// A block was disbanded.
    Disbanded {
        /// Which.
        block: BlockId,
        /// Where.
        at: Option<Place>,
    },
    /// The game is over.
    Over {
        /// Who has won.
        winners: Seats,
        /// How.
        reason: EndReason,
    },
}

/// A place as the table knows it.
pub(crate) fn space(place: Place) -> SpaceRef {
    SpaceRef { board: 0, space: place.0.into() }
}

impl Event {
    /// What a viewer may read of it.
    pub(crate) fn tell(&self, viewer: Viewer) -> Option<Line> {
        let line = |text: String, seat: Option<Seat>, places: &[Place]| {
            let spaces = places.iter().map(|place| space(*place)).collect();
            Some(Line::new(text, seat, spaces))
        };
        let heading = |line: Option<Line>| line.map(|line| Line { heading: true, ..line });
        // A block by its name for whoever leads it, else by its colour.
        let name = |seat: Seat, block: BlockId| match viewer.is(seat) {
            true => block.to_string(),
            false => format!("A {} block", block.state().adjective()),
        };
        let privy = |secret: bool, a: Seat, b: Seat| !secret || viewer.is(a) || viewer.is(b);
        match *self {
            Event::Dealt { year } => {
                heading(line(format!("{year}: five cards are dealt to everybody"), None, &[]))
            }
            Event::Discarded { seat, card } => match viewer.is(seat) {
                true => line(format!("You put card {card} aside"), Some(seat), &[]),
                false => line("A card is put aside".to_owned(), Some(seat), &[]),
            },
            Event::Revealed { seat, card } => {
                line(format!("Card {card}, of {}", card.face().empire), Some(seat), &[])
            }
            Event::Bid { seat, target, gold } => {
                line(format!("Bids {gold} gold for {target}"), Some(seat), &[])
            }
            Event::Matched { seat, gold } => line(format!("Matches with {gold} gold"), Some(seat), &[]),
            Event::Rolled { seat, roll, total } if roll == total => {
                line(format!("Rolls {roll}"), Some(seat), &[])
            }
            Event::Rolled { seat, roll, total } => {
                line(format!("Rolls {roll}, with bonuses {total}"), Some(seat), &[])
            }
            Event::Unmoved { target } => line(format!("{target} stays as it is"), None, &[]),
            Event::Roused { state, invader } => line(format!("{state} is invaded"), Some(invader), &[]),
            Event::Turned { state, to: None } => line(format!("{state} is with nobody now"), None, &[]),
            Event::Turned { state, to } => line(format!("{state} has a new ally"), to, &[]),
            Event::Begins { seat, points } => {
                heading(line(format!("A turn with {points} action points"), Some(seat), &[]))
            }
            Event::Moved { seat, block, from, to } => {
                line(format!("{} moves from {from} to {to}", name(seat, block)), Some(seat), &[from, to])
            }
            Event::Shipped { seat, block, from, to } => {
                line(format!("{} sails from {from} to {to}", name(seat, block)), Some(seat), &[from, to])
            }
            Event::Invaded { seat, block, from, to } => line(
                format!("{} sails from {from} and lands in {to}", name(seat, block)),
                Some(seat),
                &[from, to],
            ),
            Event::Attacked { seat, place } => {
                line(format!("There will be a battle in {place}"), Some(seat), &[place])
            }
            Event::Levied { seat, block, at } => {
                line(format!("{} in {at} gains a step", name(seat, block)), Some(seat), &[at])
            }
            Event::Built { seat, block, at } => {
                line(format!("{} is built in {at}", name(seat, block)), Some(seat), &[at])
            }
            Event::Saved { seat, gold } => line(format!("Saves {gold} gold"), Some(seat), &[]),
            Event::Offered { from, to, secret } => privy(secret, from, to)
                .then(|| line(format!("Offers {to} an alliance"), Some(from), &[]))
                .flatten(),
            Event::Allied { a, b, secret } => {
                privy(secret, a, b).then(|| line(format!("{a} and {b} are allied"), Some(a), &[])).flatten()
            }
            Event::Broke { breaker, other, secret } => privy(secret, breaker, other)
                .then(|| line(format!("Breaks with {other}"), Some(breaker), &[]))
                .flatten(),
            Event::Admitted { host, guest, admit } => (viewer.is(host) || viewer.is(guest))
                .then(|| {
                    let verb = if admit { "Lets" } else { "No longer lets" };
                    line(format!("{verb} {guest} in"), Some(host), &[])
                })
                .flatten(),
            Event::Parted { state, place } => {
                line(format!("The blocks of {state} in {place} turn on those beside them"), None, &[place])
            }
            Event::Battle { place } => heading(line(format!("The battle in {place} begins"), None, &[place])),
            Event::Round { place, round } => line(format!("Round {round}"), None, &[place]),
            Event::Reserves { place } => line("Reserves arrive".to_owned(), None, &[place]),
            Event::Switched { place } => line(
                "The attackers hold the field; whoever comes now attacks, a step weaker".to_owned(),
                None,
                &[place],
            ),
            Event::Favoured { seat, leader, block } => {
                line(format!("{leader:?} for {block}"), Some(seat), &[])
            }
            Event::Hindered { seat, leader } => line(format!("{leader:?}"), Some(seat), &[]),
            Event::Fired { block, ref rolls, number } => {
                let dice: Vec<Die> =
                    rolls.iter().map(|roll| Die { face: *roll, good: *roll <= number }).collect();
                let told = match dice.iter().filter(|die| die.good).count() {
                    0 => format!("{block} fires and misses"),
                    1 => format!("{block} fires: 1 hit"),
                    hits => format!("{block} fires: {hits} hits"),
                };
                line(told, None, &[]).map(|line| Line { dice, ..line })
            }
            Event::Cracked { block } => line(format!("{block} takes half a hit"), None, &[]),
            Event::Weakened { block, strength } => line(format!("{block} is down to {strength}"), None, &[]),
            Event::Eliminated { block, at } => line(format!("{block} is eliminated"), None, at.as_slice()),
            Event::Retreated { block, from, to } => {
                line(format!("{block} retreats to {to}"), None, &[from, to])
            }
            Event::Extended { empire, place } => {
                line(format!("The {} HQ spends a step to fight on", empire.adjective()), None, &[place])
            }
            Event::Won { place, victors } => {
                line(format!("The battle in {place} is decided"), victors.iter().next(), &[place])
            }
            Event::Regrouped { block, from, to } => {
                line(format!("{block} regroups to {to}"), None, &[from, to])
            }
            Event::Pursued { empire, from, to } => line(
                format!("The {} HQ spends a step to pursue into {to}", empire.adjective()),
                None,
                &[from, to],
            ),
            Event::Defeated { state, by } => line(format!("{state} is defeated"), Some(by), &[]),
            Event::Paid { from, to, gold } => line(format!("Pays {to} {gold} gold"), Some(from), &[]),
            Event::Collected { seat, gold } => line(format!("Collects {gold} gold"), Some(seat), &[]),
            Event::Disbanded { block, at } => line(format!("{block} is disbanded"), None, at.as_slice()),
            Event::Over { winners, reason } => {
                line(format!("The game is over: {reason:?}"), winners.iter().next(), &[])
            }
        }
    }
}
