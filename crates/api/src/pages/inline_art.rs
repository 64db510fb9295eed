//! Putting the drawn pictures of the first screen into the page, so that its largest paint waits for no second round
//! trip.

use domain::{anime::MalId, render::RenderedPage};

use super::route::Page;
use crate::{routes::art, state::CatalogueState};

const IMAGE: &str = "<img ";
const SOURCE: &str = "src=\"";
const LAZY: &str = "loading=\"lazy\"";
const PRELOADED: &str = "fetchPriority=\"high\"";
const DECODED_LATER: &str = "decoding=\"async\"";
/// The attribute of an inlined picture, for which the first paint waits, since it is there already.
const DECODED_AT_ONCE: &str = "decoding=\"sync\"";

/// An apostrophe, as the renderer escapes it in an attribute. Of what it escapes, an address has this alone.
const APOSTROPHE: &str = "&#x27;";

/// Gives each drawn picture of the first screen a `data:` address. One that cannot be drawn keeps its address.
pub(super) async fn inline_art(rendered: &mut RenderedPage, page: &Page, site: &CatalogueState) {
    let mut markup = String::with_capacity(rendered.body.len());
    let mut parts = rendered.body.split(IMAGE);
    markup.push_str(parts.next().unwrap_or_default());
    for part in parts {
        markup.push_str(IMAGE);
        let inlined = match source(part).filter(|_| is_on_first_screen(part, page)) {
            Some(source) => data_address(source, site).await.map(|data| (source, data)),
            None => None,
        };
        match inlined {
            Some((source, data)) => {
                let (attributes, rest) = part.split_at(attributes(part).len());
                let attributes = attributes.replacen(DECODED_LATER, DECODED_AT_ONCE, 1);
                markup.push_str(&attributes.replacen(source, &data, 1));
                markup.push_str(rest);
                drop_preload(&mut rendered.head, source);
            }
            None => markup.push_str(part),
        }
    }
    rendered.body = markup;
}

/// The attributes of the picture with which a part of the markup begins.
fn attributes(part: &str) -> &str {
    part.split_once("/>")
        .map_or(part, |(attributes, _)| attributes)
}

/// The address of the picture with which a part of the markup begins.
fn source(part: &str) -> Option<&str> {
    let (_, rest) = attributes(part).split_once(SOURCE)?;
    rest.split_once('"').map(|(source, _)| source)
}

/// Whether a picture is on the first screen. The hero fills that of the home page, so the gallery's first row waits.
fn is_on_first_screen(part: &str, page: &Page) -> bool {
    match page {
        Page::Home(_) => attributes(part).contains(PRELOADED),
        _ => !attributes(part).contains(LAZY),
    }
}

/// A drawn picture as a `data:` address in a quoted attribute. Only what ends an address or an attribute is escaped,
/// because the text compresses better than base64.
async fn data_address(source: &str, site: &CatalogueState) -> Option<String> {
    let (folder, file) = source.strip_prefix("/art/")?.split_once('/')?;
    let picture = match folder {
        "poster" => {
            let id = file.strip_suffix(".svg")?.parse().ok()?;
            art::poster_of(site, MalId::new(id)).await.ok()?
        }
        "banner" => art::banner_of(site, file.strip_suffix(".svg")?)
            .await
            .ok()?,
        "avatar" => {
            let (id, query) = file.split_once(".svg?")?;
            let query = query.replace(APOSTROPHE, "'");
            let mut params = form_urlencoded::parse(query.as_bytes());
            let (_, name) = params.find(|(param, _)| param == "name")?;
            art::avatar_of(id, Some(&name)).ok()?.into()
        }
        _ => return None,
    };
    let svg = std::str::from_utf8(picture.plain()).ok()?;
    let address = svg.replace('%', "%25").replace('#', "%23");
    let attribute = address.replace('&', "&amp;").replace('"', "&quot;");
    Some(format!("data:image/svg+xml,{attribute}"))
}

/// Takes the preload of a picture out of the page's head.
fn drop_preload(head: &mut String, source: &str) {
    let needless = format!("<link rel=\"preload\" as=\"image\" href=\"{source}\"");
    let others: Vec<&str> = head
        .lines()
        .filter(|line| !line.starts_with(&needless))
        .collect();
    *head = others.join("\n");
}
