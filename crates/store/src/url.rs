//! Addresses of databases.

use std::{path::PathBuf, str::FromStr};

use domain::Error;

/// Where a database is: `sqlite:path/to/file.db` or `postgres://user:password@host:port/name`.
///
/// `Debug` shows no password.
#[derive(Debug, Clone)]
pub enum DatabaseUrl {
    /// A file, by path from the working directory.
    Sqlite(PathBuf),
    /// A server.
    Postgres(Box<tokio_postgres::Config>),
}

impl FromStr for DatabaseUrl {
    type Err = Error;

    /// Fails with `Invalid`; the sentence says what is allowed and never repeats the address,
    /// which may hold a password.
    fn from_str(text: &str) -> Result<Self, Error> {
        if let Some(rest) = text.strip_prefix("sqlite:") {
            return sqlite(rest.strip_prefix("//").unwrap_or(rest));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return text
                .parse()
                .map(|config| Self::Postgres(Box::new(config)))
                .map_err(|error| {
                    let reason = std::error::Error::source(&error)
                        .map(|source| format!(" ({source})"))
                        .unwrap_or_default();
                    invalid(&format!(
                        "The PostgreSQL address cannot be read{reason}. Write it as \
                         postgres://user:password@host:5432/database."
                    ))
                });
        }
        Err(invalid(
            "The database address must begin with sqlite: (sqlite:path/to/file.db) or with \
             postgres:// (postgres://user:password@host:5432/database).",
        ))
    }
}

fn sqlite(path: &str) -> Result<DatabaseUrl, Error> {
    match path {
        "" => Err(invalid(
            "The database address sqlite: names no file. Write it as sqlite:path/to/file.db.",
        )),
        // Each connection would get a database of its own
        ":memory:" => Err(invalid(
            "A SQLite database in memory cannot be used. Name a file: sqlite:path/to/file.db.",
        )),
        _ if path.contains('?') => Err(invalid(
            "A SQLite address takes no options after a question mark. Write it as \
             sqlite:path/to/file.db.",
        )),
        _ => Ok(DatabaseUrl::Sqlite(path.into())),
    }
}

fn invalid(sentence: &str) -> Error {
    Error::Invalid(sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_with_and_without_slashes() {
        for (text, expected) in [
            ("sqlite:data/mitai.db", "data/mitai.db"),
            ("sqlite://data/mitai.db", "data/mitai.db"),
            ("sqlite:/var/mitai.db", "/var/mitai.db"),
            ("sqlite:///var/mitai.db", "/var/mitai.db"),
        ] {
            let Ok(DatabaseUrl::Sqlite(path)) = text.parse() else {
                panic!("{text} is not read as SQLite");
            };
            assert_eq!(path, PathBuf::from(expected), "{text}");
        }
    }

    #[test]
    fn servers_are_read_and_keep_their_password_to_themselves() {
        for text in [
            "postgres://app:hush@db:5432/mitai",
            "postgresql://app:hush@db/mitai",
        ] {
            let url: DatabaseUrl = text.parse().unwrap();
            assert!(matches!(url, DatabaseUrl::Postgres(_)));
            assert!(!format!("{url:?}").contains("hush"));
        }
    }

    #[test]
    fn other_addresses_get_a_sentence_that_names_the_allowed_ones() {
        for text in ["mitai.db", "mysql://x", "", "postgres:x", "SQLITE:x"] {
            let sentence = text.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(sentence.contains("sqlite:path/to/file.db"), "{sentence}");
            assert!(sentence.contains("postgres://"), "{sentence}");
        }
        for text in ["sqlite:", "sqlite::memory:", "sqlite:x.db?mode=rwc"] {
            let sentence = text.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(sentence.contains("sqlite:path/to/file.db"), "{sentence}");
        }
        let sentence = "postgres://app:hush@db:port/mitai"
            .parse::<DatabaseUrl>()
            .unwrap_err()
            .to_string();
        assert!(
            sentence.contains("postgres://user:password@host"),
            "{sentence}"
        );
        assert!(!sentence.contains("hush"), "{sentence}");
    }
}
