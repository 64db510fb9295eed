//! Requests that edit anime lists. The domain has the rules.

use std::{collections::BTreeSet, num::TryFromIntError, time::Duration};

use app::anime_list::{ChangeContext, HistoryPointParam, Restoring};
use axum::extract::{Query, rejection::QueryRejection};
use domain::{
    anime::MalId,
    anime_list::{self, Edit, OpId, PartialDate, Score},
};
use jiff::{Timestamp, civil::Date};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{
    anime_list::{ListStatus, Run},
    patch_field::PatchField,
};
use crate::error::ApiError;

/// The edit of a list entry; omitted fields stay unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ListEdit {
    status: Option<ListStatus>,
    /// The number of episodes watched in the run.
    progress: Option<u32>,
    /// The score of the title, from 1 to 100; 0 or `null` for no score.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    score: PatchField<u8>,
    /// When the run began: `2019`, `2019-04` or `2019-04-12`; `null` for no date.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    started: PatchField<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    finished: PatchField<String>,
    /// The notes: at most 10,000 characters.
    notes: Option<String>,
    /// All tags of the entry: at most 50 of at most 50 characters.
    tags: Option<Vec<String>>,
    add_tags: Option<Vec<String>>,
    remove_tags: Option<Vec<String>>,
    private: Option<bool>,
    /// Whether a new run is opened.
    rewatch: Option<bool>,
    /// All runs of the entry, first to last.
    runs: Option<Vec<Run>>,
    /// The score of the run, from 1 to 100; 0 or `null` for no score. `score` is that of the whole title.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    run_score: PatchField<u8>,
    /// The number of the run that progress, dates and `run_score` are of, counted from 1; without it, the current run.
    run: Option<u16>,
    /// The client's id of this operation, so that sending it twice does it once: 8 to 64 letters, digits, hyphens and
    /// underscores. The part before the last hyphen names the client's outbox.
    op_id: Option<String>,
    /// The library's version that the client had seen; without it, the newest.
    #[schema(value_type = Option<u64>)]
    base_version: Option<SentVersion>,
    /// The age of the edit in milliseconds, by one clock of the client: of edits that had not seen one another, the
    /// later one wins. Without it, the edit counts as made now.
    age_ms: Option<u64>,
    /// The user's local date, for the dates that the rules set.
    #[schema(format = Date)]
    today: Option<String>,
}

/// An edit of several entries, or their removal.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ListBulkEdit {
    /// The titles' ids on MyAnimeList: at most 500.
    mal_ids: Vec<u32>,
    /// The edit of each entry, without `notes` and `runs`.
    edit: Option<ListEdit>,
    /// Whether the titles are removed from the list.
    remove: Option<bool>,
    op_id: Option<String>,
    #[schema(value_type = Option<u64>)]
    base_version: Option<SentVersion>,
    /// The age of the edit or the removal in milliseconds, as `age_ms` of a single edit or removal.
    age_ms: Option<u64>,
}

/// The query parameters of an addition to a list, or of a removal from it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ToggleParams {
    /// The client's id of this operation, so that sending it twice does it once.
    op_id: Option<String>,
    /// The library's version that the client had seen; without it, the newest.
    #[param(value_type = Option<u64>)]
    base_version: Option<SentVersion>,
    /// The age of the change in milliseconds, by one clock of the client: of an addition or edit and a removal, the
    /// later one wins. Without it, what others have changed unseen stays on the list.
    age_ms: Option<u64>,
}

/// The request to undo a change.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UndoForm {
    /// The client's id of this operation, so that sending it twice does it once.
    op_id: Option<String>,
}

/// The request to undo several changes.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct BulkUndoForm {
    /// The versions of the changes: at most 500, each of another title.
    #[schema(value_type = Vec<u64>)]
    events: Vec<SentVersion>,
    /// The client's id of this operation, so that sending it twice does it once.
    op_id: Option<String>,
}

/// The request to restore an earlier state of the list, either `at` a time or `before` a change.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RestoreForm {
    /// The time of the state: the end of a day where the user is, as `2026-03-14`, or an instant (RFC 3339).
    at: Option<String>,
    /// The version of the change right before which the list had the state.
    #[schema(value_type = Option<u64>)]
    before: Option<SentVersion>,
    /// The ids of the only titles to restore. A title that was not on the list then is removed.
    mal_ids: Option<Vec<u32>>,
    /// Restores only the titles that had this status then, and removes none.
    status: Option<ListStatus>,
    /// The client's id of this operation, so that sending it twice does it once.
    op_id: Option<String>,
}

/// A library version in a request: a number of 63 bits, as in the OpenAPI document.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i64")]
pub(crate) struct SentVersion(pub(crate) u64);

impl TryFrom<i64> for SentVersion {
    type Error = TryFromIntError;

    fn try_from(version: i64) -> Result<Self, Self::Error> {
        version.try_into().map(Self)
    }
}

impl ListEdit {
    /// Reads the edit, and the context of the change, made with `device`.
    pub(crate) fn read(self, device: Option<String>) -> Result<(Edit, ChangeContext), ApiError> {
        let today = self.today.map(|today| today.parse::<Date>()).transpose();
        let sentence = "Please give today as a date like 2026-03-14.";
        let context = ChangeContext {
            today: today.map_err(|_| ApiError::invalid(sentence))?,
            ..change_context(device, self.op_id, self.base_version, self.age_ms)?
        };
        let distinct = |tags: Vec<String>| tags.into_iter().collect::<BTreeSet<_>>();
        let runs = self.runs.map(|runs| runs.into_iter().map(Run::edit));
        let edit = Edit {
            status: self.status.map(Into::into),
            progress: self.progress,
            score: self.score.map(score).transpose()?,
            started: self.started.map(optional_date).transpose()?,
            finished: self.finished.map(optional_date).transpose()?,
            notes: self.notes,
            tags: self.tags.map(distinct),
            add_tags: self.add_tags.map(distinct).unwrap_or_default(),
            remove_tags: self.remove_tags.map(distinct).unwrap_or_default(),
            private: self.private,
            rewatch: self.rewatch.unwrap_or(false),
            runs: runs.map(Iterator::collect).transpose()?,
            run_score: self.run_score.map(score).transpose()?,
            run: self.run,
            remove: false,
        };
        Ok((edit, context))
    }
}

impl ListBulkEdit {
    /// Reads the titles, their edit, and the context of the change, made with `device`.
    pub(crate) fn read(
        self,
        device: Option<String>,
    ) -> Result<(Vec<MalId>, Edit, ChangeContext), ApiError> {
        let ids = self.mal_ids.into_iter().map(MalId::new).collect();
        let context = change_context(device.clone(), self.op_id, self.base_version, self.age_ms)?;
        match (self.edit, self.remove.unwrap_or(false)) {
            (None, true) => Ok((ids, Edit::removal(), context)),
            // Each event keeps all of its entry
            (Some(edit), false) if edit.notes.is_some() || edit.runs.is_some() => Err(
                ApiError::invalid("Please edit notes and runs of one title at a time."),
            ),
            (Some(edit), false) => {
                let (edit, of_edit) = edit.read(device)?;
                let context = ChangeContext {
                    op_id: context.op_id.or(of_edit.op_id),
                    base_version: context.base_version.or(of_edit.base_version),
                    age: context.age.or(of_edit.age),
                    ..of_edit
                };
                Ok((ids, edit, context))
            }
            _ => Err(ApiError::invalid(
                "Please give either edit, with what is to be changed, or remove: true.",
            )),
        }
    }
}

impl ToggleParams {
    /// Takes the parameters from the request's query.
    pub(crate) fn of(params: Result<Query<Self>, QueryRejection>) -> Result<Self, ApiError> {
        let params = params.map(|Query(params)| params);
        params.map_err(|_| {
            ApiError::invalid(
                "Please give op_id as a text, and base_version and age_ms as numbers.",
            )
        })
    }

    /// Reads the context of the change, made with `device`.
    pub(crate) fn read(self, device: Option<String>) -> Result<ChangeContext, ApiError> {
        change_context(device, self.op_id, self.base_version, self.age_ms)
    }

    /// Whether the client has given the operation an id.
    pub(crate) const fn is_named(&self) -> bool {
        self.op_id.is_some()
    }
}

impl UndoForm {
    /// Reads the context of the undo, made with `device`.
    pub(crate) fn read(self, device: Option<String>) -> Result<ChangeContext, ApiError> {
        change_context(device, self.op_id, None, None)
    }
}

impl BulkUndoForm {
    /// Reads the versions of the changes to undo, and the context of the undo, made with `device`.
    pub(crate) fn read(
        self,
        device: Option<String>,
    ) -> Result<(Vec<u64>, ChangeContext), ApiError> {
        let events = self.events.into_iter().map(|version| version.0).collect();
        Ok((events, change_context(device, self.op_id, None, None)?))
    }
}

impl RestoreForm {
    /// Reads the state to restore, and the context of the change, made with `device`.
    pub(crate) fn read(
        self,
        device: Option<String>,
    ) -> Result<(Restoring, ChangeContext), ApiError> {
        let ids = |ids: Vec<u32>| ids.into_iter().map(MalId::new).collect();
        let point = match (self.at, self.before) {
            (Some(at), None) => history_point(&at)?,
            (None, Some(before)) => HistoryPointParam::Before(before.0),
            _ => {
                return Err(ApiError::invalid(
                    "Please give either at, with a day or an instant, or before, with a change.",
                ));
            }
        };
        let restoring = Restoring {
            point,
            titles: self.mal_ids.map(ids),
            status: self.status.map(Into::into),
        };
        Ok((restoring, change_context(device, self.op_id, None, None)?))
    }
}

impl Run {
    fn edit(self) -> Result<anime_list::RunEdit, ApiError> {
        Ok(anime_list::RunEdit {
            state: self.state.into(),
            progress: self.progress,
            started: optional_date(self.started)?,
            finished: optional_date(self.finished)?,
            score: score(self.score)?,
        })
    }
}

fn change_context(
    device: Option<String>,
    op_id: Option<String>,
    base_version: Option<SentVersion>,
    age_ms: Option<u64>,
) -> Result<ChangeContext, ApiError> {
    let op_id = op_id.map(|op_id| op_id.parse::<OpId>()).transpose();
    if age_ms.is_some_and(|age| i64::try_from(age).is_err()) {
        return Err(ApiError::invalid(
            "Please give age_ms in milliseconds, as a number of 63 bits.",
        ));
    }
    Ok(ChangeContext {
        device,
        op_id: op_id.map_err(|e| ApiError::invalid(e.to_string()))?,
        base_version: base_version.map(|version| version.0),
        age: age_ms.map(Duration::from_millis),
        ..ChangeContext::default()
    })
}

/// Reads the parameter `at`: a day, or an instant.
pub(crate) fn history_point(text: &str) -> Result<HistoryPointParam, ApiError> {
    let day = || text.parse::<Date>().ok().filter(|_| text.len() == 10);
    let instant = || text.parse::<Timestamp>().ok();
    let point = day()
        .map(HistoryPointParam::EndOf)
        .or_else(|| instant().map(HistoryPointParam::Instant));
    point.ok_or_else(|| {
        ApiError::invalid(
            "Please give at as a day like 2026-03-14, or as an instant like 2026-03-14T20:15:00Z.",
        )
    })
}

fn date(text: &str) -> Result<PartialDate, ApiError> {
    text.parse()
        .map_err(|e: anime_list::NoPartialDate| ApiError::invalid(e.to_string()))
}

fn optional_date(text: Option<String>) -> Result<Option<PartialDate>, ApiError> {
    text.map(|text| date(&text)).transpose()
}

/// Reads a score from 1 to 100, where 0 is none.
fn score(hundredths: Option<u8>) -> Result<Option<Score>, ApiError> {
    let score = hundredths.filter(|score| *score > 0).map(Score::new);
    score
        .transpose()
        .map_err(|e| ApiError::invalid(e.to_string()))
}
