//! People and characters, whose tables are read and written alike.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{
    Result,
    catalogue::Outcome,
    extras::{KnownRecord, RecordQuery, turns},
    fold::fold,
    provenance::Provenance,
};

use super::{record_tables::RecordTable, sections::provenance};
use crate::{
    in_list,
    insert::Insert,
    instant, random_pick,
    tx::Tx,
    value::{Row, Value},
};

/// The largest number of records that one query looks up.
const BATCH: usize = 4_096;
/// The columns of every table of records behind the record's own: whether it is whole, and its provenance.
const KNOWN: [&str; 3] = ["is_whole", "source", "as_of"];
/// The number of a name's first words from each of which on the name is indexed.
const WORDS: usize = 6;
/// Longest folded name that is found, in bytes; PostgreSQL refuses to index one that fills a third of a page.
const MAX_NAME: usize = 400;

/// The query for one record. `$1`: id.
pub(super) fn by_id<T: RecordTable>() -> String {
    let (columns, table, id) = (columns::<T>(), T::TABLE, T::ID);
    format!("SELECT {columns} FROM {table} r WHERE {id} = $1")
}

/// The query for the records with the most favorites. `$1`: page size, `$2`: offset.
pub(super) fn top<T: RecordTable>() -> String {
    let (table, id, most) = (T::TABLE, T::ID, RecordQuery::MAX_LISTED);
    listed::<T>(
        &format!(
            "total AS (SELECT COUNT(*) AS n FROM \
                (SELECT 1 FROM {table} WHERE favorites > 0 LIMIT {most}) AS counted), \
             page AS (SELECT {id}, favorites FROM {table} WHERE favorites > 0 \
             ORDER BY favorites DESC, {id} LIMIT $1 OFFSET $2)"
        ),
        &format!("page.favorites DESC, page.{id}"),
    )
}

/// A query for the records that `with` names as `page`, of `total` ones.
pub(super) fn listed<T: RecordTable>(with: &str, order: &str) -> String {
    let (columns, table, id) = (columns::<T>(), T::TABLE, T::ID);
    format!(
        "WITH {with} SELECT total.n, {columns} FROM total LEFT JOIN page ON TRUE \
         LEFT JOIN {table} r ON r.{id} = page.{id} ORDER BY {order}"
    )
}

fn columns<T: RecordTable>() -> String {
    let columns = T::COLUMNS.iter().chain(&KNOWN);
    let columns: Vec<String> = columns.map(|column| format!("r.{column}")).collect();
    columns.join(", ")
}

/// Reads a random record; `None` if there is none.
pub(super) async fn random<T: RecordTable>(
    tx: &mut Tx,
    candidates: &[u32],
) -> Result<Option<KnownRecord<T>>> {
    let Some(id) = random_pick::pick(tx, T::TABLE, T::ID, candidates).await? else {
        return Ok(None);
    };
    one(tx, id).await
}

/// Reads the record with this id; `None` if it is not stored.
pub(super) async fn one<T: RecordTable>(tx: &mut Tx, id: u32) -> Result<Option<KnownRecord<T>>> {
    let row = tx.query(by_id::<T>(), vec![id.into()]).await?.pop();
    row.map(read).transpose()
}

pub(super) fn read<T: RecordTable>(mut row: Row) -> Result<KnownRecord<T>> {
    Ok(KnownRecord {
        record: T::read(&mut row)?,
        is_whole: row.take::<u32>("is_whole")? != 0,
        provenance: provenance(&mut row)?,
    })
}

/// Merges whole records into the stored ones; the outcome of a record that is not stored is `Unknown`.
pub(crate) async fn put_whole<T: RecordTable>(
    tx: &mut Tx,
    batch: &[T],
    provenance: &Provenance,
) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(batch.len());
    for part in batch.chunks(BATCH) {
        let mut stored = load::<T>(tx, part.iter().map(T::id)).await?;
        let mut before = BTreeMap::new();
        for record in part {
            let Some(known) = stored.get_mut(&record.id()) else {
                outcomes.push(Outcome::Unknown);
                continue;
            };
            let new = KnownRecord {
                record: record.clone(),
                is_whole: true,
                provenance: provenance.clone(),
            };
            outcomes.push(match updated(known, new) {
                None => Outcome::Equal,
                Some(updated) => {
                    let former = std::mem::replace(known, updated).record;
                    // The record may be twice in the batch
                    before.entry(record.id()).or_insert(former);
                    Outcome::Changed
                }
            });
        }
        let changes = before.into_iter().filter_map(|(id, before)| {
            Some(RecordChange {
                before: Some(before),
                known: stored.remove(&id)?,
            })
        });
        write(tx, changes.collect()).await?;
    }
    Ok(outcomes)
}

/// Stores the people or characters that titles mention, each once.
pub(super) async fn mention<T: RecordTable>(
    tx: &mut Tx,
    mentions: impl Iterator<Item = T>,
    provenance: &Provenance,
) -> Result<()> {
    let mut distinct: BTreeMap<u32, T> = BTreeMap::new();
    for mention in mentions {
        let known = distinct.remove(&mention.id());
        let id = mention.id();
        let merged = match known {
            Some(known) => mention.merged_over(known),
            None => mention,
        };
        distinct.insert(id, merged);
    }
    let mentions: Vec<T> = distinct.into_values().collect();
    for part in mentions.chunks(BATCH) {
        let mut stored = load::<T>(tx, part.iter().map(T::id)).await?;
        let mut changes = Vec::new();
        for record in part {
            let known = KnownRecord {
                record: record.clone(),
                is_whole: false,
                provenance: provenance.clone(),
            };
            let change = match stored.remove(&record.id()) {
                None => Some(RecordChange {
                    before: None,
                    known,
                }),
                Some(before) => updated(&before, known).map(|known| RecordChange {
                    before: Some(before.record),
                    known,
                }),
            };
            changes.extend(change);
        }
        write(tx, changes).await?;
    }
    Ok(())
}

/// The facts after a source has stated `new`; `None` if that changes nothing.
fn updated<T: RecordTable>(known: &KnownRecord<T>, new: KnownRecord<T>) -> Option<KnownRecord<T>> {
    let updated = known.clone().updated_by(new);
    let is_same = updated.record == known.record && updated.is_whole == known.is_whole;
    (!is_same).then_some(updated)
}

async fn load<T: RecordTable>(
    tx: &mut Tx,
    ids: impl Iterator<Item = u32>,
) -> Result<HashMap<u32, KnownRecord<T>>> {
    let ids: Vec<Value> = ids.map(Value::from).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let (places, ids) = in_list::padded(ids);
    let (columns, table, id) = (columns::<T>(), T::TABLE, T::ID);
    let sql = format!("SELECT {columns} FROM {table} r WHERE {id} IN ({places})");
    let rows = tx.query(sql, ids).await?;
    let mut stored = HashMap::with_capacity(rows.len());
    for row in rows {
        let known = read::<T>(row)?;
        stored.insert(known.record.id(), known);
    }
    Ok(stored)
}

/// A record to write, which is new or differs from the stored one.
struct RecordChange<T> {
    /// The stored record; `None` if the record is new.
    before: Option<T>,
    known: KnownRecord<T>,
}

/// Writes changes, at most one of each record. Of names only those that differ: their index is large, and most stay.
///
/// **Invariant:** the stored names of a record are those that [`named`] makes of it. A change of `named` needs a
/// migration that writes them anew.
async fn write<T: RecordTable>(tx: &mut Tx, changes: Vec<RecordChange<T>>) -> Result<()> {
    let (mut records, mut names) = (NewAndChanged::default(), NewAndChanged::default());
    let mut gone = Vec::new();
    for RecordChange { before, known } in &changes {
        let mut row = known.record.values()?;
        row.extend([
            i64::from(known.is_whole).into(),
            (&known.provenance.source).into(),
            instant::to_text(known.provenance.as_of).into(),
        ]);
        records.push(row, before.is_none());
        let id = known.record.id();
        let stored = before.as_ref().map_or_else(BTreeMap::new, named);
        let current = named(&known.record);
        let key = |folded: &String| vec![id.into(), folded.as_bytes().to_vec().into()];
        gone.extend(
            (stored.keys())
                .filter(|it| !current.contains_key(*it))
                .map(key),
        );
        for (folded, found) in &current {
            if stored.get(folded) != Some(found) {
                let mut row = key(folded);
                row.extend([found.shared, found.favorites].map(Value::from));
                names.push(row, before.is_none());
            }
        }
    }
    let (table, id) = (format!("{}_name", T::TABLE), T::ID);
    let clear = format!("DELETE FROM {table} WHERE {id} = $1 AND folded = $2");
    tx.execute_many(clear, gone).await?;
    let columns: Vec<&str> = T::COLUMNS.iter().chain(&KNOWN).copied().collect();
    records.write(tx, T::TABLE, &columns, id).await?;
    let columns = [id, "folded", "shared", "favorites"];
    names
        .write(tx, &table, &columns, &format!("{id}, folded"))
        .await
}

/// Rows of records that were not there, and of others. `COPY` takes the former alone, since it cannot update. A record that is
/// not there is there for nobody else, because imports run one after another; nor are its names, by their foreign key.
#[derive(Default)]
struct NewAndChanged {
    new: Vec<Vec<Value>>,
    changed: Vec<Vec<Value>>,
}

impl NewAndChanged {
    fn push(&mut self, row: Vec<Value>, is_new: bool) {
        let rows = if is_new {
            &mut self.new
        } else {
            &mut self.changed
        };
        rows.push(row);
    }

    async fn write(self, tx: &mut Tx, table: &str, columns: &[&str], key: &str) -> Result<()> {
        Insert::into(table, columns).write(tx, self.new).await?;
        let update = Insert::into(table, columns).or_update(key);
        update.write(tx, self.changed).await
    }
}

/// The index's entry for one of a record's names.
#[derive(PartialEq)]
struct NameEntry {
    /// The number of bytes at its beginning that the name shares with the record's name before it in order.
    shared: u32,
    favorites: u32,
}

/// The folded names by which a record is found, each with its index entry.
fn named<T: RecordTable>(record: &T) -> BTreeMap<String, NameEntry> {
    let favorites = record.favorites().unwrap_or(0);
    let mut before = String::new();
    let found = beginnings(record).into_iter().map(|folded| {
        let shared = shared(&before, &folded);
        before.clone_from(&folded);
        (folded, NameEntry { shared, favorites })
    });
    found.collect()
}

/// Every name of a record, folded, from each of its first words on and with those before it behind: it is found by the
/// family name and by the given name, whichever comes first.
fn beginnings<T: RecordTable>(record: &T) -> BTreeSet<String> {
    let mut beginnings = BTreeSet::new();
    for name in record.names() {
        let folded = fold(&name);
        if folded.len() > MAX_NAME {
            continue;
        }
        beginnings.extend(turns(&folded).take(WORDS));
    }
    beginnings
}

/// The number of bytes that two names have in common at their beginning.
fn shared(before: &str, name: &str) -> u32 {
    let pairs = before.bytes().zip(name.bytes());
    let shared = pairs.take_while(|(a, b)| a == b).count();
    u32::try_from(shared).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use domain::extras::{Person, PersonId, PersonMention};

    use super::*;

    #[test]
    fn names_are_indexed_from_each_of_their_words() {
        let mut person = Person::from(PersonMention {
            id: PersonId::new(1),
            name: "Kamiya, Hiroshi".into(),
            image_url: None,
        });
        person.family_name = Some("神谷".into());
        person.given_name = Some("浩史".into());
        person.other_names = vec!["Hiro-C".into(), "???".into(), "x".repeat(500)];
        let found = beginnings(&person);
        let expected = [
            "c hiro",
            "hiro c",
            "hiroshi kamiya",
            "kamiya hiroshi",
            "神谷浩史",
        ];
        assert!(found.iter().eq(expected.iter()), "{found:?}");
    }
}
