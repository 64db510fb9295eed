//! Reading and changing libraries.
//!
//! **Invariant:** listeners are notified of a change after its commit, even if the client that made it does
//! not wait for the answer.

use std::sync::Arc;

use domain::{
    Result,
    account::{MAX_NAME_CHARS, UserId},
    anime::MalId,
    clock::Clock,
    library::{
        Library, LibraryState, LibraryStore, List, MAX_BIO_CHARS, MAX_GENRES_CHARS, Profile,
        ProfileChange, Written,
    },
};

use crate::{live::Live, normalize, run_to_completion};

/// The use cases of libraries. Cheap to clone.
#[derive(Clone)]
pub struct Libraries {
    store: Arc<dyn LibraryStore>,
    live: Live,
    clock: Arc<dyn Clock>,
}

impl Libraries {
    /// Makes the use cases over a store; `live` is notified of changes.
    pub fn new(store: Arc<dyn LibraryStore>, live: Live, clock: Arc<dyn Clock>) -> Self {
        Self { store, live, clock }
    }

    /// Returns the whole library.
    pub async fn read(&self, uid: &UserId) -> Result<Library> {
        self.store.library(uid).await
    }

    /// Returns what identifies everything that the library shows.
    pub async fn state(&self, uid: &UserId) -> Result<LibraryState> {
        self.store.library_state(uid).await
    }

    /// Adds a title to a list, by a device if that is known.
    ///
    /// # Errors
    /// [`Error::UnknownTitle`](domain::Error::UnknownTitle), [`Error::ListFull`](domain::Error::ListFull)
    pub async fn add(
        &self,
        uid: &UserId,
        list: List,
        id: MalId,
        device: Option<String>,
    ) -> Result<Written> {
        let (store, owner, now) = (Arc::clone(&self.store), uid.clone(), self.clock.now());
        let adding = async move {
            let added = store.add_entry(&owner, list, id, now, device.as_deref());
            let written = added.await?;
            Ok((written.is_change(), written))
        };
        write(&self.live, uid, adding).await
    }

    /// Removes a title from a list, by a device if that is known.
    pub async fn remove(
        &self,
        uid: &UserId,
        list: List,
        id: MalId,
        device: Option<String>,
    ) -> Result<Written> {
        let (store, owner, now) = (Arc::clone(&self.store), uid.clone(), self.clock.now());
        let removing = async move {
            let removed = store.remove_entry(&owner, list, id, now, device.as_deref());
            let written = removed.await?;
            Ok((written.is_change(), written))
        };
        write(&self.live, uid, removing).await
    }

    /// Sets texts and returns all of them. A blank name keeps the name.
    ///
    /// # Errors
    /// Fails with [`Error::Invalid`](domain::Error::Invalid) for a text that is too long.
    pub async fn set_profile(
        &self,
        uid: &UserId,
        change: &ProfileChange,
    ) -> Result<(Written, Profile)> {
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
        let setting = async move {
            let set = store.set_profile(&owner, &change).await?;
            Ok((set.0.is_change(), set))
        };
        write(&self.live, uid, setting).await
    }
}

/// Completes a change even if the caller goes away, then notifies listeners if it says that something has
/// changed. The caller does not wait for the listeners.
pub(crate) async fn write<T: Send + 'static>(
    live: &Live,
    uid: &UserId,
    change: impl Future<Output = Result<(bool, T)>> + Send + 'static,
) -> Result<T> {
    let (live, uid) = (live.clone(), uid.clone());
    run_to_completion("changing a library", async move {
        let (is_changed, value) = change.await?;
        if is_changed {
            live.changed(uid);
        }
        Ok(value)
    })
    .await
}
