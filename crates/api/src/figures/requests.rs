//! How many requests were answered, how, and how soon.

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

/// Longest times of the histogram's buckets, in seconds.
pub(crate) const BUCKETS: [f64; 12] = [
    0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];
/// The route of what no route of ours takes.
const UNKNOWN: &str = "(none)";
/// How routes end that axum makes for what is nested.
const PRIVATE: &str = "/{*__private";

/// The pattern of a page's address, on the answer of the route that shows all pages.
#[derive(Clone, Copy)]
pub(crate) struct Pattern(pub(crate) &'static str);

/// Requests that were answered since the start.
///
/// **Invariant:** routes are patterns that stand in our code, so there are as many as we wrote, and
/// none tells what somebody looks at.
#[derive(Default)]
pub(crate) struct Requests(Mutex<HashMap<Box<str>, Answers>>);

/// The answers of a route, by method and status.
pub(crate) type Answers = BTreeMap<(&'static str, u16), Times>;

/// How long answers took.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times {
    /// Those that fit no earlier bucket; the last takes the rest.
    pub(crate) buckets: [u64; BUCKETS.len() + 1],
    /// All together.
    pub(crate) sum: Duration,
}

impl Requests {
    /// Notes how a request was answered.
    pub(crate) fn note(&self, asked: &Asked, response: &Response) {
        let route = asked.matched.as_ref().map(MatchedPath::as_str);
        let route = route.filter(|route| !route.contains(PRIVATE));
        let page = || response.extensions().get::<Pattern>().map(|of| of.0);
        let route = route.or_else(page).unwrap_or(UNKNOWN);
        let status = response.status().as_u16();
        self.count(route, asked.method, status, asked.begun.elapsed());
    }

    fn count(&self, route: &str, method: &'static str, status: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let bucket = BUCKETS.iter().position(|longest| seconds <= *longest);
        let mut routes = self.lock();
        if !routes.contains_key(route) {
            routes.insert(route.into(), Answers::new());
        }
        let Some(answers) = routes.get_mut(route) else {
            return;
        };
        let times = answers.entry((method, status)).or_default();
        times.buckets[bucket.unwrap_or(BUCKETS.len())] += 1;
        times.sum += took;
    }

    /// All routes with their answers, by name.
    pub(crate) fn answers(&self) -> BTreeMap<Box<str>, Answers> {
        let routes = self.lock();
        routes.iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be known of a request when it is answered.
pub(crate) struct Asked {
    begun: Instant,
    method: &'static str,
    matched: Option<MatchedPath>,
}

impl Asked {
    /// A request that has just come.
    pub(crate) fn new(request: &Request) -> Self {
        Self {
            begun: Instant::now(),
            method: name(request.method()),
            matched: request.extensions().get::<MatchedPath>().cloned(),
        }
    }
}

/// The method, if it is one of those that somebody means.
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
