//! The transforms of glTF nodes, and the names of elements in messages.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use gltf::json::scene::Node;

use crate::error::shortened;

/// The transform from a node's space to its parent's.
pub(crate) fn local(node: &Node) -> Result<DAffine3, String> {
    let transform = match node.matrix {
        // Columns; the last row of an affine matrix is constant.
        Some(m) => {
            let column = |i: usize| DVec3::new(m[i].into(), m[i + 1].into(), m[i + 2].into());
            DAffine3 {
                matrix3: DMat3::from_cols(column(0), column(4), column(8)),
                translation: column(12),
            }
        }
        None => {
            let wide = |v: [f32; 3]| DVec3::from_array(v.map(f64::from));
            let rotation = node.rotation.unwrap_or_default().0.map(f64::from);
            // It is unit only to the last bit of an f32, and 0 0 0 0 is no rotation.
            let rotation = DQuat::from_array(rotation);
            let length = rotation.length();
            if !(length.is_finite() && length > 0.0) {
                return Err("its rotation is no quaternion".into());
            }
            DAffine3::from_scale_rotation_translation(
                wide(node.scale.unwrap_or([1.0; 3])),
                rotation / length,
                wide(node.translation.unwrap_or_default()),
            )
        }
    };
    if transform.is_finite() {
        Ok(transform)
    } else {
        Err("its transform is not finite".into())
    }
}

/// `mesh 2 "wall"`
pub(crate) fn label(kind: &str, index: usize, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{kind} {index} \"{}\"", shortened(name)),
        None => format!("{kind} {index}"),
    }
}
