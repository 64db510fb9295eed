//! The built-in catalogue, to draw from.

use std::error::Error;
use std::path::Path;

use art::{Poster, leading_genre};

/// A title of the built-in catalogue.
pub(crate) struct Title {
    pub(crate) id: u64,
    popularity: i64,
    name: String,
    japanese: Option<String>,
    genres: Vec<String>,
    caption: String,
}

impl Title {
    /// What the title's poster shows.
    pub(crate) fn poster(&self) -> Poster<'_> {
        let genres: Vec<&str> = self.genres.iter().map(String::as_str).collect();
        Poster {
            id: self.id,
            title: &self.name,
            native_title: self.japanese.as_deref(),
            genre: leading_genre(&genres),
            caption: Some(&self.caption),
        }
    }
}

/// Reads the built-in catalogue, ordered by popularity.
pub(crate) fn titles() -> Result<Vec<Title>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalogue/titles");
    let mut titles = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let table: toml::Table = std::fs::read_to_string(entry?.path())?.parse()?;
        for title in table["title"].as_array().ok_or("no titles")? {
            let text = |key: &str| {
                title
                    .get(key)
                    .and_then(toml::Value::as_str)
                    .map(String::from)
            };
            let genres = title.get("genres").and_then(toml::Value::as_array);
            titles.push(Title {
                id: title["mal_id"]
                    .as_integer()
                    .and_then(|id| id.try_into().ok())
                    .ok_or("no id")?,
                popularity: title
                    .get("popularity")
                    .and_then(toml::Value::as_integer)
                    .unwrap_or(i64::MAX),
                name: text("english")
                    .or_else(|| text("title"))
                    .ok_or("no title")?,
                japanese: text("japanese"),
                genres: genres
                    .into_iter()
                    .flatten()
                    .filter_map(|genre| Some(genre["name"].as_str()?.into()))
                    .collect(),
                caption: [title.get("year").map(ToString::to_string), text("type")]
                    .map(Option::unwrap_or_default)
                    .join(" "),
            });
        }
    }
    titles.sort_by_key(|title| title.popularity);
    Ok(titles)
}
