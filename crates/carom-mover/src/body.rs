//! The body of a character: one capsule, an upright cylinder or box with a flat sole, or several capsules.

use super::limb::{Flat, Limb};
use super::planes::horizontal;
use super::settings::{MoverError, MoverSettings};
use super::tuning::LEAST_LEVEL;
use carom_bvh::Aabb;
use carom_core::shape::Shape;
use carom_core::shape::capsule::Capsule;
use carom_core::shape::cylinder::Cylinder;
use carom_core::shape::oriented_box::OrientedBox;
use carom_math::{Scalar, Vector};

/// Further capsules of a body, at most.
const MAX_LIMBS: usize = 7;

/// The body of a character, in [`MoverSettings::body`].
///
/// Everything that the body touches stops it, carries it and is stepped on alike: on the ground it is where anything that can be
/// walked carries any point of it. Feet, height and [`MoverSettings::radius`] are those of its main capsule, for every kind, and so are hover, edge
/// guard and the search for ground below the middle of the foot. To other agents of a crowd a character is its main capsule.
///
/// | | shape | [`CharacterState::axis`](crate::CharacterState::axis) |
/// |---|---|---|
/// | `Capsule` | the main capsule | its direction if it lies |
/// | `Cylinder` | around the main capsule, upright, with a flat sole | ignored, becomes `None` |
/// | `Box` | around the main capsule, upright, with a flat sole | its heading, level |
/// | `Upright` | the main capsule, upright, and limbs | the heading of the limbs, level |
/// | `Lying` | the main capsule along the axis, and limbs that lean with it | its direction |
///
/// A flat sole rests on a ledge as long as any of it is over the ledge, and does not sink at its edge. Ground is still too steep by the
/// normal of its surface: on a slope a flat sole stands on its edge. A step may be [`step_height`](MoverSettings::step_height) high, and a lower
/// height (crouching) lowers the top of a box or cylinder.
///
/// A body with a heading turns by [`Intent::axis`](crate::Intent::axis), through nothing; where no axis is given it heads along x, or if that is upright, along any
/// level direction. Limbs do not change with the height.
///
/// ```
/// use carom::mover::{BodyShape, CharacterState, Intent, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// // A ledge that ends at x = 1.
/// world.insert(Collider::cuboid(vec3(-1., -1., 0.), [Vec3::X * 2., Vec3::Y, Vec3::Z * 2.]))?;
/// let rests = |body| -> Result<f32, Box<dyn std::error::Error>> {
///     let mut mover = Mover::new(MoverSettings { body, ..MoverSettings::default() })?;
///     let mut hero = CharacterState::at(vec3(1.25, 0.01, 0.), 1.8);
///     for _ in 0..60 {
///         mover.step(&world, &mut hero, &Intent::walk(Vec3::ZERO), 1. / 60.);
///     }
///     Ok(hero.feet.y)
/// };
/// assert!((rests(BodyShape::Cylinder)? - 0.01).abs() < 1e-4);
/// assert!((rests(BodyShape::Box { half_length: 0.4 })? - 0.01).abs() < 1e-4);
/// // A round foot sinks at the edge.
/// assert!(rests(BodyShape::Capsule)? < -0.05);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename_all = "snake_case",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
#[doc(alias = "PxBoxController")]
pub enum BodyShape<V: Vector> {
    /// The main capsule alone: it stands along `up`, or lies. The default.
    #[default]
    Capsule,
    /// An upright cylinder of the radius and height of the character; in 2D a rectangle.
    Cylinder,
    /// An upright box of the height of the character, as wide to each side of its heading as the radius.
    Box {
        /// Half of its length along the heading, length; at least the radius. In 2D it is half of its width.
        half_length: V::Scalar,
    },
    /// A capsule that stands, and limbs.
    Upright(Limbs<V>),
    /// A capsule that lies or leans, and limbs.
    Lying(Limbs<V>),
}

/// Capsules of a body besides its main one, at most 7, fixed in its own frame.
///
/// Coordinates are ahead, up and, in 3D, to the right (ahead × up), from the feet of a body that is level. A body that leans turns about the middle
/// of its main capsule.
///
/// ```
/// use carom::mover::{BodyShape, CharacterState, Limbs, MoverSettings};
/// use carom::{Capsule, Shape, glam::{Vec3, vec3}};
/// // A centaur: a horse of 2 m, and the upper part of a person above its forelegs.
/// let person = Capsule::new(vec3(0.7, 0.6, 0.), vec3(0.7, 1.6, 0.), 0.25);
/// let settings = MoverSettings { radius: 0.4, body: BodyShape::Lying(Limbs::new(&[person])?), ..MoverSettings::default() };
/// let centaur = CharacterState::lying(vec3(5., 0., 0.), Vec3::Z, 2.);
/// let shapes: Vec<_> = centaur.shapes(&settings).collect();
/// let Shape::Capsule(turned) = &shapes[1] else { panic!() };
/// assert!(shapes.len() == 2 && (turned.b - vec3(5., 1.6, 0.7)).length() < 1e-6);
/// # Ok::<(), carom::mover::MoverError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        try_from = "alloc::vec::Vec<Capsule<V>>",
        into = "alloc::vec::Vec<Capsule<V>>",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct Limbs<V: Vector> {
    list: [Capsule<V>; MAX_LIMBS],
    count: usize,
}

impl<V: Vector> Limbs<V> {
    /// Limbs from a list of capsules.
    ///
    /// # Errors
    /// If there are more than 7, or a number is not finite, or a radius is not more than 0.
    pub fn new(capsules: &[Capsule<V>]) -> Result<Self, MoverError> {
        let mut list = [Capsule::default(); MAX_LIMBS];
        let Some(places) = list.get_mut(..capsules.len()) else {
            return Err(MoverError {
                setting: "limbs",
                must: "at most 7 capsules",
            });
        };
        places.copy_from_slice(capsules);
        if !(capsules.iter()).all(|limb| limb.is_valid() && limb.radius > V::Scalar::ZERO) {
            return Err(MoverError {
                setting: "limbs",
                must: "capsules of finite numbers with a radius of more than 0",
            });
        }
        let count = capsules.len();
        Ok(Self { list, count })
    }

    /// The largest radius.
    fn widest(&self) -> V::Scalar {
        let radii = self.capsules().iter().map(|limb| limb.radius);
        radii.fold(V::Scalar::ZERO, V::Scalar::max)
    }

    /// The capsules.
    #[must_use]
    pub fn capsules(&self) -> &[Capsule<V>] {
        &self.list[..self.count]
    }
}

impl<V: Vector> TryFrom<alloc::vec::Vec<Capsule<V>>> for Limbs<V> {
    type Error = MoverError;

    fn try_from(capsules: alloc::vec::Vec<Capsule<V>>) -> Result<Self, MoverError> {
        Self::new(&capsules)
    }
}

impl<V: Vector> From<Limbs<V>> for alloc::vec::Vec<Capsule<V>> {
    fn from(limbs: Limbs<V>) -> Self {
        limbs.capsules().to_vec()
    }
}

impl<V: Vector> BodyShape<V> {
    /// Whether the main capsule stands along `up` whatever the axis is.
    #[inline]
    pub(super) fn stands(&self) -> bool {
        matches!(self, Self::Cylinder | Self::Box { .. } | Self::Upright(_))
    }

    /// Whether it has a frame of its own, and turns with it.
    #[inline]
    pub(super) fn has_frame(&self) -> bool {
        matches!(self, Self::Box { .. } | Self::Upright(_) | Self::Lying(_))
    }
}

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
            BodyShape::Capsule => axis,
            BodyShape::Cylinder => None,
            BodyShape::Box { .. } | BodyShape::Upright(_) => Some(self.heading(axis)),
            BodyShape::Lying(_) => Some(axis.unwrap_or_else(|| self.heading(None))),
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
                Some(Flat::Cylinder(cylinder, V::Scalar::ZERO))
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
        Flat::Box(block, V::Scalar::ZERO)
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
        let mut placed = *limbs;
        for limb in &mut placed.list[..limbs.count] {
            *limb = Capsule::new(place(limb.a), place(limb.b), limb.radius);
        }
        placed
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
        let shapes = self.shapes_at(feet, height, axis);
        shapes.fold(Aabb::empty(), |bounds, limb| bounds.union(&limb.bounds()))
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
        let limbs = self.limbs(height, axis);
        let count = limbs.map_or(0, |limbs| limbs.count);
        let others = limbs.into_iter().flat_map(|limbs| limbs.list);
        let others = others
            .take(count)
            .map(move |limb| Limb::Capsule(limb.translated(feet)));
        core::iter::once(main).chain(others)
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

impl<V: Vector> super::state::CharacterState<V> {
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
            Limb::Flat(Flat::Box(block, _)) => block.into(),
            Limb::Flat(Flat::Cylinder(cylinder, _)) => cylinder.into(),
        })
    }
}
