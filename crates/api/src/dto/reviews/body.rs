//! The text of a review, as a tree of which the web app makes elements.

use app::reviews::read_length;
use jiff::Timestamp;
use markup::{Block, Inline, Links};
use serde::Serialize;
use utoipa::ToSchema;

/// A part of a review that stands on lines of its own. There are eight levels of parts at most.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ReviewBlock {
    /// A paragraph.
    Paragraph {
        /// Its parts.
        children: Vec<ReviewInline>,
    },
    /// A list.
    List {
        /// The number of its first item; `null` where its items have no numbers.
        #[schema(required)]
        start: Option<u32>,
        /// Its items.
        items: Vec<ReviewItem>,
    },
    /// What somebody else has said.
    Quote {
        /// Its parts.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
}

/// An item of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewItem {
    /// Its parts.
    #[schema(no_recursion)]
    children: Vec<ReviewBlock>,
}

/// A part of a line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ReviewInline {
    /// Text as it is read: nothing in it is markup.
    Text {
        /// The text.
        text: String,
    },
    /// The end of a line.
    Break,
    /// It is emphasised.
    Emphasis {
        /// Its parts.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
    /// It is important.
    Strong {
        /// Its parts.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
    /// It tells what happens, and waits until somebody wants to know.
    Spoiler {
        /// Those of one number are one spoiler, which reaches over several paragraphs: they show together.
        number: u32,
        /// Its parts.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
    /// It leads elsewhere; `rel` is to be `nofollow ugc noopener`.
    Link {
        /// An address that begins with `http://` or `https://`.
        href: String,
        /// What is read of it.
        #[schema(no_recursion)]
        children: Vec<Self>,
    },
}

/// A text as readers would see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewPreview {
    body: Vec<ReviewBlock>,
    /// Characters that readers read of it, without marks and addresses of links: a review has 100 at least.
    read_length: u32,
    /// From when on the links in it are links, where the account is new (RFC 3339). `null` where they are, and where there are
    /// none.
    #[schema(required)]
    links_wait_until: Option<String>,
}

impl ReviewPreview {
    /// Builds it from a cleaned text, with links that become active at `links_wait`.
    pub(crate) fn of(text: &str, links_wait: Option<Timestamp>) -> Self {
        let (body, links_wait_until) = own_body(text, links_wait);
        Self {
            body,
            read_length: u32::try_from(read_length(text)).unwrap_or(u32::MAX),
            links_wait_until,
        }
    }
}

/// What readers see of a text whose author's links wait until then, and until when, if it has any.
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

/// What a Markdown text says.
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
