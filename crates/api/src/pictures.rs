//! Where pages get their pictures from.

use std::{
    fmt::{self, Display},
    sync::Arc,
};

use domain::{
    anime::{Images, MalId},
    extras::{CharacterId, PersonId},
    picture::{PictureCache, Size, Tag},
};

/// The place from which pages load their pictures.
#[derive(Clone)]
pub enum Pictures {
    /// Pages load each picture from its source.
    Direct,
    /// Pages load pictures from this server, which caches those of sources.
    Cached(Arc<dyn PictureCache>),
    /// Pages load pictures from this server, which draws them.
    Drawn,
}

impl Pictures {
    /// A name of the setting, different for each list of allowed hosts.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Direct => "direct".into(),
            Self::Cached(cache) => format!("cache {}", cache.sources()),
            Self::Drawn => "drawn".into(),
        }
    }

    /// Whether nothing shows but what this server draws.
    pub(crate) const fn are_drawn(&self) -> bool {
        matches!(self, Self::Drawn)
    }

    /// Address of a title's poster on a card, which the source may have `large`; `None` where pages draw a placeholder.
    /// Where `large` is not known but there is one, the address leads on to the right one.
    pub(crate) fn poster(
        &self,
        id: MalId,
        source: Option<&str>,
        large: Option<&str>,
    ) -> Option<String> {
        match self {
            Self::Direct => source.map(str::to_owned),
            _ => self.cached_poster(id, source, large, Size::Card),
        }
    }

    /// Address of the poster on a title's page, which the source may have `large`.
    pub(crate) fn large_poster(
        &self,
        id: MalId,
        source: Option<&str>,
        large: Option<&str>,
    ) -> Option<String> {
        match self {
            Self::Direct => large.or(source).map(str::to_owned),
            _ => self.cached_poster(id, source, large, Size::Poster),
        }
    }

    fn cached_poster(
        &self,
        id: MalId,
        source: Option<&str>,
        large: Option<&str>,
        size: Size,
    ) -> Option<String> {
        let best = self.sources(source, large).next()?;
        Some(poster_address(id, Tag::of(best), size))
    }

    /// The addresses from which a picture may be fetched, the best first. The tag of the first names the
    /// picture.
    pub(crate) fn sources<'a>(
        &self,
        source: Option<&'a str>,
        large: Option<&'a str>,
    ) -> impl Iterator<Item = &'a str> {
        let cache = match self {
            Self::Cached(cache) => Some(cache),
            Self::Direct | Self::Drawn => None,
        };
        let small = source.filter(|source| Some(*source) != large);
        let known = large.into_iter().chain(small);
        known.filter(move |source| cache.is_some_and(|cache| cache.takes(source)))
    }

    /// Addresses of one picture of a title, as a still and whole; `None` where it cannot be shown.
    pub(crate) fn still(&self, id: MalId, picture: &Images) -> Option<Still> {
        let (source, large) = (picture.poster(), picture.large_poster());
        if matches!(self, Self::Direct) {
            return Some(Still {
                small: source?.to_owned(),
                whole: large.or(source)?.to_owned(),
            });
        }
        let tag = Tag::of(self.sources(source, large).next()?);
        Some(Still {
            small: still_address(id, tag, Size::Card),
            whole: still_address(id, tag, Size::Whole),
        })
    }

    /// Address of the background of one of the hero's slides.
    pub(crate) fn banner(&self, slide: &str, source: Option<&str>) -> Option<String> {
        if matches!(self, Self::Direct) {
            return source.map(str::to_owned);
        }
        let best = self.sources(source, None).next()?;
        Some(banner_address(slide, Tag::of(best)))
    }

    /// Address of a portrait; `None` where pages draw a placeholder.
    pub(crate) fn portrait(&self, of: PortraitOf, source: Option<&str>) -> Option<String> {
        if matches!(self, Self::Direct) {
            return source.map(str::to_owned);
        }
        let best = self.sources(source, None).next()?;
        Some(portrait_address(of, Tag::of(best), Size::Card))
    }

    /// Address of a user's photo. Nothing caches it.
    pub(crate) fn photo(&self, source: Option<String>) -> Option<String> {
        match self {
            Self::Direct => source,
            Self::Cached(_) | Self::Drawn => None,
        }
    }
}

/// The addresses of one picture of a title.
pub(crate) struct Still {
    /// Address of the picture in the shape of a poster.
    pub(crate) small: String,
    /// Address of the picture in its own shape, as large as there is use for.
    pub(crate) whole: String,
}

/// Address of a cached poster.
pub(crate) fn poster_address(id: MalId, tag: Tag, size: Size) -> String {
    address("poster", id, tag, size)
}

/// The person or character whom a portrait shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PortraitOf {
    Person(PersonId),
    Character(CharacterId),
}

impl PortraitOf {
    /// Reads what [`Display`] writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |prefix: &str| -> Option<u32> { text.strip_prefix(prefix)?.parse().ok() };
        let person = number("person-").map(|id| Self::Person(PersonId::new(id)));
        person.or_else(|| {
            let id = number("character-")?;
            Some(Self::Character(CharacterId::new(id)))
        })
    }
}

impl Display for PortraitOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(id) => write!(f, "person-{id}"),
            Self::Character(id) => write!(f, "character-{id}"),
        }
    }
}

/// Address of a cached portrait.
pub(crate) fn portrait_address(of: PortraitOf, tag: Tag, size: Size) -> String {
    address("portrait", of, tag, size)
}

/// Address of a cached picture of a title.
pub(crate) fn still_address(id: MalId, tag: Tag, size: Size) -> String {
    address("still", id, tag, size)
}

/// Address of a slide's cached background.
pub(crate) fn banner_address(slide: &str, tag: Tag) -> String {
    address("banner", slide, tag, Size::Banner)
}

fn address(kind: &str, name: impl Display, tag: Tag, size: Size) -> String {
    format!("/img/{kind}/{name}-{tag}-{}", size.pixels().0)
}

#[cfg(test)]
mod tests {
    use pictures::{CachedPictures, Config};
    use testkit::MockClock;

    use super::*;

    #[test]
    fn picture_setting_has_another_name_for_other_hosts() {
        let folder = tempfile::tempdir().unwrap();
        let name = |sources: &str| {
            let config = Config {
                sources: sources.parse().unwrap(),
                folder: folder.path().into(),
                most_bytes: 1_000,
            };
            let cached = CachedPictures::open(config, Arc::new(MockClock::default())).unwrap();
            Pictures::Cached(Arc::new(cached)).name()
        };
        assert_eq!(name("a.example, b.example"), name("a.example,b.example"));
        let names = [
            name("a.example"),
            name("b.example"),
            name("a.example,b.example"),
            name("https://a.example"),
            Pictures::Direct.name(),
            Pictures::Drawn.name(),
        ];
        for (place, one) in names.iter().enumerate() {
            assert!(!names[..place].contains(one), "{one}");
        }
    }
}
