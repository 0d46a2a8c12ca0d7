//! The base geography against what everybody knows of Europe in 1805.

use atlas::geography::{BOUNDS, Kind, NamedPlace, Shores, Surface, europe};
use atlas::projection::great_circle_km;

fn at(name: &str) -> (f64, f64) {
    europe().town(name).unwrap_or_else(|| panic!("no {name}")).at.into()
}

fn settlements() -> impl Iterator<Item = (&'static NamedPlace, f64, f64)> {
    let all = europe().places.iter().filter(|place| place.kind.is_settlement());
    all.map(|place| (place, f64::from(place.at.lon), f64::from(place.at.lat)))
}

#[test]
fn every_place_lies_within_the_bounds() {
    let off: Vec<_> = settlements().filter(|&(_, lon, lat)| !BOUNDS.contain(lon, lat)).collect();
    assert!(off.is_empty(), "{off:?}");
}

/// Towns farther out than their place is rounded, and why.
const WET: [(&str, &str); 2] = [
    ("Flushing", "the point of Walcheren is drawn too short"),
    ("Sveaborg", "stands on an island too small for this map"),
];

#[test]
fn no_town_lies_in_the_water() {
    // A place is known to a hundredth of a degree.
    let wet = settlements()
        .filter(|&(_, lon, lat)| !near_land(lon, lat, 0.8))
        .map(|(place, ..)| place.name.as_str());
    assert_eq!(wet.collect::<Vec<_>>(), WET.map(|(name, _)| name));
    for (name, why) in WET {
        let (lon, lat) = at(name);
        assert!(near_land(lon, lat, 1.6), "{name} is far out; it should only be that it {why}");
    }
}

fn near_land(lon: f64, lat: f64, km: f64) -> bool {
    let (north, east) = (km / 111.2, km / 111.2 / lat.to_radians().cos());
    let around = (0..16).map(|i| (f64::from(i) * std::f64::consts::TAU / 16.0).sin_cos());
    europe().is_land(lon, lat)
        || around.into_iter().any(|(y, x)| europe().is_land(lon + east * x, lat + north * y))
}

/// Ports that ships reach by a river.
const RIVER_PORTS: [(&str, &str); 12] = [
    ("Nantes", "Loire"),
    ("Rochefort", "Charente"),
    ("Rotterdam", "Lek"),
    ("Antwerp", "Scheldt"),
    ("Newcastle", "Tyne"),
    ("Bristol", "Avon"),
    ("Bilbao", "Nervion"),
    ("Bremen", "Weser"),
    ("Hamburg", "Elbe"),
    ("Lubeck", "Trave"),
    ("Astrakhan", "Volga"),
    ("Galatz", "Danube"),
];

#[test]
fn ports_lie_by_the_sea_or_on_a_river_that_leads_there() {
    for (place, lon, lat) in settlements().filter(|(place, ..)| place.kind == Kind::Port) {
        match RIVER_PORTS.iter().find(|(port, _)| *port == place.name) {
            Some((port, river)) => {
                assert!(river_km(river, (lon, lat)) < 10.0, "{port} is not on the {river}")
            }
            None => {
                let km = europe().coast_km(lon, lat);
                assert!(km < 8.0, "{} is {km:.1} km from the sea", place.name);
            }
        }
    }
}

/// How far a river passes by a point.
fn river_km(river: &str, from: (f64, f64)) -> f64 {
    let course = &europe().river(river).unwrap_or_else(|| panic!("no {river}")).points;
    let points = course.windows(2).flat_map(|side| {
        let (a, b): ((f64, f64), (f64, f64)) = (side[0].into(), side[1].into());
        (0..=8).map(move |i| f64::from(i) / 8.0).map(move |t| (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)))
    });
    points.map(|point| great_circle_km(point, from)).fold(f64::INFINITY, f64::min)
}

#[test]
fn towns_lie_on_their_rivers() {
    for (town, river) in [
        ("Paris", "Seine"),
        ("Rouen", "Seine"),
        ("Orleans", "Loire"),
        ("Nantes", "Loire"),
        ("Toulouse", "Garonne"),
        ("Bordeaux", "Garonne"),
        ("Lyon", "Rhone"),
        ("Lyon", "Saone"),
        ("Avignon", "Rhone"),
        ("Grenoble", "Isere"),
        ("Amiens", "Somme"),
        ("London", "Thames"),
        ("Liege", "Meuse"),
        ("Verdun", "Meuse"),
        ("Metz", "Moselle"),
        ("Coblenz", "Moselle"),
        ("Coblenz", "Rhine"),
        ("Strasburg", "Rhine"),
        ("Mainz", "Rhine"),
        ("Mainz", "Main"),
        ("Wurzburg", "Main"),
        ("Cologne", "Rhine"),
        ("Stuttgart", "Neckar"),
        ("Minden", "Weser"),
        ("Jena", "Saale"),
        ("Dresden", "Elbe"),
        ("Magdeburg", "Elbe"),
        ("Hamburg", "Elbe"),
        ("Prague", "Vltava"),
        ("Breslau", "Oder"),
        ("Stettin", "Oder"),
        ("Posen", "Warta"),
        ("Krakow", "Vistula"),
        ("Warsaw", "Vistula"),
        ("Thorn", "Vistula"),
        ("Pultusk", "Narew"),
        ("Brest-Litovsk", "Bug"),
        ("Kovno", "Niemen"),
        ("Grodno", "Niemen"),
        ("Tilsit", "Niemen"),
        ("Vilna", "Wilia"),
        ("Riga", "Dvina"),
        ("Vitebsk", "Dvina"),
        ("Smolensk", "Dnieper"),
        ("Mogilev", "Dnieper"),
        ("Kiev", "Dnieper"),
        ("Borisov", "Berezina"),
        ("Berezina crossing", "Berezina"),
        ("Moscow", "Moskva"),
        ("Kaluga", "Oka"),
        ("Tver", "Volga"),
        ("Yaroslavl", "Volga"),
        ("Nizhny Novgorod", "Volga"),
        ("Saratov", "Volga"),
        ("Bender", "Dniester"),
        ("Khotin", "Dniester"),
        ("St. Petersburg", "Neva"),
        ("Narva", "Narva"),
        ("Novgorod", "Volkhov"),
        ("Ulm", "Danube"),
        ("Ratisbonne", "Danube"),
        ("Passau", "Danube"),
        ("Passau", "Inn"),
        ("Linz", "Danube"),
        ("Vienna", "Danube"),
        ("Pressburg", "Danube"),
        ("Budapest", "Danube"),
        ("Belgrade", "Danube"),
        ("Belgrade", "Sava"),
        ("Vidin", "Danube"),
        ("Silistria", "Danube"),
        ("Galatz", "Danube"),
        ("Izmail", "Kilia"),
        ("Augsburg", "Lech"),
        ("Munich", "Isar"),
        ("Innsbruck", "Inn"),
        ("Graz", "Mur"),
        ("Szeged", "Tisza"),
        ("Adrianople", "Maritsa"),
        ("Turin", "Po"),
        ("Piacenza", "Po"),
        ("Lodi", "Adda"),
        ("Mantua", "Mincio"),
        ("Verona", "Adige"),
        ("Arcola", "Adige"),
        ("Florence", "Arno"),
        ("Pisa", "Arno"),
        ("Rome", "Tiber"),
        ("Saragossa", "Ebro"),
        ("Tortosa", "Ebro"),
        ("Porto", "Douro"),
        ("Toledo", "Tagus"),
        ("Talavera", "Tagus"),
        ("Badajoz", "Guadiana"),
        ("Seville", "Guadalquivir"),
        ("Cordoba", "Guadalquivir"),
        ("Cairo", "Nile"),
        ("Rosetta", "Nile"),
        ("Damietta", "Damietta Branch"),
        ("Baghdad", "Tigris"),
        ("Azov", "Don"),
        ("Ekaterinodar", "Kuban"),
    ] {
        let km = river_km(river, at(town));
        assert!(km < 10.0, "{town} is {km:.1} km from the {river}");
    }
}

#[test]
fn every_river_ends_in_the_sea_a_lake_or_a_river() {
    let level = &europe().fine;
    for (i, river) in level.rivers.iter().enumerate() {
        let last = *river.points.last().unwrap();
        match &river.into {
            Some(into) => {
                let parent = level.rivers[..i].iter().find(|parent| parent.name == *into);
                let parent = parent.unwrap_or_else(|| panic!("the {} joins no river before it", river.name));
                assert!(parent.points.contains(&last), "the {} does not meet the {into}", river.name);
            }
            None => {
                let (lon, lat) = last.into();
                let wet = !europe().is_land(lon, lat) || !all_land_around(lon, lat, 6.0);
                assert!(wet, "the {} ends on dry land at {lon} {lat}", river.name);
            }
        }
    }
}

fn all_land_around(lon: f64, lat: f64, km: f64) -> bool {
    let (north, east) = (km / 111.2, km / 111.2 / lat.to_radians().cos());
    (1..=4).all(|ring| {
        let share = f64::from(ring) / 4.0;
        (0..24).all(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 24.0).sin_cos();
            europe().is_land(lon + share * east * cos, lat + share * north * sin)
        })
    })
}

#[test]
fn rivers_flow_down() {
    for river in &europe().fine.rivers {
        let (first, last) = (river.points[0], *river.points.last().unwrap());
        let high = europe().height(first.lon.into(), first.lat.into());
        let low = europe().height(last.lon.into(), last.lat.into());
        assert!(low <= high + 60.0, "the {} rises from {high:.0} m to {low:.0} m", river.name);
    }
}

#[test]
fn no_two_rivers_share_a_name() {
    let rivers = &europe().fine.rivers;
    let mut names: Vec<_> =
        rivers.iter().flat_map(|river| std::iter::once(&river.name).chain(&river.also)).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(rivers.iter().all(|river| (1..=3).contains(&river.rank)));
}

#[test]
fn the_map_is_that_of_1805() {
    let sea = |lon, lat| matches!(europe().surface(lon, lat), Surface::Sea);
    for (what, lon, lat) in [
        ("the Zuiderzee", 5.3, 52.6),
        ("the Zuiderzee off Stavoren", 5.3, 52.8),
        ("the Zuiderzee off Harderwijk", 5.5, 52.5),
        ("the IJ", 4.84, 52.403),
        ("the Lauwerszee", 6.19, 53.39),
        ("Flevoland", 5.55, 52.52),
        ("the Noordoostpolder", 5.72, 52.74),
        ("the Wieringermeer", 5.02, 52.85),
        ("the dam of the Zuiderzee", 5.20, 53.02),
        ("the Vistula lagoon", 19.6, 54.38),
        ("the Syvash", 34.45, 45.95),
        ("the Caspian", 50.0, 43.0),
        ("the Bosporus", 29.07, 41.12),
        ("the Sea of Marmara", 28.0, 40.7),
    ] {
        assert!(sea(lon, lat), "{what} is {:?}", europe().surface(lon, lat));
    }
    for (what, lon, lat) in [
        ("Rybinsk reservoir", 38.4, 58.5),
        ("Kremenchug reservoir", 32.6, 49.25),
        ("Kakhovka reservoir", 34.3, 47.5),
        ("Tsimlyansk reservoir", 43.0, 48.0),
        ("Kuybyshev reservoir", 49.2, 54.5),
        ("Keban reservoir", 39.2, 38.8),
        ("the Bitter Lakes", 32.43, 30.30),
        ("the isthmus of Suez", 32.33, 30.70),
        ("the isthmus of Corinth", 22.99, 37.935),
        ("the isthmus of Perekop", 33.68, 46.16),
        ("Kiev reservoir", 30.5, 51.0),
        ("Gorky reservoir", 43.1, 57.2),
        ("Cheboksary reservoir", 46.6, 56.15),
        ("Volgograd reservoir", 45.9, 50.6),
        ("Atatürk reservoir", 38.6, 37.5),
        ("Alqueva reservoir", -7.4, 38.3),
        ("Urk", 5.603, 52.665),
        ("Wieringen", 4.98, 52.91),
        ("West Friesland", 4.95, 52.70),
        ("the Veluwe", 5.8, 52.25),
        ("Gaasterland", 5.55, 52.88),
    ] {
        assert!(europe().is_land(lon, lat), "{what} is {:?}", europe().surface(lon, lat));
    }
    for (name, lon, lat) in [
        ("Lake Ladoga", 31.5, 60.8),
        ("Lake Onega", 35.4, 61.5),
        ("Lake Ilmen", 31.3, 58.27),
        ("Lake Peipus", 27.4, 58.7),
        ("Lake Geneva", 6.5, 46.45),
        ("Lake Constance", 9.4, 47.6),
        ("Lake Garda", 10.68, 45.58),
        ("Lake Maggiore", 8.60, 45.92),
        ("Lake Balaton", 17.75, 46.83),
        ("Vänern", 13.6, 58.75),
        ("Vättern", 14.6, 58.4),
        ("Mjøsa", 11.0, 60.7),
        ("Haarlemmermeer", 4.68, 52.30),
        ("Lake Fucino", 13.55, 42.0),
        ("Lake Copais", 23.1, 38.44),
        ("Lake Karla", 22.8, 39.48),
    ] {
        let Surface::Lake(lake) = europe().surface(lon, lat) else { panic!("no water in {name}") };
        assert_eq!(lake.name.as_deref(), Some(name));
    }
}

#[test]
fn the_zuiderzee_is_open_and_russia_dry_at_every_detail() {
    for level in [&europe().fine, &europe().coarse] {
        let shores = Shores::new(level, BOUNDS);
        for (lon, lat) in [(5.3, 52.8), (5.5, 52.5), (5.25, 52.55), (5.7, 52.7)] {
            assert!(!shores.is_land(lon, lat), "land in the Zuiderzee at {lon} {lat}");
        }
        for (lon, lat) in [(5.8, 52.2), (4.75, 52.65), (38.4, 58.5), (34.3, 47.5), (43.0, 48.0)] {
            assert!(shores.is_land(lon, lat), "water at {lon} {lat}");
        }
    }
}

#[test]
fn the_ports_of_the_zuiderzee_lie_on_its_shore() {
    for (port, lon, lat) in [
        ("Amsterdam", 4.90, 52.37),
        ("Hoorn", 5.06, 52.64),
        ("Enkhuizen", 5.29, 52.70),
        ("Medemblik", 5.10, 52.77),
        ("Stavoren", 5.36, 52.88),
        ("Harlingen", 5.42, 53.17),
        ("Blokzijl", 5.96, 52.73),
        ("Kampen", 5.91, 52.56),
        ("Elburg", 5.83, 52.45),
        ("Harderwijk", 5.62, 52.35),
        ("Muiden", 5.07, 52.33),
    ] {
        let km = europe().coast_km(lon, lat);
        assert!(km < 5.0, "{port} is {km:.1} km from the sea");
        assert!(near_land(lon, lat, 2.0), "{port} is far out");
    }
}

#[test]
fn seas_are_sea_and_islands_land() {
    let mut wrong = Vec::new();
    for place in &europe().places {
        let (lon, lat) = place.at.into();
        let surface = europe().surface(lon, lat);
        let right = match place.kind {
            Kind::Sea | Kind::Strait | Kind::FleetBattle => matches!(surface, Surface::Sea),
            Kind::Lake => matches!(surface, Surface::Lake(_)),
            Kind::Island | Kind::Pass | Kind::Region => matches!(surface, Surface::Land),
            _ => true,
        };
        if !right {
            wrong.push(place.name.as_str());
        }
    }
    // A group of islands has its middle in the sea.
    assert_eq!(wrong, ["Ionian Islands"]);
}

#[test]
fn no_canal_is_among_the_rivers() {
    let canal = |name: &String| name.contains("anal") || name.contains("Suez");
    for river in &europe().fine.rivers {
        assert!(!canal(&river.name) && !river.also.iter().any(canal), "{}", river.name);
    }
    assert!(europe().nearest_river(32.4, 30.5).1 > 60.0, "something flows through the isthmus of Suez");
}

#[test]
fn mountains_stand_where_they_are() {
    let highest = |lon: f64, lat: f64| {
        let around = (-6..=6).flat_map(|x| (-6..=6).map(move |y| (f64::from(x) / 32.0, f64::from(y) / 32.0)));
        around.map(|(x, y)| europe().height(lon + x, lat + y)).fold(0.0, f64::max)
    };
    for (peak, lon, lat, least) in [
        ("Mont Blanc", 6.86, 45.83, 3000.0),
        ("Etna", 15.00, 37.75, 1500.0),
        ("Ararat", 44.30, 39.70, 3000.0),
        ("Elbrus", 42.44, 43.35, 3500.0),
        ("Mulhacén", -3.31, 37.05, 2300.0),
        ("Aneto", 0.66, 42.63, 2300.0),
        ("Gerlach", 20.13, 49.16, 1500.0),
        ("Olympus", 22.35, 40.08, 1500.0),
    ] {
        assert!(highest(lon, lat) > least, "{peak} is only {:.0} m high", highest(lon, lat));
    }
    for (plain, lon, lat) in [
        ("Holland", 4.7, 52.2),
        ("the Po delta", 12.0, 45.0),
        ("Danzig", 18.9, 54.2),
        ("Astrakhan", 48.0, 46.3),
    ] {
        assert!(highest(lon, lat) < 60.0, "{plain} is {:.0} m high", highest(lon, lat));
    }
    assert_eq!(europe().height(-12.0, 45.0), 0.0);
}

#[test]
fn a_lake_is_a_hole_in_the_land_to_the_point() {
    for level in [&europe().fine, &europe().coarse] {
        for lake in &level.lakes {
            let holes = level.lands.iter().flat_map(|land| &land.holes);
            assert_eq!(holes.filter(|hole| **hole == lake.outline).count(), 1, "{:?}", lake.name);
        }
    }
}

#[test]
fn the_coarse_level_is_part_of_the_fine_one() {
    let (fine, coarse) = (&europe().fine, &europe().coarse);
    let count = |lands: &[atlas::geography::Land]| lands.iter().map(|land| land.outline.len()).sum::<usize>();
    assert!(count(&coarse.lands) * 3 < count(&fine.lands));
    for (a, b) in coarse.rivers.iter().zip(&fine.rivers) {
        assert_eq!(a.name, b.name);
        assert!(a.points.iter().all(|point| b.points.contains(point)), "{}", a.name);
        assert_eq!((a.points.first(), a.points.last()), (b.points.first(), b.points.last()), "{}", a.name);
    }
}

#[test]
fn no_outline_crosses_itself_or_another() {
    for level in [&europe().fine, &europe().coarse] {
        let mut sides = Vec::new();
        for land in &level.lands {
            for ring in std::iter::once(&land.outline).chain(&land.holes) {
                sides.extend(ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| {
                    let (a, b): ((f64, f64), (f64, f64)) = (a.into(), b.into());
                    if a <= b { (a, b) } else { (b, a) }
                }));
            }
        }
        sides.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
        let mut open: Vec<((f64, f64), (f64, f64))> = Vec::new();
        for &side in &sides {
            open.retain(|other| other.1.0 >= side.0.0);
            for &other in &open {
                assert!(!cross(side, other), "{side:?} crosses {other:?}");
            }
            open.push(side);
        }
    }
}

fn cross(a: ((f64, f64), (f64, f64)), b: ((f64, f64), (f64, f64))) -> bool {
    let turn = |p: (f64, f64), q: (f64, f64), r: (f64, f64)| {
        // Thousandths of a degree are whole numbers: no doubt about which side a point is on.
        let whole = |x: f64| (x * 1000.0).round() as i64;
        let [p, q, r] = [p, q, r].map(|(x, y)| (whole(x), whole(y)));
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    turn(a.0, a.1, b.0) * turn(a.0, a.1, b.1) < 0 && turn(b.0, b.1, a.0) * turn(b.0, b.1, a.1) < 0
}

#[test]
fn names_find_places() {
    assert_eq!(europe().town("Regensburg").unwrap().name, "Ratisbonne");
    assert_eq!(europe().town("lyons").unwrap().name, "Lyon");
    assert_eq!(europe().river("Donau").unwrap().name, "Danube");
    assert!(europe().town("Atlantis").is_none());
    assert!(europe().places.iter().all(|place| (1..=3).contains(&place.rank)));
}

#[test]
fn about_half_of_the_map_is_land() {
    let (mut land, mut asked) = (0, 0);
    for lon in 0..200 {
        for lat in 0..200 {
            let (lon, lat) = (-12.9 + f64::from(lon) * 0.3, 27.1 + f64::from(lat) * 0.19);
            land += u32::from(europe().is_land(lon, lat));
            asked += 1;
        }
    }
    assert!((asked / 3..asked).contains(&land), "{land} of {asked} are land");
}
