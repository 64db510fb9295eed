//! The web app's colours, read from where they are named.

use anyhow::{Context as _, Result};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub(super) const ALL: [Self; 2] = [Self::Light, Self::Dark];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The colours that plots are drawn in, by the names of their tokens.
pub(super) struct Colours {
    pub(super) bg: String,
    pub(super) line: String,
    pub(super) field: String,
    pub(super) text: String,
    pub(super) muted: String,
    pub(super) accent: String,
    pub(super) cool: String,
}

impl Colours {
    /// Reads the colours of a theme from `css`, the text of `web/src/ui/tokens.css`.
    pub(super) fn of(theme: Theme, css: &str) -> Result<Self> {
        let token = |name| {
            colour(name, theme, css).with_context(|| format!("tokens.css has no colour {name}"))
        };
        Ok(Self {
            bg: token("bg")?,
            line: token("line")?,
            field: token("field")?,
            text: token("text")?,
            muted: token("muted")?,
            accent: token("accent")?,
            cool: token("cool")?,
        })
    }
}

fn colour(name: &str, theme: Theme, css: &str) -> Option<String> {
    let (_, value) = css.split_once(&format!("--color-{name}: light-dark("))?;
    let (light, dark) = value.split_once(')')?.0.split_once(',')?;
    let colour = match theme {
        Theme::Light => light,
        Theme::Dark => dark,
    };
    Some(colour.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Theme, colour};

    #[test]
    fn colour_is_that_of_the_theme() {
        let css =
            "--color-text: light-dark(#111111, #222222);\n--color-text-2: light-dark(#3, #4);";
        let of = |theme| colour("text", theme, css);
        assert_eq!(of(Theme::Light).as_deref(), Some("#111111"));
        assert_eq!(of(Theme::Dark).as_deref(), Some("#222222"));
        assert_eq!(colour("accent", Theme::Dark, css), None);
    }
}
