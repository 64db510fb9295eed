//! `GET` and `POST /api/v1/me/imports`

mod import;
mod unresolved;

use std::sync::Arc;

use app::imports::Choices;
use axum::{
    Json,
    body::Body,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
};
use domain::{Error, account::UserId, library::ImportRow};
use jiff::tz::TimeZone;
use list_files::{Column, Columns, FileError, Form, Reading};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    body,
    dto::imports::{ImportPreview, ListImports, Shown},
    error::{
        ApiError,
        responses::{
            ChangeErrors, InvalidFile, NotAFile, NotSignedIn, PrivateReadErrors, TooManyAttempts,
        },
    },
    session::SignedIn,
    state::{LibraryState, Site},
};

/// The routes with their description.
pub(super) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(list, add))
        .routes(routes!(import::show, import::forget))
        .routes(routes!(import::preview))
        .routes(routes!(import::apply))
        .routes(routes!(import::left, import::undo))
        .routes(routes!(unresolved::list))
        .routes(routes!(unresolved::resolve, unresolved::forget))
}

/// How a file is read.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FileParams {
    /// What the file is called.
    #[param(example = "animelist.xml.gz")]
    name: Option<String>,
    /// Of a CSV, what each column means, between commas: `mal_id`, `title`, `status`, `progress`, `score`, `started`,
    /// `finished`, `rewatches`, `notes`, `tags`, `private`, or nothing.
    #[param(example = "title,status,,score")]
    columns: Option<String>,
    /// Of a CSV, the highest score of its scale; 10 unless it is given.
    score_of: Option<f64>,
}

/// Brings a file of a list, as it is, in any of the forms that Mitai reads. Nothing is written to the list: the
/// answer says what it would change, and is forgotten after a day. At most 32 MB, packed by gzip or not.
#[utoipa::path(
    post,
    path = "/me/imports",
    operation_id = "add_import",
    tag = "imports",
    security(("session" = [])),
    params(FileParams),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses(
        (status = 201, body = ImportPreview),
        InvalidFile,
        NotSignedIn,
        NotAFile,
        TooManyAttempts,
        ChangeErrors,
    ),
)]
async fn add(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Result<Query<FileParams>, QueryRejection>,
    headers: HeaderMap,
    file: Body,
) -> Result<(StatusCode, Json<ImportPreview>), ApiError> {
    let Query(params) =
        params.map_err(|_| ApiError::invalid("Please give each parameter only once."))?;
    let uid = signed_in.uid();
    let columns = params.columns()?;
    let (form, rows) = read(&state, uid, (&headers, file), columns).await?;
    let name = params.name.as_deref().unwrap_or("List");
    let number = state.imports.add(uid, name, form.as_str(), &rows).await?;
    drop(rows);
    let preview = state.imports.preview(uid, number, Choices::default());
    let (read, plan) = preview.await?;
    let answer = ImportPreview::new(&read, &plan, &Shown::default(), &state.pictures);
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Reads a file away from the workers, one at a time.
async fn read(
    state: &LibraryState,
    uid: &UserId,
    (headers, file): (&HeaderMap, Body),
    columns: Option<Columns>,
) -> Result<(Form, Vec<ImportRow>), ApiError> {
    let busy = |_| ApiError::of_status(StatusCode::SERVICE_UNAVAILABLE);
    let _arriving = state.arriving.try_acquire().map_err(busy)?;
    state.imports.begin(uid)?;
    let file = body::file(headers, file).await?;
    let zone = state.lists.preferences(uid).await?.zone();
    let permit = Arc::clone(&state.reading).acquire_owned().await;
    let reading = tokio::task::spawn_blocking(move || {
        // Also where nobody waits for it any more
        let _permit = permit;
        rows(&file, zone, columns)
    });
    let reading = reading.await;
    reading.map_err(|error| Error::internal("reading a file of a list", error))?
}

fn rows(
    file: &[u8],
    zone: TimeZone,
    columns: Option<Columns>,
) -> Result<(Form, Vec<ImportRow>), ApiError> {
    let read = list_files::read(file, &Reading { zone, columns });
    let list = read.map_err(|error| {
        let sentence = error.to_string();
        match error {
            FileError::UnknownColumns { columns } => ApiError::columns_needed(sentence, columns),
            _ => ApiError::invalid(sentence),
        }
    })?;
    let rows = list.rows.into_iter().map(ImportRow::from);
    Ok((list.form, rows.collect()))
}

impl FileParams {
    fn columns(&self) -> Result<Option<Columns>, ApiError> {
        let Some(columns) = &self.columns else {
            return Ok(None);
        };
        let meaning = |name: &str| match name.trim() {
            "" => Ok(None),
            name => Column::named(name).map(Some).ok_or_else(|| {
                ApiError::invalid(format!("There is no column of the kind \"{name}\"."))
            }),
        };
        let score_of = self.score_of.unwrap_or(10.0);
        if !(score_of.is_finite() && score_of > 0.0) {
            return Err(ApiError::invalid(
                "Please give the highest score as a number above 0.",
            ));
        }
        Ok(Some(Columns {
            meanings: columns.split(',').map(meaning).collect::<Result<_, _>>()?,
            score_of,
        }))
    }
}

/// The user's imports, newest first.
#[utoipa::path(
    get,
    path = "/me/imports",
    operation_id = "list_imports",
    tag = "imports",
    security(("session" = [])),
    responses((status = 200, body = ListImports), PrivateReadErrors),
)]
async fn list(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
) -> Result<Json<ListImports>, ApiError> {
    let imports = state.imports.all(signed_in.uid()).await?;
    Ok(Json(ListImports::new(&imports)))
}
