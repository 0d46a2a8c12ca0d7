//! Every decision a player can make, and the one way in.

use engine::{Denied, Recorder, Seat, Seats, rule};
use serde::{Deserialize, Serialize};

use crate::blocks::BlockId;
use crate::cards::Card;
use crate::event::Event;
use crate::places::Place;
use crate::state::{Alliance, Phase};
use crate::states::State;

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Put a card aside for the year (3.0).
    Discard(Card),
    /// Play a card face-down (3.1).
    Play(Card),
    /// Bid gold for a state (6.1).
    Bid {
        /// For which.
        target: State,
        /// How much.
        gold: u8,
    },
    /// Match a bid (6.1).
    Match,
    /// Open a group (4.3).
    Group(Place),
    /// Move a block of the group by one region or sea (4).
    Step {
        /// Which.
        block: BlockId,
        /// Where to.
        to: Place,
    },
    /// Move a block of the group into a battle between two allies, to help the attackers (7.8).
    Aid {
        /// Which.
        block: BlockId,
        /// Where to.
        to: Place,
    },
    /// Carry an army over sea to a friendly naval base (8.4).
    Ship {
        /// Which.
        block: BlockId,
        /// Where to.
        to: Place,
    },
    /// Land an army on a coast that is not friendly (8.5).
    Invade {
        /// Which.
        block: BlockId,
        /// Where.
        to: Place,
    },
    /// Add a step to a block (5.0).
    Levy(BlockId),
    /// Build a block from the pool (5.1).
    Build {
        /// Which.
        block: BlockId,
        /// Where.
        at: Place,
    },
    /// Begin to put a proposal to a player together (6.2).
    Propose(Seat),
    /// Put something into it that the other would get.
    Grant(Item),
    /// Put something into it that the other would give.
    Claim(Item),
    /// Put an alliance into it.
    Ally,
    /// Put one's own surrender into it (6.21).
    Surrender,
    /// Make the proposal.
    Send,
    /// Accept it.
    Accept,
    /// Answer it with a counter-offer.
    Counter,
    /// Break with an allied player (6.2).
    Break(Seat),
    /// Break with an allied empire or minor that nobody plays (6.2).
    Abandon(State),
    /// Let an allied player in (6.2).
    Admit(Seat),
    /// Let him in no longer.
    Bar(Seat),
    /// Choose the next battle (7.1).
    Fight(Place),
    /// Use the leader's event, for one's own block (3.3).
    Favour(BlockId),
    /// Use the leader's event against an enemy block, which its owner chooses (3.3).
    Hinder,
    /// Have this block suffer the enemy's event (3.3).
    Suffer(BlockId),
    /// Fire with a block (7.3).
    Fire(BlockId),
    /// Retreat a block (7.4).
    Retreat {
        /// Which.
        block: BlockId,
        /// Where to.
        to: Place,
    },
    /// Have a block neither fire nor retreat (7.21).
    Hold(BlockId),
    /// Give up a block: it cannot retreat when it must, or there is no room for it (7.4, 7.22).
    Lose(BlockId),
    /// Take a hit on a block (7.31).
    Hit(BlockId),
    /// Spend a step of an empire's HQ to fight on (7.61).
    Extend(State),
    /// Move a victorious block (7.5).
    Regroup {
        /// Which.
        block: BlockId,
        /// Where to.
        to: Place,
    },
    /// Pursue with a block; the first costs a step of its HQ (7.62).
    Pursue {
        /// Which.
        block: BlockId,
        /// Where to.
        to: Place,
    },
    /// Disband a block (3.5).
    Disband(BlockId),
    /// Be done with this part, or go without.
    Done,
}

/// Something that changes hands (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "describe", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// So much more gold.
    Gold(u8),
    /// A region.
    Region(Place),
}

impl Action {
    /// Whether it makes or breaks alliances.
    fn is_diplomatic(self) -> bool {
        matches!(self, Action::Propose(_) | Action::Accept | Action::Break(_) | Action::Abandon(_))
    }
}

impl Alliance {
    /// Who must decide now.
    pub(crate) fn deciders(&self) -> Seats {
        if self.ended.is_some() {
            return Seats::NONE;
        }
        if let Some(fight) = &self.fight {
            return Seats::from(self.melee(fight).fighter());
        }
        if !self.urgent.is_empty() {
            return self.chooser().map(Seats::from).unwrap_or_default();
        }
        if let Some(seat) = self.spokesman() {
            return Seats::from(seat);
        }
        match self.phase {
            Phase::Discard => self.choosing(|hand| hand.aside.is_none()),
            Phase::Cards => self.choosing(|hand| hand.played.is_none()),
            Phase::Bid => Seats::from(self.bidder().expect("somebody may bid")),
            Phase::Match(bid) => Seats::from(self.matcher(&bid).expect("somebody may match")),
            Phase::Actions => Seats::from(self.turn.seat),
            Phase::Battles(_) => match self.evictor() {
                Some((seat, _)) => Seats::from(seat),
                None => Seats::from(self.chooser().expect("somebody has a battle")),
            },
            Phase::Decided | Phase::Close => Seats::NONE,
            Phase::Disband(done) => self.order().nth(done.into()).map(Seats::from).unwrap_or_default(),
            Phase::Talks(done) => self.speaker(done).map(Seats::from).unwrap_or_default(),
        }
    }

    fn choosing(&self, is_missing: impl Fn(&crate::state::Hand) -> bool) -> Seats {
        Seat::first(self.players()).filter(|seat| is_missing(&self.hands[*seat])).collect()
    }

    /// Adds every legal action of a seat.
    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.deciders().contains(seat) {
            return;
        }
        if let Some(fight) = &self.fight {
            return self.melee(fight).list_fight(out);
        }
        if !self.urgent.is_empty() {
            return self.player(seat).list_battles(out);
        }
        if let Some(open) = &self.talk.proposal {
            return self.bargain(open).list_open_proposal(out);
        }
        match self.phase {
            Phase::Discard => out.extend(self.hands[seat].cards.iter().map(Action::Discard)),
            Phase::Cards => out.extend(self.hands[seat].cards.iter().map(Action::Play)),
            Phase::Bid => self.player(seat).list_bids(out),
            Phase::Match(bid) => self.player(seat).list_match(&bid, out),
            Phase::Actions => self.list_turn(out),
            Phase::Battles(_) if self.evictor().is_some() => self.list_eviction(out),
            Phase::Battles(_) => self.player(seat).list_battles(out),
            Phase::Decided | Phase::Close => {}
            Phase::Disband(_) => self.list_disbanding(seat, out),
            Phase::Talks(_) => self.player(seat).list_talks(out),
        }
    }

    /// Carries an action out, or refuses it.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        if !self.deciders().contains(seat) {
            return Err(Denied::new(rule!("A-GT-years"), "another player decides now"));
        }
        if matches!(self.phase, Phase::Battles(_)) && action.is_diplomatic() {
            return Err(Denied::new(
                rule!("A-6.2-frozen"),
                "alliances cannot change while battles are fought",
            ));
        }
        if self.fight.is_some() {
            return self.act_in_fight(seat, action, log);
        }
        if !self.urgent.is_empty() {
            return match action {
                Action::Fight(place) => self.choose_battle(seat, place, log),
                _ => {
                    Err(Denied::new(rule!("A-6.13-battles"), "a battle must be fought at once: choose which"))
                }
            };
        }
        if let Some(open) = self.talk.proposal {
            self.act_on_proposal(open, action, log)?;
            self.go_on(log);
            return Ok(());
        }
        match (self.phase, action) {
            (Phase::Discard, Action::Discard(card)) => self.discard(seat, card, log),
            (Phase::Cards, Action::Play(card)) => self.play_card(seat, card, log),
            (Phase::Bid, Action::Bid { target, gold }) => self.bid(seat, target, gold, log),
            (Phase::Bid, Action::Done) => self.pass_bid(seat, log),
            (Phase::Match(bid), Action::Match) => self.match_bid(seat, bid, log),
            (Phase::Match(bid), Action::Done) => self.pass_match(seat, bid, log),
            (Phase::Actions, Action::Bid { .. } | Action::Match) => {
                let why = "bids are made before the first turn, when the cards are revealed";
                Err(Denied::new(rule!("A-GT-diplomacy"), why))
            }
            (Phase::Actions, action) => self.act_in_turn(action, log),
            (Phase::Battles(_), Action::Lose(block)) => self.evict(block, log),
            (Phase::Battles(_), _) if self.evictor().is_some() => {
                Err(Denied::new(rule!("A-1.4-timing"), "a region holds too many blocks: give one up first"))
            }
            (Phase::Battles(_), Action::Fight(place)) => self.choose_battle(seat, place, log),
            (Phase::Disband(_), Action::Disband(block)) => self.disband(seat, block, log),
            (Phase::Disband(_), Action::Done) => self.end_disbanding(log),
            (Phase::Talks(_), action) => self.talk(seat, action, log),
            (Phase::Discard, _) => {
                Err(Denied::new(rule!("A-3.0-discard"), "put one of your cards aside first"))
            }
            (Phase::Cards, _) => Err(Denied::new(rule!("A-3.1-nopass"), "play a card first")),
            (Phase::Match(_), _) => Err(Denied::new(rule!("A-6.1-match"), "match the bid or let it pass")),
            _ => Err(Denied::new(rule!("A-GT-years"), "that cannot be done now")),
        }
    }
}
