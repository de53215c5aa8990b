//! Colliders: meshes, height fields and convex shapes of a scenario as the library's.

use anyhow::{Result, anyhow};
use carom::{
    Capsule, Collider, HeightField, Hull, Mesh, Plane, Scalar, Shape, Triangle, Vector, Vector3,
};
use carom_format::scenario::Convex;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A vector of scenarios.
pub(crate) trait Staged: Vector {
    /// A mesh in its own frame; in 2D an error, which the scenario has already been checked for.
    fn mesh(soup: Soup) -> Result<Meshed<Self>>;
}

/// The triangles or heights of a mesh.
pub(crate) enum Soup<'a> {
    Triangles {
        vertices: Vec<DVec3>,
        triangles: &'a [[u32; 3]],
        one_sided: bool,
    },
    Heights {
        columns: usize,
        heights: &'a [f64],
        cell: f64,
        one_sided: bool,
    },
}

/// A mesh as a collider, and its triangles for pictures.
pub(crate) struct Meshed<V: Vector> {
    pub(super) collider: Collider<V>,
    pub(super) drawing: Vec<[Vec3; 3]>,
}

impl Staged for Vec3 {
    fn mesh(soup: Soup) -> Result<Meshed<Self>> {
        meshed(soup)
    }
}
impl Staged for DVec3 {
    fn mesh(soup: Soup) -> Result<Meshed<Self>> {
        meshed(soup)
    }
}
impl Staged for Vec2 {
    fn mesh(_: Soup) -> Result<Meshed<Self>> {
        Err(anyhow!("there are no meshes in 2D"))
    }
}
impl Staged for DVec2 {
    fn mesh(_: Soup) -> Result<Meshed<Self>> {
        Err(anyhow!("there are no meshes in 2D"))
    }
}

fn meshed<V: Vector3>(soup: Soup) -> Result<Meshed<V>> {
    let (mesh, one_sided) = match soup {
        Soup::Triangles {
            vertices,
            triangles,
            one_sided,
        } => {
            let rounded = vertices.iter().map(|v| V::from_f64(v.to_array()));
            (
                Mesh::new(rounded.collect::<Vec<V>>(), triangles)?,
                one_sided,
            )
        }
        Soup::Heights {
            columns,
            heights,
            cell,
            one_sided,
        } => {
            let rounded = V::Scalar::from_f64;
            let field = HeightField {
                origin: V::ZERO,
                cell: [rounded(cell); 2],
                columns,
                heights: heights.iter().map(|height| rounded(*height)).collect(),
            };
            (field.mesh()?, one_sided)
        }
    };
    let drawing = mesh.iter().map(|t| {
        let corner = |p: V| DVec3::from_array(p.to_f64()).as_vec3();
        [corner(t.a), corner(t.b), corner(t.c)]
    });
    let is_there = |t: &[Vec3; 3]| t.iter().all(|corner| corner.is_finite());
    let drawing = drawing.filter(is_there).collect();
    let mesh = if one_sided { mesh.one_sided() } else { mesh };
    Ok(Meshed {
        collider: mesh.into(),
        drawing,
    })
}

/// The collider of a convex shape, its points and directions mapped by `place` and `turn`.
pub(super) fn collider<V: Vector>(
    shape: &Convex,
    place: impl Fn([f64; 3]) -> V,
    turn: impl Fn([f64; 3]) -> V,
) -> Collider<V> {
    match shape {
        Convex::Box { center, half } => {
            let axis = |i: usize| {
                let mut axis = [0.0; 3];
                axis[i] = half[i];
                turn(axis)
            };
            Collider::cuboid(place(*center), [axis(0), axis(1), axis(2)])
        }
        Convex::Plane { normal, offset } => {
            let on_it = {
                let n = DVec3::from_array(*normal);
                place((n * (offset / n.length_squared())).to_array())
            };
            let normal = turn(*normal);
            Shape::Plane(Plane::new(normal, normal.dot(on_it))).into()
        }
        Convex::Triangle([a, b, c]) => {
            Shape::Triangle(Triangle::new(place(*a), place(*b), place(*c))).into()
        }
        Convex::Hull { points, radius } => {
            let radius = V::Scalar::from_f64(*radius);
            match points[..] {
                [a] => Capsule::new(place(a), place(a), radius).into(),
                [a, b] => Capsule::new(place(a), place(b), radius).into(),
                _ => {
                    let points = points.iter().map(|p| place(*p));
                    Shape::Hull(Hull::new(points.collect::<Vec<V>>(), radius)).into()
                }
            }
        }
    }
}
