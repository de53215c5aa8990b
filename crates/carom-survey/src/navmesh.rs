//! A navigation mesh, made elsewhere, that the real mover is to check.

mod check;
mod fault;
mod footing;
mod reason;
mod walk;

pub use fault::{Barrier, BarrierKind, NavFault, NavPart, NavReport};

use crate::graph::LinkKind;
use glam::Vec3;
use std::collections::BTreeMap;

/// A link of a [`NavMesh`], from one point to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffMeshLink {
    /// The feet at its start.
    pub from: Vec3,
    /// The feet at its end.
    pub to: Vec3,
    /// How the character is meant to get there: by a walk, drop or jump.
    pub kind: LinkKind,
}

/// An edge that two polygons share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SharedEdge {
    /// The polygons, the lower number first.
    pub(crate) polygons: [u32; 2],
    pub(crate) ends: [Vec3; 2],
}

/// Why a [`NavMesh`] cannot be checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NavMeshError {
    /// A vertex is not finite.
    #[error("vertices[{0}] is not finite")]
    Vertex(usize),
    /// There is no polygon.
    #[error("polygons is empty")]
    NoPolygons,
    /// A polygon has fewer than three corners.
    #[error("polygons[{polygon}] has {corners} corners, and a polygon has at least 3")]
    Corners {
        /// Its number.
        polygon: usize,
        /// The number of its corners.
        corners: usize,
    },
    /// A corner is no vertex.
    #[error("polygons[{polygon}][{corner}] is {index}, and there are {vertices} vertices")]
    Index {
        /// The number of the polygon.
        polygon: usize,
        /// The number of the corner in it.
        corner: usize,
        /// What it is.
        index: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// A polygon passes through one point twice.
    #[error("polygons[{polygon}][{corner}] is at the same point as an earlier corner of it")]
    Repeated {
        /// The number of the polygon.
        polygon: usize,
        /// The number of the corner in it.
        corner: usize,
    },
    /// Two polygons have the same corners.
    #[error("polygons[{polygon}] has the same corners as polygons[{first}]")]
    Duplicate {
        /// The number of the second one.
        polygon: usize,
        /// The number of the first one.
        first: usize,
    },
    /// More than two polygons share an edge.
    #[error(
        "polygons[{polygon}]: the edge from {from} to {to} belongs to polygons[{first}] and polygons[{second}] already"
    )]
    Crowded {
        /// The number of the third polygon.
        polygon: usize,
        /// An end of the edge.
        from: Vec3,
        /// The other end.
        to: Vec3,
        /// The first polygon.
        first: u32,
        /// The second one.
        second: u32,
    },
    /// There are several polygons, no two of them share an edge, and there is no link.
    #[error(
        "polygons: no two of them share an edge; the corners of neighbors must be at the same points"
    )]
    Apart,
    /// A link with a point that is not finite.
    #[error("links[{0}]: a point is not finite")]
    Link(usize),
    /// A link of a kind that no link can have.
    #[error("links[{link}].kind must be walk, drop or jump, not {kind}")]
    Kind {
        /// Its number.
        link: usize,
        /// The name of its kind.
        kind: &'static str,
    },
}

/// A navigation mesh: convex polygons on the ground, and links between points of them.
///
/// ```
/// use carom_survey::{NavMesh, NavMeshError};
/// use glam::vec3;
///
/// let square = |x: f32| [vec3(x, 0., 0.), vec3(x, 0., 2.), vec3(x + 2., 0., 2.), vec3(x + 2., 0., 0.)];
/// // The corners of neighbors need not have the same numbers, if they are at the same points.
/// let vertices = [square(0.), square(2.)].concat();
/// let navmesh = NavMesh::new(vertices.clone(), vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]], vec![])?;
/// assert_eq!(navmesh.edges(), 1);
/// let error = NavMesh::new(vertices, vec![vec![0, 1, 8]], vec![]).unwrap_err();
/// assert_eq!(error.to_string(), "polygons[0][2] is 8, and there are 8 vertices");
/// # Ok::<(), NavMeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NavMesh {
    /// The corners of each polygon.
    pub(crate) polygons: Vec<Vec<Vec3>>,
    pub(crate) edges: Vec<SharedEdge>,
    pub(crate) links: Vec<OffMeshLink>,
}

impl NavMesh {
    /// A navigation mesh of vertices, convex polygons by the numbers of their corners, in one direction around, and links.
    ///
    /// # Errors
    /// The first fault that is found; it names the place.
    pub fn new(
        vertices: Vec<Vec3>,
        polygons: Vec<Vec<u32>>,
        links: Vec<OffMeshLink>,
    ) -> Result<Self, NavMeshError> {
        if let Some(number) = vertices.iter().position(|vertex| !vertex.is_finite()) {
            return Err(NavMeshError::Vertex(number));
        }
        if polygons.is_empty() {
            return Err(NavMeshError::NoPolygons);
        }
        let corners = polygons.iter().enumerate();
        let corners = corners.map(|(number, polygon)| corners_of(&vertices, number, polygon));
        let polygons = corners.collect::<Result<Vec<_>, _>>()?;
        all_differ(&polygons)?;
        for (number, link) in links.iter().enumerate() {
            if !(link.from.is_finite() && link.to.is_finite()) {
                return Err(NavMeshError::Link(number));
            }
            if !matches!(link.kind, LinkKind::Walk | LinkKind::Drop | LinkKind::Jump) {
                return Err(NavMeshError::Kind {
                    link: number,
                    kind: link.kind.name(),
                });
            }
        }
        let edges = shared_edges(&polygons)?;
        if edges.is_empty() && links.is_empty() && polygons.len() > 1 {
            return Err(NavMeshError::Apart);
        }
        Ok(Self {
            polygons,
            edges,
            links,
        })
    }

    /// The number of edges that two polygons share.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The number of polygons.
    #[must_use]
    pub fn polygons(&self) -> usize {
        self.polygons.len()
    }

    /// The number of links.
    #[must_use]
    pub fn links(&self) -> usize {
        self.links.len()
    }

    /// The middle of a polygon: the center of its area, or of its corners if it has none.
    pub(crate) fn middle(&self, polygon: u32) -> Vec3 {
        let corners = &self.polygons[polygon as usize];
        let first = corners[0];
        let (mut area, mut sum) = (0.0, Vec3::ZERO);
        for pair in corners[1..].windows(2) {
            let [a, b] = [pair[0] - first, pair[1] - first];
            let part = a.cross(b).length();
            area += part;
            sum += (a + b) * (part / 3.0);
        }
        if area > 0.0 {
            return first + sum / area;
        }
        let sum = corners
            .iter()
            .fold(Vec3::ZERO, |sum, corner| sum + (*corner - first));
        first + sum / corners.len() as f32
    }
}

/// The bits of a point; both zeros are the same.
fn bits(point: Vec3) -> [u32; 3] {
    point.to_array().map(|x| (x + 0.0).to_bits())
}

fn corners_of(
    vertices: &[Vec3],
    polygon: usize,
    numbers: &[u32],
) -> Result<Vec<Vec3>, NavMeshError> {
    if numbers.len() < 3 {
        return Err(NavMeshError::Corners {
            polygon,
            corners: numbers.len(),
        });
    }
    let mut corners: Vec<Vec3> = Vec::with_capacity(numbers.len());
    for (corner, &index) in numbers.iter().enumerate() {
        let point = *vertices.get(index as usize).ok_or(NavMeshError::Index {
            polygon,
            corner,
            index,
            vertices: vertices.len(),
        })?;
        if corners.contains(&point) {
            return Err(NavMeshError::Repeated { polygon, corner });
        }
        corners.push(point);
    }
    Ok(corners)
}

/// Checks that no two polygons have the same corners.
fn all_differ(polygons: &[Vec<Vec3>]) -> Result<(), NavMeshError> {
    let mut known: BTreeMap<Vec<[u32; 3]>, usize> = BTreeMap::new();
    for (polygon, corners) in polygons.iter().enumerate() {
        let mut corners: Vec<_> = corners.iter().copied().map(bits).collect();
        corners.sort_unstable();
        if let Some(first) = known.insert(corners, polygon) {
            return Err(NavMeshError::Duplicate { polygon, first });
        }
    }
    Ok(())
}

/// The edges of two polygons, in the order of the second polygon and its corners.
fn shared_edges(polygons: &[Vec<Vec3>]) -> Result<Vec<SharedEdge>, NavMeshError> {
    /// The first polygon of an edge, and the second.
    type Sides = (u32, Option<u32>);
    let mut known: BTreeMap<[[u32; 3]; 2], Sides> = BTreeMap::new();
    let mut edges = Vec::new();
    for (number, corners) in polygons.iter().enumerate() {
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let [a, b] = [bits(from), bits(to)];
            let sides = known.entry(if a < b { [a, b] } else { [b, a] });
            let sides = sides.or_insert((u32::MAX, None));
            match *sides {
                (u32::MAX, _) => sides.0 = number as u32,
                (first, None) => {
                    sides.1 = Some(number as u32);
                    edges.push(SharedEdge {
                        polygons: [first, number as u32],
                        ends: [from, to],
                    });
                }
                (first, Some(second)) => {
                    return Err(NavMeshError::Crowded {
                        polygon: number,
                        from,
                        to,
                        first,
                        second,
                    });
                }
            }
        }
    }
    Ok(edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    fn strip(count: u32) -> (Vec<Vec3>, Vec<Vec<u32>>) {
        let vertices = (0..=count).flat_map(|x| [vec3(x as f32, 0., 0.), vec3(x as f32, 0., 1.)]);
        let polygons = (0..count).map(|x| vec![2 * x, 2 * x + 1, 2 * x + 3, 2 * x + 2]);
        (vertices.collect(), polygons.collect())
    }

    #[test]
    fn errors_name_the_place() {
        let (vertices, polygons) = strip(3);
        let error = |vertices: &[Vec3], polygons: &[&[u32]], links: &[OffMeshLink]| {
            let polygons = polygons.iter().map(|polygon| polygon.to_vec()).collect();
            let navmesh = NavMesh::new(vertices.to_vec(), polygons, links.to_vec());
            navmesh.unwrap_err().to_string()
        };
        let mut broken = vertices.clone();
        broken[5].y = f32::NAN;
        assert_eq!(
            error(&broken, &[&[0, 1, 2]], &[]),
            "vertices[5] is not finite"
        );
        let of = |polygons: &[&[u32]]| error(&vertices, polygons, &[]);
        assert_eq!(of(&[]), "polygons is empty");
        assert!(of(&[&[0, 1, 2], &[0, 1]]).starts_with("polygons[1] has 2 corners"));
        assert!(of(&[&[0, 1, 2], &[0, 8, 1]]).starts_with("polygons[1][1] is 8,"));
        assert!(of(&[&[0, 1, 2, 1]]).starts_with("polygons[0][3] is at the same point"));
        assert!(of(&[&[0, 1, 2], &[4, 5, 6]]).starts_with("polygons: no two"));
        let crowded = of(&[&[0, 1, 2], &[1, 2, 3], &[2, 1, 5]]);
        assert!(
            crowded.starts_with("polygons[2]: the edge from"),
            "{crowded}"
        );
        assert!(
            crowded.ends_with("polygons[0] and polygons[1] already"),
            "{crowded}"
        );
        let same = of(&[&[0, 1, 2], &[1, 2, 3], &[2, 0, 1]]);
        assert_eq!(same, "polygons[2] has the same corners as polygons[0]");
        let link = |to: Vec3, kind| OffMeshLink {
            from: Vec3::ZERO,
            to,
            kind,
        };
        let triangle: &[&[u32]] = &[&[0, 1, 2]];
        let links = [
            link(Vec3::ZERO, LinkKind::Jump),
            link(Vec3::INFINITY, LinkKind::Jump),
        ];
        assert!(error(&vertices, triangle, &links).starts_with("links[1]: a point"));
        let links = [link(Vec3::ZERO, LinkKind::Step)];
        assert!(error(&vertices, triangle, &links).ends_with("not step"));
        assert_eq!(NavMesh::new(vertices, polygons, vec![]).unwrap().edges(), 2);
    }

    #[test]
    fn the_middle_is_that_of_the_area() {
        // A corner on an edge does not count.
        let vertices = vec![
            vec3(0., 1., 0.),
            vec3(0., 1., 2.),
            vec3(4., 1., 2.),
            vec3(4., 1., 0.),
            vec3(3., 1., 0.),
        ];
        let navmesh = NavMesh::new(vertices, vec![vec![0, 1, 2, 3, 4], vec![4, 3, 0]], vec![]);
        let navmesh = navmesh.unwrap();
        assert!(navmesh.middle(0).distance(vec3(2., 1., 1.)) < 1e-6);
        // A polygon without an area.
        assert!(navmesh.middle(1).distance(vec3(7. / 3., 1., 0.)) < 1e-6);
    }
}
