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

#[derive(Clone, Copy)]
pub(super) enum Target {
    None,
    Below(f64),
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    fn met(self, value: f64) -> Option<bool> {
        match self {
            Self::None => None,
            Self::Below(limit) => Some(value < limit),
            Self::AtMost(limit) => Some(value <= limit),
            Self::AtLeast(limit) => Some(value >= limit),
        }
    }

    fn text(self, unit: Unit) -> String {
        match self {
            Self::None => String::new(),
            Self::Below(limit) => format!("< {limit}{}", unit.symbol),
            Self::AtMost(limit) => format!("\u{2264} {limit}{}", unit.symbol),
            Self::AtLeast(limit) => format!("\u{2265} {limit}{}", unit.symbol),
        }
    }
}

struct Row {
    name: String,
    value: f64,
    unit: Unit,
    target: Target,
}

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
            target,
        });
    }

    pub(super) fn print(&self) {
        let width = self.rows.iter().map(|row| row.name.len()).max();
        let width = width.unwrap_or_default();
        println!();
        for Row {
            name,
            value,
            unit,
            target,
        } in &self.rows
        {
            let value_text = format!("{value:.*}{}", unit.decimals, unit.symbol);
            let verdict = match target.met(*value) {
                None => "",
                Some(true) => "yes",
                Some(false) => "NO",
            };
            println!(
                "{name:<width$} {value_text:>12}   {:<10} {verdict}",
                target.text(*unit)
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn a_target_is_met_by_what_is_measured() {
        assert_eq!(Target::Below(150.0).met(150.0), Some(false));
        assert_eq!(Target::AtMost(6.0).met(6.0), Some(true));
        assert_eq!(Target::AtLeast(0.5).met(0.49), Some(false));
        assert_eq!(Target::None.met(1.0), None);
    }
}
