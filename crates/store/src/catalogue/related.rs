//! The titles that a title's page shows beside it: those it is related to, and its franchise.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::{
    Result,
    anime::{MalId, begun_year, released},
    franchise::{self, FranchiseLink, FranchiseTitle, KINDS, Part, RelatedTitle},
};

use crate::{
    Sql,
    anime::{optional_date, optional_enum, poster},
    in_list::{self, id_values},
    tx::Tx,
    value::{Row, Value},
};

/// The columns of `anime a` that [`read`] reads.
const COLUMNS: &str = "a.mal_id, a.slug, a.title, a.title_english, a.title_japanese, a.kind, \
     a.aired_from, a.season, a.year, a.episodes, a.images";

/// `$1`: id of a title. The relations between all titles that those of a franchise lead to from
/// there, in either direction. The nearest 512 are enough for any (the largest of 29,144 titles leads
/// to 119) and keep what is read small whatever sources say. UNION ends circles; not materialized,
/// `reached` is followed only as far as `near` asks, by SQLite too.
static LINKS: LazyLock<String> = LazyLock::new(|| {
    let kinds = KINDS.map(|kind| format!("'{kind}'")).join(", ");
    format!(
        "WITH RECURSIVE reached (mal_id) AS NOT MATERIALIZED (
            SELECT CAST($1 AS BIGINT)
            UNION
            SELECT CASE r.mal_id WHEN reached.mal_id THEN r.target_id ELSE r.mal_id END
            FROM reached JOIN anime_relation r
            ON (r.mal_id = reached.mal_id OR r.target_id = reached.mal_id)
            WHERE r.target = 'anime' AND LOWER(r.kind) IN ({kinds})),
        near AS MATERIALIZED (SELECT mal_id FROM reached LIMIT 512)
        SELECT r.mal_id, r.target_id, r.kind FROM near JOIN anime_relation r
        ON r.mal_id = near.mal_id
        WHERE r.target = 'anime' AND r.target_id IN (SELECT mal_id FROM near)"
    )
});

/// Asks for the titles that the record of `id` names and the catalogue holds, in the record's order.
pub(super) fn query(id: MalId) -> (Sql, Vec<Value>) {
    let sql = format!(
        "SELECT {COLUMNS} FROM anime_relation r JOIN anime a ON a.mal_id = r.target_id \
         WHERE r.mal_id = $1 AND r.target = 'anime' \
         GROUP BY a.mal_id ORDER BY MIN(r.position)"
    );
    (sql.into(), vec![id.get().into()])
}

/// The query for the links of the franchise that `id` stands in.
pub(super) fn links_query(id: MalId) -> (Sql, Vec<Value>) {
    (LINKS.as_str().into(), vec![id.get().into()])
}

/// Reads the titles of an answer to [`query`].
pub(super) fn read_all(rows: Vec<Row>) -> Result<Vec<RelatedTitle>> {
    rows.into_iter().map(read).collect()
}

/// The watch order that `id` stands in, by the answer to [`links_query`] and one query, however long it is.
pub(super) async fn franchise(
    tx: &mut Tx,
    id: MalId,
    links: Vec<Row>,
) -> Result<Vec<FranchiseTitle>> {
    let links: Vec<FranchiseLink> = links.into_iter().map(read_link).collect::<Result<_>>()?;
    let members: BTreeMap<MalId, Part> = franchise::members(id, &links);
    if members.len() < 2 {
        return Ok(Vec::new());
    }
    let ids: Vec<MalId> = members.keys().copied().collect();
    let (places, ids) = in_list::padded(id_values(&ids));
    let sql = format!("SELECT {COLUMNS} FROM anime a WHERE a.mal_id IN ({places})");
    let titles = read_all(tx.query(sql, ids).await?)?;
    Ok(franchise::watch_order(titles, &members, &links))
}

fn read_link(mut row: Row) -> Result<FranchiseLink> {
    Ok(FranchiseLink {
        from: MalId::new(row.take("mal_id")?),
        to: MalId::new(row.take("target_id")?),
        kind: row.take("kind")?,
    })
}

fn read(mut row: Row) -> Result<RelatedTitle> {
    let first_day = optional_date(row.take("aired_from")?)?;
    let season = optional_enum(row.take("season")?)?;
    let year = row.take("year")?;
    Ok(RelatedTitle {
        mal_id: MalId::new(row.take("mal_id")?),
        slug: row.take("slug")?,
        title: row.take("title")?,
        title_english: row.take("title_english")?,
        title_japanese: row.take("title_japanese")?,
        kind: row.take("kind")?,
        released: released(first_day, year, season),
        year: begun_year(year, first_day),
        episodes: row.take("episodes")?,
        image_url: poster(&row.take::<String>("images")?)?,
    })
}
