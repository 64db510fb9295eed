//! Pairs of titles that people recommend.

use std::collections::HashSet;

use domain::{
    Result,
    anime::MalId,
    extras::{PAIRED_RECOMMENDATIONS, RecommendedPair},
    slice::{Slice, SliceRange},
};

use super::titles;
use crate::tx::Tx;

/// The recommendations with the most votes, in either direction. `$1`: limit.
const RECOMMENDED: &str = "SELECT r.mal_id, r.target_id, r.votes FROM anime_recommendation r \
     JOIN anime a ON a.mal_id = r.target_id ORDER BY r.votes DESC, r.mal_id, r.target_id LIMIT $1";

/// Two titles, the one with the lower number first, and how many recommend them.
type Pair = (MalId, MalId, u32);

/// Reads a page of pairs. Both titles may name a pair, with votes of different days: the larger number counts.
pub(super) async fn read(tx: &mut Tx, span: SliceRange) -> Result<Slice<RecommendedPair>> {
    let most = vec![PAIRED_RECOMMENDATIONS.into()];
    let (mut seen, mut pairs) = (HashSet::new(), Vec::new());
    for mut row in tx.query(RECOMMENDED, most).await? {
        let titles = [row.take("mal_id")?, row.take("target_id")?].map(MalId::new);
        let [one, other] = titles;
        let (first, second) = (one.min(other), one.max(other));
        if seen.insert((first, second)) {
            pairs.push((first, second, row.take("votes")?));
        }
    }
    let wanted: Slice<Pair> = Slice::of(pairs, span);
    let ids: HashSet<MalId> = wanted.items.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
    let titles = titles(tx, ids).await?;
    let found = wanted
        .items
        .into_iter()
        .filter_map(|(first, second, votes)| {
            Some(RecommendedPair {
                first: titles.get(&first)?.clone(),
                second: titles.get(&second)?.clone(),
                votes,
            })
        });
    Ok(Slice {
        items: found.collect(),
        total: wanted.total,
    })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::{DatabaseUrl, Store};

    #[tokio::test]
    async fn most_recommended_are_read_by_an_index() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let store = Store::open(&url).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {RECOMMENDED}");
        let params = vec![PAIRED_RECOMMENDATIONS.into()];
        let steps = store.query(sql, params).await.unwrap();
        let steps = steps.into_iter().map(|mut row| row.take("detail").unwrap());
        let plan = steps.collect::<Vec<String>>().join("\n");
        assert!(plan.contains("INDEX anime_recommendation_votes"), "{plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{plan}");
    }
}
