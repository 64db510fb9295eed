//! Request ids, which find a request in the log.

use std::{
    hash::{BuildHasher as _, RandomState},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

use tracing::Instrument as _;

tokio::task_local! {
    static CURRENT: u32;
}

static COUNT: AtomicU32 = AtomicU32::new(0);
/// A number that differs between runs, so that ids of two runs differ.
static RUN: LazyLock<u32> = LazyLock::new(|| {
    let [_, _, _, _, run @ ..] = RandomState::new().hash_one(0).to_be_bytes();
    u32::from_be_bytes(run)
});

/// Gives a request that is answered by `answering` a number, which every line says that is logged for
/// it.
pub(crate) async fn assign<T>(answering: impl Future<Output = T>) -> T {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let answering = async {
        // Of the highest level, so that no filter of lines takes the id from those it lets through
        let span = tracing::error_span!("request", request_id = current());
        answering.instrument(span).await
    };
    CURRENT.scope(number, answering).await
}

/// The id of the request being answered; `-` outside one.
pub(crate) fn current() -> String {
    CURRENT
        .try_with(|number| format!("{:08x}-{number:x}", *RUN))
        .unwrap_or_else(|_| "-".into())
}
