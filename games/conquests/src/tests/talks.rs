//! What can be said about Alliances is listed exactly, and all talk comes to an end.

use engine::{Chance, Game, Recorder, Stream};

use super::field::{Field, units};
use crate::action::Action;
use crate::areas::Area;
use crate::by::By;
use crate::cards::Card;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::position;
use crate::state::{Bond, FrigateId, Phase, Treaty};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

/// Nations crowd the middle of Europe, some of them in old Alliances and some of these over; advisors are in Diplomacy.
fn crowd(seed: u64) -> Field {
    let mut chance = Stream::from_number(seed);
    let mut field =
        Field::of(if seed.is_multiple_of(3) { "campaign" } else { "short" }, 2 + (seed % 4) as u8);
    field.game.forces.reserves = By::all(Troops::NONE);
    let all: Vec<Nation> = Nation::all().collect();
    let sets = [&[1, 2][..], &[3, 4], &[2, 3, 4], &[0, 2], &[0, 3], &[1, 2, 3, 4]];
    for _ in 0..2 {
        let members: Nations = chance.pick(&sets).unwrap().iter().map(|number| all[*number]).collect();
        let initiator = members.iter().next().unwrap();
        let state = *chance.pick(&[Bond::Holds, Bond::Over, Bond::Prevented]).unwrap();
        if members
            .iter()
            .all(|member| field.game.treaties.list.iter().all(|old| !old.makers().contains(member)))
        {
            field.game.treaties.list.push(Treaty { initiator, members, left: Nations::NONE, made: 1, state });
        }
    }
    let lands = ["saxony", "berlin", "silesia", "poland", "bohemia", "galicia", "sicily", "stockholm"];
    for nation in all.iter().copied() {
        for _ in 0..4 {
            let land = *chance.pick(&lands).unwrap();
            let land = if seed % 7 == 1 && chance.below(3) == 0 { "stockholm" } else { land };
            let once = |treaty: &Treaty| treaty.makers().contains(nation);
            let once = field.game.treaties.list.iter().find(|treaty| once(treaty)).map(Treaty::makers);
            let friends = once.unwrap_or(nation.into());
            if (field.game.forces.present(super::field::at(land)) - friends).is_empty() {
                field = field.put(nation, units(1, (seed % 2) as u8, 0), land);
            }
        }
        field = field.ship(nation, "tyrrhenian_sea", Troops::NONE).money(nation, (seed % 9) as u16 + 2);
        let deck: Vec<Card> = field.game.deck_of(nation.side()).iter().collect();
        let mut deck =
            deck.into_iter().filter(|card| card.points() > 0 || seed.is_multiple_of(2)).collect::<Vec<_>>();
        chance.shuffle(&mut deck);
        for card in deck.into_iter().take(seed as usize % 6) {
            field = field.hand(nation, &[card.number()]);
        }
    }
    let mut nations = all;
    chance.shuffle(&mut nations);
    for (nation, space) in nations.iter().zip(1..=3) {
        field = field.advisor(*nation, Zone::Diplomacy, space);
    }
    if seed.is_multiple_of(5) {
        field.game.control.holders = By::all(None);
    }
    field.resolve()
}

/// How many of all that could be said are tried every time.
const PLAIN: usize = 52;

/// Everything that could be said about Alliances, what names neither cards nor money nor places first.
fn everything() -> Vec<Action> {
    let mut all = vec![Action::Done, Action::Accept, Action::Refuse, Action::Offer, Action::BuyCard];
    all.extend(
        (0..32_u8).map(|bits| {
            Action::Ally(Nation::all().filter(|nation| bits >> *nation as u8 & 1 == 1).collect())
        }),
    );
    for nation in Nation::all() {
        all.extend([Action::Force(nation), Action::Cancel(nation), Action::Stay(nation)]);
    }
    debug_assert_eq!(all.len(), PLAIN);
    for nation in Nation::all() {
        all.extend((0..14).map(|money| Action::Share { nation, money }));
        for card in Card::all() {
            all.push(Action::Sponsor { card, nation });
            all.extend([Action::Give { card, to: nation }, Action::Show { card, to: nation }]);
        }
        all.extend(Area::all().map(|to| Action::Part { nation, to }));
        for kind in Kind::all() {
            all.push(Action::Lose { nation, kind });
            all.extend(Area::all().map(|to| Action::Retreat { nation, kind, to }));
            all.extend((0..32).map(|number| Action::Board { nation, kind, frigate: FrigateId(number) }));
        }
    }
    all.extend(Card::all().map(Action::Pledge));
    all
}

/// What happened, as far as it is looked for.
fn kind_of(event: &Event) -> Option<usize> {
    let kinds = [
        matches!(event, Event::Allied { .. }),
        matches!(event, Event::CameToNothing { .. }),
        matches!(event, Event::Sponsored { .. }),
        matches!(event, Event::Left { .. }),
        matches!(event, Event::Gave { .. }),
        matches!(event, Event::Showed { .. }),
        matches!(event, Event::Parted { .. }),
        matches!(event, Event::Boarded { .. }),
        matches!(event, Event::Stays { .. }),
        matches!(event, Event::Opposed { .. }),
    ];
    kinds.iter().position(|holds| *holds)
}

#[test]
fn all_talk_is_listed_exactly_and_ends() {
    let everything = everything();
    let mut seen = [0; 10];
    for seed in 0..240 {
        let mut field = crowd(seed);
        let mut chance = Stream::from_number(seed);
        for count in 0.. {
            if field.game.ended.is_some() || matches!(field.game.phase, Phase::Move(_)) {
                break;
            }
            assert!(count < 200, "there is no end: {:?}", field.game.phase);
            assert_eq!(position::check(&field.game), Ok(()), "seed {seed}");
            let listed = field.actions();
            let seat = field.game.seat(field.game.decider().unwrap());
            let mut game = field.game.clone();
            let drawn: Vec<Action> = (0..150).map(|_| *chance.pick(&everything).unwrap()).collect();
            for action in everything[..PLAIN].iter().copied().chain(drawn) {
                if !listed.contains(&action) {
                    assert!(
                        game.apply(seat, &action, &mut Recorder::silent()).is_err(),
                        "{action:?} is not listed"
                    );
                }
            }
            assert_eq!(game, field.game, "what is refused changes nothing");
            field.act(*chance.pick(&listed).unwrap_or_else(|| panic!("nothing to say, seed {seed}")));
        }
        for kind in field.log.events.iter().filter_map(kind_of) {
            seen[kind] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "all of it happens: {seen:?}");
}

#[test]
fn a_parley_survives_being_written_down() {
    for seed in 0..40 {
        let mut field = crowd(seed);
        let mut chance = Stream::from_number(seed);
        while field.game.ended.is_none() && !matches!(field.game.phase, Phase::Move(_)) {
            let text = serde_json::to_string(&field.game).unwrap();
            assert_eq!(serde_json::from_str::<crate::Conquests>(&text).unwrap(), field.game);
            let listed = field.actions();
            field.act(*chance.pick(&listed).unwrap());
        }
    }
}
