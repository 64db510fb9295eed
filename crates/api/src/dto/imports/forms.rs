//! What is asked of an import.

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

/// An import's number in an address, within what the description allows.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i32")]
pub(crate) struct SentNumber(pub(crate) u32);

impl TryFrom<i32> for SentNumber {
    type Error = TryFromIntError;

    fn try_from(number: i32) -> Result<Self, Self::Error> {
        number.try_into().map(Self)
    }
}

/// Longest text that rows are searched for.
const MAX_SEARCH_CHARS: usize = 100;

/// Which rows are shown, and what they would lead to.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PreviewParams {
    /// Those of this state alone.
    #[param(inline)]
    state: Option<ImportState>,
    /// `mine` unless it is given.
    policy: Option<ImportPolicy>,
    /// Whether proposed titles are accepted.
    accept_proposals: Option<bool>,
    /// Those behind the row of this number.
    after: Option<u32>,
    /// The row of this number alone.
    row: Option<u32>,
}

/// What would be applied, and which of its rows are shown.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PreviewForm {
    #[serde(flatten)]
    choices: ApplyForm,
    /// Rows of this state alone.
    state: Option<ImportState>,
    /// Rows alone that `counts.remarked` counts.
    remarked: Option<bool>,
    /// Rows alone of which a name has this text in it, at most 100 characters.
    search: Option<String>,
    /// In the order of the titles' names in this language; without it, in the order of the file.
    by_title: Option<TitleLanguage>,
    /// Those behind the row of this number.
    after: Option<u32>,
}

/// What is applied.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ApplyForm {
    /// The version of the preview: what was changed after it stays as it is. Without it, that of now.
    #[schema(value_type = Option<u64>)]
    version: Option<SentVersion>,
    /// `mine` unless it is given.
    policy: Option<ImportPolicy>,
    /// Whether proposed titles are accepted; those that are not stay unresolved.
    accept_proposals: Option<bool>,
    /// Other choices, by the row's number.
    rows: Option<BTreeMap<String, ImportRowChoice>>,
}

/// The user's choices for one row.
#[derive(Debug, Deserialize, ToSchema)]
struct ImportRowChoice {
    /// Its title's id on MyAnimeList: an accepted proposal, or another one.
    mal_id: Option<u32>,
    policy: Option<ImportPolicy>,
    /// Whether it is left out.
    skip: Option<bool>,
}

impl PreviewParams {
    /// What the preview is made by.
    pub(crate) fn choices(&self) -> Choices {
        Choices {
            policy: self.policy.unwrap_or(ImportPolicy::Mine).into(),
            accept_proposals: self.accept_proposals == Some(true),
            rows: HashMap::new(),
        }
    }

    /// Which rows it shows.
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
    /// What the preview is made by, and which of its rows are shown.
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
    /// What is applied, and the version of the preview.
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
