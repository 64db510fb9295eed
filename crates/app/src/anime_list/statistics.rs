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
    /// Returns the statistics of the whole list, private entries included, with the owner's preferences.
    pub async fn statistics(&self, uid: &UserId) -> Result<(Statistics, Preferences)> {
        let preferences = self.store.preferences(uid).await?;
        let list = self.store.list_entries(uid).await?;
        Ok((Statistics::of(&list.items), preferences))
    }

    /// Returns the review of a year of the whole list, private entries included.
    pub async fn year_in_review(&self, uid: &UserId, year: i16) -> Result<YearInReview> {
        let list = self.store.list_entries(uid).await?;
        Ok(YearInReview::of(&list.items, year))
    }

    /// Returns the review of a year of the list without private entries, as others may see it, and the preferences.
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
