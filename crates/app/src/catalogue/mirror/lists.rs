//! Going through the provider's lists.

use domain::{
    Result,
    clock::is_to_come,
    mirror::{Fetch, ListPage, ListState, MirrorList, MirrorRequest, Mirrored},
    provider::ProviderError,
};
use jiff::Timestamp;

use super::{Mirror, Step, Task, update::MirrorUpdate};

/// The largest number of pages of a list: a longer list is taken not to end.
const MAX_PAGES: u32 = 4_000;

impl Mirror {
    pub(super) async fn due_list(&self, now: Timestamp) -> Result<Option<ListState>> {
        let known = self.states.lists().await?;
        let mut states = MirrorList::ALL.into_iter().map(|list| {
            let known = known.iter().find(|state| state.list == list);
            known.cloned().unwrap_or_else(|| ListState::new(list, now))
        });
        let due = |state: &ListState| !is_to_come(state.next_at, now, state.list.period());
        Ok(states.find(due))
    }

    pub(super) async fn page(&mut self, mut state: ListState) -> Result<Step> {
        let now = self.clock.now();
        if state.page == 1 {
            state.begun_at = now;
        }
        let request = MirrorRequest::Page(state.list, state.page);
        let cached = self.states.cached_answer(request).await?;
        let answer = self.provider.page(state.list, state.page, cached).await;
        // The answer may have taken longer than the lease lasts
        if !self.has_lease().await? {
            return Ok(Step::Nothing);
        }
        match answer {
            Ok(answer) => {
                self.keep_page(state, request, MirrorUpdate::page(answer))
                    .await
            }
            Err(ProviderError::NotFound) if state.page > 1 => {
                let beyond = Fetch::Modified {
                    value: ListPage {
                        titles: Vec::new(),
                        pages: None,
                        more: false,
                    },
                    as_of: now,
                    etag: None,
                };
                self.keep_page(state, request, MirrorUpdate::page(beyond))
                    .await
            }
            Err(error) => self.failed(Task::Page(state), &error).await,
        }
    }

    async fn keep_page(
        &self,
        mut state: ListState,
        request: MirrorRequest,
        update: MirrorUpdate,
    ) -> Result<Step> {
        let now = self.clock.now();
        state.failures = 0;
        state.pages = update.metadata.pages.or(state.pages);
        if update.metadata.more && state.page < MAX_PAGES {
            state.page += 1;
            state.next_at = now;
        } else {
            tracing::info!(
                list = state.list.as_str(),
                pages = state.page,
                "a list is mirrored"
            );
            state.page = 1;
            state.finished_at = Some(now);
            state.next_at = now.max(state.begun_at + state.list.period());
        }
        let seen = update.metadata.titles.clone();
        let mirrored = Mirrored::Page { state, seen, now };
        self.save(request, update, mirrored).await
    }
}
