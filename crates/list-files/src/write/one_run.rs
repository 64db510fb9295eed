//! An entry as the trackers have it that know the first run's dates, the current one's progress and how often a title was
//! watched again.

use domain::anime_list::{ListEntry, PartialDate, RunState, Status};

/// The watching of a title, as a form with one run has it. The reverse of it is
/// [`ImportedEntry::entry`](domain::anime_list::ImportedEntry::entry).
pub(super) struct OneRun {
    pub(super) status: Status,
    /// Whether it is being watched again after a run that was watched to its end; then the status is Watching.
    pub(super) rewatching: bool,
    pub(super) progress: u16,
    pub(super) started: Option<PartialDate>,
    pub(super) finished: Option<PartialDate>,
    pub(super) rewatches: u16,
}

impl From<&ListEntry> for OneRun {
    fn from(entry: &ListEntry) -> Self {
        let was_done = entry.runs.iter().any(|run| run.state == RunState::Done);
        let first = entry.runs.first();
        let started = first.and_then(|run| run.started);
        let finished = first.and_then(|run| run.finished);
        Self {
            status: entry.status,
            rewatching: entry.status == Status::Watching && was_done,
            progress: entry.current_run().progress,
            started: started.map(|it| it.date),
            finished: finished.map(|it| it.date),
            rewatches: entry.rewatches(),
        }
    }
}
