//! Pictures of sources that the server keeps in the sizes of its pages.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use sha2::{Digest as _, Sha256};

const TAG_BYTES: usize = 8;

/// Names a picture by its address at the source: another address is another picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag([u8; TAG_BYTES]);

impl Tag {
    /// Returns the tag of the picture at the address `source`.
    pub fn of(source: &str) -> Self {
        let digest = Sha256::digest(source);
        let mut tag = [0; TAG_BYTES];
        tag.copy_from_slice(&digest[..TAG_BYTES]);
        Self(tag)
    }

    /// Reads a tag as [`Display`](fmt::Display) writes it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut tag = [0; TAG_BYTES];
        hex::decode_to_slice(text, &mut tag).ok()?;
        Some(Self(tag))
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// A size in which pages show pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Size {
    /// A poster in a list of names, or on a small card.
    Thumb,
    /// A poster on a card.
    Card,
    /// The poster of a title's page.
    Poster,
    /// The background of the hero.
    Banner,
    /// A picture that somebody looks at by itself.
    Whole,
}

impl Size {
    /// Every size.
    pub const ALL: [Self; 5] = [
        Self::Thumb,
        Self::Card,
        Self::Poster,
        Self::Banner,
        Self::Whole,
    ];

    /// Returns whether the size has the shape of a poster, 2:3, to which others are cropped.
    pub const fn is_poster(self) -> bool {
        matches!(self, Self::Thumb | Self::Card | Self::Poster)
    }

    /// Width and height, in pixels. A picture is cropped to their shape, but for [`Self::Whole`], within which it is
    /// made to fit.
    pub const fn pixels(self) -> (u32, u32) {
        match self {
            Self::Thumb => (160, 240),
            Self::Card => (320, 480),
            Self::Poster => (480, 720),
            Self::Banner => (1_600, 800),
            Self::Whole => (960, 1_440),
        }
    }

    /// Returns the most bytes that a picture of this size may have.
    pub const fn most_bytes(self) -> usize {
        match self {
            Self::Thumb => 6_000,
            Self::Card => 15_000,
            Self::Poster => 45_000,
            Self::Banner => 200_000,
            Self::Whole => 150_000,
        }
    }

    /// Returns the size of this width in pixels; `None` if there is none.
    pub fn of_width(width: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.pixels().0 == width)
    }
}

/// A format in which pictures are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// WebP, which every browser reads.
    WebP,
    /// AVIF, which is smaller, and slow to make.
    Avif,
}

/// A picture ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The format of the file.
    pub format: Format,
    /// The content of the file.
    pub bytes: Arc<[u8]>,
}

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The picture's address, or one that it leads to, may not be asked.
    #[error("its address is none of those that may be asked")]
    NotAllowed,
    /// The picture failed a short time ago and is not asked for yet.
    #[error("it failed lately")]
    Resting,
    /// The picture's host gave no answer in time.
    #[error("its host does not answer")]
    Unreachable,
    /// The picture's host answered with this HTTP status.
    #[error("its host answers with status {0}")]
    Refused(u16),
    /// The picture has more bytes or pixels than are read.
    #[error("it is too large")]
    TooLarge,
    /// The picture cannot be made as small as its size asks for. Another size of it may be had.
    #[error("it does not fit the bytes of its size")]
    DoesNotFit,
    /// Too many other pictures wait for their sources.
    #[error("too many others are waited for")]
    Busy,
    /// The file is no picture that can be read.
    #[error("it is no picture, or a broken one")]
    Unreadable,
}

/// Figures of the pictures that were asked for since the start, and of the cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PictureFigures {
    /// Number of pictures returned to callers.
    pub served: u64,
    /// Number of pictures fetched from their sources.
    pub fetched: u64,
    /// Number of pictures that were not fetched, or are broken.
    pub failed: u64,
    /// Size of the cache on disk, in bytes.
    pub bytes: u64,
    /// Largest size of the cache on disk, in bytes.
    pub most_bytes: u64,
}

/// A cache of sources' pictures, in the sizes of the pages.
#[async_trait]
pub trait PictureCache: Send + Sync {
    /// Returns whether the picture at this address may be asked for.
    fn takes(&self, source: &str) -> bool;

    /// Names the hosts that may be asked, in a few characters: others have another name.
    fn sources(&self) -> Tag;

    /// The picture at `source` in `size`: as AVIF where the caller reads it and it is there, else as
    /// WebP. However many ask, the source is asked once, and not again while the picture is kept.
    async fn get(&self, source: &str, size: Size, avif: bool) -> Result<Picture, PictureError>;

    /// Returns the cache's figures.
    fn figures(&self) -> PictureFigures;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_is_read_as_it_is_written() {
        let tag = Tag::of("https://pictures.example/1.jpg");
        assert_eq!(tag.to_string().len(), 16);
        assert_eq!(Tag::parse(&tag.to_string()), Some(tag));
        assert_ne!(tag, Tag::of("https://pictures.example/2.jpg"));
        for other in ["", "12", "xx3456789abcdef0", "0123456789abcdef01"] {
            assert_eq!(Tag::parse(other), None, "{other}");
        }
    }

    #[test]
    fn size_is_found_by_its_width() {
        for size in Size::ALL {
            assert_eq!(Size::of_width(size.pixels().0), Some(size));
        }
        assert_eq!(Size::of_width(300), None);
    }
}
