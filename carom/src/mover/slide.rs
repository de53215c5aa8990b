//! Collide and slide: on the ground, through the air, and free of gravity.

use super::body::{Body, Ground, Report};
use super::cast::{Cast, Stop};
use super::planes::{MAX_PLANES, Plane, along, level};
use super::settings::Settings;
use crate::shape::capsule::Capsule;
use crate::vector::{Scalar, Vector3};
use crate::world::{Near, Scene};

/// How often a motion may be turned in a tick before the rest of it is dropped.
const MAX_TURNS: usize = 8;

/// Where a capsule came to, and what it slid along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide<V: Vector3> {
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
/// ```
/// use carom::{Capsule, World, glam::{Vec3, vec3}, mover::slide};
/// let mut world = World::new();
/// world.add_box(vec3(2., 0., 0.), [Vec3::X, Vec3::Y * 9., Vec3::Z * 9.]);
/// let capsule = Capsule::standing(Vec3::ZERO, Vec3::Y, 1.8, 0.3);
/// let moved = slide(&world, &capsule, vec3(3., 0., 1.), 0.01);
/// assert!((moved.delta - vec3(0.69, 0., 1.)).length() < 1e-3);
/// ```
#[must_use]
pub fn slide<V: Vector3>(
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
    let room = delta.length() + skin * two;
    scene.gather(&capsule.bounds().inflated(room), &mut near);
    let mut cast = Cast::new(&near, &settings, &body);
    let mut obstacles = Obstacles::new();
    let limit = cast.turn_along(&mut obstacles, |_, obstacles| {
        along(delta, &obstacles.normals()[..obstacles.count])
    });
    Slide {
        delta: cast.feet - feet,
        hit: obstacles.met,
        limit,
    }
}

/// The planes that a motion has met and still touches.
#[derive(Clone)]
pub(super) struct Obstacles<V: Vector3> {
    planes: [(Plane<V>, usize); MAX_PLANES],
    count: usize,
    /// Anything was ever met.
    met: bool,
}

impl<V: Vector3> Obstacles<V> {
    pub(super) fn new() -> Self {
        let none = Plane {
            normal: V::ZERO,
            floor: false,
        };
        Self {
            planes: [(none, 0); MAX_PLANES],
            count: 0,
            met: false,
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
        }
    }

    /// Leaves out what the capsule no longer touches and turns the rest to where it now is.
    fn refresh(&mut self, cast: &Cast<V>) {
        let capsule = cast.capsule();
        let reach = cast.settings.skin;
        let mut kept = 0;
        for i in 0..self.count {
            let index = self.planes[i].1;
            if let Some(contact) = cast.near.contact(index, &capsule, reach) {
                self.planes[kept] = (cast.plane(index, contact.normal), index);
                kept += 1;
            }
        }
        self.count = kept;
    }
}

impl<V: Vector3> Cast<'_, V> {
    fn plane(&self, index: usize, normal: V) -> Plane<V> {
        Plane {
            normal,
            floor: self.is_floor(index, normal),
        }
    }

    fn level(&self, wish: V, obstacles: &Obstacles<V>) -> (V, V) {
        let planes = obstacles.planes.map(|(plane, _)| plane);
        let way = level(wish, self.settings.up, &planes[..obstacles.count]);
        (way.level, way.delta)
    }

    /// Moves along `way(planes met so far)`, again and again, until the motion is used up. Tells
    /// whether it was dropped unfinished.
    fn turn_along(
        &mut self,
        obstacles: &mut Obstacles<V>,
        way: impl Fn(&Self, &Obstacles<V>) -> V,
    ) -> bool {
        let mut left = V::Scalar::ONE;
        for _ in 0..MAX_TURNS {
            obstacles.refresh(self);
            let delta = way(self, obstacles) * left;
            if delta.length() <= self.rounding() {
                return false;
            }
            let Some(stop) = self.advance(delta) else {
                return false;
            };
            left = left * (V::Scalar::ONE - stop.t);
            obstacles.add(self.plane(stop.index, stop.normal), stop.index);
        }
        true
    }

    /// A level motion along walls, a few turns at most: what a climb does at its highest.
    pub(super) fn glide(&mut self, ahead: V, obstacles: &Obstacles<V>) {
        let mut obstacles = obstacles.clone();
        let _ = self.turn_along(&mut obstacles, |cast, obstacles| {
            cast.level(ahead, obstacles).0
        });
    }
}

/// One tick's motion.
pub(super) struct Walk<'a, 'b, V: Vector3> {
    pub(super) cast: &'a mut Cast<'b, V>,
    pub(super) report: &'a mut Report<V>,
    pub(super) dt: V::Scalar,
}

impl<V: Vector3> Walk<'_, '_, V> {
    /// Free motion: everything bars, nothing carries.
    pub(super) fn fly(self, velocity: V) -> V {
        let wish = velocity * self.dt;
        let start = self.cast.feet;
        let mut obstacles = Obstacles::new();
        self.report.why.limit |= self.cast.turn_along(&mut obstacles, |_, obstacles| {
            along(wish, &obstacles.normals()[..obstacles.count])
        });
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

    fn level_velocity(&self, start: V) -> V {
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
    fn across(&mut self, wish: V, mut left: V::Scalar) -> bool {
        let cast = &mut *self.cast;
        let mut barred = false;
        let mut obstacles = Obstacles::new();
        cast.contacts(
            cast.settings.skin * V::Scalar::from_f64(1.5),
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
                if let Some(taken) = cast.climb(ahead, &obstacles) {
                    self.report.why.stepped = true;
                    left = left * (V::Scalar::ONE - taken);
                    obstacles.refresh(cast);
                    continue;
                }
                barred = true;
                self.report.why.slid = true;
                self.report.why.steep |=
                    stop.normal.dot(cast.settings.up) > V::Scalar::from_f64(0.02);
            }
            obstacles.add(plane, stop.index);
        }
        self.report.why.limit = true;
        barred
    }

    /// Through the air with a level velocity and an upward speed; lands on what can be walked.
    pub(super) fn in_air(mut self, velocity: V, rise: V::Scalar) -> (V, Option<Ground<V>>) {
        let settings = self.cast.settings;
        let (up, dt, zero) = (settings.up, self.dt, V::Scalar::ZERO);
        let rise = self.along_steep(rise);
        // The exact parabola: the mean of the speeds at both ends.
        let end = rise - settings.gravity * dt;
        let vertical = up * ((rise + end) * V::Scalar::HALF * dt);
        let wish = velocity * dt;
        let falling = vertical.dot(up) <= zero;
        let start = self.cast.feet;
        let mut obstacles = Obstacles::new();
        let mut left = V::Scalar::ONE;
        let mut heading = wish + vertical;
        for turn in 0..=MAX_TURNS {
            if turn == MAX_TURNS {
                self.report.why.limit = true;
                break;
            }
            obstacles.refresh(self.cast);
            heading = self.air_heading(wish, vertical, &obstacles);
            if (heading * left).length() <= self.cast.rounding() {
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
            obstacles.add(self.cast.plane(stop.index, stop.normal), stop.index);
        }
        if !obstacles.met {
            return (velocity + up * end, None);
        }
        // What was met slows the rise or the fall to what was made of it.
        let made = heading.dot(up) / dt;
        let speed = if falling {
            end.max(made)
        } else {
            end.min(made)
        };
        (self.level_velocity(start) + up * speed, None)
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
        why.steep |= upright > V::Scalar::from_f64(0.02);
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

    /// The speed of free fall that makes the present fall along a steep slope.
    ///
    /// A slope of contact normal n lets only (1 − (n·up)²) of a fall be made; the state holds what is
    /// made, so that leaving the slope gains nothing, and this gives back the rest while on it.
    fn along_steep(&self, rise: V::Scalar) -> V::Scalar {
        let up = self.cast.settings.up;
        let zero = V::Scalar::ZERO;
        if rise >= zero {
            return rise;
        }
        let mut upright = zero;
        self.cast.contacts(self.cast.settings.skin, |_, contact| {
            upright = upright.max(contact.normal.dot(up));
        });
        let part = V::Scalar::ONE - upright * upright;
        rise / part.max(V::Scalar::from_f64(0.25))
    }
}
