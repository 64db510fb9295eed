//! Owners' preferences.

use anyhow::{Context as _, Result};
use domain::{
    Code,
    anime_list::{Preferences, PreferencesChange, ScoreScale, TitleLanguage, WeekStart},
    library::{AnimeListStore as _, ChangeKind, LibraryStore as _, Written},
};

use super::{
    at_once,
    people::{sign_up, uid},
};
use crate::TestDb;

/// Preferences are the defaults until the owner changes one; the others stay.
pub async fn preferences_change_one_by_one(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let (owner, other) = (sign_up(&store, 1).await?, sign_up(&store, 2).await?);
    let mut expected = Preferences::default();
    assert_eq!(store.preferences(&owner).await?, expected);
    let stars = PreferencesChange {
        score_scale: Some(ScoreScale::FiveStars),
        title_language: Some(TitleLanguage::Romaji),
        ..PreferencesChange::default()
    };
    expected.score_scale = ScoreScale::FiveStars;
    expected.title_language = TitleLanguage::Romaji;
    let written = store.set_preferences(&owner, &stars).await?;
    assert_eq!(written, (Written::Changed(1), expected.clone()));
    let place = PreferencesChange {
        time_zone: Some(Some("Europe/Berlin".into())),
        week_start: Some(WeekStart::Sunday),
        ..PreferencesChange::default()
    };
    expected.time_zone = Some("Europe/Berlin".into());
    expected.week_start = WeekStart::Sunday;
    let written = store.set_preferences(&owner, &place).await?;
    assert_eq!(written, (Written::Changed(2), expected.clone()));
    // Setting the same preferences again changes nothing
    let written = store.set_preferences(&owner, &place).await?;
    assert_eq!(written, (Written::Unchanged(2), expected.clone()));
    assert_eq!(store.preferences(&owner).await?, expected);
    assert_eq!(store.library(&owner).await?.preferences, expected);
    assert_eq!(store.preferences(&other).await?, Preferences::default());
    Ok(())
}

/// Streams tell of a change with the preferences of now.
pub async fn streams_send_preferences(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let mut expected = Preferences::default();
    for week_start in [WeekStart::Sunday, WeekStart::Saturday] {
        expected.week_start = week_start;
        let change = PreferencesChange {
            week_start: Some(week_start),
            ..PreferencesChange::default()
        };
        store.set_preferences(&owner, &change).await?;
    }
    let changes = store.changes_since(&owner, 0.into()).await?;
    let changes = changes.context("changes")?;
    assert_eq!(changes.len(), 2);
    for change in changes {
        let ChangeKind::Profile(_, preferences) = change.kind else {
            panic!("{change:?}");
        };
        assert_eq!(preferences, expected);
    }
    Ok(())
}

/// An unknown time zone is refused, with all that came with it.
pub async fn unknown_time_zone_is_refused(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let change = PreferencesChange {
        time_zone: Some(Some("Mars/Olympus".into())),
        week_start: Some(WeekStart::Sunday),
        ..PreferencesChange::default()
    };
    let refused = store.set_preferences(&owner, &change).await;
    let code = refused.map_err(|error| error.code());
    assert_eq!(code, Err(Code::InvalidRequest));
    assert_eq!(store.library_state(&owner).await?.position.version, 0);
    assert_eq!(store.preferences(&owner).await?, Preferences::default());
    Ok(())
}

/// Changes of different preferences at once are all kept.
pub async fn concurrent_changes_of_preferences_are_all_kept(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    sign_up(&store, 1).await?;
    at_once(db, 24, |store, n| async move {
        let change = match n % 3 {
            0 => PreferencesChange {
                score_scale: Some(ScoreScale::Hundred),
                ..PreferencesChange::default()
            },
            1 => PreferencesChange {
                title_language: Some(TitleLanguage::Japanese),
                ..PreferencesChange::default()
            },
            _ => PreferencesChange {
                week_start: Some(WeekStart::Saturday),
                ..PreferencesChange::default()
            },
        };
        Ok(store.set_preferences(&uid(1), &change).await?)
    })
    .await?;
    let expected = Preferences {
        score_scale: ScoreScale::Hundred,
        title_language: TitleLanguage::Japanese,
        time_zone: None,
        week_start: WeekStart::Saturday,
    };
    let record = store.library(&uid(1)).await?;
    assert_eq!((record.version, record.preferences), (3, expected));
    Ok(())
}
