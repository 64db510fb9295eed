//! Pictures of years.

use std::collections::HashSet;

use crate::{YearCard, YearShape, YearTitle, png, year};

fn title(id: u64, names: &[&str]) -> YearTitle {
    YearTitle {
        id,
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        genre: Some("Drama".into()),
    }
}

/// As the posters of all titles in the catalogue are, and of such as no catalogue has.
fn titles() -> Vec<YearTitle> {
    vec![
        title(
            1,
            &["That Time I Got Reincarnated as a Slime: Scarlet Bond"],
        ),
        title(2, &["進撃の巨人", "Shingeki no Kyojin"]),
        title(3, &["<K> url(#s) id=\"s\" & \u{202e}"]),
    ]
}

fn draw(titles: &[YearTitle], shape: YearShape) -> String {
    let number = |number: &str, what| (number.to_owned(), what);
    year(&YearCard {
        year: 2026,
        numbers: &[
            number("1,021", "titles"),
            number("10,312", "hours"),
            number("1,021,611", "episodes"),
        ],
        genres: &["Award Winning".into(), "Sci-Fi".into()],
        titles,
        shape,
    })
}

#[test]
fn posters_on_one_picture_have_distinct_ids() {
    for shape in [YearShape::Wide, YearShape::Tall] {
        let svg = draw(&titles(), shape);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let ids: Vec<_> = document
            .descendants()
            .filter_map(|node| node.attribute("id"))
            .collect();
        let different: HashSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), different.len(), "{ids:?}");
        let attributes = document.descendants().flat_map(|node| node.attributes());
        for attribute in attributes {
            let value = attribute.value();
            let painted = value
                .strip_prefix("url(#")
                .and_then(|it| it.strip_suffix(')'));
            let repeated = value
                .strip_prefix('#')
                .filter(|_| attribute.name() == "href");
            if let Some(id) = painted.or(repeated) {
                assert!(different.contains(&id), "{value}");
            }
        }
    }
}

#[test]
fn picture_has_a_poster_for_each_title_and_three_at_most() {
    for count in 0..5 {
        let titles: Vec<_> = titles().into_iter().cycle().take(count).collect();
        let svg = draw(&titles, YearShape::Wide);
        assert_eq!(svg.matches("viewBox=\"0 0 400 600\"").count(), count.min(3));
    }
}

#[test]
fn no_text_is_left_to_the_fonts_of_the_system() {
    let svg = draw(&titles(), YearShape::Tall);
    assert!(!svg.contains("<text"), "a PNG would not show it");
    // One title has no name that our font has, the other has one
    let unnamed = draw(&[title(2, &["進撃の巨人"])], YearShape::Tall);
    let named = draw(&titles()[1..2], YearShape::Tall);
    assert!(named.len() > unnamed.len() + 500);
}

#[test]
fn picture_has_the_size_of_its_shape() {
    for (shape, size) in [
        (YearShape::Wide, (1200, 630)),
        (YearShape::Tall, (1080, 1920)),
    ] {
        let bytes = png(&draw(&titles(), shape), shape.width()).unwrap();
        assert!(bytes.len() < 500_000, "{} bytes", bytes.len());
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        assert_eq!(reader.info().size(), size);
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let first = pixels[0];
        assert!(pixels.iter().any(|pixel| *pixel != first), "it is blank");
    }
}
