use super::{Group, Limit, Marks, Plot, Row, Series, WIDTH};
use crate::plots::tokens::{Colours, Theme};

fn svg(unit: &str, values: &[f64], limit: Option<f64>) -> String {
    let row = |value: &f64| Row {
        label: "<Mitai> & others".to_owned(),
        values: vec![(*value, Series::Ours)],
    };
    let limits = limit.into_iter().map(|value| Limit {
        value,
        series: None,
        text: "at most".to_owned(),
    });
    let group = |unit: &str, rows, limits| Group {
        heading: "Memory".to_owned(),
        unit: unit.to_owned(),
        rows,
        limits,
    };
    let plot = Plot {
        name: "memory".to_owned(),
        title: "Memory".to_owned(),
        subtitle: "Of all".to_owned(),
        marks: Marks::Bars,
        from: 0.0,
        heads: vec![],
        groups: vec![
            group(unit, values.iter().map(row).collect(), limits.collect()),
            group("MB", vec![row(&200.0)], vec![]),
        ],
        source: "2026-01-02".to_owned(),
    };
    let names = ["bg", "line", "field", "text", "muted", "accent", "cool"];
    let css = names.map(|name| format!("--color-{name}: light-dark(#111111, #eeeeee);"));
    let colours = Colours::of(Theme::Dark, &css.concat()).expect("all are there");
    plot.svg(&colours)
}

/// Returns an attribute of all elements that begin with these words.
fn all(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let elements = svg.lines().filter(|line| line.starts_with(element));
    let value = |line: &str| {
        let (_, value) = line.split_once(&format!(" {attribute}=\""))?;
        value.split_once('"')?.0.parse().ok()
    };
    elements.filter_map(value).collect()
}

const BAR: &str = "<rect class=\"ours";

#[test]
fn bars_of_one_unit_are_in_proportion() {
    let widths = |unit| all(&svg(unit, &[100.0, 50.0], None), BAR, "width");
    let [whole, half, other] = widths("MB")[..] else {
        panic!("there are three bars");
    };
    assert!((whole / half - 2.0).abs() < 0.01, "{whole} {half}");
    assert!((other / whole - 2.0).abs() < 0.01, "{other} {whole}");
    let [whole, _, other] = widths("ms")[..] else {
        panic!("there are three bars");
    };
    assert!((other - whole).abs() < 0.1, "{other} {whole}");
}

#[test]
fn limit_is_where_a_bar_of_its_value_ends() {
    let svg = svg("ms", &[100.0, 300.0, 50.0], Some(300.0));
    let (starts, widths) = (all(&svg, BAR, "x"), all(&svg, BAR, "width"));
    let [limit] = all(&svg, "<line class=\"limit", "x1")[..] else {
        panic!("there is one limit");
    };
    assert!((starts[1] + widths[1] - limit).abs() < 0.2, "{limit}");
    assert!((limit - starts[0]) / widths[0] > 2.9, "{limit}");
}

#[test]
fn scale_has_room_for_a_limit_beyond_all_bars() {
    let svg = svg("ms", &[100.0], Some(400.0));
    let (starts, widths) = (all(&svg, BAR, "x"), all(&svg, BAR, "width"));
    let limit = all(&svg, "<line class=\"limit", "x1")[0];
    assert!(limit < WIDTH, "{limit}");
    assert!(
        ((limit - starts[0]) / widths[0] - 4.0).abs() < 0.01,
        "{limit}"
    );
}

#[test]
fn words_are_escaped() {
    let svg = svg("MB", &[1.0], None);
    assert!(svg.contains(">&lt;Mitai&gt; &amp; others</text>"));
    assert!(!svg.contains("<Mitai>") && !svg.contains("& "));
}
