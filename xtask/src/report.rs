//! Steps that run one after the other, whatever becomes of each, and the table at their end.

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::{counts::Counts, process};

struct Row {
    name: &'static str,
    took: Duration,
    counts: Counts,
    failure: Option<String>,
}

pub(crate) struct Report {
    start: Instant,
    rows: Vec<Row>,
}

impl Report {
    pub(crate) fn start() -> Self {
        Self {
            start: Instant::now(),
            rows: Vec::new(),
        }
    }

    /// Runs a step and returns what it made. A step that counts no tests counts as one itself.
    pub(crate) fn step<T>(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&mut Counts) -> Result<T>,
    ) -> Option<T> {
        if process::interrupted() {
            return None;
        }
        println!("\n\u{2500}\u{2500} {name} \u{2500}\u{2500}");
        let begin = Instant::now();
        let mut counts = Counts::default();
        let result = work(&mut counts);
        match &result {
            Ok(_) if counts.is_empty() => counts.passed = 1,
            Err(error) => {
                counts.failed = counts.failed.max(1);
                eprintln!("FAILED: {error:#}");
            }
            Ok(_) => {}
        }
        let failure = result.as_ref().err().map(|error| format!("{error:#}"));
        self.rows.push(Row {
            name,
            took: begin.elapsed(),
            counts,
            failure,
        });
        result.ok()
    }

    /// Prints the table and the closing line.
    pub(crate) fn finish(self) -> ExitCode {
        let mut total = Counts::default();
        println!("\n\u{2500}\u{2500} Summary \u{2500}\u{2500}");
        for Row {
            name,
            took,
            counts,
            failure,
        } in &self.rows
        {
            total += *counts;
            let took = seconds(*took);
            let verdict = if failure.is_some() { "FAILED" } else { "ok" };
            println!("{verdict:<7} {name:<20} {took:>9}   {counts}");
        }
        for Row { name, failure, .. } in &self.rows {
            if let Some(failure) = failure {
                println!("{name}: {failure}");
            }
        }
        println!("Took {}.", seconds(self.start.elapsed()).trim_start());
        println!("{total}");
        if process::interrupted() {
            println!("Stopped before the end.");
            return ExitCode::from(130);
        }
        if total.failed == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

fn seconds(took: Duration) -> String {
    let whole = took.as_secs();
    if whole < 60 {
        format!("{:.1} s", took.as_secs_f64())
    } else {
        format!("{} m {:02} s", whole / 60, whole % 60)
    }
}
