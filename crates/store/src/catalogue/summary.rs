//! Summaries of titles, each list of them by one query.

use domain::{
    Result,
    anime::{Images, MalId, begun_year},
    catalogue::AnimeSummary,
    provenance::Provenance,
    slice::Slice,
};

use crate::{
    anime::{from_json, optional_date, optional_enum},
    instant,
    value::Row,
};

/// A query for summaries: `$with` names the titles as `page` and the length of the whole list as
/// `total (n)`, `$order` their order. It gives a row for each title, and one without a title if there
/// is none. Names of genres have no line breaks, so one stands between two of them.
macro_rules! summaries {
    ($with:expr, $order:expr) => {
        concat!(
            "WITH ",
            $with,
            " SELECT total.n, a.mal_id, (SELECT string_agg(t.name, '\n' ORDER BY t.position) ",
            "FROM anime_tag t WHERE t.mal_id = a.mal_id AND t.kind = 'genre') AS genres, ",
            "a.slug, a.title, a.title_english, ",
            "a.title_japanese, a.kind, a.season, a.year, a.episodes, a.status, a.score, ",
            "a.scored_by, a.popularity, a.synopsis, a.images, a.seasons, a.provenance, a.as_of, ",
            "a.aired_from ",
            "FROM total LEFT JOIN page ON TRUE ",
            "LEFT JOIN anime a ON a.mal_id = page.mal_id ",
            "ORDER BY ",
            $order,
            ", a.mal_id"
        )
    };
}

/// The most popular titles. `$1`: the largest total that is counted, `$2`: page size, `$3`: offset.
pub(super) const POPULAR: &str = summaries!(
    "total AS (SELECT COUNT(*) AS n FROM
        (SELECT mal_id FROM anime WHERE popularity IS NOT NULL LIMIT $1) AS known),
    page AS (SELECT mal_id FROM anime WHERE popularity IS NOT NULL
        ORDER BY popularity, COALESCE(members, 0) DESC, mal_id LIMIT $2 OFFSET $3)",
    "a.popularity, COALESCE(a.members, 0) DESC"
);

/// The titles with a name that holds a text. `$1`: folded text, `$2`: pattern of a beginning, `$3`: pattern of a part,
/// `$4`: page size, `$5`: offset.
pub(super) const SEARCH: &str = summaries!(
    r"hit AS (SELECT mal_id, MIN(CASE WHEN folded = $1 THEN 0
            WHEN folded LIKE $2 ESCAPE '\' THEN 1 ELSE 2 END) AS part
        FROM anime_name WHERE folded LIKE $3 ESCAPE '\' GROUP BY mal_id),
    total AS (SELECT COUNT(*) AS n FROM hit),
    page AS (SELECT a.mal_id, hit.part FROM hit JOIN anime a ON a.mal_id = hit.mal_id
        ORDER BY hit.part, a.popularity IS NULL, a.popularity, a.mal_id LIMIT $4 OFFSET $5)",
    "page.part, a.popularity IS NULL, a.popularity"
);

/// The ids of the titles that [`SEARCH`] finds, in its order; `$1` to `$3` as there, `$4`: limit.
pub(super) const MATCHES: &str = r"WITH hit AS (SELECT mal_id, MIN(CASE WHEN folded = $1 THEN 0
        WHEN folded LIKE $2 ESCAPE '\' THEN 1 ELSE 2 END) AS part
    FROM anime_name WHERE folded LIKE $3 ESCAPE '\' GROUP BY mal_id)
    SELECT a.mal_id FROM hit JOIN anime a ON a.mal_id = hit.mal_id
    ORDER BY hit.part, a.popularity IS NULL, a.popularity, a.mal_id LIMIT $4";

/// The best ranked titles that air now, then the ended ones that began last. `$1`: limit of each of these two parts.
pub(super) const AIRING: &str = summaries!(
    "total AS (SELECT 0 AS n),
    running AS (SELECT mal_id, 0 AS part FROM anime WHERE status = 'airing' AND synopsis <> ''
        ORDER BY rank IS NULL, rank, mal_id LIMIT $1),
    ended AS (SELECT mal_id, 1 AS part FROM anime
        WHERE status = 'finished' AND aired_from IS NOT NULL AND synopsis <> ''
        ORDER BY aired_from DESC, mal_id LIMIT $1),
    page AS (SELECT mal_id, part FROM running UNION ALL SELECT mal_id, part FROM ended)",
    "page.part, CASE page.part WHEN 0 THEN a.rank IS NULL END,
    CASE page.part WHEN 0 THEN a.rank END, CASE page.part WHEN 1 THEN a.aired_from END DESC"
);

/// The query for the titles of a list of ids, in no promised order.
pub(super) fn of_ids(places: &str) -> String {
    const TEXT: &str = summaries!(
        "total AS (SELECT 0 AS n), page AS (SELECT mal_id FROM anime WHERE mal_id IN ({places}))",
        "a.popularity"
    );
    TEXT.replacen("{places}", places, 1)
}

/// Reads the rows of a query for summaries.
pub(super) fn slice(rows: Vec<Row>) -> Result<Slice<AnimeSummary>> {
    let mut slice = Slice {
        items: Vec::<AnimeSummary>::new(),
        total: 0,
    };
    for mut row in rows {
        slice.total = row.take("n")?;
        if let Some(id) = row.take::<Option<u32>>("mal_id")? {
            slice.items.push(summary(MalId::new(id), row)?);
        }
    }
    Ok(slice)
}

fn summary(mal_id: MalId, mut row: Row) -> Result<AnimeSummary> {
    let genres: Option<String> = row.take("genres")?;
    let images: Images = from_json(&row.take::<String>("images")?)?;
    Ok(AnimeSummary {
        mal_id,
        slug: row.take("slug")?,
        title: row.take("title")?,
        title_english: row.take("title_english")?,
        title_japanese: row.take("title_japanese")?,
        kind: row.take("kind")?,
        season: optional_enum(row.take("season")?)?,
        year: begun_year(row.take("year")?, optional_date(row.take("aired_from")?)?),
        episodes: row.take("episodes")?,
        status: optional_enum(row.take("status")?)?,
        score: row.take("score")?,
        scored_by: row.take("scored_by")?,
        popularity: row.take("popularity")?,
        genres: genres
            .iter()
            .flat_map(|g| g.lines())
            .map(str::to_owned)
            .collect(),
        synopsis: row.take("synopsis")?,
        image_url: images.poster().map(str::to_owned),
        large_image_url: images.large_poster().map(str::to_owned),
        seasons: row.take("seasons")?,
        provenance: Provenance {
            source: row.take("provenance")?,
            as_of: instant::from_text(&row.take::<String>("as_of")?)?,
        },
    })
}
