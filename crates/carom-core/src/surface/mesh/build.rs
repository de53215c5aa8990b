//! Building a mesh: sorting triangles into packs, and the BVH over them.

use super::error::{self, MeshError};
use super::store::Store;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::{Bvh, MortonCells};
use carom_math::Scalar;

/// The largest number of triangles in a cell, which gets a BVH of its own.
const CELL: usize = 128;

type Built<V> = Result<(Store<V>, Bvh<V>), MeshError>;

/// The best BVH.
pub(super) fn carefully<V: Vector3>(vertices: &[V], triangles: &[[u32; 3]]) -> Built<V> {
    error::check(vertices, triangles)?;
    let (tree, groups) = Bvh::build(&boxes(vertices, triangles));
    let member = |number: u32| (number, triangle(vertices, triangles[number as usize]));
    Ok((Store::packed(&groups, triangles.len(), member), tree))
}

/// A BVH that is quick to build.
pub(super) fn quickly<V: Vector3>(vertices: &[V], triangles: &[[u32; 3]]) -> Built<V> {
    error::check(vertices, triangles)?;
    let third = V::Scalar::from_f64(1.0 / 3.0);
    let middles = triangles.iter().map(|corners| {
        let Triangle { a, b, c } = triangle(vertices, *corners);
        (a + b + c) * third
    });
    // Unused vertices make the cells larger and the build slower.
    let cells = MortonCells::new(&Aabb::of_points(vertices.iter().copied()), middles);
    // From here on memory is read in order.
    let sorted: Vec<[u32; 3]> = (0..triangles.len())
        .map(|i| triangles[cells.number(i) as usize])
        .collect();
    let around = |corners: &[u32; 3]| triangle(vertices, *corners).bounds();
    let boxes = sorted.iter().map(around);
    let bounds = boxes
        .clone()
        .fold(Aabb::empty(), |all, one| all.union(&one));
    let (tree, groups) = Bvh::quick(bounds, boxes, &cells.ends(CELL));
    let member = |i: u32| {
        let i = i as usize;
        (cells.number(i), triangle(vertices, sorted[i]))
    };
    Ok((Store::packed(&groups, triangles.len(), member), tree))
}

fn boxes<V: Vector3>(vertices: &[V], triangles: &[[u32; 3]]) -> Vec<Aabb<V>> {
    let around = |corners: &[u32; 3]| triangle(vertices, *corners).bounds();
    triangles.iter().map(around).collect()
}

#[inline]
fn triangle<V: Vector3>(vertices: &[V], [a, b, c]: [u32; 3]) -> Triangle<V> {
    Triangle {
        a: vertices[a as usize],
        b: vertices[b as usize],
        c: vertices[c as usize],
    }
}
