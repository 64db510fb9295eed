//! The pages: the web app's document with its markup, its data and its description in it, so that the first
//! paint waits for no second round trip.

mod credits_head;
mod document;
mod facts;
mod head;
mod inline_art;
mod linked_data;
mod review_head;
mod route;
mod sitemap;
mod static_pages;
mod user;
mod user_address;

use std::{iter, sync::Arc, time::Duration};

use app::catalogue::SearchText;
use axum::{
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse as _, Redirect, Response},
};
use domain::{Code, Error, Result};
use tokio::time::timeout;

use crate::{
    error::ApiError,
    routes::{assets, catalogue, reviews},
    state::PageState,
};
use document::{Document, HERO};
use head::Head;
use route::{Page, Target};

/// The longest time for a page's data, after which the page is sent without them.
const DATA_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers every address that is no route of its own.
pub(crate) async fn page(
    State(state): State<Arc<PageState>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if uri.path().starts_with("/api/") {
        return Err(ApiError::not_found());
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return Err(ApiError::method_not_allowed());
    }
    if let Some(file) = sitemap::file(&state, uri.path()).await {
        return Ok(file?.respond(&headers));
    }
    match route::find(uri.path(), uri.query().unwrap_or_default()) {
        Target::Page(page) => {
            let mut response = page_response(&state, &page, &headers).await?;
            response.extensions_mut().insert(page.pattern());
            Ok(response)
        }
        Target::Redirect(address) => Ok(Redirect::temporary(&address).into_response()),
        Target::NotFound => {
            let file = assets::root_file(&*state.web, uri.path(), &headers);
            Ok(file.unwrap_or_else(|| Redirect::temporary("/").into_response()))
        }
    }
}

async fn page_response(
    state: &PageState,
    page: &Page,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let make = async || document(state, page).await?.encode(state);
    let found = async {
        if let Page::User(address) = page {
            return user::found(state, page, address).await;
        }
        let name = cache_key(state, page).await?;
        let cache = match page {
            // What people write may change, and be hidden, at any time
            Page::Review(_) => &state.reviews.shared_briefly,
            _ => &state.titles.shared,
        };
        cache.get(name, make).await
    };
    match timeout(DATA_TIMEOUT, found).await {
        Ok(Ok(document)) => Ok(document.respond(headers)),
        Ok(Err(error)) if error.is(Code::NotFound) => {
            let document = without_data(&page.unknown()).encode(state)?;
            Ok(document.respond_with(StatusCode::NOT_FOUND, headers))
        }
        // Without its data the page is complete, too: it fetches them itself. It is not cached
        Ok(Err(_)) | Err(_) => Ok(without_data(page).encode(state)?.respond(headers)),
    }
}

async fn cache_key(state: &PageState, page: &Page) -> Result<String> {
    let titles = &state.titles;
    Ok(match page {
        // A page of an older table or index is not sent once there is a newer one
        Page::Browse(_) => format!("page/{}/{page:?}", titles.browsing.revision().await?),
        Page::Search(..) => format!("page/{:?}/{page:?}", titles.catalogue.indexed_revision()),
        _ => format!("page/{page:?}"),
    })
}

/// The page with its data and its markup.
async fn document(state: &PageState, page: &Page) -> Result<Document> {
    let mut document = without_data(page);
    match page {
        Page::Home(number) => {
            let hero = catalogue::hero::json(&state.titles).await?;
            document.add(HERO, &hero);
            let list = catalogue::list::popular(&state.titles, *number).await?;
            document.add(&format!("/api/v1/anime?list=popular&page={number}"), &list);
        }
        Page::Search(text, number) => {
            add_search(&mut document, state, text, *number).await?;
        }
        Page::Browse(Some(browsed)) => {
            let (browse_query, cursor) = &**browsed;
            // The first part has the filters' choices
            let further = cursor.as_deref().map(Some);
            for cursor in iter::once(None).chain(further) {
                let found = catalogue::browse::part(&state.titles, browse_query, cursor).await?;
                let query = browse_query.query_from(cursor);
                let mark = if query.is_empty() { "" } else { "?" };
                document.add(&format!("/api/v1/browse{mark}{query}"), &found);
            }
        }
        Page::Title(key) => {
            let title = catalogue::title::read(&state.titles, key).await?;
            let own_score = title.own_ratings.score;
            document.describe(Head::title(&title.body, own_score, &state.public_url));
            document.add(&format!("/api/v1/anime/{key}"), &title.body);
        }
        Page::UnknownTitle => return Err(Error::NotFound("This title")),
        Page::Person(id) => {
            let person = catalogue::credits::person_json(&state.titles, *id).await?;
            document.describe(credits_head::person(&person, &state.public_url));
            document.add(&format!("/api/v1/people/{id}"), &person);
        }
        Page::UnknownPerson => return Err(Error::NotFound("This person")),
        Page::Character(id) => {
            let character = catalogue::credits::character_json(&state.titles, *id).await?;
            document.describe(credits_head::character(&character, &state.public_url));
            document.add(&format!("/api/v1/characters/{id}"), &character);
        }
        Page::UnknownCharacter => return Err(Error::NotFound("This character")),
        Page::Review(id) => {
            let reviewed = state.reviews.reviews.one(id).await?;
            let pictures = &state.reviews.pictures;
            document.describe(review_head::head(&reviewed, &state.public_url, pictures));
            let answer = reviews::show::json(&state.reviews, reviewed)?;
            document.add(&format!("/api/v1/reviews/{id}"), &answer);
        }
        Page::UnknownReview => return Err(Error::NotFound("This review")),
        Page::UnknownUser => return Err(Error::NotFound("This page")),
        Page::User(_) | Page::Browse(None) | Page::Static(_) | Page::Shell => {}
    }
    document.render(page, state).await;
    Ok(document)
}

/// Adds to the page what a search finds, and whether people and characters come before titles.
async fn add_search(
    document: &mut Document,
    state: &PageState,
    text: &SearchText,
    number: u32,
) -> Result<()> {
    let query = |name: &str| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair(name, text.as_str());
        query
    };
    let found = catalogue::list::search(&state.titles, text, number).await?;
    let list = query("search")
        .append_pair("page", &number.to_string())
        .finish();
    document.add(&format!("/api/v1/anime?{list}"), &found);
    let suggested = catalogue::suggest::suggestions(&state.titles, text).await?;
    document.add(
        &format!("/api/v1/suggest?{}", query("q").finish()),
        &suggested,
    );
    Ok(())
}

/// The page without data and markup.
fn without_data(page: &Page) -> Document {
    match page {
        Page::Home(number) => Document::new(Head::home(*number)),
        Page::Search(text, _) => Document::new(Head::search(text.as_str())),
        Page::Browse(_) => Document::new(Head::browse()),
        Page::Title(_) | Page::Person(_) | Page::Character(_) | Page::Review(_) | Page::User(_) => {
            Document::new(Head::unavailable())
        }
        Page::UnknownTitle => Document::new(Head::unknown("Title")),
        Page::UnknownPerson => Document::new(Head::unknown("Person")),
        Page::UnknownCharacter => Document::new(Head::unknown("Character")),
        Page::UnknownReview => Document::new(Head::unknown("Review")),
        Page::UnknownUser => Document::new(Head::unknown("Page")),
        Page::Static(of) => Document::new(Head::of_static(of)),
        Page::Shell => Document::new(Head::shell()),
    }
}
