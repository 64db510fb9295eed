//! A worker of Citus is lost and comes back, another is added, while clients write.

use std::time::{Duration, Instant};

use reqwest::{Client, Method, StatusCode};
use testkit::remote::{self, Browser, email};

use super::{
    citus::Citus,
    server::{POLL_INTERVAL, Server, TIMEOUT, add, change, titles, until},
    writer::Crowd,
};

/// Users who write at once.
const WRITERS: usize = 32;
/// The worker that is lost; the servers are at the others.
const LOST: usize = 1;
/// The number of sign-ups that are tried; each may get an account at either worker.
const TRIES: usize = 40;
/// The number of sign-ups that must succeed while a worker is away.
const SUCCEED: usize = 3;
/// Longest time in which parts are moved: three times what was seen on a busy machine.
const MOVED_WITHIN: Duration = Duration::from_mins(5);
/// The answer to users whose data are on an unavailable node.
const SAID: &str = "Please try again in a while.";

/// Signs up until an account is at this worker; returns its browser.
async fn somebody_at(worker: usize, citus: &Citus, http: &Client, site: &str) -> Browser {
    for number in 0..TRIES {
        let name = format!("at{worker}number{number}");
        let browser = Browser::sign_up(http, site, &name).await.unwrap();
        let uid = browser.uid(site).await.unwrap();
        if citus.holder("account", &uid) == worker {
            return browser;
        }
    }
    panic!("all accounts are elsewhere");
}

/// The status of a page.
async fn page(browser: &Browser, server: &Server, path: &str) -> StatusCode {
    let request = browser.request(Method::GET, &server.address, "").build();
    let mut request = request.unwrap();
    *request.url_mut() = format!("{}{path}", server.address).parse().unwrap();
    let client = Client::builder().build().unwrap();
    let answer = client.execute(request).await.unwrap();
    answer.status()
}

/// Pages are answered for all users, cached or not.
async fn assert_pages_come(servers: &[Server; 2], visitors: [&Browser; 2]) {
    for path in [
        "/",
        "/browse",
        "/?search=titan",
        "/?page=3",
        "/anime/steins-gate",
        "/watchlist",
    ] {
        for server in servers {
            for visitor in visitors {
                assert_eq!(page(visitor, server, path).await, StatusCode::OK, "{path}");
            }
        }
    }
}

/// A lookup row and its account may be on different workers. Users with both on available ones can sign up.
async fn assert_sign_ups_go_on(citus: &Citus, http: &Client, site: &str) {
    let mut made = 0;
    for number in 0..TRIES {
        let name = format!("late{number}");
        let is_lost = citus.holder("account_email", &email(&name)) == LOST;
        match Browser::sign_up(http, site, &name).await {
            Ok(browser) => {
                assert!(!is_lost, "the address was not kept");
                let uid = browser.uid(site).await.unwrap();
                assert_ne!(citus.holder("account", &uid), LOST);
                made += 1;
            }
            Err(error) => assert_is_unavailable(&format!("{error:#}")),
        }
        if made == SUCCEED {
            return;
        }
    }
    panic!("{made} of {TRIES} could sign up");
}

fn assert_is_unavailable(failure: &str) {
    assert!(failure.contains("answered 503"), "{failure}");
    assert!(failure.contains(SAID), "{failure}");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_worker_fails_its_own_users_alone_and_loses_no_acknowledged_write() {
    let Some(citus) = Citus::start().await else {
        return;
    };
    let servers = citus.servers().await;
    let sites = [servers[0].address.clone(), servers[1].address.clone()];
    let http = remote::http().unwrap();
    let [kept, lost] = [0, LOST].map(|worker| somebody_at(worker, &citus, &http, &sites[0]));
    let (kept, lost) = (kept.await, lost.await);
    let crowd = Crowd::of(WRITERS, &http, &sites).await;
    let uids = crowd.uids(&sites[0]).await;
    let is_lost = |client: &usize| citus.holder("account", &uids[*client]) == LOST;
    let (theirs, others): (Vec<usize>, Vec<usize>) = (0..WRITERS).partition(is_lost);
    crowd.more_of_each(&others, 5).await;
    crowd.more_of_each(&theirs, 5).await;
    let mut events = kept.listen(&sites[1], None).await.unwrap();
    until(&mut events, 0).await;

    citus.workers[LOST].crash();
    crowd.more_of_each(&others, 50).await;
    let id = titles(&http, &sites[0]).await[0];
    let version = add(&kept, &sites[0], id).await;
    assert_eq!(until(&mut events, version).await, ["change"]);
    for site in &sites {
        let refused = change(&lost, Method::PUT, site, id).await;
        assert_is_unavailable(&format!("{:#}", refused.unwrap_err()));
    }
    assert_pages_come(&servers, [&kept, &lost]).await;
    assert_sign_ups_go_on(&citus, &http, &sites[1]).await;

    citus.workers[LOST].start();
    let started = Instant::now();
    crowd.more_of_each(&theirs, 5).await;
    println!("its users went on after {:?}", started.elapsed());
    crowd.more_of_each(&others, 5).await;
    add(&lost, &sites[1], id).await;
    let stories = crowd.stories(&sites[0]).await;
    for client in others {
        assert_eq!(stories[client].failures, [""; 0], "{client}");
    }
    for client in theirs {
        let failures = &stories[client].failures;
        assert!(
            !failures.is_empty(),
            "{client} wrote to a node that is away"
        );
        for said in failures {
            assert_is_unavailable(said);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn worker_is_added_and_takes_parts_over_while_clients_write() {
    let Some(mut citus) = Citus::start().await else {
        return;
    };
    let servers = citus.servers().await;
    let sites = [servers[0].address.clone(), servers[1].address.clone()];
    let crowd = Crowd::of(WRITERS, &remote::http().unwrap(), &sites).await;
    let all: Vec<usize> = (0..WRITERS).collect();
    crowd.more_of_each(&all, 5).await;

    citus.add_worker();
    let added = Instant::now();
    citus.coordinator.sql("SELECT citus_rebalance_start()");
    let state = "SELECT state FROM citus_rebalance_status()";
    while citus.coordinator.sql(state) != "finished" {
        assert!(added.elapsed() < MOVED_WITHIN, "parts are still moved");
        tokio::time::sleep(100 * POLL_INTERVAL).await;
    }
    let moved = added.elapsed();
    crowd.more_of_each(&all, 5).await;
    let uids = crowd.uids(&sites[0]).await;
    let new = citus.workers.len() - 1;
    let moved_users = uids
        .iter()
        .filter(|uid| citus.holder("account", uid) == new);
    println!("{} users were moved in {moved:?}", moved_users.count());
    let parts = format!(
        "SELECT count(*) > 0 FROM pg_dist_placement JOIN pg_dist_shard s USING (shardid) \
         JOIN pg_dist_node USING (groupid) \
         WHERE s.logicalrelid = 'account'::regclass AND nodeport = {}",
        citus.workers[new].port
    );
    assert_eq!(citus.coordinator.sql(&parts), "t", "it holds nothing");
    let stories = crowd.stories(&sites[1]).await;
    let longest = stories.iter().map(|story| story.pause).max().unwrap();
    println!("the longest pause of a client was {longest:?}");
    for story in stories {
        assert_eq!(story.failures, [""; 0]);
        assert!(longest < TIMEOUT / 6, "{longest:?}");
    }
}
