//! Failures as the OpenAPI document describes them. An operation lists the types of those that it
//! answers with.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses,
    openapi::{RefOr, Response},
};

use super::Problem;

/// Declares a type for each failure: its status and its codes.
macro_rules! failures {
    ($($name:ident: $status:tt, $description:tt $(, header $header:tt)?;)*) => {
        $(
            #[doc = $description]
            #[derive(IntoResponses)]
            #[response(
                status = $status,
                description = $description,
                content_type = "application/problem+json",
                $(headers(($header = u64, description = "Seconds to wait")),)?
            )]
            #[expect(dead_code, reason = "stands for its description in the OpenAPI document")]
            pub(crate) struct $name(Problem);
        )*
    };
}

failures! {
    Invalid: 400, "`invalid_request`";
    InvalidEmail: 400, "`invalid_email` or `invalid_request`";
    InvalidPassword: 400, "`password_too_short`, `password_too_long` or `invalid_request`";
    InvalidSignUp: 400, "`all_fields_required`, `invalid_email`, `password_too_short`, `password_too_long` or `invalid_request`";
    NotSignedIn: 401, "`not_signed_in`";
    WrongCredentials: 401, "`wrong_credentials`";
    NotSignedInOrWrongCredentials: 401, "`not_signed_in`, `wrong_credentials`";
    ForeignOrigin: 403, "`foreign_origin`: a page of another site asks for it.";
    ForeignOriginOrOldSession: 403, "`foreign_origin`; `fresh_sign_in_required`: the account has no password and the session is older than 10 minutes";
    NotFound: 404, "`not_found`";
    UnknownSession: 404, "`not_found`: the user has no such session";
    UnknownTitle: 404, "`unknown_title`";
    UnknownEvent: 404, "`not_found`: the user's list has no such change";
    UnknownReview: 404, "`not_found`: there is no such review, or nobody may see it";
    UnknownForm: 404, "`not_found`: there is no such form";
    UnknownYear: 404, "`not_found`: there is no such year, or nothing of it to show";
    UnknownImport: 404, "`not_found`: the user has no such import";
    UnknownEntryOrTitle: 404, "`not_found`: the user has no such unresolved entry; `unknown_title`";
    InvalidFile: 400, "`invalid_request`: the file is no list that Mitai reads; `columns_needed`: it is a CSV of unknown columns, which `columns` names";
    UnknownPage: 404, "`not_found`: nobody has a page of this name that may be seen";
    UnknownOwnPage: 404, "`not_found`: the user has no page";
    InvalidPage: 400, "`invalid_page_name` or `invalid_request`";
    PageNameTakenOrPageChanged: 409, "`page_name_taken`; `page_changed`: the page is not of the version that the form names";
    EmailTaken: 409, "`email_taken`";
    ListFull: 409, "`list_full`";
    TooManyImports: 409, "`too_many_imports`: at most 20 may wait to be applied, with 200,000 rows together";
    OwnReview: 409, "`own_review`: votes and reports are for readers";
    LinkExpired: 410, "`link_expired`";
    ResetLinkExpired: 410, "`reset_link_expired`: it is not known, was used or has expired";
    TooLarge: 413, "The body is larger than Mitai takes.";
    NotJson: 415, "The body is no JSON.";
    NotAFile: 415, "The body is not sent as `application/octet-stream`.";
    TooManyAttempts: 429, "`too_many_attempts`", header "Retry-After";
    TooManyChanges: 429, "`too_many_attempts`: the user has changed more of the list than a day allows", header "Retry-After";
    TooManyOf: 429, "`too_many_attempts`: the user, or the network address, has done so too often", header "Retry-After";
    TooManyStreams: 429, "`too_many_attempts`: the user has too many streams open";
    Unavailable: 503, "The store does not answer.";
}

/// Declares a type for failures that go together.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $($failure:ident),*;)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    [$($failure::responses()),*].into_iter().flatten().collect()
                }
            }
        )*
    };
}

groups! {
    /// The failures of every change.
    ChangeErrors: ForeignOrigin, TooLarge, Unavailable;
    /// The further failures of a form whose attempts are limited.
    FormErrors: NotJson, TooManyAttempts;
    /// The failures of a read of something private.
    PrivateReadErrors: NotSignedIn, Unavailable;
}
