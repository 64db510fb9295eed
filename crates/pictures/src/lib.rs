//! Pictures of sources: fetched once, cut to the sizes of the pages, and cached on disk.
//!
//! [`Sources`] lists the allowed hosts; no redirect and no name server leads to another. `fetch` reads
//! some megabytes at most. `codec` checks the dimensions before it decodes a pixel, and writes WebP at
//! once and AVIF later. `disk_cache` stores both, and the original for further sizes, within a limit.
//!
//! **Invariant:** a picture is fetched once while it is cached, however many request it. A failed one is
//! not fetched again for a while. A cached picture waits for no source.

mod fetch;
mod single_flight;
// The module is public for the fuzz target
pub mod codec;
mod disk_cache;
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
    clock::{Clock, is_to_come},
    picture::{Format, Picture, PictureCache, PictureError, PictureFigures, Size, Tag},
};
use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    task::spawn_blocking,
};

use disk_cache::{DiskCache, Part};
use fetch::Fetcher;
use single_flight::{Outcome, SingleFlight};
pub use sources::{Sources, SourcesError};

/// The time before a failed picture is fetched again.
const RETRY_DELAY: SignedDuration = SignedDuration::from_mins(10);
/// The largest number of failures that are remembered; beyond that all are forgotten.
const MAX_FAILURES: usize = 10_000;
/// The largest number of fetches at a time; those that wait have nothing in memory.
const MAX_FETCHES: usize = 8;
/// The largest number of pictures that wait to be fetched, and of those that wait to become AVIF.
const MAX_QUEUED: usize = 256;
/// The largest number of pictures that are decoded at a time: one may take 90 MB.
const MAX_DECODES: usize = 2;
/// The pause after a failed write to the disk.
const DISK_RETRY_DELAY: SignedDuration = SignedDuration::from_mins(1);

/// The bytes of a picture, or why there are none.
type CacheResult = Outcome<Arc<[u8]>>;

/// The configuration of the cache of pictures.
pub struct Config {
    /// The hosts from which pictures may be fetched.
    pub sources: Sources,
    /// The folder of the cache, which is Mitai's own; it is made if it is missing.
    pub folder: PathBuf,
    /// The largest number of bytes of all files in the folder.
    pub most_bytes: u64,
}

/// Why the cache of pictures cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be used.
    #[error("the folder for pictures cannot be used")]
    Folder(#[source] io::Error),
    /// The HTTP client cannot be built, for instance for want of root certificates.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] reqwest::Error),
}

/// The cache of pictures. Cheap to clone.
#[derive(Clone)]
pub struct CachedPictures(Arc<Inner>);

struct Inner {
    sources: Sources,
    fetcher: Fetcher,
    disk_cache: DiskCache,
    fetching: SingleFlight<Tag, Fetched>,
    making: SingleFlight<(Tag, Part), Arc<[u8]>>,
    /// Held while a fetch waits or runs.
    fetch_queue: Arc<Semaphore>,
    /// Held from the fetch until its file is decoded.
    fetch_slots: Arc<Semaphore>,
    /// Held while a picture is decoded, which takes memory, and while WebP is written.
    decode_slots: Semaphore,
    /// Held while AVIF is encoded: one at a time, so that it takes one core at most.
    avif_slot: Semaphore,
    /// Held while a picture waits to become AVIF.
    avif_queue: Arc<Semaphore>,
    /// The instants from which on failed pictures may be tried again.
    failures: Mutex<HashMap<(Tag, Part), Timestamp>>,
    /// The instant from which on the disk may be written to again.
    disk_retry_at: Mutex<Timestamp>,
    clock: Arc<dyn Clock>,
    counts: Counts,
}

/// The numbers of pictures since the start.
#[derive(Default)]
struct Counts {
    served: AtomicU64,
    fetched: AtomicU64,
    failed: AtomicU64,
}

fn count(one: &AtomicU64) {
    one.fetch_add(1, Ordering::Relaxed);
}

/// The file of a picture as its source gave it.
#[derive(Clone)]
struct Fetched {
    file: Arc<[u8]>,
    /// Held until the file is decoded, so that memory holds as many files as there are slots.
    _slot: Option<Arc<OwnedSemaphorePermit>>,
}

impl CachedPictures {
    /// Opens the cache in its folder; it fetches nothing yet.
    pub fn open(config: Config, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Self(Arc::new(Inner {
            fetcher: Fetcher::new(config.sources.clone()).map_err(OpenError::Client)?,
            disk_cache: DiskCache::open(config.folder, config.most_bytes)
                .map_err(OpenError::Folder)?,
            sources: config.sources,
            fetching: SingleFlight::default(),
            making: SingleFlight::default(),
            fetch_queue: Arc::new(Semaphore::new(MAX_QUEUED)),
            fetch_slots: Arc::new(Semaphore::new(MAX_FETCHES)),
            decode_slots: Semaphore::new(cores.min(MAX_DECODES)),
            avif_slot: Semaphore::new(1),
            avif_queue: Arc::new(Semaphore::new(MAX_QUEUED)),
            failures: Mutex::default(),
            disk_retry_at: Mutex::default(),
            clock,
            counts: Counts::default(),
        })))
    }

    /// Begins to encode a picture as AVIF in the background, unless that failed lately.
    fn make_avif_later(&self, tag: Tag, size: Size) {
        let inner = &self.0;
        let part = Part::Made(size, Format::Avif);
        if inner.has_failed_recently(tag, part) {
            return;
        }
        inner.making.begin((tag, part), || {
            let queue_place = queue_place(&inner.avif_queue)?;
            let work = Arc::clone(inner).make_avif(tag, size);
            Ok(async move {
                let _queue_place = queue_place;
                work.await
            })
        });
    }
}

#[async_trait]
impl PictureCache for CachedPictures {
    fn takes(&self, source: &str) -> bool {
        self.0.sources.allowed(source).is_some()
    }

    fn sources(&self) -> Tag {
        Tag::of(&self.0.sources.to_string())
    }

    async fn get(&self, source: &str, size: Size, avif: bool) -> Result<Picture, PictureError> {
        let tag = Tag::of(source);
        let inner = &self.0;
        if avif && let Some(bytes) = inner.cached(tag, Part::Made(size, Format::Avif)).await {
            let format = Format::Avif;
            count(&inner.counts.served);
            return Ok(Picture { format, bytes });
        }
        let format = Format::WebP;
        let part = Part::Made(size, format);
        let bytes = if let Some(bytes) = inner.cached(tag, part).await {
            bytes
        } else {
            let work = || Ok(Arc::clone(inner).make_webp(source.to_owned(), tag, size));
            inner.making.join((tag, part), work).await?
        };
        if avif {
            self.make_avif_later(tag, size);
        }
        count(&inner.counts.served);
        Ok(Picture { format, bytes })
    }

    fn figures(&self) -> PictureFigures {
        let Inner {
            counts, disk_cache, ..
        } = &*self.0;
        PictureFigures {
            served: counts.served.load(Ordering::Relaxed),
            fetched: counts.fetched.load(Ordering::Relaxed),
            failed: counts.failed.load(Ordering::Relaxed),
            bytes: disk_cache.bytes(),
            most_bytes: disk_cache.most_bytes,
        }
    }
}

impl Inner {
    async fn make_webp(self: Arc<Self>, source: String, tag: Tag, size: Size) -> CacheResult {
        let part = Part::Made(size, Format::WebP);
        if self.has_failed_recently(tag, part) {
            return Err(PictureError::Resting);
        }
        // Another task may have made the file meanwhile
        if let Some(bytes) = self.cached(tag, part).await {
            return Ok(bytes);
        }
        let (_decode_slot, original) = self.original(&source, tag).await?;
        let making = move || {
            let picture = codec::read(&original.file)?;
            drop(original);
            codec::webp(&codec::shaped(picture, size), size)
        };
        match run_blocking(making).await {
            Ok(file) => Ok(self.store(tag, part, file).await),
            Err(error @ PictureError::DoesNotFit) => {
                self.note_failure(tag, part, error);
                Err(error)
            }
            Err(error) => {
                self.note_failure(tag, Part::Original, error);
                let inner = Arc::clone(&self);
                let _ = spawn_blocking(move || inner.disk_cache.remove(tag)).await;
                Err(error)
            }
        }
    }

    /// Encodes an AVIF from the cached original, without a fetch. It holds a core while it decodes, as
    /// others do, and none while it encodes, which takes longer.
    async fn make_avif(self: Arc<Self>, tag: Tag, size: Size) -> CacheResult {
        let part = Part::Made(size, Format::Avif);
        if let Some(bytes) = self.cached(tag, part).await {
            return Ok(bytes);
        }
        let _slot = self.avif_slot.acquire().await;
        let decode_slot = self.decode_slots.acquire().await;
        let original = self.cached(tag, Part::Original).await;
        let original = original.ok_or(PictureError::Unreachable)?;
        let small = run_blocking(move || Ok(codec::shaped(codec::read(&original)?, size))).await;
        drop(decode_slot);
        let made = match small {
            Ok(small) => run_blocking(move || codec::avif(&small, size)).await,
            Err(error) => Err(error),
        };
        match made {
            Ok(file) => Ok(self.store(tag, part, file).await),
            // Visitors see the picture's WebP
            Err(error) => {
                self.note_failure(tag, part, error);
                Err(error)
            }
        }
    }

    /// The original of a picture, and a slot to decode it. A cached original waits for no source, and for no other
    /// picture that does.
    async fn original(
        self: &Arc<Self>,
        source: &str,
        tag: Tag,
    ) -> Outcome<(Option<SemaphorePermit<'_>>, Fetched)> {
        loop {
            let fetched = if self.disk_cache.contains(tag, Part::Original) {
                None
            } else {
                Some(self.fetched(source, tag).await?)
            };
            let decode_slot = self.decode_slots.acquire().await.ok();
            if let Some(fetched) = fetched {
                return Ok((decode_slot, fetched));
            }
            // The original may have been evicted meanwhile; the index knows that now
            if let Some(file) = self.cached(tag, Part::Original).await {
                return Ok((decode_slot, Fetched { file, _slot: None }));
            }
        }
    }

    async fn fetched(self: &Arc<Self>, source: &str, tag: Tag) -> Outcome<Fetched> {
        let start = || {
            if self.has_failed_recently(tag, Part::Original) {
                return Err(PictureError::Resting);
            }
            let queue_place = queue_place(&self.fetch_queue)?;
            let work = Arc::clone(self).fetch(source.to_owned(), tag);
            Ok(async move {
                let _queue_place = queue_place;
                work.await
            })
        };
        self.fetching.join(tag, start).await
    }

    async fn fetch(self: Arc<Self>, source: String, tag: Tag) -> Outcome<Fetched> {
        // Another task may have fetched the original meanwhile
        if let Some(file) = self.cached(tag, Part::Original).await {
            return Ok(Fetched { file, _slot: None });
        }
        let slot = Arc::clone(&self.fetch_slots).acquire_owned().await;
        match self.fetcher.fetch(&source).await {
            Ok(file) => {
                count(&self.counts.fetched);
                Ok(Fetched {
                    file: self.store(tag, Part::Original, file).await,
                    _slot: slot.ok().map(Arc::new),
                })
            }
            Err(error) => {
                self.note_failure(tag, Part::Original, error);
                Err(error)
            }
        }
    }

    async fn cached(self: &Arc<Self>, tag: Tag, part: Part) -> Option<Arc<[u8]>> {
        let inner = Arc::clone(self);
        let reading = spawn_blocking(move || inner.disk_cache.read(tag, part));
        reading.await.ok().flatten().map(Arc::from)
    }

    /// A failing disk costs fetching and making the file again, never the picture.
    async fn store(self: &Arc<Self>, tag: Tag, part: Part, file: Vec<u8>) -> Arc<[u8]> {
        let file: Arc<[u8]> = file.into();
        let retry_at = *lock(&self.disk_retry_at);
        if is_to_come(retry_at, self.clock.now(), DISK_RETRY_DELAY) {
            return file;
        }
        let inner = Arc::clone(self);
        let cached = Arc::clone(&file);
        let writing = spawn_blocking(move || inner.disk_cache.write(tag, part, &cached));
        if let Ok(Err(error)) = writing.await {
            tracing::warn!(%error, "a picture cannot be cached; none is written for a minute");
            *lock(&self.disk_retry_at) = self.clock.now() + DISK_RETRY_DELAY;
        }
        file
    }

    fn note_failure(&self, tag: Tag, part: Part, error: PictureError) {
        count(&self.counts.failed);
        tracing::info!(%tag, ?part, %error, "a picture could not be had; another shows");
        let mut failures = lock(&self.failures);
        if failures.len() >= MAX_FAILURES {
            failures.clear();
        }
        failures.insert((tag, part), self.clock.now() + RETRY_DELAY);
    }

    fn has_failed_recently(&self, tag: Tag, part: Part) -> bool {
        let now = self.clock.now();
        let failures = lock(&self.failures);
        let is_pending = |until: &Timestamp| is_to_come(*until, now, RETRY_DELAY);
        failures.get(&(tag, part)).is_some_and(is_pending)
    }
}

/// Takes a place in a queue; the error is [`PictureError::Busy`] if none is free.
fn queue_place(queue: &Arc<Semaphore>) -> Outcome<OwnedSemaphorePermit> {
    let place = Arc::clone(queue).try_acquire_owned();
    place.map_err(|_| PictureError::Busy)
}

/// Runs work that takes a core. A picture that makes a decoder panic is broken, too.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Outcome<T> + Send + 'static,
) -> Outcome<T> {
    let working = spawn_blocking(work);
    working.await.unwrap_or(Err(PictureError::Unreadable))
}

fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
