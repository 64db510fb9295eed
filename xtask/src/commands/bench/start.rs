//! From nothing to the first page, and what the server holds and sends then.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;

use super::{
    figures::{
        BARE_AXUM, Figures, KILOBYTES, MEGABYTES, MILLISECONDS,
        Target::{self, AtMost, Below},
    },
    median,
    memory::Memory,
    scratch::Scratch,
    server::{Answer, Server},
};

const STARTS: usize = 7;
const PAGES: std::ops::RangeInclusive<u32> = 1..=10;
const SEARCHES: [&str; 10] = [
    "naruto",
    "fullmetal",
    "one piece",
    "titan",
    "spirited",
    "steins",
    "death",
    "mononoke",
    "hunter",
    "zzz",
];
/// How long a server stands still after its first page before its memory is looked at: what it has freed goes back to the
/// system meanwhile.
const SETTLING: Duration = Duration::from_secs(1);
/// How long a server stands still after further pages before its memory is looked at.
const STILL: Duration = Duration::from_secs(15);
/// The largest size of the gallery's call, in kB.
const MAX_CALL: f64 = 6.0;

/// A catalogue, and the limits of a server with it.
pub(super) struct Catalogue {
    name: &'static str,
    /// The longest time until the first page is answered, in milliseconds.
    start: f64,
    /// The largest memory, in MB.
    memory: f64,
}

pub(super) const BUILT_IN: Catalogue = Catalogue {
    name: "built-in",
    start: 150.0,
    memory: 60.0,
};

pub(super) const FULL: Catalogue = Catalogue {
    name: "full",
    start: 300.0,
    memory: 120.0,
};

/// `data` is a folder that no server has opened yet; `imported` is what a fresh store is a copy of.
pub(super) fn measure(
    catalogue: &Catalogue,
    data: &Path,
    imported: Option<&Path>,
    figures: &mut Figures,
) -> Result<()> {
    let name = catalogue.name;
    println!("Starting the server, {name} …");
    let mut fresh = Vec::new();
    for _ in 0..STARTS {
        let store = match imported {
            Some(imported) => Scratch::copy("fresh", imported)?,
            None => Scratch::new("fresh")?,
        };
        fresh.push(start(store.path())?.1);
    }
    let (mut server, _) = start(data)?;
    let mut known = Vec::new();
    for _ in 0..STARTS {
        drop(server);
        let (next, took) = start(data)?;
        server = next;
        known.push(took);
    }
    let target = Below(catalogue.start);
    let row = |case: &str| format!("first page after start, {name}, {case}");
    let bare = Bare::start(&server.get("/")?)?;
    for (case, took) in [("fresh store", fresh), ("known store", known)] {
        let bare = (BARE_AXUM, bare.start);
        figures.beside(bare, row(case), median(took), MILLISECONDS, target);
    }
    memory(catalogue, &server, &bare, figures)?;
    sizes(name, &server, figures)
}

/// Starts a server; returns it with the milliseconds until it had answered its first page.
fn start(data: &Path) -> Result<(Server, f64)> {
    let begin = Instant::now();
    let server = Server::mitai(data)?;
    server.get("/")?;
    Ok((server, begin.elapsed().as_secs_f64() * 1000.0))
}

/// The figures of the yardstick, a bare handler.
struct Bare {
    /// The milliseconds until the handler had answered.
    start: f64,
    memory: Option<Memory>,
}

impl Bare {
    fn start(answer: &Answer) -> Result<Self> {
        let (mut took, mut memory) = (Vec::new(), None);
        for _ in 0..STARTS {
            let begin = Instant::now();
            let bare = Server::yardstick(answer)?;
            bare.get("/")?;
            took.push(begin.elapsed().as_secs_f64() * 1000.0);
            thread::sleep(SETTLING);
            memory = bare.memory();
        }
        let start = median(took);
        Ok(Self { start, memory })
    }
}

fn memory(
    catalogue: &Catalogue,
    server: &Server,
    bare: &Bare,
    figures: &mut Figures,
) -> Result<()> {
    let name = catalogue.name;
    thread::sleep(SETTLING);
    let started = server.memory();
    for page in PAGES {
        server.get(&format!("/?page={page}"))?;
    }
    for text in SEARCHES {
        let text = text.replace(' ', "%20");
        server.get(&format!("/api/v1/anime?search={text}&page=1"))?;
    }
    thread::sleep(STILL);
    let memories = (started, server.memory(), bare.memory);
    let (Some(started), Some(Memory { now, peak }), Some(bare)) = memories else {
        figures.missing(format!("memory, {name}"), "this machine has no /proc");
        return Ok(());
    };
    let target = Below(catalogue.memory);
    let row = |case: &str| format!("memory, {name}, {case}");
    for (case, now) in [
        ("after start", started.now),
        ("15 s after 10 pages and 10 searches", now),
    ] {
        figures.beside((BARE_AXUM, bare.now), row(case), now, MEGABYTES, target);
    }
    let bare = (BARE_AXUM, bare.peak);
    figures.beside(bare, row("peak"), peak, MEGABYTES, Target::None);
    Ok(())
}

fn sizes(name: &str, server: &Server, figures: &mut Figures) -> Result<()> {
    let mut sizes = Vec::new();
    for page in PAGES {
        let answer = server.get(&format!("/api/v1/anime?list=popular&page={page}"))?;
        sizes.push(kilobytes(answer.bytes));
    }
    let all: Vec<_> = sizes.iter().map(|size| format!("{size:.2}")).collect();
    println!("Gallery calls, {name}, in kB: {}", all.join("  "));
    let largest = sizes.into_iter().fold(0.0, f64::max);
    let row = format!("gallery call, {name}, largest of {}", all.len());
    figures.add(row, largest, KILOBYTES, AtMost(MAX_CALL));
    let page = kilobytes(server.get("/")?.bytes);
    figures.add(format!("home page, {name}"), page, KILOBYTES, Target::None);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "sizes of pages are small")]
fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
