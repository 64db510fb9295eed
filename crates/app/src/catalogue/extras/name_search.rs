//! Search of people and characters by their names.

use domain::{
    Result,
    extras::{Character, KnownRecord, Person, Record as _, RecordQuery},
    fold::fold,
    slice::{Slice, SliceRange},
};

use super::{Extras, PAGE, Part, span};
use crate::catalogue::SearchText;

/// The largest number of suggested people, and of suggested characters.
const SUGGESTED: u32 = 3;

/// People and characters that a typed text may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct SuggestedNames {
    /// The first people that the text may mean.
    pub people: Vec<KnownRecord<Person>>,
    /// The first characters that the text may mean.
    pub characters: Vec<KnownRecord<Character>>,
    /// Whether the text is the whole name of one of them.
    pub are_meant: bool,
}

impl Extras {
    /// People one of whose names, or a word in it and what follows, begins with the text: whole names first, then by
    /// favourites.
    pub async fn search_people(
        &self,
        text: &SearchText,
        page: u32,
    ) -> Result<Part<KnownRecord<Person>>> {
        let people = self.find_people(text, span(page, PAGE)?).await?;
        Ok(Part::new(people, page, PAGE))
    }

    /// Returns a page of the characters that the text may mean, found as [`Self::search_people`] finds people.
    pub async fn search_characters(
        &self,
        text: &SearchText,
        page: u32,
    ) -> Result<Part<KnownRecord<Character>>> {
        let characters = self.find_characters(text, span(page, PAGE)?).await?;
        Ok(Part::new(characters, page, PAGE))
    }

    /// Returns the first people and the first characters that the text may mean.
    pub async fn suggest(&self, text: &SearchText) -> Result<SuggestedNames> {
        let first = SliceRange::page(1, SUGGESTED);
        let people = self.find_people(text, first).await?.items;
        let characters = self.find_characters(text, first).await?.items;
        let folded = fold(text.as_str());
        let are_meant = people.iter().any(|it| it.record.is_called(&folded))
            || characters.iter().any(|it| it.record.is_called(&folded));
        Ok(SuggestedNames {
            people,
            characters,
            are_meant,
        })
    }

    async fn find_people(
        &self,
        text: &SearchText,
        span: SliceRange,
    ) -> Result<Slice<KnownRecord<Person>>> {
        let query = RecordQuery::named(&fold(text.as_str()), span);
        self.store.select_people(&query).await
    }

    async fn find_characters(
        &self,
        text: &SearchText,
        span: SliceRange,
    ) -> Result<Slice<KnownRecord<Character>>> {
        let query = RecordQuery::named(&fold(text.as_str()), span);
        self.store.select_characters(&query).await
    }
}
