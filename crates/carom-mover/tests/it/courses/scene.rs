//! A course as data: pieces, a start, wishes; and the world made of it.

use crate::courses::measure::{Core, Corners, Solid};
use carom::glam::{DMat3, DVec3};
use carom::mover::MoverSettings;
use carom::{Capsule, Collider, Mesh, Scalar, Vector3, World};

/// A piece of a course, in units of a person's meter, `y` up.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// A box, filled or as its twelve triangles.
    Box {
        center: DVec3,
        half: [DVec3; 3],
        meshed: bool,
    },
    /// A two-sided surface.
    Sheet(Vec<Corners>),
    /// A capsule, or a ball.
    Round { a: DVec3, b: DVec3, radius: f64 },
}

/// An intent for some time.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) ticks: usize,
    pub(crate) velocity: DVec3,
    /// In every tick or in the first only.
    pub(crate) jump: Option<(f64, bool)>,
    pub(crate) height: Option<f64>,
    /// The direction to turn to.
    pub(crate) axis: Option<DVec3>,
    pub(crate) fly: bool,
}

/// From units of a person to the world: scaled, rotated and moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) scale: f64,
    pub(crate) turn: DMat3,
    pub(crate) origin: DVec3,
}

#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) pieces: Vec<Piece>,
    /// The feet at the start.
    pub(crate) start: DVec3,
    pub(crate) wishes: Vec<Wish>,
    pub(crate) hz: f64,
    pub(crate) frame: Frame,
    /// Whether it runs in double precision.
    pub(crate) double: bool,
    /// A plane across the whole room, by a point and a normal; a character never changes sides.
    pub(crate) divided: Option<(DVec3, DVec3)>,
}

/// The inside of the room that encloses every course.
pub(crate) const ROOM: (DVec3, DVec3) =
    (DVec3::new(-10.0, 0.0, -10.0), DVec3::new(10.0, 8.0, 10.0));

pub(crate) const RADIUS: f64 = 0.3;
pub(crate) const HEIGHT: f64 = 1.8;
pub(crate) const SKIN: f64 = 0.01;
pub(crate) const GRAVITY: f64 = 9.81;

impl Frame {
    pub(crate) fn point(&self, p: DVec3) -> DVec3 {
        self.turn * (p * self.scale) + self.origin
    }

    pub(crate) fn vector(&self, v: DVec3) -> DVec3 {
        self.turn * (v * self.scale)
    }

    pub(crate) fn up(&self) -> DVec3 {
        self.turn * DVec3::Y
    }

    pub(crate) fn settings<V: Vector3<Double = DVec3>>(&self) -> MoverSettings<V> {
        let length = |x: f64| V::Scalar::from_f64(x * self.scale);
        MoverSettings {
            up: V::from_double(self.up()),
            gravity: length(GRAVITY),
            radius: length(RADIUS),
            step_height: length(0.4),
            snap: length(0.4),
            skin: length(SKIN),
            ..MoverSettings::default()
        }
    }
}

pub(crate) fn cuboid(low: DVec3, high: DVec3) -> Piece {
    let half = (high - low) * 0.5;
    Piece::Box {
        center: (low + high) * 0.5,
        half: [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z],
        meshed: false,
    }
}

/// Six thick walls around [`ROOM`].
pub(crate) fn room() -> Vec<Piece> {
    let (low, high) = ROOM;
    let (most, least) = (high + 1.0, low - 1.0);
    (0..3)
        .flat_map(|i| {
            let (mut below, mut above) = (most, least);
            below[i] = low[i];
            above[i] = high[i];
            [cuboid(least, below), cuboid(above, most)]
        })
        .collect()
}

impl Course {
    /// The world, and its solids for measuring.
    pub(crate) fn build<V: Vector3<Double = DVec3>>(&self) -> (World<V>, Vec<Solid>) {
        let mut world = World::new();
        let mut solids = Vec::new();
        for piece in &self.pieces {
            let solid = self.place::<V>(piece, &mut world);
            solids.push(solid);
        }
        (world, solids)
    }

    fn place<V: Vector3<Double = DVec3>>(&self, piece: &Piece, world: &mut World<V>) -> Solid {
        let rounded = |p: DVec3| V::from_double(p);
        let exact = |p: V| DVec3::from_array(p.to_f64());
        match piece {
            Piece::Box {
                center,
                half,
                meshed,
            } => {
                let center = rounded(self.frame.point(*center));
                let half = half.map(|half| rounded(self.frame.vector(half)));
                // In the order of `Collider::cuboid`, so that the corners are its corners.
                let corners = core::array::from_fn(|i| {
                    let corner = (0..3).fold(center, |corner, axis| {
                        if i >> axis & 1 == 1 {
                            corner + half[axis]
                        } else {
                            corner - half[axis]
                        }
                    });
                    exact(corner)
                });
                let solid = Solid::filled(corners, !meshed);
                let collider = if *meshed {
                    mesh(&solid.faces)
                } else {
                    Collider::cuboid(center, half)
                };
                world.insert(collider).unwrap();
                solid
            }
            Piece::Round { a, b, radius } => {
                let [a, b] = [a, b].map(|p| rounded(self.frame.point(*p)));
                let radius = V::Scalar::from_f64(radius * self.frame.scale);
                world.insert(Capsule::new(a, b, radius)).unwrap();
                Solid::round(Core {
                    a: exact(a),
                    b: exact(b),
                    radius: radius.to_f64(),
                })
            }
            Piece::Sheet(faces) => {
                let round = |p: DVec3| exact(rounded(self.frame.point(p)));
                let faces: Vec<Corners> = faces.iter().map(|face| face.map(round)).collect();
                world.insert(mesh::<V>(&faces)).unwrap();
                Solid::open(faces)
            }
        }
    }
}

/// A mesh; triangles share equal corners.
fn mesh<V: Vector3<Double = DVec3>>(faces: &[Corners]) -> Collider<V> {
    let mut points: Vec<DVec3> = Vec::new();
    let mut name = |p: DVec3| {
        let known = points.iter().position(|q| *q == p);
        known.unwrap_or_else(|| {
            points.push(p);
            points.len() - 1
        }) as u32
    };
    let triangles: Vec<[u32; 3]> = faces.iter().map(|face| face.map(&mut name)).collect();
    let vertices: Vec<V> = points.iter().map(|p| V::from_double(*p)).collect();
    Mesh::new(vertices, triangles).unwrap().into()
}
