//! Rendering, and its limits.
#![expect(
    clippy::unwrap_used,
    reason = "a test's tool fails its test by panicking"
)]

use std::time::Duration;

use domain::{
    Error,
    render::{PageRenderer as _, PageRequest, RenderedPage},
};
use render::{APP, Bundle, Limits, Renderer};
use rquickjs::{Context, Module, Runtime, WriteOptions};

const LIMITS: Limits = Limits {
    time: Duration::from_secs(1),
    memory: 8 * 1024 * 1024,
};

fn renderer(render: &str) -> Renderer {
    limited_renderer(render, LIMITS)
}

fn limited_renderer(render: &str, limits: Limits) -> Renderer {
    let bundle = format!("let calls = 0; globalThis.render = (path, query, data) => {render};");
    Renderer::start(&Bundle::Source(bundle.into()), 1, limits).unwrap()
}

fn page(path: &str) -> PageRequest {
    PageRequest {
        path: path.into(),
        query: "a=1".into(),
        data: "{\"x\":\"進撃\"}".into(),
    }
}

/// Checks a renderer that fails at `/bad`, as the script `bad` says, and counts its calls.
async fn failure_is_reported_and_next_page_is_rendered(bad: &str) {
    failure_within_limits_is_reported(bad, LIMITS).await;
}

async fn failure_within_limits_is_reported(bad: &str, limits: Limits) {
    let script = format!(
        "{{ calls += 1; if (path === '/bad') {{ {bad} }} return {{ head: '', body: String(calls) }} }}"
    );
    let renderer = limited_renderer(&script, limits);
    assert_eq!(renderer.render(page("/")).await.unwrap().body, "1");
    let error = renderer.render(page("/bad")).await.unwrap_err();
    assert!(matches!(error, Error::Internal { .. }), "{error:?}");
    // A new engine counts from the beginning.
    assert_eq!(renderer.render(page("/")).await.unwrap().body, "1");
}

#[tokio::test]
async fn page_is_rendered_from_its_address_and_its_data() {
    let engine = renderer("({ head: query, body: path + JSON.parse(data).x })");
    let answer = engine.render(page("/anime/1")).await.unwrap();
    let expected = RenderedPage {
        head: "a=1".into(),
        body: "/anime/1進撃".into(),
    };
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn bundle_promises_settle_before_the_first_page() {
    let bundle = "let ready = 'no'; Promise.resolve().then(() => { ready = 'yes' });
                  globalThis.render = () => ({ head: '', body: ready });";
    let renderer = Renderer::start(&Bundle::Source(bundle.into()), 1, LIMITS).unwrap();
    assert_eq!(renderer.render(page("/")).await.unwrap().body, "yes");
}

/// Compiles a script to bytecode, as a release's build compiles the web app.
fn bytecode(source: &str) -> Bundle {
    let context = Context::full(&Runtime::new().unwrap()).unwrap();
    let code = context.with(|ctx| {
        let app = Module::declare(ctx, APP, source).unwrap();
        let options = WriteOptions {
            strip_source: true,
            ..WriteOptions::default()
        };
        app.write(options).unwrap()
    });
    Bundle::Bytecode(vec![(APP, &*code.leak())].leak())
}

#[tokio::test]
async fn bytecode_renders_as_its_source_does() {
    let source = "let calls = 0;
                  const failed = (path) => { if (path === '/bad') throw new Error('no'); return calls += 1 };
                  globalThis.render = (path, query, data) =>
                      ({ head: query, body: failed(path) + JSON.parse(data).x });";
    for bundle in [Bundle::Source(source.into()), bytecode(source)] {
        let renderer = Renderer::start(&bundle, 1, LIMITS).unwrap();
        let first = renderer.render(page("/")).await.unwrap();
        assert_eq!([&*first.head, &*first.body], ["a=1", "1進撃"]);
        renderer.render(page("/bad")).await.unwrap_err();
        // A new engine loads the bundle once more
        assert_eq!(renderer.render(page("/")).await.unwrap(), first);
    }
}

#[tokio::test]
async fn damaged_bytecode_fails_each_page() {
    let damaged = Bundle::Bytecode(&[(APP, b"not bytecode")]);
    let renderer = Renderer::start(&damaged, 1, LIMITS).unwrap();
    for _ in 0..2 {
        renderer.render(page("/")).await.unwrap_err();
    }
}

#[tokio::test]
async fn exception_fails_one_page() {
    failure_is_reported_and_next_page_is_rendered("throw new Error('no')").await;
}

#[tokio::test]
async fn endless_render_is_ended() {
    failure_is_reported_and_next_page_is_rendered("for (;;) {}").await;
}

#[tokio::test]
async fn page_with_a_failed_part_is_not_sent() {
    let bad = "return { head: '', body: '<main><!--$!--><!--/$--></main>' };";
    failure_is_reported_and_next_page_is_rendered(bad).await;
}

#[tokio::test]
async fn render_that_wants_too_much_memory_is_ended() {
    let bad = "const all = []; for (;;) all.push(new Uint8Array(1024 * 1024));";
    // Time does not end it
    let limits = Limits {
        time: Duration::from_mins(10),
        ..LIMITS
    };
    let ended = failure_within_limits_is_reported(bad, limits);
    let waited = tokio::time::timeout(Duration::from_mins(1), ended).await;
    assert!(waited.is_ok());
}

#[tokio::test]
async fn render_that_recurses_without_end_is_ended() {
    failure_is_reported_and_next_page_is_rendered("const deeper = () => 1 + deeper(); deeper();")
        .await;
}

#[tokio::test]
async fn bundle_that_cannot_be_loaded_fails_each_page() {
    let renderer = Renderer::start(&Bundle::Source("not a script".into()), 1, LIMITS).unwrap();
    for _ in 0..2 {
        let error = renderer.render(page("/")).await.unwrap_err();
        assert!(matches!(error, Error::Internal { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn pages_that_find_no_place_in_the_queue_are_refused() {
    let engine = renderer("{ for (;;) {} }");
    let pages = (0..100).map(|_| engine.render(page("/")));
    let answers = futures::future::join_all(pages).await;
    let refused = answers.iter().filter(|result| {
        let error = format!("{:?}", result.as_ref().unwrap_err());
        error.contains("too many pages wait")
    });
    assert!(refused.count() >= 60);
}
