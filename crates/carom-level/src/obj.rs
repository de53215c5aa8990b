//! Wavefront OBJ: a filter, then `tobj`, then triangulation.
//!
//! `tobj` parses the numbers and resolves the indices. The filter removes lines
//! that it gets wrong (4.0.5):
//!
//! - a polyline `l 1 2 3` becomes a triangle;
//! - `o`, `g` and `usemtl` split the file into models with separate vertices;
//! - a comment after a face, a color of one vertex only, a bad `vn`, a `\` or an
//!   empty `usemtl` is an error;
//! - a huge texture index overflows a product.
//!
//! So only the positions and the vertex numbers of the faces pass.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::io::{self, Read};
use std::sync::Arc;

use glam::DVec3;
use tobj::LoadOptions;

use crate::colliders::settle;
use crate::obj_colors;
use crate::obj_lines::{Line, lines};
use crate::obj_locate::first_fault;
use crate::objects::{Collector, Group, Names};
use crate::polygon::Cutter;
use crate::{Colliders, Level, LevelError, MAX_CORNERS, MAX_TRIANGLES};

/// Faces are not triangulated, and nothing is silently dropped.
const AS_WRITTEN: LoadOptions = LoadOptions {
    single_index: false,
    triangulate: false,
    ignore_points: false,
    ignore_lines: false,
};

/// The level in the text of an OBJ.
pub(crate) fn read(
    bytes: &[u8],
    colliders: Colliders,
    sibling: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Level, LevelError> {
    let text = &*text_of(bytes)?;
    let mut sieve = Sieve::of(text)?;
    if sieve.triangles == 0 {
        return Err(LevelError::NoTriangles);
    }
    let mesh = sieve.parse().map_err(|error| {
        first_fault(text, sieve.vertices)
            .unwrap_or_else(|| LevelError::at_element("OBJ".into(), error.to_string()))
    })?;
    let vertices: Vec<DVec3> = mesh
        .positions
        .chunks_exact(3)
        .map(|p| DVec3::new(p[0], p[1], p[2]))
        .collect();
    // "nan" and "inf" are numbers to `tobj`.
    if !vertices.iter().all(|vertex| vertex.is_finite())
        && let Some(fault) = first_fault(text, sieve.vertices)
    {
        return Err(fault);
    }
    let mut triangles = Vec::with_capacity(sieve.triangles);
    let mut cutter = Cutter::default();
    // Where the triangles of each face begin: a face with corners on a straight edge may have fewer than its corners say.
    let mut starts = vec![0];
    for face in faces(&mesh, sieve.vertices) {
        cutter.cut(face, &vertices, &mut triangles);
        starts.push(triangles.len() as u32);
    }
    let (mut objects, roles) = std::mem::take(&mut sieve.objects).finish();
    for object in &mut objects {
        let faces = object.triangles.clone();
        object.triangles = starts[faces.start as usize]..starts[faces.end as usize];
        object.first_in_file = object.triangles.start;
    }
    let mut level = Level {
        vertices,
        triangles,
        objects,
        groups: sieve.groups,
        ..Level::default()
    };
    let materials = obj_colors::materials(&sieve.material_files, sibling);
    obj_colors::paint(&mut level, &sieve.colors, &materials);
    settle(&mut level, roles, colliders, true)?;
    Ok(level)
}

/// The file as text. Old exporters write names in other encodings than UTF-8; anything else must be UTF-8.
fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, LevelError> {
    let mut start = 0;
    while let Err(error) = std::str::from_utf8(&bytes[start..]) {
        let fault = start + error.valid_up_to();
        let line = bytes[..fault].rsplit(|&byte| byte == b'\n').next();
        let line = line.unwrap_or_default().trim_ascii_start();
        let keyword = line.split(u8::is_ascii_whitespace).next();
        let is_name = matches!(
            keyword,
            Some(b"o" | b"g" | b"usemtl" | b"mtllib") | Some([b'#', ..])
        );
        if !is_name {
            return Err(LevelError::Encoding {
                line: 1 + bytes[..fault].iter().filter(|&&byte| byte == b'\n').count(),
            });
        }
        let end = bytes[fault..].iter().position(|&byte| byte == b'\n');
        start = end.map_or(bytes.len(), |end| fault + end);
    }
    Ok(String::from_utf8_lossy(bytes))
}

/// The faces of the file: all of `tobj`'s except the census.
fn faces(mesh: &tobj::Mesh, census: usize) -> impl Iterator<Item = &[u32]> {
    let mut rest = mesh.indices.get(census..).unwrap_or(&[]);
    // No arities: all are triangles (and so was the census).
    let mut arities = mesh.face_arities.iter().skip(1);
    std::iter::from_fn(move || {
        let arity = arities.next().map_or(3, |&arity| arity as usize);
        let (face, others) = rest.split_at_checked(arity)?;
        rest = others;
        Some(face)
    })
}

/// The text for `tobj`, and the names of its faces.
#[derive(Default)]
struct Sieve {
    text: String,
    vertices: usize,
    triangles: usize,
    /// The colors of vertices that have one.
    colors: Vec<Option<[u8; 3]>>,
    /// The files of materials.
    material_files: Vec<String>,
    /// The object of the next faces.
    object: Arc<str>,
    names: Names,
    /// Their triangles are numbers of faces.
    objects: Collector,
    groups: Vec<Group>,
    /// The objects among the groups: one that comes again is the same.
    known: HashMap<Arc<str>, u32>,
}

impl Sieve {
    fn of(text: &str) -> Result<Self, LevelError> {
        let mut sieve = Self {
            text: String::with_capacity(text.len()),
            ..Self::default()
        };
        for line in lines(text) {
            match line.keyword() {
                "v" => sieve.vertex(&line),
                "f" => sieve.face(&line)?,
                "o" => sieve.object(line.rest()),
                "g" => sieve.group(line.rest()),
                "mtllib" => sieve.material_files.push(line.rest().to_owned()),
                "usemtl" => {
                    let name = line.rest();
                    sieve.names.material = (!name.is_empty()).then(|| name.into());
                }
                _ => {}
            }
        }
        Ok(sieve)
    }

    fn object(&mut self, name: &str) {
        self.object = name.into();
        (self.names.name, self.names.parent) = (self.object.clone(), None);
    }

    /// Begins a group; a `g` without a name ends it.
    fn group(&mut self, name: &str) {
        if name.is_empty() || self.object.is_empty() {
            let own = if name.is_empty() { &*self.object } else { name };
            (self.names.name, self.names.parent) = (own.into(), None);
            return;
        }
        let groups = &mut self.groups;
        let parent = *self.known.entry(self.object.clone()).or_insert_with(|| {
            groups.push(Group {
                name: self.object.clone(),
                parent: None,
            });
            // Fewer than the bytes of the file.
            groups.len() as u32 - 1
        });
        (self.names.name, self.names.parent) = (name.into(), Some(parent));
    }

    fn vertex(&mut self, line: &Line<'_>) {
        self.vertices += 1;
        // x y z, x y z w, or x y z r g b: `tobj` requires a color at every
        // vertex once there is one.
        let kept = match line.words().count() {
            6 => {
                // `vertices` counts this one.
                self.colors.resize(self.vertices - 1, None);
                self.colors
                    .push(obj_colors::of_vertex(line.words().skip(3)));
                3
            }
            others => others,
        };
        self.text.push('v');
        for word in line.words().take(kept) {
            self.text.push(' ');
            self.text.push_str(word);
        }
        self.text.push('\n');
    }

    fn face(&mut self, line: &Line<'_>) -> Result<(), LevelError> {
        let fault = |reason: String| LevelError::at_line(line.number, &line.text, reason);
        let corners = line.words().count();
        if corners == 0 {
            return Err(fault("a face needs 3 corners and this has none".into()));
        }
        if corners < 3 {
            // A loose edge or point, as Blender 2.6 wrote them: no surface, like the elements `l` and `p`.
            return Ok(());
        }
        if corners > MAX_CORNERS {
            return Err(fault(format!(
                "a face of {corners} corners: at most {MAX_CORNERS} are read"
            )));
        }
        self.triangles += corners - 2;
        if self.triangles > MAX_TRIANGLES {
            return Err(LevelError::TooManyTriangles);
        }
        self.objects.add(&self.names, 1);
        self.text.push('f');
        for corner in line.words() {
            let vertex = corner.split('/').next().unwrap_or("");
            self.text.push(' ');
            // An empty word would vanish; a lone slash is an error to `tobj`.
            self.text
                .push_str(if vertex.is_empty() { "/" } else { vertex });
        }
        self.text.push('\n');
        Ok(())
    }

    /// The result of `tobj` for the filtered text.
    ///
    /// `tobj` numbers vertices in the order in which faces first use them and
    /// drops unused ones. A first face through all of them, the census, makes
    /// that order the file's own.
    fn parse(&self) -> Result<tobj::Mesh, tobj::LoadError> {
        let mut census = String::from("f");
        for number in 1..=self.vertices {
            // Writing to a string cannot fail.
            let _ = write!(census, " {number}");
        }
        census.push('\n');
        let mut reader = census.as_bytes().chain(self.text.as_bytes());
        let (models, _) = tobj::load_obj_buf(&mut reader, &AS_WRITTEN, |_| Ok(Default::default()))?;
        let model = models.into_iter().next();
        Ok(model.map(|model| model.mesh).unwrap_or_default())
    }
}
