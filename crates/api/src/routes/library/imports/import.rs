//! `/api/v1/me/imports/{id}`: what an import would do, doing it, and taking it back

use std::sync::Arc;

use app::imports::Choices;
use axum::{
    Json,
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    http::StatusCode,
};

use crate::{
    body::JsonBody,
    dto::imports::{
        ApplyForm, ImportApplied, ImportPreview, ImportUndone, PreviewFilter, PreviewForm,
        PreviewParams, UndoOutcome,
    },
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, NotJson, NotSignedIn, PrivateReadErrors, UnknownImport,
        },
    },
    session::SignedIn,
    state::LibraryState,
};

type Number = Result<Path<u32>, PathRejection>;

fn number(id: Number) -> Result<u32, ApiError> {
    let Path(number) = id.map_err(|_| ApiError::invalid("Please name an import by its number."))?;
    Ok(number)
}

/// The plan of an import, row by row.
#[utoipa::path(
    get,
    path = "/me/imports/{id}",
    operation_id = "show_import",
    tag = "imports",
    security(("session" = [])),
    params(("id" = u32, Path, description = "Number of the import"), PreviewParams),
    responses(
        (status = 200, body = ImportPreview),
        Invalid,
        UnknownImport,
        PrivateReadErrors,
    ),
)]
pub(super) async fn show(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Number,
    params: Result<Query<PreviewParams>, QueryRejection>,
) -> Result<Json<ImportPreview>, ApiError> {
    let Query(params) = params.map_err(|_| {
        ApiError::invalid("Please give state and policy by their names, and rows by their numbers.")
    })?;
    let choices = (params.choices(), params.filter());
    previewed(state, signed_in, number(id)?, choices).await
}

/// What an import would do with its owner's choices, row by row: the same that applying it with these choices does.
#[utoipa::path(
    post,
    path = "/me/imports/{id}/preview",
    operation_id = "preview_import",
    tag = "imports",
    security(("session" = [])),
    params(("id" = u32, Path, description = "Number of the import")),
    request_body = PreviewForm,
    responses(
        (status = 200, body = ImportPreview),
        Invalid,
        NotSignedIn,
        UnknownImport,
        NotJson,
        ChangeErrors,
    ),
)]
pub(super) async fn preview(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Number,
    JsonBody(form): JsonBody<PreviewForm>,
) -> Result<Json<ImportPreview>, ApiError> {
    let choices = form.read()?;
    previewed(state, signed_in, number(id)?, choices).await
}

async fn previewed(
    state: Arc<LibraryState>,
    signed_in: SignedIn,
    number: u32,
    (choices, filter): (Choices, PreviewFilter),
) -> Result<Json<ImportPreview>, ApiError> {
    let background = state.background.clone();
    let previewing = async move {
        let preview = state.imports.preview(signed_in.uid(), number, choices);
        let (read, plan) = preview.await?;
        let answer = ImportPreview::new(&read, &plan, &filter, &state.pictures);
        Ok(Json(answer))
    };
    background.run(previewing).await?
}

/// Applies an import, in one transaction. What it changes can be undone as a whole.
#[utoipa::path(
    post,
    path = "/me/imports/{id}/apply",
    operation_id = "apply_import",
    tag = "imports",
    security(("session" = [])),
    params(("id" = u32, Path, description = "Number of the import")),
    request_body = ApplyForm,
    responses(
        (status = 200, body = ImportApplied),
        Invalid,
        NotSignedIn,
        UnknownImport,
        NotJson,
        ChangeErrors,
    ),
)]
pub(super) async fn apply(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Number,
    JsonBody(form): JsonBody<ApplyForm>,
) -> Result<Json<ImportApplied>, ApiError> {
    let (choices, seen) = form.read()?;
    let number = number(id)?;
    let background = state.background.clone();
    let applying = async move {
        let (uid, device) = (signed_in.uid(), signed_in.device());
        let applied = state.imports.apply(uid, number, choices, seen, device);
        Ok(Json(ImportApplied::new(applied.await?)))
    };
    background.run(applying).await?
}

/// The outcome of undoing an import, with the titles that it left as they were; empty for an import that was not
/// undone.
#[utoipa::path(
    get,
    path = "/me/imports/{id}/undo",
    operation_id = "show_import_undo",
    tag = "imports",
    security(("session" = [])),
    params(("id" = u32, Path, description = "Number of the import")),
    responses(
        (status = 200, body = UndoOutcome),
        Invalid,
        UnknownImport,
        PrivateReadErrors,
    ),
)]
pub(super) async fn undone(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Number,
) -> Result<Json<UndoOutcome>, ApiError> {
    let outcome = state.imports.undo_outcome(signed_in.uid(), number(id)?);
    Ok(Json(UndoOutcome::new(&outcome.await?)))
}

/// Undoes an import. Entries that were changed after it stay as they are, and the answer names them.
#[utoipa::path(
    post,
    path = "/me/imports/{id}/undo",
    operation_id = "undo_import",
    tag = "imports",
    security(("session" = [])),
    params(("id" = u32, Path, description = "Number of the import")),
    responses(
        (status = 200, body = ImportUndone),
        Invalid,
        NotSignedIn,
        UnknownImport,
        ChangeErrors,
    ),
)]
pub(super) async fn undo(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Number,
) -> Result<Json<ImportUndone>, ApiError> {
    let number = number(id)?;
    let background = state.background.clone();
    let undoing = async move {
        let (uid, device) = (signed_in.uid(), signed_in.device());
        let (position, outcome) = state.imports.undo(uid, number, device).await?;
        Ok(Json(ImportUndone::new(position, &outcome)))
    };
    background.run(undoing).await?
}

/// Deletes an import that was not applied.
#[utoipa::path(
    delete,
    path = "/me/imports/{id}",
    operation_id = "forget_import",
    tag = "imports",
    security(("session" = [])),
    params(("id" = u32, Path, description = "Number of the import")),
    responses(
        (status = 204, description = "It is forgotten"),
        Invalid,
        NotSignedIn,
        UnknownImport,
        ChangeErrors,
    ),
)]
pub(super) async fn forget(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    id: Number,
) -> Result<StatusCode, ApiError> {
    state.imports.forget(signed_in.uid(), number(id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
