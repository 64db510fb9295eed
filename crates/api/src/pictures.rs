//! Where pages get their pictures from.

use std::{fmt::Display, sync::Arc};

use domain::{
    anime::MalId,
    picture::{PictureCache, Size, Tag},
};

/// Where pages get their pictures from.
#[derive(Clone)]
pub enum Pictures {
    /// Each at its source.
    Direct,
    /// This server, which keeps those of sources.
    Kept(Arc<dyn PictureCache>),
    /// This server, which draws them.
    Drawn,
}

impl Pictures {
    /// The name of the setting: another one for other hosts that may be asked.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Direct => "direct".into(),
            Self::Kept(cache) => format!("cache {}", cache.sources()),
            Self::Drawn => "drawn".into(),
        }
    }

    /// Address of a title's poster on a card, which the source may have `large`; `None` means drawn.
    /// Where `large` is not known but there is one, the address leads on to the right one.
    pub(crate) fn poster(
        &self,
        id: MalId,
        source: Option<&str>,
        large: Option<&str>,
    ) -> Option<String> {
        match self {
            Self::Direct => source.map(str::to_owned),
            _ => self.kept_poster(id, source, large, Size::Card),
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
            _ => self.kept_poster(id, source, large, Size::Poster),
        }
    }

    fn kept_poster(
        &self,
        id: MalId,
        source: Option<&str>,
        large: Option<&str>,
        size: Size,
    ) -> Option<String> {
        let fetched = self.fetched(source, large).next()?;
        Some(poster_address(id, Tag::of(fetched), size))
    }

    /// The addresses where a picture may be fetched, that of the best first, whose tag names it.
    pub(crate) fn fetched<'a>(
        &self,
        source: Option<&'a str>,
        large: Option<&'a str>,
    ) -> impl Iterator<Item = &'a str> {
        let cache = match self {
            Self::Kept(cache) => Some(cache),
            Self::Direct | Self::Drawn => None,
        };
        let small = source.filter(|source| Some(*source) != large);
        let known = large.into_iter().chain(small);
        known.filter(move |source| cache.is_some_and(|cache| cache.takes(source)))
    }

    /// Address of the background of one of the hero's slides.
    pub(crate) fn banner(&self, slide: &str, source: Option<&str>) -> Option<String> {
        if matches!(self, Self::Direct) {
            return source.map(str::to_owned);
        }
        let fetched = self.fetched(source, None).next()?;
        Some(banner_address(slide, Tag::of(fetched)))
    }

    /// Address of a user's photo, which is kept by nobody but its source.
    pub(crate) fn photo(&self, source: Option<String>) -> Option<String> {
        match self {
            Self::Direct => source,
            Self::Kept(_) | Self::Drawn => None,
        }
    }
}

/// Address of a kept poster.
pub(crate) fn poster_address(id: MalId, tag: Tag, size: Size) -> String {
    address("poster", id, tag, size)
}

/// Address of a kept background of a slide.
pub(crate) fn banner_address(slide: &str, tag: Tag) -> String {
    address("banner", slide, tag, Size::Banner)
}

fn address(kind: &str, name: impl Display, tag: Tag, size: Size) -> String {
    format!("/img/{kind}/{name}-{tag}-{}", size.pixels().0)
}

#[cfg(test)]
mod tests {
    use pictures::{Config, KeptPictures};
    use testkit::MockClock;

    use super::*;

    #[test]
    fn name_of_the_setting_differs_for_other_hosts() {
        let folder = tempfile::tempdir().unwrap();
        let name = |sources: &str| {
            let config = Config {
                sources: sources.parse().unwrap(),
                folder: folder.path().into(),
                most_bytes: 1_000,
            };
            let kept = KeptPictures::open(config, Arc::new(MockClock::default())).unwrap();
            Pictures::Kept(Arc::new(kept)).name()
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
