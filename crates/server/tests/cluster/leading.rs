//! One server asks the provider for all, and another one when it ends.

use std::time::{Duration, Instant};

use testkit::{
    TestDb,
    stub_provider::{FIRST_ID, StubProvider},
};

use super::server::{POLL_INTERVAL, Server, TIMEOUT};

/// Pause between two looks of a visitor.
const PAUSE: Duration = Duration::from_millis(100);

async fn look(server: &Server, id: u32) {
    let page = format!("{}/api/v1/anime?search=title%20{id}", server.address);
    let answer = reqwest::get(page).await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.status());
}

fn asked(stub: &StubProvider, id: u32) -> usize {
    let seen = stub.seen();
    let word = [format!("title+{id}&"), format!("title%20{id}&")];
    let of = |target: &str| word.iter().any(|word| format!("{target}&").contains(word));
    seen.iter().filter(|seen| of(&seen.target)).count()
}

on_both_servers! {
    leader_fetches_the_wishes_of_all_servers,
    leader_fetches_the_parts_that_all_servers_are_asked_for,
}

async fn leader_fetches_the_parts_that_all_servers_are_asked_for(db: &TestDb) {
    // A title of the built-in catalogue, which knows no pictures
    const PART: &str = "/v4/anime/1/pictures";
    let stub = StubProvider::start().await.unwrap();
    let flags = ["--jikan-url", &stub.jikan_url(), "--mirror", "off"];
    let _leader = Server::over(db, &flags).await;
    let others = Server::two_over(db, &flags).await;
    for server in &others {
        let answer = reqwest::get(format!("{}{PART}", server.address)).await;
        assert!(answer.unwrap().status().is_success());
    }
    let asked = || {
        let seen = stub.seen();
        seen.iter().filter(|seen| seen.target == PART).count()
    };
    let start = Instant::now();
    while asked() == 0 {
        assert!(start.elapsed() < TIMEOUT, "{:?}", stub.seen());
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    tokio::time::sleep(PAUSE).await;
    assert_eq!(asked(), 1);
}

async fn leader_fetches_the_wishes_of_all_servers(db: &TestDb) {
    let stub = StubProvider::start().await.unwrap();
    let flags = ["--jikan-url", &stub.jikan_url(), "--mirror", "off"];
    let leader = Server::over(db, &flags).await;
    let others = Server::two_over(db, &flags).await;
    for round in 0..5 {
        for server in &others {
            look(server, FIRST_ID + round).await;
        }
    }
    let start = Instant::now();
    while (0..5).any(|round| asked(&stub, FIRST_ID + round) == 0) {
        assert!(start.elapsed() < TIMEOUT, "{:?}", stub.seen());
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    for round in 0..5 {
        assert_eq!(asked(&stub, FIRST_ID + round), 1, "{:?}", stub.seen());
    }

    // Another server might have sent one just before: a new leader waits a second after its first request
    let seen = stub.seen();
    assert!(seen[1].at > seen[0].at + Duration::from_millis(500));

    drop(leader);
    // Answers are cached for a while: another page each time
    let (killed, mut next) = (Instant::now(), FIRST_ID + 5);
    while (FIRST_ID + 5..next).all(|id| asked(&stub, id) == 0) {
        assert!(killed.elapsed() < TIMEOUT, "nobody asks any more");
        look(&others[0], next).await;
        next += 1;
        tokio::time::sleep(PAUSE).await;
    }
    println!(
        "another server asked {:?} after the leader's end",
        killed.elapsed()
    );
}
