//! The body of a character in the world: the shapes that it has with its feet, height and axis.

use super::body::{BodyShape, Limbs};
use super::limb::{Flat, Limb};
use super::planes::{horizontal, unit};
use super::settings::{MoverError, MoverSettings};
use super::state::CharacterState;
use super::tuning::LEAST_LEVEL;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_core::shape::Shape;
use carom_core::shape::capsule::Capsule;
use carom_core::shape::cylinder::Cylinder;
use carom_core::shape::oriented_box::OrientedBox;
use carom_core::shape::round_shape::RoundShape;
use carom_math::{Scalar, Vector};

impl<V: Vector> MoverSettings<V> {
    /// The body of these settings, or the error of what is out of its range.
    pub(super) fn check_body(&self) -> Result<(), MoverError> {
        let error = |setting, must| Err(MoverError { setting, must });
        match &self.body {
            BodyShape::Box { half_length } => {
                if !(half_length.is_finite() && *half_length >= self.radius) {
                    return error("half_length", "finite and at least the radius");
                }
            }
            BodyShape::Upright(limbs) | BodyShape::Lying(limbs) => {
                if limbs.capsules().iter().any(|limb| limb.radius <= self.skin) {
                    return error("limbs", "capsules with a radius of more than the skin");
                }
            }
            BodyShape::Capsule | BodyShape::Cylinder => {}
        }
        Ok(())
    }

    /// The axis that a body has if it is given this one.
    #[inline]
    pub(super) fn posture(&self, axis: Option<V>) -> Option<V> {
        match self.body {
            BodyShape::Capsule => axis.and_then(unit),
            BodyShape::Cylinder => None,
            BodyShape::Box { .. } | BodyShape::Upright(_) => Some(self.heading(axis)),
            BodyShape::Lying(_) => Some(axis.and_then(unit).unwrap_or_else(|| self.heading(None))),
        }
    }

    /// The level direction of an axis; without one along x.
    fn heading(&self, axis: Option<V>) -> V {
        let up = self.up;
        if let Some(axis) = axis {
            // A level unit vector stays as it is: to normalize it again could change a bit.
            let tiny = V::Scalar::EPSILON * V::Scalar::from_f64(8.0);
            let off = (axis.length_squared() - V::Scalar::ONE).abs();
            if off <= tiny && axis.dot(up).abs() <= tiny {
                return axis;
            }
            if let Some(level) = level_part(axis, up) {
                return level;
            }
        }
        let level = horizontal(V::from_f64([1.0, 0.0, 0.0]), up);
        let level = if level.length() > V::Scalar::HALF {
            level
        } else {
            up.any_orthogonal_vector()
        };
        level.try_normalize().unwrap_or(V::ZERO)
    }

    /// The point about which a body turns, relative to the feet: the middle of a main capsule that lies, the feet of one that
    /// stands.
    fn pivot(&self, height: V::Scalar, axis: Option<V>) -> V {
        if self.body.stands() {
            return V::ZERO;
        }
        let [a, b] = self.core(height, axis);
        (a + b) * V::Scalar::HALF
    }

    /// The shape, relative to the feet, that a body with a flat sole has in the place of its main capsule.
    #[inline]
    pub(super) fn flat(&self, height: V::Scalar, axis: Option<V>) -> Option<Flat<V>> {
        match &self.body {
            BodyShape::Capsule | BodyShape::Upright(_) | BodyShape::Lying(_) => None,
            BodyShape::Cylinder if V::DIM == 3 => {
                let top = self.up * self.top(height);
                let cylinder = Cylinder::new(V::ZERO, top, self.radius);
                Some(Flat::Cylinder(RoundShape::new(cylinder, V::Scalar::ZERO)))
            }
            BodyShape::Cylinder => Some(self.flat_box(height, self.heading(axis), self.radius)),
            BodyShape::Box { half_length } => {
                Some(self.flat_box(height, self.heading(axis), *half_length))
            }
        }
    }

    /// The limbs of a body besides its main capsule, relative to the feet; `axis` is its [`posture`](Self::posture).
    #[inline]
    pub(super) fn limbs(&self, height: V::Scalar, axis: Option<V>) -> Option<Limbs<V>> {
        match &self.body {
            BodyShape::Capsule | BodyShape::Cylinder | BodyShape::Box { .. } => None,
            BodyShape::Upright(limbs) | BodyShape::Lying(limbs) => {
                Some(self.placed_limbs(limbs, height, axis))
            }
        }
    }

    /// The height of its top above the feet.
    fn top(&self, height: V::Scalar) -> V::Scalar {
        height.max(self.radius + self.radius)
    }

    fn flat_box(&self, height: V::Scalar, ahead: V, half_length: V::Scalar) -> Flat<V> {
        let half = self.up * (self.top(height) * V::Scalar::HALF);
        let right = aside(ahead, self.up) * self.radius;
        let block = OrientedBox {
            center: half,
            axes: [ahead * half_length, half, right],
        };
        Flat::Box(RoundShape::new(block, V::Scalar::ZERO))
    }

    fn placed_limbs(&self, limbs: &Limbs<V>, height: V::Scalar, axis: Option<V>) -> Limbs<V> {
        let ahead = axis.unwrap_or_else(|| self.heading(None));
        // The direction of its back: `up`, as far as that is across.
        let back = (self.up - ahead * ahead.dot(self.up)).try_normalize();
        let back = back.or_else(|| ahead.any_orthogonal_vector().try_normalize());
        let (back, pivot) = (back.unwrap_or(self.up), self.pivot(height, axis));
        let lift = if self.body.stands() {
            V::Scalar::ZERO
        } else {
            self.radius
        };
        let right = aside(ahead, back);
        let place = |p: V| {
            let level = pivot + ahead * p[0] + back * (p[1] - lift);
            if V::DIM == 3 {
                level + right * p[2]
            } else {
                level
            }
        };
        limbs.placed(place)
    }

    /// How far the cores of a body reach from the axis, or the point, about which it turns.
    pub(super) fn turning_reach(&self, height: V::Scalar) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        match &self.body {
            BodyShape::Capsule | BodyShape::Cylinder => self.half_core(height),
            BodyShape::Box { half_length } => {
                (*half_length * *half_length + self.radius * self.radius).sqrt()
            }
            BodyShape::Upright(limbs) => {
                let ends = limbs.capsules().iter().flat_map(|limb| [limb.a, limb.b]);
                let level = ends.map(|end| end - V::from_f64([0.0, 1.0, 0.0]) * end[1]);
                level.map(V::length).fold(zero, V::Scalar::max)
            }
            BodyShape::Lying(limbs) => {
                let middle = V::from_f64([0.0, 1.0, 0.0]) * self.radius;
                let ends = limbs.capsules().iter().flat_map(|limb| [limb.a, limb.b]);
                let lengths = ends.map(|end| (end - middle).length());
                lengths.fold(self.half_core(height), V::Scalar::max)
            }
        }
    }

    /// A box around the body in all directions.
    pub(super) fn any_direction(&self, feet: V, height: V::Scalar) -> Aabb<V> {
        let up = self.up;
        // Its middle is between those of a capsule that lies and of one that stands.
        let half = self.half_core(height);
        let lying = feet + up * self.radius;
        let middles = Aabb::of_points([lying, lying + up * half]);
        let reach = self.turning_reach(height);
        match &self.body {
            BodyShape::Capsule => middles.inflated(half + self.radius),
            BodyShape::Cylinder | BodyShape::Box { .. } => {
                let reach = reach.max(self.radius);
                Aabb::of_points([feet, feet + up * self.top(height)]).inflated(reach)
            }
            BodyShape::Upright(limbs) => {
                let ends = limbs.capsules().iter().flat_map(|limb| [limb.a, limb.b]);
                let ends = ends.map(|end| feet + up * end[1]);
                let ends = Aabb::of_points(ends.chain([feet, feet + up * self.top(height)]));
                ends.inflated(reach + limbs.widest().max(self.radius))
            }
            BodyShape::Lying(limbs) => middles.inflated(reach + limbs.widest().max(self.radius)),
        }
    }

    /// A box around a body with these feet.
    #[inline]
    pub(super) fn bounds_at(&self, feet: V, height: V::Scalar, axis: Option<V>) -> Aabb<V> {
        if matches!(self.body, BodyShape::Capsule) {
            return self.capsule_along(feet, height, axis).bounds();
        }
        let axis = self.posture(axis);
        let main = self.capsule_along(feet, height, axis);
        let flat = self.flat(height, axis);
        let limbs = self.limbs(height, axis);
        let limbs = limbs.as_ref().map_or(&[][..], Limbs::capsules);
        bounds_around(&main, flat.as_ref(), limbs, feet)
    }

    /// The shapes of a body with these feet.
    pub(super) fn shapes_at(
        &self,
        feet: V,
        height: V::Scalar,
        axis: Option<V>,
    ) -> impl Iterator<Item = Limb<V>> + use<V> {
        let axis = self.posture(axis);
        let main = match self.flat(height, axis) {
            Some(flat) => Limb::Flat(flat.translated(feet)),
            None => Limb::Capsule(self.capsule_along(feet, height, axis)),
        };
        let limbs = self.limbs(height, axis).into_iter().flat_map(Limbs::each);
        let others = limbs.map(move |limb| Limb::Capsule(limb.translated(feet)));
        core::iter::once(main).chain(others)
    }
}

/// A box around a body: its main capsule, or what it has in its place, and its limbs, relative to the feet. It only reads and cannot
/// panic.
#[cold]
#[inline(never)]
pub(super) fn bounds_around<V: Vector>(
    main: &Capsule<V>,
    flat: Option<&Flat<V>>,
    limbs: &[Capsule<V>],
    feet: V,
) -> Aabb<V> {
    let main = flat.map_or_else(|| main.bounds(), |flat| flat.translated(feet).bounds());
    let boxes = limbs.iter().map(|limb| limb.translated(feet).bounds());
    boxes.fold(main, |all, own| all.union(&own))
}

/// What a body has besides its main capsule, relative to the feet.
#[derive(Clone, Debug)]
pub(super) struct Others<V: Vector> {
    /// The shape with a flat sole in the place of that capsule.
    pub(super) flat: Option<Flat<V>>,
    /// The further limbs.
    pub(super) limbs: Vec<Capsule<V>>,
}

impl<V: Vector> Others<V> {
    pub(super) fn none() -> Self {
        Self {
            flat: None,
            limbs: Vec::new(),
        }
    }

    /// Those of a body with a height and an axis.
    #[inline]
    pub(super) fn placed(
        &mut self,
        settings: &MoverSettings<V>,
        (height, axis): (V::Scalar, Option<V>),
    ) -> &mut Self {
        if !matches!(settings.body, BodyShape::Capsule) {
            self.flat = settings.flat(height, axis);
            self.limbs.clear();
            if let Some(own) = settings.limbs(height, axis) {
                self.limbs.extend_from_slice(own.capsules());
            }
        }
        self
    }
}

/// The level direction of an axis; `None` of one along `up`, which has none but rounding.
pub(super) fn level_part<V: Vector>(axis: V, up: V) -> Option<V> {
    let level = horizontal(axis, up);
    let least = axis.length() * V::Scalar::from_f64(LEAST_LEVEL);
    let level = Some(level).filter(|level| level.length() > least)?;
    // What rounding left along `up` is taken out again.
    let level = level.try_normalize()?;
    horizontal(level, up).try_normalize()
}

/// The direction to the right; zero in 2D.
fn aside<V: Vector>(ahead: V, up: V) -> V {
    if V::DIM == 3 {
        V::crossing_axes(ahead, up)[0]
    } else {
        V::ZERO
    }
}

impl<V: Vector> CharacterState<V> {
    /// All shapes of the body of the character, the main one first: of a box or cylinder that alone, and of several capsules
    /// its [`capsule`](Self::capsule) and its limbs.
    ///
    /// ```
    /// use carom::mover::{BodyShape, CharacterState, MoverSettings};
    /// use carom::{Shape, glam::Vec3};
    /// let settings = MoverSettings { body: BodyShape::Cylinder, ..MoverSettings::default() };
    /// let hero = CharacterState::at(Vec3::ZERO, 1.8);
    /// assert!(hero.shapes(&settings).all(|shape| matches!(shape, Shape::Cylinder(c) if c.b.y == 1.8)));
    /// ```
    pub fn shapes(&self, settings: &MoverSettings<V>) -> impl Iterator<Item = Shape<V>> + use<V> {
        let shapes = settings.shapes_at(self.feet, self.height, self.axis);
        shapes.map(|limb| match limb {
            Limb::Capsule(capsule) => Shape::Capsule(capsule),
            Limb::Flat(Flat::Box(block)) => block.shape.into(),
            Limb::Flat(Flat::Cylinder(cylinder)) => cylinder.shape.into(),
        })
    }
}
