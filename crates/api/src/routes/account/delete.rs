//! `DELETE /api/v1/me`

use std::sync::Arc;

use axum::{extract::State, response::Response};

use super::logout::signed_out;
use crate::{
    body::JsonBody,
    dto::account::DeletionForm,
    error::{
        ApiError,
        responses::{
            ChangeErrors, ForeignOriginOrOldSession, FormErrors, Invalid,
            NotSignedInOrWrongCredentials,
        },
    },
    session::{ClientInfo, SignedIn},
    state::AccountState,
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
        Invalid,
        NotSignedInOrWrongCredentials,
        FormErrors,
        ChangeErrors,
        ForeignOriginOrOldSession,
    ),
)]
pub(super) async fn delete(
    State(state): State<Arc<AccountState>>,
    SignedIn { current, .. }: SignedIn,
    ClientInfo(visitor): ClientInfo,
    form: Option<JsonBody<DeletionForm>>,
) -> Result<Response, ApiError> {
    let password = form.and_then(|JsonBody(form)| form.password);
    state
        .accounts
        .delete(&current, password, visitor.address)
        .await?;
    signed_out(&state)
}
