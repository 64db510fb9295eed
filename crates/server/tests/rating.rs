//! `mitai rating` as an operator runs it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{path::Path, process::Command};

use domain::{
    account::{Account, AccountStore as _, Email, User, UserId},
    anime::{Anime, MalId},
    anime_list::{Edit, Moment, Operation, Score, Status, apply},
    clock::{Clock as _, SystemClock},
    library::AnimeListStore as _,
    rating::RatingStore as _,
};
use jiff::Timestamp;
use store::{DatabaseUrl, Store};

/// Runs `mitai rating`; returns whether it succeeded, and its whole output.
fn rating(data: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mitai"))
        .arg("rating")
        .args(arguments)
        .arg("--data-dir")
        .arg(data)
        .env_remove("MITAI_DATABASE")
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

async fn vote(store: &Store, name: &str, points: u8, at: Timestamp) {
    let uid = UserId::new(name);
    let account = Account {
        user: User {
            uid: uid.clone(),
            display_name: name.into(),
            email: Email::parse(&format!("{name}@example.org")).unwrap(),
            photo_url: None,
            created_at: at,
        },
        password_hash: None,
    };
    store.create_account(&account, None).await.unwrap();
    let edit = Edit {
        status: Some(Status::Completed),
        score: Some(Some(Score::new(points).unwrap())),
        ..Edit::default()
    };
    let moment = Moment {
        now: at,
        today: jiff::civil::date(2026, 3, 14),
    };
    let decide = |current: &_| apply(current, &edit, &moment);
    let (ids, operation) = ([MalId::new(1)], Operation::by_hand(at));
    let changed = store.change_entries(&uid, &ids, &operation, &decide).await;
    assert!(changed.unwrap().written);
    store.count_lists(&[uid], at).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn operator_lists_and_decides_a_held_burst() {
    let data = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::Sqlite(data.path().join("mitai.db"));
    let store = Store::open(&url).await.unwrap();
    let titles = [Anime::named(MalId::new(1), "One")];
    app::catalogue::seed(&store, catalogue::provenance(), "", &titles, &[])
        .await
        .unwrap();
    let (success, said) = rating(data.path(), &["holds"]);
    assert!(success && said == "No votes are held.\n", "{said}");
    let now = SystemClock.now();
    for number in 0..25 {
        vote(&store, &format!("bot{number}"), 100, now).await;
    }
    let (success, said) = rating(data.path(), &["holds"]);
    assert!(success && said.starts_with("1: title 1 (One), "), "{said}");
    assert!(
        said.contains("highest scores held") && said.ends_with("open\n"),
        "{said}"
    );

    let (success, said) = rating(data.path(), &["drop", "1"]);
    assert!(success && said.contains("; dropped at"), "{said}");
    let (success, said) = rating(data.path(), &["holds"]);
    assert!(success && said == "No votes are held.\n", "{said}");
    let (success, said) = rating(data.path(), &["release", "1"]);
    assert!(
        success
            && said.contains(" 25 highest scores let go, held since ")
            && said.contains("; released at"),
        "{said}"
    );
    let (success, said) = rating(data.path(), &["release", "1"]);
    assert!(success && said.contains(" 25 highest scores"), "{said}");
    let (success, said) = rating(data.path(), &["holds", "--all"]);
    assert!(
        success && said.starts_with("1: title 1 (One), 25 highest scores let go"),
        "{said}"
    );
    let (success, said) = rating(data.path(), &["recount"]);
    assert!(
        success && said == "25 votes on 1 titles were counted anew.\n",
        "{said}"
    );
    let shown = store.ratings(MalId::new(1)).await.unwrap().unwrap().own;
    assert_eq!(shown.score.unwrap().raters, 25);

    let (success, said) = rating(data.path(), &["release", "7"]);
    assert!(!success && said.contains("This hold"), "{said}");
}
