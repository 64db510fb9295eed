//! Companies, and how many titles each took part in.

use std::{cmp::Reverse, sync::Arc};

use domain::{
    Result, anime::MalId, catalogue::CatalogueStore, fold::fold, selection::CompanyCount,
    slice::Slice,
};
use tokio::sync::Mutex;

use super::SearchText;

/// Which companies are wanted, in which order, and which part of them.
///
/// `None` fields do not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompanyQuery {
    /// The text that the name must hold; `None` for any name.
    pub text: Option<SearchText>,
    /// The letter that the name must begin with, case apart for ASCII; `None` for any.
    pub initial: Option<char>,
    /// The order; `None` for the order by id or, where there is a text, for the best matches first.
    pub order: Option<CompanyOrder>,
    /// Whether the order is reversed, the largest first.
    pub descending: bool,
    /// The number of companies before the wanted part.
    pub skip: u32,
    /// The largest number of companies in the wanted part.
    pub size: u32,
}

/// The orders of companies; equal ones follow by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompanyOrder {
    /// By the number on MyAnimeList.
    Id,
    /// By the number of titles.
    Titles,
    /// By a fact that no source states of any company, so that all are equal.
    Untold,
}

/// The use cases of companies. Cheap to clone.
#[derive(Clone)]
pub struct Companies {
    store: Arc<dyn CatalogueStore>,
    counted: Arc<Mutex<Option<CachedCompanies>>>,
}

/// The counted companies by id, each once.
struct CachedCompanies {
    /// The catalogue's revision at which the companies were counted.
    revision: i64,
    /// The number of titles of the catalogue at that revision.
    titles: u32,
    companies: Arc<[CompanyCount]>,
}

impl Companies {
    /// Makes the use cases over a store.
    pub fn new(store: Arc<dyn CatalogueStore>) -> Self {
        Self {
            store,
            counted: Arc::default(),
        }
    }

    /// Returns the wanted part of the companies.
    pub async fn page(&self, query: &CompanyQuery) -> Result<Slice<CompanyCount>> {
        let all = self.all().await?;
        let folded = query.text.as_ref().map(|text| fold(text.as_str()));
        let begins = |company: &CompanyCount| {
            let first = company.name.chars().next();
            let is = |initial: char| first.is_some_and(|c| c.eq_ignore_ascii_case(&initial));
            query.initial.is_none_or(is)
        };
        let matching = all.iter().filter(|company| begins(company));
        let mut found: Vec<(u8, &CompanyCount)> = matching
            .filter_map(|company| Some((match_rank(&company.name, folded.as_deref())?, company)))
            .collect();
        match (query.order, &folded) {
            (None, Some(_)) => {
                found.sort_by_key(|(rank, company)| (*rank, Reverse(company.titles), company.id));
            }
            (Some(CompanyOrder::Titles), _) if query.descending => {
                found.sort_by_key(|(_, company)| (Reverse(company.titles), company.id));
            }
            (Some(CompanyOrder::Titles), _) => {
                found.sort_by_key(|(_, company)| (company.titles, company.id));
            }
            (None | Some(CompanyOrder::Id), _) if query.descending => found.reverse(),
            (None | Some(CompanyOrder::Id | CompanyOrder::Untold), _) => {}
        }
        let part = found.iter().skip(query.skip as usize);
        let part = part.take(query.size as usize);
        Ok(Slice {
            items: part.map(|(_, company)| (*company).clone()).collect(),
            total: u32::try_from(found.len()).unwrap_or(u32::MAX),
        })
    }

    /// Returns a company with its number of titles; `None` if no title names it.
    pub async fn one(&self, id: u32) -> Result<Option<CompanyCount>> {
        let all = self.all().await?;
        let at = all.binary_search_by_key(&id, |company| company.id);
        Ok(at.ok().and_then(|at| all.get(at)).cloned())
    }

    /// Returns all companies, which are counted anew once titles have changed.
    async fn all(&self) -> Result<Arc<[CompanyCount]>> {
        let revision = self.store.revision().await?;
        let mut counted = self.counted.lock().await;
        if let Some(known) = &*counted
            && known.revision == revision
        {
            return Ok(known.companies.clone());
        }
        let titles = self.store.count().await?;
        let companies = match &*counted {
            Some(known) if self.are_of(known, revision, titles).await? => known.companies.clone(),
            _ => self.count().await?,
        };
        *counted = Some(CachedCompanies {
            revision,
            titles,
            companies: companies.clone(),
        });
        Ok(companies)
    }

    /// Whether they are those of a revision with this many titles, too: since then no title was added, changed or taken
    /// away.
    async fn are_of(&self, known: &CachedCompanies, revision: i64, titles: u32) -> Result<bool> {
        if known.revision > revision || known.titles != titles {
            return Ok(false);
        }
        let any = MalId::new(0);
        let changed = self.store.changed_facts(known.revision, any, 1).await?;
        Ok(changed.is_empty())
    }

    /// Counts the titles of each company. Where sources differ, its name is as most titles have it.
    async fn count(&self) -> Result<Arc<[CompanyCount]>> {
        let mut all = self.store.company_counts().await?;
        all.sort_by(|a, b| (a.id, b.titles).cmp(&(b.id, a.titles)));
        all.dedup_by(|less, more| {
            let same = less.id == more.id;
            if same {
                more.titles += less.titles;
            }
            same
        });
        Ok(all.into())
    }
}

/// Returns how well a name matches a folded text, the best match least; `None` if the name does not match.
fn match_rank(name: &str, folded: Option<&str>) -> Option<u8> {
    let Some(text) = folded else { return Some(0) };
    let name = fold(name);
    if text.is_empty() {
        None
    } else if name == text {
        Some(0)
    } else if name.starts_with(text) {
        Some(1)
    } else {
        name.contains(text).then_some(2)
    }
}
