//! Putting drawn posters into the markup, so that a page whose first row is its largest paint waits for no second
//! round trip.

use domain::anime::MalId;

use crate::{routes::art, state::CatalogueState};

/// How the web app writes a picture that is a drawn poster (`web/src/ui/Poster.tsx`).
const IMAGE: &str = "<img src=\"";
const POSTER: &str = "/art/poster/";
const EAGER: &str = "loading=\"eager\"";

/// The markup with each drawn poster of the first row as a `data:` address. One that cannot be drawn keeps its address.
pub(super) async fn inline_posters(markup: &str, site: &CatalogueState) -> String {
    let mut page = String::with_capacity(markup.len());
    let mut parts = markup.split(IMAGE);
    page.push_str(parts.next().unwrap_or_default());
    for part in parts {
        page.push_str(IMAGE);
        match inlined(part, site).await {
            Some(inlined) => page.push_str(&inlined),
            None => page.push_str(part),
        }
    }
    page
}

/// The same for what follows one [`IMAGE`].
async fn inlined(part: &str, site: &CatalogueState) -> Option<String> {
    let (address, rest) = part.split_once('"')?;
    let (attributes, _) = rest.split_once('>')?;
    let id = address.strip_prefix(POSTER)?.strip_suffix(".svg")?;
    if !attributes.contains(EAGER) {
        return None;
    }
    let poster = art::poster_of(site, MalId::new(id.parse().ok()?))
        .await
        .ok()?;
    let svg = std::str::from_utf8(poster.plain()).ok()?;
    Some(format!("{}\"{rest}", data_address(svg)))
}

/// The document as a `data:` address in a quoted attribute. Only what ends an address or an attribute is escaped,
/// because the text compresses better than base64.
fn data_address(svg: &str) -> String {
    let address = svg.replace('%', "%25").replace('#', "%23");
    let attribute = address.replace('&', "&amp;").replace('"', "&quot;");
    format!("data:image/svg+xml,{attribute}")
}

#[cfg(test)]
mod tests {
    use super::data_address;

    #[test]
    fn data_address_of_a_document_may_stand_in_an_attribute() {
        assert_eq!(
            data_address("<svg id=\"a\" fill=\"#fff\"><title>1 &amp; 100%</title></svg>"),
            "data:image/svg+xml,<svg id=&quot;a&quot; fill=&quot;%23fff&quot;>\
             <title>1 &amp;amp; 100%25</title></svg>"
        );
    }
}
