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
    let (mut conditions, mut params) = (Vec::new(), Vec::new());
    let (from, key, part) = match &query.beginning {
        None => (format!("{table} r"), "r", "0"),
        Some(folded) => {
            // Of the names of one that begin so, the first alone
            conditions.push("f.folded >= $1 AND f.folded < $2 AND f.shared < $3".to_owned());
            params.extend(beginning(folded));
            // The engines leave the join out where no record is needed
            let join = format!("{table}_name f LEFT JOIN {table} r ON r.{id} = f.{id}");
            (join, "f", "CASE WHEN f.folded = $1 THEN 0 ELSE 1 END")
        }
    };
    if let Some(initial) = query.initial {
        let (lower, upper) = (params.len() + 1, params.len() + 2);
        conditions.push(format!("SUBSTR(r.name, 1, 1) IN (${lower}, ${upper})"));
        let cases = [initial.to_ascii_lowercase(), initial.to_ascii_uppercase()];
        params.extend(cases.map(|initial| Value::from(initial.to_string())));
    }
    let hit = if conditions.is_empty() {
        from
    } else {
        format!("{from} WHERE {}", conditions.join(" AND "))
    };
    let ordering = ordering::<T>(query, key);
    let (size, skip) = (params.len() + 1, params.len() + 2);
    params.extend([query.span.size, query.span.skip].map(Value::from));
    let with = format!(
        "total AS (SELECT COUNT(*) AS n FROM {hit}), \
         page AS (SELECT {key}.{id}, {part} AS part FROM {hit} ORDER BY {} LIMIT ${size} OFFSET ${skip})",
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
