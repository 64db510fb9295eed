//! Owners' preferences, stored with their accounts.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::{ScoreScale, json::is_default};
use crate::{Error, Result};

/// Which of a title's names is shown, sorted and searched by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TitleLanguage {
    /// The English title, where there is one.
    #[default]
    English,
    /// The title in romanised Japanese.
    Romaji,
    /// The title in Japanese script, where there is one.
    Japanese,
}

/// First day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeekStart {
    /// Monday.
    #[default]
    Monday,
    /// Sunday.
    Sunday,
    /// Saturday.
    Saturday,
}

/// An owner's preferences. Their JSON omits default values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The scale on which scores are shown and entered.
    #[serde(skip_serializing_if = "is_default")]
    pub score_scale: ScoreScale,
    /// The language in which titles are shown.
    #[serde(skip_serializing_if = "is_default")]
    pub title_language: TitleLanguage,
    /// The time zone's name in the IANA database; `None` until the owner has named one.
    #[serde(skip_serializing_if = "is_default")]
    pub time_zone: Option<String>,
    /// The first day of the week.
    #[serde(skip_serializing_if = "is_default")]
    pub week_start: WeekStart,
}

/// A change of preferences; `None` leaves one as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PreferencesChange {
    /// The new scale of scores.
    pub score_scale: Option<ScoreScale>,
    /// The new language of titles.
    pub title_language: Option<TitleLanguage>,
    /// The new time zone; `Some(None)` removes it.
    pub time_zone: Option<Option<String>>,
    /// The new first day of the week.
    pub week_start: Option<WeekStart>,
}

impl Preferences {
    /// Returns these preferences with a change.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a time zone that the database does not have.
    pub fn changed(&self, change: &PreferencesChange) -> Result<Self> {
        if let Some(Some(name)) = &change.time_zone
            && TimeZone::get(name).is_err()
        {
            return Err(Error::Invalid(
                "Mitai does not know this time zone. Please choose one as Europe/Berlin.".into(),
            ));
        }
        Ok(Self {
            score_scale: change.score_scale.unwrap_or(self.score_scale),
            title_language: change.title_language.unwrap_or(self.title_language),
            time_zone: change
                .time_zone
                .clone()
                .unwrap_or_else(|| self.time_zone.clone()),
            week_start: change.week_start.unwrap_or(self.week_start),
        })
    }

    /// Returns the owner's time zone; UTC where none is named.
    pub fn zone(&self) -> TimeZone {
        let zone = self.time_zone.as_deref().map(TimeZone::get);
        zone.and_then(Result::ok).unwrap_or(TimeZone::UTC)
    }

    /// Returns the date of an instant where the owner is.
    pub fn date_at(&self, instant: Timestamp) -> Date {
        self.zone().to_datetime(instant).date()
    }

    /// Returns the last instant of a day where the owner is.
    pub fn end_of(&self, day: Date) -> Timestamp {
        let end = day.tomorrow().unwrap_or(day);
        let midnight = self.zone().to_timestamp(end.into());
        let begins = midnight.unwrap_or(Timestamp::MAX);
        begins - SignedDuration::from_nanos(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_zone(name: &str) -> Preferences {
        let change = PreferencesChange {
            time_zone: Some(Some(name.into())),
            ..PreferencesChange::default()
        };
        Preferences::default().changed(&change).unwrap()
    }

    #[test]
    fn date_not_shifted_utc_11_utc_14() {
        let noon: Timestamp = "2026-03-14T12:00:00Z".parse().unwrap();
        for (zone, date) in [
            ("Pacific/Pago_Pago", "2026-03-14"),
            ("Pacific/Kiritimati", "2026-03-15"),
            ("Europe/Berlin", "2026-03-14"),
        ] {
            assert_eq!(in_zone(zone).date_at(noon).to_string(), date, "{zone}");
        }
        assert_eq!(
            Preferences::default().date_at(noon).to_string(),
            "2026-03-14"
        );
    }

    #[test]
    fn day_ends_where_the_owner_is() {
        let day = jiff::civil::date(2026, 3, 29);
        for (zone, end) in [
            ("Pacific/Pago_Pago", "2026-03-30T10:59:59.999999999Z"),
            ("Pacific/Kiritimati", "2026-03-29T09:59:59.999999999Z"),
            ("Europe/Berlin", "2026-03-29T21:59:59.999999999Z"),
        ] {
            assert_eq!(in_zone(zone).end_of(day).to_string(), end, "{zone}");
        }
    }

    #[test]
    fn unknown_time_zone_is_refused_and_other_preferences_stay() {
        let berlin = in_zone("Europe/Berlin");
        let mut change = PreferencesChange {
            score_scale: Some(ScoreScale::FiveStars),
            ..PreferencesChange::default()
        };
        let changed = berlin.changed(&change).unwrap();
        assert_eq!(changed.time_zone.as_deref(), Some("Europe/Berlin"));
        assert_eq!(changed.score_scale, ScoreScale::FiveStars);
        change.time_zone = Some(Some("Europe/Atlantis".into()));
        assert!(changed.changed(&change).is_err());
        change.time_zone = Some(None);
        assert_eq!(changed.changed(&change).unwrap().time_zone, None);
    }

    #[test]
    fn preferences_survive_as_json() {
        let words = r#"{"score_scale":"5_stars","title_language":"romaji","week_start":"sunday"}"#;
        let read: Preferences = serde_json::from_str(words).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), words);
        assert_eq!(
            serde_json::to_string(&Preferences::default()).unwrap(),
            "{}"
        );
    }
}
