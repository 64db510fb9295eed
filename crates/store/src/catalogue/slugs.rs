//! Slugs of new titles.

use std::collections::HashSet;

use domain::{Result, slug::with_id};

use crate::{anime::StoredTitle, in_list, tx::Tx, value::Value};

/// Puts the id behind each slug of `new` that is taken, by a stored title or an earlier one of
/// `new`, as often as it takes: a title may be called like another with its id behind it.
pub(super) async fn make_unique(tx: &mut Tx, new: &mut [StoredTitle]) -> Result<()> {
    let mut assigned = HashSet::new();
    let mut open: Vec<&mut StoredTitle> = new.iter_mut().collect();
    while !open.is_empty() {
        let taken = taken(tx, &open).await?;
        open.retain_mut(|record| {
            let clash = taken.contains(&record.slug) || assigned.contains(&record.slug);
            if clash {
                record.slug = with_id(&record.slug, record.anime.mal_id);
            } else {
                assigned.insert(record.slug.clone());
            }
            clash
        });
    }
    Ok(())
}

async fn taken(tx: &mut Tx, records: &[&mut StoredTitle]) -> Result<HashSet<String>> {
    let slugs = records.iter().map(|r| Value::from(&r.slug)).collect();
    let (places, params) = in_list::padded(slugs);
    let sql = format!("SELECT slug FROM anime WHERE slug IN ({places})");
    let rows = tx.query(sql, params).await?;
    rows.into_iter().map(|mut row| row.take("slug")).collect()
}
