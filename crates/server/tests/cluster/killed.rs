//! A server that is killed while clients write through it.

use testkit::{TestDb, remote};

use super::{
    server::{MAX_PAUSE, Server},
    writer::Crowd,
};

on_both_servers! {
    killed_server_loses_no_acknowledged_write_and_clients_switch_to_another,
}

async fn killed_server_loses_no_acknowledged_write_and_clients_switch_to_another(db: &TestDb) {
    let [one, other] = Server::two_over(db, &[]).await;
    let http = remote::http().unwrap();
    let sites = [one.address.clone(), other.address.clone()];
    let crowd = Crowd::start(&http, &sites).await;
    crowd.more(100).await;
    drop(one);
    let first = crowd.more(100).await;
    let longest = crowd.end(&other.address).await;
    println!("clients went on after {first:?}; the longest pause of one was {longest:?}");
    assert!(longest < MAX_PAUSE, "{longest:?}");
}
