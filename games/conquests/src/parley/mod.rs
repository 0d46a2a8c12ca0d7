//! Making and cancelling Alliances, cards between Allies, parting. Rulebook 8.5, 8.7, 9.
//!
//! `diplomacy` says what an advisor in the Diplomacy zone or the holder of Stockholm can begin. It is settled between the nations
//! by the questions of `draft`, `join`, `help` and `objection`, with what these share in `offer`. `bonds` keeps the record, and
//! `exchange` and `separate` are phase 4.
//!
//! A parley costs nothing until it is concluded: cards and money that are pledged stay where they are, and nobody sees which
//! cards they are (N-9.3-fail-free, N-3.6-hidden).

mod bonds;
pub(crate) mod diplomacy;
mod draft;
mod exchange;
mod help;
mod join;
mod objection;
mod offer;
pub(crate) mod separate;

use engine::steps::Flow;
use engine::{Choice, Currency, Recorder, Target, Verb};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::by::ByNation;
use crate::cards::{Card, Cards};
use crate::effects::Domain;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::{Next, Question};
use crate::state::{Bond, Conquests, Phase, Step};
use crate::tables::{Zone, prices};
use crate::view::choices;

pub(crate) use diplomacy::STOCKHOLM;
pub(crate) use draft::Draft;
pub(crate) use help::Help;
pub(crate) use join::Join;
pub(crate) use objection::Object;

/// A proposal about an Alliance that is being settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Parley {
    /// Who has begun it.
    pub(crate) initiator: Nation,
    pub(crate) matter: Matter,
    /// Who is to be in the Alliance, or is in the one to be cancelled. Those who refuse are struck off.
    pub(crate) members: Nations,
    /// What each nation is to pay, in FG.
    pub(crate) shares: ByNation<u8>,
    /// Points of Diplomacy pledged for each nation to join or, where they all count together, by each.
    pub(crate) points: ByNation<u8>,
    /// The cards pledged, all of them still in hand.
    pub(crate) pledged: Cards,
    /// A pledged card of Austria's with a point left for another nation (N-9.3-austria-others).
    pub(crate) spare: Option<Card>,
    /// Whose share the initiator has set.
    pub(crate) set: Nations,
    /// The offer is before the others.
    pub(crate) offered: bool,
    /// Who has answered it.
    pub(crate) answered: Nations,
}

/// Whose advisors in Diplomacy have had their say about an Alliance made through Stockholm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Objections {
    /// They have already cancelled one (N-8.5-stockholm-cancel).
    pub(crate) reacted: Nations,
    /// They have objected to one in vain: they can only buy a card (N-9.3-fail-free).
    pub(crate) objected: Nations,
}

/// What a parley is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Matter {
    /// An Alliance of the Coalition (9.3).
    Alliance,
    /// A Forced Alliance (9.4).
    Force,
    /// The end of an Alliance (9.5).
    Cancel,
    /// Whether an Alliance made through Stockholm is cancelled at once, by the advisor on this space of Diplomacy or a later
    /// one (N-8.5-stockholm-cancel).
    Objection(u8),
}

const AUSTRIA: Nation = Nation::Austria;

/// Points of Diplomacy that a Forced Alliance takes, or a nation to leave one (N-9.4-price, N-9.3-from-forced).
pub(crate) const FORCED_POINTS: u8 = 3;

/// Points of Diplomacy that the Coalition needs to cancel a Forced Alliance (N-9.5-coalition).
const FREEING_POINTS: u8 = 2;

impl Parley {
    pub(crate) fn new(initiator: Nation, matter: Matter, members: Nations) -> Parley {
        Parley {
            initiator,
            matter,
            members,
            shares: ByNation::all(0),
            points: ByNation::all(0),
            pledged: Cards::EMPTY,
            spare: None,
            set: Nations::NONE,
            offered: false,
            answered: Nations::NONE,
        }
    }

    /// What it costs in all (N-9.3-cost, N-9.4-price, N-9.5-napoleon, N-9.5-coalition).
    pub(crate) fn price(&self) -> u8 {
        match (self.matter, self.initiator) {
            (Matter::Alliance, _) => prices().alliance * self.members.len(),
            (Matter::Force, _) => prices().forced_alliance,
            (_, Nation::France) => prices().cancel_by_napoleon * self.members.len(),
            _ => prices().cancel_by_coalition,
        }
    }

    /// Points of Diplomacy that are still missing where they all count together.
    pub(crate) fn points_missing(&self) -> u8 {
        let needed = match (self.matter, self.initiator) {
            (Matter::Force, _) => FORCED_POINTS,
            (_, Nation::France) => self.members.len(),
            _ => FREEING_POINTS,
        };
        needed.saturating_sub(self.points.iter().sum())
    }
}

/// Another card in the place of one that can be pledged.
fn pledging(action: Action, target: &Target) -> Option<Action> {
    match action {
        Action::Pledge(_) => choices::card_at(target).map(Action::Pledge),
        _ => None,
    }
}

/// What a card counts for a nation that makes or cancels an Alliance with it (N-9.1-points).
pub(crate) fn points_of(nation: Nation, card: Card) -> u8 {
    match nation {
        Nation::France | Nation::Austria => card.points(),
        _ => card.points().min(1),
    }
}

/// The most points that so many cards can be worth to a nation: what everybody can tell.
fn most_points(nation: Nation, cards: usize) -> u8 {
    let each = if matches!(nation, Nation::France | Nation::Austria) { 2 } else { 1 };
    (each * cards).min(usize::from(u8::MAX)) as u8
}

impl Conquests {
    /// The proposal that is being settled.
    pub(crate) fn parleying(&self) -> Parley {
        self.parley.expect("an Alliance is being settled")
    }

    /// All have spoken: what comes of it.
    fn conclude_parley(&mut self, log: &mut Recorder<Event>) -> Next {
        let parley = self.parleying();
        self.parley = None;
        let done = match parley.matter {
            Matter::Objection(_) => {
                self.confirm_treaties();
                self.phase = Phase::Powers(3);
                return Flow::End;
            }
            Matter::Alliance => parley.conclude_alliance(self, log),
            Matter::Force => parley.conclude_forcing(self, log),
            Matter::Cancel => parley.conclude_cancelling(self, log),
        };
        if !done {
            log.record(|| Event::CameToNothing { who: self.party(parley.initiator) });
        }
        match self.phase {
            Phase::Resolve(Zone::Diplomacy, space, _) => parley.after_diplomacy(self, done, space),
            _ => parley.after_stockholm(self, done),
        }
        self.parley.map_or(Flow::End, |next| Flow::Goto(next.asks()))
    }

    /// An objection has come to nothing: it was this advisor's action, and the next one is asked
    /// (N-8.5-stockholm-cancel, N-9.3-fail-free).
    fn fail_to_object(&mut self, nation: Nation) {
        self.objections.objected.insert(nation);
        let own = |space: &u8| self.council.advisor(Zone::Diplomacy, *space) == Some(nation);
        match (0..Zone::Diplomacy.spaces()).find(own) {
            Some(space) => self.open_to_objection(space + 1),
            None => self.phase = Phase::Powers(3),
        }
    }

    /// Those with an advisor in Diplomacy from a space on are asked about the Alliance just made.
    fn open_to_objection(&mut self, space: u8) {
        let fresh = self.treaties.list.iter().find(|treaty| treaty.state == Bond::Fresh);
        if let Some(treaty) = fresh {
            self.parley = Some(Parley::new(treaty.initiator, Matter::Objection(space), treaty.members));
        }
    }

    /// Alliances that nobody has cancelled are successful (N-9.5-successful).
    fn confirm_treaties(&mut self) {
        for number in 0..self.treaties.list.len() {
            self.confirm_treaty(number);
        }
    }

    /// The Diplomacy zone is over: what has been made holds, and its consequences follow.
    pub(crate) fn begin_implementation(&mut self, _log: &mut Recorder<Event>) {
        self.confirm_treaties();
        self.objections = Objections::default();
        self.phase = Phase::Exchange { place: 0, served: Nations::NONE };
    }
}

impl Parley {
    /// The cards that a nation has pledged.
    pub(crate) fn pledges(&self, game: &Conquests, nation: Nation) -> Cards {
        self.pledged & game.cards.hands[nation]
    }

    /// The cards of a nation that can still be pledged.
    pub(super) fn envoys(&self, game: &Conquests, nation: Nation) -> Cards {
        (game.cards.hands[nation] & Card::with_tab(Domain::Diplomacy)) - self.pledged
    }

    /// The cards in a nation's hand that are not pledged: what everybody can tell.
    pub(super) fn cards_left(&self, game: &Conquests, nation: Nation) -> usize {
        (game.cards.hands[nation] - self.pledged).len()
    }

    /// What is asked about it now.
    pub(crate) fn asks(&self) -> Question {
        match self.matter {
            Matter::Objection(_) => Object.into(),
            _ if !self.offered => Draft.into(),
            Matter::Alliance => Join.into(),
            Matter::Force | Matter::Cancel => Help.into(),
        }
    }

    /// "England pays 3 FG, Prussia 1".
    pub(super) fn shares_in_words(&self) -> String {
        let shares = Nation::all().zip(self.shares).filter(|(_, share)| *share > 0);
        let shares = shares.zip(0..).map(|((nation, share), nth)| match nth {
            0 => format!("{nation} pays {share} FG"),
            _ => format!("{nation} {share}"),
        });
        shares.collect::<Vec<_>>().join(", ")
    }

    /// What everybody can tell of it.
    pub(super) fn hearsay(&self) -> String {
        let (initiator, members) = (self.initiator, self.members);
        let shares = self.shares_in_words();
        match self.matter {
            Matter::Alliance => format!("{initiator} offers an Alliance of {members}; {shares}"),
            Matter::Force => format!("{initiator} forces {}", members.without(initiator)),
            Matter::Cancel => format!("{initiator} would cancel the Alliance of {members}; {shares}"),
            Matter::Objection(_) => format!("whether the Alliance of {members} is cancelled at once"),
        }
    }

    /// How an answer shows: the last card that is needed agrees.
    pub(super) fn choice_of_answer(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        match action {
            Action::Pledge(card) if self.settles(game, own, card) => {
                let label = format!("Agree and discard {card}");
                self.costing_share(own, choices::on_card(Verb::Discard, card, label))
            }
            Action::Pledge(card) => {
                choices::on_card(Verb::Discard, card, format!("Discard {card} for its Diplomacy"))
            }
            Action::Accept => self.costing_share(own, Choice::button(Verb::Accept, "Agree")),
            _ => Choice::button(Verb::Refuse, "Refuse"),
        }
    }

    /// A choice that costs a nation its share.
    pub(super) fn costing_share(&self, own: Nation, choice: Choice) -> Choice {
        match self.shares[own] {
            0 => choice,
            share => choice.costing(share.into(), Currency::Fg),
        }
    }

    /// An advisor in Diplomacy has made his attempt: if it came to nothing he can still buy a card (N-9.3-fail-free), and
    /// Napoleon can cancel more Alliances (N-9.5-napoleon).
    pub(super) fn after_diplomacy(&self, game: &mut Conquests, done: bool, space: u8) {
        let more = self.matter == Matter::Cancel && self.initiator == Nation::France;
        match (done, more) {
            (false, _) => game.phase = Phase::Resolve(Zone::Diplomacy, space, Step::Tried),
            (true, true) => game.phase = Phase::Resolve(Zone::Diplomacy, space, Step::Cancelled),
            (true, false) => game.end_advisor(Zone::Diplomacy, space),
        }
    }

    /// What is made through Stockholm can be cancelled at once, and only then (N-8.5-stockholm-cancel).
    pub(super) fn after_stockholm(&self, game: &mut Conquests, done: bool) {
        match (self.matter, done) {
            (Matter::Cancel, false) => game.fail_to_object(self.initiator),
            (Matter::Cancel, true) => {
                game.objections.reacted.insert(self.initiator);
                game.phase = Phase::Powers(3);
            }
            (_, true) => game.open_to_objection(0),
            (_, false) => game.phase = Phase::Powers(3),
        }
    }
}
