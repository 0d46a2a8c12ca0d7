//! The combat results table. Rulebook "Combat Results Chart", "Terrain Effects".

/// The largest combat value that is read as one; what is beyond it makes a group of its own (M-combat-15).
pub const GROUP: u16 = 20;

/// Damage by combat value, from 0 to 20 (M-crt-2).
const DAMAGE: [u8; GROUP as usize + 1] = [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8];

/// What makes losses of the defender smaller, in every group (M-crt-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Shelter {
    /// How many columns of terrain hold: woods, a river or mountain hexside, an invasion by sea (M-crt-3).
    pub terrain: u8,
    /// The level of a fort (M-crt-5).
    pub fort: u8,
}

/// The groups in which a combat value is read: as many of 20 as there are, and the rest (M-combat-15).
pub fn groups(value: u16) -> impl Iterator<Item = u16> {
    let rest = value % GROUP;
    (0..value / GROUP).map(|_| GROUP).chain((rest > 0).then_some(rest))
}

/// What a group of 20 or less does without terrain.
#[inline]
pub fn plain(group: u16) -> u16 {
    DAMAGE[usize::from(group.min(GROUP))].into()
}

/// What each column of terrain takes from a group (M-crt-3).
#[inline]
pub fn terrain(group: u16) -> u16 {
    match group {
        0..=1 => 0,
        2..=10 => 1,
        _ => 2,
    }
}

/// What a group does to a defender in shelter: never less than nothing (M-combat-17).
#[inline]
pub fn sheltered(group: u16, shelter: Shelter) -> u16 {
    plain(group).saturating_sub(u16::from(shelter.terrain) * terrain(group) + u16::from(shelter.fort))
}

/// The damage of a combat value, all its groups together.
#[inline]
pub fn damage(value: u16, shelter: Shelter) -> u16 {
    value / GROUP * sheltered(GROUP, shelter) + sheltered(value % GROUP, shelter)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Shelter = Shelter { terrain: 0, fort: 0 };

    fn fort(level: u8) -> Shelter {
        Shelter { terrain: 0, fort: level }
    }

    fn columns(terrain: u8) -> Shelter {
        Shelter { terrain, fort: 0 }
    }

    // proves M-crt-2
    #[test]
    fn the_chart_in_the_open() {
        let chart = [0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8];
        for (value, told) in (1..).zip(chart) {
            assert_eq!(damage(value, OPEN), told, "combat value {value}");
        }
        assert_eq!(damage(0, OPEN), 0);
    }

    // proves M-crt-3, M-terrain-9
    #[test]
    fn a_column_of_terrain_takes_one_to_10_and_two_beyond() {
        for value in 2..=20 {
            let less = if value <= 10 { 1 } else { 2 };
            assert_eq!(damage(value, columns(1)), damage(value, OPEN) - less, "combat value {value}");
        }
        assert_eq!(damage(1, columns(1)), 0);
    }

    // proves M-crt-4
    #[test]
    fn woods_river_and_fort_add_up() {
        assert_eq!(damage(20, Shelter { terrain: 2, fort: 2 }), 2);
    }

    // proves M-combat-15
    #[test]
    fn beyond_20_the_rest_is_read_by_itself() {
        assert_eq!((damage(27, OPEN), damage(26, OPEN)), (11, 10));
        assert_eq!(groups(42).collect::<Vec<_>>(), [20, 20, 2]);
        assert_eq!(groups(40).collect::<Vec<_>>(), [20, 20]);
        assert_eq!(damage(22, OPEN), 9, "two groups of 11 would do 8");
    }

    // proves M-combat-17
    #[test]
    fn a_group_of_one_is_not_reduced_below_nothing() {
        assert_eq!(damage(21, columns(1)), 6);
    }

    // proves M-fort-1, M-crt-5, M-combat-17
    #[test]
    fn a_fort_shelters_from_every_group() {
        assert_eq!((damage(42, OPEN), damage(42, fort(2)), damage(42, fort(1))), (17, 12, 14));
    }

    #[test]
    fn the_whole_is_the_sum_of_its_groups_and_grows_with_the_value() {
        for terrain in 0..=3 {
            for fort in 0..=2 {
                let shelter = Shelter { terrain, fort };
                for value in 0..200 {
                    let sum: u16 = groups(value).map(|group| sheltered(group, shelter)).sum();
                    assert_eq!(damage(value, shelter), sum);
                    assert!(damage(value, shelter) <= damage(value, OPEN));
                }
            }
        }
        assert!((0..200).all(|value| damage(value, OPEN) <= damage(value + 1, OPEN)));
    }

    #[test]
    fn terrain_makes_a_value_of_11_worse_than_one_of_10() {
        assert_eq!((damage(10, columns(1)), damage(11, columns(1))), (3, 2));
    }
}
