//! The colors of an OBJ: of its vertices, or of the materials in the files that it names.

use std::collections::HashMap;
use std::io;

use crate::Level;
use crate::colors::{Color, WHITE, from_srgb, mean};
use crate::siblings::relative_name;

/// The limit of files of materials.
const MAX_FILES: usize = 16;

/// Colors by the name of the material. A file that is missing or is no text has none.
pub(crate) fn materials(
    files: &[String],
    sibling: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> HashMap<String, Color> {
    let mut colors = HashMap::new();
    for name in files.iter().take(MAX_FILES) {
        let Ok(name) = relative_name(name) else {
            continue;
        };
        let Ok(bytes) = sibling(&name) else { continue };
        let mut material = String::new();
        for line in String::from_utf8_lossy(&bytes).lines() {
            let line = line.trim();
            let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match keyword {
                "newmtl" => rest.trim().clone_into(&mut material),
                "Kd" => {
                    let numbers: Vec<f64> = (rest.split_whitespace())
                        .map_while(|word| word.parse().ok())
                        .collect();
                    // One number is a gray; `spectral` and `xyz` are not read.
                    match numbers[..] {
                        [r, g, b, ..] => colors.insert(material.clone(), [r, g, b]),
                        [gray] => colors.insert(material.clone(), [gray; 3]),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
    }
    colors
}

/// The color of a vertex, `v x y z r g b`.
pub(crate) fn of_vertex<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<[u8; 3]> {
    let mut number = || words.next()?.parse::<f64>().ok();
    Some(from_srgb([number()?, number()?, number()?]))
}

/// Gives each triangle the color of its vertices, or of its material.
pub(crate) fn paint(
    level: &mut Level,
    vertices: &[Option<[u8; 3]>],
    materials: &HashMap<String, Color>,
) {
    if vertices.is_empty() && materials.is_empty() {
        return;
    }
    for object in &level.objects {
        let material = object.material.as_deref();
        let material = material.and_then(|name| materials.get(name));
        for triangle in object.triangles.clone() {
            let corners = level.triangles[triangle as usize];
            let of_vertex = |index: u32| vertices.get(index as usize).copied().flatten();
            let color = match corners.map(of_vertex) {
                [Some(a), Some(b), Some(c)] => {
                    mean([a, b, c].map(|color| color.map(|value| f64::from(value) / 255.0)))
                }
                _ => material.copied().unwrap_or(WHITE),
            };
            level.colors.push(from_srgb(color));
        }
    }
}
