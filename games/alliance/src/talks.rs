//! Negotiations and surrender. Rulebook 6.2, 6.21.
//!
//! Whoever has the word (the player whose turn it is, in Winter one after the other) makes another player a proposal: it is put
//! together item by item, sent, and then accepted, refused or answered with a counter-offer. Everybody is asked once by each
//! who has the word, and counter-offers are few, so that talks come to an end.

use std::ops::Deref;

use engine::{Denied, Recorder, Seat, Seats, rule};

use crate::action::{Action, Item};
use crate::blocks::BlockId;
use crate::control::{Player, States, homes};
use crate::event::Event;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, Packet, Phase, Proposal, Spot, Talk};

/// A proposal on the table, and the game around it.
pub(crate) struct Bargain<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) open: &'a Proposal,
}

impl Deref for Bargain<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// A proposal on the table.
    pub(crate) fn bargain<'a>(&'a self, open: &'a Proposal) -> Bargain<'a> {
        Bargain { game: self, open }
    }
}

/// Counter-offers in one talk.
const COUNTERS: u8 = 3;

/// The most gold that can be asked for.
const MOST: u16 = 30;

/// The sums in which gold is put into a proposal.
const SUMS: [u8; 2] = [1, 5];

impl Alliance {
    /// Whether only those who talk with each other know what they say (A-6.2-secret, A-3.4-hidden).
    pub(crate) fn is_private(&self) -> bool {
        self.rules.secret_alliances || self.rules.hidden_treasuries
    }

    /// Whose word an open proposal waits for.
    pub(crate) fn spokesman(&self) -> Option<Seat> {
        self.talk.proposal.map(|open| if open.sent { open.to } else { open.from })
    }

    /// Who has the word in Winter.
    pub(crate) fn speaker(&self, done: Seats) -> Option<Seat> {
        self.seats().minus(done).iter().next()
    }

    /// Begins to put a proposal together.
    pub(crate) fn propose(&mut self, seat: Seat, to: Seat) -> Result<(), Denied> {
        self.player(seat).may_propose(to)?;
        self.talk.asked.insert(to);
        self.talk.proposal = Some(Proposal {
            opener: seat,
            from: seat,
            to,
            given: Packet::default(),
            wanted: Packet::default(),
            alliance: false,
            surrender: false,
            sent: false,
            counters: 0,
        });
        Ok(())
    }

    /// What stops a player from handing a region over to another, if anything.
    fn may_cede(&self, packet: &Packet, giver: Seat, taker: Seat, place: Place) -> Result<(), Denied> {
        let no = |why: &'static str| Err(Denied::new(rule!("A-6.2-talks"), why));
        if packet.regions.contains(place) {
            return no("that is in the proposal already");
        }
        if place.is_sea() || self.is_embattled(place) {
            return no("only regions without a battle can change hands");
        }
        if !self.cessions(giver, taker).contains(place) {
            return no("that region cannot pass from the one to the other");
        }
        Ok(())
    }

    /// The regions that a player can hand over to another. Regions are held by standing in them (4.1): one hands over by leaving
    /// a region that is then the other's, or nobody's, or by leaving the other in peace where he stands in one's own land
    /// (A-6.2-talks).
    fn cessions(&self, giver: Seat, taker: Seat) -> PlaceSet {
        let [givers, takers] = [giver, taker].map(|seat| self.circle(seat).own);
        let stand = |states| -> PlaceSet {
            self.blocks_in(states).iter().filter_map(|block| self.place(block)).collect()
        };
        let (land, others) = (homes(givers), stand(takers));
        let left = (stand(givers) - land) & (homes(takers) | others | Place::unclaimed());
        let embattled = self.engagements.iter().map(|engagement| engagement.place).collect();
        ((land & others) | left) - Place::waters() - embattled
    }

    /// A fortress cannot be withdrawn. Only its owner knows that it is one, so it stops him, not whoever asks for the region.
    fn may_vacate(&self, giver: Seat, place: Place) -> Result<(), Denied> {
        let stays = |block: BlockId| block.is_fortress() && self.leads(giver, block);
        match self.blocks_at(place).iter().any(stays) {
            true => Err(Denied::new(rule!("A-2.13-fortress"), "your fortress there cannot be withdrawn")),
            false => Ok(()),
        }
    }

    /// Goes on with the open proposal.
    pub(crate) fn act_on_proposal(
        &mut self,
        open: Proposal,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let next = match (open.sent, action) {
            (true, Action::Accept) => {
                self.bargain(&open).may_accept()?;
                self.conclude_talk(open, log);
                return Ok(());
            }
            (true, Action::Counter) if open.counters < COUNTERS => Some(answer_to(&open)),
            (_, Action::Done) => {
                self.bargain(&open).end_talk(log);
                None
            }
            (true, Action::Counter) => {
                return Err(Denied::new(rule!("A-6.21-offer"), "3 counter-offers may be made; 3 have been"));
            }
            (true, _) => {
                return Err(Denied::new(rule!("A-6.21-offer"), "answer the proposal first"));
            }
            (false, action) => Some(self.go_on_proposing(open, action, log)?),
        };
        self.talk.proposal = next;
        Ok(())
    }

    fn go_on_proposing(
        &self,
        mut open: Proposal,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Proposal, Denied> {
        match action {
            Action::Grant(item) => {
                self.bargain(&open).may_grant(item)?;
                open.given.add(item);
            }
            Action::Claim(item) => {
                self.bargain(&open).may_claim(item)?;
                open.wanted.add(item);
            }
            Action::Ally => {
                self.bargain(&open).may_ally_by()?;
                open.alliance = true;
            }
            Action::Surrender => {
                self.bargain(&open).may_give_in()?;
                open.surrender = true;
            }
            Action::Send if has_terms(&open) => {
                open.sent = true;
                let (from, to, secret) = (self.party(open.from), self.party(open.to), self.is_private());
                log.reveal();
                log.record(|| Event::Proposed { from, to, terms: self.bargain(&open).terms(), secret });
            }
            Action::Send => return Err(Denied::new(rule!("A-6.2-talks"), "the proposal is empty")),
            _ => return Err(Denied::new(rule!("A-6.2-talks"), "put your proposal together first")),
        }
        Ok(open)
    }

    /// Carries out what was agreed: regions first, then gold, then friendship or defeat.
    fn conclude_talk(&mut self, open: Proposal, log: &mut Recorder<Event>) {
        let Proposal { opener, from, to, given, wanted, alliance, surrender, .. } = open;
        self.talk.proposal = None;
        log.reveal();
        let (by, with, secret) = (self.party(to), self.party(from), self.is_private());
        log.record(|| Event::Agreed { by, with, secret });
        for (giver, taker, packet) in [(from, to, given), (to, from, wanted)] {
            self.hand_over(giver, taker, packet, log);
        }
        if surrender {
            let other = if opener == from { to } else { from };
            self.surrender(opener, other, log);
        } else if alliance {
            self.ally(from, to, log);
        }
    }

    fn hand_over(&mut self, giver: Seat, taker: Seat, packet: Packet, log: &mut Recorder<Event>) {
        let (from, to) = (self.party(giver), self.party(taker));
        for place in packet.regions.iter() {
            self.withdraw(giver, place, packet.regions, log);
            if place.home().is_some_and(|home| self.led_by(home) == Some(giver)) {
                self.spoils.insert(place);
            }
            log.record(|| Event::Ceded { from, to, place });
        }
        if packet.gold > 0 {
            self.treasuries[giver] -= packet.gold;
            self.treasuries[taker] += packet.gold;
            let hidden = self.is_private();
            log.record(|| Event::Paid { from, to, gold: packet.gold, hidden });
        }
    }

    /// The blocks that a player leads somewhere march off to the nearest place that is his alone and has room; those for which
    /// there is none are disbanded.
    fn withdraw(&mut self, seat: Seat, from: Place, ceded: PlaceSet, log: &mut Recorder<Event>) {
        for block in self.blocks_at(from).iter() {
            if !self.leads(seat, block) {
                continue;
            }
            self.forget_battle(block);
            // If it was on the march, it has other orders now.
            if self.turn.march.is_some_and(|march| march.block == block) {
                self.turn.march = None;
            }
            match self.player(seat).refuge(block, from, ceded) {
                Some(to) => {
                    self.blocks.spots[block] = to.into();
                    log.record(|| Event::Moved { seat, block, from, to });
                }
                // Napoléon is not disbanded (A-3.5-disband): if there is no place left for him, he has fallen.
                None if block.is_napoleon() => self.eliminate(block, None, log),
                None => {
                    self.blocks.spots[block] = Spot::DOWN;
                    self.blocks.strengths[block] = block.least();
                    log.record(|| Event::Disbanded { block, at: Some(from) });
                }
            }
        }
    }

    /// A player gives in: he is defeated, but his blocks keep their strength (A-6.21-effect). A great power's surrender ends the
    /// game with the game turn, in Winter at once.
    fn surrender(&mut self, loser: Seat, victor: Seat, log: &mut Recorder<Event>) {
        self.defeat(self.empire(loser), victor, false, log);
        self.make_peace();
        if self.is_talking() {
            self.end_suddenly(log);
        }
    }

    /// What a player says in Winter.
    pub(crate) fn talk(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match (self.phase, action) {
            (Phase::Talks(done), Action::Done) => {
                let done = done.with(seat);
                self.talk = Talk::default();
                self.phase = Phase::Talks(done);
                if self.speaker(done).is_none() {
                    self.fallen = States::NONE;
                    self.phase = Phase::Discard;
                }
                Ok(())
            }
            (_, Action::Abandon(_)) => Err(Denied::new(rule!("A-6.2-break"), "break with it in your turn")),
            (_, action) => self.act_on_pact(seat, action, log),
        }
    }
}

impl Player<'_> {
    /// What stops a player from making another one a proposal, if anything.
    fn may_propose(&self, to: Seat) -> Result<(), Denied> {
        if self.seat == to || to.0 >= self.players() {
            return Err(Denied::new(rule!("A-6.2-talks"), "proposals are made to other players"));
        }
        if self.talk.asked.contains(to) {
            return Err(Denied::new(rule!("A-6.2-talks"), "you have made that player a proposal already"));
        }
        match self.is_talking() || self.may_surrender(to).is_ok() {
            true => Ok(()),
            false => self.may_form(to),
        }
    }

    /// What stops two players from becoming allies, if anything (A-6.2-form).
    fn may_form(&self, to: Seat) -> Result<(), Denied> {
        self.may_treat()?;
        match self.are_allied(self.seat, to) {
            true => Err(Denied::new(rule!("A-6.2-nodice"), "you are allied already")),
            false => Ok(()),
        }
    }

    /// What stops a player from surrendering to another, if anything (6.21).
    fn may_surrender(&self, to: Seat) -> Result<(), Denied> {
        match self.is_bound(self.seat, to) {
            true => {
                Err(Denied::new(rule!("A-6.21-offer"), "you are defeated already, and bound to that player"))
            }
            false => Ok(()),
        }
    }

    /// Everybody to whom a player can make a proposal.
    pub(crate) fn list_proposals(&self, out: &mut Vec<Action>) {
        let others = Seat::first(self.players()).filter(|to| self.may_propose(*to).is_ok());
        out.extend(others.map(Action::Propose));
    }

    fn refuge(&self, block: BlockId, from: Place, ceded: PlaceSet) -> Option<Place> {
        let mut reached = PlaceSet::EMPTY.with(from);
        let mut fresh = reached;
        while !fresh.is_empty() {
            let near = fresh.iter().flat_map(|place| place.links()).map(|link| link.to);
            fresh = near.fold(PlaceSet::EMPTY, PlaceSet::with) - reached;
            reached.unite(&fresh);
            let found = (fresh - ceded).iter().find(|place| self.shelters(block, *place));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether a place is a player's alone and has room for a block. Allies do not count: they may be secret.
    fn shelters(&self, block: BlockId, place: Place) -> bool {
        let fits = match block.is_fleet() {
            true => place.is_sea() || place.is_base(),
            false => !place.is_sea(),
        };
        let there = self.states_at(place);
        let homely = place.home().is_some_and(|home| self.led_by(home) == Some(self.seat));
        fits && (homely || place.is_sea() || !there.is_empty())
            && there.iter().all(|state| self.led_by(state) == Some(self.seat))
            && !self.is_embattled(place)
            && self.surplus(self.blocks_at(place).with(block), place) == 0
    }

    /// What a player can do in Winter while he has the word.
    pub(crate) fn list_talks(&self, out: &mut Vec<Action>) {
        self.list_pacts(out);
        out.push(Action::Done);
    }
}

impl Bargain<'_> {
    /// Everything that can be done about the open proposal.
    pub(crate) fn list_open_proposal(&self, out: &mut Vec<Action>) {
        if self.open.sent {
            if self.may_accept().is_ok() {
                out.push(Action::Accept);
            }
            if self.open.counters < COUNTERS {
                out.push(Action::Counter);
            }
        } else {
            self.list_terms(out);
            if has_terms(self.open) {
                out.push(Action::Send);
            }
        }
        out.push(Action::Done);
    }

    fn list_terms(&self, out: &mut Vec<Action>) {
        if self.may_trade().is_ok() {
            for sum in SUMS.map(Item::Gold) {
                out.extend(self.may_grant(sum).is_ok().then_some(Action::Grant(sum)));
                out.extend(self.may_claim(sum).is_ok().then_some(Action::Claim(sum)));
            }
            let given = self.cessions(self.open.from, self.open.to) - self.open.given.regions;
            let wanted = self.cessions(self.open.to, self.open.from) - self.open.wanted.regions;
            for place in (given | wanted).iter() {
                if given.contains(place) && self.may_vacate(self.open.from, place).is_ok() {
                    out.push(Action::Grant(Item::Region(place)));
                }
                if wanted.contains(place) {
                    out.push(Action::Claim(Item::Region(place)));
                }
            }
        }
        if self.may_ally_by().is_ok() {
            out.push(Action::Ally);
        }
        if self.may_give_in().is_ok() {
            out.push(Action::Surrender);
        }
    }

    /// What is traded, and when: anything but cards, in Winter or as terms of a surrender (A-6.2-talks, A-6.21-offer).
    fn may_trade(&self) -> Result<(), Denied> {
        match self.is_talking() || self.open.surrender {
            true => Ok(()),
            false => Err(Denied::new(
                rule!("A-6.2-talks"),
                "gold and regions change hands in Winter, or in a surrender",
            )),
        }
    }

    fn may_grant(&self, item: Item) -> Result<(), Denied> {
        self.may_trade()?;
        match item {
            Item::Gold(sum) => {
                let most = self.treasuries[self.open.from];
                may_add(&self.open.given, &self.open.wanted, sum, most)
            }
            Item::Region(place) => {
                self.may_cede(&self.open.given, self.open.from, self.open.to, place)?;
                self.may_vacate(self.open.from, place)
            }
        }
    }

    /// What somebody has hidden in his treasury cannot be known: it shows when he answers.
    fn may_claim(&self, item: Item) -> Result<(), Denied> {
        self.may_trade()?;
        match item {
            Item::Gold(sum) => may_add(&self.open.wanted, &self.open.given, sum, MOST),
            Item::Region(place) => self.may_cede(&self.open.wanted, self.open.to, self.open.from, place),
        }
    }

    fn may_ally_by(&self) -> Result<(), Denied> {
        match self.open.alliance {
            true => Err(Denied::new(rule!("A-6.2-talks"), "that is in the proposal already")),
            false => self.player(self.open.from).may_form(self.open.to),
        }
    }

    /// Only whoever opens the talk surrenders, never on demand.
    fn may_give_in(&self) -> Result<(), Denied> {
        if self.open.surrender || self.open.from != self.open.opener {
            let why = "only the player who opened the talk can surrender, and only once";
            return Err(Denied::new(rule!("A-6.21-offer"), why));
        }
        self.player(self.open.from).may_surrender(self.open.to)
    }

    /// What stops a proposal from being accepted, if anything: nobody gives what he does not have.
    fn may_accept(&self) -> Result<(), Denied> {
        if self.treasuries[self.open.to] < self.open.wanted.gold {
            return Err(Denied::new(rule!("A-6.2-talks"), "you do not have that much gold"));
        }
        if self.open.alliance {
            self.player(self.open.to).may_form(self.open.from)?;
        }
        self.open.wanted.regions.iter().try_for_each(|place| self.may_vacate(self.open.to, place))
    }

    /// A proposal is refused, or dropped before it was made.
    fn end_talk(&self, log: &mut Recorder<Event>) {
        let (by, from) = match self.open.sent {
            true => (self.open.to, self.open.from),
            false if self.open.counters > 0 => (self.open.from, self.open.to),
            false => return,
        };
        let (by, from, secret) = (self.party(by), self.party(from), self.is_private());
        log.record(|| Event::Refused { by, from, secret });
    }

    /// What a proposal says.
    pub(crate) fn terms(&self) -> String {
        let mut terms = Vec::new();
        if self.open.surrender {
            terms.push(format!("the surrender of {}", self.empire(self.open.opener)));
        }
        if self.open.alliance {
            terms.push("an alliance".to_owned());
        }
        for (giver, packet) in [(self.open.from, &self.open.given), (self.open.to, &self.open.wanted)] {
            let gold = (packet.gold > 0).then(|| format!("{} gold", packet.gold));
            let items: Vec<String> =
                gold.into_iter().chain(packet.regions.iter().map(|place| place.name().to_owned())).collect();
            if !items.is_empty() {
                terms.push(format!("{} from {}", items.join(", "), self.empire(giver)));
            }
        }
        if terms.is_empty() { "nothing yet".to_owned() } else { terms.join("; ") }
    }
}

impl Packet {
    fn add(&mut self, item: Item) {
        match item {
            Item::Gold(sum) => self.gold += u16::from(sum),
            Item::Region(place) => _ = self.regions.insert(place),
        }
    }

    fn is_empty(&self) -> bool {
        self.gold == 0 && self.regions.is_empty()
    }
}

fn has_terms(open: &Proposal) -> bool {
    open.alliance || open.surrender || !open.given.is_empty() || !open.wanted.is_empty()
}

/// What stops more gold from being put into a packet, if anything; gold goes one way only.
fn may_add(packet: &Packet, other: &Packet, sum: u8, most: u16) -> Result<(), Denied> {
    let why = match SUMS.contains(&sum) {
        false => "gold is added by 1 or by 5",
        true if other.gold > 0 => "only one side pays gold",
        true if packet.gold + u16::from(sum) > most => "there is not that much gold",
        true => return Ok(()),
    };
    Err(Denied::new(rule!("A-6.2-talks"), why))
}

/// An empty counter-offer; only a surrender stays on the table.
fn answer_to(open: &Proposal) -> Proposal {
    Proposal {
        from: open.to,
        to: open.from,
        given: Packet::default(),
        wanted: Packet::default(),
        alliance: false,
        sent: false,
        counters: open.counters + 1,
        ..*open
    }
}
