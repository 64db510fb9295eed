//! The plots of `docs/performance.md`, drawn from `docs/figures.json` in the web app's colours.

mod from_record;
mod scale;
mod svg;
mod tokens;

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result};

use self::tokens::{Colours, Theme};
use crate::{paths, record::Record};

/// Writes them anew, two files each: one for a light page and one for a dark one.
pub(crate) fn draw() -> Result<()> {
    for (name, svg) in drawn()? {
        fs::write(folder().join(&name), svg).with_context(|| format!("writing {name}"))?;
    }
    Ok(())
}

fn folder() -> PathBuf {
    paths::root().join("docs/pictures")
}

/// Draws all plots; returns the files' names and texts.
fn drawn() -> Result<Vec<(String, String)>> {
    let tokens = paths::web().join("src/ui/tokens.css");
    let tokens = fs::read_to_string(tokens).context("reading the web app's tokens")?;
    let plots = from_record::plots(&Record::read()?)?;
    let mut files = Vec::new();
    for theme in Theme::ALL {
        let colours = Colours::of(theme, &tokens)?;
        let file = |plot: &svg::Plot| {
            let name = format!("{}-{}.svg", plot.name, theme.name());
            (name, plot.svg(&colours))
        };
        files.extend(plots.iter().map(file));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use super::{drawn, folder, scale};

    fn all() -> Vec<(String, String)> {
        drawn().expect("all is recorded that is drawn")
    }

    #[test]
    fn committed_plots_are_current() {
        for (name, svg) in all() {
            let committed = fs::read_to_string(folder().join(&name)).unwrap_or_default();
            assert!(
                committed == svg,
                "docs/pictures/{name} is stale: run `cargo xtask gen`"
            );
        }
    }

    /// The left and the right of a line `<text class="…" x="…" y="…">…</text>`.
    fn extent(line: &str) -> Option<(String, (f64, f64))> {
        let [_, class, _, x, _, y, words] = line
            .strip_prefix("<text")?
            .splitn(7, '"')
            .collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let size = if class.contains("title") {
            19.0
        } else if class.contains("small") {
            12.0
        } else {
            13.5
        };
        let width = scale::width(
            words.trim_start_matches('>').trim_end_matches("</text>"),
            size,
        );
        let x: f64 = x.parse().ok()?;
        let part = if class.contains("middle") {
            0.5
        } else if class.contains("end") {
            1.0
        } else {
            0.0
        };
        let left = x - part * width;
        Some((y.to_owned(), (left, left + width)))
    }

    #[test]
    fn plot_labels_do_not_overflow_or_overlap() {
        for (name, svg) in all() {
            let mut lines: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
            for (y, extent) in svg.lines().filter_map(extent) {
                lines.entry(y).or_default().push(extent);
            }
            assert!(lines.len() > 3, "{name} has words");
            for (y, mut words) in lines {
                words.sort_by(|one, other| one.0.total_cmp(&other.0));
                let (left, right) = (words[0].0, words[words.len() - 1].1);
                assert!(
                    left > 0.0 && right < 640.0,
                    "{name}: {left} to {right} at {y}"
                );
                for [one, next] in words.array_windows() {
                    assert!(one.1 < next.0, "{name}: words at {y} run into each other");
                }
            }
        }
    }

    #[test]
    fn plots_are_small() {
        for (name, svg) in all() {
            assert!(svg.len() < 12_000, "{name} has {} bytes", svg.len());
        }
    }
}
