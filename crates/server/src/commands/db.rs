//! `mitai db`

use std::{fs, path::PathBuf};

use anyhow::{Context as _, ensure};
use clap::{Args, Subcommand};
use indicatif::HumanBytes;
use store::{Copied, DatabaseUrl};

use crate::{config::DataLocation, output::print_line};

/// Care for the database.
#[derive(Subcommand)]
pub(crate) enum Db {
    /// Write a copy of a SQLite database to a file; the server may run and be used meanwhile.
    Backup(Backup),
    /// Copy a database into an empty one, of SQLite into PostgreSQL or back, and prove them equal.
    Copy(Copy),
    /// Spread the tables of a PostgreSQL database over the nodes of Citus: users' rows by user, the
    /// catalogue's on every node.
    Distribute(Distribute),
}

/// Write a copy of a SQLite database to a file; the server may run and be used meanwhile.
#[derive(Args)]
pub(crate) struct Backup {
    /// The file, which must not exist yet. To restore it, stop the server and put it in place of
    /// `mitai.db` in an empty data folder.
    file: PathBuf,
    #[command(flatten)]
    data: DataLocation,
}

/// Copy a database into an empty one, of SQLite into PostgreSQL or back, and prove them equal. Stop
/// the server first: what is written during the copy is not in it.
#[derive(Args)]
pub(crate) struct Copy {
    /// The empty database: `postgres://USER:PASSWORD@HOST/NAME` or `sqlite:FILE`.
    #[arg(long, env = "MITAI_TO", hide_env_values = true)]
    to: String,
    #[command(flatten)]
    data: DataLocation,
}

/// Spread the tables of a PostgreSQL database over the nodes of Citus: users' rows by user, the
/// catalogue's on every node. Stop the servers first. All of it happens or nothing; run again, it
/// leaves what is spread as it is.
#[derive(Args)]
pub(crate) struct Distribute {
    /// Say what would be done, and change nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    data: DataLocation,
}

impl Db {
    /// Runs the command.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Backup(backup) => backup.run(),
            Self::Copy(copy) => copy.run().await,
            Self::Distribute(distribute) => distribute.run().await,
        }
    }
}

impl Backup {
    fn run(self) -> anyhow::Result<()> {
        // Visitors of the server go before it; where that cannot be said, it is a copy still
        #[cfg(unix)]
        let _ = rustix::process::nice(19);
        store::backup(&self.data.url()?, &self.file).context("Nothing was backed up")?;
        let size = fs::metadata(&self.file).map_or(0, |about| about.len());
        print_line(format_args!(
            "Backed up to {} ({})",
            self.file.display(),
            HumanBytes(size)
        ));
        Ok(())
    }
}

impl Copy {
    async fn run(self) -> anyhow::Result<()> {
        // Read here: clap would repeat what it cannot read, password and all
        let to: DatabaseUrl = self.to.parse()?;
        let copied = store::copy(&self.data.url()?, &to).await;
        let Copied {
            tables,
            written_since,
        } = copied.context("Nothing was copied")?;
        print_line(format_args!(
            "{:<20} {:>9}  digest of both sides",
            "table", "rows"
        ));
        for table in &tables {
            print_line(format_args!(
                "{:<20} {:>9}  {}",
                table.name, table.rows, table.digest
            ));
        }
        let rows: u64 = tables.iter().map(|table| table.rows).sum();
        print_line(format_args!(
            "Copied: both databases hold the same {rows} rows"
        ));
        let written_since = written_since.context(
            "The copy is whole, but it is not known whether the database was written to meanwhile",
        )?;
        ensure!(
            written_since.is_empty(),
            "the database was written to meanwhile ({}), which is not in the copy. Stop the server and \
             copy again into an empty database",
            written_since.join(", ")
        );
        Ok(())
    }
}

impl Distribute {
    async fn run(self) -> anyhow::Result<()> {
        let tables = store::distribute(&self.data.url()?, self.dry_run).await;
        let tables = tables.context("Nothing was distributed")?;
        for table in &tables {
            let how = table.column.map_or_else(
                || "on every node".to_owned(),
                |column| format!("by {column}"),
            );
            let note = if table.was_spread { "already" } else { "" };
            print_line(format_args!("{:<20} {how:<16} {note}", table.name));
        }
        let new = tables.iter().filter(|table| !table.was_spread).count();
        match (new, self.dry_run) {
            (0, _) => print_line(format_args!("Nothing is left to do: all tables are spread")),
            (_, true) => print_line(format_args!(
                "{new} tables would be spread; nothing was changed"
            )),
            (_, false) => print_line(format_args!(
                "Spread {new} tables over the nodes; start the servers now"
            )),
        }
        Ok(())
    }
}
