//! Secrets that a browser or a link carries, of which we keep the hash alone.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::random::Random;

/// Alphabet of Crockford's base 32, in lower case <https://www.crockford.com/base32.html>.
const BASE_32: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// 256 random bits as text.
///
/// Its `Debug` form does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new secret.
    pub fn random(random: &dyn Random) -> Self {
        let mut bytes = [0; 32];
        random.fill(&mut bytes);
        Self(base32(&bytes))
    }

    /// Wraps what somebody presents.
    pub fn presented(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it. A plain digest is enough: the secret cannot be guessed.
    pub fn hash(&self) -> SecretHash {
        SecretHash(hex::encode(Sha256::digest(&self.0)))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// SHA-256 of a [`Secret`], as hexadecimal text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SecretHash(String);

impl SecretHash {
    /// Wraps a stored hash.
    pub fn new(hash: impl Into<String>) -> Self {
        Self(hash.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// `bytes` in base 32, the last character filled up with zeros.
pub(super) fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in bytes {
        bits = (bits << 8 | u32::from(*byte)) & 0xfff;
        held += 8;
        while held >= 5 {
            held -= 5;
            text.push(symbol(bits >> held));
        }
    }
    if held > 0 {
        text.push(symbol(bits << (5 - held)));
    }
    text
}

/// Whether `text` is `length` characters of that alphabet.
pub(super) fn is_base32(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| BASE_32.contains(&byte))
}

fn symbol(bits: u32) -> char {
    char::from(BASE_32[(bits & 31) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counting;

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            for (byte, n) in bytes.iter_mut().zip(0..) {
                *byte = n;
            }
        }
    }

    #[test]
    fn base_32_spells_every_bit() {
        assert_eq!(base32(&[0xff; 5]), "zzzzzzzz");
        assert_eq!(base32(&[0, 0, 0, 0, 1]), "00000001");
        assert_eq!(base32(&[0x80]), "g0");
        assert_eq!(base32(&[0; 16]).len(), 26);
        assert_eq!(base32(&[0; 32]).len(), 52);
        assert!(is_base32(&base32(&[0xa7; 16]), 26));
        assert!(!is_base32("zzz", 26));
        assert!(!is_base32("Zu", 2));
    }

    #[test]
    fn secret_is_not_shown_and_its_hash_is_another_text() {
        let secret = Secret::random(&Counting);
        assert_eq!(secret.reveal().len(), 52);
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        let again = Secret::presented(secret.reveal());
        assert_eq!(again.hash(), secret.hash());
        assert_eq!(secret.hash().as_str().len(), 64);
    }
}
