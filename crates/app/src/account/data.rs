//! Owners' rights to their data: export and deletion.

use std::net::IpAddr;

use domain::{
    Error, Result,
    account::{AccountData, UserId},
    anime_list::{ListEvent, ListItem},
    library::{Change, Library, ListImport, MAX_CHANGES, OrphanedEntry, UnresolvedEntry},
    people::UserPage,
    review::{OwnReview, ReaderVote, StoredReport},
};
use jiff::SignedDuration;

use super::{Accounts, limits::Claim};
use crate::{anime_list::all_events, run_to_completion, session::Current};

/// How long after signing in somebody without a password may delete the account.
pub const RECENT_SIGN_IN: SignedDuration = SignedDuration::from_mins(10);

/// Everything that is kept about a user.
#[derive(Debug)]
pub struct Export {
    /// The account, its identities and its sessions.
    pub data: AccountData,
    /// The page that others see, if there is one.
    pub page: Option<UserPage>,
    /// The record: the watchlist, the history and the profile.
    pub record: Library,
    /// Entries that the library leaves out, since the catalogue does not have their titles any
    /// more.
    pub lost: Vec<OrphanedEntry>,
    /// The anime list's entries.
    pub list: Vec<ListItem>,
    /// Every change of the anime list's entries that is kept, newest first.
    pub events: Vec<ListEvent>,
    /// The imports, newest first.
    pub imports: Vec<ListImport>,
    /// Imported entries whose titles the catalogue does not know, newest first.
    pub unresolved: Vec<UnresolvedEntry>,
    /// The latest changes of the record, which are kept for devices that come back.
    pub changes: Vec<Change>,
    /// The reviews, newest first.
    pub reviews: Vec<OwnReview>,
    /// The votes by which the user said that reviews have helped.
    pub helpful: Vec<ReaderVote>,
    /// The user's reports of reviews.
    pub reported: Vec<StoredReport>,
}

impl Accounts {
    /// Returns everything that is kept about a user.
    pub async fn export(&self, uid: &UserId) -> Result<Export> {
        let data = self.data(uid).await?;
        let record = self.records.library(uid).await?;
        let since = record.version.saturating_sub(MAX_CHANGES);
        let changes = self.records.changes_since(uid, since.into()).await?;
        Ok(Export {
            data,
            page: self.pages.page_of(uid).await?,
            lost: self.records.orphaned_entries(uid).await?,
            list: self.lists.list_entries(uid).await?.items,
            events: all_events(&*self.lists, uid).await?,
            imports: self.imports.imports(uid, None, u32::MAX).await?,
            unresolved: self.imports.unresolved_entries(uid, None, u32::MAX).await?,
            record,
            changes: changes.unwrap_or_default(),
            reviews: self.reviews.own_reviews(uid, None, u32::MAX).await?,
            helpful: self.reviews.reader_votes(uid).await?,
            reported: self.reviews.reader_reports(uid).await?,
        })
    }

    /// Deletes the account of somebody who shows who they are: by the password or, where there is
    /// none, by having signed in lately.
    ///
    /// # Errors
    /// [`Error::WrongCredentials`], [`Error::TooManyAttempts`], [`Error::FreshSignInRequired`]
    pub async fn delete(
        &self,
        current: &Current,
        password: Option<String>,
        address: IpAddr,
    ) -> Result<()> {
        let uid = &current.user.uid;
        let account = self.store.account(uid).await?.ok_or(Error::NotSignedIn)?;
        if account.password_hash.is_some() {
            let email = account.user.email.folded();
            let claim = Claim {
                address,
                email: &email,
            };
            let password = password.unwrap_or_default();
            self.prove(Some(account), password, claim).await?;
        } else {
            let age = self.clock.now().duration_since(current.session.created_at);
            if age > RECENT_SIGN_IN {
                return Err(Error::FreshSignInRequired);
            }
        }
        let (accounts, uid) = (self.clone(), uid.clone());
        run_to_completion("deleting an account", async move {
            accounts.store.delete_account(&uid).await?;
            accounts.live.sign_out_everywhere(&uid);
            accounts.live.note_change(uid);
            Ok(())
        })
        .await
    }
}
