//! The names of titles for search.

use std::collections::BTreeSet;

use domain::{
    Result,
    anime::{LocalTitle, MalId},
    search::TitleNames,
};
use serde::Deserialize;

use crate::{anime::from_json, value::Row};

/// The titles changed since a revision. `$1`: revision, `$2`: the last id read, `$3`: limit.
pub(super) const CHANGED: &str = "SELECT mal_id, title, title_english, title_japanese, popularity, \
     members, details FROM anime WHERE changed_in > $1 AND mal_id > $2 ORDER BY mal_id LIMIT $3";

/// The names that are read from `details`, because they have no column.
#[derive(Deserialize)]
struct Names {
    #[serde(default)]
    synonyms: Vec<String>,
    #[serde(default)]
    other_titles: Vec<LocalTitle>,
}

pub(super) fn title(mut row: Row) -> Result<TitleNames> {
    let mal_id = MalId::new(row.take("mal_id")?);
    let mut names = BTreeSet::from([row.take::<String>("title")?]);
    names.extend(row.take::<Option<String>>("title_english")?);
    names.extend(row.take::<Option<String>>("title_japanese")?);
    let details: Names = from_json(&row.take::<String>("details")?)?;
    names.extend(details.synonyms);
    names.extend(details.other_titles.into_iter().map(|other| other.title));
    Ok(TitleNames {
        mal_id,
        names: names.into_iter().collect(),
        popularity: row.take("popularity")?,
        members: row.take("members")?,
    })
}
