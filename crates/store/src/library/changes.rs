//! The changes of a library since a version.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::{ListEntry, Preferences},
    library::{Change, ChangeId, ChangeKind, Entry, List, MAX_CHANGES, Position, Profile},
};

use super::{
    card::{self, CardMap, revision},
    change_log::{ADDED, PROFILE, REMOVED},
    list, list_entry, preferences, profile, stored,
    title_scope::TitleScope,
};
use crate::{Store, account::unknown, change_id, value::Row};

/// The changes of a library after a version. `$1`: owner, `$2`: version, whose own change is `s`. It gives a row at
/// least if the account exists. An entry has the version of the change that added it: one that was removed since, or
/// added anew, is not found by it. An entry that was edited (`w`) is found by its title.
const SINCE: &str = concat!(
    "SELECT r.version, ",
    revision!(),
    ", s.change_id AS since_id, c.version AS changed_to, c.change_id, c.kind, c.list, c.mal_id, \
     COALESCE(e.added_at, w.added_at) AS added_at, COALESCE(e.entry, w.entry) AS entry, \
     CASE c.kind WHEN 'profile' THEN a.display_name END AS display_name, \
     CASE c.kind WHEN 'profile' THEN r.bio END AS bio, \
     CASE c.kind WHEN 'profile' THEN r.favorite_genres END AS favorite_genres, \
     CASE c.kind WHEN 'profile' THEN r.preferences END AS preferences \
     FROM account a LEFT JOIN user_record r ON r.uid = a.uid \
     LEFT JOIN record_change s ON s.uid = a.uid AND s.version = $2 \
     LEFT JOIN record_change c ON c.uid = a.uid AND c.version > $2 \
     LEFT JOIN record_entry e ON e.uid = a.uid AND e.version = c.version AND e.version > $2 \
     LEFT JOIN record_entry w ON w.uid = a.uid AND w.list = c.list AND w.mal_id = c.mal_id \
     AND c.kind = 'profile' \
     WHERE a.uid = $1 ORDER BY c.version"
);

/// The changes after `since`; `None` if they are not remembered, or if `since` is still ahead or another
/// change led to its version here.
pub(super) async fn since(
    store: &Store,
    uid: &UserId,
    since: Position,
) -> Result<Option<Vec<Change>>> {
    let params = vec![uid.as_str().into(), stored(since.version)];
    let rows = store.query(SINCE, params.clone()).await?;
    let Some(changes) = StoredChanges::read(rows, since)? else {
        return Ok(None);
    };
    let cached = store.cards.cached(changes.revision, &changes.titles());
    if let Some(cards) = cached {
        return Ok(Some(changes.described(&cards)));
    }
    let mut tx = store.snapshot().await?;
    let rows = tx.query(SINCE, params).await?;
    let described = match StoredChanges::read(rows, since)? {
        Some(changes) => {
            let (revision, titles) = (changes.revision, changes.titles());
            let cards = store
                .cards
                .of(&mut tx, (uid, TitleScope::OnLists), revision, &titles)
                .await?;
            Some(changes.described(&cards))
        }
        None => None,
    };
    tx.commit().await?;
    Ok(described)
}

/// Changes as they are stored, and the catalogue's revision that was read with them.
struct StoredChanges {
    revision: i64,
    changes: Vec<(u64, Option<ChangeId>, StoredChange)>,
}

impl StoredChanges {
    /// Reads the rows of [`SINCE`]; `None` in the same cases as [`since`].
    fn read(mut rows: Vec<Row>, since: Position) -> Result<Option<Self>> {
        let first = rows.first_mut().ok_or_else(unknown)?;
        let version = first.take::<Option<u64>>("version")?.unwrap_or(0);
        let revision = first.take("revision")?;
        let since_id = change_id::read(first, "since_id")?;
        let is_forked = since.change.is_some() && since.change != since_id;
        if is_forked || since.version > version || version - since.version > MAX_CHANGES {
            return Ok(None);
        }
        let changes = rows
            .into_iter()
            .filter_map(|row| read_change(row).transpose())
            .collect::<Result<_>>()?;
        Ok(Some(Self { revision, changes }))
    }

    /// The titles of the changes that show an entry, and so need a card.
    fn titles(&self) -> Vec<MalId> {
        self.changes
            .iter()
            .filter_map(|(_, _, change)| match change {
                StoredChange::Title(_, id, entry, _) => entry.as_ref().and(Some(*id)),
                StoredChange::Profile(..) => None,
            })
            .collect()
    }

    fn described(self, cards: &CardMap) -> Vec<Change> {
        let described = |(version, id, change)| Change {
            version,
            id,
            kind: match change {
                StoredChange::Profile(profile, preferences) => {
                    ChangeKind::Profile(profile, preferences)
                }
                StoredChange::Title(list, id, entry, is_edit) => entry
                    .and_then(|entry| card::item(cards, id, entry))
                    .map_or(ChangeKind::Removed(list, id), |item| {
                        if is_edit {
                            return ChangeKind::Edited(item);
                        }
                        let entry = Entry::new(&item.title, item.entry.added_at);
                        let item = Some(item).filter(|_| list == List::Watchlist);
                        ChangeKind::Added(list, entry, item)
                    }),
            },
        };
        self.changes.into_iter().map(described).collect()
    }
}

/// A change as it is stored.
enum StoredChange {
    /// A change of a title on a list: its entry if that is still there, and whether the entry was edited.
    Title(List, MalId, Option<ListEntry>, bool),
    /// A change of texts or preferences, with their present values.
    Profile(Profile, Preferences),
}

/// The change of a row of [`SINCE`] with its version and number, none where nothing has changed.
fn read_change(mut row: Row) -> Result<Option<(u64, Option<ChangeId>, StoredChange)>> {
    let Some(version) = row.take("changed_to")? else {
        return Ok(None);
    };
    let id = change_id::read(&mut row, "change_id")?;
    let kind: String = row.take("kind")?;
    let of_list: Option<String> = row.take("list")?;
    let change = match (kind.as_str(), of_list) {
        (PROFILE, None) => {
            let preferences = preferences::read(&mut row)?;
            StoredChange::Profile(profile::read(&mut row)?, preferences)
        }
        (ADDED | REMOVED | PROFILE, Some(of_list)) => StoredChange::Title(
            list(&of_list)?,
            MalId::new(row.take("mal_id")?),
            list_entry(&mut row, "entry")?,
            kind == PROFILE,
        ),
        (other, _) => {
            let source = format!("there is no change {other}");
            return Err(Error::internal("reading a record", source));
        }
    };
    Ok(Some((version, id, change)))
}
