//! What a player can click, and what it says.

use std::ops::Deref;

use engine::{
    Choice, Cost, Currency, EffectKind, Odds, PieceKey, Recorder, Seat, Target, Text, Verb, Viewer,
};

use super::{Unseen, name_of, seat_of};
use crate::action::{Action, Item};
use crate::blocks::BlockId;
use crate::cards::{Card, Leader};
use crate::event::space;
use crate::places::Place;
use crate::state::{Alliance, Phase, Stage, Standing};

/// What a seat can do, as it shows at the table.
pub(crate) struct Choices<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) seat: Seat,
}

impl Deref for Choices<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// What `seat` can do, as it shows at the table.
    pub(crate) fn choices(&self, seat: Seat) -> Choices<'_> {
        Choices { game: self, seat }
    }
}

impl Choices<'_> {
    /// An action as it shows at the table.
    pub(crate) fn choice(&self, action: Action) -> Choice {
        let effect = self.effect(action);
        let attacks = effect.as_ref().is_some_and(|effect| effect.kind == EffectKind::Attack);
        Choice {
            verb: self.verb(action, attacks),
            target: self.target(action),
            label: self.label(action, attacks),
            cost: self.cost(action),
            effect,
            odds: self.odds(action),
            tab: None,
            seals: self.seals(action),
        }
    }

    /// The key by which whoever leads a block, or sees it, knows it.
    fn key_of(&self, block: BlockId) -> PieceKey {
        let viewer = Viewer::Seat(self.seat);
        if self.sees(viewer, block) {
            return PieceKey::of(&block);
        }
        let laid = self.seen(viewer).laid(&mut Unseen::default());
        laid.iter().find(|laid| laid.block == block).map_or(PieceKey::of(&block), |laid| laid.key)
    }

    /// What is clicked for an action.
    pub(crate) fn target(&self, action: Action) -> Target {
        match action {
            Action::Discard(card) | Action::Play(card) => Target::Piece { piece: PieceKey::of(&card) },
            Action::Bid { target, .. } => Target::Space(space(seat_of(target))),
            Action::Group(place) | Action::Fight(place) => Target::Space(space(place)),
            Action::Step { block, to }
            | Action::Aid { block, to }
            | Action::Ship { block, to }
            | Action::Invade { block, to }
            | Action::Build { block, at: to }
            | Action::Retreat { block, to }
            | Action::Regroup { block, to }
            | Action::Pursue { block, to } => Target::Move { piece: self.key_of(block), to: space(to) },
            Action::Levy(block)
            | Action::Favour(block)
            | Action::Suffer(block)
            | Action::Fire(block)
            | Action::Hold(block)
            | Action::Lose(block)
            | Action::Hit(block)
            | Action::Disband(block) => Target::Piece { piece: self.key_of(block) },
            Action::Match
            | Action::Propose(_)
            | Action::Grant(_)
            | Action::Claim(_)
            | Action::Ally
            | Action::Surrender
            | Action::Send
            | Action::Accept
            | Action::Counter
            | Action::Break(_)
            | Action::Abandon(_)
            | Action::Admit(_)
            | Action::Bar(_)
            | Action::Hinder
            | Action::Extend(_)
            | Action::Done => Target::Button,
        }
    }

    fn verb(&self, action: Action, attacks: bool) -> Verb {
        match action {
            Action::Discard(_) => Verb::Discard,
            Action::Play(_) => Verb::Play,
            Action::Bid { .. } | Action::Match => Verb::Bid,
            Action::Group(_) => Verb::Select,
            Action::Step { .. } if attacks => Verb::Attack,
            Action::Step { block, .. } if block.is_fleet() => Verb::Sail,
            Action::Step { .. } => Verb::Move,
            Action::Aid { .. } => Verb::Support,
            Action::Ship { .. } => Verb::Sail,
            Action::Invade { .. } => Verb::Land,
            Action::Levy(_) => Verb::Levy,
            Action::Build { .. } => Verb::Build,
            Action::Propose(_) | Action::Counter => Verb::Propose,
            Action::Grant(_) => Verb::Give,
            Action::Claim(_) => Verb::Ask,
            Action::Ally | Action::Surrender => Verb::Terms,
            Action::Send => Verb::Send,
            Action::Accept => Verb::Accept,
            Action::Break(_) | Action::Abandon(_) => Verb::Break,
            Action::Admit(_) => Verb::Admit,
            Action::Bar(_) => Verb::Bar,
            Action::Fight(_) => Verb::Fight,
            Action::Favour(_) | Action::Hinder => Verb::Event,
            Action::Suffer(_) => Verb::Choose,
            Action::Fire(_) => Verb::Fire,
            Action::Hold(_) => Verb::Hold,
            Action::Retreat { .. } => Verb::Retreat,
            Action::Lose(_) => Verb::Remove,
            Action::Hit(_) => Verb::Lose,
            Action::Extend(_) => Verb::Extend,
            Action::Regroup { .. } => Verb::Regroup,
            Action::Pursue { .. } => Verb::Pursue,
            Action::Disband(_) => Verb::Disband,
            Action::Done => self.verb_of_done(),
        }
    }

    fn verb_of_done(&self) -> Verb {
        match (&self.fight, self.phase) {
            (Some(fight), _) if matches!(fight.stage, Stage::Aftermath(_)) => Verb::Done,
            (Some(_), _) => Verb::Pass,
            (None, _) if self.talk.proposal.is_some_and(|open| open.sent) => Verb::Refuse,
            (None, _) if self.talk.proposal.is_some() => Verb::Pass,
            (None, Phase::Bid | Phase::Match(_)) => Verb::Pass,
            (None, Phase::Actions) => Verb::EndTurn,
            _ => Verb::Done,
        }
    }

    /// What an action says, as an order.
    fn label(&self, action: Action, attacks: bool) -> Text {
        let name = |seat: Seat| self.empire(seat).name();
        match action {
            Action::Discard(card) => format!("Put card {card} aside"),
            Action::Play(card) => format!("Play card {card}"),
            Action::Bid { target, .. } => format!("Bid for {target}"),
            Action::Match => return "Match the bid".into(),
            Action::Group(place) => format!("Activate the group in {place}"),
            Action::Step { block, to } if attacks => format!("Attack {to} with {}", name_of(block)),
            Action::Step { block, to } if block.is_fleet() => format!("Sail {} to {to}", name_of(block)),
            Action::Step { block, to } => format!("Move {} to {to}", name_of(block)),
            Action::Aid { block, to } => format!("Support the attackers in {to} with {}", name_of(block)),
            Action::Ship { block, to } => format!("Ship {} to {to}", name_of(block)),
            Action::Invade { block, to } => format!("Land {} in {to}", name_of(block)),
            Action::Levy(block) => format!("Levy a step for {}", name_of(block)),
            Action::Build { block, at } => format!("Build {} in {at}", name_of(block)),
            Action::Propose(to) => format!("Negotiate with {}", name(to)),
            Action::Grant(Item::Gold(sum)) => format!("Give {sum} gold"),
            Action::Grant(Item::Region(place)) => format!("Give {place}"),
            Action::Claim(Item::Gold(sum)) => format!("Ask for {sum} gold"),
            Action::Claim(Item::Region(place)) => format!("Ask for {place}"),
            Action::Ally => return "Offer an alliance".into(),
            Action::Surrender => return "Offer your surrender".into(),
            Action::Send => return "Send the proposal".into(),
            Action::Accept => return "Accept the proposal".into(),
            Action::Counter => return "Make a counter-offer".into(),
            Action::Break(with) => format!("Break the alliance with {}", name(with)),
            Action::Abandon(state) => format!("Break with {state}"),
            Action::Admit(guest) => format!("Grant {} passage", name(guest)),
            Action::Bar(guest) => format!("Deny {} passage", name(guest)),
            Action::Fight(place) => format!("Fight the battle of {place}"),
            Action::Favour(block) => format!("Use {} for {}", self.event_name(), name_of(block)),
            Action::Hinder => format!("Use {} against the enemy", self.event_name()),
            Action::Suffer(block) => format!("Have {} suffer the event", name_of(block)),
            Action::Fire(block) => format!("Fire {}", name_of(block)),
            Action::Hold(block) => format!("Hold fire with {}", name_of(block)),
            Action::Retreat { block, to } => format!("Retreat {} to {to}", name_of(block)),
            Action::Lose(block) => format!("Give up {}", name_of(block)),
            Action::Hit(block) => format!("Take the hit on {}", name_of(block)),
            Action::Extend(empire) => format!("Fight on with the {} HQ", empire.adjective()),
            Action::Regroup { block, to } => format!("Regroup {} to {to}", name_of(block)),
            Action::Pursue { block, to } => format!("Pursue into {to} with {}", name_of(block)),
            Action::Disband(block) => format!("Disband {}", name_of(block)),
            Action::Done => return self.done_label(),
        }
        .into()
    }

    fn event_name(&self) -> &'static str {
        self.hands[self.seat].played.and_then(Card::leader).map_or("the event", Leader::name)
    }

    fn done_label(&self) -> Text {
        match (&self.fight, self.phase) {
            (Some(fight), _) => match fight.stage {
                Stage::Extend(_) => "Break off the battle",
                Stage::Aftermath(_) => "Stay",
                _ => "Save the event",
            },
            (None, _) if self.talk.proposal.is_some_and(|open| open.sent) => "Refuse the proposal",
            (None, _) if self.talk.proposal.is_some() => "Drop the proposal",
            (None, Phase::Bid) => "Make no bid",
            (None, Phase::Match(_)) => "Let the bid pass",
            (None, Phase::Actions) if self.rules.solitaire => "End the turn",
            (None, Phase::Actions) => match self.turn.points {
                0 => "End the turn",
                1 => "End the turn and save 1 gold",
                2 => "End the turn and save 2 gold",
                3 => "End the turn and save 3 gold",
                _ => "End the turn and save 4 gold",
            },
            (None, Phase::Disband(_)) => "End disbanding",
            (None, Phase::Talks(_)) => "End your talks",
            _ => "Go on",
        }
        .into()
    }

    /// What one action costs now: a point while there are any, else gold (A-3.4-spend).
    pub(super) fn price(&self) -> Currency {
        if self.turn.points > 0 { Currency::ActionPoint } else { Currency::Gold }
    }

    fn cost(&self, action: Action) -> Option<Cost> {
        match action {
            Action::Group(_)
            | Action::Levy(_)
            | Action::Build { .. }
            | Action::Ship { .. }
            | Action::Invade { .. } => Some(Cost::of(1, self.price())),
            Action::Bid { gold, .. } => Some(Cost::of(gold.into(), Currency::Gold)),
            Action::Match => match self.phase {
                Phase::Match(bid) => Some(Cost::of(bid.gold.into(), Currency::Gold)),
                _ => None,
            },
            Action::Extend(_) => Some(Cost::of(1, Currency::Step)),
            Action::Pursue { block, to } => {
                let fight = self.fight.as_ref()?;
                let paid = fight.pursuits.contains(&(block.state(), to));
                (!paid).then(|| Cost::of(1, Currency::Step))
            }
            _ => None,
        }
    }

    /// The chance that what is thrown for succeeds.
    fn odds(&self, action: Action) -> Option<Odds> {
        let Action::Fire(block) = action else { return self.player(self.seat).odds_of_bidding(action) };
        let (dice, number) = (self.strength(block), self.melee(self.fight.as_ref()?).firepower(block));
        let (of, misses) = (6_u64.pow(dice.into()), 6_u64.saturating_sub(number.into()).pow(dice.into()));
        let goal = if dice == 1 { "to hit" } else { "to hit at least once" };
        (dice > 0).then(|| Odds { hits: of - misses, of, goal: goal.into() })
    }

    /// Whether dice may be thrown, or something hidden shown or drawn, by an action.
    pub(super) fn seals(&self, action: Action) -> bool {
        if self.fight.is_some() {
            return matches!(action, Action::Fire(_)) || self.turns_out_to_seal(action);
        }
        match action {
            // Whoever plays the last card turns all up.
            Action::Play(_) => self.deciders().len() == 1,
            Action::Bid { .. } | Action::Match | Action::Send | Action::Accept => true,
            Action::Abandon(_) | Action::Fight(_) => true,
            Action::Step { block, to } | Action::Aid { block, to } | Action::Invade { block, to } => {
                !self.roused_by(block, to).is_empty() || self.exposes(block, to)
            }
            Action::Ship { block, to } | Action::Build { block, at: to } => self.exposes(block, to),
            Action::Lose(_) => self.phase != Phase::Actions && self.turns_out_to_seal(action),
            Action::Done if self.talk.proposal.is_some() => false,
            Action::Done => match self.phase {
                Phase::Match(_) => true,
                Phase::Actions => self.order().last() == Some(self.seat) && self.engagements.is_empty(),
                Phase::Disband(done) => done + 1 == self.players() || !self.disbanded(self.seat).is_empty(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an action turns out to throw dice or to show something, tried on a copy. Only where what it leads to is open to
    /// all.
    fn turns_out_to_seal(&self, action: Action) -> bool {
        let (mut after, mut log) = (self.game.clone(), Recorder::default());
        let done = after.act(self.seat, action, &mut log);
        done.is_err() || log.revealed || after.dice.drawn() != self.dice.drawn()
    }

    /// Whether a block that comes to a place gives a secret alliance of its player's away (A-6.2-secret).
    fn exposes(&self, block: BlockId, to: Place) -> bool {
        if !self.rules.secret_alliances || !matches!(self.standing(block.state()), Standing::Player(_)) {
            return false;
        }
        let secret = |other: Seat| {
            other != self.seat
                && self.are_allied(self.seat, other)
                && !self.pacts.open[self.seat].contains(other)
        };
        self.states_at(to).iter().any(|state| match self.standing(state) {
            Standing::Player(other) => secret(other),
            _ => false,
        })
    }
}
