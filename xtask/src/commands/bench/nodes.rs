//! Two servers over one PostgreSQL: how soon the listeners of one receive changes through the other.

use std::path::Path;

use anyhow::Result;

use super::{
    crowd,
    figures::{
        FINE_MILLISECONDS, Figures, ONE_SERVER,
        Target::{self, AtMost},
    },
    reported::Reported,
    server::{Server, program},
};
use crate::{postgres::Cluster, process};

/// The milliseconds that 99 of 100 changes take at most.
const MAX_MILLISECONDS: f64 = 100.0;

const FIGURES: [(&str, Target); 2] = [("p50", Target::None), ("p99", AtMost(MAX_MILLISECONDS))];

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    let cluster = Cluster::start()?;
    let mut import = program("mitai");
    import.args(["import", "jikan"]).arg(catalogue);
    process::run(import.args(["--database", &cluster.url]))?;
    let server = || Server::mitai_with(|command| command.args(["--database", &cluster.url]));
    let (one, other) = (server()?, server()?);
    for server in [&one, &other] {
        crowd::warm_up(server, catalogue)?;
    }
    println!("Changing lists through one server, listening to another …");
    let mut load = program("lists");
    load.args(["--site", &one.address(), "--other", &other.address()]);
    let mut reported = Reported::default();
    reported.read(load.arg("--catalogue").arg(catalogue), || None)?;
    for (part, target) in FIGURES {
        let yardstick = (ONE_SERVER, reported.value(&format!("within-{part}"))?);
        let row = format!("a change heard at another server, {part}");
        let value = reported.value(&format!("across-{part}"))?;
        figures.beside(yardstick, row, value, FINE_MILLISECONDS, target);
    }
    Ok(())
}
