//! Hashing and comparing passwords.
//!
//! **Invariant:** at most [`max_permits`] passwords are worked on at once, each on a thread of its own ([`worker`])
//! with [`MEMORY_KIB`]; the others wait, and the server goes on answering.

mod worker;

use std::{
    num::NonZero,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use argon2::{
    Algorithm, Argon2, Params, PasswordVerifier as _, Version,
    password_hash::{
        self,
        phc::{Output, ParamsString, PasswordHash, Salt},
    },
};
use domain::{Error, Result, random::Random};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use self::worker::{Memory, Worker};

/// Memory, passes and lanes: what OWASP's Password Storage Cheat Sheet asks of argon2id.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// The numbers of bytes of a salt and of a hash, as RFC 9106 recommends.
const SALT: usize = 16;
const HASH: usize = 32;
/// Compared with where there is no password, so that the work is the same. Nobody knows a password
/// of this hash.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdCE$\
                       RXYgbm9ib2R5IGtub3dzIGEgcGFzc3dvcmQgb2YgdGg";

/// Hashes and compares passwords.
pub(super) struct Passwords {
    random: Arc<dyn Random>,
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Worker>>>,
}

/// The outcome of comparing a password with a stored hash.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PasswordCheck {
    /// The password is another one, or the account has none.
    Wrong,
    /// The password is right.
    Right {
        /// The hash to store in place of one that was made with other parameters; `None` where the hash may stay.
        new_hash: Option<String>,
    },
}

/// The right to work on one password; it is released when the work is done.
pub(super) struct HashPermit {
    random: Arc<dyn Random>,
    permit: OwnedSemaphorePermit,
    idle: Arc<Mutex<Vec<Worker>>>,
}

impl Passwords {
    pub(super) fn new(random: Arc<dyn Random>) -> Self {
        Self {
            random,
            permits: Arc::new(Semaphore::new(max_permits())),
            idle: Arc::default(),
        }
    }

    /// Waits for a turn to work on a password.
    pub(super) async fn permit(&self) -> Result<HashPermit> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|e| Error::internal("waiting to hash a password", e))?;
        Ok(HashPermit {
            random: Arc::clone(&self.random),
            permit,
            idle: Arc::clone(&self.idle),
        })
    }
}

impl HashPermit {
    /// Returns the hash of a new password.
    pub(super) async fn hash(self, password: String) -> Result<String> {
        self.work(move |memory, random| hash(&password, memory, random))
            .await
    }

    /// Compares a password with a stored hash.
    pub(super) async fn compare(
        self,
        password: String,
        known: Option<String>,
    ) -> Result<PasswordCheck> {
        self.work(move |memory, random| compare(&password, known.as_deref(), memory, random))
            .await
    }

    async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Memory, &dyn Random) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let Self {
            random,
            permit,
            idle,
        } = self;
        let worker = lock(&idle).pop();
        let worker = worker.map_or_else(Worker::start, Ok)?;
        let (answer, answered) = oneshot::channel();
        let again = worker.clone();
        worker.run(move |memory| {
            let done = work(memory, &*random);
            lock(&idle).push(again);
            drop(permit);
            // The caller may be gone
            let _ = answer.send(done);
        });
        answered
            .await
            .map_err(|e| Error::internal("hashing a password", e))?
    }
}

fn lock(idle: &Mutex<Vec<Worker>>) -> MutexGuard<'_, Vec<Worker>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Half of the cores, so that pages go on being served, and three at most, for the memory's sake.
fn max_permits() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    (cores / 2).clamp(1, 3)
}

/// Returns the parameters of hashes that are made today.
fn params() -> Result<Params, password_hash::Error> {
    Ok(Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH))?)
}

fn derive(
    password: &str,
    salt: &[u8],
    memory: &mut Memory,
) -> Result<Output, password_hash::Error> {
    let mut hash = [0; HASH];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params()?).hash_password_into_with_memory(
        password.as_bytes(),
        salt,
        &mut hash,
        memory,
    )?;
    Ok(Output::new(&hash)?)
}

fn hash(password: &str, memory: &mut Memory, random: &dyn Random) -> Result<String> {
    let mut salt = [0; SALT];
    random.fill(&mut salt);
    encoded(password, &salt, memory).map_err(unhashed)
}

/// Returns a password's hash with its scheme, parameters and salt (PHC string).
fn encoded(
    password: &str,
    salt: &[u8],
    memory: &mut Memory,
) -> Result<String, password_hash::Error> {
    let hash = PasswordHash {
        algorithm: argon2::ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params()?)?,
        salt: Some(Salt::new(salt)?),
        hash: Some(derive(password, salt, memory)?),
    };
    Ok(hash.to_string())
}

fn compare(
    password: &str,
    known: Option<&str>,
    memory: &mut Memory,
    random: &dyn Random,
) -> Result<PasswordCheck> {
    let stored = PasswordHash::new(known.unwrap_or(DUMMY_HASH)).map_err(|e| unhashed(e.into()))?;
    if let Some((salt, expected)) = made_today(&stored) {
        // `Output` compares in constant time
        let same = derive(password, salt, memory).map_err(unhashed)? == *expected;
        return Ok(if same && known.is_some() {
            PasswordCheck::Right { new_hash: None }
        } else {
            PasswordCheck::Wrong
        });
    }
    match Argon2::default().verify_password(password.as_bytes(), &stored) {
        Ok(()) => Ok(PasswordCheck::Right {
            new_hash: Some(hash(password, memory, random)?),
        }),
        Err(password_hash::Error::PasswordInvalid) => Ok(PasswordCheck::Wrong),
        Err(error) => Err(unhashed(error)),
    }
}

/// Returns the salt and the hash of a stored hash; `None` unless it has the scheme and parameters of today.
fn made_today(stored: &PasswordHash) -> Option<(&[u8], &Output)> {
    let today = params().ok()?;
    let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
    let same = stored.algorithm == argon2::ARGON2ID_IDENT
        && stored.version == Some(Version::V0x13.into())
        && costs(&Params::try_from(stored).ok()?) == costs(&today);
    let (salt, hash) = (stored.salt.as_ref()?, stored.hash.as_ref()?);
    (same && hash.len() == HASH).then_some((salt.as_ref(), hash))
}

fn unhashed(error: password_hash::Error) -> Error {
    Error::internal("hashing a password", error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU8, Ordering};

    use argon2::PasswordHasher as _;

    use super::*;

    #[derive(Default)]
    struct Counting(AtomicU8);

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0.fetch_add(1, Ordering::Relaxed));
        }
    }

    fn memory() -> Memory {
        worker::memory()
    }

    const RIGHT: PasswordCheck = PasswordCheck::Right { new_hash: None };

    #[test]
    fn hash_matches_its_password_and_no_other() {
        let random = Counting::default();
        for password in ["secret", "  見たい  ", &"x".repeat(200)] {
            let memory = &mut memory();
            let hashed = hash(password, memory, &random).unwrap();
            assert!(
                hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
                "{hashed}"
            );
            assert_ne!(hashed, hash(password, memory, &random).unwrap());
            let mut compare = |text: &str| compare(text, Some(&hashed), memory, &random).unwrap();
            assert_eq!(compare(password), RIGHT);
            assert_eq!(compare(&format!("{password} ")), PasswordCheck::Wrong);
            assert_eq!(compare(""), PasswordCheck::Wrong);
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn many_passwords_are_hashed_a_few_at_a_time() {
        let passwords = Passwords::new(Arc::new(Counting::default()));
        let hashing = (0..4 * max_permits()).map(|number| {
            let permit = passwords.permit();
            async move { permit.await.unwrap().hash(number.to_string()).await }
        });
        let hashes = futures::future::join_all(hashing).await;
        assert!(hashes.iter().all(Result::is_ok));
        // A worker starts where none is idle: there are as many as worked at the same time
        let most = lock(&passwords.idle).len();
        assert!((1..=max_permits()).contains(&most), "{most} at once");
    }

    #[test]
    fn no_password_matches_without_an_account() {
        let random = Counting::default();
        let compare = |text| compare(text, None, &mut memory(), &random).unwrap();
        for text in ["", "nobody", DUMMY_HASH] {
            assert_eq!(compare(text), PasswordCheck::Wrong);
        }
        assert!(made_today(&PasswordHash::new(DUMMY_HASH).unwrap()).is_some());
    }

    #[test]
    fn hash_of_another_scheme_is_replaced() {
        let random = Counting::default();
        let memory = &mut memory();
        let params = Params::new(8 * 1024, 1, 1, None).unwrap();
        let weak = Argon2::new(Algorithm::Argon2i, Version::V0x13, params)
            .hash_password_with_salt(b"secret", &[7; SALT])
            .unwrap()
            .to_string();
        let PasswordCheck::Right {
            new_hash: Some(strong),
        } = compare("secret", Some(&weak), memory, &random).unwrap()
        else {
            panic!("the weak hash was kept");
        };
        assert_eq!(
            compare("secret", Some(&strong), memory, &random).unwrap(),
            RIGHT
        );
        assert_eq!(
            compare("other", Some(&weak), memory, &random).unwrap(),
            PasswordCheck::Wrong
        );
    }
}
