//! Kana as it is read: `しんげき` finds `進撃の巨人` by its name in Latin letters.

use unicode_normalization::UnicodeNormalization;

/// The reading of `text` in Latin letters; `None` unless all its letters are kana.
pub(crate) fn reading(text: &str) -> Option<String> {
    let mut letters = text.nfkc().filter(|c| c.is_alphabetic()).peekable();
    letters.peek()?;
    if !letters.all(is_kana) {
        return None;
    }
    let text: String = text.nfkc().collect();
    Some(wana_kana::ConvertJapanese::to_romaji(text.as_str()))
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}')
}
