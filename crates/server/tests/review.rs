//! `mitai review` as an operator runs it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{path::Path, process::Command};

use domain::{
    account::{Account, AccountStore as _, Email, User, UserId},
    anime::{Anime, MalId},
    anime_list::{Edit, Moment, Operation, Score, apply},
    clock::{Clock as _, SystemClock},
    library::AnimeListStore as _,
    review::{FOLD_AT, NewReview, Report, ReportReason, ReviewId, ReviewStore as _, ReviewText},
};
use store::{DatabaseUrl, Store};

/// Runs `mitai review`; returns whether it succeeded, and its whole output.
fn review(data: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mitai"))
        .arg("review")
        .args(arguments)
        .arg("--data-dir")
        .arg(data)
        .env_remove("MITAI_DATABASE")
        .env("USER", "heathcliff")
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

async fn person(store: &Store, name: &str) -> UserId {
    let uid = UserId::new(name);
    let account = Account {
        user: User {
            uid: uid.clone(),
            display_name: format!("{name}\u{1b}[31m"),
            email: Email::parse(&format!("{name}@example.org")).unwrap(),
            photo_url: None,
            created_at: SystemClock.now(),
        },
        password_hash: None,
    };
    store.create_account(&account, None).await.unwrap();
    uid
}

/// Writes a review and has enough readers report it that it is folded.
async fn folded(store: &Store) -> ReviewId {
    let now = SystemClock.now();
    let author = person(store, "asuna").await;
    let rating = Edit {
        score: Some(Some(Score::new(85).unwrap())),
        ..Edit::default()
    };
    let moment = Moment {
        now,
        today: jiff::civil::date(2026, 3, 14),
    };
    let (titles, operation) = ([MalId::new(1)], Operation::by_hand(now));
    let decide = |entry: &_| apply(entry, &rating, &moment);
    let rated = store.change_entries(&author, &titles, &operation, &decide);
    rated.await.unwrap();
    let id = ReviewId::parse("1-0123456789abc").unwrap();
    let new = NewReview {
        id: id.clone(),
        text: ReviewText {
            markdown: "Buy\u{1b}[2J this".into(),
            is_spoiler: true,
        },
    };
    store.put_review(&author, &new, now).await.unwrap();
    let report = Report {
        reason: ReportReason::Spam,
        note: "It sells".into(),
    };
    for number in 0..FOLD_AT {
        let reader = person(store, &format!("reader{number}")).await;
        store.report(&reader, &id, &report, now).await.unwrap();
    }
    id
}

/// A database of one title.
async fn store(data: &Path) -> Store {
    let url = DatabaseUrl::Sqlite(data.join("mitai.db"));
    let store = Store::open(&url).await.unwrap();
    let titles = [Anime::named(MalId::new(1), "One")];
    app::catalogue::seed(&store, catalogue::provenance(), "", &titles, &[])
        .await
        .unwrap();
    store
}

#[tokio::test(flavor = "multi_thread")]
async fn reported_review_is_listed_and_shown() {
    let data = tempfile::tempdir().unwrap();
    let store = store(data.path()).await;
    for (arguments, sentence) in [
        (&["list"][..], "No review waits behind a notice.\n"),
        (
            &["list", "--reported"],
            "No review has a report to decide about.\n",
        ),
        (&["list", "--all"], "There are no reviews.\n"),
    ] {
        assert_eq!(review(data.path(), arguments), (true, sentence.into()));
    }
    let id = folded(&store).await.to_string();
    for arguments in [&["list"][..], &["list", "--reported"], &["list", "--all"]] {
        let (success, said) = review(data.path(), arguments);
        let [head, row] = said.lines().collect::<Vec<_>>()[..] else {
            panic!("{said}");
        };
        assert!(success && row.starts_with(&id), "{said}");
        for (column, cell) in [
            ("state", "folded "),
            ("  reports", "        5"),
            ("  helpful", "        0"),
            ("  score", "    8.5"),
            ("spoiler", "yes "),
            ("author", "asuna[31m "),
            ("title", "1 One"),
        ] {
            let at = head.find(column).unwrap();
            assert!(row[at..].starts_with(cell), "{column}\n{said}");
        }
    }
    let (success, said) = review(data.path(), &["show", &id]);
    assert!(success && said.contains("\n\nBuy[2J this\n\n"), "{said}");
    let facts = "title 1 (One)\naccount asuna\nscore 8.5\nmarked as a spoiler: yes\n";
    assert!(said.contains(facts), "{said}");
    assert_eq!(said.matches("asuna[31m").count(), 1, "{said}");
    assert_eq!(
        said.matches(" as spam by account reader").count(),
        5,
        "{said}"
    );
    assert!(
        said.contains("5 reports to decide about; folded\n") && !said.contains('\u{1b}'),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn reported_review_is_hidden_and_restored() {
    let data = tempfile::tempdir().unwrap();
    let store = store(data.path()).await;
    let id = folded(&store).await.to_string();
    let (success, said) = review(data.path(), &["hide", &id, "--reason", " "]);
    assert!(!success && said.contains("Please give a reason"), "{said}");
    let (success, said) = review(data.path(), &["hide", &id, "--reason", "It sells things."]);
    assert!(
        success && said.ends_with("; hidden: It sells things.\n"),
        "{said}"
    );
    assert!(store.review(&ReviewId::parse(&id).unwrap()).await.is_err());
    let (_, said) = review(data.path(), &["list", "--all"]);
    assert!(said.contains(" hidden "), "{said}");
    let (success, said) = review(data.path(), &["restore", &id, "--by", "cardinal"]);
    assert!(
        success && said.ends_with("0 reports to decide about; shown\n"),
        "{said}"
    );
    let (_, said) = review(data.path(), &["show", &id]);
    assert!(
        said.contains(" by heathcliff: It sells things.\nrestored at "),
        "{said}"
    );
    assert!(said.ends_with(" by cardinal\n"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn decisions_stay_when_the_account_is_gone() {
    let data = tempfile::tempdir().unwrap();
    let store = store(data.path()).await;
    let id = folded(&store).await.to_string();
    review(data.path(), &["hide", &id, "--reason", "It sells things."]);
    let author = UserId::new("asuna");
    store.delete_account(&author).await.unwrap();
    domain::rating::RatingStore::count_lists(&store, &[author], SystemClock.now())
        .await
        .unwrap();
    let (success, said) = review(data.path(), &["show", &id]);
    assert!(
        success && said.starts_with(&format!("{id}: it is gone\nhidden at ")),
        "{said}"
    );
    for unknown in ["1-0123456789abd", "1"] {
        let (success, said) = review(data.path(), &["show", unknown]);
        assert!(!success && said.contains(unknown), "{said}");
    }
}
