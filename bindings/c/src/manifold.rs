//! The contact manifold of two shapes.

use crate::answers::CaromContact;
use crate::memory::Plain;
use crate::values::CaromVec3;
#[cfg(feature = "worlds")]
use crate::{
    both::pairs,
    shape::CaromShape,
    status::{CaromStatus, guarded},
};
use carom_rs::FeatureId;

/// The most points of a manifold.
pub const CAROM_MANIFOLD_POINTS: usize = 4;

/// A feature of a shape, named by the numbers of its vertices: a vertex by one, an edge by two, a face by the three lowest,
/// all in ascending order. A hull has the numbers of its points. Of a capsule or triangle, 0 is a, 1 is b and 2 is c. The
/// number of a corner of a box has bit 0 for the higher x (of an oriented box: the end of its first half axis), bit 1 for
/// y, bit 2 for z. A curved shape numbers only points that face the other shape: eight on the rim of a flat end, and of
/// its side 0 at a and 1 at b.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaromFeature {
    /// How many vertices name it: 1, 2 or 3; 0 for the whole shape.
    pub count: u32,
    /// The numbers; those that do not name it are 0.
    pub vertices: [u32; 3],
}

/// A point of a manifold.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromManifoldPoint {
    /// The point of the feature of a, moved by the radius of a along the normal.
    pub point_a: CaromVec3,
    /// The point of the feature of b, moved by the radius of b along the normal.
    pub point_b: CaromVec3,
    /// How far apart they are along the normal, a length; negative in penetration.
    pub separation: f32,
    /// The feature of a.
    pub feature_a: CaromFeature,
    /// The feature of b. No two points of a manifold have the same two features, and these stay the same from tick to tick
    /// while the same features meet: a solver finds the impulse of the last tick again (warm starting).
    pub feature_b: CaromFeature,
}

/// The points that a solver needs to hold two shapes apart.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromManifold {
    /// The number of points, at most 4; 0 if the shapes are farther apart than the reach.
    pub count: u32,
    /// 1 if no other normal is as good, otherwise 0.
    pub unique: u32,
    /// Unit normal from b to a, the same for all points; NaN without points.
    pub normal: CaromVec3,
    /// The points, in a fixed order of their features. Those beyond the count are NaN.
    pub points: [CaromManifoldPoint; CAROM_MANIFOLD_POINTS],
}

/// The contact of a shape with a part of a mesh, compound or world, and its manifold.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromPartManifold {
    /// The contact, with its part.
    pub contact: CaromContact,
    /// Its points, along the normal of the contact; a is the shape, b the part.
    pub manifold: CaromManifold,
}

// SAFETY: integers.
unsafe impl Plain for CaromFeature {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromManifoldPoint {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromManifold {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromPartManifold {}

impl From<FeatureId> for CaromFeature {
    fn from(id: FeatureId) -> Self {
        let (count, vertices) = match id {
            FeatureId::Whole => (0, [0; 3]),
            FeatureId::Vertex(a) => (1, [a, 0, 0]),
            FeatureId::Edge([a, b]) => (2, [a, b, 0]),
            FeatureId::Face(vertices) => (3, vertices),
        };
        Self { count, vertices }
    }
}

/// The manifolds of the header for those of the library.
macro_rules! manifolds {
    ($Vector:ty, $Point:ty, $Manifold:ty, $PartManifold:ty) => {
        impl From<Option<&carom_rs::ManifoldPoint<$Vector>>> for $Point {
            fn from(found: Option<&carom_rs::ManifoldPoint<$Vector>>) -> Self {
                Self {
                    point_a: found.map_or_else($crate::values::nan, |found| found.point_a.into()),
                    point_b: found.map_or_else($crate::values::nan, |found| found.point_b.into()),
                    separation: found.map_or(f32::NAN, |found| found.separation),
                    feature_a: found
                        .map_or_else($crate::manifold::CaromFeature::default, |found| {
                            found.id.a.into()
                        }),
                    feature_b: found
                        .map_or_else($crate::manifold::CaromFeature::default, |found| {
                            found.id.b.into()
                        }),
                }
            }
        }

        impl From<Option<carom_rs::Manifold<$Vector>>> for $Manifold {
            fn from(found: Option<carom_rs::Manifold<$Vector>>) -> Self {
                let points = found.as_ref().map_or(&[][..], carom_rs::Manifold::points);
                Self {
                    count: points.len() as u32,
                    unique: found.as_ref().is_some_and(|found| found.unique).into(),
                    normal: (found.as_ref())
                        .map_or_else($crate::values::nan, |found| found.normal.into()),
                    points: std::array::from_fn(|index| points.get(index).into()),
                }
            }
        }

        impl From<carom_rs::PartManifold<$Vector>> for $PartManifold {
            fn from(found: carom_rs::PartManifold<$Vector>) -> Self {
                Self {
                    contact: Some(found.contact).into(),
                    manifold: Some(found.manifold).into(),
                }
            }
        }
    };
}
#[cfg(feature = "planar")]
pub(crate) use manifolds;

#[cfg(feature = "worlds")]
manifolds!(
    carom_rs::glam::Vec3,
    CaromManifoldPoint,
    CaromManifold,
    CaromPartManifold
);

/// The contact manifold of two shapes, without a mesh or world, if their separation is at most `reach` (a length; INFINITY
/// for always): up to four points with their separations along one normal, which is that of the contact. Points farther
/// apart than `reach` are left out. Features are those of the shapes without their radii. Of a triangle of a mesh, give
/// its corners as a triangle. The order of the shapes changes only the sign of the normal and which side is a.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_manifold(
    a: *const CaromShape,
    b: *const CaromShape,
    reach: f32,
    out: *mut CaromManifold,
) -> CaromStatus {
    guarded("carom_manifold", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::manifold(a, b, reach, out) }
    })
}
