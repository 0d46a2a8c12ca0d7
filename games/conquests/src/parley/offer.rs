//! What every parley has in common: cards that are pledged, answers, and what is paid in the end. Rulebook 9.1, 9.3-9.5.

use engine::{Denied, Recorder, rule};

use super::{AUSTRIA, Matter, Parley, points_of};
use crate::action::Action;
use crate::cards::{Card, Cards};
use crate::event::Event;
use crate::nations::Nation;
use crate::parley::diplomacy;
use crate::state::{Bond, Conquests};

impl Parley {
    /// Points of Diplomacy that a nation still lacks to join.
    pub(crate) fn lacks(&self, game: &Conquests, nation: Nation) -> u8 {
        diplomacy::points_to_join(game, nation).saturating_sub(self.points[nation])
    }

    pub(super) fn list_pledges(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        out.extend(self.envoys(game, nation).iter().map(Action::Pledge));
    }

    /// Whether a nation can pledge a card: one of its own with a Diplomacy effect.
    pub(super) fn may_pledge(&self, game: &Conquests, nation: Nation, card: Card) -> Result<(), Denied> {
        if self.envoys(game, nation).contains(card) {
            return Ok(());
        }
        let rule = rule!("N-9.1-points");
        game.holds(nation, card, rule)?;
        Err(Denied::new(
            rule,
            match self.pledged.contains(card) {
                true => "that card is pledged already",
                false => "that card has no Diplomacy effect",
            },
        ))
    }

    /// Whether a nation has to agree to what it is to pay: whoever plays the initiator has agreed to it.
    pub(super) fn is_another(&self, game: &Conquests, nation: Nation) -> bool {
        game.seat(nation) != game.seat(self.initiator)
    }

    /// Whether this card is the last that a nation has to pledge.
    pub(crate) fn settles(&self, game: &Conquests, nation: Nation, card: Card) -> bool {
        let lacks = match (self.matter, self.offered) {
            (Matter::Alliance, true) => self.lacks(game, nation),
            _ => self.draft_lacks(game),
        };
        let goes_on = self.offered && nation == AUSTRIA && !self.needy(game).is_empty();
        points_of(nation, card) >= lacks && !goes_on
    }

    pub(super) fn agree(&mut self, game: &Conquests, nation: Nation, log: &mut Recorder<Event>) {
        self.answered.insert(nation);
        log.record(|| Event::Agreed { who: game.party(nation) });
    }

    /// One who refuses neither joins nor pays.
    pub(super) fn decline(&mut self, game: &Conquests, nation: Nation, log: &mut Recorder<Event>) {
        self.strike_out(game, nation);
        self.answered.insert(nation);
        log.record(|| Event::Declined { who: game.party(nation) });
    }

    pub(super) fn strike_out(&mut self, game: &Conquests, nation: Nation) {
        self.pledged = self.pledged - self.pledges(game, nation);
        self.points[nation] = 0;
        self.shares[nation] = 0;
        if self.matter == Matter::Alliance {
            self.members.remove(nation);
        }
    }

    pub(crate) fn conclude_forcing(&self, game: &mut Conquests, log: &mut Recorder<Event>) -> bool {
        self.settle_parley(game, log);
        game.make_treaty(self.initiator, self.members, Bond::Fresh, log);
        true
    }

    /// Shares go to the Bank, pledged cards are discarded.
    pub(super) fn settle_parley(&self, game: &mut Conquests, log: &mut Recorder<Event>) {
        for nation in Nation::all() {
            let share = self.shares[nation];
            if share > 0 {
                game.fine(nation, share, log);
            }
            let pledges: Cards = self.pledges(game, nation);
            for card in pledges.iter() {
                game.spend_card(nation, card, log);
                log.record(|| Event::Discarded { who: game.party(nation), card });
            }
        }
    }
}
