//! What the routes answer and refuse.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod http {
    mod account;
    mod art;
    mod catalogue;
    mod limits;
    mod live;
    mod owner;
    mod pages;
    mod record;
    mod refusals;
    mod same_origin;
    mod sessions;
}
