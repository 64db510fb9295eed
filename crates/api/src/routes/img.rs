//! Pictures of sources, cached by this server.
//!
//! **Invariant:** an address names a title, a person, a character or a slide, never a foreign address. The catalogue alone
//! decides what is fetched.

use std::sync::Arc;

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse as _, Redirect, Response},
};
use domain::{
    account::MAX_NAME_CHARS,
    anime::{Images, MalId},
    extras::in_reading_order,
    picture::{Format, Picture, Size, Tag},
};
use tokio::time::timeout;

use crate::{
    error::ApiError,
    pictures::{
        Pictures, PortraitOf, banner_address, portrait_address, poster_address, still_address,
    },
    state::CatalogueState,
};

/// The `Cache-Control` of a picture. Its address holds a digest of the source's address: another picture has another
/// address.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// The `Cache-Control` in place of a picture that cannot be fetched now, since it may be there later.
const FIVE_MINUTES: &str = "public, max-age=300";
/// The longest wait for a picture that has to be fetched. The fetch goes on after that.
const FETCH_TIMEOUT: Duration = Duration::from_secs(10);

/// The parts of a picture's address.
struct PictureRequest<'a> {
    name: &'a str,
    tag: Tag,
    size: Size,
}

impl<'a> PictureRequest<'a> {
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

    /// The title that the address names.
    fn title(&self) -> Result<MalId, ApiError> {
        let id = self.name.parse().map_err(|_| ApiError::not_found())?;
        Ok(MalId::new(id))
    }
}

/// The sources of a picture.
struct PictureSources<'a> {
    /// The address of the picture at its source.
    source: Option<&'a str>,
    /// The address of a larger picture at the source.
    large: Option<&'a str>,
    /// The address of the drawn picture that replaces it.
    drawn: String,
}

/// `GET /img/poster/{mal_id}-{tag}-{width}`
pub(crate) async fn poster(
    State(state): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let request = PictureRequest::read(&file).filter(|request| request.size.is_poster());
    let request = request.ok_or_else(ApiError::not_found)?;
    let id = request.title()?;
    let title = state.catalogue.summary(id).await?;
    let sources = PictureSources {
        source: title.image_url.as_deref(),
        large: title.large_image_url.as_deref(),
        drawn: format!("/art/poster/{id}.svg"),
    };
    let here = |tag| poster_address(id, tag, request.size);
    Ok(answer(&state, &request, &sources, here, &headers).await)
}

/// `GET /img/still/{mal_id}-{tag}-{width}`
///
/// A title has several stills, so the tag says which one is meant.
pub(crate) async fn still(
    State(state): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let is_shown = |size: Size| size.is_poster() || size == Size::Whole;
    let request = PictureRequest::read(&file).filter(|request| is_shown(request.size));
    let request = request.ok_or_else(ApiError::not_found)?;
    let id = request.title()?;
    let known = state.extras.held_pictures(id).await?;
    let known = known.map(|stated| stated.value).unwrap_or_default();
    let named = known.iter().find(|picture| {
        let mut sources = state
            .pictures
            .sources(picture.poster(), picture.large_poster());
        sources
            .next()
            .is_some_and(|best| Tag::of(best) == request.tag)
    });
    let sources = PictureSources {
        source: named.and_then(Images::poster),
        large: named.and_then(Images::large_poster),
        drawn: format!("/art/poster/{id}.svg"),
    };
    let here = |tag| still_address(id, tag, request.size);
    Ok(answer(&state, &request, &sources, here, &headers).await)
}

/// `GET /img/portrait/{person or character}-{id}-{tag}-{width}`
pub(crate) async fn portrait(
    State(state): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let request = PictureRequest::read(&file).filter(|request| request.size.is_poster());
    let request = request.ok_or_else(ApiError::not_found)?;
    let of = PortraitOf::parse(request.name).ok_or_else(ApiError::not_found)?;
    let portrait = match of {
        PortraitOf::Person(id) => state.extras.portrait_of_person(id).await?,
        PortraitOf::Character(id) => state.extras.portrait_of_character(id).await?,
    };
    let sources = PictureSources {
        source: portrait.source.as_deref(),
        large: None,
        drawn: drawn_portrait(of, &portrait.name),
    };
    let here = |tag| portrait_address(of, tag, request.size);
    Ok(answer(&state, &request, &sources, here, &headers).await)
}

/// Address of the drawn portrait of the person or character called `name` at the source.
fn drawn_portrait(of: PortraitOf, name: &str) -> String {
    let name: String = in_reading_order(name)
        .chars()
        .take(MAX_NAME_CHARS)
        .collect();
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("name", &name)
        .finish();
    format!("/art/avatar/{of}.svg?{query}")
}

/// `GET /img/banner/{slide}-{tag}-{width}`
pub(crate) async fn banner(
    State(state): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let request = PictureRequest::read(&file).filter(|request| request.size == Size::Banner);
    let request = request.ok_or_else(ApiError::not_found)?;
    let slides = state.catalogue.hero().await?.slides;
    let slide = slides.iter().find(|slide| slide.id == request.name);
    let slide = slide.ok_or_else(ApiError::not_found)?;
    let sources = PictureSources {
        source: slide.image_url.as_deref(),
        large: None,
        drawn: format!("/art/banner/{}.svg", slide.id),
    };
    let here = |tag| banner_address(&slide.id, tag);
    Ok(answer(&state, &request, &sources, here, &headers).await)
}

/// The picture, or a redirect: to its new address if the source has another one, else to the drawn one.
async fn answer(
    state: &CatalogueState,
    request: &PictureRequest<'_>,
    sources: &PictureSources<'_>,
    here: impl Fn(Tag) -> String,
    headers: &HeaderMap,
) -> Response {
    let Pictures::Cached(cache) = &state.pictures else {
        return redirect(&sources.drawn, FIVE_MINUTES);
    };
    let mut candidates = state.pictures.sources(sources.source, sources.large);
    let Some(best) = candidates.next() else {
        return redirect(&sources.drawn, FIVE_MINUTES);
    };
    let tag = Tag::of(best);
    if tag != request.tag {
        return redirect(&here(tag), FIVE_MINUTES);
    }
    let avif = accepts_avif(headers);
    let getting = async {
        let best = cache.get(best, request.size, avif).await;
        match (best, candidates.next()) {
            (Ok(picture), _) => Some(picture_response(picture, IMMUTABLE)),
            // The best may be there later, at the same address
            (Err(_), Some(other)) => {
                let other = cache.get(other, request.size, avif).await.ok()?;
                Some(picture_response(other, FIVE_MINUTES))
            }
            (Err(_), None) => None,
        }
    };
    let shown = timeout(FETCH_TIMEOUT, getting).await.ok().flatten();
    shown.unwrap_or_else(|| redirect(&sources.drawn, FIVE_MINUTES))
}

fn picture_response(picture: Picture, cache_control: &'static str) -> Response {
    let kind = match picture.format {
        Format::WebP => "image/webp",
        Format::Avif => "image/avif",
    };
    let mut response = Response::new(Body::from(Bytes::from_owner(picture.bytes)));
    let headers = response.headers_mut();
    let values = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, cache_control),
        (header::VARY, "accept"),
    ];
    headers.extend(values.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

fn redirect(address: &str, cache_control: &'static str) -> Response {
    let mut response = Redirect::temporary(address).into_response();
    let value = HeaderValue::from_static(cache_control);
    response.headers_mut().insert(header::CACHE_CONTROL, value);
    response
}

fn accepts_avif(request: &HeaderMap) -> bool {
    let values = request.get_all(header::ACCEPT).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|kind| kind.split(';').next().map(str::trim) == Some("image/avif"))
}
