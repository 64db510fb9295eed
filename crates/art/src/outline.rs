//! Outlines of glyphs as path data, as short as they get.
//!
//! Coordinates are relative and whole, on a grid that is as fine as the document's size allows. A curve that goes on
//! smoothly takes one point (`t`) in place of two.

mod contour;

use std::fmt::Write as _;

use contour::{Contour, Segment};

use crate::font::{Cut, EM, GlyphId, PathSink, whole};

/// A point on a grid, in steps to the right and downwards.
pub(crate) type Point = (i32, i32);

/// A piece of an outline, in absolute coordinates of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Move(Point),
    Line(Point),
    Curve(Point, Point),
}

/// A glyph's outline on a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outline(Vec<Piece>);

/// How far an outline may move for having fewer points, in steps of the grid.
const TOLERANCE: f32 = 0.6;

impl Outline {
    /// The outline of a glyph on a grid on which an em has `em` hundredths of a step.
    pub(crate) fn of(cut: &Cut, glyph: GlyphId, em: i32) -> Self {
        #[expect(
            clippy::cast_precision_loss,
            reason = "an em has some thousand hundredths"
        )]
        let scale = em as f32 / (100 * EM) as f32;
        let mut pen = ContourPen {
            scale,
            contours: Vec::new(),
        };
        cut.draw(glyph, &mut pen);
        let mut pieces = Vec::new();
        for contour in pen.contours {
            let contour = contour.simplified(TOLERANCE);
            pieces.push(Piece::Move(point(contour.start)));
            pieces.extend(contour.segments.into_iter().map(|segment| {
                let to = point(segment.to);
                segment
                    .by
                    .map_or(Piece::Line(to), |by| Piece::Curve(point(by), to))
            }));
        }
        Self(pieces)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn point((x, y): (f32, f32)) -> Point {
    (whole(x), whole(y))
}

/// Records the contours of a glyph, scaled to the grid and turned downwards.
struct ContourPen {
    scale: f32,
    contours: Vec<Contour>,
}

impl ContourPen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale, -y * self.scale)
    }

    fn segment(&mut self, by: Option<(f32, f32)>, to: (f32, f32)) {
        if let Some(contour) = self.contours.last_mut() {
            contour.segments.push(Segment { by, to });
        }
    }
}

impl PathSink for ContourPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(Contour {
            start: self.place(x, y),
            segments: Vec::new(),
        });
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.segment(None, self.place(x, y));
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.segment(Some(self.place(cx0, cy0)), self.place(x, y));
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, x: f32, y: f32) {
        // A TrueType font has no cubic curves
        self.line_to(x, y);
    }

    fn close(&mut self) {}
}

/// Path data that is being written.
#[derive(Default)]
pub(crate) struct PathData {
    text: String,
    /// The point at which the pen is.
    at: Point,
    /// The command that a bare number continues.
    command: char,
    /// The control point of the curve that ends at the pen; `None` if no curve does.
    control: Option<Point>,
}

impl PathData {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Adds an outline whose origin is at `origin`.
    pub(crate) fn add(&mut self, outline: &Outline, origin: Point) {
        let moved = |point: Point| (point.0 + origin.0, point.1 + origin.1);
        let mut begin = None;
        for (i, piece) in outline.0.iter().enumerate() {
            match *piece {
                Piece::Move(to) => {
                    begin = Some(to);
                    self.write('m', &[moved(to)]);
                    self.control = None;
                }
                // Filling closes the contour, so its last line is left out
                Piece::Line(to) if begin == Some(to) && ends(&outline.0, i) => {}
                Piece::Line(to) => self.line(moved(to)),
                Piece::Curve(by, to) => self.curve(moved(by), moved(to)),
            }
        }
    }

    fn line(&mut self, to: Point) {
        let (x, y) = (to.0 - self.at.0, to.1 - self.at.1);
        match (x, y) {
            (0, 0) => return,
            (x, 0) => {
                self.begin('h');
                self.number(x);
            }
            (0, y) => {
                self.begin('v');
                self.number(y);
            }
            _ => self.write('l', &[to]),
        }
        self.at = to;
        self.control = None;
    }

    fn curve(&mut self, by: Point, to: Point) {
        if by == self.at || by == to {
            self.line(to);
            return;
        }
        if let Some(last) = self.control {
            let mirrored = (2 * self.at.0 - last.0, 2 * self.at.1 - last.1);
            // A control point one step off is less than what rounding does elsewhere
            if (mirrored.0 - by.0).abs() <= 1 && (mirrored.1 - by.1).abs() <= 1 {
                self.write('t', &[to]);
                self.control = Some(mirrored);
                return;
            }
        }
        self.write('q', &[by, to]);
        self.control = Some(by);
    }

    /// Writes a command with points relative to the pen, and moves the pen to the last.
    fn write(&mut self, command: char, points: &[Point]) {
        self.begin(command);
        for (x, y) in points {
            self.number(x - self.at.0);
            self.number(y - self.at.1);
        }
        self.at = points.last().copied().unwrap_or(self.at);
    }

    fn begin(&mut self, command: char) {
        if command != self.command || command == 'm' {
            self.text.push(command);
        }
        // Numbers that follow those of a move are read as a line's
        self.command = if command == 'm' { 'l' } else { command };
    }

    fn number(&mut self, number: i32) {
        if number >= 0 && self.text.ends_with(|c: char| c.is_ascii_digit()) {
            self.text.push(' ');
        }
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{number}");
    }
}

/// Whether the contour ends with the piece at `i`.
fn ends(pieces: &[Piece], i: usize) -> bool {
    matches!(pieces.get(i + 1), None | Some(Piece::Move(_)))
}

#[cfg(test)]
mod tests;
