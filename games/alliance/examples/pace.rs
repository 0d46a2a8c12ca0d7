//! How many actions a second in random play of the two-player game of 1804.
use alliance::Alliance;
use engine::{Chance, Game, Seed, Setup, Silent, Stream};

fn main() {
    let mut actions = Vec::new();
    let (mut count, mut games, mut listed) = (0u64, 0u64, 0u64);
    let start = std::time::Instant::now();
    while start.elapsed().as_secs() < 4 {
        let setup = Setup::new("1804", 2, Seed::from_number(games));
        let mut game = Alliance::new(&setup, &mut Silent).unwrap();
        let mut chance = Stream::new(Seed::from_number(games + 7));
        while game.outcome().is_none() {
            let seat = game.to_act().iter().next().unwrap();
            actions.clear();
            game.actions(seat, &mut actions);
            listed += actions.len() as u64;
            let action = *chance.pick(&actions).unwrap();
            game.apply(seat, &action, &mut Silent).unwrap();
            count += 1;
        }
        games += 1;
    }
    let took = start.elapsed().as_secs_f64();
    println!(
        "{:.0} actions/s, {:.1} listed, {} actions a game, {:.1} ms a game, {} bytes",
        count as f64 / took,
        listed as f64 / count as f64,
        count / games,
        took * 1000.0 / games as f64,
        size_of::<Alliance>()
    );
}
