//! The table as one viewer sees it. Rulebook 2.2.1.

mod battle;
mod effects;
mod faces;
mod layers;

use std::cmp::Reverse;

use atlas::topology::Id;
use engine::{
    Choice, Gauge, Hand, Piece, PieceRef, Prompt, Role, Seat, Sheet, Spot as At, Table, Target, Text, Track,
    Viewer,
};

use self::faces::Dealt;
use crate::action::{Action, Item};
use crate::blocks::BlockId;
use crate::cards::{Card, Leader};
use crate::event::space;
use crate::places::Place;
use crate::state::{Alliance, PLAYERS, Phase, Spot, Stage};
use crate::states::State;

/// Numbers of the pieces of the table: blocks that are seen by their own number, then those that are not, then cards.
const HIDDEN: u16 = 256;
pub(crate) const CARDS: u16 = 512;
const HIDDEN_CARDS: u16 = 600;

/// The hands of the table: the pools of states that nobody leads, then three for each seat.
const NOBODY: u8 = 0;
const HELD: u8 = 0;
const POOL: u8 = 1;
const PLAYED: u8 = 2;

const fn hand_of(seat: Seat, which: u8) -> u8 {
    1 + 3 * seat.0 + which
}

/// The order of play in words.
const ORDINALS: [&str; PLAYERS] = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th"];

/// Where a state is to be clicked: its greatest city, or the first of its regions.
fn seat_of(state: State) -> Place {
    let home = Place::homeland(state);
    let greatest = home.iter().max_by_key(|place| (place.value(), Reverse(place.index())));
    greatest.expect("every state has a homeland")
}

/// A block as it is laid on the table.
struct Laid {
    block: BlockId,
    id: PieceRef,
    seen: bool,
}

impl State {
    /// Colour key of its blocks (A-2.2-colours).
    pub(crate) fn tint(self) -> &'static str {
        match self {
            State::Austria => "white",
            State::Britain => "red",
            State::France => "blue",
            State::Prussia => "black",
            State::Russia => "green",
            State::Spain => "yellow",
            State::Turkey => "orange",
            _ => "brown",
        }
    }

    /// A letter that doubles the colour.
    pub(crate) fn letter(self) -> char {
        match self {
            State::Austria => 'A',
            State::Britain => 'B',
            State::France => 'F',
            State::Prussia => 'P',
            State::Russia => 'R',
            State::Spain => 'S',
            State::Turkey => 'T',
            _ => 'm',
        }
    }
}

impl Alliance {
    pub(crate) fn table(&self, viewer: Viewer) -> Table {
        Table {
            prompt: self.prompt(viewer),
            to_act: self.deciders(),
            seats: Seat::first(self.players()).map(|seat| self.sheet(seat, viewer)).collect(),
            pieces: self.pieces(viewer),
            hands: self.hands_of_the_table(),
            tracks: self.tracks(),
            registers: Vec::new(),
            overlays: self.overlays(viewer),
            battle: self.battle_board(viewer),
            outcome: engine::Game::outcome(self),
        }
    }

    fn tracks(&self) -> Vec<Track> {
        if self.rules.solitaire {
            let par = Some(i32::from(self.par()));
            return vec![
                Track::new("Card", self.flipped(), par),
                Track::new("Victory points", self.solo.score, par),
            ];
        }
        vec![
            Track::new("Year", self.year, Some(self.rules.last_year.into())),
            Track::new(if self.is_winter() { "Winter, turn" } else { "Turn" }, self.game_turn, Some(4)),
        ]
    }

    /// Every block with the number under which a viewer knows it. What he cannot tell apart is numbered in an order that does
    /// not depend on what it is.
    fn laid(&self, viewer: Viewer) -> Vec<Laid> {
        let (seen, mut hidden): (Vec<BlockId>, Vec<BlockId>) =
            BlockId::all().partition(|block| self.sees(viewer, *block));
        hidden.sort_by_key(|block| (self.place(*block), block.state(), self.marks(*block)));
        let seen = seen.into_iter().map(|block| Laid { block, id: PieceRef(block.0.into()), seen: true });
        let hidden = hidden.into_iter().zip(HIDDEN..).map(|(block, number)| Laid {
            block,
            id: PieceRef(number),
            seen: false,
        });
        seen.chain(hidden).collect()
    }

    fn pieces(&self, viewer: Viewer) -> Vec<Piece> {
        let blocks = self.laid(viewer).into_iter().map(|laid| {
            let pool = self.led_by(laid.block.state()).map_or(NOBODY, |seat| hand_of(seat, POOL));
            let at = self.place(laid.block).map_or(At::Hand { hand: pool }, |place| At::Space(space(place)));
            self.piece(laid, at)
        });
        let mut pieces: Vec<Piece> = blocks.collect();
        for seat in Seat::first(self.players()) {
            let hand = &self.hands[seat.index()];
            let own = viewer.is(seat);
            let held = hand.cards.iter().map(|card| (card, false));
            let aside = hand.aside.filter(|_| own).map(|card| (card, true));
            pieces.extend(held.chain(aside).zip(0..).map(|((card, aside), nth)| {
                self.card(Dealt { card, seat, nth, hand: hand_of(seat, HELD), shown: own, aside })
            }));
            pieces.extend(hand.played.map(|card| {
                let shown = own || self.cards_are_open();
                self.card(Dealt { card, seat, nth: 7, hand: hand_of(seat, PLAYED), shown, aside: false })
            }));
        }
        pieces
    }

    fn hands_of_the_table(&self) -> Vec<Hand> {
        let nobody = Hand { title: "Pools of neutrals".into(), seat: None, role: Role::Pool };
        let seats = Seat::first(self.players()).flat_map(|seat| {
            let hand = |what: &str, role| Hand {
                title: format!("{what} of {}", self.empire(seat)).into(),
                seat: Some(seat),
                role,
            };
            [hand("Cards", Role::Held), hand("Force pool", Role::Pool), hand("Card", Role::Played)]
        });
        std::iter::once(nobody).chain(seats).collect()
    }

    fn sheet(&self, seat: Seat, viewer: Viewer) -> Sheet {
        let empire = self.empire(seat);
        let own = viewer.is(seat);
        let mut gauges = vec![Gauge::new("Victory points", self.score_known_to(viewer, seat).to_string())];
        if own || !self.rules.hidden_treasuries || self.ended.is_some() {
            gauges.push(Gauge::new("Gold", self.treasuries[seat.index()].to_string()));
        }
        // Everybody can count what is spent.
        if self.phase == Phase::Actions && self.turn.seat == seat {
            gauges.push(Gauge::new("Action points", self.turn.points.to_string()));
            gauges.push(Gauge::new("Gold spent", self.turn.spent.to_string()));
        }
        gauges.push(Gauge::new("Blocks", self.count(seat, |spot| spot.place().is_some())));
        gauges.push(Gauge::new("To build", self.count(seat, |spot| spot == Spot::READY)));
        gauges.push(Gauge::new("Out until Winter", self.count(seat, |spot| spot == Spot::DOWN)));
        if self.hands[seat.index()].played.is_some() && self.cards_are_open() {
            let nth = self.order().position(|other| other == seat).unwrap_or(0);
            gauges.push(Gauge::new("Plays", ORDINALS[nth]));
        }
        let allies = State::all().filter(|state| *state != empire && self.led_by(*state) == Some(seat));
        let (empires, minors): (Vec<State>, Vec<State>) = allies.partition(|state| state.is_empire());
        let mut notes = self.notes(seat, viewer);
        let party: Vec<&str> = empires.iter().chain(&minors).map(|state| state.name()).collect();
        if !party.is_empty() {
            notes.insert(0, format!("With {}.", party.join(", ")).into());
        }
        let tints = std::iter::once(empire).chain(empires).map(State::tint).collect();
        Sheet { seat, name: empire.name().into(), tints, alive: true, gauges, notes }
    }

    /// How many of the blocks that a seat leads are in such a spot.
    fn count(&self, seat: Seat, is_in: impl Fn(Spot) -> bool) -> String {
        let own = BlockId::all().filter(|block| self.leads(seat, *block));
        own.filter(|block| is_in(self.spots[block.index()])).count().to_string()
    }

    /// What stands between a seat and the other players, as far as a viewer is told.
    fn notes(&self, seat: Seat, viewer: Viewer) -> Vec<Text> {
        let own = viewer.is(seat);
        let mut notes: Vec<Text> = Vec::new();
        for other in Seat::first(self.players()) {
            let name = self.empire(other);
            if other != seat && self.are_allied(seat, other) && self.knows_of(viewer, seat, other) {
                notes.push(format!("Allied with {name}.").into());
                if (own || viewer.is(other)) && !self.pacts.admitted[seat.index()].contains(other) {
                    notes.push(format!("Does not let {name} in.").into());
                }
            }
        }
        if self.hands[seat.index()].used && !self.rules.solitaire {
            notes.push("The event of this turn's card is used.".into());
        }
        if let Phase::Match(bid) = self.phase
            && bid.rolling.contains(seat)
        {
            notes.push(format!("Bids {} gold for {}.", bid.gold, bid.target).into());
        }
        let lost = |place: &Place| place.home().is_some_and(|home| self.led_by(home) == Some(seat));
        notes.extend(self.spoils.iter().filter(lost).map(|place| format!("Has given up {place}.").into()));
        if let Some(open) = self.talk.proposal.filter(|open| open.from == seat) {
            let told = own || viewer.is(open.to) || !self.is_private();
            let to = self.empire(open.to);
            notes.push(match open.sent && told {
                true => format!("Proposes to {to}: {}.", self.terms(&open)).into(),
                false => format!("Talks with {to}.").into(),
            });
        }
        notes
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        let plain = |text: String| Prompt { text: text.into(), left: Vec::new() };
        if self.ended.is_some() {
            return plain("The game is over.".to_owned());
        }
        let deciders = self.deciders();
        if !deciders.iter().any(|seat| viewer.is(seat)) {
            // Everybody sees who talks with whom.
            if let Some(open) = &self.talk.proposal {
                return plain(format!("{} and {} negotiate.", self.empire(open.from), self.empire(open.to)));
            }
            let names: Vec<&str> = deciders.iter().map(|seat| self.empire(seat).name()).collect();
            return plain(format!("{} to decide.", names.join(", ")));
        }
        if let Some(fight) = &self.fight {
            return plain(self.prompt_in_fight(fight.place, fight.round, fight.stage));
        }
        if !self.urgent.is_empty() {
            return plain("These battles are fought at once: which is first?".to_owned());
        }
        if let Some(open) = &self.talk.proposal {
            return plain(match open.sent {
                true => format!("{} proposes: {}. Accept?", self.empire(open.from), self.terms(open)),
                false => format!("Your proposal to {}: {}.", self.empire(open.to), self.terms(open)),
            });
        }
        match self.phase {
            Phase::Discard => plain("Put one of your five cards aside.".to_owned()),
            Phase::Cards => plain("Play a card, face-down.".to_owned()),
            Phase::Bid => plain(
                "Your leader allows a bid for an empire or minor: click its capital, or do not bid."
                    .to_owned(),
            ),
            Phase::Match(bid) => {
                plain(format!("{} gold are bid for {}: match them to roll too?", bid.gold, bid.target))
            }
            Phase::Actions => Prompt {
                text: match self.turn.group {
                    Some(place) => format!("The group in {place} moves; or do something else.").into(),
                    None => "Move groups, levy, or save what is left.".into(),
                },
                left: vec![
                    Gauge::new("action points", self.turn.points.to_string()),
                    Gauge::new("gold to spend", self.purse().to_string()),
                ],
            },
            Phase::Battles(_) if self.evictor().is_some() => {
                plain("There is no room for all: give up a block.".to_owned())
            }
            Phase::Battles(_) => plain("Which battle is fought next?".to_owned()),
            Phase::Decided | Phase::Close => plain(String::new()),
            Phase::Disband(_) => plain("Winter: disband blocks, or be done.".to_owned()),
            Phase::Talks(_) => plain("Winter: negotiate with the others.".to_owned()),
        }
    }

    fn prompt_in_fight(&self, place: Place, round: u8, stage: Stage) -> String {
        match stage {
            Stage::Events(_) => format!("The battle in {place}: use your leader's event?"),
            Stage::Victim(_) => "Which of your blocks does the enemy's event strike?".to_owned(),
            Stage::Fire if round == 1 => format!("The battle in {place}, round 1: fire, or hold your fire."),
            Stage::Fire => format!("The battle in {place}, round {round}: fire, hold or retreat."),
            Stage::Hits { hits: 1, .. } => {
                "One hit to be taken: on which of the strongest blocks?".to_owned()
            }
            Stage::Hits { hits, .. } => format!("{hits} hits to be taken: on which of the strongest blocks?"),
            Stage::Extend(_) => {
                format!("Spend a step of the HQ to fight on in {place}, in round {}?", round + 1)
            }
            Stage::Aftermath(seats) if seats.is_empty() => {
                format!("{place} has no room for all: give up a block.")
            }
            Stage::Aftermath(_) => format!("{place} is won: regroup, pursue, or stay."),
        }
    }

    /// The number under which whoever leads a block, or sees it, knows it.
    fn known_as(&self, seat: Seat, block: BlockId) -> PieceRef {
        if self.sees(Viewer::Seat(seat), block) {
            return PieceRef(block.0.into());
        }
        let laid = self.laid(Viewer::Seat(seat));
        laid.iter().find(|laid| laid.block == block).map_or(PieceRef(block.0.into()), |laid| laid.id)
    }

    pub(crate) fn present(&self, seat: Seat, action: Action) -> Choice {
        Choice { effect: self.effect(seat, action), ..self.labelled(seat, action) }
    }

    /// An action by what it says and what is clicked for it.
    pub(crate) fn labelled(&self, seat: Seat, action: Action) -> Choice {
        let card = |card: Card, label: String| {
            Choice::new(label, Target::Piece { piece: PieceRef(CARDS + u16::from(card.number())) })
        };
        let piece = |block: BlockId, label: String| {
            Choice::new(label, Target::Piece { piece: self.known_as(seat, block) })
        };
        let going = |block: BlockId, to: Place, label: String| {
            Choice::new(label, Target::Move { piece: self.known_as(seat, block), to: space(to) })
        };
        let there = |place: Place, label: String| Choice::new(label, Target::Space(space(place)));
        let name = |seat: Seat| self.empire(seat).name();
        match action {
            Action::Discard(it) => card(it, format!("Put card {it} aside")),
            Action::Play(it) => card(it, format!("Play card {it}")),
            Action::Bid { target, gold } => there(seat_of(target), format!("Bid {gold} gold for {target}")),
            Action::Match => Choice::button("Match the bid"),
            Action::Group(place) => there(place, format!("Move the group in {place}")),
            Action::Step { block, to } => going(block, to, format!("{block} moves to {to}")),
            Action::Aid { block, to } => going(block, to, format!("{block} joins the attackers in {to}")),
            Action::Ship { block, to } => going(block, to, format!("{block} sails to {to}")),
            Action::Invade { block, to } => going(block, to, format!("{block} invades {to}")),
            Action::Levy(block) => piece(block, format!("Add a step to {block}")),
            Action::Build { block, at } => going(block, at, format!("Build {block} in {at}")),
            Action::Propose(to) => Choice::button(format!("Propose something to {}", name(to))),
            Action::Grant(Item::Gold(sum)) => Choice::button(format!("Give {sum} gold")),
            Action::Grant(Item::Region(place)) => Choice::button(format!("Give {place}")),
            Action::Claim(Item::Gold(sum)) => Choice::button(format!("Ask for {sum} gold")),
            Action::Claim(Item::Region(place)) => Choice::button(format!("Ask for {place}")),
            Action::Ally => Choice::button("An alliance"),
            Action::Surrender => Choice::button("Surrender"),
            Action::Send => Choice::button("Make the proposal"),
            Action::Accept => Choice::button("Accept"),
            Action::Counter => Choice::button("Make a counter-offer"),
            Action::Break(with) => Choice::button(format!("Break the alliance with {}", name(with))),
            Action::Abandon(state) => Choice::button(format!("Break with {state}")),
            Action::Admit(guest) => Choice::button(format!("Let {} in", name(guest))),
            Action::Bar(guest) => Choice::button(format!("Let {} in no longer", name(guest))),
            Action::Fight(place) => there(place, format!("Fight the battle in {place}")),
            Action::Favour(block) => piece(block, format!("{} for {block}", self.event_name(seat))),
            Action::Hinder => Choice::button(self.event_name(seat)),
            Action::Suffer(block) => piece(block, format!("It strikes {block}")),
            Action::Fire(block) => piece(block, format!("{block} fires")),
            Action::Hold(block) => piece(block, format!("{block} holds its fire")),
            Action::Retreat { block, to } => going(block, to, format!("{block} retreats to {to}")),
            Action::Lose(block) => piece(block, format!("Give up {block}")),
            Action::Hit(block) => piece(block, format!("{block} takes the hit")),
            Action::Extend(empire) => {
                Choice::button(format!("The {} HQ spends a step to fight on", empire.adjective()))
            }
            Action::Regroup { block, to } => going(block, to, format!("{block} regroups to {to}")),
            Action::Pursue { block, to } => going(block, to, format!("{block} pursues into {to}")),
            Action::Disband(block) => piece(block, format!("Disband {block}")),
            Action::Done => Choice::button(self.done_label()),
        }
    }

    fn event_name(&self, seat: Seat) -> &'static str {
        match self.hands[seat.index()].played.and_then(Card::leader) {
            Some(Leader::GrandBattery) => "Grand Battery",
            Some(Leader::BayonetCharge) => "Bayonet Charge",
            Some(Leader::CavalryCharge) => "Cavalry Charge",
            Some(Leader::ReverseSlope) => "Reverse Slope: an enemy artillery block fires worse",
            Some(Leader::Panic) => "Panic: an enemy infantry block does not fire",
            _ => "Event",
        }
    }

    fn done_label(&self) -> Text {
        match (&self.fight, self.phase) {
            (Some(fight), _) => match fight.stage {
                Stage::Extend(_) => "Do not fight on",
                Stage::Aftermath(_) => "Stay",
                _ => "Keep the event",
            },
            (None, _) if self.talk.proposal.is_some_and(|open| open.sent) => "Refuse",
            (None, _) if self.talk.proposal.is_some() => "Propose nothing",
            (None, Phase::Bid) => "Do not bid",
            (None, Phase::Match(_)) => "Let it pass",
            (None, Phase::Actions) if self.turn.points > 0 => {
                return format!("End the turn, saving {} gold", self.turn.points).into();
            }
            (None, Phase::Actions) => "End the turn",
            _ => "Done",
        }
        .into()
    }
}
