//! People and characters, whose tables are read and written alike.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::{
    Result,
    catalogue::Outcome,
    extras::{Known, RecordQuery, turns},
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

/// Records that are looked up together.
const BATCH: usize = 4_096;
/// Columns of every such table, behind those of the record.
const KNOWN: [&str; 3] = ["is_whole", "source", "as_of"];
/// Words of a name from which on it is found.
const WORDS: usize = 6;
/// Longest folded name that is found, in bytes; PostgreSQL refuses to index one that fills a third of a page.
const LONGEST_NAME: usize = 400;

/// `$1`: id.
pub(super) fn by_id<T: RecordTable>() -> String {
    let (columns, table, id) = (columns::<T>(), T::TABLE, T::ID);
    format!("SELECT {columns} FROM {table} r WHERE {id} = $1")
}

/// `$1`: size, `$2`: how many come before.
pub(super) fn top<T: RecordTable>() -> String {
    let (table, id, most) = (T::TABLE, T::ID, RecordQuery::MOST);
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

/// A random one.
pub(super) async fn random<T: RecordTable>(tx: &mut Tx, draws: &[u32]) -> Result<Option<Known<T>>> {
    let Some(id) = random_pick::pick(tx, T::TABLE, T::ID, draws).await? else {
        return Ok(None);
    };
    one(tx, id).await
}

/// The one with an id.
pub(super) async fn one<T: RecordTable>(tx: &mut Tx, id: u32) -> Result<Option<Known<T>>> {
    let row = tx.query(by_id::<T>(), vec![id.into()]).await?.pop();
    row.map(read).transpose()
}

pub(super) fn read<T: RecordTable>(mut row: Row) -> Result<Known<T>> {
    Ok(Known {
        record: T::read(&mut row)?,
        is_whole: row.take::<u32>("is_whole")? != 0,
        provenance: provenance(&mut row)?,
    })
}

/// Lays whole records over those that are there.
pub(crate) async fn put_whole<T: RecordTable>(
    tx: &mut Tx,
    batch: &[T],
    provenance: &Provenance,
) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(batch.len());
    for part in batch.chunks(BATCH) {
        let mut stored = load::<T>(tx, part.iter().map(T::id)).await?;
        let mut changed = BTreeMap::new();
        for record in part {
            let Some(known) = stored.remove(&record.id()) else {
                outcomes.push(Outcome::Unknown);
                continue;
            };
            let new = Known {
                record: record.clone(),
                is_whole: true,
                provenance: provenance.clone(),
            };
            let known = match updated(known, new) {
                Ok(known) => {
                    outcomes.push(Outcome::Changed);
                    changed.insert(record.id(), known.clone());
                    known
                }
                Err(known) => {
                    outcomes.push(Outcome::Equal);
                    known
                }
            };
            // It may be twice in the batch
            stored.insert(record.id(), known);
        }
        write(tx, changed.into_values().collect()).await?;
    }
    Ok(outcomes)
}

/// Keeps what titles mention, each record once.
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
        let mut changed = Vec::new();
        for record in part {
            let new = Known {
                record: record.clone(),
                is_whole: false,
                provenance: provenance.clone(),
            };
            match stored.remove(&record.id()) {
                None => changed.push(new),
                Some(known) => changed.extend(updated(known, new).ok()),
            }
        }
        write(tx, changed).await?;
    }
    Ok(())
}

/// What is known once a source has said `new`; `Err` with what was known before where that is the same.
fn updated<T: RecordTable>(
    known: Known<T>,
    new: Known<T>,
) -> std::result::Result<Known<T>, Known<T>> {
    let updated = known.clone().updated_by(new);
    if updated.record == known.record && updated.is_whole == known.is_whole {
        Err(known)
    } else {
        Ok(updated)
    }
}

async fn load<T: RecordTable>(
    tx: &mut Tx,
    ids: impl Iterator<Item = u32>,
) -> Result<HashMap<u32, Known<T>>> {
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

/// Writes records that are new or differ, none twice.
async fn write<T: RecordTable>(tx: &mut Tx, records: Vec<Known<T>>) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let ids: Vec<Value> = records
        .iter()
        .map(|known| known.record.id().into())
        .collect();
    let (places, ids) = in_list::padded(ids);
    let clear = format!(
        "DELETE FROM {}_name WHERE {} IN ({places})",
        T::TABLE,
        T::ID
    );
    tx.execute(clear, ids).await?;
    let (mut rows, mut names) = (Vec::with_capacity(records.len()), Vec::new());
    for known in &records {
        let mut row = known.record.values()?;
        row.extend([
            i64::from(known.is_whole).into(),
            (&known.provenance.source).into(),
            instant::to_text(known.provenance.as_of).into(),
        ]);
        rows.push(row);
        let favorites = known.record.favorites().unwrap_or(0);
        let mut before = String::new();
        for folded in beginnings(&known.record) {
            let shared = shared(&before, &folded);
            before.clone_from(&folded);
            names.push(vec![
                known.record.id().into(),
                folded.into_bytes().into(),
                shared.into(),
                favorites.into(),
            ]);
        }
    }
    let columns: Vec<&str> = T::COLUMNS.iter().chain(&KNOWN).copied().collect();
    let insert = Insert::into(T::TABLE, &columns).or_update(T::ID);
    insert.write(tx, rows).await?;
    let table = format!("{}_name", T::TABLE);
    Insert::into(&table, &[T::ID, "folded", "shared", "favorites"])
        .write(tx, names)
        .await
}

/// Every name of a record, folded, from each of its first words on and with those before it behind: it is found by the
/// family name and by the given name, whichever comes first.
fn beginnings<T: RecordTable>(record: &T) -> BTreeSet<String> {
    let mut beginnings = BTreeSet::new();
    for name in record.names() {
        let folded = fold(&name);
        if folded.len() > LONGEST_NAME {
            continue;
        }
        beginnings.extend(turns(&folded).take(WORDS));
    }
    beginnings
}

/// Bytes that two names have in common at their beginning.
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
    fn names_are_found_from_each_of_their_words_on() {
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
