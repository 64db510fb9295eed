//! Names of values and ranges, as addresses and answers write them.

use domain::{anime::Status, browse::NumberRange};

pub(crate) const STATUSES: [(&str, Status); 3] = [
    ("airing", Status::Airing),
    ("finished", Status::Finished),
    ("upcoming", Status::Upcoming),
];

/// A range as addresses write it; empty if both ends are open.
pub(crate) fn range_text(span: NumberRange) -> String {
    match (span.from, span.to) {
        (None, None) => String::new(),
        (Some(from), Some(to)) if from == to => from.to_string(),
        (from, to) => {
            let end = |end: Option<u32>| end.map(|end| end.to_string()).unwrap_or_default();
            format!("{}-{}", end(from), end(to))
        }
    }
}

/// The name of an airing status in addresses and answers.
pub(crate) fn status_name(status: Status) -> &'static str {
    name_of(&STATUSES, &status)
}

/// The name of a value; every value has one.
pub(crate) fn name_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    let mut words = words.iter();
    let found = words.find(|(_, known)| known == value);
    found.map_or("", |(word, _)| word)
}

/// Declares an enum of the API with the variants of one of the domain.
macro_rules! same_enum {
    ($(#[$doc:meta])* $name:ident: $domain:path { $($(#[serde(rename = $word:tt)])? $variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum $name {
            $($(#[serde(rename = $word)])? $variant),*
        }

        impl From<$domain> for $name {
            fn from(value: $domain) -> Self {
                use $domain as Domain;
                match value {
                    $(Domain::$variant => Self::$variant),*
                }
            }
        }

        impl From<$name> for $domain {
            fn from(value: $name) -> Self {
                use $domain as Domain;
                match value {
                    $($name::$variant => Domain::$variant),*
                }
            }
        }
    };
}
pub(crate) use same_enum;
