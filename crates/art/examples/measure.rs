//! Measures posters and cards of the titles in the built-in catalogue:
//! `cargo run -p mitai-art --release --example measure`

use std::error::Error;
use std::time::{Duration, Instant};

#[path = "sheet/titles.rs"]
mod titles;

use art::{CARD_WIDTH, Card, card, png, poster};
use titles::Title;

const TURNS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let titles = titles::titles()?;
    // Fonts are read on first use
    poster(&titles[0].poster());
    let mut times = Vec::new();
    let mut sizes = Vec::new();
    for title in &titles {
        let drawn = poster(&title.poster());
        let turns = (0..TURNS).map(|_| {
            let begin = Instant::now();
            poster(&title.poster());
            begin.elapsed()
        });
        // The fastest turn counts: others had to share the machine
        times.extend(turns.min());
        sizes.push((drawn.len(), grain(&drawn).to_owned(), title.poster().title));
    }
    times.sort();
    sizes.sort_unstable();
    let median = times.len() / 2;
    println!("{} posters", titles.len());
    println!(
        "time: {} median, {} at most",
        ms(times[median]),
        ms(times[times.len() - 1])
    );
    println!(
        "bytes: {} median, {} at most",
        sizes[median].0,
        sizes[sizes.len() - 1].0
    );
    let mut grains: Vec<&str> = sizes.iter().map(|(_, grain, _)| grain.as_str()).collect();
    grains.sort_unstable();
    for group in grains.chunk_by(|one, other| one == other) {
        println!("step {}: {} posters", group[0], group.len());
    }
    cards(&titles)
}

/// Measures the cards of every tenth title.
fn cards(titles: &[Title]) -> Result<(), Box<dyn Error>> {
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for title in titles.iter().step_by(10) {
        let poster = title.poster();
        let card = card(&Card {
            id: poster.id,
            title: poster.title,
            genre: poster.genre,
            facts: poster.caption,
        });
        let begin = Instant::now();
        sizes.push(png(&card, CARD_WIDTH)?.len());
        times.push(begin.elapsed());
    }
    times.sort();
    sizes.sort_unstable();
    let last = sizes.len() - 1;
    println!(
        "{} cards, PNG: {} median, {} at most; {} bytes median, {} at most",
        sizes.len(),
        ms(times[last / 2]),
        ms(times[last]),
        sizes[last / 2],
        sizes[last]
    );
    Ok(())
}

/// The length of a grid step of the title's letters, as the SVG writes it.
fn grain(svg: &str) -> &str {
    let mark = svg.rsplit(")scale(").nth(1);
    mark.and_then(|rest| rest.split_once(')'))
        .map_or("none", |(step, _)| step)
}

fn ms(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1_000.0)
}
