//! What the index holds: a document for each form of each name.

use tantivy::{
    TantivyDocument, Term,
    schema::{
        Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions,
    },
};

use crate::{fold, grams};

/// Rises whenever an index that was made before cannot be used any more: with the fields, with how
/// names are folded and with their terms.
pub(crate) const VERSION: u32 = 1;

/// Stands for an unknown place by popularity.
pub(crate) const UNKNOWN: u32 = u32::MAX;

pub(crate) struct Fields {
    /// Terms; not stored.
    pub(crate) terms: Field,
    pub(crate) mal_id: Field,
    pub(crate) popularity: Field,
    pub(crate) members: Field,
    /// As it is compared.
    pub(crate) form: Field,
    /// As it is written.
    pub(crate) name: Field,
}

pub(crate) fn schema() -> (Schema, Fields) {
    let terms = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::Basic);
    let mut schema = Schema::builder();
    let fields = Fields {
        terms: schema.add_text_field("terms", TextOptions::default().set_indexing_options(terms)),
        mal_id: schema.add_u64_field("mal_id", INDEXED | STORED),
        popularity: schema.add_u64_field("popularity", STORED),
        members: schema.add_u64_field("members", STORED),
        form: schema.add_text_field("form", STORED),
        name: schema.add_text_field("name", STORED),
    };
    (schema.build(), fields)
}

impl Fields {
    /// The documents of a title.
    pub(crate) fn documents(
        &self,
        title: &domain::search::NamedTitle,
    ) -> Vec<TantivyDocument> {
        let mut documents = Vec::new();
        for name in &title.names {
            for form in fold::forms(name) {
                let mut document = TantivyDocument::default();
                document.add_u64(self.mal_id, title.mal_id.get().into());
                document.add_u64(self.popularity, title.popularity.unwrap_or(UNKNOWN).into());
                document.add_u64(self.members, title.members.unwrap_or(0).into());
                document.add_text(self.name, name);
                for term in grams::of_name(&form) {
                    document.add_text(self.terms, term);
                }
                document.add_text(self.form, form);
                documents.push(document);
            }
        }
        documents
    }

    pub(crate) fn term(&self, text: &str) -> Term {
        Term::from_field_text(self.terms, text)
    }
}
