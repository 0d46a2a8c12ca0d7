//! Elimination and victory. Rulebook 13.
//!
//! `conditions` holds the automatic victories (13.2.1, 13.2.2), `points` the count at the end (13.2.3) and the secret objectives
//! (13.1).

pub(crate) mod conditions;
pub(crate) mod points;

use engine::{Outcome, Recorder, Seats};
use serde::{Deserialize, Serialize};

use crate::areas::Area;
use crate::by::{ByNation, BySeat};
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::state::{Bond, Conquests, End, EndReason, Frigate, FrigateId};

pub(crate) use points::OBJECTIVE;

/// What counts as victory points besides what is on the map.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Feats {
    /// Combats won that count (N-11.3.3-vp).
    pub(crate) victories: ByNation<u8>,
    /// Successful Alliances initiated (N-9.5-successful).
    pub(crate) successes: ByNation<u8>,
}

impl Conquests {
    /// The last turn of the game (N-1-short, N-1-campaign).
    pub(crate) fn last_turn(&self) -> u8 {
        if self.rules.campaign { 6 } else { 3 }
    }

    /// Eliminations, automatic victories, and points after the last turn (N-13-every-turn, N-13-points-last).
    pub(crate) fn check_victory(&mut self, log: &mut Recorder<Event>) {
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
        self.control.paris_held = self.controller(paris).filter(|nation| nation.is_coalition());
    }

    /// Whether a nation is to be eliminated: it controls no land, or has no Morale left (N-13-eliminated).
    fn is_finished(&self, nation: Nation) -> bool {
        let shares = || Area::lands().any(|land| self.forces.stands_in(nation, land));
        let landless = self.domain(nation).is_empty() && !(self.rules.shared_lands_save && shares());
        landless || self.tracks.morale[nation] == 0
    }

    /// A nation leaves the game with all it has (N-13-eliminated-effects).
    fn drop_out(&mut self, nation: Nation, log: &mut Recorder<Event>) {
        log.record(|| Event::Eliminated { who: self.party(nation) });
        for land in Area::lands() {
            self.take(nation, self.forces.troops(nation, land), land);
        }
        for frigate in FrigateId::of(nation) {
            *self.forces.frigate_mut(frigate) = Frigate::default();
        }
        let hand = self.cards.hands[nation];
        for card in hand.iter() {
            self.spend_card(nation, card, log);
        }
        self.treasury.money[nation] = 0;
        self.treasury.points[nation] = 0;
        self.order.retain(|other| *other != nation);
        self.leave_alliance(nation, log);
        for treaty in self.treaties.list.iter_mut().filter(|treaty| treaty.members.contains(nation)) {
            treaty.state = if treaty.state == Bond::Fading { Bond::Over } else { treaty.state };
        }
        self.control.captors[nation] = None;
        for captor in self.control.captors.iter_mut().filter(|captor| **captor == Some(nation)) {
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
        let met: Nations =
            coalition.iter().filter(|nation| points::has_met_objective(self, *nation)).collect();
        if met.is_empty() { coalition } else { met }
    }

    /// Who has won automatically, and how: one nation of the Coalition before all of it, be it by Napoleon's elimination,
    /// and that before Napoleon (N-13.2-priority, N-13.2-priority-tie).
    fn automatic_victory(&self) -> Option<(Nations, EndReason)> {
        let lone: Nations =
            self.order.iter().copied().filter(|nation| conditions::wins_alone(self, *nation)).collect();
        if !lone.is_empty() {
            return Some((lone, EndReason::LoneStrategic));
        }
        if let Some(verdict) = self.last_standing() {
            return Some(verdict);
        }
        if let Some(reason) = conditions::coalition_victory(self) {
            return Some((self.winners_of_coalition(), reason));
        }
        conditions::french_victory(self).map(|reason| (Nation::France.into(), reason))
    }

    /// The nations with the most points (N-13.2.3-each-nation, N-13.2.3-tie).
    fn victory_on_points(&self) -> (Nations, EndReason) {
        let scores = self.scores();
        let best = self.order.iter().map(|nation| scores[*nation]).max();
        let winners = self.order.iter().filter(|nation| Some(scores[**nation]) == best);
        (winners.copied().collect(), EndReason::Points)
    }

    fn end(&mut self, winners: Nations, reason: EndReason, log: &mut Recorder<Event>) {
        let scores = self.scores();
        self.ended = Some(End { winners, reason, scores });
        for nation in self.in_play().iter() {
            if let Some(objective) = self.cards.objectives[nation] {
                let met = points::has_met_objective(self, nation);
                log.record(|| Event::ObjectiveShown { who: self.party(nation), objective, met });
            }
        }
        for nation in self.in_play().iter() {
            log.record(|| Event::Scored { who: self.party(nation), points: scores[nation] });
        }
        log.record(|| Event::Ended { winners, reason });
        log.reveal();
    }

    /// The victory points of every nation; nothing for one that is out (N-13-eliminated-effects).
    pub(crate) fn scores(&self) -> ByNation<i16> {
        let mut scores = ByNation::all(0);
        for nation in self.order.iter().copied() {
            scores[nation] = points::score(self, nation);
        }
        scores
    }
}

/// How it ended: who plays a winning nation wins; his score is that of his best nation.
pub(crate) fn outcome(game: &Conquests) -> Option<Outcome> {
    let end = game.ended?;
    let mut scores = BySeat::all(i16::MIN);
    for nation in Nation::all() {
        let score = &mut scores[game.seat(nation)];
        *score = (*score).max(end.scores[nation]);
    }
    let winners: Seats = game.seats(end.winners);
    let scores = scores.iter().take(game.players.into()).map(|score| i32::from(*score)).collect();
    Some(Outcome { winners, reason: end.reason.key().into(), scores })
}
