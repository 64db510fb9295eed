//! Pictures of sources, kept by this server.
//!
//! **Invariant:** an address names a title or a slide, never an address elsewhere: what is fetched is
//! what the catalogue says.

use std::sync::Arc;

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse as _, Redirect, Response},
};
use domain::{
    anime::MalId,
    picture::{Format, Picture, Size, Tag},
};
use tokio::time::timeout;

use crate::{
    error::ApiError,
    pictures::{Pictures, banner_address, poster_address},
    state::CatalogueState,
};

/// The address holds a digest of the source's: another picture there has another address.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// A picture that cannot be had now may come later.
const FOR_A_WHILE: &str = "public, max-age=300";
/// Longest wait for a picture that has to be fetched; it is fetched on when that is over.
const PATIENCE: Duration = Duration::from_secs(10);

/// What an address asks for.
struct Asked<'a> {
    name: &'a str,
    tag: Tag,
    size: Size,
}

impl<'a> Asked<'a> {
    /// Reads `{name}-{tag}-{width}`.
    fn read(file: &'a str) -> Option<Self> {
        let (rest, width) = file.rsplit_once('-')?;
        let (name, tag) = rest.rsplit_once('-')?;
        Some(Self {
            name,
            tag: Tag::parse(tag)?,
            size: Size::of_width(width.parse().ok()?)?,
        })
    }
}

/// What there is for an address.
struct Found<'a> {
    /// Where the source has it.
    source: Option<&'a str>,
    /// Where the source has it larger.
    large: Option<&'a str>,
    /// What shows where it cannot be had.
    drawn: String,
}

/// `GET /img/poster/{mal_id}-{tag}-{width}`
pub(crate) async fn poster(
    State(state): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let asked = Asked::read(&file).filter(|asked| asked.size != Size::Banner);
    let asked = asked.ok_or_else(ApiError::not_found)?;
    let id = asked.name.parse().map_err(|_| ApiError::not_found())?;
    let id = MalId::new(id);
    let title = state.catalogue.summary(id).await?;
    let found = Found {
        source: title.image_url.as_deref(),
        large: title.large_image_url.as_deref(),
        drawn: format!("/art/poster/{id}.svg"),
    };
    let here = |tag| poster_address(id, tag, asked.size);
    Ok(answer(&state, &asked, &found, here, &headers).await)
}

/// `GET /img/banner/{slide}-{tag}-{width}`
pub(crate) async fn banner(
    State(state): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let asked = Asked::read(&file).filter(|asked| asked.size == Size::Banner);
    let asked = asked.ok_or_else(ApiError::not_found)?;
    let slides = state.catalogue.hero().await?.slides;
    let slide = slides.iter().find(|slide| slide.id == asked.name);
    let slide = slide.ok_or_else(ApiError::not_found)?;
    let found = Found {
        source: slide.image_url.as_deref(),
        large: None,
        drawn: format!("/art/banner/{}.svg", slide.id),
    };
    let here = |tag| banner_address(&slide.id, tag);
    Ok(answer(&state, &asked, &found, here, &headers).await)
}

/// The picture; the address where it is now, if the source has another one; else the drawn one.
async fn answer(
    state: &CatalogueState,
    asked: &Asked<'_>,
    found: &Found<'_>,
    here: impl Fn(Tag) -> String,
    headers: &HeaderMap,
) -> Response {
    let Pictures::Kept(cache) = &state.pictures else {
        return elsewhere(&found.drawn, FOR_A_WHILE);
    };
    let mut fetched = state.pictures.fetched(found.source, found.large);
    let Some(best) = fetched.next() else {
        return elsewhere(&found.drawn, FOR_A_WHILE);
    };
    let tag = Tag::of(best);
    if tag != asked.tag {
        return elsewhere(&here(tag), FOR_A_WHILE);
    }
    let avif = reads_avif(headers);
    let getting = async {
        let best = cache.get(best, asked.size, avif).await;
        match (best, fetched.next()) {
            (Ok(picture), _) => Some(show(picture, FOR_EVER)),
            // The best may come later, at the same address
            (Err(_), Some(other)) => {
                let other = cache.get(other, asked.size, avif).await.ok()?;
                Some(show(other, FOR_A_WHILE))
            }
            (Err(_), None) => None,
        }
    };
    let shown = timeout(PATIENCE, getting).await.ok().flatten();
    shown.unwrap_or_else(|| elsewhere(&found.drawn, FOR_A_WHILE))
}

fn show(picture: Picture, cache_control: &'static str) -> Response {
    let kind = match picture.format {
        Format::WebP => "image/webp",
        Format::Avif => "image/avif",
    };
    let mut response = Response::new(Body::from(Bytes::from_owner(picture.bytes)));
    let headers = response.headers_mut();
    let told = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, cache_control),
        (header::VARY, "accept"),
    ];
    headers.extend(told.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

fn elsewhere(address: &str, cache_control: &'static str) -> Response {
    let mut response = Redirect::temporary(address).into_response();
    let value = HeaderValue::from_static(cache_control);
    response.headers_mut().insert(header::CACHE_CONTROL, value);
    response
}

fn reads_avif(request: &HeaderMap) -> bool {
    let values = request.get_all(header::ACCEPT).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|kind| kind.split(';').next().map(str::trim) == Some("image/avif"))
}
