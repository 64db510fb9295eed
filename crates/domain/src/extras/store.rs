//! The store's part of extras.

use async_trait::async_trait;

use super::{
    Appearance, CastMember, Character, CharacterId, CreditedCharacter, CreditedPerson, Episode,
    KnownExtra, KnownRecord, NewsLink, Person, PersonId, RecommendedPair, RecommendedTitle,
    RecordQuery, StaffCredit, StaffMember, Stated, TitleVideos, Video, VideoQuery, ViewerCounts,
    VoiceRole,
};
use crate::{
    Result,
    anime::{Images, MalId},
    slice::{Slice, SliceRange},
};

/// Reads of extras, of people and of characters; [`CatalogueImport`](crate::catalogue::CatalogueImport) writes them.
/// Every method is a constant number of queries. Of a title, `None` means that no source has stated this of it, be the
/// title held or not.
#[async_trait]
pub trait ExtrasStore: Send + Sync {
    /// The stated extras of a title, in the order of [`ExtraKind::ALL`](super::ExtraKind::ALL); `None` if the catalogue
    /// does not hold it.
    async fn known_extras(&self, id: MalId) -> Result<Option<Vec<KnownExtra>>>;
    /// Returns a title's characters: main parts first, then by favourites, then as the source has them.
    async fn cast(&self, id: MalId, span: SliceRange) -> Result<Option<Stated<Slice<CastMember>>>>;
    /// Returns a title's staff, as the source has them.
    async fn staff(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<StaffMember>>>>;
    /// Returns a title's episodes, by number.
    async fn episodes(&self, id: MalId, span: SliceRange)
    -> Result<Option<Stated<Slice<Episode>>>>;
    /// Returns one episode of a title.
    async fn episode(&self, id: MalId, number: u32) -> Result<Option<Stated<Episode>>>;
    /// Returns a title's videos, as the source has them.
    async fn videos(&self, id: MalId) -> Result<Option<Stated<Vec<Video>>>>;
    /// Returns a title's pictures, as the source has them.
    async fn pictures(&self, id: MalId) -> Result<Option<Stated<Vec<Images>>>>;
    /// Returns a title's recommendations that the catalogue holds, the most recommended first, then by popularity.
    async fn recommendations(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<RecommendedTitle>>>>;
    /// Returns the statistics of a title's audience at the source.
    async fn viewer_counts(&self, id: MalId) -> Result<Option<Stated<ViewerCounts>>>;
    /// Returns a title's news, as the source has them.
    async fn news(&self, id: MalId) -> Result<Option<Stated<Vec<NewsLink>>>>;
    /// Pairs of titles that the catalogue holds, the most recommended first, each once, out of
    /// [some](super::PAIRED_RECOMMENDATIONS) recommendations.
    async fn recommended_pairs(&self, span: SliceRange) -> Result<Slice<RecommendedPair>>;
    /// Returns titles with videos of a kind.
    async fn title_videos(&self, query: &VideoQuery) -> Result<Vec<TitleVideos>>;

    /// Returns a person; `None` if nobody has the id.
    async fn person(&self, id: PersonId) -> Result<Option<KnownRecord<Person>>>;
    /// Returns a person with a part of their voice roles and a part of their staff credits.
    async fn credited_person(
        &self,
        id: PersonId,
        span: SliceRange,
    ) -> Result<Option<CreditedPerson>>;
    /// Returns the characters that a person voices, by the titles' popularity.
    async fn voice_roles(&self, id: PersonId, span: SliceRange) -> Result<Slice<VoiceRole>>;
    /// Returns a person's staff credits, by the titles' popularity.
    async fn staff_credits(&self, id: PersonId, span: SliceRange) -> Result<Slice<StaffCredit>>;
    /// People who are somebody's favourite, the most loved first, equal ones by id; of more than
    /// [`RecordQuery::MAX_LISTED`] so many.
    async fn top_people(&self, span: SliceRange) -> Result<Slice<KnownRecord<Person>>>;
    /// Returns the part of the people that `query` wants.
    async fn select_people(&self, query: &RecordQuery) -> Result<Slice<KnownRecord<Person>>>;
    /// A random person, each as likely as the others. Each of `candidates`, at most 512 random numbers, names an id; the
    /// first id that somebody has decides, so the cost does not grow with their number. `None` if there is nobody.
    async fn random_person(&self, candidates: &[u32]) -> Result<Option<KnownRecord<Person>>>;

    /// Returns a character; `None` if none has the id.
    async fn character(&self, id: CharacterId) -> Result<Option<KnownRecord<Character>>>;
    /// Returns a character with their voice actors and a part of the titles that they are in.
    async fn credited_character(
        &self,
        id: CharacterId,
        span: SliceRange,
    ) -> Result<Option<CreditedCharacter>>;
    /// Returns the titles that a character is in, by popularity.
    async fn appearances(&self, id: CharacterId, span: SliceRange) -> Result<Slice<Appearance>>;
    /// Returns the characters who are somebody's favourite, as [`top_people`](Self::top_people) returns people.
    async fn top_characters(&self, span: SliceRange) -> Result<Slice<KnownRecord<Character>>>;
    /// Returns the part of the characters that `query` wants.
    async fn select_characters(&self, query: &RecordQuery)
    -> Result<Slice<KnownRecord<Character>>>;
    /// Returns a random character, chosen as [`random_person`](Self::random_person) chooses a person.
    async fn random_character(&self, candidates: &[u32]) -> Result<Option<KnownRecord<Character>>>;
}
