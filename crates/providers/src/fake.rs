//! Fakes for testing each link of the chain alone.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use domain::{
    clock::Clock,
    provider::{AnswerStore, Fetched, ProviderError, StoredAnswer},
};
use jiff::Timestamp;

use crate::request::{Answer, Fetch, Request};

/// A request whose check takes every body.
pub(crate) fn request(url: &str) -> Request {
    Request {
        url: url.into(),
        check: |_| Ok(()),
        cacheable: true,
    }
}

pub(crate) fn new_answer(body: &str, etag: Option<&str>) -> Answer {
    Answer::Modified {
        body: Bytes::copy_from_slice(body.as_bytes()),
        etag: etag.map(str::to_owned),
    }
}

pub(crate) fn body(fetched: &Fetched<Bytes>) -> &str {
    std::str::from_utf8(&fetched.value).unwrap()
}

/// A provider that gives these answers in order. It panics at a further request.
pub(crate) struct Script {
    answers: Mutex<VecDeque<Result<Answer, ProviderError>>>,
    etags: Mutex<Vec<Option<String>>>,
}

impl Script {
    pub(crate) fn of(
        answers: impl IntoIterator<Item = Result<Answer, ProviderError>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            answers: Mutex::new(answers.into_iter().collect()),
            etags: Mutex::default(),
        })
    }

    pub(crate) fn requests(&self) -> usize {
        self.etags.lock().unwrap().len()
    }

    pub(crate) fn etags(&self) -> Vec<Option<String>> {
        self.etags.lock().unwrap().clone()
    }
}

#[async_trait]
impl Fetch for Arc<Script> {
    async fn fetch(
        &self,
        _question: &Request,
        etag: Option<&str>,
    ) -> Result<Answer, ProviderError> {
        self.etags.lock().unwrap().push(etag.map(str::to_owned));
        let next = self.answers.lock().unwrap().pop_front();
        next.expect("the script has no further answer")
    }
}

/// A clock that stands still until a test sets it forward.
#[derive(Default)]
pub(crate) struct HandClock(Mutex<Timestamp>);

impl HandClock {
    pub(crate) fn advance(&self, by: Duration) {
        *self.0.lock().unwrap() += by;
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

/// A store of answers in memory, which a test can break.
#[derive(Default)]
pub(crate) struct MemoryAnswers {
    answers: Mutex<HashMap<String, StoredAnswer>>,
    broken: AtomicBool,
}

impl MemoryAnswers {
    pub(crate) fn len(&self) -> usize {
        self.answers.lock().unwrap().len()
    }

    pub(crate) fn break_down(&self) {
        self.broken.store(true, Ordering::SeqCst);
    }

    fn works(&self) -> domain::Result<()> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(domain::Error::unavailable("the store", "broken by a test"));
        }
        Ok(())
    }
}

#[async_trait]
impl AnswerStore for MemoryAnswers {
    async fn stored_answer(&self, key: &str) -> domain::Result<Option<StoredAnswer>> {
        self.works()?;
        Ok(self.answers.lock().unwrap().get(key).cloned())
    }

    async fn store_answer(&self, key: &str, answer: &StoredAnswer) -> domain::Result<()> {
        self.works()?;
        let mut answers = self.answers.lock().unwrap();
        answers.insert(key.to_owned(), answer.clone());
        Ok(())
    }
}
