//! Colliders: meshes, height fields, chains and convex shapes of a scenario as the library's.

use anyhow::{Error, Result, anyhow};
use carom::{
    Capsule, Chain, ChainError, Collider, Cone, Cylinder, Ellipsoid, HeightField, Hull, Mesh,
    MeshError, OrientedBox, Plane, RoundShape, Scalar, Shape, TaperedCapsule, Triangle, Vector,
    Vector3,
};
use carom_format::scenario::{Convex, PlacedBody};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A vector of scenarios.
pub(crate) trait Staged: Vector {
    /// The surface in a `field` of a body, in its own frame. The scenario has already been checked for those of the other dimension.
    ///
    /// # Errors
    /// Messages start with the place of the body and the `field` that is wrong.
    fn surface(soup: Soup, body: &PlacedBody, field: &str) -> Result<Surfaced<Self>>;
}

/// The triangles, heights or lines of a surface.
pub(crate) enum Soup<'a> {
    Triangles {
        vertices: Vec<DVec3>,
        triangles: &'a [[u32; 3]],
    },
    Heights {
        columns: usize,
        heights: &'a [f64],
        cell: f64,
    },
    Lines {
        lines: Vec<Vec<DVec3>>,
        closed: bool,
        drawing: Vec<[Vec3; 3]>,
    },
}

/// A surface as a collider, and its triangles for pictures.
pub(crate) struct Surfaced<V: Vector> {
    pub(super) collider: Collider<V>,
    pub(super) drawing: Vec<[Vec3; 3]>,
}

impl Staged for Vec3 {
    fn surface(soup: Soup, body: &PlacedBody, field: &str) -> Result<Surfaced<Self>> {
        meshed(soup, body, field)
    }
}
impl Staged for DVec3 {
    fn surface(soup: Soup, body: &PlacedBody, field: &str) -> Result<Surfaced<Self>> {
        meshed(soup, body, field)
    }
}
impl Staged for Vec2 {
    fn surface(soup: Soup, body: &PlacedBody, field: &str) -> Result<Surfaced<Self>> {
        chained(soup, body, field)
    }
}
impl Staged for DVec2 {
    fn surface(soup: Soup, body: &PlacedBody, field: &str) -> Result<Surfaced<Self>> {
        chained(soup, body, field)
    }
}

/// The error of a surface that is no solid.
fn not_solid(body: &PlacedBody, error: impl std::fmt::Display) -> Error {
    anyhow!("{}.solid: {error}", body.place)
}

fn meshed<V: Vector3>(soup: Soup, body: &PlacedBody, field: &str) -> Result<Surfaced<V>> {
    let built = |error: MeshError| anyhow!("{}.{field}: {error}", body.place);
    let mesh = match soup {
        Soup::Triangles {
            vertices,
            triangles,
        } => {
            let rounded = vertices.iter().map(|v| V::from_f64(v.to_array()));
            Mesh::new(rounded.collect::<Vec<V>>(), triangles).map_err(built)?
        }
        Soup::Heights {
            columns,
            heights,
            cell,
        } => {
            let rounded = V::Scalar::from_f64;
            let field = HeightField {
                origin: V::ZERO,
                cell: [rounded(cell); 2],
                columns,
                heights: heights.iter().map(|height| rounded(*height)).collect(),
            };
            field.mesh().map_err(built)?
        }
        Soup::Lines { .. } => {
            return Err(anyhow!("{}.{field}: there are no chains in 3D", body.place));
        }
    };
    let drawing = mesh.iter().map(|t| {
        let corner = |p: V| DVec3::from_array(p.to_f64()).as_vec3();
        [corner(t.a), corner(t.b), corner(t.c)]
    });
    let is_there = |t: &[Vec3; 3]| t.iter().all(|corner| corner.is_finite());
    let drawing = drawing.filter(is_there).collect();
    let mesh = if body.solid {
        mesh.solid().map_err(|error| not_solid(body, error))?
    } else if body.one_sided {
        mesh.one_sided()
    } else {
        mesh
    };
    Ok(Surfaced {
        collider: mesh.into(),
        drawing,
    })
}

fn chained<V: Vector<Double = DVec2>>(
    soup: Soup,
    body: &PlacedBody,
    field: &str,
) -> Result<Surfaced<V>> {
    let Soup::Lines {
        lines,
        closed,
        drawing,
    } = soup
    else {
        return Err(anyhow!("{}.{field}: there are no meshes in 2D", body.place));
    };
    let rounded = |line: &Vec<DVec3>| line.iter().map(|p| V::from_f64(p.to_array())).collect();
    let chain = match &lines[..] {
        [line] if closed => Chain::closed(rounded(line)),
        [line] => Chain::open(rounded(line)),
        rings => Chain::from_rings(rings.iter().map(rounded).collect::<Vec<Vec<V>>>()),
    };
    let chain = chain.map_err(|error: ChainError| anyhow!("{}.{field}: {error}", body.place))?;
    let chain = if body.solid {
        chain.solid().map_err(|error| not_solid(body, error))?
    } else if body.one_sided {
        chain.one_sided()
    } else {
        chain
    };
    Ok(Surfaced {
        collider: chain.into(),
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
