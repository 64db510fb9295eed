//! How many tests passed and failed, read from what the test runners print at their end.

use std::{fmt, ops::AddAssign};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
}

impl Counts {
    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Adds what a line says, if it is a runner's closing line: cargo's `test result: …`, vitest's
    /// `Tests  …`, Playwright's `12 passed (1.2m)`.
    pub(crate) fn read(&mut self, line: &str) {
        let line = line.trim();
        if let Some(result) = line.strip_prefix("test result: ") {
            // "ok. 5 passed; 0 failed; 1 ignored; …"
            let result = result.split_once(". ").map_or("", |(_, numbers)| numbers);
            self.read_parts(result.split("; "));
        } else if let Some(numbers) = line.strip_prefix("Tests  ") {
            // "1 failed | 12 passed (13)"
            self.read_parts(numbers.split(" | "));
        } else {
            self.read_playwright(line);
        }
    }

    /// Each count is a line: "3 failed", "1 flaky", "2 did not run", "120 passed (1.2m)".
    fn read_playwright(&mut self, line: &str) {
        match line.split_once(' ') {
            Some((number, "failed" | "flaky" | "interrupted" | "did not run" | "skipped")) => {
                self.failed += number.parse().unwrap_or(0);
            }
            Some((number, rest)) if rest.starts_with("passed (") => {
                self.passed += number.parse().unwrap_or(0);
            }
            _ => {}
        }
    }

    fn read_parts<'a>(&mut self, parts: impl Iterator<Item = &'a str>) {
        for part in parts {
            let mut words = part.split_whitespace();
            let number: Option<usize> = words.next().and_then(|word| word.parse().ok());
            match (number, words.next()) {
                (Some(number), Some("passed")) => self.passed += number,
                (Some(number), Some("failed" | "skipped")) => self.failed += number,
                _ => {}
            }
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        self.passed += more.passed;
        self.failed += more.failed;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    fn read(lines: &[&str]) -> (usize, usize) {
        let mut counts = Counts::default();
        for line in lines {
            counts.read(line);
        }
        (counts.passed, counts.failed)
    }

    #[test]
    fn cargo_counts_are_summed_over_programs() {
        let lines = [
            "test anime::merge::keeps_what_is_known ... ok",
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s",
        ];
        assert_eq!(read(&lines), (8, 2));
    }

    #[test]
    fn vitest_counts_tests_not_files() {
        let lines = [
            " Test Files  1 failed | 3 passed (4)",
            "      Tests  1 failed | 12 passed (13)",
        ];
        assert_eq!(read(&lines), (12, 1));
        assert_eq!(read(&["      Tests  12 passed (12)"]), (12, 0));
    }

    #[test]
    fn playwright_tests_that_did_not_run_count_as_failed() {
        let lines = [
            "  2 failed",
            "    [desktop] › home.e2e.ts:3:1 › hero",
            "  1 flaky",
            "  3 did not run",
            "  120 passed (1.2m)",
        ];
        assert_eq!(read(&lines), (120, 6));
    }
}
