//! Public pages of users: what others see, and what their owners edit.

mod comparison;

use std::sync::Arc;

use app::people::VisiblePage;
use domain::{
    anime::MalId,
    anime_list::{self, ListedTitle, Score},
    people::{self, PEOPLE_PAGE, PageEdit, PageName},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use self::comparison::ListComparison;
use super::{
    anime_list::{ListStatus, english},
    names::same_enum,
    statistics::StatusNumbers,
};
use crate::{error::ApiError, pictures::Pictures};

same_enum! {
    /// The readers who may see something: its owner alone, those who have the link, or everyone.
    Audience: domain::people::Audience { OnlyMe, Link, Everyone }
}

/// The user's own public page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPage {
    /// The page's name; its address is `/user/{name}`.
    name: String,
    /// The page's former name, which leads to it until the page is renamed again; `null` where there is none.
    #[schema(required)]
    former_name: Option<String>,
    /// The readers who may see the page.
    audience: Audience,
    /// The readers who may see the list and what is made from it, among those who may see the page.
    list_audience: Audience,
    /// The key of the page's link, which ends in `?link={link_key}`.
    link_key: String,
    /// The favourite titles, in order.
    favorites: Vec<PageTitle>,
    /// A digest of all that the owner edits, for `known_version` of the next edit.
    version: String,
}

/// The user's public page in an export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportedPage {
    name: String,
    #[schema(required)]
    former_name: Option<String>,
    audience: Audience,
    list_audience: Audience,
    link_key: String,
    /// The favourite titles' ids on MyAnimeList, in order.
    favorites: Vec<u32>,
}

/// The user's own public page, if there is one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPageAnswer {
    #[schema(required)]
    page: Option<OwnPage>,
}

/// The request to create or edit the user's public page.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PageForm {
    /// The page's name: 3 to 30 of the letters a to z in either case, digits, `_` and `-`; the first is a letter or a
    /// digit.
    name: String,
    audience: Audience,
    list_audience: Audience,
    /// The favourite titles' ids on MyAnimeList in order, at most 10. They are shown whatever the list has of them.
    #[schema(max_items = 10)]
    favorites: Vec<u32>,
    /// The version of the page that the request edits, empty where there was none; if the page has another version,
    /// that is a conflict. Without it, the request replaces whatever page there is.
    known_version: Option<String>,
}

/// A title on a public page. The title's page is `/anime/{mal_id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PageTitle {
    /// The title's id on MyAnimeList.
    mal_id: u32,
    title: String,
    /// The English title; `null` where there is none or it equals `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of the title's poster; `null` where none can be shown and clients draw a placeholder.
    #[schema(required)]
    image_url: Option<String>,
    /// The number of episodes; `null` where it is not known.
    #[schema(required)]
    episodes: Option<u16>,
    /// The form of publication, such as `TV`; `null` where it is not known.
    #[schema(required)]
    kind: Option<String>,
    #[schema(required)]
    year: Option<u16>,
}

/// A user's public page, as its readers see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserPage {
    /// The page's current name. It differs from the requested one in case, or where that is the former name.
    name: String,
    /// The owner's display name; the page's name where that is empty.
    display_name: String,
    /// The owner's text about themselves; `null` where it is empty.
    #[schema(required)]
    bio: Option<String>,
    /// Favourite genres in the owner's words, separated by commas; `null` where none are named.
    #[schema(required)]
    favorite_genres: Option<String>,
    /// The favourite titles, in order.
    favorites: Vec<PageTitle>,
    /// Whether the reader may see the list and what is made from it, too.
    shows_list: bool,
}

/// A page of a user's list, without private entries.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PublicList {
    items: Vec<PublicEntry>,
    /// The page's number, counted from 1.
    page: u32,
    pages: u32,
    /// The number of entries on all pages.
    total: u32,
    /// The number of entries of the whole list, by status.
    statuses: StatusNumbers,
}

/// A list entry, as others see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PublicEntry {
    #[serde(flatten)]
    title: PageTitle,
    status: ListStatus,
    /// The number of episodes watched in the current run.
    progress: u16,
    /// The owner's score, from 1 to 100; `null` where none was given.
    #[schema(required)]
    score: Option<u8>,
    /// When the current run began: `2019`, `2019-04` or `2019-04-12`; `null` where that is not known.
    #[schema(required)]
    started: Option<String>,
    #[schema(required)]
    finished: Option<String>,
    /// How often the owner has watched the title again.
    rewatches: u16,
}

impl OwnPage {
    /// Builds the answer from a page and its favourite titles.
    pub(crate) fn new(
        page: &people::UserPage,
        favorites: &[Arc<ListedTitle>],
        pictures: &Pictures,
    ) -> Self {
        Self {
            name: page.name.as_str().into(),
            former_name: page.former.as_ref().map(|name| name.as_str().into()),
            audience: page.audience.into(),
            list_audience: page.list_audience.into(),
            link_key: page.link_key.clone(),
            favorites: PageTitle::all(favorites, pictures),
            version: page.version(),
        }
    }
}

impl ExportedPage {
    /// Builds the export's form of a page.
    pub(crate) fn new(page: &people::UserPage) -> Self {
        Self {
            name: page.name.as_str().into(),
            former_name: page.former.as_ref().map(|name| name.as_str().into()),
            audience: page.audience.into(),
            list_audience: page.list_audience.into(),
            link_key: page.link_key.clone(),
            favorites: page.favorites.iter().map(|id| id.get()).collect(),
        }
    }
}

impl OwnPageAnswer {
    pub(crate) fn of(page: Option<OwnPage>) -> Self {
        Self { page }
    }
}

impl PageForm {
    /// Reads the edit of the page.
    pub(crate) fn read(self) -> Result<PageEdit, ApiError> {
        Ok(PageEdit {
            name: PageName::choose(&self.name)?,
            audience: self.audience.into(),
            list_audience: self.list_audience.into(),
            favorites: self.favorites.into_iter().map(MalId::new).collect(),
            known_version: self.known_version,
        })
    }
}

impl PageTitle {
    fn new(title: &ListedTitle, pictures: &Pictures) -> Self {
        Self {
            mal_id: title.mal_id.get(),
            title: title.title.clone(),
            title_english: english(title),
            title_japanese: title.title_japanese.clone(),
            image_url: pictures.poster(title.mal_id, title.image_url.as_deref(), None),
            episodes: title.episodes,
            kind: title.kind.clone(),
            year: title.year,
        }
    }

    fn all(titles: &[Arc<ListedTitle>], pictures: &Pictures) -> Vec<Self> {
        titles.iter().map(|it| Self::new(it, pictures)).collect()
    }
}

impl UserPage {
    /// Builds the answer from a page and its favourite titles.
    pub(crate) fn new(
        page: &VisiblePage,
        favorites: &[Arc<ListedTitle>],
        pictures: &Pictures,
    ) -> Self {
        let written = |text: String| Some(text).filter(|text| !text.is_empty());
        let found = &page.found;
        Self {
            name: found.page.name.as_str().to_owned(),
            display_name: owner_name(found),
            // Older texts were kept as they were typed
            bio: written(markup::cleaned(&found.bio)),
            favorite_genres: written(markup::cleaned_line(&found.favorite_genres)),
            favorites: PageTitle::all(favorites, pictures),
            shows_list: page.shows_list,
        }
    }
}

/// The display name of a page's owner; the page's name where nothing readable is left of it.
pub(crate) fn owner_name(found: &people::FoundPage) -> String {
    let name = markup::cleaned_line(&found.display_name);
    if name.is_empty() {
        found.page.name.as_str().to_owned()
    } else {
        name
    }
}

impl PublicList {
    /// Builds page `page` of a public list.
    pub(crate) fn new(list: &people::PublicListPage, page: u32, pictures: &Pictures) -> Self {
        let entry = |item: &anime_list::ListItem| PublicEntry::new(item, pictures);
        Self {
            items: list.items.iter().map(entry).collect(),
            page,
            pages: pages(list.total),
            total: list.total,
            statuses: StatusNumbers::new(&list.counts),
        }
    }
}

impl PublicEntry {
    fn new(item: &anime_list::ListItem, pictures: &Pictures) -> Self {
        let (entry, run) = (&item.entry, item.entry.current_run());
        Self {
            title: PageTitle::new(&item.title, pictures),
            status: entry.status.into(),
            progress: run.progress,
            score: entry.score.map(Score::get),
            started: run.started.map(|it| it.date.to_string()),
            finished: run.finished.map(|it| it.date.to_string()),
            rewatches: entry.rewatches(),
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The number of pages for `total` items; at least 1.
fn pages(total: u32) -> u32 {
    total.div_ceil(number(PEOPLE_PAGE)).max(1)
}
