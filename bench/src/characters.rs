//! 500 characters that walk through four levels: carom's mover beside rapier's controller.

use crate::clock::{geometric_mean, median, time};
use crate::peer::vector;
use crate::surface::Surface;
use crate::table::Table;
use carom::mover::{Body, Intent, Mover, Settings};
use carom::{Capsule, Mesh};
use fastrand::Rng;
use glam::{Vec3, vec3};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::parry::query::DefaultQueryDispatcher;
use rapier3d::parry::shape::Capsule as Shape;
use rapier3d::prelude::{
    BroadPhaseBvh, ColliderBuilder, ColliderSet, IntegrationParameters, Pose, QueryFilter,
    RigidBodySet,
};
use std::cell::RefCell;
use std::error::Error;

const COUNT: usize = 500;
const DT: f32 = 1.0 / 60.0;
/// m/s.
const SPEED: f32 = 4.0;
/// After so many ticks each takes another way.
const TURN: usize = 30;
const RADIUS: f32 = 0.3;
const HEIGHT: f32 = 1.8;
/// The highest step, and how far down the ground is followed.
const STEP: f32 = 0.4;
const GRAVITY: f32 = 9.81;
/// What all keep off.
const SKIN: f32 = 0.01;
/// How often each walks.
const ROUNDS: usize = 3;
/// Of how many ticks one is checked for depth.
const CHECKED: usize = 10;
/// How many times as long as carom the peer must take.
const GOAL: f64 = 25.0;

/// One character of one kind.
trait Walker {
    /// Moves it through a tick at this level velocity.
    fn step(&mut self, velocity: Vec3);
    /// Its lowest point.
    fn feet(&self) -> Vec3;
    fn is_grounded(&self) -> bool;
    /// How far it rides above the ground.
    fn hover(&self) -> f32 {
        0.0
    }
}

/// What is seen of a walk.
#[derive(Default)]
struct Seen {
    /// A round's nanoseconds a step.
    rounds: Vec<f64>,
    steps: usize,
    /// Of all steps together: metres, and how many ended on the ground.
    way: f64,
    grounded: usize,
    fallen: usize,
    /// The least separation from the mesh, m.
    deepest: f32,
}

impl Seen {
    fn ns(&self) -> f64 {
        median(self.rounds.clone())
    }
}

/// What walks: its name, for how many ticks, and how it starts there.
struct Kind<'a> {
    name: &'static str,
    ticks: usize,
    start: Box<dyn Fn(Vec3) -> Box<dyn Walker + 'a> + 'a>,
}

/// Time and behaviour of all kinds on all levels; the means last.
pub(crate) fn run() -> Result<Table, Box<dyn Error>> {
    let [dungeon, nav_test] = ["dungeon.obj", "nav_test.obj"].map(Surface::file);
    let levels = [
        ("dungeon", dungeon?),
        ("nav_test", nav_test?),
        ("body70k", Surface::body()),
        ("terrain1m", Surface::terrain(708)),
    ];
    let mut table = Table::new(
        "characters",
        [
            "level",
            "mover",
            "us a step",
            "over carom",
            "m/s",
            "grounded %",
            "fallen out",
            "deepest mm",
        ],
    );
    let mut ratios: Vec<(&str, Vec<f64>)> = Vec::new();
    for (level, surface) in &levels {
        eprintln!("{level}: {} triangles", surface.triangles.len());
        let all = walk(surface)?;
        let own = all[0].1.ns();
        for (name, seen) in &all {
            let ratio = seen.ns() / own;
            match ratios.iter_mut().find(|(known, _)| known == name) {
                Some((_, ratios)) => ratios.push(ratio),
                None => ratios.push((name, vec![ratio])),
            }
            let steps = seen.steps as f64;
            table.row([
                (*level).into(),
                (*name).into(),
                format!("{:.2}", seen.ns() / 1e3),
                format!("{ratio:.2}"),
                format!("{:.2}", seen.way / steps / f64::from(DT)),
                format!("{:.1}", 100.0 * seen.grounded as f64 / steps),
                seen.fallen.to_string(),
                format!("{:.2}", 1e3 * (-seen.deepest).max(0.0)),
            ]);
        }
    }
    for (name, ratios) in &ratios {
        let mean = geometric_mean(ratios);
        let verdict = if *name != AUTOSTEP {
            String::new()
        } else if mean >= GOAL {
            format!("must {GOAL}: met")
        } else {
            format!("must {GOAL}: MISSED")
        };
        let blank = || String::new();
        table.row([
            "mean".into(),
            (*name).into(),
            blank(),
            format!("{mean:.2}"),
            verdict,
            blank(),
            blank(),
            blank(),
        ]);
    }
    Ok(table)
}

const AUTOSTEP: &str = "rapier3d autostep";

/// All kinds on one level, by turns.
fn walk(surface: &Surface) -> Result<Vec<(&'static str, Seen)>, Box<dyn Error>> {
    let mesh = surface.mesh()?;
    let starts = starts(&mesh);
    let level = Level::new(surface)?;
    let settings = Settings {
        gravity: GRAVITY,
        radius: RADIUS,
        step_height: STEP,
        snap: STEP,
        skin: SKIN,
        ..Settings::default()
    };
    let hovering = Settings {
        hover: 0.6,
        ..settings
    };
    // One mover for all of a kind, which keeps its memory.
    let movers = [Mover::new(settings)?, Mover::new(hovering)?].map(RefCell::new);
    let own = |kind: usize| {
        let (mesh, mover) = (&mesh, &movers[kind]);
        let hover = mover.borrow().settings().hover;
        let start = move |feet| {
            let body = Body::at(feet + Vec3::Y * hover, HEIGHT - hover);
            let walker: Box<dyn Walker> = Box::new(Own { mesh, mover, body });
            walker
        };
        Box::new(start)
    };
    let step = CharacterAutostep {
        max_height: CharacterLength::Absolute(STEP),
        ..CharacterAutostep::default()
    };
    let peer = |autostep: Option<CharacterAutostep>| {
        let level = &level;
        let control = KinematicCharacterController {
            autostep,
            offset: CharacterLength::Absolute(SKIN),
            snap_to_ground: Some(CharacterLength::Absolute(STEP)),
            ..KinematicCharacterController::default()
        };
        let start = move |feet| {
            let walker: Box<dyn Walker> = Box::new(Peer {
                level,
                control,
                feet,
                fall: 0.0,
                grounded: false,
            });
            walker
        };
        Box::new(start)
    };
    let kinds = [
        Kind {
            name: "carom",
            ticks: 300,
            start: own(0),
        },
        Kind {
            name: "carom hover 0.6",
            ticks: 300,
            start: own(1),
        },
        Kind {
            name: "rapier3d",
            ticks: 100,
            start: peer(None),
        },
        Kind {
            name: AUTOSTEP,
            ticks: 100,
            start: peer(Some(step)),
        },
    ];
    let mut seen = [(); 4].map(|()| Seen::default());
    for _ in 0..ROUNDS {
        for (kind, seen) in kinds.iter().zip(&mut seen) {
            go(kind, &mesh, &starts, seen);
        }
    }
    Ok(kinds.iter().map(|kind| kind.name).zip(seen).collect())
}

/// Places to stand on ground that can be walked, clear of everything else.
fn starts(mesh: &Mesh<Vec3>) -> Vec<Vec3> {
    let bounds = mesh.bounds();
    let mut random = Rng::with_seed(5);
    let mut starts = Vec::new();
    while starts.len() < COUNT {
        let part = Vec3::from(std::array::from_fn(|_| random.f32()));
        let place = bounds.min + part * (bounds.max - bounds.min);
        let Some(floor) = mesh.ray(place, Vec3::NEG_Y * 1e3) else {
            continue;
        };
        // A capsule on a slope touches beside its lowest point.
        let slope = floor.hit.normal.y;
        let feet = floor.hit.point + Vec3::Y * (RADIUS / slope - RADIUS + 2.0 * SKIN);
        if slope > 0.75 && mesh.closest_capsule(&capsule(feet, 0.0), SKIN).is_none() {
            starts.push(feet);
        }
    }
    starts
}

fn capsule(feet: Vec3, hover: f32) -> Capsule<Vec3> {
    Capsule::standing(feet, Vec3::Y, HEIGHT - hover, RADIUS)
}

/// One round: all of one kind, from the start. What falls out of the level walks no more.
fn go(kind: &Kind<'_>, mesh: &Mesh<Vec3>, starts: &[Vec3], seen: &mut Seen) {
    let mut walkers: Vec<_> = starts.iter().map(|feet| (kind.start)(*feet)).collect();
    let lowest = mesh.bounds().min.y - HEIGHT;
    let (mut ns, mut steps) = (0.0, 0);
    for tick in 0..kind.ticks {
        let ways: Vec<Vec3> = (0..COUNT).map(|i| heading(i, tick / TURN)).collect();
        let before: Vec<Vec3> = walkers.iter().map(|walker| walker.feet()).collect();
        let inside: Vec<bool> = before.iter().map(|feet| feet.y > lowest).collect();
        let ((), took) = time(|| {
            for ((walker, way), inside) in walkers.iter_mut().zip(&ways).zip(&inside) {
                if *inside {
                    walker.step(*way * SPEED);
                }
            }
        });
        ns += took;
        for ((walker, before), _) in (walkers.iter().zip(&before).zip(inside)).filter(|x| x.1) {
            steps += 1;
            let moved = walker.feet() - *before;
            seen.way += f64::from(vec3(moved.x, 0.0, moved.z).length());
            seen.grounded += usize::from(walker.is_grounded());
            if tick % CHECKED == 0 {
                let capsule = capsule(walker.feet(), walker.hover());
                if let Some(found) = mesh.closest_capsule(&capsule, 0.0) {
                    seen.deepest = seen.deepest.min(found.contact.separation);
                }
            }
        }
    }
    seen.rounds.push(ns / steps as f64);
    seen.steps += steps;
    let out = walkers.iter().filter(|walker| walker.feet().y <= lowest);
    seen.fallen = out.count();
}

/// A level direction, by the character and how often it has turned.
fn heading(character: usize, turn: usize) -> Vec3 {
    let mut random = Rng::with_seed((character * 1009 + turn) as u64);
    let (sin, cos) = (random.f32() * std::f32::consts::TAU).sin_cos();
    vec3(cos, 0.0, sin)
}

/// carom's mover.
struct Own<'a> {
    mesh: &'a Mesh<Vec3>,
    mover: &'a RefCell<Mover<Vec3>>,
    body: Body<Vec3>,
}

impl Walker for Own<'_> {
    fn step(&mut self, velocity: Vec3) {
        let intent = Intent::walk(velocity);
        let mut mover = self.mover.borrow_mut();
        mover.step(self.mesh, &mut self.body, &intent, DT);
    }

    fn feet(&self) -> Vec3 {
        self.body.feet
    }

    fn is_grounded(&self) -> bool {
        self.body.ground.is_some()
    }

    fn hover(&self) -> f32 {
        self.mover.borrow().settings().hover
    }
}

/// What rapier asks.
struct Level {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    boxes: BroadPhaseBvh,
}

impl Level {
    fn new(surface: &Surface) -> Result<Self, Box<dyn Error>> {
        let vertices = surface.vertices.iter().map(|p| vector(*p)).collect();
        let collider = ColliderBuilder::trimesh(vertices, surface.triangles.clone())?.build();
        let bounds = collider.compute_aabb();
        let mut level = Self {
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            boxes: BroadPhaseBvh::new(),
        };
        let handle = level.colliders.insert(collider);
        let settings = IntegrationParameters::default();
        level.boxes.set_aabb(&settings, handle, bounds);
        Ok(level)
    }
}

/// rapier's controller, with a fall that its user keeps.
struct Peer<'a> {
    level: &'a Level,
    control: KinematicCharacterController,
    feet: Vec3,
    /// Upwards, m/s.
    fall: f32,
    grounded: bool,
}

impl Walker for Peer<'_> {
    fn step(&mut self, velocity: Vec3) {
        let Level {
            bodies,
            colliders,
            boxes,
        } = self.level;
        let filter = QueryFilter::default();
        let queries = boxes.as_query_pipeline(&DefaultQueryDispatcher, bodies, colliders, filter);
        let shape = Shape::new_y(HEIGHT * 0.5 - RADIUS, RADIUS);
        let middle = self.feet + Vec3::Y * (HEIGHT * 0.5);
        self.fall -= GRAVITY * DT;
        let wish = vector((velocity + Vec3::Y * self.fall) * DT);
        let at = Pose::from_translation(vector(middle));
        let moved = (self.control).move_shape(DT, &queries, &shape, &at, wish, |_| ());
        self.feet += Vec3::from_array(moved.translation.to_array());
        self.grounded = moved.grounded;
        if moved.grounded {
            self.fall = 0.0;
        }
    }

    fn feet(&self) -> Vec3 {
        self.feet
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}
