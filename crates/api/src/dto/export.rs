//! The export of everything that is stored about a user.

mod imported;

use serde::Serialize;
use utoipa::ToSchema;

use self::imported::{ExportedKept, ExportedListItem, ExportedUnresolved};
use super::{
    account::{Session, User},
    activity::ListEvent,
    imports::ListImport,
    library::{Entry, LibraryList, LiveChange},
    people::ExportedPage,
    preferences::Preferences,
    reviews::ExportedReviews,
};
use crate::pictures::Pictures;

/// Everything that Mitai keeps about a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Export {
    account: ExportedAccount,
    /// The accounts at OpenID providers with which the user can sign in.
    identities: Vec<ExportedIdentity>,
    /// The devices on which the user is signed in.
    sessions: Vec<Session>,
    /// The page that others see; `null` where there is none.
    #[schema(required)]
    page: Option<ExportedPage>,
    record: ExportedLibrary,
    reviews: ExportedReviews,
}

/// The user's account in an export.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedAccount {
    #[serde(flatten)]
    user: User,
    /// When the account was created (RFC 3339).
    created_at: String,
    /// Whether the account has a password to sign in with. Only a hash of the password is kept.
    has_password: bool,
}

/// An account at an OpenID provider.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedIdentity {
    issuer: String,
    subject: String,
}

/// The user's library in an export.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExportedRecord)]
struct ExportedLibrary {
    version: u64,
    bio: String,
    favorite_genres: String,
    /// The titles on the watchlist, the last added first.
    watchlist: Vec<ExportedEntry>,
    /// The titles in the history, the last added first.
    history: Vec<ExportedEntry>,
    preferences: Preferences,
    /// The list entries of the titles on the watchlist.
    list: Vec<ExportedListItem>,
    /// Every change of the list, newest first.
    events: Vec<ListEvent>,
    /// The imports, newest first. The rows of an import's file are kept for a day.
    imports: Vec<ListImport>,
    /// Imported entries whose titles the catalogue does not know, newest first.
    unresolved: Vec<ExportedUnresolved>,
    /// The entries whose titles the catalogue no longer holds.
    lost: Vec<ExportedLostEntry>,
    /// The latest changes of the library, kept for devices that reconnect.
    changes: Vec<LiveChange>,
}

/// A title on the watchlist or in the history.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedEntry {
    #[serde(flatten)]
    entry: Entry,
    /// When the user added the title to the list (RFC 3339).
    added_at: String,
}

/// A title on a list that the catalogue does not hold any more.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedLostEntry {
    list: LibraryList,
    /// The title's id on MyAnimeList.
    mal_id: u32,
    /// When the user added the title to the list (RFC 3339).
    added_at: String,
    /// The title's list entry; `null` for a title in the history.
    #[schema(required)]
    kept: Option<ExportedKept>,
}

impl Export {
    /// Builds the export as the owner of the session `current` sees it.
    pub(crate) fn new(export: app::account::Export, current: &str, pictures: &Pictures) -> Self {
        let app::account::Export {
            data,
            record,
            page,
            lost,
            list,
            events,
            imports,
            unresolved,
            changes,
            reviews,
            helpful,
            reported,
        } = export;
        let entry = |entry: &domain::library::Entry| exported(entry, pictures);
        let entries = |list: &[domain::library::Entry]| list.iter().map(entry).collect();
        Self {
            account: ExportedAccount {
                created_at: data.account.user.created_at.to_string(),
                user: data.account.user.into(),
                has_password: data.account.password_hash.is_some(),
            },
            identities: data
                .identities
                .into_iter()
                .map(|identity| ExportedIdentity {
                    issuer: identity.issuer,
                    subject: identity.subject,
                })
                .collect(),
            sessions: Session::all(data.sessions, current),
            page: page.as_ref().map(ExportedPage::new),
            record: ExportedLibrary {
                version: record.version,
                bio: record.profile.bio,
                favorite_genres: record.profile.favorite_genres,
                watchlist: entries(&record.watchlist),
                history: entries(&record.history),
                preferences: record.preferences.into(),
                list: list
                    .iter()
                    .map(|item| ExportedListItem::new(item, pictures))
                    .collect(),
                events: events
                    .iter()
                    .map(|event| ListEvent::new(event, event.after.as_ref()))
                    .collect(),
                imports: imports.iter().map(ListImport::new).collect(),
                unresolved: unresolved.iter().map(ExportedUnresolved::new).collect(),
                lost: lost.iter().map(exported_lost).collect(),
                changes: changes
                    .iter()
                    .map(|change| LiveChange::new(change, pictures))
                    .collect(),
            },
            reviews: ExportedReviews::new(reviews, &helpful, reported),
        }
    }
}

fn exported(entry: &domain::library::Entry, pictures: &Pictures) -> ExportedEntry {
    ExportedEntry {
        entry: Entry::new(entry, pictures),
        added_at: entry.added_at.to_string(),
    }
}

fn exported_lost(entry: &domain::library::OrphanedEntry) -> ExportedLostEntry {
    ExportedLostEntry {
        list: entry.list.into(),
        mal_id: entry.mal_id.get(),
        added_at: entry.added_at.to_string(),
        kept: entry.kept.as_ref().map(ExportedKept::new),
    }
}
