//! Where numbers are on a plot, and how they are written.

/// A scale from numbers to places on a plot.
pub(super) struct Scale {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Whether the scale is logarithmic, so that each power of ten takes as much room.
    pub(super) logarithmic: bool,
    /// The places of `from` and `to` on the plot.
    pub(super) left: f64,
    pub(super) right: f64,
}

impl Scale {
    pub(super) fn x(&self, value: f64) -> f64 {
        let place = |value: f64| {
            if self.logarithmic {
                value.log10()
            } else {
                value
            }
        };
        let (from, to) = (place(self.from), place(self.to));
        self.left + (place(value) - from) / (to - from) * (self.right - self.left)
    }

    /// Returns round numbers on the scale, for its ticks.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let step = step(self.to - self.from);
        let (first, next): (f64, &dyn Fn(f64) -> f64) = if self.logarithmic {
            (power(self.from.log10().ceil()), &|tick| tick * 10.0)
        } else {
            (self.from, &|tick| tick + step)
        };
        // Sums of steps may be a little off the end.
        let next = |tick: &f64| Some(next(*tick)).filter(|next| *next < self.to * 1.001);
        std::iter::successors(Some(first), next).collect()
    }
}

/// Returns 1, 2 or 5 of a magnitude, of which at most five make the span.
pub(super) fn step(span: f64) -> f64 {
    let steps = steps(span / 5.0);
    let fits = |step: &f64| span / step <= 5.0;
    steps.into_iter().find(fits).unwrap_or(span)
}

/// The round numbers about this one: the next one below it or itself, and the next one above it or itself.
pub(super) fn around(value: f64) -> (f64, f64) {
    let steps = steps(value);
    let below = steps.into_iter().rev().find(|step| *step <= value);
    let above = steps.into_iter().find(|step| *step >= value);
    (below.unwrap_or(value), above.unwrap_or(value))
}

/// Returns 1, 2, 5 and 10 of a number's magnitude.
fn steps(value: f64) -> [f64; 4] {
    let magnitude = power(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude)
}

/// Returns a power of ten.
fn power(exponent: f64) -> f64 {
    10f64.powf(exponent)
}

/// About how wide a text is in any system's sans serif, rather more than less.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        ' ' | ',' | '.' | ':' | '/' | 'f' | 'i' | 'j' | 'l' | 't' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' => 0.95,
        c if c.is_uppercase() => 0.72,
        _ => 0.6,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// Returns a number with about three digits, as many as one reads.
pub(super) fn number(value: f64) -> String {
    let decimals = match value {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    let text = format!("{value:.decimals$}");
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let mut written = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    if decimals.chars().any(|digit| digit != '0') {
        written.push('.');
        written.push_str(decimals);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::{Scale, around, number};

    fn scale(from: f64, to: f64, logarithmic: bool) -> Scale {
        let (left, right) = (100.0, 500.0);
        Scale {
            from,
            to,
            logarithmic,
            left,
            right,
        }
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn places_are_in_proportion() {
        let linear = scale(0.0, 200.0, false);
        assert!(near(linear.x(0.0), 100.0));
        assert!(near(linear.x(50.0), 200.0));
        let cut = scale(50.0, 100.0, false);
        assert!(near(cut.x(75.0), 300.0));
        let logarithmic = scale(0.1, 1000.0, true);
        assert!(near(logarithmic.x(1.0), 200.0));
        assert!(near(logarithmic.x(10.0), 300.0));
    }

    #[test]
    fn ticks_are_few_round_numbers() {
        let near_all = |ticks: &[f64], expected: &[f64]| {
            ticks.len() == expected.len() && ticks.iter().zip(expected).all(|(a, b)| near(*a, *b))
        };
        let ticks = scale(0.0, 1500.0, false).ticks();
        assert!(near_all(&ticks, &[0.0, 500.0, 1000.0, 1500.0]), "{ticks:?}");
        let ticks = scale(50.0, 100.0, false).ticks();
        let expected = [50.0, 60.0, 70.0, 80.0, 90.0, 100.0];
        assert!(near_all(&ticks, &expected), "{ticks:?}");
        let ticks = scale(0.5, 200.0, true).ticks();
        assert!(near_all(&ticks, &[1.0, 10.0, 100.0]), "{ticks:?}");
    }

    #[test]
    fn round_numbers_are_around_a_number() {
        assert!(near(around(0.8).0, 0.5) && near(around(0.8).1, 1.0));
        assert!(near(around(142.0).0, 100.0) && near(around(142.0).1, 200.0));
        assert!(near(around(2.0).0, 2.0) && near(around(2.0).1, 2.0));
    }

    #[test]
    fn numbers_have_a_readable_precision() {
        let written = [0.19, 0.8, 37.0, 61.7, 142.3, 68_900.0, 1_234_567.0, 100.0];
        let expected = [
            "0.19",
            "0.80",
            "37",
            "61.7",
            "142",
            "68,900",
            "1,234,567",
            "100",
        ];
        assert_eq!(written.map(number), expected);
    }
}
