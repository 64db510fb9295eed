//! Extras of titles, and the people and characters in them: as pages show them here, and as
//! programs ask for it in `full_extras.rs`.

mod full_extras;
mod name_search;

pub use self::name_search::SuggestedNames;

use std::sync::Arc;

use domain::{
    Error, Result,
    anime::{Images, MalId},
    extras::{
        Appearance, CastMember, Character, CharacterId, Episode, ExtraKind, ExtrasStore,
        KnownExtra, KnownRecord, NewsLink, Person, PersonId, RecommendedTitle, RecordId,
        StaffCredit, StaffMember, Stated, Video, ViewerCounts, Voice, VoiceRole,
    },
    provenance::Provenance,
    random::Random,
    slice::{Slice, SliceRange},
};

use super::refresh::{Wish, Wishes};

/// The number of items of a page: characters, staff, videos, recommended titles, pictures, news or credits.
const PAGE: u32 = 24;
/// The number of episodes of a page.
const EPISODES: u32 = 50;
/// The highest number of a page: the longest extra is over before.
pub const MAX_PAGE: u32 = 500;

const TITLE: Error = Error::NotFound("This title");
const PERSON: Error = Error::NotFound("This person");
const CHARACTER: Error = Error::NotFound("This character");

/// A page of a list of extras.
#[derive(Debug, Clone, PartialEq)]
pub struct Part<T> {
    /// The items on the page.
    pub items: Vec<T>,
    /// The page's number, counted from 1.
    pub page: u32,
    /// The number of pages of the list, at least 1.
    pub pages: u32,
    /// The number of items in the whole list.
    pub total: u32,
}

impl<T> Part<T> {
    fn new(slice: Slice<T>, page: u32, size: u32) -> Self {
        Self {
            page,
            pages: slice.total.div_ceil(size).max(1),
            total: slice.total,
            items: slice.items,
        }
    }
}

/// A page of a list that a source states of a title.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedPart<T> {
    /// The page, empty where nothing is stated.
    pub part: Part<T>,
    /// The source of the list; `None` where nothing is stated.
    pub provenance: Option<Provenance>,
}

impl<T> StatedPart<T> {
    fn new(stated: Option<Stated<Slice<T>>>, page: u32, size: u32) -> Self {
        let (slice, provenance) = match stated {
            Some(Stated { value, provenance }) => (value, Some(provenance)),
            None => (Slice::default(), None),
        };
        Self {
            part: Part::new(slice, page, size),
            provenance,
        }
    }

    /// Cuts a page of [`PAGE`] items out of a whole list.
    fn cut(stated: Option<Stated<Vec<T>>>, span: SliceRange, page: u32) -> Self {
        let slice = stated.map(|Stated { value, provenance }| Stated {
            value: Slice::of(value, span),
            provenance,
        });
        Self::new(slice, page, PAGE)
    }
}

/// A person with the first page of each kind of their credits.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonCredits {
    /// The person's record, as far as it is known.
    pub person: KnownRecord<Person>,
    /// The roles of characters that the person voices.
    pub roles: Part<VoiceRole>,
    /// The person's credits as a member of titles' staff.
    pub staff: Part<StaffCredit>,
}

/// A character with the first page of its appearances.
#[derive(Debug, Clone, PartialEq)]
pub struct CharacterCredits {
    /// The character's record, as far as it is known.
    pub character: KnownRecord<Character>,
    /// The people who voice the character in any title.
    pub voices: Vec<Voice>,
    /// The titles that the character is in.
    pub appearances: Part<Appearance>,
}

/// The use cases of extras. Cheap to clone.
#[derive(Clone)]
pub struct Extras {
    store: Arc<dyn ExtrasStore>,
    random: Arc<dyn Random>,
    wishes: Wishes,
}

impl Extras {
    /// Makes the use cases over a store; `wishes` receives what visitors look at and nobody has stated lately.
    pub fn new(store: Arc<dyn ExtrasStore>, random: Arc<dyn Random>, wishes: Wishes) -> Self {
        Self {
            store,
            random,
            wishes,
        }
    }

    /// Returns the facts on a title's extras for its page.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the catalogue does not hold the title, as every method here that names one.
    pub async fn known(&self, id: MalId) -> Result<Vec<KnownExtra>> {
        let known = self.store.known_extras(id).await?.ok_or(TITLE)?;
        // Nobody asks for a section that the page leaves out; one without anything may have something by now, or elsewhere
        for kind in ExtraKind::ALL {
            let has_some = |extra: &KnownExtra| extra.kind == *kind && extra.items > 0;
            if !known.iter().any(has_some) {
                self.wishes.add(Wish::Extra(id, *kind));
            }
        }
        Ok(known)
    }

    /// Returns a page of the characters in a title.
    pub async fn cast(&self, id: MalId, page: u32) -> Result<StatedPart<CastMember>> {
        let found = self.store.cast(id, span(page, PAGE)?).await?;
        let found = self
            .of_stored_title(id, ExtraKind::Characters, found)
            .await?;
        Ok(StatedPart::new(found, page, PAGE))
    }

    /// Returns a page of the people who made a title.
    pub async fn staff(&self, id: MalId, page: u32) -> Result<StatedPart<StaffMember>> {
        let found = self.store.staff(id, span(page, PAGE)?).await?;
        let found = self.of_stored_title(id, ExtraKind::Staff, found).await?;
        Ok(StatedPart::new(found, page, PAGE))
    }

    /// Returns a page of a title's episodes.
    pub async fn episodes(&self, id: MalId, page: u32) -> Result<StatedPart<Episode>> {
        let found = self.store.episodes(id, span(page, EPISODES)?).await?;
        let found = self.of_stored_title(id, ExtraKind::Episodes, found).await?;
        Ok(StatedPart::new(found, page, EPISODES))
    }

    /// Returns a page of the catalogue's titles that are recommended to those who liked a title.
    pub async fn recommendations(
        &self,
        id: MalId,
        page: u32,
    ) -> Result<StatedPart<RecommendedTitle>> {
        let found = self.store.recommendations(id, span(page, PAGE)?).await?;
        let found = self
            .of_stored_title(id, ExtraKind::Recommendations, found)
            .await?;
        Ok(StatedPart::new(found, page, PAGE))
    }

    /// Returns a page of a title's videos.
    pub async fn videos(&self, id: MalId, page: u32) -> Result<StatedPart<Video>> {
        let span = span(page, PAGE)?;
        let found = self.full_videos(id).await?;
        Ok(StatedPart::cut(found, span, page))
    }

    /// Returns a title's pictures as `shown` makes them, without those of which it makes none.
    pub async fn pictures<T>(
        &self,
        id: MalId,
        page: u32,
        shown: impl FnMut(&Images) -> Option<T> + Send,
    ) -> Result<StatedPart<T>> {
        let span = span(page, PAGE)?;
        let found = self.full_pictures(id).await?;
        let found = found.map(|Stated { value, provenance }| Stated {
            value: value.iter().filter_map(shown).collect(),
            provenance,
        });
        Ok(StatedPart::cut(found, span, page))
    }

    /// Returns a page of the news of a title.
    pub async fn news(&self, id: MalId, page: u32) -> Result<StatedPart<NewsLink>> {
        let span = span(page, PAGE)?;
        let found = self.full_news(id).await?;
        Ok(StatedPart::cut(found, span, page))
    }

    /// Returns the numbers of a title's viewers at the source; `None` where no source states them.
    pub async fn viewer_counts(&self, id: MalId) -> Result<Option<Stated<ViewerCounts>>> {
        let found = self.store.viewer_counts(id).await?;
        self.of_stored_title(id, ExtraKind::Statistics, found).await
    }

    /// Nothing may be stated of a title that is held; of one that is not, everything is not found. What was not stated
    /// lately is wished for.
    async fn of_stored_title<T>(
        &self,
        id: MalId,
        kind: ExtraKind,
        found: Option<Stated<T>>,
    ) -> Result<Option<Stated<T>>> {
        self.check_title_is_stored(id, found.as_ref()).await?;
        let as_of = found.as_ref().map(|stated| stated.provenance.as_of);
        if as_of.is_none_or(|as_of| self.wishes.is_stale(as_of)) {
            self.wishes.add(Wish::Extra(id, kind));
        }
        Ok(found)
    }

    /// Fails if nothing is stated and the catalogue does not hold the title.
    async fn check_title_is_stored<T>(&self, id: MalId, found: Option<&Stated<T>>) -> Result<()> {
        if found.is_none() {
            self.store.known_extras(id).await?.ok_or(TITLE)?;
        }
        Ok(())
    }

    /// Returns a person with the first page of each kind of credits.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if no title has the person; so do the two methods that follow.
    pub async fn person(&self, id: PersonId) -> Result<PersonCredits> {
        let found = self
            .store
            .credited_person(id, SliceRange::page(1, PAGE))
            .await?;
        let found = found.ok_or(PERSON)?;
        self.wish_for_record(RecordId::Person(id), &found.person);
        Ok(PersonCredits {
            person: found.person,
            roles: Part::new(found.roles, 1, PAGE),
            staff: Part::new(found.staff, 1, PAGE),
        })
    }

    /// Returns a page of the characters that a person voices, by the titles' popularity.
    pub async fn voice_roles(&self, id: PersonId, page: u32) -> Result<Part<VoiceRole>> {
        let span = span(page, PAGE)?;
        self.known_person(id).await?;
        let roles = self.store.voice_roles(id, span).await?;
        Ok(Part::new(roles, page, PAGE))
    }

    /// Returns a page of a person's staff credits, by the titles' popularity.
    pub async fn staff_credits(&self, id: PersonId, page: u32) -> Result<Part<StaffCredit>> {
        let span = span(page, PAGE)?;
        self.known_person(id).await?;
        let credits = self.store.staff_credits(id, span).await?;
        Ok(Part::new(credits, page, PAGE))
    }

    /// Returns a character with the first page of its appearances.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if no title has the character; so does the method that follows.
    pub async fn character(&self, id: CharacterId) -> Result<CharacterCredits> {
        let first = SliceRange::page(1, PAGE);
        let found = self.store.credited_character(id, first).await?;
        let found = found.ok_or(CHARACTER)?;
        self.wish_for_record(RecordId::Character(id), &found.character);
        Ok(CharacterCredits {
            character: found.character,
            voices: found.voices,
            appearances: Part::new(found.appearances, 1, PAGE),
        })
    }

    /// Returns a page of a character's appearances, by the titles' popularity.
    pub async fn appearances(&self, id: CharacterId, page: u32) -> Result<Part<Appearance>> {
        let span = span(page, PAGE)?;
        self.known_character(id).await?;
        let appearances = self.store.appearances(id, span).await?;
        Ok(Part::new(appearances, page, PAGE))
    }

    /// Wishes for the own record of somebody who is only mentioned, or without a recent answer.
    fn wish_for_record<T>(&self, id: RecordId, known: &KnownRecord<T>) {
        if !known.is_whole || self.wishes.is_stale(known.provenance.as_of) {
            self.wishes.add(Wish::Record(id));
        }
    }

    /// Address of a person's portrait at its source. Who loads it may look at a list of many.
    pub async fn portrait_of_person(&self, id: PersonId) -> Result<Portrait> {
        let KnownRecord { record, .. } = self.store.person(id).await?.ok_or(PERSON)?;
        Ok(Portrait {
            name: record.name,
            source: record.image_url,
        })
    }

    /// Returns the address of a character's portrait at its source.
    pub async fn portrait_of_character(&self, id: CharacterId) -> Result<Portrait> {
        let KnownRecord { record, .. } = self.store.character(id).await?.ok_or(CHARACTER)?;
        Ok(Portrait {
            name: record.name,
            source: record.image_url,
        })
    }
}

/// The name and the picture of a person or a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portrait {
    /// The name, as the source writes it.
    pub name: String,
    /// The picture's address at the source; `None` if there is no picture.
    pub source: Option<String>,
}

fn span(page: u32, size: u32) -> Result<SliceRange> {
    if (1..=MAX_PAGE).contains(&page) {
        Ok(SliceRange::page(page, size))
    } else {
        Err(Error::Invalid(format!(
            "Please ask for a page from 1 to {MAX_PAGE}."
        )))
    }
}
