//! What `/metrics` reports, and what the dashboard asks of it.

use std::{collections::BTreeSet, fs, path::Path, time::Duration};

use serde_json::Value;
use testkit::{
    remote::{self, Browser},
    stub_provider::StubProvider,
};

use super::mitai::serving;

/// Longest wait for the mirror, on a machine that is busy otherwise.
const TIMEOUT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

async fn text(address: &str) -> String {
    let answer = reqwest::get(address).await.unwrap();
    answer.error_for_status().unwrap().text().await.unwrap()
}

/// Returns the value of the figure that begins a line with `name`.
fn value(figures: &str, name: &str) -> f64 {
    let line = figures.lines().find(|line| line.starts_with(name));
    let line = line.unwrap_or_else(|| panic!("{name}\n{figures}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// The figures once the mirror was through with a list: the last of all to be there.
async fn mirrored(address: &str) -> String {
    loop {
        let figures = text(address).await;
        if figures.contains("mitai_mirror_list_finished_timestamp_seconds{") {
            break figures;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Returns the text of a file of the repository.
fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap()
}

/// Returns the names of Mitai's figures in a text.
fn named(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let ours = words.filter(|word| word.starts_with("mitai_") || word.starts_with("process_"));
    ours.map(str::to_owned).collect()
}

/// Returns the names of Mitai's figures that the dashboard asks for.
fn expressions() -> BTreeSet<String> {
    let dashboard: Value = serde_json::from_str(&file("deploy/grafana.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap());
    let mut expressions = BTreeSet::new();
    for target in targets {
        let names = named(target["expr"].as_str().unwrap());
        assert!(!names.is_empty(), "{target}");
        expressions.extend(names);
    }
    expressions
}

/// Dashboard and alerts ask for nothing that is not there, and the dashboard for all that is.
fn assert_all_are_asked_for(figures: &str) {
    let (dashboard, alerts) = (expressions(), named(&file("deploy/mitai.rules.yml")));
    assert!(dashboard.len() > 15, "{dashboard:?}");
    assert!(alerts.len() > 3, "{alerts:?}");
    for name in dashboard.union(&alerts) {
        let there = figures.lines().any(|line| {
            let rest = line.strip_prefix(&**name);
            rest.is_some_and(|rest| rest.starts_with(['{', ' ']))
        });
        assert!(there, "{name} is asked for and not exposed");
    }
    let types = figures
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE "));
    for name in types.filter_map(|line| line.split(' ').next()) {
        // A histogram is asked for by its parts
        let parts = ["", "_bucket", "_sum", "_count"];
        let asked = parts
            .iter()
            .any(|part| dashboard.contains(&format!("{name}{part}")));
        assert!(asked, "{name} is exposed and not on the dashboard");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_listener_and_dashboard_have_the_same_metrics() {
    let folder = tempfile::tempdir().unwrap();
    let stub = StubProvider::start().await.unwrap();
    let mut server = serving(
        folder.path(),
        &[
            "--metrics-listen=127.0.0.1:0",
            "--images=cache",
            // A proxy on this machine that adds no header
            "--trusted-proxies=127.0.0.1",
            "--jikan-url",
            &stub.jikan_url(),
            "--jikan-per-second=60",
            "--jikan-per-minute=3600",
        ],
    );
    let line = server.line().unwrap();
    let address = line.strip_prefix("Figures are at ").unwrap();
    let http = remote::http().unwrap();
    let browser = Browser::sign_up(&http, &server.address, "watcher")
        .await
        .unwrap();
    let mut stream = browser.listen(&server.address, None).await.unwrap();
    stream.next().await.unwrap();

    let figures = tokio::time::timeout(TIMEOUT, mirrored(address)).await;
    let figures = figures.expect("a list is gone through");
    for (name, expected) in [
        ("mitai_live_streams ", 1.0),
        ("mitai_live_users ", 1.0),
        ("mitai_store_up ", 1.0),
        ("mitai_store_connections_max{pool=\"write\"} ", 1.0),
        ("mitai_pictures_max_bytes ", 2e9),
    ] {
        assert!(
            (value(&figures, name) - expected).abs() < 0.5,
            "{name}\n{figures}"
        );
    }
    assert!(value(&figures, "process_resident_memory_bytes ") > 1e6);
    let signed_up = "mitai_http_request_duration_seconds_count{method=\"POST\",route=\"/api/v1/auth/signup\",status=\"201\"} ";
    assert!((value(&figures, signed_up) - 1.0).abs() < 0.5);

    assert_all_are_asked_for(&figures);
    let elsewhere = reqwest::get(format!("{}/metrics", server.address)).await;
    assert_eq!(elsewhere.unwrap().status(), 404);
    let site = address.replace("/metrics", "/");
    assert_eq!(reqwest::get(site).await.unwrap().status(), 404);
}
