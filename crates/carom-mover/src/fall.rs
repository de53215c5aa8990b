//! Falling: the exact parabola of a tick, down steep slopes and on to ground that carries.

use super::motion::{Motion, Outcome};
use super::obstacles::Obstacles;
use super::planes::{after_push, project};
use super::segments::{Deflections, Segment};
use super::sweep_to_skin::Stop;
use super::tuning::{CEILING, LEAST_SUPPORT, LEVEL_NORMAL, MAX_PLANES, MAX_STOPS};
use carom_math::{Scalar, Vector};

/// The part of a fall within a tick.
#[derive(Clone, Copy)]
pub(super) struct Fall<V> {
    /// The displacement.
    delta: V,
    /// The velocity at its start and at its end.
    pub(super) start: V,
    pub(super) end: V,
}

/// A motion through the air: a horizontal displacement and a fall.
struct AirPath<V> {
    /// Where it begins.
    start: V,
    wish: V,
    fall: Fall<V>,
    /// It does not rise, so it can land.
    falling: bool,
}

/// A fall that has reached ground that carries.
pub(super) struct Touchdown<V: Vector> {
    pub(super) stop: Stop<V>,
    /// Where the fall began, and its displacement without an obstacle.
    pub(super) start: V,
    pub(super) wish: V,
    pub(super) fall: Fall<V>,
    /// The fraction of it that is left.
    pub(super) left: V::Scalar,
    /// Nothing has deflected it on its way.
    pub(super) straight: bool,
}

impl<V: Vector> AirPath<V> {
    /// The velocity of the fall after this fraction of it.
    fn velocity_at(&self, part: V::Scalar) -> V {
        self.fall.start + (self.fall.end - self.fall.start) * part
    }

    /// The speed along `up` of a rising fall after this fraction of its height, with which v² falls evenly.
    fn rising_speed_at(&self, part: V::Scalar, up: V) -> V::Scalar {
        let (start, end) = (self.fall.start.dot(up), self.fall.end.dot(up));
        let square = start * start + (end * end - start * start) * part;
        square.max(V::Scalar::ZERO).sqrt()
    }

    fn touchdown(&self, stop: Stop<V>, left: V::Scalar, straight: bool) -> Touchdown<V> {
        Touchdown {
            stop,
            start: self.start,
            wish: self.wish,
            fall: self.fall,
            left,
            straight,
        }
    }
}

impl<V: Vector> Motion<'_, '_, V> {
    /// Moves through the air with a horizontal velocity and an upward speed; lands on ground that can be walked.
    pub(super) fn in_air(mut self, velocity: V, rise: V::Scalar) -> Outcome<V> {
        let path = self.air_path(velocity, rise);
        let start_ground = self.start_ground.take();
        let start_ground = start_ground.map(|stop| (stop, self.checkpoint()));
        let mut obstacles = Obstacles::new();
        let fallen = match self.follow(&path, &mut obstacles) {
            Ok(fallen) => fallen,
            Err(touchdown) => return self.land(&touchdown),
        };
        if let Some((stop, checkpoint)) = start_ground {
            // It fell past the ground that it began on: it has been on it from the start.
            let beyond = self.probe.close && self.probe.limits.region;
            self.restore(&checkpoint);
            self.probe.place(path.start);
            if let Ok(outcome) = self.walk_on(&path.touchdown(stop, V::Scalar::ONE, false)) {
                // With more gathered it might have landed elsewhere.
                self.probe.limits.region |= beyond;
                return outcome;
            }
            // That ground does not hold a walk: the fall again.
            self.restore(&checkpoint);
            self.probe.place(path.start);
            self.gained = V::Scalar::ZERO;
            return self.in_air(velocity, rise);
        }
        if !obstacles.met {
            return Outcome::in_air(velocity + path.fall.end);
        }
        if path.falling
            && let Some(support) = self.probe.support_between_slopes()
        {
            let speed = path.velocity_at(fallen).dot(self.probe.settings.up);
            self.report.events.land(-speed);
            return Outcome {
                ground: Some(support.ground),
                ..Outcome::in_air(self.horizontal_velocity(path.start))
            };
        }
        Outcome::in_air(self.air_velocity(&path, &obstacles, fallen))
    }

    #[inline(always)]
    fn air_path(&self, velocity: V, rise: V::Scalar) -> AirPath<V> {
        let (up, zero) = (self.probe.settings.up, V::Scalar::ZERO);
        let mut fall = self.fall(rise);
        let falling = fall.delta.dot(up) <= zero;
        // Pushes have already made a part of the motion.
        let motion = velocity * self.dt + fall.delta;
        let done = motion - after_push(motion, self.pushed);
        let wish = velocity * self.dt - self.horizontal(done);
        fall.delta -= up * done.dot(up);
        AirPath {
            start: self.probe.feet(),
            wish,
            fall,
            falling,
        }
    }

    /// Follows the path until it is used up or barred, and returns the fraction of the fall that was made; or the
    /// touchdown.
    #[inline(always)]
    fn follow(
        &mut self,
        path: &AirPath<V>,
        obstacles: &mut Obstacles<V>,
    ) -> Result<V::Scalar, Touchdown<V>> {
        let mut left = V::Scalar::ONE;
        let mut count = Deflections::default();
        loop {
            obstacles.refresh(self.probe);
            let heading = self.air_heading(path.wish, path.fall.delta, obstacles);
            let follows_edge = obstacles.have_leading_edge(self.probe, heading);
            if (heading * left).length() <= self.probe.rounding() {
                return Ok(V::Scalar::ONE);
            }
            if count.stops == MAX_STOPS {
                self.probe.limits.turns = true;
                return Ok(V::Scalar::ONE - left);
            }
            let heading = heading * left;
            let segment = (self.probe).segment(obstacles, heading, follows_edge, &mut count);
            let (stop, part) = match segment {
                Segment::Stopped(stop, part) => (stop, part),
                Segment::Bent(part) => {
                    // A fall takes all of its time: no mean of speeds here.
                    left = left * (V::Scalar::ONE - part);
                    continue;
                }
                Segment::Complete => return Ok(V::Scalar::ONE),
            };
            left = left * (V::Scalar::ONE - stop.t * part);
            if path.falling
                && let Some(ground) = self.probe.carrying_stop(stop, path.wish)
            {
                return Err(path.touchdown(ground, left, !obstacles.met));
            }
            self.report_stop(path, &stop, V::Scalar::ONE - left);
            let before = self.probe.velocity;
            self.probe.velocity += path.velocity_at(V::Scalar::ONE - left);
            self.probe.collide(obstacles, &stop);
            self.probe.velocity = before;
        }
    }

    /// The velocity after a path that met obstacles, of which the fraction `fallen` of the fall was made: what the
    /// planes leave of the fall. The wish is no part of its vertical speed, or it would add up from tick to tick.
    #[inline(always)]
    fn air_velocity(
        &mut self,
        path: &AirPath<V>,
        obstacles: &Obstacles<V>,
        fallen: V::Scalar,
    ) -> V {
        let (up, fall) = (self.probe.settings.up, &path.fall);
        let end = path.velocity_at(fallen);
        let speed = obstacles.project(end).dot(up);
        *self.air_base = self.air_heading(*self.air_base, V::ZERO, obstacles);
        let speed = if path.falling {
            speed.min(V::Scalar::ZERO)
        } else {
            speed
        };
        let heading = self.air_heading(path.wish, fall.end * self.dt, obstacles);
        self.horizontal(heading) / self.dt + up * speed
    }

    /// The fall of this tick: the exact parabola, straight down or, on steep slopes that are touched, along them with
    /// the part of gravity that they leave.
    fn fall(&self, rise: V::Scalar) -> Fall<V> {
        let settings = self.probe.settings;
        let (up, dt) = (settings.up, self.dt);
        let zero = V::Scalar::ZERO;
        let mut way = up;
        // The upward speed along `way`, and gravity along it.
        let gravity = self.rise.map_or(settings.gravity, |_| zero);
        let (mut speed, mut gravity) = (rise, gravity);
        if rise <= zero && !self.walks_off {
            let (normals, count, _) = self.probe.steep_normals();
            let down = project(-up, &normals[..count]);
            let part = down.length();
            if part < V::Scalar::ONE
                && let Some(down) = down.try_normalize()
            {
                // The speed along the slope, never more than the whole speed was.
                speed = -(-rise / part).min(self.start_velocity.length());
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

    /// For the horizontal part all planes are upright walls, so that no push climbs a steep slope; then the fall slides
    /// along the planes as they are.
    fn air_heading(&self, wish: V, vertical: V, obstacles: &Obstacles<V>) -> V {
        let mut walls = [V::ZERO; MAX_PLANES];
        let mut count = 0;
        for (plane, _) in obstacles.touched() {
            let n = self.horizontal(plane.normal);
            let tiny = V::Scalar::from_f64(LEVEL_NORMAL);
            if let (true, Some(n)) = (n.length_squared() > tiny, n.try_normalize()) {
                walls[count] = n;
                count += 1;
            }
        }
        let horizontal = project(wish, &walls[..count]);
        obstacles.project(horizontal + vertical)
    }

    fn report_stop(&mut self, path: &AirPath<V>, stop: &Stop<V>, made: V::Scalar) {
        let up = self.probe.settings.up;
        let rise = stop.normal.dot(up);
        let why = &mut self.report.why;
        why.slid = true;
        why.steep |= rise > V::Scalar::from_f64(LEAST_SUPPORT);
        if rise < V::Scalar::from_f64(-CEILING) {
            why.head = true;
            if !path.falling {
                let base = (self.ride).map_or(V::ZERO, |ride| ride.velocity(self.probe.feet()));
                let of_part = self.probe.velocity_of_part(stop.index, self.probe.feet());
                let speed = path.rising_speed_at(made, up) + (base - of_part).dot(up);
                self.report.events.bump_head(speed);
            }
        }
    }
}
