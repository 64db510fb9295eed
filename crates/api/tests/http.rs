//! What the routes answer and refuse.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod http {
    mod art;
    mod catalogue;
    mod google;
    mod link;
    mod pages;
    mod reset;
}
