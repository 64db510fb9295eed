//! An import with the titles that the catalogue has for its rows, and the list as it is.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use domain::{
    Error, Result,
    account::UserId,
    anime::MalId,
    anime_list::ListedTitle,
    library::{ImportRead, MAX_CHANGED_ENTRIES, MatchedRow, StoredEntry},
};

use super::{
    super::{
        card::revision, last_change, list_entry, position, position_columns,
        title_scope::TitleScope,
    },
    proposals::Proposals,
    unresolved::by_title,
};
use crate::{
    Store,
    anime::from_json,
    instant,
    tx::Tx,
    value::{Row, Value},
};

/// Rows that are read at once: all of them may be a hundred thousand.
const BATCH: u32 = 2_000;

/// Reads an import, with its rows and the owner's list, in one snapshot.
pub(super) async fn read(
    store: &Store,
    uid: &UserId,
    number: u32,
    chosen: &[MalId],
) -> Result<ImportRead> {
    const IMPORT: &str = concat!(
        "SELECT i.number, i.name, i.form, i.row_count, i.created_at, i.applied_at, i.counts, \
         i.undone_at, i.csv, ",
        position_columns!(),
        ", ",
        revision!(),
        " FROM list_import i JOIN user_record r ON r.uid = i.uid ",
        last_change!(),
        " WHERE i.uid = $1 AND i.number = $2"
    );
    let mut tx = store.snapshot().await?;
    let of_import = || vec![uid.as_str().into(), number.into()];
    let row = tx.query(IMPORT, of_import()).await?.pop();
    let mut row = row.ok_or(Error::NotFound("This import"))?;
    let import = super::read(&mut row)?;
    let rows = matched(&mut tx, of_import()).await?;
    let left = import.outcome.iter().flat_map(|it| &it.left.named);
    let ids: BTreeSet<MalId> = rows
        .iter()
        .flat_map(|it| [it.title, it.proposal])
        .flatten()
        .chain(left.map(|it| it.mal_id))
        .chain(chosen.iter().copied())
        .collect();
    let entries = entries(&mut tx, uid).await?;
    let ids: Vec<MalId> = ids.into_iter().collect();
    let catalogue = row.take("revision")?;
    let titles = titles(store, &mut tx, (uid, catalogue), &ids).await?;
    let unresolved = by_title(&mut tx, uid).await?;
    tx.commit().await?;
    let csv: Option<String> = row.take("csv")?;
    Ok(ImportRead {
        import,
        csv: csv.map(|json| from_json(&json)).transpose()?,
        rows,
        position: position(&mut row)?,
        entries,
        titles,
        unresolved,
    })
}

/// The rows with their titles. A number at MyAnimeList says which title it is, whether the catalogue knows it or not; a
/// name proposes one only where there is no such number.
async fn matched(tx: &mut Tx, of_import: Vec<Value>) -> Result<Vec<MatchedRow>> {
    let by_name = "SELECT r.number, n.mal_id, a.title, a.title_english, a.title_japanese \
         FROM list_import_row r \
         JOIN anime_name n ON n.folded = r.folded JOIN anime a ON a.mal_id = n.mal_id \
         WHERE r.uid = $1 AND r.import = $2 AND r.mal_id IS NULL \
         ORDER BY r.number, COALESCE(a.popularity, 1000000000) DESC, n.mal_id DESC";
    let mut rows: Vec<MatchedRow> = Vec::new();
    loop {
        let before = rows.len();
        read_more(tx, of_import.clone(), &mut rows).await?;
        if rows.len() == before {
            break;
        }
    }
    let places: HashMap<u32, usize> = (rows.iter().enumerate())
        .map(|(place, it)| (it.row.number, place))
        .collect();
    let mut proposals = Proposals::default();
    for mut named in tx.query(by_name, of_import).await? {
        let place = places.get(&named.take("number")?).copied();
        if let Some(place) = place {
            let name = rows[place].row.title.name.as_deref().unwrap_or_default();
            proposals.add(place, name, &mut named)?;
        }
    }
    for (place, row) in rows.iter_mut().enumerate() {
        row.proposal = proposals.of(&place).filter(|_| row.title.is_none());
    }
    Ok(rows)
}

/// Reads the next rows of an import, behind the last one of `rows`.
async fn read_more(
    tx: &mut Tx,
    mut of_import: Vec<Value>,
    rows: &mut Vec<MatchedRow>,
) -> Result<()> {
    let sql = format!(
        "SELECT r.number, r.content, COALESCE(a.mal_id, f.mal_id) AS title \
         FROM (SELECT number, content, mal_id, site, foreign_id FROM list_import_row \
         WHERE uid = $1 AND import = $2 AND number > $3 ORDER BY number LIMIT {BATCH}) r \
         LEFT JOIN anime a ON a.mal_id = r.mal_id LEFT JOIN anime_foreign_id f \
         ON r.mal_id IS NULL AND f.site = r.site AND f.id = r.foreign_id \
         ORDER BY r.number, f.mal_id"
    );
    of_import.push(rows.last().map_or(0, |last| last.row.number).into());
    for mut row in tx.query(sql, of_import).await? {
        let number: u32 = row.take("number")?;
        // Another site's number may stand for several titles
        if rows.last().is_some_and(|last| last.row.number == number) {
            continue;
        }
        let content: String = row.take("content")?;
        rows.push(MatchedRow {
            row: from_json(&content)?,
            title: row.take::<Option<u32>>("title")?.map(MalId::new),
            proposal: None,
        });
    }
    Ok(())
}

/// Reads the watchlist, with the instant and the version of each entry's last change.
async fn entries(tx: &mut Tx, uid: &UserId) -> Result<HashMap<MalId, StoredEntry>> {
    // By entry, as where votes are counted: a join with all events may be a loop within a loop
    let sql = "SELECT e.mal_id, e.added_at, e.entry, \
         (SELECT MAX(COALESCE(v.made_at, v.at)) FROM list_event v \
         WHERE v.uid = $1 AND v.mal_id = e.mal_id) AS changed_at, \
         (SELECT MAX(v.version) FROM list_event v \
         WHERE v.uid = $1 AND v.mal_id = e.mal_id) AS version \
         FROM record_entry e WHERE e.uid = $1 AND e.list = 'watchlist'";
    let rows = tx.query(sql, vec![uid.as_str().into()]).await?;
    let read = |mut row: Row| {
        let id = MalId::new(row.take("mal_id")?);
        let entry = list_entry(&mut row, "entry")?;
        let entry =
            entry.ok_or_else(|| Error::internal("reading a list", "an entry has no date"))?;
        let changed_at: Option<String> = row.take("changed_at")?;
        let changed_at = match changed_at {
            Some(text) => instant::from_text(&text)?,
            None => entry.added_at,
        };
        let version: Option<u64> = row.take("version")?;
        let now = StoredEntry {
            entry,
            changed_at,
            version: version.unwrap_or(0),
        };
        Ok((id, now))
    };
    rows.into_iter().map(read).collect()
}

async fn titles(
    store: &Store,
    tx: &mut Tx,
    (uid, catalogue): (&UserId, i64),
    ids: &[MalId],
) -> Result<HashMap<MalId, Arc<ListedTitle>>> {
    let mut titles = HashMap::new();
    for ids in ids.chunks(MAX_CHANGED_ENTRIES) {
        let cards = store
            .cards
            .of(tx, (uid, TitleScope::EverListed), catalogue, ids)
            .await?;
        let known = cards.into_iter();
        titles.extend(known.filter_map(|(id, card)| Some((id, card?))));
    }
    Ok(titles)
}
