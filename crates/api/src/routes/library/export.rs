//! `GET /api/v1/me/exports/json`, `/mal` and `/csv`

use std::sync::Arc;

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use domain::Error;
use list_files::write::{ExportForm, write};
use tokio::task::spawn_blocking;

use crate::{
    dto::exported_list::{ExportParams, ExportedList},
    encoded::Coding,
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors},
    },
    session::SignedIn,
    state::LibraryState,
};

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
pub(super) async fn json(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Params,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    file(ExportForm::Json, &state, &signed_in, params, &headers).await
}

/// The user's list as an XML file that MyAnimeList, AniList and Shikimori import.
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
pub(super) async fn mal(
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
pub(super) async fn csv(
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
    let (left_out, day) = (exported.left_out, exported.day);
    let coding = Coding::accepted(request);
    let failed = |e| Error::internal("writing an export", e);
    // 20,000 entries take a while
    let writing = spawn_blocking(move || {
        let mut plain = Vec::new();
        write(form, &exported.items, exported.at, &mut plain)?;
        coding.compress(&plain)
    });
    let body = writing
        .await
        .map_err(|e| Error::internal("writing an export", e))?;
    let mut response = body.map_err(failed)?.into_response();
    let name = format!(
        "attachment; filename=\"mitai-list-{day}.{}\"",
        form.extension()
    );
    let name = HeaderValue::try_from(name).map_err(|e| Error::internal("naming an export", e))?;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(form.media_type()),
    );
    headers.insert(header::CONTENT_DISPOSITION, name);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(LEFT_OUT, left_out.into());
    if let Some(coding) = coding.name() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    Ok(response)
}
