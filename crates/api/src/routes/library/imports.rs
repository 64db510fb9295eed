//! `GET` and `POST /api/v1/me/imports`

mod import;
mod unresolved;

use std::sync::Arc;

use app::imports::{Choices, NewFile};
use axum::{
    Json,
    body::Body,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
};
use domain::{
    Error,
    account::UserId,
    library::{CsvReading, ImportRow},
};
use list_files::{Column, FileError, Form, Reading};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    body,
    dto::imports::{ImportPreview, ListImports, PreviewFilter, SentNumber},
    error::{
        ApiError,
        responses::{
            ChangeErrors, Invalid, InvalidFile, NotAFile, NotSignedIn, PrivateReadErrors,
            TooManyAttempts, TooManyImports,
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
        .routes(routes!(import::undone, import::undo))
        .routes(routes!(unresolved::list))
        .routes(routes!(unresolved::resolve, unresolved::forget))
}

/// The parameters of an uploaded file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FileParams {
    /// The file's name.
    #[param(example = "animelist.xml.gz")]
    name: Option<String>,
    /// The meanings of a CSV file's columns, separated by commas: `mal_id`, `title`, `status`, `progress`, `score`,
    /// `started`, `finished`, `rewatches`, `notes`, `tags`, `private`, or nothing.
    #[param(example = "title,status,,score")]
    columns: Option<String>,
    /// The highest score of a CSV file's scale, such as 100, 10 or 5. By default it is guessed from the scores, and
    /// `csv` of the answer says so.
    score_of: Option<f64>,
}

/// Uploads a file of a list, as it is, in any of the formats that Mitai reads. Nothing is written to the list: the
/// answer says what the import would change, and is deleted after a day. At most 32 MB, packed by gzip or not.
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
        TooManyImports,
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
    let background = state.background.clone();
    background
        .run(add_file(state, signed_in, params, headers, file))
        .await?
}

async fn add_file(
    state: Arc<LibraryState>,
    signed_in: SignedIn,
    params: FileParams,
    headers: HeaderMap,
    file: Body,
) -> Result<(StatusCode, Json<ImportPreview>), ApiError> {
    let uid = signed_in.uid();
    let options = params.csv_options()?;
    let ParsedFile { form, rows, csv } = read(&state, uid, (&headers, file), options).await?;
    let file = NewFile {
        name: params.name.as_deref().unwrap_or("List"),
        form: form.as_str(),
        csv,
    };
    let number = state.imports.add(uid, file, &rows).await?;
    drop(rows);
    let preview = state.imports.preview(uid, number, Choices::default());
    let (read, plan) = preview.await?;
    let answer = ImportPreview::new(&read, &plan, &PreviewFilter::default(), &state.pictures);
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Reads a file away from the workers, one at a time.
async fn read(
    state: &LibraryState,
    uid: &UserId,
    (headers, file): (&HeaderMap, Body),
    options: CsvOptions,
) -> Result<ParsedFile, ApiError> {
    let _slot = state.upload_slots.take(uid)?;
    state.imports.begin(uid)?;
    let file = body::file(headers, file).await?;
    let zone = state.lists.preferences(uid).await?.zone();
    let permit = Arc::clone(&state.reading).acquire_owned().await;
    let reading = tokio::task::spawn_blocking(move || {
        // Also where nobody waits for it any more
        let _permit = permit;
        let CsvOptions { columns, score_of } = options;
        parse(
            &file,
            &Reading {
                zone,
                columns,
                score_of,
            },
        )
    });
    let reading = reading.await;
    reading.map_err(|error| Error::internal("reading a file of a list", error))?
}

/// A file that was read.
struct ParsedFile {
    form: Form,
    rows: Vec<ImportRow>,
    csv: Option<CsvReading>,
}

/// The options by which a CSV file is read.
struct CsvOptions {
    columns: Option<Vec<Option<Column>>>,
    score_of: Option<f64>,
}

fn parse(file: &[u8], reading: &Reading) -> Result<ParsedFile, ApiError> {
    let list = list_files::read(file, reading).map_err(|error| {
        let sentence = error.to_string();
        match error {
            FileError::UnknownColumns { columns, separator } => {
                ApiError::columns_needed(sentence, columns, separator)
            }
            _ => ApiError::invalid(sentence),
        }
    })?;
    Ok(ParsedFile {
        form: list.form,
        rows: list.rows.into_iter().map(ImportRow::from).collect(),
        csv: list.csv,
    })
}

impl FileParams {
    fn csv_options(&self) -> Result<CsvOptions, ApiError> {
        if self.score_of.is_some_and(|it| !it.is_finite() || it <= 0.0) {
            return Err(ApiError::invalid(
                "Please give the highest score as a number above 0.",
            ));
        }
        let columns = self.columns.as_deref();
        let columns = columns.map(Column::of_each).transpose();
        Ok(CsvOptions {
            columns: columns.map_err(|error| ApiError::invalid(error.to_string()))?,
            score_of: self.score_of,
        })
    }
}

/// The largest number of imports in one answer.
const PAGE: u32 = 50;

/// The parameter of the list of imports.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ListParams {
    /// Answers with the imports before the one of this number: `next` of an answer.
    #[param(value_type = Option<u32>)]
    before: Option<SentNumber>,
}

/// The user's imports, newest first, in pages.
#[utoipa::path(
    get,
    path = "/me/imports",
    operation_id = "list_imports",
    tag = "imports",
    security(("session" = [])),
    params(ListParams),
    responses((status = 200, body = ListImports), Invalid, PrivateReadErrors),
)]
async fn list(
    State(state): State<Arc<LibraryState>>,
    signed_in: SignedIn,
    params: Result<Query<ListParams>, QueryRejection>,
) -> Result<Json<ListImports>, ApiError> {
    let Query(params) =
        params.map_err(|_| ApiError::invalid("Please give before as an import's number."))?;
    let before = params.before.map(|number| number.0);
    let imports = state.imports.all(signed_in.uid(), before, PAGE + 1);
    Ok(Json(ListImports::new(&imports.await?, PAGE as usize)))
}
