//! Storage of a mesh's triangles: packs, compressed packs, or a height field that makes packs for each visit.

use super::compact::Compact;
use super::heights::Heights;
use super::pack::Pack;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use alloc::vec;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::{Group, NOTHING};
use carom_math::Vector;
use carom_math::lanes::LANES;

#[derive(Clone, Debug)]
pub(super) enum Store<V: Vector> {
    /// Any triangles, some 45 bytes each.
    Packed {
        packs: Vec<Pack<V>>,
        /// The place of each triangle: its pack times eight, plus its lane.
        places: Vec<u32>,
    },
    /// Any triangles by shared vertices.
    Compact(Compact<V>),
    /// A height field.
    Heights(Heights<V>),
}

impl<V: Vector3> Store<V> {
    /// Packs groups; `member` returns the number and the triangle of a group's member.
    pub(super) fn packed(
        groups: &[Group],
        count: usize,
        member: impl Fn(u32) -> (u32, Triangle<V>),
    ) -> Self {
        let pack = |group: &Group| {
            let members = group.iter().filter(|member| **member != NOTHING);
            Pack::of(members.map(|&i| member(i)))
        };
        let packs: Vec<Pack<V>> = groups.iter().map(pack).collect();
        let mut places = vec![0; count];
        for (first, pack) in (0..).step_by(LANES).zip(&packs) {
            let numbers = pack.numbers.iter().filter(|number| **number != NOTHING);
            for (place, &number) in (first..).zip(numbers) {
                places[number as usize] = place;
            }
        }
        Self::Packed { packs, places }
    }

    /// Compresses the triangles, where that saves memory and they are not more than [`Compact::MOST`].
    pub(super) fn compact(self) -> Self {
        match self {
            Self::Packed { packs, places } if places.len() <= Compact::<V>::MOST => {
                let groups: Vec<Group> = packs.iter().map(|pack| pack.numbers).collect();
                let spots = places.clone();
                let triangle = |number: u32| {
                    let place = places[number as usize] as usize;
                    packs[place / LANES].triangle(place % LANES)
                };
                Self::Compact(Compact::new(&groups, spots, triangle))
            }
            _ => self,
        }
    }

    /// The triangles of a group; unpacked into `made`, which is reused.
    #[inline(always)]
    pub(super) fn pack<'a>(&'a self, group: usize, made: &'a mut Option<Pack<V>>) -> &'a Pack<V> {
        match self {
            Self::Packed { packs, .. } => &packs[group],
            Self::Compact(compact) => {
                let pack = made.get_or_insert_with(Pack::empty);
                compact.unpack(group, pack);
                pack
            }
            Self::Heights(heights) => made.insert(heights.pack(group)),
        }
    }

    /// Prefetches a group that is visited next.
    #[inline(always)]
    pub(super) fn prefetch(&self, group: usize) {
        if let Self::Packed { packs, .. } = self {
            packs[group].prefetch();
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Packed { places, .. } => places.len(),
            Self::Compact(compact) => compact.len(),
            Self::Heights(heights) => heights.len(),
        }
    }

    pub(super) fn triangle(&self, number: u32) -> Triangle<V> {
        match self {
            Self::Packed { packs, places } => {
                let place = places[number as usize] as usize;
                packs[place / LANES].triangle(place % LANES)
            }
            Self::Compact(compact) => compact.triangle(number),
            Self::Heights(heights) => heights.triangle(number),
        }
    }

    /// The bounding box of a group.
    pub(super) fn bounds(&self, group: usize) -> Aabb<V> {
        self.pack(group, &mut None).bounds()
    }

    /// Moves the triangles; a height field keeps its own.
    pub(super) fn refit(&mut self, triangle: impl Fn(u32) -> Triangle<V>) {
        match self {
            Self::Packed { packs, .. } => {
                for pack in packs {
                    *pack = Pack::new(&pack.numbers, &triangle);
                }
            }
            Self::Compact(compact) => compact.refit(triangle),
            Self::Heights(_) => {}
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Packed { packs, places } => {
                size_of_val(packs.as_slice()) + size_of_val(places.as_slice())
            }
            Self::Compact(compact) => compact.bytes(),
            Self::Heights(heights) => heights.bytes(),
        }
    }
}
