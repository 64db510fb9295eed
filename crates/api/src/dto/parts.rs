//! Pages of lists.

/// Declares a page of a list: what its items are, what they are in an answer, and how one is made of the other.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident: $of:ty => $item:ty, $make:path) => {
        $(#[$doc])*
        #[derive(Debug, Serialize, ToSchema)]
        pub(crate) struct $name {
            items: Vec<$item>,
            /// The page's number, counted from 1.
            page: u32,
            /// How many pages there are, at least 1.
            pages: u32,
            /// The number of items on all pages.
            total: u32,
        }

        impl $name {
            /// Builds the answer from a page of the list.
            pub(crate) fn new(part: app::catalogue::extras::Part<$of>, pictures: &Pictures) -> Self {
                let items = part.items.into_iter();
                Self {
                    items: items.map(|item| $make(item, pictures)).collect(),
                    page: part.page,
                    pages: part.pages,
                    total: part.total,
                }
            }
        }
    };
}

pub(super) use part;
