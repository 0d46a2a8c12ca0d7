//! How dice fall.

/// How likely each number of hits is, from none to `dice`, when each die hits with the chance `hit`.
pub fn hits(dice: u8, hit: f64) -> Vec<f64> {
    let dice = usize::from(dice);
    let mut chances = vec![0.0; dice + 1];
    chances[0] = 1.0;
    for rolled in 1..=dice {
        for scored in (0..=rolled).rev() {
            let from_below = if scored > 0 { chances[scored - 1] * hit } else { 0.0 };
            chances[scored] = chances[scored] * (1.0 - hit) + from_below;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_that_hit_half_the_time() {
        assert_eq!(hits(2, 0.5), [0.25, 0.5, 0.25]);
        assert_eq!(hits(0, 0.5), [1.0]);
        assert_eq!(hits(3, 0.0), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(hits(2, 1.0), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn four_dice_hit_as_often_as_they_should() {
        let chances = hits(4, 1.0 / 3.0);
        let sum: f64 = chances.iter().sum();
        let mean: f64 = chances.iter().zip(0..).map(|(chance, hits)| chance * f64::from(hits)).sum();
        assert!((sum - 1.0).abs() < 1e-12 && (mean - 4.0 / 3.0).abs() < 1e-12);
        assert!((chances[4] - 1.0 / 81.0).abs() < 1e-12);
    }
}
