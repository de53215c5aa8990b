//! Compressed triangles: indices into shared vertices, unpacked for each visit.

use super::pack::Pack;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use alloc::vec;
use alloc::vec::Vec;
use carom_bvh::{Group, NOTHING};
use carom_math::Vector;
use carom_math::lanes::LANES;
use carom_math::sort;

/// Some 21 bytes a triangle.
#[derive(Clone, Debug)]
pub(super) struct Compact<V: Vector> {
    /// In the order in which packs first use them; repeated where the last copy is too far back.
    vertices: Vec<V>,
    packs: Vec<Indexed>,
    /// The place of each triangle: its pack times eight, plus its lane.
    places: Vec<u32>,
}

/// A pack of triangles as indices.
#[derive(Clone, Copy, Debug)]
struct Indexed {
    numbers: Group,
    /// The index of the last vertex up to this pack.
    newest: u32,
    /// How far before `newest` each corner is. An empty lane repeats the first.
    back: [[u16; LANES]; 3],
}

/// Not used yet.
const NEVER: u32 = u32::MAX;

impl<V: Vector3> Compact<V> {
    /// The largest number of triangles: their corners must have `u32` indices.
    pub(super) const MOST: usize = (u32::MAX / 3) as usize;

    /// Compresses at most [`MOST`](Self::MOST) triangles.
    pub(super) fn new(
        groups: &[Group],
        places: Vec<u32>,
        triangle: impl Fn(u32) -> Triangle<V>,
    ) -> Self {
        let names = names(
            groups
                .iter()
                .flat_map(members)
                .flat_map(|n| triangle(n).core()),
        );
        let mut names = names.into_iter();
        let mut latest = vec![NEVER; 3 * places.len()];
        let mut vertices = Vec::new();
        let mut indexed = |group: &Group| {
            let mut corners = [[0; LANES]; 3];
            // Upper bound: every corner of this pack is new.
            let newest = vertices.len() + 3 * LANES - 1;
            for (lane, number) in members(group).enumerate() {
                let core = triangle(number).core();
                for (i, (corner, name)) in core.into_iter().zip(&mut names).enumerate() {
                    let place = &mut latest[name as usize];
                    if *place == NEVER || newest - *place as usize > u16::MAX.into() {
                        *place = vertices.len() as u32;
                        vertices.push(corner);
                    }
                    corners[i][lane] = *place;
                }
            }
            let newest = (vertices.len() - 1) as u32;
            let back = |corners: [u32; LANES]| {
                core::array::from_fn(|lane| {
                    let lane = if group[lane] == NOTHING { 0 } else { lane };
                    (newest - corners[lane]) as u16
                })
            };
            Indexed {
                numbers: *group,
                newest,
                back: corners.map(back),
            }
        };
        let packs = groups.iter().map(&mut indexed).collect();
        vertices.shrink_to_fit();
        Self {
            vertices,
            packs,
            places,
        }
    }

    /// Unpacks a group in place: a copy of the pack would take as long.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn unpack(&self, group: usize, into: &mut Pack<V>) {
        let pack = &self.packs[group];
        into.fill(
            pack.numbers,
            #[inline(always)]
            |corner, lane| self.vertex(pack, corner, lane),
        );
    }

    #[inline(always)]
    fn vertex(&self, pack: &Indexed, corner: usize, lane: usize) -> V {
        self.vertices[(pack.newest - u32::from(pack.back[corner][lane])) as usize]
    }

    pub(super) fn triangle(&self, number: u32) -> Triangle<V> {
        let place = self.places[number as usize] as usize;
        let (pack, lane) = (&self.packs[place / LANES], place % LANES);
        Triangle {
            a: self.vertex(pack, 0, lane),
            b: self.vertex(pack, 1, lane),
            c: self.vertex(pack, 2, lane),
        }
    }

    /// Searches for shared vertices again, because vertices may separate or coincide.
    pub(super) fn refit(&mut self, triangle: impl Fn(u32) -> Triangle<V>) {
        let groups: Vec<Group> = self.packs.iter().map(|pack| pack.numbers).collect();
        *self = Self::new(&groups, core::mem::take(&mut self.places), triangle);
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.vertices.as_slice())
            + size_of_val(self.packs.as_slice())
            + size_of_val(self.places.as_slice())
    }
}

fn members(group: &Group) -> impl Iterator<Item = u32> {
    group.iter().copied().filter(|number| *number != NOTHING)
}

/// A number for each corner, equal for equal bits, so that −0 stays −0.
fn names<V: Vector>(corners: impl Iterator<Item = V>) -> Vec<u32> {
    let bits = |corner: V| corner.to_f64().map(f64::to_bits);
    let mut sorted: Vec<_> = corners.map(bits).zip(0_u32..).collect();
    sort::sort(&mut sorted);
    let mut names = vec![0; sorted.len()];
    let equal = sorted.chunk_by(|x, y| x.0 == y.0);
    for (name, equal) in (0..).zip(equal) {
        for (_, corner) in equal {
            names[*corner as usize] = name;
        }
    }
    names
}
