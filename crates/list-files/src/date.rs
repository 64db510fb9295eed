//! Dates of all forms.

use domain::anime_list::PartialDate;
use jiff::{Timestamp, civil, fmt::strtime, tz::TimeZone};

/// The last instant that stands for an unknown time, as Simkl writes it, in seconds since 1970.
const UNKNOWN: i64 = 86_400;

/// The result of reading a date.
#[derive(Clone, Copy)]
pub(crate) enum Read {
    /// The file says that there is no date.
    None,
    /// There is a date.
    Date(PartialDate),
    /// There is a text that is no date.
    Bad,
}

impl From<Option<PartialDate>> for Read {
    fn from(date: Option<PartialDate>) -> Self {
        date.map_or(Self::Bad, Self::Date)
    }
}

/// Reads `2019-04-05` with zeros for what is not known, padded or not; `20190405` likewise.
pub(crate) fn numbers(text: &str) -> Read {
    let text = text.trim();
    let parts: Vec<&str> = text.split('-').collect();
    let parts = match parts[..] {
        [all] if all.len() == 8 && all.is_ascii() => [&all[..4], &all[4..6], &all[6..]],
        [year] => [year, "0", "0"],
        [year, month] => [year, month, "0"],
        [year, month, day] => [year, month, day],
        _ => return Read::Bad,
    };
    if text.bytes().all(|it| matches!(it, b'0' | b'-')) {
        return Read::None;
    }
    let [Ok(year), Ok(month), Ok(day)] = parts.map(str::parse::<i16>) else {
        return Read::Bad;
    };
    parts_of(year, month, day)
}

/// Reads a date as people write it in a spreadsheet: `2019-04-05`, `2019/04/05`, `05.04.2019`; `25/04/2019` and
/// `04/25/2019` where only one reading is a day.
pub(crate) fn written(text: &str) -> Read {
    let text = text.trim();
    let Some(separator) = text.chars().find(|it| matches!(it, '.' | '/' | '-')) else {
        return numbers(text);
    };
    let parts: Vec<&str> = text.split(separator).map(str::trim).collect();
    let is_year = |part: &str| part.len() == 4;
    match parts[..] {
        [month, year] if is_year(year) => numbers(&format!("{year}-{month}")),
        [first, second, year] if is_year(year) => {
            let is_month = |part: &str| part.parse::<u8>().is_ok_and(|it| it <= 12);
            match (separator == '.', is_month(first), is_month(second)) {
                (true, ..) | (false, false, true) => numbers(&format!("{year}-{second}-{first}")),
                (false, true, false) => numbers(&format!("{year}-{first}-{second}")),
                (false, true, true) if first == second => {
                    numbers(&format!("{year}-{first}-{first}"))
                }
                _ => Read::Bad,
            }
        }
        _ => numbers(&parts.join("-")),
    }
}

/// Reads a date from its parts, of which a zero stands for an unknown one.
pub(crate) fn parts_of(year: i16, month: i16, day: i16) -> Read {
    if (year, month, day) == (0, 0, 0) {
        return Read::None;
    }
    let small = |part: i16| i8::try_from(part).ok().filter(|part| *part != 0);
    // A day without its month says nothing of the month
    let day = small(month).and(small(day));
    PartialDate::new(year, small(month), day).ok().into()
}

/// Reads an instant as the day that it was in the owner's time zone.
pub(crate) fn instant(text: &str, zone: &TimeZone) -> Read {
    let text = text.trim();
    if text.is_empty() {
        return Read::None;
    }
    match timestamp(text) {
        Some(at) if at.as_second() <= UNKNOWN => Read::None,
        Some(at) => Read::Date(at.to_zoned_datetime(zone.clone()).date().into()),
        None => text
            .parse::<civil::Date>()
            .map_or_else(|_| numbers(text), |date| Read::Date(date.into())),
    }
}

/// Reads `2016-05-01 19:32:33-07` as the day that it was called there.
pub(crate) fn local_instant(text: &str) -> Read {
    let day = text.trim().split([' ', 'T']).next().unwrap_or_default();
    if day.is_empty() {
        Read::None
    } else {
        numbers(day)
    }
}

/// Reads an instant in RFC 3339, or with an offset that has hours alone.
pub(crate) fn timestamp(text: &str) -> Option<Timestamp> {
    let parsed = text.parse::<Timestamp>().ok();
    parsed.or_else(|| {
        strtime::parse("%Y-%m-%d %H:%M:%S%z", text)
            .ok()?
            .to_timestamp()
            .ok()
    })
}
