//! What is known of all titles together: pairs that people recommend, and videos.

use std::collections::{HashMap, HashSet};

use domain::{
    Result,
    anime::MalId,
    extras::{Filmed, FilmedTitle, PAIRS, RecommendedPair, TitleRef, VideoKind},
    slice::{Slice, Span},
};

use super::{TITLE, title_ref};
use crate::{
    anime::from_json,
    enum_text::to_enum_text,
    in_list::{self, id_values},
    tx::Tx,
    value::{Row, Value},
};

/// `$1`: how many.
const RECOMMENDED: &str = "SELECT r.mal_id, r.target_id, r.votes FROM anime_recommendation r \
     JOIN anime a ON a.mal_id = r.target_id ORDER BY r.votes DESC, r.mal_id, r.target_id LIMIT $1";

/// Two titles, the one with the lower number first, and how many recommend them.
type Pair = (MalId, MalId, u32);

/// Both titles of a pair may have it, with numbers of different days: the larger one counts.
pub(super) async fn pairs(tx: &mut Tx, span: Span) -> Result<Slice<RecommendedPair>> {
    let most = Value::Int(i64::try_from(PAIRS).unwrap_or(i64::MAX));
    let (mut seen, mut pairs) = (HashSet::new(), Vec::new());
    for mut row in tx.query(RECOMMENDED, vec![most]).await? {
        let titles = [row.take("mal_id")?, row.take("target_id")?].map(MalId::new);
        let [one, other] = titles;
        let (first, second) = (one.min(other), one.max(other));
        if seen.insert((first, second)) {
            pairs.push((first, second, row.take("votes")?));
        }
    }
    let total = u32::try_from(pairs.len()).unwrap_or(u32::MAX);
    let wanted = pairs.into_iter().skip(span.skip as usize);
    let wanted: Vec<Pair> = wanted.take(span.size as usize).collect();
    let titles = titles(tx, &wanted).await?;
    let found = wanted.into_iter().filter_map(|(first, second, votes)| {
        Some(RecommendedPair {
            first: titles.get(&first)?.clone(),
            second: titles.get(&second)?.clone(),
            votes,
        })
    });
    Ok(Slice {
        items: found.collect(),
        total,
    })
}

async fn titles(tx: &mut Tx, pairs: &[Pair]) -> Result<HashMap<MalId, TitleRef>> {
    let ids: HashSet<MalId> = pairs.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
    let ids: Vec<MalId> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let (places, ids) = in_list::padded(id_values(&ids));
    let sql = format!("SELECT {TITLE} FROM anime a WHERE a.mal_id IN ({places})");
    let mut titles = HashMap::new();
    for mut row in tx.query(sql, ids).await? {
        let title = title_ref(&mut row)?;
        titles.insert(title.mal_id, title);
    }
    Ok(titles)
}

/// The query for titles with videos of a kind, and its parameters. The indexes of titles by popularity and by status
/// are read as far as it takes.
pub(super) fn filmed(which: Filmed, kind: VideoKind, limit: u32) -> (String, Vec<Value>) {
    // As this crate writes it
    let kind = format!("%\"kind\":\"{}\"%", to_enum_text(&kind));
    let mut params: Vec<Value> = vec![kind.into(), limit.into()];
    let (narrowed, order) = match which {
        Filmed::Popular => (
            "a.popularity IS NOT NULL",
            "a.popularity, COALESCE(a.members, 0) DESC, a.mal_id",
        ),
        Filmed::Latest(status) => {
            params.push(to_enum_text(&status).into());
            (
                "a.status = $3",
                "a.aired_from IS NULL, a.aired_from DESC, a.mal_id DESC",
            )
        }
    };
    let sql = format!(
        "SELECT e.content, {TITLE} FROM anime a \
         JOIN anime_extra e ON e.mal_id = a.mal_id AND e.kind = 'videos' AND e.items > 0 \
         WHERE {narrowed} AND e.content LIKE $1 ORDER BY {order} LIMIT $2"
    );
    (sql, params)
}

/// Reads what [`filmed`] gives.
pub(super) fn read_filmed(mut row: Row, kind: VideoKind) -> Result<FilmedTitle> {
    let videos = from_json(&row.take::<String>("content")?)?;
    Ok(FilmedTitle::new(title_ref(&mut row)?, videos, kind))
}
