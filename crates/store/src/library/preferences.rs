//! Owners' preferences.

use domain::{
    Error, Result,
    account::UserId,
    anime_list::{Preferences, PreferencesChange},
    library::Written,
};

use super::{
    change_log::{self, LoggedChange},
    make,
};
use crate::{
    Store,
    account::unknown,
    anime::from_json,
    tx::Tx,
    value::{Row, Value},
};

/// Reads an owner's preferences.
pub(super) async fn of(store: &Store, uid: &UserId) -> Result<Preferences> {
    let sql = "SELECT r.preferences FROM account a LEFT JOIN user_record r ON r.uid = a.uid \
         WHERE a.uid = $1";
    let row = store.query(sql, vec![uid.as_str().into()]).await?.pop();
    read(&mut row.ok_or_else(unknown)?)
}

/// Changes preferences; the account is held while the library is written.
pub(super) async fn set(
    mut tx: Tx,
    uid: &UserId,
    change: &PreferencesChange,
) -> Result<(Written, Preferences)> {
    make(&mut tx, uid).await?;
    let sql = "UPDATE user_record SET version = version + 1 WHERE uid = $1 \
         RETURNING version, preferences";
    let row = tx.query(sql, vec![uid.as_str().into()]).await?.pop();
    let mut row = row.ok_or_else(unknown)?;
    let version = row.take("version")?;
    let before = read(&mut row)?;
    let preferences = match before.changed(change) {
        Ok(changed) if changed != before => changed,
        unchanged => {
            tx.rollback().await?;
            return Ok((Written::Unchanged(version - 1), unchanged?));
        }
    };
    let json = serde_json::to_string(&preferences)
        .map_err(|error| Error::internal("writing preferences", error))?;
    let sql = "UPDATE user_record SET preferences = $2 WHERE uid = $1";
    let preferred: Vec<Value> = vec![uid.as_str().into(), json.into()];
    let logged = LoggedChange {
        version,
        kind: change_log::PROFILE,
        title: None,
    };
    let (mut statements, _) = change_log::append(&tx, uid, &[logged])?;
    statements.push((sql.into(), vec![preferred]));
    tx.execute_all(statements).await?;
    tx.commit().await?;
    Ok((Written::Changed(version), preferences))
}

/// Reads the column `preferences`; NULL stands for the defaults.
pub(super) fn read(row: &mut Row) -> Result<Preferences> {
    let json: Option<String> = row.take("preferences")?;
    json.map_or_else(|| Ok(Preferences::default()), |json| from_json(&json))
}
