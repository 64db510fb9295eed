//! Putting the parts together.

use std::{sync::Arc, time::Duration};

use api::{SharedAnswers, Site};
use app::catalogue::{
    Catalogue,
    refresh::{Granters, Refresher, Wishes},
};
use domain::{
    catalogue::CatalogueStore,
    clock::{Clock, SystemClock},
    provider::{AiringProvider, AnswerStore, TitleProvider},
};
use providers::{ConnectError, Jikan, Kitsu, ProviderConfig};
use store::Store;
use tokio::task::JoinHandle;

use crate::{assets::Embedded, config::ProviderUrl};

/// How often the server looks whether another process changed the catalogue.
const REVISION_LOOK: Duration = Duration::from_secs(1);

/// The providers to ask.
pub(crate) struct Providers {
    /// The Jikan-compatible one.
    pub(crate) jikan: ProviderUrl,
    /// Kitsu.
    pub(crate) kitsu: ProviderUrl,
}

/// The site over `store`, with its background work started.
pub(crate) async fn site(
    store: Store,
    providers: &Providers,
    public_url: &str,
) -> anyhow::Result<Site> {
    let store = Arc::new(store);
    let answers: Arc<dyn AnswerStore> = store.clone();
    let store: Arc<dyn CatalogueStore> = store;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    app::catalogue::seed(&*store, catalogue::provenance(), &catalogue::titles()?).await?;

    let jikan = connect(&providers.jikan, |config| {
        Jikan::connect(config, Arc::clone(&answers), Arc::clone(&clock))
    })?;
    let kitsu = connect(&providers.kitsu, |config| {
        Kitsu::connect(config, Arc::clone(&answers), Arc::clone(&clock))
    })?;
    let titles = jikan.map(|jikan| Arc::new(jikan) as Arc<dyn TitleProvider>);
    let airing = kitsu.map(|kitsu| Arc::new(kitsu) as Arc<dyn AiringProvider>);
    let granters = Granters {
        titles: titles.is_some(),
        airing: airing.is_some(),
    };
    let (wishes, taken) = Wishes::new(Arc::clone(&clock), granters);
    let refresher = Refresher {
        store: Arc::clone(&store),
        answers: Arc::clone(&answers),
        titles,
        airing,
        wishes: wishes.clone(),
    };
    tokio::spawn(watch(tokio::spawn(refresher.run(taken))));

    let shared = Arc::new(SharedAnswers::default());
    shared.set_revision(store.revision().await?);
    tokio::spawn(follow_revision(Arc::clone(&store), Arc::clone(&shared)));

    Ok(Site {
        catalogue: Catalogue::new(Arc::clone(&store), answers, wishes),
        store,
        shared,
        web: Arc::new(Embedded),
        public_url: public_url.trim_end_matches('/').into(),
    })
}

/// The provider at `url`, if there is one.
fn connect<P>(
    url: &ProviderUrl,
    provider: impl FnOnce(&ProviderConfig) -> Result<P, ConnectError>,
) -> Result<Option<P>, ConnectError> {
    match url {
        ProviderUrl::Off => Ok(None),
        ProviderUrl::At(url) => provider(&ProviderConfig::new(url)).map(Some),
    }
}

/// Says when the refreshing ends, which is not seen otherwise: every page goes on being served.
async fn watch(refreshing: JoinHandle<()>) {
    if let Err(error) = refreshing.await {
        tracing::error!(%error, "providers are not asked any more; start Mitai again");
    }
}

/// Keeps shared answers as new as the catalogue. A store that does not answer changes nothing:
/// what is kept goes on being sent.
async fn follow_revision(store: Arc<dyn CatalogueStore>, shared: Arc<SharedAnswers>) {
    loop {
        tokio::time::sleep(REVISION_LOOK).await;
        if let Ok(revision) = store.revision().await {
            shared.set_revision(revision);
        }
    }
}
