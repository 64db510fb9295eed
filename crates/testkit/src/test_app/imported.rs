//! Filling the catalogue of a test's site.

use domain::{
    anime::Anime,
    catalogue::CatalogueStore as _,
    clock::Clock as _,
    extras::{Character, Person, TitleExtra},
    provenance::{BUILT_IN, Provenance},
};

use super::TestApp;

impl TestApp {
    /// Adds titles as the built-in source.
    ///
    /// # Panics
    /// Panics if the store refuses a title.
    pub async fn import(&self, titles: &[Anime]) {
        self.seed(titles, &[]).await;
    }

    /// Adds titles and what is known of them beside their records as the built-in source.
    pub(super) async fn seed(&self, titles: &[Anime], extras: &[TitleExtra]) {
        let provenance = Provenance {
            source: BUILT_IN.into(),
            as_of: self.clock.now(),
        };
        app::catalogue::seed(&*self.store, provenance, "", titles, extras)
            .await
            .expect("titles are taken");
        self.follow_revision().await;
    }

    /// Adds what is known of titles beside their records.
    ///
    /// # Panics
    /// Panics if the store refuses an extra.
    pub async fn import_extras(&self, extras: &[TitleExtra]) {
        let importing = async {
            let mut import = self.store.begin_import(self.jikan()).await?;
            import.put_extras(extras).await?;
            import.commit().await
        };
        importing.await.expect("extras are taken");
        self.follow_revision().await;
    }

    /// Adds everything about people and characters of titles.
    ///
    /// # Panics
    /// Panics if the store refuses a record.
    pub async fn import_records(&self, people: &[Person], characters: &[Character]) {
        let importing = async {
            let mut import = self.store.begin_import(self.jikan()).await?;
            import.put_people(people).await?;
            import.put_characters(characters).await?;
            import.commit().await
        };
        importing.await.expect("records are taken");
        self.follow_revision().await;
    }

    fn jikan(&self) -> Provenance {
        Provenance {
            source: "jikan".into(),
            as_of: self.clock.now(),
        }
    }
}
