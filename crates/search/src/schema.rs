//! What the index holds: a document for each form of each name.

use std::{collections::HashSet, io};

use domain::{anime::MalId, search::TitleNames};
use tantivy::{
    TantivyDocument, TantivyError, Term,
    schema::{
        Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions,
        Value as _,
    },
};

use crate::{fold, grams, initials};

/// The version of the index. It rises whenever an index that was made before cannot be used any more: with the
/// fields, with how names are folded and with their terms.
pub(crate) const VERSION: u32 = 3;

/// Stands for an unknown place by popularity.
pub(crate) const UNKNOWN: u32 = u32::MAX;

pub(crate) struct Fields {
    /// The field of the terms; not stored.
    pub(crate) terms: Field,
    /// The field of the title's id, by which the title's documents are found to be deleted; not stored.
    pub(crate) mal_id: Field,
    /// The field of the [`Entry`] as bytes; not indexed.
    pub(crate) entry: Field,
}

pub(crate) fn schema() -> (Schema, Fields) {
    let terms = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::Basic);
    let mut schema = Schema::builder();
    let fields = Fields {
        terms: schema.add_text_field("terms", TextOptions::default().set_indexing_options(terms)),
        mal_id: schema.add_u64_field("mal_id", INDEXED),
        entry: schema.add_bytes_field("entry", STORED),
    };
    (schema.build(), fields)
}

impl Fields {
    /// Makes the documents of a title.
    pub(crate) fn documents(&self, title: &TitleNames) -> Vec<TantivyDocument> {
        let mut documents = Vec::new();
        let mut known = HashSet::new();
        for name in &title.names {
            let mut forms = fold::forms(name);
            // This document is never found, but its title is counted
            if forms.is_empty() {
                forms.push(String::new());
            }
            let initials = forms.iter();
            let initials = initials.filter_map(|form| initials::of_name(form, title.popularity));
            let initials = initials.filter(|initials| known.insert(initials.clone()));
            let initials: Vec<String> = initials.collect();
            forms.extend(initials);
            for form in forms {
                let entry = Entry {
                    mal_id: title.mal_id.get(),
                    popularity: title.popularity.unwrap_or(UNKNOWN),
                    members: title.members.unwrap_or(0),
                    form: &form,
                    name,
                };
                let mut document = TantivyDocument::default();
                document.add_u64(self.mal_id, title.mal_id.get().into());
                document.add_bytes(self.entry, &entry.to_bytes());
                for term in grams::of_name(&form) {
                    document.add_text(self.terms, term);
                }
                documents.push(document);
            }
        }
        documents
    }

    /// The term that all documents of a title have.
    pub(crate) fn title(&self, id: MalId) -> Term {
        Term::from_field_u64(self.mal_id, id.get().into())
    }

    pub(crate) fn term(&self, text: &str) -> Term {
        Term::from_field_text(self.terms, text)
    }
}

/// A form of a name of a title, or its initials.
pub(crate) struct Entry<'a> {
    pub(crate) mal_id: u32,
    /// The title's place by popularity; [`UNKNOWN`] where it is not known.
    pub(crate) popularity: u32,
    pub(crate) members: u32,
    /// The form in which the name is compared.
    pub(crate) form: &'a str,
    /// The name as it is written.
    pub(crate) name: &'a str,
}

/// Separates form and name; no form holds it.
const END: char = '\n';

impl<'a> Entry<'a> {
    /// Writes the entry as bytes: few, because the index holds a hundred thousand entries.
    fn to_bytes(&self) -> Vec<u8> {
        let numbers = [self.mal_id, self.popularity, self.members];
        let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
        bytes.extend_from_slice(self.form.as_bytes());
        bytes.push(END as u8);
        bytes.extend_from_slice(self.name.as_bytes());
        bytes
    }

    fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (mal_id, rest) = bytes.split_first_chunk()?;
        let (popularity, rest) = rest.split_first_chunk()?;
        let (members, rest) = rest.split_first_chunk()?;
        let (form, name) = str::from_utf8(rest).ok()?.split_once(END)?;
        Some(Self {
            mal_id: u32::from_le_bytes(*mal_id),
            popularity: u32::from_le_bytes(*popularity),
            members: u32::from_le_bytes(*members),
            form,
            name,
        })
    }

    /// Reads the entry of a document; `None` if the document has no whole entry.
    pub(crate) fn of(document: &'a TantivyDocument, fields: &Fields) -> Option<Self> {
        Self::from_bytes(document.get_first(fields.entry)?.as_bytes()?)
    }
}

/// The error for an index whose files cannot be used.
pub(crate) fn damaged(what: &'static str) -> TantivyError {
    io::Error::new(io::ErrorKind::InvalidData, what).into()
}
