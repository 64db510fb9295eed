//! The stub provider on its own, for end-to-end tests:
//! `cargo run -p mitai-testkit --bin stub-provider -- --port P`.
//!
//! `POST /__mode` with `{"mode": "429"}` changes how it behaves; `GET /__requests` lists what it
//! was asked.

use std::env;

use anyhow::{Context, bail};
use testkit::stub_provider::StubProvider;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let port = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => 0,
        ["--port", port] => port.parse().context("the port is not a number")?,
        _ => bail!("usage: stub-provider [--port P]"),
    };
    let stub = StubProvider::start_on(port).await?;
    println!("Jikan: {}", stub.jikan_url());
    println!("Kitsu: {}", stub.kitsu_url());
    stub.wait().await
}
