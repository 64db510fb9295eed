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
/// Refused records whose reason is kept for the report.
const MAX_REASONS: usize = 20;

/// A record as it was read.
pub enum Candidate {
    /// One that says what it is, with what it says beside that.
    Title(SourceTitle, Vec<Extra>),
    /// An extra of a title, or its next page: consecutive pages are one.
    Extra(ExtraPage),
    /// A whole record of a person.
    Person(Box<Person>),
    /// A whole record of a character.
    Character(Box<Character>),
    /// One of a title that MyAnimeList does not list.
    Elsewhere,
    /// One that cannot be used, and why.
    Unusable(String),
}

/// Counts of outcomes for one kind of things.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// New ones.
    pub added: u64,
    /// Those that differ now.
    pub changed: u64,
    /// Those that stay as they were.
    pub equal: u64,
    /// Those left out because they belong to no title that the catalogue holds.
    pub unknown: u64,
}

/// The outcome of the records of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Records read.
    pub read: u64,
    /// Titles.
    pub titles: Tally,
    /// Extras of titles.
    pub extras: Tally,
    /// Whole records of people and characters.
    pub people: Tally,
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
        // Neither the store nor who reads waits for the other
        let ((after, next), ()) = try_join(reading.next(), running.write(batch)).await?;
        (reading, batch) = (after, next);
    }
    running.write(batch).await?;
    running.end(reading.report, expected).await
}

/// Things that are written together.
#[derive(Default)]
struct Batch {
    titles: Vec<Anime>,
    extras: Vec<TitleExtra>,
    people: Vec<Person>,
    characters: Vec<Character>,
    /// Titles that a record calls adult.
    adult: Vec<MalId>,
    /// How much of them there is, but for the last.
    weight: usize,
}

/// Pages of an extra that follow each other.
struct Pages {
    extra: TitleExtra,
    /// Number of the record with the first one.
    record: u64,
    /// How many there are.
    read: u32,
    /// How many the source has.
    expected: u32,
}

/// Makes batches of candidates.
struct Reading<I> {
    candidates: I,
    has_ended: bool,
    /// Counts of what was read and not written.
    report: Report,
    batch: Batch,
    /// What the next record may be a page of.
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

    /// Reads the next batch on a thread where that may take its time.
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

    /// Puts a page behind those before it, or begins with it.
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
    /// Counts of what was written.
    report: Report,
    /// Titles that a record calls adult, over all batches.
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
        // Longer lists are cut, so memory does not grow with a file
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

/// Whether `next` is a page behind `last`. Statistics have no pages.
fn continues(last: &TitleExtra, next: &TitleExtra) -> bool {
    let kind = next.extra.kind();
    last.mal_id == next.mal_id && last.extra.kind() == kind && kind != ExtraKind::Statistics
}

/// How many rows an extra is, at least one.
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

    /// How many are there now.
    pub const fn taken(&self) -> u64 {
        self.added + self.changed + self.equal
    }
}
