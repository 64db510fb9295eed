//! The texts of a profile. A text that the owner has left blank is stored as empty.

use domain::{
    Result,
    account::UserId,
    library::{DEFAULT_BIO, DEFAULT_GENRES, Profile, ProfileChange, Written},
};

use super::{
    change_log::{self, LoggedChange},
    make,
};
use crate::{account::unknown, tx::Tx, value::Row};

/// Sets texts; the account is held while the library is written.
pub(super) async fn set(
    mut tx: Tx,
    uid: &UserId,
    change: &ProfileChange,
) -> Result<(Written, Profile)> {
    let user = make(&mut tx, uid).await?;
    let sql = "UPDATE user_record SET version = version + 1 WHERE uid = $1 \
         RETURNING version, bio, favorite_genres";
    let row = tx.query(sql, vec![uid.as_str().into()]).await?.pop();
    let mut row = row.ok_or_else(unknown)?;
    let version = row.take("version")?;
    let stored = Profile {
        display_name: user.display_name,
        bio: row.take("bio")?,
        favorite_genres: row.take("favorite_genres")?,
    };
    let new = changed(stored.clone(), change);
    let shown = with_defaults(new.clone());
    if shown == with_defaults(stored) {
        tx.rollback().await?;
        return Ok((Written::Unchanged(version - 1), shown));
    }
    let sql = "UPDATE account SET display_name = $2 WHERE uid = $1";
    tx.execute(sql, vec![uid.as_str().into(), new.display_name.into()])
        .await?;
    let sql = "UPDATE user_record SET bio = $2, favorite_genres = $3 WHERE uid = $1";
    let params = vec![
        uid.as_str().into(),
        new.bio.into(),
        new.favorite_genres.into(),
    ];
    tx.execute(sql, params).await?;
    let logged = LoggedChange {
        version,
        kind: change_log::PROFILE,
        title: None,
    };
    let (log, _) = change_log::append(&tx, uid, &[logged])?;
    tx.execute_all(log).await?;
    tx.commit().await?;
    Ok((Written::Changed(version), shown))
}

/// Reads a profile from its columns, with default texts for empty ones.
pub(super) fn read(row: &mut Row) -> Result<Profile> {
    Ok(with_defaults(Profile {
        display_name: row.take("display_name")?,
        bio: row.take("bio")?,
        favorite_genres: row.take("favorite_genres")?,
    }))
}

fn with_defaults(mut profile: Profile) -> Profile {
    for (text, default) in [
        (&mut profile.bio, DEFAULT_BIO),
        (&mut profile.favorite_genres, DEFAULT_GENRES),
    ] {
        if text.is_empty() {
            default.clone_into(text);
        }
    }
    profile
}

fn changed(mut profile: Profile, change: &ProfileChange) -> Profile {
    if let Some(name) = &change.display_name
        && !is_blank(name)
    {
        name.clone_into(&mut profile.display_name);
    }
    for (text, new) in [
        (&mut profile.bio, &change.bio),
        (&mut profile.favorite_genres, &change.favorite_genres),
    ] {
        if let Some(new) = new {
            let new = if is_blank(new) { "" } else { new };
            new.clone_into(text);
        }
    }
    profile
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}
