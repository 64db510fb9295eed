//! Files in other encodings than UTF-8.

use super::*;

/// How often a name stands in notes, which may be longer than what is read at once.
const TIMES: usize = 1_660;
/// "進撃の巨人" in `Shift_JIS`.
const TITAN_SHIFT_JIS: &[u8] = b"\x90\x69\x8c\x82\x82\xcc\x8b\x90\x90\x6c";
/// "Наруто" in windows-1251.
const NARUTO_1251: &[u8] = b"\xcd\xe0\xf0\xf3\xf2\xee";

/// A file with an XML declaration, whose only title is called as these bytes.
fn declared(encoding: &str, name: &[u8]) -> Vec<u8> {
    let start = format!("<?xml version='1.0' encoding = {encoding} ?>\n");
    let notes = name.repeat(TIMES);
    let parts: [&[u8]; 7] = [
        start.as_bytes(),
        b"<myanimelist><anime><series_animedb_id>1</series_animedb_id><series_title>",
        name,
        b"</series_title><my_status>1</my_status><my_comments>x",
        &notes,
        b"</my_comments></anime>",
        b"</myanimelist>",
    ];
    parts.concat()
}

/// The name and the notes of a file's only title.
#[track_caller]
fn named(bytes: &[u8]) -> (String, String) {
    let list = read_bytes(bytes).unwrap();
    let entry = list.rows[0].content.clone().unwrap();
    (entry.title.name.unwrap(), entry.imported.notes)
}

#[test]
fn encoding_that_the_declaration_names_is_read() {
    for (encoding, bytes, name) in [
        ("\"Shift_JIS\"", TITAN_SHIFT_JIS, "進撃の巨人"),
        ("'windows-31j'", TITAN_SHIFT_JIS, "進撃の巨人"),
        ("'windows-1251'", NARUTO_1251, "Наруто"),
        ("'UTF-8'", "Наруто".as_bytes(), "Наруто"),
        // These files were saved anew as UTF-8, with the declaration as it was
        ("'ISO-8859-1'", "Наруто".as_bytes(), "Наруто"),
        ("'Shift_JIS'", "進撃の巨人".as_bytes(), "進撃の巨人"),
        // What is read byte by byte has no two for each, and what nobody knows is read as what most are
        ("'UTF-16'", "Наруто".as_bytes(), "Наруто"),
        ("'x-unknown'", "Наруто".as_bytes(), "Наруто"),
    ] {
        let (read, notes) = named(&declared(encoding, bytes));
        assert_eq!(read, name, "{encoding}");
        assert_eq!(notes.chars().count(), 1 + TIMES * name.chars().count());
        assert!(notes[1..] == name.repeat(TIMES), "{encoding}");
    }
    let (undeclared, _) = named(&declared("'UTF-8'", NARUTO_1251));
    assert_eq!(undeclared, "\u{fffd}".repeat(6));
}

#[test]
fn text_of_two_bytes_is_known_by_its_mark_or_its_declaration() {
    let text = declared("'UTF-16'", "進撃の🗡".as_bytes());
    let text = String::from_utf8(text).unwrap();
    let units = |mark: Option<u16>| mark.into_iter().chain(text.encode_utf16());
    for mark in [Some(0xfeff), None] {
        let little: Vec<u8> = units(mark).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units(mark).flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(named(&bytes), named(text.as_bytes()));
        }
    }
    // A byte order mark wins over the declaration
    let marked = [
        b"\xef\xbb\xbf".to_vec(),
        declared("'Shift_JIS'", "進撃".as_bytes()),
    ]
    .concat();
    assert_eq!(named(&marked).0, "進撃");
}
