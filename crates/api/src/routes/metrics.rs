//! Metrics of the server, in the form that Prometheus reads.
//!
//! **Invariant:** the site's address of metrics answers this machine only. A request from elsewhere, or
//! one that a proxy forwards, gets 404. A proxy on this machine that adds no header is known only if
//! the operator names it. The metrics' own listener answers everybody who reaches it.

mod prometheus_text;

use std::sync::Arc;

use std::{fs, net::SocketAddr};

use app::{ratings::Ratings, reviews::Reviews};
use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, header},
    response::{IntoResponse as _, Response},
    routing::get,
};
use domain::{
    Error,
    mirror::{ExtrasProgress, ListState, Progress},
    picture::PictureFigures,
};
use jiff::Timestamp;

use crate::{
    error::ApiError,
    pictures::Pictures,
    state::{MetricsState, Site},
};
use prometheus_text::PrometheusText;

/// Headers that proxies add to forwarded requests.
const PROXY_HEADERS: [&str; 4] = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/// Builds a router of metrics alone, for a listener of its own.
pub fn metrics(site: Site) -> Router {
    let show = async |State(state): State<Arc<MetricsState>>| render(&state).await;
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
        address.is_loopback() && !state.proxies.is_trusted(address)
    });
    if !near || is_forwarded(request.headers()) {
        return Err(Error::NotFound("This page").into());
    }
    Ok(render(&state).await)
}

fn is_forwarded(headers: &HeaderMap) -> bool {
    PROXY_HEADERS.iter().any(|name| headers.contains_key(*name))
}

/// Renders all metrics. A store that does not answer is one of them.
async fn render(state: &MetricsState) -> Response {
    let progress = state.figures.mirror.progress().await;
    let mut text = PrometheusText::default();
    process(&mut text);
    text.requests(&state.figures.requests);
    live(&mut text, state);
    store(&mut text, state, progress.is_ok());
    if let Pictures::Cached(cache) = &state.pictures {
        pictures(&mut text, cache.figures());
    }
    if let Ok(progress) = progress {
        ratings(&mut text, &state.ratings).await;
        reviews(&mut text, &state.reviews).await;
        catalogue(&mut text, &progress);
        if let Ok(had) = state.figures.mirror.extras().await {
            extras(&mut text, had);
        }
        lists(&mut text, &progress.lists);
    }
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text.into_text()).into_response()
}

fn process(text: &mut PrometheusText) {
    let name = "mitai_build_info";
    text.describe(name, "gauge", "The version that runs.");
    text.sample(name, &[("version", env!("CARGO_PKG_VERSION"))], 1);
    if let Some(bytes) = resident_bytes() {
        let help = "Memory that the process has, in bytes.";
        text.metric("process_resident_memory_bytes", "gauge", help, bytes);
    }
}

/// The process's resident memory in bytes; `None` where it is not known, as it is on Linux only.
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
    text.metric("mitai_live_streams", "gauge", help, state.live.streams());
    let help = "Users to whose changes somebody listens.";
    text.metric("mitai_live_users", "gauge", help, state.live.users());
}

async fn ratings(text: &mut PrometheusText, ratings: &Ratings) {
    let help = "Votes on titles that were counted: those that came, changed or went.";
    text.metric(
        "mitai_votes_counted_total",
        "counter",
        help,
        ratings.votes_counted(),
    );
    if let Ok(open) = ratings.open_holds().await {
        let help = "Bursts of extreme votes that do not count until somebody looks at them.";
        text.metric("mitai_rating_holds_open", "gauge", help, open);
    }
}

async fn reviews(text: &mut PrometheusText, reviews: &Reviews) {
    let (written, reported) = reviews.written_and_reported();
    let help = "Reviews that were written or changed.";
    text.metric("mitai_reviews_written_total", "counter", help, written);
    let help = "Reports of reviews.";
    text.metric("mitai_reviews_reported_total", "counter", help, reported);
    if let Ok(folded) = reviews.folded().await {
        let help = "Reviews that wait behind a notice until somebody looks at them.";
        text.metric("mitai_reviews_folded", "gauge", help, folded);
    }
}

fn store(text: &mut PrometheusText, state: &MetricsState, up: bool) {
    let help = "Whether the store answers.";
    text.metric("mitai_store_up", "gauge", help, u8::from(up));
    let pools = state.figures.pools.pools();
    let name = "mitai_store_connections";
    text.describe(name, "gauge", "Connections to the store that are in use.");
    for pool in &pools {
        text.sample(name, &[("pool", pool.name)], pool.in_use);
    }
    let name = "mitai_store_connections_max";
    text.describe(name, "gauge", "Most connections to the store.");
    for pool in &pools {
        text.sample(name, &[("pool", pool.name)], pool.most);
    }
    let name = "mitai_store_waiting";
    text.describe(name, "gauge", "Who waits for a connection to the store.");
    for pool in &pools {
        text.sample(name, &[("pool", pool.name)], pool.waiting);
    }
}

fn pictures(text: &mut PrometheusText, figures: PictureFigures) {
    let counters = [
        (
            "mitai_pictures_served_total",
            "Cached pictures that were sent to visitors.",
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
        text.metric(name, "counter", help, value);
    }
    let help = "Bytes of cached pictures on disk.";
    text.metric("mitai_pictures_bytes", "gauge", help, figures.bytes);
    let help = "Most bytes of cached pictures on disk.";
    text.metric(
        "mitai_pictures_max_bytes",
        "gauge",
        help,
        figures.most_bytes,
    );
}

fn catalogue(text: &mut PrometheusText, progress: &Progress) {
    let help = "Titles in the catalogue.";
    text.metric("mitai_catalogue_titles", "gauge", help, progress.titles);
    let name = "mitai_mirror_titles";
    let help = "Titles whose whole record was asked for, and those whose is to be asked for now.";
    text.describe(name, "gauge", help);
    for (state, count) in [("whole", progress.whole), ("due", progress.due)] {
        text.sample(name, &[("state", state)], count);
    }
}

fn extras(text: &mut PrometheusText, progress: ExtrasProgress) {
    let name = "mitai_mirror_extras";
    let help = "Parts of what is known of titles beside their records (casts, episodes, ...) that were asked for, and those that are to be asked for now.";
    text.describe(name, "gauge", help);
    for (state, count) in [("had", progress.had), ("due", progress.due)] {
        text.sample(name, &[("state", state)], count);
    }
}

fn lists(text: &mut PrometheusText, lists: &[ListState]) {
    for (name, help, value) in LISTS {
        text.describe(name, "gauge", help);
        for list in lists {
            if let Some(value) = value(list) {
                text.sample(name, &[("list", list.list.as_str())], value);
            }
        }
    }
}

type ListValue = fn(&ListState) -> Option<i64>;

const LISTS: [(&str, &str, ListValue); 3] = [
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
