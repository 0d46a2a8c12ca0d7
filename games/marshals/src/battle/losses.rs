//! Which losses are disrupted. Rulebook "Applying All the Losses".

use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, Gauge, Prompt, Recorder, Seat, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use super::Sort;
use crate::action::Action;
use crate::boxes;
use crate::calendar::Poor;
use crate::combat::Role;
use crate::combat::losses::{self, Fate, Tolls, disrupted, place, usual};
use crate::event::Event;
use crate::forces::{Arm, Factors};
use crate::ids::NationId;
use crate::map::MAP;
use crate::questions::Question;
use crate::state::{Engagement, Marshals};
use crate::view::waiting;
use crate::wording::words;

/// A side sorts its losses: half of those on the combat table are disrupted, and it chooses which (M-combat-43).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Placing {
    pub(super) role: Role,
}

impl Engagement<'_> {
    /// What a side has lost.
    pub(super) fn tolls(self, role: Role) -> Tolls {
        let clash = self.clash();
        losses::tolls(&clash.before[role], &clash.fallen[role], &clash.now[role])
    }
}

/// What becomes of a side's losses on the combat table: inside a fort, or surrounded and gone, all are casualties.
fn fate(game: &Marshals, role: Role) -> Fate {
    let clash = game.clash();
    let retreats = clash.verdict.is_some_and(|verdict| verdict.retreat);
    let gone = clash.now[role].iter().all(|stack| stack.all().is_empty());
    let lost_all = role == Role::Defender && clash.surrounded && (retreats || gone);
    let inside = role == Role::Defender && game.fray().sort == Sort::Assault;
    if lost_all || inside { Fate::Casualties } else { Fate::Halved }
}

impl Placing {
    fn chosen(self, game: &Marshals, tolls: &Tolls) -> Vec<Factors> {
        let mut chosen = game.clash().disrupted[self.role].clone();
        chosen.resize(tolls.len(), Factors::NONE);
        chosen
    }

    /// What can be laid into the box besides what is there.
    fn items(self, game: &Marshals) -> Vec<(NationId, Arm)> {
        let tolls = game.engagement().tolls(self.role);
        let chosen = self.chosen(game, &tolls);
        let mut items = Vec::new();
        for (toll, chosen) in tolls.iter().zip(&chosen) {
            for (arm, _) in (toll.melee - *chosen).arms().filter(|(arm, _)| *arm != Arm::Cossack) {
                items.push((toll.nation, arm));
            }
        }
        items
    }

    fn left(self, game: &Marshals) -> u16 {
        let tolls = game.engagement().tolls(self.role);
        let chosen: u16 = self.chosen(game, &tolls).iter().map(|factors| factors.total()).sum();
        disrupted(&tolls, fate(game, self.role)) - chosen
    }

    /// Whether there is nothing to choose: then all is laid where it belongs.
    pub(super) fn settled(self, game: &mut Marshals, log: &mut Recorder<Event>) -> bool {
        let left = self.left(game);
        let items = self.items(game);
        if left > 0 && items.len() > 1 {
            return false;
        }
        self.finish(game, log);
        true
    }

    /// What is chosen so far, filled up in the usual way.
    fn filled(self, game: &Marshals, tolls: &Tolls) -> Vec<Factors> {
        let mut chosen = self.chosen(game, tolls);
        let mut left = self.left(game);
        let rest: Tolls = tolls
            .iter()
            .zip(&chosen)
            .map(|(toll, taken)| losses::Toll { melee: toll.melee - *taken, ..*toll })
            .collect();
        let order = usual(tolls, fate(game, self.role));
        if chosen.iter().all(|factors| factors.is_empty()) {
            return order.into_iter().collect();
        }
        for arm in [Arm::Artillery, Arm::Cavalry, Arm::Infantry] {
            for (rest, chosen) in rest.iter().zip(&mut chosen) {
                let more = u16::from(rest.melee[arm]).min(left);
                *chosen += Factors::of(arm, more as u8);
                left -= more;
            }
        }
        chosen
    }

    fn finish(self, game: &mut Marshals, log: &mut Recorder<Event>) {
        let tolls = game.engagement().tolls(self.role);
        let (target, fate) = (game.fray().target, fate(game, self.role));
        let chosen = self.filled(game, &tolls);
        let sorted = place(&tolls, fate, &chosen).expect("as many are chosen as are due");
        for lot in sorted {
            game.lose(lot.nation, target, lot.disrupted, boxes::Fate::Disrupted);
            let fate = fate_of_the_dead(game, lot.nation);
            game.lose(lot.nation, target, lot.casualties, fate);
            let (disrupted, casualties) = (lot.disrupted.total() as u8, lot.casualties.total() as u8);
            log.record(|| Event::Lost { nation: lot.nation, disrupted, casualties });
        }
        let clash = game.clash_mut();
        (clash.disrupted[self.role], clash.sorted[self.role]) = (chosen, true);
    }
}

/// Casualties in poor weather of the north in an enemy nation cannot be replaced (M-terrain-12).
fn fate_of_the_dead(game: &Marshals, nation: NationId) -> boxes::Fate {
    let target = game.fray().target;
    let northern = game.date.weather(MAP.weather(target)) == Poor::Everywhere && MAP.is_remote(target);
    let hostile = game.home(target).is_some_and(|home| game.are_enemies(home, nation));
    if northern && hostile { boxes::Fate::Unbuilt } else { boxes::Fate::Casualty }
}

impl OneOf for Placing {
    type Game = Marshals;
    type Item = Option<(NationId, Arm)>;

    fn decider(&self, game: &Marshals) -> Seat {
        game.engagement().captain(self.role)
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Option<(NationId, Arm)>> {
        std::iter::once(None).chain(self.items(game).into_iter().map(Some))
    }

    fn action(&self, item: Option<(NationId, Arm)>) -> Action {
        item.map_or(Action::Usual, |(nation, arm)| Action::Disrupt { nation, arm })
    }

    fn chosen(
        self,
        game: &mut Marshals,
        item: Option<(NationId, Arm)>,
        log: &mut Recorder<Event>,
    ) -> Flow<Question> {
        if let Some((nation, arm)) = item {
            let tolls = game.engagement().tolls(self.role);
            let mut chosen = Placing::chosen(self, game, &tolls);
            let place = tolls.iter().position(|toll| toll.nation == nation).expect("it was listed");
            chosen[place] += Factors::of(arm, 1);
            game.clash_mut().disrupted[self.role] = chosen;
            if !self.settled(game, log) {
                return Flow::stay(self);
            }
        } else {
            self.finish(game, log);
        }
        Flow::End
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        Prompt {
            gauges: vec![Gauge::new("factors to disrupt", self.left(game))],
            ..Prompt::new(
                "losses",
                "Choose which of your losses are disrupted only; the others are casualties.",
            )
        }
    }

    fn show(&self, _game: &Marshals, item: Option<(NationId, Arm)>) -> Choice {
        match item {
            Some((nation, arm)) => {
                Choice::button(Verb::Keep, format!("Count {arm} of {} as disrupted", nation.name()))
            }
            None => Choice::button(Verb::Done, "Sort the losses as usual, guns and horse first"),
        }
    }

    fn insist(&self, game: &Marshals) -> Denied {
        let why = words!("{} of the losses are disrupted: choose them first.", self.left(game));
        Denied::new(rule!("M-combat-43"), why)
    }
}
