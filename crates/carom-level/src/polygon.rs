//! Polygon triangulation: fans where possible, otherwise ear clipping.

use earcut::Earcut;
use earcut::utils3d::project3d_to_2d;
use glam::DVec3;

/// Twice the area below which a triangle counts as flat, when the longest side
/// of the face's bounds is 1: some 4,500 roundings of a coordinate.
const FLAT: f64 = 1e-12;

/// The fraction of the area by which a triangulation may miss the face. A right
/// one misses by roundings, a wrong one by an ear.
const MISSED: f64 = 1e-9;

/// The number of corners tried as the tip of a fan.
const TIPS: usize = 16;

/// Triangulates faces; holds the memory that they share.
#[derive(Default)]
pub(crate) struct Cutter {
    earcut: Earcut<f64>,
    raised: Vec<[f64; 3]>,
    /// The face in its own plane, counter-clockwise.
    flat: Vec<[f64; 2]>,
    ears: Vec<u32>,
}

impl Cutter {
    /// Appends triangles that cover `face`, wound as it is.
    ///
    /// A fan where one corner sees all others, otherwise ears. A face that
    /// crosses itself or has no area becomes the fan of its first corner.
    pub(crate) fn cut(&mut self, face: &[u32], vertices: &[DVec3], out: &mut Vec<[u32; 3]>) {
        let whole: Vec<usize> = (0..face.len()).collect();
        let pick = |places: [usize; 3]| places.map(|place| face[place]);
        if face.len() > 3 && self.flatten(face, vertices) {
            if let Some(tip) = self.tip(&whole) {
                out.extend(fan(&whole, tip).map(pick));
                return;
            }
            if let Some(triangles) = self.cut_ears(face.len()) {
                out.extend(triangles.into_iter().map(pick));
                return;
            }
        }
        out.extend(fan(&whole, 0).map(pick));
    }

    /// Projects the face to its plane; false if it has none.
    fn flatten(&mut self, face: &[u32], vertices: &[DVec3]) -> bool {
        let corners = || face.iter().map(|&index| vertices[index as usize]);
        let low = corners().fold(DVec3::INFINITY, DVec3::min);
        let high = corners().fold(DVec3::NEG_INFINITY, DVec3::max);
        let size = (high - low).max_element();
        if !(size.is_finite() && size > 0.0) {
            return false;
        }
        self.raised.clear();
        self.raised
            .extend(corners().map(|corner| ((corner - low) / size).to_array()));
        project3d_to_2d(&self.raised, face.len(), &mut self.flat)
    }

    /// Twice the signed area of a triangle in the plane.
    fn area(&self, [a, b, c]: [usize; 3]) -> f64 {
        let [a, b, c] = [a, b, c].map(|place| self.flat[place]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }

    /// The position in `ring` of a corner with a fan that covers the ring
    /// without a flat triangle.
    ///
    /// Every triangle must turn left, and all of them together by at most half
    /// a turn: then none overlaps another.
    fn tip(&self, ring: &[usize]) -> Option<usize> {
        let count = ring.len();
        (0..count.min(TIPS)).find(|&tip| {
            let at = |step: usize| ring[(tip + step) % count];
            (1..count - 1).all(|step| {
                self.area([at(0), at(step), at(step + 1)]) > FLAT
                    && self.area([at(0), at(1), at(step + 1)]) > FLAT
            })
        })
    }

    /// The ears of the whole face; `None` if they do not cover it.
    fn cut_ears(&mut self, count: usize) -> Option<Vec<[usize; 3]>> {
        let none: &[u32] = &[];
        self.earcut.earcut_slice(&self.flat, none, &mut self.ears);
        let mut ears = Vec::with_capacity(count - 2);
        for ear in self.ears.chunks_exact(3) {
            let mut ear = [ear[0] as usize, ear[1] as usize, ear[2] as usize];
            // In the order of the ring an ear has its winding.
            ear.sort_unstable();
            ears.push(ear);
        }
        let face: f64 = (1..count - 1).map(|i| self.area([0, i, i + 1])).sum();
        let covered: f64 = ears.iter().map(|&ear| self.area(ear).abs()).sum();
        let right = face > FLAT && (covered - face).abs() <= MISSED * face;
        right.then(|| self.with_dropped(ears, count))
    }

    /// Restores the corners that `earcut` drops because they lie on a straight
    /// edge. A neighbor may use them; without them here, the two faces would
    /// share no edge.
    fn with_dropped(&self, ears: Vec<[usize; 3]>, count: usize) -> Vec<[usize; 3]> {
        let mut kept = vec![false; count];
        for &place in ears.iter().flatten() {
            kept[place] = true;
        }
        if kept.iter().all(|&kept| kept) {
            return ears;
        }
        let mut whole = Vec::with_capacity(count - 2);
        for [a, b, c] in ears {
            let mut ring = Vec::new();
            for (from, to) in [(a, b), (b, c), (c, a)] {
                ring.push(from);
                let between = (from + 1..from + count).map(|place| place % count);
                let side: Vec<usize> = between.take_while(|&place| place != to).collect();
                if side.iter().all(|&place| !kept[place]) {
                    ring.extend(side);
                }
            }
            match self.tip(&ring) {
                Some(tip) => whole.extend(fan(&ring, tip)),
                None => whole.push([a, b, c]),
            }
        }
        whole
    }
}

/// The triangles between a corner of a ring and all edges without it.
fn fan(ring: &[usize], tip: usize) -> impl Iterator<Item = [usize; 3]> {
    let at = move |step: usize| ring[(tip + step) % ring.len()];
    (1..ring.len() - 1).map(move |step| [at(0), at(step), at(step + 1)])
}
