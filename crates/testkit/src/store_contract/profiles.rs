//! The texts of profiles.

use anyhow::{Context, Result};
use domain::{
    account::AccountStore,
    library::{
        ChangeKind, DEFAULT_BIO, DEFAULT_GENRES, LibraryStore, Profile, ProfileChange, Written,
    },
};

use super::{
    at_once,
    people::{person, sign_up, uid},
};
use crate::TestDb;

fn change(texts: [Option<&str>; 3]) -> ProfileChange {
    let [display_name, bio, favorite_genres] = texts.map(|text| text.map(str::to_owned));
    ProfileChange {
        display_name,
        bio,
        favorite_genres,
    }
}

fn profile(display_name: &str, bio: &str, favorite_genres: &str) -> Profile {
    Profile {
        display_name: display_name.into(),
        bio: bio.into(),
        favorite_genres: favorite_genres.into(),
    }
}

/// Texts are set together under one version; what is not given stays; the name is the account's.
pub async fn texts_are_set_together(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let name = person(1).user.display_name;
    for (texts, version, expected) in [
        (
            [None, Some(" Bio of\n'mine' "), None],
            1,
            profile(&name, " Bio of\n'mine' ", DEFAULT_GENRES),
        ),
        (
            [Some("見たい"), None, Some("Mecha")],
            2,
            profile("見たい", " Bio of\n'mine' ", "Mecha"),
        ),
        ([Some("A"), Some("B"), Some("C")], 3, profile("A", "B", "C")),
    ] {
        let written = store.set_profile(&owner, &change(texts)).await?;
        assert_eq!(written, (Written::Changed(version), expected.clone()));
        let record = store.library(&owner).await?;
        assert_eq!((record.version, record.profile), (version, expected));
    }
    let account = store.account(&owner).await?.context("account")?;
    assert_eq!(account.user.display_name, "A");
    Ok(())
}

/// Blank texts bring the defaults back; a blank name keeps the one before.
pub async fn blank_texts_bring_the_defaults_back(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let texts = change([Some("A"), Some("B"), Some("C")]);
    store.set_profile(&owner, &texts).await?;
    let blank = change([Some(" \t"), Some(""), Some("\u{3000} \n")]);
    let expected = profile("A", DEFAULT_BIO, DEFAULT_GENRES);
    let written = store.set_profile(&owner, &blank).await?;
    assert_eq!(written, (Written::Changed(2), expected.clone()));
    assert_eq!(store.library(&owner).await?.profile, expected);
    Ok(())
}

/// Texts equal to the shown ones are no change.
pub async fn unchanged_texts_are_no_change(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let name = person(1).user.display_name;
    let new = profile(&name, DEFAULT_BIO, DEFAULT_GENRES);
    for texts in [
        [None, None, None],
        [Some(&*name), Some(""), Some(" ")],
        [Some(""), Some(DEFAULT_BIO), Some(DEFAULT_GENRES)],
    ] {
        let written = store.set_profile(&owner, &change(texts)).await?;
        assert_eq!(written, (Written::Unchanged(0), new.clone()));
    }
    let texts = change([Some("A"), Some("B"), Some("C")]);
    store.set_profile(&owner, &texts).await?;
    let written = store.set_profile(&owner, &texts).await?;
    assert_eq!(written, (Written::Unchanged(1), profile("A", "B", "C")));
    let changes = store
        .changes_since(&owner, 0.into())
        .await?
        .context("changes")?;
    assert_eq!(changes.len(), 1);
    Ok(())
}

/// Of texts that are set at once none is lost, and each change has its version.
pub async fn concurrent_changes_of_texts_are_all_applied(db: &TestDb) -> Result<()> {
    let store = db.open().await?;
    let owner = sign_up(&store, 1).await?;
    let mut versions = at_once(db, 24, |store, n| async move {
        let text = format!("text {n}");
        let mut texts = [None, None, None];
        texts[n as usize % 3] = Some(&*text);
        match store.set_profile(&uid(1), &change(texts)).await? {
            (Written::Changed(version), profile) => Ok((version, n, profile)),
            unchanged @ (Written::Unchanged(_), _) => anyhow::bail!("{n}: {unchanged:?}"),
        }
    })
    .await?;
    versions.sort_by_key(|(version, ..)| *version);
    let name = person(1).user.display_name;
    let mut texts = [name, DEFAULT_BIO.into(), DEFAULT_GENRES.into()];
    for (place, (version, n, shown)) in (1..).zip(versions) {
        texts[n as usize % 3] = format!("text {n}");
        let [name, bio, genres] = &texts;
        assert_eq!((version, shown), (place, profile(name, bio, genres)));
    }
    let [name, bio, genres] = &texts;
    let record = store.library(&owner).await?;
    assert_eq!(record.profile, profile(name, bio, genres));
    let changes = store
        .changes_since(&owner, 22.into())
        .await?
        .context("changes")?;
    let kinds: Vec<_> = changes.into_iter().map(|c| (c.version, c.kind)).collect();
    let kind = ChangeKind::Profile(record.profile, record.preferences);
    assert_eq!(kinds, [(23, kind.clone()), (24, kind)]);
    Ok(())
}
