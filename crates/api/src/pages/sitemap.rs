//! What leads search engines: `robots.txt` and the map of all addresses, an index of parts.
//!
//! All of it lies at the root, since a map may name only what lies beside it or below.

use std::{fmt::Write as _, sync::Arc};

use domain::{Code, Result, catalogue::TitleAddress, review::Listed};

use super::static_pages;
use crate::{encoded::Encoded, error::ApiError, state::PageState, text::escaped};

/// A file for search engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum File {
    Robots,
    /// The index, which names the maps.
    Index,
    /// The map of the pages that are not titles.
    Pages,
    /// The map of the titles of a block of ids.
    Titles(u32),
    /// The map of the reviews of the titles of a block of ids.
    Reviews(u32),
}

/// The `Cache-Control` of the files, whose bodies change with the catalogue only and are read seldom.
const ONE_HOUR: &str = "public, max-age=3600";
const XML: &str = "application/xml; charset=utf-8";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The file at `path`, if there is one; it is made once for each revision of the catalogue.
pub(crate) async fn file(state: &PageState, path: &str) -> Option<Result<Arc<Encoded>, ApiError>> {
    let file = File::at(path)?;
    let make = async || match file {
        File::Robots => Encoded::new("text/plain; charset=utf-8", ONE_HOUR, robots(state)),
        File::Index => Encoded::new(XML, ONE_HOUR, index(state).await?),
        File::Pages => Encoded::new(XML, ONE_HOUR, pages(state)),
        File::Titles(block) => Encoded::new(XML, ONE_HOUR, titles(state, block).await?),
        File::Reviews(block) => Encoded::new(XML, ONE_HOUR, reviews(state, block).await?),
    };
    match state
        .titles
        .shared
        .get(format!("sitemap/{file:?}"), make)
        .await
    {
        Err(error) if error.is(Code::NotFound) => None,
        answer => Some(answer),
    }
}

impl File {
    fn at(path: &str) -> Option<Self> {
        match path {
            "/robots.txt" => Some(Self::Robots),
            "/sitemap.xml" => Some(Self::Index),
            "/sitemap-pages.xml" => Some(Self::Pages),
            path => {
                let part = path.strip_prefix("/sitemap-")?.strip_suffix(".xml")?;
                let (kind, number) = part.split_once('-')?;
                let block: u32 = number.parse().ok()?;
                let block = Some(block).filter(|block| block.to_string() == number)?;
                match kind {
                    "titles" => Some(Self::Titles(block)),
                    "reviews" => Some(Self::Reviews(block)),
                    _ => None,
                }
            }
        }
    }
}

fn robots(state: &PageState) -> String {
    format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /v4/\nAllow: /\n\nSitemap: {}/sitemap.xml\n",
        state.public_url
    )
}

async fn index(state: &PageState) -> Result<String> {
    let mut maps = vec!["/sitemap-pages.xml".to_owned()];
    let blocks = state.titles.catalogue.address_blocks().await?;
    maps.extend(blocks.iter().map(|n| format!("/sitemap-titles-{n}.xml")));
    let blocks = state.reviews.reviews.address_blocks().await?;
    maps.extend(blocks.iter().map(|n| format!("/sitemap-reviews-{n}.xml")));
    let entries = maps.iter().map(|path| (path.as_str(), None));
    Ok(document(state, "sitemapindex", "sitemap", entries))
}

fn pages(state: &PageState) -> String {
    let entries = ["/", "/browse"]
        .into_iter()
        .chain(static_pages::public_pages());
    document(state, "urlset", "url", entries.map(|path| (path, None)))
}

async fn titles(state: &PageState, block: u32) -> Result<String> {
    let titles = state.titles.catalogue.addresses(block).await?;
    if titles.is_empty() {
        return Err(domain::Error::NotFound("This part of the map"));
    }
    let entries = titles.iter().map(|TitleAddress { slug, as_of }| {
        let day = as_of.strftime("%Y-%m-%d").to_string();
        (format!("/anime/{slug}"), Some(day))
    });
    Ok(document(state, "urlset", "url", entries))
}

async fn reviews(state: &PageState, block: u32) -> Result<String> {
    let reviews = state.reviews.reviews.addresses(block).await?;
    if reviews.is_empty() {
        return Err(domain::Error::NotFound("This part of the map"));
    }
    let entries = reviews.iter().map(|Listed { id, written_at }| {
        let day = written_at.strftime("%Y-%m-%d").to_string();
        (format!("/review/{id}"), Some(day))
    });
    Ok(document(state, "urlset", "url", entries))
}

/// A map of entries named `each`: path and day of the last change.
fn document<P: AsRef<str>>(
    state: &PageState,
    root: &str,
    each: &str,
    entries: impl Iterator<Item = (P, Option<String>)>,
) -> String {
    let mut xml =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns=\"{NAMESPACE}\">\n");
    for (path, day) in entries {
        let address = escaped(&format!("{}{}", state.public_url, path.as_ref()));
        let _ = write!(xml, "<{each}><loc>{address}</loc>");
        if let Some(day) = day {
            let _ = write!(xml, "<lastmod>{day}</lastmod>");
        }
        let _ = writeln!(xml, "</{each}>");
    }
    let _ = writeln!(xml, "</{root}>");
    xml
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sitemap_parts_are_named_by_canonical_numbers() {
        for (path, file) in [
            ("/sitemap.xml", Some(File::Index)),
            ("/sitemap-titles-0.xml", Some(File::Titles(0))),
            ("/sitemap-reviews-3.xml", Some(File::Reviews(3))),
            ("/sitemap-others-3.xml", None),
            ("/sitemap-titles-06.xml", None),
            ("/sitemap-titles-+6.xml", None),
            ("/sitemap-titles-4294967296.xml", None),
            ("/sitemap-titles-.xml", None),
            ("/Sitemap.xml", None),
        ] {
            assert_eq!(File::at(path), file, "{path}");
        }
    }
}
