//! Putting the parts together.

mod background;

use std::{num::NonZero, sync::Arc, thread, time::Duration};

use anyhow::Context as _;
use api::{
    CardPictures, MetricSources, Pictures, PrivateAnswers, SharedAnswers, Site, SiteParts,
    TrustedProxies,
};
use app::{
    account::{Accounts, Parts},
    anime_list::AnimeLists,
    background::Background,
    catalogue::{
        Catalogue,
        browsing::Browsing,
        extras::Extras,
        mirror::{Mirror, ProgressReader},
        refresh::{AvailableProviders, Refresher, Wishes},
        selections::Selections,
    },
    cluster::ClusterHandle,
    imports::Imports,
    library::Libraries,
    live::{HEARTBEAT, Live},
    people::People,
    ratings::Ratings,
    reviews::{ReviewParts, Reviews},
    session::Sessions,
};
use domain::{
    account::{AccountStore, Mailer},
    budget::BudgetStore,
    catalogue::CatalogueStore,
    clock::{Clock, SystemClock},
    identity::IdentityProvider,
    provider::{AiringProvider, AnswerStore, FallbackProvider, TitleProvider},
    random::Random as _,
    search::TitleSearch,
};
use providers::{Jikan, Kitsu, ProviderConfig, rate};
use render::{Limits, Renderer};
use search::TitleIndex;
use store::Store;
use tokio::task::JoinHandle;

use crate::{
    assets::{self, Embedded},
    config::{Mail, Providers, SignIn, Social},
    random::SystemRandom,
};
use background::{follow_facts, follow_names, follow_revision, resolve_imports, sweep};

/// The time for which shared answers about titles' ratings and reviews are sent from the cache.
const BRIEF_MAX_AGE: Duration = Duration::from_secs(1);

/// Settings of a site.
pub(crate) struct Settings<'a> {
    /// The providers to ask.
    pub(crate) providers: &'a Providers,
    /// Address that visitors use, without a slash at the end.
    pub(crate) public_url: &'a str,
    /// The proxies in front of the server.
    pub(crate) proxies: TrustedProxies,
    /// Accounts that may be made from one address in an hour.
    pub(crate) sign_ups_per_hour: u32,
    /// Where pages get their pictures from.
    pub(crate) pictures: Pictures,
    /// Where people sign in without a password.
    pub(crate) sign_in: &'a SignIn,
    /// What sends mail.
    pub(crate) mail: &'a Mail,
    /// Where the icons at each page's foot lead.
    pub(crate) social: &'a Social,
}

/// A wired site, and the parts that the server ends at its end.
pub(crate) struct WiredSite {
    /// The site.
    pub(crate) site: Site,
    /// The site's streams, which do not end by themselves.
    pub(crate) live: Live,
    /// The site's accounts, whose mail may be under way.
    pub(crate) accounts: Accounts,
    /// The site's ratings, of which the last may not be counted yet.
    pub(crate) ratings: Ratings,
}

/// Wires the site over `store`, and starts its background work.
pub(crate) async fn site(
    store: Store,
    names: TitleIndex,
    renderer: Renderer,
    settings: &Settings<'_>,
) -> anyhow::Result<WiredSite> {
    let store = Arc::new(store);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    seed(&*store).await?;
    let (cluster, exchange) = ClusterHandle::new(store.clone());
    let asks = settings.providers.jikan()?.is_some() || settings.providers.kitsu().is_some();
    let exchange = exchange.connect(asks).await?;
    let wishes = start_refresher(&store, &clock, &cluster, settings.providers)?;
    let extras = Extras::new(store.clone(), Arc::new(SystemRandom), wishes.clone());

    let titles: Arc<dyn CatalogueStore> = store.clone();
    let shared = shared_answers(&titles).await?;
    let names = title_search(names, &titles);

    let browsing = browsing(&titles);

    let sessions = Sessions::new(store.clone(), Arc::clone(&clock));
    let live = Live::new(store.clone(), sessions, cluster, HEARTBEAT);
    if let Some(exchange) = exchange {
        let hearing = exchange.run(vec![Arc::new(live.clone()), Arc::new(wishes.clone())]);
        tokio::spawn(watch("hearing other servers", tokio::spawn(hearing)));
    }
    let accounts = accounts(&store, &live, &clock, settings)?;
    let imports = imports(&store, &live, &clock);
    let reviews = reviews(&store, &clock);
    tokio::spawn(sweep(accounts.clone(), imports.clone(), reviews.clone()));

    let ratings = ratings(&store, &live, &clock);
    let catalogue = Catalogue::new(Arc::clone(&titles), store.clone(), names, wishes);
    let site = Site::from(SiteParts {
        selections: selections(&catalogue, &browsing, &store, &clock),
        catalogue,
        browsing,
        extras,
        accounts: accounts.clone(),
        imports,
        background: Background::start()?,
        lists: lists(&store, &live, &clock),
        libraries: Libraries::new(store.clone(), live.clone(), Arc::clone(&clock)),
        people: people(&store, &clock),
        ratings: ratings.clone(),
        reviews,
        live: live.clone(),
        store: titles,
        figures: figures(store, &clock, settings.providers),
        shared,
        shared_briefly: Arc::new(SharedAnswers::with_max_age(BRIEF_MAX_AGE)),
        private: Arc::new(PrivateAnswers::default()),
        cards: CardPictures::default(),
        pictures: settings.pictures.clone(),
        web: Arc::new(Embedded),
        renderer: Arc::new(renderer),
        proxies: settings.proxies.clone(),
        public_url: settings.public_url.into(),
        social_profiles: settings.social.profiles(),
    });
    Ok(WiredSite {
        site,
        live,
        accounts,
        ratings,
    })
}

/// Writes the built-in catalogue, or what is new in it, unless the store has this one.
async fn seed(store: &dyn CatalogueStore) -> anyhow::Result<()> {
    let digest = catalogue::digest();
    if store.built_in_digest().await?.as_ref() == Some(&digest) {
        return Ok(());
    }
    let (titles, extras) = (catalogue::titles()?, catalogue::extras()?);
    app::catalogue::seed(store, catalogue::provenance(), &digest, &titles, &extras).await?;
    Ok(())
}

/// Returns the cache of answers to all visitors, which follows the catalogue's revision.
async fn shared_answers(titles: &Arc<dyn CatalogueStore>) -> anyhow::Result<Arc<SharedAnswers>> {
    let shared = Arc::new(SharedAnswers::default());
    shared.set_revision(titles.revision().await?);
    tokio::spawn(follow_revision(Arc::clone(titles), Arc::clone(&shared)));
    Ok(shared)
}

/// Returns the use cases of browsing, whose table follows the catalogue.
fn browsing(titles: &Arc<dyn CatalogueStore>) -> Browsing {
    let browsing = Browsing::new(Arc::clone(titles));
    tokio::spawn(follow_facts(browsing.clone()));
    browsing
}

/// Returns the index of names, which follows the catalogue.
fn title_search(names: TitleIndex, titles: &Arc<dyn CatalogueStore>) -> Arc<dyn TitleSearch> {
    let names: Arc<dyn TitleSearch> = Arc::new(names);
    tokio::spawn(follow_names(Arc::clone(titles), Arc::clone(&names)));
    names
}

/// Returns the use cases of lists of whole records.
fn selections(
    catalogue: &Catalogue,
    browsing: &Browsing,
    store: &Arc<Store>,
    clock: &Arc<dyn Clock>,
) -> Selections {
    Selections::new(
        catalogue.clone(),
        browsing.clone(),
        store.clone(),
        Arc::clone(clock),
        Arc::new(SystemRandom),
    )
}

/// Returns the use cases of ratings, with their background work started.
fn ratings(store: &Arc<Store>, live: &Live, clock: &Arc<dyn Clock>) -> Ratings {
    let ratings = Ratings::new(store.clone(), live.clone(), Arc::clone(clock));
    // At the usual priority: it holds the writing connection, for which edits of lists wait
    let counting = tokio::spawn(ratings.clone().run());
    tokio::spawn(watch("counting votes", counting));
    ratings
}

/// Returns the use cases of reviews.
fn reviews(store: &Arc<Store>, clock: &Arc<dyn Clock>) -> Reviews {
    let budgets = store.is_shared();
    Reviews::new(ReviewParts {
        store: store.clone(),
        titles: store.clone(),
        clock: Arc::clone(clock),
        random: Arc::new(SystemRandom),
        budgets: budgets.then(|| store.clone() as Arc<dyn BudgetStore>),
    })
}

/// Starts the renderer of the pages on every other core: each engine takes some 8 MB, and loads in the background.
pub(crate) fn renderer() -> anyhow::Result<Renderer> {
    let bundle = assets::bundle().context("the web app's bundle is damaged")?;
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let renderer = Renderer::start(&bundle, cores.div_ceil(2), Limits::default());
    renderer.context("the renderer could not be started")
}

/// The use cases of accounts over `store`, with who signs people in and what sends mail.
fn accounts(
    store: &Arc<Store>,
    live: &Live,
    clock: &Arc<dyn Clock>,
    settings: &Settings<'_>,
) -> anyhow::Result<Accounts> {
    let identity = settings.sign_in.provider(settings.public_url)?;
    let mailer = settings.mail.mailer(settings.public_url)?;
    let budgets = store.is_shared();
    Ok(Accounts::new(Parts {
        store: store.clone() as Arc<dyn AccountStore>,
        records: store.clone(),
        lists: store.clone(),
        imports: store.clone(),
        reviews: store.clone(),
        pages: store.clone(),
        live: live.clone(),
        clock: Arc::clone(clock),
        random: Arc::new(SystemRandom),
        sign_ups_per_hour: settings.sign_ups_per_hour,
        budgets: budgets.then(|| store.clone() as Arc<dyn BudgetStore>),
        identity: identity.map(|identity| Arc::new(identity) as Arc<dyn IdentityProvider>),
        mailer: mailer.map(|mailer| Arc::new(mailer) as Arc<dyn Mailer>),
        public_url: settings.public_url.into(),
    }))
}

/// Starts asking providers for what visitors wish, and returns where wishes are put.
fn start_refresher(
    store: &Arc<Store>,
    clock: &Arc<dyn Clock>,
    cluster: &ClusterHandle,
    providers: &Providers,
) -> anyhow::Result<Wishes> {
    let answers: Arc<dyn AnswerStore> = store.clone();
    let among_others = |config| ProviderConfig {
        takes_turns: store.is_shared(),
        ..config
    };
    let config = providers.jikan()?.map(among_others);
    let jikan = config
        .as_ref()
        .map(|config| Jikan::connect(config, Arc::clone(&answers), Arc::clone(clock)))
        .transpose()?
        .map(Arc::new);
    let kitsu = providers
        .kitsu()
        .map(among_others)
        .map(|config| Kitsu::connect(&config, Arc::clone(&answers), Arc::clone(clock)))
        .transpose()?
        .map(Arc::new);
    let titles = jikan.clone().map(|jikan| jikan as Arc<dyn TitleProvider>);
    let fallback = kitsu
        .clone()
        .map(|kitsu| kitsu as Arc<dyn FallbackProvider>);
    let airing = kitsu.map(|kitsu| kitsu as Arc<dyn AiringProvider>);
    let available =
        AvailableProviders::of(titles.as_deref(), fallback.as_deref(), airing.as_deref());
    let (wishes, queue) = Wishes::new(Arc::clone(clock), available, cluster.clone());
    let refresher = Refresher {
        store: store.clone(),
        extras: store.clone(),
        states: store.clone(),
        answers,
        titles,
        fallback,
        airing,
        wishes: wishes.clone(),
    };
    let refreshing = tokio::spawn(refresher.run(queue));
    tokio::spawn(watch("asking for what visitors look at", refreshing));
    if let (true, Some(jikan), Some(config)) = (providers.mirror(), jikan, config) {
        let mirror = Mirror::new(
            store.clone(),
            store.clone(),
            jikan.clone(),
            wishes.clone(),
            Arc::clone(clock),
            server_name(),
            mirror_pace(config.limits),
        );
        let mirror = if providers.mirror_extras() {
            mirror.with_extras(jikan)
        } else {
            mirror
        };
        tokio::spawn(watch("mirroring", tokio::spawn(mirror.run())));
    }
    Ok(wishes)
}

/// Returns the mirror's pace: two thirds of the provider's limits, the rest is for visitors.
fn mirror_pace(limits: rate::Limits) -> Duration {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).max(1);
    let by_minute = Duration::from_secs(90) / count(limits.per_minute);
    let by_second = Duration::from_millis(1500) / count(limits.per_second);
    by_minute.max(by_second)
}

fn server_name() -> String {
    let mut name = [0; 8];
    SystemRandom.fill(&mut name);
    format!("{:016x}", u64::from_be_bytes(name))
}

/// Logs the end of background work, which nothing else shows: pages are still served.
async fn watch(name: &'static str, work: JoinHandle<()>) {
    if let Err(error) = work.await
        && error.is_panic()
    {
        tracing::error!(%error, "{name} has ended unexpectedly; start Mitai again");
    }
}

/// Returns what `/metrics` shows besides requests.
fn figures(store: Arc<Store>, clock: &Arc<dyn Clock>, providers: &Providers) -> MetricSources {
    let progress = ProgressReader::new(store.clone(), Arc::clone(clock))
        .with_extras(providers.mirror_extras());
    MetricSources::new(store, progress)
}

fn lists(store: &Arc<Store>, live: &Live, clock: &Arc<dyn Clock>) -> AnimeLists {
    AnimeLists::new(
        store.clone(),
        store.clone(),
        live.clone(),
        Arc::clone(clock),
    )
}

/// Returns the use cases of people's pages.
fn people(store: &Arc<Store>, clock: &Arc<dyn Clock>) -> People {
    let random = Arc::new(SystemRandom);
    People::new(
        store.clone(),
        store.clone(),
        store.clone(),
        Arc::clone(clock),
        random,
    )
}

/// Returns the use cases of imports, with their background work started.
fn imports(store: &Arc<Store>, live: &Live, clock: &Arc<dyn Clock>) -> Imports {
    let imports = Imports::new(store.clone(), live.clone(), Arc::clone(clock));
    tokio::spawn(resolve_imports(store.clone(), imports.clone()));
    imports
}
