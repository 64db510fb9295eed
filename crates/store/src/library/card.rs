//! The cards of titles, cached in memory: joining a long list with the catalogue takes the
//! database longer than all else that is done for it.
//!
//! **Invariant:** all cached cards are of one revision of the catalogue, the newest that was read.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::{
    Result,
    account::UserId,
    anime::{self, MalId, begun_year},
    anime_list::{ListEntry, ListItem, ListedTitle},
};

use super::{
    episode_length::{EpisodeLengthCache, TitleDigest},
    title_scope::{TitleScope, id_list},
};
use crate::{
    anime::{optional_date, optional_enum, poster},
    tx::Tx,
    value::Row,
};

/// The catalogue's revision, as a column of a query.
macro_rules! revision {
    () => {
        "(SELECT COALESCE(MAX(revision), 0) FROM catalogue_revision) AS revision"
    };
}
pub(crate) use revision;

/// Titles with their cards; none for those that the catalogue does not hold.
pub(super) type CardMap = HashMap<MalId, Option<Arc<ListedTitle>>>;

/// The entry with its title's card; `None` if there is no card.
pub(super) fn item(cards: &CardMap, id: MalId, entry: ListEntry) -> Option<ListItem> {
    let title = Arc::clone(cards.get(&id)?.as_ref()?);
    Some(ListItem { title, entry })
}

/// The cards read so far of the catalogue's newest revision.
#[derive(Debug, Default)]
pub(crate) struct TitleCards {
    cached: Mutex<CachedCards>,
    lengths: EpisodeLengthCache,
}

#[derive(Debug, Default)]
struct CachedCards {
    revision: i64,
    cards: CardMap,
}

impl TitleCards {
    /// The cards of `ids`; `None` unless all of them are cached at this revision.
    pub(super) fn cached(&self, revision: i64, ids: &[MalId]) -> Option<CardMap> {
        let cards = self.known(revision, ids);
        ids.iter().all(|id| cards.contains_key(id)).then_some(cards)
    }

    /// The cards of `ids`, which are in the `scope` of `uid`, as they are in the snapshot `tx`. Its
    /// catalogue has this revision.
    pub(crate) async fn of(
        &self,
        tx: &mut Tx,
        (uid, scope): (&UserId, TitleScope),
        revision: i64,
        ids: &[MalId],
    ) -> Result<CardMap> {
        let mut cards = self.known(revision, ids);
        let missing: Vec<MalId> = ids
            .iter()
            .copied()
            .filter(|id| !cards.contains_key(id))
            .collect();
        if missing.is_empty() {
            return Ok(cards);
        }
        let (mut read_at, mut new) = self.read(tx, (uid, scope), &missing).await?;
        if read_at != revision && !cards.is_empty() {
            // Another node of a database over several has answered, which took an import earlier or later
            (read_at, new) = self.read(tx, (uid, scope), ids).await?;
        }
        self.keep(read_at, &new);
        cards.extend(new);
        Ok(cards)
    }

    /// Reads cards, and the catalogue's revision that they are of.
    async fn read(
        &self,
        tx: &mut Tx,
        (uid, scope): (&UserId, TitleScope),
        ids: &[MalId],
    ) -> Result<(i64, CardMap)> {
        let (revision, mut found) = read(tx, (uid, scope), ids).await?;
        self.lengths.fill(tx, (uid, scope), &mut found).await?;
        let mut cards: CardMap = ids.iter().map(|id| (*id, None)).collect();
        let found = found.into_iter().map(|(card, _)| card);
        cards.extend(found.map(|card| (card.mal_id, Some(Arc::new(card)))));
        Ok((revision, cards))
    }

    fn known(&self, revision: i64, ids: &[MalId]) -> CardMap {
        let cached = self.lock();
        if cached.revision != revision {
            return CardMap::new();
        }
        let known = |id: &MalId| Some((*id, cached.cards.get(id)?.clone()));
        ids.iter().filter_map(known).collect()
    }

    fn keep(&self, revision: i64, new: &CardMap) {
        let mut cached = self.lock();
        if cached.revision < revision {
            *cached = CachedCards {
                revision,
                cards: CardMap::new(),
            };
        }
        // A snapshot may be older than what others have read since
        if cached.revision == revision {
            let cards = new.iter().map(|(id, card)| (*id, card.clone()));
            cached.cards.extend(cards);
        }
    }

    fn lock(&self) -> MutexGuard<'_, CachedCards> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads cards without the lengths of episodes, with each title's digest; and the revision that they are of.
async fn read(
    tx: &mut Tx,
    scope: (&UserId, TitleScope),
    ids: &[MalId],
) -> Result<(i64, Vec<(ListedTitle, TitleDigest)>)> {
    let (listed, params) = id_list(scope, ids);
    let sql = format!(
        "SELECT c.revision, t.mal_id, g.name AS genre, t.slug, t.title, t.title_english, \
         t.title_japanese, t.images, t.score, t.popularity, t.kind, t.episodes, t.status, t.year, \
         t.aired_from, t.digest, t.as_of FROM catalogue_revision c \
         LEFT JOIN anime t ON t.mal_id IN ({listed}) \
         LEFT JOIN anime_tag g ON g.mal_id = t.mal_id AND g.kind = 'genre' \
         ORDER BY t.mal_id, g.position"
    );
    let mut revision = 0;
    let mut found: Vec<(ListedTitle, TitleDigest)> = Vec::new();
    for mut row in tx.query(sql, params).await? {
        revision = row.take("revision")?;
        let Some(id) = row.take::<Option<u32>>("mal_id")?.map(MalId::new) else {
            continue;
        };
        let genre: Option<String> = row.take("genre")?;
        match found.last_mut() {
            Some((last, _)) if last.mal_id == id => last.genres.extend(genre),
            _ => {
                let digest = TitleDigest::of(&mut row)?;
                found.push((card(id, genre, row)?, digest));
            }
        }
    }
    Ok((revision, found))
}

fn card(id: MalId, genre: Option<String>, mut row: Row) -> Result<ListedTitle> {
    Ok(ListedTitle {
        mal_id: id,
        genres: genre.into_iter().collect(),
        slug: row.take("slug")?,
        title: row.take("title")?,
        title_english: row.take("title_english")?,
        title_japanese: row.take("title_japanese")?,
        image_url: poster(&row.take::<String>("images")?)?,
        score: row.take("score")?,
        popularity: row.take("popularity")?,
        kind: row.take("kind")?,
        // A count above `u16::MAX` is taken for unknown: nobody may have seen so many
        episodes: row
            .take::<Option<u32>>("episodes")?
            .and_then(|count| u16::try_from(count).ok()),
        episode_seconds: None,
        airing: optional_enum::<anime::Status>(row.take("status")?)?.into(),
        year: begun_year(row.take("year")?, optional_date(row.take("aired_from")?)?),
    })
}
