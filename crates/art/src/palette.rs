//! Colour families, one for each genre, each with three moods.

use std::fmt;

use crate::face::Face;

/// An opaque sRGB colour, `0xRRGGBB`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour(pub(crate) u32);

impl Colour {
    pub(crate) fn channels(self) -> [u32; 3] {
        [self.0 >> 16 & 255, self.0 >> 8 & 255, self.0 & 255]
    }

    /// Mixes this colour with `percent` of another one.
    pub(crate) fn mix(self, other: Self, percent: u32) -> Self {
        let (own, theirs) = (self.channels(), other.channels());
        let channel = |i: usize| (own[i] * (100 - percent) + theirs[i] * percent + 50) / 100;
        Self(channel(0) << 16 | channel(1) << 8 | channel(2))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// The five colours of one picture, from dark to light.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    /// The dark ground on which the title stands.
    pub(crate) ink: Colour,
    pub(crate) deep: Colour,
    pub(crate) mid: Colour,
    /// The colour of sun, moon and rules.
    pub(crate) accent: Colour,
    /// The colour of paper and type.
    pub(crate) pale: Colour,
}

const fn palette(ink: u32, deep: u32, mid: u32, accent: u32, pale: u32) -> Palette {
    Palette {
        ink: Colour(ink),
        deep: Colour(deep),
        mid: Colour(mid),
        accent: Colour(accent),
        pale: Colour(pale),
    }
}

impl Palette {
    /// The light ground of a cover's paper band, for dark text.
    pub(crate) fn paper(&self) -> Colour {
        self.pale.mix(self.accent, 6)
    }

    /// The second colour of text on [`paper`](Self::paper).
    pub(crate) fn on_paper(&self) -> Colour {
        self.accent.mix(self.mid, 50).mix(self.ink, 55)
    }
}

/// The colours of a group of genres, and the face of their titles.
pub(crate) struct Family {
    genres: &'static [&'static str],
    pub(crate) face: Face,
    pub(crate) moods: [Palette; 3],
}

/// From the most telling genre to the least; the first family is the brand's own, for titles whose genre is not known.
pub(crate) const FAMILIES: [Family; 15] = [
    Family {
        genres: &[],
        face: Face::Narrow,
        moods: [
            palette(0x0b_0d14, 0x1b_1f4c, 0x3c_4790, 0xec_5a3c, 0xf8_f1e6),
            palette(0x0d_0c12, 0x2a_1a3a, 0x6a_3a5c, 0xf2_7a4e, 0xf9_efe4),
            palette(0x08_1018, 0x14_304a, 0x35_688c, 0xf0_b06a, 0xf4_f1e8),
        ],
    },
    Family {
        genres: &["Horror"],
        face: Face::Wide,
        moods: [
            palette(0x0a_0607, 0x2c_0a0e, 0x6e_151b, 0xe8_4538, 0xf4_e8dc),
            palette(0x08_0a08, 0x1b_2318, 0x4a_5a3a, 0xc9_d174, 0xf1_f1e0),
            palette(0x0b_080e, 0x27_1a30, 0x56_4062, 0xe6_4c4a, 0xf3_e9ea),
        ],
    },
    Family {
        genres: &["Sports"],
        face: Face::Narrow,
        moods: [
            palette(0x07_0f1e, 0x10_3876, 0x24_6fc0, 0xff_8a3c, 0xff_f3e4),
            palette(0x08_130d, 0x11_472c, 0x2d_884f, 0xff_d24a, 0xf8_f5df),
            palette(0x17_0b0a, 0x5a_1b14, 0xc0_462c, 0xff_c862, 0xff_f2e0),
        ],
    },
    Family {
        genres: &["Gourmet"],
        face: Face::Wide,
        moods: [
            palette(0x17_0c08, 0x54_260f, 0xb2_5a24, 0xff_c46a, 0xff_f2de),
            palette(0x10_130a, 0x39_451b, 0x7b_8938, 0xff_a060, 0xfb_f5e0),
            palette(0x18_0a0e, 0x54_1a26, 0xae_3e42, 0xff_d18e, 0xff_f1e4),
        ],
    },
    Family {
        genres: &["Sci-Fi"],
        face: Face::Narrow,
        moods: [
            palette(0x06_0b18, 0x0d_2450, 0x21_529f, 0x55_d8ea, 0xeb_f6fb),
            palette(0x0a_0a1c, 0x20_1d5e, 0x4a_40b0, 0xff_749f, 0xf3_effc),
            palette(0x05_1319, 0x0b_3542, 0x16_7687, 0x9d_f0ca, 0xea_faf4),
        ],
    },
    Family {
        genres: &["Mystery"],
        face: Face::Wide,
        moods: [
            palette(0x09_120f, 0x17_3328, 0x3d_6950, 0xee_bb62, 0xf5_f0e0),
            palette(0x0b_0e1b, 0x21_294d, 0x4b_598a, 0xf0_d07e, 0xf4_f1e4),
            palette(0x11_0e14, 0x32_273a, 0x6c_5973, 0xda_c2f0, 0xf4_eff6),
        ],
    },
    Family {
        genres: &["Suspense"],
        face: Face::Narrow,
        moods: [
            palette(0x08_0b10, 0x15_212e, 0x39_4f62, 0xe8_573f, 0xf3_f0e9),
            palette(0x0f_0b0b, 0x30_1d1c, 0x70_4438, 0xee_b858, 0xf6_f0e6),
            palette(0x09_0c14, 0x17_2340, 0x3a_4e80, 0xf3_7e5c, 0xf2_f0ed),
        ],
    },
    Family {
        genres: &["Romance", "Boys Love", "Girls Love", "Ecchi"],
        face: Face::Wide,
        moods: [
            palette(0x19_0b16, 0x50_1a3c, 0xae_4a70, 0xf9_bab8, 0xff_f1ed),
            palette(0x16_0d1f, 0x44_235a, 0x93_588f, 0xff_c4a4, 0xff_f2ea),
            palette(0x1a_0d10, 0x54_202b, 0xb6_5c58, 0xff_d4aa, 0xff_f3e8),
        ],
    },
    Family {
        genres: &["Slice of Life"],
        face: Face::Wide,
        moods: [
            palette(0x0e_150e, 0x2c_482b, 0x6c_925f, 0xf8_d28e, 0xf9_f5e6),
            palette(0x0c_151b, 0x23_4e5d, 0x5c_98a1, 0xff_c19d, 0xf9_f4ec),
            palette(0x18_120c, 0x52_3f2a, 0xa5_885e, 0xf4_926e, 0xfb_f4e6),
        ],
    },
    Family {
        genres: &["Supernatural"],
        face: Face::Wide,
        moods: [
            palette(0x09_0c1a, 0x1c_2150, 0x3e_4e9a, 0xa2_e2da, 0xef_f6f4),
            palette(0x0e_0a1c, 0x32_1a57, 0x6a_3a9a, 0xe2_a9ff, 0xf6_effc),
            palette(0x07_1413, 0x11_3a39, 0x2c_796f, 0xe8_da9e, 0xf3_f4e8),
        ],
    },
    Family {
        genres: &["Comedy"],
        face: Face::Narrow,
        moods: [
            palette(0x19_0e14, 0x4c_1e30, 0xb8_583d, 0xfb_c24e, 0xff_f4df),
            palette(0x0c_1425, 0x1f_3f6e, 0x4d_85b3, 0xff_d060, 0xff_f5e1),
            palette(0x16_1109, 0x46_321a, 0xa6_792e, 0xff_8d5f, 0xff_f3de),
        ],
    },
    Family {
        genres: &["Fantasy"],
        face: Face::Wide,
        moods: [
            palette(0x0f_0c20, 0x2a_1f5c, 0x5c_4aa8, 0xf3_d28e, 0xf6_f1e8),
            palette(0x07_1320, 0x12_3b50, 0x2e_7b86, 0xbc_e5c9, 0xef_f5ed),
            palette(0x0d_0d24, 0x26_286b, 0x54_60b5, 0xf5_a9c2, 0xf6_f0fa),
        ],
    },
    Family {
        genres: &["Drama", "Award Winning", "Avant Garde"],
        face: Face::Wide,
        moods: [
            palette(0x0a_0e1e, 0x1a_2650, 0x49_5798, 0xf2_b390, 0xf6_efe8),
            palette(0x0e_1117, 0x26_2f3e, 0x5c_6e86, 0xea_cca4, 0xf4_f1ea),
            palette(0x14_0e1a, 0x37_2349, 0x7c_598e, 0xf4_b9a3, 0xf8_efeb),
        ],
    },
    Family {
        genres: &["Adventure"],
        face: Face::Narrow,
        moods: [
            palette(0x06_1318, 0x0c_3540, 0x1e_7076, 0xf6_ad62, 0xf8_efdd),
            palette(0x07_111f, 0x11_395c, 0x2e_7e9e, 0xf7_c86c, 0xf5_f0e2),
            palette(0x0b_150f, 0x1b_3e2c, 0x4a_7f58, 0xf2_b660, 0xf6_f1de),
        ],
    },
    Family {
        genres: &["Action"],
        face: Face::Narrow,
        moods: [
            palette(0x13_090c, 0x3c_0f16, 0x8e_2520, 0xf2_5d3c, 0xfd_eedf),
            palette(0x0f_0b14, 0x2b_1230, 0x7a_203c, 0xff_6e4c, 0xfb_e9dc),
            palette(0x12_0f0b, 0x34_200f, 0x8a_4a18, 0xf4_9d34, 0xfd_f0da),
        ],
    },
];

impl Family {
    /// The family of a genre by its English name, in upper or lower case; the first family for an unknown genre.
    pub(crate) fn of(genre: Option<&str>) -> &'static Self {
        let known = genre.and_then(|genre| FAMILIES.iter().find(|family| family.has(genre.trim())));
        known.unwrap_or(&FAMILIES[0])
    }

    fn has(&self, genre: &str) -> bool {
        self.genres
            .iter()
            .any(|known| known.eq_ignore_ascii_case(genre))
    }
}

/// The genre that tells most about a title, to draw it by: "Horror" says more than "Action".
pub fn leading_genre<'a>(genres: &[&'a str]) -> Option<&'a str> {
    FAMILIES
        .iter()
        .find_map(|family| genres.iter().copied().find(|genre| family.has(genre)))
}

#[cfg(test)]
mod tests {
    use super::{Colour, FAMILIES, Palette, leading_genre};

    /// The contrast of two colours as WCAG 2.2 defines it.
    fn contrast(one: Colour, other: Colour) -> f64 {
        let luminance = |colour: Colour| {
            let [red, green, blue] = colour.channels().map(|channel| {
                let share = f64::from(channel) / 255.0;
                if share <= 0.040_45 {
                    share / 12.92
                } else {
                    ((share + 0.055) / 1.055).powf(2.4)
                }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        (one / other).max(other / one)
    }

    #[test]
    fn text_stands_out_in_every_palette() {
        for palette in FAMILIES.iter().flat_map(|family| family.moods) {
            let Palette {
                ink, accent, pale, ..
            } = palette;
            // The scrim under a title leaves 6 % of what is behind it: at worst the sun.
            let scrim = accent.mix(ink, 94);
            for (text, ground) in [
                (pale, scrim),
                (accent, scrim),
                (ink, palette.paper()),
                (palette.on_paper(), palette.paper()),
                (ink, accent),
            ] {
                assert!(
                    contrast(text, ground) >= 4.5,
                    "{text} on {ground}: {:.1}",
                    contrast(text, ground)
                );
            }
        }
    }

    #[test]
    fn most_specific_genre_leads() {
        assert_eq!(
            leading_genre(&["Action", "Fantasy", "Horror"]),
            Some("Horror")
        );
        assert_eq!(leading_genre(&["Action", "Adventure"]), Some("Adventure"));
        assert_eq!(leading_genre(&["Unheard of"]), None);
    }
}
