//! Nothing that was acknowledged is lost, doubled or reordered, however often the process dies.

use std::{
    env,
    time::{Duration, Instant},
};

use testkit::TestDb;
use tokio::sync::watch;

use super::{
    client::SeededRng,
    crowd::{Crowd, Size},
    mitai::Mitai,
};

/// The number of times that the process is killed. `MITAI_TEST_KILLS` sets another number.
const KILLS: usize = 10;
/// The clients and listeners of the user whose changes are judged most.
const CROWD: Size = Size {
    clients: 64,
    listeners: 3,
};
/// The clients and listeners of another user, who uses the same titles.
const CONTROL: Size = Size {
    clients: 8,
    listeners: 1,
};
/// The range from which the number of answered requests between two deaths is drawn.
const LIFE: std::ops::Range<usize> = 200..600;

async fn acknowledged_changes_survive_kills(db: &TestDb) {
    let kills = env::var("MITAI_TEST_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let mut server = Mitai::start(db.url()).await;
    let (place, site) = watch::channel(server.address.clone());
    let mut crowd = Crowd::gather("crowd", CROWD, site.clone()).await;
    let mut control = Crowd::gather("control", CONTROL, site).await;
    let mut rng = SeededRng::new(kills);
    let mut ready = Duration::ZERO;
    for kill in 1..=kills {
        crowd.answered(LIFE.start + rng.roll(LIFE.len())).await;
        // A slow machine answers the clients before all listeners are back
        crowd.listening(kill).await;
        server.kill();
        if kill == kills {
            assert_whole(db.url());
        }
        let begun = Instant::now();
        server = Mitai::start(db.url()).await;
        ready = ready.max(begun.elapsed());
        place.send_replace(server.address.clone());
    }
    crowd.answered(LIFE.end).await;
    let (asks, control_asks) = (crowd.stop().await, control.stop().await);

    let tally = crowd.judge(asks).await;
    assert!(
        tally.unanswered >= kills,
        "kills met nobody at work: {tally:?}"
    );
    assert!(tally.streams > kills * CROWD.listeners, "{tally:?}");
    control.judge(control_asks).await;
    println!("{kills} kills: {tally:?}; ready again after {ready:?} at most");
}

/// SQLite finds nothing wrong with its file, as the dead process left it.
fn assert_whole(database: &str) {
    let Some(file) = database.strip_prefix("sqlite:") else {
        return;
    };
    let connection = rusqlite::Connection::open(file).unwrap();
    let check = "PRAGMA integrity_check";
    let said: String = connection.query_row(check, [], |row| row.get(0)).unwrap();
    assert_eq!(said, "ok");
}

on_both_engines! { acknowledged_changes_survive_kills }
