//! A visitor's request: the address in the first line, a header in each further one.
#![no_main]
#![expect(clippy::unwrap_used, reason = "there is nothing to fuzz without it")]

use std::sync::LazyLock;

use axum::http::Request;
use libfuzzer_sys::fuzz_target;
use testkit::{TestApp, anime};
use tokio::runtime::Runtime;

static APP: LazyLock<(Runtime, TestApp)> = LazyLock::new(|| {
    let runtime = Runtime::new().unwrap();
    let app = runtime.block_on(async {
        let titles = [anime::popular(1, "One", 1), anime::popular(2, "Two", 2)];
        let app = TestApp::with(&titles).await;
        app.follow_names().await;
        app.follow_facts().await;
        app
    });
    (runtime, app)
});

fuzz_target!(|text: &[u8]| {
    let mut lines = text.split(|byte| *byte == b'\n');
    let address = lines.next().unwrap_or_default();
    let mut request = Request::get(address);
    for line in lines {
        if let Some(colon) = line.iter().position(|byte| *byte == b':') {
            request = request.header(&line[..colon], &line[colon + 1..]);
        }
    }
    // What is no request is refused before it gets here
    if request.headers_ref().is_none() {
        return;
    }
    let Some(path) = request.uri_ref().map(|uri| uri.path().to_owned()) else {
        return;
    };
    let (runtime, app) = &*APP;
    let status = runtime.block_on(app.send(request)).status.as_u16();
    // Signing in with a provider is not set up
    let away = status == 503 && path.starts_with("/api/v1/auth/google");
    assert!(status < 500 || away, "{path}: {status}");
});
