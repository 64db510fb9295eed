use super::{Outline, PathData, Piece};

#[test]
fn path_data_is_short() {
    let outline = Outline(vec![
        Piece::Move((10, 10)),
        Piece::Line((20, 10)),
        Piece::Line((20, 15)),
        // A curve that goes on smoothly, one that is a step off, and one with a corner
        Piece::Curve((24, 15), (24, 19)),
        Piece::Curve((24, 24), (20, 24)),
        Piece::Curve((20, 30), (12, 12)),
        Piece::Line((10, 10)),
    ]);
    let mut data = PathData::default();
    data.add(&outline, (5, -5));
    assert_eq!(data.text(), "m15 5h10v5q4 0 4 4t-4 5q0 6-8-12");
}

#[test]
fn simplified_outlines_keep_their_extent() {
    // The same letter is taken from a grid that is ten times finer
    let cut = crate::font::Cut::of(crate::face::Face::Wide, 40);
    let glyph = cut.shape("S").0[0].id;
    let corners = |em: i32, step: i32| {
        let Outline(pieces) = Outline::of(cut, glyph, em);
        let to = pieces.into_iter().map(|piece| match piece {
            Piece::Move(to) | Piece::Line(to) | Piece::Curve(_, to) => (to.0 / step, to.1 / step),
        });
        let xs: Vec<_> = to.clone().map(|to| to.0).collect();
        let ys: Vec<_> = to.map(|to| to.1).collect();
        [
            xs.iter().min(),
            xs.iter().max(),
            ys.iter().min(),
            ys.iter().max(),
        ]
        .map(|edge| *edge.unwrap())
    };
    let (coarse, fine) = (corners(16_000, 1), corners(160_000, 10));
    for (one, other) in coarse.iter().zip(fine) {
        assert!((one - other).abs() <= 1, "{coarse:?} {fine:?}");
    }
}
