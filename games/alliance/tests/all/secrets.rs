//! What is hidden stays hidden: worlds drawn for a seat look to it like the true one, with every secret there can be.

use alliance::Alliance;
use engine::kit::Kit;
use engine::{Seed, Setup};

// proves A-2.2.1-fog, A-3.4-hidden, A-6.2-secret
#[test]
fn nobody_can_tell_the_worlds_that_he_may_be_in_apart() {
    let kit = Kit::<Alliance>::new().every(24).hides();
    let mut secrets = 0;
    for (number, scenario) in ["1804", "1808", "1812"].into_iter().cycle().take(12).enumerate() {
        let seats = 2 + (number % 6) as u8;
        let setup = Setup::new(scenario, seats, Seed::from_number(number as u64))
            .with("hidden-treasuries", number % 5 != 1)
            .with("secret-alliances", number % 5 != 2)
            .with("gentlemens-diplomacy", number % 4 == 3);
        secrets += kit.run(&setup).unwrap_or_else(|failure| panic!("{failure}")).secrets;
    }
    assert!(secrets > 0, "nothing was ever hidden");
}
