//! What is known of titles beside their records, people and characters.

use std::fs;

use domain::extras::{CastRole, Extra, ExtraKind, Video, VideoKind};
use jsonschema::Validator;
use providers::jikan::parse_extra;
use serde_json::{Value, json};
use testkit::{
    TestApp,
    anime::popular,
    extras::{
        all_of, cast_member, full_character, full_person, of, person, recommendation, staff_member,
        video,
    },
};

use super::{
    compared, data,
    schemas::{Schemas, assert_valid},
};

/// Checks that answers with all extras are valid, and so are those without any.
pub(crate) async fn are_valid(app: &TestApp, schemas: &Schemas) {
    for (address, valid) in addresses(schemas) {
        let answer = app.get(&format!("/v4/{address}")).await;
        // Nobody is known yet
        if answer.status != 404 {
            assert_valid(&valid, &answer.json(), address);
        }
    }
    import_everything(app).await;
    for (address, valid) in addresses(schemas) {
        let answer = app.get(&format!("/v4/{address}")).await;
        assert_eq!(answer.status, 200, "{address}");
        let body = answer.json();
        assert_valid(&valid, &body, address);
        let is_of_manga = address.ends_with("/manga");
        assert_eq!(is_empty(&body["data"]), is_of_manga, "{address}: {body}");
    }
}

/// Whether a list, or one of the lists in it, has nothing.
fn is_empty(data: &Value) -> bool {
    let lists = ["promo", "episodes", "music_videos", "scores"].map(|name| &data[name]);
    let mut lists = lists.into_iter().chain([data]);
    lists.any(|list| list.as_array().is_some_and(Vec::is_empty))
}

/// Imports something for every address.
async fn import_everything(app: &TestApp) {
    let videos = |id| {
        let kinds = [VideoKind::Promo, VideoKind::Episode, VideoKind::Music];
        let videos = kinds.map(|kind| Video {
            kind,
            episode: (kind == VideoKind::Episode).then_some(1),
            ..video(id)
        });
        Extra::Videos(videos.into())
    };
    let mut extras = all_of(1);
    extras.push(of(1, videos(1)));
    extras.push(of(
        1,
        Extra::Recommendations(vec![recommendation(5, 16), recommendation(6, 2)]),
    ));
    // One title that airs, so that there is something to watch
    let airing = app.get("/v4/top/anime?filter=airing&limit=1").await.json();
    let airing = airing["data"][0]["mal_id"].as_u64().unwrap();
    extras.push(of(u32::try_from(airing).unwrap(), videos(2)));
    let cast = cast_member(10, "Spike", CastRole::Main, 7);
    extras.push(of(5, Extra::Characters(vec![cast])));
    let staff = staff_member(person(10, "Actor 1"), &["Script"]);
    extras.push(of(5, Extra::Staff(vec![staff])));
    app.import_extras(&extras).await;
    let people = [full_person(10, "Whole Person", 9)];
    let characters = [full_character(10, "Whole Character", 9)];
    app.import_records(&people, &characters).await;
}

fn addresses(schemas: &Schemas) -> impl Iterator<Item = Address> {
    let of_titles = of_titles(schemas).into_iter();
    of_titles.chain(of_people_and_characters(schemas))
}

type Address = (&'static str, Validator);

/// The addresses of titles' extras.
fn of_titles(schemas: &Schemas) -> Vec<Address> {
    vec![
        ("anime/1/characters", schemas.answer("anime_characters")),
        ("anime/1/staff", schemas.answer("anime_staff")),
        ("anime/1/episodes", schemas.page_of("anime_episodes")),
        ("anime/1/episodes/1", schemas.data("anime_episode")),
        ("anime/1/news", schemas.page_of("anime_news")),
        ("anime/1/videos", schemas.answer("anime_videos")),
        (
            "anime/1/videos/episodes",
            schemas.page_of("anime_videos_episodes"),
        ),
        ("anime/1/pictures", schemas.answer("pictures_variants")),
        ("anime/1/statistics", schemas.answer("anime_statistics")),
        (
            "anime/1/recommendations",
            schemas.answer("entry_recommendations"),
        ),
        ("recommendations/anime", schemas.page_of("recommendations")),
        ("watch/episodes", schemas.page_of("watch_episodes")),
        ("watch/episodes/popular", schemas.page_of("watch_episodes")),
        ("watch/promos", schemas.page_of("watch_promos")),
        ("watch/promos/popular", schemas.page_of("watch_promos")),
    ]
}

/// The addresses of people and characters.
fn of_people_and_characters(schemas: &Schemas) -> Vec<Address> {
    vec![
        ("characters", schemas.page_of("characters_search")),
        ("characters/10", schemas.data("character")),
        ("characters/10/full", schemas.data("character_full")),
        ("characters/10/anime", schemas.answer("character_anime")),
        ("characters/10/manga", schemas.answer("character_manga")),
        (
            "characters/10/voices",
            schemas.answer("character_voice_actors"),
        ),
        (
            "characters/10/pictures",
            schemas.answer("character_pictures"),
        ),
        ("people", schemas.page_of("people_search")),
        ("people/10", schemas.data("person")),
        ("people/10/full", schemas.data("person_full")),
        ("people/10/anime", schemas.answer("person_anime")),
        ("people/10/manga", schemas.answer("person_manga")),
        (
            "people/10/voices",
            schemas.answer("person_voice_acting_roles"),
        ),
        ("people/10/pictures", schemas.answer("person_pictures")),
        ("top/characters", schemas.page_of("characters_search")),
        ("top/people", schemas.page_of("people_search")),
        ("random/characters", schemas.data("character")),
        ("random/people", schemas.data("person")),
    ]
}

/// A capture's data.
fn capture(name: &str) -> Value {
    let file = fs::read(data(&format!("captures/jikan_anime_{name}.json"))).unwrap();
    let body: Value = serde_json::from_slice(&file).unwrap();
    body["data"].clone()
}

#[tokio::test]
#[ignore = "needs --data DIR"]
async fn captured_extras_survive_import_and_answer() {
    for (id, kind, name) in [
        (457, ExtraKind::Episodes, "457_episodes"),
        (33_263, ExtraKind::Episodes, "episodes"),
        (33_263, ExtraKind::Statistics, "statistics"),
        (33_263, ExtraKind::Recommendations, "recommendations"),
    ] {
        let captured = capture(name);
        let given = json!({ "mal_id": id, "data": captured });
        let page = parse_extra(kind, given.to_string().as_bytes()).unwrap();
        let mut titles = vec![popular(id, "Title", 1)];
        if kind == ExtraKind::Recommendations {
            titles.extend(recommended(&captured));
        }
        let app = TestApp::with(&titles).await;
        app.import_extras(&[page.extra]).await;
        let address = format!("/v4/anime/{id}/{}", kind.as_str());
        let mut answer = app.get(&address).await.json()["data"].take();
        let mut expected = captured;
        for side in [&mut answer, &mut expected] {
            compared(side);
        }
        assert_eq!(answer, expected, "{name}");
    }
}

/// Titles that have ended, as nearly all captured ones, are not missing from what is to be watched.
#[tokio::test]
#[ignore = "needs --data DIR"]
async fn captured_trailers_can_be_watched() {
    let files = fs::read_dir(data("captures/jikan_anime_full")).unwrap();
    let records = files.map(|file| {
        let body = fs::read(file.unwrap().path()).unwrap();
        let mut body: Value = serde_json::from_slice(&body).unwrap();
        match body.get_mut("data") {
            Some(record) => record.take(),
            None => body,
        }
    });
    let with_trailer = |record: &Value| record["trailer"]["embed_url"].is_string();
    let records: Vec<Value> = records.filter(with_trailer).collect();
    let titles: Vec<_> = records.iter().filter_map(super::read).collect();
    let app = TestApp::with(&titles).await;
    let extras = records.iter().map(|record| {
        let promo = json!({ "title": "Trailer", "trailer": record["trailer"] });
        let videos = json!({ "promo": [promo], "music_videos": [], "episodes": [] });
        let given = json!({ "mal_id": record["mal_id"], "data": videos }).to_string();
        parse_extra(ExtraKind::Videos, given.as_bytes())
            .unwrap()
            .extra
    });
    app.import_extras(&extras.collect::<Vec<_>>()).await;
    let promos = app.get("/v4/watch/promos").await.json();
    let promos = promos["data"].as_array().unwrap();
    assert!(titles.len() > 15 && promos.len() == titles.len());
    for record in &records {
        let mut found = promos.iter();
        let promo = found.find(|promo| promo["entry"]["mal_id"] == record["mal_id"]);
        assert_eq!(promo.unwrap()["trailer"], record["trailer"]);
    }
}

/// The titles that a capture recommends, the most popular first.
fn recommended(captured: &Value) -> Vec<domain::anime::Anime> {
    let entries = captured.as_array().unwrap().iter();
    let titles = (2..).zip(entries).map(|(place, recommended)| {
        let entry = &recommended["entry"];
        let id = u32::try_from(entry["mal_id"].as_u64().unwrap()).unwrap();
        let mut title = popular(id, entry["title"].as_str().unwrap(), place);
        title.images = serde_json::from_value(entry["images"].clone()).unwrap();
        title
    });
    titles.collect()
}
