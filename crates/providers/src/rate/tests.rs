//! Arrivals at a provider, in simulated time.

use std::sync::Arc;

use futures::future::join_all;

use super::*;
use crate::fake::{Script, request};

/// A provider whose requests arrive after a delay of their own and take as long again.
#[derive(Default)]
struct Remote {
    arrivals: Mutex<Vec<Instant>>,
    requests: Mutex<Vec<String>>,
}

#[async_trait]
impl Fetch for Arc<Remote> {
    async fn fetch(&self, request: &Request, _etag: Option<&str>) -> Result<Answer, ProviderError> {
        let number = {
            let mut requests = self.requests.lock().unwrap();
            requests.push(request.url.clone());
            requests.len() as u64
        };
        let delay = Duration::from_millis(number * 37 % 900);
        sleep(delay).await;
        self.arrivals.lock().unwrap().push(Instant::now());
        sleep(delay).await;
        Ok(Answer::NotModified)
    }
}

/// The largest number of arrivals in any window of this length; the arrivals are in their order.
fn most_within(arrivals: &[Instant], window: Duration) -> usize {
    let within = |(first, start): (usize, &Instant)| {
        let from_here = arrivals[first..].iter();
        from_here.take_while(|at| **at < *start + window).count()
    };
    arrivals.iter().enumerate().map(within).max().unwrap_or(0)
}

#[tokio::test(start_paused = true)]
async fn no_window_holds_more_than_its_limit() {
    let remote = Arc::<Remote>::default();
    let limits = Limits::default();
    let limited = Limited::new(Arc::clone(&remote), limits);
    let questions: Vec<_> = (0..200).map(|n| request(&format!("/{n}"))).collect();
    join_all(questions.iter().map(|request| limited.fetch(request, None))).await;

    let mut arrivals = remote.arrivals.lock().unwrap().clone();
    arrivals.sort();
    assert_eq!(arrivals.len(), 200);
    assert_eq!(
        most_within(&arrivals, Duration::from_secs(1)),
        limits.per_second
    );
    assert_eq!(most_within(&arrivals, MAX_WINDOW), limits.per_minute);
}

/// Each user asks six questions: five at any time, one at noon.
#[tokio::test(start_paused = true)]
async fn day_of_ten_thousand_users_stays_within_the_limits() {
    const USERS: u64 = 10_000;
    const DAY: u64 = 24 * 60 * 60;
    let remote = Arc::<Remote>::default();
    let limits = Limits::default();
    let limited = Limited::new(Arc::clone(&remote), limits);
    let request = request("/any");
    let user = |number: u64| {
        let (limited, request) = (&limited, &request);
        async move {
            let mut now = 0;
            for look in 1..=6 {
                let spread = (number * 6 + look) * 53_399 % (DAY / 6);
                let at = if look == 4 {
                    DAY / 2
                } else {
                    now.max((look - 1) * DAY / 6 + spread)
                };
                sleep(Duration::from_secs(at - now)).await;
                now = at;
                limited.fetch(request, None).await.unwrap();
            }
        }
    };
    join_all((0..USERS).map(user)).await;
    let mut arrivals = remote.arrivals.lock().unwrap().clone();
    arrivals.sort();
    assert_eq!(arrivals.len(), 60_000);
    assert_eq!(
        most_within(&arrivals, Duration::from_secs(1)),
        limits.per_second
    );
    assert_eq!(most_within(&arrivals, MAX_WINDOW), limits.per_minute);
}

/// One after the other, at once or after a while, and the first one once more.
#[tokio::test(start_paused = true)]
async fn servers_taking_turns_stay_within_the_documented_limits() {
    let remote = Arc::<Remote>::default();
    let servers: Vec<_> = (0..3)
        .map(|_| Limited::new(Arc::clone(&remote), Limits::default()).in_turns(true))
        .collect();
    let request = request("/any");
    let turns = [(0, 100), (1, 70), (2, 61), (0, 200)];
    for (server, seconds) in turns {
        let asking = async {
            loop {
                let both = [(); 2].map(|()| servers[server].fetch(&request, None));
                join_all(both).await;
            }
        };
        let turn = Duration::from_secs(seconds);
        tokio::time::timeout(turn, asking).await.unwrap_err();
    }
    let mut arrivals = remote.arrivals.lock().unwrap().clone();
    arrivals.sort();
    assert!(arrivals.len() > 150, "{}", arrivals.len());
    assert!(most_within(&arrivals, Duration::from_secs(1)) <= 3);
    assert!(most_within(&arrivals, MAX_WINDOW) <= 60);
}

/// Another server may have sent two requests in the turn's first second.
#[tokio::test(start_paused = true)]
async fn turn_begins_with_one_request_in_its_first_second() {
    let script = Script::of([Ok(Answer::NotModified), Ok(Answer::NotModified)]);
    let limited = Limited::new(script, Limits::default()).in_turns(true);
    let started = Instant::now();
    limited.fetch(&request("/a"), None).await.unwrap();
    assert_eq!(started.elapsed(), Duration::ZERO);
    limited.fetch(&request("/b"), None).await.unwrap();
    assert_eq!(started.elapsed(), MIN_WINDOW);
}

#[tokio::test(start_paused = true)]
async fn single_server_uses_the_whole_limit() {
    let limits = Limits::default();
    let answers = (0..limits.per_second).map(|_| Ok(Answer::NotModified));
    let limited = Limited::new(Script::of(answers), limits);
    let started = Instant::now();
    for _ in 0..limits.per_second {
        limited.fetch(&request("/a"), None).await.unwrap();
    }
    assert_eq!(started.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn waiting_requests_are_sent_in_order() {
    let remote = Arc::<Remote>::default();
    let limited = Limited::new(Arc::clone(&remote), Limits::default());
    let questions: Vec<_> = (0..60).map(|n| request(&format!("/{n}"))).collect();
    join_all(questions.iter().map(|request| limited.fetch(request, None))).await;
    let requests = remote.requests.lock().unwrap().clone();
    assert!(
        requests
            .iter()
            .eq(questions.iter().map(|request| &request.url))
    );
}

#[tokio::test(start_paused = true)]
async fn cancelled_request_counts_against_the_limit() {
    let remote = Arc::<Remote>::default();
    let limits = Limits {
        per_second: 1,
        per_minute: 1,
    };
    let limited = Limited::new(Arc::clone(&remote), limits);
    let started = Instant::now();
    let timeout = Duration::from_millis(10);
    let request = request("/a");
    tokio::time::timeout(timeout, limited.fetch(&request, None))
        .await
        .unwrap_err();
    limited.fetch(&request, None).await.unwrap();
    let second = remote.arrivals.lock().unwrap()[0];
    assert!(second - started >= timeout + MAX_WINDOW);
}

fn refusal(seconds: u64) -> Result<Answer, ProviderError> {
    Err(ProviderError::RateLimited {
        retry_after: Some(Duration::from_secs(seconds)),
    })
}

#[tokio::test(start_paused = true)]
async fn short_retry_after_delays_every_request() {
    let script = Script::of([refusal(7), Ok(Answer::NotModified)]);
    let limited = Limited::new(script, Limits::default());
    let started = Instant::now();
    limited.fetch(&request("/a"), None).await.unwrap_err();
    limited.fetch(&request("/b"), None).await.unwrap();
    assert!(started.elapsed() >= Duration::from_secs(7));
}

#[tokio::test(start_paused = true)]
async fn long_retry_after_refuses_requests_at_once() {
    let script = Script::of([refusal(120), Ok(Answer::NotModified)]);
    let limited = Limited::new(Arc::clone(&script), Limits::default());
    limited.fetch(&request("/a"), None).await.unwrap_err();
    for _ in 0..3 {
        let answer = limited.fetch(&request("/b"), None).await;
        assert_eq!(answer, Err(ProviderError::Resting));
    }
    assert_eq!(script.requests(), 1);
    sleep(Duration::from_mins(2)).await;
    limited.fetch(&request("/b"), None).await.unwrap();
}
