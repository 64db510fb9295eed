//! Both lists of a user.

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    library::{Entry, List, OrphanedEntry},
};

use super::{card::TitleCards, list, stored_entry, title_scope::TitleScope};
use crate::{Store, instant, tx::Tx};

/// Watchlist and history, newest first, with what the catalogue of this revision says of the titles.
pub(super) async fn lists(
    tx: &mut Tx,
    cards: &TitleCards,
    uid: &UserId,
    revision: i64,
) -> Result<(Vec<Entry>, Vec<Entry>)> {
    let sql = "SELECT list, mal_id, added_at FROM record_entry WHERE uid = $1 \
         ORDER BY COALESCE(place, version) DESC";
    let mut rows = tx.query(sql, vec![uid.as_str().into()]).await?;
    let ids = rows
        .iter_mut()
        .map(|row| row.take("mal_id").map(MalId::new))
        .collect::<Result<Vec<_>>>()?;
    let cards = cards
        .of(tx, (uid, TitleScope::OnLists), revision, &ids)
        .await?;
    let (mut watchlist, mut history) = (Vec::new(), Vec::new());
    for (id, mut row) in ids.into_iter().zip(rows) {
        let Some(title) = cards.get(&id).and_then(Option::as_ref) else {
            continue;
        };
        let added_at = instant::from_text(&row.take::<String>("added_at")?)?;
        let entry = Entry::new(title, added_at);
        match list(&row.take::<String>("list")?)? {
            List::Watchlist => watchlist.push(entry),
            List::History => history.push(entry),
        }
    }
    Ok((watchlist, history))
}

/// Reads the entries whose titles the catalogue does not hold, newest first.
pub(super) async fn lost(store: &Store, uid: &UserId) -> Result<Vec<OrphanedEntry>> {
    let sql = "SELECT e.list, e.mal_id, e.added_at, e.entry FROM record_entry e \
         LEFT JOIN anime t ON t.mal_id = e.mal_id \
         WHERE e.uid = $1 AND t.mal_id IS NULL ORDER BY COALESCE(e.place, e.version) DESC";
    let rows = store.query(sql, vec![uid.as_str().into()]).await?;
    rows.into_iter()
        .map(|mut row| {
            let list = list(&row.take::<String>("list")?)?;
            let mal_id = MalId::new(row.take("mal_id")?);
            let added_at: String = row.take("added_at")?;
            let kept = match list {
                List::Watchlist => Some(stored_entry(&added_at, row.take("entry")?)?),
                List::History => None,
            };
            Ok(OrphanedEntry {
                list,
                mal_id,
                added_at: instant::from_text(&added_at)?,
                kept,
            })
        })
        .collect()
}
