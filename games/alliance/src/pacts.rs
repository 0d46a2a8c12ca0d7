//! Alliances between players. Rulebook 6.2.

use engine::{Denied, Recorder, Seat, rule};

use crate::action::Action;
use crate::event::Event;
use crate::places::Place;
use crate::state::{Alliance, Engagement, Phase, Standing};
use crate::states::State;

impl Alliance {
    fn talks(&self) -> bool {
        matches!(self.phase, Phase::Talks(_))
    }

    /// Whether this is a time at which alliances are made and broken (A-6.2-form, A-6.2-frozen, A-6.22-winter).
    fn may_treat(&self) -> Result<(), Denied> {
        if self.players() < 3 {
            let why = "two players have nobody to be allied against";
            return Err(Denied::new(rule!("A-6.2-form"), why));
        }
        if self.rules.gentlemens && !self.talks() {
            return Err(Denied::new(rule!("A-6.22-winter"), "alliances are made and broken in Winter"));
        }
        Ok(())
    }

    fn may_offer(&self, seat: Seat, to: Seat) -> Result<(), Denied> {
        self.may_treat()?;
        if seat == to || to.0 >= self.players() || self.are_allied(seat, to) {
            return Err(Denied::new(rule!("A-6.2-nodice"), "you are allied already"));
        }
        if self.pacts.offered[seat.index()].contains(to) {
            return Err(Denied::new(rule!("A-6.2-nodice"), "your offer waits for an answer"));
        }
        Ok(())
    }

    fn may_accept(&self, seat: Seat, from: Seat) -> Result<(), Denied> {
        self.may_treat()?;
        match from.0 < self.players() && self.pacts.offered[from.index()].contains(seat) {
            true => Ok(()),
            false => Err(Denied::new(rule!("A-6.2-nodice"), "he has offered you no alliance")),
        }
    }

    fn may_break(&self, seat: Seat, with: Seat) -> Result<(), Denied> {
        self.may_treat()?;
        if with.0 >= self.players() || seat == with || !self.are_allied(seat, with) {
            return Err(Denied::new(rule!("A-6.2-break"), "you are not allied"));
        }
        let bound = |loser: Seat, victor: Seat| {
            self.pacts.bound[loser.index()].is_some_and(|bond| bond.to == victor && self.year <= bond.until)
        };
        if bound(seat, with) || bound(with, seat) {
            return Err(Denied::new(rule!("A-9.21-alliance"), "defeat binds until the next Winter"));
        }
        Ok(())
    }

    fn may_abandon(&self, seat: Seat, state: State) -> Result<(), Denied> {
        match self.standings[state.index()] {
            Standing::Ally(leader) if leader == seat => Ok(()),
            _ => Err(Denied::new(rule!("A-6.2-break"), "it is not allied to you")),
        }
    }

    /// Everything about alliances that a player can do in his turn.
    pub(crate) fn list_pacts(&self, seat: Seat, out: &mut Vec<Action>) {
        for other in Seat::first(self.players()).filter(|other| *other != seat) {
            if self.may_offer(seat, other).is_ok() {
                out.push(Action::Offer(other));
            }
            if self.may_accept(seat, other).is_ok() {
                out.push(Action::Accept(other));
            }
            if self.may_break(seat, other).is_ok() {
                out.push(Action::Break(other));
            }
            if self.are_allied(seat, other) {
                let admitted = self.pacts.admitted[seat.index()].contains(other);
                out.push(if admitted { Action::Bar(other) } else { Action::Admit(other) });
            }
        }
        if !self.talks() {
            out.extend(
                State::all().filter(|state| self.may_abandon(seat, *state).is_ok()).map(Action::Abandon),
            );
        }
    }

    pub(crate) fn act_on_pact(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::Offer(to) => {
                self.may_offer(seat, to)?;
                self.pacts.offered[seat.index()].insert(to);
                log.record(|| Event::Offered { from: seat, to, secret: self.rules.secret_alliances });
            }
            Action::Accept(from) => {
                self.may_accept(seat, from)?;
                self.ally(seat, from, log);
            }
            Action::Break(with) => {
                self.may_break(seat, with)?;
                self.part(seat, with, log);
            }
            Action::Abandon(state) => {
                self.may_abandon(seat, state)?;
                self.change(state, Standing::Neutral, seat, log);
            }
            Action::Admit(other) | Action::Bar(other) => {
                if other.0 >= self.players() || other == seat || !self.are_allied(seat, other) {
                    return Err(Denied::new(rule!("A-6.2-passage"), "only allies are let in"));
                }
                let admit = matches!(action, Action::Admit(_));
                let admitted = &mut self.pacts.admitted[seat.index()];
                if admitted.contains(other) == admit {
                    return Err(Denied::new(rule!("A-6.2-passage"), "that is how it is already"));
                }
                if admit {
                    admitted.insert(other)
                } else {
                    admitted.remove(other)
                }
                log.record(|| Event::Admitted { host: seat, guest: other, admit });
            }
            _ => return Err(Denied::new(rule!("A-3.2-mix"), "this is not the time for that")),
        }
        Ok(())
    }

    /// Two players are allied, with leave to enter; offers between them are done with.
    pub(crate) fn befriend(&mut self, a: Seat, b: Seat) {
        for (one, other) in [(a, b), (b, a)] {
            self.pacts.offered[one.index()].remove(other);
            self.pacts.allied[one.index()].insert(other);
            self.pacts.admitted[one.index()].insert(other);
        }
    }

    /// Two players are allied from now on. Where only they opposed each other there is no battle any more.
    fn ally(&mut self, a: Seat, b: Seat, log: &mut impl Recorder<Event>) {
        self.befriend(a, b);
        log.record(|| Event::Allied { a, b, secret: self.rules.secret_alliances });
        let calm: Vec<Place> = self
            .engagements
            .iter()
            .map(|engagement| engagement.place)
            .filter(|place| {
                let there = self.states_at(*place);
                there.iter().all(|one| there.iter().all(|other| self.at_peace(one, other)))
            })
            .collect();
        for place in calm {
            self.engagements.retain(|engagement| engagement.place != place);
            let here = self.blocks_at(place);
            self.attackers.subtract(&here);
            self.reserves.subtract(&here);
        }
    }

    /// Two players are allied no longer; where they share a place they fight in the battle phase, whoever broke it attacking
    /// (A-6.2-breakbattle).
    fn part(&mut self, breaker: Seat, other: Seat, log: &mut impl Recorder<Event>) {
        for (one, two) in [(breaker, other), (other, breaker)] {
            self.pacts.allied[one.index()].remove(two);
            self.pacts.admitted[one.index()].remove(two);
            if self.pacts.bound[one.index()].is_some_and(|bond| bond.to == two) {
                self.pacts.bound[one.index()] = None;
                let home = Place::homeland(self.empire(one));
                self.spoils.subtract(&home);
            }
        }
        log.record(|| Event::Broke { breaker, other, secret: self.rules.secret_alliances });
        for place in Place::all() {
            self.divide_all(place, breaker);
        }
    }

    /// If enemies share a place, they will fight there, those of this player attacking if he is among them.
    pub(crate) fn divide_all(&mut self, place: Place, first: Seat) {
        for seat in std::iter::once(first).chain(self.order()) {
            if !self.is_embattled(place) {
                self.divide(place, seat);
            }
        }
    }

    fn divide(&mut self, place: Place, attacker: Seat) {
        let there = self.states_at(place);
        let mut own = there.iter().filter(|state| self.led_by(*state) == Some(attacker));
        if !own.any(|mine| there.iter().any(|other| !self.can_share(mine, other))) {
            return;
        }
        self.engagements.push(Engagement { place, by: attacker, main: None });
        for block in self.blocks_at(place).iter() {
            if self.leads(attacker, block) {
                self.attackers.insert(block);
            }
        }
    }

    pub(crate) fn list_talks(&self, seat: Seat, out: &mut Vec<Action>) {
        self.list_pacts(seat, out);
        let most = self.treasuries[seat.index()].min(u16::from(u8::MAX)) as u8;
        for to in Seat::first(self.players()).filter(|to| *to != seat) {
            out.extend((1..=most.min(3)).map(|gold| Action::Give { to, gold }));
        }
        out.push(Action::Done);
    }

    /// What a player says in Winter.
    pub(crate) fn talk(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        let Phase::Talks(done) = self.phase else { return Ok(()) };
        match action {
            Action::Done => {
                let done = done.with(seat);
                if self.seats().minus(done).is_empty() {
                    self.phase = Phase::Discard;
                } else {
                    self.phase = Phase::Talks(done);
                }
                Ok(())
            }
            Action::Give { to, gold } => {
                let enough = u16::from(gold) <= self.treasuries[seat.index()];
                if to == seat || to.0 >= self.players() || !(1..=3).contains(&gold) || !enough {
                    return Err(Denied::new(
                        rule!("A-6.2-talks"),
                        "gold is given to others, as far as there is any",
                    ));
                }
                self.treasuries[seat.index()] -= u16::from(gold);
                self.treasuries[to.index()] += u16::from(gold);
                log.record(|| Event::Paid { from: seat, to, gold: u16::from(gold) });
                Ok(())
            }
            Action::Abandon(_) => Err(Denied::new(rule!("A-6.2-break"), "that is done in a player's turn")),
            action => self.act_on_pact(seat, action, log),
        }
    }
}
