//! Imports: what a source says, laid over what is stored.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use domain::{
    Error, Result,
    anime::{Anime, MalId},
    catalogue::{BUILT_IN, CatalogueImport, Outcome, Provenance},
};

use super::{
    id_values,
    record::{self, Stored},
    slugs,
};
use crate::{instant, list, tx::Tx};

/// Titles that are looked up and written together; bounds the memory an import takes.
const BATCH: usize = 500;

/// A running import.
///
/// **Invariant:** imports run one after the other, in all processes: each begins by writing the
/// row of the revision, which locks it.
pub(super) struct Import {
    tx: Tx,
    provenance: Provenance,
    changed: bool,
}

/// What is to be done about one title.
enum Verdict {
    /// Nothing.
    Keep,
    /// Its facts stand; they are this source's now, with this digest.
    Confirm(String),
    /// It is new.
    Add(Stored),
    /// It differs.
    Replace(Stored),
}

impl Import {
    pub(super) async fn begin(mut tx: Tx, provenance: Provenance) -> Result<Self> {
        let lock = "UPDATE catalogue_revision SET revision = revision";
        tx.execute(lock, vec![]).await?;
        Ok(Self {
            tx,
            provenance,
            changed: false,
        })
    }

    /// Writes titles of which none is there twice.
    async fn put_distinct(&mut self, batch: &[Anime]) -> Result<Vec<Outcome>> {
        let digests = batch
            .iter()
            .map(Anime::digest)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Error::internal("making the digest of a title", error))?;
        let known = self.known_digests(batch).await?;
        let same = |anime: &Anime, digest: &String| known.get(&anime.mal_id) == Some(digest);
        let differing: Vec<MalId> = batch
            .iter()
            .zip(&digests)
            .filter(|(anime, digest)| !same(anime, digest))
            .map(|(anime, _)| anime.mal_id)
            .collect();
        let mut stored = record::load(&mut self.tx, &differing).await?;
        let verdicts: Vec<(MalId, Verdict)> = batch
            .iter()
            .zip(digests)
            .map(|(anime, digest)| {
                let verdict = if same(anime, &digest) {
                    Verdict::Keep
                } else {
                    self.judge(anime, digest, stored.remove(&anime.mal_id))
                };
                (anime.mal_id, verdict)
            })
            .collect();
        self.carry_out(verdicts).await
    }

    /// The digests of those titles whose stored facts are this source's.
    async fn known_digests(&mut self, batch: &[Anime]) -> Result<HashMap<MalId, String>> {
        let ids: Vec<MalId> = batch.iter().map(|anime| anime.mal_id).collect();
        let (places, params) = list::padded(id_values(&ids));
        let sql =
            format!("SELECT mal_id, provenance, digest FROM anime WHERE mal_id IN ({places})");
        let mut digests = HashMap::new();
        for mut row in self.tx.query(sql, params).await? {
            if row.take::<String>(1)? == self.provenance.source {
                digests.insert(MalId::new(row.take(0)?), row.take(2)?);
            }
        }
        Ok(digests)
    }

    fn judge(&self, anime: &Anime, digest: String, stored: Option<Stored>) -> Verdict {
        let Some(stored) = stored else {
            return Verdict::Add(Stored {
                slug: slugs::wanted(anime),
                anime: anime.clone(),
                provenance: self.provenance.clone(),
                digest,
            });
        };
        let is_older = self.provenance.as_of < stored.provenance.as_of;
        let only_fills_gaps =
            is_older || self.provenance.source == BUILT_IN && stored.provenance.source != BUILT_IN;
        let merged = if only_fills_gaps {
            stored.anime.clone().merged_over(anime.clone())
        } else {
            anime.clone().merged_over(stored.anime.clone())
        };
        match (merged == stored.anime, only_fills_gaps) {
            (true, true) => Verdict::Keep,
            (true, false) => Verdict::Confirm(digest),
            (false, true) => Verdict::Replace(Stored {
                anime: merged,
                ..stored
            }),
            (false, false) => Verdict::Replace(Stored {
                anime: merged,
                slug: stored.slug,
                provenance: self.provenance.clone(),
                digest,
            }),
        }
    }

    async fn carry_out(&mut self, verdicts: Vec<(MalId, Verdict)>) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(verdicts.len());
        let mut confirmed = Vec::new();
        let mut added = Vec::new();
        let mut written: Vec<Stored> = Vec::new();
        for (id, verdict) in verdicts {
            outcomes.push(match verdict {
                Verdict::Keep => Outcome::Equal,
                Verdict::Confirm(digest) => {
                    confirmed.push(vec![
                        id.get().into(),
                        (&self.provenance.source).into(),
                        instant::to_text(self.provenance.as_of).into(),
                        digest.into(),
                    ]);
                    Outcome::Equal
                }
                Verdict::Add(record) => {
                    added.push(record);
                    Outcome::Added
                }
                Verdict::Replace(record) => {
                    written.push(record);
                    Outcome::Changed
                }
            });
        }
        let replaced: Vec<MalId> = written.iter().map(|r| r.anime.mal_id).collect();
        record::clear(&mut self.tx, &replaced).await?;
        slugs::settle(&mut self.tx, &mut added).await?;
        written.append(&mut added);
        self.changed |= !written.is_empty();
        record::write(&mut self.tx, &written).await?;
        let sql = "UPDATE anime SET provenance = $2, as_of = $3, digest = $4 WHERE mal_id = $1";
        self.tx.execute_many(sql, confirmed).await?;
        Ok(outcomes)
    }
}

#[async_trait]
impl CatalogueImport for Import {
    async fn put(&mut self, batch: &[Anime]) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(batch.len());
        for part in distinct_parts(batch) {
            outcomes.append(&mut self.put_distinct(part).await?);
        }
        Ok(outcomes)
    }

    async fn remove(&mut self, ids: &[MalId]) -> Result<u64> {
        let mut removed = 0;
        for part in ids.chunks(BATCH) {
            removed += record::remove(&mut self.tx, part).await?;
        }
        self.changed |= removed > 0;
        Ok(removed)
    }

    async fn commit(mut self: Box<Self>) -> Result<()> {
        if self.changed {
            let sql = "UPDATE catalogue_revision SET revision = revision + 1";
            self.tx.execute(sql, vec![]).await?;
        }
        self.tx.commit().await
    }
}

/// Cuts `batch` into parts of at most [`BATCH`] titles, none of which is twice in one part.
fn distinct_parts(batch: &[Anime]) -> Vec<&[Anime]> {
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    let mut start = 0;
    for (index, anime) in batch.iter().enumerate() {
        if seen.len() == BATCH || seen.contains(&anime.mal_id) {
            parts.push(&batch[start..index]);
            seen.clear();
            start = index;
        }
        seen.insert(anime.mal_id);
    }
    if start < batch.len() {
        parts.push(&batch[start..]);
    }
    parts
}
