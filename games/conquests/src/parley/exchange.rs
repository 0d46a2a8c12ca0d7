//! A card between new Allies. Rulebook 5, 9.2.

use engine::{Denied, Recorder, Seat, rule};

use crate::action::{Action, not_now};
use crate::cards::Card;
use crate::event::Event;
use crate::hidden::alike;
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, Phase};

impl Conquests {
    /// Who may give or show a card: a nation with new Allies that it has not served yet (N-9.2-card).
    pub(crate) fn exchanger(&self, place: u8, served: Nations) -> Option<Nation> {
        let nation = self.order[usize::from(place)];
        let open = self.new_allies(nation) - served;
        (!open.is_empty() && !self.cards.hands[nation].is_empty()).then_some(nation)
    }

    /// The Allies of a nation in an Alliance made this turn.
    fn new_allies(&self, nation: Nation) -> Nations {
        let bond = self.treaties.bond(nation).filter(|treaty| treaty.made == self.turn);
        bond.map_or(Nations::NONE, |treaty| treaty.members.without(nation))
    }

    /// The next nation may give or show cards; after the last, former Allies part.
    pub(crate) fn exchange_after(&mut self, place: u8, log: &mut Recorder<Event>) {
        if usize::from(place) + 1 < self.order.len() {
            self.phase = Phase::Exchange { place: place + 1, served: Nations::NONE };
        } else {
            self.begin_separation(log);
        }
    }

    pub(crate) fn list_exchange(&self, nation: Nation, served: Nations, out: &mut Vec<Action>) {
        for to in (self.new_allies(nation) - served).iter() {
            for card in self.cards.hands[nation].iter() {
                out.push(Action::Give { card, to });
                if self.seat(to) != self.seat(nation) {
                    out.push(Action::Show { card, to });
                }
            }
        }
        out.push(Action::Done);
    }

    pub(crate) fn exchange(
        &mut self,
        nation: Nation,
        place: u8,
        served: Nations,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let served = match action {
            Action::Give { card, to } => {
                self.may_serve(nation, served, card, to)?;
                self.give(nation, card, to, log);
                served.with(to)
            }
            Action::Show { card, to } => {
                self.may_serve(nation, served, card, to)?;
                if self.seat(to) == self.seat(nation) {
                    return Err(Denied::new(rule!("N-9.2-card"), "you play that nation, too"));
                }
                let seat = self.seat(to);
                self.cards.known[seat].insert(card);
                log.record(|| Event::Showed { who: self.party(nation), to: self.party(to), card });
                served.with(to)
            }
            Action::Done => Nations::ALL,
            _ => return Err(not_now()),
        };
        if matches!(action, Action::Give { .. } | Action::Show { .. }) {
            log.reveal();
        }
        self.phase = Phase::Exchange { place, served };
        Ok(())
    }

    /// Whether a nation can give or show a new Ally a card: one to each (N-9.2-card).
    fn may_serve(&self, nation: Nation, served: Nations, card: Card, to: Nation) -> Result<(), Denied> {
        let rule = rule!("N-9.2-card");
        if !self.new_allies(nation).contains(to) {
            return Err(Denied::new(rule, "cards go to those with whom you have made an Alliance this turn"));
        }
        if served.contains(to) {
            return Err(Denied::new(rule, "each Ally gets or sees one card"));
        }
        self.holds(nation, card, rule)
    }

    /// A card changes hands. Others see its back only: who knew some of the giver's cards with such a back cannot tell any
    /// more where they are, unless it was the only one.
    fn give(&mut self, nation: Nation, card: Card, to: Nation, log: &mut Recorder<Event>) {
        let alike = self.cards.hands[nation] & alike(card);
        let parties = [self.seat(nation), self.seat(to)];
        for (seat, known) in (0..).map(Seat).zip(&mut self.cards.known) {
            if parties.contains(&seat) {
                known.insert(card);
            } else if alike.len() > 1 {
                *known = *known - alike;
            }
        }
        self.cards.hands[nation].remove(card);
        self.cards.hands[to].insert(card);
        log.record(|| Event::Gave { who: self.party(nation), to: self.party(to), card });
    }
}
