//! On whose account bots think.

use blake3::Hasher;

use crate::address::ClientAddress;

/// On whose account the bots of a game think: that of the address that made it.
///
/// It is kept with the game, so that thinking is shared out fairly after a restart as well, but nobody's address is:
/// an account is 16 bits of a keyed hash. That tells nearly all addresses of a server apart, and from the number alone
/// nobody finds out which of the 65,536 IPv4 addresses behind it was meant. Two addresses that happen to share an
/// account share their turns, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Account(pub u16);

/// Makes accounts; another in each database, so that nobody can choose whose account to share.
#[derive(Clone)]
pub struct AccountKey([u8; 32]);

impl AccountKey {
    /// The key of a secret.
    pub fn new(secret: &[u8]) -> AccountKey {
        AccountKey(blake3::derive_key("grognard 2026 account of an address", secret))
    }

    /// The account of an address.
    pub fn of_address(&self, address: ClientAddress) -> Account {
        let mut hasher = Hasher::new_keyed(&self.0);
        hasher.update(b"address ");
        hasher.update(address.to_string().as_bytes());
        account(&hasher)
    }

    /// An account for a game of which nobody knows who made it.
    pub fn of_game(&self, id: &str) -> Account {
        let mut hasher = Hasher::new_keyed(&self.0);
        hasher.update(b"game ");
        hasher.update(id.as_bytes());
        account(&hasher)
    }
}

fn account(hasher: &Hasher) -> Account {
    let hash = hasher.finalize();
    Account(u16::from_le_bytes([hash.as_bytes()[0], hash.as_bytes()[1]]))
}

impl std::fmt::Debug for AccountKey {
    /// Never printed by accident.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccountKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn an_account_stays_the_same_and_is_seldom_shared() {
        let (key, other) = (AccountKey::new(b"one"), AccountKey::new(b"another"));
        let address = |n: u8| ClientAddress::from(IpAddr::from([192, 0, 2, n]));
        let all = |key: &AccountKey| (0..=255).map(|n| key.of_address(address(n))).collect::<Vec<_>>();
        assert_eq!(all(&key), all(&AccountKey::new(b"one")));
        assert_ne!(all(&key), all(&other));
        assert!(all(&key).into_iter().collect::<HashSet<_>>().len() > 250);
        assert_eq!(format!("{key:?}"), "AccountKey(..)");
    }
}
