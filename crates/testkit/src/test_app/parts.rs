//! Parts of a test's site.

use std::{sync::Arc, time::Duration};

use api::MetricSources;
use app::{
    catalogue::{Catalogue, mirror::ProgressReader, selections::Selections},
    cluster::ClusterHandle,
    live::Live,
    session::Sessions,
};
use domain::search::TitleSearch;
use search::TitleIndex;
use store::Store;
use tempfile::TempDir;

use crate::{MockClock, MockRandom, Outage};

/// An index of names with nothing in it, and its folder.
pub(super) fn no_names() -> (Arc<dyn TitleSearch>, TempDir) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    (Arc::new(TitleIndex::open(folder.path())), folder)
}

/// Lists of full records.
pub(super) fn selections(
    catalogue: &Catalogue,
    outage: &Arc<Outage>,
    clock: &Arc<MockClock>,
    random: &Arc<MockRandom>,
) -> Selections {
    let catalogue = catalogue.clone();
    Selections::new(catalogue, outage.clone(), clock.clone(), random.clone())
}

/// What `/metrics` reports besides requests.
pub(super) fn figures(store: &Arc<Store>, clock: &Arc<MockClock>) -> MetricSources {
    let progress = ProgressReader::new(store.clone(), clock.clone());
    MetricSources::new(store.clone(), progress)
}

/// The live hub of a site that has its store to itself.
pub(super) fn live(store: &Arc<Store>, clock: Arc<MockClock>, heartbeat: Duration) -> Live {
    let sessions = Sessions::new(store.clone(), clock);
    let cluster = ClusterHandle::single_server();
    Live::new(store.clone(), sessions, cluster, heartbeat)
}
