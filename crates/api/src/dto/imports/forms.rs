//! What is asked of an import.

use std::collections::{BTreeMap, HashMap};

use app::imports::{Choices, PlannedRow, RowChoice, RowState};
use domain::{anime::MalId, library::MatchedRow};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{super::list_edit::SentVersion, ImportPolicy};
use crate::error::ApiError;

/// Which rows are shown, and what they would lead to.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PreviewParams {
    /// Those of this state alone; `differing` for those of listed titles that say something else than the list.
    #[param(value_type = Option<String>)]
    state: Option<StateFilter>,
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
    /// Rows of this state alone; `differing` for those of listed titles that say something else than the list.
    state: Option<StateFilter>,
    /// Those behind the row of this number.
    after: Option<u32>,
}

/// Which rows of a preview are shown.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shown {
    state: Option<StateFilter>,
    after: Option<u32>,
    row: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ImportFilter)]
enum StateFilter {
    Added,
    Changed,
    Equal,
    Proposed,
    Unresolved,
    Refused,
    Skipped,
    Differing,
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
    /// Other wishes, by the row's number.
    rows: Option<BTreeMap<String, ImportRowChoice>>,
}

/// What is wished of one row.
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
    pub(crate) const fn shown(&self) -> Shown {
        Shown {
            state: self.state,
            after: self.after,
            row: self.row,
        }
    }
}

impl PreviewForm {
    /// What the preview is made by, and which of its rows are shown.
    pub(crate) fn read(self) -> Result<(Choices, Shown), ApiError> {
        let shown = Shown {
            state: self.state,
            after: self.after,
            row: None,
        };
        let (choices, _) = self.choices.read()?;
        Ok((choices, shown))
    }
}

impl Shown {
    /// Whether a row is shown.
    pub(super) fn shows(&self, matched: &MatchedRow, row: &PlannedRow) -> bool {
        let number = matched.row.number;
        let is_of_state = match self.state {
            None => true,
            Some(StateFilter::Added) => row.state == RowState::Added,
            Some(StateFilter::Changed) => row.state == RowState::Changed,
            Some(StateFilter::Equal) => row.state == RowState::Equal,
            Some(StateFilter::Proposed) => row.state == RowState::Proposed,
            Some(StateFilter::Unresolved) => row.state == RowState::Unresolved,
            Some(StateFilter::Refused) => row.state == RowState::Refused,
            Some(StateFilter::Skipped) => row.state == RowState::Skipped,
            Some(StateFilter::Differing) => row.differs,
        };
        is_of_state
            && self.after.is_none_or(|after| number > after)
            && self.row.is_none_or(|row| number == row)
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
