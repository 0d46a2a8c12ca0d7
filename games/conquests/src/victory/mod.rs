//! Elimination and victory. Rulebook 13.
//!
//! `conditions` holds the automatic victories (13.2.1, 13.2.2), `points` the count at the end (13.2.3) and the secret objectives
//! (13.1).

mod conditions;
mod points;

use engine::{Outcome, Recorder, Seats};

use crate::areas::Area;
use crate::event::Event;
use crate::nations::{NATIONS, Nation, Nations, Side};
use crate::state::{Bond, Conquests, End, EndReason, Frigate, FrigateId, PLAYERS};

pub(crate) use points::OBJECTIVE;

impl Conquests {
    /// The last turn of the game (N-1-short, N-1-campaign).
    pub(crate) fn last_turn(&self) -> u8 {
        if self.rules.campaign { 6 } else { 3 }
    }

    /// Eliminations, automatic victories, and points after the last turn (N-13-every-turn, N-13-points-last).
    pub(crate) fn check_victory(&mut self, log: &mut impl Recorder<Event>) {
        let fallen: Nations = self.order.iter().copied().filter(|nation| self.is_finished(*nation)).collect();
        for nation in fallen.iter() {
            self.drop_out(nation, log);
        }
        let verdict = self
            .automatic_victory()
            .or_else(|| (self.turn == self.last_turn()).then(|| self.victory_on_points()));
        if let Some((winners, reason)) = verdict {
            return self.end(winners, reason, log);
        }
        let paris = Area::capital(Nation::France);
        self.paris_held = self.controller(paris).filter(|nation| nation.is_coalition());
    }

    /// Whether a nation is to be eliminated: it controls no land, or has no Morale left (N-13-eliminated).
    fn is_finished(&self, nation: Nation) -> bool {
        let shares = || Area::lands().any(|land| self.stands_in(nation, land));
        let landless = self.domain(nation).is_empty() && !(self.rules.shared_lands_save && shares());
        landless || self.morale[nation.index()] == 0
    }

    /// A nation leaves the game with all it has (N-13-eliminated-effects).
    fn drop_out(&mut self, nation: Nation, log: &mut impl Recorder<Event>) {
        log.record(|| Event::Eliminated { who: self.party(nation) });
        for land in Area::lands() {
            self.take(nation, self.troops(nation, land), land);
        }
        for frigate in FrigateId::of(nation) {
            *self.frigate_mut(frigate) = Frigate::default();
        }
        let hand = self.hands[nation.index()];
        for card in hand.iter() {
            self.spend_card(nation, card, log);
        }
        self.money[nation.index()] = 0;
        self.points[nation.index()] = 0;
        self.order.retain(|other| *other != nation);
        self.leave_alliance(nation, log);
        for treaty in self.treaties.iter_mut().filter(|treaty| treaty.members.contains(nation)) {
            treaty.state = if treaty.state == Bond::Fading { Bond::Over } else { treaty.state };
        }
        self.captors[nation.index()] = None;
        for captor in self.captors.iter_mut().filter(|captor| **captor == Some(nation)) {
            *captor = None;
        }
    }

    /// Who has won because the other side is gone (N-13-napoleon-out, N-13-coalition-out).
    fn last_standing(&self) -> Option<(Nations, EndReason)> {
        if !self.order.contains(&Nation::France) {
            return Some((self.winners_of_coalition(), EndReason::NapoleonOut));
        }
        let alone = self.in_play() == Nations::from(Nation::France);
        alone.then(|| (self.in_play(), EndReason::CoalitionOut))
    }

    /// The nations that share a victory of the Coalition: those that met their objectives, or all in play if none did
    /// (N-13.1-winners).
    fn winners_of_coalition(&self) -> Nations {
        let coalition = self.in_play() & Nations::COALITION;
        let met: Nations = coalition.iter().filter(|nation| self.has_met_objective(*nation)).collect();
        if met.is_empty() { coalition } else { met }
    }

    /// Who has won automatically, and how: one nation of the Coalition before all of it, be it by Napoleon's elimination,
    /// and that before Napoleon (N-13.2-priority, N-13.2-priority-tie).
    fn automatic_victory(&self) -> Option<(Nations, EndReason)> {
        let lone: Nations = self.order.iter().copied().filter(|nation| self.wins_alone(*nation)).collect();
        if !lone.is_empty() {
            return Some((lone, EndReason::LoneStrategic));
        }
        if let Some(verdict) = self.last_standing() {
            return Some(verdict);
        }
        if let Some(reason) = self.coalition_victory() {
            return Some((self.winners_of_coalition(), reason));
        }
        self.french_victory().map(|reason| (Nation::France.into(), reason))
    }

    /// The nations with the most points (N-13.2.3-each-nation, N-13.2.3-tie).
    fn victory_on_points(&self) -> (Nations, EndReason) {
        let scores = self.scores();
        let best = self.order.iter().map(|nation| scores[nation.index()]).max();
        let winners = self.order.iter().filter(|nation| Some(scores[nation.index()]) == best);
        (winners.copied().collect(), EndReason::Points)
    }

    fn end(&mut self, winners: Nations, reason: EndReason, log: &mut impl Recorder<Event>) {
        let scores = self.scores();
        self.ended = Some(End { winners, reason, scores });
        for nation in self.in_play().iter() {
            if let Some(objective) = self.objectives[nation.index()] {
                let met = self.has_met_objective(nation);
                log.record(|| Event::ObjectiveShown { who: self.party(nation), objective, met });
            }
        }
        for nation in self.in_play().iter() {
            log.record(|| Event::Scored { who: self.party(nation), points: scores[nation.index()] });
        }
        log.record(|| Event::Ended { winners, reason });
        log.reveal();
    }

    /// The victory points of every nation; nothing for one that is out (N-13-eliminated-effects).
    pub(crate) fn scores(&self) -> [i16; NATIONS] {
        let mut scores = [0; NATIONS];
        for nation in self.order.iter().copied() {
            scores[nation.index()] = self.score(nation);
        }
        scores
    }

    /// How it ended: who plays a winning nation wins; his score is that of his best nation.
    pub(crate) fn result(&self) -> Option<Outcome> {
        let end = self.ended?;
        let mut scores = [i16::MIN; PLAYERS];
        for nation in Nation::all() {
            let score = &mut scores[self.seat(nation).index()];
            *score = (*score).max(end.scores[nation.index()]);
        }
        let winners: Seats = self.seats(end.winners);
        let scores = scores[..usize::from(self.players)].iter().map(|score| i32::from(*score)).collect();
        Some(Outcome { winners, reason: end.reason.key().into(), scores })
    }

    /// The level of Society that counts for a nation: that of its side (N-13.2-society-whose).
    pub fn society_of(&self, side: Side) -> u8 {
        self.society[side.index()]
    }
}
