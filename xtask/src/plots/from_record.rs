//! The plots of `contents.toml` with the numbers of the record.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::{
    scale::number,
    svg::{
        Group, Limit, Marks, Plot, Row,
        Series::{self, OtherYardstick, Ours, Second, Yardstick},
    },
};
use crate::record::{Figure, Record, Target};

/// The contents of `contents.toml`: plots whose figures have fixed names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    plots: Vec<PlotContent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlotContent {
    name: String,
    title: String,
    subtitle: String,
    marks: Marks,
    #[serde(default)]
    from: f64,
    #[serde(default)]
    heads: Vec<String>,
    groups: Vec<GroupContent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupContent {
    heading: String,
    part: String,
    rows: Vec<RowContent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowContent {
    label: String,
    /// The numbers of the row: `figure` for a measured one, `figure / yardstick` for its yardstick's.
    numbers: Vec<String>,
}

pub(super) fn plots(record: &Record) -> Result<Vec<Plot>> {
    let contents: Contents = toml::from_str(include_str!("contents.toml"))?;
    let mut plots = vec![paints(record)?];
    for content in contents.plots {
        plots.push(plot(record, content)?);
    }
    Ok(plots)
}

fn plot(record: &Record, content: PlotContent) -> Result<Plot> {
    let groups = content.groups.iter();
    let source = source(record, groups.map(|group| group.part.as_str()))?;
    let groups = content.groups.into_iter();
    Ok(Plot {
        name: content.name,
        title: content.title,
        subtitle: content.subtitle,
        marks: content.marks,
        from: content.from,
        heads: content.heads,
        groups: groups
            .map(|group| self::group(record, group))
            .collect::<Result<_>>()?,
        source,
    })
}

fn group(record: &Record, content: GroupContent) -> Result<Group> {
    let part = &content.part;
    let first = content.rows.first().context("a group has rows")?;
    let names = first.numbers.iter().rev().map(|number| split(number));
    let (unit, _) = names.clone().next().context("a row has numbers")?;
    // The limit of the group is the target of the last figure that is Mitai's own.
    let ours = names.into_iter().find(|(_, yardstick)| yardstick.is_none());
    let ours = ours
        .map(|(name, _)| record.figure(part, name))
        .transpose()?;
    let row = |row: &RowContent| -> Result<Row> {
        let values = row.numbers.iter().enumerate();
        let values = values.map(|(column, number)| match split(number) {
            (name, None) => Ok((record.figure(part, name)?.value, Ours)),
            (name, Some(beside)) => {
                let series = if column < 2 {
                    Yardstick
                } else {
                    OtherYardstick
                };
                Ok((record.yardstick(part, name, beside)?, series))
            }
        });
        Ok(Row {
            label: row.label.clone(),
            values: values.collect::<Result<_>>()?,
        })
    };
    Ok(Group {
        unit: record.figure(part, unit)?.unit.clone(),
        rows: content.rows.iter().map(row).collect::<Result<_>>()?,
        limits: ours
            .and_then(|figure| limit(figure, None))
            .into_iter()
            .collect(),
        heading: content.heading,
    })
}

/// Splits a number of a row into the name of its figure and that of the yardstick, if it is one's.
fn split(number: &str) -> (&str, Option<&str>) {
    let parts = number.split_once(" / ");
    parts.map_or((number, None), |(name, yardstick)| (name, Some(yardstick)))
}

/// Every page that was opened in a browser; which these are, the measurement says.
fn paints(record: &Record) -> Result<Plot> {
    let mut groups = Vec::new();
    for (heading, what) in [
        ("", "largest paint"),
        ("Titles drawn by lot, the median", "largest paint, median"),
        ("Titles drawn by lot, the slowest", "largest paint, worst"),
    ] {
        let mut group = Group {
            heading: heading.to_owned(),
            unit: "ms".to_owned(),
            rows: Vec::new(),
            limits: Vec::new(),
        };
        for phone in &record.part("web")?.figures {
            let Some(page) = phone.name.strip_suffix(&format!(", phone: {what}")) else {
                continue;
            };
            let desktop = record.figure("web", &format!("{page}, desktop: {what}"))?;
            let label = match page {
                "titles" => "built-in catalogue",
                "titles of the full catalogue" => "full catalogue",
                page => page,
            };
            group.rows.push(Row {
                label: label.to_owned(),
                values: vec![(phone.value, Ours), (desktop.value, Second)],
            });
            group.limits = limits_of_both(phone, desktop);
        }
        if !group.rows.is_empty() {
            groups.push(group);
        }
    }
    Ok(Plot {
        name: "paints".to_owned(),
        title: "Largest contentful paint of the public pages".to_owned(),
        subtitle: "First visit over slow 4G, the processor slowed down 4 times".to_owned(),
        marks: Marks::Dots,
        from: 0.0,
        heads: ["phone", "desktop"].map(str::to_owned).to_vec(),
        groups,
        source: source(record, ["web"].into_iter())?,
    })
}

/// Returns the limits of both figures from the least to the largest; a limit that both have is of no series.
fn limits_of_both(ours: &Figure, second: &Figure) -> Vec<Limit> {
    let limits = [limit(ours, Some(Ours)), limit(second, Some(Second))];
    let mut limits: Vec<_> = limits.into_iter().flatten().collect();
    limits.sort_by(|one, other| one.value.total_cmp(&other.value));
    if let [one, other] = &mut limits[..]
        && one.text == other.text
    {
        one.series = None;
        limits.truncate(1);
    }
    limits
}

/// Returns a figure's limit in the words of the tables; `None` if the figure has no target.
fn limit(figure: &Figure, series: Option<Series>) -> Option<Limit> {
    let of_value = |sign, value| (value, format!("{sign} {} {}", number(value), figure.unit));
    let of_ratio = |sign, ratio| {
        let yardstick = figure.yardstick.as_ref()?;
        let text = format!("{sign} {ratio} of {}", yardstick.name);
        Some((yardstick.value * ratio, text))
    };
    let (value, text) = match figure.target {
        Target::None => None,
        Target::Below(limit) => Some(of_value('<', limit)),
        Target::AtMost(limit) => Some(of_value('≤', limit)),
        Target::AtLeast(limit) => Some(of_value('≥', limit)),
        Target::RatioAtMost(ratio) => of_ratio('≤', ratio),
        Target::RatioAtLeast(ratio) => of_ratio('≥', ratio),
    }?;
    Some(Limit {
        value,
        series,
        text,
    })
}

/// Returns the words on when and where these parts were measured.
fn source<'a>(record: &Record, names: impl Iterator<Item = &'a str>) -> Result<String> {
    let (mut dates, mut machines) = (BTreeSet::new(), BTreeSet::new());
    for name in names {
        let part = record.part(name)?;
        dates.insert(part.date.as_str());
        machines.insert(part.machine.as_str());
    }
    let mut when: Vec<&str> = dates
        .first()
        .into_iter()
        .chain(dates.last())
        .copied()
        .collect();
    when.dedup();
    Ok(format!("{} · {}", when.join(" to "), together(machines)))
}

/// Returns the machines as words; those that differ in their processors alone count as one.
fn together(machines: BTreeSet<&str>) -> String {
    let mut alike: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for machine in machines {
        let (processor, rest) = machine.split_once(", ").unwrap_or((machine, ""));
        alike.entry(rest).or_default().push(processor);
    }
    let texts = alike.into_iter().map(|(rest, processors)| {
        let of_all = (!rest.is_empty()).then_some(rest);
        [processors.join(" and ").as_str()]
            .into_iter()
            .chain(of_all)
            .collect::<Vec<_>>()
            .join(", ")
    });
    texts.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::{Ours, Second, limit, limits_of_both, source, together};
    use crate::record::{Figure, Part, Record, Target, Yardstick};

    fn figure(target: Target) -> Figure {
        Figure {
            name: "gallery call".to_owned(),
            value: 70.0,
            unit: "/s".to_owned(),
            yardstick: Some(Yardstick {
                name: "bare axum".to_owned(),
                value: 120.0,
            }),
            ratio: None,
            target,
            held: None,
        }
    }

    #[test]
    fn limit_of_a_ratio_is_scaled_by_its_yardstick() {
        let of = |target| -> Option<(f64, String)> {
            let limit = limit(&figure(target), None)?;
            Some((limit.value, limit.text))
        };
        let ratio = (60.0, "≥ 0.5 of bare axum".to_owned());
        assert_eq!(of(Target::RatioAtLeast(0.5)), Some(ratio));
        let value = (3000.0, "≤ 3,000 /s".to_owned());
        assert_eq!(of(Target::AtMost(3000.0)), Some(value));
        assert_eq!(of(Target::None), None);
    }

    #[test]
    fn limit_of_two_figures_is_drawn_once() {
        let of = |ours, second| {
            let [ours, second] = [ours, second].map(|limit| figure(Target::AtMost(limit)));
            let limits = limits_of_both(&ours, &second).into_iter();
            limits
                .map(|limit| (limit.value, limit.series))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(1600.0, 1600.0), [(1600.0, None)]);
        let each = [(1100.0, Some(Second)), (1400.0, Some(Ours))];
        assert_eq!(of(1400.0, 1100.0), each);
    }

    #[test]
    fn source_names_the_first_day_and_the_last() {
        let mut record = Record::default();
        for (name, date) in [
            ("http", "2026-03-04"),
            ("live", "2026-03-01"),
            ("web", "2026-03-02"),
        ] {
            let part = Part {
                date: date.to_owned(),
                machine: "2 cores".to_owned(),
                figures: Vec::new(),
            };
            record.0.insert(name.to_owned(), part);
        }
        let of = |names: &[&'static str]| {
            source(&record, names.iter().copied()).expect("they are recorded")
        };
        assert_eq!(
            of(&["http", "web", "live"]),
            "2026-03-01 to 2026-03-04 · 2 cores"
        );
        assert_eq!(of(&["http"]), "2026-03-04 · 2 cores");
        assert!(source(&record, ["search"].into_iter()).is_err());
    }

    #[test]
    fn machines_that_differ_in_their_processors_are_named_together() {
        let machines = ["B, 2 cores, Linux", "A, 2 cores, Linux", "C, 4 cores", "D"];
        assert_eq!(
            together(machines.into_iter().collect()),
            "D; A and B, 2 cores, Linux; C, 4 cores"
        );
    }
}
