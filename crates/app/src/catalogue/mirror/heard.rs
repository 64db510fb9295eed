//! What there is to keep of an answer.

use domain::{
    anime::{Anime, MalId},
    mirror::{ListPage, Said, Told},
    provider::Given,
};
use jiff::Timestamp;

/// An answer, or that one still stands.
pub(super) struct Heard {
    pub(super) said: Said,
    /// `None` where all is as it was.
    pub(super) news: Option<News>,
}

/// Facts.
pub(super) struct News {
    pub(super) titles: Vec<Anime>,
    pub(super) adult: Vec<MalId>,
    pub(super) as_of: Timestamp,
    /// By what the provider knows the answer again.
    pub(super) mark: Option<String>,
}

impl Heard {
    pub(super) fn page(told: Told<ListPage>) -> Self {
        Self::of(told, |page| {
            let said = Said {
                pages: page.pages,
                more: page.more,
                ..Said::default()
            };
            (page.given, said)
        })
    }

    pub(super) fn whole(told: Told<Option<Given>>) -> Self {
        Self::of(told, |record| {
            let said = Said {
                status: record.as_ref().and_then(Given::status),
                ..Said::default()
            };
            (record.into_iter().collect(), said)
        })
    }

    /// `apart` takes what an answer gives from what else it says.
    fn of<T>(told: Told<T>, apart: impl FnOnce(T) -> (Vec<Given>, Said)) -> Self {
        let (value, as_of, mark) = match told {
            Told::New { value, as_of, mark } => (value, as_of, mark),
            Told::Unchanged(said) => return Self { said, news: None },
        };
        let (given, mut said) = apart(value);
        let (titles, adult) = Given::sorted(given);
        let shown = titles.iter().map(|title| title.mal_id);
        said.titles = shown.chain(adult.iter().copied()).collect();
        let news = News {
            titles,
            adult,
            as_of,
            mark,
        };
        Self {
            said,
            news: Some(news),
        }
    }
}
