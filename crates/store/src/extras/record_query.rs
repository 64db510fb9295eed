//! The query for people or characters by names and facts.

use domain::extras::{RecordOrder, RecordQuery};

use super::{record_tables::RecordTable, records::listed};
use crate::value::Value;

/// Orders the page inside the query, where `r` is the record and `f` the name that was found, and the answer, where
/// `r` is the record.
struct Ordering {
    page: String,
    answer: String,
}

/// The query, and its parameters.
pub(super) fn of<T: RecordTable>(query: &RecordQuery) -> (String, Vec<Value>) {
    let (table, id) = (T::TABLE, T::ID);
    let (mut conditions, mut params) = (vec!["TRUE".to_owned()], Vec::new());
    let records = format!("{table} r");
    let (key, part, named, joined) = match &query.beginning {
        None => ("r", "0", records.clone(), records),
        Some(folded) => {
            // Of the names of one that begin so, the first alone
            conditions.push("f.folded >= $1 AND f.folded < $2 AND f.shared < $3".to_owned());
            params.extend(beginning(folded));
            let named = format!("{table}_name f");
            // Left out by the engines where the order needs no record
            let joined = format!("{named} LEFT JOIN {records} ON r.{id} = f.{id}");
            let part = "CASE WHEN f.folded = $1 THEN 0 ELSE 1 END";
            ("f", part, named, joined)
        }
    };
    let mut counted = &named;
    if let Some(initial) = query.initial {
        let (lower, upper) = (params.len() + 1, params.len() + 2);
        conditions.push(format!("SUBSTR(r.name, 1, 1) IN (${lower}, ${upper})"));
        let cases = [initial.to_ascii_lowercase(), initial.to_ascii_uppercase()];
        params.extend(cases.map(|initial| Value::from(initial.to_string())));
        counted = &joined;
    }
    let wanted = conditions.join(" AND ");
    let ordering = ordering::<T>(query, key);
    let (size, skip) = (params.len() + 1, params.len() + 2);
    params.extend([query.span.size, query.span.skip].map(Value::from));
    let with = format!(
        "total AS (SELECT COUNT(*) AS n FROM {counted} WHERE {wanted}), \
         page AS (SELECT {key}.{id}, {part} AS part FROM {joined} WHERE {wanted} \
         ORDER BY {} LIMIT ${size} OFFSET ${skip})",
        ordering.page
    );
    (listed::<T>(&with, &ordering.answer), params)
}

fn ordering<T: RecordTable>(query: &RecordQuery, key: &str) -> Ordering {
    let id = T::ID;
    let way = if query.descending { " DESC" } else { "" };
    let by_record = |columns: &str| Ordering {
        page: format!("{columns}{key}.{id}{way}"),
        answer: format!("{columns}r.{id}{way}"),
    };
    match query.order {
        None if query.beginning.is_some() => Ordering {
            page: format!("part, f.favorites DESC, f.{id}"),
            answer: format!("page.part, COALESCE(r.favorites, 0) DESC, r.{id}"),
        },
        None | Some(RecordOrder::Id) => by_record(""),
        Some(RecordOrder::Name) => by_record(&format!("SUBSTR(r.name, 1, 100){way}, ")),
        Some(RecordOrder::Favorites) => by_record(&format!("COALESCE(r.favorites, 0){way}, ")),
        Some(RecordOrder::Birthday) => match T::BIRTHDAY {
            Some(day) => by_record(&format!("r.{day} IS NULL, r.{day}{way}, ")),
            None => by_record(""),
        },
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
        slice::Span,
    };
    use tempfile::TempDir;

    use super::*;
    use crate::{DatabaseUrl, Store};

    /// How the database goes about it.
    async fn plan<T: RecordTable>(store: &Store, query: &RecordQuery) -> String {
        let (sql, params) = of::<T>(query);
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let steps = store.query(sql, params).await.unwrap();
        let steps = steps.into_iter().map(|mut row| row.take("detail").unwrap());
        steps.collect::<Vec<String>>().join("\n")
    }

    #[tokio::test]
    async fn every_order_is_read_by_an_index() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        for (order, index) in [
            (RecordOrder::Name, "called"),
            (RecordOrder::Favorites, "favorites"),
        ] {
            for descending in [false, true] {
                let query = RecordQuery {
                    beginning: None,
                    initial: None,
                    order: Some(order),
                    descending,
                    span: Span::page(1, 25),
                };
                let people = plan::<Person>(&store, &query).await;
                let index_of_people = format!("INDEX anime_person_{index}");
                assert!(people.contains(&index_of_people), "{people}");
                let characters = plan::<Character>(&store, &query).await;
                let index = format!("INDEX anime_character_{index}");
                assert!(characters.contains(&index), "{characters}");
            }
        }
        let by_letter = RecordQuery {
            beginning: None,
            initial: Some('a'),
            ..RecordQuery::named("", Span::page(1, 25))
        };
        let letter = plan::<Person>(&store, &by_letter).await;
        let index = "INDEX anime_person_initial (<expr>=?)";
        assert!(letter.contains(index), "{letter}");
        let by_name = RecordQuery::named("kamiya", Span::page(1, 25));
        let name = plan::<Person>(&store, &by_name).await;
        let index = "SEARCH f USING COVERING INDEX anime_person_name_folded";
        assert!(name.contains(index), "{name}");
        assert!(!name.contains("SEARCH r USING COVERING"), "{name}");
    }
}
