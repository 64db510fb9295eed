//! Room for pictures on disk.

/// The smallest room for pictures, in megabytes: a single picture may come with 5.
const MIN_MEGABYTES: u64 = 50;

/// Reads how many megabytes pictures may have.
pub(super) fn megabytes(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number >= MIN_MEGABYTES => Ok(number),
        _ => Err(format!(
            "pictures need a whole number of megabytes, at least {MIN_MEGABYTES}; where there is less \
             room, --images drawn needs none"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_cache_has_a_minimum_size() {
        assert_eq!(megabytes("50"), Ok(50));
        assert_eq!(megabytes("2000"), Ok(2_000));
        for text in ["49", "0", "-1", "2 GB", ""] {
            assert!(
                megabytes(text).unwrap_err().contains("at least 50"),
                "{text}"
            );
        }
    }
}
