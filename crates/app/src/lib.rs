//! Use cases of Mitai, by area. They know the ports of `domain`, never HTTP, SQL or a foreign
//! format.

pub mod account;
pub mod catalogue;
pub mod live;
pub mod nodes;
pub mod record;
pub mod session;
mod typed;

use domain::{Error, Result};

/// Carries out `work` to its end, whether or not the caller waits for it: a visitor who leaves must
/// not leave it half done.
async fn to_its_end<T: Send + 'static>(
    context: &'static str,
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    let working = tokio::spawn(work);
    working.await.map_err(|e| Error::internal(context, e))?
}
