//! The sequence of play: cards, player turns, the end of a game turn. Rulebook 3.0 to 3.2 and the sidebar on game turns.

use arrayvec::ArrayVec;
use atlas::topology::Id;
use engine::{Chance, Denied, Recorder, Seat, rule};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::cards::{Card, Cards};
use crate::control::Counts;
use crate::event::Event;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, Hand, Phase, Talk, Turn};

/// Cards dealt to each player (A-3.0-deal).
const DEALT: usize = 5;

/// Action points of a card (A-3.2-three).
const POINTS: u8 = 3;

/// Gold that can be spent in a turn (A-3.4-spend).
pub(crate) const PURSE: u8 = 3;

impl Turn {
    /// A turn of a seat that has not begun to do anything.
    pub(crate) fn of(seat: Seat) -> Turn {
        Turn {
            seat,
            points: 0,
            spent: 0,
            group: None,
            march: None,
            moved: BlockSet::EMPTY,
            levied: BlockSet::EMPTY,
            held: PlaceSet::EMPTY,
            secure: PlaceSet::EMPTY,
            crossed: ArrayVec::new(),
            widened: None,
            landing: None,
        }
    }
}

impl Alliance {
    /// Shuffles the deck and deals (A-3.0-deal, A-3.5-deal).
    pub(crate) fn deal(&mut self, log: &mut Recorder<Event>) {
        let mut deck: ArrayVec<Card, 42> = Card::all().collect();
        self.dice.shuffle(&mut deck);
        let mut cards = deck.into_iter();
        for seat in Seat::first(self.players()) {
            let cards: Cards = cards.by_ref().take(DEALT).collect();
            self.hands[seat] = Hand { cards, ..Hand::default() };
        }
        self.spent = Cards::EMPTY;
        log.record(|| Event::Dealt { year: self.year });
    }

    /// Puts a card aside (A-3.0-discard).
    pub(crate) fn discard(
        &mut self,
        seat: Seat,
        card: Card,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        self.take_from_hand(seat, card)?;
        self.hands[seat].aside = Some(card);
        let who = self.party(seat);
        log.record(|| Event::Discarded { who, card });
        if self.deciders().is_empty() {
            self.phase = Phase::Cards;
        }
        Ok(())
    }

    /// Plays a card face-down; the last one played has all of them revealed (A-3.1-play).
    pub(crate) fn play_card(
        &mut self,
        seat: Seat,
        card: Card,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        self.take_from_hand(seat, card)?;
        self.hands[seat].played = Some(card);
        if self.deciders().is_empty() {
            log.reveal();
            for seat in self.order() {
                let card = self.hands[seat].played.expect("everybody has played");
                let who = self.party(seat);
                log.record(|| Event::Revealed { who, card });
            }
            // Whoever has no gold need not be asked, unless that would give it away.
            match self.bidder() {
                Some(bidder) if self.rules.hidden_treasuries || self.treasuries[bidder] > 0 => {
                    self.phase = Phase::Bid;
                }
                _ => self.begin_actions(log),
            }
        }
        Ok(())
    }

    fn take_from_hand(&mut self, seat: Seat, card: Card) -> Result<(), Denied> {
        let hand = &mut self.hands[seat];
        if !hand.cards.contains(card) {
            return Err(Denied::new(rule!("A-3.0-deal"), "that card is not in your hand"));
        }
        hand.cards.remove(card);
        Ok(())
    }

    /// The players take their turns, the highest card first.
    pub(crate) fn begin_actions(&mut self, log: &mut Recorder<Event>) {
        self.phase = Phase::Actions;
        let first = self.order().next().expect("somebody plays");
        self.begin_turn(first, log);
        self.go_on(log);
    }

    fn begin_turn(&mut self, seat: Seat, log: &mut Recorder<Event>) {
        let card = self.hands[seat].played.expect("everybody has played");
        let own = card.face().empire == self.empire(seat);
        let secure = self.lay(seat).friendly & (Place::waters() | Place::bases());
        self.turn =
            Turn { points: POINTS + u8::from(own && !self.rules.solitaire), secure, ..Turn::of(seat) };
        self.talk = Talk::default();
        let (who, points) = (self.party(seat), self.turn.points);
        log.record(|| Event::Begins { who, points });
    }

    /// Gold that the player whose turn it is may still spend on moves and levies (A-3.4-spend).
    #[inline]
    pub(crate) fn purse(&self) -> u8 {
        let left = u16::from(PURSE.saturating_sub(self.turn.spent));
        self.treasuries[self.turn.seat].min(left) as u8
    }

    /// Everything the player whose turn it is can do.
    pub(crate) fn list_turn(&self, out: &mut Vec<Action>) {
        let lay = self.lay(self.turn.seat);
        if let Some(block) = self.must_go_on() {
            return self.ground(&lay).list_steps_of(block, out);
        }
        self.ground(&lay).list_steps(out);
        if self.budget() > 0 {
            self.ground(&lay).list_groups(out);
            self.ground(&lay).list_levies(out);
            self.ground(&lay).list_voyages(out);
        }
        self.player(self.turn.seat).list_pacts(out);
        match self.crowded(&lay.count) {
            None => out.push(Action::Done),
            Some(place) => out.extend(self.dispensable(self.turn.seat, place).iter().map(Action::Lose)),
        }
    }

    pub(crate) fn act_in_turn(&mut self, action: Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        if let Some(block) = self.must_go_on()
            && !matches!(action, Action::Step { block: other, .. } if other == block)
        {
            let why = "the block on the march must go on: there is no room for it here";
            return Err(Denied::new(rule!("A-1.4-timing"), why));
        }
        match action {
            Action::Group(place) => {
                if self.turn.group == Some(place) {
                    return Err(Denied::new(rule!("A-4.3-group"), "that group is active already"));
                }
                self.open_group(place)?;
            }
            Action::Step { block, to } => self.step(block, to, false, log)?,
            Action::Aid { block, to } => self.step(block, to, true, log)?,
            Action::Ship { block, to } => self.ship(block, to, log)?,
            Action::Invade { block, to } => self.invade(block, to, log)?,
            Action::Levy(block) => self.levy(block, log)?,
            Action::Build { block, at } => self.build(block, at, log)?,
            Action::Lose(block) => self.give_up(block, log)?,
            Action::Done => return self.end_turn(log),
            pact => self.act_on_pact(self.turn.seat, pact, log)?,
        }
        self.go_on(log);
        Ok(())
    }

    /// What stops the player from ending his turn, if anything (A-1.4-timing).
    fn may_end_turn(&self) -> Result<(), Denied> {
        match self.crowded(&self.counts()) {
            Some(place) => {
                let (here, over) = (self.blocks_at(place), self.surplus(self.blocks_at(place), place));
                let why = format!("{place} holds {} blocks, {over} more than may stay", here.len());
                Err(Denied::new(rule!("A-1.4-timing"), why))
            }
            None => Ok(()),
        }
    }

    /// A region that holds too many blocks, where no battle is to be fought: one of the player's, or one that he has left to
    /// neutrals by breaking with them.
    fn crowded(&self, count: &Counts) -> Option<Place> {
        let own = |place: &Place| !self.dispensable(self.turn.seat, *place).is_empty();
        self.overfull(count).iter().find(own)
    }

    /// The blocks of which a player gives one up where there are too many: those he leads, and those that nobody leads. On an
    /// island only armies or only fleets may be too many.
    fn dispensable(&self, seat: Seat, place: Place) -> BlockSet {
        let here = self.blocks_at(place);
        let surplus = self.surplus(here, place);
        let given_up = |block: &BlockId| {
            let own = self.led_by(block.state()).is_none_or(|leader| leader == seat);
            own && self.surplus(here - BlockSet::EMPTY.with(*block), place) < surplus
        };
        here.iter().filter(given_up).collect()
    }

    /// Regions that hold too many blocks, where no battle is to be fought.
    fn overfull(&self, count: &Counts) -> PlaceSet {
        // Mostly there is room everywhere, and that is seen at once.
        let mut crowded = PlaceSet::EMPTY;
        if count.iter().zip(Place::takes()).fold(false, |any, (count, most)| any | (count > most)) {
            let over = |place: &Place| count[place.index()] > Place::takes()[place.index()];
            let full = |place: &Place| self.surplus(self.blocks_at(*place), *place) > 0;
            let open = |place: &Place| !self.is_embattled(*place);
            crowded = Place::regions().filter(over).filter(full).filter(open).collect();
        }
        crowded
    }

    /// Who gives up a block before battles are fought, because peace has left too many in a region: the highest card
    /// (A-7.8-card).
    pub(crate) fn evictor(&self) -> Option<(Seat, Place)> {
        let place = self.overfull(&self.counts()).first()?;
        self.order().find(|seat| !self.dispensable(*seat, place).is_empty()).map(|seat| (seat, place))
    }

    pub(crate) fn list_eviction(&self, out: &mut Vec<Action>) {
        if let Some((seat, place)) = self.evictor() {
            out.extend(self.dispensable(seat, place).iter().map(Action::Lose));
        }
    }

    pub(crate) fn evict(&mut self, block: BlockId, log: &mut Recorder<Event>) -> Result<(), Denied> {
        match self.evictor() {
            Some((seat, place)) if self.dispensable(seat, place).contains(block) => {
                self.eliminate(block, None, log);
                self.go_on(log);
                Ok(())
            }
            _ => Err(Denied::new(rule!("A-1.4-timing"), "there is room for it")),
        }
    }

    /// Gives up a block for which there is no room.
    fn give_up(&mut self, block: BlockId, log: &mut Recorder<Event>) -> Result<(), Denied> {
        let crowded = self.crowded(&self.counts());
        if !crowded.is_some_and(|place| self.dispensable(self.turn.seat, place).contains(block)) {
            return Err(Denied::new(rule!("A-1.4-timing"), "there is room for it"));
        }
        self.eliminate(block, None, log);
        Ok(())
    }

    /// Saves what is left and gives the turn to the next (A-3.2-save).
    fn end_turn(&mut self, log: &mut Recorder<Event>) -> Result<(), Denied> {
        self.may_end_turn()?;
        let seat = self.turn.seat;
        self.release_spoils();
        // Alone there is no gold: what is left is lost (A-12.2-win).
        if !self.rules.solitaire {
            let gold = self.turn.points;
            self.treasuries[seat] += u16::from(gold);
            let who = self.party(seat);
            log.record(|| Event::Saved { who, gold });
        }
        self.turn.points = 0;
        match self.order().skip_while(|other| *other != seat).nth(1) {
            Some(next) => self.begin_turn(next, log),
            None => {
                self.turn = Turn::of(seat);
                self.phase = Phase::Battles(0);
            }
        }
        self.go_on(log);
        Ok(())
    }

    /// Goes on until somebody has to decide.
    pub(crate) fn go_on(&mut self, log: &mut Recorder<Event>) {
        if self.rules.secret_alliances {
            self.expose_alliances(log);
        }
        if !self.billets.is_empty() {
            self.leave_billets();
        }
        while self.fight.is_none() && self.ended.is_none() {
            self.recover_neutrality(log);
            if !self.urgent.is_empty() {
                if self.urgent.len() > 1 {
                    return;
                }
                let place = self.urgent.first().expect("there is one");
                self.begin_fight(place, log);
                continue;
            }
            match self.phase {
                Phase::Battles(_) if self.evictor().is_some() => return,
                Phase::Decided => self.begin_actions(log),
                Phase::Battles(_) if self.engagements.is_empty() => self.phase = Phase::Close,
                Phase::Close => self.close_game_turn(log),
                _ => return,
            }
        }
    }
}
