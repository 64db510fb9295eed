//! What strangers may send: the real binary answers what is no request by a refusal or not at all,
//! and goes on.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod jikan;
mod list_files;
mod mitai;
mod openapi_fuzz;
mod requests;
mod schemathesis;
mod slow;
