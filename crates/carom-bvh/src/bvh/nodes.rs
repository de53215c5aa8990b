//! The nodes of a tree: eight children and their boxes, plain or quantized.

use super::local_box::{BoxLanes, LocalBox};
use super::quantized::QuantizedNode;
use super::{Boxes, NOTHING};
use alloc::vec::Vec;
use carom_math::lanes::{LANES, Simd, SimdBase, SimdInto, SimdMask, u32x8};
use core::hint::black_box;

/// The nodes, in one of two layouts.
#[derive(Clone, Debug)]
pub(super) enum Nodes {
    Plain(Vec<Node>),
    Quantized(Vec<QuantizedNode>),
}

/// A node: eight children and their boxes; the box of a missing child is at infinity.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    pub(super) bounds: BoxLanes,
    /// The number of another node or, with the bit [`GROUP`], of a group.
    pub(super) children: [u32; LANES],
}

impl Nodes {
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Plain(nodes) => nodes.len(),
            Self::Quantized(nodes) => nodes.len(),
        }
    }

    /// The boxes of a node's children, and the children.
    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, i: usize) -> (Boxes<S>, &[u32; LANES]) {
        match self {
            Self::Plain(nodes) => (nodes[i].boxes(simd), &nodes[i].children),
            Self::Quantized(nodes) => (nodes[i].boxes(simd), &nodes[i].children),
        }
    }

    /// Reads a number from every cache line of a node.
    #[inline(always)]
    pub(super) fn prefetch(&self, i: usize) {
        match self {
            Self::Plain(nodes) => {
                let Node { bounds, children } = &nodes[i];
                black_box((bounds[0][0], bounds[2][0], bounds[4][0], children[0]));
            }
            Self::Quantized(nodes) => {
                black_box(nodes[i].children[0]);
            }
        }
    }

    pub(super) fn children(&self, i: usize) -> &[u32; LANES] {
        match self {
            Self::Plain(nodes) => &nodes[i].children,
            Self::Quantized(nodes) => &nodes[i].children,
        }
    }

    pub(super) fn children_mut(&mut self, i: usize) -> &mut [u32; LANES] {
        match self {
            Self::Plain(nodes) => &mut nodes[i].children,
            Self::Quantized(nodes) => &mut nodes[i].children,
        }
    }

    pub(super) fn around(&self, i: usize, lane: usize) -> LocalBox {
        match self {
            Self::Plain(nodes) => nodes[i].around(lane),
            Self::Quantized(nodes) => nodes[i].around(lane),
        }
    }

    pub(super) fn set(&mut self, i: usize, around: &[LocalBox; LANES]) {
        match self {
            Self::Plain(nodes) => {
                for (lane, around) in around.iter().enumerate() {
                    nodes[i].set(lane, around);
                }
            }
            Self::Quantized(nodes) => nodes[i] = QuantizedNode::new(nodes[i].children, around),
        }
    }
}

/// The lanes that have a child. Needed because a NaN, from numbers that overflow, passes every test.
#[inline(always)]
pub(super) fn present<S: Simd>(simd: S, children: &[u32; LANES]) -> u64 {
    let children: u32x8<S> = (*children).simd_into(simd);
    !children.simd_eq(NOTHING).to_bitmask() & 0xff
}

impl Node {
    pub(super) const EMPTY: Self = Self {
        bounds: [[f32::INFINITY; LANES]; 6],
        children: [NOTHING; LANES],
    };

    #[inline(always)]
    pub(super) fn boxes<S: Simd>(&self, simd: S) -> Boxes<S> {
        Boxes::load(simd, &self.bounds)
    }

    pub(super) fn around(&self, lane: usize) -> LocalBox {
        let corner = |first: usize| core::array::from_fn(|axis| self.bounds[first + axis][lane]);
        LocalBox {
            min: corner(0),
            max: corner(3),
        }
    }

    pub(super) fn set(&mut self, lane: usize, around: &LocalBox) {
        around.store(&mut self.bounds, lane);
    }
}
