//! Pictures of sources, fetched once, cut to the sizes of the pages and kept on disk.
//!
//! The way of a picture: [`Sources`] says who may be asked, and nobody else is, whatever a redirect
//! or a name server says; `fetch` reads at most some megabytes; `shape` looks at the dimensions
//! before it reads a pixel, and writes WebP at once and AVIF when nobody waits; `shelf` keeps both,
//! and the original for further sizes, within a limit.
//!
//! **Invariant:** however many want a picture, its source is asked once; one that fails is not asked
//! for again for a while.

mod fetch;
mod flights;
mod shape;
mod shelf;
mod sources;

use std::{
    collections::HashMap,
    io,
    num::NonZero,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use async_trait::async_trait;
use domain::{
    clock::Clock,
    picture::{Format, Picture, PictureCache, PictureError, PictureFigures, Size, Tag},
};
use jiff::{SignedDuration, Timestamp};
use tokio::{sync::Semaphore, task::spawn_blocking};

use fetch::Fetcher;
use flights::{Flights, Outcome};
use shelf::{Part, Shelf};
pub use sources::{Sources, SourcesError};

/// A picture that failed is not asked for again within this time.
const RESTS_FOR: SignedDuration = SignedDuration::from_mins(10);
/// Failures remembered at most; beyond that all are forgotten.
const REMEMBERED: usize = 10_000;
/// Pictures that are fetched and made at a time; the others wait with nothing in memory.
const AT_ONCE: usize = 8;
/// Pictures that wait to become AVIF at most; one that does not fit is wished for again.
const WAITING: usize = 256;

/// How pictures are kept.
pub struct Config {
    /// Who may be asked.
    pub sources: Sources,
    /// Where they are kept; a folder that is Mitai's own.
    pub folder: PathBuf,
    /// Most bytes on disk.
    pub most_bytes: u64,
}

/// Why pictures cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be used.
    #[error("the folder for pictures cannot be used")]
    Folder(#[source] io::Error),
    /// The HTTP client cannot be built, for instance for want of root certificates.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] reqwest::Error),
}

/// Keeps pictures. Cheap to clone.
#[derive(Clone)]
pub struct KeptPictures(Arc<Inner>);

struct Inner {
    sources: Sources,
    fetcher: Fetcher,
    shelf: Shelf,
    fetching: Flights<Tag>,
    making: Flights<(Tag, Part)>,
    /// Taken while a picture is in work for somebody who waits.
    turns: Semaphore,
    /// Taken while a core writes WebP.
    cores: Semaphore,
    /// Taken while a core writes AVIF: always one less, so that nobody waits for these.
    spare_cores: Semaphore,
    /// Taken while a picture waits to become AVIF.
    waiting: Arc<Semaphore>,
    /// From when on what failed may be tried again.
    failed: Mutex<HashMap<(Tag, Part), Timestamp>>,
    clock: Arc<dyn Clock>,
    counts: Counts,
}

/// Since the start.
#[derive(Default)]
struct Counts {
    served: AtomicU64,
    fetched: AtomicU64,
    failed: AtomicU64,
}

fn count(one: &AtomicU64) {
    one.fetch_add(1, Ordering::Relaxed);
}

impl KeptPictures {
    /// Opens what is kept.
    pub fn open(config: Config, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Self(Arc::new(Inner {
            fetcher: Fetcher::new(config.sources.clone()).map_err(OpenError::Client)?,
            shelf: Shelf::open(config.folder, config.most_bytes).map_err(OpenError::Folder)?,
            sources: config.sources,
            fetching: Flights::default(),
            making: Flights::default(),
            turns: Semaphore::new(AT_ONCE),
            cores: Semaphore::new(cores),
            spare_cores: Semaphore::new((cores - 1).max(1)),
            waiting: Arc::new(Semaphore::new(WAITING)),
            failed: Mutex::default(),
            clock,
            counts: Counts::default(),
        })))
    }

    /// Makes an AVIF when a core has nothing better to do.
    fn make_avif_later(&self, source: &str, tag: Tag, size: Size) {
        let part = Part::Made(size, Format::Avif);
        if self.0.is_resting(tag, part) {
            return;
        }
        let Ok(place) = Arc::clone(&self.0.waiting).try_acquire_owned() else {
            return;
        };
        let (inner, source) = (Arc::clone(&self.0), source.to_owned());
        tokio::spawn(async move {
            let _place = place;
            let work = Arc::clone(&inner).make(source, tag, size, Format::Avif);
            // Why it failed is logged where it did
            let _ = inner.making.join((tag, part), work).await;
        });
    }
}

#[async_trait]
impl PictureCache for KeptPictures {
    fn takes(&self, source: &str) -> bool {
        self.0.sources.permitted(source).is_some()
    }

    async fn get(&self, source: &str, size: Size, avif: bool) -> Result<Picture, PictureError> {
        let tag = Tag::of(source);
        let inner = &self.0;
        if avif && let Some(bytes) = inner.kept(tag, Part::Made(size, Format::Avif)).await {
            let format = Format::Avif;
            count(&inner.counts.served);
            return Ok(Picture { format, bytes });
        }
        let format = Format::WebP;
        let part = Part::Made(size, format);
        let bytes = if let Some(bytes) = inner.kept(tag, part).await {
            bytes
        } else {
            let work = Arc::clone(inner).make(source.to_owned(), tag, size, format);
            inner.making.join((tag, part), work).await?
        };
        if avif {
            self.make_avif_later(source, tag, size);
        }
        count(&inner.counts.served);
        Ok(Picture { format, bytes })
    }

    fn figures(&self) -> PictureFigures {
        let Inner { counts, shelf, .. } = &*self.0;
        PictureFigures {
            served: counts.served.load(Ordering::Relaxed),
            fetched: counts.fetched.load(Ordering::Relaxed),
            failed: counts.failed.load(Ordering::Relaxed),
            bytes: shelf.bytes(),
            most_bytes: shelf.most_bytes,
        }
    }
}

impl Inner {
    async fn make(
        self: Arc<Self>,
        source: String,
        tag: Tag,
        size: Size,
        format: Format,
    ) -> Outcome {
        let part = Part::Made(size, format);
        // It may have been made since it was looked for
        if let Some(bytes) = self.kept(tag, part).await {
            return Ok(bytes);
        }
        let in_work = match format {
            Format::WebP => &self.turns,
            Format::Avif => &self.spare_cores,
        };
        let _turn = in_work.acquire().await;
        let fetching = Arc::clone(&self).fetch(source, tag);
        let original = self.fetching.join(tag, fetching).await?;
        let _core = match format {
            Format::WebP => Some(self.cores.acquire().await),
            Format::Avif => None,
        };
        let making = spawn_blocking(move || shape::made(&original, size, format));
        // One that makes a reader panic is broken, too
        let made = making.await.unwrap_or(Err(PictureError::Unreadable));
        match made {
            Ok(file) => Ok(self.keep(tag, part, file).await),
            // The WebP of it shows
            Err(error) if format == Format::Avif => {
                self.rest(tag, part, error);
                Err(error)
            }
            Err(error) => {
                self.rest(tag, Part::Original, error);
                let inner = Arc::clone(&self);
                let _ = spawn_blocking(move || inner.shelf.remove(tag)).await;
                Err(error)
            }
        }
    }

    /// The picture as its source gives it.
    async fn fetch(self: Arc<Self>, source: String, tag: Tag) -> Outcome {
        if self.is_resting(tag, Part::Original) {
            return Err(PictureError::Resting);
        }
        if let Some(bytes) = self.kept(tag, Part::Original).await {
            return Ok(bytes);
        }
        match self.fetcher.fetch(&source).await {
            Ok(file) => {
                count(&self.counts.fetched);
                Ok(self.keep(tag, Part::Original, file).await)
            }
            Err(error) => {
                self.rest(tag, Part::Original, error);
                Err(error)
            }
        }
    }

    async fn kept(self: &Arc<Self>, tag: Tag, part: Part) -> Option<Arc<[u8]>> {
        let inner = Arc::clone(self);
        let reading = spawn_blocking(move || inner.shelf.read(tag, part));
        reading.await.ok().flatten().map(Arc::from)
    }

    /// A disk that does not take a file costs making it again, never the picture.
    async fn keep(self: &Arc<Self>, tag: Tag, part: Part, file: Vec<u8>) -> Arc<[u8]> {
        let inner = Arc::clone(self);
        let file: Arc<[u8]> = file.into();
        let kept = Arc::clone(&file);
        let writing = spawn_blocking(move || inner.shelf.write(tag, part, &kept));
        if let Ok(Err(error)) = writing.await {
            tracing::warn!(%error, "a picture cannot be kept");
        }
        file
    }

    fn rest(&self, tag: Tag, part: Part, error: PictureError) {
        count(&self.counts.failed);
        tracing::info!(%tag, ?part, %error, "a picture could not be had; another shows");
        let mut failed = self.failed();
        if failed.len() >= REMEMBERED {
            failed.clear();
        }
        failed.insert((tag, part), self.clock.now() + RESTS_FOR);
    }

    fn is_resting(&self, tag: Tag, part: Part) -> bool {
        let now = self.clock.now();
        let failed = self.failed();
        failed.get(&(tag, part)).is_some_and(|until| now < *until)
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<(Tag, Part), Timestamp>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
