//! What the measuring programs report: a line `figure NAME VALUE` each, and `mark NAME` where something
//! is to be measured from outside.

use std::{collections::HashMap, process::Command};

use anyhow::{Context as _, Result};

use super::median;
use crate::process;

/// The figures that a program reported, by name.
#[derive(Default)]
pub(super) struct Reported(HashMap<String, f64>);

impl Reported {
    /// Runs a program to its end and reads its figures; at a mark, `measure` gives the value.
    pub(super) fn read(
        &mut self,
        program: &mut Command,
        measure: impl Fn() -> Option<f64>,
    ) -> Result<()> {
        process::run_reading(program, |line| {
            println!("{line}");
            let (name, value) = match *line.split(' ').collect::<Vec<_>>() {
                ["figure", name, value] => (name, value.parse().ok()),
                ["mark", name] => (name, measure()),
                _ => return,
            };
            if let Some(value) = value {
                self.0.insert(name.to_owned(), value);
            }
        })
    }

    /// Adds the median of each figure that was reported several times.
    pub(super) fn add_medians(&mut self, each: Vec<Self>) {
        let mut values: HashMap<String, Vec<f64>> = HashMap::new();
        for (name, value) in each.into_iter().flat_map(|reported| reported.0) {
            values.entry(name).or_default().push(value);
        }
        let medians = values.into_iter();
        self.0
            .extend(medians.map(|(name, values)| (name, median(values))));
    }

    /// Returns the figure with this name; fails if no program reported it.
    pub(super) fn value(&self, name: &str) -> Result<f64> {
        let value = self.0.get(name).copied();
        value.with_context(|| format!("{name} was not measured"))
    }
}
