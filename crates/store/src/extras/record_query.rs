//! The query for people or characters by names and facts.

use domain::extras::{RecordOrder, RecordQuery};

use super::{record_tables::RecordTable, records::listed};
use crate::value::Value;

/// The rank of a name: 0 if it is the text, 1 if it only begins with it.
const PART: &str = "CASE WHEN f.folded = $1 THEN 0 ELSE 1 END";

/// What a query reads from: `r` is a record, `f` a name that was found.
struct Source {
    /// Precedes the query's own common table expressions.
    before: String,
    from: String,
    conditions: Vec<String>,
    part: &'static str,
    /// The alias of the table that gives the record's id, `r` or `f`.
    key: &'static str,
}

/// Orders the page inside the query, and the answer, where `r` is the record.
struct Ordering {
    page: String,
    answer: String,
}

/// The query for people or characters, and its parameters.
pub(super) fn of<T: RecordTable>(query: &RecordQuery) -> (String, Vec<Value>) {
    let mut params = Vec::new();
    let mut source = source::<T>(query, &mut params);
    if let Some(initial) = query.initial {
        let (lower, upper) = (params.len() + 1, params.len() + 2);
        let condition = format!("SUBSTR(r.name, 1, 1) IN (${lower}, ${upper})");
        source.conditions.push(condition);
        let cases = [initial.to_ascii_lowercase(), initial.to_ascii_uppercase()];
        params.extend(cases.map(|initial| Value::from(initial.to_string())));
    }
    if let (Some(RecordOrder::Birthday), Some(day)) = (query.order, T::BIRTHDAY) {
        source.conditions.push(format!("r.{day} IS NOT NULL"));
    }
    let (size, skip) = (params.len() + 1, params.len() + 2);
    params.extend([query.span.size, query.span.skip].map(Value::from));
    let ordering = ordering::<T>(query, source.key);
    let (id, most, order) = (T::ID, RecordQuery::MAX_LISTED, ordering.page);
    let wanted = source.conditions.join(" AND ");
    let Source {
        before,
        from,
        part,
        key,
        ..
    } = source;
    let with = format!(
        "{before}total AS (SELECT COUNT(*) AS n FROM \
            (SELECT 1 FROM {from} WHERE {wanted} LIMIT {most}) AS counted), \
         page AS (SELECT {key}.{id}, {part} AS part FROM {from} WHERE {wanted} \
            ORDER BY {order} LIMIT ${size} OFFSET ${skip})"
    );
    (listed::<T>(&with, &ordering.answer), params)
}

/// All records; the names that begin with a text, in whose order no record is read; or, for any other order, the
/// records of the best of these.
fn source<T: RecordTable>(query: &RecordQuery, params: &mut Vec<Value>) -> Source {
    let (table, id) = (T::TABLE, T::ID);
    let Some(folded) = &query.beginning else {
        return Source {
            before: String::new(),
            from: format!("{table} r"),
            conditions: vec!["TRUE".to_owned()],
            part: "0",
            key: "r",
        };
    };
    params.extend(beginning(folded));
    let from = format!("{table}_name f");
    // Only the first of a record's names with this beginning: the name before it shares fewer bytes with it
    let condition = "f.folded >= $1 AND f.folded < $2 AND f.shared < $3";
    if query.order.is_none() && query.initial.is_none() {
        return Source {
            before: String::new(),
            from,
            conditions: vec![condition.to_owned()],
            part: PART,
            key: "f",
        };
    }
    let matches = RecordQuery::MATCHES;
    Source {
        before: format!(
            "found AS (SELECT f.{id}, f.favorites, {PART} AS part FROM {from} WHERE {condition} \
             ORDER BY part, f.favorites DESC, f.{id} LIMIT {matches}), "
        ),
        // CROSS JOIN has SQLite read the found names first; it would begin with all records of an initial
        from: format!("found f CROSS JOIN {table} r"),
        conditions: vec![format!("r.{id} = f.{id}")],
        part: "f.part",
        key: "f",
    }
}

fn ordering<T: RecordTable>(query: &RecordQuery, key: &str) -> Ordering {
    let id = T::ID;
    let way = if query.descending { " DESC" } else { "" };
    let by_record = |column: &str| Ordering {
        page: format!("{column}{way}, {key}.{id}"),
        answer: format!("{column}{way}, r.{id}"),
    };
    let by_id = Ordering {
        page: format!("{key}.{id}{way}"),
        answer: format!("r.{id}{way}"),
    };
    match (query.order, T::BIRTHDAY) {
        (None, _) if query.beginning.is_some() => Ordering {
            page: format!("part, f.favorites DESC, f.{id}"),
            answer: format!("page.part, COALESCE(r.favorites, 0) DESC, r.{id}"),
        },
        (Some(RecordOrder::Name), _) => by_record("SUBSTR(r.name, 1, 100)"),
        (Some(RecordOrder::Favorites), _) => by_record("COALESCE(r.favorites, 0)"),
        (Some(RecordOrder::Birthday), Some(day)) => by_record(&format!("r.{day}")),
        (None | Some(RecordOrder::Id | RecordOrder::Birthday), _) => by_id,
    }
}

/// Where names that begin so begin, where they end (no text in UTF-8 has a byte of 255), and how many bytes that is.
fn beginning(folded: &str) -> [Value; 3] {
    let begin = folded.as_bytes().to_vec();
    let length = i64::try_from(begin.len()).unwrap_or(i64::MAX);
    let mut end = begin.clone();
    end.push(u8::MAX);
    [begin.into(), end.into(), length.into()]
}

#[cfg(test)]
mod tests {
    use domain::{
        extras::{Character, Person},
        slice::SliceRange,
    };
    use tempfile::TempDir;

    use super::*;
    use crate::{DatabaseUrl, Store};

    /// SQLite's plan for a query.
    async fn plan<T: RecordTable>(store: &Store, query: &RecordQuery) -> String {
        let (sql, params) = of::<T>(query);
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let steps = store.query(sql, params).await.unwrap();
        let steps = steps.into_iter().map(|mut row| row.take("detail").unwrap());
        steps.collect::<Vec<String>>().join("\n")
    }

    async fn opened() -> (TempDir, Store) {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        (folder, store)
    }

    /// Records that are equal in an order follow by id, and SQLite may sort these.
    #[tokio::test]
    async fn every_order_is_read_by_an_index() {
        let (_folder, store) = opened().await;
        for (order, index) in [
            (RecordOrder::Name, "called"),
            (RecordOrder::Favorites, "favorites"),
            (RecordOrder::Birthday, "born"),
        ] {
            for descending in [false, true] {
                let query = RecordQuery {
                    order: Some(order),
                    descending,
                    ..RecordQuery::all(SliceRange::page(1, 25))
                };
                let people = plan::<Person>(&store, &query).await;
                let index_of_people = format!("INDEX anime_person_{index}");
                assert!(people.contains(&index_of_people), "{people}");
                // The rows of one page may be sorted
                let sorts = people.matches("B-TREE FOR ORDER BY").count();
                assert!(sorts <= 1, "{people}");
                if order == RecordOrder::Birthday {
                    continue;
                }
                let characters = plan::<Character>(&store, &query).await;
                let index = format!("INDEX anime_character_{index}");
                assert!(characters.contains(&index), "{characters}");
            }
        }
    }

    #[tokio::test]
    async fn search_by_letter_or_name_uses_an_index() {
        let (_folder, store) = opened().await;
        let by_letter = RecordQuery {
            initial: Some('a'),
            ..RecordQuery::all(SliceRange::page(1, 25))
        };
        let letter = plan::<Person>(&store, &by_letter).await;
        let index = "INDEX anime_person_initial (<expr>=?)";
        assert!(letter.contains(index), "{letter}");
        let by_name = RecordQuery::named("kamiya", SliceRange::page(1, 25));
        let index = "SEARCH f USING COVERING INDEX anime_person_name_folded";
        let name = plan::<Person>(&store, &by_name).await;
        assert!(name.contains(index), "{name}");
        assert!(!name.contains("SEARCH r USING COVERING"), "{name}");
        let ordered = RecordQuery {
            order: Some(RecordOrder::Name),
            initial: Some('a'),
            ..by_name
        };
        let ordered = plan::<Person>(&store, &ordered).await;
        assert!(ordered.contains(index), "{ordered}");
        assert!(!ordered.contains("SCAN r"), "{ordered}");
    }
}
