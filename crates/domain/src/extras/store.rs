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
    /// Who is in it: main parts first, then by favourites, then as the source has them.
    async fn cast(&self, id: MalId, span: SliceRange) -> Result<Option<Stated<Slice<CastMember>>>>;
    /// Who made it, as the source has them.
    async fn staff(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<StaffMember>>>>;
    /// Its episodes by number.
    async fn episodes(&self, id: MalId, span: SliceRange)
    -> Result<Option<Stated<Slice<Episode>>>>;
    /// One of its episodes.
    async fn episode(&self, id: MalId, number: u32) -> Result<Option<Stated<Episode>>>;
    /// Its videos, as the source has them.
    async fn videos(&self, id: MalId) -> Result<Option<Stated<Vec<Video>>>>;
    /// Its pictures, as the source has them.
    async fn pictures(&self, id: MalId) -> Result<Option<Stated<Vec<Images>>>>;
    /// The titles recommended with it that the catalogue holds, the most recommended first, then by popularity.
    async fn recommendations(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<RecommendedTitle>>>>;
    /// How its audience at the source counts.
    async fn viewer_counts(&self, id: MalId) -> Result<Option<Stated<ViewerCounts>>>;
    /// News of it, as the source has them.
    async fn news(&self, id: MalId) -> Result<Option<Stated<Vec<NewsLink>>>>;
    /// Pairs of titles that the catalogue holds, the most recommended first, each once, out of
    /// [some](super::PAIRED_RECOMMENDATIONS) recommendations.
    async fn recommended_pairs(&self, span: SliceRange) -> Result<Slice<RecommendedPair>>;
    /// Titles with videos of a kind.
    async fn title_videos(&self, query: &VideoQuery) -> Result<Vec<TitleVideos>>;

    /// One person.
    async fn person(&self, id: PersonId) -> Result<Option<KnownRecord<Person>>>;
    /// One person with a part of both that they are in.
    async fn credited_person(
        &self,
        id: PersonId,
        span: SliceRange,
    ) -> Result<Option<CreditedPerson>>;
    /// The characters that somebody voices, by the titles' popularity.
    async fn voice_roles(&self, id: PersonId, span: SliceRange) -> Result<Slice<VoiceRole>>;
    /// A person's staff credits, by the titles' popularity.
    async fn staff_credits(&self, id: PersonId, span: SliceRange) -> Result<Slice<StaffCredit>>;
    /// People who are somebody's favourite, the most loved first, equal ones by id; of more than
    /// [`RecordQuery::MAX_LISTED`] so many.
    async fn top_people(&self, span: SliceRange) -> Result<Slice<KnownRecord<Person>>>;
    /// The wanted part of the people.
    async fn select_people(&self, query: &RecordQuery) -> Result<Slice<KnownRecord<Person>>>;
    /// A random person, each as likely as the others. Each of `candidates`, at most 512 random numbers, names an id; the
    /// first id that somebody has decides, so the cost does not grow with their number. `None` if there is nobody.
    async fn random_person(&self, candidates: &[u32]) -> Result<Option<KnownRecord<Person>>>;

    /// One character.
    async fn character(&self, id: CharacterId) -> Result<Option<KnownRecord<Character>>>;
    /// One character with who speaks them and a part of what they are in.
    async fn credited_character(
        &self,
        id: CharacterId,
        span: SliceRange,
    ) -> Result<Option<CreditedCharacter>>;
    /// A character's appearances, by the titles' popularity.
    async fn appearances(&self, id: CharacterId, span: SliceRange) -> Result<Slice<Appearance>>;
    /// As [`top_people`](Self::top_people).
    async fn top_characters(&self, span: SliceRange) -> Result<Slice<KnownRecord<Character>>>;
    /// The wanted part of the characters.
    async fn select_characters(&self, query: &RecordQuery)
    -> Result<Slice<KnownRecord<Character>>>;
    /// As [`random_person`](Self::random_person).
    async fn random_character(&self, candidates: &[u32]) -> Result<Option<KnownRecord<Character>>>;
}
