//! The facts of titles for browsing.

use std::collections::HashMap;

use domain::{
    Result,
    anime::{Broadcast, MalId},
    browse::{BrowseFacts, Genre},
};
use jiff::civil::Date;
use serde::Deserialize;

use crate::{
    anime::{from_json, optional_date, optional_enum},
    enum_text::from_enum_text,
    tx::Tx,
    value::{Row, Value},
};

/// The titles changed since a revision. `$1`: revision, `$2`: the last id read, `$3`: limit.
const CHANGED: &str = "SELECT mal_id, title, title_english, kind, status, aired_from, season, year, \
     episodes, score, scored_by, popularity, members, favorites, details \
     FROM anime WHERE changed_in > $1 AND mal_id > $2 ORDER BY mal_id LIMIT $3";

/// The genres of the titles that [`CHANGED`] reads, with the same parameters.
const GENRES: &str = "SELECT mal_id, kind, name FROM anime_tag \
     WHERE tag_id IS NOT NULL AND mal_id IN \
     (SELECT mal_id FROM anime WHERE changed_in > $1 AND mal_id > $2 ORDER BY mal_id LIMIT $3) \
     ORDER BY mal_id, position";

pub(super) async fn changed(
    tx: &mut Tx,
    revision: i64,
    after: MalId,
    limit: u32,
) -> Result<Vec<BrowseFacts>> {
    let params: Vec<Value> = vec![revision.into(), after.get().into(), limit.into()];
    let mut genres: HashMap<u32, Vec<Genre>> = HashMap::new();
    for mut row in tx.query(GENRES, params.clone()).await? {
        genres.entry(row.take("mal_id")?).or_default().push(Genre {
            kind: from_enum_text(&row.take::<String>("kind")?)?,
            name: row.take("name")?,
        });
    }
    let rows = tx.query(CHANGED, params).await?;
    let titles = rows.into_iter().map(|row| {
        let mut title = title(row)?;
        title.genres = genres.remove(&title.mal_id.get()).unwrap_or_default();
        Ok(title)
    });
    titles.collect()
}

/// The facts that are read from `details`, because they have no column.
#[derive(Deserialize)]
struct Airtimes {
    aired_to: Option<Date>,
    broadcast: Option<Broadcast>,
}

fn title(mut row: Row) -> Result<BrowseFacts> {
    let airtimes: Airtimes = from_json(&row.take::<String>("details")?)?;
    let english: Option<String> = row.take("title_english")?;
    let main: String = row.take("title")?;
    Ok(BrowseFacts {
        mal_id: MalId::new(row.take("mal_id")?),
        title: english.filter(|name| !name.is_empty()).unwrap_or(main),
        kind: row.take("kind")?,
        status: optional_enum(row.take("status")?)?,
        begun: optional_date(row.take("aired_from")?)?,
        ended: airtimes.aired_to,
        slot: airtimes
            .broadcast
            .as_ref()
            .map(Broadcast::slot)
            .unwrap_or_default(),
        season: optional_enum(row.take("season")?)?,
        year: row.take("year")?,
        episodes: row.take("episodes")?,
        score: row.take("score")?,
        scored_by: row.take("scored_by")?,
        popularity: row.take("popularity")?,
        members: row.take("members")?,
        favorites: row.take("favorites")?,
        genres: Vec::new(),
    })
}
