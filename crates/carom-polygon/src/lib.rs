//! Polygons with holes: checked, triangulated, and made into the surfaces of carom.
//!
//! Most users depend on the crate `carom`, which has this as `carom::polygon` with the feature `polygon`.
//!
//! The triangulation is the constrained Delaunay triangulation of the crate `spade`. Its predicates are exact, so a valid
//! polygon of any size is covered by its triangles without gaps, overlaps or new points, and crossing edges are found.
#![no_std]

extern crate alloc;

mod corners;
mod error;
mod triangulate;

pub use error::PolygonError;

use alloc::vec::Vec;
use carom_core::glam::DVec2;
use carom_core::{Chain, Compound, Mesh, MeshError, Scalar, Triangle, Vector, Vector3};
use core::ops::Range;

/// A 2D polygon with holes, and its triangles.
///
/// ```
/// use carom::{Ball, Mesh, glam::{Vec3, vec2, vec3}, polygon::Polygon};
/// let hall = [(0., 0.), (10., 0.), (10., 8.), (0., 8.)].map(|(x, y)| vec2(x, y));
/// let shaft = [(4., 3.), (6., 3.), (6., 5.), (4., 5.)].map(|(x, y)| vec2(x, y));
/// let floor_plan = Polygon::new(&hall, &[&shaft])?;
/// assert_eq!(floor_plan.area(), 76.);
/// // Flat, at a height; y of the plan is z.
/// let floor: Mesh<Vec3> = floor_plan.floor(1.)?;
/// assert!(floor.query().ray(vec3(1., 5., 1.), Vec3::Y * -9.).is_some());
/// assert!(floor.query().ray(vec3(5., 5., 4.), Vec3::Y * -9.).is_none());
/// // Closed, between two heights.
/// let slab: Mesh<Vec3> = floor_plan.prism([0., 1.])?.solid()?;
/// assert!(slab.query().overlap(&Ball::new(vec3(2., 0.5, 2.), 0.1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "triangulate")]
#[doc(alias = "earcut")]
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<V: Vector<Double = DVec2>> {
    points: Vec<V>,
    /// The end of each ring in the list of points.
    ends: Vec<usize>,
    triangles: Vec<[u32; 3]>,
}

impl<V: Vector<Double = DVec2>> Polygon<V> {
    /// Checks and triangulates the polygon inside `outline` and outside of all `holes`, which may run either way round.
    ///
    /// A point that repeats the one before it is dropped, so a ring may end with its first point. Rings must not touch
    /// themselves or each other, holes are inside the outline and not in each other. It takes `n log n` steps for `n` points
    /// that are spread evenly. The triangles are the same for every target; coordinates below 2⁻¹⁴² of the largest one count
    /// as 0 for them.
    ///
    /// # Errors
    /// If a ring has fewer than three points or one that is not finite, if it touches or crosses itself or another ring, or if
    /// a hole is outside of the outline or in another hole. The error names the rings and points.
    pub fn new(outline: &[V], holes: &[&[V]]) -> Result<Self, PolygonError> {
        let corners = corners::check(outline, holes)?;
        let triangles = triangulate::triangles(&corners)?;
        Ok(corners.oriented(triangles))
    }

    /// The points of all rings.
    #[must_use]
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// The triangles, counter-clockwise, by the numbers of their points; sorted, the lowest number of each first.
    ///
    /// ```
    /// use carom::{glam::vec2, polygon::Polygon};
    /// let square = [(0., 0.), (2., 0.), (2., 2.), (0., 2.)].map(|(x, y)| vec2(x, y));
    /// let polygon = Polygon::new(&square, &[])?;
    /// let corners: Vec<_> = polygon.triangles()[0].iter().map(|i| polygon.points()[*i as usize]).collect();
    /// assert_eq!((polygon.triangles().len(), corners.len()), (2, 3));
    /// # Ok::<(), carom::polygon::PolygonError>(())
    /// ```
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The rings: first the outline, counter-clockwise, then the holes, clockwise. The polygon is to the left of each.
    ///
    /// ```
    /// use carom::{glam::vec2, polygon::Polygon};
    /// let square = |half: f32| [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| vec2(x, y) * half);
    /// let frame = Polygon::new(&square(6.), &[&square(2.)])?;
    /// let rings: Vec<_> = frame.rings().collect();
    /// assert_eq!((rings.len(), rings[1].len()), (2, 4));
    /// // The hole is clockwise.
    /// let [a, b, c] = [rings[1][0], rings[1][1], rings[1][2]];
    /// assert!((b - a).perp_dot(c - b) < 0.);
    /// # Ok::<(), carom::polygon::PolygonError>(())
    /// ```
    pub fn rings(&self) -> impl Iterator<Item = &[V]> {
        self.ranges().map(|range| &self.points[range])
    }

    /// The area.
    #[must_use]
    pub fn area(&self) -> f64 {
        let triangle = |[a, b, c]: &[u32; 3]| {
            let [a, b, c] = [a, b, c].map(|i| self.points[*i as usize].to_double());
            0.5 * (b - a).perp_dot(c - a)
        };
        self.triangles.iter().map(triangle).sum()
    }

    /// The borders as one [solid](Chain::solid) chain, with fronts towards the outside and the holes: ring after ring, as
    /// [`rings`](Self::rings) has them. A shape deep inside overlaps it, and leaves by the nearest border.
    ///
    /// ```
    /// use carom::{Ball, glam::vec2, polygon::Polygon};
    /// let square = |half: f32| [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| vec2(x, y) * half);
    /// let frame = Polygon::new(&square(6.), &[&square(2.)])?.chain();
    /// let ball = |x: f32| frame.query().closest(&Ball::new(vec2(x, 0.), 0.5), 9.).unwrap();
    /// assert_eq!(ball(0.).separation, 1.5, "in the hole");
    /// assert_eq!((ball(3.).normal, ball(3.).depth()), (vec2(-1., 0.), 1.5), "out into the hole");
    /// assert_eq!((ball(5.).normal, ball(5.).depth()), (vec2(1., 0.), 1.5));
    /// # Ok::<(), carom::polygon::PolygonError>(())
    /// ```
    #[must_use]
    pub fn chain(&self) -> Chain<V> {
        let rings = self.rings().map(|ring| ring.iter().copied());
        let chain = Chain::from_rings(rings).and_then(Chain::solid);
        chain.expect(
            "the points are finite, at least three a ring, and the polygon is to the left of each",
        )
    }

    /// The triangles as one solid surface in 2D, holes left out: shapes deep inside overlap it too. Part `i` is triangle
    /// `i`, and depths are those of single triangles.
    ///
    /// ```
    /// use carom::{Ball, glam::vec2, polygon::Polygon};
    /// let square = |half: f32| [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| vec2(x, y) * half);
    /// let frame = Polygon::new(&square(6.), &[&square(2.)])?.compound();
    /// assert!(frame.query().overlap(&Ball::new(vec2(4., 0.), 0.5)));
    /// assert!(!frame.query().overlap(&Ball::new(vec2(0., 0.), 0.5)), "in the hole");
    /// # Ok::<(), carom::polygon::PolygonError>(())
    /// ```
    #[must_use]
    pub fn compound(&self) -> Compound<V> {
        let corner = |i: u32| self.points[i as usize];
        let shapes = self.triangles.iter();
        let shapes = shapes.map(|[a, b, c]| Triangle::new(corner(*a), corner(*b), corner(*c)));
        Compound::new(shapes).expect("finite triangles, at least one")
    }

    /// The polygon as a flat mesh at a height, with its front up: (x, y) is at (x, `height`, y), as in a
    /// [`HeightField`](carom_core::HeightField). Triangle `i` is triangle `i`.
    ///
    /// For other axes build the mesh from [`points`](Self::points) and [`triangles`](Self::triangles).
    ///
    /// # Errors
    /// If the height is not finite.
    pub fn floor<W: Vector3<Scalar = V::Scalar>>(
        &self,
        height: V::Scalar,
    ) -> Result<Mesh<W>, MeshError> {
        let (vertices, triangles) = self.floor_buffers(height);
        Mesh::new(vertices, triangles)
    }

    /// The vertices and triangles of [`floor`](Self::floor), to draw them.
    ///
    /// ```
    /// use carom::{glam::{Vec3, vec2, vec3}, polygon::Polygon};
    /// let corners = [(0., 0.), (2., 0.), (0., 2.)].map(|(x, y)| vec2(x, y));
    /// let (vertices, triangles): (Vec<Vec3>, _) = Polygon::new(&corners, &[])?.floor_buffers(1.5);
    /// assert!(vertices.contains(&vec3(2., 1.5, 0.)));
    /// assert_eq!(triangles.len(), 1);
    /// # Ok::<(), carom::polygon::PolygonError>(())
    /// ```
    #[must_use]
    pub fn floor_buffers<W: Vector3<Scalar = V::Scalar>>(
        &self,
        height: V::Scalar,
    ) -> (Vec<W>, Vec<[u32; 3]>) {
        // Seen from above, z points the other way than y of the plan.
        let up = |[a, b, c]: &[u32; 3]| [*a, *c, *b];
        (self.at(height), self.triangles.iter().map(up).collect())
    }

    /// The polygon extruded between two heights, as a closed mesh with its fronts outwards, which may be made
    /// [solid](Mesh::solid): (x, y) is at (x, height, y). First the triangles of the top, then of the bottom, then two for
    /// each side of the rings.
    ///
    /// # Errors
    /// If a height is not finite.
    pub fn prism<W: Vector3<Scalar = V::Scalar>>(
        &self,
        heights: [V::Scalar; 2],
    ) -> Result<Mesh<W>, MeshError> {
        let (vertices, triangles) = self.prism_buffers(heights);
        Mesh::new(vertices, triangles)
    }

    /// The vertices and triangles of [`prism`](Self::prism), to draw them: first the points at the lower height, then those at
    /// the upper one.
    ///
    /// ```
    /// use carom::{glam::{Vec3, vec2}, polygon::Polygon};
    /// let plan = Polygon::new(&[vec2(0., 0.), vec2(4., 0.), vec2(0., 3.)], &[])?;
    /// let (vertices, triangles): (Vec<Vec3>, _) = plan.prism_buffers([0., 2.]);
    /// assert_eq!((vertices.len(), triangles.len()), (6, 8));
    /// # Ok::<(), carom::polygon::PolygonError>(())
    /// ```
    #[must_use]
    pub fn prism_buffers<W: Vector3<Scalar = V::Scalar>>(
        &self,
        heights: [V::Scalar; 2],
    ) -> (Vec<W>, Vec<[u32; 3]>) {
        let [low, high] = match heights {
            [a, b] if b < a => [b, a],
            ordered => ordered,
        };
        let mut corners = self.at(low);
        corners.extend(self.at::<W>(high));
        let above = self.points.len() as u32;
        let top = self.triangles.iter().map(|t| t.map(|i| i + above));
        let mut faces: Vec<[u32; 3]> = top.map(|[a, b, c]| [a, c, b]).collect();
        faces.extend(&self.triangles);
        for range in self.ranges() {
            let (first, last) = (range.start as u32, range.end as u32 - 1);
            for a in first..=last {
                let b = if a == last { first } else { a + 1 };
                faces.extend([[a, b + above, b], [a, a + above, b + above]]);
            }
        }
        (corners, faces)
    }

    fn at<W: Vector3<Scalar = V::Scalar>>(&self, height: V::Scalar) -> Vec<W> {
        let place = |p: &V| W::from_f64([p[0].to_f64(), height.to_f64(), p[1].to_f64()]);
        self.points.iter().map(place).collect()
    }

    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| start..*end)
    }
}
