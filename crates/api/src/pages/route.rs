//! Which page an address means. The same rules stand in the web app's route table.

use app::catalogue::SearchText;
use domain::{
    catalogue::{AnimeKey, POPULAR_PAGES},
    extras::{CharacterId, PersonId},
    review::ReviewId,
};

use super::{
    static_pages::{STATIC, StaticPage},
    user_address::UserAddress,
};
use crate::{metrics::requests::RoutePattern, routes::catalogue::browse::BrowseQuery};

/// A page of the web app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Page {
    /// The gallery, at a page of its list.
    Home(u32),
    /// The results of a search, from a page of them on.
    Search(SearchText, u32),
    /// The whole catalogue, filtered, from a cursor on; `None` for invalid filters.
    Browse(Option<Box<(BrowseQuery, Option<String>)>>),
    /// The page of a title, by id or slug in lower case.
    Title(String),
    /// The page of a title that the catalogue does not hold.
    UnknownTitle,
    /// The page of a person.
    Person(PersonId),
    /// The page of a person without titles.
    UnknownPerson,
    /// The page of a character.
    Character(CharacterId),
    /// The page of a character without titles.
    UnknownCharacter,
    /// The page of a review.
    Review(ReviewId),
    /// The page of a review that nobody may see.
    UnknownReview,
    /// The public page of a user.
    User(UserAddress),
    /// The public page of a user that does not exist, or that may not be seen.
    UnknownUser,
    /// A page whose content does not depend on data.
    Static(&'static StaticPage),
    /// The shell, which browsers cache to start the app at any address while no server answers.
    Shell,
}

impl Page {
    /// The pattern of the page's address.
    pub(crate) fn pattern(&self) -> RoutePattern {
        RoutePattern(match self {
            Self::Home(_) => "/",
            Self::Search(..) => "/?search",
            Self::Browse(_) => "/browse",
            Self::Title(_) | Self::UnknownTitle => "/anime/{key}",
            Self::Person(_) | Self::UnknownPerson => "/person/{id}",
            Self::Character(_) | Self::UnknownCharacter => "/character/{id}",
            Self::Review(_) | Self::UnknownReview => "/review/{id}",
            Self::User(_) | Self::UnknownUser => "/user/{name}",
            Self::Static(of) => of.path,
            Self::Shell => SHELL,
        })
    }

    /// The page that shows in place of this one where this one does not exist.
    pub(crate) fn unknown(&self) -> Self {
        match self {
            Self::Person(_) | Self::UnknownPerson => Self::UnknownPerson,
            Self::Character(_) | Self::UnknownCharacter => Self::UnknownCharacter,
            Self::Review(_) | Self::UnknownReview => Self::UnknownReview,
            Self::User(_) | Self::UnknownUser => Self::UnknownUser,
            _ => Self::UnknownTitle,
        }
    }

    /// Path and query of the address that the web app renders the page for; `None` where there is nothing to render
    /// but the shell.
    pub(crate) fn render_address(&self) -> Option<(String, String)> {
        let (path, query) = match self {
            Self::Home(1) => ("/".into(), String::new()),
            Self::Home(number) => ("/".into(), format!("page={number}")),
            Self::Search(text, number) => {
                let mut query = form_urlencoded::Serializer::new(String::new());
                query.append_pair("search", text.as_str());
                if *number > 1 {
                    query.append_pair("page", &number.to_string());
                }
                ("/".into(), query.finish())
            }
            Self::Browse(Some(browsed)) => {
                let (browse_query, cursor) = &**browsed;
                ("/browse".into(), browse_query.query_from(cursor.as_deref()))
            }
            Self::Title(key) => (format!("/anime/{key}"), String::new()),
            Self::Person(id) => (format!("/person/{id}"), String::new()),
            Self::Character(id) => (format!("/character/{id}"), String::new()),
            Self::Review(id) => (format!("/review/{id}"), String::new()),
            Self::User(address) => (format!("/user/{}", address.name), address.query()),
            Self::Static(of) => (of.path.into(), String::new()),
            Self::Browse(None)
            | Self::UnknownTitle
            | Self::UnknownPerson
            | Self::UnknownCharacter
            | Self::UnknownReview
            | Self::UnknownUser
            | Self::Shell => return None,
        };
        Some((path, query))
    }
}

/// The target of an address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The address leads to a page.
    Page(Page),
    /// The address redirects to another one.
    Redirect(String),
    /// The address leads nowhere.
    NotFound,
}

/// The path of the shell, which is also `SHELL` of the web app's worker.
const SHELL: &str = "/shell";

/// Finds the target of an address.
pub(crate) fn find(path: &str, query: &str) -> Target {
    let lower = path.to_ascii_lowercase();
    let path = match lower.trim_end_matches('/') {
        "" => return Target::Page(home(query)),
        path => path,
    };
    if path == "/contact" {
        return Target::Redirect("/contactus".into());
    }
    if path == SHELL {
        return Target::Page(Page::Shell);
    }
    if path == "/browse" {
        return Target::Page(Page::Browse(
            BrowseQuery::from_query_string(query).map(Box::new),
        ));
    }
    if let Some(key) = path.strip_prefix("/anime/") {
        let page = if AnimeKey::parse(key).is_some() {
            Page::Title(key.into())
        } else {
            Page::UnknownTitle
        };
        return Target::Page(page);
    }
    if let Some(id) = path.strip_prefix("/person/") {
        let person = number(id).map(|id| Page::Person(PersonId::new(id)));
        return Target::Page(person.unwrap_or(Page::UnknownPerson));
    }
    if let Some(id) = path.strip_prefix("/character/") {
        let character = number(id).map(|id| Page::Character(CharacterId::new(id)));
        return Target::Page(character.unwrap_or(Page::UnknownCharacter));
    }
    if let Some(id) = path.strip_prefix("/review/") {
        let review = ReviewId::parse(id);
        return Target::Page(review.map_or(Page::UnknownReview, Page::Review));
    }
    if let Some(name) = path.strip_prefix("/user/") {
        let address = UserAddress::read(name, query);
        return Target::Page(address.map_or(Page::UnknownUser, Page::User));
    }
    STATIC
        .iter()
        .find(|page| page.path == path)
        .map_or(Target::NotFound, |page| Target::Page(Page::Static(page)))
}

/// Reads a number that is written in the one canonical way.
fn number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn home(query: &str) -> Page {
    let mut number = 1;
    let mut search = None;
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "search" => {
                let text = SearchText::new(&value);
                search = search.or((!text.as_str().is_empty()).then_some(text));
            }
            "page" => {
                number = value
                    .parse()
                    .ok()
                    .filter(|n| (1..=POPULAR_PAGES).contains(n))
                    .unwrap_or(1);
            }
            _ => {}
        }
    }
    match search {
        Some(text) => Page::Search(text, number),
        None => Page::Home(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_their_pages() {
        let static_page = |path| match find(path, "") {
            Target::Page(Page::Static(page)) => page.path,
            other => panic!("{path}: {other:?}"),
        };
        assert_eq!(static_page("/ContactUs"), "/contactus");
        assert_eq!(static_page("/about/"), "/about");
        assert_eq!(static_page("/SIGNUP"), "/signup");
        assert_eq!(find("/contact", ""), Target::Redirect("/contactus".into()));
        assert_eq!(find("/no-such-page", ""), Target::NotFound);
        assert_eq!(
            find("/anime/One-Piece", ""),
            Target::Page(Page::Title("one-piece".into()))
        );
        assert_eq!(find("/anime/%2e%2e", ""), Target::Page(Page::UnknownTitle));
        let id = ReviewId::parse("1-0123456789abc").unwrap();
        assert_eq!(
            find("/Review/1-0123456789ABC/", ""),
            Target::Page(Page::Review(id))
        );
        assert_eq!(find("/review/1", ""), Target::Page(Page::UnknownReview));
        let person = Page::Person(PersonId::new(118));
        assert_eq!(find("/Person/118/", ""), Target::Page(person));
        let character = Page::Character(CharacterId::new(7));
        assert_eq!(find("/character/7", ""), Target::Page(character));
        for path in [
            "/person/07",
            "/person/+7",
            "/person/x",
            "/person/4294967296",
        ] {
            assert_eq!(find(path, ""), Target::Page(Page::UnknownPerson), "{path}");
        }
    }

    #[test]
    fn web_app_has_the_same_pages() {
        let table = include_str!("../../../../web/src/pages.ts");
        let entries = table.lines().filter_map(|line| {
            let (path, _) = line.trim().strip_prefix('"')?.split_once("\": pageCode(")?;
            Some(path)
        });
        let mut entries: Vec<&str> = entries.collect();
        let mut pages: Vec<&str> = STATIC.iter().map(|page| page.path).collect();
        pages.extend(["/anime/:key", "/person/:id", "/character/:id"]);
        pages.extend(["/review/:id", "/browse", "/user/:name"]);
        entries.sort_unstable();
        pages.sort_unstable();
        assert_eq!(entries, pages);
    }

    #[test]
    fn service_worker_caches_the_shell() {
        assert_eq!(find(SHELL, ""), Target::Page(Page::Shell));
        let worker = include_str!("../../../../web/src/worker/rules.ts");
        assert!(worker.contains(&format!("const SHELL = \"{SHELL}\";")));
    }

    #[test]
    fn browse_address_is_read_with_its_filters() {
        let browse_query = |query| {
            Target::Page(Page::Browse(
                BrowseQuery::from_query_string(query).map(Box::new),
            ))
        };
        assert_eq!(
            find("/Browse/", "genre=action"),
            browse_query("genre=action")
        );
        assert_ne!(browse_query("genre=action"), browse_query(""));
        assert_eq!(find("/browse", "year=x"), Target::Page(Page::Browse(None)));
    }

    #[test]
    fn home_query_is_decoded_once() {
        for (query, page) in [
            ("", Page::Home(1)),
            ("page=3", Page::Home(3)),
            ("page=0", Page::Home(1)),
            ("page=11", Page::Home(1)),
            ("page=x", Page::Home(1)),
            ("search=%20&page=2", Page::Home(2)),
            (
                "search=Steins%3BGate+0",
                Page::Search(SearchText::new("Steins;Gate 0"), 1),
            ),
            ("search=100%25", Page::Search(SearchText::new("100%"), 1)),
            (
                "page=2&search=K%26K",
                Page::Search(SearchText::new("K&K"), 2),
            ),
            (
                "search=%E9%80%B2%E6%92%83",
                Page::Search(SearchText::new("進撃"), 1),
            ),
            ("search=%3F", Page::Search(SearchText::new("?"), 1)),
        ] {
            assert_eq!(find("/", query), Target::Page(page), "{query}");
        }
    }
}
