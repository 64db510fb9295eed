//! People with accounts, and what belongs to them.

use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Result;
use domain::{
    Error,
    account::{
        Account, AccountStore, Created, Email, Identity, Secret, SecretHash, Session, User, UserId,
    },
    anime::Anime,
    random::Random,
};
use jiff::Timestamp;
use store::Store;

use super::{id, import};
use crate::anime::popular;

/// An instant that has nanoseconds to lose.
pub(super) const NOW: Timestamp = Timestamp::constant(1_793_491_200, 123_456_789);

pub(super) fn uid(number: u32) -> UserId {
    UserId::new(format!("{number:0>26}"))
}

/// # Panics
/// Panics if the text is no e-mail address.
pub(super) fn email(text: &str) -> Email {
    Email::parse(text).unwrap_or_else(|| panic!("{text} is no e-mail address"))
}

/// Builds the account of person `number`, with a password and without a photo.
pub(super) fn person(number: u32) -> Account {
    Account {
        user: User {
            uid: uid(number),
            display_name: format!("Person {number} 'quoted' 進撃"),
            email: email(&format!("Person{number}@Example.org")),
            photo_url: None,
            created_at: NOW,
        },
        password_hash: Some(format!("$argon2id$of-person-{number}")),
    }
}

/// Returns an account as the store has it.
///
/// # Errors
/// Fails with `NotFound` if there is no such account.
pub(super) async fn account(store: &Store, uid: &UserId) -> domain::Result<Account> {
    let found = store.account(uid).await?;
    found.ok_or(Error::NotFound("This account"))
}

/// Makes the account of person `number`.
pub(super) async fn sign_up(store: &Store, number: u32) -> Result<UserId> {
    let created = store.create_account(&person(number), None).await?;
    assert_eq!(created, Created::Yes);
    Ok(uid(number))
}

pub(super) fn identity(subject: &str) -> Identity {
    Identity {
        issuer: "https://issuer.example".into(),
        subject: subject.into(),
    }
}

/// A secret that names no owner: of a browser, of an attempt, or of an older version.
pub(super) fn secret(text: &str) -> SecretHash {
    Secret::presented(text).hash()
}

/// Returns the hash of an account's secret, the same for the same name.
pub(super) fn secret_of(owner: &UserId, name: &str) -> SecretHash {
    Secret::random_for(owner, &Named(name)).hash()
}

/// A source of randomness that gives the same bytes for the same name.
struct Named<'a>(&'a str);

impl Random for Named<'_> {
    fn fill(&self, bytes: &mut [u8]) {
        for (place, part) in bytes.chunks_mut(8).enumerate() {
            let mut hasher = DefaultHasher::new();
            (self.0, place).hash(&mut hasher);
            part.copy_from_slice(&hasher.finish().to_be_bytes()[..part.len()]);
        }
    }
}

/// Builds a session that was opened and last used at `at`.
pub(super) fn session(id: &str, at: Timestamp) -> Session {
    Session {
        id: id.into(),
        created_at: at,
        last_seen_at: at,
        user_agent: format!("Browser of {id}"),
    }
}

/// Imports titles 1 to `count`.
pub(super) async fn catalogue(store: &Store, count: u32) -> Result<()> {
    let titles: Vec<Anime> = (1..=count)
        .map(|n| popular(n, &format!("Name {n}"), id(n).get()))
        .collect();
    import(store, "jikan", &titles).await?;
    Ok(())
}

/// Opens a session whose id and secret come from `name`.
pub(super) async fn sign_in(
    store: &Store,
    uid: &UserId,
    name: &str,
    at: Timestamp,
) -> domain::Result<()> {
    let opened = session(name, at);
    let account = account(store, uid).await?;
    let hash = secret_of(uid, name);
    store.open_session(&account, &hash, &opened).await.map(drop)
}
