//! The search index is gone, damaged or another version's.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use testkit::{program::Serving, remote};

use super::mitai::{files, serve, serving};

const TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

async fn found(site: &str, text: &str) -> Vec<String> {
    let address = format!("{site}/api/v1/anime?search={text}");
    let answer = remote::http().unwrap().get(address).send().await.unwrap();
    let body = answer.error_for_status().unwrap().bytes().await.unwrap();
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let items = body["items"].as_array().unwrap().iter();
    items
        .map(|item| item["slug"].as_str().unwrap().to_owned())
        .collect()
}

/// Search answers at once, and in the end as only the index can: a name with typing errors.
async fn searches(server: &Serving) {
    let site = &server.address;
    assert!(
        found(site, "attack%20on%20titan")
            .await
            .contains(&"attack-on-titan".to_owned())
    );
    let begin = Instant::now();
    while !found(site, "atack%20on%20titann")
        .await
        .contains(&"attack-on-titan".to_owned())
    {
        assert!(begin.elapsed() < TIMEOUT, "there is no index");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn rebuilt_after(data: &Path, harm: impl FnOnce(&Path)) {
    harm(&data.join("search"));
    let server = serving(&mut serve(data));
    searches(&server).await;
    server.ask_to_stop().unwrap();
    let (status, log) = server.ended().unwrap();
    assert!(status.success(), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn unusable_index_is_rebuilt_while_pages_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    rebuilt_after(data, |_| {}).await;
    assert!(!files(&data.join("search")).is_empty());
    rebuilt_after(data, |index| fs::remove_dir_all(index).unwrap()).await;
    rebuilt_after(data, |index| {
        for (path, bytes) in files(index) {
            let garbled: Vec<u8> = bytes
                .iter()
                .map(|byte| byte.wrapping_mul(7) ^ 0x5a)
                .collect();
            fs::write(path, garbled).unwrap();
        }
    })
    .await;
    rebuilt_after(data, |index| {
        for (path, bytes) in files(index) {
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn index_of_another_version_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    rebuilt_after(folder.path(), |_| {}).await;
    rebuilt_after(folder.path(), |index| {
        let mut renamed = 0;
        for entry in fs::read_dir(index).unwrap() {
            let path = entry.unwrap().path();
            fs::rename(&path, index.join(format!("other{renamed}"))).unwrap();
            renamed += 1;
        }
        assert!(renamed > 0);
    })
    .await;
}
