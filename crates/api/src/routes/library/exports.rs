//! `GET /api/v1/me/exports/json`, `/mal` and `/csv`

use std::sync::Arc;

use app::anime_list::Exported;
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, header},
    response::{IntoResponse as _, Response},
};
use domain::Error;
use list_files::write::{ExportForm, write};
use tokio::task::spawn_blocking;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    dto::exported_list::{ExportParams, ExportedList},
    encoded::Coding,
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors},
    },
    session::SignedIn,
    state::{LibraryState, Site},
};

/// The routes with their description.
pub(super) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(json))
        .routes(routes!(mal))
        .routes(routes!(csv))
}

/// How many private entries were left out.
const LEFT_OUT: HeaderName = HeaderName::from_static("mitai-left-out");

type Params = Result<Query<ExportParams>, QueryRejection>;

/// The user's list as a file in Mitai's own form, which has all of every entry.
#[utoipa::path(
    get,
    path = "/me/exports/json",
    operation_id = "export_list_json",
    tag = "list",
    security(("session" = [])),
    params(ExportParams),
    responses(
        (
            status = 200,
            body = ExportedList,
            content_type = "application/json",
            headers(("Mitai-Left-Out" = u64, description = "Private entries that were left out")),
        ),
        Invalid,
        PrivateReadErrors,
    ),
)]
async fn json(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Params,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    file(ExportForm::Json, &state, &signed_in, params, &headers).await
}

/// The user's list as an XML file that MyAnimeList and other trackers import.
#[utoipa::path(
    get,
    path = "/me/exports/mal",
    operation_id = "export_list_mal",
    tag = "list",
    security(("session" = [])),
    params(ExportParams),
    responses(
        (
            status = 200,
            body = String,
            content_type = "application/xml",
            headers(("Mitai-Left-Out" = u64, description = "Private entries that were left out")),
        ),
        Invalid,
        PrivateReadErrors,
    ),
)]
async fn mal(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Params,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    file(ExportForm::MalXml, &state, &signed_in, params, &headers).await
}

/// The user's list as a CSV file for spreadsheets.
#[utoipa::path(
    get,
    path = "/me/exports/csv",
    operation_id = "export_list_csv",
    tag = "list",
    security(("session" = [])),
    params(ExportParams),
    responses(
        (
            status = 200,
            body = String,
            content_type = "text/csv",
            headers(("Mitai-Left-Out" = u64, description = "Private entries that were left out")),
        ),
        Invalid,
        PrivateReadErrors,
    ),
)]
async fn csv(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Params,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    file(ExportForm::Csv, &state, &signed_in, params, &headers).await
}

async fn file(
    form: ExportForm,
    state: &LibraryState,
    signed_in: &SignedIn,
    params: Params,
    request: &HeaderMap,
) -> Result<Response, ApiError> {
    let Query(params) = params.map_err(|_| {
        ApiError::invalid(
            "Please give status, tag and private once each, and private as true or false.",
        )
    })?;
    let exported = state
        .lists
        .export(signed_in.uid(), &params.try_into()?)
        .await?;
    let coding = Coding::accepted(request);
    let (day, ending) = (exported.day, form.extension());
    let headers = [
        (header::CONTENT_TYPE, form.media_type().to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"mitai-list-{day}.{ending}\""),
        ),
        (header::VARY, "accept-encoding".into()),
        (LEFT_OUT, exported.left_out.to_string()),
    ];
    let encoding = coding.name().map(|name| [(header::CONTENT_ENCODING, name)]);
    let body = written(form, exported, coding).await?;
    Ok((headers, encoding, body).into_response())
}

/// Writes a list off the threads that serve: one of 20,000 entries takes a while.
async fn written(form: ExportForm, exported: Exported, coding: Coding) -> Result<Vec<u8>, Error> {
    let writing = spawn_blocking(move || {
        let mut plain = Vec::new();
        write(form, &exported.items, exported.at, &mut plain)?;
        coding.compress(&plain)
    });
    writing
        .await
        .map_err(|e| Error::internal("writing an export", e))?
        .map_err(|e| Error::internal("writing an export", e))
}
