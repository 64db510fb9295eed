//! JSON:API documents: resources, those included with them, and pages.

use std::collections::HashMap;

use domain::json::UntrustedValue;
use domain::provider::ProviderError;
use serde_json::Value;

use crate::fields::Fields;

/// The largest number of resources on a page; Kitsu gives ten unless it is asked for more.
pub(super) const PAGE: u32 = 20;

/// An answer whose primary data are a list.
pub(super) struct Document(Value);

impl Document {
    /// Parses an answer.
    pub(super) fn parse(json: &[u8]) -> Result<Self, ProviderError> {
        let malformed = |what: String| ProviderError::Malformed(what);
        let UntrustedValue(body) = serde_json::from_slice(json)
            .map_err(|error| malformed(format!("not complete JSON (line {})", error.line())))?;
        if Fields::of(&body).optional_list("data").is_none() {
            return Err(malformed("the field \"data\" is not a list".into()));
        }
        Ok(Self(body))
    }

    /// Checks that an answer can be parsed.
    pub(super) fn check(json: &[u8]) -> Result<(), ProviderError> {
        Self::parse(json).map(drop)
    }

    fn fields(&self) -> Fields<'_> {
        Fields::of(&self.0)
    }

    /// The document's resources, at most those of a page: what follows is on the next one.
    pub(super) fn items(&self) -> impl Iterator<Item = Fields<'_>> {
        let items = self.fields().list("data").iter().take(PAGE as usize);
        items.map(Fields::of)
    }

    /// Whether the document has no resources.
    pub(super) fn is_blank(&self) -> bool {
        self.fields().list("data").is_empty()
    }

    /// The included resources of a type.
    pub(super) fn resources<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = Fields<'a>> {
        let included = self.fields().list("included").iter().map(Fields::of);
        included.filter(move |resource| resource.str("type") == Some(kind))
    }

    /// The attributes of the included resources of a type, by their ids.
    pub(super) fn included<'a>(&'a self, kind: &'a str) -> HashMap<&'a str, Fields<'a>> {
        self.resources(kind)
            .filter_map(|resource| Some((resource.str("id")?, resource.object("attributes"))))
            .collect()
    }

    /// The number of pages, at least 1, if this is page `page`: by the number of resources, else by whether another
    /// page follows.
    pub(super) fn pages(&self, page: u32) -> u32 {
        let follows = self.fields().object("links").str("next").is_some();
        let counted = self.fields().object("meta").number("count");
        counted.map_or(page + u32::from(follows), |count| {
            count.div_ceil(PAGE).max(1)
        })
    }
}

/// The id of the one resource that a relationship of `resource` names.
pub(super) fn related<'a>(resource: Fields<'a>, name: &str) -> Option<&'a str> {
    let relationship = resource.object("relationships").object(name);
    relationship.object("data").str("id")
}

/// The ids of all resources that a relationship of `resource` names.
pub(super) fn related_all<'a>(resource: Fields<'a>, name: &str) -> impl Iterator<Item = &'a str> {
    let relationship = resource.object("relationships").object(name);
    let references = relationship.list("data").iter().map(Fields::of);
    references.filter_map(|reference| reference.str("id"))
}
