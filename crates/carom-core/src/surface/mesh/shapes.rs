//! The questions that any [`Shape`] asks of a mesh.

use super::Mesh;
use super::answers::{MeshContact, MeshHit};
use super::ask::{View, ball, capsule, point};
use super::motion::{Motions, Straight, Turning};
use super::pieces::{Earliest, Nearest, Piece};
use crate::pairs::pair;
use crate::pairs::sweep::Sweep;
use crate::pairs::turn::Motion;
use crate::shape::Shape;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;

/// How a motion stands to one triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshSweep<V: Vector3> {
    /// The shape is `a`, the triangle `b`. It is stopped, or it starts touching.
    pub sweep: Sweep<V>,
    /// The triangle's number.
    pub triangle: u32,
}

impl<V: Vector3> Mesh<V> {
    /// The least separation of a shape from any triangle, if it is at most `reach`.
    ///
    /// Equal separations: the triangle of the lowest number. A mesh is a shell: a shape inside a closed one
    /// is apart from it. A half-space touches the triangles of a [one-sided](Self::one_sided) mesh that
    /// face it.
    ///
    /// ```
    /// use carom::{Mesh, Plane, Shape, glam::{Vec3, vec3}};
    /// let tile = Mesh::new(vec![vec3(0., 2., 0.), vec3(0., 3., 1.), vec3(1., 4., 0.)], vec![[0, 1, 2]])?;
    /// let floor = Shape::Plane(Plane::new(Vec3::Y, 0.5));
    /// let found = tile.closest_shape(&floor, 9.).unwrap();
    /// assert_eq!((found.contact.separation, found.contact.normal), (1.5, -Vec3::Y));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[must_use]
    pub fn closest_shape(&self, a: &Shape<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        self.every().closest_shape(a, reach)
    }

    /// Every triangle's contact with a shape whose separation is at most `reach`, in a fixed order.
    pub fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        self.every().contacts_shape(a, reach, &mut visit);
    }

    /// Whether a shape touches any triangle.
    #[must_use]
    pub fn overlap_shape(&self, a: &Shape<V>) -> bool {
        self.every().overlap_shape(a)
    }

    /// The first triangle that a shape meets on its way, or else the one it touches at the start, sliding
    /// or leaving; `None` if there is neither.
    ///
    /// Equal times: the triangle it is deepest in at the start, then the lowest number. Without a hit: the
    /// triangle with the least separation at the start.
    #[must_use]
    pub fn sweep_shape(&self, a: &Shape<V>, delta: V) -> Option<MeshSweep<V>> {
        self.every().sweep_shape(a, delta)
    }

    /// Whether any triangle stops a shape on its way; ends at the first one found.
    #[must_use]
    pub fn sweep_shape_any(&self, a: &Shape<V>, delta: V) -> bool {
        self.every().sweep_shape_any(a, delta)
    }

    /// Puts every triangle that stops a shape on its way into `hits`, the earliest first, ties by number.
    /// What is in the list is cleared; its memory is kept.
    pub fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        self.every().sweep_shape_all(a, delta, hits);
    }

    /// As [`sweep_shape`](Self::sweep_shape) where the shape, the mesh or both also turn: see
    /// [`turn::sweep`](crate::turn::sweep).
    ///
    /// What meets the back of a one-sided triangle passes through it for the whole motion.
    #[must_use]
    pub fn sweep_shape_turning(
        &self,
        motion: &Motion<V>,
        a: &Shape<V>,
        motion_a: &Motion<V>,
    ) -> Option<MeshSweep<V>> {
        let motions = Turning {
            a: *motion_a,
            b: *motion,
        };
        self.every().swept_by(a, &motions)
    }
}

impl<V: Vector3> View<'_, V> {
    pub(crate) fn closest_shape(&self, a: &Shape<V>, reach: V::Scalar) -> Option<MeshContact<V>> {
        match a {
            Shape::Point(p) => self.closest(&point(*p), reach),
            Shape::Ball(a) => self.closest(&ball(a), reach),
            Shape::Capsule(a) => self.closest(&capsule(a), reach),
            _ => {
                let mut nearest = Nearest::within(reach);
                self.nearest(&alone(a), &mut nearest);
                let (contact, [_, triangle]) = nearest.best?;
                Some(MeshContact { contact, triangle })
            }
        }
    }

    pub(crate) fn overlap_shape(&self, a: &Shape<V>) -> bool {
        match a {
            Shape::Point(p) => self.overlap(&point(*p)),
            Shape::Ball(a) => self.overlap(&ball(a)),
            Shape::Capsule(a) => self.overlap(&capsule(a)),
            _ => self.touches(&alone(a)),
        }
    }

    /// What stops a shape first.
    pub(crate) fn first_hit(&self, a: &Shape<V>, delta: V) -> Option<MeshHit<V>> {
        match a {
            Shape::Point(p) => self.sweep(&point(*p), delta, false),
            Shape::Ball(a) => self.sweep(&ball(a), delta, false),
            Shape::Capsule(a) => self.sweep(&capsule(a), delta, false),
            _ => {
                let MeshSweep { sweep, triangle } = self.swept_by(a, &Straight { delta })?;
                let (hit, start) = (sweep.hit?, sweep.start);
                Some(MeshHit {
                    hit,
                    start,
                    triangle,
                })
            }
        }
    }

    pub(super) fn sweep_shape(&self, a: &Shape<V>, delta: V) -> Option<MeshSweep<V>> {
        if !matches!(a, Shape::Point(_) | Shape::Ball(_) | Shape::Capsule(_)) {
            return self.swept_by(a, &Straight { delta });
        }
        let Some(MeshHit {
            hit,
            start,
            triangle,
        }) = self.first_hit(a, delta)
        else {
            // It may touch something at the start; what else is met is a seam, which does not stop it.
            let touching = self.swept_by(a, &Straight { delta });
            return touching.filter(|found| found.sweep.hit.is_none());
        };
        let swept = pair::sweep(a, delta, &Shape::Triangle(self.mesh.triangle(triangle)));
        let sweep = Sweep {
            hit: Some(hit),
            start,
            ..swept
        };
        Some(MeshSweep { sweep, triangle })
    }

    fn swept_by(&self, a: &Shape<V>, motions: &impl Motions<V>) -> Option<MeshSweep<V>> {
        let mut earliest = Earliest { best: None };
        self.earliest(&alone(a), motions, &mut earliest);
        let (sweep, [_, triangle]) = earliest.best?;
        Some(MeshSweep { sweep, triangle })
    }
}

pub(super) fn alone<V: Vector3>(shape: &Shape<V>) -> Piece<'_, V> {
    Piece {
        shape,
        number: 0,
        front: None,
    }
}
