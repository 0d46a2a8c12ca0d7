//! The action cards. Rulebook 3.6, 17.2.
//!
//! `data/cards.toml` says what is printed on each; a card in play is its number.

use std::fmt;
use std::sync::LazyLock;

use atlas::topology::{ArraySet, Id};

use crate::effects::{Age, DOMAINS, Domain, Effect, Face, Tab};
use crate::grammar::{self, CARDS};
use crate::nations::Side;

atlas::numbered! {
    /// A card.
    pub struct Card(u8, 1..=CARDS);
}

/// Any number of cards.
pub type Cards = ArraySet<Card, 4>;

/// What is printed, and the sets that follow from it.
struct Printed {
    faces: Vec<Face>,
    /// By side and Age.
    decks: [[Cards; 2]; 2],
    striped: [Cards; DOMAINS],
    with_tab: [Cards; DOMAINS],
    combat: Cards,
}

static PRINTED: LazyLock<Printed> = LazyLock::new(|| {
    let faces = grammar::cards(include_str!("../data/cards.toml")).expect("the build has read the cards");
    let such = |holds: &dyn Fn(&Face) -> bool| {
        faces
            .iter()
            .zip(0..)
            .filter(|(face, _)| holds(face))
            .map(|(_, number)| Card(number))
            .collect::<Cards>()
    };
    let decks = Side::all()
        .map(|side| [Age::First, Age::Second].map(|age| such(&|face| (face.side, face.age) == (side, age))));
    let striped = Domain::all().map(|domain| such(&|face| face.stripe == domain));
    let with_tab = Domain::all().map(|domain| such(&|face| face.tabs.iter().any(|tab| tab.domain == domain)));
    let combat = such(&|face| {
        face.tabs.iter().any(|tab| matches!(&tab.effect, Effect::Military(military) if military.is_combat()))
    });
    Printed { decks, striped, with_tab, combat, faces }
});

impl Card {
    /// What is printed on it.
    #[inline]
    pub fn face(self) -> &'static Face {
        &PRINTED.faces[self.index()]
    }

    /// What it does in a domain.
    #[inline]
    pub fn tab(self, domain: Domain) -> Option<&'static Tab> {
        self.face().tabs.iter().find(|tab| tab.domain == domain)
    }

    /// The colour on its back (N-3.6-stripe).
    #[inline]
    pub fn stripe(self) -> Domain {
        self.face().stripe
    }

    /// The printed points of Diplomacy; 0, if it has none.
    pub fn points(self) -> u8 {
        match self.tab(Domain::Diplomacy).map(|tab| &tab.effect) {
            Some(Effect::Diplomacy { points, .. }) => *points,
            _ => 0,
        }
    }

    /// Whether its Military effect is for combat.
    #[inline]
    pub fn is_combat_effect(self) -> bool {
        PRINTED.combat.contains(self)
    }

    /// The cards of a side in an Age.
    pub fn deck(side: Side, age: Age) -> Cards {
        PRINTED.decks[side.index()][age.index()]
    }

    /// The cards with this colour on the back.
    pub fn striped(domain: Domain) -> Cards {
        PRINTED.striped[domain.index()]
    }

    /// The cards with an effect in this domain.
    pub fn with_tab(domain: Domain) -> Cards {
        PRINTED.with_tab[domain.index()]
    }
}

impl fmt::Display for Card {
    /// By its title.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.face().title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::areas::Area;
    use crate::effects::{Ground, Main, Military, Peek, Target};
    use crate::grammar::POOL;
    use crate::nations::{Nation, Nations};
    use crate::troops::{Kind, Troops};

    fn card(number: u8) -> Card {
        Card::numbered(number).unwrap()
    }

    fn titled(title: &str) -> Card {
        let found = Card::all().find(|card| card.face().title == title);
        found.unwrap_or_else(|| panic!("there is no card \"{title}\""))
    }

    fn effect(card: Card, domain: Domain) -> &'static Effect {
        &card.tab(domain).unwrap_or_else(|| panic!("{} has no {domain}", card.face().title)).effect
    }

    fn military(card: Card) -> &'static Military {
        let Effect::Military(military) = effect(card, Domain::Military) else { unreachable!() };
        military
    }

    // proves N-3.6-count
    #[test]
    fn two_hundred_and_thirty_seven_cards_are_in_four_decks() {
        let decks = Side::all().map(|side| [Age::First, Age::Second].map(|age| Card::deck(side, age)));
        assert_eq!(decks.map(|ages| ages.map(|deck| deck.len())), [[56, 56], [62, 63]]);
        let all = decks.into_iter().flatten().fold(Cards::EMPTY, |all, deck| all | deck);
        assert_eq!((all.len(), Card::all().count()), (237, 237));
        assert!(Card::all().zip(1..).all(|(card, number)| card.number() == number));
    }

    // proves N-3.6-three-tabs, N-3.6-stripe
    #[test]
    fn a_card_has_effects_in_three_domains_and_its_back_promises_one_of_them() {
        for card in Card::all() {
            let tabs = Domain::all().into_iter().filter(|domain| card.tab(*domain).is_some());
            assert_eq!(tabs.count(), 3, "{}", card.number());
            assert!(card.tab(card.stripe()).is_some(), "{}", card.number());
        }
        for domain in Domain::all() {
            assert!(Card::striped(domain).is_within(&Card::with_tab(domain)));
            assert!(
                Card::all().all(|card| Card::with_tab(domain).contains(card) == card.tab(domain).is_some())
            );
        }
    }

    #[test]
    fn every_deck_can_be_dealt() {
        for (age, (domain, pool)) in
            [Age::First, Age::Second].into_iter().flat_map(|age| POOL.map(|pool| (age, pool)))
        {
            assert!((Card::deck(Side::Coalition, age) & Card::striped(domain)).len() >= pool);
            assert!((Card::deck(Side::France, age) & Card::striped(domain)).len() >= 9);
        }
        assert_eq!(POOL.iter().map(|(_, pool)| pool).sum::<usize>(), 16);
    }

    #[test]
    fn a_card_is_written_by_its_number() {
        assert_eq!(serde_json::to_string(&Card(0)).unwrap(), "1");
        assert_eq!(serde_json::from_str::<Card>("237").unwrap(), Card(236));
        assert!(serde_json::from_str::<Card>("0").is_err() && serde_json::from_str::<Card>("238").is_err());
        let hand: Cards = [card(16), card(51)].into_iter().collect();
        let text = serde_json::to_string(&hand).unwrap();
        assert_eq!((text.as_str(), serde_json::from_str::<Cards>(&text).unwrap()), ("[16,51]", hand));
    }

    /// What the text and the examples of 3.6, 8.6.4, 9.4 and 9.5 say of single cards.
    #[test]
    fn cards_that_the_text_names_are_as_it_says() {
        let (pope, note) = (titled("The Pope Resists!"), titled("English Bank Note"));
        assert_eq!((pope.number(), note.number()), (6, 23));
        assert!(matches!(military(pope), Military { main: Main::Units(_), cost: 0, cost_mp: 0, .. }));
        assert!(matches!(military(note), Military { main: Main::Enlist(_), cost: 1.., .. }));
        assert_eq!(
            (military(card(89)).cost, &military(card(89)).main),
            (11, &Main::Enlist(Troops::of([1, 1, 1, 0])))
        );
        let Main::Units(gifts) = &military(card(105)).main else { panic!("105 grants units") };
        let holland = Area::by_id("holland").unwrap().into();
        assert!(
            matches!(&gifts[..], [gift] if (gift.kind, gift.count, gift.places) == (Kind::Infantry, 2, Some(holland)))
        );
        assert_eq!([16, 51, 10, 36].map(|number| card(number).points()), [2, 1, 2, 1]);
        let sides = [105, 16, 51, 10, 36].map(|number| card(number).face().side);
        assert_eq!(sides, [Side::France, Side::France, Side::France, Side::Coalition, Side::Coalition]);
        let kythera = titled("Surrender of Kythera");
        assert_eq!(kythera.face().side, Side::Coalition);
        assert_eq!(effect(kythera, Domain::Society), &Effect::Society(1));
    }

    #[test]
    fn titles_that_the_text_quotes_are_kept() {
        let of_napoleon = [
            "Freedom of Worship",
            "Treaty of Ildefonso",
            "Creation of Prefects",
            "Institut National de France",
            "Precursor of Europe",
            "Major Works",
            "The Siege of Almeida",
            "Campaign of Poland",
            "Commercial Code",
            "France has 130 Departments",
        ];
        assert!(of_napoleon.iter().all(|title| titled(title).face().side == Side::France));
        assert_eq!(titled("London Geological Society").face().side, Side::Coalition);
    }

    /// The pictures of 3.6 and 17.2.
    #[test]
    fn cards_that_the_text_shows_are_among_them() {
        let has =
            |card: &Card, domain, wanted: &Effect| card.tab(domain).is_some_and(|tab| tab.effect == *wanted);
        let shown = |wanted: &[(Domain, Effect)]| {
            Card::all().any(|card| wanted.iter().all(|(domain, effect)| has(&card, *domain, effect)))
        };
        assert!(shown(&[(Domain::Finance, Effect::Money(2)), (Domain::Morale, Effect::Morale(1))]));
        let peek = Effect::Diplomacy { points: 1, peek: Some(Peek::Hand) };
        let plot = [
            (Domain::Finance, Effect::Money(-2)),
            (Domain::Society, Effect::Society(-1)),
            (Domain::Diplomacy, peek),
        ];
        assert!(shown(&plot));
        let hohenlinden = card(77);
        assert_eq!((hohenlinden.face().side, hohenlinden.face().symbol), (Side::France, Side::Coalition));
        assert_eq!(effect(hohenlinden, Domain::Morale), &Effect::Morale(-2));
        assert_eq!(hohenlinden.tab(Domain::Morale).unwrap().target, Some(Target::OneCoalition));
        assert_eq!(effect(hohenlinden, Domain::Society), &Effect::Society(-1));
        assert_eq!(hohenlinden.tab(Domain::Society).unwrap().target, Some(Target::Coalition));
        assert!(hohenlinden.is_combat_effect());
        assert_eq!(military(hohenlinden).cond.against, Nations::from(Nation::Austria));
        assert_eq!(military(card(105)).or_mp, Some(6));
    }

    #[test]
    fn strength_is_for_land_unless_the_card_says_sea() {
        for card in Card::all().filter(|card| card.is_combat_effect()) {
            let military = military(card);
            let retreats = matches!(military.main, Main::RetreatBefore | Main::PushBack);
            assert_eq!(military.cond.battle.is_none(), retreats, "{}", card.number());
        }
        assert_eq!(military(card(18)).cond.battle, Some(Ground::Land));
        assert_eq!(military(card(22)).cond.battle, Some(Ground::Sea));
    }

    #[test]
    fn a_gift_in_a_neutral_capital_can_go_elsewhere() {
        let military = Card::with_tab(Domain::Military);
        for card in military.iter() {
            let Main::Units(gifts) = &self::military(card).main else { continue };
            for places in gifts.iter().filter_map(|gift| gift.places) {
                assert!(places.iter().any(|place| !place.is_neutral_capital()), "{}", card.number());
            }
        }
    }

    #[test]
    fn a_tab_is_for_all_unless_it_names_its_users() {
        let by = |number, domain| card(number).tab(domain).unwrap().by;
        assert_eq!(by(14, Domain::Military), Nations::from(Nation::Austria));
        assert_eq!((by(14, Domain::Finance), by(16, Domain::Military)), (Nations::ALL, Nations::ALL));
    }
}
