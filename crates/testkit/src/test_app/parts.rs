//! Parts of a test's site.

use std::{sync::Arc, time::Duration};

use api::MetricSources;
use app::{
    account::{Parts, SIGN_UPS_PER_HOUR},
    anime_list::AnimeLists,
    catalogue::{Catalogue, browsing::Browsing, mirror::ProgressReader, selections::Selections},
    cluster::ClusterHandle,
    live::Live,
    people::People,
    reviews::{ReviewParts, Reviews},
    session::Sessions,
};
use domain::{account::Mailer, identity::IdentityProvider, search::TitleSearch};
use search::TitleIndex;
use store::Store;
use tempfile::TempDir;

use super::PUBLIC_URL;
use crate::{MockClock, MockRandom, Outage};

/// Kilobytes that an account may write into the history of its list: few, so that a test reaches them.
const EVENT_KILOBYTES: u32 = 10 * 1024;

/// Returns an index of names with nothing in it, and its folder.
pub(super) fn no_names() -> (Arc<dyn TitleSearch>, TempDir) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    (Arc::new(TitleIndex::open(folder.path())), folder)
}

/// Returns the parts of the use cases of accounts.
pub(super) fn accounts(
    store: &Arc<Store>,
    live: &Live,
    clock: &Arc<MockClock>,
    random: &Arc<MockRandom>,
    identity: Option<Arc<dyn IdentityProvider>>,
    mailer: Option<Arc<dyn Mailer>>,
) -> Parts {
    Parts {
        store: store.clone(),
        records: store.clone(),
        lists: store.clone(),
        imports: store.clone(),
        reviews: store.clone(),
        pages: store.clone(),
        live: live.clone(),
        clock: clock.clone(),
        random: random.clone(),
        sign_ups_per_hour: SIGN_UPS_PER_HOUR,
        budgets: None,
        identity,
        mailer,
        public_url: PUBLIC_URL.into(),
    }
}

/// Returns the use cases of people's pages.
pub(super) fn people(
    store: &Arc<Store>,
    clock: &Arc<MockClock>,
    random: &Arc<MockRandom>,
) -> People {
    let (clock, random) = (clock.clone(), random.clone());
    People::new(store.clone(), store.clone(), store.clone(), clock, random)
}

/// Returns the use cases of anime lists.
pub(super) fn lists(store: &Arc<Store>, live: &Live, clock: &Arc<MockClock>) -> AnimeLists {
    let lists = AnimeLists::new(store.clone(), store.clone(), live.clone(), clock.clone());
    lists.limited_to(EVENT_KILOBYTES)
}

/// Returns the use cases of reviews.
pub(super) fn reviews(
    store: &Arc<Store>,
    clock: &Arc<MockClock>,
    random: &Arc<MockRandom>,
) -> Reviews {
    Reviews::new(ReviewParts {
        store: store.clone(),
        titles: store.clone(),
        clock: clock.clone(),
        random: random.clone(),
        budgets: None,
    })
}

/// Returns the use cases of lists of full records.
pub(super) fn selections(
    catalogue: &Catalogue,
    browsing: &Browsing,
    outage: &Arc<Outage>,
    clock: &Arc<MockClock>,
    random: &Arc<MockRandom>,
) -> Selections {
    Selections::new(
        catalogue.clone(),
        browsing.clone(),
        outage.clone(),
        clock.clone(),
        random.clone(),
    )
}

/// Returns what `/metrics` reports besides requests.
pub(super) fn figures(store: &Arc<Store>, clock: &Arc<MockClock>) -> MetricSources {
    let progress = ProgressReader::new(store.clone(), clock.clone());
    MetricSources::new(store.clone(), progress)
}

/// Returns the live hub of a site that has its store to itself.
pub(super) fn live(store: &Arc<Store>, clock: Arc<MockClock>, heartbeat: Duration) -> Live {
    let sessions = Sessions::new(store.clone(), clock);
    let cluster = ClusterHandle::single_server();
    Live::new(store.clone(), sessions, cluster, heartbeat)
}
