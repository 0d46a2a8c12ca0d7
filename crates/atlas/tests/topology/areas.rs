use atlas::topology::{AreaGraph, BorderError, Components, Graph};

use crate::places::Place;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Border {
    Clear,
    River,
    Mountain,
    Strait,
}
use Border::{Clear, Mountain, River, Strait};

type Map = AreaGraph<Place, Border>;

const AREAS: [&str; 6] = ["Rhineland", "Bavaria", "Burgundy", "Bohemia", "Calabria", "Sicily"];
const BORDERS: [(&str, &str, Border); 5] = [
    ("Rhineland", "Bavaria", River),
    ("Burgundy", "Rhineland", Clear),
    ("Bavaria", "Burgundy", Mountain),
    ("Bohemia", "Bavaria", Mountain),
    ("Sicily", "Calabria", Strait),
];

fn map() -> Map {
    Map::new(AREAS, BORDERS).unwrap()
}

fn named(map: &Map, areas: impl IntoIterator<Item = Place>) -> Vec<&str> {
    areas.into_iter().map(|area| map.name(area)).collect()
}

#[test]
fn areas_are_numbered_as_listed_and_found_by_name() {
    let map = map();
    assert_eq!(named(&map, map.areas()), AREAS);
    for (number, name) in AREAS.iter().enumerate() {
        assert_eq!(map.find(name), Some(Place(number as u16)));
    }
    assert_eq!(map.find("Atlantis"), None);
}

#[test]
fn a_border_is_the_same_from_both_sides() {
    let map = map();
    let find = |name| map.find(name).unwrap();
    for (a, b, border) in BORDERS {
        assert_eq!(map.border(find(a), find(b)), Some(&border));
        assert_eq!(map.border(find(b), find(a)), Some(&border));
    }
    assert_eq!(map.border(find("Bohemia"), find("Burgundy")), None);
    assert_eq!(map.border(find("Bohemia"), find("Bohemia")), None);
    assert!(map.is_symmetric());
    let bavaria = find("Bavaria");
    assert_eq!(named(&map, map.neighbours(bavaria).to_vec()), ["Rhineland", "Burgundy", "Bohemia"]);
    assert_eq!(map.borders(bavaria), [River, Mountain, Mountain]);
    assert_eq!(
        named(&map, map.neighbours_over(bavaria, |border| *border == Mountain)),
        ["Burgundy", "Bohemia"]
    );
}

#[test]
fn a_border_may_go_one_way() {
    let mut builder = Map::builder(["Brest", "Calais", "Dover"]).unwrap();
    builder.border("Brest", "Calais", Clear).unwrap();
    builder.one_way("Calais", "Dover", Strait).unwrap();
    let map = builder.build();
    let [brest, calais, dover] = ["Brest", "Calais", "Dover"].map(|name| map.find(name).unwrap());
    assert!(!map.is_symmetric());
    assert_eq!(map.neighbours(calais), [brest, dover]);
    assert_eq!(map.neighbours(dover), []);
    assert_eq!(map.entering(dover).collect::<Vec<_>>(), [(calais, Strait)]);
    assert_eq!(map.entering(calais).collect::<Vec<_>>(), [(brest, Clear)]);
    assert_eq!(Components::new(&map, |_, _, _| true).count(), 1, "one way is enough to hang together");
}

#[test]
fn a_border_may_differ_by_way() {
    let mut builder = Map::builder(["Up", "Down"]).unwrap();
    builder.one_way("Up", "Down", Clear).unwrap().one_way("Down", "Up", Mountain).unwrap();
    let map = builder.build();
    let (up, down) = (Place(0), Place(1));
    assert_eq!((map.border(up, down), map.border(down, up)), (Some(&Clear), Some(&Mountain)));
    assert_eq!(map.entering(up).collect::<Vec<_>>(), [(down, Mountain)]);
}

#[test]
fn a_wrong_list_is_refused_by_name() {
    let with = |border| Map::new(AREAS, BORDERS.into_iter().chain([border])).map(|_| ()).unwrap_err();
    assert_eq!(with(("Bavaria", "Atlantis", Clear)), BorderError::Unknown("Atlantis".into()));
    assert_eq!(with(("Sicily", "Sicily", Clear)), BorderError::Itself("Sicily".into()));
    assert_eq!(
        with(("Bavaria", "Rhineland", Clear)).to_string(),
        r#"the border from "Bavaria" to "Rhineland" is River and Clear"#
    );
    let again = Map::new(AREAS, BORDERS.into_iter().chain([("Bavaria", "Rhineland", River)])).unwrap();
    assert_eq!(again.neighbours(Place(1)), map().neighbours(Place(1)), "the same twice is no harm");
    let twins = Map::builder(["Sicily", "Malta", "Sicily"]).map(|_| ()).unwrap_err();
    assert_eq!(twins, BorderError::SameName("Sicily".into()));
}

#[test]
fn there_are_no_more_areas_than_ids() {
    atlas::id! {
        struct Few(u8);
    }
    let names: Vec<String> = (0..257).map(|area| area.to_string()).collect();
    let build = |count: usize| AreaGraph::<Few, Border>::builder(names[..count].iter().map(String::as_str));
    assert!(build(256).is_ok());
    assert_eq!(build(257).map(|_| ()).unwrap_err(), BorderError::TooMany(257));
}

#[test]
fn a_map_falls_into_parts() {
    let map = map();
    let all = Components::new(&map, |_, _, _| true);
    assert_eq!(all.count(), 2);
    assert_eq!(named(&map, all.members(1)), ["Calabria", "Sicily"]);
    assert_eq!(all.of(Place(5)), Some(1));
    let lowland = Components::new(&map, |_, _, border| border != Mountain);
    assert_eq!(lowland.count(), 3);
    assert!(lowland.joined(Place(1), Place(2)) && !lowland.joined(Place(1), Place(3)));
}

#[test]
fn a_map_can_be_had_with_some_borders_only() {
    let lowland = map().filtered(|_, _, border| *border != Mountain);
    assert_eq!(lowland.len(), AREAS.len());
    assert_eq!(named(&lowland, lowland.neighbours(Place(1)).to_vec()), ["Rhineland"]);
    assert_eq!(lowland.neighbours(Place(3)), []);
    assert!(lowland.is_symmetric());
    let downhill = map().filtered(|from, to, _| from < to);
    assert!(!downhill.is_symmetric());
    assert_eq!(downhill.neighbours(Place(0)), [Place(1), Place(2)]);
    assert_eq!(downhill.entering(Place(2)).map(|(from, _)| from).collect::<Vec<_>>(), [Place(0), Place(1)]);
}
