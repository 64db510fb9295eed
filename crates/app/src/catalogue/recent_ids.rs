//! Lists of ids that were made last: their further pages need not make them anew.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{Result, anime::MalId};

/// Lists that are kept, each of four bytes a title.
const KEPT: usize = 16;

/// The lists. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct RecentIds {
    kept: Arc<Mutex<VecDeque<Kept>>>,
}

struct Kept {
    revision: i64,
    name: String,
    ids: Arc<[MalId]>,
}

impl RecentIds {
    /// The list of this name at a revision of the catalogue, else what `make` makes.
    pub(super) async fn get(
        &self,
        revision: i64,
        name: String,
        make: impl AsyncFnOnce() -> Result<Vec<MalId>>,
    ) -> Result<Arc<[MalId]>> {
        if let Some(ids) = self.find(revision, &name) {
            return Ok(ids);
        }
        let ids: Arc<[MalId]> = make().await?.into();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front(Kept {
            revision,
            name,
            ids: Arc::clone(&ids),
        });
        Ok(ids)
    }

    fn find(&self, revision: i64, name: &str) -> Option<Arc<[MalId]>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = kept.iter();
        let found = kept.find(|list| list.revision == revision && list.name == name)?;
        Some(Arc::clone(&found.ids))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn list_is_made_once_for_a_revision() {
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
        for other in 0..KEPT {
            list(2, &format!("other {other}"), 5).await;
        }
        assert_eq!(list(2, "a", 6).await, 6);
    }
}
