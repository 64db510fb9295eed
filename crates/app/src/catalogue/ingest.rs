//! Taking in what a provider says.

use std::slice;

use domain::{
    Code, Result,
    anime::{Anime, MalId},
    catalogue::CatalogueStore,
    mirror::Mirrored,
    provenance::Provenance,
};

/// What a provider says of some titles.
pub(super) struct Facts<'a> {
    pub(super) provenance: Provenance,
    pub(super) titles: &'a [Anime],
    pub(super) adult: &'a [MalId],
}

impl Facts<'_> {
    /// Writes all in one, with what the mirror is to remember of it. If the store refuses that for what
    /// some of the titles are, these are left out and the others are written each by itself, before the
    /// rest; then the answer is not remembered, so that the next one is taken in whole.
    ///
    /// # Errors
    /// Those of the store; `Internal` if it refuses every title or what is to be remembered.
    pub(super) async fn ingest(
        &self,
        store: &dyn CatalogueStore,
        mut mirrored: Vec<Mirrored>,
    ) -> Result<()> {
        let whole = self.write(store, self.titles, self.adult, mirrored.clone());
        let Err(refused) = whole.await else {
            return Ok(());
        };
        if refused.code() != Code::Internal {
            return Err(refused);
        }
        let mut taken = 0;
        for title in self.titles {
            let alone = self.write(store, slice::from_ref(title), &[], Vec::new());
            match alone.await {
                Ok(()) => taken += 1,
                Err(error) if error.code() == Code::Internal => {
                    tracing::warn!(id = %title.mal_id, ?error, "the store refuses a title");
                }
                Err(error) => return Err(error),
            }
        }
        if taken == 0 {
            return Err(refused);
        }
        mirrored.retain(|what| !matches!(what, Mirrored::Answer { .. }));
        self.write(store, &[], self.adult, mirrored).await
    }

    async fn write(
        &self,
        store: &dyn CatalogueStore,
        titles: &[Anime],
        adult: &[MalId],
        mirrored: Vec<Mirrored>,
    ) -> Result<()> {
        let mut import = store.begin_import(self.provenance.clone()).await?;
        import.put(titles).await?;
        import.remove(adult).await?;
        for what in mirrored {
            import.mirrored(what).await?;
        }
        import.commit().await
    }
}
