//! `GET /api/v1/me/exports/json`, `/mal` and `/csv`

use std::{io, sync::Arc};

use app::anime_list::Exported;
use axum::{
    extract::{
        Path, Query, State,
        rejection::{PathRejection, QueryRejection},
    },
    http::{HeaderMap, HeaderName, header},
    response::{IntoResponse as _, Response},
};
use domain::Error;
use list_files::write::{ExportForm, WrittenList, write};
use tokio::task::spawn_blocking;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    dto::exported_list::{ExportParams, ExportedList, FormName},
    encoded::Coding,
    error::{
        ApiError,
        responses::{Invalid, PrivateReadErrors, UnknownForm},
    },
    session::SignedIn,
    state::{LibraryState, Site},
};

/// The routes with their description.
pub(super) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new().routes(routes!(export))
}

/// The header with the number of private entries that were left out.
const LEFT_OUT: HeaderName = HeaderName::from_static("mitai-left-out");
/// The header with the number of entries without a title that were left out.
const UNTITLED: HeaderName = HeaderName::from_static("mitai-left-out-unresolved");

/// The user's list as a file: in Mitai's own form, which has all of every entry; as an XML file that MyAnimeList and other
/// trackers import; as a CSV file for spreadsheets. The latter two have no place for imported entries whose titles neither
/// the catalogue nor a number of MyAnimeList's tells.
#[utoipa::path(
    get,
    path = "/me/exports/{form}",
    operation_id = "export_list",
    tag = "list",
    security(("session" = [])),
    params(("form" = inline(FormName), Path, description = "`json`, `mal` or `csv`"), ExportParams),
    responses(
        (
            status = 200,
            content(
                (ExportedList = "application/json"),
                (String = "application/xml"),
                (String = "text/csv"),
            ),
            headers(
                ("Mitai-Left-Out" = u64, description = "Private entries that were left out"),
                (
                    "Mitai-Left-Out-Unresolved" = u64,
                    description = "Entries without a title that the form has no place for"
                ),
            ),
        ),
        Invalid,
        UnknownForm,
        PrivateReadErrors,
    ),
)]
async fn export(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    form: Result<Path<FormName>, PathRejection>,
    params: Result<Query<ExportParams>, QueryRejection>,
    request: HeaderMap,
) -> Result<Response, ApiError> {
    let Path(form) = form.map_err(|_| ApiError::not_found())?;
    let form = ExportForm::from(form);
    let Query(params) = params.map_err(|_| {
        ApiError::invalid(
            "Please give status, tag and private once each, and private as true or false.",
        )
    })?;
    let exported = state
        .lists
        .export(signed_in.uid(), &params.try_into()?)
        .await?;
    let coding = Coding::accepted(&request);
    let (day, ending) = (exported.day, form.extension());
    let private = exported.left_out;
    let (body, untitled) = written(form, exported, coding).await?;
    let headers = [
        (header::CONTENT_TYPE, form.media_type().to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"mitai-list-{day}.{ending}\""),
        ),
        (header::VARY, "accept-encoding".into()),
        (LEFT_OUT, private.to_string()),
        (UNTITLED, untitled.to_string()),
    ];
    let encoding = coding.name().map(|name| [(header::CONTENT_ENCODING, name)]);
    Ok((headers, encoding, body).into_response())
}

/// Writes a list off the threads that serve: one of 20,000 entries takes a while. Returns the file, and the number of
/// entries without a title that the format has no place for.
async fn written(
    form: ExportForm,
    exported: Exported,
    coding: Coding,
) -> Result<(Vec<u8>, usize), Error> {
    let writing = spawn_blocking(move || {
        let list = WrittenList {
            items: exported.items,
            unresolved: exported.unresolved,
        };
        let mut plain = Vec::new();
        let untitled = write(form, list, exported.at, &mut plain)?;
        Ok::<_, io::Error>((coding.compress(&plain)?, untitled))
    });
    writing
        .await
        .map_err(|e| Error::internal("writing an export", e))?
        .map_err(|e| Error::internal("writing an export", e))
}
