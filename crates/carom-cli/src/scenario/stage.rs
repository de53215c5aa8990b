//! The world and the characters of a scenario, in one precision and dimension.

use super::bodies::{Convex, Placed, Solid};
use super::characters::{Actor, Input};
use super::drawing::{self, Drawn};
use super::path::Path;
use super::{Dimensions, Scenario};
use anyhow::{Context, Result, anyhow};
use carom::mover::{CharacterState, Crowd, Intent, Locomotion, LocomotionSettings, Mover};
use carom::{
    BodyId, Capsule, Collider, HeightField, Hull, Mesh, Plane, Pose, Scalar, Shape, Triangle,
    Vector, Vector3, World,
};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The layer that only characters are in.
const CHARACTERS: u32 = 1 << 31;

/// A vector that scenarios are played in.
pub(crate) trait Played: Vector {
    /// A mesh in its own frame; in 2D there is none, and the scenario was refused before.
    fn mesh(soup: Soup) -> Result<Meshed<Self>>;
}

/// What a mesh is made of.
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

/// A mesh, and its triangles to draw.
pub(crate) struct Meshed<V: Vector> {
    collider: Collider<V>,
    drawing: Vec<[Vec3; 3]>,
}

impl Played for Vec3 {
    fn mesh(soup: Soup) -> Result<Meshed<Self>> {
        meshed(soup)
    }
}
impl Played for DVec3 {
    fn mesh(soup: Soup) -> Result<Meshed<Self>> {
        meshed(soup)
    }
}
impl Played for Vec2 {
    fn mesh(_: Soup) -> Result<Meshed<Self>> {
        Err(anyhow!("there are no meshes in 2D"))
    }
}
impl Played for DVec2 {
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

/// A scenario ready to run.
pub(crate) struct Stage<V: Vector> {
    pub(crate) world: World<V>,
    pub(crate) crowd: Crowd<V>,
    pub(crate) walkers: Vec<Walker<V>>,
    /// What moves by itself.
    moving: Vec<(BodyId, Path)>,
    /// All bodies as triangles, for pictures.
    pub(crate) drawing: Vec<Drawn>,
    intents: Vec<Intent<V>>,
    up: V,
    hz: f64,
}

/// What a character of the crowd is told to do.
pub(crate) struct Walker<V: Vector> {
    pub(crate) name: String,
    locomotion: Option<Locomotion<V>>,
    inputs: Vec<Input>,
    /// The input entry of the tick before.
    entry: Option<usize>,
}

impl<V: Vector> Walker<V> {
    /// What is wanted in the tick whose middle is at `middle` seconds: the first entry that lasts
    /// beyond it, else the last. A jump is asked for once, in the entry's first tick.
    fn intent(&mut self, body: &CharacterState<V>, middle: f64, up: V, dt: V::Scalar) -> Intent<V> {
        let lasting = self.inputs.iter().position(|input| input.until > middle);
        let last = self.inputs.len().checked_sub(1);
        let input = lasting.or(last).map(|entry| {
            let begins = self.entry != Some(entry);
            self.entry = Some(entry);
            (self.inputs[entry], begins)
        });
        let Some((input, begins)) = input else {
            return self.walk(body, V::ZERO, None, up, dt);
        };
        let velocity = V::from_f64(input.wanted);
        let jump = input.jump.filter(|_| begins).map(V::Scalar::from_f64);
        let height = input.height.map(V::Scalar::from_f64);
        if input.fly {
            return Intent {
                height,
                fly: true,
                ..Intent::walk(velocity)
            };
        }
        Intent {
            height,
            ..self.walk(body, velocity, jump, up, dt)
        }
    }

    fn walk(
        &mut self,
        body: &CharacterState<V>,
        velocity: V,
        jump: Option<V::Scalar>,
        up: V,
        dt: V::Scalar,
    ) -> Intent<V> {
        match &mut self.locomotion {
            Some(locomotion) => locomotion.intent(body, velocity, jump, up, dt),
            None => Intent {
                jump,
                ..Intent::walk(velocity)
            },
        }
    }
}

impl Scenario {
    pub(crate) fn stage<V: Played>(&self) -> Result<Stage<V>> {
        let file = || self.path.display().to_string();
        let up = V::from_f64(self.up);
        let mut stage = Stage {
            world: World::new(),
            crowd: Crowd::new(CHARACTERS),
            walkers: Vec::new(),
            moving: Vec::new(),
            drawing: Vec::new(),
            intents: Vec::new(),
            up: up.try_normalize().unwrap_or(up),
            hz: self.hz,
        };
        for body in &self.bodies {
            stage.add_body(body, self.dimensions).with_context(file)?;
        }
        for actor in &self.characters {
            stage
                .add_walker(actor, up, self.gravity)
                .with_context(file)?;
        }
        Ok(stage)
    }
}

impl<V: Played> Stage<V> {
    /// Plays one tick: the bodies move, then the characters.
    pub(crate) fn step(&mut self, tick: u64) -> Result<()> {
        let dt = V::Scalar::from_f64(1.0 / self.hz);
        let end = (tick + 1) as f64 / self.hz;
        for (id, path) in &self.moving {
            self.world.move_to(*id, path.pose(end), dt)?;
        }
        let middle = (tick as f64 + 0.5) / self.hz;
        self.intents.clear();
        for (walker, member) in self.walkers.iter_mut().zip(self.crowd.agents()) {
            let intent = walker.intent(&member.body, middle, self.up, dt);
            self.intents.push(intent);
        }
        self.crowd.step(&mut self.world, &self.intents, dt);
        let members = self.crowd.agents();
        for ((walker, member), intent) in self.walkers.iter_mut().zip(members).zip(&self.intents) {
            if let Some(locomotion) = &mut walker.locomotion {
                locomotion.adopt(&member.body, intent, self.up);
            }
        }
        Ok(())
    }

    fn add_walker(&mut self, actor: &Actor, up: V, gravity: f64) -> Result<()> {
        let mover = actor
            .settings
            .settings(up, gravity)
            .and_then(Mover::new)
            .map_err(|error| anyhow!("{}.{error}", actor.place))?;
        let number = V::Scalar::from_f64;
        let body = CharacterState::at(V::from_f64(actor.feet), number(actor.height));
        let mass = number(actor.mass);
        self.crowd
            .add(&mut self.world, mover, body, mass, actor.pushes)
            .map_err(|error| anyhow!("{}: {error}", actor.place))?;
        self.walkers.push(Walker {
            name: actor.name.clone(),
            locomotion: actor.feel.map(|feel| {
                Locomotion::new(LocomotionSettings {
                    acceleration: number(feel.acceleration),
                    friction: number(feel.friction),
                    air_acceleration: number(feel.air_acceleration),
                    coyote: number(feel.coyote),
                    buffer: number(feel.buffer),
                })
            }),
            inputs: actor.inputs.clone(),
            entry: None,
        });
        Ok(())
    }

    fn add_body(&mut self, body: &Placed, dimensions: Dimensions) -> Result<()> {
        // What stands still is put in its place in double precision and rounded once; what moves keeps a
        // frame of its own.
        let still = Path {
            at: [0.0; 3],
            turn: None,
            ..body.path
        };
        let moves = body.path.moves();
        let (turn, at) = body.path.place(0.0);
        let place = |p: [f64; 3]| {
            let p = DVec3::from_array(p);
            if moves { p } else { at + turn * p }
        };
        let rounded = |p: [f64; 3]| V::from_f64(place(p).to_array());
        let mut path = if moves { body.path } else { still };
        let mut pose = if moves {
            body.path.pose(0.0)
        } else {
            Pose::default()
        };
        let collider = match &body.solid {
            Solid::Level(file, read) => {
                let level =
                    carom_level::open(file, &read.options()).with_context(|| body.place.clone())?;
                let vertices = level.vertices.iter().map(|v| place(v.to_array()));
                let soup = Soup::Triangles {
                    vertices: vertices.collect(),
                    triangles: &level.triangles,
                    one_sided: body.one_sided,
                };
                let from = format!("{}.level ({})", body.place, file.display());
                self.add_mesh(soup, &from, path)?
            }
            Solid::Mesh {
                vertices,
                triangles,
            } => {
                let soup = Soup::Triangles {
                    vertices: vertices.iter().map(|v| place(*v)).collect(),
                    triangles,
                    one_sided: body.one_sided,
                };
                self.add_mesh(soup, &format!("{}.mesh", body.place), path)?
            }
            Solid::HeightField {
                columns,
                heights,
                cell,
            } => {
                let soup = Soup::Heights {
                    columns: *columns,
                    heights,
                    cell: *cell,
                    one_sided: body.one_sided,
                };
                // Its grid cannot be turned.
                (path, pose) = (body.path, body.path.pose(0.0));
                self.add_mesh(soup, &format!("{}.heightfield", body.place), path)?
            }
            Solid::Convex(shape) => {
                let drawn = drawing::triangles(shape, dimensions);
                self.drawing.push(Drawn {
                    triangles: drawn,
                    path: body.path,
                });
                let turn = |v: [f64; 3]| {
                    let v = DVec3::from_array(v);
                    V::from_f64(if moves { v } else { turn * v }.to_array())
                };
                collider(shape, rounded, turn)
            }
        };
        let inserted = self.world.insert(carom::Body {
            pose,
            layers: !CHARACTERS,
            moving: moves,
            ..carom::Body::new(collider)
        });
        let id = inserted.map_err(|error| anyhow!("{}: {error}", body.place))?;
        if moves {
            self.moving.push((id, body.path));
        }
        Ok(())
    }

    fn add_mesh(&mut self, soup: Soup, from: &str, path: Path) -> Result<Collider<V>> {
        let mesh = V::mesh(soup).map_err(|error| anyhow!("{from}: {error}"))?;
        self.drawing.push(Drawn {
            triangles: mesh.drawing,
            path,
        });
        Ok(mesh.collider)
    }
}

/// What is no mesh, its points placed and its directions turned.
fn collider<V: Vector>(
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
        } // Made by `add_mesh`.
    }
}
