//! What the worth of a position is made of, in words.

use std::borrow::Cow;

use engine::{Motive, Seat};

use super::account::Part;
use super::{Outlook, marched};
use crate::areas::Area;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;

/// What a nation's part of the account is called after "for".
fn words(part: Part) -> Option<&'static str> {
    Some(match part {
        Part::Lands => "the lands and seas it holds",
        Part::Capitals => return None,
        Part::Combats => "the combats to come",
        Part::Danger => "the safety of its forces",
        Part::Prospects => "what its forces can take next",
        Part::Army => "troops and corps",
        Part::Fleet => "frigates",
        Part::Money => "money in hand",
        Part::Points => "movement points",
        Part::Morale => "Morale",
        Part::Society => "the lead in Society",
        Part::Fame => "combats won and Alliances made",
        Part::Alliances => "Alliances",
        Part::Cards => "cards in hand",
        Part::Advisors => "what its advisors will bring",
        Part::Victory => "a victory before the last turn is over",
        Part::Objective => "the secret objective",
    })
}

/// What others cannot see of a nation.
const SECRET: [Part; 3] = [Part::Cards, Part::Advisors, Part::Objective];

/// What the worth of the position to a seat is made of, found with nothing but what it knows.
pub(crate) fn motives(game: &Conquests, seat: Seat) -> Vec<Motive> {
    if game.ended.is_some() {
        return Vec::new();
    }
    let own = game.nations(seat);
    let marched = marched(game);
    let outlook = Outlook::of(marched.as_ref().map_or(game, |(game, _)| game));
    let mut motives = outlook.capitals_of(own);
    for part in Part::all() {
        let worth = own.iter().map(|nation| outlook.account.part(nation, part)).sum();
        if let Some(words) = words(part) {
            motives.push(Motive { about: Cow::Borrowed(words), worth });
        }
    }
    motives.push(Motive { about: rivals(own).into(), worth: -outlook.best_rival(own) });
    motives
}

/// Whom the player of these nations holds back.
fn rivals(own: Nations) -> &'static str {
    if own.contains(Nation::France) { "holding the Coalition back" } else { "holding the others back" }
}

impl Outlook<'_> {
    /// Every capital that nations hold, by its name.
    fn capitals_of(&self, own: Nations) -> Vec<Motive> {
        let held = |land: &Area| {
            let holder = self.situation.present[*land].only()?;
            (own.contains(holder) && !self.game.control.is_disputed(*land)).then_some((*land, holder))
        };
        let capitals: Vec<Area> = Area::lands().filter(|land| land.is_capital()).collect();
        let hold = |(land, holder): (Area, Nation)| Motive {
            about: format!("the hold on {land}").into(),
            worth: Part::Capitals.weight() * self.yields(holder, land),
        };
        capitals.iter().filter_map(held).map(hold).collect()
    }

    /// What the foremost of all other nations counts for, as far as everybody can see.
    fn best_rival(&self, own: Nations) -> f32 {
        let open = |nation: Nation| {
            let parts = Part::all().filter(|part| !SECRET.contains(part));
            parts.map(|part| self.account.part(nation, part)).sum::<f32>()
        };
        let rivals = self.game.order.iter().copied().filter(|nation| !own.contains(*nation));
        rivals.map(open).reduce(f32::max).unwrap_or(0.0)
    }
}
