//! Pictures of sources, fetched once, cut to the sizes of the pages and kept on disk.
//!
//! The way of a picture: [`Sources`] says who may be asked, and nobody else is, whatever a redirect
//! or a name server says; `fetch` reads at most some megabytes; `codec` looks at the dimensions
//! before it reads a pixel, and writes WebP at once and AVIF later; `disk_cache` keeps both, and the
//! original for further sizes, within a limit.
//!
//! **Invariant:** however many want a picture, its source is asked once while it is kept; one that
//! fails is not asked for again for a while. What is known waits for no source.

mod fetch;
mod single_flight;
// For the fuzz target
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

/// A picture that failed is not asked for again within this time.
const RESTS_FOR: SignedDuration = SignedDuration::from_mins(10);
/// Failures remembered at most; beyond that all are forgotten.
const REMEMBERED: usize = 10_000;
/// Sources that are asked at a time; what waits for that has nothing in memory.
const AT_ONCE: usize = 8;
/// Pictures whose sources wait to be asked at most, and such as wait to become AVIF.
const WAITING: usize = 256;
/// Pictures that are read at a time at most: one may take 90 MB.
const READ_AT_ONCE: usize = 2;
/// A disk that does not take a file is left alone for this time.
const DISK_RESTS_FOR: SignedDuration = SignedDuration::from_mins(1);

/// A picture that was made.
type Made = Outcome<Arc<[u8]>>;

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
    disk_cache: DiskCache,
    fetching: SingleFlight<Tag, Fetched>,
    making: SingleFlight<(Tag, Part), Arc<[u8]>>,
    /// Taken while a source is to be asked.
    places: Arc<Semaphore>,
    /// Taken from asking a source on, until what it gave is read.
    turns: Arc<Semaphore>,
    /// Taken while a picture is read, which takes memory, and while WebP is written.
    cores: Semaphore,
    /// Taken while AVIF is made: one at a time, so that it has no more than one of the cores.
    avif_turn: Semaphore,
    /// Taken while a picture waits to become AVIF.
    avif_places: Arc<Semaphore>,
    /// From when on what failed may be tried again.
    failed: Mutex<HashMap<(Tag, Part), Timestamp>>,
    /// From when on the disk may be tried again.
    disk_rests_until: Mutex<Timestamp>,
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

/// What a source gave.
#[derive(Clone)]
struct Fetched {
    file: Arc<[u8]>,
    /// Kept until it is read, so that no more than those of all turns are in memory.
    _turn: Option<Arc<OwnedSemaphorePermit>>,
}

impl KeptPictures {
    /// Opens what is kept.
    pub fn open(config: Config, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Self(Arc::new(Inner {
            fetcher: Fetcher::new(config.sources.clone()).map_err(OpenError::Client)?,
            disk_cache: DiskCache::open(config.folder, config.most_bytes)
                .map_err(OpenError::Folder)?,
            sources: config.sources,
            fetching: SingleFlight::default(),
            making: SingleFlight::default(),
            places: Arc::new(Semaphore::new(WAITING)),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            cores: Semaphore::new(cores.min(READ_AT_ONCE)),
            avif_turn: Semaphore::new(1),
            avif_places: Arc::new(Semaphore::new(WAITING)),
            failed: Mutex::default(),
            disk_rests_until: Mutex::default(),
            clock,
            counts: Counts::default(),
        })))
    }

    /// Makes an AVIF, for which nobody waits.
    fn make_avif_later(&self, tag: Tag, size: Size) {
        let inner = &self.0;
        let part = Part::Made(size, Format::Avif);
        if inner.is_resting(tag, part) {
            return;
        }
        inner.making.begin((tag, part), || {
            let place = place(&inner.avif_places)?;
            let work = Arc::clone(inner).make_avif(tag, size);
            Ok(async move {
                let _place = place;
                work.await
            })
        });
    }
}

#[async_trait]
impl PictureCache for KeptPictures {
    fn takes(&self, source: &str) -> bool {
        self.0.sources.permitted(source).is_some()
    }

    fn sources(&self) -> Tag {
        Tag::of(&self.0.sources.to_string())
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
    async fn make_webp(self: Arc<Self>, source: String, tag: Tag, size: Size) -> Made {
        let part = Part::Made(size, Format::WebP);
        if self.is_resting(tag, part) {
            return Err(PictureError::Resting);
        }
        // It may have been made since it was looked for
        if let Some(bytes) = self.kept(tag, part).await {
            return Ok(bytes);
        }
        let (_core, original) = self.original(&source, tag).await?;
        let making = move || {
            let picture = codec::read(&original.file)?;
            drop(original);
            codec::webp(&codec::shaped(picture, size), size)
        };
        match worked(making).await {
            Ok(file) => Ok(self.keep(tag, part, file).await),
            Err(error @ PictureError::DoesNotFit) => {
                self.rest(tag, part, error);
                Err(error)
            }
            Err(error) => {
                self.rest(tag, Part::Original, error);
                let inner = Arc::clone(&self);
                let _ = spawn_blocking(move || inner.disk_cache.remove(tag)).await;
                Err(error)
            }
        }
    }

    /// Of an original that is kept: no source is asked for it. It holds a core while it reads, as
    /// others do, and none while it writes, which takes longer.
    async fn make_avif(self: Arc<Self>, tag: Tag, size: Size) -> Made {
        let part = Part::Made(size, Format::Avif);
        if let Some(bytes) = self.kept(tag, part).await {
            return Ok(bytes);
        }
        let _turn = self.avif_turn.acquire().await;
        let core = self.cores.acquire().await;
        let original = self.kept(tag, Part::Original).await;
        let original = original.ok_or(PictureError::Unreachable)?;
        let small = worked(move || Ok(codec::shaped(codec::read(&original)?, size))).await;
        drop(core);
        let made = match small {
            Ok(small) => worked(move || codec::avif(&small, size)).await,
            Err(error) => Err(error),
        };
        match made {
            Ok(file) => Ok(self.keep(tag, part, file).await),
            // The WebP of it shows
            Err(error) => {
                self.rest(tag, part, error);
                Err(error)
            }
        }
    }

    /// The picture as its source gives it, and a core to read it on. What is kept waits for no
    /// source, and for no other that waits for one.
    async fn original(
        self: &Arc<Self>,
        source: &str,
        tag: Tag,
    ) -> Outcome<(Option<SemaphorePermit<'_>>, Fetched)> {
        loop {
            let fetched = if self.disk_cache.holds(tag, Part::Original) {
                None
            } else {
                Some(self.fetched(source, tag).await?)
            };
            let core = self.cores.acquire().await.ok();
            if let Some(fetched) = fetched {
                return Ok((core, fetched));
            }
            // It may have gone meanwhile, and is known not to be held then
            if let Some(file) = self.kept(tag, Part::Original).await {
                return Ok((core, Fetched { file, _turn: None }));
            }
        }
    }

    async fn fetched(self: &Arc<Self>, source: &str, tag: Tag) -> Outcome<Fetched> {
        let start = || {
            if self.is_resting(tag, Part::Original) {
                return Err(PictureError::Resting);
            }
            let place = place(&self.places)?;
            let work = Arc::clone(self).fetch(source.to_owned(), tag);
            Ok(async move {
                let _place = place;
                work.await
            })
        };
        self.fetching.join(tag, start).await
    }

    async fn fetch(self: Arc<Self>, source: String, tag: Tag) -> Outcome<Fetched> {
        // It may have come since it was looked for
        if let Some(file) = self.kept(tag, Part::Original).await {
            return Ok(Fetched { file, _turn: None });
        }
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        match self.fetcher.fetch(&source).await {
            Ok(file) => {
                count(&self.counts.fetched);
                Ok(Fetched {
                    file: self.keep(tag, Part::Original, file).await,
                    _turn: turn.ok().map(Arc::new),
                })
            }
            Err(error) => {
                self.rest(tag, Part::Original, error);
                Err(error)
            }
        }
    }

    async fn kept(self: &Arc<Self>, tag: Tag, part: Part) -> Option<Arc<[u8]>> {
        let inner = Arc::clone(self);
        let reading = spawn_blocking(move || inner.disk_cache.read(tag, part));
        reading.await.ok().flatten().map(Arc::from)
    }

    /// A disk that does not take a file costs asking for it and making it again, never the picture.
    async fn keep(self: &Arc<Self>, tag: Tag, part: Part, file: Vec<u8>) -> Arc<[u8]> {
        let file: Arc<[u8]> = file.into();
        let rests_until = *locked(&self.disk_rests_until);
        if is_to_come(rests_until, self.clock.now(), DISK_RESTS_FOR) {
            return file;
        }
        let inner = Arc::clone(self);
        let kept = Arc::clone(&file);
        let writing = spawn_blocking(move || inner.disk_cache.write(tag, part, &kept));
        if let Ok(Err(error)) = writing.await {
            tracing::warn!(%error, "a picture cannot be kept; none is written for a minute");
            *locked(&self.disk_rests_until) = self.clock.now() + DISK_RESTS_FOR;
        }
        file
    }

    fn rest(&self, tag: Tag, part: Part, error: PictureError) {
        count(&self.counts.failed);
        tracing::info!(%tag, ?part, %error, "a picture could not be had; another shows");
        let mut failed = locked(&self.failed);
        if failed.len() >= REMEMBERED {
            failed.clear();
        }
        failed.insert((tag, part), self.clock.now() + RESTS_FOR);
    }

    fn is_resting(&self, tag: Tag, part: Part) -> bool {
        let now = self.clock.now();
        let failed = locked(&self.failed);
        let rests = |until: &Timestamp| is_to_come(*until, now, RESTS_FOR);
        failed.get(&(tag, part)).is_some_and(rests)
    }
}

/// A place among those who wait, if there is one.
fn place(places: &Arc<Semaphore>) -> Outcome<OwnedSemaphorePermit> {
    let place = Arc::clone(places).try_acquire_owned();
    place.map_err(|_| PictureError::Busy)
}

/// Work that takes a core. A picture that makes a reader panic is broken, too.
async fn worked<T: Send + 'static>(
    work: impl FnOnce() -> Outcome<T> + Send + 'static,
) -> Outcome<T> {
    let working = spawn_blocking(work);
    working.await.unwrap_or(Err(PictureError::Unreadable))
}

fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
