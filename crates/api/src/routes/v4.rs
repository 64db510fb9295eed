//! Jikan v4 as far as the catalogue has it, so that programs made for Jikan work with Mitai as
//! their base address. `docs/jikan.md` says what is offered and what differs.
//!
//! **Invariant:** nothing here changes anything, reads a body or shows anything of a person: it is open
//! to pages of every site. It is not part of the product API and its document: its contract is Jikan's.

mod answer;
mod credits;
mod error;
mod extras;
mod list;
mod params;
mod producers;
mod records;
mod reviews;
mod season;
mod title;
mod watch;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
    routing::get,
};

use crate::{limits, middleware::Middleware, protection::Kind, state::Site};
use error::JikanError;

/// Builds the router of everything under `/v4`, with the layer that its requests pass.
pub(crate) fn router(site: Site, middleware: Middleware) -> Router {
    titles()
        .merge(extras_of_titles())
        .merge(people_and_characters())
        .fallback(async || JikanError::not_found())
        .layer(from_fn_with_state(middleware, answer))
        .with_state(site)
}

/// The routes of whole records, companies and reviews.
fn titles() -> Router<Site> {
    Router::new()
        .route("/top/anime", get(list::top))
        .route("/anime", get(list::search))
        .route("/anime/{id}", get(title::title))
        .route("/anime/{id}/full", get(title::full))
        .route("/anime/{id}/relations", get(title::relations))
        .route("/anime/{id}/themes", get(title::themes))
        .route("/anime/{id}/external", get(title::external))
        .route("/anime/{id}/streaming", get(title::streaming))
        .route("/anime/{id}/moreinfo", get(title::moreinfo))
        .route("/anime/{id}/forum", get(title::forum))
        .route("/anime/{id}/userupdates", get(title::userupdates))
        .route("/anime/{id}/reviews", get(reviews::of_title))
        .route("/reviews/anime", get(reviews::newest))
        .route("/top/reviews", get(reviews::top))
        .route("/schedules", get(season::schedules))
        .route("/schedules/{day}", get(season::schedules_of))
        .route("/seasons", get(season::seasons))
        .route("/seasons/now", get(season::now))
        .route("/seasons/upcoming", get(season::upcoming))
        .route("/seasons/{year}/{season}", get(season::season))
        .route("/producers", get(producers::list))
        .route("/producers/{id}", get(producers::one))
        .route("/producers/{id}/full", get(producers::full))
        .route("/producers/{id}/external", get(producers::external))
        .route("/magazines", get(producers::magazines))
        .route("/genres/anime", get(title::genres))
        .route("/random/anime", get(title::random))
}

/// The routes of extras of titles.
fn extras_of_titles() -> Router<Site> {
    Router::new()
        .route("/anime/{id}/characters", get(extras::characters))
        .route("/anime/{id}/staff", get(extras::staff))
        .route("/anime/{id}/episodes", get(extras::episodes))
        .route("/anime/{id}/episodes/{episode}", get(extras::episode))
        .route("/anime/{id}/news", get(extras::news))
        .route("/anime/{id}/videos", get(extras::videos))
        .route("/anime/{id}/videos/episodes", get(extras::episode_videos))
        .route("/anime/{id}/pictures", get(extras::pictures))
        .route("/anime/{id}/statistics", get(extras::statistics))
        .route("/anime/{id}/recommendations", get(extras::recommendations))
        .route("/recommendations/anime", get(watch::recommendations))
        .route("/watch/episodes", get(watch::episodes))
        .route("/watch/episodes/popular", get(watch::popular_episodes))
        .route("/watch/promos", get(watch::promos))
        .route("/watch/promos/popular", get(watch::popular_promos))
}

/// The routes of people and characters.
fn people_and_characters() -> Router<Site> {
    Router::new()
        .route("/top/characters", get(records::top_characters))
        .route("/top/people", get(records::top_people))
        .route("/characters", get(records::characters))
        .route("/characters/{id}", get(credits::character))
        .route("/characters/{id}/full", get(credits::full_character))
        .route("/characters/{id}/anime", get(credits::character_anime))
        .route("/characters/{id}/manga", get(credits::character_manga))
        .route("/characters/{id}/voices", get(credits::character_voices))
        .route(
            "/characters/{id}/pictures",
            get(credits::character_pictures),
        )
        .route("/people", get(records::people))
        .route("/people/{id}", get(credits::person))
        .route("/people/{id}/full", get(credits::full_person))
        .route("/people/{id}/anime", get(credits::person_anime))
        .route("/people/{id}/voices", get(credits::person_voices))
        .route("/people/{id}/manga", get(credits::person_manga))
        .route("/people/{id}/pictures", get(credits::person_pictures))
        .route("/random/characters", get(records::random_character))
        .route("/random/people", get(records::random_person))
}

async fn answer(State(middleware): State<Middleware>, request: Request, next: Next) -> Response {
    let answering = async |request| open(request, next).await;
    middleware.answer(Kind::Open, request, answering).await
}

/// Lets pages of all sites read, and gives failures that no handler made Jikan's form.
async fn open(request: Request, next: Next) -> Response {
    let mut response = if request.method() == Method::OPTIONS {
        preflight()
    } else {
        let answering = limits::within_limits(
            StatusCode::GATEWAY_TIMEOUT,
            limits::REQUEST_TIMEOUT,
            next.run(request),
        );
        as_jikan_error(answering.await)
    };
    let headers = response.headers_mut();
    allow(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    allow(
        headers,
        header::ACCESS_CONTROL_ALLOW_METHODS,
        "GET, HEAD, OPTIONS",
    );
    allow(headers, header::ACCESS_CONTROL_EXPOSE_HEADERS, "ETag");
    response
}

fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    allow(headers, header::ACCESS_CONTROL_ALLOW_HEADERS, "*");
    allow(headers, header::ACCESS_CONTROL_MAX_AGE, "86400");
    allow(headers, header::ALLOW, "GET, HEAD, OPTIONS");
    response
}

fn allow(headers: &mut HeaderMap, name: header::HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}

fn as_jikan_error(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_shaped = kind.is_some_and(|kind| kind == "application/json");
    if is_shaped || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let mut error = JikanError::of(status).into_response();
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        error.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    error
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    fn read(file: &str) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        fs::read_to_string(root.join(file)).unwrap()
    }

    /// The part of a text between two others.
    fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
        let (_, part) = text.split_once(begin).unwrap();
        part.split_once(end).unwrap().0
    }

    /// Addresses between marks, whatever the names of the parameters in them.
    fn addresses(text: &str, mark: char) -> BTreeSet<String> {
        let marked = text.split(mark).skip(1).step_by(2);
        let addresses = marked.filter(|text| text.starts_with('/'));
        addresses.map(nameless).collect()
    }

    fn nameless(address: &str) -> String {
        let parts = address.split('/');
        let parts = parts.map(|part| if part.starts_with('{') { "{}" } else { part });
        parts.collect::<Vec<_>>().join("/")
    }

    /// The addresses that the router has.
    fn routed() -> BTreeSet<String> {
        let file = read("crates/api/src/routes/v4.rs");
        let (declared, _) = file.split_once("async fn answer").unwrap();
        let routes = declared.split(".route(").skip(1);
        let routes = routes.map(|route| nameless(route.split('"').nth(1).unwrap()));
        routes.collect()
    }

    #[test]
    fn page_for_developers_lists_every_address() {
        let page = read("web/src/features/developers/examples.ts");
        let offered = between(&page, "export const offered", "export function ");
        assert_eq!(addresses(offered, '"'), routed());
    }

    #[test]
    fn document_lists_every_address() {
        let document = read("docs/jikan.md");
        let offered = between(&document, "## What is offered", "## What is not");
        let cells = offered.lines().filter_map(|line| line.split('|').nth(1));
        let listed: BTreeSet<String> = cells.flat_map(|cell| addresses(cell, '`')).collect();
        assert_eq!(listed, routed());
    }

    /// Jikan's document has one of the addresses of schedules.
    #[test]
    fn every_address_is_tried_with_generated_requests() {
        let tests = read("crates/server/tests/foreign/jikan.rs");
        let offered = between(&tests, "const OFFERED", "];");
        let mut tried = addresses(offered, '"');
        tried.insert("/schedules/{}".into());
        assert_eq!(tried, routed());
    }
}
