//! The world and the characters of a scenario, in one precision and dimension.

mod abilities;
mod collider;
mod drawing;
mod performer;

use abilities::{Around, Volumes};
use anyhow::{Context, Result, anyhow};
use carom::mover::{CharacterState, Crowd, Intent, Mover, SurfaceMaterial, Surfaces};
use carom::{BodyId, Collider, Compound, CompoundError, PartId, Pose, Scalar, Vector, World};
use carom_format::Scenario;
use carom_format::scenario::{Actor, BodyGeometry, BodyPath, CompoundPart, Dimensions, PlacedBody};
use collider::{Placed, Soup};
use drawing::Drawn;
pub(crate) use drawing::SLAB;
use glam::{DMat3, DVec3, Vec3};
use performer::Performer;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use collider::Staged;

/// The layer of characters.
const CHARACTERS: u32 = 1 << 31;

/// A scenario ready to run.
pub(crate) struct Stage<V: Vector> {
    pub(crate) world: World<V>,
    pub(crate) crowd: Crowd<V>,
    pub(crate) performers: Vec<Performer<V>>,
    /// Water and ladders.
    volumes: Volumes<V>,
    /// The bodies with a motion.
    moving: Vec<(BodyId, BodyPath)>,
    /// The names of the parts of compounds.
    parts: BTreeMap<BodyId, Vec<Value>>,
    /// All bodies as triangles, for pictures.
    pub(crate) drawing: Vec<Drawn>,
    intents: Vec<Intent<V>>,
    up: V,
    hz: f64,
}

impl<V: Staged> Stage<V> {
    /// The stage of a scenario; an error names its file.
    pub(crate) fn new(scenario: &Scenario) -> Result<Self> {
        let file = || scenario.path.display().to_string();
        let up = V::from_f64(scenario.up);
        let mut stage = Self {
            world: World::new(),
            crowd: Crowd::new(CHARACTERS),
            performers: Vec::new(),
            volumes: Volumes::new(&scenario.volumes),
            moving: Vec::new(),
            parts: BTreeMap::new(),
            drawing: Vec::new(),
            intents: Vec::new(),
            up: up.try_normalize().unwrap_or(up),
            hz: scenario.hz,
        };
        let mut surfaces = Surfaces::new();
        for body in &scenario.bodies {
            let id = stage
                .add_body(body, scenario.dimensions)
                .with_context(file)?;
            if let Some(material) = &body.material {
                (surfaces.insert(id, None, material_in(material)))
                    .map_err(|error| anyhow!("{}.material: {error}", body.place))
                    .with_context(file)?;
            }
        }
        for actor in &scenario.characters {
            stage
                .add_performer(actor, up, scenario.gravity)
                .with_context(file)?;
        }
        if surfaces.iter().next().is_some() {
            let surfaces = Arc::new(surfaces);
            for agent in stage.crowd.agents_mut() {
                agent.mover.set_surfaces(Some(surfaces.clone()));
            }
        }
        Ok(stage)
    }

    /// Plays one tick: the bodies move, then the characters.
    pub(crate) fn step(&mut self, tick: u64) -> Result<()> {
        let dt = V::Scalar::from_f64(1.0 / self.hz);
        let end = (tick + 1) as f64 / self.hz;
        for (id, path) in &self.moving {
            self.world.move_to(*id, path.pose(end), dt)?;
        }
        let middle = (tick as f64 + 0.5) / self.hz;
        self.intents.clear();
        let around = Around::new(&self.volumes, &self.world, dt);
        let agents = self.crowd.agents_mut();
        for (performer, agent) in self.performers.iter_mut().zip(agents) {
            if let Some(locomotion) = &mut performer.locomotion {
                locomotion.grip = agent.mover.grip(&agent.body);
            }
            performer.facing += agent.body.ground_turn(&self.world, self.up, dt);
            self.intents.push(performer.intent(agent, &around, middle));
        }
        self.crowd.step(&mut self.world, &self.intents, dt);
        let around = Around::new(&self.volumes, &self.world, dt);
        let agents = self.crowd.agents_mut().iter_mut();
        for ((performer, agent), intent) in
            self.performers.iter_mut().zip(agents).zip(&self.intents)
        {
            performer.adopt(agent, &around, intent);
        }
        Ok(())
    }

    fn add_performer(&mut self, actor: &Actor, up: V, gravity: f64) -> Result<()> {
        let mover = actor
            .settings
            .settings(up, gravity)
            .and_then(Mover::new)
            .map_err(|error| anyhow!("{}.{error}", actor.place))?;
        let scalar = V::Scalar::from_f64;
        let (feet, height) = (V::from_f64(actor.feet), scalar(actor.height));
        let body = match actor.axis {
            Some(axis) => CharacterState::lying(feet, V::from_f64(axis), height),
            None => CharacterState::at(feet, height),
        };
        let mass = scalar(actor.mass);
        let number = self
            .crowd
            .add(&mut self.world, mover, body, mass, actor.pushes)
            .map_err(|error| anyhow!("{}: {error}", actor.place))?;
        self.crowd.agents_mut()[number].gives_way = actor.gives_way;
        self.performers.push(Performer::new(actor));
        Ok(())
    }

    fn add_body(&mut self, body: &PlacedBody, dimensions: Dimensions) -> Result<BodyId> {
        let placing = Placing::of(&body.path);
        let collider = self.collider(body, &placing, dimensions)?;
        let is_field = matches!(body.geometry, BodyGeometry::HeightField { .. });
        let inserted = self.world.insert(carom::Body {
            pose: if placing.moves || is_field {
                body.path.pose(0.0)
            } else {
                Pose::default()
            },
            layers: !CHARACTERS,
            moving: placing.moves,
            ..carom::Body::new(collider)
        });
        let id = inserted.map_err(|error| anyhow!("{}: {error}", body.place))?;
        if placing.moves {
            self.moving.push((id, body.path));
        }
        if let BodyGeometry::Compound(parts) = &body.geometry {
            let ids = parts.iter().map(|part| part.id.clone());
            self.parts.insert(id, ids.collect());
        }
        Ok(id)
    }

    /// The name of a part, if it is one of a compound.
    pub(crate) fn part_id(&self, part: PartId) -> Option<&Value> {
        self.parts.get(&part.body)?.get(part.index as usize)
    }

    /// The collider of a body; its triangles are kept for pictures.
    fn collider(
        &mut self,
        body: &PlacedBody,
        placing: &Placing,
        dimensions: Dimensions,
    ) -> Result<Collider<V>> {
        let path = placing.path;
        let triangles = |vertices: &mut dyn Iterator<Item = [f64; 3]>, triangles| Soup::Triangles {
            vertices: vertices.map(|v| placing.place(v)).collect(),
            triangles,
        };
        match &body.geometry {
            BodyGeometry::Level(file, reading) => {
                let level = crate::levels::open(file, reading);
                let level = level.with_context(|| body.place.clone())?;
                let mut vertices = level.vertices.iter().map(|v| v.to_array());
                let soup = triangles(&mut vertices, &level.triangles);
                self.add_surface(soup, body, &format!("level ({})", file.display()), path)
            }
            BodyGeometry::Mesh {
                vertices,
                triangles: indices,
            } => {
                let soup = triangles(&mut vertices.iter().copied(), indices);
                self.add_surface(soup, body, "mesh", path)
            }
            BodyGeometry::HeightField {
                columns,
                heights,
                cell,
            } => {
                let soup = Soup::Heights {
                    columns: *columns,
                    heights,
                    cell: *cell,
                };
                // A grid is not rotated in place: the body has a pose.
                self.add_surface(soup, body, "heightfield", body.path)
            }
            BodyGeometry::Chain { lines, closed } => {
                let soup = placed_lines(lines, *closed, placing);
                self.add_surface(soup, body, "chain", path)
            }
            BodyGeometry::Convex(shape) => {
                let drawn = drawing::triangles(shape, dimensions);
                self.draw(drawn, body.path);
                let placed = Placed {
                    place: |p| V::from_f64(placing.place(p).to_array()),
                    turn: |v| V::from_f64(placing.turn(v).to_array()),
                };
                Ok(placed.collider(shape))
            }
            BodyGeometry::Compound(parts) => {
                self.draw(drawing::compound(parts, dimensions), body.path);
                let compound = compound(parts, placing);
                let error = |error| anyhow!("{}.compound: {error}", body.place);
                Ok(compound.map_err(error)?.into())
            }
        }
    }

    /// The surface of a field of a body.
    fn add_surface(
        &mut self,
        soup: Soup,
        body: &PlacedBody,
        field: &str,
        path: BodyPath,
    ) -> Result<Collider<V>> {
        let surface = V::surface(soup, body, field)?;
        self.draw(surface.drawing, path);
        Ok(surface.collider)
    }

    fn draw(&mut self, triangles: Vec<[Vec3; 3]>, path: BodyPath) {
        self.drawing.push(Drawn { triangles, path });
    }
}

/// A material in the precision of the scenario.
fn material_in<V: Vector>(material: &SurfaceMaterial<DVec3>) -> SurfaceMaterial<V> {
    let number = V::Scalar::from_f64;
    SurfaceMaterial {
        max_slope: material.max_slope.map(number),
        step: material.step,
        friction: number(material.friction),
        velocity: V::from_f64(material.velocity.to_array()),
        tag: material.tag,
    }
}

/// Polylines in their pose, and how they are drawn.
fn placed_lines(lines: &[Vec<[f64; 3]>], closed: bool, placing: &Placing) -> Soup<'static> {
    let placed = |line: &Vec<_>| line.iter().map(|p| placing.place(*p)).collect();
    let lines: Vec<_> = lines.iter().map(placed).collect();
    Soup::Lines {
        drawing: drawing::lines(&lines, closed),
        lines,
        closed,
    }
}

/// The compound of parts, each in its own pose and then in that of the body.
fn compound<V: Vector>(
    parts: &[CompoundPart],
    placing: &Placing,
) -> Result<Compound<V>, CompoundError> {
    Compound::new(parts.iter().map(|part| {
        let (rotation, origin) = part.path.place(0.0);
        let in_body = |p| (origin + rotation * DVec3::from_array(p)).to_array();
        let turned = |v| (rotation * DVec3::from_array(v)).to_array();
        let placed = Placed {
            place: |p| V::from_f64(placing.place(in_body(p)).to_array()),
            turn: |v| V::from_f64(placing.turn(turned(v)).to_array()),
        };
        placed.shape(&part.shape)
    }))
}

/// How the points of a body are placed: a body at rest in the world, in double precision and rounded once; a moving
/// body in its own frame.
struct Placing {
    moves: bool,
    rotation: DMat3,
    origin: DVec3,
    /// The path of the placed points.
    path: BodyPath,
}

impl Placing {
    fn of(path: &BodyPath) -> Self {
        let (rotation, origin) = path.place(0.0);
        let moves = path.is_moving();
        let still = BodyPath {
            at: [0.0; 3],
            turn: None,
            ..*path
        };
        Self {
            moves,
            rotation,
            origin,
            path: if moves { *path } else { still },
        }
    }

    fn place(&self, p: [f64; 3]) -> DVec3 {
        let p = DVec3::from_array(p);
        if self.moves {
            p
        } else {
            self.origin + self.rotation * p
        }
    }

    fn turn(&self, v: [f64; 3]) -> DVec3 {
        let v = DVec3::from_array(v);
        if self.moves { v } else { self.rotation * v }
    }
}
