//! `GET /api/v1/me/record`

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::Error;

use crate::{
    dto::record::Record,
    error::{ApiError, ReadingRefused},
    private::Basis,
    session::SignedIn,
    state::Site,
};

/// The user's record, made with defaults the first time.
#[utoipa::path(
    get,
    path = "/me/record",
    operation_id = "show_record",
    tag = "record",
    security(("session" = [])),
    responses(
        (status = 200, body = Record, headers(("ETag" = String))),
        (status = 304, description = "The browser has it"),
        ReadingRefused,
    ),
)]
pub(super) async fn show(
    State(site): State<Site>,
    SignedIn { current, .. }: SignedIn,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let uid = &current.user.uid;
    let basis = Basis {
        owner: uid.clone(),
        revision: site.shared.revision(),
        state: site.records.state(uid).await?,
        pictures: site.pictures.name(),
    };
    let make = async {
        let record = Record::new(site.records.read(uid).await?, &site.pictures);
        serde_json::to_vec(&record).map_err(|e| Error::internal("writing a record", e))
    };
    site.private.respond(basis, &headers, make).await
}
