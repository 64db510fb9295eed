//! Importing many titles at once.

use domain::{
    Error, Result,
    anime::{Anime, MalId},
    catalogue::{CatalogueImport, CatalogueStore, Outcome},
    extras::{Character, Extra, ExtraKind, ExtraPage, MAX_ITEMS, Person, TitleExtra},
    provenance::Provenance,
    provider::SourceTitle,
};
use futures::future::try_join;
use tokio::task;

/// Rows after which a batch is written, while the next one is read; these two bound the memory that an import takes.
const MAX_BATCH_WEIGHT: usize = 20_000;
/// The weight of a full record: a batch has at most 500 of them.
const TITLE_WEIGHT: usize = 40;
/// The largest number of refused records whose reasons are kept for the report.
const MAX_REASONS: usize = 20;

/// A record of an import, as it was read.
pub enum Candidate {
    /// The record of a title, with the extras that it has beside its own facts.
    Title(SourceTitle, Vec<Extra>),
    /// An extra of a title, or a page of one: consecutive pages make one extra.
    Extra(ExtraPage),
    /// The whole record of a person.
    Person(Box<Person>),
    /// The whole record of a character.
    Character(Box<Character>),
    /// A record of a title that MyAnimeList does not list.
    Elsewhere,
    /// A record that cannot be used, and the reason.
    Unusable(String),
}

/// The numbers of imported things of one kind, by outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of things that are new.
    pub added: u64,
    /// The number of things that differ now.
    pub changed: u64,
    /// The number of things that stay as they were.
    pub equal: u64,
    /// The number of things that are left out, as they belong to no title of the catalogue.
    pub unknown: u64,
}

/// The outcome of the records of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of records that were read.
    pub read: u64,
    /// The outcomes of titles.
    pub titles: Tally,
    /// The outcomes of titles' extras.
    pub extras: Tally,
    /// The outcomes of the whole records of people and characters.
    pub people: Tally,
    /// The number of records that were left out because they are adult.
    pub adult: u64,
    /// The number of stored titles that were deleted because a record calls them adult.
    pub removed: u64,
    /// The number of records that were left out because MyAnimeList does not list their titles.
    pub elsewhere: u64,
    /// The number of records that could not be used.
    pub unusable: u64,
    /// The reasons of the first unusable records, each with its record's number, counted from 1.
    pub reasons: Vec<(u64, String)>,
}

/// Imports all `candidates` or, if one of them is an error, none. A title that one of them calls
/// adult is not there afterwards, whatever the others or earlier imports said, unless a source that
/// knows more says otherwise. `expected` says for people what a file should hold.
///
/// # Errors
/// The first error of `candidates`; [`Error::Invalid`] if no record could be used, or none belongs to a title that
/// the catalogue holds; any error of the store.
pub async fn import(
    store: &dyn CatalogueStore,
    provenance: Provenance,
    expected: &str,
    candidates: impl Iterator<Item = Result<Candidate>> + Send + 'static,
) -> Result<Report> {
    let mut running = Running {
        import: store.begin_import(provenance).await?,
        report: Report::default(),
        adult: Vec::new(),
    };
    let (mut reading, mut batch) = Reading::of(candidates).next().await?;
    while !reading.has_ended {
        // Neither the store nor the reader of records waits for the other
        let ((after, next), ()) = try_join(reading.next(), running.write(batch)).await?;
        (reading, batch) = (after, next);
    }
    running.write(batch).await?;
    running.end(reading.report, expected).await
}

/// The titles, extras and people that are written together.
#[derive(Default)]
struct Batch {
    titles: Vec<Anime>,
    extras: Vec<TitleExtra>,
    people: Vec<Person>,
    characters: Vec<Character>,
    /// The titles that a record calls adult.
    adult: Vec<MalId>,
    /// The weight of the batch in rows; titles in `adult` weigh nothing.
    weight: usize,
}

/// Consecutive pages of one extra.
struct Pages {
    extra: TitleExtra,
    /// The number of the record that is the first page.
    record: u64,
    /// The number of pages that were read.
    read: u32,
    /// The number of pages that the source has.
    expected: u32,
}

/// Reads candidates, and makes batches of them.
struct Reading<I> {
    candidates: I,
    has_ended: bool,
    /// The numbers of records that were read, and of those that cannot be written.
    report: Report,
    batch: Batch,
    /// The extra that the next record may be a page of; `None` if it can be none.
    pages: Option<Pages>,
}

impl<I: Iterator<Item = Result<Candidate>> + Send + 'static> Reading<I> {
    fn of(candidates: I) -> Self {
        Self {
            candidates,
            has_ended: false,
            report: Report::default(),
            batch: Batch::default(),
            pages: None,
        }
    }

    /// Reads the next batch on a thread of its own, where reading may take its time.
    async fn next(mut self) -> Result<(Self, Batch)> {
        let read = task::spawn_blocking(move || {
            self.fill()?;
            let batch = std::mem::take(&mut self.batch);
            Ok((self, batch))
        });
        (read.await).map_err(|error| Error::internal("reading records", error))?
    }

    fn fill(&mut self) -> Result<()> {
        while self.batch.weight < MAX_BATCH_WEIGHT {
            let Some(candidate) = self.candidates.next() else {
                self.close_pages();
                self.has_ended = true;
                break;
            };
            self.take(candidate?);
        }
        Ok(())
    }

    fn take(&mut self, candidate: Candidate) {
        self.report.read += 1;
        let batch = &mut self.batch;
        match candidate {
            Candidate::Title(SourceTitle::Title(title), extras) => {
                batch.weight += TITLE_WEIGHT;
                let mal_id = title.mal_id;
                batch.titles.push(*title);
                for extra in extras {
                    batch.add(TitleExtra { mal_id, extra });
                }
            }
            Candidate::Title(SourceTitle::Adult(id), _) => batch.adult.push(id),
            Candidate::Extra(page) => self.turn_to(page),
            Candidate::Person(person) => {
                batch.weight += TITLE_WEIGHT;
                batch.people.push(*person);
            }
            Candidate::Character(character) => {
                batch.weight += TITLE_WEIGHT;
                batch.characters.push(*character);
            }
            Candidate::Elsewhere => self.report.elsewhere += 1,
            Candidate::Unusable(reason) => self.report.refuse(self.report.read, 1, reason),
        }
    }

    /// Adds a page to the pages before it, or begins another extra with it.
    fn turn_to(&mut self, page: ExtraPage) {
        if let Some(pages) = &mut self.pages
            && continues(&pages.extra, &page.extra)
        {
            pages.add(page);
            return;
        }
        self.close_pages();
        self.pages = Some(Pages {
            extra: page.extra,
            record: self.report.read,
            read: 1,
            expected: page.pages,
        });
    }

    /// Takes in what was read page by page, unless a page is missing: what is there is not all, and would take its place.
    fn close_pages(&mut self) {
        let Some(pages) = self.pages.take() else {
            return;
        };
        if pages.read >= pages.expected {
            self.batch.add(pages.extra);
        } else {
            let TitleExtra { mal_id, extra } = pages.extra;
            let reason = format!(
                "of title {mal_id} the source has {} pages of {}, and here {} follow each other",
                pages.expected,
                extra.kind().as_str(),
                pages.read
            );
            self.report.refuse(pages.record, pages.read, reason);
        }
    }
}

struct Running {
    import: Box<dyn CatalogueImport>,
    /// The numbers of what was written.
    report: Report,
    /// The titles that a record calls adult, over all batches.
    adult: Vec<MalId>,
}

impl Running {
    async fn write(&mut self, mut batch: Batch) -> Result<()> {
        let titles = self.import.put(&batch.titles).await?;
        self.report.adult += count(&titles, Outcome::Adult);
        self.report.titles.count(&titles);
        let extras = self.import.put_extras(&batch.extras).await?;
        self.report.extras.count(&extras);
        let people = self.import.put_people(&batch.people).await?;
        self.report.people.count(&people);
        let characters = self.import.put_characters(&batch.characters).await?;
        self.report.people.count(&characters);
        self.adult.append(&mut batch.adult);
        Ok(())
    }

    async fn end(mut self, read: Report, expected: &str) -> Result<Report> {
        self.report.adult += self.adult.len() as u64;
        self.report.removed = self.import.remove(&self.adult).await?;
        let Report {
            titles,
            extras,
            people,
            ..
        } = &self.report;
        let tallies = [titles, extras, people];
        if tallies.iter().all(|tally| tally.taken() == 0) && self.report.adult == 0 {
            let left_out: u64 = tallies.iter().map(|tally| tally.unknown).sum();
            return Err(Error::Invalid(if left_out > 0 {
                format!(
                    "None of the {left_out} records is of a title that the catalogue holds, or of somebody in one: \
                     please import the titles first, then their casts and staffs."
                )
            } else {
                format!("No title was found: {expected} is expected.")
            }));
        }
        self.import.commit().await?;
        Ok(Report {
            read: read.read,
            elsewhere: read.elsewhere,
            unusable: read.unusable,
            reasons: read.reasons,
            ..self.report
        })
    }
}

impl Batch {
    fn add(&mut self, extra: TitleExtra) {
        self.weight += weight(&extra.extra);
        self.extras.push(extra);
    }
}

impl Pages {
    fn add(&mut self, page: ExtraPage) {
        self.read += 1;
        self.expected = self.expected.max(page.pages);
        // A longer list is cut, so that memory does not grow with a file
        if self.extra.extra.items() < MAX_ITEMS {
            self.extra.extra.append(page.extra.extra);
        }
    }
}

impl Report {
    /// Counts records that cannot be used, with the number of the first of them.
    fn refuse(&mut self, record: u64, records: u32, reason: String) {
        self.unusable += u64::from(records);
        if self.reasons.len() < MAX_REASONS {
            self.reasons.push((record, reason));
        }
    }
}

/// Whether `next` may be a page behind `last`, of the same extra. Statistics have no pages.
fn continues(last: &TitleExtra, next: &TitleExtra) -> bool {
    let kind = next.extra.kind();
    last.mal_id == next.mal_id && last.extra.kind() == kind && kind != ExtraKind::Statistics
}

/// Returns the weight of an extra: its number of rows, at least 1.
fn weight(extra: &Extra) -> usize {
    let voices = match extra {
        Extra::Characters(cast) => cast.iter().map(|member| member.voices.len()).sum(),
        _ => 0,
    };
    extra.items().max(1) + voices
}

fn count(outcomes: &[Outcome], wanted: Outcome) -> u64 {
    outcomes.iter().filter(|it| **it == wanted).count() as u64
}

impl Tally {
    fn count(&mut self, outcomes: &[Outcome]) {
        self.added += count(outcomes, Outcome::Added);
        self.changed += count(outcomes, Outcome::Changed);
        self.equal += count(outcomes, Outcome::Equal);
        self.unknown += count(outcomes, Outcome::Unknown);
    }

    /// Returns the number of these things that the store has now.
    pub const fn taken(&self) -> u64 {
        self.added + self.changed + self.equal
    }
}
