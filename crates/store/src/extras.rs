//! Extras of titles, and the people and characters in them.

mod credits;
mod pairs;
mod prune;
mod record_query;
mod record_tables;
mod records;
mod rows;
mod sections;
mod title_videos;
mod write;

use std::collections::HashMap;

use async_trait::async_trait;
use domain::{
    Result,
    anime::{Images, MalId, begun_year},
    extras::{
        Appearance, CastMember, Character, CharacterId, CharacterMention, CreditedCharacter,
        CreditedPerson, Episode, ExtraKind, ExtrasStore, KnownExtra, KnownRecord, NewsLink, Person,
        PersonId, PersonMention, RecommendedPair, RecommendedTitle, RecordQuery, StaffCredit,
        StaffMember, Stated, TitleRef, TitleVideos, Video, VideoQuery, ViewerCounts, VoiceRole,
    },
    slice::{Slice, SliceRange},
};

use serde::Deserialize;

use self::record_tables::RecordTable;
use crate::{
    Store,
    anime::{from_json, optional_date},
    in_list::padded,
    tx::Tx,
    value::{Row, Value},
};

pub(crate) use self::{prune::Leaving, records::put_whole, write::put};

/// The columns of a title `a` that [`title_ref`] reads.
const TITLE: &str = "a.mal_id, a.slug, a.title, a.title_english, a.title_japanese, a.kind, a.year, \
     a.aired_from, a.episodes, a.score, a.popularity, a.images";

/// Runs a read in one snapshot of the database.
macro_rules! in_snapshot {
    ($store:ident, $tx:ident => $read:expr) => {{
        let mut $tx = $store.snapshot().await?;
        let found = $read.await?;
        $tx.commit().await?;
        Ok(found)
    }};
}

#[async_trait]
impl ExtrasStore for Store {
    async fn known_extras(&self, id: MalId) -> Result<Option<Vec<KnownExtra>>> {
        sections::known(self.query(sections::KNOWN, vec![id.get().into()]).await?)
    }

    async fn cast(&self, id: MalId, span: SliceRange) -> Result<Option<Stated<Slice<CastMember>>>> {
        in_snapshot!(self, tx => sections::cast(&mut tx, id, span))
    }

    async fn staff(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<StaffMember>>>> {
        in_snapshot!(self, tx => sections::staff(&mut tx, id, span))
    }

    async fn episodes(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<Episode>>>> {
        in_snapshot!(self, tx => sections::episodes(&mut tx, id, span))
    }

    async fn episode(&self, id: MalId, number: u32) -> Result<Option<Stated<Episode>>> {
        let params = vec![id.get().into(), number.into()];
        let row = self.query(sections::EPISODE, params).await?.pop();
        row.map(sections::read_stated_episode).transpose()
    }

    async fn videos(&self, id: MalId) -> Result<Option<Stated<Vec<Video>>>> {
        self.content(id, ExtraKind::Videos).await
    }

    async fn pictures(&self, id: MalId) -> Result<Option<Stated<Vec<Images>>>> {
        self.content(id, ExtraKind::Pictures).await
    }

    async fn recommendations(
        &self,
        id: MalId,
        span: SliceRange,
    ) -> Result<Option<Stated<Slice<RecommendedTitle>>>> {
        in_snapshot!(self, tx => sections::recommendations(&mut tx, id, span))
    }

    async fn viewer_counts(&self, id: MalId) -> Result<Option<Stated<ViewerCounts>>> {
        self.content(id, ExtraKind::Statistics).await
    }

    async fn news(&self, id: MalId) -> Result<Option<Stated<Vec<NewsLink>>>> {
        self.content(id, ExtraKind::News).await
    }

    async fn recommended_pairs(&self, span: SliceRange) -> Result<Slice<RecommendedPair>> {
        in_snapshot!(self, tx => pairs::read(&mut tx, span))
    }

    async fn title_videos(&self, query: &VideoQuery) -> Result<Vec<TitleVideos>> {
        let (sql, params) = title_videos::of(query);
        let rows = self.query(sql, params).await?;
        let read = |row| title_videos::read(row, query);
        rows.into_iter().map(read).collect()
    }

    async fn person(&self, id: PersonId) -> Result<Option<KnownRecord<Person>>> {
        self.record(id.get()).await
    }

    async fn credited_person(
        &self,
        id: PersonId,
        span: SliceRange,
    ) -> Result<Option<CreditedPerson>> {
        in_snapshot!(self, tx => credits::of_person(&mut tx, id, span))
    }

    async fn voice_roles(&self, id: PersonId, span: SliceRange) -> Result<Slice<VoiceRole>> {
        let sql = credits::VOICE_ROLES.as_str();
        let rows = self.query(sql, of_span(id.get(), span)).await?;
        slice(rows, "mal_id", credits::read_voice_role)
    }

    async fn staff_credits(&self, id: PersonId, span: SliceRange) -> Result<Slice<StaffCredit>> {
        let sql = credits::STAFF_CREDITS.as_str();
        let rows = self.query(sql, of_span(id.get(), span)).await?;
        slice(rows, "mal_id", credits::read_staff_credit)
    }

    async fn top_people(&self, span: SliceRange) -> Result<Slice<KnownRecord<Person>>> {
        self.top(span).await
    }

    async fn select_people(&self, query: &RecordQuery) -> Result<Slice<KnownRecord<Person>>> {
        self.select_records(query).await
    }

    async fn random_person(&self, candidates: &[u32]) -> Result<Option<KnownRecord<Person>>> {
        in_snapshot!(self, tx => records::random(&mut tx, candidates))
    }

    async fn character(&self, id: CharacterId) -> Result<Option<KnownRecord<Character>>> {
        self.record(id.get()).await
    }

    async fn credited_character(
        &self,
        id: CharacterId,
        span: SliceRange,
    ) -> Result<Option<CreditedCharacter>> {
        in_snapshot!(self, tx => credits::of_character(&mut tx, id, span))
    }

    async fn appearances(&self, id: CharacterId, span: SliceRange) -> Result<Slice<Appearance>> {
        let sql = credits::APPEARANCES.as_str();
        let rows = self.query(sql, of_span(id.get(), span)).await?;
        slice(rows, "mal_id", credits::read_appearance)
    }

    async fn top_characters(&self, span: SliceRange) -> Result<Slice<KnownRecord<Character>>> {
        self.top(span).await
    }

    async fn select_characters(
        &self,
        query: &RecordQuery,
    ) -> Result<Slice<KnownRecord<Character>>> {
        self.select_records(query).await
    }

    async fn random_character(&self, candidates: &[u32]) -> Result<Option<KnownRecord<Character>>> {
        in_snapshot!(self, tx => records::random(&mut tx, candidates))
    }
}

impl Store {
    async fn content<T: for<'a> Deserialize<'a>>(
        &self,
        id: MalId,
        kind: ExtraKind,
    ) -> Result<Option<Stated<T>>> {
        let params = vec![id.get().into(), kind.as_str().into()];
        let row = self.query(sections::STATED, params).await?.pop();
        row.map(sections::read_content).transpose()
    }

    async fn record<T: RecordTable>(&self, id: u32) -> Result<Option<KnownRecord<T>>> {
        let row = self
            .query(records::by_id::<T>(), vec![id.into()])
            .await?
            .pop();
        row.map(records::read).transpose()
    }

    async fn top<T: RecordTable>(&self, span: SliceRange) -> Result<Slice<KnownRecord<T>>> {
        let params = vec![span.size.into(), span.skip.into()];
        let rows = self.query(records::top::<T>(), params).await?;
        slice(rows, T::ID, records::read)
    }

    async fn select_records<T: RecordTable>(
        &self,
        query: &RecordQuery,
    ) -> Result<Slice<KnownRecord<T>>> {
        let beginning = query.beginning.as_ref();
        if beginning.is_some_and(|text| text.len() < RecordQuery::MIN_BYTES) {
            return Ok(Slice::default());
        }
        let (sql, params) = record_query::of::<T>(query);
        let rows = self.query(sql, params).await?;
        slice(rows, T::ID, records::read)
    }
}

fn of_span(id: u32, span: SliceRange) -> Vec<Value> {
    vec![id.into(), span.size.into(), span.skip.into()]
}

/// Reads rows that each tell the length of the whole list as `n`. The one row of an empty part has no `key`.
fn slice<T>(rows: Vec<Row>, key: &str, read: fn(Row) -> Result<T>) -> Result<Slice<T>> {
    let mut slice = Slice {
        items: Vec::with_capacity(rows.len()),
        total: 0,
    };
    for mut row in rows {
        slice.total = row.take("n")?;
        if row.has(key) {
            slice.items.push(read(row)?);
        }
    }
    Ok(slice)
}

/// Reads those of these titles that the catalogue holds.
pub(crate) async fn titles(
    tx: &mut Tx,
    ids: impl IntoIterator<Item = MalId>,
) -> Result<HashMap<MalId, TitleRef>> {
    let ids: Vec<Value> = ids.into_iter().map(|id| id.get().into()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let (places, ids) = padded(ids);
    let sql = format!("SELECT {TITLE} FROM anime a WHERE a.mal_id IN ({places})");
    let title = |mut row: Row| title_ref(&mut row).map(|title| (title.mal_id, title));
    tx.query(sql, ids).await?.into_iter().map(title).collect()
}

fn title_ref(row: &mut Row) -> Result<TitleRef> {
    let mal_id = MalId::new(row.take("mal_id")?);
    Ok(TitleRef {
        mal_id,
        slug: row.take("slug")?,
        title: row.take("title")?,
        title_english: row.take("title_english")?,
        title_japanese: row.take("title_japanese")?,
        kind: row.take("kind")?,
        year: begun_year(row.take("year")?, optional_date(row.take("aired_from")?)?),
        episodes: row.take("episodes")?,
        score: row.take("score")?,
        popularity: row.take("popularity")?,
        images: from_json(&row.take::<String>("images")?)?,
    })
}

fn character_mention(row: &mut Row) -> Result<CharacterMention> {
    Ok(CharacterMention {
        id: CharacterId::new(row.take("character_id")?),
        name: row.take("name")?,
        image_url: row.take("image_url")?,
        favorites: row.take("favorites")?,
    })
}

fn person_mention(row: &mut Row) -> Result<PersonMention> {
    Ok(PersonMention {
        id: PersonId::new(row.take("person_id")?),
        name: row.take("name")?,
        image_url: row.take("image_url")?,
    })
}
