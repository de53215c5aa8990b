//! The planes of the surfaces that a motion has met and still touches.

use super::planes::{Plane, WalkMotion, project, walk_along};
use super::probe::Probe;
use super::report::SurfaceKind;
use super::sweep_to_skin::Stop;
use super::tuning::{
    CEILING, EDGE_DEVIATION, EDGE_LEAN, LEAST_SUPPORT, MAX_PLANES, PASSED_REACH, PLANE_LEAN,
};
use carom_math::{Scalar, Vector};

/// Planes with the indices of their parts in the local scene.
#[derive(Clone)]
pub(super) struct Obstacles<V: Vector> {
    planes: [(Plane<V>, usize); MAX_PLANES],
    count: usize,
    /// Whether the motion has met anything.
    pub(super) met: bool,
    /// There was no room for one more.
    full: bool,
}

impl<V: Vector> Obstacles<V> {
    pub(super) fn new() -> Self {
        let none = Plane {
            normal: V::ZERO,
            floor: false,
        };
        Self {
            planes: [(none, 0); MAX_PLANES],
            count: 0,
            met: false,
            full: false,
        }
    }

    /// The planes touched now, with the indices of their parts.
    #[inline]
    pub(super) fn touched(&self) -> &[(Plane<V>, usize)] {
        &self.planes[..self.count]
    }

    /// The part of a wish that enters none of the planes.
    #[inline]
    pub(super) fn project(&self, wish: V) -> V {
        let normals = self.planes.map(|(plane, _)| plane.normal);
        project(wish, &normals[..self.count])
    }

    #[inline]
    pub(super) fn add(&mut self, plane: Plane<V>, index: usize) {
        self.met = true;
        if let Some(known) = self.planes[..self.count].iter_mut().find(|p| p.1 == index) {
            known.0 = plane;
        } else if self.count < MAX_PLANES {
            self.planes[self.count] = (plane, index);
            self.count += 1;
        } else {
            self.full = true;
        }
    }

    /// Whether a stop is at an edge that already leads the motion.
    pub(super) fn are_led_by(&self, probe: &Probe<V>, stop: &Stop<V>) -> bool {
        let known = self.touched().iter().any(|plane| plane.1 == stop.index);
        known && probe.is_edge(stop.index, stop.normal)
    }

    /// The direction of a motion along the crease of two planes; only in 3D.
    pub(super) fn crease(&self, delta: V) -> Option<V> {
        let way = delta.try_normalize()?;
        let along = |(plane, _): &&(Plane<V>, usize)| {
            plane.normal.dot(way).abs() < V::Scalar::from_f64(PLANE_LEAN)
        };
        let leading = self.touched().iter().filter(along).count();
        (leading >= 2 && V::DIM == 3).then_some(way)
    }

    /// Whether an edge that is no floor leads a motion.
    pub(super) fn have_leading_edge(&self, probe: &Probe<V>, delta: V) -> bool {
        let lean = delta.length() * V::Scalar::from_f64(EDGE_LEAN);
        self.touched().iter().any(|(plane, index)| {
            !plane.floor && plane.normal.dot(delta) < lean && probe.is_edge(*index, plane.normal)
        })
    }

    /// Whether the motion has passed the end of a wall that led it: at its present pose the capsule touches the wall's
    /// edge, or the wall no longer.
    pub(super) fn are_passed(&self, probe: &Probe<V>, delta: V) -> bool {
        let lean = delta.length() * V::Scalar::from_f64(EDGE_LEAN);
        let beyond = V::Scalar::from_f64(PASSED_REACH * EDGE_DEVIATION);
        let reach = probe.settings.skin + probe.settings.radius * beyond;
        self.touched().iter().any(|(plane, index)| {
            let leads = !plane.floor && plane.normal.dot(delta) < lean;
            leads
                && !probe.is_edge(*index, plane.normal)
                && probe
                    .contact_within(*index, reach)
                    .is_none_or(|now| probe.is_edge(*index, now.normal))
        })
    }

    /// Drops the planes that the capsule no longer touches, and updates the others to its present pose.
    pub(super) fn refresh(&mut self, probe: &Probe<V>) {
        let mut kept = 0;
        for i in 0..self.count {
            let index = self.planes[i].1;
            if let Some(contact) = probe.contact(index) {
                let touch = (contact.normal, contact.point_b);
                self.planes[kept] = (probe.plane(index, touch), index);
                kept += 1;
            }
        }
        self.count = kept;
    }
}

impl<V: Vector> Probe<'_, V> {
    /// The plane of a contact, by its normal and its point.
    pub(super) fn plane(&self, index: usize, (normal, point): (V, V)) -> Plane<V> {
        Plane {
            normal,
            floor: self.is_floor(index, normal, point),
        }
    }

    /// Records what stopped a motion, and adds its plane.
    pub(super) fn collide(&mut self, obstacles: &mut Obstacles<V>, stop: &Stop<V>) {
        let plane = self.plane(stop.index, (stop.normal, stop.point));
        let rise = stop.normal.dot(self.settings.up);
        let role = if plane.floor {
            SurfaceKind::Floor
        } else if rise > V::Scalar::from_f64(LEAST_SUPPORT) {
            SurfaceKind::Steep
        } else if rise < V::Scalar::from_f64(-CEILING) {
            SurfaceKind::Ceiling
        } else {
            SurfaceKind::Wall
        };
        self.record(stop.index, (stop.normal, stop.point), role);
        obstacles.add(plane, stop.index);
        self.limits.planes |= obstacles.full;
    }

    /// The walk that the obstacles leave of a horizontal wish.
    pub(super) fn walk_along(&self, wish: V, obstacles: &Obstacles<V>) -> WalkMotion<V> {
        let planes = obstacles.planes.map(|(plane, _)| plane);
        walk_along(wish, self.settings.up, &planes[..obstacles.count])
    }

    /// The same, except that ceilings deflect the walk downwards.
    pub(super) fn walk_below_ceilings(&self, wish: V, obstacles: &Obstacles<V>) -> V {
        let up = self.settings.up;
        let mut planes =
            [(V::ZERO, false); MAX_PLANES].map(|(normal, floor)| Plane { normal, floor });
        let mut ceilings = [V::ZERO; MAX_PLANES];
        let (mut count, mut above) = (0, 0);
        for (plane, _) in obstacles.touched() {
            if plane.normal.dot(up) < V::Scalar::from_f64(-LEAST_SUPPORT) {
                ceilings[above] = plane.normal;
                above += 1;
            } else {
                planes[count] = *plane;
                count += 1;
            }
        }
        let walk = walk_along(wish, up, &planes[..count]).horizontal;
        project(walk, &ceilings[..above])
    }
}
