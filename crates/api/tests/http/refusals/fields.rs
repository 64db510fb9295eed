//! The owner, somebody else and a stranger, at every field that the API document names.

mod described;
mod imports;
mod lists;
mod pages;
mod reviews;
mod same;
mod statistics;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use axum::http::StatusCode;
use domain::{
    account::{
        Account, AccountStore as _, Created, Email, Identity, Secret, Session, User, UserId,
        is_random_name,
    },
    anime::{Anime, MalId, Status},
    catalogue::CatalogueStore as _,
    clock::Clock as _,
    provenance::Provenance,
};
use serde_json::{Map, Value, json};
use testkit::{Browser, TestApp, anime};

use self::{
    described::named,
    imports::bring_files,
    lists::keep_a_list,
    pages::{make_a_page, page, page_name},
    reviews::{keep_reviews, sent},
    same::SAME,
};
use super::{Operation, operations, state};

/// The hash of no password.
const NO_PASSWORDS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdCE$\
    RXYgbm9ib2R5IGtub3dzIGEgcGFzc3dvcmQgb2YgdGg";
/// Titles that the catalogue loses: one of each owner's.
const LOST: [u32; 2] = [7, 8];

/// A site with an owner. Nothing of one owner is as it is of the other, and all else is the same.
struct World {
    app: TestApp,
    owner: Browser,
    number: u64,
    /// The library's version of the preview of the import that waits.
    seen: u64,
}

impl World {
    async fn new(number: u64) -> Self {
        let titles: Vec<_> = (1..=statistics::LAST).map(title).collect();
        let app = TestApp::with(&titles).await;
        let owner = signed_in_as(&app, number).await;
        app.clock.advance(Duration::from_mins(number));
        keep_a_list(&owner, number).await;
        let changes: &[&str] = match number {
            1 => &["watchlist/1", "history/2", "watchlist/7"],
            _ => &["watchlist/3", "watchlist/4", "history/5", "history/8"],
        };
        for change in changes {
            let answer = owner.put(&format!("/api/v1/me/{change}")).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
        make_a_page(&owner, number).await;
        let seen = bring_files(&owner, number).await;
        statistics::finish(&owner, number).await;
        for _ in 0..number {
            owner.delete("/api/v1/me/watchlist/4").await;
            let texts = json!({
                "bio": format!("Bio {number}"),
                "favoriteGenres": format!("Genres {number}"),
                "displayName": format!("Owner the {number}."),
            });
            owner.patch("/api/v1/me/record", &texts).await;
        }
        keep_reviews(&app, number).await;
        app.clock.advance(Duration::from_mins(3 - number));
        let source = Provenance {
            source: "jikan".into(),
            as_of: app.clock.now(),
        };
        let mut import = app.store.begin_import(source).await.unwrap();
        import.remove(&LOST.map(MalId::new)).await.unwrap();
        import.commit().await.unwrap();
        app.follow_revision().await;
        Self {
            app,
            owner,
            number,
            seen,
        }
    }

    /// Everything stored of the owner, except when and in which order the sessions were used.
    async fn state(&self) -> Value {
        let mut state = state(&self.owner).await;
        let sessions = state["sessions"].as_array_mut().unwrap();
        for session in sessions.iter_mut() {
            session["lastSeenAt"].take();
        }
        sessions.sort_by_key(|session| session["id"].to_string());
        state
    }

    /// What somebody sends who means the owner: nothing, each field alone, all of them, and all of them
    /// in the owner's name.
    fn bodies(&self, operation: &Operation) -> Vec<String> {
        let mut all = Map::new();
        let mut bodies = vec![json!({})];
        for field in operation.fields() {
            let value = self.word(&field);
            bodies.push(json!({ field.as_str(): value }));
            all.insert(field, value);
        }
        bodies.push(all.clone().into());
        all.insert("uid".into(), uid(self.number).as_str().into());
        bodies.push(all.into());
        let texts = bodies.iter().map(Value::to_string);
        [String::new()].into_iter().chain(texts).collect()
    }

    fn word(&self, field: &str) -> Value {
        match field {
            "email" => address(self.number).into(),
            "bio" | "displayName" | "favoriteGenres" | "fullName" => "Somebody's".into(),
            "password" | "token" => "a guess".into(),
            field => lists::word(field),
        }
    }

    /// What the owner sends, so that the answer shows everything.
    fn own_body(&self, operation: &Operation) -> String {
        let name = operation.name();
        if let Some(body) = imports::own_body(&name, self.number, self.seen) {
            return body.to_string();
        }
        if let Some(body) = sent(&name, self.number) {
            return body.to_string();
        }
        let body = match &*name {
            "PATCH /api/v1/me/list " => json!({
                "mal_ids": [5, 40 + self.number],
                "edit": { "progress": 2 + self.number },
            }),
            "POST /api/v1/me/list/restore " => {
                json!({ "at": "2026-11-01T00:01:30Z", "mal_ids": [5] })
            }
            "POST /api/v1/me/activity/undo " => json!({ "events": [6] }),
            "PUT /api/v1/me/page " => page(&page_name(self.number), self.number),
            _ if operation.takes_body => json!({}),
            _ => return String::new(),
        };
        body.to_string()
    }

    /// The answers of every operation to somebody else: a stranger, or a signed-in user.
    async fn answers_to_others(&self, signed_in: bool) -> Vec<(String, StatusCode, Value)> {
        let session = name("here", self.number);
        let mut answers = Vec::new();
        let mut other = self.app.browser();
        for operation in operations().iter().filter(|o| !o.is_stream()) {
            self.app.clock.advance(Duration::from_mins(10));
            for title in ["1", "3"] {
                for (place, sent) in self.bodies(operation).iter().enumerate() {
                    let is_known = !other.get("/api/v1/session").await.json()["user"].is_null();
                    if signed_in && !is_known {
                        other = self.app.signed_up(&format!("sugou{}", answers.len())).await;
                    } else if !signed_in && is_known {
                        other = self.app.browser();
                    }
                    let at = operation.address(title, &session);
                    let answer = operation.ask(&other, &at, sent).await;
                    let case = format!("{operation:?} {title}, body {place}");
                    assert!(!answer.status.is_server_error(), "{case}");
                    if operation.needs_session && !signed_in {
                        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{case}");
                    }
                    let mut body = serde_json::from_str(answer.text())
                        .unwrap_or_else(|_| answer.text().into());
                    without_random_names(&mut body);
                    answers.push((case, answer.status, body));
                }
            }
        }
        answers
    }

    /// Some answers name what only new accounts have, and days went by while others asked.
    async fn be_new(&self) {
        let created_at = self.app.clock.now() - Duration::from_hours(self.number);
        let owner = uid(self.number);
        let sql =
            format!("UPDATE account SET created_at = '{created_at:.9}' WHERE uid = '{owner}'");
        self.app.db.query(&sql).await.unwrap();
    }

    /// The answers to the owner, by operation and field.
    async fn answers_to_owner(&self) -> BTreeMap<String, Vec<String>> {
        self.be_new().await;
        let mut answers = BTreeMap::new();
        for operation in private_answers() {
            let body = self.own_body(&operation);
            let named = reviews::named(&operation, self.number)
                .unwrap_or_else(|| imports::named(&operation, self.number));
            let at = operation.address(&named, "unheard-of");
            let answer = operation.ask(&self.owner, &at, &body).await;
            assert_eq!(answer.status, StatusCode::OK, "{operation:?}");
            collect(&answer.json(), &operation.name(), &mut answers);
        }
        answers
    }
}

/// The operations whose answers are for the owner alone.
fn private_answers() -> Vec<Operation> {
    let mut operations = operations();
    operations.retain(|o| {
        // What it shows is somebody else's, too
        let is_shared = o.template.ends_with("/comparison");
        let is_private = (o.needs_session && !is_shared) || o.template.ends_with("/session");
        is_private && o.answer().is_object()
    });
    operations
}

/// What the answer to a change and a file show of an entry is in the list, where it is compared.
fn is_of_an_entry(field: &str) -> bool {
    let parts = [".item.", ".changed_since[]", ".results[]"];
    let is_of_change = !field.starts_with("GET") && parts.iter().any(|part| field.contains(part));
    let is_of_file = [".entries[].entry.", ".unresolved[].said."];
    is_of_change || is_of_file.iter().any(|part| field.contains(part))
}

/// Removes the values that are drawn at random for each answer or change.
fn without_random_names(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|field, _| !matches!(&**field, "request_id" | "position"));
            fields.values_mut().for_each(without_random_names);
        }
        Value::Array(values) => values.iter_mut().for_each(without_random_names),
        _ => {}
    }
}

/// Collects the values of each field of `value`, below `at`.
fn collect(value: &Value, at: &str, found: &mut BTreeMap<String, Vec<String>>) {
    match value {
        Value::Object(fields) => {
            // Of a map, the document names no fields
            let all = found.entry(at.to_owned()).or_default();
            all.push(value.to_string());
            for (field, value) in fields {
                collect(value, &format!("{at}.{field}"), found);
            }
        }
        Value::Array(values) => {
            for value in values {
                collect(value, &format!("{at}[]"), found);
            }
        }
        value => found
            .entry(at.to_owned())
            .or_default()
            .push(value.to_string()),
    }
}

/// A title that has nothing in common with the others.
fn title(id: u32) -> Anime {
    let full = anime::full(id);
    let (status, episodes) = if id > imports::LAST {
        (Some(Status::Finished), Some(id))
    } else {
        (full.status, full.episodes)
    };
    Anime {
        status,
        episodes,
        kind: Some(format!("Kind {id}")),
        year: u16::try_from(1990 + id).ok(),
        duration: Some(format!("{id} min per ep")),
        ..full
    }
}

fn uid(number: u64) -> UserId {
    UserId::new(name("me", number))
}

/// A name of the form of random ones, or requests with it would be refused unread.
fn name(of: &str, number: u64) -> String {
    let name = format!("{of:0<25}{number}");
    assert!(is_random_name(&name));
    name
}

fn address(number: u64) -> String {
    format!("owner{number}@example.org")
}

async fn signed_in_as(app: &TestApp, number: u64) -> Browser {
    let now = app.clock.now();
    let account = Account {
        user: User {
            uid: uid(number),
            display_name: format!("Owner {number}"),
            email: Email::parse(&address(number)).unwrap(),
            photo_url: Some(format!("https://photos.example/{number}.png")),
            created_at: now - Duration::from_hours(number),
        },
        password_hash: (number == 1).then(|| NO_PASSWORDS.into()),
    };
    let identity = Identity {
        issuer: format!("https://issuer{number}.example"),
        subject: format!("subject {number}"),
    };
    let created = app.store.create_account(&account, Some(&identity)).await;
    assert_eq!(created.unwrap(), Created::Yes);
    // The second one is never used
    let secrets = ["here", "away"].map(|session| format!("{session}-by-{number}"));
    for (secret, id) in secrets.iter().zip(["here", "away"]) {
        let session = Session {
            id: name(id, number),
            created_at: now - Duration::from_mins(number),
            last_seen_at: now - Duration::from_mins(number),
            user_agent: format!("Browser {number}"),
        };
        let secret = Secret::presented(secret.as_str()).hash();
        let opened = app.store.open_session(&account, &secret, &session).await;
        opened.unwrap();
    }
    let cookie = format!("__Host-mitai_session={}", secrets[0]);
    app.browser().with_cookie(Some(cookie))
}

#[tokio::test]
async fn another_users_session_reaches_nothing_of_the_owner() {
    let (one, other) = (World::new(1).await, World::new(2).await);
    let before = [one.state().await, other.state().await];
    for signed_in in [false, true] {
        let here = one.answers_to_others(signed_in).await;
        let there = other.answers_to_others(signed_in).await;
        assert!(here.len() >= 200, "{}", here.len());
        for (here, there) in here.iter().zip(&there) {
            assert_eq!(here, there, "somebody else sees whose site it is");
        }
    }
    assert_eq!([one.state().await, other.state().await], before);

    // The owner does reach each field, or the above would prove nothing
    let (here, there) = (one.answers_to_owner().await, other.answers_to_owner().await);
    let mut fields = BTreeSet::new();
    for operation in private_answers() {
        named(operation.answer(), &operation.name(), &mut fields);
    }
    fields.retain(|field| !SAME.contains(&field.as_str()));
    fields.retain(|field| !is_of_an_entry(field) && !imports::is_of_another_state(field));
    fields.retain(|field| !statistics::is_same(field));
    assert!(fields.len() >= 80, "{fields:#?}");
    fields.retain(|field| {
        let [here, there] = [&here, &there].map(|answers| answers.get(field));
        here.is_none() || here == there
    });
    assert!(fields.is_empty(), "equal for different owners: {fields:#?}");
}

#[tokio::test]
async fn owner_changes_each_field_of_a_library() {
    let world = World::new(1).await;
    let is_record = |o: &&Operation| o.name() == "PATCH /api/v1/me/record ";
    let operations = operations();
    let operation = operations.iter().find(is_record).unwrap();
    for field in operation.fields() {
        let before = world.state().await;
        let body = json!({ field.as_str(): world.word(&field) }).to_string();
        let answer = operation
            .ask(&world.owner, "/api/v1/me/record", &body)
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{field}");
        assert_eq!(answer.json()[&field], world.word(&field));
        assert_ne!(world.state().await, before, "{field}");
    }
}
