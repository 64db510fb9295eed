//! The extras of a title.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    CastMember, Episode, NewsLink, Recommendation, StaffMember, StaffPerson, Video, ViewerCounts,
};
use crate::anime::{Images, MalId};

/// The largest number of items in an extra; what a source says beyond that is left out. The longest real one, the
/// episodes of Sazae-san, has some 2,700.
pub const MAX_ITEMS: usize = 10_000;

/// The largest number of pictures of a title: all of them are read for each one that is shown.
pub const MAX_PICTURES: usize = 200;

/// Makes the kinds of extras, each with the type of what it has.
macro_rules! extras {
    ($($(#[$doc:meta])+ $kind:ident($value:ty) = $word:literal;)+) => {
        /// The kind of an extra: a group of a title's facts that has a source of its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ExtraKind {
            $($(#[$doc])+ $kind,)+
        }

        impl ExtraKind {
            /// Every kind of extra.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Returns the kind of this [name](Self::as_str); `None` for one that this version does not know.
            pub fn of_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.as_str() == word)
            }

            /// Returns the kind's short name, that of its address at Jikan.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)+
                }
            }
        }

        /// An extra of a title, as a source states it as a whole.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Extra {
            $($(#[$doc])+ $kind($value),)+
        }

        impl Extra {
            /// Returns the extra's kind.
            pub const fn kind(&self) -> ExtraKind {
                match self {
                    $(Self::$kind(_) => ExtraKind::$kind,)+
                }
            }

            /// Returns an empty extra of a kind.
            pub fn none(kind: ExtraKind) -> Self {
                match kind {
                    $(ExtraKind::$kind => Self::$kind(<$value>::default()),)+
                }
            }
        }
    };
}

extras! {
    /// The title's characters with their voice actors.
    Characters(Vec<CastMember>) = "characters";
    /// The title's staff.
    Staff(Vec<StaffMember>) = "staff";
    /// The title's episodes.
    Episodes(Vec<Episode>) = "episodes";
    /// The title's trailers and other videos.
    Videos(Vec<Video>) = "videos";
    /// Pictures other than the poster, as addresses at the source.
    Pictures(Vec<Images>) = "pictures";
    /// Titles that people who liked this one recommend.
    Recommendations(Vec<Recommendation>) = "recommendations";
    /// Statistics of the title's audience at the source.
    Statistics(ViewerCounts) = "statistics";
    /// News of the title, as links.
    News(Vec<NewsLink>) = "news";
}

impl Extra {
    /// Returns the number of items; statistics are one where anybody has the title on a list.
    pub fn items(&self) -> usize {
        match self {
            Self::Characters(items) => items.len(),
            Self::Staff(items) => items.len(),
            Self::Episodes(items) => items.len(),
            Self::Videos(items) => items.len(),
            Self::Pictures(items) => items.len(),
            Self::Recommendations(items) => items.len(),
            Self::Statistics(counts) => usize::from(*counts != ViewerCounts::default()),
            Self::News(items) => items.len(),
        }
    }

    /// Puts another page of the same answer behind this one. Another kind of extra and statistics add nothing.
    pub fn append(&mut self, page: Self) {
        match (self, page) {
            (Self::Characters(items), Self::Characters(more)) => items.extend(more),
            (Self::Staff(items), Self::Staff(more)) => items.extend(more),
            (Self::Episodes(items), Self::Episodes(more)) => items.extend(more),
            (Self::Videos(items), Self::Videos(more)) => items.extend(more),
            (Self::Pictures(items), Self::Pictures(more)) => items.extend(more),
            (Self::Recommendations(items), Self::Recommendations(more)) => items.extend(more),
            (Self::News(items), Self::News(more)) => items.extend(more),
            _ => {}
        }
    }

    /// Returns the extra with each item once, in the order in which they come first, and at most [`MAX_ITEMS`], of
    /// pictures [`MAX_PICTURES`].
    #[must_use]
    pub fn distinct(mut self) -> Self {
        match &mut self {
            Self::Characters(items) => {
                keep_first(items, |item| item.character.id);
                for member in items {
                    keep_first(&mut member.voices, |voice| {
                        (voice.person.id, voice.language.clone())
                    });
                }
            }
            Self::Staff(items) => keep_first(items, |item| match &item.person {
                StaffPerson::Numbered(person) => Ok(person.id),
                StaffPerson::Unnumbered { name } => Err(name.clone()),
            }),
            Self::Episodes(items) => keep_first(items, |item| item.number),
            Self::Recommendations(items) => keep_first(items, |item| item.mal_id),
            Self::News(items) => keep_first(items, |item| item.id),
            Self::Videos(items) => keep_first(items, |item| {
                let id = item.on_youtube().map(str::to_owned);
                (item.kind, item.name.clone(), id, item.url.clone())
            }),
            Self::Pictures(items) => {
                keep_first(items, Clone::clone);
                items.truncate(MAX_PICTURES);
            }
            Self::Statistics(_) => {}
        }
        self
    }

    /// Returns a digest of the whole extra, to see whether a source says anything new: 64 hexadecimal digits.
    pub fn digest(&self) -> Result<String, serde_json::Error> {
        Ok(hex::encode(Sha256::digest(serde_json::to_vec(self)?)))
    }
}

fn keep_first<T, K: Eq + std::hash::Hash>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut seen = std::collections::HashSet::new();
    items.retain(|item| seen.insert(key(item)));
    items.truncate(MAX_ITEMS);
}

/// An extra and the title that it is of.
#[derive(Debug, Clone, PartialEq)]
pub struct TitleExtra {
    /// The title's id.
    pub mal_id: MalId,
    /// The stated extra.
    pub extra: Extra,
}

/// An answer of a source with an extra, or with a page of one.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtraPage {
    /// The extra, or a page of it.
    pub extra: TitleExtra,
    /// Number of pages that the source has of the extra.
    pub pages: u32,
    /// Whether the source has nothing on this page. What it has may be of no use.
    pub is_blank: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{anime::ImageSet, extras::VideoKind};

    #[test]
    fn videos_and_pictures_are_there_once() {
        let video = |name: &str| Video {
            kind: VideoKind::Promo,
            name: name.into(),
            episode: None,
            label: None,
            url: Some("https://video.example/1".into()),
            youtube_id: None,
            embed_url: None,
            still_url: None,
            song: None,
            artist: None,
        };
        let videos = ["PV 1", "PV 2", "PV 1"].map(video);
        let distinct = Extra::Videos(videos.into()).distinct();
        assert_eq!(distinct, Extra::Videos(["PV 1", "PV 2"].map(video).into()));
        let picture = |url: &str| Images {
            jpg: ImageSet {
                image_url: Some(url.into()),
                ..ImageSet::default()
            },
            ..Images::default()
        };
        let pictures = ["a", "a", "b"].map(picture);
        let distinct = Extra::Pictures(pictures.into()).distinct();
        assert_eq!(distinct, Extra::Pictures(["a", "b"].map(picture).into()));
        let many = (0..MAX_PICTURES + 5).map(|number| picture(&number.to_string()));
        let distinct = Extra::Pictures(many.collect()).distinct();
        assert_eq!(distinct.items(), MAX_PICTURES);
    }
}
