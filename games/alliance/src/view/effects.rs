//! What comes of a choice: an attack, a reserve, a neutral that is roused; and how much of a border is used. Rulebook 4.2, 4.3.

use engine::{Effect, Seat, Text, Way};

use crate::action::Action;
use crate::blocks::BlockId;
use crate::event::space;
use crate::map::BorderKind;
use crate::movement::{Arrival, Step, halts};
use crate::places::{BorderId, Crossing, Link, Place};
use crate::state::Alliance;
use crate::states::State;

fn plain(words: impl Into<Text>) -> Option<Effect> {
    Some(Effect { kind: "plain", words: words.into(), way: None })
}

/// Something that players agree on, by what it does: it is shown with others of its kind.
fn agreed(kind: &'static str, words: &'static str) -> Option<Effect> {
    Some(Effect { kind, words: words.into(), way: None })
}

/// Something that is rarely done.
fn grave(words: &'static str) -> Option<Effect> {
    Some(Effect { kind: "grave", words: words.into(), way: None })
}

impl Alliance {
    /// What comes of an action of a seat, where its label does not say it all.
    pub(super) fn effect(&self, seat: Seat, action: Action) -> Option<Effect> {
        match action {
            Action::Group(_) | Action::Levy(_) | Action::Build { .. } | Action::Ship { .. } => {
                plain("costs 1 action point, or 1 gold")
            }
            Action::Step { block, to } => self.effect_of_step(seat, block, to),
            Action::Aid { block, to } => self
                .effect_of_step(seat, block, to)
                .map(|effect| Effect { words: "joins the attack as a reserve, in round 2".into(), ..effect }),
            Action::Invade { block, to } => {
                let there = self.lay(seat).at(to);
                let (kind, words) = match there.is_empty() {
                    true => ("neutral", "lands unopposed; costs 1 action point, or 1 gold"),
                    false => ("attack", "lands and attacks; costs 1 action point, or 1 gold"),
                };
                let neutral = self.roused_by(seat, to).map(|state| rousing(state, words));
                let words = neutral.unwrap_or_else(|| words.into());
                self.leads(seat, block).then_some(Effect { kind, words, way: None })
            }
            Action::Retreat { block, to } => self.effect_of_retreat(block, to),
            Action::Propose(_) => agreed("treaty", "you put it together, and he accepts, refuses or answers"),
            Action::Admit(_) | Action::Bar(_) => agreed("treaty", "whether he may enter your regions"),
            Action::Grant(_) => agreed("give", "part of the proposal"),
            Action::Claim(_) => agreed("ask", "part of the proposal"),
            Action::Ally => agreed("terms", "you are allied from then on"),
            Action::Surrender => agreed("terms", "a defeat, on the terms you name"),
            Action::Break(_) => grave("your blocks that stand together fight"),
            Action::Abandon(_) => grave("it is with nobody then; blocks that stand together fight at once"),
            _ => None,
        }
    }

    /// The neutral state whose land it is to enter a place.
    fn roused_by(&self, seat: Seat, to: Place) -> Option<State> {
        let lay = self.lay(seat);
        let there = lay.at(to);
        let owner = if there.is_empty() { to.home() } else { there.iter().next() };
        owner.filter(|state| lay.circle.neutral.contains(*state))
    }

    fn effect_of_step(&self, seat: Seat, block: BlockId, to: Place) -> Option<Effect> {
        let from = self.place(block)?;
        let link = from.link(to)?;
        let step = self.may_step(&self.lay(seat), block, link).ok()?;
        let (kind, words) = self.arriving(seat, block, step);
        let words = match step.rouses.iter().next() {
            Some(state) => rousing(state, &words),
            None => words,
        };
        let kind = if !step.rouses.is_empty() && step.arrival == Arrival::Quiet { "neutral" } else { kind };
        let way = (step.arrival != Arrival::Quiet).then(|| self.way(from, block, link)).flatten();
        let words = match step.widens {
            true => format!("{words}; uses your leader's event").into(),
            false => words,
        };
        Some(Effect { kind, words, way })
    }

    fn arriving(&self, seat: Seat, block: BlockId, step: Step) -> (&'static str, Text) {
        match step.arrival {
            Arrival::Quiet if halts(step.link.crossing) && !block.is_fleet() => {
                ("plain", "must stop there".into())
            }
            Arrival::Quiet => ("plain", "may go on from there".into()),
            Arrival::Attack => ("attack", "attacks: this is the main attack".into()),
            Arrival::Join { attacking: true } if self.is_main(seat, step.link) => {
                ("attack", "joins the main attack".into())
            }
            Arrival::Join { attacking: true } => {
                ("reserve", "joins the attack as a reserve, in round 2".into())
            }
            Arrival::Join { attacking: false } => {
                ("reserve", "joins the defence as a reserve, in round 2".into())
            }
        }
    }

    /// Whether a border is that of the main attack which this seat opened (A-4.31-first-border).
    fn is_main(&self, seat: Seat, link: Link) -> bool {
        let opened = self.engagements.iter().find(|engagement| engagement.place == link.to);
        opened.is_some_and(|engagement| engagement.by == seat && engagement.main == Some(link.border))
    }

    /// How many blocks may cross a border into battle, and how many have this turn.
    fn way(&self, from: Place, block: BlockId, link: Link) -> Option<Way> {
        let (most, _) = self.limit(link.crossing, block.state() == State::Russia);
        let crossed = self.turn.crossed.iter().find(|crossed| crossed.border == link.border);
        let used = crossed.map_or(0, |crossed| crossed.all);
        (most < u8::MAX).then(|| Way { from: space(from), used, most })
    }

    fn effect_of_retreat(&self, block: BlockId, to: Place) -> Option<Effect> {
        let fight = self.fight.as_ref()?;
        let link = fight.place.link(to)?;
        let (most, _) = self.limit(link.crossing, block.state() == State::Russia);
        let seat = self.decides(fight, block);
        let used = self.gone_over(link.border, seat);
        let way = (most < u8::MAX).then(|| Way { from: space(fight.place), used, most });
        let roused = self.roused_by(seat, to).filter(|_| self.lay(seat).at(to).is_empty());
        let words = match roused {
            Some(state) => rousing(state, "leaves the battle"),
            None => format!("leaves the battle over {}", border(link.crossing)).into(),
        };
        let kind = if roused.is_some() { "neutral" } else { "plain" };
        Some(Effect { kind, words, way })
    }

    /// How many blocks of a player have left the battle over a border this round.
    fn gone_over(&self, border: BorderId, seat: Seat) -> u8 {
        let left = self.fight.iter().flat_map(|fight| &fight.left);
        left.filter(|(who, over)| (over.border, *who) == (border, seat)).map(|(_, over)| over.all).sum()
    }
}

fn rousing(state: State, words: &str) -> Text {
    format!("{words}; neutral {state} will find an ally against you").into()
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
