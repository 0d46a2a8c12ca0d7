//! What happened, and how it is told to whom.

use std::fmt;

use arrayvec::ArrayVec;
use engine::{BattleMark, BattleResult, BattleSide, Die, Line, Needed, Seat, Seats, SpaceRef, Throw, Viewer};
use serde::{Deserialize, Serialize};

use crate::blocks::{BlockId, Kind};
use crate::cards::{Card, Leader};
use crate::places::Place;
use crate::state::EndReason;
use crate::states::State;
use crate::view::name_of;

/// A player and the empire he leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    /// His seat.
    pub seat: Seat,
    /// His empire.
    pub empire: State,
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.empire.fmt(f)
    }
}

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
        who: Party,
        /// Which.
        card: Card,
    },
    /// A card was revealed.
    Revealed {
        /// Whose.
        who: Party,
        /// Which.
        card: Card,
    },
    /// A bid was opened.
    Bid {
        /// By whom.
        who: Party,
        /// For which state.
        target: State,
        /// For how much.
        gold: u8,
    },
    /// A bid was matched.
    Matched {
        /// By whom.
        who: Party,
        /// For how much.
        gold: u8,
    },
    /// Whoever might have opened a bid did not.
    NoBid {
        /// Who.
        who: Party,
    },
    /// A bid was not matched.
    Declined {
        /// By whom.
        who: Party,
        /// What it would have cost.
        gold: u8,
    },
    /// Dice were rolled for a state.
    Rolled {
        /// By whom.
        who: Party,
        /// What they showed.
        dice: [u8; 2],
        /// With all bonuses.
        total: u8,
        /// What it took, as the others rolled.
        least: u8,
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
        by: Party,
    },
    /// A state has changed sides.
    Turned {
        /// Which.
        state: State,
        /// To whom; nobody if it is neutral now.
        to: Option<Party>,
    },
    /// A player's turn begins.
    Begins {
        /// Whose.
        who: Party,
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
        who: Party,
        /// How many.
        gold: u8,
    },
    /// A proposal was made.
    Proposed {
        /// By whom.
        from: Party,
        /// To whom.
        to: Party,
        /// What it says.
        terms: String,
        /// Only the two know of it.
        secret: bool,
    },
    /// A proposal was refused.
    Refused {
        /// By whom.
        by: Party,
        /// Whose it was.
        from: Party,
        /// Only the two know of it.
        secret: bool,
    },
    /// A proposal was accepted.
    Agreed {
        /// By whom.
        by: Party,
        /// Whose it was.
        with: Party,
        /// Only the two know of it.
        secret: bool,
    },
    /// A region was handed over.
    Ceded {
        /// By whom.
        from: Party,
        /// To whom.
        to: Party,
        /// Which.
        place: Place,
    },
    /// An alliance was made, or has become known.
    Allied {
        /// One.
        one: Party,
        /// The other.
        other: Party,
        /// Only the two know of it.
        secret: bool,
    },
    /// An alliance was broken.
    Broke {
        /// By whom.
        by: Party,
        /// With whom.
        with: Party,
        /// Only the two knew of it.
        secret: bool,
    },
    /// An ally was let in, or no longer.
    Admitted {
        /// Who decides.
        host: Party,
        /// Whom he lets in.
        guest: Party,
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
        /// Whose blocks attack.
        attack: Vec<State>,
        /// Whose blocks defend.
        defence: Vec<State>,
    },
    /// One side of a battle, as it is revealed.
    Ranks {
        /// Where.
        place: Place,
        /// The attackers.
        attacking: bool,
        /// Its blocks with their strength.
        blocks: Vec<(BlockId, u8)>,
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
        /// Which, with their strength.
        blocks: Vec<(BlockId, u8)>,
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
    /// A block was chosen to suffer an event.
    Suffered {
        /// Which event.
        leader: Leader,
        /// Which block.
        block: BlockId,
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
        /// The strength it had in a battle, where all could see it.
        steps: u8,
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
        /// Whose blocks are left.
        states: Vec<State>,
    },
    /// A block regrouped.
    Regrouped {
        /// Who leads it.
        seat: Seat,
        /// Which.
        block: BlockId,
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
        /// Whether it was seen in the battle.
        shown: bool,
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
        from: Party,
        /// To whom.
        to: Party,
        /// How much.
        gold: u16,
        /// Only the two know how much.
        hidden: bool,
    },
    /// Gold was collected.
    Collected {
        /// By whom.
        who: Party,
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
    /// A block was disbanded by a player who is still choosing.
    Dismissed {
        /// Who leads it.
        seat: Seat,
        /// Which.
        block: BlockId,
        /// Where.
        at: Option<Place>,
    },
    /// A player is done, and shows which blocks he has disbanded.
    Shown {
        /// Who.
        who: Party,
        /// Which.
        blocks: Vec<BlockId>,
    },
    /// The solo player's card is played.
    Scored {
        /// Who plays alone.
        seat: Seat,
        /// What its empire has gained.
        gained: u8,
        /// What it has given up.
        lost: u8,
        /// The points of all cards so far.
        score: i16,
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

/// "French Inf #3 (4) and French Cav #1 (2)".
fn roll_call(blocks: &[(BlockId, u8)]) -> String {
    let blocks: Vec<String> =
        blocks.iter().map(|(block, strength)| format!("{} ({strength})", name_of(*block))).collect();
    listed(blocks.iter().map(String::as_str))
}

/// "France, Spain and Bavaria".
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter().peekable();
    let mut list = String::new();
    while let Some(name) = names.next() {
        if !list.is_empty() {
            list.push_str(if names.peek().is_some() { ", " } else { " and " });
        }
        list.push_str(name);
    }
    list
}

impl Event {
    /// What a viewer may read of it.
    pub(crate) fn tell(&self, viewer: Viewer) -> Option<Line> {
        let line = |text: String, seat: Option<Seat>, places: &[Place]| {
            let spaces = places.iter().map(|place| space(*place)).collect();
            Some(Line::new(text, seat, spaces))
        };
        let heading = |line: Option<Line>| line.map(Line::heading);
        let great = |line: Option<Line>| line.map(Line::great);
        let result = |line: Option<Line>| line.map(Line::result);
        let ends = |line: Option<Line>| line.map(|line| line.marked(BattleMark::Ends));
        let costs = |state: State, pieces, steps: u8| BattleMark::Costs {
            member: state.index() as u8,
            pieces,
            steps: steps.into(),
        };
        // A block by its name for whoever leads it, else by its colour.
        let name = |seat: Seat, block: BlockId| match viewer.is(seat) {
            true => block.to_string(),
            false => {
                let adjective = block.state().adjective();
                let article = if adjective.starts_with('A') { "An" } else { "A" };
                format!("{article} {adjective} block")
            }
        };
        let said = |text: String, who: Party| line(text, Some(who.seat), &[]);
        let moves = |seat: Seat, block: BlockId, from: Place, to: Place| {
            let who = name(seat, block);
            line(format!("{who} moves from {from} to {to}"), Some(seat), &[from, to])
                .map(|line| line.march(who))
        };
        // What only two know, to those two.
        let between = |secret: bool, a: Party, b: Party, text: String| {
            if secret && !viewer.is(a.seat) && !viewer.is(b.seat) { None } else { said(text, a) }
        };
        match *self {
            Event::Dealt { year } => heading(line(format!("{year}: everybody is dealt 5 cards"), None, &[])),
            Event::Discarded { who, card } => match viewer.is(who.seat) {
                true => said(format!("You put card {card} aside"), who),
                false => said(format!("{who} puts a card aside"), who),
            },
            Event::Revealed { who, card } => {
                said(format!("{who} plays card {card}, of {}", card.face().empire), who)
            }
            Event::Bid { who, target, gold } => said(format!("{who} bids {gold} gold for {target}"), who),
            Event::Matched { who, gold } => said(format!("{who} matches the bid of {gold} gold"), who),
            Event::NoBid { who } => said(format!("{who} makes no bid"), who),
            Event::Declined { who, gold } => said(format!("{who} lets the bid of {gold} gold pass"), who),
            Event::Rolled { who, dice, total, least } => {
                let roll = dice[0] + dice[1];
                let text = match total == roll {
                    true => format!("{who} rolls {roll}"),
                    false => format!("{who} rolls {roll}, {total} with bonuses"),
                };
                let throw = Throw::for_total((total - roll).into(), least.into(), total >= least);
                said(text, who).map(|line| line.thrown(&dice, throw))
            }
            Event::Unmoved { target } => result(line(format!("{target} does not change sides"), None, &[])),
            Event::Roused { state, by } => said(format!("{by} invades neutral {state}"), by),
            Event::Turned { state, to: None } => great(line(format!("{state} turns neutral"), None, &[])),
            Event::Turned { state, to: Some(ally) } => great(said(format!("{state} joins {ally}"), ally)),
            Event::Begins { who, points } => {
                heading(said(format!("{who} begins its turn with {points} action points"), who))
            }
            Event::Moved { seat, block, from, to } => moves(seat, block, from, to),
            // Others see a block go from one place to another; where it could have walked they cannot tell that it sailed.
            Event::Shipped { seat, block, from, to } | Event::Invaded { seat, block, from, to }
                if !viewer.is(seat) && from.link(to).is_some() =>
            {
                moves(seat, block, from, to)
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
                line(format!("A battle will be fought in {place}"), Some(seat), &[place])
            }
            Event::Levied { seat, block, at } => {
                line(format!("{} in {at} gains a step", name(seat, block)), Some(seat), &[at])
            }
            Event::Built { seat, block, at } => {
                line(format!("{} is built in {at}", name(seat, block)), Some(seat), &[at])
            }
            Event::Saved { who, gold: 0 } => said(format!("{who} saves no gold"), who),
            Event::Saved { who, gold } => said(format!("{who} saves {gold} gold"), who),
            Event::Proposed { from, to, ref terms, secret } => {
                between(secret, from, to, format!("{from} proposes to {to}: {terms}"))
            }
            Event::Refused { by, from, secret } => {
                between(secret, by, from, format!("{by} refuses the proposal of {from}"))
            }
            Event::Agreed { by, with, secret } => {
                between(secret, by, with, format!("{by} accepts the proposal of {with}"))
            }
            Event::Ceded { from, to, place } => {
                line(format!("{from} cedes {place} to {to}"), Some(from.seat), &[place])
            }
            Event::Allied { one, other, secret } => {
                between(secret, one, other, format!("{one} and {other} are allies"))
            }
            Event::Broke { by, with, secret } => {
                between(secret, by, with, format!("{by} breaks its alliance with {with}"))
            }
            Event::Admitted { host, guest, admit } => {
                let verb = if admit { "grants" } else { "denies" };
                between(true, host, guest, format!("{host} {verb} {guest} passage"))
            }
            Event::Parted { state, place } => {
                let blocks = state.adjective();
                line(format!("The {blocks} blocks in {place} turn on their former friends"), None, &[place])
            }
            Event::Battle { place, ref attack, ref defence } => {
                let side = |states: &[State]| {
                    let mut tints: Vec<_> = states.iter().map(|state| state.tint()).collect();
                    tints.dedup();
                    let members = states.iter().map(|state| state.index() as u8).collect();
                    BattleSide::new(listed(states.iter().map(|state| state.name())), tints, true, members)
                };
                let title = format!("Battle of {place}").into();
                let sides = vec![side(attack), side(defence)];
                let begins = BattleMark::Begins(BattleResult { title, at: space(place), sides });
                let begin = heading(line(format!("The battle of {place} begins"), None, &[place]));
                begin.map(|line| line.marked(begins))
            }
            Event::Round { place, round } => line(format!("Round {round} begins"), None, &[place]),
            Event::Ranks { place, attacking, ref blocks } if !blocks.is_empty() => {
                let side = if attacking { "Attackers" } else { "Defenders" };
                line(format!("{side}: {}", roll_call(blocks)), None, &[place])
            }
            Event::Ranks { .. } => None,
            Event::Reserves { place, ref blocks } => {
                line(format!("Reserves arrive: {}", roll_call(blocks)), None, &[place])
            }
            Event::Switched { place } => line(
                "The attackers hold the field; the late defenders attack, each a step weaker".to_owned(),
                None,
                &[place],
            ),
            Event::Favoured { seat, leader, block } => {
                line(format!("{leader} helps {block}"), Some(seat), &[])
            }
            Event::Hindered { seat, leader } => {
                line(format!("{leader} is used against an enemy block"), Some(seat), &[])
            }
            Event::Suffered { leader, block } => line(format!("{leader} strikes {block}"), None, &[]),
            Event::Fired { block, ref rolls, number } => {
                let dice: Vec<Die> =
                    rolls.iter().map(|roll| Die { face: *roll, good: *roll <= number }).collect();
                let hits = match dice.iter().filter(|die| die.good).count() {
                    0 => "no hit".to_owned(),
                    1 => "1 hit".to_owned(),
                    hits => format!("{hits} hits"),
                };
                let rolls: Vec<String> = rolls.iter().map(u8::to_string).collect();
                let text = format!("{block} rolls {}: {hits} with {number} or less", rolls.join(", "));
                let throw = Throw {
                    bonus: 0,
                    needed: Some(Needed::Each { most: number }),
                    success: dice.iter().any(|die| die.good),
                };
                line(text, None, &[]).map(|line| Line { dice, throw: Some(throw), ..line })
            }
            Event::Cracked { block } => line(format!("{block} takes half a hit"), None, &[]),
            Event::Weakened { block, strength } => {
                line(format!("{block} is down to strength {strength}"), None, &[])
                    .map(|line| line.marked(costs(block.state(), 0, 1)))
            }
            Event::Eliminated { block, at, steps } => {
                let fallen = line(format!("{block} is eliminated"), None, at.as_slice())
                    .map(|line| line.marked(costs(block.state(), 1, steps)));
                if block.kind() == Kind::Hq { great(fallen) } else { fallen }
            }
            Event::Retreated { block, from, to } => {
                line(format!("{block} retreats to {to}"), None, &[from, to])
            }
            Event::Extended { empire, place } => {
                line(format!("The {} HQ spends a step to fight on", empire.adjective()), None, &[place])
                    .map(|line| line.marked(costs(empire, 0, 1)))
            }
            Event::Won { place, ref states, .. } if states.is_empty() => {
                ends(result(line(format!("Nobody is left in {place}"), None, &[place])))
            }
            Event::Won { place, victors, ref states } => {
                let names = listed(states.iter().map(|state| state.name()));
                let wins = if states.len() == 1 { "wins" } else { "win" };
                let text = format!("{names} {wins} the battle of {place}");
                ends(result(line(text, victors.iter().next(), &[place])))
            }
            Event::Regrouped { seat, block, from, to, shown } => {
                let name = if shown { block.to_string() } else { name(seat, block) };
                line(format!("{name} regroups to {to}"), None, &[from, to])
            }
            Event::Pursued { empire, from, to } => line(
                format!("The {} HQ spends a step to pursue into {to}", empire.adjective()),
                None,
                &[from, to],
            ),
            Event::Defeated { state, by } => great(line(format!("{state} is defeated"), Some(by), &[])),
            Event::Paid { from, to, gold, hidden } => {
                between(hidden, from, to, format!("{from} pays {to} {gold} gold"))
            }
            Event::Collected { who, gold } => said(format!("{who} collects {gold} gold"), who),
            Event::Disbanded { block, at } => line(format!("{block} is disbanded"), None, at.as_slice()),
            Event::Dismissed { seat, block, at: Some(at) } => {
                line(format!("{} in {at} is disbanded", name(seat, block)), Some(seat), &[at])
            }
            Event::Dismissed { seat, block, at: None } => {
                line(format!("{} is disbanded", name(seat, block)), Some(seat), &[])
            }
            Event::Shown { who, ref blocks } => {
                let names = listed(blocks.iter().map(|block| name_of(*block)));
                said(format!("{who} has disbanded {names}"), who)
            }
            Event::Scored { seat, gained, lost, score } => line(
                format!("The card gains {gained} and gives up {lost}: {score} victory points in all"),
                Some(seat),
                &[],
            ),
            Event::Over { winners, reason } => {
                great(line(format!("The game is over: {reason}"), winners.iter().next(), &[]))
            }
        }
    }
}
