//! The calls that exist in 2D or in 3D only: surfaces and their refits.

use crate::numbers::Numbers;
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::{BodyError, BodyId, Chain, Collider, HeightField, Mesh, Triangle, Vector, World};

/// One of glam's four vectors.
pub(crate) trait Space: Vector {
    /// A mesh or a chain, `None` if the random numbers make none.
    fn surface(numbers: &mut Numbers) -> Option<Collider<Self>>;

    /// Refits the surface of a body with these points.
    fn refit(world: &mut World<Self>, id: BodyId, points: &[Self]) -> Result<(), BodyError>;
}

macro_rules! space_2d {
    ($V:ty) => {
        impl Space for $V {
            fn surface(numbers: &mut Numbers) -> Option<Collider<Self>> {
                let count = numbers.random.usize(1..24);
                let vertices = numbers.points(count);
                let chain = if numbers.random.bool() {
                    Chain::open(vertices)
                } else {
                    Chain::closed(vertices)
                };
                let chain = chain.ok()?;
                let chain = match numbers.random.u32(..4) {
                    0 => chain.one_sided(),
                    1 => chain.raw(),
                    _ => chain,
                };
                Some(chain.into())
            }

            fn refit(
                world: &mut World<Self>,
                id: BodyId,
                points: &[Self],
            ) -> Result<(), BodyError> {
                world.refit_chain(id, |i| points[i as usize % points.len()])
            }
        }
    };
}

macro_rules! space_3d {
    ($V:ty) => {
        impl Space for $V {
            fn surface(numbers: &mut Numbers) -> Option<Collider<Self>> {
                let mesh = match numbers.random.u32(..4) {
                    0 => {
                        let columns = numbers.random.usize(1..6);
                        let count = columns * numbers.random.usize(1..6);
                        HeightField {
                            origin: numbers.vector(),
                            cell: [numbers.size(), numbers.size()],
                            columns,
                            heights: (0..count).map(|_| numbers.length()).collect(),
                        }
                        .mesh()
                    }
                    kind => {
                        let count = numbers.random.u32(1..20);
                        let vertices: Vec<Self> = numbers.points(count as usize);
                        let random = &mut numbers.random;
                        let triangles: Vec<[u32; 3]> = (0..random.usize(1..30))
                            .map(|_| core::array::from_fn(|_| random.u32(..count)))
                            .collect();
                        if kind == 1 {
                            Mesh::quick(&vertices, &triangles)
                        } else {
                            Mesh::new(&vertices, &triangles)
                        }
                    }
                };
                let mesh = mesh.ok()?;
                let mesh = if numbers.chance(0.2) {
                    mesh.one_sided()
                } else {
                    mesh
                };
                let mesh = if numbers.chance(0.2) {
                    mesh.weld(numbers.part())
                } else {
                    mesh
                };
                let mesh = if numbers.chance(0.2) {
                    mesh.compact()
                } else {
                    mesh
                };
                Some(mesh.into())
            }

            fn refit(
                world: &mut World<Self>,
                id: BodyId,
                points: &[Self],
            ) -> Result<(), BodyError> {
                let point = |i: u32| points[i as usize % points.len()];
                world.refit_mesh(id, |i| Triangle::new(point(i), point(i + 1), point(2 * i)))
            }
        }
    };
}

space_2d!(Vec2);
space_2d!(DVec2);
space_3d!(Vec3);
space_3d!(DVec3);
