//! `cargo xtask dev`

use std::{process::ExitCode, thread, time::Duration};

use anyhow::Result;

use super::{run, serving::Serving};
use crate::{
    fingerprint, node, paths,
    process::{self, Running},
};

/// Where Vite serves the web app, as `web/vite.config.ts` has it.
const WEB: &str = "http://localhost:5173";

/// Serves the web app from its sources, and everything else from a server that is built anew after
/// each change of the Rust code. The page follows each change by itself.
pub(crate) fn dev() -> Result<ExitCode> {
    node::install(&paths::web())?;
    // The server does not start without the page it would serve itself.
    node::build_if_changed()?;
    run::build_server()?;
    let mut built = sources()?;
    let serving = Serving::new(&[], Some(WEB))?;
    let mut server = Some(start(&serving)?);
    let _web = Running::start(&mut node::script(&paths::web(), "dev"))?;
    while !process::interrupted() {
        thread::sleep(Duration::from_secs(1));
        let now = sources()?;
        if now == built {
            continue;
        }
        built = now;
        println!("The Rust code has changed, building …");
        // Code that does not build leaves the server of before in place.
        if run::build_server().is_ok() {
            drop(server.take());
            server = start(&serving)
                .inspect_err(|error| eprintln!("{error:#}"))
                .ok();
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn start(serving: &Serving) -> Result<Running> {
    serving.start(|address| println!("The server is ready at {address}"))
}

fn sources() -> Result<String> {
    let root = paths::root();
    fingerprint::of(
        &["crates", "catalogue", "Cargo.toml", "Cargo.lock"].map(|path| root.join(path)),
    )
}
