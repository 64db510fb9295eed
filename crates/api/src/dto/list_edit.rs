//! How anime lists are edited. The domain has the rules.

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

/// What the user wants changed of an entry; omitted fields stay unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ListEdit {
    status: Option<ListStatus>,
    /// Episodes seen.
    progress: Option<u32>,
    /// From 1 to 100; 0 or `null` for none.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    score: PatchField<u8>,
    /// `2019`, `2019-04` or `2019-04-12`; `null` for none.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    started: PatchField<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    finished: PatchField<String>,
    /// At most 10,000 characters.
    notes: Option<String>,
    /// All tags: at most 50 of at most 50 characters.
    tags: Option<Vec<String>>,
    add_tags: Option<Vec<String>>,
    remove_tags: Option<Vec<String>>,
    private: Option<bool>,
    /// Opens a new run.
    rewatch: Option<bool>,
    /// All runs.
    runs: Option<Vec<Run>>,
    /// How the run was liked: from 1 to 100; 0 or `null` for no score. `score` is of the whole title.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    run_score: PatchField<u8>,
    /// Number of the run, from 1, that progress, dates and the run's score are of; without it the current one.
    run: Option<u16>,
    /// Names what the user did, so that sending it twice does nothing twice: 8 to 64 letters, digits, hyphens
    /// and underscores. What stands before the last hyphen names the outbox that it comes from.
    op_id: Option<String>,
    /// The library's version that the client had seen; without it, all.
    #[schema(value_type = Option<u64>)]
    base_version: Option<SentVersion>,
    /// How many milliseconds ago the user made it, by one clock of the client: of edits that had not seen one
    /// another the later one wins. Without it, now.
    age_ms: Option<u64>,
    /// The date where the user is, for the dates that the rules set.
    #[schema(format = Date)]
    today: Option<String>,
}

/// An edit of several entries, or their removal.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ListBulkEdit {
    /// At most 500.
    mal_ids: Vec<u32>,
    /// Without notes and runs.
    edit: Option<ListEdit>,
    /// Whether they are taken off the list.
    remove: Option<bool>,
    op_id: Option<String>,
    #[schema(value_type = Option<u64>)]
    base_version: Option<SentVersion>,
    /// How many milliseconds ago the user made it, as that of an edit and of a removal.
    age_ms: Option<u64>,
}

/// What an addition or a removal is sent with.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ToggleParams {
    /// Names what the user did, so that sending it twice does nothing twice.
    op_id: Option<String>,
    /// The library's version that the client had seen; without it, all.
    #[param(value_type = Option<u64>)]
    base_version: Option<SentVersion>,
    /// How many milliseconds ago the user made it, by one clock of the client: of an addition or edit and a removal the one
    /// that was made later wins. Without it, what others have changed unseen stays on the list.
    age_ms: Option<u64>,
}

/// Takes a change back.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UndoForm {
    /// Names what the user did, so that sending it twice does nothing twice.
    op_id: Option<String>,
}

/// Undoes changes.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct BulkUndoForm {
    /// Versions of the changes: at most 500, each of another title.
    #[schema(value_type = Vec<u64>)]
    events: Vec<SentVersion>,
    /// Names what the user did, so that sending it twice does nothing twice.
    op_id: Option<String>,
}

/// Has the list be as it was, either `at` a time or `before` a change.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RestoreForm {
    /// The end of a day where the user is, as `2026-03-14`, or an instant (RFC 3339).
    at: Option<String>,
    /// Version of the change right before which the list was so.
    #[schema(value_type = Option<u64>)]
    before: Option<SentVersion>,
    /// These titles alone. What was not on the list then is removed.
    mal_ids: Option<Vec<u32>>,
    /// Those alone that had this status then. None is removed.
    status: Option<ListStatus>,
    /// Names what the user did, so that sending it twice does nothing twice.
    op_id: Option<String>,
}

/// A version as it is sent: of 63 bits, as the document has it.
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
    /// What is to be changed, and the context of the change, made with `device`.
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
    /// The titles, what is to be done to them, and the context of the change, made with `device`.
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
    /// Reads the query of an address.
    pub(crate) fn of(params: Result<Query<Self>, QueryRejection>) -> Result<Self, ApiError> {
        let params = params.map(|Query(params)| params);
        params.map_err(|_| {
            ApiError::invalid(
                "Please give op_id as a text, and base_version and age_ms as numbers.",
            )
        })
    }

    /// The context of the change, made with `device`.
    pub(crate) fn read(self, device: Option<String>) -> Result<ChangeContext, ApiError> {
        change_context(device, self.op_id, self.base_version, self.age_ms)
    }

    /// Whether the client has a name for it.
    pub(crate) const fn is_named(&self) -> bool {
        self.op_id.is_some()
    }
}

impl UndoForm {
    /// The context of the change, made with `device`.
    pub(crate) fn read(self, device: Option<String>) -> Result<ChangeContext, ApiError> {
        change_context(device, self.op_id, None, None)
    }
}

impl BulkUndoForm {
    /// The changes, and the context of the change, made with `device`.
    pub(crate) fn read(
        self,
        device: Option<String>,
    ) -> Result<(Vec<u64>, ChangeContext), ApiError> {
        let events = self.events.into_iter().map(|version| version.0).collect();
        Ok((events, change_context(device, self.op_id, None, None)?))
    }
}

impl RestoreForm {
    /// What is to be restored, and the context of the change, made with `device`.
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

/// Reads a day, or an instant.
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

/// Reads a score, where 0 is none.
fn score(hundredths: Option<u8>) -> Result<Option<Score>, ApiError> {
    let score = hundredths.filter(|score| *score > 0).map(Score::new);
    score
        .transpose()
        .map_err(|e| ApiError::invalid(e.to_string()))
}
