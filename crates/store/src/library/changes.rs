//! The changes of a library since a version.

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    library::{Change, ChangeId, ChangeKind, List, MAX_CHANGES, Position, Profile},
};
use jiff::Timestamp;

use super::{
    card::{CardMap, revision},
    change_log::{ADDED, PROFILE, REMOVED},
    list, profile, stored,
};
use crate::{Store, account::unknown, change_id, instant, value::Row};

/// `$1`: owner, `$2`: version, whose own change is `s`. One row at least, if there is the account. An entry has the version
/// of the change that added it: one that was removed since, or added anew, is not found by it.
const SINCE: &str = concat!(
    "SELECT r.version, ",
    revision!(),
    ", s.change_id AS since_id, c.version AS changed_to, c.change_id, c.kind, c.list, c.mal_id, e.added_at, \
     CASE c.kind WHEN 'profile' THEN a.display_name END AS display_name, \
     CASE c.kind WHEN 'profile' THEN r.bio END AS bio, \
     CASE c.kind WHEN 'profile' THEN r.favorite_genres END AS favorite_genres \
     FROM account a LEFT JOIN user_record r ON r.uid = a.uid \
     LEFT JOIN record_change s ON s.uid = a.uid AND s.version = $2 \
     LEFT JOIN record_change c ON c.uid = a.uid AND c.version > $2 \
     LEFT JOIN record_entry e ON e.uid = a.uid AND e.version = c.version AND e.version > $2 \
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
            let cards = store.cards.of(&mut tx, uid, revision, &titles).await?;
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
    /// Reads the rows of [`SINCE`]; `None` as [`since`] has it.
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

    /// The titles whose cards they show.
    fn titles(&self) -> Vec<MalId> {
        self.changes
            .iter()
            .filter_map(|(_, _, change)| match change {
                StoredChange::Title(_, id, added_at) => added_at.and(Some(*id)),
                StoredChange::Profile(_) => None,
            })
            .collect()
    }

    fn described(self, cards: &CardMap) -> Vec<Change> {
        let described = |(version, id, change)| Change {
            version,
            id,
            kind: match change {
                StoredChange::Profile(profile) => ChangeKind::Profile(profile),
                StoredChange::Title(list, id, added_at) => {
                    let card = cards.get(&id).and_then(Option::as_ref);
                    card.zip(added_at)
                        .map_or(ChangeKind::Removed(list, id), |(card, added_at)| {
                            ChangeKind::Added(list, card.entry(id, added_at))
                        })
                }
            },
        };
        self.changes.into_iter().map(described).collect()
    }
}

/// A change as it is stored.
enum StoredChange {
    /// Of a title on a list, with the instant of its entry if that is still there.
    Title(List, MalId, Option<Timestamp>),
    /// Of texts, with those of now.
    Profile(Profile),
}

/// The change of a row of [`SINCE`] with its version and number, none where nothing has changed.
fn read_change(mut row: Row) -> Result<Option<(u64, Option<ChangeId>, StoredChange)>> {
    let Some(version) = row.take("changed_to")? else {
        return Ok(None);
    };
    let id = change_id::read(&mut row, "change_id")?;
    let kind: String = row.take("kind")?;
    let change = match kind.as_str() {
        PROFILE => StoredChange::Profile(profile::read(&mut row)?),
        ADDED | REMOVED => {
            let added_at: Option<String> = row.take("added_at")?;
            StoredChange::Title(
                list(&row.take::<String>("list")?)?,
                MalId::new(row.take("mal_id")?),
                added_at.as_deref().map(instant::from_text).transpose()?,
            )
        }
        other => {
            let source = format!("there is no change {other}");
            return Err(Error::internal("reading a record", source));
        }
    };
    Ok(Some((version, id, change)))
}
