//! `mitai list export`

use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Write},
    path::PathBuf,
};

use anyhow::Context as _;
use app::anime_list::{ExportFilter, Exported, export};
use clap::{Args, ValueEnum};
use domain::{anime_list::Status, clock::SystemClock};
use list_files::write::{ExportForm, WrittenList, write};

use super::owner;
use crate::{
    config::DataLocation,
    output::{hint, print_line},
};

/// Write a list to a file, in Mitai's own form or in one that others read.
#[derive(Args)]
pub(crate) struct Export {
    /// E-mail address of the account.
    email: String,
    /// Form of the file.
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// Entries of these statuses alone, with commas between several.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "STATUS")]
    status: Vec<StatusName>,
    /// Entries with this tag alone.
    #[arg(long)]
    tag: Option<String>,
    /// Private entries, too.
    #[arg(long)]
    private: bool,
    /// The file, which must not exist yet; by default the list is printed.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    data: DataLocation,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Mitai's own, which has all of every entry.
    Json,
    /// The XML that MyAnimeList and other trackers import.
    Mal,
    /// For spreadsheets.
    Csv,
}

#[derive(Clone, Copy, ValueEnum)]
enum StatusName {
    Planned,
    Watching,
    Completed,
    Paused,
    Dropped,
}

impl From<StatusName> for Status {
    fn from(name: StatusName) -> Self {
        match name {
            StatusName::Planned => Self::Planned,
            StatusName::Watching => Self::Watching,
            StatusName::Completed => Self::Completed,
            StatusName::Paused => Self::Paused,
            StatusName::Dropped => Self::Dropped,
        }
    }
}

impl From<Format> for ExportForm {
    fn from(format: Format) -> Self {
        match format {
            Format::Json => Self::Json,
            Format::Mal => Self::MalXml,
            Format::Csv => Self::Csv,
        }
    }
}

impl Export {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let store = self.data.existing_store().await?;
        let uid = owner(&store, &self.email).await?;
        let filter = ExportFilter {
            statuses: self.status.iter().copied().map(Into::into).collect(),
            tag: self.tag.clone(),
            private: self.private,
        };
        let exported = export((&store, &store), &SystemClock, &uid, &filter).await?;
        let (count, private) = (
            exported.items.len() + exported.unresolved.len(),
            exported.left_out,
        );
        let untitled = match &self.output {
            Some(file) => {
                let nothing = || format!("nothing was written to {}", file.display());
                let to = File::create_new(file).with_context(nothing)?;
                let left_out = self.write(exported, to)?;
                print_line(format_args!(
                    "Exported {} to {}",
                    counted(count - left_out, ""),
                    file.display()
                ));
                left_out
            }
            None => match self.write(exported, io::stdout()) {
                // Nobody reads any more, as behind `| head -1`
                Err(error) if error.kind() == ErrorKind::BrokenPipe => 0,
                written => written.context("the list cannot be printed")?,
            },
        };
        if private > 0 {
            hint(format_args!(
                "Left out {}; --private exports private entries, too",
                counted(private, "private")
            ));
        }
        if untitled > 0 {
            hint(format_args!(
                "Left out {} without a title; --format json has those",
                counted(untitled, "")
            ));
        }
        Ok(())
    }

    fn write(&self, exported: Exported, to: impl Write) -> io::Result<usize> {
        let list = WrittenList {
            items: exported.items,
            unresolved: exported.unresolved,
        };
        let to = BufWriter::new(to);
        write(self.format.into(), list, exported.at, to)
    }
}

/// Returns a count of entries of a kind in words, such as "2 private entries".
fn counted(count: usize, kind: &str) -> String {
    let noun = if count == 1 { "entry" } else { "entries" };
    let space = if kind.is_empty() { "" } else { " " };
    format!("{count} {kind}{space}{noun}")
}
