//! Answers for one user alone, kept ready while they may be asked for again.

use std::{
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

/// All kept bodies together, in bytes.
const CAPACITY: u64 = 16 * 1024 * 1024;
/// What keeping a body costs beside it, in bytes: about the cache's and our own records.
const OVERHEAD: usize = 512;
/// A body that nobody asks for is forgotten after this time.
const IDLE: Duration = Duration::from_mins(10);
/// Browsers keep it and ask each time whether it is still right; nobody else keeps it.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Longest body that is packed a second time, in bytes: it takes a quarter of a second.
const WORTH_REPACKING: usize = 512 * 1024;

/// What an answer is made from. **Invariant:** everything that it shows changes one of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Basis {
    /// Whose it is.
    pub(crate) owner: UserId,
    /// Where the owner's record stands, and the last change of the catalogue: numbers that come again after a
    /// backup was restored do not name what they named before.
    pub(crate) state: LibraryState,
    /// Revision of the catalogue.
    pub(crate) revision: i64,
    /// Where pictures come from, by name, and which hosts may be asked for them.
    pub(crate) pictures: String,
}

/// A body as one kind of browser takes it.
struct Kept {
    plain_len: usize,
    bytes: Bytes,
    /// Whether it is packed as small as it gets, or about to be.
    repacked: AtomicBool,
}

/// Kept answers.
pub struct PrivateAnswers {
    kept: Cache<(Basis, Coding), Arc<Kept>>,
    /// Taken while a body is repacked: one at a time, for it takes a core and some 10 MB.
    repacking: Arc<Semaphore>,
}

impl Default for PrivateAnswers {
    fn default() -> Self {
        Self {
            kept: Cache::builder()
                .max_capacity(CAPACITY)
                .weigher(|_, kept: &Arc<Kept>| {
                    u32::try_from(OVERHEAD + kept.bytes.len()).unwrap_or(u32::MAX)
                })
                .time_to_idle(IDLE)
                .build(),
            repacking: Arc::new(Semaphore::new(1)),
        }
    }
}

impl PrivateAnswers {
    /// The JSON of `basis`: 304 if the browser has it, else what is kept, else what `make` makes.
    pub(crate) async fn respond(
        &self,
        basis: Basis,
        request: &HeaderMap,
        make: impl Future<Output = Result<Vec<u8>>>,
    ) -> Result<Response, ApiError> {
        let etag = etag(&basis)?;
        if encoded::has(request, &etag) {
            return Ok(encoded::not_modified(&etag, &CACHE_CONTROL));
        }
        let coding = Coding::accepted(request);
        let key = (basis, coding);
        let kept = match self.kept.get(&key).await {
            Some(kept) => {
                self.repack(key, &kept);
                kept
            }
            None => self
                .kept
                .try_get_with(key, async { packed(make.await?, coding).await })
                .await
                .map_err(|error| ApiError::from(&*error))?,
        };
        let mut response = Response::new(Body::from(kept.bytes.clone()));
        let headers = response.headers_mut();
        encoded::describe(headers, &etag, &CACHE_CONTROL);
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        if let Some(name) = coding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        Ok(response)
    }

    /// Packs a body that is asked for again as small as it gets, in the background, unless another
    /// is being packed so.
    fn repack(&self, key: (Basis, Coding), kept: &Arc<Kept>) {
        if kept.plain_len > WORTH_REPACKING || key.1 != Coding::Brotli {
            return;
        }
        let Ok(turn) = Arc::clone(&self.repacking).try_acquire_owned() else {
            return;
        };
        if kept.repacked.swap(true, Ordering::Relaxed) {
            return;
        }
        let (cache, kept) = (self.kept.clone(), Arc::clone(kept));
        tokio::spawn(async move {
            let _turn = turn;
            let plain_len = kept.plain_len;
            let packing = tokio::task::spawn_blocking(move || encoded::repack(&kept.bytes));
            if let Ok(Ok(bytes)) = packing.await {
                let smaller = Kept {
                    plain_len,
                    bytes: bytes.into(),
                    repacked: AtomicBool::new(true),
                };
                cache.insert(key, Arc::new(smaller)).await;
            }
        });
    }
}

/// Packs a body away from the threads that serve.
async fn packed(plain: Vec<u8>, coding: Coding) -> Result<Arc<Kept>> {
    let plain_len = plain.len();
    let packing = tokio::task::spawn_blocking(move || coding.pack(&plain));
    let bytes = packing
        .await
        .map_err(|e| Error::internal("compressing a body", e))?
        .map_err(|e| Error::internal("compressing a body", e))?;
    Ok(Arc::new(Kept {
        plain_len,
        bytes: bytes.into(),
        repacked: AtomicBool::new(false),
    }))
}

/// A weak tag (the same for each coding). It holds the owner: a browser keeps what it was sent
/// when somebody else signs in.
fn etag(basis: &Basis) -> Result<HeaderValue> {
    let Basis {
        owner,
        state: LibraryState {
            position,
            catalogue,
        },
        revision,
        pictures,
    } = basis;
    let catalogue = catalogue.map(ChangeId::get);
    // Another program may show the same otherwise
    let program = env!("CARGO_PKG_VERSION");
    let digest = Sha256::digest(format!(
        "{owner} {position} {revision} {catalogue:?} {pictures} {program}"
    ));
    HeaderValue::from_str(&format!("W/\"{}\"", hex::encode(&digest[..16])))
        .map_err(|e| Error::internal("tagging a body", e))
}
