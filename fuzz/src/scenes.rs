//! Chains, height fields, point sets, meshes and worlds from arbitrary bits.

use crate::shapes::{ShapeSetBits, number};
use arbitrary::Arbitrary;
use carom::glam::DVec2;
use carom::{
    Body, Chain, ChainError, HeightField, Mesh, MeshError, Pose, RigidMotion, Rotation, Scalar,
    Shape, Vector, Vector3, World,
};

/// How many points an input has.
pub const POINTS: usize = 24;

/// Shapes, and the points of a surface, as bits.
#[derive(Arbitrary, Debug)]
pub struct SceneBits {
    pub shapes: ShapeSetBits,
    points: [[u32; 3]; POINTS],
    choices: [u8; 8],
}

impl SceneBits {
    /// Whether the numbers are small.
    pub fn tame(&self) -> bool {
        self.shapes.tame
    }

    /// One of `count` choices.
    pub fn choice(&self, i: usize, count: usize) -> usize {
        usize::from(self.choices[i]) % count
    }

    pub fn points<V: Vector>(&self) -> Vec<V> {
        let point = |bits: &[u32; 3]| V::from_f64(bits.map(|bits| number(bits, self.tame())));
        self.points.iter().map(point).collect()
    }

    /// An open chain, a closed one, or one of two rings.
    pub fn chain<V: Vector<Double = DVec2>>(&self) -> Result<Chain<V>, ChainError> {
        let mut vertices = self.points::<V>();
        vertices.truncate(4 + self.choice(0, POINTS - 3));
        match self.choice(1, 3) {
            0 => Chain::open(vertices),
            1 => Chain::closed(vertices),
            _ => {
                let second = vertices.split_off(vertices.len() / 2);
                Chain::from_rings([vertices, second])
            }
        }
    }

    /// A height field of two to four columns and rows, some of the heights holes; then other heights for it.
    pub fn heights<V: Vector3>(&self) -> [HeightField<V>; 2] {
        let (columns, rows) = (2 + self.choice(0, 3), 2 + self.choice(1, 3));
        let points = self.points::<V>();
        let cell = |i: usize| points[POINTS - 1][i].abs();
        let holes = u32::from_le_bytes([0, 1, 2, 3].map(|i| self.choices[2 + i]));
        [0, 1].map(|axis| {
            let height = |i: usize| match holes >> (i + 16 * axis) & 1 == 1 && i.is_multiple_of(3) {
                true => V::Scalar::from_f64(f64::NAN),
                false => points[i][axis],
            };
            HeightField {
                origin: points[POINTS - 2],
                cell: [cell(0), cell(1)],
                columns,
                heights: (0..columns * rows).map(height).collect(),
            }
        })
    }

    /// Two meshes of one to four triangles each.
    pub fn meshes<V: Vector3>(&self) -> [Result<Mesh<V>, MeshError>; 2] {
        let points = self.points::<V>();
        let mut halves = points.chunks_exact(POINTS / 2);
        [0, 1].map(|i| {
            let corners = halves.next().unwrap_or_default();
            let count = 1 + self.choice(i, 4) as u32;
            let triangles = (0..count).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]);
            Mesh::new(corners, triangles.collect::<Vec<_>>())
        })
    }

    fn pose<V: Vector>(&self, i: usize) -> Pose<V> {
        let points = self.points::<V>();
        let turn = match self.choice(i, 3) {
            0 => Rotation::default(),
            _ => Rotation::new(points[3 * i], points[3 * i + 1][0]),
        };
        Pose::new(points[3 * i + 2], turn)
    }

    /// A body of each shape, or none if one is refused. Each has a velocity; every other one turns, and some are of those that
    /// move often.
    pub fn bodies<V: Vector>(&self, shapes: &[Shape<V>]) -> Option<Vec<Body<V>>> {
        let points = self.points::<V>();
        let body = |(i, own): (usize, &Shape<V>)| {
            let spins = self.choice(i + 1, 2) == 0;
            let body = Body {
                pose: self.pose(i),
                velocity: points[12 + i],
                axis: points[16 + i],
                spin: if spins {
                    points[20 + i][0]
                } else {
                    V::Scalar::ZERO
                },
                moving: self.choice(i, 4) > 0,
                ..Body::new(own.clone())
            };
            body.check().is_ok().then_some(body)
        };
        shapes.iter().enumerate().map(body).collect()
    }

    /// The motion of the shape that a query is about: straight, or turning as well.
    pub fn motion<V: Vector>(&self, delta: V) -> RigidMotion<V> {
        let points = self.points::<V>();
        match self.choice(7, 2) {
            0 => RigidMotion::straight(delta),
            _ => RigidMotion {
                delta,
                pivot: points[0],
                axis: points[1],
                angle: points[2][0],
            },
        }
    }
}

/// The world of bodies.
pub fn world_of<V: Vector>(bodies: &[Body<V>]) -> Option<World<V>> {
    let mut world = World::new();
    for body in bodies {
        world.insert(body.clone()).ok()?;
    }
    Some(world)
}

/// A shape after a part of a motion.
pub fn after<V: Vector>(shape: &Shape<V>, motion: &RigidMotion<V>, t: f64) -> Shape<V> {
    let t = V::Scalar::from_f64(t);
    let rotation = Rotation::new(motion.axis, motion.angle * t);
    let turned = Pose {
        rotation,
        ..Pose::default()
    };
    // Around the pivot in the precision of the poses.
    let pivot = motion.pivot.to_double();
    let way = pivot - turned.place(motion.pivot) + (motion.delta * t).to_double();
    let pose = Pose {
        translation: way,
        ..turned
    };
    pose.shape(shape)
}

/// The shape of a body in the world.
pub fn placed<V: Vector>(body: &Body<V>) -> Shape<V> {
    let own = body.collider.shape().expect("a body of one shape");
    match (own, own.hull()) {
        // As the world places it: boxes become hulls.
        (Shape::Aabb(_) | Shape::OrientedBox(_), Some(hull)) => body.pose.shape(&hull.into()),
        _ => body.pose.shape(own),
    }
}
