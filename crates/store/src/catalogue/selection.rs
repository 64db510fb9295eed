//! Choosing titles by their facts.
//!
//! One text for all filters, whose unused parts are NULL: the texts are as few as there are orders,
//! so that the engines keep them prepared. Filters and orders read the index `anime_facets` alone.

use std::collections::HashSet;

use domain::{
    Result,
    anime::{MalId, Season},
    selection::{ListedAnime, MAX_IDS, Order, Selection},
    slice::Slice,
};
use jiff::civil::{Date, date};

use crate::{anime, enum_text::to_enum_text, in_list::id_values, tx::Tx, value::Value};

/// The largest number of a search's hits that a selection filters.
const MAX_AMONG: usize = 512;
/// An id that no genre and no company has: it fills up lists of ids.
const NOTHING: i64 = -1;

/// The conditions of a WHERE clause, and their parameters in the order of the placeholders.
struct WhereClause {
    conditions: Vec<String>,
    params: Vec<Value>,
}

pub(super) async fn select(tx: &mut Tx, selection: &Selection) -> Result<Slice<ListedAnime>> {
    let clause = where_clause(selection);
    let (ids, total) = if selection.order == Order::Relevance {
        in_search_order(tx, selection, clause).await?
    } else {
        let total = count(tx, selection, &clause).await?;
        (ordered(tx, selection, clause).await?, total)
    };
    Ok(Slice {
        items: listed(tx, &ids).await?,
        total,
    })
}

/// The ids of all titles that the filters choose, whichever page `selection` asks for.
pub(super) async fn all_ids(tx: &mut Tx, selection: &Selection) -> Result<Vec<MalId>> {
    let whole = Selection {
        skip: 0,
        size: u32::MAX,
        ..selection.clone()
    };
    let clause = where_clause(&whole);
    if whole.order == Order::Relevance {
        Ok(in_search_order(tx, &whole, clause).await?.0)
    } else {
        ordered(tx, &whole, clause).await
    }
}

/// Reads the stored titles of `ids`, in that order; an id without a title is left out.
pub(super) async fn listed(tx: &mut Tx, ids: &[MalId]) -> Result<Vec<ListedAnime>> {
    let mut stored = anime::load(tx, ids).await?;
    let found = ids.iter().filter_map(|id| stored.remove(id));
    Ok(found
        .map(|stored| ListedAnime {
            anime: stored.anime,
            provenance: stored.provenance,
        })
        .collect())
}

/// The requested part in the order of the search that found the titles.
async fn in_search_order(
    tx: &mut Tx,
    selection: &Selection,
    of: WhereClause,
) -> Result<(Vec<MalId>, u32)> {
    let sql = format!("SELECT a.mal_id FROM anime a WHERE {}", of.sql());
    let matching: HashSet<MalId> = ids(tx, sql, of.params).await?.into_iter().collect();
    let found = selection.among.iter().flatten();
    let found: Vec<MalId> = found.filter(|id| matching.contains(id)).copied().collect();
    let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let (skip, size) = (selection.skip as usize, selection.size as usize);
    Ok((found.into_iter().skip(skip).take(size).collect(), total))
}

async fn count(tx: &mut Tx, selection: &Selection, of: &WhereClause) -> Result<u32> {
    // NULL is not counted, and a condition would take the count to a smaller index
    let counted = known_column(selection).unwrap_or("mal_id");
    let sql = format!(
        "SELECT COUNT(a.{counted}) AS titles FROM anime a WHERE {}",
        of.sql()
    );
    let mut rows = tx.query(sql, of.params.clone()).await?;
    rows.pop().map_or(Ok(0), |mut row| row.take("titles"))
}

async fn ordered(tx: &mut Tx, selection: &Selection, mut of: WhereClause) -> Result<Vec<MalId>> {
    if let Some(column) = known_column(selection) {
        of.conditions.push(format!("a.{column} IS NOT NULL"));
    }
    let next = of.params.len() + 1;
    let sql = format!(
        "SELECT a.mal_id FROM anime a WHERE {} ORDER BY {} LIMIT ${next} OFFSET ${}",
        of.sql(),
        order(selection),
        next + 1
    );
    of.params
        .extend([selection.size.into(), selection.skip.into()]);
    ids(tx, sql, of.params).await
}

async fn ids(tx: &mut Tx, sql: String, params: Vec<Value>) -> Result<Vec<MalId>> {
    let rows = tx.query(sql, params).await?;
    rows.into_iter()
        .map(|mut row| row.take("mal_id").map(MalId::new))
        .collect()
}

/// The column of the order, if titles without a value in it are left out.
fn known_column(selection: &Selection) -> Option<&'static str> {
    column(selection.order).filter(|_| selection.known_only)
}

/// The column that an order sorts by, if that column may be NULL.
fn column(order: Order) -> Option<&'static str> {
    match order {
        Order::Id | Order::Relevance | Order::Title => None,
        Order::Start => Some("aired_from"),
        Order::Episodes => Some("episodes"),
        Order::Score => Some("score"),
        Order::Votes => Some("scored_by"),
        Order::Rank => Some("rank"),
        Order::Popularity => Some("popularity"),
        Order::Members => Some("members"),
        Order::Favorites => Some("favorites"),
    }
}

fn order(selection: &Selection) -> String {
    let way = if selection.descending { " DESC" } else { "" };
    let Some(column) = column(selection.order) else {
        return match selection.order {
            Order::Title => format!("a.title{way}, a.mal_id"),
            _ => format!("a.mal_id{way}"),
        };
    };
    // Without NULLs an index gives the rest of the order
    let last = if selection.known_only {
        String::new()
    } else {
        format!("a.{column} IS NULL, ")
    };
    let ties = match selection.order {
        // Places by members are given by sources of several dates, and repeat
        Order::Popularity => "COALESCE(a.members, 0) DESC, ",
        _ => "",
    };
    format!("{last}a.{column}{way}, {ties}a.mal_id")
}

fn where_clause(selection: &Selection) -> WhereClause {
    let mut clause = by_facts(selection);
    let (tags, count) = clause.numbers(&selection.tags);
    clause.conditions.push(format!(
        "(${count} = 0 OR a.mal_id IN (SELECT mal_id FROM anime_tag WHERE tag_id IN ({tags}) \
         GROUP BY mal_id HAVING COUNT(DISTINCT tag_id) = ${count}))"
    ));
    let (tags, count) = clause.numbers(&selection.without_tags);
    clause.conditions.push(format!(
        "(${count} = 0 OR a.mal_id NOT IN \
         (SELECT mal_id FROM anime_tag WHERE tag_id IN ({tags})))"
    ));
    let (companies, count) = clause.numbers(&selection.companies);
    clause.conditions.push(format!(
        "(${count} = 0 OR a.mal_id IN \
         (SELECT mal_id FROM anime_company WHERE company_id IN ({companies})))"
    ));
    if let Some(among) = &selection.among {
        let some = &among[..among.len().min(MAX_AMONG)];
        let placeholders = clause.placeholders(id_values(some), MAX_AMONG);
        clause
            .conditions
            .push(format!("a.mal_id IN ({placeholders})"));
    }
    clause
}

/// The filters by columns. Each parameter is compared before it is checked for NULL, so that PostgreSQL learns
/// its type.
fn by_facts(selection: &Selection) -> WhereClause {
    let sql = "(a.kind = $1 OR $1 IS NULL) AND (a.status = $2 OR $2 IS NULL) \
        AND (a.rating = $3 OR $3 IS NULL) \
        AND (a.score >= $4 OR $4 IS NULL) AND (a.score <= $5 OR $5 IS NULL) \
        AND (a.aired_from >= $6 OR $6 IS NULL) \
        AND (SUBSTR(a.title, 1, 1) IN ($7, $8) OR $7 IS NULL) \
        AND (a.year = $9 AND a.season = $10 OR $9 IS NULL \
            OR a.season IS NULL AND a.aired_from >= $11 AND a.aired_from < $12)";
    let day = |day: Date| day.to_string();
    let initial = |of: fn(&char) -> char| selection.initial.map(|c| of(&c).to_string());
    let begun = selection.begun_in;
    let span = begun.map(|(year, season)| span(year, season));
    WhereClause {
        conditions: vec![sql.into()],
        params: vec![
            selection.kind.into(),
            selection.status.as_ref().map(to_enum_text).into(),
            selection.rating.into(),
            selection.min_score.into(),
            selection.max_score.into(),
            selection.aired_since.map(day).into(),
            initial(char::to_ascii_lowercase).into(),
            initial(char::to_ascii_uppercase).into(),
            begun.map(|(year, _)| year).into(),
            begun.map(|(_, season)| season.as_str()).into(),
            span.map(|(from, _)| day(from)).into(),
            span.map(|(_, to)| day(to)).into(),
        ],
    }
}

/// The first day of a season, and the first day after it.
fn span(year: u16, season: Season) -> (Date, Date) {
    let year = i16::try_from(year).unwrap_or(i16::MAX).min(9_998);
    let begin = |year, season: Season| date(year, season.first_month(), 1);
    let from = begin(year, season);
    let to = match season {
        Season::Winter => begin(year, Season::Spring),
        Season::Spring => begin(year, Season::Summer),
        Season::Summer => begin(year, Season::Fall),
        Season::Fall => begin(year + 1, Season::Winter),
    };
    (from, to)
}

impl WhereClause {
    fn sql(&self) -> String {
        self.conditions.join(" AND ")
    }

    /// Adds values, filled up to `size`, and tells their places as a list.
    fn placeholders(&mut self, mut values: Vec<Value>, size: usize) -> String {
        values.resize(size, NOTHING.into());
        let first = self.params.len() + 1;
        self.params.append(&mut values);
        let placeholders: Vec<String> = (first..first + size).map(|n| format!("${n}")).collect();
        placeholders.join(", ")
    }

    /// Adds numbers and how many they are; tells their places and that of the count.
    fn numbers(&mut self, numbers: &[u32]) -> (String, usize) {
        let numbers = &numbers[..numbers.len().min(MAX_IDS)];
        let placeholders =
            self.placeholders(numbers.iter().map(|n| (*n).into()).collect(), MAX_IDS);
        let count = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
        self.params.push(count.into());
        (placeholders, self.params.len())
    }
}
