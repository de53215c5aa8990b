//! Collide and slide: on the ground, through the air, and free of gravity.

use super::body::{CharacterState, Ground, LimitsReached, Report, SurfaceKind};
use super::cast::{Cast, Known, NEAR, STOP, Stop};
use super::ground::Support;
use super::planes::{MAX_PLANES, Plane, after_push, along, flat, level};
use super::settings::{LEAST_SUPPORT, MoverSettings};
use alloc::vec::Vec;
use carom_core::BodyId;
use carom_core::shape::capsule::Capsule;
use carom_core::world::{BodyMotion, LocalScene, Scene};
use carom_math::{Scalar, Vector};

/// How often a motion may be stopped in a tick before the rest of it is dropped.
const MAX_TURNS: usize = 8;
/// How many pieces a tick's way around an edge is made of at most.
const MAX_BENDS: usize = 32;
/// How often a motion beyond the end of a wall is halved.
const MAX_HALVINGS: usize = 5;
/// How far, in radii, a straight piece of the way around an edge may leave it.
const BOW: f64 = 1.0 / 1200.0;

/// Where a capsule came to, and what it slid along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide<V: Vector> {
    /// The displacement that was made of the wanted one.
    pub delta: V,
    /// Something was met.
    pub hit: bool,
    /// The motion was turned too often and the rest of it dropped.
    pub limit: bool,
}

/// Moves a capsule by `delta` as far as the scene lets it, sliding along what it meets and keeping
/// `skin` away from it. No gravity, no ground, no steps: see [`Mover`](super::Mover) for those.
///
/// What the capsule overlaps at the start it can leave but not enter deeper; it is not pushed out. A
/// `delta` that is not finite moves nothing.
///
/// ```
/// use carom::{Capsule, Collider, World, glam::{Vec3, vec3}, mover::slide};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(2., 0., 0.), [Vec3::X, Vec3::Y * 9., Vec3::Z * 9.]))?;
/// let capsule = Capsule::standing(Vec3::ZERO, Vec3::Y, 1.8, 0.3);
/// let moved = slide(&world, &capsule, vec3(3., 0., 1.), 0.01);
/// assert!((moved.delta - vec3(0.69, 0., 1.)).length() < 1e-3);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[must_use]
pub fn slide<V: Vector>(
    scene: &impl Scene<V>,
    capsule: &Capsule<V>,
    delta: V,
    skin: V::Scalar,
) -> Slide<V> {
    let axis = capsule.b - capsule.a;
    let up = axis.try_normalize().unwrap_or(V::from_f64([0.0, 1.0, 0.0]));
    let two = V::Scalar::ONE + V::Scalar::ONE;
    let settings = MoverSettings {
        up,
        radius: capsule.radius,
        skin,
        ..MoverSettings::default()
    };
    let feet = capsule.a - up * capsule.radius;
    let body = CharacterState::at(feet, axis.length() + capsule.radius * two);
    let mut near = LocalScene::new();
    if !delta.is_finite() || !capsule.is_valid() {
        return Slide {
            delta: V::ZERO,
            hit: false,
            limit: false,
        };
    }
    let room = delta.length() + skin * two * two;
    let region = capsule.bounds().inflated(room);
    scene.gather(&region, &mut near);
    let mut met = Vec::new();
    let mut known = Known::new();
    known.forget(near.len());
    let memory = (&mut known, &mut met);
    let mut cast = Cast::new(&near, &settings, region, &body, memory);
    cast.begin();
    // What roundings took of the skin, again and again, is given back.
    let gap = cast.lowest();
    let enough = (skin * V::Scalar::from_f64(0.92) - cast.rounding() * two).max(V::Scalar::ZERO);
    if gap >= V::Scalar::ZERO && gap < enough {
        cast.push_out(enough);
        cast.begin();
    }
    let slid = cast.drift(delta);
    Slide {
        delta: cast.feet - feet,
        hit: slid.met,
        limit: slid.dropped,
    }
}

/// The planes that a motion has met and still touches.
#[derive(Clone)]
pub(super) struct Obstacles<V: Vector> {
    planes: [(Plane<V>, usize); MAX_PLANES],
    count: usize,
    /// Anything was ever met.
    met: bool,
    /// There was no room for one more.
    full: bool,
}

impl<V: Vector> Obstacles<V> {
    pub(super) fn new() -> Self {
        let none = Plane {
            normal: V::ZERO,
            floor: false,
        };
        Self {
            planes: [(none, 0); MAX_PLANES],
            count: 0,
            met: false,
            full: false,
        }
    }

    fn planes(&self) -> impl Iterator<Item = Plane<V>> {
        self.planes[..self.count].iter().map(|(plane, _)| *plane)
    }

    fn normals(&self) -> [V; MAX_PLANES] {
        self.planes.map(|(plane, _)| plane.normal)
    }

    fn add(&mut self, plane: Plane<V>, index: usize) {
        self.met = true;
        if let Some(known) = self.planes[..self.count].iter_mut().find(|p| p.1 == index) {
            known.0 = plane;
        } else if self.count < MAX_PLANES {
            self.planes[self.count] = (plane, index);
            self.count += 1;
        } else {
            self.full = true;
        }
    }

    /// Whether a stop is at an edge that leads the motion already.
    fn follow(&self, cast: &Cast<V>, stop: &Stop<V>) -> bool {
        let known = self.planes[..self.count]
            .iter()
            .any(|plane| plane.1 == stop.index);
        known && cast.is_edge(stop.index, stop.normal)
    }

    /// The direction of a motion that two planes lead together.
    fn crease(&self, delta: V) -> Option<V> {
        let way = delta.try_normalize()?;
        let along = |(plane, _): &&(Plane<V>, usize)| {
            plane.normal.dot(way).abs() < V::Scalar::from_f64(1e-3)
        };
        let leading = self.planes[..self.count].iter().filter(along).count();
        (leading >= 2 && V::DIM == 3).then_some(way)
    }

    /// Whether an edge that is no floor leads a motion.
    fn bend(&self, cast: &Cast<V>, delta: V) -> bool {
        let lean = delta.length() * V::Scalar::from_f64(2e-3);
        self.planes[..self.count].iter().any(|(plane, index)| {
            !plane.floor && plane.normal.dot(delta) < lean && cast.is_edge(*index, plane.normal)
        })
    }

    /// Whether any wall that led a motion has been passed: where the capsule is now, it is touched at its
    /// edge, or not any more.
    fn are_passed(&self, cast: &Cast<V>, delta: V) -> bool {
        let lean = delta.length() * V::Scalar::from_f64(2e-3);
        let capsule = cast.capsule();
        let reach = cast.settings.skin + cast.settings.radius * V::Scalar::from_f64(4.0 * BOW);
        self.planes[..self.count].iter().any(|(plane, index)| {
            let leads = !plane.floor && plane.normal.dot(delta) < lean;
            leads
                && !cast.is_edge(*index, plane.normal)
                && cast
                    .near
                    .contact(*index, &capsule, reach)
                    .is_none_or(|now| cast.is_edge(*index, now.normal))
        })
    }

    /// Leaves out what the capsule no longer touches and turns the rest to where it now is.
    fn refresh(&mut self, cast: &Cast<V>) {
        let mut kept = 0;
        for i in 0..self.count {
            let index = self.planes[i].1;
            if let Some(contact) = cast.contact(index) {
                self.planes[kept] = (cast.plane(index, contact.normal), index);
                kept += 1;
            }
        }
        self.count = kept;
    }
}

/// A straight piece of a way around an edge: what was left of the motion before it, the part of that which
/// it took at the speed it began with, and that speed.
struct Bend<S> {
    left: S,
    part: S,
    speed: S,
}

impl<S: Scalar> Bend<S> {
    /// Of a motion of which this is all that is left.
    fn new<V: Vector<Scalar = S>>(left: S, part: S, delta: V) -> Self {
        Self {
            left,
            part,
            speed: delta.length() / left,
        }
    }
}

/// What is left of a motion after a bend: the piece took as long as at the mean of the speeds at its ends
/// (the trapezoidal rule), for along a bend the speed changes. `speed` is that at its end if the bend goes on.
fn mended<S: Scalar>(left: S, bend: &mut Option<Bend<S>>, speed: Option<S>) -> S {
    let (Some(bend), Some(speed)) = (bend.take(), speed) else {
        return left;
    };
    let mean = (bend.speed + speed) * S::HALF;
    let took = (bend.part * bend.speed / mean).min(S::ONE);
    bend.left * (S::ONE - took)
}

/// What remains of a motion.
struct Left<S> {
    part: S,
    /// It was turned too often.
    dropped: bool,
}

/// What a motion along whatever it met came to.
pub(super) struct Drift {
    /// Anything was met.
    pub(super) met: bool,
    /// It was turned too often, and the rest dropped.
    dropped: bool,
}

/// How often a motion has been turned.
#[derive(Default)]
struct Turns {
    stops: usize,
    /// Around edges.
    bends: usize,
}

/// A straight piece of a motion: the part of what was left that was tried, and how it ended.
enum Piece<V: Vector> {
    Stopped(Stop<V>, V::Scalar),
    /// At the end of a piece around an edge, or at the end of a wall.
    Bent(V::Scalar),
    /// Nothing is left.
    Whole,
}

impl<V: Vector> Cast<'_, V> {
    fn plane(&self, index: usize, normal: V) -> Plane<V> {
        Plane {
            normal,
            floor: self.is_floor(index, normal),
        }
    }

    /// Takes up what stopped a motion.
    fn meet(&mut self, obstacles: &mut Obstacles<V>, stop: &Stop<V>) {
        let plane = self.plane(stop.index, stop.normal);
        let upright = stop.normal.dot(self.settings.up);
        let role = if plane.floor {
            SurfaceKind::Floor
        } else if upright > V::Scalar::from_f64(LEAST_SUPPORT) {
            SurfaceKind::Steep
        } else if upright < V::Scalar::from_f64(-0.1) {
            SurfaceKind::Ceiling
        } else {
            SurfaceKind::Wall
        };
        self.note(stop.index, stop.normal, role);
        obstacles.add(plane, stop.index);
        self.caps.planes |= obstacles.full;
    }

    fn level(&self, wish: V, obstacles: &Obstacles<V>) -> (V, V) {
        let planes = obstacles.planes.map(|(plane, _)| plane);
        let way = level(wish, self.settings.up, &planes[..obstacles.count]);
        (way.level, way.delta)
    }

    /// The same, but that what is above turns the way down.
    fn level_below(&self, wish: V, obstacles: &Obstacles<V>) -> V {
        let up = self.settings.up;
        let mut planes =
            [(V::ZERO, false); MAX_PLANES].map(|(normal, floor)| Plane { normal, floor });
        let mut ceilings = [V::ZERO; MAX_PLANES];
        let (mut count, mut above) = (0, 0);
        for plane in obstacles.planes() {
            if plane.normal.dot(up) < V::Scalar::from_f64(-LEAST_SUPPORT) {
                ceilings[above] = plane.normal;
                above += 1;
            } else {
                planes[count] = plane;
                count += 1;
            }
        }
        along(level(wish, up, &planes[..count]).level, &ceilings[..above])
    }

    /// The part of a motion that may be one straight line: around an edge that leads it the way bends with
    /// the foot's own round, and long straight pieces would cut wide, the wider the longer the tick. A chord
    /// that leaves a circle of radius r by e at its end is √(2 r e) long.
    fn straight_part(&self, bending: bool, delta: V, bends: usize) -> V::Scalar {
        let one = V::Scalar::ONE;
        if !bending || bends >= MAX_BENDS {
            return one;
        }
        // A long way is made of longer pieces, so that there are not too many.
        let sixteenth = delta.length() * V::Scalar::from_f64(1.0 / 16.0);
        let most = self.longest_piece().max(sixteenth);
        // The last piece has no end to know the speed of: it is a short one.
        let length = delta.length();
        if length > most * V::Scalar::from_f64(0.25) {
            (most / length).min(V::Scalar::HALF)
        } else {
            one
        }
    }

    /// Makes the next straight piece of a motion of which `delta` is left, and counts how it ended.
    fn piece(
        &mut self,
        obstacles: &Obstacles<V>,
        delta: V,
        bending: bool,
        turns: &mut Turns,
    ) -> Piece<V> {
        let part = self.straight_part(bending, delta, turns.bends);
        let (stop, part) = self.advance_to_end(obstacles, delta, part);
        match stop {
            Some(stop) => {
                // The same edge again is no other stop, as long as it is not too often.
                if turns.bends < MAX_BENDS && obstacles.follow(self, &stop) {
                    turns.bends += 1;
                } else {
                    turns.stops += 1;
                }
                Piece::Stopped(stop, part)
            }
            None if part < V::Scalar::ONE => {
                turns.bends += 1;
                self.follow(obstacles, delta * part);
                Piece::Bent(part)
            }
            None => Piece::Whole,
        }
    }

    /// Moves by `delta`; where that leads beyond the end of a wall along which it slides, by so much less that
    /// at most a small part of it is beyond. Returns what stopped it, and the part that was tried.
    fn advance_to_end(
        &mut self,
        obstacles: &Obstacles<V>,
        delta: V,
        part: V::Scalar,
    ) -> (Option<Stop<V>>, V::Scalar) {
        let (start, caps) = (self.feet, self.caps);
        let mut tried = part;
        for _ in 0..MAX_HALVINGS {
            let stop = self.advance(delta * tried);
            let short = (delta * tried).length() <= self.longest_piece() * V::Scalar::HALF;
            if stop.is_some() || short || !obstacles.are_passed(self, delta) {
                return (stop, tried);
            }
            (self.feet, self.caps) = (start, caps);
            tried = tried * V::Scalar::HALF;
        }
        (self.advance(delta * tried), tried)
    }

    /// How long a straight piece of the way around an edge may be.
    fn longest_piece(&self) -> V::Scalar {
        self.settings.radius * V::Scalar::from_f64(2.0 * BOW).sqrt()
    }

    /// After a straight piece of a way around an edge: back to the edge.
    fn follow(&mut self, obstacles: &Obstacles<V>, delta: V) {
        let settings = self.settings;
        // Twice what a chord leaves a circle by at its end.
        let reach = settings.skin + delta.length_squared() / settings.radius;
        for (plane, index) in &obstacles.planes[..obstacles.count] {
            if plane.floor || !self.is_edge(*index, plane.normal) {
                continue;
            }
            let Some(contact) = self.near.contact(*index, &self.capsule(), reach) else {
                continue;
            };
            let excess = contact.separation - settings.skin * V::Scalar::from_f64(STOP);
            // Only as far as the motion leans into the edge by now.
            if excess > self.rounding() && contact.normal.dot(delta) < V::Scalar::ZERO {
                let _ = self.advance(-(contact.normal * excess));
            }
        }
    }

    /// Moves along `way(planes met so far)`, again and again, until the motion is used up or barred.
    fn turn_along(
        &mut self,
        obstacles: &mut Obstacles<V>,
        way: impl Fn(&Self, &Obstacles<V>) -> V,
    ) -> Left<V::Scalar> {
        let mut left = V::Scalar::ONE;
        let mut turns = Turns::default();
        let mut bend = None;
        while turns.stops < MAX_TURNS {
            obstacles.refresh(self);
            let delta = way(self, obstacles);
            let bending = obstacles.bend(self, delta);
            left = mended(left, &mut bend, bending.then(|| delta.length()));
            let delta = delta * left;
            self.crease = obstacles.crease(delta).or(self.crease);
            if delta.length() <= self.rounding() {
                return Left {
                    part: left,
                    dropped: false,
                };
            }
            match self.piece(obstacles, delta, bending, &mut turns) {
                Piece::Stopped(stop, part) => {
                    left = left * (V::Scalar::ONE - stop.t * part);
                    self.meet(obstacles, &stop);
                }
                Piece::Bent(part) => {
                    bend = Some(Bend::new(left, part, delta));
                    left = left * (V::Scalar::ONE - part);
                }
                Piece::Whole => {
                    return Left {
                        part: V::Scalar::ZERO,
                        dropped: false,
                    };
                }
            }
        }
        Left {
            part: left,
            dropped: true,
        }
    }

    /// Moves by `delta` and along whatever is met, floor or not.
    pub(super) fn drift(&mut self, delta: V) -> Drift {
        self.drift_along(|_, obstacles| along(delta, &obstacles.normals()[..obstacles.count]))
    }

    /// Moves as a way says that depends on what has been met.
    fn drift_along(&mut self, way: impl Fn(&Self, &Obstacles<V>) -> V) -> Drift {
        let mut obstacles = Obstacles::new();
        let left = self.turn_along(&mut obstacles, way);
        Drift {
            met: obstacles.met,
            dropped: left.dropped,
        }
    }

    /// Moves by `delta` out of the way of what pushes: what does not carry lifts nobody, but pushes level.
    pub(super) fn yield_to(&mut self, delta: V) -> Drift {
        let up = self.settings.up;
        let sinks = delta.dot(up) < -(delta.length() * V::Scalar::from_f64(1e-3));
        self.drift_along(|cast, obstacles| {
            let mut normals = [V::ZERO; 2 * MAX_PLANES];
            let mut count = 0;
            for (plane, index) in &obstacles.planes[..obstacles.count] {
                let upright = plane.normal.dot(up);
                let lifts =
                    upright <= V::Scalar::ZERO || cast.carries(*index, plane.normal, V::ZERO);
                let level = (plane.normal - up * upright).try_normalize();
                let level = level.filter(|_| !lifts);
                // What is level and does not enter the upright plane does not enter the other.
                let own = (sinks || level.is_none()).then_some(plane.normal);
                for normal in [own, level].into_iter().flatten() {
                    normals[count] = normal;
                    count += 1;
                }
            }
            along(delta, &normals[..count])
        })
    }

    /// A level motion along walls: what a climb does at its highest. Under a ceiling that it has risen to it goes down
    /// with that. Returns the part it used.
    pub(super) fn glide(&mut self, ahead: V, obstacles: &Obstacles<V>, ceiling: bool) -> V::Scalar {
        let mut obstacles = obstacles.clone();
        let left = self.turn_along(&mut obstacles, |cast, obstacles| {
            if ceiling {
                cast.level_below(ahead, obstacles)
            } else {
                cast.level(ahead, obstacles).0
            }
        });
        V::Scalar::ONE - left.part
    }
}

/// A tick's part of a fall.
#[derive(Clone, Copy)]
pub(super) struct Fall<V> {
    /// The displacement.
    delta: V,
    /// The velocity at its start and at its end.
    pub(super) start: V,
    pub(super) end: V,
}

/// A level motion: `left` of `wish`, from a place.
pub(super) struct Way<V: Vector> {
    pub(super) place: V,
    pub(super) wish: V,
    pub(super) left: V::Scalar,
    /// What was told before it.
    pub(super) told: Told<V>,
}

/// What a walk has told so far.
pub(super) struct Told<V: Vector> {
    report: Report<V>,
    caps: LimitsReached,
    crease: Option<V>,
    /// How many surfaces it has met.
    met: usize,
}

/// How a fall came to ground that carries.
pub(super) struct Arrival<V: Vector> {
    pub(super) stop: Stop<V>,
    /// Where the fall began, and what it would have come to.
    pub(super) start: V,
    pub(super) wish: V,
    pub(super) fall: Fall<V>,
    /// The part of that which is left.
    pub(super) left: V::Scalar,
    /// Nothing has turned it on its way.
    pub(super) straight: bool,
}

/// What a tick's motion came to.
pub(super) struct Made<V: Vector> {
    pub(super) velocity: V,
    /// What it stands on in the end.
    pub(super) ground: Option<Ground<V>>,
    /// The velocity is relative to that.
    pub(super) relative: bool,
}

impl<V: Vector> Made<V> {
    /// On nothing, with this velocity.
    pub(super) fn in_air(velocity: V) -> Self {
        Self {
            velocity,
            ground: None,
            relative: false,
        }
    }
}

/// One tick's motion.
pub(super) struct Walk<'a, 'b, V: Vector> {
    pub(super) cast: &'a mut Cast<'b, V>,
    pub(super) report: &'a mut Report<V>,
    /// The velocity at the start of the tick.
    pub(super) before: V,
    /// The wanted velocity, level and relative to what it stands on.
    pub(super) wanted: V,
    /// Where the feet were before anything moved them, and what part of the tick was over then.
    pub(super) from: V,
    pub(super) passed: V::Scalar,
    /// The motion that has taken it along, and the body of the world it stood on.
    pub(super) ride: Option<BodyMotion<V>>,
    pub(super) stood: Option<BodyId>,
    /// In the air, the ground that the tick begins on all the same: see [`Cast::touched`].
    pub(super) placed: Option<Stop<V>>,
    /// How often it may still go from the ground into the air.
    pub(super) leaves: u32,
    /// It walks off what it touches: no slope to slide down.
    pub(super) clear: bool,
    /// In the air, the level velocity of what was left behind: part of what is wanted until something
    /// bars it.
    pub(super) base: &'a mut V,
    /// How far something that moves has pushed it already.
    pub(super) pushed: V,
    /// How far climbs have taken it beyond what was left of its way.
    pub(super) gained: V::Scalar,
    /// How long there still is to go.
    pub(super) dt: V::Scalar,
}

impl<V: Vector> Walk<'_, '_, V> {
    /// Free motion: everything bars, nothing carries.
    pub(super) fn fly(self, velocity: V) -> V {
        let wish = velocity * self.dt;
        let start = self.cast.feet;
        let slid = self.cast.drift(wish);
        self.cast.caps.turns |= slid.dropped;
        if !slid.met {
            return velocity;
        }
        self.report.why.slid = true;
        (self.cast.feet - start) / self.dt
    }

    /// Walking: along the floor at the wanted level speed, up what can be climbed, down with the
    /// ground. Where that ends inside the tick, the rest of it is a fall.
    ///
    /// `ahead` is how far climbs have taken the body beyond its way: that much is not walked.
    pub(super) fn on_ground(mut self, velocity: V, ahead: &mut V::Scalar) -> Made<V> {
        let place = self.cast.feet;
        let start = place - self.pushed;
        let wish = after_push(velocity * self.dt, self.pushed);
        let length = wish.length();
        // Who stands well stays exactly where it is.
        if length <= V::Scalar::ZERO
            && self.cast.lowest() >= self.cast.enough()
            && let Some(support) = self.cast.support(V::ZERO)
        {
            return Made {
                velocity,
                ground: Some(support.ground),
                relative: true,
            };
        }
        let made_up = if *ahead < length { *ahead } else { length };
        let left = if made_up > V::Scalar::ZERO {
            (length - made_up) / length
        } else {
            V::Scalar::ONE
        };
        let told = self.told();
        let met = self.across(wish, left);
        *ahead = *ahead - made_up + self.gained;
        let wanted = velocity;
        let velocity = if met {
            self.level_velocity(start)
        } else {
            velocity
        };
        let way = Way {
            place,
            wish,
            left,
            told,
        };
        let Some(support) = self.keep_to_ground(way.wish) else {
            return self.leave(&way, wanted);
        };
        Made {
            velocity,
            ground: Some(self.change_over(&way, support)),
            relative: true,
        }
    }

    pub(super) fn told(&self) -> Told<V> {
        Told {
            report: *self.report,
            caps: self.cast.caps,
            crease: self.cast.crease,
            met: self.cast.met.len(),
        }
    }

    /// Nothing has been told since.
    pub(super) fn take_back(&mut self, told: &Told<V>) {
        *self.report = told.report;
        (self.cast.caps, self.cast.crease) = (told.caps, told.crease);
        self.cast.met.truncate(told.met);
    }

    pub(super) fn level_velocity(&self, start: V) -> V {
        flat(self.cast.feet - start, self.cast.settings.up) / self.dt
    }

    /// Down to ground within the snap, if there is any.
    pub(super) fn keep_to_ground(&mut self, toward: V) -> Option<Support<V>> {
        if let Some(support) = self.cast.footing(toward) {
            return Some(support);
        }
        let before = self.cast.feet;
        let snap = self.cast.settings.snap.max(self.cast.settings.skin);
        let support = self.cast.settle(snap, toward)?;
        let fallen = (before - self.cast.feet).dot(self.cast.settings.up);
        self.report.why.snapped |= fallen > self.cast.settings.skin;
        Some(support)
    }

    /// The level motion of a walker, `left` of `wish`. Tells whether anything barred its way.
    pub(super) fn across(&mut self, wish: V, mut left: V::Scalar) -> bool {
        let cast = &mut *self.cast;
        let mut barred = false;
        let mut obstacles = Obstacles::new();
        // All climbs of a tick together: one step, and what a ramp could rise on the way.
        let ramp = wish.length() * cast.settings.steepest();
        // Who hovers rides over steps, and climbs nothing that is higher.
        let steps = cast.settings.hover <= V::Scalar::ZERO;
        let mut budget = if steps {
            cast.settings.step_height + ramp
        } else {
            V::Scalar::ZERO
        };
        cast.contacts(
            cast.settings.skin * V::Scalar::from_f64(NEAR),
            |index, contact| {
                if cast.is_floor(index, contact.normal) {
                    obstacles.add(
                        Plane {
                            normal: contact.normal,
                            floor: true,
                        },
                        index,
                    );
                }
            },
        );
        let mut turns = Turns::default();
        let mut bend = None;
        while turns.stops < MAX_TURNS {
            let (level, delta) = cast.level(wish, &obstacles);
            let bending = obstacles.bend(cast, delta);
            left = mended(left, &mut bend, bending.then(|| delta.length()));
            let delta = delta * left;
            if delta.length() <= cast.rounding() {
                self.report.why.blocked |= level.length() <= cast.rounding() && barred;
                return barred;
            }
            let (stop, part) = match cast.piece(&obstacles, delta, bending, &mut turns) {
                Piece::Stopped(stop, part) => (stop, part),
                Piece::Bent(part) => {
                    bend = Some(Bend::new(left, part, delta));
                    left = left * (V::Scalar::ONE - part);
                    obstacles.refresh(cast);
                    continue;
                }
                Piece::Whole => return barred,
            };
            left = left * (V::Scalar::ONE - stop.t * part);
            let plane = cast.plane(stop.index, stop.normal);
            obstacles.refresh(cast);
            if !plane.floor {
                let (ahead, _) = cast.level(wish, &obstacles);
                let ahead = ahead * left;
                if let Some(climb) = cast.climb(ahead, budget, &obstacles) {
                    self.report.why.stepped = true;
                    budget -= climb.rise;
                    self.gained += climb.gained;
                    left = left * (V::Scalar::ONE - climb.used);
                    obstacles.refresh(cast);
                    continue;
                }
                barred = true;
                self.report.why.slid = true;
                self.report.why.steep |=
                    stop.normal.dot(cast.settings.up) > V::Scalar::from_f64(LEAST_SUPPORT);
            }
            cast.meet(&mut obstacles, &stop);
        }
        cast.caps.turns = true;
        barred
    }

    /// Through the air with a level velocity and an upward speed; lands on what can be walked.
    pub(super) fn in_air(mut self, velocity: V, rise: V::Scalar) -> Made<V> {
        let (up, zero) = (self.cast.settings.up, V::Scalar::ZERO);
        let mut fall = self.fall(rise);
        let falling = fall.delta.dot(up) <= zero;
        // What it was pushed is a part of its way already.
        let way = velocity * self.dt + fall.delta;
        let done = way - after_push(way, self.pushed);
        let wish = velocity * self.dt - flat(done, up);
        fall.delta -= up * done.dot(up);
        let mut fallen = V::Scalar::ONE;
        let start = self.cast.feet;
        let placed = self.placed.take().map(|stop| (stop, self.told()));
        let mut obstacles = Obstacles::new();
        let mut left = V::Scalar::ONE;
        let mut turns = Turns::default();
        loop {
            obstacles.refresh(self.cast);
            let heading = self.air_heading(wish, fall.delta, &obstacles);
            let bending = obstacles.bend(self.cast, heading);
            if (heading * left).length() <= self.cast.rounding() {
                break;
            }
            if turns.stops == MAX_TURNS {
                self.cast.caps.turns = true;
                fallen = V::Scalar::ONE - left;
                break;
            }
            let heading = heading * left;
            let piece = self.cast.piece(&obstacles, heading, bending, &mut turns);
            let (stop, part) = match piece {
                Piece::Stopped(stop, part) => (stop, part),
                Piece::Bent(part) => {
                    // What falls falls all of its time: no mean of speeds here.
                    left = left * (V::Scalar::ONE - part);
                    continue;
                }
                Piece::Whole => break,
            };
            left = left * (V::Scalar::ONE - stop.t * part);
            if falling && self.cast.carries(stop.index, stop.normal, wish) {
                let arrival = Arrival {
                    stop,
                    start,
                    wish,
                    fall,
                    left,
                    straight: !obstacles.met,
                };
                return self.land(&arrival);
            }
            self.note(&stop);
            self.cast.meet(&mut obstacles, &stop);
        }
        if let Some((stop, told)) = placed {
            // It fell past the ground that it began on: it has been there from the start.
            let beyond = self.cast.close && self.cast.caps.region;
            self.take_back(&told);
            self.cast.feet = start;
            let made = self.walk_on(&Arrival {
                stop,
                start,
                wish,
                fall,
                left: V::Scalar::ONE,
                straight: false,
            });
            if let Ok(made) = made {
                // With more gathered it might have come down elsewhere.
                self.cast.caps.region |= beyond;
                return made;
            }
            // There is no ground to keep to after all: the fall again.
            self.take_back(&told);
            (self.cast.feet, self.gained) = (start, V::Scalar::ZERO);
            return self.in_air(velocity, rise);
        }
        if !obstacles.met {
            return Made::in_air(velocity + fall.end);
        }
        if falling && let Some(wedge) = self.cast.wedge() {
            return Made {
                ground: Some(wedge.ground),
                ..Made::in_air(self.level_velocity(start))
            };
        }
        // Of the fall, what the planes leave; what is wanted is no part of it, lest it add up.
        // What was dropped of the motion has not fallen.
        let end = fall.start + (fall.end - fall.start) * fallen;
        let made = along(end, &obstacles.normals()[..obstacles.count]).dot(up);
        *self.base = self.air_heading(*self.base, V::ZERO, &obstacles);
        let speed = if falling { made.min(zero) } else { made };
        let heading = self.air_heading(wish, fall.end * self.dt, &obstacles);
        Made::in_air(flat(heading, up) / self.dt + up * speed)
    }

    /// What gravity makes of this tick: the exact parabola, straight down or, on steep slopes that are
    /// touched, along them with the part of gravity that they leave.
    fn fall(&self, rise: V::Scalar) -> Fall<V> {
        let settings = self.cast.settings;
        let (up, dt) = (settings.up, self.dt);
        let zero = V::Scalar::ZERO;
        let mut way = up;
        // The speed upwards along `way`, and gravity along it.
        let (mut speed, mut gravity) = (rise, settings.gravity);
        if rise <= zero && !self.clear {
            let (normals, count, _) = self.cast.steep_normals();
            let down = along(-up, &normals[..count]);
            let part = down.length();
            if part < V::Scalar::ONE
                && let Some(down) = down.try_normalize()
            {
                // The made speed along the slope; never more than the whole speed was.
                speed = -(-rise / part).min(self.before.length());
                gravity = gravity * part;
                way = -down;
            } else if part <= zero {
                way = V::ZERO;
            }
        }
        let end = speed - gravity * dt;
        Fall {
            start: way * speed,
            delta: way * ((speed + end) * V::Scalar::HALF * dt),
            end: way * end,
        }
    }

    /// The planes bar the level part upright, so that nothing steep is climbed by pushing; then what
    /// gravity makes of it slides along them as they are.
    fn air_heading(&self, wish: V, vertical: V, obstacles: &Obstacles<V>) -> V {
        let up = self.cast.settings.up;
        let mut walls = [V::ZERO; MAX_PLANES];
        let mut count = 0;
        for plane in obstacles.planes() {
            let n = flat(plane.normal, up);
            let tiny = V::Scalar::from_f64(1e-6);
            if let (true, Some(n)) = (n.length_squared() > tiny, n.try_normalize()) {
                walls[count] = n;
                count += 1;
            }
        }
        let level = along(wish, &walls[..count]);
        along(level + vertical, &obstacles.normals()[..obstacles.count])
    }

    fn note(&mut self, stop: &Stop<V>) {
        let upright = stop.normal.dot(self.cast.settings.up);
        let why = &mut self.report.why;
        why.slid = true;
        why.head |= upright < V::Scalar::from_f64(-0.1);
        why.steep |= upright > V::Scalar::from_f64(LEAST_SUPPORT);
    }
}
