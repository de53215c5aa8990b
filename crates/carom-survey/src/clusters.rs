//! Single-linkage clusters of points, by a grid.

use glam::Vec3;
use petgraph::unionfind::UnionFind;
use std::collections::BTreeMap;

/// Groups in which each point is within `apart` of another one. A group is a list of indices, ascending; groups are ordered by
/// their first.
pub(crate) fn clusters(points: &[Vec3], apart: f32) -> Vec<Vec<usize>> {
    grouped(points, apart, |i, j| {
        points[i].distance_squared(points[j]) <= apart * apart
    })
}

/// Groups of points within `apart` of another one (at least) that belong together, ordered like [`clusters`].
pub(crate) fn grouped(
    points: &[Vec3],
    apart: f32,
    together: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let cell = |point: Vec3| point.to_array().map(|x| (x / apart).floor() as i64);
    let mut cells: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    let mut joined = UnionFind::<usize>::new(points.len());
    for (i, &point) in points.iter().enumerate() {
        let [x, y, z] = cell(point);
        for k in 0..27 {
            let around = [x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1];
            for &other in cells.get(&around).into_iter().flatten() {
                if together(i, other) {
                    joined.union(i, other);
                }
            }
        }
        cells.entry([x, y, z]).or_default().push(i);
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut first = vec![usize::MAX; points.len()];
    for i in 0..points.len() {
        let root = joined.find_mut(i);
        first[root] = first[root].min(i);
        groups.entry(first[root]).or_default().push(i);
    }
    groups.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    #[test]
    fn a_chain_is_a_group() {
        let points = [0.0, 5.0, 0.9, 1.8, -0.4, 5.2].map(|x| vec3(x, 0.0, -x));
        assert_eq!(clusters(&points, 1.3), [vec![0, 2, 3, 4], vec![1, 5]]);
        assert_eq!(
            clusters(&points, 0.5),
            [vec![0], vec![1, 5], vec![2], vec![3], vec![4]]
        );
        assert!(clusters(&[], 1.0).is_empty());
        let odd = |i: usize, j: usize| (i ^ j) & 1 == 0;
        assert_eq!(
            grouped(&points, 2.5, odd),
            [vec![0, 2, 4], vec![1, 5], vec![3]]
        );
    }
}
