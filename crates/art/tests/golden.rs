//! Drawings are the same, byte for byte, on every machine and after every change that does not mean to alter them.
//! `UPDATE_GOLDEN=1 cargo test -p mitai-art --test golden` writes them anew; look at them before you commit.

use std::path::Path;

use art::{Avatar, Banner, Card, IconShape, Poster, avatar, banner, card, icon, poster};

fn compare(name: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
        .with_extension("svg");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        assert!(
            std::fs::write(&path, drawn).is_ok(),
            "{name} cannot be written"
        );
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == drawn,
        "{name} differs from its golden file; see the head of this test"
    );
}

/// Name of the file, id, title, Japanese title, genre, caption; "" for none.
const POSTERS: [[&str; 6]; 7] = [
    [
        "poster-subtitle",
        "5114",
        "Fullmetal Alchemist: Brotherhood",
        "鋼の錬金術師",
        "Fantasy",
        "2009 · TV",
    ],
    [
        "poster-season",
        "38524",
        "Attack on Titan Season 3 Part 2",
        "進撃の巨人",
        "Suspense",
        "2019 · TV",
    ],
    ["poster-short", "1535", "K", "K", "Mystery", "2012 · TV"],
    [
        "poster-japanese",
        "199",
        "千と千尋の神隠し",
        "",
        "Adventure",
        "2001 · 映画",
    ],
    ["poster-arabic", "21", "مدينة الأحلام", "", "Drama", "1999"],
    [
        "poster-escaped",
        "9253",
        "<Steins & \"Gate\">",
        "シュタインズ・ゲート",
        "Sci-Fi",
        "2011 & on",
    ],
    ["poster-empty", "0", "", "", "", ""],
];

#[test]
fn posters() {
    for [name, id, title, native_title, genre, caption] in POSTERS {
        let [native_title, genre, caption] =
            [native_title, genre, caption].map(|text| Some(text).filter(|text| !text.is_empty()));
        compare(
            name,
            &poster(&Poster {
                id: id.parse().unwrap(),
                title,
                native_title,
                genre,
                caption,
            }),
        );
    }
    let title = &"Is It Wrong to Try to Pick Up Girls ".repeat(5);
    compare(
        "poster-long",
        &poster(&Poster {
            id: 32281,
            title,
            native_title: None,
            genre: Some("Comedy"),
            caption: None,
        }),
    );
}

#[test]
fn cards_and_icons() {
    let drawn = card(&Card {
        id: 5114,
        title: "Fullmetal Alchemist: Brotherhood",
        genre: Some("Fantasy"),
        facts: Some("2009 · TV · 64 episodes"),
    });
    compare("card-subtitle", &drawn);
    compare("icon-maskable", &icon(IconShape::Maskable));
}

#[test]
fn web_app_has_the_icon_that_is_drawn() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/public/favicon.svg");
    let there = std::fs::read_to_string(path).unwrap();
    assert_eq!(there, icon(IconShape::Rounded), "run the example `icons`");
}

#[test]
fn banners() {
    for (name, id, genre) in [
        ("banner-action", 16498, Some("Action")),
        ("banner-romance", 42897, Some("Romance")),
        ("banner-unknown", 7, None),
    ] {
        compare(name, &banner(&Banner { id, genre }));
    }
}

#[test]
fn avatars() {
    for (name, id, person) in [
        ("avatar-latin", "u1", "Ada Lovelace"),
        ("avatar-japanese", "u2", "山田 太郎"),
        ("avatar-nameless", "u3", ""),
    ] {
        compare(name, &avatar(&Avatar { id, name: person }));
    }
}
