//! Faces, and what is known of characters.
//!
//! What the font lacks is left to the system's fonts. The reader's are not known, so their widths are estimated, on the
//! wide side for every font in the stacks.

/// A voice for titles. Both are our font; they differ in width, and in what stands in for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    /// Tall and narrow; Japanese in gothic.
    Narrow,
    /// Wide and calm; Japanese in mincho.
    Wide,
}

impl Face {
    /// The value of `font-family` for characters that our font lacks.
    pub(crate) fn stack(self) -> &'static str {
        match self {
            Self::Narrow => "'Hiragino Sans','Yu Gothic','Noto Sans CJK JP',sans-serif",
            Self::Wide => "'Hiragino Mincho ProN','Yu Mincho','Noto Serif CJK JP',serif",
        }
    }
}

/// The advance of a bold character of the system's fonts, in thousandths of an em.
pub(crate) fn system_advance(c: char) -> i32 {
    match c {
        c if is_joined(c) => 0,
        ' ' => 290,
        '\u{ff61}'..='\u{ff9f}' => 550,
        c if is_ideographic(c) => 1000,
        '\u{1f000}'..='\u{1fbff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' => 1350,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '&' => 1080,
        '!'..='\u{24f}' => 790,
        '\u{370}'..='\u{52f}' => 870,
        _ => 940,
    }
}

/// Marks, joiners and modifiers that belong to the character before them.
pub(crate) fn is_joined(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{200b}'..='\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{3099}' | '\u{309a}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// Whether Japanese and Chinese text may be broken between this character and another.
pub(crate) fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Letters of Hebrew, Arabic and their kin, which run from right to left.
pub(crate) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Whether text begins with letters that run from left to right, or has none.
pub(crate) fn is_left_to_right(text: &str) -> bool {
    !text
        .chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(is_right_to_left)
}

/// Whether a character may not begin a line, by the Japanese rules called kinsoku.
pub(crate) fn is_barred_from_line_start(c: char) -> bool {
    is_joined(c) || "、。，．・：；？！゛゜ー―…‥」』】）〉》〕］｝々ゝヽ〜～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.!?:;)]}%☆★♪♡♥".contains(c)
}

/// Whether a character may not end a line, by the Japanese rules called kinsoku.
pub(crate) fn is_barred_from_line_end(c: char) -> bool {
    "「『【（〈《〔［｛([{".contains(c)
}
