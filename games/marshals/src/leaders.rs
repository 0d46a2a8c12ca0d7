//! The leaders and admirals, as `data/leaders.toml` has them. Rulebook: Leaders, Admirals.

use std::sync::LazyLock;

use atlas::topology::Id;
use serde::Deserialize;

use crate::calendar::Date;
use crate::ids::{LeaderId, NationId};
use crate::spelling::printed;

/// What a leader commands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// A national military leader.
    National,
    /// An army commander.
    Army,
    /// A marshal or corps commander.
    Corps,
    /// An admiral.
    Admiral,
}

atlas::id! {
    /// A man, who may have several counters.
    pub struct PersonId(u8);
}

/// A counter of a leader.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    /// What the data know it by.
    pub key: &'static str,
    /// What stands on it.
    pub name: &'static str,
    /// Whom he serves.
    pub nation: NationId,
    /// The man.
    pub person: PersonId,
    /// His initiative, from 1 to 6.
    pub initiative: u8,
    /// His combat value as printed.
    pub combat: u8,
    /// His movement as printed.
    pub movement: u8,
    /// How loyal he is to Napoleon, if he serves him.
    pub loyalty: Option<u8>,
    /// Whether he leads cavalry.
    pub is_cavalry: bool,
    /// Whether he is a commander in general and no man of history.
    pub is_generic: bool,
    /// Whether he comes with his nation's Army Reform, and not before `from`.
    pub by_reform: bool,
    /// The first turn in which he can be in play.
    pub from: Date,
    /// The last.
    pub until: Date,
    rank: Rank,
    nml_from: Option<Date>,
}

impl Leader {
    /// His rank, which can rise with the years (M-lead-57).
    pub fn rank(&self, date: Date) -> Rank {
        if self.nml_from.is_some_and(|from| date >= from) { Rank::National } else { self.rank }
    }

    /// Whether he leads ships.
    pub fn is_admiral(&self) -> bool {
        self.rank == Rank::Admiral
    }

    /// Whether history has him in play.
    pub fn is_available(&self, date: Date) -> bool {
        (self.from..=self.until).contains(&date)
    }
}

/// Every counter, in the order of its number.
static LEADERS: LazyLock<Vec<Leader>> =
    LazyLock::new(|| read(include_str!("../data/leaders.toml")).unwrap_or_else(|error| panic!("{error}")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    nation: NationId,
    rank: Rank,
    initiative: u8,
    combat: u8,
    movement: u8,
    loyalty: Option<u8>,
    #[serde(default)]
    cavalry: bool,
    #[serde(default)]
    generic: bool,
    #[serde(default)]
    reform: bool,
    person: Option<String>,
    from: Date,
    until: Date,
    nml: Option<Date>,
}

fn read(text: &str) -> Result<Vec<Leader>, String> {
    #[derive(Deserialize)]
    struct File {
        leader: Vec<Line>,
    }
    let file: File = engine::data::read(text).map_err(|error| format!("the leaders: {error}"))?;
    let mut people: Vec<String> = Vec::new();
    let mut leaders: Vec<Leader> = Vec::with_capacity(file.leader.len());
    for line in file.leader {
        let name = &line.name;
        let ratings = [Some(line.initiative), Some(line.combat), Some(line.movement), line.loyalty];
        if ratings.into_iter().flatten().any(|rating| !(1..=6).contains(&rating)) {
            return Err(format!("{name} has a rating that is not from 1 to 6"));
        }
        if line.from > line.until {
            return Err(format!("{name} goes before he comes"));
        }
        if leaders.iter().any(|other| other.key == *name) {
            return Err(format!("{name} stands twice among the leaders"));
        }
        let person = line.person.as_ref().unwrap_or(name);
        let known = people.iter().position(|other| other == person);
        let person = known.unwrap_or_else(|| {
            people.push(person.clone());
            people.len() - 1
        });
        let key: &'static str = line.name.leak();
        leaders.push(Leader {
            key,
            name: printed(key),
            nation: line.nation,
            person: PersonId::from_index(person),
            initiative: line.initiative,
            combat: line.combat,
            movement: line.movement,
            loyalty: line.loyalty,
            is_cavalry: line.cavalry,
            is_generic: line.generic,
            by_reform: line.reform,
            from: line.from,
            until: line.until,
            rank: line.rank,
            nml_from: line.nml,
        });
    }
    Ok(leaders)
}

impl LeaderId {
    /// Every counter.
    pub fn all() -> impl DoubleEndedIterator<Item = LeaderId> {
        (0..LEADERS.len()).map(LeaderId::from_index)
    }

    /// What stands on it.
    pub fn get(self) -> &'static Leader {
        &LEADERS[self.index()]
    }

    /// "Masséna".
    pub fn name(self) -> &'static str {
        self.get().name
    }

    /// What the data know him by: "Massena (army)".
    pub fn key(self) -> &'static str {
        self.get().key
    }

    /// The counter of this name.
    pub fn find(name: &str) -> Option<LeaderId> {
        LeaderId::all().find(|leader| leader.key() == name)
    }

    /// All counters of the same man, this one too.
    pub fn versions(self) -> impl Iterator<Item = LeaderId> {
        let person = self.get().person;
        LeaderId::all().filter(move |leader| leader.get().person == person)
    }
}

engine::by_name!(LeaderId, "leader", LeaderId::key);

#[cfg(test)]
mod tests {
    use super::*;

    fn leader(name: &str) -> &'static Leader {
        LeaderId::find(name).unwrap_or_else(|| panic!("{name} leads")).get()
    }

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn chiefs(nation: &str, turn: &str) -> Vec<&'static str> {
        let nation = NationId::find(nation).unwrap();
        let is = |leader: &&Leader| {
            leader.nation == nation
                && leader.is_available(date(turn))
                && leader.rank(date(turn)) == Rank::National
        };
        LeaderId::all().map(LeaderId::get).filter(is).map(|leader| leader.key).collect()
    }

    // proves M-units-8
    #[test]
    fn ratings_run_from_1_to_6_and_frenchmen_have_loyalty() {
        for leader in LeaderId::all().map(LeaderId::get) {
            let ratings = [leader.initiative, leader.combat, leader.movement];
            assert!(ratings.iter().all(|rating| (1..=6).contains(rating)), "{}", leader.key);
            let is_french = leader.nation == NationId::FRANCE;
            assert!(is_french || leader.loyalty.is_none(), "{}", leader.key);
            assert!(!is_french || leader.is_admiral() || leader.loyalty.is_some(), "{}", leader.key);
        }
        assert_eq!(LeaderId::all().count(), 208);
    }

    #[test]
    fn ratings_that_the_rulebook_gives() {
        let combat = |names: &[&str], value| names.iter().all(|name| leader(name).combat == value);
        assert!(combat(&["Napoleon (early)", "Davout", "Lannes", "Bagration"], 5));
        assert!(combat(&["Ney"], 2) && combat(&["Charles"], 3) && leader("John").combat > 2);
        assert!(leader("Davout").initiative >= 3);
        let admirals = [("Nelson", 4, 6), ("Collingwood", 4, 3), ("Mediterranean", 3, 2), ("Armada", 1, 1)];
        for (name, initiative, combat) in admirals {
            assert_eq!((leader(name).initiative, leader(name).combat), (initiative, combat), "{name}");
        }
        assert!(leader("Murat").is_cavalry && !leader("Ney").is_cavalry);
    }

    // proves M-lead-3, M-lead-5
    #[test]
    fn napoleon_leads_france_and_wellington_britain_from_1812() {
        for turn in Date::all() {
            let french = chiefs("France", &turn.to_string());
            assert!(french.len() == 1 && french[0].starts_with("Napoleon"), "{turn}: {french:?}");
            let british: &[&str] = if turn >= date("1812 Jan-Feb 1") { &["Wellington"] } else { &[] };
            assert_eq!(chiefs("Britain", &turn.to_string()), british, "{turn}");
        }
    }

    // proves M-lead-4
    #[test]
    fn kutuzov_leads_russia_twice_and_de_tolly_after_him() {
        let who = |turn| chiefs("Russia", turn);
        assert_eq!((who("1805 Jan-Feb 1"), who("1811 Nov-Dec 6")), (vec!["Kutuzov"], vec!["Kutuzov"]));
        assert!(who("1812 Jan-Feb 1").is_empty() && who("1812 Jul-Aug 5").is_empty());
        assert_eq!(who("1812 Jul-Aug 6"), ["Kutuzov (1812)"]);
        assert_eq!(who("1813 Mar-Apr 6"), ["Kutuzov (1812)"]);
        assert!(who("1813 May-Jun 1").is_empty() && who("1813 Nov-Dec 6").is_empty());
        assert_eq!(who("1814 Jan-Feb 1"), ["DeTolly"]);
        assert_eq!(leader("DeTolly").rank(date("1812 Jan-Feb 1")), Rank::Army);
    }

    #[test]
    fn charles_and_blucher_come_with_reform() {
        let reformed: Vec<_> = LeaderId::all().map(LeaderId::get).filter(|leader| leader.by_reform).collect();
        let names: Vec<_> = reformed.iter().map(|leader| (leader.key, leader.nation)).collect();
        assert_eq!(names, [("Charles (reformed)", NationId::AUSTRIA), ("Blucher (army)", NationId::PRUSSIA)]);
        assert!(reformed.iter().all(|leader| leader.rank(Date::LAST) == Rank::National));
        assert_eq!(leader("Charles").rank(Date::LAST), Rank::Army);
    }

    #[test]
    fn counters_of_one_man_belong_together() {
        let versions = |name| Vec::from_iter(LeaderId::find(name).unwrap().versions().map(LeaderId::key));
        assert_eq!(versions("Napoleon (late)"), ["Napoleon (early)", "Napoleon (late)"]);
        assert_eq!(versions("Wellington"), ["Wellesley", "Wellington"]);
        assert_eq!(versions("Kutuzov"), ["Kutuzov", "Kutuzov (1812)"]);
        assert_eq!(versions("Bernadotte (Coalition)"), ["Bernadotte", "Bernadotte (Coalition)"]);
        assert_eq!(versions("Paget"), ["Paget", "Uxbridge"]);
        assert_eq!(versions("Louis"), ["Louis"], "the archduke is another");
        assert_eq!(versions("Cotton"), ["Cotton"], "the admiral is another");
    }

    #[test]
    fn a_leader_is_written_by_name() {
        let ney = LeaderId::find("Ney").unwrap();
        assert_eq!(serde_json::to_string(&ney).unwrap(), "\"Ney\"");
        assert_eq!(serde_json::from_str::<LeaderId>("\"Ney\"").unwrap(), ney);
    }

    #[test]
    fn spoiled_lines_are_refused() {
        let line = |name: &str, combat: u8, until: &str| {
            format!(
                "[[leader]]\nname = \"{name}\"\nnation = \"France\"\nrank = \"corps\"\ninitiative = 3\n\
                 combat = {combat}\nmovement = 3\nfrom = \"1806 Jan-Feb 1\"\nuntil = \"{until}\"\n"
            )
        };
        assert_eq!(read(&line("Ney", 2, "1807 Jan-Feb 1")).unwrap().len(), 1);
        assert_eq!(
            read(&line("Ney", 7, "1807 Jan-Feb 1")).unwrap_err(),
            "Ney has a rating that is not from 1 to 6"
        );
        assert_eq!(read(&line("Ney", 2, "1805 Jan-Feb 1")).unwrap_err(), "Ney goes before he comes");
        let twice = line("Ney", 2, "1807 Jan-Feb 1").repeat(2);
        assert_eq!(read(&twice).unwrap_err(), "Ney stands twice among the leaders");
        assert!(read(&line("Ney", 2, "1807 May 1")).unwrap_err().contains("is no operational turn"));
    }
}
