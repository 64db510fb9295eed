//! `mitai mirror`

use std::sync::Arc;

use app::catalogue::mirror::Watch;
use clap::{Args, Subcommand};
use domain::{
    clock::{Clock as _, SystemClock},
    mirror::{ListState, Progress},
};
use jiff::Timestamp;

use crate::{config::Data, output::say};

/// Watch how the catalogue is filled from a provider.
#[derive(Subcommand)]
pub(crate) enum Mirror {
    /// Tell how far it is.
    Status(Status),
}

/// Tell how far it is.
#[derive(Args)]
pub(crate) struct Status {
    #[command(flatten)]
    data: Data,
}

impl Mirror {
    /// Does what is asked.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let Self::Status(status) = self;
        let store = Arc::new(status.data.existing_store().await?);
        let watch = Watch::new(store, Arc::new(SystemClock));
        print(&watch.progress().await?, SystemClock.now());
        Ok(())
    }
}

fn print(progress: &Progress, now: Timestamp) {
    let Progress {
        titles,
        whole,
        due,
        lists,
        held_until,
    } = progress;
    say(format_args!(
        "{titles} titles; the whole records of {whole} were fetched, {due} wait to be"
    ));
    for list in lists {
        say(format_args!("{}", line(list)));
    }
    if held_until.is_some_and(|until| until > now) {
        say(format_args!("A server is at it now."));
    } else {
        say(format_args!(
            "No server is at it now: none runs, or it runs without a provider or with --mirror off."
        ));
    }
}

fn line(list: &ListState) -> String {
    let name = list.list.as_str();
    let of = |pages: Option<u32>| pages.map_or_else(String::new, |pages| format!(" of {pages}"));
    match list.finished_at.filter(|at| *at >= list.begun_at) {
        Some(at) => format!(
            "list {name}: through at {at:.0}, again at {:.0}",
            list.next_at
        ),
        None => format!(
            "list {name}: next is page {}{}, begun at {:.0}",
            list.page,
            of(list.pages),
            list.begun_at
        ),
    }
}
