//! Colliders: meshes, height fields and convex shapes of a scenario as the library's.

use anyhow::{Result, anyhow};
use carom::{
    Capsule, Collider, Cone, Cylinder, Ellipsoid, HeightField, Hull, Mesh, OrientedBox, Plane,
    RoundShape, Scalar, Shape, TaperedCapsule, Triangle, Vector, Vector3,
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

/// How points and directions of a shape are placed.
pub(super) struct Placed<P, T> {
    pub(super) place: P,
    pub(super) turn: T,
}

impl<V: Vector, P: Fn([f64; 3]) -> V, T: Fn([f64; 3]) -> V> Placed<P, T> {
    /// The collider of a convex shape.
    pub(super) fn collider(&self, shape: &Convex) -> Collider<V> {
        match shape {
            Convex::Box { center, half } => {
                Collider::cuboid((self.place)(*center), self.axes(half))
            }
            other => self.shape(other).into(),
        }
    }

    /// The shape of the library.
    pub(super) fn shape(&self, shape: &Convex) -> Shape<V> {
        let place = |p: &[f64; 3]| (self.place)(*p);
        let number = V::Scalar::from_f64;
        match shape {
            Convex::Box { center, half } => Shape::OrientedBox(OrientedBox {
                center: place(center),
                axes: self.axes(half),
            }),
            Convex::Plane { normal, offset } => {
                let on_it = {
                    let n = DVec3::from_array(*normal);
                    (self.place)((n * (offset / n.length_squared())).to_array())
                };
                let normal = (self.turn)(*normal);
                Shape::Plane(Plane::new(normal, normal.dot(on_it)))
            }
            Convex::Triangle([a, b, c]) => {
                Shape::Triangle(Triangle::new(place(a), place(b), place(c)))
            }
            Convex::Hull { points, radius } => {
                let radius = number(*radius);
                match &points[..] {
                    [a] => Capsule::new(place(a), place(a), radius).into(),
                    [a, b] => Capsule::new(place(a), place(b), radius).into(),
                    points => {
                        let points = points.iter().map(place);
                        Shape::Hull(Hull::new(points.collect::<Vec<V>>(), radius))
                    }
                }
            }
            Convex::Cylinder { ends, radius } => {
                let [a, b] = ends.each_ref().map(place);
                Cylinder::new(a, b, number(*radius)).into()
            }
            Convex::Cone { ends, radii } => {
                let [a, b] = ends.each_ref().map(place);
                Cone::frustum(a, b, radii.map(number)).into()
            }
            Convex::TaperedCapsule { ends, radii } => {
                let [a, b] = ends.each_ref().map(place);
                TaperedCapsule::new(a, b, radii.map(number)).into()
            }
            Convex::Ellipsoid { center, radii } => Shape::Ellipsoid(Ellipsoid {
                center: place(center),
                axes: self.axes(radii),
            }),
            Convex::Round { shape, radius } => {
                RoundShape::new(self.shape(shape), number(*radius)).into()
            }
        }
    }

    /// The half axes of a box or an ellipsoid.
    fn axes(&self, half: &[f64; 3]) -> [V; 3] {
        [0, 1, 2].map(|i| {
            let mut axis = [0.0; 3];
            axis[i] = half[i];
            (self.turn)(axis)
        })
    }
}
