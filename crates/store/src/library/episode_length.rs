//! How long the episodes of titles are. The database has it among a title's details, which are a hundred times as long,
//! so it is read once for each digest of a title.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Mutex, PoisonError},
};

use domain::{
    Result,
    account::UserId,
    anime::{MalId, episode_seconds},
    anime_list::ListedTitle,
};
use serde::Deserialize;

use super::title_scope::{TitleScope, id_list};
use crate::{anime::from_json, tx::Tx, value::Row};

/// A digest of what the database holds of a title; it changes when the title does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TitleDigest(u64);

impl TitleDigest {
    /// The digest of a row's title, from its columns `digest` and `as_of`.
    pub(super) fn of(row: &mut Row) -> Result<Self> {
        let (digest, as_of): (String, String) = (row.take("digest")?, row.take("as_of")?);
        let mut hasher = DefaultHasher::new();
        (digest, as_of).hash(&mut hasher);
        Ok(Self(hasher.finish()))
    }
}

/// The episode lengths read so far, in seconds, with the digests of their titles; `None` for an unknown length.
#[derive(Debug, Default)]
pub(super) struct EpisodeLengthCache {
    cached: Mutex<HashMap<MalId, (TitleDigest, Option<u32>)>>,
}

/// The only part of a title's details that is read.
#[derive(Deserialize)]
struct DurationOnly {
    duration: Option<String>,
}

impl EpisodeLengthCache {
    /// Puts the lengths into titles of a user's `scope`. Those that are not known are read, with one query.
    pub(super) async fn fill(
        &self,
        tx: &mut Tx,
        scope: (&UserId, TitleScope),
        found: &mut [(ListedTitle, TitleDigest)],
    ) -> Result<()> {
        let missing = self.fill_cached(found);
        if missing.is_empty() {
            return Ok(());
        }
        let digests: HashMap<MalId, TitleDigest> = missing.iter().copied().collect();
        let ids: Vec<MalId> = missing.into_iter().map(|(id, _)| id).collect();
        let (listed, params) = id_list(scope, &ids);
        let sql = format!("SELECT mal_id, details FROM anime WHERE mal_id IN ({listed})");
        let mut new = Vec::new();
        for mut row in tx.query(sql, params).await? {
            let id = MalId::new(row.take("mal_id")?);
            let Some(digest) = digests.get(&id) else {
                continue;
            };
            let details: DurationOnly = from_json(&row.take::<String>("details")?)?;
            let seconds = details.duration.as_deref().and_then(episode_seconds);
            new.push((id, (*digest, seconds)));
        }
        let lock = self.cached.lock();
        lock.unwrap_or_else(PoisonError::into_inner).extend(new);
        self.fill_cached(found);
        Ok(())
    }

    /// Puts the known lengths into the titles, and returns the titles whose length is not known.
    fn fill_cached(&self, found: &mut [(ListedTitle, TitleDigest)]) -> Vec<(MalId, TitleDigest)> {
        let cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing = Vec::new();
        for (title, digest) in found {
            match cached.get(&title.mal_id) {
                Some((of, seconds)) if of == digest => title.episode_seconds = *seconds,
                _ => missing.push((title.mal_id, *digest)),
            }
        }
        missing
    }
}
