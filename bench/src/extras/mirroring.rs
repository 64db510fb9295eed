//! What the mirror costs those who look at titles: pages and sections of a server that fetches extras from a provider,
//! every fifth of whose answers is cut off, and of one that holds as much and fetches nothing. Both are asked in turn.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use bench::{SeededRng, figure, milliseconds_since, quantile};
use clap::Args;
use reqwest::Client;
use testkit::{
    program::{self, Serving},
    remote,
    stub_provider::{FIRST_ID, Mode, StubProvider},
};
use tokio::time::sleep;

/// The largest number of calls in a second while extras are fetched for both servers; the mirror takes two thirds of them.
const FILLING: u32 = 600;
/// The largest number of calls in a second while the servers are measured.
const MEASURED: u32 = 60;
/// One in this many calls fails.
const FAILS: usize = 5;
/// Longest wait for the mirror.
const TIMEOUT: Duration = Duration::from_mins(10);
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Pause after both servers were asked.
const PAUSE: Duration = Duration::from_millis(10);
const SECTIONS: [&str; 4] = ["characters", "staff", "episodes", "recommendations"];

#[derive(Args)]
pub(crate) struct Mirroring {
    /// The server's program
    #[arg(long)]
    mitai: PathBuf,
    /// An empty folder for the data of two servers
    #[arg(long)]
    folder: PathBuf,
    /// How many titles the provider has
    #[arg(long, default_value_t = 2_000)]
    titles: u32,
    /// How long both are asked, in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Which titles are drawn
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// The names of the calls that are measured.
const MEASURED_CALLS: [&str; 2] = ["page", "section"];

/// A server, and how long its answers took in milliseconds, for each of [`MEASURED_CALLS`].
struct Measured {
    serving: Serving,
    took: [Vec<f64>; 2],
}

impl Mirroring {
    /// Tells how long pages and sections take at either server, and how many calls the mirror made meanwhile.
    pub(crate) async fn measure(&self) -> Result<()> {
        let stub = StubProvider::with_titles(self.titles).await?;
        let [with, without] = ["with", "without"].map(|name| self.folder.join(name));
        let filling = self.mirror(&with, &stub, FILLING)?;
        until(|| is_there(&stub, self.titles / 2)).await?;
        drop(filling);
        copy(&with, &without)?;

        stub.set(Mode::FailsOneIn(FAILS));
        let nothing: [&str; 0] = [];
        let beside = Serving::start(&mut program::serve(self.mitai()?, &without, &nothing))?;
        let mut servers = [self.mirror(&with, &stub, MEASURED)?, beside].map(|serving| Measured {
            serving,
            took: Default::default(),
        });
        let before = stub.seen().len();
        // The other server takes over once the lease has expired
        until(|| stub.seen().len() > before).await?;
        let (before, begin) = (stub.seen().len(), Instant::now());
        self.visit(&mut servers).await?;
        let calls = u32::try_from(stub.seen().len() - before)?;
        ensure!(
            !is_there(&stub, self.titles - 1),
            "the mirror had nothing to do at the end: take more titles, or fewer seconds"
        );
        for (name, server) in ["mirroring", "beside"].into_iter().zip(&mut servers) {
            for (asked, took) in MEASURED_CALLS.into_iter().zip(&mut server.took) {
                for (which, part) in [("p50", 0.5), ("p99", 0.99)] {
                    figure(&format!("{name}-{asked}-{which}"), quantile(took, part));
                }
            }
        }
        figure("calls", f64::from(calls) / begin.elapsed().as_secs_f64());
        Ok(())
    }

    fn mitai(&self) -> Result<&str> {
        self.mitai.to_str().context("the program's path is no text")
    }

    /// Starts a server that mirrors the stub.
    fn mirror(&self, data: &Path, stub: &StubProvider, per_second: u32) -> Result<Serving> {
        let url = stub.jikan_url();
        let (second, minute) = (per_second.to_string(), (per_second * 60).to_string());
        let flags = [
            "--jikan-url",
            &url,
            "--jikan-per-second",
            &second,
            "--jikan-per-minute",
            &minute,
        ];
        Serving::start(&mut program::serve(self.mitai()?, data, &flags))
    }

    /// Asks both servers for titles of which both hold everything.
    async fn visit(&self, servers: &mut [Measured; 2]) -> Result<()> {
        let http = remote::http()?;
        let mut rng = SeededRng::new(self.seed.into());
        let half = usize::try_from(self.titles / 2)?;
        let (begin, lasts) = (Instant::now(), Duration::from_secs(self.seconds));
        while begin.elapsed() < lasts {
            let id = FIRST_ID + u32::try_from(rng.below(half))?;
            let section = SECTIONS[rng.below(SECTIONS.len())];
            let paths = [
                format!("/anime/{id}"),
                format!("/api/v1/anime/{id}/{section}"),
            ];
            // Which server is asked first is random
            let first = rng.below(2);
            for place in [first, 1 - first] {
                servers[place].ask(&http, &paths).await?;
            }
            sleep(PAUSE).await;
        }
        Ok(())
    }
}

impl Measured {
    async fn ask(&mut self, http: &Client, paths: &[String; 2]) -> Result<()> {
        for (path, took) in paths.iter().zip(&mut self.took) {
            let begin = Instant::now();
            let answer = http.get(format!("{}{path}", self.serving.address)).send();
            answer.await?.error_for_status()?.bytes().await?;
            took.push(milliseconds_since(begin));
        }
        Ok(())
    }
}

/// Whether the last extra of the title at this place was asked for, the most popular of which is 0.
fn is_there(stub: &StubProvider, place: u32) -> bool {
    let last = format!("/v4/anime/{}/news", FIRST_ID + place);
    stub.seen().iter().any(|seen| seen.target == last)
}

/// Waits until there is `enough`; fails after [`TIMEOUT`].
async fn until(enough: impl Fn() -> bool) -> Result<()> {
    let begin = Instant::now();
    while !enough() {
        ensure!(begin.elapsed() < TIMEOUT, "the mirror is too slow");
        sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

/// Copies the files of a folder in which no server runs.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(from)? {
        let file = file?;
        if file.file_type()?.is_file() {
            fs::copy(file.path(), to.join(file.file_name()))?;
        }
    }
    Ok(())
}
