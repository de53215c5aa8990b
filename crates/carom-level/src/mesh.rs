//! Conversion of a level to a collision mesh.

use carom::{Mesh, MeshError, Vector3};

use crate::Level;

impl Level {
    /// The level as a [`Mesh`] in `f32` or `f64`, each number rounded once.
    /// Vertices and triangles keep their order and numbers.
    ///
    /// ```
    /// use carom_level::{Format, Options, no_siblings, read};
    /// use carom::glam::Vec3;
    ///
    /// let text = b"v 0 0 0\nv 0 0 1\nv 1 0 1\nf 1 2 3\n";
    /// let level = read(text, Format::Obj, &Options::default(), &mut no_siblings)?;
    /// let mesh = level.mesh::<Vec3>()?;
    /// assert_eq!(mesh.triangle(0).normal(), Some(Vec3::Y));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A coordinate beyond the range of the precision; a level that has been
    /// changed since it was read.
    pub fn mesh<V: Vector3>(&self) -> Result<Mesh<V>, MeshError> {
        let vertices = self.vertices.iter().map(|v| V::from_f64(v.to_array()));
        Mesh::new(vertices.collect::<Vec<V>>(), &self.triangles)
    }
}
