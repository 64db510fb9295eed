//! The connection between the servers of one database: `LISTEN`, `NOTIFY` and an advisory lock, on a
//! connection of its own.
//!
//! A commit that carries a `NOTIFY` waits for all others of the kind, so notices are sent after the
//! commits they are about, many at once. That transaction writes no row and waits for no disk and no
//! standby.

use std::{future::poll_fn, time::Duration};

use async_trait::async_trait;
use domain::{
    Result,
    account::UserId,
    cluster::{ClusterConnection, Notice},
};
use tokio::{sync::mpsc, time::timeout};
use tokio_postgres::{
    AsyncMessage, Client, Config, Connection, Notification, Socket, tls::TlsStream,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::pool::{CONNECTION_TIMEOUT, SESSION};
use crate::error;

/// The time within which the server has to answer before the connection counts as broken.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The largest number of notifications that wait to be received. More end the connection: a server that is so late
/// catches up by what is stored, and an answer on the same connection must not wait behind them.
const QUEUE_CAPACITY: usize = 1_000;
/// The length of the longest payload that is sent, in bytes. PostgreSQL takes fewer than 8000.
const MAX_PAYLOAD: usize = 7_900;
/// The name of the channel, as servers share a schema, not just a database. It has 63 characters at most.
const CHANNEL: &str = "SELECT 'mitai_' || md5(current_schema()), pg_backend_pid()";
const NOTIFY: &str = "SELECT pg_notify($1, $2)";
/// The lock of the leader, which one connection has at a time. The first number is an arbitrary one of ours.
const TRY_LEADER_LOCK: &str = "SELECT pg_try_advisory_lock(601137, hashtext(current_schema()))";
/// A statement by which the leader finds out that its connection is gone.
const PING: &str = "SELECT 1";

/// A connection that listens for notices. Dropping it closes it, which frees the locks that it holds.
pub(super) struct Listening {
    client: Client,
    channel: String,
    /// The server's process for this connection, whose own notifications come back.
    own: i32,
    notifications: mpsc::Receiver<Notification>,
    leads: bool,
}

impl Listening {
    pub(super) async fn begin(config: &Config, tls: &MakeRustlsConnect) -> Result<Self> {
        let (client, connection) =
            with_timeout(CONNECTION_TIMEOUT, config.connect(tls.clone())).await?;
        let (incoming, notifications) = mpsc::channel(QUEUE_CAPACITY);
        tokio::spawn(drive(connection, incoming));
        in_time(client.batch_execute(SESSION)).await?;
        let row = in_time(client.query_one(CHANNEL, &[])).await?;
        let channel: String = row.get(0);
        in_time(client.batch_execute(&format!("LISTEN \"{channel}\""))).await?;
        Ok(Self {
            client,
            channel,
            own: row.get(1),
            notifications,
            leads: false,
        })
    }
}

#[async_trait]
impl ClusterConnection for Listening {
    async fn receive(&mut self) -> Result<Vec<Notice>> {
        let mut next = self.notifications.recv().await;
        if next.is_none() {
            return Err(error::unavailable(
                "the connection by which servers tell one another is lost; it is made anew",
                "the connection ended",
            ));
        }
        let mut received = Vec::new();
        while let Some(notification) = next {
            if notification.process_id() != self.own {
                received.extend(notification.payload().lines().filter_map(read));
            }
            next = self.notifications.try_recv().ok();
        }
        Ok(received)
    }

    async fn send(&mut self, notices: &[Notice]) -> Result<()> {
        for payload in payloads(notices) {
            in_time(self.client.execute(NOTIFY, &[&self.channel, &payload])).await?;
        }
        Ok(())
    }

    async fn try_lead(&mut self) -> Result<bool> {
        if self.leads {
            in_time(self.client.batch_execute(PING)).await?;
        } else {
            self.leads = in_time(self.client.query_one(TRY_LEADER_LOCK, &[]))
                .await?
                .get(0);
        }
        Ok(self.leads)
    }
}

/// Keeps the connection going, and hands on the notifications that it receives.
async fn drive(
    mut connection: Connection<Socket, impl TlsStream + Unpin>,
    incoming: mpsc::Sender<Notification>,
) {
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notification(notification) = message
            && incoming.try_send(notification).is_err()
        {
            return;
        }
    }
}

async fn in_time<T>(work: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T> {
    with_timeout(TIMEOUT, work).await
}

async fn with_timeout<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T> {
    timeout(limit, work)
        .await
        .map_err(error::late)?
        .map_err(error::postgres)
}

/// Notices as lines of as few payloads as possible. One that is too long for any is left out.
fn payloads(notices: &[Notice]) -> Vec<String> {
    let mut payloads = Vec::<String>::new();
    for line in notices
        .iter()
        .map(line)
        .filter(|line| line.len() < MAX_PAYLOAD)
    {
        match payloads.last_mut() {
            Some(payload) if payload.len() + line.len() < MAX_PAYLOAD => {
                payload.push('\n');
                payload.push_str(&line);
            }
            _ => payloads.push(line),
        }
    }
    payloads
}

fn line(notice: &Notice) -> String {
    match notice {
        Notice::LibraryChanged(uid) => format!("changed {uid}"),
        Notice::SignedOut(uid, None) => format!("signed-out {uid}"),
        Notice::SignedOut(uid, Some(session)) => format!("signed-out {uid} {session}"),
        Notice::Wish(wish) => format!("wished {wish}"),
    }
}

/// Reads a line that [`line()`] wrote; `None` for a notice that only a newer version knows.
fn read(line: &str) -> Option<Notice> {
    let (kind, rest) = line.split_once(' ')?;
    match kind {
        "changed" => UserId::parse(rest).map(Notice::LibraryChanged),
        "signed-out" => {
            let (uid, session) = match rest.split_once(' ') {
                Some((uid, session)) => (uid, Some(session.to_owned())),
                None => (rest, None),
            };
            Some(Notice::SignedOut(UserId::parse(uid)?, session))
        }
        "wished" => Some(Notice::Wish(rest.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uid(number: usize) -> UserId {
        UserId::new(format!("{number:026}"))
    }

    #[test]
    fn notices_are_read_as_sent_and_others_skipped() {
        let notices = vec![
            Notice::LibraryChanged(uid(1)),
            Notice::SignedOut(uid(2), None),
            Notice::SignedOut(uid(2), Some("a-session".into())),
            Notice::Wish(r#"{"Search":"two words"}"#.into()),
        ];
        let [payload] = &payloads(&notices)[..] else {
            panic!("they fit in one");
        };
        let read = |payload: &str| payload.lines().filter_map(read).collect::<Vec<_>>();
        assert_eq!(read(payload), notices);
        assert_eq!(read("later 1\nchanged nobody\nchanged\n"), []);
    }

    #[test]
    fn no_payload_is_longer_than_postgresql_takes() {
        let mut notices: Vec<_> = (0..1_000).map(uid).map(Notice::LibraryChanged).collect();
        notices.insert(500, Notice::Wish("x".repeat(8_000)));
        let payloads = payloads(&notices);
        assert!(payloads.iter().all(|payload| payload.len() < 8_000));
        assert!(payloads.len() <= 5, "{}", payloads.len());
        assert_eq!(payloads.iter().flat_map(|p| p.lines()).count(), 1_000);
    }
}
