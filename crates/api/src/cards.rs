//! Pictures to share as PNG, which every social site takes: of pages, and of somebody's year.
//!
//! **Invariant:** one card is drawn at a time, on its own thread, and few requests wait for it. So a client that requests
//! all cards uses one core, and no visitor waits.

use std::{sync::Arc, time::Duration};

use domain::{Error, Result};
use moka::future::Cache;
use tokio::{
    sync::{Semaphore, TryAcquireError},
    task::spawn_blocking,
};

use crate::{encoded::Encoded, error::ApiError, private::AnswerKey};

/// The capacity of the cache of pictures, in bytes.
const CAPACITY: u64 = 8 * 1024 * 1024;
/// The bytes that a cached picture costs beside its own, roughly: the cache's and our own records.
const OVERHEAD: usize = 1_024;
/// How long a picture that nobody requests stays cached.
const TIME_TO_IDLE: Duration = Duration::from_hours(6);
/// Requests that may wait for a picture or be drawing one.
const MAX_QUEUED: usize = 16;
/// The largest number of years whose pictures' contents are cached.
const YEARS: u64 = 1_000;
/// The `Cache-Control` of a page's picture, which changes only with a title's name or with the art.
const FOR_A_DAY: &str = "public, max-age=86400";
/// The `Cache-Control` of a year's picture, which is its owner's alone.
const PRIVATE: &str = "private, no-cache";

/// The contents of a picture, by which it is cached.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum CardKey {
    /// The contents of a page's picture.
    Page(PageCard),
    /// The contents of the picture of a year in review.
    Year(YearCard),
}

/// The contents of a page's picture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PageCard {
    pub(crate) id: u64,
    pub(crate) title: String,
    pub(crate) genre: Option<String>,
    pub(crate) facts: Option<String>,
}

/// The contents of the picture of a year in review.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct YearCard {
    pub(crate) year: u16,
    pub(crate) numbers: Vec<(String, &'static str)>,
    pub(crate) genres: Vec<String>,
    pub(crate) titles: Vec<art::YearTitle>,
    pub(crate) shape: art::YearShape,
}

/// A cache of pictures. The key is all that a picture shows, so that none is ever out of date.
pub struct CardPictures {
    cache: Cache<CardKey, Arc<Encoded>>,
    /// The contents of the pictures of years, so that a list is not read for a picture that is cached.
    years: Cache<AnswerKey, YearCard>,
    waiting: Semaphore,
    drawing: Arc<Semaphore>,
}

impl Default for CardPictures {
    fn default() -> Self {
        let cache = Cache::builder()
            .max_capacity(CAPACITY)
            .time_to_idle(TIME_TO_IDLE)
            .weigher(|_, picture: &Arc<Encoded>| {
                let bytes = OVERHEAD + picture.plain().len();
                u32::try_from(bytes).unwrap_or(u32::MAX)
            });
        Self {
            cache: cache.build(),
            years: Cache::builder()
                .max_capacity(YEARS)
                .time_to_idle(TIME_TO_IDLE)
                .build(),
            waiting: Semaphore::new(MAX_QUEUED),
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

    /// The contents of the picture of a year: the cached ones, else as `read` reads them.
    pub(crate) async fn year(
        &self,
        key: AnswerKey,
        read: impl Future<Output = Result<YearCard, ApiError>>,
    ) -> Result<YearCard, ApiError> {
        if let Some(card) = self.years.get(&key).await {
            return Ok(card);
        }
        let card = read.await?;
        self.years.insert(key, card.clone()).await;
        Ok(card)
    }

    async fn draw(&self, key: CardKey) -> Result<Arc<Encoded>> {
        let turn = Arc::clone(&self.drawing).acquire_owned().await;
        let turn = turn.map_err(|e| Error::internal("waiting to draw a card", e))?;
        let drawing = spawn_blocking(move || {
            // It draws on where nobody waits any more: the next turn is not before its end
            let _turn = turn;
            let (svg, width) = key.svg();
            Ok((art::png(&svg, width)?, key.cache_control()))
        });
        let drawn: Result<_, art::NotDrawn> = drawing
            .await
            .map_err(|e| Error::internal("drawing a card", e))?;
        let (png, cache_control) = drawn.map_err(|e| Error::internal("drawing a card", e))?;
        Encoded::new("image/png", cache_control, png).map(Arc::new)
    }
}

impl CardKey {
    /// The picture as SVG, and its width in pixels.
    fn svg(&self) -> (String, u32) {
        match self {
            Self::Page(page) => {
                let svg = art::card(&art::Card {
                    id: page.id,
                    title: &page.title,
                    genre: page.genre.as_deref(),
                    facts: page.facts.as_deref(),
                });
                (svg, art::CARD_WIDTH)
            }
            Self::Year(year) => {
                let svg = art::year(&art::YearCard {
                    year: year.year,
                    numbers: &year.numbers,
                    genres: &year.genres,
                    titles: &year.titles,
                    shape: year.shape,
                });
                (svg, year.shape.width())
            }
        }
    }

    const fn cache_control(&self) -> &'static str {
        match self {
            Self::Page(_) => FOR_A_DAY,
            Self::Year(_) => PRIVATE,
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::{account::UserId, library::LibraryState};

    use super::*;

    fn key(id: u64) -> CardKey {
        CardKey::Page(PageCard {
            id,
            title: "Walls".into(),
            genre: None,
            facts: None,
        })
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
    async fn year_card_is_cached_until_the_library_changes() {
        let cards = CardPictures::default();
        let key = |version: u64| AnswerKey {
            resource: "picture of 2026".into(),
            owner: UserId::new("somebody"),
            state: LibraryState {
                position: version.into(),
                catalogue: None,
            },
            revision: 1,
            pictures: String::new(),
        };
        let card = YearCard {
            year: 2026,
            numbers: Vec::new(),
            genres: Vec::new(),
            titles: Vec::new(),
            shape: art::YearShape::Wide,
        };
        let read = async || Ok(card.clone());
        let unread = async || Err(ApiError::not_found());
        assert!(cards.year(key(1), unread()).await.is_err());
        assert!(cards.year(key(1), read()).await.is_ok());
        assert!(cards.year(key(1), unread()).await.is_ok());
        assert!(cards.year(key(2), unread()).await.is_err());
    }

    #[tokio::test]
    async fn card_requests_beyond_the_queue_are_refused() {
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
        assert_eq!(refused, 20 - MAX_QUEUED);
        drop(turn);
        assert!(asked.swap_remove(0).await.unwrap().is_some());
    }
}
