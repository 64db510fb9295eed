//! Avatars: initials on a pattern.

use crate::face::{Face, is_ideographic};
use crate::lettering::{DETAILS, Lettering, Spot};
use crate::palette::{Colour, FAMILIES, Palette};
use crate::pattern::Pattern;
use crate::seeded_rng::SeededRng;
use crate::svg::{Svg, is_unprintable};
use crate::typeset::Block;

/// The user whom an avatar stands for.
#[derive(Clone, Copy, Debug)]
pub struct Avatar<'a> {
    /// The user's id: it chooses colours and pattern.
    pub id: &'a str,
    /// The display name, in any script; may be empty.
    pub name: &'a str,
}

/// Draws an avatar of 160 by 160 units as an SVG document. What matters lies within the inscribed circle.
pub fn avatar(avatar: &Avatar<'_>) -> String {
    let mut rng = SeededRng::from_text(avatar.id);
    let palette = *rng.pick(&rng.clone().pick(&FAMILIES).moods);
    let Palette {
        ink,
        deep,
        mid,
        accent,
        pale,
    } = palette;
    let pattern = *rng.pick(&Pattern::ALL);
    let mut svg = Svg::open(160, 160, avatar.name);
    svg.put(format_args!(
        r#"<defs><linearGradient id="s" x2="1" y2="1"><stop stop-color="{}"/><stop offset="1" stop-color="{}"/></linearGradient>"#,
        mid.mix(deep, 30),
        deep.mix(ink, 40)
    ));
    pattern.define(&mut svg, &palette, rng.between(7, 10));
    let disc = if rng.coin() { pale } else { accent };
    svg.put(format_args!(
        r#"<clipPath id="c"><circle cx="80" cy="80" r="54"/></clipPath></defs><path d="M0 0H160V160H0Z" fill="url(#s)"/><path d="M0 0H160V160H0Z" fill="url(#p)" opacity=".5"/><circle cx="80" cy="80" r="60" fill="{ink}" opacity=".5"/><circle cx="80" cy="80" r="54" fill="{disc}"/>"#
    ));
    let initials = initials(avatar.name);
    if initials.is_empty() {
        svg.put(format_args!(
            r#"<g clip-path="url(#c)" fill="{ink}"><circle cx="80" cy="68" r="20"/><ellipse cx="80" cy="134" rx="42" ry="40"/></g>"#
        ));
    } else {
        set_initials(&mut svg, &initials, ink);
    }
    svg.close()
}

/// Sets initials in the middle, centred by the height of their capitals.
fn set_initials(svg: &mut Svg, initials: &str, colour: Colour) {
    let mut block = Block::line(initials, Face::Wide, 64, 160);
    if block.width(initials) > 76 {
        block = Block::line(initials, Face::Wide, 50, 160);
    }
    let width = block.width(initials);
    let spot = Spot {
        x: 80 - width / 2,
        top: 80 + block.size * 33 / 100 - block.baseline(),
        width,
        colour,
        weight: 700,
    };
    Lettering::new(svg, DETAILS[0]).write(&block, spot);
}

/// The first letters of the first and the last word; of a Japanese name its first character alone.
fn initials(name: &str) -> String {
    let mut words = name
        .split(|c: char| c.is_whitespace() || c == '-' || c == '_' || c == '.')
        .filter_map(|word| {
            word.chars()
                .find(|c| c.is_alphanumeric() && !is_unprintable(*c))
        });
    let Some(first) = words.next() else {
        return String::new();
    };
    let last = words
        .next_back()
        .filter(|last| !is_ideographic(first) && !is_ideographic(*last));
    first
        .to_uppercase()
        .take(1)
        .chain(last.into_iter().flat_map(char::to_uppercase).take(1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_follow_the_script() {
        for (name, letters) in [
            ("Ada Lovelace", "AL"),
            ("ada king lovelace", "AL"),
            ("misato", "M"),
            ("  Jean-Luc   Picard ", "JP"),
            ("山田 太郎", "山"),
            ("(nobody)", "N"),
            ("élise", "É"),
            ("42", "4"),
            ("…", ""),
            ("", ""),
        ] {
            assert_eq!(initials(name), letters, "{name}");
        }
    }
}
