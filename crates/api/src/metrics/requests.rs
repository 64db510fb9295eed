//! Counts and durations of answered requests.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    extract::{MatchedPath, Request},
    http::Method,
    response::Response,
};

/// The longest durations of the histogram's buckets, in seconds.
pub(crate) const BUCKETS: [f64; 12] = [
    0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];
/// The label of requests that match no route.
const UNKNOWN: &str = "(none)";
/// The end of routes that axum makes for nested routers.
const PRIVATE: &str = "/{*__private";

/// The pattern of a page's address. The route that shows all pages puts it on its answers.
#[derive(Clone, Copy)]
pub(crate) struct RoutePattern(pub(crate) &'static str);

/// Requests answered since the start, by route.
///
/// **Invariant:** a route is a pattern in our code. So their number is fixed, and none shows what a
/// visitor looks at.
#[derive(Default)]
pub(crate) struct RequestMetrics(Mutex<HashMap<Box<str>, RouteMetrics>>);

/// The answers of a route, by method and status.
pub(crate) type RouteMetrics = BTreeMap<(&'static str, u16), Histogram>;

/// The histogram of the durations of answers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Histogram {
    /// The number of answers by the first bucket that they fit; the last bucket has the rest.
    pub(crate) buckets: [u64; BUCKETS.len() + 1],
    /// The sum of all durations.
    pub(crate) sum: Duration,
}

impl RequestMetrics {
    /// Counts an answer, with the time that it took.
    pub(crate) fn record(&self, timer: &RequestTimer, response: &Response) {
        let route = timer.matched.as_ref().map(MatchedPath::as_str);
        let route = route.filter(|route| !route.contains(PRIVATE));
        let page = || response.extensions().get::<RoutePattern>().map(|of| of.0);
        let route = route.or_else(page).unwrap_or(UNKNOWN);
        let status = response.status().as_u16();
        self.count(route, timer.method, status, timer.started.elapsed());
    }

    fn count(&self, route: &str, method: &'static str, status: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let bucket = BUCKETS.iter().position(|longest| seconds <= *longest);
        let mut routes = self.lock();
        if !routes.contains_key(route) {
            routes.insert(route.into(), RouteMetrics::new());
        }
        let Some(answers) = routes.get_mut(route) else {
            return;
        };
        let times = answers.entry((method, status)).or_default();
        times.buckets[bucket.unwrap_or(BUCKETS.len())] += 1;
        times.sum += took;
    }

    /// All routes with their answers, by name.
    pub(crate) fn answers(&self) -> BTreeMap<Box<str>, RouteMetrics> {
        let routes = self.lock();
        routes.iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, RouteMetrics>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is being answered: its labels and its start.
pub(crate) struct RequestTimer {
    started: Instant,
    method: &'static str,
    matched: Option<MatchedPath>,
}

impl RequestTimer {
    /// A request that has just arrived.
    pub(crate) fn new(request: &Request) -> Self {
        Self {
            started: Instant::now(),
            method: name(request.method()),
            matched: request.extensions().get::<MatchedPath>().cloned(),
        }
    }
}

/// The method's label; `other` for unusual ones, so that labels stay few.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
