//! How well names fit titles.

use crate::fold::{fold, fold_case};

/// How well a name fits a title that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameFit {
    /// The name is a further one of the title, or differs from a main one in more than signs.
    Further,
    /// The name is a main one of the title but for signs and accents.
    Main,
    /// The name is a main one of the title with its signs, which tell some sequels apart.
    ToTheLetter,
}

impl NameFit {
    /// Returns how well `name` fits a title of these main names: the title, the English and the Japanese one.
    pub fn of(name: &str, main: [Option<&str>; 3]) -> Self {
        let is_any = |form: fn(&str) -> String| {
            let wanted = form(name);
            main.into_iter().flatten().any(|it| form(it) == wanted)
        };
        if is_any(fold_case) {
            Self::ToTheLetter
        } else if is_any(fold) {
            Self::Main
        } else {
            Self::Further
        }
    }
}
