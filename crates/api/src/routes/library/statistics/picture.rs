//! `GET /api/v1/me/statistics/{year}/picture.png`

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
    anime_list::{ListedTitle, TitleLanguage},
    statistics::{WatchedTime, YearInReview},
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    cards::{CardKey, YearCard},
    dto::statistics::Year,
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors, UnknownYear},
    },
    private::AnswerKey,
    session::SignedIn,
    state::LibraryState,
};

/// The largest number of titles that a picture shows.
const TITLES: usize = 3;

/// The proportions of a picture.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PictureShape {
    /// 1200 by 630 pixels, as social sites show a page.
    #[default]
    Wide,
    /// 1080 by 1920 pixels, as a phone shows it.
    Tall,
}

/// The parameter of a year's picture.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureParams {
    /// The picture's shape: `wide` (1200 by 630 pixels) by default, or `tall` (1080 by 1920).
    #[serde(default)]
    #[param(inline)]
    shape: PictureShape,
}

/// The user's year in review as a picture to share, without private entries. Only the user gets it, and may pass it on.
#[utoipa::path(
    get,
    path = "/me/statistics/{year}/picture.png",
    operation_id = "show_picture_of_year",
    tag = "list",
    security(("session" = [])),
    params(("year" = inline(Year), Path), PictureParams),
    responses(
        (status = 200, body = Vec<u8>, content_type = "image/png", headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        Invalid,
        UnknownYear,
        PrivateReadErrors,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    year: Result<Path<Year>, PathRejection>,
    params: Result<Query<PictureParams>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(year) = year.map_err(|_| ApiError::not_found())?;
    let Query(params) =
        params.map_err(|_| ApiError::invalid("Please give a shape of wide or tall once."))?;
    let (uid, shape) = (signed_in.uid(), params.shape);
    let answer_key = AnswerKey {
        resource: format!("picture of {} {shape:?}", year.get()).into(),
        owner: uid.clone(),
        state: state.libraries.state(uid).await?,
        revision: state.shared.revision(),
        pictures: state.pictures.name(),
    };
    let read = async {
        let (review, preferences) = state.lists.shared_year(uid, year.get()).await?;
        if review.titles == 0 {
            return Err(ApiError::not_found());
        }
        year_card(&review, preferences.title_language, shape)
    };
    let card = state.cards.year(answer_key, read).await?;
    let picture = state.cards.get(CardKey::Year(card)).await;
    let picture = picture.map_err(|error| ApiError::from(&*error))?;
    let busy = || ApiError::of_status(StatusCode::SERVICE_UNAVAILABLE);
    Ok(picture.ok_or_else(busy)?.respond(&headers))
}

fn year_card(
    review: &YearInReview,
    language: TitleLanguage,
    shape: PictureShape,
) -> Result<YearCard, ApiError> {
    let others = [&review.longest, &review.last, &review.first];
    let mut titles: Vec<art::YearTitle> = Vec::new();
    for highlight in review.best.iter().chain(others.into_iter().flatten()) {
        let id = u64::from(highlight.title.mal_id.get());
        if titles.len() < TITLES && titles.iter().all(|title| title.id != id) {
            titles.push(year_title(&highlight.title, language));
        }
    }
    Ok(YearCard {
        year: u16::try_from(review.year).map_err(|_| ApiError::not_found())?,
        numbers: numbers(review.titles, review.watched),
        genres: review.genres.iter().map(|(name, _)| name.clone()).collect(),
        titles,
        shape: match shape {
            PictureShape::Wide => art::YearShape::Wide,
            PictureShape::Tall => art::YearShape::Tall,
        },
    })
}

/// A title by the name that its owner prefers, and by the names that replace one without letters of our font.
fn year_title(title: &ListedTitle, language: TitleLanguage) -> art::YearTitle {
    let preferred = match language {
        TitleLanguage::English => title.title_english.as_ref(),
        TitleLanguage::Romaji => None,
        TitleLanguage::Japanese => title.title_japanese.as_ref(),
    };
    let names = [preferred, Some(&title.title), title.title_english.as_ref()];
    let genres: Vec<&str> = title.genres.iter().map(String::as_str).collect();
    art::YearTitle {
        id: title.mal_id.get().into(),
        names: names.into_iter().flatten().cloned().collect(),
        genre: art::leading_genre(&genres).map(str::to_owned),
    }
}

/// Numbers with what they count; no time where no length is known.
fn numbers(titles: u32, watched: WatchedTime) -> Vec<(String, &'static str)> {
    let minutes = (watched.seconds + 30) / 60;
    let time = match minutes {
        0 => None,
        1..60 => Some((minutes, ["minute", "minutes"])),
        _ => Some(((minutes + 30) / 60, ["hour", "hours"])),
    };
    let titles = Some((u64::from(titles), ["title", "titles"]));
    let episodes = Some((watched.episodes, ["episode", "episodes"]));
    let numbers = [titles, time, episodes].into_iter().flatten();
    let word = |count, [one, several]: [&'static str; 2]| if count == 1 { one } else { several };
    numbers
        .map(|(count, words)| (grouped(count), word(count, words)))
        .collect()
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_units_in_singular_and_plural() {
        let said = |titles, episodes, seconds| {
            let watched = WatchedTime {
                episodes,
                seconds,
                ..WatchedTime::default()
            };
            let numbers = numbers(titles, watched).into_iter();
            let numbers: Vec<_> = numbers
                .map(|(number, what)| format!("{number} {what}"))
                .collect();
            numbers.join(", ")
        };
        assert_eq!(said(1, 1, 0), "1 title, 1 episode");
        assert_eq!(said(2, 2, 600), "2 titles, 10 minutes, 2 episodes");
        assert_eq!(said(2, 2, 3_600), "2 titles, 1 hour, 2 episodes");
        assert_eq!(
            said(1_204, 1_021_611, 37_123_199),
            "1,204 titles, 10,312 hours, 1,021,611 episodes"
        );
    }
}
