//! Drawn posters, banners, avatars and pictures of shared pages.

use std::sync::Arc;

use axum::{
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    http::{HeaderMap, StatusCode},
    response::Response,
};
use domain::{
    Code,
    account::{MAX_NAME_CHARS, UserId},
    anime::MalId,
    catalogue::AnimeSummary,
    people::PageName,
};
use serde::Deserialize;

use crate::{
    cards::{CardKey, PageCard},
    encoded::Encoded,
    error::ApiError,
    state::CatalogueState,
};

/// The `Cache-Control` of a drawing, which changes only with a title's name or with the art.
const FOR_A_DAY: &str = "public, max-age=86400";

/// The `Cache-Control` of an avatar, which shows nothing but what its address says.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// `GET /art/poster/{mal_id}.svg`
pub(crate) async fn poster(
    State(site): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let id = file.strip_suffix(".svg").and_then(|id| id.parse().ok());
    let id = MalId::new(id.ok_or_else(ApiError::not_found)?);
    Ok(poster_of(&site, id).await?.respond(&headers))
}

/// A title's drawn poster.
pub(crate) async fn poster_of(site: &CatalogueState, id: MalId) -> Result<Arc<Encoded>, ApiError> {
    let make = async || drawn(draw_poster(&site.catalogue.summary(id).await?));
    site.shared.get(format!("poster/{id}"), make).await
}

/// `GET /art/banner/{slide}.svg`, where the slide is one of the hero's.
pub(crate) async fn banner(
    State(site): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let slide = file.strip_suffix(".svg").ok_or_else(ApiError::not_found)?;
    Ok(banner_of(&site, slide).await?.respond(&headers))
}

/// The drawn banner of one of the hero's slides.
pub(crate) async fn banner_of(
    site: &CatalogueState,
    slide: &str,
) -> Result<Arc<Encoded>, ApiError> {
    let number = |prefix: &str| -> Option<u32> { slide.strip_prefix(prefix)?.parse().ok() };
    let mal = number("mal-");
    let id = mal.or_else(|| number("kitsu-"));
    let id = id.ok_or_else(ApiError::not_found)?;
    let make = async || {
        let title = match mal {
            Some(id) => summary(site, MalId::new(id)).await?,
            None => None,
        };
        drawn(draw_banner(id, title.as_ref()))
    };
    site.shared.get(format!("banner/{slide}"), make).await
}

/// `GET /art/og/{mal_id}.png`, and `site.png` for pages of no title: what shows where a page is shared.
pub(crate) async fn card(
    State(site): State<Arc<CatalogueState>>,
    file: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let name = file.strip_suffix(".png").ok_or_else(ApiError::not_found)?;
    let key = if name == "site" {
        site_card()
    } else {
        let id = name.parse().map_err(|_| ApiError::not_found())?;
        title_card(&site.catalogue.summary(MalId::new(id)).await?)
    };
    let picture = site.cards.get(CardKey::Page(key)).await;
    let picture = picture.map_err(|error| ApiError::from(&*error))?;
    let busy = || ApiError::of_status(StatusCode::SERVICE_UNAVAILABLE);
    Ok(picture.ok_or_else(busy)?.respond(&headers))
}

/// The parameter of an avatar: the name of whom it stands for.
#[derive(Deserialize)]
pub(crate) struct AvatarParams {
    #[serde(default)]
    name: String,
}

/// `GET /art/avatar/{uid or name of a page}.svg?name=`
pub(crate) async fn avatar(
    file: Result<Path<String>, PathRejection>,
    params: Result<Query<AvatarParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(file) = file.map_err(|_| ApiError::not_found())?;
    let id = file.strip_suffix(".svg").ok_or_else(ApiError::not_found)?;
    let name = params.ok().map(|Query(params)| params.name);
    Ok(avatar_of(id, name.as_deref())?.respond(&headers))
}

/// The drawn avatar of a user, or of a page, a person or a character. A missing or too long name is refused.
pub(crate) fn avatar_of(id: &str, name: Option<&str>) -> Result<Encoded, ApiError> {
    // One address for each
    let is_name = |id: &str| PageName::parse(id).is_some_and(|name| name.folded() == id);
    if UserId::parse(id).is_none() && !is_name(id) {
        return Err(ApiError::not_found());
    }
    let fits = |name: &&str| name.chars().count() <= MAX_NAME_CHARS;
    let name = name.filter(fits).ok_or_else(|| {
        ApiError::invalid(format!(
            "Please give a name of at most {MAX_NAME_CHARS} characters."
        ))
    })?;
    let svg = art::avatar(&art::Avatar { id, name });
    Ok(Encoded::new("image/svg+xml", FOR_EVER, svg)?)
}

/// The title's facts, if the catalogue holds the title: a banner can be drawn without.
async fn summary(site: &CatalogueState, id: MalId) -> domain::Result<Option<AnimeSummary>> {
    match site.catalogue.summary(id).await {
        Ok(title) => Ok(Some(title)),
        Err(error) if error.code() == Code::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn draw_poster(title: &AnimeSummary) -> String {
    let genres: Vec<&str> = title.genres.iter().map(String::as_str).collect();
    let words = [title.year.map(|year| year.to_string()), title.kind.clone()];
    let caption = words.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    art::poster(&art::Poster {
        id: title.mal_id.get().into(),
        title: title.title_english.as_deref().unwrap_or(&title.title),
        native_title: title.title_japanese.as_deref(),
        genre: art::leading_genre(&genres),
        caption: (!caption.is_empty()).then_some(caption.as_str()),
    })
}

fn site_card() -> PageCard {
    PageCard {
        id: 0,
        title: "Anime worth watching".into(),
        genre: None,
        facts: Some("The catalogue that cannot go dark".into()),
    }
}

fn title_card(title: &AnimeSummary) -> PageCard {
    let genres: Vec<&str> = title.genres.iter().map(String::as_str).collect();
    let episodes = title.episodes.map(|episodes| match episodes {
        1 => "1 episode".to_owned(),
        _ => format!("{episodes} episodes"),
    });
    let year = title.year.map(|year| year.to_string());
    let facts = [year, title.kind.clone(), episodes].into_iter().flatten();
    let facts = facts.collect::<Vec<_>>().join(" · ");
    PageCard {
        id: title.mal_id.get().into(),
        title: title.title_english.clone().unwrap_or(title.title.clone()),
        genre: art::leading_genre(&genres).map(str::to_owned),
        facts: (!facts.is_empty()).then_some(facts),
    }
}

fn draw_banner(id: u32, title: Option<&AnimeSummary>) -> String {
    let genres: Vec<&str> = title
        .iter()
        .flat_map(|title| &title.genres)
        .map(String::as_str)
        .collect();
    art::banner(&art::Banner {
        id: id.into(),
        genre: art::leading_genre(&genres),
    })
}

fn drawn(svg: String) -> domain::Result<Encoded> {
    Encoded::new("image/svg+xml", FOR_A_DAY, svg)
}
