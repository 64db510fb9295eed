//! Pages of people: making one, looking at it, comparing lists.
//!
//! **Invariant:** a page that the reader may not see gets the answer of a missing one.

use std::{sync::Arc, time::Duration};

use domain::{
    Error, Result,
    account::UserId,
    anime_list::ListedTitle,
    clock::Clock,
    library::{AnimeListStore, LibraryState, LibraryStore},
    people::{
        Comparison, FoundPage, PageEdit, PageName, PeopleStore, PublicEntries, Reader, UserPage,
    },
    random::Random,
    statistics::Statistics,
};
use jiff::SignedDuration;
use moka::future::Cache;

use crate::{budgets::Budgets, run_to_completion};

/// Names that an account may try at once; one more each hour. Each server counts by itself.
const MAX_NAME_LOOKUPS: u32 = 20;

/// Titles of all lists that are cached, and of all comparisons. One takes about 400 bytes.
const CACHED_TITLES: u64 = 40_000;
/// A list or a comparison of which nobody reads a part is dropped after this time.
const MAX_IDLE: Duration = Duration::from_mins(10);

/// The error for a page that is not there or not visible.
const NOT_SEEN: Error = Error::NotFound("This page");

/// The use cases of people's pages. Cheap to clone.
#[derive(Clone)]
pub struct People {
    store: Arc<dyn PeopleStore>,
    lists: Arc<dyn AnimeListStore>,
    libraries: Arc<dyn LibraryStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    name_tries: Arc<Budgets>,
    /// The cached public entries of lists: reading a list costs its whole length, but is shown in parts of 50.
    public: Cache<ListKey, Arc<PublicEntries>>,
    compared: Cache<[ListKey; 2], Arc<Comparison>>,
}

/// The list's owner and state. **Invariant:** a change of the list or of its titles changes the state.
type ListKey = (UserId, LibraryState);

/// The reader who asks for a page.
#[derive(Debug, Clone, Copy, Default)]
pub struct Viewer<'a> {
    /// The account that is signed in; `None` for a visitor.
    pub uid: Option<&'a UserId>,
    /// The key of the link that the reader came by; `None` without a link.
    pub key: Option<&'a str>,
}

/// A page that its reader may see.
#[derive(Debug, Clone)]
pub struct VisiblePage {
    /// The page, with its owner's profile.
    pub found: FoundPage,
    /// Whether the reader may see the owner's list, too.
    pub shows_list: bool,
}

impl VisiblePage {
    /// Refuses a reader who may not see the list. Whoever sends what is made from it asks this first, wherever it comes
    /// from.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the reader may not see the list.
    pub fn require_list(&self) -> Result<()> {
        if self.shows_list {
            Ok(())
        } else {
            Err(NOT_SEEN)
        }
    }
}

impl People {
    /// Makes the use cases over stores.
    pub fn new(
        store: Arc<dyn PeopleStore>,
        lists: Arc<dyn AnimeListStore>,
        libraries: Arc<dyn LibraryStore>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Self {
        let hour = SignedDuration::from_hours(1);
        Self {
            store,
            lists,
            libraries,
            clock,
            random,
            name_tries: Arc::new(Budgets::new("page-names", MAX_NAME_LOOKUPS, hour)),
            public: Cache::builder()
                .max_capacity(CACHED_TITLES)
                .weigher(|_: &ListKey, list: &Arc<PublicEntries>| weight(list.items().len()))
                .time_to_idle(MAX_IDLE)
                .build(),
            compared: Cache::builder()
                .max_capacity(CACHED_TITLES)
                .weigher(|_: &[ListKey; 2], it: &Arc<Comparison>| weight(it.titles()))
                .time_to_idle(MAX_IDLE)
                .build(),
        }
    }

    /// Returns an account's page; `None` if the account has none.
    pub async fn own(&self, uid: &UserId) -> Result<Option<UserPage>> {
        self.store.page_of(uid).await
    }

    /// Makes an account's page, or edits it.
    ///
    /// # Errors
    /// [`Error::TooManyAttempts`] for one name after the other, and as [`PageEdit::check`] and
    /// [`PeopleStore::put_page`] say.
    pub async fn put(&self, uid: &UserId, edit: PageEdit) -> Result<UserPage> {
        edit.check()?;
        let before = self.store.page_of(uid).await?;
        if before.is_none_or(|page| page.name != edit.name) {
            let tried = self.name_tries.take(uid.to_string(), self.clock.now());
            tried.map_err(|retry_after| Error::TooManyAttempts { retry_after })?;
        }
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        let key = UserPage::random_key(&*self.random);
        run_to_completion("writing a page", async move {
            store.put_page(&owner, &edit, &key).await
        })
        .await
    }

    /// Gives an account's page a new link; the former link leads nowhere.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the account has no page.
    pub async fn renew_link(&self, uid: &UserId) -> Result<UserPage> {
        let key = UserPage::random_key(&*self.random);
        let renewed = self.store.renew_page_link(uid, &key).await?;
        renewed.ok_or(NOT_SEEN)
    }

    /// Deletes an account's page, if it has one.
    pub async fn delete(&self, uid: &UserId) -> Result<()> {
        let (store, owner) = (Arc::clone(&self.store), uid.clone());
        run_to_completion("deleting a page", async move {
            store.delete_page(&owner).await.map(drop)
        })
        .await
    }

    /// Returns the page with a name, if the viewer may see it.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the page is not there or the viewer may not see it.
    pub async fn page(&self, name: &str, viewer: Viewer<'_>) -> Result<VisiblePage> {
        let name = PageName::parse(name).ok_or(NOT_SEEN)?;
        let found = self.store.page_by_name(&name).await?.ok_or(NOT_SEEN)?;
        let reader = Reader {
            is_owner: viewer.uid == Some(&found.uid),
            has_link: viewer.key.is_some_and(|key| found.page.is_opened_by(key)),
        };
        if !found.page.is_seen_by(reader) {
            return Err(NOT_SEEN);
        }
        Ok(VisiblePage {
            shows_list: found.page.list_is_seen_by(reader),
            found,
        })
    }

    /// Returns the favourite titles that a page shows.
    pub async fn favorites(&self, uid: &UserId, page: &UserPage) -> Result<Vec<Arc<ListedTitle>>> {
        self.store.favorite_titles(uid, &page.favorites).await
    }

    /// Returns the public entries of a page's list.
    ///
    /// # Errors
    /// Fails as [`VisiblePage::require_list`] does.
    pub async fn list(&self, page: &VisiblePage) -> Result<Arc<PublicEntries>> {
        page.require_list()?;
        let key = key(&page.found);
        if let Some(list) = self.public.get(&key).await {
            return Ok(list);
        }
        let list = self.lists.list_entries(&page.found.uid).await?;
        let list = Arc::new(PublicEntries::of(list.items));
        self.public.insert(key, Arc::clone(&list)).await;
        Ok(list)
    }

    /// Returns the statistics of the public entries of a page's list.
    ///
    /// # Errors
    /// Fails as [`VisiblePage::require_list`] does.
    pub async fn statistics(&self, page: &VisiblePage) -> Result<Statistics> {
        Ok(Statistics::of(self.list(page).await?.items()))
    }

    /// Returns the comparison of the whole list of `uid` with the public entries of a page's list.
    ///
    /// # Errors
    /// Fails as [`VisiblePage::require_list`] does.
    pub async fn compare(&self, uid: &UserId, page: &VisiblePage) -> Result<Arc<Comparison>> {
        page.require_list()?;
        let state = self.libraries.library_state(uid).await?;
        let keys = [(uid.clone(), state), key(&page.found)];
        if let Some(comparison) = self.compared.get(&keys).await {
            return Ok(comparison);
        }
        let theirs = self.list(page).await?;
        let mine = self.lists.list_entries(uid).await?;
        let comparison = Arc::new(Comparison::of(&mine.items, theirs.items()));
        self.compared.insert(keys, Arc::clone(&comparison)).await;
        Ok(comparison)
    }
}

fn key(found: &FoundPage) -> ListKey {
    (found.uid.clone(), found.state)
}

/// The weight of so many titles in a cache; an empty list has a weight, too.
fn weight(titles: usize) -> u32 {
    u32::try_from(titles).unwrap_or(u32::MAX).saturating_add(1)
}
