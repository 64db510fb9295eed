//! Imports: what a source says, laid over what is stored.

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

use async_trait::async_trait;
use domain::{
    Error, Result,
    anime::{Anime, FactGroup, MalId, Origins, Sourced},
    catalogue::{CatalogueImport, Outcome},
    extras::{Character, Person, TitleExtra},
    mirror::Mirrored,
    provenance::Provenance,
    slug::of_title,
};

use super::{adult, slugs};
use crate::{
    anime::{self, StoredTitle},
    change_id, extras,
    in_list::{self, id_values},
    instant, mirror,
    tx::Tx,
};

/// Titles that are looked up and written together; bounds the memory an import takes.
const BATCH: usize = 500;

/// Changes after which PostgreSQL is to vacuum and count its tables at once, and SQLite to give memory back: those of the
/// built-in catalogue are more. PostgreSQL would do so within a minute, and read whole tables for a title's page until then.
const MANY: u64 = 300;

/// A running import.
///
/// **Invariant:** imports run one after the other, in all processes: each begins by writing the
/// row of the revision, which locks it.
pub(super) struct Import {
    tx: Tx,
    /// The catalogue's revision once this import is committed.
    revision: i64,
    provenance: Provenance,
    /// Titles, extras and records that were written or removed.
    changes: u64,
    leaving: extras::Leaving,
}

/// The next step for one title.
enum TitleAction {
    /// The stored record stays as it is.
    Keep,
    /// The stored facts stay; they are this source's now, with this digest.
    Confirm(String, Origins),
    /// The title stays out of the catalogue, as adult.
    Refuse,
    /// The title is new.
    Add(StoredTitle),
    /// The merged record differs from the stored one.
    Replace {
        record: StoredTitle,
        /// Whether the title's airing status changes.
        has_turned: bool,
    },
}

impl Import {
    pub(super) async fn begin(mut tx: Tx, provenance: Provenance) -> Result<Self> {
        let lock = "UPDATE catalogue_revision SET revision = revision \
             RETURNING revision + 1 AS next";
        let row = tx.query(lock, vec![]).await?.pop();
        let mut row = row.ok_or_else(|| Error::internal("importing", "there is no revision"))?;
        Ok(Self {
            tx,
            revision: row.take("next")?,
            provenance,
            changes: 0,
            leaving: extras::Leaving::default(),
        })
    }

    /// Writes a batch that has no title twice.
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
        let mut stored = anime::load(&mut self.tx, &differing).await?;
        let missing = differing.into_iter().filter(|id| !stored.contains_key(id));
        let callers = adult::callers(&mut self.tx, &missing.collect::<Vec<_>>()).await?;
        let stays_out = |id: &MalId| callers.get(id).is_some_and(|by| !self.may_bring_back(by));
        let verdicts: Vec<(MalId, TitleAction)> = batch
            .iter()
            .zip(digests)
            .map(|(anime, digest)| {
                let verdict = if same(anime, &digest) {
                    TitleAction::Keep
                } else if stays_out(&anime.mal_id) {
                    TitleAction::Refuse
                } else {
                    self.judge(anime, digest, stored.remove(&anime.mal_id))
                };
                (anime.mal_id, verdict)
            })
            .collect();
        let back: Vec<MalId> = callers
            .iter()
            .filter(|(_, caller)| self.may_bring_back(caller))
            .map(|(id, _)| *id)
            .collect();
        adult::forget(&mut self.tx, &back).await?;
        if !back.is_empty() {
            // Built-in facts of them were refused or removed: the next start writes them again
            let sql = "UPDATE catalogue_revision SET built_in = NULL";
            self.tx.execute(sql, vec![]).await?;
        }
        self.carry_out(verdicts).await
    }

    /// The digests of those titles whose stored facts are this source's.
    async fn known_digests(&mut self, batch: &[Anime]) -> Result<HashMap<MalId, String>> {
        let ids: Vec<MalId> = batch.iter().map(|anime| anime.mal_id).collect();
        let (places, params) = in_list::padded(id_values(&ids));
        let sql =
            format!("SELECT mal_id, provenance, digest FROM anime WHERE mal_id IN ({places})");
        let mut digests = HashMap::new();
        for mut row in self.tx.query(sql, params).await? {
            if row.take::<String>("provenance")? == self.provenance.source {
                digests.insert(MalId::new(row.take("mal_id")?), row.take("digest")?);
            }
        }
        Ok(digests)
    }

    fn judge(&self, anime: &Anime, digest: String, stored: Option<StoredTitle>) -> TitleAction {
        let Some(stored) = stored else {
            let Sourced { anime, origins } = Sourced::from_one(anime.clone(), &self.provenance);
            return TitleAction::Add(StoredTitle {
                slug: of_title(&anime),
                anime,
                origins,
                provenance: self.provenance.clone(),
                digest,
            });
        };
        let decides = self.provenance.decides_over(&stored.provenance);
        let before = Sourced {
            anime: stored.anime,
            origins: stored.origins,
        };
        let same = before.anime.clone();
        let merged = before.updated_by(anime.clone(), &self.provenance);
        if merged.anime == same {
            return if decides {
                TitleAction::Confirm(digest, merged.origins)
            } else {
                TitleAction::Keep
            };
        }
        let (provenance, digest) = if decides {
            (self.provenance.clone(), digest)
        } else {
            (stored.provenance, stored.digest)
        };
        TitleAction::Replace {
            has_turned: merged.anime.status != same.status,
            record: StoredTitle {
                anime: merged.anime,
                origins: merged.origins,
                slug: stored.slug,
                provenance,
                digest,
            },
        }
    }

    /// The titles among `ids` that this source may call adult: no better source contradicts it.
    async fn judged_adult(&mut self, ids: &[MalId]) -> Result<Vec<MalId>> {
        let stored = anime::load(&mut self.tx, ids).await?;
        let vouched = |id: &&MalId| stored.get(id).is_some_and(|stored| self.yields_to(stored));
        Ok(ids.iter().filter(|id| !vouched(id)).copied().collect())
    }

    /// Whether a source of higher rank knows the age rating or the genres of a title.
    fn yields_to(&self, stored: &StoredTitle) -> bool {
        let by_higher = |group| {
            let by = stored.origins.get(&group).into_iter().flatten();
            by.into_iter().any(|by| by.rank() > self.provenance.rank())
        };
        let Anime { rating, tags, .. } = &stored.anime;
        (rating.is_some() && by_higher(FactGroup::Run))
            || (!tags.is_empty() && by_higher(FactGroup::Tags))
    }

    /// Whether this source may add a title that `caller` called adult: its rank is no lower, and its word no
    /// older.
    fn may_bring_back(&self, caller: &Provenance) -> bool {
        self.provenance.rank() >= caller.rank() && self.provenance.as_of >= caller.as_of
    }

    /// Adds the outcomes that are changes to `changes`.
    fn count_outcomes(&mut self, outcomes: Vec<Outcome>) -> Vec<Outcome> {
        let is_change = |outcome: &&Outcome| matches!(outcome, Outcome::Added | Outcome::Changed);
        self.changes += outcomes.iter().filter(is_change).count() as u64;
        outcomes
    }

    async fn carry_out(&mut self, verdicts: Vec<(MalId, TitleAction)>) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(verdicts.len());
        let mut confirmed = Vec::new();
        let mut added = Vec::new();
        let mut written: Vec<StoredTitle> = Vec::new();
        let mut turned = Vec::new();
        for (id, verdict) in verdicts {
            outcomes.push(match verdict {
                TitleAction::Keep => Outcome::Equal,
                TitleAction::Refuse => Outcome::Adult,
                TitleAction::Confirm(digest, origins) => {
                    confirmed.push(vec![
                        id.get().into(),
                        (&self.provenance.source).into(),
                        instant::to_text(self.provenance.as_of).into(),
                        digest.into(),
                        anime::origins(&origins, &self.provenance)?,
                    ]);
                    Outcome::Equal
                }
                TitleAction::Add(record) => {
                    added.push(record);
                    Outcome::Added
                }
                TitleAction::Replace { record, has_turned } => {
                    turned.extend(has_turned.then_some(id));
                    written.push(record);
                    Outcome::Changed
                }
            });
        }
        mirror::extra::episodes_are_due(&mut self.tx, &turned, self.provenance.as_of).await?;
        let replaced: Vec<MalId> = written.iter().map(|r| r.anime.mal_id).collect();
        anime::clear(&mut self.tx, &replaced).await?;
        slugs::make_unique(&mut self.tx, &mut added).await?;
        written.append(&mut added);
        self.changes += written.len() as u64;
        anime::write(&mut self.tx, &written, self.revision).await?;
        let sql = "UPDATE anime SET provenance = $2, as_of = $3, digest = $4, origins = $5 \
            WHERE mal_id = $1";
        self.tx.execute_many(sql, confirmed).await?;
        Ok(outcomes)
    }
}

#[async_trait]
impl CatalogueImport for Import {
    async fn put(&mut self, batch: &[Anime]) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(batch.len());
        for part in distinct_parts(batch, |anime| anime.mal_id) {
            outcomes.append(&mut self.put_distinct(part).await?);
        }
        Ok(outcomes)
    }

    async fn put_extras(&mut self, batch: &[TitleExtra]) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(batch.len());
        for part in distinct_parts(batch, |it| (it.mal_id, it.extra.kind())) {
            let (tx, leaving) = (&mut self.tx, &mut self.leaving);
            outcomes.append(&mut extras::put(tx, part, &self.provenance, leaving).await?);
        }
        Ok(self.count_outcomes(outcomes))
    }

    async fn put_people(&mut self, batch: &[Person]) -> Result<Vec<Outcome>> {
        let outcomes = extras::put_whole(&mut self.tx, batch, &self.provenance).await?;
        Ok(self.count_outcomes(outcomes))
    }

    async fn put_characters(&mut self, batch: &[Character]) -> Result<Vec<Outcome>> {
        let outcomes = extras::put_whole(&mut self.tx, batch, &self.provenance).await?;
        Ok(self.count_outcomes(outcomes))
    }

    async fn remove(&mut self, ids: &[MalId]) -> Result<u64> {
        let mut removed = 0;
        for part in ids.chunks(BATCH) {
            let judged = self.judged_adult(part).await?;
            self.leaving.of(&mut self.tx, &judged).await?;
            removed += anime::remove(&mut self.tx, &judged).await?;
            adult::remember(&mut self.tx, &judged, &self.provenance).await?;
        }
        self.changes += removed;
        Ok(removed)
    }

    async fn mirrored(&mut self, mirrored: Mirrored) -> Result<()> {
        mirror::write(&mut self.tx, mirrored).await
    }

    async fn set_built_in_digest(&mut self, digest: &str) -> Result<()> {
        let sql = "UPDATE catalogue_revision SET built_in = $1";
        self.tx.execute(sql, vec![digest.into()]).await
    }

    async fn commit(mut self: Box<Self>) -> Result<()> {
        self.leaving.prune(&mut self.tx).await?;
        if self.changes > 0 {
            let sql = "UPDATE catalogue_revision SET revision = $2, change_id = $1";
            let id = change_id::value(change_id::draw()?);
            let params = vec![id, self.revision.into()];
            self.tx.execute(sql, params).await?;
        }
        if self.changes < MANY {
            return self.tx.commit().await;
        }
        self.tx.commit_much().await
    }
}

/// Cuts `batch` into parts of at most [`BATCH`] items, no two of which have the same key in one part.
fn distinct_parts<T, K: Eq + Hash>(batch: &[T], key: impl Fn(&T) -> K) -> Vec<&[T]> {
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    let mut start = 0;
    for (index, item) in batch.iter().enumerate() {
        if seen.len() == BATCH || seen.contains(&key(item)) {
            parts.push(&batch[start..index]);
            seen.clear();
            start = index;
        }
        seen.insert(key(item));
    }
    if start < batch.len() {
        parts.push(&batch[start..]);
    }
    parts
}
