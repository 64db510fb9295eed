use super::{Room, fit};
use crate::face::Face;
use crate::font::{Cut, EM};

const ROOM: Room = Room {
    width: 340,
    height: 250,
    lines: 6,
    overhang: 0,
};

fn lines(text: &str, size: i32) -> Vec<String> {
    fit(text, Face::Wide, ROOM, &[size]).lines
}

#[test]
fn lines_are_balanced() {
    assert_eq!(
        lines("That Time I Got Reincarnated as a Slime", 40),
        ["That Time I Got", "Reincarnated", "as a Slime"]
    );
}

#[test]
fn short_titles_are_set_large() {
    assert_eq!(fit("K", Face::Wide, ROOM, &[104, 60]).size, 104);
    assert_eq!(
        fit("Assassination Classroom", Face::Wide, ROOM, &[104, 60, 40]).size,
        40
    );
}

#[test]
fn only_long_words_break_after_their_hyphens() {
    assert_eq!(lines("Rent-a-Girlfriend", 50), ["Rent-a-", "Girlfriend"]);
    assert_eq!(lines("Kaguya-sama", 40), ["Kaguya-sama"]);
}

#[test]
fn kinsoku_keeps_marks_off_the_edges() {
    for size in 30..90 {
        let lines = lines(
            "進撃の「巨人」、ソードアート・オンライン！やはり俺の青春ラブコメはまちがっている。",
            size,
        );
        for line in &lines {
            assert!(
                !line.starts_with(['、', '。', '」', 'ー', '・', '！', 'っ']),
                "{lines:?}"
            );
            assert!(!line.ends_with('「'), "{lines:?}");
        }
    }
}

#[test]
fn endless_word_is_broken_and_an_endless_title_cut() {
    let word = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochxy";
    assert_eq!(lines(word, 30).concat(), word);
    let cut = lines(&"very ".repeat(100), 30);
    assert_eq!(cut.len(), 6);
    assert!(cut[5].ends_with("very…"), "{cut:?}");
}

#[test]
fn clusters_stay_whole() {
    let family = "👩\u{200d}👩\u{200d}👧";
    let lines = lines(&family.repeat(30), 40);
    assert!(
        lines
            .iter()
            .all(|line| !line.starts_with('\u{200d}')
                && line.trim_end_matches('…').ends_with('👧')),
        "{lines:?}"
    );
}

#[test]
fn lines_break_before_prepositions() {
    let room = Room { width: 340, ..ROOM };
    let set = fit("Attack on Titan", Face::Narrow, room, &[126]);
    assert_eq!(set.lines, ["Attack", "on Titan"]);
}

#[test]
fn punctuation_hangs_out_of_the_measure() {
    let hanging = Room {
        overhang: 18,
        ..ROOM
    };
    // As wide as the measure with its marks hanging out, so too wide without
    let cut = Cut::of(Face::Wide, 60);
    let quoted = "“Something,”";
    let width = cut.width(quoted) * 60 / EM - 18;
    let size = |room: Room| fit(quoted, Face::Wide, room, &[60, 50]).size;
    assert_eq!(size(Room { width, ..hanging }), 60);
    assert_eq!(size(Room { width, ..ROOM }), 50);
    let block = fit(quoted, Face::Wide, hanging, &[60]);
    assert_eq!(block.hang(quoted), 18 * EM / 60);
    assert_eq!(block.hang("Something"), 0);
}
