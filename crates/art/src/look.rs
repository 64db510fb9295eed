//! What decides how a picture looks: its composition, its colours, and the area it fills.

use crate::face::Face;
use crate::palette::{Family, Palette};
use crate::pattern::Pattern;
use crate::seeded_rng::SeededRng;

/// The composition of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Composition {
    /// Moon and mountains.
    Ridges,
    /// A sun that sets in a sea of waves.
    Sea,
    /// Beams from behind a hill.
    Sunburst,
    /// A sash from corner to corner.
    Sash,
    /// Bands of mist before a patterned sky.
    Mist,
    /// A round window.
    Window,
    /// Rings that spread from the moon.
    Rings,
    /// A folding screen.
    Screen,
    /// A paper band around a patterned cover; posters only.
    Cover,
}

impl Composition {
    pub(crate) const ALL: [Self; 9] = [
        Self::Ridges,
        Self::Sea,
        Self::Sunburst,
        Self::Sash,
        Self::Mist,
        Self::Window,
        Self::Rings,
        Self::Screen,
        Self::Cover,
    ];
}

/// All that is chosen for a picture from a title's id and genre.
pub(crate) struct Look {
    pub(crate) palette: &'static Palette,
    pub(crate) face: Face,
    pub(crate) pattern: Pattern,
    pub(crate) composition: Composition,
    pub(crate) rng: SeededRng,
}

impl Look {
    pub(crate) fn of(id: u64, genre: Option<&str>, compositions: &[Composition]) -> Self {
        let family = Family::of(genre);
        let mut rng = SeededRng::new(id.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x6d69_7461_6921);
        Self {
            composition: *rng.pick(compositions),
            pattern: *rng.pick(&Pattern::ALL),
            palette: rng.pick(&family.moods),
            face: family.face,
            rng,
        }
    }
}

/// The canvas of a scene, in user units.
pub(crate) struct Stage {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// The horizontal middle of the sun or moon.
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) radius: i32,
    /// The height from which on downwards all is ink.
    pub(crate) ground: i32,
    /// The height from which on downwards nothing of the scene shows.
    pub(crate) hidden: i32,
    /// The enlargement of the pattern, in tenths.
    pub(crate) tenths: i32,
}

impl Stage {
    pub(crate) fn is_wide(&self) -> bool {
        self.width > self.height
    }
}
