//! Quantized nodes: boxes of eight-bit coordinates, two fifths of the memory for a little more work.
//!
//! Ylitie, Karras, Laine, *Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs*, 2017.

use super::{Boxes, LocalBox, NOTHING};
use carom_math::lanes::{LANES, Select, Simd, SimdBase, SimdInto, Vectors, f32x8, u32x8};

/// A node with child boxes on a grid over the box around them, rounded outwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuantizedNode {
    pub(super) children: [u32; LANES],
    from: [f32; 3],
    step: [f32; 3],
    /// min x, y, z, max x, y, z, as numbers of steps from `from`.
    bounds: [[u8; LANES]; 6],
}

impl QuantizedNode {
    pub(super) fn new(children: [u32; LANES], around: &[LocalBox; LANES]) -> Self {
        let present = (0..LANES).filter(|lane| children[*lane] != NOTHING);
        let all = (present.clone()).fold(LocalBox::NOTHING, |all, lane| all.union(&around[lane]));
        let mut node = Self {
            children,
            from: all.min,
            step: core::array::from_fn(|axis| step(all.min[axis], all.max[axis])),
            bounds: [[0; LANES]; 6],
        };
        for lane in present {
            for axis in 0..3 {
                node.bounds[axis][lane] = node.lower(axis, around[lane].min[axis]);
                node.bounds[3 + axis][lane] = node.upper(axis, around[lane].max[axis]);
            }
        }
        node
    }

    /// The most steps to a coordinate that is not above `place`.
    fn lower(&self, axis: usize, place: f32) -> u8 {
        let mut steps = ((place - self.from[axis]) / self.step[axis]) as u8;
        while steps > 0 && self.place(axis, steps) > place {
            steps -= 1;
        }
        steps
    }

    /// The fewest steps to a coordinate that is not below `place`.
    fn upper(&self, axis: usize, place: f32) -> u8 {
        let mut steps = ((place - self.from[axis]) / self.step[axis]) as u8;
        while steps < u8::MAX && self.place(axis, steps) < place {
            steps += 1;
        }
        steps
    }

    /// The coordinate after a number of steps, rounded exactly as in `places`.
    fn place(&self, axis: usize, steps: u8) -> f32 {
        f32::from(steps) * self.step[axis] + self.from[axis]
    }

    pub(super) fn around(&self, lane: usize) -> LocalBox {
        let corner = |first: usize| {
            core::array::from_fn(|axis| self.place(axis, self.bounds[first + axis][lane]))
        };
        LocalBox {
            min: corner(0),
            max: corner(3),
        }
    }

    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    pub(super) fn boxes<S: Simd>(&self, simd: S) -> Boxes<S> {
        let [a, b, c, d, e, f] = &self.bounds;
        let mut min = self.places(simd, [a, b, c]);
        let children: u32x8<S> = self.children.simd_into(simd);
        // Boxes of missing children are at infinity.
        let infinity = f32x8::splat(simd, f32::INFINITY);
        let mut max = self.places(simd, [d, e, f]);
        let missing = children.simd_eq(NOTHING);
        min.x = missing.select(infinity, min.x);
        max.x = missing.select(infinity, max.x);
        Boxes { min, max }
    }

    #[inline(always)]
    fn places<S: Simd>(&self, simd: S, [x, y, z]: [&[u8; LANES]; 3]) -> Vectors<S> {
        Vectors {
            x: floats(simd, x) * self.step[0] + self.from[0],
            y: floats(simd, y) * self.step[1] + self.from[1],
            z: floats(simd, z) * self.step[2] + self.from[2],
        }
    }
}

/// Eight bytes as floats. Spelled out, because `map` is not inlined into a function with target features.
#[inline(always)]
fn floats<S: Simd>(simd: S, [a, b, c, d, e, f, g, h]: &[u8; LANES]) -> f32x8<S> {
    let floats = [
        f32::from(*a),
        f32::from(*b),
        f32::from(*c),
        f32::from(*d),
        f32::from(*e),
        f32::from(*f),
        f32::from(*g),
        f32::from(*h),
    ];
    floats.simd_into(simd)
}

/// The length of a step: 255 of them lead from `min` to `max` or beyond.
fn step(min: f32, max: f32) -> f32 {
    let most = f32::from(u8::MAX);
    let mut step = (max - min) / most;
    while most * step + min < max {
        step = step.next_up();
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::{GROUP, Node};
    use carom_math::lanes::{dispatch, level};

    #[test]
    fn quantized_boxes_contain_the_originals_and_are_hardly_larger() {
        let mut random = fastrand::Rng::with_seed(7);
        for case in 0..20_000 {
            // Flat boxes, points, boxes far from the center, sizes down to the smallest subnormal numbers.
            let size = [1.0, 1e-6, 1e-30, 1e-44][case % 4];
            let middle = [0.0, 1.5, -1.999][case % 3];
            let count = 1 + case % LANES;
            let mut children = [NOTHING; LANES];
            // What trees have for missing children.
            let mut around = [Node::EMPTY.around(0); LANES];
            for lane in 0..count {
                children[lane] = lane as u32 | GROUP;
                let mut number = || middle + (random.f32() - 0.5) * size;
                let (p, q) = ([number(), number(), 0.5], [number(), number(), 0.5]);
                around[lane] = LocalBox { min: p, max: p }.union(&LocalBox { min: q, max: q });
            }
            let node = QuantizedNode::new(children, &around);
            let lanes = dispatch!(level(), simd => {
                let Boxes { min, max } = node.boxes(simd);
                let lanes: [[f32; LANES]; 6] = [
                    min.x.into(), min.y.into(), min.z.into(),
                    max.x.into(), max.y.into(), max.z.into(),
                ];
                lanes
            });
            for lane in 0..LANES {
                if lane >= count {
                    assert_eq!(lanes[0][lane], f32::INFINITY);
                    continue;
                }
                let (inner, outer) = (around[lane], node.around(lane));
                assert_eq!(outer.union(&inner), outer);
                for axis in 0..3 {
                    assert_eq!(lanes[axis][lane], outer.min[axis]);
                    assert_eq!(lanes[3 + axis][lane], outer.max[axis]);
                    let most = 1.01 * node.step[axis] + 4.0 * f32::EPSILON * middle.abs();
                    assert!(inner.min[axis] - outer.min[axis] <= most);
                    assert!(outer.max[axis] - inner.max[axis] <= most);
                }
            }
        }
    }

    #[test]
    fn steps_next_to_a_coordinate_contain_it() {
        let mut random = fastrand::Rng::with_seed(8);
        for case in 0..200 {
            let size = [1.0, 1e-3, 1e6][case % 3];
            let mut corner = || [0; 3].map(|_| random.f32() * size);
            let (p, q) = (corner(), corner());
            let mut around = [LocalBox { min: p, max: p }; LANES];
            around[1] = LocalBox { min: q, max: q };
            let node = QuantizedNode::new([GROUP; LANES], &around);
            for axis in 0..3 {
                for steps in 1..u8::MAX {
                    let place = node.place(axis, steps);
                    for place in [place, place.next_down(), place.next_up()] {
                        let (low, high) = (node.lower(axis, place), node.upper(axis, place));
                        assert!(node.place(axis, low) <= place && node.place(axis, high) >= place);
                        // The quotient may round to a step too few.
                        assert!(low.abs_diff(steps) <= 2 && high.abs_diff(steps) <= 1);
                    }
                }
            }
        }
    }
}
