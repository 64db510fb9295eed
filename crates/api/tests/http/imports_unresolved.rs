//! Imported entries whose titles are proposed or not known.

use std::time::Duration;

use axum::http::{Request, StatusCode};
use domain::anime::{Anime, ForeignId, Site};
use serde_json::{Value, json};

use super::{
    imports::{UNRESOLVED, apply, counts, mal, preview, states, undo},
    list::{LIST, edit, finished, listed, site},
};

#[tokio::test]
async fn name_proposes_a_title_and_its_owner_accepts_it() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let planet = json!({
        "user": { "name": "asuna" }, "export": { "type": "anime", "version": "1" },
        "entries": [
            { "name": "The One", "status": "watched", "eps": 26, "rating": 4.5, "times": 2, "started": null, "completed": null },
            { "name": "Two", "status": "stalled", "eps": 3, "rating": 0, "times": 0, "started": null, "completed": null },
            { "name": "Three", "status": "dropped", "eps": 1, "rating": 0, "times": 0, "started": null, "completed": null },
            { "name": "Other", "status": "dropped", "eps": 1, "rating": 0, "times": 0, "started": null, "completed": null },
        ],
    });
    let shown = preview(&browser, planet.to_string()).await;
    assert_eq!(counts(&shown), [0, 0, 0, 0, 3, 1, 0, 0]);
    assert_eq!(shown["items"][0]["proposal"]["mal_id"], 1);
    let wishes = json!({ "rows": { "1": { "mal_id": 1 }, "2": { "skip": true } } });
    let applied = apply(&browser, &shown, &wishes).await;
    assert_eq!(counts(&applied), [1, 0, 0, 0, 1, 1, 0, 1]);
    let list = listed(&browser.get(LIST).await.json());
    assert_eq!(
        (&list[0]["mal_id"], &list[0]["score"]),
        (&json!(1), &json!(90))
    );
    assert_eq!(list[0]["rewatches"], 1);

    // What was not accepted is kept, and can be accepted later or forgotten
    let kept = browser.get(UNRESOLVED).await.json();
    let kept = kept["items"].as_array().unwrap();
    assert_eq!(kept.len(), 2);
    let three = kept.iter().find(|it| it["name"] == "Three").unwrap();
    assert_eq!(three["proposal"]["mal_id"], 3);
    let key = |entry: &Value| entry["key"].as_str().unwrap().to_owned();
    let resolve = Request::put(format!("{UNRESOLVED}/{}", key(three)));
    let resolved = browser.send_json(resolve, &json!({ "mal_id": 3 })).await;
    assert_eq!(resolved.json()["item"]["status"], "dropped");
    let other = kept.iter().find(|it| it["name"] == "Other").unwrap();
    let forgotten = browser
        .delete(&format!("{UNRESOLVED}/{}", key(other)))
        .await;
    assert_eq!(forgotten.status, StatusCode::NO_CONTENT);
    assert_eq!(browser.get(UNRESOLVED).await.json()["items"], json!([]));
    // What was accepted later is of the import, too
    assert_eq!(undo(&browser, &shown).await.json()["restored"], 2);
}

#[tokio::test]
async fn names_that_differ_in_punctuation_propose_different_titles() {
    let app = site().await;
    app.import(&[finished(7, "Rain"), finished(8, "Rain'")])
        .await;
    let browser = app.signed_up("asuna").await;
    let entry =
        |name| json!({ "name": name, "status": "watched", "eps": 26, "rating": 0, "times": 1 });
    let entries = ["Rain!", "Rain'", "Rain", "rain "].map(entry);
    let planet = json!({
        "user": { "name": "asuna" }, "export": { "type": "anime", "version": "1" },
        "entries": entries,
    });
    let shown = preview(&browser, planet.to_string()).await;
    let proposed = |row: usize| shown["items"][row]["proposal"]["mal_id"].clone();
    assert_eq!([0, 1, 2].map(proposed), [7, 8, 7]);
    assert_eq!(
        states(&shown),
        ["proposed", "proposed", "proposed", "refused"]
    );
    // A title is accepted once, for the row that fits best; what else has its name is kept
    let all = json!({ "accept_proposals": true });
    let applied = apply(&browser, &shown, &all).await;
    assert_eq!(counts(&applied), [2, 0, 0, 0, 1, 0, 1, 0]);
    assert_eq!(listed(&browser.get(LIST).await.json()).len(), 2);
    let kept = browser.get(UNRESOLVED).await.json();
    assert_eq!(kept["items"][0]["name"], "Rain!");
    assert_eq!(kept["items"][0]["proposal"]["mal_id"], 7);
}

#[tokio::test]
async fn unresolved_entry_joins_the_list_once_the_catalogue_has_its_title() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let anilist = json!({ "data": { "MediaListCollection": { "lists": [{ "entries": [
        { "mediaId": 777, "status": "CURRENT", "score": 0, "progress": 4, "media": { "idMal": null } },
    ] }] } } });
    let shown = preview(&browser, anilist.to_string()).await;
    apply(&browser, &shown, &json!({})).await;
    let other = preview(&browser, mal(&[(8, "Eight", "Completed", "")])).await;
    apply(&browser, &other, &json!({})).await;
    assert_eq!(
        browser.get(UNRESOLVED).await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );

    let mut seven: Anime = finished(7, "Seven");
    seven.foreign_ids = vec![ForeignId {
        site: Site::AniList,
        id: 777,
    }];
    app.import(&[seven, finished(8, "Eight")]).await;
    let imports =
        app::imports::Imports::new(app.store.clone(), app.live.clone(), app.clock.clone());
    assert_eq!(imports.resolve_known().await.unwrap(), 2);
    assert_eq!(imports.resolve_known().await.unwrap(), 0);
    let list = listed(&browser.get(LIST).await.json());
    let of = |title: &str| list.iter().find(|item| item["title"] == title).unwrap();
    assert_eq!(of("Seven")["progress"], 4);
    assert_eq!(of("Eight")["progress"], 26);
    assert_eq!(browser.get(UNRESOLVED).await.json()["items"], json!([]));
    // Now the file's number says which title it is
    let again = preview(&browser, anilist.to_string()).await;
    assert_eq!(counts(&again), [0, 0, 0, 1, 0, 0, 0, 0]);
}

#[tokio::test]
async fn row_marked_as_no_anime_can_be_assigned_a_title() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let yamtrack = "media_id,source,media_type,title,score,status,progress\n\
                    1,tmdb,movie,One,8,Completed,1\n\
                    2,mal,manga,Two,7,In progress,3\n\
                    3,tmdb,movie,Three,6,Completed,1\n";
    let shown = preview(&browser, yamtrack).await;
    let refused = |shown: &Value| counts(shown)[6];
    let of =
        |shown: &Value, field: &str| [0, 1, 2].map(|place| shown["items"][place][field].clone());
    assert_eq!(refused(&shown), 3);
    assert_eq!(of(&shown, "takes_title"), [true, false, true]);
    assert_eq!(of(&shown, "remarks")[0], json!(["It is not an anime."]));
    // Nobody accepts them by accepting all
    let address = format!("/api/v1/me/imports/{}/preview", shown["id"]);
    let all = json!({ "accept_proposals": true });
    let accepted = browser.post(&address, &all).await.json();
    assert_eq!(refused(&accepted), 3);
    let wishes = json!({ "rows": { "1": { "mal_id": 1 }, "2": { "mal_id": 2 } } });
    let chosen = browser.post(&address, &wishes).await.json();
    assert_eq!(of(&chosen, "state"), ["added", "refused", "refused"]);
    assert_eq!(chosen["items"][0]["remarks"], json!([]));
    let applied = apply(&browser, &shown, &wishes).await;
    assert_eq!((counts(&applied)[0], refused(&applied)), (1, 2));
    let list = listed(&browser.get(LIST).await.json());
    assert_eq!(
        (&list[0]["mal_id"], &list[0]["score"]),
        (&json!(1), &json!(80))
    );
    assert_eq!(list[0]["status"], "completed");
}

/// The imports state an unknown title in turn, and the policy of each merges its entry with those before.
#[tokio::test]
async fn unresolved_entries_of_one_title_merge_by_their_import_policies() {
    let unknown = |id, status: &str, episodes: u8| {
        format!(
            "<myanimelist><anime><series_animedb_id>{id}</series_animedb_id><my_status>{status}</my_status>\
             <my_watched_episodes>{episodes}</my_watched_episodes></anime></myanimelist>"
        )
    };
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    let mut shown = Vec::new();
    for (id, policy) in [(8, "theirs"), (9, "mine")] {
        let first = preview(&browser, unknown(id, "Watching", 3)).await;
        apply(&browser, &first, &json!({ "policy": policy })).await;
        let second = preview(&browser, unknown(id, "Completed", 26)).await;
        let wishes = json!({ "policy": policy });
        let address = format!("/api/v1/me/imports/{}/preview", second["id"]);
        let told = browser.post(&address, &wishes).await.json();
        // Under "mine" nothing of the later one counts
        assert_eq!(told["counts"]["waiting"], u8::from(policy == "mine"));
        assert_eq!(told["items"][0]["waits"], policy == "mine");
        let remark = told["items"][0]["remarks"][0].as_str().unwrap();
        assert_eq!(remark.contains("is not kept"), policy == "mine", "{remark}");
        assert_eq!(told["differing"], 1);
        apply(&browser, &second, &wishes).await;
        shown.push(second);
    }
    // The export has each title once
    let file = browser.get("/api/v1/me/exports/json").await.json();
    let exported = file["unresolved"].as_array().unwrap();
    let status = |id: u8| {
        let mut of_title = exported.iter().filter(|it| it["title"]["mal_id"] == id);
        let status = of_title.next().unwrap()["said"]["status"].clone();
        (status, of_title.count())
    };
    assert_eq!(status(8), (json!("completed"), 0));
    assert_eq!(status(9), (json!("watching"), 0));
    // and is written the same of the account that it is brought to
    app.clock.advance(Duration::from_hours(1));
    let other = app.signed_up("sugou").await;
    let moved = preview(&other, file.to_string()).await;
    apply(&other, &moved, &json!({})).await;
    let again = other.get("/api/v1/me/exports/json").await.json();
    assert_eq!(again["unresolved"], file["unresolved"]);

    app.import(&[finished(8, "Eight"), finished(9, "Nine")])
        .await;
    let imports =
        app::imports::Imports::new(app.store.clone(), app.live.clone(), app.clock.clone());
    assert_eq!(imports.resolve_known().await.unwrap(), 3 + 2);
    let now = async |title: &str| {
        let list = listed(&browser.get(LIST).await.json());
        let item = list.iter().find(|item| item["title"] == title).unwrap();
        (item["status"].clone(), item["progress"].clone())
    };
    assert_eq!(now("Eight").await, (json!("completed"), json!(26)));
    assert_eq!(now("Nine").await, (json!("watching"), json!(3)));
    // Taking the later one back leaves what the earlier one has brought
    undo(&browser, &shown[0]).await;
    assert_eq!(now("Eight").await, (json!("watching"), json!(3)));
}

/// A title that the catalogue has learnt, and that its owner has put on the list before it was looked at.
#[tokio::test]
async fn entry_made_by_hand_wins_over_unresolved_ones() {
    let app = site().await;
    let browser = app.signed_up("asuna").await;
    for score in [6, 8] {
        let score = format!("<my_score>{score}</my_score>");
        let file = mal(&[(8, "Eight", "Completed", &score)]);
        let shown = preview(&browser, file).await;
        apply(&browser, &shown, &json!({ "policy": "theirs" })).await;
    }
    app.import(&[finished(8, "Eight")]).await;
    edit(&browser, 8, &json!({ "score": 40 })).await;
    let imports =
        app::imports::Imports::new(app.store.clone(), app.live.clone(), app.clock.clone());
    assert_eq!(imports.resolve_known().await.unwrap(), 2);
    let list = listed(&browser.get(LIST).await.json());
    assert_eq!((list.len(), &list[0]["score"]), (1, &json!(40)));
    assert_eq!(browser.get(UNRESOLVED).await.json()["items"], json!([]));
}
