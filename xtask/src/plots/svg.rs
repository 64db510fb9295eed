//! A plot as SVG: on each line a label, its numbers, and marks where these are. The names of series stand
//! over their numbers, so that there is no legend.

use serde::Deserialize;

use super::{
    scale::{Scale, around, number, step, width},
    tokens::Colours,
};

/// The series that a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Series {
    Ours,
    /// The second kind of Mitai's own numbers, where there are two.
    Second,
    Yardstick,
    OtherYardstick,
}

impl Series {
    /// Returns the series' class in the style sheet.
    fn class(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Second => "second",
            Self::Yardstick => "yardstick",
            Self::OtherYardstick => "other",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Marks {
    /// A bar from zero to each number.
    Bars,
    /// A dot at each number.
    Dots,
    /// Two numbers and a line between them, on a logarithmic scale.
    Ranges,
}

pub(super) struct Plot {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) marks: Marks,
    /// The number at which the scale of dots begins.
    pub(super) from: f64,
    /// The words over the columns of numbers.
    pub(super) heads: Vec<String>,
    pub(super) groups: Vec<Group>,
    /// The words on when and where the numbers were measured.
    pub(super) source: String,
}

/// The rows under one heading, which have the same limits.
pub(super) struct Group {
    pub(super) heading: String,
    /// The unit that is written after the numbers of bars; groups of one unit have one scale.
    pub(super) unit: String,
    pub(super) rows: Vec<Row>,
    /// The limits of the group, from the least to the largest.
    pub(super) limits: Vec<Limit>,
}

pub(super) struct Row {
    pub(super) label: String,
    pub(super) values: Vec<(f64, Series)>,
}

pub(super) struct Limit {
    pub(super) value: f64,
    /// The series whose limit this is, where each series has its own; `None` for all.
    pub(super) series: Option<Series>,
    pub(super) text: String,
}

const WIDTH: f64 = 640.0;
const MARGIN: f64 = 26.0;
/// The room that is kept free beside the largest number, for the words of limits.
const SLACK: f64 = 46.0;
/// The room between the columns.
const GAP: f64 = 18.0;
const ROW: f64 = 23.0;
const HEADING: f64 = 30.0;
const BETWEEN_GROUPS: f64 = 6.0;
/// The sizes of type; the small one is that of heads, limits, ticks and source.
const SIZE: f64 = 13.5;
const SMALL: f64 = 12.0;
/// The distance from the middle of a line down to the baseline of its type.
const BASELINE: f64 = 4.7;

/// The places where the columns of numbers end, and between which the marks are.
struct Columns {
    ends: Vec<f64>,
    marks: (f64, f64),
}

impl Plot {
    pub(super) fn svg(&self, colours: &Colours) -> String {
        let columns = self.columns();
        let mut drawn = String::new();
        let mut y = 65.0;
        drawn += &text(MARGIN, 43.0, "title", &self.title);
        drawn += &text(MARGIN, y, "muted", &self.subtitle);
        if !self.heads.is_empty() {
            y += 30.0;
            drawn += &self.draw_heads(&columns, y);
        }
        let mut rows = String::new();
        let top = y + 8.0;
        for (index, group) in self.groups.iter().enumerate() {
            y += if index == 0 { 4.0 } else { BETWEEN_GROUPS };
            rows += &self.group(group, &columns, &mut y);
        }
        if self.marks != Marks::Bars {
            drawn += &self.axis(&columns, top, y + 6.0);
            y += 22.0;
        }
        let source = text(MARGIN, y + 34.0, "small muted", &self.source);
        let height = y + 54.0;
        let (title, words) = (escaped(&self.title), escaped(&self.words()));
        let style = style(colours);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{WIDTH}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {WIDTH} {height:.0}\">\n<title>{title}</title>\n<desc>{words}</desc>\n\
             <style>{style}</style>\n<rect class=\"bg\" width=\"100%\" height=\"100%\" rx=\"10\"/>\n\
             {drawn}{rows}{source}</svg>\n"
        )
    }

    /// Draws the heads in the colours of the columns below them, where each column has one.
    fn draw_heads(&self, columns: &Columns, y: f64) -> String {
        let first = self.groups.iter().flat_map(|group| &group.rows).next();
        let values = first.map_or(&[][..], |row| &row.values);
        let heads = self.heads.iter().zip(values).zip(&columns.ends);
        let head = |((head, (_, series)), end): ((&String, &(f64, Series)), &f64)| {
            text(
                *end,
                y,
                &format!("small bold end {}", self.class(*series)),
                head,
            )
        };
        heads.map(head).collect()
    }

    /// Returns the class of the words in a column; they have a colour where it tells series apart.
    fn class(&self, series: Series) -> &'static str {
        match self.marks {
            Marks::Dots => series.class(),
            Marks::Bars | Marks::Ranges => "",
        }
    }

    fn columns(&self) -> Columns {
        let rows = || {
            let groups = self.groups.iter();
            groups.flat_map(|group| group.rows.iter().map(move |row| (group, row)))
        };
        let labels = rows().map(|(_, row)| width(&row.label, SIZE));
        let mut x = MARGIN + labels.fold(0.0, f64::max);
        let count = rows().map(|(_, row)| row.values.len()).max();
        let mut ends = Vec::new();
        for column in 0..count.unwrap_or(0) {
            let numbers = rows().filter_map(|(group, row)| {
                let (value, _) = row.values.get(column)?;
                Some(width(&self.written(*value, group), SIZE))
            });
            let head = self
                .heads
                .get(column)
                .map_or(0.0, |head| width(head, SMALL));
            x += GAP + numbers.fold(head, f64::max);
            ends.push(x);
        }
        let marks = (x + GAP, WIDTH - MARGIN - SLACK);
        Columns { ends, marks }
    }

    fn written(&self, value: f64, group: &Group) -> String {
        match self.marks {
            Marks::Bars => format!("{} {}", number(value), group.unit),
            Marks::Dots | Marks::Ranges => number(value),
        }
    }

    fn scale(&self, unit: &str, columns: &Columns) -> Scale {
        let of_unit = self.groups.iter().filter(|group| group.unit == unit);
        let numbers = of_unit.flat_map(|group| {
            let values = group.rows.iter().flat_map(|row| &row.values);
            let limits = group.limits.iter().map(|limit| limit.value);
            values.map(|(value, _)| *value).chain(limits)
        });
        let numbers: Vec<f64> = numbers.collect();
        let most = numbers.iter().copied().fold(0.0, f64::max);
        let (from, to) = match self.marks {
            Marks::Bars => (0.0, most),
            Marks::Dots => {
                let step = step(most - self.from);
                let steps = ((most - self.from) / step).ceil();
                (self.from, self.from + steps * step)
            }
            Marks::Ranges => {
                let least = numbers.iter().copied().fold(most, f64::min);
                (around(least).0, around(most).1)
            }
        };
        let (left, right) = columns.marks;
        let logarithmic = self.marks == Marks::Ranges;
        Scale {
            from,
            to,
            logarithmic,
            left,
            right,
        }
    }

    /// Draws a group from `y` down, and leaves `y` at its last line.
    fn group(&self, group: &Group, columns: &Columns, y: &mut f64) -> String {
        let scale = self.scale(&group.unit, columns);
        *y += HEADING;
        let heading = *y;
        *y += 8.0;
        let mut rows = String::new();
        for row in &group.rows {
            *y += ROW;
            let middle = *y - ROW / 2.0;
            rows += &text(MARGIN, middle + BASELINE, "", &row.label);
            for ((value, series), end) in row.values.iter().zip(&columns.ends) {
                let class = format!("end {}", self.class(*series));
                let number = self.written(*value, group);
                rows += &text(*end, middle + BASELINE, &class, &number);
            }
            rows += &marks(self.marks, row, &scale, middle);
        }
        let mut limits = String::new();
        for (index, limit) in group.limits.iter().enumerate() {
            let is_last = index + 1 == group.limits.len();
            limits += &draw_limit(limit, &scale, heading, *y, is_last);
        }
        let heading = text(MARGIN, heading, "bold", &group.heading);
        // A limit lies over a bar, and a dot lies over its limit.
        match self.marks {
            Marks::Bars => heading + &rows + &limits,
            Marks::Dots | Marks::Ranges => heading + &limits + &rows,
        }
    }

    fn axis(&self, columns: &Columns, top: f64, bottom: f64) -> String {
        let unit = self.groups.first().map_or("", |group| group.unit.as_str());
        let scale = self.scale(unit, columns);
        let ticks = scale.ticks();
        let tick = |(index, tick): (usize, &f64)| {
            let (x, number) = (scale.x(*tick), number(*tick));
            let mut words = number.as_str();
            if words.contains('.') {
                words = words.trim_end_matches('0');
            }
            let words = if index + 1 == ticks.len() {
                format!("{words} {unit}")
            } else {
                words.to_owned()
            };
            line((x, top), (x, bottom), "grid")
                + &text(x, bottom + 16.0, "small muted middle", &words)
        };
        ticks.iter().enumerate().map(tick).collect()
    }

    /// Returns the plot's numbers as sentences, for readers who do not see it.
    fn words(&self) -> String {
        let mut sentences = vec![format!("{}.", self.subtitle)];
        for group in &self.groups {
            for row in &group.rows {
                let numbers = row.values.iter().enumerate().map(|(column, (value, _))| {
                    let head = self.heads.get(column).map_or("", String::as_str);
                    format!("{head} {}", self.written(*value, group))
                });
                let numbers: Vec<_> = numbers.collect();
                let (heading, label) = (&group.heading, &row.label);
                sentences.push(format!("{heading} {label}: {}.", numbers.join(", ")));
            }
        }
        let words = sentences
            .iter()
            .flat_map(|sentence| sentence.split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    }
}

fn marks(marks: Marks, row: &Row, scale: &Scale, y: f64) -> String {
    let places = row
        .values
        .iter()
        .map(|(value, series)| (scale.x(*value), series.class()));
    let dot =
        |(x, class)| format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>\n");
    match marks {
        Marks::Bars => {
            let bar = |(x, class)| {
                let (left, top, width) = (scale.left, y - 7.0, x - scale.left);
                format!(
                    "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"14\"/>\n"
                )
            };
            places.map(bar).collect()
        }
        // The first dot lies on top of the others.
        Marks::Dots => places.rev().map(dot).collect(),
        Marks::Ranges => {
            let places: Vec<_> = places.collect();
            let ends = |[(from, class), (to, _)]: &[(f64, &str); 2]| {
                line((*from, y), (*to, y), &format!("range {class}"))
            };
            let ranges = places.array_windows().map(ends);
            ranges.chain(places.iter().copied().map(dot)).collect()
        }
    }
}

/// Draws a limit as a line through the group, with its words at the height of the heading.
fn draw_limit(limit: &Limit, scale: &Scale, heading: f64, bottom: f64, is_last: bool) -> String {
    let x = scale.x(limit.value);
    let class = limit.series.map_or("", Series::class);
    let starts = is_last && x + width(&limit.text, SMALL) < WIDTH - 8.0;
    let anchor = if starts { "start" } else { "end" };
    let words = text(
        x,
        heading - 1.0,
        &format!("small {anchor} {class}"),
        &limit.text,
    );
    line((x, heading + 4.0), (x, bottom), &format!("limit {class}")) + &words
}

fn text(x: f64, y: f64, class: &str, words: &str) -> String {
    if words.is_empty() {
        return String::new();
    }
    let (class, words) = (class.trim(), escaped(words));
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>\n")
}

fn line((x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) -> String {
    let class = class.trim();
    format!(
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n"
    )
}

fn escaped(words: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    words.replace('>', "&gt;")
}

/// Returns the style sheet: everything is drawn in its element's `color`.
fn style(colours: &Colours) -> String {
    let Colours {
        bg,
        line,
        field,
        text,
        muted,
        accent,
        cool,
    } = colours;
    format!(
        "svg{{color:{text};font:{SIZE}px system-ui,-apple-system,\"Segoe UI\",Roboto,sans-serif;\
         font-variant-numeric:tabular-nums}}\
         text,rect,circle{{fill:currentColor}}line{{stroke:currentColor}}\
         text{{stroke:{bg};stroke-width:4px;paint-order:stroke}}\
         .title{{font-size:19px;font-weight:700;letter-spacing:-.01em}}\
         .bold{{font-weight:650}}.small{{font-size:{SMALL}px}}\
         .middle{{text-anchor:middle}}.end{{text-anchor:end}}\
         .bg{{color:{bg}}}.grid{{color:{line}}}.muted{{color:{muted}}}\
         .ours{{color:{accent}}}.second,.other{{color:{cool}}}\
         .yardstick{{color:{field}}}text.yardstick{{color:{muted}}}\
         circle.yardstick,circle.other{{fill:{bg};stroke:currentColor;stroke-width:2}}\
         .range{{stroke-width:3}}.limit{{stroke-width:1.5}}"
    )
}

#[cfg(test)]
mod tests;
