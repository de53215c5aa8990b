//! Placed meshes and shapes, and what a mover needs of them.

mod near;

pub use near::{Near, NearContact, Piece};

use crate::mesh::Mesh;
use crate::shape::{aabb::Aabb, ball::Ball, capsule::Capsule};
use crate::vector::Vector3;
use alloc::vec::Vec;

/// What a mover asks of its surroundings: everything near a box, once a tick.
///
/// A [`Mesh`] and a [`World`] are scenes. A shape of your own joins by implementing this trait and
/// adding the triangles, capsules or boxes that stand for it.
pub trait Scene<V: Vector3> {
    /// Adds every piece that touches `bounds` to `near`; more than that does no harm but time.
    fn gather(&self, bounds: &Aabb<V>, near: &mut Near<V>);
}

impl<V: Vector3> Scene<V> for Mesh<V> {
    fn gather(&self, bounds: &Aabb<V>, near: &mut Near<V>) {
        gather_mesh(self, 0, bounds, near);
    }
}

fn gather_mesh<V: Vector3>(mesh: &Mesh<V>, body: u32, bounds: &Aabb<V>, near: &mut Near<V>) {
    mesh.triangles_near(bounds, |part| {
        near.add_triangle(mesh.triangle(part), mesh.is_one_sided(), body, part);
    });
}

/// Bodies in one frame, numbered in the order they came.
///
/// ```
/// use carom::{Ball, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let floor = world.add_box(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]);
/// let rock = world.add_ball(Ball { center: vec3(3., 0., 0.), radius: 1. });
/// assert_eq!((floor, rock), (0, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct World<V: Vector3> {
    bodies: Vec<Body<V>>,
}

#[derive(Clone, Debug)]
enum Body<V: Vector3> {
    Mesh(Mesh<V>),
    Capsule(Capsule<V>),
    Box { corners: [V; 8] },
}

impl<V: Vector3> World<V> {
    /// A world of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { bodies: Vec::new() }
    }

    /// How many bodies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Adds a mesh whose vertices are in the world's frame; returns its number.
    pub fn add_mesh(&mut self, mesh: Mesh<V>) -> u32 {
        self.add(Body::Mesh(mesh))
    }

    /// Adds a capsule; returns its number.
    pub fn add_capsule(&mut self, capsule: Capsule<V>) -> u32 {
        self.add(Body::Capsule(capsule))
    }

    /// Adds a ball; returns its number.
    pub fn add_ball(&mut self, ball: Ball<V>) -> u32 {
        self.add(Body::Capsule(ball.into()))
    }

    /// Adds a solid box of any direction: its middle, and the way from there to the middle of three
    /// sides, at right angles to each other. Returns its number.
    pub fn add_box(&mut self, center: V, half: [V; 3]) -> u32 {
        let corners = core::array::from_fn(|i| {
            (0..3).fold(center, |corner, axis| {
                if i >> axis & 1 == 1 {
                    corner + half[axis]
                } else {
                    corner - half[axis]
                }
            })
        });
        self.add(Body::Box { corners })
    }

    fn add(&mut self, body: Body<V>) -> u32 {
        self.bodies.push(body);
        (self.bodies.len() - 1) as u32
    }
}

impl<V: Vector3> Scene<V> for World<V> {
    fn gather(&self, bounds: &Aabb<V>, near: &mut Near<V>) {
        for (number, body) in self.bodies.iter().enumerate() {
            let number = number as u32;
            match body {
                Body::Mesh(mesh) => gather_mesh(mesh, number, bounds, near),
                Body::Capsule(capsule) if capsule.bounds().overlaps(bounds) => {
                    near.add_capsule(*capsule, number, 0);
                }
                Body::Box { corners } if Aabb::of_points(*corners).overlaps(bounds) => {
                    near.add_box(*corners, number, 0);
                }
                Body::Capsule(_) | Body::Box { .. } => {}
            }
        }
    }
}
