//! Exports of anime lists, and the parameters of an export.

use std::borrow::Cow;

use app::anime_list::ExportFilter;
use list_files::write::{ExportForm, JSON_SCHEMA};
use serde::{Deserialize, de::value::StrDeserializer};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::anime_list::ListStatus;
use crate::error::ApiError;

/// A format of list exports.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExportForm)]
pub(crate) enum FormName {
    /// Mitai's own JSON format.
    Json,
    /// MyAnimeList's XML format.
    Mal,
    /// CSV, for spreadsheets.
    Csv,
}

impl From<FormName> for ExportForm {
    fn from(name: FormName) -> Self {
        match name {
            FormName::Json => Self::Json,
            FormName::Mal => Self::MalXml,
            FormName::Csv => Self::Csv,
        }
    }
}

/// The query parameters of a list export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportParams {
    /// Exports only entries with these statuses, separated by commas; without it, entries of all statuses.
    #[param(example = "watching,completed")]
    status: Option<String>,
    /// Exports only entries with this tag.
    tag: Option<String>,
    /// Whether private entries are exported, too.
    #[serde(default)]
    #[param(value_type = Option<bool>, default = false)]
    private: bool,
}

impl TryFrom<ExportParams> for ExportFilter {
    type Error = ApiError;

    fn try_from(params: ExportParams) -> Result<Self, ApiError> {
        let words = params.status.as_deref().unwrap_or_default().split(',');
        let words = words.map(str::trim).filter(|word| !word.is_empty());
        let statuses = words.map(|word| status(word).map(Into::into));
        Ok(Self {
            statuses: statuses.collect::<Result<_, _>>()?,
            tag: params.tag.filter(|tag| !tag.is_empty()),
            private: params.private,
        })
    }
}

fn status(word: &str) -> Result<ListStatus, ApiError> {
    let word = StrDeserializer::<serde::de::value::Error>::new(word);
    ListStatus::deserialize(word).map_err(|_| {
        ApiError::invalid(
            "Please give status as planned, watching, completed, paused or dropped, with commas between several.",
        )
    })
}

/// Mitai's own export format, which its published schema describes.
pub(crate) struct ExportedList;

impl PartialSchema for ExportedList {
    #[expect(
        clippy::expect_used,
        reason = "the schema stands in the binary, and tests read it"
    )]
    fn schema() -> RefOr<Schema> {
        RefOr::T(serde_json::from_str(JSON_SCHEMA).expect("the published schema is one of OpenAPI"))
    }
}

impl ToSchema for ExportedList {
    fn name() -> Cow<'static, str> {
        "ExportedList".into()
    }
}
