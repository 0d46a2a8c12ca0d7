use std::collections::BTreeSet;

use atlas::topology::{ArraySet, BoxSet, Id, words_for};
use proptest::prelude::*;

use crate::places::Place;

type Small = ArraySet<Place, 3>;

fn ids() -> impl Strategy<Value = BTreeSet<Place>> {
    prop::collection::btree_set((0..192u16).prop_map(Place), 0..60)
}

fn boxed(ids: &BTreeSet<Place>) -> BoxSet<Place> {
    let mut set = BoxSet::with_room(192);
    set.extend(ids.iter().copied());
    set
}

proptest! {
    #[test]
    fn sets_do_what_sets_do(a in ids(), b in ids(), some in (0..300u16).prop_map(Place)) {
        let (small_a, small_b): (Small, Small) = (a.iter().copied().collect(), b.iter().copied().collect());
        let list = |set: Small| set.iter().collect::<Vec<_>>();
        prop_assert_eq!(list(small_a), a.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(list(small_a | small_b), a.union(&b).copied().collect::<Vec<_>>());
        prop_assert_eq!(list(small_a & small_b), a.intersection(&b).copied().collect::<Vec<_>>());
        prop_assert_eq!(list(small_a - small_b), a.difference(&b).copied().collect::<Vec<_>>());
        prop_assert_eq!(small_a.meets(&small_b), !a.is_disjoint(&b));
        prop_assert_eq!(small_a.is_within(&small_b), a.is_subset(&b));
        prop_assert!((small_a & small_b).is_within(&boxed(&a)));
        prop_assert_eq!(small_a.len(), a.len());
        prop_assert_eq!(small_a.is_empty(), a.is_empty());
        prop_assert_eq!(small_a.first(), a.first().copied());
        prop_assert_eq!(small_a.contains(some), a.contains(&some));
    }

    #[test]
    fn it_is_said_whether_a_set_changed(a in ids(), some in (0..192u16).prop_map(Place)) {
        let (mut set, mut model) = (boxed(&a), a);
        prop_assert_eq!(set.insert(some), model.insert(some));
        prop_assert_eq!(set.insert(some), false);
        prop_assert_eq!(&set, &boxed(&model));
        prop_assert_eq!(set.remove(some), model.remove(&some));
        prop_assert_eq!(set.remove(some), false);
        prop_assert_eq!(set, boxed(&model));
    }

    #[test]
    fn sets_can_be_written_and_read(a in ids()) {
        let set: Small = a.iter().copied().collect();
        let json = serde_json::to_string(&set).unwrap();
        let numbers: Vec<usize> = a.iter().map(|id| id.index()).collect();
        prop_assert_eq!(&json, &serde_json::to_string(&numbers).unwrap());
        prop_assert_eq!(serde_json::from_str::<Small>(&json).unwrap(), set);
        let compact = postcard::to_allocvec(&set).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Small>(&compact).unwrap(), set);
    }
}

#[test]
fn a_set_can_be_a_list_in_every_form() {
    #[derive(PartialEq, Debug, serde::Serialize, serde::Deserialize)]
    struct Hand(#[serde(with = "atlas::topology::as_list")] Small);
    let hand = Hand([Place(150), Place(3)].into_iter().collect());
    assert_eq!(serde_json::to_string(&hand).unwrap(), serde_json::to_string(&hand.0).unwrap());
    let compact = postcard::to_allocvec(&hand).unwrap();
    assert_eq!(compact, postcard::to_allocvec(&vec![Place(3), Place(150)]).unwrap());
    assert_eq!(postcard::from_bytes::<Hand>(&compact).unwrap(), hand);
    assert!(serde_json::from_str::<Hand>("[192]").is_err());
}

#[test]
fn what_does_not_fit_is_not_read() {
    assert!(serde_json::from_str::<Small>("[191]").is_ok());
    let error = serde_json::from_str::<Small>("[192]").unwrap_err().to_string();
    assert!(error.contains("Place(192) is too high"), "{error}");
    for words in [2usize, 4] {
        let compact = postcard::to_allocvec(&vec![0u64; words]).unwrap();
        assert!(postcard::from_bytes::<Small>(&compact).is_err(), "{words} words are not 3");
    }
}

#[test]
fn sets_of_different_room_go_together() {
    let mut small = BoxSet::<Place>::with_room(64);
    let mut large = BoxSet::<Place>::with_room(200);
    large.extend([Place(3), Place(150)]);
    small.extend([Place(3), Place(5)]);
    assert!(!large.is_within(&small));
    large.intersect(&small);
    assert_eq!(large.iter().collect::<Vec<_>>(), [Place(3)]);
    small.unite(&large);
    assert_eq!(small.len(), 2);
    assert!(!small.remove(Place(150)));
}

#[test]
#[should_panic(expected = "no room")]
fn a_set_does_not_take_what_it_has_no_room_for() {
    let mut small = BoxSet::<Place>::with_room(64);
    small.unite(&ArraySet::<Place, 2>::EMPTY.with(Place(64)));
}

#[test]
fn words_are_counted_up() {
    assert_eq!([0, 1, 64, 65, 4536].map(words_for), [0, 1, 1, 2, 71]);
}
