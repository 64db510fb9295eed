//! Kitsu's client.

use testkit::stub_provider::{CAST, episodes_of, kitsu_number};

use super::*;
use domain::provider::{FallbackProvider as _, TitleIds};

impl Scene {
    fn kitsu(&self) -> Kitsu {
        let config = ProviderConfig {
            limits: HASTY,
            ..ProviderConfig::new(self.stub.kitsu_url())
        };
        Kitsu::connect(&config, self.answers.clone(), self.clock.clone()).unwrap()
    }

    /// The paths that were asked for, in order.
    fn asked(&self) -> Vec<String> {
        let seen = self.stub.seen();
        let paths = seen.iter().map(|seen| {
            let path = seen.target.split('?').next().unwrap_or_default();
            path.replace("/api/edge", "")
        });
        paths.collect()
    }
}

#[tokio::test]
async fn kitsu_client_returns_titles_with_a_cover() {
    let scene = Scene::new().await;
    let airing = scene.kitsu().airing().await.unwrap().value;
    assert_eq!(airing.len(), 8);
    assert_eq!(airing[0].mal_id, Some(MalId::new(FIRST_ID)));
    assert_eq!(
        airing.iter().filter(|title| title.mal_id.is_none()).count(),
        1
    );
    let target = &scene.stub.seen()[0].target;
    for part in [
        "page%5Blimit%5D=10",
        "sort=ratingRank",
        "filter%5Bstatus%5D=current",
    ] {
        assert!(target.contains(part), "{target}");
    }
}

#[tokio::test]
async fn extras_of_a_title_are_asked_for_by_its_number_which_is_looked_up_once() {
    let scene = Scene::new().await;
    let kitsu = scene.kitsu();
    let title = TitleIds::from(MalId::new(FIRST_ID));
    for kind in kitsu.kinds() {
        let page = kitsu.extra_page(title, *kind, 1).await.unwrap().value;
        assert_eq!(page.extra.extra.kind(), *kind);
        assert_eq!(page.extra.mal_id, title.mal_id);
        assert!(page.extra.extra.items() > 0, "{kind:?}");
    }
    let episodes = format!("/anime/{}/episodes", kitsu_number(0));
    assert_eq!(scene.asked(), ["/mappings", "/castings", &episodes]);
    // The number is not looked up either where the catalogue knows it
    let known = TitleIds {
        mal_id: MalId::new(FIRST_ID + 1),
        kitsu: Some(kitsu_number(1)),
    };
    kitsu
        .extra_page(known, ExtraKind::Episodes, 1)
        .await
        .unwrap();
    assert_eq!(scene.asked().len(), 4);
}

#[tokio::test]
async fn kitsu_requests_name_fields_and_order() {
    let scene = Scene::new().await;
    let kitsu = scene.kitsu();
    let title = TitleIds::from(MalId::new(FIRST_ID));
    for kind in [ExtraKind::Characters, ExtraKind::Episodes] {
        kitsu.extra_page(title, kind, 2).await.unwrap();
    }
    kitsu.record_gaps(title).await.unwrap();
    let number = kitsu_number(0).to_string();
    let page = [("page[limit]", "20"), ("page[offset]", "20")];
    let expected: [&[(&str, &str)]; 4] = [
        &[
            ("filter[externalSite]", "myanimelist/anime"),
            ("filter[externalId]", &FIRST_ID.to_string()),
            ("include", "item"),
            ("fields[mappings]", "externalSite,externalId,item"),
        ],
        &[
            ("filter[mediaType]", "Anime"),
            ("filter[mediaId]", &number),
            ("filter[isCharacter]", "true"),
            ("filter[language]", "Japanese"),
            ("include", "character,person"),
            ("sort", "-featured,id"),
            ("fields[castings]", "featured,language,character,person"),
            ("fields[characters]", "canonicalName,name,malId,image"),
            ("fields[people]", "name,malId,image"),
            page[0],
            page[1],
        ],
        &[
            ("sort", "number"),
            ("fields[episodes]", "titles,canonicalTitle,number,airdate"),
            page[0],
            page[1],
        ],
        &[
            ("filter[id]", &number),
            ("include", "categories,streamingLinks.streamer"),
            ("fields[anime]", "nsfw,ageRating,categories,streamingLinks"),
            ("fields[streamingLinks]", "url,streamer"),
        ],
    ];
    let seen = scene.stub.seen();
    assert_eq!(seen.len(), expected.len());
    for (seen, expected) in seen.iter().zip(expected) {
        asks_for(&seen.target, expected);
    }
}

/// Checks that an address has these parameters, among others.
fn asks_for(target: &str, expected: &[(&str, &str)]) {
    let url = reqwest::Url::parse(&format!("http://kitsu{target}")).unwrap();
    for (name, value) in expected {
        let mut pairs = url.query_pairs();
        assert!(
            pairs.any(|(key, text)| key == *name && text == *value),
            "{name}: {target}"
        );
    }
}

#[tokio::test]
async fn kitsu_pages_follow_one_another() {
    let scene = Scene::new().await;
    let kitsu = scene.kitsu();
    let title = TitleIds::from(MalId::new(FIRST_ID));
    let page = async |kind, page| kitsu.extra_page(title, kind, page).await.unwrap().value;
    let first = page(ExtraKind::Episodes, 1).await;
    assert_eq!(first.pages, episodes_of(0).div_ceil(20));
    let last = page(ExtraKind::Episodes, first.pages).await;
    let Extra::Episodes(last) = last.extra.extra else {
        panic!("another kind");
    };
    let numbers = last.iter().map(|episode| episode.number);
    assert!(numbers.eq(121..=130));
    let beyond = page(ExtraKind::Episodes, 8).await;
    assert!(beyond.is_blank);
    // The characters of the last page have no number on MyAnimeList
    let first = page(ExtraKind::Characters, 1).await;
    assert_eq!((first.pages, first.extra.extra.items()), (2, CAST as usize));
    let last = page(ExtraKind::Characters, 2).await;
    assert_eq!((last.is_blank, last.extra.extra.items()), (false, 0));
}

#[tokio::test]
async fn title_unknown_to_kitsu_has_no_extras() {
    let scene = Scene::new().await;
    let kitsu = scene.kitsu();
    let unmapped = TitleIds::from(MalId::new(FIRST_ID + 6));
    let gone = TitleIds {
        mal_id: MalId::new(FIRST_ID),
        kitsu: Some(7),
    };
    for title in [unmapped, gone] {
        for kind in kitsu.kinds() {
            let none = kitsu.extra_page(title, *kind, 1).await.unwrap();
            assert_eq!(none.value.extra.extra, Extra::none(*kind));
            assert_eq!((none.value.pages, none.as_of), (1, scene.clock.now()));
        }
    }
    // A later page that is not there is another thing
    let lost = kitsu.extra_page(gone, ExtraKind::Episodes, 2).await;
    assert_eq!(lost, Err(ProviderError::NotFound));
    for (mode, expected) in [
        (
            Mode::status(429),
            ProviderError::RateLimited { retry_after: None },
        ),
        (Mode::status(500), ProviderError::Failed(500)),
        (Mode::status(403), ProviderError::Refused(403)),
    ] {
        scene.stub.set(mode);
        let kitsu = scene.kitsu();
        let failed = kitsu.extra_page(gone, ExtraKind::Characters, 1);
        assert_eq!(failed.await, Err(expected));
    }
    let known = TitleIds::from(MalId::new(FIRST_ID + 1));
    for mode in [Mode::Truncated, Mode::WrongShape, Mode::Html] {
        scene.stub.set(mode);
        for kitsu in [None, Some(kitsu_number(1))] {
            let client = scene.kitsu();
            let title = TitleIds { kitsu, ..known };
            let failed = client.extra_page(title, ExtraKind::Episodes, 1);
            assert!(matches!(failed.await, Err(ProviderError::Malformed(_))));
        }
    }
}
