//! Secrets that a browser or a link carries, of which we keep the hash alone.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use sha2::{Digest, Sha256};

use super::UserId;
use crate::random::Random;

/// Alphabet of Crockford's base 32, in lower case <https://www.crockford.com/base32.html>.
const BASE_32: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Length of a user id, in characters.
pub(super) const NAME_LENGTH: usize = 26;
/// Length of 256 bits in base 32, in characters.
const RANDOM_LENGTH: usize = 52;

/// 256 random bits as text, after the name of the account that they are for, if they are for one.
///
/// The name tells where to look the secret up and opens nothing by itself. Secrets that were made
/// before they had one go on being valid.
///
/// The `Debug` form does not show the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns a new secret that belongs to no account.
    pub fn random(random: &dyn Random) -> Self {
        let mut bytes = [0; 32];
        random.fill(&mut bytes);
        Self(base32(&bytes))
    }

    /// Returns a new secret that begins with its account's id.
    pub fn random_for(owner: &UserId, random: &dyn Random) -> Self {
        Self(format!("{owner}{}", Self::random(random).0))
    }

    /// Wraps a secret that a client presents, without checking it.
    pub fn presented(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the secret's text.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the account that the secret names; `None` if it has not the form of one that does.
    pub fn owner(&self) -> Option<UserId> {
        let is_of_an_account = is_base32(&self.0, NAME_LENGTH + RANDOM_LENGTH);
        is_of_an_account.then(|| UserId::new(&self.0[..NAME_LENGTH]))
    }

    /// Returns the hash that is stored of the secret. A plain digest is enough: the secret cannot be guessed.
    pub fn hash(&self) -> SecretHash {
        SecretHash {
            digest: hex::encode(Sha256::digest(&self.0)),
            owner: self.owner(),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// SHA-256 of a [`Secret`], as hexadecimal text, and the [owner](Secret::owner) that it was presented with.
///
/// Two are the same if their digests are: these are of the whole secret, its owner included.
#[derive(Debug, Clone)]
pub struct SecretHash {
    digest: String,
    owner: Option<UserId>,
}

impl SecretHash {
    /// Wraps a stored digest; its owner is not known.
    pub fn new(digest: impl Into<String>) -> Self {
        Self {
            digest: digest.into(),
            owner: None,
        }
    }

    /// Returns the digest as hexadecimal text.
    pub fn as_str(&self) -> &str {
        &self.digest
    }

    /// Returns the account on which to look the secret up; `None` where its digest alone leads to it.
    pub fn owner(&self) -> Option<&UserId> {
        self.owner.as_ref()
    }
}

impl PartialEq for SecretHash {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for SecretHash {}

impl Hash for SecretHash {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}

/// Returns `bytes` in base 32, the last character filled up with zero bits.
pub(crate) fn base32(bytes: &[u8]) -> String {
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

/// Returns whether `text` is `length` characters of Crockford's base 32 in lower case.
pub(crate) fn is_base32(text: &str, length: usize) -> bool {
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
    fn secret_is_not_printed_and_differs_from_its_hash() {
        let secret = Secret::random(&Counting);
        assert_eq!(secret.reveal().len(), 52);
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        let again = Secret::presented(secret.reveal());
        assert_eq!(again.hash(), secret.hash());
        assert_eq!(secret.hash().as_str().len(), 64);
    }

    #[test]
    fn secret_names_its_account_and_is_another_with_another_name() {
        let (owner, other) = (UserId::new("0".repeat(26)), UserId::new("1".repeat(26)));
        let secret = Secret::random_for(&owner, &Counting);
        assert_eq!(secret.reveal().len(), 78);
        let presented = Secret::presented(secret.reveal()).hash();
        assert_eq!(presented.owner(), Some(&owner));
        assert_eq!(presented, SecretHash::new(presented.as_str()));
        let renamed = Secret::random_for(&other, &Counting).hash();
        assert_eq!(renamed.owner(), Some(&other));
        assert_ne!(presented, renamed);
    }

    #[test]
    fn malformed_secret_has_no_owner() {
        let whole = "0".repeat(78);
        for text in [
            String::new(),
            whole[1..].to_owned(),
            format!("{whole}0"),
            whole.replacen('0', "U", 1),
            format!("{}é", &whole[2..]),
            Secret::random(&Counting).reveal().to_owned(),
        ] {
            assert_eq!(Secret::presented(&*text).hash().owner(), None, "{text}");
        }
    }
}
