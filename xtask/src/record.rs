//! `docs/figures.json`: what `cargo xtask bench --record` measured last, a part at a time.

use std::{collections::BTreeMap, fs, path::PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::{machine, paths, process};

/// A limit that a figure should hold.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Target {
    #[default]
    None,
    Below(f64),
    AtMost(f64),
    AtLeast(f64),
    /// The largest ratio of the figure to its yardstick.
    RatioAtMost(f64),
    /// The smallest ratio of the figure to its yardstick.
    RatioAtLeast(f64),
}

impl Target {
    pub(crate) fn is_met(self, value: f64, ratio: Option<f64>) -> Option<bool> {
        match self {
            Self::None => None,
            Self::Below(limit) => Some(value < limit),
            Self::AtMost(limit) => Some(value <= limit),
            Self::AtLeast(limit) => Some(value >= limit),
            Self::RatioAtMost(limit) => ratio.map(|ratio| ratio <= limit),
            Self::RatioAtLeast(limit) => ratio.map(|ratio| ratio >= limit),
        }
    }

    fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// The figure of another program that a figure was measured beside.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Yardstick {
    pub(crate) name: String,
    pub(crate) value: f64,
}

/// A row of the table. Ratio and verdict follow from the rest; they are there for readers of the file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: f64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) unit: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) yardstick: Option<Yardstick>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ratio: Option<f64>,
    #[serde(default, skip_serializing_if = "Target::is_none")]
    pub(crate) target: Target,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) held: Option<bool>,
}

/// The figures of a part of the benchmarks, and when and where they were measured.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    pub(crate) date: String,
    pub(crate) machine: String,
    /// The figures in the order of the table.
    pub(crate) figures: Vec<Figure>,
}

/// The recorded parts by name.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Record(pub(crate) BTreeMap<String, Part>);

impl Record {
    pub(crate) fn read() -> Result<Self> {
        let text = fs::read_to_string(path()).context("reading docs/figures.json")?;
        serde_json::from_str(&text).context("docs/figures.json is none of ours")
    }

    /// Replaces the figures of one part, and nothing else.
    pub(crate) fn replace(&mut self, part: &str, figures: Vec<Figure>) -> Result<()> {
        let date = process::answer("date", &["+%F"]).context("date gave no answer")?;
        let machine = machine::described();
        let measured = Part {
            date,
            machine,
            figures,
        };
        self.0.insert(part.to_owned(), measured);
        Ok(())
    }

    /// Returns a part of `cargo xtask bench`; fails if it was never recorded.
    pub(crate) fn part(&self, part: &str) -> Result<&Part> {
        let recorded = self.0.get(part);
        recorded.with_context(|| format!("nothing of {part} is recorded: {}", how(part)))
    }

    /// Returns the figure of a part whose name ends with `name`.
    pub(crate) fn figure(&self, part: &str, name: &str) -> Result<&Figure> {
        let found = self.part(part)?.named(name).next();
        found.with_context(|| format!("{part} has no figure {name}: {}", how(part)))
    }

    /// Returns the value of one yardstick of a figure, which may have several.
    pub(crate) fn yardstick(&self, part: &str, name: &str, yardstick: &str) -> Result<f64> {
        let mut beside = self
            .part(part)?
            .named(name)
            .filter_map(|figure| figure.yardstick.as_ref());
        let found = beside.find(|beside| beside.name == yardstick);
        let found =
            found.with_context(|| format!("{part} has no {name} of {yardstick}: {}", how(part)));
        Ok(found?.value)
    }

    pub(crate) fn write(&self) -> Result<()> {
        fs::write(path(), self.text()?).context("writing docs/figures.json")
    }

    /// JSON with a line for each figure, so that a changed figure is a changed line.
    fn text(&self) -> Result<String> {
        let part = |(name, part): (&String, &Part)| -> Result<String> {
            let figures = part.figures.iter().map(serde_json::to_string);
            let figures: Vec<String> = figures.collect::<Result<_, _>>()?;
            Ok(format!(
                "  {}: {{\n    \"date\": {},\n    \"machine\": {},\n    \"figures\": [\n      {}\n    ]\n  }}",
                serde_json::to_string(name)?,
                serde_json::to_string(&part.date)?,
                serde_json::to_string(&part.machine)?,
                figures.join(",\n      "),
            ))
        };
        let parts: Vec<String> = self.0.iter().map(part).collect::<Result<_>>()?;
        Ok(format!("{{\n{}\n}}\n", parts.join(",\n")))
    }
}

impl Part {
    fn named(&self, name: &str) -> impl Iterator<Item = &Figure> {
        let figures = self.figures.iter();
        figures.filter(move |figure| figure.name.ends_with(name))
    }
}

fn how(part: &str) -> String {
    format!("run `cargo xtask bench {part} --data DIR --record`")
}

fn path() -> PathBuf {
    paths::root().join("docs/figures.json")
}

#[cfg(test)]
mod tests {
    use super::{Figure, Part, Record, Target, Yardstick};

    fn figure(name: &str, value: f64) -> Figure {
        Figure {
            name: name.to_owned(),
            value,
            unit: "ms".to_owned(),
            yardstick: None,
            ratio: None,
            target: Target::None,
            held: None,
        }
    }

    fn part(figures: Vec<Figure>) -> Part {
        Part {
            date: "2026-01-02".to_owned(),
            machine: "a machine".to_owned(),
            figures,
        }
    }

    #[test]
    fn run_of_one_part_replaces_its_rows_alone() {
        let mut record = Record::default();
        let before = vec![figure("page", 1.0), figure("a row of before", 2.0)];
        record.0.insert("http".to_owned(), part(before));
        let other = vec![figure("largest paint", 3.0)];
        record.0.insert("web".to_owned(), part(other));
        record
            .replace("http", vec![figure("page", 4.0)])
            .expect("it has a date");
        let names = |part: &str| -> Vec<_> {
            let figures = record.0[part].figures.iter();
            figures.map(|figure| figure.name.as_str()).collect()
        };
        assert_eq!(names("http"), ["page"]);
        assert_eq!(names("web"), ["largest paint"]);
        assert_eq!(record.0["web"].date, "2026-01-02");
        assert_eq!(record.0["http"].date.len(), "2026-01-02".len());
    }

    #[test]
    fn figure_is_one_line_and_reads_back() {
        let mut beside = figure("a \"home\" page", 4.5);
        beside.yardstick = Some(Yardstick {
            name: "bare axum".to_owned(),
            value: 9.0,
        });
        (beside.ratio, beside.held) = (Some(0.5), Some(true));
        beside.target = Target::RatioAtLeast(0.5);
        let mut record = Record::default();
        let parts = part(vec![figure("start", 1.0), beside]);
        record.0.insert("http".to_owned(), parts);
        let text = record.text().expect("it is written");
        let lines: Vec<_> = text.lines().skip(5).take(2).map(str::trim).collect();
        assert_eq!(
            lines,
            [
                r#"{"name":"start","value":1.0,"unit":"ms"},"#,
                r#"{"name":"a \"home\" page","value":4.5,"unit":"ms","yardstick":{"name":"bare axum","value":9.0},"ratio":0.5,"target":{"ratio-at-least":0.5},"held":true}"#,
            ]
        );
        let again: Record = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(again.text().expect("it is written"), text);
    }
}
