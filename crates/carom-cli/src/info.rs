//! `carom info`: size, faults and walkable area of a level.

use crate::args::InfoArguments;
use crate::levels;
use anyhow::{Context, Result, ensure};
use carom::{Mesh, Vector};
use carom_format::cosine;
use carom_level::{ColliderReport, Level, Object};
use glam::Vec3;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// The report; lengths in meters, areas in square meters.
#[derive(Serialize)]
struct Info {
    file: String,
    triangles: usize,
    vertices: usize,
    /// In the order of the file.
    objects: Vec<ObjectInfo>,
    /// The colliders of the file and what they stand for; none if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    colliders: Option<Colliders>,
    bounds: LevelBounds,
    area: f64,
    /// The area up to the slope limit, and its fraction of the whole.
    walkable_area: f64,
    walkable_share: f64,
    degenerate_triangles: Triangles,
    duplicate_triangles: Triangles,
    open_edges: usize,
    non_manifold_edges: usize,
    /// No face has its front up; back faces count as floors.
    wound_clockwise: bool,
    tree_depth: usize,
    bytes_per_triangle: f64,
    read_milliseconds: f64,
    build_milliseconds: f64,
    /// The walkable fraction at other slope limits, in degrees.
    walkable_by_slope: Vec<(u32, f64)>,
}

/// What `--only` and `--exclude` know of an object.
#[derive(Serialize)]
struct ObjectInfo {
    /// With the groups that it is in: `House/Roof`. Empty if the file has no name for it.
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<String>,
    triangles: usize,
    bounds: LevelBounds,
}

impl ObjectInfo {
    fn of(level: &Level, object: &Object) -> Self {
        let bounds = levels::bounds(level, object.triangles.clone());
        Self {
            name: level.path(object).join("/"),
            material: object.material.as_deref().map(Into::into),
            triangles: object.triangles.len(),
            bounds: LevelBounds::of(bounds.min.as_vec3(), bounds.max.as_vec3()),
        }
    }

    /// One line: name, material, triangles, size and middle.
    fn line(&self) -> String {
        let [min, max] = [self.bounds.min, self.bounds.max].map(Vec3::from);
        let (size, middle) = (max - min, min.midpoint(max));
        let material = self.material.as_ref();
        let material = material.map_or_else(String::new, |name| format!(" ({name})"));
        format!(
            "{}{material}: {} triangles, {:.2} x {:.2} x {:.2} m around ({:.2}, {:.2}, {:.2})",
            self.name, self.triangles, size.x, size.y, size.z, middle.x, middle.y, middle.z
        )
    }
}

/// Numbers of objects.
#[derive(Serialize)]
struct Colliders {
    /// By the prefix, suffix or extension that makes them colliders.
    found: BTreeMap<&'static str, usize>,
    replaced: usize,
    /// Without collision, by the suffix or extension that says so.
    left_out: BTreeMap<&'static str, usize>,
    without: usize,
    #[serde(skip)]
    text: String,
}

impl Colliders {
    fn of(report: &ColliderReport) -> Self {
        Self {
            found: report.found.clone(),
            replaced: report.replaced,
            left_out: report.left_out.clone(),
            without: report.drawn,
            text: report.to_string(),
        }
    }
}

#[derive(Serialize)]
struct LevelBounds {
    min: [f32; 3],
    max: [f32; 3],
}

impl LevelBounds {
    fn of(min: Vec3, max: Vec3) -> Self {
        Self {
            min: min.to_array(),
            max: max.to_array(),
        }
    }
}

/// The number of triangles, and the first of them.
#[derive(Serialize)]
struct Triangles {
    count: usize,
    first: Vec<u32>,
}

impl Triangles {
    fn of(triangles: impl Iterator<Item = u32>) -> Self {
        let all: Vec<u32> = triangles.collect();
        Self {
            count: all.len(),
            first: all.into_iter().take(8).collect(),
        }
    }
}

pub(crate) fn info(arguments: &InfoArguments) -> Result<()> {
    ensure!(
        (0.0..=90.0).contains(&arguments.max_slope),
        "--max-slope must be 0 to 90 degrees, not {}",
        arguments.max_slope
    );
    let file = arguments.file.display().to_string();
    let clock = Instant::now();
    let (level, _) = levels::open_without_sky(&arguments.file, &arguments.level)?;
    let read = clock.elapsed();
    let clock = Instant::now();
    let mesh: Mesh<Vec3> = level.mesh().with_context(|| file.clone())?;
    let build = clock.elapsed();

    let welded = welded(&mesh);
    let edges = Edges::of(&welded);
    let areas = Areas::of(&mesh);
    let bounds = mesh.bounds();
    let walkable = areas.within(cosine(arguments.max_slope));
    let info = Info {
        file,
        triangles: mesh.len(),
        vertices: level.vertices.len(),
        objects: (level.objects.iter())
            .map(|object| ObjectInfo::of(&level, object))
            .collect(),
        colliders: (!level.colliders.is_empty()).then(|| Colliders::of(&level.colliders)),
        bounds: LevelBounds::of(bounds.min, bounds.max),
        area: areas.total,
        walkable_area: walkable,
        walkable_share: share(walkable, areas.total),
        degenerate_triangles: Triangles::of(degenerate(&mesh, &welded)),
        duplicate_triangles: Triangles::of(duplicates(&welded)),
        open_edges: edges.open,
        non_manifold_edges: edges.non_manifold,
        wound_clockwise: areas.turned,
        tree_depth: mesh.tree_depth(),
        bytes_per_triangle: mesh.bytes() as f64 / mesh.len() as f64,
        read_milliseconds: read.as_secs_f64() * 1e3,
        build_milliseconds: build.as_secs_f64() * 1e3,
        walkable_by_slope: [15, 30, 45, 60]
            .map(|degrees| {
                let within = areas.within(cosine(f64::from(degrees)));
                (degrees, share(within, areas.total))
            })
            .to_vec(),
    };
    let text = if arguments.json {
        serde_json::to_string_pretty(&info)? + "\n"
    } else {
        table(&info, arguments.max_slope)
    };
    use std::io::Write;
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn table(info: &Info, max_slope: f64) -> String {
    use std::fmt::Write;
    let mut text = format!("{}\n", info.file);
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<22}  {value}");
    };
    let size = Vec3::from(info.bounds.max) - Vec3::from(info.bounds.min);
    let [a, b] = [info.bounds.min, info.bounds.max]
        .map(|p| format!("({:.2}, {:.2}, {:.2})", p[0], p[1], p[2]));
    row("triangles", info.triangles.to_string());
    row("vertices", info.vertices.to_string());
    if let Some(colliders) = &info.colliders {
        row("colliders", colliders.text.clone());
    }
    row(
        "bounds",
        format!(
            "{a} to {b}: {:.2} x {:.2} x {:.2} m",
            size.x, size.y, size.z
        ),
    );
    row("area", format!("{:.1} m2", info.area));
    row(
        "walkable",
        format!(
            "{:.1} m2, {:.1} % of the area, up to {max_slope} degrees",
            info.walkable_area,
            100.0 * info.walkable_share
        ),
    );
    let slopes = info.walkable_by_slope.iter();
    let slopes: Vec<_> = slopes
        .map(|(degrees, share)| format!("{degrees} deg {:.1} %", 100.0 * share))
        .collect();
    row("walkable by slope", slopes.join(", "));
    let fault = |fault: &Triangles| match (fault.count, fault.first.len()) {
        (0, _) => "none".to_owned(),
        (count, shown) => {
            let numbers: Vec<_> = fault.first.iter().map(u32::to_string).collect();
            let more = if count > shown { ", ..." } else { "" };
            format!("{count} (numbers {}{more})", numbers.join(", "))
        }
    };
    row("degenerate triangles", fault(&info.degenerate_triangles));
    row("duplicate triangles", fault(&info.duplicate_triangles));
    row("open edges", info.open_edges.to_string());
    row("non-manifold edges", info.non_manifold_edges.to_string());
    if info.wound_clockwise {
        let note = "clockwise: no front faces up, floors are counted by their backs";
        row("winding", note.to_owned());
    }
    row("tree depth", info.tree_depth.to_string());
    let bytes = format!("{:.1}", info.bytes_per_triangle);
    row("bytes per triangle", bytes);
    row("read in", format!("{:.2} ms", info.read_milliseconds));
    let build = format!("{:.2} ms", info.build_milliseconds);
    row("tree built in", build);
    objects(&info.objects, &mut text);
    text
}

/// Adds the objects that have a name or a material, those with most triangles if there are too many.
fn objects(all: &[ObjectInfo], text: &mut String) {
    /// The most lines.
    const MOST: usize = 40;
    let is_known = |object: &&ObjectInfo| !object.name.is_empty() || object.material.is_some();
    let mut known: Vec<_> = all.iter().filter(is_known).collect();
    if known.is_empty() {
        return;
    }
    *text += &format!("  {} objects, for --only and --exclude\n", known.len());
    let more = known.len().saturating_sub(MOST);
    if more > 0 {
        known.sort_by_key(|object| std::cmp::Reverse(object.triangles));
    }
    for object in known.iter().take(MOST) {
        *text += &format!("    {}\n", object.line());
    }
    if more > 0 {
        *text += &format!("    and {more} with fewer triangles: --json has them\n");
    }
}

/// The triangles with their corners numbered by position.
fn welded(mesh: &Mesh<Vec3>) -> Vec<[u32; 3]> {
    let mut numbers: HashMap<[u32; 3], u32> = HashMap::new();
    let mut number = |v: Vec3| {
        // −0 and 0 are the same position.
        let place = v.to_array().map(|c| (c + 0.0).to_bits());
        let next = numbers.len() as u32;
        *numbers.entry(place).or_insert(next)
    };
    mesh.iter()
        .map(|t| [t.a, t.b, t.c].map(&mut number))
        .collect()
}

/// Triangles with two equal or three collinear corners.
fn degenerate<'a>(mesh: &'a Mesh<Vec3>, welded: &'a [[u32; 3]]) -> impl Iterator<Item = u32> + 'a {
    (0_u32..).zip(welded).filter_map(|(i, &[a, b, c])| {
        let flat = a == b || b == c || c == a || mesh.triangle(i).normal().is_none();
        flat.then_some(i)
    })
}

/// Triangles with the same corners as one with a lower number, in any order.
fn duplicates(welded: &[[u32; 3]]) -> impl Iterator<Item = u32> {
    let mut sorted: Vec<([u32; 3], u32)> = (0_u32..)
        .zip(welded)
        .map(|(i, corners)| {
            let mut corners = *corners;
            corners.sort_unstable();
            (corners, i)
        })
        .collect();
    sorted.sort_unstable();
    let mut again: Vec<u32> = sorted
        .windows(2)
        .filter_map(|pair| (pair[0].0 == pair[1].0).then_some(pair[1].1))
        .collect();
    again.sort_unstable();
    again.into_iter()
}

/// Edges by their number of triangles.
struct Edges {
    /// One triangle: a border, or a crack.
    open: usize,
    /// More than two.
    non_manifold: usize,
}

impl Edges {
    fn of(welded: &[[u32; 3]]) -> Self {
        let mut edges: Vec<[u32; 2]> = welded
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
            .filter(|[a, b]| a != b)
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        edges.sort_unstable();
        let (mut open, mut non_manifold) = (0, 0);
        for same in edges.chunk_by(|x, y| x == y) {
            open += usize::from(same.len() == 1);
            non_manifold += usize::from(same.len() > 2);
        }
        Self { open, non_manifold }
    }
}

/// Areas by slope.
struct Areas {
    total: f64,
    /// Cosine of the slope and area, of every triangle.
    faces: Vec<(f64, f64)>,
    /// No face has its front up: the winding is reversed, and back faces count.
    turned: bool,
}

impl Areas {
    fn of(mesh: &Mesh<Vec3>) -> Self {
        let faces: Vec<_> = (0..mesh.len() as u32)
            .map(|i| {
                let t = mesh.triangle(i);
                let [a, b, c] = [t.a, t.b, t.c].map(|p| glam::DVec3::from_array(Vector::to_f64(p)));
                let cross = (b - a).cross(c - a);
                let length = cross.length();
                (share(cross.y, length), 0.5 * length)
            })
            .collect();
        let turned = !faces.iter().any(|face| face.0 > 0.0);
        Self {
            total: faces.iter().map(|face| face.1).sum(),
            faces,
            turned,
        }
    }

    /// The area up to a slope with this cosine; 0 and not −0 if there is none.
    fn within(&self, cosine: f64) -> f64 {
        let upright = |face: &&(f64, f64)| {
            let up = if self.turned { face.0.abs() } else { face.0 };
            up >= cosine
        };
        self.faces
            .iter()
            .filter(upright)
            .map(|face| face.1)
            .sum::<f64>()
            + 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_counted_by_their_triangles() {
        // A square of two triangles, and a third one standing on its diagonal.
        let edges = Edges::of(&[[0, 1, 2], [0, 2, 3]]);
        assert_eq!((edges.open, edges.non_manifold), (4, 0));
        let edges = Edges::of(&[[0, 1, 2], [0, 2, 3], [2, 0, 4]]);
        assert_eq!((edges.open, edges.non_manifold), (6, 1));
    }

    #[test]
    fn a_duplicate_is_found_in_any_order_of_its_corners() {
        let found: Vec<_> = duplicates(&[[0, 1, 2], [3, 4, 5], [2, 1, 0], [1, 2, 0]]).collect();
        assert_eq!(found, [2, 3]);
    }

    #[test]
    fn vertices_in_one_place_are_one() {
        let v = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::new(-0.0, 0.0, 0.0)];
        let mesh = Mesh::new(v, vec![[0, 1, 2], [3, 2, 1]]).unwrap();
        assert_eq!(welded(&mesh), [[0, 1, 2], [0, 2, 1]]);
        assert_eq!(Triangles::of(duplicates(&welded(&mesh))).first, [1]);
    }
}
