//! The world and the characters of a scenario, in one precision.

use super::{Actor, Input, Placed, Scenario, Solid, Turn};
use anyhow::{Context, Result, anyhow};
use carom::mover::{Body, Intent, Mover};
use carom::{Capsule, Collider, HeightField, Mesh, Rotation, Scalar, Vector3, World};
use glam::{DMat3, DVec3, Vec3};

/// A scenario ready to run.
pub(crate) struct Stage<V: Vector3> {
    pub(crate) world: World<V>,
    pub(crate) actors: Vec<Walker<V>>,
    /// All bodies as triangles, for pictures.
    pub(crate) drawing: Vec<[Vec3; 3]>,
}

/// A character, its mover and its inputs.
pub(crate) struct Walker<V: Vector3> {
    pub(crate) name: String,
    pub(crate) mover: Mover<V>,
    pub(crate) body: Body<V>,
    inputs: Vec<Input>,
    /// The input entry of the tick before.
    entry: Option<usize>,
}

impl<V: Vector3> Walker<V> {
    /// What is wanted in the tick whose middle is at `middle` seconds: the first entry that lasts
    /// beyond it, else the last. A jump is asked for once, in the entry's first tick.
    pub(crate) fn intent(&mut self, middle: f64) -> Intent<V> {
        let lasting = self.inputs.iter().position(|input| input.until > middle);
        let last = self.inputs.len().checked_sub(1);
        let Some(entry) = lasting.or(last) else {
            return Intent::walk(V::ZERO);
        };
        let begins = self.entry != Some(entry);
        self.entry = Some(entry);
        let input = self.inputs[entry];
        Intent {
            velocity: V::from_f64(input.wanted),
            jump: input.jump.filter(|_| begins).map(V::Scalar::from_f64),
            height: input.height.map(V::Scalar::from_f64),
            fly: input.fly,
        }
    }
}

impl Scenario {
    pub(crate) fn stage<V: Vector3>(&self) -> Result<Stage<V>> {
        let file = || self.path.display().to_string();
        let mut stage = Stage {
            world: World::new(),
            actors: Vec::new(),
            drawing: Vec::new(),
        };
        for body in &self.bodies {
            add_body(&mut stage, body).with_context(file)?;
        }
        let up = V::from_f64(self.up);
        for actor in &self.characters {
            let walker = walker(actor, up, self.gravity).with_context(file)?;
            stage.actors.push(walker);
        }
        Ok(stage)
    }
}

fn walker<V: Vector3>(actor: &Actor, up: V, gravity: f64) -> Result<Walker<V>> {
    let mover = actor
        .settings
        .settings(up, gravity)
        .and_then(Mover::new)
        .map_err(|error| anyhow!("{}.{error}", actor.place))?;
    Ok(Walker {
        name: actor.name.clone(),
        mover,
        body: Body::at(V::from_f64(actor.feet), V::Scalar::from_f64(actor.height)),
        inputs: actor.inputs.clone(),
        entry: None,
    })
}

impl<V: Vector3> Stage<V> {
    fn insert(&mut self, body: impl Into<carom::Body<V>>, place: &str) -> Result<()> {
        let inserted = self.world.insert(body);
        inserted.map_err(|error| anyhow!("{place}: {error}"))?;
        Ok(())
    }
}

/// Turns a body's own points and moves them to their place.
struct Pose {
    turn: DMat3,
    at: DVec3,
}

impl Pose {
    fn new(body: &Placed) -> Self {
        Self {
            turn: body.turn.map_or(DMat3::IDENTITY, matrix),
            at: DVec3::from_array(body.at),
        }
    }
    fn place(&self, p: [f64; 3]) -> DVec3 {
        self.at + self.turn * DVec3::from_array(p)
    }
}

/// The turn about a unit axis k (Rodrigues): R v = v cos + (k × v) sin + k (k·v) (1 − cos).
fn matrix(turn: Turn) -> DMat3 {
    let k = DVec3::from_array(turn.axis).normalize();
    let (sin, cos) = (libm::sin(turn.radians), libm::cos(turn.radians));
    let column = |v: DVec3| v * cos + k.cross(v) * sin + k * (k.dot(v) * (1.0 - cos));
    DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
}

fn add_body<V: Vector3>(stage: &mut Stage<V>, body: &Placed) -> Result<()> {
    let pose = Pose::new(body);
    let rounded = |p: DVec3| V::from_f64(p.to_array());
    match &body.solid {
        Solid::Level(path) => {
            let level = carom_level::open(path, &carom_level::Options::default())
                .with_context(|| body.place.clone())?;
            let vertices = level.vertices.iter().map(|v| pose.place(v.to_array()));
            let place = format!("{}.level ({})", body.place, path.display());
            add_mesh(stage, vertices.collect(), level.triangles, body, &place)
        }
        Solid::Mesh {
            vertices,
            triangles,
        } => {
            let vertices = vertices.iter().map(|v| pose.place(*v));
            let place = format!("{}.mesh", body.place);
            add_mesh(stage, vertices.collect(), triangles.clone(), body, &place)
        }
        Solid::Box { center, half } => {
            let center = pose.place(*center);
            let half = [0, 1, 2].map(|i| pose.turn.col(i) * half[i]);
            stage.drawing.extend(box_triangles(center, half));
            let cuboid = Collider::cuboid(rounded(center), half.map(rounded));
            stage.insert(cuboid, &body.place)
        }
        Solid::HeightField {
            columns,
            heights,
            cell,
        } => {
            let rounded = V::Scalar::from_f64;
            let field = HeightField {
                origin: V::ZERO,
                cell: [rounded(*cell); 2],
                columns: *columns,
                heights: heights.iter().map(|height| rounded(*height)).collect(),
            };
            let place = format!("{}.heightfield", body.place);
            let mesh = field.mesh().map_err(|e| anyhow!("{place}: {e}"))?;
            let drawn = mesh.iter().map(|t| {
                let corner = |p: V| pose.place(p.to_f64()).as_vec3();
                [corner(t.a), corner(t.b), corner(t.c)]
            });
            let is_there = |t: &[Vec3; 3]| t.iter().all(|corner| corner.is_finite());
            stage.drawing.extend(drawn.filter(is_there));
            let turn = body.turn.map_or(Rotation::default(), |turn| {
                Rotation::new(V::from_f64(turn.axis), rounded(turn.radians))
            });
            stage.insert(
                carom::Body {
                    pose: carom::Pose::new(V::from_f64(body.at), turn),
                    ..carom::Body::new(sided(mesh, body))
                },
                &place,
            )
        }
        Solid::Capsule { a, b, radius } => {
            let (a, b) = (pose.place(*a), pose.place(*b));
            stage
                .drawing
                .extend(capsule_triangles(a.as_vec3(), b.as_vec3(), *radius as f32));
            let radius = V::Scalar::from_f64(*radius);
            stage.insert(Capsule::new(rounded(a), rounded(b), radius), &body.place)
        }
    }
}

fn add_mesh<V: Vector3>(
    stage: &mut Stage<V>,
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    body: &Placed,
    place: &str,
) -> Result<()> {
    let rounded = vertices.iter().map(|v| V::from_f64(v.to_array()));
    let rounded: Vec<V> = rounded.collect();
    let mesh = Mesh::new(rounded, &triangles).map_err(|e| anyhow!("{place}: {e}"))?;
    let corner = |i: u32| vertices[i as usize].as_vec3();
    stage
        .drawing
        .extend(triangles.iter().map(|t| t.map(corner)));
    stage.insert(sided(mesh, body), place)
}

fn sided<V: Vector3>(mesh: Mesh<V>, body: &Placed) -> Mesh<V> {
    if body.one_sided {
        mesh.one_sided()
    } else {
        mesh
    }
}

fn box_triangles(center: DVec3, half: [DVec3; 3]) -> impl Iterator<Item = [Vec3; 3]> {
    // Each side: its outward axis and two that turn counter-clockwise about it.
    let [x, y, z] = half;
    let sides = [
        (x, y, z),
        (-x, z, y),
        (y, z, x),
        (-y, x, z),
        (z, x, y),
        (-z, y, x),
    ];
    sides.into_iter().flat_map(move |(out, u, v)| {
        let corner = |s: f64, t: f64| (center + out + u * s + v * t).as_vec3();
        let [a, b, c, d] = [
            corner(-1., -1.),
            corner(1., -1.),
            corner(1., 1.),
            corner(-1., 1.),
        ];
        [[a, b, c], [a, c, d]]
    })
}

fn capsule_triangles(a: Vec3, b: Vec3, radius: f32) -> Vec<[Vec3; 3]> {
    const SIDES: usize = 24;
    const RINGS: usize = 12;
    let axis = (b - a).try_normalize().unwrap_or(Vec3::Y);
    let (u, v) = axis.any_orthonormal_pair();
    let at = |ring: usize, side: usize| {
        let latitude = (ring as f32 / RINGS as f32 - 0.5) * std::f32::consts::PI;
        let longitude = side as f32 / SIDES as f32 * std::f32::consts::TAU;
        let (sin, cos) = longitude.sin_cos();
        let end = if 2 * ring < RINGS { a } else { b };
        end + (axis * latitude.sin() + (u * cos + v * sin) * latitude.cos()) * radius
    };
    let mut triangles = Vec::new();
    for ring in 0..RINGS {
        for side in 0..SIDES {
            let [p, q] = [at(ring, side), at(ring, side + 1)];
            let [r, s] = [at(ring + 1, side), at(ring + 1, side + 1)];
            triangles.extend([[p, q, s], [p, s, r]]);
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces_outwards(triangles: &[[Vec3; 3]], center: Vec3) -> bool {
        triangles.iter().all(|[a, b, c]| {
            let normal = (b - a).cross(c - a);
            normal.dot((a + b + c) / 3.0 - center) > -1e-6
        })
    }

    #[test]
    fn what_is_drawn_faces_outwards() {
        let half = [DVec3::X, DVec3::Y * 2.0, DVec3::Z * 3.0];
        let cuboid: Vec<_> = box_triangles(DVec3::ZERO, half).collect();
        assert_eq!(cuboid.len(), 12);
        assert!(faces_outwards(&cuboid, Vec3::ZERO));
        let capsule = capsule_triangles(-Vec3::Y, Vec3::Y, 0.5);
        assert!(faces_outwards(&capsule, Vec3::ZERO));
    }

    #[test]
    fn a_quarter_turn_about_y_takes_z_to_x() {
        let turn = Turn {
            axis: [0.0, 2.0, 0.0],
            radians: std::f64::consts::FRAC_PI_2,
        };
        assert!((matrix(turn) * DVec3::Z - DVec3::X).length() < 1e-15);
    }
}
