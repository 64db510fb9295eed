//! Every title of the built-in catalogue and many nasty ones, drawn and measured.

mod year;

use std::path::Path;

use proptest::prelude::*;

use crate::face::{Face, system_advance};
use crate::font::{Cut, Run};
use crate::look::{Composition, Look};
use crate::outline::Outline;
use crate::poster::{HEIGHT, Text, WIDTH};
use crate::svg::LIMIT;
use crate::{
    Avatar, Banner, CARD_HEIGHT, CARD_WIDTH, Card, Poster, avatar, banner, card, leading_genre,
    png, poster,
};

struct Title {
    id: u64,
    popularity: i64,
    names: Vec<String>,
    japanese: Option<String>,
    genre: Option<String>,
}

/// The titles of the built-in catalogue, ordered by popularity.
fn catalogue() -> Vec<Title> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalogue/titles");
    let mut titles = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let table: toml::Table = std::fs::read_to_string(file.unwrap().path())
            .unwrap()
            .parse()
            .unwrap();
        for title in table["title"].as_array().unwrap() {
            let text = |key: &str| {
                title
                    .get(key)
                    .map(|value| value.as_str().unwrap().to_owned())
            };
            let genres = title.get("genres").and_then(toml::Value::as_array);
            let genres: Vec<&str> = genres
                .into_iter()
                .flatten()
                .map(|genre| genre["name"].as_str().unwrap())
                .collect();
            titles.push(Title {
                id: title["mal_id"].as_integer().unwrap().try_into().unwrap(),
                popularity: title
                    .get("popularity")
                    .map_or(i64::MAX, |rank| rank.as_integer().unwrap()),
                names: ["title", "english", "japanese"]
                    .into_iter()
                    .filter_map(text)
                    .collect(),
                japanese: text("japanese"),
                genre: leading_genre(&genres).map(String::from),
            });
        }
    }
    assert!(titles.len() >= 250, "the catalogue was not read");
    titles.sort_by_key(|title| title.popularity);
    titles
}

fn check(svg: &str, about: &str) {
    assert!(svg.len() < LIMIT, "{about}: {} bytes", svg.len());
    let document =
        roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{about}: {error}"));
    let root = document.root_element();
    for attribute in ["viewBox", "width", "height", "role"] {
        assert!(root.has_attribute(attribute), "{about}: no {attribute}");
    }
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(
            !matches!(
                node.tag_name().name(),
                "script" | "image" | "style" | "foreignObject"
            ),
            "{about}"
        );
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(
                !attribute.name().ends_with("href") || value.starts_with('#'),
                "{about}: {value}"
            );
            if let Some(target) = value
                .strip_prefix("url(#")
                .and_then(|rest| rest.strip_suffix(')'))
            {
                let count = document
                    .descendants()
                    .filter(|other| other.attribute("id") == Some(target))
                    .count();
                assert_eq!(count, 1, "{about}: {value}");
            }
        }
    }
}

fn check_poster(what: &Poster<'_>) {
    let svg = poster(what);
    check(&svg, &format!("{what:?}"));
    for face in [Face::Narrow, Face::Wide] {
        let text = Text::set(what, face);
        assert!(
            text.top() >= 190,
            "{what:?}: the text leaves no room for the scene"
        );
        for block in [Some(&text.main), text.side.as_ref()].into_iter().flatten() {
            for line in &block.lines {
                let width = block.width(line);
                assert!(width <= WIDTH - 24, "{what:?}: {line} is {width} wide");
            }
        }
    }
    let document = roxmltree::Document::parse(&svg).unwrap();
    for text in document
        .descendants()
        .filter(|node| node.has_attribute("writing-mode"))
    {
        let size: i32 = text.attribute("font-size").unwrap().parse().unwrap();
        let advances = text.text().unwrap().chars().map(system_advance);
        let length = advances.sum::<i32>() * size / 1000;
        assert!(
            length <= HEIGHT / 2 + 120,
            "{what:?}: the column is {length} long"
        );
    }
}

#[test]
fn every_title_of_the_catalogue_is_drawn() {
    for title in catalogue() {
        for name in &title.names {
            check_poster(&Poster {
                id: title.id,
                title: name,
                native_title: title.japanese.as_deref(),
                genre: title.genre.as_deref(),
                caption: Some("2013 · TV"),
            });
        }
        check(
            &banner(&Banner {
                id: title.id,
                genre: title.genre.as_deref(),
            }),
            "banner",
        );
    }
}

#[test]
fn nasty_titles_are_drawn() {
    let long = "The Extraordinarily Long Tale of a Person Who Was Reborn ".repeat(9);
    let japanese = "痛いのは嫌なので防御力に極振りしたいと思います。".repeat(9);
    let word = "W".repeat(60);
    let specials = "\"&'<>".repeat(100);
    let spaced = "\" ' ".repeat(100);
    let titles = [
        long.as_str(),
        &japanese,
        &word,
        &specials,
        &spaced,
        "",
        " \t\n ",
        "مدينة الأحلام الكبيرة",
        "שלום \u{202e}עולם",
        "👩\u{200d}👩\u{200d}👧🏽🔥🇯🇵☆",
        "<script>alert(\"1\" & '2')</script> ]]> &amp; <!-- -->",
        "nul\0 bell\u{7} \u{ffff} \u{feff}",
        "Zalgo Z\u{334}\u{321}\u{35c}a\u{301}\u{335}lgo",
        ": ",
        "A: B",
        "K Season 2: Part 3 - Movie",
        "ハンター×ハンター：キメラアント編",
        "Мастера Меча Онлайн",
        "100%",
    ];
    for id in 0..2_000_u64 {
        let title = titles[usize::try_from(id).unwrap() % titles.len()];
        let other = titles[usize::try_from(id / 7).unwrap() % titles.len()];
        let genre = ["Action", "horror", "Slice of Life", "&\"<"]
            .get(usize::try_from(id % 5).unwrap())
            .copied();
        let id = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        check_poster(&Poster {
            id,
            title,
            native_title: Some(other),
            genre,
            caption: Some(other),
        });
        check(&banner(&Banner { id, genre }), "banner");
        check(
            &avatar(&Avatar {
                id: other,
                name: title,
            }),
            title,
        );
    }
}

/// What a line says: the texts of its runs, each of a kind that can show it.
fn text_of(cut: &Cut, line: &str) -> String {
    let mut all = String::new();
    for run in cut.runs(line) {
        match run {
            Run::Outline(text) => {
                let (glyphs, _) = cut.shape(text);
                assert!(
                    glyphs.iter().all(|glyph| glyph.id.to_u32() != 0),
                    "{text} has a glyph that the font lacks"
                );
                let ink = glyphs
                    .iter()
                    .filter(|glyph| !Outline::of(cut, glyph.id, 100 * 400).is_empty())
                    .count();
                let visible = |c: &char| !c.is_whitespace() && *c != '\u{ad}';
                assert!(
                    ink >= usize::from(text.chars().any(|c| visible(&c))),
                    "{text}"
                );
                all.push_str(text);
            }
            Run::System(text) => all.push_str(text),
        }
    }
    all
}

/// No character of a poster's lines is lost, and all that the font has is drawn with it.
fn check_letters(title: &str) {
    for face in [Face::Narrow, Face::Wide] {
        let what = Poster {
            id: 1,
            title,
            native_title: None,
            genre: None,
            caption: Some(title),
        };
        let text = Text::set(&what, face);
        let blocks = [Some(&text.main), text.side.as_ref(), text.caption.as_ref()];
        for block in blocks.into_iter().flatten() {
            for line in &block.lines {
                assert_eq!(&text_of(block.cut(), line), line);
            }
        }
    }
}

#[test]
fn every_catalogue_title_is_drawn_with_the_embedded_fonts() {
    for title in catalogue() {
        let svg = poster(&Poster {
            id: title.id,
            title: title.names.get(1).unwrap_or(&title.names[0]),
            native_title: title.japanese.as_deref(),
            genre: title.genre.as_deref(),
            caption: Some("2013 · TV"),
        });
        for name in &title.names {
            check_letters(name);
        }
        let document = roxmltree::Document::parse(&svg).unwrap();
        let left = document
            .descendants()
            .filter(|node| node.has_tag_name("text") && !node.has_attribute("writing-mode"))
            .filter_map(|node| node.text())
            // The small caption of one title is left to the system's fonts
            .find(|text| *text != "2013 · TV" && text.chars().any(|c| c.is_ascii_alphanumeric()));
        assert_eq!(left, None, "{}: left to the system's fonts", title.names[0]);
    }
}

#[test]
fn ascii_and_the_letters_of_romanised_titles_are_in_the_font() {
    for size in [18, 40, 60, 100] {
        for face in [Face::Narrow, Face::Wide] {
            let cut = Cut::of(face, size);
            for c in (' '..='~').chain("“”‘’…–—·×½²³áéíóúñçßøåāēīōūŌŪšžłđ☆★♪♡♥".chars())
            {
                assert!(cut.has(c), "{c}");
                let glyph = cut.shape(c.encode_utf8(&mut [0; 4])).0[0];
                assert_eq!(
                    Outline::of(cut, glyph.id, 40_000).is_empty(),
                    c == ' ',
                    "{c}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_title_is_drawn(title in "\\PC{0,160}", id: u64, word in "[A-Za-zāēō0-9'“”!?.☆ -]{0,200}") {
        for title in [&title, &word] {
            check_letters(title);
            let what = Poster { id, title, native_title: Some(&word), genre: None, caption: Some(title) };
            check_poster(&what);
            prop_assert_eq!(poster(&what), poster(&what));
        }
    }
}

#[test]
fn card_is_a_png_of_the_size_that_sites_ask_for() {
    for (id, title) in [(1, "Cowboy Bebop"), (2, "進撃の巨人"), (3, "<K> & \"C\"")] {
        let svg = card(&Card {
            id,
            title,
            genre: Some("Action"),
            facts: Some("1998 · TV · 26 episodes"),
        });
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts = document
            .descendants()
            .filter(|node| node.has_tag_name("text"));
        assert_eq!(
            texts.count(),
            0,
            "{title}: a PNG shows no text of the system's fonts"
        );
        let bytes = png(&svg, CARD_WIDTH).unwrap();
        assert!(bytes.len() < 150_000, "{title}: {} bytes", bytes.len());
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        assert_eq!(reader.info().size(), (CARD_WIDTH, CARD_HEIGHT));
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let first = pixels[0];
        assert!(
            pixels.iter().any(|pixel| *pixel != first),
            "{title}: it is blank"
        );
        assert_eq!(bytes, png(&svg, CARD_WIDTH).unwrap(), "{title}");
    }
}

#[test]
fn neighbours_in_the_popular_order_differ() {
    let looks: Vec<Look> = catalogue()
        .iter()
        .map(|title| Look::of(title.id, title.genre.as_deref(), &Composition::ALL))
        .collect();
    let mut alike = 0;
    for pair in looks.windows(2) {
        let [one, two] = pair else {
            unreachable!("windows of two")
        };
        let same = (
            one.composition == two.composition,
            one.pattern == two.pattern,
            one.palette == two.palette,
        );
        assert_ne!(same, (true, true, true), "two neighbours look the same");
        alike += usize::from(same.0 && (same.1 || same.2));
    }
    assert!(alike * 20 < looks.len(), "{alike} neighbours look alike");
}
