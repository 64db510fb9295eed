//! What handlers share, by area.
//!
//! A handler takes the state of its area (`State<Arc<CatalogueState>>`), so its signature says what
//! it may touch. Layers and routers clone the site for each request, so it is one pointer, and so is
//! the state of an area.

use std::sync::Arc;

use app::{
    account::Accounts,
    anime_list::AnimeLists,
    background::Background,
    catalogue::{Catalogue, browsing::Browsing, extras::Extras, selections::Selections},
    imports::Imports,
    library::Libraries,
    live::Live,
    people::{People, VisiblePage},
    ratings::Ratings,
    reviews::Reviews,
};
use axum::extract::FromRef;
use domain::{Result, catalogue::CatalogueStore, render::PageRenderer};
use tokio::sync::Semaphore;

use crate::{
    cards::CardPictures, encoded::Encoded, error::ApiError, metrics::MetricSources,
    pictures::Pictures, private::PrivateAnswers, proxies::TrustedProxies, shared::SharedAnswers,
    template::TemplateCache, upload_slots::UploadSlots, web::WebFiles,
};

/// Everything that a site is made of.
pub struct SiteParts {
    /// The catalogue's use cases.
    pub catalogue: Catalogue,
    /// The use cases of browsing the catalogue by combined filters.
    pub browsing: Browsing,
    /// The use cases of titles' extras, and of people and characters.
    pub extras: Extras,
    /// The use cases of lists of whole records.
    pub selections: Selections,
    /// The use cases of accounts.
    pub accounts: Accounts,
    /// The use cases of users' libraries.
    pub libraries: Libraries,
    /// The use cases of users' anime lists.
    pub lists: AnimeLists,
    /// The use cases of imports.
    pub imports: Imports,
    /// The threads for work that takes seconds.
    pub background: Background,
    /// The use cases of users' public pages.
    pub people: People,
    /// The use cases of ratings.
    pub ratings: Ratings,
    /// The use cases of reviews.
    pub reviews: Reviews,
    /// The live streams of changes.
    pub live: Live,
    /// The store, whose health `/readyz` shows.
    pub store: Arc<dyn CatalogueStore>,
    /// The sources of the metrics that `/metrics` shows.
    pub figures: MetricSources,
    /// The cache of answers that are the same for everybody.
    pub shared: Arc<SharedAnswers>,
    /// The cache of answers with what people say of titles, which live a second.
    pub shared_briefly: Arc<SharedAnswers>,
    /// The cache of answers for one user each.
    pub private: Arc<PrivateAnswers>,
    /// The cached pictures to share.
    pub cards: CardPictures,
    /// The place from which pages load their pictures.
    pub pictures: Pictures,
    /// The web app's files.
    pub web: Arc<dyn WebFiles>,
    /// The renderer of the web app's pages.
    pub renderer: Arc<dyn PageRenderer>,
    /// The proxies in front of the server.
    pub proxies: TrustedProxies,
    /// Address that visitors use, without a slash at the end; canonical links start with it.
    pub public_url: Arc<str>,
    /// The profiles to which the icons at each page's foot lead.
    pub social_profiles: Vec<SocialProfile>,
}

/// A page about the site on a social network.
pub struct SocialProfile {
    /// The network's name, as the icon has it.
    pub network: &'static str,
    /// The page's address.
    pub url: String,
}

/// A running site: the state of the router.
#[derive(Clone)]
pub struct Site(Arc<Areas>);

struct Areas {
    catalogue: Arc<CatalogueState>,
    account: Arc<AccountState>,
    library: Arc<LibraryState>,
    reviews: Arc<ReviewState>,
    people: Arc<PeopleState>,
    pages: Arc<PageState>,
    health: Arc<HealthState>,
    metrics: Arc<MetricsState>,
}

/// The state of titles: of the catalogue's routes, `/v4` and pictures.
pub(crate) struct CatalogueState {
    pub(crate) catalogue: Catalogue,
    pub(crate) browsing: Browsing,
    pub(crate) extras: Extras,
    pub(crate) selections: Selections,
    pub(crate) ratings: Ratings,
    pub(crate) shared: Arc<SharedAnswers>,
    pub(crate) shared_briefly: Arc<SharedAnswers>,
    pub(crate) pictures: Pictures,
    pub(crate) cards: Arc<CardPictures>,
}

/// The state of accounts and sessions, and of who sends a request.
pub(crate) struct AccountState {
    pub(crate) accounts: Accounts,
    pub(crate) pictures: Pictures,
    pub(crate) proxies: TrustedProxies,
    /// Whether visitors use HTTPS.
    pub(crate) https: bool,
}

/// The state of signed-in users' libraries.
pub(crate) struct LibraryState {
    pub(crate) libraries: Libraries,
    pub(crate) lists: AnimeLists,
    pub(crate) imports: Imports,
    /// The threads on which imports are read, planned and applied.
    pub(crate) background: Background,
    /// The slots of files that are being uploaded.
    pub(crate) upload_slots: UploadSlots,
    /// The permit to read a file: one is read at a time.
    pub(crate) reading: Arc<Semaphore>,
    pub(crate) live: Live,
    pub(crate) private: Arc<PrivateAnswers>,
    /// The cached pictures to share.
    pub(crate) cards: Arc<CardPictures>,
    /// The shared answers, which tell the catalogue's revision.
    pub(crate) shared: Arc<SharedAnswers>,
    pub(crate) pictures: Pictures,
}

/// The state of reviews of titles.
pub(crate) struct ReviewState {
    pub(crate) reviews: Reviews,
    pub(crate) shared_briefly: Arc<SharedAnswers>,
    pub(crate) pictures: Pictures,
    pub(crate) public_url: Arc<str>,
}

/// The state of users' public pages.
pub(crate) struct PeopleState {
    pub(crate) people: People,
    pub(crate) shared: Arc<SharedAnswers>,
    pub(crate) pictures: Pictures,
}

impl PeopleState {
    /// The answer that is made from a page's list and shown at `part`, for readers who may see the list. It is cached
    /// by all that it is made from, so that nothing of it is sent once the library or the catalogue has changed.
    pub(crate) async fn of_list(
        &self,
        page: &VisiblePage,
        part: &str,
        make: impl AsyncFnOnce() -> Result<Encoded>,
    ) -> Result<Arc<Encoded>, ApiError> {
        page.require_list()?;
        let (uid, state) = (&page.found.uid, &page.found.state);
        let name = format!("people/{uid}/{state:?}/{}/{part}", self.pictures.name());
        self.shared.get(name, make).await
    }
}

/// The state of pages: of the web app's document, and of files for search engines.
pub(crate) struct PageState {
    pub(crate) titles: Arc<CatalogueState>,
    pub(crate) reviews: Arc<ReviewState>,
    pub(crate) people: Arc<PeopleState>,
    pub(crate) web: Arc<dyn WebFiles>,
    pub(crate) template: TemplateCache,
    pub(crate) renderer: Arc<dyn PageRenderer>,
    pub(crate) public_url: Arc<str>,
    pub(crate) social_profiles: Vec<SocialProfile>,
}

/// The state of `/readyz`.
pub(crate) struct HealthState {
    pub(crate) store: Arc<dyn CatalogueStore>,
}

/// The state of `/metrics`.
pub(crate) struct MetricsState {
    pub(crate) figures: MetricSources,
    pub(crate) ratings: Ratings,
    pub(crate) reviews: Reviews,
    pub(crate) live: Live,
    pub(crate) pictures: Pictures,
    pub(crate) proxies: TrustedProxies,
}

impl PeopleState {
    fn of(parts: &SiteParts) -> Self {
        Self {
            people: parts.people.clone(),
            shared: Arc::clone(&parts.shared),
            pictures: parts.pictures.clone(),
        }
    }
}

impl ReviewState {
    fn of(parts: &SiteParts) -> Self {
        Self {
            reviews: parts.reviews.clone(),
            shared_briefly: Arc::clone(&parts.shared_briefly),
            pictures: parts.pictures.clone(),
            public_url: Arc::clone(&parts.public_url),
        }
    }
}

impl From<SiteParts> for Site {
    fn from(parts: SiteParts) -> Self {
        let template = template(&parts);
        let people = Arc::new(PeopleState::of(&parts));
        let reviews = Arc::new(ReviewState::of(&parts));
        let cards = Arc::new(parts.cards);
        let catalogue = Arc::new(CatalogueState {
            catalogue: parts.catalogue,
            browsing: parts.browsing,
            extras: parts.extras,
            selections: parts.selections,
            ratings: parts.ratings.clone(),
            shared: Arc::clone(&parts.shared),
            shared_briefly: parts.shared_briefly,
            pictures: parts.pictures.clone(),
            cards: Arc::clone(&cards),
        });
        let account = AccountState {
            accounts: parts.accounts,
            pictures: parts.pictures.clone(),
            proxies: parts.proxies.clone(),
            https: parts.public_url.starts_with("https://"),
        };
        let pages = PageState {
            titles: Arc::clone(&catalogue),
            reviews: Arc::clone(&reviews),
            people: Arc::clone(&people),
            web: parts.web,
            template,
            renderer: parts.renderer,
            public_url: parts.public_url,
            social_profiles: parts.social_profiles,
        };
        Self(Arc::new(Areas {
            catalogue,
            account: Arc::new(account),
            library: Arc::new(LibraryState {
                libraries: parts.libraries,
                lists: parts.lists,
                imports: parts.imports,
                background: parts.background,
                upload_slots: UploadSlots::new(),
                reading: Arc::new(Semaphore::new(1)),
                live: parts.live.clone(),
                private: parts.private,
                cards,
                shared: parts.shared,
                pictures: parts.pictures.clone(),
            }),
            reviews,
            people,
            pages: Arc::new(pages),
            health: Arc::new(HealthState { store: parts.store }),
            metrics: Arc::new(MetricsState {
                figures: parts.figures,
                ratings: parts.ratings,
                reviews: parts.reviews,
                live: parts.live,
                pictures: parts.pictures,
                proxies: parts.proxies,
            }),
        }))
    }
}

fn template(parts: &SiteParts) -> TemplateCache {
    let web = Arc::clone(&parts.web);
    TemplateCache::new(web, parts.pictures.clone(), Arc::clone(&parts.public_url))
}

/// Lets handlers take the state of an area, and nothing else, out of the site.
macro_rules! area {
    ($area:ident: $state:ty) => {
        impl FromRef<Site> for Arc<$state> {
            fn from_ref(site: &Site) -> Self {
                Self::clone(&site.0.$area)
            }
        }
    };
}

area!(catalogue: CatalogueState);
area!(account: AccountState);
area!(library: LibraryState);
area!(reviews: ReviewState);
area!(people: PeopleState);
area!(pages: PageState);
area!(health: HealthState);
area!(metrics: MetricsState);

impl FromRef<Site> for Arc<SharedAnswers> {
    fn from_ref(site: &Site) -> Self {
        Self::clone(&site.0.catalogue.shared)
    }
}

impl FromRef<Site> for Arc<dyn WebFiles> {
    fn from_ref(site: &Site) -> Self {
        Self::clone(&site.0.pages.web)
    }
}
