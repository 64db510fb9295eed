//! `mitai mirror`

use std::sync::Arc;

use app::catalogue::mirror::{LEASE_DURATION, ProgressReader};
use clap::{Args, Subcommand};
use domain::{
    clock::{Clock as _, SystemClock},
    extras::ExtraKind,
    mirror::{ListState, Progress},
};
use jiff::Timestamp;

use crate::{config::DataLocation, output::print_line};

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
    data: DataLocation,
}

impl Mirror {
    /// Runs the command.
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let Self::Status(status) = self;
        let store = Arc::new(status.data.existing_store().await?);
        let reader = ProgressReader::new(store, Arc::new(SystemClock));
        let (progress, extras) = (reader.progress().await?, reader.extras().await?);
        for line in report(&progress, extras.had, SystemClock.now()) {
            print_line(format_args!("{line}"));
        }
        Ok(())
    }
}

/// Returns the progress in lines. `extras` is the number of extras that were fetched.
fn report(progress: &Progress, extras: u32, now: Timestamp) -> Vec<String> {
    let Progress {
        titles,
        whole,
        due,
        put_off,
        next_try,
        lists,
        held_until,
    } = progress;
    let another_try = next_try.map_or_else(String::new, |at| {
        format!(", {put_off} for another try, the next at {at:.0}")
    });
    let mut report = vec![format!(
        "{titles} titles; the whole records of {whole} were fetched, {due} wait to be{another_try}"
    )];
    let all = ExtraKind::ALL.len() as u64 * u64::from(*titles);
    report.push(format!(
        "of {all} parts of what is known beside them (casts, episodes, …), {extras} were fetched"
    ));
    report.extend(lists.iter().map(|list| line(list, now)));
    report.push(if held_until.is_some_and(|until| until > now) {
        format!(
            "A server was at it within the last {} s.",
            LEASE_DURATION.as_secs()
        )
    } else {
        "No server is at it now: none runs, or it runs without a provider or with --mirror off."
            .into()
    });
    report
}

fn line(list: &ListState, now: Timestamp) -> String {
    let name = list.list.as_str();
    let of = |pages: Option<u32>| pages.map_or_else(String::new, |pages| format!(" of {pages}"));
    match list.finished_at.filter(|at| *at >= list.begun_at) {
        Some(at) => format!(
            "list {name}: through at {at:.0}, again at {:.0}",
            list.next_at
        ),
        None => format!(
            "list {name}: next is page {}{}{}, begun at {:.0}",
            list.page,
            of(list.pages),
            another_try(list, now),
            list.begun_at
        ),
    }
}

/// Returns the words on when a failed page is fetched again; empty if no failure delays it.
fn another_try(list: &ListState, now: Timestamp) -> String {
    if list.next_at > now {
        format!(" (another try at {:.0})", list.next_at)
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use domain::mirror::MirrorList;

    use super::*;

    const NOW: Timestamp = Timestamp::constant(1_793_491_200, 0);

    #[test]
    fn status_shows_failures_and_their_next_try() {
        let mut failed = ListState::new(MirrorList::Popular, NOW);
        failed.next_at = NOW + LEASE_DURATION;
        let mut progress = Progress {
            titles: 9,
            whole: 4,
            due: 3,
            put_off: 2,
            next_try: Some(NOW + LEASE_DURATION),
            lists: vec![ListState::new(MirrorList::Airing, NOW), failed],
            held_until: Some(NOW + LEASE_DURATION),
        };
        let begun = "begun at 2026-11-01T00:00:00Z";
        let (airing, popular) = (
            format!("list airing: next is page 1, {begun}"),
            format!("list popular: next is page 1 (another try at 2026-11-01T00:00:20Z), {begun}"),
        );
        assert_eq!(
            report(&progress, 7, NOW),
            [
                "9 titles; the whole records of 4 were fetched, 3 wait to be, 2 for another try, \
                 the next at 2026-11-01T00:00:20Z",
                "of 72 parts of what is known beside them (casts, episodes, …), 7 were fetched",
                &airing,
                &popular,
                "A server was at it within the last 20 s.",
            ]
        );
        (progress.put_off, progress.next_try) = (0, None);
        let report = report(&progress, 7, NOW + LEASE_DURATION);
        assert!(report[0].ends_with("3 wait to be"), "{}", report[0]);
        assert!(
            report[4].starts_with("No server is at it now"),
            "{}",
            report[4]
        );
    }
}
