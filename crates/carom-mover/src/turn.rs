//! Turning a body: a character changes its direction or its height, and goes through nothing on the way.
//!
//! A turn is conservative advancement (Mirtich 1996): a step moves no point farther than the room that all parts leave, so
//! that nothing is passed through or overlapped. After each step the capsule is pushed back to its skin, which moves
//! a long body sideways through a corner; a step without room for that is taken back.

use super::body_frame::level_part;
use super::probe::Probe;
use super::tuning::{MAX_TURN_STEPS, MOST_LEAN, TURN_GAP};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A turn from one direction to another, on the shortest way: cos θ · `from` + sin θ · `across`.
struct Arc<V: Vector> {
    from: V,
    across: V,
    to: V,
    /// The whole angle, radians.
    angle: f64,
}

impl<V: Vector> Arc<V> {
    /// `None` if the directions are equal but for rounding. Opposite ones turn about `up`, or, if upright themselves, over any
    /// side.
    fn new(from: V, to: V, up: V) -> Option<Self> {
        let cosine = from.dot(to);
        let rest = to - from * cosine;
        let tiny = V::Scalar::EPSILON * V::Scalar::from_f64(8.0);
        let across = if rest.length() > tiny {
            rest.try_normalize()?
        } else if cosine > V::Scalar::ZERO {
            return None;
        } else {
            let side = V::crossing_axes(up, from)[0].try_normalize();
            let side = side.filter(|side| side.dot(from).abs() < V::Scalar::HALF);
            side.unwrap_or_else(|| from.any_orthogonal_vector())
                .try_normalize()?
        };
        Some(Self {
            from,
            across,
            to,
            angle: libm::atan2(rest.length().to_f64(), cosine.to_f64()),
        })
    }

    fn at(&self, angle: f64) -> Option<V> {
        if angle >= self.angle {
            return Some(self.to);
        }
        let number = V::Scalar::from_f64;
        let way = self.from * number(libm::cos(angle)) + self.across * number(libm::sin(angle));
        way.try_normalize()
    }

    /// The greatest rise of the arc per angle, and so of the middle of a capsule per half of its core.
    fn steepest(&self, up: V) -> V::Scalar {
        let (a, b) = (self.from.dot(up), self.across.dot(up));
        (a * a + b * b).sqrt()
    }
}

/// A turn of a body with a frame: its heading about `up`, and how much it leans, in proportion.
struct FrameTurn<V: Vector> {
    /// The heading at its start, and the level direction to which it turns at first.
    level: V,
    aside: V,
    up: V,
    to: V,
    /// The angle of the heading, and the angles above the level at its ends, radians.
    yaw: f64,
    pitch: [f64; 2],
}

impl<V: Vector> FrameTurn<V> {
    /// `None` if the directions are equal but for rounding. A direction along `up` has the heading of the other, and is
    /// [`MOST_LEAN`] above the level.
    fn new(from: V, to: V, up: V) -> Option<Self> {
        let level = |axis: V| level_part(axis, up);
        let pitch = |axis: V| {
            let rise = axis.dot(up);
            libm::atan2(rise.to_f64(), (axis - up * rise).length().to_f64())
        };
        let tiny = V::Scalar::EPSILON * V::Scalar::from_f64(8.0);
        let start = level(from).or_else(|| level(to))?;
        let end = level(to).unwrap_or(start);
        let cosine = start.dot(end);
        let rest = end - start * cosine;
        let (aside, yaw) = if rest.length() > tiny {
            let angle = libm::atan2(rest.length().to_f64(), cosine.to_f64());
            (rest.try_normalize()?, angle)
        } else if cosine > V::Scalar::ZERO {
            (V::ZERO, 0.0)
        } else {
            // In 2D there is no way between: the body is mirrored at once, where there is room.
            let side = V::crossing_axes(up, start)[0].try_normalize()?;
            (side, core::f64::consts::PI)
        };
        let most = MOST_LEAN.to_radians();
        let pitch = [pitch(from), pitch(to).clamp(-most, most)];
        let to = if pitch[1].abs() < most {
            to
        } else {
            let number = V::Scalar::from_f64;
            let way = end * number(libm::cos(pitch[1])) + up * number(libm::sin(pitch[1]));
            way.try_normalize()?
        };
        let turns = yaw > 0.0 || (pitch[1] - pitch[0]).abs() > tiny.to_f64();
        turns.then_some(Self {
            level: start,
            aside,
            up,
            to,
            yaw,
            pitch,
        })
    }

    /// The whole angle, radians: no point turns by more about any axis.
    fn angle(&self) -> f64 {
        self.yaw + (self.pitch[1] - self.pitch[0]).abs()
    }

    fn at(&self, angle: f64) -> Option<V> {
        let part = angle / self.angle();
        if part >= 1.0 || V::DIM == 2 && self.yaw > 0.0 {
            return Some(self.to);
        }
        let number = V::Scalar::from_f64;
        let yaw = self.yaw * part;
        let pitch = self.pitch[0] + (self.pitch[1] - self.pitch[0]) * part;
        let level = self.level * number(libm::cos(yaw)) + self.aside * number(libm::sin(yaw));
        let level = level.try_normalize()?;
        let way = level * number(libm::cos(pitch)) + self.up * number(libm::sin(pitch));
        way.try_normalize()
    }
}

impl<V: Vector> Probe<'_, V> {
    /// Turns the body to the unit direction `to`, or as far as there is room; a capsule along `up` stands.
    pub(super) fn turn(&mut self, to: V) {
        let body = &self.settings.body;
        if body.has_frame() {
            self.turn_frame(to);
        } else if !body.stands() {
            self.turn_capsule(to);
        }
    }

    /// Turns a body with a frame.
    fn turn_frame(&mut self, to: V) {
        let up = self.settings.up;
        if self.settings.body.stands() && level_part(to, up).is_none() {
            return;
        }
        let Some(to) = self.settings.posture(Some(to)) else {
            return;
        };
        let from = self.axis.unwrap_or(to);
        let Some(turn) = FrameTurn::new(from, to, up) else {
            return;
        };
        let whole = turn.angle();
        let rise = if self.lies() {
            self.settings.half_core(self.height)
        } else {
            V::Scalar::ZERO
        };
        // The middle of a body that leans keeps the lowest point of its main capsule at its height.
        let lever = (self.settings.turning_reach(self.height) + rise).to_f64();
        self.turn_along((whole, lever), |angle| turn.at(angle));
    }

    /// Turns along directions by angle, from 0 to `whole`; no point of a core moves farther than the angle by which it turns times
    /// `lever`.
    fn turn_along(&mut self, (whole, lever): (f64, f64), at: impl Fn(f64) -> Option<V>) {
        let mut angle = 0.0;
        for _ in 0..MAX_TURN_STEPS {
            let step = self.turn_step(lever * (whole - angle));
            let next = if lever * (whole - angle) <= step {
                whole
            } else {
                angle + step / lever
            };
            let axis = at(next);
            // A step that is lost in rounding leads nowhere.
            let turns = next > angle && (next >= whole || axis.is_some() && axis != self.axis);
            if !turns || !self.try_axis(axis, V::Scalar::from_f64(step)) || next >= whole {
                return;
            }
            angle = next;
        }
    }

    /// Turns a single capsule.
    fn turn_capsule(&mut self, to: V) {
        let up = self.settings.up;
        let from = self.axis.unwrap_or(up);
        let stands = Arc::new(up, to, up).is_none();
        let target = if stands { None } else { Some(to) };
        let Some(arc) = Arc::new(from, to, up) else {
            if stands && self.axis.is_some() {
                self.reshape(self.height, None);
            }
            return;
        };
        let half = self.settings.half_core(self.height);
        // An end of the core moves with the direction, and with the middle that keeps the lowest point at its height.
        let lever = (half * (V::Scalar::ONE + arc.steepest(up))).to_f64();
        self.turn_along((arc.angle, lever), |angle| {
            if angle >= arc.angle {
                target
            } else {
                arc.at(angle)
            }
        });
    }

    /// How far the points of the body may move so that it keeps its distance from everything, at most `wanted`.
    fn turn_step(&self, wanted: f64) -> f64 {
        let keep = (self.settings.skin * V::Scalar::from_f64(TURN_GAP)).to_f64();
        let reach = V::Scalar::from_f64(wanted + keep);
        // Parts that no direction reaches do not count, whether they were gathered or not.
        let around = self.settings.any_direction(self.feet(), self.height);
        let around = around.inflated(self.settings.skin);
        let mut nearest = V::Scalar::INFINITY;
        self.each_contact(reach, |index, contact| {
            if self.scene.may_touch(index, &around) {
                nearest = nearest.min(contact.separation);
            }
        });
        // Infinite where there is nothing.
        let room = (nearest - self.rounding()).to_f64() - keep;
        room.min(wanted).max(0.0)
    }

    /// Takes on a direction to which no point moves farther than `step`, and the skin there; or nothing, without room for it.
    fn try_axis(&mut self, axis: Option<V>, step: V::Scalar) -> bool {
        let (before, feet) = (self.axis, self.feet());
        // Beyond the gathered box there may be more.
        let near = self.bounds().inflated(step);
        let turned = self.settings.any_direction(self.feet(), self.height);
        let swept = Aabb {
            min: near.min.max(turned.min),
            max: near.max.min(turned.max),
        };
        if !self
            .region
            .contains_box(&swept.inflated(self.settings.skin))
        {
            self.limits.region = true;
            return false;
        }
        let needed = self.least_gap().min(self.tolerated_gap());
        self.reshape(self.height, axis);
        if self.least_gap() < needed {
            self.mark_start_gap();
            self.push_out(self.tolerated_gap());
        }
        // A body that is mirrored is not moved out of anything on the other side.
        let is_near = !self.settings.body.has_frame()
            || (self.feet() - feet).length() <= step + self.settings.skin;
        let has_room = is_near && self.least_gap() >= needed;
        if !has_room {
            self.reshape(self.height, before);
            self.place(feet);
        }
        self.mark_start_gap();
        has_room
    }

    /// Changes the height; to a greater one only where there is room for it, and for the skin if the capsule has that
    /// now.
    pub(super) fn set_height(&mut self, height: V::Scalar) {
        if self.lies() && height != self.height {
            self.set_length(height);
            return;
        }
        if height <= self.height {
            if height != self.height {
                self.reshape(height, self.axis);
            }
            return;
        }
        let needed = self.least_gap().min(self.tolerated_gap());
        if self.settings.body.stands() {
            let before = self.height;
            self.reshape(height, self.axis);
            if self.least_gap() < needed {
                self.reshape(before, self.axis);
            }
            return;
        }
        let grown = self.settings.capsule(self.feet(), height);
        let nearest = self.scene.0.closest(&grown, self.settings.skin);
        if nearest.is_none_or(|found| found.separation >= needed) {
            self.reshape(height, None);
        }
    }

    /// Changes the length of a capsule that lies or leans, about its middle: first the middle rises as far as the longer one
    /// has it, or sinks afterwards. A longer one contains the shorter, so nothing is passed through.
    fn set_length(&mut self, length: V::Scalar) {
        let (start, before, up) = (self.feet(), self.height, self.settings.up);
        let axis = self.axis;
        let rise = |core: [V; 2]| (core[0] + core[1]).dot(up) * V::Scalar::HALF;
        let lift = rise(self.settings.core(length, axis)) - rise(self.settings.core(before, axis));
        if length < before {
            self.reshape(length, axis);
            self.place(self.feet() - up * lift);
            self.mark_start_gap();
            let _ = self.sweep_to_skin(up * lift);
            return;
        }
        self.mark_start_gap();
        let needed = self.least_gap().min(self.tolerated_gap());
        let barred = self.sweep_to_skin(up * lift).is_some();
        self.place(start);
        if barred || self.limits.region {
            return;
        }
        self.reshape(length, axis);
        if self.least_gap() < needed {
            self.reshape(before, axis);
        }
    }
}
