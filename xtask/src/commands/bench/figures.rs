//! What was measured, beside what it should be.

use std::fmt::Display;

use crate::record;
pub(super) use crate::record::Target;

/// The symbol and the number of decimals with which a figure is written.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    symbol: &'static str,
    decimals: usize,
}

const fn unit(symbol: &'static str, decimals: usize) -> Unit {
    Unit { symbol, decimals }
}

pub(super) const MILLISECONDS: Unit = unit(" ms", 0);
pub(super) const FINE_MILLISECONDS: Unit = unit(" ms", 2);
pub(super) const SECONDS: Unit = unit(" s", 2);
/// Kilobytes of 1000 bytes.
pub(super) const KILOBYTES: Unit = unit(" kB", 2);
/// Megabytes of 1000 kilobytes.
pub(super) const MEGABYTES: Unit = unit(" MB", 1);
pub(super) const REQUESTS: Unit = unit(" /s", 0);
pub(super) const PERCENT: Unit = unit(" %", 1);
pub(super) const RATIO: Unit = unit("", 2);
pub(super) const SHIFT: Unit = unit("", 3);
pub(super) const SCORE: Unit = unit("", 0);

/// Returns a target as the table writes it.
fn text(target: Target, unit: Unit) -> String {
    let symbol = unit.symbol;
    match target {
        Target::None => String::new(),
        Target::Below(limit) => format!("< {limit}{symbol}"),
        Target::AtMost(limit) => format!("\u{2264} {limit}{symbol}"),
        Target::AtLeast(limit) => format!("\u{2265} {limit}{symbol}"),
        Target::RatioAtMost(limit) => format!("ratio \u{2264} {limit}"),
        Target::RatioAtLeast(limit) => format!("ratio \u{2265} {limit}"),
    }
}

/// The name and the value of the figure that another figure is measured beside, in the same run and unit.
pub(super) type Yardstick = (&'static str, f64);

/// The yardstick of a handler that does nothing but send as many bytes.
pub(super) const BARE_AXUM: &str = "bare axum";
/// The yardstick of a handler that does nothing but send as many events.
pub(super) const BARE_EVENTS: &str = "bare axum SSE";
/// The yardstick of a listener of the server that the change went through.
pub(super) const ONE_SERVER: &str = "one server";

struct Row {
    name: String,
    value: f64,
    unit: Unit,
    yardstick: Option<Yardstick>,
    target: Target,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        self.yardstick.map(|(_, yardstick)| self.value / yardstick)
    }

    fn is_held(&self) -> Option<bool> {
        self.target.is_met(self.value, self.ratio())
    }

    fn cells(&self) -> [String; HEAD.len()] {
        let Unit { symbol, decimals } = self.unit;
        let written = |value: f64| format!("{value:.decimals$}{symbol}");
        let (name, beside) = self
            .yardstick
            .map_or_else(Default::default, |(name, value)| (name, written(value)));
        let verdict = match self.is_held() {
            None => "",
            Some(true) => "yes",
            Some(false) => "NO",
        };
        [
            self.name.clone(),
            written(self.value),
            beside,
            name.to_owned(),
            self.ratio().map_or(String::new(), |r| format!("{r:.2}")),
            text(self.target, self.unit),
            verdict.into(),
        ]
    }

    /// Returns the figure as `docs/figures.json` has it: with as many decimals as the table.
    fn recorded(&self) -> record::Figure {
        let decimals = self.unit.decimals;
        let yardstick = self.yardstick.map(|(name, value)| record::Yardstick {
            name: name.to_owned(),
            value: rounded(value, decimals),
        });
        record::Figure {
            name: self.name.clone(),
            value: rounded(self.value, decimals),
            unit: self.unit.symbol.trim_start().to_owned(),
            yardstick,
            ratio: self.ratio().map(|ratio| rounded(ratio, 2)),
            target: self.target,
            held: self.is_held(),
        }
    }
}

fn rounded(value: f64, decimals: usize) -> f64 {
    // Parsing never fails: the text is a number that was just written.
    format!("{value:.decimals$}").parse().unwrap_or(value)
}

const HEAD: [&str; 7] = [
    "figure",
    "measured",
    "beside",
    "yardstick",
    "ratio",
    "target",
    "held",
];
/// The places of the columns that hold numbers.
const NUMBERS: [usize; 3] = [1, 2, 4];

/// A line of the table.
enum Line {
    Measured(Row),
    /// The name of a figure that could not be measured, and why.
    Missing(String, String),
}

#[derive(Default)]
pub(super) struct Figures {
    lines: Vec<Line>,
}

impl Figures {
    pub(super) fn add(&mut self, name: impl Into<String>, value: f64, unit: Unit, target: Target) {
        self.row(None, name.into(), value, unit, target);
    }

    /// Adds a figure with its yardstick.
    pub(super) fn beside(
        &mut self,
        yardstick: Yardstick,
        name: impl Into<String>,
        value: f64,
        unit: Unit,
        target: Target,
    ) {
        self.row(Some(yardstick), name.into(), value, unit, target);
    }

    pub(super) fn row(
        &mut self,
        yardstick: Option<Yardstick>,
        name: String,
        value: f64,
        unit: Unit,
        target: Target,
    ) {
        self.lines.push(Line::Measured(Row {
            name,
            value,
            unit,
            yardstick,
            target,
        }));
    }

    /// Notes figures that cannot be measured here; `why` says how to have them.
    pub(super) fn missing(&mut self, name: impl Into<String>, why: impl Display) {
        let (name, why) = (name.into(), why.to_string());
        println!("{name}: not measured: {why}");
        self.lines.push(Line::Missing(name, why));
    }

    /// Returns the number of lines.
    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the figures from a line on; `None` if one of them could not be measured.
    pub(super) fn recorded_from(&self, first: usize) -> Option<Vec<record::Figure>> {
        let recorded = |line: &Line| match line {
            Line::Measured(row) => Some(row.recorded()),
            Line::Missing(..) => None,
        };
        self.lines[first..].iter().map(recorded).collect()
    }

    pub(super) fn print(&self) {
        let cells = |line: &Line| match line {
            Line::Measured(row) => row.cells(),
            Line::Missing(name, _) => [name, "", "", "", "", "", ""].map(str::to_owned),
        };
        let table: Vec<_> = self.lines.iter().map(cells).collect();
        let head = HEAD.map(str::to_owned);
        let mut widths = [0; HEAD.len()];
        for row in table.iter().chain([&head]) {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        println!();
        print_row(&head, &widths);
        for (line, row) in self.lines.iter().zip(&table) {
            match line {
                Line::Measured(_) => print_row(row, &widths),
                Line::Missing(name, why) => {
                    println!("{name:<0$}  not measured: {why}", widths[0]);
                }
            }
        }
        let (met, all) = self.targets();
        println!("\n{met} of {all} targets are held.");
    }

    /// Returns the numbers of targets that are held, and of all targets that were measured.
    fn targets(&self) -> (usize, usize) {
        let verdict = |line: &Line| match line {
            Line::Measured(row) => row.is_held(),
            Line::Missing(..) => None,
        };
        let verdicts: Vec<bool> = self.lines.iter().filter_map(verdict).collect();
        (
            verdicts.iter().filter(|held| **held).count(),
            verdicts.len(),
        )
    }
}

fn print_row(row: &[String; HEAD.len()], widths: &[usize; HEAD.len()]) {
    let cells = row.iter().zip(widths).enumerate();
    let cells: Vec<_> = cells
        .map(|(column, (cell, width))| {
            if NUMBERS.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        })
        .collect();
    println!("{}", cells.join("  ").trim_end());
}

#[cfg(test)]
mod tests {
    use super::{BARE_AXUM, FINE_MILLISECONDS, Figures, Line, REQUESTS, Target};

    #[test]
    fn target_compares_the_measured_value() {
        assert_eq!(Target::Below(150.0).is_met(150.0, None), Some(false));
        assert_eq!(Target::AtMost(6.0).is_met(6.0, None), Some(true));
        assert_eq!(Target::AtLeast(0.5).is_met(0.49, None), Some(false));
        assert_eq!(Target::None.is_met(1.0, None), None);
        assert_eq!(
            Target::RatioAtLeast(0.5).is_met(7.0, Some(0.4)),
            Some(false)
        );
        assert_eq!(Target::RatioAtMost(0.5).is_met(7.0, Some(0.4)), Some(true));
    }

    #[test]
    fn figure_stands_beside_its_yardstick() {
        let mut figures = Figures::default();
        let target = Target::RatioAtLeast(0.5);
        figures.beside((BARE_AXUM, 200.0), "page", 90.0, REQUESTS, target);
        let Line::Measured(row) = &figures.lines[0] else {
            panic!("it was measured");
        };
        let cells = row.cells();
        let expected = [
            "page",
            "90 /s",
            "200 /s",
            "bare axum",
            "0.45",
            "ratio \u{2265} 0.5",
            "NO",
        ];
        assert_eq!(cells, expected);
    }

    #[test]
    fn recorded_figures_match_the_table() {
        let mut figures = Figures::default();
        figures.missing("web", "there is no browser");
        let target = Target::AtMost(1.0);
        figures.beside((BARE_AXUM, 0.25), "page", 1.004, FINE_MILLISECONDS, target);
        let [ref page] = figures.recorded_from(1).expect("all of it was measured")[..] else {
            panic!("it is one figure");
        };
        let text = serde_json::to_string(page).expect("it is written");
        let expected = concat!(
            r#"{"name":"page","value":1.0,"unit":"ms","#,
            r#""yardstick":{"name":"bare axum","value":0.25},"ratio":4.02,"#,
            r#""target":{"at-most":1.0},"held":false}"#,
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn incomplete_measurement_is_not_recorded() {
        let mut figures = Figures::default();
        figures.add("page", 90.0, REQUESTS, Target::None);
        assert!(figures.recorded_from(0).is_some());
        figures.missing("lists, PostgreSQL", "there is no PostgreSQL");
        assert!(figures.recorded_from(0).is_none());
    }

    #[test]
    fn missing_measurement_neither_meets_nor_misses_a_target() {
        let mut figures = Figures::default();
        figures.add("page", 90.0, REQUESTS, Target::AtLeast(50.0));
        figures.add("search", 90.0, REQUESTS, Target::AtLeast(100.0));
        figures.add("title", 90.0, REQUESTS, Target::None);
        figures.missing("web", "there is no browser");
        assert_eq!(figures.targets(), (1, 2));
    }
}
