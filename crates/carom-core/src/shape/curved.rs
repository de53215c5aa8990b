//! Curved cores: the convex hull of two cross-sections, of which cylinders, cones, tapered capsules and ellipsoids are
//! cases.

use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The convex hull of a cross-section around `a` and a cross-section around `b`, of the same form and of two sizes.
///
/// | shape | section | sizes |
/// |---|---|---|
/// | cylinder | disk | r, r |
/// | cone, frustum | disk | r, 0 or two radii |
/// | tapered capsule | ball | two radii |
/// | ellipsoid | axes, `a == b` | 1, 1 |
///
/// ```
/// use carom::{Convex, Cylinder, Section, ShapeRef, glam::{Vec3, vec3}};
/// let drum = Cylinder::new(Vec3::ZERO, vec3(0., 2., 0.), 1.);
/// let ShapeRef::Curved(core, radius) = drum.shape_ref() else { unreachable!() };
/// assert_eq!((core.section, core.sizes, radius), (Section::Disk, [1.; 2], 0.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvedCore<V: Vector> {
    /// The center of one section.
    pub a: V,
    /// The center of the other section.
    pub b: V,
    /// What a section of size 1 is.
    pub section: Section<V>,
    /// The sizes of the sections around `a` and `b`.
    pub sizes: [V::Scalar; 2],
}

/// A cross-section of size 1 of a [`CurvedCore`].
///
/// A shape of your own, a lens with a rounded rim:
///
/// ```
/// use carom::{Convex, CurvedCore, Section, ShapeRef, closest, glam::{Vec3, vec3}};
/// struct Lens;
/// impl Convex for Lens {
///     type Vector = Vec3;
///     fn shape_ref(&self) -> ShapeRef<'_, Vec3> {
///         let axes = [vec3(3., 0., 0.), vec3(0., 0.5, 0.), vec3(0., 0., 3.)];
///         let (section, sizes) = (Section::Axes(axes), [1., 1.]);
///         ShapeRef::Curved(CurvedCore { a: Vec3::ZERO, b: Vec3::ZERO, section, sizes }, 0.1)
///     }
/// }
/// assert!((closest(&vec3(0., 2., 0.), &Lens).distance - 1.4).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section<V: Vector> {
    /// A ball.
    Ball,
    /// A disk across the line from `a` to `b`; in 2D a segment. A ball if they are one point.
    Disk,
    /// The image of the unit ball under these columns: an ellipsoid with these half axes. 2D uses the first two.
    Axes([V; 3]),
}

impl<V: Vector> CurvedCore<V> {
    /// Whether both are equal to the bit.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let same = |a: &[V], b: &[V]| a.iter().zip(b).all(|(a, b)| a.is_same(*b));
        let sections = match (&self.section, &other.section) {
            (Section::Axes(a), Section::Axes(b)) => same(a, b),
            (a, b) => a == b,
        };
        let numbers = |core: &Self| {
            let [first, second] = core.sizes.map(V::splat);
            [core.a, core.b, first, second]
        };
        sections && same(&numbers(self), &numbers(other))
    }

    /// The core with `point` applied to the centers, `vector` to half axes and `length` to sizes.
    pub fn map<W: Vector>(
        &self,
        point: impl Fn(V) -> W,
        vector: impl Fn(V) -> W,
        length: impl Fn(V::Scalar) -> W::Scalar,
    ) -> CurvedCore<W> {
        CurvedCore {
            a: point(self.a),
            b: point(self.b),
            section: match self.section {
                Section::Ball => Section::Ball,
                Section::Disk => Section::Disk,
                Section::Axes(axes) => Section::Axes(axes.map(vector)),
            },
            // The half axes have the size already.
            sizes: match self.section {
                Section::Axes(_) => self.sizes.map(|size| W::Scalar::from_f64(size.to_f64())),
                Section::Ball | Section::Disk => self.sizes.map(length),
            },
        }
    }

    /// The normals of the end and of the side that meet at a point with this normal, if that is on the rim of a disk.
    pub(crate) fn faces_at_rim(&self, normal: V) -> Option<[V; 2]> {
        if self.section != Section::Disk {
            return None;
        }
        let way = self.b.to_double() - self.a.to_double();
        let (n, axis) = (normal.to_double(), way.try_normalize()?);
        let along = n.dot(axis);
        let across = (n - axis * along).try_normalize()?;
        let [size_a, size_b] = self.sizes.map(V::Scalar::to_f64);
        let side = (across * way.length() + axis * (size_a - size_b)).try_normalize()?;
        let beyond = along - side.dot(axis);
        let slack = 1e-3;
        let cap = if beyond > slack && size_b > 0.0 {
            axis
        } else if beyond < -slack && size_a > 0.0 {
            -axis
        } else {
            return None;
        };
        Some([cap, side].map(V::from_double))
    }

    /// Whether every number is finite, no size is negative, and disks have an axis.
    pub fn is_valid(&self) -> bool {
        self.numbers().iter().all(|x| x.is_finite())
            && self.sizes.iter().all(|size| *size >= V::Scalar::ZERO)
            && !(self.section == Section::Disk && self.a == self.b)
    }

    /// All its numbers, for a total order.
    pub(crate) fn numbers(&self) -> [f64; 18] {
        let (kind, axes) = match self.section {
            Section::Ball => (0.0, [V::ZERO; 3]),
            Section::Disk => (1.0, [V::ZERO; 3]),
            Section::Axes(axes) => (2.0, axes),
        };
        let mut numbers = [kind; 18];
        let sizes = self.sizes.map(V::Scalar::to_f64);
        let used = if V::DIM == 2 { V::ZERO } else { axes[2] };
        for (i, p) in [self.a, self.b, axes[0], axes[1], used]
            .into_iter()
            .enumerate()
        {
            numbers[1 + 3 * i..4 + 3 * i].copy_from_slice(&p.to_f64());
        }
        numbers[16..].copy_from_slice(&sizes);
        numbers
    }

    /// The smallest box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let support = self.support_function();
        let side = |sign: f64| {
            let far = [DVec3::X, DVec3::Y, DVec3::Z].map(|way| support.support(way * sign));
            V::from_f64([far[0].x, far[1].y, far[2].z])
        };
        Aabb {
            min: side(-1.0),
            max: side(1.0),
        }
    }

    /// The point farthest along a direction, rounded.
    pub fn support(&self, direction: V::Double) -> V {
        let direction = DVec3::from_array(direction.to_f64());
        V::from_f64(self.support_function().support(direction).to_array())
    }

    /// Its support function in its own coordinates.
    pub(crate) fn support_function(&self) -> SupportFunction {
        self.support_function_in(|p| DVec3::from_array(p.to_f64()), 1.0)
    }

    /// Its support function in a frame: `place` takes points there, and lengths become `scale` times as long.
    pub(crate) fn support_function_in(
        &self,
        place: impl Fn(V) -> DVec3,
        scale: f64,
    ) -> SupportFunction {
        let ends = [place(self.a), place(self.b)];
        let sizes = self.sizes.map(V::Scalar::to_f64);
        let (section, unit) = match self.section {
            Section::Ball => (LocalSection::Ball, scale),
            Section::Disk => (
                // From its own ends: in the frame of a much larger shape they may be one point. Halves do not overflow.
                Vector::try_normalize(
                    DVec3::from_array(self.b.to_double().to_f64()) * 0.5
                        - DVec3::from_array(self.a.to_double().to_f64()) * 0.5,
                )
                .map_or(LocalSection::Ball, LocalSection::Disk),
                scale,
            ),
            Section::Axes(mut axes) => {
                if V::DIM == 2 {
                    axes[2] = V::ZERO;
                }
                let vector = |v: V| DVec3::from_array(v.to_double().to_f64()) * scale;
                (LocalSection::Axes(axes.map(vector)), 1.0)
            }
        };
        SupportFunction {
            ends,
            sizes: sizes.map(|size| size * unit),
            section,
        }
    }
}

/// The support function of a curved core in the frame of a pair, in 3D; in 2D z = 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SupportFunction {
    pub(crate) ends: [DVec3; 2],
    pub(crate) sizes: [f64; 2],
    section: LocalSection,
}

#[derive(Clone, Copy, Debug)]
enum LocalSection {
    Ball,
    /// Across this unit vector.
    Disk(DVec3),
    Axes([DVec3; 3]),
}

impl SupportFunction {
    /// The point farthest along a direction; on a tie that of the first end. If a disk lies flat across the direction,
    /// its center: all its points are as far.
    pub(crate) fn support(&self, direction: DVec3) -> DVec3 {
        self.support_at(direction).1
    }

    /// The same, and its end.
    pub(crate) fn support_at(&self, direction: DVec3) -> (usize, DVec3) {
        let spread = self.spread(direction);
        let wide = Vector::length(spread);
        let end = self.farther_end(direction, wide);
        (
            end,
            self.ends[end] + self.offset(spread, wide) * self.sizes[end],
        )
    }

    /// The farther end along a direction, given the length of its spread.
    pub(crate) fn farther_end(&self, direction: DVec3, wide: f64) -> usize {
        let [first, second] = [0, 1].map(|i| direction.dot(self.ends[i]) + self.sizes[i] * wide);
        usize::from(second > first)
    }

    /// The point farthest along a direction of the section at an end, given the [`spread`](Self::spread) of the direction.
    pub(crate) fn of_section(&self, end: usize, spread: DVec3) -> DVec3 {
        self.ends[end] + self.offset(spread, Vector::length(spread)) * self.sizes[end]
    }

    /// The farthest point of a section of size 1 around the origin, given the spread and its length.
    #[inline]
    pub(crate) fn offset(&self, spread: DVec3, wide: f64) -> DVec3 {
        if wide == 0.0 {
            return DVec3::ZERO;
        }
        let unit = spread * (1.0 / wide);
        match &self.section {
            LocalSection::Ball | LocalSection::Disk(_) => unit,
            LocalSection::Axes([x, y, z]) => *x * unit.x + *y * unit.y + *z * unit.z,
        }
    }

    /// A vector, linear in the direction, as long as the height of a section of size 1 along it.
    pub(crate) fn spread(&self, direction: DVec3) -> DVec3 {
        let spread = self.spread_exactly(direction);
        if let LocalSection::Disk(axis) = &self.section {
            // Once more: along the axis the first difference is rounding.
            let across = spread - *axis * axis.dot(spread);
            let noise = 2.0 * f64::EPSILON;
            if across.length_squared() <= noise * noise * direction.length_squared() {
                return DVec3::ZERO;
            }
            return across;
        }
        spread
    }

    /// The same, linear to the last bit.
    #[inline]
    fn spread_exactly(&self, direction: DVec3) -> DVec3 {
        match &self.section {
            LocalSection::Ball => direction,
            LocalSection::Disk(axis) => direction - *axis * axis.dot(direction),
            LocalSection::Axes(axes) => DVec3::from_array(axes.map(|axis| axis.dot(direction))),
        }
    }

    /// The axis of its disks.
    pub(crate) fn axis(&self) -> Option<DVec3> {
        match self.section {
            LocalSection::Disk(axis) => Some(axis),
            LocalSection::Ball | LocalSection::Axes(_) => None,
        }
    }

    /// The second derivatives along `u` and `v` of the height `|A n|` of a section of size 1, given the spread `A n` and
    /// its length: `(Au·Av − (Au·e)(Av·e)) / |A n|` with `e = A n / |A n|`, in the order `uu`, `uv`, `vv`.
    pub(crate) fn bend(&self, spread: DVec3, wide: f64, [u, v]: [DVec3; 2]) -> [f64; 3] {
        let scale = 1.0 / wide;
        let e = spread * scale;
        let [u, v] = [u, v].map(|way| {
            let along = self.spread_exactly(way);
            along - e * e.dot(along)
        });
        [u.dot(u) * scale, u.dot(v) * scale, v.dot(v) * scale]
    }

    /// The radius of a ball around the section at an end.
    pub(crate) fn reach(&self, end: usize) -> f64 {
        let unit = match &self.section {
            LocalSection::Ball | LocalSection::Disk(_) => 1.0,
            LocalSection::Axes(axes) => {
                Scalar::sqrt(axes.iter().map(|axis| axis.length_squared()).sum::<f64>())
            }
        };
        self.sizes[end] * unit
    }
}
