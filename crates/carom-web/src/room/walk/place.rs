//! A place to walk in: a world, what moves in it, who walks there, and what is drawn of all that.

use super::way::Way;
use crate::room::drawn::Drawn;
use carom::{Aabb, Body, BodyId, Collider, Hull, Mesh, World};
use glam::{DVec3, Vec3};

/// The layer that only characters are in.
pub(super) const CHARACTERS: u32 = 1 << 31;

/// Somebody who goes around.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    pub(super) radius: f32,
    pub(super) height: f32,
    pub(super) speed: f32,
    /// Where it goes, over and over.
    pub(super) round: Vec<Vec3>,
    /// Which of these it goes to now.
    pub(super) next: usize,
}

pub(super) struct Place {
    pub(super) world: World<Vec3>,
    /// What moves, and its number among what is drawn.
    pub(super) moving: Vec<(BodyId, Way)>,
    pub(super) walkers: Vec<Walker>,
    /// What is drawn of what rests, then of what moves, in that order.
    pub(super) drawn: Vec<Drawn>,
    pub(super) bounds: Aabb<Vec3>,
    pub(super) start: Vec3,
    /// The way one looks at the start.
    pub(super) yaw: f64,
}

/// A surface, and what of it is solid.
pub(super) struct Solid {
    pub(super) collider: Collider<Vec3>,
    pub(super) vertices: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Solid {
    /// A box around its own origin.
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

    /// A convex outline, seen from above counter-clockwise, from one height to another.
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

    /// A round one.
    pub(super) fn round(radius: f32, [low, high]: [f32; 2]) -> Self {
        const SIDES: u32 = 32;
        let outline = (0..SIDES).map(|i| {
            let angle = core::f64::consts::TAU * f64::from(i) / f64::from(SIDES);
            let (sin, cos) = libm::sincos(angle);
            (cos as f32 * radius, -(sin as f32) * radius)
        });
        Self::column(&outline.collect::<Vec<_>>(), [low, high])
    }

    /// A wedge from the ground up to a height, along −z, around its own origin.
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
            moving: Vec::new(),
            walkers: Vec::new(),
            drawn: vec![Drawn::default()],
            bounds: Aabb {
                min: Vec3::INFINITY,
                max: Vec3::NEG_INFINITY,
            },
            start,
            yaw,
        }
    }

    fn include(&mut self, places: impl Iterator<Item = Vec3>) {
        for p in places {
            let Aabb { min, max } = self.bounds;
            self.bounds = Aabb {
                min: Vec3::select(p.cmplt(min), p, min),
                max: Vec3::select(p.cmpgt(max), p, max),
            };
        }
    }

    /// Something that rests.
    ///
    /// # Errors
    /// What the world has against it.
    pub(super) fn rests(&mut self, solid: Solid, at: DVec3) -> Result<(), String> {
        let way = Way::at(at);
        self.insert(solid.collider, &way, false)?;
        let shift = at.as_vec3();
        let vertices: Vec<Vec3> = solid.vertices.iter().map(|p| *p + shift).collect();
        self.include(vertices.iter().copied());
        let drawn = Drawn::flat(&vertices, &solid.triangles);
        let rest = std::mem::take(&mut self.drawn[0]);
        self.drawn[0] = rest.and(drawn);
        Ok(())
    }

    /// Something that moves.
    ///
    /// # Errors
    /// What the world has against it.
    pub(super) fn moves(&mut self, solid: Solid, way: Way) -> Result<(), String> {
        let id = self.insert(solid.collider, &way, true)?;
        self.moving.push((id, way));
        self.drawn
            .push(Drawn::flat(&solid.vertices, &solid.triangles));
        Ok(())
    }

    /// A mesh that rests where it is.
    ///
    /// # Errors
    /// What the world has against it.
    pub(super) fn stands(&mut self, mesh: Mesh<Vec3>, drawn: Drawn) -> Result<(), String> {
        let bounds = mesh.bounds();
        self.include([bounds.min, bounds.max].into_iter());
        self.insert(mesh.into(), &Way::at(DVec3::ZERO), false)?;
        let rest = std::mem::take(&mut self.drawn[0]);
        self.drawn[0] = rest.and(drawn);
        Ok(())
    }

    fn insert(
        &mut self,
        collider: Collider<Vec3>,
        way: &Way,
        moving: bool,
    ) -> Result<BodyId, String> {
        let body = Body {
            pose: way.pose(0.0),
            layers: !CHARACTERS,
            moving,
            ..Body::new(collider)
        };
        self.world.insert(body).map_err(|error| error.to_string())
    }
}
