//! One title with all its facts and the titles beside it.

use domain::{
    Result,
    anime::MalId,
    catalogue::{AnimeKey, FullAnime},
};

use super::related;
use crate::{
    anime::{load_queries, read_loaded},
    tx::Tx,
};

/// One title with those it is shown with, by at most eight queries, most of them in one go.
pub(super) async fn find(tx: &mut Tx, key: &AnimeKey) -> Result<Option<FullAnime>> {
    let id = match key {
        AnimeKey::Id(id) => Some(*id),
        AnimeKey::Slug(slug) => {
            let sql = "SELECT mal_id FROM anime WHERE slug = $1";
            let row = tx.query(sql, vec![slug.into()]).await?.pop();
            row.map(|mut row| row.take("mal_id").map(MalId::new))
                .transpose()?
        }
    };
    let Some(id) = id else { return Ok(None) };
    // An unknown title costs all of them. Each known one saves a way to the database and back.
    let mut queries = load_queries(&[id]);
    queries.extend([related::query(id), related::links_query(id)]);
    let mut answers = tx.query_all(queries).await?.into_iter();
    let Some(stored) = read_loaded(&mut answers)?.remove(&id) else {
        return Ok(None);
    };
    let mut next = || answers.next().unwrap_or_default();
    let (related, links) = (next(), next());
    Ok(Some(FullAnime {
        anime: stored.anime,
        slug: stored.slug,
        provenance: stored.provenance,
        origins: stored.origins,
        related: related::read_all(related)?,
        franchise: related::franchise(tx, id, links).await?,
    }))
}
