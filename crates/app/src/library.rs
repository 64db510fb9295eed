//! Reading and changing records.
//!
//! **Invariant:** who listens is told of a change after it is committed, even if who made it does
//! not wait for the answer.

use std::sync::Arc;

use domain::{
    Error, Result,
    account::{MAX_NAME_CHARS, UserId},
    anime::MalId,
    clock::Clock,
    library::{
        Added, Library, LibraryStore, List, MAX_BIO_CHARS, MAX_GENRES_CHARS, Profile,
        ProfileChange, Written,
    },
};

use crate::{live::Live, normalize, run_to_completion};

/// The use cases of records. Cheap to clone.
#[derive(Clone)]
pub struct Libraries {
    store: Arc<dyn LibraryStore>,
    live: Live,
    clock: Arc<dyn Clock>,
}

impl Libraries {
    /// Use cases over a store; `live` is told of changes.
    pub fn new(store: Arc<dyn LibraryStore>, live: Live, clock: Arc<dyn Clock>) -> Self {
        Self { store, live, clock }
    }

    /// The whole record.
    pub async fn read(&self, uid: &UserId) -> Result<Library> {
        self.store.library(uid).await
    }

    /// The record's version; 0 where there is no record yet.
    pub async fn version(&self, uid: &UserId) -> Result<u64> {
        self.store.library_version(uid).await
    }

    /// Puts a title on a list and returns the record's version with it.
    ///
    /// # Errors
    /// [`Error::UnknownTitle`], [`Error::ListFull`]
    pub async fn add(&self, uid: &UserId, list: List, id: MalId) -> Result<u64> {
        let (store, owner, now) = (Arc::clone(&self.store), uid.clone(), self.clock.now());
        let adding = async move {
            match store.add_entry(&owner, list, id, now).await? {
                Added::Changed(version) => Ok((Written::Changed(version), ())),
                Added::Unchanged(version) => Ok((Written::Unchanged(version), ())),
                Added::UnknownTitle => Err(Error::UnknownTitle),
                Added::Full => Err(Error::ListFull),
            }
        };
        Ok(self.write(uid, adding).await?.0)
    }

    /// Takes a title off a list and returns the record's version without it.
    pub async fn remove(&self, uid: &UserId, list: List, id: MalId) -> Result<u64> {
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let removing = async move { Ok((store.remove_entry(&owner, list, id).await?, ())) };
        Ok(self.write(uid, removing).await?.0)
    }

    /// Sets texts, and returns the record's version with them and all texts. A blank name leaves
    /// the name as it is.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a text that is too long.
    pub async fn set_profile(
        &self,
        uid: &UserId,
        change: &ProfileChange,
    ) -> Result<(u64, Profile)> {
        let line = |what, text: &Option<String>, longest| {
            let text = text.as_deref();
            text.map(|text| normalize::line(what, text, longest))
                .transpose()
        };
        let bio = change.bio.as_deref();
        let change = ProfileChange {
            display_name: line("the name", &change.display_name, MAX_NAME_CHARS)?
                .filter(|name| !name.is_empty()),
            bio: bio
                .map(|bio| normalize::paragraphs("the text about you", bio, MAX_BIO_CHARS))
                .transpose()?,
            favorite_genres: line("the genres", &change.favorite_genres, MAX_GENRES_CHARS)?,
        };
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let setting = async move { store.set_profile(&owner, &change).await };
        self.write(uid, setting).await
    }

    /// Carries out a change to its end, whether or not the caller waits for it, then tells who
    /// listens. The caller does not wait for these.
    async fn write<T: Send + 'static>(
        &self,
        uid: &UserId,
        change: impl Future<Output = Result<(Written, T)>> + Send + 'static,
    ) -> Result<(u64, T)> {
        let (live, uid) = (self.live.clone(), uid.clone());
        run_to_completion("changing a record", async move {
            let (written, value) = change.await?;
            let version = match written {
                Written::Changed(version) => {
                    live.changed(uid);
                    version
                }
                Written::Unchanged(version) => version,
            };
            Ok((version, value))
        })
        .await
    }
}
