//! The yardstick: the least that axum does to answer with a body of a given size.

use anyhow::Result;
use axum::{Router, http::header::CONTENT_TYPE, routing::get};
use bytes::Bytes;
use clap::Parser;
use tokio::net::TcpListener;

/// Answers everything with a body of a given size, on a free port of this machine.
#[derive(Parser)]
struct Yardstick {
    /// Bytes of the body.
    #[arg(long)]
    bytes: usize,
    /// Content type of the answer.
    #[arg(long)]
    content_type: String,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Yardstick {
        bytes,
        content_type,
    } = Yardstick::parse();
    let body = Bytes::from(vec![b'm'; bytes]);
    let answer = async move || ([(CONTENT_TYPE, content_type.clone())], body.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("The yardstick listens on http://{}", listener.local_addr()?);
    axum::serve(listener, Router::new().fallback(get(answer))).await?;
    Ok(())
}
