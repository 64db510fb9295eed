//! Extras of titles: casts, staffs, episodes, videos, pictures,
//! recommendations, audience statistics and news. And the people and characters themselves.
//!
//! **Invariant:** an [`Extra`] is one group of facts, which one source has stated as a whole ([`KnownExtra`]).
//!
//! **Invariant:** a person or a character is stored only while a stored title has them. So nobody who is in adult titles
//! alone is stored.

mod character;
mod credited;
mod credits;
mod episode;
mod kind;
mod known;
mod news;
mod person;
mod query;
mod recommendation;
mod record;
mod store;
mod video;
mod viewers;

pub use self::{
    character::{Character, CharacterId, CharacterMention},
    credited::{CreditedCharacter, CreditedPerson},
    credits::{
        Appearance, CastMember, CastRole, StaffCredit, StaffMember, StaffPerson, TitleRef, Voice,
        VoiceRole,
    },
    episode::Episode,
    kind::{Extra, ExtraKind, ExtraPage, MAX_ITEMS, MAX_PICTURES, TitleExtra},
    known::{KnownExtra, KnownRecord, Record, Stated, turns},
    news::NewsLink,
    person::{Person, PersonId, PersonMention, in_reading_order},
    query::{
        PAIRED_RECOMMENDATIONS, RecommendedPair, RecordOrder, RecordQuery, TitleVideos, VideoQuery,
        VideoTitles,
    },
    recommendation::{Recommendation, RecommendedTitle},
    record::{FullRecord, RecordId},
    store::ExtrasStore,
    video::{Video, VideoKind},
    viewers::ViewerCounts,
};
