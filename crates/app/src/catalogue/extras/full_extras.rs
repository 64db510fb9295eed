//! Extras, people and characters as programs ask for them: an extra as a whole, or pages of their own size.

use domain::{
    Error, Result,
    anime::{Images, MalId},
    extras::{
        CastMember, Character, CharacterId, CreditedCharacter, CreditedPerson, Episode, ExtraKind,
        KnownRecord, NewsLink, Person, PersonId, RecommendedPair, RecommendedTitle, RecordId,
        RecordQuery, StaffMember, Stated, TitleVideos, Video, VideoQuery,
    },
    slice::{Slice, SliceRange},
};

use super::{CHARACTER, Extras, PERSON};
use crate::catalogue::random_candidates::random_candidates;

const EPISODE: Error = Error::NotFound("This episode");

impl Extras {
    /// Returns all characters in a title; `None` where no source states them, so of every extra here.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the catalogue does not hold the title; likewise for every extra here.
    pub async fn full_cast(&self, id: MalId) -> Result<Option<Stated<Vec<CastMember>>>> {
        let found = self.store.cast(id, SliceRange::ALL).await?;
        self.of_stored_title(id, ExtraKind::Characters, found.map(items))
            .await
    }

    /// Returns all people who made a title.
    pub async fn full_staff(&self, id: MalId) -> Result<Option<Stated<Vec<StaffMember>>>> {
        let found = self.store.staff(id, SliceRange::ALL).await?;
        self.of_stored_title(id, ExtraKind::Staff, found.map(items))
            .await
    }

    /// Returns the wanted part of a title's episodes.
    pub async fn some_episodes(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<Episode>>>> {
        let found = self.store.episodes(id, span).await?;
        self.of_stored_title(id, ExtraKind::Episodes, found).await
    }

    /// Returns one of a title's episodes.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if the episode is not known, or the catalogue does not hold the title.
    pub async fn episode(&self, id: MalId, number: u32) -> Result<Stated<Episode>> {
        let found = self.store.episode(id, number).await?;
        if found.is_none() {
            // The list may be unknown, or older than the episode
            self.some_episodes(id, SliceRange::page(1, 1)).await?;
            return Err(EPISODE);
        }
        let found = self.of_stored_title(id, ExtraKind::Episodes, found).await?;
        found.ok_or(EPISODE)
    }

    /// Returns all of a title's videos.
    pub async fn full_videos(&self, id: MalId) -> Result<Option<Stated<Vec<Video>>>> {
        let found = self.store.videos(id).await?;
        self.of_stored_title(id, ExtraKind::Videos, found).await
    }

    /// Returns all of a title's pictures.
    pub async fn full_pictures(&self, id: MalId) -> Result<Option<Stated<Vec<Images>>>> {
        let found = self.store.pictures(id).await?;
        self.of_stored_title(id, ExtraKind::Pictures, found).await
    }

    /// Returns a title's pictures without wishing for them: who asks for one picture has seen the list of all.
    pub async fn held_pictures(&self, id: MalId) -> Result<Option<Stated<Vec<Images>>>> {
        let found = self.store.pictures(id).await?;
        self.check_title_is_stored(id, found.as_ref()).await?;
        Ok(found)
    }

    /// Returns all news of a title.
    pub async fn full_news(&self, id: MalId) -> Result<Option<Stated<Vec<NewsLink>>>> {
        let found = self.store.news(id).await?;
        self.of_stored_title(id, ExtraKind::News, found).await
    }

    /// Returns all titles of the catalogue that are recommended to those who liked a title.
    pub async fn full_recommendations(
        &self,
        id: MalId,
    ) -> Result<Option<Stated<Vec<RecommendedTitle>>>> {
        let found = self.store.recommendations(id, SliceRange::ALL).await?;
        self.of_stored_title(id, ExtraKind::Recommendations, found.map(items))
            .await
    }

    /// Returns a person's record, without credits.
    ///
    /// # Errors
    /// Fails with [`Error::NotFound`] if no title has the person; likewise for every method here that names somebody.
    pub async fn known_person(&self, id: PersonId) -> Result<KnownRecord<Person>> {
        let known = self.store.person(id).await?.ok_or(PERSON)?;
        self.wish_for_record(RecordId::Person(id), &known);
        Ok(known)
    }

    /// Returns a person with all credits.
    pub async fn credited_person(&self, id: PersonId) -> Result<CreditedPerson> {
        let found = self.store.credited_person(id, SliceRange::ALL).await?;
        let found = found.ok_or(PERSON)?;
        self.wish_for_record(RecordId::Person(id), &found.person);
        Ok(found)
    }

    /// Returns a character's record, without appearances.
    pub async fn known_character(&self, id: CharacterId) -> Result<KnownRecord<Character>> {
        let known = self.store.character(id).await?.ok_or(CHARACTER)?;
        self.wish_for_record(RecordId::Character(id), &known);
        Ok(known)
    }

    /// Returns a character with all appearances, and all people who voice it.
    pub async fn credited_character(&self, id: CharacterId) -> Result<CreditedCharacter> {
        let found = self.store.credited_character(id, SliceRange::ALL).await?;
        let found = found.ok_or(CHARACTER)?;
        self.wish_for_record(RecordId::Character(id), &found.character);
        Ok(found)
    }

    /// Returns the wanted part of the people.
    pub async fn people(&self, query: &RecordQuery) -> Result<Slice<KnownRecord<Person>>> {
        self.store.select_people(query).await
    }

    /// Returns the wanted part of the characters.
    pub async fn characters(&self, query: &RecordQuery) -> Result<Slice<KnownRecord<Character>>> {
        self.store.select_characters(query).await
    }

    /// People who are somebody's favourite, the most loved first; by id where no favourites are known.
    pub async fn top_people(&self, span: SliceRange) -> Result<Slice<KnownRecord<Person>>> {
        let loved = self.store.top_people(span).await?;
        if loved.total == 0 {
            return self.store.select_people(&RecordQuery::all(span)).await;
        }
        Ok(loved)
    }

    /// Returns the characters that are somebody's favourite, the most loved first; by id where no favourites are known.
    pub async fn top_characters(&self, span: SliceRange) -> Result<Slice<KnownRecord<Character>>> {
        let loved = self.store.top_characters(span).await?;
        if loved.total == 0 {
            let all = RecordQuery::all(span);
            return self.store.select_characters(&all).await;
        }
        Ok(loved)
    }

    /// Returns a random person; `None` if no person is known.
    pub async fn random_person(&self) -> Result<Option<KnownRecord<Person>>> {
        self.store
            .random_person(&random_candidates(&*self.random))
            .await
    }

    /// Returns a random character; `None` if no character is known.
    pub async fn random_character(&self) -> Result<Option<KnownRecord<Character>>> {
        self.store
            .random_character(&random_candidates(&*self.random))
            .await
    }

    /// Titles that are recommended for one another, the most recommended pairs first.
    pub async fn recommended_pairs(&self, span: SliceRange) -> Result<Slice<RecommendedPair>> {
        self.store.recommended_pairs(span).await
    }

    /// Returns the titles that have videos of a kind, with these videos.
    pub async fn title_videos(&self, query: &VideoQuery) -> Result<Vec<TitleVideos>> {
        self.store.title_videos(query).await
    }
}

fn items<T>(stated: Stated<Slice<T>>) -> Stated<Vec<T>> {
    Stated {
        value: stated.value.items,
        provenance: stated.provenance,
    }
}
