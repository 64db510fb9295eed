//! The queue of wishes.

use std::{
    array,
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{
    clock::{Clock, is_to_come},
    cluster::Notice,
    extras::ExtraKind,
    provider::{AiringProvider, ExtraProvider, FallbackProvider, TitleProvider},
};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{mpsc, watch};

use super::wish::{LANES, Lane, Wish};
use crate::cluster::{ClusterHandle, NoticeHandler};

/// Wishes of a lane that wait at most; more are dropped, a visitor will have them again.
const MAX_QUEUED: usize = 1_000;
/// Wishes remembered as lately granted; beyond that, all but those for lists are forgotten.
const MAX_REMEMBERED: usize = 10_000;
/// A wish that was granted is not asked for again within this time; facts older than it are stale.
pub(super) const GRANT_TTL: SignedDuration = SignedDuration::from_hours(6);
/// A wish that was handed to the leader is not handed on again within this time.
const FORWARD_TTL: SignedDuration = SignedDuration::from_secs(30);

/// Which providers there are to grant wishes.
#[derive(Debug, Clone, Copy)]
pub struct AvailableProviders {
    /// Whether there is a Jikan-compatible service.
    pub titles: bool,
    /// Whether there is Kitsu, for what airs.
    pub airing: bool,
    /// Whether there is a service that fills gaps in the records of titles.
    pub fallback: bool,
    /// The kinds of extras that some provider may have something of.
    pub extras: &'static [ExtraKind],
}

impl AvailableProviders {
    /// Returns which of these providers there are, and the extras that they may have.
    pub fn of(
        titles: Option<&dyn TitleProvider>,
        fallback: Option<&dyn FallbackProvider>,
        airing: Option<&dyn AiringProvider>,
    ) -> Self {
        let first = titles.map(ExtraProvider::kinds);
        let second = fallback.map(ExtraProvider::kinds);
        Self {
            titles: titles.is_some(),
            airing: airing.is_some(),
            fallback: fallback.is_some(),
            extras: first.or(second).unwrap_or_default(),
        }
    }
}

/// The end of the queue where wishes are put. Cheap to clone.
#[derive(Clone)]
pub struct Wishes {
    lanes: [mpsc::Sender<Wish>; LANES],
    providers: AvailableProviders,
    /// The instant from which each wish may be asked for again.
    not_before: Arc<Mutex<HashMap<Wish, Timestamp>>>,
    urgent: watch::Sender<PendingUrgentWishes>,
    pub(super) clock: Arc<dyn Clock>,
    cluster: ClusterHandle,
}

/// The end of the queue from which wishes are taken.
pub struct WishQueue {
    lanes: [mpsc::Receiver<Wish>; LANES],
}

/// The queue of lists and titles, which go before extras.
pub(super) struct UrgentWishQueue([mpsc::Receiver<Wish>; 2]);

/// The wishes for lists and titles that are not granted yet.
#[derive(Debug, Default)]
struct PendingUrgentWishes {
    /// Whether a refresher takes wishes from the queue.
    are_taken: bool,
    /// The number of wishes that wait or are being granted.
    open: usize,
}

impl UrgentWishQueue {
    /// The next wish, lists before titles; `None` when no one can add any more.
    pub(super) async fn next(&mut self) -> Option<Wish> {
        let [lists, titles] = &mut self.0;
        tokio::select! {
            biased;
            Some(wish) = lists.recv() => Some(wish),
            wish = titles.recv() => wish,
        }
    }
}

impl WishQueue {
    /// A queue of lists and titles, and one of extras.
    pub(super) fn split(self) -> (UrgentWishQueue, mpsc::Receiver<Wish>) {
        let [lists, titles, extras] = self.lanes;
        (UrgentWishQueue([lists, titles]), extras)
    }

    /// Takes the next wish; `None` if none waits.
    pub fn try_next(&mut self) -> Option<Wish> {
        let mut lanes = self.lanes.iter_mut();
        lanes.find_map(|lane| lane.try_recv().ok())
    }
}

impl Wishes {
    /// Makes a queue of wishes; returns the end where they are put and the end from which they are taken.
    pub fn new(
        clock: Arc<dyn Clock>,
        providers: AvailableProviders,
        cluster: ClusterHandle,
    ) -> (Self, WishQueue) {
        let lanes: [_; LANES] = array::from_fn(|_| mpsc::channel(MAX_QUEUED));
        let [
            (lists, lists_end),
            (titles, titles_end),
            (extras, extras_end),
        ] = lanes;
        let wishes = Self {
            lanes: [lists, titles, extras],
            providers,
            not_before: Arc::default(),
            urgent: watch::Sender::default(),
            clock,
            cluster,
        };
        let end = WishQueue {
            lanes: [lists_end, titles_end, extras_end],
        };
        (wishes, end)
    }

    /// Adds a wish, unless it waits already, was lately granted, or nobody can grant it.
    pub fn add(&self, wish: Wish) {
        let granted = match &wish {
            Wish::Airing => self.providers.airing,
            Wish::Extra(_, kind) => self.providers.extras.contains(kind),
            Wish::Title(_) => self.providers.titles || self.providers.fallback,
            Wish::Popular(_) | Wish::Search(_) | Wish::Record(_) => self.providers.titles,
        };
        if !granted {
            return;
        }
        let now = self.clock.now();
        let mut not_before = self
            .not_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let rests = |instant: &Timestamp| is_to_come(*instant, now, GRANT_TTL);
        if not_before.get(&wish).is_some_and(rests) {
            return;
        }
        if not_before.len() >= MAX_REMEMBERED {
            not_before.retain(|wish, _| wish.lane() == Lane::Lists);
        }
        let [lists, titles, extras] = &self.lanes;
        let lane = match wish.lane() {
            Lane::Lists => lists,
            Lane::Titles => titles,
            Lane::Extras => extras,
        };
        // The wish is counted before it can be taken
        self.count_urgent(&wish, 1);
        if lane.try_send(wish.clone()).is_ok() {
            not_before.insert(wish, now + GRANT_TTL);
        } else {
            self.count_urgent(&wish, -1);
        }
    }

    /// Whether this server is the one that grants wishes.
    pub(in crate::catalogue) fn are_granted_here(&self) -> bool {
        self.cluster.is_leader()
    }

    pub(super) fn forward(&self, wish: Wish) {
        if let Ok(text) = serde_json::to_string(&wish) {
            self.cluster.send(Notice::Wish(text));
        }
        self.rest(wish, FORWARD_TTL);
    }

    /// Whether somebody waits for a list or a title to be asked for. Extras do not go before the mirror's lists and
    /// records: a page of a title may leave eight wishes for them.
    pub(in crate::catalogue) fn has_waiting(&self) -> bool {
        let [lists, titles, _] = &self.lanes;
        [lists, titles]
            .iter()
            .any(|lane| lane.capacity() < MAX_QUEUED)
    }

    /// Notes that a refresher takes wishes from now on.
    pub(super) fn are_taken(&self) {
        self.urgent.send_modify(|urgent| urgent.are_taken = true);
    }

    /// Notes that a wish is granted or abandoned.
    pub(super) fn is_done(&self, wish: &Wish) {
        self.count_urgent(wish, -1);
    }

    fn count_urgent(&self, wish: &Wish, change: isize) {
        if wish.lane() != Lane::Extras {
            self.urgent
                .send_modify(|urgent| urgent.open = urgent.open.saturating_add_signed(change));
        }
    }

    /// Waits until no wish for a list or a title waits or is being granted. Where nobody takes wishes it waits for none.
    pub(super) async fn urgent_are_granted(&self) {
        let mut urgent = self.urgent.subscribe();
        // Never an error: `self` holds the sender
        let _ = urgent
            .wait_for(|urgent| !urgent.are_taken || urgent.open == 0)
            .await;
    }

    /// Tells that `wish` was dealt with and may be asked for again after `pause`.
    pub(super) fn rest(&self, wish: Wish, pause: SignedDuration) {
        let again = self.clock.now() + pause;
        self.not_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(wish, again);
    }

    /// Whether facts of this time are old enough to be wished for anew.
    pub(in crate::catalogue) fn is_stale(&self, as_of: Timestamp) -> bool {
        self.clock.now().duration_since(as_of).abs() > GRANT_TTL
    }
}

impl NoticeHandler for Wishes {
    fn handle(&self, notice: &Notice) {
        let Notice::Wish(wish) = notice else { return };
        if !self.are_granted_here() {
            return;
        }
        // A newer version may have wishes that this one does not know
        if let Ok(wish) = serde_json::from_str(wish) {
            self.add(wish);
        }
    }

    /// Forgets the wishes that went to the last leader, which may not have granted them.
    fn elected(&self) {
        let mut not_before = self
            .not_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        not_before.clear();
    }
}

#[cfg(test)]
mod tests {
    use domain::{anime::MalId, clock::SystemClock};
    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn extras_wait_while_a_title_wish_is_pending() {
        let providers = AvailableProviders {
            titles: true,
            airing: true,
            fallback: false,
            extras: ExtraKind::ALL,
        };
        let cluster = ClusterHandle::single_server();
        let (wishes, end) = Wishes::new(Arc::new(SystemClock), providers, cluster);
        let (mut urgent, _extras) = end.split();
        let may_go_on = || wishes.urgent_are_granted().now_or_never().is_some();
        let title = Wish::Title(MalId::new(1));
        wishes.add(title.clone());
        assert!(may_go_on(), "nobody takes wishes");
        wishes.are_taken();
        assert!(!may_go_on());
        // Taken, and not begun
        assert_eq!(urgent.next().await, Some(title.clone()));
        assert!(!may_go_on());
        wishes.is_done(&title);
        assert!(may_go_on());
        wishes.add(Wish::Extra(MalId::new(1), ExtraKind::News));
        assert!(may_go_on());
    }
}
