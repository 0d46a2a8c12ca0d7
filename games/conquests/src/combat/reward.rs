//! The card that a victor may play. Rulebook 9.1, 11.3.1.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, Verb, rule};
use serde::{Deserialize, Serialize};

use super::Battle;
use crate::action::{Action, not_now};
use crate::cards::Card;
use crate::combat::Cheer;
use crate::effects::Domain;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::play;
use crate::questions::{Asked, Next};
use crate::state::Conquests;
use crate::view::choices;

/// What a victor gets for a point of Diplomacy, in movement points (N-9.1-mp).
pub(crate) const MP_PER_POINT: u8 = 2;

/// It is said which of the victors plays a card (N-11.5-initiator).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WhoPlays;

impl Asked for WhoPlays {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        Some(game.fighting().victor(game))
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        out.extend(game.fighting().card_players(game).iter().map(Action::Choose));
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        _log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        match action {
            Action::Done => Ok(Flow::goto(Cheer)),
            Action::Choose(nation) if game.fighting().card_players(game).contains(nation) => {
                Ok(Flow::goto(Reward { nation }))
            }
            Action::Choose(_) => {
                Err(Denied::new(rule!("N-11.5-initiator"), "a victor that holds a card may play it"))
            }
            _ => Err(not_now()),
        }
    }

    fn settle(self, game: &mut Conquests, _log: &mut Recorder<Event>) -> Option<Next> {
        let players = game.fighting().card_players(game);
        match players.only() {
            _ if players.is_empty() => Some(Flow::goto(Cheer)),
            Some(nation) => Some(Flow::goto(Reward { nation })),
            None => None,
        }
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "who-plays"
    }

    fn question(&self, _game: &Conquests, _nation: Nation) -> String {
        "Which of the victors plays a card?".to_owned()
    }

    fn choice(&self, _game: &Conquests, _own: Nation, action: Action) -> Choice {
        match action {
            Action::Choose(nation) => choices::chosen(nation),
            _ => Choice::button(Verb::Pass, "Play no card"),
        }
    }
}

/// He plays it, or none (N-11.3.1-card-kinds).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Reward {
    pub(crate) nation: Nation,
}

impl Asked for Reward {
    fn decider(&self, _game: &Conquests) -> Option<Nation> {
        Some(self.nation)
    }

    fn list(&self, game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
        game.list_rewards(nation, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        game.take_reward(nation, action, log)?;
        Ok(Flow::goto(Cheer))
    }

    fn settle(self, _game: &mut Conquests, _log: &mut Recorder<Event>) -> Option<Next> {
        None
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "reward"
    }

    fn question(&self, _game: &Conquests, _nation: Nation) -> String {
        "You have won: play a card?".to_owned()
    }

    fn choice(&self, game: &Conquests, _own: Nation, action: Action) -> Choice {
        let (card, domain, on) = match action {
            Action::Done => return Choice::button(Verb::Pass, "Play no card"),
            Action::Reward { card, domain, on } => (card, domain, on),
            _ => return choices::card_played(game, action),
        };
        let label = match on {
            Some(nation) => format!("Play {card} for {domain} on {nation}"),
            None => format!("Play {card} for {domain}"),
        };
        let choice = choices::on_card(Verb::Play, card, label);
        match (domain, on, card.tab(domain)) {
            (Domain::Diplomacy, ..) => {
                choices::with_words(choice, format!("{} MP", MP_PER_POINT * card.points()))
            }
            (_, Some(nation), Some(tab)) => choices::with_words(choice, tab.played_on(nation)),
            (_, None, Some(tab)) => choices::with_words(choice, tab.played()),
            (.., None) => choice,
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        let card = choices::card_at(target)?;
        match action {
            Action::Reward { domain, on, .. } => Some(Action::Reward { card, domain, on }),
            Action::Subsidise(_) => Some(Action::Subsidise(card)),
            _ => None,
        }
    }

    fn openly_forced(&self, _game: &Conquests) -> bool {
        false
    }
}

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
        log: &mut Recorder<Event>,
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
        self.victors().iter().filter(|nation| !game.cards.hands[*nation].is_empty()).collect()
    }
}
