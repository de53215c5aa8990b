//! Walks a course and checks the contract after every tick, independently of the mover's code.

use crate::courses::measure::{Core, Solid, Touched, crossing};
use crate::courses::scene::{Course, GRAVITY, RADIUS, ROOM, SKIN, Wish};
use carom::glam::{DVec3, Vec3};
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, Report};
use carom::{Scalar, Vector3, World};

/// A fault and its tick.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) tick: usize,
    pub(crate) what: Fault,
    pub(crate) message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// A number that is not finite.
    NotFinite,
    /// Deeper than before, and not reported as `stuck`.
    Deeper,
    /// `stuck` where it was free.
    StuckThoughFree,
    /// Its core passed through a face.
    Through,
    /// It is inside a solid, or out of the room, or on the other side of the dividing sheet.
    Inside,
    /// `grounded` without walkable ground below.
    NoGround,
    /// Faster or higher than its energy allows.
    Energy,
    /// A jump in the air did something.
    JumpInAir,
    /// A new mover moves a copy of the state elsewhere.
    Bits,
    /// Farther along the ground than it wanted.
    TooFast,
    /// Higher in a tick than a step.
    TooHigh,
    /// Without a wish it moved or lost its ground.
    Restless,
    /// It did not move where there was room.
    Snagged,
}

/// The result of a whole course.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) ticks: usize,
    pub(crate) grounded: usize,
    pub(crate) limited: usize,
    pub(crate) stuck: usize,
    /// A hash of all places, to compare runs.
    pub(crate) hash: u64,
}

pub(crate) fn walk(course: &Course) -> Result<Tally, Failure> {
    if course.double {
        Walker::<DVec3>::new(course).walk()
    } else {
        Walker::<Vec3>::new(course).walk()
    }
}

pub(crate) fn core<V: Vector3<Double = DVec3>>(
    settings: &MoverSettings<V>,
    body: &CharacterState<V>,
) -> Core {
    let capsule = body.capsule(settings);
    Core {
        a: DVec3::from_array(capsule.a.to_f64()),
        b: DVec3::from_array(capsule.b.to_f64()),
        radius: capsule.radius.to_f64(),
    }
}

struct Walker<'a, V: Vector3<Double = DVec3>> {
    course: &'a Course,
    world: World<V>,
    solids: Vec<Solid>,
    mover: Mover<V>,
    body: CharacterState<V>,
    tally: Tally,
    /// Energy per mass: of the height and of the motion beyond the wish.
    energy: f64,
    side: Option<f64>,
    /// The number of ticks for which it has stood without a wish.
    idle: usize,
}

/// A tick to judge.
struct Tick<'a, V: Vector3> {
    number: usize,
    before: CharacterState<V>,
    core_before: Core,
    gap_before: f64,
    intent: &'a Intent<V>,
    report: Report<V>,
}

impl<'a, V: Vector3<Double = DVec3>> Walker<'a, V> {
    fn new(course: &'a Course) -> Self {
        let (world, solids) = course.build::<V>();
        let frame = course.frame;
        let height = V::Scalar::from_f64(crate::courses::scene::HEIGHT * frame.scale);
        let body = CharacterState::at(V::from_double(frame.point(course.start)), height);
        let mut walker = Self {
            course,
            world,
            solids,
            mover: Mover::new(frame.settings()).unwrap(),
            body,
            tally: Tally::default(),
            energy: 0.0,
            side: None,
            idle: 0,
        };
        walker.energy = walker.rest_energy(&body);
        walker.side = walker.side_of(walker.core(&body).center());
        walker
    }

    fn core(&self, body: &CharacterState<V>) -> Core {
        core(self.mover.settings(), body)
    }

    /// The largest length that matters for rounding.
    fn extent(&self) -> f64 {
        let room = 20.0 * self.course.frame.scale;
        if self.course.double {
            room
        } else {
            room.max(self.course.frame.origin.abs().max_element())
        }
    }

    fn side_of(&self, place: DVec3) -> Option<f64> {
        let (point, normal) = self.course.divided?;
        let frame = &self.course.frame;
        Some(
            (place - frame.point(point))
                .dot(frame.vector(normal))
                .signum(),
        )
    }

    fn height_of(&self, body: &CharacterState<V>) -> f64 {
        let feet = DVec3::from_array(body.feet.to_f64());
        (feet - self.course.frame.origin).dot(self.course.frame.up())
    }

    fn rest_energy(&self, body: &CharacterState<V>) -> f64 {
        GRAVITY * self.course.frame.scale * self.height_of(body)
    }

    fn intent(&self, wish: &Wish, first: bool) -> Intent<V> {
        let frame = &self.course.frame;
        let length = |x: f64| V::Scalar::from_f64(x * frame.scale);
        let jump = wish.jump.filter(|(_, always)| first || *always);
        Intent {
            jump: jump.map(|(speed, _)| length(speed)),
            height: wish.height.map(length),
            axis: wish.axis.map(|axis| V::from_double(frame.vector(axis))),
            fly: wish.fly,
            ..Intent::walk(V::from_double(frame.vector(wish.velocity)))
        }
    }

    fn walk(mut self) -> Result<Tally, Failure> {
        let dt = V::Scalar::from_f64(1.0 / self.course.hz);
        for wish in &self.course.wishes {
            for i in 0..wish.ticks {
                let intent = self.intent(wish, i == 0);
                self.tick(&intent, dt).map_err(|(what, message)| Failure {
                    tick: self.tally.ticks,
                    what,
                    message,
                })?;
                self.tally.ticks += 1;
            }
        }
        Ok(self.tally)
    }

    fn tick(&mut self, intent: &Intent<V>, dt: V::Scalar) -> Result<(), (Fault, String)> {
        let before = self.body;
        let core_before = self.core(&before);
        let reach = self.course.frame.scale;
        let gap_before = core_before.separation(&self.solids, reach);
        let report = self.mover.step(&self.world, &mut self.body, intent, dt);
        let tick = Tick {
            number: self.tally.ticks,
            before,
            core_before,
            gap_before,
            intent,
            report,
        };
        self.tally.grounded += usize::from(self.body.ground.is_some());
        self.tally.limited += usize::from(report.why.limit);
        self.tally.stuck += usize::from(report.why.stuck);
        for coordinate in self.body.feet.to_f64() {
            self.tally.hash = (self.tally.hash.rotate_left(9) ^ coordinate.to_bits())
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        self.finite()?;
        self.same_again(&tick, dt)?;
        self.no_jump_in_air(&tick, dt)?;
        self.not_deeper(&tick)?;
        self.not_through(&tick)?;
        self.carried(&tick)?;
        self.energy_kept(&tick, dt)?;
        self.rests(&tick)?;
        self.walks(&tick, dt)
    }

    /// A standing character without a wish stays where it is, on the ground.
    fn rests(&mut self, tick: &Tick<V>) -> Result<(), (Fault, String)> {
        let still =
            tick.intent.velocity == V::ZERO && tick.intent.jump.is_none() && !tick.intent.fly;
        if !still || tick.before.ground.is_none() || self.has_changed(tick) {
            self.idle = 0;
            return Ok(());
        }
        self.idle += 1;
        // The first ticks may restore the skin.
        if self.idle < 4 {
            return Ok(());
        }
        let moved = self.moved(tick).length();
        let rests = self.body.ground.is_some()
            && moved <= 1e-4 * self.course.frame.scale + 1e-6 * self.extent();
        check(rests, Fault::Restless, || {
            format!(
                "by {moved} in idle tick {}, {:?} {:?}",
                self.idle,
                self.body,
                names(&tick.report)
            )
        })
    }

    /// Whether it has another height or direction than before the tick.
    fn has_changed(&self, tick: &Tick<V>) -> bool {
        tick.before.height != self.body.height || tick.before.axis != self.body.axis
    }

    fn moved(&self, tick: &Tick<V>) -> DVec3 {
        let place = |body: &CharacterState<V>| DVec3::from_array(body.feet.to_f64());
        place(&self.body) - place(&tick.before)
    }

    /// On the ground it moves no farther than wished, less what it pays of its step credit, and moves where there is room.
    fn walks(&self, tick: &Tick<V>, dt: V::Scalar) -> Result<(), (Fault, String)> {
        let why = tick.report.why;
        let (before, after) = (tick.before.ground.is_some(), self.body.ground.is_some());
        if !before
            || !after
            || tick.intent.fly
            || tick.intent.jump.is_some()
            || why.pushed
            || why.stuck
            || tick.before.axis != self.body.axis
        {
            return Ok(());
        }
        let up = self.course.frame.up();
        let level = |v: DVec3| v - up * v.dot(up);
        let skin = SKIN * self.course.frame.scale;
        let wanted = level(DVec3::from_array(tick.intent.velocity.to_f64())) * dt.to_f64();
        let moved = level(self.moved(tick)).length();
        let rounding = 1e-6 * self.extent();
        // The part of the step credit that is gone has not been walked.
        let credit = (self.body.step_credit - tick.before.step_credit).to_f64();
        let credit = credit.min(0.0).max(-wanted.length());
        // Restoring the skin moves it by a part of the skin.
        let most = wanted.length() * 1.001 + credit + 0.15 * skin + rounding;
        check(moved <= most, Fault::TooFast, || {
            format!(
                "{moved} and not {}, {:?}",
                wanted.length(),
                names(&tick.report)
            )
        })?;
        let risen = self.moved(tick).dot(up);
        let most = 0.4 * self.course.frame.scale + wanted.length() * 1.01 + 2.0 * skin;
        check(risen <= most, Fault::TooHigh, || {
            format!("{risen} of {most}, {:?}", names(&tick.report))
        })?;
        let length = wanted.length().min(2.0 * skin);
        if moved > 0.01 * wanted.length() || length < 0.1 * skin || self.has_changed(tick) {
            return Ok(());
        }
        let core = self.core(&self.body);
        let free = [0.0, 0.25, 0.5, 0.75, 1.0].iter().find(|part| {
            let by = wanted.normalize() * length + up * (length * **part);
            let core = Core {
                a: core.a + by,
                b: core.b + by,
                ..core
            };
            core.separation(&self.solids, self.course.frame.scale) > skin
        });
        check(free.is_none(), Fault::Snagged, || {
            format!(
                "at {:?}, {wanted} would be free, risen by {free:?}, {:?}",
                self.body.feet,
                names(&tick.report)
            )
        })
    }

    fn finite(&self) -> Result<(), (Fault, String)> {
        let body = &self.body;
        let finite = body.feet.is_finite() && body.velocity.is_finite() && body.height.is_finite();
        check(finite, Fault::NotFinite, || format!("{body:?}"))
    }

    /// The state alone decides: a new mover gives the same result for a copy.
    fn same_again(&self, tick: &Tick<V>, dt: V::Scalar) -> Result<(), (Fault, String)> {
        let mut again = tick.before;
        let mut mover = Mover::new(self.course.frame.settings()).unwrap();
        let report = mover.step(&self.world, &mut again, tick.intent, dt);
        check(
            again == self.body && report == tick.report,
            Fault::Bits,
            || format!("{again:?} and not {:?}", self.body),
        )
    }

    fn no_jump_in_air(&self, tick: &Tick<V>, dt: V::Scalar) -> Result<(), (Fault, String)> {
        let in_air =
            tick.before.ground.is_none() && tick.gap_before > 1.6 * SKIN * self.course.frame.scale;
        if tick.intent.jump.is_none() || !in_air {
            return Ok(());
        }
        let mut without = tick.before;
        let mut mover = Mover::new(self.course.frame.settings()).unwrap();
        let intent = Intent {
            jump: None,
            ..*tick.intent
        };
        mover.step(&self.world, &mut without, &intent, dt);
        check(without == self.body, Fault::JumpInAir, || {
            format!("{:?}, without it {without:?}", self.body)
        })
    }

    fn not_deeper(&self, tick: &Tick<V>) -> Result<(), (Fault, String)> {
        let gap = self
            .core(&self.body)
            .separation(&self.solids, self.course.frame.scale);
        let rounding = 1e-6 * self.extent();
        if tick.report.why.stuck {
            // Nothing here moves, and it began free, so it is free.
            return Err((
                Fault::StuckThoughFree,
                format!("the gap was {}", tick.gap_before),
            ));
        }
        check(
            gap >= tick.gap_before.min(0.0) - rounding,
            Fault::Deeper,
            || format!("{} -> {gap}, {:?}", tick.gap_before, names(&tick.report)),
        )
    }

    fn not_through(&self, tick: &Tick<V>) -> Result<(), (Fault, String)> {
        let core = self.core(&self.body);
        let (from, to) = (tick.core_before.center(), core.center());
        let scale = self.course.frame.scale;
        // A slide bends the path, so the straight line may cut a corner; but not a short one with its ends a radius
        // away from everything. A change of height moves the middle, not the feet.
        let why = tick.report.why;
        let bent = why.slid || why.stepped || why.snapped || why.pushed;
        let air = tick.before.ground.is_none() && self.body.ground.is_none();
        let short = from.distance(to) < RADIUS * scale;
        if !self.has_changed(tick) && (short || (air && !bent)) && tick.gap_before > 0.0 {
            let crossed = self.solids.iter().any(|solid| {
                let mut faces = solid.faces.iter();
                faces.any(|face| crossing(from, to, face).is_some())
            });
            check(!crossed, Fault::Through, || {
                format!("{from} -> {to}, {:?}", names(&tick.report))
            })?;
        }
        let inside = self
            .solids
            .iter()
            .position(|solid| core.depth_in(solid).is_some());
        check(
            inside.is_none() || tick.gap_before < 0.0,
            Fault::Inside,
            || {
                format!(
                    "in piece {inside:?}, {from} -> {to}, {:?}",
                    names(&tick.report)
                )
            },
        )?;
        let frame = &self.course.frame;
        let place = frame.turn.transpose() * (to - frame.origin) / scale;
        let within = place.cmpge(ROOM.0).all() && place.cmple(ROOM.1).all();
        check(within, Fault::Inside, || {
            format!("out of the room: {place}")
        })?;
        check(self.side_of(to) == self.side, Fault::Inside, || {
            format!(
                "through the dividing sheet: {from} -> {to}, {:?}",
                names(&tick.report)
            )
        })
    }

    fn carried(&self, tick: &Tick<V>) -> Result<(), (Fault, String)> {
        if self.body.ground.is_none() || tick.report.why.stuck {
            return Ok(());
        }
        let reach = 1.5 * SKIN * self.course.frame.scale + 1e-6 * self.extent();
        let touched = self.core(&self.body).touched(&self.solids, reach);
        let up = self.course.frame.up();
        let least = self.mover.settings().max_slope.to_f64() - 2e-3;
        let carries = |t: &Touched| t.surface.dot(up) >= least && t.contact.dot(up) >= 0.015;
        check(
            touched.iter().any(carries) || is_wedge(&touched, up),
            Fault::NoGround,
            || format!("{:?} touches {touched:?}", self.body),
        )
    }

    /// Energy of the height and of the motion beyond the wish grows only by a jump, a flight or a climb.
    fn energy_kept(&mut self, tick: &Tick<V>, dt: V::Scalar) -> Result<(), (Fault, String)> {
        let up = self.course.frame.up();
        let gravity = GRAVITY * self.course.frame.scale;
        let velocity = DVec3::from_array(self.body.velocity.to_f64());
        let wanted = DVec3::from_array(tick.intent.velocity.to_f64());
        let rest = self.rest_energy(&self.body);
        // A turn may lift it.
        let turned = tick.before.axis != self.body.axis;
        let free = tick.intent.fly || tick.report.why.pushed || tick.report.why.stuck || turned;
        if free {
            self.energy = rest + velocity.length_squared() * 0.5;
            return Ok(());
        }
        // From the ground it may jump; after a landing it rests.
        let stood =
            tick.before.ground.is_some() || tick.gap_before < 1.6 * SKIN * self.course.frame.scale;
        if let Some(jump) = tick.intent.jump.filter(|_| stood) {
            let base = self.rest_energy(&tick.before);
            self.energy = self.energy.max(base + jump.to_f64().powi(2) * 0.5);
        }
        let tolerance = 3e-6 * self.extent() * self.course.hz
            + 0.02 * SKIN * self.course.frame.scale * self.course.hz;
        if self.body.ground.is_some() {
            let speed = velocity.length();
            let most = wanted.length() * 1.001 + tolerance;
            check(
                speed
                    <= most.max(wanted.length() + SKIN * self.course.frame.scale * self.course.hz),
                Fault::Energy,
                || format!("on the ground at {speed}, wanted {}", wanted.length()),
            )?;
            self.energy = rest;
            return Ok(());
        }
        // Within a tick it may land, walk up a ramp and leave it at its end, if there is one in reach.
        let moved = self
            .core(&self.body)
            .center()
            .distance(tick.core_before.center());
        let reach = moved + 2.0 * SKIN * self.course.frame.scale;
        let least = self.mover.settings().max_slope.to_f64() - 2e-3;
        let touched = tick.core_before.touched(&self.solids, reach);
        if touched.iter().any(|t| t.surface.dot(up) >= least) {
            self.energy = self.energy.max(rest);
        }
        // Restoring the skin lifts a little.
        let kept = self.energy - rest + 2.0 * SKIN * self.course.frame.scale * gravity;
        check(kept >= 0.0, Fault::Energy, || {
            format!(
                "{} higher than it can be, {:?}",
                -kept / gravity,
                names(&tick.report)
            )
        })?;
        let most = (2.0 * kept).sqrt() + gravity * dt.to_f64() * 0.01 + tolerance;
        let (rise, speed) = (velocity.dot(up), velocity.length());
        check(
            rise.abs() <= most && speed <= most + wanted.length(),
            Fault::Energy,
            || {
                format!(
                    "{velocity} (up {rise}) with {most} to fall and {wanted} wanted, tick {}, {:?}",
                    tick.number,
                    names(&tick.report)
                )
            },
        )
    }
}

fn names<V: Vector3>(report: &Report<V>) -> Vec<&'static str> {
    report.why.names().collect()
}

fn check(
    holds: bool,
    fault: Fault,
    message: impl FnOnce() -> String,
) -> Result<(), (Fault, String)> {
    if holds {
        Ok(())
    } else {
        Err((fault, message()))
    }
}

/// Whether the touched faces leave no way down: every direction along one of them, or along the crease of two, that
/// enters none of the others, is horizontal or rises.
fn is_wedge(touched: &[Touched], up: DVec3) -> bool {
    let normals: Vec<DVec3> = touched.iter().map(|t| t.contact).collect();
    let mut ways = vec![-up];
    for (i, n) in normals.iter().enumerate() {
        ways.push(-up + *n * n.dot(up));
        for m in &normals[..i] {
            let crease = n.cross(*m);
            ways.extend([crease, -crease]);
        }
    }
    let mut ways = ways.into_iter().filter_map(|way| way.try_normalize());
    // Tolerance for rounded normals: a direction may lead out by a thousandth.
    ways.all(|way| way.dot(up) > -0.05 || normals.iter().any(|n| n.dot(way) < -1e-3))
}
