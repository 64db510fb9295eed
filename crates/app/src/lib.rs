//! Use cases of Mitai, by area. They know the ports of `domain`, never HTTP, SQL or a foreign
//! format.

pub mod account;
pub mod anime_list;
pub mod background;
mod budgets;
pub mod catalogue;
pub mod cluster;
pub mod imports;
pub mod library;
pub mod live;
mod normalize;
pub mod people;
pub mod ratings;
pub mod reviews;
pub mod session;

use domain::{Error, Result};

/// Carries out `work` to its end, whether or not the caller waits for it: a visitor who leaves must
/// not leave it half done.
async fn run_to_completion<T: Send + 'static>(
    context: &'static str,
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    let working = tokio::spawn(work);
    working.await.map_err(|e| Error::internal(context, e))?
}
