//! The logarithm of the gamma function, of which the weights of binomial distributions are made.

/// Coefficients of Stirling's series.
const SERIES: [f64; 4] = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1_260.0, -1.0 / 1_680.0];

/// Returns the logarithm of the gamma function at a number above 0, right to ten digits.
pub(super) fn ln_gamma(number: f64) -> f64 {
    let (mut at, mut below) = (number, 0.0);
    while at < 10.0 {
        below += at.ln();
        at += 1.0;
    }
    let square = at * at;
    let rest = SERIES
        .iter()
        .rev()
        .fold(0.0, |sum, term| sum / square + term);
    let half_log_of_two_pi = 0.5 * (2.0 * std::f64::consts::PI).ln();
    (at - 0.5) * at.ln() - at + half_log_of_two_pi + rest / at - below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ln_gamma_matches_factorials() {
        let mut factorial: f64 = 0.0;
        for number in 1..200 {
            let number = f64::from(number);
            let value = ln_gamma(number);
            assert!(
                (value - factorial).abs() < 1e-9 * factorial.max(1.0),
                "{number}: {value}"
            );
            factorial += number.ln();
        }
        let half = std::f64::consts::PI.sqrt().ln();
        assert!((ln_gamma(0.5) - half).abs() < 1e-9);
    }
}
