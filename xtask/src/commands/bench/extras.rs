//! What is known of titles beside their records, at full size: taking it in, and reading each section; and pages while the
//! mirror fetches it. The files and the load are in `bench/src/extras`.

use std::{
    ffi::OsStr,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};

use super::{
    engines::{self, Engine},
    figures::{
        FINE_MILLISECONDS, Figures, MEGABYTES, REQUESTS, SECONDS,
        Target::{self, AtMost, Below, RatioAtMost},
    },
    memory,
    reported::Reported,
    scratch::Scratch,
    server::program,
};
use crate::{
    paths,
    process::{self, Running},
};

/// The kinds of files, in the order in which they are imported.
const KINDS: [&str; 10] = [
    "characters",
    "staff",
    "episodes",
    "videos",
    "pictures",
    "recommendations",
    "statistics",
    "news",
    "people",
    "characters-full",
];
/// The longest time, in seconds, and the largest memory, in MB, that importing all files may take.
const MAX_SECONDS: f64 = 60.0;
const MAX_MEGABYTES: f64 = 300.0;
/// The longest time that a section of a page may take, in milliseconds.
const SECTION: Target = AtMost(20.0);
/// Pause between two looks at a program's memory.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What the program reports, in the order of the table. The whole of a cast, or of what somebody is in, is no section
/// of a page, and lists of all people and characters are for programs.
const SECTIONS: [(&str, &str, Target); 33] = [
    ("known", "which sections a title has", SECTION),
    ("cast", "cast, first part", SECTION),
    ("whole-cast", "cast, all of it", Target::None),
    ("staff", "staff", SECTION),
    ("episodes", "episodes", SECTION),
    ("episodes-far", "episodes, tenth part", SECTION),
    ("videos", "videos", SECTION),
    ("pictures", "pictures", SECTION),
    ("recommendations", "recommendations", SECTION),
    ("statistics", "statistics", SECTION),
    ("news", "news", SECTION),
    ("person", "a person", SECTION),
    ("voice-roles", "whom somebody speaks", SECTION),
    ("staff-credits", "what somebody made", SECTION),
    ("character", "a character", SECTION),
    ("appearances", "what a character is in", SECTION),
    ("credited-person", "a person, all they are in", Target::None),
    (
        "credited-character",
        "a character, all they are in",
        Target::None,
    ),
    ("top-people", "people by favourites", SECTION),
    ("top-characters", "characters by favourites", SECTION),
    ("find-people", "people by name", SECTION),
    ("find-characters", "characters by name", SECTION),
    ("people-by-id", "list of people, by number", Target::None),
    ("people-by-name", "list of people, by name", Target::None),
    (
        "people-by-birthday",
        "list of people, by day of birth",
        Target::None,
    ),
    (
        "people-by-favorites",
        "list of people, by favourites",
        Target::None,
    ),
    (
        "characters-by-id",
        "list of characters, by number",
        Target::None,
    ),
    (
        "characters-by-name",
        "list of characters, by name",
        Target::None,
    ),
    (
        "characters-by-favorites",
        "list of characters, by favourites",
        Target::None,
    ),
    (
        "characters-by-letter-and-name",
        "list of characters, of a letter, by name",
        Target::None,
    ),
    (
        "characters-by-text-and-name",
        "list of characters, found, by name",
        Target::None,
    ),
    (
        "recommended-pairs",
        "pairs of recommended titles",
        Target::None,
    ),
    ("title-videos", "videos of all titles", Target::None),
];

/// The answers that are timed while extras are mirrored.
const VISITED: [(&str, &str); 2] = [("page", "a title's page"), ("section", "a section of it")];
/// The largest ratio of an answer's time to its time where nothing is mirrored.
const MAX_RATIO: f64 = 1.3;

pub(super) fn measure(catalogue: &Path, seed: u32, figures: &mut Figures) -> Result<()> {
    let folder = Scratch::new("extras-files")?;
    println!("Making casts, staffs, episodes …");
    let mut make = program("extras");
    make.arg("make").arg("--catalogue").arg(catalogue);
    make.arg("--folder").arg(folder.path());
    process::run(make.args(["--seed", &seed.to_string()]))?;
    engines::on_both("extras", catalogue, figures, |engine, figures| {
        import_all(folder.path(), engine, figures)?;
        println!("Reading sections, {} …", engine.name);
        let mut read = program("extras");
        read.arg("read").arg("--catalogue").arg(catalogue);
        read.args(engine.place).args(["--seed", &seed.to_string()]);
        let mut reported = Reported::default();
        reported.read(&mut read, || None)?;
        for (key, name, target) in SECTIONS {
            let value = reported.value(&format!("{key}-p99"))?;
            let row = format!("{name}, p99, {}", engine.name);
            figures.add(row, value, FINE_MILLISECONDS, target);
        }
        Ok(())
    })?;
    visited_while_mirrored(seed, figures)
}

/// Pages of 2,000 titles while a server fetches what is known beside them, one call in five failing, beside those of a
/// server that holds as much and fetches nothing.
fn visited_while_mirrored(seed: u32, figures: &mut Figures) -> Result<()> {
    println!("Pages while extras are mirrored …");
    let folder = Scratch::new("mirrored-extras")?;
    let mut mirror = program("extras");
    mirror.arg("mirror").arg("--mitai");
    mirror.arg(paths::release_programs().join("mitai"));
    mirror.arg("--folder").arg(folder.path());
    mirror.args(["--seed", &seed.to_string()]);
    let mut reported = Reported::default();
    reported.read(&mut mirror, || None)?;
    for (key, name) in VISITED {
        for (quantile, target) in [("p50", Target::None), ("p99", RatioAtMost(MAX_RATIO))] {
            let value = |server| reported.value(&format!("{server}-{key}-{quantile}"));
            figures.beside(
                ("mirrors nothing", value("beside")?),
                format!("{name}, {quantile}, while extras are mirrored, SQLite"),
                value("mirroring")?,
                FINE_MILLISECONDS,
                target,
            );
        }
    }
    let row = "calls to a provider that fails every fifth, meanwhile";
    figures.add(row, reported.value("calls")?, REQUESTS, Target::None);
    Ok(())
}

fn import_all(folder: &Path, engine: &Engine, figures: &mut Figures) -> Result<()> {
    let name = engine.name;
    println!("Importing extras, {name} …");
    let begin = Instant::now();
    let mut peak: f64 = 0.0;
    for kind in KINDS {
        let file = folder.join(format!("{kind}.jsonl"));
        peak = peak.max(import(kind, &file, engine.place)?);
    }
    let took = begin.elapsed().as_secs_f64();
    let row = format!("import of extras, {name}");
    figures.add(row, took, SECONDS, Below(MAX_SECONDS));
    if peak > 0.0 {
        let row = format!("import of extras, peak memory, {name}");
        figures.add(row, peak, MEGABYTES, Below(MAX_MEGABYTES));
    }
    Ok(())
}

/// Imports a file; returns the peak of the program's memory in MB, zero where it cannot be read.
fn import(kind: &str, file: &Path, place: [&OsStr; 2]) -> Result<f64> {
    let mut command = program("mitai");
    command.args(["import", "jikan", "--kind", kind]).arg(file);
    let mut running = Running::start(command.args(place))?;
    let mut peak = 0.0;
    while !running.has_ended() {
        // The peak never falls, so only the last moments can be missed.
        peak = memory::of(running.id()).map_or(peak, |memory| memory.peak);
        thread::sleep(POLL_INTERVAL);
    }
    if !running.wait()?.success() {
        bail!("the import of {kind} failed");
    }
    Ok(peak)
}
