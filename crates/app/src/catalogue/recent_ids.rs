//! Lists of ids that were asked for last: their further pages need not make them anew.

use std::sync::Arc;

use domain::{Result, anime::MalId};
use moka::{future::Cache, policy::EvictionPolicy};

/// The number of lists that are cached; a list takes four bytes for each title.
const CACHED: u64 = 16;

/// The cached lists of ids, by the catalogue's revision and the list's name. Cheap to clone.
#[derive(Clone)]
pub(super) struct RecentIds(Cache<(i64, String), Arc<[MalId]>>);

impl Default for RecentIds {
    fn default() -> Self {
        let lists = Cache::builder().max_capacity(CACHED);
        Self(lists.eviction_policy(EvictionPolicy::lru()).build())
    }
}

impl RecentIds {
    /// The list of this name at a revision of the catalogue, else what `make` makes.
    pub(super) async fn get(
        &self,
        revision: i64,
        name: String,
        make: impl AsyncFnOnce() -> Result<Vec<MalId>>,
    ) -> Result<Arc<[MalId]>> {
        let key = (revision, name);
        if let Some(ids) = self.0.get(&key).await {
            return Ok(ids);
        }
        let ids: Arc<[MalId]> = make().await?.into();
        self.0.insert(key, Arc::clone(&ids)).await;
        Ok(ids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn id_list_is_computed_once_per_revision() {
        let recent = RecentIds::default();
        let list = async |revision, name: &str, id| {
            let make = async || Ok(vec![MalId::new(id)]);
            let ids = recent.get(revision, name.to_owned(), make).await.unwrap();
            ids[0].get()
        };
        assert_eq!(list(1, "a", 1).await, 1);
        assert_eq!(list(1, "a", 2).await, 1);
        assert_eq!(list(1, "b", 3).await, 3);
        assert_eq!(list(2, "a", 4).await, 4);
        for other in 0..CACHED {
            list(2, &format!("other {other}"), 5).await;
        }
        recent.0.run_pending_tasks().await;
        assert_eq!(list(2, "a", 6).await, 6);
    }
}
