//! Pages of people: what others see of them, and what their owners make of them.

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
    /// Who may see something: its owner alone, who has the link, or everyone.
    Audience: domain::people::Audience { OnlyMe, Link, Everyone }
}

/// The page that a user has for others.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPage {
    /// Its address is `/user/{name}`.
    name: String,
    /// The name before, which leads to the page until it gets another one.
    #[schema(required)]
    former_name: Option<String>,
    /// Who sees it.
    audience: Audience,
    /// Who sees the list, and what is made from it: of those who see the page.
    list_audience: Audience,
    /// What the address has besides for those who have the link: `?link=` and this.
    link_key: String,
    /// Favourite titles, in order.
    favorites: Vec<PageTitle>,
    /// Names what a form sets, as it is now.
    version: String,
}

/// The user's page as it is kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportedPage {
    name: String,
    #[schema(required)]
    former_name: Option<String>,
    audience: Audience,
    list_audience: Audience,
    link_key: String,
    /// Ids of favourite titles, in order.
    favorites: Vec<u32>,
}

/// The user's page, if there is one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPageAnswer {
    #[schema(required)]
    page: Option<OwnPage>,
}

/// What a user makes of the page.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PageForm {
    /// 3 to 30 of the letters a to z in either case, digits, `_` and `-`; the first is a letter or a digit.
    name: String,
    audience: Audience,
    list_audience: Audience,
    /// Ids of favourite titles in order, 10 at most. They are shown whatever the list has of them.
    #[schema(max_items = 10)]
    favorites: Vec<u32>,
    /// The version of the page that this changes, empty where there was none: another one is a conflict. Without it this takes
    /// the place of whatever the page is.
    known_version: Option<String>,
}

/// What a page shows of a title. The title's page is `/anime/{mal_id}`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PageTitle {
    /// Id on MyAnimeList.
    mal_id: u32,
    title: String,
    /// `null` also where it is the same as `title`.
    #[schema(required)]
    title_english: Option<String>,
    #[schema(required)]
    title_japanese: Option<String>,
    /// Address of a poster; `null` means drawn.
    #[schema(required)]
    image_url: Option<String>,
    /// `null` where it is not known.
    #[schema(required)]
    episodes: Option<u16>,
    /// Form of publication, as `TV`.
    #[schema(required)]
    kind: Option<String>,
    #[schema(required)]
    year: Option<u16>,
}

/// Somebody's page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UserPage {
    /// Its name now. It differs from the one that was asked for in case, or where that is the former name.
    name: String,
    /// What to call whose it is.
    display_name: String,
    /// `null` where nothing was written.
    #[schema(required)]
    bio: Option<String>,
    /// Separated by commas, in its owner's words; `null` where none are named.
    #[schema(required)]
    favorite_genres: Option<String>,
    /// Favourite titles, in order.
    favorites: Vec<PageTitle>,
    /// Whether the list and what is made from it are shown, too.
    shows_list: bool,
}

/// Part of somebody's list, without what is private.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PublicList {
    items: Vec<PublicEntry>,
    /// Which part it is, from 1 on.
    page: u32,
    pages: u32,
    /// Entries in all parts.
    total: u32,
    /// Entries of the whole list.
    statuses: StatusNumbers,
}

/// What others see of an entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PublicEntry {
    #[serde(flatten)]
    title: PageTitle,
    status: ListStatus,
    /// Episodes seen in the current run.
    progress: u16,
    /// From 1 to 100.
    #[schema(required)]
    score: Option<u8>,
    /// When the current run began: `2019`, `2019-04` or `2019-04-12`.
    #[schema(required)]
    started: Option<String>,
    #[schema(required)]
    finished: Option<String>,
    /// How often it was watched again.
    rewatches: u16,
}

impl OwnPage {
    /// This page with its favourites.
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
    /// This page.
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
    /// What is asked for.
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
    /// This page with its favourites.
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

/// What to call the owner of a page: where no name is left that can be read, as the page is called.
pub(crate) fn owner_name(found: &people::FoundPage) -> String {
    let name = markup::cleaned_line(&found.display_name);
    if name.is_empty() {
        found.page.name.as_str().to_owned()
    } else {
        name
    }
}

impl PublicList {
    /// Part `page` of a list.
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

/// How many parts so many things have; at least one.
fn pages(total: u32) -> u32 {
    total.div_ceil(number(PEOPLE_PAGE)).max(1)
}
