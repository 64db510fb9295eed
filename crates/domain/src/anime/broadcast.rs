//! When episodes are broadcast.

use jiff::civil::{Time, Weekday};
use serde::{Deserialize, Serialize};

/// When episodes are broadcast, in the words of the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broadcast {
    /// Day of the week in the source's words, for instance `Saturdays`.
    pub day: Option<String>,
    /// Time of day, for instance `01:00`.
    pub time: Option<String>,
    /// Name of the time zone, for instance `Asia/Tokyo`.
    pub timezone: Option<String>,
    /// Day and time in one text, for instance `Saturdays at 01:00 (JST)`.
    pub text: Option<String>,
}

impl Broadcast {
    /// Returns the day of the week on which episodes are broadcast, as far as it is known.
    pub fn slot(&self) -> BroadcastSlot {
        let words = || [&self.text, &self.day].into_iter().flatten();
        let begins = |text: &String, day: Weekday| {
            let name = weekday_name(day);
            let begin = text.get(..name.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        };
        let mut days = Weekday::Sunday.cycle_forward().take(7);
        if let Some(day) = days.find(|day| words().any(|text| begins(text, *day))) {
            return BroadcastSlot::Weekly(day);
        }
        if words().any(|text| text.eq_ignore_ascii_case("Not scheduled once per week")) {
            return BroadcastSlot::Irregular;
        }
        BroadcastSlot::Unknown
    }

    /// Returns the weekly broadcast time; `None` if it is not weekly, not fully known or not in Japanese time.
    pub fn weekly_time(&self) -> Option<WeeklyTime> {
        let BroadcastSlot::Weekly(weekday) = self.slot() else {
            return None;
        };
        if self.timezone.as_deref() != Some("Asia/Tokyo") {
            return None;
        }
        let time = Time::strptime("%H:%M", self.time.as_deref()?).ok()?;
        Some(WeeklyTime { weekday, time })
    }
}

/// A time of the week in Japan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeeklyTime {
    /// Day of the week, in Japan.
    pub weekday: Weekday,
    /// Time of day, in Japan.
    pub time: Time,
}

const fn weekday_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

/// Day of the week on which episodes are broadcast.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BroadcastSlot {
    /// Broadcast each week on this day in Japan.
    Weekly(Weekday),
    /// Not broadcast once a week.
    Irregular,
    /// The broadcast day is unknown.
    #[default]
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slot_is_read_from_the_words_of_sources() {
        let slot = |day: Option<&str>, text: Option<&str>| {
            let broadcast = Broadcast {
                day: day.map(str::to_owned),
                time: None,
                timezone: None,
                text: text.map(str::to_owned),
            };
            broadcast.slot()
        };
        let saturday = BroadcastSlot::Weekly(Weekday::Saturday);
        assert_eq!(slot(None, Some("Saturdays at 01:00 (JST)")), saturday);
        assert_eq!(slot(Some("saturdays"), None), saturday);
        assert_eq!(slot(Some("Saturdays"), Some("Unknown")), saturday);
        for (text, expected) in [
            ("Not scheduled once per week", BroadcastSlot::Irregular),
            ("Unknown", BroadcastSlot::Unknown),
            ("Every other Monday", BroadcastSlot::Unknown),
            ("月曜日", BroadcastSlot::Unknown),
        ] {
            assert_eq!(slot(None, Some(text)), expected, "{text}");
        }
        assert_eq!(slot(None, None), BroadcastSlot::Unknown);
    }

    #[test]
    fn weekly_time_is_a_day_and_a_time_in_japan() {
        let weekly = |day: &str, time: Option<&str>, timezone: Option<&str>| {
            let broadcast = Broadcast {
                day: Some(day.to_owned()),
                time: time.map(str::to_owned),
                timezone: timezone.map(str::to_owned),
                text: None,
            };
            broadcast.weekly_time()
        };
        let japan = Some("Asia/Tokyo");
        assert_eq!(
            weekly("Saturdays", Some("01:00"), japan),
            Some(WeeklyTime {
                weekday: Weekday::Saturday,
                time: Time::constant(1, 0, 0, 0),
            })
        );
        for (day, time, timezone) in [
            ("Saturdays", None, japan),
            ("Saturdays", Some("25:00"), japan),
            ("Saturdays", Some("01:00"), Some("Asia/Seoul")),
            ("Saturdays", Some("01:00"), None),
            ("Unknown", Some("01:00"), japan),
        ] {
            assert_eq!(
                weekly(day, time, timezone),
                None,
                "{day} {time:?} {timezone:?}"
            );
        }
    }
}
