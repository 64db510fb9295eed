//! SQLite's own full-text search, by runs of three letters.

use anyhow::Result;
use domain::{fold::fold, search::TitleNames};
use rusqlite::{Connection, params};

use crate::FOUND;

/// The number of names that are looked at to find titles; several may be of one title.
const NAMES: u32 = 50;

pub(crate) struct Names(Connection);

impl Names {
    pub(crate) fn new(titles: &[TitleNames]) -> Result<Self> {
        let mut connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE VIRTUAL TABLE name USING fts5 (mal_id UNINDEXED, popularity UNINDEXED, folded, tokenize = 'trigram')",
        )?;
        let transaction = connection.transaction()?;
        for title in titles {
            for name in &title.names {
                let popularity = title.popularity.unwrap_or(u32::MAX);
                let mut insert = transaction.prepare_cached("INSERT INTO name VALUES (?, ?, ?)")?;
                insert.execute(params![title.mal_id.get(), popularity, fold(name)])?;
            }
        }
        transaction.commit()?;
        Ok(Self(connection))
    }

    pub(crate) fn find(&self, text: &str) -> Result<Vec<u32>> {
        let letters: Vec<char> = fold(text).chars().collect();
        let threes = letters.windows(3);
        let terms: Vec<String> = threes
            .map(|three| format!("\"{}\"", three.iter().collect::<String>()))
            .collect();
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = self.0.prepare_cached(
            "SELECT mal_id FROM name WHERE name MATCH ? ORDER BY rank, popularity LIMIT ?",
        )?;
        let rows = query.query_map(params![terms.join(" OR "), NAMES], |row| row.get(0))?;
        let mut found = Vec::new();
        for id in rows {
            let id = id?;
            if !found.contains(&id) {
                found.push(id);
            }
        }
        found.truncate(FOUND);
        Ok(found)
    }
}
