//! Taking in what a provider says.

use domain::{
    Code, Result,
    anime::{Anime, MalId},
    catalogue::{CatalogueStore, Provenance},
    mirror::Mirrored,
};

/// What a provider says of some titles.
pub(super) struct Facts<'a> {
    pub(super) provenance: Provenance,
    pub(super) titles: &'a [Anime],
    pub(super) adult: &'a [MalId],
}

impl Facts<'_> {
    /// Writes all in one, with what the mirror is to remember of it. If the store refuses that for what
    /// one of several titles is, it is left out and the others are written each by itself; then
    /// the answer is not remembered, so that the next one is taken in whole.
    ///
    /// # Errors
    /// Those of the store; `Internal` if it refuses the only title or what is to be remembered.
    pub(super) async fn take_in(
        &self,
        store: &dyn CatalogueStore,
        mut mirrored: Vec<Mirrored>,
    ) -> Result<()> {
        let whole = self.write(store, self.titles, mirrored.clone()).await;
        if !is_refused(&whole) || self.titles.len() < 2 {
            return whole;
        }
        for title in self.titles {
            let written = self
                .write(store, std::slice::from_ref(title), Vec::new())
                .await;
            if is_refused(&written) {
                tracing::warn!(id = %title.mal_id, ?written, "the store refuses a title");
            } else {
                written?;
            }
        }
        mirrored.retain(|what| !matches!(what, Mirrored::Answer { .. }));
        self.write(store, &[], mirrored).await
    }

    async fn write(
        &self,
        store: &dyn CatalogueStore,
        titles: &[Anime],
        mirrored: Vec<Mirrored>,
    ) -> Result<()> {
        let mut import = store.begin_import(self.provenance.clone()).await?;
        import.put(titles).await?;
        import.remove(self.adult).await?;
        for what in mirrored {
            import.mirrored(what).await?;
        }
        import.commit().await
    }
}

fn is_refused(written: &Result<()>) -> bool {
    matches!(written, Err(error) if error.code() == Code::Internal)
}
