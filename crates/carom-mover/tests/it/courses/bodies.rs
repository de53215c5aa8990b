//! Bodies of other shapes in random courses: never deeper, never through, the state alone decides.

use crate::courses::measure::{Core, Solid, crossing, depth};
use crate::courses::scene::{Course, Frame, HEIGHT, RADIUS, ROOM, SKIN, Wish};
use carom::glam::{DVec3, Vec3, dvec3};
use carom::mover::{BodyShape, CharacterState, Intent, Limbs, Mover, MoverSettings};
use carom::{Capsule, Scalar, Shape, Vector3, World};

/// The kinds of bodies, in the units of a course.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Cylinder,
    Box(f64),
    /// A long capsule that lies, and one that stands on it.
    Rider,
    /// Three capsules side by side.
    Hull,
    /// A capsule that stands, and one across.
    Porter,
}

/// What a course has come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) ticks: usize,
    pub(crate) grounded: usize,
    pub(crate) turned: usize,
    /// Courses with no room for the body at their start.
    pub(crate) skipped: usize,
}

pub(crate) fn settings<V: Vector3<Double = DVec3>>(frame: &Frame, kind: Kind) -> MoverSettings<V> {
    let length = |x: f64| V::Scalar::from_f64(x * frame.scale);
    let capsule = |a: DVec3, b: DVec3, radius: f64| {
        let [a, b] = [a, b].map(|p| V::from_f64((p * frame.scale).to_array()));
        Capsule::new(a, b, length(radius))
    };
    let body = match kind {
        Kind::Cylinder => BodyShape::Cylinder,
        Kind::Box(half) => BodyShape::Box {
            half_length: length(half),
        },
        Kind::Rider => {
            let rider = capsule(dvec3(0.1, 0.8, 0.), dvec3(0.1, 1.5, 0.), 0.2);
            BodyShape::Lying(Limbs::new(&[rider]).unwrap())
        }
        Kind::Hull => {
            let side = |z: f64| capsule(dvec3(-0.5, 0.3, z), dvec3(0.5, 0.3, z), 0.25);
            BodyShape::Lying(Limbs::new(&[side(-0.25), side(0.25)]).unwrap())
        }
        Kind::Porter => {
            let pole = capsule(dvec3(-0.4, 1.3, 0.25), dvec3(0.9, 1.3, 0.25), 0.06);
            BodyShape::Upright(Limbs::new(&[pole]).unwrap())
        }
    };
    MoverSettings {
        body,
        ..frame.settings()
    }
}

/// Walks a course; the error has the tick.
pub(crate) fn walk(course: &Course, kind: Kind) -> Result<Tally, String> {
    if course.double {
        Walker::<DVec3>::new(course, kind).walk()
    } else {
        Walker::<Vec3>::new(course, kind).walk()
    }
}

struct Walker<'a, V: Vector3<Double = DVec3>> {
    course: &'a Course,
    world: World<V>,
    solids: Vec<Solid>,
    settings: MoverSettings<V>,
    body: CharacterState<V>,
    side: Option<f64>,
    idle: usize,
}

fn exact<V: Vector3>(p: V) -> DVec3 {
    DVec3::from_array(p.to_f64())
}

impl<'a, V: Vector3<Double = DVec3>> Walker<'a, V> {
    fn new(course: &'a Course, kind: Kind) -> Self {
        let (world, solids) = course.build::<V>();
        let frame = &course.frame;
        let height = V::Scalar::from_f64(HEIGHT * frame.scale);
        let feet = V::from_double(frame.point(course.start));
        let mut walker = Self {
            course,
            world,
            solids,
            settings: settings(frame, kind),
            body: CharacterState::at(feet, height),
            side: None,
            idle: 0,
        };
        walker.side = walker.side_of(walker.middle());
        walker
    }

    fn middle(&self) -> DVec3 {
        let capsule = self.body.capsule(&self.settings);
        (exact(capsule.a) + exact(capsule.b)) * 0.5
    }

    fn side_of(&self, place: DVec3) -> Option<f64> {
        let (point, normal) = self.course.divided?;
        let frame = &self.course.frame;
        let height = (place - frame.point(point)).dot(frame.vector(normal));
        Some(height.signum())
    }

    fn depth(&self) -> f64 {
        let scale = self.course.frame.scale;
        depth_in(&self.settings, &self.body, &self.solids, scale)
    }

    fn intent(&self, wish: &Wish, first: bool) -> Intent<V> {
        let frame = &self.course.frame;
        let length = |x: f64| V::Scalar::from_f64(x * frame.scale);
        let jump = wish.jump.filter(|(_, always)| first || *always);
        let lies = matches!(self.settings.body, BodyShape::Lying(_));
        Intent {
            jump: jump.map(|(speed, _)| length(speed)),
            height: wish.height.filter(|_| !lies).map(length),
            axis: wish.axis.map(|axis| V::from_double(frame.vector(axis))),
            fly: wish.fly,
            ..Intent::walk(V::from_double(frame.vector(wish.velocity)))
        }
    }

    fn walk(mut self) -> Result<Tally, String> {
        let mut tally = Tally::default();
        if self.depth() > 0.0 {
            tally.skipped = 1;
            return Ok(tally);
        }
        let dt = V::Scalar::from_f64(1.0 / self.course.hz);
        let mut mover = Mover::new(self.settings).unwrap();
        for wish in &self.course.wishes {
            for i in 0..wish.ticks {
                let intent = self.intent(wish, i == 0);
                let before = self.body;
                self.tick(&mut mover, &intent, dt)
                    .map_err(|fault| format!("tick {}: {fault}", tally.ticks))?;
                tally.ticks += 1;
                tally.grounded += usize::from(self.body.ground.is_some());
                tally.turned += usize::from(self.body.axis != before.axis);
            }
        }
        Ok(tally)
    }

    fn tick(
        &mut self,
        mover: &mut Mover<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Result<(), String> {
        let (before, from) = (self.body, self.middle());
        let depth_before = self.depth();
        let report = mover.step(&self.world, &mut self.body, intent, dt);
        let names: Vec<_> = report.why.names().collect();
        let body = &self.body;
        let scale = self.course.frame.scale;
        let extent = if self.course.double {
            20.0 * scale
        } else {
            (20.0 * scale).max(self.course.frame.origin.abs().max_element())
        };
        let rounding = 1e-6 * extent;
        if !(body.feet.is_finite() && body.velocity.is_finite()) {
            return Err(format!("not finite: {body:?}"));
        }
        let mut again = before;
        let mut other = Mover::new(self.settings).unwrap();
        let repeated = other.step(&self.world, &mut again, intent, dt);
        if again != *body || repeated != report {
            return Err(format!("{again:?} and not {body:?}"));
        }
        if report.why.stuck {
            return Err(format!("stuck at {body:?}, it was {depth_before} deep"));
        }
        let depth = self.depth();
        if depth > depth_before + rounding {
            return Err(format!(
                "{depth_before} -> {depth} deep, {names:?} {body:?}"
            ));
        }
        let to = self.middle();
        let turned = before.axis != body.axis || before.height != body.height;
        if !turned && from.distance(to) < RADIUS * scale {
            let mut faces = self.solids.iter().flat_map(|solid| &solid.faces);
            if faces.any(|face| crossing(from, to, face).is_some()) {
                return Err(format!("through: {from} -> {to}, {names:?}"));
            }
        }
        let frame = &self.course.frame;
        let place = frame.turn.transpose() * (to - frame.origin) / scale;
        if !(place.cmpge(ROOM.0).all() && place.cmple(ROOM.1).all()) {
            return Err(format!("out of the room: {place}, {names:?}"));
        }
        if self.side_of(to) != self.side {
            return Err(format!(
                "through the dividing sheet: {from} -> {to}, {names:?}"
            ));
        }
        let moved = exact(self.body.feet) - exact(before.feet);
        let still = intent.velocity == V::ZERO && intent.jump.is_none() && !intent.fly;
        if !still || before.ground.is_none() || turned {
            self.idle = 0;
        } else {
            self.idle += 1;
            let rests = self.body.ground.is_some() && moved.length() <= 1e-4 * scale + rounding;
            if self.idle >= 4 && !rests {
                return Err(format!("restless by {moved}, {names:?} {:?}", self.body));
            }
        }
        let up = frame.up();
        let walks = before.ground.is_some() && self.body.ground.is_some() && !turned;
        if walks && !intent.fly && intent.jump.is_none() && !report.why.pushed {
            let level = moved - up * moved.dot(up);
            let wanted = exact(intent.velocity) * dt.to_f64();
            // The part of the step credit that is gone has not been walked.
            let credit = (self.body.step_credit - before.step_credit).to_f64();
            let credit = credit.min(0.0).max(-wanted.length());
            let most = wanted.length() * 1.001 + credit + 0.15 * SKIN * scale + rounding;
            if level.length() > most {
                return Err(format!(
                    "{} and not {}, {names:?}",
                    level.length(),
                    wanted.length()
                ));
            }
        }
        Ok(())
    }
}

/// The greatest depth of any shape of the body in anything; 0 where nothing is overlapped.
pub(crate) fn depth_in<V: Vector3<Double = DVec3>>(
    settings: &MoverSettings<V>,
    body: &CharacterState<V>,
    solids: &[Solid],
    scale: f64,
) -> f64 {
    let shapes = body.shapes(settings);
    let depths = shapes.map(|shape| match &shape {
        Shape::Capsule(capsule) => {
            let core = Core {
                a: exact(capsule.a),
                b: exact(capsule.b),
                radius: capsule.radius.to_f64(),
            };
            let gap = core.separation(solids, scale);
            let inside = solids.iter().any(|solid| core.depth_in(solid).is_some());
            if inside { core.radius } else { (-gap).max(0.0) }
        }
        Shape::OrientedBox(block) => {
            let axes = block.axes.map(exact);
            let points: Vec<DVec3> = (0..8)
                .map(|i| {
                    let side = |bit: usize| {
                        if i >> bit & 1 == 1 {
                            axes[bit]
                        } else {
                            -axes[bit]
                        }
                    };
                    exact(block.center) + side(0) + side(1) + side(2)
                })
                .collect();
            depth_of(solids, &points, &axes, &axes)
        }
        Shape::Cylinder(cylinder) => {
            // The prism of 16 sides inside.
            let (a, b) = (exact(cylinder.a), exact(cylinder.b));
            let along = (b - a).normalize();
            let (u, v) = along.any_orthonormal_pair();
            let ring: Vec<DVec3> = (0..16)
                .map(|i| {
                    let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / 16.0).sin_cos();
                    (u * cos + v * sin) * cylinder.radius.to_f64()
                })
                .collect();
            let points: Vec<DVec3> = ring.iter().flat_map(|p| [a + *p, b + *p]).collect();
            let sides = (0..16).map(|i| ring[(i + 1) % 16] - ring[i]);
            let mut edges: Vec<DVec3> = sides.collect();
            let mut normals: Vec<DVec3> = edges.iter().map(|edge| edge.cross(along)).collect();
            edges.push(along);
            normals.push(along);
            depth_of(solids, &points, &normals, &edges)
        }
        other => panic!("{other:?}"),
    });
    depths.fold(0.0, f64::max)
}

/// The greatest depth of a hull in what has faces, by separating axes.
fn depth_of(solids: &[Solid], points: &[DVec3], normals: &[DVec3], edges: &[DVec3]) -> f64 {
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let size = points
        .iter()
        .map(|p| p.distance(middle))
        .fold(0.0, f64::max);
    let mut deepest = 0.0_f64;
    let crosses = |own: &[DVec3]| -> Vec<DVec3> {
        let of = |e: &DVec3| own.iter().map(|o| e.cross(*o)).collect::<Vec<_>>();
        edges.iter().flat_map(of).collect()
    };
    for solid in solids {
        if middle.distance(solid.middle) > size + solid.extent {
            continue;
        }
        if let Some(corners) = &solid.filled {
            let own = [1, 2, 4].map(|i| corners[i] - corners[0]);
            let faces = [
                own[0].cross(own[1]),
                own[1].cross(own[2]),
                own[2].cross(own[0]),
            ];
            let axes = normals.iter().copied().chain(faces).chain(crosses(&own));
            let found = depth(points, corners, axes).unwrap_or(0.0);
            if solid.is_box {
                deepest = deepest.max(found);
                continue;
            }
        }
        for face in &solid.faces {
            let [a, b, c] = *face;
            let own = [b - a, c - b, a - c];
            let front = own[0].cross(own[1]);
            let low = (middle - a).dot(front.normalize_or_zero()).abs() > size;
            if low {
                continue;
            }
            let axes = normals.iter().copied().chain([front]).chain(crosses(&own));
            deepest = deepest.max(depth(points, face, axes).unwrap_or(0.0));
        }
    }
    deepest
}
