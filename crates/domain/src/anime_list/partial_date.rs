//! Dates of which only the year, or the year and the month, may be known.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use jiff::civil::{self, Date};
use serde::{Deserialize, Serialize};

/// Years that a date may have, both ends included.
const YEARS: RangeInclusive<i16> = 1900..=2200;

/// A day of the calendar, or a month, or a year. It has no time and no zone.
///
/// As text it is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, which is also how it is ordered: what is known less
/// exactly comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PartialDate {
    year: i16,
    month: Option<i8>,
    day: Option<i8>,
}

/// Error: a text or numbers name no [`PartialDate`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please enter a date as 2019, 2019-04 or 2019-04-05, from 1900 to 2200.")]
pub struct NoPartialDate;

impl PartialDate {
    /// A date of which so much is known. A day needs its month.
    ///
    /// # Errors
    /// [`NoPartialDate`] if the calendar has none such, or its year is out of range.
    pub fn new(year: i16, month: Option<i8>, day: Option<i8>) -> Result<Self, NoPartialDate> {
        let is_there = Date::new(year, month.unwrap_or(1), day.unwrap_or(1)).is_ok()
            && YEARS.contains(&year)
            && (month.is_some() || day.is_none());
        let date = Self { year, month, day };
        is_there.then_some(date).ok_or(NoPartialDate)
    }

    /// Returns the year.
    pub const fn year(self) -> i16 {
        self.year
    }

    /// Returns the month from 1 to 12, if it is known.
    pub const fn month(self) -> Option<i8> {
        self.month
    }

    /// Returns the day of the month from 1, if it is known.
    pub const fn day(self) -> Option<i8> {
        self.day
    }
}

impl From<Date> for PartialDate {
    /// Converts a day; one out of range becomes the nearest day that a date may be.
    fn from(date: Date) -> Self {
        let date = date.clamp(
            civil::date(*YEARS.start(), 1, 1),
            civil::date(*YEARS.end(), 12, 31),
        );
        Self {
            year: date.year(),
            month: Some(date.month()),
            day: Some(date.day()),
        }
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

impl FromStr for PartialDate {
    type Err = NoPartialDate;

    fn from_str(text: &str) -> Result<Self, NoPartialDate> {
        let mut parts = text.splitn(3, '-').map(str::parse::<i16>);
        let mut next = || parts.next().transpose().map_err(|_| NoPartialDate);
        let (year, month, day) = (next()?.ok_or(NoPartialDate)?, next()?, next()?);
        let small = |part: i16| i8::try_from(part).map_err(|_| NoPartialDate);
        let date = Self::new(
            year,
            month.map(small).transpose()?,
            day.map(small).transpose()?,
        )?;
        // One text for each date, whatever else the parser of numbers takes
        (date.to_string() == text)
            .then_some(date)
            .ok_or(NoPartialDate)
    }
}

impl TryFrom<String> for PartialDate {
    type Error = NoPartialDate;

    fn try_from(text: String) -> Result<Self, NoPartialDate> {
        text.parse()
    }
}

impl From<PartialDate> for String {
    fn from(date: PartialDate) -> Self {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn partial_dates_survive() {
        for text in [
            "2019",
            "2019-04",
            "2019-04-05",
            "2020-02-29",
            "1900",
            "2200-12-31",
        ] {
            let date: PartialDate = text.parse().unwrap();
            assert_eq!(date.to_string(), text);
            let json = serde_json::to_string(&date).unwrap();
            assert_eq!(serde_json::from_str::<PartialDate>(&json).unwrap(), date);
        }
        assert_eq!(
            PartialDate::from(date(2019, 4, 5)).to_string(),
            "2019-04-05"
        );
        for (year, nearest) in [(4, "1900-01-01"), (2204, "2200-12-31")] {
            let day = PartialDate::from(date(year, 2, 29));
            assert_eq!(day.to_string(), nearest);
            assert_eq!(nearest.parse(), Ok(day));
        }
    }

    #[test]
    fn malformed_date_is_refused() {
        for text in [
            "",
            "-",
            "19",
            "2019-",
            "2019-4",
            "2019-13",
            "2019-00",
            "2019-02-29",
            "2019-04-31",
            "2019-04-05-06",
            "2019-04-00",
            "1899",
            "2201",
            "+2019",
            "02019",
            "2019-04-05T00:00",
            "x",
            "0000-00-00",
        ] {
            assert_eq!(text.parse::<PartialDate>(), Err(NoPartialDate), "{text}");
        }
    }

    #[test]
    fn less_exact_dates_sort_before_exact_ones() {
        let dates = [
            "2018-12-31",
            "2019",
            "2019-01",
            "2019-01-01",
            "2019-02",
            "2020",
        ];
        let dates = dates.map(|text| text.parse::<PartialDate>().unwrap());
        assert!(dates.is_sorted());
    }
}
