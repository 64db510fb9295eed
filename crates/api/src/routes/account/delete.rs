//! `DELETE /api/v1/me`

use axum::{extract::State, response::Response};

use super::logout::signed_out;
use crate::{
    body::JsonBody,
    dto::account::DeletionForm,
    error::{ApiError, ChangeRefused, FormRefused, Problem},
    session::{Caller, SignedIn},
    state::Site,
};

/// Deletes the user's account and everything in it, at once and for good.
#[utoipa::path(
    delete,
    path = "/me",
    operation_id = "delete_account",
    tag = "account",
    security(("session" = [])),
    request_body = DeletionForm,
    responses(
        (status = 204, headers(("Set-Cookie" = String))),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (
            status = 401,
            description = "`not_signed_in`, `wrong_credentials`",
            body = Problem,
            content_type = "application/problem+json",
        ),
        FormRefused,
        ChangeRefused,
        (
            status = 403,
            description = "`foreign_origin`; `fresh_sign_in_required`: the account has no password and the session is older than 10 minutes",
            body = Problem,
            content_type = "application/problem+json",
        ),
    ),
)]
pub(super) async fn delete(
    State(site): State<Site>,
    SignedIn { current, .. }: SignedIn,
    Caller(visitor): Caller,
    form: Option<JsonBody<DeletionForm>>,
) -> Result<Response, ApiError> {
    let password = form.and_then(|JsonBody(form)| form.password);
    site.accounts
        .delete(&current, password, visitor.address)
        .await?;
    signed_out(&site)
}
