//! Requests and parameters of imports.

use std::{
    collections::{BTreeMap, HashMap},
    num::TryFromIntError,
};

use app::imports::{Choices, RowChoice};
use domain::{anime::MalId, fold::fold};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{
    super::{list_edit::SentVersion, preferences::TitleLanguage},
    ImportPolicy, ImportState, PreviewFilter,
};
use crate::error::ApiError;

/// An import's number in an address, within the range that the OpenAPI document allows.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i32")]
pub(crate) struct SentNumber(pub(crate) u32);

impl TryFrom<i32> for SentNumber {
    type Error = TryFromIntError;

    fn try_from(number: i32) -> Result<Self, Self::Error> {
        number.try_into().map(Self)
    }
}

/// The longest text to search rows for, in characters.
const MAX_SEARCH_CHARS: usize = 100;

/// The query parameters of an import's preview.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PreviewParams {
    /// Answers with the rows of this state alone.
    #[param(inline)]
    state: Option<ImportState>,
    /// The rule for values that differ between file and list; `mine` by default.
    policy: Option<ImportPolicy>,
    /// Whether proposed titles are accepted; `false` by default.
    accept_proposals: Option<bool>,
    /// Answers with the rows after the row of this number.
    after: Option<u32>,
    /// Answers with the row of this number alone.
    row: Option<u32>,
}

/// The request to preview an import: the choices to apply, and the filters of the rows.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PreviewForm {
    #[serde(flatten)]
    choices: ApplyForm,
    /// Answers with the rows of this state alone.
    state: Option<ImportState>,
    /// Answers only with the rows that `counts.remarked` counts.
    remarked: Option<bool>,
    /// Answers only with the rows that have this text in one of their title's names: at most 100 characters.
    search: Option<String>,
    /// Orders the rows by their titles' names in this language; without it, by their order in the file.
    by_title: Option<TitleLanguage>,
    /// Answers with the rows after the row of this number.
    after: Option<u32>,
}

/// The request to apply an import.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ApplyForm {
    /// The library's version of the preview: entries that were changed after it stay as they are. Without it, the
    /// current version.
    #[schema(value_type = Option<u64>)]
    version: Option<SentVersion>,
    /// The rule for values that differ between file and list; `mine` by default.
    policy: Option<ImportPolicy>,
    /// Whether proposed titles are accepted, `false` by default; rows without an accepted title stay unresolved.
    accept_proposals: Option<bool>,
    /// The choices for single rows, by the row's number.
    rows: Option<BTreeMap<String, ImportRowChoice>>,
}

/// The user's choices for one row.
#[derive(Debug, Deserialize, ToSchema)]
struct ImportRowChoice {
    /// The id on MyAnimeList of the row's title: an accepted proposal, or another title.
    mal_id: Option<u32>,
    policy: Option<ImportPolicy>,
    /// Whether the row is left out.
    skip: Option<bool>,
}

impl PreviewParams {
    /// The choices by which the preview is made.
    pub(crate) fn choices(&self) -> Choices {
        Choices {
            policy: self.policy.unwrap_or(ImportPolicy::Mine).into(),
            accept_proposals: self.accept_proposals == Some(true),
            rows: HashMap::new(),
        }
    }

    /// The filter of the rows that the preview shows.
    pub(crate) fn filter(&self) -> PreviewFilter {
        PreviewFilter {
            state: self.state.map(Into::into),
            after: self.after,
            row: self.row,
            ..PreviewFilter::default()
        }
    }
}

impl PreviewForm {
    /// The choices by which the preview is made, and the filter of its rows.
    pub(crate) fn read(self) -> Result<(Choices, PreviewFilter), ApiError> {
        let search = self.search.unwrap_or_default();
        if search.chars().count() > MAX_SEARCH_CHARS {
            return Err(ApiError::invalid(format!(
                "Please search for at most {MAX_SEARCH_CHARS} characters."
            )));
        }
        let filter = PreviewFilter {
            state: self.state.map(Into::into),
            remarked: self.remarked.unwrap_or_default(),
            search: fold(&search),
            by_title: self.by_title.map(Into::into),
            after: self.after,
            row: None,
        };
        let (choices, _) = self.choices.read()?;
        Ok((choices, filter))
    }
}

impl ApplyForm {
    /// The choices to apply, and the library's version of the preview.
    pub(crate) fn read(self) -> Result<(Choices, Option<u64>), ApiError> {
        let row = |(number, choice): (String, ImportRowChoice)| {
            let choice = RowChoice {
                title: choice.mal_id.map(MalId::new),
                policy: choice.policy.map(Into::into),
                skip: choice.skip == Some(true),
            };
            Ok((number.parse::<u32>()?, choice))
        };
        let rows = self.rows.unwrap_or_default().into_iter().map(row);
        let rows: Result<_, std::num::ParseIntError> = rows.collect();
        let choices = Choices {
            policy: self.policy.unwrap_or(ImportPolicy::Mine).into(),
            accept_proposals: self.accept_proposals == Some(true),
            rows: rows.map_err(|_| ApiError::invalid("Please name rows by their numbers."))?,
        };
        Ok((choices, self.version.map(|version| version.0)))
    }
}
