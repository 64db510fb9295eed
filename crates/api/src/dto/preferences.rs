//! Users' preferences.

use domain::anime_list;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{names::same_enum, patch_field::PatchField};

same_enum! {
    /// A scale on which scores are shown and entered. Stored scores do not depend on it.
    ScoreScale: domain::anime_list::ScoreScale {
        #[serde(rename = "100")] Hundred,
        #[serde(rename = "10_decimal")] TenDecimal,
        #[serde(rename = "10")] Ten,
        #[serde(rename = "5_stars")] FiveStars,
        #[serde(rename = "3_faces")] ThreeFaces,
    }
}

same_enum! {
    /// The language of the titles' names that are shown, sorted and searched by.
    TitleLanguage: domain::anime_list::TitleLanguage { English, Romaji, Japanese }
}

same_enum! {
    /// The first day of the week in calendars.
    WeekStart: domain::anime_list::WeekStart { Monday, Sunday, Saturday }
}

/// The user's preferences.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Preferences {
    score_scale: ScoreScale,
    title_language: TitleLanguage,
    /// The time zone by its name in the IANA database, as `Europe/Berlin`; `null` until the user has named one.
    #[schema(required)]
    time_zone: Option<String>,
    week_start: WeekStart,
}

/// The request to change preferences; omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PreferencesForm {
    score_scale: Option<ScoreScale>,
    title_language: Option<TitleLanguage>,
    /// The time zone by its name in the IANA database; `null` for none.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    time_zone: PatchField<String>,
    week_start: Option<WeekStart>,
}

impl From<anime_list::Preferences> for Preferences {
    fn from(preferences: anime_list::Preferences) -> Self {
        Self {
            score_scale: preferences.score_scale.into(),
            title_language: preferences.title_language.into(),
            time_zone: preferences.time_zone,
            week_start: preferences.week_start.into(),
        }
    }
}

impl From<PreferencesForm> for anime_list::PreferencesChange {
    fn from(form: PreferencesForm) -> Self {
        Self {
            score_scale: form.score_scale.map(Into::into),
            title_language: form.title_language.map(Into::into),
            time_zone: form.time_zone.map(|zone| zone),
            week_start: form.week_start.map(Into::into),
        }
    }
}
