//! Courses with moving bodies: lifts, sleds, turntables and paddles among all other obstacles. The contract is weaker
//! there, as a moving body may crush; but the capsule is never deeper than before without the report `stuck`, and never
//! passes through.

use crate::courses::bodies::{self, Kind};
use crate::courses::measure::{Core, Solid, crossing};
use crate::courses::random::Random;
use crate::courses::scene::{Course, RADIUS, ROOM, SKIN, Wish};
use crate::courses::walk::{Failure, Fault, core};
use carom::glam::{DVec3, Vec3, dvec3};
use carom::mover::{CharacterState, Intent, Mover};
use carom::{BodyId, Collider, Pose, Rotation, Scalar, Vector3, World};

/// A box that moves, in units of a person's meter.
#[derive(Clone, Debug)]
struct Moving {
    center: DVec3,
    half: DVec3,
    /// Position = center + by · sin(2π·time/period).
    by: DVec3,
    period: f64,
    /// rad/s around the vertical axis through the center.
    spin: f64,
}

/// The result of a course.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rides {
    pub(crate) ticks: usize,
    pub(crate) rode: usize,
    pub(crate) pushed: usize,
    pub(crate) stuck: usize,
}

/// Near the start, where the character meets it.
fn moving(random: &mut Random, start: DVec3) -> Moving {
    let aside = dvec3(random.between(-4.0, 4.0), 0.0, random.between(-4.0, 4.0));
    let at = dvec3(start.x, 0.0, start.z) + aside;
    let wide = || [0.8, 2.0, 4.0];
    let (x, z) = (random.of(&wide()), random.of(&wide()));
    // The peak speed is 2π·by/period.
    let speed = random.of(&[0.5, 2.0, 5.0, 10.0, 40.0]);
    let period = random.between(0.8, 6.0) / f64::max(speed / 10.0, 1.0);
    let way = speed * period / core::f64::consts::TAU;
    let level = random.between(0.0, 6.3);
    let level = dvec3(level.cos(), 0.0, level.sin());
    let still = (DVec3::ZERO, 0.0);
    let kind = random.below(6);
    // Walls begin where they will sweep over the start.
    let at = if kind >= 4 {
        dvec3(start.x, 0.0, start.z) + level * 2.0
    } else {
        at
    };
    let (half, rise, (by, spin)) = match kind {
        // A lift.
        0 => {
            let way = way.min(3.0);
            (dvec3(x, 0.2, z), way - 0.1, (DVec3::Y * way, 0.0))
        }
        // A sled, which may carry.
        1 => (dvec3(x, 0.15, z), 0.155, (level * way.min(4.0), 0.0)),
        // A turntable.
        2 => {
            let spin = random.between(-6.0, 6.0);
            (dvec3(x, 0.1, z), 0.105, (still.0, spin))
        }
        // A paddle: a rotating wall.
        3 => {
            let spin = random.between(-3.0, 3.0);
            (dvec3(2.0, 1.0, 0.05), 1.02, (still.0, spin))
        }
        // A wall that moves to and fro, rotating or not.
        _ => {
            let spin = random.of(&[0.0, 0.0, 1.0]);
            let thick = random.of(&[0.0005, 0.05, 0.5]);
            let wide = dvec3(thick, 1.2, 2.0);
            // Across its path, if it does not rotate.
            let wide = if level.x.abs() < level.z.abs() {
                dvec3(wide.z, wide.y, wide.x)
            } else {
                wide
            };
            (wide, 1.22, (level * way.min(4.0), spin))
        }
    };
    Moving {
        center: at + DVec3::Y * rise,
        half,
        by,
        period,
        spin,
    }
}

impl Moving {
    fn pose<V: Vector3<Double = DVec3>>(&self, course: &Course, time: f64) -> Pose<V> {
        let phase = core::f64::consts::TAU * time / self.period;
        let center = self.center + self.by * phase.sin();
        Pose {
            translation: course.frame.point(center),
            rotation: Rotation::from_f64(course.frame.up(), self.spin * time),
            scale: V::Scalar::ONE,
        }
    }

    fn axes<V: Vector3<Double = DVec3>>(&self, course: &Course) -> [V; 3] {
        let half = self.half;
        [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z]
            .map(|axis| V::from_double(course.frame.vector(axis)))
    }

    fn solid<V: Vector3<Double = DVec3>>(&self, course: &Course, pose: &Pose<V>) -> Solid {
        let axes = self.axes::<V>(course);
        let corners = core::array::from_fn(|i| {
            let corner = (0..3).fold(V::ZERO, |corner, axis| {
                if i >> axis & 1 == 1 {
                    corner + axes[axis]
                } else {
                    corner - axes[axis]
                }
            });
            let turned = pose.rotation.rotate(corner);
            pose.translation + DVec3::from_array(turned.to_f64())
        });
        Solid::filled(corners, true)
    }
}

/// A ride of the seed, in its own course.
pub(crate) fn ride(
    seed: u64,
    course: fn(u64) -> Course,
    kind: Option<Kind>,
) -> Result<Rides, Failure> {
    let course = course(seed);
    let mut random = Random::new(seed ^ 0x11f7);
    let count = 1 + random.below(3);
    let moving: Vec<Moving> = (0..count)
        .map(|_| moving(&mut random, course.start))
        .collect();
    if course.double {
        ride_in::<DVec3>(&course, &moving, kind)
    } else {
        ride_in::<Vec3>(&course, &moving, kind)
    }
}

struct Ride<'a, V: Vector3<Double = DVec3>> {
    course: &'a Course,
    moving: &'a [Moving],
    world: World<V>,
    names: Vec<BodyId>,
    /// The still solids, then the moving ones at their present poses.
    solids: Vec<Solid>,
    still: usize,
    mover: Mover<V>,
    /// What it is, if not a capsule.
    kind: Option<Kind>,
    body: CharacterState<V>,
    time: f64,
}

fn ride_in<V: Vector3<Double = DVec3>>(
    course: &Course,
    moving: &[Moving],
    kind: Option<Kind>,
) -> Result<Rides, Failure> {
    let (mut world, mut solids) = course.build::<V>();
    let still = solids.len();
    let mut names = Vec::new();
    if std::env::var("COURSE").is_ok() {
        println!("{moving:?} {} Hz from {}", course.hz, course.start);
    }
    for one in moving {
        let pose = one.pose::<V>(course, 0.0);
        let body = carom::Body {
            pose,
            moving: true,
            ..carom::Body::new(Collider::cuboid(V::ZERO, one.axes::<V>(course)))
        };
        names.push(world.insert(body).unwrap());
        solids.push(one.solid(course, &pose));
    }
    let height = V::Scalar::from_f64(crate::courses::scene::HEIGHT * course.frame.scale);
    let settings = match kind {
        Some(kind) => bodies::settings(&course.frame, kind),
        None => course.frame.settings(),
    };
    let mut ride = Ride {
        course,
        moving,
        world,
        names,
        solids,
        still,
        mover: Mover::new(settings).unwrap(),
        kind,
        body: CharacterState::at(V::from_double(course.frame.point(course.start)), height),
        time: 0.0,
    };
    let mut rides = Rides::default();
    for wish in &course.wishes {
        for i in 0..wish.ticks {
            ride.tick(wish, i == 0, &mut rides)
                .map_err(|(what, message)| Failure {
                    tick: rides.ticks,
                    what,
                    message,
                })?;
            rides.ticks += 1;
        }
    }
    Ok(rides)
}

impl<V: Vector3<Double = DVec3>> Ride<'_, V> {
    fn core(&self, body: &CharacterState<V>) -> Core {
        core(self.mover.settings(), body)
    }

    /// Moves all bodies to the end of the tick.
    fn move_all(&mut self, dt: V::Scalar) -> Vec<[Pose<V>; 2]> {
        let before = self.time;
        self.time += dt.to_f64();
        let mut poses = Vec::new();
        for (i, one) in self.moving.iter().enumerate() {
            let [from, to] = [before, self.time].map(|time| one.pose::<V>(self.course, time));
            self.world.move_to(self.names[i], to, dt).unwrap();
            self.solids[self.still + i] = one.solid(self.course, &to);
            poses.push([from, to]);
        }
        poses
    }

    fn tick(&mut self, wish: &Wish, first: bool, rides: &mut Rides) -> Result<(), (Fault, String)> {
        let frame = &self.course.frame;
        let scale = frame.scale;
        let dt = V::Scalar::from_f64(1.0 / self.course.hz);
        let length = |x: f64| V::Scalar::from_f64(x * scale);
        let jump = wish.jump.filter(|(_, always)| first || *always);
        let intent = Intent {
            jump: jump.map(|(speed, _)| length(speed)),
            height: wish.height.map(length),
            axis: wish.axis.map(|axis| V::from_double(frame.vector(axis))),
            fly: wish.fly,
            ..Intent::walk(V::from_double(frame.vector(wish.velocity)))
        };
        let before = self.body;
        let core_before = self.core(&before);
        let gap_before = core_before.separation(&self.solids, scale);
        let depth_before = self.depth(&before);
        let was_inside = self.is_inside(&core_before);
        let poses = self.move_all(dt);
        let report = self.mover.step(&self.world, &mut self.body, &intent, dt);
        let (mut again, mut mover) = (before, Mover::new(*self.mover.settings()).unwrap());
        let second = mover.step(&self.world, &mut again, &intent, dt);
        let why = report.why;
        rides.rode += usize::from(why.rode);
        rides.pushed += usize::from(why.pushed);
        rides.stuck += usize::from(why.stuck);
        let names: Vec<_> = why.names().collect();
        let fail = |fault, message: String| Err((fault, format!("{message}, {names:?}")));
        let body = &self.body;
        if !(body.feet.is_finite() && body.velocity.is_finite()) {
            return fail(Fault::NotFinite, format!("{body:?}"));
        }
        if (again, second) != (*body, report) {
            return fail(Fault::Bits, format!("{again:?} and not {body:?}"));
        }
        if why.stuck {
            return Ok(());
        }
        let extent = (20.0 * scale).max(if self.course.double {
            0.0
        } else {
            frame.origin.abs().max_element()
        });
        let rounding = 1e-6 * extent;
        let core = self.core(body);
        let gap = core.separation(&self.solids, scale);
        if gap < gap_before.min(0.0) - rounding {
            return fail(Fault::Deeper, format!("{gap_before} -> {gap}"));
        }
        let depth = self.depth(body);
        if depth > depth_before + rounding {
            return fail(
                Fault::Deeper,
                format!("{depth_before} -> {depth} deep {body:?}"),
            );
        }
        if self.is_inside(&core) && !was_inside {
            return fail(Fault::Inside, format!("{body:?}"));
        }
        let place = frame.turn.transpose() * (core.center() - frame.origin) / scale;
        if !(place.cmpge(ROOM.0).all() && place.cmple(ROOM.1).all()) {
            return fail(Fault::Inside, format!("out of the room: {place}"));
        }
        if body.ground.is_some() && self.kind.is_none() {
            let reach = 1.5 * SKIN * scale + rounding;
            let least = self.mover.settings().max_slope.to_f64() - 2e-3;
            let touched = core.touched(&self.solids, reach);
            let up = frame.up();
            let carries = touched
                .iter()
                .any(|t| t.surface.dot(up) >= least && t.contact.dot(up) >= 0.015);
            // A pit of steep sides needs at least two of them.
            let steep = touched.iter().filter(|t| t.contact.dot(up) > 0.0).count();
            if !carries && steep < 2 {
                return fail(Fault::NoGround, format!("{body:?} touches {touched:?}"));
            }
        }
        // In the frame of each moving body, the core passes through none of its faces.
        if gap_before <= 0.0
            || gap <= 0.0
            || before.height != body.height
            || before.axis != body.axis
        {
            return Ok(());
        }
        for (i, [from, to]) in poses.iter().enumerate() {
            let arm = V::from_double(core_before.center() - from.translation);
            let angle = self.moving[i].spin * dt.to_f64();
            let turned = Rotation::<V>::from_f64(frame.up(), angle).rotate(arm);
            let attached = to.translation + DVec3::from_array(turned.to_f64());
            let end = core.center();
            let faces = &self.solids[self.still + i].faces;
            // In a long motion it may have passed around an edge, unless that is farther away than its width.
            let aside = if attached.distance(end) < RADIUS * scale {
                0.0
            } else {
                2.0 * RADIUS * scale
            };
            let way = (end - attached).try_normalize().unwrap_or(DVec3::X);
            let (u, v) = way.any_orthonormal_pair();
            let through = [DVec3::ZERO, u, -u, v, -v].iter().all(|side| {
                let by = *side * aside;
                let crosses = |face| crossing(attached + by, end + by, face).is_some();
                faces.iter().any(crosses)
            });
            if through {
                let message = format!("{attached} -> {end} by {:?}", self.moving[i]);
                return fail(Fault::Through, message);
            }
        }
        Ok(())
    }

    /// The greatest depth of a body that is no capsule.
    fn depth(&self, body: &CharacterState<V>) -> f64 {
        if self.kind.is_none() {
            return 0.0;
        }
        let scale = self.course.frame.scale;
        bodies::depth_in(self.mover.settings(), body, &self.solids, scale)
    }

    fn is_inside(&self, core: &Core) -> bool {
        (self.solids.iter()).any(|solid| core.depth_in(solid).is_some())
    }
}
