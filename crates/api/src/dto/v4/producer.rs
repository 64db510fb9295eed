//! Companies, by the facts that titles have of them.

use domain::{anime::Link, selection::CompanyCount};
use serde::Serialize;

use super::{
    address,
    parts::{Name, Picture},
};

/// A company.
#[derive(Debug, Serialize)]
pub(crate) struct Producer<'a> {
    mal_id: u32,
    url: String,
    titles: [Name<'a>; 1],
    images: Picture<'static>,
    /// The number of favourites: always 0, since no source gives it and Jikan's schema does not allow `null`.
    favorites: u32,
    established: Option<String>,
    about: Option<String>,
    count: u32,
}

impl<'a> From<&'a CompanyCount> for Producer<'a> {
    fn from(company: &'a CompanyCount) -> Self {
        Self {
            mal_id: company.id,
            url: address::company(company.id, &company.name),
            titles: [Name {
                r#type: "Default",
                title: &company.name,
            }],
            images: Picture::of(None),
            favorites: 0,
            established: None,
            about: None,
            count: company.titles,
        }
    }
}

/// A company with the pages about it.
#[derive(Debug, Serialize)]
pub(crate) struct FullProducer<'a> {
    #[serde(flatten)]
    producer: Producer<'a>,
    external: [Link; 0],
}

impl<'a> From<&'a CompanyCount> for FullProducer<'a> {
    fn from(company: &'a CompanyCount) -> Self {
        Self {
            producer: Producer::from(company),
            external: [],
        }
    }
}
