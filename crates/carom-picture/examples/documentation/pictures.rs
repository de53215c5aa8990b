//! All pictures, by the crate that shows them and by name.

use super::{curved, meshes, outlines, pairs, shapes, surfaces, worlds};
use carom_picture::Drawing;

/// A picture, and where it is kept.
pub(crate) struct Picture {
    pub(crate) of: &'static str,
    pub(crate) name: &'static str,
    pub(crate) drawing: Drawing,
}

impl Picture {
    /// The path from the folder of the crates.
    pub(crate) fn path(&self) -> String {
        format!("{}/pictures/{}.svg", self.of, self.name)
    }
}

macro_rules! pictures {
    ($($of:literal: $($file:ident::$name:ident)*;)*) => {
        vec![$($(Picture { of: $of, name: stringify!($name), drawing: $file::$name() }),*),*]
    };
}

pub(crate) fn all() -> Vec<Picture> {
    pictures! {
        "carom-bvh": shapes::aabb;
        "carom-core":
            shapes::segment curved::ball curved::capsule shapes::triangle shapes::hull shapes::polytope shapes::oriented_box curved::cylinder
            curved::cone curved::tapered_capsule curved::ellipsoid shapes::round_shape curved::support shapes::plane
            pairs::closest_points pairs::overlaps pairs::contacts pairs::sweeps pairs::rigid_sweeps pairs::ray_through pairs::manifolds
            surfaces::height_field surfaces::mesh surfaces::chain surfaces::compound surfaces::solid surfaces::ray
            surfaces::surface_sweep
            outlines::rings outlines::signed_distance outlines::sweep_all outlines::leave_overlaps
            meshes::closest_mesh meshes::sweep_mesh meshes::crossings meshes::penetration_mesh meshes::ray_intervals meshes::winding_number
            worlds::closest_n worlds::each_part worlds::update_pairs worlds::sweep_moving;
    }
}
