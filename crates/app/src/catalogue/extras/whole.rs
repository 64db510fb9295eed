//! Extras, people and characters as programs ask for them: a part as a whole, or pages of their own size.

use domain::{
    Error, Result,
    anime::{Images, MalId},
    extras::{
        Appearance, CastMember, Character, CharacterId, Episode, ExtraKind, Filmed, FilmedTitle,
        Known, NewsLink, Person, PersonId, RecommendedPair, RecommendedTitle, RecordQuery,
        StaffCredit, StaffMember, Stated, Video, VideoKind, Voice, VoiceRole,
    },
    slice::{Slice, Span},
};

use super::{CHARACTER, Extras, PERSON};
use crate::catalogue::draws::draws;

const EPISODE: Error = Error::NotFound("This episode");

impl Extras {
    /// Everybody in a title; `None` where nobody says it, so of every part of a title here.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the catalogue does not hold it; likewise.
    pub async fn whole_cast(&self, id: MalId) -> Result<Option<Stated<Vec<CastMember>>>> {
        let found = self.store.cast(id, Span::ALL).await?;
        self.of_held(id, ExtraKind::Characters, found.map(items))
            .await
    }

    /// Everybody who made a title.
    pub async fn whole_staff(&self, id: MalId) -> Result<Option<Stated<Vec<StaffMember>>>> {
        let found = self.store.staff(id, Span::ALL).await?;
        self.of_held(id, ExtraKind::Staff, found.map(items)).await
    }

    /// Some of a title's episodes.
    pub async fn some_episodes(
        &self,
        id: MalId,
        span: Span,
    ) -> Result<Option<Stated<Slice<Episode>>>> {
        let found = self.store.episodes(id, span).await?;
        self.of_held(id, ExtraKind::Episodes, found).await
    }

    /// One of a title's episodes.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it is not known, or the catalogue does not hold the title.
    pub async fn episode(&self, id: MalId, number: u32) -> Result<Episode> {
        if let Some(episode) = self.store.episode(id, number).await? {
            return Ok(episode);
        }
        // The list may be unknown, or older than the episode
        self.some_episodes(id, Span::page(1, 1)).await?;
        Err(EPISODE)
    }

    /// All of a title's videos.
    pub async fn whole_videos(&self, id: MalId) -> Result<Option<Stated<Vec<Video>>>> {
        let found = self.store.videos(id).await?;
        self.of_held(id, ExtraKind::Videos, found).await
    }

    /// A title's pictures.
    pub async fn pictures(&self, id: MalId) -> Result<Option<Stated<Vec<Images>>>> {
        let found = self.store.pictures(id).await?;
        self.of_held(id, ExtraKind::Pictures, found).await
    }

    /// News of a title.
    pub async fn news(&self, id: MalId) -> Result<Option<Stated<Vec<NewsLink>>>> {
        let found = self.store.news(id).await?;
        self.of_held(id, ExtraKind::News, found).await
    }

    /// All that those recommend who liked a title, of the catalogue's titles.
    pub async fn whole_recommendations(
        &self,
        id: MalId,
    ) -> Result<Option<Stated<Vec<RecommendedTitle>>>> {
        let found = self.store.recommendations(id, Span::ALL).await?;
        self.of_held(id, ExtraKind::Recommendations, found.map(items))
            .await
    }

    /// Somebody, without what they are in.
    ///
    /// # Errors
    /// [`Error::NotFound`] if no title has them; so of every method here that names somebody.
    pub async fn known_person(&self, id: PersonId) -> Result<Known<Person>> {
        self.store.person(id).await?.ok_or(PERSON)
    }

    /// Everybody whom a person speaks.
    pub async fn all_voice_roles(&self, id: PersonId) -> Result<Vec<VoiceRole>> {
        let roles = self.store.voice_roles(id, Span::ALL).await?.items;
        if roles.is_empty() {
            self.known_person(id).await?;
        }
        Ok(roles)
    }

    /// Everything that a person made.
    pub async fn all_staff_credits(&self, id: PersonId) -> Result<Vec<StaffCredit>> {
        let credits = self.store.staff_credits(id, Span::ALL).await?.items;
        if credits.is_empty() {
            self.known_person(id).await?;
        }
        Ok(credits)
    }

    /// A character, without what they are in.
    pub async fn known_character(&self, id: CharacterId) -> Result<Known<Character>> {
        self.store.character(id).await?.ok_or(CHARACTER)
    }

    /// Everything that a character is in.
    pub async fn all_appearances(&self, id: CharacterId) -> Result<Vec<Appearance>> {
        let appearances = self.store.appearances(id, Span::ALL).await?.items;
        if appearances.is_empty() {
            self.known_character(id).await?;
        }
        Ok(appearances)
    }

    /// Everybody who speaks a character.
    pub async fn voices_of(&self, id: CharacterId) -> Result<Vec<Voice>> {
        let voices = self.store.voices_of(id).await?;
        if voices.is_empty() {
            self.known_character(id).await?;
        }
        Ok(voices)
    }

    /// The wanted part of the people.
    pub async fn people(&self, query: &RecordQuery) -> Result<Slice<Known<Person>>> {
        self.store.select_people(query).await
    }

    /// The wanted part of the characters.
    pub async fn characters(&self, query: &RecordQuery) -> Result<Slice<Known<Character>>> {
        self.store.select_characters(query).await
    }

    /// People who are somebody's favourite, the most loved first.
    pub async fn top_people(&self, span: Span) -> Result<Slice<Known<Person>>> {
        self.store.top_people(span).await
    }

    /// Characters who are somebody's favourite, the most loved first.
    pub async fn top_characters(&self, span: Span) -> Result<Slice<Known<Character>>> {
        self.store.top_characters(span).await
    }

    /// Somebody by chance; `None` if nobody is known.
    pub async fn random_person(&self) -> Result<Option<Known<Person>>> {
        self.store.random_person(&draws(&*self.random)).await
    }

    /// A character by chance; `None` if none is known.
    pub async fn random_character(&self) -> Result<Option<Known<Character>>> {
        self.store.random_character(&draws(&*self.random)).await
    }

    /// Titles that are recommended for one another, the most recommended pairs first.
    pub async fn recommended_pairs(&self, span: Span) -> Result<Slice<RecommendedPair>> {
        self.store.recommended_pairs(span).await
    }

    /// Titles with videos of a kind, at most `limit`.
    pub async fn filmed(
        &self,
        which: Filmed,
        kind: VideoKind,
        limit: u32,
    ) -> Result<Vec<FilmedTitle>> {
        self.store.filmed(which, kind, limit).await
    }
}

fn items<T>(stated: Stated<Slice<T>>) -> Stated<Vec<T>> {
    Stated {
        value: stated.value.items,
        provenance: stated.provenance,
    }
}
