//! Pages of people: making one, looking at it, comparing lists.
//!
//! **Invariant:** what is not to be seen is answered as what is not there, by one sentence.

use std::sync::Arc;

use domain::{
    Error, Result,
    account::UserId,
    anime_list::{ListItem, ListedTitle},
    clock::Clock,
    library::AnimeListStore,
    people::{
        Comparison, FoundPage, PageEdit, PageName, PeopleStore, Reader, UserPage, public_entries,
    },
    random::Random,
    statistics::Statistics,
};
use jiff::SignedDuration;

use crate::{budgets::Budgets, run_to_completion};

/// Names that an account may try at once; one more each hour. Each server counts by itself.
const NAME_TRIES: u32 = 20;

/// What is said of whatever is not to be seen.
const NOT_SEEN: Error = Error::NotFound("This page");

/// The use cases of people's pages. Cheap to clone.
#[derive(Clone)]
pub struct People {
    store: Arc<dyn PeopleStore>,
    lists: Arc<dyn AnimeListStore>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    name_tries: Arc<Budgets>,
}

/// Who asks for a page.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asker<'a> {
    /// The account that is signed in.
    pub uid: Option<&'a UserId>,
    /// The key of a link.
    pub key: Option<&'a str>,
}

/// A page that its reader may see.
#[derive(Debug, Clone)]
pub struct SeenPage {
    /// The page.
    pub found: FoundPage,
    /// Whether the reader may see the list, too.
    pub shows_list: bool,
}

impl SeenPage {
    /// Refuses a reader who may not see the list. Whoever sends what is made from it asks this first, wherever it comes
    /// from.
    ///
    /// # Errors
    /// [`Error::NotFound`]
    pub fn require_list(&self) -> Result<()> {
        if self.shows_list {
            Ok(())
        } else {
            Err(NOT_SEEN)
        }
    }
}

impl People {
    /// Use cases over stores.
    pub fn new(
        store: Arc<dyn PeopleStore>,
        lists: Arc<dyn AnimeListStore>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Self {
        let hour = SignedDuration::from_hours(1);
        Self {
            store,
            lists,
            clock,
            random,
            name_tries: Arc::new(Budgets::new("page-names", NAME_TRIES, hour)),
        }
    }

    /// The page of an account, if it has one.
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

    /// Gives an account's page another link: the one before leads nowhere.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it has no page.
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

    /// The page of a name, as far as who asks may see it.
    ///
    /// # Errors
    /// [`Error::NotFound`], whether it is not there or not to be seen.
    pub async fn page(&self, name: &str, asker: Asker<'_>) -> Result<SeenPage> {
        let name = PageName::parse(name).ok_or(NOT_SEEN)?;
        let found = self.store.page_by_name(&name).await?.ok_or(NOT_SEEN)?;
        let reader = Reader {
            is_owner: asker.uid == Some(&found.uid),
            has_link: asker.key.is_some_and(|key| found.page.is_opened_by(key)),
        };
        if !found.page.is_seen_by(reader) {
            return Err(NOT_SEEN);
        }
        Ok(SeenPage {
            shows_list: found.page.list_is_seen_by(reader),
            found,
        })
    }

    /// The favourites of a page.
    pub async fn favorites(&self, uid: &UserId, page: &UserPage) -> Result<Vec<Arc<ListedTitle>>> {
        self.store.favorite_titles(uid, &page.favorites).await
    }

    /// The public entries of a page's list.
    ///
    /// # Errors
    /// As [`SeenPage::require_list`] says.
    pub async fn list(&self, seen: &SeenPage) -> Result<Vec<ListItem>> {
        seen.require_list()?;
        let list = self.lists.list_entries(&seen.found.uid).await?;
        Ok(public_entries(list.items))
    }

    /// What the public entries of a page's list say together.
    ///
    /// # Errors
    /// As [`SeenPage::require_list`] says.
    pub async fn statistics(&self, seen: &SeenPage) -> Result<Statistics> {
        Ok(Statistics::of(&self.list(seen).await?))
    }

    /// The list of `uid`, all of it, beside that of a page.
    ///
    /// # Errors
    /// As [`SeenPage::require_list`] says.
    pub async fn compare(&self, uid: &UserId, seen: &SeenPage) -> Result<Comparison> {
        let theirs = self.list(seen).await?;
        let mine = self.lists.list_entries(uid).await?;
        Ok(Comparison::of(&mine.items, &theirs))
    }
}
