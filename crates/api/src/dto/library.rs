//! Users' libraries and their changes. The API calls a library `Record`.

use domain::{anime_list::TitleLanguage, library::EntriesChanged};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{anime_list::ListItem, preferences::Preferences};
use crate::{error::ApiError, pictures::Pictures};

/// A user's library: profile, preferences, watchlist and history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Record)]
pub(crate) struct Library {
    /// The library's version, which rises by one with every change.
    version: u64,
    /// The library's position, from which the live stream can continue: it names the version and the change that led to
    /// it.
    position: String,
    display_name: String,
    /// The user's text about themselves.
    bio: String,
    /// Favourite genres in the user's words, separated by commas.
    favorite_genres: String,
    preferences: Preferences,
    /// The titles on the watchlist, the last added first.
    watchlist: Vec<Entry>,
    /// The titles in the history, the last added first.
    history: Vec<Entry>,
}

/// A title on a list, with what the catalogue says of it now. Its page is `/anime/{mal_id}`.
///
/// Facts that no screen shows are left out, since a list may have thousands of titles.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Entry {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    title: String,
    /// The English title; `null` where there is none or it equals `title`.
    #[schema(required)]
    title_english: Option<String>,
    /// The Japanese title; left out where there is none, and in a library whose owner does not prefer Japanese titles.
    #[serde(skip_serializing_if = "Option::is_none")]
    title_japanese: Option<String>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// The catalogue's mean score, from 1 to 10; `null` where there is none.
    #[schema(required)]
    score: Option<f64>,
    /// The rank by members at the source: 1 is the most popular; `null` where it is not known.
    #[schema(required)]
    popularity: Option<u32>,
    genres: Vec<String>,
}

/// The request to change the profile; omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProfileForm {
    /// The display name, at most 100 characters; a blank one leaves the name as it is.
    display_name: Option<String>,
    /// The user's text about themselves, at most 2,000 characters; an empty one restores the default.
    bio: Option<String>,
    /// Favourite genres, at most 500 characters; an empty text restores the default.
    favorite_genres: Option<String>,
}

/// The texts of a profile after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProfileState {
    /// The library's version after the change.
    version: u64,
    display_name: String,
    bio: String,
    favorite_genres: String,
}

/// The outcome of a change of the library.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RecordVersion)]
pub(crate) struct LibraryVersion {
    /// The library's version after the change; the same as before where nothing has changed.
    version: u64,
}

impl LibraryVersion {
    /// Builds the answer from the outcome of the only entry that was to be changed.
    pub(crate) fn of_entry(changed: EntriesChanged) -> Result<Self, ApiError> {
        for (_, written) in changed.entries {
            written?;
        }
        let version = changed.position.version;
        Ok(Self { version })
    }
}

/// One of a user's lists.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RecordList)]
pub(crate) enum LibraryList {
    /// The titles that the user wants to watch.
    Watchlist,
    /// The titles whose pages the user opened.
    History,
}

/// The data of an event `change` of the live stream. The event's id is the position.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum LiveChange {
    /// A title was added to a list, at its beginning.
    Added {
        version: u64,
        position: String,
        list: LibraryList,
        entry: Entry,
        /// The title's entry on the anime list; `null` for the history.
        #[schema(required)]
        item: Option<Box<ListItem>>,
    },
    /// The entry of a title on the watchlist was edited.
    Edited {
        version: u64,
        position: String,
        mal_id: u32,
        item: Box<ListItem>,
    },
    /// A title was removed from a list.
    Removed {
        version: u64,
        position: String,
        list: LibraryList,
        mal_id: u32,
    },
    /// The profile's texts or the preferences were changed.
    #[serde(rename_all = "camelCase")]
    Profile {
        version: u64,
        position: String,
        display_name: String,
        bio: String,
        favorite_genres: String,
        preferences: Preferences,
    },
}

impl Library {
    /// Builds the answer from a stored library.
    pub(crate) fn new(library: domain::library::Library, pictures: &Pictures) -> Self {
        let is_japanese = library.preferences.title_language == TitleLanguage::Japanese;
        let entry = |entry: &domain::library::Entry| Entry {
            title_japanese: entry.title_japanese.clone().filter(|_| is_japanese),
            ..Entry::new(entry, pictures)
        };
        let entries = |list: Vec<domain::library::Entry>| list.iter().map(entry).collect();
        Self {
            version: library.version,
            position: library.position().to_string(),
            display_name: library.profile.display_name,
            bio: library.profile.bio,
            favorite_genres: library.profile.favorite_genres,
            preferences: library.preferences.into(),
            watchlist: entries(library.watchlist),
            history: entries(library.history),
        }
    }
}

impl Entry {
    /// Builds the answer's form of a title on a list.
    pub(super) fn new(entry: &domain::library::Entry, pictures: &Pictures) -> Self {
        let english = entry.title_english.clone();
        Self {
            mal_id: entry.mal_id.get(),
            title: entry.title.clone(),
            title_english: english.filter(|english| *english != entry.title),
            title_japanese: entry.title_japanese.clone(),
            image_url: pictures.poster(entry.mal_id, entry.image_url.as_deref(), None),
            score: entry.score,
            popularity: entry.popularity,
            genres: entry.genres.clone(),
        }
    }
}

impl From<ProfileForm> for domain::library::ProfileChange {
    fn from(form: ProfileForm) -> Self {
        Self {
            display_name: form.display_name,
            bio: form.bio,
            favorite_genres: form.favorite_genres,
        }
    }
}

impl ProfileState {
    /// Builds the answer from the library's version and the profile's texts.
    pub(crate) fn new(version: u64, profile: domain::library::Profile) -> Self {
        Self {
            version,
            display_name: profile.display_name,
            bio: profile.bio,
            favorite_genres: profile.favorite_genres,
        }
    }
}

impl From<domain::library::Written> for LibraryVersion {
    fn from(written: domain::library::Written) -> Self {
        Self {
            version: written.version(),
        }
    }
}

impl From<domain::library::List> for LibraryList {
    fn from(list: domain::library::List) -> Self {
        match list {
            domain::library::List::Watchlist => Self::Watchlist,
            domain::library::List::History => Self::History,
        }
    }
}

impl From<LibraryList> for domain::library::List {
    fn from(list: LibraryList) -> Self {
        match list {
            LibraryList::Watchlist => Self::Watchlist,
            LibraryList::History => Self::History,
        }
    }
}

impl LiveChange {
    /// Builds the event's data from a stored change.
    pub(crate) fn new(change: &domain::library::Change, pictures: &Pictures) -> Self {
        use domain::library::ChangeKind;
        let (version, position) = (change.version, change.position().to_string());
        match &change.kind {
            ChangeKind::Added(list, entry, item) => Self::Added {
                version,
                position,
                list: (*list).into(),
                entry: Entry::new(entry, pictures),
                item: item
                    .as_ref()
                    .map(|item| Box::new(ListItem::new(item, pictures))),
            },
            ChangeKind::Edited(item) => Self::Edited {
                version,
                position,
                mal_id: item.title.mal_id.get(),
                item: Box::new(ListItem::new(item, pictures)),
            },
            ChangeKind::Removed(list, mal_id) => Self::Removed {
                version,
                position,
                list: (*list).into(),
                mal_id: mal_id.get(),
            },
            ChangeKind::Profile(profile, preferences) => Self::Profile {
                version,
                position,
                display_name: profile.display_name.clone(),
                bio: profile.bio.clone(),
                favorite_genres: profile.favorite_genres.clone(),
                preferences: preferences.clone().into(),
            },
        }
    }
}
