//! What programs write wrongly into XML and JSON and can be mended on the way.

use std::io::{BufReader, Cursor};

use proptest::prelude::*;

use super::*;
use crate::{
    bare_less_than::BareLessThan,
    json::LoneSurrogates,
    text_filter::{FilteredText, TextFilter},
};

/// The text that a filter makes of `text`, which comes in pieces of `piece` bytes.
fn mended(text: &str, filter: impl TextFilter, piece: usize) -> String {
    let pieces = BufReader::with_capacity(piece, Cursor::new(text));
    let mut mended = String::new();
    let mut filtered = FilteredText::new(OneByOne(pieces), filter);
    filtered.read_to_string(&mut mended).unwrap();
    mended
}

/// A reader that gives out no more at once than its buffer has.
struct OneByOne<R>(BufReader<R>);

impl<R: Read> Read for OneByOne<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let available = self.0.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.0.consume(count);
        Ok(count)
    }
}

fn notes(comment: &str) -> String {
    only(&format!(
        "<?xml version=\"1.0\"?><!-- a < b --><myanimelist><anime><series_animedb_id>1</series_animedb_id>
         <my_status>1</my_status><my_comments>{comment}</my_comments><my_score/></anime></myanimelist>"
    ))
    .imported
    .notes
}

#[test]
fn less_than_sign_outside_markup_is_text() {
    for text in [
        "3 < 4",
        "a <3 b",
        "</3",
        "x<y",
        "x<y and y>z",
        "x <y, <<z,1 <y z> <",
        "<- <= <> <! <!! <!- <? <?! & &<3",
        "<![CDAT, <あ",
        "dub <sub => 8/10 <z = 3>",
        "what <!no way",
        "wtf <?really ?>",
    ] {
        assert_eq!(notes(text), text);
    }
    assert_eq!(
        notes("<![CDATA[a <b> < &lt; ]]]]><![CDATA[> c <!--]]> <!-- <3 > -- --> <3"),
        "a <b> < < ]]> c <!--  <3"
    );
    assert_eq!(notes("<?xml-note a < b > c?>said &lt; &#60;"), "said < <");
}

#[test]
fn tags_typed_into_a_comment_are_text() {
    for text in [
        "<b>bold</b>",
        "a <b>b",
        "a </b> <c d=\"e\">f</g></i>",
        "<i><i></i></i></i><anime/> <my_score>7</my_score>",
        "<anime>Naruto</anime>, <my_comments><my_comments></my_comments></my_comments>",
        "<b>< 3</b>",
        "<img src='x> \"<a href=\"y>, it's <3",
        "<a b='>'>, </i x='a>",
        "what a <my_comments> is",
        "<my_comments> <my_comments></my_comments> <anime>",
        "<!DOCTYPE html> <!DOCTYPE",
    ] {
        assert_eq!(notes(text), text);
    }
    assert_eq!(notes("a<br>b<br/>c<br />d"), "a\nb\nc\nd");
    assert_eq!(
        notes("<b>&amp;</b><![CDATA[<u></my_comments>]]>"),
        "<b>&</b><u></my_comments>"
    );
}

#[test]
fn typed_tags_do_not_affect_the_text_after_them() {
    let typed = "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status>
        <my_comments><b></my_comments><my_score>7</my_score></anime><anime><series_title>Naruto</series_title>
        <my_status>2</my_status><my_comments></b><img src='></my_comments><my_tags>a</my_tags></anime><anime>
        <series_title>Journey's End</series_title><my_status>3</my_status></anime></myanimelist>";
    let rows = read_text(typed).unwrap().rows;
    let imported = |row: usize| &rows[row].content.as_ref().unwrap().imported;
    assert_eq!(imported(0).score.unwrap().get(), 70);
    assert_eq!(imported(0).notes, "<b>");
    assert_eq!(imported(1).notes, "</b><img src='>");
    assert!(imported(1).tags.contains("a"));
    assert_eq!(rows.len(), 3);
}

#[test]
fn less_than_does_not_hide_that_a_file_is_cut_off() {
    let text = "<myanimelist>\n<anime><series_animedb_id>1</series_animedb_id>\n<my_comments>3 < 4";
    let cut_off = FileError::Unreadable {
        line: 3,
        entries: 0,
    };
    assert_eq!(read_text(text), Err(cut_off));
    assert_eq!(read_text("<3 anime"), Err(FileError::NotAList));
}

#[test]
fn long_text_after_less_than_is_text() {
    let text = format!("1 <{}", "y".repeat(9_000));
    assert_eq!(notes(&text), text);
    let text = format!("1 <y {}", "y ".repeat(4_500));
    assert_eq!(notes(&text), text.trim());
    let text = format!("see <later https://x/?id=1 {}", "y".repeat(9_000));
    assert_eq!(notes(&text), text);
    let text = format!("see <a href=\"{}\">this</a>", "y".repeat(9_000));
    assert_eq!(notes(&text), text);
}

#[test]
fn lone_surrogate_is_replaced_anywhere() {
    let row = r#""target_id":1,"target_type":"Anime","status":"watching","text":"#;
    for (escaped, notes) in [
        (r"a\ud83d", "a\u{fffd}"),
        (r"\uDE00b", "\u{fffd}b"),
        (r"\ud83d\ud83d\ude00", "\u{fffd}\u{1f600}"),
        (
            r"\ud83d\n\\ud83d\\\ud83d\u0041",
            "\u{fffd}\n\\ud83d\\\u{fffd}A",
        ),
    ] {
        let text = format!(r#"{{"\ud83d":{{}},"list":[{{{row}"{escaped}","\udead":0}}]}}"#);
        assert_eq!(only(&text).imported.notes, notes, "{text}");
    }
    let row_that_is_none = format!(r#"[{{{row}"a"}},"\ud83d"]"#);
    let rows = read_text(&row_that_is_none).unwrap().rows;
    let why = rows[1].content.as_ref().unwrap_err().to_string();
    assert_eq!(why, "It cannot be read: \"\u{fffd}\" is not an object.");
}

/// Well-formed XML, with `<` only where it begins markup.
fn well_formed() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z0-9 >&;あ!?/-]{0,9}",
        "<[a-z:_é][a-z0-9.-]{0,5}>",
        "</[a-z]{1,5} ?>",
        "<[a-z]{1,5} [a-z]{1,3} ?= ?\"[a-z '>/?]{0,5}\"/?>",
        "<!--[a-z< >]{0,9}-->",
        "<!\\[CDATA\\[[a-z<>& ]{0,9}\\]\\]>",
        "<\\?xml[a-z<> ]{0,9}\\?>",
    ];
    prop::collection::vec(part, 0..20).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn well_formed_xml_passes_as_it_is(text in well_formed(), piece in 1..40_usize) {
        prop_assert_eq!(mended(&text, BareLessThan::default(), piece), text);
    }

    #[test]
    fn xml_is_repaired_the_same_in_any_chunks(text in "[<>/!?\\[\\]CDAT =\"'a3-]{0,80}", piece in 1..9_usize) {
        let whole = mended(&text, BareLessThan::default(), 1_000);
        prop_assert_eq!(whole.replace("&lt;", "<"), text.clone());
        prop_assert_eq!(mended(&text, BareLessThan::default(), piece), whole);
    }

    #[test]
    fn json_of_whole_characters_passes_as_it_is(text: String, piece in 1..40_usize) {
        let plain = serde_json::to_string(&text).unwrap();
        let units = text.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
        let escaped = format!("\"{}\"", units.collect::<String>());
        for json in [plain, escaped] {
            prop_assert_eq!(mended(&json, LoneSurrogates::default(), piece), json);
        }
    }

    #[test]
    fn escaped_utf16_units_decode_lossily(units in prop::collection::vec(prop_oneof![0xd7ff..0xe001_u16, any::<u16>()], 0..20), piece in 1..20_usize) {
        let escaped = units.iter().map(|unit| format!("\\u{unit:04X}"));
        let json = mended(&format!("\"{}\"", escaped.collect::<String>()), LoneSurrogates::default(), piece);
        prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), String::from_utf16_lossy(&units));
    }
}
