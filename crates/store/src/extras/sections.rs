//! Sections of a title's page.

use std::{collections::HashMap, sync::LazyLock};

use domain::{
    Error, Result,
    anime::MalId,
    extras::{
        CastMember, Episode, ExtraKind, KnownExtra, RecommendedTitle, StaffMember, StaffPerson,
        Stated, Voice,
    },
    provenance::Provenance,
    slice::{Slice, SliceRange},
};
use serde::Deserialize;

use super::{TITLE, character_mention, of_span, person_mention, slice, title_ref};
use crate::{
    anime::{from_json, optional_date},
    enum_text::from_enum_text,
    in_list, instant,
    tx::Tx,
    value::{Row, Value},
};

/// The extras of a title with their sizes. `$1`: the title's id. A title without extras gives one row without a kind.
/// Of recommendations those count that [`RECOMMENDATIONS`] finds.
pub(super) const KNOWN: &str = "SELECT a.mal_id, e.kind, e.source, e.as_of, \
     CASE e.kind WHEN 'recommendations' THEN (SELECT COUNT(*) FROM anime_recommendation r \
        JOIN anime t ON t.mal_id = r.target_id WHERE r.mal_id = a.mal_id) ELSE e.items END AS items \
     FROM anime a LEFT JOIN anime_extra e ON e.mal_id = a.mal_id WHERE a.mal_id = $1";

/// The header of one extra of a title. `$1`: the title's id, `$2`: kind.
pub(super) const STATED: &str =
    "SELECT items, source, as_of, content FROM anime_extra WHERE mal_id = $1 AND kind = $2";

/// The cast of a title, main characters first. `$1`: the title's id, `$2`: size, `$3`: offset.
const CAST: &str = "SELECT c.role, h.character_id, h.name, h.image_url, h.favorites \
     FROM anime_casting c JOIN anime_character h ON h.character_id = c.character_id \
     WHERE c.mal_id = $1 ORDER BY CASE c.role WHEN 'main' THEN 0 ELSE 1 END, \
     COALESCE(h.favorites, 0) DESC, c.position LIMIT $2 OFFSET $3";

/// The numbered people in a title's staff by place, with gaps for the unnumbered ones; parameters as of [`CAST`].
const STAFF: &str = "SELECT s.position, s.positions, p.person_id, p.name, p.image_url \
     FROM anime_staff s JOIN anime_person p ON p.person_id = s.person_id \
     WHERE s.mal_id = $1 AND s.position >= $3 AND s.position - $3 < $2";

/// The episodes of a title by number; parameters as of [`CAST`].
const EPISODES: &str = "SELECT number, title, title_japanese, title_romaji, aired_on, score, is_filler, \
     is_recap, url, forum_url FROM anime_episode WHERE mal_id = $1 ORDER BY number LIMIT $2 OFFSET $3";

/// One episode of a title. `$1`: the title's id, `$2`: the episode's number.
pub(super) const EPISODE: &str = "SELECT e.number, e.title, e.title_japanese, e.title_romaji, e.aired_on, \
     e.score, e.is_filler, e.is_recap, e.url, e.forum_url, x.source, x.as_of FROM anime_episode e \
     JOIN anime_extra x ON x.mal_id = e.mal_id AND x.kind = 'episodes' WHERE e.mal_id = $1 AND e.number = $2";

/// The recommended titles that the catalogue holds, by votes; parameters as of [`CAST`].
static RECOMMENDATIONS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH held AS (SELECT r.target_id, r.votes, a.popularity FROM anime_recommendation r \
            JOIN anime a ON a.mal_id = r.target_id WHERE r.mal_id = $1), \
        total AS (SELECT COUNT(*) AS n FROM held), \
        page AS (SELECT target_id, votes, popularity FROM held \
            ORDER BY votes DESC, popularity IS NULL, popularity, target_id LIMIT $2 OFFSET $3) \
        SELECT total.n, page.votes, {TITLE} FROM total LEFT JOIN page ON TRUE \
        LEFT JOIN anime a ON a.mal_id = page.target_id \
        ORDER BY page.votes DESC, page.popularity IS NULL, page.popularity, page.target_id"
    )
});

/// Reads what [`KNOWN`] gives, without kinds that only a newer version knows.
pub(super) fn known(rows: Vec<Row>) -> Result<Option<Vec<KnownExtra>>> {
    if rows.is_empty() {
        return Ok(None);
    }
    let mut extras = Vec::with_capacity(rows.len());
    for mut row in rows {
        let word: Option<String> = row.take("kind")?;
        if let Some(kind) = word.as_deref().and_then(ExtraKind::of_word) {
            extras.push(KnownExtra {
                kind,
                items: row.take("items")?,
                provenance: provenance(&mut row)?,
            });
        }
    }
    extras.sort_by_key(|extra: &KnownExtra| extra.kind);
    Ok(Some(extras))
}

/// Reads a row of [`STATED`] whose content is JSON.
pub(super) fn read_content<T: for<'a> Deserialize<'a>>(mut row: Row) -> Result<Stated<T>> {
    let provenance = provenance(&mut row)?;
    let content: Option<String> = row.take("content")?;
    let content = content
        .ok_or_else(|| Error::internal("reading what is known of a title", "it has no content"))?;
    Ok(Stated {
        value: from_json(&content)?,
        provenance,
    })
}

pub(super) async fn cast(
    tx: &mut Tx,
    id: MalId,
    span: SliceRange,
) -> Result<Option<Stated<Slice<CastMember>>>> {
    let Some((total, provenance)) = stated(tx, id, ExtraKind::Characters).await? else {
        return Ok(None);
    };
    let rows = tx.query(CAST, of_span(id.get(), span)).await?;
    let read = |mut row: Row| -> Result<CastMember> {
        Ok(CastMember {
            role: from_enum_text(&row.take::<String>("role")?)?,
            character: character_mention(&mut row)?,
            voices: Vec::new(),
        })
    };
    let mut items = rows.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    let mut voices = voices(tx, id, &items).await?;
    for member in &mut items {
        member.voices = voices
            .remove(&member.character.id.get())
            .unwrap_or_default();
    }
    let value = Slice { items, total };
    Ok(Some(Stated { value, provenance }))
}

/// Reads the voices of `cast` in a title, by the character's id.
async fn voices(tx: &mut Tx, id: MalId, cast: &[CastMember]) -> Result<HashMap<u32, Vec<Voice>>> {
    let mut voices: HashMap<u32, Vec<Voice>> = HashMap::new();
    if cast.is_empty() {
        return Ok(voices);
    }
    let ids: Vec<Value> = cast.iter().map(|it| it.character.id.get().into()).collect();
    let (places, ids) = in_list::padded_after(1, ids);
    let sql = format!(
        "SELECT v.character_id, v.language, p.person_id, p.name, p.image_url \
         FROM anime_voice v JOIN anime_person p ON p.person_id = v.person_id \
         WHERE v.mal_id = $1 AND v.character_id IN ({places}) ORDER BY v.character_id, v.position"
    );
    let params = [id.get().into()].into_iter().chain(ids).collect();
    for mut row in tx.query(sql, params).await? {
        let of = voices.entry(row.take("character_id")?).or_default();
        of.push(Voice {
            language: row.take("language")?,
            person: person_mention(&mut row)?,
        });
    }
    Ok(voices)
}

pub(super) async fn staff(
    tx: &mut Tx,
    id: MalId,
    span: SliceRange,
) -> Result<Option<Stated<Slice<StaffMember>>>> {
    let params = vec![id.get().into(), ExtraKind::Staff.as_str().into()];
    let Some(mut stated) = tx.query(STATED, params).await?.pop() else {
        return Ok(None);
    };
    let unnumbered: Option<String> = stated.take("content")?;
    let mut members: Vec<(u32, StaffMember)> = match unnumbered {
        Some(unnumbered) => from_json(&unnumbered)?,
        None => Vec::new(),
    };
    members.retain(|(place, _)| *place >= span.skip && *place - span.skip < span.size);
    for mut row in tx.query(STAFF, of_span(id.get(), span)).await? {
        let member = StaffMember {
            positions: from_json(&row.take::<String>("positions")?)?,
            person: StaffPerson::Numbered(person_mention(&mut row)?),
        };
        members.push((row.take("position")?, member));
    }
    members.sort_by_key(|(place, _)| *place);
    let value = Slice {
        items: members.into_iter().map(|(_, member)| member).collect(),
        total: stated.take("items")?,
    };
    Ok(Some(Stated {
        value,
        provenance: provenance(&mut stated)?,
    }))
}

pub(super) async fn episodes(
    tx: &mut Tx,
    id: MalId,
    span: SliceRange,
) -> Result<Option<Stated<Slice<Episode>>>> {
    rows(tx, id, ExtraKind::Episodes, EPISODES, span, read_episode).await
}

pub(super) async fn recommendations(
    tx: &mut Tx,
    id: MalId,
    span: SliceRange,
) -> Result<Option<Stated<Slice<RecommendedTitle>>>> {
    let Some((_, provenance)) = stated(tx, id, ExtraKind::Recommendations).await? else {
        return Ok(None);
    };
    let sql = RECOMMENDATIONS.as_str();
    let rows = tx.query(sql, of_span(id.get(), span)).await?;
    let value = slice(rows, "mal_id", |mut row| {
        Ok(RecommendedTitle {
            votes: row.take("votes")?,
            title: title_ref(&mut row)?,
        })
    })?;
    Ok(Some(Stated { value, provenance }))
}

/// Reads a row of [`EPISODE`].
pub(super) fn read_stated_episode(mut row: Row) -> Result<Stated<Episode>> {
    Ok(Stated {
        provenance: provenance(&mut row)?,
        value: read_episode(row)?,
    })
}

fn read_episode(mut row: Row) -> Result<Episode> {
    Ok(Episode {
        number: row.take("number")?,
        title: row.take("title")?,
        title_japanese: row.take("title_japanese")?,
        title_romaji: row.take("title_romaji")?,
        aired: optional_date(row.take("aired_on")?)?,
        score: row.take("score")?,
        is_filler: row.take::<u32>("is_filler")? != 0,
        is_recap: row.take::<u32>("is_recap")? != 0,
        url: row.take("url")?,
        forum_url: row.take("forum_url")?,
    })
}

async fn rows<T>(
    tx: &mut Tx,
    id: MalId,
    kind: ExtraKind,
    sql: &'static str,
    span: SliceRange,
    read: fn(Row) -> Result<T>,
) -> Result<Option<Stated<Slice<T>>>> {
    let Some((total, provenance)) = stated(tx, id, kind).await? else {
        return Ok(None);
    };
    let rows = tx.query(sql, of_span(id.get(), span)).await?;
    let items = rows.into_iter().map(read).collect::<Result<_>>()?;
    let value = Slice { items, total };
    Ok(Some(Stated { value, provenance }))
}

/// The number of things in an extra, and who stated it; `None` if the extra is not stored.
async fn stated(tx: &mut Tx, id: MalId, kind: ExtraKind) -> Result<Option<(u32, Provenance)>> {
    let params = vec![id.get().into(), kind.as_str().into()];
    let Some(mut row) = tx.query(STATED, params).await?.pop() else {
        return Ok(None);
    };
    Ok(Some((row.take("items")?, provenance(&mut row)?)))
}

pub(super) fn provenance(row: &mut Row) -> Result<Provenance> {
    Ok(Provenance {
        source: row.take("source")?,
        as_of: instant::from_text(&row.take::<String>("as_of")?)?,
    })
}
