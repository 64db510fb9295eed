//! Cache of answers for one user.

use std::{
    borrow::Cow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use bytes::Bytes;
use domain::{
    Error, Result,
    account::UserId,
    library::{ChangeId, LibraryState},
};
use moka::future::Cache;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::{
    encoded::{self, Coding},
    error::ApiError,
};

/// Size of the cache, in bytes.
const CAPACITY: u64 = 16 * 1024 * 1024;
/// Overhead of an entry, in bytes: about the cache's and our own records.
const OVERHEAD: usize = 512;
/// An entry that nobody reads is dropped after this time.
const MAX_IDLE: Duration = Duration::from_mins(10);
/// Browsers cache the answer and revalidate it each time; nobody else caches it.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Longest body that is compressed a second time, in bytes: a list of 1,000 full entries is two thirds of it. It takes
/// about half a second.
const MAX_RECOMPRESSED: usize = 1024 * 1024;

/// All that an answer is made from, by which it is cached. **Invariant:** a change of anything that it shows changes
/// one field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct AnswerKey {
    /// The part of the owner's library that the answer shows.
    pub(crate) resource: Cow<'static, str>,
    /// The owner of the library.
    pub(crate) owner: UserId,
    /// Where the owner's library stands, and the last change of the catalogue: numbers that come again after a
    /// backup was restored do not name what they named before.
    pub(crate) state: LibraryState,
    /// Revision of the catalogue.
    pub(crate) revision: i64,
    /// The name of the setting of pictures and their hosts.
    pub(crate) pictures: String,
}

/// A body in one encoding.
struct CacheEntry {
    plain_len: usize,
    bytes: Bytes,
    /// Whether the body is compressed as small as it gets, or about to be.
    recompressed: AtomicBool,
}

/// The cache of answers for one user each.
pub struct PrivateAnswers {
    cache: Cache<(AnswerKey, Coding), Arc<CacheEntry>>,
    /// Held while a body is compressed again: one at a time, since it takes a core and some 10 MB.
    recompressing: Arc<Semaphore>,
}

impl Default for PrivateAnswers {
    fn default() -> Self {
        Self {
            cache: Cache::builder()
                .max_capacity(CAPACITY)
                .weigher(|_, entry: &Arc<CacheEntry>| {
                    u32::try_from(OVERHEAD + entry.bytes.len()).unwrap_or(u32::MAX)
                })
                .time_to_idle(MAX_IDLE)
                .build(),
            recompressing: Arc::new(Semaphore::new(1)),
        }
    }
}

impl PrivateAnswers {
    /// The answer for a key: 304 if the browser has it, else the cached one, else what `make` makes.
    pub(crate) async fn respond(
        &self,
        answer_key: AnswerKey,
        request: &HeaderMap,
        make: impl Future<Output = Result<Vec<u8>>>,
    ) -> Result<Response, ApiError> {
        let etag = etag(&answer_key)?;
        if encoded::matches_etag(request, &etag) {
            return Ok(encoded::not_modified(&etag, &CACHE_CONTROL));
        }
        let coding = Coding::accepted(request);
        let key = (answer_key, coding);
        let entry = match self.cache.get(&key).await {
            Some(entry) => {
                self.recompress(key, &entry);
                entry
            }
            None => self
                .cache
                .try_get_with(key, async { compressed(make.await?, coding).await })
                .await
                .map_err(|error| ApiError::from(&*error))?,
        };
        Ok(response(&entry, &etag, coding))
    }

    /// The answer for a key that hardly anybody asks for twice: 304 if the browser has it, else what `make` makes. It
    /// is not cached.
    pub(crate) async fn respond_once(
        answer_key: &AnswerKey,
        request: &HeaderMap,
        make: impl Future<Output = Result<Vec<u8>>>,
    ) -> Result<Response, ApiError> {
        let etag = etag(answer_key)?;
        if encoded::matches_etag(request, &etag) {
            return Ok(encoded::not_modified(&etag, &CACHE_CONTROL));
        }
        let coding = Coding::accepted(request);
        let entry = compressed(make.await?, coding).await?;
        Ok(response(&entry, &etag, coding))
    }

    /// Compresses a body that is read again as small as it gets, in the background, unless another one
    /// is being compressed.
    fn recompress(&self, key: (AnswerKey, Coding), entry: &Arc<CacheEntry>) {
        if entry.plain_len > MAX_RECOMPRESSED || key.1 != Coding::Brotli {
            return;
        }
        let Ok(turn) = Arc::clone(&self.recompressing).try_acquire_owned() else {
            return;
        };
        if entry.recompressed.swap(true, Ordering::Relaxed) {
            return;
        }
        let (cache, entry) = (self.cache.clone(), Arc::clone(entry));
        tokio::spawn(async move {
            let _turn = turn;
            let plain_len = entry.plain_len;
            let compressing =
                tokio::task::spawn_blocking(move || encoded::recompress(&entry.bytes));
            if let Ok(Ok(bytes)) = compressing.await {
                let smaller = CacheEntry {
                    plain_len,
                    bytes: bytes.into(),
                    recompressed: AtomicBool::new(true),
                };
                cache.insert(key, Arc::new(smaller)).await;
            }
        });
    }
}

fn response(entry: &CacheEntry, etag: &HeaderValue, coding: Coding) -> Response {
    let mut response = Response::new(Body::from(entry.bytes.clone()));
    let headers = response.headers_mut();
    encoded::set_cache_headers(headers, etag, &CACHE_CONTROL);
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    if let Some(name) = coding.name() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}

/// Compresses a body off the threads that serve.
async fn compressed(plain: Vec<u8>, coding: Coding) -> Result<Arc<CacheEntry>> {
    let plain_len = plain.len();
    let compressing = tokio::task::spawn_blocking(move || coding.compress(&plain));
    let bytes = compressing
        .await
        .map_err(|e| Error::internal("compressing a body", e))?
        .map_err(|e| Error::internal("compressing a body", e))?;
    Ok(Arc::new(CacheEntry {
        plain_len,
        bytes: bytes.into(),
        recompressed: AtomicBool::new(false),
    }))
}

/// A weak tag (the same for each coding). It holds the owner: a browser keeps what it was sent
/// when somebody else signs in.
fn etag(answer_key: &AnswerKey) -> Result<HeaderValue> {
    let AnswerKey {
        resource,
        owner,
        state: LibraryState {
            position,
            catalogue,
        },
        revision,
        pictures,
    } = answer_key;
    let catalogue = catalogue.map(ChangeId::get);
    // Another program may show the same otherwise
    let program = env!("CARGO_PKG_VERSION");
    let digest = Sha256::digest(format!(
        "{resource} {owner} {position} {revision} {catalogue:?} {pictures} {program}"
    ));
    HeaderValue::from_str(&format!("W/\"{}\"", hex::encode(&digest[..16])))
        .map_err(|e| Error::internal("tagging a body", e))
}
