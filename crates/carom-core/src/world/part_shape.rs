//! The shapes of the parts that answers name.

use super::WorldQuery;
use super::body::ColliderKind;
use crate::part::PartId;
use crate::shape::Shape;
use carom_math::Vector;

/// # Parts
impl<V: Vector> WorldQuery<'_, V> {
    /// The shape of a part, in its place in the coordinates of the query; `None` if there is no such part. Boxes in a pose that
    /// turns are hulls of their corners.
    ///
    /// What an answer does not carry comes from the part's own shape: the barycentric coordinates in a triangle of a placed
    /// mesh, with which texture coordinates are interpolated, or the place on a segment.
    ///
    /// ```
    /// use carom::{Body, Mesh, Pose, Shape, World, glam::{Vec2, Vec3, vec2, vec3}};
    /// let (corners, uv) = ([Vec3::ZERO, Vec3::Z * 4., Vec3::X * 4.], [Vec2::ZERO, Vec2::Y, Vec2::X]);
    /// let mut world = World::new();
    /// let pose = Pose::at(vec3(7., 0., 0.));
    /// world.insert(Body { pose, ..Body::new(Mesh::new(corners, [[0, 1, 2]])?) })?;
    /// let hit = world.query().ray(vec3(8., 5., 2.), Vec3::Y * -9.).unwrap();
    /// let Some(Shape::Triangle(triangle)) = world.query().part_shape(hit.part) else { panic!() };
    /// let [a, b, c] = triangle.barycentric(hit.point);
    /// assert_eq!(uv[0] * a + uv[1] * b + uv[2] * c, vec2(0.25, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "RaycastHit.textureCoord")]
    #[doc(alias = "GetSubShapeTransformedShape")]
    #[must_use]
    pub fn part_shape(&self, part: PartId) -> Option<Shape<V>> {
        let view = &self.surface;
        let body = &view.bodies.get(part.body)?.body;
        let map = body.pose.map(view.origin());
        match &body.collider.0 {
            ColliderKind::Shape(shape) | ColliderKind::Box(shape) => {
                (part.index == 0).then(|| map.shape(shape))
            }
            ColliderKind::Surface(surface) => Some(map.shape(&surface.part_shape(part.index)?)),
        }
    }
}
