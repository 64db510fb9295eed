//! Writing the rows of titles.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Error, Result,
    anime::{Anime, ForeignId, MalId, Origins},
    fold::fold,
    provenance::Provenance,
};
use serde::Serialize;

use super::{COLUMNS, Details, StoredTitle};
use crate::{
    enum_text::to_enum_text,
    in_list::{self, id_values},
    insert::Insert,
    instant,
    tx::Tx,
    value::Value,
};

/// Takes away the rows of titles that are about to be [written](write()) anew.
pub(crate) async fn clear(tx: &mut Tx, ids: &[MalId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let (places, ids) = in_list::padded(id_values(ids));
    for table in [
        "anime_name",
        "anime_foreign_id",
        "anime_tag",
        "anime_company",
        "anime_relation",
    ] {
        let sql = format!("DELETE FROM {table} WHERE mal_id IN ({places})");
        tx.execute(sql, ids.clone()).await?;
    }
    Ok(())
}

/// Takes away the titles of `ids` that are stored, with all their rows, and tells how many.
pub(crate) async fn remove(tx: &mut Tx, ids: &[MalId]) -> Result<u64> {
    if ids.is_empty() {
        return Ok(0);
    }
    let (places, ids) = in_list::padded(id_values(ids));
    let sql = format!("DELETE FROM anime WHERE mal_id IN ({places}) RETURNING mal_id");
    let removed = tx.query(sql, ids).await?;
    Ok(removed.len() as u64)
}

/// Writes records that are new or [cleared](clear), in this revision of the catalogue.
pub(crate) async fn write(tx: &mut Tx, records: &[StoredTitle], revision: i64) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let row = |record| {
        let mut row = columns(record)?;
        row.push(revision.into());
        Ok(row)
    };
    let rows = records.iter().map(row).collect::<Result<_>>()?;
    let columns: Vec<&str> = COLUMNS.into_iter().chain(["changed_in"]).collect();
    let titles = Insert::into("anime", &columns).or_update("mal_id");
    titles.write(tx, rows).await?;
    for (insert, rows) in [
        (
            Insert::into("anime_name", &["mal_id", "folded"]),
            names as fn(&Anime) -> Vec<Vec<Value>>,
        ),
        (
            Insert::into("anime_foreign_id", &["mal_id", "site", "id"]),
            foreign_ids,
        ),
        (
            Insert::into(
                "anime_tag",
                &["mal_id", "position", "kind", "tag_id", "name"],
            ),
            tags,
        ),
        (
            Insert::into(
                "anime_company",
                &["mal_id", "position", "role", "company_id", "name"],
            ),
            companies,
        ),
        (
            Insert::into(
                "anime_relation",
                &["mal_id", "position", "kind", "target", "target_id", "name"],
            ),
            relations,
        ),
    ] {
        let rows = records.iter().flat_map(|r| rows(&r.anime)).collect();
        insert.write(tx, rows).await?;
    }
    Ok(())
}

fn columns(record: &StoredTitle) -> Result<Vec<Value>> {
    let anime = &record.anime;
    Ok(vec![
        anime.mal_id.get().into(),
        (&record.slug).into(),
        (&anime.title).into(),
        anime.title_english.as_ref().into(),
        anime.title_japanese.as_ref().into(),
        anime.kind.as_ref().into(),
        anime.source.as_ref().into(),
        anime.episodes.into(),
        anime.status.as_ref().map(to_enum_text).into(),
        anime.aired.from.map(|date| date.to_string()).into(),
        anime.season.as_ref().map(to_enum_text).into(),
        anime.year.into(),
        anime.rating.as_ref().into(),
        anime.score.into(),
        anime.scored_by.into(),
        anime.rank.into(),
        anime.popularity.into(),
        anime.members.into(),
        anime.favorites.into(),
        anime.synopsis.as_ref().into(),
        anime.seasons().into(),
        to_json(&anime.images)?.into(),
        to_json(&details(anime))?.into(),
        (&record.provenance.source).into(),
        instant::to_text(record.provenance.as_of).into(),
        (&record.digest).into(),
        origins(&record.origins, &record.provenance)?,
    ])
}

/// The [`Origins`] that differ from the record's provenance, as JSON; NULL if none do.
pub(crate) fn origins(all: &Origins, provenance: &Provenance) -> Result<Value> {
    let differ = |by: &Vec<Provenance>| by.as_slice() != std::slice::from_ref(provenance);
    let differing: BTreeMap<_, _> = all.iter().filter(|(_, by)| differ(by)).collect();
    if differing.is_empty() {
        return Ok(Value::Null);
    }
    Ok(to_json(&differing)?.into())
}

fn details(anime: &Anime) -> Details {
    Details {
        chosen_slug: anime.slug.clone(),
        pending: anime.pending,
        synonyms: anime.synonyms.clone(),
        other_titles: anime.other_titles.clone(),
        aired_to: anime.aired.to,
        aired_text: anime.aired.text.clone(),
        duration: anime.duration.clone(),
        background: anime.background.clone(),
        trailer: anime.trailer.clone(),
        broadcast: anime.broadcast.clone(),
        openings: anime.openings.clone(),
        endings: anime.endings.clone(),
        external: anime.external.clone(),
        streaming: anime.streaming.clone(),
        foreign_ids: anime.foreign_ids.clone(),
    }
}

/// Longest folded name, in bytes: PostgreSQL refuses to index what fills a third of a page, and folding can
/// make a name eleven times as long.
const MAX_NAME: usize = 2_000;

fn names(anime: &Anime) -> Vec<Vec<Value>> {
    let folded: BTreeSet<String> = anime
        .names()
        .map(fold)
        .filter(|name| !name.is_empty() && name.len() <= MAX_NAME)
        .collect();
    folded
        .into_iter()
        .map(|name| vec![anime.mal_id.get().into(), name.into()])
        .collect()
}

fn foreign_ids(anime: &Anime) -> Vec<Vec<Value>> {
    let ids: BTreeSet<ForeignId> = anime.foreign_ids.iter().copied().collect();
    let row = |it: ForeignId| {
        vec![
            anime.mal_id.get().into(),
            it.site.as_str().into(),
            it.id.into(),
        ]
    };
    ids.into_iter().map(row).collect()
}

fn tags(anime: &Anime) -> Vec<Vec<Value>> {
    rows(anime, &anime.tags, |tag| {
        [
            to_enum_text(&tag.kind).into(),
            tag.id.into(),
            (&tag.name).into(),
        ]
    })
}

fn companies(anime: &Anime) -> Vec<Vec<Value>> {
    rows(anime, &anime.companies, |company| {
        [
            to_enum_text(&company.role).into(),
            company.id.into(),
            (&company.name).into(),
        ]
    })
}

fn relations(anime: &Anime) -> Vec<Vec<Value>> {
    let relations = anime.relations.as_deref().unwrap_or_default();
    rows(anime, relations, |relation| {
        [
            (&relation.kind).into(),
            to_enum_text(&relation.target).into(),
            relation.id.into(),
            (&relation.name).into(),
        ]
    })
}

/// A row for each of `parts`: the title's id, the position from 0, and `columns`.
fn rows<T, const N: usize>(
    anime: &Anime,
    parts: &[T],
    columns: fn(&T) -> [Value; N],
) -> Vec<Vec<Value>> {
    (0_u32..)
        .zip(parts)
        .map(|(position, part)| {
            let mut row = vec![anime.mal_id.get().into(), position.into()];
            row.extend(columns(part));
            row
        })
        .collect()
}

fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::internal("writing details to the database", error))
}
