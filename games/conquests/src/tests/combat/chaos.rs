//! Combats of all kinds at random: what is listed can be done, nothing else, and all of them come to an end.

use atlas::topology::Id;
use engine::{Chance, Game, Recorder, Stream};

use super::super::field::{Field, at};
use super::battlefield;
use crate::action::Action;
use crate::areas::{Area, LANDS};
use crate::cards::Card;
use crate::combat::Battle;
use crate::control::Challenges;
use crate::effects::Domain;
use crate::nations::{Nation, Nations};
use crate::position;
use crate::state::{FrigateId, Phase};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

const LANDS_AT_WAR: [&str; 12] = [
    "saxony", "bavaria", "vienna", "berlin", "silesia", "hanover", "rome", "naples", "malta", "provence",
    "paris", "scotland",
];

const LANDS_IN_PEACE: [&str; 6] = ["bohemia", "galicia", "northern_england", "tyrol", "lombardy", "belgium"];

const SEAS: [&str; 4] = ["tyrrhenian_sea", "gulf_of_lion", "north_sea_south", "ionian_sea"];

pub(super) fn pick<T: Copy>(chance: &mut Stream, items: &[T]) -> T {
    items[chance.index(items.len())]
}

fn some_troops(chance: &mut Stream) -> Troops {
    Troops::of([chance.below(4) as u8, chance.below(2) as u8, chance.below(2) as u8, 0])
}

/// Puts troops of a nation somewhere, as far as its counters go.
fn muster(field: &mut Field, nation: Nation, land: &str, troops: Troops) {
    let put = troops.units().filter(|kind| field.game.forces.contingent(nation).count(*kind) > 3);
    let put: Troops = put.collect();
    field.game.put(nation, put, at(land));
}

/// A map full of combats.
pub(super) fn war(chance: &mut Stream) -> Field {
    let nations: Vec<Nation> = Nation::all().collect();
    let mut field = battlefield();
    field = match chance.below(4) {
        0 => field.allied(Nation::Austria, &[Nation::Russia, Nation::Prussia]),
        1 => field.allied(Nation::France, &[Nation::Prussia]).allied(Nation::Russia, &[Nation::Austria]),
        2 => field.allied(Nation::England, &[Nation::Prussia, Nation::Austria, Nation::Russia]),
        _ => field,
    };
    for nation in Nation::all() {
        field = field.points(nation, chance.below(11) as u16);
        field = field.morale(nation, 5 + chance.below(9) as u8);
        if chance.below(2) == 0 {
            let space = 1 + nation.index() as u8;
            field = field.advisor(nation, Zone::Military, space);
        }
        let cards: Vec<u8> = Card::all()
            .filter(|card| card.is_combat_effect() && field.game.cards.deck.contains(*card))
            .filter(|card| {
                // Forced Allies give each other cards of either side.
                let own = card.face().side == nation.side();
                chance.below(if own { 4 } else { 16 }) == 0
            })
            .map(Card::number)
            .collect();
        field = field.hand(nation, &cards);
    }
    for land in LANDS_IN_PEACE {
        let nation = pick(chance, &nations);
        for friend in field.game.treaties.friends(nation).iter() {
            let troops = some_troops(chance);
            muster(&mut field, friend, land, troops);
        }
    }
    for land in LANDS_AT_WAR.into_iter().filter(|_| chance.below(2) == 0).collect::<Vec<_>>() {
        let attacker = pick(chance, &nations);
        let strangers: Vec<Nation> = (Nations::ALL - field.game.treaties.friends(attacker)).iter().collect();
        let defender = pick(chance, &strangers);
        for side in [attacker, defender] {
            muster(&mut field, side, land, Troops::one(Kind::Infantry));
            for friend in field.game.treaties.friends(side).iter() {
                let troops = some_troops(chance);
                muster(&mut field, friend, land, troops);
            }
        }
        field = field.attack(attacker, land);
        if at(land).is_neutral_capital() && chance.below(2) == 0 {
            field.game.control.garrisons[1] = true;
        }
    }
    for sea in SEAS {
        let attacker = pick(chance, &nations);
        let strangers: Vec<Nation> = (Nations::ALL - field.game.treaties.friends(attacker)).iter().collect();
        let defender = pick(chance, &strangers);
        for nation in [attacker, defender] {
            for _ in 0..chance
                .below(4)
                .min(4 - field.game.forces.on_map(nation).count(Kind::Frigate).min(4) as u32)
            {
                let spare = field.game.forces.contingent(nation).count(Kind::Infantry) > 0;
                let cargo = Troops::of([u8::from(spare && chance.below(2) == 0), 0, 0, 0]);
                field = field.ship(nation, sea, cargo);
            }
        }
        let both = [attacker, defender].iter().all(|nation| field.game.forces.stands_in(*nation, at(sea)));
        if both && chance.below(2) == 0 {
            field = field.declare(attacker, sea, &[defender]);
        }
    }
    field.game.dice = engine::Dice::new(engine::Seed::from_number(chance.below(1000).into()));
    field
}

/// Everything that somebody might try in a combat.
fn attempts(field: &Field, battle: &Battle) -> Vec<Action> {
    let mut all = vec![Action::Done, Action::Sacrifice, Action::Withdraw];
    all.extend((0..4).map(Action::Support));
    let near: Vec<Area> = battle.area.neighbours().iter().chain([battle.area, at("london")]).collect();
    for to in near.iter().copied() {
        all.extend([Action::Fight(to), Action::Flee(to), Action::Pursue(to), Action::AdvanceAll(to)]);
    }
    for nation in Nation::all() {
        all.push(Action::Choose(nation));
        all.extend(near.iter().map(|to| Action::RetreatAll { nation, to: *to }));
        for kind in Kind::all() {
            all.push(Action::Lose { nation, kind });
            all.extend(Nation::all().map(|to| Action::Recruit { nation, kind, to }));
            for to in near.iter().copied() {
                all.extend([Action::Retreat { nation, kind, to }, Action::Advance { nation, kind, to }]);
            }
            all.extend((0..32).map(|number| Action::Board { nation, kind, frigate: FrigateId(number) }));
        }
        for card in field.game.cards.hands[nation].iter() {
            all.extend([Action::Play(card), Action::PlayForPoints(card), Action::PlayForGuard(card)]);
            all.extend(Nation::all().map(|nation| Action::PlayOn { card, nation }));
            let domains = Domain::all().into_iter();
            all.extend(domains.map(|domain| Action::Reward { card, domain, on: None }));
        }
    }
    for number in 0..32 {
        let frigate = FrigateId(number);
        all.push(Action::Sink(frigate));
        all.extend(near.iter().map(|to| Action::Sail { frigate, to: *to }));
    }
    all
}

/// What is listed can be done and nothing else; what is refused changes nothing.
fn check(field: &Field, listed: &[Action]) {
    let Some(battle) = field.game.battle.filter(|_| field.game.errand().is_none()) else { return };
    let seat = field.game.seat(field.game.decider().expect("somebody decides"));
    for action in attempts(field, &battle).into_iter().chain(listed.iter().copied()) {
        let mut copy = field.game.clone();
        let done = copy.apply(seat, &action, &mut Recorder::silent());
        assert_eq!(done.is_ok(), listed.contains(&action), "{action:?} in {battle:?}: {done:?}");
        assert!(done.is_ok() || copy == field.game, "{action:?} is refused and changes something");
    }
}

#[test]
fn combats_at_random_come_to_an_end() {
    let mut fought = 0;
    for seed in 0..240 {
        let mut chance = Stream::from_number(seed);
        let mut field = war(&mut chance).combats();
        let mut count = 0;
        while field.game.battle.is_some() || matches!(field.game.phase, Phase::Combat(_)) {
            let actions = field.actions();
            assert!(!actions.is_empty(), "nothing to do: {:?}", field.game.battle);
            if chance.below(8) == 0 {
                check(&field, &actions);
            }
            field.act(pick(&mut chance, &actions));
            if let Err(fault) = position::check(&field.game) {
                panic!("seed {seed}: {fault}");
            }
            count += 1;
            assert!(count < 2_000, "seed {seed}: the combats do not end");
        }
        fought += field.combats_fought();
        assert!(
            field.game.control.attackers.iter().all(Option::is_none) && field.game.control.urgent.is_empty()
        );
        assert_eq!(field.game.control.challenged, Challenges::NONE);
        for land in Area::lands().filter(|land| land.index() < LANDS) {
            let present = field.game.forces.present(land);
            // A forced Ally that another has replaced parts from the French in the next turn (N-11.8-old-forced).
            let forced = field.game.treaties.list.iter().filter(|treaty| treaty.is_forced());
            let bound = forced.fold(Nations::NONE, |all, treaty| all | treaty.makers());
            let peace = !field.game.treaties.are_hostile(present) || (present - bound).is_empty();
            assert!(peace, "seed {seed}: strangers share {land}");
            let city = land.is_neutral_capital();
            assert!(
                !city || field.game.control.is_garrisoned(land) == present.is_empty(),
                "seed {seed}: {land}"
            );
            let captor = land.capital_of().and_then(|owner| field.game.control.captors[owner]);
            let there = captor.is_none_or(|captor| present.is_empty() || present.contains(captor));
            assert!(there, "seed {seed}: {land} has a captor that is not in it");
        }
    }
    assert!(fought > 500, "{fought} combats");
}

#[test]
fn a_combat_is_small() {
    assert!(size_of::<Battle>() <= 96, "{} bytes", size_of::<Battle>());
}
