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
    /// The name of the setting.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Kept(_) => "cache",
            Self::Drawn => "drawn",
        }
    }

    /// Address of a title's poster on a card; `None` means drawn.
    pub(crate) fn poster(&self, id: MalId, source: Option<&str>) -> Option<String> {
        self.of(source, |tag| poster_address(id, tag, Size::Card))
    }

    /// Address of the poster on a title's page, which the source may have `large`.
    pub(crate) fn large_poster(
        &self,
        id: MalId,
        source: Option<&str>,
        large: Option<&str>,
    ) -> Option<String> {
        match (self, large) {
            (Self::Direct, Some(large)) => Some(large.to_owned()),
            _ => self.of(source, |tag| poster_address(id, tag, Size::Poster)),
        }
    }

    /// Address of the background of one of the hero's slides.
    pub(crate) fn banner(&self, slide: &str, source: Option<&str>) -> Option<String> {
        self.of(source, |tag| banner_address(slide, tag))
    }

    /// Address of a user's photo, which is kept by nobody but its source.
    pub(crate) fn photo(&self, source: Option<String>) -> Option<String> {
        match self {
            Self::Direct => source,
            Self::Kept(_) | Self::Drawn => None,
        }
    }

    fn of(&self, source: Option<&str>, kept: impl FnOnce(Tag) -> String) -> Option<String> {
        let source = source?;
        match self {
            Self::Direct => Some(source.to_owned()),
            Self::Kept(cache) if cache.takes(source) => Some(kept(Tag::of(source))),
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
