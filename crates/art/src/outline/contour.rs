//! Contours of outlines with fewer points: what a coarse grid would show as noise is left out.
//!
//! **Invariant:** only sums, products and quotients, which are the same on every machine.

type FloatPoint = (f32, f32);

/// A segment of a contour, from where the last one ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Segment {
    /// The control point of a curve; `None` for a line.
    pub(super) by: Option<FloatPoint>,
    pub(super) to: FloatPoint,
}

/// A closed contour, from its beginning back to it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Contour {
    pub(super) start: FloatPoint,
    pub(super) segments: Vec<Segment>,
}

impl Contour {
    /// The contour with curves joined and flat ones straightened where it moves by no more than `tolerance`.
    pub(super) fn simplified(&self, tolerance: f32) -> Self {
        let limit = tolerance * tolerance;
        let mut at = self.start;
        let mut merged: Vec<Stretch> = Vec::new();
        for segment in &self.segments {
            let next = Stretch::new(at, flat(at, *segment, limit));
            at = segment.to;
            match merged.last_mut().and_then(|last| last.join(&next, limit)) {
                Some(joined) => {
                    merged.pop();
                    merged.push(joined);
                }
                None => merged.push(next),
            }
        }
        Self {
            start: self.start,
            segments: merged.into_iter().map(|stretch| stretch.segment).collect(),
        }
    }
}

/// A segment that stands for one or more segments of the original contour.
struct Stretch {
    from: FloatPoint,
    segment: Segment,
    /// The places that the segment has to pass by.
    passed: Vec<FloatPoint>,
}

impl Stretch {
    fn new(from: FloatPoint, segment: Segment) -> Self {
        let passed = [0.25, 0.5, 0.75].map(|share| on(from, segment, share));
        Self {
            from,
            segment,
            passed: passed.to_vec(),
        }
    }

    /// Joins this stretch and the next into one; `None` unless that passes by all places.
    fn join(&self, next: &Self, limit: f32) -> Option<Self> {
        let to = next.segment.to;
        let by = match (self.segment.by, next.segment.by) {
            (Some(leaves), Some(arrives)) => Some(crossing(self.from, leaves, arrives, to)?),
            (None, None) => None,
            _ => return None,
        };
        let segment = Segment { by, to };
        let chords = chords(self.from, segment);
        let is_near = |place| distance(&chords, place) <= limit;
        // The place where both meet is farthest off as a rule
        let all = [self.segment.to].into_iter();
        let all = all.chain(self.passed.iter().chain(&next.passed).copied());
        all.clone().all(is_near).then(|| Self {
            from: self.from,
            segment,
            passed: all.collect(),
        })
    }
}

/// A line in place of a curve that is nearly straight; any other segment as it is.
fn flat(from: FloatPoint, segment: Segment, limit: f32) -> Segment {
    let line = Segment {
        by: None,
        to: segment.to,
    };
    let bulge = segment.by.map(|_| on(from, segment, 0.5));
    if bulge.is_some_and(|bulge| distance(&chords(from, line), bulge) <= limit / 4.0) {
        line
    } else {
        segment
    }
}

/// Where the lines cross that leave `from` towards `leaves` and arrive at `to` from `arrives`.
fn crossing(
    from: FloatPoint,
    leaves: FloatPoint,
    arrives: FloatPoint,
    to: FloatPoint,
) -> Option<FloatPoint> {
    let (dx, dy) = (leaves.0 - from.0, leaves.1 - from.1);
    let (ex, ey) = (to.0 - arrives.0, to.1 - arrives.1);
    let turn = dx * ey - dy * ex;
    if turn * turn < 1e-6 {
        return None;
    }
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let ahead = (x * ey - y * ex) / turn;
    let back = (dx * y - dy * x) / turn;
    (ahead > 0.0 && back > 0.0).then_some((from.0 + dx * ahead, from.1 + dy * ahead))
}

/// The place on a segment at a share of its way, from 0 to 1.
fn on(from: FloatPoint, segment: Segment, share: f32) -> FloatPoint {
    let mix = |one: f32, other: f32| one + (other - one) * share;
    let straight = |one: FloatPoint, other: FloatPoint| (mix(one.0, other.0), mix(one.1, other.1));
    let Segment { by, to } = segment;
    by.map_or(straight(from, to), |by| {
        straight(straight(from, by), straight(by, to))
    })
}

/// The straight lines that stand for a segment: eight for a curve.
fn chords(from: FloatPoint, segment: Segment) -> Vec<(FloatPoint, FloatPoint)> {
    let count: u8 = if segment.by.is_some() { 8 } else { 1 };
    let mut begin = from;
    let chord = |number: u8| {
        let end = on(from, segment, f32::from(number) / f32::from(count));
        (std::mem::replace(&mut begin, end), end)
    };
    (1..=count).map(chord).collect()
}

/// The square of the distance from a place to the nearest chord.
fn distance(chords: &[(FloatPoint, FloatPoint)], place: FloatPoint) -> f32 {
    let from = |(begin, end): &(FloatPoint, FloatPoint)| {
        let (x, y) = (end.0 - begin.0, end.1 - begin.1);
        let (px, py) = (place.0 - begin.0, place.1 - begin.1);
        let length = x * x + y * y;
        let share = if length > 0.0 {
            ((px * x + py * y) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (ex, ey) = (px - x * share, py - y * share);
        ex * ex + ey * ey
    };
    chords.iter().map(from).fold(f32::MAX, f32::min)
}
