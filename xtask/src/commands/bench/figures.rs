//! What was measured, beside what it should be.

/// How a figure is written.
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
/// Of 1000 bytes.
pub(super) const KILOBYTES: Unit = unit(" kB", 2);
/// Of 1000 kilobytes.
pub(super) const MEGABYTES: Unit = unit(" MB", 1);
pub(super) const REQUESTS: Unit = unit(" /s", 0);
pub(super) const PERCENT: Unit = unit(" %", 1);
pub(super) const RATIO: Unit = unit("", 2);
pub(super) const SHIFT: Unit = unit("", 3);
pub(super) const SCORE: Unit = unit("", 0);

#[derive(Clone, Copy)]
pub(super) enum Target {
    None,
    Below(f64),
    AtMost(f64),
    AtLeast(f64),
    /// Of the figure's ratio to its yardstick.
    RatioAtMost(f64),
    RatioAtLeast(f64),
}

impl Target {
    fn met(self, value: f64, ratio: Option<f64>) -> Option<bool> {
        match self {
            Self::None => None,
            Self::Below(limit) => Some(value < limit),
            Self::AtMost(limit) => Some(value <= limit),
            Self::AtLeast(limit) => Some(value >= limit),
            Self::RatioAtMost(limit) => ratio.map(|ratio| ratio <= limit),
            Self::RatioAtLeast(limit) => ratio.map(|ratio| ratio >= limit),
        }
    }

    fn text(self, unit: Unit) -> String {
        match self {
            Self::None => String::new(),
            Self::Below(limit) => format!("< {limit}{}", unit.symbol),
            Self::AtMost(limit) => format!("\u{2264} {limit}{}", unit.symbol),
            Self::AtLeast(limit) => format!("\u{2265} {limit}{}", unit.symbol),
            Self::RatioAtMost(limit) => format!("ratio \u{2264} {limit}"),
            Self::RatioAtLeast(limit) => format!("ratio \u{2265} {limit}"),
        }
    }
}

struct Row {
    name: String,
    value: f64,
    unit: Unit,
    yardstick: Option<f64>,
    target: Target,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        self.yardstick.map(|yardstick| self.value / yardstick)
    }

    /// Figure, value, yardstick, ratio, target, verdict.
    fn cells(&self) -> [String; 6] {
        let Unit { symbol, decimals } = self.unit;
        let written = |value: f64| format!("{value:.decimals$}{symbol}");
        let verdict = match self.target.met(self.value, self.ratio()) {
            None => "",
            Some(true) => "yes",
            Some(false) => "NO",
        };
        [
            self.name.clone(),
            written(self.value),
            self.yardstick.map(written).unwrap_or_default(),
            self.ratio().map_or(String::new(), |r| format!("{r:.2}")),
            self.target.text(self.unit),
            verdict.into(),
        ]
    }
}

const HEAD: [&str; 6] = ["figure", "measured", "yardstick", "ratio", "target", "held"];

#[derive(Default)]
pub(super) struct Figures {
    rows: Vec<Row>,
}

impl Figures {
    pub(super) fn add(&mut self, name: impl Into<String>, value: f64, unit: Unit, target: Target) {
        self.rows.push(Row {
            name: name.into(),
            value,
            unit,
            yardstick: None,
            target,
        });
    }

    /// A figure beside what was measured of its yardstick, in the same run and unit.
    pub(super) fn beside(
        &mut self,
        yardstick: f64,
        name: impl Into<String>,
        value: f64,
        unit: Unit,
        target: Target,
    ) {
        self.add(name, value, unit, target);
        if let Some(row) = self.rows.last_mut() {
            row.yardstick = Some(yardstick);
        }
    }

    pub(super) fn print(&self) {
        let mut table = vec![HEAD.map(str::to_owned)];
        table.extend(self.rows.iter().map(Row::cells));
        let mut widths = [0; HEAD.len()];
        for row in &table {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        println!();
        for [name, value, yardstick, ratio, target, verdict] in table {
            let [
                name_width,
                value_width,
                yardstick_width,
                ratio_width,
                target_width,
                _,
            ] = widths;
            println!(
                "{name:<name_width$}  {value:>value_width$}  {yardstick:>yardstick_width$}  \
                 {ratio:>ratio_width$}  {target:<target_width$}  {verdict}"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Figures, REQUESTS, Target};

    #[test]
    fn a_target_is_met_by_what_is_measured() {
        assert_eq!(Target::Below(150.0).met(150.0, None), Some(false));
        assert_eq!(Target::AtMost(6.0).met(6.0, None), Some(true));
        assert_eq!(Target::AtLeast(0.5).met(0.49, None), Some(false));
        assert_eq!(Target::None.met(1.0, None), None);
        assert_eq!(Target::RatioAtLeast(0.5).met(7.0, Some(0.4)), Some(false));
        assert_eq!(Target::RatioAtMost(0.5).met(7.0, Some(0.4)), Some(true));
    }

    #[test]
    fn a_figure_stands_beside_its_yardstick() {
        let mut figures = Figures::default();
        let target = Target::RatioAtLeast(0.5);
        figures.beside(200.0, "page", 90.0, REQUESTS, target);
        let cells = figures.rows[0].cells();
        let expected = [
            "page",
            "90 /s",
            "200 /s",
            "0.45",
            "ratio \u{2265} 0.5",
            "NO",
        ];
        assert_eq!(cells, expected);
    }
}
