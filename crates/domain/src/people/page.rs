//! A page, and who sees what of it.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::PageName;
use crate::{
    Error, Result,
    account::{Secret, random_name},
    anime::MalId,
    random::Random,
};

/// The largest number of favourite titles of a page.
pub const MAX_FAVORITES: usize = 10;

/// Who may see a page, or the list on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The owner alone.
    OnlyMe,
    /// People who have the page's link.
    Link,
    /// Everyone.
    Everyone,
}

impl Audience {
    /// Returns the audience's name in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OnlyMe => "only_me",
            Self::Link => "link",
            Self::Everyone => "everyone",
        }
    }

    /// Returns whether the audience includes a reader, without regard to whether they own the page.
    fn has(self, reader: Reader) -> bool {
        match self {
            Self::OnlyMe => false,
            Self::Link => reader.has_link,
            Self::Everyone => true,
        }
    }
}

/// The reader of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// Whether the page is their own. The owner always sees it, with the content that others see.
    pub is_owner: bool,
    /// Whether the reader comes by the page's link.
    pub has_link: bool,
}

/// The page of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserPage {
    /// The page's name.
    pub name: PageName,
    /// The page's former name, which still leads to it.
    pub former: Option<PageName>,
    /// Who sees the page.
    pub audience: Audience,
    /// Who, of those who see the page, sees the list and what is made from it.
    pub list_audience: Audience,
    /// The secret part of the page's link.
    pub link_key: String,
    /// Ids of the owner's favourite titles, in order.
    pub favorites: Vec<MalId>,
}

/// An owner's edit of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageEdit {
    /// The page's new name.
    pub name: PageName,
    /// Who is to see the page.
    pub audience: Audience,
    /// Who is to see the list.
    pub list_audience: Audience,
    /// Ids of the owner's favourite titles, in order.
    pub favorites: Vec<MalId>,
    /// The [version](UserPage::version) of the page that this edits, empty where there was none; `None` replaces
    /// whatever there is.
    pub known_version: Option<String>,
}

impl PageEdit {
    /// Checks what is more than form.
    ///
    /// # Errors
    /// [`Error::Invalid`] for too many favourites, or one twice.
    pub fn check(&self) -> Result<()> {
        if self.favorites.len() > MAX_FAVORITES {
            return Err(Error::Invalid(format!(
                "Please choose {MAX_FAVORITES} favourite titles at most."
            )));
        }
        let different: HashSet<_> = self.favorites.iter().collect();
        if different.len() < self.favorites.len() {
            return Err(Error::Invalid(
                "Please choose each favourite title only once.".into(),
            ));
        }
        Ok(())
    }
}

impl UserPage {
    /// Returns a new page.
    pub fn new(edit: PageEdit, link_key: String) -> Self {
        Self {
            name: edit.name,
            former: None,
            audience: edit.audience,
            list_audience: edit.list_audience,
            link_key,
            favorites: edit.favorites,
        }
    }

    /// Returns a new key for a page's link, which nobody can guess.
    pub fn random_key(random: &dyn Random) -> String {
        random_name(random)
    }

    /// Returns this page after an edit. A renamed page keeps its last name as the former one, and releases the name
    /// before that.
    #[must_use]
    pub fn edited(self, edit: PageEdit) -> Self {
        let former = if edit.name == self.name {
            self.former
        } else {
            Some(self.name)
        };
        Self {
            former,
            ..Self::new(edit, self.link_key)
        }
    }

    /// Returns a digest of all that the owner edits: an edit based on another version would overwrite later changes.
    pub fn version(&self) -> String {
        let Self {
            name,
            audience,
            list_audience,
            favorites,
            ..
        } = self;
        let parts = format!("{name:?} {audience:?} {list_audience:?} {favorites:?}");
        hex::encode(Sha256::digest(parts))
    }

    /// Returns every name that leads to the page.
    pub fn names(&self) -> impl Iterator<Item = &PageName> {
        [Some(&self.name), self.former.as_ref()]
            .into_iter()
            .flatten()
    }

    /// Returns whether a key is that of the page's link.
    pub fn is_opened_by(&self, key: &str) -> bool {
        // By their digests, so that the time tells nothing
        Secret::presented(key).hash() == Secret::presented(&*self.link_key).hash()
    }

    /// Returns whether a reader sees the page.
    pub fn is_seen_by(&self, reader: Reader) -> bool {
        reader.is_owner || self.audience.has(reader)
    }

    /// Returns whether a reader sees the list.
    pub fn list_is_seen_by(&self, reader: Reader) -> bool {
        self.is_seen_by(reader) && self.list_audience.has(reader)
    }
}

#[cfg(test)]
mod tests {
    use super::{Audience::*, *};

    fn name(text: &str) -> PageName {
        PageName::parse(text).unwrap()
    }

    fn edit(text: &str) -> PageEdit {
        PageEdit {
            name: name(text),
            audience: Everyone,
            list_audience: Link,
            favorites: vec![MalId::new(1)],
            known_version: None,
        }
    }

    fn page(audience: Audience, list_audience: Audience) -> UserPage {
        let edit = PageEdit {
            audience,
            list_audience,
            ..edit("asuna")
        };
        UserPage::new(edit, "key".into())
    }

    #[test]
    fn list_is_never_shown_to_more_than_the_page_is() {
        for (of_page, of_list, stranger, with_link, owner) in [
            (
                OnlyMe,
                OnlyMe,
                (false, false),
                (false, false),
                (true, false),
            ),
            (OnlyMe, Link, (false, false), (false, false), (true, false)),
            (
                OnlyMe,
                Everyone,
                (false, false),
                (false, false),
                (true, true),
            ),
            (Link, OnlyMe, (false, false), (true, false), (true, false)),
            (Link, Everyone, (false, false), (true, true), (true, true)),
            (
                Everyone,
                OnlyMe,
                (true, false),
                (true, false),
                (true, false),
            ),
            (Everyone, Link, (true, false), (true, true), (true, false)),
            (Everyone, Everyone, (true, true), (true, true), (true, true)),
        ] {
            let page = page(of_page, of_list);
            for (is_owner, has_link, seen) in [
                (false, false, stranger),
                (false, true, with_link),
                (true, false, owner),
            ] {
                let reader = Reader { is_owner, has_link };
                let found = (page.is_seen_by(reader), page.list_is_seen_by(reader));
                assert_eq!(found, seen, "{of_page:?} {of_list:?} {reader:?}");
            }
        }
    }

    #[test]
    fn page_opens_with_the_exact_key_only() {
        let page = page(Link, Link);
        assert!(page.is_opened_by("key"));
        for key in ["", "ke", "keys", "KEY"] {
            assert!(!page.is_opened_by(key), "{key}");
        }
    }

    #[test]
    fn page_keeps_its_last_former_name_only() {
        let page = UserPage::new(edit("one"), "key".into());
        let page = page.edited(edit("two"));
        assert_eq!(page.former, Some(name("one")));
        let page = page.edited(edit("TWO"));
        assert_eq!(page.former, Some(name("one")));
        assert_eq!(page.name.as_str(), "TWO");
        let page = page.edited(edit("one"));
        assert_eq!(page.former, Some(name("two")));
        let page = page.edited(edit("three"));
        assert_eq!(page.former, Some(name("one")));
        assert_eq!(page.names().count(), 2);
        assert_eq!(page.link_key, "key");
    }

    #[test]
    fn page_version_covers_only_what_the_owner_edits() {
        let page = page(Link, Link);
        let same = [
            UserPage {
                link_key: "renewed".into(),
                ..page.clone()
            },
            page.clone().edited(edit("two")).edited(PageEdit {
                audience: Link,
                ..edit("asuna")
            }),
        ];
        for same in same {
            assert_eq!(same.version(), page.version(), "{same:?}");
        }
        let others = [
            PageEdit {
                audience: Link,
                ..edit("Asuna")
            },
            PageEdit {
                audience: OnlyMe,
                ..edit("asuna")
            },
            PageEdit {
                audience: Link,
                list_audience: Everyone,
                ..edit("asuna")
            },
            PageEdit {
                audience: Link,
                favorites: Vec::new(),
                ..edit("asuna")
            },
        ];
        for other in others {
            let other = page.clone().edited(other);
            assert_ne!(other.version(), page.version(), "{other:?}");
        }
    }

    #[test]
    fn favourites_are_few_and_different() {
        let with = |ids: Vec<u32>| PageEdit {
            favorites: ids.into_iter().map(MalId::new).collect(),
            ..edit("asuna")
        };
        assert!(with((1..=10).collect()).check().is_ok());
        assert!(with((1..=11).collect()).check().is_err());
        assert!(with(vec![1, 2, 1]).check().is_err());
    }
}
