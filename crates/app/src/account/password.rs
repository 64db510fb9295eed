//! Hashing and comparing passwords.
//!
//! **Invariant:** at most [`turns`] passwords are worked on at once, each with [`MEMORY_KIB`];
//! the others wait, and the server goes on answering.

use std::{num::NonZero, sync::Arc, thread};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version,
    password_hash::{self, phc::PasswordHash},
};
use domain::{Error, Result, random::Random};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Memory, passes and lanes: what OWASP's Password Storage Cheat Sheet asks of argon2id.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Bytes of salt, as RFC 9106 recommends.
const SALT: usize = 16;
/// Compared with where there is no password, so that the work is the same. Nobody knows a password
/// of this hash.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdCE$\
                       RXYgbm9ib2R5IGtub3dzIGEgcGFzc3dvcmQgb2YgdGg";

/// Hashes and compares passwords.
pub(super) struct Passwords {
    random: Arc<dyn Random>,
    turns: Arc<Semaphore>,
}

/// What a comparison showed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Another password, or none.
    Wrong,
    /// The password.
    Right {
        /// In place of a hash made with other parameters than today's.
        new_hash: Option<String>,
    },
}

/// The right to work on a password.
pub(super) struct Turn {
    random: Arc<dyn Random>,
    permit: OwnedSemaphorePermit,
}

impl Passwords {
    pub(super) fn new(random: Arc<dyn Random>) -> Self {
        Self {
            random,
            turns: Arc::new(Semaphore::new(turns())),
        }
    }

    /// Waits for a turn.
    pub(super) async fn turn(&self) -> Result<Turn> {
        let permit = Arc::clone(&self.turns)
            .acquire_owned()
            .await
            .map_err(|e| Error::internal("waiting to hash a password", e))?;
        Ok(Turn {
            random: Arc::clone(&self.random),
            permit,
        })
    }
}

impl Turn {
    /// The hash of a new password.
    pub(super) async fn hash(self, password: String) -> Result<String> {
        self.work(move |random| hash(&password, random)).await
    }

    /// Compares a password with a stored hash.
    pub(super) async fn compare(self, password: String, known: Option<String>) -> Result<Verdict> {
        self.work(move |random| compare(&password, known.as_deref(), random))
            .await
    }

    async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&dyn Random) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let Self { random, permit } = self;
        tokio::task::spawn_blocking(move || {
            let done = work(&*random);
            drop(permit);
            done
        })
        .await
        .map_err(|e| Error::internal("hashing a password", e))?
    }
}

/// Half of the cores, so that pages go on being served, and three at most, for the memory's sake.
fn turns() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    (cores / 2).clamp(1, 3)
}

fn scheme() -> Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)
        .map_err(|e| Error::internal("setting up argon2", e.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str, random: &dyn Random) -> Result<String> {
    let mut salt = [0; SALT];
    random.fill(&mut salt);
    let hash = scheme()?
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map_err(unhashed)?;
    Ok(hash.to_string())
}

fn compare(password: &str, known: Option<&str>, random: &dyn Random) -> Result<Verdict> {
    let stored = PasswordHash::new(known.unwrap_or(NOBODYS)).map_err(|e| unhashed(e.into()))?;
    match scheme()?.verify_password(password.as_bytes(), &stored) {
        Ok(()) if known.is_none() => Ok(Verdict::Wrong),
        Ok(()) if is_current(&stored) => Ok(Verdict::Right { new_hash: None }),
        Ok(()) => Ok(Verdict::Right {
            new_hash: Some(hash(password, random)?),
        }),
        Err(password_hash::Error::PasswordInvalid) => Ok(Verdict::Wrong),
        Err(error) => Err(unhashed(error)),
    }
}

/// Whether a hash was made as hashes are made today.
fn is_current(hash: &PasswordHash) -> bool {
    let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
    hash.algorithm == argon2::ARGON2ID_IDENT
        && hash.version == Some(Version::V0x13.into())
        && Params::try_from(hash).is_ok_and(|params| costs(&params) == (MEMORY_KIB, PASSES, LANES))
}

fn unhashed(error: password_hash::Error) -> Error {
    Error::internal("hashing a password", error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU8, Ordering};

    use super::*;

    #[derive(Default)]
    struct Counting(AtomicU8);

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0.fetch_add(1, Ordering::Relaxed));
        }
    }

    const RIGHT: Verdict = Verdict::Right { new_hash: None };

    #[test]
    fn a_password_is_known_again_and_no_other_is() {
        let random = Counting::default();
        for password in ["secret", "  見たい  ", &"x".repeat(200)] {
            let hashed = hash(password, &random).unwrap();
            assert!(
                hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
                "{hashed}"
            );
            assert_ne!(hashed, hash(password, &random).unwrap());
            let compare = |text: &str| compare(text, Some(&hashed), &random).unwrap();
            assert_eq!(compare(password), RIGHT);
            assert_eq!(compare(&format!("{password} ")), Verdict::Wrong);
            assert_eq!(compare(""), Verdict::Wrong);
        }
    }

    #[test]
    fn no_password_is_nobodys() {
        let compare = |text| compare(text, None, &Counting::default()).unwrap();
        for text in ["", "nobody", NOBODYS] {
            assert_eq!(compare(text), Verdict::Wrong);
        }
        assert!(is_current(&PasswordHash::new(NOBODYS).unwrap()));
    }

    #[test]
    fn a_hash_of_another_scheme_is_replaced() {
        let random = Counting::default();
        let params = Params::new(8 * 1024, 1, 1, None).unwrap();
        let weak = Argon2::new(Algorithm::Argon2i, Version::V0x13, params)
            .hash_password_with_salt(b"secret", &[7; SALT])
            .unwrap()
            .to_string();
        let Verdict::Right {
            new_hash: Some(strong),
        } = compare("secret", Some(&weak), &random).unwrap()
        else {
            panic!("the weak hash was kept");
        };
        assert_eq!(compare("secret", Some(&strong), &random).unwrap(), RIGHT);
        assert_eq!(
            compare("other", Some(&weak), &random).unwrap(),
            Verdict::Wrong
        );
    }
}
