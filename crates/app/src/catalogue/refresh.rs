//! Asking providers in the background for what visitors look at.
//!
//! **Invariant:** adding a wish never waits and never fails. A wish is requested at most once in a
//! while, however many visitors have it. Only the leader of several servers sends requests, so a
//! provider's limits hold for all of them together; the others send it their visitors' wishes.

mod extras;
mod people;
mod record;
mod wish;
mod wishes;

use std::{collections::HashMap, sync::Arc};

use domain::{
    Result,
    anime::MalId,
    catalogue::CatalogueStore,
    extras::ExtrasStore,
    fold::fold,
    hero::{HERO_SLIDES, HeroSlide},
    mirror::{MirrorStore, Mirrored},
    provider::{
        AiringProvider, AiringTitle, AnswerStore, FallbackProvider, Fetched, HERO_KEY,
        ProviderError, SourceTitle, StoredAnswer, TitleProvider,
    },
};
use jiff::{SignedDuration, Timestamp};

use super::ingest::{Facts, provenance};
pub use wish::Wish;
use wishes::GRANT_TTL;
pub use wishes::{AvailableProviders, WishQueue, Wishes};

/// How long a wish that failed is not asked for again.
const FAILURE_TTL: SignedDuration = SignedDuration::from_mins(2);

/// Grants wishes one after the other; beside those for lists and titles one for an extra.
pub struct Refresher {
    /// The store of titles.
    pub store: Arc<dyn CatalogueStore>,
    /// The store of titles' extras.
    pub extras: Arc<dyn ExtrasStore>,
    /// The store of what the mirror has fetched.
    pub states: Arc<dyn MirrorStore>,
    /// The store of the hero's slides.
    pub answers: Arc<dyn AnswerStore>,
    /// The Jikan-compatible service; `None` if turned off.
    pub titles: Option<Arc<dyn TitleProvider>>,
    /// The provider asked if the primary one fails or has nothing (Kitsu); `None` if turned off.
    pub fallback: Option<Arc<dyn FallbackProvider>>,
    /// The provider of what airs now, Kitsu; `None` if turned off.
    pub airing: Option<Arc<dyn AiringProvider>>,
    /// The queue's other end, where granting a wish may put further ones.
    pub wishes: Wishes,
}

impl Refresher {
    /// Grants wishes until no one can add any more. Those for extras wait for all others, also between two pages of one.
    pub async fn run(self, queue: WishQueue) {
        let refresher = Arc::new(self);
        let (mut urgent, mut extras) = queue.split();
        refresher.wishes.are_taken();
        let granting_urgent = async {
            while let Some(wish) = urgent.next().await {
                refresher.take(wish.clone()).await;
                refresher.wishes.is_done(&wish);
            }
        };
        let granting_extras = async {
            while let Some(wish) = extras.recv().await {
                refresher.wishes.urgent_are_granted().await;
                refresher.take(wish).await;
            }
        };
        tokio::join!(granting_urgent, granting_extras);
    }

    /// Grants a wish, or hands it to the server that grants them. What airs comes from a provider of its own, so nobody
    /// waits for it.
    async fn take(self: &Arc<Self>, wish: Wish) {
        if !self.wishes.are_granted_here() {
            self.wishes.forward(wish);
            return;
        }
        let waits = wish != Wish::Airing;
        let granting = tokio::spawn(Arc::clone(self).fulfil(wish));
        // A panic over one answer must not end the refreshing of all others
        if waits && let Err(error) = granting.await {
            tracing::error!(%error, "granting a wish ended unexpectedly");
        }
    }

    /// Grants one wish. If that fails, the wish may be asked for again soon.
    pub async fn fulfil(self: Arc<Self>, wish: Wish) {
        let pause = match self.grant(&wish).await {
            Ok(()) => GRANT_TTL,
            Err(error) => {
                tracing::info!(?error, "a wish could not be granted");
                FAILURE_TTL
            }
        };
        self.wishes.rest(wish, pause);
    }

    async fn grant(&self, wish: &Wish) -> Result<(), Failure> {
        let as_of = match (wish, &self.titles, &self.airing) {
            (Wish::Popular(page), Some(titles), _) => {
                let fetched = titles.popular(*page).await?;
                let (as_of, ids) = self.import(fetched, None).await?;
                self.wish_for_relations(&ids).await?;
                as_of
            }
            (Wish::Search(text), Some(titles), _) => {
                self.import(titles.search(text).await?, None).await?.0
            }
            (Wish::Title(id), ..) => self.bring_title(*id).await?,
            (Wish::Extra(id, kind), ..) => self.bring_extra(*id, *kind).await?,
            (Wish::Record(id), Some(titles), _) => self.bring_record(*id, &**titles).await?,
            (Wish::Airing, _, Some(airing)) => self.keep_slides(airing.airing().await?).await?,
            _ => return Ok(()),
        };
        if self.wishes.is_stale(as_of) {
            Err(Failure::Stale)
        } else {
            Ok(())
        }
    }

    /// Writes what a provider said, and returns when it said so and of which titles.
    async fn import(
        &self,
        fetched: Fetched<Vec<SourceTitle>>,
        mirrored: Option<Mirrored>,
    ) -> Result<(Timestamp, Vec<MalId>)> {
        let (titles, adult) = SourceTitle::partition(fetched.value);
        let facts = Facts {
            provenance: provenance(fetched.as_of),
            titles: &titles,
            adult: &adult,
        };
        let remembered = mirrored.into_iter().collect();
        facts.ingest(&*self.store, remembered).await?;
        let ids = titles.iter().map(|title| title.mal_id).collect();
        Ok((fetched.as_of, ids))
    }

    /// Lists carry no relations, which season counts need: they come with each full record.
    async fn wish_for_relations(&self, ids: &[MalId]) -> Result<()> {
        for title in self.store.summaries(ids).await? {
            if title.seasons.is_none() {
                self.wishes.add(Wish::Title(title.mal_id));
            }
        }
        Ok(())
    }

    async fn keep_slides(&self, fetched: Fetched<Vec<AiringTitle>>) -> Result<Timestamp> {
        let slides = self.slides(fetched.value).await?;
        if !slides.is_empty() {
            let body = serde_json::to_vec(&slides)
                .map_err(|e| domain::Error::internal("writing the hero's slides", e))?;
            let answer = StoredAnswer {
                body,
                etag: None,
                fetched_at: fetched.as_of,
            };
            self.answers.store_answer(HERO_KEY, &answer).await?;
        }
        Ok(fetched.as_of)
    }

    /// Slides of what airs now, each with its title's id: as the provider maps it, else by name.
    /// Whether the catalogue holds that title is seen when the slides are shown.
    async fn slides(&self, mut airing: Vec<AiringTitle>) -> Result<Vec<HeroSlide>> {
        airing.truncate(HERO_SLIDES);
        let names: Vec<String> = airing
            .iter()
            .filter(|title| title.mal_id.is_none())
            .flat_map(|title| title.titles.iter().map(|name| fold(name)))
            .filter(|name| !name.is_empty())
            .collect();
        let by_name: HashMap<String, MalId> = self
            .store
            .find_by_names(&names)
            .await?
            .into_iter()
            .collect();
        let slide = |title: AiringTitle| {
            let by_title = || {
                title
                    .titles
                    .iter()
                    .find_map(|name| by_name.get(&fold(name)))
            };
            HeroSlide {
                id: format!("kitsu-{}", title.provider_id),
                mal_id: title.mal_id.or_else(|| by_title().copied()),
                slug: None,
                title: title.titles.first().cloned().unwrap_or_default(),
                title_english: None,
                title_japanese: None,
                image_url: Some(title.image_url),
                description: title.description,
                rating: title.rating,
            }
        };
        Ok(airing.into_iter().map(slide).collect())
    }
}

/// The reason why a wish was not granted.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("the provider gave no answer")]
    Provider(#[from] ProviderError),
    #[error("the provider gave no answer newer than the one kept")]
    Stale,
    #[error("the store did not take the answer")]
    Store(#[from] domain::Error),
}

impl Failure {
    /// Tells of a failure of the fallback, which is no answer to a wish where the primary provider has failed for another
    /// reason.
    fn log_beside(&self, primary: &Self) {
        if let Self::Store(_) = self {
            tracing::warn!(error = ?self, ?primary, "the fallback filled nothing in");
        } else {
            tracing::info!(error = ?self, ?primary, "the fallback filled nothing in");
        }
    }
}
