//! The card that a victor may play. Rulebook 9.1, 11.3.1.

use engine::{Denied, Recorder, rule};

use super::{Battle, Stage, Verdict};
use crate::action::{Action, not_now};
use crate::cards::Card;
use crate::effects::{Domain, Role};
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::play;
use crate::state::Conquests;

/// What a victor gets for a point of Diplomacy, in movement points (N-9.1-mp).
pub(crate) const MP_PER_POINT: u8 = 2;

impl Conquests {
    pub(super) fn list_rewards(&self, nation: Nation, out: &mut Vec<Action>) {
        for domain in [Domain::Finance, Domain::Society] {
            let first = out.len();
            play::list_plays(self, nation, domain, out);
            for way in &mut out[first..] {
                *way = reward(*way, domain);
            }
        }
        let notes = self.cards.hands[nation] & Card::with_tab(Domain::Diplomacy);
        let note = |card| Action::Reward { card, domain: Domain::Diplomacy, on: None };
        out.extend(notes.iter().filter(|card| self.may_ride(nation, *card).is_ok()).map(note));
        out.push(Action::Done);
    }

    /// Whether a nation can turn the points of Diplomacy of a card into movement points (N-9.1-mp).
    fn may_ride(&self, nation: Nation, card: Card) -> Result<u8, Denied> {
        self.holds(nation, card, rule!("N-3.6-when"))?;
        match card.tab(Domain::Diplomacy).filter(|tab| tab.by.contains(nation)) {
            Some(_) => Ok(card.points()),
            None => Err(Denied::new(rule!("N-3.6-three-tabs"), "the card has no such effect for you")),
        }
    }

    pub(super) fn take_reward(
        &mut self,
        nation: Nation,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::Done => {}
            Action::Subsidise(_) => self.play(nation, Domain::Finance, action, log)?,
            Action::Reward { card, domain: Domain::Diplomacy, on: None } => {
                let points = self.may_ride(nation, card)?;
                self.spend_card(nation, card, log);
                log.record(|| Event::Played { who: self.party(nation), card, domain: Domain::Diplomacy });
                self.grant_points(nation, MP_PER_POINT * points, log);
            }
            Action::Reward { card, domain: domain @ (Domain::Finance | Domain::Society), on } => {
                let way = on.map_or(Action::Play(card), |nation| Action::PlayOn { card, nation });
                self.play(nation, domain, way, log)?;
            }
            Action::Reward { .. } => {
                let why = "a victor plays a card for Society, Finance or Diplomacy only";
                return Err(Denied::new(rule!("N-11.3.1-card-kinds"), why));
            }
            _ => return Err(not_now()),
        }
        self.turn_to(Stage::Cheer);
        Ok(())
    }
}

/// A play with an advisor's leave as a victor makes it: he says for which effect.
fn reward(way: Action, domain: Domain) -> Action {
    match way {
        Action::Play(card) => Action::Reward { card, domain, on: None },
        Action::PlayOn { card, nation } => Action::Reward { card, domain, on: Some(nation) },
        other => other,
    }
}

impl Battle {
    /// The victors that may play a card: those that hold one.
    pub(super) fn card_players(&self, game: &Conquests) -> Nations {
        let victors = self.verdict.map_or(Nations::NONE, |verdict| self.side(verdict.victor()));
        victors.iter().filter(|nation| !game.cards.hands[*nation].is_empty()).collect()
    }

    /// Which of the victors plays a card (N-11.5-initiator).
    pub(super) fn ask_for_card(&self, game: &mut Conquests) {
        let players = self.card_players(game);
        match players.only() {
            _ if players.is_empty() => game.turn_to(Stage::Cheer),
            Some(nation) => game.turn_to(Stage::Reward(nation)),
            None => {
                let victor = self.verdict.map_or(Role::Attacker, Verdict::victor);
                game.wait_for(self.leader_of(game, victor));
            }
        }
    }

    pub(super) fn choose_card_player(&self, game: &mut Conquests, action: Action) -> Result<(), Denied> {
        match action {
            Action::Done => game.turn_to(Stage::Cheer),
            Action::Choose(nation) if self.card_players(game).contains(nation) => {
                game.turn_to(Stage::Reward(nation));
            }
            Action::Choose(_) => {
                return Err(Denied::new(rule!("N-11.5-initiator"), "a victor that holds a card may play it"));
            }
            _ => return Err(not_now()),
        }
        Ok(())
    }
}
