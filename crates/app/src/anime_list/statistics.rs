//! The statistics of a list.

use domain::{
    Result,
    account::UserId,
    anime_list::Preferences,
    people::public_entries,
    statistics::{Statistics, YearInReview},
};

use super::AnimeLists;

impl AnimeLists {
    /// What the whole list says, private entries included, with what its owner prefers.
    pub async fn statistics(&self, uid: &UserId) -> Result<(Statistics, Preferences)> {
        let preferences = self.store.preferences(uid).await?;
        let list = self.store.list_entries(uid).await?;
        Ok((Statistics::of(&list.items), preferences))
    }

    /// A year of the whole list, private entries included.
    pub async fn year_in_review(&self, uid: &UserId, year: i16) -> Result<YearInReview> {
        let list = self.store.list_entries(uid).await?;
        Ok(YearInReview::of(&list.items, year))
    }

    /// A year of the list as others may see it, without private entries, with what its owner prefers.
    pub async fn shared_year(
        &self,
        uid: &UserId,
        year: i16,
    ) -> Result<(YearInReview, Preferences)> {
        let preferences = self.store.preferences(uid).await?;
        let list = self.store.list_entries(uid).await?;
        let public = public_entries(list.items);
        Ok((YearInReview::of(&public, year), preferences))
    }
}
