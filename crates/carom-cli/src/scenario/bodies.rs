//! The bodies of a scenario, checked.

use super::file::{BodyFile, Convex as ConvexFile, HeightFieldFile, MotionFile, Shape};
use super::numbers::{Dimensions, LEAST, amount, size};
use super::path::{Oscillation, Path as Way, Spin, Turn};
use crate::args::LevelArguments;
use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};

/// A body and where it stands, at all times.
pub(crate) struct Placed {
    pub(crate) solid: Solid,
    pub(crate) path: Way,
    pub(crate) one_sided: bool,
    /// Where it is in the file, for errors.
    pub(crate) place: String,
}

/// What a body is. The third number of a 2D point is 0.
pub(crate) enum Solid {
    /// A file, and how it is to be understood.
    Level(PathBuf, LevelArguments),
    Mesh {
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
    },
    /// Row by row; NaN is a hole.
    HeightField {
        columns: usize,
        heights: Vec<f64>,
        cell: f64,
    },
    Convex(Convex),
}

/// What is one piece.
pub(crate) enum Convex {
    Box {
        center: [f64; 3],
        half: [f64; 3],
    },
    /// One point is a ball, two a capsule or a segment.
    Hull {
        points: Vec<[f64; 3]>,
        radius: f64,
    },
    Triangle([[f64; 3]; 3]),
    Plane {
        normal: [f64; 3],
        offset: f64,
    },
}

pub(super) fn placed(
    dimensions: Dimensions,
    body: &BodyFile,
    place: String,
    file: &Path,
) -> Result<Placed> {
    let shape = body.shape(&place)?;
    let in_space = !matches!(shape, Shape::Convex(_));
    ensure!(
        !in_space || dimensions == Dimensions::Three,
        "{place}: levels, meshes and height fields are 3D, and characters[0].feet is 2D"
    );
    let solid = solid(dimensions, shape, &place, file)?;
    ensure!(
        in_space || body.one_sided.is_none(),
        "{place}.one_sided is for meshes, levels and height fields"
    );
    let turn = match &body.turn {
        None => None,
        Some(turn) => Some(Turn {
            axis: dimensions.axis(turn.axis.as_ref(), &format!("{place}.turn.axis"))?,
            radians: amount(turn.degrees, &format!("{place}.turn.degrees"))?.to_radians(),
        }),
    };
    let at = match &body.at {
        Some(at) => dimensions.point(at, &format!("{place}.at"))?,
        None => [0.0; 3],
    };
    let still = Way {
        at,
        turn,
        velocity: [0.0; 3],
        spin: None,
        oscillation: None,
    };
    let path = match &body.motion {
        Some(motion) => moving(dimensions, motion, still, &format!("{place}.motion"))?,
        None => still,
    };
    Ok(Placed {
        solid,
        path,
        one_sided: body.one_sided.unwrap_or(false),
        place,
    })
}

fn moving(dimensions: Dimensions, motion: &MotionFile, still: Way, place: &str) -> Result<Way> {
    let MotionFile {
        velocity,
        spin,
        oscillate,
    } = motion;
    ensure!(
        velocity.is_some() || spin.is_some() || oscillate.is_some(),
        "{place} is empty: one or more of velocity, spin and oscillate are needed"
    );
    Ok(Way {
        velocity: match velocity {
            Some(velocity) => dimensions.point(velocity, &format!("{place}.velocity"))?,
            None => [0.0; 3],
        },
        spin: match spin {
            None => None,
            Some(spin) => {
                let turn = amount(
                    spin.degrees_per_second,
                    &format!("{place}.spin.degrees_per_second"),
                )?;
                Some(Spin {
                    axis: dimensions.axis(spin.axis.as_ref(), &format!("{place}.spin.axis"))?,
                    radians_per_second: turn.to_radians(),
                    pivot: match &spin.pivot {
                        Some(pivot) => dimensions.point(pivot, &format!("{place}.spin.pivot"))?,
                        None => still.at,
                    },
                })
            }
        },
        oscillation: match oscillate {
            None => None,
            Some(oscillate) => {
                let period = oscillate.period;
                ensure!(
                    (LEAST..=1e9).contains(&period),
                    "{place}.oscillate.period must be more than 0 and at most a billion, not {period}"
                );
                let by = dimensions.point(&oscillate.by, &format!("{place}.oscillate.by"))?;
                Some(Oscillation { by, period })
            }
        },
        ..still
    })
}

fn solid(dimensions: Dimensions, shape: Shape, place: &str, file: &Path) -> Result<Solid> {
    Ok(match shape {
        Shape::Level(level, read) => {
            let folder = file.parent().unwrap_or(Path::new(""));
            Solid::Level(folder.join(level), read)
        }
        Shape::Mesh(mesh) => {
            let vertices = mesh.vertices.iter().enumerate();
            Solid::Mesh {
                vertices: vertices
                    .map(|(i, v)| dimensions.point(v, &format!("{place}.mesh.vertices[{i}]")))
                    .collect::<Result<_>>()?,
                triangles: mesh.triangles.clone(),
            }
        }
        Shape::HeightField(field) => height_field(field, &format!("{place}.heightfield"))?,
        Shape::Convex(shape) => Solid::Convex(convex(dimensions, shape, place)?),
    })
}

fn convex(dimensions: Dimensions, shape: ConvexFile, place: &str) -> Result<Convex> {
    let point =
        |numbers: &[f64], field: &str| dimensions.point(numbers, &format!("{place}.{field}"));
    let length = |number, field: &str| size(number, &format!("{place}.{field}"));
    let sharp = |points: &[[f64; 3]]| Convex::Hull {
        points: points.to_vec(),
        radius: 0.0,
    };
    Ok(match shape {
        ConvexFile::Box(cuboid) => {
            let half = point(&cuboid.half, "box.half")?;
            ensure!(
                half.iter().all(|h| *h >= 0.0),
                "{place}.box.half must not be negative ({:?})",
                cuboid.half
            );
            Convex::Box {
                center: match &cuboid.center {
                    Some(center) => point(center, "box.center")?,
                    None => [0.0; 3],
                },
                half,
            }
        }
        ConvexFile::Aabb(aabb) => {
            let min = point(&aabb.min, "aabb.min")?;
            let max = point(&aabb.max, "aabb.max")?;
            ensure!(
                (0..3).all(|i| min[i] <= max[i]),
                "{place}.aabb.min is greater than its max"
            );
            Convex::Box {
                center: [0, 1, 2].map(|i| (min[i] + max[i]) * 0.5),
                half: [0, 1, 2].map(|i| (max[i] - min[i]) * 0.5),
            }
        }
        ConvexFile::Capsule(capsule) => Convex::Hull {
            points: vec![
                point(&capsule.a, "capsule.a")?,
                point(&capsule.b, "capsule.b")?,
            ],
            radius: length(capsule.radius, "capsule.radius")?,
        },
        ConvexFile::Ball(ball) => Convex::Hull {
            points: vec![point(&ball.center, "ball.center")?],
            radius: length(ball.radius, "ball.radius")?,
        },
        ConvexFile::Point(p) => sharp(&[point(p, "point")?]),
        ConvexFile::Segment(s) => sharp(&[point(&s.a, "segment.a")?, point(&s.b, "segment.b")?]),
        ConvexFile::Triangle(t) => {
            let corners = [
                point(&t.a, "triangle.a")?,
                point(&t.b, "triangle.b")?,
                point(&t.c, "triangle.c")?,
            ];
            match dimensions {
                Dimensions::Two => sharp(&corners),
                Dimensions::Three => Convex::Triangle(corners),
            }
        }
        ConvexFile::Hull(hull) => {
            ensure!(!hull.points.is_empty(), "{place}.hull.points is empty");
            let points = hull.points.iter().enumerate();
            Convex::Hull {
                points: points
                    .map(|(i, p)| point(p, &format!("hull.points[{i}]")))
                    .collect::<Result<_>>()?,
                radius: length(hull.radius.unwrap_or(0.0), "hull.radius")?,
            }
        }
        ConvexFile::Plane(plane) => Convex::Plane {
            normal: dimensions.direction(&plane.normal, &format!("{place}.plane.normal"))?,
            offset: amount(plane.offset, &format!("{place}.plane.offset"))?,
        },
    })
}

fn height_field(file: &HeightFieldFile, place: &str) -> Result<Solid> {
    let along_z = file.heights.first().map_or(0, Vec::len);
    for (i, row) in file.heights.iter().enumerate() {
        ensure!(
            row.len() == along_z,
            "{place}.heights[{i}] has {} heights, the first row has {along_z}",
            row.len()
        );
        for (j, height) in row.iter().enumerate() {
            if let Some(height) = height
                && amount(*height, "").is_err()
            {
                bail!("{place}.heights[{i}][{j}] is out of range");
            }
        }
    }
    // In the file a row runs along z, in the library along x.
    let columns = file.heights.len();
    let heights = (0..along_z).flat_map(|j| file.heights.iter().map(move |row| row[j]));
    Ok(Solid::HeightField {
        columns,
        heights: heights.map(|height| height.unwrap_or(f64::NAN)).collect(),
        cell: size(file.cell, &format!("{place}.cell"))?,
    })
}
