//! The ways in which a provider behaves.

use std::{
    io::{self, Write as _},
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};
use serde::Deserialize;
use serde_json::json;
use tokio::{io::AsyncWriteExt, net::TcpStream, time::sleep};

use super::wire::Reply;

/// How the stub answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    /// Answers as the real service does on a good day, with `ETag`s.
    Normal,
    /// Answers as in [`Mode::Normal`], but one in this many calls gets half of the JSON.
    FailsOneIn(usize),
    /// Answers with this status and the service's error body.
    Status {
        /// The status, such as 403, 404, 429, 500, 503 or 504.
        status: u16,
        /// The seconds in `Retry-After`; `None` leaves the header out.
        retry_after: Option<u64>,
    },
    /// A web page with status 200.
    Html,
    /// Half of the JSON, with status 200.
    Truncated,
    /// JSON of another shape, with status 200.
    WrongShape,
    /// The right answer, but every title in it is rated for adults.
    Adult,
    /// A rate-limit error in a body with status 200.
    ErrorIn200,
    /// Sends nothing for this long, then the right answer.
    Silent(Duration),
    /// The connection ends without an answer.
    Closed,
    /// The connection is reset.
    Reset,
    /// 50 MB of JSON.
    Huge,
    /// The same 50 MB of JSON, packed to 50 kB.
    Bomb,
    /// The right answer, one byte in 200 ms.
    Drip,
    /// A redirect to another host's address.
    Redirect,
}

/// `{"mode": "429", "retry_after": 5}` · `{"mode": "silent", "seconds": 10}` · `{"mode": "html"}`.
#[derive(Deserialize)]
struct Wire {
    mode: String,
    retry_after: Option<u64>,
    seconds: Option<u64>,
}

impl Mode {
    /// Returns the mode that answers with `status` and without `Retry-After`.
    pub const fn status(status: u16) -> Self {
        Self::Status {
            status,
            retry_after: None,
        }
    }

    /// Reads the body of `POST /__mode`.
    pub(super) fn parse(json: &[u8]) -> anyhow::Result<Self> {
        let wire: Wire = serde_json::from_slice(json)?;
        Ok(match wire.mode.as_str() {
            "normal" => Self::Normal,
            "html" => Self::Html,
            "truncated" => Self::Truncated,
            "wrong-shape" => Self::WrongShape,
            "adult" => Self::Adult,
            "error-in-200" => Self::ErrorIn200,
            "silent" => Self::Silent(Duration::from_secs(wire.seconds.unwrap_or(10))),
            "closed" => Self::Closed,
            "reset" => Self::Reset,
            "huge" => Self::Huge,
            "bomb" => Self::Bomb,
            "drip" => Self::Drip,
            "redirect" => Self::Redirect,
            status => Self::Status {
                status: status.parse().map_err(|_| {
                    anyhow::anyhow!(
                        "there is no mode \"{status}\"; see testkit::stub_provider::Mode"
                    )
                })?,
                retry_after: wire.retry_after,
            },
        })
    }

    /// Answers with `page` or with what this mode makes of it.
    pub(super) async fn play(self, stream: &mut TcpStream, page: Reply) -> io::Result<()> {
        match self {
            Self::Normal | Self::FailsOneIn(_) => page.send(stream).await,
            Self::Status {
                status,
                retry_after,
            } => {
                let error = Reply::jikan_error(status, "HttpException", "As asked for");
                error.with_retry_after(retry_after).send(stream).await
            }
            Self::Html => Reply::web_page().send(stream).await,
            Self::Truncated => page.halved().send(stream).await,
            Self::WrongShape => Reply::json(200, &json!({ "data": "?" })).send(stream).await,
            Self::Adult => page.rated_for_adults().send(stream).await,
            Self::ErrorIn200 => {
                let body = json!({ "status": "429", "type": "RateLimitException" });
                Reply::json(200, &body).send(stream).await
            }
            Self::Silent(time) => {
                sleep(time).await;
                page.send(stream).await
            }
            Self::Closed => Ok(()),
            Self::Reset => stream.set_zero_linger(),
            Self::Huge => send_huge(stream).await,
            Self::Bomb => stream.write_all(&bomb()?).await,
            Self::Drip => drip(stream, &page.bytes()).await,
            Self::Redirect => Reply::elsewhere().send(stream).await,
        }
    }
}

async fn send_huge(stream: &mut TcpStream) -> io::Result<()> {
    const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
        connection: close\r\n\r\n{\"data\":[\"";
    stream.write_all(HEAD).await?;
    let megabyte = vec![b'x'; 1_000_000];
    for _ in 0..50 {
        stream.write_all(&megabyte).await?;
    }
    stream.write_all(b"\"]}").await
}

fn bomb() -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(b"{\"data\":[\"")?;
    packed.write_all(&vec![b'x'; 50_000_000])?;
    packed.write_all(b"\"]}")?;
    let packed = packed.finish()?;
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        packed.len()
    );
    Ok([head.into_bytes(), packed].concat())
}

async fn drip(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    for byte in bytes {
        stream.write_all(&[*byte]).await?;
        sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}
