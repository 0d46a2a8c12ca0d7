//! What comes of a choice: an attack, a reserve, a neutral that is roused; and how much of a border is used. Rulebook 4.2, 4.3.

use engine::{Effect, EffectKind, Text, Way};

use super::choices::Choices;
use crate::action::Action;
use crate::blocks::BlockId;
use crate::control::States;
use crate::event::{listed, space};
use crate::map::BorderKind;
use crate::movement::{Arrival, MARCH, SAIL, Step, halts};
use crate::places::{BorderId, Crossing, Link, Place};
use crate::state::Phase;
use crate::states::State;

fn plain(words: impl Into<Text>) -> Option<Effect> {
    Some(Effect::new(EffectKind::Plain, words))
}

/// Something that is hard to mend, and rarely wanted.
fn grave(words: &'static str) -> Option<Effect> {
    Some(Effect::new(EffectKind::Grave, words))
}

impl Choices<'_> {
    /// What comes of an action of a seat, where its label does not say it all.
    pub(super) fn effect(&self, action: Action) -> Option<Effect> {
        match action {
            Action::Group(_) => plain("then move any of its blocks"),
            Action::Levy(block) => plain(match self.strength(block) + 1 {
                1 => "to strength 1; it cannot move this turn",
                2 => "to strength 2; it cannot move this turn",
                3 => "to strength 3; it cannot move this turn",
                _ => "to strength 4; it cannot move this turn",
            }),
            Action::Build { block, .. } => plain(match block.least() {
                0 => "without guns at first; it cannot move this turn",
                _ => "with 1 step; it cannot move this turn",
            }),
            Action::Ship { .. } => plain("a fleet stays in every sea it crosses"),
            Action::Step { block, to } => {
                let link = self.place(block)?.link(to)?;
                Some(self.effect_of_step(block, self.step_of(block, link)?))
            }
            Action::Aid { block, to } => {
                let link = self.place(block)?.link(to)?;
                let effect = self.effect_of_step(block, self.step_of(block, link)?);
                Some(Effect { words: "joins the attackers as a reserve in round 2".into(), ..effect })
            }
            Action::Invade { block, to } => Some(self.effect_of_landing(block, to)),
            Action::Retreat { block, to } => self.effect_of_retreat(block, to),
            Action::Propose(_) => plain("put a proposal together; the other accepts, refuses or answers"),
            Action::Admit(_) => plain("its blocks may enter your regions"),
            Action::Bar(_) => plain("its blocks may not enter your regions"),
            Action::Ally => plain("you become allies"),
            Action::Surrender => grave("you are defeated on the terms you name"),
            Action::Break(_) => grave("your blocks fight where they stand together"),
            Action::Abandon(_) => grave("it turns neutral; blocks that stand together fight at once"),
            Action::Disband(_) => grave("it stays out of play until next Winter"),
            Action::Pursue { block, to } => {
                let (empire, fight) = (block.state(), self.fight.as_ref()?);
                let words: Text = match fight.pursuits.contains(&(empire, to)) {
                    true => "joins the pursuit; its HQ has spent the step".into(),
                    false => format!("the {} HQ spends a step", empire.adjective()).into(),
                };
                Some(Effect::new(EffectKind::Attack, words))
            }
            Action::Extend(_) => plain("its attackers need not retreat in the next round"),
            Action::Done if self.fight.is_none() && self.phase == Phase::Actions => {
                self.rules.solitaire.then(|| Effect::new(EffectKind::Plain, "what is left is lost"))
            }
            _ => None,
        }
    }

    /// The neutral states that are roused by a block that enters a place.
    pub(super) fn roused_by(&self, block: BlockId, to: Place) -> States {
        let arrival = self.arrival_at(&self.circle(self.seat), self.states_at(to), block.state(), to);
        arrival.map_or(States::NONE, |(_, rouses)| rouses)
    }

    /// A step that is legal, and what comes of it.
    pub(super) fn step_of(&self, block: BlockId, link: Link) -> Option<Step> {
        let there = self.states_at(link.to);
        let (arrival, rouses) =
            self.arrival_at(&self.circle(self.seat), there, block.state(), link.to).ok()?;
        let widens = arrival != Arrival::Quiet && self.unit(block).may_cross(link).ok()?;
        Some(Step { link, arrival, rouses, widens })
    }

    /// What comes of a step.
    pub(super) fn effect_of_step(&self, block: BlockId, step: Step) -> Effect {
        let link = step.link;
        let quiet = step.arrival == Arrival::Quiet;
        let from = self.place(block).filter(|_| !quiet);
        let way = from.and_then(|from| self.way(from, block, link));
        let (kind, words) = self.arriving(block, step);
        let mut words: Text = match way {
            Some(Way { used, most, .. }) => {
                let over = border(link.crossing);
                format!("{words} across {over}; {used} of {most} blocks have crossed").into()
            }
            None => words.into(),
        };
        if step.widens {
            words.to_mut().push_str("; uses your leader's event");
        }
        if !step.rouses.is_empty() {
            words = rousing(step.rouses, &words);
        }
        let kind = if quiet && !step.rouses.is_empty() { EffectKind::Neutral } else { kind };
        Effect { kind, words, way }
    }

    fn arriving(&self, block: BlockId, step: Step) -> (EffectKind, &'static str) {
        let marching = self.turn.march.filter(|march| march.block == block);
        let steps = marching.map_or(0, |march| march.steps) + 1;
        let fleet = block.is_fleet();
        match step.arrival {
            Arrival::Quiet if halts(step.link.crossing) && !fleet => {
                (EffectKind::Plain, "must stop behind that border")
            }
            Arrival::Quiet if steps >= if fleet { SAIL } else { MARCH } => {
                (EffectKind::Plain, "ends its move")
            }
            Arrival::Quiet => (EffectKind::Plain, "may go on"),
            Arrival::Attack => (EffectKind::Attack, "opens the main attack"),
            Arrival::Join { attacking: true } if self.is_main(step.link) => {
                (EffectKind::Attack, "joins the main attack")
            }
            Arrival::Join { attacking: true } => {
                (EffectKind::Reserve, "joins the attackers as a reserve in round 2")
            }
            Arrival::Join { attacking: false } => {
                (EffectKind::Reserve, "joins the defenders as a reserve in round 2")
            }
        }
    }

    pub(super) fn effect_of_landing(&self, block: BlockId, to: Place) -> Effect {
        let rouses = self.roused_by(block, to);
        let (kind, words) = match self.states_at(to).is_empty() || self.turn.landing.is_some() {
            true if self.is_embattled(to) => (EffectKind::Attack, "lands and attacks"),
            true if rouses.is_empty() => (EffectKind::Plain, "lands unopposed"),
            true => (EffectKind::Neutral, "lands unopposed"),
            false => (EffectKind::Attack, "lands and attacks"),
        };
        let words = if rouses.is_empty() { words.into() } else { rousing(rouses, words) };
        Effect::new(kind, words)
    }

    /// Whether a border is that of the main attack which this seat opened (A-4.31-first-border).
    fn is_main(&self, link: Link) -> bool {
        let opened = self.engagements.iter().find(|engagement| engagement.place == link.to);
        opened.is_some_and(|engagement| engagement.by == self.seat && engagement.main == Some(link.border))
    }

    /// How many blocks may cross a border into battle, and how many have this turn.
    fn way(&self, from: Place, block: BlockId, link: Link) -> Option<Way> {
        let (most, _) = self.limit(link.crossing, block.state() == State::Russia);
        let most = most.saturating_add(u8::from(self.turn.widened == Some(link.border)));
        let (used, _) = self.crossed(link.border);
        (most < u8::MAX).then(|| Way { from: space(from), used, most })
    }

    fn effect_of_retreat(&self, block: BlockId, to: Place) -> Option<Effect> {
        let fight = self.fight.as_ref()?;
        let Some(link) = fight.place.link(to) else { return plain("sails back to where it came from") };
        let (most, _) = self.limit(link.crossing, block.state() == State::Russia);
        let seat = self.melee(fight).decides(block);
        let used = self.choices(seat).gone_over(link.border);
        let way = (most < u8::MAX).then(|| Way { from: space(fight.place), used, most });
        let vacant = self.states_at(to).is_empty();
        let home = to.home().filter(|home| vacant && self.circle(seat).neutral.contains(*home));
        let roused: States = home.into_iter().collect();
        let over = border(link.crossing);
        let words: Text = match way {
            Some(_) => format!("leaves across {over}; {used} of {most} blocks have this round").into(),
            None => format!("leaves across {over}").into(),
        };
        let (kind, words) = match roused.is_empty() {
            true => (EffectKind::Plain, words),
            false => (EffectKind::Neutral, rousing(roused, &words)),
        };
        Some(Effect { kind, words, way })
    }

    /// How many blocks of a player have left the battle over a border this round.
    fn gone_over(&self, border: BorderId) -> u8 {
        let left = self.fight.iter().flat_map(|fight| &fight.left);
        left.filter(|(who, over)| (over.border, *who) == (border, self.seat)).map(|(_, over)| over.all).sum()
    }
}

fn rousing(states: States, words: &str) -> Text {
    let names = listed(states.iter().map(State::name));
    format!("{words}; neutral {names} will seek an ally against you").into()
}

/// A border in words.
pub(crate) fn border(crossing: Crossing) -> &'static str {
    match crossing {
        Crossing::Land(BorderKind::Clear) => "a clear border",
        Crossing::Land(BorderKind::River | BorderKind::RiverFrozen) => "a river",
        Crossing::Land(BorderKind::Forest) => "a forest border",
        Crossing::Land(BorderKind::Mountain) => "a mountain border",
        Crossing::Land(BorderKind::Marsh) => "a marsh",
        Crossing::Land(BorderKind::Strait) => "a strait",
        Crossing::Land(BorderKind::Narrow) => "a narrow border",
        Crossing::Land(BorderKind::Lake) => "a lake",
        Crossing::Coast { .. } => "the coast",
        Crossing::Sea | Crossing::Narrows(_) => "the sea",
    }
}
