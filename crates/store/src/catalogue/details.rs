//! One title with all its facts and the titles beside it.

use domain::{
    Result,
    anime::MalId,
    catalogue::{AnimeKey, FullAnime},
};

use super::related;
use crate::{anime::load, tx::Tx};

/// One title with those it is shown with, by at most eight queries.
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
    let Some(stored) = load(tx, &[id]).await?.remove(&id) else {
        return Ok(None);
    };
    Ok(Some(FullAnime {
        anime: stored.anime,
        slug: stored.slug,
        provenance: stored.provenance,
        origins: stored.origins,
        related: related::of(tx, id).await?,
        franchise: related::franchise(tx, id).await?,
    }))
}
