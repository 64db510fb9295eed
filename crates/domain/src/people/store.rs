//! The store's part of people's pages.

use std::sync::Arc;

use async_trait::async_trait;

use super::{PageEdit, PageName, UserPage};
use crate::{
    Result, account::UserId, anime::MalId, anime_list::ListedTitle, library::LibraryState,
};

/// A page with what it shows of its owner's profile.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPage {
    /// The owner's user id.
    pub uid: UserId,
    /// The page itself.
    pub page: UserPage,
    /// The owner's display name; may be empty.
    pub display_name: String,
    /// The owner's words about themselves; empty where nothing was written.
    pub bio: String,
    /// Genres, separated by commas, in the owner's words; empty where none are named.
    pub favorite_genres: String,
    /// Identifies the list's whole state. It changes with private entries, so it must not be sent to others.
    pub state: LibraryState,
}

/// The store's part of people's pages. Every method is a constant number of queries.
///
/// **Invariant:** a name belongs to one page at most, compared [folded](PageName::folded), whether it is a page's name or
/// its former one.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// Returns the page of an account; `None` if there is none.
    async fn page_of(&self, uid: &UserId) -> Result<Option<UserPage>>;

    /// Returns the page to which a name leads. Whether there is one makes no difference to the queries.
    async fn page_by_name(&self, name: &PageName) -> Result<Option<FoundPage>>;

    /// Makes an account's page, with `link_key`, or edits it, and returns it.
    ///
    /// # Errors
    /// [`PageNameTaken`](crate::Error::PageNameTaken) if the name is another's,
    /// [`UnknownTitle`](crate::Error::UnknownTitle) if the catalogue does not hold a favourite,
    /// [`PageChanged`](crate::Error::PageChanged) if the edit names another version than that of the page.
    async fn put_page(&self, uid: &UserId, edit: &PageEdit, link_key: &str) -> Result<UserPage>;

    /// Gives an account's page another key for its link; `None` where there is no page.
    async fn renew_page_link(&self, uid: &UserId, link_key: &str) -> Result<Option<UserPage>>;

    /// Deletes an account's page and gives its names back; tells whether there was one.
    async fn delete_page(&self, uid: &UserId) -> Result<bool>;

    /// Returns the catalogue's facts of an account's favourites, in their order; without titles that it does not hold.
    async fn favorite_titles(&self, uid: &UserId, ids: &[MalId]) -> Result<Vec<Arc<ListedTitle>>>;
}
