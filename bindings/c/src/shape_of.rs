//! A shape in the header, of 2D or 3D, and that of the library.

use crate::memory::Plain;
use crate::status::Result;
use crate::values::Space;
use carom_rs::Shape;

/// A shape of the header.
pub(crate) trait ShapeOf<V: Space>: Plain {
    /// The shape of the library, checked. `prefix` is before the names of fields in errors.
    ///
    /// # Safety
    /// The points of the shape are null or of the number that it says.
    unsafe fn checked(&self, prefix: &str) -> Result<Shape<V>>;
}
