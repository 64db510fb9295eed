//! The catalogue: lists of summaries, whole records, imports.

mod adult;
mod browse_facts;
mod details;
mod import;
mod related;
mod selection;
mod slugs;
mod summary;
mod title_names;

use std::collections::HashSet;

use async_trait::async_trait;
use domain::{
    Result,
    anime::MalId,
    browse::BrowseFacts,
    catalogue::{
        ADDRESS_BLOCK, AnimeKey, AnimeSummary, CatalogueImport, CatalogueStore, FullAnime,
        PAGE_SIZE, POPULAR_PAGES, TitleAddress,
    },
    provenance::Provenance,
    search::TitleNames,
    selection::{CompanyCount, ListedAnime, Selection, TagCount},
    slice::Slice,
};

use self::summary::{AIRING, MATCHES, POPULAR, SEARCH};
use crate::{
    Store,
    enum_text::from_enum_text,
    in_list, instant, random_pick,
    value::{Row, Value},
};

#[async_trait]
impl CatalogueStore for Store {
    async fn popular(&self, page: u32) -> Result<Slice<AnimeSummary>> {
        let longest = PAGE_SIZE * POPULAR_PAGES;
        let offset = offset(page);
        let size = PAGE_SIZE.min(longest.saturating_sub(offset));
        let params = vec![longest.into(), size.into(), offset.into()];
        summary::slice(self.query(POPULAR, params).await?)
    }

    async fn search(&self, folded: &str, page: u32) -> Result<Slice<AnimeSummary>> {
        let mut params = matching(folded);
        params.extend([PAGE_SIZE.into(), offset(page).into()]);
        summary::slice(self.query(SEARCH, params).await?)
    }

    async fn matches(&self, folded: &str, limit: u32) -> Result<Vec<MalId>> {
        let mut params = matching(folded);
        params.push(limit.into());
        let rows = self.query(MATCHES, params).await?;
        rows.into_iter()
            .map(|mut row| row.take("mal_id").map(MalId::new))
            .collect()
    }

    async fn select(&self, selection: &Selection) -> Result<Slice<ListedAnime>> {
        let mut tx = self.snapshot().await?;
        let slice = selection::select(&mut tx, selection).await?;
        tx.commit().await?;
        Ok(slice)
    }

    async fn select_ids(&self, selection: &Selection) -> Result<Vec<MalId>> {
        let mut tx = self.snapshot().await?;
        let ids = selection::all_ids(&mut tx, selection).await?;
        tx.commit().await?;
        Ok(ids)
    }

    async fn listed(&self, ids: &[MalId]) -> Result<Vec<ListedAnime>> {
        let mut tx = self.snapshot().await?;
        let titles = selection::listed(&mut tx, ids).await?;
        tx.commit().await?;
        Ok(titles)
    }

    async fn tag_counts(&self) -> Result<Vec<TagCount>> {
        let sql = "SELECT kind, tag_id, name, COUNT(*) AS titles FROM anime_tag WHERE tag_id IS NOT NULL \
            GROUP BY tag_id, kind, name ORDER BY kind, name, tag_id";
        let rows = self.query(sql, vec![]).await?;
        rows.into_iter().map(read_tag_count).collect()
    }

    async fn company_counts(&self) -> Result<Vec<CompanyCount>> {
        let sql = "SELECT company_id, name, COUNT(DISTINCT mal_id) AS titles FROM anime_company \
            WHERE company_id IS NOT NULL GROUP BY company_id, name ORDER BY company_id, name";
        let rows = self.query(sql, vec![]).await?;
        rows.into_iter().map(read_company_count).collect()
    }

    async fn random_title(&self, candidates: &[u32]) -> Result<Option<ListedAnime>> {
        let mut tx = self.snapshot().await?;
        let found = match random_pick::pick(&mut tx, "anime", "mal_id", candidates).await? {
            Some(id) => selection::listed(&mut tx, &[MalId::new(id)]).await?.pop(),
            None => None,
        };
        tx.commit().await?;
        Ok(found)
    }

    async fn find(&self, key: &AnimeKey) -> Result<Option<FullAnime>> {
        let mut tx = self.snapshot().await?;
        let found = details::find(&mut tx, key).await?;
        tx.commit().await?;
        Ok(found)
    }

    async fn airing(&self, limit: u32) -> Result<Vec<AnimeSummary>> {
        let rows = self.query(AIRING, vec![limit.into()]).await?;
        let mut items = summary::slice(rows)?.items;
        items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(items)
    }

    async fn summaries(&self, ids: &[MalId]) -> Result<Vec<AnimeSummary>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let (places, params) = in_list::padded(in_list::id_values(ids));
        let rows = self.query(summary::of_ids(&places), params).await?;
        Ok(summary::slice(rows)?.items)
    }

    async fn find_by_names(&self, folded: &[String]) -> Result<Vec<(String, MalId)>> {
        if folded.is_empty() {
            return Ok(Vec::new());
        }
        let (places, params) = in_list::padded(folded.iter().map(Value::from).collect());
        let sql = format!(
            "SELECT n.folded, n.mal_id FROM anime_name n JOIN anime a ON a.mal_id = n.mal_id \
             WHERE n.folded IN ({places}) ORDER BY a.popularity IS NULL, a.popularity, a.mal_id"
        );
        let mut found = Vec::new();
        let mut names = HashSet::new();
        for mut row in self.query(sql, params).await? {
            let name: String = row.take("folded")?;
            if names.insert(name.clone()) {
                found.push((name, MalId::new(row.take("mal_id")?)));
            }
        }
        Ok(found)
    }

    async fn changed_names(
        &self,
        revision: i64,
        after: MalId,
        limit: u32,
    ) -> Result<Vec<TitleNames>> {
        let params = vec![revision.into(), after.get().into(), limit.into()];
        let rows = self.query(title_names::CHANGED, params).await?;
        rows.into_iter().map(title_names::title).collect()
    }

    async fn address_blocks(&self) -> Result<Vec<u32>> {
        let sql =
            "SELECT mal_id / $1 AS block FROM anime GROUP BY mal_id / $1 ORDER BY mal_id / $1";
        let rows = self.query(sql, vec![ADDRESS_BLOCK.into()]).await?;
        rows.into_iter().map(|mut row| row.take("block")).collect()
    }

    async fn addresses(&self, block: u32) -> Result<Vec<TitleAddress>> {
        let first = i64::from(block) * i64::from(ADDRESS_BLOCK);
        let sql =
            "SELECT slug, as_of FROM anime WHERE mal_id >= $1 AND mal_id < $2 ORDER BY mal_id";
        let params = vec![first.into(), (first + i64::from(ADDRESS_BLOCK)).into()];
        let rows = self.query(sql, params).await?;
        rows.into_iter().map(read_address).collect()
    }

    async fn changed_facts(
        &self,
        revision: i64,
        after: MalId,
        limit: u32,
    ) -> Result<Vec<BrowseFacts>> {
        let mut tx = self.snapshot().await?;
        let titles = browse_facts::changed(&mut tx, revision, after, limit).await?;
        tx.commit().await?;
        Ok(titles)
    }

    async fn count(&self) -> Result<u32> {
        let mut rows = self
            .query("SELECT COUNT(*) AS titles FROM anime", vec![])
            .await?;
        rows.pop().map_or(Ok(0), |mut row| row.take("titles"))
    }

    async fn revision(&self) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(revision), 0) AS revision FROM catalogue_revision";
        let mut rows = self.query(sql, vec![]).await?;
        rows.pop().map_or(Ok(0), |mut row| row.take("revision"))
    }

    async fn built_in_digest(&self) -> Result<Option<String>> {
        let sql = "SELECT built_in FROM catalogue_revision";
        let mut rows = self.query(sql, vec![]).await?;
        rows.pop().map_or(Ok(None), |mut row| row.take("built_in"))
    }

    async fn begin_import(&self, provenance: Provenance) -> Result<Box<dyn CatalogueImport>> {
        Ok(Box::new(
            import::Import::begin(self.begin().await?, provenance).await?,
        ))
    }
}

fn offset(page: u32) -> u32 {
    page.saturating_sub(1).saturating_mul(PAGE_SIZE)
}

/// A folded text, the pattern of a beginning and that of a part.
fn matching(folded: &str) -> Vec<Value> {
    let escaped = escape(folded);
    vec![
        folded.into(),
        format!("{escaped}%").into(),
        format!("%{escaped}%").into(),
    ]
}

fn read_address(mut row: Row) -> Result<TitleAddress> {
    Ok(TitleAddress {
        slug: row.take("slug")?,
        as_of: instant::from_text(&row.take::<String>("as_of")?)?,
    })
}

fn read_tag_count(mut row: Row) -> Result<TagCount> {
    Ok(TagCount {
        kind: from_enum_text(&row.take::<String>("kind")?)?,
        id: row.take("tag_id")?,
        name: row.take("name")?,
        titles: row.take("titles")?,
    })
}

fn read_company_count(mut row: Row) -> Result<CompanyCount> {
    Ok(CompanyCount {
        id: row.take("company_id")?,
        name: row.take("name")?,
        titles: row.take("titles")?,
    })
}

/// Escapes the characters of `text` that have a meaning in a LIKE pattern.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
