//! Alliances between players. Rulebook 6.2.

use atlas::topology::Id;
use engine::{Denied, Recorder, Seat, Seats, rule};

use crate::action::Action;
use crate::blocks::BlockId;
use crate::control::Player;
use crate::event::Event;
use crate::places::{PLACES, Place};
use crate::state::{Alliance, Bond, Engagement, Phase, Standing};
use crate::states::State;

impl Alliance {
    /// Whether players negotiate, in Winter.
    pub(crate) fn is_talking(&self) -> bool {
        matches!(self.phase, Phase::Talks(_))
    }

    /// Whether this is a time at which alliances are made and broken (A-6.2-form, A-6.22-winter).
    pub(crate) fn may_treat(&self) -> Result<(), Denied> {
        if self.rules.gentlemens && !self.is_talking() {
            return Err(Denied::new(rule!("A-6.22-winter"), "alliances are made and broken in Winter only"));
        }
        Ok(())
    }

    /// Whether defeat binds a player to another one (9.21).
    pub(crate) fn is_bound(&self, loser: Seat, victor: Seat) -> bool {
        let bond = self.pacts.bound[loser];
        bond.is_some_and(|bond| bond.to.contains(victor) && self.year <= bond.until)
    }

    pub(crate) fn act_on_pact(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::Propose(to) => self.propose(seat, to)?,
            Action::Break(with) => {
                self.player(seat).may_break(with)?;
                self.part(seat, with, log);
            }
            Action::Abandon(state) => {
                self.player(seat).may_abandon(state)?;
                self.change(state, Standing::Neutral, seat, log);
            }
            Action::Admit(other) | Action::Bar(other) => {
                if other.0 >= self.players() || other == seat || !self.are_allied(seat, other) {
                    return Err(Denied::new(rule!("A-6.2-passage"), "only allies have passage"));
                }
                let admit = matches!(action, Action::Admit(_));
                let (host, guest) = (self.party(seat), self.party(other));
                let admitted = &mut self.pacts.admitted[seat];
                if admitted.contains(other) == admit {
                    return Err(Denied::new(rule!("A-6.2-passage"), "that is so already"));
                }
                if admit {
                    admitted.insert(other)
                } else {
                    admitted.remove(other)
                }
                log.record(|| Event::Admitted { host, guest, admit });
            }
            _ => return Err(Denied::new(rule!("A-3.2-mix"), "that cannot be done now")),
        }
        Ok(())
    }

    /// Two players are allied from now on. Where only they opposed each other there is no battle any more.
    pub(crate) fn ally(&mut self, a: Seat, b: Seat, log: &mut Recorder<Event>) {
        let secret = self.rules.secret_alliances;
        self.unite(a, b, !secret);
        let (one, other) = (self.party(a), self.party(b));
        log.record(|| Event::Allied { one, other, secret });
        self.make_peace();
    }

    /// Two players are allied, and everybody knows it.
    pub(crate) fn befriend(&mut self, a: Seat, b: Seat) {
        self.unite(a, b, true);
    }

    /// Notes that two players are allied and let each other in.
    pub(crate) fn unite(&mut self, a: Seat, b: Seat, open: bool) {
        for (one, other) in [(a, b), (b, a)] {
            self.pacts.allied[one].insert(other);
            self.pacts.admitted[one].insert(other);
            if open {
                self.pacts.open[one].insert(other);
            }
        }
    }

    /// Calls battles off where no attacker opposes a defender any more (A-6.2-form). Attackers, or defenders, who have fallen
    /// out with each other meanwhile fight then.
    pub(crate) fn make_peace(&mut self) {
        let fought = self.fight.as_ref().map(|fight| fight.place);
        let mut next = 0;
        while let Some(&Engagement { place, by, .. }) = self.engagements.get(next) {
            if fought == Some(place) || self.is_contested(place) {
                next += 1;
                continue;
            }
            self.engagements.remove(next);
            self.urgent.remove(place);
            self.stand_down(place);
            self.divide_all(place, by);
        }
    }

    /// Whether an attacker in a place opposes a defender.
    pub(crate) fn is_contested(&self, place: Place) -> bool {
        let here = self.blocks_at(place);
        let [attackers, defenders] = [here & self.attackers, here - self.attackers];
        let opposes = |one: BlockId, other: BlockId| !self.at_peace(one.state(), other.state());
        attackers.iter().any(|one| defenders.iter().any(|other| opposes(one, other)))
    }

    /// Two players are allied no longer; where they share a place they fight in the battle phase, whoever broke it attacking
    /// (A-6.2-breakbattle).
    pub(crate) fn part(&mut self, breaker: Seat, other: Seat, log: &mut Recorder<Event>) {
        let secret = !self.pacts.open[breaker].contains(other);
        for (one, two) in [(breaker, other), (other, breaker)] {
            self.pacts.allied[one].remove(two);
            self.pacts.admitted[one].remove(two);
            self.pacts.open[one].remove(two);
            let bond = self.pacts.bound[one];
            if let Some(bond) = bond.filter(|bond| bond.to.contains(two)) {
                let to = bond.to.without(two);
                self.pacts.bound[one] = (!to.is_empty()).then_some(Bond { to, ..bond });
                let home = Place::homeland(self.empire(one));
                self.spoils.subtract(&home);
            }
        }
        let (by, with) = (self.party(breaker), self.party(other));
        log.record(|| Event::Broke { by, with, secret });
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
        if !own.any(|mine| there.iter().any(|other| !self.can_share(mine, other, place))) {
            return;
        }
        self.engagements.push(Engagement { place, by: attacker, main: None });
        for block in self.blocks_at(place).iter() {
            if self.leads(attacker, block) {
                self.attackers.insert(block);
            }
        }
    }

    /// Alliances between players whose blocks stand side by side are a secret no longer (A-6.2-secret).
    pub(crate) fn expose_alliances(&mut self, log: &mut Recorder<Event>) {
        let mut there = [Seats::NONE; PLACES];
        for block in BlockId::all() {
            if let (Some(place), Standing::Player(seat)) = (self.place(block), self.standing(block.state())) {
                there[place.index()].insert(seat);
            }
        }
        for seats in there.into_iter().filter(|seats| seats.len() > 1) {
            for (a, b) in pairs(seats) {
                if self.are_allied(a, b) && !self.pacts.open[a].contains(b) {
                    self.unite_openly(a, b);
                    let (one, other) = (self.party(a), self.party(b));
                    log.reveal();
                    log.record(|| Event::Allied { one, other, secret: false });
                }
            }
        }
    }

    fn unite_openly(&mut self, a: Seat, b: Seat) {
        self.pacts.open[a].insert(b);
        self.pacts.open[b].insert(a);
    }

    /// Who stands in a place without leading the state whose homeland it is: the highest card (A-7.8-card).
    pub(crate) fn foreign_holder(&self, place: Place) -> Option<Seat> {
        let owner = place.home().and_then(|home| self.led_by(home));
        let leaders: Seats = self.states_at(place).iter().filter_map(|state| self.led_by(state)).collect();
        self.order().find(|seat| Some(*seat) != owner && leaders.contains(*seat))
    }
}

impl Player<'_> {
    fn may_break(&self, with: Seat) -> Result<(), Denied> {
        self.may_treat()?;
        if with.0 >= self.players() || self.seat == with || !self.are_allied(self.seat, with) {
            return Err(Denied::new(rule!("A-6.2-break"), "you are not allied"));
        }
        if self.is_bound(self.seat, with) || self.is_bound(with, self.seat) {
            return Err(Denied::new(
                rule!("A-9.21-alliance"),
                "your defeat binds you until next Winter is over",
            ));
        }
        Ok(())
    }

    fn may_abandon(&self, state: State) -> Result<(), Denied> {
        match self.standings[state] {
            Standing::Ally(leader) if leader == self.seat => Ok(()),
            _ => Err(Denied::new(rule!("A-6.2-break"), "it is not allied to you")),
        }
    }

    /// Everything about alliances that a player can do in his turn.
    pub(crate) fn list_pacts(&self, out: &mut Vec<Action>) {
        self.list_proposals(out);
        for other in Seat::first(self.players()).filter(|other| *other != self.seat) {
            if self.may_break(other).is_ok() {
                out.push(Action::Break(other));
            }
            if self.are_allied(self.seat, other) {
                let admitted = self.pacts.admitted[self.seat].contains(other);
                out.push(if admitted { Action::Bar(other) } else { Action::Admit(other) });
            }
        }
        if !self.is_talking() {
            out.extend(State::all().filter(|state| self.may_abandon(*state).is_ok()).map(Action::Abandon));
        }
    }
}

/// Every two of these seats.
pub(crate) fn pairs(seats: Seats) -> impl Iterator<Item = (Seat, Seat)> {
    seats.iter().flat_map(move |a| seats.iter().filter(move |b| a < *b).map(move |b| (a, b)))
}
