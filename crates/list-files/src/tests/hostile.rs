//! Files that were made to harm, and files that are no lists.

use std::io::Write as _;

use domain::anime_list::Status;
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;

use super::*;

fn packed(parts: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for part in parts {
        packed.write_all(&part).unwrap();
    }
    packed.finish().unwrap()
}

#[test]
fn document_type_is_refused_before_its_entities_are_read() {
    let laughs = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;\">]>\
                  <myanimelist><anime>&lol2;</anime></myanimelist>";
    assert_eq!(read_text(laughs), Err(FileError::DocumentType));
    let behind = laughs.replace(
        "<myanimelist>",
        "<!-- a --><?xml-note?><!DOCTYPE b><myanimelist>",
    );
    assert_eq!(read_text(&behind), Err(FileError::DocumentType));
}

#[test]
fn packed_zeros_are_refused() {
    let zeros = packed((0..64).map(|_| vec![0; 1 << 20]));
    assert_eq!(read_bytes(&zeros), Err(FileError::TooLarge));
    let blanks = packed((0..64).map(|_| vec![b' '; 1 << 20]));
    assert_eq!(read_bytes(&blanks), Err(FileError::TooLarge));
}

#[test]
fn element_without_end_is_refused_once_it_is_too_large() {
    let open = b"<myanimelist><anime><my_comments>".to_vec();
    let bomb = packed(std::iter::once(open).chain((0..64).map(|_| vec![b'x'; 1 << 20])));
    assert_eq!(read_bytes(&bomb), Err(FileError::TooLarge));
    let json = b"[{\"target_id\":1,\"target_type\":\"".to_vec();
    let bomb = packed(std::iter::once(json).chain((0..64).map(|_| vec![b'x'; 1 << 20])));
    assert_eq!(read_bytes(&bomb), Err(FileError::TooLarge));
}

#[test]
fn deep_nesting_is_refused() {
    for text in [
        "[".repeat(100_000),
        "{\"data\":".repeat(100_000),
        "{\"data\":".repeat(2_000_000),
    ] {
        assert_eq!(
            read_text(&text),
            Err(FileError::NotAList),
            "{}",
            &text[..20]
        );
    }
    let closed = format!(
        "<myanimelist>{}{}</myanimelist>",
        "<a>".repeat(100_000),
        "</a>".repeat(100_000)
    );
    assert_eq!(read_text(&closed), Err(FileError::NotAList));
    for deep in ["<myanimelist>", "<a>"] {
        let deep = format!("<myanimelist>{}", deep.repeat(1_000_000));
        assert_eq!(read_text(&deep), Err(FileError::TooLarge));
    }
}

#[test]
fn truncated_file_is_refused_with_the_line() {
    let text = "<myanimelist>\n<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status></anime>\n<anime><seri";
    assert!(matches!(
        read_text(text),
        Err(FileError::Unreadable {
            line: 3,
            entries: 1
        })
    ));
    let closed = "<myanimelist>\n<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status></anime>\n";
    assert!(matches!(
        read_text(closed),
        Err(FileError::Unreadable {
            line: 3,
            entries: 1
        })
    ));
    let json = "[{\"target_id\":1,\"target_type\":\"Anime\",\"status\":\"completed\"},\n{\"targ";
    assert!(matches!(
        read_text(json),
        Err(FileError::Unreadable {
            line: 2,
            entries: 1
        })
    ));
    let whole = packed([closed.as_bytes().to_vec()]);
    assert_eq!(
        read_bytes(&whole[..whole.len() - 12]),
        Err(FileError::Damaged)
    );
}

#[test]
fn truncated_single_line_file_error_counts_the_readable_entries() {
    let entry = "<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status></anime>";
    let of_xml = |count| format!("<myanimelist>{}<anime><seri", entry.repeat(count));
    let entry = "{\"target_id\":1,\"target_type\":\"Anime\",\"status\":\"completed\"},";
    let of_json = |count| format!("[{}{{\"targ", entry.repeat(count));
    for (text, part) in [
        (of_xml(0), "not even its first entry"),
        (of_xml(1), "only its first entry"),
        (of_xml(2), "only its first 2 entries"),
        (of_json(0), "not even its first entry"),
        (of_json(1), "only its first entry"),
        (of_json(2), "only its first 2 entries"),
    ] {
        let error = read_text(&text).unwrap_err();
        let sentence = format!(
            "This file cannot be read to its end, {part}. It may be cut off: please export your list again."
        );
        assert_eq!(error.to_string(), sentence);
    }
    let lines = of_xml(2).replace("</anime>", "</anime>\n");
    let below_a_declaration = format!("<?xml version=\"1.0\"?>\n{}", of_xml(2));
    for (text, line) in [(lines, 3), (below_a_declaration, 2)] {
        let error = read_text(&text).unwrap_err().to_string();
        let sentence = format!(
            "This file cannot be read to its end, only its first 2 entries. Reading ends in line {line}."
        );
        assert!(error.starts_with(&sentence), "{error}");
    }
}

#[test]
fn file_that_is_no_list_is_refused() {
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    assert_eq!(read_bytes(&picture), Err(FileError::NotAList));
    for text in [
        "<html><body>Sign in</body></html>",
        "<!DOCTYPE html><html><body>Sign in</body></html>",
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<html></html>",
        "<!doctype html><html></html>",
        "{\"error\":\"no\"}",
        "[1,2,3]",
        "[null,[]]",
        "{\"a\":{\"b\":[{}]}}",
        "hello",
        "\"text\"",
    ] {
        assert_eq!(read_text(text), Err(FileError::NotAList), "{text}");
    }
}

#[test]
fn packed_file_that_cannot_be_unpacked_here_is_named() {
    let list = b"<myanimelist></myanimelist>".to_vec();
    let twice = packed([packed([list])]);
    assert_eq!(read_bytes(&twice), Err(FileError::PackedTwice));
    let zip = b"PK\x03\x04\x14\0\0\0\x08\0, list.xml".to_vec();
    assert_eq!(read_bytes(&zip), Err(FileError::Zip));
    assert_eq!(read_bytes(&packed([zip])), Err(FileError::Zip));
}

#[test]
fn binary_data_is_not_taken_for_a_csv() {
    // The bytes come from a random number generator, with a comma among them
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    for length in [300, 5_000] {
        let mut bytes = b"a,".to_vec();
        bytes.extend((0..length).map(|_| next()));
        assert_eq!(read_bytes(&bytes), Err(FileError::NotAList));
    }
    let few = only("Title,Status\nNaru\u{1}to,Completed\n");
    assert_eq!(few.title.name.as_deref(), Some("Naruto"));
    // A text in another encoding, or with a stray control character, is one all the same
    let rows = b"Pok\xe9mon,\n".repeat(20);
    let latin = [b"Film,Note\nNaruto,\x01\n".to_vec(), rows].concat();
    let refused = read_bytes(&latin);
    assert!(matches!(refused, Err(FileError::UnknownColumns { .. })));
}

proptest! {
    #[test]
    fn no_bytes_break_a_reader(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_bytes(&bytes);
    }

    #[test]
    fn no_text_of_a_row_breaks_a_reader(text in "[<>&;\\[\\]{}\":,a-z0-9 \n-]{0,200}") {
        let _ = read_text(&format!("<myanimelist><anime>{text}</anime></myanimelist>"));
        let _ = read_text(&format!(
            "<myanimelist><anime>{text}</anime>\n<anime><my_comments>{text}</my_comments>{text}<anime></myanimelist>{text}"
        ));
        let _ = read_text(&format!("[{{\"target_id\":1,\"target_type\":\"{text}"));
        let _ = read_text(&format!("media_id,source,media_type\n{text}"));
    }
}

#[test]
fn embedded_raw_json_marker_is_not_parsed() {
    const DEPTH: usize = 110;
    let mut json = String::from("1");
    for _ in 0..150 {
        let escaped = json.replace('\\', "\\u005c").replace('"', "\\u0022");
        let raw = format!("{{\"$serde_json::private::RawValue\":\"{escaped}\"}}");
        json = format!("{}{raw}{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
    }
    let text = format!(
        "[{{\"target_id\":1,\"target_type\":\"Anime\",\"status\":\"watching\",\"text\":{json}}}]"
    );
    assert_eq!(only(&text).imported.status, Some(Status::Watching));
}
