//! What users do with their lists. The load comes from `bench/src/lists`, because a thousand open
//! streams need a runtime that xtask does without.

use std::path::Path;

use anyhow::Result;

use super::{
    crowd, engines,
    figures::{
        BARE_EVENTS, FINE_MILLISECONDS, Figures, KILOBYTES, MEGABYTES, RATIO, REQUESTS, SECONDS,
        Target::{self, AtLeast, AtMost, Below},
        Unit,
    },
    reported::Reported,
    server::{Server, program},
    throughput::GALLERY,
};

/// The largest number of users that the load signs up.
const USERS: &str = "500";

/// The figures that the load reports, in the order of the table.
const FIGURES: [(&str, &str, Unit, Target); 30] = [
    (
        "change-short",
        "change, 10 entries",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "change-long",
        "change, 10,000 entries",
        FINE_MILLISECONDS,
        Target::None,
    ),
    ("change-ratio", "change, ratio of both", RATIO, AtMost(1.5)),
    (
        "read",
        "list of 1,000, read",
        FINE_MILLISECONDS,
        AtMost(3.0),
    ),
    ("read-size", "list of 1,000", KILOBYTES, AtMost(40.0)),
    (
        "read-unchanged",
        "list of 1,000, unchanged: 304",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "read-fresh",
        "list of 1,000, first after a change",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "read-fresh-size",
        "list of 1,000, first after a change",
        KILOBYTES,
        Target::None,
    ),
    (
        "entry-edit-short",
        "edit, 10 entries",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "entry-edit-long",
        "edit, 20,000 entries",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "entry-edit-ratio",
        "edit, ratio of both",
        RATIO,
        AtMost(1.5),
    ),
    (
        "entries-read",
        "1,000 full entries, read",
        FINE_MILLISECONDS,
        AtMost(3.0),
    ),
    (
        "entries-size",
        "1,000 full entries",
        KILOBYTES,
        AtMost(60.0),
    ),
    (
        "entries-fresh-size",
        "1,000 full entries, first after a change",
        KILOBYTES,
        AtMost(60.0),
    ),
    (
        "entries-unchanged",
        "1,000 full entries, unchanged: 304",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "entries-at",
        "1,000 full entries as they were, 100,000 changes",
        FINE_MILLISECONDS,
        AtMost(200.0),
    ),
    (
        "page-list-first",
        "public list of 20,000, first part",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "page-list",
        "public list of 20,000, another part",
        FINE_MILLISECONDS,
        AtMost(10.0),
    ),
    (
        "page-compared-first",
        "comparison with 20,000, first part",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "page-compared",
        "comparison with 20,000, another part",
        FINE_MILLISECONDS,
        AtMost(10.0),
    ),
    (
        "import-preview",
        "import of 20,000 rows, preview",
        FINE_MILLISECONDS,
        AtMost(2_000.0),
    ),
    (
        "import-apply",
        "import of 20,000 rows, applied",
        FINE_MILLISECONDS,
        AtMost(2_000.0),
    ),
    (
        "import-undo",
        "import of 20,000 rows, taken back",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        IMPORT_MEMORY,
        "import of 20,000 rows, more memory",
        MEGABYTES,
        AtMost(60.0),
    ),
    (
        "import-pages",
        "titles of others during imports, p99",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "import-pages-ratio",
        "titles of others during imports, p99, beside before",
        RATIO,
        AtMost(1.5),
    ),
    (
        "reported",
        "change to another device, 1,000 streams",
        FINE_MILLISECONDS,
        Target::None,
    ),
    (
        "reported-p99",
        "change to another device, p99",
        FINE_MILLISECONDS,
        AtMost(15.0),
    ),
    (STREAMS, "memory of 1,000 streams", MEGABYTES, Below(40.0)),
    (
        "returned",
        "8,000 streams opened at once",
        SECONDS,
        AtMost(10.0),
    ),
];
/// The names of figures that the load does not report, as they are measured here.
const STREAMS: &str = "streams";
const IMPORT_MEMORY: &str = "import-memory";

/// Durable changes and edits a second that 64 users have acknowledged at least: on SQLite, and on PostgreSQL, where
/// those of entries have no target.
const MIN_ON_SQLITE: [Target; 2] = [AtLeast(5_100.0), AtLeast(5_000.0)];
const MIN_ON_POSTGRES: [Target; 2] = [AtLeast(4_500.0), Target::None];

/// The figures of many users at once, each with the figure of the engine alone that is its yardstick.
const BY_MANY: [(&str, &str); 2] = [("changes", "changes"), ("entry-edits", "edits")];
/// The figures whose yardstick is the statements of a change alone.
const STATEMENTS: [&str; 2] = ["change-short", "change-long"];
/// The figures whose yardstick is streams that are fed by nothing but a channel.
const LATENCIES: [&str; 4] = ["reported", "reported-p99", STREAMS, "returned"];

pub(super) fn measure(catalogue: &Path, figures: &mut Figures) -> Result<()> {
    engines::on_both("lists", catalogue, figures, |engine, figures| {
        let name = engine.name;
        let server = Server::mitai_with(|command| {
            command
                .args(engine.place)
                .args(["--sign-ups-per-hour", USERS])
        })?;
        crowd::warm_up(&server, catalogue)?;
        println!("Making load, {name} …");
        let ours = load(&server, catalogue, &[])?;
        println!("The same streams, bare handler …");
        let bare = Server::bare_streams(&server.get(GALLERY)?, &ours)?;
        let bare = load(&bare, catalogue, &["--only-streams"])?;
        println!("The statements of a change alone, {name} …");
        let mut raw = Reported::default();
        raw.read(program("raw").args(engine.raw), || None)?;
        for (key, what, unit, target) in FIGURES {
            let yardstick = if STATEMENTS.contains(&key) {
                Some((engine.alone, raw.value("raw-change")?))
            } else if LATENCIES.contains(&key) {
                Some((BARE_EVENTS, value(&bare, key)?))
            } else {
                None
            };
            let what = format!("{what}, {name}");
            figures.row(yardstick, what, value(&ours, key)?, unit, target);
        }
        let targets = match name {
            "SQLite" => MIN_ON_SQLITE,
            _ => MIN_ON_POSTGRES,
        };
        for ((key, what), target) in BY_MANY.into_iter().zip(targets) {
            let alone = (engine.alone, raw.value("raw")?);
            let what = format!("{what} by 64 users at once, {name}");
            figures.beside(alone, what, ours.value(key)?, REQUESTS, target);
        }
        Ok(())
    })
}

/// Returns the figures that the load on a server reports.
fn load(server: &Server, catalogue: &Path, more: &[&str]) -> Result<Reported> {
    let mut load = program("lists");
    load.args(["--site", &server.address(), "--catalogue"]);
    load.arg(catalogue).args(more);
    let mut reported = Reported::default();
    reported.read(&mut load, || server.memory().map(|memory| memory.now))?;
    Ok(reported)
}

fn value(reported: &Reported, key: &str) -> Result<f64> {
    match key {
        STREAMS => Ok(reported.value("with-streams")? - reported.value("before-streams")?),
        IMPORT_MEMORY => {
            let most = reported.value("previewed")?.max(reported.value("applied")?);
            Ok(most - reported.value("before-import")?)
        }
        _ => reported.value(key),
    }
}
