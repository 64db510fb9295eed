//! Entries of lists, joined with the catalogue as it is now.

use domain::{
    Result,
    account::UserId,
    anime::MalId,
    record::{Entry, List},
};

use super::list;
use crate::{catalogue::poster, instant, tx::Tx, value::Row};

/// Stands between the genres of a title; no name holds this control character.
const SEPARATOR: char = '\u{1f}';

/// The columns that [`entry`] reads, of the tables `record_entry e` and `anime t`.
macro_rules! entry_columns {
    () => {
        "t.mal_id, t.slug, t.title, t.title_english, t.images, t.score, t.popularity, \
         (SELECT string_agg(g.name, '\u{1f}' ORDER BY g.position) FROM anime_tag g \
         WHERE g.mal_id = t.mal_id AND g.kind = 'genre'), e.added_at"
    };
}
pub(super) use entry_columns;

const LISTS: &str = concat!(
    "SELECT e.list, ",
    entry_columns!(),
    " FROM record_entry e JOIN anime t ON t.mal_id = e.mal_id \
     WHERE e.uid = $1 ORDER BY e.list DESC, e.version DESC"
);

/// Watchlist and history, newest first.
pub(super) async fn lists(tx: &mut Tx, uid: &UserId) -> Result<(Vec<Entry>, Vec<Entry>)> {
    let (mut watchlist, mut history) = (Vec::new(), Vec::new());
    for mut row in tx.query(LISTS, vec![uid.as_str().into()]).await? {
        match list(&row.take::<String>(0)?)? {
            List::Watchlist => watchlist.extend(entry(&mut row, 1)?),
            List::History => history.extend(entry(&mut row, 1)?),
        }
    }
    Ok((watchlist, history))
}

/// Reads `entry_columns!()`, the first of which is column `at`; none where there is no title.
pub(super) fn entry(row: &mut Row, at: usize) -> Result<Option<Entry>> {
    let Some(mal_id) = row.take::<Option<u32>>(at)?.map(MalId::new) else {
        return Ok(None);
    };
    let genres: Option<String> = row.take(at + 7)?;
    Ok(Some(Entry {
        mal_id,
        slug: row.take(at + 1)?,
        title: row.take(at + 2)?,
        title_english: row.take(at + 3)?,
        image_url: poster(&row.take::<String>(at + 4)?)?,
        score: row.take(at + 5)?,
        popularity: row.take(at + 6)?,
        genres: genres.map_or_else(Vec::new, |names| {
            names.split(SEPARATOR).map(str::to_owned).collect()
        }),
        added_at: instant::from_text(&row.take::<String>(at + 8)?)?,
    }))
}
