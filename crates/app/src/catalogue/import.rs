//! Importing many titles at once.

use domain::{
    Error, Result,
    catalogue::{CatalogueStore, Outcome},
    provenance::Provenance,
    provider::SourceTitle,
};

/// Titles written at once.
const BATCH: usize = 500;
/// Refused records whose reason is kept for the report.
const REASONS: usize = 20;

/// A record as it was read.
pub enum Candidate {
    /// One that says what it is.
    Title(SourceTitle),
    /// One of a title that MyAnimeList does not list.
    Elsewhere,
    /// One that cannot be used, and why.
    Unusable(String),
}

/// What became of the records of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Records read.
    pub read: u64,
    /// New titles.
    pub added: u64,
    /// Titles that differ now.
    pub changed: u64,
    /// Titles that stay as they were.
    pub equal: u64,
    /// Records left out because they are adult.
    pub adult: u64,
    /// Titles taken away for the same reason.
    pub removed: u64,
    /// Records left out because MyAnimeList does not list their titles.
    pub elsewhere: u64,
    /// Records that could not be used.
    pub unusable: u64,
    /// The reasons of the first of these, each with the number of its record.
    pub reasons: Vec<(u64, String)>,
}

/// Imports all `candidates` or, if one of them is an error, none. A title that one of them calls
/// adult is not there afterwards, whatever the others or earlier imports said, unless a source that
/// knows more says otherwise. `expected` says for people what a file should hold.
///
/// # Errors
/// The first error of `candidates`; [`Error::Invalid`] if no record was a title; any error of the
/// store.
pub async fn import(
    store: &dyn CatalogueStore,
    provenance: Provenance,
    expected: &str,
    candidates: impl Iterator<Item = Result<Candidate>> + Send,
) -> Result<Report> {
    let mut report = Report::default();
    let mut import = store.begin_import(provenance).await?;
    let mut batch = Vec::with_capacity(BATCH);
    let mut adult = Vec::new();
    for candidate in candidates {
        report.read += 1;
        match candidate? {
            Candidate::Title(SourceTitle::Title(title)) => batch.push(*title),
            Candidate::Title(SourceTitle::Adult(id)) => adult.push(id),
            Candidate::Elsewhere => report.elsewhere += 1,
            Candidate::Unusable(reason) => {
                report.unusable += 1;
                if report.reasons.len() < REASONS {
                    report.reasons.push((report.read, reason));
                }
            }
        }
        if batch.len() == BATCH {
            report.count(&import.put(&batch).await?);
            batch.clear();
        }
    }
    report.count(&import.put(&batch).await?);
    report.adult += adult.len() as u64;
    report.removed = import.remove(&adult).await?;
    if report.added + report.changed + report.equal + report.adult == 0 {
        let sentence = format!("No title was found: {expected} is expected.");
        return Err(Error::Invalid(sentence));
    }
    import.commit().await?;
    Ok(report)
}

impl Report {
    fn count(&mut self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            match outcome {
                Outcome::Added => self.added += 1,
                Outcome::Changed => self.changed += 1,
                Outcome::Equal => self.equal += 1,
                Outcome::Adult => self.adult += 1,
            }
        }
    }
}
