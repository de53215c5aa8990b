//! Collide and slide: on the ground, through the air, and free of gravity.

use super::body::{Body, Ground, Report, Role};
use super::cast::{Cast, Known, NEAR, Stop};
use super::planes::{MAX_PLANES, Plane, along, level};
use super::settings::{LEAST_SUPPORT, Settings};
use crate::shape::capsule::Capsule;
use crate::vector::{Scalar, Vector};
use crate::world::{Near, Scene};
use alloc::vec::Vec;

/// How often a motion may be turned in a tick before the rest of it is dropped.
const MAX_TURNS: usize = 8;

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
    let settings = Settings {
        up,
        radius: capsule.radius,
        skin,
        ..Settings::default()
    };
    let feet = capsule.a - up * capsule.radius;
    let body = Body::at(feet, axis.length() + capsule.radius * two);
    let mut near = Near::new();
    let mut obstacles = Obstacles::new();
    if !delta.is_finite() || !capsule.is_valid() {
        return Slide {
            delta: V::ZERO,
            hit: false,
            limit: false,
        };
    }
    let room = delta.length() + skin * two;
    let region = capsule.bounds().inflated(room);
    scene.gather(&region, &mut near);
    let mut met = Vec::new();
    let mut known = Known::new();
    let memory = (&mut known, &mut met);
    let mut cast = Cast::new(&near, &settings, region, &body, memory);
    cast.begin();
    let left = cast.turn_along(&mut obstacles, |_, obstacles| {
        along(delta, &obstacles.normals()[..obstacles.count])
    });
    Slide {
        delta: cast.feet - feet,
        hit: obstacles.met,
        limit: left.dropped,
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

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn met(&self) -> bool {
        self.met
    }

    pub(super) fn normals(&self) -> [V; MAX_PLANES] {
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

    /// The direction of a motion that two planes lead together.
    fn crease(&self, delta: V) -> Option<V> {
        let way = delta.try_normalize()?;
        let along = |(plane, _): &&(Plane<V>, usize)| {
            plane.normal.dot(way).abs() < V::Scalar::from_f64(1e-3)
        };
        let leading = self.planes[..self.count].iter().filter(along).count();
        (leading >= 2 && V::DIM == 3).then_some(way)
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

/// What remains of a motion.
pub(super) struct Left<S> {
    part: S,
    /// It was turned too often.
    dropped: bool,
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
            Role::Floor
        } else if upright > V::Scalar::from_f64(LEAST_SUPPORT) {
            Role::Steep
        } else if upright < V::Scalar::from_f64(-0.1) {
            Role::Ceiling
        } else {
            Role::Wall
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

    /// Moves along `way(planes met so far)`, again and again, until the motion is used up or barred.
    pub(super) fn turn_along(
        &mut self,
        obstacles: &mut Obstacles<V>,
        way: impl Fn(&Self, &Obstacles<V>) -> V,
    ) -> Left<V::Scalar> {
        let mut left = V::Scalar::ONE;
        for _ in 0..MAX_TURNS {
            obstacles.refresh(self);
            let delta = way(self, obstacles) * left;
            self.crease = obstacles.crease(delta).or(self.crease);
            if delta.length() <= self.rounding() {
                return Left {
                    part: left,
                    dropped: false,
                };
            }
            let Some(stop) = self.advance(delta) else {
                return Left {
                    part: V::Scalar::ZERO,
                    dropped: false,
                };
            };
            left = left * (V::Scalar::ONE - stop.t);
            self.meet(obstacles, &stop);
        }
        Left {
            part: left,
            dropped: true,
        }
    }

    /// A level motion along walls: what a climb does at its highest. Returns the part it used.
    pub(super) fn glide(&mut self, ahead: V, obstacles: &Obstacles<V>) -> V::Scalar {
        let mut obstacles = obstacles.clone();
        let left = self.turn_along(&mut obstacles, |cast, obstacles| {
            cast.level(ahead, obstacles).0
        });
        V::Scalar::ONE - left.part
    }
}

/// A tick's part of a fall.
struct Fall<V> {
    /// The displacement.
    delta: V,
    /// The velocity at its end.
    end: V,
}

/// One tick's motion.
pub(super) struct Walk<'a, 'b, V: Vector> {
    pub(super) cast: &'a mut Cast<'b, V>,
    pub(super) report: &'a mut Report<V>,
    /// The velocity at the start of the tick.
    pub(super) before: V,
    /// In the air, the level velocity of what was left behind: part of what is wanted until something
    /// bars it.
    pub(super) base: &'a mut V,
    pub(super) dt: V::Scalar,
}

impl<V: Vector> Walk<'_, '_, V> {
    /// Free motion: everything bars, nothing carries.
    pub(super) fn fly(self, velocity: V) -> V {
        let wish = velocity * self.dt;
        let start = self.cast.feet;
        let mut obstacles = Obstacles::new();
        let left = self.cast.turn_along(&mut obstacles, |_, obstacles| {
            along(wish, &obstacles.normals()[..obstacles.count])
        });
        self.cast.caps.turns |= left.dropped;
        if !obstacles.met {
            return velocity;
        }
        self.report.why.slid = true;
        (self.cast.feet - start) / self.dt
    }

    /// Walking: along the floor at the wanted level speed, up what can be climbed, down with the
    /// ground. Returns the velocity and the ground at the end.
    pub(super) fn on_ground(mut self, velocity: V) -> (V, Option<Ground<V>>) {
        let start = self.cast.feet;
        let met = self.across(velocity * self.dt, V::Scalar::ONE);
        let velocity = if met {
            self.level_velocity(start)
        } else {
            velocity
        };
        (velocity, self.keep_to_ground())
    }

    pub(super) fn level_velocity(&self, start: V) -> V {
        let up = self.cast.settings.up;
        let moved = self.cast.feet - start;
        (moved - up * moved.dot(up)) / self.dt
    }

    /// Down to ground within the snap, if there is any.
    fn keep_to_ground(&mut self) -> Option<Ground<V>> {
        let before = self.cast.feet;
        let snap = self.cast.settings.snap.max(self.cast.settings.skin);
        let support = self.cast.settle(snap)?;
        let fallen = (before - self.cast.feet).dot(self.cast.settings.up);
        self.report.why.snapped |= fallen > self.cast.settings.skin;
        Some(support.ground)
    }

    /// The level motion of a walker, `left` of `wish`. Tells whether anything barred its way.
    pub(super) fn across(&mut self, wish: V, mut left: V::Scalar) -> bool {
        let cast = &mut *self.cast;
        let mut barred = false;
        let mut obstacles = Obstacles::new();
        // All climbs of a tick together: one step, and what a ramp could rise on the way.
        let ramp = wish.length() * cast.settings.steepest();
        let mut budget = cast.settings.step_height + ramp;
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
        for _ in 0..MAX_TURNS {
            let (level, delta) = cast.level(wish, &obstacles);
            let delta = delta * left;
            if delta.length() <= cast.rounding() {
                self.report.why.blocked |= level.length() <= cast.rounding() && barred;
                return barred;
            }
            let Some(stop) = cast.advance(delta) else {
                return barred;
            };
            left = left * (V::Scalar::ONE - stop.t);
            let plane = cast.plane(stop.index, stop.normal);
            obstacles.refresh(cast);
            if !plane.floor {
                let (ahead, _) = cast.level(wish, &obstacles);
                let ahead = ahead * left;
                if let Some(climb) = cast.climb(ahead, budget, &obstacles) {
                    self.report.why.stepped = true;
                    budget -= climb.rise;
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
    pub(super) fn in_air(mut self, velocity: V, rise: V::Scalar) -> (V, Option<Ground<V>>) {
        let (up, zero) = (self.cast.settings.up, V::Scalar::ZERO);
        let wish = velocity * self.dt;
        let fall = self.fall(rise);
        let falling = fall.delta.dot(up) <= zero;
        let start = self.cast.feet;
        let mut obstacles = Obstacles::new();
        let mut left = V::Scalar::ONE;
        for turn in 0..=MAX_TURNS {
            obstacles.refresh(self.cast);
            let heading = self.air_heading(wish, fall.delta, &obstacles);
            if (heading * left).length() <= self.cast.rounding() {
                break;
            }
            if turn == MAX_TURNS {
                self.cast.caps.turns = true;
                break;
            }
            let Some(stop) = self.cast.advance(heading * left) else {
                break;
            };
            left = left * (V::Scalar::ONE - stop.t);
            if falling && self.cast.carries(stop.index, stop.normal) {
                return self.land(start, wish, left);
            }
            self.note(&stop);
            self.cast.meet(&mut obstacles, &stop);
        }
        if !obstacles.met {
            return (velocity + fall.end, None);
        }
        if falling && let Some(wedge) = self.cast.wedge() {
            return (self.level_velocity(start), Some(wedge.ground));
        }
        // Of the fall, what the planes leave; what is wanted is no part of it, lest it add up.
        let made = along(fall.end, &obstacles.normals()[..obstacles.count]).dot(up);
        *self.base = self.air_heading(*self.base, V::ZERO, &obstacles);
        let speed = if falling { made.min(zero) } else { made };
        let heading = self.air_heading(wish, fall.end * self.dt, &obstacles);
        let level = (heading - up * heading.dot(up)) / self.dt;
        (level + up * speed, None)
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
        if rise <= zero {
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
            delta: way * ((speed + end) * V::Scalar::HALF * dt),
            end: way * end,
        }
    }

    /// The planes bar the level part upright, so that nothing steep is climbed by pushing; then what
    /// gravity makes of it slides along them as they are.
    fn air_heading(&self, wish: V, vertical: V, obstacles: &Obstacles<V>) -> V {
        let up = self.cast.settings.up;
        let mut flat = [V::ZERO; MAX_PLANES];
        let mut count = 0;
        for plane in obstacles.planes() {
            let n = plane.normal - up * plane.normal.dot(up);
            let tiny = V::Scalar::from_f64(1e-6);
            if let (true, Some(n)) = (n.length_squared() > tiny, n.try_normalize()) {
                flat[count] = n;
                count += 1;
            }
        }
        let level = along(wish, &flat[..count]);
        along(level + vertical, &obstacles.normals()[..obstacles.count])
    }

    fn note(&mut self, stop: &Stop<V>) {
        let upright = stop.normal.dot(self.cast.settings.up);
        let why = &mut self.report.why;
        why.slid = true;
        why.head |= upright < V::Scalar::from_f64(-0.1);
        why.steep |= upright > V::Scalar::from_f64(LEAST_SUPPORT);
    }

    /// Touched down with `left` of the tick to go: the rest is walked.
    fn land(&mut self, start: V, wish: V, left: V::Scalar) -> (V, Option<Ground<V>>) {
        let met = self.across(wish, left);
        let ground = self.keep_to_ground();
        let velocity = if met {
            self.level_velocity(start)
        } else {
            wish / self.dt
        };
        (velocity, ground)
    }
}
