//! Effects of cards in plain words, for faces, choices and the log.

use std::fmt::Display;
use std::sync::LazyLock;

use crate::areas::{Area, AreaSet};
use crate::effects::{Condition, Effect, Gift, Ground, Main, Military, Peek, Role, Tab, Target};
use crate::nations::{Nation, Nations};
use crate::troops::{Kind, Troops};

/// Whom an effect hits, before it is said which.
const ONE_NATION: &str = "one nation of the Coalition";

impl Tab {
    /// What it does: "2 infantry in Holland, or 6 MP".
    pub fn describe(&self) -> String {
        let what = match &self.effect {
            Effect::Money(amount) => self.change(*amount, "FG"),
            Effect::Morale(levels) => self.change(*levels, "Morale"),
            Effect::Society(levels) => self.change(*levels, "Society"),
            Effect::Diplomacy { points, peek } => {
                let plural = if *points == 1 { "" } else { "s" };
                let instead = match peek {
                    None => "",
                    Some(Peek::Hand) => ", or a look at Napoleon's hand",
                    Some(Peek::Objective) => ", or a look at the secret objective of one nation",
                };
                format!("{points} point{plural} of Diplomacy{instead}")
            }
            Effect::Military(military) => military.describe(),
        };
        if self.by == Nations::ALL { what } else { format!("{} only: {what}", self.by) }
    }

    /// What it does when it is played, not discarded for an Alliance and not used for what it offers instead.
    pub fn played(&self) -> String {
        match &self.effect {
            Effect::Diplomacy { peek: Some(Peek::Hand), .. } => "a look at Napoleon's hand".to_owned(),
            Effect::Military(military) => military.main_in_words(),
            _ => self.describe(),
        }
    }

    /// What it does to the nation that is named with it: "England loses 2 FG".
    pub fn played_on(&self, nation: Nation) -> String {
        match (&self.effect, self.target) {
            (Effect::Diplomacy { peek: Some(Peek::Objective), .. }, _) => {
                format!("a look at the secret objective of {nation}")
            }
            (_, Some(Target::OneCoalition)) => self.played().replace(ONE_NATION, nation.name()),
            _ => self.played(),
        }
    }

    fn change(&self, amount: i8, what: &str) -> String {
        let amount = format!("{} {what}", amount.unsigned_abs());
        match self.target {
            None => amount,
            Some(Target::OneCoalition) => format!("{ONE_NATION} loses {amount}"),
            Some(Target::Coalition) => format!("the Coalition loses {amount}"),
            Some(Target::Nation(nation)) => format!("{nation} loses {amount}"),
        }
    }
}

impl Military {
    /// What it does, and when.
    pub fn describe(&self) -> String {
        let mut choices = vec![self.main_in_words()];
        choices.extend(self.or_mp.map(|mp| format!("{mp} MP")));
        choices.extend(self.or_guard.map(|(kind, count)| guard(kind, count)));
        let choices = choices.join(", or ");
        if self.is_combat() { format!("in combat{}: {choices}", self.cond.describe()) } else { choices }
    }

    /// What it does first of all, with its price: "2 SP".
    pub fn main_in_words(&self) -> String {
        let what = match &self.main {
            Main::Mp(mp) => format!("{mp} MP"),
            Main::Units(gifts) => units(gifts),
            Main::Enlist(kinds) => {
                let kinds = kinds.kinds().map(|kind| format!("1 {kind}"));
                format!("enlist {}", joined(kinds, "and"))
            }
            Main::Guard { kind, count } => guard(*kind, *count),
            Main::Lose { kinds, nations, places, count } => {
                let nations = joined(nations.iter(), "or");
                let kinds = joined(kinds.kinds(), "or");
                let plural = if kinds.ends_with("frigate") && *count > 1 { "s" } else { "" };
                format!("{nations} loses {count} {kinds}{plural}{}", within(places))
            }
            Main::Strength(sp) => format!("{sp} SP"),
            Main::Division { above } => format!("Division, with a Morale above {above}"),
            Main::RetreatBefore => "the defender retreats before it begins".to_owned(),
            Main::PushBack => "the attacker is sent back".to_owned(),
        };
        let prices = [(self.cost, "FG"), (self.cost_mp, "MP")].into_iter().filter(|(price, _)| *price > 0);
        let prices: Vec<String> = prices.map(|(price, what)| format!("{price} {what}")).collect();
        if prices.is_empty() { what } else { format!("{what} for {}", prices.join(" and ")) }
    }
}

impl Condition {
    /// " at sea", " as attacker in Italy": what comes after "in combat".
    fn describe(&self) -> String {
        let mut words = String::new();
        match self.battle {
            Some(Ground::Land) => {}
            Some(Ground::Sea) => words += " at sea",
            None if self.places.is_some() => {}
            None => words += " on land or at sea",
        }
        match self.role {
            None => {}
            Some(Role::Attacker) => words += " as attacker",
            Some(Role::Defender) => words += " as defender",
        }
        if !self.against.is_empty() {
            words += &format!(" against {}", joined(self.against.iter(), "or"));
        }
        words += &within(&self.places);
        if self.own_home {
            words += " at home";
        }
        if self.allied {
            words += " beside an Ally";
        }
        if !self.with.is_empty() {
            words += &format!(" with {}", joined(self.with.kinds(), "and"));
        }
        words
    }
}

fn guard(kind: Kind, count: u8) -> String {
    let become_ = if count == 1 { "becomes" } else { "become" };
    format!("{count} {kind} {become_} Guard")
}

/// "1 infantry and 1 cavalry in Italy".
fn units(gifts: &[Gift]) -> String {
    let some =
        |gift: &Gift| std::iter::repeat_n(gift.kind, gift.count.into()).collect::<Troops>().to_string();
    match gifts {
        [first, rest @ ..] if rest.iter().all(|gift| gift.places == first.places) => {
            format!("{}{}", joined(gifts.iter().map(some), "and"), within(&first.places))
        }
        _ => joined(gifts.iter().map(|gift| format!("{}{}", some(gift), within(&gift.places))), "and"),
    }
}

/// " in Italy or Switzerland"; nothing, if no places are named.
fn within(places: &Option<AreaSet>) -> String {
    places.as_ref().map_or(String::new(), |places| format!(" in {}", joined(names(places), "or")))
}

/// What people call the regions that cards and objectives speak of.
const REGIONS: [(&str, &str); 18] = [
    ("france", "French lands"),
    ("england", "English lands"),
    ("great_britain", "Great Britain"),
    ("prussia", "Prussian lands"),
    ("austria", "Austrian lands"),
    ("russia", "Russian lands"),
    ("germany", "Germany"),
    ("italy", "Italy"),
    ("iberia", "Spain or Portugal"),
    ("spain", "Spain"),
    ("portugal", "Portugal"),
    ("sweden", "Swedish lands"),
    ("ottoman", "Ottoman lands"),
    ("atlantic", "the Atlantic"),
    ("mediterranean", "the Mediterranean"),
    ("channel", "the Channel"),
    ("north_sea", "the North Sea"),
    ("baltic", "the Baltic"),
];

static NAMED: LazyLock<Vec<(AreaSet, &str)>> = LazyLock::new(|| {
    let set = |id: &str| Area::listed(&[format!("@{id}")]).expect("the map has all these regions");
    let mut named: Vec<(AreaSet, &str)> = REGIONS.into_iter().map(|(id, name)| (set(id), name)).collect();
    named.sort_by_key(|(areas, _)| std::cmp::Reverse(areas.len()));
    named
});

/// The fewest names for these places: regions that lie in them as a whole, then the rest one by one.
fn names(places: &AreaSet) -> Vec<String> {
    let mut rest = *places;
    let mut names = Vec::new();
    for (region, name) in NAMED.iter() {
        if region.is_within(&rest) {
            rest.subtract(region);
            names.push((*name).to_owned());
        }
    }
    names.extend(rest.iter().map(|area| area.to_string()));
    names
}

/// "a, b or c".
fn joined<T: Display>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., end] => format!("{} {last} {end}", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::effects::Domain;

    fn told(number: u8, domain: Domain) -> String {
        Card::numbered(number).unwrap().tab(domain).unwrap().describe()
    }

    #[test]
    fn plain_numbers_are_told() {
        assert_eq!(told(3, Domain::Finance), "1 FG");
        assert_eq!(told(77, Domain::Morale), "one nation of the Coalition loses 2 Morale");
        assert_eq!(told(77, Domain::Society), "the Coalition loses 1 Society");
        assert_eq!(told(110, Domain::Finance), "France loses 2 FG");
        assert_eq!(told(16, Domain::Diplomacy), "2 points of Diplomacy");
        assert_eq!(told(17, Domain::Diplomacy), "1 point of Diplomacy, or a look at Napoleon's hand");
    }

    #[test]
    fn military_effects_are_told() {
        let told = |number| told(number, Domain::Military);
        assert_eq!(told(7), "5 MP");
        assert_eq!(told(187), "2 infantry in Belgium or Holland, or 5 MP");
        assert_eq!(told(17), "Russia only: 1 cavalry in Russian lands");
        assert_eq!(told(223), "1 infantry, 1 cavalry and 1 cannon in Germany or Poland for 2 MP");
        assert_eq!(told(89), "enlist 1 infantry, 1 cavalry and 1 cannon for 11 FG");
        assert_eq!(told(93), "1 infantry becomes Guard");
        assert_eq!(told(60), "England or Russia loses 1 infantry in Belgium or Holland");
        assert_eq!(told(25), "England loses 1 frigate in the Channel or the North Sea");
    }

    #[test]
    fn combat_effects_are_told() {
        let told = |number| told(number, Domain::Military);
        assert_eq!(told(8), "in combat as attacker in Italy: 2 SP");
        assert_eq!(told(61), "in combat against Austria or Russia in Italy, Germany or Switzerland: 2 SP");
        assert_eq!(told(72), "in combat in Italy: 2 SP, or 1 infantry becomes Guard");
        assert_eq!(told(32), "in combat at sea: 1 SP, or 4 MP");
        assert_eq!(told(13), "in combat: Division, with a Morale above 8");
        assert_eq!(told(236), "in combat on land or at sea: the defender retreats before it begins, or 6 MP");
    }

    #[test]
    fn places_are_told_by_the_fewest_names() {
        let told = |ids: &[&str]| {
            let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
            within(&Some(Area::listed(&ids).unwrap()))
        };
        assert_eq!(told(&["@spain", "@portugal"]), " in Spain or Portugal");
        assert_eq!(told(&["@atlantic", "@channel"]), " in the Atlantic");
        assert_eq!(told(&["rome", "tuscany"]), " in Tuscany or the Papal States");
        assert_eq!(
            told(&["bay_of_biscay", "cape_finisterre"]),
            " in the Bay of Biscay or the waters off Cape Finisterre"
        );
    }
}
