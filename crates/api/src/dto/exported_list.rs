//! Exports of anime lists, and what is asked of one.

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

/// A form of exports.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExportForm)]
pub(crate) enum FormName {
    /// Mitai's own.
    Json,
    /// MyAnimeList's XML.
    Mal,
    /// For spreadsheets.
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

/// Which entries.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportParams {
    /// Those of these statuses, with commas between them; by default of all.
    #[param(example = "watching,completed")]
    status: Option<String>,
    /// Those with this tag.
    tag: Option<String>,
    /// Private ones, too.
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

/// Mitai's own form, which its published schema describes.
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
