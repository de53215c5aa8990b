//! Contact manifolds with the parts of a mesh, compound or world.

use crate::answers::CaromContact;
use crate::checked::checked;
use crate::manifold::CaromManifold;
use crate::memory::{Out, OutColumn, Plain, read};
use crate::query::CaromQuery;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, guarded};
use crate::values::a_number;

/// The contact of a shape with a part of a mesh, compound or world, and its manifold.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromPartManifold {
    /// The contact, with its part.
    pub contact: CaromContact,
    /// Its points, along the normal of the contact; a is the shape, b the part.
    pub manifold: CaromManifold,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromPartManifold {}

/// The contact with every part within `reach` (a length) of the shape, and its manifold, sorted by body and part. The first `capacity`
/// of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
///
/// The contacts are those of carom_contacts(): on a welded mesh a ball or capsule has its normals there. Where the surface gives no
/// normal of its own, a manifold is that of carom_manifold() with the part, to the bit. Parts are not merged. The body and part of the
/// contact and the features of a point name it from tick to tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_manifolds(
    query: *const CaromQuery,
    shape: *const CaromShape,
    reach: f32,
    out: *mut CaromPartManifold,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_manifolds", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, shape, mut out, count) = unsafe {
            let (query, shape) = (read(query, "query")?, read(shape, "shape")?);
            let out = OutColumn::new(out, capacity, "out")?;
            let count = Out::new(count, "count")?;
            (query, checked(&shape, "shape.")?, out, count)
        };
        let reach = a_number(reach, "reach")?;
        let mut found = Vec::new();
        query.with(&mut |query| {
            query.manifolds(&shape, reach, &mut found);
            Ok(())
        })?;
        let all = found.into_iter().map(|one| CaromPartManifold {
            contact: Some(one.contact).into(),
            manifold: Some(one.manifold).into(),
        });
        count.write(out.fill(all));
        Ok(())
    })
}
