//! Manifolds as a step of Jolt's physics system makes them.

use super::{JOLT, vector};
use crate::Vector;
use crate::solid::{Pose, Solid, Touch};
use oxijolt_sys::*;

/// What `manifold.cpp` fills.
#[repr(C)]
struct Found {
    normal: Vector,
    points: [Vector; 8],
    count: i32,
}

unsafe extern "C" {
    fn carom_jolt_matches() -> bool;
    fn carom_jolt_manifold(
        a: *const JPH_Shape,
        pose_a: *const Pose,
        b: *const JPH_Shape,
        pose_b: *const Pose,
        reach: f32,
        found: *mut Found,
    );
}

/// A convex shape without convex radius, so that edges and corners are sharp, as in the other libraries.
#[derive(Debug)]
pub struct Convex(*const JPH_Shape);

impl Convex {
    /// The shape; `None` if Jolt refuses it.
    #[must_use]
    pub fn new(solid: &Solid) -> Option<Self> {
        // SAFETY: Jolt is set up; the points live beyond the call that copies them.
        let shape: *const JPH_Shape = unsafe {
            let mut ready = true;
            JOLT.call_once(|| ready = JPH_Init());
            if !ready || !carom_jolt_matches() {
                return None;
            }
            match solid {
                Solid::Cuboid(half) => JPH_BoxShape_Create(&vector(*half), 0.0).cast(),
                Solid::Capsule([half, radius]) => JPH_CapsuleShape_Create(*half, *radius).cast(),
                Solid::Cylinder([half, radius]) => {
                    let settings = JPH_CylinderShapeSettings_Create(*half, *radius, 0.0);
                    let shape = JPH_CylinderShapeSettings_CreateShape(settings);
                    JPH_ShapeSettings_Destroy(settings.cast());
                    shape.cast()
                }
                Solid::Hull(points) => {
                    let points: Vec<_> = points.iter().map(|p| vector(*p)).collect();
                    let count = points.len() as u32;
                    let settings = JPH_ConvexHullShapeSettings_Create(points.as_ptr(), count, 0.0);
                    let shape = JPH_ConvexHullShapeSettings_CreateShape(settings);
                    JPH_ShapeSettings_Destroy(settings.cast());
                    shape.cast()
                }
                Solid::Triangle(corners) => {
                    let [a, b, c] = corners.map(vector);
                    JPH_TriangleShape_Create(&a, &b, &c, 0.0).cast()
                }
            }
        };
        (!shape.is_null()).then_some(Self(shape))
    }

    /// Fills `touch` with the points that are at most `reach` apart.
    pub fn manifold(&self, other: &Self, [a, b]: [&Pose; 2], reach: f32, touch: &mut Touch) {
        touch.clear();
        let mut found = Found {
            normal: [0.0; 3],
            points: [[0.0; 3]; 8],
            count: 0,
        };
        // SAFETY: both shapes and poses live beyond the call.
        unsafe {
            carom_jolt_manifold(self.0, a, other.0, b, reach, &mut found);
        }
        touch.normal = found.normal.map(|c| -c);
        for pair in found.points.chunks_exact(2).take(found.count as usize) {
            touch.points.push([pair[0], pair[1]]);
        }
    }
}

impl Drop for Convex {
    fn drop(&mut self) {
        // SAFETY: the shape came from Jolt and is not used again.
        unsafe { JPH_Shape_Destroy(self.0.cast_mut()) };
    }
}
