//! Reading Markdown as a tree.

mod frame;

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use crate::{Block, Inline, Links, address};
use frame::{Frame, Kind, Piece, Scope, grouped, paragraph};

/// Levels of a tree at most; what is deeper stands in the last one.
pub const MAX_DEPTH: usize = 8;
/// From so many parts on, what follows is text: a text of marks alone would be an answer twenty times as long.
pub const MAX_PARTS: usize = 2_000;
/// What begins and ends a spoiler.
const SPOILER: &str = "||";

/// Reads Markdown.
///
/// Two `||` of one scope make a spoiler of all between them. A scope is the whole text, a quotation, an item of a list, or
/// what is emphasised or linked. The last one of an odd number is text.
pub fn read(markdown: &str, links: Links) -> Vec<Block> {
    let events: Vec<Event<'_>> = Parser::new(markdown).collect();
    let counting = Reader::new(links, Vec::new()).run(&events);
    let counts = counting.marks.iter().map(|count| count - count % 2);
    let counts = counts.collect();
    Reader::new(links, counts).run(&events).into_blocks()
}

struct Reader {
    links: Links,
    /// By scope, how many of its marks make spoilers.
    counts: Vec<usize>,
    /// By scope, how many it has had so far.
    marks: Vec<usize>,
    /// How many spoilers have begun.
    spoilers: u32,
    frames: Vec<Frame>,
    parts: usize,
}

impl Reader {
    fn new(links: Links, counts: Vec<usize>) -> Self {
        let mut reader = Self {
            links,
            counts,
            marks: Vec::new(),
            spoilers: 0,
            frames: Vec::new(),
            parts: 0,
        };
        reader.begin_blocks(false);
        reader
    }

    fn run(mut self, events: &[Event<'_>]) -> Self {
        for event in events {
            match event {
                Event::Start(tag) => self.begin(tag),
                Event::End(tag) => self.end(*tag),
                Event::Text(text)
                | Event::Code(text)
                | Event::Html(text)
                | Event::InlineHtml(text) => {
                    self.text(text);
                }
                Event::SoftBreak | Event::HardBreak => self.push(Inline::Break),
                Event::Rule => self.end_line(),
                // Nothing else comes without the parser's extensions
                _ => {}
            }
        }
        self
    }

    fn into_blocks(mut self) -> Vec<Block> {
        match self.frames.pop() {
            Some(Frame::Blocks {
                mut blocks, line, ..
            }) => {
                blocks.extend(paragraph(line));
                blocks
            }
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        let levels = self.frames.iter().filter(|frame| frame.is_level()).count();
        let has_room = levels < MAX_DEPTH && self.parts < MAX_PARTS;
        match tag {
            Tag::BlockQuote(_) | Tag::List(_) | Tag::Item if self.is_in_line() => self.drop_frame(),
            Tag::BlockQuote(_) if has_room => {
                self.end_line();
                self.begin_blocks(true);
            }
            Tag::List(start) if has_room => {
                self.end_line();
                let start = start.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
                self.begin_part(Frame::List {
                    start,
                    items: Vec::new(),
                });
            }
            Tag::Item if matches!(self.frames.last(), Some(Frame::List { .. })) => {
                self.begin_blocks(false);
            }
            Tag::BlockQuote(_) | Tag::List(_) | Tag::Item => {
                self.end_line();
                self.drop_frame();
            }
            Tag::Emphasis if has_room => self.begin_inlines(Kind::Emphasis),
            Tag::Strong if has_room => self.begin_inlines(Kind::Strong),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } if has_room => match self.link(*link_type, dest_url) {
                Some(address) => self.begin_inlines(Kind::Link(address)),
                None => self.drop_frame(),
            },
            Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. } => self.drop_frame(),
            // Paragraphs, and what becomes one
            _ => self.end_line(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let is_frame = matches!(
            tag,
            TagEnd::BlockQuote(_)
                | TagEnd::List(_)
                | TagEnd::Item
                | TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Link
                | TagEnd::Image
        );
        if !is_frame {
            self.end_line();
            return;
        }
        if let Some(Frame::Dropped(count @ 2..)) = self.frames.last_mut() {
            *count -= 1;
            self.end_dropped(tag);
            return;
        }
        match self.frames.pop() {
            Some(Frame::Blocks {
                is_quote,
                mut blocks,
                line,
                ..
            }) => {
                blocks.extend(paragraph(line));
                self.close_blocks(is_quote, blocks);
            }
            Some(Frame::List { start, items }) if !items.is_empty() => {
                self.push_block(Block::List { start, items });
            }
            Some(Frame::Inlines { kind, children, .. }) => self.close_inlines(kind, children),
            Some(Frame::Dropped(_)) => self.end_dropped(tag),
            Some(Frame::List { .. }) | None => {}
        }
    }

    fn close_blocks(&mut self, is_quote: bool, blocks: Vec<Block>) {
        if blocks.is_empty() {
            return;
        }
        if is_quote {
            self.push_block(Block::Quote(blocks));
        } else if let Some(Frame::List { items, .. }) = self.frames.last_mut() {
            items.push(blocks);
        }
    }

    fn close_inlines(&mut self, kind: Kind, children: Vec<Piece>) {
        let children = grouped(children);
        match kind {
            // One without text would lead there unseen
            Kind::Link(href) if children.is_empty() => self.push(Inline::Text(href)),
            Kind::Link(href) => self.push(Inline::Link { href, children }),
            _ if children.is_empty() => {}
            Kind::Emphasis => self.push(Inline::Emphasis(children)),
            Kind::Strong => self.push(Inline::Strong(children)),
        }
    }

    /// The address of a link that is to be one.
    fn link(&self, kind: LinkType, address: &str) -> Option<String> {
        let is_within = self.frames.iter().any(|frame| {
            matches!(
                frame,
                Frame::Inlines {
                    kind: Kind::Link(_),
                    ..
                }
            )
        });
        let is_live = self.links == Links::Live && kind != LinkType::Email && !is_within;
        is_live.then(|| address::of_web(address)).flatten()
    }

    fn begin_blocks(&mut self, is_quote: bool) {
        let scope = self.scope();
        self.begin_part(Frame::Blocks {
            is_quote,
            blocks: Vec::new(),
            line: Vec::new(),
            scope,
        });
    }

    fn begin_inlines(&mut self, kind: Kind) {
        let scope = self.scope();
        self.begin_part(Frame::Inlines {
            kind,
            children: Vec::new(),
            scope,
        });
    }

    fn begin_part(&mut self, frame: Frame) {
        self.parts += 1;
        self.frames.push(frame);
    }

    fn drop_frame(&mut self) {
        match self.frames.last_mut() {
            Some(Frame::Dropped(count)) => *count += 1,
            _ => self.frames.push(Frame::Dropped(1)),
        }
    }

    fn end_dropped(&mut self, tag: TagEnd) {
        if matches!(tag, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item) {
            self.end_line();
        }
    }

    fn scope(&mut self) -> Scope {
        self.marks.push(0);
        Scope {
            number: self.marks.len() - 1,
            open: None,
        }
    }

    /// Whether what comes is a part of a line's part: an alternative text of a picture has no blocks in it.
    fn is_in_line(&self) -> bool {
        let mut kept = self.frames.iter().rev();
        let last = kept.find(|frame| !matches!(frame, Frame::Dropped(_)));
        matches!(last, Some(Frame::Inlines { .. }))
    }

    /// Ends the paragraph, if one has begun.
    fn end_line(&mut self) {
        let is_full = self.parts >= MAX_PARTS;
        let kept = self.frames.iter_mut().rev();
        let mut kept = kept.skip_while(|frame| matches!(frame, Frame::Dropped(_)));
        if let Some(Frame::Blocks { blocks, line, .. }) = kept.next() {
            if is_full {
                line.push((Inline::Break, None));
            } else if let Some(paragraph) = paragraph(std::mem::take(line)) {
                self.parts += 1;
                blocks.push(paragraph);
            }
        }
    }

    fn push_block(&mut self, block: Block) {
        let kept = self.frames.iter_mut().rev();
        let mut kept = kept.skip_while(|frame| matches!(frame, Frame::Dropped(_)));
        if let Some(Frame::Blocks { blocks, .. }) = kept.next() {
            blocks.push(block);
        }
    }

    fn text(&mut self, text: &str) {
        for (place, line) in text.split('\n').enumerate() {
            if place > 0 {
                self.push(Inline::Break);
            }
            for (place, part) in line.split(SPOILER).enumerate() {
                if place > 0 {
                    self.mark();
                }
                if !part.is_empty() {
                    self.push(Inline::Text(part.to_owned()));
                }
            }
        }
    }

    /// Begins or ends a spoiler.
    fn mark(&mut self) {
        let mut innermost = self.frames.iter_mut().rev();
        let Some(scope) = innermost.find_map(Frame::scope_mut) else {
            return;
        };
        let count = &mut self.marks[scope.number];
        *count += 1;
        let counts = self.counts.get(scope.number).copied().unwrap_or(0);
        if *count <= counts {
            if scope.open.take().is_none() {
                self.spoilers += 1;
                scope.open = Some(self.spoilers);
            }
        } else {
            self.push(Inline::Text(SPOILER.to_owned()));
        }
    }

    fn push(&mut self, inline: Inline) {
        let opened = self.frames.iter().find_map(|frame| match frame {
            Frame::Blocks { scope, .. } => scope.open,
            _ => None,
        });
        let kept = self.frames.iter_mut().rev();
        let mut kept =
            kept.skip_while(|frame| matches!(frame, Frame::Dropped(_) | Frame::List { .. }));
        let (pieces, spoiler) = match kept.next() {
            Some(Frame::Blocks { line, .. }) => (line, opened),
            Some(Frame::Inlines {
                children, scope, ..
            }) => (children, scope.open),
            _ => return,
        };
        match (pieces.last_mut(), inline) {
            (Some((Inline::Text(before), hidden_by)), Inline::Text(text))
                if *hidden_by == spoiler =>
            {
                before.push_str(&text);
            }
            (_, inline) => pieces.push((inline, spoiler)),
        }
    }
}
