//! Lengths of episodes, as sources write them.

/// Seconds of an episode of a title whose length is written as `24 min per ep`, `1 hr 30 min` or `40 sec`; `None` where
/// that says no length.
pub fn episode_seconds(length: &str) -> Option<u32> {
    let length = length.trim().trim_end_matches('.');
    let mut words = length.trim_end_matches(" per ep").split_whitespace();
    let mut seconds: u32 = 0;
    while let Some(number) = words.next() {
        let number: u32 = number.parse().ok()?;
        let unit = match words.next()?.trim_end_matches('.') {
            "hr" => 3_600,
            "min" => 60,
            "sec" => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(number.checked_mul(unit)?)?;
    }
    Some(seconds).filter(|seconds| *seconds > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_as_sources_write_them() {
        for (text, seconds) in [
            ("24 min per ep", Some(1_440)),
            ("24 min. per ep.", Some(1_440)),
            ("1 hr 30 min", Some(5_400)),
            ("1 hr. 12 min. per ep.", Some(4_320)),
            ("2 hr", Some(7_200)),
            ("40 sec", Some(40)),
            ("1 min 5 sec per ep", Some(65)),
            ("Unknown", None),
            ("", None),
            ("0 min", None),
            ("24", None),
            ("24 days", None),
            ("-3 min", None),
            ("4294967295 hr", None),
        ] {
            assert_eq!(episode_seconds(text), seconds, "{text}");
        }
    }
}
