//! Debug drawing of a tick: the body, the gathered parts, the collisions, the velocity.

use super::mover::Mover;
use super::report::SurfaceKind;
use super::state::CharacterState;
use carom_core::PartId;
use carom_core::shape::Shape;
use carom_core::shape::capsule::Capsule;
use carom_core::{Convex, DebugCategory, DebugDraw, Hull, Section, ShapeRef};
use carom_math::{Scalar, Vector};

impl<V: Vector> Mover<V> {
    /// Draws the last tick of a character: the gathered parts as lines, the body, the normal and the kind of each
    /// collision, and its velocity as the way of a tenth of a second. For an agent of a crowd the gathered parts are
    /// known only if it is [`recorded`](crate::Agent::recorded).
    ///
    /// ```
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Collider, DebugCategory, DebugDraw, World, glam::{Vec3, vec3}};
    /// struct Lines(Vec<DebugCategory>);
    /// impl DebugDraw<Vec3> for Lines {
    ///     fn line(&mut self, _: Vec3, _: Vec3, category: DebugCategory) {
    ///         self.0.push(category); // a renderer chooses the color by it
    ///     }
    /// }
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 9., Vec3::Y, Vec3::Z * 9.]))?;
    /// world.insert(Collider::cuboid(vec3(1., 1., 0.), [Vec3::X * 0.5, Vec3::Y, Vec3::Z * 9.]))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let mut hero = CharacterState::at(vec3(0., 0.01, 0.), 1.8);
    /// mover.step(&world, &mut hero, &Intent::walk(Vec3::X * 4.), 0.1);
    /// let mut lines = Lines(Vec::new());
    /// mover.draw(&hero, &mut lines);
    /// // The floor was near, and the wall blocked.
    /// use DebugCategory::{Body, Ceiling, Motion, Piece, Wall};
    /// assert!([Body, Piece, Wall, Motion].iter().all(|category| lines.0.contains(category)));
    /// assert!(!lines.0.contains(&Ceiling));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw(&self, body: &CharacterState<V>, to: &mut impl DebugDraw<V>) {
        let settings = self.settings();
        let capsule = body.capsule(settings);
        let tenth = V::Scalar::from_f64(0.1);
        for index in 0..self.memory.scene.len() {
            let category = self.category_of(self.memory.scene.part(index));
            outline(&self.memory.scene.shape(index), settings.up, to, category);
        }
        for shape in body.shapes(settings) {
            outline(&shape, settings.up, to, DebugCategory::Body);
        }
        to.line(
            body.feet,
            body.feet + body.velocity * tenth,
            DebugCategory::Motion,
        );
        for collision in self.collisions() {
            let (end, word, category) = match collision.role {
                SurfaceKind::Floor => (capsule.a, "floor", DebugCategory::Floor),
                SurfaceKind::Steep => (capsule.a, "steep", DebugCategory::Steep),
                SurfaceKind::Wall => (capsule.a, "wall", DebugCategory::Wall),
                SurfaceKind::Ceiling => (capsule.b, "ceiling", DebugCategory::Ceiling),
                SurfaceKind::Overlap => (capsule.a, "overlap", DebugCategory::Overlap),
            };
            let touch = end - collision.normal * capsule.radius;
            to.point(touch, category);
            to.line(touch, touch + collision.normal * settings.radius, category);
            to.text(touch, word, category);
        }
    }

    fn category_of(&self, part: PartId) -> DebugCategory {
        let found = self.collisions().iter().find(|met| met.part == part);
        match found.map(|met| met.role) {
            None => DebugCategory::Piece,
            Some(SurfaceKind::Floor) => DebugCategory::Floor,
            Some(SurfaceKind::Steep) => DebugCategory::Steep,
            Some(SurfaceKind::Wall) => DebugCategory::Wall,
            Some(SurfaceKind::Ceiling) => DebugCategory::Ceiling,
            Some(SurfaceKind::Overlap) => DebugCategory::Overlap,
        }
    }
}

/// The lines of a part or of a limb.
fn outline<V: Vector>(
    shape: &Shape<V>,
    up: V,
    to: &mut impl DebugDraw<V>,
    category: DebugCategory,
) {
    let mut edges = |hull: &Hull<V>| hull.edges().for_each(|[a, b]| to.line(a, b, category));
    match shape {
        Shape::Triangle(t) => to.triangle([t.a, t.b, t.c], category),
        Shape::Hull(hull) => edges(hull),
        Shape::OrientedBox(own) => edges(&own.hull()),
        Shape::Capsule(capsule) => {
            to.line(capsule.a, capsule.b, category);
            rings(capsule, up, to, category);
        }
        other => silhouettes(&other.shape_ref(), to, category),
    }
}

/// The outline of a curved part, or one by its support function, as it appears along three axes: closed lines through its points that are farthest in the
/// directions of a plane. Across the axis there is one around each end.
fn silhouettes<V: Vector>(
    shape: &ShapeRef<'_, V>,
    to: &mut impl DebugDraw<V>,
    category: DebugCategory,
) {
    const SIDES: u32 = 32;
    // How far the directions of a ring lean towards its end.
    const LEAN: f64 = 1e-3;
    let first = V::from_f64([1.0, 0.0, 0.0]);
    let (along, has_ends, radius) = match shape {
        ShapeRef::Curved(core, radius) => match core.section {
            Section::Axes(axes) => (axes[0], core.a != core.b, *radius),
            Section::Ball | Section::Disk => (core.b - core.a, core.a != core.b, *radius),
        },
        ShapeRef::Support(_, radius) => (first, true, *radius),
        _ => return,
    };
    let farthest = |way: V::Double| match shape {
        ShapeRef::Curved(core, _) => core.support(way),
        ShapeRef::Support(core, _) => core.support(way),
        _ => V::ZERO,
    };
    let axis = along.try_normalize().unwrap_or(first);
    let Some(u) = axis.any_orthogonal_vector().try_normalize() else {
        return;
    };
    let mut ring = |x: V, y: V, lean: V| {
        let at = |side: u32| {
            let angle = f64::from(side) / f64::from(SIDES) * core::f64::consts::TAU;
            let (sin, cos) = libm::sincos(angle);
            let number = V::Scalar::from_f64;
            let out = x * number(cos) + y * number(sin);
            farthest((out + lean).to_double()) + out * radius
        };
        for side in 0..SIDES {
            to.line(at(side), at(side + 1), category);
        }
    };
    ring(axis, u, V::ZERO);
    if V::DIM == 3 {
        let v = V::crossing_axes(axis, u)[0];
        ring(axis, v, V::ZERO);
        let lean = axis * V::Scalar::from_f64(LEAN);
        ring(u, v, lean);
        if has_ends {
            ring(u, v, -lean);
        }
    }
}

/// A ring around each end, and in 3D two more through the axis; and lines along the sides.
fn rings<V: Vector>(
    capsule: &Capsule<V>,
    up: V,
    to: &mut impl DebugDraw<V>,
    category: DebugCategory,
) {
    const SIDES: u32 = 16;
    let axis = (capsule.b - capsule.a).try_normalize().unwrap_or(up);
    let Some(u) = axis.any_orthogonal_vector().try_normalize() else {
        return;
    };
    let v = if V::DIM == 3 {
        V::crossing_axes(axis, u)[0]
    } else {
        axis
    };
    let planes = [(u, v), (u, axis), (v, axis)];
    let planes = if V::DIM == 3 {
        &planes[..]
    } else {
        &planes[..1]
    };
    for end in [capsule.a, capsule.b] {
        for (x, y) in planes {
            let at = |side: u32| {
                let angle = f64::from(side) / f64::from(SIDES) * core::f64::consts::TAU;
                let (sin, cos) = libm::sincos(angle);
                let number = V::Scalar::from_f64;
                end + (*x * number(cos) + *y * number(sin)) * capsule.radius
            };
            for side in 0..SIDES {
                to.line(at(side), at(side + 1), category);
            }
        }
    }
    for side in [u, -u, v, -v] {
        if V::DIM == 3 || side == u || side == -u {
            let out = side * capsule.radius;
            to.line(capsule.a + out, capsule.b + out, category);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyShape, MoverSettings};
    use carom_core::{Cone, Cylinder, Ellipsoid, closest};
    use glam::{Vec3, vec3};
    use std::vec::Vec;

    struct Lines(Vec<Vec3>);

    impl DebugDraw<Vec3> for Lines {
        fn line(&mut self, a: Vec3, b: Vec3, _: DebugCategory) {
            self.0.extend([a, b]);
        }
    }

    #[test]
    fn a_box_is_drawn_by_its_edges() {
        let body = BodyShape::Box { half_length: 0.5 };
        let mover = Mover::new(MoverSettings {
            body,
            ..MoverSettings::default()
        });
        let mut lines = Lines(Vec::new());
        let character = CharacterState::at(Vec3::ZERO, 1.8);
        mover.unwrap().draw(&character, &mut lines);
        // Twelve edges, and the way of the next tenth of a second.
        assert_eq!(lines.0.len(), 2 * 13);
        for corner in [vec3(0.5, 1.8, 0.3), vec3(-0.5, 0., -0.3)] {
            let ends = lines.0.iter().filter(|end| end.distance(corner) < 1e-6);
            assert_eq!(ends.count(), 3, "{corner}");
        }
    }

    #[test]
    fn silhouettes_are_on_the_surface_and_reach_to_every_side() {
        let (a, b) = (vec3(1., 0., 0.), vec3(1., 2., 0.));
        let shapes: [Shape<Vec3>; 3] = [
            Cylinder::new(a, b, 0.5).into(),
            Cone::frustum(a, b, [0.5, 0.2]).into(),
            Ellipsoid::new(b, vec3(1., 2., 3.)).into(),
        ];
        for shape in shapes {
            let mut lines = Lines(Vec::new());
            silhouettes(&shape.shape_ref(), &mut lines, DebugCategory::Piece);
            let bounds = shape.bounds().unwrap();
            let drawn = carom_core::Aabb::of_points(lines.0.iter().copied());
            let gap = (drawn.max - bounds.max).abs().max_element();
            assert!(gap < 0.02, "{shape:?}: {drawn:?} {bounds:?}");
            for p in lines.0 {
                assert!(closest(&p, &shape).distance < 1e-5, "{shape:?} {p}");
            }
        }
    }
    #[test]
    fn a_cylinder_has_a_whole_ring_around_each_end() {
        let (a, b) = (vec3(1., 0., 0.), vec3(1., 2., 0.));
        let mut lines = Lines(Vec::new());
        let cylinder: Shape<Vec3> = Cylinder::new(a, b, 0.5).into();
        silhouettes(&cylinder.shape_ref(), &mut lines, DebugCategory::Piece);
        for end in [a, b] {
            for side in 0..32 {
                let (sin, cos) = (core::f32::consts::TAU * side as f32 / 32.).sin_cos();
                let rim = end + vec3(cos, 0., sin) * 0.5;
                assert!(lines.0.iter().any(|p| p.distance(rim) < 1e-3), "{rim}");
            }
        }
    }
}
