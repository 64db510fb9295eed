//! What votes and reviews cost those who look at titles, how soon a vote shows, and counting all of them anew. The load is in
//! `bench/src/ratings`.

use std::{ffi::OsStr, path::Path, time::Instant};

use anyhow::Result;

use super::{
    crowd,
    engines::{self, Engine},
    figures::{
        FINE_MILLISECONDS, Figures, RATIO, SECONDS,
        Target::{AtMost, RatioAtMost},
    },
    median,
    reported::Reported,
    server::{Server, program},
};
use crate::process;

/// Titles that the seed draws. Each gets 10,000 votes and 1,000 reviews; the rest of a million is on others.
const TITLES: usize = 20;
/// The number of times that a server is started and asked: each title counts with the median of them.
const STARTS: u32 = 15;
/// The largest ratio of a title's time with votes and reviews to its time without.
const MAX_RATIO: f64 = 1.3;
/// Seconds until a rating shows, and until a million votes are counted anew.
const SHOWN: f64 = 5.0;
const RECOUNTED: f64 = 10.0;

const CALLS: [(&str, &str); 3] = [
    ("title", "a title"),
    ("ratings", "its ratings"),
    ("page", "its page"),
];

pub(super) fn measure(catalogue: &Path, seed: u32, figures: &mut Figures) -> Result<()> {
    engines::on_both("ratings", catalogue, figures, |engine, figures| {
        let name = engine.name;
        let load = Load { catalogue, seed };
        // The search index is made once, at the first start
        crowd::warm_up(&start(engine)?, catalogue)?;
        println!("Titles without votes, {name} …");
        let without = load.asked(engine)?;
        println!("A million votes, {name} …");
        load.run("fill", engine.place)?;
        let begin = Instant::now();
        process::run(
            program("mitai")
                .args(["rating", "recount"])
                .args(engine.place),
        )?;
        let recounted = begin.elapsed().as_secs_f64();
        let with = load.asked(engine)?;
        for (call, what) in CALLS {
            compare(
                figures,
                &format!("{what} with 10,000 votes and 1,000 reviews, {name}"),
                each(&with, call)?,
                ("none", each(&without, call)?),
            );
        }
        compare(
            figures,
            &format!("the first 20 of 1,000 reviews, {name}"),
            each(&with, "reviews")?,
            ("of 20", each(&with, "few-reviews")?),
        );
        let server = start(engine)?;
        let reported = load.run("rate", ["--site".as_ref(), server.address().as_ref()])?;
        for (key, which) in [("shown", "median"), ("shown-worst", "worst")] {
            let what = format!("a rating is in the score, {which}, {name}");
            figures.add(what, reported.value(key)?, SECONDS, AtMost(SHOWN));
        }
        let what = format!("a million votes counted anew, {name}");
        figures.add(what, recounted, SECONDS, AtMost(RECOUNTED));
        Ok(())
    })
}

fn start(engine: &Engine) -> Result<Server> {
    Server::mitai_with(|command| command.args(engine.place))
}

/// Returns the figure of each title, in order.
fn each(reported: &Reported, call: &str) -> Result<Vec<f64>> {
    let each = (0..TITLES).map(|title| reported.value(&format!("{call}-{title}")));
    each.collect()
}

/// Each title beside itself without votes, or beside another: the one in the middle, and the worst.
fn compare(
    figures: &mut Figures,
    what: &str,
    measured: Vec<f64>,
    (yardstick, beside): (&'static str, Vec<f64>),
) {
    let pairs = measured.iter().zip(&beside);
    let worst = pairs.map(|(one, other)| one / other).fold(0.0, f64::max);
    figures.beside(
        (yardstick, median(beside)),
        format!("{what}, median of {TITLES}"),
        median(measured),
        FINE_MILLISECONDS,
        RatioAtMost(MAX_RATIO),
    );
    figures.add(
        format!("{what}, worst ratio of {TITLES}"),
        worst,
        RATIO,
        AtMost(MAX_RATIO),
    );
}

/// The catalogue and the seed by which titles are drawn.
#[derive(Clone, Copy)]
struct Load<'a> {
    catalogue: &'a Path,
    seed: u32,
}

impl Load<'_> {
    fn run(self, what: &str, place: [&OsStr; 2]) -> Result<Reported> {
        let mut load = program("ratings");
        load.arg(what)
            .args(place)
            .arg("--catalogue")
            .arg(self.catalogue);
        load.args(["--seed", &self.seed.to_string()]);
        let mut reported = Reported::default();
        reported.read(load.args(["--titles", &TITLES.to_string()]), || None)?;
        Ok(reported)
    }

    /// Returns the median time of each title's answers on servers that have kept no answer yet.
    fn asked(self, engine: &Engine) -> Result<Reported> {
        let mut each = Vec::new();
        for _ in 0..STARTS {
            let server = start(engine)?;
            each.push(self.run("ask", ["--site".as_ref(), server.address().as_ref()])?);
        }
        let mut medians = Reported::default();
        medians.add_medians(each);
        Ok(medians)
    }
}
