//! What the tools themselves promise.

use std::time::Duration;

use axum::http::StatusCode;
use domain::clock::Clock as _;
use testkit::{
    MockClock,
    remote::{take_event, version},
};

#[test]
fn clock_moves_only_on_request() {
    let clock = MockClock::default();
    assert_eq!(clock.now().to_string(), "2026-11-01T00:00:00Z");
    clock.advance(Duration::from_millis(1_500));
    assert_eq!(clock.now().to_string(), "2026-11-01T00:00:01.5Z");
    clock.set_back(Duration::from_secs(2));
    assert_eq!(clock.now().to_string(), "2026-10-31T23:59:59.5Z");
}

#[test]
fn events_are_read_whole_and_comments_skipped() {
    let mut unread = b":\nretry:1000\n\nevent: change\nid: 7\ndata: {\"a\":1}\n\n:\n\n".to_vec();
    unread.extend_from_slice(b"event: signed_out\ndata: {}\n\nevent: chan");
    for (name, id, data) in [("change", "7", "{\"a\":1}"), ("signed_out", "", "{}")] {
        let event = take_event(&mut unread).unwrap();
        assert_eq!((&*event.name, &*event.id, &*event.data), (name, id, data));
    }
    assert_eq!(take_event(&mut unread), None);
    assert_eq!(unread, b"event: chan");
}

#[test]
fn only_a_successful_change_has_a_version() {
    assert_eq!(version(StatusCode::OK, b"{\"version\":3}").unwrap(), 3);
    assert!(version(StatusCode::SERVICE_UNAVAILABLE, b"{\"version\":3}").is_err());
    assert!(version(StatusCode::OK, b"").is_err());
}
