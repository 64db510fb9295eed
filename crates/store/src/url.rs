//! Addresses of databases.

use std::{path::PathBuf, str::FromStr};

use domain::Error;
use percent_encoding::percent_decode_str;
use tokio_postgres::Config;

/// Where a database is: `sqlite:path/to/file.db` or `postgres://user:password@host:port/name`.
///
/// `Debug` shows no password.
#[derive(Debug, Clone)]
pub enum DatabaseUrl {
    /// A file of SQLite, by its path from the working directory.
    Sqlite(PathBuf),
    /// A PostgreSQL server.
    Postgres(Box<PostgresAddress>),
}

/// The address of a PostgreSQL server, and which certificate it has to show.
#[derive(Debug, Clone)]
pub struct PostgresAddress {
    pub(crate) config: Config,
    /// The coordinator of a cluster of Citus, if `config` may lead to any of the cluster's nodes.
    pub(crate) coordinator: Option<Config>,
    pub(crate) trust: Trust,
}

/// Which certificate a server has to show where a connection is encrypted: what `sslmode` and
/// `sslrootcert` mean to PostgreSQL's own programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Any certificate.
    Anyone,
    /// A certificate that the authorities of this file vouch for, whatever name it is for. Those whom the operating
    /// system trusts vouch for everybody's servers.
    Authority(PathBuf),
    /// A certificate that an authority vouches for and that is for the server's name.
    Name(Authority),
}

/// Which authorities may certify a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Authority {
    /// The authorities that the operating system trusts.
    System,
    /// The authorities of a file in PEM form.
    File(PathBuf),
}

impl DatabaseUrl {
    /// The database at `text` on any node of Citus, whose coordinator is at `hosts`: one or more, between
    /// commas, each with its port unless that is PostgreSQL's own.
    ///
    /// Fails with `Invalid` if `text` or `hosts` cannot be read, or `text` names a SQLite file.
    pub fn with_coordinator(text: &str, hosts: &str) -> Result<Self, Error> {
        match text.parse()? {
            Self::Sqlite(_) => Err(invalid(
                "SQLite has no coordinator. Leave that setting out, or name a PostgreSQL database.",
            )),
            Self::Postgres(mut address) => {
                let at_coordinator = postgres(&with_hosts(text, hosts)?)?.config;
                if at_coordinator.get_hosts().len() != hosts.split(',').count() {
                    return Err(invalid(
                        "The PostgreSQL address names hosts among its options. Name them before its \
                         path, postgres://user:password@host:5432/database, so that another can be put in \
                         their place for the coordinator.",
                    ));
                }
                address.coordinator = Some(at_coordinator);
                Ok(Self::Postgres(address))
            }
        }
    }
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
            return postgres(text).map(|address| Self::Postgres(Box::new(address)));
        }
        Err(invalid(
            "The database address must begin with sqlite: (sqlite:path/to/file.db) or with \
             postgres:// (postgres://user:password@host:5432/database).",
        ))
    }
}

fn postgres(text: &str) -> Result<PostgresAddress, Error> {
    let (plain, trust) = trust(text)?;
    let config = plain.parse().map_err(|error| {
        let reason = std::error::Error::source(&error)
            .map(|source| format!(" ({source})"))
            .unwrap_or_default();
        invalid(&format!(
            "The PostgreSQL address cannot be read{reason}. Write it as \
             postgres://user:password@host:5432/database."
        ))
    })?;
    Ok(PostgresAddress {
        config,
        coordinator: None,
        trust,
    })
}

/// Replaces the hosts of an address.
fn with_hosts(text: &str, hosts: &str) -> Result<String, Error> {
    if hosts.is_empty() || hosts.contains(['@', '/', '?', ' ']) {
        return Err(invalid(
            "The coordinator is a host, with its port unless that is 5432: db1 or db1:6432.",
        ));
    }
    let start = text.find("://").map_or(0, |at| at + 3);
    let path = text[start..].find('/').map_or(text.len(), |at| start + at);
    // The user and the password may contain a question mark
    let start = text[start..path]
        .rfind('@')
        .map_or(start, |at| start + at + 1);
    let end = text[start..path].find('?').map_or(path, |at| start + at);
    Ok(format!("{}{hosts}{}", &text[..start], &text[end..]))
}

/// Splits an address into the part that `tokio_postgres` reads, and which certificates are trusted.
fn trust(text: &str) -> Result<(String, Trust), Error> {
    // The user and the password may contain a question mark
    let host = text.find('@').unwrap_or_default();
    let Some(query) = text[host..].find('?').map(|at| host + at) else {
        return Ok((text.to_owned(), Trust::Anyone));
    };
    let (mut mode, mut authority, mut others) = (None, None, Vec::new());
    for pair in text[query + 1..].split('&') {
        match pair.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value),
            Some(("sslrootcert", value)) => authority = Some(read_authority(value)?),
            _ => others.push(pair.to_owned()),
        }
    }
    if let Some(mode) = mode {
        let checked = mode.starts_with("verify-");
        others.push(format!(
            "sslmode={}",
            if checked { "require" } else { mode }
        ));
    }
    let trust = match (mode, authority) {
        (Some("verify-full"), authority) => Trust::Name(authority.unwrap_or(Authority::System)),
        (Some("verify-ca" | "require"), Some(Authority::File(path))) => Trust::Authority(path),
        (Some("verify-ca"), _) | (Some("require"), Some(Authority::System)) => {
            return Err(invalid(
                "The PostgreSQL address trusts whatever server has a certificate of any authority \
                 that this machine knows. Write sslmode=verify-full, or add \
                 sslrootcert=/path/to/ca.pem.",
            ));
        }
        (Some(mode), _) if mode.starts_with("verify-") => {
            return Err(invalid(
                "The PostgreSQL address cannot be read: sslmode is disable, prefer, require, \
                 verify-ca or verify-full.",
            ));
        }
        (_, Some(_)) => {
            return Err(invalid(
                "The PostgreSQL address names an sslrootcert that nothing is held to. Add \
                 sslmode=verify-full.",
            ));
        }
        (_, None) => Trust::Anyone,
    };
    Ok((format!("{}?{}", &text[..query], others.join("&")), trust))
}

fn read_authority(value: &str) -> Result<Authority, Error> {
    let value = percent_decode_str(value).decode_utf8();
    match value.as_deref() {
        Ok("system") => Ok(Authority::System),
        Ok("") | Err(_) => Err(invalid(
            "The PostgreSQL address names no file as sslrootcert. Write sslrootcert=/path/to/ca.pem, \
             or sslrootcert=system.",
        )),
        Ok(path) => Ok(Authority::File(path.into())),
    }
}

fn sqlite(path: &str) -> Result<DatabaseUrl, Error> {
    match path {
        "" => Err(invalid(
            "The database address sqlite: names no file. Write it as sqlite:path/to/file.db.",
        )),
        // Each connection would get a database in memory of its own
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
    use tokio_postgres::config::SslMode;

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
    fn address_says_which_certificates_are_trusted() {
        let path = PathBuf::from("/etc/our ca.pem");
        let (file, system) = (Authority::File(path.clone()), Authority::System);
        for (options, mode, expected) in [
            ("", SslMode::Prefer, Trust::Anyone),
            ("?sslmode=disable", SslMode::Disable, Trust::Anyone),
            ("?sslmode=require", SslMode::Require, Trust::Anyone),
            (
                "?sslmode=require&sslrootcert=/etc/our%20ca.pem",
                SslMode::Require,
                Trust::Authority(path.clone()),
            ),
            (
                "?sslrootcert=/etc/our%20ca.pem&application_name=x&sslmode=verify-ca",
                SslMode::Require,
                Trust::Authority(path.clone()),
            ),
            (
                "?sslmode=verify-full&sslrootcert=/etc/our%20ca.pem",
                SslMode::Require,
                Trust::Name(file),
            ),
            (
                "?sslmode=verify-full",
                SslMode::Require,
                Trust::Name(system.clone()),
            ),
            (
                "?sslmode=verify-full&sslrootcert=system",
                SslMode::Require,
                Trust::Name(system),
            ),
        ] {
            let text = format!("postgres://app:hu?sh@db/mitai{options}");
            let Ok(DatabaseUrl::Postgres(address)) = text.parse() else {
                panic!("{text} is not read");
            };
            assert_eq!(address.trust, expected, "{text}");
            assert_eq!(address.config.get_ssl_mode(), mode, "{text}");
            assert_eq!(address.config.get_password(), Some(&b"hu?sh"[..]), "{text}");
            assert_eq!(address.config.get_dbname(), Some("mitai"), "{text}");
        }
        for (options, named) in [
            ("sslmode=verify-all", "verify-full"),
            ("sslrootcert=/ca.pem", "sslmode=verify-full"),
            ("sslmode=prefer&sslrootcert=/ca.pem", "sslmode=verify-full"),
            ("sslmode=verify-full&sslrootcert=", "sslrootcert=system"),
            ("sslmode=verify-ca", "sslmode=verify-full"),
            ("sslmode=require&sslrootcert=system", "sslmode=verify-full"),
        ] {
            let text = format!("postgres://app:hush@db/mitai?{options}");
            let sentence = text.parse::<DatabaseUrl>().unwrap_err().to_string();
            assert!(sentence.contains(named), "{sentence}");
            assert!(!sentence.contains("hush"), "{sentence}");
        }
    }

    #[test]
    fn coordinator_address_replaces_the_hosts() {
        for (text, hosts, names, ports) in [
            (
                "postgres://app:hu?sh@w1,w2:1/mitai?application_name=x",
                "c",
                &["c"][..],
                &[5432][..],
            ),
            (
                "postgres://app:hu?sh@w1:1/mitai",
                "c:2,d:3",
                &["c", "d"],
                &[2, 3],
            ),
            ("postgres://app:hu?sh@w1?dbname=mitai", "c:2", &["c"], &[2]),
        ] {
            let Ok(DatabaseUrl::Postgres(address)) = DatabaseUrl::with_coordinator(text, hosts)
            else {
                panic!("{text} is not read");
            };
            let coordinator = address.coordinator.unwrap();
            let found: Vec<_> = coordinator
                .get_hosts()
                .iter()
                .map(|host| format!("{host:?}"))
                .collect();
            let names: Vec<_> = names.iter().map(|name| format!("Tcp({name:?})")).collect();
            assert_eq!((found, coordinator.get_ports()), (names, ports), "{text}");
            assert_eq!(coordinator.get_dbname(), Some("mitai"), "{text}");
            assert_eq!(coordinator.get_password(), Some(&b"hu?sh"[..]), "{text}");
            assert!(format!("{:?}", address.config.get_hosts()).contains("w1"));
        }
        for (text, hosts) in [
            ("postgres://app:hush@w1/mitai", "app@c"),
            ("postgres://app:hush@w1/mitai", ""),
            ("postgres://app:hush@w1/mitai", "c:port"),
            ("postgres:///mitai?host=w1&password=hush", "c"),
            ("sqlite:hush.db", "c"),
        ] {
            let sentence = DatabaseUrl::with_coordinator(text, hosts)
                .unwrap_err()
                .to_string();
            assert!(!sentence.contains("hush"), "{sentence}");
        }
    }

    #[test]
    fn invalid_address_error_names_the_allowed_forms() {
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
