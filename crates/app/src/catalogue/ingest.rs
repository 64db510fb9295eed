//! Taking in what a provider says.

use std::slice;

use domain::{
    Code, Error, Result,
    anime::{Anime, MalId},
    catalogue::{CatalogueStore, Outcome},
    extras::{ExtraKind, TitleExtra},
    mirror::{Mirrored, extra_interval},
    provenance::{JIKAN, Provenance},
    provider::Fetched,
};
use jiff::Timestamp;

/// A provider's facts about some titles.
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

/// A provider's extras of a title.
pub(super) struct ExtraFacts<'a> {
    pub(super) id: MalId,
    /// The name of the provider that states the extras.
    pub(super) source: &'static str,
    /// The extras of the title, at most one of each kind.
    pub(super) extras: &'a [Fetched<TitleExtra>],
    /// Whether these extras count as fetched by the mirror.
    pub(super) for_mirror: bool,
}

impl ExtraFacts<'_> {
    /// Writes all in one, with that the mirror has them, and tells which of them the store refuses for what they are, as
    /// [`Facts::ingest`] does. Those of a title that the catalogue does not hold are of no use.
    ///
    /// # Errors
    /// Fails as the store does, but not with `Internal`.
    pub(super) async fn ingest(
        &self,
        store: &dyn CatalogueStore,
    ) -> Result<Vec<(ExtraKind, Error)>> {
        match self.write(store, self.extras).await {
            Ok(()) => return Ok(Vec::new()),
            Err(refused) if refused.code() != Code::Internal => return Err(refused),
            Err(_) => {}
        }
        let mut refused = Vec::new();
        for one in self.extras {
            match self.write(store, slice::from_ref(one)).await {
                Ok(()) => {}
                Err(error) if error.code() == Code::Internal => {
                    refused.push((one.value.extra.kind(), error));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(refused)
    }

    async fn write(
        &self,
        store: &dyn CatalogueStore,
        extras: &[Fetched<TitleExtra>],
    ) -> Result<()> {
        let held = store.summaries(&[self.id]).await?.pop();
        let oldest = extras.iter().map(|one| one.as_of).min();
        let (Some(title), Some(as_of)) = (held, oldest) else {
            return Ok(());
        };
        let by = Provenance {
            source: self.source.into(),
            as_of,
        };
        let mut import = store.begin_import(by).await?;
        let batch: Vec<TitleExtra> = extras.iter().map(|one| one.value.clone()).collect();
        let outcomes = import.put_extras(&batch).await?;
        // The title may have been deleted since it was looked up
        if outcomes.contains(&Outcome::Unknown) {
            return Ok(());
        }
        for Fetched { value, as_of } in extras.iter().filter(|_| self.for_mirror) {
            let kind = value.extra.kind();
            let had = Mirrored::Extra {
                id: self.id,
                kind,
                now: *as_of,
                next_at: *as_of + extra_interval(kind, title.status),
            };
            import.mirrored(had).await?;
        }
        import.commit().await
    }
}

/// Returns the provenance of what a Jikan-compatible provider said at a time.
pub(super) fn provenance(as_of: Timestamp) -> Provenance {
    Provenance {
        source: JIKAN.into(),
        as_of,
    }
}
