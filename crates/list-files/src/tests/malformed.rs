//! Rows of XML that are not well formed: each costs itself, and none costs the others.

use super::*;

const WHOLE: &str = "<anime>\n<series_animedb_id>2</series_animedb_id>\n<series_title><![CDATA[B]]></series_title>
    <my_status>2</my_status>\n<my_comments><![CDATA[b]]></my_comments>\n<my_tags><![CDATA[]]></my_tags>\n</anime>\n";

/// A list whose second row, in line 9, is `row`.
fn second(row: &str) -> String {
    format!("<myanimelist>\n{WHOLE}{row}{WHOLE}{WHOLE}</myanimelist>\n")
}

/// Numbers of titles that were taken, or the line of a row that was not.
fn outcomes(text: &str) -> Vec<Result<u32, u64>> {
    let rows = read_text(text).unwrap().rows.into_iter();
    let outcome = |row: Row| match row.content {
        Ok(entry) => Ok(entry.title.mal_id.unwrap().get()),
        Err(RowError::Malformed { line }) => Err(line),
        Err(other) => panic!("{other}"),
    };
    rows.map(outcome).collect()
}

#[test]
fn malformed_row_is_refused_alone() {
    let start = "<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status>";
    for rest in [
        "<my_score>5</anime>",
        "<my_score>5\n",
        "<my_comments>a\n",
        "<my_comments>a</anime>",
        "<my_comments>a<my_score>7</my_score></anime>\n",
        "<my_comments>\nan <anime> of\n<my_score>7</my_score>\n</anime>\n",
        "</my_score></anime>",
        "<my_score>7</my_score></my_score></anime>",
        "",
        "<my_score>7</my_score>",
        "<my_comments>a</myanimelist>b</my_comments></anime>",
        "<my_comments>a</myanimelist>b</my_comments><my_score>7</my_score></anime>",
        "<my_score>5</my_scores><my_comments><![CDATA[</myanimelist>]]></my_comments></anime>",
        "<my_comments><!-- a</my_comments></anime>\n",
        "<my_comments><!-- a</my_comments>\n<my_tags/></anime>",
        "<!-- a</anime>\n",
        "<my_comments><![CDATA[a</my_comments></anime>\n",
        "<my_comments><![CDATA[a</my_comments></anime>",
        "<my_comments><![CDATA[a</my_comments><my_tags><![CDATA[]]></my_tags></anime>",
        "<my_tags><![CDATA[a</my_tags></anime>\n",
        "<my_comments><?xml a</my_comments></anime>\n",
    ] {
        let text = second(&format!("{start}{rest}"));
        assert_eq!(outcomes(&text), [Ok(2), Err(9), Ok(2), Ok(2)], "{rest}");
        let last = format!("<myanimelist>\n{WHOLE}{start}{rest}</myanimelist>");
        assert_eq!(outcomes(&last), [Ok(2), Err(9)], "{rest}");
    }
}

#[test]
fn refused_row_has_its_name_its_number_and_a_reason() {
    let text = second(
        "<anime><series_animedb_id>1</series_animedb_id><series_title>A</series_title><my_score>5</anime>",
    );
    let row = &read_text(&text).unwrap().rows[1];
    assert_eq!((row.number, row.name.as_deref()), (2, Some("A")));
    assert_eq!(row.raw_id.as_deref(), Some("1"));
    assert_eq!(
        row.content.as_ref().unwrap_err().to_string(),
        "It is not well-formed XML: see line 9, where it begins."
    );
}

#[test]
fn line_numbers_are_right_after_an_unclosed_row() {
    let open = "<anime><my_comments><![CDATA[\n\n</my_comments></anime>\n";
    let text =
        format!("<myanimelist>\n{open}{WHOLE}{open}{WHOLE}<anime><my_score></anime></myanimelist>");
    assert_eq!(outcomes(&text), [Err(2), Ok(2), Err(12), Ok(2), Err(22)]);
}

#[test]
fn unclosed_row_does_not_consume_the_rows_after_it() {
    let many = WHOLE.repeat(12_000);
    assert!(many.len() > 2 << 20);
    for open in [
        "<my_comments>a\n",
        "<my_comments><!-- a",
        "<my_comments><?xml a",
    ] {
        let text = format!("<myanimelist><anime>{open}\n{many}</myanimelist>");
        let rows = outcomes(&text);
        assert_eq!((rows.len(), rows[0]), (12_001, Err(1)), "{open}");
        assert!(rows[1..].iter().all(Result::is_ok));
    }
}

#[test]
fn every_one_of_many_malformed_rows_is_refused() {
    let text = "<anime><my_score>5</anime>\n".repeat(20_000);
    let outcomes = outcomes(&format!("<myanimelist>{text}</myanimelist>"));
    assert_eq!(outcomes.len(), 20_000);
    assert_eq!(outcomes[19_999], Err(20_000));
}

#[test]
fn unclosed_rows_are_not_read_again_without_limit() {
    let open = "<anime><my_comments><!-- a\n".repeat(90_000);
    let text = format!("<myanimelist>{open}</myanimelist>");
    assert!(matches!(
        read_text(&text),
        Err(FileError::Unreadable { .. })
    ));
}

#[test]
fn file_that_ends_within_a_row_is_cut_off() {
    let whole = second("<anime><my_score></anime>");
    let cut = |at: usize| read_text(&whole[..at]);
    for at in (20..whole.len() - "</myanimelist>\n".len()).step_by(7) {
        assert!(matches!(cut(at), Err(FileError::Unreadable { .. })), "{at}");
    }
    for open in ["<my_comments>", "<![CDATA[a", "<!-- a", ""] {
        let text = format!("<myanimelist>\n{WHOLE}<anime>{open}");
        let cut_off = FileError::Unreadable {
            line: 9,
            entries: 1,
        };
        assert_eq!(read_text(&text), Err(cut_off));
    }
}

#[test]
fn rows_typed_into_a_cdata_section_are_text() {
    let typed = "x</anime>\n<anime><series_title>C</series_title></myanimelist>";
    let text = second(&format!(
        "<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status>
         <my_comments><![CDATA[{typed}]]></my_comments></anime>"
    ));
    assert_eq!(outcomes(&text), [Ok(2), Ok(1), Ok(2), Ok(2)]);
    let rows = read_text(&text).unwrap().rows;
    assert_eq!(rows[1].content.as_ref().unwrap().imported.notes, typed);
}

#[test]
fn rows_inside_a_comment_are_ignored() {
    let text = second("<!-- <anime>\n</anime>\n<anime></anime> -->\n");
    assert_eq!(outcomes(&text), [Ok(2); 3]);
}

#[test]
fn unclosed_declaration_loses_no_row() {
    let row = |text: &str| {
        format!(
            "<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status>\n\
             <my_comments>{text}</my_comments></anime>\n"
        )
    };
    let text = [row("<?xml a"), WHOLE.into(), row("b?>")].concat();
    let outcomes = outcomes(&format!("<myanimelist>\n{text}</myanimelist>"));
    assert_eq!(outcomes, [Err(2), Ok(2), Ok(1)]);
}

#[test]
fn row_with_a_malformed_start_tag_is_refused() {
    for start in ["<anime", "<anime x=\"1>", "< anime>"] {
        let text = second(&format!(
            "{start}\n<series_animedb_id>1</series_animedb_id><my_comments>1 < 2</my_comments></anime>\n"
        ));
        assert_eq!(outcomes(&text), [Ok(2), Err(9), Ok(2), Ok(2)], "{start}");
    }
}

#[test]
fn name_of_a_refused_row_is_no_longer_than_a_title() {
    let name = "a".repeat(100_000);
    let text = second(&format!("<anime><series_title>{name}</anime>\n"));
    let row = &read_text(&text).unwrap().rows[1];
    assert!(row.content.is_err() && row.name.as_ref().unwrap().len() < 1_000);
}
