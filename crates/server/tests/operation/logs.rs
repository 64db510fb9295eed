//! What the server logs.

use serde_json::Value;

use super::mitai::serving;

#[tokio::test(flavor = "multi_thread")]
async fn lines_for_programs_name_their_request() {
    let folder = tempfile::tempdir().unwrap();
    // A filter takes lines away, never the id from those that stay
    let server = serving(folder.path(), &["--log-format=json", "--log=warn"]);
    let wanted = format!("{}/api/v1/auth/google", server.address);
    for _ in 0..2 {
        reqwest::get(&wanted).await.unwrap();
    }
    server.ask_to_stop().unwrap();
    let (status, log) = server.ended().unwrap();
    assert!(status.success(), "{log}");
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of_requests = lines.iter().filter(|line| {
        let message = line["message"].as_str().unwrap();
        message.contains("MITAI_OIDC_CLIENT_ID is not set")
    });
    let ids: Vec<&str> = of_requests
        .map(|line| line["span"]["request_id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 2, "{log}");
    assert_ne!(ids[0], ids[1]);
    assert_eq!(lines[0]["level"], "WARN");
}
