//! Figures for whoever watches the server, as Prometheus reads them.
//!
//! **Invariant:** among the site's addresses they are for this machine only: a request from elsewhere,
//! or one that a proxy hands on, finds nothing there. A proxy on this machine that adds no header is
//! known only if it is one of those that the operator names. A listener of their own shows them to
//! whoever reaches it.

mod prometheus_text;

use std::sync::Arc;

use std::{fs, net::SocketAddr};

use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, header},
    response::{IntoResponse as _, Response},
    routing::get,
};
use domain::{
    Error,
    mirror::{ListState, Progress},
    picture::PictureFigures,
};
use jiff::Timestamp;

use crate::{
    error::ApiError,
    pictures::Pictures,
    state::{MetricsState, Site},
};
use prometheus_text::PrometheusText;

/// What proxies add to requests that they hand on.
const OF_PROXIES: [&str; 4] = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/// A site of figures alone, for a listener of its own.
pub fn metrics(site: Site) -> Router {
    let show = async |State(state): State<Arc<MetricsState>>| shown(&state).await;
    Router::new().route("/metrics", get(show)).with_state(site)
}

/// `GET /metrics`
pub(crate) async fn show(
    State(state): State<Arc<MetricsState>>,
    request: Request,
) -> Result<Response, ApiError> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let near = peer.is_some_and(|peer| {
        let address = peer.0.ip().to_canonical();
        address.is_loopback() && !state.proxies.trust(address)
    });
    if !near || is_handed_on(request.headers()) {
        return Err(Error::NotFound("This page").into());
    }
    Ok(shown(&state).await)
}

fn is_handed_on(headers: &HeaderMap) -> bool {
    OF_PROXIES.iter().any(|name| headers.contains_key(*name))
}

/// A store that does not answer is one of the things to be seen.
async fn shown(state: &MetricsState) -> Response {
    let progress = state.figures.mirror.progress().await;
    let mut text = PrometheusText::default();
    process(&mut text);
    text.requests(&state.figures.requests);
    live(&mut text, state);
    store(&mut text, state, progress.is_ok());
    if let Pictures::Kept(cache) = &state.pictures {
        pictures(&mut text, cache.figures());
    }
    if let Ok(progress) = progress {
        catalogue(&mut text, &progress);
    }
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text.text()).into_response()
}

fn process(text: &mut PrometheusText) {
    let name = "mitai_build_info";
    text.begin(name, "gauge", "The version that runs.");
    text.figure(name, &[("version", env!("CARGO_PKG_VERSION"))], 1);
    if let Some(bytes) = resident_bytes() {
        let help = "Memory that the process has, in bytes.";
        text.one("process_resident_memory_bytes", "gauge", help, bytes);
    }
}

/// As Linux tells it; elsewhere nobody does.
fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn live(text: &mut PrometheusText, state: &MetricsState) {
    let help = "Streams of changes that are open.";
    text.one("mitai_live_streams", "gauge", help, state.live.streams());
    let help = "Users to whose changes somebody listens.";
    text.one("mitai_live_users", "gauge", help, state.live.users());
}

fn store(text: &mut PrometheusText, state: &MetricsState, up: bool) {
    let help = "Whether the store answers.";
    text.one("mitai_store_up", "gauge", help, u8::from(up));
    let pools = state.figures.pools.pools();
    let name = "mitai_store_connections";
    text.begin(name, "gauge", "Connections to the store that are in use.");
    for pool in &pools {
        text.figure(name, &[("pool", pool.name)], pool.in_use);
    }
    let name = "mitai_store_connections_max";
    text.begin(name, "gauge", "Most connections to the store.");
    for pool in &pools {
        text.figure(name, &[("pool", pool.name)], pool.most);
    }
    let name = "mitai_store_waiting";
    text.begin(name, "gauge", "Who waits for a connection to the store.");
    for pool in &pools {
        text.figure(name, &[("pool", pool.name)], pool.waiting);
    }
}

fn pictures(text: &mut PrometheusText, figures: PictureFigures) {
    let counters = [
        (
            "mitai_pictures_served_total",
            "Kept pictures that were given to visitors.",
            figures.served,
        ),
        (
            "mitai_pictures_fetched_total",
            "Pictures that were fetched from their sources.",
            figures.fetched,
        ),
        (
            "mitai_pictures_failed_total",
            "Pictures that could not be fetched or read.",
            figures.failed,
        ),
    ];
    for (name, help, value) in counters {
        text.one(name, "counter", help, value);
    }
    let help = "Bytes of kept pictures on disk.";
    text.one("mitai_pictures_bytes", "gauge", help, figures.bytes);
    let help = "Most bytes of kept pictures on disk.";
    text.one(
        "mitai_pictures_max_bytes",
        "gauge",
        help,
        figures.most_bytes,
    );
}

fn catalogue(text: &mut PrometheusText, progress: &Progress) {
    let help = "Titles in the catalogue.";
    text.one("mitai_catalogue_titles", "gauge", help, progress.titles);
    let name = "mitai_mirror_titles";
    let help = "Titles whose whole record was asked for, and those whose is to be asked for now.";
    text.begin(name, "gauge", help);
    for (state, count) in [("whole", progress.whole), ("due", progress.due)] {
        text.figure(name, &[("state", state)], count);
    }
    for (name, help, value) in LISTS {
        text.begin(name, "gauge", help);
        for list in &progress.lists {
            if let Some(value) = value(list) {
                text.figure(name, &[("list", list.list.as_str())], value);
            }
        }
    }
}

type OfList = fn(&ListState) -> Option<i64>;

const LISTS: [(&str, &str, OfList); 3] = [
    (
        "mitai_mirror_list_next_page",
        "The page of the provider's list to be asked for next.",
        |list| Some(list.page.into()),
    ),
    (
        "mitai_mirror_list_pages",
        "Pages of the provider's list.",
        |list| list.pages.map(Into::into),
    ),
    (
        "mitai_mirror_list_finished_timestamp_seconds",
        "When the last page of the list was reached.",
        |list| list.finished_at.map(Timestamp::as_second),
    ),
];
