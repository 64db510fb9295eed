//! Videos of several titles.

use domain::{
    Result,
    anime::Status,
    extras::{TitleVideos, VideoQuery, VideoTitles},
};

use super::{TITLE, title_ref};
use crate::{
    anime::from_json,
    enum_text::to_enum_text,
    value::{Row, Value},
};

/// The query, and its parameters. Titles are looked at in the order of an index, or, of those that air or are to come,
/// all of them without their contents: they are some hundreds in a catalogue of any size.
pub(super) fn of(query: &VideoQuery) -> (String, Vec<Value>) {
    let (wanted, order) = match query.titles {
        VideoTitles::Popular => (
            "a.popularity IS NOT NULL".to_owned(),
            "a.popularity, COALESCE(a.members, 0) DESC, a.mal_id",
        ),
        VideoTitles::Airing => (
            at(Status::Airing),
            "a.aired_from IS NULL, a.aired_from DESC, a.mal_id DESC",
        ),
        VideoTitles::Upcoming => (
            at(Status::Upcoming),
            "a.aired_from IS NULL, a.aired_from, a.mal_id",
        ),
    };
    let looked_at = VideoQuery::MAX_SCANNED;
    let sql = format!(
        "WITH looked_at AS (SELECT a.mal_id FROM anime a WHERE {wanted} ORDER BY {order} LIMIT {looked_at}) \
         SELECT e.content, {TITLE} FROM looked_at CROSS JOIN anime a CROSS JOIN anime_extra e \
         WHERE a.mal_id = looked_at.mal_id AND e.mal_id = a.mal_id AND e.kind = 'videos' AND e.items > 0 \
         AND e.content LIKE $1 ORDER BY {order} LIMIT $2"
    );
    // The JSON of a video's kind as this crate writes it
    let kind = format!("%\"kind\":\"{}\"%", to_enum_text(&query.kind));
    (sql, vec![kind.into(), query.most.into()])
}

fn at(status: Status) -> String {
    format!("a.status = '{}'", to_enum_text(&status))
}

/// Reads a row of the query of [`of`].
pub(super) fn read(mut row: Row, query: &VideoQuery) -> Result<TitleVideos> {
    let videos = from_json(&row.take::<String>("content")?)?;
    Ok(TitleVideos::new(title_ref(&mut row)?, videos, query))
}

#[cfg(test)]
mod tests {
    use domain::extras::VideoKind;
    use tempfile::TempDir;

    use super::*;
    use crate::{DatabaseUrl, Store};

    /// The query looks at [`VideoQuery::MAX_SCANNED`] titles at most, whatever the catalogue's size.
    #[tokio::test]
    async fn titles_are_looked_at_in_the_order_of_an_index() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        for (titles, index) in [
            (VideoTitles::Popular, "INDEX anime_popular"),
            (VideoTitles::Airing, "(status=?)"),
            (VideoTitles::Upcoming, "(status=?)"),
        ] {
            let (sql, params) = of(&VideoQuery {
                titles,
                kind: VideoKind::Promo,
                most: 100,
                of_each: 5,
            });
            let sql = format!("EXPLAIN QUERY PLAN {sql}");
            let steps = store.query(sql, params).await.unwrap();
            let steps = steps.into_iter().map(|mut row| row.take("detail").unwrap());
            let plan = steps.collect::<Vec<String>>().join("\n");
            assert!(plan.contains(index), "{plan}");
            // The contents of these titles are read, and no others
            let contents =
                "SEARCH e USING INDEX sqlite_autoindex_anime_extra_1 (mal_id=? AND kind=?)";
            assert!(plan.contains(contents), "{plan}");
        }
    }
}
