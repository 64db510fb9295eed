//! How many reviews of a title everybody may see, and which.

use domain::{
    Result,
    anime::MalId,
    catalogue::ADDRESS_BLOCK,
    review::{FOLD_AT, Listed, ReviewId},
};

use crate::{
    Store, instant,
    tx::Tx,
    value::{Row, Statement},
};

/// Keeps others from changing which reviews of a title are listed, until the transaction ends.
pub(super) async fn lock(tx: &mut Tx, title: MalId) -> Result<()> {
    let sql = "INSERT INTO review_tally (mal_id, listed) VALUES ($1, 0) \
         ON CONFLICT (mal_id) DO UPDATE SET listed = review_tally.listed";
    tx.execute(sql, vec![title.get().into()]).await
}

/// The statement that adjusts the number of a title's listed reviews after a review's listing may have changed.
pub(super) fn count(title: MalId, was_listed: bool, is_listed: bool) -> Statement {
    let sql = "UPDATE review_tally SET listed = listed + $2 WHERE mal_id = $1";
    let difference = i64::from(is_listed) - i64::from(was_listed);
    let row = vec![title.get().into(), difference.into()];
    (sql.into(), vec![row])
}

/// Reads the blocks of titles that have listed reviews, in order.
pub(super) async fn blocks(store: &Store) -> Result<Vec<u32>> {
    let sql = "SELECT DISTINCT mal_id / $1 AS block FROM review_tally WHERE listed > 0";
    let rows = store.query(sql, vec![ADDRESS_BLOCK.into()]).await?;
    let blocks = rows.into_iter().map(|mut row| row.take("block"));
    let mut blocks: Vec<u32> = blocks.collect::<Result<_>>()?;
    blocks.sort_unstable();
    Ok(blocks)
}

/// Reads the reviews of a block of titles that are listed and not folded.
pub(super) async fn of_block(store: &Store, block: u32, limit: u32) -> Result<Vec<Listed>> {
    let sql = "SELECT r.mal_id, r.id, COALESCE(r.edited_at, r.created_at) AS written_at FROM review r \
         JOIN anime a ON a.mal_id = r.mal_id \
         WHERE r.mal_id >= $1 AND r.mal_id < $2 AND r.is_listed = 1 AND r.reports < $3 \
         ORDER BY r.mal_id, r.id LIMIT $4";
    let first = i64::from(block) * i64::from(ADDRESS_BLOCK);
    let end = first + i64::from(ADDRESS_BLOCK);
    let params = vec![first.into(), end.into(), FOLD_AT.into(), limit.into()];
    let rows = store.query(sql, params).await?;
    let listed = |mut row: Row| {
        Ok(Listed {
            id: ReviewId {
                title: MalId::new(row.take("mal_id")?),
                name: row.take("id")?,
            },
            written_at: instant::from_text(&row.take::<String>("written_at")?)?,
        })
    };
    rows.into_iter().map(listed).collect()
}
