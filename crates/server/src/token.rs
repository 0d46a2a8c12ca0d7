//! Secrets: ids, tokens, seeds.

use std::sync::LazyLock;

use thiserror::Error;

/// The machine gives no random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the machine gives no random numbers")]
pub struct NoRandomness;

/// What holds seats: whoever knows it acts for them. Given out once, never kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub String);

/// What is kept of a token.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(pub String);

impl Token {
    /// A token nobody can guess: 24 random bytes as 48 hexadecimal digits.
    ///
    /// # Errors
    /// If the machine gives no random numbers.
    pub fn fresh() -> Result<Token, NoRandomness> {
        let bytes: [u8; 24] = random()?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// What is kept of it. A token is as random as a key, so one round of hashing hides it.
    pub fn hash(&self) -> TokenHash {
        static KEYED: LazyLock<blake3::Hasher> =
            LazyLock::new(|| blake3::Hasher::new_derive_key("grognard 2026 seat token"));
        let mut hasher = KEYED.clone();
        hasher.update(self.0.as_bytes());
        TokenHash(hasher.finalize().to_hex().to_string())
    }
}

impl std::fmt::Debug for Token {
    /// Never printed by accident.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(..)")
    }
}

/// The id of a new game: ten letters and digits that are not mistaken for one another. Not a secret.
///
/// # Errors
/// If the machine gives no random numbers.
pub fn fresh_id() -> Result<String, NoRandomness> {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let bytes: [u8; 10] = random()?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

/// Random bytes.
///
/// # Errors
/// If the machine gives none.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_and_not_to_be_read_off_its_hash_or_a_log() {
        let token = Token::fresh().unwrap();
        assert_eq!(token.0.len(), 48);
        assert_ne!(token, Token::fresh().unwrap());
        assert_eq!(token.hash(), token.clone().hash());
        assert_ne!(token.hash().0, token.0);
        assert_eq!(format!("{token:?}"), "Token(..)");
    }

    #[test]
    fn ids_are_short_and_differ() {
        assert_eq!(fresh_id().unwrap().len(), 10);
        assert_ne!(fresh_id().unwrap(), fresh_id().unwrap());
    }
}
