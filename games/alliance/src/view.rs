//! The table as one viewer sees it. Rulebook 2.2.1.

use atlas::topology::Id;
use engine::{
    Choice, Facing, Form, Gauge, Hand, Look, Overlay, Piece, PieceRef, Prompt, Seat, Sheet, Spot as At,
    Table, Target, Text, Track, Viewer,
};

use crate::action::{Action, Item};
use crate::blocks::{BlockId, Kind};
use crate::cards::{Card, Leader};
use crate::event::space;
use crate::places::Place;
use crate::state::{Alliance, Phase, Spot, Stage};
use crate::states::State;

/// Numbers of the pieces of the table: blocks that are seen by their own number, then those that are not, then cards.
const HIDDEN: u16 = 256;
const CARDS: u16 = 512;
const HIDDEN_CARDS: u16 = 600;

/// The hands of the table: cards of this game turn, pools of states that nobody leads, then for each seat its cards and its
/// pool.
const PLAYED: u8 = 0;
const NOBODY: u8 = 1;
const SEATS: u8 = 2;

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

impl Kind {
    fn symbol(self) -> &'static str {
        match self {
            Kind::Hq => "general",
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Artillery => "artillery",
            Kind::Fortress => "fortress",
            Kind::Fleet => "fleet",
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
            overlays: self.overlays(),
            outcome: engine::Game::outcome(self),
        }
    }

    fn tracks(&self) -> Vec<Track> {
        if self.rules.solitaire {
            let (card, points) = ("Card".into(), "Victory points".into());
            let par = i32::from(self.par());
            return vec![
                Track { title: card, at: self.flipped().into(), end: Some(par) },
                Track { title: points, at: self.solo.score.into(), end: Some(par) },
            ];
        }
        vec![
            Track { title: "Year".into(), at: self.year.into(), end: Some(self.rules.last_year.into()) },
            Track { title: "Game turn".into(), at: self.game_turn.into(), end: Some(4) },
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

    /// What everybody can see of a block, whatever it is.
    fn marks(&self, block: BlockId) -> [bool; 4] {
        [
            self.attackers.contains(block),
            self.reserves.contains(block),
            self.turn.moved.contains(block),
            self.turn.levied.contains(block),
        ]
    }

    fn pieces(&self, viewer: Viewer) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = self.laid(viewer).into_iter().map(|laid| self.piece(laid)).collect();
        for seat in Seat::first(self.players()) {
            let hand = &self.hands[seat.index()];
            let own = viewer.is(seat);
            let (cards, pool) = (SEATS + 2 * seat.0, hand.cards.iter().chain(hand.aside.filter(|_| own)));
            let shown = own;
            pieces.extend(pool.zip(0..).map(|(card, nth)| {
                let aside = hand.aside == Some(card);
                self.card(card, seat, nth, cards, shown, aside)
            }));
            if let Some(card) = hand.played {
                pieces.push(self.card(card, seat, 7, PLAYED, own || self.cards_are_open(), false));
            }
        }
        pieces
    }

    fn piece(&self, Laid { block, id, seen }: Laid) -> Piece {
        let pool = self.led_by(block.state()).map_or(NOBODY, |seat| SEATS + 2 * seat.0 + 1);
        let at = self.place(block).map_or(At::Hand { hand: pool }, |place| At::Space(space(place)));
        let printed = block.printed();
        let strength = self.strength(block);
        let [attacking, reserve, moved, levied] = self.marks(block);
        let badges = [
            (attacking, "attacking"),
            (reserve, "reserve"),
            (moved, "moved"),
            (levied, "levied"),
            (self.spots[block.index()] == Spot::DOWN, "down"),
        ];
        let look = Look {
            form: Form::Block,
            tint: block.state().tint(),
            letter: block.state().letter(),
            symbol: seen.then(|| block.kind().symbol()),
            figures: if seen {
                vec![
                    Gauge::new("strength", strength.to_string()),
                    Gauge::new("of", printed.steps.to_string()),
                    Gauge::new("fire", printed.fire.to_string()),
                ]
            } else {
                vec![]
            },
            label: seen.then(|| printed.name.clone().into()),
            facing: match seen {
                true => Facing::Turned { quarters: printed.steps.saturating_sub(strength) },
                false => Facing::Hidden,
            },
            badges: badges.into_iter().filter(|(on, _)| *on).map(|(_, badge)| badge).collect(),
        };
        let name = match seen {
            true => block.to_string(),
            false => format!("{} block", block.state().adjective()),
        };
        Piece { id, at, name: name.into(), look }
    }

    fn card(&self, card: Card, seat: Seat, nth: u16, hand: u8, shown: bool, aside: bool) -> Piece {
        let face = card.face();
        let (id, name, label): (u16, Text, Option<Text>) = match shown {
            true => {
                let label = format!("{} {}", card.number(), face.name);
                (
                    CARDS + u16::from(card.number()),
                    format!("Card {card}, of {}", face.empire).into(),
                    Some(label.into()),
                )
            }
            false => (HIDDEN_CARDS + 8 * u16::from(seat.0) + nth, "A card".into(), None),
        };
        let look = Look {
            form: Form::Card,
            tint: if shown { face.empire.tint() } else { "card" },
            letter: if shown { face.empire.letter() } else { ' ' },
            symbol: (shown && face.leader.is_some()).then_some("general"),
            figures: Vec::new(),
            label,
            facing: if shown { Facing::Open } else { Facing::Hidden },
            badges: if aside { vec!["aside"] } else { vec![] },
        };
        Piece { id: PieceRef(id), at: At::Hand { hand }, name, look }
    }

    fn hands_of_the_table(&self) -> Vec<Hand> {
        let fixed = ["Cards of this turn", "Pools of neutrals"];
        let fixed = fixed.into_iter().map(|title| Hand { title: title.into(), seat: None });
        let seats = Seat::first(self.players()).flat_map(|seat| {
            let title = |what: &str| format!("{what} of {}", self.empire(seat)).into();
            [
                Hand { title: title("Cards"), seat: Some(seat) },
                Hand { title: title("Pool"), seat: Some(seat) },
            ]
        });
        fixed.chain(seats).collect()
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
        let mut notes: Vec<Text> = Vec::new();
        let party: Vec<&str> = State::all()
            .filter(|state| *state != empire && self.led_by(*state) == Some(seat))
            .map(State::name)
            .collect();
        if !party.is_empty() {
            notes.push(format!("With {}.", party.join(", ")).into());
        }
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
        Sheet { seat, name: empire.name().into(), tints: vec![empire.tint()], alive: true, gauges, notes }
    }

    fn overlays(&self) -> Vec<Overlay> {
        let battles: Vec<_> = self.engagements.iter().map(|engagement| space(engagement.place)).collect();
        (!battles.is_empty())
            .then_some(Overlay { kind: "target", tint: None, spaces: battles })
            .into_iter()
            .collect()
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        let plain = |text: String| Prompt { text: text.into(), left: Vec::new() };
        if self.ended.is_some() {
            return plain("The game is over.".to_owned());
        }
        let deciders = self.deciders();
        if !deciders.iter().any(|seat| viewer.is(seat)) {
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
            Phase::Bid => {
                plain("Your leader allows a bid for an empire or minor that nobody plays.".to_owned())
            }
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
        let laid = self.laid(Viewer::Seat(seat));
        laid.iter().find(|laid| laid.block == block).map_or(PieceRef(block.0.into()), |laid| laid.id)
    }

    pub(crate) fn present(&self, seat: Seat, action: Action) -> Choice {
        let card = |card: Card, label: String| Choice {
            label: label.into(),
            target: Target::Piece { piece: PieceRef(CARDS + u16::from(card.number())) },
        };
        let piece = |block: BlockId, label: String| Choice {
            label: label.into(),
            target: Target::Piece { piece: self.known_as(seat, block) },
        };
        let going = |block: BlockId, to: Place, label: String| Choice {
            label: label.into(),
            target: Target::Move { piece: self.known_as(seat, block), to: space(to) },
        };
        let there =
            |place: Place, label: String| Choice { label: label.into(), target: Target::Space(space(place)) };
        let name = |seat: Seat| self.empire(seat).name();
        match action {
            Action::Discard(it) => card(it, format!("Put card {it} aside")),
            Action::Play(it) => card(it, format!("Play card {it}")),
            Action::Bid { target, gold } => Choice::button(format!("Bid {gold} gold for {target}")),
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

    fn done_label(&self) -> &'static str {
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
            (None, Phase::Actions) => "End the turn",
            _ => "Done",
        }
    }
}
