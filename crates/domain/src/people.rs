//! Pages of people: who has one, what it shows to whom, and how two lists compare.
//!
//! **Invariant:** what others see of a list is made from its [public entries](public_entries) alone.

mod agreement;
mod comparison;
mod list;
mod name;
mod page;
mod store;
#[cfg(test)]
mod tests;

pub use self::{
    agreement::{Agreement, Interval, MIN_SHARED},
    comparison::{
        Compared, ComparedEntry, ComparedTitle, Comparison, ComparisonPage, ComparisonSort,
    },
    list::{ListSort, PEOPLE_PAGE, PublicEntries, PublicListPage, public_entries},
    name::{MAX_PAGE_NAME, MIN_PAGE_NAME, PageName},
    page::{Audience, MAX_FAVORITES, PageEdit, Reader, UserPage},
    store::{FoundPage, PeopleStore},
};
