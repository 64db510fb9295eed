//! Writes an HTML page with posters, banners and avatars of every title in the built-in catalogue, to look at:
//! `cargo run -p mitai-art --example sheet -- OUT.html`

use std::error::Error;
use std::fmt::Write as _;

mod titles;

use art::{Avatar, Banner, YearCard, YearShape, YearTitle, avatar, banner, poster, year};
use titles::{Title, titles};

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args()
        .nth(1)
        .ok_or("Name the file to write: sheet OUT.html")?;
    let mut page = String::from(
        "<!doctype html><meta charset=utf-8><style>body{margin:16px;background:#0b0d14;font:14px sans-serif;color:#999}
        section{display:flex;flex-wrap:wrap;gap:12px}img{display:block}.light{background:#f6f3ee}</style><section>",
    );
    for title in titles()? {
        let art = poster(&title.poster());
        write!(
            page,
            "<img width=180 height=270 style=border-radius:8px src=\"{}\">",
            data_url(&art)
        )?;
    }
    page.push_str("</section><h2>Banners</h2><section>");
    for title in titles()?.iter().take(24) {
        let art = banner(&Banner {
            id: title.id,
            genre: title.poster().genre,
        });
        write!(
            page,
            "<img width=480 height=270 src=\"{}\">",
            data_url(&art)
        )?;
    }
    page.push_str("</section><h2>Years</h2><section>");
    for (number, some) in (2020..).zip(titles()?.chunks(3).take(6)) {
        for shape in [YearShape::Wide, YearShape::Tall] {
            let art = drawn_year(number, some, shape);
            write!(page, "<img height=400 src=\"{}\">", data_url(&art))?;
        }
    }
    page.push_str("</section><h2>Avatars</h2><section class=light>");
    for name in [
        "Ada Lovelace",
        "山田 太郎",
        "misato",
        "Jean-Luc Picard",
        "さくら",
        "Ω mega",
        "",
        "x9",
        "Mika Wall",
        "장미",
    ] {
        let art = avatar(&Avatar { id: name, name });
        write!(
            page,
            "<img width=80 height=80 style=border-radius:50% src=\"{}\">",
            data_url(&art)
        )?;
    }
    std::fs::write(out, page)?;
    Ok(())
}

/// Draws a year in which these titles were watched.
fn drawn_year(number: u16, watched: &[Title], shape: YearShape) -> String {
    let titles: Vec<YearTitle> = watched
        .iter()
        .map(|title| YearTitle {
            id: title.id,
            names: vec![title.poster().title.to_owned()],
            genre: title.poster().genre.map(str::to_owned),
        })
        .collect();
    let genres: Vec<String> = titles.iter().filter_map(|it| it.genre.clone()).collect();
    year(&YearCard {
        year: number,
        numbers: &[
            ("48".to_owned(), "titles"),
            ("312".to_owned(), "hours"),
            ("611".to_owned(), "episodes"),
        ],
        genres: &genres,
        titles: &titles,
        shape,
    })
}

/// Writes a document as a `data:` address for an image.
fn data_url(svg: &str) -> String {
    let escaped: String = svg.chars().fold(String::new(), |mut text, c| {
        match c {
            '#' => text.push_str("%23"),
            '%' => text.push_str("%25"),
            '&' => text.push_str("%26"),
            '"' => text.push_str("&quot;"),
            other => text.push(other),
        }
        text
    });
    format!("data:image/svg+xml;charset=utf-8,{escaped}")
}
