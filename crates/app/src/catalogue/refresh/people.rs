//! Granting wishes for people's and characters' own records.
//!
//! **Invariant:** records are requested only of people and characters in a stored title.

use std::slice;

use domain::{
    Result,
    clock::is_to_come,
    extras::{FullRecord, KnownRecord, RecordId},
    mirror::full_record_interval,
    provider::{StoredAnswer, TitleProvider},
};
use jiff::{SignedDuration, Timestamp};

use super::{Failure, Refresher};
use crate::catalogue::ingest::provenance;

/// The time after which a record that the provider did not know is asked for again.
const NOT_FOUND_TTL: SignedDuration = SignedDuration::from_hours(3 * 24);

impl Refresher {
    /// Brings somebody's own record, unless the provider was asked for it lately, and returns as of when it is.
    pub(super) async fn bring_record(
        &self,
        id: RecordId,
        titles: &dyn TitleProvider,
    ) -> Result<Timestamp, Failure> {
        let now = self.wishes.clock.now();
        let key = format!("{} {id}", titles.source());
        if !self.is_record_due(id, &key, now).await? {
            return Ok(now);
        }
        let fetched = titles.whole_record(id).await?;
        if let Some(record) = fetched.value {
            self.keep_record(&record, fetched.as_of).await?;
        }
        // The facts are in the store; this answer notes that the source was asked
        let asked = StoredAnswer {
            body: Vec::new(),
            etag: None,
            fetched_at: fetched.as_of,
        };
        self.answers.store_answer(&key, &asked).await?;
        Ok(fetched.as_of)
    }

    async fn is_record_due(&self, id: RecordId, key: &str, now: Timestamp) -> Result<bool> {
        let is_whole = match id {
            RecordId::Person(id) => self.extras.person(id).await?.as_ref().map(is_whole),
            RecordId::Character(id) => self.extras.character(id).await?.as_ref().map(is_whole),
        };
        let stands_for = match is_whole {
            None => return Ok(false),
            Some(true) => full_record_interval(None),
            Some(false) => NOT_FOUND_TTL,
        };
        let asked = self.answers.stored_answer(key).await?;
        let stands =
            asked.is_some_and(|asked| is_to_come(asked.fetched_at + stands_for, now, stands_for));
        Ok(!stands)
    }

    async fn keep_record(&self, record: &FullRecord, as_of: Timestamp) -> Result<()> {
        let mut import = self.store.begin_import(provenance(as_of)).await?;
        match record {
            FullRecord::Person(person) => import.put_people(slice::from_ref(&**person)).await?,
            FullRecord::Character(character) => {
                import.put_characters(slice::from_ref(&**character)).await?
            }
        };
        import.commit().await
    }
}

fn is_whole<T>(known: &KnownRecord<T>) -> bool {
    known.is_whole
}
