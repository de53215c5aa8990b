//! A place to walk in: a world, its moving bodies, its walkers, and their drawing data.

use super::motion::Motion;
use crate::codec::encode;
use crate::demo::drawn::Drawn;
use carom::mover::Surfaces;
use carom::{Aabb, Body, BodyId, Collider, Hull, Mesh, World};
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// The layer of the characters.
pub(super) const CHARACTERS: u32 = 1 << 31;

/// A character that walks along a closed route.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    pub(super) radius: f32,
    pub(super) height: f32,
    pub(super) speed: f32,
    /// The corners of its route.
    pub(super) round: Vec<Vec3>,
    /// The index of the corner it walks to.
    pub(super) next: usize,
}

/// Static geometry in a paint of its own: `ice`, `water` …
#[derive(Clone, Debug)]
pub(crate) struct Painted {
    pub(crate) paint: String,
    pub(crate) drawn: Drawn,
}

encode!(Painted {
    paint: String,
    drawn: Drawn
});

/// A place of the course where an ability can be tried.
#[derive(Clone, Debug)]
pub(crate) struct Station {
    pub(crate) name: String,
    /// Where to begin, and the direction of view there.
    pub(crate) feet: DVec3,
    pub(crate) yaw: f64,
    /// The place of its sign.
    pub(crate) sign: DVec3,
}

encode!(Station {
    name: String,
    feet: DVec3,
    yaw: f64,
    sign: DVec3
});

pub(super) struct Place {
    pub(super) world: World<Vec3>,
    /// The materials of its bodies.
    pub(super) surfaces: Option<Arc<Surfaces<Vec3>>>,
    /// The moving bodies.
    pub(super) moving: Vec<(BodyId, Motion)>,
    pub(super) walkers: Vec<Walker>,
    /// Drawing data: first of all static geometry together, then of each moving body.
    pub(super) drawn: Vec<Drawn>,
    pub(super) painted: Vec<Painted>,
    pub(super) stations: Vec<Station>,
    pub(super) bounds: Aabb<Vec3>,
    pub(super) start: Vec3,
    /// The direction of view at the start.
    pub(super) yaw: f64,
}

/// A body: its collider, and its triangles for drawing.
pub(super) struct Solid {
    pub(super) collider: Collider<Vec3>,
    pub(super) vertices: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Solid {
    /// Its vertices at a place.
    fn at(&self, at: DVec3) -> Vec<Vec3> {
        let shift = at.as_vec3();
        self.vertices.iter().map(|p| *p + shift).collect()
    }

    pub(super) fn drawn(&self, at: DVec3) -> Drawn {
        Drawn::flat(&self.at(at), &self.triangles)
    }

    /// A box from one corner to the other, and its center.
    pub(super) fn between(low: DVec3, high: DVec3) -> (Self, DVec3) {
        let half = (high - low) * 0.5;
        (Self::cuboid(half.as_vec3()), low + half)
    }

    /// A box, centered at the origin.
    pub(super) fn cuboid(half: Vec3) -> Self {
        Self {
            collider: Collider::cuboid(
                Vec3::ZERO,
                [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z],
            ),
            ..Self::column(
                &[
                    (-half.x, -half.z),
                    (-half.x, half.z),
                    (half.x, half.z),
                    (half.x, -half.z),
                ],
                [-half.y, half.y],
            )
        }
    }

    /// A prism: a convex outline, counter-clockwise seen from above, between two heights.
    pub(super) fn column(outline: &[(f32, f32)], [low, high]: [f32; 2]) -> Self {
        let count = outline.len() as u32;
        let at = |y: f32| outline.iter().map(move |(x, z)| Vec3::new(*x, y, *z));
        let vertices: Vec<Vec3> = at(low).chain(at(high)).collect();
        let mut triangles = Vec::new();
        for i in 1..count - 1 {
            triangles.push([0, i + 1, i]);
            triangles.push([count, count + i, count + i + 1]);
        }
        for i in 0..count {
            let next = (i + 1) % count;
            triangles.push([i, next, count + next]);
            triangles.push([i, count + next, count + i]);
        }
        Self {
            collider: Hull::new(vertices.clone(), 0.0).into(),
            vertices,
            triangles,
        }
    }

    /// A cylinder of 32 sides.
    pub(super) fn round(radius: f32, [low, high]: [f32; 2]) -> Self {
        const SIDES: u32 = 32;
        let outline = (0..SIDES).map(|i| {
            let angle = core::f64::consts::TAU * f64::from(i) / f64::from(SIDES);
            let (sin, cos) = libm::sincos(angle);
            (cos as f32 * radius, -(sin as f32) * radius)
        });
        Self::column(&outline.collect::<Vec<_>>(), [low, high])
    }

    /// A wedge that rises along −z, centered at the origin.
    pub(super) fn ramp(half_width: f32, height: f32, length: f32) -> Self {
        let (w, l) = (half_width, length / 2.0);
        let vertices = vec![
            Vec3::new(-w, 0.0, l),
            Vec3::new(w, 0.0, l),
            Vec3::new(w, 0.0, -l),
            Vec3::new(-w, 0.0, -l),
            Vec3::new(-w, height, -l),
            Vec3::new(w, height, -l),
        ];
        let triangles = vec![
            [0, 2, 1],
            [0, 3, 2],
            [0, 1, 5],
            [0, 5, 4],
            [2, 3, 4],
            [2, 4, 5],
            [1, 2, 5],
            [0, 4, 3],
        ];
        Self {
            collider: Hull::new(vertices.clone(), 0.0).into(),
            vertices,
            triangles,
        }
    }
}

impl Place {
    pub(super) fn empty(start: Vec3, yaw: f64) -> Self {
        Self {
            world: World::new(),
            surfaces: None,
            moving: Vec::new(),
            walkers: Vec::new(),
            drawn: vec![Drawn::default()],
            painted: Vec::new(),
            stations: Vec::new(),
            bounds: Aabb {
                min: Vec3::INFINITY,
                max: Vec3::NEG_INFINITY,
            },
            start,
            yaw,
        }
    }

    fn include(&mut self, points: impl Iterator<Item = Vec3>) {
        for p in points {
            let Aabb { min, max } = self.bounds;
            self.bounds = Aabb {
                min: Vec3::select(p.cmplt(min), p, min),
                max: Vec3::select(p.cmpgt(max), p, max),
            };
        }
    }

    /// Adds a static body.
    ///
    /// # Errors
    /// The error of the world if the body is invalid.
    pub(super) fn add_static(&mut self, solid: Solid, at: DVec3) -> Result<(), String> {
        let drawn = solid.drawn(at);
        self.insert_static(solid, at)?;
        self.draw(drawn);
        Ok(())
    }

    /// Adds a static box from one corner to the other, drawn without its edges: a part of a larger floor.
    ///
    /// # Errors
    /// The error of the world if the box is invalid.
    pub(super) fn add_slab(&mut self, low: DVec3, high: DVec3) -> Result<(), String> {
        let (solid, at) = Solid::between(low, high);
        let drawn = Drawn {
            creases: Vec::new(),
            ..solid.drawn(at)
        };
        self.draw(drawn);
        self.insert_static(solid, at).map(|_| ())
    }

    /// Adds to the drawing of the static geometry.
    pub(super) fn draw(&mut self, drawn: Drawn) {
        let rest = std::mem::take(&mut self.drawn[0]);
        self.drawn[0] = rest.and(drawn);
    }

    /// Adds a static box from one corner to the other.
    ///
    /// # Errors
    /// The error of the world if the box is invalid.
    pub(super) fn add_block(&mut self, low: DVec3, high: DVec3) -> Result<(), String> {
        let (solid, at) = Solid::between(low, high);
        self.add_static(solid, at)
    }

    /// Adds a static body in a paint of its own.
    ///
    /// # Errors
    /// The error of the world if the body is invalid.
    pub(super) fn add_painted(
        &mut self,
        paint: &str,
        solid: Solid,
        at: DVec3,
    ) -> Result<BodyId, String> {
        self.paint(paint, solid.drawn(at));
        self.insert_static(solid, at)
    }

    /// Adds geometry that is only drawn.
    pub(super) fn paint(&mut self, paint: &str, drawn: Drawn) {
        let paint = paint.to_owned();
        self.painted.push(Painted { paint, drawn });
    }

    fn insert_static(&mut self, solid: Solid, at: DVec3) -> Result<BodyId, String> {
        self.include(solid.at(at).into_iter());
        self.insert(solid.collider, &Motion::at(at), false)
    }

    /// Adds a moving body.
    ///
    /// # Errors
    /// The error of the world if the body is invalid.
    pub(super) fn add_moving(&mut self, solid: Solid, motion: Motion) -> Result<(), String> {
        let id = self.add_free(solid, &motion)?;
        self.moving.push((id, motion));
        Ok(())
    }

    /// Adds a body that starts like this and is moved by something else; after all [moving](Self::add_moving) ones.
    ///
    /// # Errors
    /// The error of the world if the body is invalid.
    pub(super) fn add_free(&mut self, solid: Solid, motion: &Motion) -> Result<BodyId, String> {
        self.drawn.push(solid.drawn(DVec3::ZERO));
        self.insert(solid.collider, motion, true)
    }

    /// Adds a static mesh at the origin.
    ///
    /// # Errors
    /// The error of the world if the body is invalid.
    pub(super) fn add_mesh(&mut self, mesh: Mesh<Vec3>, drawn: Drawn) -> Result<(), String> {
        let bounds = mesh.bounds();
        self.include([bounds.min, bounds.max].into_iter());
        self.insert(mesh.into(), &Motion::at(DVec3::ZERO), false)?;
        self.draw(drawn);
        Ok(())
    }

    fn insert(
        &mut self,
        collider: Collider<Vec3>,
        motion: &Motion,
        moving: bool,
    ) -> Result<BodyId, String> {
        let body = Body {
            pose: motion.pose(0.0),
            layers: !CHARACTERS,
            moving,
            ..Body::new(collider)
        };
        self.world.insert(body).map_err(|error| error.to_string())
    }
}
