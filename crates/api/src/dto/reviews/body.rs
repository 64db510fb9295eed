//! The text of a review, as a tree of which the web app makes elements.

use app::reviews::read_length;
use jiff::Timestamp;
use markup::{Block, Inline, Links};
use serde::Serialize;
use utoipa::ToSchema;

/// A block of a review's text. Blocks and inline parts are nested at most eight levels deep.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ReviewBlock {
    /// A paragraph.
    Paragraph {
        /// The paragraph's inline parts.
        children: Vec<ReviewInline>,
    },
    /// A list, with or without numbers.
    List {
        /// The number of the first item; `null` in a list without numbers.
        #[schema(required)]
        start: Option<u32>,
        /// The list's items.
        items: Vec<ReviewItem>,
    },
    /// A quotation.
    Quote {
        /// The quotation's blocks.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
}

/// An item of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewItem {
    /// The item's blocks.
    #[schema(no_recursion)]
    children: Vec<ReviewBlock>,
}

/// An inline part of a review's text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ReviewInline {
    /// Plain text, in which nothing is markup.
    Text {
        /// The text.
        text: String,
    },
    /// A line break.
    Break,
    /// Emphasised text.
    Emphasis {
        /// The inline parts that are emphasised.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
    /// Strongly emphasised text.
    Strong {
        /// The inline parts that are strongly emphasised.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
    /// A spoiler, which is hidden until a reader asks for it.
    Spoiler {
        /// The spoiler's number. Parts of the same number are one spoiler over several paragraphs, and show together.
        number: u32,
        /// The inline parts that are hidden.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
    /// A link to another page, for which clients set `rel` to `nofollow ugc noopener`.
    Link {
        /// Address of the link's target, which begins with `http://` or `https://`.
        href: String,
        /// The inline parts that show as the link.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
}

/// The preview of a review's text, as readers would see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewPreview {
    body: Vec<ReviewBlock>,
    /// The number of characters that readers see, without markup and addresses of links: a review has at least 100.
    read_length: u32,
    /// When the links in the text become active, where the account is new (RFC 3339); `null` where they are active, and
    /// where there are none.
    #[schema(required)]
    links_wait_until: Option<String>,
}

impl ReviewPreview {
    /// Builds the preview of a cleaned text, whose links become active at `links_wait`.
    pub(crate) fn of(text: &str, links_wait: Option<Timestamp>) -> Self {
        let (body, links_wait_until) = own_body(text, links_wait);
        Self {
            body,
            read_length: u32::try_from(read_length(text)).unwrap_or(u32::MAX),
            links_wait_until,
        }
    }
}

/// The blocks that readers see of a text, and when its links become active, if it has any that wait.
pub(super) fn own_body(
    markdown: &str,
    links_wait: Option<Timestamp>,
) -> (Vec<ReviewBlock>, Option<String>) {
    let live = markup::read(markdown, Links::Live);
    let Some(until) = links_wait else {
        return (all(live), None);
    };
    let waiting = markup::read(markdown, Links::Text);
    let has_links = waiting != live;
    (all(waiting), has_links.then(|| until.to_string()))
}

/// The blocks of a Markdown text.
pub(super) fn body(markdown: &str, links: Links) -> Vec<ReviewBlock> {
    all(markup::read(markdown, links))
}

fn all<F, T: From<F>>(parts: Vec<F>) -> Vec<T> {
    parts.into_iter().map(T::from).collect()
}

impl From<Block> for ReviewBlock {
    fn from(block: Block) -> Self {
        match block {
            Block::Paragraph(children) => Self::Paragraph {
                children: all(children),
            },
            Block::List { start, items } => Self::List {
                start,
                items: all(items),
            },
            Block::Quote(children) => Self::Quote {
                children: all(children),
            },
        }
    }
}

impl From<Vec<Block>> for ReviewItem {
    fn from(children: Vec<Block>) -> Self {
        Self {
            children: all(children),
        }
    }
}

impl From<Inline> for ReviewInline {
    fn from(inline: Inline) -> Self {
        match inline {
            Inline::Text(text) => Self::Text { text },
            Inline::Break => Self::Break,
            Inline::Emphasis(children) => Self::Emphasis {
                children: all(children),
            },
            Inline::Strong(children) => Self::Strong {
                children: all(children),
            },
            Inline::Spoiler { number, children } => Self::Spoiler {
                number,
                children: all(children),
            },
            Inline::Link { href, children } => Self::Link {
                href,
                children: all(children),
            },
        }
    }
}
