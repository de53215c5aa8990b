//! The local scene of a tick (candidate set): the parts near a box, gathered once, queried many times.

mod as_surface;
mod capsule;
mod motion;
mod normals;
mod parts;
mod shapes;

pub use normals::{facing, front};

use super::body_entry::OneWayFilter;
use super::motion::BodyMotion;
use crate::part::{BodyId, PartId};
use crate::shape::{
    AnyCore, Convex, Core, Points, Shape, ShapeRef, capsule::Capsule, curved::CurvedCore,
    hull::Hull, plane::Plane, points_of, round_shape::RoundShape, support::SupportShape,
    triangle::Triangle,
};
use crate::surface::mesh::TriangleBatch;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The parts that a [`Scene`](super::Scene) gathered near a box, in a structure of arrays.
///
/// Reuse it from tick to tick: [`clear`](Self::clear) keeps the memory.
///
/// ```
/// use carom::{Capsule, LocalScene, Mesh, Scene, glam::{Vec3, vec3}};
/// let floor = Mesh::new([vec3(0., 0., 0.), vec3(0., 0., 9.), vec3(9., 0., 0.)], [[0, 1, 2]])?;
/// let hero = Capsule::standing(vec3(1., 2., 1.), Vec3::Y, 1.8, 0.3);
/// let fall = vec3(0., -4., 0.);
/// let mut scene = LocalScene::new();
/// floor.gather(&hero.bounds().swept(fall), &mut scene);
/// assert_eq!(scene.len(), 1);
/// assert!((scene.query().sweep(&hero, fall).unwrap().t - 0.5).abs() < 1e-5);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LocalScene<V: Vector> {
    items: Vec<Item<V>>,
    /// The runs of parts with the same body, filter and motion.
    groups: Vec<PartGroup<V>>,
    /// The next part starts a new group.
    new_group: bool,
    /// The boxes and triangles of all items, eight side by side.
    batch: TriangleBatch<V>,
    /// The filter of the parts that are added next.
    one_way: Option<OneWayFilter<V>>,
    /// Every part is a two-sided triangle without a filter.
    plain: bool,
    /// The length of the tick that ends now, in seconds.
    tick: V::Scalar,
    /// The motions of bodies during the tick.
    motions: Vec<BodyMotion<V>>,
    /// The motion of the parts that are added next, as an index into `motions`.
    carrier: u32,
    /// The vertices of all hulls and boxes.
    points: Vec<V>,
    /// All curved cores, and the radii around them.
    curved: Vec<(CurvedCore<V>, V::Scalar)>,
    /// All shapes by a support function.
    supports: Vec<RoundShape<SupportShape<V>>>,
    /// A buffer for the scene that gathers.
    numbers: Vec<u32>,
}

/// The carrier of parts at rest.
const AT_REST: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Item<V: Vector> {
    solid: Solid<V>,
    index: u32,
    /// Index into `groups`.
    group: u32,
}

/// Attributes that consecutive parts share.
#[derive(Clone, Copy, Debug)]
struct PartGroup<V: Vector> {
    body: BodyId,
    /// If they block from one side only.
    one_way: Option<OneWayFilter<V>>,
    /// Index into `motions`; [`AT_REST`] at rest.
    carrier: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Solid<V: Vector> {
    /// A triangle, and whether it is one-sided.
    Triangle(Triangle<V>, bool),
    Capsule(Capsule<V>),
    /// The first of eight vertices in `points`.
    Box(u32),
    /// A hull: its first vertex in `points`, the number of vertices and the radius.
    Hull(u32, u32, V::Scalar),
    HalfSpace(Plane<V>),
    /// Index into `curved`.
    Curved(u32),
    /// Index into `supports`.
    Support(u32),
}

impl<V: Vector> Default for LocalScene<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> LocalScene<V> {
    /// An empty local scene.
    #[must_use]
    pub fn new() -> Self {
        Self {
            items: Vec::new(),
            groups: Vec::new(),
            new_group: true,
            batch: TriangleBatch::new(),
            one_way: None,
            plain: true,
            tick: V::Scalar::ZERO,
            motions: Vec::new(),
            carrier: AT_REST,
            points: Vec::new(),
            curved: Vec::new(),
            supports: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Removes all parts and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
        self.groups.clear();
        self.new_group = true;
        self.batch.clear();
        self.plain = true;
        self.motions.clear();
        self.carrier = AT_REST;
        self.points.clear();
        self.curved.clear();
        self.supports.clear();
    }

    /// The number of parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no parts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a triangle.
    ///
    /// A one-sided triangle lets a capsule pass from behind, and a capsule with a core that it cuts, which is on its
    /// way through: a capsule from the front never gets that deep.
    ///
    /// ```
    /// use carom::{Ball, Capsule, LocalScene, PartId, Triangle, glam::Vec3};
    /// let mut scene = LocalScene::new();
    /// scene.add_triangle(Triangle::new(Vec3::ZERO, Vec3::Z, Vec3::X), true, PartId::of(0));
    /// scene.add_capsule(Capsule::new(Vec3::X * 5., Vec3::X * 6., 0.5), PartId::of(1));
    /// scene.add_shape(&Ball::new(Vec3::X * 9., 1.), PartId::of(2));
    /// let hit = scene.query().ray(Vec3::X * 3., Vec3::X * 4.).unwrap();
    /// assert_eq!((scene.len(), hit.part), (3, PartId::of(1)));
    /// scene.clear();
    /// assert!(scene.is_empty());
    /// ```
    #[inline]
    pub fn add_triangle(&mut self, triangle: Triangle<V>, one_sided: bool, part: PartId) {
        self.add_triangle_within(triangle, triangle.bounds(), one_sided, part);
    }

    /// Adds a triangle with a known bounding box.
    pub(super) fn add_triangle_within(
        &mut self,
        triangle: Triangle<V>,
        bounds: Aabb<V>,
        one_sided: bool,
        part: PartId,
    ) {
        self.add(Solid::Triangle(triangle, one_sided), bounds, part);
    }

    /// Adds a capsule; with both ends in one place it is a ball.
    pub fn add_capsule(&mut self, capsule: Capsule<V>, part: PartId) {
        self.add(Solid::Capsule(capsule), capsule.bounds(), part);
    }

    /// Adds a solid box by its vertices: bits 0, 1 and 2 of a vertex's index give its side along the box's three axes.
    pub fn add_box(&mut self, corners: [V; 8], part: PartId) {
        self.add_box_within(&corners, Aabb::of_points(corners), part);
    }

    /// Adds a shape of any kind; triangles are two-sided.
    pub fn add_shape(&mut self, shape: &impl Convex<Vector = V>, part: PartId) {
        let around = |(points, radius): Points<'_, V>| {
            Aabb::of_points(points.iter().copied()).inflated(radius)
        };
        match shape.shape_ref() {
            ShapeRef::One(([p], radius)) => self.add_capsule(Capsule::new(p, p, radius), part),
            ShapeRef::Two(([a, b], radius)) => self.add_capsule(Capsule::new(a, b, radius), part),
            ShapeRef::Three(([a, b, c], radius)) if radius == V::Scalar::ZERO => {
                self.add_triangle(Triangle::new(a, b, c), false, part);
            }
            ShapeRef::Three(core) => {
                self.add_hull(points_of(&core), around(points_of(&core)), part)
            }
            hull @ (ShapeRef::Points(_) | ShapeRef::Polytope(..)) => {
                self.add_hull(hull.points(), around(hull.points()), part);
            }
            ShapeRef::Box(bounds, corners) => self.add_corners(corners.as_points(), bounds, part),
            ShapeRef::Corners(corners, radius) => {
                let hull = (corners.as_points().0, radius);
                self.add_hull(hull, around(hull), part);
            }
            ShapeRef::Curved(core, radius) => {
                self.add_curved((core, radius), core.bounds().inflated(radius), part);
            }
            ShapeRef::Support(core, radius) => {
                let solid = Solid::Support(self.supports.len() as u32);
                self.supports.push(RoundShape::new(core.to_shape(), radius));
                self.add(solid, core.bounds().inflated(radius), part);
            }
            ShapeRef::HalfSpace(plane) => {
                let end = V::splat(V::Scalar::INFINITY);
                let everywhere = Aabb {
                    min: -end,
                    max: end,
                };
                self.add(Solid::HalfSpace(plane), everywhere, part);
            }
        }
    }

    /// Adds a shape; `is_box` says that its points are the vertices of a box.
    pub(super) fn add_part(&mut self, shape: &ShapeRef<'_, V>, is_box: bool, part: PartId) {
        match shape {
            ShapeRef::Points(corners) if is_box => {
                let bounds = Aabb::of_points(corners.0.iter().copied()).inflated(corners.1);
                self.add_corners(*corners, bounds, part);
            }
            ShapeRef::Corners(corners, _) if is_box => {
                let corners = corners.as_points();
                let bounds = Aabb::of_points(corners.0.iter().copied());
                self.add_corners(corners, bounds, part);
            }
            _ => self.add_shape(shape, part),
        }
    }

    /// A box in 3D, where its sides are known; else a hull.
    fn add_corners(&mut self, corners: Points<'_, V>, bounds: Aabb<V>, part: PartId) {
        match <[V; 8]>::try_from(corners.0) {
            Ok(corners) => self.add_box_within(&corners, bounds, part),
            Err(_) => self.add_hull(corners, bounds, part),
        }
    }

    fn add_box_within(&mut self, corners: &[V; 8], bounds: Aabb<V>, part: PartId) {
        let solid = Solid::Box(self.points.len() as u32);
        self.points.extend_from_slice(corners);
        self.add(solid, bounds, part);
    }

    fn add_hull(&mut self, (points, radius): Points<'_, V>, bounds: Aabb<V>, part: PartId) {
        let solid = Solid::Hull(self.points.len() as u32, points.len() as u32, radius);
        self.points.extend_from_slice(points);
        self.add(solid, bounds, part);
    }

    fn add_curved(&mut self, core: (CurvedCore<V>, V::Scalar), bounds: Aabb<V>, part: PartId) {
        let solid = Solid::Curved(self.curved.len() as u32);
        self.curved.push(core);
        self.add(solid, bounds, part);
    }

    /// Sets the one-way filter of the parts that are added from now on.
    pub(super) fn set_one_way(&mut self, one_way: Option<OneWayFilter<V>>) {
        self.one_way = one_way;
        self.new_group = true;
    }

    /// An empty buffer that the scene may fill and must return with [`keep_numbers`](Self::keep_numbers).
    pub(super) fn take_numbers(&mut self) -> Vec<u32> {
        self.numbers.clear();
        core::mem::take(&mut self.numbers)
    }

    pub(super) fn keep_numbers(&mut self, numbers: Vec<u32>) {
        self.numbers = numbers;
    }

    #[inline]
    fn add(&mut self, solid: Solid<V>, bounds: Aabb<V>, part: PartId) {
        if self.new_group || self.groups.last().map(|group| group.body) != Some(part.body) {
            self.new_group = false;
            self.groups.push(PartGroup {
                body: part.body,
                one_way: self.one_way,
                carrier: self.carrier,
            });
        }
        self.plain &= self.one_way.is_none() && matches!(solid, Solid::Triangle(_, false));
        let triangle = match &solid {
            Solid::Triangle(triangle, _) => Some(triangle),
            _ => None,
        };
        self.batch.push(&bounds, triangle);
        self.items.push(Item {
            solid,
            index: part.index,
            group: self.groups.len() as u32 - 1,
        });
    }

    #[inline]
    fn group(&self, index: usize) -> &PartGroup<V> {
        &self.groups[self.items[index].group as usize]
    }

    /// The core and the radius of a box, a hull or a curved shape.
    #[inline]
    pub(super) fn core_of(&self, index: usize) -> Option<AnyCore<'_, V>> {
        match self.items[index].solid {
            Solid::Box(first) => Some((Core::Points(self.corners(first)), V::Scalar::ZERO)),
            Solid::Hull(first, count, radius) => {
                let (points, radius) = self.hull(first, count, radius);
                Some((Core::Points(points), radius))
            }
            Solid::Curved(number) => {
                let (core, radius) = self.curved(number);
                Some((Core::Curved(core), *radius))
            }
            Solid::Support(_) => None,
            _ => None,
        }
    }

    #[inline]
    pub(super) fn curved(&self, number: u32) -> &(CurvedCore<V>, V::Scalar) {
        &self.curved[number as usize]
    }

    #[inline]
    pub(super) fn corners(&self, first: u32) -> &[V] {
        let first = first as usize;
        &self.points[first..first + 8]
    }

    #[inline]
    pub(super) fn hull(&self, first: u32, count: u32, radius: V::Scalar) -> Points<'_, V> {
        let (first, count) = (first as usize, count as usize);
        (&self.points[first..first + count], radius)
    }

    #[cfg(feature = "serde")]
    pub(super) fn solid(&self, index: usize) -> &Solid<V> {
        &self.items[index].solid
    }

    #[cfg(feature = "serde")]
    pub(super) fn one_way(&self, index: usize) -> Option<OneWayFilter<V>> {
        self.group(index).one_way
    }

    /// The motion of a body of which there are parts.
    pub(super) fn motion_of(&self, body: BodyId) -> Option<BodyMotion<V>> {
        let group = self.groups.iter().find(|group| group.body == body)?;
        (group.carrier != AT_REST).then(|| self.motions[group.carrier as usize])
    }

    /// Adds the parts of another local scene for which `wanted` returns true, in their order.
    pub(super) fn add_from(&mut self, other: &Self, wanted: impl Fn(usize) -> bool) {
        let first = self.motions.len() as u32;
        self.motions.extend_from_slice(&other.motions);
        for index in (0..other.len()).filter(|index| wanted(*index)) {
            let solid = match other.items[index].solid {
                Solid::Hull(from, count, radius) => {
                    let to = self.points.len() as u32;
                    let (points, _) = other.hull(from, count, radius);
                    self.points.extend_from_slice(points);
                    Solid::Hull(to, count, radius)
                }
                Solid::Box(from) => {
                    let to = self.points.len() as u32;
                    self.points.extend_from_slice(other.corners(from));
                    Solid::Box(to)
                }
                Solid::Curved(from) => {
                    let to = self.curved.len() as u32;
                    self.curved.push(*other.curved(from));
                    Solid::Curved(to)
                }
                Solid::Support(from) => {
                    let to = self.supports.len() as u32;
                    self.supports.push(other.supports[from as usize].clone());
                    Solid::Support(to)
                }
                solid => solid,
            };
            let group = other.group(index);
            self.one_way = group.one_way;
            self.new_group = true;
            self.carrier = match group.carrier {
                AT_REST => AT_REST,
                carrier => first + carrier,
            };
            let bounds = other.batch.bounds(index);
            self.add(solid, bounds, other.part(index));
        }
        self.set_one_way(None);
        self.set_motion(None);
    }

    /// The shape of a part.
    pub fn shape(&self, index: usize) -> Shape<V> {
        match self.items[index].solid {
            Solid::Triangle(triangle, _) => Shape::Triangle(triangle),
            Solid::Capsule(capsule) => Shape::Capsule(capsule),
            Solid::Box(first) => Shape::Hull(Hull::new(self.corners(first), V::Scalar::ZERO)),
            Solid::Hull(first, count, radius) => {
                let (points, radius) = self.hull(first, count, radius);
                Shape::Hull(Hull::new(points, radius))
            }
            Solid::HalfSpace(plane) => Shape::Plane(plane),
            Solid::Curved(number) => {
                let (core, radius) = self.curved(number);
                Shape::of_curved(core, *radius)
            }
            Solid::Support(number) => {
                let RoundShape { shape, radius } = self.supports[number as usize].clone();
                if radius == V::Scalar::ZERO {
                    return shape.into();
                }
                RoundShape::new(shape.into(), radius).into()
            }
        }
    }

    /// The body of a part and the part's number in it.
    #[must_use]
    #[inline]
    pub fn part(&self, index: usize) -> PartId {
        PartId {
            body: self.group(index).body,
            index: self.items[index].index,
        }
    }
}
