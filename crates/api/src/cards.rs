//! Pictures of shared pages as PNG, which every social site takes.
//!
//! **Invariant:** one is drawn at a time, on a thread of its own, and few wait for that: whoever asks for all of them
//! takes one core, and no visitor waits.

use std::{sync::Arc, time::Duration};

use domain::{Error, Result};
use moka::future::Cache;
use tokio::{
    sync::{Semaphore, TryAcquireError},
    task::spawn_blocking,
};

use crate::encoded::Encoded;

/// All cached pictures together, in bytes.
const CAPACITY: u64 = 8 * 1024 * 1024;
/// What caching one costs beside its bytes: about the cache's and our own records.
const OVERHEAD: usize = 1_024;
/// How long a picture stays that nobody asks for.
const TIME_TO_IDLE: Duration = Duration::from_hours(6);
/// Requests that may wait for a picture or be drawing one.
const WAITING: usize = 16;
/// A picture changes only when a title is renamed or the art is.
const FOR_A_DAY: &str = "public, max-age=86400";

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CardKey {
    pub(crate) id: u64,
    pub(crate) title: String,
    pub(crate) genre: Option<String>,
    pub(crate) facts: Option<String>,
}

/// A cache of pictures. The key is all that a picture shows, so that none is ever out of date.
pub struct CardPictures {
    cache: Cache<CardKey, Arc<Encoded>>,
    waiting: Semaphore,
    drawing: Arc<Semaphore>,
}

impl Default for CardPictures {
    fn default() -> Self {
        let cache = Cache::builder()
            .max_capacity(CAPACITY)
            .time_to_idle(TIME_TO_IDLE)
            .weigher(|key: &CardKey, picture: &Arc<Encoded>| {
                let bytes = OVERHEAD + key.title.len() + picture.plain().len();
                u32::try_from(bytes).unwrap_or(u32::MAX)
            });
        Self {
            cache: cache.build(),
            waiting: Semaphore::new(WAITING),
            drawing: Arc::new(Semaphore::new(1)),
        }
    }
}

impl CardPictures {
    /// The cached picture for `key`, else a new one; none where too many wait already.
    pub(crate) async fn get(&self, key: CardKey) -> Result<Option<Arc<Encoded>>, Arc<Error>> {
        if let Some(picture) = self.cache.get(&key).await {
            return Ok(Some(picture));
        }
        let _waits = match self.waiting.try_acquire() {
            Ok(permit) => permit,
            Err(TryAcquireError::NoPermits | TryAcquireError::Closed) => return Ok(None),
        };
        let make = self.draw(key.clone());
        self.cache.try_get_with(key, make).await.map(Some)
    }

    async fn draw(&self, key: CardKey) -> Result<Arc<Encoded>> {
        let turn = Arc::clone(&self.drawing).acquire_owned().await;
        let turn = turn.map_err(|e| Error::internal("waiting to draw a card", e))?;
        let drawing = spawn_blocking(move || {
            // It draws on where nobody waits any more: the next turn is not before its end
            let _turn = turn;
            let svg = art::card(&art::Card {
                id: key.id,
                title: &key.title,
                genre: key.genre.as_deref(),
                facts: key.facts.as_deref(),
            });
            art::png(&svg, art::CARD_WIDTH)
        });
        let png = drawing
            .await
            .map_err(|e| Error::internal("drawing a card", e))?
            .map_err(|e| Error::internal("drawing a card", e))?;
        Encoded::new("image/png", FOR_A_DAY, png).map(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: u64) -> CardKey {
        CardKey {
            id,
            title: "Walls".into(),
            genre: None,
            facts: None,
        }
    }

    #[tokio::test]
    async fn picture_is_drawn_once() {
        let cards = CardPictures::default();
        let first = cards.get(key(1)).await.unwrap().unwrap();
        // Nothing can be drawn any more
        cards.drawing.close();
        let again = cards.get(key(1)).await.unwrap().unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        assert!(cards.get(key(2)).await.is_err());
    }

    #[tokio::test]
    async fn few_wait_for_a_picture() {
        let cards = CardPictures::default();
        let turn = cards.drawing.acquire().await.unwrap();
        let asked = (0..20).map(|id| cards.get(key(id)));
        let mut asked: Vec<_> = asked.map(Box::pin).collect();
        let mut refused = 0;
        for one in &mut asked {
            if let Some(answer) = futures::FutureExt::now_or_never(one.as_mut()) {
                refused += usize::from(answer.unwrap().is_none());
            }
        }
        assert_eq!(refused, 20 - WAITING);
        drop(turn);
        assert!(asked.swap_remove(0).await.unwrap().is_some());
    }
}
