//! What somebody has to settle before anything else goes on: a unit to be placed, a unit to be named.

use engine::steps::Flow;
use engine::{Choice, Denied, Recorder, Target, rule};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::cards::Card;
use crate::event::Event;
use crate::gifts::gift;
use crate::military::Draft;
use crate::nations::Nation;
use crate::parley::separate;
use crate::questions::{Asked, Next, Question};
use crate::state::{Conquests, FrigateId};
use crate::troops::{Kind, Troops};
use crate::view::{choices, prompts};
use crate::{ages, explain, gifts, military};

/// Something that a nation has to settle first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Errand {
    /// A unit won on a track is placed in a land that the nation controls (N-8.3-unit-place).
    Place {
        /// Whose.
        nation: Nation,
        /// Of which kind.
        kind: Kind,
    },
    /// An encircled force loses units on its way out (N-11.4-encircled-losses).
    Shed {
        /// Who says which: its nation or, if Allies break out, who speaks for them.
        nation: Nation,
        /// Out of which land.
        from: Area,
        /// Where to.
        to: Area,
        /// How many.
        count: u8,
    },
    /// A unit of this arm becomes one of the Guard (N-15-old-guard-track, N-17.2.4-convert).
    Convert {
        /// Infantry or cavalry.
        arm: Kind,
    },
    /// A unit of a side is given up for want of Society (N-8.4-threshold-choice).
    GiveUp {
        /// Who chooses it.
        by: Nation,
        /// Of which kind.
        kind: Kind,
        /// Where the corps stands that it is part of.
        at: Option<Area>,
    },
    /// A unit that a card grants is placed (N-8.6.4-free-units).
    Gift {
        /// Whose.
        nation: Nation,
        /// Which card.
        card: Card,
        /// Which of the gifts of the card.
        number: u8,
    },
    /// Units are enlisted by a card (N-17.2.4-enlist-kinds).
    Enlist(Draft),
    /// A unit is named that a card destroys (N-17.2.4-lose-unit).
    Strike {
        /// Who names it.
        nation: Nation,
        /// Which card.
        card: Card,
    },
    /// England gives so much money to others, FG by FG (N-8.2-england).
    Subsidy {
        /// What is left of it.
        left: u8,
    },
    /// The troops of a frigate that goes down come ashore (N-11-cargo).
    Abandon {
        /// Which.
        frigate: FrigateId,
    },
}

impl Errand {
    /// Who settles it.
    pub(crate) fn nation(self) -> Nation {
        match self {
            Errand::Place { nation, .. }
            | Errand::Gift { nation, .. }
            | Errand::Strike { nation, .. }
            | Errand::Shed { nation, .. } => nation,
            Errand::Enlist(draft) => draft.nation,
            Errand::Convert { .. } => Nation::France,
            Errand::GiveUp { by, .. } => by,
            Errand::Subsidy { .. } => Nation::England,
            Errand::Abandon { frigate } => frigate.nation(),
        }
    }

    /// Whether it is settled only when no combat is being fought: what a track brings appears in a land that is controlled
    /// and not fought for, as the combat leaves it (N-8.3-unit-place).
    fn waits_for_peace(self) -> bool {
        matches!(self, Errand::Place { .. } | Errand::Convert { .. })
    }
}

/// An errand comes before whatever else is asked, if one is due.
pub(crate) fn first(
    step: impl Into<Question>,
    game: &mut Conquests,
    log: &mut Recorder<Event>,
) -> Option<Next> {
    game.drop_void_errands(log);
    game.errand().is_some().then(|| Flow::call(step, Due))
}

/// The errand that is due is settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Due;

impl Asked for Due {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        game.errand().map(|errand| errand.nation())
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        if let Some(errand) = game.errand() {
            game.list_errand(errand, out);
        }
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        let errand = *game.errand().ok_or_else(not_now)?;
        game.act_on_errand(errand, action, log)?;
        Ok(Flow::stay(self))
    }

    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        game.drop_void_errands(log);
        if game.errand().is_some() { None } else { Some(Flow::End) }
    }

    fn interrupted(self, _game: &mut Conquests, _log: &mut Recorder<Event>) -> Option<Next> {
        None
    }

    fn key(&self, game: &Conquests, _nation: Nation) -> &'static str {
        game.errand().map_or("errand", |errand| prompts::key_of_errand(errand))
    }

    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        game.errand().copied().map(prompts::question_of_errand).unwrap_or_default()
    }

    fn matter(&self, game: &Conquests) -> Cow<'static, str> {
        game.errand().map_or("an errand", |errand| prompts::matter_of_errand(errand)).into()
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        choices::priced(game, own, action)
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        explain::aimed(action, target)
    }
}

impl Conquests {
    /// Hands a nation an errand, unless there is nothing to settle; whether there is is seen when it is due.
    pub(crate) fn send(&mut self, errand: Errand, log: &mut Recorder<Event>) {
        match self.is_due(&errand) && self.is_void(&errand) {
            true => self.forgo(errand, log),
            false => self.errands.push(errand),
        }
    }

    /// The errand that has to be settled before anything else.
    #[inline]
    pub(crate) fn errand(&self) -> Option<&Errand> {
        self.errands.iter().find(|errand| self.is_due(errand))
    }

    fn is_due(&self, errand: &Errand) -> bool {
        self.battle.is_none() || !errand.waits_for_peace()
    }

    /// Where the errand that is due stands among those there are.
    fn due(&self) -> Option<usize> {
        self.errands.iter().position(|errand| self.is_due(errand))
    }

    /// Whether there is nothing to settle: the counter is gone, or the place.
    pub(crate) fn is_void(&self, errand: &Errand) -> bool {
        let mut answers = Vec::new();
        self.list_errand(errand, &mut answers);
        answers.is_empty()
    }

    /// What becomes of an errand that cannot be settled (N-3.1-contingent-empty, N-8.3-unit-nowhere).
    fn forgo(&mut self, errand: Errand, log: &mut Recorder<Event>) {
        match errand {
            Errand::Enlist(_)
            | Errand::Strike { .. }
            | Errand::Subsidy { .. }
            | Errand::Shed { .. }
            | Errand::GiveUp { .. } => {}
            Errand::Abandon { frigate } => self.sink(frigate, log),
            Errand::Place { .. } | Errand::Convert { .. } | Errand::Gift { .. } => {
                log.record(|| Event::Forfeited { who: self.party(errand.nation()) });
            }
        }
    }

    pub(crate) fn list_errand(&self, errand: &Errand, out: &mut Vec<Action>) {
        match *errand {
            Errand::Place { nation, kind } => {
                out.extend(self.rooms_for(nation, kind).iter().map(|at| Action::Place { kind, at }));
            }
            Errand::Shed { nation, from, .. } => separate::list_shedding(self, nation, from, out),
            Errand::Convert { arm } => {
                out.extend(self.convertible(arm).iter().map(|at| Action::Convert { kind: arm, at }));
            }
            Errand::GiveUp { by, kind, at } => ages::list_forfeits(self, by, kind, at, out),
            Errand::Gift { nation, card, number } => {
                let Some(gift) = gift(card, number) else { return };
                let places = gifts::gift_places(self, nation, gift.kind, gift.places);
                out.extend(places.iter().map(|at| Action::Place { kind: gift.kind, at }));
            }
            Errand::Enlist(draft) => military::list_enlistment(self, draft, out),
            Errand::Strike { card, .. } => gifts::list_strikes(self, card, out),
            Errand::Subsidy { .. } => out.extend(self.subsidised().iter().map(Action::Grant)),
            Errand::Abandon { frigate } => gifts::list_landings(self, frigate, out),
        }
    }

    pub(crate) fn act_on_errand(
        &mut self,
        errand: Errand,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let place = self.due().ok_or_else(not_now)?;
        let rest = self.settle(errand, action, log)?;
        match rest {
            Some(rest) => self.errands[place] = rest,
            None => {
                self.errands.remove(place);
            }
        }
        Ok(())
    }

    /// Settles an errand, or a part of it; what is left of it comes back.
    fn settle(
        &mut self,
        errand: Errand,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Option<Errand>, Denied> {
        match (errand, action) {
            (Errand::Place { nation, kind }, Action::Place { kind: placed, at }) if placed == kind => {
                if !self.rooms_for(nation, kind).contains(at) {
                    let why = "a unit won on a track appears in a land that you control";
                    return Err(Denied::new(rule!("N-8.3-unit-place"), why));
                }
                self.raise(nation, kind, at, log);
            }
            (Errand::Shed { .. }, Action::Lose { nation, kind }) => {
                return self.shed(errand, nation, kind, log);
            }
            (Errand::Convert { arm }, Action::Convert { kind, at }) if kind == arm => {
                if !self.convertible(arm).contains(at) {
                    let why = "a unit on the map, where no combat is pending, becomes one of the Guard";
                    return Err(Denied::new(rule!("N-17.2.4-convert"), why));
                }
                self.convert(arm, at, log);
            }
            (Errand::GiveUp { by, kind, at }, _) => self.give_up(by, (kind, at), action, log)?,
            (Errand::Gift { nation, card, number }, Action::Place { kind, at }) => {
                let gift = gift(card, number).filter(|gift| gift.kind == kind).ok_or_else(not_now)?;
                self.place_gift(nation, gift, at, log)?;
            }
            (Errand::Enlist(draft), action) => {
                return Ok(self.enlist_by_card(draft, action, log)?.map(Errand::Enlist));
            }
            (Errand::Strike { card, .. }, action) => self.strike(card, action, log)?,
            (Errand::Subsidy { left }, Action::Grant(nation)) => {
                if !self.subsidised().contains(nation) {
                    let why = "the money goes to other nations of the Coalition";
                    return Err(Denied::new(rule!("N-8.2-england"), why));
                }
                self.pay_out(nation, 1, log);
                return Ok((left > 1).then_some(Errand::Subsidy { left: left - 1 }));
            }
            (Errand::Abandon { frigate }, action) => {
                let more = self.abandon(frigate, action, log)?;
                if !more {
                    self.sink(frigate, log);
                }
                return Ok(more.then_some(errand));
            }
            _ => return Err(not_now()),
        }
        Ok(None)
    }

    /// Goes past errands that cannot be settled any longer.
    pub(crate) fn drop_void_errands(&mut self, log: &mut Recorder<Event>) {
        while let Some(place) = self.due().filter(|place| self.is_void(&self.errands[*place])) {
            let errand = self.errands.remove(place);
            self.forgo(errand, log);
        }
    }

    /// Where a unit won on a track can appear: nowhere if the Contingent has none (N-3.1-contingent-empty).
    fn rooms_for(&self, nation: Nation, kind: Kind) -> AreaSet {
        if self.forces.contingent(nation).count(kind) == 0 {
            return AreaSet::EMPTY;
        }
        self.domain(nation)
    }

    /// Where a French unit of an arm can become one of the Guard.
    pub(crate) fn convertible(&self, arm: Kind) -> AreaSet {
        let left = |guard: &Kind| self.forces.contingent(Nation::France).count(*guard) > 0;
        if arm.guard().filter(left).is_none() {
            return AreaSet::EMPTY;
        }
        let stands = |land: &Area| {
            self.forces.troops(Nation::France, *land).count(arm) > 0 && !self.control.is_disputed(*land)
        };
        Area::lands().filter(stands).collect()
    }

    /// Has a French unit become one of the Guard; the unit goes back to the Contingent (N-15-grognard-pool).
    pub(crate) fn convert(&mut self, arm: Kind, at: Area, log: &mut Recorder<Event>) {
        let guard = arm.guard().expect("infantry or cavalry");
        self.put(Nation::France, Troops::one(guard), at);
        self.take(Nation::France, Troops::one(arm), at);
        log.record(|| Event::Converted { arm, at });
    }
}
