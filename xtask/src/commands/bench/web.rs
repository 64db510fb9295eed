//! Pages in a browser. The measurements themselves are in `bench/`, because the browser's
//! tools are Node's.

use anyhow::Result;

use super::{scratch::Scratch, server::Server};
use crate::{machine, node, paths, process};

pub(super) fn measure() -> Result<()> {
    let folder = paths::bench();
    node::install(&folder)?;
    let chromium = machine::chromium()?;
    let data = Scratch::new("web")?;
    let server = Server::mitai(data.path())?;
    // A visitor seldom is the first one after a start.
    server.get("/")?;
    let mut measure = node::script(&folder, "web");
    measure
        .env("CHROMIUM_PATH", chromium)
        .env("MITAI_ADDRESS", server.address());
    process::run(&mut measure)
}
